//! The VoxCPM2 family: a language model of 2 billion parameters that speaks 30 languages at 48 kHz, in the voice of a
//! reference, of a description, or of its own choice.
//!
//! A chunk becomes tokens (`text`); the first run reads them, with a reference if there is one, and then each step makes
//! one patch of four latent frames, 160 ms, out of noise and everything before it (`model`). A decoder makes samples of
//! the frames, in windows that overlap (`windows`).
//!
//! There is no official export. Two that people made are known, by what their graphs take, as contract (b) (fixed lengths,
//! stop logits) and (a) (growing caches, a guidance scale); anything else is refused in words. Other facts are the model
//! card's: what one step makes, the special tokens, that utterances of one or two words go wrong, and that beyond twenty
//! seconds the sound suffers.
//!
//! A folder is imported with `voices import`. Beside the graphs and `tokenizer.json` it may hold `reference.wav` (up to
//! 30 seconds of a speaker), `reference.txt` (what is said there, word for word) and `description.txt` (the voice to
//! design, one line). All of it is a part of what a take is made from.

mod contract;
pub mod files;
mod model;
mod reference;
mod sequence;
mod text;
mod windows;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::path::Path;

use super::runtime::{Runtime, SessionOptions};
use super::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo};
use crate::text::Language;
use model::{Model, Prompt};
use text::Text;

/// Longest chunk in `char`s: 10 to 20 seconds of speech; the model's sound suffers beyond.
pub const MAX_CHARS: usize = 110;

/// The model has no speed of its own to change.
pub const SPEEDS: RangeInclusive<f32> = 1.0..=1.0;

/// Samples per second.
pub const RATE_HZ: u32 = 48_000;

/// How a voice of this family is made: the names of its files.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The graph of the first run.
    pub prefill: String,
    /// The graph of a step.
    pub step: String,
    /// The graph that makes frames of a reference; only a voice with one needs it.
    #[serde(default)]
    pub encoder: Option<String>,
    /// The graph that makes samples of frames.
    pub decoder: String,
    /// The tokenizer.
    pub tokenizer: String,
    /// A recording of the speaker.
    #[serde(default)]
    pub reference: Option<String>,
    /// What is said in it.
    #[serde(default)]
    pub transcript: Option<String>,
    /// The voice to design.
    #[serde(default)]
    pub description: Option<String>,
}

/// A loaded voice of this family.
pub struct Voxcpm2 {
    info: VoiceInfo,
    text: Text,
    model: Model,
    prompt: Prompt,
}

impl Voxcpm2 {
    /// Loads the voice `info` from `folder`: the tokenizer first, then the graphs in the order in which they run.
    pub fn load(
        runtime: Runtime,
        info: VoiceInfo,
        setup: &Setup,
        folder: &Path,
        options: &SessionOptions,
    ) -> Result<Self, VoiceError> {
        let damaged = |name: &str, problem: String| VoiceError::Damaged {
            id: info.id.clone(),
            problem,
            path: folder.join(name).display().to_string(),
        };
        let text = Text::read(&folder.join(&setup.tokenizer)).map_err(|problem| damaged(&setup.tokenizer, problem))?;
        let model =
            Model::load(runtime, folder, setup, options).map_err(|error| VoiceError::of_voice(error, &info.id))?;
        let mut prompt = Prompt { description: setup.description.clone(), ..Prompt::default() };
        if let (Some(name), Some(encoder)) = (&setup.reference, &setup.encoder) {
            let samples = reference::read(&folder.join(name)).map_err(|problem| damaged(name, problem))?;
            prompt.frames = Model::encode(runtime, &folder.join(encoder), &samples, options)
                .map_err(|error| VoiceError::of_voice(error, &info.id))?;
            prompt.transcript.clone_from(&setup.transcript);
            model.check_prompt(&prompt).map_err(|problem| damaged(name, problem))?;
        }
        Ok(Self { info, text, model, prompt })
    }
}

impl Voice for Voxcpm2 {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.info.model_hash
    }

    fn provider(&self) -> &str {
        self.model.provider()
    }

    fn phonemes(&mut self, spoken: &str, _language: Language) -> Result<String, VoiceError> {
        Ok(text::prepared(spoken, self.prompt.description.as_deref()))
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let ids = self.text.ids(&text::prepared(request.spoken, self.prompt.description.as_deref()))?;
        let transcript = match &self.prompt.transcript {
            Some(transcript) => self.text.ids(&text::prepared(transcript, None))?,
            None => Vec::new(),
        };
        let samples = self.model.speak(
            (self.text.begin(), &ids),
            &transcript,
            &self.prompt.frames,
            request.seed,
            cancel,
            heard,
        )?;
        Ok(Speech { samples, unspoken: String::new() })
    }
}
