//! Export: format, file, tags, then progress and result.

use eframe::egui;
use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::{RichText, Ui};

use super::{buttons, dialog, main_button};
use crate::app::action::{Action, ExportSettings};
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::panels::format;
use crate::app::panels::inspector::sent_to_ui;
use crate::app::state::{ExportState, LineStatus, State};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::TextButton;
use crate::app::widgets::choice::segments;
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::{caption, check, field_label, meter};
use crate::export::Format;

/// The extension of a format's files.
fn extension(format: Format) -> &'static str {
    match format {
        Format::Mp3 => "mp3",
        Format::Wav16 | Format::Wav24 | Format::WavFloat => "wav",
    }
}

/// Draws the dialog.
pub fn export_dialog(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let closed = dialog(ui, &texts.get("export-title"), 520.0, texts, |ui| match &state.export {
        ExportState::Running(done, all) => running_ui(ui, *done, *all, texts, actions),
        ExportState::Done(path, secs, n_bytes) if view.export.is_none() => {
            done_ui(ui, path, *secs, *n_bytes, state, view, texts, actions);
        }
        export => form_ui(ui, state, view, texts, export, actions),
    });
    if closed {
        actions.push(Action::CloseDialog);
    }
}

fn form_ui(
    ui: &mut Ui,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    export: &ExportState,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    let mut draft = view.export.take().unwrap_or_else(|| state.export_draft.clone());
    // A file chosen in the system's dialog arrives through the state.
    if view.export_path.as_ref() != Some(&state.export_draft.path) {
        draft.path.clone_from(&state.export_draft.path);
        view.export_path = Some(state.export_draft.path.clone());
    }
    ui.spacing_mut().item_spacing.y = 6.0;
    let name = texts.get("format").into_owned();
    field_label(ui, &name);
    let options = [
        (Format::Mp3, "MP3"),
        (Format::Wav16, &*texts.get("format-wav16")),
        (Format::Wav24, &*texts.get("format-wav24")),
        (Format::WavFloat, &*texts.get("format-wav-float")),
    ];
    if let Some(format) = segments(ui, &name, draft.format, &options) {
        draft.format = format;
        if draft.path.file_name().is_some() {
            draft.path.set_extension(extension(format));
        }
    }
    ui.label(caption(texts.get(format_hint(draft.format)), tokens.muted));
    ui.add_space(8.0);
    file_ui(ui, &mut draft, view, texts, actions);
    if replaces(&draft.path, view) {
        ui.label(caption(texts.get("export-replaces"), tokens.warning));
    }
    ui.add_space(8.0);
    if draft.format == Format::Mp3 {
        for (key, id, value) in [
            ("export-title", "tag-title", &mut draft.title),
            ("export-artist", "tag-artist", &mut draft.artist),
            ("export-album", "tag-album", &mut draft.album),
        ] {
            text_row(ui, key, &texts.get(id), value, view);
        }
        ui.add_space(8.0);
    }
    let n_missing = state.project.lines().iter().filter(|line| !line.text.trim().is_empty());
    let n_missing = n_missing
        .filter(|line| state.lines.get(&line.id).is_none_or(|known| known.status != LineStatus::Ready))
        .count();
    if n_missing > 0 {
        ui.label(caption(texts.with("export-renders", &[("n", n_missing.into())]), tokens.muted));
    }
    let voice = state.project.meta.final_voice.as_deref().unwrap_or(&state.project.meta.voice);
    if state.project.meta.final_voice.is_some() {
        let name = crate::app::panels::top::voice_name(state, voice);
        ui.label(caption(texts.with("export-final-voice", &[("voice", name.into())]), tokens.muted));
    }
    let own = state.project.lines().iter().filter_map(|line| line.voice.as_deref());
    for voice in own.chain([voice]).filter(|voice| state.sent_to(voice).is_some()).collect::<BTreeSet<_>>() {
        sent_to_ui(ui, state, voice, texts);
    }
    if state.breaker.is_some() || draft.allow_fallback {
        check(ui, &mut draft.allow_fallback, &texts.get("export-allow-fallback"));
    }
    if let ExportState::Failed(message) = export {
        ui.colored_label(tokens.error, message);
    }
    buttons(ui, |ui| {
        let ready = draft.path.file_name().is_some();
        if main_button(ui, texts.get("export-now"), ready) {
            actions.push(Action::Export(draft.clone()));
        }
        if ui.add(TextButton::new(texts.get("cancel"))).clicked() {
            actions.push(Action::CloseDialog);
        }
    });
    let sent = actions.iter().any(|action| matches!(action, Action::Export(_)));
    view.export = (!sent).then_some(draft);
}

/// Whether a file of this name exists; looked up once for each path.
fn replaces(path: &std::path::Path, view: &mut ViewState) -> bool {
    match &view.export_replaces {
        Some((known, exists)) if known == path => *exists,
        _ => {
            let exists = path.is_file();
            view.export_replaces = Some((path.to_owned(), exists));
            exists
        }
    }
}

fn format_hint(format: Format) -> &'static str {
    match format {
        Format::Mp3 => "format-mp3-hint",
        Format::Wav16 => "format-wav16-hint",
        Format::Wav24 => "format-wav24-hint",
        Format::WavFloat => "format-wav-float-hint",
    }
}

fn file_ui(ui: &mut Ui, draft: &mut ExportSettings, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("file").into_owned();
    field_label(ui, &name);
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if ui.add(TextButton::new(texts.get("choose")).icon(Icon::FolderOpen)).clicked() {
            actions.push(Action::PickExport(draft.format));
        }
        let hint = texts.get("file-hint").into_owned();
        let look = FieldLook { name: &name, hint: &hint, width: ui.available_width() };
        let buffer = view.fields.entry("export-path").or_default();
        let shown = draft.path.display().to_string();
        if let (_, Some(path)) = field(ui, egui::Id::unique("export-path"), buffer, &shown, look) {
            draft.path = PathBuf::from(path.trim());
        }
    });
}

fn text_row(ui: &mut Ui, key: &'static str, name: &str, value: &mut String, view: &mut ViewState) {
    ui.horizontal(|ui| {
        let tokens = Tokens::of(ui);
        let left = ui.cursor().left();
        ui.label(RichText::new(name).color(tokens.muted));
        ui.add_space((left + 72.0 - ui.cursor().left()).max(0.0));
        let look = FieldLook { name, hint: "", width: ui.available_width() };
        let buffer = view.fields.entry(key).or_default();
        if let (_, Some(text)) = field(ui, egui::Id::unique(key), buffer, value, look) {
            *value = text;
        }
    });
}

fn running_ui(ui: &mut Ui, done: usize, all: usize, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    ui.label(texts.with("export-running", &[("done", done.into()), ("all", all.into())]));
    let width = ui.available_width();
    meter::meter(ui, done as f32 / all.max(1) as f32, width, tokens.accent);
    ui.label(caption(texts.get("export-background"), tokens.muted));
    buttons(ui, |ui| {
        if main_button(ui, texts.get("export-close"), true) {
            actions.push(Action::CloseDialog);
        }
        if ui.add(TextButton::new(texts.get("export-stop"))).clicked() {
            actions.push(Action::CancelExport);
        }
    });
}

#[expect(clippy::too_many_arguments, reason = "the result and where to go from it")]
fn done_ui(
    ui: &mut Ui,
    path: &std::path::Path,
    secs: f64,
    n_bytes: u64,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::vec2(22.0, 22.0), egui::Sense::hover());
        ui.painter().circle_filled(rect.center(), 11.0, tokens.accent);
        icons::paint(ui.painter(), rect.center(), Icon::Check, 14.0, tokens.on_accent);
        let text = texts
            .with("export-done", &[("time", format::clock(secs).into()), ("size", format::file_size(n_bytes).into())]);
        ui.label(RichText::new(text).font(theme::bold_font(theme::TEXT)));
    });
    ui.add(egui::Label::new(RichText::new(path.display().to_string()).color(tokens.muted)).wrap().selectable(true));
    buttons(ui, |ui| {
        if main_button(ui, texts.get("close"), true) {
            actions.push(Action::CloseDialog);
        }
        if ui.add(TextButton::new(texts.get("export-again"))).clicked() {
            view.export = Some(state.export_draft.clone());
        }
    });
}
