//! The one table of commands: their names, keys and actions. Menus, tooltips, the list of shortcuts and the keyboard
//! all read it.

use eframe::egui;
use egui::{Key, KeyboardShortcut, Modifiers};

use super::action::{Action, Dialog, LexiconAction};
use super::i18n::Texts;
use super::state::{LineStatus, State, TransportState};

/// Something that can be asked for without further detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// A new project.
    New,
    /// Open a project or script.
    Open,
    /// Save.
    Save,
    /// Save under another name.
    SaveAs,
    /// Export.
    Export,
    /// Preferences.
    Settings,
    /// The list of shortcuts.
    Shortcuts,
    /// The voices.
    Voices,
    /// Close the window.
    Quit,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Put the keyboard into the search field.
    Search,
    /// The line above.
    SelectPrevious,
    /// The line below.
    SelectNext,
    /// Ten lines up.
    PageUp,
    /// Ten lines down.
    PageDown,
    /// The keyboard into the selected line's text.
    EditLine,
    /// A new line below.
    InsertAfter,
    /// Delete the selected line.
    DeleteLine,
    /// Move the selected line up.
    MoveUp,
    /// Move the selected line down.
    MoveDown,
    /// Hear the selected line.
    PlayLine,
    /// Hear from the selected line on.
    PlayFrom,
    /// Play or pause.
    TogglePlay,
    /// Stop.
    Stop,
    /// Play the line before.
    PlayPrevious,
    /// Play the next line.
    PlayNext,
    /// Two seconds back.
    SeekBack,
    /// Two seconds on.
    SeekForward,
    /// Render the selected line again, or first.
    Render,
    /// Render every line that is not ready.
    RenderAll,
    /// Stop all rendering.
    CancelAll,
    /// Stop rendering for a while, or go on.
    PauseRendering,
    /// Render the selected line before the others that wait.
    RenderNext,
    /// Render the selected line after the others that wait.
    RenderLast,
    /// Show or hide the left panel.
    ToggleLeft,
    /// Show or hide the right panel.
    ToggleRight,
    /// How the word at the caret is read.
    ReadWord,
    /// Find in the lexicon.
    LexiconSearch,
    /// An entry of the lexicon for the selected word.
    LexiconNew,
    /// Hear the word or lines of the entry in hand in the other version.
    LexiconHear,
}

/// When a command's keys count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always, also while typing.
    Always,
    /// Only while the keyboard is in no field and on no button.
    Idle,
    /// Always, but a field other than the script's keeps its own meaning.
    NotInField,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The command.
    pub command: Command,
    /// Id of its name in the text tables.
    pub text: &'static str,
    /// Group in the list of shortcuts: id in the text tables.
    pub group: &'static str,
    /// Its keys; the first is the one that is shown.
    pub keys: &'static [(KeyboardShortcut, When)],
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const fn on(modifiers: Modifiers, key: Key) -> (KeyboardShortcut, When) {
    (KeyboardShortcut::new(modifiers, key), When::Always)
}

const fn idle(modifiers: Modifiers, key: Key) -> (KeyboardShortcut, When) {
    (KeyboardShortcut::new(modifiers, key), When::Idle)
}

const fn script(modifiers: Modifiers, key: Key) -> (KeyboardShortcut, When) {
    (KeyboardShortcut::new(modifiers, key), When::NotInField)
}

const fn entry(
    command: Command,
    text: &'static str,
    group: &'static str,
    keys: &'static [(KeyboardShortcut, When)],
) -> Entry {
    Entry { command, text, group, keys }
}

const FILE: &str = "group-file";
const EDIT: &str = "group-edit";
const LISTEN: &str = "group-listen";
const VIEW: &str = "group-view";
const LEXICON: &str = "group-lexicon";

/// All commands.
pub const COMMANDS: [Entry; 41] = [
    entry(Command::New, "command-new", FILE, &[on(CTRL, Key::N)]),
    entry(Command::Open, "command-open", FILE, &[on(CTRL, Key::O)]),
    entry(Command::Save, "command-save", FILE, &[on(CTRL, Key::S)]),
    entry(Command::SaveAs, "command-save-as", FILE, &[on(CTRL_SHIFT, Key::S)]),
    entry(Command::Export, "command-export", FILE, &[on(CTRL, Key::E)]),
    entry(Command::Settings, "command-settings", FILE, &[on(CTRL, Key::Comma)]),
    entry(Command::Voices, "command-voices", FILE, &[on(NONE, Key::F6)]),
    entry(Command::Shortcuts, "command-shortcuts", FILE, &[on(NONE, Key::F1), on(CTRL, Key::Slash)]),
    entry(Command::Quit, "command-quit", FILE, &[on(CTRL, Key::Q)]),
    entry(Command::Undo, "command-undo", EDIT, &[script(CTRL, Key::Z)]),
    entry(Command::Redo, "command-redo", EDIT, &[script(CTRL_SHIFT, Key::Z), script(CTRL, Key::Y)]),
    entry(Command::EditLine, "command-edit-line", EDIT, &[on(NONE, Key::F2), idle(NONE, Key::Enter)]),
    entry(Command::ReadWord, "command-read-word", EDIT, &[on(NONE, Key::F4), on(CTRL, Key::J)]),
    entry(Command::InsertAfter, "command-insert-after", EDIT, &[on(ALT, Key::Enter), idle(NONE, Key::Insert)]),
    entry(Command::DeleteLine, "command-delete-line", EDIT, &[on(CTRL_SHIFT, Key::Backspace), idle(NONE, Key::Delete)]),
    entry(Command::MoveUp, "command-move-up", EDIT, &[on(ALT, Key::ArrowUp)]),
    entry(Command::MoveDown, "command-move-down", EDIT, &[on(ALT, Key::ArrowDown)]),
    entry(Command::TogglePlay, "command-toggle-play", LISTEN, &[on(CTRL, Key::P), idle(NONE, Key::Space)]),
    entry(Command::PlayLine, "command-play-line", LISTEN, &[on(CTRL, Key::Enter)]),
    entry(Command::PlayFrom, "command-play-from", LISTEN, &[on(CTRL_SHIFT, Key::Enter)]),
    entry(Command::Stop, "command-stop", LISTEN, &[on(NONE, Key::Escape), on(CTRL, Key::Period)]),
    entry(Command::PlayPrevious, "command-play-previous", LISTEN, &[on(NONE, Key::F7)]),
    entry(Command::PlayNext, "command-play-next", LISTEN, &[on(NONE, Key::F8)]),
    entry(Command::SeekBack, "command-seek-back", LISTEN, &[on(ALT, Key::ArrowLeft)]),
    entry(Command::SeekForward, "command-seek-forward", LISTEN, &[on(ALT, Key::ArrowRight)]),
    entry(Command::Render, "command-render", LISTEN, &[on(CTRL, Key::R)]),
    entry(Command::RenderAll, "command-render-all", LISTEN, &[on(CTRL_SHIFT, Key::R)]),
    entry(Command::CancelAll, "command-cancel-all", LISTEN, &[on(SHIFT, Key::Escape)]),
    entry(Command::PauseRendering, "command-pause-rendering", LISTEN, &[on(CTRL_SHIFT, Key::P)]),
    entry(Command::RenderNext, "command-render-next", LISTEN, &[on(ALT, Key::Home)]),
    entry(Command::RenderLast, "command-render-last", LISTEN, &[on(ALT, Key::End)]),
    entry(Command::SelectPrevious, "command-select-previous", VIEW, &[idle(NONE, Key::ArrowUp)]),
    entry(Command::SelectNext, "command-select-next", VIEW, &[idle(NONE, Key::ArrowDown)]),
    entry(Command::PageUp, "command-page-up", VIEW, &[script(NONE, Key::PageUp)]),
    entry(Command::PageDown, "command-page-down", VIEW, &[script(NONE, Key::PageDown)]),
    entry(Command::Search, "command-search", VIEW, &[on(CTRL, Key::F)]),
    entry(Command::ToggleLeft, "command-toggle-left", VIEW, &[on(CTRL, Key::B)]),
    entry(Command::ToggleRight, "command-toggle-right", VIEW, &[on(CTRL, Key::I)]),
    entry(Command::LexiconSearch, "command-lexicon-search", LEXICON, &[on(CTRL_SHIFT, Key::F)]),
    entry(Command::LexiconNew, "command-lexicon-new", LEXICON, &[on(CTRL, Key::L)]),
    entry(Command::LexiconHear, "command-lexicon-hear", LEXICON, &[on(NONE, Key::F9)]),
];

/// How many seconds a seek command goes.
const SEEK_SECS: f64 = 2.0;
/// How many lines a page is.
const PAGE_LINES: i32 = 10;

impl Command {
    /// Its row.
    pub fn entry(self) -> &'static Entry {
        COMMANDS.iter().find(|entry| entry.command == self).unwrap_or(&COMMANDS[0])
    }

    /// Its name.
    pub fn name(self, texts: &Texts) -> String {
        texts.get(self.entry().text).into_owned()
    }

    /// Its key as shown to people; empty where it has none.
    pub fn keys(self, ctx: &egui::Context) -> String {
        self.entry().keys.first().map(|(keys, _)| key_text(ctx, keys)).unwrap_or_default()
    }

    /// What it does as things stand; `None` where it can do nothing.
    pub fn action(self, state: &State) -> Option<Action> {
        let line = state.selected.filter(|id| state.project.line(*id).is_some());
        let plays = state.transport.state != TransportState::Stopped;
        Some(match self {
            Self::New => Action::New,
            Self::Open => Action::PickOpen,
            Self::Save => Action::Save,
            Self::SaveAs => Action::PickSaveAs,
            Self::Export => Action::ShowDialog(Dialog::Export),
            Self::Settings => Action::ShowDialog(Dialog::Settings),
            Self::Shortcuts => Action::ShowDialog(Dialog::Shortcuts),
            Self::Voices => Action::ShowDialog(Dialog::Voices),
            Self::Quit => Action::Quit,
            Self::Undo => state.history.can_undo().then_some(Action::Undo)?,
            Self::Redo => state.history.can_redo().then_some(Action::Redo)?,
            Self::Search => Action::FocusSearch,
            Self::SelectPrevious => Action::SelectBy(-1),
            Self::SelectNext => Action::SelectBy(1),
            Self::PageUp => Action::SelectBy(-PAGE_LINES),
            Self::PageDown => Action::SelectBy(PAGE_LINES),
            Self::EditLine => Action::Select(line?),
            Self::InsertAfter => Action::InsertAfter(line),
            Self::DeleteLine => Action::Delete(line?),
            Self::MoveUp => (state.project.index_of(line?)? > 0).then_some(Action::Move { line: line?, by: -1 })?,
            Self::MoveDown => {
                let is_last = state.project.index_of(line?)? + 1 >= state.project.lines().len();
                (!is_last).then_some(Action::Move { line: line?, by: 1 })?
            }
            Self::PlayLine => Action::PlayLine(line?),
            Self::PlayFrom => Action::PlayFrom(line?),
            Self::TogglePlay => Action::TogglePlay,
            Self::Stop => plays.then_some(Action::Stop)?,
            Self::PlayPrevious => Action::PlayPrevious,
            Self::PlayNext => Action::PlayNext,
            Self::SeekBack | Self::SeekForward => {
                let by = if self == Self::SeekBack { -SEEK_SECS } else { SEEK_SECS };
                let playing = state.transport.line.filter(|_| plays)?;
                Action::Seek(playing, (state.transport.line_secs + by).max(0.0))
            }
            Self::Render => match state.lines.get(&line?).map(|view| &view.status) {
                Some(LineStatus::Ready) => Action::NewTake(line?),
                Some(LineStatus::Rendering(..) | LineStatus::Queued(_)) => Action::CancelRender(line?),
                _ => Action::Render(line?),
            },
            Self::RenderAll => Action::RenderAll,
            Self::CancelAll => (state.queue.n_waiting > 0).then_some(Action::CancelAll)?,
            Self::PauseRendering => {
                let queue = &state.queue;
                (queue.n_waiting > 0 || queue.is_paused).then_some(Action::PauseRendering(!queue.is_paused))?
            }
            Self::RenderNext | Self::RenderLast => {
                let line = line?;
                let waits = matches!(state.lines.get(&line)?.status, LineStatus::Queued(_));
                let action = if self == Self::RenderNext { Action::RenderNext(line) } else { Action::RenderLast(line) };
                waits.then_some(action)?
            }
            Self::ToggleLeft => Action::ToggleLeft,
            Self::ToggleRight => Action::ToggleRight,
            // The caret is the editor's: the window adds it.
            Self::ReadWord => return None,
            Self::LexiconSearch => Action::Lexicon(LexiconAction::FocusSearch),
            Self::LexiconNew => Action::Lexicon(LexiconAction::New),
            Self::LexiconHear => state.lexicon.draft.is_some().then_some(Action::Lexicon(LexiconAction::HearOther))?,
        })
    }
}

/// Keys as they are written on a keyboard.
pub fn key_text(ctx: &egui::Context, keys: &KeyboardShortcut) -> String {
    let name = match keys.logical_key {
        Key::Escape => "Esc",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Slash => "/",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        key => key.name(),
    };
    let whole = ctx.format_shortcut(keys);
    let modifiers =
        whole.strip_suffix(keys.logical_key.symbol_or_name()).or_else(|| whole.strip_suffix(keys.logical_key.name()));
    modifiers.map_or(whole.clone(), |modifiers| format!("{modifiers}{name}"))
}

/// Where the keyboard is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyboard {
    /// Nowhere.
    Idle,
    /// In the script.
    Script,
    /// In another field.
    Field,
    /// On a button or the like.
    Widget,
}

/// Takes the commands whose keys were pressed in this frame out of the input, in the order of the table.
pub fn pressed(ctx: &egui::Context, keyboard: Keyboard) -> Vec<Command> {
    let mut keys: Vec<(KeyboardShortcut, When, Command)> = COMMANDS
        .iter()
        .flat_map(|entry| entry.keys.iter().map(|(keys, when)| (*keys, *when, entry.command)))
        .filter(|(_, when, _)| match when {
            When::Always => true,
            When::Idle => keyboard == Keyboard::Idle,
            When::NotInField => keyboard != Keyboard::Field,
        })
        .collect();
    // egui lets a shortcut match with more modifiers held than it names, so the ones that name most come first.
    let n_modifiers = |m: Modifiers| [m.alt, m.shift, m.command].into_iter().filter(|held| *held).count();
    keys.sort_by_key(|(keys, _, _)| std::cmp::Reverse(n_modifiers(keys.modifiers)));
    let mut commands = Vec::new();
    ctx.input_mut(|input| {
        for (keys, _, command) in keys {
            if input.consume_shortcut(&keys) {
                commands.push(command);
            }
        }
    });
    commands
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use eframe::egui;

    use super::{COMMANDS, Texts, When};
    use crate::text::Language;

    #[test]
    fn no_two_commands_share_keys_and_all_have_names() {
        let mut seen = HashSet::new();
        for entry in &COMMANDS {
            for (keys, _) in entry.keys {
                assert!(seen.insert(format!("{keys:?}")), "{:?} shares {keys:?}", entry.command);
            }
            for language in Language::ALL {
                let texts = Texts::of(language);
                assert!(texts.find(entry.text).is_some() && texts.find(entry.group).is_some(), "{:?}", entry.command);
            }
        }
    }

    #[test]
    fn keys_that_type_never_count_while_typing() {
        for (keys, when) in COMMANDS.iter().flat_map(|entry| entry.keys) {
            let types = keys.modifiers.is_none()
                && (keys.logical_key == egui::Key::Space
                    || keys.logical_key == egui::Key::Enter
                    || keys.logical_key == egui::Key::Delete
                    || keys.logical_key == egui::Key::ArrowUp
                    || keys.logical_key == egui::Key::ArrowDown);
            assert!(!types || *when == When::Idle, "{keys:?}");
        }
    }
}
