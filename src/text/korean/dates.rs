//! Dates in digits, days of the week in brackets, and days that are names (`3·1`).

use super::numerals::{self, Zero};
use super::text::Text;
use super::{Claim, claim};

/// What follows a date that is the name of an event.
const EVENTS: &[&str] = &[
    "절",
    "운동",
    "전쟁",
    "사변",
    "참전",
    "혁명",
    "민주",
    "광복",
    "항쟁",
    "사태",
    "선언",
    "테러",
    "참사",
    "의거",
    "묘지",
    "쿠데타",
    "사건",
    "거리",
    "만세",
    "학살",
    "조치",
    "총선",
    "대책",
    "비상계엄",
    "구호",
];

/// The month's name with its sound changes: 유월, 시월.
fn month_name(month: u32) -> String {
    match month {
        6 => "유월".to_owned(),
        10 => "시월".to_owned(),
        _ => format!("{}월", numerals::sino_of(month.into())),
    }
}

pub(super) fn month_and_day(month: u32, day: u32) -> Option<String> {
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| format!("{} {} 일", month_name(month), numerals::sino_of(day.into())))
}

/// A part of a date at `i`, over at most one space: its digits and the index behind them.
fn part(text: &Text, i: usize) -> Option<(String, usize)> {
    text.digits(text.skip_gap(i)).filter(|(digits, _)| digits.len() <= 4)
}

/// `2026-09-12`, `2026.9.12.`, `2026. 9. 12.`, `2026/9/12`, `26.09.12`, `2026.09`, `9/12(토)`, `7.4(토)`.
pub(super) fn numeric(text: &Text, i: usize) -> Option<Claim> {
    let before = text.before(i);
    if super::is_latin(before) || matches!(before, '.' | '-' | '/') && text.is_digit(i.wrapping_sub(2)) {
        return None;
    }
    let (first, end) = part(text, i)?;
    let separator = text.at(end);
    if !matches!(separator, '-' | '/' | '.') {
        return None;
    }
    let (second, end) =
        part(text, end + 1).filter(|&(_, after)| separator == '.' || !text.is_gap(after - 1) && after > end + 1)?;
    let third = (text.at(end) == separator).then(|| part(text, end + 1)).flatten();
    match third {
        Some((third, end)) => full(text, &first, &second, &third, separator, end),
        None => short(text, &first, &second, separator, end),
    }
}

fn full(text: &Text, first: &str, second: &str, third: &str, separator: char, end: usize) -> Option<Claim> {
    let goes_on = text.at(end) == separator && text.is_digit(end + 1) || text.is_latin(end) && text.at(end) != 'T';
    let (year, month, day) = (first.parse().ok()?, second.parse().ok()?, third.parse().ok()?);
    let is_year = match first.len() {
        4 => (1000..3000).contains(&year),
        // 26.09.12: with both zeros, or it may be a version.
        2 => second.len() == 2 && third.len() == 2,
        _ => false,
    };
    if goes_on || !is_year || third.len() > 2 {
        return None;
    }
    let spoken = format!("{} 년 {}", numerals::sino_of(year), month_and_day(month, day)?);
    // The T before the time of day is a mere joint.
    let has_joint = text.at(end) == 'T' && text.is_digit(end + 1) || separator == '.' && ends_in_dot(text, end);
    claim(end + usize::from(has_joint), spoken, "date")
}

/// Whether the dot at `end` is the date's own: `2026.9.12.` before a space, a bracket or the end of the line.
fn ends_in_dot(text: &Text, end: usize) -> bool {
    text.at(end) == '.' && !text.is_any(end + 1, &['.', '…'])
}

fn short(text: &Text, first: &str, second: &str, separator: char, end: usize) -> Option<Claim> {
    if text.is_latin(end) || text.is_any(end, &['%', '/']) {
        return None;
    }
    let (a, b): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    // 2026.09, 2026-09: a year with a month in two digits.
    if first.len() == 4 && second.len() == 2 && separator != '/' && (1900..2200).contains(&a) && (1..=12).contains(&b) {
        return claim(end, format!("{} 년 {}", numerals::sino_of(a.into()), month_name(b)), "date");
    }
    if first.len() > 2 || second.len() > 2 {
        return None;
    }
    let dot = usize::from(separator == '.' && ends_in_dot(text, end));
    let has_weekday = weekdays(text, text.skip_gap(end + dot)).is_some();
    let is_slashed = separator == '/'
        && (second.starts_with('0')
            || first.starts_with('0')
            || a == b && a <= 12 && !text.precedes_any(end, &["분기"])
            || b > 12 && !matches!(b, 16 | 20 | 32 | 50) && a <= 12);
    (has_weekday || is_slashed).then(|| claim(end + dot, month_and_day(a, b)?, "date")).flatten()
}

/// Days of the week in brackets at `i`: their reading and the index behind the bracket.
fn weekdays(text: &Text, i: usize) -> Option<(String, usize)> {
    if text.at(i) != '(' {
        return None;
    }
    let mut spoken = String::new();
    let mut k = i + 1;
    loop {
        let day = text.at(k);
        if !matches!(day, '월' | '화' | '수' | '목' | '금' | '토' | '일') {
            return None;
        }
        spoken.push(day);
        spoken.push_str("요일");
        k += if text.has(k + 1, "요일") { 3 } else { 1 };
        match text.at(k) {
            ')' => return Some((spoken, k + 1)),
            '~' | '-' | '〜' => spoken.push_str("에서 "),
            '·' | ',' | '/' | 'ㆍ' => spoken.push_str(", "),
            _ => return None,
        }
        k = text.skip_gap(k + 1);
    }
}

/// `7월 4일(토)`: the bracket behind a date.
pub(super) fn weekday(text: &Text, i: usize) -> Option<Claim> {
    let (spoken, end) = weekdays(text, i)?;
    let at = text.back_over_gap(i);
    let is_date = text.before(at) == '일' && text.is_digit(at.wrapping_sub(2))
        || text.is_digit(at.wrapping_sub(1))
        || text.before(at) == '.' && text.is_digit(at.wrapping_sub(2));
    is_date.then(|| claim(end, spoken, "date")).flatten()
}

/// `3·1절`, `6·25 전쟁`, `5·18`, `9.11 테러`: each digit of the day for itself.
pub(super) fn event(text: &Text, i: usize) -> Option<Claim> {
    let (month, end) = text.digits(i)?;
    let point = text.at(end);
    let is_middle = matches!(point, '·' | 'ㆍ' | '・' | '‧' | '∙' | '⋅');
    let (day, end) = text.digits(end + 1).filter(|_| is_middle || point == '.')?;
    let is_name = is_middle || text.precedes_any(end, EVENTS);
    let (m, d): (u32, u32) = (month.parse().ok()?, day.parse().ok()?);
    let is_date = (1..=12).contains(&m)
        && (1..=31).contains(&d)
        && !text.is_any(end, &['·', '.', 'ㆍ', '%'])
        && text.before(i) != '.';
    if !is_name || !is_date {
        return None;
    }
    let day = if d.is_multiple_of(10) || m > 10 && d > 10 && d < 20 {
        numerals::sino_of(d.into())
    } else {
        numerals::one_by_one(&day, Zero::Gong)
    };
    let month = numerals::sino_of(m.into());
    claim(end, format!("{month}{day}"), "date")
}
