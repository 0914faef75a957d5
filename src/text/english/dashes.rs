//! Dashes and arrows.

use crate::text::words::Words;

use super::{Claim, Kind, Text, claim, is_all_caps, tables, units};

/// Dashes: "to" between numbers, a pause between words, nothing inside a compound with a number.
pub(super) fn dash(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    if !matches!(sign, '-' | '–' | '—') {
        return None;
    }
    if text.is_mark(i + 1, '>') || text.is_mark(i + 1, '-') && text.is_mark(i + 2, '>') {
        let n = if text.is_mark(i + 1, '>') { 2 } else { 3 };
        return claim(n, arrow(text, i, i + n), "symbol");
    }
    let run = (i..text.len()).take_while(|&k| text.is_mark(k, sign)).count();
    if sign == '-' && run >= 2 {
        // "--all" is an option of a program.
        let is_option = text.is_glued_right(i + run) && text.is_free_left(i) && run == 2;
        return claim(run, if is_option { "dash dash " } else { " — " }, "dash");
    }
    if text.is_glued_left(i) && text.is_glued_right(i + 1) {
        return inner_dash(text, i, sign);
    }
    // "U.S.-based", "½-inch": no hyphen behind what is not read as a word.
    let follows_sign = i >= 2
        && text.is_mark(i - 1, '.')
        && super::is_capitalised(text.str(i - 2))
        && text.str(i - 2).chars().count() == 1
        || text.before(i).is_some_and(|token| {
            token.kind == Kind::Mark && (token.first().is_numeric() || matches!(token.first(), '%' | '"'))
        });
    if sign == '-' && follows_sign && text.is(i + 1, Kind::Word) {
        return claim(1, " ", "dash");
    }
    let is_short_month = |k: usize| tables::month(text.str(k)).is_some() || tables::weekday(text.str(k)).is_some();
    if i >= 2 && text.is_mark(i - 1, '.') && is_short_month(i - 2) && is_short_month(i + 1) {
        return claim(1, " to ", "range");
    }
    // A grade: "A-".
    let is_grade = sign == '-'
        && matches!(text.word_before(i), "A" | "B" | "C" | "D")
        && text.is_glued_left(i)
        && !text.is_glued_left(i - 1);
    if is_grade && (i + 1 == text.len() || text.is_space(i + 1) || text.is_any_mark(i + 1, &[',', '.', ';', '!', '?']))
    {
        return claim(1, " minus", "symbol");
    }
    // "5%–10%", "9am - 5pm".
    let ends_amount =
        text.before(i).is_some_and(|token| matches!(token.first(), '%' | '°' | '℃' | '℉' | '"' | ')' | '€' | '.'))
            && text.is(i + 1, Kind::Digits)
            || text.is_glued_left(i) && text.is_any_mark(i + 1, &['$', '€', '£', '¥', '₩']);
    if ends_amount && (sign != '—') {
        return claim(1, " to ", "range");
    }
    if text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1) {
        let is_between_numbers = i >= 2 && text.is(i - 2, Kind::Digits) && text.is(i + 2, Kind::Digits);
        let is_between_times = i >= 2 && text.is_any_mark(i - 2, &['.', '%']) && text.is(i + 2, Kind::Digits)
            || ends_in_measure(text, i - 1) && text.is(i + 2, Kind::Digits);
        return match (is_between_numbers, is_between_times) {
            (true, _) if !text.is_mark(i.wrapping_sub(3), ':') => claim(1, "minus", "math"),
            (true, _) | (_, true) => claim(1, "to", "range"),
            _ => claim(1, "—", "dash"),
        };
    }
    (sign == '—' || sign == '–').then(|| claim(run, " — ", "dash")).flatten()
}

/// Whether the token before `end` is a unit or half of the day behind a number.
pub(super) fn ends_in_measure(text: &Text<'_>, end: usize) -> bool {
    static ENDINGS: Words = Words::new(&["am", "pm", "m", "k", "st", "nd", "rd", "th", "s"]);
    let Some(last) = text.before(end).filter(|token| token.kind == Kind::Word) else { return false };
    let number = end.checked_sub(2).map(|k| if text.is_gap(k) { k.saturating_sub(1) } else { k });
    number.is_some_and(|k| text.is(k, Kind::Digits) || text.is_mark(k, '.'))
        && (units::is_unit(last.text) || ENDINGS.contains_lower(last.text))
}

/// A dash directly between two letters or digits.
fn inner_dash(text: &Text<'_>, i: usize, sign: char) -> Option<Claim> {
    let (left, right) = (text.str(i - 1), text.str(i + 1));
    let is_digits = |k: usize| text.is(k, Kind::Digits);
    let is_letter = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_period = |word: &str| tables::weekday(word).is_some() || tables::month(word).is_some();
    // The distance of a clock from the standard: "UTC-5".
    if matches!(left, "UTC" | "GMT") && is_digits(i + 1) {
        return claim(1, " minus ", "math");
    }
    if is_digits(i - 1) && tables::month(right).is_some() {
        return claim(1, " to ", "range");
    }
    if is_letter(left) && is_letter(right) || is_period(left) && is_period(right) && left != right {
        let is_range = matches!((left, right), ("A", "Z")) || sign == '–' || is_period(left);
        return claim(1, if is_range { " to " } else { " " }, "range");
    }
    let is_scaled =
        matches!(left, "M" | "B" | "K" | "T" | "C" | "F") && i >= 2 && (is_digits(i - 2) || text.is_mark(i - 2, '°'));
    if is_scaled && is_digits(i + 1) {
        return claim(1, " to ", "range");
    }
    if text.is_tail_of_code(i + 1) && is_digits(i + 1) {
        return claim(1, " ", "dash");
    }
    if is_digits(i - 1) && is_digits(i + 1) || ends_in_measure(text, i) && is_digits(i + 1) {
        return claim(1, " to ", "range");
    }
    if sign == '—' {
        return claim(1, " — ", "dash");
    }
    // "COVID-19", "24-hour", "A-frame", "APIs-first": a space. "well-known" keeps its hyphen.
    // "Q1-Q3"
    if is_digits(i - 1) && i >= 2 && text.str(i - 2) == right && is_digits(i + 2) {
        return claim(1, " to ", "range");
    }
    let is_ordinal = matches!(left, "st" | "nd" | "rd" | "th" | "s") && i >= 2 && is_digits(i - 2);
    let follows_number = is_ordinal || i >= 3 && text.is_mark(i - 2, '-') && is_digits(i - 3);
    let joins_acronym = is_all_caps(left) || is_all_caps(right) || is_letter(left) || is_letter(right);
    let spaced = is_digits(i - 1) || is_digits(i + 1) || follows_number || joins_acronym;
    match sign {
        _ if spaced => claim(1, " ", "dash"),
        '–' => claim(1, "-", "dash"),
        _ => None,
    }
}

/// Where an arrow stands between two words it means "to"; elsewhere it is decoration.
pub(super) fn arrow(text: &Text<'_>, i: usize, end: usize) -> &'static str {
    let has_left = text.word_index_before(i).is_some()
        || text.before(i).is_some_and(|token| token.kind == Kind::Digits || token.kind == Kind::Space) && i > 1;
    let has_right = text.is_glued_right(text.skip_gap(end));
    if has_left && has_right { " to " } else { "" }
}
