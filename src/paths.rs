//! Where things live: the platform's folders, or everything under one folder when `MOKSORI_HOME` is set.
//!
//! A leaf: uses no other module.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folders of this installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// Settings.
    pub config: PathBuf,
    /// Voices that the user installed, autosaves.
    pub data: PathBuf,
    /// What can be made again.
    pub cache: PathBuf,
    /// Folders that may hold the runtime library and voices that came with the program, best first.
    pub bundled: Vec<PathBuf>,
}

impl Paths {
    /// The folders for this process, by its environment and the place of its executable.
    pub fn from_env() -> Self {
        let exe = std::env::current_exe().ok();
        let mut paths = Self::new(std::env::var_os("MOKSORI_HOME"), exe.as_deref());
        // Set by `.cargo/config.toml` for a build whose target folder is not below the checkout.
        if let Some(models) = std::env::var_os("MOKSORI_MODELS").filter(|folder| !folder.is_empty()) {
            paths.bundled.insert(0, models.into());
        }
        paths
    }

    /// See [`Paths::from_env`]; `home` is the value of `MOKSORI_HOME`, `exe` the program's own path.
    pub fn new(home: Option<OsString>, exe: Option<&Path>) -> Self {
        let bundled = exe.and_then(Path::parent).map(bundled_beside).unwrap_or_default();
        if let Some(home) = home.filter(|home| !home.is_empty()) {
            let home = PathBuf::from(home);
            return Self { config: home.join("config"), data: home.join("data"), cache: home.join("cache"), bundled };
        }
        match directories::ProjectDirs::from("", "", "moksori") {
            Some(dirs) => Self {
                config: dirs.config_dir().to_owned(),
                data: dirs.data_dir().to_owned(),
                cache: dirs.cache_dir().to_owned(),
                bundled,
            },
            // No home folder (a bare service account): keep everything in one temporary place.
            None => Self::new(Some(std::env::temp_dir().join("moksori").into_os_string()), exe),
        }
    }

    /// The folder of the user's voices.
    pub fn own_voices(&self) -> PathBuf {
        self.data.join("voices")
    }

    /// Folders that may hold the voice `id`, best first: the user's, then those that came with the program.
    pub fn voice_folders(&self, id: &str) -> Vec<PathBuf> {
        std::iter::once(self.own_voices().join(id)).chain(self.bundled.iter().map(|folder| folder.join(id))).collect()
    }
}

/// `models` beside the program, and in each folder above it: a build lies in `target/release` of the checkout.
fn bundled_beside(folder: &Path) -> Vec<PathBuf> {
    std::iter::once(folder.to_owned())
        .chain(folder.ancestors().take(4).map(|ancestor| ancestor.join("models")))
        .filter(|folder| folder.is_dir())
        .collect()
}

/// The person's home folder.
pub fn home() -> Option<PathBuf> {
    directories::UserDirs::new().map(|dirs| dirs.home_dir().to_owned())
}
