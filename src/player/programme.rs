//! What is played: the queue of items, how far it is handed over, and how far it is heard.

use std::collections::VecDeque;

use super::Item;
use super::pull::{Feed, RAMP_SECS};
use crate::audio::resample::resample;
use crate::audio::{Clip, samples_in};

/// The longest piece of silence pushed at once, samples.
const SILENCE: [f32; 1024] = [0.0; 1024];

/// A place in the programme.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Tag of the item.
    pub tag: Option<u64>,
    /// Seconds from the start of what the tag names.
    pub item_secs: f64,
    /// Seconds of items heard since the programme began.
    pub played_secs: f64,
}

/// An item that could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its tag.
    pub tag: u64,
    /// Why.
    pub reason: String,
}

struct Queued {
    item: Item,
    /// Where in it playing begins.
    from_secs: f64,
}

/// The samples of one item in the ring.
struct Span {
    start: u64,
    n: u64,
    tag: u64,
    from_secs: f64,
    played_before_secs: f64,
}

/// The item that is being handed over, at the device's rate.
struct Feeding {
    clip: Clip,
    next: usize,
    /// True once its span is noted, which is when its first sample is due: only then its ring index is known.
    noted: bool,
    /// Samples that still rise from silence because playing began inside the item.
    fade: Fade,
}

struct Fade {
    done: usize,
    n: usize,
}

/// The queue. Its first `spans.len()` items are in the ring or on their way there; the front one is being heard.
pub struct Programme {
    queue: VecDeque<Queued>,
    spans: VecDeque<Span>,
    feeding: Option<Feeding>,
    ends: bool,
    here: Place,
    /// True once something of the front item was heard.
    began: bool,
    /// Seconds of items before the next span.
    fed_secs: f64,
}

impl Programme {
    /// A programme that begins `offset_secs` into its first item; `ends` as in [`Player::play`](super::Player::play).
    pub fn new(items: Vec<Item>, offset_secs: f64, ends: bool) -> Self {
        let mut queue: VecDeque<_> = items.into_iter().map(|item| Queued { item, from_secs: 0.0 }).collect();
        let mut here = Place::default();
        if let Some(first) = queue.front_mut() {
            first.from_secs = if offset_secs.is_finite() { offset_secs.max(0.0) } else { 0.0 };
            let item_secs = first.item.start_secs + first.from_secs;
            here = Place { tag: Some(first.item.tag), item_secs, played_secs: 0.0 };
        }
        Self { queue, spans: VecDeque::new(), feeding: None, ends, here, began: false, fed_secs: 0.0 }
    }

    /// Appends an item.
    pub fn push(&mut self, item: Item) {
        if self.here.tag.is_none() {
            self.here.tag = Some(item.tag);
        }
        self.queue.push_back(Queued { item, from_secs: 0.0 });
    }

    /// Says that no more will be pushed.
    pub fn end(&mut self) {
        self.ends = true;
    }

    /// True where no more will be pushed.
    pub fn ends(&self) -> bool {
        self.ends
    }

    /// The last place known to have been heard.
    pub fn here(&self) -> Place {
        self.here
    }

    /// True where everything queued is in the ring.
    pub fn is_fed(&self) -> bool {
        self.feeding.is_none() && self.spans.len() == self.queue.len()
    }

    /// True where nothing is left, not even in the ring.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Notes that all before ring index `heard` was heard, and forgets items that are over.
    pub fn advance(&mut self, heard: u64, rate_hz: u32) {
        while self.spans.get(1).is_some_and(|next| heard >= next.start) {
            self.spans.pop_front();
            self.queue.pop_front();
            self.began = false;
        }
        let Some(span) = self.spans.front().filter(|span| heard >= span.start) else { return };
        let secs = (heard - span.start).min(span.n) as f64 / f64::from(rate_hz);
        self.began = true;
        self.here = Place {
            tag: Some(span.tag),
            item_secs: span.from_secs + secs,
            played_secs: span.played_before_secs + secs,
        };
    }

    /// Prepares for another output: what was handed over and not heard will be handed over again.
    pub fn rewind(&mut self) {
        if let Some(front) = self.queue.front_mut().filter(|_| self.began) {
            front.from_secs = self.here.item_secs - front.item.start_secs;
        }
        self.fed_secs = self.here.played_secs;
        self.spans.clear();
        self.feeding = None;
    }

    /// Hands over samples until `horizon` are ahead of the callback or nothing is left. Before the first sample come
    /// `*lead_in` samples of silence, once. Returns an item that had to be skipped, if any.
    pub fn feed(&mut self, feed: &mut Feed, rate_hz: u32, horizon: u64, lead_in: &mut u64) -> Option<Skipped> {
        let mut skipped = None;
        while feed.ahead() < horizon {
            if self.feeding.is_none() {
                let index = self.spans.len();
                let Some(queued) = self.queue.get(index) else { break };
                match at_rate(&queued.item.clip, rate_hz) {
                    Ok(clip) => {
                        let first = samples_in(queued.from_secs, rate_hz);
                        if first >= clip.len() {
                            self.drop_at(index);
                            continue;
                        }
                        self.feeding =
                            Some(Feeding { clip, next: first, noted: false, fade: Fade::rising_from(first, rate_hz) });
                    }
                    Err(reason) => {
                        skipped = Some(Skipped { tag: queued.item.tag, reason });
                        self.drop_at(index);
                        continue;
                    }
                }
            }
            while *lead_in > 0 {
                let n = SILENCE.len().min(usize::try_from(*lead_in).unwrap_or(usize::MAX));
                let pushed = feed.push(&SILENCE[..n]);
                if pushed == 0 {
                    return skipped;
                }
                *lead_in -= pushed as u64;
            }
            if !self.hand_over(feed, rate_hz) {
                break;
            }
        }
        skipped
    }

    /// Pushes what the ring takes of the item in hand; false where it takes nothing.
    fn hand_over(&mut self, feed: &mut Feed, rate_hz: u32) -> bool {
        let Some(feeding) = &mut self.feeding else { return false };
        if !feeding.noted
            && let Some(queued) = self.queue.get(self.spans.len())
        {
            feeding.noted = true;
            let n = (feeding.clip.len() - feeding.next) as u64;
            self.spans.push_back(Span {
                start: feed.written(),
                n,
                tag: queued.item.tag,
                from_secs: queued.item.start_secs + feeding.next as f64 / f64::from(rate_hz),
                played_before_secs: self.fed_secs,
            });
            self.fed_secs += n as f64 / f64::from(rate_hz);
        }
        let rest = &feeding.clip.samples[feeding.next..];
        let pushed = match feeding.fade.next(rest) {
            Some(sample) => {
                let pushed = feed.push(&[sample]);
                feeding.fade.done += pushed;
                pushed
            }
            None => feed.push(rest),
        };
        feeding.next += pushed;
        if feeding.next == feeding.clip.len() {
            self.feeding = None;
        }
        pushed > 0
    }

    fn drop_at(&mut self, index: usize) {
        self.queue.remove(index);
        if index == 0 {
            self.began = false;
        }
    }
}

impl Fade {
    /// No fade at an item's own start: it is played as it is.
    fn rising_from(first: usize, rate_hz: u32) -> Self {
        Self { done: 0, n: if first == 0 { 0 } else { samples_in(RAMP_SECS, rate_hz) } }
    }

    /// The next sample while the fade lasts.
    fn next(&self, rest: &[f32]) -> Option<f32> {
        let gain = (self.done < self.n).then(|| (self.done + 1) as f32 / (self.n + 1) as f32)?;
        rest.first().map(|sample| sample * gain)
    }
}

/// The clip at the device's rate; the very samples where that is the clip's own.
fn at_rate(clip: &Clip, rate_hz: u32) -> Result<Clip, String> {
    if clip.rate_hz == rate_hz || clip.is_empty() {
        return Ok(clip.clone());
    }
    resample(clip, rate_hz).map_err(|error| error.to_string())
}
