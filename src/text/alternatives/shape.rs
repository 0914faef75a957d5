//! The shape of what is written.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Two numbers with a mark between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) struct Pair<'a> {
    /// The digits before the mark.
    pub a: &'a str,
    /// `/`, `:`, `-`, `~` or `.`.
    pub mark: char,
    /// The digits behind the mark.
    pub b: &'a str,
    /// What stands behind the second number.
    pub tail: &'a str,
}

/// What a place looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) enum Shape<'a> {
    /// One whole number, without its separators, and what stands before and behind it.
    Number {
        /// Its digits.
        digits: String,
        /// What stands before.
        head: &'a str,
        /// What stands behind.
        tail: &'a str,
    },
    /// Two numbers.
    Pair(Pair<'a>),
    /// Three or more numbers with the same mark between: telephone numbers, dates.
    Groups(Vec<&'a str>, char),
    /// Letters only.
    Letters(&'a str),
    /// Letters with dots: `U.S.`, `No.`; without the dots.
    Dotted(String),
    /// Anything else.
    Other,
}

/// An expression of this file.
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the expressions of this file can be read")
}

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?<head>[^0-9]*?)(?<digits>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?<tail>[^0-9]*)$"));
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^(?<a>[0-9]+)\s*(?<mark>[/:.\-‐‑–—−~〜∼～])\s*(?<b>[0-9]+)(?:\s*(?<tail>[^0-9\s.,:/\-][^0-9]*))?$")
});
static GROUPS: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^[0-9]+(?:-[0-9]+){2,}$|^[0-9]+(?:/[0-9]+){2,}$|^[0-9]+(?:\.[0-9]+){2,}$|^[0-9]+(?::[0-9]+){2,}$")
});

/// What `written` looks like.
pub(in crate::text) fn shape(written: &str) -> Shape<'_> {
    let part = |captures: &Captures<'_>, name: &str| captures.name(name).map(|part| part.range());
    let text_of = |range: Option<std::ops::Range<usize>>| range.and_then(|range| written.get(range)).unwrap_or("");
    if let Some(found) = NUMBER.captures(written) {
        let digits = text_of(part(&found, "digits")).replace(',', "");
        return Shape::Number { digits, head: text_of(part(&found, "head")), tail: text_of(part(&found, "tail")) };
    }
    if let Some(found) = PAIR.captures(written) {
        let mark = match text_of(part(&found, "mark")).chars().next() {
            Some(mark @ ('/' | ':' | '.')) => mark,
            Some('~' | '〜' | '∼' | '～') => '~',
            _ => '-',
        };
        let (a, b, tail) = (part(&found, "a"), part(&found, "b"), part(&found, "tail"));
        return Shape::Pair(Pair { a: text_of(a), mark, b: text_of(b), tail: text_of(tail) });
    }
    if GROUPS.is_match(written) {
        let mark = written.chars().find(|c| !c.is_ascii_digit()).unwrap_or('-');
        return Shape::Groups(written.split(mark).collect(), mark);
    }
    if !written.is_empty() && written.chars().all(char::is_alphabetic) {
        return Shape::Letters(written);
    }
    let letters: String = written.chars().filter(|&c| c != '.').collect();
    if !letters.is_empty() && letters.chars().all(char::is_alphabetic) {
        return Shape::Dotted(letters);
    }
    Shape::Other
}
