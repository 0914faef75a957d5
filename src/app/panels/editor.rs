//! The editor of the selected line. There is one, which moves from line to line and keeps the keyboard.

use eframe::egui;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange};
use egui::{Context, Event, EventFilter, Frame, Galley, Id, ImeEvent, Key, Modifiers, Pos2, TextBuffer, TextEdit, Ui};

use super::spoken;
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::state::{Focus, State, TransportState};
use crate::app::theme::{self, Tokens};
use crate::app::widgets::field::Buffer;
use crate::script::{LineId, LineKind};

/// For how long a commit that repeats an interrupted composition is taken for its echo, seconds.
const ECHO_SECS: f64 = 1.0;

/// Where the caret goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Caret {
    /// Before this `char`.
    Char(usize),
    /// After the last `char`.
    End,
    /// To this distance from the left edge, in the last row or the first.
    Row {
        /// Points from the left edge.
        x: f32,
        /// The last row.
        last: bool,
    },
}

/// The id of the editor, which is the same for all lines.
pub fn id() -> Id {
    Id::unique("line-editor")
}

/// See the module.
#[derive(Default)]
pub struct Editor {
    line: Option<LineId>,
    buffer: Buffer,
    galley: Option<Arc<Galley>>,
    /// Where the text was drawn.
    drawn_at: Pos2,
    /// Where the caret goes when the next line is selected.
    hint: Option<Caret>,
    /// The keyboard comes here, with the caret there.
    wants: Option<Caret>,
    /// A composition that was interrupted, and until when the input method may still commit it.
    echo: Option<(String, f64)>,
    /// Text under composition.
    preedit: String,
}

/// Where the text was drawn.
pub struct Drawn {
    /// The text.
    pub galley: Arc<Galley>,
    /// Its place.
    pub pos: Pos2,
}

/// What a key or paste means at the border of a line.
enum Border {
    Split,
    MergeWithPrevious,
    MergeWithNext,
    Go(i32, Caret),
    PasteLines(String),
}

impl Editor {
    /// True while an input method is composing in the line.
    pub fn is_composing(&self) -> bool {
        self.buffer.composing
    }

    /// Remembers where the caret goes when the selection changes.
    pub fn set_hint(&mut self, caret: Caret) {
        self.hint = Some(caret);
    }

    /// Asks for the keyboard.
    pub fn request(&mut self, caret: Caret) {
        self.wants = Some(caret);
    }

    /// Follows the selection and the text of the selected line.
    pub fn follow(&mut self, ctx: &Context, state: &State, actions: &mut Vec<Action>) {
        if self.line != state.selected {
            if let Some(line) = self.line.filter(|line| state.project.line(*line).is_some()) {
                // The person clicked elsewhere in the middle of a composition: what was composed is kept.
                self.interrupt(ctx);
                if let Some(text) = self.buffer.take_change() {
                    actions.push(Action::SetText { line, text });
                }
            }
            self.line = state.selected;
            self.buffer = Buffer::default();
            self.galley = None;
            if let Some(caret) = self.hint.take() {
                self.wants = Some(caret);
            }
        } else if state.focus.is_none() {
            self.hint = None;
        }
        self.drop_echo(ctx);
        if let Some(line) = self.line.and_then(|id| state.project.line(id)) {
            self.buffer.sync(&line.text);
        }
        if let Some(Focus::Line(line, at)) = state.focus
            && state.selected == Some(line)
            && self.wants.is_none()
        {
            self.wants = Some(Caret::Char(at));
        }
    }

    /// An input method may commit what it was composing when it was interrupted; that text is in the line already.
    fn drop_echo(&mut self, ctx: &Context) {
        let Some((text, until)) = &self.echo else { return };
        let over = ctx.input_mut(|input| {
            let is_new =
                |event: &Event| matches!(event, Event::Ime(ImeEvent::Preedit { text, .. }) if !text.is_empty());
            if input.time > *until || input.events.iter().any(is_new) {
                return true;
            }
            let is_echo = |event: &Event| matches!(event, Event::Ime(ImeEvent::Commit(echo)) if echo == text);
            let place = input.events.iter().position(is_echo);
            if let Some(place) = place {
                input.events.remove(place);
            }
            place.is_some()
        });
        if over {
            self.echo = None;
        }
    }

    /// Ends a composition from our side; what was composed so far stays in the text.
    fn interrupt(&mut self, ctx: &Context) {
        if self.buffer.composing {
            let until = ctx.input(|input| input.time) + ECHO_SECS;
            self.echo = Some((std::mem::take(&mut self.preedit), until));
            ctx.memory_mut(egui::Memory::interrupt_ime);
            self.buffer.composing = false;
        }
    }

    /// Acts on the keys that cross the borders of a line, and holds back what comes after them: it belongs to the line
    /// that will then be selected. At most one such key is acted on in a frame, always on settled text.
    pub fn take_structural_input(
        &mut self,
        ctx: &Context,
        state: &State,
        held: &mut Vec<Event>,
        actions: &mut Vec<Action>,
    ) {
        let Some(line) = self.line.filter(|_| ctx.memory(|memory| memory.has_focus(id()))) else { return };
        let range = self.caret_range(ctx);
        let mut found = None;
        ctx.input_mut(|input| {
            if self.buffer.composing && !input.events.iter().any(|event| matches!(event, Event::Ime(_))) {
                input.events.retain(|event| !is_border_key(event));
                return;
            }
            let mut settled = !self.buffer.composing;
            let mut at = 0;
            while at < input.events.len() {
                let event = &input.events[at];
                let is_candidate = is_border_key(event) || matches!(event, Event::Paste(text) if has_break(text));
                if is_candidate && !settled {
                    held.extend(input.events.drain(at..));
                    return;
                }
                if is_candidate && let Some(border) = self.border(event, range, state, line) {
                    found = Some(border);
                    held.extend(input.events.drain(at..).skip(1));
                    return;
                }
                settled &= !is_edit(event);
                at += 1;
            }
        });
        if let Some(border) = found {
            self.act(border, range, line, actions);
        }
    }

    fn act(&mut self, border: Border, range: CCursorRange, line: LineId, actions: &mut Vec<Action>) {
        let chars = range.as_sorted_char_range();
        let mut text = self.buffer.text.clone();
        if !range.is_empty() && matches!(border, Border::Split | Border::PasteLines(_)) {
            text.delete_char_range(chars.clone());
        }
        if text != self.buffer.synced {
            text.clone_into(&mut self.buffer.text);
            text.clone_into(&mut self.buffer.synced);
            actions.push(Action::SetText { line, text });
        }
        let at_char = chars.start.0;
        match border {
            Border::Split => actions.push(Action::Split { line, at_char }),
            Border::MergeWithPrevious => actions.push(Action::MergeWithPrevious(line)),
            Border::MergeWithNext => actions.push(Action::MergeWithNext(line)),
            Border::PasteLines(text) => actions.push(Action::PasteLines { line, at_char, text }),
            Border::Go(by, caret) => {
                self.hint = Some(caret);
                actions.push(Action::SelectBy(by));
            }
        }
    }

    /// What `event` means with the caret at `range`, where it crosses a border.
    fn border(&self, event: &Event, range: CCursorRange, state: &State, line: LineId) -> Option<Border> {
        if let Event::Paste(text) = event {
            return has_break(text).then(|| Border::PasteLines(text.clone()));
        }
        let Event::Key { key, modifiers, .. } = event else { return None };
        let place = state.project.index_of(line)?;
        let (has_previous, has_next) = (place > 0, place + 1 < state.project.lines().len());
        let n_chars = self.buffer.text.chars().count();
        let single = range.single().map(|cursor| cursor.index.0);
        let (at_start, at_end) = (single == Some(0), single == Some(n_chars));
        let plain = modifiers.is_none();
        match key {
            Key::Enter => Some(Border::Split),
            Key::Backspace if at_start && has_previous => Some(Border::MergeWithPrevious),
            Key::Delete if at_end && has_next => Some(Border::MergeWithNext),
            Key::ArrowLeft if plain && at_start && has_previous => Some(Border::Go(-1, Caret::End)),
            Key::ArrowRight if plain && at_end && has_next => Some(Border::Go(1, Caret::Char(0))),
            Key::ArrowUp | Key::ArrowDown if plain => {
                let galley = self.galley.as_ref()?;
                let row = galley.layout_from_cursor(range.primary).row;
                let x = galley.pos_from_cursor(range.primary).left();
                if *key == Key::ArrowUp {
                    (row == 0 && has_previous).then_some(Border::Go(-1, Caret::Row { x, last: true }))
                } else {
                    let is_last = row + 1 >= galley.rows.len();
                    (is_last && has_next).then_some(Border::Go(1, Caret::Row { x, last: false }))
                }
            }
            _ => None,
        }
    }

    /// The caret's place in the text, in `char`s, and under it on the screen.
    pub fn caret(&self, ctx: &Context) -> Option<(usize, Pos2)> {
        let galley = self.galley.as_ref()?;
        let at = self.caret_range(ctx).primary;
        Some((at.index.0, self.drawn_at + galley.pos_from_cursor(at).left_bottom().to_vec2()))
    }

    fn caret_range(&self, ctx: &Context) -> CCursorRange {
        let end = CCursor::new(self.buffer.text.chars().count());
        let range = TextEdit::load_state(ctx, id()).and_then(|state| state.cursor.char_range());
        let mut range = range.unwrap_or(CCursorRange::one(end));
        range.primary.index = range.primary.index.min(end.index);
        range.secondary.index = range.secondary.index.min(end.index);
        range
    }

    /// Draws the editor and hands over finished text.
    pub fn editor_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        texts: &Texts,
        number: usize,
        actions: &mut Vec<Action>,
    ) -> Option<Drawn> {
        let tokens = Tokens::of(ui);
        let line = state.project.line(self.line?)?;
        let heading = line.kind == LineKind::Heading;
        let width = ui.available_width();
        let focused = ui.memory(|memory| memory.has_focus(id()));
        self.track_composition(ui, focused);
        if let Some(caret) = self.wants.take() {
            self.place(ui, caret, heading, width);
        }
        let mut layouter = |ui: &Ui, text: &dyn TextBuffer, width: f32| {
            let job = spoken::script_job(text.as_str(), heading, tokens.text, width);
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let is_playing = state.transport.state != TransportState::Stopped;
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, tab: false, escape: is_playing };
        // The editor is exactly as high as the text, so that nothing moves when a row opens.
        ui.spacing_mut().interact_size.y = 0.0;
        let hint =
            egui::RichText::new(texts.get("line-hint")).size(theme::SCRIPT).line_height(Some(theme::SCRIPT_LINE));
        let output = TextEdit::multiline(&mut self.buffer.text)
            .id(id())
            .frame(Frame::NONE)
            .desired_width(width)
            .desired_rows(1)
            .min_size(egui::vec2(width, theme::SCRIPT_LINE))
            .return_key(None)
            .hint_text(hint)
            .layouter(&mut layouter)
            .event_filter(filter)
            .show(ui);
        let name = texts.with("line-text-name", &[("n", number.into())]);
        ui.ctx().accesskit_node_builder(id(), |node| node.set_label(name));
        self.galley = Some(Arc::clone(&output.galley));
        self.drawn_at = output.galley_pos;
        self.compose(ui.ctx());
        if let Some(text) = self.buffer.take_change() {
            actions.push(Action::SetText { line: line.id, text });
        }
        Some(Drawn { galley: output.galley, pos: output.galley_pos })
    }

    fn track_composition(&mut self, ui: &Ui, focused: bool) {
        if !focused {
            self.interrupt(ui.ctx());
        }
        self.buffer.track_composition(ui, focused);
        ui.input(|input| {
            for event in &input.events {
                match event {
                    Event::Ime(ImeEvent::Preedit { text, .. }) => text.clone_into(&mut self.preedit),
                    Event::Ime(ImeEvent::Commit(_)) => self.preedit.clear(),
                    _ => {}
                }
            }
        });
    }

    /// Brings typed text into NFC, in which all offsets of the document count, and keeps the caret.
    fn compose(&mut self, ctx: &Context) {
        if self.buffer.composing || self.buffer.text == self.buffer.synced {
            return;
        }
        let text = crate::text::normalize::nfc(&self.buffer.text);
        if text == self.buffer.text {
            return;
        }
        let caret = self.caret_range(ctx).primary.index.0;
        let before: String = self.buffer.text.chars().take(caret).collect();
        let caret = crate::text::normalize::nfc(&before).chars().count();
        self.buffer.text = text;
        set_caret(ctx, caret);
    }

    fn place(&mut self, ui: &Ui, caret: Caret, heading: bool, width: f32) {
        let n_chars = self.buffer.text.chars().count();
        let at = match caret {
            Caret::Char(at) => at.min(n_chars),
            Caret::End => n_chars,
            Caret::Row { x, last } => {
                let job = spoken::script_job(&self.buffer.text, heading, egui::Color32::PLACEHOLDER, width);
                let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
                let row = if last { galley.rows.last() } else { galley.rows.first() };
                let y = row.map_or(0.0, |row| row.rect().center().y);
                galley.cursor_from_pos(egui::vec2(x, y)).index.0
            }
        };
        ui.memory_mut(|memory| memory.request_focus(id()));
        set_caret(ui.ctx(), at);
    }
}

fn set_caret(ctx: &Context, at: usize) {
    let mut state = TextEdit::load_state(ctx, id()).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(at))));
    TextEdit::store_state(ctx, id(), state);
}

fn has_break(text: &str) -> bool {
    text.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// A key that may cross the border of a line.
fn is_border_key(event: &Event) -> bool {
    let Event::Key { key, pressed: true, modifiers, .. } = event else { return false };
    let bare = Modifiers { shift: false, ..*modifiers };
    match key {
        Key::Enter | Key::Backspace | Key::Delete => bare.is_none(),
        Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight => modifiers.is_none(),
        _ => false,
    }
}

/// An event that changes the text or the caret.
fn is_edit(event: &Event) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Paste(_)
            | Event::Cut
            | Event::Ime(_)
            | Event::Key { pressed: true, .. }
            | Event::PointerButton { .. }
            | Event::AccessKitActionRequest(_)
    )
}
