//! What memory the process, the machine and its graphics cards have.
//!
//! [`Meter`] measures on request; [`MeterThread`] does so once a second off the interface thread. What the system does
//! not tell (no card, no peak) is left out, never guessed.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::Duration;

use super::engine::link::EnginePid;
use sysinfo::{Gpus, MemoryRefreshKind, Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Time between two measurements of the [`MeterThread`].
const INTERVAL: Duration = Duration::from_secs(1);
/// Smallest change of the process's memory that is worth a new frame, bytes.
const VISIBLE_PROCESS_BYTES: u64 = 2 << 20;
/// The same for what the machine and its cards have left.
const VISIBLE_MACHINE_BYTES: u64 = 32 << 20;

/// Memory of one graphics card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GpuUsage {
    /// Model as the driver names it.
    pub name: String,
    /// Bytes of the card's own memory in use, by all programs.
    pub used_bytes: u64,
    /// Bytes of the card's own memory.
    pub total_bytes: u64,
}

/// One measurement. All zero means that nothing was measured yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Resident memory of this process and of the engine's, bytes.
    pub process_bytes: u64,
    /// The most each ever was, together, bytes; `None` where the system does not keep it.
    pub peak_bytes: Option<u64>,
    /// What programs can still get without swapping, bytes; the limit of a container counts.
    pub available_bytes: u64,
    /// Memory of the machine or of the container, bytes.
    pub total_bytes: u64,
    /// Graphics cards that tell their memory; empty where there is none.
    pub gpus: Vec<GpuUsage>,
}

impl Usage {
    /// True where the difference can be seen in figures of a few megabytes.
    fn differs_visibly(&self, other: &Self) -> bool {
        let apart = |a: u64, b: u64, least: u64| a.abs_diff(b) >= least;
        apart(self.process_bytes, other.process_bytes, VISIBLE_PROCESS_BYTES)
            || apart(self.available_bytes, other.available_bytes, VISIBLE_MACHINE_BYTES)
            || self.total_bytes != other.total_bytes
            || self.gpus.len() != other.gpus.len()
            || self
                .gpus
                .iter()
                .zip(&other.gpus)
                .any(|(a, b)| a.name != b.name || apart(a.used_bytes, b.used_bytes, VISIBLE_MACHINE_BYTES))
    }
}

/// Measures memory. Keeps what need not be looked up each time.
pub struct Meter {
    system: Option<System>,
    gpus: Option<Gpus>,
    pid: Option<Pid>,
    engine: EnginePid,
}

impl Default for Meter {
    fn default() -> Self {
        Self::new()
    }
}

impl Meter {
    /// A meter. Cheap: the graphics cards are looked for, and their drivers' libraries loaded, by the first measurement.
    pub fn new() -> Self {
        let noted = |what: &str, error: String| log::info!("{what} cannot be measured: {error}");
        Self {
            system: System::new().map_err(|error| noted("memory", error.to_string())).ok(),
            gpus: Gpus::new().map_err(|error| noted("graphics memory", error.to_string())).ok(),
            pid: sysinfo::get_current_pid().map_err(|error| noted("the process", error.to_string())).ok(),
            engine: EnginePid::default(),
        }
    }

    /// The same, with the engine's process counted while there is one.
    #[must_use]
    pub fn with_engine(self, engine: EnginePid) -> Self {
        Self { engine, ..self }
    }

    /// Measures now; well under a millisecond without a card, a few with one.
    pub fn sample(&mut self) -> Usage {
        let mut usage = Usage::default();
        self.sample_machine(&mut usage);
        self.sample_process(&mut usage);
        self.sample_gpus(&mut usage);
        usage
    }

    fn sample_machine(&mut self, usage: &mut Usage) {
        let Some(system) = &mut self.system else { return };
        system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
        usage.total_bytes = system.total_memory();
        usage.available_bytes = system.available_memory();
        if let Some(limits) = system.cgroup_limits().filter(|limits| limits.total_memory > 0) {
            usage.total_bytes = usage.total_bytes.min(limits.total_memory);
            usage.available_bytes = usage.available_bytes.min(limits.free_memory);
        }
    }

    fn sample_process(&mut self, usage: &mut Usage) {
        let engine = Some(self.engine.load(Ordering::Relaxed)).filter(|&pid| pid != 0);
        if let Some((resident, peak)) = proc_status("self") {
            let (engine_resident, engine_peak) =
                engine.and_then(|pid| proc_status(&pid.to_string())).unwrap_or((0, Some(0)));
            usage.process_bytes = resident + engine_resident;
            usage.peak_bytes = peak.zip(engine_peak).map(|(peak, engine_peak)| peak + engine_peak);
            return;
        }
        let (Some(system), Some(pid)) = (&mut self.system, self.pid) else { return };
        let pids: Vec<Pid> = std::iter::once(pid).chain(engine.map(Pid::from_u32)).collect();
        let what = ProcessRefreshKind::nothing().with_memory().without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&pids), true, what);
        usage.process_bytes = pids.iter().filter_map(|&pid| system.process(pid)).map(sysinfo::Process::memory).sum();
    }

    fn sample_gpus(&mut self, usage: &mut Usage) {
        let Some(gpus) = &mut self.gpus else { return };
        gpus.refresh(true);
        usage.gpus = gpus
            .iter()
            .filter_map(|gpu| {
                Some(GpuUsage {
                    name: gpu.model().or_else(|| gpu.vendor()).unwrap_or("GPU").to_owned(),
                    used_bytes: gpu.used_memory()?,
                    total_bytes: gpu.total_memory().filter(|&bytes| bytes > 0)?,
                })
            })
            .collect();
    }
}

/// Resident memory of a process now and at its most, bytes, where the system has `/proc`.
pub fn proc_status(process: &str) -> Option<(u64, Option<u64>)> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some((status_bytes(&status, "VmRSS")?, status_bytes(&status, "VmHWM")))
}

/// A field of `/proc/…/status`, which gives kibibytes, in bytes.
fn status_bytes(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

struct Board {
    latest: Usage,
    quit: bool,
}

struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread named `meter` that measures once a second. Dropping the handle ends it.
pub struct MeterThread {
    shared: Arc<Shared>,
}

impl MeterThread {
    /// Starts measuring; `waker` is woken when the figures have changed visibly.
    pub fn start(waker: Waker, engine: EnginePid) -> Self {
        let shared = Arc::new(Shared {
            board: Mutex::new(Board { latest: Usage::default(), quit: false }),
            changed: Condvar::new(),
        });
        let theirs = Arc::clone(&shared);
        if let Err(error) =
            std::thread::Builder::new().name("meter".to_owned()).spawn(move || run(&theirs, &waker, engine))
        {
            log::warn!("memory is not measured: {error}");
        }
        Self { shared }
    }

    /// The last measurement; all zero until the first is done.
    pub fn latest(&self) -> Usage {
        self.shared.lock().latest.clone()
    }
}

impl Drop for MeterThread {
    fn drop(&mut self) {
        self.shared.lock().quit = true;
        self.shared.changed.notify_all();
    }
}

fn run(shared: &Shared, waker: &Waker, engine: EnginePid) {
    let mut meter = Meter::new().with_engine(engine);
    let mut shown = Usage::default();
    loop {
        let usage = meter.sample();
        let mut board = shared.lock();
        if board.quit {
            return;
        }
        board.latest.clone_from(&usage);
        drop(board);
        if usage.differs_visibly(&shown) {
            shown = usage;
            waker.wake_by_ref();
        }
        let board = shared.lock();
        let (board, _) = shared
            .changed
            .wait_timeout_while(board, INTERVAL, |board| !board.quit)
            .unwrap_or_else(PoisonError::into_inner);
        if board.quit {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
    use std::task::{Wake, Waker};
    use std::time::Duration;

    use super::{GpuUsage, Meter, MeterThread, Usage, status_bytes};

    #[test]
    fn this_machine_is_measured() {
        let mut meter = Meter::new();
        let usage = meter.sample();
        assert!(usage.process_bytes > 1 << 20, "{usage:?}");
        assert!(usage.available_bytes > 0 && usage.available_bytes <= usage.total_bytes, "{usage:?}");
        assert!(usage.process_bytes < usage.total_bytes, "{usage:?}");
        for gpu in &usage.gpus {
            assert!(!gpu.name.is_empty() && gpu.used_bytes <= gpu.total_bytes, "{gpu:?}");
        }
        if cfg!(target_os = "linux") {
            assert!(usage.peak_bytes.expect("Linux keeps it") >= usage.process_bytes / 2);
        }
    }

    #[test]
    fn memory_that_is_used_shows() {
        let mut meter = Meter::new();
        let before = meter.sample();
        let block = std::hint::black_box(vec![1_u8; 128 << 20]);
        // Half of it: other tests of this process may give memory back meanwhile.
        let with = meter.sample();
        assert!(with.process_bytes >= before.process_bytes + (64 << 20), "{before:?} {with:?}");
        if let (Some(before), Some(with)) = (before.peak_bytes, with.peak_bytes) {
            assert!(with >= before);
        }
        drop(block);
    }

    #[test]
    fn status_lines() {
        let check = |status: &str, field: &str, expect: Option<u64>| {
            assert_eq!(status_bytes(status, field), expect, "{status:?} {field}");
        };
        let status = "Name:\tmoksori\nVmPeak:\t  999 kB\nVmHWM:\t   2048 kB\nVmRSS:\t    1024 kB\n";
        check(status, "VmRSS", Some(1024 * 1024));
        check(status, "VmHWM", Some(2048 * 1024));
        check(status, "Vm", None);
        check(status, "VmSwap", None);
        check("VmRSS:\tmany kB\n", "VmRSS", None);
        check("VmRSS:\t12\n", "VmRSS", None);
        check("", "VmRSS", None);
    }

    #[test]
    fn only_visible_changes_are_told() {
        let card = |used_bytes| GpuUsage { name: "card".to_owned(), used_bytes, total_bytes: 8 << 30 };
        let base = Usage {
            process_bytes: 100 << 20,
            peak_bytes: None,
            available_bytes: 2 << 30,
            total_bytes: 8 << 30,
            gpus: vec![card(1 << 30)],
        };
        let check = |change: fn(&mut Usage), expect: bool| {
            let mut other = base.clone();
            change(&mut other);
            assert_eq!(base.differs_visibly(&other), expect, "{other:?}");
        };
        check(|_| (), false);
        check(|usage| usage.process_bytes += 4096, false);
        check(|usage| usage.process_bytes += 3 << 20, true);
        check(|usage| usage.available_bytes -= 1 << 20, false);
        check(|usage| usage.available_bytes -= 64 << 20, true);
        check(|usage| usage.gpus.clear(), true);
        check(|usage| usage.gpus[0].used_bytes += 1 << 30, true);
    }

    struct Bell(SyncSender<()>);

    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            // A full channel means that the bell has rung already.
            self.0.try_send(()).ok();
        }
    }

    #[test]
    fn the_thread_measures_and_wakes() {
        let (sender, rung) = sync_channel(1);
        let thread = MeterThread::start(Waker::from(Arc::new(Bell(sender))), Arc::default());
        rung.recv_timeout(Duration::from_mins(1)).expect("the first measurement wakes");
        assert!(thread.latest().process_bytes > 0);
        drop(thread);
        // The thread drops its waker, and with it the sender, when it ends.
        let end = loop {
            if let Err(end) = rung.recv_timeout(Duration::from_mins(1)) {
                break end;
            }
        };
        assert_eq!(end, RecvTimeoutError::Disconnected);
    }
}
