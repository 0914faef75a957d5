//! What can be wrong with entries, rows and files, in the words of the interface's language.

use super::state::DraftFault;
use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::lexicon_file::LexiconFileError;
use crate::text::lexicon::{
    EntryFault, MAX_SPOKEN_CHARS, MAX_WRITTEN_CHARS, MatchMode, ParseError, Place, Problem, RowFault,
};

/// Why an entry cannot be saved.
pub fn draft_fault(fault: &DraftFault, state: &State, texts: &Texts) -> String {
    match fault {
        DraftFault::Entry(fault) => entry_fault(fault, texts),
        DraftFault::Duplicate(at) => {
            let written = state.entry_at(*at).map(|entry| entry.written.clone()).unwrap_or_default();
            texts.with("fault-duplicate", &[("written", written.into())])
        }
    }
}

/// Whether a fault is about the spoken form.
pub fn is_about_spoken(fault: &DraftFault) -> bool {
    let DraftFault::Entry(fault) = fault else { return false };
    match fault {
        EntryFault::NothingSpoken
        | EntryFault::SpokenTooLong(_)
        | EntryFault::NoPhonemes
        | EntryFault::NotAPhoneme(_)
        | EntryFault::NoSuchGroup(_) => true,
        EntryFault::NothingWritten
        | EntryFault::WrittenTooLong(_)
        | EntryFault::BadRegex(_)
        | EntryFault::RegexTooBig
        | EntryFault::EmptyRegex => false,
    }
}

/// What is wrong with an entry.
pub fn entry_fault(fault: &EntryFault, texts: &Texts) -> String {
    match fault {
        EntryFault::NothingWritten => texts.get("fault-nothing-written").into_owned(),
        EntryFault::NothingSpoken => texts.get("fault-nothing-spoken").into_owned(),
        EntryFault::WrittenTooLong(n) => too_long("fault-written-long", *n, MAX_WRITTEN_CHARS, texts),
        EntryFault::SpokenTooLong(n) => too_long("fault-spoken-long", *n, MAX_SPOKEN_CHARS, texts),
        EntryFault::NoPhonemes => texts.get("fault-no-phonemes").into_owned(),
        EntryFault::NotAPhoneme(c) => texts.with("fault-not-a-phoneme", &[("sign", c.to_string().into())]),
        EntryFault::BadRegex(why) => texts.with("fault-bad-regex", &[("why", why.as_str().into())]),
        EntryFault::RegexTooBig => texts.get("fault-regex-too-big").into_owned(),
        EntryFault::EmptyRegex => texts.get("fault-empty-regex").into_owned(),
        EntryFault::NoSuchGroup(name) => texts.with("fault-no-such-group", &[("name", name.as_str().into())]),
    }
}

fn too_long(id: &str, n: usize, most: usize, texts: &Texts) -> String {
    texts.with(id, &[("n", n.into()), ("most", most.into())])
}

/// A row that was left out, and why.
pub fn problem(problem: &Problem, texts: &Texts) -> String {
    let place = place(problem.place, problem.number, texts);
    let why = row_fault(&problem.fault, texts);
    texts.with("problem", &[("place", place.into()), ("why", why.into())])
}

fn place(place: Place, number: usize, texts: &Texts) -> String {
    let id = match place {
        Place::Row => "problem-row",
        Place::Line => "problem-line",
    };
    texts.with(id, &[("n", number.into())])
}

fn row_fault(fault: &RowFault, texts: &Texts) -> String {
    let named = |id: &str, text: &str| texts.with(id, &[("text", text.to_owned().into())]);
    match fault {
        RowFault::Entry(fault) => entry_fault(fault, texts),
        RowFault::TooManyFields { n_fields, n_columns, separator } => texts.with(
            "fault-too-many-fields",
            &[("n", (*n_fields).into()), ("columns", (*n_columns).into()), ("separator", separator.to_string().into())],
        ),
        RowFault::OpenQuote => texts.get("fault-open-quote").into_owned(),
        RowFault::UnknownMatch(text) => named("fault-unknown-match", text),
        RowFault::UnknownCase(text) => named("fault-unknown-case", text),
        RowFault::UnknownEnabled(text) => named("fault-unknown-enabled", text),
        RowFault::UnknownLanguage(text) => named("fault-unknown-language", text),
        RowFault::Repeated { written, place: first, number } => {
            let place = place(*first, *number, texts);
            texts.with("fault-repeated", &[("written", written.as_str().into()), ("place", place.into())])
        }
        RowFault::UnknownAlphabet(text) => named("fault-unknown-alphabet", text),
        RowFault::NoReading => texts.get("fault-no-reading").into_owned(),
    }
}

/// Why a file could not be read or written.
pub fn file_error(error: &LexiconFileError, texts: &Texts) -> String {
    let (id, why, path) = match error {
        LexiconFileError::Read { source, path } => ("lexicon-unreadable", source.to_string(), path),
        LexiconFileError::Parse { source, path } => ("lexicon-no-lexicon", parse_error(source, texts), path),
        LexiconFileError::Write { source, path } => ("lexicon-unwritable", source.to_string(), path),
    };
    texts.with(id, &[("why", why.into()), ("path", path.display().to_string().into())])
}

fn parse_error(error: &ParseError, texts: &Texts) -> String {
    match error {
        ParseError::NoHeader => texts.get("fault-no-header").into_owned(),
        ParseError::RepeatedColumn(name) => texts.with("fault-repeated-column", &[("name", (*name).into())]),
        ParseError::Xml { line, problem } => {
            texts.with("fault-xml", &[("line", (*line).into()), ("why", problem.as_str().into())])
        }
        ParseError::NotPls(root) => texts.with("fault-not-pls", &[("root", root.as_str().into())]),
    }
}

/// The text id of a match mode's name.
pub const fn mode_id(mode: MatchMode) -> &'static str {
    match mode {
        MatchMode::Word => "match-word",
        MatchMode::Anywhere => "match-anywhere",
        MatchMode::Start => "match-start",
        MatchMode::End => "match-end",
        MatchMode::Regex => "match-regex",
    }
}
