//! Silence: the model's own at both ends of an utterance is cut off, and ours is put between utterances.

use super::{RATE_HZ, split::Cut};

/// What is louder than this is speech. The model's silence stays below a tenth of it.
const THRESHOLD: f32 = 0.01;
/// Silence that is kept before and after the speech: 30 ms, so that no consonant begins in the middle.
const KEPT: usize = RATE_HZ as usize * 30 / 1_000;

/// The speech in `samples`; `None` if all of it is silence.
pub fn speech(samples: &[f32]) -> Option<&[f32]> {
    let is_loud = |sample: &f32| sample.abs() > THRESHOLD;
    let first = samples.iter().position(is_loud)?;
    let last = samples.iter().rposition(is_loud)?;
    samples.get(first.saturating_sub(KEPT)..samples.len().min(last + 1 + KEPT))
}

/// Samples of silence to put between two trimmed utterances that were cut apart at `cut`.
pub fn pause(cut: Cut, speed: f32) -> usize {
    let wanted = (cut.pause_ms() as f32 / 1_000.0 / speed * RATE_HZ as f32).round() as usize;
    wanted.saturating_sub(2 * KEPT)
}

#[cfg(test)]
mod tests {
    use super::{KEPT, pause, speech};
    use crate::voice::kokoro::split::Cut;

    #[test]
    fn the_ends_are_trimmed_and_the_middle_is_left_alone() {
        let mut samples = vec![0.005; 5_000];
        assert_eq!(speech(&samples), None);
        assert_eq!(speech(&[]), None);
        samples[2_000] = 0.5;
        samples[2_500] = -0.5;
        let range = |samples: &[f32]| {
            let kept = speech(samples).expect("speech");
            let start = kept.as_ptr().addr() - samples.as_ptr().addr();
            (start / size_of::<f32>(), kept.len())
        };
        assert_eq!(range(&samples), (2_000 - KEPT, 501 + 2 * KEPT));
        samples[10] = 0.02;
        samples[4_999] = 0.02;
        assert_eq!(range(&samples), (0, 5_000));
    }

    #[test]
    fn pauses_follow_the_speed() {
        assert_eq!(pause(Cut::Sentence, 1.0), 9_600 - 2 * KEPT);
        assert_eq!(pause(Cut::Sentence, 2.0), 4_800 - 2 * KEPT);
        assert_eq!(pause(Cut::Word, 1.0), 0);
        assert_eq!(pause(Cut::Word, 2.0), 0);
    }
}
