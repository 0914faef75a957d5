//! The writer that an export feeds.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::error::{ExportError, SinkError};
use super::mp3::{MP3_RATE_HZ, Mp3Sink};
use super::wav::{Depth, WavSink};
use super::{Format, Options, Report};
use crate::files::AtomicFile;

/// Writes one file of sound: pushed samples are encoded at once, so memory does not grow with the length, and the file
/// appears under its name when it is whole. Dropped, or after an error, it leaves nothing behind.
pub struct Writer {
    file: AtomicFile,
    /// None after an error.
    sink: Option<Sink>,
    path: PathBuf,
    file_rate_hz: u32,
}

enum Sink {
    Wav(Box<WavSink>),
    Mp3(Box<Mp3Sink>),
}

impl Sink {
    fn new(file: File, options: &Options) -> Result<Self, SinkError> {
        let depth = match options.format {
            Format::Wav16 => Depth::Int16,
            Format::Wav24 => Depth::Int24,
            Format::WavFloat => Depth::Float32,
            Format::Mp3 => {
                let sink = Mp3Sink::new(file, options.rate_hz, options.channels, &options.tags)?;
                return Ok(Self::Mp3(Box::new(sink)));
            }
        };
        Ok(Self::Wav(Box::new(WavSink::new(file, options.rate_hz, depth)?)))
    }
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Writer {
    /// Begins a file at `path`. Nothing is at `path` before [`Writer::finish`] that was not there before.
    pub fn create(path: &Path, options: &Options) -> Result<Self, ExportError> {
        // A recording of hours that a killed process did not finish takes gigabytes.
        if let Some(folder) = path.parent() {
            crate::files::sweep(folder, std::time::SystemTime::now());
        }
        let begun = if options.replace { AtomicFile::replacing(path) } else { AtomicFile::new(path) };
        let mut file = begun.map_err(|error| ExportError::io(error, path))?;
        // A second handle of the same open file: the encoders own theirs, and this one puts it in place.
        let handle = file.file_mut().try_clone().map_err(|error| ExportError::io(error, path))?;
        let sink = Sink::new(handle, options).map_err(|error| error.at(path))?;
        let file_rate_hz = if options.format == Format::Mp3 { MP3_RATE_HZ } else { options.rate_hz };
        Ok(Self { file, sink: Some(sink), path: path.to_owned(), file_rate_hz })
    }

    /// Writes samples. After an error the file is given up.
    pub fn push(&mut self, samples: &[f32]) -> Result<(), ExportError> {
        let result = match &mut self.sink {
            None => return Err(ExportError::GivenUp(self.path.clone())),
            Some(Sink::Wav(sink)) => sink.push(samples),
            Some(Sink::Mp3(sink)) => sink.push(samples),
        };
        result.map_err(|error| self.give_up(error))
    }

    /// Writes `n` samples of silence.
    pub fn silence(&mut self, n: usize) -> Result<(), ExportError> {
        const ZEROS: [f32; 4096] = [0.0; 4096];
        let mut n_left = n;
        while n_left > 0 {
            let now = n_left.min(ZEROS.len());
            self.push(&ZEROS[..now])?;
            n_left -= now;
        }
        Ok(())
    }

    /// Completes the file and puts it in place.
    pub fn finish(mut self) -> Result<Report, ExportError> {
        let result = match self.sink.take() {
            None => return Err(ExportError::GivenUp(self.path)),
            Some(Sink::Wav(sink)) => sink.finish(self.file.file_mut()),
            Some(Sink::Mp3(sink)) => sink.finish(),
        };
        let (n_samples, n_clipped) = result.map_err(|error| error.at(&self.path))?;
        let Self { mut file, path, file_rate_hz, .. } = self;
        let n_bytes = file.file_mut().metadata().map_err(|error| ExportError::io(error, &path))?.len();
        file.commit().map_err(|error| ExportError::io(error, &path))?;
        Ok(Report { path, n_samples, seconds: n_samples as f64 / f64::from(file_rate_hz), n_bytes, n_clipped })
    }

    fn give_up(&mut self, error: SinkError) -> ExportError {
        self.sink = None;
        error.at(&self.path)
    }
}

#[cfg(test)]
mod tests;
