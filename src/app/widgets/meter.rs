//! A thin bar that shows how much of something is used.

use eframe::egui;
use egui::{Color32, Sense, Ui, vec2};

use crate::app::theme::Tokens;

/// Draws a bar of `width`, filled to `fraction`.
pub fn meter(ui: &mut Ui, fraction: f32, width: f32, color: Color32) -> egui::Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 6.0), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, tokens.line);
    let mut filled = rect;
    filled.set_width(rect.width() * fraction.clamp(0.0, 1.0));
    if filled.width() > 0.5 {
        ui.painter().rect_filled(filled, 3.0, color);
    }
    response
}
