//! Lengths of stretches of pieces in constant time.

use crate::text::{Origin, Piece};

/// Running sums over the borders between pieces; border `b` lies before piece `b`.
pub(super) struct Measure {
    source: Vec<usize>,
    /// Spoken characters that are no white space.
    solid: Vec<usize>,
    /// Spaces between two of them, counted at the second.
    gaps: Vec<usize>,
    /// Whether the first solid character behind the border has a space before it.
    starts_with_gap: Vec<bool>,
    pauses: Vec<usize>,
}

impl Measure {
    pub fn of(pieces: &[Piece]) -> Self {
        let n = pieces.len();
        let mut measure = Self {
            source: vec![0; n + 1],
            solid: vec![0; n + 1],
            gaps: vec![0; n + 1],
            starts_with_gap: vec![false; n + 1],
            pauses: vec![0; n + 1],
        };
        // First solid character of each piece, if it has one: whether a space stands before it.
        let mut first_gaps: Vec<Option<bool>> = Vec::with_capacity(n);
        let (mut solid, mut gaps, mut is_after_space) = (0, 0, false);
        for (b, piece) in pieces.iter().enumerate() {
            let mut first = None;
            for c in piece.spoken.chars() {
                if c.is_whitespace() {
                    is_after_space = true;
                    continue;
                }
                let has_gap = is_after_space && solid > 0;
                gaps += usize::from(has_gap);
                first.get_or_insert(has_gap);
                solid += 1;
                is_after_space = false;
            }
            first_gaps.push(first);
            measure.source[b + 1] = measure.source[b] + piece.source.n_chars();
            measure.solid[b + 1] = solid;
            measure.gaps[b + 1] = gaps;
            measure.pauses[b + 1] = measure.pauses[b] + usize::from(matches!(piece.origin, Origin::Pause(_)));
        }
        for b in (0..n).rev() {
            measure.starts_with_gap[b] = first_gaps[b].unwrap_or(measure.starts_with_gap[b + 1]);
        }
        measure
    }

    /// `char`s of the spoken text of pieces `a..b`, as it is joined.
    pub fn n_spoken(&self, a: usize, b: usize) -> usize {
        let solid = self.solid[b] - self.solid[a];
        if solid == 0 {
            return 0;
        }
        solid + self.gaps[b] - self.gaps[a] - usize::from(self.starts_with_gap[a])
    }

    /// The longer of the source text and the spoken text of pieces `a..b`.
    pub fn n_chars(&self, a: usize, b: usize) -> usize {
        (self.source[b] - self.source[a]).max(self.n_spoken(a, b))
    }

    pub fn has_pause(&self, a: usize, b: usize) -> bool {
        self.pauses[b] > self.pauses[a]
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
