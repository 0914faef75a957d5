//! The engine process: does what it is asked, one request after the other.

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::wire::{self, Reply, Request};
use crate::studio::worker::panic_text;
use crate::voice::runtime::SessionOptions;
use crate::voice::{Cancel, SpeechRequest, Voice, VoiceError};

/// Requests that may wait. The parent asks one thing at a time, so this is never full in practice.
const MAX_REQUESTS: usize = 16;

/// Opens the voice `id` with these options.
pub type Opener<'a> = dyn FnMut(&str, &SessionOptions) -> Result<Box<dyn Voice>, VoiceError> + 'a;

/// A request, and how to stop what it starts.
type Job = (Request, Cancel);

/// Serves until `input` ends; then the process ends at once, also in the middle of a run. Returns only where the
/// output is gone or no thread can be had.
pub fn serve(
    open: &mut Opener<'_>,
    input: impl Read + Send + 'static,
    mut output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (sender, jobs) = sync_channel(MAX_REQUESTS);
    std::thread::Builder::new().name("engine-input".to_owned()).spawn(move || listen(input, &sender))?;
    output.write_all(wire::MAGIC)?;
    output.flush()?;
    answer_all(open, &jobs, &Arc::new(Mutex::new(output)))
}

/// Takes requests in. Cancelling does not wait for its turn.
fn listen(input: impl Read, jobs: &SyncSender<Job>) {
    let mut input = BufReader::new(input);
    // Noted when a run is asked for, not when it begins: a request to stop may be right behind it.
    let mut last_run: Option<(u64, Cancel)> = None;
    while let Ok((request, _)) = wire::read::<Request>(&mut input) {
        if let Request::Cancel { run } = request {
            if let Some((_, cancel)) = last_run.as_ref().filter(|(last, _)| *last == run) {
                cancel.cancel();
            }
            continue;
        }
        let cancel = Cancel::new();
        if let Request::Speak { run, .. } = request {
            last_run = Some((run, cancel.clone()));
        }
        if jobs.send((request, cancel)).is_err() {
            break;
        }
    }
    // The parent is gone or talks nonsense: nobody waits for what runs.
    std::process::exit(0);
}

/// The voices of the process.
struct Stable<'a, 'b> {
    open: &'a mut Opener<'b>,
    voices: HashMap<String, Box<dyn Voice>>,
    /// Options of each voice that was asked for: one that was lost to a panic is opened again.
    options: HashMap<String, SessionOptions>,
}

impl Stable<'_, '_> {
    fn get(&mut self, id: &str) -> Result<&mut Box<dyn Voice>, VoiceError> {
        if !self.voices.contains_key(id) {
            let options = self.options.get(id).copied().unwrap_or_default();
            let voice = (self.open)(id, &options)?;
            self.voices.insert(id.to_owned(), voice);
        }
        self.voices.get_mut(id).ok_or_else(|| VoiceError::Unknown { id: id.to_owned() })
    }

    /// The answer to a request; `None` where none is expected.
    /// `heard` is given the samples of a voice that streams.
    fn answer(
        &mut self,
        request: Request,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Option<Result<(Reply, Vec<f32>), VoiceError>> {
        Some(match request {
            Request::Open { voice: id, options } => {
                self.options.insert(id.clone(), options);
                self.voices.remove(&id);
                self.get(&id).map(|voice| {
                    let reply = Reply::Opened {
                        info: voice.info().clone(),
                        model_hash: voice.model_hash().to_owned(),
                        provider: voice.provider().to_owned(),
                    };
                    (reply, Vec::new())
                })
            }
            Request::Speak { run: _, voice, spoken, language, speed, seed, time_limit, options } => {
                self.get(&voice).and_then(|voice| {
                    let request = SpeechRequest { spoken: &spoken, language, speed, seed, time_limit, options };
                    let speech = voice.speak_streaming(&request, cancel, heard)?;
                    Ok((Reply::Spoken { unspoken: speech.unspoken }, speech.samples))
                })
            }
            Request::Phonemes { voice, spoken, language } => self
                .get(&voice)
                .and_then(|voice| Ok((Reply::Phonemes { text: voice.phonemes(&spoken, language)? }, Vec::new()))),
            Request::Shrink { voice } => self.get(&voice).map(|voice| {
                voice.shrink();
                (Reply::Done, Vec::new())
            }),
            Request::Close { voice } => {
                self.voices.remove(&voice);
                return None;
            }
            Request::Cancel { .. } => return None,
        })
    }
}

fn answer_all<W: Write + Send + 'static>(
    open: &mut Opener<'_>,
    jobs: &Receiver<Job>,
    output: &Arc<Mutex<W>>,
) -> io::Result<()> {
    let write = |output: &Mutex<W>, reply: &Reply, samples: &[f32]| {
        wire::write(&mut *output.lock().unwrap_or_else(PoisonError::into_inner), reply, samples)
    };
    let mut stable = Stable { open, voices: HashMap::new(), options: HashMap::new() };
    while let Ok((request, cancel)) = jobs.recv() {
        let to_parent = Arc::clone(output);
        cancel.on_wait(move |wait| {
            // Fails only where the parent is gone; then nobody waits for the answer either.
            drop(write(&to_parent, &Reply::Waiting { wait }, &[]));
        });
        let answer = catch_unwind(AssertUnwindSafe(|| {
            stable.answer(request, &cancel, &mut |samples| drop(write(output, &Reply::Heard, samples)))
        }));
        match answer {
            Ok(Some(Ok((reply, samples)))) => write(output, &reply, &samples)?,
            Ok(Some(Err(error))) => write(output, &Reply::Failed { error }, &[])?,
            Ok(None) => {}
            Err(payload) => {
                // What a panic leaves behind is not used again.
                stable.voices.clear();
                let error = VoiceError::Model(panic_text(payload.as_ref()));
                write(output, &Reply::Failed { error }, &[])?;
            }
        }
    }
    Ok(())
}
