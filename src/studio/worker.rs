//! The worker thread: owns the runtime and every voice, does one job at a time.
//!
//! The interface sends [`Command`]s over a bounded channel and drains [`Event`]s; the thread wakes it through a
//! [`Waker`] and so knows nothing of the toolkit. A panic in a job is that job's error: the voice it used is dropped
//! and loaded again for the next one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;
use std::thread::JoinHandle;
use std::time::Duration;

use super::budget::Budget;
use super::engine::link::EnginePid;
use super::memory::Meter;
use super::render::{Witness, render_line};
use super::voices::Voices;
use super::{Command, Effort, Event, LineRequest, RenderError, Ticket};
use crate::text::Language;
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, VoiceError, VoiceSource};

/// Commands that may wait. The interface sends one job at a time, so this is never full in practice.
const MAX_COMMANDS: usize = 16;
/// Events that may wait before the worker pauses for the interface to catch up.
const MAX_EVENTS: usize = 256;
/// How long a closing program waits for the job in hand to notice that it was cancelled.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The interface's handle on the worker thread. Dropping it cancels the job in hand and ends the thread.
pub struct Studio {
    commands: Option<SyncSender<Command>>,
    events: Receiver<Event>,
    current: Arc<Mutex<Option<Cancel>>>,
    thread: Option<JoinHandle<()>>,
}

impl Studio {
    /// Starts the thread. `source` gives the voices; with `memory`, which process they run in and how much may be used,
    /// memory is looked at before each chunk; `waker` is woken after each event.
    pub fn start(
        source: Box<dyn VoiceSource + Send>,
        memory: Option<(EnginePid, Budget)>,
        waker: Waker,
    ) -> std::io::Result<Self> {
        let (commands, command_receiver) = sync_channel(MAX_COMMANDS);
        let (event_sender, events) = sync_channel(MAX_EVENTS);
        let current = Arc::new(Mutex::new(None));
        let worker = Worker { events: event_sender, waker, current: Arc::clone(&current) };
        let thread = std::thread::Builder::new().name("render".to_owned()).spawn(move || {
            let mut voices = Voices::new(source);
            if let Some((engine, budget)) = memory {
                voices = voices.with_memory(Meter::new().with_engine(engine), budget);
            }
            worker.run(&command_receiver, &mut voices);
        })?;
        Ok(Self { commands: Some(commands), events, current, thread: Some(thread) })
    }

    /// Hands the worker a command without waiting. Gives it back where the channel is full or the worker is gone.
    pub fn send(&self, command: Command) -> Result<(), Command> {
        match &self.commands {
            Some(commands) => commands.try_send(command).map_err(|error| match error {
                TrySendError::Full(command) | TrySendError::Disconnected(command) => command,
            }),
            None => Err(command),
        }
    }

    /// The next event, if there is one.
    pub fn try_event(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    /// Waits for the next event; `None` after `timeout`.
    pub fn wait_event(&self, timeout: Duration) -> Option<Event> {
        self.events.recv_timeout(timeout).ok()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(cancel) = self.current.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            cancel.cancel();
        }
        let Some(thread) = self.thread.take() else { return };
        // Keep draining, so that a worker that waits for room in the channel can end.
        let deadline = std::time::Instant::now() + CLOSE_TIMEOUT;
        while !thread.is_finished() && std::time::Instant::now() < deadline {
            self.wait_event(Duration::from_millis(5));
        }
        if thread.is_finished() {
            // A panic outside of a job has been printed by the panic hook; there is nobody left to tell.
            drop(thread.join());
        }
    }
}

struct Worker {
    events: SyncSender<Event>,
    waker: Waker,
    current: Arc<Mutex<Option<Cancel>>>,
}

impl Worker {
    fn run(&self, commands: &Receiver<Command>, voices: &mut Voices) {
        while let Ok(command) = commands.recv() {
            match command {
                Command::Warm { voice } => self.warm(voices, &voice),
                Command::Render { ticket, request, effort, is_awaited, cancel } => {
                    self.render(voices, Job { ticket, request: &request, effort, is_awaited }, cancel);
                }
                Command::Unload { voice } => voices.unload(&voice),
                Command::SetBudget(budget) => voices.set_budget(budget),
                Command::EndEngine => voices.end_engine(),
                Command::RefreshVoices => voices.refresh(),
            }
        }
    }

    fn emit(&self, event: Event) {
        // Fails only where the interface is gone; then there is nobody to tell.
        drop(self.events.send(event));
        self.waker.wake_by_ref();
    }

    /// Progress may be lost when the interface is behind: the next one says it all.
    fn emit_progress(&self, event: Event) {
        drop(self.events.try_send(event));
        self.waker.wake_by_ref();
    }

    fn warm(&self, voices: &mut Voices, id: &str) {
        if let Err(error) = self.load(voices, id, true) {
            self.emit(Event::VoiceFailed { voice: id.to_owned(), error });
        }
    }

    /// Loads a voice if it is not loaded, telling the interface.
    fn load(&self, voices: &mut Voices, id: &str, warm_up: bool) -> Result<(), VoiceError> {
        if voices.is_loaded(id) {
            return Ok(());
        }
        self.emit(Event::VoiceLoading { voice: id.to_owned() });
        let loaded = catch_unwind(AssertUnwindSafe(|| {
            let voice = voices.get(id)?;
            // Nothing is sent to a server before somebody asks for a line.
            if warm_up && voice.info().sends_text_to.is_none() {
                // The first run of a session allocates its arena and plans its memory; do it before anyone waits.
                let language = voice.info().languages.first().copied().unwrap_or_default();
                let spoken = if language == Language::Korean { "안녕하세요." } else { "Hello there." };
                voice.speak(
                    &SpeechRequest {
                        spoken,
                        language,
                        speed: 1.0,
                        seed: 0,
                        time_limit: None,
                        options: SpeechOptions::default(),
                    },
                    &Cancel::new(),
                )?;
            }
            Ok::<String, VoiceError>(voice.provider().to_owned())
        }));
        let provider = match loaded {
            Ok(loaded) => loaded?,
            Err(payload) => {
                voices.unload(id);
                return Err(VoiceError::Model(panic_text(payload.as_ref())));
            }
        };
        self.emit(Event::VoiceReady { voice: id.to_owned(), provider });
        Ok(())
    }

    fn render(&self, voices: &mut Voices, job: Job<'_>, cancel: Cancel) {
        let Job { ticket, request, effort, is_awaited } = job;
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(cancel.clone());
        self.emit(Event::Started { ticket });
        let careful = (effort == Effort::Careful).then(|| voices.careful(request));
        let request = careful.as_ref().unwrap_or(request);
        let result = self.load(voices, &request.voice, false).map_err(RenderError::from).and_then(|()| {
            catch_unwind(AssertUnwindSafe(|| {
                render_line(voices, request, &cancel, &mut Reporter { worker: self, ticket, is_awaited })
            }))
            .unwrap_or_else(|payload| Err(RenderError::Panic(panic_text(payload.as_ref()))))
        });
        if matches!(result, Err(RenderError::Panic(_))) {
            voices.unload(&request.voice);
        }
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.emit(match result {
            Ok(take) => Event::Done { ticket, effort, take: Arc::new(take) },
            Err(RenderError::Voice(VoiceError::Cancelled)) => Event::Cancelled { ticket },
            Err(error) => Event::Failed { ticket, error },
        });
    }
}

/// A line to render.
struct Job<'a> {
    ticket: Ticket,
    request: &'a LineRequest,
    effort: Effort,
    is_awaited: bool,
}

/// Tells the interface how a job goes.
struct Reporter<'a> {
    worker: &'a Worker,
    ticket: Ticket,
    is_awaited: bool,
}

impl Witness for Reporter<'_> {
    fn progress(&mut self, n_done: usize, n_chunks: usize) {
        self.worker.emit_progress(Event::Progress { ticket: self.ticket, n_done, n_chunks });
    }

    fn listens(&self) -> bool {
        self.is_awaited
    }

    fn heard(&mut self, at: usize, samples: &[f32]) {
        self.worker.emit(Event::Heard { ticket: self.ticket, at, samples: samples.to_vec() });
    }
}

/// What a panic said.
pub(super) fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_owned())
}
