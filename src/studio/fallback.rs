//! The clip that stands in for a line while the breaker is open: prepared, so that it needs no model and no memory.
//!
//! `cargo xtask fallback-clips` makes the files again: the English one is `assets/fallback/en.txt` spoken by the default
//! voice. No Korean voice that is understood can be had yet, so the Korean one is two soft tones, and the words stand on
//! the screen.

use std::collections::HashMap;

use super::{ChunkStatus, ChunkTake, LineRequest, Take};
use crate::audio::{Clip, resample};
use crate::text::{Chunk, Join, Language, Span, SpokenForm};

const ENGLISH: &[u8] = include_bytes!("../../assets/fallback/en.wav");
const KOREAN: &[u8] = include_bytes!("../../assets/fallback/ko.wav");

/// The clips at the rates that were asked for.
#[derive(Debug, Default)]
pub struct FallbackClips {
    made: HashMap<(Language, u32), Clip>,
}

impl FallbackClips {
    /// A take of the clip in the place of what `request` asks for.
    pub fn take(&mut self, request: &LineRequest) -> Take {
        let clip = self.get(request.language, request.rate_hz);
        let text = crate::text::normalize::nfc(&request.text);
        let source = Span::new(0, text.chars().count());
        let chunk = Chunk { index: 0, text, spoken: String::new(), source, join: Join::End, pause_after_ms: 0 };
        let n_samples = clip.len();
        Take {
            clip,
            chunks: vec![ChunkTake { chunk, start: 0, n_samples, status: ChunkStatus::Fallback, render_ms: 0.0 }],
            form: SpokenForm::default(),
            dropped: String::new(),
            suspicions: Vec::new(),
            provider: String::new(),
            first_audio_ms: 0.0,
            render_ms: 0.0,
        }
    }

    /// The clip for a line of this language, at `rate_hz`.
    pub fn get(&mut self, language: Language, rate_hz: u32) -> Clip {
        self.made.entry((language, rate_hz)).or_insert_with(|| clip(language, rate_hz)).clone()
    }
}

fn clip(language: Language, rate_hz: u32) -> Clip {
    let bytes = match language {
        Language::English => ENGLISH,
        Language::Korean => KOREAN,
    };
    let clip = decode(bytes).expect("the clips are part of the program, and a test decodes them");
    resample::resample(&clip, rate_hz).unwrap_or(clip)
}

/// A WAV file of 16-bit mono samples.
fn decode(bytes: &[u8]) -> Result<Clip, hound::Error> {
    let reader = hound::WavReader::new(bytes)?;
    let rate_hz = reader.spec().sample_rate;
    let samples: Result<Vec<f32>, _> =
        reader.into_samples::<i16>().map(|sample| sample.map(|sample| f32::from(sample) / 32_768.0)).collect();
    Ok(Clip::new(samples?, rate_hz))
}

#[cfg(test)]
mod tests {
    use super::FallbackClips;
    use crate::text::Language;

    #[test]
    fn both_clips_are_short_calm_and_at_the_wanted_rate() {
        let mut clips = FallbackClips::default();
        for language in Language::ALL {
            for rate_hz in [44_100, 48_000] {
                let clip = clips.get(language, rate_hz);
                assert_eq!(clip.rate_hz, rate_hz);
                assert!((0.5..6.0).contains(&clip.seconds()), "{language:?}: {} s", clip.seconds());
                let peak = clip.samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
                assert!((0.05..0.9).contains(&peak), "{language:?}: {peak}");
            }
        }
    }
}
