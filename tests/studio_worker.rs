//! The worker thread with a voice of tones: order, cancellation, stale answers, panics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::Waker;
use std::time::Duration;

use moksori::script::Project;
use moksori::studio::{Command, Effort, Event, LineRequest, RenderError, Studio, Ticket};
use moksori::text::Language;
use moksori::voice::tone::{Tone, ToneSource};
use moksori::voice::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};

/// Long enough for the slowest machine; only a hang gets there.
const PATIENCE: Duration = Duration::from_mins(1);

fn request(text: &str) -> LineRequest {
    let mut project = Project::default();
    "tone".clone_into(&mut project.meta.voice);
    project.push_text(text, true);
    LineRequest::of(&project, &project.lines()[0], &Arc::default())
}

fn render(studio: &Studio, ticket: u64, text: &str) -> Cancel {
    ask(studio, ticket, text, false)
}

fn ask(studio: &Studio, ticket: u64, text: &str, is_awaited: bool) -> Cancel {
    let cancel = Cancel::new();
    studio
        .send(Command::Render {
            ticket: Ticket(ticket),
            request: Box::new(request(text)),
            effort: Effort::Usual,
            is_awaited,
            cancel: cancel.clone(),
        })
        .expect("there is room");
    cancel
}

/// The event that ends the job `ticket`.
fn end_of(studio: &Studio, ticket: u64) -> Event {
    loop {
        let event = studio.wait_event(PATIENCE).expect("the worker answers");
        let ended = match &event {
            Event::Done { ticket, .. } | Event::Failed { ticket, .. } | Event::Cancelled { ticket } => Some(*ticket),
            _ => None,
        };
        if ended == Some(Ticket(ticket)) {
            return event;
        }
    }
}

/// A voice that waits in the middle of a chunk, panics or fails when the text says so.
struct Troubled {
    tone: Tone,
    entered: SyncSender<()>,
    gate: Receiver<()>,
    terminated: Arc<AtomicBool>,
}

impl Troubled {
    fn obey(&mut self, request: &SpeechRequest<'_>, cancel: &Cancel) -> Result<Speech, VoiceError> {
        assert!(!request.spoken.contains("panic"), "as asked");
        if request.spoken.contains("memory") {
            return Err(VoiceError::OutOfMemory);
        }
        if request.spoken.contains("wait") {
            let terminated = Arc::clone(&self.terminated);
            return cancel.with_hook(
                move || terminated.store(true, Ordering::SeqCst),
                || {
                    self.entered.send(()).expect("the test listens");
                    self.gate.recv().expect("the test opens the gate");
                    if self.terminated.load(Ordering::SeqCst) {
                        return Err(VoiceError::Cancelled);
                    }
                    self.tone.speak(request, &Cancel::new())
                },
            );
        }
        self.tone.speak(request, cancel)
    }
}

impl Voice for Troubled {
    fn info(&self) -> &VoiceInfo {
        self.tone.info()
    }

    fn model_hash(&self) -> &str {
        self.tone.model_hash()
    }

    fn provider(&self) -> &str {
        self.tone.provider()
    }

    fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError> {
        self.tone.phonemes(spoken, language)
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let speech = self.obey(request, cancel)?;
        speech.samples.chunks(500).for_each(heard);
        Ok(speech)
    }
}

struct TroubledSource(Option<Troubled>);

impl VoiceSource for TroubledSource {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        match self.0.take() {
            Some(troubled) => Ok(Box::new(troubled)),
            None => ToneSource.open(id),
        }
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        ToneSource.info(id)
    }
}

/// A studio whose first voice is troubled, the end that tells when it waits, and the end that lets it go on.
fn troubled_studio() -> (Studio, Receiver<()>, SyncSender<()>) {
    let (entered, entered_receiver) = sync_channel(1);
    let (gate_sender, gate) = sync_channel(1);
    let troubled = Troubled { tone: Tone::default(), entered, gate, terminated: Arc::new(AtomicBool::new(false)) };
    let studio = Studio::start(Box::new(TroubledSource(Some(troubled))), None, Waker::noop().clone()).expect("starts");
    (studio, entered_receiver, gate_sender)
}

#[test]
fn a_line_is_rendered_the_same_every_time() {
    let studio = Studio::start(Box::new(ToneSource), None, Waker::noop().clone()).expect("starts");
    render(&studio, 1, "Two sentences. They make two chunks.");
    let Event::Done { take: first, .. } = end_of(&studio, 1) else { panic!("rendered") };
    assert_eq!(first.chunks.len(), 2);
    assert_eq!(first.clip.rate_hz, 44_100);
    assert!(first.chunks[1].start > first.chunks[0].start + first.chunks[0].n_samples, "a pause between sentences");
    render(&studio, 2, "Two sentences. They make two chunks.");
    let Event::Done { take: second, .. } = end_of(&studio, 2) else { panic!("rendered") };
    assert_eq!(first.clip, second.clip);
}

#[test]
fn a_line_that_is_awaited_is_heard_while_it_is_rendered() {
    let (studio, _entered, _gate) = troubled_studio();
    ask(&studio, 1, "The first of three sentences is heard at once. Then comes another one. And the last.", true);
    let (mut heard, mut n_parts) = (Vec::new(), 0);
    let take = loop {
        match studio.wait_event(PATIENCE).expect("the worker answers") {
            Event::Heard { at, samples, .. } => {
                assert_eq!(at, heard.len());
                heard.extend(samples);
                n_parts += 1;
            }
            Event::Done { take, .. } => break take,
            _ => {}
        }
    };
    assert!(take.clip.samples.starts_with(&heard));
    let second = take.chunks[1].start;
    assert!(heard.len() > second, "{} of {}, the second begins at {second}", heard.len(), take.clip.len());
    assert!(n_parts > 3, "{n_parts} parts");
    // Nobody waits: nothing is told.
    render(&studio, 2, "Two sentences. They make two chunks.");
    loop {
        match studio.wait_event(PATIENCE).expect("the worker answers") {
            Event::Heard { .. } => panic!("told"),
            Event::Done { .. } => break,
            _ => {}
        }
    }
}

#[test]
fn a_cancelled_line_ends_and_the_next_one_is_rendered() {
    let (studio, entered, gate) = troubled_studio();
    let cancel = render(&studio, 1, "Please wait here.");
    entered.recv_timeout(PATIENCE).expect("the model runs");
    render(&studio, 2, "The next line.");
    cancel.cancel();
    gate.send(()).expect("the model listens");
    assert!(matches!(end_of(&studio, 1), Event::Cancelled { .. }));
    assert!(matches!(end_of(&studio, 2), Event::Done { .. }));
}

#[test]
fn a_line_cancelled_before_it_began_never_reaches_the_model() {
    let (studio, entered, gate) = troubled_studio();
    render(&studio, 1, "Please wait here.");
    entered.recv_timeout(PATIENCE).expect("the model runs");
    render(&studio, 2, "Please wait, too.").cancel();
    gate.send(()).expect("the model listens");
    assert!(matches!(end_of(&studio, 1), Event::Done { .. }));
    assert!(matches!(end_of(&studio, 2), Event::Cancelled { .. }));
    assert!(entered.try_recv().is_err());
}

#[test]
fn a_panic_is_that_lines_error_and_the_worker_goes_on() {
    let (studio, _entered, _gate) = troubled_studio();
    render(&studio, 1, "Now panic.");
    let Event::Failed { error, .. } = end_of(&studio, 1) else { panic!("fails") };
    assert!(matches!(&error, RenderError::Panic(text) if text.contains("as asked")), "{error}");
    render(&studio, 2, "Now panic.");
    assert!(matches!(end_of(&studio, 2), Event::Done { .. }), "the voice was loaded anew");
}

#[test]
fn a_failure_is_told_as_what_it_is() {
    let (studio, _entered, _gate) = troubled_studio();
    render(&studio, 1, "Out of memory.");
    let Event::Failed { error, .. } = end_of(&studio, 1) else { panic!("fails") };
    assert!(matches!(error, RenderError::Voice(VoiceError::OutOfMemory)));
}

#[test]
fn closing_does_not_wait_for_a_job_that_can_be_cancelled() {
    let (studio, entered, gate) = troubled_studio();
    render(&studio, 1, "Please wait here.");
    entered.recv_timeout(PATIENCE).expect("the model runs");
    gate.send(()).expect("the model listens");
    drop(studio);
}

#[test]
fn a_line_without_a_word_is_silent_and_a_pause_is_exact() {
    let studio = Studio::start(Box::new(ToneSource), None, Waker::noop().clone()).expect("starts");
    render(&studio, 1, "[pause 1.5s]");
    let Event::Done { take, .. } = end_of(&studio, 1) else { panic!("rendered") };
    assert_eq!(take.clip.len(), 66_150);
    assert!(take.clip.samples.iter().all(|&sample| sample == 0.0));
    render(&studio, 2, "Before. [pause 2s] After.");
    let Event::Done { take, .. } = end_of(&studio, 2) else { panic!("rendered") };
    let (before, after) = (&take.chunks[0], &take.chunks[1]);
    assert_eq!(after.start - (before.start + before.n_samples), 88_200);
}
