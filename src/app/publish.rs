//! The export as the window drives it.

use super::action::ExportSettings;
use super::exporting::{ExportJob, Progress};
use super::queue::Priority;
use super::state::{ExportState, LineStatus};
use super::{App, explain};
use crate::export::{Channels, Options, Tags, plan};
use crate::script::Stage;

impl App {
    /// Fills the export dialog with what is likely wanted.
    pub(super) fn prepare_export_draft(&mut self) {
        let format = self.state.settings.export_format;
        let folder = self.state.path.as_deref().and_then(std::path::Path::parent).map(std::path::Path::to_owned);
        let folder = folder
            .or_else(|| {
                self.state.export_draft.path.parent().filter(|folder| folder.is_dir()).map(std::path::Path::to_owned)
            })
            .or_else(crate::paths::home)
            .unwrap_or_default();
        self.state.export_draft = ExportSettings {
            path: folder.join(format!("{}.{}", self.file_stem(), format.extension())),
            format,
            title: self.state.project.meta.title.clone(),
            artist: self.state.settings.artist.clone(),
            album: String::new(),
            allow_fallback: false,
        };
        if !matches!(self.state.export, ExportState::Running(..)) {
            self.state.export = ExportState::Idle;
        }
    }

    pub(super) fn start_export(&mut self, settings: ExportSettings) {
        if self.export.is_some() {
            return;
        }
        self.state.settings.export_format = settings.format;
        self.state.settings.artist.clone_from(&settings.artist);
        let mut path = settings.path.clone();
        path.set_extension(settings.format.extension());
        self.state.export_draft = ExportSettings { path: path.clone(), ..settings.clone() };
        let options = Options {
            format: settings.format,
            rate_hz: self.state.project.meta.rate_hz,
            channels: Channels::Mono,
            tags: Tags { title: settings.title, artist: settings.artist, album: settings.album },
            replace: true, // the file dialog asked, and the export dialog says so
        };
        if self.state.project.meta.final_voice.is_some() {
            // Rendered with the final voice, and listened to with it until the export is over.
            self.stage_before_export = Some(self.state.project.stage);
            self.set_stage(Stage::Final);
        }
        let segments = plan(&self.state.project, 0);
        if segments.is_empty() {
            self.state.export = ExportState::Failed(self.texts.get("export-nothing").into_owned());
            self.end_export();
            return;
        }
        // An earlier failure may have been mended by hand: every line gets another try.
        for view in self.state.lines.values_mut() {
            view.failed = None;
        }
        match ExportJob::start(path, options, segments, settings.allow_fallback, self.waker.clone()) {
            Ok(job) => {
                let (n_written, n_lines) = job.n_lines();
                self.state.export = ExportState::Running(n_written, n_lines);
                self.export = Some(job);
                self.warned_of_export = false;
                self.queue.set_paused(false);
            }
            Err(error) => {
                self.state.export = ExportState::Failed(error.to_string());
                self.end_export();
            }
        }
    }

    pub(super) fn cancel_export(&mut self) {
        if self.export.take().is_some() {
            self.state.export = ExportState::Idle;
            self.end_export();
        }
    }

    /// What was listened to before the export is again.
    fn end_export(&mut self) {
        self.export = None;
        if let Some(stage) = self.stage_before_export.take() {
            self.set_stage(stage);
        }
    }

    pub(super) fn pump_export(&mut self) {
        let Some(job) = &mut self.export else { return };
        let progress = job.pump(&mut |id| Self::lookup(&self.state, &mut self.cache, id));
        let (n_written, n_lines) = job.n_lines();
        match progress {
            Progress::Running(wanted) => {
                self.state.export = ExportState::Running(n_written, n_lines);
                let is_waiting = !wanted.is_empty();
                for line in wanted {
                    self.enqueue(line, Priority::Rest);
                }
                if is_waiting {
                    self.refresh_queue();
                }
            }
            Progress::LineFailed(line) => {
                let number = self.state.project.index_of(line).map_or(0, |index| index + 1).to_string();
                let why = match self.state.lines.get(&line).map(|view| &view.status) {
                    Some(LineStatus::Failed(why)) => why.clone(),
                    Some(LineStatus::Fallback) => self.texts.get("export-waits").into_owned(),
                    _ => String::new(),
                };
                let values = [("line", number.as_str().into()), ("why", why.as_str().into())];
                self.state.export = ExportState::Failed(self.texts.with("export-line-failed", &values));
                self.end_export();
                self.select(line, None);
            }
            Progress::Over(Ok(report)) => {
                self.end_export();
                self.state.export = ExportState::Done(report.path, report.seconds, report.n_bytes);
            }
            Progress::Over(Err(error)) => {
                self.end_export();
                self.state.export = ExportState::Failed(explain::export_error(&error, &self.texts));
            }
        }
    }
}
