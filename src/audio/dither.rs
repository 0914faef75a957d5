//! Rounding to 16 bits with dither.

use rand::Rng as _;
use rand_pcg::Pcg32;

/// Rounds samples to 16 bits with triangular dither of two least significant bits' width (TPDF; Lipshitz, Wannamaker
/// and Vanderkooy, "Quantization and dither", JAES 1992): the error becomes a constant faint hiss that does not depend
/// on the signal. A sample that is exactly 0 stays exactly 0, so that pauses are digital silence.
///
/// The noise is seeded with a constant: the same samples give the same file.
#[derive(Debug)]
pub struct Dither {
    rng: Pcg32,
}

impl Default for Dither {
    fn default() -> Self {
        Self { rng: Pcg32::new(0x006d_6f6b_736f_7269, 0x7470_6466) }
    }
}

impl Dither {
    /// The 16-bit value of `sample`, full scale being ±1; what lies beyond is clamped, and NaN is silence.
    pub fn round(&mut self, sample: f32) -> i16 {
        if sample == 0.0 {
            return 0;
        }
        // The float-to-integer cast saturates and takes NaN to 0.
        (sample * 32_768.0 + self.uniform() + self.uniform() - 1.0).round() as i16
    }

    /// Uniform in 0..1.
    fn uniform(&mut self) -> f32 {
        (self.rng.next_u32() >> 8) as f32 / 16_777_216.0
    }
}

#[cfg(test)]
mod tests {
    use super::Dither;

    #[test]
    fn limits_and_silence() {
        let mut dither = Dither::default();
        for _ in 0..1000 {
            assert_eq!(dither.round(0.0), 0);
            assert_eq!(dither.round(-0.0), 0);
            assert!(dither.round(1.0) >= 32_766);
            assert!(dither.round(-1.0) <= -32_767);
            assert_eq!(dither.round(7.0), i16::MAX);
            assert_eq!(dither.round(-7.0), i16::MIN);
            assert_eq!(dither.round(f32::NAN), 0);
        }
    }

    /// Mean and variance of the error must not depend on where between two steps the sample lies: 0 and 1/4 LSB².
    #[test]
    fn the_error_does_not_depend_on_the_signal() {
        const N: usize = 100_000;
        for fraction in [0.05_f32, 0.25, 0.5, 0.75, 0.9] {
            let mut dither = Dither::default();
            let value = 100.0 + fraction;
            let errors: Vec<f64> =
                (0..N).map(|_| f64::from(dither.round(value / 32_768.0)) - f64::from(value)).collect();
            let mean = errors.iter().sum::<f64>() / N as f64;
            let variance = errors.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / N as f64;
            assert!(mean.abs() < 0.01, "mean {mean} at {fraction}");
            assert!((variance - 0.25).abs() < 0.01, "variance {variance} at {fraction}");
        }
    }

    #[test]
    fn the_same_samples_give_the_same_bits() {
        let run = || {
            let mut dither = Dither::default();
            (1..500).map(|i| dither.round(i as f32 * 1e-4)).collect::<Vec<_>>()
        };
        assert_eq!(run(), run());
    }
}
