//! The entry in hand: opened, edited, saved.

use super::super::App;
use super::super::action::InspectorTab;
use super::super::state::Focus;
use super::state::{Draft, Owner};
use crate::text::lexicon::Entry;
use crate::text::{EntryRef, Lexicon};

impl App {
    /// The lexicon of `owner`.
    pub(super) fn lexicon_of(&self, owner: Owner) -> &Lexicon {
        match owner {
            Owner::Project => &self.state.project.lexicon,
            Owner::Own => &self.state.own_lexicon,
        }
    }

    /// The entry at this place.
    pub(super) fn entry_at(&self, at: EntryRef) -> Option<&Entry> {
        self.lexicon_of(Owner::of(at)).entries.get(at.entry as usize)
    }

    /// Opens a new entry for a word, or the entry that there is for it.
    pub(super) fn draft_for(&mut self, written: &str, spoken: &str) {
        let entry = Entry::word(written, spoken);
        let same = |other: &Entry| other.written.to_lowercase() == entry.written.to_lowercase();
        let known = Owner::ALL.into_iter().find_map(|owner| {
            let index = self.lexicon_of(owner).entries.iter().position(same)?;
            Some(owner.entry(index))
        });
        let draft = match known.and_then(|at| Some((at, self.entry_at(at)?.clone()))) {
            Some((at, saved)) => Draft::of(at, saved),
            None => Draft::new(entry, self.state.lexicon.scope.target()),
        };
        self.state.lexicon.draft = Some(draft);
        self.state.lexicon.is_open = true;
        self.state.tab = InspectorTab::Lexicon;
        self.state.right_open = true;
        self.state.focus = Some(Focus::Spoken);
    }
}
