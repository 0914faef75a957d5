//! Decades and short years: `1990s`, `the 90s`, `'68`.

use super::amounts::digits_at;
use super::numerals;
use super::{Claim, Text, claim};
use crate::text::words::Words;

/// Words before a round number of two digits that make it a decade.
static BEFORE_DECADE: Words = Words::new(&[
    "the", "his", "her", "their", "my", "your", "our", "its", "early", "late", "mid", "low", "high", "upper", "lower",
    "1980s", "and",
]);

/// The end of a decade or another plural number at `k`: `s` or `'s`.
fn plural_mark(text: &Text<'_>, k: usize) -> Option<usize> {
    let n = usize::from(text.is_mark(k, '\''));
    (text.str(k + n) == "s" && !text.is_glued_right(k + n + 1)).then_some(n + 1)
}

/// `1990s`, `the 90s`, `in her 30s`.
pub(super) fn decade(text: &Text<'_>, i: usize) -> Option<Claim> {
    let digits = digits_at(text, i)?;
    let n = plural_mark(text, i + 1)?;
    let value: u64 = digits.parse().ok()?;
    // "MP3s", "B-52s": the plural of a name.
    let is_name = text.is_glued_left(i) || i >= 2 && text.is_mark(i - 1, '-') && super::is_capitalised(text.str(i - 2));
    if is_name && digits.len() < 4 {
        let words = numerals::cardinal(value);
        let words = if n == 2 { format!("{words}'s") } else { numerals::plural(&words) };
        return claim(1 + n, words, "number");
    }
    let words = match digits.len() {
        4 => numerals::year(value),
        2 if value >= 10
            && value.is_multiple_of(10)
            && (n == 2 || follows_decade_word(text, i) || !are_seconds(text, i)) =>
        {
            numerals::cardinal(value)
        }
        _ => return None,
    };
    claim(1 + n, numerals::plural(&words), "decade")
}

fn follows_decade_word(text: &Text<'_>, i: usize) -> bool {
    let before_hyphen = i.checked_sub(2).filter(|_| text.is_mark(i - 1, '-')).map_or("", |k| text.str(k));
    let word = if before_hyphen.is_empty() { text.word_before(i) } else { before_hyphen };
    BEFORE_DECADE.contains_lower(word)
}

/// Whether the words around the round number at `i` make its `s` a unit: "for 30s", "took 20s", "a 30s timeout".
fn are_seconds(text: &Text<'_>, i: usize) -> bool {
    static BEFORE: Words = Words::new(&[
        "in",
        "for",
        "after",
        "within",
        "every",
        "about",
        "around",
        "took",
        "takes",
        "take",
        "last",
        "lasts",
        "lasted",
        "wait",
        "waits",
        "waited",
        "next",
        "only",
        "under",
        "over",
        "than",
        "least",
        "most",
        "exactly",
        "nearly",
        "hold",
        "another",
        "to",
        "at",
        "was",
        "is",
        "of",
        "per",
        "approximately",
        "almost",
        "roughly",
        "first",
    ]);
    static AFTER: Words = Words::new(&[
        "timeout",
        "delay",
        "timer",
        "interval",
        "clip",
        "pause",
        "window",
        "limit",
        "break",
        "rest",
        "ad",
        "video",
        "wait",
        "countdown",
        "later",
        "ago",
        "left",
        "remaining",
        "long",
        "each",
        "sprint",
        "penalty",
    ]);
    let follows_sign = !text.is_free_left(i)
        || text.before(i).is_some_and(|token| matches!(token.first(), '=' | ':' | '<' | '>' | '~' | '≈' | '≤' | '≥'));
    follows_sign
        || text.is_any_mark(i + 2, &['/', '-'])
        || BEFORE.contains_lower(text.word_before(i))
        || AFTER.contains(text.word_after(i + 2))
}

/// `'90s`, `'68`.
pub(super) fn short_year(text: &Text<'_>, i: usize) -> Option<Claim> {
    if !text.is_mark(i, '\'') || !text.is_free_left(i) {
        return None;
    }
    let digits = digits_at(text, i + 1).filter(|digits| digits.len() == 2)?;
    let value: u64 = digits.parse().ok()?;
    if let Some(n) = plural_mark(text, i + 2) {
        return claim(2 + n, numerals::plural(&numerals::cardinal(value)), "decade");
    }
    let words = if value < 10 { format!("oh {}", numerals::cardinal(value)) } else { numerals::cardinal(value) };
    (!text.is_glued_right(i + 2) && !text.is_mark(i + 2, '\'')).then(|| claim(2, words, "year")).flatten()
}
