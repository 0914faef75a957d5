//! Rendering, playback and export as the window drives them.

use std::sync::Arc;
use std::time::Instant;

use super::action::{Action, ExportSettings};
use super::exporting::{ExportJob, Progress};
use super::playback::{Lookup, Programme, Step};
use super::queue::{Current, Priority};
use super::state::{ExportState, Level, LineStatus, QueueView, State, Transport, TransportState};
use super::{App, RENDER_AFTER, explain};
use crate::export::{Channels, Options, Segment, Tags, plan};
use crate::player;
use crate::script::LineId;
use crate::studio::cache::{ContentKey, TakeCache};
use crate::studio::{Command, LineRequest, RenderError, Take, Ticket};

/// Spoken English and Korean are both near this many characters a second; only for lines never rendered.
const CHARS_PER_SEC: f64 = 14.0;

impl App {
    pub(super) fn apply_sound(&mut self, action: Action) {
        match action {
            Action::PlayLine(line) => self.play(line, true, 0.0),
            Action::PlayFrom(line) => self.play(line, false, 0.0),
            Action::PlayChunk(line, index) => self.play_chunk(line, index),
            Action::TogglePlay => self.toggle_play(),
            Action::Stop => self.stop(),
            Action::PlayPrevious => self.play_neighbour(-1),
            Action::PlayNext => self.play_neighbour(1),
            Action::Seek(line, secs) => {
                let single = self.programme.as_ref().is_none_or(Programme::is_single_line);
                self.play(line, single, secs);
            }
            Action::SetDevice(choice) => self.set_device(choice),
            Action::SetVolume(volume) => {
                self.state.settings.volume = volume.clamp(0.0, 1.0);
                self.player.set_volume(self.state.settings.volume);
            }
            _ => {}
        }
    }

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

    // Rendering.

    fn request(&self, id: LineId) -> Option<LineRequest> {
        let line = self.state.project.line(id)?;
        (!line.text.trim().is_empty()).then(|| LineRequest::of(&self.state.project, line))
    }

    /// The sound of a line as it is written now.
    fn lookup(state: &State, cache: &mut TakeCache, id: LineId) -> Lookup {
        let Some(line) = state.project.line(id) else { return Lookup::Failed };
        if line.text.trim().is_empty() {
            return Lookup::Failed;
        }
        let request = LineRequest::of(&state.project, line);
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
        if let Some((ticket, request, cancel)) = self.queue.next() {
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
        self.refresh_status(request.line);
        self.timeline_is_stale = true;
        self.refresh_queue();
    }

    pub(super) fn on_failed(&mut self, ticket: Ticket, error: &RenderError) {
        let Some(Current { request, .. }) = self.queue.finish(ticket) else { return };
        let message = explain::render_error(error, &self.texts);
        log::warn!("line {}: {error}", self.state.project.index_of(request.line).map_or(0, |index| index + 1));
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

    // Playback.

    fn play(&mut self, line: LineId, single: bool, offset_secs: f64) {
        let Some(index) = self.state.project.index_of(line) else { return };
        let segments = if single { vec![Segment::Line(line)] } else { plan(&self.state.project, index) };
        self.start(Programme::new(segments, self.state.project.meta.rate_hz, offset_secs));
    }

    fn play_chunk(&mut self, line: LineId, index: usize) {
        let rate_hz = self.state.project.meta.rate_hz;
        let part = match Self::lookup(&self.state, &mut self.cache, line) {
            Lookup::Ready(take) => take.chunks.get(index).map(|chunk| (chunk.start, chunk.n_samples)),
            Lookup::NotYet | Lookup::Failed => None,
        };
        match part {
            Some((start, n)) => self.start(Programme::of_chunk(line, rate_hz, start, n)),
            // Not rendered yet: its samples are known only when the whole line is; hear the line.
            None => self.play(line, true, 0.0),
        }
    }

    fn start(&mut self, mut programme: Programme) {
        self.player.stop();
        if let Some(view) = programme.next_line().and_then(|line| self.state.lines.get_mut(&line)) {
            view.failed = None; // playing a failed line is another try
        }
        let steps = programme.pump(None, &mut |id| Self::lookup(&self.state, &mut self.cache, id));
        self.programme = Some(programme);
        self.take_steps(steps);
        self.refresh_transport();
    }

    fn take_steps(&mut self, steps: Vec<Step>) {
        for step in steps {
            match step {
                Step::Play { items, offset_secs } => self.player.play(items, offset_secs, false),
                Step::Push(item) => self.player.push(item),
                Step::End => self.player.end(),
                Step::Want(line, now) => self.want(line, if now { Priority::Playing } else { Priority::Ahead }),
            }
        }
    }

    pub(super) fn pump_playback(&mut self) {
        let Some(programme) = &mut self.programme else { return };
        let status = self.player.status();
        let heard = status.tag.filter(|_| programme.is_started()).map(LineId);
        if programme.is_complete() && (!programme.is_started() || status.state == player::State::Stopped) {
            self.programme = None;
            return;
        }
        let steps = programme.pump(heard, &mut |id| Self::lookup(&self.state, &mut self.cache, id));
        self.take_steps(steps);
    }

    fn toggle_play(&mut self) {
        match (&self.programme, self.player.status().state) {
            (Some(_), player::State::Paused) => self.player.resume(),
            (Some(programme), _) if programme.is_started() => self.player.pause(),
            (Some(_), _) => self.stop(),
            (None, _) => {
                let first = self.state.project.lines().first().map(|line| line.id);
                if let Some(line) = self.state.selected.or(first) {
                    self.play(line, false, 0.0);
                }
            }
        }
        self.refresh_transport();
    }

    pub(super) fn stop(&mut self) {
        self.programme = None;
        self.player.stop();
        self.refresh_transport();
    }

    fn play_neighbour(&mut self, by: isize) {
        let from = self.state.transport.line.or(self.state.selected);
        let Some(mut index) = from.and_then(|id| self.state.project.index_of(id)) else { return };
        let lines = self.state.project.lines();
        loop {
            let Some(next) = index.checked_add_signed(by).filter(|&next| next < lines.len()) else { return };
            index = next;
            if lines.get(index).is_some_and(|line| !line.text.trim().is_empty()) {
                break;
            }
        }
        let Some(id) = lines.get(index).map(|line| line.id) else { return };
        let playing = self.programme.is_some();
        self.select(id, None);
        if playing {
            self.play(id, false, 0.0);
        }
    }

    /// Reads the player's place.
    pub(super) fn refresh_transport(&mut self) {
        let status = self.player.status();
        let started = self.programme.as_ref().is_some_and(Programme::is_started);
        let state = match (&self.programme, status.state) {
            (None, _) => TransportState::Stopped,
            (Some(_), player::State::Paused) => TransportState::Paused,
            (Some(_), player::State::Playing) if started => TransportState::Playing,
            (Some(_), _) => TransportState::Waiting,
        };
        let heard = status.tag.filter(|tag| started && *tag != super::playback::SILENCE_TAG).map(LineId);
        let line = match state {
            TransportState::Stopped => None,
            _ => heard
                .or_else(|| self.state.transport.line.filter(|_| started))
                .or_else(|| self.programme.as_ref()?.next_line()),
        };
        let base = self.programme.as_ref().map_or(0.0, Programme::base_secs);
        let line_secs = if heard.is_some() { base + status.item_secs } else { 0.0 };
        if self.timeline_is_stale {
            self.timeline_is_stale = false;
            (self.timeline, self.state.transport.total_is_estimate) = self.timeline();
        }
        let total_secs = self.timeline.last().map_or(0.0, |(_, start, secs)| start + secs);
        let start =
            line.and_then(|line| self.timeline.iter().find(|(id, ..)| *id == line)).map_or(0.0, |(_, start, _)| *start);
        self.state.transport = Transport {
            state,
            line,
            line_secs,
            timeline_secs: if line.is_some() { start + line_secs } else { 0.0 },
            total_secs,
            total_is_estimate: self.state.transport.total_is_estimate,
            device: status.device,
        };
        self.tell_player_notice(status.notice);
    }

    fn tell_player_notice(&mut self, notice: Option<player::Notice>) {
        if notice == self.last_player_notice {
            return;
        }
        self.last_player_notice.clone_from(&notice);
        match notice {
            Some(player::Notice::NoDevice { reason }) => {
                self.notify_with(Level::Warning, "notice-no-device", &[("why", &reason)]);
            }
            Some(player::Notice::DeviceLost { moved_to: Some(device) }) => {
                self.notify_with(Level::Warning, "notice-device-lost", &[("device", &device)]);
            }
            Some(player::Notice::DeviceLost { moved_to: None }) => self.notify(Level::Warning, "notice-device-gone"),
            Some(player::Notice::Elsewhere { reason, playing_on }) => {
                self.notify_with(
                    Level::Warning,
                    "notice-device-elsewhere",
                    &[("why", &reason), ("device", &playing_on)],
                );
            }
            Some(player::Notice::Skipped { reason, .. }) => {
                self.notify_with(Level::Error, "notice-item-skipped", &[("why", &reason)]);
            }
            Some(player::Notice::Failed) => self.notify(Level::Error, "notice-player-failed"),
            None => {}
        }
    }

    /// Start and length of each line on the project's timeline, and whether a length is an estimate.
    fn timeline(&self) -> (Vec<(LineId, f64, f64)>, bool) {
        let project = &self.state.project;
        let (mut at, mut estimate, mut lines) = (0.0, false, Vec::new());
        for segment in plan(project, 0) {
            match segment {
                Segment::Silence(n) => at += n as f64 / f64::from(project.meta.rate_hz),
                Segment::Line(id) => {
                    let view = self.state.lines.get(&id);
                    let take = view.and_then(|view| view.take.as_ref());
                    let secs = if let Some(take) = take {
                        take.clip.seconds()
                    } else {
                        estimate = true;
                        let n_chars = project.line(id).map_or(0, |line| line.text.chars().count());
                        n_chars as f64 / CHARS_PER_SEC / f64::from(project.meta.delivery.speed.max(0.1))
                    };
                    estimate |= view.is_some_and(|view| view.status == LineStatus::Stale);
                    lines.push((id, at, secs));
                    at += secs;
                }
            }
        }
        (lines, estimate)
    }

    // Export.

    /// Fills the export dialog with what is likely wanted.
    pub(super) fn prepare_export_draft(&mut self) {
        let format = self.state.settings.export_format;
        let folder = self.state.path.as_deref().and_then(std::path::Path::parent).map(std::path::Path::to_owned);
        let folder = folder
            .or_else(|| {
                self.state.export_draft.path.parent().filter(|folder| folder.is_dir()).map(std::path::Path::to_owned)
            })
            .or_else(crate::paths::home)
            .unwrap_or_default();
        self.state.export_draft = ExportSettings {
            path: folder.join(format!("{}.{}", self.file_stem(), format.extension())),
            format,
            title: self.state.project.meta.title.clone(),
            artist: self.state.settings.artist.clone(),
            album: String::new(),
        };
        if !matches!(self.state.export, ExportState::Running(..)) {
            self.state.export = ExportState::Idle;
        }
    }

    fn start_export(&mut self, settings: ExportSettings) {
        if self.export.is_some() {
            return;
        }
        self.state.settings.export_format = settings.format;
        self.state.settings.artist.clone_from(&settings.artist);
        let mut path = settings.path.clone();
        path.set_extension(settings.format.extension());
        self.state.export_draft = ExportSettings { path: path.clone(), ..settings.clone() };
        let options = Options {
            format: settings.format,
            rate_hz: self.state.project.meta.rate_hz,
            channels: Channels::Mono,
            tags: Tags { title: settings.title, artist: settings.artist, album: settings.album },
            replace: true, // the file dialog asked, and the export dialog says so
        };
        let segments = plan(&self.state.project, 0);
        if segments.is_empty() {
            self.state.export = ExportState::Failed(self.texts.get("export-nothing").into_owned());
            return;
        }
        // An earlier failure may have been mended by hand: every line gets another try.
        for view in self.state.lines.values_mut() {
            view.failed = None;
        }
        match ExportJob::start(path, options, segments, self.waker.clone()) {
            Ok(job) => {
                let (n_written, n_lines) = job.n_lines();
                self.state.export = ExportState::Running(n_written, n_lines);
                self.export = Some(job);
            }
            Err(error) => self.state.export = ExportState::Failed(error.to_string()),
        }
    }

    fn cancel_export(&mut self) {
        if self.export.take().is_some() {
            self.state.export = ExportState::Idle;
        }
    }

    pub(super) fn pump_export(&mut self) {
        let Some(job) = &mut self.export else { return };
        let progress = job.pump(&mut |id| Self::lookup(&self.state, &mut self.cache, id));
        let (n_written, n_lines) = job.n_lines();
        match progress {
            Progress::Running(wanted) => {
                self.state.export = ExportState::Running(n_written, n_lines);
                for line in wanted {
                    self.want(line, Priority::Rest);
                }
            }
            Progress::LineFailed(line) => {
                self.export = None;
                let number = self.state.project.index_of(line).map_or(0, |index| index + 1).to_string();
                let why = match self.state.lines.get(&line).map(|view| &view.status) {
                    Some(LineStatus::Failed(why)) => why.clone(),
                    _ => String::new(),
                };
                let values = [("line", number.as_str().into()), ("why", why.as_str().into())];
                self.state.export = ExportState::Failed(self.texts.with("export-line-failed", &values));
                self.select(line, None);
            }
            Progress::Over(Ok(report)) => {
                self.export = None;
                self.state.export = ExportState::Done(report.path, report.seconds, report.n_bytes);
            }
            Progress::Over(Err(error)) => {
                self.export = None;
                self.state.export = ExportState::Failed(explain::export_error(&error, &self.texts));
            }
        }
    }
}
