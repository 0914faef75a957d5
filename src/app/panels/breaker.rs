//! The banner above the script while rendering waits: what happened, why, what comes next, and the ways out.

use eframe::egui;
use egui::{Frame, Label, Margin, RichText, Stroke, Ui};

use crate::app::action::{Action, BreakerAction};
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::state::{BreakerView, State};
use crate::app::theme::Tokens;
use crate::app::widgets::button::TextButton;
use crate::studio::breaker::Trip;

/// Draws the banner, if the breaker is not closed.
pub fn breaker_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let Some(breaker) = &state.breaker else { return };
    let tokens = Tokens::of(ui);
    let frame = Frame::new().fill(tokens.warning_soft).inner_margin(Margin::symmetric(14, 8));
    let rect = frame
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), egui::Sense::hover());
                icons::paint(ui.painter(), rect.center(), Icon::TriangleAlert, 16.0, tokens.warning);
                ui.add(Label::new(RichText::new(headline(breaker, state, texts)).strong()).wrap());
            });
            ui.add(Label::new(story(breaker, texts)).wrap().selectable(true));
            ui.horizontal_wrapped(|ui| ways_out(ui, breaker, state, texts, actions));
        })
        .response
        .rect;
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, tokens.warning.gamma_multiply(0.5)));
}

fn headline(breaker: &BreakerView, state: &State, texts: &Texts) -> String {
    match breaker.line.and_then(|line| state.project.index_of(line)) {
        Some(index) => texts.with("breaker-line", &[("line", (index + 1).into())]),
        None => texts.get("breaker-lines").into_owned(),
    }
}

/// Why it opened, what was tried since, and what comes next.
fn story(breaker: &BreakerView, texts: &Texts) -> String {
    let tried = texts.with("breaker-tried", &[("n", breaker.n_failed_trials.into())]);
    let values = [("why", why(breaker, texts).into()), ("tried", tried.into()), ("next", next(breaker, texts).into())];
    texts.with(if breaker.n_failed_trials == 0 { "breaker-story" } else { "breaker-story-tried" }, &values)
}

fn why(breaker: &BreakerView, texts: &Texts) -> String {
    match breaker.trip {
        Trip::OutOfMemory => texts.get("breaker-out-of-memory").into_owned(),
        Trip::OverBudget { needed, free } => {
            let megabytes = |bytes: u64| (bytes >> 20).to_string();
            let values = [("needed", megabytes(needed).into()), ("free", megabytes(free).into())];
            texts.with("breaker-over-budget", &values)
        }
        Trip::TimedOut => texts.get("breaker-timed-out").into_owned(),
        Trip::EngineDied => texts.get("breaker-engine-died").into_owned(),
        Trip::Panic => texts.get("breaker-panic").into_owned(),
        Trip::Failing => texts.get("breaker-failing").into_owned(),
    }
}

fn next(breaker: &BreakerView, texts: &Texts) -> String {
    match breaker.next_try_secs {
        None => texts.get("breaker-trying").into_owned(),
        Some(secs) => texts.with("breaker-next", &[("secs", secs.to_string().into())]),
    }
}

fn ways_out(ui: &mut Ui, breaker: &BreakerView, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let can_retry = breaker.next_try_secs.is_some();
    let mut way = |ui: &mut Ui, text: String, hint: &str, action: BreakerAction| {
        let button = TextButton::new(text);
        if ui.add_enabled(can_retry, button).on_hover_text(texts.get(hint).into_owned()).clicked() {
            actions.push(Action::Breaker(action));
        }
    };
    way(ui, texts.get("breaker-retry").into_owned(), "breaker-retry-hint", BreakerAction::Retry);
    way(ui, texts.get("breaker-smaller").into_owned(), "breaker-smaller-hint", BreakerAction::SmallerChunks);
    if !matches!(state.provider.as_str(), "" | "CPU") {
        way(ui, texts.get("breaker-cpu").into_owned(), "breaker-cpu-hint", BreakerAction::UseCpu);
    }
    if let Some(lighter) = lighter_voice(state) {
        let text = texts.with("breaker-lighter", &[("voice", lighter.name.clone().into())]);
        way(ui, text, "breaker-lighter-hint", BreakerAction::LighterVoice(lighter.id.clone()));
    }
    way(ui, texts.get("breaker-free").into_owned(), "breaker-free-hint", BreakerAction::FreeModel);
}

/// The installed voice of the same languages with the smallest model, if it is smaller than the present one's.
fn lighter_voice(state: &State) -> Option<&crate::voice::catalog::Listing> {
    let present = state.voices.iter().find(|voice| voice.id == state.project.voice())?;
    state
        .voices
        .iter()
        .filter(|voice| voice.installed && voice.bytes < present.bytes)
        .filter(|voice| present.languages.iter().all(|language| voice.languages.contains(language)))
        .min_by_key(|voice| voice.bytes)
}
