//! `lexicon check` and `--lexicon`.

use super::support::Bench;

const TABLE: &str = "written,spoken,language,match\n등대,등때,ko,\nFastAPI,패스트 에이피아이,,\n";
const TEXT: &str = "등대를 지키는 등대지기가 FastAPI를 쓴다.\n";
const EXPECT: &str = "등때를 지키는 등대지기가 패스트 에이피아이를 쓴다.\n";

#[test]
fn lexicons_from_spreadsheets_are_read() {
    let bench = Bench::new();
    let cp949 = |text: &str| encoding_rs::EUC_KR.encode(text).0.into_owned();
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(TABLE.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [
        ("plain.csv", TABLE.as_bytes().to_vec()),
        ("bom.csv", format!("\u{feff}{TABLE}").into_bytes()),
        ("cp949.csv", cp949(TABLE)),
        ("cp949-crlf.csv", cp949(&TABLE.replace('\n', "\r\n"))),
        ("semicolons.csv", cp949(&TABLE.replace(',', ";"))),
        ("tabs.txt", TABLE.replace(',', "\t").into_bytes()),
        ("utf16.txt", utf16),
    ] {
        bench.write(name, &bytes);
        let ran = bench.run(["lexicon", "check", name]).expect(0);
        assert_eq!(ran.stdout, "", "{name}");
        assert!(ran.stderr.contains("2 entries"), "{name}: {ran:?}");
        let ran = bench.run_with(["spoken", "--lexicon", name], TEXT.as_bytes()).expect(0);
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (EXPECT, ""), "{name}");
    }
}

#[test]
fn pronunciation_lexicons_are_read() {
    let bench = Bench::new();
    let pls = "<?xml version='1.0'?><lexicon xml:lang='en' alphabet='ipa'>\n<lexeme><grapheme>cat</grapheme>\
               <alias>kat</alias></lexeme>\n<lexeme><grapheme>dog</grapheme><phoneme>dɔɡ</phoneme></lexeme></lexicon>";
    bench.write("a.pls", pls);
    let ran = bench.run_with(["spoken", "--lexicon", "a.pls"], b"A cat and a dog.\nThe dog.\n").expect(0);
    assert_eq!(ran.stdout, "A kat and a dog.\nThe dog.\n");
    // Told once, however many lines have it.
    assert_eq!(ran.stderr.matches("phonemes for “dog”").count(), 1, "{ran:?}");
}

#[test]
fn bad_rows_are_told_and_the_rest_works() {
    let bench = Bench::new();
    bench.write("a.csv", "written,spoken,match\ncat,kat,\n,x,\ndog,dawg,glob\n(,x,regex\ncow,kow,\n");
    let ran = bench.run(["lexicon", "check", "a.csv"]).expect(3);
    let told: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(told.len(), 3, "{ran:?}");
    for (line, start) in told.iter().zip(["row 3: ", "row 4: ", "row 5: "]) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(ran.stderr.contains("3 rows cannot be used") && ran.stderr.contains("a.csv"), "{ran:?}");
    let ran = bench.run_with(["spoken", "--lexicon", "a.csv"], b"A cat, a dog, a cow.\n").expect(0);
    assert_eq!(ran.stdout, "A kat, a dog, a kow.\n");
    assert!(ran.stderr.contains("a.csv: row 4: "), "{ran:?}");
}

#[test]
fn the_first_lexicon_takes_precedence() {
    let bench = Bench::new();
    bench.write("a.csv", "written,spoken\nlead,led\n");
    bench.write("b.csv", "written,spoken\nlead,leed\nread,red\n");
    let spoken = |lexicons: &[&str]| {
        let arguments: Vec<&str> =
            ["spoken"].into_iter().chain(lexicons.iter().flat_map(|&l| ["--lexicon", l])).collect();
        bench.run_with(arguments, b"lead read").expect(0).stdout
    };
    assert_eq!(spoken(&["a.csv", "b.csv"]), "led red\n");
    assert_eq!(spoken(&["b.csv", "a.csv"]), "leed red\n");
    let chunks = bench.run_with(["chunks", "--lexicon", "a.csv"], b"lead read").expect(0).json();
    assert_eq!(chunks[0]["spoken"], "led read");
    assert_eq!(chunks[0]["text"], "lead read");
}
