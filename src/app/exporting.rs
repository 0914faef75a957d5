//! The export as the window does it: lines are rendered by the worker like any other, and a named thread writes them
//! as they come, so that memory does not grow with the script.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::task::Waker;
use std::thread::JoinHandle;

use super::playback::Lookup;
use crate::audio::Clip;
use crate::export::{ExportError, Options, Report, Segment, Writer};
use crate::script::LineId;

/// Clips that may wait for the disk.
const MAX_PARTS: usize = 2;

enum Part {
    Clip(Clip),
    Silence(usize),
    Finish,
}

/// An export under way. Dropping it stops it and leaves nothing behind.
pub struct ExportJob {
    path: PathBuf,
    /// Whether fallback clips may be written.
    allow_fallback: bool,
    segments: Vec<Segment>,
    next: usize,
    n_lines: usize,
    n_written: usize,
    parts: Option<SyncSender<Part>>,
    result: Receiver<Result<Report, ExportError>>,
    thread: Option<JoinHandle<()>>,
}

/// How an export stands.
pub enum Progress {
    /// Under way; wants these lines rendered.
    Running(Vec<LineId>),
    /// A line cannot be spoken; the export stops.
    LineFailed(LineId),
    /// Over, well or not.
    Over(Result<Report, ExportError>),
}

impl ExportJob {
    /// Starts the writing thread. `allow_fallback`: a fallback clip is written in the place of a line that waits for the
    /// breaker; otherwise such a line stops the export. `waker` is woken when it is ready for more, or done.
    pub fn start(
        path: PathBuf,
        options: Options,
        segments: Vec<Segment>,
        allow_fallback: bool,
        waker: Waker,
    ) -> std::io::Result<Self> {
        let (parts, part_receiver) = sync_channel::<Part>(MAX_PARTS);
        let (result_sender, result) = sync_channel(1);
        let target = path.clone();
        let thread = std::thread::Builder::new().name("export".to_owned()).spawn(move || {
            if let Some(result) = write(&path, &options, &part_receiver, &waker) {
                // Fails only where the export was cancelled meanwhile.
                drop(result_sender.send(result));
            }
            waker.wake();
        })?;
        let n_lines = segments.iter().filter(|segment| matches!(segment, Segment::Line(_))).count();
        Ok(Self {
            path: target,
            allow_fallback,
            segments,
            next: 0,
            n_lines,
            n_written: 0,
            parts: Some(parts),
            result,
            thread: Some(thread),
        })
    }

    /// Lines written and lines in all.
    pub fn n_lines(&self) -> (usize, usize) {
        (self.n_written, self.n_lines)
    }

    /// Hands over what is ready and says how things stand.
    pub fn pump(&mut self, lookup: &mut dyn FnMut(LineId) -> Lookup) -> Progress {
        match self.result.try_recv() {
            Ok(result) => return Progress::Over(result),
            Err(TryRecvError::Disconnected) => return Progress::Over(Err(ExportError::Interrupted(self.path.clone()))),
            Err(TryRecvError::Empty) => {}
        }
        while let Some(parts) = &self.parts {
            let part = match self.segments.get(self.next).copied() {
                None => Part::Finish,
                Some(Segment::Silence(n)) => Part::Silence(n),
                Some(Segment::Line(line)) => match lookup(line) {
                    Lookup::Ready(take) => Part::Clip(take.clip.clone()),
                    Lookup::StandIn(take) if self.allow_fallback => Part::Clip(take.clip.clone()),
                    Lookup::NotYet | Lookup::Begun(_) => break,
                    Lookup::StandIn(_) | Lookup::Failed => return Progress::LineFailed(line),
                },
            };
            let (is_last, is_line) = (matches!(part, Part::Finish), matches!(part, Part::Clip(_)));
            match parts.try_send(part) {
                Ok(()) => {}
                Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => break,
            }
            self.next += 1;
            self.n_written += usize::from(is_line);
            if is_last {
                self.parts = None;
            }
        }
        Progress::Running(self.wanted(lookup))
    }

    /// The next lines that have to be rendered: the one waited for and the one after it.
    fn wanted(&self, lookup: &mut dyn FnMut(LineId) -> Lookup) -> Vec<LineId> {
        self.segments
            .iter()
            .skip(self.next)
            .filter_map(|segment| match segment {
                Segment::Line(line) => Some(*line),
                Segment::Silence(_) => None,
            })
            .take(2)
            .filter(|line| matches!(lookup(*line), Lookup::NotYet | Lookup::Begun(_)))
            .collect()
    }
}

impl Drop for ExportJob {
    fn drop(&mut self) {
        self.parts = None;
        if let Some(thread) = self.thread.take() {
            // The writer is waiting for parts or writing one; both end at once. A panic of its has been printed.
            drop(thread.join());
        }
    }
}

/// Writes parts until the last. `None` where the export was cancelled: the writer's drop takes the file away.
fn write(
    path: &std::path::Path,
    options: &Options,
    parts: &Receiver<Part>,
    waker: &Waker,
) -> Option<Result<Report, ExportError>> {
    let mut writer = match Writer::create(path, options) {
        Ok(writer) => writer,
        Err(error) => return Some(Err(error)),
    };
    loop {
        let written = match parts.recv() {
            Ok(Part::Clip(clip)) => writer.push(&clip.samples),
            Ok(Part::Silence(n)) => writer.silence(n),
            Ok(Part::Finish) => return Some(writer.finish()),
            Err(_closed) => return None,
        };
        if let Err(error) = written {
            return Some(Err(error));
        }
        waker.wake_by_ref();
    }
}
