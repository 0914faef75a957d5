//! What in the script deserves a look before it is exported: lines that failed, warnings, doubtful readings and what nobody
//! speaks.

use std::collections::HashMap;

use super::App;
use super::state::{LineStatus, LineView, State};
use crate::script::{Line, LineId};
use crate::text::{Origin, Reading, SpokenForm, alternatives};

/// Lines looked at per turn of the window.
const LINES_PER_TURN: usize = 4_000;

/// A line of the script in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line.
    pub line: LineId,
    /// Its number, from 1.
    pub number: usize,
}

/// The lines that deserve a look, in the order of the script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Lines that could not be rendered.
    pub failed: Vec<Found>,
    /// Lines whose sound may not be what they say.
    pub suspicious: Vec<Found>,
    /// Lines whose reading comes with a warning.
    pub warned: Vec<Found>,
    /// Lines with words that can be read in more than one way where nobody has chosen.
    pub doubtful: Vec<Found>,
    /// Lines with characters that nobody will speak.
    pub dropped: Vec<Found>,
}

impl Check {
    /// Of all lines.
    pub fn of(lines: &[Line], known: &HashMap<LineId, LineView>) -> Self {
        let mut check = Self::default();
        check.add(lines, 0, known);
        check
    }

    /// Takes in some lines, the first of which has the place `at` in the script.
    fn add(&mut self, lines: &[Line], at: usize, known: &HashMap<LineId, LineView>) {
        for (place, line) in lines.iter().enumerate() {
            let Some(view) = known.get(&line.id) else { continue };
            let found = Found { line: line.id, number: at + place + 1 };
            for (is_found, list) in [
                (matches!(view.status, LineStatus::Failed(_)), &mut self.failed),
                (view.take.as_ref().is_some_and(|take| !take.suspicions.is_empty()), &mut self.suspicious),
                (!view.form.warnings.is_empty(), &mut self.warned),
                (!view.doubtful.is_empty(), &mut self.doubtful),
                (has_dropped(&view.form), &mut self.dropped),
            ] {
                if is_found {
                    list.push(found);
                }
            }
        }
    }

    /// True where there is nothing to look at.
    pub fn is_empty(&self) -> bool {
        self.n() == 0
    }

    /// How many lines are listed, each list counted.
    pub fn n(&self) -> usize {
        self.failed.len() + self.suspicious.len() + self.warned.len() + self.doubtful.len() + self.dropped.len()
    }
}

fn has_dropped(form: &SpokenForm) -> bool {
    form.pieces.iter().any(|piece| matches!(piece.origin, Origin::Dropped("emoji" | "symbol")))
}

/// The pieces of `form` that the rules cannot be sure of and that nobody has chosen a reading for.
pub fn doubtful_pieces(form: &SpokenForm, reading: &Reading) -> Vec<usize> {
    let mut doubtful = Vec::new();
    for (place, piece) in form.pieces.iter().enumerate() {
        let is_open = matches!(piece.origin, Origin::Written | Origin::Rule(_));
        if is_open && alternatives::of(form, place, reading).iter().any(|other| is_doubtful(other.kind)) {
            doubtful.push(place);
        }
    }
    doubtful
}

/// Whether a reading of this kind beside the present one is a matter of context, where the rules may err. That a number
/// could also be read digit by digit, or a word letter by letter, is no doubt.
fn is_doubtful(kind: &str) -> bool {
    matches!(kind, "minus" | "score" | "date" | "clock" | "street" | "title" | "verse" | "native" | "hanja")
}

/// Where the walk through the script is.
#[derive(Debug, Default)]
pub(super) struct Walk {
    is_stale: bool,
    /// Lines seen so far of the walk under way.
    under_way: Option<usize>,
    draft: Check,
}

impl Walk {
    /// A line changed.
    pub(super) fn begin_again(&mut self) {
        self.is_stale = true;
    }

    /// True where lines are left to look at.
    pub(super) fn is_due(&self) -> bool {
        self.is_stale || self.under_way.is_some()
    }

    fn step(&mut self, state: &mut State) {
        if std::mem::take(&mut self.is_stale) {
            self.under_way = Some(0);
            self.draft = Check::default();
        }
        let Some(at) = self.under_way else { return };
        let lines = state.project.lines();
        let until = (at + LINES_PER_TURN).min(lines.len());
        if let Some(some) = lines.get(at..until) {
            self.draft.add(some, at, &state.lines);
        }
        self.under_way = (until < lines.len()).then_some(until);
        if self.under_way.is_none() {
            state.check = std::mem::take(&mut self.draft);
        }
    }
}

impl App {
    /// Looks at some lines if any changed.
    pub(super) fn check_some(&mut self) {
        self.check_walk.step(&mut self.state);
    }
}
