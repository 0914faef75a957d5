//! One line from text to clip: the only place that runs the whole path.

use std::time::Instant;

use super::budget::SHORTEST_CHUNK;
use super::hearing::{Hearing, audio_error};
use super::sanity::{Suspicion, suspicion};
use super::voices::Voices;
use super::{ChunkStatus, ChunkTake, LineRequest, RenderError, Take};
use crate::audio::join::JoinedLine;
use crate::text::{Chunk, Reading, SpokenForm, chunk, spoken_form};
use crate::voice::server::PATIENCE;
use crate::voice::{Cancel, Speech, SpeechOptions, SpeechRequest, Voice, VoiceError, VoiceInfo};

/// How often a chunk may take the engine process down before it is given up.
const MAX_DEATHS: usize = 3;

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

/// What is told while a line is rendered.
pub trait Witness {
    /// So many chunks are done, of so many; first with none done.
    fn progress(&mut self, n_done: usize, n_chunks: usize);

    /// Whether [`Witness::heard`] is wanted.
    fn listens(&self) -> bool {
        false
    }

    /// More of the line is there: these samples at the rate of the request, which begin at sample `at` of the line. They are
    /// what the take's clip will have there, unless the voice has to speak a chunk anew: then the line is told again from an
    /// earlier sample on.
    fn heard(&mut self, _at: usize, _samples: &[f32]) {}
}

impl<F: FnMut(usize, usize)> Witness for F {
    fn progress(&mut self, n_done: usize, n_chunks: usize) {
        self(n_done, n_chunks);
    }
}

/// Renders a line, and tells `witness` how it goes.
///
/// Cancelling gives [`VoiceError::Cancelled`] within one model step.
pub fn render_line(
    voices: &mut Voices,
    request: &LineRequest,
    cancel: &Cancel,
    witness: &mut dyn Witness,
) -> Result<Take, RenderError> {
    let began = Instant::now();
    let info = voices.get(&request.voice)?.info().clone();
    if !info.languages.contains(&request.language) {
        return Err(VoiceError::no_voice_for(request.language).into());
    }
    let reading = request.reading(&info);
    let wanted_chars = max_chars(request, info.max_chars);
    let (mut form, mut chunks) = analyse(&request.text, &reading, wanted_chars);
    let longest = chunks.iter().map(n_spoken).max().unwrap_or(0);
    let fitting = voices.make_room(&request.voice, longest)?;
    if fitting < longest {
        // Shorter chunks before anything else is given up.
        (form, chunks) = analyse(&request.text, &reading, fitting.max(SHORTEST_CHUNK));
    }
    let mut dropped = form.dropped();
    witness.progress(0, chunks.len());
    let mut hearing = Hearing::new(request, &info, witness)?;
    let mut spoken = Vec::with_capacity(chunks.len());
    let mut suspicions = Vec::new();
    let mut first_audio_ms = None;
    for chunk in &chunks {
        if cancel.is_cancelled() {
            return Err(VoiceError::Cancelled.into());
        }
        let chunk_began = Instant::now();
        let (speech, suspicion) = speak_well(voices, request, chunk, &info, cancel, &mut hearing)?;
        let render_ms = chunk_began.elapsed().as_secs_f64() * 1_000.0;
        let is_silence = speech.samples.is_empty();
        if !is_silence {
            first_audio_ms.get_or_insert_with(|| began.elapsed().as_secs_f64() * 1_000.0);
        }
        suspicions.extend(suspicion.map(|suspicion| (chunk.index, suspicion)));
        dropped.push_str(&speech.unspoken);
        spoken.push(if is_silence { (ChunkStatus::Silence, 0.0) } else { (ChunkStatus::Ready, render_ms) });
        hearing.push(chunk, &speech.samples)?;
        hearing.witness.progress(spoken.len(), chunks.len());
    }
    let provider = voices.get(&request.voice)?.provider().to_owned();
    let JoinedLine { clip, spans } = hearing.joiner.finish().map_err(audio_error)?;
    let chunks = chunks
        .into_iter()
        .zip(spans)
        .zip(spoken)
        .map(|((chunk, span), (status, render_ms))| ChunkTake {
            chunk,
            start: span.start,
            n_samples: span.len(),
            status,
            render_ms,
        })
        .collect();
    Ok(Take {
        clip,
        chunks,
        form,
        dropped,
        suspicions,
        provider,
        first_audio_ms: first_audio_ms.unwrap_or(0.0),
        render_ms: began.elapsed().as_secs_f64() * 1_000.0,
    })
}

/// Length of a chunk as the model sees it, in `char`s.
fn n_spoken(chunk: &Chunk) -> usize {
    chunk.spoken.chars().count()
}

/// Speaks a chunk; one whose samples cannot be right is spoken once more with another seed, and then taken as it is, with
/// what is suspicious about it.
fn speak_well(
    voices: &mut Voices,
    request: &LineRequest,
    chunk: &Chunk,
    info: &VoiceInfo,
    cancel: &Cancel,
    hearing: &mut Hearing<'_>,
) -> Result<(Speech, Option<Suspicion>), VoiceError> {
    if !chunk.spoken.chars().any(char::is_alphanumeric) {
        return Ok((Speech::default(), None));
    }
    let n_chars = n_spoken(chunk);
    voices.make_room(&request.voice, n_chars)?;
    let mut speech_request = SpeechRequest {
        spoken: &chunk.spoken,
        language: request.language,
        speed: request.delivery.speed.clamp(info.speed_min, info.speed_max),
        // Chunks of a line get noise of their own, and the same one each time.
        seed: request.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(chunk.index as u64),
        time_limit: Some(match info.sends_text_to {
            Some(_) => PATIENCE,
            None => voices.time_limit(&request.voice, n_chars),
        }),
        options: SpeechOptions { steps: request.delivery.steps, expressions: request.delivery.expressions },
    };
    let mut tried_again = false;
    loop {
        let began = Instant::now();
        let speech = speak_chunk(voices.get(&request.voice)?, &speech_request, cancel, (&mut *hearing, chunk))?;
        voices.learn(&request.voice, n_chars, began.elapsed());
        let SpeechRequest { spoken, language, speed, .. } = speech_request;
        let suspicion = suspicion(&speech.samples, info.rate_hz, spoken, language, speed);
        if suspicion.is_none() || tried_again {
            return Ok((speech, suspicion));
        }
        log::info!("chunk {} is suspicious ({suspicion:?}) and is spoken again", chunk.index);
        tried_again = true;
        speech_request.seed = !speech_request.seed;
    }
}

/// Speaks a chunk, and lets what is spoken be heard as it comes. A process that died is started again by the next request; a
/// chunk that kills it every time is given up.
fn speak_chunk(
    voice: &mut dyn Voice,
    request: &SpeechRequest<'_>,
    cancel: &Cancel,
    (hearing, chunk): (&mut Hearing<'_>, &Chunk),
) -> Result<Speech, VoiceError> {
    let mut n_deaths = 0;
    loop {
        hearing.begin();
        match voice.speak_streaming(request, cancel, &mut |part| hearing.part(chunk, part)) {
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
