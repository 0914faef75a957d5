//! The entry in hand: opened, edited, left.

use super::super::App;
use super::super::state::{Focus, Level};
use super::state::{Draft, Owner};
use crate::text::EntryRef;
use crate::text::lexicon::Entry;

impl App {
    /// Opens a new entry for a word, or the entry that there is for it.
    pub(super) fn draft_for(&mut self, written: &str, spoken: &str) {
        let entry = Entry::word(written, spoken);
        let lower = entry.written.to_lowercase();
        let known = Owner::ALL.into_iter().find_map(|owner| {
            let entries = &self.lexicon_of(owner).entries;
            let index = entries.iter().position(|other| other.written.to_lowercase() == lower)?;
            Some(owner.entry(index))
        });
        match known {
            Some(at) => self.take_in_hand(at, true),
            None => self.open_draft(Draft::new(entry, self.state.lexicon.scope.target()), Focus::Spoken),
        }
    }

    pub(super) fn new_draft(&mut self) {
        self.open_draft(Draft::new(Entry::default(), self.state.lexicon.scope.target()), Focus::Written);
    }

    /// Makes a saved entry the one in hand.
    pub(super) fn take_in_hand(&mut self, at: EntryRef, open: bool) {
        let Some(entry) = self.entry_at(at).cloned() else { return };
        if open {
            self.open_draft(Draft::of(at, entry), Focus::Spoken);
        } else if !self.state.lexicon.is_open && self.state.lexicon.draft.as_ref().and_then(Draft::at) != Some(at) {
            self.put_in_hand(Draft::of(at, entry));
        }
    }

    fn open_draft(&mut self, draft: Draft, focus: Focus) {
        self.show_lexicon(focus);
        let lexicon = &self.state.lexicon;
        if lexicon.is_open && lexicon.draft.as_ref().is_some_and(|open| open.is_changed() && !is_empty(&open.entry)) {
            // What was typed is not lost because another word was clicked.
            let same = lexicon.draft.as_ref().is_some_and(|open| open.entry.written == draft.entry.written);
            if !same {
                self.notify(Level::Info, "notice-lexicon-open");
            }
            return;
        }
        self.state.lexicon.is_open = true;
        self.put_in_hand(draft);
    }

    fn put_in_hand(&mut self, draft: Draft) {
        self.state.lexicon.heard = None;
        self.change_draft(draft);
    }

    pub(super) fn change_draft(&mut self, draft: Draft) {
        self.state.lexicon.fault = self.fault_of(&draft);
        self.state.lexicon.draft = Some(draft);
        self.lexicon_work.scan_is_stale = true;
    }

    /// Closes the entry without keeping what was changed; a saved one stays in hand as it was.
    pub(super) fn cancel_draft(&mut self) {
        self.close_draft(self.state.lexicon.draft.as_ref().and_then(Draft::at));
    }

    /// Closes the entry in hand; the one at `at` is selected in the list.
    pub(super) fn close_draft(&mut self, at: Option<EntryRef>) {
        self.state.lexicon.is_open = false;
        self.state.lexicon.draft = None;
        self.state.lexicon.fault = None;
        self.state.lexicon.touched.clear();
        self.lexicon_work.scan_is_stale = true;
        self.state.focus = Some(Focus::LexiconList);
        if let Some(at) = at {
            self.take_in_hand(at, false);
        }
    }
}

fn is_empty(entry: &Entry) -> bool {
    entry.written.trim().is_empty() && entry.spoken.trim().is_empty() && entry.note.trim().is_empty()
}
