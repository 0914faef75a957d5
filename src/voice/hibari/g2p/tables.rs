//! The compiled tables: one binary file that is read whole and used in place.
//!
//! The voice's linguistic data come as JSON (lexicons, tagger weights, tokenizer exceptions). Parsing them takes longer
//! than everything else at start, so [`super::compile`] turns them once into `g2p.tables`: sorted string tables for
//! binary search and flat arrays of numbers. Opening it is one read, one checksum and no allocation per entry.
//!
//! # Layout (little endian)
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | magic, its last byte the version of the layout |
//! | 8..12 | length of the whole file |
//! | 12..16 | CRC-32 of everything from byte 16 on |
//! | 16.. | for each [`Section`]: offset and length, `u32` each |
//! | … | the sections |
//!
//! A string table is `n: u32`, `n + 1` offsets `u32` into the bytes that follow, then the bytes of the strings, sorted.

use std::io;
use std::path::{Path, PathBuf};

use super::compile::compile;

/// First bytes of a tables file. The last one is the version of the layout: any change to it makes old files stale.
pub(super) const MAGIC: [u8; 8] = *b"MKSG2P\0\x01";

/// Bytes before the list of sections.
pub(super) const HEADER_LEN: usize = 16;

/// What a tables file holds, in the order of its list of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Section {
    /// One line for each source file: name, length in bytes and SHA-256, separated by tabs.
    Sources,
    /// String table: words of the first lexicon.
    GoldKeys,
    /// String table (unsorted, same order): their readings.
    GoldValues,
    /// String table: words of the second lexicon.
    SilverKeys,
    /// String table (unsorted, same order): their readings.
    SilverValues,
    /// String table (in the model's order): names of the part-of-speech tags.
    Tags,
    /// String table: words with only one tag.
    TagdictKeys,
    /// One byte for each of them: index of the tag.
    TagdictTags,
    /// String table: words the tagger knows as context.
    TaggerVocab,
    /// String table: features.
    FeatureKeys,
    /// `n + 1` offsets `u32`: where the weights of a feature start, counted in weights.
    FeatureOffsets,
    /// Three bytes for each weight: index of the tag, then tenths as `i16`.
    FeatureWeights,
    /// String table: chunks with tokens of their own.
    ExceptionKeys,
    /// String table (unsorted, same order): the tokens, separated by [`compile::UNIT_SEPARATOR`].
    ExceptionTokens,
    /// Pairs of `u32`: a character of the phoneme alphabet and its id.
    Vocab,
    /// Characters the out-of-vocabulary net reads; the id of each is its index + 1.
    OovIn,
    /// Phonemes it writes; the id of each is its index + 1.
    OovOut,
    /// `u32`: longest word it reads, in characters.
    OovLimits,
    /// String table: titles without their dot (`Dr`), which do not end a sentence.
    Titles,
    /// String table: abbreviations with their dot (`approx.`).
    Abbreviations,
}

impl Section {
    /// Number of sections.
    pub(super) const COUNT: usize = Self::Abbreviations as usize + 1;
}

/// Variety of English that the tables are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// General American.
    American,
    /// British.
    British,
}

impl Variety {
    /// Name of the compiled file.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::American => "g2p.tables",
            Self::British => "g2p-gb.tables",
        }
    }
}

/// Why the tables could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A source file cannot be read.
    #[error("the pronunciation file {path} cannot be read ({source}); install the voice again")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A source file is not what it should be.
    #[error("the pronunciation file {path} is damaged ({problem}); install the voice again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// The linguistic data of one variety of English, used in place.
#[derive(Clone)]
pub struct Tables {
    bytes: Vec<u8>,
    sections: [(usize, usize); Section::COUNT],
    variety: Variety,
}

impl Tables {
    /// Opens the American tables of the voice in `folder`.
    ///
    /// An up-to-date compiled file in `folder`, else in `cache_folder`, is used; otherwise the JSON sources in `folder`
    /// are compiled and the result is kept in the first of the two that can be written (in memory if neither can).
    /// Up to date means: whole, of this layout, and made from sources of the lengths that are there now. Sources that are
    /// not there are not asked for, so a voice may be shipped with the compiled file alone.
    pub fn open(folder: &Path, cache_folder: &Path) -> Result<Self, TablesError> {
        Self::open_variety(folder, cache_folder, Variety::American)
    }

    /// As [`Tables::open`], for either variety.
    pub fn open_variety(folder: &Path, cache_folder: &Path, variety: Variety) -> Result<Self, TablesError> {
        let places = [folder.join(variety.file_name()), cache_folder.join(variety.file_name())];
        for place in &places {
            if let Ok(bytes) = std::fs::read(place) {
                match Self::parse(bytes, variety) {
                    Some(tables) if tables.is_current(folder) => return Ok(tables),
                    Some(_) => log::info!("{}: made from other sources; compiling again", place.display()),
                    None => log::warn!("{}: damaged or of another version; compiling again", place.display()),
                }
            }
        }
        let bytes = compile(folder, variety)?;
        if !places.iter().any(|place| keep(place, &bytes)) {
            log::info!("pronunciation tables cannot be kept; they are compiled at each start");
        }
        Self::parse(bytes, variety).ok_or_else(|| TablesError::Damaged {
            path: folder.to_owned(),
            problem: "the compiled tables are larger than their format can hold".to_owned(),
        })
    }

    /// Checks the header, the checksum and the list of sections.
    pub(super) fn parse(bytes: Vec<u8>, variety: Variety) -> Option<Self> {
        let body = bytes.get(HEADER_LEN..)?;
        if !bytes.starts_with(&MAGIC) || u32_at(&bytes, 8)? as usize != bytes.len() {
            return None;
        }
        if u32_at(&bytes, 12)? != checksum(body) {
            return None;
        }
        let mut sections = [(0, 0); Section::COUNT];
        for (i, section) in sections.iter_mut().enumerate() {
            let start = u32_at(&bytes, HEADER_LEN + 8 * i)? as usize;
            let len = u32_at(&bytes, HEADER_LEN + 8 * i + 4)? as usize;
            let end = start.checked_add(len)?;
            bytes.get(start..end)?;
            *section = (start, end);
        }
        Some(Self { bytes, sections, variety })
    }

    /// Whether every source that is in `folder` has the length of the one that was compiled.
    fn is_current(&self, folder: &Path) -> bool {
        self.text(Section::Sources).lines().all(|line| {
            let mut fields = line.split('\t');
            let (Some(name), Some(len)) = (fields.next(), fields.next()) else { return false };
            match std::fs::metadata(folder.join(name)) {
                Ok(meta) => len.parse() == Ok(meta.len()),
                Err(error) => error.kind() == io::ErrorKind::NotFound,
            }
        })
    }

    /// Variety of English.
    pub fn variety(&self) -> Variety {
        self.variety
    }

    /// The sources as they were compiled, one line each: name, length in bytes and SHA-256, separated by tabs. A change
    /// of this text is a change of how words are read.
    pub fn sources(&self) -> &str {
        self.text(Section::Sources)
    }

    /// The bytes of a section.
    pub(super) fn raw(&self, section: Section) -> &[u8] {
        let (start, end) = self.sections[section as usize];
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// A section that is text.
    pub(super) fn text(&self, section: Section) -> &str {
        std::str::from_utf8(self.raw(section)).unwrap_or_default()
    }

    /// A section that is a string table.
    pub(super) fn strings(&self, section: Section) -> Strings<'_> {
        Strings::new(self.raw(section))
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("variety", &self.variety).field("len", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// Writes the compiled tables if the place can be written.
fn keep(place: &Path, bytes: &[u8]) -> bool {
    let Some(folder) = place.parent() else { return false };
    std::fs::create_dir_all(folder).and_then(|()| crate::files::write_atomic(place, bytes)).is_ok()
}

/// CRC-32 of `bytes`.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The little-endian number at byte `at`.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..at.checked_add(4)?)?;
    field.try_into().ok().map(u32::from_le_bytes)
}

/// A string table in place. Every access is checked: damaged offsets give no string, never a panic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strings<'t> {
    n: usize,
    offsets: &'t [u8],
    bytes: &'t [u8],
}

impl<'t> Strings<'t> {
    fn new(section: &'t [u8]) -> Self {
        let empty = Self { n: 0, offsets: &[], bytes: &[] };
        let Some(n) = u32_at(section, 0).map(|n| n as usize) else { return empty };
        let Some(end) = n.checked_add(1).and_then(|n| n.checked_mul(4)).and_then(|n| n.checked_add(4)) else {
            return empty;
        };
        match (section.get(4..end), section.get(end..)) {
            (Some(offsets), Some(bytes)) => Self { n, offsets, bytes },
            _ => empty,
        }
    }

    /// Number of strings.
    pub(super) fn len(&self) -> usize {
        self.n
    }

    fn raw(&self, i: usize) -> Option<&'t [u8]> {
        let start = u32_at(self.offsets, 4 * i)? as usize;
        let end = u32_at(self.offsets, 4 * i + 4)? as usize;
        self.bytes.get(start..end)
    }

    /// The string at index `i`.
    pub(super) fn get(&self, i: usize) -> Option<&'t str> {
        std::str::from_utf8(self.raw(i)?).ok()
    }

    /// The index of `key` in a sorted table.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.n);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.raw(middle)?.cmp(key.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Whether a sorted table has `key`.
    pub(super) fn contains(&self, key: &str) -> bool {
        self.find(key).is_some()
    }
}
