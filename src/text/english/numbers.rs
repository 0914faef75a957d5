//! Numbers without a unit: years, decades, ordinals, versions, codes, and plain cardinals.

use super::amounts::{digits_at, number_at, value_at};
use super::numerals::{self, Zero};
use super::{Claim, Kind, Text, claim, is_all_caps, spelled, tables, units};
use crate::text::words::Words;

/// Things whose three- and four-digit numbers are read in pairs.
static NUMBERED_IN_PAIRS: Words = Words::new(&[
    "flight",
    "room",
    "suite",
    "apartment",
    "apt",
    "route",
    "highway",
    "interstate",
    "boeing",
    "airbus",
    "bus",
    "rtx",
    "gtx",
    "http",
    "error",
    "status",
    "gate",
    "radeon",
    "ryzen",
    "porsche",
    "unit",
    "building",
    "hwy",
    "peugeot",
]);
static BEFORE_EMERGENCY_NUMBER: Words =
    Words::new(&["call", "called", "calling", "calls", "dial", "dialed", "dialing", "phone", "phoned", "a"]);

/// Words before a number that make it a year.
static BEFORE_YEAR: Words = Words::new(&[
    "in",
    "since",
    "by",
    "until",
    "till",
    "circa",
    "ca",
    "c",
    "born",
    "died",
    "during",
    "year",
    "years",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "early",
    "late",
    "mid",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "christmas",
    "q1",
    "copyright",
    "anno",
    "born",
    "died",
    "est",
]);
/// Words before a number that make it a count.
static BEFORE_COUNT: Words = Words::new(&[
    "about",
    "over",
    "nearly",
    "almost",
    "exactly",
    "only",
    "another",
    "has",
    "have",
    "had",
    "with",
    "costs",
    "cost",
    "than",
    "least",
    "most",
    "approximately",
    "some",
    "these",
    "those",
    "all",
    "roughly",
    "under",
    "counted",
    "total",
    "up",
    "every",
    "around",
]);

/// `v1.2.3`, `v2`, `V2.0`.
pub(super) fn version(text: &Text<'_>, i: usize) -> Option<Claim> {
    let letter = text.str(i);
    let is_version = (matches!(letter, "v" | "ver")
        || (letter == "V" && text.is_mark(i + 2, '.') && text.is(i + 3, Kind::Digits)))
        && text.is(i + 1, Kind::Digits)
        && !text.is_glued_left(i);
    if !is_version {
        return None;
    }
    let (spoken, n_tokens) = dotted_groups(text, i + 1, "point", numerals::cardinal_of_digits);
    let (stage, n_stage) = stage(text, i + 1 + n_tokens);
    claim(1 + n_tokens + n_stage, format!("version {spoken}{stage}"), "version")
}

/// What stands behind a version that is not final yet, with its number of tokens: `-beta.1`, `-rc2`.
fn stage(text: &Text<'_>, i: usize) -> (String, usize) {
    let name = text.str(i + 1);
    let spoken = match name {
        "alpha" | "beta" | "preview" | "nightly" | "canary" | "snapshot" | "next" | "pre" | "dev" => name.to_owned(),
        "rc" => spelled(name),
        _ => return (String::new(), 0),
    };
    if !text.is_mark(i, '-') || !text.is_glued_left(i) || !text.is_glued_left(i + 1) {
        return (String::new(), 0);
    }
    let number = i + 2 + usize::from(text.is_mark(i + 2, '.'));
    match digits_at(text, number) {
        Some(digits) => (format!(" {spoken} {}", numerals::cardinal_of_digits(digits)), number + 1 - i),
        None if text.is_glued_right(i + 2) => (String::new(), 0),
        None => (format!(" {spoken}"), 2),
    }
}

/// `1.2.3`, `192.168.0.1`, `3.12.1-beta`.
pub(super) fn dotted(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_dotted = text.is_mark(i + 1, '.')
        && text.is(i + 2, Kind::Digits)
        && text.is_mark(i + 3, '.')
        && text.is(i + 4, Kind::Digits);
    if !is_dotted || number_at(text, i).is_some() {
        return None;
    }
    let (_, n_tokens) = dotted_groups(text, i, "dot", str::to_owned);
    let is_address = n_tokens == 7 && (0..4).all(|part| value_at(text, i + 2 * part).is_some_and(|value| value <= 255));
    let (spoken, n_tokens) = if is_address {
        dotted_groups(text, i, "dot", |group| match group.len() {
            1 | 2 => numerals::cardinal_of_digits(group),
            _ => numerals::digits(group, Zero::Zero),
        })
    } else {
        dotted_groups(text, i, "point", numerals::cardinal_of_digits)
    };
    let (stage, n_stage) = stage(text, i + n_tokens);
    claim(n_tokens + n_stage, format!("{spoken}{stage}"), "version")
}

fn dotted_groups(text: &Text<'_>, i: usize, joint: &str, read: impl Fn(&str) -> String) -> (String, usize) {
    let mut spoken = read(text.str(i));
    let mut k = i + 1;
    while text.is_mark(k, '.')
        && let Some(group) = digits_at(text, k + 1)
    {
        for part in [" ", joint, " ", read(group).as_str()] {
            spoken.push_str(part);
        }
        k += 2;
    }
    (spoken, k - i)
}

/// `24th`, `1,000th`, `2ND`.
pub(super) fn ordinal(text: &Text<'_>, i: usize) -> Option<Claim> {
    static SUFFIXES: Words = Words::new(&["st", "nd", "rd", "th"]);
    if !SUFFIXES.may_have_lower(text.word_behind_number(i)) {
        return None;
    }
    let number = number_at(text, i).filter(|number| number.fraction.is_empty())?;
    let suffix = text.str(i + number.n_tokens).to_ascii_lowercase();
    let is_ordinal =
        matches!(suffix.as_str(), "st" | "nd" | "rd" | "th") && !text.is_glued_right(i + number.n_tokens + 1);
    let value: u64 = number.whole.parse().ok().filter(|_| is_ordinal)?;
    claim(number.n_tokens + 1, numerals::ordinal(value), "ordinal")
}

/// `20-20 vision`, `50-50`: a number of two digits said twice is no range.
pub(super) fn doubled(text: &Text<'_>, i: usize) -> Option<Claim> {
    let digits = digits_at(text, i).filter(|digits| digits.len() == 2 && text.is_free_left(i))?;
    let is_doubled = text.is_mark(i + 1, '-') && digits_at(text, i + 2) == Some(digits);
    let goes_on = text.is_glued_right(i + 3)
        || text.is_any_mark(i + 3, &['-', '.', ',', '/', ':', '%', '°']) && !text.is_space(i + 4) && i + 4 < text.len();
    let words = numerals::cardinal(digits.parse().ok()?);
    (is_doubled && !goes_on).then(|| claim(3, format!("{words} {words}"), "number")).flatten()
}

/// `1080p`, `720p`: picture heights.
pub(super) fn resolution(text: &Text<'_>, i: usize) -> Option<Claim> {
    let digits = digits_at(text, i).filter(|digits| matches!(digits.len(), 3 | 4))?;
    let is_height = matches!(text.str(i + 1), "p" | "i") && !text.is_glued_right(i + 2);
    is_height.then(|| claim(1, numerals::pairs(digits), "number")).flatten()
}

/// Years, and numbers that are names: `in 1908`, `RTX 4090`, `Room 101`, `CA 90210`, `call 911`.
pub(super) fn year_or_code(text: &Text<'_>, i: usize) -> Option<Claim> {
    let digits = digits_at(text, i)?;
    if number_at(text, i).is_some_and(|number| number.n_tokens > 1) {
        return None;
    }
    let glued = text.before(i).filter(|token| token.kind == Kind::Word).map_or("", |token| token.text);
    let before = if glued.is_empty() { text.word_before(i) } else { glued };
    let before_lower = before.to_lowercase();
    let value: u64 = digits.parse().ok()?;
    if digits == "911" && is_emergency_number(text, i, &before_lower) {
        return claim(1, numerals::digits(digits, Zero::Oh), "phone");
    }
    if let Some(clock) = military_time(digits, &before_lower) {
        return claim(1, clock, "time");
    }
    if digits.len() == 5 && is_postal_code(text, i, before) {
        return claim(1, numerals::digits(digits, Zero::Oh), "number");
    }
    if digits.len() == 4 && !digits.starts_with('0') && is_house_number(text, i) {
        return claim(1, numerals::pairs(digits), "number");
    }
    let is_name = NUMBERED_IN_PAIRS.contains(&before_lower);
    if !digits.starts_with('0') && (is_name && matches!(digits.len(), 3 | 4))
        || (digits.len() == 4 && !digits.starts_with('0') && is_product_code(before))
    {
        return claim(1, numerals::pairs(digits), "number");
    }
    (digits.len() == 4 && is_year(text, i, value, &before_lower))
        .then(|| claim(1, numerals::year(value), "year"))
        .flatten()
}

/// Hours and minutes in four digits with a leading zero: "at 0730".
fn military_time(digits: &str, before: &str) -> Option<String> {
    static BEFORE: Words =
        Words::new(&["at", "by", "until", "till", "from", "around", "after", "before", "about", "past"]);
    let value: u64 = digits.parse().ok().filter(|_| digits.len() == 4 && digits.starts_with('0'))?;
    let (hours, minutes) = (value / 100, value % 100);
    if minutes >= 60 || !BEFORE.contains(before) {
        return None;
    }
    let hours = if hours == 0 { "zero".to_owned() } else { numerals::cardinal(hours) };
    let minutes = match minutes {
        0 => "hundred".to_owned(),
        1..10 => format!("oh {}", numerals::cardinal(minutes)),
        _ => numerals::cardinal(minutes),
    };
    Some(format!("oh {hours} {minutes}"))
}

/// "1600 Pennsylvania Ave.", "1234 West Main Street".
fn is_house_number(text: &Text<'_>, i: usize) -> bool {
    static STREETS: Words = Words::new(&[
        "St",
        "Ave",
        "Blvd",
        "Rd",
        "Ln",
        "Dr",
        "Ct",
        "Street",
        "Avenue",
        "Boulevard",
        "Road",
        "Lane",
        "Drive",
        "Court",
        "Way",
    ]);
    (1..=3).any(|n| {
        let are_names =
            (0..n).all(|word| text.is_gap(i + 1 + 2 * word) && super::is_capitalised(text.str(i + 2 + 2 * word)));
        let street = i + 2 + 2 * n;
        are_names && text.is_gap(street - 1) && STREETS.contains(text.str(street))
    })
}

fn is_product_code(before: &str) -> bool {
    is_all_caps(before)
        && !matches!(before, "BC" | "AD" | "BCE" | "CE" | "USD" | "EUR" | "KRW")
        && before.chars().count() <= 4
}

fn is_emergency_number(text: &Text<'_>, i: usize, before: &str) -> bool {
    let after = text.word_after(i + 1);
    BEFORE_EMERGENCY_NUMBER.contains(before)
        || matches!(after, "operator" | "operators" | "dispatcher" | "call" | "calls")
        || text.len() == 1
}

/// A five-digit number after a state or a word that says what it is.
fn is_postal_code(text: &Text<'_>, i: usize, before: &str) -> bool {
    let is_zip = |word: &str| matches!(word.to_ascii_lowercase().as_str(), "zip" | "zipcode" | "postcode");
    let rest = (i + 1..text.len().min(i + 9)).map(|k| text.str(k));
    let before_that = text.word_index_before(i).map_or("", |k| text.word_before(k));
    super::acronyms::state_name(before).is_some()
        || is_zip(before)
        || is_zip(before_that)
        || rest.into_iter().any(is_zip)
}

/// Whether numbers with a hyphen behind `word` are models: "Boeing 737-800".
pub(super) fn names_model(word: &str) -> bool {
    matches!(word, "Boeing" | "Airbus" | "Embraer" | "Peugeot" | "ISBN")
}

/// Whether the four-digit number at `i` is a year.
fn is_year(text: &Text<'_>, i: usize, value: u64, before: &str) -> bool {
    let after = text.word_after(i + 1);
    if matches!(after, "BC" | "AD" | "BCE" | "CE") || matches!(before, "ad" | "bc") {
        return true;
    }
    let is_counted = tables::is_counted(after) || (!after.is_empty() && units::is_unit(after) && after != "in");
    let is_sure = BEFORE_YEAR.contains(before);
    match value {
        1000..1800 | 2100..2200 => is_sure && !is_counted,
        1800..2100 => !is_counted && !BEFORE_COUNT.contains(before) || is_sure && !is_strict_count(after),
        _ => false,
    }
}

/// Nouns that are counted even behind "in" ("in 1900 cases").
fn is_strict_count(word: &str) -> bool {
    static COUNTS: Words = Words::new(&[
        "people",
        "cases",
        "words",
        "pages",
        "miles",
        "kilometers",
        "meters",
        "feet",
        "hours",
        "days",
        "years",
        "minutes",
        "seconds",
        "dollars",
        "euros",
        "pounds",
        "points",
        "times",
        "copies",
        "votes",
        "students",
        "employees",
        "steps",
        "households",
        "cities",
        "countries",
        "locations",
        "stores",
        "schools",
        "characters",
        "lines",
        "patients",
        "men",
        "women",
        "children",
    ]);
    COUNTS.contains(word) || units::is_unit(word) && !matches!(word, "in" | "min" | "h" | "s" | "m" | "g" | "A")
}

/// Any number that no other rule has read. Nothing in digits is ever left.
pub(super) fn plain(text: &Text<'_>, i: usize) -> Option<Claim> {
    if let Some(number) = number_at(text, i) {
        return claim(number.n_tokens, number.words(), "number");
    }
    let digits = digits_at(text, i)?;
    claim(1, numerals::cardinal_of_digits(digits), "number")
}
