use std::f64::consts::TAU;
use std::sync::Arc;

use proptest::prelude::*;

use super::{ResampleError, Resampler, resample, resampled_len};
use crate::audio::Clip;

const RATES: [(u32, u32); 7] = [
    (24_000, 44_100),
    (24_000, 48_000),
    (48_000, 44_100),
    (44_100, 48_000),
    (22_050, 44_100),
    (16_000, 44_100),
    (44_100, 24_000),
];

fn tone(freq_hz: f64, amplitude: f64, n: usize, rate_hz: u32) -> Clip {
    let step = TAU * freq_hz / f64::from(rate_hz);
    Clip::new((0..n).map(|i| (amplitude * (step * i as f64).sin()) as f32).collect::<Vec<_>>(), rate_hz)
}

fn db(ratio: f64) -> f64 {
    20.0 * ratio.max(1e-12).log10()
}

fn rms(samples: &[f32]) -> f64 {
    (samples.iter().map(|&s| f64::from(s).powi(2)).sum::<f64>() / samples.len() as f64).sqrt()
}

/// The middle of a clip: away from where the tone is switched on and off.
fn middle(clip: &Clip) -> &[f32] {
    &clip.samples[clip.len() / 5..clip.len() * 4 / 5]
}

/// Amplitude of the tone in the middle of `clip`, and the amplitude (RMS times root two) of everything else: the
/// least-squares fit of a sine and a cosine, and its residual.
fn fit(clip: &Clip, freq_hz: f64) -> (f64, f64) {
    let samples = middle(clip);
    let step = TAU * freq_hz / f64::from(clip.rate_hz);
    let (mut ss, mut sc, mut cc, mut xs, mut xc) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (i, &x) in samples.iter().enumerate() {
        let (s, c) = (step * i as f64).sin_cos();
        ss += s * s;
        sc += s * c;
        cc += c * c;
        xs += f64::from(x) * s;
        xc += f64::from(x) * c;
    }
    let det = ss * cc - sc * sc;
    let (a, b) = ((xs * cc - xc * sc) / det, (xc * ss - xs * sc) / det);
    let residual: f64 = samples
        .iter()
        .enumerate()
        .map(|(i, &x)| {
            let (s, c) = (step * i as f64).sin_cos();
            (f64::from(x) - a * s - b * c).powi(2)
        })
        .sum();
    (a.hypot(b), (2.0 * residual / samples.len() as f64).sqrt())
}

#[test]
fn lengths_are_exact() {
    for (from, to) in RATES {
        for n in [0, 1, 2, 3, 100, 1023, 1024, 1025, 5000, 44_100, 100_003] {
            let out = resample(&tone(440.0, 0.5, n, from), to).expect("converts");
            assert_eq!(out.len(), resampled_len(n, from, to), "{n} samples {from} -> {to}");
            assert_eq!(out.len(), (n as f64 * f64::from(to) / f64::from(from)).round() as usize);
        }
    }
}

#[test]
fn the_same_rate_is_the_same_clip() {
    let clip = tone(440.0, 0.5, 1000, 44_100);
    let same = resample(&clip, 44_100).expect("converts");
    assert!(Arc::ptr_eq(&clip.samples, &same.samples));
}

#[test]
fn impossible_rates_are_refused() {
    for (from, to) in [(0, 44_100), (44_100, 0), (44_100, u32::MAX)] {
        assert!(matches!(Resampler::new(from, to), Err(ResampleError::Rate { .. })), "{from} -> {to}");
    }
}

#[test]
fn an_unusual_pair_of_rates_converts() {
    let out = resample(&tone(1000.0, 0.5, 44_101, 44_101), 44_100).expect("converts");
    assert_eq!(out.len(), 44_100);
    let (amplitude, rest) = fit(&out, 1000.0);
    assert!((amplitude - 0.5).abs() < 1e-4, "{amplitude}");
    assert!(db(rest / amplitude) < -100.0, "{}", db(rest / amplitude));
}

/// Tones above the new Nyquist frequency must vanish; upwards, no image may appear above the old one.
#[test]
fn aliases_and_images_are_rejected() {
    let check_gone = |freq_hz: f64, from: u32, to: u32| {
        let source = tone(freq_hz, 0.8, from as usize, from);
        let out = resample(&source, to).expect("converts");
        let left = db(rms(middle(&out)) / rms(middle(&source)));
        println!("alias of {freq_hz} Hz, {from} -> {to}: {left:.1} dB");
        assert!(left <= -100.0, "{left:.1} dB of a {freq_hz} Hz tone left, {from} -> {to}");
    };
    check_gone(23_000.0, 48_000, 44_100);
    check_gone(22_500.0, 48_000, 44_100);
    check_gone(13_000.0, 44_100, 24_000);
    check_gone(9_000.0, 48_000, 16_000);

    let check_pure = |freq_hz: f64, from: u32, to: u32| {
        let out = resample(&tone(freq_hz, 0.8, from as usize, from), to).expect("converts");
        let (amplitude, rest) = fit(&out, freq_hz);
        println!(
            "{freq_hz} Hz, {from} -> {to}: gain {:+.4} dB, rest {:.1} dB",
            db(amplitude / 0.8),
            db(rest / amplitude)
        );
        assert!(db(rest / amplitude) <= -100.0, "{:.1} dB beside {freq_hz} Hz, {from} -> {to}", db(rest / amplitude));
    };
    check_pure(1_000.0, 24_000, 44_100);
    check_pure(10_800.0, 24_000, 44_100);
    check_pure(10_800.0, 24_000, 48_000);
    check_pure(9_900.0, 22_050, 44_100);
    check_pure(7_200.0, 16_000, 44_100);
    check_pure(15_000.0, 48_000, 44_100);
}

#[test]
fn the_passband_is_flat() {
    let check = |freqs: &[f64], from: u32, to: u32| {
        for &freq_hz in freqs {
            let (amplitude, _) =
                fit(&resample(&tone(freq_hz, 0.8, from as usize, from), to).expect("converts"), freq_hz);
            let gain = db(amplitude / 0.8);
            assert!(gain.abs() <= 0.1, "{gain:+.3} dB at {freq_hz} Hz, {from} -> {to}");
        }
    };
    check(&[20.0, 100.0, 1_000.0, 5_000.0, 10_000.0, 15_000.0, 19_000.0, 20_000.0], 48_000, 44_100);
    check(&[100.0, 1_000.0, 10_000.0, 19_845.0], 44_100, 48_000);
    for (from, to) in [(24_000, 44_100), (24_000, 48_000), (22_050, 44_100), (16_000, 44_100)] {
        let nyquist = f64::from(from) / 2.0;
        check(&[50.0, 0.1 * nyquist, 0.5 * nyquist, 0.8 * nyquist, 0.9 * nyquist], from, to);
    }
}

/// An impulse stays where it was in time: the centre of gravity of its energy, to a tenth of a sample.
#[test]
fn an_impulse_keeps_its_place() {
    for (from, to) in RATES {
        for at in [0_usize, 500, 4_000, 9_000] {
            let mut samples = vec![0.0_f32; 10_000];
            samples[at] = 1.0;
            let out = resample(&Clip::new(samples, from), to).expect("converts");
            let wanted = at as f64 * f64::from(to) / f64::from(from);
            let top = (0..out.len())
                .max_by(|&a, &b| out.samples[a].abs().total_cmp(&out.samples[b].abs()))
                .expect("not empty");
            assert!((top as f64 - wanted).abs() <= 0.5, "{top} instead of {wanted}, {from} -> {to}");
            if at >= 4_000 {
                let energy: f64 = out.samples.iter().map(|&s| f64::from(s).powi(2)).sum();
                let moment: f64 = out.samples.iter().enumerate().map(|(i, &s)| i as f64 * f64::from(s).powi(2)).sum();
                let centre = moment / energy;
                assert!((centre - wanted).abs() < 0.1, "{centre} instead of {wanted}, {from} -> {to}");
            }
        }
    }
}

/// The buffer is reserved once, and a converter that is used again starts clean.
#[test]
fn a_converter_can_be_used_again() {
    let mut resampler = Resampler::new(24_000, 44_100).expect("builds");
    let clip = tone(1_000.0, 0.5, 30_000, 24_000);
    let mut first = Vec::with_capacity(resampled_len(clip.len(), 24_000, 44_100) + resampler.max_block_len());
    let place = first.as_ptr();
    resampler.whole(&clip.samples, &mut first).expect("converts");
    assert_eq!(first.as_ptr(), place, "the buffer moved");
    let mut second = Vec::new();
    resampler.whole(&clip.samples, &mut second).expect("converts");
    assert_eq!(first, second);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Fed in any pieces, the result is the whole clip's.
    #[test]
    fn pieces_give_the_same_samples(
        pieces in prop::collection::vec(0_usize..3_000, 0..8),
        pair in prop::sample::select(RATES.to_vec()),
    ) {
        let n = pieces.iter().sum();
        let clip = tone(997.0, 0.7, n, pair.0);
        let whole = resample(&clip, pair.1).expect("converts");
        let mut resampler = Resampler::new(pair.0, pair.1).expect("builds");
        let (mut out, mut at) = (Vec::new(), 0);
        for n in pieces {
            resampler.push(&clip.samples[at..at + n], &mut out).expect("converts");
            at += n;
        }
        resampler.finish(&mut out).expect("converts");
        prop_assert_eq!(&out[..], &whole.samples[..]);
    }
}
