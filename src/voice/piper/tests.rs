//! The family over small made graphs with the real runtime, and a stand-in for espeak-ng.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::config::tests::description;
use super::model::Model;
use super::{Config, MAX_SYMBOLS, Piper, Setup};
use crate::files::write_atomic;
use crate::text::Language;
use crate::voice::runtime::{Runtime, SessionOptions};
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, Voice as _, VoiceError, testing};

/// Samples of an id in the made graphs.
const PER_ID: usize = 256;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/piper").join(name)
}

fn options() -> SessionOptions {
    SessionOptions { intra_threads: Some(1), ..SessionOptions::default() }
}

/// A description of a voice that takes letters, with these changes.
fn text_voice(changes: Value) -> String {
    let mut value = description();
    value["phoneme_type"] = json!("text");
    value["inference"] = json!({"noise_scale": 0.5, "length_scale": 1.0, "noise_w": 0.8});
    for (name, new) in changes.as_object().expect("an object") {
        value[name] = new.clone();
    }
    value.to_string()
}

fn config(changes: Value) -> Config {
    Config::parse(&text_voice(changes)).expect("parses")
}

fn setup(speaker: i64) -> Setup {
    Setup { model: "model.onnx".to_owned(), config: "model.onnx.json".to_owned(), speaker, takes_phonemes: false }
}

/// A folder with a voice over a made graph.
fn folder(graph: &str, described: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temp");
    let put = |name: &str, bytes: &[u8]| write_atomic(&folder.path().join(name), bytes).expect("writes");
    put("model.onnx", &std::fs::read(fixture(graph)).expect("a fixture"));
    put("model.onnx.json", described.as_bytes());
    folder
}

fn open(runtime: Runtime, folder: &Path, speaker: i64, program: &str) -> Result<Piper, VoiceError> {
    let info = crate::voice::tone::Tone::default().info().clone();
    Piper::load_with(runtime, info, &setup(speaker), folder, &options(), program.into())
}

fn voice(runtime: Runtime, graph: &str) -> Piper {
    let folder = folder(graph, &text_voice(json!({})));
    open(runtime, folder.path(), 0, "no such program").unwrap_or_else(|error| panic!("{graph}: {error}"))
}

fn request(spoken: &str) -> SpeechRequest<'_> {
    SpeechRequest {
        spoken,
        language: Language::English,
        speed: 1.0,
        seed: 0,
        time_limit: None,
        options: SpeechOptions::default(),
    }
}

#[test]
fn the_scales_and_the_speaker_reach_the_model() {
    let Some(runtime) = testing::runtime() else { return };
    let load = |name: &str, config: &Config, speaker: i64| {
        Model::load(runtime, &fixture(name), config, speaker, &options()).unwrap_or_else(|error| panic!("{error}"))
    };
    let ids = [1, 0, 6, 0, 2];
    let mut model = load("one_speaker.onnx", &config(json!({})), 0);
    for (speed, n) in [(1.0, 5 * PER_ID), (2.0, 5 * PER_ID / 2), (0.5, 5 * PER_ID * 2)] {
        let samples = model.samples(&ids, speed, &Cancel::new()).expect("runs");
        assert_eq!(samples.len(), n, "{speed}");
        assert!((samples[10] - 0.5 * 0.5_f32.sin()).abs() < 1e-4, "{}", samples[10]);
    }
    let slow = config(json!({"inference": {"length_scale": 1.5, "noise_scale": 0.25}}));
    let samples = load("one_speaker.onnx", &slow, 0).samples(&ids, 1.0, &Cancel::new()).expect("runs");
    assert_eq!(samples.len(), 5 * PER_ID * 3 / 2);
    let many = config(json!({"num_speakers": 4}));
    for (speaker, expect) in [(0, 0.0), (3, 0.03), (99, 0.03), (-1, 0.0)] {
        let samples = load("speakers.onnx", &many, speaker).samples(&ids, 1.0, &Cancel::new()).expect("runs");
        assert!((samples[0] - expect).abs() < 1e-6, "{speaker}: {}", samples[0]);
    }
    let samples = load("loud.onnx", &config(json!({})), 0).samples(&ids, 1.0, &Cancel::new()).expect("runs");
    let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    assert_eq!(peak, 1.0, "clamped");
    model.shrink(&[1, 0, 2]).expect("shrinks");
}

#[test]
fn wrong_graphs_are_refused_in_words() {
    let Some(runtime) = testing::runtime() else { return };
    let many = json!({"num_speakers": 4});
    for (name, changes, part) in [
        ("wrong_names.onnx", json!({}), "it has no input input (i64, 2 dimensions)"),
        ("wrong_ids_type.onnx", json!({}), "its input is input (i32, 2 dimensions)"),
        ("wrong_scales_rank.onnx", json!({}), "its input is scales (f32, 2 dimensions)"),
        ("wrong_no_lengths.onnx", json!({}), "it has no input input_lengths"),
        ("wrong_audio_rank.onnx", json!({}), "its output is output (f32, 2 dimensions)"),
        ("wrong_audio_type.onnx", json!({}), "its output is output (other, 4 dimensions)"),
        ("one_speaker.onnx", many, "it has no input sid"),
        ("speakers.onnx", json!({}), "it wants an input sid"),
        ("truncated.onnx", json!({}), "cut short"),
        ("missing.onnx", json!({}), "no such file"),
    ] {
        let error = Model::load(runtime, &fixture(name), &config(changes), 0, &options()).expect_err(name).to_string();
        assert!(error.contains(part) && error.contains(name), "{name}: {error}");
    }
}

#[test]
fn nonsense_from_the_model_is_an_error() {
    let Some(runtime) = testing::runtime() else { return };
    for (name, part) in [("nan.onnx", "not a number"), ("empty.onnx", "0 samples"), ("endless.onnx", "cannot be right")]
    {
        let error = voice(runtime, name).speak(&request("ae"), &Cancel::new()).expect_err(name);
        assert!(matches!(&error, VoiceError::Model(problem) if problem.contains(part)), "{name}: {error}");
    }
}

#[test]
fn a_voice_of_letters_speaks_without_espeak() {
    let Some(runtime) = testing::runtime() else { return };
    let mut voice = voice(runtime, "one_speaker.onnx");
    assert_eq!((voice.provider(), voice.model_hash().len()), ("CPU", 64));
    assert_eq!(voice.phonemes("Ae, a!", Language::English).expect("reads"), "ae, a");
    // Start, pad, four symbols with a pad each (one of them has two ids), end.
    let speech = voice.speak(&request("Ae,a"), &Cancel::new()).expect("speaks");
    assert_eq!((speech.samples.len(), speech.unspoken.as_str()), (12 * PER_ID, ""));
    let faster = SpeechRequest { speed: 2.0, ..request("Ae,a") };
    assert_eq!(voice.speak(&faster, &Cancel::new()).expect("speaks").samples.len(), 6 * PER_ID);
    let speech = voice.speak(&request("가 a"), &Cancel::new()).expect("speaks");
    assert_eq!(speech.unspoken, "가");
    for silent in ["", " . , ", "…"] {
        assert!(voice.speak(&request(silent), &Cancel::new()).expect("speaks").samples.is_empty(), "{silent}");
    }
    voice.shrink();
    let cancelled = Cancel::new();
    cancelled.cancel();
    assert!(matches!(voice.speak(&request("a"), &cancelled), Err(VoiceError::Cancelled)));
    assert_eq!(voice.speak(&request("a"), &Cancel::new()).expect("speaks").samples.len(), 5 * PER_ID);
}

#[test]
fn sentences_and_long_texts_are_runs_of_their_own() {
    let Some(runtime) = testing::runtime() else { return };
    let mut voice = voice(runtime, "one_speaker.onnx");
    // Two sentences of two symbols, seven ids each, and 0.15 s between them; nothing after marks that say nothing.
    let pause = 22_050 * 15 / 100 + 1;
    for spoken in ["a. a.", "a. a. !"] {
        let samples = voice.speak(&request(spoken), &Cancel::new()).expect("speaks").samples;
        assert_eq!(samples.len(), 2 * 7 * PER_ID + pause, "{spoken}");
    }
    let long = "aa, ".repeat(1_000);
    let n_symbols = 4 * 1_000 - 1;
    let samples = voice.speak(&request(&long), &Cancel::new()).expect("speaks").samples.len();
    let n_runs = n_symbols / MAX_SYMBOLS + 1;
    // The spaces at the cuts are not spoken.
    let expect = (2 * (n_symbols - (n_runs - 1)) + 3 * n_runs) * PER_ID;
    assert!(samples.abs_diff(expect) < 20 * PER_ID, "{samples} and {expect}");
}

#[test]
fn damage_is_told() {
    let Some(runtime) = testing::runtime() else { return };
    for (described, part) in [("{}", "lacks “audio.sample_rate”"), ("", "no Piper description")] {
        let folder = folder("one_speaker.onnx", described);
        let error = open(runtime, folder.path(), 0, "none").expect_err(part);
        assert!(matches!(&error, VoiceError::Damaged { problem, .. } if problem.contains(part)), "{error}");
        assert!(error.to_string().contains("model.onnx.json"), "{error}");
    }
    let folder = folder("truncated.onnx", &text_voice(json!({})));
    let error = open(runtime, folder.path(), 0, "none").expect_err("damaged");
    assert!(matches!(&error, VoiceError::Damaged { problem, .. } if problem.contains("cut short")), "{error}");
    std::fs::remove_file(folder.path().join("model.onnx.json")).expect("removes");
    assert!(matches!(open(runtime, folder.path(), 0, "none"), Err(VoiceError::Damaged { .. })));
}

#[test]
fn a_missing_espeak_is_told_when_the_voice_is_loaded() {
    let Some(runtime) = testing::runtime() else { return };
    let folder = folder("one_speaker.onnx", &description().to_string());
    let error = open(runtime, folder.path(), 0, "no-such-program-anywhere").expect_err("missing");
    assert!(matches!(&error, VoiceError::Program { program, .. } if program == "espeak-ng"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_voice_of_phonemes_speaks_with_espeak() {
    let Some(runtime) = testing::runtime() else { return };
    let programs = tempfile::tempdir().expect("temp");
    let program = super::espeak::tests::stand_in(programs.path());
    let program = program.to_str().expect("UTF-8");
    let folder = folder("one_speaker.onnx", &description().to_string());
    let mut voice = open(runtime, folder.path(), 0, program).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(voice.phonemes("a, [x](/I/). e", Language::English).expect("reads"), "a, aɪ. e");
    let speech = voice.speak(&request("a, a"), &Cancel::new()).expect("speaks");
    assert_eq!(speech.samples.len(), 11 * PER_ID * 5 / 4);
    // Another voice of the program reads differently, and so does another speaker.
    let hash = voice.model_hash().to_owned();
    let other = open(runtime, folder.path(), 1, program).unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(other.model_hash(), hash);
}
