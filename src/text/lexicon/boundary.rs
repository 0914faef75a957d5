//! Where words begin and end, in texts that mix scripts.
//!
//! A change of script is a border ("FastAPI를"), letters and digits are not ("v2"), an apostrophe between letters is not
//! ("can't") unless it is a possessive ("Moksori's"), nor is the point of a number ("3.5"). Hangul goes on without a space
//! from a noun to its particles: a Hangul word ends where only particles follow.

use unicode_normalization::char::is_combining_mark;

use super::particles;
use crate::text::language::is_hangul;

/// What decides whether two neighbours belong to one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Letters of alphabets and digits.
    Alphabetic,
    Hangul,
    /// Han and kana.
    Ideographic,
    /// Marks and white space.
    Other,
}

fn class(c: char) -> Class {
    match c {
        '0'..='9' | 'a'..='z' | 'A'..='Z' => Class::Alphabetic,
        _ if c.is_ascii() => Class::Other,
        _ if is_hangul(c) => Class::Hangul,
        '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
            Class::Ideographic
        }
        '\u{20000}'..='\u{3FFFF}' => Class::Ideographic,
        _ if c.is_alphanumeric() || is_combining_mark(c) => Class::Alphabetic,
        _ => Class::Other,
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

/// Whether a match may begin at `start` at all: not between a letter and its combining mark.
pub(super) fn is_cut(text: &[char], at: usize) -> bool {
    text.get(at).is_none_or(|&c| !is_combining_mark(c) && !matches!(c, '\u{1160}'..='\u{11FF}'))
}

/// Whether a word may begin at `start`.
pub(super) fn begins_word(text: &[char], start: usize) -> bool {
    let (Some(&first), Some(&before)) = (text.get(start), start.checked_sub(1).and_then(|i| text.get(i))) else {
        return true;
    };
    let second_before = start.checked_sub(2).and_then(|i| text.get(i)).copied();
    if class(first) == Class::Other {
        return true;
    }
    if before == '\'' && is_letter(first) && second_before.is_some_and(is_letter) {
        return false;
    }
    if is_point_of_number(second_before, before, Some(first)) {
        return false;
    }
    class(before) != class(first)
}

/// Whether a word that begins at `start` may end at `end`.
pub(super) fn ends_word(text: &[char], start: usize, end: usize) -> bool {
    let (Some(&last), Some(&after)) = (end.checked_sub(1).and_then(|i| text.get(i)), text.get(end)) else {
        return true;
    };
    let second_after = text.get(end + 1).copied();
    match class(last) {
        // "C+" does not end in the middle of "C++".
        Class::Other => {
            !(after == last && !last.is_whitespace() && text[start..end].iter().any(|c| c.is_alphanumeric()))
        }
        Class::Hangul if class(after) == Class::Hangul => ends_hangul(text, start, end),
        _ if after == '\'' && is_letter(last) && second_after.is_some_and(is_letter) => is_possessive(text, end),
        _ if is_point_of_number(Some(last), after, second_after) => false,
        of_last => class(after) != of_last,
    }
}

/// Whether "'s" stands at `at` and ends there.
fn is_possessive(text: &[char], at: usize) -> bool {
    matches!(text.get(at + 1), Some('s' | 'S'))
        && text.get(at + 2).is_none_or(|&c| class(c) != Class::Alphabetic && c != '\'')
}

fn is_point_of_number(before: Option<char>, mark: char, after: Option<char>) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    matches!(mark, '.' | ',') && is_digit(before) && is_digit(after)
}

fn ends_hangul(text: &[char], start: usize, end: usize) -> bool {
    let rest = text[end..].iter().take(particles::MAX_RUN + 1);
    let run: Vec<char> = rest.copied().take_while(|&c| is_hangul(c)).collect();
    let n_syllables = text[start..end].iter().rev().take_while(|&&c| particles::is_syllable(c)).count();
    particles::are_particles(text[end - 1], &run, n_syllables)
}

#[cfg(test)]
mod tests {
    use super::{begins_word, ends_word};

    /// Checks whether the part of `text` between the bars is a word.
    fn check(text: &str, expect: bool) {
        let parts: Vec<Vec<char>> = text.split('|').map(|part| part.chars().collect()).collect();
        let (start, end) = (parts[0].len(), parts[0].len() + parts[1].len());
        let text_chars = parts.concat();
        let is_word = begins_word(&text_chars, start) && ends_word(&text_chars, start, end);
        assert_eq!(is_word, expect, "{text}");
    }

    #[test]
    fn words_in_every_script() {
        for (text, expect) in [
            ("|rake|", true),
            ("b|rake|", false),
            ("|rake|s", false),
            ("a (|rake|).", true),
            ("hand-|rake|-shaped", true),
            ("|snake|_case", true),
            ("|FastAPI|를", true),
            ("그|FastAPI|서버", true),
            ("|can|'t", false),
            ("|Moksori|'s", true),
            ("the |dogs|' house", true),
            ("|Y|'shtola", false),
            ("Y'|shtola|", false),
            ("|Y'shtola|", true),
            ("|C++|로", true),
            ("|C++|11", true),
            ("|C+|+", false),
            ("AB|C++|", false),
            ("|(주)|한빛", true),
            ("3.|5|", false),
            ("|3|.5", false),
            ("|3|.", true),
            ("|1|,000", false),
            ("v|2|", false),
            ("|2|개", true),
            ("|목소리|가", true),
            ("|목소리|꾼", false),
            ("큰|목소리|", false),
            ("大|民國|", false),
            ("|民國|은", true),
            ("|caf\u{e9}|", true),
            ("|caf|\u{e9}", false),
        ] {
            check(text, expect);
        }
    }
}
