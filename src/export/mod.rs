//! Export: clips to files, streamed and atomic.
//!
//! [`plan`] says what a project sounds like from end to end, and playback follows the same plan. A [`Writer`] takes the
//! samples as they are rendered, so memory does not grow with the script's length, and puts the file in place only when
//! it is whole.

pub mod mp3;
pub mod wav;

use std::path::{Path, PathBuf};

use crate::script::{LineId, Project};

/// One step of a project's timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Silence of this many samples at the project's rate.
    Silence(usize),
    /// The clip of a line.
    Line(LineId),
}

/// The timeline of a project from the line at `first` on: lines with the exact pauses between them. Lines without a
/// word (empty, or only markup) take no time and no pause of their own.
pub fn plan(project: &Project, first: usize) -> Vec<Segment> {
    let rate_hz = project.meta.rate_hz;
    let mut segments = Vec::new();
    for (index, line) in project.lines().iter().enumerate().skip(first) {
        if line.text.trim().is_empty() {
            continue;
        }
        if !segments.is_empty() {
            let n = crate::audio::samples_in(project.pause_before(index), rate_hz);
            if n > 0 {
                segments.push(Segment::Silence(n));
            }
        }
        segments.push(Segment::Line(line.id));
    }
    segments
}

/// A file format that can be exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// WAV, 16-bit integers with dither.
    #[default]
    Wav16,
    /// WAV, 24-bit integers.
    Wav24,
    /// WAV, 32-bit float: the clip's samples bit for bit.
    WavFloat,
    /// MP3, 128 kbit/s constant bit rate.
    Mp3,
}

/// What is written beside the samples.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Tags {
    /// Title.
    pub title: String,
    /// Artist.
    pub artist: String,
    /// Album.
    pub album: String,
}

/// How to export.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// File format.
    pub format: Format,
    /// Rate of the samples that will be pushed, hertz.
    pub rate_hz: u32,
    /// Tags (MP3 only; a WAV file carries none).
    pub tags: Tags,
    /// Replace an existing file.
    pub replace: bool,
}

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Where.
    pub path: PathBuf,
    /// Samples per channel.
    pub n_samples: u64,
    /// Length in seconds.
    pub seconds: f64,
    /// Size of the file.
    pub n_bytes: u64,
}
