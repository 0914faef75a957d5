//! Networks that several voices speak with: loaded once, dropped with the last of the voices.
//!
//! Fifty speakers over one network of a hundred megabytes would otherwise take five gigabytes, and each change of the
//! speaker would wait for the network again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::SystemTime;

use super::runtime::SessionOptions;

/// What makes two networks the same.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    /// With the time of the last change: a file that was replaced is another one.
    files: Vec<(PathBuf, Option<SystemTime>)>,
    options: SessionOptions,
}

/// The networks of one family that are loaded.
#[derive(Debug)]
pub struct Shared<T>(Mutex<Vec<(Key, Weak<Mutex<T>>)>>);

impl<T> Shared<T> {
    /// None loaded.
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The network made of `files` and run with `options`: the one that is loaded, else what `load` gives.
    pub fn get<E>(
        &self,
        files: &[&Path],
        options: &SessionOptions,
        load: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<Mutex<T>>, E> {
        let changed = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
        let files = files.iter().map(|path| (path.to_path_buf(), changed(path))).collect();
        let key = Key { files, options: *options };
        // Held while it is loaded: of two voices that are opened at once the second waits for the first.
        let mut known = lock(&self.0);
        known.retain(|(_, network)| network.strong_count() > 0);
        let loaded = known.iter().filter(|(of, _)| *of == key).find_map(|(_, network)| network.upgrade());
        // What a panic left behind is not used again.
        if let Some(network) = loaded.filter(|network| !network.is_poisoned()) {
            return Ok(network);
        }
        let network = Arc::new(Mutex::new(load()?));
        known.push((key, Arc::downgrade(&network)));
        Ok(network)
    }
}

/// The network, for one run. One thread renders, so nobody else has it.
pub fn lock<T>(network: &Mutex<T>) -> MutexGuard<'_, T> {
    network.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::path::Path;
    use std::sync::Arc;

    use super::{Shared, lock};
    use crate::voice::runtime::SessionOptions;

    #[test]
    fn a_network_is_loaded_once_and_dropped_with_its_last_voice() {
        let shared = Shared::<u32>::new();
        let get = |path: &str, options: &SessionOptions, number: u32| {
            let network = shared.get(&[Path::new(path)], options, || Ok::<_, Infallible>(number));
            network.unwrap_or_else(|never| match never {})
        };
        let usual = SessionOptions::default();
        let first = get("a", &usual, 1);
        assert!(Arc::ptr_eq(&first, &get("a", &usual, 2)));
        let other = SessionOptions { intra_threads: Some(1), ..usual };
        assert_eq!((*lock(&get("b", &usual, 3)), *lock(&get("a", &other, 4))), (3, 4));
        let weak = Arc::downgrade(&first);
        drop(first);
        assert!(weak.upgrade().is_none(), "nothing keeps it");
        assert_eq!(*lock(&get("a", &usual, 5)), 5);
    }

    #[test]
    fn what_fails_to_load_is_tried_again_and_what_broke_is_not_used_again() {
        let shared = Shared::<u32>::new();
        let options = SessionOptions::default();
        assert_eq!(shared.get(&[Path::new("a")], &options, || Err("no")).err(), Some("no"));
        let network = shared.get(&[Path::new("a")], &options, || Ok::<_, &str>(1)).expect("loads");
        let same = Arc::clone(&network);
        let panics = std::thread::Builder::new().name("breaks".to_owned()).spawn(move || {
            let _held = same.lock();
            panic!("as asked");
        });
        assert!(panics.expect("starts").join().is_err());
        assert_eq!(*lock(&shared.get(&[Path::new("a")], &options, || Ok::<_, &str>(2)).expect("loads")), 2);
    }

    #[test]
    fn a_file_that_was_replaced_is_another_network() {
        let folder = tempfile::tempdir().expect("temp");
        let path = folder.path().join("network");
        let shared = Shared::<u32>::new();
        let get = |number: u32| {
            shared
                .get(&[&path], &SessionOptions::default(), || Ok::<_, Infallible>(number))
                .map(|network| *lock(&network))
        };
        crate::files::write_atomic(&path, b"one").expect("writes");
        let held = shared.get(&[&path], &SessionOptions::default(), || Ok::<_, Infallible>(1));
        assert_eq!(get(2), Ok(1));
        let file = std::fs::File::options().write(true).open(&path).expect("opens");
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("sets");
        assert_eq!(get(3), Ok(3));
        drop(held);
    }
}
