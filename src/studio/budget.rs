//! Whether the next chunk fits into the memory that is free for it.
//!
//! What a voice needs is measured on its own chunks: the resident memory of the process that runs it, after each chunk,
//! over what it was when the voice had been loaded. The need of a longer chunk is estimated from the largest growth per
//! `char` seen so far. Before the first chunk nothing is known and nothing is refused.

use super::memory::Usage;

/// Left for the rest of the machine, bytes.
const RESERVE: u64 = 200 << 20;
/// Chunks are not made shorter than this to fit, in `char`s.
pub const SHORTEST_CHUNK: usize = 40;
/// Share of the budget above which the person is warned.
pub const WARN_ABOVE: f64 = 0.9;

/// What may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most that this program and its engine may have resident, bytes; `None` for whatever the machine has.
    pub limit: Option<u64>,
}

impl Budget {
    /// At most so many millions of bytes.
    pub fn of_megabytes(megabytes: Option<u64>) -> Self {
        Self { limit: megabytes.map(|megabytes| megabytes.saturating_mul(1_000_000)) }
    }

    /// Bytes that the next chunk may add.
    pub fn free(&self, usage: &Usage) -> u64 {
        let machine = usage.available_bytes.saturating_sub(RESERVE);
        self.limit.map_or(machine, |limit| machine.min(limit.saturating_sub(usage.process_bytes)))
    }

    /// How much of what there is is used, 0 to 1.
    pub fn share_used(&self, usage: &Usage) -> f64 {
        let free = self.free(usage) as f64;
        let used = usage.process_bytes as f64;
        if used + free > 0.0 { used / (used + free) } else { 0.0 }
    }
}

/// What one voice was measured to need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Need {
    /// Resident bytes when the voice had been loaded.
    base: Option<u64>,
    bytes_per_char: f64,
}

impl Need {
    /// The voice was loaded (again): what follows is measured from here.
    pub fn loaded(&mut self, usage: &Usage) {
        self.base = Some(usage.process_bytes);
    }

    /// Learns from a chunk of `n_chars` that was just spoken.
    pub fn learn(&mut self, n_chars: usize, usage: &Usage) {
        if let Some(base) = self.base.filter(|_| n_chars > 0) {
            let grown = usage.process_bytes.saturating_sub(base) as f64;
            // A short chunk after a long one tells nothing of itself: the arena is kept. So only what a chunk of at least
            // this length can have caused is counted.
            self.bytes_per_char = self.bytes_per_char.max(grown / n_chars.max(SHORTEST_CHUNK) as f64);
        }
    }

    /// Bytes that a chunk of `n_chars` will add to what is resident now.
    pub fn of(&self, n_chars: usize, usage: &Usage) -> u64 {
        let Some(base) = self.base else { return 0 };
        (base + (self.bytes_per_char * n_chars as f64) as u64).saturating_sub(usage.process_bytes)
    }

    /// The longest chunk that fits into `free` bytes, in `char`s; `None` where any does, as far as is known.
    pub fn longest(&self, free: u64, usage: &Usage) -> Option<usize> {
        let base = self.base?;
        if self.bytes_per_char <= 0.0 {
            return None;
        }
        let room = (usage.process_bytes + free).saturating_sub(base);
        Some((room as f64 / self.bytes_per_char) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Need, RESERVE};
    use crate::studio::memory::Usage;

    const MB: u64 = 1 << 20;

    fn usage(process: u64, available: u64) -> Usage {
        Usage { process_bytes: process * MB, available_bytes: available * MB, ..Usage::default() }
    }

    #[test]
    fn what_is_free_is_the_smaller_of_machine_and_limit() {
        let check = |limit: Option<u64>, usage: Usage, expect: u64| {
            assert_eq!(
                Budget { limit: limit.map(|limit| limit * MB) }.free(&usage) / MB,
                expect,
                "{limit:?} {usage:?}"
            );
        };
        check(None, usage(100, 1_200), 1_000);
        check(Some(500), usage(100, 1_200), 400);
        check(Some(5_000), usage(100, 1_200), 1_000);
        check(Some(50), usage(100, 1_200), 0);
        check(None, usage(100, RESERVE / MB / 2), 0);
    }

    #[test]
    fn longer_chunks_need_more_and_known_lengths_nothing() {
        let mut need = Need::default();
        assert_eq!(need.of(1_000, &usage(100, 1_000)), 0, "nothing is known yet");
        need.loaded(&usage(100, 1_000));
        need.learn(100, &usage(200, 900));
        assert_eq!(need.of(100, &usage(200, 900)), 0, "the arena is kept");
        assert_eq!(need.of(300, &usage(200, 900)) / MB, 200);
        assert_eq!(need.longest(200 * MB, &usage(200, 900)), Some(300));
        need.learn(10, &usage(200, 900));
        assert_eq!(need.of(300, &usage(200, 900)) / MB, 200 + 300 * 5 / 2 - 300, "40 chars at least are counted");
    }

    #[test]
    fn the_share_says_when_to_warn() {
        let budget = Budget { limit: Some(1_000 * MB) };
        assert!((budget.share_used(&usage(910, 9_000)) - 0.91).abs() < 1e-6);
        assert!(budget.share_used(&Usage::default()).abs() < 1e-6);
    }
}
