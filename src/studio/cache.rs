//! Takes that were rendered, by what they were rendered from, under a memory budget.
//!
//! Undo, or typing the old words again, finds the old sound here. The least recently used takes go first.

use std::collections::HashMap;
use std::sync::Arc;

use super::{LineRequest, Take};
use crate::text::Reading;

/// Changes whenever the same request would sound different: part of every key.
pub const PIPELINE_VERSION: u32 = 1;

/// What a take's content depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContentKey(String);

impl ContentKey {
    /// The key of a request: everything but which line asked. Of the lexicons only what they make of this text counts, so
    /// that a change of an entry makes those takes stale that it touches and no others.
    pub fn of(request: &LineRequest) -> Self {
        let LineRequest { line: _, text, language, voice, delivery, rate_hz, seed, lexicons, choices, reading } =
            request;
        // Whether the voice takes phonemes is told by the voice.
        let readings =
            lexicons.digest(text, &Reading { takes_phonemes: true, options: *reading, ..Reading::of(*language) });
        let (steps, expressions) = (delivery.steps, delivery.expressions);
        // The pauses between lines are not in a line's clip.
        let delivery = (
            delivery.speed.to_bits(),
            delivery.pause_sentence_secs.to_bits(),
            delivery.pause_clause_secs.to_bits(),
            delivery.crossfade_ms,
            delivery.max_chars,
        );
        // Only where something is asked for: takes of before these were there stay good.
        let options = match (steps, expressions) {
            (None, false) => String::new(),
            options => format!("\u{0}{options:?}"),
        };
        let tag = language.tag();
        Self(format!(
            "{PIPELINE_VERSION}\u{0}{voice}\u{0}{tag}\u{0}{rate_hz}\u{0}{seed}\u{0}{delivery:?}\u{0}{reading:?}\u{0}{choices:?}\u{0}{readings}{options}\u{0}{text}"
        ))
    }
}

impl ContentKey {
    /// The key's own text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// See the module.
#[derive(Debug)]
pub struct TakeCache {
    takes: HashMap<ContentKey, Entry>,
    n_bytes: usize,
    max_bytes: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    take: Arc<Take>,
    last_used: u64,
}

impl TakeCache {
    /// An empty cache that holds at most `max_bytes` of samples.
    pub fn new(max_bytes: usize) -> Self {
        Self { takes: HashMap::new(), n_bytes: 0, max_bytes, clock: 0 }
    }

    /// The take of this content, if it is here.
    pub fn get(&mut self, key: &ContentKey) -> Option<Arc<Take>> {
        self.clock += 1;
        let entry = self.takes.get_mut(key)?;
        entry.last_used = self.clock;
        Some(Arc::clone(&entry.take))
    }

    /// Keeps a take, and drops the least recently used ones that no longer fit; gives their keys.
    pub fn put(&mut self, key: ContentKey, take: Arc<Take>) -> Vec<ContentKey> {
        self.clock += 1;
        self.n_bytes += bytes_of(&take);
        if let Some(old) = self.takes.insert(key, Entry { take, last_used: self.clock }) {
            self.n_bytes -= bytes_of(&old.take);
        }
        let mut gone = Vec::new();
        while self.n_bytes > self.max_bytes && self.takes.len() > 1 {
            let Some(oldest) = self.takes.iter().min_by_key(|(_, entry)| entry.last_used).map(|(key, _)| key.clone())
            else {
                break;
            };
            if let Some(entry) = self.takes.remove(&oldest) {
                self.n_bytes -= bytes_of(&entry.take);
            }
            gone.push(oldest);
        }
        gone
    }

    /// Bytes of samples held.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }
}

fn bytes_of(take: &Take) -> usize {
    take.clip.len() * size_of::<f32>()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ContentKey, TakeCache};
    use crate::audio::Clip;
    use crate::script::Project;
    use crate::studio::{LineRequest, Take};
    use crate::text::lexicon::Entry;
    use crate::text::{Lexicon, Lexicons};

    fn request(text: &str) -> LineRequest {
        let mut project = Project::default();
        project.push_text(text, true);
        LineRequest::of(&project, &project.lines()[0], &Arc::default())
    }

    fn take(n_samples: usize) -> Arc<Take> {
        Arc::new(Take {
            clip: Clip::new(vec![0.0; n_samples], 44_100),
            chunks: Vec::new(),
            form: crate::text::SpokenForm::default(),
            dropped: String::new(),
            suspicions: Vec::new(),
            provider: String::new(),
            first_audio_ms: 0.0,
            render_ms: 0.0,
        })
    }

    #[test]
    fn the_key_is_the_content_and_nothing_else() {
        let base = request("Hello");
        let key = ContentKey::of(&base);
        let mut other_line = base.clone();
        other_line.line = crate::script::LineId(7);
        assert_eq!(ContentKey::of(&other_line), key);
        let mut other_gap = base.clone();
        other_gap.delivery.pause_line_secs = 3.0;
        assert_eq!(ContentKey::of(&other_gap), key);
        let mut finer = base.clone();
        finer.delivery.steps = Some(12);
        assert_ne!(ContentKey::of(&finer), key);
        let mut acted = base.clone();
        acted.delivery.expressions = true;
        assert_ne!(ContentKey::of(&acted), key);
        let mut faster = base.clone();
        faster.delivery.speed = 1.1;
        let mut reseeded = base.clone();
        reseeded.seed = 1;
        for changed in [faster, reseeded, request("Hello!")] {
            assert_ne!(ContentKey::of(&changed), key);
        }
    }

    #[test]
    fn the_key_knows_the_entries_that_touch_the_text() {
        let key = |text: &str, entries: &[(&str, &str)]| {
            let entries = entries.iter().map(|(written, spoken)| Entry::word(written, spoken)).collect();
            let lexicons = Arc::new(Lexicons::new(&[&Lexicon { entries }]));
            ContentKey::of(&LineRequest { lexicons, ..request(text) })
        };
        assert_eq!(key("Hello", &[]), ContentKey::of(&request("Hello")));
        assert_eq!(key("Hello", &[("cat", "kat")]), key("Hello", &[]));
        assert_ne!(key("Hello", &[("hello", "hullo")]), key("Hello", &[]));
        assert_ne!(key("Hello", &[("hello", "hullo")]), key("Hello", &[("hello", "hallo")]));
        assert_ne!(key("Hello", &[("hello", "/a/")]), key("Hello", &[("hello", "/b/")]));
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let mut cache = TakeCache::new(3 * 400);
        let keys: Vec<_> = ["a", "b", "c", "d"].map(|text| ContentKey::of(&request(text))).into();
        for key in &keys[..3] {
            assert!(cache.put(key.clone(), take(100)).is_empty());
        }
        assert!(cache.get(&keys[0]).is_some());
        assert_eq!(cache.put(keys[3].clone(), take(100)), [keys[1].clone()]);
        assert!(cache.get(&keys[1]).is_none(), "b was the least recently used");
        assert!(cache.get(&keys[0]).is_some() && cache.get(&keys[2]).is_some() && cache.get(&keys[3]).is_some());
        assert_eq!(cache.n_bytes(), 1_200);
    }
}
