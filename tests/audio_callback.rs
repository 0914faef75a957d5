//! The device's callback neither allocates nor frees. A test program of its own: the counting allocator is the whole
//! program's.
#![expect(unsafe_code, reason = "an allocator cannot be written without; this one only counts and forwards")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

use moksori::player::pull::link;

thread_local! {
    /// Allocations and frees of this thread; other threads (the test harness) do as they like.
    static N_CALLS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    // Not counted while the thread ends.
    N_CALLS.try_with(|n| n.set(n.get() + 1)).ok();
}

// SAFETY: every call is forwarded unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count();
        // SAFETY: the caller keeps the contract; the block comes from `alloc`, that is, from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn calls_in(work: impl FnOnce()) -> usize {
    let before = N_CALLS.get();
    work();
    N_CALLS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(calls_in(|| drop(std::hint::black_box(Box::new(1_u8)))), 2);
}

#[test]
fn the_callback_neither_allocates_nor_frees() {
    const RATE_HZ: u32 = 48_000;
    let (mut feed, mut pull) = link(RATE_HZ, 1.0);
    let mut out = vec![0.0_f32; 4096 * 2];
    let mut integers = vec![0_i16; 4096 * 2];
    let clip: Vec<f32> = (0..RATE_HZ).map(|i| (i as f32 * 0.01).sin()).collect();
    let mut sum = 0.0;
    // Every path: dry from the start, playing, volume, pause, resume, discarding with and without a successor, running
    // dry in the middle, the reports' ring full.
    for round in 0..200 {
        match round % 10 {
            0 | 6 => sum += feed.push(&clip) as f32,
            1 => feed.set_volume(0.3),
            2 => feed.set_running(false),
            3 => feed.set_running(true),
            4 => feed.discard(),
            5 => {
                feed.discard();
                sum += feed.push(&clip[..1000]) as f32;
            }
            _ => feed.set_volume(1.0),
        }
        let now = Instant::now();
        let n_calls = calls_in(|| {
            pull.fill(&mut out, 2, now, Duration::from_millis(20));
            pull.fill_with(&mut integers, 2, now, Duration::ZERO, |sample| (sample * 32_767.0) as i16);
            pull.fill(&mut [], 2, now, Duration::ZERO);
        });
        assert_eq!(n_calls, 0, "round {round}");
        sum += out[1].abs();
    }
    assert!(sum > 0.0);
    assert!(std::iter::from_fn(|| feed.next_beat()).count() > 200, "the reports' ring was full");
}
