//! From the acoustic model's spectra to samples.
//!
//! The model gives, for every frame of 12.5 ms, five rows of a short-time spectrum and a pitch. A train of pulses at that
//! pitch, in which every harmonic below 11 kHz has the same strength, is filtered by the first two rows; noise shaped by
//! the third row and a free part given by the last two are added; one inverse short-time Fourier transform makes the
//! samples. The source of the formulas is the published `hibari-tts` 0.2.1, whose output the tests compare with.

use std::f32::consts::PI;
use std::f64::consts::TAU;
use std::sync::Arc;

use realfft::num_complex::Complex32;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};

/// Samples per second.
pub const RATE_HZ: u32 = 24_000;

/// Samples per frame.
pub const HOP: usize = 300;

/// Rows of a spectrum: bins of the Fourier transform.
pub const N_BINS: usize = N_FFT / 2 + 1;

/// Length of the transform: four frames.
const N_FFT: usize = 4 * HOP;

/// Slower than this is not voice.
const MIN_PITCH_HZ: f32 = 40.0;

/// The pulses have no harmonics above this.
const MAX_HARMONIC_HZ: f32 = 11_000.0;

/// The model's logarithms are cut here, so that a wild value cannot become infinite.
const MAX_LOG: f32 = 7.0;

/// Frames that are worked on together: one cache line of a row, because the rows run over the frames.
const BLOCK: usize = 16;

/// What the acoustic model says, `n_frames` long. The five spectra have [`N_BINS`] rows of `n_frames` each.
#[derive(Clone, Debug, Default)]
pub struct Spectrum {
    /// Logarithm of the strength of the pulses.
    pub lh: Vec<f32>,
    /// Phase shift of the pulses: π tanh of it.
    pub theta: Vec<f32>,
    /// Logarithm of the strength of the noise.
    pub ln: Vec<f32>,
    /// Logarithm of the strength of the free part.
    pub lr: Vec<f32>,
    /// Phase of the free part.
    pub phi: Vec<f32>,
    /// Pitch of each frame in hertz; below 40 where there is no voice.
    pub f0: Vec<f32>,
}

impl Spectrum {
    /// Number of frames.
    pub fn n_frames(&self) -> usize {
        self.f0.len()
    }

    /// Whether all rows are as long as they should be and every number is finite.
    pub fn is_sound(&self) -> bool {
        let parts = [&self.lh, &self.theta, &self.ln, &self.lr, &self.phi];
        parts.iter().all(|part| part.len() == N_BINS * self.n_frames())
            && parts.into_iter().chain(std::iter::once(&self.f0)).flatten().all(|value| value.is_finite())
    }
}

/// The transforms and the buffers they need; make one and keep it.
pub struct Synthesiser {
    forward: Arc<dyn RealToComplex<f32>>,
    inverse: Arc<dyn ComplexToReal<f32>>,
    /// Periodic Hann window.
    window: Vec<f32>,
    frame: Vec<f32>,
    scratch: Vec<Complex32>,
    /// [`BLOCK`] columns of the spectrum, one after the other.
    columns: Vec<Complex32>,
    /// Strength of the noise in those columns.
    noise_gain: Vec<f32>,
}

impl std::fmt::Debug for Synthesiser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Synthesiser").finish_non_exhaustive()
    }
}

impl Default for Synthesiser {
    fn default() -> Self {
        let mut planner = RealFftPlanner::new();
        let (forward, inverse) = (planner.plan_fft_forward(N_FFT), planner.plan_fft_inverse(N_FFT));
        let hann = |n: usize| 0.5 - 0.5 * (TAU * n as f64 / N_FFT as f64).cos();
        let scratch_len = forward.get_scratch_len().max(inverse.get_scratch_len());
        Self {
            forward,
            inverse,
            window: (0..N_FFT).map(|n| hann(n) as f32).collect(),
            frame: vec![0.0; N_FFT],
            scratch: vec![Complex32::default(); scratch_len],
            columns: vec![Complex32::default(); BLOCK * N_BINS],
            noise_gain: vec![0.0; BLOCK * N_BINS],
        }
    }
}

impl Synthesiser {
    /// The samples of `spectrum`: [`HOP`] for every frame. `normal` gives standard normal numbers for the noise.
    ///
    /// `spectrum` must be [sound](Spectrum::is_sound).
    pub fn samples(&mut self, spectrum: &Spectrum, mut normal: impl FnMut() -> f32) -> Vec<f32> {
        let n_frames = spectrum.n_frames();
        if n_frames == 0 {
            return Vec::new();
        }
        let source = pulses(&spectrum.f0);
        let mut sum = vec![0.0f32; (n_frames + 3) * HOP];
        for start in (0..n_frames).step_by(BLOCK) {
            let n_columns = BLOCK.min(n_frames - start);
            for column in 0..n_columns {
                self.analyse(&source, start + column, column);
            }
            self.shape(spectrum, start, n_columns);
            for column in 0..n_columns {
                self.add_noise(column, &mut normal);
                let at = (start + column) * HOP;
                self.overlap_add(column, &mut sum[at..at + N_FFT]);
            }
        }
        self.normalise(&mut sum, n_frames);
        // Frames are centred: the first half window lies before the sound, and what is left over after it.
        sum.truncate(n_frames * HOP + N_FFT / 2);
        sum.drain(..N_FFT / 2);
        sum
    }

    /// Short-time spectrum of `source` around frame `index`, into column `column`. The signal is mirrored at its ends.
    fn analyse(&mut self, source: &[f32], index: usize, column: usize) {
        let Self { forward, window, frame, scratch, columns, .. } = self;
        let first = (index * HOP).checked_sub(N_FFT / 2);
        // A cosine of strength one peaks at half the window's sum; this makes that peak one.
        let gain = 1.0 / HOP as f32;
        match first.and_then(|first| source.get(first..first + N_FFT)) {
            Some(inside) => {
                for ((out, &sample), &weight) in frame.iter_mut().zip(inside).zip(window.iter()) {
                    *out = sample * weight * gain;
                }
            }
            None => {
                for (n, (out, &weight)) in frame.iter_mut().zip(window.iter()).enumerate() {
                    *out = source[mirrored(index * HOP + n, source.len())] * weight * gain;
                }
            }
        }
        let column = &mut columns[column * N_BINS..(column + 1) * N_BINS];
        forward.process_with_scratch(frame, column, scratch).expect("the lengths are the plan's own");
    }

    /// Filters the pulses of `n_columns` columns and adds the free part; notes how strong the noise is.
    fn shape(&mut self, spectrum: &Spectrum, start: usize, n_columns: usize) {
        let Self { columns, noise_gain, .. } = self;
        let Spectrum { lh, theta, ln, lr, phi, f0 } = spectrum;
        // Plain indices: chains of iterators are several times slower in an unoptimised build, and this is its inner loop.
        for bin in 0..N_BINS {
            let row = bin * f0.len() + start;
            for column in 0..n_columns {
                let (from, to) = (row + column, column * N_BINS + bin);
                let (strength, angle) = (lh[from].min(MAX_LOG).exp(), PI * tanh(theta[from]));
                let (free_strength, free_angle) = (lr[from].min(MAX_LOG).exp(), phi[from]);
                let ((sin, cos), (free_sin, free_cos)) = (angle.sin_cos(), free_angle.sin_cos());
                let pulse = columns[to];
                columns[to] = Complex32 {
                    re: strength * (pulse.re * cos - pulse.im * sin) + free_strength * free_cos,
                    im: strength * (pulse.re * sin + pulse.im * cos) + free_strength * free_sin,
                };
                noise_gain[to] = ln[from].min(MAX_LOG).exp();
            }
        }
    }

    /// Adds the noise of one column: frame by frame, so that it does not depend on [`BLOCK`].
    fn add_noise(&mut self, column: usize, mut normal: impl FnMut() -> f32) {
        for place in column * N_BINS..(column + 1) * N_BINS {
            let gain = self.noise_gain[place];
            self.columns[place].re += gain * normal();
            self.columns[place].im += gain * normal();
        }
    }

    /// Inverse transform of one column, windowed and added to `sum`.
    fn overlap_add(&mut self, column: usize, sum: &mut [f32]) {
        let Self { inverse, window, frame, scratch, columns, .. } = self;
        let column = &mut columns[column * N_BINS..(column + 1) * N_BINS];
        // A real signal has no imaginary part at either end of its spectrum.
        column[0].im = 0.0;
        column[N_BINS - 1].im = 0.0;
        inverse
            .process_with_scratch(column, frame, scratch)
            .expect("the lengths are the plan's own, the ends are real");
        let gain = 1.0 / N_FFT as f32;
        for ((out, &sample), &weight) in sum.iter_mut().zip(frame.iter()).zip(window.iter()) {
            *out += sample * weight * gain;
        }
    }

    /// Divides by the sum of the squared windows that were added at each sample: less at both ends.
    fn normalise(&self, sum: &mut [f32], n_frames: usize) {
        for (block, samples) in sum.chunks_exact_mut(HOP).enumerate() {
            // Which quarters of a window reach this block: that of frame `block - quarter`.
            let quarters = block.saturating_sub(n_frames - 1)..=block.min(3);
            for (n, sample) in samples.iter_mut().enumerate() {
                let weight: f32 = quarters.clone().map(|quarter| self.window[quarter * HOP + n].powi(2)).sum();
                *sample /= weight.max(1e-11);
            }
        }
    }
}

/// A train of pulses at the pitch `f0` of each frame, [`HOP`] samples per frame; zero where the pitch is no voice's.
///
/// Each pulse train is the sum of all cosines at multiples of the pitch below 11 kHz, in closed form
/// (the Dirichlet kernel): sin((H + ½)t) / (2 sin(t/2)) - ½.
pub fn pulses(f0: &[f32]) -> Vec<f32> {
    let mut samples = Vec::with_capacity(f0.len() * HOP);
    // Cycles since the start. The sum is taken in f64: after a minute an f32 would be out by a tenth of a cycle.
    let mut cycles_times_rate = 0.0f64;
    for (frame, &here) in f0.iter().enumerate() {
        let before = f0[frame.saturating_sub(1)];
        let after = *f0.get(frame + 1).unwrap_or(&here);
        for n in 0..HOP {
            // Linear between the middles of the frames.
            let place = (n as f32 + 0.5) / HOP as f32;
            let pitch_hz = if n < HOP / 2 {
                before * (0.5 - place) + here * (0.5 + place)
            } else {
                here * (1.5 - place) + after * (place - 0.5)
            };
            let is_voiced = pitch_hz > MIN_PITCH_HZ;
            let pitch_hz = pitch_hz.max(MIN_PITCH_HZ);
            cycles_times_rate += f64::from(pitch_hz);
            samples.push(if is_voiced {
                let phase = ((cycles_times_rate / f64::from(RATE_HZ)).fract() * TAU) as f32;
                pulse(phase, (MAX_HARMONIC_HZ / pitch_hz).floor())
            } else {
                0.0
            });
        }
    }
    samples
}

/// The sum of cos(h t) for h from 1 to `n_harmonics`, at `phase` t.
fn pulse(phase: f32, n_harmonics: f32) -> f32 {
    let below = 2.0 * (phase * 0.5).sin();
    // At the top of the pulse the quotient is 0/0; its limit is H + ½.
    if below.abs() <= 2e-3 { n_harmonics } else { ((n_harmonics + 0.5) * phase).sin() / below - 0.5 }
}

/// The hyperbolic tangent by way of one exponential: a third of the time of the library's, and exact to 1e-7 of the
/// full turn that it stands for here.
fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / ((2.0 * x).exp() + 1.0)
}

/// The index into a signal of `len` samples for a place counted from half a window before it; before its start and after
/// its end the signal continues as its own mirror image, with the end sample once.
fn mirrored(place: usize, len: usize) -> usize {
    const LEAD: usize = N_FFT / 2;
    let period = 2 * (len - 1).max(1);
    let place = (place + LEAD.next_multiple_of(period) - LEAD) % period;
    place.min(period - place)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_distr::{Distribution as _, StandardNormal};

    use super::{HOP, N_BINS, N_FFT, Spectrum, Synthesiser, mirrored, pulse, pulses, tanh};

    /// 24 frames of a real utterance around the onset of a voice, with what the reference makes of them without noise;
    /// then the pitch of the whole utterance and every 16th sample of the reference's pulses.
    struct Golden {
        spectrum: Spectrum,
        samples: Vec<f32>,
        f0: Vec<f32>,
        pulses: Vec<f32>,
    }

    fn golden() -> Golden {
        const N_FRAMES: usize = 24;
        let mut bytes: &[u8] = include_bytes!("../../../tests/golden/hibari_dsp.bin");
        let mut take = |n: usize, width: usize| -> Vec<f32> {
            let (head, rest) = bytes.split_at(n * width);
            bytes = rest;
            // The spectra are stored as the upper halves of f32.
            head.chunks_exact(width)
                .map(|value| match *value {
                    [a, b] => f32::from_le_bytes([0, 0, a, b]),
                    [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
                    _ => unreachable!("two widths"),
                })
                .collect()
        };
        let [lh, theta, ln, lr, phi] = std::array::from_fn(|_| take(N_BINS * N_FRAMES, 2));
        let spectrum = Spectrum { lh, theta, ln, lr, phi, f0: take(N_FRAMES, 4) };
        Golden { spectrum, samples: take(N_FRAMES * HOP, 4), f0: take(178, 4), pulses: take(178 * HOP / 16 + 1, 4) }
    }

    fn normal(seed: u64) -> impl FnMut() -> f32 {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        move || StandardNormal.sample(&mut rng)
    }

    #[test]
    fn samples_are_the_references() {
        let golden = golden();
        assert!(golden.spectrum.is_sound());
        let samples = Synthesiser::default().samples(&golden.spectrum, || 0.0);
        assert_eq!(samples.len(), golden.samples.len());
        let worst = samples.iter().zip(&golden.samples).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(worst < 2e-4, "{worst}"); // of a peak of 0.28
    }

    #[test]
    fn pulses_are_the_references() {
        let golden = golden();
        let samples = pulses(&golden.f0);
        assert_eq!(samples.len(), golden.f0.len() * HOP);
        for (n, (ours, theirs)) in samples.iter().step_by(16).zip(&golden.pulses).enumerate() {
            assert!((ours - theirs).abs() < 2e-2 * theirs.abs().max(1.0), "sample {}: {ours} against {theirs}", n * 16);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes_and_the_noise_has_the_references_strength() {
        let spectrum = golden().spectrum;
        let mut synthesiser = Synthesiser::default();
        let clean = synthesiser.samples(&spectrum, || 0.0);
        let (first, again) = (synthesiser.samples(&spectrum, normal(7)), synthesiser.samples(&spectrum, normal(7)));
        assert_eq!(first, again);
        assert_ne!(first, synthesiser.samples(&spectrum, normal(8)));
        let rms = |seed| {
            let noisy = Synthesiser::default().samples(&spectrum, normal(seed));
            let power: f32 = noisy.iter().zip(&clean).map(|(a, b)| (a - b).powi(2)).sum();
            (power / clean.len() as f32).sqrt()
        };
        let mean = (0..8).map(rms).sum::<f32>() / 8.0;
        // The reference's own noise on these frames: 3.5e-4 to 4.9e-4 over five seeds.
        assert!((3.5e-4..4.9e-4).contains(&mean), "{mean}");
    }

    #[test]
    fn the_pulse_is_the_sum_of_its_cosines() {
        for (phase, n_harmonics) in [(0.0, 5), (0.3, 1), (1.7, 20), (3.1, 55), (6.2, 12)] {
            let sum: f64 = (1..=n_harmonics).map(|h| (f64::from(phase) * f64::from(h)).cos()).sum();
            let closed = pulse(phase, n_harmonics as f32);
            assert!((f64::from(closed) - sum).abs() < 1e-3, "{phase} {n_harmonics}: {closed} against {sum}");
        }
    }

    #[test]
    fn any_number_of_frames_gives_as_many_samples() {
        let mut synthesiser = Synthesiser::default();
        for n_frames in [0, 1, 2, 3, 15, 16, 17, 40] {
            let part = || vec![-1.0; N_BINS * n_frames];
            let spectrum =
                Spectrum { lh: part(), theta: part(), ln: part(), lr: part(), phi: part(), f0: vec![120.0; n_frames] };
            let samples = synthesiser.samples(&spectrum, normal(1));
            assert_eq!(samples.len(), n_frames * HOP);
            assert!(samples.iter().all(|sample| sample.is_finite()), "{n_frames}");
        }
    }

    #[test]
    fn what_is_not_a_spectrum_is_told() {
        let fine = golden().spectrum;
        let short = Spectrum { phi: fine.phi[1..].to_vec(), ..fine.clone() };
        let mut broken = fine.clone();
        broken.lr[100] = f32::NAN;
        assert!(fine.is_sound() && !short.is_sound() && !broken.is_sound());
    }

    #[test]
    fn tanh_is_the_hyperbolic_tangent() {
        for x in (-400..=400).map(|tenth| tenth as f32 / 10.0).chain([-1e9, 1e9, 1e-4]) {
            assert!((tanh(x) - x.tanh()).abs() < 2e-7, "{x}: {} against {}", tanh(x), x.tanh());
        }
    }

    #[test]
    fn mirroring() {
        let places: Vec<usize> = (N_FFT / 2 - 4..N_FFT / 2 + 8).map(|place| mirrored(place, 4)).collect();
        assert_eq!(places, [2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0, 1]);
    }
}
