//! Times of day and durations with colons.

use super::amounts::{digits_at, value_at};
use super::numerals::{self, cardinal};
use super::{Claim, SentenceEnd, Text, claim, dot_is_only_abbreviation};
use crate::text::words::Words;

/// `9:05 am`, `12:00`, `3:45:10`, `7pm`, `6 p.m.`.
pub(super) fn clock(text: &Text<'_>, i: usize) -> Option<Claim> {
    // The T of an ISO time stamp may stand before it.
    let is_stamp = i >= 2 && text.str(i - 1) == "T" && text.is(i - 2, super::Kind::Digits);
    if text.is_glued_left(i) && !is_stamp || text.before(i).is_some_and(|token| token.first() == '.') {
        return None;
    }
    let hour = value_at(text, i).filter(|&hour| hour <= 24 && text.str(i).len() <= 2)?;
    let Some((minute, second, mut k)) = minutes_and_seconds(text, i) else {
        let (half, n) = half_of_day(text, i + 1).filter(|_| hour <= 12)?;
        return claim(1 + n, format!("{} {half}", cardinal(hour)), "time");
    };
    if is_ratio(text, i, k) {
        return None;
    }
    let half = half_of_day(text, k);
    k += half.map_or(0, |(_, n)| n);
    let mut spoken = hour_and_minute(hour, minute, half.is_some() || !second.is_empty() || half_follows_range(text, k));
    if !second.is_empty() {
        spoken = format!("{spoken} and {second}");
    }
    if let Some((half, _)) = half {
        spoken = format!("{spoken} {half}");
    }
    claim(k - i, spoken, "time")
}

/// `1h30m`, `5m30s`, `2h 15m`: an m behind hours or before seconds is no meter.
pub(super) fn duration(text: &Text<'_>, i: usize) -> Option<Claim> {
    let unit = |word: &str| match word {
        "d" => Some((3, "day")),
        "h" | "hr" | "hrs" => Some((2, "hour")),
        "m" | "min" | "mins" => Some((1, "minute")),
        "s" | "sec" | "secs" => Some((0, "second")),
        _ => None,
    };
    if text.is_glued_left(i) || text.before(i).is_some_and(|token| token.first() == '.') {
        return None;
    }
    let mut parts: Vec<String> = Vec::new();
    let (mut k, mut end, mut last_rank) = (i, i, 4);
    while let Some(value) = value_at(text, k)
        && let Some((rank, name)) = unit(text.str(k + 1)).filter(|&(rank, _)| rank < last_rank)
    {
        parts.push(format!("{} {name}{}", cardinal(value), if value == 1 { "" } else { "s" }));
        last_rank = rank;
        end = k + 2;
        k = text.skip_gap(end);
    }
    (parts.len() >= 2 && !text.is_glued_right(end)).then(|| claim(end - i, parts.join(" "), "time")).flatten()
}

/// The minutes, the words of the seconds (or none), and the index behind.
fn minutes_and_seconds(text: &Text<'_>, i: usize) -> Option<(u64, String, usize)> {
    let two_digits = |k: usize| {
        digits_at(text, k).filter(|digits| digits.len() == 2).and_then(|_| value_at(text, k)).filter(|&v| v < 60)
    };
    if !text.is_mark(i + 1, ':') {
        return None;
    }
    let minute = two_digits(i + 2)?;
    let mut k = i + 3;
    let mut seconds = String::new();
    if text.is_mark(k, ':')
        && let Some(second) = two_digits(k + 1)
    {
        seconds = if second == 0 {
            String::new()
        } else {
            format!("{} {}", cardinal(second), if second == 1 { "second" } else { "seconds" })
        };
        k += 2;
    }
    if text.is_mark(k, '.')
        && let Some(fraction) = digits_at(text, k + 1)
    {
        let fraction = numerals::digits(fraction, numerals::Zero::Zero);
        let whole = if seconds.is_empty() {
            cardinal(minute)
        } else {
            seconds.trim_end_matches(" seconds").trim_end_matches(" second").to_owned()
        };
        seconds = format!("{whole} point {fraction} seconds");
        k += 2;
    }
    let goes_on = text.is_mark(k, ':') && digits_at(text, k + 1).is_some() || digits_at(text, k).is_some();
    (!goes_on).then_some((minute, seconds, k))
}

/// Half of the day at `k`: "A M" for `am`, ` p.m.`.
pub(super) fn half_of_day(text: &Text<'_>, k: usize) -> Option<(&'static str, usize)> {
    let at = text.skip_gap(k);
    let name = |word: &str| match word.to_ascii_lowercase().as_str() {
        "am" | "a" => Some("A M"),
        "pm" | "p" => Some("P M"),
        _ => None,
    };
    let word = text.str(at);
    let half = name(word)?;
    if word.len() == 2 {
        let is_verb = word == "am" && at > k && matches!(text.word_after(at + 1), "I" | "not");
        let dot = usize::from(
            text.is_mark(at + 1, '.') && dot_is_only_abbreviation(text, at + 1, SentenceEnd::BeforeCapital),
        );
        return (!text.is_glued_right(at + 1) && !is_verb).then_some((half, at + 1 + dot - k));
    }
    let m = text.skip_gap(at + 2);
    if !text.is_mark(at + 1, '.') || !text.str(m).eq_ignore_ascii_case("m") {
        return None;
    }
    let dot =
        usize::from(text.is_mark(m + 1, '.') && dot_is_only_abbreviation(text, m + 1, SentenceEnd::BeforeCapital));
    Some((half, m + 1 + dot - k))
}

pub(super) fn hour_and_minute(hour: u64, minute: u64, is_complete: bool) -> String {
    match (hour, minute) {
        (0, 0) if !is_complete => "midnight".to_owned(),
        (0, 0) => "zero hours".to_owned(),
        (_, 0) if is_complete && hour <= 12 => cardinal(hour),
        (_, 0) if hour <= 12 => format!("{} o'clock", cardinal(hour)),
        (_, 0) => format!("{} hundred", cardinal(hour)),
        (_, 1..=9) => format!("{} oh {}", cardinal(hour), cardinal(minute)),
        _ => format!("{} {}", cardinal(hour), cardinal(minute)),
    }
}

/// "5:00-6:30 pm": the half of the day is said once, behind the second time.
fn half_follows_range(text: &Text<'_>, k: usize) -> bool {
    let Some(joint) = super::quantities::range_joint(text, k) else { return false };
    let at = k + joint;
    let end = if text.is_mark(at + 1, ':') { at + 3 } else { at + 1 };
    digits_at(text, at).is_some() && half_of_day(text, end).is_some()
}

/// "a ratio of 1:10", "odds of 3:20", "1:50 scale".
fn is_ratio(text: &Text<'_>, i: usize, end: usize) -> bool {
    static RATIO_WORDS: Words = Words::new(&["ratio", "scale", "odds", "aspect", "proportion", "ratios"]);
    let of = text.word_index_before(i).filter(|&k| matches!(text.str(k), "of" | "is" | "at" | "a"));
    let before = of.map_or(text.word_before(i), |k| text.word_before(k));
    RATIO_WORDS.contains_lower(before) || RATIO_WORDS.contains(text.word_after(end))
}
