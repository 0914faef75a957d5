//! The Piper family: voices that the person has on disk, one ONNX model (VITS) of 20 to 110 MB each, 16 or 22 kHz.
//!
//! A voice is two files: the network (`model`) and a description (`config`) with the symbols it knows (`symbols`).
//! Text is cut at its marks (`pieces`) and read (`reader`) by an installed espeak-ng (`espeak`), or taken letter by
//! letter where the description says so. Voices come in by [`import`](super::import).
//!
//! The network draws its noise itself and takes no seed: a line that is rendered twice sounds a little different each time,
//! whatever the request's seed. What was rendered is kept, so that what was heard is what is exported.

mod config;
mod espeak;
mod model;
mod pieces;
mod process;
mod reader;
mod symbols;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::kokoro::split;
use super::runtime::{Runtime, RuntimeError, SessionOptions};
use super::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo};
use crate::text::Language;
pub use config::{Config, MAX_BYTES as MAX_CONFIG_BYTES, PhonemeType};
pub use espeak::found as espeak_found;
use model::Model;
use reader::Reader;

/// Speeds at which the model is still understood.
pub const SPEEDS: RangeInclusive<f32> = 0.5..=2.0;

/// Longest chunk in `char`s, six seconds of speech, so that a line begins to sound soon and one run needs little memory.
///
/// Memory climbs with the length of a run and stays there. Peak of a narration of 1,000 characters and more with a voice of
/// 63 MB (x86-64, one thread): 229 MB with sentences of 43 characters, 266 MB with 60, 365 MB with 114, and no more
/// after a quarter of an hour of speech.
pub const MAX_CHARS: usize = 120;

/// Most symbols of one run. The network has no limit of its own, and a chunk of the usual length has a hundred and fifty:
/// this is for texts that give far more sounds than letters.
const MAX_SYMBOLS: usize = 400;

/// Silence between two sentences of a chunk, besides the 0.2 to 0.4 s that the model makes at their ends.
const SENTENCE_PAUSE_SECS: f32 = 0.15;

/// What the voice's entry says beyond what every voice has.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// File of the network.
    pub model: String,
    /// File of the description.
    pub config: String,
    /// Which speaker speaks, of a model that has several.
    #[serde(default)]
    pub speaker: i64,
    /// Whether phonemes may stand in the text.
    #[serde(default)]
    pub takes_phonemes: bool,
}

/// A loaded voice of this family.
#[derive(Debug)]
pub struct Piper {
    info: VoiceInfo,
    model_hash: String,
    config: Config,
    reader: Reader,
    model: Model,
}

impl Piper {
    /// Loads the voice `info` from `folder`.
    pub fn load(
        runtime: Runtime,
        info: VoiceInfo,
        setup: &Setup,
        folder: &Path,
        options: &SessionOptions,
    ) -> Result<Self, VoiceError> {
        Self::load_with(runtime, info, setup, folder, options, espeak::program())
    }

    /// The same with this program for espeak-ng.
    fn load_with(
        runtime: Runtime,
        info: VoiceInfo,
        setup: &Setup,
        folder: &Path,
        options: &SessionOptions,
        program: OsString,
    ) -> Result<Self, VoiceError> {
        let damaged = |problem: String, path: &Path| VoiceError::Damaged {
            id: info.id.clone(),
            problem,
            path: path.display().to_string(),
        };
        let unreadable = |error: std::io::Error, path: &Path| damaged(format!("a file cannot be read: {error}"), path);
        let config_path = folder.join(&setup.config);
        let described = std::fs::read(&config_path).map_err(|error| unreadable(error, &config_path))?;
        let config =
            Config::parse(&String::from_utf8_lossy(&described)).map_err(|problem| damaged(problem, &config_path))?;
        let reader = Reader::open(&config, program).map_err(|error| error.of_voice(&info.id))?;
        let model_path = folder.join(&setup.model);
        // Five times as fast as real time and more on one core: a card would be slower to start than it speaks.
        let options = SessionOptions { device: options.device.for_small_model(), ..*options };
        let model = Model::load(runtime, &model_path, &config, setup.speaker, &options)
            .map_err(|error| VoiceError::of_voice(error, &info.id))?;
        // The files themselves are hashed, so that one put in place by hand is never taken for the one it replaced.
        let mut hash = Sha256::new();
        hash.update(super::sha256_of(&model_path).map_err(|error| unreadable(error, &model_path))?);
        hash.update(described);
        hash.update(setup.speaker.to_le_bytes());
        reader.add_to(&mut hash);
        Ok(Self { info, model_hash: super::hex(&hash.finalize()), config, reader, model })
    }

    fn read(&self, spoken: &str, cancel: &Cancel) -> Result<(String, String), VoiceError> {
        self.reader.read(spoken, &self.config.symbols, cancel).map_err(|error| error.of_voice(&self.info.id))
    }
}

impl Voice for Piper {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.model_hash
    }

    fn provider(&self) -> &str {
        self.model.provider()
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
        let speed = request.speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        let mut samples = Vec::new();
        let n_pause = (SENTENCE_PAUSE_SECS / speed * self.config.rate_hz as f32).round() as usize;
        for sentence in pieces::sentences(&phonemes) {
            if !samples.is_empty() && is_audible(&sentence) {
                samples.resize(samples.len() + n_pause, 0.0);
            }
            for run in split::runs(&sentence, MAX_SYMBOLS) {
                if cancel.is_cancelled() {
                    return Err(VoiceError::Cancelled);
                }
                if is_audible(&run.phonemes) {
                    let ids = self.config.symbols.ids(&run.phonemes);
                    samples.append(&mut self.model.samples(&ids, speed, cancel)?);
                }
            }
        }
        Ok(Speech { samples, unspoken })
    }

    fn shrink(&mut self) {
        if let Err(error) = self.model.shrink(&self.config.symbols.ids("")) {
            log::warn!("the memory of the last lines could not be given back: {error}");
        }
    }
}

/// Whether something of `phonemes` can be heard: not only marks and spaces.
fn is_audible(phonemes: &str) -> bool {
    phonemes.chars().any(char::is_alphabetic)
}

/// Checks that the network in the file `model` can be run as `config` says.
pub fn check(runtime: Runtime, model: &Path, config: &Config) -> Result<(), RuntimeError> {
    let options = SessionOptions { device: super::runtime::Device::Cpu, ..SessionOptions::default() };
    Model::load(runtime, model, config, 0, &options).map(drop)
}

/// Why a voice of this `config` cannot read on this machine, with what to do; `None` if it can.
pub fn reading_problem(config: &Config, id: &str) -> Option<VoiceError> {
    Reader::open(config, espeak::program()).err().map(|error| error.of_voice(id))
}
