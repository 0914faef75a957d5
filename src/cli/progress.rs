//! One line of progress on a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Shortest time between two updates: faster ones cannot be read and cost time over a slow connection.
const INTERVAL: Duration = Duration::from_millis(100);

/// A line on standard error that is written over and over. Nothing is shown where that is no terminal. Gone when
/// dropped.
pub struct Progress {
    enabled: bool,
    shown_at: Option<Instant>,
}

impl Progress {
    /// Progress that is shown if a person is there to see it and does not want quiet.
    pub fn new(quiet: bool) -> Self {
        Self { enabled: !quiet && io::stderr().is_terminal(), shown_at: None }
    }

    /// Shows the text that `text` makes, unless the last one is too recent.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if self.enabled && self.shown_at.is_none_or(|at| at.elapsed() >= INTERVAL) {
            self.shown_at = Some(Instant::now());
            let mut stderr = io::stderr();
            // Return to the line's start, write, erase what is left of the longer text before.
            write!(stderr, "\r{}\u{1b}[K", text()).and_then(|()| stderr.flush()).ok();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown_at.is_some() {
            write!(io::stderr(), "\r\u{1b}[K").ok();
        }
    }
}

/// A length of time as `1:02:03` or `2:03`.
pub fn clock(secs: f64) -> String {
    let secs = secs.max(0.0) as u64;
    let (hours, minutes, seconds) = (secs / 3600, secs / 60 % 60, secs % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn clocks() {
        for (secs, expect) in
            [(0.0, "0:00"), (9.99, "0:09"), (75.0, "1:15"), (3600.0, "1:00:00"), (36_061.0, "10:01:01"), (-1.0, "0:00")]
        {
            assert_eq!(clock(secs), expect);
        }
    }
}
