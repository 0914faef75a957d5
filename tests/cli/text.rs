//! `spoken`, `chunks`, `voices list`, `doctor`: shapes, counts, encodings.

use serde_json::Value;

use super::support::Bench;

/// Checks that `spoken` gives one line for each of the input's.
#[track_caller]
fn check_lines(bench: &Bench, input: &str, expect_empty: &[bool]) {
    let ran = bench.run_with(["spoken"], input.as_bytes()).expect(0);
    assert!(ran.stdout.is_empty() || ran.stdout.ends_with('\n'), "{ran:?}");
    let empty: Vec<bool> = ran.stdout.lines().map(str::is_empty).collect();
    assert_eq!(empty, expect_empty, "{input:?}: {ran:?}");
}

#[test]
fn spoken_gives_one_line_per_line() {
    let bench = Bench::new();
    check_lines(&bench, "", &[]);
    check_lines(&bench, "\n", &[true]);
    check_lines(&bench, "One.", &[false]);
    check_lines(&bench, "One.\nTwo.\n", &[false, false]);
    check_lines(&bench, "One.\n\n\nTwo.", &[false, true, true, false]);
    check_lines(&bench, "\n  \nOne.\n\n", &[true, true, false, true]);
    check_lines(&bench, "One.\r\nTwo.\r\n\r\n", &[false, false, true]);
    check_lines(&bench, "# A heading\n\n- an item\n", &[false, true, false]);
    check_lines(&bench, "One. Two! Three?\u{2028}Four.\u{0b}Five.\n", &[false]);
    check_lines(&bench, "One.\rTwo.\r\rThree.", &[false, false, true, false]);
    check_lines(
        &bench,
        "One.\u{2029}Two.\u{c}Three.\u{85}Four. &#10; &#x2028; &#13;\n\u{c}\n\u{2028}\n",
        &[false, true, true],
    );
    check_lines(&bench, "\u{200b}\n🎉\n[pause 1s]\ne\n\u{301}a\n", &[true, true, true, false, false]);
    check_lines(&bench, "The price is $5.\n가격은 오천 원이다.\n", &[false, false]);
    check_lines(&bench, &format!("{}\n", "word ".repeat(5_000)), &[false]);
}

#[test]
fn pronounce_gives_one_line_per_line() {
    let bench = Bench::new();
    let check = |input: &str, expect: &str| {
        let ran = bench.run_with(["pronounce"], input.as_bytes()).expect(0);
        assert_eq!(ran.stdout, expect, "{input:?}");
    };
    check("", "");
    check("국물\n", "궁물\n");
    check("국물\n\n같이 가요.", "궁물\n\n가치 가요.\n");
    check("옷 한 벌\r\nThe price\r\n", "오 탄 벌\nThe price\n");
    check("국물\u{2028}국물\u{b}국물\u{c}국물\u{85}국물\n", "궁물 궁물 궁물 궁물 궁물\n");
    bench.write("words.txt", "신라\n맛없다\n".as_bytes());
    assert_eq!(bench.run(["pronounce", "words.txt"]).expect(0).stdout, "실라\n마덥따\n");
    bench.run(["pronounce", "missing.txt"]).expect(3);
}

#[test]
fn every_usual_encoding_is_read() {
    let bench = Bench::new();
    let text = "등대지기는 매일 저녁 불을 켠다.\n그리고 아침까지 기다린다.\n";
    let expect = bench.run_with(["spoken"], text.as_bytes()).expect(0).stdout;
    assert_eq!(expect.lines().count(), 2);
    let utf16 = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(to_bytes).collect()
    };
    let (cp949, ..) = encoding_rs::EUC_KR.encode(text);
    for (name, bytes) in [
        ("bom.txt", format!("\u{feff}{text}").into_bytes()),
        ("utf16le.txt", utf16(u16::to_le_bytes)),
        ("utf16be.txt", utf16(u16::to_be_bytes)),
        ("cp949.txt", cp949.into_owned()),
        ("crlf.txt", text.replace('\n', "\r\n").into_bytes()),
    ] {
        bench.write(name, &bytes);
        assert_eq!(bench.run(["spoken", name]).expect(0).stdout, expect, "{name}");
        assert_eq!(bench.run_with(["spoken", "-"], &bytes).expect(0).stdout, expect, "{name} on standard input");
    }
}

#[test]
fn the_language_can_be_set() {
    let bench = Bench::new();
    let spoken = |language: &str, text: &str| {
        bench.run_with(["spoken", "--language", language], text.as_bytes()).expect(0).stdout
    };
    assert_eq!(spoken("auto", "It is 7."), spoken("en", "It is 7."));
    // A line without letters is read as the text around it.
    let first = |text: &str| spoken("auto", text).lines().next().map(str::to_owned);
    assert_eq!(first("2024\nA year in English.\n").as_deref(), Some(spoken("en", "2024").trim_end()));
}

/// Runs `chunks` and checks that the chunks tile the NFC text; gives them back.
#[track_caller]
fn chunks(bench: &Bench, input: &str, nfc: &str, max_chars: &str) -> Vec<Value> {
    let ran = bench.run_with(["chunks", "-", "--max-chars", max_chars], input.as_bytes()).expect(0);
    let text: Vec<char> = nfc.chars().collect();
    let Value::Array(chunks) = ran.json() else { panic!("no list: {ran:?}") };
    let mut end = 0;
    for (i, chunk) in chunks.iter().enumerate() {
        let object = chunk.as_object().expect("an object");
        let keys: Vec<&str> = object.keys().map(String::as_str).collect();
        assert_eq!(keys.len(), 4, "{chunk}");
        assert_eq!(chunk["index"], i);
        assert!(chunk["spoken"].is_string());
        let bound = |name: &str| chunk["source"][name].as_u64().expect("a number") as usize;
        let (start, chunk_end) = (bound("start"), bound("end"));
        assert_eq!(start, end, "{chunk}");
        end = chunk_end;
        assert_eq!(chunk["text"], text[start..end].iter().collect::<String>(), "{chunk}");
    }
    if !chunks.is_empty() {
        assert_eq!(end, text.len(), "{ran:?}");
    }
    chunks
}

#[test]
fn chunks_tile_the_text() {
    let bench = Bench::new();
    assert!(chunks(&bench, "", "", "120").is_empty());
    let story = "Once upon a time there was a lighthouse, and a keeper who lit it. Every night!\n\n\
                 Dr. Smith paid $3.50 for the oil — a fair price 🙂, he said. It burned until 5 a.m. \n";
    let long = chunks(&bench, story, story, "120");
    let short = chunks(&bench, story, story, "30");
    assert!(long.len() >= 2 && short.len() > long.len(), "{} and {}", long.len(), short.len());
    for chunk in &short {
        let n = chunk["spoken"].as_str().expect("text").chars().count();
        assert!(n <= 40, "{n} characters: {chunk}");
    }
    chunks(&bench, "\n\n  One.\n\n\nTwo.\n\n", "\n\n  One.\n\n\nTwo.\n\n", "120");
    chunks(&bench, "One.\r\nTwo.\r\n", "One.\nTwo.\n", "120");
    // Decomposed Hangul counts as syllables, a family as its code points.
    let (nfd, nfc) = ("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}. ", "한글. ");
    let family = "👨‍👩‍👧 둘째.";
    chunks(&bench, &format!("{nfd}{family}"), &format!("{nfc}{family}"), "120");
}

#[test]
fn chunks_of_a_file_are_those_of_standard_input() {
    let bench = Bench::new();
    let text = "A first sentence. A second one!\nA third line.\n";
    bench.write("a.txt", text);
    let stdin = bench.run_with(["chunks"], text.as_bytes()).expect(0).stdout;
    assert_eq!(bench.run(["chunks", "a.txt"]).expect(0).stdout, stdin);
    assert_eq!(bench.run(["chunks", "a.txt", "--max-chars", "120"]).expect(0).stdout, stdin);
}

#[test]
fn subtitles_and_projects_are_read_by_their_lines() {
    let bench = Bench::new();
    bench.write(
        "a.srt",
        "1\n00:00:01,000 --> 00:00:02,500\nThe first one.\n\n2\n00:00:03,000 --> 00:00:04,000\nThe second.\n",
    );
    let spoken = bench.run(["spoken", "a.srt"]).expect(0).stdout;
    assert_eq!(spoken.lines().collect::<Vec<_>>(), ["The first one.", "The second."]);
    let lines = r#"[{"id": 0, "text": "One line."}, {"id": 1, "text": "And another."}]"#;
    bench.write("a.moksori", format!(r#"{{"format": "moksori-project", "version": 1, "lines": {lines}}}"#));
    let spoken = bench.run(["spoken", "a.moksori"]).expect(0).stdout;
    assert_eq!(spoken.lines().collect::<Vec<_>>(), ["One line.", "And another."]);
}

#[test]
fn the_list_of_voices_has_the_documented_fields() {
    let bench = Bench::new();
    let json = bench.run(["voices", "list", "--json"]).expect(0).json();
    let voices = json.as_array().expect("a list");
    let heart = voices.iter().find(|voice| voice["id"] == "heart").expect("the default voice");
    let mut keys: Vec<&str> = heart.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expect = ["bytes", "engine", "id", "installed", "languages", "licence", "name", "sample_rate_hz"];
    assert_eq!(keys, expect);
    assert_eq!(heart["installed"], false);
    assert_eq!(heart["languages"], serde_json::json!(["en"]));
    assert_eq!(heart["sample_rate_hz"], 24_000);
    let korean = voices.iter().find(|voice| voice["id"] == "korean-experimental").expect("an experiment");
    assert_eq!(korean["engine"], "kokoro");
    let missing = bench.run(["voices", "install", "af_heart"]).expect(4);
    assert!(missing.stderr.contains("cargo xtask voices kokoro"), "{missing:?}");
    let unknown = bench.run(["voices", "install", "nobody"]).expect(4);
    assert!(unknown.stderr.contains("moksori voices list"), "{unknown:?}");
    for arguments in [&["voices"][..], &["voices", "list"]] {
        let text = bench.run(arguments).expect(0).stdout;
        assert!(text.contains("heart") && text.contains("not installed"), "{text}");
    }
}

#[test]
fn the_doctor_reports_what_is_missing() {
    let bench = Bench::new();
    let json = bench.run(["doctor", "--json"]).expect(0).json();
    assert_eq!(json["runtime"]["works"], false);
    assert!(json["runtime"]["problem"].as_str().expect("a remedy").contains("cargo xtask run"), "{json}");
    for (key, is_right) in [
        ("providers", Value::is_array as fn(&Value) -> bool),
        ("voices", Value::is_array),
        ("programs", Value::is_array),
        ("audio_devices", Value::is_array),
        ("memory", Value::is_object),
        ("paths", Value::is_object),
    ] {
        assert!(is_right(&json[key]), "{key}: {json}");
    }
    assert!(json["memory"]["total_mb"].as_f64().expect("a number") > 0.0);
    assert_eq!(json["paths"]["config"].as_str().map(Into::into), Some(bench.home("config")));
    let text = bench.run(["doctor"]).expect(0).stdout;
    for part in ["Runtime", "Voices", "heart", "Programs", "espeak-ng", "Sound devices", "Memory", "Folders"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
