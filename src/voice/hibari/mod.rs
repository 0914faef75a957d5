//! The `hibari` family: small English voices, one ONNX model of 7.9 MB each, 24 kHz.
//!
//! Text becomes phonemes by dictionaries and rules ([`g2p`]), phonemes become a spectrum by one network ([`model`]), and
//! the spectrum becomes samples by signal processing ([`dsp`]).

pub mod dsp;
pub mod g2p;
pub mod model;
mod reader;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use rand::SeedableRng as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_pcg::Pcg64Mcg;
use sha2::{Digest as _, Sha256};

use super::runtime::{Runtime, SessionOptions};
use super::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, load_beside};
use crate::text::Language;
use dsp::Synthesiser;
use g2p::{Phonemes, Tables, TablesError, Variety};
use model::AcousticModel;
pub use reader::Reader;

/// Longest chunk in `char`s: eight seconds of speech, so that a line begins to sound soon and one run needs little memory.
pub const MAX_CHARS: usize = 120;

/// Speeds that the model was trained to follow.
pub const SPEEDS: RangeInclusive<f32> = 0.5..=2.0;

/// A loaded voice of this family.
#[derive(Debug)]
pub struct Hibari {
    info: VoiceInfo,
    model_hash: String,
    reader: Reader,
    acoustic: AcousticModel,
    synthesiser: Synthesiser,
}

impl Hibari {
    /// Loads the voice `info` from `folder`. The dictionaries are kept compiled in `cache_folder`.
    pub fn load(
        runtime: Runtime,
        info: VoiceInfo,
        folder: &Path,
        cache_folder: &Path,
        options: &SessionOptions,
    ) -> Result<Self, VoiceError> {
        let model_paths = [folder.join("hibari.onnx"), Reader::unknown_words_path(folder, Variety::American)];
        let [acoustic_path, unknown_words_path] = &model_paths;
        let read_tables = || {
            let tables = Tables::open(folder, cache_folder).map_err(|error| damaged(error, &info.id))?;
            let hash = model_hash(&model_paths, &tables).map_err(|error| damaged(error, &info.id))?;
            Ok((tables, hash))
        };
        let (acoustic, (tables, model_hash)) = load_beside("voice-tables", "dictionaries", read_tables, || {
            // 80 times as fast as real time on two cores: a card would be slower to start than it speaks.
            let options = SessionOptions { device: options.device.for_small_model(), ..*options };
            AcousticModel::load(runtime, acoustic_path, &options).map_err(|error| VoiceError::of_voice(error, &info.id))
        })?;
        let reader = Reader::new(runtime, tables, unknown_words_path.clone());
        Ok(Self { info, model_hash, reader, acoustic, synthesiser: Synthesiser::default() })
    }

    /// What the acoustic model is given for `spoken`.
    fn read(&mut self, spoken: &str, cancel: &Cancel) -> Result<Phonemes, VoiceError> {
        self.reader.read(spoken, cancel).map_err(|error| VoiceError::of_voice(error, &self.info.id))
    }
}

impl Voice for Hibari {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.model_hash
    }

    fn provider(&self) -> &str {
        self.acoustic.provider()
    }

    fn phonemes(&mut self, spoken: &str, _language: Language) -> Result<String, VoiceError> {
        Ok(self.read(spoken, &Cancel::new())?.text())
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        _heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let phonemes = self.read(request.spoken, cancel)?;
        let speed = request.speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        let mut rng = Pcg64Mcg::seed_from_u64(request.seed);
        let mut samples = Vec::new();
        for utterance in &phonemes.utterances {
            let spectrum = self.acoustic.spectrum(&utterance.ids, speed, cancel)?;
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            // The model makes the silence at the end of a sentence itself: sentences follow each other directly.
            samples.append(&mut self.synthesiser.samples(&spectrum, || StandardNormal.sample(&mut rng)));
        }
        Ok(Speech { samples, unspoken: phonemes.unspoken })
    }

    fn shrink(&mut self) {
        if let Err(error) = self.acoustic.shrink() {
            log::warn!("the memory of the last lines could not be given back: {error}");
        }
    }
}

/// A hash of everything that decides how the voice sounds: both networks and the sources of the dictionaries.
///
/// The files themselves are hashed, not their dates or sizes: it takes some 20 ms beside a load of 300 ms, and a file put in
/// place by hand can never be taken for the one it replaced.
fn model_hash(model_paths: &[PathBuf], tables: &Tables) -> Result<String, TablesError> {
    let mut hash = Sha256::new();
    for path in model_paths {
        hash.update(std::fs::read(path).map_err(|source| TablesError::Read { path: path.clone(), source })?);
    }
    hash.update(tables.sources());
    hash.update(g2p::RULES_VERSION.to_le_bytes());
    Ok(super::hex(&hash.finalize()))
}

/// What is wrong with the dictionaries, told as damage to the voice `id`.
pub(super) fn damaged(error: TablesError, id: &str) -> VoiceError {
    let (problem, path) = match error {
        TablesError::Read { path, source } => (format!("a file cannot be read: {source}"), path),
        TablesError::Damaged { path, problem } => (problem, path),
    };
    VoiceError::Damaged { id: id.to_owned(), problem, path: path.display().to_string() }
}
