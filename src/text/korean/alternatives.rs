//! What else Korean may read a place as ([`crate::text::alternatives`]).

use super::letters::spelled;
use super::numerals::{self, Zero, one_by_one, sino};
use super::{acronyms, dates, hanja, is_latin, is_syllable, roman};
use crate::text::alternatives::{Candidates, Pair, Place, Shape, shape, swapped};

/// Native numerals are used below this value.
const MAX_NATIVE: u64 = 100;
/// Units that never take native numerals.
const SINO_UNITS: &[&str] = &["년", "월", "일", "초", "원", "위", "도", "층", "호", "세"];

/// Other readings of what a rule, an entry or a choice reads.
pub(in crate::text) fn alternatives(place: &Place<'_>) -> Candidates {
    let mut all = match shape(place.written) {
        Shape::Number { digits, head, tail } => number(place, &digits, head, tail),
        Shape::Pair(pair) => pair_readings(place, &pair),
        Shape::Groups(groups, mark) => of_groups(&groups, mark),
        Shape::Letters(word) if word.chars().all(hanja::is_hanja) => of_hanja(word, place.spoken),
        Shape::Letters(word) if word.chars().all(is_latin) => of_letters(word),
        Shape::Dotted(letters) if letters.chars().all(is_latin) => of_letters(&letters),
        Shape::Other => of_mark(place.written),
        Shape::Letters(_) | Shape::Dotted(_) => Vec::new(),
    };
    if place.written.chars().any(is_latin) || place.written.starts_with(['$', '€', '£', '¥', '₩']) {
        all.push((place.written.to_owned(), "as_written"));
    }
    all
}

/// Other readings of a word that stays as written.
pub(in crate::text) fn alternatives_of_word(place: &Place<'_>) -> Candidates {
    let word = place.written;
    if word.is_empty() || !word.chars().all(is_latin) {
        return Vec::new();
    }
    let mut all: Candidates =
        acronyms::listed_word(word).map(|spoken| (spoken.to_owned(), "as_word")).into_iter().collect();
    all.push((spelled(word), "spelled"));
    all
}

fn number(place: &Place<'_>, digits: &str, head: &str, tail: &str) -> Candidates {
    let is_bare = head.is_empty() && tail.is_empty();
    let takes_native = !SINO_UNITS.contains(&tail.trim()) && !tail.chars().any(is_latin);
    // "12 마리": the counter stands behind the place.
    let counts = !is_bare || place.behind.trim_start_matches(' ').starts_with(is_syllable);
    let cores = number_cores(digits, takes_native, counts, is_bare);
    let mut around = swapped(place.spoken, &cores, true);
    // Degrees below zero.
    for (one, other) in [("영하 ", "마이너스 "), ("마이너스 ", "영하 ")] {
        let below = place.spoken.strip_prefix(one).filter(|_| tail.starts_with(['도', '°', '℃']));
        around.splice(0..0, below.map(|rest| (format!("{other}{rest}"), "minus")));
    }
    if around.is_empty() && is_bare { cores } else { around }
}

/// The readings of a whole number.
fn number_cores(digits: &str, takes_native: bool, counts: bool, is_bare: bool) -> Candidates {
    let mut all: Candidates = vec![(sino(digits), "sino")];
    let value = digits.parse::<u64>().ok().filter(|value| (1..MAX_NATIVE).contains(value) && takes_native);
    if let Some(value) = value {
        let (before_counter, alone) = (numerals::native(value), native_alone(value));
        match (is_bare, counts) {
            (false, _) => all.push((before_counter, "native")),
            (true, true) => all.extend([(alone, "native"), (before_counter, "native")]),
            (true, false) => all.push((alone, "native")),
        }
    }
    // "50%" is never read digit by digit.
    if is_bare || digits.len() >= 3 {
        all.push((one_by_one(digits, Zero::Gong), "digits"));
        all.push((one_by_one(digits, Zero::Yeong), "digits"));
    }
    all.extend(numerals::english_digit(digits).filter(|_| is_bare).map(|spoken| (spoken.to_owned(), "english")));
    if let Some(value) = value.filter(|_| is_bare) {
        let first = if value == 1 { "첫".to_owned() } else { numerals::native(value) };
        all.push((format!("{first} 번째"), "ordinal"));
    }
    all
}

/// A native numeral that stands for itself: 하나, 둘, 스물셋.
fn native_alone(value: u64) -> String {
    let spoken = numerals::native(value);
    let changed = [("스무", "스물"), ("한", "하나"), ("두", "둘"), ("세", "셋"), ("네", "넷")]
        .into_iter()
        .find_map(|(bound, free)| spoken.strip_suffix(bound).map(|head| format!("{head}{free}")));
    changed.unwrap_or(spoken)
}

fn pair_readings(place: &Place<'_>, pair: &Pair<'_>) -> Candidates {
    let tail = pair.tail.trim();
    let cores = pair_cores(pair);
    if tail.is_empty() {
        return cores;
    }
    let around = swapped(place.spoken, &cores, false);
    if !around.is_empty() || !tail.chars().all(is_syllable) || !matches!(pair.mark, '-' | '~') {
        return around;
    }
    // "열 명에서 스무 명": the counter is said twice.
    let mut all: Candidates = Vec::new();
    if let (Ok(a), Ok(b)) = (pair.a.parse::<u64>(), pair.b.parse::<u64>())
        && (1..MAX_NATIVE).contains(&a)
        && (1..MAX_NATIVE).contains(&b)
        && !SINO_UNITS.contains(&tail)
    {
        all.push((format!("{} {tail}에서 {} {tail}", numerals::native(a), numerals::native(b)), "native"));
    }
    all.extend(cores.into_iter().map(|(core, kind)| (format!("{core} {tail}"), kind)));
    all
}

/// The readings of two numbers.
fn pair_cores(pair: &Pair<'_>) -> Candidates {
    let (first, second) = (sino(pair.a), sino(pair.b));
    let joined = |word: &str| format!("{first} {word} {second}");
    let value = |digits: &str| digits.parse::<u32>().unwrap_or(u32::MAX);
    let (a, b) = (value(pair.a), value(pair.b));
    let date = || dates::month_and_day(a, b).map(|date| (date, "date"));
    let mut all: Candidates = Vec::new();
    match pair.mark {
        '/' => {
            if b >= 2 {
                all.push((format!("{second}분의 {first}"), "fraction"));
            }
            all.extend(date());
            all.push((joined("슬래시"), "slash"));
            all.push((joined("대"), "ratio"));
        }
        ':' => {
            all.push((joined("대"), "ratio"));
            if a <= 24 && b < 60 {
                let hour = if (1..=12).contains(&a) { numerals::native(a.into()) } else { first.clone() };
                let minute = if b == 0 { String::new() } else { format!(" {second} 분") };
                all.push((format!("{hour} 시{minute}"), "clock"));
                if b == 30 {
                    all.push((format!("{hour} 시 반"), "clock"));
                }
                if (13..24).contains(&a) {
                    all.push((format!("오후 {} 시{minute}", numerals::native(u64::from(a) - 12)), "clock"));
                }
            }
            all.push((format!("{first} 장 {second} 절"), "verse"));
            all.push((format!("{first} 분 {second} 초"), "clock"));
        }
        '.' => {
            all.push((format!("{first} 점 {}", one_by_one(pair.b, Zero::Yeong)), "sino"));
            all.extend(date());
            all.push((format!("{}{}", one_by_one(pair.a, Zero::Gong), one_by_one(pair.b, Zero::Gong)), "digits"));
        }
        _ => {
            all.push((format!("{first}에서 {second}"), "range"));
            if pair.mark == '~' {
                all.push((format!("{first}부터 {second}까지"), "range"));
            }
            all.push((joined("다시"), "dash"));
            all.push((joined("빼기"), "minus"));
            if pair.mark == '-' {
                all.push((joined("대"), "score"));
                all.push((format!("{first}부터 {second}까지"), "range"));
                all.extend(date());
            }
        }
    }
    all
}

/// Telephone numbers and dates.
fn of_groups(groups: &[&str], mark: char) -> Candidates {
    let mut all: Candidates = Vec::new();
    if let [year, month, day] = groups
        && year.len() == 4
        && mark != ':'
        && let (Ok(month), Ok(day)) = (month.parse(), day.parse())
    {
        all.extend(dates::month_and_day(month, day).map(|date| (format!("{} 년 {date}", sino(year)), "date")));
    }
    let joined = |joint: &str, read: &dyn Fn(&str) -> String| {
        groups.iter().map(|group| read(group)).collect::<Vec<_>>().join(joint)
    };
    let gong = |group: &str| one_by_one(group, Zero::Gong);
    all.push((joined(" ", &gong), "digits"));
    all.push((joined(" ", &|group| one_by_one(group, Zero::Yeong)), "digits"));
    match mark {
        '/' => all.push((joined(" 슬래시 ", &sino), "slash")),
        ':' => all.push((joined(" 대 ", &sino), "ratio")),
        '.' => all.push((joined(" 점 ", &sino), "sino")),
        _ => {
            all.push((joined(" 다시 ", &gong), "dash"));
            all.push((joined("에 ", &gong), "digits"));
            all.push((joined(" 다시 ", &sino), "dash"));
        }
    }
    all
}

/// Latin letters: an acronym, a name, a Roman numeral.
fn of_letters(word: &str) -> Candidates {
    let mut all: Candidates = Vec::new();
    let number = word.chars().all(|c| c.is_ascii_uppercase()).then(|| roman::value_of_usual(word)).flatten();
    if let Some(number) = number {
        all.push((numerals::sino_of(number), "sino"));
        all.extend(numerals::english_digit(&number.to_string()).map(|spoken| (spoken.to_owned(), "english")));
    }
    all.extend(acronyms::listed_word(word).map(|spoken| (spoken.to_owned(), "as_word")));
    all.extend(acronyms::signed_word(word).map(|spoken| (spoken.to_owned(), "abbreviation")));
    all.push((spelled(word), "spelled"));
    all
}

/// Hanja: each character in its other sounds.
fn of_hanja(word: &str, spoken: &str) -> Candidates {
    let written: Vec<char> = word.chars().collect();
    let present: Vec<char> = spoken.chars().collect();
    let present = if present.len() == written.len() {
        present
    } else {
        hanja::read(word, super::BREAK).map_or_else(Vec::new, |spoken| spoken.chars().collect())
    };
    if present.len() != written.len() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (i, &c) in written.iter().enumerate() {
        for reading in hanja::readings(c) {
            let mut other = present.clone();
            other[i] = reading;
            all.push((other.iter().collect(), "hanja"));
        }
    }
    all
}

/// One mark.
fn of_mark(mark: &str) -> Candidates {
    let readings: &[(&str, &'static str)] = match mark {
        "-" | "−" | "–" | "—" => {
            &[("빼기", "minus"), ("마이너스", "minus"), ("다시", "dash"), ("에서", "range"), ("대", "score")]
        }
        "~" | "〜" | "∼" => &[("에서", "range"), ("물결", "spelled")],
        "/" => &[("슬래시", "slash"), ("또는", "as_word"), ("나누기", "fraction"), ("대", "ratio")],
        "#" => &[("번", "sino"), ("샵", "spelled")],
        "." => &[("점", "sino"), ("쩜", "spelled"), ("닷", "english")],
        ":" => &[("대", "ratio"), ("콜론", "spelled")],
        _ => &[],
    };
    readings.iter().map(|&(spoken, kind)| (spoken.to_owned(), kind)).collect()
}
