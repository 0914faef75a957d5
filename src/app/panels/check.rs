//! The tab of what deserves a look before the export: failed lines, warnings, doubtful readings, dropped characters.

use eframe::egui;
use egui::{Label, RichText, ScrollArea, Ui};

use crate::app::action::Action;
use crate::app::check::Found;
use crate::app::i18n::Texts;
use crate::app::state::{LineStatus, LineView, State};
use crate::app::theme::Tokens;
use crate::app::widgets::button::menu_item;
use crate::app::widgets::field_label;

/// Lines shown of each list; the others are told by their number.
const MAX_SHOWN: usize = 200;

/// Draws the tab.
pub fn check_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    if state.check.is_empty() {
        ui.add(Label::new(RichText::new(texts.get("check-nothing")).color(tokens.muted)).wrap());
        return;
    }
    ScrollArea::vertical().id_salt("check").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let check = &state.check;
        list(ui, "check-failed", &check.failed, state, texts, actions, &|known| match &known.status {
            LineStatus::Failed(why) => why.clone(),
            _ => String::new(),
        });
        list(ui, "check-suspicious", &check.suspicious, state, texts, actions, &|known| {
            let take = known.take.as_ref();
            let first = take.and_then(|take| take.suspicions.first());
            first.map_or_else(String::new, |(_, what)| {
                texts.find(&format!("suspicion-{}", what.name())).unwrap_or_default().into_owned()
            })
        });
        list(ui, "check-warned", &check.warned, state, texts, actions, &|known| {
            known.form.warnings.first().map(ToString::to_string).unwrap_or_default()
        });
        list(ui, "check-dropped", &check.dropped, state, texts, actions, &|known| known.form.dropped());
        list(ui, "check-doubtful", &check.doubtful, state, texts, actions, &|known| doubtful(known));
    });
}

fn list(
    ui: &mut Ui,
    title: &str,
    found: &[Found],
    state: &State,
    texts: &Texts,
    actions: &mut Vec<Action>,
    what: &dyn Fn(&LineView) -> String,
) {
    if found.is_empty() {
        return;
    }
    field_label(ui, &texts.with(title, &[("n", found.len().into())]));
    for found in found.iter().take(MAX_SHOWN) {
        let detail = state.lines.get(&found.line).map(what).unwrap_or_default();
        let name = texts.with("check-line", &[("n", found.number.into()), ("what", detail.clone().into())]);
        let response = menu_item(ui, None, &name, "", state.selected == Some(found.line));
        if response.on_hover_text(detail).clicked() {
            actions.push(Action::Select(found.line));
        }
    }
    ui.add_space(10.0);
}

/// The doubtful places of a line with their readings: `10-20 → ten to twenty`.
fn doubtful(known: &LineView) -> String {
    let source: Vec<char> = known.form.source.chars().collect();
    let places = known.doubtful.iter().filter_map(|&place| known.form.pieces.get(place)).map(|piece| {
        let written: String = source.get(piece.source.range()).unwrap_or_default().iter().collect();
        format!("{} → {}", written.trim(), piece.shown().trim())
    });
    places.collect::<Vec<_>>().join(", ")
}
