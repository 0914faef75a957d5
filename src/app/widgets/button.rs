//! Buttons: with text, with an icon only, round for playing, and as items of a menu.

use eframe::egui;
use std::borrow::Cow;

use egui::{Color32, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, Widget, WidgetInfo, pos2, vec2};

use crate::app::icons::{self, Icon};
use crate::app::theme::{self, Tokens};

/// How much a button stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// Raised, with a border.
    #[default]
    Plain,
    /// Filled with the accent: the one main thing of an area.
    Accent,
    /// Only its text until the pointer is on it.
    Quiet,
}

/// A button with text and perhaps an icon.
#[must_use = "add it to a Ui"]
pub struct TextButton<'a> {
    text: Cow<'a, str>,
    name: Option<Cow<'a, str>>,
    icon: Option<Icon>,
    trailing: Option<Icon>,
    weight: Weight,
    selected: bool,
    max_width: f32,
}

impl<'a> TextButton<'a> {
    /// A plain button.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Self {
            text: text.into(),
            name: None,
            icon: None,
            trailing: None,
            weight: Weight::Plain,
            selected: false,
            max_width: f32::INFINITY,
        }
    }

    /// An icon before the text.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// An icon after the text.
    pub fn trailing(mut self, icon: Icon) -> Self {
        self.trailing = Some(icon);
        self
    }

    /// How much it stands out.
    pub fn weight(mut self, weight: Weight) -> Self {
        self.weight = weight;
        self
    }

    /// Chosen, as one of several.
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// Longer text ends in an ellipsis.
    pub fn max_width(mut self, width: f32) -> Self {
        self.max_width = width;
        self
    }

    /// The accessible name where the text alone does not say it.
    pub fn name(mut self, name: impl Into<Cow<'a, str>>) -> Self {
        self.name = Some(name.into());
        self
    }
}

/// Fill, border and text of a button.
fn colours(ui: &Ui, response: &Response, weight: Weight, selected: bool) -> (Color32, Color32, Color32) {
    let tokens = Tokens::of(ui);
    let enabled = ui.is_enabled();
    let over = enabled && (response.hovered() || response.is_pointer_button_down_on());
    let (fill, border, text) = match weight {
        Weight::Accent => {
            (if over { tokens.accent_hovered } else { tokens.accent }, Color32::TRANSPARENT, tokens.on_accent)
        }
        _ if selected => (tokens.raised, tokens.line, tokens.text),
        Weight::Plain => (if over { tokens.hovered } else { tokens.raised }, tokens.line, tokens.text),
        Weight::Quiet => {
            let fill = if over { tokens.hovered } else { Color32::TRANSPARENT };
            (fill, Color32::TRANSPARENT, if over { tokens.text } else { tokens.muted })
        }
    };
    if enabled { (fill, border, text) } else { (fill.gamma_multiply(0.5), border, tokens.faint.gamma_multiply(0.8)) }
}

fn paint_frame(ui: &Ui, response: &Response, fill: Color32, border: Color32) {
    let corner = f32::from(theme::CORNER);
    ui.painter().rect(response.rect, corner, fill, Stroke::new(1.0, border), StrokeKind::Inside);
    super::focus_ring(ui, response, corner);
}

impl Widget for TextButton<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let padding = if self.weight == Weight::Quiet { 8.0 } else { 12.0 };
        let icon_size = 14.0;
        let icon_width = |icon: Option<Icon>| if icon.is_some() { icon_size + 6.0 } else { 0.0 };
        let extra = 2.0 * padding + icon_width(self.icon) + icon_width(self.trailing);
        let font = if self.selected || self.weight == Weight::Accent {
            theme::bold_font(theme::TEXT)
        } else {
            theme::text_font()
        };
        let mut job = egui::text::LayoutJob::simple_singleline(self.text.to_string(), font, Color32::PLACEHOLDER);
        let room = self.max_width.min(ui.available_width().max(48.0));
        job.wrap = egui::text::TextWrapping::truncate_at_width((room - extra).max(8.0));
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let size = vec2((galley.size().x + extra).ceil(), theme::CONTROL_HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = self.name.as_deref().unwrap_or(&self.text);
        response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), self.selected, name));
        if ui.is_rect_visible(rect) {
            let (fill, border, text) = colours(ui, &response, self.weight, self.selected);
            paint_frame(ui, &response, fill, border);
            let mut x = rect.left() + padding;
            if let Some(icon) = self.icon {
                icons::paint(ui.painter(), pos2(x + icon_size / 2.0, rect.center().y), icon, icon_size, text);
                x += icon_width(self.icon);
            }
            let elided = galley.elided;
            ui.painter().galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley.clone(), text);
            if let Some(icon) = self.trailing {
                let at = pos2(rect.right() - padding - icon_size / 2.0, rect.center().y);
                icons::paint(ui.painter(), at, icon, icon_size, text);
            }
            if elided {
                return response.on_hover_text(self.text.into_owned());
            }
        }
        response
    }
}

/// A square button with an icon; its name is what a screen reader says and the tooltip shows.
#[must_use = "add it to a Ui"]
pub struct IconButton<'a> {
    icon: Icon,
    name: &'a str,
    hint: &'a str,
    size: f32,
    selected: bool,
    color: Option<Color32>,
}

impl<'a> IconButton<'a> {
    /// A button; `hint` is the shortcut shown after the name.
    pub fn new(icon: Icon, name: &'a str, hint: &'a str) -> Self {
        Self { icon, name, hint, size: theme::CONTROL_HEIGHT, selected: false, color: None }
    }

    /// Switched on.
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// The colour of the icon.
    pub fn color(mut self, color: Color32) -> Self {
        self.color = Some(color);
        self
    }
}

/// Name and shortcut as a tooltip shows them.
pub fn hint_text(name: &str, hint: &str) -> String {
    if hint.is_empty() { name.to_owned() } else { format!("{name}  ·  {hint}") }
}

impl Widget for IconButton<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(self.size), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), self.selected, self.name));
        if ui.is_rect_visible(rect) {
            let (fill, border, text) = colours(ui, &response, Weight::Quiet, false);
            paint_frame(ui, &response, fill, border);
            let tokens = Tokens::of(ui);
            let lit = self.color.or_else(|| self.selected.then_some(tokens.text)).filter(|_| ui.is_enabled());
            let color = lit.unwrap_or(text);
            icons::paint(ui.painter(), rect.center(), self.icon, 16.0, color);
        }
        response.on_hover_text(hint_text(self.name, self.hint))
    }
}

/// What the round button shows. Solid shapes: an outlined triangle is too faint for the main thing of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundGlyph {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// Three dots: waiting.
    Wait,
}

impl RoundGlyph {
    fn paint(self, ui: &Ui, center: egui::Pos2, ink: Color32) {
        let painter = ui.painter();
        match self {
            Self::Play => {
                let points = vec![center + vec2(-4.5, -7.0), center + vec2(7.5, 0.0), center + vec2(-4.5, 7.0)];
                painter.add(egui::Shape::convex_polygon(points, ink, Stroke::new(1.5, ink)));
            }
            Self::Pause => {
                for x in [-4.0, 4.0] {
                    let bar = egui::Rect::from_center_size(center + vec2(x, 0.0), vec2(4.0, 13.0));
                    painter.rect_filled(bar, 1.0, ink);
                }
            }
            Self::Wait => {
                for x in [-6.0, 0.0, 6.0] {
                    painter.circle_filled(center + vec2(x, 0.0), 1.8, ink);
                }
            }
        }
    }
}

/// The round play button.
pub fn round_button(ui: &mut Ui, glyph: RoundGlyph, name: &str, hint: &str) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let over = response.hovered() && ui.is_enabled();
        let (mut fill, mut ink) = (if over { tokens.accent_hovered } else { tokens.accent }, tokens.on_accent);
        if !ui.is_enabled() {
            (fill, ink) = (tokens.raised, tokens.faint);
        }
        ui.painter().circle_filled(rect.center(), 17.0, fill);
        if response.has_focus() {
            ui.painter().circle_stroke(rect.center(), 17.0, Stroke::new(2.0, tokens.text));
        }
        glyph.paint(ui, rect.center(), ink);
    }
    response.on_hover_text(hint_text(name, hint))
}

/// An item of a menu, as wide as the menu. Closes the menu when chosen.
pub fn menu_item(ui: &mut Ui, icon: Option<Icon>, text: &str, hint: &str, checked: bool) -> Response {
    let tokens = Tokens::of(ui);
    let font = theme::text_font();
    let label = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let shortcut = ui.painter().layout_no_wrap(hint.to_owned(), theme::caption_font(), tokens.muted);
    let gap = if hint.is_empty() { 0.0 } else { 24.0 };
    let wanted = 34.0 + label.size().x + gap + shortcut.size().x + 12.0;
    let size = vec2(wanted.max(ui.available_width()), theme::CONTROL_HEIGHT);
    let (rect, response) = ui.allocate_at_least(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItem, ui.is_enabled(), checked, text));
    if ui.is_rect_visible(rect) {
        let over = (response.hovered() || response.has_focus()) && ui.is_enabled();
        if over {
            ui.painter().rect_filled(rect, 6.0, tokens.hovered);
        }
        let ink = if ui.is_enabled() { tokens.text } else { tokens.faint };
        let icon = if checked { Some(Icon::Check) } else { icon };
        if let Some(icon) = icon {
            let color = if checked { tokens.accent } else { tokens.muted };
            icons::paint(ui.painter(), pos2(rect.left() + 18.0, rect.center().y), icon, 14.0, color);
        }
        ui.painter().galley(pos2(rect.left() + 34.0, rect.center().y - label.size().y / 2.0), label, ink);
        let x = rect.right() - 12.0 - shortcut.size().x;
        ui.painter().galley(pos2(x, rect.center().y - shortcut.size().y / 2.0), shortcut, tokens.muted);
    }
    if response.clicked() {
        ui.close();
    }
    response
}
