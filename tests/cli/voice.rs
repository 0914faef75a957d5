//! With the real voice: files, figures, determinism, interruption.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::files::NAMES;
use super::support::{Bench, Ran};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/lighthouse_en.md");
const STORY: &str = "The lamp was lit at six.\nNobody came that night.\n\nIn the morning, 3 boats passed. [pause 1s] Then it was quiet.\n";

/// Samples and rate of a WAV file.
fn wav(bench: &Bench, name: &str) -> (Vec<f32>, u32, hound::WavSpec) {
    let reader = hound::WavReader::open(bench.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let spec = reader.spec();
    let scale = 2_f32.powi(1 - i32::from(spec.bits_per_sample));
    let samples: Vec<f32> = match spec.sample_format {
        hound::SampleFormat::Float => reader.into_samples::<f32>().map(|s| s.expect("sample")).collect(),
        hound::SampleFormat::Int => reader.into_samples::<i32>().map(|s| s.expect("sample") as f32 * scale).collect(),
    };
    (samples, spec.sample_rate, spec)
}

fn seconds(bench: &Bench, name: &str) -> f64 {
    let (samples, rate_hz, _) = wav(bench, name);
    samples.len() as f64 / f64::from(rate_hz)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// Length of a file as an independent program sees it, where it is installed.
fn probed_seconds(path: &Path) -> Option<f64> {
    let mut command = Command::new("ffprobe");
    command.args(["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0"]).arg(path);
    let output = command.output().ok()?;
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

#[test]
fn a_script_becomes_wav_and_mp3() {
    let Some(bench) = Bench::with_voice() else { return };
    bench.write("story.txt", STORY);
    let mut lengths = Vec::new();
    for out in ["story.wav", "story.mp3"] {
        let ran = bench.run(["narrate", "story.txt", "-o", out, "--json"]).expect(0);
        let json = ran.json();
        let mut keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
        keys.sort_unstable();
        let expect = [
            "chunks",
            "dropped",
            "engine",
            "first_audio_ms",
            "output",
            "peak_rss_mb",
            "provider",
            "rtf",
            "runtime",
            "seconds_audio",
            "seconds_render",
            "voice",
            "warnings",
        ];
        assert_eq!(keys, expect);
        assert_eq!(
            (&json["output"], &json["voice"], &json["engine"]),
            (&out.into(), &"heart".into(), &"hibari".into())
        );
        assert_eq!(json["provider"], "CPU");
        assert!(json["runtime"].as_str().expect("text").starts_with("ONNX Runtime 1."), "{json}");
        assert_eq!((&json["dropped"], &json["warnings"]), (&"".into(), &serde_json::json!([])));
        for key in ["seconds_audio", "seconds_render", "rtf", "first_audio_ms", "peak_rss_mb"] {
            assert!(number(&json[key]) > 0.0, "{key}: {json}");
        }
        let ratio = number(&json["seconds_render"]) / number(&json["seconds_audio"]);
        assert!((ratio - number(&json["rtf"])).abs() < 1e-6, "{json}");
        check_chunks(&json, STORY);
        lengths.push(number(&json["seconds_audio"]));
        if let Some(probed) = probed_seconds(&bench.path(out)) {
            assert!((probed - lengths[0]).abs() < 0.06, "{out}: {probed} and {}", lengths[0]);
        }
    }
    assert!((lengths[0] - seconds(&bench, "story.wav")).abs() < 1e-6);
    assert!((lengths[0] - lengths[1]).abs() < 1e-3, "{lengths:?}");
    assert!((4.0..20.0).contains(&lengths[0]), "{lengths:?}");
    assert_eq!(bench.names(), ["story.mp3", "story.txt", "story.wav"]);
}

/// The chunks follow one another in the script and in the sound.
fn check_chunks(json: &Value, text: &str) {
    let text: Vec<char> = text.chars().collect();
    let (mut place, mut secs) = (0, 0.0);
    for (i, chunk) in json["chunks"].as_array().expect("a list").iter().enumerate() {
        let mut keys: Vec<&str> = chunk.as_object().expect("an object").keys().map(String::as_str).collect();
        keys.sort_unstable();
        let expect = ["cached", "index", "render_ms", "seconds", "source", "spoken", "start_secs", "status", "text"];
        assert_eq!(keys, expect);
        assert_eq!((&chunk["index"], &chunk["cached"]), (&i.into(), &false.into()));
        let bound = |name: &str| chunk["source"][name].as_u64().expect("a number") as usize;
        assert!(bound("start") >= place && bound("end") > bound("start"), "{chunk}");
        place = bound("end");
        let source: String = text[bound("start")..place].iter().collect();
        assert_eq!(chunk["text"].as_str().map(str::trim), Some(source.trim()), "{chunk}");
        assert!(number(&chunk["start_secs"]) >= secs - 1e-9, "{chunk}");
        secs = number(&chunk["start_secs"]) + number(&chunk["seconds"]);
        let is_ready = chunk["status"] == "ready";
        assert!(is_ready || chunk["status"] == "silence", "{chunk}");
        assert_eq!(is_ready, number(&chunk["seconds"]) > 0.0, "{chunk}");
        assert_eq!(is_ready, number(&chunk["render_ms"]) > 0.0, "{chunk}");
    }
    assert!(secs > 0.0 && secs <= number(&json["seconds_audio"]) + 1e-6, "{secs}: {json}");
}

#[test]
fn the_sample_script_is_narrated() {
    let Some(bench) = Bench::with_voice() else { return };
    let ran = bench.run(["narrate", SAMPLE, "-o", "sample.mp3", "--json", "--title", "A sample"]).expect(0);
    let json = ran.json();
    assert!(number(&json["seconds_audio"]) > 5.0, "{json}");
    assert_eq!(json["dropped"], "", "{json}");
    if let Some(probed) = probed_seconds(&bench.path("sample.mp3")) {
        assert!((probed - number(&json["seconds_audio"])).abs() < 0.06, "{probed}: {json}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_does_not() {
    let Some(bench) = Bench::with_voice() else { return };
    bench.write("story.txt", STORY);
    let file = |out: &str, seed: &str| {
        bench.run(["narrate", "story.txt", "-o", out, "--seed", seed, "--quiet"]).expect(0);
        bench.read(out)
    };
    assert!(file("a.wav", "7") == file("b.wav", "7"));
    assert!(file("a.mp3", "7") == file("b.mp3", "7"));
    assert!(file("c.wav", "8") != bench.read("a.wav"));
}

#[test]
fn say_writes_one_line_and_tells_the_person() {
    let Some(bench) = Bench::with_voice() else { return };
    let ran = bench.run(["say", "Good morning.", "-o", "a.wav"]).expect(0);
    assert_eq!(ran.stdout, "");
    assert!(ran.stderr.contains("a.wav"), "{ran:?}");
    assert!((0.4..4.0).contains(&seconds(&bench, "a.wav")));
    let quiet = bench.run(["say", "Good morning.", "-o", "b.wav", "--quiet"]).expect(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    assert!(bench.read("a.wav") == bench.read("b.wav"));
    bench.run_with(["say", "-", "-o", "c.wav"], b"Good morning.\n").expect(0);
    assert!(bench.read("a.wav") == bench.read("c.wav"));
    bench.run_with(["narrate", "-", "-o", "d.wav"], b"Good morning.\n").expect(0);
    assert!(bench.read("a.wav") == bench.read("d.wav"));
}

#[test]
fn force_replaces_and_only_force() {
    let Some(bench) = Bench::with_voice() else { return };
    bench.write("a.wav", "an older recording");
    let ran = bench.run(["say", "Hello.", "-o", "a.wav"]).expect(5);
    assert!(ran.stderr.contains("--force"), "{ran:?}");
    assert_eq!(bench.read("a.wav"), b"an older recording");
    bench.run(["say", "Hello.", "-o", "a.wav", "--force"]).expect(0);
    assert!(seconds(&bench, "a.wav") > 0.2);
    assert_eq!(bench.names(), ["a.wav"]);
}

#[test]
fn wav_formats() {
    let Some(bench) = Bench::with_voice() else { return };
    let mut all = Vec::new();
    for (format, bits, sample_format) in [
        ("16", 16, hound::SampleFormat::Int),
        ("24", 24, hound::SampleFormat::Int),
        ("float", 32, hound::SampleFormat::Float),
    ] {
        let out = format!("{format}.wav");
        let ran = bench.run(["say", "Hello.", "-o", &out, "--wav-format", format, "--artist", "Somebody"]).expect(0);
        assert!(ran.stderr.contains("no tags"), "{ran:?}");
        let (samples, _, spec) = wav(&bench, &out);
        assert_eq!((spec.bits_per_sample, spec.sample_format, spec.channels), (bits, sample_format, 1));
        all.push(samples);
    }
    for (a, b) in all[0].iter().zip(&all[2]) {
        assert!((a - b).abs() < 3.0 / 32_768.0, "{a} {b}");
    }
    assert_eq!(all[0].len(), all[2].len());
}

#[test]
fn pauses_are_exact() {
    let Some(bench) = Bench::with_voice() else { return };
    bench.write("story.txt", "One line.\nAnother line.\n\nA paragraph.\n");
    let length = |out: &str, options: &[&str]| {
        let arguments = ["narrate", "story.txt", "-o", out].into_iter().chain(options.iter().copied());
        bench.run(arguments).expect(0);
        seconds(&bench, out)
    };
    let none = length("a.wav", &["--pause-line", "0", "--pause-paragraph", "0"]);
    let line = length("b.wav", &["--pause-line", "0.5", "--pause-paragraph", "0"]);
    let both = length("c.wav", &["--pause-line", "0.5", "--pause-paragraph", "2"]);
    assert!((line - none - 0.5).abs() < 1e-4, "{none} {line}");
    assert!((both - line - 2.0).abs() < 1e-4, "{line} {both}");
    let fast = length("d.wav", &["--pause-line", "0", "--pause-paragraph", "0", "--speed", "1.5"]);
    assert!(fast < 0.85 * none, "{none} {fast}");
}

#[test]
fn outputs_of_any_name_are_written() {
    let Some(bench) = Bench::with_voice() else { return };
    for (i, name) in NAMES.iter().enumerate().filter(|(_, name)| cfg!(unix) || !name.contains('"')) {
        let (input, out) = (format!("{name}.txt"), format!("{name}.{}", ["wav", "mp3"][i % 2]));
        bench.write(&input, "It works.");
        let json = bench.run(["narrate", &input, "-o", &out, "--json"]).expect(0).json();
        assert_eq!(json["output"], out.as_str());
        assert!(bench.read(&out).len() > 2_000, "{out}");
    }
}

#[test]
fn phonemes_give_one_line_per_line() {
    let Some(bench) = Bench::with_voice() else { return };
    let ran = bench
        .run_with(["phonemes", "--voice", "heart"], b"Hello there.\n\n---\nA second line. With two sentences.\n")
        .expect(0);
    let empty: Vec<bool> = ran.stdout.lines().map(str::is_empty).collect();
    assert_eq!(empty, [false, true, true, false], "{ran:?}");
    assert!(ran.stdout.starts_with("həlˈO ðˈɛɹ"), "{ran:?}");
}

#[test]
fn what_cannot_be_spoken_is_reported() {
    let Some(bench) = Bench::with_voice() else { return };
    let ran = bench.run(["say", "Hello 🙂 there.", "-o", "a.wav", "--json"]).expect(0);
    let json = ran.json();
    assert_eq!(json["dropped"], "🙂", "{json}");
    let warnings = json["warnings"].to_string();
    assert!(warnings.contains('🙂') && ran.stderr.contains('🙂'), "{ran:?}");
}

#[test]
fn a_damaged_voice_and_a_wrong_runtime_are_4() {
    let Some(bench) = Bench::with_voice() else { return };
    let check = |ran: Ran, says: &str| {
        let ran = ran.expect(4);
        assert!(ran.stderr.contains(says), "{ran:?}");
        assert!(bench.names().is_empty(), "{:?}", bench.names());
    };
    let arguments = ["say", "Hello.", "-o", "a.wav"];
    let named = bench.command(arguments).env("MOKSORI_RUNTIME", bench.path("nowhere.so")).output().expect("runs");
    check(named.into(), "nowhere.so");
    let model = bench.home("data/voices/heart/hibari.onnx");
    let bytes = std::fs::read(&model).expect("reads");
    // The same size, so that only loading it shows the damage. Not in place: the file is shared with the checkout.
    let broken: Vec<u8> = bytes.iter().map(|byte| byte ^ 0x55).collect();
    moksori::files::write_atomic(&model, &broken).expect("writes");
    check(bench.run(arguments), "hibari.onnx");
    moksori::files::write_atomic(&model, &bytes[..1_000]).expect("writes");
    check(bench.run(arguments), "hibari.onnx");
    std::fs::remove_file(&model).expect("removes");
    check(bench.run(arguments), "hibari.onnx");
    let json = bench.run(["doctor", "--json"]).expect(0).json();
    assert_eq!(json["runtime"]["works"], true, "{json}");
    assert!(json["voices"][0]["problem"].as_str().expect("a remedy").contains("hibari.onnx"), "{json}");
}

#[test]
fn bench_measures_every_installed_voice() {
    let Some(bench) = Bench::with_voice() else { return };
    let json = bench.run(["bench", "--json"]).expect(0).json();
    let of = &json[0];
    assert_eq!((of["voice"].as_str(), of["provider"].as_str()), (Some("heart"), Some("CPU")), "{json}");
    for figure in ["load_ms", "first_audio_ms", "seconds_audio", "rtf"] {
        assert!(of[figure].as_f64().is_some_and(|figure| figure > 0.0), "{figure}: {json}");
    }
    assert!(bench.run(["bench"]).expect(0).stdout.contains("heart"));
}

/// Ctrl-C while a line is rendered: status 130, the old file as it was, nothing left behind.
#[test]
#[cfg(unix)]
fn interrupting_leaves_nothing() {
    use std::io::{BufRead as _, BufReader};
    let Some(bench) = Bench::with_voice() else { return };
    bench.write("story.txt", "A line that takes a moment to be spoken by the voice.\n".repeat(2_000));
    bench.write("out.mp3", "an older recording");
    for signal in ["INT", "TERM"] {
        let mut command = bench.command(["narrate", "story.txt", "-o", "out.mp3", "--force", "--json"]);
        let mut child = command.env("RUST_LOG", "moksori::cli=debug").spawn().expect("starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("piped")).lines();
        let started = stderr.find(|line| line.as_ref().is_ok_and(|line| line.contains("line 3 of")));
        assert!(started.is_some(), "no line was rendered");
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().expect("runs").success());
        // Read to the end, so that the program is never held up by a full pipe.
        let rest: Vec<String> = stderr.map_while(Result::ok).collect();
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(130), "{rest:?}");
        assert!(output.stdout.is_empty());
        assert!(rest.iter().any(|line| line.contains("interrupted")), "{rest:?}");
        assert_eq!(bench.names(), ["out.mp3", "story.txt"]);
        assert_eq!(bench.read("out.mp3"), b"an older recording");
    }
}
