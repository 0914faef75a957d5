//! The window's logic without a window, over a voice of tones: what a person does and what becomes of it.
#![allow(dead_code, reason = "each test program uses its own part")]

use std::path::PathBuf;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

use moksori::app::action::Action;
use moksori::app::state::LineStatus;
use moksori::app::{App, Parts};
use moksori::paths::Paths;
use moksori::player::DeviceChoice;
use moksori::script::LineId;
use moksori::settings::{Settings, UiLanguage};
use moksori::voice::VoiceSource;
use moksori::voice::runtime::SharedOptions;
use moksori::voice::tone::ToneSource;

/// Long enough for the slowest machine; only a hang gets there.
const PATIENCE: Duration = Duration::from_mins(1);

/// The app of a person whose files are in `folder`; `mood` is what the test tells its voice.
pub struct Studio<M = ()> {
    pub app: App,
    pub mood: M,
    pub folder: tempfile::TempDir,
}

impl Studio {
    pub fn new() -> Self {
        Self::in_folder(tempfile::tempdir().expect("temp"))
    }

    pub fn in_folder(folder: tempfile::TempDir) -> Self {
        Self::over(folder, Box::new(ToneSource), ())
    }

    pub fn with_lines(texts: &[&str]) -> Self {
        let mut studio = Self::new();
        studio.write(texts);
        studio
    }
}

impl<M> Studio<M> {
    /// With voices from `source`.
    pub fn over(folder: tempfile::TempDir, source: Box<dyn VoiceSource + Send>, mood: M) -> Self {
        let parts = Parts {
            paths: Paths::new(Some(folder.path().as_os_str().to_owned()), None),
            settings: Settings { ui_language: UiLanguage::English, ..Settings::default() },
            voices: Vec::new(),
            voice_infos: ToneSource.info("tone").into_iter().collect(),
            source,
            engine: Arc::default(),
            options: SharedOptions::default(),
            device: DeviceChoice::Null,
            waker: Waker::noop().clone(),
        };
        let mut app = App::new(parts).expect("starts");
        app.apply(Action::SetProjectVoice("tone".to_owned()));
        app.state.history.mark_saved();
        Self { app, mood, folder }
    }

    /// Types lines into the new project.
    pub fn write(&mut self, texts: &[&str]) {
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                self.app.apply(Action::InsertAfter(self.app.state.selected));
            }
            let line = self.app.state.selected.expect("a line is selected");
            self.app.apply(Action::SetText { line, text: (*text).to_owned() });
        }
    }

    pub fn texts(&self) -> Vec<String> {
        self.app.state.project.lines().iter().map(|line| line.text.clone()).collect()
    }

    pub fn id(&self, index: usize) -> LineId {
        self.app.state.project.lines()[index].id
    }

    pub fn status(&self, index: usize) -> LineStatus {
        self.app.state.lines.get(&self.id(index)).map(|view| view.status.clone()).unwrap_or_default()
    }

    /// Turns the app until `done`.
    pub fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.app.turn(Instant::now());
            if done(self) {
                return;
            }
            assert!(Instant::now() < deadline, "never came: {what}");
            std::thread::yield_now();
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}
