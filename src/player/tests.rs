//! The player on captured outputs and a clock of the test's own.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::task::{Wake, Waker};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::machine::{IDLE, LEAD_IN, Machine};
use super::output::{Backend, DeviceError, NullOutput, Output};
use super::pull::Pull;
use super::{DeviceChoice, Fresh, Item, Notice, Orders, Player, State, Status};
use crate::audio::Clip;
use crate::audio::resample::resample;

const RATE_HZ: u32 = 8000;
/// One buffer: 10 ms.
const N_BUFFER: usize = 80;
const PERIOD: Duration = Duration::from_millis(10);
/// 5 ms.
const N_RAMP: usize = 40;
/// Silence before a programme on a device that is awake.
const N_SETTLE: usize = 80;

/// Samples of an item that tell which item and which sample they are.
fn numbered(tag: u64, n: usize) -> Vec<f32> {
    (0..n).map(|k| (tag as f32 * 100_000.0 + k as f32 + 1.0) / 1e6).collect()
}

/// Item and sample of an unfaded value of [`numbered`].
fn which(sample: f32) -> (u64, usize) {
    let code = (sample * 1e6).round() as u64 - 1;
    (code / 100_000, (code % 100_000) as usize)
}

fn item(tag: u64, n: usize) -> Item {
    Item { tag, clip: Clip::new(numbered(tag, n), RATE_HZ) }
}

struct FakeDevice {
    name: String,
    rate_hz: u32,
    alive: bool,
    silent: bool,
}

/// What the fake machine's devices got.
#[derive(Default)]
struct Sink {
    devices: Vec<FakeDevice>,
    current: Option<(usize, Pull)>,
    latency: Duration,
    heard: Vec<f32>,
    n_opened: usize,
}

impl Sink {
    fn fill(&mut self, at: Instant) {
        if let Some((index, pull)) = &mut self.current
            && self.devices[*index].alive
            && !self.devices[*index].silent
        {
            let mut buffer = [f32::NAN; N_BUFFER * 2];
            pull.fill(&mut buffer, 2, at, self.latency);
            for frame in buffer.chunks(2) {
                assert_eq!(frame[0].to_bits(), frame[1].to_bits(), "both channels alike");
                self.heard.push(frame[0]);
            }
        }
    }
}

struct Capture(Arc<Mutex<Sink>>);

struct CaptureOutput {
    sink: Arc<Mutex<Sink>>,
    index: usize,
    name: String,
}

impl Backend for Capture {
    fn open(
        &mut self,
        choice: &DeviceChoice,
        link: &mut dyn FnMut(u32) -> Pull,
    ) -> Result<Box<dyn Output>, DeviceError> {
        let mut sink = self.0.lock().expect("no panic");
        let index = match choice {
            DeviceChoice::Null => return Ok(Box::new(NullOutput::open(link))),
            DeviceChoice::Default => sink.devices.iter().position(|device| device.alive).ok_or(DeviceError::None)?,
            DeviceChoice::Named(name) => sink
                .devices
                .iter()
                .position(|device| device.alive && device.name == *name)
                .ok_or_else(|| DeviceError::NotFound(name.clone()))?,
        };
        let (rate_hz, name) = (sink.devices[index].rate_hz, sink.devices[index].name.clone());
        sink.current = Some((index, link(rate_hz)));
        sink.n_opened += 1;
        Ok(Box::new(CaptureOutput { sink: Arc::clone(&self.0), index, name }))
    }
}

impl Output for CaptureOutput {
    fn name(&self) -> &str {
        &self.name
    }

    fn lost(&mut self, _now: Instant) -> Option<String> {
        let sink = self.sink.lock().expect("no panic");
        (!sink.devices[self.index].alive).then(|| "unplugged".to_owned())
    }
}

/// A machine, its devices and a clock.
struct Rig {
    sink: Arc<Mutex<Sink>>,
    machine: Machine,
    orders: Orders,
    now: Instant,
}

impl Rig {
    fn new(devices: &[(&str, u32)]) -> Self {
        let devices = devices
            .iter()
            .map(|&(name, rate_hz)| FakeDevice { name: name.to_owned(), rate_hz, alive: true, silent: false })
            .collect();
        let sink = Arc::new(Mutex::new(Sink { devices, ..Sink::default() }));
        let machine = Machine::new(Box::new(Capture(Arc::clone(&sink))), DeviceChoice::Default);
        Self { sink, machine, orders: Orders::default(), now: Instant::now() }
    }

    fn order(&mut self, change: impl FnOnce(&mut Orders)) {
        change(&mut self.orders);
        self.machine.obey(self.orders.take());
        self.machine.tick(self.now);
    }

    fn play(&mut self, items: Vec<Item>, offset_secs: f64, ends: bool) {
        self.order(|orders| orders.begin(Fresh::Play { items, offset_secs, ends }));
    }

    fn sink<R>(&self, ask: impl FnOnce(&mut Sink) -> R) -> R {
        ask(&mut self.sink.lock().expect("no panic"))
    }

    /// Lets one buffer's time pass.
    fn step(&mut self) -> Status {
        self.now += PERIOD;
        self.sink(|sink| sink.fill(self.now));
        self.machine.tick(self.now);
        self.machine.status()
    }

    fn run(&mut self, time: Duration) -> Status {
        for _ in 0..time.as_millis() / PERIOD.as_millis() {
            self.step();
        }
        self.machine.status()
    }

    /// Runs until the state is `state`.
    fn run_to(&mut self, state: State) -> Status {
        for _ in 0..10_000 {
            if self.step().state == state {
                return self.machine.status();
            }
        }
        panic!("never {state:?}: {:?}", self.machine.status());
    }

    /// What the devices have got since the last call.
    fn heard(&self) -> Vec<f32> {
        self.sink(|sink| std::mem::take(&mut sink.heard))
    }

    fn notice(&self) -> Option<Notice> {
        self.machine.status().notice
    }
}

/// Without the silence at both ends.
fn sound(samples: &[f32]) -> &[f32] {
    let is_sound = |sample: &f32| *sample != 0.0;
    match (samples.iter().position(is_sound), samples.iter().rposition(is_sound)) {
        (Some(first), Some(last)) => &samples[first..=last],
        _ => &[],
    }
}

/// The device got `expect`, then silence; where the sound breaks off at a value, that may fade over 5 ms.
#[track_caller]
fn assert_heard(heard: &[f32], expect: &[f32]) {
    let heard = sound(heard);
    let expect = &expect[silence_before(expect)..];
    let same = heard.iter().zip(expect).take_while(|(a, b)| a.to_bits() == b.to_bits()).count();
    let n_expect = sound(expect).len();
    assert!(same >= n_expect, "sample {same} of {n_expect}: {:?}, not {:?}", heard.get(same), expect.get(same));
    let tail = &heard[n_expect..];
    assert!(tail.len() < N_RAMP && tail.iter().map(|sample| sample.abs()).is_sorted_by(|a, b| a > b), "{tail:?}");
}

fn silence_before(samples: &[f32]) -> usize {
    samples.iter().take_while(|sample| **sample == 0.0).count()
}

fn largest_step(samples: &[f32]) -> f32 {
    samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
}

#[test]
fn items_follow_without_a_gap_bit_for_bit() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 3001), item(2, 1), item(3, 9000)], 0.0, true);
    let status = rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_heard(&heard, &[numbered(1, 3001), numbered(2, 1), numbered(3, 9000)].concat());
    assert!(silence_before(&heard) >= (LEAD_IN.as_secs_f64() * f64::from(RATE_HZ)) as usize - N_BUFFER);
    assert!((status.played_secs - 12_002.0 / f64::from(RATE_HZ)).abs() < 1e-9, "{status:?}");
    assert_eq!((status.tag, status.item_secs, status.device.as_str()), (None, 0.0, "speakers"));
}

#[test]
fn clips_of_any_rate_reach_the_device_at_its_own() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    let wave: Vec<f32> = (0..24_000).map(|i| (i as f32 * 0.05).sin() * 0.5).collect();
    let clips = [Clip::new(wave.clone(), 24_000), Clip::new(wave.clone(), 44_100), Clip::new(wave, RATE_HZ)];
    let items = clips.iter().zip(1..).map(|(clip, tag)| Item { tag, clip: clip.clone() }).collect();
    rig.play(items, 0.0, true);
    rig.run_to(State::Stopped);
    let expect: Vec<f32> =
        clips.iter().flat_map(|clip| resample(clip, RATE_HZ).expect("resamples").samples.to_vec()).collect();
    assert_heard(&rig.heard(), &expect);
}

#[test]
fn an_offset_begins_inside_the_first_item_only() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 8000), item(2, 100)], 0.25, true);
    assert_eq!(rig.machine.status().item_secs, 0.25);
    let status = rig.run_to(State::Stopped);
    let heard = rig.heard();
    let heard = sound(&heard);
    // The first 5 ms rise from silence, the rest is exact.
    assert_heard(&heard[N_RAMP..], &[&numbered(1, 8000)[2000 + N_RAMP..], numbered(2, 100).as_slice()].concat());
    assert!(heard[0] < numbered(1, 8000)[2000] / 10.0);
    assert!((status.played_secs - 6100.0 / f64::from(RATE_HZ)).abs() < 1e-9);
    for offset_secs in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        rig.play(vec![item(3, 10)], offset_secs, true);
        rig.run_to(State::Stopped);
        assert_heard(&rig.heard(), &numbered(3, 10));
    }
    for offset_secs in [1.0, 99.0] {
        rig.play(vec![item(3, 8000), item(4, 10)], offset_secs, true);
        rig.run_to(State::Stopped);
        assert_heard(&rig.heard(), &numbered(4, 10));
    }
}

#[test]
fn a_pause_holds_the_place_and_loses_nothing() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![Item { tag: 1, clip: Clip::new(vec![0.5; 8000], RATE_HZ) }], 0.0, true);
    rig.run(Duration::from_millis(500));
    rig.order(|orders| orders.paused = true);
    let held = rig.run(Duration::from_millis(100));
    assert_eq!(held.state, State::Paused);
    assert_eq!(rig.run(Duration::from_secs(2)).item_secs, held.item_secs);
    assert_eq!(rig.heard().last(), Some(&0.0));
    rig.order(|orders| orders.paused = false);
    let status = rig.run_to(State::Stopped);
    assert_eq!(status.played_secs, 1.0);
    assert!(largest_step(&rig.heard()[..4000]) <= 0.5 / N_RAMP as f32 + 1e-4);
}

#[test]
fn a_long_pause_frees_the_device_and_goes_on_there_later() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 8000)], 0.0, true);
    rig.run(Duration::from_millis(700));
    rig.order(|orders| orders.paused = true);
    let held = rig.run(IDLE + Duration::from_secs(1));
    assert_eq!(held.state, State::Paused);
    assert_eq!(rig.machine.rest(), None, "nothing is open");
    rig.heard();
    rig.order(|orders| orders.paused = false);
    rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_eq!(rig.sink(|sink| sink.n_opened), 2);
    let (tag, first) = which(sound(&heard)[N_RAMP]);
    assert_eq!((tag, first), (1, (held.item_secs * f64::from(RATE_HZ)).round() as usize + N_RAMP));
}

#[test]
fn stop_and_another_programme_do_not_click() {
    let loud = |tag| Item { tag, clip: Clip::new(vec![0.8; 8000], RATE_HZ) };
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![loud(1)], 0.5, true);
    rig.run(Duration::from_millis(500));
    rig.play(vec![loud(2)], 0.5, true);
    rig.run(Duration::from_millis(100));
    rig.order(|orders| orders.begin(Fresh::Stop));
    let status = rig.run(Duration::from_millis(100));
    assert_eq!((status.state, status.tag, status.played_secs), (State::Stopped, None, 0.0));
    let heard = rig.heard();
    assert!(largest_step(&heard) <= 0.8 / N_RAMP as f32 + 1e-4, "{}", largest_step(&heard));
    assert_eq!(heard.last(), Some(&0.0));
}

#[test]
fn another_programme_takes_over_within_a_buffer() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 80_000)], 0.0, true);
    rig.run(Duration::from_secs(1));
    rig.heard();
    rig.play(vec![item(2, 800)], 0.0, true);
    let status = rig.step();
    assert_eq!(status.tag, Some(2));
    rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_eq!(heard[N_RAMP..N_RAMP + N_SETTLE], [0.0; N_SETTLE]);
    assert_heard(&heard[N_RAMP..], &numbered(2, 800));
}

#[test]
fn a_dry_queue_waits_and_goes_on_with_what_comes() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 1000)], 0.0, false);
    let status = rig.run_to(State::Waiting);
    assert_eq!((status.tag, status.item_secs), (Some(1), 0.125));
    rig.run(Duration::from_secs(20));
    assert_eq!(rig.machine.status().state, State::Waiting);
    rig.heard();
    rig.order(|orders| orders.pushed.push(item(2, 500)));
    assert_eq!(rig.machine.status().state, State::Playing);
    rig.run_to(State::Waiting);
    rig.order(|orders| {
        orders.pushed.push(item(3, 10));
        orders.end = true;
    });
    let status = rig.run_to(State::Stopped);
    assert!((status.played_secs - 1510.0 / f64::from(RATE_HZ)).abs() < 1e-9);
    let heard = rig.heard();
    let gap = heard.iter().rposition(|sample| *sample > 0.0 && which(*sample) == (3, 0)).expect("item 3 begins");
    assert_heard(&heard[..gap], &numbered(2, 500));
    assert_heard(&heard[gap..], &numbered(3, 10));
}

#[test]
fn a_programme_may_begin_without_items() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(Vec::new(), 0.0, false);
    assert_eq!(rig.run(Duration::from_millis(400)).state, State::Waiting);
    rig.heard();
    rig.order(|orders| orders.pushed.push(item(7, 800)));
    assert_eq!(rig.machine.status().tag, Some(7));
    rig.order(|orders| orders.end = true);
    rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_eq!(silence_before(&heard), N_SETTLE, "the device had time to wake");
    assert_heard(&heard, &numbered(7, 800));
    rig.play(Vec::new(), 0.0, true);
    assert_eq!(rig.machine.status().state, State::Stopped);
}

#[test]
fn the_playhead_is_the_ears_and_the_end_is_heard() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.sink(|sink| sink.latency = Duration::from_millis(205));
    rig.play(vec![item(1, 4000), item(2, 4000)], 0.0, true);
    let mut before = 0.0;
    let mut n_handed_at_end = None;
    loop {
        let status = rig.step();
        let heard = rig.sink(|sink| sink.heard.clone());
        let n_handed = sound(&heard).len();
        // All but the last 205 ms (and the buffer that was just handed over) has reached the ear.
        let at_ear = (n_handed as f64 - 0.205 * f64::from(RATE_HZ) - N_BUFFER as f64).max(0.0) / f64::from(RATE_HZ);
        if status.state == State::Stopped {
            assert_heard(&heard, &[numbered(1, 4000), numbered(2, 4000)].concat());
            let since = n_handed_at_end.expect("it was handed over before it ended");
            assert!(rig.now.duration_since(since) >= Duration::from_millis(200), "the last samples are heard");
            break;
        }
        if n_handed == 8000 && n_handed_at_end.is_none() {
            n_handed_at_end = Some(rig.now);
        }
        if n_handed < 8000 {
            assert!(status.played_secs <= at_ear + 1e-9, "{status:?} {at_ear}");
            assert!(status.played_secs >= at_ear - 0.03, "{status:?} {at_ear}");
        }
        assert!(status.played_secs >= before, "it never goes back");
        let in_item = if status.tag == Some(2) { status.played_secs - 0.5 } else { status.played_secs };
        assert!((status.item_secs - in_item).abs() < 1e-9, "{status:?}");
        before = status.played_secs;
    }
}

#[test]
fn volume_scales_and_silence_keeps_time() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.order(|orders| orders.volume = 0.5);
    rig.play(vec![Item { tag: 1, clip: Clip::new(vec![0.5; 8000], RATE_HZ) }], 0.0, true);
    rig.run(Duration::from_millis(500));
    assert_eq!(rig.heard().last(), Some(&0.25));
    rig.order(|orders| orders.volume = 0.0);
    let status = rig.run_to(State::Stopped);
    assert_eq!(status.played_secs, 1.0);
    let heard = rig.heard();
    assert!(largest_step(&heard) <= 1.0 / N_RAMP as f32 && heard[100..].iter().all(|sample| *sample == 0.0));
}

#[test]
fn a_lost_device_is_replaced_and_the_place_kept() {
    let check = |rate_hz: u32| {
        let mut rig = Rig::new(&[("headphones", RATE_HZ), ("speakers", rate_hz)]);
        rig.sink(|sink| sink.latency = Duration::from_millis(50));
        rig.play(vec![item(1, 2000), item(2, 16_000)], 0.0, true);
        let before = rig.run(Duration::from_millis(1500));
        assert_eq!(before.tag, Some(2));
        rig.sink(|sink| sink.devices[0].alive = false);
        let status = rig.step();
        assert_eq!(status.notice, Some(Notice::DeviceLost { moved_to: Some("speakers".to_owned()) }));
        assert_eq!((status.state, status.device.as_str()), (State::Playing, "speakers"));
        rig.heard();
        let end = rig.run_to(State::Stopped);
        assert!((end.played_secs - 18_000.0 / f64::from(RATE_HZ)).abs() < 1e-3, "{end:?}");
        let heard = rig.heard();
        assert!(silence_before(&heard) as f64 >= 0.24 * f64::from(rate_hz), "the new device has to wake");
        // From where the ear was, give or take the buffer during which the device went.
        let first = before.item_secs * f64::from(rate_hz);
        let n_expected = 16_000.0 / f64::from(RATE_HZ) * f64::from(rate_hz) - first;
        let n_heard = sound(&heard).len() as f64;
        assert!(
            n_heard <= n_expected + 60.0 && n_heard >= n_expected - 0.02 * f64::from(rate_hz),
            "{n_heard} {n_expected}"
        );
        if rate_hz == RATE_HZ {
            let (tag, sample) = which(sound(&heard)[N_RAMP]);
            assert_eq!(tag, 2);
            assert!(((sample - N_RAMP) as f64 - first).abs() <= 2.0 * N_BUFFER as f64, "{sample} {first}");
        }
    };
    check(RATE_HZ);
    check(11_025);
}

#[test]
fn a_device_that_stops_asking_is_lost_too() {
    let mut rig = Rig::new(&[("headphones", RATE_HZ), ("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 80_000)], 0.0, true);
    rig.run(Duration::from_secs(1));
    rig.sink(|sink| {
        sink.devices[0].silent = true;
        sink.devices.swap(0, 1);
        // The open one is the other place now.
        if let Some((index, _)) = &mut sink.current {
            *index = 1;
        }
    });
    let status = rig.run(Duration::from_secs(4));
    assert_eq!(status.notice, Some(Notice::DeviceLost { moved_to: Some("speakers".to_owned()) }));
    assert_eq!(rig.run_to(State::Stopped).played_secs, 10.0);
}

#[test]
fn without_a_device_time_passes_and_one_that_comes_is_used() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.sink(|sink| sink.devices[0].alive = false);
    rig.play(vec![item(1, 80_000)], 0.0, true);
    let status = rig.run(Duration::from_millis(1250));
    assert_eq!(status.state, State::Playing);
    assert!(matches!(status.notice, Some(Notice::NoDevice { .. })), "{status:?}");
    assert!((status.item_secs - 1.0).abs() < 0.03, "{status:?}");
    rig.sink(|sink| sink.devices[0].alive = true);
    let status = rig.run(Duration::from_secs(2));
    assert_eq!((status.notice, status.device.as_str()), (None, "speakers"));
    let end = rig.run_to(State::Stopped);
    assert!((end.played_secs - 10.0).abs() < 1e-6);
    let (_, first) = which(sound(&rig.heard())[N_RAMP]);
    assert!((12_000..20_000).contains(&first), "{first}");
}

#[test]
fn a_device_that_dies_at_once_each_time_is_not_opened_without_pause() {
    let mut rig = Rig::new(&[("loose contact", RATE_HZ)]);
    rig.play(vec![item(1, 8)], 0.0, false);
    for _ in 0..1000 {
        rig.sink(|sink| sink.devices[0].alive = false);
        rig.machine.tick(rig.now);
        rig.sink(|sink| sink.devices[0].alive = true);
        rig.run(Duration::from_millis(100));
    }
    let n_opened = rig.sink(|sink| sink.n_opened);
    assert!((3..40).contains(&n_opened), "{n_opened} times in 100 s");
}

#[test]
fn another_device_goes_on_at_the_same_place() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ), ("headphones", RATE_HZ)]);
    rig.play(vec![item(1, 16_000)], 0.0, true);
    let before = rig.run(Duration::from_secs(1));
    rig.heard();
    rig.order(|orders| orders.choice = Some(DeviceChoice::Named("headphones".to_owned())));
    assert_eq!(rig.machine.status().device, "headphones");
    rig.run_to(State::Stopped);
    let (_, first) = which(sound(&rig.heard())[N_RAMP]);
    assert_eq!(first, (before.item_secs * f64::from(RATE_HZ)).round() as usize + N_RAMP);
    rig.order(|orders| orders.choice = Some(DeviceChoice::Named("gramophone".to_owned())));
    rig.play(vec![item(1, 800)], 0.0, true);
    assert!(matches!(rig.notice(), Some(Notice::Elsewhere { .. })), "{:?}", rig.notice());
    rig.run_to(State::Stopped);
    assert_heard(&rig.heard(), &numbered(1, 800));
}

#[test]
fn the_device_sleeps_when_nothing_plays_and_is_woken_gently() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    assert_eq!(rig.machine.rest(), None);
    let n_lead_in = (LEAD_IN.as_secs_f64() * f64::from(RATE_HZ)) as usize;
    for (idle, n_opened, n_silent) in [
        (Duration::ZERO, 1, n_lead_in),
        (Duration::from_secs(1), 1, N_SETTLE),
        (IDLE + Duration::from_secs(1), 2, n_lead_in),
    ] {
        rig.run(idle);
        rig.heard();
        rig.play(vec![item(1, 8000)], 0.0, true);
        rig.run_to(State::Stopped);
        assert_eq!(rig.sink(|sink| sink.n_opened), n_opened, "after {idle:?}");
        let n = silence_before(&rig.heard());
        assert!((n_silent..=n_silent + N_BUFFER).contains(&n), "{n} after {idle:?}");
    }
}

#[test]
fn an_item_that_cannot_be_played_is_left_out_and_told() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    let broken = Item { tag: 2, clip: Clip::new(vec![0.5; 10], 1) };
    rig.play(vec![item(1, 100), broken, Item { tag: 3, clip: Clip::empty(RATE_HZ) }, item(4, 100)], 0.0, true);
    rig.run_to(State::Stopped);
    assert_heard(&rig.heard(), &[numbered(1, 100), numbered(4, 100)].concat());
    assert!(matches!(rig.notice(), Some(Notice::Skipped { tag: 2, .. })), "{:?}", rig.notice());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// However the items come and whenever playing is held, the device gets each sample once and in order.
    #[test]
    fn nothing_is_lost_or_doubled(
        lengths in proptest::collection::vec(0_usize..3000, 1..8),
        n_first in 0_usize..4,
        times_ms in proptest::collection::vec(0_u64..400, 8),
        latency_ms in 0_u64..300,
    ) {
        let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
        rig.sink(|sink| sink.latency = Duration::from_millis(latency_ms));
        // Each ends in silence, so that a dry queue has nothing to fade.
        let clip = |tag, n| Clip::new([numbered(tag, n), vec![0.0]].concat(), RATE_HZ);
        let mut items: Vec<Item> = lengths.iter().zip(1..).map(|(&n, tag)| Item { tag, clip: clip(tag, n) }).collect();
        let later = items.split_off(n_first.min(items.len()));
        let n_all = lengths.iter().sum::<usize>() + lengths.len();
        rig.play(items, 0.0, false);
        let (mut tags, mut before) = (Vec::new(), 0.0);
        for (item, ms) in later.into_iter().zip(times_ms) {
            for _ in 0..ms / 10 {
                let status = rig.step();
                prop_assert!(status.played_secs >= before);
                before = status.played_secs;
                tags.extend(status.tag);
            }
            rig.order(|orders| orders.pushed.push(item));
        }
        rig.order(|orders| orders.end = true);
        let status = rig.run_to(State::Stopped);
        prop_assert!((status.played_secs - n_all as f64 / f64::from(RATE_HZ)).abs() < 1e-9);
        prop_assert!(tags.is_sorted());
        let heard: Vec<f32> = rig.heard().into_iter().filter(|sample| *sample != 0.0).collect();
        let expect: Vec<f32> = lengths.iter().zip(1..).flat_map(|(&n, tag)| numbered(tag, n)).collect();
        prop_assert!(heard == expect, "{} samples, not {}", heard.len(), expect.len());
    }
}

struct Bell(SyncSender<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // A full channel means that the bell has rung already.
        self.0.try_send(()).ok();
    }
}

fn bell() -> (Waker, Receiver<()>) {
    let (sender, rung) = sync_channel(1);
    (Waker::from(Arc::new(Bell(sender))), rung)
}

fn wait_for(player: &Player, rung: &Receiver<()>, what: impl Fn(&Status) -> bool) -> Status {
    loop {
        let status = player.status();
        if what(&status) {
            return status;
        }
        rung.recv_timeout(Duration::from_secs(60)).expect("the player tells of changes");
    }
}

#[test]
fn the_thread_plays_to_the_end_and_wakes_the_window() {
    let (waker, rung) = bell();
    let player = Player::start(DeviceChoice::Null, waker);
    assert_eq!(player.status(), Status::default());
    player.play(vec![item(1, 400), item(2, 400)], 0.0, false);
    assert_eq!((player.status().state, player.status().tag), (State::Playing, Some(1)));
    wait_for(&player, &rung, |status| status.state == State::Waiting && status.tag == Some(2));
    player.push(item(3, 80_000));
    assert_eq!(player.status().state, State::Playing);
    wait_for(&player, &rung, |status| status.tag == Some(3));
    player.pause();
    assert_eq!(player.status().state, State::Paused);
    player.resume();
    assert_eq!(player.status().state, State::Playing);
    player.stop();
    assert_eq!(player.status().state, State::Stopped);
    player.push(item(4, 400));
    player.play(vec![item(5, 400)], 0.01, true);
    assert_eq!((player.status().tag, player.status().item_secs), (Some(5), 0.01));
    let status = wait_for(&player, &rung, |status| status.state == State::Stopped);
    assert!((status.played_secs - 0.04).abs() < 1e-6, "{status:?}");
    assert_eq!(status.notice, None);
    drop(player);
    // The thread drops its waker, and with it the bell, when it ends.
    while rung.recv_timeout(Duration::from_secs(60)).is_ok() {}
}

#[test]
fn a_backend_that_panics_stops_the_programme_and_not_the_player() {
    struct Broken(bool);
    impl Backend for Broken {
        fn open(
            &mut self,
            _choice: &DeviceChoice,
            link: &mut dyn FnMut(u32) -> Pull,
        ) -> Result<Box<dyn Output>, DeviceError> {
            assert!(std::mem::replace(&mut self.0, true), "a driver's bug");
            Ok(Box::new(NullOutput::open(link)))
        }
    }
    let (waker, rung) = bell();
    let player = Player::with_backend(Box::new(Broken(false)), DeviceChoice::Default, waker);
    player.play(vec![item(1, 400)], 0.0, true);
    wait_for(&player, &rung, |status| status.notice == Some(Notice::Failed) && status.state == State::Stopped);
    player.play(vec![item(1, 400)], 0.0, true);
    let status = wait_for(&player, &rung, |status| status.state == State::Stopped);
    assert_eq!((status.played_secs, status.notice), (0.05, None));
}
