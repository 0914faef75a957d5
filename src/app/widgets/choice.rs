//! A field that opens a menu to choose from.

use eframe::egui;
use egui::{Color32, Popup, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::app::icons::{self, Icon};
use crate::app::theme::{self, Tokens};

/// Shows the current choice as a field of `width` named `name`; `items` draws the menu.
pub fn choice(ui: &mut Ui, name: &str, current: &str, width: f32, items: impl FnOnce(&mut Ui)) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, theme::CONTROL_HEIGHT), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), name);
        info.current_text_value = Some(current.to_owned());
        info
    });
    let mut elided = false;
    if ui.is_rect_visible(rect) {
        let over = response.hovered() && ui.is_enabled();
        let fill = if over { tokens.hovered } else { tokens.raised };
        let ink = if ui.is_enabled() { tokens.text } else { tokens.faint };
        let corner = f32::from(theme::CORNER);
        ui.painter().rect(rect, corner, fill, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
        super::focus_ring(ui, &response, corner);
        let mut job =
            egui::text::LayoutJob::simple_singleline(current.to_owned(), theme::text_font(), Color32::PLACEHOLDER);
        job.wrap = egui::text::TextWrapping::truncate_at_width((width - 38.0).max(8.0));
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let place = pos2(rect.left() + 10.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(place, galley.clone(), ink);
        elided = galley.elided;
        let at = pos2(rect.right() - 16.0, rect.center().y);
        icons::paint(ui.painter(), at, Icon::ChevronDown, 14.0, tokens.muted);
    }
    Popup::menu(&response).width(width.max(180.0)).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.set_min_width(width.max(180.0) - 8.0);
        let most = (ui.ctx().content_rect().height() * 0.6).max(ui.spacing().combo_height);
        egui::ScrollArea::vertical().max_height(most).show(ui, items);
    });
    if elided { response.on_hover_text(current) } else { response }
}

/// Some choices side by side; returns the one that was clicked. `name` names the group.
pub fn segments<T: Copy + PartialEq>(ui: &mut Ui, name: &str, current: T, options: &[(T, &str)]) -> Option<T> {
    let mut chosen = None;
    let builder = egui::UiBuilder::new().accessibility_role(Role::RadioGroup).accessibility_label(name);
    ui.scope_builder(builder, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (value, text) in options {
                if segment(ui, text, *value == current).clicked() && *value != current {
                    chosen = Some(*value);
                }
            }
        });
    });
    chosen
}

/// One of some choices, or a tab.
pub fn segment(ui: &mut Ui, text: &str, selected: bool) -> Response {
    let tokens = Tokens::of(ui);
    let font = if selected { theme::bold_font(theme::TEXT) } else { theme::text_font() };
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let size = vec2(galley.size().x.ceil() + 24.0, theme::CONTROL_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), selected, text));
    if ui.is_rect_visible(rect) {
        let corner = f32::from(theme::CORNER);
        let ink = if selected || response.hovered() { tokens.text } else { tokens.muted };
        if selected {
            ui.painter().rect(rect, corner, tokens.raised, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, corner, tokens.hovered);
        }
        super::focus_ring(ui, &response, corner);
        ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    }
    response
}
