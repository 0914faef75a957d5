//! What the model was trained to read: the published SDK's own treatment of a text, rule by rule and in its order.
//!
//! The network saw only text that went through these rules, so they are kept exactly, oddities included: a slash is lost
//! (dates and fractions are normalised long before), square brackets are read aloud, and the rules for `´`, `¯` and the
//! non-breaking hyphen never fire, because the decomposition before them has already taken those characters apart. Where
//! the SDK is wrong, [`screen`](mod@super::screen) does better before the text comes here.
//!
//! Pure: no table, no model.
//!
//! Source: the pre-processing of the public SDK (Python package 1.3.1) and of its reference programs, described in our
//! own words; the examples of the tests were worked out from it.

use unicode_normalization::UnicodeNormalization as _;

/// The codes of the languages that the model has, in the publisher's order; `na` stands for one that is not known. A
/// language is told to the model by a tag around the text, of ordinary characters. There is no Chinese.
pub const LANGUAGES: [&str; 32] = [
    "en", "ko", "ja", "ar", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hi", "hr", "hu", "id", "it", "lt",
    "lv", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi", "na",
];

/// Emoji and signs that are deleted, as ranges of code points.
const DELETED: [(u32, u32); 12] = [
    (0x1F600, 0x1F64F),
    (0x1F300, 0x1F5FF),
    (0x1F680, 0x1F6FF),
    (0x1F700, 0x1F77F),
    (0x1F780, 0x1F7FF),
    (0x1F800, 0x1F8FF),
    (0x1F900, 0x1F9FF),
    (0x1FA00, 0x1FA6F),
    (0x1FA70, 0x1FAFF),
    (0x2600, 0x26FF),
    (0x2700, 0x27BF),
    (0x1F1E6, 0x1F1FF),
];

/// Characters at the end of a text after which no full stop is added.
const ENDS: &str = ".!?;:,'\")]}…。」』】〉》›»";

/// What becomes of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Kept,
    /// Another stands for it.
    Replaced(char),
    /// Nothing is left of it.
    Deleted,
}

/// What becomes of `c`, a character of decomposed text, when it stands alone.
pub fn fate(c: char) -> Fate {
    match c {
        '–' | '‑' | '—' => Fate::Replaced('-'),
        '¯' | '_' | '[' | ']' | '|' | '/' | '#' | '→' | '←' => Fate::Replaced(' '),
        '“' | '”' => Fate::Replaced('"'),
        '‘' | '’' | '´' | '`' => Fate::Replaced('\''),
        '♥' | '☆' | '♡' | '©' | '\\' => Fate::Deleted,
        _ if DELETED.iter().any(|&(first, last)| (first..=last).contains(&u32::from(c))) => Fate::Deleted,
        _ => Fate::Kept,
    }
}

/// `text` as the model reads it, in the language with this code: all rules, then the tags of the language.
pub fn preprocess(text: &str, code: &str) -> String {
    let body = closed(spaced(&single_quotes(&unspaced_marks(&expanded(&replaced(text))))));
    format!("<{code}>{body}</{code}>")
}

/// Decomposed, emoji and signs replaced or deleted.
fn replaced(text: &str) -> String {
    text.nfkd()
        .filter_map(|c| match fate(c) {
            Fate::Kept => Some(c),
            Fate::Replaced(other) => Some(other),
            Fate::Deleted => None,
        })
        .collect()
}

/// Signs and abbreviations that are words.
fn expanded(text: &str) -> String {
    text.replace('@', " at ").replace("e.g.,", "for example, ").replace("i.e.,", "that is, ")
}

/// One space less before each mark.
fn unspaced_marks(text: &str) -> String {
    let mut chars = text.chars().peekable();
    let mut result = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        let is_before_mark = chars.peek().is_some_and(|next| matches!(next, ',' | '.' | '!' | '?' | ';' | ':' | '\''));
        if c != ' ' || !is_before_mark {
            result.push(c);
        }
    }
    result
}

/// One of each run of the same quotation mark.
fn single_quotes(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        if !(matches!(c, '"' | '\'' | '`') && result.ends_with(c)) {
            result.push(c);
        }
    }
    result
}

/// One space for each run of white space, none at the ends.
fn spaced(text: &str) -> String {
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// White space as the SDK's language has it: the four separators of the old control characters count too.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

/// With a full stop if nothing ends it.
fn closed(mut text: String) -> String {
    if !text.ends_with(|c| ENDS.contains(c)) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization as _;

    use super::{LANGUAGES, preprocess};

    /// Checks with the expected text composed, so that it can be read.
    fn check(text: &str, code: &str, expect: &str) {
        let expect: String = expect.nfd().collect();
        assert_eq!(preprocess(text, code), expect, "{text}");
    }

    #[test]
    fn the_published_examples_come_out_the_same() {
        check("Hello", "en", "<en>Hello.</en>");
        check("안녕", "ko", "<ko>안녕.</ko>");
        check("3.14", "en", "<en>3.14.</en>");
        check("Wait… what?", "en", "<en>Wait... what?</en>");
        check("He said “hi” — ok", "en", "<en>He said \"hi\" - ok.</en>");
        check("I’m here", "en", "<en>I'm here.</en>");
        check("e.g., this", "en", "<en>for example, this.</en>");
        check("i.e., that", "en", "<en>that is, that.</en>");
        check("a@b.com", "en", "<en>a at b.com.</en>");
        check("2026/10/05", "en", "<en>2026 10 05.</en>");
        check("https://a.com/x_y#z", "en", "<en>https: a.com x y z.</en>");
        check("[pause] x", "en", "<en>pause x.</en>");
        check("<laugh> ha", "en", "<en><laugh> ha.</en>");
        check("①②", "ko", "<ko>12.</ko>");
        check("㈜한국", "ko", "<ko>(주)한국.</ko>");
        check("25℃, 10㎏", "ko", "<ko>25°C, 10kg.</ko>");
        check("ＡＢＣ１２", "en", "<en>ABC12.</en>");
        check("½ cup", "en", "<en>1\u{2044}2 cup.</en>");
    }

    #[test]
    fn oddities_are_kept() {
        for empty in ["", "   ", "👍🏽", "\n\t"] {
            check(empty, "en", "<en>.</en>");
        }
        check("☀️ hi", "en", "<en>\u{FE0F} hi.</en>");
        check("</ko>", "ko", "<ko>< ko>.</ko>");
        check("<en> a", "ko", "<ko><en> a.</ko>");
        // The decomposition comes first: these are no longer what the rules look for.
        check("´a", "en", "<en>\u{301}a.</en>");
        check("a¯b", "en", "<en>a \u{304}b.</en>");
        check("a\u{2011}b", "en", "<en>a\u{2010}b.</en>");
    }

    #[test]
    fn marks_quotes_and_spaces_are_tidied() {
        check("a , b ! c ? d ; e : f 's", "en", "<en>a, b! c? d; e: f's.</en>");
        check("a  ,b", "en", "<en>a ,b.</en>");
        check("\"\"a\"\"\" ''b'", "en", "<en>\"a\"'b'</en>");
        check("a\n\n b\t\u{a0}\u{1f}c ", "en", "<en>a b c.</en>");
        check("♥ a ☆ b © \\ c 🇰🇷", "en", "<en>a b c.</en>");
    }

    #[test]
    fn a_full_stop_is_added_where_nothing_ends_the_text() {
        for end in ".!?;:,'\")}。」』】〉》›»".chars() {
            check(&format!("a{end}"), "en", &format!("<en>a{end}</en>"));
        }
        check("a…", "en", "<en>a...</en>");
        check("a]", "en", "<en>a.</en>");
        check("a%", "na", "<na>a%.</na>");
    }

    #[test]
    fn the_codes_are_each_there_once() {
        let codes: std::collections::BTreeSet<_> = LANGUAGES.iter().collect();
        assert_eq!(codes.len(), 32);
        assert!(!codes.contains(&"zh"));
    }
}
