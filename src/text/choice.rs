//! Readings that a person chose for one place of a line, where the rules could not know.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation as _;

use super::lexicon::{self, Entry, EntryFault, Readings};
use super::markup::{Glyph, Item};
use super::normalize::{Reading, nfc};
use super::{Origin, Span};

/// How one place of a line is read, whatever rules and lexicons say.
///
/// The place is named by what is written there and which occurrence of it is meant, so that it survives edits of the
/// rest of the line. A choice whose words are gone does nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// What is written. NFC.
    pub written: String,
    /// Which occurrence in the line, from 0. Occurrences do not overlap; those that do ("aba" at 2 in "ababa") are
    /// counted behind the others, so that every place has a number.
    #[serde(default)]
    pub nth: usize,
    /// What is spoken. NFC. A choice that says nothing, or says no phonemes between its slashes, does nothing.
    pub spoken: String,
}

impl Choice {
    /// The choice that reads `span` of `source` as `spoken`. `span` counts in the NFC of `source`; what of it lies beyond
    /// the end is left out, and so is white space at its ends.
    pub fn at(source: &str, span: Span, spoken: impl Into<String>) -> Self {
        let chars: Vec<char> = nfc(source).chars().collect();
        let end = span.end.min(chars.len());
        let Span { start, end } = trimmed(Span::new(span.start.min(end), end), &chars);
        let written = &chars[start..end];
        let nth = occurrences(&chars, written).iter().position(|&at| at == start).unwrap_or(0);
        Self { written: written.iter().collect(), nth, spoken: nfc(&spoken.into()) }
    }

    /// Its place in the NFC of `source`, in `char`s; none where the words are gone.
    pub fn span_in(&self, source: &str) -> Option<Span> {
        self.span_in_chars(&nfc(source).chars().collect::<Vec<_>>())
    }

    /// What is wrong with what is spoken, if anything.
    pub fn check(&self) -> Result<(), EntryFault> {
        self.entry().check()
    }

    /// The reading as an entry of a lexicon would have it.
    fn entry(&self) -> Entry {
        Entry::word("x", &self.spoken).tidied()
    }

    fn span_in_chars(&self, source: &[char]) -> Option<Span> {
        let written: Vec<char> = nfc(&self.written).chars().collect();
        let start = *occurrences(source, &written).get(self.nth)?;
        Some(Span::new(start, start + written.len()))
    }
}

/// Where `written` begins in `source`: the occurrences that do not overlap from the left, then those that do.
fn occurrences(source: &[char], written: &[char]) -> Vec<usize> {
    if written.is_empty() {
        return Vec::new();
    }
    let (mut apart, mut overlapping) = (Vec::new(), Vec::new());
    let mut free_from = 0;
    for (start, window) in source.windows(written.len()).enumerate() {
        if window != written {
            continue;
        }
        if start >= free_from {
            apart.push(start);
            free_from = start + written.len();
        } else {
            overlapping.push(start);
        }
    }
    apart.append(&mut overlapping);
    apart
}

/// `span` without the white space at its ends, which is spoken as it is: a title is written "Dr. " with its space.
fn trimmed(span: Span, source: &[char]) -> Span {
    let place = &source[span.range()];
    let n_before = place.iter().take_while(|c| c.is_whitespace()).count();
    let n_behind = place[n_before..].iter().rev().take_while(|c| c.is_whitespace()).count();
    Span::new(span.start + n_before, span.end - n_behind)
}

/// What the choices of `reading` make of a line that [`super::markup::scan`] has seen. Of those that overlap the first in
/// the list counts.
pub(super) fn read(reading: &Reading, items: &[Item], source: &[char]) -> Readings {
    if reading.choices.is_empty() {
        return Readings::default();
    }
    let borders = borders(items, source);
    let mut places: Vec<(Span, String)> = Vec::new();
    for choice in reading.choices.iter() {
        let entry = choice.entry();
        let Some(span) = choice.span_in_chars(source).filter(|_| entry.check().is_ok()) else { continue };
        let span = trimmed(span, source);
        let is_whole = borders.can_cut(span);
        let is_free = places.iter().all(|(other, _)| span.end <= other.start || span.start >= other.end);
        if is_whole && is_free && borders.is_read(span) {
            places.push((span, entry.spoken));
        }
    }
    places.sort_by_key(|(span, _)| span.start);
    lexicon::chosen(items, source, places, reading.lexicon_options())
}

/// Where a line can be cut, and where something of it is read.
struct Borders {
    /// For each place between two characters, and the ends.
    can_cut: Vec<bool>,
    /// For each character.
    is_read: Vec<bool>,
}

impl Borders {
    fn can_cut(&self, span: Span) -> bool {
        self.can_cut[span.start] && self.can_cut[span.end]
    }

    fn is_read(&self, span: Span) -> bool {
        self.is_read[span.range()].contains(&true)
    }
}

/// A choice cuts neither what a person sees as one character nor a tag or an entity.
fn borders(items: &[Item], source: &[char]) -> Borders {
    let mut can_cut = vec![false; source.len() + 1];
    let mut at = 0;
    can_cut[0] = true;
    for grapheme in source.iter().collect::<String>().graphemes(true) {
        at += grapheme.chars().count();
        can_cut[at] = true;
    }
    let mut is_read = vec![false; source.len()];
    for item in items {
        match item {
            Item::Glyph(Glyph { source: span, .. }) => {
                can_cut[span.start + 1..span.end].fill(false);
                is_read[span.range()].fill(true);
            }
            Item::Silent(Origin::Pause(_), span) => can_cut[span.start + 1..span.end].fill(false),
            Item::Silent(Origin::Dropped("emoji" | "symbol"), span) => is_read[span.range()].fill(true),
            Item::Silent(..) => {}
        }
    }
    Borders { can_cut, is_read }
}

#[cfg(test)]
mod tests;
