//! The parent's end: starts the engine process, asks it, and starts another one when it dies.

use std::ffi::OsString;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::wire::{self, Reply, Request};
use crate::voice::{Cancel, VoiceError};

/// What the pipe from the engine holds, bytes: the most that Linux gives a program without rights.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;
/// Answers that may wait: the parent asks one thing at a time.
const MAX_REPLIES: usize = 4;
/// How long a run that was told to stop may go on before the process is ended.
const STOP_GRACE: Duration = Duration::from_secs(2);
/// How often a wait looks at whether it was cancelled, where nothing wakes it.
const POLL: Duration = Duration::from_millis(20);
/// The pause before the second start in a row that fails; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest pause before a start.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// How the engine process is started.
#[derive(Clone, Debug)]
pub struct EngineCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables on top of this process's own.
    pub envs: Vec<(OsString, OsString)>,
}

impl EngineCommand {
    /// This program's own engine.
    pub fn of_this_program() -> std::io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, args: vec!["engine".into()], envs: Vec::new() })
    }
}

/// The id of the engine process while one runs, 0 otherwise: for meters.
pub type EnginePid = Arc<AtomicU32>;

/// A running engine.
struct Process {
    child: Child,
    input: Arc<Mutex<ChildStdin>>,
    replies: Receiver<(Reply, Vec<f32>)>,
}

/// A request's answer, or how the process ended.
type Answer = Result<(Reply, Vec<f32>), VoiceError>;

/// The connection to the engine, which outlives the processes.
pub struct Link {
    command: EngineCommand,
    process: Option<Process>,
    pid: EnginePid,
    /// Counts the processes: what one has loaded the next one has not.
    generation: u64,
    last_run: u64,
    /// Processes that died since the last request that was answered.
    n_deaths: u32,
    /// No start before this.
    not_before: Option<Instant>,
}

impl Link {
    /// No process yet.
    pub fn new(command: EngineCommand, pid: EnginePid) -> Self {
        Self { command, process: None, pid, generation: 0, last_run: 0, n_deaths: 0, not_before: None }
    }

    /// Makes sure that a process runs, and gives its number.
    pub fn start(&mut self, cancel: &Cancel) -> Result<u64, VoiceError> {
        if self.process.as_mut().is_some_and(|process| matches!(process.child.try_wait(), Ok(None))) {
            return Ok(self.generation);
        }
        self.end();
        while let Some(left) = self.not_before.and_then(|at| at.checked_duration_since(Instant::now())) {
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            std::thread::sleep(left.min(POLL));
        }
        let process = spawn(&self.command).map_err(|error| {
            self.died();
            VoiceError::EngineDied { how: format!("it could not be started: {error}") }
        })?;
        self.pid.store(process.child.id(), Ordering::Relaxed);
        self.process = Some(process);
        self.generation += 1;
        Ok(self.generation)
    }

    /// A number for a run.
    pub fn next_run(&mut self) -> u64 {
        self.last_run += 1;
        self.last_run
    }

    /// Asks, and waits for the answer; `heard` is given the samples that come before it. Over `limit`, or when a stopped run
    /// does not end, the process is ended.
    pub fn ask(
        &mut self,
        request: &Request,
        cancel: &Cancel,
        limit: Option<Duration>,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Answer {
        let Some(process) = &self.process else {
            return Err(VoiceError::EngineDied { how: "it does not run".to_owned() });
        };
        let input = Arc::clone(&process.input);
        if send(&input, request).is_err() {
            return Err(self.ended());
        }
        let run = match request {
            Request::Speak { run, .. } => Some(*run),
            _ => None,
        };
        let hook = move || {
            if let Some(run) = run {
                // Fails only where the process is gone; the waiting side sees that itself.
                drop(send(&input, &Request::Cancel { run }));
            }
        };
        let answer = cancel.with_hook(hook, || wait(&process.replies, cancel, limit, heard));
        match answer {
            Ok(answer) => {
                self.n_deaths = 0;
                self.not_before = None;
                match answer {
                    (Reply::Failed { error }, _) => Err(error),
                    other => Ok(other),
                }
            }
            Err(Wait::Gone) => Err(self.ended()),
            Err(Wait::TooLong(waited)) => {
                self.end();
                Err(VoiceError::TimedOut { secs: waited.as_secs_f64() })
            }
            Err(Wait::DoesNotStop) => {
                self.end();
                Err(VoiceError::Cancelled)
            }
        }
    }

    /// Tells something that is not answered.
    pub fn tell(&self, request: &Request) {
        if let Some(process) = &self.process {
            // Fails only where the process is gone, and then there is nothing to tell it.
            drop(send(&process.input, request));
        }
    }

    /// The process died by itself: why, as far as the system tells.
    fn ended(&mut self) -> VoiceError {
        let how = match self.process.take() {
            Some(mut process) => {
                // Its output has ended; if it lives on, it is of no use.
                drop(process.child.kill());
                process.child.wait().map_or_else(|error| error.to_string(), describe)
            }
            None => "it does not run".to_owned(),
        };
        self.pid.store(0, Ordering::Relaxed);
        self.died();
        log::warn!("the engine process ended: {how}");
        VoiceError::EngineDied { how }
    }

    fn died(&mut self) {
        let pause = match self.n_deaths {
            0 => Duration::ZERO,
            n => FIRST_PAUSE.saturating_mul(1 << (n - 1).min(8)).min(LONGEST_PAUSE),
        };
        self.n_deaths += 1;
        self.not_before = Some(Instant::now() + pause);
    }

    /// Ends the process.
    pub fn end(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended already.
            drop(process.child.kill());
            drop(process.child.wait());
            self.pid.store(0, Ordering::Relaxed);
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.end();
    }
}

fn spawn(command: &EngineCommand) -> std::io::Result<Process> {
    let mut child = std::process::Command::new(&command.program)
        .args(&command.args)
        .envs(command.envs.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
    };
    widen(&output);
    let (sender, replies) = sync_channel(MAX_REPLIES);
    let listener = std::thread::Builder::new()
        .name("engine-output".to_owned())
        .spawn(move || listen(BufReader::with_capacity(1 << 16, output), &sender));
    if let Err(error) = listener {
        drop(child.kill());
        drop(child.wait());
        return Err(error);
    }
    Ok(Process { child, input: Arc::new(Mutex::new(input)), replies })
}

/// Lets the pipe take a chunk's samples at once: with the usual 64 KiB the two processes wake each other for each part.
#[cfg(target_os = "linux")]
fn widen(output: &ChildStdout) {
    if let Err(error) = rustix::pipe::fcntl_setpipe_size(output, PIPE_BYTES) {
        log::debug!("the engine's pipe stays as it is: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
const fn widen(_output: &ChildStdout) {}

/// Takes answers in until the output ends.
fn listen(mut output: impl std::io::Read, replies: &SyncSender<(Reply, Vec<f32>)>) {
    if wire::read_magic(&mut output).is_err() {
        return;
    }
    while let Ok(reply) = wire::read::<Reply>(&mut output) {
        if replies.send(reply).is_err() {
            return;
        }
    }
}

fn send(input: &Mutex<ChildStdin>, request: &Request) -> std::io::Result<()> {
    wire::write(&mut *input.lock().unwrap_or_else(PoisonError::into_inner), request, &[])
}

/// Why there is no answer.
enum Wait {
    /// The process is gone.
    Gone,
    /// The limit passed.
    TooLong(Duration),
    /// It was told to stop and goes on.
    DoesNotStop,
}

fn wait(
    replies: &Receiver<(Reply, Vec<f32>)>,
    cancel: &Cancel,
    limit: Option<Duration>,
    heard: &mut dyn FnMut(&[f32]),
) -> Result<(Reply, Vec<f32>), Wait> {
    let began = Instant::now();
    let mut told_to_stop: Option<Instant> = None;
    loop {
        if cancel.is_cancelled() {
            told_to_stop.get_or_insert_with(Instant::now);
        }
        match replies.recv_timeout(POLL) {
            Ok((Reply::Waiting { wait }, _)) => cancel.set_wait(wait),
            Ok((Reply::Heard, samples)) => heard(&samples),
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Disconnected) => return Err(Wait::Gone),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if told_to_stop.is_some_and(|at| at.elapsed() > STOP_GRACE) {
            return Err(Wait::DoesNotStop);
        }
        if limit.is_some_and(|limit| began.elapsed() > limit) {
            return Err(Wait::TooLong(began.elapsed()));
        }
    }
}

#[cfg(unix)]
fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match status.signal() {
        Some(9) => "the system ended it (signal 9), most likely because memory ran out".to_owned(),
        Some(signal @ (6 | 7 | 8 | 11)) => format!("the runtime crashed (signal {signal})"),
        Some(signal) => format!("signal {signal}"),
        None => status.to_string(),
    }
}

#[cfg(not(unix))]
fn describe(status: ExitStatus) -> String {
    status.to_string()
}
