//! English sounds in Hangul, by 외래어 표기법 제3장 제1절 (the rules for loanwords from English, cited by 항).

/// A sound of an English word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sound {
    /// A consonant: its letter in the International Phonetic Alphabet, `C` for tʃ, `J` for dʒ.
    Consonant(char),
    /// A vowel: its Hangul letters, one for each syllable that it takes; true if it is short.
    Vowel(&'static str, bool),
}

const VOWELS: &str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";

fn vowel_index(vowel: char) -> u32 {
    VOWELS.chars().position(|c| c == vowel).map_or(20, |at| at as u32)
}

/// The initial of a consonant before a vowel, by its index among the nineteen.
const fn initial(consonant: char) -> u32 {
    match consonant {
        'k' => 15,
        'ɡ' => 0,
        'n' => 2,
        't' => 16,
        'd' | 'ð' => 3,
        'l' | 'r' => 5,
        'm' => 6,
        'p' | 'f' => 17,
        'b' | 'v' => 7,
        's' | 'θ' | 'ʃ' => 9,
        'z' | 'ʒ' | 'J' => 12,
        'C' => 14,
        'h' => 18,
        _ => 11,
    }
}

fn syllable(initial: u32, vowel: char, last: u32) -> char {
    char::from_u32(0xAC00 + initial * 588 + vowel_index(vowel) * 28 + last).unwrap_or('어')
}

const FINAL_NONE: u32 = 0;
const FINAL_K: u32 = 1;
const FINAL_N: u32 = 4;
const FINAL_L: u32 = 8;
const FINAL_M: u32 = 16;
const FINAL_P: u32 = 17;
const FINAL_T: u32 = 19;
const FINAL_NG: u32 = 21;

/// Builds a word syllable by syllable.
#[derive(Default)]
struct Builder {
    done: Vec<char>,
}

impl Builder {
    /// Closes the last syllable with a final; false where it has one already, or there is none.
    fn close(&mut self, last: u32) -> bool {
        let Some(open) = self.done.last_mut().filter(|c| (**c as u32 - 0xAC00).is_multiple_of(28)) else {
            return false;
        };
        *open = char::from_u32(*open as u32 + last).unwrap_or(*open);
        true
    }

    fn push(&mut self, initial: u32, vowel: char) {
        self.done.push(syllable(initial, vowel, FINAL_NONE));
    }
}

/// A word's sounds in Hangul.
pub(super) fn written(sounds: &[Sound]) -> String {
    let mut word = Builder::default();
    let mut at = 0;
    while let Some(&sound) = sounds.get(at) {
        at += match sound {
            Sound::Vowel(vowel, _) => {
                vowels(&mut word, 11, vowel);
                1
            }
            Sound::Consonant(consonant) => consonants(&mut word, sounds, at, consonant),
        };
    }
    word.done.into_iter().collect()
}

fn vowels(word: &mut Builder, first_initial: u32, vowel: &str) {
    for (place, letter) in vowel.chars().enumerate() {
        word.push(if place == 0 { first_initial } else { 11 }, letter);
    }
}

/// Writes the consonant at `at`, with its vowel if one follows; gives how many sounds that took.
fn consonants(word: &mut Builder, sounds: &[Sound], at: usize, consonant: char) -> usize {
    let next = sounds.get(at + 1).copied();
    match (consonant, next) {
        // 9항: glides join the vowel.
        ('w' | 'j', Some(Sound::Vowel(vowel, _))) => {
            glide(word, 11, consonant, vowel);
            2
        }
        ('k' | 'ɡ' | 'h', Some(Sound::Consonant('w'))) if matches!(sounds.get(at + 2), Some(Sound::Vowel(..))) => {
            if let Some(Sound::Vowel(vowel, _)) = sounds.get(at + 2) {
                glide(word, initial(consonant), 'w', vowel);
            }
            3
        }
        (_, Some(Sound::Consonant('j'))) if matches!(sounds.get(at + 2), Some(Sound::Vowel(..))) => {
            if let Some(Sound::Vowel(vowel, _)) = sounds.get(at + 2) {
                glide(word, initial(consonant), 'j', vowel);
            }
            3
        }
        (_, Some(Sound::Vowel(vowel, _))) => {
            before_vowel(word, sounds, at, consonant, vowel);
            2
        }
        _ => {
            before_none(word, sounds, at, consonant);
            1
        }
    }
}

fn glide(word: &mut Builder, initial: u32, glide: char, vowel: &str) {
    let mut letters = vowel.chars();
    let first = letters.next().unwrap_or('ㅡ');
    let joined = match (glide, first) {
        ('w', 'ㅏ') => 'ㅘ',
        ('w', 'ㅐ') => 'ㅙ',
        ('w', 'ㅓ' | 'ㅗ') => 'ㅝ',
        ('w', 'ㅔ') => 'ㅞ',
        ('w', 'ㅣ') => 'ㅟ',
        ('j', 'ㅏ') => 'ㅑ',
        ('j', 'ㅐ') => 'ㅒ',
        ('j', 'ㅓ') => 'ㅕ',
        ('j', 'ㅔ') => 'ㅖ',
        ('j', 'ㅗ') => 'ㅛ',
        ('j', 'ㅜ') => 'ㅠ',
        (_, other) => other,
    };
    word.push(initial, joined);
    for letter in letters {
        word.push(11, letter);
    }
}

fn before_vowel(word: &mut Builder, sounds: &[Sound], at: usize, consonant: char, vowel: &str) {
    match consonant {
        // 3항 2: ʃ before vowels.
        'ʃ' => glide(word, 9, 'j', vowel),
        // 5항: ŋ closes the syllable before it.
        'ŋ' => {
            word.close(FINAL_NG);
            vowels(word, 11, vowel);
        }
        // 6항 2: l between vowels, and after a consonant other than m and n, is ㄹㄹ.
        'l' if at > 0 => {
            let nasal = matches!(sounds.get(at - 1), Some(Sound::Consonant('m' | 'n' | 'ŋ')));
            if !nasal {
                word.close(FINAL_L);
            }
            vowels(word, 5, vowel);
        }
        _ => vowels(word, initial(consonant), vowel),
    }
}

/// A consonant before another one, or at the end.
fn before_none(word: &mut Builder, sounds: &[Sound], at: usize, consonant: char) {
    let is_last = at + 1 == sounds.len();
    let after_short = at.checked_sub(1).is_some_and(|k| matches!(sounds.get(k), Some(Sound::Vowel(_, true))));
    let before_liquid = matches!(sounds.get(at + 1), Some(Sound::Consonant('l' | 'r' | 'm' | 'n' | 'w' | 'j')));
    let last = match consonant {
        'm' => Some(FINAL_M),
        'n' => Some(FINAL_N),
        'ŋ' => Some(FINAL_NG),
        'l' => Some(FINAL_L),
        // 1항: voiceless stops behind a short vowel.
        'p' if after_short && (is_last || !before_liquid) => Some(FINAL_P),
        't' if after_short && (is_last || !before_liquid) => Some(FINAL_T),
        'k' if after_short && (is_last || !before_liquid) => Some(FINAL_K),
        _ => None,
    };
    if last.is_some_and(|last| word.close(last)) {
        return;
    }
    match consonant {
        'r' if at > 0 => {} // not said before consonants and at the end
        'h' | 'w' | 'j' => {}
        // 3항, 4항.
        'ʃ' => word.push(9, if is_last { 'ㅣ' } else { 'ㅠ' }),
        'ʒ' | 'J' => word.push(12, 'ㅣ'),
        'C' => word.push(14, 'ㅣ'),
        // 2항, and 1항 for the others.
        _ => word.push(initial(consonant), 'ㅡ'),
    }
}

#[cfg(test)]
mod tests {
    use super::Sound::{Consonant as C, Vowel as V};
    use super::written;

    #[test]
    fn the_examples_of_the_rules() {
        for (sounds, expect) in [
            (vec![C('ɡ'), V("ㅐ", true), C('p')], "갭"),
            (vec![C('k'), V("ㅐ", true), C('t')], "캣"),
            (vec![C('b'), V("ㅜ", true), C('k')], "북"),
            (vec![V("ㅐ", true), C('p'), C('t')], "앱트"),
            (vec![C('s'), V("ㅔ", true), C('t'), C('b'), V("ㅐ", true), C('k')], "셋백"),
            (vec![C('s'), C('t'), V("ㅐ", true), C('m'), C('p')], "스탬프"),
            (vec![C('k'), V("ㅔㅣ", false), C('p')], "케이프"),
            (vec![C('l'), V("ㅐ", true), C('n'), C('d')], "랜드"),
            (vec![C('f'), C('l'), V("ㅐ", true), C('ʃ')], "플래시"),
            (vec![C('ʃ'), C('r'), V("ㅓ", true), C('b')], "슈러브"),
            (vec![C('ʃ'), V("ㅏ", true), C('k')], "샥"),
            (vec![C('s'), V("ㅣ", true), C('ŋ'), V("ㅣ", true), C('ŋ')], "싱잉"),
            (vec![C('h'), V("ㅗ", false), C('t'), V("ㅔ", true), C('l')], "호텔"),
            (vec![C('k'), C('w'), V("ㅣ", true), C('z')], "퀴즈"),
            (vec![C('s'), C('w'), V("ㅣ", true), C('C')], "스위치"),
            (vec![C('m'), C('j'), V("ㅜ", false), C('z'), V("ㅣ", true), C('k')], "뮤직"),
        ] {
            assert_eq!(written(&sounds), expect);
        }
    }
}
