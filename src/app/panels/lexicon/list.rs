//! The list of entries, with search above and what can be done below. Only the rows in view are drawn.

use eframe::egui;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, Frame, Margin, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::app::action::{Action, LexiconAction};
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::lexicon::state::{Draft, HearWhat, Owner, Scope, Version};
use crate::app::lexicon::words;
use crate::app::shortcuts::Command;
use crate::app::state::{Focus, State};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::{IconButton, TextButton, Weight, hint_text};
use crate::app::widgets::choice::segments;
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::{caption, check};
use crate::text::EntryRef;

/// Height of a row.
const ROW: f32 = 54.0;
/// What the entry in hand is higher.
const OPEN: f32 = 76.0;
/// Room for the buttons below.
const BELOW: f32 = 46.0;

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 8.0;
    search_ui(ui, state, view, texts, actions);
    let (all, project, own) = (texts.get("scope-all"), texts.get("owner-project"), texts.get("owner-own"));
    let options = [(Scope::All, &*all), (Scope::Only(Owner::Project), &*project), (Scope::Only(Owner::Own), &*own)];
    if let Some(scope) = segments(ui, &texts.get("lexicon-scope"), state.lexicon.scope, &options) {
        actions.push(Action::Lexicon(LexiconAction::Show(scope)));
    }
    deleted_ui(ui, state, texts, actions);
    report_ui(ui, state, texts, actions);
    if view.lexicon.rows.is_empty() {
        let tokens = Tokens::of(ui);
        let search = state.lexicon.search.trim();
        let text = if search.is_empty() {
            texts.get("lexicon-empty").into_owned()
        } else {
            texts.with("lexicon-none-found", &[("text", search.to_owned().into())])
        };
        view.lexicon.list_has_keyboard = false;
        ui.add_space(4.0);
        ui.add(egui::Label::new(egui::RichText::new(text).color(tokens.muted)).wrap());
        ui.add_space(4.0);
    } else {
        rows_ui(ui, state, view, texts, actions);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for (id, icon, action) in [
            ("lexicon-new", Some(Icon::Plus), LexiconAction::New),
            ("lexicon-import", None, LexiconAction::PickImport),
            ("lexicon-export", None, LexiconAction::PickExport),
        ] {
            let mut button = TextButton::new(texts.get(id));
            if let Some(icon) = icon {
                button = button.icon(icon);
            }
            if ui.add(button).clicked() {
                actions.push(Action::Lexicon(action));
            }
        }
    });
}

fn search_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let id = egui::Id::unique("lexicon-search");
    if view.lexicon.take_wish(Focus::LexiconSearch) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let name = texts.get("lexicon-search");
    let look = FieldLook { name: &name, hint: &name, width: f32::INFINITY };
    let buffer = view.fields.entry("lexicon-search").or_default();
    let (response, change) = field(ui, id, buffer, &state.lexicon.search, look);
    if let Some(text) = change {
        actions.push(Action::Lexicon(LexiconAction::Search(text)));
    }
    if response.lost_focus() {
        if ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            actions.push(Action::Lexicon(LexiconAction::Search(String::new())));
        }
        if ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            view.lexicon.wants = Some(Focus::LexiconList);
            if state.lexicon.draft.is_none() {
                actions.extend(view.lexicon.rows.first().map(|at| Action::Lexicon(LexiconAction::Select(*at))));
            }
        }
    }
}

/// A strip with a text and something beside it.
fn strip_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let tokens = Tokens::of(ui);
    Frame::new()
        .fill(tokens.raised)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(theme::CORNER)
        .inner_margin(Margin::symmetric(10, 6))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            contents(ui);
        });
}

fn deleted_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let Some((_, entry)) = &state.lexicon.deleted else { return };
    strip_ui(ui, |ui| {
        let text = texts.with("deleted", &[("written", entry.written.clone().into())]);
        ui.add(egui::Label::new(text).wrap());
        if ui.add(TextButton::new(texts.get("bring-back")).icon(Icon::Undo2)).clicked() {
            actions.push(Action::Lexicon(LexiconAction::BringBack));
        }
    });
}

fn report_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let Some(report) = &state.lexicon.report else { return };
    strip_ui(ui, |ui| {
        ui.horizontal(|ui| {
            let values = [("added", report.n_added.into()), ("replaced", report.n_replaced.into())];
            let room = ui.available_width() - theme::CONTROL_HEIGHT - 8.0;
            ui.allocate_ui(vec2(room, theme::CONTROL_HEIGHT), |ui| {
                ui.set_min_width(room);
                ui.add(egui::Label::new(texts.with("import-result", &values)).wrap());
            });
            if ui.add(IconButton::new(Icon::X, &texts.get("dismiss"), "")).clicked() {
                actions.push(Action::Lexicon(LexiconAction::DismissReport));
            }
        });
        if report.problems.is_empty() {
            return;
        }
        let text = texts.with("import-problems", &[("n", report.problems.len().into())]);
        ui.label(egui::RichText::new(text).color(tokens.warning));
        ScrollArea::vertical().id_salt("import-problems").max_height(120.0).show(ui, |ui| {
            for problem in &report.problems {
                let text = words::problem(problem, texts);
                ui.add(egui::Label::new(caption(text, tokens.muted)).wrap().selectable(true));
            }
        });
    });
}

fn rows_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let id = egui::Id::unique("lexicon-list");
    let panel = &mut view.lexicon;
    let in_hand = state.lexicon.draft.as_ref().and_then(Draft::at);
    let open = in_hand.and_then(|at| panel.rows.iter().position(|row| *row == at));
    let top_of = |place: usize| place as f32 * ROW + if open.is_some_and(|open| place > open) { OPEN } else { 0.0 };
    let height = (ui.available_height() - BELOW).max(ROW);
    let mut area = ScrollArea::vertical().id_salt("lexicon-list").max_height(height).auto_shrink([false, true]);
    if std::mem::take(&mut panel.reveals)
        && let Some(place) = open
    {
        let (top, bottom) = (top_of(place), top_of(place) + ROW + OPEN);
        let seen = panel.offset..panel.offset + height;
        if top < seen.start {
            area = area.vertical_scroll_offset(top);
        } else if bottom > seen.end {
            area = area.vertical_scroll_offset(bottom - height);
        }
    }
    let n = panel.rows.len();
    let output = area.show_viewport(ui, |ui, viewport| {
        // A list that scrolls keeps its length when an entry opens: scrolling beyond an end springs back.
        let scrolls = n as f32 * ROW + OPEN > height;
        let size = vec2(ui.available_width(), n as f32 * ROW + if scrolls || open.is_some() { OPEN } else { 0.0 });
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let list = ui.interact(rect, id, Sense::focusable_noninteractive());
        let name = texts.get("lexicon-list").into_owned();
        list.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, &name));
        if panel.take_wish(Focus::LexiconList) {
            list.request_focus();
        }
        let has_keyboard = ui.memory(|memory| memory.has_focus(id));
        panel.list_has_keyboard = has_keyboard;
        if has_keyboard {
            let filter = egui::EventFilter { vertical_arrows: true, ..egui::EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        }
        let mut place = ((viewport.min.y - OPEN) / ROW).floor().max(0.0) as usize;
        while place < n && top_of(place) <= viewport.max.y {
            let is_open = open == Some(place);
            let height = if is_open { ROW + OPEN } else { ROW };
            let at = panel.rows[place];
            let row = Rect::from_min_size(rect.min + vec2(0.0, top_of(place)), vec2(rect.width(), height));
            row_ui(ui, row, id, at, (is_open, has_keyboard), state, texts, actions);
            place += 1;
        }
    });
    panel.offset = output.state.clamped_offset().y;
}

#[expect(clippy::too_many_arguments, reason = "a row is drawn from all of these")]
fn row_ui(
    ui: &mut Ui,
    rect: Rect,
    list: egui::Id,
    at: EntryRef,
    (is_open, has_keyboard): (bool, bool),
    state: &State,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    let Some(entry) = state.entry_at(at) else { return };
    let response = ui.interact(rect, list.with(at), Sense::CLICK);
    let uses = uses_text(state, at, texts);
    let mode = texts.get(words::mode_id(entry.mode)).into_owned();
    let owner = texts.get(owner_id(Owner::of(at))).into_owned();
    let name = texts.with(
        "entry-name",
        &[
            ("written", entry.written.as_str().into()),
            ("spoken", entry.spoken.as_str().into()),
            ("uses", uses.as_str().into()),
            ("match", mode.as_str().into()),
            ("owner", owner.into()),
        ],
    );
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_open, &name));
    if response.double_clicked() {
        actions.push(Action::Lexicon(LexiconAction::Open(at)));
    } else if response.clicked() {
        ui.memory_mut(|memory| memory.request_focus(list));
        actions.push(Action::Lexicon(LexiconAction::Select(at)));
    }
    let drawn = rect.shrink2(vec2(0.0, 1.0));
    let corner = f32::from(theme::CORNER);
    if is_open {
        let (width, color) = if has_keyboard { (2.0, tokens.accent) } else { (1.0, tokens.line) };
        ui.painter().rect(drawn, corner, tokens.raised, Stroke::new(width, color), StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(drawn, corner, tokens.hovered);
    }
    let right = [uses, mode].map(|text| ui.painter().layout_no_wrap(text, theme::text_font(), tokens.muted));
    let left = rect.left() + 11.0;
    let (ink, quiet) = if entry.enabled { (tokens.text, tokens.muted) } else { (tokens.muted, tokens.muted) };
    let lines = [(&entry.written, theme::bold_font(theme::TEXT), ink), (&entry.spoken, theme::text_font(), quiet)];
    for (place, ((text, font, color), right)) in lines.into_iter().zip(right).enumerate() {
        let y = rect.top() + 17.0 + place as f32 * 21.0;
        let is_own = place == 0 && state.lexicon.scope == Scope::All && Owner::of(at) == Owner::Own;
        let room = rect.width() - 22.0 - right.size().x - 12.0 - if is_own { 20.0 } else { 0.0 };
        let mut job = LayoutJob::simple_singleline(text.clone(), font, Color32::PLACEHOLDER);
        job.wrap = TextWrapping::truncate_at_width(room.max(24.0));
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let end = left + galley.size().x;
        ui.painter().galley(pos2(left, y - galley.size().y / 2.0), galley, color);
        if is_own {
            icons::paint(ui.painter(), pos2(end + 12.0, y), Icon::User, 13.0, tokens.faint);
        }
        let x = rect.right() - 11.0 - right.size().x;
        ui.painter().galley(pos2(x, y - right.size().y / 2.0), right, tokens.muted);
    }
    if is_open {
        let inside = Rect::from_min_max(rect.min + vec2(11.0, ROW + 1.0), rect.max - vec2(11.0, 8.0));
        ui.scope_builder(egui::UiBuilder::new().max_rect(inside), |ui| card_ui(ui, at, state, texts, actions));
    }
}

/// What the entry in hand offers.
fn card_ui(ui: &mut Ui, at: EntryRef, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
    ui.horizontal(|ui| {
        hear_ui(ui, HearWhat::Word, true, texts, actions);
        let n = state.lexicon.uses.get(&at).copied().unwrap_or(0);
        if n > 0 {
            let text = texts.with("hear-lines", &[("n", n.into())]);
            if ui.add(TextButton::new(text)).clicked() {
                actions.push(Action::Lexicon(LexiconAction::Hear(HearWhat::AllLines, Version::After)));
            }
        }
    });
    ui.horizontal(|ui| {
        let mut on = state.entry_at(at).is_some_and(|entry| entry.enabled);
        if check(ui, &mut on, &texts.get("entry-enabled")).changed() {
            actions.push(Action::Lexicon(LexiconAction::SetEnabled(at, on)));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(TextButton::new(texts.get("lexicon-edit")).weight(Weight::Quiet)).clicked() {
                actions.push(Action::Lexicon(LexiconAction::Open(at)));
            }
        });
    });
}

/// The two buttons to compare the word by.
pub(super) fn hear_ui(ui: &mut Ui, what: HearWhat, accent: bool, texts: &Texts, actions: &mut Vec<Action>) {
    let keys = Command::LexiconHear.keys(ui.ctx());
    for (version, id, hint) in
        [(Version::Before, "hear-before", "hear-before-hint"), (Version::After, "hear-after", "hear-after-hint")]
    {
        let weight = if accent && version == Version::After { Weight::Accent } else { Weight::Plain };
        let hint = texts.get(hint);
        let button = TextButton::new(texts.get(id)).name(hint.clone()).icon(Icon::Play).weight(weight);
        if ui.add(button).on_hover_text(hint_text(&hint, &keys)).clicked() {
            actions.push(Action::Lexicon(LexiconAction::Hear(what, version)));
        }
    }
}

/// The text id of a lexicon's name.
pub(super) const fn owner_id(owner: Owner) -> &'static str {
    match owner {
        Owner::Project => "owner-project",
        Owner::Own => "owner-own",
    }
}

fn uses_text(state: &State, at: EntryRef, texts: &Texts) -> String {
    if !state.entry_at(at).is_some_and(|entry| entry.enabled) {
        return texts.get("entry-off").into_owned();
    }
    match state.lexicon.uses.get(&at) {
        Some(&n) => texts.with("n-lines", &[("n", n.into())]),
        None => texts.get("lexicon-unused").into_owned(),
    }
}
