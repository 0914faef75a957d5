//! Brackets that repeat the word before them in another script.

use super::hanja::{is_hanja, readings};
use super::text::Text;
use super::{Claim, joined};

/// Longest word that a bracket may repeat.
const MAX_CHARS: usize = 24;

/// `대한민국(大韓民國)`, `大韓民國(대한민국)`, `서울(서울)`: read once.
pub(super) fn repeated(text: &Text, i: usize) -> Option<Claim> {
    let close = match text.at(i) {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    let inner_end = (i + 1..i + 2 + MAX_CHARS).find(|&k| text.at(k) == close)?;
    let inner: Vec<char> = text.slice(i + 1, inner_end).iter().copied().filter(|c| !c.is_whitespace()).collect();
    let end = text.back_over_gap(i);
    if is_same_word(&inner, text, end) {
        return joined(inner_end + 1, "", "repeat");
    }
    // As many letters before the bracket as within, spaces not counted.
    let mut outer: Vec<char> = Vec::new();
    let mut k = end;
    while k > 0 && outer.len() < inner.len() && (text.at(k - 1).is_alphanumeric() || text.is_gap(k - 1)) {
        k -= 1;
        if !text.is_gap(k) {
            outer.insert(0, text.at(k));
        }
    }
    if inner.is_empty() || inner.len() != outer.len() || inner.iter().any(|c| !c.is_alphanumeric()) {
        return None;
    }
    let n_known = inner.iter().zip(&outer).filter(|&(&a, &b)| is_same(a, b) == Some(true)).count();
    let is_other = inner.iter().zip(&outer).any(|(&a, &b)| is_same(a, b) == Some(false));
    let is_word_start = inner.iter().chain(&outer).any(|&c| is_hanja(c)) || !text.before(k).is_alphanumeric();
    let is_known = 2 * n_known >= inner.len();
    (!is_other && is_known && is_word_start).then(|| joined(inner_end + 1, "", "repeat")).flatten()
}

/// `네이버(NAVER)`, `NAVER(네이버)`: one of the two is how the other is written in Hangul.
fn is_same_word(inner: &[char], text: &Text, end: usize) -> bool {
    let start = (0..end).rev().take(MAX_CHARS).take_while(|&k| text.at(k).is_alphanumeric()).last().unwrap_or(end);
    let outer: String = text.slice(start, end).iter().collect();
    let inner: String = inner.iter().collect();
    let is_latin = |word: &str| word.chars().nth(1).is_some() && word.chars().all(super::is_latin);
    let is_hangul = |word: &str| !word.is_empty() && word.chars().all(super::is_syllable);
    if is_latin(&inner) && is_hangul(&outer) {
        crate::text::foreign::in_hangul(&inner) == outer
    } else if is_latin(&outer) && is_hangul(&inner) {
        crate::text::foreign::in_hangul(&outer) == inner
    } else {
        false
    }
}

/// Whether two characters read the same; None where a hanja is not in the table.
fn is_same(a: char, b: char) -> Option<bool> {
    let (hanja, other) = match (is_hanja(a), is_hanja(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return Some(a == b),
    };
    if !super::is_syllable(other) {
        return Some(false);
    }
    let all = readings(hanja);
    (!all.is_empty()).then(|| all.contains(&other))
}
