//! Drawing of the window. Panels are free functions: they read the state and push [`Action`]s; they change nothing but
//! the [`ViewState`].

mod bottom;
mod breaker;
mod cells;
mod check;
mod dialogs;
pub(super) mod editor;
pub(super) mod format;
mod inspector;
mod left;
pub(super) mod lexicon;
mod notices;
mod row;
mod row_buttons;
pub(super) mod rows;
mod script;
mod spoken;
mod top;
pub(super) mod word;

use eframe::egui;
use std::time::Duration;

use egui::{CentralPanel, Frame, Key, Margin, Panel, Stroke, Ui};

use super::action::Action;
use super::i18n::Texts;
use super::shortcuts::{self, Command, Keyboard};
use super::state::{ExportState, Focus, LineStatus, State, TransportState};
use super::theme::Tokens;
use super::view::{Side, ViewState};

/// Below this width of the window, the side panels lie over the script and only one is open.
const NARROW: f32 = 1100.0;
/// Width of the left panel.
const LEFT_WIDTH: f32 = 216.0;
/// Width of the inspector.
const RIGHT_WIDTH: f32 = 304.0;
/// The script is never narrower than this beside a panel.
const SCRIPT_MIN_WIDTH: f32 = 480.0;
/// Time between two frames while something moves.
const FRAME: Duration = Duration::from_millis(33);

/// Draws the whole window and pushes what the person asked for.
///
/// `state.focus` and `state.scroll_to` are obeyed here; the caller clears both after the call.
pub fn window_ui(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    begin(ui, state, view, actions);
    top_and_bottom(ui, state, view, texts, actions);
    middle(ui, state, view, texts, actions);
    word::word_ui(ui, state, view, texts, actions);
    dialogs::dialogs_ui(ui, state, view, texts, actions);
    end(ui, state, view);
}

/// Keyboard first: what is asked for by keys never depends on what is drawn.
fn begin(ui: &Ui, state: &State, view: &mut ViewState, actions: &mut Vec<Action>) {
    let ctx = ui.ctx();
    if !view.held.is_empty() {
        let held = std::mem::take(&mut view.held);
        ctx.input_mut(|input| input.events.splice(0..0, held).for_each(drop));
    }
    view.is_narrow = ui.available_width() < NARROW;
    if view.wants_search || state.focus == Some(Focus::Search) {
        view.wants_search = true;
        if view.is_narrow {
            view.narrow = Some(Side::Left);
        }
    }
    view.lexicon.update(state);
    if view.is_narrow && view.lexicon.wants_to_open() {
        view.narrow = Some(Side::Right);
    }
    view.rows.update(state);
    if let Some(line) = state.scroll_to {
        view.rows.reveal(line);
    }
    view.editor.follow(ctx, state, actions);
    if state.dialog.is_some() || state.word.is_some() || egui::Popup::is_any_open(ctx) {
        return;
    }
    let keyboard = view.keyboard.unwrap_or(Keyboard::Idle);
    let composing = view.editor.is_composing();
    if composing {
        // Keys belong to the input method until the composition ends.
        view.editor.take_structural_input(ctx, state, &mut view.held, actions);
        return;
    }
    view.lexicon.take_keys(ctx, state, actions);
    for command in shortcuts::pressed(ctx, keyboard) {
        match (command, view.is_narrow) {
            (Command::ToggleLeft, true) => view.toggle_narrow(Side::Left),
            (Command::ToggleRight, true) => view.toggle_narrow(Side::Right),
            (Command::ReadWord, _) => {
                if let (Some(line), Some((at, pos))) = (state.selected, view.editor.caret(ctx)) {
                    view.word.place(pos);
                    actions.push(Action::OpenWord(line, at));
                }
            }
            (Command::LexiconNew, _) if keyboard == Keyboard::Script => {
                actions.push(lexicon::entry_for_selection(ctx, state));
            }
            _ => actions.extend(command.action(state)),
        }
    }
    view.editor.take_structural_input(ctx, state, &mut view.held, actions);
}

fn top_and_bottom(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let bar = Frame::new().fill(tokens.panel).inner_margin(Margin::symmetric(12, 0));
    Panel::top("top").exact_size(48.0).resizable(false).frame(bar).show(ui, |ui| {
        top::top_ui(ui, state, view, texts, actions);
    });
    Panel::bottom("bottom")
        .exact_size(32.0)
        .resizable(false)
        .frame(bar.inner_margin(Margin::symmetric(16, 0)))
        .show(ui, |ui| bottom::bottom_ui(ui, state, texts, actions));
}

fn middle(ui: &mut Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new().fill(tokens.panel).inner_margin(Margin::same(12));
    let width = ui.available_width();
    let (left, right) = if view.is_narrow {
        (view.narrow == Some(Side::Left), view.narrow == Some(Side::Right))
    } else {
        (state.left_open, state.right_open)
    };
    let fits = |panel: f32| !view.is_narrow || width - panel >= SCRIPT_MIN_WIDTH;
    let (left_fits, right_fits) = (fits(LEFT_WIDTH), fits(RIGHT_WIDTH));
    if left && left_fits {
        Panel::left("left").exact_size(LEFT_WIDTH).resizable(false).frame(frame).show(ui, |ui| {
            left::left_ui(ui, state, view, texts, actions);
        });
    }
    if right && right_fits {
        Panel::right("right").exact_size(RIGHT_WIDTH).resizable(false).frame(frame).show(ui, |ui| {
            inspector::inspector_ui(ui, state, view, texts, actions);
        });
    }
    let rect = CentralPanel::no_frame()
        .frame(Frame::new().fill(tokens.background))
        .show(ui, |ui| {
            notices::notices_ui(ui, state, view, texts, actions);
            breaker::breaker_ui(ui, state, texts, actions);
            script::script_ui(ui, state, view, texts, actions);
        })
        .response
        .rect;
    if left && !left_fits {
        overlay(ui, "left-over", rect.with_max_x(rect.left() + LEFT_WIDTH.min(rect.width() - 48.0)), |ui| {
            left::left_ui(ui, state, view, texts, actions);
        });
    }
    if right && !right_fits {
        overlay(ui, "right-over", rect.with_min_x(rect.right() - RIGHT_WIDTH.min(rect.width() - 48.0)), |ui| {
            inspector::inspector_ui(ui, state, view, texts, actions);
        });
    }
}

/// A panel over the script.
fn overlay(ui: &Ui, id: &str, rect: egui::Rect, contents: impl FnOnce(&mut Ui)) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.panel)
        .stroke(Stroke::new(1.0, tokens.line))
        .shadow(ui.visuals().popup_shadow)
        .inner_margin(Margin::same(12));
    egui::Area::new(egui::Id::unique(id)).fixed_pos(rect.min).order(egui::Order::Middle).show(ui.ctx(), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(rect.width() - 26.0);
            ui.set_height(rect.height() - 26.0);
            contents(ui);
        });
    });
}

/// Notes where the keyboard is, and asks for the next frame only while something moves.
fn end(ui: &Ui, state: &State, view: &mut ViewState) {
    let ctx = ui.ctx();
    let focused = ctx.memory(egui::Memory::focused);
    view.keyboard = Some(match focused {
        None => Keyboard::Idle,
        Some(id) if id == editor::id() => Keyboard::Script,
        Some(id) if egui::TextEdit::load_state(ctx, id).is_some() => Keyboard::Field,
        Some(_) => Keyboard::Widget,
    });
    if !view.held.is_empty() {
        ctx.request_repaint();
    }
    let exporting = matches!(state.export, ExportState::Running(..));
    if state.transport.state == TransportState::Playing || exporting {
        ctx.request_repaint_after(FRAME);
    }
}

/// True where a line is waiting or being rendered.
fn is_under_way(status: &LineStatus) -> bool {
    matches!(status, LineStatus::Queued(_) | LineStatus::Rendering(..) | LineStatus::Fallback)
}

/// True where Escape was pressed; takes it.
fn take_escape(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape))
}

impl ViewState {
    /// Opens or closes a panel in a narrow window.
    pub(super) fn toggle_narrow(&mut self, side: Side) {
        self.narrow = if self.narrow == Some(side) { None } else { Some(side) };
    }
}
