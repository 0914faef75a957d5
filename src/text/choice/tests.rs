use std::sync::Arc;

use proptest::prelude::*;

use super::Choice;
use crate::text::lexicon::{Lexicons, parse};
use crate::text::{Language, Origin, Reading, ReadingOptions, Span, SpokenForm, Warning, chunk, spoken_form};

fn choice(written: &str, nth: usize, spoken: &str) -> Choice {
    Choice { written: written.to_owned(), nth, spoken: spoken.to_owned() }
}

fn reading(language: Language, choices: &[(&str, usize, &str)]) -> Reading {
    let choices: Vec<Choice> = choices.iter().map(|&(written, nth, spoken)| choice(written, nth, spoken)).collect();
    Reading { choices: choices.into(), ..Reading::of(language) }
}

/// Checks how `text` is read with `choices`.
#[track_caller]
fn check(language: Language, choices: &[(&str, usize, &str)], text: &str, expect: &str) {
    let form = spoken_form(text, &reading(language, choices));
    assert_eq!(form.text(), expect, "{text}: {:?}", form.pieces);
}

#[test]
fn a_place_is_read_as_chosen() {
    let en = |choices, text, expect| check(Language::English, choices, text, expect);
    let ko = |choices, text, expect| check(Language::Korean, choices, text, expect);
    en(&[("1984", 0, "one nine eight four")], "1984 and 1984.", "one nine eight four and nineteen eighty four.");
    en(&[("1984", 1, "one nine eight four")], "1984 and 1984.", "nineteen eighty four and one nine eight four.");
    en(&[("St.", 0, "Street")], "St. John", "Street John");
    en(&[("St. ", 0, "Street")], "St. John", "Street John");
    en(&[("read", 0, "red 5 $")], "I read 5 books", "I red 5 $ five books");
    en(&[("gone", 0, "x"), ("a", 7, "y"), ("", 0, "z"), ("cat", 0, " ")], "a cat", "a cat");
    en(&[("10-20", 0, "ten dash twenty")], "**10-20** km", "ten dash twenty kilometers");
    en(&[("b", 0, "bee")], "a**b**c", "abeec");
    // Decomposed on both sides.
    en(&[("cafe\u{301}", 0, "caffay")], "the caf\u{e9}", "the caffay");
    ko(&[("3번", 0, "삼 번")], "3번 했다", "삼 번 했다");
    ko(&[("12", 0, "열둘")], "12 더하기", "열둘 더하기");
    ko(&[("金", 0, "김")], "金은 金이다", "김은 금이다");
    ko(&[("金", 1, "김")], "金은 金이다", "금은 김이다");
}

#[test]
fn particles_follow_what_is_chosen() {
    let ko = |choices, text, expect| check(Language::Korean, choices, text, expect);
    ko(&[("12", 0, "열둘")], "12를 12와 더한다", "열둘을 십이와 더한다");
    ko(&[("API", 0, "앱")], "**API**는 좋다", "앱은 좋다");
    ko(&[("LG", 0, "엘지")], "LG은", "엘지는");
    let kept = Reading {
        options: ReadingOptions { keeps_particles: true, ..ReadingOptions::default() },
        ..reading(Language::Korean, &[("12", 0, "열둘")])
    };
    assert_eq!(spoken_form("12를", &kept).text(), "열둘를");
    let form = spoken_form("12를", &reading(Language::Korean, &[("12", 0, "열둘")]));
    assert!(form.pieces.iter().all(|piece| piece.origin == Origin::Chosen && piece.atomic), "{:?}", form.pieces);
    // A particle that is chosen itself.
    ko(&[("12", 0, "열둘"), ("를", 0, "쯤")], "12를", "열둘쯤");
}

#[test]
fn no_rule_reads_across_a_choice() {
    let en = |choices, text, expect| check(Language::English, choices, text, expect);
    en(&[("-", 0, " dash ")], "10-20", "ten dash twenty");
    en(&[("5", 0, "many")], "$5 million", "dollars many million");
    en(&[("GPT", 0, "gee pee tee")], "GPT-4 costs $4", "gee pee tee-four costs four dollars");
    check(Language::Korean, &[("3", 0, "세")], "3번 3번", "세번 세 번");
}

#[test]
fn a_choice_beats_entries_and_the_first_choice_others() {
    let parsed = parse("written,spoken\nNew York,noo yok\ncat,kat\n").expect("a table");
    let with = |choices: &[(&str, usize, &str)]| Reading {
        lexicons: Arc::new(Lexicons::new(&[&parsed.lexicon])),
        ..reading(Language::English, choices)
    };
    let read = |choices: &[(&str, usize, &str)]| spoken_form("New York cat", &with(choices)).text();
    assert_eq!(read(&[]), "noo yok kat");
    assert_eq!(read(&[("York", 0, "yoke")]), "New yoke kat");
    assert_eq!(read(&[("York cat", 0, "one"), ("New York", 0, "two")]), "New one");
    assert_eq!(read(&[("New York", 0, "two"), ("York cat", 0, "one")]), "two kat");
    // What an entry does to a place that is chosen makes no difference.
    let other = parse("written,spoken\nNew York,noo yok\ncat,gat\n").expect("a table").lexicon;
    let digest = |lexicons: &Lexicons, reading: &Reading| lexicons.digest("New York cat", reading);
    let other = Lexicons::new(&[&other]);
    let chosen = with(&[("cat", 0, "x")]);
    assert_eq!(digest(&chosen.lexicons, &chosen), digest(&other, &chosen));
    assert_ne!(digest(&chosen.lexicons, &with(&[])), digest(&other, &with(&[])));
}

#[test]
fn nothing_that_is_one_to_a_person_is_cut() {
    let en = |choices, text: &str| check(Language::English, choices, text, text);
    en(&[("q", 0, "x")], "q\u{327}");
    check(Language::English, &[("amp", 0, "x")], "a &amp; b", "a and b");
    check(Language::English, &[("pause", 0, "x")], "a [pause 1s] b", "a b");
    check(Language::English, &[("https", 0, "x")], "[a](https://x.y) b", "a b");
    check(Language::English, &[("👩", 0, "woman")], "see 👩‍👩‍👧", "see");
    check(Language::English, &[("👩‍👩‍👧", 0, "family")], "see 👩‍👩‍👧", "see family");
}

#[test]
fn phonemes_for_voices_that_take_them() {
    let mut reading = reading(Language::English, &[("Nia", 0, "/nˈiə/"), ("(x)", 0, "/a(b/")]);
    let form = spoken_form("Nia (x)", &reading);
    assert_eq!(form.text(), "Nia (x)");
    assert_eq!(form.warnings, [Warning::ChosenPhonemesNotTaken { written: "Nia".to_owned() }]);
    assert!(form.warnings[0].to_string().contains("Nia"));
    reading.takes_phonemes = true;
    let form = spoken_form("Nia (x)", &reading);
    assert_eq!(form.text(), "[Nia](/nˈiə/) (x)");
    assert!(form.warnings.is_empty());
    assert!(choice("x", 0, "/a(b/").check().is_err() && choice("x", 0, "").check().is_err());
    assert!(choice("x", 0, "/ab/").check().is_ok());
}

#[test]
fn places_have_numbers() {
    for (source, start, end, written, nth) in [
        ("12 and 12", 0, 2, "12", 0),
        ("12 and 12", 7, 9, "12", 1),
        ("aaaa", 2, 4, "aa", 1),
        ("aaaa", 1, 3, "aa", 2),
        ("ababa", 2, 5, "aba", 1),
        ("Dr. Who", 0, 4, "Dr.", 0),
        ("e\u{301} e\u{301}", 2, 3, "é", 1),
        ("한", 0, 99, "한", 0),
    ] {
        let made = Choice::at(source, Span::new(start, end), "x");
        assert_eq!((made.written.as_str(), made.nth), (written, nth), "{source}");
    }
    assert_eq!(choice("b", 1, "x").span_in("ab"), None);
    assert_eq!(choice("b", 0, "x").span_in("ab"), Some(Span::new(1, 2)));
}

/// Few letters, so that choices match, touch and overlap.
const TEXT: &str = "([ab가를는]|1|2|12|-|\\*\\*|&amp;|\\[pause 1s\\]|\u{301}|👩‍👧| |\n){0,16}";

fn check_tiles(form: &SpokenForm) -> Result<(), TestCaseError> {
    let mut at = 0;
    for piece in &form.pieces {
        prop_assert_eq!(piece.source, Span::new(at, piece.source.end));
        prop_assert!(piece.source.end > at);
        at = piece.source.end;
    }
    prop_assert_eq!(at, form.source.chars().count());
    Ok(())
}

proptest! {
    #[test]
    fn every_place_can_be_named(source in "[ab 가\u{301}]{1,12}", start in 0..12usize, n in 1..4usize) {
        let chars: Vec<char> = crate::text::normalize::nfc(&source).chars().collect();
        let start = start.min(chars.len() - 1);
        let end = (start + n).min(chars.len());
        let is_trim = |c: &char| !c.is_whitespace();
        prop_assume!(is_trim(&chars[start]) && is_trim(&chars[end - 1]));
        let span = Span::new(start, end);
        prop_assert_eq!(Choice::at(&source, span, "x").span_in(&source), Some(span));
    }

    #[test]
    fn nothing_is_lost(
        text in TEXT,
        choices in prop::collection::vec(("([ab12가를& -]|amp|\\PC){1,3}", 0..3usize, "[a-z가-힣0-9 /]{0,5}"), 0..6),
        rows in prop::collection::vec("[ab12가]{1,3},[xy]{1,3}", 0..3),
        is_korean: bool,
        takes_phonemes: bool,
        max_chars in 1..40usize,
    ) {
        let language = if is_korean { Language::Korean } else { Language::English };
        let choices: Vec<Choice> =
            choices.into_iter().map(|(written, nth, spoken)| Choice { written, nth, spoken }).collect();
        let lexicon = parse(&format!("written,spoken\n{}\n", rows.join("\n"))).expect("a table").lexicon;
        let reading = Reading {
            choices: choices.into(),
            lexicons: Arc::new(Lexicons::new(&[&lexicon])),
            takes_phonemes,
            ..Reading::of(language)
        };
        let form = spoken_form(&text, &reading);
        check_tiles(&form)?;
        prop_assert!(form.pieces.iter().filter(|piece| piece.origin == Origin::Chosen).all(|piece| piece.atomic));
        prop_assert_eq!(&spoken_form(&form.source, &reading), &form);
        let chunks: String = chunk::chunk(&form, max_chars).iter().map(|chunk| chunk.text.as_str()).collect();
        prop_assert_eq!(&chunks, &form.source);
    }

    #[test]
    fn a_free_choice_is_read_exactly(before in "[a-z ]{0,8}", behind in "[a-z ]{0,8}", spoken in "[a-z]{1,6}( [a-z]{1,6})?") {
        let source = format!("{before} 77 {behind}");
        let form = spoken_form(&source, &reading(Language::English, &[("77", 0, &spoken)]));
        let chosen: Vec<&str> =
            form.pieces.iter().filter(|p| p.origin == Origin::Chosen).map(|p| p.spoken.as_str()).collect();
        prop_assert_eq!(chosen, [spoken.as_str()]);
    }
}
