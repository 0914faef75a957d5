//! Units in letters and signs: `kg`, `㎏`, `%p`, `℃`, `km/h`.

use unicode_normalization::UnicodeNormalization as _;

use super::text::{BREAK, Text};
use super::unit_table::{LENGTHS, PLAIN, TIMES};

/// What is measured; some units are read before the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Plain,
    Length,
    Time,
    Celsius,
    Fahrenheit,
}

/// A unit behind a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// What is said before the number: 시속, 섭씨, 리터당.
    pub prefix: String,
    /// What is said behind it.
    pub name: String,
    pub measure: Measure,
    /// One past its last character.
    pub end: usize,
}

/// Words in Hangul that stand behind a stroke as the thing a rate is for.
const PER_WORDS: &[&str] = &[
    "시간", "개월", "초", "분", "시", "일", "월", "년", "주", "개", "명", "인", "건", "회", "대", "평", "병", "박",
    "권", "장", "호",
];

fn of(table: &[(&str, &'static str)], symbol: &str) -> Option<&'static str> {
    table.iter().find(|(name, _)| *name == symbol).map(|(_, spoken)| *spoken)
}

fn named(symbol: &str) -> Option<(&'static str, Measure)> {
    of(LENGTHS, symbol)
        .map(|name| (name, Measure::Length))
        .or_else(|| TIMES.iter().find(|(name, ..)| *name == symbol).map(|(_, name, _)| (*name, Measure::Time)))
        .or_else(|| of(PLAIN, symbol).map(|name| (name, Measure::Plain)))
}

/// The Korean name of a unit's symbol that may stand without a number: only what is no word.
pub(super) fn name_alone(symbol: &str) -> Option<&'static str> {
    const ALONE: &[&str] = &[
        "kg", "km", "cm", "mm", "mg", "ml", "mL", "KB", "MB", "GB", "TB", "kHz", "MHz", "GHz", "Hz", "dB", "kW", "kWh",
        "mAh", "kbps", "Mbps", "Gbps", "kcal", "hPa",
    ];
    ALONE.contains(&symbol).then(|| named(symbol).map(|(name, _)| name)).flatten()
}

/// A symbol at `k` as it is looked up, and the index behind it.
fn symbol_at(text: &Text, k: usize) -> Option<(String, usize)> {
    let c = text.at(k);
    // One character for the whole unit: ㎏, ㎡, ㏊.
    if matches!(c, '\u{3300}'..='\u{3357}' | '\u{3371}'..='\u{33DF}' | 'ℓ' | 'Ω') {
        let plain: String = c.to_string().nfkd().map(|c| if c == '∕' { '/' } else { c }).collect();
        let plain = match (plain.chars().next_back(), plain.len()) {
            (Some('2'), 2..) => plain.replace('2', "²"),
            (Some('3'), 2..) => plain.replace('3', "³"),
            _ if c == 'ℓ' => "L".to_owned(),
            // NFKD has made the micro sign the Greek letter that the table has.
            _ => plain,
        };
        return Some((plain, k + 1));
    }
    let letters = text.run(k, |c| c.is_ascii_alphabetic() || matches!(c, 'μ' | 'µ' | 'Ω' | 'ℓ' | '㎛' | 'Å'));
    if letters == k || letters > k + 8 {
        return None;
    }
    let mut symbol = text.string(k, letters);
    let mut end = letters;
    // N·m, kg·m, kgf·cm: a product of units.
    if matches!(text.at(end), '·' | '⋅' | '・')
        && let product_end = text.run(end + 1, |c| c.is_ascii_alphabetic())
        && let product = format!("{symbol}·{}", text.string(end + 1, product_end))
        && of(PLAIN, &product).is_some()
    {
        return Some((product, product_end));
    }
    let power = match text.at(end) {
        '²' | '2' => '²',
        '³' | '3' => '³',
        '^' if text.at(end + 1) == '2' => '²',
        '^' if text.at(end + 1) == '3' => '³',
        _ => BREAK,
    };
    if power != BREAK && of(LENGTHS, &symbol).is_some() {
        end += if text.at(end) == '^' { 2 } else { 1 };
        symbol.push(power);
    }
    (!text.is_digit(end) && !text.is_latin(end)).then_some((symbol, end))
}

/// The unit that begins at `k`.
pub(super) fn find(text: &Text, k: usize) -> Option<Unit> {
    let plain = |name: &str, measure, n: usize| {
        Some(Unit { prefix: String::new(), name: name.to_owned(), measure, end: k + n })
    };
    match text.at(k) {
        '%' if text.is_any(k + 1, &['p', 'P']) && !text.is_latin(k + 2) => {
            return plain("퍼센트포인트", Measure::Plain, 2);
        }
        '%' => return plain("퍼센트", Measure::Plain, 1),
        '‰' => return plain("퍼밀", Measure::Plain, 1),
        '℃' => return plain("도", Measure::Celsius, 1),
        '℉' => return plain("도", Measure::Fahrenheit, 1),
        '°' | '˚' | 'º' => {
            let at = text.skip_gap(k + 1);
            return match text.at(at) {
                'C' if !text.is_latin(at + 1) => plain("도", Measure::Celsius, at + 1 - k),
                'F' if !text.is_latin(at + 1) => plain("도", Measure::Fahrenheit, at + 1 - k),
                _ => plain("도", Measure::Plain, 1),
            };
        }
        _ => {}
    }
    let (symbol, end) = symbol_at(text, k)?;
    let mut found = compound(&symbol, end)?;
    if symbol == "mph" || symbol == "kph" {
        "시속".clone_into(&mut found.prefix);
    } else if text.at(end) == '/'
        && let Some((per, after)) = per_at(text, end + 1, found.measure)
    {
        found.prefix = per;
        found.end = after;
    }
    Some(found)
}

/// A symbol that may itself hold a stroke: `㎧`.
fn compound(symbol: &str, end: usize) -> Option<Unit> {
    if let Some((over, under)) = symbol.split_once('/') {
        let (name, measure) = named(over)?;
        let prefix = per_symbol(under, measure)?;
        return Some(Unit { prefix, name: name.to_owned(), measure, end });
    }
    let (name, measure) = named(symbol)?;
    Some(Unit { prefix: String::new(), name: name.to_owned(), measure, end })
}

fn per_symbol(symbol: &str, measure: Measure) -> Option<String> {
    if let Some((_, name, speed)) = TIMES.iter().find(|(name, ..)| *name == symbol) {
        let is_speed = measure == Measure::Length && !speed.is_empty();
        return Some(if is_speed { (*speed).to_owned() } else { format!("{name}당") });
    }
    named(symbol).map(|(name, _)| format!("{name}당"))
}

/// What stands behind the stroke of a rate at `k`: "시속", "리터당", "분당".
pub(super) fn per_at(text: &Text, k: usize, measure: Measure) -> Option<(String, usize)> {
    if let Some((symbol, end)) = symbol_at(text, k) {
        return per_symbol(&symbol, measure).map(|per| (per, end));
    }
    let word = PER_WORDS.iter().find(|word| text.has(k, word))?;
    let end = k + word.chars().count();
    (!text.is_hangul(end) || "로의은는이가를을".contains(text.at(end))).then(|| (format!("{word}당"), end))
}
