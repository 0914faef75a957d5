//! Written text to its spoken form.

use unicode_normalization::UnicodeNormalization as _;

use super::{Language, SpokenForm};

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

/// The spoken form of `text`.
pub fn spoken_form(text: &str, _reading: &Reading) -> SpokenForm {
    SpokenForm { source: nfc(text), ..SpokenForm::default() }
}
