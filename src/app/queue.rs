//! What to render next. Pure: no clock, no channel; the app feeds it and asks it.

use std::collections::HashSet;

use crate::script::LineId;
use crate::studio::{LineRequest, Ticket};
use crate::voice::Cancel;

/// How urgent a line is; the first is the most urgent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// It is what playback waits for.
    Playing,
    /// The person asked for it or just edited it.
    Edited,
    /// Playback will want it soon.
    Ahead,
    /// An export or "render all" wants it, and it is in view. Not asked for: see [`RenderQueue::set_in_view`].
    InView,
    /// An export or "render all" wants it.
    Rest,
}

/// A line that waits.
#[derive(Debug)]
struct Job {
    request: LineRequest,
    priority: Priority,
    /// Order among jobs of one priority.
    place: i64,
}

impl Job {
    /// By which jobs are ordered.
    fn key(&self, in_view: &HashSet<LineId>) -> (Priority, i64) {
        match self.priority {
            Priority::Rest if in_view.contains(&self.request.line) => (Priority::InView, self.place),
            priority => (priority, self.place),
        }
    }
}

/// The job that the worker has.
#[derive(Debug)]
pub struct Current {
    /// Its ticket.
    pub ticket: Ticket,
    /// What is rendered.
    pub request: LineRequest,
    /// Chunks done.
    pub n_done: usize,
    /// Chunks in all; 0 before the first progress.
    pub n_chunks: usize,
    priority: Priority,
    place: i64,
    pub(super) cancel: Cancel,
    /// Put back into the queue when the cancellation arrives (something more urgent came, or a pause).
    comes_back: bool,
}

/// Lines waiting to be rendered, and the one that is.
#[derive(Debug, Default)]
pub struct RenderQueue {
    /// In the order in which they are rendered.
    jobs: Vec<Job>,
    current: Option<Current>,
    last_ticket: u64,
    /// The lowest and the highest place given so far.
    first_place: i64,
    last_place: i64,
    in_view: HashSet<LineId>,
    is_paused: bool,
    /// Lines finished since the queue was last empty.
    n_finished: usize,
    speed: Speed,
}

/// Measured speed: seconds of rendering per `char`.
#[derive(Debug, Default)]
struct Speed {
    secs_per_char: Option<f64>,
}

impl RenderQueue {
    /// Wants `request` rendered. A line is in the queue at most once, with its latest request and best priority.
    pub fn want(&mut self, request: LineRequest, priority: Priority) {
        if let Some(current) = &self.current
            && current.request == request
            && !current.cancel.is_cancelled()
        {
            return;
        }
        let line = request.line;
        self.cancel_outdated(line, &request);
        if let Some(job) = self.jobs.iter_mut().find(|job| job.request.line == line) {
            job.request = request;
            job.priority = job.priority.min(priority);
            self.sort();
            return;
        }
        self.last_place += 1;
        self.insert(Job { request, priority, place: self.last_place });
    }

    fn insert(&mut self, job: Job) {
        let key = job.key(&self.in_view);
        let at = self.jobs.partition_point(|other| other.key(&self.in_view) <= key);
        self.jobs.insert(at, job);
        self.make_way();
    }

    /// The lines that can be seen now: of those that only an export or "render all" wants, they come first.
    pub fn set_in_view(&mut self, lines: impl IntoIterator<Item = LineId>) {
        self.in_view = lines.into_iter().collect();
        self.sort();
    }

    /// Renders a waiting line before all others but what is heard. False if it does not wait.
    pub fn render_next(&mut self, line: LineId) -> bool {
        self.first_place -= 1;
        let (priority, place) = (Priority::Edited, self.first_place);
        self.put(line, |old| (old.min(priority), place))
    }

    /// Renders a waiting line behind all others. False if it does not wait.
    pub fn render_last(&mut self, line: LineId) -> bool {
        self.last_place += 1;
        let place = self.last_place;
        self.put(line, |_| (Priority::Rest, place))
    }

    fn put(&mut self, line: LineId, to: impl FnOnce(Priority) -> (Priority, i64)) -> bool {
        let Some(job) = self.jobs.iter_mut().find(|job| job.request.line == line) else { return false };
        (job.priority, job.place) = to(job.priority);
        self.sort();
        true
    }

    /// Stops rendering, or goes on. While it is paused only what playback waits for is rendered; the line in hand stops
    /// and is the first when it goes on.
    pub fn set_paused(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
        if is_paused
            && let Some(current) = &mut self.current
            && current.priority > Priority::Playing
            && !current.cancel.is_cancelled()
        {
            current.comes_back = true;
            current.cancel.cancel();
        }
    }

    /// See [`Self::set_paused`].
    pub const fn is_paused(&self) -> bool {
        self.is_paused
    }

    fn sort(&mut self) {
        let Self { jobs, in_view, .. } = self;
        jobs.sort_by_key(|job| job.key(in_view));
        self.make_way();
    }

    /// The line is being rendered from an older text: stop that.
    fn cancel_outdated(&mut self, line: LineId, request: &LineRequest) {
        if let Some(current) = &mut self.current
            && current.request.line == line
            && current.request != *request
        {
            current.comes_back = false;
            current.cancel.cancel();
        }
    }

    /// What is heard now does not wait for what is not, nor what was just edited for what nobody waits for.
    fn make_way(&mut self) {
        let Some(first) = self.jobs.first() else { return };
        let is_urgent = |current: &Current| match first.priority {
            Priority::Playing => current.priority > Priority::Edited,
            Priority::Edited => current.priority > Priority::Ahead && !self.is_paused,
            _ => false,
        };
        if let Some(current) = &mut self.current
            && is_urgent(current)
            && !current.cancel.is_cancelled()
        {
            current.comes_back = true;
            current.cancel.cancel();
        }
    }

    /// The next job for a worker that has none.
    pub fn next_job(&mut self) -> Option<(Ticket, LineRequest, Cancel)> {
        let first = self.jobs.first().filter(|_| self.current.is_none())?;
        if self.is_paused && first.priority > Priority::Playing {
            return None;
        }
        let Job { request, priority, place } = self.jobs.remove(0);
        self.last_ticket += 1;
        let ticket = Ticket(self.last_ticket);
        let cancel = Cancel::new();
        self.current = Some(Current {
            ticket,
            request: request.clone(),
            n_done: 0,
            n_chunks: 0,
            priority,
            place,
            cancel: cancel.clone(),
            comes_back: false,
        });
        Some((ticket, request, cancel))
    }

    /// Notes progress of the job in hand; late news of another is ignored.
    pub fn progress(&mut self, ticket: Ticket, n_done: usize, n_chunks: usize) -> Option<LineId> {
        let current = self.current.as_mut().filter(|current| current.ticket == ticket)?;
        (current.n_done, current.n_chunks) = (n_done, n_chunks);
        Some(current.request.line)
    }

    /// The job `ticket` ended in one way or another. Gives the job if it was the one in hand: the one place where late
    /// answers are dropped. A job that made way for another is back in the queue.
    pub fn finish(&mut self, ticket: Ticket) -> Option<Current> {
        let current = self.current.take_if(|current| current.ticket == ticket)?;
        let waits = self.jobs.iter().any(|job| job.request.line == current.request.line);
        if current.comes_back && !waits {
            let Current { request, priority, place, .. } = &current;
            self.insert(Job { request: request.clone(), priority: *priority, place: *place });
        } else {
            self.n_finished += usize::from(!current.cancel.is_cancelled());
        }
        self.forget_finished();
        Some(current)
    }

    fn forget_finished(&mut self) {
        if self.is_empty() {
            self.n_finished = 0;
        }
    }

    /// Learns from a finished render how long one takes.
    pub fn learn(&mut self, n_chars: usize, secs: f64) {
        if n_chars == 0 || !secs.is_finite() {
            return;
        }
        let measured = secs / n_chars as f64;
        let mean = self.speed.secs_per_char.map_or(measured, |old| old * 0.8 + measured * 0.2);
        self.speed.secs_per_char = Some(mean);
    }

    /// No longer wants `line`; stops it if it is in hand.
    pub fn cancel(&mut self, line: LineId) {
        self.jobs.retain(|job| job.request.line != line);
        if let Some(current) = self.current.as_mut().filter(|current| current.request.line == line) {
            current.comes_back = false;
            current.cancel.cancel();
        }
        self.forget_finished();
    }

    /// No longer wants anything.
    pub fn cancel_all(&mut self) {
        self.jobs.clear();
        self.is_paused = false;
        if let Some(current) = &mut self.current {
            current.comes_back = false;
            current.cancel.cancel();
        }
        self.forget_finished();
    }

    /// The job in hand.
    pub fn current(&self) -> Option<&Current> {
        self.current.as_ref()
    }

    /// Whether the job in hand was told to stop.
    pub fn is_stopping(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.cancel.is_cancelled())
    }

    /// Waiting lines in order.
    pub fn waiting(&self) -> impl Iterator<Item = LineId> {
        self.jobs.iter().map(|job| job.request.line)
    }

    /// Waiting lines in order, with the seconds until each is done.
    pub fn places(&self) -> impl Iterator<Item = (LineId, Option<f64>)> {
        let mut n_chars = self.n_chars_in_hand();
        self.jobs.iter().map(move |job| {
            n_chars += job.request.text.chars().count() as f64;
            (job.request.line, self.secs_for(n_chars))
        })
    }

    /// Lines waiting or in hand.
    pub fn len(&self) -> usize {
        self.jobs.len() + usize::from(self.current.is_some())
    }

    /// True where nothing waits and nothing is in hand.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lines finished since the queue was last empty.
    pub const fn n_finished(&self) -> usize {
        self.n_finished
    }

    /// Seconds until the queue is empty, by measured speed; `None` before the first measurement.
    pub fn secs_left(&self) -> Option<f64> {
        let n_chars: usize = self.jobs.iter().map(|job| job.request.text.chars().count()).sum();
        self.secs_for(n_chars as f64 + self.n_chars_in_hand())
    }

    /// What is left of the job in hand.
    fn n_chars_in_hand(&self) -> f64 {
        self.current.as_ref().map_or(0.0, |current| {
            let share_left = 1.0 - current.n_done as f64 / current.n_chunks.max(1) as f64;
            current.request.text.chars().count() as f64 * share_left
        })
    }

    fn secs_for(&self, n_chars: f64) -> Option<f64> {
        self.speed.secs_per_char.map(|secs| secs * n_chars)
    }
}

#[cfg(test)]
mod tests;
