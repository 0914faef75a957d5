//! How fast a voice speaks here, and so how long a chunk may take before something is wrong.

use std::time::Duration;

/// The limit while nothing is measured yet: the first run of a session plans its memory, on a busy machine for long.
const FIRST_LIMIT: Duration = Duration::from_mins(2);
/// No limit is shorter: a machine that wakes from sleep or swaps is slow, not hung.
const SHORTEST_LIMIT: Duration = Duration::from_secs(20);
/// How many times as long as expected a chunk may take.
const GENEROSITY: f64 = 20.0;
/// Weight of the newest measurement.
const WEIGHT: f64 = 0.2;

/// Measured speed of one voice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    secs_per_char: Option<f64>,
}

impl Pace {
    /// Learns that a chunk of `n_chars` took `took`.
    pub fn learn(&mut self, n_chars: usize, took: Duration) {
        if n_chars == 0 {
            return;
        }
        let measured = took.as_secs_f64() / n_chars as f64;
        self.secs_per_char = Some(self.secs_per_char.map_or(measured, |old| old * (1.0 - WEIGHT) + measured * WEIGHT));
    }

    /// How long a chunk of `n_chars` may take. `factor` stretches the limit for slow machines; 1 is the usual.
    pub fn limit(&self, n_chars: usize, factor: f64) -> Duration {
        let usual = match self.secs_per_char {
            None => FIRST_LIMIT,
            Some(secs_per_char) => {
                let secs = secs_per_char * n_chars as f64 * GENEROSITY;
                Duration::try_from_secs_f64(secs).unwrap_or(FIRST_LIMIT).max(SHORTEST_LIMIT)
            }
        };
        Duration::try_from_secs_f64(usual.as_secs_f64() * factor.max(0.0)).unwrap_or(usual)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Pace;

    #[test]
    fn limits_follow_what_was_measured() {
        let mut pace = Pace::default();
        assert_eq!(pace.limit(10, 1.0), Duration::from_mins(2));
        pace.learn(0, Duration::from_secs(9));
        assert_eq!(pace, Pace::default(), "nothing was spoken");
        pace.learn(100, Duration::from_millis(100));
        assert_eq!(pace.limit(100, 1.0), Duration::from_secs(20), "a fast voice has the shortest limit");
        for _ in 0..50 {
            pace.learn(100, Duration::from_secs(10));
        }
        let limit = pace.limit(100, 1.0).as_secs_f64();
        assert!((190.0..201.0).contains(&limit), "{limit}");
        assert_eq!(pace.limit(100, 0.5).as_secs_f64(), limit / 2.0);
    }
}
