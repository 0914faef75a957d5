//! The two ends of the ring between the player thread and the device's callback.
//!
//! [`link`] makes them: the player thread keeps the [`Feed`], the callback owns the [`Pull`]. [`Pull::fill`] runs on
//! the device's real-time thread. It pops samples, applies the gain ramp and reports a [`Beat`]; it never locks, logs,
//! allocates or frees. Orders reach it through the atomics of a gate, reports come back through a second ring, so
//! neither end ever waits for the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rtrb::{Consumer, Producer, RingBuffer};

/// Length of the ramp that keeps pause, resume, stop and volume changes free of clicks, seconds.
pub const RAMP_SECS: f64 = 0.005;
/// Room in the sample ring. Twice what the feeder keeps ahead and more, so that a new programme fits beside one that
/// the callback is yet to discard.
const RING_SECS: f64 = 2.0;
/// Room for reports: over a second of them for callbacks of 5 ms.
const N_BEATS: usize = 256;

/// What one callback consumed.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    /// Index of the first sample consumed, counted from the opening of the output.
    pub from: u64,
    /// Samples consumed; 0 in a pause or when the ring was dry.
    pub n: u64,
    /// When that sample was handed over.
    pub at: Instant,
    /// Time from then until it is heard.
    pub latency: Duration,
}

/// Orders to the callback.
struct Gate {
    /// Volume as the bits of an `f32`.
    volume: AtomicU32,
    running: AtomicBool,
    /// Samples before this index are no longer wanted.
    discard_to: AtomicU64,
}

/// The player thread's end.
pub struct Feed {
    samples: Producer<f32>,
    beats: Consumer<Beat>,
    gate: Arc<Gate>,
    written: u64,
    capacity: u64,
}

/// The callback's end.
pub struct Pull {
    samples: Consumer<f32>,
    beats: Producer<Beat>,
    gate: Arc<Gate>,
    rate_hz: u32,
    read: u64,
    gain: f32,
    gain_step: f32,
    tail: Tail,
}

/// Makes the two ends for a device that takes `rate_hz` frames a second.
pub fn link(rate_hz: u32, volume: f32) -> (Feed, Pull) {
    let rate_hz = rate_hz.max(1);
    let capacity = (RING_SECS * f64::from(rate_hz)).ceil() as usize;
    let (samples_in, samples_out) = RingBuffer::new(capacity);
    let (beats_in, beats_out) = RingBuffer::new(N_BEATS);
    let gate = Arc::new(Gate {
        volume: AtomicU32::new(volume.to_bits()),
        running: AtomicBool::new(true),
        discard_to: AtomicU64::new(0),
    });
    let n_ramp = (RAMP_SECS * f64::from(rate_hz)).round().max(1.0) as u32;
    let feed =
        Feed { samples: samples_in, beats: beats_out, gate: Arc::clone(&gate), written: 0, capacity: capacity as u64 };
    let pull = Pull {
        samples: samples_out,
        beats: beats_in,
        gate,
        rate_hz,
        read: 0,
        gain: 0.0,
        // A little more, so that rounding does not leave a remainder for one more sample.
        gain_step: 1.0001 / n_ramp as f32,
        tail: Tail { last: 0.0, from: 0.0, left: 0, n_ramp },
    };
    (feed, pull)
}

impl Feed {
    /// Hands over as much of `samples` as fits; returns how many.
    pub fn push(&mut self, samples: &[f32]) -> usize {
        let (pushed, _) = self.samples.push_partial_slice(samples);
        let n = pushed.len();
        self.written += n as u64;
        n
    }

    /// Index that the next pushed sample gets.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Samples in the ring that are still wanted.
    pub fn ahead(&self) -> u64 {
        let in_ring = self.capacity - self.samples.slots() as u64;
        let read = self.written - in_ring;
        self.written - read.max(self.gate.discard_to.load(Ordering::Relaxed))
    }

    /// Gives up everything pushed so far; the callback ramps down and skips it.
    pub fn discard(&mut self) {
        self.gate.discard_to.store(self.written, Ordering::Release);
    }

    /// Lets the callback consume, or holds it after a ramp down.
    pub fn set_running(&mut self, running: bool) {
        self.gate.running.store(running, Ordering::Relaxed);
    }

    /// Sets the volume, 0 to 1; the callback ramps to it.
    pub fn set_volume(&mut self, volume: f32) {
        self.gate.volume.store(volume.to_bits(), Ordering::Relaxed);
    }

    /// The next report, oldest first.
    pub fn next_beat(&mut self) -> Option<Beat> {
        self.beats.pop().ok()
    }
}

impl Pull {
    /// Fills a buffer of interleaved frames, each channel alike.
    ///
    /// `at` is now, `latency` the time until the buffer's first frame is heard.
    pub fn fill(&mut self, out: &mut [f32], channels: usize, at: Instant, latency: Duration) {
        self.fill_with(out, channels, at, latency, |sample| sample);
    }

    /// As [`fill`](Self::fill) for a device with samples of another type.
    pub fn fill_with<T: Copy>(
        &mut self,
        out: &mut [T],
        channels: usize,
        at: Instant,
        latency: Duration,
        convert: impl Fn(f32) -> T,
    ) {
        let channels = channels.max(1);
        let mut frames = out.chunks_exact_mut(channels);
        let n_frames = frames.len();
        let mut put = |sample: f32| {
            if let Some(frame) = frames.next() {
                frame.fill(convert(sample));
            }
        };
        let mut done = self.ramp_out(n_frames, &mut put);
        // What follows is heard after the frames of the ramp.
        let delay = Duration::from_nanos(done as u64 * 1_000_000_000 / u64::from(self.rate_hz));
        let from = self.read;
        if done < n_frames {
            let running = self.gate.running.load(Ordering::Relaxed);
            let volume = f32::from_bits(self.gate.volume.load(Ordering::Relaxed));
            let target = if running { volume } else { 0.0 };
            done += self.copy(n_frames - done, target, !running, &mut put);
        }
        if done < n_frames {
            // Dry or paused: whatever was last heard fades.
            self.tail.begin();
            for _ in done..n_frames {
                put(self.tail.next(0.0));
            }
        }
        // A full ring means that nobody has listened for a second; the next report will do as well.
        self.beats.push(Beat { from, n: self.read - from, at: at + delay, latency }).ok();
    }

    /// Plays out what is to be discarded down to silence and skips the rest of it. Returns the frames written, which
    /// is all of them where the ramp needs more than one buffer.
    fn ramp_out(&mut self, n_frames: usize, put: &mut impl FnMut(f32)) -> usize {
        let discard_to = self.gate.discard_to.load(Ordering::Acquire);
        let unwanted = discard_to.saturating_sub(self.read);
        if unwanted == 0 {
            return 0;
        }
        let limit = usize::try_from(unwanted).map_or(n_frames, |n| n.min(n_frames));
        let done = self.copy(limit, 0.0, true, put);
        if done == n_frames && self.gain > 0.0 && self.read < discard_to {
            return done;
        }
        let rest = discard_to - self.read;
        let slots = self.samples.slots();
        let rest = usize::try_from(rest).map_or(slots, |n| n.min(slots));
        if let Ok(chunk) = self.samples.read_chunk(rest) {
            chunk.commit_all();
        }
        self.read = discard_to;
        self.gain = 0.0;
        self.tail.begin();
        done
    }

    /// Consumes up to `limit` samples while the gain goes to `target`; with `stop_at_zero` no further than to the
    /// sample where it gets to 0. Returns how many.
    fn copy(&mut self, limit: usize, target: f32, stop_at_zero: bool, put: &mut impl FnMut(f32)) -> usize {
        let n = self.samples.slots().min(limit);
        let Ok(chunk) = self.samples.read_chunk(n) else { return 0 };
        let (first, second) = chunk.as_slices();
        let mut used = 0;
        for &sample in first.iter().chain(second) {
            if stop_at_zero && self.gain <= 0.0 {
                break;
            }
            let away = target - self.gain;
            self.gain = if away.abs() <= self.gain_step { target } else { self.gain + self.gain_step.copysign(away) };
            put(self.tail.next(sample * self.gain));
            used += 1;
        }
        chunk.commit(used);
        self.read += used as u64;
        used
    }
}

/// Fades the value that was heard last when the sound breaks off.
struct Tail {
    last: f32,
    from: f32,
    left: u32,
    n_ramp: u32,
}

impl Tail {
    /// Starts to fade what was heard last, unless there was silence.
    fn begin(&mut self) {
        if self.last != 0.0 && self.left == 0 {
            self.from = self.last;
            self.left = self.n_ramp;
        }
    }

    /// The value to put where the programme has `value`; exactly that value where nothing fades.
    fn next(&mut self, value: f32) -> f32 {
        self.last = if self.left > 0 {
            self.left -= 1;
            value + self.from * (self.left as f32 / self.n_ramp as f32)
        } else {
            value
        };
        self.last
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Feed, Pull, link};

    const RATE_HZ: u32 = 1000; // the ramp is 5 samples

    fn pulled(pull: &mut Pull, n: usize) -> Vec<f32> {
        let mut out = vec![9.0; n];
        pull.fill(&mut out, 1, Instant::now(), Duration::ZERO);
        out
    }

    /// Both ends after the ramp up at the start.
    fn running() -> (Feed, Pull) {
        let (mut feed, mut pull) = link(RATE_HZ, 1.0);
        feed.push(&[0.0; 10]);
        pulled(&mut pull, 10);
        (feed, pull)
    }

    #[test]
    fn samples_pass_bit_for_bit_to_every_channel() {
        let (mut feed, mut pull) = running();
        let samples: Vec<f32> =
            (0..50).map(|i| (i as f32 * 0.7).sin() * 0.9).chain([-0.0, f32::MIN_POSITIVE]).collect();
        assert_eq!(feed.push(&samples), samples.len());
        let mut out = vec![0.0; samples.len() * 3];
        pull.fill(&mut out, 3, Instant::now(), Duration::ZERO);
        for (frame, sample) in out.chunks(3).zip(&samples) {
            assert!(frame.iter().all(|value| value.to_bits() == sample.to_bits()), "{frame:?} {sample}");
        }
        let mut integers = vec![0_i16; 4];
        feed.push(&[0.5, -0.5]);
        pull.fill_with(&mut integers, 2, Instant::now(), Duration::ZERO, |sample| (sample * 100.0) as i16);
        assert_eq!(integers, [50, 50, -50, -50]);
    }

    #[test]
    fn a_pause_ramps_down_loses_nothing_and_ramps_up() {
        let (mut feed, mut pull) = running();
        feed.push(&[1.0; 20]);
        feed.set_running(false);
        let out = pulled(&mut pull, 8);
        assert!(out.iter().zip([0.8, 0.6, 0.4, 0.2, 0.0, 0.0, 0.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{out:?}");
        assert_eq!(pulled(&mut pull, 3), [0.0; 3]);
        assert_eq!(feed.ahead(), 15);
        feed.set_running(true);
        let out = pulled(&mut pull, 7);
        assert!(out.iter().zip([0.2, 0.4, 0.6, 0.8, 1.0, 1.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{out:?}");
        assert_eq!(feed.ahead(), 8);
    }

    #[test]
    fn volume_ramps_and_a_muted_programme_goes_on() {
        let (mut feed, mut pull) = running();
        feed.push(&[1.0; 30]);
        feed.set_volume(0.5);
        let out = pulled(&mut pull, 5);
        assert!(out.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.21), "{out:?}");
        assert_eq!(out[4], 0.5);
        feed.set_volume(0.0);
        assert_eq!(pulled(&mut pull, 10)[9], 0.0);
        assert_eq!(feed.ahead(), 15);
    }

    #[test]
    fn discarded_samples_ramp_out_and_the_next_programme_follows_at_once() {
        let (mut feed, mut pull) = running();
        feed.push(&[1.0; 20]);
        pulled(&mut pull, 2);
        feed.discard();
        assert_eq!(feed.ahead(), 0);
        feed.push(&[0.0; 10]);
        feed.push(&[0.25; 3]);
        assert_eq!(feed.ahead(), 13);
        let out = pulled(&mut pull, 20);
        let expect = [[0.8, 0.6, 0.4, 0.2, 0.0].as_slice(), &[0.0; 10], &[0.25; 3]].concat();
        assert!(out.iter().zip(&expect).all(|(a, b)| (a - b).abs() < 1e-3), "{out:?}");
    }

    #[test]
    fn a_ramp_longer_than_the_buffer_goes_on_in_the_next() {
        let (mut feed, mut pull) = running();
        feed.push(&[1.0; 20]);
        pulled(&mut pull, 2);
        feed.discard();
        feed.push(&[0.5; 4]);
        let out = [pulled(&mut pull, 3), pulled(&mut pull, 3)].concat();
        assert!(out.iter().zip([0.8, 0.6, 0.4, 0.2, 0.0, 0.1]).all(|(a, b)| (a - b).abs() < 1e-3), "{out:?}");
    }

    #[test]
    fn a_dry_ring_fades_instead_of_clicking() {
        let (mut feed, mut pull) = running();
        feed.push(&[1.0, 1.0]);
        let out = pulled(&mut pull, 10);
        assert!(out.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.21), "{out:?}");
        assert_eq!(out[9], 0.0);
        feed.push(&[0.5]);
        assert_eq!(pulled(&mut pull, 1), [0.5]);
    }

    #[test]
    fn beats_tell_what_was_consumed() {
        let (mut feed, mut pull) = running();
        while feed.next_beat().is_some() {}
        feed.push(&[1.0; 6]);
        let at = Instant::now();
        pull.fill(&mut [0.0; 4], 1, at, Duration::from_millis(30));
        pull.fill(&mut [0.0; 4], 1, at, Duration::from_millis(30));
        pull.fill(&mut [0.0; 4], 1, at, Duration::ZERO);
        let beats: Vec<_> = std::iter::from_fn(|| feed.next_beat()).map(|beat| (beat.from, beat.n)).collect();
        assert_eq!(beats, [(10, 4), (14, 2), (16, 0)]);
        feed.push(&[1.0; 6]);
        pulled(&mut pull, 1);
        feed.discard();
        feed.push(&[0.0; 6]);
        while feed.next_beat().is_some() {}
        pull.fill(&mut [0.0; 8], 1, at, Duration::ZERO);
        let beat = feed.next_beat().expect("a beat");
        // Five old samples are left, all in the ramp; the new programme is heard 5 ms later.
        assert_eq!((beat.from, beat.n, beat.at), (22, 3, at + Duration::from_millis(5)));
    }

    #[test]
    fn a_full_ring_takes_no_more() {
        let (mut feed, _pull) = link(RATE_HZ, 1.0);
        assert_eq!(feed.push(&[0.0; 1500]), 1500);
        assert_eq!(feed.push(&[0.0; 1500]), 500);
        assert_eq!((feed.written(), feed.ahead()), (2000, 2000));
    }
}
