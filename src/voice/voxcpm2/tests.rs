//! The family over small made graphs with the real runtime. What they make stands in `tests/fixtures/models/voxcpm2/make.py`.

use std::path::{Path, PathBuf};

use super::{Setup, Voxcpm2, files::recognise, text};
use crate::files::write_atomic;
use crate::text::Language;
use crate::voice::runtime::{Runtime, SessionOptions};
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, Voice as _, VoiceError, VoiceInfo, testing};

/// Samples of a step.
const STEP: usize = 4 * 1_920;
const FIXED: [&str; 4] = [
    "voxcpm2-text-prefill.onnx",
    "voxcpm2-token-step.onnx",
    "voxcpm2-audio-encoder.onnx",
    "voxcpm2-audio-decoder.onnx",
];
const GROWING: [&str; 3] = ["voxcpm2_prefill.onnx", "voxcpm2_decode_step.onnx", "audio_vae_decoder.onnx"];

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/voxcpm2");
    std::fs::read(folder.join(name)).expect("a fixture")
}

/// A model in a folder of its own.
struct Rig {
    runtime: Runtime,
    folder: tempfile::TempDir,
}

impl Rig {
    fn of(graphs: &[&str]) -> Option<Self> {
        let rig = Self { runtime: testing::runtime()?, folder: tempfile::tempdir().expect("temp") };
        for name in graphs.iter().chain(&["tokenizer.json"]) {
            rig.put(name, &fixture(name));
        }
        Some(rig)
    }

    fn put(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        write_atomic(&path, content).expect("writes");
        path
    }

    /// A recording at 22,050 Hz of so many seconds.
    fn record(&self, secs: f32, level: f32) {
        let mut wav = std::io::Cursor::new(Vec::new());
        let sample_format = hound::SampleFormat::Int;
        let spec = hound::WavSpec { channels: 1, sample_rate: 22_050, bits_per_sample: 16, sample_format };
        let mut writer = hound::WavWriter::new(&mut wav, spec).expect("begins");
        for i in 0..(secs * 22_050.0) as usize {
            let sample = level * (0.5 + 0.5 * (i as f32 * 0.05).sin());
            writer.write_sample((sample * 32_767.0) as i16).expect("writes");
        }
        writer.finalize().expect("ends");
        self.put("reference.wav", &wav.into_inner());
    }

    fn setup(&self) -> Setup {
        let entries = std::fs::read_dir(self.folder.path()).expect("lists");
        let names: Vec<String> =
            entries.map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned()).collect();
        recognise(&names, &|name| std::fs::read_to_string(self.folder.path().join(name)).ok()).expect("recognised")
    }

    fn try_load(&self) -> Result<Voxcpm2, VoiceError> {
        let info = VoiceInfo { id: "own".to_owned(), ..crate::voice::tone::Tone::default().info().clone() };
        Voxcpm2::load(self.runtime, info, &self.setup(), self.folder.path(), &SessionOptions::default())
    }

    fn load(&self) -> Voxcpm2 {
        self.try_load().expect("loads")
    }
}

fn request(spoken: &str, seed: u64) -> SpeechRequest<'_> {
    SpeechRequest {
        spoken,
        language: Language::Korean,
        speed: 1.0,
        seed,
        time_limit: None,
        options: SpeechOptions::default(),
    }
}

fn speak(voice: &mut Voxcpm2, spoken: &str, seed: u64) -> Vec<f32> {
    voice.speak(&request(spoken, seed), &Cancel::new()).expect("speaks").samples
}

/// Steps of the made graphs: two for each token of the text and of the model's own.
fn steps(spoken: &str, others: usize) -> usize {
    2 * (text::tests::made().ids(spoken).expect("ids").len() + others)
}

#[test]
fn both_contracts_speak_until_the_model_stops() {
    for graphs in [&FIXED[..], &GROWING[..]] {
        let Some(rig) = Rig::of(graphs) else { return };
        let mut voice = rig.load();
        for spoken in ["안녕하세요.", "hello there, you"] {
            let samples = speak(&mut voice, spoken, 1);
            // Its beginning and the start of the sound are tokens too.
            assert_eq!(samples.len(), STEP * steps(spoken, 2), "{spoken}");
            assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
            assert!(samples.iter().any(|&sample| sample != 0.0));
        }
    }
}

#[test]
fn the_seed_decides_and_nothing_else_does() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let (mut voice, mut again) = (rig.load(), rig.load());
    let samples = speak(&mut voice, "hello.", 7);
    assert!(samples != speak(&mut voice, "hello.", 8));
    speak(&mut again, "something else that is longer", 3);
    assert!(samples == speak(&mut again, "hello.", 7), "nothing is left of what was spoken before");
}

/// The decoder of contract (b) takes 48 frames at once, that of (a) is given 96: where a text is longer, the same frames give
/// the same samples, whatever the windows.
#[test]
fn windows_leave_no_seam() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let spoken = "a long text, of which the decoder takes a part";
    let short_windows = speak(&mut rig.load(), spoken, 5);
    assert!(short_windows.len() > 3 * 48 * 1_920);
    // One window over everything.
    rig.put("voxcpm2-audio-decoder.onnx", &fixture("audio_vae_decoder.onnx"));
    let free = speak(&mut rig.load(), spoken, 5);
    assert_eq!(short_windows.len(), free.len());
    let differs = short_windows.iter().zip(&free).position(|(a, b)| (a - b).abs() > 1e-6);
    assert_eq!(differs, None);
}

#[test]
fn samples_are_handed_over_while_the_model_still_speaks() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let mut voice = rig.load();
    let mut parts: Vec<Vec<f32>> = Vec::new();
    let text = "a long text, of which the decoder takes a part";
    let speech = voice
        .speak_streaming(&request(text, 5), &Cancel::new(), &mut |part| parts.push(part.to_vec()))
        .expect("speaks");
    assert!(parts.len() > 2, "{}", parts.len());
    assert!(parts.concat() == speech.samples);
}

#[test]
fn a_cancel_ends_it_within_a_step() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let mut voice = rig.load();
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let mut n_heard = 0;
    let result =
        voice.speak_streaming(&request("a long text, of which the decoder takes a part", 5), &cancel, &mut |_| {
            n_heard += 1;
            stop.cancel();
        });
    assert!(matches!(result, Err(VoiceError::Cancelled)), "{result:?}");
    assert_eq!(n_heard, 1);
}

#[test]
fn a_reference_is_a_part_of_what_is_spoken() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let spoken = "hello.";
    let plain = speak(&mut rig.load(), spoken, 1);
    rig.record(1.0, 0.4);
    let cloned = speak(&mut rig.load(), spoken, 1);
    // Its two borders and the start of the sound; a text behind a reference has no beginning of its own.
    assert_eq!(cloned.len(), STEP * steps(spoken, 3));
    assert!(cloned != plain);
    rig.put("reference.txt", "안녕하세요.\n".as_bytes());
    let with_words = speak(&mut rig.load(), spoken, 1);
    let n_words = text::tests::made().ids("안녕하세요.").expect("ids").len();
    assert_eq!(with_words.len(), STEP * steps(spoken, 2 + n_words));
    rig.put("description.txt", b"calm");
    let designed = rig.load();
    assert_eq!(designed.prompt.description.as_deref(), Some("calm"));
    // The first run has 64 places: ten seconds are 63 patches.
    rig.record(10.0, 0.4);
    let problem = rig.try_load().err().expect("too long").to_string();
    assert!(problem.contains("63 of the model's 64 places"), "{problem}");
    rig.record(1.0, 0.0);
    let problem = rig.try_load().err().expect("silent").to_string();
    assert!(problem.contains("silent") && problem.contains("reference.wav"), "{problem}");
}

#[test]
fn what_never_ends_is_ended() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    rig.put("voxcpm2-token-step.onnx", &fixture("endless.onnx"));
    let spoken = "hello.";
    let n_ids = text::tests::made().ids(spoken).expect("ids").len();
    assert_eq!(speak(&mut rig.load(), spoken, 1).len(), STEP * (6 * n_ids + 10));
}

#[test]
fn a_text_that_does_not_fit_is_told() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let long = "word ".repeat(20);
    let error = rig.load().speak(&request(&long, 1), &Cancel::new()).expect_err("64 places").to_string();
    assert!(error.contains("use shorter chunks"), "{error}");
}

#[test]
fn numbers_that_are_none_are_an_error() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    rig.put("voxcpm2-token-step.onnx", &fixture("nan.onnx"));
    let error = rig.load().speak(&request("hello.", 1), &Cancel::new()).expect_err("no number").to_string();
    assert!(error.contains("not a number"), "{error}");
}

#[test]
fn other_graphs_are_refused_with_what_they_have_and_should_have() {
    let Some(rig) = Rig::of(&FIXED) else { return };
    let check = |name: &str, content: &[u8], parts: &[&str]| {
        rig.put(name, content);
        let error = rig.try_load().err().unwrap_or_else(|| panic!("{name} is refused"));
        assert!(matches!(error, VoiceError::Damaged { .. }), "{error:?}");
        let message = error.to_string();
        assert!(parts.iter().all(|part| message.contains(part)) && message.contains(name), "{message}");
        rig.put(name, &fixture(name));
    };
    let [prefill, step, _, decoder] = FIXED;
    check(prefill, &fixture("wrong_mask_type.onnx"), &["takes", "text_mask (i64", "text_mask (f32", "text_mask (i32"]);
    check(prefill, &fixture(decoder), &["takes latent", "ctx_len"]);
    check(step, &fixture(decoder), &["step, among what it takes", "lm_hidden"]);
    check(step, &fixture(GROWING[1]), &["lm_hidden"]);
    check(decoder, &fixture(step), &["one latent"]);
    for name in [prefill, step, decoder] {
        let whole = fixture(name);
        check(name, &whole[..whole.len() / 2], &["cut short or not a model"]);
    }
    check("tokenizer.json", b"{", &["the tokenizer cannot be read"]);
    speak(&mut rig.load(), "hello.", 1);
}
