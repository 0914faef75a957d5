//! The circuit breaker through the app's actions: what waits, what stands in, and that nothing is stuck.

#[path = "common/studio.rs"]
mod studio;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use moksori::app::action::{Action, BreakerAction, ExportSettings};
use moksori::app::state::{ExportState, LineStatus, TransportState};
use moksori::export::Format;
use moksori::studio::breaker::Trip;
use moksori::text::Language;
use moksori::voice::tone::{Tone, ToneSource};
use moksori::voice::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};
use studio::Studio;

/// What the voice does, and what it was asked.
#[derive(Clone, Default)]
struct Mood {
    fails: Arc<AtomicBool>,
    n_spoken: Arc<AtomicUsize>,
    /// Longest chunk since it last failed, in `char`s.
    longest: Arc<AtomicUsize>,
    n_opened: Arc<AtomicUsize>,
}

struct Moody(Tone, Mood);

impl Voice for Moody {
    fn info(&self) -> &VoiceInfo {
        self.0.info()
    }

    fn model_hash(&self) -> &str {
        self.0.model_hash()
    }

    fn provider(&self) -> &str {
        self.0.provider()
    }

    fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError> {
        self.0.phonemes(spoken, language)
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        self.1.longest.fetch_max(request.spoken.chars().count(), Ordering::SeqCst);
        if self.1.fails.load(Ordering::SeqCst) {
            return Err(VoiceError::OutOfMemory);
        }
        self.1.n_spoken.fetch_add(1, Ordering::SeqCst);
        self.0.speak_streaming(request, cancel, heard)
    }
}

impl VoiceSource for Mood {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        self.n_opened.fetch_add(1, Ordering::SeqCst);
        match id {
            "tone" => Ok(Box::new(Moody(Tone::default(), self.clone()))),
            _ => Err(VoiceError::Unknown { id: id.to_owned() }),
        }
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        ToneSource.info(id)
    }
}

impl Studio<Mood> {
    fn moody(texts: &[&str]) -> Self {
        let mood = Mood::default();
        let mut studio = Self::over(tempfile::tempdir().expect("temp"), Box::new(mood.clone()), mood);
        studio.write(texts);
        studio.until("the voice is warm", |studio| studio.mood.n_spoken.load(Ordering::SeqCst) > 0);
        studio
    }

    /// Opens the breaker by a line that runs out of memory.
    fn out_of_memory(texts: &[&str]) -> Self {
        let mut studio = Self::moody(texts);
        studio.mood.fails.store(true, Ordering::SeqCst);
        studio.app.apply(Action::RenderAll);
        studio.until("the breaker opens", |studio| studio.app.state.breaker.is_some());
        studio
    }
}

const LONG: &str =
    "This is a sentence of a fair length, with a comma, and it goes on for a while, so that it can be cut.";

#[test]
fn memory_that_runs_out_opens_it_and_the_waiting_lines_are_rendered_when_it_closes() {
    let mut studio = Studio::out_of_memory(&[LONG, "Second line.", "Third line."]);
    let breaker = studio.app.state.breaker.expect("is open");
    assert_eq!((breaker.trip, breaker.line), (Trip::OutOfMemory, Some(studio.id(0))));
    assert!(breaker.next_try_secs.is_some_and(|secs| secs > 0));
    for index in 0..3 {
        assert_eq!(studio.status(index), LineStatus::Fallback, "line {index} waits and is never ready");
    }
    let n_opened = studio.mood.n_opened.load(Ordering::SeqCst);
    studio.mood.fails.store(false, Ordering::SeqCst);
    studio.mood.longest.store(0, Ordering::SeqCst);
    studio.app.apply(Action::Breaker(BreakerAction::Retry));
    studio.until("the trial is over", |studio| studio.app.state.breaker.is_none());
    assert!(studio.mood.n_opened.load(Ordering::SeqCst) > n_opened, "the session was rebuilt for the trial");
    assert!(studio.mood.longest.load(Ordering::SeqCst) <= 60, "the trial's chunks were of half the size");
    studio.until("all lines are real", |studio| (0..3).all(|index| studio.status(index) == LineStatus::Ready));
    assert!((0..3).all(|index| studio.app.state.lines[&studio.id(index)].stand_in.is_none()));
}

#[test]
fn a_failed_trial_waits_again_and_loses_nothing() {
    let mut studio = Studio::out_of_memory(&["One line."]);
    studio.app.apply(Action::Breaker(BreakerAction::Retry));
    studio.until("the trial failed", |studio| {
        studio.app.state.breaker.is_some_and(|breaker| breaker.next_try_secs.is_some_and(|secs| secs > 15))
    });
    assert_eq!(studio.status(0), LineStatus::Fallback);
}

#[test]
fn the_clip_stands_in_for_playing_and_not_for_exporting() {
    let mut studio = Studio::out_of_memory(&["One line.", "Another line."]);
    studio.app.apply(Action::PlayFrom(studio.id(0)));
    studio.until("something is heard", |studio| studio.app.state.transport.state == TransportState::Playing);
    studio.until("it goes on to the next line", |studio| studio.app.state.transport.line == Some(studio.id(1)));
    assert_eq!(studio.status(0), LineStatus::Fallback);
    studio.app.apply(Action::Stop);

    let path = studio.folder.path().join("out.wav");
    let settings = ExportSettings { path: path.clone(), format: Format::Wav16, ..ExportSettings::default() };
    studio.app.apply(Action::Export(settings.clone()));
    studio.until("the export refuses", |studio| matches!(studio.app.state.export, ExportState::Failed(_)));
    assert!(!path.exists());
    studio.app.apply(Action::Export(ExportSettings { allow_fallback: true, ..settings }));
    studio.until("the export is done", |studio| matches!(studio.app.state.export, ExportState::Done(..)));
    assert!(path.exists());
}

#[test]
fn the_ways_out_change_what_they_say() {
    let mut studio = Studio::out_of_memory(&[LONG]);
    studio.app.apply(Action::Breaker(BreakerAction::FreeModel));
    assert!(studio.app.state.breaker.is_some(), "freeing memory is no retry");
    studio.mood.fails.store(false, Ordering::SeqCst);
    studio.app.apply(Action::Breaker(BreakerAction::SmallerChunks));
    assert_eq!(studio.app.state.project.meta.delivery.max_chars, Some(60));
    studio.until("it is rendered", |studio| studio.status(0) == LineStatus::Ready);
    studio.app.apply(Action::Undo);
    assert_eq!(studio.app.state.project.meta.delivery.max_chars, None, "undo brings the old length back");
}

#[test]
fn a_cancelled_line_is_pending_also_while_the_breaker_is_open() {
    let mut studio = Studio::out_of_memory(&["One line.", "Another line."]);
    studio.app.apply(Action::CancelRender(studio.id(0)));
    assert_eq!(studio.status(0), LineStatus::Pending);
    assert_eq!(studio.status(1), LineStatus::Fallback);
    studio.app.apply(Action::CancelAll);
    assert_eq!(studio.status(1), LineStatus::Pending);
}
