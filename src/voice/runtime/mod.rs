//! ONNX Runtime: finding the library, sessions, runs. The only module that names the binding.
//!
//! [`Runtime::open`] loads the library once per process and is the only way to a [`Session`], so that nothing can ask the
//! binding for anything before a library is there (it would panic). The library and its environment are kept to the end
//! of the process: releasing the last environment has crashed at exit in several versions of the runtime, and a process
//! can have only one.

mod device;
mod library;
mod session;

pub use device::Device;
pub use library::{ProviderStatus, Runtime};
pub use session::{ElementType, Held, Input, Port, Session, SessionOptions, SharedOptions, Tensor};

/// Oldest runtime that works: older ones crash at exit and lack calls that we make.
pub const MIN_VERSION: &str = "1.23";

/// Newest minor version that the tests have run on; see [`Runtime::warning`].
pub const TESTED_MINOR: u32 = 32;

/// Why the runtime or a model could not be used. Worded for the person.
#[derive(Debug, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum RuntimeError {
    /// The library is nowhere.
    #[error(
        "the ONNX Runtime library was not found; run `cargo xtask run` once, or name the library in MOKSORI_RUNTIME (looked in: {looked_in})"
    )]
    Missing {
        /// The places tried.
        looked_in: String,
    },
    /// The operating system cannot load the file: not a library, for another machine, or something it needs is missing.
    #[error(
        "the ONNX Runtime library could not be loaded ({problem}); install it again with `cargo xtask run`, or name another in MOKSORI_RUNTIME: {path}"
    )]
    NotLoadable {
        /// What the operating system said.
        problem: String,
        /// The file.
        path: String,
    },
    /// A library, but not this one.
    #[error("this library is not ONNX Runtime; remove it, or name the right one in MOKSORI_RUNTIME: {path}")]
    OtherLibrary {
        /// The file.
        path: String,
    },
    /// Too old.
    #[error(
        "ONNX Runtime {version} is too old, {MIN_VERSION} or newer is needed; install it again with `cargo xtask run`, or name a newer one in MOKSORI_RUNTIME: {path}"
    )]
    TooOld {
        /// What the library says it is.
        version: String,
        /// The file.
        path: String,
    },
    /// Loaded, but it would not start.
    #[error("ONNX Runtime did not start ({problem}); install it again with `cargo xtask run`: {path}")]
    NotStarted {
        /// What it said.
        problem: String,
        /// The file.
        path: String,
    },
    /// A model file is missing, damaged, or needs another runtime.
    #[error("the model cannot be read ({problem}); install the voice again with `cargo xtask run`: {path}")]
    BadModel {
        /// What is wrong.
        problem: String,
        /// The model file.
        path: String,
    },
    /// What the person asked to run the model on cannot run it.
    #[error(
        "the model cannot run on {device} ({problem}); choose another device or the CPU; `moksori doctor` lists what works"
    )]
    Device {
        /// The device.
        device: String,
        /// What the runtime said.
        problem: String,
    },
    /// Memory ran out. The session still works: shorter input may fit.
    #[error("memory ran out while the model ran; close other programs or use shorter chunks")]
    OutOfMemory,
    /// The run failed for another reason.
    #[error("the model failed: {0}")]
    Run(String),
    /// Stopped on request.
    #[error("cancelled")]
    Cancelled,
}
