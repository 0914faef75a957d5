//! Runs a helper program: text in, text out, within limits.

use std::io::{self, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::voice::Cancel;

/// How often a wish to stop is looked at while the program works.
const STEP: Duration = Duration::from_millis(20);

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long it may take.
    pub time: Duration,
    /// How much it may print, in bytes.
    pub output: u64,
}

/// What a program printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// How it ended.
    pub status: ExitStatus,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// Why a program gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It could not be started; there may be no such program.
    #[error("it could not be started: {0}")]
    NotStarted(io::Error),
    /// It took too long and was ended.
    #[error("it did not answer in time")]
    TimedOut,
    /// It printed more than it may and was ended.
    #[error("it printed far more than was asked for")]
    TooMuch,
    /// Somebody asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// A process that is ended, if it still runs, and waited for.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It has usually ended already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// Runs `command` with `input` on its standard input. All pipes are served at once, each by a thread of its own, so that
/// neither side can wait for the other.
pub fn run(mut command: Command, input: &str, limits: Limits, cancel: &Cancel) -> Result<Printed, ProcessError> {
    let started = Instant::now();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    separate(&mut command);
    let mut running = Running(command.spawn().map_err(ProcessError::NotStarted)?);
    let child = &mut running.0;
    let (Some(mut stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(ProcessError::NotStarted(io::ErrorKind::BrokenPipe.into()));
    };
    let input = input.as_bytes().to_vec();
    Builder::new()
        .name("program-input".to_owned())
        .spawn(move || {
            // A program that ends before it has read everything says why on its standard error.
            drop(stdin.write_all(&input));
        })
        .map_err(ProcessError::NotStarted)?;
    let (sender, streams) = sync_channel(2);
    listen("program-output", Stream::Out, stdout, limits.output, &sender)?;
    listen("program-errors", Stream::Err, stderr, limits.output, &sender)?;
    drop(sender);
    let left = |cancel: &Cancel| {
        if cancel.is_cancelled() {
            return Err(ProcessError::Cancelled);
        }
        limits.time.checked_sub(started.elapsed()).ok_or(ProcessError::TimedOut)
    };
    let (mut out, mut err) = (None, None);
    while out.is_none() || err.is_none() {
        match streams.recv_timeout(left(cancel)?.min(STEP)) {
            Ok((_, bytes)) if bytes.len() as u64 > limits.output => return Err(ProcessError::TooMuch),
            Ok((Stream::Out, bytes)) => out = Some(bytes),
            Ok((Stream::Err, bytes)) => err = Some(bytes),
            Err(RecvTimeoutError::Timeout) => {}
            // A listener that is gone without a word: nothing more will come.
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    loop {
        match running.0.try_wait() {
            Ok(Some(status)) => {
                return Ok(Printed { status, stdout: out.unwrap_or_default(), stderr: err.unwrap_or_default() });
            }
            Ok(None) => std::thread::sleep(left(cancel)?.min(Duration::from_millis(1))),
            Err(error) => return Err(ProcessError::NotStarted(error)),
        }
    }
}

/// Reads `pipe` to its end on a thread of its own, one byte more than is allowed at most.
fn listen(
    name: &str,
    stream: Stream,
    pipe: impl Read + Send + 'static,
    limit: u64,
    sender: &SyncSender<(Stream, Vec<u8>)>,
) -> Result<(), ProcessError> {
    let sender = sender.clone();
    let listening = move || {
        let mut bytes = Vec::new();
        if let Err(error) = pipe.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
            log::debug!("a program's output broke off: {error}");
        }
        // Nobody listens any more where the program was given up.
        drop(sender.send((stream, bytes)));
    };
    Builder::new().name(name.to_owned()).spawn(listening).map(drop).map_err(ProcessError::NotStarted)
}

/// Ctrl-C in the terminal is ours to act on; the program is ended when the work is cancelled.
#[cfg(unix)]
fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

/// No console window for a program that is started from a window.
#[cfg(windows)]
fn separate(command: &mut Command) {
    use std::os::windows::process::CommandExt as _;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(any(unix, windows)))]
fn separate(_command: &mut Command) {}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::{Limits, Printed, ProcessError, run};
    use crate::voice::Cancel;

    fn shell(script: &str, input: &str, limits: Limits, cancel: &Cancel) -> Result<Printed, ProcessError> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, input, limits, cancel)
    }

    const LIMITS: Limits = Limits { time: Duration::from_secs(30), output: 4 << 20 };

    #[test]
    fn neither_side_waits_for_the_other() {
        // Far more than a pipe holds, both ways at once, and a program that reads nothing.
        let input = "0123456789".repeat(100_000);
        let printed = shell("cat; echo done >&2", &input, LIMITS, &Cancel::new()).expect("runs");
        assert!(printed.status.success() && printed.stdout == input.as_bytes());
        assert_eq!(printed.stderr, b"done\n");
        let printed = shell("exit 3", &input, LIMITS, &Cancel::new()).expect("runs");
        assert_eq!(printed.status.code(), Some(3));
    }

    #[test]
    fn limits_are_kept() {
        let started = Instant::now();
        let short = Limits { time: Duration::from_millis(200), ..LIMITS };
        assert!(matches!(shell("sleep 20", "", short, &Cancel::new()), Err(ProcessError::TimedOut)));
        // Its pipes are closed and it does not end.
        let closed = "exec 0<&- 1>&- 2>&-; sleep 20";
        assert!(matches!(shell(closed, "", short, &Cancel::new()), Err(ProcessError::TimedOut)));
        let narrow = Limits { output: 1_000, ..LIMITS };
        assert!(matches!(shell("yes", "", narrow, &Cancel::new()), Err(ProcessError::TooMuch)));
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    }

    #[test]
    fn it_can_be_cancelled_and_missed() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(matches!(shell("sleep 20", "", LIMITS, &cancel), Err(ProcessError::Cancelled)));
        let missing = run(Command::new("no-such-program-anywhere"), "", LIMITS, &Cancel::new());
        match missing {
            Err(ProcessError::NotStarted(error)) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
            other => panic!("{other:?}"),
        }
    }
}
