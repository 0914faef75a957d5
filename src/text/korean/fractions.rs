//! Fractions, ratios and scores.

use super::amounts::digits_at;
use super::numerals;
use super::text::Text;
use super::{Claim, claim, joined};
use crate::text::signs;

/// `1/2` → "이분의 일", `3/4분기` → "삼사분기", `24/7`, `1/2/3`.
pub(super) fn slashed(text: &Text, i: usize) -> Option<Claim> {
    let (first, slash) = text.digits(i)?;
    let (second, end) = text.digits(slash + 1).filter(|_| text.at(slash) == '/')?;
    if text.before(i) == '/' || text.is_any(end, &['/', '.']) && text.is_digit(end + 1) {
        return None;
    }
    if text.has(end, "분기") || text.has(end, " 분기") {
        return claim(end, format!("{}{}", numerals::sino(&first), numerals::sino(&second)), "fraction");
    }
    let (a, b): (u64, u64) = (first.parse().ok()?, second.parse().ok()?);
    if (a, b) == (24, 7) {
        return claim(end, "이십사 시간 연중무휴", "fraction");
    }
    let (first, second) = (numerals::sino(&first), numerals::sino(&second));
    let is_pressure = text.precedes_any(end, &["mmHg", "㎜Hg"]);
    if is_pressure {
        return claim(slash + 1, format!("{first}에 "), "fraction");
    }
    if a == 0 || b == 0 || a > b && b < 10 && a > 20 {
        return claim(end, format!("{first}에 {second}"), "fraction");
    }
    claim(end, format!("{second}분의 {first}"), "fraction")
}

/// `½`, and `1½` behind its whole number.
pub(super) fn vulgar(text: &Text, i: usize) -> Option<Claim> {
    let (numerator, denominator) = signs::vulgar_fraction(text.at(i))?;
    let part = format!("{}분의 {}", numerals::sino_of(denominator), numerals::sino_of(numerator));
    if text.is_digit(i.wrapping_sub(1)) {
        return joined(i + 1, format!("과 {part}"), "fraction");
    }
    claim(i + 1, part, "fraction")
}

/// Most parts of one ratio; more are read as the next ratio.
const MAX_PARTS: usize = 8;

/// `3:2` → "삼 대 이", `3:2:1`, `1:1.5`.
pub(super) fn ratio(text: &Text, i: usize) -> Option<Claim> {
    if text.sign_behind_number(i).is_some_and(|c| !matches!(c, ':' | '∶')) {
        return None;
    }
    let first = digits_at(text, i)?;
    let (mut spoken, mut end) = (first.spoken, first.end);
    let mut n_parts = 1;
    while n_parts < MAX_PARTS {
        let is_spaced = text.is_gap(end) && text.is_gap(end + 2);
        let colon = if is_spaced { end + 1 } else { end };
        if !text.is_any(colon, &[':', '∶']) {
            break;
        }
        let at = if is_spaced { colon + 2 } else { colon + 1 };
        let Some(next) = digits_at(text, at) else { break };
        spoken = format!("{spoken} 대 {}", next.spoken);
        end = next.end;
        n_parts += 1;
    }
    (n_parts > 1).then(|| claim(end, spoken, "ratio")).flatten()
}
