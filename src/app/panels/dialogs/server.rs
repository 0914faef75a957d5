//! A speech server: where it is and what is asked of it.

use eframe::egui;
use egui::{DragValue, Label, Ui};

use super::{buttons, dialog, main_button};
use crate::app::action::{Action, Dialog, ServerDraft, VoiceAction};
use crate::app::explain;
use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::app::theme::Tokens;
use crate::app::view::ViewState;
use crate::app::widgets::button::TextButton;
use crate::app::widgets::choice::segments;
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::{caption, check, field_label, number};
use crate::text::Language;
use crate::voice::server::{Format, key};

/// Draws the dialog.
pub fn server_dialog(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let Some(kept) = &state.server_draft else { return };
    let mut draft = view.server.take().unwrap_or_else(|| kept.clone());
    let mut done = false;
    let closed = dialog(ui, &texts.get("server-title"), 480.0, texts, |ui| {
        let tokens = Tokens::of(ui);
        ui.spacing_mut().item_spacing.y = 6.0;
        ui.add(Label::new(caption(texts.get("server-hint"), tokens.muted)).wrap());
        fields_ui(ui, &mut draft, view, texts);
        let fault = draft.setup.host().err().filter(|_| !draft.setup.address.trim().is_empty());
        if let Some(fault) = &fault {
            ui.add(Label::new(caption(explain::address_error(fault, texts), tokens.error)).wrap());
        }
        let ServerDraft { setup, .. } = &draft;
        let is_whole = setup.host().is_ok() && !setup.name.trim().is_empty() && !setup.languages.is_empty();
        buttons(ui, |ui| {
            if main_button(ui, texts.get("server-save"), is_whole) {
                actions.push(Action::Voice(VoiceAction::SaveServer(Box::new(draft.clone()))));
                done = true;
            }
            if ui.add(TextButton::new(texts.get("cancel"))).clicked() {
                actions.push(Action::ShowDialog(Dialog::Voices));
                done = true;
            }
        });
    });
    if closed {
        actions.push(Action::ShowDialog(Dialog::Voices));
        done = true;
    }
    view.server = (!done).then_some(draft);
}

fn fields_ui(ui: &mut Ui, draft: &mut ServerDraft, view: &mut ViewState, texts: &Texts) {
    let tokens = Tokens::of(ui);
    let setup = &mut draft.setup;
    let address_hint = texts.get("server-address-hint").into_owned();
    for (key, id, hint, value) in [
        ("server-name", "server-name", "", &mut setup.name),
        ("server-address", "server-address", address_hint.as_str(), &mut setup.address),
        ("server-model", "server-model", "", &mut setup.model),
        ("server-voice", "server-voice", "", &mut setup.voice),
    ] {
        text_ui(ui, key, &texts.get(id), hint, value, view);
    }
    let mut typed = draft.key.clone().unwrap_or_default();
    let before = typed.clone();
    text_ui(ui, "server-key", &texts.get("server-key"), "", &mut typed, view);
    if typed != before {
        draft.key = Some(typed);
    }
    let hint = if key::is_available() { "server-key-hint" } else { "server-key-no-keyring" };
    ui.add(Label::new(caption(texts.get(hint), tokens.muted)).wrap());
    let name = texts.get("server-format").into_owned();
    field_label(ui, &name);
    let options = Format::ALL.map(|format| (format, format.name()));
    if let Some(format) = segments(ui, &name, setup.format, &options) {
        setup.format = format;
    }
    if setup.format == Format::Pcm {
        let drag = DragValue::new(&mut setup.rate_hz).range(8_000..=192_000).speed(50.0);
        number(ui, &texts.get("server-rate"), drag);
    }
    let suffix = texts.get("secs-suffix").into_owned();
    let drag = DragValue::new(&mut setup.timeout_secs).range(5..=3_600).speed(1.0).suffix(suffix);
    number(ui, &texts.get("server-timeout"), drag);
    number(ui, &texts.get("server-retries"), DragValue::new(&mut setup.retries).range(0..=10).speed(0.1));
    field_label(ui, &texts.get("server-languages"));
    ui.horizontal(|ui| {
        for language in Language::ALL {
            let mut speaks = setup.languages.contains(&language);
            if check(ui, &mut speaks, &texts.language_name(language)).changed() {
                setup.languages.retain(|known| *known != language);
                if speaks {
                    setup.languages.push(language);
                }
            }
        }
    });
}

fn text_ui(ui: &mut Ui, key: &'static str, name: &str, hint: &str, value: &mut String, view: &mut ViewState) {
    field_label(ui, name);
    let look = FieldLook { name, hint, width: ui.available_width() };
    let buffer = view.fields.entry(key).or_default();
    if let (_, Some(text)) = field(ui, egui::Id::unique(key), buffer, value, look) {
        *value = text;
    }
}
