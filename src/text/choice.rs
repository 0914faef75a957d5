//! Readings that a person chose for one place of a line, where the rules could not know.

use serde::{Deserialize, Serialize};

/// How one place of a line is read, whatever rules and lexicons say.
///
/// The place is named by what is written there and which occurrence of it is meant, so that it survives edits of the
/// rest of the line. A choice whose words are gone does nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// What is written. NFC.
    pub written: String,
    /// Which occurrence in the line, from 0. Occurrences do not overlap.
    #[serde(default)]
    pub nth: usize,
    /// What is spoken. NFC.
    pub spoken: String,
}

impl Choice {
    /// The choice for `span` of `source`.
    pub fn at(source: &str, span: super::Span, spoken: &str) -> Option<Self> {
        let chars: Vec<char> = source.chars().collect();
        let written = chars.get(span.range()).filter(|part| !part.is_empty())?;
        let nth = places(&chars, written).position(|place| place == span.start)?;
        Some(Self { written: written.iter().collect(), nth, spoken: spoken.to_owned() })
    }

    /// Where it is in `source`.
    pub fn span_in(&self, source: &str) -> Option<super::Span> {
        let chars: Vec<char> = source.chars().collect();
        let written: Vec<char> = self.written.chars().collect();
        let start = places(&chars, &written).nth(self.nth)?;
        Some(super::Span::new(start, start + written.len()))
    }
}

fn places<'a>(chars: &'a [char], written: &'a [char]) -> impl Iterator<Item = usize> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        while !written.is_empty() && at + written.len() <= chars.len() {
            let here = at;
            if chars[here..].starts_with(written) {
                at += written.len();
                return Some(here);
            }
            at += 1;
        }
        None
    })
}
