//! Sample rate conversion.
//!
//! The filter is a linear-phase windowed sinc, applied block by block in the frequency domain (overlap-add); it comes
//! from the `rubato` crate. [`Resampler`] takes samples as they come, so that an export needs no memory for its whole
//! length, and [`resample`] is the same thing for a clip at hand: both give the same samples, bit for bit.

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Resampler as _, WindowFunction};

use super::Clip;

/// Rates that can be converted, hertz.
pub const RATES_HZ: std::ops::RangeInclusive<u32> = 1_000..=768_000;

/// Shortest filter, in samples of the lower of the two rates. At 1024 the response is flat to 0.96 of the lower
/// Nyquist frequency and everything above it is rejected; twice as many would only lengthen the ringing.
const MIN_TAPS: u64 = 1024;

/// Why samples could not be converted.
#[derive(Debug, thiserror::Error)]
pub enum ResampleError {
    /// A rate out of [`RATES_HZ`].
    #[error("sound cannot be converted from {from_hz} Hz to {to_hz} Hz: both rates must lie within 1000 and 768000 Hz")]
    Rate {
        /// Rate of the samples.
        from_hz: u32,
        /// Wanted rate.
        to_hz: u32,
    },
    /// The filter could not be built.
    #[error("the sample rate converter could not be set up")]
    Construction(#[from] rubato::ResamplerConstructionError),
    /// The filter refused a block.
    #[error("the sample rate could not be converted")]
    Process(#[from] rubato::ResampleError),
}

/// The number of samples that `n` samples at `from_hz` become at `to_hz`: the nearest integer, halves up.
pub fn resampled_len(n: usize, from_hz: u32, to_hz: u32) -> usize {
    let (from, to) = (u128::from(from_hz.max(1)), u128::from(to_hz));
    ((n as u128 * to * 2 + from) / (from * 2)) as usize
}

/// Converts `clip` to `rate_hz`. The result has exactly [`resampled_len`] samples, aligned with the clip to a fraction
/// of a sample; at the clip's own rate it is the clip itself, sharing its samples.
pub fn resample(clip: &Clip, rate_hz: u32) -> Result<Clip, ResampleError> {
    if clip.rate_hz == rate_hz {
        return Ok(clip.clone());
    }
    let mut out = Vec::new();
    Resampler::new(clip.rate_hz, rate_hz)?.whole(&clip.samples, &mut out)?;
    Ok(Clip::new(out, rate_hz))
}

/// A sample rate converter that can be fed piece by piece, and used again after [`Resampler::finish`]. Building one
/// takes about a millisecond (more for rates without a common divisor), so callers with many pieces keep it.
pub struct Resampler {
    from_hz: u32,
    to_hz: u32,
    /// None where both rates are the same.
    filter: Option<Filter>,
    n_in: usize,
    n_out: usize,
}

/// The filter and its buffers, of fixed size.
struct Filter {
    fft: Fft<f32>,
    block_in: Vec<f32>,
    n_pending: usize,
    block_out: Vec<f32>,
    /// What is left to drop of the filter's delay.
    n_to_skip: usize,
}

impl std::fmt::Debug for Resampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Resampler").field("from_hz", &self.from_hz).field("to_hz", &self.to_hz).finish_non_exhaustive()
    }
}

impl Resampler {
    /// A converter from `from_hz` to `to_hz`.
    pub fn new(from_hz: u32, to_hz: u32) -> Result<Self, ResampleError> {
        if !RATES_HZ.contains(&from_hz) || !RATES_HZ.contains(&to_hz) {
            return Err(ResampleError::Rate { from_hz, to_hz });
        }
        let filter = if from_hz == to_hz { None } else { Some(Filter::new(from_hz, to_hz)?) };
        Ok(Self { from_hz, to_hz, filter, n_in: 0, n_out: 0 })
    }

    /// Converts a whole clip: appends exactly [`resampled_len`] samples to `out`.
    pub fn whole(&mut self, samples: &[f32], out: &mut Vec<f32>) -> Result<(), ResampleError> {
        out.reserve(resampled_len(samples.len(), self.from_hz, self.to_hz) + self.max_block_len());
        self.push(samples, out)?;
        self.finish(out)
    }

    /// Takes the next samples and appends to `out` what can be told by now.
    pub fn push(&mut self, samples: &[f32], out: &mut Vec<f32>) -> Result<(), ResampleError> {
        self.n_in += samples.len();
        let before = out.len();
        match &mut self.filter {
            None => out.extend_from_slice(samples),
            Some(filter) => filter.push(samples, out)?,
        }
        self.n_out += out.len() - before;
        Ok(())
    }

    /// Appends the rest, so that everything since the last call has become exactly [`resampled_len`] samples, and
    /// makes the converter ready for the next clip.
    pub fn finish(&mut self, out: &mut Vec<f32>) -> Result<(), ResampleError> {
        let n_wanted = resampled_len(self.n_in, self.from_hz, self.to_hz);
        if let Some(filter) = &mut self.filter {
            while self.n_out < n_wanted {
                let before = out.len();
                filter.pad_block(out)?;
                self.n_out += out.len() - before;
            }
            // A whole block may reach past the end by more than the wanted length: never by what was there before.
            out.truncate(out.len() - (self.n_out - n_wanted));
        }
        self.reset();
        Ok(())
    }

    /// Forgets what it was given since the last clip.
    pub fn reset(&mut self) {
        if let Some(filter) = &mut self.filter {
            filter.reset();
        }
        self.n_in = 0;
        self.n_out = 0;
    }

    fn max_block_len(&self) -> usize {
        self.filter.as_ref().map_or(0, |filter| filter.block_out.len())
    }
}

impl Filter {
    fn new(from_hz: u32, to_hz: u32) -> Result<Self, ResampleError> {
        let divisor = gcd(from_hz, to_hz);
        let (unit_in, unit_out) = (u64::from(from_hz / divisor), u64::from(to_hz / divisor));
        // An even number of units makes both block lengths even, so that the filter's delay (half a block) is a whole
        // number of samples on both sides and the result is aligned with the source exactly.
        let n_units = MIN_TAPS.div_ceil(unit_in.min(unit_out)).next_multiple_of(2);
        let fft = Fft::new_custom(
            from_hz as usize,
            to_hz as usize,
            (unit_in * n_units) as usize,
            1,
            1,
            WindowFunction::BlackmanHarris2,
            FixedSync::Both,
        )?;
        let (n_in, n_out, delay) = (fft.input_frames_next(), fft.output_frames_next(), fft.output_delay());
        Ok(Self { fft, block_in: vec![0.0; n_in], n_pending: 0, block_out: vec![0.0; n_out], n_to_skip: delay })
    }

    fn push(&mut self, mut samples: &[f32], out: &mut Vec<f32>) -> Result<(), ResampleError> {
        while !samples.is_empty() {
            let free = &mut self.block_in[self.n_pending..];
            let (now, later) = samples.split_at(free.len().min(samples.len()));
            free[..now.len()].copy_from_slice(now);
            self.n_pending += now.len();
            samples = later;
            if self.n_pending == self.block_in.len() {
                self.process(out)?;
            }
        }
        Ok(())
    }

    /// Completes the pending block with silence and converts it.
    fn pad_block(&mut self, out: &mut Vec<f32>) -> Result<(), ResampleError> {
        self.block_in[self.n_pending..].fill(0.0);
        self.process(out)
    }

    fn process(&mut self, out: &mut Vec<f32>) -> Result<(), ResampleError> {
        let (n_in, n_out) = (self.block_in.len(), self.block_out.len());
        let input = InterleavedSlice::new(&self.block_in, 1, n_in).expect("one channel of the buffer's own length");
        let mut output =
            InterleavedSlice::new_mut(&mut self.block_out, 1, n_out).expect("one channel of the buffer's own length");
        self.fft.process_into_buffer(&input, &mut output, None)?;
        self.n_pending = 0;
        let n_skipped = self.n_to_skip.min(n_out);
        self.n_to_skip -= n_skipped;
        out.extend_from_slice(&self.block_out[n_skipped..]);
        Ok(())
    }

    fn reset(&mut self) {
        self.fft.reset();
        self.n_pending = 0;
        self.n_to_skip = self.fft.output_delay();
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests;
