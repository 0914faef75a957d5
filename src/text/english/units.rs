//! Units of measure behind an amount.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

use super::unit_table::{Entry, PER_WORDS, UNITS, Use};
use super::{Kind, SentenceEnd, Text, dot_is_only_abbreviation};
use crate::text::words::{Filter, Words};

/// A unit that was found behind an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub singular: String,
    pub plural: String,
    /// Tokens from the end of the amount, the space before the unit included.
    pub n_tokens: usize,
}

fn entry(symbol: &str) -> Option<&'static Entry> {
    static FILTER: Filter = {
        let mut filter = Filter::new();
        let mut i = 0;
        while i < UNITS.len() {
            filter = filter.with(UNITS[i].symbol);
            i += 1;
        }
        filter
    };
    // The micro sign and the Greek letter are the same here.
    let symbol = if symbol.contains('μ') { Cow::Owned(symbol.replace('μ', "µ")) } else { Cow::Borrowed(symbol) };
    if !FILTER.may_have(&symbol) {
        return None;
    }
    UNITS.iter().find(|entry| entry.symbol == symbol)
}

/// The singular of a unit's symbol or of a word that may stand behind "per".
pub(super) fn per_word(symbol: &str) -> Option<&'static str> {
    static FILTER: Filter = Filter::of_pairs(PER_WORDS);
    let listed = if FILTER.may_have(symbol) { super::tables::lookup(PER_WORDS, symbol) } else { None };
    listed.or_else(|| entry(symbol).map(|entry| entry.singular))
}

/// Whether `word` is the symbol of a unit.
pub(super) fn is_unit(word: &str) -> bool {
    entry(word).is_some()
}

/// Symbols that are no words and mean the unit also without a number: "in km/h", "per m²".
pub(super) static ALONE: Words = Words::new(&[
    "km", "cm", "mm", "kg", "mg", "mL", "ml", "mph", "kph", "kHz", "MHz", "GHz", "kW", "kWh", "MWh", "GWh", "mAh",
    "dB", "kB", "kbps", "Mbps", "Gbps", "kPa", "hPa", "kcal", "kJ", "MPa", "lbs", "rpm",
]);

/// A unit without a number before it.
pub(super) fn alone(text: &Text<'_>, i: usize) -> Option<super::Claim> {
    let symbol = text.str(i);
    if text.is_glued_left(i) || i > 0 && text.is_any_mark(i - 1, &['.', '/', '-', '_', '@', '#']) {
        return None;
    }
    let has_power =
        text.is_any_mark(i + 1, &['²', '³']) && matches!(symbol, "m" | "km" | "cm" | "mm" | "ft" | "in" | "mi");
    let is_speed = matches!(symbol, "m" | "ft" | "MB" | "GB") && text.is_mark(i + 1, '/') && text.str(i + 2) == "s";
    if !has_power && !is_speed && !ALONE.contains(symbol) {
        return None;
    }
    let mut unit = from_table(text, i, false)?;
    let rate = rate_at(text, i + unit.n_tokens);
    let (rate, n_rate) = rate.map_or((String::new(), 0), |(rate, n)| (format!(" {rate}"), n));
    unit.n_tokens += n_rate;
    let name =
        if matches!(text.word_before(i), "per" | "a" | "one" | "each" | "every") { unit.singular } else { unit.plural };
    (!text.is_glued_right(i + unit.n_tokens))
        .then(|| super::claim(unit.n_tokens, format!("{name}{rate}"), "unit"))
        .flatten()
}

/// The unit behind an amount that ends at `end`.
pub(super) fn unit_at(text: &Text<'_>, end: usize) -> Option<Unit> {
    let is_spaced = text.is_gap(end) && text.str(end).chars().count() == 1;
    let at = end + usize::from(is_spaced);
    let mut unit = percent_or_degrees(text, at, is_spaced)
        .or_else(|| square_or_cubic(text, at))
        .or_else(|| from_table(text, at, is_spaced))?;
    unit.n_tokens += at - end;
    add_rate(text, end, &mut unit);
    let k = end + unit.n_tokens;
    (!text.is_glued_right(k) || text.before(k).is_some_and(|token| token.kind == Kind::Mark)).then_some(unit)
}

fn named(singular: &str, plural: &str, n_tokens: usize) -> Unit {
    Unit { singular: singular.to_owned(), plural: plural.to_owned(), n_tokens }
}

fn percent_or_degrees(text: &Text<'_>, at: usize, is_spaced: bool) -> Option<Unit> {
    if !text.is(at, Kind::Mark) {
        return None;
    }
    match text.tokens[at].first() {
        '%' => Some(named("percent", "percent", 1)),
        '‰' => Some(named("per mille", "per mille", 1)),
        '℃' => Some(named("degree Celsius", "degrees Celsius", 1)),
        '℉' => Some(named("degree Fahrenheit", "degrees Fahrenheit", 1)),
        'º' | '˚' | '°' => {
            let scale = text.skip_gap(at + 1);
            match text.str(scale) {
                "C" => Some(named("degree Celsius", "degrees Celsius", scale + 1 - at)),
                "F" => Some(named("degree Fahrenheit", "degrees Fahrenheit", scale + 1 - at)),
                "K" if scale == at + 1 => Some(named("kelvin", "kelvins", 2)),
                _ if is_spaced => None,
                _ => Some(named("degree", "degrees", 1)),
            }
        }
        'Ω' => Some(named("ohm", "ohms", 1)),
        c => {
            // Unit signs in one character: ㎏, ㎢, ㎐.
            let plain: String = std::iter::once(c).nfkc().collect();
            let (base, exponent) = split_exponent(&plain);
            let entry = entry(base).filter(|_| plain.chars().nth(1).is_some())?;
            Some(with_exponent(entry, exponent, 1))
        }
    }
}

fn split_exponent(symbol: &str) -> (&str, Option<char>) {
    symbol
        .strip_suffix('2')
        .map(|base| (base, Some('2')))
        .or_else(|| symbol.strip_suffix('3').map(|base| (base, Some('3'))))
        .unwrap_or((symbol, None))
}

fn with_exponent(entry: &Entry, exponent: Option<char>, n_tokens: usize) -> Unit {
    let power = match exponent {
        Some('2' | '²') => "square ",
        Some('3' | '³') => "cubic ",
        _ => "",
    };
    named(&format!("{power}{}", entry.singular), &format!("{power}{}", entry.plural), n_tokens)
}

/// `sq ft`, `sq. m`, `cu ft`, `fl oz`.
fn square_or_cubic(text: &Text<'_>, at: usize) -> Option<Unit> {
    let prefix = match text.str(at) {
        "sq" => "square ",
        "cu" => "cubic ",
        "fl" => "fluid ",
        _ => return None,
    };
    let k = text.skip_gap(at + 1 + usize::from(text.is_mark(at + 1, '.')));
    let entry = entry(text.str(k)).filter(|_| k > at + 1)?;
    let dot = usize::from(takes_dot(text, k + 1, entry));
    Some(named(&format!("{prefix}{}", entry.singular), &format!("{prefix}{}", entry.plural), k + 1 + dot - at))
}

fn takes_dot(text: &Text<'_>, k: usize, entry: &Entry) -> bool {
    entry.use_when != Use::Anywhere
        && text.is_mark(k, '.')
        && dot_is_only_abbreviation(text, k, SentenceEnd::BeforeCapital)
}

fn from_table(text: &Text<'_>, at: usize, is_spaced: bool) -> Option<Unit> {
    if !text.is(at, Kind::Word) {
        return None;
    }
    let entry = entry(text.str(at))?;
    let mut k = at + 1;
    if is_spaced && entry.use_when == Use::Glued {
        // "5 in." and "5 in x 3 in" are inches, "5 in the morning" is not.
        let next = text.str(text.skip_gap(k));
        let follows_feet = at >= 4 && matches!(text.str(at - 4), "ft" | "feet" | "foot");
        let is_inches = entry.symbol == "in"
            && (follows_feet || k >= text.len() || text.is_mark(k, '.') || matches!(next, "x" | "×"));
        if !is_inches {
            return None;
        }
    }
    // "5 m" is a measure; a lone capital after a space ("5 V") too, unless a name goes on ("5 L.A. hotels").
    if is_spaced && entry.symbol.chars().count() == 1 && text.is_mark(k, '.') && text.is(k + 1, Kind::Word) {
        return None;
    }
    let is_length = matches!(entry.symbol, "km" | "m" | "cm" | "mm" | "nm" | "ft" | "mi" | "yd" | "in");
    let mut exponent = None;
    if is_length && text.is_any_mark(k, &['²', '³']) {
        exponent = Some(text.tokens[k].first());
        k += 1;
    } else if is_length && matches!(text.str(k), "2" | "3") && !text.is_glued_right(k + 1) && !text.is_mark(k + 1, '.')
    {
        exponent = text.str(k).chars().next();
        k += 1;
    } else if is_length && text.is_mark(k, '^') && matches!(text.str(k + 1), "2" | "3") {
        exponent = text.str(k + 1).chars().next();
        k += 2;
    } else if takes_dot(text, k, entry) {
        k += 1;
    }
    Some(with_exponent(entry, exponent, k - at))
}

/// `/s`, `/s²`, `/month`: a rate behind a unit.
fn add_rate(text: &Text<'_>, end: usize, unit: &mut Unit) {
    let k = end + unit.n_tokens;
    if let Some((rate, n_tokens)) = rate_at(text, k) {
        unit.singular = format!("{} {rate}", unit.singular);
        unit.plural = format!("{} {rate}", unit.plural);
        unit.n_tokens += n_tokens;
    }
}

/// "per second" for the tokens `/s` at `k`.
pub(super) fn rate_at(text: &Text<'_>, k: usize) -> Option<(String, usize)> {
    if !text.is_mark(k, '/') || !text.is(k + 1, Kind::Word) {
        return None;
    }
    let word = per_word(text.str(k + 1))?;
    let after = k + 2;
    let (power, n_power) = match (text.str(after), text.str(after + 1)) {
        ("²" | "2", _) => (Some('²'), 1),
        ("³" | "3", _) => (Some('³'), 1),
        ("^", "2") => (Some('²'), 2),
        ("^", "3") => (Some('³'), 2),
        _ => (None, 0),
    };
    let is_length = word.ends_with("meter") || matches!(word, "foot" | "mile" | "inch");
    let rate = match power {
        Some('²') if is_length => format!("per square {word}"),
        Some('³') if is_length => format!("per cubic {word}"),
        Some('²') => format!("per {word} squared"),
        Some(_) => format!("per {word} cubed"),
        None => format!("per {word}"),
    };
    Some((rate, 2 + n_power))
}
