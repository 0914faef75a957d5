//! Fuzzes the whole text front end: normalisation with and without lexicons, chunking, Korean pronunciation, in both
//! languages; lexicon files; and script imports. Two bytes say what to do, the rest is text. In the text, what stands
//! before a U+001E is a lexicon file.
//!
//! It runs with stable Rust and a C++ compiler. In this folder:
//!
//! ```text
//! export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
//!   -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
//!   -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
//! cargo build --release --target x86_64-unknown-linux-gnu
//! FUZZ_SEEDS=target/corpus target/x86_64-unknown-linux-gnu/release/front_end -dict=text.dict -max_len=600 \
//!   -timeout=20 -max_total_time=600 -artifact_prefix=target/ target/corpus
//! ```
//!
//! `FUZZ_SEEDS` is the folder into which the seeds are written first; leave it out to go on with a grown corpus.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use moksori_fuzz::invariants::{Held, breaks_line, check_line};
use moksori_fuzz::script::format;
use moksori_fuzz::script::import::{ImportFormat, from_format};
use moksori_fuzz::seeds;
use moksori_fuzz::text::lexicon::{Case, Entry, Lexicon, MatchMode, parse};
use moksori_fuzz::text::normalize::{ReadingOptions, nfc};
use moksori_fuzz::text::pronounce::{Allophones, phonemes, pronunciation};
use moksori_fuzz::text::{Language, Lexicons, Reading};

/// Longer texts make no new paths.
const MAX_CHARS: usize = 2_000;

/// A lexicon with an entry of every kind, for texts that bring none.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let entry = |written: &str, spoken: &str, mode| Entry { mode, ..Entry::word(written, spoken) };
    Lexicon {
        entries: vec![
            entry("API", "에이피아이", MatchMode::Word),
            entry("the", "thee", MatchMode::Word),
            entry("on", "/ɑn/", MatchMode::Anywhere),
            entry("un", "uhn", MatchMode::Start),
            entry("다", "따", MatchMode::End),
            Entry { case: Case::Exact, ..entry("St", "Saint", MatchMode::Word) },
            entry(r"(\d+)px", "$1 pixels", MatchMode::Regex),
            entry(r"[가-힣]\.", "점", MatchMode::Regex),
            entry("👍", "thumbs up", MatchMode::Anywhere),
        ],
    }
});

fuzz_target!(
    init: {
        if let Some(folder) = std::env::var_os("FUZZ_SEEDS") {
            let n = seeds::write(folder.as_ref()).expect("the seeds can be written");
            eprintln!("{n} seeds written");
        }
    },
    |data: &[u8]| {
        let [what, limit, text @ ..] = data else { return };
        let text: String = String::from_utf8_lossy(text).chars().take(MAX_CHARS).collect();
        if let Err(fault) = run(*what, usize::from(*limit).clamp(1, 200), &text) {
            panic!("{fault}");
        }
    }
);

/// Everything that is done with a text.
fn run(what: u8, max_chars: usize, text: &str) -> Held {
    let has = |bit: u8| what & (1 << bit) != 0;
    let (file, text) = text.split_once('\u{1E}').map_or((None, text), |(file, text)| (Some(file), text));
    let own = file.map(check_lexicon).transpose()?;
    let lexicons = match (&own, has(0)) {
        (Some(own), true) => Lexicons::new(&[own, &LEXICON]),
        (Some(own), false) => Lexicons::new(&[own]),
        (None, true) => Lexicons::new(&[&LEXICON]),
        (None, false) => Lexicons::new(&[]),
    };
    let lexicons = Arc::new(lexicons);
    for language in Language::ALL {
        let options = ReadingOptions { keeps_particles: has(1), ..ReadingOptions::default() };
        let reading = Reading { lexicons: lexicons.clone(), takes_phonemes: has(2), options, ..Reading::of(language) };
        check_line(text, &reading, &[max_chars, 120])?;
    }
    check_pronunciation(text)?;
    if has(3) { check_imports(text) } else { Ok(()) }
}

/// Reads a lexicon file; what can be used is the same after it was written and read.
fn check_lexicon(file: &str) -> Result<Lexicon, String> {
    let Ok(parsed) = parse(file) else { return Ok(Lexicon::default()) };
    for text in [parsed.lexicon.to_csv(), parsed.lexicon.to_pls()] {
        match parse(&text) {
            Ok(again) if again.lexicon == parsed.lexicon && again.problems.is_empty() => {}
            other => return Err(format!("{file:?} is written {text:?} and read {other:?}")),
        }
    }
    Ok(parsed.lexicon)
}

/// Every syllable gives a syllable, and everything else stays.
fn check_pronunciation(text: &str) -> Held {
    let said = pronunciation(text);
    let is_syllable = |c: &char| ('가'..='힣').contains(c);
    let source = nfc(text);
    let others = |text: &str| text.chars().filter(|c| !is_syllable(c)).collect::<Vec<_>>();
    if said.chars().count() != source.chars().count() || others(&said) != others(&source) {
        return Err(format!("{text:?} is pronounced {said:?}"));
    }
    phonemes(&said, Allophones::default());
    Ok(())
}

/// Every line of an import is one line, and a project is the same after it was saved and opened.
fn check_imports(text: &str) -> Held {
    for format in [ImportFormat::Text, ImportFormat::Markdown, ImportFormat::Srt] {
        for join_lines in [false, true] {
            let project = from_format(format, text, join_lines).project;
            if project.lines().is_empty() || project.lines().iter().any(|line| line.text.chars().any(breaks_line)) {
                return Err(format!("{text:?} imports as {:?}", project.lines()));
            }
            let saved = format::to_text(&project);
            match format::from_text(&saved) {
                Ok(again) if again.lines() == project.lines() => {}
                other => return Err(format!("{text:?} is opened as {other:?}")),
            }
        }
    }
    Ok(())
}
