//! The window's own widgets: drawn to the tokens of the theme, each with an accessible name.

pub mod button;
pub mod choice;
pub mod field;
pub mod mark;
pub mod meter;
pub mod waveform;

use eframe::egui;
use egui::{Color32, RichText, Ui};

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
pub fn field_label(ui: &mut Ui, text: &str) -> egui::Response {
    let tokens = Tokens::of(ui);
    ui.label(RichText::new(text).color(tokens.muted))
}

/// The ring around what has the keyboard.
pub fn focus_ring(ui: &Ui, response: &egui::Response, corner: f32) {
    if response.has_focus() {
        let tokens = Tokens::of(ui);
        let stroke = egui::Stroke::new(2.0, tokens.accent);
        ui.painter().rect_stroke(response.rect, corner, stroke, egui::StrokeKind::Inside);
    }
}
