//! Dialogs. At most one is open; Escape closes it.

mod export;
mod preferences;
mod server;
mod shortcut_list;
mod typed_path;
mod unsaved;
mod voices;

use std::borrow::Cow;

use eframe::egui;
use egui::{Align, Frame, Id, Key, Layout, Margin, Modal, RichText, Ui};

use super::take_escape;
use crate::app::action::{Action, Dialog};
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::state::State;
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::{IconButton, TextButton, Weight};

/// Draws the open dialog.
pub fn dialogs_ui(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let Some(dialog) = &state.dialog else {
        view.export = None;
        view.export_replaces = None;
        view.licence = None;
        view.server = None;
        return;
    };
    match dialog {
        Dialog::Export => export::export_dialog(ui, state, view, texts, actions),
        Dialog::Settings => preferences::preferences_dialog(ui, state, texts, actions),
        Dialog::Shortcuts => shortcut_list::shortcuts_dialog(ui, texts, actions),
        Dialog::Server => server::server_dialog(ui, state, view, texts, actions),
        Dialog::Voices => voices::voices_dialog(ui, state, view, texts, actions),
        Dialog::TypeOpenPath
        | Dialog::TypeSavePath
        | Dialog::TypeImportPath
        | Dialog::TypeLexiconPath
        | Dialog::TypeVoicePath => {
            typed_path::path_dialog(ui, state, view, texts, actions);
        }
        Dialog::Unsaved(_) => unsaved::unsaved_dialog(ui, state, texts, actions),
    }
}

/// A dialog of `width` named `title`. True where it was closed with Escape or the button in the corner.
fn dialog(ui: &Ui, title: &str, width: f32, texts: &Texts, contents: impl FnOnce(&mut Ui)) -> bool {
    let mut closed = false;
    let tokens = Tokens::of(ui);
    let frame =
        Frame::window(ui.style()).fill(tokens.panel).inner_margin(Margin { left: 20, right: 20, top: 12, bottom: 20 });
    let screen = ui.ctx().content_rect();
    let width = width.min(screen.width() - 64.0);
    let popup_open = egui::Popup::is_any_open(ui.ctx());
    Modal::new(Id::unique(("dialog", title))).backdrop_color(tokens.shade).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width);
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(egui::Role::Dialog);
            node.set_label(title);
        });
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).font(theme::bold_font(16.0)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.add(IconButton::new(Icon::X, &texts.get("close"), "Esc")).clicked() {
                    closed = true;
                }
            });
        });
        ui.add_space(4.0);
        contents(ui);
    });
    closed | (!popup_open && take_escape(ui))
}

/// The main button of a dialog. True where it was pressed, or Enter while nothing in the dialog has the keys.
fn main_button<'a>(ui: &mut Ui, text: impl Into<Cow<'a, str>>, enabled: bool) -> bool {
    let enter = ui.memory(|memory| memory.focused().is_none()) && ui.input(|input| input.key_pressed(Key::Enter));
    let button = ui.add_enabled(enabled, TextButton::new(text).weight(Weight::Accent));
    button.clicked() || enabled && enter
}

/// The buttons of a dialog, at its right end, the main one last.
fn buttons(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.add_space(12.0);
    // One row high: a layout to the left takes all the height that there is, and a dialog never shrinks by itself.
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), contents);
}
