//! Numbers that no other rule has read. Nothing in digits is ever left.

use super::amounts::number_at;
use super::numerals::{Zero, one_by_one, sino};
use super::quantities::after_prefix;
use super::text::Text;
use super::{Claim, Meets};

pub(super) fn plain(text: &Text, i: usize) -> Option<Claim> {
    let (digits, digits_end) = text.digits(i)?;
    let (spoken, end) = match number_at(text, i) {
        Some(number) if digits.len() > 1 && digits.starts_with('0') && number.is_plain() => {
            (one_by_one(&digits, Zero::Gong), number.end)
        }
        Some(number) => (number.spoken, number.end),
        None => (sino(&digits), digits_end),
    };
    Some(after_prefix(text, i, Claim { end, spoken, rule: "number", meets: Meets::Apart }))
}
