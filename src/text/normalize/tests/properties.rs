//! What holds of every line, whatever is written in it. The fuzz target in `tests/fuzz` asserts the same invariants.
//!
//! The tests that take minutes are ignored; run them with `cargo test --release -- --ignored every_`.

#[path = "../../../../tests/fuzz/src/invariants.rs"]
mod invariants;

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;

use crate::text::lexicon::{Case, Entry, Lexicon, MatchMode};
use crate::text::normalize::{ReadingOptions, nfc};
use crate::text::{Language, Lexicons, Origin, Reading, spoken_form};
use invariants::{breaks_line, check_line};

const ENGLISH: &str = include_str!("../../../../tests/text_corpus/en_reading.tsv");
const KOREAN: &str = include_str!("../../../../tests/text_corpus/ko_reading.tsv");

/// An entry of every kind.
static LEXICONS: LazyLock<Arc<Lexicons>> = LazyLock::new(|| {
    let entry = |written: &str, spoken: &str, mode| Entry { mode, ..Entry::word(written, spoken) };
    let entries = vec![
        entry("API", "에이피아이", MatchMode::Word),
        entry("on", "/ɑn/", MatchMode::Anywhere),
        entry("un", "uhn", MatchMode::Start),
        entry("다", "따", MatchMode::End),
        Entry { case: Case::Exact, ..entry("St", "Saint", MatchMode::Word) },
        entry(r"(\d+)px", "$1 pixels", MatchMode::Regex),
        entry("👍", "thumbs\nup", MatchMode::Anywhere),
    ];
    Arc::new(Lexicons::new(&[&Lexicon { entries }]))
});

/// In both languages, with and without a lexicon.
fn readings() -> Vec<Reading> {
    let of = |language, lexicons| Reading { lexicons, ..Reading::of(language) };
    Language::ALL
        .into_iter()
        .flat_map(|language| [of(language, Arc::default()), of(language, LEXICONS.clone())])
        .collect()
}

#[track_caller]
fn check(text: &str, limits: &[usize]) {
    for reading in readings() {
        if let Err(fault) = check_line(text, &reading, limits) {
            panic!("{fault}");
        }
    }
}

/// `c` alone and between letters, syllables and digits.
#[track_caller]
fn check_character(c: char) {
    for text in [format!("{c}"), format!("a{c}b"), format!("가{c}나"), format!("1{c}2")] {
        check(&text, &[1, 3, 120]);
    }
    for language in Language::ALL {
        check_is_read_or_listed(c, language);
    }
}

/// A character alone is spoken, or listed as dropped, or nothing that anybody could see or say.
#[track_caller]
fn check_is_read_or_listed(c: char, language: Language) {
    let form = spoken_form(&c.to_string(), &Reading::of(language));
    for piece in &form.pieces {
        let why = match piece.origin {
            // A voice makes a pause of these, or says them.
            Origin::Written if form.source.chars().all(|c| c.is_alphanumeric() || c.is_whitespace()) => continue,
            Origin::Written if unicode_normalization::char::is_combining_mark(c) => continue,
            Origin::Written => {
                let is_mark = form.source.chars().all(|c| c.is_ascii_punctuation() || matches!(c, '…' | '¿' | '¡'));
                assert!(is_mark, "{c:?} is kept in {language:?}, and no voice says it");
                continue;
            }
            Origin::Dropped(why) => why,
            _ => continue,
        };
        match why {
            "emoji" | "symbol" => assert!(form.dropped().contains(&form.source), "{c:?} is not listed"),
            "invisible" => assert!(!c.is_alphanumeric(), "{c:?} can be seen"),
            _ => assert!(c.is_ascii_punctuation(), "{c:?} is no markup"),
        }
    }
}

/// Every character but unassigned ones, surrogates and the bulk of ideographs and syllables, of which one in `step`.
fn characters(step: usize) -> impl Iterator<Item = char> {
    let is_bulk = |c: char| matches!(c, '\u{3400}'..='\u{9FFF}' | '\u{A000}'..='\u{D7FF}');
    ('\0'..='\u{FFFF}')
        .enumerate()
        .filter(move |&(at, c)| !is_bulk(c) && at % step == 0 || at % (step * 16) == 0)
        .map(|(_, c)| c)
}

#[test]
fn characters_of_every_block() {
    characters(29).for_each(check_character);
    for c in [
        '\u{D7FF}',
        '\u{E000}',
        '\u{FDD0}',
        '\u{FFFD}',
        '\u{FFFE}',
        '\u{FFFF}',
        '\u{1FFFE}',
        '\u{10FFFF}',
        '🎉',
        '🇰',
        '𝟙',
        '𠀀',
    ] {
        check_character(c);
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_character() {
    ('\0'..='\u{FFFF}').for_each(check_character);
    ('\u{10000}'..='\u{10FFFF}').step_by(7).for_each(check_character);
}

/// Lines that would be trouble for a rule that looks far ahead or back.
fn long_lines(n_chars: usize) -> impl Iterator<Item = String> {
    let parts = [
        "a",
        "A",
        "7",
        "가",
        " ",
        ".",
        "\u{301}",
        "\u{200D}",
        "[",
        "]",
        "(",
        "*",
        "**a",
        "_",
        "`",
        "~",
        "<",
        "&",
        "\"",
        "'a ",
        "[[a](",
        "[pause 1s]",
        "&amp;",
        "<b>",
        "word ",
        "낱말은 ",
        "42 ",
        "3.",
        "1,",
        "1-",
        "12:",
        "$",
        "$5 ",
        "https://a.b/",
        "a@b.",
        "A.",
        "e.g. ",
        "# ",
        "> ",
        "|a",
        "- ",
        "\\*",
        "\n",
        "\r\n",
        "👩\u{200D}👩\u{200D}👧 ",
        "🇰",
        "\u{1112}\u{1161}",
        "١",
        "שלום ",
        "\u{202E}a",
        "½",
        "XIV ",
        "開",
    ];
    parts.into_iter().map(move |part| part.repeat(n_chars.div_ceil(part.chars().count())))
}

#[test]
fn long_lines_of_one_kind() {
    for line in long_lines(400) {
        check(&line, &[1, 7, 120]);
    }
    check(&"a".repeat(400), &(1..200).collect::<Vec<_>>());
}

#[test]
#[ignore = "takes minutes"]
fn every_line_of_100_000_characters() {
    for line in long_lines(100_000) {
        check(&line, &[120]);
    }
}

/// What is written in the rows of a table of readings.
fn rows(table: &str) -> impl Iterator<Item = &str> {
    table
        .lines()
        .filter(|row| !row.starts_with("# "))
        .filter_map(|row| row.split_once('\t'))
        .map(|(written, _)| written)
}

/// What is dropped between two graphemes that it has a part of, addresses without a name, and an abbreviation that begins like a word.
#[test]
fn what_fuzzing_found() {
    for text in ["a http://}}}}}}}}} b", "http://}}a", "http://-/-", "가 http://}}} 나", "ftp://}}}나", "e. g.mor this"]
    {
        check(text, &[1, 3, 120]);
    }
    check("ힰ\u{1160}\u{1100}ힰ\u{300}", &[1, 2, 3, 4, 5]);
}

#[test]
fn rows_cut_at_small_limits() {
    for row in rows(ENGLISH).chain(rows(KOREAN)).step_by(7) {
        check(row, &[1, 2, 3, 5, 8, 13, 21, 34]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_row_cut_at_every_limit() {
    let limits: Vec<usize> = (1..200).collect();
    for row in rows(ENGLISH).chain(rows(KOREAN)) {
        check(row, &limits);
    }
}

/// What a reading says holds when it is read again: whoever copies it into the script gets the same.
#[test]
fn readings_read_again_are_the_same() {
    let mut other = Vec::new();
    for (language, table) in [(Language::English, ENGLISH), (Language::Korean, KOREAN)] {
        let reading = Reading::of(language);
        for row in rows(table) {
            let once = spoken_form(row, &reading).text();
            let again = spoken_form(&once, &reading).text();
            if again != once {
                other.push(format!("{row:?} is read {once:?}, and that {again:?}"));
            }
        }
    }
    assert!(other.is_empty(), "{} rows:\n{}", other.len(), other.join("\n"));
}

/// No reading has a line break, whatever was written: one line in is one line out.
#[test]
fn line_breaks_are_never_spoken() {
    for c in ('\0'..='\u{2FFF}').filter(|&c| breaks_line(c) || c.is_control()) {
        let code = u32::from(c);
        for text in
            [format!("a{c}b"), format!("{c}"), format!("가{c}나 &#{code}; &#x{code:X};b"), format!("`a{c}b` 👍 5{c}6")]
        {
            for reading in readings() {
                let spoken = spoken_form(&text, &reading).text();
                assert!(!spoken.chars().any(|c| c.is_control() || breaks_line(c)), "{text:?} is read {spoken:?}");
            }
        }
    }
}

/// Anything at all, and often what rules, markup and graphemes are made of.
fn any_line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-zA-Z]{1,12}",
        "[0-9]{1,6}",
        "[가-힣]{1,6}",
        "\\PC{0,4}",
        "[\u{0}-\u{20}\u{7F}-\u{A0}\u{300}-\u{36F}\u{2000}-\u{206F}\u{FE00}-\u{FE0F}\u{FFF0}-\u{FFFF}]{1,3}",
        "[\u{1100}-\u{11FF}\u{A960}-\u{A97C}\u{D7B0}-\u{D7FB}]{1,4}",
        "[\u{590}-\u{6FF}\u{900}-\u{97F}\u{E00}-\u{E7F}]{1,4}",
        "[-–—+.,:;/%$€₩#@&*_'\"°~^=<>()\\[\\]{}|`\\\\!?]{1,3}",
        prop::sample::select(vec![
            "[pause 1s]",
            "**",
            "__",
            "~~",
            "``",
            "[[[[",
            "](",
            "<b>",
            "&amp;",
            "&#x301;",
            "\\*",
            "👩\u{200D}👩\u{200D}👧",
            "🇰🇷",
            "🏽",
            "5\u{20E3}",
            "\u{202E}",
            "API",
            "on",
            "12px",
            "👍",
            "St",
            "Dr.",
            "p.m.",
            "km/h",
            "개",
            "년",
            "에서",
            "ㅋㅋ",
            "大韓",
            "①",
            "Ⅳ",
            "㎏",
            "https://a.b/c?d=1",
        ])
        .prop_map(str::to_owned),
        Just(" ".to_owned()),
        Just("\n".to_owned()),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn whatever_is_written(
        text in any_line(),
        language in prop::sample::select(Language::ALL.to_vec()),
        has_lexicon: bool,
        takes_phonemes: bool,
        keeps_particles: bool,
        max_chars in 1..200usize,
    ) {
        let lexicons = if has_lexicon { LEXICONS.clone() } else { Arc::default() };
        let options = ReadingOptions { keeps_particles, ..ReadingOptions::default() };
        let reading = Reading { lexicons, takes_phonemes, options, ..Reading::of(language) };
        check_line(&text, &reading, &[max_chars, 120]).map_err(TestCaseError::fail)?;
        // Decomposed text is read as composed text is.
        let decomposed: String = unicode_normalization::UnicodeNormalization::nfd(text.as_str()).collect();
        prop_assert_eq!(nfc(&decomposed), nfc(&text));
        prop_assert_eq!(spoken_form(&decomposed, &reading), spoken_form(&text, &reading));
    }
}
