//! What the person does to the document and its file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::App;
use super::action::{Action, Dialog, UnsavedAnswer};
use super::dialogs::{FileDialogs, Purpose, Request};
use super::state::{Focus, Level, LineView};
use crate::script::import::{ImportFormat, from_format};
use crate::script::{Edit, Line, LineId, Project, format};

impl App {
    /// Changes the document and looks at what changed.
    pub(super) fn edit(&mut self, edit: Edit, merge_key: Option<u64>) {
        let is_meta = matches!(edit, Edit::Meta(_));
        self.state.history.apply(&mut self.state.project, edit, merge_key);
        self.after_edit(is_meta);
    }

    /// Brings what is derived from the document up to date. `all`: every line may sound different.
    pub(super) fn after_edit(&mut self, all: bool) {
        let lines = self.state.project.lines();
        let ids: Vec<LineId> = lines
            .iter()
            .filter(|line| {
                all || self.state.lines.get(&line.id).is_none_or(|view| view.analysed.as_ref() != Some(*line))
            })
            .map(|line| line.id)
            .collect();
        let live: std::collections::HashSet<LineId> = lines.iter().map(|line| line.id).collect();
        for gone in self.state.lines.keys().filter(|id| !live.contains(id)).copied().collect::<Vec<_>>() {
            self.queue.cancel(gone);
            self.state.lines.remove(&gone);
        }
        // A long script that was just opened is looked at bit by bit; what was edited, at once.
        if ids.len() <= super::LINES_PER_TURN {
            for id in ids {
                self.analyse(id);
            }
        } else {
            self.analysed_until = 0;
        }
        if self.state.selected.is_none_or(|id| !live.contains(&id)) {
            self.state.selected = self.state.project.lines().first().map(|line| line.id);
        }
        self.timeline_is_stale = true;
        self.refresh_queue();
    }

    /// Replaces one line by what `change` makes of it.
    pub(super) fn change_line(&mut self, id: LineId, merge_key: Option<u64>, change: impl FnOnce(&mut Line)) {
        let Some(at) = self.state.project.index_of(id) else { return };
        let Some(old) = self.state.project.lines().get(at) else { return };
        let mut line = old.clone();
        change(&mut line);
        if line != *old {
            self.edit(Edit::Splice { at, n_removed: 1, inserted: vec![line] }, merge_key);
        }
    }

    pub(super) fn set_text(&mut self, id: LineId, text: &str) {
        let text = crate::text::normalize::nfc(text);
        self.change_line(id, Some(id.0), |line| line.text = text);
        self.edited = Some((id, Instant::now()));
    }

    /// Cuts a line in two, or in more when `between` holds line breaks, at the `char` `at_char`.
    pub(super) fn split(&mut self, id: LineId, at_char: usize, between: &str) {
        let Some(at) = self.state.project.index_of(id) else { return };
        let Some(old) = self.state.project.lines().get(at).cloned() else { return };
        let head: String = old.text.chars().take(at_char).collect();
        let tail: String = old.text.chars().skip(at_char).collect();
        let mut parts: Vec<String> = between.split('\n').map(|part| part.trim_matches('\r').to_owned()).collect();
        if parts.len() < 2 {
            parts = vec![String::new(), String::new()];
        }
        let caret = parts.last().map_or(0, |last| last.trim_start().chars().count());
        if let Some(first) = parts.first_mut() {
            *first = format!("{}{first}", if first.is_empty() { head.trim_end() } else { &head });
        }
        if let Some(last) = parts.last_mut() {
            *last = format!("{}{}", last.trim_start(), if last.is_empty() { tail.trim_start() } else { &tail });
        }
        let mut inserted: Vec<Line> = Vec::with_capacity(parts.len());
        let mut blank = false;
        let n_parts = parts.len();
        for (i, part) in parts.into_iter().enumerate() {
            // A blank line in what is pasted begins a paragraph; it is not a line itself.
            if part.trim().is_empty() && i > 0 && i + 1 < n_parts {
                blank = true;
                continue;
            }
            let mut line = self.state.project.new_line(&part);
            line.voice.clone_from(&old.voice);
            line.language = old.language;
            line.starts_paragraph = std::mem::take(&mut blank);
            if i == 0 {
                line = Line { text: line.text, ..old.clone() };
            }
            inserted.push(line);
        }
        let last = inserted.last().map(|line| line.id);
        self.state.history.seal();
        self.edit(Edit::Splice { at, n_removed: 1, inserted }, None);
        if let Some(last) = last {
            self.select(last, Some(caret));
        }
    }

    /// Appends the line at `index + 1` to the one at `index`.
    pub(super) fn merge_at(&mut self, index: usize) {
        let lines = self.state.project.lines();
        let (Some(first), Some(second)) = (lines.get(index), lines.get(index + 1)) else { return };
        let mut line = first.clone();
        let needs_space = !first.text.is_empty()
            && !second.text.is_empty()
            && !first.text.ends_with(char::is_whitespace)
            && !second.text.starts_with(char::is_whitespace);
        let caret = first.text.chars().count();
        line.text = format!("{}{}{}", first.text, if needs_space { " " } else { "" }, second.text);
        let id = line.id;
        self.state.history.seal();
        self.edit(Edit::Splice { at: index, n_removed: 2, inserted: vec![line] }, None);
        self.select(id, Some(caret));
    }

    pub(super) fn insert_after(&mut self, id: Option<LineId>) {
        let n = self.state.project.lines().len();
        let at = id.and_then(|id| self.state.project.index_of(id)).map_or(n, |index| index + 1);
        let line = self.state.project.new_line("");
        let id = line.id;
        self.state.history.seal();
        self.edit(Edit::Splice { at, n_removed: 0, inserted: vec![line] }, None);
        self.select(id, Some(0));
    }

    pub(super) fn delete(&mut self, id: LineId) {
        let Some(at) = self.state.project.index_of(id) else { return };
        let inserted = if self.state.project.lines().len() == 1 {
            vec![self.state.project.new_line("")] // a project always has a line to type into
        } else {
            Vec::new()
        };
        self.state.history.seal();
        self.edit(Edit::Splice { at, n_removed: 1, inserted }, None);
        let lines = self.state.project.lines();
        if let Some(next) = lines.get(at).or_else(|| lines.last()).map(|line| line.id) {
            self.select(next, None);
        }
    }

    pub(super) fn move_line(&mut self, id: LineId, by: i32) {
        let Some(from) = self.state.project.index_of(id) else { return };
        let last = self.state.project.lines().len().saturating_sub(1);
        let to = from.saturating_add_signed(by as isize).min(last);
        let (start, end) = (from.min(to), from.max(to));
        let Some(lines) = self.state.project.lines().get(start..=end) else { return };
        if start == end {
            return;
        }
        let mut inserted = lines.to_vec();
        if from < to {
            inserted.rotate_left(1);
        } else {
            inserted.rotate_right(1);
        }
        self.state.history.seal();
        self.edit(Edit::Splice { at: start, n_removed: inserted.len(), inserted }, None);
        self.state.scroll_to = Some(id);
    }

    /// Selects a line; `caret` puts the keyboard into its text.
    pub(super) fn select(&mut self, id: LineId, caret: Option<usize>) {
        if self.state.project.index_of(id).is_none() {
            return;
        }
        if self.state.selected != Some(id) {
            self.state.history.seal();
        }
        self.state.selected = Some(id);
        self.state.scroll_to = Some(id);
        if let Some(caret) = caret {
            self.state.focus = Some(Focus::Line(id, caret));
        }
    }

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
            Action::Quit => self.close_requested = true,
            _ => {}
        }
    }

    fn replace_project(&mut self, project: Project, path: Option<PathBuf>) {
        self.stop();
        self.queue.cancel_all();
        self.export = None;
        self.state.project = project;
        self.state.path = path;
        self.state.history = crate::script::History::default();
        self.state.lines.clear();
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
                let why = error.to_string();
                self.notify_with(
                    Level::Error,
                    "notice-open-failed",
                    &[("why", &why), ("path", &path.display().to_string())],
                );
                return;
            }
        };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if extension.eq_ignore_ascii_case("moksori") {
            match format::from_text(&text) {
                Ok(project) => self.replace_project(project, Some(path.to_owned())),
                Err(error) => {
                    let why = error.to_string();
                    self.notify_with(
                        Level::Error,
                        "notice-open-failed",
                        &[("why", &why), ("path", &path.display().to_string())],
                    );
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
                true
            }
            Err(error) => {
                let why = error.to_string();
                self.notify_with(
                    Level::Error,
                    "notice-save-failed",
                    &[("why", &why), ("path", &path.display().to_string())],
                );
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

    /// A file name for the project: its title without what file systems refuse.
    pub(super) fn file_stem(&self) -> String {
        let title = self.state.project.meta.title.trim();
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
            Some((Purpose::Export, Some(path))) => self.state.export_draft.path = path,
            Some((_, None)) | None => {}
        }
    }

    /// Forgets what is known of a line and works it out again.
    pub(super) fn analyse(&mut self, id: LineId) {
        let Some(line) = self.state.project.line(id) else { return };
        let language = self.state.project.language_of(line);
        let voice = self.state.project.voice_of(line);
        let limit = self.voice_infos.iter().find(|info| info.id == voice).map_or(120, |info| info.max_chars);
        let limit = self.state.project.meta.delivery.max_chars.map_or(limit, |wanted| wanted.clamp(1, limit));
        let (form, chunks) = crate::studio::render::analyse(&line.text, language, limit);
        let line = line.clone();
        let view = self.state.lines.entry(id).or_insert_with(LineView::default);
        view.form = form;
        view.chunks = chunks;
        view.analysed = Some(line);
        self.refresh_status(id);
    }

    /// Looks at some of the lines of a project that was just opened.
    pub(super) fn analyse_some(&mut self, _now: Instant) {
        let n = self.state.project.lines().len();
        if self.analysed_until >= n {
            return;
        }
        let until = (self.analysed_until + super::LINES_PER_TURN).min(n);
        let ids: Vec<LineId> = self
            .state
            .project
            .lines()
            .iter()
            .skip(self.analysed_until)
            .take(super::LINES_PER_TURN)
            .map(|line| line.id)
            .collect();
        self.analysed_until = until;
        for id in ids {
            self.analyse(id);
        }
        self.timeline_is_stale = true;
    }
}
