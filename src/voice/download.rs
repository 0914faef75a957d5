//! Fetching the files of a voice over HTTPS, when the person asks for it and never else.
//!
//! The files go into a folder beside the one where they will be, `.download-NAME`, one after the other. A file grows under
//! the name `FILE.part`, so that a pause, a cut or the end of the program costs nothing: the next try asks for the rest.
//! When a file is complete its SHA-256 is compared with the catalogue's, and when all are, the folder is put in place: a
//! voice is never seen half. Everything blocks; the caller brings the thread.

mod error;
mod request;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::catalog::VoiceFile;
use crate::files::{self, GrowingFile};

pub use error::DownloadError;
use request::{Request, agent};

/// Bytes asked for at once.
const SLICE: u64 = 16 << 20;
/// How long the connection may be silent before it is taken for dead; longer than a server may think.
const SILENCE: Duration = Duration::from_secs(90);
/// How often somebody who waits looks whether to stop.
const TURN: Duration = Duration::from_millis(100);
/// Tries in a row that bring nothing before it is given up.
const MAX_TRIES: u32 = 6;
/// The first wait between two tries; it doubles.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// The longest wait that a server may ask for.
const LONGEST_WAIT: Duration = Duration::from_mins(2);
/// Where the files are, if the environment names no mirror.
const HUGGING_FACE: &str = "https://huggingface.co";

/// Where the files of Hugging Face's repositories are fetched: `HF_ENDPOINT`, which names a mirror, or the original.
pub fn endpoint() -> String {
    let mirror = std::env::var("HF_ENDPOINT").ok().filter(|address| !address.trim().is_empty());
    mirror.map_or_else(|| HUGGING_FACE.to_owned(), |address| address.trim().trim_end_matches('/').to_owned())
}

/// What is to be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Where the files will be.
    pub folder: PathBuf,
    /// The files.
    pub files: Vec<RemoteFile>,
}

/// A file and where it is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteFile {
    /// Its address.
    pub address: String,
    /// Its name, size and hash.
    pub file: VoiceFile,
}

impl Download {
    /// Bytes in all.
    pub fn n_bytes(&self) -> u64 {
        self.files.iter().map(|remote| remote.file.bytes).sum()
    }

    /// Where the files wait until all are there.
    fn waiting(&self) -> PathBuf {
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy();
        self.folder.with_file_name(format!(".download-{name}"))
    }

    /// Bytes that are there already, of this or an earlier try.
    pub fn n_bytes_there(&self) -> u64 {
        let waiting = self.waiting();
        let there = |name: &str| std::fs::metadata(waiting.join(name)).map_or(0, |meta| meta.len());
        let of_file = |file: &VoiceFile| there(&file.name).max(there(&format!("{}.part", file.name))).min(file.bytes);
        self.files.iter().map(|remote| of_file(&remote.file)).sum()
    }

    /// Why it cannot fit where `n_free` bytes are free; not asked where the system does not tell.
    fn lack_of_room(&self, n_free: Option<u64>) -> Option<DownloadError> {
        let missing = self.n_bytes().saturating_sub(self.n_bytes_there());
        (missing > n_free?).then(|| DownloadError::DiskFull {
            missing_mb: missing.div_ceil(1_000_000),
            folder: self.waiting().display().to_string(),
        })
    }

    /// Removes what is there of an unfinished try.
    pub fn forget(&self) {
        let waiting = self.waiting();
        if waiting.is_dir()
            && let Err(error) = files::remove_folder(&waiting)
        {
            log::warn!("{} cannot be removed: {error}", waiting.display());
        }
    }
}

/// A request to stop, shared between the thread that asks and the one that fetches.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<AtomicU8>);

const PAUSED: u8 = 1;
const CANCELLED: u8 = 2;

impl Control {
    /// Stops; what is there stays for the next try.
    pub fn pause(&self) {
        self.0.fetch_max(PAUSED, Ordering::SeqCst);
    }

    /// Stops, and removes what is there.
    pub fn cancel(&self) {
        self.0.fetch_max(CANCELLED, Ordering::SeqCst);
    }

    fn check(&self) -> Result<(), DownloadError> {
        match self.0.load(Ordering::SeqCst) {
            0 => Ok(()),
            PAUSED => Err(DownloadError::Paused),
            _ => Err(DownloadError::Cancelled),
        }
    }
}

/// How a download stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that are there.
    pub n_done: u64,
    /// Bytes in all.
    pub n_all: u64,
    /// Seconds until the next try, while the server or the connection makes it wait.
    pub waits_secs: Option<u64>,
}

/// Fetches everything that is not there yet, checks it, and puts the folder in place.
pub fn fetch(download: &Download, control: &Control, progress: &mut dyn FnMut(Progress)) -> Result<(), DownloadError> {
    fetch_patiently(download, control, progress, FIRST_WAIT)
}

/// The same with another first wait between two tries.
fn fetch_patiently(
    download: &Download,
    control: &Control,
    progress: &mut dyn FnMut(Progress),
    first_wait: Duration,
) -> Result<(), DownloadError> {
    let waiting = download.waiting();
    let cannot = |path: &Path| {
        let path = path.display().to_string();
        move |source| DownloadError::Write { path, source }
    };
    std::fs::create_dir_all(&waiting).map_err(cannot(&waiting))?;
    let lock_path = waiting.with_extension("lock");
    let Some(lock) = files::lock(&lock_path).map_err(cannot(&lock_path))? else { return Err(DownloadError::Busy) };
    if let Some(error) = download.lack_of_room(fs4::available_space(&waiting).ok()) {
        return Err(error);
    }
    let mut fetcher = Fetcher { download, control, progress, first_wait, waits: None, n_before: 0 };
    let mut result = Ok(());
    for remote in &download.files {
        result = fetcher.file(remote, &waiting);
        if result.is_err() {
            break;
        }
        fetcher.n_before += remote.file.bytes;
    }
    match result {
        Ok(()) => files::put_folder(&waiting, &download.folder).map_err(cannot(&download.folder))?,
        Err(DownloadError::Cancelled) => {
            download.forget();
            drop(lock);
            return Err(DownloadError::Cancelled);
        }
        Err(error) => return Err(error),
    }
    drop(lock);
    // An empty file, which the next download would make again.
    drop(std::fs::remove_file(&lock_path));
    Ok(())
}

/// What one request brought.
enum Slice {
    /// The file is as long as it should be.
    Whole,
    /// More is to come.
    More,
}

/// Why one request failed.
enum Fault {
    /// It may be better next time, after a wait of this length if the server names one.
    Passing(String, Option<Duration>),
    /// It will not.
    Final(DownloadError),
}

impl From<DownloadError> for Fault {
    fn from(error: DownloadError) -> Self {
        Self::Final(error)
    }
}

struct Fetcher<'a> {
    download: &'a Download,
    control: &'a Control,
    progress: &'a mut dyn FnMut(Progress),
    first_wait: Duration,
    waits: Option<Duration>,
    /// Bytes of the files before this one.
    n_before: u64,
}

impl Fetcher<'_> {
    fn tell(&mut self, n_bytes: u64) {
        (self.progress)(Progress {
            n_done: self.n_before + n_bytes,
            n_all: self.download.n_bytes(),
            waits_secs: self.waits.map(|wait| wait.as_secs_f64().ceil() as u64),
        });
    }

    /// Fetches one file into `waiting`, unless it is there.
    fn file(&mut self, remote: &RemoteFile, waiting: &Path) -> Result<(), DownloadError> {
        let target = waiting.join(&remote.file.name);
        if std::fs::metadata(&target).is_ok_and(|meta| meta.len() == remote.file.bytes) {
            // It was checked when it was put there.
            return Ok(());
        }
        let agent = agent(&remote.address)?;
        let host = host_of(&remote.address);
        let mut file = GrowingFile::open(&target).map_err(|error| self.cannot_write(&target, error))?;
        if file.n_bytes() > remote.file.bytes {
            file.restart().map_err(|error| self.cannot_write(&target, error))?;
        }
        self.content(&agent, remote, &mut file, &target)?;
        if !self.is_right(&mut file, remote, &target)? {
            // What an earlier try left may have been another version's, and what a cut joins too: once from the start.
            file.restart().map_err(|error| self.cannot_write(&target, error))?;
            self.content(&agent, remote, &mut file, &target)?;
            if !self.is_right(&mut file, remote, &target)? {
                file.restart().map_err(|error| self.cannot_write(&target, error))?;
                return Err(DownloadError::WrongContent { host, name: remote.file.name.clone() });
            }
        }
        file.finish().map_err(|error| self.cannot_write(&target, error))
    }

    /// Fetches slices until the file is as long as it should be. Tries count only while they bring nothing.
    fn content(
        &mut self,
        agent: &ureq::Agent,
        remote: &RemoteFile,
        file: &mut GrowingFile,
        target: &Path,
    ) -> Result<(), DownloadError> {
        let mut n_tries = 0;
        while file.n_bytes() < remote.file.bytes {
            self.control.check()?;
            self.tell(file.n_bytes());
            let n_before = file.n_bytes();
            let fault = match self.slice(agent, remote, file, target) {
                Ok(Slice::Whole) => break,
                Ok(Slice::More) => None,
                Err(Fault::Final(error)) => return Err(error),
                Err(Fault::Passing(why, wait)) => Some((why, wait)),
            };
            n_tries = if file.n_bytes() > n_before { 0 } else { n_tries + 1 };
            let Some((why, wait)) = fault else { continue };
            log::info!("{}: {why}", remote.address);
            if n_tries >= MAX_TRIES {
                return Err(DownloadError::Unreachable { host: host_of(&remote.address), why });
            }
            let usual = self.first_wait * 2u32.pow(n_tries.saturating_sub(1));
            self.wait(wait.unwrap_or(usual).min(LONGEST_WAIT), file.n_bytes())?;
        }
        self.tell(file.n_bytes());
        Ok(())
    }

    /// Waits, and lets the person stop it.
    fn wait(&mut self, wait: Duration, n_bytes: u64) -> Result<(), DownloadError> {
        let mut left = wait;
        while !left.is_zero() {
            self.control.check()?;
            self.waits = Some(left);
            self.tell(n_bytes);
            std::thread::sleep(TURN.min(left));
            left = left.saturating_sub(TURN);
        }
        self.waits = None;
        Ok(())
    }

    /// The next thing that comes from a request, `None` at its end. The person can stop the waiting at any time.
    fn next<T>(&mut self, from: &Receiver<Result<T, String>>, n_bytes: u64) -> Result<Option<T>, Fault> {
        let mut silence = Duration::ZERO;
        loop {
            self.control.check()?;
            match from.recv_timeout(TURN) {
                Ok(Ok(thing)) => return Ok(Some(thing)),
                Ok(Err(why)) => return Err(Fault::Passing(why, None)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if silence < SILENCE => {
                    silence += TURN;
                    self.tell(n_bytes);
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Passing(format!("nothing came for {} s", SILENCE.as_secs()), None));
                }
            }
        }
    }

    /// One request, for what follows what is there.
    fn slice(
        &mut self,
        agent: &ureq::Agent,
        remote: &RemoteFile,
        file: &mut GrowingFile,
        target: &Path,
    ) -> Result<Slice, Fault> {
        let VoiceFile { name, bytes, .. } = &remote.file;
        let from = file.n_bytes();
        let to = (from + SLICE).min(*bytes) - 1;
        let cut = || Fault::Passing("cut off".to_owned(), None);
        let request = Request::begin(agent, &remote.address, from, to)
            .map_err(|error| Fault::Passing(format!("no thread for it: {error}"), None))?;
        let head = self.next(&request.head, from)?.ok_or_else(cut)?;
        let host = host_of(&remote.address);
        match head.status {
            206 => {}
            // The server knows no ranges: it begins at the beginning, and so do we.
            200 => file.restart().map_err(|error| self.cannot_write(target, error))?,
            416 => {
                file.restart().map_err(|error| self.cannot_write(target, error))?;
                return Err(Fault::Passing("the server has no such part of the file".to_owned(), None));
            }
            status @ (408 | 425 | 429 | 500..=599) => {
                return Err(Fault::Passing(format!("status {status}"), head.retry_after));
            }
            status => return Err(DownloadError::Refused { host, name: name.clone(), status }.into()),
        }
        if let Some(found) = head.n_all.filter(|n_all| n_all != bytes) {
            return Err(DownloadError::WrongSize { host, name: name.clone(), found, wanted: *bytes }.into());
        }
        while let Some(piece) = self.next(&request.body, file.n_bytes())? {
            let found = file.n_bytes() + piece.len() as u64;
            if found > *bytes {
                return Err(DownloadError::WrongSize { host, name: name.clone(), found, wanted: *bytes }.into());
            }
            file.append(&piece).map_err(|error| self.cannot_write(target, error))?;
            self.tell(file.n_bytes());
            if file.n_bytes() == *bytes {
                return Ok(Slice::Whole);
            }
        }
        if file.n_bytes() == to + 1 { Ok(Slice::More) } else { Err(cut()) }
    }

    /// Whether the file is the one that the catalogue means.
    fn is_right(&self, file: &mut GrowingFile, remote: &RemoteFile, target: &Path) -> Result<bool, DownloadError> {
        let mut hash = Sha256::new();
        let mut stop = Ok(());
        file.read_all(&mut |bytes| {
            hash.update(bytes);
            stop = self.control.check();
            stop.is_ok()
        })
        .map_err(|error| self.cannot_write(target, error))?;
        stop?;
        Ok(super::hex(&hash.finalize()) == remote.file.sha256)
    }

    fn cannot_write(&self, path: &Path, source: std::io::Error) -> DownloadError {
        if source.kind() == std::io::ErrorKind::StorageFull {
            let missing = self.download.n_bytes().saturating_sub(self.download.n_bytes_there());
            let folder = path.parent().unwrap_or(path).display().to_string();
            return DownloadError::DiskFull { missing_mb: missing.div_ceil(1_000_000), folder };
        }
        DownloadError::Write { path: path.display().to_string(), source }
    }
}

/// The host in an address, for messages.
fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest).to_owned()
}

#[cfg(test)]
mod tests;
