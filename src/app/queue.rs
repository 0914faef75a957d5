//! What to render next. Pure: no clock, no channel; the app feeds it and asks it.

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
    /// An export or "render all" wants it.
    Rest,
}

/// A line that waits.
#[derive(Debug)]
struct Job {
    request: LineRequest,
    priority: Priority,
    /// Order of arrival among jobs of one priority.
    arrival: u64,
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
    cancel: Cancel,
    /// Put back into the queue when the cancellation arrives (something more urgent came).
    comes_back: bool,
}

/// Lines waiting to be rendered, and the one that is.
#[derive(Debug, Default)]
pub struct RenderQueue {
    jobs: Vec<Job>,
    current: Option<Current>,
    last_ticket: u64,
    last_arrival: u64,
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
        } else {
            self.last_arrival += 1;
            self.jobs.push(Job { request, priority, arrival: self.last_arrival });
        }
        self.jobs.sort_by_key(|job| (job.priority, job.arrival));
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

    /// Something that is heard now does not wait for something that is not.
    fn make_way(&mut self) {
        let Some(first) = self.jobs.first() else { return };
        if let Some(current) = &mut self.current
            && first.priority == Priority::Playing
            && current.priority > Priority::Edited
            && !current.cancel.is_cancelled()
        {
            current.comes_back = true;
            current.cancel.cancel();
        }
    }

    /// The next job for a worker that has none.
    pub fn next_job(&mut self) -> Option<(Ticket, LineRequest, Cancel)> {
        if self.current.is_some() || self.jobs.is_empty() {
            return None;
        }
        let job = self.jobs.remove(0);
        self.last_ticket += 1;
        let ticket = Ticket(self.last_ticket);
        let cancel = Cancel::new();
        self.current = Some(Current {
            ticket,
            request: job.request.clone(),
            n_done: 0,
            n_chunks: 0,
            priority: job.priority,
            cancel: cancel.clone(),
            comes_back: false,
        });
        Some((ticket, job.request, cancel))
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
        if current.comes_back && !self.jobs.iter().any(|job| job.request.line == current.request.line) {
            self.last_arrival += 1;
            self.jobs.push(Job {
                request: current.request.clone(),
                priority: current.priority,
                arrival: self.last_arrival,
            });
            self.jobs.sort_by_key(|job| (job.priority, job.arrival));
        }
        Some(current)
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
    }

    /// No longer wants anything.
    pub fn cancel_all(&mut self) {
        self.jobs.clear();
        if let Some(current) = &mut self.current {
            current.comes_back = false;
            current.cancel.cancel();
        }
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

    /// Lines waiting or in hand.
    pub fn len(&self) -> usize {
        self.jobs.len() + usize::from(self.current.is_some())
    }

    /// True where nothing waits and nothing is in hand.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Seconds until the queue is empty, by measured speed; `None` before the first measurement.
    pub fn secs_left(&self) -> Option<f64> {
        let n_chars: usize = self.jobs.iter().map(|job| job.request.text.chars().count()).sum();
        let in_hand = self.current.as_ref().map_or(0.0, |current| {
            let share_left = 1.0 - current.n_done as f64 / current.n_chunks.max(1) as f64;
            current.request.text.chars().count() as f64 * share_left
        });
        self.speed.secs_per_char.map(|secs| secs * (n_chars as f64 + in_hand))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Priority, RenderQueue};
    use crate::script::{LineId, Project};
    use crate::studio::LineRequest;

    fn request(line: u64, text: &str) -> LineRequest {
        let mut project = Project::default();
        project.push_text(text, true);
        LineRequest { line: LineId(line), ..LineRequest::of(&project, &project.lines()[0], &std::sync::Arc::default()) }
    }

    #[test]
    fn the_urgent_goes_first_and_the_interrupted_comes_back() {
        let mut queue = RenderQueue::default();
        queue.want(request(1, "export"), Priority::Rest);
        queue.want(request(2, "export"), Priority::Rest);
        let (ticket, first, cancel) = queue.next_job().expect("a job");
        assert_eq!(first.line, LineId(1));
        queue.want(request(9, "heard"), Priority::Playing);
        assert!(cancel.is_cancelled(), "the export makes way");
        assert!(queue.next_job().is_none(), "one job at a time");
        queue.finish(ticket).expect("it was in hand");
        let order: Vec<u64> = std::iter::from_fn(|| {
            let (ticket, request, _) = queue.next_job()?;
            queue.finish(ticket);
            Some(request.line.0)
        })
        .collect();
        assert_eq!(order, [9, 2, 1]);
    }

    #[test]
    fn an_edit_while_rendering_stops_the_old_text_only() {
        let mut queue = RenderQueue::default();
        queue.want(request(1, "old"), Priority::Edited);
        let (ticket, _, cancel) = queue.next_job().expect("a job");
        queue.want(request(1, "old"), Priority::Edited);
        assert!(!cancel.is_cancelled() && queue.len() == 1, "the same again changes nothing");
        queue.want(request(1, "new"), Priority::Edited);
        assert!(cancel.is_cancelled());
        queue.finish(ticket);
        let (_, next, _) = queue.next_job().expect("the new text");
        assert_eq!(next.text, "new");
        assert!(queue.waiting().next().is_none());
    }

    #[test]
    fn late_answers_are_dropped() {
        let mut queue = RenderQueue::default();
        queue.want(request(1, "a"), Priority::Rest);
        let (old, ..) = queue.next_job().expect("a job");
        queue.finish(old);
        queue.want(request(1, "b"), Priority::Rest);
        queue.next_job().expect("a job");
        assert!(queue.finish(old).is_none());
        assert!(queue.progress(old, 1, 2).is_none());
        assert_eq!(queue.len(), 1);
    }

    #[derive(Clone, Debug)]
    enum Op {
        Want(u64, u8, u8),
        Next,
        Finish,
        Cancel(u64),
        CancelAll,
    }

    fn op() -> impl Strategy<Value = Op> {
        prop_oneof![
            (0..6u64, 0..3u8, 0..4u8).prop_map(|(line, text, priority)| Op::Want(line, text, priority)),
            Just(Op::Next),
            Just(Op::Finish),
            (0..6u64).prop_map(Op::Cancel),
            Just(Op::CancelAll),
        ]
    }

    proptest! {
        /// Whatever happens, a wanted line is rendered or cancelled, never stuck, and never twice in the queue.
        #[test]
        fn no_line_is_stuck(ops in prop::collection::vec(op(), 0..60)) {
            let mut queue = RenderQueue::default();
            let mut wanted = std::collections::HashMap::new();
            let mut in_hand = None;
            for op in ops {
                match op {
                    Op::Want(line, text, priority) => {
                        let priority = [Priority::Playing, Priority::Edited, Priority::Ahead, Priority::Rest][priority as usize];
                        let text = format!("text {text}");
                        queue.want(request(line, &text), priority);
                        wanted.insert(line, text);
                    }
                    Op::Next => if let Some((ticket, request, cancel)) = queue.next_job() {
                        prop_assert!(in_hand.is_none());
                        in_hand = Some((ticket, request, cancel));
                    },
                    Op::Finish => if let Some((ticket, request, cancel)) = in_hand.take() {
                        queue.finish(ticket);
                        if !cancel.is_cancelled() && wanted.get(&request.line.0) == Some(&request.text) {
                            wanted.remove(&request.line.0);
                        }
                    },
                    Op::Cancel(line) => { queue.cancel(line_id(line)); wanted.remove(&line); }
                    Op::CancelAll => { queue.cancel_all(); wanted.clear(); }
                }
                let mut lines: Vec<_> = queue.waiting().collect();
                let n = lines.len();
                lines.sort();
                lines.dedup();
                prop_assert_eq!(lines.len(), n, "a line waits twice");
            }
            // Let the worker catch up.
            loop {
                if let Some((ticket, request, cancel)) = in_hand.take() {
                    queue.finish(ticket);
                    if !cancel.is_cancelled() && wanted.get(&request.line.0) == Some(&request.text) {
                        wanted.remove(&request.line.0);
                    }
                }
                in_hand = queue.next_job();
                if in_hand.is_none() { break; }
            }
            prop_assert!(wanted.is_empty(), "never rendered: {:?}", wanted);
            prop_assert!(queue.is_empty());
        }
    }

    fn line_id(line: u64) -> LineId {
        LineId(line)
    }
}
