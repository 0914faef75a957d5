//! Two numbers with a tilde or a hyphen between: ranges, scores, and addresses.

use super::amounts::{Number, number_at};
use super::quantities::{self, Measured, measured_at};
use super::text::Text;
use super::{Claim, claim};

const TILDES: &[char] = &['~', '〜', '∼', '˜'];
const DASHES: &[char] = &['-', '–', '—'];
/// Words that tell of a score before or behind `3-2`.
const SCORE_BEFORE: &[&str] =
    &["스코어", "점수", "결과", "최종", "쿼터", "세트", "전반", "후반", "연장", "경기는", "쿼터를", "세트를", "전반을"];
const SCORE_AFTER: &[&str] = &[
    "승",
    "패",
    "무승부",
    "로 승",
    "로 이",
    "으로 승",
    "으로 이",
    "로 패",
    "로 졌",
    "으로 졌",
    "역전",
    "로 꺾",
    "으로 꺾",
    "로 앞",
    "으로 앞",
    "로 뒤",
    "으로 뒤",
    "로 누",
    "으로 누",
    "로 비",
    "으로 비",
    "완승",
    "완패",
    "대승",
];

/// Where the number behind a tilde at `k` begins, spaces allowed around it.
pub(super) fn behind_tilde(text: &Text, k: usize) -> Option<usize> {
    let at = text.skip_gap(k);
    text.is_any(at, TILDES).then(|| text.skip_gap(at + 1))
}

/// The same for a dash, which needs spaces on both sides or none; a hyphen with spaces only between clock times.
pub(super) fn behind_dash(text: &Text, k: usize) -> Option<usize> {
    if text.is_any(k, DASHES) {
        return Some(k + 1);
    }
    let is_clock = || text.at(text.digits_end(k + 3)) == ':' && text.at(k.wrapping_sub(3)) == ':';
    let is_dash = text.is_any(k + 1, &['–', '—']) || text.at(k + 1) == '-' && is_clock();
    let is_spaced = text.is_gap(k) && is_dash && text.is_gap(k + 2);
    is_spaced.then_some(k + 3)
}

/// `2~3분`, `5-10명`, `10~20%`, `2020~2024년`, `1만~2만 원`.
pub(super) fn range(text: &Text, i: usize) -> Option<Claim> {
    let first = number_at(text, i)?;
    if let Some(at) = behind_tilde(text, first.end) {
        return range_to(text, (first, i, false), at);
    }
    let at = behind_dash(text, first.end)?;
    let second = number_at(text, at)?;
    if is_part_of_code(text, i, second.end) {
        return None;
    }
    let measured = measured_at(text, at, &second);
    let rises = value_of(&first)? < value_of(&second)?;
    let is_name = is_address(text, i) || measured.name == "호" || measured.name == "번지";
    (rises && !is_name && !is_arithmetic(text, measured.end)).then(|| range_to(text, (first, i, false), at))?
}

/// `-5~3℃`, asked at the sign.
pub(super) fn signed_range(text: &Text, i: usize) -> Option<Claim> {
    let first = number_at(text, i + 1)?;
    let at = behind_tilde(text, first.end)?;
    range_to(text, (first, i + 1, true), at)
}

/// `3, 4개` and `3,4명`: the first of two neighbours takes the numerals of the counter behind the second.
pub(super) fn neighbours(text: &Text, i: usize) -> Option<Claim> {
    let (digits, comma) = text.digits(i).filter(|_| !text.is_any(i.wrapping_sub(1), &[',', '.']))?;
    let at = text.skip_gap(comma + 1);
    let first: u64 = digits.parse().ok().filter(|_| matches!(text.at(comma), ',' | '·' | 'ㆍ'))?;
    let second = number_at(text, at).filter(|second| second.value == Some(first + 1))?;
    let is_native = measured_at(text, at, &second).repeats(text, at, &second);
    (is_native && (1..20).contains(&first)).then(|| claim(comma, super::numerals::native(first), "counter")).flatten()
}

fn range_to(text: &Text, first: (Number, usize, bool), at: usize) -> Option<Claim> {
    let is_negative = text.at(at) == '-';
    let second_at = at + usize::from(is_negative || text.at(at) == '+');
    let second = number_at(text, second_at)?;
    let measured: Measured = measured_at(text, first.1, &second);
    let (number, start, sign) = first;
    // Two clock times or two dates are left to their own rules.
    if text.at(second.end) == ':' && text.is_digit(second.end + 1) {
        return None;
    }
    let spoken = if measured.is_nothing() && !sign && !is_negative {
        format!("{}에서 {}", number.spoken, second.spoken)
    } else {
        measured.range_words(text, (&number, start, sign), (&second, start, is_negative))
    };
    let found = Claim { end: measured.end, spoken, rule: "range", meets: super::Meets::Apart };
    Some(quantities::after_prefix(text, start, found))
}

/// The value with decimals, for comparing.
fn value_of(number: &Number) -> Option<f64> {
    format!("{}.{}", number.whole, if number.fraction.is_empty() { "0" } else { &number.fraction }).parse().ok()
}

fn is_part_of_code(text: &Text, i: usize, end: usize) -> bool {
    let before = text.before(i);
    matches!(before, '-' | '.' | '/') || super::is_latin(before) || text.is_any(end, DASHES) && text.is_digit(end + 1)
}

fn is_arithmetic(text: &Text, end: usize) -> bool {
    text.is_any(text.skip_gap(end), &['=', '+', '×', '÷'])
}

/// Whether the number at `i` follows the name of a place.
fn is_address(text: &Text, i: usize) -> bool {
    let at = text.back_over_gap(i);
    at < i && matches!(text.hangul_before(at), [_, .., '동' | '리' | '길' | '로' | '가' | '읍' | '면'])
}

/// Whether `, 7-5` follows or `6-3, ` stands before: sets of a match, one after another.
fn is_pair_behind(text: &Text, end: usize) -> bool {
    let at = text.skip_gap(end + 1);
    let middle = text.digits_end(at);
    let last = text.digits_end(middle + 1);
    let ends = !text.is_hangul(last)
        || text.has(last, "로")
        || text.has(last, "으로")
        || SCORE_AFTER.iter().any(|word| text.has(last, word));
    text.is_any(end, &[','])
        && middle > at
        && text.at(middle) == '-'
        && last > middle + 1
        && text.at(last) != '-'
        && ends
}

fn is_pair_before(text: &Text, i: usize) -> bool {
    let comma = text.back_over_gap(i).wrapping_sub(1);
    let n = (0..comma.min(text.len())).rev().take_while(|&k| text.is_digit(k)).count();
    let hyphen = comma.wrapping_sub(n + 1);
    text.is_any(comma, &[',']) && n > 0 && text.at(hyphen) == '-' && text.is_digit(hyphen.wrapping_sub(1))
}

/// `123-45번지`, `101-1203호`, and scores: `3-2 승리`.
pub(super) fn hyphenated(text: &Text, i: usize) -> Option<Claim> {
    let first = number_at(text, i)?;
    let at = if text.at(first.end) == '-' { first.end + 1 } else { return None };
    let second = number_at(text, at)?;
    if is_part_of_code(text, i, second.end) || is_arithmetic(text, second.end) {
        return None;
    }
    let is_list = is_pair_behind(text, second.end) || is_pair_before(text, i);
    let is_score = !is_address(text, i) && is_list
        || text.follows_any(i, SCORE_BEFORE)
        || text.precedes_any(second.end, SCORE_AFTER);
    if is_score {
        return claim(second.end, format!("{} 대 {}", first.spoken, second.spoken), "ratio");
    }
    let measured = measured_at(text, at, &second);
    let second_words = measured.words(text, at, &second, false);
    claim(measured.end, format!("{} 다시 {second_words}", first.spoken), "number")
}
