//! The menu of a word: how it is read, how else it could be, a reading of one's own, and its entry in the lexicon.

use eframe::egui;
use egui::{Frame, Key, Label, Modifiers, Order, Pos2, RichText, Ui};

use super::spoken;
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::app::theme::Tokens;
use crate::app::view::ViewState;
use crate::app::widgets::button::menu_item;
use crate::app::widgets::caption;
use crate::app::widgets::field::{FieldLook, field};
use crate::app::word::Word;
use crate::text::{Choice, Piece, Span};

/// Width of the menu.
const WIDTH: f32 = 260.0;
/// Most readings are short; what is longer is cut in the list and whole in the tooltip.
const MAX_SHOWN_CHARS: usize = 60;

/// What the menu remembers from frame to frame.
#[derive(Default)]
pub struct WordMenu {
    /// Where it opens: under the word that was pointed at.
    at: Option<Pos2>,
    /// The word that it was drawn for last.
    shown: Option<Word>,
}

impl WordMenu {
    /// The next word opens here.
    pub fn place(&mut self, at: Pos2) {
        self.at = Some(at);
    }
}

/// Draws the menu, if a word is open.
pub fn word_ui(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let Some(word) = &state.word else {
        view.word.shown = None;
        return;
    };
    let opened = view.word.shown.as_ref() != Some(word);
    if opened {
        view.word.shown = Some(word.clone());
        view.fields.remove("word-reading");
    }
    let at = view.word.at.unwrap_or_else(|| ui.ctx().content_rect().center());
    let id = egui::Id::unique("word-menu");
    let area = egui::Area::new(id).order(Order::Foreground).fixed_pos(at).constrain(true).show(ui.ctx(), |ui| {
        Frame::menu(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.spacing_mut().item_spacing.y = 2.0;
            contents(ui, word, state, view, texts, opened, actions);
        });
    });
    let ctx = ui.ctx();
    let escaped = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let outside = !opened && area.response.clicked_elsewhere();
    if escaped || outside {
        actions.push(Action::CloseWord);
    }
}

fn contents(
    ui: &mut Ui,
    word: &Word,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    opened: bool,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    ui.add(Label::new(RichText::new(&word.written).strong()).truncate());
    if let Some(why) = explanation(word, state, texts) {
        ui.add(Label::new(caption(why, tokens.muted)).wrap());
    }
    ui.separator();
    let source = state.lines.get(&word.line).map(|view| view.form.source.as_str()).unwrap_or_default();
    let mut first = opened;
    let mut item = |ui: &mut Ui, text: &str, detail: &str, chosen: bool| {
        let response = menu_item(ui, None, text, detail, chosen);
        if std::mem::take(&mut first) {
            response.request_focus();
        }
        response
    };
    let choose = |choice: Choice| [Action::ChooseReading { line: word.line, choice }, Action::CloseWord];
    for other in &word.alternatives {
        let kind = texts.find(&format!("alternative-{}", other.kind)).unwrap_or_default().into_owned();
        let shown: String = other.spoken.chars().take(MAX_SHOWN_CHARS).collect();
        if item(ui, &shown, &kind, false).on_hover_text(&other.spoken).clicked() {
            actions.extend(choose(word.choice(source, &other.spoken)));
        }
    }
    if let Some(chosen) = &word.chosen
        && item(ui, &texts.get("word-by-rule"), "", false).clicked()
    {
        actions.extend([Action::ClearReading { line: word.line, choice: chosen.clone() }, Action::CloseWord]);
    }
    let entry = if word.entry.is_some() { texts.get("word-edit-entry") } else { texts.get("word-add-entry") };
    if item(ui, &entry, "", false).clicked() {
        actions.push(Action::WordToLexicon);
    }
    ui.add_space(4.0);
    let name = texts.get("word-read-as").into_owned();
    let look = FieldLook { name: &name, hint: &name, width: WIDTH };
    let buffer = view.fields.entry("word-reading").or_default();
    if let (response, Some(spoken)) = field(ui, egui::Id::unique("word-reading"), buffer, &word.spoken, look)
        && spoken.trim() != word.spoken
        && (response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)))
    {
        actions.extend(choose(word.choice(source, &spoken)));
    }
    ui.add(Label::new(caption(texts.get("word-read-as-hint"), tokens.muted)).wrap());
}

/// Why the word is read as it is.
fn explanation(word: &Word, state: &State, texts: &Texts) -> Option<String> {
    let piece = Piece {
        spoken: word.spoken.as_str().into(),
        source: Span::new(0, word.written.chars().count()),
        origin: word.origin,
        language: crate::text::Language::default(),
        atomic: true,
    };
    spoken::explanation(&piece, &word.written, state, texts)
}
