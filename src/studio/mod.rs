//! What the studio does for a line, and the thread that does it.
//!
//! [`render::render_line`] turns one owned [`LineRequest`] into a [`Take`]; the command line calls it directly. The
//! window goes through [`worker::Studio`]: one named thread owns the runtime and every voice, gets one [`Command`] at a
//! time over a bounded channel and answers with [`Event`]s that carry the job's [`Ticket`]. Nothing here touches the
//! document.

pub mod breaker;
pub mod budget;
pub mod cache;
pub mod engine;
pub mod fallback;
mod hearing;
pub mod memory;
pub mod pace;
pub mod render;
pub mod sanity;
pub mod store;
pub mod voices;
pub mod worker;

use std::sync::Arc;

use crate::audio::Clip;
use crate::script::{Delivery, Line, LineId, Project};
use crate::text::{Choice, Chunk, Language, Lexicons, Reading, ReadingOptions, SpokenForm};
use crate::voice::{VoiceError, VoiceInfo};

pub use worker::Studio;

/// Everything that decides how a line sounds, owned: the worker never sees the live document.
#[derive(Clone, Debug, PartialEq)]
pub struct LineRequest {
    /// Which line it is, for messages and events.
    pub line: LineId,
    /// What is written.
    pub text: String,
    /// The language it is read in.
    pub language: Language,
    /// Id of the voice.
    pub voice: String,
    /// How it is spoken.
    pub delivery: Delivery,
    /// Rate of the clip, hertz.
    pub rate_hz: u32,
    /// Seed of the model's noise.
    pub seed: u64,
    /// The person's own readings.
    pub lexicons: Arc<Lexicons>,
    /// Readings chosen for single places of the line.
    pub choices: Arc<[Choice]>,
    /// How it is read where there is more than one good way.
    pub reading: ReadingOptions,
}

impl LineRequest {
    /// The request for `line` as the project stands. `lexicons` are the project's and those under it, made ready.
    pub fn of(project: &Project, line: &Line, lexicons: &Arc<Lexicons>) -> Self {
        Self {
            line: line.id,
            text: line.text.clone(),
            language: project.language_of(line),
            voice: project.voice_of(line).to_owned(),
            delivery: project.meta.delivery.clone(),
            rate_hz: project.meta.rate_hz,
            seed: line.seed,
            lexicons: Arc::clone(lexicons),
            choices: line.readings.as_slice().into(),
            reading: project.meta.reading,
        }
    }

    /// How the line is read for a voice.
    pub fn reading(&self, info: &VoiceInfo) -> Reading {
        Reading {
            lexicons: Arc::clone(&self.lexicons),
            takes_phonemes: info.takes_phonemes,
            options: self.reading,
            choices: Arc::clone(&self.choices),
            speaks: info.languages.clone(),
            expressions: self.delivery.expressions && info.takes_expressions,
            language: self.language,
        }
    }
}

/// What became of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkStatus {
    /// Spoken.
    Ready,
    /// Could not be spoken; the fallback clip stands in for it.
    Fallback,
    /// Nothing to speak: a pause or markup only.
    Silence,
}

/// One chunk of a take.
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkTake {
    /// The chunk.
    pub chunk: Chunk,
    /// First sample in the take's clip.
    pub start: usize,
    /// Number of samples in the take's clip; the pause that follows is not counted.
    pub n_samples: usize,
    /// What became of it.
    pub status: ChunkStatus,
    /// Time the model took, milliseconds; 0 where nothing was rendered.
    pub render_ms: f64,
}

/// One rendering of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// The sound, at the requested rate. What is played and exported, sample for sample.
    pub clip: Clip,
    /// The chunks in order.
    pub chunks: Vec<ChunkTake>,
    /// The spoken form that was spoken.
    pub form: SpokenForm,
    /// Characters that nobody could speak.
    pub dropped: String,
    /// Chunks whose samples may not be what the text says, by index, and why.
    pub suspicions: Vec<(usize, sanity::Suspicion)>,
    /// The execution provider that ran the model; empty where no model ran.
    pub provider: String,
    /// Time from the request to the first chunk's samples, milliseconds.
    pub first_audio_ms: f64,
    /// Time the whole render took, milliseconds.
    pub render_ms: f64,
}

/// Identifies a job; answers carry it, so that late ones can be told from current ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// What the interface asks of the worker.
#[derive(Debug)]
pub enum Command {
    /// Loads a voice so that the first line is quick.
    Warm {
        /// Id of the voice.
        voice: String,
    },
    /// Renders a line.
    Render {
        /// The job.
        ticket: Ticket,
        /// The line.
        request: Box<LineRequest>,
        /// How.
        effort: Effort,
        /// Whether somebody waits to hear it: then [`Event::Heard`] tells its beginnings.
        is_awaited: bool,
        /// How to stop it; the sender keeps a clone.
        cancel: crate::voice::Cancel,
    },
    /// Drops a voice's model and gives its memory back.
    Unload {
        /// Id of the voice.
        voice: String,
    },
    /// Changes how much memory may be used.
    SetBudget(budget::Budget),
    /// Ends the process that the voices run in, if there is one; the next line starts another.
    EndEngine,
    /// Voices were installed, imported or removed: looks at them again.
    RefreshVoices,
}

/// How a line is rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// As it is asked for.
    #[default]
    Usual,
    /// With the session rebuilt and chunks of half the size: the trial of a breaker.
    Careful,
}

/// What the worker tells the interface.
#[derive(Debug)]
pub enum Event {
    /// A voice is being loaded.
    VoiceLoading {
        /// Id of the voice.
        voice: String,
    },
    /// A voice is loaded.
    VoiceReady {
        /// Id of the voice.
        voice: String,
        /// The execution provider that really runs it.
        provider: String,
    },
    /// A voice could not be loaded outside of a job.
    VoiceFailed {
        /// Id of the voice.
        voice: String,
        /// Why.
        error: VoiceError,
    },
    /// A job began.
    Started {
        /// The job.
        ticket: Ticket,
    },
    /// More of the beginning of a line that is awaited: see [`render::Witness::heard`].
    Heard {
        /// The job.
        ticket: Ticket,
        /// Where in the line they begin.
        at: usize,
        /// The samples, at the rate of the request.
        samples: Vec<f32>,
    },
    /// A chunk of a job is done.
    Progress {
        /// The job.
        ticket: Ticket,
        /// Chunks done.
        n_done: usize,
        /// Chunks in all.
        n_chunks: usize,
    },
    /// A job is done.
    Done {
        /// The job.
        ticket: Ticket,
        /// How it was rendered.
        effort: Effort,
        /// The result.
        take: Arc<Take>,
    },
    /// A job failed.
    Failed {
        /// The job.
        ticket: Ticket,
        /// Why.
        error: RenderError,
    },
    /// A job was cancelled and left nothing behind.
    Cancelled {
        /// The job.
        ticket: Ticket,
    },
}

/// Why a line could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The voice or the runtime.
    #[error(transparent)]
    Voice(#[from] VoiceError),
    /// Our own code panicked; the job is lost, the worker is not.
    #[error("an error inside Moksori stopped this line ({0}); please report it with the line's text")]
    Panic(String),
    /// The samples could not be brought to the project's rate.
    #[error("the sound could not be resampled: {0}")]
    Audio(String),
}
