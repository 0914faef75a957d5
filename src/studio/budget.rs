//! Whether the next chunk fits into the memory that is free for it.
//!
//! What a voice needs is measured on its own chunks: the resident memory of the process that runs it, after each chunk,
//! over what it was when the voice had been loaded. Where it runs on a graphics card whose driver tells, the card's memory
//! is measured the same way. The need of a longer chunk is estimated from the largest growth per
//! `char` seen so far. Before the first chunk nothing is known and nothing is refused.

use super::memory::Usage;

/// Left for the rest of the machine, bytes.
const RESERVE: u64 = 200 << 20;
/// Left on a card for the screen and for what the runtime takes beside its arena, bytes.
const CARD_RESERVE: u64 = 300 << 20;
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

    /// The memory of the machine.
    pub fn machine(&self, usage: &Usage) -> Room {
        let used = usage.process_bytes;
        let machine = usage.available_bytes.saturating_sub(RESERVE);
        let free = self.limit.map_or(machine, |limit| machine.min(limit.saturating_sub(used)));
        Room { used, free }
    }

    /// How much of what there is is used, 0 to 1.
    pub fn share_used(&self, usage: &Usage) -> f64 {
        let Room { used, free } = self.machine(usage);
        let all = used as f64 + free as f64;
        if all > 0.0 { used as f64 / all } else { 0.0 }
    }
}

/// Memory of the machine or of a card, bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// What is used: by this program and its engine on the machine, by all programs on a card.
    pub used: u64,
    /// What the next chunk may add.
    pub free: u64,
}

/// The memory of the card that models run on: the largest. `None` where no driver tells.
fn card(usage: &Usage) -> Option<Room> {
    let card = usage.gpus.iter().max_by_key(|gpu| gpu.total_bytes)?;
    let free = card.total_bytes.saturating_sub(card.used_bytes).saturating_sub(CARD_RESERVE);
    Some(Room { used: card.used_bytes, free })
}

/// What one voice was measured to need, on the machine or on a card.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Need {
    /// Bytes in use when the voice had been loaded.
    base: Option<u64>,
    bytes_per_char: f64,
}

impl Need {
    /// Learns from a chunk of `n_chars` that was just spoken.
    fn learn(&mut self, n_chars: usize, used: u64) {
        if let Some(base) = self.base.filter(|_| n_chars > 0) {
            let grown = used.saturating_sub(base) as f64;
            // A short chunk after a long one tells nothing of itself: the arena is kept. So only what a chunk of at least
            // this length can have caused is counted.
            self.bytes_per_char = self.bytes_per_char.max(grown / n_chars.max(SHORTEST_CHUNK) as f64);
        }
    }

    /// Bytes that a chunk of `n_chars` will add to what is in use now.
    fn of(&self, n_chars: usize, used: u64) -> u64 {
        let Some(base) = self.base else { return 0 };
        (base + (self.bytes_per_char * n_chars as f64) as u64).saturating_sub(used)
    }

    /// The longest chunk that fits, up to `n_chars`; `None` where not even a short one does.
    fn fitting(&self, n_chars: usize, room: Room) -> Option<usize> {
        let Some(base) = self.base.filter(|_| self.of(n_chars, room.used) > room.free) else { return Some(n_chars) };
        let longest = ((room.used + room.free).saturating_sub(base) as f64 / self.bytes_per_char) as usize;
        (longest >= SHORTEST_CHUNK.min(n_chars)).then(|| longest.min(n_chars))
    }
}

/// What one voice was measured to need.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Needs {
    machine: Need,
    card: Need,
}

impl Needs {
    /// The voice was loaded (again), onto a card or not: what follows is measured from here.
    pub fn loaded(&mut self, usage: &Usage, is_on_card: bool) {
        self.machine.base = Some(usage.process_bytes);
        self.card.base = card(usage).filter(|_| is_on_card).map(|room| room.used);
    }

    /// Learns from a chunk of `n_chars` that was just spoken.
    pub fn learn(&mut self, n_chars: usize, usage: &Usage) {
        self.machine.learn(n_chars, usage.process_bytes);
        if let Some(room) = card(usage) {
            self.card.learn(n_chars, room.used);
        }
    }

    /// The longest chunk that fits on the machine and on the card, up to `n_chars`; `None` where not even a short one
    /// does.
    pub fn fitting(&self, n_chars: usize, usage: &Usage, budget: &Budget) -> Option<usize> {
        let on_machine = self.machine.fitting(n_chars, budget.machine(usage))?;
        let on_card = card(usage).map_or(Some(n_chars), |room| self.card.fitting(n_chars, room))?;
        Some(on_machine.min(on_card))
    }

    /// What a chunk of `n_chars` needs and what is free for it, where that is too little: on the card if it is the card.
    pub fn shortage(&self, n_chars: usize, usage: &Usage, budget: &Budget) -> (u64, u64) {
        let of = |need: &Need, room: Room| (need.of(n_chars, room.used), room.free);
        let on_card = card(usage).map(|room| of(&self.card, room)).filter(|(needed, free)| needed > free);
        on_card.unwrap_or_else(|| of(&self.machine, budget.machine(usage)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Needs, RESERVE};
    use crate::studio::memory::{GpuUsage, Usage};

    const MB: u64 = 1 << 20;

    fn usage(process: u64, available: u64) -> Usage {
        Usage { process_bytes: process * MB, available_bytes: available * MB, ..Usage::default() }
    }

    fn with_card(used: u64, total: u64) -> Usage {
        let gpu = GpuUsage { name: "card".to_owned(), used_bytes: used * MB, total_bytes: total * MB };
        Usage { gpus: vec![gpu], ..usage(100, 64_000) }
    }

    #[test]
    fn what_is_free_is_the_smaller_of_machine_and_limit() {
        let check = |limit: Option<u64>, usage: Usage, expect: u64| {
            let budget = Budget { limit: limit.map(|limit| limit * MB) };
            assert_eq!(budget.machine(&usage).free / MB, expect, "{limit:?} {usage:?}");
        };
        check(None, usage(100, 1_200), 1_000);
        check(Some(500), usage(100, 1_200), 400);
        check(Some(5_000), usage(100, 1_200), 1_000);
        check(Some(50), usage(100, 1_200), 0);
        check(None, usage(100, RESERVE / MB / 2), 0);
    }

    #[test]
    fn longer_chunks_need_more_and_known_lengths_nothing() {
        let budget = Budget { limit: Some(400 * MB) };
        let mut needs = Needs::default();
        assert_eq!(needs.fitting(1_000, &usage(100, 9_000), &budget), Some(1_000), "nothing is known yet");
        needs.loaded(&usage(100, 9_000), false);
        let now = usage(200, 9_000);
        needs.learn(100, &now);
        assert_eq!(needs.shortage(100, &now, &budget).0, 0, "the arena is kept");
        assert_eq!(needs.shortage(300, &now, &budget), (200 * MB, 200 * MB));
        assert_eq!(needs.fitting(300, &now, &budget), Some(300));
        assert_eq!(needs.fitting(500, &now, &budget), Some(300));
        needs.learn(10, &now);
        assert_eq!(needs.shortage(300, &now, &budget).0 / MB, 200 + 300 * 5 / 2 - 300, "40 chars at least are counted");
        assert_eq!(needs.fitting(300, &usage(100, 9_000), &Budget { limit: Some(150 * MB) }), None);
    }

    #[test]
    fn a_card_counts_where_the_voice_is_on_it() {
        let budget = Budget::default();
        let mut on_card = Needs::default();
        on_card.loaded(&with_card(3_000, 8_000), true);
        on_card.learn(100, &with_card(4_000, 8_000));
        let full = with_card(7_000, 8_000);
        assert_eq!(on_card.fitting(100, &full, &budget), Some(100), "it has had that much");
        assert_eq!(on_card.fitting(900, &full, &budget), Some(470), "700 MB more, at 10 MB a char");
        assert_eq!(on_card.shortage(900, &full, &budget), (5_000 * MB, 700 * MB));
        let mut on_cpu = Needs::default();
        on_cpu.loaded(&with_card(3_000, 8_000), false);
        on_cpu.learn(100, &with_card(7_900, 8_000));
        assert_eq!(on_cpu.fitting(900, &with_card(8_000, 8_000), &budget), Some(900), "others fill the card");
    }

    #[test]
    fn the_share_says_when_to_warn() {
        let budget = Budget { limit: Some(1_000 * MB) };
        assert!((budget.share_used(&usage(910, 9_000)) - 0.91).abs() < 1e-6);
        assert!(budget.share_used(&Usage::default()).abs() < 1e-6);
    }
}
