//! "Save the changes first?"

use eframe::egui;
use egui::Ui;

use super::{buttons, dialog};
use crate::app::action::{Action, UnsavedAnswer};
use crate::app::i18n::Texts;
use crate::app::panels::top;
use crate::app::state::State;
use crate::app::widgets::button::{TextButton, Weight};

/// Draws the question.
pub fn unsaved_dialog(ui: &Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let mut answer = None;
    let name = top::project_name(state, texts);
    let stay = dialog(ui, &texts.get("unsaved-title"), 440.0, texts, |ui| {
        ui.label(texts.with("unsaved-text", &[("name", name.into())]));
        buttons(ui, |ui| {
            let save = ui.add(TextButton::new(texts.get("unsaved-save")).weight(Weight::Accent));
            if ui.memory(|memory| memory.focused().is_none()) {
                save.request_focus();
            }
            if save.clicked() {
                answer = Some(UnsavedAnswer::Save);
            }
            if ui.add(TextButton::new(texts.get("unsaved-discard"))).clicked() {
                answer = Some(UnsavedAnswer::Discard);
            }
            if ui.add(TextButton::new(texts.get("cancel"))).clicked() {
                answer = Some(UnsavedAnswer::Stay);
            }
        });
    });
    if stay {
        answer = Some(UnsavedAnswer::Stay);
    }
    actions.extend(answer.map(Action::AnswerUnsaved));
}
