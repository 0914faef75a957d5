//! Why a command failed, in words, and the exit status that says so to scripts.

use std::io;
use std::path::{Path, PathBuf};

use crate::audio::decode::DecodeError;
use crate::export::ExportError;
use crate::script::format::FormatError;
use crate::studio::RenderError;
use crate::text::lexicon::ParseError;
use crate::voice::VoiceError;
use crate::voice::download::DownloadError;
use crate::voice::import::ImportError;
use crate::voice::runtime::RuntimeError;

/// Exit status: done.
pub const DONE: u8 = 0;
/// Exit status: wrong usage.
pub const WRONG_USAGE: u8 = 2;
/// Exit status: the input cannot be read.
pub const UNREADABLE: u8 = 3;
/// Exit status: the voice or the runtime is missing or damaged.
pub const NO_VOICE: u8 = 4;
/// Exit status: the output cannot be written.
pub const UNWRITABLE: u8 = 5;
/// Exit status: a chunk could not be spoken.
pub const NOT_SPOKEN: u8 = 6;
/// Exit status: interrupted.
pub const INTERRUPTED: u8 = 130;

/// Why a command failed. Whatever it is, an existing output file is untouched and no partial one is left.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments do not go together; what to do is part of the message.
    #[error("{0}")]
    Usage(String),
    /// The input is not there or cannot be read.
    #[error("{}: {}", unreadable(source), path.display())]
    Read {
        /// What the system says.
        source: io::Error,
        /// The file; `-` is standard input.
        path: PathBuf,
    },
    /// The input is no text.
    #[error("this is not a text file; give a script that ends in .txt, .md, .srt or .moksori: {}", .0.display())]
    NotText(PathBuf),
    /// The input is no project.
    #[error("{source}: {}", path.display())]
    Project {
        /// Why.
        source: FormatError,
        /// The file.
        path: PathBuf,
    },
    /// A file is no lexicon.
    #[error("{source}: {}", path.display())]
    Lexicon {
        /// Why.
        source: ParseError,
        /// The file.
        path: PathBuf,
    },
    /// A lexicon has rows that cannot be used; each has been told.
    #[error("{n_problems} rows cannot be used; correct them and check again: {}", path.display())]
    LexiconRows {
        /// How many.
        n_problems: usize,
        /// The file.
        path: PathBuf,
    },
    /// The input has nothing to speak.
    #[error("there is nothing to speak in it; write some words in a language that `moksori voices list` shows: {0}")]
    Nothing(String),
    /// A file cannot be played.
    #[error("{source}: {}", path.display())]
    Decode {
        /// Why.
        source: DecodeError,
        /// The file.
        path: PathBuf,
    },
    /// The voice or the runtime.
    #[error(transparent)]
    Voice(#[from] VoiceError),
    /// A voice could not be imported or removed.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// A voice could not be downloaded.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// Installed voices are damaged; each has been told.
    #[error("{}; what to do stands behind each", if *.0 == 1 { "one voice is damaged".to_owned() } else { format!("{} voices are damaged", .0) })]
    DamagedVoices(usize),
    /// Lines that no voice can speak.
    #[error("{place} cannot be spoken: {source}")]
    Line {
        /// Which line of which file.
        place: String,
        /// Why, and the way out.
        source: VoiceError,
    },
    /// A line that failed while it was rendered.
    #[error("{place} could not be spoken: {source}")]
    Render {
        /// Which line of which file.
        place: String,
        /// Why, and the way out.
        source: RenderError,
    },
    /// The output file.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Standard output.
    #[error("standard output cannot be written ({0}); check where it goes")]
    Stdout(io::Error),
    /// Nothing can be heard.
    #[error("nothing can be heard: {0}")]
    NoDevice(String),
    /// The window did not open; the message says why.
    #[error("{0}")]
    Window(String),
    /// Stopped by the person.
    #[error("interrupted")]
    Interrupted,
    /// Whoever read standard output has enough, as in `| head`. Nothing is wrong.
    #[error("nobody reads standard output any more")]
    ReaderGone,
}

impl CliError {
    /// The process's exit status.
    pub fn status(&self) -> u8 {
        match self {
            Self::ReaderGone => DONE,
            Self::Usage(_) => WRONG_USAGE,
            Self::Read { .. }
            | Self::NotText(_)
            | Self::Project { .. }
            | Self::Lexicon { .. }
            | Self::LexiconRows { .. }
            | Self::Nothing(_)
            | Self::Decode { .. } => UNREADABLE,
            Self::Voice(source) | Self::Line { source, .. } => of_voice(source),
            Self::Render { source, .. } => match source {
                RenderError::Voice(source) => of_voice(source),
                RenderError::Panic(_) | RenderError::Audio(_) => NOT_SPOKEN,
            },
            Self::Import(source) => of_import(source),
            Self::Download(source) => of_download(source),
            Self::DamagedVoices(_) => NO_VOICE,
            Self::Export(_) | Self::Stdout(_) | Self::NoDevice(_) | Self::Window(_) => UNWRITABLE,
            Self::Interrupted => INTERRUPTED,
        }
    }

    /// The error for the input at `path`.
    pub fn read(source: io::Error, path: &Path) -> Self {
        Self::Read { source, path: path.to_owned() }
    }

    /// The error for the line at `place`; one that was cancelled is the person's interruption.
    pub fn render(source: RenderError, place: String) -> Self {
        match source {
            RenderError::Voice(VoiceError::Cancelled | VoiceError::Runtime(RuntimeError::Cancelled)) => {
                Self::Interrupted
            }
            source => Self::Render { place, source },
        }
    }
}

fn of_voice(error: &VoiceError) -> u8 {
    match error {
        VoiceError::Cancelled | VoiceError::Runtime(RuntimeError::Cancelled) => INTERRUPTED,
        VoiceError::OutOfMemory
        | VoiceError::OverBudget { .. }
        | VoiceError::EngineDied { .. }
        | VoiceError::TimedOut { .. }
        | VoiceError::Model(_)
        | VoiceError::Server { .. }
        | VoiceError::NeedsPhonemes { .. }
        | VoiceError::Runtime(RuntimeError::OutOfMemory | RuntimeError::Run(_)) => NOT_SPOKEN,
        VoiceError::Runtime(_)
        | VoiceError::Unknown { .. }
        | VoiceError::NotInstalled { .. }
        | VoiceError::Damaged { .. }
        | VoiceError::Program { .. }
        | VoiceError::NoVoiceForLanguage { .. } => NO_VOICE,
    }
}

fn of_download(error: &DownloadError) -> u8 {
    match error {
        DownloadError::DiskFull { .. } | DownloadError::Write { .. } => UNWRITABLE,
        DownloadError::Paused | DownloadError::Cancelled => INTERRUPTED,
        DownloadError::Busy
        | DownloadError::NotSecure(_)
        | DownloadError::Unreachable { .. }
        | DownloadError::Refused { .. }
        | DownloadError::WrongSize { .. }
        | DownloadError::WrongContent { .. } => NO_VOICE,
    }
}

fn of_import(error: &ImportError) -> u8 {
    match error {
        ImportError::Read { .. }
        | ImportError::NoVoice(_)
        | ImportError::Several { .. }
        | ImportError::Unusable { .. }
        | ImportError::Language { .. } => UNREADABLE,
        ImportError::Link { .. } | ImportError::Write { .. } | ImportError::Remove { .. } => UNWRITABLE,
        ImportError::NotImported { .. } => WRONG_USAGE,
        ImportError::Voice(source) => of_voice(source),
        ImportError::Cancelled => INTERRUPTED,
    }
}

fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the name and the folder".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "no permission to read it; change its permissions or choose another".to_owned()
        }
        io::ErrorKind::IsADirectory => "this is a folder; name a file in it".to_owned(),
        _ => format!("it cannot be read ({error}); check the disk or choose another file"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{CliError, INTERRUPTED, NO_VOICE, NOT_SPOKEN, UNREADABLE, UNWRITABLE};
    use crate::export::ExportError;
    use crate::studio::RenderError;
    use crate::text::Language;
    use crate::voice::VoiceError;
    use crate::voice::runtime::RuntimeError;

    #[test]
    fn statuses() {
        let check = |error: CliError, expect: u8| assert_eq!(error.status(), expect, "{error}");
        let render = |source: RenderError| CliError::render(source, "line 1 of a.txt (“Hello”)".to_owned());
        let text = || "something".to_owned();
        // While a line is rendered.
        check(render(RenderError::Panic(text())), NOT_SPOKEN);
        check(render(RenderError::Audio(text())), NOT_SPOKEN);
        for (source, expect) in [
            (VoiceError::OutOfMemory, NOT_SPOKEN),
            (VoiceError::Model(text()), NOT_SPOKEN),
            (VoiceError::Runtime(RuntimeError::OutOfMemory), NOT_SPOKEN),
            (VoiceError::Runtime(RuntimeError::Run(text())), NOT_SPOKEN),
            (VoiceError::Runtime(RuntimeError::Missing { looked_in: text() }), NO_VOICE),
            (VoiceError::Runtime(RuntimeError::BadModel { problem: text(), path: text() }), NO_VOICE),
            (VoiceError::Unknown { id: text() }, NO_VOICE),
            (VoiceError::NotInstalled { id: text(), remedy: text() }, NO_VOICE),
            (VoiceError::no_voice_for(Language::Korean), NO_VOICE),
            (VoiceError::Cancelled, INTERRUPTED),
            (VoiceError::Runtime(RuntimeError::Cancelled), INTERRUPTED),
        ] {
            check(render(RenderError::Voice(source)), expect);
        }
        assert!(render(RenderError::Voice(VoiceError::OutOfMemory)).to_string().contains("line 1 of a.txt"));
        // Before and after.
        check(CliError::from(VoiceError::OutOfMemory), NOT_SPOKEN);
        check(CliError::from(ExportError::DiskFull("a.wav".into())), UNWRITABLE);
        check(CliError::read(std::io::ErrorKind::TimedOut.into(), Path::new("a.txt")), UNREADABLE);
    }
}
