//! From the voice's JSON files to the bytes of a tables file; see [`super::tables`] for the layout.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::tables::{HEADER_LEN, MAGIC, Section, TablesError, Variety, checksum};

/// Stands between the tokens of an exception, and between the fields of a reading that depends on the tag.
pub(super) const UNIT_SEPARATOR: char = '\u{1f}';

/// In a reading that depends on the tag: “spell the word”.
pub(super) const SPELL: &str = "\u{18}";

/// Names of the source files of a variety.
struct SourceNames {
    gold: &'static str,
    silver: &'static str,
    oov: &'static str,
}

impl SourceNames {
    const fn of(variety: Variety) -> Self {
        match variety {
            Variety::American => {
                Self { gold: "lexicon_us_gold.json.gz", silver: "lexicon_us_silver.json.gz", oov: "oov.json" }
            }
            Variety::British => {
                Self { gold: "lexicon_gb_gold.json.gz", silver: "lexicon_gb_silver.json.gz", oov: "oov_gb.json" }
            }
        }
    }
}

/// The tagger as its file has it.
#[derive(serde::Deserialize)]
struct TaggerJson {
    tags: Vec<String>,
    tagdict: BTreeMap<String, String>,
    vocab: Vec<String>,
    weights: BTreeMap<String, BTreeMap<String, f64>>,
}

/// The alphabets of the out-of-vocabulary net.
#[derive(serde::Deserialize)]
struct OovJson {
    #[serde(rename = "in")]
    input: Vec<char>,
    #[serde(rename = "out")]
    output: Vec<char>,
    maxlen: u32,
}

/// What is used of the normaliser's tables: which dots do not end a sentence.
#[derive(serde::Deserialize)]
struct NormalizeJson {
    titles: BTreeMap<String, String>,
    abbreviations: BTreeMap<String, String>,
}

/// Compiles the JSON files in `folder` to the bytes of a tables file.
pub fn compile(folder: &Path, variety: Variety) -> Result<Vec<u8>, TablesError> {
    let names = SourceNames::of(variety);
    let mut sources = Sources { folder, list: String::new() };
    let mut image = Image::default();
    for (name, keys, values) in [
        (names.gold, Section::GoldKeys, Section::GoldValues),
        (names.silver, Section::SilverKeys, Section::SilverValues),
    ] {
        let lexicon: BTreeMap<String, serde_json::Value> = sources.read(name)?;
        let readings: Option<Vec<String>> = lexicon.values().map(reading).collect();
        let readings = readings.ok_or_else(|| sources.damaged(name, "a reading is neither text nor a list by tag"))?;
        image.strings(keys, lexicon.keys());
        image.strings(values, readings.iter());
    }
    let tagger: TaggerJson = sources.read("tagger.json.gz")?;
    add_tagger(&mut image, &tagger).map_err(|problem| sources.damaged("tagger.json.gz", problem))?;

    let exceptions: BTreeMap<String, Vec<String>> = sources.read("tokenizer_exceptions.json")?;
    image.strings(Section::ExceptionKeys, exceptions.keys());
    let separator = UNIT_SEPARATOR.to_string();
    image.strings(Section::ExceptionTokens, exceptions.values().map(|tokens| tokens.join(&separator)));

    let vocab: BTreeMap<char, u32> = sources.read("vocab.json")?;
    let pairs = vocab.iter().flat_map(|(&c, &id)| [u32::from(c), id]).flat_map(u32::to_le_bytes);
    image.put(Section::Vocab, pairs.collect());

    let oov: OovJson = sources.read(names.oov)?;
    image.put(Section::OovIn, oov.input.iter().collect::<String>().into_bytes());
    image.put(Section::OovOut, oov.output.iter().collect::<String>().into_bytes());
    image.put(Section::OovLimits, oov.maxlen.to_le_bytes().to_vec());

    let normalize: NormalizeJson = sources.read("normalize.json")?;
    image.strings(Section::Titles, normalize.titles.keys());
    image.strings(Section::Abbreviations, normalize.abbreviations.keys());

    image.put(Section::Sources, sources.list.into_bytes());
    image.finish().ok_or_else(|| TablesError::Damaged {
        path: folder.to_owned(),
        problem: "the files are larger than the format of the tables can hold".to_owned(),
    })
}

/// Reads the source files and lists them.
struct Sources<'a> {
    folder: &'a Path,
    list: String,
}

impl Sources<'_> {
    fn read<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, TablesError> {
        let path = self.folder.join(name);
        let bytes = std::fs::read(&path).map_err(|source| TablesError::Read { path: path.clone(), source })?;
        self.list.extend([
            name,
            "\t",
            &bytes.len().to_string(),
            "\t",
            &crate::voice::hex(&Sha256::digest(&bytes)),
            "\n",
        ]);
        let json = if path.extension().is_some_and(|extension| extension == "gz") {
            let mut json = Vec::new();
            flate2::read::GzDecoder::new(bytes.as_slice())
                .read_to_end(&mut json)
                .map_err(|source| TablesError::Read { path, source })?;
            json
        } else {
            bytes
        };
        serde_json::from_slice(&json).map_err(|error| self.damaged(name, error))
    }

    fn damaged(&self, name: &str, problem: impl std::fmt::Display) -> TablesError {
        TablesError::Damaged { path: self.folder.join(name), problem: problem.to_string() }
    }
}

/// A reading as it is stored: the phonemes, or separator-led pairs of tag and phonemes ([`SPELL`] for “spell it”).
fn reading(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(phonemes) => Some(phonemes.clone()),
        serde_json::Value::Object(by_tag) => {
            let mut text = String::new();
            for (tag, phonemes) in by_tag {
                let phonemes = match phonemes {
                    serde_json::Value::Null => SPELL,
                    other => other.as_str()?,
                };
                for field in [tag, phonemes] {
                    text.push(UNIT_SEPARATOR);
                    text.push_str(field);
                }
            }
            Some(text)
        }
        _ => None,
    }
}

fn add_tagger(image: &mut Image, tagger: &TaggerJson) -> Result<(), String> {
    let index = |tag: &str| {
        let found = tagger.tags.iter().position(|name| name == tag);
        found.and_then(|i| u8::try_from(i).ok()).ok_or_else(|| format!("unknown tag {tag}"))
    };
    image.strings(Section::Tags, tagger.tags.iter());
    image.strings(Section::TagdictKeys, tagger.tagdict.keys());
    image.put(Section::TagdictTags, tagger.tagdict.values().map(|tag| index(tag)).collect::<Result<_, _>>()?);
    let mut vocab: Vec<&String> = tagger.vocab.iter().collect();
    vocab.sort_unstable();
    image.strings(Section::TaggerVocab, vocab.iter());
    image.strings(Section::FeatureKeys, tagger.weights.keys());
    let mut offsets = Vec::new();
    let mut weights = Vec::new();
    let mut n_weights: u32 = 0;
    for feature in tagger.weights.values() {
        offsets.extend(n_weights.to_le_bytes());
        for (tag, &weight) in feature {
            let tenths = (weight * 10.0).round();
            if (weight - tenths / 10.0).abs() > 1e-9 || tenths.abs() > f64::from(i16::MAX) {
                return Err(format!("a weight of {weight} is not a small number of tenths"));
            }
            weights.push(index(tag)?);
            weights.extend((tenths as i16).to_le_bytes());
            n_weights += 1;
        }
    }
    offsets.extend(n_weights.to_le_bytes());
    image.put(Section::FeatureOffsets, offsets);
    image.put(Section::FeatureWeights, weights);
    Ok(())
}

/// The sections of a tables file before they are laid out.
#[derive(Default)]
struct Image {
    sections: [Vec<u8>; Section::COUNT],
}

impl Image {
    fn put(&mut self, section: Section, bytes: Vec<u8>) {
        self.sections[section as usize] = bytes;
    }

    fn strings<S: AsRef<str>>(&mut self, section: Section, strings: impl ExactSizeIterator<Item = S>) {
        let mut table = (strings.len() as u32).to_le_bytes().to_vec();
        let mut bytes = Vec::new();
        table.extend(0_u32.to_le_bytes());
        for string in strings {
            bytes.extend_from_slice(string.as_ref().as_bytes());
            table.extend((bytes.len() as u32).to_le_bytes());
        }
        table.append(&mut bytes);
        self.put(section, table);
    }

    /// The whole file, or nothing if it is too long for its offsets.
    fn finish(self) -> Option<Vec<u8>> {
        let mut file = vec![0; HEADER_LEN + 8 * Section::COUNT];
        for (i, section) in self.sections.iter().enumerate() {
            let at = HEADER_LEN + 8 * i;
            let (start, len) = (u32::try_from(file.len()).ok()?, u32::try_from(section.len()).ok()?);
            file.get_mut(at..at + 4)?.copy_from_slice(&start.to_le_bytes());
            file.get_mut(at + 4..at + 8)?.copy_from_slice(&len.to_le_bytes());
            file.extend_from_slice(section);
        }
        let total = u32::try_from(file.len()).ok()?;
        let crc = checksum(file.get(HEADER_LEN..)?);
        file.get_mut(..8)?.copy_from_slice(&MAGIC);
        file.get_mut(8..12)?.copy_from_slice(&total.to_le_bytes());
        file.get_mut(12..16)?.copy_from_slice(&crc.to_le_bytes());
        Some(file)
    }
}
