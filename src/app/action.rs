//! Everything a person can make the window do. Panels push actions; [`App::apply`](super::App::apply) is where they act.

use std::path::PathBuf;

pub use super::lexicon::action::LexiconAction;
use crate::export::Format;
use crate::player::DeviceChoice;
use crate::script::{Delivery, LineId, LineKind, Stage};
use crate::settings::{Theme, UiLanguage};
use crate::text::{Choice, Language, ReadingOptions};
use crate::voice::runtime::Device;

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    // The document as a file.
    /// A new empty project (asks first when the present one is unsaved).
    New,
    /// Choose a project or script to open.
    PickOpen,
    /// Open this project or import this script.
    Open(PathBuf),
    /// Save to the project's file, or ask for one.
    Save,
    /// Choose where to save.
    PickSaveAs,
    /// Save to this file.
    SaveTo(PathBuf),
    /// Answer to "save the changes first?".
    AnswerUnsaved(UnsavedAnswer),
    /// Close the window (asks first when unsaved).
    Quit,

    // Lines.
    /// The text of a line as typed.
    SetText {
        /// The line.
        line: LineId,
        /// Its whole new text.
        text: String,
    },
    /// Enter: cut the line in two at this `char`.
    Split {
        /// The line.
        line: LineId,
        /// Where.
        at_char: usize,
    },
    /// Backspace at the start: append the line to the one before.
    MergeWithPrevious(LineId),
    /// Delete at the end: append the next line to this one.
    MergeWithNext(LineId),
    /// An empty line after this one (at the end for `None`), selected.
    InsertAfter(Option<LineId>),
    /// Text of several lines pasted into a line at this `char`.
    PasteLines {
        /// The line.
        line: LineId,
        /// Where.
        at_char: usize,
        /// What; has at least one line break.
        text: String,
    },
    /// Delete a line.
    Delete(LineId),
    /// Move a line up (negative) or down.
    Move {
        /// The line.
        line: LineId,
        /// By how many places.
        by: i32,
    },
    /// Paragraph start on or off.
    SetStartsParagraph(LineId, bool),
    /// Narration or heading.
    SetKind(LineId, LineKind),
    /// Another voice for a line; `None` is the project's.
    SetLineVoice(LineId, Option<String>),
    /// Another language for a line; `None` goes by its letters.
    SetLineLanguage(LineId, Option<Language>),
    /// Read one place of a line in this way.
    ChooseReading {
        /// The line.
        line: LineId,
        /// The place and how it is read.
        choice: Choice,
    },
    /// Read a place as the lexicons and rules say again.
    ClearReading {
        /// The line.
        line: LineId,
        /// What was chosen.
        choice: Choice,
    },
    /// Show how the word at this `char` of a line is read.
    OpenWord(LineId, usize),
    /// Put the word's menu away.
    CloseWord,
    /// Go to the lexicon with the word whose menu is open.
    WordToLexicon,
    /// Undo.
    Undo,
    /// Redo.
    Redo,

    // The project.
    /// Title.
    SetTitle(String),
    /// Voice of the lines that name none.
    SetProjectVoice(String),
    /// Voice that these lines have in what is published; none for the same one.
    SetFinalVoice(Option<String>),
    /// Listen to the draft, or to what is published.
    SetStage(Stage),
    /// Speed, pauses, chunk length.
    SetDelivery(Delivery),
    /// How it is read where there is more than one good way.
    SetReading(ReadingOptions),

    // Looking around.
    /// Select a line; its row opens and takes the keyboard.
    Select(LineId),
    /// Select the line before (-1) or after (+1).
    SelectBy(i32),
    /// Keep only lines that contain this in view; empty shows all.
    Search(String),
    /// Put the keyboard into the search field.
    FocusSearch,
    /// Show an inspector tab.
    ShowTab(InspectorTab),
    /// Show or hide the left panel.
    ToggleLeft,
    /// Show or hide the right panel.
    ToggleRight,
    /// Open a dialog.
    ShowDialog(Dialog),
    /// Close the dialog.
    CloseDialog,
    /// Put a notice away.
    Dismiss(u64),

    // Sound.
    /// Hear one line.
    PlayLine(LineId),
    /// Hear from a line to the end.
    PlayFrom(LineId),
    /// Hear a chunk of a line.
    PlayChunk(LineId, usize),
    /// Space: pause, go on, or play from the selection.
    TogglePlay,
    /// Stop.
    Stop,
    /// Go to the line before and play on.
    PlayPrevious,
    /// Go to the next line and play on.
    PlayNext,
    /// Go to this place of a line, in seconds of its clip; plays on if it plays.
    Seek(LineId, f64),
    /// Choose the device.
    SetDevice(DeviceChoice),
    /// Volume, 0 to 1.
    SetVolume(f32),

    // Rendering.
    /// Render a line (does nothing when it is ready).
    Render(LineId),
    /// Read a line's take from disk, because it is seen.
    LoadTake(LineId),
    /// Render every line that is not ready.
    RenderAll,
    /// Another take of a line: a new seed.
    NewTake(LineId),
    /// Stop rendering a line; it is pending again.
    CancelRender(LineId),
    /// Stop all rendering.
    CancelAll,
    /// Render nothing but what playback waits for, or go on.
    PauseRendering(bool),
    /// Render a waiting line before the others.
    RenderNext(LineId),
    /// Render a waiting line after the others.
    RenderLast(LineId),
    /// These lines are in view.
    InView(Vec<LineId>),
    /// A way out while the breaker is open.
    Breaker(BreakerAction),

    // Export.
    /// Choose the file to export to.
    PickExport(Format),
    /// Export as set in the export dialog.
    Export(ExportSettings),
    /// Stop the export; nothing is left behind.
    CancelExport,

    // The lexicons.
    /// Something with the lexicons.
    Lexicon(LexiconAction),
    /// The voices.
    Voice(VoiceAction),

    // Preferences.
    /// Light, dark or the system's.
    SetTheme(Theme),
    /// Language of the interface.
    SetUiLanguage(UiLanguage),
    /// Scale of the interface on top of the display's own.
    SetScale(f32),
    /// The most memory that may be used, in millions of bytes; `None` for what the machine has free.
    SetMemoryBudget(Option<u64>),
    /// The most of a graphics card's memory that a model may take, millions of bytes.
    SetCardBudget(Option<u64>),
    /// Whether the model runs in the window's own process. Takes effect at the next start.
    SetEngineInProcess(bool),
    /// Threads the model uses; `None` is one per physical core. Takes effect when the voice is loaded again.
    SetThreads(Option<usize>),
    /// What runs the model.
    SetModelDevice(Device),
}

/// The ways out while the breaker is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BreakerAction {
    /// Try again now.
    Retry,
    /// Halve the project's chunks, and try again.
    SmallerChunks,
    /// Use this voice in the project, and try again.
    LighterVoice(String),
    /// Run models on the CPU instead of a card, and try again.
    UseCpu,
    /// Give the model's memory back; the next try loads it again.
    FreeModel,
}

/// A speech server as it is entered, and its key where one is typed.
#[derive(Clone, PartialEq)]
pub struct ServerDraft {
    /// What is known of it. Without an id it is a new one.
    pub setup: crate::voice::server::Setup,
    /// A new key; an empty one removes the old.
    pub key: Option<String>,
}

impl std::fmt::Debug for ServerDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A key is in no log.
        f.debug_struct("ServerDraft").field("setup", &self.setup).finish_non_exhaustive()
    }
}

/// What can be done with voices. A group is all those of one [`Listing::folder`](crate::voice::catalog::Listing::folder).
#[derive(Clone, Debug, PartialEq)]
pub enum VoiceAction {
    /// Download the voice with this id and those that share its files, or go on with that. The person has seen what the
    /// licence asks.
    Install(String),
    /// Pause the download of a group.
    Pause(String),
    /// Stop what is done with a group, and remove what has arrived.
    Cancel(String),
    /// Remove the voice with this id and those that share its files.
    Remove(String),
    /// Compare the files of the voice with this id with what they should be.
    Verify(String),
    /// Hear the voice with this id.
    Hear(String),
    /// Link what is imported from now on (`true`) or copy it.
    LinkImports(bool),
    /// Choose a folder with a voice to import.
    PickFolder,
    /// Import the voice in this folder.
    Import(PathBuf),
    /// Put away what became of the last thing done with a group.
    Dismiss(String),
    /// Enter a speech server, or change the one with this id.
    EditServer(Option<String>),
    /// Keep a speech server.
    SaveServer(Box<ServerDraft>),
    /// Forget the speech server with this id, and its key.
    DeleteServer(String),
}

/// Answers to "save the changes first?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsavedAnswer {
    /// Save, then go on.
    Save,
    /// Go on without.
    Discard,
    /// Stay.
    Stay,
}

/// Tabs of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InspectorTab {
    /// The selected line.
    #[default]
    Line,
    /// The lexicons.
    Lexicon,
    /// What deserves a look before the export.
    Check,
    /// The project: title, delivery.
    Project,
}

/// Dialogs; at most one is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Export.
    Export,
    /// Preferences.
    Settings,
    /// Keyboard shortcuts.
    Shortcuts,
    /// The voices: install, import, remove, check.
    Voices,
    /// A speech server.
    Server,
    /// "Save the changes first?", before the action inside.
    Unsaved(Box<Action>),
    /// Type the path of a file to open; where the system has no file dialog.
    TypeOpenPath,
    /// Type the path to save to; where the system has no file dialog.
    TypeSavePath,
    /// Type the path of a lexicon to import; where the system has no file dialog.
    TypeImportPath,
    /// Type the path to export the lexicon to; where the system has no file dialog.
    TypeLexiconPath,
    /// Type the path of a folder with a voice; where the system has no file dialog.
    TypeVoicePath,
}

/// What the export dialog holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportSettings {
    /// Where.
    pub path: PathBuf,
    /// What.
    pub format: Format,
    /// Title tag.
    pub title: String,
    /// Artist tag.
    pub artist: String,
    /// Album tag.
    pub album: String,
    /// Whether a line that cannot be spoken is replaced by the fallback clip; otherwise it stops the export.
    pub allow_fallback: bool,
}
