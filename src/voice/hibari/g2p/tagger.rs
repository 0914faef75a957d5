//! Parts of speech: an averaged perceptron over the words of one sentence, with Penn tags.

use std::fmt::Write as _;

use super::tables::{Section, Strings, Tables, u32_at};

/// Words before the first and after the last one.
const BEFORE: [&str; 2] = ["-START2-", "-START-"];
const AFTER: [&str; 2] = ["-END-", "-END2-"];

/// Bytes of a weight: index of the tag, then tenths as `i16`.
const WEIGHT_LEN: usize = 3;

/// Assigns tags. Borrows the tables; cheap to make.
pub(super) struct Tagger<'t> {
    tags: Vec<&'t str>,
    tagdict: Strings<'t>,
    tagdict_tags: &'t [u8],
    vocab: Strings<'t>,
    features: Strings<'t>,
    offsets: &'t [u8],
    weights: &'t [u8],
}

impl<'t> Tagger<'t> {
    pub(super) fn new(tables: &'t Tables) -> Self {
        let tags = tables.strings(Section::Tags);
        Self {
            tags: (0..tags.len()).filter_map(|i| tags.get(i)).collect(),
            tagdict: tables.strings(Section::TagdictKeys),
            tagdict_tags: tables.raw(Section::TagdictTags),
            vocab: tables.strings(Section::TaggerVocab),
            features: tables.strings(Section::FeatureKeys),
            offsets: tables.raw(Section::FeatureOffsets),
            weights: tables.raw(Section::FeatureWeights),
        }
    }

    /// One tag for each word.
    pub(super) fn tags(&self, words: &[&str]) -> Vec<&'t str> {
        let mut context: Vec<String> = BEFORE.iter().map(|&word| word.to_owned()).collect();
        context.extend(words.iter().map(|word| self.context_word(word)));
        context.extend(AFTER.iter().map(|&word| word.to_owned()));
        let (mut previous, mut before_previous) = (BEFORE[1], BEFORE[0]);
        let mut tags = Vec::with_capacity(words.len());
        for (i, word) in words.iter().enumerate() {
            let tag = self.single_tag(word).unwrap_or_else(|| {
                let around: &[String] = context.get(i..).unwrap_or_default();
                self.predict(&features(word, i == 0, around, previous, before_previous))
            });
            before_previous = previous;
            previous = tag;
            tags.push(tag);
        }
        tags
    }

    /// The tag of a word that has only one.
    fn single_tag(&self, word: &str) -> Option<&'t str> {
        let index = *self.tagdict_tags.get(self.tagdict.find(word)?)?;
        self.tags.get(index as usize).copied()
    }

    /// What a word looks like to its neighbours: normalised, or its shape if it is not a common word.
    fn context_word(&self, word: &str) -> String {
        let mut chars = word.chars();
        let first = chars.next();
        let normal = if chars.clone().any(|c| c == '-') && first != Some('-') {
            "!HYPHEN".to_owned()
        } else if word.chars().count() == 4 && word.chars().all(is_digit) {
            "!YEAR".to_owned()
        } else if first.is_some_and(is_digit) {
            "!DIGITS".to_owned()
        } else {
            word.to_lowercase()
        };
        if self.vocab.contains(&normal) { normal } else { format!("<{}>", shape(word)) }
    }

    /// The tag with the highest sum of weights; of equal ones the alphabetically last. `NN` if nothing is known.
    fn predict(&self, features: &[String]) -> &'t str {
        let mut scores = vec![0.0_f64; self.tags.len()];
        let mut known = false;
        for feature in features {
            let Some(i) = self.features.find(feature) else { continue };
            known = true;
            let range = u32_at(self.offsets, 4 * i).zip(u32_at(self.offsets, 4 * i + 4));
            let Some((start, end)) = range.map(|(start, end)| (start as usize, end as usize)) else { continue };
            let weights = self.weights.get(start * WEIGHT_LEN..end * WEIGHT_LEN).unwrap_or_default();
            for weight in weights.chunks_exact(WEIGHT_LEN) {
                if let [tag, low, high] = *weight
                    && let Some(score) = scores.get_mut(tag as usize)
                {
                    *score += f64::from(i16::from_le_bytes([low, high])) / 10.0;
                }
            }
        }
        let best = scores.iter().zip(&self.tags).max_by(|a, b| a.0.total_cmp(b.0).then(a.1.cmp(b.1)));
        best.filter(|_| known).map_or("NN", |(_, tag)| tag)
    }
}

/// The features of a word. `around` is the context from two words before it on.
fn features(word: &str, is_first: bool, around: &[String], previous: &str, before_previous: &str) -> Vec<String> {
    let at = |i: usize| around.get(i).map_or("", String::as_str);
    let mut list = Vec::with_capacity(15);
    let mut add = |name: &str, value: &str| {
        let mut feature = String::with_capacity(name.len() + value.len());
        // Writing to a String cannot fail.
        if write!(feature, "{name}{value}").is_ok() {
            list.push(feature);
        }
    };
    add("b", "");
    add("s3=", last_three(word));
    add("p1=", word.chars().next().unwrap_or_default().encode_utf8(&mut [0; 4]));
    add("w=", at(2));
    add("sh=", &shape(word));
    add(if is_first { "i0" } else { "i+" }, "");
    add("t-1=", previous);
    add("t-2=", before_previous);
    add("t-12=", &format!("{previous},{before_previous}"));
    add("w-1=", at(1));
    add("s3-1=", last_three(at(1)));
    add("w-2=", at(0));
    add("w+1=", at(3));
    add("s3+1=", last_three(at(3)));
    add("w+2=", at(4));
    list
}

fn last_three(word: &str) -> &str {
    let start = word.char_indices().rev().nth(2).map_or(0, |(i, _)| i);
    word.get(start..).unwrap_or(word)
}

fn is_digit(c: char) -> bool {
    super::scan::is_decimal(c)
}

/// The outline of a word: `Xx` for a capitalised one, `d` for digits, otherwise its first four characters with letters
/// as `x` and digits as `d`.
fn shape(word: &str) -> String {
    let has_cased = word.chars().any(|c| c.is_lowercase() || c.is_uppercase());
    let is_lower = has_cased && !word.chars().any(char::is_uppercase);
    let is_upper = has_cased && !word.chars().any(char::is_lowercase);
    if !word.is_empty() && word.chars().all(char::is_alphabetic) {
        let mut rest = word.chars();
        let first = rest.next();
        let name = if is_lower {
            "x"
        } else if is_upper {
            if rest.next().is_none() { "X1" } else { "XX" }
        } else if first.is_some_and(char::is_uppercase) && !rest.any(char::is_uppercase) {
            "Xx"
        } else {
            "xX"
        };
        return name.to_owned();
    }
    if !word.is_empty() && word.chars().all(is_digit) {
        return "d".to_owned();
    }
    let outline = |c: char| {
        if is_digit(c) {
            'd'
        } else if c.is_alphabetic() {
            'x'
        } else {
            c
        }
    };
    word.chars().take(4).map(outline).collect()
}

#[cfg(test)]
mod tests {
    use super::{last_three, shape};

    #[test]
    fn shapes() {
        let check = |word: &str, expect: &str| assert_eq!(shape(word), expect, "{word}");
        check("word", "x");
        check("A", "X1");
        check("USA", "XX");
        check("Word", "Xx");
        check("iPhone", "xX");
        check("1905", "d");
        check("1,024", "d,dd");
        check("U.S.", "x.x.");
        check("n't", "x'x");
    }

    #[test]
    fn last_characters() {
        assert_eq!(last_three("ab"), "ab");
        assert_eq!(last_three("naïve"), "ïve");
    }
}
