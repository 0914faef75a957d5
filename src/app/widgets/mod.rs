//! The window's own widgets: drawn to the tokens of the theme, each with an accessible name.

pub mod button;
pub mod choice;
pub mod field;
pub mod mark;
pub mod meter;
pub mod waveform;

use eframe::egui;
use egui::{Color32, DragValue, Response, RichText, Slider, Stroke, Ui};

use super::theme::{self, Tokens};

/// A caption.
pub fn caption(text: impl Into<String>, color: Color32) -> RichText {
    RichText::new(text).font(theme::caption_font()).color(color)
}

/// The small heading over a group of things.
pub fn group_heading(ui: &mut Ui, text: &str) {
    let tokens = Tokens::of(ui);
    ui.label(caption(text, tokens.muted));
}

/// A label above what it names.
pub fn field_label(ui: &mut Ui, text: &str) -> Response {
    let tokens = Tokens::of(ui);
    ui.label(RichText::new(text).color(tokens.muted))
}

/// A slider named `name` with the value beside it, across the whole width. The response tells about both.
pub fn slider<'a, Num: egui::emath::Numeric>(
    ui: &mut Ui,
    name: &str,
    value: &'a mut Num,
    range: std::ops::RangeInclusive<Num>,
    step: f64,
    number: impl FnOnce(DragValue<'a>) -> DragValue<'a>,
) -> Response {
    /// Width of the value.
    const NUMBER: f32 = 64.0;
    let tokens = Tokens::of(ui);
    let mut now = value.to_f64();
    let (from, to) = (range.start().to_f64(), range.end().to_f64());
    ui.horizontal(|ui| {
        let slider = ui
            .scope(|ui| {
                ui.spacing_mut().interact_size.y = 22.0;
                ui.spacing_mut().slider_width = (ui.available_width() - NUMBER - ui.spacing().item_spacing.x).max(60.0);
                let visuals = ui.visuals_mut();
                visuals.selection.bg_fill = tokens.accent;
                for widget in [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active]
                {
                    widget.bg_fill = tokens.line;
                    widget.fg_stroke = Stroke::new(2.0, tokens.accent);
                }
                ui.add(Slider::new(&mut now, from..=to).step_by(step).show_value(false))
            })
            .inner;
        ui.ctx().accesskit_node_builder(slider.id, |node| node.set_label(name));
        if slider.changed() {
            *value = Num::from_f64(now);
        }
        let drag = number(DragValue::new(value).range(range).speed(step));
        let drag = ui.add_sized(egui::vec2(NUMBER, ui.spacing().interact_size.y), drag);
        ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label(name));
        slider | drag
    })
    .inner
}

/// A named number at the right edge.
pub fn number(ui: &mut Ui, name: &str, drag: DragValue<'_>) -> Response {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_sized(egui::vec2(84.0, ui.spacing().interact_size.y), drag).labelled_by(label.id)
        })
        .inner
    })
    .inner
}

/// A box to tick.
pub fn check(ui: &mut Ui, checked: &mut bool, text: &str) -> Response {
    /// Side of the box.
    const BOX: f32 = 18.0;
    let tokens = Tokens::of(ui);
    let room = ui.available_width() - BOX - 10.0;
    let galley = ui.painter().layout(text.to_owned(), theme::text_font(), Color32::PLACEHOLDER, room);
    let size = egui::vec2(BOX + 10.0 + galley.size().x, galley.size().y.max(ui.spacing().interact_size.y));
    let (rect, mut response) = ui.allocate_exact_size(size, egui::Sense::click());
    if response.clicked() {
        *checked = !*checked;
        response.mark_changed();
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, ui.is_enabled(), *checked, text));
    let square =
        egui::Rect::from_center_size(egui::pos2(rect.left() + BOX / 2.0, rect.center().y), egui::Vec2::splat(BOX));
    let border = if response.hovered() || response.has_focus() { tokens.accent } else { tokens.faint };
    let (fill, stroke) = if *checked { (tokens.accent, tokens.accent) } else { (tokens.raised, border) };
    let width = if response.has_focus() { 2.0 } else { 1.0 };
    ui.painter().rect(square, 5.0, fill, Stroke::new(width, stroke), egui::StrokeKind::Inside);
    if *checked {
        super::icons::paint(ui.painter(), square.center(), super::icons::Icon::Check, 13.0, tokens.on_accent);
        if response.has_focus() {
            ui.painter().rect_stroke(
                square.expand(3.0),
                7.0,
                Stroke::new(2.0, tokens.accent),
                egui::StrokeKind::Inside,
            );
        }
    }
    let at = egui::pos2(rect.left() + BOX + 10.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, tokens.text);
    response
}

/// The ring around what has the keyboard.
pub fn focus_ring(ui: &Ui, response: &Response, corner: f32) {
    if response.has_focus() {
        let tokens = Tokens::of(ui);
        let stroke = Stroke::new(2.0, tokens.accent);
        ui.painter().rect_stroke(response.rect, corner, stroke, egui::StrokeKind::Inside);
    }
}
