//! The script: the rows that are in view.

use eframe::egui;
use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::row::{self, Columns, RowInput};
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::shortcuts::Command;
use crate::app::state::{LineView, State};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::TextButton;

/// Room after the last row, so that it never sticks to the bottom.
const AFTER: f32 = 160.0;

/// Draws the script.
pub fn script_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let is_new = state.project.lines().iter().all(|line| line.text.trim().is_empty());
    if is_new {
        welcome_ui(ui, state, texts, actions);
    } else if view.rows.rows().is_empty() {
        nothing_found_ui(ui, state, texts, actions);
        return;
    }
    let view_height = ui.available_height();
    let columns = Columns::of(ui.available_rect_before_wrap().x_range());
    view.rows.set_text_width(columns.text.span(), state);
    let mut area = ScrollArea::vertical().id_salt("script").auto_shrink(false);
    if let Some(offset) = view.rows.offset_for_reveal(view_height) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut shift = 0.0;
    let mut in_view = Vec::new();
    let output = area.show_viewport(ui, |ui, viewport| {
        ui.set_height(view.rows.total_height() + AFTER);
        let origin = ui.max_rect().min;
        let width = ui.max_rect().width();
        let mut top = 0.0;
        let mut place = 0;
        while let Some(row) = view.rows.rows().get(place).copied() {
            let bottom = top + row.height;
            let is_seen = bottom >= viewport.min.y && top <= viewport.max.y;
            if is_seen {
                in_view.push(row.id);
            }
            // The open row is drawn wherever it is: it has the keyboard.
            if is_seen || state.selected == Some(row.id) {
                let rect = Rect::from_min_size(pos2(origin.x, origin.y + top), vec2(width, row.height));
                let height = one_row(ui, rect, columns, row, state, view, texts, actions);
                if (height - row.height).abs() > 0.5 {
                    view.rows.set_height(place, height);
                    // What is above the view must not push what is in it.
                    if top < viewport.min.y && bottom < viewport.max.y {
                        shift += height - row.height;
                    }
                    ui.ctx().request_repaint();
                }
            }
            top = bottom;
            place += 1;
        }
    });
    if view.rows.in_view != in_view {
        view.rows.in_view.clone_from(&in_view);
        actions.push(Action::InView(in_view));
    }
    let offset = output.state.clamped_offset().y;
    view.rows.offset = offset;
    view.rows.view_height = output.inner_rect.height();
    if shift != 0.0 && !view.rows.is_revealing() {
        view.rows.shift_to(offset + shift);
    }
    if view.rows.is_revealing() {
        ui.ctx().request_repaint();
    }
}

#[expect(clippy::too_many_arguments, reason = "a row is drawn from all of these")]
fn one_row(
    ui: &mut Ui,
    rect: Rect,
    columns: Columns,
    row: super::rows::Row,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) -> f32 {
    let unknown = LineView::default();
    let line = &state.project.lines()[row.index];
    let known = state.lines.get(&line.id).unwrap_or(&unknown);
    let input = RowInput { line, known, number: row.index + 1, rect, columns };
    row::row_ui(ui, &input, state, view, texts, actions)
}

/// What to do first, above the empty line of a new project.
fn welcome_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    ui.add_space(48.0);
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        let (rect, _) = ui.allocate_exact_size(vec2(56.0, 56.0), egui::Sense::hover());
        ui.painter().circle_filled(rect.center(), 28.0, tokens.accent_soft);
        icons::paint(ui.painter(), rect.center(), Icon::AudioLines, 26.0, tokens.accent);
        ui.add_space(8.0);
        ui.label(egui::RichText::new(texts.get("welcome-title")).font(theme::bold_font(18.0)));
        ui.label(egui::RichText::new(texts.get("welcome-text")).color(tokens.muted));
        ui.add_space(8.0);
        let button = TextButton::new(texts.get("welcome-open")).icon(Icon::FolderOpen);
        if ui.add(button).clicked() {
            actions.extend(Command::Open.action(state));
        }
    });
    ui.add_space(32.0);
    let at = ui.cursor().min.y - 0.5;
    ui.painter().hline(ui.max_rect().x_range(), at, egui::Stroke::new(1.0, tokens.line));
}

fn nothing_found_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    ui.add_space(64.0);
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        let text = texts.with("search-nothing", &[("text", state.search.clone().into())]);
        ui.label(egui::RichText::new(text).color(tokens.muted));
        if ui.add(TextButton::new(texts.get("search-clear"))).clicked() {
            actions.push(Action::Search(String::new()));
        }
    });
}
