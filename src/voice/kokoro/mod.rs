//! The Kokoro-82M family: one network of 82 million parameters, many speakers, 24 kHz.
//!
//! The network (`model`) turns phonemes (`vocab`) into samples in the style of a speaker (`style`). English is read
//! by the rules and dictionaries of the [`hibari`](super::hibari) voices, whose phonemes are the same. The network never
//! learned Korean: [`korean`] gives it Korean in symbols of other languages, as an experiment.
//!
//! An utterance has at most 510 phonemes; longer ones are cut where a speaker would breathe (`split`), trimmed, and
//! joined with pauses (`trim`).

pub mod korean;
mod model;
mod reader;
pub(super) mod split;
mod style;
mod trim;
mod vocab;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use sha2::{Digest as _, Sha256};

use super::runtime::{Runtime, RuntimeError, SessionOptions};
use super::shared::{Shared, lock};
use super::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, load_beside};
use crate::text::Language;
use model::Model;
use reader::Reader;
use style::StylePack;

/// Speeds at which the model is still understood.
pub const SPEEDS: RangeInclusive<f32> = 0.5..=2.0;

/// Size of a speaker's file.
pub const STYLE_BYTES: usize = style::FILE_LEN;

/// Samples per second.
pub const RATE_HZ: u32 = 24_000;

/// How a voice of this family is made, as the catalogue says it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// File of the network.
    pub model: String,
    /// The speakers: one, or several that are blended.
    pub styles: Vec<StyleShare>,
    /// How its text is read.
    pub reading: ReadingStyle,
}

/// A speaker's share of a voice.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StyleShare {
    /// File of the style.
    pub file: String,
    /// Its weight among the others.
    #[serde(default = "whole")]
    pub share: f32,
}

const fn whole() -> f32 {
    1.0
}

/// Languages and accents that this family is read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadingStyle {
    /// American English.
    American,
    /// British English.
    British,
    /// Korean in symbols of other languages.
    Korean,
    /// Not at all: only words that phonemes are given for are spoken.
    Phonemes,
}

impl ReadingStyle {
    /// Longest chunk in `char`s, about seven seconds of speech: a Korean syllable has twice the sounds of a letter.
    ///
    /// Memory climbs with the length of an utterance and stays there, by about 24 MB for each second. Peak of a process
    /// that had spoken nothing longer before (English; x86-64, two threads): 317 MB when loaded, 317 after 60 characters,
    /// 394 after 120 (6 s), 438 after 160, 460 after 200, 556 after 240 (13 s), 616 after 300, 687 after 350, 719 after
    /// 400 (21 s).
    pub const fn max_chars(self) -> usize {
        match self {
            Self::American | Self::British => 120,
            Self::Korean | Self::Phonemes => 60,
        }
    }

    /// Whether phonemes may stand in the text.
    pub const fn takes_phonemes(self) -> bool {
        !matches!(self, Self::Korean)
    }
}

/// Where the files of a voice lie.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    /// The network and the styles.
    pub voice: &'a Path,
    /// The English dictionaries.
    pub dictionaries: &'a Path,
    /// Where the dictionaries are kept compiled.
    pub cache: &'a Path,
}

/// Whether the file `network` is one of the exports that are known.
pub fn check(runtime: Runtime, network: &Path) -> Result<(), RuntimeError> {
    Model::load(runtime, network, &SessionOptions::default()).map(|_| ())
}

/// A loaded voice of this family.
#[derive(Debug)]
pub struct Kokoro {
    info: VoiceInfo,
    model_hash: String,
    reader: Reader,
    /// The voices of a network share it.
    model: Arc<Mutex<Model>>,
    provider: &'static str,
    style: StylePack,
}

/// The networks that are loaded.
static MODELS: Shared<Model> = Shared::new();

impl Kokoro {
    /// Loads the voice `info`, made as `setup` says.
    pub fn load(
        runtime: Runtime,
        info: VoiceInfo,
        setup: &Setup,
        folders: Folders<'_>,
        options: &SessionOptions,
    ) -> Result<Self, VoiceError> {
        let model_path = folders.voice.join(&setup.model);
        let read_rest = || {
            let reader = Reader::open(runtime, setup.reading, folders, &info.id)?;
            let style = blended(setup, folders.voice, &info.id)?;
            let hash = model_hash(&model_path, setup, folders.voice, &reader)
                .map_err(|(error, path)| unreadable(&error, &path, &info.id))?;
            Ok((reader, style, hash))
        };
        let (model, (reader, style, model_hash)) = load_beside("voice-tables", "dictionaries", read_rest, || {
            MODELS
                .get(&[&model_path], options, || Model::load(runtime, &model_path, options))
                .map_err(|error| VoiceError::of_voice(error, &info.id))
        })?;
        let provider = lock(&model).provider();
        Ok(Self { info, model_hash, reader, model, provider, style })
    }

    /// What the model is given for `spoken`, and the characters that it has no sound for.
    fn read(&mut self, spoken: &str, cancel: &Cancel) -> Result<(String, String), VoiceError> {
        let (phonemes, mut unspoken) =
            self.reader.read(spoken, cancel).map_err(|error| VoiceError::of_voice(error, &self.info.id))?;
        let known = vocab::known(&phonemes, &mut unspoken);
        Ok((known, unspoken))
    }

    /// The speech of one utterance, without the silence around it.
    fn utter(&mut self, phonemes: &str, speed: f32, cancel: &Cancel) -> Result<Vec<f32>, VoiceError> {
        let ids = vocab::ids(phonemes);
        let style = self.style.row(ids.len() - 2);
        let samples = lock(&self.model).samples(&ids, style, speed, cancel)?;
        match trim::speech(&samples) {
            Some(speech) => Ok(speech.to_vec()),
            None => Err(VoiceError::Model("it gave nothing but silence; change the line a little".to_owned())),
        }
    }
}

impl Voice for Kokoro {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.model_hash
    }

    fn provider(&self) -> &str {
        self.provider
    }

    fn phonemes(&mut self, spoken: &str, _language: Language) -> Result<String, VoiceError> {
        Ok(self.read(spoken, &Cancel::new())?.0)
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        _heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let (phonemes, unspoken) = self.read(request.spoken, cancel)?;
        if self.info.needs_phonemes && !vocab::is_audible(&phonemes) && !unspoken.is_empty() {
            return Err(VoiceError::NeedsPhonemes { id: self.info.id.clone() });
        }
        let speed = request.speed.clamp(*SPEEDS.start(), *SPEEDS.end()) * self.reader.pace();
        let mut samples = Vec::new();
        for run in split::runs(&phonemes, split::MAX_PHONEMES) {
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            if vocab::is_audible(&run.phonemes) {
                samples.append(&mut self.utter(&run.phonemes, speed, cancel)?);
            }
            if let Some(cut) = run.cut {
                samples.resize(samples.len() + trim::pause(cut, speed), 0.0);
            }
        }
        Ok(Speech { samples, unspoken })
    }

    fn shrink(&mut self) {
        if let Err(error) = lock(&self.model).shrink() {
            log::warn!("the memory of the last lines could not be given back: {error}");
        }
    }
}

/// The style that `setup` asks for.
fn blended(setup: &Setup, folder: &Path, id: &str) -> Result<StylePack, VoiceError> {
    let damaged = |problem: String, path: &Path| VoiceError::Damaged {
        id: id.to_owned(),
        problem,
        path: path.display().to_string(),
    };
    let read = |StyleShare { file, share }: &StyleShare| {
        let path = folder.join(file);
        let bytes = std::fs::read(&path).map_err(|error| unreadable(&error, &path, id))?;
        Ok((StylePack::parse(&bytes).map_err(|problem| damaged(problem, &path))?, *share))
    };
    let parts = setup.styles.iter().map(read).collect::<Result<Vec<_>, VoiceError>>()?;
    StylePack::blend(&parts).ok_or_else(|| damaged("its speakers have no share in it".to_owned(), folder))
}

fn unreadable(error: &std::io::Error, path: &Path, id: &str) -> VoiceError {
    let problem = format!("a file cannot be read: {error}");
    VoiceError::Damaged { id: id.to_owned(), problem, path: path.display().to_string() }
}

/// A hash of everything that decides how the voice sounds: the network, the styles and their shares, the rules of reading.
///
/// The files themselves are hashed, so that one put in place by hand is never taken for the one it replaced. It is done
/// beside the loading of the network and is over first.
fn model_hash(
    model: &Path,
    setup: &Setup,
    folder: &Path,
    reader: &Reader,
) -> Result<String, (std::io::Error, PathBuf)> {
    let mut hash = Sha256::new();
    hash.update(super::sha256_of(model).map_err(|error| (error, model.to_owned()))?);
    for StyleShare { file, share } in &setup.styles {
        let path = folder.join(file);
        hash.update(std::fs::read(&path).map_err(|error| (error, path))?);
        hash.update(share.to_le_bytes());
    }
    reader.add_to(&mut hash);
    Ok(super::hex(&hash.finalize()))
}
