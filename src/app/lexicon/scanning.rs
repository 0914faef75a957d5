//! Which lines an entry touches, looked for a slice at a time so that a long script never holds the window up.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::App;
use super::super::LINES_PER_TURN;
use super::super::queue::{Current, Priority};
use super::state::{Draft, DraftFault, Owner, Touched};
use crate::script::LineId;
use crate::studio::LineRequest;
use crate::studio::cache::ContentKey;
use crate::text::{EntryRef, Lexicon, Lexicons, Origin, Reading, SpokenForm, spoken_form};

/// Lines that are read twice in one turn at most.
const READ_PER_TURN: usize = 40;

/// What is going on besides what is shown.
#[derive(Debug, Default)]
pub(in crate::app) struct Work {
    /// The entry in hand, the lexicons or a line changed since the search for touched lines began.
    pub scan_is_stale: bool,
    scan: Option<Scan>,
    /// An entry or a line changed since the uses were counted.
    pub uses_are_stale: bool,
    rerender: Option<Rerender>,
    /// The file of the person's own lexicon holds what could not be read.
    pub own_has_unread: bool,
}

/// The lexicons without and with the change, and how far the lines have been looked at.
#[derive(Debug)]
pub(super) struct Scan {
    pub before: Arc<Lexicons>,
    pub after: Arc<Lexicons>,
    at_before: Option<EntryRef>,
    at_after: Option<EntryRef>,
    next: usize,
}

/// The lexicons changed: lines that sound different are rendered again.
#[derive(Debug)]
struct Rerender {
    before: Arc<Lexicons>,
    next: usize,
}

impl Work {
    /// Begins to look for lines that have to be rendered again; `old` are the lexicons as they were.
    pub(super) fn rerender_from(&mut self, old: Arc<Lexicons>) {
        // Where an earlier change is not dealt with yet, the takes may be from before that.
        let before = self.rerender.take().map_or(old, |unfinished| unfinished.before);
        self.rerender = Some(Rerender { before, next: 0 });
    }

    /// A line changed, or its reading.
    pub(in crate::app) fn lines_changed(&mut self) {
        self.scan_is_stale = true;
        self.uses_are_stale = true;
    }

    /// Forgets what belongs to the lines of another project.
    pub(in crate::app) fn forget_lines(&mut self) {
        self.rerender = None;
        self.scan_is_stale = true;
    }
}

impl App {
    /// Whether a turn has something to do.
    pub(in crate::app) fn lexicon_has_work(&self) -> bool {
        let work = &self.lexicon_work;
        let is_looking = work.scan_is_stale || !self.state.lexicon.is_complete;
        work.rerender.is_some() || (self.state.lexicon.is_open && is_looking)
    }

    /// One turn's share of the work.
    pub(in crate::app) fn lexicon_turn(&mut self) {
        self.rerender_some();
        self.scan_some();
        if self.lexicon_work.uses_are_stale && self.analysed_until >= self.state.project.lines().len() {
            self.count_uses();
        }
    }

    fn count_uses(&mut self) {
        self.lexicon_work.uses_are_stale = false;
        let mut uses: HashMap<EntryRef, usize> = HashMap::new();
        for view in self.state.lines.values() {
            for at in entries_of(&view.form) {
                *uses.entry(at).or_default() += 1;
            }
        }
        self.state.lexicon.uses = uses;
    }

    /// The lines that the entry at `at` is used in now.
    pub(super) fn lines_using(&self, at: EntryRef) -> Vec<LineId> {
        let uses = |id: &LineId| self.state.lines.get(id).is_some_and(|view| entries_of(&view.form).contains(&at));
        self.state.project.lines().iter().map(|line| line.id).filter(uses).collect()
    }

    fn rerender_some(&mut self) {
        let Some(mut pass) = self.lexicon_work.rerender.take() else { return };
        let queued: HashSet<LineId> =
            self.queue.waiting().chain(self.queue.current().map(|Current { request, .. }| request.line)).collect();
        let lines = self.state.project.lines();
        let touched: Vec<LineId> = lines
            .iter()
            .skip(pass.next)
            .take(LINES_PER_TURN)
            .filter(|line| {
                let has_take = self.state.lines.get(&line.id).is_some_and(|view| view.take.is_some());
                let now = LineRequest::of(&self.state.project, line, &self.state.lexicons);
                let then = LineRequest { lexicons: Arc::clone(&pass.before), ..now.clone() };
                (has_take || queued.contains(&line.id)) && ContentKey::of(&now) != ContentKey::of(&then)
            })
            .map(|line| line.id)
            .collect();
        pass.next += LINES_PER_TURN;
        if pass.next < lines.len() {
            self.lexicon_work.rerender = Some(pass);
        }
        for line in touched {
            // What waits or is in hand is of the old reading.
            self.queue.cancel(line);
            self.want(line, Priority::Ahead);
        }
    }

    /// The versions to compare, made ready if they are not yet. None where there is no entry in hand or it is at fault.
    pub(super) fn versions(&mut self) -> Option<&Scan> {
        if std::mem::take(&mut self.lexicon_work.scan_is_stale) || self.lexicon_work.scan.is_none() {
            self.state.lexicon.touched.clear();
            self.lexicon_work.scan = self.new_scan();
            self.state.lexicon.is_complete = self.lexicon_work.scan.is_none();
        }
        self.lexicon_work.scan.as_ref()
    }

    fn new_scan(&self) -> Option<Scan> {
        let draft = self.state.lexicon.draft.as_ref()?;
        if matches!(self.state.lexicon.fault, Some(DraftFault::Entry(_))) {
            return None;
        }
        let lexicons = [&self.state.project.lexicon, &self.state.own_lexicon];
        let now = Arc::clone(&self.state.lexicons);
        let at = draft.at();
        if !draft.is_changed() {
            let without = with(lexicons, at, None).0;
            return Some(Scan { before: without, after: now, at_before: at, at_after: at, next: 0 });
        }
        let (after, at_after) = with(lexicons, at, Some(draft));
        Some(Scan { before: now, after, at_before: at, at_after, next: 0 })
    }

    fn scan_some(&mut self) {
        if !self.state.lexicon.is_open || self.versions().is_none() || self.state.lexicon.is_complete {
            return;
        }
        let Some(mut scan) = self.lexicon_work.scan.take() else { return };
        let lines = self.state.project.lines();
        let (mut found, mut n_seen) = (Vec::new(), 0);
        for line in lines.iter().skip(scan.next).take(LINES_PER_TURN) {
            n_seen += 1;
            found.extend(self.touched(line.id, &scan));
            if found.len() >= READ_PER_TURN {
                break;
            }
        }
        scan.next += n_seen;
        self.state.lexicon.is_complete = scan.next >= lines.len();
        self.state.lexicon.touched.extend(found);
        self.lexicon_work.scan = Some(scan);
    }

    /// How a line is read in both versions, if that differs.
    fn touched(&self, id: LineId, scan: &Scan) -> Option<Touched> {
        let line = self.state.project.line(id)?;
        let request = LineRequest::of(&self.state.project, line, &scan.before);
        let info = self.voice_infos.iter().find(|info| info.id == request.voice);
        let of = |lexicons: &Arc<Lexicons>| {
            let request = LineRequest { lexicons: Arc::clone(lexicons), ..request.clone() };
            let reading = info.map_or_else(
                || Reading { lexicons: Arc::clone(lexicons), ..Reading::of(request.language) },
                |info| request.reading(info),
            );
            Reading { takes_phonemes: true, ..reading }
        };
        let (before, after) = (of(&scan.before), of(&scan.after));
        if scan.before.digest(&line.text, &before) == scan.after.digest(&line.text, &after) {
            return None;
        }
        let (before, after) = (spoken_form(&line.text, &before), spoken_form(&line.text, &after));
        let mut hits = hits_of(&after, scan.at_after);
        if hits.is_empty() {
            hits = hits_of(&before, scan.at_before);
        }
        Some(Touched { line: id, hits, before: before.text(), after: after.text() })
    }
}

/// The entries that a form was read by, each once.
fn entries_of(form: &SpokenForm) -> HashSet<EntryRef> {
    let entry = |origin: Origin| match origin {
        Origin::Lexicon(at) => Some(at),
        _ => None,
    };
    form.pieces.iter().filter_map(|piece| entry(piece.origin)).collect()
}

fn hits_of(form: &SpokenForm, at: Option<EntryRef>) -> Vec<crate::text::Span> {
    let is_hit = |origin: Origin| at.is_some_and(|at| origin == Origin::Lexicon(at));
    form.pieces.iter().filter(|piece| is_hit(piece.origin)).map(|piece| piece.source).collect()
}

/// The lexicons made ready without the entry at `at`, and with `draft` in its place, and where that stands then.
fn with(lexicons: [&Lexicon; 2], at: Option<EntryRef>, draft: Option<&Draft>) -> (Arc<Lexicons>, Option<EntryRef>) {
    let mut copies = lexicons.map(Clone::clone);
    let mut old = at.and_then(|at| copies.get_mut(usize::from(at.lexicon))?.entries.get_mut(at.entry as usize));
    if let Some(old) = &mut old {
        old.enabled = false;
    }
    let place = draft.map(|draft| {
        let entry = draft.entry.clone().tidied();
        let stays = at.filter(|at| Owner::of(*at) == draft.owner);
        let entries = &mut copies[usize::from(draft.owner.index())].entries;
        let index = stays.map_or(entries.len(), |at| at.entry as usize);
        match entries.get_mut(index) {
            Some(old) => *old = entry,
            None => entries.push(entry),
        }
        draft.owner.entry(index)
    });
    let [project, own] = &copies;
    (Arc::new(Lexicons::new(&[project, own])), place)
}
