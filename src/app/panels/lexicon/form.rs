//! The entry that is open: its fields, what is wrong with them, and what the change does.

use eframe::egui;
use egui::{RichText, ScrollArea, Ui};

use super::list::{hear_ui, owner_id};
use super::touched;
use crate::app::action::{Action, LexiconAction};
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::lexicon::state::{Draft, HearWhat, Owner, Version};
use crate::app::lexicon::words;
use crate::app::shortcuts;
use crate::app::state::{Focus, State};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::{IconButton, TextButton, Weight, hint_text, menu_item};
use crate::app::widgets::choice::choice;
use crate::app::widgets::field::{FieldLook, field};
use crate::app::widgets::{caption, check, field_label};
use crate::text::Language;
use crate::text::lexicon::{Case, MatchMode};

/// Draws the entry in hand.
pub fn form_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let Some(draft) = &state.lexicon.draft else { return };
    let panel = ui.max_rect();
    ui.horizontal(|ui| {
        if ui.add(IconButton::new(Icon::ArrowLeft, &texts.get("lexicon-back"), "Esc")).clicked() {
            actions.push(Action::Lexicon(LexiconAction::Cancel));
        }
        let title = if draft.saved.is_some() { "entry-title-edit" } else { "entry-title-new" };
        ui.label(RichText::new(texts.get(title)).font(theme::bold_font(theme::TEXT)));
    });
    ScrollArea::vertical().id_salt("lexicon-entry").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        let mut changed = draft.clone();
        text_fields(ui, &mut changed, state, view, texts);
        choices(ui, &mut changed, texts);
        ui.add_space(4.0);
        check(ui, &mut changed.entry.enabled, &texts.get("entry-enabled"));
        let mut note = changed.entry.note.clone();
        labelled_field(ui, view, ("note", "note-hint"), &mut note, None, texts);
        changed.entry.note = note;
        ui.add_space(6.0);
        buttons(ui, draft, state, texts, actions);
        ui.add_space(6.0);
        changes_ui(ui, state, texts, actions);
        if changed != *draft {
            actions.push(Action::Lexicon(LexiconAction::Change(changed)));
        }
    });
    let focused = ui.memory(egui::Memory::focused).and_then(|id| ui.ctx().read_response(id));
    view.lexicon.form_has_keyboard = focused.is_some_and(|response| panel.contains(response.rect.center()));
}

fn text_fields(ui: &mut Ui, draft: &mut Draft, state: &State, view: &mut ViewState, texts: &Texts) {
    let fault = state.lexicon.fault.as_ref();
    for (names, focus, is_spoken) in
        [(("written", "written-hint"), Focus::Written, false), (("spoken", "spoken-hint"), Focus::Spoken, true)]
    {
        let value = if is_spoken { &mut draft.entry.spoken } else { &mut draft.entry.written };
        let wants = view.lexicon.take_wish(focus);
        let is_untouched = value.is_empty();
        labelled_field(ui, view, names, value, Some(wants), texts);
        if let Some(fault) = fault.filter(|fault| words::is_about_spoken(fault) == is_spoken) {
            let tokens = Tokens::of(ui);
            // An empty field is no mistake yet.
            let color = if is_untouched { tokens.muted } else { tokens.error };
            let text = words::draft_fault(fault, state, texts);
            ui.add(egui::Label::new(caption(text, color)).wrap());
        }
    }
}

/// A field with its name above. `focus` tells whether it gets the keyboard now.
fn labelled_field(
    ui: &mut Ui,
    view: &mut ViewState,
    (name, hint): (&'static str, &'static str),
    value: &mut String,
    focus: Option<bool>,
    texts: &Texts,
) {
    let id = egui::Id::unique(("lexicon-field", name));
    if focus == Some(true) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let (text, hint) = (texts.get(name).into_owned(), texts.get(hint).into_owned());
    field_label(ui, &text);
    let look = FieldLook { name: &text, hint: &hint, width: f32::INFINITY };
    let buffer = view.fields.entry(name).or_default();
    if let (_, Some(change)) = field(ui, id, buffer, value, look) {
        *value = change;
    }
}

fn choices(ui: &mut Ui, draft: &mut Draft, texts: &Texts) {
    let gap = ui.spacing().item_spacing.x;
    let half = ((ui.available_width() - gap) / 2.0).floor();
    let entry = &mut draft.entry;
    ui.horizontal(|ui| {
        choose(ui, half, &texts.get("match"), &mut entry.mode, &MatchMode::ALL, |mode| {
            texts.get(words::mode_id(mode)).into_owned()
        });
        choose(ui, half, &texts.get("case"), &mut entry.case, &Case::ALL, |case| {
            texts.get(if case == Case::Exact { "case-exact" } else { "case-ignore" }).into_owned()
        });
    });
    ui.horizontal(|ui| {
        let languages = [None, Some(Language::English), Some(Language::Korean)];
        choose(ui, half, &texts.get("entry-language"), &mut entry.language, &languages, |language| match language {
            Some(language) => texts.language_name(language).into_owned(),
            None => texts.get("language-any").into_owned(),
        });
        choose(ui, half, &texts.get("owner"), &mut draft.owner, &Owner::ALL, |owner| {
            texts.get(owner_id(owner)).into_owned()
        });
    });
    let tokens = Tokens::of(ui);
    let hint = if draft.owner == Owner::Own { "owner-own-hint" } else { "owner-project-hint" };
    ui.add(egui::Label::new(caption(texts.get(hint), tokens.muted)).wrap());
}

/// One of some values, chosen from a menu.
fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    width: f32,
    name: &str,
    value: &mut T,
    all: &[T],
    text_of: impl Fn(T) -> String,
) {
    ui.vertical(|ui| {
        ui.set_width(width);
        field_label(ui, name);
        let now = *value;
        choice(ui, name, &text_of(now), width, |ui| {
            for option in all {
                if menu_item(ui, None, &text_of(*option), "", *option == now).clicked() {
                    *value = *option;
                }
            }
        });
    });
}

fn buttons(ui: &mut Ui, draft: &Draft, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let keys = egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, egui::Key::Enter);
    let keys = shortcuts::key_text(ui.ctx(), &keys);
    ui.horizontal(|ui| {
        let can_save = state.lexicon.fault.is_none();
        let save = TextButton::new(texts.get("entry-save")).weight(Weight::Accent);
        let response = ui.add_enabled(can_save, save).on_hover_text(hint_text(&texts.get("entry-save"), &keys));
        if response.clicked() {
            actions.push(Action::Lexicon(LexiconAction::Save));
        }
        if ui.add(TextButton::new(texts.get("cancel"))).clicked() {
            actions.push(Action::Lexicon(LexiconAction::Cancel));
        }
        if let Some(at) = draft.at() {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.add(TextButton::new(texts.get("entry-delete")).weight(Weight::Quiet)).clicked() {
                    actions.push(Action::Lexicon(LexiconAction::Delete(at)));
                }
            });
        }
    });
}

/// What the change does, to be heard and read.
fn changes_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let lexicon = &state.lexicon;
    let can_hear = !matches!(lexicon.fault, Some(crate::app::lexicon::state::DraftFault::Entry(_)));
    let n = lexicon.touched.len();
    ui.separator();
    ui.add_enabled_ui(can_hear, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            hear_ui(ui, HearWhat::Word, false, texts, actions);
            if n > 0 {
                let text = texts.with("hear-lines", &[("n", n.into())]);
                if ui.add(TextButton::new(text)).clicked() {
                    actions.push(Action::Lexicon(LexiconAction::Hear(HearWhat::AllLines, Version::After)));
                }
            }
        });
    });
    let id = if lexicon.is_complete { "touched" } else { "touched-so-far" };
    field_label(ui, &texts.with(id, &[("n", n.into())]));
    touched::touched_ui(ui, state, texts, actions);
}
