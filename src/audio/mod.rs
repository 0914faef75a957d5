//! Samples: pure functions over mono `f32` clips. No device, no file, no thread, no random source but a seeded one
//! that the caller passes.

pub mod decode;
pub mod dither;
pub mod join;
pub mod peaks;
pub mod resample;

use std::sync::Arc;

/// The default project rate in hertz.
pub const DEFAULT_RATE_HZ: u32 = 44_100;

/// A stretch of mono sound. Cheap to clone: the samples are shared.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Samples, nominally within -1..=1.
    pub samples: Arc<[f32]>,
    /// Samples per second.
    pub rate_hz: u32,
}

impl Clip {
    /// A clip of `samples` at `rate_hz`.
    pub fn new(samples: impl Into<Arc<[f32]>>, rate_hz: u32) -> Self {
        Self { samples: samples.into(), rate_hz }
    }

    /// A clip without a sample.
    pub fn empty(rate_hz: u32) -> Self {
        Self::new(Vec::new(), rate_hz)
    }

    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.rate_hz)
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// True where there is no sample.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }
}

/// The number of samples nearest to `seconds` at `rate_hz`; 0 for negative or non-finite lengths.
pub fn samples_in(seconds: f64, rate_hz: u32) -> usize {
    let n = (seconds * f64::from(rate_hz)).round();
    if n.is_finite() && n > 0.0 { n as usize } else { 0 }
}
