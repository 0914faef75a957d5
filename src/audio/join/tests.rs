#![expect(clippy::single_range_in_vec_init, reason = "lists of one range are meant")]

use std::ops::Range;

use proptest::prelude::*;

use super::{ChunkAudio, JoinedLine, Joiner, Seam, trim};
use crate::audio::resample::{resample, resampled_len};
use crate::audio::samples_in;

const RATE: u32 = 24_000;
/// The 5 ms at each end of a stretch that are faded.
const EDGE: usize = 120;

/// A sound without silence: a chord that starts loud and stays so.
fn sound(n: usize) -> Vec<f32> {
    (0..n)
        .map(|i| {
            let t = i as f32 / RATE as f32;
            0.4 * (2.0 * std::f32::consts::PI * 220.0 * t + 0.7).sin()
                + 0.2 * (2.0 * std::f32::consts::PI * 331.0 * t + 1.1).cos()
        })
        .collect()
}

fn padded(lead: usize, n: usize, tail: usize) -> Vec<f32> {
    [vec![0.0; lead], sound(n), vec![0.0; tail]].concat()
}

fn chunk(samples: &[f32], seam: Seam) -> ChunkAudio<'_> {
    ChunkAudio { samples, seam, pause_after_ms: 0 }
}

fn join(chunks: &[ChunkAudio<'_>], project_rate_hz: u32) -> JoinedLine {
    let mut joiner = Joiner::new(RATE, project_rate_hz).expect("rates");
    for chunk in chunks {
        joiner.push(chunk).expect("joins");
    }
    joiner.finish().expect("joins")
}

fn max_step(samples: &[f32]) -> f32 {
    samples.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max)
}

/// The runs of at least 16 zeros.
fn zero_runs(samples: &[f32]) -> Vec<Range<usize>> {
    let (mut runs, mut start) = (Vec::new(), 0);
    for (i, &s) in samples.iter().enumerate() {
        if s != 0.0 {
            if i - start >= 16 {
                runs.push(start..i);
            }
            start = i + 1;
        }
    }
    if samples.len() >= start + 16 {
        runs.push(start..samples.len());
    }
    runs
}

#[test]
fn trim_keeps_a_margin() {
    let check = |samples: &[f32], expect: Range<usize>| assert_eq!(trim(samples, RATE), expect);
    let (lead, tail) = (720, 1680);
    check(&padded(12_000, 12_000, 12_000), 12_000 - lead..24_000 + tail);
    check(&padded(240, 12_000, 240), 0..12_480);
    check(&sound(12_000), 0..12_000);
    check(&sound(1), 0..1);
    check(&[], 0..0);
    check(&vec![0.0; 24_000], 0..0);
    let hiss: Vec<f32> = (0..24_000_u32).map(|i| if i.is_multiple_of(2) { 2e-4 } else { -2e-4 }).collect();
    check(&hiss, 0..0);
    check(&[f32::NAN; 100], 0..0);
    // Silence inside is never cut.
    check(&[padded(6000, 6000, 12_000), padded(0, 6000, 6000)].concat(), 6000 - lead..30_000 + tail);
}

#[test]
fn trim_follows_the_level_and_spares_a_faint_plosive() {
    // Half a second of voice, 80 ms of closure, a release 30 dB below, then the model's hiss at -60 dB.
    let mut samples = vec![0.0; 12_000];
    samples.extend(sound(12_000));
    samples.extend(vec![0.0; 1_920]);
    samples.extend(sound(480).iter().map(|s| s * 0.03));
    samples.extend(vec![0.0; 12_000]);
    for (i, s) in samples.iter_mut().enumerate() {
        *s += if i % 3 == 0 { 4e-4 } else { -2e-4 };
    }
    for gain in [1.0, 0.1] {
        let scaled: Vec<f32> = samples.iter().map(|s| s * gain).collect();
        assert_eq!(trim(&scaled, RATE), 12_000 - 720..26_400 + 1680, "gain {gain}");
    }
}

#[test]
fn one_chunk_is_untouched_inside() {
    let samples = padded(12_000, 24_000, 12_000);
    let kept = &samples[trim(&samples, RATE)];
    let line = join(&[chunk(&samples, Seam::End)], RATE);
    assert_eq!(line.clip.len(), kept.len());
    assert_eq!(line.spans, [0..kept.len()]);
    assert_eq!(line.clip.samples[EDGE..kept.len() - EDGE], kept[EDGE..kept.len() - EDGE]);
}

#[test]
fn a_hard_start_and_end_are_faded() {
    let line = join(&[chunk(&sound(12_000), Seam::End)], RATE);
    let inside = max_step(&line.clip.samples[EDGE..12_000 - EDGE]);
    let with_silence_around = [&[0.0], &line.clip.samples[..], &[0.0]].concat();
    assert!(max_step(&with_silence_around) <= inside);
}

#[test]
fn pauses_are_exact_at_the_project_rate() {
    for project_rate_hz in [24_000, 44_100, 48_000, 22_050] {
        for (seam, pause_after_ms, secs) in [
            (Seam::Pause(0.35), 0, 0.35),
            (Seam::Pause(0.12), 0, 0.12),
            (Seam::Pause(0.35), 1_500, 1.5),
            (Seam::End, 77, 0.077),
            (Seam::Crossfade(50), 333, 0.333),
        ] {
            let samples = sound(12_000);
            let first = ChunkAudio { samples: &samples, seam, pause_after_ms };
            let line = join(&[first, chunk(&samples, Seam::End)], project_rate_hz);
            let n_sound = resampled_len(12_000, RATE, project_rate_hz);
            let n_pause = samples_in(secs, project_rate_hz);
            assert_eq!(line.spans, [0..n_sound, n_sound + n_pause..2 * n_sound + n_pause]);
            assert_eq!(line.clip.len(), 2 * n_sound + n_pause);
            assert_eq!(zero_runs(&line.clip.samples), [n_sound..n_sound + n_pause], "{secs} s at {project_rate_hz} Hz");
        }
    }
}

#[test]
fn silences_of_empty_chunks() {
    let samples = sound(2_400);
    let say = |seam, pause_after_ms| ChunkAudio { samples: &samples, seam, pause_after_ms };
    let hush = |seam, pause_after_ms| ChunkAudio { samples: &[], seam, pause_after_ms };
    let check = |chunks: &[ChunkAudio<'_>], expect: &[Range<usize>], n: usize| {
        let line = join(chunks, RATE);
        assert_eq!(line.spans, expect);
        assert_eq!(line.clip.len(), n);
    };
    check(&[], &[], 0);
    check(&[hush(Seam::Pause(0.5), 0)], &[0..0], 0);
    check(&[hush(Seam::End, 1_000)], &[0..0], 24_000);
    // The script's own silences stay at both ends and add up; the seams' pauses do neither.
    check(&[hush(Seam::Pause(0.5), 100), say(Seam::Pause(0.5), 0)], &[0..0, 2_400..4_800], 4_800);
    check(&[say(Seam::Pause(0.5), 100), hush(Seam::End, 200)], &[0..2_400, 2_400..2_400], 9_600);
    check(
        &[say(Seam::Pause(0.3), 0), hush(Seam::Pause(0.5), 0), say(Seam::End, 0)],
        &[0..2_400, 2_400..2_400, 14_400..16_800],
        16_800,
    );
    check(
        &[say(Seam::Pause(0.3), 0), hush(Seam::Pause(0.5), 100), say(Seam::End, 0)],
        &[0..2_400, 2_400..2_400, 4_800..7_200],
        7_200,
    );
    // A silent middle chunk does not undo the crossfade of its neighbours.
    check(
        &[say(Seam::Crossfade(50), 0), hush(Seam::Crossfade(50), 0), say(Seam::End, 0)],
        &[0..1_800, 2_400..2_400, 1_800..3_600],
        3_600,
    );
}

#[test]
fn a_crossfade_has_equal_power() {
    // Two unrelated noises of the same level: their level must not dip or bulge where they cross.
    use rand::Rng as _;
    let mut rng = rand_pcg::Pcg32::new(1, 2);
    let mut noise = || (0..24_000).map(|_| rng.next_u32() as f32 / u32::MAX as f32 - 0.5).collect::<Vec<f32>>();
    let (a, b) = (noise(), noise());
    let line = join(&[chunk(&a, Seam::Crossfade(400)), chunk(&b, Seam::End)], RATE);
    let n_fade = 9_600;
    assert_eq!(line.clip.len(), 48_000 - n_fade);
    let power = |s: &[f32]| s.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>() / s.len() as f64;
    let outside = power(&line.clip.samples[2_000..12_000]);
    for part in line.clip.samples[24_000 - n_fade..24_000].chunks(2_400) {
        let ratio = 10.0 * (power(part) / outside).log10();
        assert!(ratio.abs() < 0.4, "{ratio} dB");
    }
    // The gains themselves: of a constant against silence, their squares add up to 1.
    let ones = vec![0.5_f32; 12_000];
    let line = join(&[chunk(&ones, Seam::Crossfade(50)), chunk(&ones, Seam::End)], RATE);
    for (i, &s) in line.clip.samples[10_800..12_000].iter().enumerate() {
        let (rise, fall) = (std::f64::consts::FRAC_PI_2 * (i as f64 + 0.5) / 1_200.0).sin_cos();
        assert!((rise * rise + fall * fall - 1.0).abs() < 1e-12);
        assert!((f64::from(s) - 0.5 * (rise + fall)).abs() < 1e-6);
    }
}

#[test]
fn contiguous_audio_is_untouched_beside_a_crossfade() {
    let (a, b) = (sound(24_000), sound(12_000));
    let line = join(&[chunk(&a, Seam::Crossfade(50)), chunk(&b, Seam::End)], RATE);
    assert_eq!(line.clip.len(), 36_000 - 1_200);
    assert_eq!(line.clip.samples[EDGE..24_000 - 1_200], a[EDGE..24_000 - 1_200]);
    assert_eq!(line.clip.samples[24_000..34_800 - EDGE], b[1_200..12_000 - EDGE]);
    assert_eq!(line.spans, [0..23_400, 23_400..34_800]);
}

#[test]
fn a_crossfade_is_cut_to_half_of_the_shorter_chunk() {
    let check = |a: usize, b: usize, ms: u32, n_fade: usize| {
        let (a, b) = (sound(a), sound(b));
        let line = join(&[chunk(&a, Seam::Crossfade(ms)), chunk(&b, Seam::End)], RATE);
        assert_eq!(line.clip.len(), a.len() + b.len() - n_fade, "{} and {} over {ms} ms", a.len(), b.len());
    };
    check(24_000, 24_000, 50, 1_200);
    check(600, 24_000, 50, 300);
    check(24_000, 601, 50, 300);
    check(24_000, 24_000, 0, 0);
    check(1, 24_000, 50, 0);
    check(24_000, 24_000, 100_000, 12_000);
}

/// The click detector: nowhere, seams and ends included, may the signal jump more than it does inside its chunks.
#[test]
fn no_seam_clicks() {
    let (a, b) = (sound(20_011), sound(17_003));
    let inside = max_step(&a[EDGE..]).max(max_step(&b[EDGE..]));
    for seam in
        [Seam::Crossfade(50), Seam::Crossfade(5), Seam::Crossfade(0), Seam::Pause(0.1), Seam::Pause(0.0), Seam::End]
    {
        let line = join(&[chunk(&a, seam), chunk(&b, seam), chunk(&a, Seam::End)], RATE);
        let with_silence_around = [&[0.0], &line.clip.samples[..], &[0.0]].concat();
        // Two waves that rise together add up in the middle of the crossfade: at most by the root of two.
        let allowed = if let Seam::Crossfade(1..) = seam { inside * 1.5 } else { inside * 1.001 };
        assert!(max_step(&with_silence_around) <= allowed, "{seam:?}: {}", max_step(&with_silence_around));
    }
    // And the detector does detect: the same chunks put end to end jump.
    assert!(max_step(&[a.clone(), b].concat()) > inside * 1.5);
}

/// Converting by stretches is the same as converting the line with its pauses in one go.
#[test]
fn stretches_sound_as_the_whole_line() {
    // Lengths of whole frames, and kept lengths that are whole at every rate.
    let samples = padded(3_960, 20_160, 4_080);
    let chunks = [chunk(&samples, Seam::Pause(0.3)), chunk(&samples, Seam::End)];
    let at_voice_rate = join(&chunks, RATE).clip;
    for project_rate_hz in [48_000, 44_100] {
        let by_line = resample(&at_voice_rate, project_rate_hz).expect("converts");
        let by_stretch = join(&chunks, project_rate_hz).clip;
        assert_eq!(by_stretch.len(), by_line.len());
        let worst =
            by_stretch.samples.iter().zip(by_line.samples.iter()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        println!("{project_rate_hz} Hz: differs by at most {:.1} dB", 20.0 * worst.log10());
        assert!(worst < 1e-5, "{worst}");
    }
}

#[test]
fn the_same_chunks_give_the_same_clip() {
    let samples = padded(3_000, 20_000, 3_000);
    let chunks = [chunk(&samples, Seam::Crossfade(50)), chunk(&samples, Seam::Pause(0.2)), chunk(&samples, Seam::End)];
    assert_eq!(join(&chunks, 44_100), join(&chunks, 44_100));
}

fn any_seam() -> impl Strategy<Value = Seam> {
    prop_oneof![(0.0..0.6_f64).prop_map(Seam::Pause), (0_u32..120).prop_map(Seam::Crossfade), Just(Seam::End)]
}

/// Joins as a voice speaks: each chunk in parts of `step` samples, now and then one of them anew. What is done at any moment
/// must be what the line begins with.
fn join_as_spoken(chunks: &[ChunkAudio<'_>], rate_hz: u32, step: usize) -> (JoinedLine, Vec<Vec<f32>>) {
    let mut joiner = Joiner::new(RATE, rate_hz).expect("rates");
    let mut told = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        if index % 3 == 1 {
            joiner.hear(&ChunkAudio { samples: &sound(15_000), ..*chunk }).expect("joins");
            joiner.take_back();
        }
        for end in (step..chunk.samples.len()).step_by(step) {
            joiner.hear(&ChunkAudio { samples: &chunk.samples[..end], ..*chunk }).expect("joins");
            told.push(joiner.done().to_vec());
        }
        joiner.push(chunk).expect("joins");
        told.push(joiner.done().to_vec());
    }
    (joiner.finish().expect("joins"), told)
}

#[test]
fn a_click_at_the_border_of_a_part_is_no_sound() {
    let mut samples = padded(0, 24_000, 12_000);
    samples[30_000] = 0.01;
    let chunks = [chunk(&samples, Seam::End)];
    let (line, _) = join_as_spoken(&chunks, RATE, 30_001);
    assert_eq!(line, join(&chunks, RATE));
}

#[test]
fn a_chunk_is_heard_while_it_is_spoken() {
    let (a, b) = (padded(3_000, 60_000, 3_000), padded(0, 48_000, 0));
    let pause = Seam::Pause(0.3);
    let chunks = [chunk(&a, pause), chunk(&b, Seam::Crossfade(50)), chunk(&b, Seam::End)];
    let (line, told) = join_as_spoken(&chunks, 44_100, 4_800);
    assert_eq!(line, join(&chunks, 44_100));
    let n_whole = told.iter().position(|done| done.len() as f64 > 60_000.0 * 44_100.0 / 24_000.0).expect("is told");
    assert!(n_whole > 8, "the first chunk came in several parts");
    assert!(told[5].len() > 20_000, "and soon: {}", told[5].len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// However the samples come, the line is the same, and what was done at any moment is its beginning.
    #[test]
    fn what_is_heard_early_is_the_line(
        specs in prop::collection::vec(
            (0_usize..4_000, 0_usize..40_000, 0_usize..4_000, 0.0003_f32..1.0, any_seam(), prop_oneof![Just(0_u32), 0_u32..700]), 0..5,
        ),
        rate_hz in prop::sample::select(vec![24_000_u32, 44_100, 48_000, 16_000]),
        step in 200_usize..9_000,
    ) {
        let sounds: Vec<Vec<f32>> = specs
            .iter()
            .map(|&(lead, n, tail, level, ..)| {
                // Gets louder or softer on its way, so that the threshold moves.
                let slope = |i: usize| level.powf(1.0 - i as f32 / n.max(1) as f32);
                padded(lead, n, tail).into_iter().enumerate().map(|(i, s)| s * slope(i.min(n))).collect()
            })
            .collect();
        let chunks: Vec<_> = specs
            .iter()
            .zip(&sounds)
            .map(|(spec, samples)| ChunkAudio { samples, seam: spec.4, pause_after_ms: spec.5 })
            .collect();
        let (line, told) = join_as_spoken(&chunks, rate_hz, step);
        prop_assert_eq!(&line, &join(&chunks, rate_hz));
        for (n, done) in told.iter().enumerate() {
            prop_assert!(line.clip.samples.starts_with(done), "after {} parts of {}", n, told.len());
        }
    }

    #[test]
    fn lengths_add_up(
        specs in prop::collection::vec((0_usize..4_000, 0_usize..4_000, 0_usize..4_000, any_seam(), prop_oneof![Just(0_u32), 0_u32..700]), 0..7),
        project_rate_hz in prop::sample::select(vec![24_000_u32, 44_100, 48_000, 16_000]),
    ) {
        let sounds: Vec<Vec<f32>> = specs.iter().map(|&(lead, n, tail, ..)| padded(lead, n, tail)).collect();
        let chunks: Vec<_> = specs
            .iter()
            .zip(&sounds)
            .map(|(spec, samples)| ChunkAudio { samples, seam: spec.3, pause_after_ms: spec.4 })
            .collect();
        let line = join(&chunks, project_rate_hz);
        let n = line.clip.len();
        prop_assert_eq!(line.spans.len(), chunks.len());
        let mut at = 0;
        for (span, chunk) in line.spans.iter().zip(&chunks) {
            prop_assert!(span.start <= span.end && span.end <= n);
            prop_assert_eq!(span.is_empty(), trim(chunk.samples, RATE).is_empty());
            if !span.is_empty() {
                prop_assert!(span.start >= at, "spans overlap");
                at = span.end;
            }
        }
        // What is in no span is pause, and all pauses the script asks for are there.
        let n_spans: usize = line.spans.iter().map(ExactSizeIterator::len).sum();
        let n_asked: usize =
            chunks.iter().map(|c| samples_in(f64::from(c.pause_after_ms) / 1000.0, project_rate_hz)).sum();
        prop_assert!(n >= n_spans + n_asked);
        let mut outside = vec![true; n];
        for span in &line.spans {
            outside[span.clone()].fill(false);
        }
        prop_assert!(line.clip.samples.iter().zip(&outside).all(|(&s, &out)| !out || s == 0.0), "a pause sounds");
        prop_assert!(line.clip.samples.iter().all(|s| s.is_finite()));
    }
}
