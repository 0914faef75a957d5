//! What can go wrong with an export, in words for the person who exports.

use std::io;
use std::path::{Path, PathBuf};

use crate::audio::resample::ResampleError;

/// Why a file was not written. Whatever it is, no partial file is left and an existing one is untouched.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file exists and may not be replaced.
    #[error("a file of this name exists and was kept; choose another name, or allow replacing it (--force): {}", .0.display())]
    Exists(PathBuf),
    /// The folder is not there.
    #[error("the folder for the file does not exist; create it or choose another: {}", .0.display())]
    NoFolder(PathBuf),
    /// The path is a folder, or no file name.
    #[error("this is a folder and no file name; add a name that ends in .wav or .mp3: {}", .0.display())]
    IsFolder(PathBuf),
    /// No right to write there.
    #[error("no permission to write there; choose another folder: {}", .0.display())]
    Denied(PathBuf),
    /// No room.
    #[error("the disk is full; free some space or choose another disk, then export again: {}", .0.display())]
    DiskFull(PathBuf),
    /// Larger than the format can be.
    #[error(
        "{format} files cannot hold more than 4 GiB and this script is longer; export it as MP3, or split it and \
         export the parts: {}",
        path.display()
    )]
    TooLong {
        /// The format.
        format: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// Reading or writing failed otherwise.
    #[error("the file could not be written ({source}); check the disk or choose another place: {}", path.display())]
    Io {
        /// What the system says.
        source: io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The MP3 encoder failed.
    #[error("the MP3 encoder failed ({reason}); export again, or as WAV: {}", path.display())]
    Encoder {
        /// What the encoder says.
        reason: String,
        /// The file.
        path: PathBuf,
    },
    /// The samples' rate cannot be converted to the file's.
    #[error("{source}; choose another project rate: {}", path.display())]
    Rate {
        /// Why.
        source: ResampleError,
        /// The file.
        path: PathBuf,
    },
    /// The thread that wrote the file ended before it was done.
    #[error("writing stopped because of an error inside Moksori; please report it, and export again: {}", .0.display())]
    Interrupted(PathBuf),
    /// [`super::Writer::finish`] was called after an error.
    #[error("the file was given up because writing it failed before: {}", .0.display())]
    GivenUp(PathBuf),
}

impl ExportError {
    pub(super) fn io(source: io::Error, path: &Path) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists(path),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::NoFolder(path),
            io::ErrorKind::IsADirectory | io::ErrorKind::InvalidInput => Self::IsFolder(path),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::Denied(path),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull(path),
            _ => Self::Io { source, path },
        }
    }
}

/// What goes wrong while samples are encoded, without the file's name: [`super::Writer`] adds it.
#[derive(Debug)]
pub(super) enum SinkError {
    Io(io::Error),
    TooLong(&'static str),
    Encoder(String),
    Rate(ResampleError),
}

impl SinkError {
    pub(super) fn at(self, path: &Path) -> ExportError {
        let path_buf = path.to_owned();
        match self {
            Self::Io(source) => ExportError::io(source, path),
            Self::TooLong(format) => ExportError::TooLong { format, path: path_buf },
            Self::Encoder(reason) => ExportError::Encoder { reason, path: path_buf },
            Self::Rate(source) => ExportError::Rate { source, path: path_buf },
        }
    }
}

impl From<io::Error> for SinkError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ResampleError> for SinkError {
    fn from(error: ResampleError) -> Self {
        Self::Rate(error)
    }
}

impl From<hound::Error> for SinkError {
    fn from(error: hound::Error) -> Self {
        match error {
            hound::Error::IoError(error) => Self::Io(error),
            hound::Error::TooWide => Self::TooLong("WAV"),
            other => Self::Io(io::Error::other(other)),
        }
    }
}

impl From<mp3lame_encoder::EncodeError> for SinkError {
    fn from(error: mp3lame_encoder::EncodeError) -> Self {
        Self::Encoder(error.to_string())
    }
}

impl From<mp3lame_encoder::BuildError> for SinkError {
    fn from(error: mp3lame_encoder::BuildError) -> Self {
        Self::Encoder(error.to_string())
    }
}
