//! The word that a person points at in a line: how it is read, how else it could be, and which entry reads it.

use super::App;
use super::action::LexiconAction;
use crate::script::LineId;
use crate::text::alternatives::{self, Alternative};
use crate::text::lexicon::word_at;
use crate::text::{Choice, EntryRef, Origin, Span};

/// A word with what can be done about its reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Its line.
    pub line: LineId,
    /// Where it stands in the line's NFC text, in `char`s.
    pub span: Span,
    /// What is written there.
    pub written: String,
    /// What is spoken now.
    pub spoken: String,
    /// Why.
    pub origin: Origin,
    /// What else could be spoken, best first.
    pub alternatives: Vec<Alternative>,
    /// What the person chose for the place earlier.
    pub chosen: Option<Choice>,
    /// The entry that reads it.
    pub entry: Option<EntryRef>,
}

impl Word {
    /// The choice that has the word spoken as `spoken` in this place.
    pub fn choice(&self, source: &str, spoken: &str) -> Choice {
        Choice::at(source, self.span, spoken)
    }
}

impl App {
    /// Opens the word that the `char` at `at` of the line's text belongs to. `None` where there is no word.
    pub(super) fn open_word(&mut self, line: LineId, at: usize) {
        self.state.word = self.word(line, at);
    }

    fn word(&self, line: LineId, at: usize) -> Option<Word> {
        let view = self.state.lines.get(&line)?;
        let form = &view.form;
        let chars: Vec<char> = form.source.chars().collect();
        let holds = |at: usize| form.pieces.iter().position(|piece| piece.source.range().contains(&at));
        // At the end of a word the caret stands behind its last character.
        let (place, at) =
            [Some(at), at.checked_sub(1)].into_iter().flatten().filter_map(|at| Some((holds(at)?, at))).find(
                |(place, at)| !chars[*at].is_whitespace() || !matches!(form.pieces[*place].origin, Origin::Written),
            )?;
        let piece = &form.pieces[place];
        let is_word = matches!(piece.origin, Origin::Written | Origin::Rule("typography"));
        let span = if is_word { word_at(&chars, at)? } else { trimmed(&chars, piece.source) };
        let written: String = chars[span.range()].iter().collect();
        let whole = !is_word || written == piece.spoken.trim();
        let alternatives = if whole { alternatives::of(form, place, &view.reading) } else { Vec::new() };
        let chosen =
            self.state.project.line(line)?.readings.iter().find(|choice| choice.span_in(&form.source) == Some(span));
        Some(Word {
            line,
            span,
            spoken: if is_word { written.clone() } else { piece.shown().trim().to_owned() },
            written,
            origin: if is_word { Origin::Written } else { piece.origin },
            alternatives,
            chosen: chosen.cloned(),
            entry: if let Origin::Lexicon(entry) = piece.origin { Some(entry) } else { None },
        })
    }

    /// Goes to the lexicon with the word that is open, or with an empty entry.
    pub(super) fn word_to_lexicon(&mut self) {
        let word = self.state.word.take();
        self.apply_lexicon(match word {
            Some(Word { entry: Some(entry), .. }) => LexiconAction::Open(entry),
            // What is read as it is written has no reading to begin with.
            Some(Word { origin: Origin::Written, written, .. }) => {
                LexiconAction::DraftFor { written, spoken: String::new() }
            }
            Some(Word { written, spoken, .. }) => LexiconAction::DraftFor { written, spoken },
            None => LexiconAction::New,
        });
    }
}

/// The span without white space at its ends.
fn trimmed(chars: &[char], span: Span) -> Span {
    let is_space = |at: &usize| chars.get(*at).is_some_and(|c| c.is_whitespace());
    let start = span.range().find(|at| !is_space(at)).unwrap_or(span.start);
    let end = span.range().rev().find(|at| !is_space(at)).map_or(span.end, |last| last + 1);
    Span::new(start, end.max(start))
}
