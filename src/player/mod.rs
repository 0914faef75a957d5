//! Playback. The only module that names the sound-device library.
//!
//! [`Player`] is the interface thread's handle. A named thread (`player`) owns the output and feeds it from a queue of
//! clips through a lock-free ring ([`pull`]); the device's callback only pops samples from the ring, applies a short
//! gain ramp and reports what it consumed: it never locks, logs, allocates or frees. No device is not an error: the
//! [`NullOutput`] keeps time and plays nothing.
//!
//! The handle never waits for the thread or a device: orders and status lie on a board behind one short lock, later
//! orders replace earlier ones, and the status of an order is what it asks for until the thread has carried it out.

mod device;
mod ear;
mod machine;
mod output;
mod programme;
pub mod pull;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

pub use device::devices;
pub use output::{Backend, DeviceError, NullOutput, Output};

use crate::audio::Clip;
use machine::Machine;

/// Something to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The caller's name for it: a line, a silence between lines.
    pub tag: u64,
    /// The sound, at any rate.
    pub clip: Clip,
    /// Where in what the tag names the sound begins, seconds: several items may be one line's.
    pub start_secs: f64,
}

impl Item {
    /// The whole of what `tag` names.
    pub fn new(tag: u64, clip: Clip) -> Self {
        Self { tag, clip, start_secs: 0.0 }
    }
}

/// Which device to play on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The system's default, as it is when playing begins.
    #[default]
    Default,
    /// The device with this [`DeviceInfo::id`].
    Named(String),
    /// None: time passes and nothing is heard.
    Null,
}

/// A device to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Stable over runs of the program; for [`DeviceChoice::Named`] and the settings.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// True for the system's default.
    pub is_default: bool,
}

/// What the player does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing: never asked, stopped, or everything has been heard to the end.
    #[default]
    Stopped,
    /// Playing.
    Playing,
    /// Held at a place.
    Paused,
    /// Everything so far has been heard and more was promised.
    Waiting,
}

/// Something that a person should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The device went away while it was open. Playing goes on at the same place.
    DeviceLost {
        /// The device that is used instead; `None` where there is none and playing goes on silently.
        moved_to: Option<String>,
    },
    /// No device could be opened; playing goes on silently and a device is looked for now and then.
    NoDevice {
        /// Why, and what to do.
        reason: String,
    },
    /// The chosen device could not be opened, the default one is used.
    Elsewhere {
        /// Why, and what to do.
        reason: String,
        /// The device that is used.
        playing_on: String,
    },
    /// An item could not be played and was left out.
    Skipped {
        /// Its tag.
        tag: u64,
        /// Why.
        reason: String,
    },
    /// Playing stopped because of an error in this program.
    Failed,
}

/// What is going on. Positions are those of the ear: what the device has not played yet does not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// What the player does.
    pub state: State,
    /// The item being heard.
    pub tag: Option<u64>,
    /// Seconds from that item's start.
    pub item_secs: f64,
    /// Seconds of items heard since [`Player::play`]; stays after the end.
    pub played_secs: f64,
    /// The device in use or last used; empty where there is none.
    pub device: String,
    /// What a person should know; kept until the next [`Player::play`] or until it no longer holds.
    pub notice: Option<Notice>,
}

/// A new programme.
#[derive(Debug)]
enum Fresh {
    Play { items: Vec<Item>, offset_secs: f64, ends: bool },
    Stop,
}

/// What is asked of the player thread. `pushed` and `end` belong to the programme after `fresh`.
#[derive(Debug)]
struct Orders {
    fresh: Option<Fresh>,
    pushed: Vec<Item>,
    end: bool,
    paused: bool,
    volume: f32,
    choice: Option<DeviceChoice>,
}

impl Default for Orders {
    fn default() -> Self {
        Self { fresh: None, pushed: Vec::new(), end: false, paused: false, volume: 1.0, choice: None }
    }
}

impl Orders {
    fn begin(&mut self, fresh: Fresh) {
        self.fresh = Some(fresh);
        self.pushed.clear();
        self.end = false;
        self.paused = false;
    }

    /// The orders for the thread; what holds on (pause, volume) stays.
    fn take(&mut self) -> Self {
        let rest = Self { paused: self.paused, volume: self.volume, ..Self::default() };
        std::mem::replace(self, rest)
    }
}

#[derive(Default)]
struct Board {
    orders: Orders,
    /// True where there are orders that the thread has not taken.
    has_orders: bool,
    quit: bool,
    status: Status,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    ordered: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays clips. Dropping it stops the sound.
pub struct Player {
    shared: Arc<Shared>,
}

impl Player {
    /// Starts the player. The device is opened when there is something to play. `waker` is woken when the state, the
    /// item, the device or the notice changes; while playing, ask [`Player::status`] as often as the playhead is drawn.
    pub fn start(choice: DeviceChoice, waker: Waker) -> Self {
        Self::with_backend(Box::new(device::SystemBackend), choice, waker)
    }

    /// As [`Player::start`] with other outputs than this machine's.
    pub fn with_backend(backend: Box<dyn Backend>, choice: DeviceChoice, waker: Waker) -> Self {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("player".to_owned());
        if let Err(error) = thread.spawn(move || run(&theirs, Machine::new(backend, choice), &waker)) {
            log::error!("nothing can be played: {error}");
            shared.lock().status.notice = Some(Notice::Failed);
        }
        Self { shared }
    }

    /// Stops what plays and starts `items`, the first of them at `offset_secs`. With `ends` false more items are
    /// promised: the player waits for [`Player::push`] and [`Player::end`] when the last is over.
    pub fn play(&self, items: Vec<Item>, offset_secs: f64, ends: bool) {
        self.order(|orders, status| {
            let tag = items.first().map(|item| item.tag);
            status.state = match (tag, ends) {
                (Some(_), _) => State::Playing,
                (None, false) => State::Waiting,
                (None, true) => State::Stopped,
            };
            status.tag = tag;
            status.item_secs = if offset_secs.is_finite() { offset_secs.max(0.0) } else { 0.0 };
            status.played_secs = 0.0;
            status.notice = None;
            orders.begin(Fresh::Play { items, offset_secs, ends });
        });
    }

    /// Appends an item to the programme. Without one it does nothing.
    pub fn push(&self, item: Item) {
        self.order(|orders, status| {
            if status.state == State::Waiting {
                status.state = State::Playing;
            }
            orders.pushed.push(item);
        });
    }

    /// Says that no more items follow.
    pub fn end(&self) {
        self.order(|orders, _| orders.end = true);
    }

    /// Holds the programme where it is.
    pub fn pause(&self) {
        self.order(|orders, status| {
            orders.paused = true;
            if status.state != State::Stopped {
                status.state = State::Paused;
            }
        });
    }

    /// Goes on after [`Player::pause`].
    pub fn resume(&self) {
        self.order(|orders, status| {
            orders.paused = false;
            if status.state == State::Paused {
                status.state = State::Playing;
            }
        });
    }

    /// Ends the programme.
    pub fn stop(&self) {
        self.order(|orders, status| {
            orders.begin(Fresh::Stop);
            *status = Status {
                device: std::mem::take(&mut status.device),
                notice: status.notice.take(),
                ..Status::default()
            };
        });
    }

    /// Sets the volume, 0 to 1.
    pub fn set_volume(&self, volume: f32) {
        self.order(|orders, _| orders.volume = if volume.is_finite() { volume.clamp(0.0, 1.0) } else { 1.0 });
    }

    /// Moves to another device; playing goes on there at the same place.
    pub fn select(&self, choice: DeviceChoice) {
        self.order(|orders, _| orders.choice = Some(choice));
    }

    /// What is going on.
    pub fn status(&self) -> Status {
        self.shared.lock().status.clone()
    }

    /// Leaves an order. The status is at once what was asked for, so that nobody takes a programme that is about to
    /// begin for one that is over.
    fn order(&self, change: impl FnOnce(&mut Orders, &mut Status)) {
        let mut board = self.shared.lock();
        let Board { orders, status, has_orders, .. } = &mut *board;
        change(orders, status);
        *has_orders = true;
        drop(board);
        self.shared.ordered.notify_one();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.shared.lock().quit = true;
        self.shared.ordered.notify_one();
    }
}

/// The player thread.
fn run(shared: &Shared, mut machine: Machine, waker: &Waker) {
    let mut told = Status::default();
    loop {
        let call = next_call(shared, machine.rest());
        if matches!(call, Call::Quit) {
            return;
        }
        let step = catch_unwind(AssertUnwindSafe(|| {
            if let Call::Orders(orders) = call {
                machine.obey(orders);
            }
            machine.tick(Instant::now());
        }));
        if step.is_err() {
            machine.give_up();
        }
        let status = machine.status();
        let mut board = shared.lock();
        if board.has_orders {
            // This is already out of date.
            continue;
        }
        board.status.clone_from(&status);
        drop(board);
        let is_news = (status.state, status.tag) != (told.state, told.tag)
            || status.device != told.device
            || status.notice != told.notice;
        if is_news {
            told = status;
            waker.wake_by_ref();
        }
    }
}

/// Why the thread is awake.
enum Call {
    Orders(Orders),
    Time,
    Quit,
}

/// Waits for orders, at most for `rest`.
fn next_call(shared: &Shared, rest: Option<Duration>) -> Call {
    let board = shared.lock();
    let is_quiet = |board: &mut Board| !board.has_orders && !board.quit;
    let mut board = match rest {
        Some(rest) => {
            shared.ordered.wait_timeout_while(board, rest, is_quiet).unwrap_or_else(PoisonError::into_inner).0
        }
        None => shared.ordered.wait_while(board, is_quiet).unwrap_or_else(PoisonError::into_inner),
    };
    if board.quit {
        Call::Quit
    } else if std::mem::take(&mut board.has_orders) {
        Call::Orders(board.orders.take())
    } else {
        Call::Time
    }
}
