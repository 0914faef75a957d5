//! The circuit breaker as the window drives it: which lines wait for it, what stands in for them, and the ways out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::App;
use super::action::BreakerAction;
use super::queue::Priority;
use super::state::{BreakerView, Level};
use crate::script::LineId;
use crate::studio::breaker::{Failure, Gate};
use crate::studio::budget::{Budget, WARN_ABOVE};
use crate::studio::{Command, LineRequest, RenderError, Take};
use crate::voice::runtime::Device;

/// Share of memory below which another warning may come.
const WARN_AGAIN_BELOW: f64 = 0.8;
/// Chunks are not made shorter than this by the button, in `char`s.
const SHORTEST_CHUNK: usize = 30;

impl App {
    /// Notes that a line failed. True where it waits for the breaker now, instead of having failed.
    pub(super) fn note_failure(&mut self, request: &LineRequest, error: &RenderError) -> bool {
        let opened = self.breaker.on_failure(Failure::of(error), Instant::now());
        if opened {
            self.breaker_line = Some(request.line);
            if self.request(request.line).as_ref() == Some(request) {
                self.queue.want(request.clone(), Priority::Edited);
            }
        }
        self.refresh_breaker();
        opened
    }

    /// Whether the worker may be given a line, and whether that line is the trial.
    pub(super) fn leave_to_render(&mut self) -> Option<bool> {
        if self.queue.is_empty() {
            return None;
        }
        let leave = match self.breaker.gate(Instant::now()) {
            Gate::Pass => Some(false),
            Gate::Trial => Some(true),
            Gate::Wait(_) => None,
        };
        if leave == Some(true) {
            self.refresh_breaker();
        }
        leave
    }

    /// A line was rendered.
    pub(super) fn note_success(&mut self) {
        let was_open = self.breaker.trip().is_some();
        self.breaker.on_success();
        if was_open {
            self.breaker_line = None;
            self.refresh_breaker();
        }
    }

    /// A render was cancelled: if it was the trial, another may begin.
    pub(super) fn note_cancelled(&mut self) {
        self.breaker.on_cancelled(Instant::now());
        self.refresh_breaker();
    }

    /// What the banner shows.
    pub(super) fn refresh_breaker(&mut self) {
        let now = Instant::now();
        let view = self.breaker.trip().map(|trip| BreakerView {
            trip,
            line: self.breaker_line,
            n_failed_trials: self.breaker.n_failed_trials(),
            // Whole seconds: the banner is drawn again when they change.
            next_try_secs: self.breaker.next_try_in(now).map(|left| left.as_secs_f64().ceil() as u64),
        });
        let changed = self.state.breaker.is_some() != view.is_some();
        self.state.breaker = view;
        if changed {
            self.refresh_queue();
        }
    }

    /// How soon the breaker has something to do or to show.
    pub(super) fn next_breaker_turn_in(&self, now: Instant) -> Option<Duration> {
        let left = self.breaker.next_try_in(now).filter(|_| !self.queue.is_empty() || self.state.breaker.is_some())?;
        Some(left.min(Duration::from_secs(1)))
    }

    /// Tells once when memory is nearly used up.
    pub(super) fn warn_of_memory(&mut self) {
        let usage = &self.state.usage;
        if usage.total_bytes == 0 {
            return;
        }
        let share = Budget::of_megabytes(self.state.settings.memory_budget_mb).share_used(usage);
        if share > WARN_ABOVE && !self.warned_of_memory {
            self.warned_of_memory = true;
            let percent = format!("{:.0}", share * 100.0);
            self.notify_with(Level::Warning, "notice-memory-high", &[("percent", &percent)]);
        } else if share < WARN_AGAIN_BELOW {
            self.warned_of_memory = false;
        }
    }

    pub(super) fn set_memory_budget(&mut self, megabytes: Option<u64>) {
        self.state.settings.memory_budget_mb = megabytes;
        self.command(Command::SetBudget(Budget::of_megabytes(megabytes)));
        self.breaker.retry(Instant::now());
        self.refresh_breaker();
    }

    /// The take that stands in for a line.
    pub(super) fn stand_in(&mut self, request: &LineRequest) -> Arc<Take> {
        Arc::new(self.fallback.take(request))
    }

    pub(super) fn apply_breaker(&mut self, action: BreakerAction) {
        match action {
            BreakerAction::Retry => {}
            BreakerAction::SmallerChunks => {
                let voice = &self.state.project.meta.voice;
                let of_voice =
                    self.voice_infos.iter().find(|info| info.id == *voice).map_or(120, |info| info.max_chars);
                let now = self.state.project.meta.delivery.max_chars.unwrap_or(of_voice);
                let smaller = (now / 2).max(SHORTEST_CHUNK);
                self.change_meta(None, |meta| meta.delivery.max_chars = Some(smaller));
                self.rewant_waiting();
            }
            BreakerAction::LighterVoice(voice) => {
                self.change_meta(None, |meta| meta.voice = voice);
                self.rewant_waiting();
            }
            BreakerAction::UseCpu => {
                // First: what the change of device loads would end with the process.
                self.command(Command::EndEngine);
                self.apply(super::Action::SetModelDevice(Device::Cpu));
            }
            BreakerAction::FreeModel => {
                let voices: Vec<String> = self.voice_infos.iter().map(|info| info.id.clone()).collect();
                for voice in voices {
                    self.command(Command::Unload { voice });
                }
                self.command(Command::EndEngine);
                return;
            }
        }
        self.breaker.retry(Instant::now());
        self.refresh_breaker();
    }

    /// Lines that wait are wanted as they are now.
    fn rewant_waiting(&mut self) {
        let waiting: Vec<LineId> = self.queue.waiting().collect();
        for line in waiting {
            if let Some(request) = self.request(line) {
                self.queue.want(request, Priority::Rest);
            }
        }
        self.refresh_queue();
    }
}
