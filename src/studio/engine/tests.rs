//! The engine in a real process: this test program runs itself again as the child, over a voice that misbehaves on request.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::link::EngineCommand;
use super::remote::EngineSource;
use super::{child, wire};
use crate::text::Language;
use crate::voice::runtime::{SessionOptions, SharedOptions};
use crate::voice::tone::Tone;
use crate::voice::{Cancel, Speech, SpeechOptions, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};

const CHILD: &str = "MOKSORI_TEST_ENGINE";

/// Speaks like [`Tone`], but does what some words say.
struct Moody(Tone);

impl Moody {
    fn obey(&mut self, request: &SpeechRequest<'_>, cancel: &Cancel) -> Result<Speech, VoiceError> {
        match request.spoken {
            "abort" => std::process::abort(),
            "exit" => std::process::exit(3),
            "panic" => panic!("as asked"),
            "memory" => Err(VoiceError::OutOfMemory),
            "options" => Ok(Speech { samples: Vec::new(), unspoken: format!("{:?}", request.options) }),
            "hang" => loop {
                std::thread::park();
            },
            "wait" => {
                while !cancel.is_cancelled() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(VoiceError::Cancelled)
            }
            _ => self.0.speak(request, cancel),
        }
    }
}

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
        let speech = self.obey(request, cancel)?;
        speech.samples.chunks(1_000).for_each(heard);
        Ok(speech)
    }
}

#[test]
#[ignore = "the child process of the other tests"]
fn engine_child() {
    if std::env::var_os(CHILD).is_some() {
        let mut open = |id: &str, _options: &SessionOptions| match id {
            "tone" => Ok(Box::new(Moody(Tone::default())) as Box<dyn Voice>),
            other => Err(VoiceError::Unknown { id: other.to_owned() }),
        };
        child::serve(&mut open, std::io::stdin(), std::io::stdout()).expect("serves");
    }
}

struct Rig {
    source: EngineSource,
    pid: Arc<AtomicU32>,
}

impl Rig {
    fn new() -> Self {
        let command = EngineCommand {
            program: std::env::current_exe().expect("this program"),
            args: ["studio::engine::tests::engine_child", "--exact", "--ignored", "--nocapture"]
                .map(Into::into)
                .to_vec(),
            envs: vec![(CHILD.into(), "1".into())],
        };
        let pid = Arc::new(AtomicU32::new(0));
        let infos = vec![Tone::default().info().clone()];
        let source = EngineSource::with_voices(infos, command, SharedOptions::default(), Arc::clone(&pid));
        Self { source, pid }
    }

    fn voice(&mut self) -> Box<dyn Voice> {
        self.source.open("tone").expect("opens")
    }

    fn pid(&self) -> u32 {
        self.pid.load(Ordering::Relaxed)
    }
}

fn request(spoken: &str, time_limit: Option<Duration>) -> SpeechRequest<'_> {
    let (language, options) = (Language::English, SpeechOptions::default());
    SpeechRequest { spoken, language, speed: 1.0, seed: 7, time_limit, options }
}

fn speak(voice: &mut dyn Voice, spoken: &str, limit: Option<Duration>) -> Result<Speech, VoiceError> {
    voice.speak(&request(spoken, limit), &Cancel::new())
}

/// What the voice says without a process between.
fn expected(spoken: &str) -> Vec<f32> {
    speak(&mut Tone::default(), spoken, None).expect("speaks").samples
}

#[test]
fn the_options_of_a_request_come_over() {
    let mut voice = Rig::new().voice();
    let options = SpeechOptions { steps: Some(12), expressions: true };
    let request =
        SpeechRequest { spoken: "options", language: Language::Korean, speed: 1.0, seed: 0, time_limit: None, options };
    let speech = voice.speak(&request, &Cancel::new()).expect("speaks");
    assert_eq!(speech.unspoken, format!("{options:?}"));
}

#[test]
fn samples_come_over_unchanged_and_the_process_is_kept() {
    let mut rig = Rig::new();
    let mut voice = rig.voice();
    let pid = rig.pid();
    for spoken in ["Hello there.", "", "안녕하세요. A second one."] {
        assert_eq!(speak(voice.as_mut(), spoken, None).expect("speaks").samples, expected(spoken));
    }
    assert_eq!(voice.phonemes("abc", Language::English).expect("answers"), "abc");
    assert!(pid != 0 && rig.pid() == pid, "one process did it all");
    assert_eq!(voice.provider(), "CPU");
}

#[test]
fn samples_are_heard_in_order_before_the_answer() {
    let mut voice = Rig::new().voice();
    let request = request("A line that is heard while it is spoken.", None);
    let mut parts = Vec::new();
    let speech =
        voice.speak_streaming(&request, &Cancel::new(), &mut |part| parts.push(part.to_vec())).expect("speaks");
    assert!(parts.len() > 10, "{}", parts.len());
    assert_eq!(parts.concat(), speech.samples);
}

#[test]
fn errors_of_the_voice_come_over_as_they_are() {
    let mut rig = Rig::new();
    let mut voice = rig.voice();
    assert!(matches!(speak(voice.as_mut(), "memory", None), Err(VoiceError::OutOfMemory)));
    assert!(speak(voice.as_mut(), "Fine.", None).is_ok());
    assert!(matches!(rig.source.open("nobody"), Err(VoiceError::Unknown { .. })));
}

#[test]
fn a_voice_that_takes_the_process_down_is_there_again_for_the_next_chunk() {
    let mut rig = Rig::new();
    let mut voice = rig.voice();
    for fatal in ["abort", "exit", "abort"] {
        let before = rig.pid();
        assert!(matches!(speak(voice.as_mut(), fatal, None), Err(VoiceError::EngineDied { .. })), "{fatal}");
        assert_eq!(rig.pid(), 0);
        assert_eq!(speak(voice.as_mut(), "Again.", None).expect("speaks").samples, expected("Again."));
        assert!(rig.pid() != 0 && rig.pid() != before);
    }
}

#[test]
fn a_panic_costs_the_chunk_only() {
    let mut rig = Rig::new();
    let mut voice = rig.voice();
    let pid = rig.pid();
    assert!(matches!(speak(voice.as_mut(), "panic", None), Err(VoiceError::Model(said)) if said.contains("as asked")));
    assert_eq!(rig.pid(), pid, "the process lives");
    // What panicked is not used again: the voice is loaded anew, by itself.
    assert!(speak(voice.as_mut(), "Fine.", None).is_ok());
}

#[test]
fn a_hung_model_is_ended_at_its_limit() {
    let mut rig = Rig::new();
    let mut voice = rig.voice();
    let limit = Some(Duration::from_millis(50));
    assert!(matches!(speak(voice.as_mut(), "hang", limit), Err(VoiceError::TimedOut { .. })));
    assert_eq!(rig.pid(), 0);
    assert!(speak(voice.as_mut(), "Fine.", None).is_ok());
}

#[test]
fn cancelling_stops_the_run_and_keeps_the_process() {
    let mut rig = Rig::new();
    let mut voice = rig.voice();
    let pid = rig.pid();
    let cancel = Cancel::new();
    let other = cancel.clone();
    let canceller = std::thread::Builder::new().name("canceller".to_owned()).spawn(move || {
        while !other.has_hook() {
            std::thread::yield_now();
        }
        other.cancel();
    });
    let request = request("wait", None);
    assert!(matches!(voice.speak(&request, &cancel), Err(VoiceError::Cancelled)));
    canceller.expect("starts").join().expect("ends");
    assert_eq!(rig.pid(), pid);
    assert!(speak(voice.as_mut(), "Fine.", None).is_ok());
}

#[test]
fn the_child_ends_with_its_input() {
    let mut rig = Rig::new();
    let voice = rig.voice();
    let pid = rig.pid();
    drop(voice);
    drop(rig);
    // Dropping the link waits for the end: on Linux the process is gone from the table.
    if cfg!(target_os = "linux") {
        assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists());
    }
}

#[test]
fn frames_of_impossible_length_are_refused() {
    let mut bytes = Vec::new();
    wire::write(&mut bytes, &wire::Request::Cancel { run: 3 }, &[0.5, -1.0]).expect("writes");
    let (request, samples) = wire::read::<wire::Request>(&mut bytes.as_slice()).expect("reads");
    assert_eq!((request, samples), (wire::Request::Cancel { run: 3 }, vec![0.5, -1.0]));
    for cut in 0..bytes.len() {
        assert!(wire::read::<wire::Request>(&mut &bytes[..cut]).is_err());
    }
    let silly = [0xFF; 8];
    assert!(wire::read::<wire::Request>(&mut silly.as_slice()).is_err());
}

#[test]
fn what_is_printed_before_the_first_frame_is_skipped() {
    let mut stream = b"a library says hello\n\n".to_vec();
    stream.extend(wire::MAGIC);
    stream.push(42);
    let mut rest = stream.as_slice();
    wire::read_magic(&mut rest).expect("is there");
    assert_eq!(rest, [42]);
}
