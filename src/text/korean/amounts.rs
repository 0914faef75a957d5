//! Numbers as they are written: separators, decimals, 만/억/조/경, 여.

use super::counters;
use super::numerals::{self, Zero};
use super::text::Text;

/// A number in digits, with the scale words that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The Sino-Korean reading.
    pub spoken: String,
    /// The value, where it is a whole number in digits only that fits a counter.
    pub value: Option<u64>,
    /// The digits before the point, without separators.
    pub whole: String,
    /// The digits behind the point.
    pub fraction: String,
    /// 만, 억, 천만 and the like follow.
    pub is_scaled: bool,
    /// One past the last character.
    pub end: usize,
}

impl Number {
    /// Whether it is written in bare digits.
    pub fn is_plain(&self) -> bool {
        self.fraction.is_empty() && !self.is_scaled
    }
}

const SMALL_SCALES: [char; 3] = ['십', '백', '천'];
const BIG_SCALES: [char; 5] = ['만', '억', '조', '경', '해'];

/// The number in digits at `i` without scale words: `1,234.5`. None in a dotted code such as `1.2.3`.
pub(super) fn digits_at(text: &Text, i: usize) -> Option<Number> {
    let (mut whole, mut end) = text.digits(i)?;
    if whole.len() <= 3 && !whole.starts_with('0') {
        while text.at(end) == ',' && text.digits_end(end + 1) == end + 4 {
            whole.push_str(&text.string(end + 1, end + 4));
            end += 4;
        }
    }
    let mut fraction = String::new();
    if text.at(end) == '.'
        && let Some((digits, after)) = text.digits(end + 1)
    {
        if text.at(after) == '.' && text.is_digit(after + 1) {
            return None;
        }
        fraction = digits;
        end = after;
    }
    let mut spoken = numerals::sino(&whole);
    if !fraction.is_empty() {
        spoken = format!("{spoken} 점 {}", numerals::one_by_one(&fraction, Zero::Yeong));
    }
    let value = whole.parse().ok().filter(|&value: &u64| fraction.is_empty() && value < 1_000_000_000);
    Some(Number { spoken, value, whole, fraction, is_scaled: false, end })
}

/// The number at `i` with its scale words: `1억 2천만`, `3만`, `1.5억`, `2천3백`.
pub(super) fn number_at(text: &Text, i: usize) -> Option<Number> {
    let first = digits_at(text, i)?;
    let Some((spoken, end, rank)) = scaled(text, &first, true) else { return Some(first) };
    let mut number = Number { spoken, value: None, is_scaled: true, end, ..first };
    let mut rank = rank;
    while let Some((spoken, end, next_rank)) = next_group(text, number.end, rank) {
        let gap = if BIG_SCALES.contains(&text.at(number.end - 1)) { " " } else { "" };
        number.spoken = format!("{}{gap}{spoken}", number.spoken);
        number.end = end;
        rank = next_rank;
        if rank == 0 {
            break;
        }
    }
    Some(number)
}

/// The number at `number` with the scale word that follows it: the reading, the index behind it, and the power of ten.
fn scaled(text: &Text, number: &Number, is_first: bool) -> Option<(String, usize, usize)> {
    let mut k = number.end;
    let mut spoken = number.spoken.clone();
    let mut rank = 0;
    // "3조각", "5백여": a counter that begins like a scale word comes first.
    if counters::find(text, k).is_some_and(|counter| counter.end > k + 1) {
        return None;
    }
    let is_one = number.value == Some(1);
    if let Some(place) = SMALL_SCALES.iter().position(|&c| c == text.at(k)) {
        spoken = if is_one { text.at(k).to_string() } else { format!("{spoken}{}", text.at(k)) };
        rank = place + 1;
        k += 1;
        // 2천3백만: what follows belongs to the same group.
        while let Some((digits, end)) = text.digits(k)
            && let Some(place) = SMALL_SCALES.iter().position(|&c| c == text.at(end)).filter(|&place| place + 1 < rank)
        {
            let digit = if digits == "1" { String::new() } else { numerals::sino(&digits) };
            spoken = format!("{spoken}{digit}{}", text.at(end));
            rank = place + 1;
            k = end + 1;
        }
        // 3천5만 cannot be; 2백50만 can.
        if let Some((digits, end)) = text.digits(k)
            && digits.len() <= rank
            && BIG_SCALES.contains(&text.at(end))
        {
            spoken.push_str(&numerals::sino(&digits));
            k = end;
        }
    }
    if let Some(place) = BIG_SCALES.iter().position(|&c| c == text.at(k)) {
        spoken = match (is_one && rank == 0, place) {
            (true, 0) if is_first => "만".to_owned(),
            _ => format!("{spoken}{}", text.at(k)),
        };
        rank = 4 * (place + 1);
        k += 1;
    }
    (rank > 0).then_some((spoken, k, rank))
}

/// The next, smaller group of a number: `2천만` in `1억 2천만`. Over a space only what has a scale word of its own.
fn next_group(text: &Text, end: usize, rank: usize) -> Option<(String, usize, usize)> {
    let at = text.skip_gap(end);
    let number = digits_at(text, at).filter(|number| number.fraction.is_empty())?;
    if let Some((spoken, end, next_rank)) = scaled(text, &number, false) {
        return (next_rank < rank).then_some((spoken, end, next_rank));
    }
    (at == end && number.whole.len() <= rank).then(|| (number.spoken.clone(), number.end, 0))
}

/// The digits of `number` moved by `places` powers of ten: `1.5` by 6 → `1500000`. None if some would stay behind the point.
pub(super) fn shifted(number: &Number, places: usize) -> Option<String> {
    let missing = places.checked_sub(number.fraction.len())?;
    Some(format!("{}{}{}", number.whole, number.fraction, "0".repeat(missing)))
}
