//! What a person can do with the lexicons.

use std::path::PathBuf;

use super::state::{Draft, HearWhat, Scope, Version};
use crate::text::EntryRef;

/// One thing to do with the lexicons.
#[derive(Clone, Debug, PartialEq)]
pub enum LexiconAction {
    /// Show the lexicon with a new entry for a word of the script. Where there is an entry for the word already, that one
    /// is opened.
    DraftFor {
        /// The word as it is written.
        written: String,
        /// How it is read now, or how it should be read.
        spoken: String,
    },
    /// A new empty entry.
    New,
    /// Make this entry the one in hand, without opening it.
    Select(EntryRef),
    /// Open the entry for editing.
    Open(EntryRef),
    /// The entry in hand as edited so far.
    Change(Draft),
    /// Keep the entry in hand as edited.
    Save,
    /// Leave the entry as it was.
    Cancel,
    /// Delete an entry.
    Delete(EntryRef),
    /// Bring the entry back that was deleted last from the person's own lexicon.
    BringBack,
    /// Switch an entry on or off.
    SetEnabled(EntryRef, bool),
    /// Keep only entries that contain this in view; empty shows all.
    Search(String),
    /// Which lexicons are in view.
    Show(Scope),
    /// Show the lexicon with the keyboard in its search field.
    FocusSearch,
    /// Hear the word or lines as they are read without or with the change.
    Hear(HearWhat, Version),
    /// Hear what was heard last in the other version.
    HearOther,
    /// Choose a file to import.
    PickImport,
    /// Import this file into the lexicon in view.
    Import(PathBuf),
    /// Choose where to export to.
    PickExport,
    /// Export the lexicon in view.
    Export(PathBuf),
    /// Put the result of the import away.
    DismissReport,
}
