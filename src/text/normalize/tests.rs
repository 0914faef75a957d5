use proptest::prelude::*;

use super::{Reading, spoken_form};
use crate::text::{Language, Origin, Span, SpokenForm};

/// One row a line: what is written, a tab, and the accepted readings with `|` between.
const ENGLISH: &str = include_str!("../../../tests/text_corpus/en_reading.tsv");

fn english(text: &str) -> SpokenForm {
    spoken_form(text, &Reading { language: Language::English })
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
fn zz_print() {
    for line in std::fs::read_to_string("/tmp/nasty.txt").unwrap().lines() {
        println!("{line}  =>  {}", english(line).text());
    }
}

#[test]
fn english_corpus() {
    let mut wrong = Vec::new();
    for row in ENGLISH.lines().filter(|row| !row.is_empty() && !row.starts_with("# ")) {
        let (written, accepted) = row.split_once('\t').expect("a tab in each row");
        let spoken = english(written).text();
        let holds = |hyphen: &str| accepted.split('|').any(|reading| comparable(reading, hyphen) == comparable(&spoken, hyphen));
        if !(holds("") || holds(" ")) {
            wrong.push(format!("{written:?} is read {spoken:?}, not {accepted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
