//! Peaks of a clip, for drawing its waveform.

use std::ops::Range;
use std::sync::Arc;

use super::Clip;

/// Samples per block of the coarse level: columns wider than a few blocks read these instead of every sample.
const BLOCK_LEN: usize = 256;

/// Lowest and highest sample.
pub type MinMax = (f32, f32);

/// A clip prepared for drawing at any zoom: the extremes of every block of samples are kept, so that drawing a column
/// costs the same however long the clip is, and columns are exact at every zoom.
#[derive(Clone, Debug)]
pub struct Peaks {
    samples: Arc<[f32]>,
    blocks: Vec<MinMax>,
}

impl Peaks {
    /// Reads the clip once.
    pub fn new(clip: &Clip) -> Self {
        let blocks = clip.samples.chunks(BLOCK_LEN).map(extremes).collect();
        Self { samples: Arc::clone(&clip.samples), blocks }
    }

    /// The extremes of `clip` in `n_columns` equal columns; see [`Peaks::columns`].
    pub fn of(clip: &Clip, n_columns: usize) -> Vec<MinMax> {
        Self::new(clip).columns(0..clip.len(), n_columns)
    }

    /// Number of samples of the clip.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// True where the clip has no sample.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The lowest and highest sample in each of `n_columns` equal parts of `range` (cut to the clip). Where there are
    /// more columns than samples, neighbours show the same sample. Nothing where the range is empty.
    pub fn columns(&self, range: Range<usize>, n_columns: usize) -> Vec<MinMax> {
        let end = range.end.min(self.samples.len());
        let start = range.start.min(end);
        let n = end - start;
        if n == 0 {
            return Vec::new();
        }
        let edge = |column: usize| start + (column as u128 * n as u128 / n_columns as u128) as usize;
        (0..n_columns)
            .map(|column| {
                let from = edge(column);
                self.extremes(from..edge(column + 1).max(from + 1))
            })
            .collect()
    }

    fn extremes(&self, range: Range<usize>) -> MinMax {
        let first_block = range.start.div_ceil(BLOCK_LEN);
        let end_block = range.end / BLOCK_LEN;
        if first_block >= end_block {
            return extremes(&self.samples[range]);
        }
        let head = &self.samples[range.start..first_block * BLOCK_LEN];
        let tail = &self.samples[end_block * BLOCK_LEN..range.end];
        let whole = self.blocks[first_block..end_block].iter().copied().reduce(merge).unwrap_or((0.0, 0.0));
        [head, tail].into_iter().filter(|part| !part.is_empty()).map(extremes).fold(whole, merge)
    }
}

fn merge(a: MinMax, b: MinMax) -> MinMax {
    (a.0.min(b.0), a.1.max(b.1))
}

/// Extremes of a stretch that is not empty.
fn extremes(samples: &[f32]) -> MinMax {
    samples.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), &s| (low.min(s), high.max(s)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Peaks;
    use crate::audio::Clip;

    #[test]
    fn a_single_loud_sample_is_never_lost() {
        let mut samples = vec![0.0_f32; 100_000];
        samples[77_777] = -0.9;
        samples[12] = 0.8;
        let columns = Peaks::of(&Clip::new(samples, 44_100), 100);
        assert_eq!(columns.len(), 100);
        assert_eq!(columns[77].0, -0.9);
        assert_eq!(columns[0].1, 0.8);
        assert!(columns.iter().enumerate().all(|(i, &c)| i == 0 || i == 77 || c == (0.0, 0.0)));
    }

    #[test]
    fn odd_shapes() {
        let clip = Clip::new(vec![0.1, -0.2, 0.3], 44_100);
        assert!(Peaks::of(&Clip::empty(44_100), 10).is_empty());
        assert!(Peaks::of(&clip, 0).is_empty());
        assert_eq!(Peaks::of(&clip, 1), [(-0.2, 0.3)]);
        assert_eq!(Peaks::of(&clip, 6).iter().map(|c| c.0).collect::<Vec<_>>(), [0.1, 0.1, -0.2, -0.2, 0.3, 0.3]);
        assert_eq!(Peaks::new(&clip).columns(2..99, 1), [(0.3, 0.3)]);
        assert!(Peaks::new(&clip).columns(7..9, 4).is_empty());
    }

    proptest! {
        #[test]
        fn columns_are_exact(
            samples in prop::collection::vec(-1.0_f32..1.0, 1..3_000),
            start in 0_usize..3_000,
            len in 0_usize..3_000,
            n_columns in 1_usize..40,
        ) {
            let end = (start + len).min(samples.len());
            let start = start.min(end);
            let columns = Peaks::new(&Clip::new(samples.clone(), 44_100)).columns(start..start + len, n_columns);
            if start == end {
                prop_assert!(columns.is_empty());
            } else {
                for (i, column) in columns.iter().enumerate() {
                    let from = start + i * (end - start) / n_columns;
                    let to = (start + (i + 1) * (end - start) / n_columns).max(from + 1);
                    let part = &samples[from..to];
                    let low = part.iter().copied().fold(f32::INFINITY, f32::min);
                    let high = part.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                    prop_assert_eq!(*column, (low, high));
                }
            }
        }
    }
}
