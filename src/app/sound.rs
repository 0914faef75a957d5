//! Playback as the window drives it.

use super::App;
use super::action::Action;
use super::playback::{Lookup, Programme, SILENCE_TAG, Step};
use super::queue::Priority;
use super::state::{Level, LineStatus, Transport, TransportState};
use crate::export::{Segment, plan};
use crate::player;
use crate::script::LineId;

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

    fn play(&mut self, line: LineId, single: bool, offset_secs: f64) {
        let Some(index) = self.state.project.index_of(line) else { return };
        let segments = if single { vec![Segment::Line(line)] } else { plan(&self.state.project, index) };
        self.start(Programme::new(segments, self.state.project.meta.rate_hz, offset_secs));
    }

    fn play_chunk(&mut self, line: LineId, index: usize) {
        let rate_hz = self.state.project.meta.rate_hz;
        let part = match Self::lookup(&self.state, &mut self.cache, line) {
            Lookup::Ready(take) => take.chunks.get(index).map(|chunk| (chunk.start, chunk.n_samples)),
            Lookup::Begun(_) | Lookup::StandIn(_) | Lookup::NotYet | Lookup::Failed => None,
        };
        match part {
            Some((start, n)) => self.start(Programme::of_chunk(line, rate_hz, start, n)),
            // Not rendered yet: its samples are known only when the whole line is; hear the line.
            None => self.play(line, true, 0.0),
        }
    }

    pub(super) fn start(&mut self, mut programme: Programme) {
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
        let heard = status.tag.filter(|tag| started && *tag != SILENCE_TAG).map(LineId);
        let line = match state {
            TransportState::Stopped => None,
            _ => heard
                .or_else(|| self.state.transport.line.filter(|_| started))
                .or_else(|| self.programme.as_ref()?.next_line()),
        };
        self.state.lexicon.hearing = line.and_then(super::lexicon::heard_of);
        let line = line.and_then(super::lexicon::line_of);
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
}
