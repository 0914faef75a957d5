//! A line as it comes: its chunks are joined one after the other, and what is certain of it can be heard at once.

use std::time::Instant;

use super::render::Witness;
use super::{LineRequest, RenderError};
use crate::audio::join::{ChunkAudio, Joiner, Seam};
use crate::audio::resample::ResampleError;
use crate::text::{Chunk, Join};
use crate::voice::VoiceInfo;

/// A chunk is heard while it is spoken where that goes at least so much faster than it sounds. A slower one would stop in the
/// middle of words.
const MIN_PACE: f64 = 1.2;

/// The line that is being rendered.
pub struct Hearing<'a> {
    request: &'a LineRequest,
    rate_hz: u32,
    /// What is told of it.
    pub witness: &'a mut dyn Witness,
    /// What is made of it.
    pub joiner: Joiner,
    /// Samples that the witness was told.
    n_told: usize,
    /// What was spoken of the chunk in hand, and since when.
    begun: Vec<f32>,
    since: Instant,
}

impl<'a> Hearing<'a> {
    /// Nothing is spoken yet.
    pub fn new(request: &'a LineRequest, info: &VoiceInfo, witness: &'a mut dyn Witness) -> Result<Self, RenderError> {
        let joiner = Joiner::new(info.rate_hz, request.rate_hz).map_err(audio_error)?;
        let (begun, since) = (Vec::new(), Instant::now());
        Ok(Self { request, rate_hz: info.rate_hz, witness, joiner, n_told: 0, begun, since })
    }

    /// The next chunk is spoken, perhaps not for the first time.
    pub fn begin(&mut self) {
        self.joiner.take_back();
        self.n_told = self.n_told.min(self.joiner.done().len());
        self.begun.clear();
        self.since = Instant::now();
    }

    /// More samples of `chunk`.
    pub fn part(&mut self, chunk: &Chunk, samples: &[f32]) {
        if !self.witness.listens() {
            return;
        }
        self.begun.extend_from_slice(samples);
        let secs = self.begun.len() as f64 / f64::from(self.rate_hz);
        if secs < MIN_PACE * self.since.elapsed().as_secs_f64() {
            return;
        }
        match self.joiner.hear(&audio_of(self.request, chunk, &self.begun)) {
            Ok(()) => self.tell(),
            // The same is found, and told, when the whole chunk is joined.
            Err(error) => log::warn!("the beginning of a chunk cannot be heard: {error}"),
        }
    }

    /// All samples of `chunk`.
    pub fn push(&mut self, chunk: &Chunk, samples: &[f32]) -> Result<(), RenderError> {
        // A server whose answer was cut off may have answered otherwise the second time.
        if !samples.starts_with(&self.begun) {
            self.begin();
        }
        self.joiner.push(&audio_of(self.request, chunk, samples)).map_err(audio_error)?;
        self.begun.clear();
        if self.witness.listens() {
            self.tell();
        }
        Ok(())
    }

    fn tell(&mut self) {
        let done = self.joiner.done();
        if self.n_told < done.len() {
            self.witness.heard(self.n_told, &done[self.n_told..]);
            self.n_told = done.len();
        }
    }
}

/// The sound could not be joined.
pub fn audio_error(error: ResampleError) -> RenderError {
    RenderError::Audio(error.to_string())
}

/// A chunk with its samples, for the joiner.
fn audio_of<'a>(request: &LineRequest, chunk: &Chunk, samples: &'a [f32]) -> ChunkAudio<'a> {
    let delivery = &request.delivery;
    let seam = match chunk.join {
        Join::Sentence => Seam::Pause(delivery.pause_sentence_secs),
        Join::Clause => Seam::Pause(delivery.pause_clause_secs),
        Join::Forced => Seam::Crossfade(delivery.crossfade_ms),
        Join::End => Seam::End,
    };
    ChunkAudio { samples, seam, pause_after_ms: chunk.pause_after_ms }
}
