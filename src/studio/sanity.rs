//! Whether what a voice made of a chunk can be what it was asked to say.
//!
//! A model that hallucinates, swallows words or falls silent gives samples like any other. What can be told without
//! listening is told here; the line is tried once more with another seed and then flagged for the person.

use crate::text::Language;

/// A clip quieter than this everywhere is silence: −50 dB of full scale.
const SILENT_BELOW: f32 = 0.003_2;
/// This many samples in a row at full scale are clipping.
const N_CLIPPED: usize = 12;
/// Full scale, with room for rounding.
const FULL_SCALE: f32 = 0.999;
/// Texts shorter than this say too little about their length, in `char`s.
const MIN_CHARS: usize = 12;
/// How much faster and slower than usual speech can be.
const FASTEST: f64 = 3.0;
const SLOWEST: f64 = 3.5;
/// Silence that a model may add around what it says, seconds.
const PADDING_SECS: f64 = 3.0;

/// What is wrong with a chunk's samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suspicion {
    /// Too short for the text: words may be missing.
    TooShort,
    /// Too long for the text: words may be repeated or made up.
    TooLong,
    /// Nothing can be heard.
    Silent,
    /// It is louder than full scale can hold.
    Clipped,
}

impl Suspicion {
    /// A stable name, for texts: `too-short`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort => "too-short",
            Self::TooLong => "too-long",
            Self::Silent => "silent",
            Self::Clipped => "clipped",
        }
    }
}

/// Usual seconds per letter, syllable or digit of spoken text at speed 1: about 14 English letters and 6.5 Korean
/// syllables a second.
const fn usual_secs(language: Language) -> f64 {
    match language {
        Language::English => 0.07,
        Language::Korean => 0.15,
    }
}

/// What is wrong with `samples` as `spoken` in `language` at this speed; `None` if nothing can be told to be.
pub fn suspicion(samples: &[f32], rate_hz: u32, spoken: &str, language: Language, speed: f32) -> Option<Suspicion> {
    let n_chars = spoken.chars().filter(|c| c.is_alphanumeric()).count();
    if n_chars == 0 {
        return None;
    }
    if samples.iter().all(|sample| sample.abs() < SILENT_BELOW) {
        return Some(Suspicion::Silent);
    }
    let is_full = |sample: &f32| sample.abs() >= FULL_SCALE;
    if samples.chunk_by(|a, b| is_full(a) == is_full(b)).any(|run| run.len() >= N_CLIPPED && run.iter().all(is_full)) {
        return Some(Suspicion::Clipped);
    }
    let secs = samples.len() as f64 / f64::from(rate_hz.max(1));
    let usual = n_chars as f64 * usual_secs(language) / f64::from(speed.max(0.1));
    if n_chars >= MIN_CHARS && secs < usual / FASTEST {
        Some(Suspicion::TooShort)
    } else if secs > usual * SLOWEST + PADDING_SECS {
        Some(Suspicion::TooLong)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Suspicion, suspicion};
    use crate::text::Language;

    fn tone(secs: f64, level: f32) -> Vec<f32> {
        (0..(secs * 24_000.0) as usize).map(|n| (n as f32 * 0.1).sin() * level).collect()
    }

    fn check(samples: &[f32], spoken: &str, language: Language, speed: f32, expect: Option<Suspicion>) {
        assert_eq!(suspicion(samples, 24_000, spoken, language, speed), expect, "{spoken} {} samples", samples.len());
    }

    #[test]
    fn what_cannot_be_that_text_is_told() {
        let english = "This is a sentence of a usual length.";
        let korean = "이것은 보통 길이의 한국어 문장입니다.";
        for (text, language) in [(english, Language::English), (korean, Language::Korean)] {
            check(&tone(2.3, 0.4), text, language, 1.0, None);
            check(&tone(0.4, 0.4), text, language, 1.0, Some(Suspicion::TooShort));
            check(&tone(20.0, 0.4), text, language, 1.0, Some(Suspicion::TooLong));
            check(&tone(2.3, 0.001), text, language, 1.0, Some(Suspicion::Silent));
            check(&[], text, language, 1.0, Some(Suspicion::Silent));
        }
        check(&tone(4.6, 0.4), english, Language::English, 0.5, None);
        check(&tone(0.3, 0.4), "Yes.", Language::English, 1.0, None);
        check(&tone(2.0, 0.4), "No!", Language::English, 1.0, None);
        check(&[], "...", Language::English, 1.0, None);
    }

    #[test]
    fn peaks_are_no_clipping_and_flat_tops_are() {
        let text = "This is a sentence of a usual length.";
        check(&tone(2.3, 1.0), text, Language::English, 1.0, None);
        let flat: Vec<f32> = tone(2.3, 8.0).iter().map(|sample| sample.clamp(-1.0, 1.0)).collect();
        check(&flat, text, Language::English, 1.0, Some(Suspicion::Clipped));
    }
}
