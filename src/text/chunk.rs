//! Cutting a spoken form into the stretches that one model call speaks.

mod borders;
mod measure;
mod split;

use std::borrow::Cow;
use std::cell::LazyCell;

use super::{Piece, Span, SpokenForm};

use borders::Level;
use measure::Measure;

/// A sentence of at most this many spoken `char`s joins its neighbour: models speak single words badly.
const SHORT_CHARS: usize = 12;

/// What stands between a chunk and the next one, and so how they are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Join {
    /// A sentence ended: the model's own end pause is kept.
    Sentence,
    /// A clause ended (comma, semicolon, colon, dash, bracket).
    Clause,
    /// A cut between two words that had to be made; joined with a crossfade and no pause.
    Forced,
    /// The line ended.
    End,
}

/// One stretch of a line: what one model call speaks, or a silence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Chunk {
    /// Position in the line, from 0.
    pub index: usize,
    /// The source text of the chunk. Joined in order, the texts of all chunks are the NFC source.
    pub text: String,
    /// What is spoken; empty where there is nothing to speak.
    pub spoken: String,
    /// Range in the source.
    pub source: Span,
    /// How it is joined to the next chunk.
    pub join: Join,
    /// Silence that follows the chunk because the script asks for it with `[pause 1.5s]`, in milliseconds.
    pub pause_after_ms: u32,
}

/// A stretch of pieces that is spoken by itself, before long ones are cut.
#[derive(Clone, Copy, Debug)]
struct Segment {
    start: usize,
    end: usize,
    /// How it is joined to the next.
    join: Join,
    /// It may not be merged with the next one: a line break or a pause follows.
    is_closed: bool,
}

/// Cuts `form` into chunks whose source text and spoken text both have at most `max_chars` `char`s.
///
/// Sentences first, then clauses, then a balanced border between words; as a last resort between the parts of a long
/// number or address, and at last between graphemes. Only a grapheme longer than the limit is cut inside. Chunk
/// texts concatenate to the source.
pub fn chunk(form: &SpokenForm, max_chars: usize) -> Vec<Chunk> {
    let max_chars = max_chars.max(1);
    let source = LazyCell::new(|| form.source.chars().collect::<Vec<char>>());
    let (pieces, is_inside) = split::fit_pieces(&form.pieces, || &source, max_chars);
    let mut pieces: Cow<[Piece]> = pieces.map_or(Cow::Borrowed(&form.pieces), Cow::Owned);
    let mut levels = borders::levels(&pieces, &is_inside, &form.source, || &source);
    if let Some((parted, is_inside)) = split::part_shared_graphemes(&pieces, || &source, &is_inside, &levels, max_chars)
    {
        levels = borders::levels(&parted, &is_inside, &form.source, || &source);
        pieces = Cow::Owned(parted);
    }
    let measure = Measure::of(&pieces);
    let segments = merge(&segments(&pieces, &levels), &measure, max_chars);
    let mut cuts: Vec<(usize, Join)> = Vec::new();
    for segment in segments {
        if measure.n_chars(segment.start, segment.end) > max_chars {
            let borders = split::cut(segment.start, segment.end, &pieces, &levels, &measure, max_chars);
            cuts.extend(borders.into_iter().map(|border| {
                (border, if matches!(levels[border], Level::Clause(_)) { Join::Clause } else { Join::Forced })
            }));
        }
        cuts.push((segment.end, segment.join));
    }
    build(&form.source, &pieces, &cuts)
}

/// Sentences and stretches between pauses.
fn segments(pieces: &[Piece], levels: &[Level]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut start = 0;
    for (border, level) in levels.iter().enumerate().skip(1) {
        let is_last = border == pieces.len();
        let (join, is_closed) = match level {
            _ if is_last => (Join::End, true),
            Level::Pause | Level::Newline => (Join::Sentence, true),
            Level::Sentence => (Join::Sentence, false),
            _ => continue,
        };
        segments.push(Segment { start, end: border, join, is_closed });
        start = border;
    }
    segments
}

/// Joins what is too short to be spoken alone with its neighbour, where both fit.
fn merge(segments: &[Segment], measure: &Measure, max_chars: usize) -> Vec<Segment> {
    let mut merged: Vec<Segment> = Vec::with_capacity(segments.len());
    for &segment in segments {
        let Some(last) = merged.last_mut() else {
            merged.push(segment);
            continue;
        };
        let fits = measure.n_chars(last.start, segment.end) <= max_chars;
        let is_empty = |segment: &Segment| measure.n_spoken(segment.start, segment.end) == 0;
        let is_short = |segment: &Segment| measure.n_spoken(segment.start, segment.end) <= SHORT_CHARS;
        let has_pause = measure.has_pause(last.start, last.end);
        // White space and markup belong to the neighbour, also over a line break, but never over a pause.
        let is_remainder =
            is_empty(&segment) && !measure.has_pause(segment.start, segment.end) || is_empty(last) && !has_pause;
        let joins = is_remainder && (!has_pause || is_empty(&segment))
            || !last.is_closed && (is_short(last) || is_short(&segment) && is_last_of_run(segments, &segment));
        if fits && joins {
            *last = Segment { start: last.start, ..segment };
        } else {
            merged.push(segment);
        }
    }
    merged
}

/// Whether nothing follows `segment` that it could join instead.
fn is_last_of_run(segments: &[Segment], segment: &Segment) -> bool {
    segment.is_closed || segments.last().is_some_and(|last| last.end == segment.end)
}

fn build(source: &str, pieces: &[Piece], cuts: &[(usize, Join)]) -> Vec<Chunk> {
    let n_chunks = cuts.len();
    let mut taken = 0;
    let mut at = 0;
    let mut rest = source.chars();
    let mut chunks = Vec::with_capacity(n_chunks);
    for (index, &(border, join)) in cuts.iter().enumerate() {
        let own = &pieces[taken..border];
        taken = border;
        let end = own.last().map_or(at, |piece| piece.source.end);
        let pause_after_ms = own.iter().fold(0u32, |sum, piece| match piece.origin {
            super::Origin::Pause(ms) => sum.saturating_add(ms),
            _ => sum,
        });
        chunks.push(Chunk {
            index,
            text: super::take_chars(&mut rest, end - at).to_owned(),
            spoken: super::join_spoken(own),
            source: Span::new(at, end),
            join: if index + 1 == n_chunks { Join::End } else { join },
            pause_after_ms,
        });
        at = end;
    }
    chunks
}

#[cfg(test)]
mod tests;
