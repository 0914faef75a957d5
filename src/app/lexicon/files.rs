//! Lexicons from files and to files.

use std::path::Path;

use super::super::App;
use super::super::action::Dialog;
use super::super::dialogs::{FileDialogs, Purpose, Request};
use super::super::state::Level;
use super::state::Owner;
use super::words;
use crate::lexicon_file;

/// Endings of lexicons.
const ENDINGS: [&str; 4] = ["csv", "pls", "tsv", "xml"];

impl App {
    pub(super) fn pick_lexicon_import(&mut self) {
        if !FileDialogs::is_available() {
            self.state.dialog = Some(Dialog::TypeImportPath);
            return;
        }
        let request = Request {
            purpose: Purpose::ImportLexicon,
            title: self.texts.get("lexicon-import-title").into_owned(),
            file_name: String::new(),
            filter: (self.texts.get("lexicon-filter").into_owned(), ENDINGS.to_vec()),
            folder: None,
        };
        self.dialogs.show(request, self.waker.clone());
    }

    pub(super) fn pick_lexicon_export(&mut self) {
        if !FileDialogs::is_available() {
            self.state.dialog = Some(Dialog::TypeLexiconPath);
            return;
        }
        let request = Request {
            purpose: Purpose::ExportLexicon,
            title: self.texts.get("lexicon-export-title").into_owned(),
            file_name: self.lexicon_file_name(),
            filter: (self.texts.get("lexicon-filter").into_owned(), vec!["csv", "pls"]),
            folder: None,
        };
        self.dialogs.show(request, self.waker.clone());
    }

    fn lexicon_file_name(&self) -> String {
        match self.state.lexicon.scope.target() {
            Owner::Project => format!("{}.csv", self.file_stem()),
            Owner::Own => "lexicon.csv".to_owned(),
        }
    }

    pub(super) fn import_lexicon(&mut self, path: &Path) {
        match lexicon_file::read(path) {
            Ok(parsed) => self.merge_entries(self.state.lexicon.scope.target(), path, parsed),
            Err(error) => {
                let why = words::file_error(&error, &self.texts);
                self.notify_with(Level::Error, "notice-import-failed", &[("why", &why)]);
            }
        }
    }

    pub(super) fn export_lexicon(&mut self, path: &Path) {
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("csv");
        }
        let lexicon = self.lexicon_of(self.state.lexicon.scope.target());
        let n = lexicon.entries.len().to_string();
        match lexicon_file::write(&path, lexicon) {
            Ok(()) => {
                let path = path.display().to_string();
                self.notify_with(Level::Info, "notice-lexicon-exported", &[("n", &n), ("path", &path)]);
            }
            Err(error) => {
                let why = words::file_error(&error, &self.texts);
                self.notify_with(Level::Error, "notice-lexicon-not-saved", &[("why", &why)]);
            }
        }
    }
}
