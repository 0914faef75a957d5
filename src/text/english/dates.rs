//! Dates, months and days of the week.

use super::amounts::{digits_at, value_at};
use super::quantities::range_joint;
use super::{Claim, Kind, SentenceEnd, Text, claim, dot_is_only_abbreviation, is_capitalised, numerals, tables, units};

/// `2026-01-05`, `03/04/2025`, `13/04/2025`, `5.1.2026`, `2026-01`.
pub(super) fn numeric(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i)
        || text.before(i).is_some_and(|token| matches!(token.first(), '/' | '.' | '-')) && !text.is_free_left(i)
    {
        return None;
    }
    let separator = text.str(i + 1).chars().next().filter(|c| matches!(c, '-' | '/' | '.'))?;
    let first = digits_at(text, i)?;
    let second = digits_at(text, i + 2)?;
    let is_long = text.is_mark(i + 3, separator) && text.is(i + 4, Kind::Digits);
    if !is_long {
        return year_and_month(text, i, first, second, separator);
    }
    let third = digits_at(text, i + 4)?;
    // A fourth part, glued letters (other than the T of a time) or a decimal make it something else.
    let goes_on = text.is_mark(i + 5, separator) && text.is_glued_right(i + 6)
        || text.is_glued_right(i + 5) && !(text.str(i + 5) == "T" && text.is(i + 6, Kind::Digits));
    if goes_on {
        return None;
    }
    let (a, b, c) = (value_at(text, i)?, value_at(text, i + 2)?, value_at(text, i + 4)?);
    let spoken = match (first.len(), second.len(), third.len()) {
        (4, 1..=2, 1..=2) => month_day_year(b, c, Some(a))?,
        (1..=2, 1..=2, 4) if separator == '.' => day_month_year(a, b, c)?,
        (1..=2, 1..=2, 4) => month_day_year(a, b, Some(c)).or_else(|| month_day_year(b, a, Some(c)))?,
        (1..=2, 1..=2, 2) if separator == '/' => {
            let year = if c > 50 { 1900 + c } else { 2000 + c };
            month_day_year(a, b, Some(year)).or_else(|| month_day_year(b, a, Some(year)))?
        }
        _ => return None,
    };
    claim(5, spoken, "date")
}

/// `2026-01`. A second part without a leading zero is the end of a range of years.
fn year_and_month(text: &Text<'_>, i: usize, year: &str, month: &str, separator: char) -> Option<Claim> {
    let is_month = year.len() == 4 && month.len() == 2 && month.starts_with('0') && separator == '-';
    let year = value_at(text, i).filter(|year| is_month && (1900..2100).contains(year))?;
    let name = tables::month_name(value_at(text, i + 2)?)?;
    (!text.is_glued_right(i + 3)).then(|| claim(3, format!("{name} {}", numerals::year(year)), "date")).flatten()
}

pub(super) fn month_day_year(month: u64, day: u64, year: Option<u64>) -> Option<String> {
    let name = tables::month_name(month).filter(|_| (1..=31).contains(&day))?;
    let date = format!("{name} {}", numerals::ordinal(day));
    Some(match year {
        Some(year) => format!("{date}, {}", numerals::year(year)),
        None => date,
    })
}

fn day_month_year(day: u64, month: u64, year: u64) -> Option<String> {
    let name = tables::month_name(month).filter(|_| (1..=31).contains(&day))?;
    Some(format!("the {} of {name}, {}", numerals::ordinal(day), numerals::year(year)))
}

/// A month's name at `i`: the full name and the index behind it, a dot included.
fn month_at(text: &Text<'_>, i: usize) -> Option<(&'static str, usize)> {
    let word = text.str(i);
    let name = tables::month(word).filter(|_| text.is(i, Kind::Word))?;
    let has_dot = word != name && text.is_mark(i + 1, '.');
    Some((name, i + 1 + usize::from(has_dot)))
}

/// A day of the month at `k`, with or without an ordinal ending: its value and the index behind it.
fn day_at(text: &Text<'_>, k: usize) -> Option<(u64, usize)> {
    let day = value_at(text, k).filter(|day| (1..=31).contains(day) && text.str(k).len() <= 2)?;
    let suffix = text.str(k + 1).to_ascii_lowercase();
    if matches!(suffix.as_str(), "st" | "nd" | "rd" | "th") {
        return Some((day, k + 2));
    }
    let is_other = text.is_glued_right(k + 1)
        || text.is_any_mark(k + 1, &[':', '%', '°', '/'])
        || text.is_any_mark(k + 1, &['.', ',']) && text.is(k + 2, Kind::Digits);
    (!is_other).then_some((day, k + 1))
}

/// A year at `k`, over a space or a comma and a space.
fn year_at(text: &Text<'_>, k: usize) -> Option<(u64, usize)> {
    let comma = usize::from(text.is_mark(k, ','));
    let at = text.skip_gap(k + comma);
    let year =
        value_at(text, at).filter(|year| (1000..3000).contains(year) && text.str(at).len() == 4 && at > k + comma)?;
    let is_other = text.is_glued_right(at + 1)
        || text.is_any_mark(at + 1, &[',', '.', ':']) && text.is(at + 2, Kind::Digits)
        || tables::is_counted(text.word_after(at + 1))
            && comma == 0
            && at == k + 1
            && tables::month(text.word_before(at)).is_none()
            && text.is_gap(at + 1)
            && is_count_after(text, at + 1);
    (!is_other).then_some((year, at + 1))
}

fn is_count_after(text: &Text<'_>, k: usize) -> bool {
    matches!(text.word_after(k), "people" | "men" | "women" | "soldiers" | "miles" | "dollars")
}

/// `Jan. 5, 2026`, `March 3–5`, `Sept. 5th`, `May 2026`, `Dec.`.
pub(super) fn month_first(text: &Text<'_>, i: usize) -> Option<Claim> {
    let (name, after) = month_at(text, i).filter(|_| !text.is_glued_left(i))?;
    let next = text.skip_gap(after);
    if next > after
        && let Some((day, end)) = day_at(text, next)
        && !is_count(text, name, end)
    {
        return date_with_day(text, i, name, day, end);
    }
    if let Some((year, end)) = year_at(text, after) {
        return claim(end - i, format!("{name} {}", numerals::year(year)), "date");
    }
    short_month(text, i, name, after)
}

/// "may 5 people": a verb and a count. Only the months that are words can be mistaken.
fn is_count(text: &Text<'_>, name: &str, end: usize) -> bool {
    let next = text.word_after(end);
    matches!(name, "May" | "March") && (tables::is_counted(next) || units::is_unit(next)) && text.is_gap(end)
}

fn date_with_day(text: &Text<'_>, i: usize, name: &str, day: u64, end: usize) -> Option<Claim> {
    let mut spoken = format!("{name} {}", numerals::ordinal(day));
    let mut k = end;
    if let Some(joint) = range_joint(text, k)
        && let Some((last, after)) = day_at(text, k + joint)
    {
        spoken = format!("{spoken} to {}", numerals::ordinal(last));
        k = after;
    }
    if let Some((year, after)) = year_at(text, k) {
        spoken = format!("{spoken}, {}", numerals::year(year));
        k = after;
    }
    claim(k - i, spoken, "date")
}

/// A short month on its own: with a dot, beside another month, or one that is no word.
fn short_month(text: &Text<'_>, i: usize, name: &'static str, after: usize) -> Option<Claim> {
    if text.str(i) == name || super::is_all_caps(text.str(i)) {
        return None;
    }
    let is_in_range = range_joint(text, after).is_some_and(|joint| tables::month(text.str(after + joint)).is_some())
        || text.before(i).is_some_and(|token| matches!(token.first(), '-' | '–' | '/'))
            && i >= 2
            && tables::month(text.str(i - 2)).is_some();
    if after > i + 1 {
        if dot_is_only_abbreviation(text, i + 1, SentenceEnd::BeforeStarter) {
            return claim(2, name, "date");
        }
        return (!matches!(text.str(i), "Mar" | "Jan")).then(|| claim(1, name, "date")).flatten();
    }
    let is_no_word = matches!(text.str(i), "Feb" | "Sept" | "Oct" | "Nov" | "Dec" | "Aug" | "Apr" | "Jul");
    (is_in_range || is_no_word).then(|| claim(1, name, "date")).flatten()
}

/// `5 Jan 2026`, `5th of May`, `25 December`.
pub(super) fn day_first(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i)
        || text.before(i).is_some_and(|token| matches!(token.first(), '.' | ',' | '/' | ':')) && !text.is_free_left(i)
    {
        return None;
    }
    let (day, mut k) = day_at(text, i)?;
    let mut last = None;
    if let Some(joint) = range_joint(text, k)
        && let Some((day, after)) = day_at(text, k + joint)
    {
        last = Some(day);
        k = after;
    }
    k = text.is_gap(k).then(|| k + 1)?;
    if text.str(k) == "of" {
        k = text.is_gap(k + 1).then_some(k + 2)?;
    }
    let (name, after) = month_at(text, k).filter(|_| is_capitalised(text.str(k)))?;
    // "5 May 3" would be read twice; "on the 5 March" is a date.
    if text.is_gap(after) && day_at(text, after + 1).is_some() && year_at(text, after).is_none() {
        return None;
    }
    k = after;
    let article = if text.word_before(i).eq_ignore_ascii_case("the") { "" } else { "the " };
    let days = match last {
        Some(last) => format!("{} to {}", numerals::ordinal(day), numerals::ordinal(last)),
        None => numerals::ordinal(day),
    };
    let mut spoken = format!("{article}{days} of {name}");
    if let Some((year, after)) = year_at(text, k) {
        spoken = format!("{spoken}, {}", numerals::year(year));
        k = after;
    }
    claim(k - i, spoken, "date")
}

/// Whether the next word in this direction is a day, with nothing but joints between: `Mon-Fri`, `Sat. & Sun.`.
fn is_day_beside(text: &Text<'_>, indices: impl Iterator<Item = usize>) -> bool {
    for k in indices.take(7) {
        match text.kind(k) {
            Some(Kind::Word) if matches!(text.str(k), "and" | "to" | "through" | "or") => {}
            Some(Kind::Word) => return tables::weekday(text.str(k)).is_some(),
            Some(Kind::Mark) if text.is_any_mark(k, &['-', '–', '/', ',', '&', '.']) => {}
            Some(Kind::Space) => {}
            _ => return false,
        }
    }
    false
}

/// `Mon-Fri`, `Tue.`, `Sat, Jan 5`.
pub(super) fn weekday(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    let name = tables::weekday(word).filter(|&name| name != word && !text.is_glued_left(i))?;
    let in_range = is_day_beside(text, (i + 1)..text.len()) || is_day_beside(text, (0..i).rev());
    let dot = usize::from(text.is_mark(i + 1, '.'));
    let comma = usize::from(text.is_mark(i + 1 + dot, ','));
    let next = text.skip_gap(i + 1 + dot + comma);
    let before_date =
        next > i + 1 + dot + comma && (text.is(next, Kind::Digits) || tables::month(text.str(next)).is_some());
    let has_dot = dot == 1
        && !matches!(word, "Sat" | "Sun" | "Wed" | "Mon")
        && dot_is_only_abbreviation(text, i + 1, SentenceEnd::BeforeStarter);
    if !(in_range || before_date || has_dot) {
        return None;
    }
    let takes_dot = dot == 1 && dot_is_only_abbreviation(text, i + 1, SentenceEnd::BeforeStarter);
    claim(1 + usize::from(takes_dot), name, "date")
}
