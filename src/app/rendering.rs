//! Rendering as the window drives it: what is wanted, what became of it, and the state of each line.

use std::sync::Arc;
use std::time::Instant;

use super::action::Action;
use super::playback::{Lookup, Programme};
use super::queue::{Current, Priority};
use super::state::{LineStatus, QueueView, State};
use super::{App, RENDER_AFTER, explain};
use crate::script::LineId;
use crate::studio::cache::{ContentKey, TakeCache};
use crate::studio::{Command, LineRequest, RenderError, Take, Ticket};

impl App {
    pub(super) fn apply_render(&mut self, action: Action) {
        match action {
            Action::Render(line) => self.want(line, Priority::Edited),
            Action::RenderAll => {
                let lines: Vec<LineId> = self.state.project.lines().iter().map(|line| line.id).collect();
                for line in lines {
                    self.want(line, Priority::Rest);
                }
            }
            Action::NewTake(line) => {
                self.change_line(line, None, |line| line.seed = line.seed.wrapping_add(1));
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
        match state.lines.get(&id).and_then(|view| view.failed.as_ref()) {
            Some((failed, _)) if **failed == request => Lookup::Failed,
            _ => Lookup::NotYet,
        }
    }

    /// Wants a line rendered, unless its sound is there already.
    pub(super) fn want(&mut self, id: LineId, priority: Priority) {
        let Some(request) = self.request(id) else { return };
        if self.cache.get(&ContentKey::of(&request)).is_some() {
            self.refresh_status(id);
            return;
        }
        if let Some(view) = self.state.lines.get_mut(&id) {
            view.failed = None; // asking again is another try
        }
        self.queue.want(request, priority);
        self.refresh_queue();
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
        if let Some((ticket, request, cancel)) = self.queue.next_job() {
            let line = request.line;
            self.command(Command::Render { ticket, request: Box::new(request), cancel });
            self.refresh_status(line);
            self.refresh_queue();
        }
    }

    pub(super) fn on_done(&mut self, ticket: Ticket, take: Arc<Take>) {
        let Some(Current { request, .. }) = self.queue.finish(ticket) else { return };
        // What has a sound is a place that undo can come back to.
        self.state.history.seal();
        self.queue.learn(request.text.chars().count(), take.render_ms / 1_000.0);
        if !take.provider.is_empty() {
            self.state.provider.clone_from(&take.provider);
        }
        for gone in self.cache.put(ContentKey::of(&request), take) {
            for view in self.state.lines.values_mut() {
                if view.take_of.as_deref().is_some_and(|of| ContentKey::of(of) == gone) {
                    (view.take, view.take_of) = (None, None);
                    if view.status == LineStatus::Ready {
                        view.status = LineStatus::Pending;
                    }
                }
            }
        }
        self.refresh_status(super::lexicon::line_of(request.line).unwrap_or(request.line));
        self.timeline_is_stale = true;
        self.refresh_queue();
    }

    pub(super) fn on_failed(&mut self, ticket: Ticket, error: &RenderError) {
        let Some(Current { request, .. }) = self.queue.finish(ticket) else { return };
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
        let request = self.request(id);
        let take = request.as_ref().and_then(|request| self.cache.get(&ContentKey::of(request)));
        let in_hand = self.queue.current().filter(|current| current.request.line == id && !self.queue.is_stopping());
        let in_hand = in_hand.map(|current| (current.n_done, current.n_chunks));
        let place = self.queue.waiting().position(|line| line == id);
        let Some(view) = self.state.lines.get_mut(&id) else { return };
        if let (Some(take), Some(request)) = (take, &request) {
            view.take = Some(take);
            view.take_of = Some(Box::new(request.clone()));
            view.status = LineStatus::Ready;
            return;
        }
        if request.is_none() {
            (view.take, view.take_of) = (None, None);
        }
        view.failed.take_if(|(failed, _)| request.as_ref() != Some(&**failed));
        view.status = match (in_hand, place, &view.failed) {
            (Some((n_done, n_chunks)), _, _) => LineStatus::Rendering(n_done, n_chunks),
            (None, Some(place), _) => LineStatus::Queued(place),
            (None, None, Some((_, why))) => LineStatus::Failed(why.clone()),
            _ if view.take.is_some() => LineStatus::Stale,
            _ => LineStatus::Pending,
        };
    }

    /// Works out the places in the queue.
    pub(super) fn refresh_queue(&mut self) {
        let queued: Vec<LineId> = self
            .state
            .lines
            .iter()
            .filter(|(_, view)| matches!(view.status, LineStatus::Queued(_) | LineStatus::Rendering(..)))
            .map(|(id, _)| *id)
            .chain(self.queue.waiting())
            .collect();
        for id in queued {
            self.refresh_status(id);
        }
        self.state.queue = QueueView {
            n_waiting: self.queue.len(),
            secs_left: if self.queue.is_empty() { None } else { self.queue.secs_left() },
            loading_voice: self.state.queue.loading_voice,
        };
    }
}
