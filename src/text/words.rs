//! Lists of words that are asked for at nearly every word of a text.
//!
//! Hardly any word is in a given list, so a small filter (B. H. Bloom, “Space/time trade-offs in hash coding with allowable
//! errors”, 1970; here with one hash) that is made when the program is compiled says so without a comparison.

/// Which words cannot be in a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    bits: [u64; Self::N_BITS / 64],
}

impl Filter {
    const N_BITS: usize = 2048;

    /// Lets nothing through.
    pub const fn new() -> Self {
        Self { bits: [0; Self::N_BITS / 64] }
    }

    /// Lets `word` through as well.
    pub const fn with(mut self, word: &str) -> Self {
        let bit = Self::bit(word.as_bytes(), false);
        self.bits[bit / 64] |= 1 << (bit % 64);
        self
    }

    /// Lets the small form of `word` through, which [`Self::may_have_lower`] asks for.
    pub const fn with_lower(mut self, word: &str) -> Self {
        let bit = Self::bit(word.as_bytes(), true);
        self.bits[bit / 64] |= 1 << (bit % 64);
        self
    }

    /// For the first parts of pairs.
    pub const fn of_pairs<T>(pairs: &[(&str, T)]) -> Self {
        let mut filter = Self::new();
        let mut i = 0;
        while i < pairs.len() {
            filter = filter.with(pairs[i].0);
            i += 1;
        }
        filter
    }

    /// For the first parts of triples.
    pub const fn of_triples<T, U>(triples: &[(&str, T, U)]) -> Self {
        let mut filter = Self::new();
        let mut i = 0;
        while i < triples.len() {
            filter = filter.with(triples[i].0);
            i += 1;
        }
        filter
    }

    /// Lets through what either filter does.
    pub const fn or(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < self.bits.len() {
            self.bits[i] |= other.bits[i];
            i += 1;
        }
        self
    }

    /// False where `word` is certainly not in the list.
    #[inline]
    pub const fn may_have(&self, word: &str) -> bool {
        let bit = Self::bit(word.as_bytes(), false);
        self.bits[bit / 64] & (1 << (bit % 64)) != 0
    }

    /// False where `word` in small letters is certainly not in the list.
    #[inline]
    pub const fn may_have_lower(&self, word: &str) -> bool {
        let bit = Self::bit(word.as_bytes(), true);
        self.bits[bit / 64] & (1 << (bit % 64)) != 0 || !word.is_ascii()
    }

    /// From the length, the first two bytes and the last one.
    #[inline]
    const fn bit(word: &[u8], is_lowered: bool) -> usize {
        let (first, second, last) = match word {
            [] => (0, 0, 0),
            [one] => (*one, 0, *one),
            [first, second, .., last] => (*first, *second, *last),
            [first, last] => (*first, *last, *last),
        };
        let (first, second, last) = if is_lowered {
            (first.to_ascii_lowercase(), second.to_ascii_lowercase(), last.to_ascii_lowercase())
        } else {
            (first, second, last)
        };
        let mixed = (first as u32).wrapping_mul(0x9E37_79B1)
            ^ (second as u32).wrapping_mul(0x85EB_CA6B)
            ^ (last as u32).wrapping_mul(0xC2B2_AE35)
            ^ (word.len() as u32).wrapping_mul(0x27D4_EB2F);
        (mixed >> 16) as usize % Self::N_BITS
    }
}

/// A list of words.
#[derive(Debug)]
pub(super) struct Words {
    list: &'static [&'static str],
    filter: Filter,
}

impl Words {
    pub const fn new(list: &'static [&'static str]) -> Self {
        let mut filter = Filter::new();
        let mut i = 0;
        while i < list.len() {
            filter = filter.with(list[i]);
            i += 1;
        }
        Self { list, filter }
    }

    /// Whether `word` is in the list.
    #[inline]
    pub fn contains(&self, word: &str) -> bool {
        self.filter.may_have(word) && self.list.contains(&word)
    }

    /// False where `word` in small letters is certainly not in the list.
    #[inline]
    pub const fn may_have_lower(&self, word: &str) -> bool {
        self.filter.may_have_lower(word)
    }

    /// The filter of the list.
    pub const fn filter(&self) -> Filter {
        self.filter
    }

    /// The word of the list that `word` is but for capitals.
    pub fn get_lower(&self, word: &str) -> Option<&'static str> {
        if !self.filter.may_have_lower(word) {
            return None;
        }
        let lower = word.to_ascii_lowercase();
        self.list.iter().copied().find(|&listed| listed == lower)
    }

    /// Whether `word` in small letters is in the list.
    pub fn contains_lower(&self, word: &str) -> bool {
        self.filter.may_have_lower(word) && self.list.contains(&word.to_lowercase().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Filter, Words};

    static WORDS: Words = Words::new(&["a", "it", "the", "Mr", "조각", "café"]);

    #[test]
    fn lists_have_their_words_and_no_others() {
        for word in WORDS.list {
            assert!(WORDS.contains(word), "{word}");
        }
        for (word, is_in, is_in_lower) in [
            ("", false, false),
            ("The", false, true),
            ("IT", false, true),
            ("mr", false, false),
            ("CAFÉ", false, true),
            ("tie", false, false),
            ("조각", true, true),
        ] {
            assert_eq!((WORDS.contains(word), WORDS.contains_lower(word)), (is_in, is_in_lower), "{word}");
        }
    }

    #[test]
    fn a_filter_lets_few_through() {
        let filter = Filter::of_pairs(&[("alpha", 1), ("beta", 2), ("gamma", 3)]);
        let others = ["the", "keeper", "wrote", "in", "her", "journal", "that", "evening", "word", "harbour"];
        assert!(others.iter().filter(|word| filter.may_have(word)).count() < 3);
        assert!(filter.may_have("beta") && filter.may_have_lower("BETA"));
    }
}
