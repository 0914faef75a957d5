mod properties;
mod speed;

use proptest::prelude::*;

use super::{Reading, spoken_form};
use crate::text::{Language, Origin, Span, SpokenForm};

/// One row a line: what is written, a tab, and the accepted readings with `|` between.
const ENGLISH: &str = include_str!("../../../tests/text_corpus/en_reading.tsv");

fn english(text: &str) -> SpokenForm {
    spoken_form(text, &Reading::of(Language::English))
}

/// What two readings are compared by: small letters without punctuation and "and", single letters in a row joined.
/// Hyphens become `hyphen`, so that a reading cannot depend on them.
fn comparable(text: &str, hyphen: &str) -> String {
    let text = text.to_lowercase().replace(['-', '—'], hyphen);
    let text: String = text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace()).collect();
    let mut words: Vec<String> = Vec::new();
    let mut joins = false;
    for word in text.split_whitespace().filter(|&word| word != "and") {
        let is_letter = word.chars().count() == 1;
        match words.last_mut().filter(|_| is_letter && joins) {
            Some(last) => last.push_str(word),
            None => words.push(word.to_owned()),
        }
        joins = is_letter;
    }
    words.join(" ")
}

#[test]
fn english_corpus() {
    let mut wrong = Vec::new();
    for row in ENGLISH.lines().filter(|row| row.contains('\t')) {
        let (written, accepted) = row.split_once('\t').expect("a tab in each row");
        let spoken = english(written).text();
        let holds = |hyphen: &str| {
            accepted.split('|').any(|reading| comparable(reading, hyphen) == comparable(&spoken, hyphen))
        };
        if !(holds("") || holds(" ")) {
            wrong.push(format!("{written:?} is read {spoken:?}, not {accepted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Text that looks like what the rules read, and anything else.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-zA-Z]{1,8}",
        "[0-9]{1,6}",
        "[-–—+.,:;/%$€£#@&*_'\"°~^=<>()!?x]{1,2}",
        "\\PC{0,4}",
        prop::sample::select(vec![
            "Dr.",
            "St.",
            "No.",
            "Jan.",
            "p.m.",
            "U.S.",
            "km",
            "m²",
            "XIV",
            "½",
            "①",
            "[pause 1s]",
            "**",
            "<b>",
            "&amp;",
            "th",
            "s"
        ])
        .prop_map(str::to_owned),
        "[가-힣]{1,4}",
    ];
    prop::collection::vec(prop_oneof![part, Just(" ".to_owned()), Just("\n".to_owned())], 0..30)
        .prop_map(|parts| parts.concat())
}

fn check_tiles(form: &SpokenForm) -> Result<(), TestCaseError> {
    let mut at = 0;
    for piece in &form.pieces {
        prop_assert_eq!(piece.source, Span::new(at, piece.source.end));
        prop_assert!(piece.source.end > at, "an empty piece in {:?}", form.source);
        at = piece.source.end;
        if piece.origin == Origin::Written {
            let source: String = form.source.chars().skip(piece.source.start).take(piece.source.n_chars()).collect();
            prop_assert_eq!(&source, &piece.spoken);
        }
    }
    prop_assert_eq!(at, form.source.chars().count());
    Ok(())
}

proptest! {
    #[test]
    fn pieces_tile_the_source(text in any_text(), is_korean: bool) {
        let language = if is_korean { Language::Korean } else { Language::English };
        check_tiles(&spoken_form(&text, &Reading::of(language)))?;
    }

    #[test]
    fn no_digit_is_left_in_english(text in any_text()) {
        let spoken = english(&text).text();
        prop_assert!(!spoken.chars().any(char::is_numeric), "{text:?} is read {spoken:?}");
    }

    #[test]
    fn what_is_read_is_read_the_same_again(text in "[a-z]{2,7}( [a-z]{2,7}){0,12}[.!?]") {
        // Words that are abbreviations even in small letters are read once.
        let once = english(&text).text();
        prop_assert_eq!(english(&once).text(), once);
    }
}

#[test]
fn plain_prose_stays_as_written() {
    for text in [
        "The keeper climbed the stairs, lit the lamp, and waited; nobody came.",
        "\"Is anyone there?\" she asked (quietly). No answer!",
        "It's a well-known fact that rock'n'roll isn't dead...",
        "May I march in March, or may May?",
        "The sat sun wed mon ami. I am. He had no. Say no.",
    ] {
        let form = english(text);
        assert_eq!(form.text(), text);
        assert!(form.pieces.iter().all(|piece| piece.origin == Origin::Written), "{:?}", form.pieces);
    }
}

#[test]
fn korean_lines_are_read_without_their_markup() {
    let form = spoken_form("**굵게** 2025년 🎉 [pause 1s] `FastAPI`를", &Reading::of(Language::Korean));
    assert_eq!(form.text(), "굵게 이천이십오 년 FastAPI를");
    assert_eq!(form.dropped(), "🎉");
    assert!(form.pieces.iter().any(|piece| piece.origin == Origin::Pause(1000)));
}

#[test]
fn pieces_know_where_they_come_from() {
    let at = |text: &str, spoken: &str| {
        let form = english(text);
        let piece = form
            .pieces
            .iter()
            .find(|piece| piece.spoken.trim() == spoken)
            .unwrap_or_else(|| panic!("{:?}", form.pieces))
            .clone();
        let source: String = form.source.chars().skip(piece.source.start).take(piece.source.n_chars()).collect();
        (source, piece.origin)
    };
    for (text, spoken, source, rule) in [
        ("e\u{301} costs $5.", "five dollars", "$5", "money"),
        ("**$5** million now", "five million dollars", "$5** million", "money"),
        ("heat to 40–60°C slowly", "forty to sixty degrees Celsius", "40–60°C", "range"),
        ("I’m here", "I'm", "I’m", "typography"),
        ("see example.com/a", "example dot", "example.", "web"),
        ("fish &amp; chips", "and", "&amp;", "symbol"),
    ] {
        assert_eq!(at(text, spoken), (source.to_owned(), Origin::Rule(rule)), "{text}");
    }
}

#[test]
fn what_nobody_can_speak_is_reported() {
    for (text, dropped) in
        [("a 🎉 b", "🎉"), ("**a** b", ""), ("Acme™ ★", "™★"), ("zero\u{200B}width", ""), ("plain", "")]
    {
        assert_eq!(english(text).dropped(), dropped, "{text}");
    }
}

#[test]
fn directions_are_acted_only_where_that_is_asked_for() {
    let spoken = |text: &str, expressions: bool| {
        let form = spoken_form(text, &Reading { expressions, ..Reading::of(Language::English) });
        assert!(form.pieces.iter().all(|piece| piece.source.n_chars() > 0));
        form.text()
    };
    for (text, acted, plain) in [
        ("<laugh> Ha.", "<laugh> Ha.", "Ha."),
        ("Well<Sigh><breath>yes", "Well <sigh> <breath> yes", "Well yes"),
        ("<b>No</b> <chuckle>", "No", "No"),
        ("<scream>", "<scream>", ""),
    ] {
        assert_eq!(spoken(text, true), acted, "{text}");
        assert_eq!(spoken(text, false).replace("  ", " "), plain.replace("Well yes", "Wellyes"), "{text}");
    }
}

#[test]
fn every_rule_has_a_stable_name() {
    let names: std::collections::BTreeSet<&str> = ENGLISH
        .lines()
        .filter_map(|row| row.split_once('\t'))
        .flat_map(|(written, _)| english(written).pieces)
        .filter_map(|piece| match piece.origin {
            Origin::Rule(name) => Some(name),
            _ => None,
        })
        .collect();
    let unknown: Vec<&&str> = names.iter().filter(|name| !super::RULES.contains(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
