//! The top bar: project, transport, voice of the selection, export.

use eframe::egui;
use egui::{Align, Layout, Rect, RichText, Ui, UiBuilder, pos2, vec2};

use super::format;
use crate::app::action::{Action, Dialog};
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::shortcuts::Command;
use crate::app::state::{LineStatus, State, TransportState};
use crate::app::theme::{self, Tokens};
use crate::app::view::{Side, ViewState};
use crate::app::widgets::button::{IconButton, RoundGlyph, TextButton, Weight, hint_text, menu_item, round_button};
use crate::app::widgets::choice::choice;
use crate::script::Delivery;

/// Speeds that are offered; any other is set in the inspector.
const SPEEDS: [f32; 7] = [0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5];
/// Width of the transport.
const TRANSPORT_WIDTH: f32 = 340.0;
/// The same without the total and the speed.
const NARROW_TRANSPORT_WIDTH: f32 = 224.0;
/// Width of the export button and what stands right of it.
const RIGHT_WIDTH: f32 = 150.0;

/// Draws the bar.
pub fn top_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let rect = ui.max_rect();
    let wide = rect.width() >= 760.0;
    // In a narrow window nothing fits around a centred transport, so it moves to the right.
    let transport_width = if wide { TRANSPORT_WIDTH } else { NARROW_TRANSPORT_WIDTH };
    let middle = if wide { rect.center().x } else { rect.right() - RIGHT_WIDTH - transport_width / 2.0 };
    let at = |from: f32, to: f32| Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.bottom()));
    let (from, to) = (middle - transport_width / 2.0, middle + transport_width / 2.0);
    let part = |ui: &mut Ui, rect: Rect, layout: Layout, contents: &mut dyn FnMut(&mut Ui)| {
        ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            contents(ui);
        });
    };
    let left_to_right = Layout::left_to_right(Align::Center);
    part(ui, at(rect.left(), from - 8.0), left_to_right, &mut |ui| project_ui(ui, state, view, texts, actions));
    part(ui, at(from, to), left_to_right, &mut |ui| transport_ui(ui, state, texts, wide, actions));
    part(ui, at(to + 8.0, rect.right()), Layout::right_to_left(Align::Center), &mut |ui| {
        right_ui(ui, state, view, texts, actions);
    });
}

/// The project's name as it is shown everywhere.
pub fn project_name(state: &State, texts: &Texts) -> String {
    if !state.project.meta.title.trim().is_empty() {
        return state.project.meta.title.trim().to_owned();
    }
    let stem = state.path.as_deref().and_then(std::path::Path::file_stem);
    stem.map_or_else(|| texts.get("untitled").into_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn project_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let menu = ui.add(IconButton::new(Icon::Menu, &texts.get("menu"), ""));
    egui::Popup::menu(&menu).width(240.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (command, icon) in [
            (Command::New, Some(Icon::FilePlus)),
            (Command::Open, Some(Icon::FolderOpen)),
            (Command::Save, Some(Icon::Save)),
            (Command::SaveAs, None),
            (Command::Export, Some(Icon::FileAudio)),
            (Command::RenderAll, Some(Icon::AudioLines)),
            (Command::Voices, Some(Icon::Download)),
            (Command::Settings, Some(Icon::Settings)),
            (Command::Shortcuts, Some(Icon::Keyboard)),
            (Command::Quit, None),
        ] {
            if matches!(command, Command::Export | Command::Settings | Command::Quit) {
                ui.add_space(4.0);
                ui.separator();
                ui.add_space(4.0);
            }
            let action = command.action(state);
            let clicked = ui
                .add_enabled_ui(action.is_some(), |ui| {
                    menu_item(ui, icon, &command.name(texts), &command.keys(ui.ctx()), false).clicked()
                })
                .inner;
            if clicked {
                actions.extend(action);
            }
        }
    });
    let open = if view.is_narrow { view.narrow == Some(Side::Left) } else { state.left_open };
    let (name, keys) = (Command::ToggleLeft.name(texts), Command::ToggleLeft.keys(ui.ctx()));
    if ui.add(IconButton::new(Icon::PanelLeft, &name, &keys).selected(open)).clicked() {
        toggle(view, Side::Left, Action::ToggleLeft, actions);
    }
    if ui.available_width() < 32.0 {
        return;
    }
    let unsaved = state.history.is_unsaved();
    let name = project_name(state, texts);
    let room = ui.available_width() - 24.0;
    let font = theme::bold_font(theme::TEXT);
    let mut job = egui::text::LayoutJob::simple_singleline(name.clone(), font, tokens.text);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(24.0));
    ui.label(job).on_hover_text(state.path.as_ref().map_or(name, |path| path.display().to_string()));
    if unsaved {
        let (rect, response) = ui.allocate_exact_size(vec2(10.0, 10.0), egui::Sense::hover());
        let text = texts.get("unsaved").into_owned();
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
        ui.painter().circle_filled(rect.center(), 5.0, tokens.warning);
        response.on_hover_text(text);
    }
}

fn toggle(view: &mut ViewState, side: Side, action: Action, actions: &mut Vec<Action>) {
    if view.is_narrow {
        view.toggle_narrow(side);
    } else {
        actions.push(action);
    }
}

fn transport_ui(ui: &mut Ui, state: &State, texts: &Texts, wide: bool, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let transport = &state.transport;
    let hint = |ui: &Ui, command: Command| command.keys(ui.ctx());
    let previous = Command::PlayPrevious.name(texts);
    let keys = hint(ui, Command::PlayPrevious);
    if ui.add(IconButton::new(Icon::SkipBack, &previous, &keys).color(tokens.text)).clicked() {
        actions.push(Action::PlayPrevious);
    }
    let (glyph, name) = match transport.state {
        TransportState::Playing => (RoundGlyph::Pause, texts.get("pause")),
        TransportState::Waiting => (RoundGlyph::Wait, texts.get("waiting")),
        TransportState::Paused | TransportState::Stopped => (RoundGlyph::Play, texts.get("play")),
    };
    if round_button(ui, glyph, &name, &hint(ui, Command::TogglePlay)).clicked() {
        actions.push(Action::TogglePlay);
    }
    let next = Command::PlayNext.name(texts);
    let keys = hint(ui, Command::PlayNext);
    if ui.add(IconButton::new(Icon::SkipForward, &next, &keys).color(tokens.text)).clicked() {
        actions.push(Action::PlayNext);
    }
    let stop = Command::Stop.name(texts);
    let stopped = transport.state == TransportState::Stopped;
    let keys = hint(ui, Command::Stop);
    if ui.add_enabled(!stopped, IconButton::new(Icon::Square, &stop, &keys)).clicked() {
        actions.push(Action::Stop);
    }
    let about = if transport.total_is_estimate { "~" } else { "" };
    let time = format::clock(transport.timeline_secs);
    let total = format::clock(transport.total_secs);
    let ink = if stopped { tokens.muted } else { tokens.text };
    let time = ui.label(RichText::new(time).color(ink));
    let heard = transport.line.and_then(|line| state.lines.get(&line));
    if !stopped && heard.is_some_and(|heard| heard.status == LineStatus::Fallback) {
        ui.label(RichText::new(texts.get("stands-in")).color(tokens.warning));
    }
    if wide {
        time.on_hover_text(texts.get("time-now").into_owned());
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("/").color(tokens.faint));
        let hint = if transport.total_is_estimate { texts.get("time-estimate") } else { texts.get("time-total") };
        ui.label(RichText::new(format!("{about}{total}")).color(tokens.muted)).on_hover_text(hint.into_owned());
        speed_ui(ui, state, texts, actions);
    }
}

fn speed_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let delivery = &state.project.meta.delivery;
    let text = speed_text(delivery.speed);
    let name = texts.with("speed-name", &[("speed", text.clone().into())]);
    let button = TextButton::new(&text).name(&name).weight(Weight::Quiet);
    let response = ui.add(button).on_hover_text(texts.get("speed").into_owned());
    egui::Popup::menu(&response).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for speed in SPEEDS {
            let chosen = (speed - delivery.speed).abs() < 0.005;
            if menu_item(ui, None, &speed_text(speed), "", chosen).clicked() {
                actions.push(Action::SetDelivery(Delivery { speed, ..delivery.clone() }));
            }
        }
    });
}

fn speed_text(speed: f32) -> String {
    let text = format!("{speed:.2}");
    let text = text.strip_suffix('0').unwrap_or(&text);
    format!("{text}×")
}

fn right_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let open = if view.is_narrow { view.narrow == Some(Side::Right) } else { state.right_open };
    let (name, keys) = (Command::ToggleRight.name(texts), Command::ToggleRight.keys(ui.ctx()));
    if ui.add(IconButton::new(Icon::PanelRight, &name, &keys).selected(open)).clicked() {
        toggle(view, Side::Right, Action::ToggleRight, actions);
    }
    let export = TextButton::new(texts.get("command-export")).weight(Weight::Accent);
    let hint = hint_text(&Command::Export.name(texts), &Command::Export.keys(ui.ctx()));
    if ui.add(export).on_hover_text(hint).clicked() {
        actions.push(Action::ShowDialog(Dialog::Export));
    }
    let room = ui.available_width();
    if room >= 120.0 {
        voice_ui(ui, state, texts, room.min(220.0), actions);
    }
}

fn voice_ui(ui: &mut Ui, state: &State, texts: &Texts, width: f32, actions: &mut Vec<Action>) {
    let selected = state.selected.and_then(|id| state.project.line(id));
    let voice = selected.map_or(state.project.voice(), |line| state.project.voice_of(line));
    let current = voice_name(state, voice);
    let name = texts.get("voice-of-line").into_owned();
    choice(ui, &name, &current, width, |ui| {
        if let Some(line) = selected {
            super::inspector::line_voice_items(ui, state, line, texts, actions);
        } else {
            super::inspector::voice_items(ui, state, voice, |id| actions.push(Action::SetProjectVoice(id)));
        }
    })
    .on_hover_text(name);
}

/// The name of a voice for people.
pub fn voice_name(state: &State, id: &str) -> String {
    state.voices.iter().find(|voice| voice.id == id).map_or_else(|| id.to_owned(), |voice| voice.name.clone())
}
