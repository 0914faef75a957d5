//! Single Korean letters: laughing and crying in chats, letter names, short forms of chats.

use super::text::Text;
use super::{Claim, claim, dropped};

/// What a chat writes for a sound or a face that nobody speaks.
const NOISES: &[char] = &['ㅋ', 'ㅎ', 'ㅠ', 'ㅜ', 'ㅡ', 'ㅗ', 'ㅉ', 'ㅍ'];
const SHORT_FORMS: &[(&str, &str)] = &[
    ("ㅇㅋ", "오케이"),
    ("ㄱㅅ", "감사"),
    ("ㅊㅋ", "축하"),
    ("ㅈㅅ", "죄송"),
    ("ㅇㅇ", "응응"),
    ("ㄴㄴ", "노노"),
    ("ㄱㄱ", "고고"),
    ("ㄷㄷ", "덜덜"),
    ("ㅂㅂ", "바이바이"),
    ("ㅂㅇ", "바이"),
    ("ㅎㅇ", "하이"),
    ("ㅅㄱ", "수고"),
    ("ㅇㅈ", "인정"),
    ("ㄹㅇ", "레알"),
    ("ㅁㄹ", "몰라"),
    ("ㅇㄷ", "어디"),
    ("ㅊㅊ", "추천"),
];
const CONSONANTS: &[(char, &str)] = &[
    ('ㄱ', "기역"),
    ('ㄲ', "쌍기역"),
    ('ㄴ', "니은"),
    ('ㄷ', "디귿"),
    ('ㄸ', "쌍디귿"),
    ('ㄹ', "리을"),
    ('ㅁ', "미음"),
    ('ㅂ', "비읍"),
    ('ㅃ', "쌍비읍"),
    ('ㅅ', "시옷"),
    ('ㅆ', "쌍시옷"),
    ('ㅇ', "이응"),
    ('ㅈ', "지읒"),
    ('ㅉ', "쌍지읒"),
    ('ㅊ', "치읓"),
    ('ㅋ', "키읔"),
    ('ㅌ', "티읕"),
    ('ㅍ', "피읖"),
    ('ㅎ', "히읗"),
    ('ㄳ', "기역시옷"),
    ('ㄵ', "니은지읒"),
    ('ㄶ', "니은히읗"),
    ('ㄺ', "리을기역"),
    ('ㄻ', "리을미음"),
    ('ㄼ', "리을비읍"),
    ('ㄽ', "리을시옷"),
    ('ㄾ', "리을티읕"),
    ('ㄿ', "리을피읖"),
    ('ㅀ', "리을히읗"),
    ('ㅄ', "비읍시옷"),
];
/// Initial letters of the conjoining block, in the order of that block.
const INITIALS: [char; 19] =
    ['ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];

/// Single letters, not the syllables; the middle dot ㆍ is none.
pub(super) const fn is_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' if c != 'ㆍ')
}

/// The name of a letter.
pub(super) fn name(c: char) -> Option<String> {
    let c = match c {
        '\u{1100}'..='\u{1112}' => INITIALS[(c as u32 - 0x1100) as usize],
        '\u{1161}'..='\u{1175}' => char::from_u32(c as u32 - 0x1161 + 'ㅏ' as u32)?,
        c => c,
    };
    if let Some((_, name)) = CONSONANTS.iter().find(|(letter, _)| *letter == c) {
        return Some((*name).to_owned());
    }
    // A vowel is said with the silent ㅇ before it.
    let vowel = (c as u32).checked_sub('ㅏ' as u32).filter(|&vowel| vowel < 21)?;
    char::from_u32(0xAC00 + (11 * 21 + vowel) * 28).map(String::from)
}

/// `ㅋㅋㅋ` is dropped, `ㄱ` is 기역, `ㅇㅋ` is 오케이.
pub(super) fn run(text: &Text, i: usize) -> Option<Claim> {
    let end = text.run(i, is_jamo);
    let letters = text.slice(i, end);
    let first = text.at(i);
    let is_noise = letters.iter().all(|c| NOISES.contains(c));
    let is_bullet = end == i + 1
        && first == 'ㅇ'
        && text.is_gap(end)
        && (0..i).rev().map(|k| text.at(k)).take_while(|&c| c != '\n').all(char::is_whitespace);
    let follows_word = super::is_syllable(text.before(i));
    if is_bullet
        || is_noise
            && (letters.len() > 1 || follows_word || matches!(first, 'ㅋ' | 'ㅎ' | 'ㅠ' | 'ㅜ') && !text.is_hangul(end))
    {
        return dropped(end);
    }
    let word: String = letters.iter().collect();
    if let Some((_, spoken)) = SHORT_FORMS.iter().find(|(short, _)| *short == word) {
        return claim(end, *spoken, "jamo");
    }
    let is_repeated = letters.len() > 1 && letters.iter().all(|&c| c == first);
    let names: Option<Vec<String>> = letters.iter().map(|&c| name(c)).collect();
    match names {
        Some(names) if !is_repeated => claim(end, names.join(" "), "jamo"),
        _ => dropped(end),
    }
}
