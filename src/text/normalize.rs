//! Written text to its spoken form.
//!
//! First NFC; then markup, pictures and tags are set apart ([`super::markup`]); last the rules of the language claim runs of
//! what is left (tokens in English, characters in Korean, whose words carry particles), and what no rule claims stays as written. Every step keeps the ranges in the source.

use unicode_normalization::UnicodeNormalization as _;

use super::tokens::{Pieces, tokenise};
use super::{Language, SpokenForm, english, korean, markup, typography};

/// The names that [`super::Origin::Rule`] can have.
pub const RULES: &[&str] = &[
    "abbreviation",
    "acronym",
    "capitals",
    "code",
    "counter",
    "dash",
    "date",
    "decade",
    "fraction",
    "hanja",
    "initials",
    "jamo",
    "math",
    "money",
    "number",
    "ordinal",
    "phone",
    "range",
    "ratio",
    "repeat",
    "roman",
    "state",
    "street",
    "symbol",
    "time",
    "title",
    "typography",
    "unit",
    "version",
    "web",
    "year",
];

/// How a line is to be read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The language whose rules apply.
    pub language: Language,
}

/// `text` in Unicode normalisation form C: the form that all spans count in.
pub fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// The spoken form of `text`: every character of its NFC form belongs to exactly one piece.
pub fn spoken_form(text: &str, reading: &Reading) -> SpokenForm {
    let source = nfc(text);
    let chars: Vec<char> = source.chars().collect();
    let mut items = markup::scan(&chars);
    match reading.language {
        Language::English => english::fold_typography(&mut items),
        Language::Korean => typography::fold_variants(&mut items),
    }
    let mut pieces = Pieces::new(&items, &chars);
    match reading.language {
        Language::English => english::read(&tokenise(&items), &mut pieces),
        Language::Korean => korean::read(&items, &mut pieces),
    }
    let pieces = pieces.finish();
    SpokenForm { source, pieces }
}

#[cfg(test)]
mod tests;
