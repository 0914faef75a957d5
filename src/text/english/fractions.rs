//! Two numbers with a stroke or a colon between them.

use super::amounts::{digits_at, fraction_at, value_at};
use super::numerals::{self, cardinal, cardinal_of_digits, pairs};
use super::{Claim, Kind, Text, claim, dates};
use crate::text::words::Words;

/// Words before a stroke that make it a date.
static BEFORE_DATE: Words =
    Words::new(&["on", "by", "since", "before", "after", "until", "due", "dated", "from", "through", "till"]);

/// `24/7`, `9/11`, `on 3/4`, `12/25`, `120/80`. A proper fraction is left to the quantity rule.
pub(super) fn slashed(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i) || !text.is_mark(i + 1, '/') || text.before(i).is_some_and(|token| token.first() == '/') {
        return None;
    }
    let (a, b) = (value_at(text, i)?, value_at(text, i + 2)?);
    if (a, b) == (24, 7) && text.is_mark(i + 3, '/') && text.str(i + 4) == "365" {
        return claim(5, "twenty four seven three sixty five", "fraction");
    }
    let goes_on = text.is_mark(i + 3, '/') && text.is_glued_right(i + 4)
        || text.is_mark(i + 3, '.') && text.is(i + 4, Kind::Digits);
    if goes_on {
        return None;
    }
    if let Some(season) = season(text.str(i), text.str(i + 2)) {
        return claim(3, season, "year");
    }
    let date = dates::month_day_year(a, b, None);
    if let Some(date) = date.clone().filter(|_| BEFORE_DATE.contains_lower(text.word_before(i))) {
        return claim(3, date, "date");
    }
    if let Some((numerator, denominator)) = fraction_at(text, i) {
        let is_score = matches!(text.word_after(i + 3), "stars" | "points" | "votes");
        let spoken = format!("{} out of {}", cardinal(numerator), cardinal(denominator));
        return is_score.then(|| claim(3, spoken, "fraction")).flatten();
    }
    let spoken = match (a, b, date) {
        (24, 7, _) | (9 | 7, 11, _) | (50, 50, _) | (20, 20, _) => format!("{} {}", cardinal(a), cardinal(b)),
        (_, 5 | 10 | 100, _) if a == b || a == 0 => format!("{} out of {}", cardinal(a), cardinal(b)),
        (_, _, Some(date)) => return claim(3, date, "date"),
        _ => format!("{} over {}", stroke_number(text, i), stroke_number(text, i + 2)),
    };
    claim(3, spoken, "fraction")
}

/// `2024/25`: a year and the last two digits of the next one.
fn season(from: &str, to: &str) -> Option<String> {
    let year: u64 = from.parse().ok().filter(|year| (1800..2100).contains(year))?;
    let end: u64 = to.parse().ok().filter(|&end| to.len() == 2 && end == (year + 1) % 100)?;
    let end = match end {
        0 => numerals::year(year + 1),
        1..=9 => format!("oh {}", cardinal(end)),
        _ => cardinal(end),
    };
    Some(format!("{} to {end}", numerals::year(year)))
}

/// 120/80 is "one twenty over eighty".
fn stroke_number(text: &Text<'_>, i: usize) -> String {
    let digits = text.str(i);
    if digits.len() == 3 && !digits.ends_with("00") { pairs(digits) } else { cardinal_of_digits(digits) }
}

/// `3:2`, `16:9`, `1:2:3`.
pub(super) fn ratio(text: &Text<'_>, i: usize) -> Option<Claim> {
    if !text.is_mark(i + 1, ':') {
        return None;
    }
    let mut spoken = cardinal_of_digits(digits_at(text, i)?);
    let mut k = i + 1;
    while text.is_mark(k, ':')
        && let Some(next) = digits_at(text, k + 1)
    {
        spoken.push_str(" to ");
        spoken.push_str(&cardinal_of_digits(next));
        k += 2;
    }
    (k > i + 1 && !text.is_glued_left(i)).then(|| claim(k - i, spoken, "ratio")).flatten()
}
