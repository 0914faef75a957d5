//! Syllables and letters: the arithmetic of the Unicode block Hangul Syllables (The Unicode Standard, 3.12).

/// Initial consonants in code order. `ㅇ` stands for none.
const ONSETS: [char; 19] =
    ['ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];
/// Vowels in code order.
const VOWELS: [char; 21] = [
    'ㅏ', 'ㅐ', 'ㅑ', 'ㅒ', 'ㅓ', 'ㅔ', 'ㅕ', 'ㅖ', 'ㅗ', 'ㅘ', 'ㅙ', 'ㅚ', 'ㅛ', 'ㅜ', 'ㅝ', 'ㅞ', 'ㅟ', 'ㅠ', 'ㅡ',
    'ㅢ', 'ㅣ',
];
/// Final consonants in code order, from the second code on; the first code has none.
const CODAS: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ', 'ㅂ', 'ㅄ', 'ㅅ',
    'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];
/// The first syllable, 가.
const FIRST: u32 = 0xAC00;
/// The last syllable, 힣.
const LAST: u32 = 0xD7A3;

/// A syllable as its letters, written as compatibility jamo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Syllable {
    /// Initial consonant; `ㅇ` where there is none.
    pub onset: char,
    /// Vowel.
    pub vowel: char,
    /// Final consonant or cluster.
    pub coda: Option<char>,
}

impl Syllable {
    /// The letters of a composed syllable; nothing for any other character.
    pub fn of(c: char) -> Option<Self> {
        let code = u32::from(c);
        if !(FIRST..=LAST).contains(&code) {
            return None;
        }
        let index = (code - FIRST) as usize;
        let (onset, vowel, coda) = (index / (21 * 28), index / 28 % 21, index % 28);
        Some(Self { onset: ONSETS[onset], vowel: VOWELS[vowel], coda: coda.checked_sub(1).map(|coda| CODAS[coda]) })
    }

    /// The composed syllable.
    pub fn compose(self) -> char {
        let place = |letters: &[char], letter: char| letters.iter().position(|c| *c == letter).unwrap_or(0);
        let coda = self.coda.map_or(0, |coda| place(&CODAS, coda) + 1);
        let index = (place(&ONSETS, self.onset) * 21 + place(&VOWELS, self.vowel)) * 28 + coda;
        char::from_u32(FIRST + index as u32).unwrap_or('가')
    }
}

/// Whether `c` is a composed syllable.
pub(super) fn is_syllable(c: char) -> bool {
    (FIRST..=LAST).contains(&u32::from(c))
}

/// The final consonant of a composed syllable.
pub(super) fn coda(c: char) -> Option<char> {
    Syllable::of(c).and_then(|syllable| syllable.coda)
}

/// The tense consonant of a lax one; any other letter stays.
pub(super) const fn tense(onset: char) -> char {
    match onset {
        'ㄱ' => 'ㄲ',
        'ㄷ' => 'ㄸ',
        'ㅂ' => 'ㅃ',
        'ㅅ' => 'ㅆ',
        'ㅈ' => 'ㅉ',
        other => other,
    }
}

/// The aspirated consonant that a stop or affricate becomes next to ㅎ.
pub(super) const fn aspirated(letter: char) -> Option<char> {
    match letter {
        'ㄱ' => Some('ㅋ'),
        'ㄷ' => Some('ㅌ'),
        'ㅂ' => Some('ㅍ'),
        'ㅈ' => Some('ㅊ'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_syllable_is_its_letters_again() {
        for code in FIRST..=LAST {
            let c = char::from_u32(code).expect("inside the block");
            assert_eq!(Syllable::of(c).map(Syllable::compose), Some(c));
        }
        assert_eq!(Syllable::of('ㄱ'), None);
        assert_eq!(Syllable::of('a'), None);
    }
}
