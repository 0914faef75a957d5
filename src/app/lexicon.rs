//! The lexicons as the window drives them: the project's is part of the document, the person's own is a file.

pub mod action;
pub mod state;

mod drafting;

use self::action::LexiconAction;
use super::App;
use super::state::Level;
use crate::lexicon_file;

impl App {
    /// Reads the person's own lexicon. Rows that cannot be used are told; the rest applies.
    pub(super) fn open_own_lexicon(&mut self) {
        match lexicon_file::read_personal(&self.paths) {
            Ok(parsed) => {
                self.state.own_lexicon = parsed.lexicon;
                if let Some(first) = parsed.problems.first() {
                    let (n, why) = (parsed.problems.len().to_string(), first.to_string());
                    self.notify_with(Level::Warning, "notice-lexicon-rows", &[("n", &n), ("why", &why)]);
                }
            }
            Err(error) => self.notify_with(Level::Error, "notice-lexicon-failed", &[("why", &error.to_string())]),
        }
        self.lexicons_are_stale = true;
        self.after_edit(true);
    }

    pub(super) fn apply_lexicon(&mut self, action: LexiconAction) {
        match action {
            LexiconAction::DraftFor { written, spoken } => self.draft_for(&written, &spoken),
            _ => {}
        }
    }
}
