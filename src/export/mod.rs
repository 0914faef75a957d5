//! Export: clips to files, streamed and atomic.
//!
//! [`plan`] says what a project sounds like from end to end, and playback follows the same plan. A [`Writer`] takes the
//! samples as they are rendered, so memory does not grow with the script's length, and puts the file in place only when
//! it is whole.

mod error;
mod mp3;
mod wav;
mod writer;

use std::path::{Path, PathBuf};

use crate::script::{LineId, Project};

pub use error::ExportError;
pub use mp3::MP3_RATE_HZ;
pub use writer::Writer;

/// One step of a project's timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Silence of this many samples at the project's rate.
    Silence(usize),
    /// The clip of a line.
    Line(LineId),
}

/// The timeline of a project from the line at `first` on: lines with the exact pauses between them. Lines without a
/// character (only white space) take no time; the pause across them is the longest of theirs and the next line's, so
/// an empty line that begins a paragraph still does. A line that is nothing but `[pause 1.5s]` stands instead of the
/// pauses on both its sides: the silence is exactly as long as it says.
pub fn plan(project: &Project, first: usize) -> Vec<Segment> {
    let rate_hz = project.meta.rate_hz;
    let mut segments = Vec::new();
    let mut pause_secs = 0.0_f64;
    let mut follows_pause = false;
    for (index, line) in project.lines().iter().enumerate().skip(first) {
        pause_secs = pause_secs.max(project.pause_before(index));
        if line.text.trim().is_empty() {
            continue;
        }
        let is_pause = line.is_pause();
        if !segments.is_empty() && !is_pause && !follows_pause {
            let n = crate::audio::samples_in(pause_secs, rate_hz);
            if n > 0 {
                segments.push(Segment::Silence(n));
            }
        }
        segments.push(Segment::Line(line.id));
        pause_secs = 0.0;
        follows_pause = is_pause;
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
    /// MP3, 128 kbit/s constant bit rate, always at 44.1 kHz.
    Mp3,
}

impl Format {
    /// The format that a file name's ending asks for: `.wav` (16 bits) or `.mp3`, in any case of letters.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "wav" => Some(Self::Wav16),
            "mp3" => Some(Self::Mp3),
            _ => None,
        }
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Wav16 | Self::Wav24 | Self::WavFloat => "wav",
            Self::Mp3 => "mp3",
        }
    }
}

/// Channels of an MP3 file (a WAV file is mono).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channels {
    /// One channel: all of the bit rate for the voice.
    #[default]
    Mono,
    /// Two equal channels, for players and shops that insist on stereo.
    JointStereo,
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
    /// Rate of the samples that will be pushed, hertz. A WAV file has it too.
    pub rate_hz: u32,
    /// Channels (MP3 only).
    pub channels: Channels,
    /// Tags (MP3 only; a WAV file carries none).
    pub tags: Tags,
    /// Replace an existing file.
    pub replace: bool,
}

impl Options {
    /// Plain options: mono, no tags, nothing replaced.
    pub fn new(format: Format, rate_hz: u32) -> Self {
        Self { format, rate_hz, channels: Channels::Mono, tags: Tags::default(), replace: false }
    }
}

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Where.
    pub path: PathBuf,
    /// Samples per channel, at the file's rate.
    pub n_samples: u64,
    /// Length in seconds.
    pub seconds: f64,
    /// Size of the file.
    pub n_bytes: u64,
    /// Samples beyond full scale that were clamped; always 0 for [`Format::WavFloat`], which stores them as they are.
    pub n_clipped: u64,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Segment::{Line, Silence};
    use super::{Format, Segment, plan};
    use crate::script::{LineId, LineKind, Project};

    fn project(lines: &[(&str, bool, LineKind)]) -> Project {
        let mut project = Project::default();
        project.meta.rate_hz = 1_000;
        for &(text, starts_paragraph, kind) in lines {
            let mut line = project.new_line(text);
            line.starts_paragraph = starts_paragraph;
            line.kind = kind;
            project.push(line);
        }
        project
    }

    #[test]
    fn plans() {
        use LineKind::{Heading, Text};
        let check = |lines: &[(&str, bool, LineKind)], first: usize, expect: &[Segment]| {
            assert_eq!(plan(&project(lines), first), expect, "{lines:?} from {first}");
        };
        let line = |id| Line(LineId(id));
        check(&[], 0, &[]);
        check(&[("", true, Text), ("  ", false, Text)], 0, &[]);
        check(&[("a", true, Text)], 0, &[line(0)]);
        check(&[("a", true, Text)], 5, &[]);
        // A pause on a line of its own stands instead of the pauses around it; in words it does not.
        check(&[("a", true, Text), ("[pause 1.5s]", true, Text), ("b", true, Text)], 0, &[line(0), line(1), line(2)]);
        check(&[("a", true, Text), ("b [pause 1s]", false, Text)], 0, &[line(0), Silence(450), line(1)]);
        // Lines of a paragraph, a new paragraph, a heading and the line after it.
        let story =
            [("a", true, Text), ("b", false, Text), ("c", true, Text), ("d", false, Heading), ("e", false, Text)];
        let whole =
            [line(0), Silence(450), line(1), Silence(800), line(2), Silence(800), line(3), Silence(450), line(4)];
        check(&story, 0, &whole);
        for first in 0..story.len() {
            check(&story, first, &whole[2 * first..]);
        }
        // Empty lines take no time of their own and keep the paragraph that they begin.
        check(&[("", true, Text), ("a", false, Text)], 0, &[line(1)]);
        check(&[("a", true, Text), (" ", false, Text), ("b", false, Text)], 0, &[line(0), Silence(450), line(2)]);
        check(&[("a", true, Text), ("", true, Text), ("b", false, Text)], 0, &[line(0), Silence(800), line(2)]);
        check(&[("a", true, Text), ("", true, Text)], 0, &[line(0)]);
    }

    #[test]
    fn pauses_of_no_length_are_no_segments() {
        let mut project = project(&[("a", true, LineKind::Text), ("b", false, LineKind::Text)]);
        project.meta.delivery.pause_line_secs = 0.0;
        assert_eq!(plan(&project, 0), [Line(LineId(0)), Line(LineId(1))]);
    }

    #[test]
    fn formats_of_names() {
        for (name, expect) in [
            ("a.wav", Some(Format::Wav16)),
            ("낭독.MP3", Some(Format::Mp3)),
            ("a.b.Wav", Some(Format::Wav16)),
            ("a.ogg", None),
            ("mp3", None),
            (".mp3", None),
        ] {
            assert_eq!(Format::of_path(Path::new(name)), expect, "{name}");
        }
    }
}
