//! Characters in circles and brackets: `①`, `⑴`, `㈜`, `㉠`, `ⓐ`, and the short forms of companies: `(주)`.

use crate::text::signs;
use unicode_normalization::UnicodeNormalization as _;

use super::numerals::sino_of;
use super::quantities::after_prefix;
use super::text::Text;
use super::{Claim, Meets, claim, hanja, jamo, letters};

const COMPANIES: &[(char, &str)] = &[
    ('주', "주식회사"),
    ('유', "유한회사"),
    ('재', "재단법인"),
    ('사', "사단법인"),
    ('합', "합자회사"),
    ('학', "학교법인"),
];

/// `(주)한빛`, `한빛(주)`, `㈜한빛`.
pub(super) fn company(text: &Text, i: usize) -> Option<Claim> {
    let (letter, end) = match text.at(i) {
        '㈜' => ('주', i + 1),
        '(' if text.at(i + 2) == ')' => (text.at(i + 1), i + 3),
        _ => return None,
    };
    let (_, name) = COMPANIES.iter().find(|(short, _)| *short == letter)?;
    let after = text.skip_gap(end);
    let has_name_behind = text.is_hangul(after) || text.is_latin(after);
    let is_glued = text.at(i) == '㈜' || text.is_hangul(end) || text.is_latin(end);
    let follows_name = letter == '주' && text.is_hangul(i.wrapping_sub(1));
    if !(is_glued || has_name_behind && letter == '주' || follows_name) {
        return None;
    }
    let gap = if has_name_behind && after == end && !follows_name { " " } else { "" };
    claim(end, format!("{name}{gap}"), "abbreviation")
}

/// `①`, `⑴`, `⒈`, `❶`, `㉠`, `㉮`, `ⓐ`, `㊤`.
pub(super) fn character(text: &Text, i: usize) -> Option<Claim> {
    let c = text.at(i);
    let is_enclosed = matches!(c, '\u{2460}'..='\u{24FF}' | '\u{2776}'..='\u{2793}' | '\u{3200}'..='\u{32FF}' | '\u{1F100}'..='\u{1F10A}');
    if !is_enclosed {
        return None;
    }
    let plain: String = c.to_string().nfkc().filter(|c| c.is_alphanumeric()).collect();
    let number = signs::circled(c).or_else(|| plain.parse().ok());
    if let Some(number) = number {
        return Some(after_prefix(
            text,
            i,
            Claim { end: i + 1, spoken: sino_of(number), rule: "number", meets: Meets::Apart },
        ));
    }
    let first = plain.chars().next()?;
    let spoken = match first {
        c if super::is_syllable(c) => plain,
        c if jamo::is_jamo(c) => jamo::name(c)?,
        c if c.is_ascii_alphabetic() => letters::spelled(&plain),
        c if hanja::is_hanja(c) => hanja::read(&plain, super::BREAK)?,
        c if c.is_ascii_digit() => {
            sino_of(plain.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()?)
        }
        _ => return None,
    };
    claim(i + 1, spoken, "symbol")
}
