//! The lexicon tab of the inspector: the list of entries, and the entry that is open.

mod form;
mod list;
mod touched;

use eframe::egui;
use egui::{Key, Modifiers, Ui};

use super::editor;
use crate::app::action::{Action, InspectorTab, LexiconAction};
use crate::app::i18n::Texts;
use crate::app::lexicon::state::{Draft, Scope};
use crate::app::state::{Focus, State};
use crate::app::view::ViewState;
use crate::text::EntryRef;

/// Entries that Page Up and Page Down go.
const PAGE: isize = 8;

/// What the drawing of the lexicon remembers from frame to frame.
#[derive(Default)]
pub struct LexiconPanel {
    /// The entries in view, in order.
    rows: Vec<EntryRef>,
    /// What `rows` were made from.
    made_from: Option<(u64, String, Scope)>,
    /// Where the keyboard is to go.
    wants: Option<Focus>,
    /// The list has the keyboard.
    list_has_keyboard: bool,
    /// The entry that is open has the keyboard.
    form_has_keyboard: bool,
    /// The entry in hand is to be brought into view.
    reveals: bool,
    /// The entry in hand when it was last brought into view.
    revealed: Option<EntryRef>,
    /// Where the list is scrolled to.
    offset: f32,
}

impl LexiconPanel {
    /// Follows the lexicons, the search and where the keyboard is to go.
    pub fn update(&mut self, state: &State) {
        if let Some(focus @ (Focus::LexiconSearch | Focus::LexiconList | Focus::Written | Focus::Spoken)) = state.focus
        {
            self.wants = Some(focus);
        }
        let at = state.lexicon.draft.as_ref().and_then(Draft::at);
        if self.revealed != at {
            self.revealed = at;
            self.reveals = at.is_some();
        }
        let lexicon = &state.lexicon;
        let source = (lexicon.generation, lexicon.search.clone(), lexicon.scope);
        if self.made_from.as_ref() == Some(&source) {
            return;
        }
        self.made_from = Some(source);
        let needle = lexicon.search.trim().to_lowercase();
        self.rows = crate::app::lexicon::state::Owner::ALL
            .into_iter()
            .filter(|owner| lexicon.scope.shows(*owner))
            .flat_map(|owner| {
                let entries = &state.lexicon_of(owner).entries;
                let needle = needle.as_str();
                let has = move |text: &str| text.to_lowercase().contains(needle);
                entries
                    .iter()
                    .enumerate()
                    .filter(move |(_, entry)| {
                        needle.is_empty() || has(&entry.written) || has(&entry.spoken) || has(&entry.note)
                    })
                    .map(move |(index, _)| owner.entry(index))
                    .collect::<Vec<_>>()
            })
            .collect();
    }

    /// Whether the panel has to be open, because the keyboard goes there.
    pub fn wants_to_open(&self) -> bool {
        self.wants.is_some()
    }

    fn take_wish(&mut self, focus: Focus) -> bool {
        self.wants.take_if(|wanted| *wanted == focus).is_some()
    }

    /// Takes the keys that are the panel's own out of the input.
    pub fn take_keys(&self, ctx: &egui::Context, state: &State, actions: &mut Vec<Action>) {
        if state.tab != InspectorTab::Lexicon {
            return;
        }
        let pressed = |modifiers: Modifiers, key: Key| ctx.input_mut(|input| input.consume_key(modifiers, key));
        if state.lexicon.is_open {
            if self.form_has_keyboard {
                // What is typed in this frame reaches the entry first.
                let types = ctx.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::Text(_))));
                if !types && pressed(Modifiers::COMMAND, Key::Enter) {
                    actions.push(Action::Lexicon(LexiconAction::Save));
                }
                if pressed(Modifiers::NONE, Key::Escape) {
                    actions.push(Action::Lexicon(LexiconAction::Cancel));
                }
            }
            return;
        }
        if !self.list_has_keyboard {
            return;
        }
        for (key, by) in [
            (Key::ArrowUp, -1),
            (Key::ArrowDown, 1),
            (Key::PageUp, -PAGE),
            (Key::PageDown, PAGE),
            (Key::Home, isize::MIN),
            (Key::End, isize::MAX),
        ] {
            if pressed(Modifiers::NONE, key) {
                actions.extend(self.moved(state, by).map(|at| Action::Lexicon(LexiconAction::Select(at))));
            }
        }
        let Some(at) = state.lexicon.draft.as_ref().and_then(Draft::at) else { return };
        if pressed(Modifiers::NONE, Key::Enter) {
            actions.push(Action::Lexicon(LexiconAction::Open(at)));
        }
        if pressed(Modifiers::NONE, Key::Delete) {
            actions.push(Action::Lexicon(LexiconAction::Delete(at)));
        }
        if pressed(Modifiers::NONE, Key::Space)
            && let Some(entry) = state.entry_at(at)
        {
            actions.push(Action::Lexicon(LexiconAction::SetEnabled(at, !entry.enabled)));
        }
    }

    /// The entry `by` places on from the one in hand.
    fn moved(&self, state: &State, by: isize) -> Option<EntryRef> {
        let at = state.lexicon.draft.as_ref().and_then(Draft::at);
        let place = at.and_then(|at| self.rows.iter().position(|row| *row == at));
        let last = self.rows.len().checked_sub(1)?;
        let start = if (-PAGE..0).contains(&by) || by == isize::MAX { last } else { 0 };
        let to = place.map_or(start, |place| place.saturating_add_signed(by).min(last));
        self.rows.get(to).copied()
    }
}

/// Draws the tab.
pub fn lexicon_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    if state.lexicon.is_open && state.lexicon.draft.is_some() {
        view.lexicon.list_has_keyboard = false;
        form::form_ui(ui, state, view, texts, actions);
    } else {
        view.lexicon.form_has_keyboard = false;
        list::list_ui(ui, state, view, texts, actions);
    }
}

/// A foreign word without the Korean that is written onto it: a particle or an ending.
fn without_particle(word: &str) -> String {
    let is_hangul = |c: &char| ('가'..='힣').contains(c);
    let stem: String = word.chars().take_while(|c| !is_hangul(c)).collect();
    if stem.is_empty() { word.to_owned() } else { stem }
}

/// The entry for what is selected in the script, or for the word that the caret is in. A new one where that is nothing.
pub fn entry_for_selection(ctx: &egui::Context, state: &State) -> Action {
    let found = || {
        let line = state.project.line(state.selected?)?;
        let range = egui::TextEdit::load_state(ctx, editor::id())?.cursor.char_range()?.as_sorted_char_range();
        let chars: Vec<char> = line.text.chars().collect();
        let is_word = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '.');
        let (mut start, mut end) = (range.start.0.min(chars.len()), range.end.0.min(chars.len()));
        if start == end {
            start -= chars[..start].iter().rev().take_while(|c| is_word(c)).count();
            end += chars[end..].iter().take_while(|c| is_word(c)).count();
        }
        let written: String = chars[start..end].iter().collect();
        let written = without_particle(written.trim().trim_matches('.'));
        (!written.is_empty()).then_some(LexiconAction::DraftFor { written, spoken: String::new() })
    };
    Action::Lexicon(found().unwrap_or(LexiconAction::New))
}
