//! The installed voice, from text to samples. Skipped with a notice where it is not installed; a failure there if
//! MOKSORI_REQUIRE_VOICE is 1.

use std::path::Path;

use moksori::paths::Paths;
use moksori::text::Language;
use moksori::voice::catalog::{Catalog, Hashes};
use moksori::voice::{Cancel, Speech, SpeechOptions, SpeechRequest, Voice, VoiceError, VoiceSource as _};

fn catalog(cache: &Path) -> Catalog {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let home = cache.join("home");
    Catalog::open(&Paths { bundled: vec![models], ..Paths::new(Some(home.into_os_string()), None) })
}

#[expect(clippy::print_stdout, reason = "a skipped test says why")]
fn heart() -> Option<Box<dyn Voice>> {
    let cache = tempfile::tempdir().expect("temp");
    match catalog(cache.path()).open("heart") {
        Ok(voice) => Some(voice),
        Err(error) => {
            assert_ne!(std::env::var("MOKSORI_REQUIRE_VOICE").as_deref(), Ok("1"), "{error}");
            println!("skipped: {error}");
            None
        }
    }
}

fn speak(voice: &mut dyn Voice, spoken: &str, speed: f32, seed: u64) -> Speech {
    let request = SpeechRequest {
        spoken,
        language: Language::English,
        speed,
        seed,
        time_limit: None,
        options: SpeechOptions::default(),
    };
    voice.speak(&request, &Cancel::new()).unwrap_or_else(|error| panic!("{spoken}: {error}"))
}

fn seconds(voice: &dyn Voice, speech: &Speech) -> f32 {
    speech.samples.len() as f32 / voice.info().rate_hz as f32
}

/// Level of the samples in decibels below full scale.
fn level_db(samples: &[f32]) -> f32 {
    let power: f32 = samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32;
    10.0 * power.log10()
}

#[test]
fn a_sentence_has_the_length_and_the_level_of_speech() {
    let Some(mut voice) = heart() else { return };
    for (spoken, secs) in [
        ("Hello there.", 1.0..2.0),
        ("The lighthouse keeper climbed the stairs every evening to light the lamp.", 3.5..6.0),
        ("Wait! Who is there?", 1.4..3.5),
    ] {
        let speech = speak(&mut *voice, spoken, 1.0, 1);
        let length = seconds(&*voice, &speech);
        assert!(secs.contains(&length), "{spoken}: {length} s");
        let level = level_db(&speech.samples);
        assert!((-36.0..-18.0).contains(&level), "{spoken}: {level} dB");
        let peak = speech.samples.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        assert!((0.1..1.0).contains(&peak), "{spoken}: peak {peak}");
        assert!(speech.samples.iter().all(|sample| sample.is_finite()));
        assert_eq!(speech.unspoken, "", "{spoken}");
        // Speech begins and ends in silence: nothing is cut off.
        let edge = voice.info().rate_hz as usize / 100;
        let last = &speech.samples[speech.samples.len() - edge..];
        assert!(level_db(&speech.samples[..edge]) < -45.0 && level_db(last) < -45.0, "{spoken}");
    }
}

#[test]
fn the_same_request_gives_the_same_samples_and_another_seed_others_of_the_same_length() {
    let Some(mut voice) = heart() else { return };
    let first = speak(&mut *voice, "Hello there.", 1.0, 7);
    // Something else in between: nothing of it may stay behind.
    speak(&mut *voice, "Zyxgarble is not a word.", 1.3, 3);
    assert_eq!(first.samples, speak(&mut *voice, "Hello there.", 1.0, 7).samples);
    let other = speak(&mut *voice, "Hello there.", 1.0, 8);
    assert_eq!(first.samples.len(), other.samples.len());
    assert_ne!(first.samples, other.samples);
    let Some(mut again) = heart() else { return };
    assert_eq!(first.samples, speak(&mut *again, "Hello there.", 1.0, 7).samples);
    assert_eq!(voice.model_hash(), again.model_hash());
    assert_eq!(voice.model_hash().len(), 64);
}

#[test]
fn speed_is_followed_and_limited_to_what_the_voice_can_do() {
    let Some(mut voice) = heart() else { return };
    let mut length = |speed| speak(&mut *voice, "The tide came in before noon.", speed, 1).samples.len() as f32;
    let (slow, usual, fast) = (length(0.5), length(1.0), length(2.0));
    assert!((1.8..2.1).contains(&(slow / usual)), "{slow} {usual}");
    assert!((0.45..0.6).contains(&(fast / usual)), "{fast} {usual}");
    assert_eq!(length(9.0), fast);
    assert_eq!(length(0.01), slow);
}

#[test]
fn what_has_no_sound_is_told_and_nothing_to_say_is_silence() {
    let Some(mut voice) = heart() else { return };
    let speech = speak(&mut *voice, "Hello 안녕 there.", 1.0, 1);
    assert_eq!(speech.unspoken, "안녕");
    assert!(!speech.samples.is_empty());
    for nothing in ["", "   ", "안녕하세요"] {
        assert!(speak(&mut *voice, nothing, 1.0, 1).samples.is_empty(), "{nothing:?}");
    }
}

#[test]
fn phonemes_are_what_the_model_is_given() {
    let Some(mut voice) = heart() else { return };
    let phonemes = voice.phonemes("Hello there. I read it.", Language::English).expect("reads");
    assert!(phonemes.starts_with("həlˈO ðˈɛɹ."), "{phonemes}");
    // A word that no dictionary has is guessed, not left out.
    let unknown = voice.phonemes("Moksoriwave.", Language::English).expect("reads");
    assert!(unknown.chars().count() > 6, "{unknown}");
}

#[test]
fn a_cancelled_request_makes_no_samples_and_the_voice_goes_on() {
    let Some(mut voice) = heart() else { return };
    let cancel = Cancel::new();
    cancel.cancel();
    let request = SpeechRequest {
        spoken: "Hello there.",
        language: Language::English,
        speed: 1.0,
        seed: 1,
        time_limit: None,
        options: SpeechOptions::default(),
    };
    assert!(matches!(voice.speak(&request, &cancel), Err(VoiceError::Cancelled)));
    voice.shrink();
    assert!(!speak(&mut *voice, "Hello there.", 1.0, 1).samples.is_empty());
}

#[test]
fn a_damaged_model_is_told_with_its_file_and_the_way_out() {
    let Some(_installed) = heart() else { return };
    let home = tempfile::tempdir().expect("temp");
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/heart");
    let voices = home.path().join("home/data/voices/heart");
    std::fs::create_dir_all(&voices).expect("makes");
    let catalog = catalog(home.path());
    for entry in std::fs::read_dir(&good).expect("lists").filter_map(Result::ok) {
        std::fs::copy(entry.path(), voices.join(entry.file_name())).expect("copies");
    }
    // Of the right length, so that only loading it shows the damage.
    let path = voices.join("hibari.onnx");
    let mut bytes = std::fs::read(&path).expect("reads");
    for byte in bytes.iter_mut().skip(100).step_by(3).take(2000) {
        *byte ^= 0x5a;
    }
    moksori::files::write_atomic(&path, &bytes).expect("writes");
    let error = catalog.load("heart", &moksori::voice::runtime::SessionOptions::default()).err().expect("is damaged");
    assert!(matches!(error, VoiceError::Damaged { .. }), "{error:?}");
    let message = error.to_string();
    assert!(message.contains("hibari.onnx") && message.contains("cargo xtask run"), "{message}");
    assert!(catalog.verify("heart", &mut Hashes::default()).is_err());
}

/// Memory does not climb over a long script: after 500 chunks of random lengths the engine process has at most a tenth more
/// than after the first 50. Reports what it saw.
#[test]
#[ignore = "takes minutes; run with --release -- --ignored --nocapture soak"]
fn soak() {
    use moksori::studio::engine::link::{EngineCommand, EnginePid};
    use moksori::studio::engine::remote::EngineSource;
    use moksori::studio::memory::proc_status;
    use moksori::voice::runtime::SharedOptions;
    use rand::{RngExt as _, SeedableRng as _};

    let cache = tempfile::tempdir().expect("temp");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let command = EngineCommand {
        program: env!("CARGO_BIN_EXE_moksori").into(),
        args: vec!["engine".into()],
        envs: vec![("MOKSORI_MODELS".into(), models.into()), ("MOKSORI_HOME".into(), cache.path().into())],
    };
    let pid = EnginePid::default();
    let mut source = EngineSource::new(&catalog(cache.path()), command, SharedOptions::default(), pid.clone());
    let id = std::env::var("MOKSORI_SOAK_VOICE").unwrap_or_else(|_| "heart".to_owned());
    let mut voice = source.open(&id).expect("the voice is installed");
    let words: Vec<&str> = include_str!("scripts/thousand_words_en.txt").split_whitespace().collect();
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
    let resident = || {
        let process = pid.load(std::sync::atomic::Ordering::Relaxed).to_string();
        proc_status(&process).expect("the system tells").0 as f64 / 1e6
    };
    let mut after_50 = 0.0;
    for n in 1..=500 {
        let n_chars = rng.random_range(3..=voice.info().max_chars);
        let mut spoken = String::new();
        let mut at = rng.random_range(0..words.len());
        while spoken.chars().count() + words[at].chars().count() < n_chars || spoken.is_empty() {
            spoken.push_str(words[at]);
            spoken.push(' ');
            at = (at + 1) % words.len();
        }
        speak(&mut *voice, spoken.trim(), 1.0, n);
        if n == 50 {
            after_50 = resident();
        }
        if n % 50 == 0 {
            println!("{n} chunks: {:.1} MB", resident());
        }
    }
    let after_500 = resident();
    assert!(after_500 <= after_50 * 1.1, "{after_50:.1} MB after 50 chunks, {after_500:.1} MB after 500");
}
