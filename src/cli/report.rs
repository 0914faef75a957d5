//! What `--json` prints when a file is made.

use std::path::PathBuf;

use crate::studio::ChunkStatus;
use crate::text::Span;

/// The one object of `narrate --json` and `say --json`.
#[derive(Debug, serde::Serialize)]
pub struct Made {
    /// The file, as it was named.
    pub output: PathBuf,
    /// Length of the sound.
    pub seconds_audio: f64,
    /// Time from the first line's start until everything was rendered and encoded; loading the voice is not counted.
    pub seconds_render: f64,
    /// Real-time factor: `seconds_render` for a second of sound.
    pub rtf: f64,
    /// Time from the first line's start until the first samples were there; 0 where nothing was spoken.
    pub first_audio_ms: f64,
    /// The most memory that the process ever had resident, in millions of bytes.
    pub peak_rss_mb: f64,
    /// Id of the voice of the lines that name none.
    pub voice: String,
    /// Its model family.
    pub engine: String,
    /// The execution provider that ran the model; empty where no model ran.
    pub provider: String,
    /// What ran it: `ONNX Runtime 1.31.1`.
    pub runtime: String,
    /// The chunks in order.
    pub chunks: Vec<MadeChunk>,
    /// Characters that nobody could speak, in order.
    pub dropped: String,
    /// What the person should know.
    pub warnings: Vec<String>,
}

/// A chunk of [`Made`].
#[derive(Debug, serde::Serialize)]
pub struct MadeChunk {
    /// Position in the script, from 0.
    pub index: usize,
    /// What is written.
    pub text: String,
    /// What is spoken.
    pub spoken: String,
    /// Where it stands in the script's NFC text, in characters.
    pub source: Span,
    /// Where it begins in the sound.
    pub start_secs: f64,
    /// How long it sounds, the pause after it not counted.
    pub seconds: f64,
    /// What became of it.
    pub status: ChunkStatus,
    /// True where it was not rendered anew.
    pub cached: bool,
    /// Time that the model took.
    pub render_ms: f64,
}
