//! Cutting what is longer than the limit.

use unicode_segmentation::UnicodeSegmentation as _;

use super::borders::{Level, Mark};
use super::measure::Measure;
use crate::text::words::Words;
use crate::text::{Origin, Piece, Span};

/// Cuts every piece that is longer than the limit in its source or its spoken text; no pieces where none is. The flags say
/// which pieces are followed by another part of the same piece.
pub(super) fn fit_pieces<'a>(
    pieces: &[Piece],
    source: impl Fn() -> &'a [char],
    max_chars: usize,
) -> (Option<Vec<Piece>>, Vec<bool>) {
    // There are at least as many bytes as characters.
    let fits = |piece: &Piece| {
        piece.source.n_chars() <= max_chars
            && (piece.spoken.len() <= max_chars || piece.spoken.chars().count() <= max_chars)
    };
    if pieces.iter().all(fits) {
        return (None, vec![false; pieces.len()]);
    }
    let mut fitting = Vec::with_capacity(pieces.len());
    let mut is_inside = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if fits(piece) {
            fitting.push(piece.clone());
            is_inside.push(false);
            continue;
        }
        let parts = split_piece(piece, source(), max_chars);
        is_inside.extend((0..parts.len()).map(|part| part + 1 < parts.len()));
        fitting.extend(parts);
    }
    (Some(fitting), is_inside)
}

fn split_piece(piece: &Piece, source: &[char], max_chars: usize) -> Vec<Piece> {
    let text: String = source[piece.source.range()].iter().collect();
    // Phonemes that do not fit cannot be cut; the word is spoken as it is written.
    let spoken = crate::text::lexicon::word_of_inline(&piece.spoken).unwrap_or(&piece.spoken);
    let is_written = text == spoken;
    let mut texts = pack(text.graphemes(true), max_chars);
    let mut words = if is_written { texts.clone() } else { pack(spoken.split_inclusive(' '), max_chars) };
    let n_parts = texts.len().max(words.len());
    if texts.len() < n_parts {
        // Even shares may be too long where graphemes are of very different lengths.
        let shares = share(&text, n_parts);
        if shares.iter().all(|share| share.chars().count() <= max_chars) {
            texts = shares;
        } else {
            texts.resize(n_parts, String::new());
        }
    }
    words.resize(n_parts, String::new());
    let mut at = piece.source.start;
    let parts = texts.into_iter().zip(words).enumerate().map(|(part, (text, spoken))| {
        let span = Span::new(at, at + text.chars().count());
        at = span.end;
        // A pause is kept once, with the end of its tag.
        let origin = match piece.origin {
            Origin::Pause(_) if part + 1 < n_parts => Origin::Dropped("markup"),
            origin => origin,
        };
        Piece { spoken: spoken.into(), source: span, origin, language: piece.language, atomic: piece.atomic }
    });
    parts.collect()
}

/// Two pieces may share a grapheme: a word and the joiner behind it. Where such pieces are together longer than the limit,
/// what is spoken as written or dropped is cut so that only the grapheme has to stay whole. None where there is nothing to
/// cut.
pub(super) fn part_shared_graphemes<'a>(
    pieces: &[Piece],
    source: impl Fn() -> &'a [char],
    is_inside: &[bool],
    levels: &[Level],
    max_chars: usize,
) -> Option<(Vec<Piece>, Vec<bool>)> {
    if !levels.contains(&Level::Grapheme) {
        return None;
    }
    let is_shared = |border: usize| border < pieces.len() && levels[border] == Level::Grapheme;
    let (mut parted, mut flags) = (Vec::with_capacity(pieces.len()), Vec::with_capacity(pieces.len()));
    let mut start = 0;
    while start < pieces.len() {
        let end = (start + 1..pieces.len()).find(|&border| !is_shared(border)).unwrap_or(pieces.len());
        let lengths = pieces[start..end].iter().map(|piece| piece.source.n_chars().max(piece.spoken.chars().count()));
        let is_too_long = lengths.sum::<usize>() > max_chars;
        for k in start..end {
            if is_too_long && matches!(pieces[k].origin, Origin::Written | Origin::Dropped(_)) {
                let parts = part_ends(&pieces[k], source(), is_shared(k), is_shared(k + 1));
                flags.extend((1..parts.len()).map(|_| true));
                parted.extend(parts);
            } else {
                parted.push(pieces[k].clone());
            }
            flags.push(is_inside[k]);
        }
        start = end;
    }
    (parted.len() > pieces.len()).then_some((parted, flags))
}

/// A piece that is spoken as written or dropped, its first or last grapheme apart from the rest.
fn part_ends(piece: &Piece, source: &[char], first: bool, last: bool) -> Vec<Piece> {
    let text: String = source[piece.source.range()].iter().collect();
    let graphemes: Vec<&str> = text.graphemes(true).collect();
    let from = usize::from(first).min(graphemes.len());
    let to = (graphemes.len() - usize::from(last).min(graphemes.len())).max(from);
    let mut at = piece.source.start;
    // The space that parts the words around what is dropped stays with its beginning.
    let mut instead = Some(piece.spoken.clone());
    let parts = [&graphemes[..from], &graphemes[from..to], &graphemes[to..]];
    let parts = parts.into_iter().filter(|part| !part.is_empty()).map(|part| {
        let text = part.concat();
        let source = Span::new(at, at + text.chars().count());
        at = source.end;
        let is_written = piece.origin == Origin::Written;
        let spoken = if is_written { text.into() } else { instead.take().unwrap_or_default() };
        Piece { spoken, source, ..piece.clone() }
    });
    parts.collect()
}

/// Packs units into parts of about equal length, none longer than the limit. A unit that is longer is cut into
/// graphemes, and a grapheme that is longer into characters.
fn pack<'a>(units: impl Iterator<Item = &'a str>, max_chars: usize) -> Vec<String> {
    let mut atoms: Vec<&str> = Vec::new();
    let mut characters: Vec<String> = Vec::new();
    let units: Vec<&str> = units.collect();
    for unit in units
        .iter()
        .flat_map(|unit| if unit.chars().count() > max_chars { unit.graphemes(true).collect() } else { vec![*unit] })
    {
        if unit.chars().count() > max_chars {
            characters.extend(unit.chars().map(String::from));
        } else {
            atoms.push(unit);
        }
    }
    // A single grapheme longer than the limit is all that is in the piece's way: cut everything by characters.
    if !characters.is_empty() {
        let whole: String = units.concat();
        let chars: Vec<char> = whole.chars().collect();
        return chars.chunks(max_chars).map(|chunk| chunk.iter().collect()).collect();
    }
    let n_chars: usize = atoms.iter().map(|atom| atom.chars().count()).sum();
    let target = n_chars.div_ceil(n_chars.div_ceil(max_chars).max(1));
    let mut parts: Vec<String> = Vec::new();
    let (mut part, mut n_part) = (String::new(), 0);
    for atom in atoms {
        let n_atom = atom.chars().count();
        if n_part > 0 && (n_part + n_atom > max_chars || n_part >= target) {
            parts.push(std::mem::take(&mut part));
            n_part = 0;
        }
        part.push_str(atom);
        n_part += n_atom;
    }
    if n_part > 0 || parts.is_empty() {
        parts.push(part);
    }
    parts
}

/// Shares the graphemes of `text` out to `n_parts` parts; some are empty where there are too few.
fn share(text: &str, n_parts: usize) -> Vec<String> {
    let graphemes: Vec<&str> = text.graphemes(true).collect();
    let at = |part: usize| graphemes.len() * part / n_parts;
    (0..n_parts).map(|part| graphemes[at(part)..at(part + 1)].concat()).collect()
}

/// A place where a long sentence may be cut.
#[derive(Clone, Copy)]
struct Candidate {
    border: usize,
    cost: f64,
}

const WORD_COST: f64 = 1.0;
const PIECE_COST: f64 = 6.0;
const INSIDE_COST: f64 = 12.0;
const GRAPHEME_COST: f64 = 100.0;
/// Each chunk more costs this, so that clauses are not cut without need.
const CHUNK_COST: f64 = 0.35;
/// Weight of the squared relative distance from an even share.
const BALANCE_WEIGHT: f64 = 0.4;
/// A chunk shorter than this sounds cut off.
const STRANDED_CHARS: usize = 20;

/// Words that begin a part of a sentence: a cut before them sounds natural.
static CONJUNCTIONS: Words = Words::new(&[
    "and",
    "but",
    "or",
    "nor",
    "so",
    "yet",
    "because",
    "although",
    "though",
    "while",
    "when",
    "where",
    "which",
    "who",
    "that",
    "if",
    "unless",
    "until",
    "since",
    "after",
    "before",
    "than",
    "그리고",
    "그러나",
    "하지만",
    "또는",
    "및",
    "그래서",
]);
/// Words that lean on the next one: no cut behind them.
static LEANING: Words = Words::new(&[
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "with", "from", "and", "or", "but", "as", "is", "are",
    "was", "were", "be", "my", "your", "his", "her", "its", "our", "their", "this", "that", "no", "not", "very",
    "more", "most", "that's", "I", "he", "she", "we", "they", "you", "it", "이", "그", "저", "한", "두", "세", "네",
    "더", "안", "못",
]);

/// The borders at which the stretch `start..end` is cut: the set with the least total cost (dynamic programming over the
/// candidates; each looks back no further than one chunk).
pub(super) fn cut(
    start: usize,
    end: usize,
    pieces: &[Piece],
    levels: &[Level],
    measure: &Measure,
    max_chars: usize,
) -> Vec<usize> {
    let candidates = candidates(start, end, pieces, levels, measure, max_chars);
    let total = measure.n_chars(start, end);
    let ideal = total as f64 / total.div_ceil(max_chars) as f64;
    let shares: Vec<f64> = (0..=max_chars.min(total)).map(|n_chars| share_cost(n_chars, ideal)).collect();
    let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); candidates.len()];
    best[0].0 = 0.0;
    for j in 1..candidates.len() {
        for i in (0..j).rev() {
            let (a, b) = (candidates[i].border, candidates[j].border);
            let n_chars = measure.n_chars(a, b);
            // What cannot be cut is one chunk although it is too long; everything around it is still cut.
            let is_whole = i + 1 == j;
            if n_chars > max_chars && !is_whole {
                break;
            }
            let share = shares.get(n_chars).copied().unwrap_or(TOO_LONG_COST);
            let cost = best[i].0 + candidates[j].cost + (share + stranded_cost(measure.n_spoken(a, b)));
            if cost < best[j].0 {
                best[j] = (cost, i);
            }
        }
    }
    let mut borders = Vec::new();
    let mut at = best.last().map_or(0, |last| last.1);
    while at > 0 {
        borders.push(candidates[at].border);
        at = best[at].1;
    }
    borders.reverse();
    borders
}

/// What a chunk costs that is longer than the limit: more than all others together.
const TOO_LONG_COST: f64 = 1e6;

/// What a chunk costs by how far it is from an even share.
fn share_cost(n_chars: usize, ideal: f64) -> f64 {
    let off = (n_chars as f64 - ideal) / ideal;
    CHUNK_COST + BALANCE_WEIGHT * off * off
}

/// What a chunk costs by how little it says.
const fn stranded_cost(n_spoken: usize) -> f64 {
    match n_spoken {
        0 => 3.0,
        1..=super::SHORT_CHARS => 1.5,
        n if n < STRANDED_CHARS => 0.5,
        _ => 0.0,
    }
}

fn candidates(
    start: usize,
    end: usize,
    pieces: &[Piece],
    levels: &[Level],
    measure: &Measure,
    max_chars: usize,
) -> Vec<Candidate> {
    // With a very long limit not every border needs to be tried.
    let min_step = max_chars / 500;
    let mut usual = vec![Candidate { border: start, cost: 0.0 }];
    let mut last = start;
    for border in start + 1..end {
        let Some(cost) = usual_cost(border, pieces, levels) else { continue };
        if measure.n_chars(last, border) < min_step {
            continue;
        }
        last = border;
        usual.push(Candidate { border, cost });
    }
    usual.push(Candidate { border: end, cost: 0.0 });
    // Where even two neighbouring borders are too far apart, every border between them is tried.
    let mut all = Vec::with_capacity(usual.len());
    for pair in usual.windows(2) {
        let (from, to) = (pair[0].border, pair[1].border);
        all.push(pair[0]);
        if measure.n_chars(from, to) > max_chars {
            let mut last = from;
            for border in from + 1..to {
                // A step is left out only where the next border is still within reach of the last.
                if measure.n_chars(last, border + 1) < min_step {
                    continue;
                }
                last = border;
                let cost = match levels[border] {
                    Level::Grapheme => GRAPHEME_COST,
                    Level::Inside => INSIDE_COST,
                    _ => PIECE_COST,
                };
                all.push(Candidate { border, cost: usual_cost(border, pieces, levels).unwrap_or(cost) });
            }
        }
    }
    all.extend(usual.last().copied());
    all
}

/// The cost of a cut at a border where cuts usually fall; none at others.
fn usual_cost(border: usize, pieces: &[Piece], levels: &[Level]) -> Option<f64> {
    match levels[border] {
        Level::Pause | Level::Newline | Level::Sentence | Level::Clause(Mark::Strong) => Some(0.0),
        Level::Clause(Mark::Weak) => Some(0.1),
        Level::Word => Some(WORD_COST + word_cost(border, pieces)),
        Level::BeforeSpace => Some(WORD_COST + 0.3),
        Level::Piece | Level::Inside | Level::Grapheme => None,
    }
}

/// How much better or worse than others a border between two words is.
fn word_cost(border: usize, pieces: &[Piece]) -> f64 {
    let has_words = |piece: &&Piece| !piece.spoken.trim().is_empty();
    let next = pieces[border..].iter().take(4).find(has_words).map_or("", |piece| piece.spoken.trim());
    let last = pieces[..border].iter().rev().take(4).find(has_words).map_or("", |piece| piece.spoken.trim());
    let conjunction = if CONJUNCTIONS.contains_lower(next) { -0.2 } else { 0.0 };
    let leaning = if LEANING.contains(last) || LEANING.contains_lower(last) { 0.3 } else { 0.0 };
    conjunction + leaning
}
