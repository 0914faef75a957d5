//! How a person wants words to be read.
//!
//! A [`Lexicon`] is a list of [`Entry`]s: a written form, how it is spoken, and where that holds. It is kept as a CSV table
//! or as a W3C Pronunciation Lexicon; [`parse`] reads both and says of every faulty row what is wrong with it. [`Lexicons`]
//! are the entries of one or more lexicons made ready: the project's over the user's.
//!
//! Entries apply before the rules of the language see the text, and the rules leave alone what an entry has read. The text
//! is gone over once. The longest match wins, wherever it begins; among matches of the same text the first lexicon's, then
//! the more particular entry (exact capitals, a language, whole words), then the first in the file. No entry sees what
//! another one has made.

mod apply;
mod boundary;
mod csv;
mod entry;
mod fold;
mod matcher;
mod particles;
mod pls;
mod regexes;
mod word;

use std::collections::HashMap;

pub(super) use apply::{Applied as Readings, Options, Reading as Applied, chosen, put, word_of_inline};
pub use entry::{Case, Entry, EntryFault, EntryPlace, MAX_SPOKEN_CHARS, MAX_WRITTEN_CHARS, MatchMode};
pub use matcher::Lexicons;
pub use word::word_at;

/// A list of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Lexicon {
    /// In the order of the file.
    pub entries: Vec<Entry>,
}

impl Lexicon {
    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// As a CSV table for spreadsheets: RFC 4180, with a byte-order mark.
    pub fn to_csv(&self) -> String {
        csv::write(&self.entries)
    }

    /// As a W3C Pronunciation Lexicon 1.0. What that format has no place for (`match`, `case`, `enabled`, `note`) stands in
    /// attributes of our own, which other programs pass over.
    pub fn to_pls(&self) -> String {
        pls::write(&self.entries)
    }
}

/// Names an entry of a list of lexicons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct EntryRef {
    /// Index of the lexicon, as they were given to [`Lexicons::new`].
    pub lexicon: u16,
    /// Index of the entry in the lexicon.
    pub entry: u32,
}

/// A lexicon as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The entries that can be used.
    pub lexicon: Lexicon,
    /// What cannot be used, in the order of the file.
    pub problems: Vec<Problem>,
}

/// A row that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place} {number}: {fault}")]
pub struct Problem {
    /// What is counted.
    pub place: Place,
    /// From 1: the header of a table is row 1.
    pub number: usize,
    /// What is wrong.
    pub fault: RowFault,
}

/// What a problem's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Rows of a table; a row may have line breaks in quotes.
    Row,
    /// Lines of a file.
    Line,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Line => "line",
        })
    }
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// The entry itself.
    #[error(transparent)]
    Entry(#[from] EntryFault),
    /// More fields than columns.
    #[error("it has {n_fields} fields, the header has {n_columns}; put a text with “{separator}” in quotation marks")]
    TooManyFields {
        /// Fields of the row.
        n_fields: usize,
        /// Columns of the header.
        n_columns: usize,
        /// What separates them.
        separator: char,
    },
    /// A quotation mark that is not closed, or has text behind it.
    #[error("a quotation mark is not closed; close it, and write quotation marks within a text twice")]
    OpenQuote,
    /// No such match mode.
    #[error("there is no match “{0}”; use word, anywhere, start, end or regex")]
    UnknownMatch(String),
    /// No such case.
    #[error("there is no case “{0}”; use ignore or exact")]
    UnknownCase(String),
    /// Neither on nor off.
    #[error("“{0}” does not say whether the entry is enabled; use true or false")]
    UnknownEnabled(String),
    /// No text is read in this language.
    #[error("texts are not read in the language “{0}”; use en or ko, or leave it empty for any")]
    UnknownLanguage(String),
    /// The same written form again.
    #[error("“{written}” stands in {place} {number} already, and that one is used; delete one of them")]
    Repeated {
        /// The written form.
        written: String,
        /// What the number counts.
        place: Place,
        /// Where it stood first.
        number: usize,
    },
    /// Phonemes in another alphabet.
    #[error("phonemes in the alphabet “{0}” cannot be read; write them in ipa, or write a respelling as an alias")]
    UnknownAlphabet(String),
    /// A lexeme without a reading.
    #[error("it has neither a phoneme nor an alias; add one")]
    NoReading,
}

/// Why a whole file is no lexicon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first row names no columns.
    #[error(
        "row 1: this is no lexicon: the first row must name the columns, with “written” and “spoken” among them \
         (written,spoken,language,match,case,enabled,note)"
    )]
    NoHeader,
    /// A column is named twice.
    #[error("row 1: the column “{0}” is there twice; delete one of them")]
    RepeatedColumn(&'static str),
    /// No XML.
    #[error("line {line}: the file is damaged, no XML program can read it: {problem}")]
    Xml {
        /// Line of the file.
        line: usize,
        /// What is wrong, in the XML library's words.
        problem: String,
    },
    /// XML, but no lexicon.
    #[error("line 1: this is no pronunciation lexicon: its root is <{0}>, not <lexicon>")]
    NotPls(String),
}

/// Reads a lexicon: PLS if the text is XML, else a table separated by commas, semicolons or tabs.
pub fn parse(text: &str) -> Result<Parsed, ParseError> {
    let text = text.trim_start_matches('\u{FEFF}');
    if text.trim_start().starts_with('<') { pls::read(text) } else { csv::read(text) }
}

/// Collects the rows of a file.
struct Collector {
    place: Place,
    parsed: Parsed,
    /// Where each written form stood first.
    seen: HashMap<EntryPlace, usize>,
}

impl Collector {
    fn new(place: Place) -> Self {
        Self { place, parsed: Parsed::default(), seen: HashMap::new() }
    }

    /// Takes a row's entry if nothing is wrong with it.
    fn push(&mut self, number: usize, entry: Result<Entry, RowFault>) {
        let checked = entry.and_then(|entry| {
            entry.check()?;
            self.first(number, &entry)?;
            Ok(entry)
        });
        match checked {
            Ok(entry) => self.parsed.lexicon.entries.push(entry),
            Err(fault) => self.parsed.problems.push(Problem { place: self.place, number, fault }),
        }
    }

    /// An enabled entry that could never apply, because another one always comes first, is a mistake.
    fn first(&mut self, number: usize, entry: &Entry) -> Result<(), RowFault> {
        if !entry.enabled {
            return Ok(());
        }
        let first = *self.seen.entry(entry.place()).or_insert(number);
        if first == number {
            return Ok(());
        }
        Err(RowFault::Repeated { written: entry.written.clone(), place: self.place, number: first })
    }
}

/// The language of a cell or an attribute.
fn language(tag: &str) -> Result<Option<super::Language>, RowFault> {
    match tag.trim() {
        "" | "*" | "auto" | "any" | "mul" | "und" | "zxx" => Ok(None),
        tag => match super::Language::from_tag(tag) {
            Some(language) => Ok(Some(language)),
            None => Err(RowFault::UnknownLanguage(tag.to_owned())),
        },
    }
}

/// On or off, as spreadsheets and people write it; on if nothing is written.
fn enabled(text: &str) -> Result<bool, RowFault> {
    match text.trim().to_lowercase().as_str() {
        "" | "true" | "1" | "yes" | "y" | "on" | "예" | "참" => Ok(true),
        "false" | "0" | "no" | "n" | "off" | "아니요" | "거짓" => Ok(false),
        _ => Err(RowFault::UnknownEnabled(text.trim().to_owned())),
    }
}

fn match_mode(text: &str) -> Result<MatchMode, RowFault> {
    MatchMode::from_name(text).ok_or_else(|| RowFault::UnknownMatch(text.trim().to_owned()))
}

fn case(text: &str) -> Result<Case, RowFault> {
    Case::from_name(text).ok_or_else(|| RowFault::UnknownCase(text.trim().to_owned()))
}

#[cfg(test)]
mod tests;
