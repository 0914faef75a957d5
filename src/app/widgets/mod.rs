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
                ui.spacing_mut().slider_width = (ui.available_width() - NUMBER - ui.spacing().item_spacing.x).max(60.0);
                let visuals = ui.visuals_mut();
                visuals.selection.bg_fill = tokens.accent;
                for widget in [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active] {
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

/// The ring around what has the keyboard.
pub fn focus_ring(ui: &Ui, response: &Response, corner: f32) {
    if response.has_focus() {
        let tokens = Tokens::of(ui);
        let stroke = Stroke::new(2.0, tokens.accent);
        ui.painter().rect_stroke(response.rect, corner, stroke, egui::StrokeKind::Inside);
    }
}
