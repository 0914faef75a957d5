//! The lexicons as the window drives them: the project's is part of the document, the person's own is a file.

pub mod action;
pub mod state;
pub mod words;

mod drafting;
mod files;
mod hearing;
mod scanning;
mod storing;

use std::sync::Arc;

pub(super) use self::hearing::{heard_of, line_of};
pub(super) use self::scanning::Work;

use self::action::LexiconAction;
use self::state::{DraftFault, Owner};
use super::App;
use super::action::InspectorTab;
use super::state::{Focus, Level};
use crate::lexicon_file;
use crate::text::lexicon::Entry;
use crate::text::{EntryRef, Lexicon, Lexicons};

impl App {
    /// Reads the person's own lexicon. Rows that cannot be used are told; the rest applies.
    pub(super) fn open_own_lexicon(&mut self) {
        match lexicon_file::read_personal(&self.paths) {
            Ok(parsed) => {
                self.state.own_lexicon = parsed.lexicon;
                if let Some(first) = parsed.problems.first() {
                    self.lexicon_work.own_has_unread = true;
                    let (n, why) = (parsed.problems.len().to_string(), words::problem(first, &self.texts));
                    self.notify_with(Level::Warning, "notice-lexicon-rows", &[("n", &n), ("why", &why)]);
                }
            }
            Err(error) => {
                self.lexicon_work.own_has_unread = true;
                let why = words::file_error(&error, &self.texts);
                self.notify_with(Level::Error, "notice-lexicon-failed", &[("why", &why)]);
            }
        }
        self.lexicons_are_stale = true;
        self.after_edit(true);
    }

    pub(super) fn apply_lexicon(&mut self, action: LexiconAction) {
        match action {
            LexiconAction::DraftFor { written, spoken } => self.draft_for(&written, &spoken),
            LexiconAction::New => self.new_draft(),
            LexiconAction::Select(at) => self.take_in_hand(at, false),
            LexiconAction::Open(at) => self.take_in_hand(at, true),
            LexiconAction::Change(draft) if self.state.lexicon.is_open => self.change_draft(draft),
            LexiconAction::Change(_) => {}
            LexiconAction::Save => self.save_draft(),
            LexiconAction::Cancel => self.cancel_draft(),
            LexiconAction::Delete(at) => self.delete_entry(at),
            LexiconAction::BringBack => self.bring_back(),
            LexiconAction::SetEnabled(at, on) => self.set_enabled(at, on),
            LexiconAction::Search(text) => self.state.lexicon.search = text,
            LexiconAction::Show(scope) => self.state.lexicon.scope = scope,
            LexiconAction::FocusSearch => {
                self.show_lexicon(Focus::LexiconSearch);
                if self.state.lexicon.is_open {
                    self.state.focus = Some(Focus::Written);
                }
            }
            LexiconAction::Hear(what, version) => self.hear(what, version),
            LexiconAction::HearOther => self.hear_other(),
            LexiconAction::PickImport => self.pick_lexicon_import(),
            LexiconAction::Import(path) => self.import_lexicon(&path),
            LexiconAction::PickExport => self.pick_lexicon_export(),
            LexiconAction::Export(path) => self.export_lexicon(&path),
            LexiconAction::DismissReport => self.state.lexicon.report = None,
        }
    }

    /// Shows the lexicon with the keyboard there.
    fn show_lexicon(&mut self, focus: Focus) {
        self.state.tab = InspectorTab::Lexicon;
        self.state.right_open = true;
        self.state.focus = Some(focus);
    }

    /// The lexicon of `owner`.
    fn lexicon_of(&self, owner: Owner) -> &Lexicon {
        self.state.lexicon_of(owner)
    }

    /// The entry at this place.
    fn entry_at(&self, at: EntryRef) -> Option<&Entry> {
        self.state.entry_at(at)
    }

    /// Follows a change of the lexicons, whoever made it: the lines that sound different are rendered again, and the
    /// entry in hand is looked for where it stands now. `old` are the lexicons as they were.
    pub(super) fn on_lexicons_changed(&mut self, old: Arc<Lexicons>) {
        self.state.lexicon.generation += 1;
        self.lexicon_work.rerender_from(old);
        self.lexicon_work.scan_is_stale = true;
        self.lexicon_work.uses_are_stale = true;
        let Some(mut draft) = self.state.lexicon.draft.take() else { return };
        if let Some((at, saved)) = draft.saved.take() {
            let owner = Owner::of(at);
            let entries = &self.lexicon_of(owner).entries;
            let place = if entries.get(at.entry as usize) == Some(&saved) {
                Some(at.entry as usize)
            } else {
                entries.iter().position(|entry| *entry == saved)
            };
            draft.saved = place.map(|index| (owner.entry(index), saved));
        }
        // An entry that is only selected goes with its entry; one that is being edited stays as a new one.
        if draft.saved.is_some() || self.state.lexicon.is_open {
            self.state.lexicon.fault = self.fault_of(&draft);
            self.state.lexicon.draft = Some(draft);
        } else {
            self.state.lexicon.fault = None;
        }
    }

    fn fault_of(&self, draft: &state::Draft) -> Option<DraftFault> {
        let entry = draft.entry.clone().tidied();
        if let Err(fault) = entry.check() {
            return Some(DraftFault::Entry(fault));
        }
        if !entry.enabled {
            return None;
        }
        let own = draft.at().filter(|at| Owner::of(*at) == draft.owner).map(|at| at.entry as usize);
        let place = entry.place();
        let repeats = |(index, other): &(usize, &Entry)| {
            Some(*index) != own && other.enabled && other.mode == entry.mode && other.place() == place
        };
        let other = self.lexicon_of(draft.owner).entries.iter().enumerate().find(repeats)?;
        Some(DraftFault::Duplicate(draft.owner.entry(other.0)))
    }
}
