//! What the player thread does, without the thread: it is told the time and has no clock of its own.

use std::time::{Duration, Instant};

use super::ear::Ear;
use super::output::{Backend, DeviceError, Output};
use super::programme::{Place, Programme};
use super::pull::{Feed, RAMP_SECS, link};
use super::{DeviceChoice, Fresh, Notice, Orders, State, Status};
use crate::audio::samples_in;

/// Silence before the first sound of a device that was idle: headphones, displays and amplifiers that sleep swallow the
/// beginning of what wakes them.
pub const LEAD_IN: Duration = Duration::from_millis(250);
/// Silence before a programme on a device that is awake: room for the ramp of the one before.
const SETTLE_SECS: f64 = 2.0 * RAMP_SECS;
/// How far samples are handed over ahead of the callback.
const HORIZON: Duration = Duration::from_millis(500);
/// A device with nothing to play is closed after this. Until then it stays awake and the next line starts at once.
pub const IDLE: Duration = Duration::from_secs(10);
/// A device that asks for nothing for so long is lost, whether or not it says so.
const STALL: Duration = Duration::from_secs(3);
/// A device that is lost sooner than this after it was opened may only seem to work; after [`MAX_BRIEF`] such losses in
/// a row the next attempt waits.
const BRIEF: Duration = Duration::from_secs(5);
const MAX_BRIEF: u32 = 2;
/// Wait before a device is looked for again, doubled each time up to the longest.
const RETRY: Duration = Duration::from_secs(2);
const RETRY_LONGEST: Duration = Duration::from_mins(1);

/// While something is heard: often enough for a smooth playhead.
const TICK: Duration = Duration::from_millis(20);
/// While the device is only kept open.
const TICK_IDLE: Duration = Duration::from_millis(100);

/// The state of playback.
pub struct Machine {
    backend: Box<dyn Backend>,
    choice: DeviceChoice,
    volume: f32,
    paused: bool,
    programme: Option<Programme>,
    /// What was heard last, for when there is no programme.
    ended_at: Place,
    open: Option<Open>,
    /// Set while a silent output stands in for a device that could not be opened.
    missing: Option<Missing>,
    /// Devices lost soon after their opening, in a row.
    n_brief: u32,
    device: String,
    notice: Option<Notice>,
    /// Since when nothing has been wanted of the output.
    idle_since: Option<Instant>,
}

/// An open output and what is known of it.
struct Open {
    output: Box<dyn Output>,
    feed: Feed,
    rate_hz: u32,
    ear: Ear,
    /// When the first callback came.
    awake_since: Option<Instant>,
    opened: Instant,
    /// The first look at it after its last callback.
    quiet_since: Option<Instant>,
    /// Silence still to hand over before the next sound, samples; `None` where it is yet to be worked out.
    lead_in: Option<u64>,
}

struct Missing {
    tried: Instant,
    wait: Duration,
}

impl Machine {
    /// A machine that opens its device when there is something to play.
    pub fn new(backend: Box<dyn Backend>, choice: DeviceChoice) -> Self {
        Self {
            backend,
            choice,
            volume: 1.0,
            paused: false,
            programme: None,
            ended_at: Place::default(),
            open: None,
            missing: None,
            n_brief: 0,
            device: String::new(),
            notice: None,
            idle_since: None,
        }
    }

    /// Carries out what was asked for since the last call.
    pub fn obey(&mut self, orders: Orders) {
        match orders.fresh {
            Some(Fresh::Play { items, offset_secs, ends }) => {
                self.clear();
                self.notice = None;
                self.programme = Some(Programme::new(items, offset_secs, ends));
                if let Some(missing) = &mut self.missing {
                    missing.wait = RETRY;
                }
            }
            Some(Fresh::Stop) => self.clear(),
            None => {}
        }
        if let Some(programme) = &mut self.programme {
            for item in orders.pushed {
                programme.push(item);
            }
            if orders.end {
                programme.end();
            }
        }
        self.paused = orders.paused;
        self.volume = orders.volume;
        if let Some(choice) = orders.choice.filter(|choice| *choice != self.choice || self.missing.is_some()) {
            self.choice = choice;
            self.notice = None;
            self.close();
        }
        if let Some(open) = &mut self.open {
            open.feed.set_volume(self.volume);
            open.feed.set_running(!self.paused);
        }
    }

    /// Looks after the device and the queue. Call it again within [`Machine::rest`].
    pub fn tick(&mut self, now: Instant) {
        self.check_device(now);
        if self.wants_sound() {
            self.idle_since = None;
            if self.open.is_none() {
                self.reopen(now);
            }
        }
        if let Some(open) = &mut self.open {
            let heard = open.ear.heard(now, open.rate_hz);
            if let Some(programme) = &mut self.programme {
                programme.advance(heard, open.rate_hz);
                if let Some(skipped) = open.hand_over(programme, now) {
                    self.notice = Some(Notice::Skipped { tag: skipped.tag, reason: skipped.reason });
                }
            }
        }
        if self.programme.as_ref().is_some_and(|programme| programme.ends() && self.is_dry(programme)) {
            self.ended_at = self.programme.take().map_or_else(Place::default, |programme| programme.here());
        }
        self.close_when_idle(now);
    }

    /// How long the machine needs no attention; `None` where it needs none until the next order.
    pub fn rest(&self) -> Option<Duration> {
        if self.wants_sound() { Some(TICK) } else { self.open.is_some().then_some(TICK_IDLE) }
    }

    /// What is going on.
    pub fn status(&self) -> Status {
        let (state, place) = match &self.programme {
            None => (State::Stopped, Place { tag: None, item_secs: 0.0, ..self.ended_at }),
            Some(programme) if self.paused => (State::Paused, programme.here()),
            Some(programme) if self.is_dry(programme) => (State::Waiting, programme.here()),
            Some(programme) => (State::Playing, programme.here()),
        };
        Status {
            state,
            tag: place.tag,
            item_secs: place.item_secs,
            played_secs: place.played_secs,
            device: self.device.clone(),
            notice: self.notice.clone(),
        }
    }

    /// Gives up what is playing after an error of the program's own.
    pub fn give_up(&mut self) {
        self.programme = None;
        self.close();
        self.notice = Some(Notice::Failed);
    }

    fn wants_sound(&self) -> bool {
        self.programme.is_some() && !self.paused
    }

    /// True where everything that was promised so far has been heard.
    fn is_dry(&self, programme: &Programme) -> bool {
        let is_heard = self.open.as_ref().is_some_and(|open| open.ear.last_heard() >= open.feed.written());
        programme.is_empty() || (programme.is_fed() && is_heard)
    }

    fn clear(&mut self) {
        self.programme = None;
        self.ended_at = Place::default();
        if let Some(open) = &mut self.open {
            open.feed.discard();
            open.lead_in = None;
        }
    }

    fn check_device(&mut self, now: Instant) {
        let Some(open) = &mut self.open else { return };
        open.output.drive(now);
        if open.listen() {
            open.quiet_since = None;
        }
        let quiet_since = *open.quiet_since.get_or_insert(now);
        let reason = open.output.lost(now).or_else(|| {
            let is_stalled = now.saturating_duration_since(quiet_since) > STALL;
            is_stalled.then(|| format!("{} has stalled", open.output.name()))
        });
        if let Some(reason) = reason {
            log::warn!("{reason}; looking for another sound device");
            self.replace_lost(now);
        } else if self.wants_sound()
            && self.missing.as_ref().is_some_and(|missing| now.saturating_duration_since(missing.tried) >= missing.wait)
        {
            self.find_again(now);
        }
    }

    /// Goes on elsewhere from where the lost device was heard.
    fn replace_lost(&mut self, now: Instant) {
        let was = self.open.as_ref().map(|open| open.output.name().to_owned());
        if let Some(open) = &mut self.open {
            let heard = open.ear.heard(now, open.rate_hz);
            if let Some(programme) = &mut self.programme {
                programme.advance(heard, open.rate_hz);
            }
            let was_brief = now.saturating_duration_since(open.opened) < BRIEF;
            self.n_brief = if was_brief { self.n_brief + 1 } else { 0 };
        }
        self.close();
        self.choice = DeviceChoice::Default;
        if self.wants_sound() {
            if self.n_brief > MAX_BRIEF {
                self.stand_in(now, RETRY * 2_u32.saturating_pow(self.n_brief - MAX_BRIEF));
            } else {
                self.reopen(now);
            }
        }
        let is_heard = self.open.is_some() && self.missing.is_none();
        // A sound server that was asleep may refuse the first moments of a stream. The same device, opened again, works:
        // nothing that a person has to know.
        if is_heard && self.n_brief == 1 && was.as_deref() == Some(self.device.as_str()) {
            return;
        }
        self.notice = Some(Notice::DeviceLost { moved_to: is_heard.then(|| self.device.clone()) });
    }

    /// Opens the chosen device, or else a silent output that keeps time.
    fn reopen(&mut self, now: Instant) {
        let choice = self.choice.clone();
        match self.try_open(&choice, now) {
            Ok(()) => self.missing = None,
            Err(error) => {
                let fallback = if choice == DeviceChoice::Default { Err(error.clone()) } else { self.try_default(now) };
                if fallback.is_ok() {
                    self.missing = None;
                    self.notice =
                        Some(Notice::Elsewhere { reason: error.to_string(), playing_on: self.device.clone() });
                    return;
                }
                if self.missing.is_none() {
                    log::warn!("{error}; playing silently");
                }
                self.notice = Some(Notice::NoDevice { reason: error.to_string() });
                self.stand_in(now, RETRY);
            }
        }
    }

    /// Opens the silent output and remembers when to look for a device again.
    fn stand_in(&mut self, now: Instant, wait: Duration) {
        self.missing = Some(Missing { tried: now, wait: wait.min(RETRY_LONGEST) });
        if let Err(error) = self.try_open(&DeviceChoice::Null, now) {
            log::error!("playing silently is not possible: {error}");
        }
    }

    fn try_default(&mut self, now: Instant) -> Result<(), DeviceError> {
        self.try_open(&DeviceChoice::Default, now)
    }

    fn try_open(&mut self, choice: &DeviceChoice, now: Instant) -> Result<(), DeviceError> {
        let mut made = None;
        let volume = self.volume;
        let output = self.backend.open(choice, &mut |rate_hz| {
            let (feed, pull) = link(rate_hz, volume);
            made = Some((feed, rate_hz));
            pull
        })?;
        let Some((mut feed, rate_hz)) = made else { return Err(DeviceError::None) };
        feed.set_running(!self.paused);
        output.name().clone_into(&mut self.device);
        self.close();
        self.open = Some(Open {
            output,
            feed,
            rate_hz,
            ear: Ear::default(),
            awake_since: None,
            opened: now,
            quiet_since: None,
            lead_in: None,
        });
        Ok(())
    }

    /// Tries to leave the silent output for a device.
    fn find_again(&mut self, now: Instant) {
        let choice = self.choice.clone();
        let found = self.try_open(&choice, now).or_else(|error| match choice {
            DeviceChoice::Named(_) => self.try_default(now),
            _ => Err(error),
        });
        if found.is_ok() {
            log::info!("playing on {}", self.device);
            self.missing = None;
            self.notice = None;
        } else if let Some(missing) = &mut self.missing {
            missing.tried = now;
            missing.wait = (missing.wait * 2).min(RETRY_LONGEST);
        }
    }

    /// Lets go of the output; the programme will go on from where it was heard.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            retire(open.output);
        }
        if let Some(programme) = &mut self.programme {
            programme.rewind();
        }
    }

    fn close_when_idle(&mut self, now: Instant) {
        if self.open.is_none() || self.wants_sound() {
            self.idle_since = None;
        } else if now.saturating_duration_since(*self.idle_since.get_or_insert(now)) >= IDLE {
            self.close();
            self.missing = None;
        }
    }
}

impl Open {
    /// Takes the callback's reports; false where there was none.
    fn listen(&mut self) -> bool {
        let mut any = false;
        while let Some(beat) = self.feed.next_beat() {
            any = true;
            self.awake_since.get_or_insert(beat.at);
            self.ear.listen(beat);
        }
        any
    }

    fn hand_over(&mut self, programme: &mut Programme, now: Instant) -> Option<super::programme::Skipped> {
        // The device has had silence since it woke, so a line that comes late waits less.
        let awake = self.awake_since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let secs = LEAD_IN.saturating_sub(awake).as_secs_f64().max(SETTLE_SECS);
        let lead_in = self.lead_in.get_or_insert_with(|| samples_in(secs, self.rate_hz) as u64);
        let horizon = samples_in(HORIZON.as_secs_f64(), self.rate_hz) as u64;
        let before = self.feed.written();
        let skipped = programme.feed(&mut self.feed, self.rate_hz, horizon, lead_in);
        if *lead_in > 0 && self.feed.written() == before {
            // Nothing was there to hand over: work the lead-in out again when there is.
            self.lead_in = None;
        }
        skipped
    }
}

/// Drops an output on a thread of its own: some backends do not return from that when their device has gone.
fn retire(output: Box<dyn Output>) {
    let dropping = std::thread::Builder::new().name("player-retire".to_owned()).spawn(move || drop(output));
    if let Err(error) = dropping {
        log::warn!("a sound device was closed late: {error}");
    }
}
