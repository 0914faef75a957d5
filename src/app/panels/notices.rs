//! Messages above the script. They never block, and each can be put away.

use eframe::egui;
use egui::{Align, Color32, Frame, Layout, Margin, Stroke, Ui, vec2};

use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::state::{Level, State};
use crate::app::theme::Tokens;
use crate::app::view::ViewState;
use crate::app::widgets::button::IconButton;

/// At most this many are shown; the newest ones.
const MAX_SHOWN: usize = 3;

/// Draws the strips.
pub fn notices_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if let Some(problem) = &state.engine_problem {
        strip_ui(ui, Level::Error, problem, texts, false);
    }
    if view.no_korean_face && strip_ui(ui, Level::Warning, &texts.get("no-korean-face"), texts, true) {
        view.no_korean_face = false;
    }
    let first = state.notices.len().saturating_sub(MAX_SHOWN);
    for notice in state.notices.iter().skip(first) {
        if strip_ui(ui, notice.level, &notice.text, texts, true) {
            actions.push(Action::Dismiss(notice.id));
        }
    }
}

fn look(level: Level, tokens: &Tokens) -> (Icon, Color32, Color32) {
    match level {
        Level::Info => (Icon::Info, tokens.accent, tokens.accent_soft),
        Level::Warning => (Icon::TriangleAlert, tokens.warning, tokens.warning_soft),
        Level::Error => (Icon::CircleAlert, tokens.error, tokens.error_soft),
    }
}

/// A strip; true where it was put away.
fn strip_ui(ui: &mut Ui, level: Level, text: &str, texts: &Texts, closes: bool) -> bool {
    let tokens = Tokens::of(ui);
    let (icon, ink, fill) = look(level, tokens);
    let mut closed = false;
    let frame = Frame::new().fill(fill).inner_margin(Margin { left: 14, right: 8, top: 6, bottom: 6 });
    let response = frame
        .show(ui, |ui| {
            let width = ui.available_width();
            ui.set_min_width(width);
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 28.0), egui::Sense::hover());
                icons::paint(ui.painter(), rect.center(), icon, 16.0, ink);
                let text_width = width - 18.0 - 28.0 - 3.0 * ui.spacing().item_spacing.x;
                ui.allocate_ui_with_layout(vec2(text_width, 28.0), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(text_width);
                    ui.add(egui::Label::new(text).wrap().selectable(true));
                });
                if closes && ui.add(IconButton::new(Icon::X, &texts.get("dismiss"), "")).clicked() {
                    closed = true;
                }
            });
        })
        .response;
    let rect = response.rect;
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, ink.gamma_multiply(0.5)));
    closed
}
