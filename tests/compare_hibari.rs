//! How far the studio reads English as the package `hibari-tts` does, which the voice comes from.
//!
//! Runs only where `MOKSORI_REFERENCE_PYTHON` names a Python that has the package, and the voice is installed. The rest
//! of the differences are those that the documentation of `voice::hibari::g2p` lists; run with `--nocapture` to see them.

#![expect(clippy::print_stdout, reason = "what a comparison found, or why there was none")]

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use moksori::text::{Language, Reading, spoken_form};
use moksori::voice::hibari::g2p::{G2p, Tables};

/// Share of the words that must be read alike.
const LEAST_AGREEMENT: f64 = 0.99;

/// Words of the lexicons that are compared beside the sentences.
const N_LEXICON_WORDS: usize = 2_000;

/// A Python with the reference package.
struct Reference {
    python: PathBuf,
    script: PathBuf,
    voice: PathBuf,
}

impl Reference {
    /// Nothing where this machine has none.
    fn find() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let voice = root.join("models/heart");
        let Some(python) = std::env::var_os("MOKSORI_REFERENCE_PYTHON") else {
            println!("skipped: MOKSORI_REFERENCE_PYTHON is not set");
            return None;
        };
        if !voice.join("oov.onnx").exists() {
            println!("skipped: no voice in {}", voice.display());
            return None;
        }
        Some(Self { python: python.into(), script: root.join("tests/compare_hibari.py"), voice })
    }

    /// What the script answers to the lines of `input`.
    fn run(&self, arguments: &[&str], input: &[String]) -> Vec<String> {
        let input = input.iter().flat_map(|line| [line, "\n"]).collect::<String>();
        let mut command = Command::new(&self.python);
        command.arg(&self.script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("starts the Python of MOKSORI_REFERENCE_PYTHON");
        let mut stdin = child.stdin.take().expect("piped");
        let output = std::thread::scope(|scope| {
            let writer = std::thread::Builder::new().name("reference-input".to_owned());
            let input = input.as_bytes();
            let writer = writer.spawn_scoped(scope, move || stdin.write_all(input)).expect("a thread");
            let output = child.wait_with_output().expect("runs");
            writer.join().expect("no panic").expect("takes its input");
            output
        });
        assert!(output.status.success(), "{arguments:?} failed");
        String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
    }
}

/// Our phonemes of each line. The net for unknown words is run by the reference's runtime, so that only the reading is
/// compared: the first pass finds what the net is asked.
fn ours(reference: &Reference, lines: &[String]) -> Vec<String> {
    let cache = tempfile::tempdir().expect("temp");
    let g2p = G2p::new(Tables::open(&reference.voice, cache.path()).expect("the voice's tables"));
    let mut asked: HashMap<Vec<i64>, Vec<i64>> = HashMap::new();
    for line in lines {
        g2p.phonemes(line, &mut |ids| {
            asked.entry(ids.to_vec()).or_default();
            None
        });
    }
    let questions: Vec<Vec<i64>> = asked.keys().cloned().collect();
    let input: Vec<String> = questions.iter().map(|ids| format!("{ids:?}")).collect();
    let model = reference.voice.join("oov.onnx").display().to_string();
    let answers = reference.run(&["oov", &model], &input);
    let parse = |answer: &String| serde_json::from_str(answer).expect("a list of ids");
    asked.extend(questions.into_iter().zip(answers.iter().map(parse)));
    lines.iter().map(|line| g2p.phonemes(line, &mut |ids| asked.get(ids).cloned()).text()).collect()
}

/// Number of words to change to make one list the other (Levenshtein, by dynamic programming).
fn n_changes(a: &[String], b: &[String]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Compares the readings of `lines`, prints where they differ, and asks for [`LEAST_AGREEMENT`].
fn check(reference: &Reference, what: &str, lines: &[String]) {
    let theirs = reference.run(&["reference"], lines);
    assert_eq!(theirs.len(), lines.len());
    let (mut n_words, mut n_differ) = (0, 0);
    for ((line, ours), theirs) in lines.iter().zip(ours(reference, lines)).zip(&theirs) {
        // The reference drops most quotes.
        let plain = |text: &str| text.replace(['“', '”'], "");
        let (ours, theirs) = (plain(&ours), plain(&serde_json::from_str::<String>(theirs).expect("a string")));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (our_words, their_words) = (words(&ours), words(&theirs));
        let changes = n_changes(&our_words, &their_words);
        n_words += their_words.len();
        n_differ += changes;
        if changes > 0 {
            println!("{line}\n  reference {theirs}\n  moksori   {ours}");
        }
    }
    assert!(n_words > lines.len(), "{what}: nothing was read");
    let agreement = 1.0 - n_differ as f64 / n_words as f64;
    println!("{what}: {n_words} words, {n_differ} differ, {:.3} % agree", 100.0 * agreement);
    assert!(agreement >= LEAST_AGREEMENT, "{what}: only {:.3} % of the words agree", 100.0 * agreement);
}

#[test]
fn sentences_and_lexicon_words_are_read_alike() {
    let Some(reference) = Reference::find() else { return };
    let reading = Reading::of(Language::English);
    let sentences = include_str!("text_corpus/sentences_en.txt");
    let spoken: Vec<String> = sentences.lines().map(|line| spoken_form(line, &reading).text()).collect();
    check(&reference, "sentences", &spoken);

    let folder = reference.voice.display().to_string();
    let words = reference.run(&["words", &folder, &N_LEXICON_WORDS.to_string()], &[]);
    assert_eq!(words.len(), N_LEXICON_WORDS);
    let lists: Vec<String> = words.chunks(6).map(|words| format!("the {}.", words.join(", a "))).collect();
    check(&reference, "words of the lexicons", &lists);
}
