//! The voices that are loaded, and what is known of each: how fast it speaks and how much memory it takes.

use std::collections::HashMap;
use std::time::Duration;

use super::LineRequest;
use super::budget::{Budget, Needs, SHORTEST_CHUNK};
use super::memory::{Meter, Usage};
use super::pace::Pace;
use super::render::max_chars;
use crate::voice::runtime::Device;
use crate::voice::{Voice, VoiceError, VoiceInfo, VoiceSource};

/// Chunk limit of a voice that does not say, in `char`s.
const DEFAULT_MAX_CHARS: usize = 120;

/// Measures memory.
type Probe = Box<dyn FnMut() -> Usage>;

/// The voices that are loaded, owned by one thread.
pub struct Voices {
    source: Box<dyn VoiceSource>,
    loaded: HashMap<String, Box<dyn Voice>>,
    known: HashMap<String, Known>,
    timeout_factor: f64,
    memory: Option<(Probe, Budget)>,
}

/// What was measured of a voice.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    pace: Pace,
    needs: Needs,
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
    pub fn with_memory(self, mut meter: Meter, budget: Budget) -> Self {
        Self { memory: Some((Box::new(move || meter.sample()), budget)), ..self }
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
            let is_on_card = is_on_card(voice.as_ref());
            self.loaded.insert(id.to_owned(), voice);
            if let Some(usage) = self.usage() {
                self.known.entry(id.to_owned()).or_default().needs.loaded(&usage, is_on_card);
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

    /// Voices came or went: drops what is loaded and looks again.
    pub fn refresh(&mut self) {
        self.loaded.clear();
        self.source.end_process();
        self.source.refresh();
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
            known.needs.learn(n_chars, &usage);
        }
    }

    fn reopen(&mut self, id: &str) -> Result<(), VoiceError> {
        self.unload(id);
        self.end_engine();
        self.get(id).map(|_| ())
    }

    /// Makes room for a chunk of `n_chars`: gives back what the last runs left, then loads the voice anew, then loads it on
    /// the CPU if it was on a card. The longest chunk that fits, at most `n_chars`; an error where not even a short one does.
    pub fn make_room(&mut self, id: &str, n_chars: usize) -> Result<usize, VoiceError> {
        if let Some(fitting) = self.fitting(id, n_chars) {
            return Ok(fitting);
        }
        self.get(id)?.shrink();
        if let Some(fitting) = self.fitting(id, n_chars) {
            return Ok(fitting);
        }
        self.reopen(id)?;
        if let Some(fitting) = self.fitting(id, n_chars) {
            return Ok(fitting);
        }
        let error = self.over_budget(id, n_chars.min(SHORTEST_CHUNK));
        if !self.loaded.get(id).is_some_and(|voice| is_on_card(voice.as_ref())) {
            return Err(error);
        }
        log::warn!("the card is too full: the CPU speaks instead");
        self.source.use_cpu();
        self.reopen(id)?;
        self.fitting(id, n_chars).ok_or(error)
    }

    /// The longest chunk up to `n_chars` that fits; `None` where not even a short one does.
    fn fitting(&mut self, id: &str, n_chars: usize) -> Option<usize> {
        let Some(usage) = self.usage() else { return Some(n_chars) };
        let budget = self.budget();
        self.known.get(id).copied().unwrap_or_default().needs.fitting(n_chars, &usage, &budget)
    }

    fn over_budget(&mut self, id: &str, n_chars: usize) -> VoiceError {
        let Some(usage) = self.usage() else { return VoiceError::OutOfMemory };
        let needs = self.known.get(id).copied().unwrap_or_default().needs;
        let (needed, free) = needs.shortage(n_chars, &usage, &self.budget());
        VoiceError::OverBudget { needed, free }
    }

    fn budget(&self) -> Budget {
        self.memory.as_ref().map(|(_, budget)| *budget).unwrap_or_default()
    }

    fn usage(&mut self) -> Option<Usage> {
        self.memory.as_mut().map(|(measure, _)| measure())
    }
}

fn is_on_card(voice: &dyn Voice) -> bool {
    voice.provider() != Device::Cpu.name()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::Voices;
    use crate::studio::budget::Budget;
    use crate::studio::memory::{GpuUsage, Usage};
    use crate::text::Language;
    use crate::voice::tone::ToneSource;
    use crate::voice::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};

    const MB: u64 = 1 << 20;

    /// What happened, and how full the card is.
    #[derive(Default)]
    struct World {
        events: Vec<&'static str>,
        card_used: u64,
    }

    struct CardSource {
        world: Rc<RefCell<World>>,
        cpu_only: bool,
    }

    struct CardVoice {
        inner: Box<dyn Voice>,
        provider: &'static str,
        world: Rc<RefCell<World>>,
    }

    impl VoiceSource for CardSource {
        fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
            let provider = if self.cpu_only { "CPU" } else { "CUDA" };
            self.world.borrow_mut().events.push(provider);
            Ok(Box::new(CardVoice { inner: ToneSource.open(id)?, provider, world: Rc::clone(&self.world) }))
        }

        fn info(&self, id: &str) -> Option<VoiceInfo> {
            ToneSource.info(id)
        }

        fn use_cpu(&mut self) {
            self.cpu_only = true;
        }
    }

    impl Voice for CardVoice {
        fn info(&self) -> &VoiceInfo {
            self.inner.info()
        }

        fn model_hash(&self) -> &str {
            self.inner.model_hash()
        }

        fn provider(&self) -> &str {
            self.provider
        }

        fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError> {
            self.inner.phonemes(spoken, language)
        }

        fn speak_streaming(
            &mut self,
            request: &SpeechRequest<'_>,
            cancel: &Cancel,
            heard: &mut dyn FnMut(&[f32]),
        ) -> Result<Speech, VoiceError> {
            self.inner.speak_streaming(request, cancel, heard)
        }

        fn shrink(&mut self) {
            self.world.borrow_mut().events.push("shrink");
        }
    }

    /// First shorter chunks, then the arena, then the session, then the CPU.
    #[test]
    fn a_full_card_is_left_for_the_cpu_as_the_last_resort() {
        let world = Rc::new(RefCell::new(World { card_used: 2_000 * MB, ..World::default() }));
        let mut voices = Voices::new(Box::new(CardSource { world: Rc::clone(&world), cpu_only: false }));
        let seen = Rc::clone(&world);
        let measure = move || {
            let used_bytes = seen.borrow().card_used;
            let gpu = GpuUsage { name: "card".to_owned(), used_bytes, total_bytes: 8_000 * MB };
            Usage { available_bytes: 64_000 * MB, gpus: vec![gpu], ..Usage::default() }
        };
        voices.memory = Some((Box::new(measure), Budget::default()));
        voices.get("tone").expect("opens");
        world.borrow_mut().card_used = 4_000 * MB;
        voices.learn("tone", 100, std::time::Duration::from_secs(1));
        assert_eq!(voices.make_room("tone", 100).expect("fits"), 100);
        // 20 MB a char and 1,700 MB to spare: 185 characters with what it has already.
        world.borrow_mut().card_used = 6_000 * MB;
        assert_eq!(voices.make_room("tone", 400).expect("fits"), 285);
        assert_eq!(world.borrow().events, ["CUDA"], "shorter chunks come first");
        // Others took the card: what the voice measured from its new base does not fit.
        world.borrow_mut().card_used = 7_690 * MB;
        voices.reopen("tone").expect("opens");
        world.borrow_mut().events.clear();
        assert_eq!(voices.make_room("tone", 100).expect("fits"), 100);
        assert_eq!(world.borrow().events, ["shrink", "CUDA", "CPU"]);
    }
}
