//! Typing a path, where the system has no file dialog.

use std::path::PathBuf;

use eframe::egui;
use egui::{Key, Ui};

use super::{buttons, dialog, main_button};
use crate::app::action::{Action, Dialog, LexiconAction, VoiceAction};
use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::app::view::ViewState;
use crate::app::widgets::button::TextButton;
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::field_label;

/// Draws the dialog.
pub fn path_dialog(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let saves = state.dialog == Some(Dialog::TypeSavePath);
    let (title, button, hint) = match state.dialog {
        Some(Dialog::TypeSavePath) => {
            (texts.get("path-save-title"), texts.get("unsaved-save"), texts.get("path-save-hint"))
        }
        Some(Dialog::TypeImportPath) => {
            (texts.get("lexicon-import-title"), texts.get("path-import"), texts.get("path-import-hint"))
        }
        Some(Dialog::TypeLexiconPath) => {
            (texts.get("lexicon-export-title"), texts.get("path-export"), texts.get("path-export-hint"))
        }
        Some(Dialog::TypeVoicePath) => {
            (texts.get("dialog-voice-title"), texts.get("path-import"), texts.get("path-voice-hint"))
        }
        _ => (texts.get("path-open-title"), texts.get("path-open"), texts.get("path-open-hint")),
    };
    let (mut path, mut cancelled) = (None, false);
    let closed = dialog(ui, &title, 480.0, texts, |ui| {
        let name = texts.get("file").into_owned();
        field_label(ui, &name);
        let known = state.path.as_ref().filter(|_| saves).map(|path| path.display().to_string()).unwrap_or_default();
        let typed = view.typed_path.get_or_insert(known);
        let id = egui::Id::unique("typed-path");
        let look = FieldLook { name: &name, hint: &hint, width: f32::INFINITY };
        let buffer = view.fields.entry("typed-path").or_default();
        let (response, change) = field(ui, id, buffer, typed, look);
        if let Some(text) = change {
            *typed = text;
        }
        if ui.memory(|memory| memory.focused().is_none()) && !response.lost_focus() {
            response.request_focus();
        }
        let is_typed = !typed.trim().is_empty();
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        buttons(ui, |ui| {
            let clicked = main_button(ui, button, is_typed);
            if is_typed && (clicked || entered) {
                path = Some(PathBuf::from(typed.trim()));
            }
            cancelled = ui.add(TextButton::new(texts.get("cancel"))).clicked();
        });
    });
    if let Some(path) = path {
        view.typed_path = None;
        actions.push(Action::CloseDialog);
        if state.dialog == Some(Dialog::TypeVoicePath) {
            actions.push(Action::ShowDialog(Dialog::Voices));
        }
        actions.push(match state.dialog {
            Some(Dialog::TypeVoicePath) => Action::Voice(VoiceAction::Import(path)),
            Some(Dialog::TypeSavePath) => Action::SaveTo(path),
            Some(Dialog::TypeImportPath) => Action::Lexicon(LexiconAction::Import(path)),
            Some(Dialog::TypeLexiconPath) => Action::Lexicon(LexiconAction::Export(path)),
            _ => Action::Open(path),
        });
    } else if closed || cancelled {
        view.typed_path = None;
        actions.push(Action::CloseDialog);
    }
}
