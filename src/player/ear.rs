//! The playhead: from what callbacks consumed to what is heard.

use std::collections::VecDeque;
use std::time::Instant;

use super::pull::Beat;

/// Works out from the callbacks' reports what has reached the ear.
#[derive(Default)]
pub struct Ear {
    beats: VecDeque<Beat>,
    heard: u64,
}

impl Ear {
    /// Takes a report; they come in order.
    pub fn listen(&mut self, beat: Beat) {
        self.beats.push_back(beat);
    }

    /// What [`Ear::heard`] answered last.
    pub fn last_heard(&self) -> u64 {
        self.heard
    }

    /// Index before which everything was heard by `now`. Never goes back, and never past what was consumed.
    pub fn heard(&mut self, now: Instant, rate_hz: u32) -> u64 {
        while self.beats.get(1).is_some_and(|next| next.at + next.latency <= now) {
            if let Some(over) = self.beats.pop_front() {
                self.heard = self.heard.max(over.from + over.n);
            }
        }
        if let Some(beat) = self.beats.front()
            && let Some(since) = now.checked_duration_since(beat.at + beat.latency)
        {
            let n = (since.as_secs_f64() * f64::from(rate_hz)) as u64;
            self.heard = self.heard.max(beat.from + n.min(beat.n));
        }
        self.heard
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Ear;
    use crate::player::pull::Beat;

    #[test]
    fn what_is_heard_lags_by_the_latency_and_never_goes_back() {
        let start = Instant::now();
        let ms = |ms| start + Duration::from_millis(ms);
        let mut ear = Ear::default();
        let mut check = |beats: &[(u64, u64, u64, u64)], at_ms: u64, expect: u64| {
            for &(from, n, at, latency) in beats {
                ear.listen(Beat { from, n, at: ms(at), latency: Duration::from_millis(latency) });
            }
            assert_eq!(ear.heard(ms(at_ms), 1000), expect, "at {at_ms} ms");
            assert_eq!(ear.last_heard(), expect);
        };
        check(&[], 0, 0);
        check(&[(0, 100, 0, 50)], 40, 0);
        check(&[], 80, 30);
        check(&[(100, 100, 90, 50)], 130, 80);
        check(&[], 139, 89);
        check(&[], 145, 105);
        // The latency rises: the last hundred is heard later than thought, so the playhead holds.
        check(&[(200, 100, 190, 90)], 250, 200);
        check(&[], 275, 200);
        check(&[], 290, 210);
        // A pause: what was consumed is still heard, then nothing.
        check(&[(300, 0, 290, 90), (300, 0, 390, 90)], 370, 290);
        check(&[], 900, 300);
        // It goes on; an old report read late does not take it back.
        check(&[(300, 50, 900, 0)], 920, 320);
        check(&[], 5000, 350);
    }
}
