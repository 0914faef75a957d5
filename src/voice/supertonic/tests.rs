//! The family over small made graphs with the real runtime.

use std::path::{Path, PathBuf};

use super::model::{GRAPHS, Utterance};
use super::style::{SPEAKERS, Style, tests as style_tests};
use super::tokens::tests::{bytes, json, made_ids};
use super::{Blend, RATE_HZ, STEPS, Setup, Supertonic, config};
use crate::files::write_atomic;
use crate::paths::Paths;
use crate::text::Language;
use crate::voice::catalog::{Catalog, Origin};
use crate::voice::import::{How, import};
use crate::voice::runtime::{Runtime, SessionOptions};
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, Voice as _, VoiceError, testing};

/// What the made duration predictor gives: seconds per character, and what the style adds.
const SECS_PER_ID: f32 = 0.07;
const STYLE_SECS: f32 = 0.125;

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/supertonic");
    std::fs::read(folder.join(name)).expect("a fixture")
}

/// A model in a folder of its own.
struct Rig {
    runtime: Runtime,
    folder: tempfile::TempDir,
}

impl Rig {
    fn empty() -> Option<Self> {
        Some(Self { runtime: testing::runtime()?, folder: tempfile::tempdir().expect("temp") })
    }

    /// In the publisher's layout, with the speakers `F1` and `M1`.
    fn published() -> Option<Self> {
        let rig = Self::empty()?;
        for name in GRAPHS {
            rig.put(&format!("onnx/{name}.onnx"), &fixture(&format!("{name}.onnx")));
        }
        rig.put("onnx/tts.json", config::tests::TTS_JSON.as_bytes());
        rig.put("onnx/unicode_indexer.json", &json(&made_ids()));
        for (id, style) in [("F1", speaker(0)), ("M1", speaker(5))] {
            rig.put(&format!("voice_styles/{id}.json"), &style_tests::json(&style));
        }
        Some(rig)
    }

    /// In the flat layout of the bundle in 8 bits, with all speakers.
    fn flat() -> Option<Self> {
        let rig = Self::empty()?;
        for name in GRAPHS {
            rig.put(&format!("{name}.int8.onnx"), &fixture(&format!("{name}.onnx")));
        }
        rig.put("tts.json", config::tests::TTS_JSON.as_bytes());
        rig.put("unicode_indexer.bin", &bytes(&made_ids()));
        rig.put("voice.bin", &style_tests::bytes(&std::array::from_fn::<_, 10, _>(speaker)));
        Some(rig)
    }

    fn put(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("is in the folder")).expect("makes");
        write_atomic(&path, content).expect("writes");
        path
    }

    fn load_as(&self, setup: &Setup) -> Result<Supertonic, VoiceError> {
        let info = crate::voice::tone::Tone::default().info().clone();
        Supertonic::load(self.runtime, info, setup, self.folder.path(), &SessionOptions::default())
    }

    fn load(&self) -> Supertonic {
        self.load_as(&Setup::default()).expect("loads")
    }

    /// Checks that loading says that the folder is damaged, and how.
    fn check_damaged(&self, setup: &Setup, expect: &str) {
        let error = self.load_as(setup).expect_err(expect);
        let message = error.to_string();
        assert!(matches!(error, VoiceError::Damaged { .. }), "{error:?}");
        assert!(message.contains(expect), "{message}");
        assert!(message.contains(&self.folder.path().display().to_string()), "{message}");
    }
}

/// The made speaker at that place: all say a text in the same time, each with a sound of their own.
fn speaker(index: usize) -> Style {
    let style = style_tests::made(index as f32 / 8.0);
    Style { dp: vec![STYLE_SECS; style.dp.len()], ..style }
}

fn request(spoken: &str) -> SpeechRequest<'_> {
    SpeechRequest {
        spoken,
        language: Language::English,
        speed: 1.0,
        seed: 7,
        time_limit: None,
        options: SpeechOptions::default(),
    }
}

fn samples(voice: &mut Supertonic, request: &SpeechRequest<'_>) -> Vec<f32> {
    voice.speak(request, &Cancel::new()).expect("speaks").samples
}

/// As many samples as the made duration predictor says for so many characters.
fn due(n_ids: usize, speed: f32) -> usize {
    (f64::from((SECS_PER_ID * n_ids as f32 + STYLE_SECS) / speed) * f64::from(RATE_HZ)).floor() as usize
}

#[test]
fn a_chunk_has_exactly_the_samples_of_its_duration() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    assert_eq!((voice.info().rate_hz, voice.provider()), (RATE_HZ, "CPU"));
    for (spoken, language, n_ids) in
        [("Hello", Language::English, 15), ("안녕", Language::Korean, 16), ("A, b.", Language::English, 14)]
    {
        for speed in [0.7, 1.0, 1.05, 2.0] {
            let speech = voice.speak(&SpeechRequest { language, speed, ..request(spoken) }, &Cancel::new());
            let speech = speech.expect("speaks");
            assert_eq!(speech.samples.len(), due(n_ids, speed), "{spoken} at {speed}");
            assert_eq!(speech.unspoken, "");
            assert!(speech.samples.iter().all(|sample| sample.is_finite()));
            assert!(speech.samples.iter().any(|sample| sample.abs() > 0.05), "it can be heard");
        }
    }
    let whole = samples(&mut voice, &request("Hello there."));
    let half = samples(&mut voice, &SpeechRequest { speed: 2.0, ..request("Hello there.") });
    assert!(whole.len() / 2 == half.len(), "{} and {}", whole.len(), half.len());
    // A speed that the model was not made for is brought into its range.
    let fastest = samples(&mut voice, &SpeechRequest { speed: 9.0, ..request("Hello there.") });
    assert_eq!(fastest, half);
}

#[test]
fn the_same_seed_gives_the_same_samples_and_another_others() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    let first = samples(&mut voice, &request("Hello there."));
    assert_eq!(first, samples(&mut voice, &request("Hello there.")));
    assert_eq!(first, samples(&mut rig.load(), &request("Hello there.")), "in another process too");
    let other = samples(&mut voice, &SpeechRequest { seed: 8, ..request("Hello there.") });
    assert_eq!(first.len(), other.len());
    assert_ne!(first, other);
    voice.shrink();
    assert_eq!(first, samples(&mut voice, &request("Hello there.")));
}

#[test]
fn steps_are_counted_and_can_be_asked_for() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    let mut of = |steps| {
        let options = SpeechOptions { steps, ..SpeechOptions::default() };
        samples(&mut voice, &SpeechRequest { options, ..request("Hello there.") })
    };
    assert_eq!(of(None), of(Some(STEPS.usual)));
    assert_ne!(of(None), of(Some(STEPS.usual + 1)));
    assert_eq!(of(Some(0)), of(Some(1)));
    assert_eq!(of(Some(5_000)), of(Some(STEPS.max)));
}

#[test]
fn cancelling_stops_before_the_next_step() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    let ids = voice.tokens.ids("<en>Hello there.</en>");
    let utterance = Utterance { ids: &ids, style: &voice.style, speed: 1.0, steps: 50, seed: 1 };
    let (cancel, mut steps) = (Cancel::new(), Vec::new());
    let result = super::lock(&voice.model).speak(&utterance, &cancel, &mut |step| {
        steps.push(step);
        if step == 2 {
            cancel.cancel();
        }
    });
    assert!(matches!(result, Err(VoiceError::Cancelled)), "{:?}", result.map(|samples| samples.len()));
    assert_eq!(steps, [0, 1, 2]);
    // Before anything began, and afterwards with a request of its own.
    assert!(matches!(voice.speak(&request("Hello"), &cancel), Err(VoiceError::Cancelled)));
    assert_eq!(samples(&mut voice, &request("Hello")).len(), due(15, 1.0));
}

#[test]
fn cancelling_from_another_thread_stops_a_long_chunk() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    let (long, cancel) = ("A long story. ".repeat(40), Cancel::new());
    let options = SpeechOptions { steps: Some(STEPS.max), ..SpeechOptions::default() };
    std::thread::scope(|scope| {
        let canceller = std::thread::Builder::new().name("canceller".to_owned());
        canceller
            .spawn_scoped(scope, || {
                while !cancel.has_hook() {
                    std::thread::yield_now();
                }
                cancel.cancel();
            })
            .expect("a thread");
        let result = voice.speak(&SpeechRequest { options, ..request(&long) }, &cancel);
        assert!(matches!(result, Err(VoiceError::Cancelled)), "{:?}", result.map(|speech| speech.samples.len()));
    });
}

#[test]
fn what_has_no_sound_is_left_out_and_reported() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    let speech = voice.speak(&request("Hello ■ ☀️■"), &Cancel::new()).expect("speaks");
    assert_eq!((speech.samples.len(), &*speech.unspoken), (due(15, 1.0), "■☀️"));
    assert_eq!(speech.samples, samples(&mut voice, &request("Hello")));
    for (silent, unspoken) in [("", ""), (" .", ""), ("👍🏽", "👍🏽"), ("⭐ <ko>", "⭐<ko>")] {
        let speech = voice.speak(&request(silent), &Cancel::new()).expect("is no error");
        assert_eq!((speech.samples.len(), &*speech.unspoken), (0, unspoken), "{silent}");
    }
    assert_eq!(voice.phonemes("안녕 ■", Language::Korean).expect("tells"), "<ko>안녕.</ko>");
}

#[test]
fn expressions_are_acted_only_where_they_are_asked_for() {
    let Some(rig) = Rig::published() else { return };
    let mut voice = rig.load();
    let spoken = "<laugh> Hello";
    let without = voice.speak(&request(spoken), &Cancel::new()).expect("speaks");
    assert_eq!((without.samples.len(), &*without.unspoken), (due(15, 1.0), "<laugh>"));
    let options = SpeechOptions { expressions: true, ..SpeechOptions::default() };
    let with = voice.speak(&SpeechRequest { options, ..request(spoken) }, &Cancel::new()).expect("speaks");
    assert_eq!((with.samples.len(), &*with.unspoken), (due(23, 1.0), ""));
}

#[test]
fn both_layouts_give_the_same_voice() {
    let (Some(published), Some(flat)) = (Rig::published(), Rig::flat()) else { return };
    let mut all = Vec::new();
    for id in SPEAKERS {
        let setup = Setup { style: id.to_owned(), blend: None };
        let mut voice = flat.load_as(&setup).expect(id);
        all.push((voice.model_hash().to_owned(), samples(&mut voice, &request("Hello"))));
        if ["F1", "M1"].contains(&id) {
            let mut own = published.load_as(&setup).expect(id);
            assert_eq!(all[all.len() - 1].1, samples(&mut own, &request("Hello")), "{id}");
        }
    }
    for (i, one) in all.iter().enumerate() {
        assert!(all.iter().skip(i + 1).all(|other| one.0 != other.0 && one.1 != other.1), "{}", SPEAKERS[i]);
    }
}

#[test]
fn two_speakers_are_blended() {
    let Some(rig) = Rig::published() else { return };
    let blended = |weight| {
        let blend = Some(Blend { style: "M1".to_owned(), weight });
        rig.load_as(&Setup { blend, ..Setup::default() }).expect("loads")
    };
    let of = |mut voice: Supertonic| samples(&mut voice, &request("Hello"));
    let (f1, m1) = (of(rig.load()), of(rig.load_as(&Setup { style: "M1".to_owned(), blend: None }).expect("loads")));
    let half = of(blended(0.5));
    assert_eq!(of(blended(0.0)), f1);
    assert_eq!(of(blended(7.0)), m1);
    assert!(half != f1 && half != m1);
    assert_ne!(blended(0.5).model_hash(), blended(0.4).model_hash());
    assert_eq!(blended(0.5).model_hash(), blended(0.5).model_hash());
    let blend = Some(Blend { style: "M1".to_owned(), weight: f32::NAN });
    rig.check_damaged(&Setup { blend, ..Setup::default() }, "the part of “M1” in the mixture is not a number");
}

#[test]
fn what_is_missing_is_named() {
    let Some(rig) = Rig::published() else { return };
    for (name, expect) in [
        ("onnx/tts.json", "“tts.json” is missing"),
        ("onnx/unicode_indexer.json", "“unicode_indexer.json” is missing"),
        ("onnx/vector_estimator.onnx", "“vector_estimator.onnx” is missing"),
        ("voice_styles/F1.json", "the speaker “F1” is missing"),
    ] {
        let content = std::fs::read(rig.folder.path().join(name)).expect("is there");
        std::fs::remove_file(rig.folder.path().join(name)).expect("removes");
        rig.check_damaged(&Setup::default(), expect);
        rig.put(name, &content);
    }
    rig.load();
    for id in ["F3", "Narrator"] {
        rig.check_damaged(&Setup { style: id.to_owned(), blend: None }, &format!("the speaker “{id}” is missing"));
    }
    for id in ["", "../F1", "a b", &*"a".repeat(65)] {
        rig.check_damaged(&Setup { style: id.to_owned(), blend: None }, "is no name of a speaker");
    }
    rig.put("custom_styles/Narrator.json", &style_tests::json(&speaker(3)));
    rig.load_as(&Setup { style: "Narrator".to_owned(), blend: None }).expect("loads");
}

#[test]
fn a_folder_is_checked_from_the_smallest_file_to_the_last_network() {
    let Some(rig) = Rig::published() else { return };
    let names = ["onnx/tts.json", "onnx/unicode_indexer.json", "voice_styles/F1.json"].map(str::to_owned);
    let names: Vec<String> = names.into_iter().chain(GRAPHS.map(|name| format!("onnx/{name}.onnx"))).collect();
    let whole: Vec<Vec<u8>> =
        names.iter().map(|name| std::fs::read(rig.folder.path().join(name)).expect("is there")).collect();
    for name in &names {
        rig.put(name, b"junk");
    }
    // All are damaged: the first one is told, and when it is repaired the next.
    for (name, content) in names.iter().zip(&whole) {
        let path = rig.folder.path().join(name);
        rig.check_damaged(&Setup::default(), &path.display().to_string());
        rig.put(name, content);
    }
    rig.load();
}

#[test]
fn a_config_without_a_field_is_damage() {
    let Some(rig) = Rig::published() else { return };
    rig.put("onnx/tts.json", config::tests::TTS_JSON.replace("latent_dim", "dim").as_bytes());
    rig.check_damaged(&Setup::default(), "“tts.json”: it does not say “ttl.latent_dim”");
}

#[test]
fn networks_with_other_ports_are_told() {
    let Some(rig) = Rig::published() else { return };
    for (name, wrong, expect) in [
        ("duration_predictor", "duration_predictor_whole_ids_32", "its input is text_ids ("),
        ("duration_predictor", "duration_predictor_output_rank", "its output is duration (f32, 2 dimensions)"),
        ("text_encoder", "text_encoder_style_rank", "its input is style_ttl (f32, 2 dimensions)"),
        ("vector_estimator", "vector_estimator_no_mask", "it has no input latent_mask (f32, 3 dimensions)"),
        ("vocoder", "vocoder_truncated", "cut short or not a model"),
    ] {
        let path = format!("onnx/{name}.onnx");
        rig.put(&path, &fixture(&format!("wrong/{wrong}.onnx")));
        rig.check_damaged(&Setup::default(), expect);
        rig.put(&path, &fixture(&format!("{name}.onnx")));
    }
    // What an output is called is left to the export.
    rig.put("onnx/vocoder.onnx", &fixture("vocoder_other_name.onnx"));
    assert_eq!(samples(&mut rig.load(), &request("Hello")).len(), due(15, 1.0));
}

#[test]
fn what_the_networks_give_is_not_trusted() {
    let Some(rig) = Rig::published() else { return };
    for (name, wrong, expect) in [
        ("duration_predictor", "duration_predictor_nan", "its duration is not a number"),
        ("duration_predictor", "duration_predictor_endless", "s for 15 characters, which cannot be right"),
        ("vocoder", "vocoder_nan", "its sound is not a number"),
        ("vocoder", "vocoder_infinite", "its sound is not a number"),
        ("vocoder", "vocoder_short", "samples where"),
    ] {
        let path = format!("onnx/{name}.onnx");
        rig.put(&path, &fixture(&format!("wrong/{wrong}.onnx")));
        let error = rig.load().speak(&request("Hello"), &Cancel::new()).expect_err(wrong);
        assert!(matches!(error, VoiceError::Model(_)), "{error:?}");
        assert!(error.to_string().contains(expect), "{error}");
        rig.put(&path, &fixture(&format!("{name}.onnx")));
    }
    // A duration below a tenth of a second is one.
    rig.put("onnx/duration_predictor.onnx", &fixture("wrong/duration_predictor_negative.onnx"));
    assert_eq!(samples(&mut rig.load(), &request("Hello")).len(), 4_410);
    // Numbers that do not fit the networks: they say so themselves.
    rig.put("onnx/tts.json", config::tests::TTS_JSON.replace("24", "23").as_bytes());
    let error = rig.load().speak(&request("Hello"), &Cancel::new()).expect_err("does not fit");
    assert!(matches!(error, VoiceError::Model(_)), "{error:?}");
}

/// By hand, with MOKSORI_SUPERTONIC naming a folder with published files: they are not ours to keep in the project.
#[test]
#[ignore = "needs published files"]
fn published_files_are_read() {
    let folder = PathBuf::from(std::env::var_os("MOKSORI_SUPERTONIC").expect("MOKSORI_SUPERTONIC names a folder"));
    let read = |name: &str| std::fs::read(folder.join(name)).expect(name);
    let made = config::Config::read(config::tests::TTS_JSON.as_bytes());
    assert_eq!(config::Config::read(&read("tts.json")), made);
    let style = Style::from_json(&read("voice.json")).expect("is a style");
    assert!(style.ttl.iter().chain(&style.dp).all(|number| number.abs() < 1.0));
}

#[test]
fn a_published_folder_is_imported_with_all_its_speakers() {
    let Some(rig) = Rig::published() else { return };
    rig.put("custom_styles/my-own.json", &style_tests::json(&speaker(3)));
    rig.put("custom_styles/nonsense.json", b"{}");
    let home = tempfile::tempdir().expect("temp");
    let paths = Paths { bundled: testing::paths().bundled, ..Paths::new(Some(home.path().into()), None) };
    let take = || import(rig.folder.path(), &paths, How::Copy, &Cancel::new()).expect("imports");
    let imported = take();
    assert_eq!((imported.was_there, imported.warning), (false, None));
    let folder = imported.folder.file_name().expect("a name").to_string_lossy().into_owned();
    assert_eq!(imported.id, format!("{folder}-f1"));
    let catalog = Catalog::open(&paths);
    let voices: Vec<_> = catalog.list().into_iter().filter(|voice| voice.folder == folder).collect();
    let ids: Vec<&str> = voices.iter().map(|voice| voice.id.as_str()).collect();
    assert_eq!(ids, ["f1", "m1", "my-own"].map(|speaker| format!("{folder}-{speaker}")));
    assert!(
        voices.iter().all(|voice| voice.installed && voice.origin == Origin::Import && voice.group == voices[0].group)
    );
    let mut spoken = ids.iter().map(|id| {
        let mut voice = catalog.load(id, &SessionOptions::default()).expect("loads");
        voice.speak(&request("Hello."), &Cancel::new()).expect("speaks").samples
    });
    assert_eq!(spoken.next().expect("one"), samples(&mut rig.load(), &request("Hello.")));
    assert_ne!(spoken.next(), spoken.next(), "each has a sound of their own");
    assert!(take().was_there);
    crate::voice::import::remove(ids[1], &paths).expect("removes");
    assert!(Catalog::open(&paths).list().iter().all(|voice| voice.folder != folder));
}
