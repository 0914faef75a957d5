use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{Chunk, Join, chunk};
use crate::text::{Language, Reading, spoken_form};

fn chunks_in(text: &str, max_chars: usize, language: Language) -> Vec<Chunk> {
    chunk(&spoken_form(text, &Reading::of(language)), max_chars)
}

/// Checks the texts of the chunks, joined by `|`.
#[track_caller]
fn check(text: &str, max_chars: usize, expect: &str) {
    let language = crate::text::language::detect(text, Language::English);
    let texts: Vec<String> = chunks_in(text, max_chars, language).into_iter().map(|chunk| chunk.text).collect();
    assert_eq!(texts.join("|"), expect);
}

#[test]
fn sentences() {
    for (text, expect) in [
        ("The first sentence. The second sentence.", "The first sentence. |The second sentence."),
        (
            "Mr. Smith and Ms. Johnson live in St. Louis. He works for the C.I.A. She got a D.U.I. He blew a 0.9",
            "Mr. Smith and Ms. Johnson live in St. Louis. |He works for the C.I.A. |She got a D.U.I. |He blew a 0.9",
        ),
        ("We meet at 6 p.m. today in the hall.", "We meet at 6 p.m. today in the hall."),
        ("We meet at 6 p.m. The hall is open.", "We meet at 6 p.m. |The hall is open."),
        ("J.K. Rowling wrote it. J. R. R. Tolkien did not.", "J.K. Rowling wrote it. |J. R. R. Tolkien did not."),
        ("Is it really so?! Yes, it is really so...", "Is it really so?! |Yes, it is really so..."),
        ("\"Is it really so?\" she asked me.", "\"Is it really so?\" she asked me."),
        ("He said \"I am leaving.\" Then he was gone.", "He said \"I am leaving.\" |Then he was gone."),
        ("(This is an aside.) And this is not one.", "(This is an aside.) |And this is not one."),
        ("Well then... maybe tomorrow instead.", "Well then... maybe tomorrow instead."),
        ("It was all over… Nobody said a word.", "It was all over… |Nobody said a word."),
        ("The U.S. Navy and the U.S. economy are large.", "The U.S. Navy and the U.S. economy are large."),
        ("He moved to the U.S. They stayed at home.", "He moved to the U.S. |They stayed at home."),
        (
            "Use tools, e.g. Photoshop, approx. 3.5 miles, Sept. 5th, i.e. 0.5%.",
            "Use tools, e.g. Photoshop, approx. 3.5 miles, Sept. 5th, i.e. 0.5%.",
        ),
        (
            "Go to https://example.com/a.b?c=d. Then write to me@example.com.",
            "Go to https://example.com/a.b?c=d. |Then write to me@example.com.",
        ),
        ("Version v1.0.0 runs at 3.50 GHz. Pi is 3.14.", "Version v1.0.0 runs at 3.50 GHz. |Pi is 3.14."),
        ("first line without a dot\nsecond line without one", "first line without a dot\n|second line without one"),
        ("**This is bold.** This is not bold.", "**This is bold.** |This is not bold."),
        ("What a great day! 🎉 Next is another one.", "What a great day! 🎉 |Next is another one."),
        ("What a great day it was! 🎉", "What a great day it was! 🎉"),
        ("He works at Acme Inc. He likes it there.", "He works at Acme Inc. |He likes it there."),
        ("Bring apples, pears, etc. Then we can start.", "Bring apples, pears, etc. |Then we can start."),
        (
            "오늘은 날씨가 참 좋습니다. 내일은 비가 많이 올까요? 나는 아직 잘 모르겠습니다!",
            "오늘은 날씨가 참 좋습니다. |내일은 비가 많이 올까요? |나는 아직 잘 모르겠습니다!",
        ),
        (
            "오늘은 날씨가 정말 좋았다.그래서 우리는 밖으로 나갔다.",
            "오늘은 날씨가 정말 좋았다.|그래서 우리는 밖으로 나갔다.",
        ),
        (
            "기온은 23.5도입니다. J. K. Rowling의 책을 읽었습니다.",
            "기온은 23.5도입니다. |J. K. Rowling의 책을 읽었습니다.",
        ),
        (
            "今日はとても良い天気ですね。明日は雨が降るでしょうか？",
            "今日はとても良い天気ですね。|明日は雨が降るでしょうか？",
        ),
    ] {
        check(text, 200, expect);
    }
}

#[test]
fn short_sentences_join_their_neighbour() {
    for (text, expect) in [
        ("Yes. I think we should go now.", "Yes. I think we should go now."),
        ("I think we should go now. Yes.", "I think we should go now. Yes."),
        (
            "We should go now, I think. No. Let us stay here instead.",
            "We should go now, I think. |No. Let us stay here instead.",
        ),
        ("No. No. No.", "No. No. No."),
        ("Eggs\nMilk\nBread", "Eggs\n|Milk\n|Bread"),
    ] {
        check(text, 200, expect);
    }
    // Not where both do not fit.
    check("Yes. I think we should go.", 24, "Yes. |I think we should go.");
}

#[test]
fn long_sentences_are_cut_at_clauses_then_in_balance() {
    for (text, max_chars, expect) in [
        (
            "When the storm had finally passed over the hills, everybody came out to look at the damage.",
            80,
            "When the storm had finally passed over the hills, |everybody came out to look at the damage.",
        ),
        (
            "The keeper — an old man with a white beard — climbed the stairs of the tower every single night.",
            80,
            "The keeper — an old man with a white beard — |climbed the stairs of the tower every single night.",
        ),
        (
            "The old keeper (who had never once left the island) climbed up the stairs.",
            60,
            "The old keeper (who had never once left the island) |climbed up the stairs.",
        ),
        (
            "It costs exactly $5.3 billion and 25 million dollars",
            60,
            "It costs exactly $5.3 billion |and 25 million dollars",
        ),
    ] {
        check(text, max_chars, expect);
    }
    let sentence = "word ".repeat(26);
    let chunks = chunks_in(sentence.trim(), 120, Language::English);
    let lengths: Vec<usize> = chunks.iter().map(|chunk| chunk.text.chars().count()).collect();
    assert_eq!(lengths.len(), 2);
    assert!(lengths.iter().all(|length| (60..=70).contains(length)), "{lengths:?}");
    assert_eq!(chunks[0].join, Join::Forced);
}

#[test]
fn the_last_resort_cuts_long_words_and_addresses() {
    let word = "a".repeat(400);
    let chunks = chunks_in(&word, 120, Language::English);
    assert_eq!(chunks.len(), 4);
    assert!(chunks.iter().all(|chunk| chunk.text.chars().count() == 100));
    let url = format!("https://example.com/{}", "part/".repeat(60));
    let chunks = chunks_in(&url, 100, Language::English);
    assert!(chunks.len() > 3);
    assert!(chunks[..chunks.len() - 1].iter().all(|chunk| chunk.text.ends_with('/')), "{chunks:?}");
    let number = "123456789012345";
    let chunks = chunks_in(number, 40, Language::English);
    assert!(chunks.iter().all(|chunk| chunk.spoken.chars().count() <= 40));
}

#[test]
fn readings_longer_than_what_is_written_keep_the_limit() {
    let marks = "\u{300}\u{301}".repeat(4);
    let number = format!("1{marks}2{marks}3{marks}{}", "4".repeat(9));
    for text in ["1\u{200D}2", "1\u{20E3}2", &number] {
        for max_chars in 1..12 {
            let form = spoken_form(text, &Reading::default());
            let chunks = chunk(&form, max_chars);
            assert_eq!(chunks.iter().map(|chunk| chunk.text.as_str()).collect::<String>(), form.source);
            for part in chunks {
                assert!(part.text.chars().count() <= max_chars, "{part:?}");
                assert!(part.spoken.chars().count() <= max_chars, "{part:?}");
            }
        }
    }
}

#[test]
fn a_word_that_shares_a_grapheme_is_cut_elsewhere() {
    for (text, max_chars, expect) in [
        ("abc\u{200D}", 3, "ab|c\u{200D}"),
        ("\u{600}abc", 3, "\u{600}a|bc"),
        ("abc\u{34F}\u{301}", 3, "ab|c\u{34F}\u{301}"),
        ("abc\u{200D}", 4, "abc\u{200D}"),
        ("ab\u{200D}cd", 3, "ab\u{200D}|cd"),
    ] {
        check(text, max_chars, expect);
    }
}

#[test]
fn pauses() {
    let pauses = |text: &str| -> Vec<(String, u32)> {
        chunks_in(text, 200, Language::English).into_iter().map(|chunk| (chunk.spoken, chunk.pause_after_ms)).collect()
    };
    let chunk = |spoken: &str, ms: u32| (spoken.to_owned(), ms);
    assert_eq!(pauses("Wait here. [pause 1.5s] Go on now."), [chunk("Wait here.", 1500), chunk("Go on now.", 0)]);
    assert_eq!(
        pauses("Wait [pause 1s] for [pause 500ms] [pause 1s] me"),
        [chunk("Wait", 1000), chunk("for", 1500), chunk("me", 0)]
    );
    assert_eq!(pauses("[pause 2s] Hello"), [chunk("", 2000), chunk("Hello", 0)]);
    assert_eq!(pauses("Hello[pause 2s]"), [chunk("Hello", 2000)]);
    assert_eq!(pauses("[pause 2s]"), [chunk("", 2000)]);
    assert_eq!(pauses(""), []);
    assert_eq!(pauses("   "), [chunk("", 0)]);
}

#[test]
fn joins() {
    let joins = |text: &str, max_chars: usize| -> Vec<Join> {
        chunks_in(text, max_chars, Language::English).into_iter().map(|chunk| chunk.join).collect()
    };
    assert_eq!(joins("This is the first. This is the last.", 100), [Join::Sentence, Join::End]);
    assert_eq!(joins("When it had rained all day, we went outside at last.", 40), [Join::Clause, Join::End]);
    assert_eq!(joins("one two three four five six seven eight nine ten", 30), [Join::Forced, Join::End]);
}

/// Text with everything that has been trouble elsewhere.
fn nasty_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-zA-Z]{1,12}",
        "[가-힣]{1,8}",
        "\\PC{0,6}",
        "[0-9]{1,12}",
        Just("e\u{301}\u{327}".to_owned()),
        Just("\u{1112}\u{1161}\u{11AB}".to_owned()),
        Just("👩‍👩‍👧‍👦".to_owned()),
        Just("https://example.com/a/b?c=1".to_owned()),
        Just("me@example.com".to_owned()),
        Just("$1,234.56".to_owned()),
        Just("(321) 434-5049".to_owned()),
        Just("U.S.".to_owned()),
        Just("[pause 1.5s]".to_owned()),
        Just("**".to_owned()),
        Just("_".to_owned()),
        Just("\n".to_owned()),
        "[.,;:!?…—\"')( ]{1,4}",
    ];
    prop::collection::vec(prop_oneof![part, Just(" ".to_owned())], 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn chunks_are_the_source_and_keep_the_limit(text in nasty_text(), max_chars in 1usize..160, is_korean: bool) {
        let language = if is_korean { Language::Korean } else { Language::English };
        let form = spoken_form(&text, &Reading::of(language));
        let chunks = chunk(&form, max_chars);
        let joined: String = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        prop_assert_eq!(&joined, &form.source);
        let words = |texts: Vec<&str>| texts.concat().chars().filter(|c| !c.is_whitespace()).collect::<String>();
        prop_assert_eq!(
            words(chunks.iter().map(|chunk| chunk.spoken.as_str()).collect()),
            words(vec![form.text().as_str()])
        );
        let total: u32 = chunks.iter().map(|chunk| chunk.pause_after_ms).sum();
        let asked: u32 = form.pieces.iter().map(|piece| match piece.origin { crate::text::Origin::Pause(ms) => ms, _ => 0 }).sum();
        prop_assert_eq!(total, asked);
        let borders: std::collections::HashSet<usize> = form
            .source
            .grapheme_indices(true)
            .scan(0, |at, (_, grapheme)| { let start = *at; *at += grapheme.chars().count(); Some(start) })
            .collect();
        let longest = form.source.graphemes(true).map(|grapheme| grapheme.chars().count()).max().unwrap_or(0);
        for (index, part) in chunks.iter().enumerate() {
            prop_assert_eq!(part.index, index);
            prop_assert!(part.text.chars().count() <= max_chars);
            prop_assert!(part.spoken.chars().count() <= max_chars, "{:?}", part.spoken);
            // A pause is always cut, also where a combining mark follows its tag.
            let follows_pause = index > 0 && chunks[index - 1].pause_after_ms > 0;
            if longest <= max_chars && max_chars >= 12 && index > 0 && !follows_pause {
                prop_assert!(borders.contains(&part.source.start), "{:?} cut inside a grapheme", form.source);
            }
        }
    }

    #[test]
    fn short_text_is_cut_only_where_a_sentence_ends(text in nasty_text()) {
        let form = spoken_form(&text, &Reading::default());
        for part in chunk(&form, 1_000_000) {
            prop_assert!(matches!(part.join, Join::Sentence | Join::End));
        }
    }
}

#[test]
fn a_very_long_line_without_punctuation_is_cut() {
    let text = "lorem ipsum 42 dolor ".repeat(2_000);
    for max_chars in [120, 5_000] {
        let chunks = chunks_in(&text, max_chars, Language::English);
        assert!(chunks.iter().all(|chunk| chunk.text.chars().count() <= max_chars));
    }
}

#[test]
fn what_cannot_be_cut_stands_alone_when_it_is_too_long() {
    let form = spoken_form("V\u{200d}0p and more", &Reading::of(Language::Korean));
    let chunks = chunk(&form, 1);
    let joined: String = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    assert_eq!(joined, form.source);
    assert!(chunks.len() > 5, "{chunks:?}");
}

/// Found by fuzzing: signs behind a pause go with it, unless a mark on the last of them is spoken.
#[test]
fn what_goes_with_a_pause_keeps_its_graphemes() {
    let form = spoken_form("an [pause 1s]★★\u{35B}In ten", &Reading::of(Language::Korean));
    let texts: Vec<(String, u32)> =
        chunk(&form, 12).into_iter().map(|chunk| (chunk.text, chunk.pause_after_ms)).collect();
    let expect = [("an ", 0), ("[pause 1s]", 1000), ("★★\u{35B}In ten", 0)];
    assert_eq!(texts, expect.map(|(text, ms)| (text.to_owned(), ms)));
}
