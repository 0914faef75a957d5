//! Reading and writing of tables and of pronunciation lexicons.

use super::super::{Case, Entry, Lexicon, MatchMode, ParseError, Parsed, parse};
use crate::text::Language;

/// Checks the entries of a file as `written=spoken` and its problems as text.
#[track_caller]
fn check(text: &str, entries: &[&str], problems: &[&str]) {
    let parsed = parse(text).expect("a lexicon");
    let found: Vec<String> =
        parsed.lexicon.entries.iter().map(|entry| format!("{}={}", entry.written, entry.spoken)).collect();
    assert_eq!(found, entries, "{text}");
    let told: Vec<String> = parsed.problems.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), problems.len(), "{text}: {told:?}");
    for (told, part) in told.iter().zip(problems) {
        assert!(told.contains(part), "no “{part}” in “{told}”");
    }
}

#[test]
fn tables_of_every_usual_kind() {
    check("written,spoken\na,b\n", &["a=b"], &[]);
    check("\u{FEFF}written,spoken\r\na,b\r\nc,d", &["a=b", "c=d"], &[]);
    check("written;spoken\na;b,c\n", &["a=b,c"], &[]);
    check("written\tspoken\tnote\na\tb\tit's, \"so\"\n", &["a=b"], &[]);
    check("sep=;\nwritten;spoken\na;b\n", &["a=b"], &[]);
    check(" Spoken , WRITTEN ,extra\nb,a,z\n", &["a=b"], &[]);
    check("written,spoken\n\"a,b\",\"say \"\"c\"\"\"\n", &["a,b=say \"c\""], &[]);
    check("written,spoken,note\na,b,\"two\nlines\"\nc,d,\n", &["a=b", "c=d"], &[]);
    check("written,spoken,,,\n\n,,,,\n a , b  c ,,,\n", &["a=b c"], &[]);
    check("written,spoken\na,b,,,\n", &["a=b"], &[]);
    check("written,spoken\n\u{1112}\u{1161}\u{11ab},b\n", &["한=b"], &[]);
    check("written,spoken\n", &[], &[]);
}

#[test]
fn tables_as_people_write_them() {
    check("표기,읽기,언어\nAPI,에이피아이,ko\n", &["API=에이피아이"], &[]);
    check("비고;대소문자;발음;적힌 말\nx;exact;b;a\n", &["a=b"], &[]);
    check("\u{1111}\u{116d}\u{1100}\u{1175},발음\na,b\n", &["a=b"], &[]);
    check("NOTE\tSpoken \tWritten\nx\tb\ta\n", &["a=b"], &[]);
    check("\n,,\nwritten,spoken\n,x\n", &[], &["row 4: the written form is empty"]);
    check("written, \"spoken\"\na, \"b, c\" \n\"d\" ,e\n", &["a=b, c", "d=e"], &[]);
    check("written,spoken\rok,yes\r\"open,b\rlast,lahst\r", &["ok=yes", "last=lahst"], &["row 3"]);
    check("written,spoken\r\n\"open,b\r\n,x\r\nlast,l\r\n", &["last=l"], &["row 2", "row 3: the written"]);
    check("\u{FEFF}sep=\t\nwritten\tspoken\na\tb\n", &["a=b"], &[]);
    check("written,spoken,match\n[,b,regex\n(?P<x>a,b,regex\na*,$x,regex\n", &[], &["row 2", "row 3", "row 4"]);
    assert_eq!(parse("written,spoken,표기\n"), Err(ParseError::RepeatedColumn("written")));
}

#[test]
fn bad_rows_are_told_with_their_number_and_the_rest_works() {
    let table = "written,spoken,language,match,case,enabled\n\
        good,gud,,,,\n,x,,,,\nx,,,,,\na,b,xx,,,\na,b,,glob,,\na,b,,,upper,\na,b,,,,maybe\n(,b,,regex,,\n\
        a,//,,,,\nc,/x(y/,,,,\na,$3,,regex,,\na,b,,,,,too,many\n\"open,b,,,,\nlast,lahst,,,,no\nGood,again,,,,\n";
    check(
        table,
        &["good=gud", "last=lahst"],
        &[
            "row 3: the written form is empty",
            "row 4: the spoken form is empty",
            "row 5: texts are not read in the language “xx”",
            "row 6: there is no match “glob”",
            "row 7: there is no case “upper”",
            "row 8: “maybe”",
            "row 9: the regular expression cannot be used",
            "row 10: there are no phonemes",
            "row 11: “(” is no phoneme",
            "row 12: the spoken form uses “$3”",
            "row 13: it has 8 fields, the header has 6",
            "row 14: a quotation mark is not closed",
            "row 16: “Good” stands in row 2 already",
        ],
    );
    check("written,spoken\n\"a\"x,b\n\"c,\nd,e\n\"f\",g\n", &["d=e", "f=g"], &["row 2", "row 3"]);
    let (long, longer) = ("a".repeat(201), "b".repeat(1_001));
    check(&format!("written,spoken\n{long},b\na,{longer}\n"), &[], &["row 2: the written form has 201", "row 3"]);
}

#[test]
fn what_is_no_lexicon_is_said_so() {
    for text in ["", "a,b\nc,d\n", "written\na\n", "Once upon a time.\n", "spoken,note\n", "sep=;\nwritten,spoken\n"] {
        assert_eq!(parse(text), Err(ParseError::NoHeader), "{text}");
    }
    assert_eq!(parse("written,spoken,Written\n"), Err(ParseError::RepeatedColumn("written")));
    assert!(matches!(parse("<lexicon>\n<lexeme>\n</lexicon>"), Err(ParseError::Xml { line: 3, .. })));
    assert_eq!(parse("<html/>"), Err(ParseError::NotPls("html".to_owned())));
}

#[test]
fn every_cell_is_read() {
    let table = "written,spoken,language,match,case,enabled,note\nABC,/eɪ/,ko-KR,Start,EXACT,FALSE,\"why, \nso\"\n";
    let entry = Entry {
        written: "ABC".to_owned(),
        spoken: "/eɪ/".to_owned(),
        language: Some(Language::Korean),
        mode: MatchMode::Start,
        case: Case::Exact,
        enabled: false,
        note: "why, so".to_owned(),
    };
    assert_eq!(parse(table).expect("a lexicon").lexicon.entries, [entry]);
}

const PLS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE lexicon>
<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">
  <meta name="author" content="nobody"/>
  <lexeme role="claws:VVI">
    <grapheme>judgment</grapheme>
    <grapheme>judgement</grapheme>
    <phoneme> ˈdʒʌdʒ.mənt </phoneme>
    <example>in the <emphasis>judgment</emphasis></example>
  </lexeme>
  <lexeme><grapheme>W3C</grapheme><alias>World &amp; Wide</alias></lexeme>
  <lexeme><grapheme>Newton</grapheme><phoneme>n1</phoneme><phoneme prefer="true">n2</phoneme></lexeme>
  <lexeme><grapheme>sampa</grapheme><phoneme alphabet="x-sampa">s{mp@</phoneme></lexeme>
  <lexeme><grapheme>mute</grapheme></lexeme>
  <lexeme><alias>nothing</alias></lexeme>
</lexicon>"#;

#[test]
fn pronunciation_lexicons_of_others_are_read() {
    check(
        PLS,
        &["judgment=/ˈdʒʌdʒ.mənt/", "judgement=/ˈdʒʌdʒ.mənt/", "W3C=World & Wide", "Newton=/n2/"],
        &[
            "line 13: phonemes in the alphabet “x-sampa”",
            "line 14: it has neither",
            "line 15: the written form is empty",
        ],
    );
    let parsed = parse(PLS).expect("a lexicon");
    assert!(parsed.lexicon.entries.iter().all(|entry| entry.language == Some(Language::English)));
    check("<lexicon><lexeme><grapheme>a</grapheme><alias>b</alias></lexeme></lexicon>", &["a=b"], &[]);
    check(
        "<lexicon xml:lang='fr'><lexeme><grapheme>a</grapheme><alias>b</alias></lexeme></lexicon>",
        &[],
        &["line 1: texts are not read in the language “fr”"],
    );
}

/// Checks that a lexicon is the same after it was written and read.
#[track_caller]
pub(super) fn check_round_trip(lexicon: &Lexicon) {
    for (name, text) in [("csv", lexicon.to_csv()), ("pls", lexicon.to_pls())] {
        let expect = Parsed { lexicon: lexicon.clone(), problems: Vec::new() };
        assert_eq!(parse(&text).as_ref(), Ok(&expect), "{name}: {text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut entries = vec![
        Entry::word("C++", "시 플러스 플러스"),
        Entry::word("a;b\tc", "say \"a, b\""),
        Entry { language: Some(Language::Korean), note: "<&\">'".to_owned(), ..Entry::word("<b>&amp;", "x") },
        Entry { mode: MatchMode::Regex, case: Case::Exact, ..Entry::word(r"(\d+)px\b", "$1 pixels") },
        Entry { enabled: false, mode: MatchMode::Anywhere, ..Entry::word("ㅋㅋ", "/kk/") },
    ];
    check_round_trip(&Lexicon { entries: entries.clone() });
    for entry in &mut entries {
        entry.language = Some(Language::English);
    }
    check_round_trip(&Lexicon { entries });
    check_round_trip(&Lexicon::default());
}
