//! Units of measure behind an amount.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

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

/// What the table says of a unit.
struct Entry {
    symbol: &'static str,
    singular: &'static str,
    plural: &'static str,
    use_when: Use,
}

/// Where a symbol counts as a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Also with a space before it.
    Anywhere,
    /// Only directly behind the number: with a space it is more often a word or a name.
    Glued,
    /// An abbreviation that may carry a dot.
    Dotted,
}

const fn unit(symbol: &'static str, singular: &'static str, plural: &'static str) -> Entry {
    Entry { symbol, singular, plural, use_when: Use::Anywhere }
}

const fn glued(symbol: &'static str, singular: &'static str, plural: &'static str) -> Entry {
    Entry { symbol, singular, plural, use_when: Use::Glued }
}

const fn dotted(symbol: &'static str, singular: &'static str, plural: &'static str) -> Entry {
    Entry { symbol, singular, plural, use_when: Use::Dotted }
}

const UNITS: &[Entry] = &[
    // Length
    unit("km", "kilometer", "kilometers"),
    unit("m", "meter", "meters"),
    unit("cm", "centimeter", "centimeters"),
    unit("mm", "millimeter", "millimeters"),
    unit("µm", "micrometer", "micrometers"),
    unit("um", "micrometer", "micrometers"),
    unit("nm", "nanometer", "nanometers"),
    dotted("mi", "mile", "miles"),
    dotted("ft", "foot", "feet"),
    dotted("yd", "yard", "yards"),
    dotted("yds", "yard", "yards"),
    glued("in", "inch", "inches"),
    // Area and volume
    unit("ha", "hectare", "hectares"),
    unit("L", "liter", "liters"),
    unit("l", "liter", "liters"),
    unit("mL", "milliliter", "milliliters"),
    unit("ml", "milliliter", "milliliters"),
    unit("cL", "centiliter", "centiliters"),
    unit("cl", "centiliter", "centiliters"),
    unit("dL", "deciliter", "deciliters"),
    unit("cc", "c c", "c c"),
    dotted("gal", "gallon", "gallons"),
    dotted("qt", "quart", "quarts"),
    dotted("tsp", "teaspoon", "teaspoons"),
    dotted("tbsp", "tablespoon", "tablespoons"),
    unit("sqft", "square foot", "square feet"),
    unit("sqm", "square meter", "square meters"),
    // Mass
    unit("kg", "kilogram", "kilograms"),
    unit("g", "gram", "grams"),
    unit("mg", "milligram", "milligrams"),
    unit("µg", "microgram", "micrograms"),
    unit("mcg", "microgram", "micrograms"),
    dotted("lb", "pound", "pounds"),
    dotted("lbs", "pound", "pounds"),
    dotted("oz", "ounce", "ounces"),
    // Time
    unit("s", "second", "seconds"),
    dotted("sec", "second", "seconds"),
    dotted("secs", "second", "seconds"),
    dotted("min", "minute", "minutes"),
    dotted("mins", "minute", "minutes"),
    unit("h", "hour", "hours"),
    dotted("hr", "hour", "hours"),
    dotted("hrs", "hour", "hours"),
    dotted("wk", "week", "weeks"),
    dotted("wks", "week", "weeks"),
    dotted("yr", "year", "years"),
    dotted("yrs", "year", "years"),
    unit("ms", "millisecond", "milliseconds"),
    unit("µs", "microsecond", "microseconds"),
    unit("ns", "nanosecond", "nanoseconds"),
    // Speed and rate
    unit("mph", "mile per hour", "miles per hour"),
    unit("kph", "kilometer per hour", "kilometers per hour"),
    unit("kmh", "kilometer per hour", "kilometers per hour"),
    unit("mpg", "mile per gallon", "miles per gallon"),
    unit("rpm", "revolution per minute", "revolutions per minute"),
    unit("RPM", "revolution per minute", "revolutions per minute"),
    unit("bpm", "beat per minute", "beats per minute"),
    unit("BPM", "beat per minute", "beats per minute"),
    unit("fps", "frame per second", "frames per second"),
    unit("FPS", "frame per second", "frames per second"),
    unit("dpi", "dot per inch", "dots per inch"),
    unit("ppi", "pixel per inch", "pixels per inch"),
    unit("ppm", "part per million", "parts per million"),
    unit("ppb", "part per billion", "parts per billion"),
    unit("wpm", "word per minute", "words per minute"),
    // Electricity, energy, frequency, pressure, temperature
    unit("Hz", "hertz", "hertz"),
    unit("kHz", "kilohertz", "kilohertz"),
    unit("KHz", "kilohertz", "kilohertz"),
    unit("MHz", "megahertz", "megahertz"),
    unit("GHz", "gigahertz", "gigahertz"),
    unit("THz", "terahertz", "terahertz"),
    unit("W", "watt", "watts"),
    unit("kW", "kilowatt", "kilowatts"),
    unit("MW", "megawatt", "megawatts"),
    unit("GW", "gigawatt", "gigawatts"),
    unit("TW", "terawatt", "terawatts"),
    unit("mW", "milliwatt", "milliwatts"),
    unit("Wh", "watt hour", "watt hours"),
    unit("kWh", "kilowatt hour", "kilowatt hours"),
    unit("MWh", "megawatt hour", "megawatt hours"),
    unit("GWh", "gigawatt hour", "gigawatt hours"),
    unit("TWh", "terawatt hour", "terawatt hours"),
    unit("V", "volt", "volts"),
    unit("kV", "kilovolt", "kilovolts"),
    unit("mV", "millivolt", "millivolts"),
    unit("mA", "milliamp", "milliamps"),
    unit("Ah", "amp hour", "amp hours"),
    unit("mAh", "milliamp hour", "milliamp hours"),
    unit("kJ", "kilojoule", "kilojoules"),
    unit("MJ", "megajoule", "megajoules"),
    unit("kcal", "kilocalorie", "kilocalories"),
    unit("cal", "calorie", "calories"),
    unit("Pa", "pascal", "pascals"),
    unit("hPa", "hectopascal", "hectopascals"),
    unit("kPa", "kilopascal", "kilopascals"),
    unit("MPa", "megapascal", "megapascals"),
    unit("GPa", "gigapascal", "gigapascals"),
    unit("psi", "pound per square inch", "pounds per square inch"),
    unit("PSI", "pound per square inch", "pounds per square inch"),
    unit("mmHg", "millimeter of mercury", "millimeters of mercury"),
    unit("Nm", "newton meter", "newton meters"),
    unit("kN", "kilonewton", "kilonewtons"),
    unit("hp", "horsepower", "horsepower"),
    unit("dB", "decibel", "decibels"),
    unit("dBA", "decibel", "decibels"),
    unit("Ω", "ohm", "ohms"),
    unit("kΩ", "kiloohm", "kiloohms"),
    unit("lm", "lumen", "lumens"),
    unit("lx", "lux", "lux"),
    unit("mol", "mole", "moles"),
    unit("Sv", "sievert", "sieverts"),
    unit("mSv", "millisievert", "millisieverts"),
    glued("A", "amp", "amps"),
    // Data
    unit("bit", "bit", "bits"),
    unit("kB", "kilobyte", "kilobytes"),
    unit("KB", "kilobyte", "kilobytes"),
    unit("MB", "megabyte", "megabytes"),
    unit("GB", "gigabyte", "gigabytes"),
    unit("TB", "terabyte", "terabytes"),
    unit("PB", "petabyte", "petabytes"),
    unit("KiB", "kibibyte", "kibibytes"),
    unit("MiB", "mebibyte", "mebibytes"),
    unit("GiB", "gibibyte", "gibibytes"),
    unit("TiB", "tebibyte", "tebibytes"),
    unit("Kb", "kilobit", "kilobits"),
    unit("kb", "kilobit", "kilobits"),
    unit("Mb", "megabit", "megabits"),
    unit("Gb", "gigabit", "gigabits"),
    unit("Mbit", "megabit", "megabits"),
    unit("Gbit", "gigabit", "gigabits"),
    unit("bps", "bit per second", "bits per second"),
    unit("kbps", "kilobit per second", "kilobits per second"),
    unit("Kbps", "kilobit per second", "kilobits per second"),
    unit("Mbps", "megabit per second", "megabits per second"),
    unit("Gbps", "gigabit per second", "gigabits per second"),
    unit("Tbps", "terabit per second", "terabits per second"),
    unit("MBps", "megabyte per second", "megabytes per second"),
    unit("px", "pixel", "pixels"),
    unit("MP", "megapixel", "megapixels"),
    unit("pt", "point", "points"),
];

/// Words that may stand behind "per" or a stroke.
const PER_WORDS: &[(&str, &str)] = &[
    ("s", "second"),
    ("sec", "second"),
    ("second", "second"),
    ("min", "minute"),
    ("minute", "minute"),
    ("h", "hour"),
    ("hr", "hour"),
    ("hour", "hour"),
    ("d", "day"),
    ("day", "day"),
    ("wk", "week"),
    ("week", "week"),
    ("mo", "month"),
    ("month", "month"),
    ("yr", "year"),
    ("year", "year"),
    ("night", "night"),
    ("person", "person"),
    ("user", "user"),
    ("seat", "seat"),
    ("unit", "unit"),
    ("item", "item"),
    ("piece", "piece"),
    ("word", "word"),
    ("line", "line"),
    ("page", "page"),
    ("request", "request"),
    ("token", "token"),
    ("gallon", "gallon"),
    ("barrel", "barrel"),
    ("share", "share"),
    ("head", "head"),
    ("inch", "inch"),
    ("mile", "mile"),
    ("ton", "ton"),
    ("acre", "acre"),
    ("in", "inch"),
];

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
static ALONE: Words = Words::new(&[
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
