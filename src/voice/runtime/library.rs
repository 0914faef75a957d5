//! Finding and loading the library.

use std::ffi::{CStr, OsString};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ort::environment::Environment;
use ort::logging::LogLevel;
use ort::{AsPointer as _, LoadDynamicError};

use super::{Device, RuntimeError, TESTED_MINOR};
use crate::paths::Paths;

/// The loaded ONNX Runtime. A token that can be copied: whoever has one may make sessions.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    loaded: &'static Loaded,
}

#[derive(Debug)]
struct Loaded {
    environment: Environment,
    path: PathBuf,
    version: Option<String>,
}

/// Set once; a static is never dropped, so the environment lives to the end of the process.
static LOADED: OnceLock<Loaded> = OnceLock::new();

/// Held while a library is being loaded, so that two threads cannot load two.
static LOADING: Mutex<()> = Mutex::new(());

/// Whether an execution provider can run models here.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ProviderStatus {
    /// The runtime's name without the suffix: `CPU`, `CUDA`.
    pub name: &'static str,
    /// True if a session could be set up with it.
    pub works: bool,
    /// Why not; empty if it works.
    pub why: String,
}

impl Runtime {
    /// Loads the library that MOKSORI_RUNTIME names, else the one beside the program, among what came with it
    /// (`models/onnxruntime/`), or in the user's data folder. Later calls return the one already loaded, whatever they
    /// name: a process can have only one. After a failure it may be tried again.
    pub fn open(paths: &Paths) -> Result<Self, RuntimeError> {
        Self::open_named(std::env::var_os("MOKSORI_RUNTIME"), paths)
    }

    /// See [`Runtime::open`]; `named` is the value of MOKSORI_RUNTIME, a file or the folder that holds the library.
    pub fn open_named(named: Option<OsString>, paths: &Paths) -> Result<Self, RuntimeError> {
        let _guard = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = LOADED.get() {
            return Ok(Self { loaded });
        }
        let mut first_problem = None;
        for path in candidates(named, paths)? {
            match load(&path) {
                Ok(loaded) => return Ok(Self { loaded: LOADED.get_or_init(|| loaded) }),
                Err(problem) => {
                    log::warn!("{problem}");
                    first_problem.get_or_insert(problem);
                }
            }
        }
        Err(first_problem.unwrap_or(RuntimeError::Missing { looked_in: String::new() }))
    }

    /// The library's version: `1.31.1`; `None` if it does not say.
    pub fn version(self) -> Option<&'static str> {
        self.loaded.version.as_deref()
    }

    /// The library's file.
    pub fn path(self) -> &'static Path {
        &self.loaded.path
    }

    /// What to tell the person about this version, if it is outside the range that was tested.
    pub fn warning(self) -> Option<String> {
        version_warning(self.version())
    }

    /// The execution providers, each tried now.
    pub fn providers(self) -> Vec<ProviderStatus> {
        let status = |device: Device| {
            let tried = ort::session::Session::builder(self.environment())
                .and_then(|builder| Ok(builder.with_execution_providers([device.provider(None)])?));
            // What stands before the code is a place in the runtime's source.
            let why = tried.err().map(|error| error.to_string()).unwrap_or_default();
            let why = why.rsplit_once(" : FAIL : ").map_or(why.as_str(), |(_, problem)| problem).trim().to_owned();
            ProviderStatus { name: device.name(), works: why.is_empty(), why }
        };
        std::iter::once(Device::Cpu).chain(Device::CARDS).map(status).collect()
    }

    pub(super) fn environment(self) -> &'static Environment {
        &self.loaded.environment
    }
}

fn version_warning(version: Option<&str>) -> Option<String> {
    let Some(version) = version else {
        return Some("ONNX Runtime does not say which version it is; it may not work with Moksori".to_owned());
    };
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let (major, minor) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    (major != 1 || minor > TESTED_MINOR).then(|| {
        format!("ONNX Runtime {version} is newer than 1.{TESTED_MINOR}, the newest that Moksori was tested with; if a voice fails, use an older one")
    })
}

/// The library files to try, best first; [`RuntimeError::Missing`] if there is none.
fn candidates(named: Option<OsString>, paths: &Paths) -> Result<Vec<PathBuf>, RuntimeError> {
    let (found, looked_in): (Vec<PathBuf>, Vec<PathBuf>) = if let Some(named) = named.filter(|named| !named.is_empty())
    {
        // What the person named is used or reported, never passed over for another.
        let named = PathBuf::from(named);
        let found = if named.is_dir() { library_in(&named) } else { named.exists().then(|| named.clone()) };
        (found.into_iter().collect(), vec![named])
    } else {
        let folders: Vec<PathBuf> = paths
            .bundled
            .iter()
            .chain(std::iter::once(&paths.data))
            .flat_map(|folder| [folder.clone(), folder.join("onnxruntime")])
            .collect();
        (folders.iter().filter_map(|folder| library_in(folder)).collect(), folders)
    };
    if found.is_empty() {
        let looked_in = looked_in.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ");
        return Err(RuntimeError::Missing { looked_in });
    }
    Ok(found)
}

/// The runtime library in `folder`: the plain name, else the newest with its version in the name.
fn library_in(folder: &Path) -> Option<PathBuf> {
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let plain = folder.join(format!("{prefix}onnxruntime{suffix}"));
    if plain.is_file() {
        return Some(plain);
    }
    let is_versioned = |name: &str| {
        name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix("onnxruntime.")).is_some_and(|rest| {
            rest.ends_with(suffix) || rest.starts_with(suffix.trim_start_matches('.')) // `1.31.1.dylib`, `so.1.31.1`
        })
    };
    let mut versioned: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_str().is_some_and(is_versioned))
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    versioned.sort();
    versioned.pop()
}

fn load(path: &Path) -> Result<Loaded, RuntimeError> {
    // A relative path would be taken from the program's folder, not from where the person is.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let shown = path.display().to_string();
    let not_started = |problem: String| RuntimeError::NotStarted { problem, path: path.display().to_string() };
    // The binding asserts on what a library returns; a strange library must be an error here, not a crash.
    let builder = catch_unwind(AssertUnwindSafe(|| ort::init_from(&path)))
        .map_err(|_panic| not_started("it gives no usable interface".to_owned()))?
        .map_err(|error| match error {
            LoadDynamicError::Dlopen { error, .. } => {
                RuntimeError::NotLoadable { problem: error.to_string(), path: shown.clone() }
            }
            LoadDynamicError::MissingApi { .. } => RuntimeError::OtherLibrary { path: shown.clone() },
            LoadDynamicError::BadVersion { version_str, .. } => {
                RuntimeError::TooOld { version: version_str, path: shown.clone() }
            }
            LoadDynamicError::InvalidVersionString => not_started("it does not say its version".to_owned()),
        })?;
    let environment = catch_unwind(AssertUnwindSafe(|| {
        builder.with_name("moksori").with_telemetry(false).with_logger(Arc::new(forward_log)).build()
    }))
    .map_err(|_panic| not_started("it gives no usable interface".to_owned()))?
    .map_err(|error| not_started(error.to_string()))?;
    // A custom logger starts at the most talkative level: thousands of messages per session.
    environment.set_log_level(LogLevel::Warning);
    let version = version_of(&environment);
    if let Some(warning) = version_warning(version.as_deref()) {
        log::warn!("{warning}: {shown}");
    }
    log::info!("ONNX Runtime {} from {shown}", version.as_deref().unwrap_or("of unknown version"));
    Ok(Loaded { environment, path, version })
}

fn forward_log(level: LogLevel, category: &str, _id: &str, location: &str, message: &str) {
    let level = match level {
        LogLevel::Fatal | LogLevel::Error => log::Level::Error,
        LogLevel::Warning => log::Level::Warn,
        LogLevel::Info => log::Level::Info,
        LogLevel::Verbose => log::Level::Debug,
    };
    log::log!(target: "onnxruntime", level, "{category}: {message} ({location})");
}

/// The version of the loaded library, which its own CPU provider carries (since 1.23).
#[expect(unsafe_code, reason = "the binding has no safe call for the version of a loaded library")]
fn version_of(environment: &Environment) -> Option<String> {
    let api = ort::api();
    let device = environment.devices().next()?;
    // SAFETY: `device` is a valid device of a live environment, and the environment owns the pairs and the text, which
    // are copied before it can change. Both calls only read. `GetKeyValue` returns null or a C string.
    let version = unsafe {
        let pairs = (api.EpDevice_EpMetadata)(device.ptr());
        let value = (api.GetKeyValue)(pairs, c"version".as_ptr());
        if value.is_null() {
            return None;
        }
        CStr::from_ptr(value)
    };
    version.to_str().ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{RuntimeError, candidates, library_in, version_warning};
    use crate::files::write_atomic;
    use crate::paths::Paths;

    fn paths(bundled: &[&Path], data: &Path) -> Paths {
        Paths {
            config: PathBuf::new(),
            data: data.to_owned(),
            cache: PathBuf::new(),
            bundled: bundled.iter().map(|folder| (*folder).to_owned()).collect(),
        }
    }

    fn plain_name() -> String {
        format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
    }

    #[test]
    fn the_named_library_comes_first_then_the_bundled_then_the_users() {
        let folder = tempfile::tempdir().expect("temp");
        let (bundled, data, named) = (folder.path().join("b"), folder.path().join("d"), folder.path().join("n"));
        for place in [bundled.join("onnxruntime"), data.join("onnxruntime"), named.clone()] {
            std::fs::create_dir_all(&place).expect("makes");
            write_atomic(&place.join(plain_name()), b"x").expect("writes");
        }
        let paths = paths(&[&bundled], &data);
        let all = candidates(None, &paths).expect("found");
        assert_eq!(all, [&bundled, &data].map(|place| place.join("onnxruntime").join(plain_name())));
        let by_folder = candidates(Some(named.clone().into()), &paths).expect("found");
        let by_file = candidates(Some(named.join(plain_name()).into()), &paths).expect("found");
        assert_eq!(by_folder, [named.join(plain_name())]);
        assert_eq!(by_folder, by_file);
        // An empty variable is the same as none.
        assert_eq!(candidates(Some("".into()), &paths).expect("found"), all);
    }

    #[test]
    fn a_named_library_that_is_missing_is_an_error_even_if_another_is_there() {
        let folder = tempfile::tempdir().expect("temp");
        write_atomic(&folder.path().join(plain_name()), b"x").expect("writes");
        let missing = folder.path().join("no").join(plain_name());
        let error = candidates(Some(missing.clone().into()), &paths(&[folder.path()], folder.path()));
        let Err(RuntimeError::Missing { looked_in }) = error else { panic!("{error:?}") };
        assert_eq!(looked_in, missing.display().to_string());
    }

    #[test]
    fn nothing_anywhere_names_the_places_and_the_remedy() {
        let folder = tempfile::tempdir().expect("temp");
        let error = candidates(None, &paths(&[folder.path()], &folder.path().join("data"))).expect_err("none");
        let message = error.to_string();
        for part in [folder.path().to_str().expect("utf-8"), "cargo xtask run", "MOKSORI_RUNTIME"] {
            assert!(message.contains(part), "{message}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_versioned_name_is_found() {
        let folder = tempfile::tempdir().expect("temp");
        assert_eq!(library_in(folder.path()), None);
        for name in
            ["libonnxruntime.so.1.30.0", "libonnxruntime.so.1.31.1", "libonnxruntime_providers_shared.so", "notes.so"]
        {
            write_atomic(&folder.path().join(name), b"x").expect("writes");
        }
        assert_eq!(library_in(folder.path()), Some(folder.path().join("libonnxruntime.so.1.31.1")));
    }

    #[test]
    fn versions_outside_the_tested_range_warn() {
        for (version, warns) in [
            (Some("1.23.0"), false),
            (Some("1.32.4"), false),
            (Some("1.33.0"), true),
            (Some("2.0.0"), true),
            (None, true),
        ] {
            assert_eq!(version_warning(version).is_some(), warns, "{version:?}");
        }
    }
}
