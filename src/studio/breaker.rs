//! The circuit breaker: stops asking a model that keeps failing, and tries it again with care.
//!
//! Closed, everything is rendered. What says that the next try will fail too (memory, a time-out, a panic, an engine
//! that dies, several model errors in a row) opens it: nothing is rendered until a pause has passed. Then it is half open:
//! one line is tried with the session rebuilt and chunks of half the size. Success closes it, failure opens it for twice
//! as long. Pure: the caller brings the time.

use std::time::{Duration, Instant};

use super::RenderError;
use crate::voice::VoiceError;
use crate::voice::runtime::RuntimeError;

/// The first pause.
const FIRST_PAUSE: Duration = Duration::from_secs(15);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);
/// Model errors in a row that open it.
const MAX_ERRORS: u32 = 3;

/// What opened the breaker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trip {
    /// The runtime could not allocate.
    OutOfMemory,
    /// The next chunk would not fit into what is free, by the measured need of this voice.
    OverBudget {
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that are free for it.
        free: u64,
    },
    /// A chunk took far longer than it should.
    TimedOut,
    /// The engine process died on a chunk again and again.
    EngineDied,
    /// Our own code panicked.
    Panic,
    /// Several lines in a row failed.
    Failing,
}

/// What a failed line says about the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// The next will fail too.
    Grave(Trip),
    /// It may be this line; several in a row are [`Trip::Failing`].
    Ordinary,
    /// Nothing about the model: no such voice, cancelled, a language that it does not speak.
    Unrelated,
}

impl Failure {
    /// What `error` says.
    pub fn of(error: &RenderError) -> Self {
        match error {
            RenderError::Panic(_) => Self::Grave(Trip::Panic),
            RenderError::Audio(_) => Self::Ordinary,
            RenderError::Voice(error) => match error {
                VoiceError::OutOfMemory | VoiceError::Runtime(RuntimeError::OutOfMemory) => {
                    Self::Grave(Trip::OutOfMemory)
                }
                VoiceError::OverBudget { needed, free } => {
                    Self::Grave(Trip::OverBudget { needed: *needed, free: *free })
                }
                VoiceError::TimedOut { .. } => Self::Grave(Trip::TimedOut),
                VoiceError::EngineDied { .. } => Self::Grave(Trip::EngineDied),
                VoiceError::Model(_) | VoiceError::Server { .. } | VoiceError::Runtime(RuntimeError::Run(_)) => {
                    Self::Ordinary
                }
                VoiceError::Runtime(_)
                | VoiceError::Unknown { .. }
                | VoiceError::NotInstalled { .. }
                | VoiceError::Damaged { .. }
                | VoiceError::Program { .. }
                | VoiceError::NeedsPhonemes { .. }
                | VoiceError::NoVoiceForLanguage { .. }
                | VoiceError::Cancelled => Self::Unrelated,
            },
        }
    }
}

/// The state.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Closed { n_errors: u32 },
    Open { trip: Trip, until: Instant, pause: Duration },
    HalfOpen { trip: Trip, pause: Duration },
}

/// What may be rendered now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gate {
    /// Anything.
    Pass,
    /// One line, with the session rebuilt and chunks of half the size.
    Trial,
    /// Nothing for so long; `None` while the trial runs.
    Wait(Option<Duration>),
}

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Breaker {
    state: State,
    /// Trials that failed since it opened.
    n_failed_trials: u32,
}

impl Default for Breaker {
    fn default() -> Self {
        Self { state: State::Closed { n_errors: 0 }, n_failed_trials: 0 }
    }
}

impl Breaker {
    /// Asks for leave to render a line. The caller that gets [`Gate::Trial`] renders one and tells how it went.
    pub fn gate(&mut self, now: Instant) -> Gate {
        match self.state {
            State::Closed { .. } => Gate::Pass,
            State::HalfOpen { .. } => Gate::Wait(None),
            State::Open { trip, until, pause } => match until.checked_duration_since(now) {
                Some(left) if !left.is_zero() => Gate::Wait(Some(left)),
                _ => {
                    self.state = State::HalfOpen { trip, pause };
                    Gate::Trial
                }
            },
        }
    }

    /// A line was rendered.
    pub fn on_success(&mut self) {
        *self = Self::default();
    }

    /// A line failed. True where that opened the breaker (again): the line is to be tried later.
    pub fn on_failure(&mut self, failure: Failure, now: Instant) -> bool {
        let (trip, pause) = match (failure, self.state) {
            // A trial that says nothing about the model is made again with another line.
            (Failure::Unrelated, State::HalfOpen { trip, pause }) => {
                self.state = State::Open { trip, until: now, pause };
                return false;
            }
            (Failure::Unrelated, _) => return false,
            (Failure::Grave(trip), State::Closed { .. }) => (trip, FIRST_PAUSE),
            (Failure::Grave(trip), State::HalfOpen { pause, .. })
            | (Failure::Ordinary, State::HalfOpen { trip, pause }) => {
                self.n_failed_trials += 1;
                (trip, (pause * 2).min(LONGEST_PAUSE))
            }
            (Failure::Ordinary, State::Closed { n_errors }) if n_errors + 1 < MAX_ERRORS => {
                self.state = State::Closed { n_errors: n_errors + 1 };
                return false;
            }
            (Failure::Ordinary, State::Closed { .. }) => (Trip::Failing, FIRST_PAUSE),
            // Late news of a line from before it opened.
            (_, State::Open { .. }) => return true,
        };
        self.state = State::Open { trip, until: now + pause, pause };
        true
    }

    /// A trial ended without a result (it was cancelled): another one may begin.
    pub fn on_cancelled(&mut self, now: Instant) {
        if let State::HalfOpen { trip, pause } = self.state {
            self.state = State::Open { trip, until: now, pause };
        }
    }

    /// The person wants another try now, perhaps after having changed something.
    pub fn retry(&mut self, now: Instant) {
        if let State::Open { trip, pause, .. } = self.state {
            self.state = State::Open { trip, until: now, pause };
        }
    }

    /// Why it is not closed.
    pub fn trip(&self) -> Option<Trip> {
        match self.state {
            State::Closed { .. } => None,
            State::Open { trip, .. } | State::HalfOpen { trip, .. } => Some(trip),
        }
    }

    /// How many trials failed since it opened.
    pub fn n_failed_trials(&self) -> u32 {
        self.n_failed_trials
    }

    /// Time until the next try; `None` where it is closed or a try is under way.
    pub fn next_try_in(&self, now: Instant) -> Option<Duration> {
        match self.state {
            State::Open { until, .. } => Some(until.saturating_duration_since(now)),
            State::Closed { .. } | State::HalfOpen { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::{Breaker, FIRST_PAUSE, Failure, Gate, LONGEST_PAUSE, Trip};

    const GRAVE: Failure = Failure::Grave(Trip::OutOfMemory);

    #[test]
    fn it_opens_tries_once_and_closes() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        assert_eq!(breaker.gate(now), Gate::Pass);
        assert!(breaker.on_failure(GRAVE, now));
        assert_eq!(breaker.trip(), Some(Trip::OutOfMemory));
        assert_eq!(breaker.gate(now), Gate::Wait(Some(FIRST_PAUSE)));
        let later = now + FIRST_PAUSE;
        assert_eq!(breaker.gate(later), Gate::Trial);
        assert_eq!(breaker.gate(later), Gate::Wait(None), "one trial at a time");
        breaker.on_success();
        assert_eq!((breaker.gate(later), breaker.trip()), (Gate::Pass, None));
    }

    #[test]
    fn each_failed_trial_waits_twice_as_long() {
        let mut now = Instant::now();
        let mut breaker = Breaker::default();
        breaker.on_failure(GRAVE, now);
        let mut pause = FIRST_PAUSE;
        for n_trials in 0..8 {
            assert_eq!(breaker.n_failed_trials(), n_trials);
            assert_eq!(breaker.gate(now), Gate::Wait(Some(pause)));
            now += pause;
            assert_eq!(breaker.gate(now), Gate::Trial);
            assert!(breaker.on_failure(Failure::Ordinary, now), "any failure of a trial counts");
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        assert_eq!(pause, LONGEST_PAUSE);
        breaker.retry(now);
        assert_eq!(breaker.gate(now), Gate::Trial);
        breaker.on_success();
        assert_eq!(breaker.n_failed_trials(), 0);
    }

    #[test]
    fn one_bad_line_does_not_open_it_and_three_do() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        for _ in 0..5 {
            assert!(!breaker.on_failure(Failure::Ordinary, now));
            assert!(!breaker.on_failure(Failure::Ordinary, now));
            assert!(!breaker.on_failure(Failure::Unrelated, now));
            breaker.on_success();
        }
        assert!(!breaker.on_failure(Failure::Ordinary, now));
        assert!(!breaker.on_failure(Failure::Ordinary, now));
        assert!(breaker.on_failure(Failure::Ordinary, now));
        assert_eq!(breaker.trip(), Some(Trip::Failing));
    }

    #[test]
    fn a_cancelled_trial_is_no_result() {
        let now = Instant::now();
        let mut breaker = Breaker::default();
        breaker.on_failure(GRAVE, now);
        breaker.retry(now);
        assert_eq!(breaker.gate(now), Gate::Trial);
        breaker.on_cancelled(now);
        assert_eq!(breaker.gate(now), Gate::Trial);
    }

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Ask,
        Success,
        Fail(Failure),
        Cancel,
        Retry,
        Wait(u64),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            Just(Step::Ask),
            Just(Step::Success),
            Just(Step::Fail(GRAVE)),
            Just(Step::Fail(Failure::Ordinary)),
            Just(Step::Fail(Failure::Unrelated)),
            Just(Step::Cancel),
            Just(Step::Retry),
            (0u64..400).prop_map(Step::Wait),
        ]
    }

    proptest! {
        /// Whatever happens, only one trial runs at a time, and once nothing runs a line passes or is tried after at most
        /// the longest pause: nothing waits forever.
        #[test]
        fn nothing_is_stuck(steps in prop::collection::vec(step(), 0..60)) {
            let mut now = Instant::now();
            let mut breaker = Breaker::default();
            let mut trial = false;
            for step in steps {
                match step {
                    Step::Ask => match breaker.gate(now) {
                        Gate::Trial => {
                            prop_assert!(!trial);
                            trial = true;
                        }
                        Gate::Pass => prop_assert!(breaker.trip().is_none()),
                        Gate::Wait(None) => prop_assert!(trial),
                        Gate::Wait(Some(left)) => prop_assert!(left <= LONGEST_PAUSE),
                    },
                    Step::Success => { breaker.on_success(); trial = false; }
                    Step::Fail(failure) => { breaker.on_failure(failure, now); trial = false; }
                    Step::Cancel => { breaker.on_cancelled(now); trial = false; }
                    Step::Retry => breaker.retry(now),
                    Step::Wait(secs) => now += Duration::from_secs(secs),
                }
            }
            if trial {
                breaker.on_cancelled(now);
            }
            now += LONGEST_PAUSE;
            prop_assert!(matches!(breaker.gate(now), Gate::Pass | Gate::Trial));
        }
    }
}
