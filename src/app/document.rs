//! What the person does to the document's lines.

use std::time::Instant;

use super::App;
use super::check;
use super::state::Focus;
use crate::script::{Edit, Line, LineId, readings};
use crate::studio::{LineRequest, render};
use crate::text::{Lexicons, Reading};

impl App {
    /// Changes the document and looks at what changed.
    pub(super) fn edit(&mut self, edit: Edit, merge_key: Option<u64>) {
        let is_for_all = !matches!(edit, Edit::Splice { .. });
        if let Edit::Entries { .. } = edit {
            self.lexicons_are_stale = true;
        }
        self.state.history.apply(&mut self.state.project, edit, merge_key);
        self.after_edit(is_for_all);
    }

    /// Makes the lexicons ready again after an entry changed.
    pub(super) fn refresh_lexicons(&mut self) {
        if std::mem::take(&mut self.lexicons_are_stale) {
            let lexicons = Lexicons::new(&[&self.state.project.lexicon, &self.state.own_lexicon]);
            let old = std::mem::replace(&mut self.state.lexicons, std::sync::Arc::new(lexicons));
            self.on_lexicons_changed(old);
        }
    }

    /// Brings what is derived from the document up to date. `all`: every line may sound different.
    pub(super) fn after_edit(&mut self, all: bool) {
        self.refresh_lexicons();
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
        self.lexicon_work.lines_changed();
        self.check_walk.begin_again();
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
        self.change_line(id, Some(id.0), |line| {
            line.readings = readings::after_typing(&line.readings, &line.text, &text);
            line.text = text;
        });
        self.edited = Some((id, Instant::now()));
    }

    /// Cuts a line in two, or in more when `between` holds line breaks, at the `char` `at_char`.
    pub(super) fn split(&mut self, id: LineId, at_char: usize, between: &str) {
        let Some(at) = self.state.project.index_of(id) else { return };
        let Some(old) = self.state.project.lines().get(at).cloned() else { return };
        let head: String = old.text.chars().take(at_char).collect();
        let tail: String = old.text.chars().skip(at_char).collect();
        let (n_head, n_tail) = (head.chars().count(), tail.trim_start().chars().count());
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
                line = Line { text: line.text, readings: Vec::new(), ..old.clone() };
                line.readings.extend(readings::carried(&old.readings, &old.text, &line.text, n_head, 0));
            }
            if i + 1 == n_parts {
                line.readings.extend(readings::carried(&old.readings, &old.text, &line.text, 0, n_tail));
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
        let (n_first, n_second) = (first.text.chars().count(), second.text.chars().count());
        line.readings = readings::carried(&first.readings, &first.text, &line.text, n_first, 0);
        line.readings.extend(readings::carried(&second.readings, &second.text, &line.text, 0, n_second));
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

    /// Forgets what is known of a line and works it out again.
    pub(super) fn analyse(&mut self, id: LineId) {
        let Some(line) = self.state.project.line(id) else { return };
        let request = LineRequest::of(&self.state.project, line, &self.state.lexicons);
        let info = self.voice_infos.iter().find(|info| info.id == request.voice);
        let reading = info.map_or_else(|| Reading::of(request.language), |info| request.reading(info));
        let limit = render::max_chars(&request, info.map_or(120, |info| info.max_chars));
        let (form, chunks) = render::analyse(&line.text, &reading, limit);
        let line = line.clone();
        let view = self.state.lines.entry(id).or_default();
        view.doubtful = check::doubtful_pieces(&form, &reading);
        view.form = form;
        view.reading = reading;
        view.chunks = chunks;
        view.analysed = Some(line);
        let store_key = self.store_key(id);
        if let Some(view) = self.state.lines.get_mut(&id) {
            view.store_key = store_key;
        }
        self.refresh_status(id);
    }

    /// Looks at some of the lines of a project that was just opened.
    pub(super) fn analyse_some(&mut self) {
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
        self.check_walk.begin_again();
        self.timeline_is_stale = true;
    }
}
