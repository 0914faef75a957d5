//! Preferences: a small TOML-like JSON file in the configuration folder. A leaf over `files`.

use std::path::Path;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UiLanguage {
    /// As the system says.
    #[default]
    System,
    /// Korean.
    Korean,
    /// English.
    English,
}

/// What the person prefers, on this machine.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: Theme,
    /// Language of the interface.
    pub ui_language: UiLanguage,
    /// Scale of the interface on top of the display's own, 0.75 to 2.
    pub scale: f32,
    /// Sound device: the id the device library gives; `None` is the default device.
    pub device: Option<String>,
    /// Volume, 0 to 1.
    pub volume: f32,
    /// Threads the model uses; `None` is one per physical core.
    pub threads: Option<usize>,
    /// What runs the model, by its id: `auto`, `cpu`, `cuda`. An unknown one counts as `auto`.
    pub model_device: String,
    /// The most of a graphics card's memory that a model may take, in millions of bytes; `None` for no limit of ours.
    pub card_budget_mb: Option<u64>,
    /// The most memory that the program and its engine may use, in millions of bytes; `None` for what the machine has free.
    pub memory_budget_mb: Option<u64>,
    /// Whether the model runs in the window's own process instead of one of its own. Read when the studio starts.
    pub engine_in_process: bool,
    /// Artist tag of the last export.
    pub artist: String,
    /// Format of the last export.
    pub export_format: crate::export::Format,
    /// The project that was open last.
    pub last_project: Option<std::path::PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            ui_language: UiLanguage::System,
            scale: 1.0,
            device: None,
            volume: 1.0,
            threads: None,
            model_device: "auto".to_owned(),
            card_budget_mb: None,
            memory_budget_mb: None,
            engine_in_process: false,
            artist: String::new(),
            export_format: crate::export::Format::Mp3,
            last_project: None,
        }
    }
}

impl Settings {
    /// Reads the settings of a folder. A missing file gives the defaults; a damaged one gives the defaults and a
    /// warning, and is overwritten by the next [`Settings::save`].
    pub fn load(folder: &Path) -> (Self, Option<String>) {
        let path = folder.join("settings.json");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Self::default(), None),
            Err(error) => {
                return (
                    Self::default(),
                    Some(format!("the settings could not be read ({error}): {}", path.display())),
                );
            }
        };
        match serde_json::from_str::<Self>(&text) {
            Ok(settings) => (settings.clamped(), None),
            Err(error) => (
                Self::default(),
                Some(format!("the settings are damaged ({error}); the defaults are used: {}", path.display())),
            ),
        }
    }

    /// Writes the settings into a folder, making it if needed.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let text = serde_json::to_string_pretty(self)?;
        crate::files::write_atomic(&folder.join("settings.json"), text.as_bytes())
    }

    /// Values from a hand-edited file brought into range.
    fn clamped(mut self) -> Self {
        self.scale = if self.scale.is_finite() { self.scale.clamp(0.75, 2.0) } else { 1.0 };
        self.volume = if self.volume.is_finite() { self.volume.clamp(0.0, 1.0) } else { 1.0 };
        self.threads = self.threads.filter(|&n| n > 0);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Settings, Theme};

    #[test]
    fn settings_survive_and_damage_is_not_fatal() {
        let folder = tempfile::tempdir().expect("temp");
        assert_eq!(Settings::load(folder.path()), (Settings::default(), None));
        let settings = Settings { theme: Theme::Dark, scale: 9.0, ..Settings::default() };
        settings.save(folder.path()).expect("saves");
        let (read, warning) = Settings::load(folder.path());
        assert_eq!((read.theme, read.scale, warning), (Theme::Dark, 2.0, None));
        crate::files::write_atomic(&folder.path().join("settings.json"), b"{\"scale\":").expect("writes");
        let (read, warning) = Settings::load(folder.path());
        assert_eq!(read, Settings::default());
        assert!(warning.is_some());
    }
}
