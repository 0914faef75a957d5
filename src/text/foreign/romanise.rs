//! Korean words in Latin letters (국어의 로마자 표기법, Revised Romanisation) and in the phonemes of English voices.

use crate::text::pronounce::{Allophones, Consonant, Glide, Phoneme, Vowel, phonemes as phones, pronunciation};

const INITIALS: [&str; 19] =
    ["g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h"];
const VOWELS: [&str; 21] = [
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
    "ui", "i",
];
/// By the final's index; the pronunciation has only seven of them.
const FINALS: [&str; 28] = [
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng", "t",
    "t", "k", "t", "p", "t",
];
/// Tense initials and the lax ones they come from: tensification is not written (제3장 제1항 다만).
const TENSE: [(u32, u32); 5] = [(1, 0), (4, 3), (8, 7), (10, 9), (13, 12)];
/// Family names whose usual spelling is not the rule's (제3장 제7항).
const FAMILIES: [(&str, &str); 3] = [("김", "Kim"), ("박", "Park"), ("최", "Choi")];

/// Initial, vowel and final of a syllable by their indices.
fn parts(c: char) -> Option<(u32, u32, u32)> {
    let at = (c as u32).checked_sub(0xAC00).filter(|&at| at < 11_172)?;
    Some((at / 588, at % 588 / 28, at % 28))
}

/// A Hangul word in Latin letters, with a capital; a three-syllable name begins with its family name.
pub(super) fn romanised(word: &str) -> String {
    let mut given = word.chars();
    if word.chars().count() == 3
        && let Some((_, family)) =
            given.next().and_then(|first| FAMILIES.iter().find(|(family, _)| family.starts_with(first)))
    {
        return format!("{family} {}", capitalised(&letters(given.as_str())));
    }
    capitalised(&letters(word))
}

fn letters(word: &str) -> String {
    let mut letters = String::new();
    let mut last_final = 0;
    for (written, spoken) in word.chars().zip(pronunciation(word).chars()) {
        let Some((mut initial, vowel, last)) = parts(spoken) else { continue };
        let lax = TENSE.iter().find(|(tense, _)| *tense == initial).map(|(_, lax)| *lax);
        if let (Some(lax), Some((written, ..))) = (lax, parts(written))
            && written == lax
        {
            initial = lax;
        }
        let at = |table: &'static [&'static str], at: u32| table.get(at as usize).copied().unwrap_or_default();
        // ㄹㄹ is ll.
        letters.push_str(if initial == 5 && last_final == 8 { "l" } else { at(&INITIALS, initial) });
        letters.push_str(at(&VOWELS, vowel));
        letters.push_str(at(&FINALS, last));
        last_final = last;
    }
    letters
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The standard pronunciation of a Hangul word in the phonemes of English voices: the nearest sound of each, the first
/// syllable stressed.
pub(super) fn phonemes(word: &str) -> String {
    let mut text = String::new();
    let mut is_stressed = false;
    for phone in phones(word, Allophones::Voiced) {
        if let Phoneme::Vowel(_) | Phoneme::Glide(Glide::Eu) = phone
            && !std::mem::replace(&mut is_stressed, true)
        {
            text.push('ˈ');
        }
        text.push_str(sign(phone));
    }
    text
}

fn sign(phone: Phoneme) -> &'static str {
    use Consonant as C;
    match phone {
        Phoneme::Other(_) => "",
        Phoneme::Glide(Glide::Y) => "j",
        Phoneme::Glide(Glide::W) => "w",
        Phoneme::Glide(Glide::Eu) | Phoneme::Vowel(Vowel::Eu) => "ʊ",
        Phoneme::Vowel(Vowel::A) => "ɑ",
        Phoneme::Vowel(Vowel::Ae | Vowel::E) => "ɛ",
        Phoneme::Vowel(Vowel::Eo) => "ʌ",
        Phoneme::Vowel(Vowel::O) => "O",
        Phoneme::Vowel(Vowel::U) => "u",
        Phoneme::Vowel(Vowel::I) => "i",
        Phoneme::Consonant(consonant) => match consonant {
            C::K | C::KTense | C::KAspirated | C::KUnreleased => "k",
            C::KVoiced => "ɡ",
            C::T | C::TTense | C::TAspirated | C::TUnreleased => "t",
            C::TVoiced => "d",
            C::P | C::PTense | C::PAspirated | C::PUnreleased => "p",
            C::PVoiced => "b",
            C::Ch | C::ChTense | C::ChAspirated => "ʧ",
            C::ChVoiced => "ʤ",
            C::S | C::STense => "s",
            C::SPalatal | C::STensePalatal => "ʃ",
            C::H => "h",
            C::M => "m",
            C::N => "n",
            C::Ng => "ŋ",
            C::RFlap => "ɾ",
            C::RLateral => "l",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{phonemes, romanised};

    #[test]
    fn words_by_the_rules_of_romanisation() {
        for (word, expect) in [
            ("서울", "Seoul"),
            ("부산", "Busan"),
            ("강남", "Gangnam"),
            ("독립문", "Dongnimmun"),
            ("신라", "Silla"),
            ("종로", "Jongno"),
            ("압구정", "Apgujeong"),
            ("해돋이", "Haedoji"),
            ("좋고", "Joko"),
            ("울릉", "Ulleung"),
            ("대관령", "Daegwallyeong"),
            ("김민수", "Kim Minsu"),
            ("김치", "Gimchi"),
            ("박지성", "Park Jiseong"),
            ("한강", "Hangang"),
        ] {
            assert_eq!(romanised(word), expect, "{word}");
        }
    }

    #[test]
    fn phonemes_of_the_standard_pronunciation() {
        for (word, expect) in [
            ("서울", "sˈʌul"),
            ("부산", "pˈusɑn"),
            ("신라", "ʃˈillɑ"),
            ("국물", "kˈuŋmul"),
            ("의사", "ˈʊisɑ"),
            ("여보", "jˈʌbO"),
        ] {
            assert_eq!(phonemes(word), expect, "{word}");
        }
    }
}
