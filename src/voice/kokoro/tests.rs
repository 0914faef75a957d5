//! The family over small made graphs with the real runtime, and over the real files where they are installed.

use std::path::{Path, PathBuf};

use super::model::Model;
use super::style::{ROW_LEN, tests::pack_bytes};
use super::{Folders, Kokoro, RATE_HZ, ReadingStyle, Setup, StyleShare, vocab};
use crate::files::write_atomic;
use crate::paths::Paths;
use crate::text::Language;
use crate::voice::catalog::Catalog;
use crate::voice::import::{How, ImportError, import};
use crate::voice::runtime::{Runtime, SessionOptions};
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, Voice as _, VoiceError, testing};

/// Samples of an id in the made graphs, and of the silence around them.
const PER_ID: usize = 600;
const AROUND: usize = 2_400 + 4_800;
/// Silence that is kept at each end.
const KEPT: usize = 720;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/kokoro").join(name)
}

fn load(runtime: Runtime, name: &str) -> Result<Model, String> {
    Model::load(runtime, &fixture(name), &SessionOptions { intra_threads: Some(1), ..SessionOptions::default() })
        .map_err(|error| error.to_string())
}

/// A Korean voice over a made graph, in a folder of its own.
fn voice(runtime: Runtime, graph: &str) -> (Kokoro, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("temp");
    let put = |name: &str, bytes: &[u8]| write_atomic(&folder.path().join(name), bytes).expect("writes");
    put("model.onnx", &std::fs::read(fixture(graph)).expect("a fixture"));
    put("one.bin", &pack_bytes(0.0001));
    put("two.bin", &pack_bytes(0.0003));
    (open(runtime, folder.path(), &["one.bin"]).expect("loads"), folder)
}

fn open(runtime: Runtime, folder: &Path, styles: &[&str]) -> Result<Kokoro, VoiceError> {
    let setup = Setup {
        model: "model.onnx".to_owned(),
        styles: styles.iter().map(|&file| StyleShare { file: file.to_owned(), share: 1.0 }).collect(),
        reading: ReadingStyle::Korean,
    };
    let info = crate::voice::tone::Tone::default().info().clone();
    let folders = Folders { voice: folder, dictionaries: folder, cache: folder };
    Kokoro::load(
        runtime,
        info,
        &setup,
        folders,
        &SessionOptions { intra_threads: Some(1), ..SessionOptions::default() },
    )
}

fn request(spoken: &str) -> SpeechRequest<'_> {
    SpeechRequest {
        spoken,
        language: Language::Korean,
        speed: 1.0,
        seed: 0,
        time_limit: None,
        options: SpeechOptions::default(),
    }
}

#[test]
fn speakers_share_their_network() {
    let Some(runtime) = testing::runtime() else { return };
    let (one, folder) = voice(runtime, "tokens.onnx");
    let two = open(runtime, folder.path(), &["two.bin"]).expect("loads");
    assert!(std::sync::Arc::ptr_eq(&one.model, &two.model));
    assert_ne!(one.model_hash(), two.model_hash());
    let (other, _folder) = voice(runtime, "tokens.onnx");
    assert!(!std::sync::Arc::ptr_eq(&one.model, &other.model), "of another folder");
}

#[test]
fn every_published_graph_runs() {
    let Some(runtime) = testing::runtime() else { return };
    let ids = vocab::ids("aaa");
    for name in ["tokens.onnx", "input_ids.onnx", "input_ids_durations.onnx", "input_ids_whole_speed.onnx"] {
        let mut model = load(runtime, name).expect(name);
        for (speed, n_tone) in [(1.0, 5 * PER_ID), (2.0, 5 * PER_ID / 2)] {
            let samples = model.samples(&ids, &[0.25; ROW_LEN], speed, &Cancel::new()).expect(name);
            assert_eq!(samples.len(), n_tone + AROUND, "{name} at {speed}");
            assert!((samples[2_400] - 0.25).abs() < 1e-6, "the style is heard: {}", samples[2_400]);
        }
        assert_eq!(model.provider(), "CPU");
        model.shrink().expect(name);
    }
    let mut loud = load(runtime, "loud.onnx").expect("loads");
    let samples = loud.samples(&ids, &[0.0; ROW_LEN], 1.0, &Cancel::new()).expect("runs");
    let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    assert_eq!(peak, 1.0, "clamped");
}

#[test]
fn wrong_graphs_are_refused_in_words() {
    let Some(runtime) = testing::runtime() else { return };
    for (name, part) in [
        ("wrong_no_style.onnx", "it has no input style (f32, 2 dimensions)"),
        ("wrong_ids_type.onnx", "its input is tokens (i32, 2 dimensions) and should be tokens (i64, 2 dimensions)"),
        ("wrong_style_rank.onnx", "its input is style (f32, 3 dimensions)"),
        ("wrong_audio_type.onnx", "its output is audio (other, 1 dimensions)"),
        ("wrong_names.onnx", "it has no input tokens"),
        ("truncated.onnx", "cut short"),
        ("missing.onnx", "no such file"),
    ] {
        let error = load(runtime, name).expect_err(name);
        assert!(error.contains(part) && error.contains(name), "{name}: {error}");
    }
}

#[test]
fn nonsense_from_the_model_is_an_error() {
    let Some(runtime) = testing::runtime() else { return };
    for (name, part) in [("nan.onnx", "not a number"), ("empty.onnx", "0 samples"), ("silent.onnx", "silence")] {
        let (mut voice, _folder) = voice(runtime, name);
        let error = voice.speak(&request("가나"), &Cancel::new()).expect_err(name);
        assert!(matches!(&error, VoiceError::Model(problem) if problem.contains(part)), "{name}: {error}");
    }
}

#[test]
fn a_chunk_is_spoken_trimmed_and_what_has_no_sound_is_told() {
    let Some(runtime) = testing::runtime() else { return };
    let (mut voice, _folder) = voice(runtime, "tokens.onnx");
    let spoken = "가나 다라 α.";
    let phonemes = voice.phonemes(spoken, Language::Korean).expect("reads");
    let speech = voice.speak(&request(spoken), &Cancel::new()).expect("speaks");
    assert_eq!(speech.unspoken, "α");
    let n_ids = phonemes.chars().count() + 2;
    let n_tone = ((n_ids * PER_ID) as f32 / super::korean::SPEED) as usize;
    assert!(speech.samples.len().abs_diff(n_tone + 2 * KEPT) < 40, "{} and {n_tone}", speech.samples.len());
    for silent in ["", "…", "α"] {
        assert!(voice.speak(&request(silent), &Cancel::new()).expect("nothing to say").samples.is_empty());
    }
    let cancelled = Cancel::new();
    cancelled.cancel();
    assert!(matches!(voice.speak(&request(spoken), &cancelled), Err(VoiceError::Cancelled)));
    voice.shrink();
    assert_eq!(voice.speak(&request(spoken), &Cancel::new()).expect("speaks").samples, speech.samples);
}

#[test]
fn long_text_is_cut_and_nothing_is_left_out() {
    let Some(runtime) = testing::runtime() else { return };
    let (mut voice, _folder) = voice(runtime, "tokens.onnx");
    let spoken = "바람이 붑니다. 배가 떠납니다, 그리고 ".repeat(40);
    let n_ids = voice.phonemes(&spoken, Language::Korean).expect("reads").chars().count();
    assert!(n_ids > 1_000, "{n_ids}");
    let speech = voice.speak(&request(&spoken), &Cancel::new()).expect("speaks");
    // The spaces at the cuts are not spoken, and each utterance has its own ends.
    let secs = speech.samples.len() as f32 / RATE_HZ as f32;
    let expect = (n_ids * PER_ID) as f32 / super::korean::SPEED / RATE_HZ as f32;
    assert!((secs - expect).abs() < 2.0, "{secs} s and {expect} s");
}

#[test]
fn the_files_make_the_hash_and_damage_is_told() {
    let Some(runtime) = testing::runtime() else { return };
    let (voice, folder) = voice(runtime, "tokens.onnx");
    let one = voice.model_hash().to_owned();
    let hash = |styles: &[&str]| open(runtime, folder.path(), styles).expect("loads").model_hash().to_owned();
    assert_eq!(one.len(), 64);
    assert_eq!(hash(&["one.bin"]), one);
    assert_ne!(hash(&["one.bin", "two.bin"]), one);
    let error = open(runtime, folder.path(), &["three.bin"]).expect_err("missing").to_string();
    assert!(error.contains("three.bin") && error.contains("install it again"), "{error}");
    write_atomic(&folder.path().join("two.bin"), b"short").expect("writes");
    let error = open(runtime, folder.path(), &["two.bin"]).expect_err("damaged").to_string();
    assert!(error.contains("5 bytes"), "{error}");
    assert!(matches!(open(runtime, folder.path(), &[]), Err(VoiceError::Damaged { .. })), "no speaker");
}

/// The installed voice `id`; `None`, with a notice, where it is not installed: it is no part of the default set-up.
fn installed(id: &str) -> Option<Box<dyn crate::voice::Voice>> {
    let catalog = Catalog::open(&testing::paths());
    match catalog.load(id, &SessionOptions::default()) {
        Ok(voice) => Some(voice),
        Err(error @ (VoiceError::NotInstalled { .. } | VoiceError::Runtime(_))) => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_real_voices_speak() {
    for (id, language, spoken) in [
        ("af_heart", Language::English, "The boat leaves at dawn."),
        ("bf_emma", Language::English, "The boat leaves at dawn."),
        ("korean-experimental", Language::Korean, "배가 새벽에 떠납니다."),
    ] {
        let Some(mut voice) = installed(id) else { return };
        let request = SpeechRequest { language, ..request(spoken) };
        let speech = voice.speak(&request, &Cancel::new()).expect(id);
        let secs = speech.samples.len() as f32 / RATE_HZ as f32;
        assert!((0.8..4.0).contains(&secs), "{id}: {secs} s");
        assert_eq!(speech.unspoken, "", "{id}");
        assert!(speech.samples.iter().all(|sample| sample.abs() <= 1.0));
        assert_eq!(voice.speak(&request, &Cancel::new()).expect(id).samples, speech.samples, "{id}: the same again");
    }
}

#[test]
fn a_published_folder_is_imported_with_all_its_speakers() {
    if testing::runtime().is_none() {
        return;
    }
    let from = tempfile::tempdir().expect("temp");
    let put = |name: &str, bytes: &[u8]| {
        let path = from.path().join(name);
        std::fs::create_dir_all(path.parent().expect("is in the folder")).expect("makes");
        write_atomic(&path, bytes).expect("writes");
    };
    put("onnx/model.onnx", &std::fs::read(fixture("input_ids.onnx")).expect("a fixture"));
    for (name, scale) in [("af_one", 0.0001), ("bm_two", 0.0002), ("jf_three", 0.0003), ("mine", 0.0004)] {
        put(&format!("voices/{name}.bin"), &pack_bytes(scale));
    }
    put("voices/short.bin", &[0; 100]);
    let home = tempfile::tempdir().expect("temp");
    let paths = Paths { bundled: testing::paths().bundled, ..Paths::new(Some(home.path().into()), None) };
    let take = || import(from.path(), &paths, How::Link, &Cancel::new()).expect("imports");
    let imported = take();
    assert_eq!((imported.was_there, imported.warning), (false, None));
    let catalog = Catalog::open(&paths);
    let folder = imported.folder.file_name().expect("a name").to_string_lossy().into_owned();
    let entries: Vec<_> = catalog.entries().iter().filter(|entry| entry.bundle.as_ref() == Some(&folder)).collect();
    let reading = |id: &str| {
        let entry = entries.iter().find(|entry| entry.id == format!("{folder}-{id}")).expect(id);
        entry.kokoro.as_ref().expect("a setup").reading
    };
    assert_eq!(
        ["af_one", "bm_two", "jf_three", "mine"].map(reading),
        [ReadingStyle::American, ReadingStyle::British, ReadingStyle::Phonemes, ReadingStyle::American]
    );
    assert_eq!(entries.len(), 4);
    let id = format!("{folder}-jf_three");
    let mut voice = catalog.load(&id, &SessionOptions::default()).expect("loads");
    assert!(!voice.speak(&request("[a](/aaa/)"), &Cancel::new()).expect("speaks").samples.is_empty());
    let error = voice.speak(&request("今日"), &Cancel::new()).expect_err("has no phonemes");
    assert!(matches!(error, VoiceError::NeedsPhonemes { .. }), "{error}");
    assert!(take().was_there);
    // Something else of that size and name.
    put("onnx/model.onnx", &std::fs::read(fixture("wrong_style_rank.onnx")).expect("a fixture"));
    let error = import(from.path(), &paths, How::Copy, &Cancel::new()).expect_err("is no network of it");
    assert!(matches!(error, ImportError::Unusable { .. }), "{error}");
}
