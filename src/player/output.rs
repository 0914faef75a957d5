//! What the player needs of a sound device, and the output without one.

use std::time::{Duration, Instant};

use super::DeviceChoice;
use super::pull::Pull;

/// An open output. It calls [`Pull::fill`] from wherever the device wants it to; all else is asked by the player
/// thread.
pub trait Output: Send {
    /// The name to show.
    fn name(&self) -> &str;

    /// Why the device can no longer be used, once that is so. Asked often; must not block.
    fn lost(&mut self, now: Instant) -> Option<String>;

    /// Called regularly by the player thread; for outputs without a thread of their own.
    fn drive(&mut self, _now: Instant) {}
}

/// Opens outputs.
pub trait Backend: Send {
    /// Opens the chosen device. `link` makes the callback's end for the device's rate in hertz; where it is called more
    /// than once (a second attempt), the last one counts. Returns the output and its rate.
    fn open(
        &mut self,
        choice: &DeviceChoice,
        link: &mut dyn FnMut(u32) -> Pull,
    ) -> Result<Box<dyn Output>, DeviceError>;
}

/// Why no sound device could be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// There is no device at all.
    #[error("this computer has no sound device that is switched on; connect one or choose it in the settings")]
    None,
    /// The chosen one is not there.
    #[error("the sound device \u{201c}{0}\u{201d} is not connected; connect it or choose another one in the settings")]
    NotFound(String),
    /// It is there and cannot be used.
    #[error(
        "the sound device \u{201c}{device}\u{201d} cannot be used ({reason}); close what else uses it or choose another"
    )]
    Refused {
        /// The device.
        device: String,
        /// The system's words.
        reason: String,
    },
}

/// An output that plays nothing and keeps real time, so that the playhead moves on a machine without sound.
pub struct NullOutput {
    pull: Pull,
    filled_to: Option<Instant>,
}

/// Rate of the [`NullOutput`], hertz.
const NULL_RATE_HZ: u32 = 48_000;
/// The [`NullOutput`]'s buffer: 10 ms.
const NULL_FRAMES: usize = 480;
const NULL_PERIOD: Duration = Duration::from_millis(10);
/// More than this is not made up for: the machine slept.
const NULL_MAX_LAG: Duration = Duration::from_secs(1);

impl NullOutput {
    /// An output that starts with the first [`drive`](Output::drive).
    pub fn open(link: &mut dyn FnMut(u32) -> Pull) -> Self {
        Self { pull: link(NULL_RATE_HZ), filled_to: None }
    }
}

impl Output for NullOutput {
    fn name(&self) -> &'static str {
        ""
    }

    fn lost(&mut self, _now: Instant) -> Option<String> {
        None
    }

    fn drive(&mut self, now: Instant) {
        let mut at = self.filled_to.unwrap_or(now);
        if now.saturating_duration_since(at) > NULL_MAX_LAG {
            at = now;
        }
        let mut nowhere = [0.0; NULL_FRAMES];
        while at <= now {
            self.pull.fill(&mut nowhere, 1, at, Duration::ZERO);
            at += NULL_PERIOD;
        }
        self.filled_to = Some(at);
    }
}
