//! One line from text to clip: the only place that runs the whole path.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::pace::Pace;
use super::{ChunkStatus, ChunkTake, LineRequest, RenderError, Take};
use crate::audio::join::{ChunkAudio, JoinedLine, Seam, join_line};
use crate::text::{Chunk, Join, Reading, SpokenForm, chunk, spoken_form};
use crate::voice::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};

/// How often a chunk may take the engine process down before it is given up.
const MAX_DEATHS: usize = 3;

/// The voices that are loaded, owned by one thread.
pub struct Voices {
    source: Box<dyn VoiceSource>,
    loaded: HashMap<String, Box<dyn Voice>>,
    paces: HashMap<String, Pace>,
    timeout_factor: f64,
}

impl Voices {
    /// No voice loaded yet.
    pub fn new(source: Box<dyn VoiceSource>) -> Self {
        Self { source, loaded: HashMap::new(), paces: HashMap::new(), timeout_factor: 1.0 }
    }

    /// The same, with time limits that many times as long as usual.
    #[must_use]
    pub fn with_timeout_factor(self, timeout_factor: f64) -> Self {
        Self { timeout_factor, ..self }
    }

    /// The voice `id`, loaded if it is not yet.
    pub fn get(&mut self, id: &str) -> Result<&mut dyn Voice, VoiceError> {
        if !self.loaded.contains_key(id) {
            let voice = self.source.open(id)?;
            self.loaded.insert(id.to_owned(), voice);
        }
        match self.loaded.get_mut(id) {
            Some(voice) => Ok(voice.as_mut()),
            None => Err(VoiceError::Unknown { id: id.to_owned() }),
        }
    }

    /// Whether the voice `id` is loaded.
    pub fn is_loaded(&self, id: &str) -> bool {
        self.loaded.contains_key(id)
    }

    /// What the voice `id` is, without loading it.
    pub fn info(&self, id: &str) -> Option<VoiceInfo> {
        self.source.info(id)
    }

    /// Ends the process that the voices run in, if there is one.
    pub fn end_engine(&mut self) {
        self.source.end_process();
    }

    /// Drops the voice `id` and its memory.
    pub fn unload(&mut self, id: &str) {
        self.loaded.remove(id);
    }
}

/// The spoken form of a line and how it is cut for a voice: what the window shows and what is rendered.
pub fn analyse(text: &str, reading: &Reading, max_chars: usize) -> (SpokenForm, Vec<Chunk>) {
    let form = spoken_form(text, reading);
    let chunks = chunk::chunk(&form, max_chars);
    (form, chunks)
}

/// The chunk limit of `request` on a voice that takes `voice_max_chars`.
pub fn max_chars(request: &LineRequest, voice_max_chars: usize) -> usize {
    request.delivery.max_chars.map_or(voice_max_chars, |wanted| wanted.clamp(1, voice_max_chars))
}

/// Renders a line. `progress` is told the number of chunks done and in all, first with none done.
///
/// Cancelling gives [`VoiceError::Cancelled`] within one model step.
pub fn render_line(
    voices: &mut Voices,
    request: &LineRequest,
    cancel: &Cancel,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Take, RenderError> {
    let began = Instant::now();
    let timeout_factor = voices.timeout_factor;
    let mut pace = voices.paces.get(&request.voice).copied().unwrap_or_default();
    let voice = voices.get(&request.voice)?;
    let info = voice.info().clone();
    if !info.languages.contains(&request.language) {
        return Err(VoiceError::no_voice_for(request.language).into());
    }
    let (form, chunks) = analyse(&request.text, &request.reading(&info), max_chars(request, info.max_chars));
    let mut dropped = form.dropped();
    progress(0, chunks.len());
    let mut spoken = Vec::with_capacity(chunks.len());
    let mut first_audio_ms = None;
    for chunk in &chunks {
        if cancel.is_cancelled() {
            return Err(VoiceError::Cancelled.into());
        }
        let chunk_began = Instant::now();
        let limit = pace.limit(chunk.spoken.chars().count(), timeout_factor);
        let speech = speak_chunk(voice, request, chunk, &info, limit, cancel)?;
        let render_ms = chunk_began.elapsed().as_secs_f64() * 1_000.0;
        if !speech.samples.is_empty() {
            pace.learn(chunk.spoken.chars().count(), chunk_began.elapsed());
        }
        if !speech.samples.is_empty() {
            first_audio_ms.get_or_insert_with(|| began.elapsed().as_secs_f64() * 1_000.0);
        }
        dropped.push_str(&speech.unspoken);
        spoken.push((speech, render_ms));
        progress(spoken.len(), chunks.len());
    }
    let provider = voice.provider().to_owned();
    voices.paces.insert(request.voice.clone(), pace);
    let JoinedLine { clip, spans } = join_chunks(request, &chunks, &spoken, info.rate_hz)?;
    let chunks = chunks
        .into_iter()
        .zip(spans)
        .zip(spoken)
        .map(|((chunk, span), (speech, render_ms))| ChunkTake {
            chunk,
            start: span.start,
            n_samples: span.len(),
            status: if speech.samples.is_empty() { ChunkStatus::Silence } else { ChunkStatus::Ready },
            render_ms: if speech.samples.is_empty() { 0.0 } else { render_ms },
        })
        .collect();
    Ok(Take {
        clip,
        chunks,
        form,
        dropped,
        provider,
        first_audio_ms: first_audio_ms.unwrap_or(0.0),
        render_ms: began.elapsed().as_secs_f64() * 1_000.0,
    })
}

fn speak_chunk(
    voice: &mut dyn Voice,
    request: &LineRequest,
    chunk: &Chunk,
    info: &VoiceInfo,
    limit: Duration,
    cancel: &Cancel,
) -> Result<Speech, VoiceError> {
    if !chunk.spoken.chars().any(char::is_alphanumeric) {
        return Ok(Speech::default());
    }
    let speech = SpeechRequest {
        spoken: &chunk.spoken,
        language: request.language,
        speed: request.delivery.speed.clamp(info.speed_min, info.speed_max),
        // Chunks of a line get noise of their own, and the same one each time.
        seed: request.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(chunk.index as u64),
        time_limit: Some(limit),
    };
    // A process that died is started again by the next request; a chunk that kills it every time is given up.
    let mut n_deaths = 0;
    loop {
        match voice.speak(&speech, cancel) {
            Err(error @ VoiceError::EngineDied { .. }) => {
                n_deaths += 1;
                if n_deaths >= MAX_DEATHS {
                    return Err(error);
                }
            }
            other => return other,
        }
    }
}

/// Joins the chunks' samples and brings them to the project's rate.
fn join_chunks(
    request: &LineRequest,
    chunks: &[Chunk],
    spoken: &[(Speech, f64)],
    voice_rate_hz: u32,
) -> Result<JoinedLine, RenderError> {
    let delivery = &request.delivery;
    let parts: Vec<ChunkAudio<'_>> = chunks
        .iter()
        .zip(spoken)
        .map(|(chunk, (speech, _))| ChunkAudio {
            samples: &speech.samples,
            seam: match chunk.join {
                Join::Sentence => Seam::Pause(delivery.pause_sentence_secs),
                Join::Clause => Seam::Pause(delivery.pause_clause_secs),
                Join::Forced => Seam::Crossfade(delivery.crossfade_ms),
                Join::End => Seam::End,
            },
            pause_after_ms: chunk.pause_after_ms,
        })
        .collect();
    join_line(&parts, voice_rate_hz, request.rate_hz).map_err(|error| RenderError::Audio(error.to_string()))
}
