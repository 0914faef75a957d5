//! Typing the path of a file, where the system has no file dialog.

use std::path::PathBuf;

use eframe::egui;
use egui::Ui;

use super::{buttons, dialog};
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::app::theme::Tokens;
use crate::app::view::ViewState;
use crate::app::widgets::button::{TextButton, Weight};
use crate::app::widgets::caption;
use crate::app::widgets::field::{FieldLook, field};

/// Asks for the path of a project or script to open.
pub fn open_dialog(ui: &Ui, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    path_dialog(ui, view, texts, ("dialog-open-title", "dialog-open-button"), String::new(), actions, Action::Open);
}

/// Asks for the path to save the project to.
pub fn save_dialog(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let suggested = state.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    path_dialog(ui, view, texts, ("dialog-save-title", "dialog-save-button"), suggested, actions, Action::SaveTo);
}

fn path_dialog(
    ui: &Ui,
    view: &mut ViewState,
    texts: &Texts,
    (title_id, button_id): (&str, &str),
    suggested: String,
    actions: &mut Vec<Action>,
    act: fn(PathBuf) -> Action,
) {
    let mut typed = view.typed_path.take().unwrap_or(suggested);
    let mut close = false;
    let mut chosen = false;
    let title = texts.get(title_id).into_owned();
    dialog(ui, &title, 480.0, texts, &mut || close = true, |ui| {
        let tokens = Tokens::of(ui);
        ui.label(caption(texts.get("path-why"), tokens.muted));
        ui.add_space(8.0);
        let name = texts.get("path-hint").into_owned();
        let look = FieldLook { name: &name, hint: &name, width: f32::INFINITY };
        let buffer = view.fields.entry("typed-path").or_default();
        let (response, text) = field(ui, egui::Id::unique("typed-path"), buffer, &typed, look);
        if let Some(text) = text {
            typed = text;
        }
        chosen = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        buttons(ui, |ui| {
            let button = TextButton::new(texts.get(button_id)).weight(Weight::Accent);
            chosen |= ui.add_enabled(!typed.trim().is_empty(), button).clicked();
            if ui.add(TextButton::new(texts.get("cancel"))).clicked() {
                actions.push(Action::CloseDialog);
            }
        });
    });
    if close {
        actions.push(Action::CloseDialog);
    } else if chosen && !typed.trim().is_empty() {
        actions.push(Action::CloseDialog);
        actions.push(act(PathBuf::from(typed.trim())));
    }
    view.typed_path = Some(typed);
}
