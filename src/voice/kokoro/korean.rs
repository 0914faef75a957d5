//! Korean for a model that never learned it: standard pronunciation in symbols of other languages.
//!
//! The model was trained on English, Japanese, Chinese, Hindi and some European languages. Each Korean sound is given as
//! the nearest of theirs. The result is understood, mostly, and has an accent; the voice says so in its name.

use crate::text::pronounce::{Allophones, Consonant, Glide, Phoneme, Vowel, phonemes};

/// Version of the symbols. Raise it when a change makes some text sound otherwise.
pub const VERSION: u32 = 1;

/// What the speed that is asked for is multiplied with: the model swallows sounds of a language it does not know when it
/// speaks at its own pace.
pub const SPEED: f32 = 0.9;

/// Korean as the model is given it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Symbols of the model's alphabet.
    pub phonemes: String,
    /// Characters of the text that are neither Korean nor punctuation.
    pub unspoken: String,
}

/// Reads spoken Korean: hangul and punctuation.
pub fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    for phoneme in phonemes(text, Allophones::Voiced) {
        match phoneme {
            Phoneme::Consonant(consonant) => reading.phonemes.push_str(of_consonant(consonant)),
            Phoneme::Glide(glide) => reading.phonemes.push_str(of_glide(glide)),
            Phoneme::Vowel(vowel) => reading.phonemes.push_str(of_vowel(vowel)),
            Phoneme::Other(c) => reading.push_other(c),
        }
    }
    reading.phonemes = reading.phonemes.trim_end().to_owned();
    reading
}

impl Reading {
    fn push_other(&mut self, c: char) {
        let mark = match c {
            '.' | ',' | '!' | '?' | ':' | ';' | '—' | '…' | '“' | '”' | '"' | '(' | ')' => Some(c),
            '~' | '–' | '·' | '、' => Some(','),
            '。' => Some('.'),
            '「' | '『' | '《' | '〈' => Some('“'),
            '」' | '』' | '》' | '〉' => Some('”'),
            _ => None,
        };
        match mark {
            Some(mark) => self.phonemes.push(mark),
            None if c.is_whitespace() || matches!(c, '-' | '\'' | '‘' | '’') => self.push_space(),
            None => self.unspoken.push(c),
        }
    }

    fn push_space(&mut self) {
        if !self.phonemes.is_empty() && !self.phonemes.ends_with(' ') {
            self.phonemes.push(' ');
        }
    }
}

/// Aspirated sounds are those of Chinese, tense ones the plain ones of Spanish, Italian and French.
const fn of_consonant(consonant: Consonant) -> &'static str {
    use Consonant as C;
    match consonant {
        C::K | C::KTense | C::KUnreleased => "k",
        C::KAspirated => "kʰ",
        C::KVoiced => "ɡ",
        C::T | C::TTense | C::TUnreleased => "t",
        C::TAspirated => "tʰ",
        C::TVoiced => "d",
        C::P | C::PTense | C::PUnreleased => "p",
        C::PAspirated => "pʰ",
        C::PVoiced => "b",
        C::Ch | C::ChTense => "ʨ",
        C::ChAspirated => "ʨʰ",
        C::ChVoiced => "ʥ",
        C::S | C::STense => "s",
        C::SPalatal | C::STensePalatal => "ɕ",
        C::H => "h",
        C::M => "m",
        C::N => "n",
        C::Ng => "ŋ",
        C::RFlap => "ɾ",
        C::RLateral => "l",
    }
}

const fn of_glide(glide: Glide) -> &'static str {
    match glide {
        Glide::Y => "j",
        Glide::W => "w",
        Glide::Eu => "ɯ",
    }
}

const fn of_vowel(vowel: Vowel) -> &'static str {
    match vowel {
        Vowel::A => "a",
        Vowel::Ae => "ɛ",
        Vowel::Eo => "ʌ",
        Vowel::E => "e",
        Vowel::O => "o",
        Vowel::U => "u",
        Vowel::Eu => "ɯ",
        Vowel::I => "i",
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn sounds_become_symbols_of_the_model() {
        let check = |text: &str, expect: &str| assert_eq!(read(text).phonemes, expect, "{text}");
        check("", "");
    }

    #[test]
    fn what_is_not_korean_is_told() {
        let reading = read("가 α나7 — 다");
        assert_eq!(reading.unspoken, "α7");
    }
}
