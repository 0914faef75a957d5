//! Files of a voice that stay where they are.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::ImportError;
use crate::voice::Cancel;
use crate::voice::catalog::VoiceFile;

/// Links `source` into the folder `to` under `name`, and says what it is. The link leads to the file itself, also where
/// `source` is a link or a relative path.
pub fn link_file(source: &Path, name: &str, to: &Path, cancel: &Cancel) -> Result<VoiceFile, ImportError> {
    let unreadable = |error: io::Error| ImportError::Read { source: error, path: source.to_owned() };
    let original = source.canonicalize().map_err(unreadable)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut file = File::open(&original).map_err(unreadable)?;
    let mut buffer = vec![0; 1 << 20];
    loop {
        if cancel.is_cancelled() {
            return Err(ImportError::Cancelled);
        }
        let n = file.read(&mut buffer).map_err(unreadable)?;
        let part = buffer.get(..n).unwrap_or_default();
        if part.is_empty() {
            break;
        }
        hash.update(part);
        bytes += n as u64;
    }
    let target = to.join(name);
    // Another disk, or one without hard links.
    std::fs::hard_link(&original, &target)
        .or_else(|_| symlink(&original, &target))
        .map_err(|source| ImportError::Link { source, path: original.clone() })?;
    Ok(VoiceFile { name: name.to_owned(), bytes, sha256: crate::voice::hex(&hash.finalize()) })
}

#[cfg(unix)]
fn symlink(original: &Path, target: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(original, target)
}

#[cfg(windows)]
fn symlink(original: &Path, target: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(original, target)
}
