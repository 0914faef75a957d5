//! The bottom strip: memory, what runs the model, what is waiting, the export.

use eframe::egui;
use egui::{Align, Layout, Ui};

use super::{format, top};
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::shortcuts::Command;
use crate::app::state::{ExportState, State};
use crate::app::theme::{self, Tokens};
use crate::app::widgets::button::{IconButton, TextButton, Weight};
use crate::app::widgets::{caption, meter};
use crate::studio::budget::Budget;
use crate::voice::Wait;

/// From this share on, memory is short.
const SHORT: f32 = 0.85;

/// Draws the strip.
pub fn bottom_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        memory_ui(ui, state, texts);
        engine_ui(ui, state, texts);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            export_ui(ui, state, texts, actions);
            queue_ui(ui, state, texts, actions);
        });
    });
}

fn memory_ui(ui: &mut Ui, state: &State, texts: &Texts) {
    let tokens = Tokens::of(ui);
    let usage = &state.usage;
    if usage.total_bytes == 0 {
        return;
    }
    let gb = |bytes: u64| format::gigabytes(bytes);
    // What this process has and what it could still get: the bar is full when nothing is left for it.
    let budget = Budget::of_megabytes(state.settings.memory_budget_mb);
    let limit = budget.limit.unwrap_or(u64::MAX).max(usage.process_bytes);
    let within_reach = (usage.process_bytes + usage.available_bytes).min(limit);
    let fraction = usage.process_bytes as f32 / within_reach.max(1) as f32;
    let color = if fraction >= SHORT { tokens.warning } else { tokens.accent };
    let text = texts.with("ram", &[("used", gb(usage.process_bytes).into()), ("all", gb(within_reach).into())]);
    let label = ui.label(caption(text, tokens.muted));
    let bar = meter::meter(ui, fraction, 92.0, color);
    let mut hint = texts.with(
        "ram-hint",
        &[
            ("used", gb(usage.process_bytes).into()),
            ("free", gb(usage.available_bytes).into()),
            ("all", gb(usage.total_bytes).into()),
        ],
    );
    if let Some(peak) = usage.peak_bytes {
        hint.push('\n');
        hint.push_str(&texts.with("ram-peak", &[("peak", gb(peak).into())]));
    }
    (label | bar).on_hover_text(hint);
    for gpu in &usage.gpus {
        ui.add_space(8.0);
        let fraction = gpu.used_bytes as f32 / gpu.total_bytes.max(1) as f32;
        let color = if fraction >= SHORT { tokens.warning } else { tokens.accent };
        let text = texts.with("vram", &[("used", gb(gpu.used_bytes).into()), ("all", gb(gpu.total_bytes).into())]);
        let label = ui.label(caption(text, tokens.muted));
        let bar = meter::meter(ui, fraction, 92.0, color);
        (label | bar).on_hover_text(gpu.name.as_str());
    }
    ui.add_space(8.0);
}

fn engine_ui(ui: &mut Ui, state: &State, texts: &Texts) {
    let tokens = Tokens::of(ui);
    if state.engine_problem.is_some() {
        ui.label(caption(texts.get("engine-problem"), tokens.error));
        return;
    }
    let voice = top::voice_name(state, state.spoke_last.as_deref().unwrap_or(state.project.voice()));
    let text = if state.provider.is_empty() { voice } else { format!("{} · {voice}", state.provider) };
    if ui.available_width() > 120.0 {
        ui.add(egui::Label::new(caption(text, tokens.muted)).truncate());
    }
}

fn queue_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let queue = &state.queue;
    let room = ui.available_width();
    if queue.n_waiting > 0 {
        if ui.add(IconButton::new(Icon::X, &texts.get("command-cancel-all"), "")).clicked() {
            actions.push(Action::CancelAll);
        }
        let (icon, name) = if queue.is_paused { (Icon::Play, "queue-resume") } else { (Icon::Pause, "queue-pause") };
        let keys = Command::PauseRendering.keys(ui.ctx());
        if ui.add(IconButton::new(icon, &texts.get(name), &keys)).clicked() {
            actions.push(Action::PauseRendering(!queue.is_paused));
        }
        let n_lines = queue.n_finished + queue.n_waiting;
        if room > 360.0 && n_lines > 1 {
            let done = queue.n_finished as f32 / n_lines as f32;
            let hint = texts.with("queue-done", &[("done", queue.n_finished.into()), ("all", n_lines.into())]);
            meter::meter(ui, done, 64.0, tokens.accent).on_hover_text(hint);
        }
        let text = match queue.secs_left {
            _ if queue.is_paused => texts.with("queue-paused", &[("n", queue.n_waiting.into())]),
            Some(secs) if room > 260.0 => texts
                .with("queue-left", &[("n", queue.n_waiting.into()), ("time", format::duration(secs, texts).into())]),
            _ => texts.with("queue", &[("n", queue.n_waiting.into())]),
        };
        ui.label(caption(text, tokens.muted));
    }
    if let Some(Wait { place, secs }) = queue.waits {
        let secs = format::duration(f64::from(secs), texts);
        let text = match place {
            Some(place) => texts.with("server-waits-place", &[("place", place.into()), ("time", secs.into())]),
            None => texts.with("server-waits", &[("time", secs.into())]),
        };
        ui.label(caption(text, tokens.warning));
    }
    if queue.loading_voice && room > 200.0 {
        ui.label(caption(texts.get("loading-voice"), tokens.muted));
    }
}

fn export_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    if let ExportState::Running(done, all) = state.export {
        let cancel = texts.get("export-stop").into_owned();
        if ui.add(TextButton::new(&cancel).weight(Weight::Quiet)).clicked() {
            actions.push(Action::CancelExport);
        }
        meter::meter(ui, done as f32 / all.max(1) as f32, 92.0, tokens.accent);
        let text = texts.with("exporting", &[("done", done.into()), ("all", all.into())]);
        ui.label(egui::RichText::new(text).font(theme::caption_font()).color(tokens.text));
    }
}
