//! A fake machine with devices that record, and a clock that the test moves.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::super::machine::Machine;
use super::super::output::{Backend, DeviceError, NullOutput, Output};
use super::super::pull::Pull;
use super::super::{DeviceChoice, Fresh, Item, Notice, Orders, State, Status};
use crate::audio::Clip;

pub const RATE_HZ: u32 = 8000;
/// One buffer: 10 ms.
pub const N_BUFFER: usize = 80;
pub const PERIOD: Duration = Duration::from_millis(10);
/// 5 ms.
pub const N_RAMP: usize = 40;
/// Silence before a programme on a device that is awake.
pub const N_SETTLE: usize = 80;

/// Samples of an item that tell which item and which sample they are.
pub fn numbered(tag: u64, n: usize) -> Vec<f32> {
    (0..n).map(|k| (tag as f32 * 100_000.0 + k as f32 + 1.0) / 1e6).collect()
}

/// Item and sample of an unfaded value of [`numbered`].
pub fn which(sample: f32) -> (u64, usize) {
    let code = (sample * 1e6).round() as u64 - 1;
    (code / 100_000, (code % 100_000) as usize)
}

pub fn item(tag: u64, n: usize) -> Item {
    Item::new(tag, Clip::new(numbered(tag, n), RATE_HZ))
}

pub struct FakeDevice {
    pub name: String,
    pub rate_hz: u32,
    pub alive: bool,
    pub silent: bool,
}

/// What the fake machine's devices got.
#[derive(Default)]
pub struct Sink {
    pub devices: Vec<FakeDevice>,
    pub current: Option<(usize, Pull)>,
    pub latency: Duration,
    pub heard: Vec<f32>,
    pub n_opened: usize,
}

impl Sink {
    pub fn fill(&mut self, at: Instant) {
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

pub struct Capture(Arc<Mutex<Sink>>);

pub struct CaptureOutput {
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
pub struct Rig {
    pub sink: Arc<Mutex<Sink>>,
    pub machine: Machine,
    pub orders: Orders,
    pub now: Instant,
}

impl Rig {
    pub fn new(devices: &[(&str, u32)]) -> Self {
        let devices = devices
            .iter()
            .map(|&(name, rate_hz)| FakeDevice { name: name.to_owned(), rate_hz, alive: true, silent: false })
            .collect();
        let sink = Arc::new(Mutex::new(Sink { devices, ..Sink::default() }));
        let machine = Machine::new(Box::new(Capture(Arc::clone(&sink))), DeviceChoice::Default);
        Self { sink, machine, orders: Orders::default(), now: Instant::now() }
    }

    pub fn order(&mut self, change: impl FnOnce(&mut Orders)) {
        change(&mut self.orders);
        self.machine.obey(self.orders.take());
        self.machine.tick(self.now);
    }

    pub fn play(&mut self, items: Vec<Item>, offset_secs: f64, ends: bool) {
        self.order(|orders| orders.begin(Fresh::Play { items, offset_secs, ends }));
    }

    pub fn sink<R>(&self, ask: impl FnOnce(&mut Sink) -> R) -> R {
        ask(&mut self.sink.lock().expect("no panic"))
    }

    /// Lets one buffer's time pass.
    pub fn step(&mut self) -> Status {
        self.now += PERIOD;
        self.sink(|sink| sink.fill(self.now));
        self.machine.tick(self.now);
        self.machine.status()
    }

    pub fn run(&mut self, time: Duration) -> Status {
        for _ in 0..time.as_millis() / PERIOD.as_millis() {
            self.step();
        }
        self.machine.status()
    }

    /// Runs until the state is `state`.
    pub fn run_to(&mut self, state: State) -> Status {
        for _ in 0..10_000 {
            if self.step().state == state {
                return self.machine.status();
            }
        }
        panic!("never {state:?}: {:?}", self.machine.status());
    }

    /// What the devices have got since the last call.
    pub fn heard(&self) -> Vec<f32> {
        self.sink(|sink| std::mem::take(&mut sink.heard))
    }

    pub fn notice(&self) -> Option<Notice> {
        self.machine.status().notice
    }
}

/// Without the silence at both ends.
pub fn sound(samples: &[f32]) -> &[f32] {
    let is_sound = |sample: &f32| *sample != 0.0;
    match (samples.iter().position(is_sound), samples.iter().rposition(is_sound)) {
        (Some(first), Some(last)) => &samples[first..=last],
        _ => &[],
    }
}

/// The device got `expect`, then silence; where the sound breaks off at a value, that may fade over 5 ms.
#[track_caller]
pub fn assert_heard(heard: &[f32], expect: &[f32]) {
    let heard = sound(heard);
    let expect = &expect[silence_before(expect)..];
    let same = heard.iter().zip(expect).take_while(|(a, b)| a.to_bits() == b.to_bits()).count();
    let n_expect = sound(expect).len();
    assert!(same >= n_expect, "sample {same} of {n_expect}: {:?}, not {:?}", heard.get(same), expect.get(same));
    let tail = &heard[n_expect..];
    assert!(tail.len() < N_RAMP && tail.iter().map(|sample| sample.abs()).is_sorted_by(|a, b| a > b), "{tail:?}");
}

pub fn silence_before(samples: &[f32]) -> usize {
    samples.iter().take_while(|sample| **sample == 0.0).count()
}

pub fn largest_step(samples: &[f32]) -> f32 {
    samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
}
