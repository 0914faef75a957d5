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
    "경축",
    "특사",
    "반란",
    "공동선언",
    "남북",
    "부동산",
    "내란",
    "계엄",
    "판문점",
    "평양",
    "합의",
    "기념식",
    "봉기",
    "정변",
    "해전",
    "대첩",
    "부정선거",
    "재보선",
    "전당대회",
    "지방선거",
    "대선",
];

/// What follows a famous day, but hardly a decimal.
const AFTER_FAMOUS: &[&str] = &[
    "이후",
    "이전",
    "당시",
    "때",
    "직후",
    "직전",
    "세대",
    "발발",
    "경축",
    "특사",
    "해방",
    "정신",
    "독립",
    "유공",
    "희생",
    "유족",
    "휴전",
    "남침",
    "학도",
    "군사",
    "기념",
    "부상자",
    "정국",
    "영령",
    "진상",
    "공원",
    "묘역",
    "행사",
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
        Some((third, end)) => full(text, i, (&first, &second, &third), separator, end),
        None => short(text, &first, &second, separator, end),
    }
}

fn full(
    text: &Text,
    i: usize,
    (first, second, third): (&str, &str, &str),
    separator: char,
    end: usize,
) -> Option<Claim> {
    let goes_on = text.at(end) == separator && text.is_digit(end + 1) || text.is_latin(end) && text.at(end) != 'T';
    let (year, month, day) = (first.parse().ok()?, second.parse().ok()?, third.parse().ok()?);
    let is_year = match first.len() {
        4 => (1000..3000).contains(&year),
        // 26.09.12: with both zeros, or it may be a version; so too with a dot of its own or the mark of a short year.
        2 => {
            let has_mark = separator == '.'
                && ends_in_dot(text, end)
                && year > 12
                && !is_spaced_out(text, end)
                && !super::codes::is_versioned(text, i);
            second.len() == 2 && third.len() == 2 || has_mark || text.before(i) == '\''
        }
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

/// Whether the dot at `end` ends a sentence at the end of the line, where a version may stand as well.
fn is_spaced_out(text: &Text, end: usize) -> bool {
    matches!(text.at(end + 1), super::BREAK | '\n')
}

fn short(text: &Text, first: &str, second: &str, separator: char, end: usize) -> Option<Claim> {
    if text.is_latin(end) || text.is_any(end, &['%', '/']) {
        return None;
    }
    let (a, b): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    // 2026.09, 2026-09: a year with a month in two digits.
    let has_dot = separator == '.' && ends_in_dot(text, end) && second.len() <= 2;
    let is_year = first.len() == 4 && (1900..2200).contains(&a) && (1..=12).contains(&b);
    if is_year && (second.len() == 2 && separator != '/' || has_dot && !is_spaced_out(text, end)) {
        return claim(
            end + usize::from(has_dot),
            format!("{} 년 {}", numerals::sino_of(a.into()), month_name(b)),
            "date",
        );
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

/// `2023-24시즌`, `24/25 시즌`, `'23~'24시즌`: two years of which the second follows the first.
pub(super) fn season(text: &Text, i: usize) -> Option<Claim> {
    let (first, mut k) = text.digits(i).filter(|(digits, _)| matches!(digits.len(), 2 | 4))?;
    if !text.is_any(k, &['-', '–', '/', '~']) {
        return None;
    }
    k += 1 + usize::from(text.at(k + 1) == '\'');
    let (second, end) = text.digits(k).filter(|(digits, _)| matches!(digits.len(), 2 | 4))?;
    let (a, b): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    let is_next = (a + 1) % 100 == b % 100;
    (is_next && text.precedes_any(end, &["시즌"]))
        .then(|| claim(end, format!("{} {}", numerals::sino(&first), numerals::sino(&second)), "date"))
        .flatten()
}

/// `6, 7월`, `9·10월`, `1·4·7월`: months in a row with one 월 behind them.
pub(super) fn months(text: &Text, i: usize) -> Option<Claim> {
    if matches!(text.before(i), '.' | ',' | '·' | '-' | '/') && text.is_digit(i.wrapping_sub(2)) {
        return None;
    }
    let month_at = |at: usize| {
        let (digits, end) = text.digits(at).filter(|(digits, _)| digits.len() <= 2)?;
        let month: u32 = digits.parse().ok().filter(|month| (1..=12).contains(month))?;
        Some((month, end))
    };
    let (first, mut end) = month_at(i)?;
    let mut spoken = month_name(first);
    while let Some((next, after)) = Some(text.at(end))
        .filter(|c| matches!(c, '·' | 'ㆍ' | '・' | '‧' | '∙' | '⋅' | ','))
        .and_then(|_| month_at(text.skip_gap(end + 1)))
    {
        let joint = if text.at(end) == ',' { ", " } else { " " };
        spoken = format!("{spoken}{joint}{}", month_name(next));
        end = after;
        if text.at(end) == '월' {
            let is_month = !text.is_hangul(end + 1) || !matches!(text.at(end + 1), '급' | '요' | '세');
            return is_month.then(|| claim(end + 1, spoken, "date")).flatten();
        }
    }
    None
}

/// Counters that `1·2학년` or `10·20대` have behind the second number; a day that is a name has none of them.
const COUNTED: &[&str] = &[
    "학년", "위", "등", "차", "명", "개", "호", "번", "층", "세대", "대", "살", "회", "권", "장", "단계", "급", "부 ",
    "조", "항", "월", "일", "년", "세", "인", "반", "교시", "군", "동", "편", "기",
];

/// Days that are known by their digits alone.
const FAMOUS: &[(u32, u32)] = &[(4, 19), (5, 18), (6, 25), (8, 15)];

/// `3·1절`, `6·25 전쟁`, `5·18`, `9.11 테러`: each digit of the day for itself.
pub(super) fn event(text: &Text, i: usize) -> Option<Claim> {
    let (month, end) = text.digits(i)?;
    let point = text.at(end);
    let is_middle = matches!(point, '·' | 'ㆍ' | '・' | '‧' | '∙' | '⋅');
    let (day, end) = text.digits(end + 1).filter(|_| is_middle || point == '.')?;
    let (m, d): (u32, u32) = (month.parse().ok()?, day.parse().ok()?);
    let is_counted = COUNTED.iter().any(|counter| text.has(end, counter)) && !text.precedes_any(end, EVENTS);
    let is_famous = FAMOUS.contains(&(m, d)) && text.precedes_any(end, AFTER_FAMOUS);
    let is_name = is_middle && !is_counted || text.precedes_any(end, EVENTS) || is_famous;
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
