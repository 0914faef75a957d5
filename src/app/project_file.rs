//! The document as a file: new, open, import, save, and the question about unsaved changes.

use std::path::{Path, PathBuf};

use super::App;
use super::action::{Action, Dialog, LexiconAction, UnsavedAnswer};
use super::dialogs::{FileDialogs, Purpose, Request};
use super::state::Level;
use crate::script::import::{ImportFormat, from_format};
use crate::script::{Project, format};

impl App {
    /// Runs `action` at once, or after the question when there are unsaved changes.
    pub(super) fn guard_unsaved(&mut self, action: Action) {
        if self.state.history.is_unsaved() {
            self.state.dialog = Some(Dialog::Unsaved(Box::new(action)));
        } else {
            self.proceed(action);
        }
    }

    pub(super) fn answer_unsaved(&mut self, answer: UnsavedAnswer) {
        let Some(Dialog::Unsaved(action)) = self.state.dialog.take() else { return };
        match answer {
            UnsavedAnswer::Stay => {}
            UnsavedAnswer::Discard => self.proceed(*action),
            UnsavedAnswer::Save => match self.state.path.clone() {
                Some(path) => {
                    if self.save_to(&path) {
                        self.proceed(*action);
                    }
                }
                None => self.pick_save(),
            },
        }
    }

    fn proceed(&mut self, action: Action) {
        match action {
            Action::New => self.replace_project(Project::new(), None),
            Action::Open(path) => self.open(&path),
            Action::PickOpen => self.pick_open(),
            Action::Quit => {
                self.forget_draft();
                self.close_requested = true;
            }
            _ => {}
        }
    }

    pub(super) fn replace_project(&mut self, project: Project, path: Option<PathBuf>) {
        self.stop();
        self.queue.cancel_all();
        self.export = None;
        let has_other_voice = project.voice() != self.state.project.voice();
        self.state.project = project;
        if has_other_voice {
            self.warm();
        }
        self.lexicons_are_stale = true;
        self.state.path = path;
        self.state.history = crate::script::History::default();
        self.state.lines.clear();
        self.lexicon_work.forget_lines();
        self.state.lexicon.previews.clear();
        self.state.selected = None;
        self.state.search.clear();
        self.edited = None;
        self.after_edit(true);
        if let Some(first) = self.state.selected {
            self.select(first, None);
        }
    }

    fn open(&mut self, path: &Path) {
        let text = match crate::files::read_text(path) {
            Ok(text) => text,
            Err(error) => {
                self.notify_file("notice-open-failed", &error, path);
                return;
            }
        };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if extension.eq_ignore_ascii_case("moksori") {
            match format::from_text(&text) {
                Ok(project) => self.replace_project(project, Some(path.to_owned())),
                Err(error) => {
                    self.notify_file("notice-open-failed", &error, path);
                }
            }
            return;
        }
        let imported = from_format(ImportFormat::from_extension(extension).unwrap_or(ImportFormat::Text), &text, false);
        let mut project = imported.project;
        if project.meta.title.is_empty() {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            project.meta.title = crate::text::normalize::nfc(stem);
        }
        self.replace_project(project, None);
        if !imported.skipped.is_empty() {
            self.notify_with(Level::Info, "notice-import-skipped", &[("n", &imported.skipped.len().to_string())]);
        }
    }

    /// Tells that something could not be done with a file.
    fn notify_file(&mut self, text_id: &str, error: &dyn std::error::Error, path: &Path) {
        let (why, path) = (error.to_string(), path.display().to_string());
        self.notify_with(Level::Error, text_id, &[("why", &why), ("path", &path)]);
    }

    /// Saves; false (with a notice) where that failed.
    pub(super) fn save_to(&mut self, path: &Path) -> bool {
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("moksori");
        }
        if self.state.project.meta.title.is_empty()
            && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
        {
            self.state.project.meta.title = crate::text::normalize::nfc(stem);
        }
        let text = format::to_text(&self.state.project);
        match crate::files::write_atomic(&path, text.as_bytes()) {
            Ok(()) => {
                self.state.path = Some(path);
                self.state.history.mark_saved();
                self.forget_draft();
                true
            }
            Err(error) => {
                self.notify_file("notice-save-failed", &error, &path);
                false
            }
        }
    }

    fn folder(&self) -> Option<PathBuf> {
        self.state.path.as_deref().and_then(Path::parent).map(Path::to_owned)
    }

    pub(super) fn pick_open(&mut self) {
        if !FileDialogs::is_available() {
            self.state.dialog = Some(Dialog::TypeOpenPath);
            return;
        }
        let request = Request {
            purpose: Purpose::Open,
            title: self.texts.get("dialog-open-title").into_owned(),
            file_name: String::new(),
            filter: (self.texts.get("dialog-open-filter").into_owned(), vec!["moksori", "md", "txt", "srt"]),
            folder: self.folder(),
        };
        self.dialogs.show(request, self.waker.clone());
    }

    pub(super) fn pick_save(&mut self) {
        if !FileDialogs::is_available() {
            self.state.dialog = Some(Dialog::TypeSavePath);
            return;
        }
        let request = Request {
            purpose: Purpose::Save,
            title: self.texts.get("dialog-save-title").into_owned(),
            file_name: format!("{}.moksori", self.file_stem()),
            filter: (self.texts.get("dialog-save-filter").into_owned(), vec!["moksori"]),
            folder: self.folder(),
        };
        self.dialogs.show(request, self.waker.clone());
    }

    pub(super) fn pick_export(&mut self, export_format: crate::export::Format) {
        let extension = export_format.extension();
        let request = Request {
            purpose: Purpose::Export,
            title: self.texts.get("dialog-export-title").into_owned(),
            file_name: format!("{}.{extension}", self.file_stem()),
            filter: (extension.to_uppercase(), vec![extension]),
            folder: self.state.export_draft.path.parent().map(Path::to_owned).filter(|folder| folder.is_dir()),
        };
        if FileDialogs::is_available() {
            self.dialogs.show(request, self.waker.clone());
        } else {
            self.notify(Level::Info, "notice-no-file-dialog");
        }
    }

    /// A file name for the project: its title without what file systems refuse, or the name of its own file.
    pub(super) fn file_stem(&self) -> String {
        let title = self.state.project.meta.title.trim();
        if title.is_empty()
            && let Some(stem) = self.state.path.as_deref().and_then(Path::file_stem)
        {
            return stem.to_string_lossy().into_owned();
        }
        let clean: String =
            title.chars().map(|c| if c.is_control() || "/\\:*?\"<>|".contains(c) { '_' } else { c }).collect();
        if clean.is_empty() { self.texts.get("untitled").into_owned() } else { clean }
    }

    pub(super) fn poll_dialogs(&mut self) {
        match self.dialogs.poll() {
            Some((Purpose::Open, Some(path))) => self.apply(Action::Open(path)),
            Some((Purpose::Save, Some(path))) => {
                self.save_to(&path);
            }
            Some((Purpose::ImportLexicon, Some(path))) => self.apply(Action::Lexicon(LexiconAction::Import(path))),
            Some((Purpose::ExportLexicon, Some(path))) => self.apply(Action::Lexicon(LexiconAction::Export(path))),
            Some((Purpose::ImportVoice, Some(folder))) => self.voice_folder_picked(folder),
            Some((Purpose::Export, Some(path))) => self.state.export_draft.path = path,
            Some((_, None)) | None => {}
        }
    }
}
