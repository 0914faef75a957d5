//! The left panel: search, chapters, voices.

use eframe::egui;
use egui::{Color32, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::rows::Chapter;
use crate::app::action::{Action, Dialog};
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::shortcuts::Command;
use crate::app::state::State;
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::{TextButton, hint_text};
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::{caption, group_heading};
use crate::text::Language;

/// Height of an item of a list.
const ITEM: f32 = 33.0;

/// Draws the panel.
pub fn left_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    search_ui(ui, state, view, texts, actions);
    ScrollArea::vertical().id_salt("left").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if !view.rows.chapters().is_empty() {
            ui.add_space(8.0);
            let current = state.selected.and_then(|id| state.project.index_of(id));
            let mut start = 0;
            for (place, chapter) in view.rows.chapters().iter().enumerate() {
                let selected = current.is_some_and(|at| (start..=chapter.end).contains(&at));
                start = chapter.end + 1;
                chapter_ui(ui, state, chapter, place, selected, texts, actions);
            }
        }
        ui.add_space(16.0);
        group_heading(ui, &texts.get("voices"));
        ui.add_space(8.0);
        voices_ui(ui, state, texts, actions);
    });
}

fn search_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let id = egui::Id::unique("search");
    let hint = format!("{} {}", texts.get("search"), Command::Search.keys(ui.ctx()).replace('+', " "));
    let look = FieldLook { name: &texts.get("search"), hint: &hint, width: f32::INFINITY };
    if std::mem::take(&mut view.wants_search) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let buffer = view.fields.entry("search").or_default();
    let (response, change) = field(ui, id, buffer, &state.search, look);
    if let Some(text) = change {
        actions.push(Action::Search(text));
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        actions.push(Action::Search(String::new()));
    }
    if !state.search.trim().is_empty() {
        let tokens = Tokens::of(ui);
        let text = texts.with("search-found", &[("n", view.rows.rows().len().into())]);
        ui.label(caption(text, tokens.muted));
    }
}

/// An item of a list: text on the left, a count on the right.
fn item_ui(ui: &mut Ui, text: &str, name: &str, right: &str, selected: bool, icon: Option<Icon>) -> egui::Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ITEM), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, name));
    if ui.is_rect_visible(rect) {
        let corner = f32::from(theme::CORNER);
        let drawn = rect.shrink2(vec2(0.0, 0.5));
        if selected {
            ui.painter().rect_filled(drawn, corner, tokens.raised);
        } else if response.hovered() {
            ui.painter().rect_filled(drawn, corner, tokens.hovered);
        }
        crate::app::widgets::focus_ring(ui, &response, corner);
        let (font, ink) =
            if selected { (theme::bold_font(theme::TEXT), tokens.text) } else { (theme::text_font(), tokens.muted) };
        let count = ui.painter().layout_no_wrap(right.to_owned(), font.clone(), ink);
        let room = rect.width() - 28.0 - count.size().x - if icon.is_some() { 20.0 } else { 0.0 };
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, Color32::PLACEHOLDER);
        job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(16.0));
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let left = rect.left() + 10.0;
        ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, ink);
        let at = pos2(rect.right() - 10.0 - count.size().x, rect.center().y - count.size().y / 2.0);
        ui.painter().galley(at, count, ink);
        if let Some(icon) = icon {
            icons::paint(ui.painter(), pos2(rect.right() - 18.0, rect.center().y), icon, 14.0, tokens.accent);
        }
    }
    response
}

fn chapter_ui(
    ui: &mut Ui,
    state: &State,
    chapter: &Chapter,
    place: usize,
    selected: bool,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let title = chapter.heading.and_then(|id| state.project.line(id)).map(|line| line.text.trim().to_owned());
    let title = title.filter(|title| !title.is_empty());
    let text = title.unwrap_or_else(|| texts.get(if place == 0 { "chapter-start" } else { "untitled" }).into_owned());
    let lines = texts.with("n-lines", &[("n", chapter.n_lines.into())]);
    let name = format!("{text}, {lines}");
    if item_ui(ui, &text, &name, &chapter.n_lines.to_string(), selected, None).clicked() {
        actions.push(Action::Select(chapter.first));
    }
}

fn voices_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let current = &state.project.meta.voice;
    let mut speaks_korean = false;
    for voice in state.voices.iter().filter(|voice| voice.installed) {
        speaks_korean |= voice.languages.contains(&Language::Korean);
        let languages: Vec<String> =
            voice.languages.iter().map(|language| texts.language_name(*language).into_owned()).collect();
        let languages = languages.join(" · ");
        let selected = voice.id == *current;
        let name =
            texts.with("voice-name", &[("voice", voice.name.clone().into()), ("languages", languages.clone().into())]);
        let icon = selected.then_some(Icon::Check);
        let response = voice_item(ui, &voice.name, &languages, &name, selected, icon);
        let hint = format!("{}\n{}", texts.get("voice-use"), voice.description.in_language(texts.language()));
        if response.on_hover_text(hint.trim_end()).clicked() && !selected {
            actions.push(Action::SetProjectVoice(voice.id.clone()));
        }
    }
    if !state.voices.iter().any(|voice| voice.installed) {
        ui.add(egui::Label::new(caption(texts.get("voices-none"), tokens.warning).line_height(Some(18.0))).wrap());
    } else if !speaks_korean {
        ui.add_space(8.0);
        ui.add(egui::Label::new(caption(texts.get("voices-no-korean"), tokens.muted).line_height(Some(18.0))).wrap());
    }
    ui.add_space(8.0);
    let (name, keys) = (Command::Voices.name(texts), Command::Voices.keys(ui.ctx()));
    if ui.add(TextButton::new(name.clone()).icon(Icon::Download)).on_hover_text(hint_text(&name, &keys)).clicked() {
        actions.push(Action::ShowDialog(Dialog::Voices));
    }
}

/// A voice: its name, then its languages.
fn voice_item(
    ui: &mut Ui,
    voice: &str,
    languages: &str,
    name: &str,
    selected: bool,
    icon: Option<Icon>,
) -> egui::Response {
    let tokens = Tokens::of(ui);
    let response = item_ui(ui, "", name, "", selected, icon);
    let rect: Rect = response.rect;
    let font = if selected { theme::bold_font(theme::TEXT) } else { theme::text_font() };
    let ink = if selected { tokens.text } else { tokens.muted };
    let room = rect.width() - 20.0 - if icon.is_some() { 20.0 } else { 0.0 };
    let mut job = egui::text::LayoutJob::simple_singleline(voice.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let at = pos2(rect.left() + 10.0, rect.center().y - galley.size().y / 2.0);
    let drawn = Rect::from_min_size(at, galley.size());
    ui.painter().galley(at, galley, ink);
    let room = room - drawn.width() - 6.0;
    if room < 24.0 {
        return response;
    }
    let mut job = egui::text::LayoutJob::simple_singleline(languages.to_owned(), theme::text_font(), tokens.muted);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    ui.painter().galley(pos2(drawn.right() + 6.0, rect.center().y - galley.size().y / 2.0), galley, tokens.muted);
    response
}
