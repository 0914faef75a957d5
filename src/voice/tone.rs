//! A voice of tones: one short tone per letter, without a model.
//!
//! For tests of everything behind the model, and as the smallest example of a [`Voice`]. It is in no catalogue.

use super::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};
use crate::text::Language;

/// Samples per second.
const RATE_HZ: u32 = 24_000;
/// Length of one letter's tone at speed 1, in samples.
const LETTER_SAMPLES: f32 = 1_200.0;

/// See the module.
pub struct Tone {
    info: VoiceInfo,
}

impl Default for Tone {
    fn default() -> Self {
        Self {
            info: VoiceInfo {
                id: "tone".to_owned(),
                name: "Tone".to_owned(),
                engine: "tone".to_owned(),
                languages: Language::ALL.to_vec(),
                rate_hz: RATE_HZ,
                max_chars: 120,
                model_hash: "tone-1".to_owned(),
                licence: "MIT OR Apache-2.0".to_owned(),
                speed_min: 0.5,
                speed_max: 2.0,
                takes_phonemes: false,
                needs_phonemes: false,
                steps: None,
                takes_expressions: false,
                streams: false,
                sends_text_to: None,
            },
        }
    }
}

impl Voice for Tone {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &'static str {
        "tone-1"
    }

    fn provider(&self) -> &'static str {
        "CPU"
    }

    fn phonemes(&mut self, spoken: &str, _language: Language) -> Result<String, VoiceError> {
        Ok(spoken.to_owned())
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        _heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let n_letter = (LETTER_SAMPLES / request.speed) as usize;
        let mut samples = Vec::new();
        for c in request.spoken.chars() {
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            let level = if c.is_alphanumeric() { 0.3 } else { 0.0 };
            let hz = 200.0 + f64::from(u32::from(c) % 97) * 10.0 + (request.seed % 7) as f64;
            for i in 0..n_letter {
                let window = (std::f64::consts::PI * i as f64 / n_letter as f64).sin();
                let wave = (std::f64::consts::TAU * hz * i as f64 / f64::from(RATE_HZ)).sin();
                samples.push((level * window * wave) as f32);
            }
        }
        Ok(Speech { samples, unspoken: String::new() })
    }
}

/// A source that knows the one voice `tone`.
#[derive(Debug, Default)]
pub struct ToneSource;

impl VoiceSource for ToneSource {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        if id == "tone" { Ok(Box::new(Tone::default())) } else { Err(VoiceError::Unknown { id: id.to_owned() }) }
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        (id == "tone").then(|| Tone::default().info)
    }
}
