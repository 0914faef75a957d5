//! Exit statuses without a voice, and that a failure leaves everything as it was.

use super::support::Bench;

const OLD: &[u8] = b"an older recording";

/// Runs `arguments` beside an existing `out.wav` and checks the status, what the message says, and that no file was
/// changed, made or left behind.
#[track_caller]
fn check(bench: &Bench, arguments: &[&str], status: i32, says: &[&str]) {
    bench.write("out.wav", OLD);
    let before = bench.names();
    let ran = bench.run(arguments).expect(status);
    for part in says {
        assert!(ran.stderr.contains(part), "no “{part}” in {ran:?}");
    }
    assert_eq!(ran.stdout, "", "{arguments:?}");
    assert_eq!(bench.read("out.wav"), OLD, "{arguments:?}");
    assert_eq!(bench.names(), before, "{arguments:?}");
}

fn with_script() -> Bench {
    let bench = Bench::new();
    bench.write("story.txt", "A first line.\n\nA second one.\n");
    bench
}

#[test]
fn wrong_usage_is_2() {
    let bench = with_script();
    bench.write("out.txt", "This is a script.");
    let check = |arguments: &[&str], says: &[&str]| check(&bench, arguments, 2, says);
    check(&["narrate", "story.txt"], &["--output", "Usage"]);
    check(&["narrate", "story.txt", "-o", "out.ogg"], &[".wav or .mp3", "out.ogg"]);
    check(&["narrate", "story.txt", "-o", "out"], &[".wav or .mp3"]);
    check(&["narrate", "story.txt", "-o", "-"], &["standard output", ".wav or .mp3"]);
    check(&["say", "Hello.", "-o", "-"], &["standard output"]);
    check(&["narrate", "story.txt", "-o", "new.mp3", "--wav-format", "24"], &["--wav-format", ".wav"]);
    check(&["narrate", "story.txt", "-o", "new.wav", "--speed", "0"], &["--speed"]);
    check(&["narrate", "story.txt", "-o", "new.wav", "--voice", "heart", "--speed", "9"], &["heart", "--speed"]);
    check(&["narrate", "out.wav", "-o", "out.wav", "--force"], &["replace the input", "out.wav"]);
    check(&["narrate", "./out.wav", "-o", "out.wav", "--force"], &["replace the input"]);
    check(&["chunks", "story.txt", "--max-chars", "0"], &["--max-chars"]);
    check(&["spoken", "story.txt", "--language", "xx"], &["--language"]);
    check(&["lexicon"], &["check", "Usage"]);
    check(&["lexikon"], &["neither a command nor a file", "--help"]);
    check(&["voices", "polish"], &["polish"]);
    check(&["play"], &["FILE"]);
}

#[test]
#[cfg(unix)]
fn the_input_under_another_name_is_refused_too() {
    let bench = with_script();
    std::os::unix::fs::symlink("story.txt", bench.path("soft.wav")).expect("links");
    std::fs::hard_link(bench.path("story.txt"), bench.path("hard.wav")).expect("links");
    for out in ["soft.wav", "hard.wav"] {
        check(&bench, &["narrate", "story.txt", "-o", out, "--force"], 2, &["replace the input", out]);
    }
}

#[test]
fn an_unreadable_input_is_3() {
    let bench = with_script();
    std::fs::create_dir(bench.path("folder.txt")).expect("makes");
    bench.write("picture.txt", [0x89, b'P', b'N', b'G', 0, 0, 0, 13, 0xff, 0xfe, 0, 1, 0, 0, 2, 0]);
    bench.write("empty.txt", "");
    bench.write("blank.md", " \n\n\t\n");
    bench.write("broken.moksori", "{\"format\": \"moksori-project\", \"ver");
    bench.write("newer.moksori", r#"{"format": "moksori-project", "version": 99, "lines": []}"#);
    bench.write("other.moksori", "Just a text.");
    let check = |arguments: &[&str], says: &[&str]| check(&bench, arguments, 3, says);
    for (input, says) in [
        ("missing.txt", &["no such file", "missing.txt"][..]),
        ("folder.txt", &["folder"]),
        ("picture.txt", &["not a text file", "picture.txt"]),
        ("broken.moksori", &["damaged", "broken.moksori"]),
        ("newer.moksori", &["newer Moksori", "newer.moksori"]),
        ("other.moksori", &["not a project", "other.moksori"]),
    ] {
        check(&["narrate", input, "-o", "new.wav"], says);
        check(&["narrate", input, "-o", "out.wav", "--force"], says);
        check(&["spoken", input], says);
        check(&["chunks", input], says);
        check(&["phonemes", input], says);
    }
    for command in [&["spoken", "story.txt"][..], &["chunks", "story.txt"], &["say", "Hi.", "-o", "new.wav"]] {
        check(&[command, &["--lexicon", "missing.csv"]].concat(), &["no such file", "missing.csv"]);
        check(&[command, &["--lexicon", "story.txt"]].concat(), &["no lexicon", "written", "story.txt"]);
    }
    check(&["lexicon", "check", "missing.csv"], &["no such file", "missing.csv"]);
    check(&["lexicon", "check", "story.txt"], &["no lexicon", "story.txt"]);
    for input in ["empty.txt", "blank.md", "-"] {
        check(&["narrate", input, "-o", "new.mp3"], &["nothing to speak"]);
    }
    check(&["say", "", "-o", "new.wav"], &["nothing to speak"]);
    check(&["play", "missing.mp3"], &["no such file", "missing.mp3"]);
    check(&["play", "story.txt"], &["not a WAV, FLAC or MP3", "story.txt"]);
    check(&["missing.moksori"], &["no such file", "missing.moksori"]);
}

#[test]
fn a_missing_voice_is_4() {
    let bench = with_script();
    bench.write("mixed.txt", "An English line.\n\n그리고 한국어 문장.\n또 하나.\n");
    let check = |arguments: &[&str], says: &[&str]| check(&bench, arguments, 4, says);
    check(&["narrate", "story.txt", "-o", "new.wav"], &["heart", "not installed", "cargo xtask run"]);
    check(&["narrate", "story.txt", "-o", "out.wav", "--force"], &["not installed"]);
    check(&["say", "Hello.", "-o", "new.mp3"], &["not installed"]);
    check(&["say", "Hello.", "-o", "new.mp3", "--voice", "heart"], &["heart"]);
    check(&["say", "Hello.", "-o", "new.mp3", "--voice", "nobody"], &["nobody", "moksori voices list"]);
    check(&["phonemes", "story.txt"], &["not installed"]);
    check(&["phonemes", "story.txt", "--voice", "nobody"], &["nobody"]);
    bench.write("tagged.txt", "One.\n\n[voice nobody] Two.\n");
    check(&["narrate", "tagged.txt", "-o", "new.wav", "--voice", "heart"], &["line 3 of tagged.txt", "nobody"]);
    // A line without a voice for its language is named; more of them are counted.
    let korean = &["line 3 of mixed.txt", "그리고 한국어", "and 1 more", "Korean"];
    check(&["narrate", "mixed.txt", "-o", "new.wav", "--voice", "heart"], korean);
    check(&["narrate", "mixed.txt", "-o", "new.wav", "--voice", "heart", "--language", "en"], korean);
    check(&["phonemes", "mixed.txt", "--voice", "heart"], &["line 3 of mixed.txt", "Korean"]);
    check(&["say", "안녕하세요.", "-o", "new.wav"], &["supertonic-f1", "moksori voices install supertonic-f1"]);
    check(&["say", "Hello.", "-o", "new.wav", "--voice", "heart", "--language", "ko"], &["Korean"]);
}

#[test]
fn an_output_that_cannot_be_written_is_5() {
    let bench = with_script();
    std::fs::create_dir(bench.path("folder.wav")).expect("makes");
    // The place is looked at before the voice is loaded, so none is needed here.
    let check = |out: &str, says: &[&str]| {
        check(&bench, &["narrate", "story.txt", "-o", out, "--voice", "heart"], 5, says);
    };
    check("out.wav", &["exists", "--force", "out.wav"]);
    check("missing/new.wav", &["folder", "does not exist"]);
    check("folder.wav", &["folder"]);
    check("story.txt/new.mp3", &["story.txt"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_is_5() {
    let bench = with_script();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("opens");
    let mut command = bench.command(["spoken", "story.txt"]);
    let output = command.stdout(full).output().expect("runs");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"), "{output:?}");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    use std::io::{BufRead as _, BufReader, Read as _};
    let bench = Bench::new();
    bench.write("long.txt", "A line of text that is repeated many times.\n".repeat(20_000));
    for arguments in [["spoken", "long.txt"], ["chunks", "long.txt"]] {
        let mut child = bench.command(arguments).spawn().expect("starts");
        let mut first = String::new();
        // Reads one line and closes the pipe.
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("reads");
        assert!(!first.is_empty());
        let mut stderr = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("reads");
        assert_eq!((child.wait().expect("ends").code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn help_and_version() {
    let bench = Bench::new();
    let version = bench.run(["--version"]).expect(0);
    assert_eq!(version.stdout.trim(), format!("moksori {}", env!("CARGO_PKG_VERSION")));
    let help = bench.run(["--help"]).expect(0).stdout;
    for command in ["narrate", "say", "spoken", "chunks", "phonemes", "voices", "doctor", "bench", "play"] {
        assert!(help.contains(command), "{command}: {help}");
        let own = bench.run([command, "--help"]).expect(0).stdout;
        assert!(own.contains("Example:") && own.contains(&format!("moksori {command}")), "{own}");
    }
}
