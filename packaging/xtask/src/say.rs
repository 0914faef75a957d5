//! Progress for the person: plain lines on standard error; on a terminal, long work also counts on its last line.

use std::io::{IsTerminal as _, Write as _};
use std::sync::OnceLock;

/// Whether a person is looking, so that a line may be overwritten.
pub fn is_terminal() -> bool {
    static IS: OnceLock<bool> = OnceLock::new();
    *IS.get_or_init(|| std::io::stderr().is_terminal() && std::io::stdout().is_terminal())
}

/// Prints `text` as it is.
#[expect(clippy::print_stderr, reason = "this is the one place that prints, and tests capture what it prints")]
pub fn plain(text: &str) {
    eprintln!("{text}");
}

/// Announces a step.
pub fn step(text: &str) {
    plain(&format!("[setup] {text}"));
}

/// `n` bytes for people: `23.8 MB`.
pub fn megabytes(n: u64) -> String {
    format!("{:.1} MB", n as f64 / 1e6)
}

/// Counts bytes of a long piece of work on one line of a terminal. Elsewhere it is silent.
pub struct Count {
    label: String,
    total: u64,
    done: u64,
    shown_percent: Option<u64>,
}

impl Count {
    /// Work on `total` bytes.
    pub fn new(label: String, total: u64) -> Self {
        Self { label, total, done: 0, shown_percent: None }
    }

    /// `n` more bytes are done.
    pub fn add(&mut self, n: u64) {
        self.done += n;
        let percent = (self.done * 100).checked_div(self.total).unwrap_or(100).min(100);
        if is_terminal() && self.shown_percent != Some(percent) {
            self.shown_percent = Some(percent);
            let mut err = std::io::stderr();
            drop(write!(err, "\r[setup] {}: {percent} % of {}", self.label, megabytes(self.total)));
            drop(err.flush());
        }
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        if self.shown_percent.is_some() {
            plain("");
        }
    }
}
