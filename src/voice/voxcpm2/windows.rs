//! Samples of latent frames, window by window.
//!
//! A decoder looks some frames to both sides of the one that it makes samples of, and at a window's border there is nothing
//! to look at. So windows overlap, and of each only what lies far enough from its borders is kept: put side by side the
//! kept parts are what one window over everything would give.

/// Frames to each side that a sample may depend on: more than a second. Known decoders see less.
pub const MARGIN: usize = 16;

/// Where a window begins and which of its frames are kept, all counted from the first frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First frame that the decoder is given.
    pub start: usize,
    /// First frame whose samples are kept.
    pub from: usize,
    /// One past the last.
    pub to: usize,
}

/// The window that comes next, when the samples of `n_kept` frames are there and `n_made` frames are; `None` where more
/// frames have to be made first. `is_last` says that no more will be. `size` is what the decoder takes at once.
pub fn next(n_kept: usize, n_made: usize, size: usize, is_last: bool) -> Option<Window> {
    if n_kept >= n_made {
        return None;
    }
    let start = n_kept.saturating_sub(MARGIN);
    let end = start + size;
    if is_last && n_made <= end {
        return Some(Window { start, from: n_kept, to: n_made });
    }
    // What is near the end of the window is left to the next one.
    (n_made >= end).then(|| Window { start, from: n_kept, to: end - MARGIN })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MARGIN, Window, next};

    #[test]
    fn windows_wait_for_their_frames() {
        assert_eq!(next(0, 39, 40, false), None);
        assert_eq!(next(0, 40, 40, false), Some(Window { start: 0, from: 0, to: 24 }));
        assert_eq!(next(24, 47, 40, false), None);
        assert_eq!(next(24, 48, 40, false), Some(Window { start: 8, from: 24, to: 32 }));
        assert_eq!(next(0, 3, 40, true), Some(Window { start: 0, from: 0, to: 3 }));
        assert_eq!(next(3, 3, 40, true), None);
    }

    proptest! {
        /// However the frames come, each is kept once, in order, and with its neighbours in the window.
        #[test]
        fn every_frame_is_kept_once_with_its_neighbours(
            size in 2 * MARGIN + 1..200, patches in prop::collection::vec(1usize..9, 0..60),
        ) {
            let n_all: usize = patches.iter().sum();
            let (mut n_made, mut n_kept) = (0, 0);
            for (index, patch) in patches.iter().enumerate() {
                n_made += patch;
                let is_last = index + 1 == patches.len();
                while let Some(Window { start, from, to }) = next(n_kept, n_made, size, is_last) {
                    prop_assert_eq!(from, n_kept);
                    prop_assert!(to > from && to <= n_made);
                    prop_assert!(start + MARGIN <= from || start == 0);
                    prop_assert!(to + MARGIN <= start + size || to == n_all);
                    prop_assert!(to <= start + size);
                    n_kept = to;
                }
            }
            prop_assert_eq!(n_kept, n_all);
        }
    }
}
