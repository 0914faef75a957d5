//! `voices import`, `remove` and `verify`.

use std::path::Path;

use serde_json::json;

use super::support::Bench;

/// Puts a voice of letters into the working folder.
fn download(bench: &Bench, folder: &str, tag: &str) {
    std::fs::create_dir_all(bench.path(folder)).expect("makes");
    let graph = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/piper/one_speaker.onnx");
    bench.write(&format!("{folder}/tone.onnx"), std::fs::read(graph).expect("a fixture"));
    let described = json!({
        "audio": {"sample_rate": 16000}, "phoneme_type": "text", "num_symbols": 16,
        "phoneme_id_map": {"_": [0], "^": [1], "$": [2], " ": [3], "a": [4], "e": [5], "l": [6], "h": [7], "o": [8]},
        "language": {"code": tag, "name_english": "Some language"},
    });
    bench.write(&format!("{folder}/tone.onnx.json"), described.to_string());
}

fn listed(bench: &Bench, id: &str) -> Option<serde_json::Value> {
    let json = bench.run(["voices", "list", "--json"]).expect(0).json();
    json.as_array().expect("a list").iter().find(|voice| voice["id"] == id).cloned()
}

#[test]
fn a_voice_comes_and_goes() {
    let bench = Bench::new();
    download(&bench, "내 목소리", "en_US");
    let ran = bench.run(["voices", "import", "내 목소리"]).expect(0);
    assert!(ran.stdout.contains("“tone” was imported"), "{ran:?}");
    // Without the runtime it is taken in, and the person is told that nobody tried it.
    assert!(ran.stderr.contains("could not be tried out"), "{ran:?}");
    let again = bench.run(["voices", "import", "내 목소리"]).expect(0);
    assert!(again.stdout.contains("“tone” had been imported before"), "{again:?}");
    let voice = listed(&bench, "tone").expect("is listed");
    assert_eq!((&voice["engine"], &voice["installed"]), (&json!("piper"), &json!(true)));
    assert_eq!((&voice["languages"], &voice["sample_rate_hz"]), (&json!(["en"]), &json!(16_000)));
    assert_eq!(voice["licence"], "unknown (see the voice's own model card)");
    assert!(bench.run(["voices", "list"]).expect(0).stdout.contains("tone"));
    assert!(bench.run(["voices", "install", "tone"]).expect(0).stdout.contains("is installed"));
    assert_eq!(bench.run(["voices", "verify"]).expect(0).stdout, "tone: whole\n");
    let model = bench.home("data/voices/tone/model.onnx");
    let bytes = std::fs::read(&model).expect("reads");
    let changed: Vec<u8> = bytes.iter().map(|byte| byte ^ 1).collect();
    moksori::files::write_atomic(&model, &changed).expect("writes");
    let ran = bench.run(["voices", "verify"]).expect(4);
    assert!(ran.stdout.contains("tone: ") && ran.stdout.contains("import it again"), "{ran:?}");
    assert!(ran.stderr.contains("one voice is damaged"), "{ran:?}");
    bench.run(["voices", "remove", "tone"]).expect(0);
    assert_eq!(listed(&bench, "tone"), None);
    assert!(!model.exists());
    let ran = bench.run(["voices", "remove", "tone"]).expect(4);
    assert!(ran.stderr.contains("no voice “tone”"), "{ran:?}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let bench = Bench::new();
    download(&bench, "german", "de_DE");
    std::fs::create_dir(bench.path("empty")).expect("makes");
    for (arguments, status, part) in [
        (["voices", "import", "missing"], 3, "cannot be read"),
        (["voices", "import", "empty"], 3, "NAME.onnx.json"),
        (["voices", "import", "german"], 3, "Korean and English only"),
        (["voices", "remove", "heart"], 2, "came with Moksori"),
        (["voices", "remove", "nobody"], 4, "moksori voices list"),
    ] {
        let ran = bench.run(arguments).expect(status);
        assert!(ran.stderr.contains(part) && ran.stdout.is_empty(), "{arguments:?}: {ran:?}");
    }
    for command in ["import", "remove", "verify"] {
        let help = bench.run(["voices", command, "--help"]).expect(0).stdout;
        assert!(help.contains("Example:") && help.contains(&format!("moksori voices {command}")), "{help}");
    }
}

#[test]
fn an_imported_voice_speaks() {
    let Some(bench) = Bench::with_voice() else { return };
    download(&bench, "voice", "en_US");
    let ran = bench.run(["voices", "import", "voice"]).expect(0);
    assert_eq!(ran.stderr, "");
    let json = bench.run(["say", "Hello.", "-o", "a.wav", "--voice", "tone", "--json"]).expect(0).json();
    assert_eq!((&json["voice"], &json["engine"]), (&json!("tone"), &json!("piper")));
    assert!(json["seconds_audio"].as_f64().expect("a number") > 0.1, "{json}");
    let phonemes = bench.run_with(["phonemes", "--voice", "tone"], b"Hello.\n").expect(0);
    assert_eq!(phonemes.stdout, "hello\n");
    // The default stays what it was.
    let json = bench.run(["say", "Hello.", "-o", "b.wav", "--json"]).expect(0).json();
    assert_eq!(json["voice"], "heart");
}

/// The program that most of these voices read with is missing: the voice is taken in, and what to install is said.
#[test]
fn a_missing_espeak_is_said() {
    let Some(bench) = Bench::with_voice() else { return };
    download(&bench, "voice", "en_US");
    let text = String::from_utf8(bench.read("voice/tone.onnx.json")).expect("UTF-8");
    bench.write("voice/tone.onnx.json", text.replace("\"text\"", "\"espeak\",\"espeak\":{\"voice\":\"en-us\"}"));
    let run = |arguments: &[&str]| {
        let mut command = bench.command(arguments);
        super::support::Ran::from(command.env("MOKSORI_ESPEAK", "no-such-program-anywhere").output().expect("runs"))
    };
    let ran = run(&["voices", "import", "voice"]).expect(0);
    assert!(ran.stderr.contains("apt install espeak-ng"), "{ran:?}");
    let ran = run(&["say", "Hello.", "-o", "a.wav", "--voice", "tone"]).expect(4);
    assert!(ran.stderr.contains("which was not found") && ran.stderr.contains("MOKSORI_ESPEAK"), "{ran:?}");
    assert!(!bench.path("a.wav").exists());
}

/// The graphs of a large model, small: the folder is known by them, and the whole path from text to file runs.
#[test]
fn a_voxcpm2_folder_is_known_by_its_graphs_and_speaks() {
    let Some(bench) = Bench::with_voice() else { return };
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/voxcpm2");
    std::fs::create_dir_all(bench.path("vox")).expect("makes");
    for name in [
        "voxcpm2-text-prefill.onnx",
        "voxcpm2-token-step.onnx",
        "voxcpm2-audio-encoder.onnx",
        "voxcpm2-audio-decoder.onnx",
        "tokenizer.json",
    ] {
        bench.write(&format!("vox/{name}"), std::fs::read(made.join(name)).expect("a fixture"));
    }
    let say = |out: &str| {
        let json = bench.run(["say", "안녕하세요, 세계.", "-o", out, "--voice", "vox", "--json"]).expect(0).json();
        json["seconds_audio"].as_f64().expect("a number")
    };
    assert!(bench.run(["voices", "import", "vox"]).expect(0).stdout.contains("“vox” was imported"));
    let voice = listed(&bench, "vox").expect("is listed");
    assert_eq!((&voice["engine"], &voice["languages"]), (&json!("voxcpm2"), &json!(["ko", "en"])));
    assert!(say("a.wav") > 2.0);
    assert_eq!(bench.run(["voices", "verify"]).expect(0).stdout, "heart: whole\nvox: whole\n");
    // A described voice is another one.
    bench.write("vox/description.txt", "calm");
    let ran = bench.run(["voices", "import", "vox"]).expect(0);
    assert!(ran.stdout.contains("“vox-2” was imported"), "{ran:?}");
}
