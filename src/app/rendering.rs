//! Rendering as the window drives it: what is wanted, what became of it, and the state of each line.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use super::action::Action;
use super::playback::{Lookup, Programme};
use super::queue::{Current, Priority};
use super::state::{Begun, LineStatus, QueueView, State};
use super::{App, RENDER_AFTER, explain};
use crate::audio::Clip;
use crate::script::LineId;
use crate::studio::cache::{ContentKey, TakeCache};
use crate::studio::{Command, Effort, LineRequest, RenderError, Take, Ticket};

impl App {
    pub(super) fn apply_render(&mut self, action: Action) {
        match action {
            Action::Render(line) => {
                self.queue.set_paused(false);
                self.want(line, Priority::Edited);
            }
            Action::LoadTake(line) => {
                self.read_stored(line, None);
            }
            Action::RenderAll => {
                let lines: Vec<LineId> = self.state.project.lines().iter().map(|line| line.id).collect();
                self.queue.set_paused(false);
                for line in lines {
                    self.enqueue(line, Priority::Rest);
                }
                self.refresh_queue();
            }
            Action::PauseRendering(is_paused) => {
                self.queue.set_paused(is_paused);
                self.refresh_queue();
            }
            Action::RenderNext(line) => {
                self.queue.render_next(line);
                self.refresh_queue();
            }
            Action::RenderLast(line) => {
                self.queue.render_last(line);
                self.refresh_queue();
            }
            Action::InView(lines) => {
                self.queue.set_in_view(lines);
                if !self.queue.is_empty() {
                    self.refresh_queue();
                }
            }
            Action::NewTake(line) => {
                self.change_line(line, None, |line| line.seed = line.seed.wrapping_add(1));
                self.queue.set_paused(false);
                self.want(line, Priority::Edited);
            }
            Action::CancelRender(line) => {
                self.queue.cancel(line);
                self.edited = self.edited.filter(|(edited, _)| *edited != line);
                if self.programme.as_ref().and_then(Programme::next_line) == Some(line) {
                    self.stop();
                }
                self.refresh_status(line);
                self.refresh_queue();
            }
            Action::CancelAll => {
                self.edited = None;
                if self.programme.as_ref().is_some_and(|programme| !programme.is_complete()) {
                    self.stop();
                }
                self.cancel_export();
                self.queue.cancel_all();
                self.refresh_queue();
            }
            Action::Export(settings) => self.start_export(settings),
            Action::CancelExport => self.cancel_export(),
            _ => {}
        }
    }

    pub(super) fn request(&self, id: LineId) -> Option<LineRequest> {
        if let Some(preview) = self.state.lexicon.previews.get(&id) {
            return Some(preview.request.clone());
        }
        let line = self.state.project.line(id)?;
        (!line.text.trim().is_empty()).then(|| LineRequest::of(&self.state.project, line, &self.state.lexicons))
    }

    /// The sound of a line as it is written now.
    pub(super) fn lookup(state: &State, cache: &mut TakeCache, id: LineId) -> Lookup {
        if let Some(preview) = state.lexicon.previews.get(&id) {
            return preview.lookup(cache);
        }
        let Some(line) = state.project.line(id) else { return Lookup::Failed };
        if line.text.trim().is_empty() {
            return Lookup::Failed;
        }
        let request = LineRequest::of(&state.project, line, &state.lexicons);
        if let Some(take) = cache.get(&ContentKey::of(&request)) {
            return Lookup::Ready(take);
        }
        if let Some(begun) = state.begun.as_ref().filter(|begun| *begun.request == request) {
            return Lookup::Begun(begun.pieces.clone());
        }
        if let Some(stand_in) = state.lines.get(&id).and_then(|view| view.stand_in.as_ref()) {
            return Lookup::StandIn(Arc::clone(stand_in));
        }
        match state.lines.get(&id).and_then(|view| view.failed.as_ref()) {
            Some((failed, _)) if **failed == request => Lookup::Failed,
            _ => Lookup::NotYet,
        }
    }

    /// What the line in hand waits for.
    pub(super) fn refresh_wait(&mut self) {
        self.state.queue.waits = self.queue.current().and_then(|current| current.cancel.wait());
    }

    /// Whether the line in hand may have to wait for a server, which is looked at.
    pub(super) fn may_wait(&self) -> bool {
        self.queue.current().is_some_and(|current| self.state.sent_to(&current.request.voice).is_some())
    }

    /// Wants a line rendered, unless its sound is there already.
    pub(super) fn want(&mut self, id: LineId, priority: Priority) {
        self.enqueue(id, priority);
        self.refresh_queue();
    }

    /// The same for one of many: the places in the queue are worked out afterwards.
    pub(super) fn enqueue(&mut self, id: LineId, priority: Priority) {
        let Some(request) = self.request(id) else { return };
        if self.cache.get(&ContentKey::of(&request)).is_some() {
            self.refresh_status(id);
            return;
        }
        if self.read_stored(id, Some(priority)) {
            return;
        }
        if let Some(view) = self.state.lines.get_mut(&id) {
            view.failed = None; // asking again is another try
        }
        self.queue.want(request, priority);
    }

    /// Renders the edited line once the person has paused.
    pub(super) fn render_edited(&mut self, now: Instant) {
        if let Some((line, at)) = self.edited
            && now.saturating_duration_since(at) >= RENDER_AFTER
        {
            self.edited = None;
            self.state.history.seal(); // a pause in typing ends the step that undo takes back
            self.want(line, Priority::Edited);
        }
    }

    /// Gives the worker its next job.
    pub(super) fn feed_worker(&mut self) {
        if self.queue.current().is_some() {
            return;
        }
        let Some(is_trial) = self.leave_to_render() else { return };
        let Some((ticket, request, cancel)) = self.queue.next_job() else { return };
        let line = request.line;
        let known = self.cache.get(&ContentKey::of(&request)).filter(|_| !is_trial);
        if let Some(take) = known {
            // A line of the same words was rendered meanwhile.
            self.queue.finish(ticket);
            drop(take);
        } else {
            let effort = if is_trial { Effort::Careful } else { Effort::Usual };
            // A trial cuts the line in another way, and its take is not what an export renders.
            let is_awaited = !is_trial && self.programme.as_ref().and_then(Programme::next_line) == Some(line);
            self.command(Command::Render { ticket, request: Box::new(request), effort, is_awaited, cancel });
        }
        self.refresh_status(line);
        self.refresh_queue();
    }

    /// The job that was in hand is over, in whatever way; `None` if `ticket` is not its.
    pub(super) fn finish(&mut self, ticket: Ticket) -> Option<Current> {
        self.state.begun = None;
        self.queue.finish(ticket)
    }

    /// More of the beginning of the line that is waited for.
    pub(super) fn on_heard(&mut self, ticket: Ticket, at: usize, samples: Vec<f32>) {
        let Some(current) = self.queue.current().filter(|current| current.ticket == ticket) else { return };
        let begun = self.state.begun.take().filter(|begun| *begun.request == current.request);
        let mut begun =
            begun.unwrap_or_else(|| Begun { request: Box::new(current.request.clone()), pieces: Vec::new() });
        begun.take_back(at);
        begun.pieces.push(Clip::new(samples, current.request.rate_hz));
        self.state.begun = Some(begun);
    }

    pub(super) fn on_done(&mut self, ticket: Ticket, effort: Effort, take: Arc<Take>) {
        let Some(Current { request, .. }) = self.finish(ticket) else { return };
        // What has a sound is a place that undo can come back to.
        self.state.history.seal();
        self.queue.learn(request.text.chars().count(), take.render_ms / 1_000.0);
        if !take.provider.is_empty() {
            self.state.provider.clone_from(&take.provider);
            self.state.spoke_last = Some(request.voice.clone());
        }
        self.note_success();
        if effort == Effort::Usual {
            self.store_take(request.line, &take);
        }
        self.keep(ContentKey::of(&request), take);
        self.refresh_status(super::lexicon::line_of(request.line).unwrap_or(request.line));
        self.timeline_is_stale = true;
        self.refresh_queue();
    }

    pub(super) fn on_failed(&mut self, ticket: Ticket, error: &RenderError) {
        let Some(Current { request, .. }) = self.finish(ticket) else { return };
        let is_preview = self.state.lexicon.previews.contains_key(&request.line);
        if self.note_failure(&request, error) && !is_preview {
            log::warn!("rendering waits: {error}");
            self.refresh_status(request.line);
            self.refresh_queue();
            return;
        }
        let message = explain::render_error(error, &self.texts);
        log::warn!("line {}: {error}", self.state.project.index_of(request.line).map_or(0, |index| index + 1));
        if let Some(preview) = self.state.lexicon.previews.get_mut(&request.line) {
            preview.failed = true;
            self.notify_with(super::state::Level::Error, "notice-hear-failed", &[("why", &message)]);
            self.refresh_queue();
            return;
        }
        if self.request(request.line).as_ref() == Some(&request)
            && let Some(view) = self.state.lines.get_mut(&request.line)
        {
            view.failed = Some((Box::new(request.clone()), message));
        }
        self.refresh_status(request.line);
        self.refresh_queue();
    }

    /// Works out the state of a line. A failure stays until the line changes or is wanted again.
    pub(super) fn refresh_status(&mut self, id: LineId) {
        let place = self.queue.waiting().position(|line| line == id);
        self.refresh_status_at(id, place);
    }

    /// The same for a line whose place in the queue is known.
    fn refresh_status_at(&mut self, id: LineId, place: Option<usize>) {
        let request = self.request(id);
        let take = request.as_ref().and_then(|request| self.cache.get(&ContentKey::of(request)));
        let in_hand = self.queue.current().filter(|current| current.request.line == id && !self.queue.is_stopping());
        let in_hand = in_hand.map(|current| (current.n_done, current.n_chunks));
        let is_stored =
            self.state.lines.get(&id).and_then(|view| view.store_key).is_some_and(|key| self.is_stored(key));
        let waits =
            self.breaker.trip().is_some() && in_hand.is_none() && place.is_some() && take.is_none() && !is_stored;
        let stand_in = request.as_ref().filter(|_| waits).map(|request| self.stand_in(request));
        let Some(view) = self.state.lines.get_mut(&id) else { return };
        view.stand_in = stand_in;
        if let (Some(take), Some(request)) = (take, &request) {
            view.take = Some(take);
            view.take_of = Some(Box::new(request.clone()));
            if matches!(std::mem::replace(&mut view.status, LineStatus::Ready), LineStatus::Failed(_)) {
                self.check_walk.begin_again();
            }
            return;
        }
        if request.is_none() {
            (view.take, view.take_of) = (None, None);
        }
        if is_stored {
            // Its sound is read when it is heard or seen; an older one would be another line's.
            (view.take, view.take_of) = (None, None);
            view.status = LineStatus::Ready;
            return;
        }
        view.failed.take_if(|(failed, _)| request.as_ref() != Some(&**failed));
        let had_failed = matches!(view.status, LineStatus::Failed(_));
        view.status = match (in_hand, place, &view.failed) {
            (Some((n_done, n_chunks)), _, _) => LineStatus::Rendering(n_done, n_chunks),
            (None, Some(_), _) if waits => LineStatus::Fallback,
            (None, Some(place), _) => LineStatus::Queued(place),
            (None, None, Some((_, why))) => LineStatus::Failed(why.clone()),
            _ if view.take.is_some() => LineStatus::Stale,
            _ => LineStatus::Pending,
        };
        if had_failed != matches!(view.status, LineStatus::Failed(_)) {
            self.check_walk.begin_again();
        }
    }

    /// Works out the places in the queue, and the state of the lines that came into it or left it.
    pub(super) fn refresh_queue(&mut self) {
        let waits = self.breaker.trip().is_some();
        let places: HashMap<LineId, (usize, Option<f64>)> =
            self.queue.places().enumerate().map(|(place, (line, secs))| (line, (place, secs))).collect();
        let mut outdated: Vec<LineId> = Vec::new();
        for (id, view) in &mut self.state.lines {
            let queued = places.get(id).copied();
            view.secs_left = queued.and_then(|(_, secs)| secs);
            match (&mut view.status, queued) {
                (LineStatus::Queued(place), Some((new, _))) if !waits => *place = new,
                (LineStatus::Fallback, Some(_)) if waits => {}
                (LineStatus::Queued(_) | LineStatus::Rendering(..) | LineStatus::Fallback, _) | (_, Some(_)) => {
                    outdated.push(*id);
                }
                _ => {}
            }
        }
        for id in outdated {
            self.refresh_status_at(id, places.get(&id).map(|&(place, _)| place));
        }
        self.state.queue = QueueView {
            waits: self.state.queue.waits,
            n_waiting: self.queue.len(),
            n_finished: self.queue.n_finished(),
            is_paused: self.queue.is_paused(),
            secs_left: if self.queue.is_empty() { None } else { self.queue.secs_left() },
            loading_voice: self.state.queue.loading_voice,
        };
    }
}
