//! The list of shortcuts.

use eframe::egui;
use egui::{Align, Layout, RichText, ScrollArea, Stroke, StrokeKind, Ui, vec2};

use super::dialog;
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::shortcuts::{self, COMMANDS, Entry};
use crate::app::theme::{self, Tokens};

/// Draws the list.
pub fn shortcuts_dialog(ui: &Ui, texts: &Texts, actions: &mut Vec<Action>) {
    let height = (ui.ctx().content_rect().height() - 160.0).max(160.0);
    let closed = dialog(ui, &texts.get("shortcuts-title"), 720.0, texts, |ui| {
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            let groups = ["group-file", "group-listen", "group-edit", "group-view", "group-lexicon"];
            if ui.available_width() < 560.0 {
                for group in groups {
                    group_ui(ui, group, texts);
                }
                return;
            }
            ui.spacing_mut().item_spacing.x = 32.0;
            ui.columns(2, |columns| {
                for (place, group) in groups.iter().enumerate() {
                    group_ui(&mut columns[place % 2], group, texts);
                }
            });
        });
    });
    if closed {
        actions.push(Action::CloseDialog);
    }
}

fn group_ui(ui: &mut Ui, group: &str, texts: &Texts) {
    let tokens = Tokens::of(ui);
    ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
    ui.spacing_mut().interact_size.y = 24.0;
    ui.label(RichText::new(texts.get(group)).font(theme::bold_font(theme::TEXT)).color(tokens.accent));
    for entry in COMMANDS.iter().filter(|entry| entry.group == group && !entry.keys.is_empty()) {
        entry_ui(ui, entry, texts);
    }
    if group == "group-edit" {
        for (text, key) in [("key-split", "Enter"), ("key-merge", "Backspace")] {
            line_ui(ui, &texts.get(text), &[key.to_owned()]);
        }
    }
    if group == "group-lexicon" {
        for (text, key) in [
            ("key-lexicon-open", egui::KeyboardShortcut::new(egui::Modifiers::NONE, egui::Key::Enter)),
            ("key-lexicon-toggle", egui::KeyboardShortcut::new(egui::Modifiers::NONE, egui::Key::Space)),
            ("key-lexicon-delete", egui::KeyboardShortcut::new(egui::Modifiers::NONE, egui::Key::Delete)),
            ("key-lexicon-save", egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, egui::Key::Enter)),
            ("key-lexicon-cancel", egui::KeyboardShortcut::new(egui::Modifiers::NONE, egui::Key::Escape)),
        ] {
            line_ui(ui, &texts.get(text), &[shortcuts::key_text(ui.ctx(), &key)]);
        }
    }
    ui.add_space(12.0);
}

fn entry_ui(ui: &mut Ui, entry: &Entry, texts: &Texts) {
    let keys: Vec<String> = entry.keys.iter().map(|(keys, _)| shortcuts::key_text(ui.ctx(), keys)).collect();
    line_ui(ui, &texts.get(entry.text), &keys);
}

fn line_ui(ui: &mut Ui, text: &str, keys: &[String]) {
    ui.horizontal(|ui| {
        ui.label(text);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for key in keys.iter().rev() {
                key_ui(ui, key);
            }
        });
    });
}

/// A key cap.
fn key_ui(ui: &mut Ui, text: &str) {
    let tokens = Tokens::of(ui);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::caption_font(), tokens.muted);
    let size = galley.size() + vec2(14.0, 0.0);
    let (rect, response) = ui.allocate_exact_size(vec2(size.x, 22.0), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
    ui.painter().rect(rect, 5.0, tokens.raised, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, tokens.muted);
}
