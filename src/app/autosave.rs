//! Unsaved work is kept on disk, so that a crash or a power cut costs at most the last second of typing.
//!
//! Each window has one draft file in the data folder, written half a second after the first change that is not in it, and
//! removed when the work has been saved or thrown away. Beside it lies a lock that the system releases when the process
//! ends, in whatever way: a draft whose lock is free was left by a process that died. The next window takes it over.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::Waker;
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::App;
use super::state::Level;
use crate::files::{lock, write_atomic};
use crate::script::{Project, format};

/// Time between two writes while the project keeps changing.
const EVERY: Duration = Duration::from_millis(500);
const DRAFT: &str = "draft";
const LOCK: &str = "lock";

/// Unsaved work.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Draft {
    /// The project's own file, if it has one.
    pub path: Option<PathBuf>,
    /// The project, in its file format.
    pub project: String,
}

enum Job {
    Write(Draft),
    Remove,
}

#[derive(Default)]
struct Board {
    /// What is to be done next; a newer job takes an older one's place.
    job: Option<Job>,
    problem: Option<io::Error>,
    quit: bool,
}

#[derive(Default)]
struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
}

/// The draft of this window, written by a thread of its own. Dropping it finishes what was asked for.
pub struct Autosave {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// The state of the history that the draft holds; `None` where there is no draft.
    written: Option<u64>,
    /// The first change that is not in the draft.
    changed_at: Option<Instant>,
    /// Held until the process ends.
    _lock: File,
}

impl Autosave {
    /// Starts over `folder`. A draft that a dead process left, of the project at `open` if one is named, is taken over and
    /// given back. `waker` is woken where a draft could not be written.
    pub fn start(folder: &Path, open: Option<&Path>, waker: Waker) -> io::Result<(Self, Option<Draft>)> {
        std::fs::create_dir_all(folder)?;
        crate::files::sweep(folder, SystemTime::now());
        sweep_locks(folder);
        let (file, lock, draft) = match left_over(folder, open) {
            Some((file, lock, draft)) => (file, lock, Some(draft)),
            None => new_draft(folder).map(|(file, lock)| (file, lock, None))?,
        };
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let thread =
            std::thread::Builder::new().name("autosave".to_owned()).spawn(move || run(&theirs, &file, &waker))?;
        // A draft that was taken over is of no state of this window's history.
        let written = draft.is_some().then_some(u64::MAX);
        let autosave = Self { shared, thread: Some(thread), written, changed_at: None, _lock: lock };
        Ok((autosave, draft))
    }

    /// Whether the project, which is in `state` of its history, is to be written now.
    fn is_due(&mut self, state: u64, now: Instant) -> bool {
        if self.written == Some(state) {
            self.changed_at = None;
            return false;
        }
        let changed_at = *self.changed_at.get_or_insert(now);
        now.saturating_duration_since(changed_at) >= EVERY
    }

    /// How soon [`Self::is_due`] will be true.
    fn due_in(&self, now: Instant) -> Option<Duration> {
        self.changed_at.map(|at| EVERY.saturating_sub(now.saturating_duration_since(at)))
    }

    fn write(&mut self, state: u64, draft: Draft) {
        self.changed_at = None;
        self.written = Some(state);
        self.ask(Job::Write(draft));
    }

    /// The work is saved or thrown away.
    fn forget(&mut self) {
        self.changed_at = None;
        if self.written.take().is_some() {
            self.ask(Job::Remove);
        }
    }

    fn ask(&self, job: Job) {
        self.shared.board.lock().unwrap_or_else(PoisonError::into_inner).job = Some(job);
        self.shared.changed.notify_one();
    }

    /// Why the last draft could not be written, once.
    fn problem(&self) -> Option<io::Error> {
        self.shared.board.lock().unwrap_or_else(PoisonError::into_inner).problem.take()
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.shared.board.lock().unwrap_or_else(PoisonError::into_inner).quit = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn run(shared: &Shared, file: &Path, waker: &Waker) {
    // Told once until a write succeeds again.
    let mut has_failed = false;
    loop {
        let board = shared.board.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |board: &mut Board| board.job.is_none() && !board.quit;
        let mut board = shared.changed.wait_while(board, waits).unwrap_or_else(PoisonError::into_inner);
        let Some(job) = board.job.take() else { break };
        drop(board);
        let done = match job {
            Job::Write(draft) => {
                serde_json::to_vec(&draft).map_err(io::Error::from).and_then(|text| write_atomic(file, &text))
            }
            Job::Remove => remove(file),
        };
        if let Err(error) = done {
            log::warn!("unsaved work could not be kept in {}: {error}", file.display());
            if !std::mem::replace(&mut has_failed, true) {
                shared.board.lock().unwrap_or_else(PoisonError::into_inner).problem = Some(error);
                waker.wake_by_ref();
            }
        } else {
            has_failed = false;
        }
    }
    if !file.exists() {
        // The lock is of no use without a draft. Where it cannot be removed, the next window does it.
        drop(remove(&file.with_extension(LOCK)));
    }
}

fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A name that no other window has, locked.
fn new_draft(folder: &Path) -> io::Result<(PathBuf, File)> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let file = folder.join(format!("{}-{now}.{DRAFT}", std::process::id()));
    let lock = lock(&file.with_extension(LOCK))?.ok_or(io::ErrorKind::WouldBlock)?;
    Ok((file, lock))
}

/// The newest draft whose process is gone, locked for this one.
fn left_over(folder: &Path, open: Option<&Path>) -> Option<(PathBuf, File, Draft)> {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let is_draft = path.extension().is_some_and(|extension| extension == DRAFT);
            is_draft.then(|| Some((entry.metadata().ok()?.modified().ok()?, path))).flatten()
        })
        .collect();
    files.sort();
    files.into_iter().rev().find_map(|(_, file)| {
        let lock = lock(&file.with_extension(LOCK))
            .inspect_err(|error| log::info!("{} may belong to another window: {error}", file.display()))
            .ok()??;
        let draft: Draft = serde_json::from_slice(&std::fs::read(&file).ok()?)
            .inspect_err(|error| log::warn!("{} is not unsaved work: {error}", file.display()))
            .ok()?;
        let is_wanted = open.is_none_or(|open| draft.path.as_deref().is_some_and(|path| is_same_file(path, open)));
        is_wanted.then_some((file, lock, draft))
    })
}

/// Removes the locks of dead processes that left no draft.
fn sweep_locks(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_lock = path.extension().is_some_and(|extension| extension == LOCK);
        if is_lock && !path.with_extension(DRAFT).exists() && lock(&path).is_ok_and(|lock| lock.is_some()) {
            drop(remove(&path));
        }
    }
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b || std::fs::canonicalize(a).is_ok_and(|a| std::fs::canonicalize(b).is_ok_and(|b| a == b))
}

impl App {
    /// Begins with unsaved work that a window left which died, or with the project or script at `open`.
    pub fn begin(&mut self, open: Option<&Path>) {
        if let Err(why) = crate::voice::server::setup::load(&self.paths) {
            self.notify_with(Level::Warning, "notice-server-failed", &[("why", &why)]);
        }
        let drafts = self.paths.data.join("drafts");
        let draft = match Autosave::start(&drafts, open, self.waker.clone()) {
            Ok((autosave, draft)) => {
                self.autosave = Some(autosave);
                draft
            }
            Err(error) => {
                self.notify_with(Level::Warning, "notice-no-draft", &[("why", &error.to_string())]);
                None
            }
        };
        let recovered = draft.and_then(|draft| {
            let project = format::from_text(&draft.project)
                .inspect_err(|error| log::warn!("unsaved work cannot be read: {error}"))
                .ok()?;
            Some((project, draft.path))
        });
        match recovered {
            Some((project, path)) => self.recover(project, path),
            None => open.into_iter().for_each(|path| self.open_path(path)),
        }
    }

    fn recover(&mut self, project: Project, path: Option<PathBuf>) {
        self.replace_project(project, path);
        self.state.history.mark_unsaved();
        self.notify(Level::Info, "notice-recovered");
    }

    /// Keeps unsaved work.
    pub(super) fn keep_draft(&mut self, now: Instant) {
        let Some(autosave) = &mut self.autosave else { return };
        let state = self.state.history.state();
        if !self.state.history.is_unsaved() {
            autosave.forget();
        } else if autosave.is_due(state, now) {
            let project = format::to_text(&self.state.project);
            autosave.write(state, Draft { path: self.state.path.clone(), project });
        }
        if let Some(error) = autosave.problem() {
            self.notify_with(Level::Warning, "notice-no-draft", &[("why", &error.to_string())]);
        }
    }

    /// How soon there is work to keep.
    pub(super) fn next_draft_in(&self, now: Instant) -> Option<Duration> {
        self.autosave.as_ref().and_then(|autosave| autosave.due_in(now))
    }

    /// The person does not want the unsaved work.
    pub(super) fn forget_draft(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::task::Waker;
    use std::time::{Duration, Instant};

    use super::{Autosave, Draft, EVERY, left_over};

    fn start(folder: &Path, open: Option<&Path>) -> (Autosave, Option<Draft>) {
        Autosave::start(folder, open, Waker::noop().clone()).expect("starts")
    }

    fn draft(project: &str, path: Option<&str>) -> Draft {
        Draft { path: path.map(PathBuf::from), project: project.to_owned() }
    }

    fn n_files(folder: &Path) -> usize {
        std::fs::read_dir(folder).expect("lists").count()
    }

    #[test]
    fn work_that_a_dead_window_left_is_taken_over_once() {
        let home = tempfile::tempdir().expect("temp");
        let (mut first, none) = start(home.path(), None);
        assert_eq!(none, None);
        first.write(7, draft("work", None));
        // Dropping writes what was asked for and, like a death, leaves it there.
        drop(first);
        let (second, found) = start(home.path(), None);
        assert_eq!(found, Some(draft("work", None)));
        let (mut third, none) = start(home.path(), None);
        assert_eq!(none, None, "it is the second window's now");
        third.write(1, draft("other", None));
        drop(second);
        let (_, found) = start(home.path(), None);
        assert_eq!(found, Some(draft("work", None)), "nobody said that it was saved");
        drop(third);
    }

    #[test]
    fn saved_work_leaves_nothing() {
        let home = tempfile::tempdir().expect("temp");
        let (mut autosave, _) = start(home.path(), None);
        autosave.write(1, draft("work", None));
        autosave.forget();
        drop(autosave);
        assert_eq!(n_files(home.path()), 0);
    }

    #[test]
    fn locks_of_the_dead_are_swept_and_of_the_living_kept() {
        let home = tempfile::tempdir().expect("temp");
        crate::files::write_atomic(&home.path().join("1-1.lock"), b"").expect("writes");
        let (first, _) = start(home.path(), None);
        let (_second, _) = start(home.path(), None);
        assert_eq!(n_files(home.path()), 2, "one each");
        drop(first);
        assert_eq!(n_files(home.path()), 1);
    }

    #[test]
    fn a_project_that_is_opened_gets_its_own_work_only() {
        let home = tempfile::tempdir().expect("temp");
        let (mut autosave, _) = start(home.path(), None);
        autosave.write(1, draft("a", Some("/a.moksori")));
        drop(autosave);
        assert_eq!(start(home.path(), Some(Path::new("/b.moksori"))).1, None);
        assert_eq!(start(home.path(), Some(Path::new("/a.moksori"))).1, Some(draft("a", Some("/a.moksori"))));
    }

    #[test]
    fn a_damaged_draft_hinders_nothing() {
        let home = tempfile::tempdir().expect("temp");
        crate::files::write_atomic(&home.path().join("1-1.draft"), b"{").expect("writes");
        assert!(left_over(home.path(), None).is_none());
        assert_eq!(start(home.path(), None).1, None);
    }

    #[test]
    fn a_change_is_written_soon() {
        let home = tempfile::tempdir().expect("temp");
        let (mut autosave, _) = start(home.path(), None);
        let now = Instant::now();
        assert!(!autosave.is_due(1, now));
        assert_eq!(autosave.due_in(now), Some(EVERY));
        // Typing on does not put it off.
        assert!(!autosave.is_due(2, now + EVERY / 2));
        assert!(autosave.is_due(3, now + EVERY));
        autosave.write(3, draft("work", None));
        assert!(!autosave.is_due(3, now + Duration::from_mins(1)));
        assert_eq!(autosave.due_in(now), None);
    }
}
