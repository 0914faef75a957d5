//! What many entries cost. No test asserts a time; run with
//! `cargo test --release -- --ignored --nocapture many_entries`.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use super::super::{Entry, Lexicon, Lexicons, MatchMode};
use crate::text::{Language, Reading, spoken_form};

/// Words that look like words, the same each time.
fn words(n: usize) -> Vec<String> {
    const SYLLABLES: [&str; 24] = [
        "ka", "lor", "min", "ta", "ves", "qui", "ro", "san", "pe", "dul", "fi", "gan", "hel", "jo", "bri", "xen", "mu",
        "za", "wer", "yi", "ost", "ark", "ble", "con",
    ];
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let mut words = std::collections::BTreeSet::new();
    while words.len() < n {
        let n_syllables = 2 + next() % 3;
        words.insert((0..n_syllables).map(|_| SYLLABLES[next() % SYLLABLES.len()]).collect::<String>());
    }
    words.into_iter().collect()
}

fn best_secs(n_runs: usize, mut work: impl FnMut()) -> f64 {
    let times = (0..n_runs).map(|_| {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "a measurement"]
fn many_entries() {
    let words = words(20_000);
    let text = |words: &[String], with: &str| {
        let mut text = String::new();
        for (i, word) in words.iter().enumerate() {
            write!(text, "{word}{} ", ["", ",", " the", " and", with, "."][i % 6]).expect("a string takes all");
        }
        text
    };
    let lexicon = |words: &[String]| Lexicon { entries: words.iter().map(|word| Entry::word(word, "x")).collect() };
    // None of the entries is in the text, so that both have the same work to do after finding.
    let (in_text, others) = words.split_at(10_000);
    for (name, text, language) in [
        ("English", text(in_text, " of"), Language::English),
        ("Korean", text(in_text, "를 하늘에서 바라본 목소리와"), Language::Korean),
    ] {
        let reading = |n: usize| Reading {
            lexicons: Arc::new(Lexicons::new(&[&lexicon(&others[..n])])),
            ..Reading::of(language)
        };
        let lines: Vec<String> = text.split('.').map(str::to_owned).collect();
        let source: Vec<char> = text.chars().collect();
        let items = crate::text::markup::scan(&source);
        let [few, many] = [10, 10_000].map(|n| {
            let reading = reading(n);
            let find = best_secs(15, || {
                assert!(reading.lexicons.read(&items, &source, reading.lexicon_options()).readings.is_empty());
            });
            let whole = best_secs(15, || lines.iter().for_each(|line| drop(spoken_form(line, &reading))));
            (find, whole)
        });
        let megabytes = text.len() as f64 / 1e6;
        println!(
            "{name}: finding {:.0} MB/s with 10 entries, {:.0} MB/s with 10,000 (ratio {:.2}); whole front end {:.1} and \
             {:.1} MB/s (ratio {:.2})",
            megabytes / few.0,
            megabytes / many.0,
            many.0 / few.0,
            megabytes / few.1,
            megabytes / many.1,
            many.1 / few.1,
        );
    }
    let began = Instant::now();
    let many = Lexicons::new(&[&lexicon(others)]);
    println!("{} entries made ready in {:.0} ms", many.n_entries(), began.elapsed().as_secs_f64() * 1e3);
    let patterns: Vec<Entry> = others[..100]
        .iter()
        .map(|word| Entry { mode: MatchMode::Regex, ..Entry::word(&format!(r"\b{word}\b"), "x") })
        .collect();
    let patterns = Lexicons::new(&[&Lexicon { entries: patterns }]);
    let haystack: Vec<char> = in_text.join(" ").chars().collect();
    let secs = best_secs(5, || assert!(patterns.find(&haystack, Language::English).is_empty()));
    println!("100 regular expressions: {:.1} MB/s", haystack.len() as f64 / 1e6 / secs);
}
