//! The buttons of the open row: hear it, render it, move it, add and delete lines.

use eframe::egui;
use egui::Ui;

use super::is_under_way;
use super::row::RowInput;
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::shortcuts::Command;
use crate::app::state::{LineStatus, State, TransportState};
use crate::app::theme;
use crate::app::widgets::button::{IconButton, TextButton, hint_text};

/// What can be done with the line.
pub fn buttons_ui(ui: &mut Ui, input: &RowInput<'_>, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let line = input.line.id;
    let transport = &state.transport;
    let is_heard = transport.line == Some(line) && transport.state != TransportState::Stopped;
    let has_words = !input.line.text.trim().is_empty();
    let with_keys = |ui: &Ui, command: Command| hint_text(&command.name(texts), &command.keys(ui.ctx()));
    ui.horizontal_wrapped(|ui| {
        if is_heard {
            if ui.add(TextButton::new(texts.get("stop")).icon(Icon::Square)).clicked() {
                actions.push(Action::Stop);
            }
        } else {
            let button = TextButton::new(texts.get("play-line")).icon(Icon::Play);
            let response = ui.add_enabled(has_words, button).on_hover_text(with_keys(ui, Command::PlayLine));
            if response.clicked() {
                actions.push(Action::PlayLine(line));
            }
        }
        let button = TextButton::new(texts.get("play-from")).icon(Icon::ListVideo);
        let response = ui.add_enabled(has_words, button).on_hover_text(with_keys(ui, Command::PlayFrom));
        if response.clicked() {
            actions.push(Action::PlayFrom(line));
        }
        render_button(ui, input, texts, actions, has_words);
        // The four stay together.
        let n_icons = 4.0;
        let wanted = n_icons * theme::CONTROL_HEIGHT + (n_icons - 1.0) * ui.spacing().item_spacing.x;
        if ui.available_size_before_wrap().x < wanted {
            ui.end_row();
        }
        for (command, icon) in [
            (Command::MoveUp, Icon::ArrowUp),
            (Command::MoveDown, Icon::ArrowDown),
            (Command::InsertAfter, Icon::Plus),
            (Command::DeleteLine, Icon::Trash2),
        ] {
            let (name, keys) = (command.name(texts), command.keys(ui.ctx()));
            let action = command.action(state);
            if ui.add_enabled(action.is_some(), IconButton::new(icon, &name, &keys)).clicked() {
                actions.extend(action);
            }
        }
    });
}

fn render_button(ui: &mut Ui, input: &RowInput<'_>, texts: &Texts, actions: &mut Vec<Action>, has_words: bool) {
    let line = input.line.id;
    if is_under_way(&input.known.status) {
        if ui.add(TextButton::new(texts.get("cancel-render")).icon(Icon::X)).clicked() {
            actions.push(Action::CancelRender(line));
        }
        if matches!(input.known.status, LineStatus::Queued(_)) {
            for command in [Command::RenderNext, Command::RenderLast] {
                let icon = if command == Command::RenderNext { Icon::ArrowUpToLine } else { Icon::ArrowDownToLine };
                let (name, keys) = (command.name(texts), command.keys(ui.ctx()));
                if ui.add(IconButton::new(icon, &name, &keys)).clicked() {
                    actions.push(if command == Command::RenderNext {
                        Action::RenderNext(line)
                    } else {
                        Action::RenderLast(line)
                    });
                }
            }
        }
        return;
    }
    let again = input.known.status == LineStatus::Ready;
    let text = if again { texts.get("render-again") } else { texts.get("render") };
    let hint = if again { texts.get("render-again-hint") } else { texts.get("render-hint") };
    let button = TextButton::new(text).icon(Icon::RotateCw);
    if ui.add_enabled(has_words, button).on_hover_text(hint.into_owned()).clicked() {
        actions.push(if again { Action::NewTake(line) } else { Action::Render(line) });
    }
}
