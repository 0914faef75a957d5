//! Icons from the icon font.

use eframe::egui;
use egui::{Align2, Color32, FontFamily, FontId, Painter, Pos2};
pub use lucide_icons::Icon;

use super::theme;

/// Draws `icon` centred at `center`.
pub fn paint(painter: &Painter, center: Pos2, icon: Icon, size: f32, color: Color32) {
    let font = FontId::new(size, FontFamily::Name(theme::ICONS.into()));
    painter.text(center, Align2::CENTER_CENTER, char::from(icon), font, color);
}
