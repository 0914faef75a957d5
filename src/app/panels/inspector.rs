//! The right panel: the selected line, and the project.

use eframe::egui;
use egui::{DragValue, RichText, ScrollArea, Ui};

use super::{check as check_tab, format, lexicon, top};
use crate::app::action::{Action, InspectorTab};
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::state::{LineView, State};
use crate::app::theme::Tokens;
use crate::app::view::ViewState;
use crate::app::widgets::button::{IconButton, menu_item};
use crate::app::widgets::choice::{choice, segment, segments};
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::{caption, check, field_label, mark, number, slider};
use crate::script::{Delivery, Line, LineKind, Stage};
use crate::text::{ForeignWords, Language, ReadingOptions};

/// Height of a line of the details.
const FACT_HEIGHT: f32 = 20.0;
/// Width of the names in the details.
const FACT_NAMES: f32 = 96.0;

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let tabs = [
        (InspectorTab::Line, texts.get("tab-line")),
        (InspectorTab::Lexicon, texts.get("tab-lexicon")),
        (InspectorTab::Check, texts.get("tab-check")),
        (InspectorTab::Project, texts.get("tab-project")),
    ];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (tab, name) in tabs {
            if segment(ui, &name, state.tab == tab).clicked() {
                actions.push(Action::ShowTab(tab));
            }
        }
    });
    ui.add_space(8.0);
    if state.tab == InspectorTab::Lexicon {
        lexicon::lexicon_ui(ui, state, view, texts, actions);
        return;
    }
    if state.tab == InspectorTab::Check {
        check_tab::check_ui(ui, state, texts, actions);
        return;
    }
    ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        match state.tab {
            InspectorTab::Line => line_tab(ui, state, texts, actions),
            InspectorTab::Lexicon | InspectorTab::Check => {}
            InspectorTab::Project => project_tab(ui, state, view, texts, actions),
        }
    });
}

fn line_tab(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let Some(line) = state.selected.and_then(|id| state.project.line(id)) else {
        ui.label(RichText::new(texts.get("no-selection")).color(tokens.muted));
        return;
    };
    let width = ui.available_width();
    let name = texts.get("voice").into_owned();
    field_label(ui, &name);
    let voice = line_voice_text(state, line, texts);
    choice(ui, &name, &voice, width, |ui| line_voice_items(ui, state, line, texts, actions));
    sent_to_ui(ui, state, state.project.voice_of(line), texts);
    ui.add_space(6.0);

    let name = texts.get("language").into_owned();
    field_label(ui, &name);
    let detected = texts.language_name(state.project.language_of(line)).into_owned();
    let auto = texts.with("language-auto", &[("language", detected.into())]);
    let current = line.language.map_or_else(|| auto.clone(), |language| texts.language_name(language).into_owned());
    choice(ui, &name, &current, width, |ui| {
        if menu_item(ui, None, &texts.get("language-by-letters"), "", line.language.is_none()).clicked() {
            actions.push(Action::SetLineLanguage(line.id, None));
        }
        for language in Language::ALL {
            let chosen = line.language == Some(language);
            if menu_item(ui, None, &texts.language_name(language), "", chosen).clicked() {
                actions.push(Action::SetLineLanguage(line.id, Some(language)));
            }
        }
    });
    ui.add_space(6.0);

    let mut starts = line.starts_paragraph;
    let hint = texts.get("starts-paragraph-hint").into_owned();
    if check(ui, &mut starts, &texts.get("starts-paragraph")).on_hover_text(hint).changed() {
        actions.push(Action::SetStartsParagraph(line.id, starts));
    }
    let mut heading = line.kind == LineKind::Heading;
    let hint = texts.get("is-heading-hint").into_owned();
    if check(ui, &mut heading, &texts.get("is-heading")).on_hover_text(hint).changed() {
        let kind = if heading { LineKind::Heading } else { LineKind::Text };
        actions.push(Action::SetKind(line.id, kind));
    }
    readings_ui(ui, line, texts, actions);
    if let Some(known) = state.lines.get(&line.id) {
        known_ui(ui, known, texts);
    }
}

/// The readings chosen for single places of the line, each with a way back.
fn readings_ui(ui: &mut Ui, line: &Line, texts: &Texts, actions: &mut Vec<Action>) {
    if line.readings.is_empty() {
        return;
    }
    ui.add_space(10.0);
    field_label(ui, &texts.get("readings"));
    for choice in &line.readings {
        let values = [("written", choice.written.clone().into()), ("spoken", choice.spoken.clone().into())];
        let remove = texts.with("reading-remove", &[("written", choice.written.clone().into())]);
        let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(IconButton::new(Icon::X, &remove, "")).clicked() {
                actions.push(Action::ClearReading { line: line.id, choice: choice.clone() });
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(texts.with("reading-row", &values)).truncate());
            });
        });
    }
}

/// How the project is read where there is more than one good way.
fn reading_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let now = state.project.meta.reading;
    field_label(ui, &texts.get("reading-options"));
    let mut follow = !now.keeps_particles;
    let hint = texts.get("particles-follow-hint").into_owned();
    if check(ui, &mut follow, &texts.get("particles-follow")).on_hover_text(hint).changed() {
        actions.push(Action::SetReading(ReadingOptions { keeps_particles: !follow, ..now }));
    }
    ui.add_space(4.0);
    let name = texts.get("foreign-words").into_owned();
    field_label(ui, &name);
    let options = [
        (ForeignWords::ByVoice, texts.get("foreign-by-voice")),
        (ForeignWords::Kept, texts.get("foreign-kept")),
        (ForeignWords::Transliterated, texts.get("foreign-spelled")),
    ];
    let current = options.iter().find(|(value, _)| *value == now.foreign_words).map_or("", |(_, text)| text);
    choice(ui, &name, current, ui.available_width(), |ui| {
        for (value, text) in &options {
            if menu_item(ui, None, text, "", *value == now.foreign_words).clicked() {
                actions.push(Action::SetReading(ReadingOptions { foreign_words: *value, ..now }));
            }
        }
    });
    ui.add(egui::Label::new(caption(texts.get("foreign-words-hint"), tokens.muted)).wrap());
}

/// What is known about the line: how it is read, and how it was rendered.
fn known_ui(ui: &mut Ui, known: &LineView, texts: &Texts) {
    let tokens = Tokens::of(ui);
    let spoken = known.form.shown();
    if !spoken.is_empty() {
        ui.add_space(10.0);
        field_label(ui, &texts.get("spoken-form"));
        ui.add(egui::Label::new(spoken).wrap().selectable(true));
    }
    ui.add_space(10.0);
    field_label(ui, &texts.get("details"));
    let mut fact = |name: &str, value: String| {
        let size = egui::vec2(ui.available_width(), FACT_HEIGHT);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            let left = ui.cursor().left();
            ui.label(RichText::new(texts.get(name)).color(tokens.muted));
            ui.add_space((left + FACT_NAMES - ui.cursor().left()).max(0.0));
            ui.add(egui::Label::new(value).truncate());
        });
    };
    fact("detail-state", mark::name(known, texts));
    if !known.chunks.is_empty() {
        fact("detail-chunks", known.chunks.len().to_string());
    }
    if let Some(take) = &known.take {
        let secs = |secs: f64| texts.with("secs-short", &[("secs", format::length(secs).into())]);
        fact("detail-length", secs(take.clip.seconds()));
        if take.render_ms > 0.0 {
            let ms = format!("{:.0}", take.render_ms);
            fact("detail-render", texts.with("ms-short", &[("ms", ms.into())]));
        }
        if !take.provider.is_empty() {
            fact("detail-provider", take.provider.clone());
        }
    }
    let dropped = known.take.as_ref().map_or_else(|| known.form.dropped(), |take| take.dropped.clone());
    if !dropped.trim().is_empty() {
        let text = texts.with("detail-dropped", &[("text", dropped.into())]);
        ui.label(RichText::new(text).color(tokens.warning));
    }
}

fn line_voice_text(state: &State, line: &Line, texts: &Texts) -> String {
    if let Some(voice) = &line.voice {
        return top::voice_name(state, voice);
    }
    let voice = top::voice_name(state, state.project.voice());
    texts.with("voice-of-project", &[("voice", voice.into())])
}

/// The voices a line can have: the project's, or one of its own.
pub fn line_voice_items(ui: &mut Ui, state: &State, line: &Line, texts: &Texts, actions: &mut Vec<Action>) {
    let project = top::voice_name(state, state.project.voice());
    let text = texts.with("voice-of-project", &[("voice", project.into())]);
    if menu_item(ui, None, &text, "", line.voice.is_none()).clicked() {
        actions.push(Action::SetLineVoice(line.id, None));
    }
    let own = line.voice.as_deref().unwrap_or_default();
    voice_items(ui, state, own, |id| actions.push(Action::SetLineVoice(line.id, Some(id))));
}

/// The installed voices as items of a menu.
pub fn voice_items(ui: &mut Ui, state: &State, current: &str, mut chosen: impl FnMut(String)) {
    for voice in state.voices.iter().filter(|voice| voice.installed) {
        if menu_item(ui, None, &voice.name, "", voice.id == current).clicked() {
            chosen(voice.id.clone());
        }
    }
}

fn project_tab(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    let meta = &state.project.meta;
    let name = texts.get("title").into_owned();
    field_label(ui, &name);
    let hint = texts.get("title-hint").into_owned();
    let look = FieldLook { name: &name, hint: &hint, width };
    let buffer = view.fields.entry("title").or_default();
    if let (_, Some(title)) = field(ui, egui::Id::unique("title"), buffer, &meta.title, look) {
        actions.push(Action::SetTitle(title));
    }
    ui.add_space(6.0);
    let name = texts.get("project-voice").into_owned();
    field_label(ui, &name);
    choice(ui, &name, &top::voice_name(state, &meta.voice), width, |ui| {
        voice_items(ui, state, &meta.voice, |id| actions.push(Action::SetProjectVoice(id)));
    });
    sent_to_ui(ui, state, &meta.voice, texts);
    final_voice_ui(ui, state, texts, actions);
    ui.add_space(10.0);
    reading_ui(ui, state, texts, actions);
    ui.add_space(10.0);
    delivery_ui(ui, state, view, texts, actions);
}

/// Says so where the text of a voice leaves the machine.
pub fn sent_to_ui(ui: &mut Ui, state: &State, voice: &str, texts: &Texts) {
    if let Some(host) = state.sent_to(voice) {
        let tokens = Tokens::of(ui);
        let text = texts.with("voice-sent-to", &[("host", host.to_owned().into())]);
        ui.add(egui::Label::new(caption(text, tokens.warning)).wrap());
    }
}

/// The voice of what is published, and which of the two is listened to.
fn final_voice_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let meta = &state.project.meta;
    let width = ui.available_width();
    ui.add_space(6.0);
    let name = texts.get("final-voice").into_owned();
    field_label(ui, &name);
    let same = texts.get("final-voice-same");
    let current = meta.final_voice.as_deref().map_or_else(|| same.to_string(), |id| top::voice_name(state, id));
    choice(ui, &name, &current, width, |ui| {
        if menu_item(ui, None, &same, "", meta.final_voice.is_none()).clicked() {
            actions.push(Action::SetFinalVoice(None));
        }
        let chosen = meta.final_voice.as_deref().unwrap_or_default();
        voice_items(ui, state, chosen, |id| actions.push(Action::SetFinalVoice(Some(id))));
    });
    let Some(voice) = &meta.final_voice else { return };
    sent_to_ui(ui, state, voice, texts);
    let (draft, published) = (texts.get("stage-draft"), texts.get("stage-final"));
    let options = [(Stage::Draft, &*draft), (Stage::Final, &*published)];
    actions.extend(segments(ui, &texts.get("stage"), state.project.stage, &options).map(Action::SetStage));
}

/// Delivery. A drag is one change, made when it ends: each change makes every line stale.
fn delivery_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let now = &state.project.meta.delivery;
    let mut delivery = view.delivery.take().unwrap_or_else(|| now.clone());
    let mut busy = false;
    let mut track = |response: &egui::Response| {
        busy |=
            response.dragged() || response.is_pointer_button_down_on() || (response.has_focus() && response.changed());
    };
    let name = texts.get("speed").into_owned();
    field_label(ui, &name);
    let response = slider(ui, &name, &mut delivery.speed, 0.5..=2.0, 0.05, |drag| drag.suffix("×").fixed_decimals(2));
    track(&response);
    ui.add_space(10.0);

    let tokens = Tokens::of(ui);
    field_label(ui, &texts.get("pauses"));
    for (id, value) in [
        ("pause-clause", &mut delivery.pause_clause_secs),
        ("pause-sentence", &mut delivery.pause_sentence_secs),
        ("pause-line", &mut delivery.pause_line_secs),
        ("pause-paragraph", &mut delivery.pause_paragraph_secs),
    ] {
        let suffix = texts.get("secs-suffix").into_owned();
        let drag = DragValue::new(value).range(0.0..=10.0).speed(0.01).fixed_decimals(2).suffix(suffix);
        track(&number(ui, &texts.get(id), drag));
    }
    ui.add_space(10.0);
    field_label(ui, &texts.get("chunks"));
    let mut limited = delivery.max_chars.is_some();
    if check(ui, &mut limited, &texts.get("limit-chunks")).changed() {
        delivery.max_chars = limited.then_some(120);
    }
    if let Some(max_chars) = &mut delivery.max_chars {
        let drag = DragValue::new(max_chars).range(20..=500).speed(1.0);
        track(&number(ui, &texts.get("max-chars"), drag));
    } else {
        ui.label(caption(texts.get("limit-chunks-hint"), tokens.muted));
    }
    let suffix = texts.get("ms-suffix").into_owned();
    let drag = DragValue::new(&mut delivery.crossfade_ms).range(0..=500).speed(1.0).suffix(suffix);
    track(&number(ui, &texts.get("crossfade"), drag));
    for response in voice_options_ui(ui, &mut delivery, state, texts) {
        track(&response);
    }
    finish_delivery(delivery, now, busy, view, actions);
}

/// What only the project's voice honours.
fn voice_options_ui(ui: &mut Ui, delivery: &mut Delivery, state: &State, texts: &Texts) -> Vec<egui::Response> {
    let voice = state.voices.iter().find(|voice| voice.id == state.project.voice());
    let Some(voice) = voice.filter(|voice| voice.steps.is_some() || voice.takes_expressions) else { return Vec::new() };
    let tokens = Tokens::of(ui);
    let mut responses = Vec::new();
    ui.add_space(10.0);
    field_label(ui, &texts.with("voice-options", &[("voice", voice.name.clone().into())]));
    if let Some(steps) = voice.steps {
        let mut wanted = steps.within(delivery.steps);
        let drag = DragValue::new(&mut wanted).range(steps.min..=steps.max).speed(0.2);
        let response = number(ui, &texts.get("steps"), drag);
        if response.changed() {
            delivery.steps = (wanted != steps.usual).then_some(wanted);
        }
        responses.push(response);
        ui.add(egui::Label::new(caption(texts.get("steps-hint"), tokens.muted)).wrap());
    }
    if voice.takes_expressions {
        check(ui, &mut delivery.expressions, &texts.get("expressions"));
        ui.add(egui::Label::new(caption(texts.get("expressions-hint"), tokens.muted)).wrap());
    }
    responses
}

fn finish_delivery(delivery: Delivery, now: &Delivery, busy: bool, view: &mut ViewState, actions: &mut Vec<Action>) {
    if busy {
        view.delivery = Some(delivery);
    } else if delivery != *now {
        actions.push(Action::SetDelivery(delivery));
    }
}
