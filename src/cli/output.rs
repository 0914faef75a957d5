//! Standard output and standard error of the commands.
//!
//! Results go to standard output as they are; a reader that leaves early ends the command quietly
//! ([`CliError::ReaderGone`]). Everything for the person goes to standard error and never fails a command.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write as _};

use super::CliError;

/// Standard output, buffered.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Takes standard output for this command.
    pub fn new() -> Self {
        Self { out: BufWriter::new(io::stdout().lock()) }
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl Display) -> Result<(), CliError> {
        writeln!(self.out, "{text}").map_err(failed)
    }

    /// Writes a value as indented JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<(), CliError> {
        serde_json::to_writer_pretty(&mut self.out, value).map_err(|error| failed(error.into()))?;
        self.line("")
    }

    /// Hands everything over; without it a full disk behind a redirection would go unnoticed.
    pub fn finish(mut self) -> Result<(), CliError> {
        self.out.flush().map_err(failed)
    }
}

impl Default for Output {
    fn default() -> Self {
        Self::new()
    }
}

fn failed(error: io::Error) -> CliError {
    if error.kind() == io::ErrorKind::BrokenPipe { CliError::ReaderGone } else { CliError::Stdout(error) }
}

/// A message for the person.
pub fn message(text: &str) {
    // Where standard error is closed there is nobody to tell.
    writeln!(io::stderr(), "moksori: {text}").ok();
}
