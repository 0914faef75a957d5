//! The window: the only module that names egui, eframe or rfd.
//!
//! [`App::logic`](eframe::App::logic) drains events and does what is due, also while the window is hidden;
//! [`panels`] draw [`State`] and push [`Action`]s; [`App::apply`] and [`App::on_event`] are the only mutators, and most
//! tests call those without a window.

pub mod action;
pub mod check;
pub mod dialogs;
pub mod explain;
pub mod exporting;
pub mod fonts;
pub mod i18n;
pub mod icons;
pub mod lexicon;
pub mod panels;
pub mod playback;
pub mod queue;
pub mod shortcuts;
pub mod state;
pub mod theme;
pub mod view;
pub mod widgets;
pub mod word;

mod apply;
mod autosave;
mod breaking;
mod document;
mod project_file;
mod publish;
mod readings;
mod rendering;
mod sound;
mod start;
mod stored;
mod voices;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::task::{Wake, Waker};
use std::time::{Duration, Instant};

use eframe::egui;

pub use action::Action;
pub use start::run;
pub use state::State;

use self::autosave::Autosave;
use self::dialogs::FileDialogs;
use self::exporting::ExportJob;
use self::i18n::Texts;
use self::playback::Programme;
use self::queue::{Priority, RenderQueue};
use self::view::ViewState;
use crate::paths::Paths;
use crate::player::{DeviceChoice, Player};
use crate::script::LineId;
use crate::settings::Settings;
use crate::studio::breaker::Breaker;
use crate::studio::budget::Budget;
use crate::studio::cache::TakeCache;
use crate::studio::engine::link::EnginePid;
use crate::studio::fallback::FallbackClips;
use crate::studio::memory::MeterThread;
use crate::studio::store::thread::StoreThread;
use crate::studio::store::{DEFAULT_BYTES, StoreKey};
use crate::studio::{Command, Event, Studio};
use crate::voice::VoiceInfo;
use crate::voice::runtime::SharedOptions;

/// Samples that rendered lines may keep in memory: about an hour and a half at 44.1 kHz.
const MAX_TAKE_BYTES: usize = 1 << 30;
/// How long after the last keystroke the edited line is rendered.
const RENDER_AFTER: Duration = Duration::from_millis(700);
/// How often the progress of a download is looked at.
const JOB_TURN: Duration = Duration::from_millis(200);
/// Lines looked at per turn of the window, so that a long script opens without a pause.
const LINES_PER_TURN: usize = 200;

/// What the app is made of that tests replace.
pub struct Parts {
    /// Where things live.
    pub paths: Paths,
    /// Preferences.
    pub settings: Settings,
    /// The voices, as listed.
    pub voices: Vec<crate::voice::catalog::Listing>,
    /// What each voice can do.
    pub voice_infos: Vec<VoiceInfo>,
    /// Where the worker gets its voices.
    pub source: Box<dyn crate::voice::VoiceSource + Send>,
    /// How models run, read by `source` when it opens a voice.
    pub options: SharedOptions,
    /// Which process the voices of `source` run in, if not this one: for the meter.
    pub engine: EnginePid,
    /// The device to play on.
    pub device: DeviceChoice,
    /// Woken when there is something to draw.
    pub waker: Waker,
}

/// The studio's window.
pub struct App {
    /// What is shown.
    pub state: State,
    view: ViewState,
    texts: Texts,
    studio: Studio,
    player: Player,
    meter: MeterThread,
    queue: RenderQueue,
    cache: TakeCache,
    breaker: Breaker,
    /// The line on which the breaker opened.
    breaker_line: Option<LineId>,
    fallback: FallbackClips,
    /// Takes on disk; `None` where no thread can be had.
    store: Option<StoreThread>,
    /// Takes being read from disk, and how urgently they are wanted to be heard.
    reading: HashMap<StoreKey, Option<Priority>>,
    programme: Option<Programme>,
    export: Option<ExportJob>,
    /// What was listened to before an export with the final voice began.
    stage_before_export: Option<crate::script::Stage>,
    /// Unsaved work on disk, once the app has begun.
    autosave: Option<Autosave>,
    dialogs: FileDialogs,
    devices: Option<std::sync::mpsc::Receiver<Vec<crate::player::DeviceInfo>>>,
    voice_infos: Vec<VoiceInfo>,
    /// What is being done with voices.
    voice_jobs: Vec<voices::Job>,
    paths: Paths,
    waker: Waker,
    /// The line edited last and when.
    edited: Option<(LineId, Instant)>,
    /// Lines from here on have not been looked at since the project was opened.
    analysed_until: usize,
    /// What goes on with the lexicons besides what is shown.
    lexicon_work: lexicon::Work,
    /// An entry of a lexicon changed since [`State::lexicons`] were made.
    lexicons_are_stale: bool,
    /// The walk through the lines that makes [`State::check`].
    check_walk: check::Walk,
    /// The timeline's lengths have to be summed again.
    timeline_is_stale: bool,
    next_notice: u64,
    /// The person has said what to do with unsaved changes.
    may_close: bool,
    close_requested: bool,
    /// The person has been told that memory is nearly used up.
    warned_of_memory: bool,
    /// The person knows that closing stops the export under way.
    warned_of_export: bool,
    appearance_is_stale: bool,
    last_player_notice: Option<crate::player::Notice>,
    /// Start and length in seconds of each line on the timeline.
    timeline: Vec<(LineId, f64, f64)>,
    /// How models run, as the source of voices reads it.
    options: SharedOptions,
}

impl App {
    /// The app over its parts, with an empty project.
    pub fn new(parts: Parts) -> std::io::Result<Self> {
        let Parts { paths, settings, voices, voice_infos, source, options, engine, device, waker } = parts;
        options.change(|options| *options = start::session_options(&settings));
        let budget = Budget::of_megabytes(settings.memory_budget_mb);
        let studio = Studio::start(source, Some((Arc::clone(&engine), budget)), waker.clone())?;
        let player = Player::start(device, waker.clone());
        player.set_volume(settings.volume);
        let meter = MeterThread::start(waker.clone(), engine);
        let takes = paths.cache.join("takes");
        let store = StoreThread::start(&takes, DEFAULT_BYTES, waker.clone())
            .inspect_err(|error| log::warn!("takes are kept in memory only: {error}"))
            .ok();
        let texts = Texts::new(settings.ui_language);
        let mut app = Self {
            state: State::new(settings, voices),
            view: ViewState::default(),
            texts,
            studio,
            player,
            meter,
            queue: RenderQueue::default(),
            cache: TakeCache::new(MAX_TAKE_BYTES),
            breaker: Breaker::default(),
            breaker_line: None,
            fallback: FallbackClips::default(),
            store,
            reading: HashMap::new(),
            programme: None,
            export: None,
            stage_before_export: None,
            autosave: None,
            dialogs: FileDialogs::default(),
            devices: None,
            voice_infos,
            voice_jobs: Vec::new(),
            paths,
            waker,
            edited: None,
            analysed_until: 0,
            lexicon_work: lexicon::Work::default(),
            lexicons_are_stale: true,
            check_walk: check::Walk::default(),
            timeline_is_stale: true,
            next_notice: 0,
            may_close: false,
            close_requested: false,
            warned_of_memory: false,
            warned_of_export: false,
            appearance_is_stale: true,
            last_player_notice: None,
            timeline: Vec::new(),
            options,
        };
        app.list_devices();
        app.open_own_lexicon();
        app.analyse_some();
        Ok(app)
    }

    /// Loads the default voice in the background so that the first line is quick.
    pub fn warm(&mut self) {
        // What another voice lacked is not in this one's way.
        self.state.engine_problem = None;
        self.state.spoke_last = None;
        self.command(Command::Warm { voice: self.state.project.voice().to_owned() });
    }

    /// Opens a project or imports a script; what goes wrong becomes a notice.
    pub fn open_path(&mut self, path: &Path) {
        self.apply(Action::Open(path.to_owned()));
    }

    /// One turn: everything but drawing. `now` is the time.
    pub fn turn(&mut self, now: Instant) {
        while let Some(event) = self.studio.try_event() {
            self.on_event(event);
        }
        self.poll_store();
        self.poll_dialogs();
        self.poll_voice_jobs();
        self.poll_devices();
        self.state.usage = self.meter.latest();
        self.warn_of_memory();
        self.analyse_some();
        self.lexicon_turn();
        self.check_some();
        self.render_edited(now);
        self.keep_draft(now);
        self.pump_playback();
        self.pump_export();
        self.feed_worker();
        self.refresh_wait();
        if self.state.breaker.is_some() {
            self.refresh_breaker();
        }
        self.refresh_transport();
    }

    /// How soon [`App::turn`] has work of its own to do, if nothing else happens.
    pub fn next_turn_in(&self, now: Instant) -> Option<Duration> {
        let lines_left = self.analysed_until < self.state.project.lines().len();
        if lines_left || self.lexicon_has_work() || self.check_walk.is_due() {
            return Some(Duration::ZERO);
        }
        let edited = self.edited.map(|(_, at)| RENDER_AFTER.saturating_sub(now.saturating_duration_since(at)));
        let job = (self.has_voice_job() || self.may_wait()).then_some(JOB_TURN);
        edited.into_iter().chain(job).chain(self.next_breaker_turn_in(now)).chain(self.next_draft_in(now)).min()
    }

    fn command(&self, command: Command) {
        if self.studio.send(command).is_err() {
            log::error!("the worker does not take commands");
        }
    }

    /// What the worker says.
    pub fn on_event(&mut self, event: Event) {
        match event {
            Event::VoiceLoading { .. } => self.state.queue.loading_voice = true,
            Event::VoiceReady { provider, voice } => {
                self.state.spoke_last = Some(voice);
                self.state.queue.loading_voice = false;
                self.state.provider = provider;
                self.state.engine_problem = None;
            }
            Event::VoiceFailed { voice, error } => {
                self.state.queue.loading_voice = false;
                if voice == self.state.project.voice() {
                    self.state.engine_problem = Some(explain::voice_error(&error, &self.texts));
                }
            }
            Event::Started { .. } => {}
            Event::Progress { ticket, n_done, n_chunks } => {
                if let Some(line) = self.queue.progress(ticket, n_done, n_chunks) {
                    self.refresh_status(line);
                }
            }
            Event::Heard { ticket, at, samples } => self.on_heard(ticket, at, samples),
            Event::Done { ticket, effort, take } => self.on_done(ticket, effort, take),
            Event::Failed { ticket, error } => self.on_failed(ticket, &error),
            Event::Cancelled { ticket } => {
                if let Some(current) = self.finish(ticket) {
                    self.note_cancelled();
                    self.refresh_status(current.request.line);
                }
                self.refresh_queue();
            }
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if self.appearance_is_stale {
            self.appearance_is_stale = false;
            theme::follow(ctx, self.state.settings.theme);
            ctx.set_zoom_factor(self.state.settings.scale);
        }
        let now = Instant::now();
        self.turn(now);
        if ctx.input(|input| input.viewport().close_requested()) && !self.may_close {
            if self.export.is_some() && !self.warned_of_export {
                // Closing again stops the export.
                self.warned_of_export = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
                self.notify(state::Level::Warning, "notice-export-running");
            } else if self.state.history.is_unsaved() {
                ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
                self.apply(Action::Quit);
            } else {
                self.may_close = true;
            }
        }
        if self.close_requested {
            self.close_requested = false;
            self.may_close = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
        if let Some(wait) = self.next_turn_in(now) {
            ctx.request_repaint_after(wait);
        }
        if self.state.transport.state == state::TransportState::Playing {
            ctx.request_repaint_after(Duration::from_millis(33));
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let mut actions = Vec::new();
        panels::window_ui(ui, &self.state, &mut self.view, &self.texts, &mut actions);
        if self.state.focus.is_some() || self.state.scroll_to.is_some() {
            self.state.focus = None;
            self.state.scroll_to = None;
        }
        let dropped = ui.ctx().input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        actions.extend(dropped.map(Action::Open));
        let acted = !actions.is_empty();
        for action in actions {
            self.apply(action);
        }
        if acted {
            // What the actions changed is drawn at once, and what they asked for begins at once.
            ui.ctx().request_repaint();
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.state.settings.last_project.clone_from(&self.state.path);
        if let Err(error) = self.state.settings.save(&self.paths.config) {
            log::warn!("the settings could not be saved: {error}");
        }
    }
}

/// Wakes the window: what threads get instead of a toolkit type.
struct Repaint(egui::Context);

impl Wake for Repaint {
    fn wake(self: Arc<Self>) {
        self.0.request_repaint();
    }
}

/// A waker that makes `ctx` draw again.
pub fn waker(ctx: &egui::Context) -> Waker {
    Waker::from(Arc::new(Repaint(ctx.clone())))
}
