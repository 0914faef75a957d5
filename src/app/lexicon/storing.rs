//! Changes of entries: the project's are edits of the document that can be undone, the person's own are written at once.

use std::collections::HashMap;

use super::super::App;
use super::super::state::Level;
use super::state::{Draft, ImportReport, Owner};
use super::words;
use crate::lexicon_file::{self, LexiconFileError};
use crate::script::Edit;
use crate::text::lexicon::{Entry, Parsed};
use crate::text::{EntryRef, Lexicon};

/// Name of the copy that is made of a lexicon with rows that could not be read, before it is written the first time.
const UNREAD_COPY: &str = "lexicon.unread.csv";

impl App {
    /// Replaces entries of a lexicon. False (with a notice) where the person's own could not be written; nothing is
    /// changed then.
    pub(super) fn splice_entries(&mut self, owner: Owner, at: usize, n_removed: usize, inserted: Vec<Entry>) -> bool {
        match owner {
            Owner::Project => {
                self.state.history.seal();
                self.edit(Edit::Entries { at, n_removed, inserted }, None);
                true
            }
            Owner::Own => {
                let mut lexicon = self.state.own_lexicon.clone();
                let at = at.min(lexicon.entries.len());
                let end = at.saturating_add(n_removed).min(lexicon.entries.len());
                lexicon.entries.splice(at..end, inserted);
                self.keep_own(lexicon)
            }
        }
    }

    fn keep_own(&mut self, lexicon: Lexicon) -> bool {
        if let Err(error) = self.write_own(&lexicon) {
            let why = words::file_error(&error, &self.texts);
            self.notify_with(Level::Error, "notice-lexicon-not-saved", &[("why", &why)]);
            return false;
        }
        self.state.own_lexicon = lexicon;
        self.lexicons_are_stale = true;
        self.after_edit(true);
        true
    }

    fn write_own(&mut self, lexicon: &Lexicon) -> Result<(), LexiconFileError> {
        let path = lexicon_file::personal_path(&self.paths);
        if self.lexicon_work.own_has_unread {
            let copy = path.with_file_name(UNREAD_COPY);
            let copied = std::fs::read(&path).and_then(|bytes| crate::files::write_atomic(&copy, &bytes));
            copied.map_err(|source| LexiconFileError::Write { source, path: copy.clone() })?;
            self.lexicon_work.own_has_unread = false;
            self.notify_with(Level::Info, "notice-lexicon-copy", &[("path", &copy.display().to_string())]);
        }
        lexicon_file::write(&path, lexicon)
    }

    /// Keeps the entry in hand.
    pub(super) fn save_draft(&mut self) {
        let Some(draft) = self.state.lexicon.draft.clone() else { return };
        if self.state.lexicon.fault.is_some() {
            return;
        }
        if !draft.is_changed() {
            self.close_draft(draft.at());
            return;
        }
        let entry = draft.entry.clone().tidied();
        let (old, n) = (draft.at(), self.lexicon_of(draft.owner).entries.len());
        let kept = old.filter(|at| Owner::of(*at) == draft.owner);
        let (index, n_removed) = kept.map_or((n, 0), |at| (at.entry as usize, 1));
        if !self.splice_entries(draft.owner, index, n_removed, vec![entry]) {
            return;
        }
        if let Some(moved) = old.filter(|at| Owner::of(*at) != draft.owner) {
            self.splice_entries(Owner::of(moved), moved.entry as usize, 1, Vec::new());
        }
        self.close_draft(Some(draft.owner.entry(index)));
    }

    pub(super) fn delete_entry(&mut self, at: EntryRef) {
        let (owner, index) = (Owner::of(at), at.entry as usize);
        let Some(entry) = self.entry_at(at).cloned() else { return };
        if !self.splice_entries(owner, index, 1, Vec::new()) {
            return;
        }
        self.state.lexicon.deleted = (owner == Owner::Own).then_some((index, entry));
        let n = self.lexicon_of(owner).entries.len();
        self.close_draft((n > 0).then(|| owner.entry(index.min(n - 1))));
    }

    /// Takes back the last deletion in the person's own lexicon; the project's are taken back by undo.
    pub(super) fn bring_back(&mut self) {
        let Some((index, entry)) = self.state.lexicon.deleted.clone() else { return };
        let index = index.min(self.state.own_lexicon.entries.len());
        if self.splice_entries(Owner::Own, index, 0, vec![entry]) {
            self.state.lexicon.deleted = None;
            self.close_draft(Some(Owner::Own.entry(index)));
        }
    }

    pub(super) fn set_enabled(&mut self, at: EntryRef, on: bool) {
        let Some(saved) = self.entry_at(at).cloned().filter(|entry| entry.enabled != on) else { return };
        let entry = Entry { enabled: on, ..saved };
        let draft = Draft { entry: entry.clone(), ..Draft::of(at, entry.clone()) };
        if self.fault_of(&draft).is_some() {
            // Another entry says how this is read: shown where it can be mended.
            self.take_in_hand(at, true);
            if let Some(open) = self.state.lexicon.draft.clone().filter(|open| open.at() == Some(at)) {
                self.change_draft(Draft { entry, ..open });
            }
            return;
        }
        let in_hand = self.state.lexicon.draft.as_ref().and_then(Draft::at) == Some(at);
        if self.splice_entries(Owner::of(at), at.entry as usize, 1, vec![entry]) && in_hand {
            self.take_in_hand(at, false);
        }
    }

    /// Puts what was read from a file into the lexicon in view: an entry for the same words replaces the one there is.
    pub(super) fn merge_entries(&mut self, owner: Owner, path: &std::path::Path, parsed: Parsed) {
        let mut entries = self.lexicon_of(owner).entries.clone();
        let n_before = entries.len();
        let mut places: HashMap<_, usize> =
            entries.iter().enumerate().map(|(index, entry)| (entry.place(), index)).collect();
        let (mut n_added, mut n_replaced) = (0, 0);
        for entry in parsed.lexicon.entries {
            if let Some(&index) = places.get(&entry.place()) {
                if entries[index] != entry {
                    entries[index] = entry;
                    n_replaced += 1;
                }
            } else {
                places.insert(entry.place(), entries.len());
                entries.push(entry);
                n_added += 1;
            }
        }
        let changed = n_added + n_replaced > 0;
        if changed && !self.splice_entries(owner, 0, n_before, entries) {
            return;
        }
        let path = path.to_owned();
        let problems = parsed.problems;
        self.state.lexicon.report = Some(ImportReport { path, owner, n_added, n_replaced, problems });
    }
}
