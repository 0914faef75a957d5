//! Numbers as they are written, and how they read: the parser that the other number rules build on.

use super::numerals::{self, Zero};
use super::{Kind, Text};
use crate::text::signs;

/// A number in digits, with or without separators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The digits of the whole part, without separators.
    pub whole: String,
    /// The digits behind the decimal point; empty if there is none.
    pub fraction: String,
    pub n_tokens: usize,
}

impl Number {
    pub fn words(&self) -> String {
        let whole = numerals::cardinal_of_digits(&self.whole);
        if self.fraction.is_empty() {
            whole
        } else {
            format!("{whole} point {}", numerals::digits(&self.fraction, Zero::Zero))
        }
    }

    pub fn is_one(&self) -> bool {
        self.whole == "1" && self.fraction.is_empty()
    }
}

/// What is counted or measured, ready to be followed by a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    pub spoken: String,
    /// The unit that follows is in the singular.
    pub is_one: bool,
    pub n_tokens: usize,
    /// The number, where it is one in digits only.
    pub number: Option<Number>,
}

/// The digits at `i` if it is one digits token.
pub(super) fn digits_at<'a>(text: &Text<'a>, i: usize) -> Option<&'a str> {
    text.is(i, Kind::Digits).then(|| text.str(i))
}

/// The value of a digits token.
pub(super) fn value_at(text: &Text<'_>, i: usize) -> Option<u64> {
    digits_at(text, i)?.parse().ok()
}

/// The number that begins at `i`: `1234`, `1,234.5`, `1.234,5`, `37,0`, `.5`. None for dotted codes such as `1.2.3`.
pub(super) fn number_at(text: &Text<'_>, i: usize) -> Option<Number> {
    if text.is_mark(i, '.') {
        let fraction = digits_at(text, i + 1)?;
        let is_code = text.is_mark(i + 2, '.') && text.is(i + 3, Kind::Digits);
        return (!is_code).then(|| Number { whole: "0".to_owned(), fraction: fraction.to_owned(), n_tokens: 2 });
    }
    let first = digits_at(text, i)?;
    if let Some(number) = continental(text, i, first) {
        return Some(number);
    }
    let mut whole = first.to_owned();
    let mut k = i + 1;
    if first.len() <= 3 && first != "0" {
        while let Some(group) = next_group(text, k) {
            whole.push_str(&group.0);
            k = group.1;
        }
    }
    let mut fraction = String::new();
    if text.is_mark(k, '.')
        && let Some(digits) = digits_at(text, k + 1)
    {
        if text.is_mark(k + 2, '.') && text.is(k + 3, Kind::Digits) {
            return None;
        }
        digits.clone_into(&mut fraction);
        k += 2;
    }
    Some(Number { whole, fraction, n_tokens: k - i })
}

/// The next group of a number with separators at `k`: its digits and the index behind it.
fn next_group(text: &Text<'_>, k: usize) -> Option<(String, usize)> {
    let is_separator = text.is_any_mark(k, &[',', '_']) || matches!(text.str(k), "\u{A0}" | "\u{202F}" | "\u{2009}");
    let group = digits_at(text, k + 1)?;
    if !is_separator {
        // With a plain space only what cannot be a number of its own: 10 000.
        return (text.str(k) == " " && group == "000").then(|| (group.to_owned(), k + 2));
    }
    // Lakh and crore: groups of two before the last group of three.
    let is_indian = group.len() == 2
        && text.is_mark(k, ',')
        && text.is_mark(k + 2, ',')
        && digits_at(text, k + 3).is_some_and(|next| next.len() == 3 || next.len() == 2);
    (group.len() == 3 || is_indian).then(|| (group.to_owned(), k + 2))
}

/// `1.234,56`, `1.000.000`, `37,0`: the separators the other way round.
fn continental(text: &Text<'_>, i: usize, first: &str) -> Option<Number> {
    let mut whole = first.to_owned();
    let mut k = i + 1;
    let mut n_groups = 0;
    while first.len() <= 3 && text.is_mark(k, '.') && digits_at(text, k + 1).is_some_and(|group| group.len() == 3) {
        whole.push_str(text.str(k + 1));
        n_groups += 1;
        k += 2;
    }
    let has_more_dots = text.is_mark(k, '.') && text.is(k + 1, Kind::Digits);
    if has_more_dots || (n_groups == 3 && !text.is_mark(k, ',')) {
        return None;
    }
    let decimals = if text.is_mark(k, ',') { digits_at(text, k + 1).filter(|digits| digits.len() != 3) } else { None };
    let is_list = text.is_mark(k + 2, ',') && text.is(k + 3, Kind::Digits) || n_groups == 0 && is_listed(text, i);
    match decimals {
        Some(digits) if !is_list => Some(Number { whole, fraction: digits.to_owned(), n_tokens: k + 2 - i }),
        _ if n_groups >= 2 => Some(Number { whole, fraction: String::new(), n_tokens: k - i }),
        _ => None,
    }
}

/// "sections 1,2": a comma after a plural separates two numbers.
fn is_listed(text: &Text<'_>, i: usize) -> bool {
    super::tables::is_counted(text.word_before(i)) || text.before(i).is_some_and(|token| token.first() == ',')
}

/// The amount that begins at `i`: a number, a fraction, or both (`2 1/2`, `1½`).
pub(super) fn amount_at(text: &Text<'_>, i: usize) -> Option<Amount> {
    if let Some((numerator, denominator)) = vulgar_at(text, i) {
        return Some(Amount {
            spoken: fraction_words(numerator, denominator),
            is_one: true,
            n_tokens: 1,
            number: None,
        });
    }
    if let Some((numerator, denominator)) = fraction_at(text, i) {
        return Some(Amount {
            spoken: fraction_words(numerator, denominator),
            is_one: true,
            n_tokens: 3,
            number: None,
        });
    }
    let number = number_at(text, i)?;
    let k = i + number.n_tokens;
    if number.fraction.is_empty() && number.whole.len() <= 3 {
        // "3-1/2 cups": the hyphen joins the number and its fraction.
        let gap = if text.is_mark(k, '-') { k + 1 } else { text.skip_gap(k) };
        let (parts, n_tokens) = match (vulgar_at(text, gap), fraction_at(text, gap).filter(|_| gap > k)) {
            (Some(parts), _) => (Some(parts), 1),
            (None, Some(parts)) => (Some(parts), 3),
            (None, None) => (None, 0),
        };
        if let Some((numerator, denominator)) = parts {
            let part = match (numerator, denominator) {
                (1, 2) => "a half".to_owned(),
                _ => fraction_words(numerator, denominator),
            };
            let spoken = format!("{} and {part}", number.words());
            return Some(Amount { spoken, is_one: false, n_tokens: gap + n_tokens - i, number: None });
        }
    }
    Some(Amount { spoken: number.words(), is_one: number.is_one(), n_tokens: number.n_tokens, number: Some(number) })
}

/// "three quarters", "one half".
pub(super) fn fraction_words(numerator: u64, denominator: u64) -> String {
    format!("{} {}", numerals::cardinal(numerator), numerals::denominator(denominator, numerator == 1))
}

/// A fraction in one character: `½`.
fn vulgar_at(text: &Text<'_>, i: usize) -> Option<(u64, u64)> {
    if !text.is(i, Kind::Mark) {
        return None;
    }
    signs::vulgar_fraction(text.tokens[i].first())
}

/// A proper fraction with a usual denominator: `3/4`. Dates, scores and codes are not.
pub(super) fn fraction_at(text: &Text<'_>, i: usize) -> Option<(u64, u64)> {
    let numerator = value_at(text, i)?;
    let denominator = if text.is_mark(i + 1, '/') { value_at(text, i + 2)? } else { return None };
    let is_usual = matches!(denominator, 2..=10 | 12 | 16 | 20 | 32 | 50 | 64 | 100 | 1000);
    // With a one above it every part has a name: 1/250.
    let is_usual = is_usual || numerator == 1 && (32..=1_000_000).contains(&denominator);
    let goes_on = text.is_glued_right(i + 3) || (text.is_any_mark(i + 3, &['/', '-']) && text.is_glued_right(i + 4));
    let starts_with_zero = text.str(i).starts_with('0') || text.str(i + 2).starts_with('0');
    (numerator > 0 && numerator < denominator && is_usual && !goes_on && !starts_with_zero)
        .then_some((numerator, denominator))
}
