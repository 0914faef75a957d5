//! What else English may read a place as ([`crate::text::alternatives`]).

use super::numerals::{self, Zero, cardinal, cardinal_of_digits};
use super::{abbreviations, dates, is_all_caps, spelled, times};
use crate::text::alternatives::{Candidates, Pair, Place, Shape, shape, swapped};

/// Other readings of what a rule, an entry or a choice reads.
pub(in crate::text) fn alternatives(place: &Place<'_>) -> Candidates {
    let mut all = match shape(place.written) {
        Shape::Number { digits, head, tail } => number(place, &digits, head, tail),
        Shape::Pair(pair) => {
            let cores = pair_cores(&pair);
            let around = swapped(place.spoken, &cores, false);
            if around.is_empty() && pair.tail.is_empty() { cores } else { around }
        }
        Shape::Groups(groups, mark) => of_groups(&groups, mark),
        Shape::Letters(word) => of_letters(word),
        Shape::Dotted(letters) => of_letters(&letters),
        Shape::Other => of_mark(place.written),
    };
    if place.written.chars().any(char::is_alphabetic) || place.written.starts_with(is_currency) {
        all.push((place.written.to_owned(), "as_written"));
    }
    all
}

/// Other readings of a word that stays as written.
pub(in crate::text) fn alternatives_of_word(place: &Place<'_>) -> Candidates {
    let word = place.written;
    if !word.chars().all(|c| c.is_alphabetic() && crate::text::korean::is_latin(c)) {
        return Vec::new();
    }
    if is_all_caps(word) { of_letters(word) } else { vec![(spelled(word), "spelled")] }
}

const fn is_currency(c: char) -> bool {
    matches!(c, '$' | '¢'..='¥' | '\u{20A0}'..='\u{20CF}')
}

fn number(place: &Place<'_>, digits: &str, head: &str, tail: &str) -> Candidates {
    let is_bare = head.is_empty() && tail.is_empty();
    let cores = number_cores(digits, is_bare);
    let mut all = swapped(place.spoken, &cores, false);
    if head.ends_with('-') {
        all.splice(0..0, place.spoken.strip_prefix("minus ").map(|rest| (format!("negative {rest}"), "minus")));
    }
    if tail == "s" && digits.ends_with('0') {
        all.splice(0..0, decades(digits));
    }
    if all.is_empty() && is_bare {
        return cores;
    }
    // 2nd
    let is_ordinal = matches!(tail.to_ascii_lowercase().as_str(), "st" | "nd" | "rd" | "th");
    if is_ordinal { number_cores(digits, true) } else { all }
}

/// The readings of a whole number.
fn number_cores(digits: &str, is_bare: bool) -> Candidates {
    let mut all: Candidates = Vec::new();
    let value: Option<u64> = digits.parse().ok().filter(|_| digits.len() <= 18);
    let n_digits = digits.len();
    if let Some(value) = value.filter(|value| n_digits == 4 && (1000..10_000).contains(value)) {
        all.push((numerals::year(value), "year"));
    }
    all.push((value.map_or_else(|| cardinal_of_digits(digits), cardinal), "cardinal"));
    if (3..=4).contains(&n_digits) {
        all.push((numerals::pairs(digits), "pairs"));
    }
    // "50%" is never read digit by digit.
    if n_digits >= if is_bare { 2 } else { 3 } {
        all.push((numerals::digits(digits, Zero::Oh), "digits"));
        all.push((numerals::digits(digits, Zero::Zero), "digits"));
    }
    if let Some(value) = value.filter(|&value| value > 0 && is_bare) {
        all.push((numerals::ordinal(value), "ordinal"));
    }
    all
}

/// `1990s`, `80s`.
fn decades(digits: &str) -> Candidates {
    let Ok(value) = digits.parse::<u64>() else { return Vec::new() };
    let mut all = vec![(numerals::plural(&numerals::year(value)), "decade")];
    if value % 100 >= 20 {
        all.push((numerals::plural(&cardinal(value % 100)), "decade"));
    }
    all.push((numerals::plural(&cardinal(value)), "cardinal"));
    all
}

/// The readings of two numbers.
fn pair_cores(pair: &Pair<'_>) -> Candidates {
    let (Ok(a), Ok(b)) = (pair.a.parse::<u64>(), pair.b.parse::<u64>()) else { return Vec::new() };
    let (first, second) = (cardinal_of_digits(pair.a), cardinal_of_digits(pair.b));
    let joined = |word: &str| format!("{first} {word} {second}");
    let mut all: Candidates = Vec::new();
    match pair.mark {
        '/' => {
            if b >= 2 {
                all.push((format!("{first} {}", numerals::denominator(b, a == 1)), "fraction"));
            }
            all.extend(dates::month_day_year(a, b, None).map(|date| (date, "date")));
            all.push((joined("slash"), "slash"));
            all.push((joined("over"), "fraction"));
            all.push((joined("out of"), "score"));
            all.extend(dates::month_day_year(b, a, None).map(|date| (date, "date")));
        }
        ':' => {
            if a <= 24 && b < 60 {
                all.extend([false, true].map(|full| (times::hour_and_minute(a, b, full), "clock")));
                all.extend(quarter(a, b).map(|spoken| (spoken, "clock")));
            }
            if pair.tail.is_empty() {
                all.push((joined("to"), "ratio"));
                all.push((format!("{first} {second}"), "score"));
                all.push((format!("chapter {first}, verse {second}"), "verse"));
            }
        }
        '.' => {
            let fraction = numerals::digits(pair.b, Zero::Zero);
            all.push((format!("{first} point {fraction}"), "cardinal"));
            all.push((joined("point"), "pairs"));
            all.push((joined("dot"), "digits"));
            all.extend(dates::month_day_year(a, b, None).map(|date| (date, "date")));
        }
        _ => {
            all.push((joined("to"), "range"));
            if [a, b].iter().all(|year| (1000..3000).contains(year)) {
                all.insert(0, (format!("{} to {}", numerals::year(a), numerals::year(b)), "year"));
            }
            all.push((joined("minus"), "minus"));
            all.push((joined("dash"), "dash"));
            if pair.tail.is_empty() {
                all.push((format!("{first} {second}"), "score"));
                all.extend(dates::month_day_year(a, b, None).map(|date| (date, "date")));
            }
        }
    }
    all
}

/// The quarters of an hour on the face of a clock.
fn quarter(hour: u64, minute: u64) -> Option<String> {
    let next = hour % 12 + 1;
    match (hour, minute) {
        (1..=12, 15) => Some(format!("quarter past {}", cardinal(hour))),
        (1..=12, 30) => Some(format!("half past {}", cardinal(hour))),
        (1..=12, 45) => Some(format!("quarter to {}", cardinal(next))),
        _ => None,
    }
}

/// Telephone numbers and dates.
fn of_groups(groups: &[&str], mark: char) -> Candidates {
    let mut all = Vec::new();
    if let [Ok(a), Ok(b), Ok(c)] = groups.iter().map(|group| group.parse::<u64>()).collect::<Vec<_>>().as_slice()
        && mark != ':'
    {
        let (a, b, c) = (*a, *b, *c);
        let orders = if a >= 1000 { [(b, c, a), (c, b, a)] } else { [(a, b, c), (b, a, c)] };
        let dates = orders.into_iter().filter(|&(.., year)| (1000..3000).contains(&year));
        all.extend(dates.filter_map(|(m, d, year)| Some((dates::month_day_year(m, d, Some(year))?, "date"))));
    }
    let (word, kind) = match mark {
        '/' => ("slash", "slash"),
        ':' => ("to", "ratio"),
        '.' => ("point", "cardinal"),
        _ => ("dash", "dash"),
    };
    let joined = |joint: &str, read: &dyn Fn(&str) -> String| {
        groups.iter().map(|group| read(group)).collect::<Vec<_>>().join(joint)
    };
    all.push((joined(", ", &|group| numerals::digits(group, Zero::Oh)), "digits"));
    all.push((joined(", ", &|group| numerals::digits(group, Zero::Zero)), "digits"));
    all.push((joined(&format!(" {word} "), &cardinal_of_digits), kind));
    if mark == '-' {
        all.push((joined(" dash ", &|group| numerals::digits(group, Zero::Zero)), "dash"));
        all.push((joined(" minus ", &cardinal_of_digits), "minus"));
    }
    all
}

/// A word, an acronym, an abbreviation or a Roman numeral.
fn of_letters(word: &str) -> Candidates {
    let mut all: Candidates = abbreviations::readings(word);
    if is_all_caps(word)
        && let Some(value) = numerals::roman(word)
    {
        all.push((cardinal(value), "cardinal"));
        all.push((format!("the {}", numerals::ordinal(value)), "ordinal"));
    }
    let can_be_word = word.chars().nth(1).is_some() && (all.is_empty() || word.to_lowercase().contains(is_vowel));
    let is_numeral = word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    all.push((spelled(word), "spelled"));
    if can_be_word && !is_numeral {
        all.push((word.to_lowercase(), "as_word"));
    }
    all
}

const fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// One mark.
fn of_mark(mark: &str) -> Candidates {
    let readings: &[(&str, &'static str)] = match mark {
        "-" | "−" | "–" | "—" => &[("minus", "minus"), ("dash", "dash"), ("to", "range")],
        "~" | "〜" => &[("to", "range"), ("about", "as_word"), ("tilde", "spelled")],
        "/" => &[("slash", "slash"), ("or", "as_word"), ("over", "fraction"), ("per", "ratio")],
        "#" => &[("number", "cardinal"), ("hash", "spelled")],
        "." => &[("point", "cardinal"), ("dot", "spelled")],
        ":" => &[("to", "ratio"), ("colon", "spelled")],
        _ => &[],
    };
    readings.iter().map(|&(spoken, kind)| (spoken.to_owned(), kind)).collect()
}
