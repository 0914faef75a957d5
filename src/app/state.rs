//! What the window shows: read by panels, changed only by [`App::apply`](super::App::apply) and
//! [`App::on_event`](super::App::on_event).

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::action::{Dialog, ExportSettings, InspectorTab, ServerDraft};
use super::check::Check;
use super::lexicon::state::{LexiconView, Owner};
use super::word::Word;
use crate::audio::Clip;
use crate::player::DeviceInfo;
use crate::script::{History, Line, LineId, Project};
use crate::settings::Settings;
use crate::studio::breaker::Trip;
use crate::studio::memory::Usage;
use crate::studio::store::StoreKey;
use crate::studio::{LineRequest, Take};
use crate::text::lexicon::Entry;
use crate::text::{Chunk, EntryRef, Lexicon, Lexicons, Reading, SpokenForm};
use crate::voice::Wait;
use crate::voice::catalog::{Licence, Listing};

/// The beginning of a line that is being rendered while somebody waits to hear it.
#[derive(Debug)]
pub struct Begun {
    /// What is rendered.
    pub request: Box<LineRequest>,
    /// Its sound as far as it is known, in order.
    pub pieces: Vec<Clip>,
}

impl Begun {
    /// Keeps the first `n` samples only.
    pub fn take_back(&mut self, n: usize) {
        let mut n_left = n;
        self.pieces.retain_mut(|piece| {
            if piece.len() > n_left {
                *piece = Clip::new(&piece.samples[..n_left], piece.rate_hz);
            }
            n_left -= piece.len();
            !piece.is_empty()
        });
    }
}

/// The whole visible state.
pub struct State {
    /// The document.
    pub project: Project,
    /// The person's own lexicon, under every project's.
    pub own_lexicon: Lexicon,
    /// The project's lexicon and the person's own, made ready.
    pub lexicons: Arc<Lexicons>,
    /// The lexicon panel.
    pub lexicon: LexiconView,
    /// Undo and redo.
    pub history: History,
    /// The project's file.
    pub path: Option<PathBuf>,
    /// The selected line; its row is open.
    pub selected: Option<LineId>,
    /// Where the keyboard should go next; taken by the panel that obeys.
    pub focus: Option<Focus>,
    /// The row that should be scrolled into view; taken by the script panel.
    pub scroll_to: Option<LineId>,
    /// The beginning of the line that is rendered and waited for, and what it is rendered from.
    pub begun: Option<Begun>,
    /// What is known about each line besides its text.
    pub lines: HashMap<LineId, LineView>,
    /// What deserves a look.
    pub check: Check,
    /// The word whose menu is open.
    pub word: Option<Word>,
    /// Playback.
    pub transport: Transport,
    /// Rendering.
    pub queue: QueueView,
    /// Why rendering waits, while the breaker is not closed.
    pub breaker: Option<BreakerView>,
    /// The export under way, or the last one's result.
    pub export: ExportState,
    /// The export dialog's fields.
    pub export_draft: ExportSettings,
    /// Memory, as last measured.
    pub usage: Usage,
    /// Voices.
    pub voices: Vec<Listing>,
    /// What is done with groups of voices, or was done last.
    pub voice_jobs: HashMap<String, VoiceJobView>,
    /// The speech server being entered.
    pub server_draft: Option<ServerDraft>,
    /// Whether folders with voices are linked when they are imported, and not copied.
    pub link_imports: bool,
    /// What licences ask.
    pub licences: Vec<Licence>,
    /// What runs the model: runtime, provider; empty until a voice is loaded.
    pub provider: String,
    /// The voice that it ran last; `None` for the project's.
    pub spoke_last: Option<String>,
    /// Why no voice can be used at all (the runtime is missing, say), with the remedy.
    pub engine_problem: Option<String>,
    /// Sound devices, once listed.
    pub devices: Vec<DeviceInfo>,
    /// Messages, newest last.
    pub notices: Vec<Notice>,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The search field.
    pub search: String,
    /// The inspector's tab.
    pub tab: InspectorTab,
    /// Whether the left panel is open.
    pub left_open: bool,
    /// Whether the right panel is open.
    pub right_open: bool,
    /// Preferences.
    pub settings: Settings,
}

impl State {
    /// A state with an empty project.
    pub fn new(settings: Settings, voices: Vec<Listing>) -> Self {
        let project = Project::new();
        let selected = project.lines().first().map(|line| line.id);
        Self {
            project,
            own_lexicon: Lexicon::default(),
            lexicons: Arc::default(),
            lexicon: LexiconView::default(),
            history: History::default(),
            path: None,
            selected,
            focus: selected.map(|line| Focus::Line(line, 0)),
            scroll_to: None,
            begun: None,
            lines: HashMap::new(),
            check: Check::default(),
            word: None,
            transport: Transport::default(),
            queue: QueueView::default(),
            breaker: None,
            export: ExportState::Idle,
            export_draft: ExportSettings::default(),
            usage: Usage::default(),
            voices,
            voice_jobs: HashMap::new(),
            server_draft: None,
            link_imports: false,
            licences: crate::voice::catalog::licences(),
            provider: String::new(),
            spoke_last: None,
            engine_problem: None,
            devices: Vec::new(),
            notices: Vec::new(),
            dialog: None,
            search: String::new(),
            tab: InspectorTab::Line,
            left_open: true,
            right_open: true,
            settings,
        }
    }
}

impl State {
    /// The host that the text of lines with the voice `id` is sent to; `None` where it stays on this machine.
    pub fn sent_to(&self, id: &str) -> Option<&str> {
        self.voices.iter().find(|voice| voice.id == id)?.sends_text_to.as_deref()
    }

    /// The lexicon of the project or the person.
    pub fn lexicon_of(&self, owner: Owner) -> &Lexicon {
        match owner {
            Owner::Project => &self.project.lexicon,
            Owner::Own => &self.own_lexicon,
        }
    }

    /// The entry at this place.
    pub fn entry_at(&self, at: EntryRef) -> Option<&Entry> {
        self.lexicon_of(Owner::of(at)).entries.get(at.entry as usize)
    }
}

/// Where the keyboard goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Into a line's text at this `char`.
    Line(LineId, usize),
    /// Into the search field.
    Search,
    /// Into the search field of the lexicon.
    LexiconSearch,
    /// Into the list of entries.
    LexiconList,
    /// Into the written form of the entry that is open.
    Written,
    /// Into the spoken form of the entry that is open.
    Spoken,
}

/// What a line's row shows besides its text.
#[derive(Default)]
pub struct LineView {
    /// The line as it was when `form` and `chunks` were made.
    pub analysed: Option<Line>,
    /// What it says.
    pub form: SpokenForm,
    /// How `form` was made.
    pub reading: Reading,
    /// The pieces of `form` that can be read in more than one way where nobody has chosen.
    pub doubtful: Vec<usize>,
    /// How it is cut.
    pub chunks: Vec<Chunk>,
    /// Names the take on disk, if there is one, of the line as it was analysed.
    pub store_key: Option<StoreKey>,
    /// The latest take, perhaps of an older text.
    pub take: Option<Arc<Take>>,
    /// What `take` was rendered from.
    pub take_of: Option<Box<LineRequest>>,
    /// The request that failed last, and why; holds until the line changes or is tried again.
    pub failed: Option<(Box<LineRequest>, String)>,
    /// What is heard instead while the line waits for the breaker.
    pub stand_in: Option<Arc<Take>>,
    /// What is going on.
    pub status: LineStatus,
    /// Estimated seconds until a waiting line is done, once a render has been measured.
    pub secs_left: Option<f64>,
}

/// State of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum LineStatus {
    /// Never rendered.
    #[default]
    Pending,
    /// Waiting in the queue: place (0 is next).
    Queued(usize),
    /// Being rendered: chunks done, chunks in all.
    Rendering(usize, usize),
    /// The take is what the text says.
    Ready,
    /// The take is of an older text, voice or delivery.
    Stale,
    /// Waits for the breaker: the fallback clip stands in for it. Never [`LineStatus::Ready`].
    Fallback,
    /// Could not be rendered: why and what to do.
    Failed(String),
}

/// Why rendering waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakerView {
    /// What opened the breaker.
    pub trip: Trip,
    /// The line on which it opened.
    pub line: Option<LineId>,
    /// Trials with the voice loaded anew and parts of half the length that failed since then.
    pub n_failed_trials: u32,
    /// Seconds until it is tried again; `None` while that is under way.
    pub next_try_secs: Option<u64>,
}

/// What is done with a group of voices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Its files are downloaded.
    Download,
    /// A folder is imported.
    Import,
    /// Its files are removed.
    Remove,
    /// Its files are compared with what they should be.
    Verify,
}

/// How that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Under way.
    Running,
    /// A download that goes on when the person wants.
    Paused,
    /// Done.
    Done,
    /// Not done, and why.
    Failed(String),
}

/// What is done with a group of voices, as shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoiceJobView {
    /// What.
    pub kind: JobKind,
    /// How it stands.
    pub state: JobState,
    /// Bytes that have arrived.
    pub n_done: u64,
    /// Bytes in all; 0 where nobody counts.
    pub n_all: u64,
    /// Seconds until the next try, while it has to wait.
    pub waits_secs: Option<u64>,
}

impl VoiceJobView {
    /// Something that begins.
    pub fn new(kind: JobKind) -> Self {
        Self { kind, state: JobState::Running, n_done: 0, n_all: 0, waits_secs: None }
    }
}

/// Playback as shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transport {
    /// Playing, paused, waiting for a render, or stopped.
    pub state: TransportState,
    /// The line that is heard.
    pub line: Option<LineId>,
    /// Place in that line's clip, seconds.
    pub line_secs: f64,
    /// Place on the project's timeline, seconds; unrendered lines count as estimated.
    pub timeline_secs: f64,
    /// Length of the project's timeline, seconds; unrendered lines count as estimated.
    pub total_secs: f64,
    /// True while some line's length in `total_secs` is an estimate.
    pub total_is_estimate: bool,
    /// Name of the device that plays.
    pub device: String,
}

/// See [`Transport::state`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransportState {
    /// Nothing plays.
    #[default]
    Stopped,
    /// Sound is heard.
    Playing,
    /// Paused.
    Paused,
    /// The next line is still being rendered.
    Waiting,
}

/// Rendering as shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueueView {
    /// What the line in hand waits for, if it does: its turn at a speech server.
    pub waits: Option<Wait>,
    /// Lines waiting or being rendered.
    pub n_waiting: usize,
    /// Lines done since nothing waited.
    pub n_finished: usize,
    /// Nothing is rendered but what playback waits for.
    pub is_paused: bool,
    /// Estimated time until all of them are done, seconds, once a render has been measured.
    pub secs_left: Option<f64>,
    /// A voice is being loaded.
    pub loading_voice: bool,
}

/// The export.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ExportState {
    /// None yet.
    #[default]
    Idle,
    /// Under way: lines written, lines in all.
    Running(usize, usize),
    /// Done: where, how long in seconds, how many bytes.
    Done(PathBuf, f64, u64),
    /// Failed: why and what to do. Nothing was left behind.
    Failed(String),
}

/// A message for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// For [`Action::Dismiss`](super::action::Action::Dismiss).
    pub id: u64,
    /// How bad.
    pub level: Level,
    /// What happened and what to do, in the interface's language where it is ours.
    pub text: String,
}

/// How bad a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For information.
    Info,
    /// Something needs attention.
    Warning,
    /// Something failed.
    Error,
}
