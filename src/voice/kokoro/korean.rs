//! Korean for a model that never learned it: standard pronunciation in symbols of other languages.
//!
//! The model was trained on English, Japanese, Chinese, Hindi and some European languages. Each Korean sound is given as
//! the nearest of theirs. The result is understood in part, and has an accent; the voice says so in its name.
//!
//! # Why these symbols
//!
//! The speaker is Japanese, and what that language was written with in training works best. A Korean recogniser listened
//! to 15 sentences of `tests/text_corpus/ko_speech_development.txt` (290 syllables) and got this share of the syllables
//! wrong; differences under four points may be chance.
//!
//! | symbols | wrong |
//! |---|---|
//! | stress mark before the vowel of each word's first syllable, speed 0.9 | 46 % |
//! | … at speed 0.8 | 56 % |
//! | stress mark before the first consonant of each word | 67 % |
//! | stress mark in every syllable | 50 % |
//! | no stress marks, speed 0.9 | 38 % |
//! | … and `h` instead of `ʰ` | 41 % |
//! | … and ㅓ as `ɔ` | 34 % |
//! | … and ㄱ, ㄷ, ㅂ at the end of a syllable as `ʔ`, as Japanese has it before a long consonant | 35 % |
//! | no stress marks, speed 1 | 36 % |
//! | … and ㅓ as `ɔ`, final ㄱ, ㄷ, ㅂ as `ʔ` | 35 % |
//! | … and `ʔ` before tense consonants after a vowel | 34 % |
//! | … ㅡ as `ɨ` instead | 32 % |
//! | other speakers with stress marks, speed 0.9: American, Chinese | 65 %, 73 % |
//!
//! What is used has all of the last: no stress marks, speed 1, `ɔ`, `ɨ`, and `ʔ` in both places. On all 30 sentences of
//! that file it gets 36 % wrong, and 31 % on the 30 of `ko_speech_held_out.txt`, which played no part in the choice.

use crate::text::pronounce::{Allophones, Consonant, Glide, Phoneme, Vowel, phonemes};

/// Version of the symbols. Raise it when a change makes some text sound otherwise.
pub const VERSION: u32 = 1;

/// What the speed that is asked for is multiplied with. Slower was understood worse, by a recogniser.
pub const SPEED: f32 = 1.0;

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
            Phoneme::Consonant(consonant) => reading.push_consonant(consonant),
            Phoneme::Glide(glide) => reading.phonemes.push_str(of_glide(glide)),
            Phoneme::Vowel(vowel) => reading.phonemes.push_str(of_vowel(vowel)),
            Phoneme::Other(c) => reading.push_other(c),
        }
    }
    reading.phonemes = reading.phonemes.trim_end().to_owned();
    reading
}

impl Reading {
    fn push_consonant(&mut self, consonant: Consonant) {
        use Consonant as C;
        let is_tense =
            matches!(consonant, C::KTense | C::TTense | C::PTense | C::ChTense | C::STense | C::STensePalatal);
        if is_tense && self.phonemes.ends_with(VOWELS) {
            self.phonemes.push_str(STOP);
        }
        // Words that are said in one breath: what is voiced within a word is voiced between them too.
        let follows_voiced =
            self.phonemes.strip_suffix(' ').is_some_and(|word| word.ends_with(VOWELS) || word.ends_with(VOICED));
        let consonant = if follows_voiced { voiced(consonant) } else { consonant };
        self.phonemes.push_str(of_consonant(consonant));
    }

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

/// The closure of the throat that Japanese has before a long consonant.
const STOP: &str = "ʔ";

/// Aspirated sounds are those of Chinese. Tense ones are the plain ones; within a word, after a vowel, the throat closes
/// before them.
const fn of_consonant(consonant: Consonant) -> &'static str {
    use Consonant as C;
    match consonant {
        C::KUnreleased | C::TUnreleased | C::PUnreleased => STOP,
        C::K | C::KTense => "k",
        C::KAspirated => "kʰ",
        C::KVoiced => "ɡ",
        C::T | C::TTense => "t",
        C::TAspirated => "tʰ",
        C::TVoiced => "d",
        C::P | C::PTense => "p",
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
        Glide::Eu => "ɨ",
    }
}

/// What [`of_vowel`] gives.
const VOWELS: [char; 8] = ['a', 'ɛ', 'ɔ', 'e', 'o', 'u', 'ɨ', 'i'];
/// Consonants that a word can end with and that are voiced.
const VOICED: [char; 4] = ['m', 'n', 'ŋ', 'l'];

/// A lax consonant between voiced sounds.
const fn voiced(consonant: Consonant) -> Consonant {
    match consonant {
        Consonant::K => Consonant::KVoiced,
        Consonant::T => Consonant::TVoiced,
        Consonant::P => Consonant::PVoiced,
        Consonant::Ch => Consonant::ChVoiced,
        other => other,
    }
}

const fn of_vowel(vowel: Vowel) -> &'static str {
    match vowel {
        Vowel::A => "a",
        Vowel::Ae => "ɛ",
        Vowel::Eo => "ɔ",
        Vowel::E => "e",
        Vowel::O => "o",
        Vowel::U => "u",
        Vowel::Eu => "ɨ",
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
        check("바람이 분다.", "paɾami bunda.");
        check("국물", "kuŋmul");
        check("먹고 자다", "mɔʔko ʥada");
        check("꽃이 예쁘다", "koʨʰi jeʔpɨda");
        check("씨앗, 써요", "ɕiaʔ, sɔjo");
        check("있어요", "iʔsɔjo");
        check("신라 달력", "ɕilla dalljɔʔ");
        check("의사가 왜 왔을까?", "ɨisaɡa wɛ waʔsɨlka?");
        check("춘천에서 커피", "ʨʰunʨʰɔnesɔ kʰɔpʰi");
        check("  한  번 ", "han bɔn");
    }

    #[test]
    fn what_is_not_korean_is_told() {
        let reading = read("가 α나7 — 다");
        assert_eq!(reading.unspoken, "α7");
        assert_eq!(reading.phonemes, "ka na — ta");
        assert_eq!(read("「가」 · '나'~").phonemes, "“ka” , na ,");
    }
}
