//! Language: from what is written to what is spoken.
//!
//! Pure functions over owned data; nothing here can fail. The entry points are [`normalize::spoken_form`] and
//! [`chunk::chunk`]. Offsets are counted in `char`s of the NFC source text, never in bytes, and text is never cut by
//! byte index.

pub mod alternatives;
pub mod choice;
pub mod chunk;
mod english;
mod foreign;
mod korean;
pub mod language;
pub mod lexicon;
pub mod markup;
pub mod normalize;
pub mod pronounce;
mod runs;
mod signs;
mod tokens;
mod typography;
mod words;

use std::ops::Range;

use compact_str::CompactString;

pub use choice::Choice;
pub use chunk::{Chunk, Join};
pub use language::Language;
pub use lexicon::{EntryRef, Lexicon, Lexicons};
pub use normalize::{ForeignWords, Reading, ReadingOptions, spoken_form};

/// A range in the NFC source text, in `char`s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// First `char`.
    pub start: usize,
    /// One past the last `char`.
    pub end: usize,
}

impl Span {
    /// The range `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Number of `char`s covered.
    pub const fn n_chars(self) -> usize {
        self.end - self.start
    }

    /// The same as a standard range.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// Why a piece of the spoken form reads as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Spoken exactly as written.
    Written,
    /// Read as an entry of a lexicon says. No rule touches it. A particle that was made to fit such a reading has it too.
    Lexicon(EntryRef),
    /// Read as the person chose for this place ([`Choice`]). No rule or entry touches it.
    Chosen,
    /// Changed by a reading rule; the name is stable and has a text in the interface tables (`rule-<name>`).
    Rule(&'static str),
    /// Not spoken at all: `markup`, `emoji`, `symbol` or `invisible`. The spoken text of such a piece is empty, or one
    /// space where it stands between two words.
    Dropped(&'static str),
    /// A silence asked for in the script with `[pause 1.5s]`, in milliseconds. The spoken text is empty, or one space
    /// between two words.
    Pause(u32),
}

/// A stretch of the spoken form with the range of the source that it stands for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Piece {
    /// What is spoken.
    pub spoken: CompactString,
    /// Which `char`s of the NFC source this piece stands for. The pieces of a form tile the source without gaps.
    pub source: Span,
    /// Why.
    pub origin: Origin,
    /// The language whose rules read it: the line's, or that of the stretch it stands in.
    pub language: Language,
    /// True where a chunk border may not fall inside the piece (numbers, URLs, abbreviations, tags).
    pub atomic: bool,
}

impl Piece {
    /// What is spoken, for a person to read: of pronunciations in phonemes (`[word](/phonemes/)`) only the words.
    pub fn shown(&self) -> std::borrow::Cow<'_, str> {
        if !self.spoken.contains("](/") {
            return self.spoken.as_str().into();
        }
        let mut shown = String::new();
        let mut rest = self.spoken.as_str();
        while let Some((head, tail)) = rest.split_once("](/") {
            let Some((_, behind)) = tail.split_once("/)") else { break };
            match head.rsplit_once('[') {
                Some((before, word)) => shown.extend([before, word]),
                None => shown.push_str(head),
            }
            rest = behind;
        }
        shown.push_str(rest);
        shown.into()
    }
}

/// What the person should know about how a line is read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// An entry gives phonemes and the voice takes none; the written word was kept.
    #[error(
        "the lexicon gives phonemes for “{written}”, which only some voices take; write a respelling for the others"
    )]
    PhonemesNotTaken {
        /// What is written.
        written: String,
        /// The entry.
        entry: EntryRef,
    },
    /// The person chose phonemes for a place and the voice takes none; it was read as if nothing was chosen.
    #[error("the reading chosen for “{written}” is in phonemes, which only some voices take; write a respelling")]
    ChosenPhonemesNotTaken {
        /// What is written.
        written: String,
    },
}

/// What a line says, aligned with how it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SpokenForm {
    /// The NFC text that all spans refer to.
    pub source: String,
    /// Pieces in source order. They tile `source`: each starts where the last ended.
    pub pieces: Vec<Piece>,
    /// What the person should know.
    pub warnings: Vec<Warning>,
}

impl SpokenForm {
    /// The whole spoken text, with runs of white space between words made one space and the ends trimmed.
    pub fn text(&self) -> String {
        join_spoken(&self.pieces)
    }

    /// The same for a person to read: without the phonemes.
    pub fn shown(&self) -> String {
        let pieces: Vec<Piece> =
            self.pieces.iter().map(|piece| Piece { spoken: piece.shown().into(), ..piece.clone() }).collect();
        join_spoken(&pieces)
    }

    /// The characters that nobody will speak: the source text of every piece dropped for another reason than that it is
    /// markup or cannot be seen.
    pub fn dropped(&self) -> String {
        let source: Vec<char> = self.source.chars().collect();
        self.pieces
            .iter()
            .filter(|piece| matches!(piece.origin, Origin::Dropped("emoji" | "symbol")))
            .flat_map(|piece| source[piece.source.range()].iter())
            .collect()
    }
}

/// Joins the spoken texts of `pieces`, collapsing white space.
pub fn join_spoken(pieces: &[Piece]) -> String {
    let mut text = String::with_capacity(pieces.iter().map(|piece| piece.spoken.len()).sum());
    let mut follows_space = false;
    for piece in pieces {
        // Nearly every piece is a word or white space.
        if !piece.spoken.contains(char::is_whitespace) {
            if follows_space && !piece.spoken.is_empty() && !text.is_empty() {
                text.push(' ');
            }
            follows_space = follows_space && piece.spoken.is_empty();
            text.push_str(&piece.spoken);
            continue;
        }
        for c in piece.spoken.chars() {
            if c.is_whitespace() {
                follows_space = true;
                continue;
            }
            if follows_space && !text.is_empty() {
                text.push(' ');
            }
            follows_space = false;
            text.push(c);
        }
    }
    text
}

/// The next `n` characters.
fn take_chars<'a>(rest: &mut std::str::Chars<'a>, n: usize) -> &'a str {
    let from = rest.as_str();
    if let Some(last) = n.checked_sub(1) {
        rest.nth(last);
    }
    from.split_at_checked(from.len() - rest.as_str().len()).map_or(from, |(taken, _)| taken)
}
