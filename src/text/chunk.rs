//! Cutting a spoken form into the stretches that one model call speaks.

use super::{Piece, Span, SpokenForm};

/// What stands between a chunk and the next one, and so how they are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// A sentence ended: the model's own end pause is kept.
    Sentence,
    /// A clause ended (comma, semicolon, colon, dash, bracket).
    Clause,
    /// A cut between two words that had to be made; joined with a crossfade and no pause.
    Forced,
    /// The line ended.
    End,
}

/// One stretch of a line: what one model call speaks, or a silence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Chunk {
    /// Position in the line, from 0.
    pub index: usize,
    /// The source text of the chunk. Joined in order, the texts of all chunks are the NFC source.
    pub text: String,
    /// What is spoken; empty where there is nothing to speak.
    pub spoken: String,
    /// Range in the source.
    pub source: Span,
    /// How it is joined to the next chunk.
    pub join: Join,
    /// Silence that follows the chunk because the script asks for it with `[pause 1.5s]`, in milliseconds.
    pub pause_after_ms: u32,
    /// The pieces of the form that fall in this chunk.
    #[serde(skip)]
    pub pieces: Vec<Piece>,
}
