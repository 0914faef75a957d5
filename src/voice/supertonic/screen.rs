//! What a text must lose before the model can read it, and what of that the person is told.
//!
//! The published SDK refuses a whole text for one character without an id, other programs let the model crash on it or
//! give it a wrong sound; and all of them speak an empty line as a lone full stop. Here such a character is left out and
//! reported as the person wrote it, and a text without a letter or digit is silence.
//!
//! Pure: what has an id is asked of a function.

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::preprocess::{Fate, LANGUAGES, fate, is_space, preprocess};

/// Tags that the model acts instead of reading, if it feels like it: only the laugh and the breath are reliable, and
/// each is sometimes read aloud. Hence an option that is off.
pub use crate::text::markup::ACTED as EXPRESSIONS;

/// A text ready for the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screened {
    /// Pre-processed, with the tags of the language; empty if there is nothing to speak.
    pub text: String,
    /// What was left out, each once, as it was written.
    pub dropped: Vec<String>,
}

/// Makes `spoken` ready. `has_id` says whether the model knows a character; `expressions` keeps the ten tags.
pub fn screen(spoken: &str, code: &str, expressions: bool, has_id: impl Fn(char) -> bool) -> Screened {
    let (text, mut dropped) = known(spoken, has_id);
    let (text, tags) = without_tags(text, expressions);
    dropped.extend(tags);
    let mut seen = std::collections::HashSet::new();
    dropped.retain(|piece| seen.insert(piece.clone()));
    let is_silent = !text.chars().any(char::is_alphanumeric);
    let text = if is_silent { String::new() } else { preprocess(&text, code) };
    Screened { text, dropped }
}

/// `spoken` decomposed and without what has no id, and the graphemes that lost something.
fn known(spoken: &str, has_id: impl Fn(char) -> bool) -> (String, Vec<String>) {
    let (mut text, mut dropped) = (String::with_capacity(3 * spoken.len()), Vec::new());
    let mut is_gap = false;
    for grapheme in spoken.graphemes(true) {
        let (mut kept, lost) = pieces(grapheme, &has_id);
        if lost {
            dropped.push(grapheme.nfc().collect());
            // A letter with a strange accent is still that letter; half of “≠” would be its opposite.
            if !grapheme.chars().any(char::is_alphanumeric) {
                kept.clear();
                is_gap = true;
                continue;
            }
        }
        if kept.is_empty() {
            continue;
        }
        // “A≠B” is two words.
        if std::mem::take(&mut is_gap) && is_inside_word(&text, &kept) {
            text.push(' ');
        }
        text.push_str(&kept);
    }
    (text, dropped)
}

/// What of a grapheme has an id, decomposed, and whether something has none. What is never seen is left out in silence.
fn pieces(grapheme: &str, has_id: &impl Fn(char) -> bool) -> (String, bool) {
    let (mut kept, mut lost) = (String::new(), false);
    for c in grapheme.nfkd().filter(|&c| !is_invisible(c)) {
        let is_known = match fate(c) {
            _ if is_space(c) || c == '@' => true,
            Fate::Kept => has_id(c),
            Fate::Replaced(other) => is_space(other) || has_id(other),
            Fate::Deleted => false,
        };
        if is_known {
            kept.push(c);
        } else {
            lost = true;
        }
    }
    (kept, lost)
}

/// Characters that only say how others are drawn or ordered. Some have an id, of no use to a reader.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}'
        | '\u{20E3}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
        || (c.is_control() && !is_space(c))
}

/// Whether both sides of a gap are letters or digits.
fn is_inside_word(before: &str, after: &str) -> bool {
    before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
}

/// `text` without the tags that mean something to the model, and those tags: a language that the person wrote would
/// change how the rest is read, and an expression is only kept where it is wanted.
fn without_tags(mut text: String, expressions: bool) -> (String, Vec<String>) {
    let mut removed = Vec::new();
    loop {
        let n_removed = removed.len();
        text = without_tags_once(&text, expressions, &mut removed);
        // What is left and right of a tag may make another one.
        if removed.len() == n_removed {
            return (text, removed);
        }
    }
}

fn without_tags_once(text: &str, expressions: bool, removed: &mut Vec<String>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, at_tag)) = split_before(rest, '<') {
        result.push_str(before);
        let Some((tag, after)) = at_tag.split_once('>').filter(|(tag, _)| is_tag(tag)) else {
            result.push('<');
            rest = at_tag.strip_prefix('<').unwrap_or_default();
            continue;
        };
        let name = tag.trim_start_matches('<').to_ascii_lowercase();
        if expressions && EXPRESSIONS.contains(&&*name) {
            result.extend(["<", &name, ">"]);
        } else {
            removed.push(format!("{tag}>"));
            if is_inside_word(&result, after) {
                result.push(' ');
            }
        }
        rest = after;
    }
    result.push_str(rest);
    result
}

/// `text` up to the first `mark`, and from it on.
fn split_before(text: &str, mark: char) -> Option<(&str, &str)> {
    text.find(mark).and_then(|at| text.split_at_checked(at))
}

/// Whether `<name` or `</name` names a language or an expression.
fn is_tag(tag: &str) -> bool {
    let name = tag.trim_start_matches('<');
    let name = name.strip_prefix('/').unwrap_or(name).to_ascii_lowercase();
    tag.matches('<').count() == 1 && (LANGUAGES.contains(&&*name) || EXPRESSIONS.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    use super::{EXPRESSIONS, Screened, screen};

    /// As much of the published table as the tests need: ASCII without the signs that it lacks, jamo, a few accents.
    fn has_id(c: char) -> bool {
        match c {
            '#' | '@' | '[' | ']' | '\\' | '_' | '`' | '|' | '\u{338}' => false,
            ' '..='~' | '\u{1100}'..='\u{1112}' | '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}' => true,
            _ => ['\u{8}', '\u{200B}', '\u{301}', '\u{2044}', '°'].contains(&c),
        }
    }

    fn check(spoken: &str, expressions: bool, text: &str, dropped: &[&str]) {
        let expect =
            Screened { text: text.to_owned(), dropped: dropped.iter().map(|&piece| piece.to_owned()).collect() };
        assert_eq!(screen(spoken, "en", expressions, has_id), expect, "{spoken}");
    }

    #[test]
    fn characters_without_an_id_are_left_out_and_reported_once_as_written() {
        check("a ■ b ■ c", false, "<en>a b c.</en>", &["■"]);
        check("A≠B", false, "<en>A B.</en>", &["≠"]);
        check("ŉ ə x", false, "<en>n x.</en>", &["ŉ", "ə"]);
        check("é e\u{301} ê", false, "<en>e\u{301} e\u{301} e.</en>", &["ê"]);
        check("Good😀morning 😀.", false, "<en>Good morning.</en>", &["😀"]);
        check("a©b ♥", false, "<en>a b.</en>", &["©", "♥"]);
        check("25℃ ½ 𝐀 🅰", false, "<en>25°C 1\u{2044}2 A.</en>", &["🅰"]);
        check("“a” — [b] c/d e_f g@h.i", false, "<en>\"a\" - b c d e f g at h.i.</en>", &[]);
    }

    #[test]
    fn graphemes_are_reported_whole_and_invisible_characters_are_not() {
        check("☀️ hi", false, "<en>hi.</en>", &["☀️"]);
        check("1️⃣ a", false, "<en>1 a.</en>", &[]);
        check("a 👨‍👩‍👧 b 🇰🇷 👍🏽", false, "<en>a b.</en>", &["👨‍👩‍👧", "🇰🇷", "👍🏽"]);
        check("\u{FEFF}a\u{200B}b\u{AD}c\u{200D}\u{8}d", false, "<en>abcd.</en>", &[]);
    }

    #[test]
    fn what_has_no_letter_is_silence() {
        for silent in ["", "  ", ".", "...", "?!", "\u{200B}", "«»"] {
            assert_eq!(screen(silent, "en", false, |c| has_id(c) || "«»".contains(c)).text, "", "{silent}");
        }
        check("👍🏽", false, "", &["👍🏽"]);
        check("☀️ ⭐ .", false, "", &["☀️", "⭐"]);
        check("<laugh>", false, "", &["<laugh>"]);
        check("<laugh>", true, "<en><laugh>.</en>", &[]);
    }

    #[test]
    fn expressions_are_an_option() {
        check("<laugh> ha", false, "<en>ha.</en>", &["<laugh>"]);
        check("<Laugh> ha <SIGH>", true, "<en><laugh> ha <sigh>.</en>", &[]);
        check("Well <cough>, yes.", false, "<en>Well, yes.</en>", &["<cough>"]);
        check("＜yawn＞ a</laugh>", true, "<en><yawn> a.</en>", &["</laugh>"]);
        check("a <b> c < d > e", true, "<en>a <b> c < d > e.</en>", &[]);
        for name in EXPRESSIONS {
            check(&format!("a<{name}>b"), false, "<en>a b.</en>", &[&format!("<{name}>")]);
        }
    }

    #[test]
    fn no_language_can_be_chosen_from_inside_a_text() {
        check("a <ko> b </ko> c", true, "<en>a b c.</en>", &["<ko>", "</ko>"]);
        check("<la<en>ugh> a <<en>en> b", false, "<en><la ugh> a b.</en>", &["<en>"]);
        check("<e😀n> a", false, "<en><e n> a.</en>", &["😀"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_is_written_becomes_known_characters(
            spoken in "(\\PC|[<>/@_#\\\\“”≠ŉ①㈜가힣 .,'\"]|<laugh>|<ko>|e\\.g\\.,|\u{FE0F}|\u{200D}|😀){0,24}",
            expressions: bool,
        ) {
            let Screened { text, dropped } = screen(&spoken, "ko", expressions, has_id);
            let unknown: String = text.chars().filter(|&c| !has_id(c)).collect();
            prop_assert!(unknown.is_empty(), "{:?} of {:?}", unknown, text);
            if let Some(body) = text.strip_prefix("<ko>") {
                let body = body.strip_suffix("</ko>").unwrap_or_default();
                prop_assert!(body.chars().any(char::is_alphanumeric), "{:?}", text);
                prop_assert!(!body.contains("<ko>") && !body.contains("</"), "{:?}", text);
                prop_assert!(expressions || !body.contains("<laugh>"), "{:?}", text);
            } else {
                prop_assert_eq!(&text, "");
            }
            // Each once, and nothing that was not written.
            let written: String = spoken.nfc().collect();
            for (i, piece) in dropped.iter().enumerate() {
                prop_assert!(!dropped[..i].contains(piece), "{:?}", dropped);
                prop_assert!(piece.starts_with('<') || written.contains(&**piece), "{:?}", dropped);
            }
        }
    }
}
