//! What only the drawing needs to remember from frame to frame: buffers of text fields, heights of rows, peaks.
//! Nothing here is part of the document.

use eframe::egui;
use std::collections::HashMap;

use super::action::{ExportSettings, ServerDraft};
use super::panels::editor::Editor;
use super::panels::lexicon::LexiconPanel;
use super::panels::rows::Rows;
use super::panels::word::WordMenu;
use super::shortcuts::Keyboard;
use super::widgets::field::Buffer;
use super::widgets::waveform::PeakCache;
use crate::script::Delivery;

/// See the module.
#[derive(Default)]
pub struct ViewState {
    /// The editor of the selected line.
    pub(super) editor: Editor,
    /// Buffers of the other fields, by the fields' names in the code.
    pub(super) fields: HashMap<&'static str, Buffer>,
    /// Which rows there are and how high they are.
    pub(super) rows: Rows,
    /// The lexicon panel.
    pub(super) lexicon: LexiconPanel,
    /// The menu of a word.
    pub(super) word: WordMenu,
    /// Peaks of takes.
    pub(super) peaks: PeakCache,
    /// Input held back until the input before it has been acted on.
    pub(super) held: Vec<egui::Event>,
    /// Where the keyboard was in the last frame.
    pub(super) keyboard: Option<Keyboard>,
    /// The search field is to get the keyboard.
    pub(super) wants_search: bool,
    /// Delivery while a slider is being dragged.
    pub(super) delivery: Option<Delivery>,
    /// The export dialog's fields while it is open.
    pub(super) export: Option<ExportSettings>,
    /// `path` of the export as the application last said.
    pub(super) export_path: Option<std::path::PathBuf>,
    /// The path being typed, where the system has no file dialog.
    pub(super) typed_path: Option<String>,
    /// A path of the export dialog and whether a file of this name exists.
    pub(super) export_replaces: Option<(std::path::PathBuf, bool)>,
    /// The speech server being entered.
    pub(super) server: Option<ServerDraft>,
    /// The group of voices whose licence is read, and whether it is accepted.
    pub(super) licence: Option<(String, bool)>,
    /// The panel that is open where the window is too narrow for panels to stay.
    pub(super) narrow: Option<Side>,
    /// The window is too narrow for panels to stay.
    pub(super) is_narrow: bool,
    /// Set where the machine has no face for Korean; shown as a notice.
    pub no_korean_face: bool,
}

/// A side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Search, chapters, voices.
    Left,
    /// The inspector.
    Right,
}
