//! What else a written place may be read as.
//!
//! Where the rules had to guess, a person picks another reading from a menu and keeps it as a [`super::Choice`]. The other
//! readings of a place come from its shape: a number, two numbers with a mark between, a word, an abbreviation, hanja. What
//! stands around the changing part in the present reading (a counter, a unit, a currency) stays.

mod shape;
#[cfg(test)]
mod tests;

pub(super) use shape::{Pair, Shape, shape};

use super::markup::{self, Glyph, Item};
use super::{Language, Lexicons, Origin, Reading, Span, SpokenForm, english, korean, spoken_form};

/// The most readings that are offered.
pub const MAX_ALTERNATIVES: usize = 8;

/// The names that [`Alternative::kind`] can have; each has a text in the interface tables (`alternative-<kind>`).
pub const KINDS: &[&str] = &[
    "abbreviation",
    "as_word",
    "as_written",
    "cardinal",
    "clock",
    "dash",
    "date",
    "decade",
    "digits",
    "english",
    "fraction",
    "hanja",
    "minus",
    "native",
    "ordinal",
    "pairs",
    "range",
    "ratio",
    "score",
    "sino",
    "slash",
    "spelled",
    "street",
    "title",
    "usual",
    "verse",
    "year",
];

/// Another reading of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// What would be spoken.
    pub spoken: String,
    /// One of [`KINDS`].
    pub kind: &'static str,
}

/// A reading and its kind, best first.
pub(super) type Candidates = Vec<(String, &'static str)>;

/// A place, as the languages see it.
pub(super) struct Place<'a> {
    /// What is written, without markup and without white space at the ends.
    pub written: &'a str,
    /// How it is read at present, or how the rules would read it where the person has chosen.
    pub spoken: &'a str,
    /// What is written behind it on the line.
    pub behind: &'a str,
}

/// What else the piece at index `piece` of `form` may be read as: without the present reading, no reading twice, the best
/// first, at most [`MAX_ALTERNATIVES`]. Nothing for an index beyond the pieces, silences and plain words that are not in
/// Latin letters. `reading` is how `form` was made.
pub fn of(form: &SpokenForm, piece: usize, reading: &Reading) -> Vec<Alternative> {
    let Some(piece) = form.pieces.get(piece) else { return Vec::new() };
    if matches!(piece.origin, Origin::Pause(_) | Origin::Dropped("markup" | "emoji" | "invisible")) {
        return Vec::new();
    }
    let source: Vec<char> = form.source.chars().collect();
    if piece.source.end > source.len() {
        return Vec::new();
    }
    let items = markup::scan(&source);
    let written = visible(&items, piece.source);
    let behind = visible(&items, Span::new(piece.source.end, source.len()));
    let present = words(&piece.spoken);
    let is_own = matches!(piece.origin, Origin::Lexicon(_) | Origin::Chosen);
    // What the rules say of a place that an entry or a choice reads.
    let usual = if is_own { by_rules(form, piece.source, reading) } else { None };
    let (usual, language) = usual.map_or((None, piece.language), |(usual, language)| (Some(usual), language));
    let place = Place {
        written: written.trim(),
        spoken: usual.as_deref().unwrap_or(if is_own { "" } else { &present }),
        behind: &behind,
    };
    let mut candidates: Candidates = usual.iter().map(|usual| (usual.clone(), "usual")).collect();
    candidates.extend(match (language, piece.origin) {
        (Language::English, Origin::Written) => english::alternatives_of_word(&place),
        (Language::Korean, Origin::Written) => korean::alternatives_of_word(&place),
        (Language::English, _) => english::alternatives(&place),
        (Language::Korean, _) => korean::alternatives(&place),
    });
    let mut alternatives: Vec<Alternative> = Vec::new();
    for (spoken, kind) in candidates {
        let spoken = words(&spoken);
        let is_new = spoken != present && alternatives.iter().all(|known| known.spoken != spoken);
        if !spoken.is_empty() && is_new && alternatives.len() < MAX_ALTERNATIVES {
            alternatives.push(Alternative { spoken, kind });
        }
    }
    alternatives
}

/// How the rules alone read `span`, and those of which language; none if it cuts what they read as one.
fn by_rules(form: &SpokenForm, span: Span, reading: &Reading) -> Option<(String, Language)> {
    let reading = Reading { choices: [].into(), lexicons: Lexicons::default().into(), ..reading.clone() };
    let form = spoken_form(&form.source, &reading);
    let inside: Vec<_> =
        form.pieces.iter().filter(|piece| piece.source.end > span.start && piece.source.start < span.end).collect();
    let (language, first, last) = (inside.first()?.language, inside.first()?.source, inside.last()?.source);
    // White space and markup at the ends are no part of a choice.
    let items = markup::scan(&form.source.chars().collect::<Vec<_>>());
    let is_blank = |start: usize, end: usize| visible(&items, Span::new(start, end)).trim().is_empty();
    let fits = is_blank(first.start, span.start) && is_blank(span.end, last.end);
    let spoken: String = inside.iter().map(|piece| piece.spoken.as_str()).collect();
    let spoken = words(&spoken);
    (fits && !spoken.is_empty()).then_some((spoken, language))
}

/// The characters of `span` that a reader sees.
fn visible(items: &[Item], span: Span) -> String {
    items
        .iter()
        .filter_map(|item| match item {
            Item::Glyph(Glyph { c, source }) if source.start >= span.start && source.end <= span.end => Some(*c),
            _ => None,
        })
        .collect()
}

/// `text` with single spaces and none at the ends.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `spoken` with its part `core` replaced by each of the others: "세 번" for the core "세" gives "삼 번", "스물한 번" … . The
/// core is the longest of `cores` that stands in `spoken` as words; where `is_glued`, it may also be the beginning of one.
/// Empty if none does.
pub(super) fn swapped(spoken: &str, cores: &Candidates, is_glued: bool) -> Candidates {
    let mut found: Option<(&str, &str, usize)> = None;
    for (core, _) in cores.iter().filter(|(core, _)| !core.is_empty()) {
        for (at, _) in spoken.match_indices(core.as_str()) {
            let (Some((before, rest)), n) = (spoken.split_at_checked(at), core.chars().count()) else { continue };
            let Some(after) = rest.strip_prefix(core.as_str()) else { continue };
            let begins = !before.ends_with(char::is_alphanumeric);
            let ends = !after.starts_with(char::is_alphanumeric) || is_glued && before.is_empty();
            if begins && ends && found.is_none_or(|(.., longest)| n > longest) {
                found = Some((before, after, n));
            }
        }
    }
    let Some((before, after, _)) = found else { return Vec::new() };
    cores.iter().map(|(core, kind)| (format!("{before}{core}{after}"), *kind)).collect()
}
