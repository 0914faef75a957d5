//! Money: signs, codes and scale letters.

use super::amounts::{Number, number_at, shifted};
use super::numerals::sino;
use super::ranges::behind_tilde;
use super::text::Text;
use super::units::{self, Measure};
use super::{Claim, claim};

/// Signs before or behind an amount; the longer first.
const SIGNS: &[(&str, &str)] = &[
    ("US$", "달러"),
    ("HK$", "홍콩 달러"),
    ("NT$", "대만 달러"),
    ("AU$", "호주 달러"),
    ("CA$", "캐나다 달러"),
    ("A$", "호주 달러"),
    ("C$", "캐나다 달러"),
    ("S$", "싱가포르 달러"),
    ("CN¥", "위안"),
    ("JP¥", "엔"),
    ("$", "달러"),
    ("€", "유로"),
    ("£", "파운드"),
    ("¥", "엔"),
    ("₩", "원"),
    ("₹", "루피"),
    ("₽", "루블"),
    ("฿", "바트"),
    ("₫", "동"),
    ("₱", "페소"),
    ("₿", "비트코인"),
    ("₺", "리라"),
    ("元", "위안"),
    ("円", "엔"),
];
const CODES: &[(&str, &str)] = &[
    ("KRW", "원"),
    ("USD", "달러"),
    ("EUR", "유로"),
    ("JPY", "엔"),
    ("GBP", "파운드"),
    ("CNY", "위안"),
    ("RMB", "위안"),
    ("HKD", "홍콩 달러"),
    ("TWD", "대만 달러"),
    ("AUD", "호주 달러"),
    ("CAD", "캐나다 달러"),
    ("SGD", "싱가포르 달러"),
    ("CHF", "스위스 프랑"),
    ("INR", "루피"),
    ("RUB", "루블"),
    ("THB", "바트"),
    ("VND", "동"),
    ("PHP", "페소"),
    ("BTC", "비트코인"),
    ("ETH", "이더리움"),
];
/// Letters and words that multiply an amount of money, as powers of ten.
const SCALES: &[(&str, usize)] = &[
    (" trillion", 12),
    (" billion", 9),
    (" million", 6),
    (" thousand", 3),
    ("bn", 9),
    ("mn", 6),
    ("k", 3),
    ("K", 3),
    ("m", 6),
    ("M", 6),
    ("b", 9),
    ("B", 9),
    ("T", 12),
];

fn at(table: &[(&'static str, &'static str)], text: &Text, i: usize) -> Option<(&'static str, usize)> {
    table.iter().find(|(sign, _)| text.has(i, sign)).map(|(sign, name)| (*name, i + sign.chars().count()))
}

/// The amount at `i` with its scale letter: the words and the index behind them.
fn amount(text: &Text, i: usize) -> Option<(String, usize)> {
    let number: Number = number_at(text, i)?;
    let scale = SCALES.iter().find(|(word, _)| {
        let end = number.end + word.chars().count();
        !number.is_scaled && text.has(number.end, word) && !text.is_latin(end) && !text.is_digit(end)
    });
    if let Some((word, places)) = scale
        && let Some(digits) = shifted(&number, *places)
    {
        return Some((sino(&digits), number.end + word.chars().count()));
    }
    Some((number.spoken, number.end))
}

/// `$5.99`, `₩3,500`, `$1.5M`, `$150~$300`, `-$5`.
pub(super) fn sign_first(text: &Text, i: usize) -> Option<Claim> {
    if text.at(i) == '-' && text.is_free_left(i) {
        let found = sign_first(text, i + 1)?;
        return Some(Claim { spoken: format!("마이너스 {}", found.spoken), ..found });
    }
    with_sign(text, i, SIGNS)
}

/// `US$100`, `USD 100`.
pub(super) fn letters_first(text: &Text, i: usize) -> Option<Claim> {
    if text.before(i).is_ascii_alphanumeric() {
        return None;
    }
    with_sign(text, i, SIGNS).or_else(|| with_sign(text, i, CODES))
}

fn with_sign(text: &Text, i: usize, table: &[(&'static str, &'static str)]) -> Option<Claim> {
    let (name, end) = at(table, text, i)?;
    let (spoken, end) = amount(text, text.skip_gap(end))?;
    // "₩3,500원": once is enough.
    let end = if text.has(text.skip_gap(end), name) { text.skip_gap(end) + name.chars().count() } else { end };
    if let Some(to) = behind_tilde(text, end).or_else(|| text.is_any(end, &['-', '–']).then_some(end + 1)) {
        let second = at(table, text, to);
        let from = second.map_or(to, |(_, end)| end);
        if let Some((last, after)) = amount(text, from) {
            let joint = if second.is_some() {
                format!("{spoken} {name}에서 {last}")
            } else {
                format!("{spoken}에서 {last}")
            };
            return claim(after, format!("{joint} {name}"), "range");
        }
    }
    // A rate: $9.99/월.
    let per = if text.at(end) == '/' { units::per_at(text, end + 1, Measure::Plain) } else { None };
    let (per, end) = per.map_or((String::new(), end), |(per, end)| (format!("{per} "), end));
    claim(end, format!("{per}{spoken} {name}"), "money")
}

/// A currency behind an amount at `k`: `20€`, `100 USD`, `50¢`.
pub(super) fn behind(text: &Text, k: usize) -> Option<(String, usize)> {
    if text.at(k) == '¢' {
        return Some(("센트".to_owned(), k + 1));
    }
    let (name, end) = at(CODES, text, k).filter(|&(_, end)| !text.is_latin(end)).or_else(|| at(SIGNS, text, k))?;
    // A sign before the next number belongs to that number.
    (!text.is_digit(text.skip_gap(end))).then(|| (name.to_owned(), end))
}
