use proptest::prelude::*;

use crate::text::{Language, Origin, Reading, Span, SpokenForm, spoken_form};

/// One row a line: what is written, a tab, and the accepted readings with `|` between.
const KOREAN: &str = include_str!("../../../tests/text_corpus/ko_reading.tsv");

fn korean(text: &str) -> SpokenForm {
    spoken_form(text, &Reading::of(Language::Korean))
}

/// What two readings are compared by: no spaces, no punctuation.
fn comparable(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[test]
fn korean_corpus() {
    let mut wrong = Vec::new();
    for (written, accepted) in
        KOREAN.lines().filter(|row| !row.starts_with("# What")).filter_map(|row| row.split_once('\t'))
    {
        let spoken = korean(written).text();
        if !accepted.split('|').any(|reading| comparable(reading) == comparable(&spoken)) {
            wrong.push(format!("{written:?} is read {spoken:?}, not {accepted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn pieces_know_where_they_come_from() {
    for (text, spoken, source, rule) in [
        ("값은 $5 정도", "오 달러", "$5", "money"),
        ("**3**명이 왔다", "세 명", "3**명", "counter"),
        ("40–60°C로 데운다", "섭씨 사십에서 육십 도", "40–60°C", "range"),
        ("대한민국(大韓民國)은", "", "(大韓民國)", "repeat"),
        ("男女가", "남녀", "男女", "hanja"),
        ("GPU는", "지피유", "GPU", "acronym"),
        ("RTX 4090을", "사공구공", "4090", "code"),
        ("㈜한빛", "주식회사", "㈜", "abbreviation"),
    ] {
        let form = korean(text);
        let found = form.pieces.iter().any(|piece| {
            let at: String = form.source.chars().skip(piece.source.start).take(piece.source.n_chars()).collect();
            piece.spoken.trim() == spoken && at == source && piece.origin == Origin::Rule(rule)
        });
        assert!(found, "{text}: {:?}", form.pieces);
    }
}

#[test]
fn what_nobody_can_speak_is_reported() {
    for (text, dropped) in [
        ("ㅋㅋㅋ 재밌다 🎉", "ㅋㅋㅋ🎉"),
        ("※ 주의 ★", "※★"),
        ("안녕~ ^^", "~^^"),
        ("그냥 글", ""),
        ("대한민국(大韓民國)", ""),
    ] {
        assert_eq!(korean(text).dropped(), dropped, "{text}");
    }
}

#[test]
fn plain_prose_stays_as_written() {
    for text in [
        "등대지기는 계단을 올라가 불을 켜고 기다렸다. 아무도 오지 않았다!",
        "\"거기 누구 있어요?\" 그가 (조용히) 물었다…",
        "천천히 만약에 백화점 십자가 억울함 조용히 일일이 구경",
        "오늘은 Python과 Rust를 배운다.",
    ] {
        let form = korean(text);
        assert_eq!(form.text(), text);
        assert!(form.pieces.iter().all(|piece| piece.origin == Origin::Written), "{:?}", form.pieces);
    }
}

#[test]
fn every_rule_has_a_stable_name() {
    for (written, _) in KOREAN.lines().filter_map(|row| row.split_once('\t')) {
        for piece in korean(written).pieces {
            if let Origin::Rule(name) = piece.origin {
                assert!(crate::text::normalize::RULES.contains(&name), "{name}");
            }
        }
    }
}

#[test]
fn what_the_corpus_reads_is_read_the_same_again() {
    for (written, _) in KOREAN.lines().filter_map(|row| row.split_once('\t')) {
        let once = korean(written).text();
        assert_eq!(korean(&once).text(), once, "{written}");
    }
}

/// Text that looks like what the rules read, and anything else.
fn any_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-zA-Z]{1,6}",
        "[0-9]{1,9}",
        "[-–—+.,:;/%$€₩#@&*_'\"°~^=<>()!?x·㈜①Ⅳ½²㎏℃¥×÷√]{1,2}",
        "\\PC{0,4}",
        "[가-힣]{1,4}",
        "[ㄱ-ㅣ一-龥]{1,3}",
        prop::sample::select(vec![
            "개",
            "명",
            "시",
            "분",
            "월",
            "일",
            "년",
            "원",
            "번째",
            "만",
            "억",
            "천",
            "여",
            "제",
            "km/h",
            "kg",
            "GB",
            "kbps",
            "AI",
            "RTX",
            "PM",
            "v1.2",
            "계좌번호",
            "오후",
            "시속",
            "영하",
            "010-1234-5678",
            "2026-09-12",
            "[pause 1s]",
            "**",
            "<b>",
            "&amp;",
            "(토)",
            "H2O",
            "example.com",
            "ㅋㅋ",
            "XIV",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(prop_oneof![part, Just(" ".to_owned()), Just("\n".to_owned())], 0..30)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn pieces_tile_the_source(text in any_text()) {
        let form = korean(&text);
        let mut at = 0;
        for piece in &form.pieces {
            prop_assert_eq!(piece.source, Span::new(at, piece.source.end));
            prop_assert!(piece.source.end > at, "an empty piece in {:?}", form.source);
            at = piece.source.end;
            if piece.origin == Origin::Written {
                let source: String = form.source.chars().skip(piece.source.start).take(piece.source.n_chars()).collect();
                prop_assert_eq!(&source, &piece.spoken);
            }
        }
        prop_assert_eq!(at, form.source.chars().count());
    }

    #[test]
    fn no_digit_is_left(text in any_text()) {
        let spoken = korean(&text).text();
        prop_assert!(!spoken.contains(|c: char| c.is_numeric()), "{spoken}");
    }

    #[test]
    fn no_letter_vanishes(text in any_text()) {
        let form = korean(&text);
        let source: Vec<char> = form.source.chars().collect();
        for piece in &form.pieces {
            let is_silent = piece.spoken.trim().is_empty();
            let had_words = source[piece.source.range()].iter().any(|c| c.is_alphanumeric() && !super::jamo::is_jamo(*c));
            let is_explained = matches!(piece.origin, Origin::Dropped(_) | Origin::Pause(_) | Origin::Rule("repeat"));
            prop_assert!(!(is_silent && had_words) || is_explained, "{piece:?}");
        }
    }

    #[test]
    fn what_is_read_is_read_the_same_again(text in any_text()) {
        let once = korean(&text).text();
        let twice = korean(&once).text();
        prop_assert_eq!(comparable(&twice), comparable(&korean(&twice).text()));
    }
}
