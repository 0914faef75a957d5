//! The voices that are loaded, and what is known of each: how fast it speaks and how much memory it takes.

use std::collections::HashMap;
use std::time::Duration;

use super::LineRequest;
use super::budget::{Budget, Need, SHORTEST_CHUNK};
use super::memory::{Meter, Usage};
use super::pace::Pace;
use super::render::max_chars;
use crate::voice::{Voice, VoiceError, VoiceInfo, VoiceSource};

/// Chunk limit of a voice that does not say, in `char`s.
const DEFAULT_MAX_CHARS: usize = 120;

/// The voices that are loaded, owned by one thread.
pub struct Voices {
    source: Box<dyn VoiceSource>,
    loaded: HashMap<String, Box<dyn Voice>>,
    known: HashMap<String, Known>,
    timeout_factor: f64,
    memory: Option<(Meter, Budget)>,
}

/// What was measured of a voice.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    pace: Pace,
    need: Need,
}

impl Voices {
    /// No voice loaded yet, and no look at memory.
    pub fn new(source: Box<dyn VoiceSource>) -> Self {
        Self { source, loaded: HashMap::new(), known: HashMap::new(), timeout_factor: 1.0, memory: None }
    }

    /// The same, with time limits that many times as long as usual.
    #[must_use]
    pub fn with_timeout_factor(self, timeout_factor: f64) -> Self {
        Self { timeout_factor, ..self }
    }

    /// The same, with memory looked at before each chunk.
    #[must_use]
    pub fn with_memory(self, meter: Meter, budget: Budget) -> Self {
        Self { memory: Some((meter, budget)), ..self }
    }

    /// Changes what may be used.
    pub fn set_budget(&mut self, new: Budget) {
        if let Some((_, budget)) = &mut self.memory {
            *budget = new;
        }
    }

    /// Prepares another try after a failure: the voice is dropped, its process ended, and what is asked for is cut into
    /// chunks of half the size.
    pub fn careful(&mut self, request: &LineRequest) -> LineRequest {
        self.unload(&request.voice);
        self.end_engine();
        let usual = self.info(&request.voice).map_or(DEFAULT_MAX_CHARS, |info| info.max_chars);
        let mut careful = request.clone();
        careful.delivery.max_chars = Some(max_chars(request, usual).div_ceil(2));
        careful
    }

    /// The voice `id`, loaded if it is not yet.
    pub fn get(&mut self, id: &str) -> Result<&mut dyn Voice, VoiceError> {
        if !self.loaded.contains_key(id) {
            let voice = self.source.open(id)?;
            self.loaded.insert(id.to_owned(), voice);
            if let Some(usage) = self.usage() {
                self.known.entry(id.to_owned()).or_default().need.loaded(&usage);
            }
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

    /// How long a chunk of `n_chars` may take.
    pub fn time_limit(&self, id: &str, n_chars: usize) -> Duration {
        self.known.get(id).copied().unwrap_or_default().pace.limit(n_chars, self.timeout_factor)
    }

    /// Learns from a chunk of `n_chars` that was spoken.
    pub fn learn(&mut self, id: &str, n_chars: usize, took: Duration) {
        let usage = self.usage();
        let known = self.known.entry(id.to_owned()).or_default();
        known.pace.learn(n_chars, took);
        if let Some(usage) = usage {
            known.need.learn(n_chars, &usage);
        }
    }

    /// Makes room for a chunk of `n_chars`: gives back what the last runs left, then loads the voice anew. The longest
    /// chunk that fits, at most `n_chars`; an error where not even a short one does.
    pub fn make_room(&mut self, id: &str, n_chars: usize) -> Result<usize, VoiceError> {
        if let Some(fitting) = self.fitting(id, n_chars) {
            return Ok(fitting);
        }
        self.get(id)?.shrink();
        if let Some(fitting) = self.fitting(id, n_chars) {
            return Ok(fitting);
        }
        self.unload(id);
        self.end_engine();
        self.get(id)?;
        match self.fitting(id, n_chars) {
            Some(fitting) => Ok(fitting),
            None => Err(self.over_budget(id, n_chars.min(SHORTEST_CHUNK))),
        }
    }

    /// The longest chunk up to `n_chars` that fits; `None` where not even a short one does.
    fn fitting(&mut self, id: &str, n_chars: usize) -> Option<usize> {
        let Some(usage) = self.usage() else { return Some(n_chars) };
        let free = self.memory.as_ref().map_or(u64::MAX, |(_, budget)| budget.free(&usage));
        let need = self.known.get(id).copied().unwrap_or_default().need;
        if need.of(n_chars, &usage) <= free {
            return Some(n_chars);
        }
        let longest = need.longest(free, &usage).unwrap_or(n_chars);
        (longest >= SHORTEST_CHUNK.min(n_chars)).then(|| longest.min(n_chars))
    }

    fn over_budget(&mut self, id: &str, n_chars: usize) -> VoiceError {
        let Some(usage) = self.usage() else { return VoiceError::OutOfMemory };
        let free = self.memory.as_ref().map_or(0, |(_, budget)| budget.free(&usage));
        let need = self.known.get(id).copied().unwrap_or_default().need;
        VoiceError::OverBudget { needed: need.of(n_chars, &usage), free }
    }

    fn usage(&mut self) -> Option<Usage> {
        self.memory.as_mut().map(|(meter, _)| meter.sample())
    }
}
