//! Takes on disk, by what they were rendered from: what was rendered once is there after a restart.
//!
//! One file a take in a folder of the cache. A file is written whole or not at all, carries a checksum, and is forgotten
//! when it is damaged. The least recently used ones go when the budget is exceeded, and those that nobody used for
//! [`MAX_AGE`]; the time of use is the file's time stamp. [`thread::StoreThread`] keeps all of it off the window's thread.

mod file;
pub mod thread;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use super::cache::ContentKey;
use super::{ChunkTake, Take};
use crate::audio::Clip;
use crate::text::{Chunk, SpokenForm};

pub use file::StoredTake;

/// A take that nobody used for so long goes.
pub const MAX_AGE: Duration = Duration::from_hours(24 * 90);
/// The usual budget, bytes: about twelve hours at 44.1 kHz.
pub const DEFAULT_BYTES: u64 = 8 << 30;

/// Ending of the files.
const ENDING: &str = "take";

/// Names a take's file: a hash of what the take was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoreKey([u8; 16]);

impl StoreKey {
    /// The key of the take that `key`'s request makes of `chunks` with the model of this hash. What the rules made of the
    /// text is part of it: better rules make another take.
    pub fn of(key: &ContentKey, chunks: &[Chunk], model_hash: &str) -> Self {
        let mut hash = Sha256::new();
        let mut put = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        put(key.as_str());
        put(model_hash);
        for chunk in chunks {
            put(&chunk.spoken);
            put(&format!("{:?} {} {:?}", chunk.join, chunk.pause_after_ms, chunk.source));
        }
        let hash = hash.finalize();
        let mut short = [0; 16];
        short.iter_mut().zip(hash.iter()).for_each(|(to, from)| *to = *from);
        Self(short)
    }

    fn name(self) -> String {
        let mut name = crate::voice::hex(&self.0);
        name.push('.');
        name.push_str(ENDING);
        name
    }

    fn from_name(name: &str) -> Option<Self> {
        let digits = name.strip_suffix(ENDING)?.strip_suffix('.')?.as_bytes();
        if digits.len() != 32 {
            return None;
        }
        let mut key = [0; 16];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |c: u8| char::from(c).to_digit(16).filter(|_| !c.is_ascii_uppercase());
            let &[high, low] = pair else { return None };
            *byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
        }
        Some(Self(key))
    }
}

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug)]
struct Known {
    n_bytes: u64,
    last_used: SystemTime,
}

/// The folder of takes.
#[derive(Debug)]
pub struct TakeStore {
    folder: PathBuf,
    max_bytes: u64,
    known: HashMap<StoreKey, Known>,
    n_bytes: u64,
}

impl TakeStore {
    /// The takes of `folder`, which is made with the first take. Left-overs of writes that were cut off are removed.
    pub fn open(folder: &Path, max_bytes: u64) -> Self {
        crate::files::sweep(folder, SystemTime::now());
        let mut store = Self { folder: folder.to_owned(), max_bytes, known: HashMap::new(), n_bytes: 0 };
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let Ok(meta) = entry.metadata() else { continue };
            if let Some(key) = StoreKey::from_name(name) {
                let last_used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                store.known.insert(key, Known { n_bytes: meta.len(), last_used });
                store.n_bytes += meta.len();
            }
        }
        store
    }

    /// Whether a take is here; it may turn out to be damaged.
    pub fn contains(&self, key: StoreKey) -> bool {
        self.known.contains_key(&key)
    }

    /// The keys of all takes.
    pub fn keys(&self) -> impl Iterator<Item = StoreKey> {
        self.known.keys().copied()
    }

    /// Bytes of all files.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Reads a take. A damaged one is removed and is not here any more.
    pub fn read(&mut self, key: StoreKey, now: SystemTime) -> Option<StoredTake> {
        let known = self.known.get_mut(&key)?;
        let path = self.folder.join(key.name());
        match file::read(&path) {
            Ok(take) => {
                known.last_used = now;
                note_use(&path, now);
                Some(take)
            }
            Err(error) => {
                log::warn!("a stored take is damaged and is made again ({error}): {}", path.display());
                self.remove(key);
                None
            }
        }
    }

    /// Writes a take, then makes room if that exceeds the budget.
    pub fn write(&mut self, key: StoreKey, take: &Take, now: SystemTime) -> io::Result<Vec<StoreKey>> {
        std::fs::create_dir_all(&self.folder)?;
        let bytes = file::bytes_of(take)?;
        let path = self.folder.join(key.name());
        crate::files::write_atomic(&path, &bytes)?;
        note_use(&path, now);
        let n_bytes = bytes.len() as u64;
        if let Some(old) = self.known.insert(key, Known { n_bytes, last_used: now }) {
            self.n_bytes -= old.n_bytes;
        }
        self.n_bytes += n_bytes;
        Ok(self.sweep(now))
    }

    /// Removes what is too old, and the least recently used takes over the budget; gives their keys.
    pub fn sweep(&mut self, now: SystemTime) -> Vec<StoreKey> {
        let mut by_age: Vec<(SystemTime, StoreKey)> =
            self.known.iter().map(|(key, known)| (known.last_used, *key)).collect();
        by_age.sort_by_key(|(last_used, _)| *last_used);
        let mut gone = Vec::new();
        for (last_used, key) in by_age {
            let is_old = now.duration_since(last_used).is_ok_and(|age| age > MAX_AGE);
            if !is_old && self.n_bytes <= self.max_bytes {
                break;
            }
            self.remove(key);
            gone.push(key);
        }
        gone
    }

    fn remove(&mut self, key: StoreKey) {
        if let Some(known) = self.known.remove(&key) {
            self.n_bytes -= known.n_bytes;
        }
        // One that cannot be removed is found again, and tried again, at the next start.
        drop(std::fs::remove_file(self.folder.join(key.name())));
    }
}

/// Notes the time of use in the file's time stamp. Without it the file is only older than it should be.
fn note_use(path: &Path, now: SystemTime) {
    if let Err(error) = std::fs::File::open(path).and_then(|file| file.set_modified(now)) {
        log::debug!("the time of use could not be noted: {error}");
    }
}

impl StoredTake {
    /// The take, with the form and chunks that its key was made of. `None` where they are not its own.
    pub fn with_text(self, form: &SpokenForm, chunks: &[Chunk]) -> Option<Take> {
        if chunks.len() != self.chunks.len() {
            return None;
        }
        let chunks = chunks.iter().zip(&self.chunks).map(|(chunk, stored)| ChunkTake {
            chunk: chunk.clone(),
            start: stored.start,
            n_samples: stored.n_samples,
            status: stored.status,
            render_ms: 0.0,
        });
        Some(Take {
            chunks: chunks.collect(),
            clip: Clip::new(self.samples, self.rate_hz),
            form: form.clone(),
            dropped: self.dropped,
            suspicions: self.suspicions,
            provider: self.provider,
            first_audio_ms: 0.0,
            render_ms: 0.0,
        })
    }
}

#[cfg(test)]
mod tests;
