//! Voices: what can speak a chunk.
//!
//! [`Voice`] is the one interface of every model family. A family is one file or folder here plus an entry in
//! `models/catalog.toml`; it says what it can do as data ([`VoiceInfo`]), so that nothing else matches on names.
//! [`catalog`] knows which voices exist and where they are installed; besides those of `models/catalog.toml` these are the
//! ones that the person [imported](import), which describe themselves in a file each ([`imported`]), and the
//! [speech servers](server) that they entered. [`runtime`] is the only module that names the ONNX binding.
//!
//! # To add a family
//!
//! 1. A file or folder here with a type that implements [`Voice`], a `load` that checks the graphs against what is expected
//!    ([`runtime::Session::expect_signature`]), a `Setup` of what differs between its voices, `MAX_CHARS` and `SPEEDS`.
//!    What the model gives is never trusted; cancelling ends within one step.
//! 2. A member of [`catalog::Engine`] and a field for the setup in [`catalog::Entry`]; its arms in `Entry::info`,
//!    `Entry::is_consistent` and `Catalog::load`, which the compiler asks for.
//! 3. An entry in `models/catalog.toml` with sizes, hashes and a licence that the table of licences knows, or a finder in
//!    [`import`] for folders that people have.
//! 4. Small graphs with the same names, types and shapes under `tests/fixtures/models`, wrong ones too, made by a script
//!    that lies beside them.

pub mod catalog;
pub mod download;
pub mod hibari;
pub mod import;
pub mod imported;
pub mod kokoro;
pub mod piper;
pub mod runtime;
pub mod server;
mod shared;
pub mod supertonic;
pub mod tone;
pub mod voxcpm2;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::Language;

/// What a voice is and what it can do.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct VoiceInfo {
    /// Stable identifier, for the command line and project files: `heart`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Model family: `hibari`.
    pub engine: String,
    /// Languages it speaks.
    pub languages: Vec<Language>,
    /// Samples per second of what it returns.
    pub rate_hz: u32,
    /// Longest chunk it should be given, in `char`s of spoken text.
    pub max_chars: usize,
    /// Names the version of the model's files; part of what a take is made from. The catalogue's hashes, hashed.
    pub model_hash: String,
    /// SPDX licence of the weights.
    pub licence: String,
    /// Range of the speed it honours; 1 is the model's own.
    pub speed_min: f32,
    /// See `speed_min`.
    pub speed_max: f32,
    /// Whether it speaks `[word](/phonemes/)` in its text as the phonemes say.
    pub takes_phonemes: bool,
    /// Whether it speaks nothing else: no rules of ours read its language.
    #[serde(default)]
    pub needs_phonemes: bool,
    /// Steps that it can be asked for; `None` where [`SpeechOptions::steps`] means nothing to it.
    pub steps: Option<Steps>,
    /// Whether it honours [`SpeechOptions::expressions`].
    pub takes_expressions: bool,
    /// Whether it hands over samples while it still speaks: see [`Voice::speak_streaming`].
    #[serde(default)]
    pub streams: bool,
    /// The host that the text is sent to; `None` where it never leaves the machine.
    #[serde(default)]
    pub sends_text_to: Option<String>,
}

/// How many steps a model can take from noise to sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Steps {
    /// Fewest.
    pub min: u32,
    /// Most.
    pub max: u32,
    /// What it takes when nobody asks for anything.
    pub usual: u32,
}

impl Steps {
    /// The steps to take when `wanted` are asked for.
    pub fn within(self, wanted: Option<u32>) -> u32 {
        wanted.map_or(self.usual, |wanted| wanted.clamp(self.min, self.max))
    }
}

/// What only some families honour; [`VoiceInfo`] says which do. The default changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct SpeechOptions {
    /// Steps of the model, in place of its usual number.
    pub steps: Option<u32>,
    /// Act tags such as `<laugh>` in the text instead of leaving them out.
    pub expressions: bool,
}

/// One chunk to be spoken.
#[derive(Clone, Debug)]
pub struct SpeechRequest<'a> {
    /// Spoken form of the chunk: normalised words and punctuation.
    pub spoken: &'a str,
    /// Its language; one of the voice's.
    pub language: Language,
    /// Speed factor; 1 is the model's own, 2 twice as fast.
    pub speed: f32,
    /// Seed of the model's noise: the same request with the same seed gives the same samples, where the model takes a
    /// seed.
    pub seed: u64,
    /// How long it may take before it is taken for hung and ended; `None` for no limit. Only a voice in a process of its
    /// own can be ended at any moment; the others stop at the next step of the model.
    pub time_limit: Option<std::time::Duration>,
    /// What only some families honour.
    pub options: SpeechOptions,
}

/// What the voice made of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Speech {
    /// Mono samples at the voice's rate, as the model gave them (not trimmed). Finite.
    pub samples: Vec<f32>,
    /// Characters of the spoken form that the voice has no sound for.
    pub unspoken: String,
}

/// A model that speaks. Owned by one thread; never shared.
pub trait Voice {
    /// What it is.
    fn info(&self) -> &VoiceInfo;

    /// A hash of the model's files, part of every cache key.
    fn model_hash(&self) -> &str;

    /// The name of the execution provider that really runs the model: `CPU`.
    fn provider(&self) -> &str;

    /// What the model is given for `spoken`, as a readable string (phonemes or characters).
    fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError>;

    /// Speaks one chunk and hands each stretch of samples to `heard` as soon as it is made, in order; together they are
    /// [`Speech::samples`]. A voice that makes its samples all at once hands over nothing. Returns
    /// [`VoiceError::Cancelled`] within one model step of [`Cancel::cancel`].
    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError>;

    /// The same, where nobody listens before all of it is there.
    fn speak(&mut self, request: &SpeechRequest<'_>, cancel: &Cancel) -> Result<Speech, VoiceError> {
        self.speak_streaming(request, cancel, &mut |_| {})
    }

    /// Gives back memory that the last runs left behind, where the runtime can.
    fn shrink(&mut self) {}
}

/// Where the worker gets its voices: the [`catalog`], or a test's own.
pub trait VoiceSource {
    /// Loads the voice `id`. Takes as long as the model takes to load (tenths of a second); does not cache.
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError>;

    /// What the voice `id` is, without loading it; `None` if there is no such voice.
    fn info(&self, id: &str) -> Option<VoiceInfo>;

    /// Ends the process that the voices run in, if it is not this one. Loaded voices stay usable: their next request
    /// starts another.
    fn end_process(&mut self) {}

    /// Opens every voice on the CPU from now on, whatever the options say.
    fn use_cpu(&mut self) {}

    /// Voices came or went: looks again.
    fn refresh(&mut self) {}
}

/// A request to stop, shared between the thread that asks and the one that renders. The one that renders says in it what it
/// waits for.
#[derive(Clone, Default)]
pub struct Cancel {
    shared: Arc<CancelShared>,
}

/// What a voice waits for before it can speak: its turn at a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Wait {
    /// Its place in the server's queue, 1 is next; `None` where the server does not say.
    pub place: Option<u32>,
    /// About how long it takes, seconds.
    pub secs: u32,
}

/// Told of each change of what is waited for.
type WaitListener = Box<dyn Fn(Option<Wait>) + Send>;

/// What a [`Cancel`] calls when it is cancelled: the running model's terminate flag.
type Hook = Box<dyn Fn() + Send>;

#[derive(Default)]
struct CancelShared {
    cancelled: AtomicBool,
    hook: std::sync::Mutex<Option<Hook>>,
    wait: std::sync::Mutex<(Option<Wait>, Option<WaitListener>)>,
}

impl Cancel {
    /// A request that nobody has made yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work to stop. Returns at once.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::SeqCst);
        let hook = self.shared.hook.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(hook) = hook.as_ref() {
            hook();
        }
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::SeqCst)
    }

    /// Says what is waited for now.
    pub fn set_wait(&self, wait: Option<Wait>) {
        let mut shared = self.shared.wait.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.0 = wait;
        if let Some(listener) = &shared.1 {
            listener(wait);
        }
    }

    /// What is waited for.
    pub fn wait(&self) -> Option<Wait> {
        self.shared.wait.lock().unwrap_or_else(std::sync::PoisonError::into_inner).0
    }

    /// Tells `listener` of each change of what is waited for.
    pub fn on_wait(&self, listener: impl Fn(Option<Wait>) + Send + 'static) {
        self.shared.wait.lock().unwrap_or_else(std::sync::PoisonError::into_inner).1 = Some(Box::new(listener));
    }

    /// Runs `work` with `hook` called if the request comes while it runs (or came before).
    pub fn with_hook<T>(&self, hook: impl Fn() + Send + 'static, work: impl FnOnce() -> T) -> T {
        let set = |value: Option<Hook>| {
            *self.shared.hook.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = value;
        };
        set(Some(Box::new(hook)));
        if self.is_cancelled() {
            self.cancel();
        }
        let result = work();
        set(None);
        result
    }
}

#[cfg(test)]
impl Cancel {
    /// Whether a model is running that would be told to stop: lets a test cancel in the middle of a run.
    pub(crate) fn has_hook(&self) -> bool {
        self.shared.hook.lock().unwrap_or_else(std::sync::PoisonError::into_inner).is_some()
    }
}

impl std::fmt::Debug for Cancel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cancel").field("cancelled", &self.is_cancelled()).finish()
    }
}

impl VoiceError {
    /// The error for a line in a language that its voice does not speak.
    pub fn no_voice_for(language: Language) -> Self {
        let (language, remedy) = match language {
            Language::Korean => (
                "Korean",
                "install a voice that does (in the window, or `moksori voices install supertonic-f1`) and choose it, import a Korean Piper voice with `moksori voices import DIR`, or write the line in English",
            ),
            Language::English => ("English", "install the default voice with `cargo xtask run`"),
        };
        Self::NoVoiceForLanguage { language: language.to_owned(), remedy: remedy.to_owned() }
    }
}

/// Why a voice could not be loaded or could not speak. Worded for the person; the remedy is part of the message.
#[derive(Debug, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum VoiceError {
    /// The ONNX Runtime library is missing, too old or broken.
    #[error("{0}")]
    Runtime(runtime::RuntimeError),
    /// No voice has this id.
    #[error("there is no voice “{id}”; `moksori voices list` shows those there are")]
    Unknown {
        /// What was asked for.
        id: String,
    },
    /// The voice is known but its files are not on this machine.
    #[error("the voice “{id}” is not installed; {remedy}")]
    NotInstalled {
        /// The voice.
        id: String,
        /// How to get it.
        remedy: String,
    },
    /// A file of the voice is damaged or does not fit.
    #[error(
        "the voice “{id}” is damaged ({problem}); install it again with `cargo xtask run` if it came with Moksori, with `moksori voices install {id}` if it was downloaded, or remove and import it again if it is one of your own: {path}"
    )]
    Damaged {
        /// The voice.
        id: String,
        /// What is wrong.
        problem: String,
        /// The file or folder.
        path: String,
    },
    /// A program that the voice reads with is missing or does not do its work.
    #[error("the voice “{id}” reads with the program {program}, {problem}; {remedy}")]
    Program {
        /// The voice.
        id: String,
        /// The program.
        program: String,
        /// What is wrong with it.
        problem: String,
        /// What to do.
        remedy: String,
    },
    /// A speech server did not speak.
    #[error("the speech server “{id}” did not speak the line: {problem}")]
    Server {
        /// The voice.
        id: String,
        /// What happened and what to do.
        problem: String,
    },
    /// The voice speaks phonemes only, and the chunk has none.
    #[error(
        "the voice “{id}” speaks phonemes only, and no word here has any; give the words phonemes in the lexicon, or choose another voice"
    )]
    NeedsPhonemes {
        /// The voice.
        id: String,
    },
    /// No voice that is installed speaks this language.
    #[error("no installed voice speaks {language}; {remedy}")]
    NoVoiceForLanguage {
        /// The language, in English words.
        language: String,
        /// How to get one.
        remedy: String,
    },
    /// Memory ran out while the model ran.
    #[error("memory ran out while the model spoke; close other programs or use shorter chunks")]
    OutOfMemory,
    /// The model failed or gave nonsense.
    #[error("the model failed: {0}")]
    Model(String),
    /// The chunk would not fit into the memory that is free for it.
    #[error(
        "the next part needs about {} MB and {} MB are free for it; close other programs, use shorter chunks or a lighter voice, or raise the memory budget",
        needed.div_ceil(1 << 20), free >> 20
    )]
    OverBudget {
        /// Bytes that it needs, as measured on earlier chunks.
        needed: u64,
        /// Bytes that are free for it.
        free: u64,
    },
    /// The engine process ended by itself, or could not be started.
    #[error("the engine process ended ({how}); it is started again for the next line")]
    EngineDied {
        /// How, as far as the system tells.
        how: String,
    },
    /// It took far longer than it should, and was ended.
    #[error("the model did not answer for {secs:.0} s and was stopped; try again, or use shorter chunks")]
    TimedOut {
        /// How long it was waited for.
        secs: f64,
    },
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl From<runtime::RuntimeError> for VoiceError {
    fn from(error: runtime::RuntimeError) -> Self {
        match error {
            runtime::RuntimeError::Cancelled => Self::Cancelled,
            runtime::RuntimeError::OutOfMemory => Self::OutOfMemory,
            runtime::RuntimeError::Run(problem) => Self::Model(problem),
            other => Self::Runtime(other),
        }
    }
}

impl VoiceError {
    /// The same, but what is wrong with a model file is told as damage to the voice `id`.
    fn of_voice(error: runtime::RuntimeError, id: &str) -> Self {
        match error {
            runtime::RuntimeError::BadModel { problem, path } => Self::Damaged { id: id.to_owned(), problem, path },
            other => other.into(),
        }
    }
}

/// Loads a model while `rest`, which is what else a voice is made of, is read on a thread of this name: the model takes
/// longest and is mostly one thread's work. `what` names the rest in errors; of two errors the model's is told.
fn load_beside<M, T: Send>(
    thread: &str,
    what: &str,
    rest: impl FnOnce() -> Result<T, VoiceError> + Send,
    model: impl FnOnce() -> Result<M, VoiceError>,
) -> Result<(M, T), VoiceError> {
    let (model, rest) = std::thread::scope(|scope| {
        let rest = std::thread::Builder::new().name(thread.to_owned()).spawn_scoped(scope, rest);
        (model(), rest.map(std::thread::ScopedJoinHandle::join))
    });
    let model = model?;
    match rest {
        Ok(Ok(rest)) => Ok((model, rest?)),
        Ok(Err(_panic)) => Err(VoiceError::Model(format!("its {what} could not be read"))),
        Err(error) => Err(VoiceError::Model(format!("no thread to read its {what}: {error}"))),
    }
}

/// The samples that a model gave for `n_ids` sounds, at most `longest` of them, brought to −1 to 1. A model's output is never
/// trusted: what is wrong is an error, not a noise in somebody's ears.
fn checked_samples(output: Option<runtime::Tensor>, n_ids: usize, longest: f32) -> Result<Vec<f32>, VoiceError> {
    let Some((_, mut samples)) = output.and_then(runtime::Tensor::into_f32) else {
        return Err(VoiceError::Model("it gave another kind of numbers than it declares".to_owned()));
    };
    if samples.iter().any(|sample| !sample.is_finite()) {
        return Err(VoiceError::Model("it gave something that is not a number; speak the line again".to_owned()));
    }
    if samples.is_empty() || samples.len() as f32 > longest {
        let n_samples = samples.len();
        return Err(VoiceError::Model(format!(
            "it made {n_samples} samples of {n_ids} sounds, which cannot be right; change the line a little"
        )));
    }
    for sample in &mut samples {
        *sample = sample.clamp(-1.0, 1.0);
    }
    Ok(samples)
}

/// SHA-256 of a file, in lower-case hexadecimal.
fn sha256_of(path: &std::path::Path) -> std::io::Result<String> {
    use std::io::Read as _;

    use sha2::{Digest as _, Sha256};
    let mut file = std::fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            n => hash.update(&buffer[..n]),
        }
    }
}

/// `bytes` in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    })
}

#[cfg(test)]
pub(crate) mod testing {
    //! The installed voice for tests that need one.

    use std::path::{Path, PathBuf};

    use super::runtime::Runtime;
    use crate::paths::Paths;

    /// Paths over the checkout's `models` folder; what is written goes to the system's temporary folder.
    pub fn paths() -> Paths {
        let home = std::env::temp_dir().join("moksori-tests");
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        Paths { bundled: vec![models], ..Paths::new(Some(home.into_os_string()), None) }
    }

    /// The runtime. `None`, with a notice, where it is not installed; a failure there if MOKSORI_REQUIRE_VOICE is 1.
    pub fn runtime() -> Option<Runtime> {
        Runtime::open(&paths()).inspect_err(|error| skip(&error.to_string())).ok()
    }

    /// The runtime and the folder of the voice `heart`. `None`, with a notice, where they are not installed; a failure
    /// there if MOKSORI_REQUIRE_VOICE is 1.
    pub fn heart() -> Option<(Runtime, PathBuf)> {
        let (runtime, folder) = (runtime()?, paths().bundled[0].join("heart"));
        if folder.join("hibari.onnx").is_file() {
            return Some((runtime, folder));
        }
        skip(&format!("there is no voice in {}", folder.display()));
        None
    }

    fn skip(problem: &str) {
        assert_ne!(std::env::var("MOKSORI_REQUIRE_VOICE").as_deref(), Ok("1"), "{problem}");
        println!("skipped: {problem}");
    }
}
