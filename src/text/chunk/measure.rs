//! Lengths of stretches of pieces in constant time.

use crate::text::{Origin, Piece};

/// Running sums over the borders between pieces; border `b` lies before piece `b`.
pub(super) struct Measure {
    borders: Vec<Border>,
}

/// The sums up to a border. 32 bits are enough for every line, and the borders of most lines stay in the allocator's cache.
#[derive(Clone, Copy, Default)]
struct Border {
    source: u32,
    /// Spoken characters that are no white space.
    solid: u32,
    /// Spaces between two of them, counted at the second.
    gaps: u32,
    pauses: u32,
    /// Whether the first solid character behind the border has a space before it.
    starts_with_gap: bool,
}

impl Measure {
    pub fn of(pieces: &[Piece]) -> Self {
        let mut borders = Vec::with_capacity(pieces.len() + 1);
        let mut sum = Border::default();
        let mut is_after_space = false;
        // Borders with no solid character behind them yet: whether that has a space before it is still open.
        let mut n_open = 0;
        for piece in pieces {
            borders.push(sum);
            n_open += 1;
            // An ASCII word, as nearly every piece but spaces is, is counted at once.
            let is_word = !piece.spoken.is_empty() && piece.spoken.bytes().all(|byte| byte.is_ascii_graphic());
            let n_at_once = if is_word { piece.spoken.len() } else { 1 };
            for c in piece.spoken.chars().take(if is_word { 1 } else { usize::MAX }) {
                if c.is_whitespace() {
                    is_after_space = true;
                    continue;
                }
                let has_gap = is_after_space && sum.solid > 0;
                if n_open > 0 {
                    let first_open = borders.len() - n_open;
                    borders[first_open..].iter_mut().for_each(|border| border.starts_with_gap = has_gap);
                    n_open = 0;
                }
                sum.gaps += u32::from(has_gap);
                sum.solid += n_at_once as u32;
                is_after_space = false;
            }
            sum.source += piece.source.n_chars() as u32;
            sum.pauses += u32::from(matches!(piece.origin, Origin::Pause(_)));
        }
        borders.push(sum);
        Self { borders }
    }

    /// `char`s of the spoken text of pieces `a..b`, as it is joined.
    pub fn n_spoken(&self, a: usize, b: usize) -> usize {
        let (a, b) = (&self.borders[a], &self.borders[b]);
        let solid = b.solid - a.solid;
        if solid == 0 {
            return 0;
        }
        (solid + b.gaps - a.gaps) as usize - usize::from(a.starts_with_gap)
    }

    /// The longer of the source text and the spoken text of pieces `a..b`.
    pub fn n_chars(&self, a: usize, b: usize) -> usize {
        ((self.borders[b].source - self.borders[a].source) as usize).max(self.n_spoken(a, b))
    }

    pub fn has_pause(&self, a: usize, b: usize) -> bool {
        self.borders[b].pauses > self.borders[a].pauses
    }
}

#[cfg(test)]
mod tests {
    use super::Measure;
    use crate::text::{Reading, join_spoken, spoken_form};

    #[test]
    fn every_stretch_is_as_long_as_its_joined_text() {
        let form =
            spoken_form("  It cost $5.3 billion —  **yes**, 24/7! 🎉 [pause 1s] Call 555-0199. ", &Reading::default());
        let measure = Measure::of(&form.pieces);
        for a in 0..form.pieces.len() {
            for b in a..=form.pieces.len() {
                let spoken = join_spoken(&form.pieces[a..b]);
                assert_eq!(measure.n_spoken(a, b), spoken.chars().count(), "{spoken:?}");
            }
        }
    }
}
