//! Where actions act.

use super::action::{Action, InspectorTab};
use super::start::session_options;
use super::state::{Focus, Level, Notice};
use super::{App, i18n};
use crate::player::DeviceChoice;
use crate::script::{Edit, History, Project, ProjectMeta, Stage};
use crate::settings::Settings;
use crate::studio::Command;

impl App {
    /// Does what a person asked for. With [`App::on_event`] the only place where state changes.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::New | Action::PickOpen | Action::Open(_) | Action::Quit => self.guard_unsaved(action),
            Action::Save => match self.state.path.clone() {
                Some(path) => {
                    self.save_to(&path);
                }
                None => self.pick_save(),
            },
            Action::PickSaveAs => self.pick_save(),
            Action::SaveTo(path) => {
                if self.save_to(&path) {
                    self.state.dialog = None;
                }
            }
            Action::AnswerUnsaved(answer) => self.answer_unsaved(answer),

            Action::SetText { line, text } => self.set_text(line, &text),
            Action::Split { line, at_char } => self.split(line, at_char, "\n"),
            Action::PasteLines { line, at_char, text } => self.split(line, at_char, &text),
            Action::MergeWithPrevious(line) => {
                if let Some(index) = self.state.project.index_of(line).and_then(|index| index.checked_sub(1)) {
                    self.merge_at(index);
                }
            }
            Action::MergeWithNext(line) => {
                if let Some(index) = self.state.project.index_of(line) {
                    self.merge_at(index);
                }
            }
            Action::InsertAfter(line) => self.insert_after(line),
            Action::Delete(line) => self.delete(line),
            Action::Move { line, by } => self.move_line(line, by),
            Action::SetStartsParagraph(line, on) => self.change_line(line, None, |line| line.starts_paragraph = on),
            Action::SetKind(line, kind) => self.change_line(line, None, |line| line.kind = kind),
            Action::SetLineVoice(line, voice) => self.change_line(line, None, |line| line.voice = voice),
            Action::SetLineLanguage(line, language) => self.change_line(line, None, |line| line.language = language),
            Action::ChooseReading { line, choice } => self.choose_reading(line, choice),
            Action::ClearReading { line, choice } => self.clear_reading(line, &choice),
            Action::OpenWord(line, at) => self.open_word(line, at),
            Action::CloseWord => {
                if let Some(word) = self.state.word.take() {
                    // The keyboard goes back to where it came from.
                    self.state.focus = Some(Focus::Line(word.line, word.span.end));
                }
            }
            Action::WordToLexicon => self.word_to_lexicon(),
            Action::Undo => {
                self.step_in_history(History::undo);
            }
            Action::Redo => {
                self.step_in_history(History::redo);
            }

            Action::SetTitle(title) => self.change_meta(Some(u64::MAX), |meta| meta.title = title),
            Action::SetProjectVoice(voice) => {
                self.change_meta(None, |meta| meta.voice = voice);
                self.warm();
            }
            Action::SetFinalVoice(voice) => {
                self.change_meta(None, |meta| meta.final_voice = voice.filter(|voice| *voice != meta.voice));
            }
            Action::SetStage(stage) => self.set_stage(stage),
            Action::SetDelivery(delivery) => self.change_meta(Some(u64::MAX - 1), |meta| meta.delivery = delivery),
            Action::SetReading(reading) => self.change_meta(None, |meta| meta.reading = reading),

            Action::Select(line) => self.select(line, None),
            Action::SelectBy(by) => self.select_by(by),
            Action::Search(text) => self.state.search = text,
            Action::FocusSearch => self.state.focus = Some(Focus::Search),
            Action::ShowTab(tab) => self.show_tab(tab),
            Action::ToggleLeft => self.state.left_open = !self.state.left_open,
            Action::ToggleRight => self.state.right_open = !self.state.right_open,
            Action::ShowDialog(dialog) => self.show_dialog(dialog),
            Action::CloseDialog => self.state.dialog = None,
            Action::Dismiss(id) => self.state.notices.retain(|notice| notice.id != id),

            Action::PlayLine(_)
            | Action::PlayFrom(_)
            | Action::PlayChunk(..)
            | Action::TogglePlay
            | Action::Stop
            | Action::PlayPrevious
            | Action::PlayNext
            | Action::Seek(..)
            | Action::SetDevice(_)
            | Action::SetVolume(_) => self.apply_sound(action),

            Action::Render(_)
            | Action::LoadTake(_)
            | Action::RenderAll
            | Action::NewTake(_)
            | Action::CancelRender(_)
            | Action::CancelAll
            | Action::PauseRendering(_)
            | Action::RenderNext(_)
            | Action::RenderLast(_)
            | Action::InView(_)
            | Action::Export(_)
            | Action::CancelExport => self.apply_render(action),
            Action::Breaker(way) => self.apply_breaker(way),
            Action::PickExport(format) => self.pick_export(format),

            Action::Lexicon(action) => self.apply_lexicon(action),
            Action::Voice(action) => self.apply_voice(action),

            Action::SetTheme(theme) => {
                self.state.settings.theme = theme;
                self.appearance_is_stale = true;
            }
            Action::SetUiLanguage(language) => {
                self.state.settings.ui_language = language;
                self.texts = i18n::Texts::new(language);
            }
            Action::SetScale(scale) => {
                self.state.settings.scale = scale.clamp(0.75, 2.0);
                self.appearance_is_stale = true;
            }
            Action::SetMemoryBudget(megabytes) => self.set_memory_budget(megabytes),
            Action::SetCardBudget(megabytes) => self.set_engine(|settings| settings.card_budget_mb = megabytes),
            Action::SetEngineInProcess(on) => self.state.settings.engine_in_process = on,
            Action::SetThreads(threads) => self.set_engine(|settings| settings.threads = threads),
            Action::SetModelDevice(device) => {
                self.set_engine(|settings| device.id().clone_into(&mut settings.model_device));
            }
        }
    }

    pub(super) fn change_meta(&mut self, merge_key: Option<u64>, change: impl FnOnce(&mut ProjectMeta)) {
        let mut meta = self.state.project.meta.clone();
        change(&mut meta);
        if meta != self.state.project.meta {
            self.edit(Edit::Meta(Box::new(meta)), merge_key);
        }
    }

    /// Undoes or redoes a step; the caret goes to the end of what changed in the selected line.
    fn step_in_history(&mut self, step: fn(&mut History, &mut Project) -> bool) {
        let text_of =
            |app: &Self| app.state.selected.and_then(|id| app.state.project.line(id)).map(|line| line.text.clone());
        let before = text_of(self);
        let selected = self.state.selected;
        if !step(&mut self.state.history, &mut self.state.project) {
            return;
        }
        self.lexicons_are_stale = true;
        self.after_edit(true);
        if let (Some(id), Some(before), Some(after)) = (self.state.selected, before, text_of(self))
            && self.state.selected == selected
            && before != after
        {
            let n_same_end = before.chars().rev().zip(after.chars().rev()).take_while(|(a, b)| a == b).count();
            self.state.focus = Some(Focus::Line(id, after.chars().count() - n_same_end));
        }
    }

    fn select_by(&mut self, by: i32) {
        let lines = self.state.project.lines();
        let at = self.state.selected.and_then(|id| self.state.project.index_of(id)).unwrap_or(0);
        let to = at.saturating_add_signed(by as isize).min(lines.len().saturating_sub(1));
        if let Some(id) = lines.get(to).map(|line| line.id) {
            let caret = lines.get(to).map_or(0, |line| line.text.chars().count());
            self.select(id, Some(if by < 0 { caret } else { 0 }));
        }
    }

    fn show_tab(&mut self, tab: InspectorTab) {
        self.state.tab = tab;
        self.state.right_open = true;
    }

    fn show_dialog(&mut self, dialog: super::action::Dialog) {
        if matches!(dialog, super::action::Dialog::Export) {
            self.prepare_export_draft();
        }
        self.state.dialog = Some(dialog);
    }

    /// Renders for another purpose from now on. Takes of the other are kept.
    pub(super) fn set_stage(&mut self, stage: Stage) {
        if self.state.project.stage != stage {
            self.state.project.stage = stage;
            self.after_edit(true);
        }
    }

    /// Changes how models run; the voice is loaded again.
    fn set_engine(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.state.settings);
        let new = session_options(&self.state.settings);
        self.options.change(|options| *options = new);
        let voice = self.state.project.meta.voice.clone();
        self.command(Command::Unload { voice });
        self.warm();
    }

    /// Shows a notice by its text id.
    pub(super) fn notify(&mut self, level: Level, text_id: &str) {
        self.notify_with(level, text_id, &[]);
    }

    /// Shows a notice by its text id and values. The same notice is not shown twice.
    pub(super) fn notify_with(&mut self, level: Level, text_id: &str, values: &[(&str, &str)]) {
        let values: Vec<(&str, fluent_bundle::FluentValue<'_>)> =
            values.iter().map(|(name, value)| (*name, (*value).into())).collect();
        let text = self.texts.with(text_id, &values);
        log::log!(if level == Level::Info { log::Level::Info } else { log::Level::Warn }, "{text}");
        if self.state.notices.iter().any(|notice| notice.text == text) {
            return;
        }
        self.next_notice += 1;
        self.state.notices.push(Notice { id: self.next_notice, level, text });
    }

    pub(super) fn list_devices(&mut self) {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        let waker = self.waker.clone();
        let spawned = std::thread::Builder::new().name("devices".to_owned()).spawn(move || {
            // Fails only where the window is gone.
            drop(sender.send(crate::player::devices()));
            waker.wake();
        });
        match spawned {
            Ok(_detached) => self.devices = Some(receiver),
            Err(error) => log::error!("no thread to list the sound devices: {error}"),
        }
    }

    pub(super) fn poll_devices(&mut self) {
        if let Some(devices) = self.devices.as_ref().and_then(|devices| devices.try_recv().ok()) {
            self.state.devices = devices;
            self.devices = None;
        }
    }

    pub(super) fn set_device(&mut self, choice: DeviceChoice) {
        self.state.settings.device = match &choice {
            DeviceChoice::Named(id) => Some(id.clone()),
            DeviceChoice::Default | DeviceChoice::Null => None,
        };
        self.player.select(choice);
    }
}
