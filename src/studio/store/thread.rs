//! The thread that reads and writes takes, and what the window asks of it.

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::task::Waker;
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use super::{StoreKey, StoredTake, TakeStore};
use crate::studio::Take;

/// Requests that may wait; more are refused, and asked for again or rendered again.
const MAX_REQUESTS: usize = 64;
/// Answers that may wait before the thread pauses.
const MAX_ANSWERS: usize = 16;
/// Time between two sweeps.
const SWEEP_EVERY: Duration = Duration::from_mins(15);

/// What is asked.
enum Request {
    Read(StoreKey),
    Write(StoreKey, Arc<Take>),
}

/// What is answered.
#[derive(Debug)]
pub enum Answer {
    /// The folder has been looked through: [`StoreThread::contains`] knows.
    Opened,
    /// A take that was asked for; `None` where it was damaged or is gone.
    Read(StoreKey, Option<Box<StoredTake>>),
    /// A take could not be written; it is kept in memory only. Told once until a write succeeds again.
    WriteFailed(std::io::Error),
}

/// The handle. Dropping it writes what waits and ends the thread.
pub struct StoreThread {
    requests: Option<SyncSender<Request>>,
    answers: Receiver<Answer>,
    keys: Arc<RwLock<HashSet<StoreKey>>>,
    thread: Option<JoinHandle<()>>,
}

impl StoreThread {
    /// Starts a thread named `takes` over `folder`; `waker` is woken after each answer.
    pub fn start(folder: &Path, max_bytes: u64, waker: Waker) -> std::io::Result<Self> {
        let (requests, receiver) = sync_channel(MAX_REQUESTS);
        let (sender, answers) = sync_channel(MAX_ANSWERS);
        let keys = Arc::new(RwLock::new(HashSet::new()));
        let mut clerk = Clerk { keys: Arc::clone(&keys), answers: sender, waker, has_failed: false };
        let folder = folder.to_owned();
        let thread = std::thread::Builder::new().name("takes".to_owned()).spawn(move || {
            let mut store = TakeStore::open(&folder, max_bytes);
            store.sweep(SystemTime::now());
            clerk.publish(&store);
            clerk.answer(Answer::Opened);
            clerk.run(&mut store, &receiver);
        })?;
        Ok(Self { requests: Some(requests), answers, keys, thread: Some(thread) })
    }

    /// Whether a take is on disk, as far as is known. False until the folder has been looked through.
    pub fn contains(&self, key: StoreKey) -> bool {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).contains(&key)
    }

    /// Asks for a take. False where too much waits already; ask again later.
    pub fn read(&self, key: StoreKey) -> bool {
        self.ask(Request::Read(key))
    }

    /// Has a take written. False where too much waits already: it is then not stored.
    pub fn write(&self, key: StoreKey, take: Arc<Take>) -> bool {
        self.ask(Request::Write(key, take))
    }

    /// The next answer, if there is one.
    pub fn try_answer(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }

    /// Waits for the next answer.
    #[cfg(test)]
    fn wait_answer(&self) -> Option<Answer> {
        self.answers.recv_timeout(Duration::from_mins(1)).ok()
    }

    fn ask(&self, request: Request) -> bool {
        match self.requests.as_ref().map(|requests| requests.try_send(request)) {
            Some(Ok(())) => true,
            Some(Err(TrySendError::Full(_) | TrySendError::Disconnected(_))) | None => false,
        }
    }
}

impl Drop for StoreThread {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // It may wait for room for an answer that nobody will take.
            while !thread.is_finished() {
                drop(self.answers.recv_timeout(Duration::from_millis(5)));
            }
            drop(thread.join());
        }
    }
}

struct Clerk {
    keys: Arc<RwLock<HashSet<StoreKey>>>,
    answers: SyncSender<Answer>,
    waker: Waker,
    /// The last write failed, and that was told.
    has_failed: bool,
}

impl Clerk {
    fn run(&mut self, store: &mut TakeStore, requests: &Receiver<Request>) {
        let mut next_sweep = Instant::now() + SWEEP_EVERY;
        loop {
            match requests.recv_timeout(next_sweep.saturating_duration_since(Instant::now())) {
                Ok(Request::Read(key)) => {
                    let take = store.read(key, SystemTime::now());
                    if take.is_none() {
                        self.publish(store);
                    }
                    self.answer(Answer::Read(key, take.map(Box::new)));
                }
                Ok(Request::Write(key, take)) => self.write(store, key, &take),
                Err(RecvTimeoutError::Timeout) => {
                    store.sweep(SystemTime::now());
                    self.publish(store);
                    next_sweep = Instant::now() + SWEEP_EVERY;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn write(&mut self, store: &mut TakeStore, key: StoreKey, take: &Take) {
        match store.write(key, take, SystemTime::now()) {
            Ok(gone) if gone.is_empty() => {
                self.has_failed = false;
                self.keys.write().unwrap_or_else(PoisonError::into_inner).insert(key);
            }
            Ok(_) => {
                self.has_failed = false;
                self.publish(store);
            }
            Err(error) => {
                if !std::mem::replace(&mut self.has_failed, true) {
                    self.answer(Answer::WriteFailed(error));
                }
            }
        }
    }

    /// Makes known which takes there are.
    fn publish(&self, store: &TakeStore) {
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = store.keys().collect();
    }

    fn answer(&self, answer: Answer) {
        // Fails only where the window is gone.
        drop(self.answers.send(answer));
        self.waker.wake_by_ref();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::task::Waker;

    use super::super::tests::{key, take};
    use super::{Answer, StoreThread};

    #[test]
    fn takes_are_there_after_a_restart() {
        let folder = tempfile::tempdir().expect("temp");
        let start = || StoreThread::start(folder.path(), u64::MAX, Waker::noop().clone()).expect("starts");
        let store = start();
        assert!(store.write(key("a"), Arc::new(take(1_000))));
        drop(store);
        let store = start();
        assert!(store.read(key("a")) && store.read(key("b")));
        assert!(matches!(store.wait_answer(), Some(Answer::Opened)));
        match store.wait_answer() {
            Some(Answer::Read(at, Some(stored))) => {
                assert_eq!((at, stored.samples.len()), (key("a"), 1_000));
            }
            other => panic!("{other:?}"),
        }
        assert!(store.contains(key("a")) && !store.contains(key("b")));
        assert!(matches!(store.wait_answer(), Some(Answer::Read(at, None)) if at == key("b")));
    }

    #[test]
    fn a_disk_that_takes_nothing_is_told_once() {
        let folder = tempfile::tempdir().expect("temp");
        let blocked = folder.path().join("file");
        crate::files::write_atomic(&blocked, "in the way".as_bytes()).expect("writes");
        let store = StoreThread::start(&blocked, u64::MAX, Waker::noop().clone()).expect("starts");
        assert!(store.write(key("a"), Arc::new(take(10))) && store.write(key("b"), Arc::new(take(10))));
        assert!(store.read(key("a")));
        assert!(matches!(store.wait_answer(), Some(Answer::Opened)));
        assert!(matches!(store.wait_answer(), Some(Answer::WriteFailed(_))));
        assert!(matches!(store.wait_answer(), Some(Answer::Read(_, None))), "the second failure is not told");
    }
}
