//! Ctrl-C, and the request to end that a system sends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{CliError, error};
use crate::voice::Cancel;

/// Watches for the person's wish to stop. Before [`Interrupt::arm`] it ends the process at once; from then on it
/// cancels the work, and the command cleans up after itself.
pub struct Interrupt {
    cancel: Cancel,
    armed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Begins to watch; `woken` is called, on a thread of its own, after the work was cancelled. Once per process.
    pub fn watch(woken: impl Fn() + Send + 'static) -> Self {
        let this = Self { cancel: Cancel::new(), armed: Arc::new(AtomicBool::new(false)) };
        let (cancel, armed) = (this.cancel.clone(), Arc::clone(&this.armed));
        let handler = move || {
            if armed.load(Ordering::SeqCst) {
                cancel.cancel();
                woken();
            } else {
                std::process::exit(i32::from(error::INTERRUPTED));
            }
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            log::warn!("Ctrl-C will end the program without tidying up: {error}");
        }
        this
    }

    /// From now on there is something to clean up.
    pub fn arm(&self) -> &Cancel {
        self.armed.store(true, Ordering::SeqCst);
        &self.cancel
    }

    /// [`CliError::Interrupted`] if the person asked to stop.
    pub fn check(&self) -> Result<(), CliError> {
        if self.cancel.is_cancelled() { Err(CliError::Interrupted) } else { Ok(()) }
    }
}
