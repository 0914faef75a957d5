//! The one atomic writer, and reading text files of any usual encoding.
//!
//! A leaf: uses no other module.

mod growing;

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

pub use growing::GrowingFile;

/// A file that is not there until it is whole: written beside the target, flushed to the disk and renamed over it by
/// [`AtomicFile::commit`]. Dropped without a commit it leaves nothing behind, and an existing target is untouched.
#[derive(Debug)]
pub struct AtomicFile {
    temp: NamedTempFile,
    target: PathBuf,
    replace: bool,
}

/// How the unfinished files are named.
const PREFIX: &str = ".moksori-";
const SUFFIX: &str = ".part";
/// An unfinished file that nobody has written to for so long belongs to a process that was killed.
const LEFT_OVER_AGE: Duration = Duration::from_hours(24);

/// Removes what killed processes left of [`AtomicFile`]s and [`AtomicFolder`]s in `folder`, a day later. What cannot be
/// looked at or removed stays.
pub fn sweep(folder: &Path, now: SystemTime) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        let meta = is_ours.then(|| entry.metadata().ok()).flatten();
        let Some(meta) = meta.filter(|meta| meta.is_file() || meta.is_dir()) else { continue };
        let age = meta.modified().ok().and_then(|at| now.duration_since(at).ok());
        if age.is_none_or(|age| age <= LEFT_OVER_AGE) {
            continue;
        }
        let path = entry.path();
        let removed = if meta.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        if let Err(error) = removed {
            log::warn!("{} is left over and cannot be removed: {error}", path.display());
        }
    }
}

impl AtomicFile {
    /// Begins a file that will replace `target` if it exists.
    pub fn replacing(target: &Path) -> io::Result<Self> {
        Self::begin(target, true)
    }

    /// Begins a file that must not exist when it is committed.
    pub fn new(target: &Path) -> io::Result<Self> {
        if target.exists() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        Self::begin(target, false)
    }

    fn begin(target: &Path, replace: bool) -> io::Result<Self> {
        let parent = match target.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => return Err(io::Error::from(io::ErrorKind::InvalidInput)),
        };
        if target.file_name().is_none() || target.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let temp = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempfile_in(parent)?;
        Ok(Self { temp, target: target.to_owned(), replace })
    }

    /// The open file: read, write and seek as wanted.
    pub fn file_mut(&mut self) -> &mut std::fs::File {
        self.temp.as_file_mut()
    }

    /// Where it will be.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Flushes to the disk and puts the file in place.
    pub fn commit(self) -> io::Result<()> {
        let Self { temp, target, replace } = self;
        temp.as_file().sync_all()?;
        copy_permissions(temp.as_file(), &target)?;
        if replace {
            temp.persist(&target).map_err(|error| error.error)?;
        } else {
            temp.persist_noclobber(&target).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

/// A temporary file is private to its owner; the finished one gets the replaced file's mode, or the usual one.
#[cfg(unix)]
fn copy_permissions(file: &std::fs::File, target: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(target).map_or(0o644, |meta| meta.permissions().mode() & 0o777);
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn copy_permissions(_file: &std::fs::File, _target: &Path) -> io::Result<()> {
    Ok(())
}

/// A folder that is not there until it is whole: filled under another name and renamed by [`AtomicFolder::commit`]. Dropped
/// without a commit it leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFolder {
    temp: tempfile::TempDir,
}

impl AtomicFolder {
    /// Begins a folder in `parent`, which is made if it is not there.
    pub fn new_in(parent: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(parent)?;
        let temp = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempdir_in(parent)?;
        Ok(Self { temp })
    }

    /// Where it is now. Files in it are written through [`AtomicFile`], so that they are on the disk before the folder is.
    pub fn path(&self) -> &Path {
        self.temp.path()
    }

    /// Puts the folder in place; fails where `target` is there already.
    pub fn commit(self, target: &Path) -> io::Result<()> {
        if target.symlink_metadata().is_ok() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        open_to_all(self.temp.path())?;
        std::fs::rename(self.temp.path(), target)?;
        // The name that it had is free: there is nothing left to remove.
        drop(self.temp.keep());
        Ok(())
    }
}

/// Removes a folder with everything in it. Either all of it disappears from its place, or nothing.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    let parent = folder.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let bin = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).tempdir_in(parent)?;
    std::fs::rename(folder, bin.path().join("removed"))?;
    if let Err(error) = bin.close() {
        log::warn!("some files of {} are left over and will be removed later: {error}", folder.display());
    }
    Ok(())
}

/// Puts the complete folder `from` in the place of `target`, which is removed if it is there.
pub fn put_folder(from: &Path, target: &Path) -> io::Result<()> {
    if target.symlink_metadata().is_ok() {
        remove_folder(target)?;
    }
    std::fs::rename(from, target)
}

/// A temporary folder is private to its owner; the finished one gets the usual mode.
#[cfg(unix)]
fn open_to_all(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_all(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// A lock that the system releases when the process ends, in whatever way: an open, empty file at `path`. `None` where
/// another process has it.
pub fn lock(path: &Path) -> io::Result<Option<std::fs::File>> {
    let file = std::fs::File::options().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(std::fs::TryLockError::WouldBlock) => Ok(None),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Writes `bytes` to `target` atomically, replacing what is there.
pub fn write_atomic(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::replacing(target)?;
    file.file_mut().write_all(bytes)?;
    file.commit()
}

/// Reads a text file: UTF-8 with or without a byte-order mark, UTF-16, or a legacy encoding (CP949 for Korean), which
/// is guessed. `-` is standard input.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(path)?.read_to_end(&mut bytes)?;
    }
    Ok(decode(&bytes))
}

/// Decodes the bytes of a text file; see [`read_text`]. Line ends become `\n`.
pub fn decode(bytes: &[u8]) -> String {
    let text = if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(bytes) {
        encoding.decode(bytes).0
    } else if let Some(encoding) = utf16_without_bom(bytes) {
        encoding.decode_without_bom_handling(bytes).0
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        text.into()
    } else {
        let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        // The studio's legacy files are Korean far more often than anything else: `kr` is the hint for ties.
        let encoding = detector.guess(Some(b"kr"), chardetng::Utf8Detection::Allow);
        encoding.decode_without_bom_handling(bytes).0
    };
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// UTF-16 without a mark: text has no NUL, so a file where nearly every second byte is NUL is Latin text in UTF-16.
fn utf16_without_bom(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let n_pairs = bytes.len() / 2;
    let n_zero = |offset: usize| bytes.iter().skip(offset).step_by(2).filter(|&&b| b == 0).count();
    if n_zero(1) * 10 > n_pairs * 7 {
        Some(encoding_rs::UTF_16LE)
    } else if n_zero(0) * 10 > n_pairs * 7 {
        Some(encoding_rs::UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::time::{Duration, SystemTime};

    use super::{AtomicFile, AtomicFolder, LEFT_OVER_AGE, decode, remove_folder, sweep, write_atomic};

    #[test]
    fn a_folder_is_there_whole_or_not_at_all() {
        let parent = tempfile::tempdir().expect("temp");
        let names = || {
            let entries = std::fs::read_dir(parent.path().join("in")).expect("lists");
            entries.map(|entry| entry.expect("entry").file_name()).collect::<Vec<_>>()
        };
        let target = parent.path().join("in/whole");
        let begin = || {
            let folder = AtomicFolder::new_in(&parent.path().join("in")).expect("begins");
            write_atomic(&folder.path().join("a"), b"abc").expect("writes");
            folder
        };
        drop(begin());
        assert!(names().is_empty());
        begin().commit(&target).expect("commits");
        assert_eq!(names(), ["whole"]);
        assert_eq!(std::fs::read(target.join("a")).expect("reads"), b"abc");
        assert!(begin().commit(&target).is_err(), "nothing is replaced");
        assert_eq!(names(), ["whole"]);
        remove_folder(&target).expect("removes");
        assert!(names().is_empty());
        assert!(remove_folder(&target).is_err());
        // What a killed process leaves is kept for a day.
        let _left = begin().temp.keep();
        let now = SystemTime::now();
        sweep(&parent.path().join("in"), now);
        assert_eq!(names().len(), 1);
        sweep(&parent.path().join("in"), now + 2 * LEFT_OVER_AGE);
        assert!(names().is_empty());
    }

    #[test]
    fn a_dropped_file_leaves_nothing_and_the_old_one_alone() {
        let folder = tempfile::tempdir().expect("temp");
        let target = folder.path().join("a.txt");
        write_atomic(&target, b"old").expect("writes");
        {
            let mut file = AtomicFile::replacing(&target).expect("begins");
            file.file_mut().write_all(b"new").expect("writes");
        }
        assert_eq!(std::fs::read(&target).expect("reads"), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 1);
    }

    #[test]
    fn an_existing_file_is_not_replaced_unless_asked() {
        let folder = tempfile::tempdir().expect("temp");
        let target = folder.path().join("a.txt");
        let file = AtomicFile::new(&target).expect("begins");
        write_atomic(&target, b"appeared meanwhile").expect("writes");
        assert!(file.commit().is_err());
        assert_eq!(std::fs::read(&target).expect("reads"), b"appeared meanwhile");
        assert!(AtomicFile::new(&target).is_err());
    }

    #[test]
    fn encodings() {
        let korean = "등대지기는 매일 저녁 불을 켠다. 그리고 기다린다.";
        let (cp949, _, _) = encoding_rs::EUC_KR.encode(korean);
        assert_eq!(decode(&cp949), korean);
        assert_eq!(decode(format!("\u{feff}{korean}\r\n").as_bytes()), format!("{korean}\n"));
        let utf16: Vec<u8> = std::iter::once(0xfeff).chain(korean.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16), korean);
        let bare: Vec<u8> = "plain words".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&bare), "plain words");
    }

    #[test]
    fn what_a_killed_process_left_is_swept_a_day_later() {
        let folder = tempfile::tempdir().expect("temp");
        let put = |name: &str, age: Duration| {
            write_atomic(&folder.path().join(name), b"x").expect("writes");
            let file = std::fs::File::options().append(true).open(folder.path().join(name)).expect("opens");
            file.set_modified(SystemTime::now() - age).expect("dates");
        };
        let day = Duration::from_hours(25);
        put(".moksori-old.part", day);
        put(".moksori-new.part", Duration::from_hours(1));
        put("moksori-old.part", day);
        put(".moksori-old.wav", day);
        sweep(folder.path(), SystemTime::now());
        let mut left: Vec<_> =
            std::fs::read_dir(folder.path()).expect("lists").map(|entry| entry.expect("reads").file_name()).collect();
        left.sort();
        assert_eq!(left, [".moksori-new.part", ".moksori-old.wav", "moksori-old.part"]);
    }
}
