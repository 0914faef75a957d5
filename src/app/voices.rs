//! Voices as the window manages them: downloading, importing, removing, checking. The work is done on named threads; what
//! becomes of it is shown in [`State::voice_jobs`](super::state::State::voice_jobs).

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;

use super::action::{Action, Dialog, ServerDraft, VoiceAction};
use super::dialogs::{FileDialogs, Purpose, Request};
use super::state::{JobKind, JobState, Level, VoiceJobView};
use super::{App, explain};
use crate::studio::Command;
use crate::voice::catalog::{Catalog, Entry, Hashes};
use crate::voice::download::{Control, DownloadError, Progress, fetch};
use crate::voice::import::{How, ImportError, Imported, import, remove};
use crate::voice::server::{key, setup};
use crate::voice::{Cancel, VoiceError};

/// Messages of a job that may wait; progress that does not fit is left out, because the next one says it all.
const MAX_MESSAGES: usize = 16;
/// The name that the import of a folder is known by: no group of voices has it.
const IMPORT: &str = "";

/// What a job says.
enum Message {
    Progress(Progress),
    Over(Result<Finished, Failed>),
}

/// What a job did.
enum Finished {
    Downloaded,
    Verified,
    Removed,
    Imported(Imported),
}

/// Why a job did nothing.
enum Failed {
    Paused,
    Cancelled,
    Download(DownloadError),
    Import(ImportError),
    Check(VoiceError),
    /// Our own code broke; the panic has been printed.
    Broken,
}

impl From<DownloadError> for Failed {
    fn from(error: DownloadError) -> Self {
        match error {
            DownloadError::Paused => Self::Paused,
            DownloadError::Cancelled => Self::Cancelled,
            error => Self::Download(error),
        }
    }
}

impl From<ImportError> for Failed {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Cancelled => Self::Cancelled,
            error => Self::Import(error),
        }
    }
}

/// A job under way. Dropping it stops it; what has arrived stays.
pub(super) struct Job {
    /// The group of voices that it is about.
    group: String,
    kind: JobKind,
    control: Control,
    cancel: Cancel,
    messages: Receiver<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.control.pause();
        self.cancel.cancel();
        // A read from a dead connection may take minutes: the thread is left to end by itself, it writes nothing more.
        drop(self.thread.take_if(|thread| thread.is_finished()).map(JoinHandle::join));
    }
}

impl App {
    pub(super) fn apply_voice(&mut self, action: VoiceAction) {
        match action {
            VoiceAction::Install(id) => self.install(&id),
            VoiceAction::Pause(group) => self.with_job(&group, |job| job.control.pause()),
            VoiceAction::Cancel(group) => self.cancel_job(&group),
            VoiceAction::Remove(id) => {
                let paths = self.paths.clone();
                self.begin_job(&id, JobKind::Remove, move |id, _, _| {
                    remove(&id, &paths).map(|()| Finished::Removed).map_err(Failed::from)
                });
            }
            VoiceAction::Verify(id) => {
                let paths = self.paths.clone();
                self.begin_job(&id, JobKind::Verify, move |id, _, _| {
                    let checked = Catalog::open(&paths).verify(&id, &mut Hashes::default());
                    checked.map(|()| Finished::Verified).map_err(Failed::Check)
                });
            }
            VoiceAction::Hear(id) => self.hear_voice(&id),
            VoiceAction::LinkImports(link) => self.state.link_imports = link,
            VoiceAction::PickFolder => self.pick_voice_folder(),
            VoiceAction::Import(folder) => self.import_voice(folder),
            VoiceAction::EditServer(id) => self.edit_server(id),
            VoiceAction::SaveServer(draft) => self.save_server(*draft),
            VoiceAction::DeleteServer(id) => self.delete_server(&id),
            VoiceAction::Dismiss(group) => {
                self.state.voice_jobs.retain(|known, job| *known != group || job.state == JobState::Running);
            }
        }
    }

    fn install(&mut self, id: &str) {
        let download = match Catalog::open(&self.paths).download(id) {
            Ok(download) => download,
            Err(error) => {
                let message = explain::voice_error(&error, &self.texts);
                self.notify_with(Level::Error, "notice-voice-failed", &[("why", &message)]);
                return;
            }
        };
        let (n_done, n_all) = (download.n_bytes_there(), download.n_bytes());
        let group = self.begin_job(id, JobKind::Download, move |_, control, tell| {
            let fetched = fetch(&download, control, &mut |progress| {
                // Full: the window is busy, and the next one says it all.
                drop(tell.try_send(Message::Progress(progress)));
            });
            fetched.map(|()| Finished::Downloaded).map_err(Failed::from)
        });
        if let Some(view) = group.and_then(|group| self.state.voice_jobs.get_mut(&group)) {
            (view.n_done, view.n_all) = (n_done, n_all);
        }
    }

    fn import_voice(&mut self, folder: PathBuf) {
        let (paths, cancel) = (self.paths.clone(), Cancel::new());
        let stop = cancel.clone();
        let how = if self.state.link_imports { How::Link } else { How::Copy };
        self.spawn_job(IMPORT.to_owned(), JobKind::Import, cancel, move |_, _| {
            import(&folder, &paths, how, &stop).map(Finished::Imported).map_err(Failed::from)
        });
    }

    /// Begins a job about the group of the voice `id`; the group, unless it has one already.
    fn begin_job(
        &mut self,
        id: &str,
        kind: JobKind,
        work: impl FnOnce(String, &Control, &SyncSender<Message>) -> Result<Finished, Failed> + Send + 'static,
    ) -> Option<String> {
        let group = self.state.voices.iter().find(|voice| voice.id == id).map(|voice| voice.folder.clone())?;
        let id = id.to_owned();
        self.spawn_job(group.clone(), kind, Cancel::new(), move |control, tell| work(id, control, tell))
            .then_some(group)
    }

    fn spawn_job(
        &mut self,
        group: String,
        kind: JobKind,
        cancel: Cancel,
        work: impl FnOnce(&Control, &SyncSender<Message>) -> Result<Finished, Failed> + Send + 'static,
    ) -> bool {
        if self.voice_jobs.iter().any(|job| job.group == group) {
            return false;
        }
        let (tell, messages) = sync_channel(MAX_MESSAGES);
        let (control, waker) = (Control::default(), self.waker.clone());
        let in_thread = control.clone();
        let spawned = std::thread::Builder::new().name("voices".to_owned()).spawn(move || {
            let result = work(&in_thread, &tell);
            // Fails only where the window is gone.
            drop(tell.send(Message::Over(result)));
            waker.wake();
        });
        match spawned {
            Ok(thread) => {
                self.state.voice_jobs.insert(group.clone(), VoiceJobView::new(kind));
                self.voice_jobs.push(Job { group, kind, control, cancel, messages, thread: Some(thread) });
                true
            }
            Err(error) => {
                self.notify_with(Level::Error, "notice-voice-failed", &[("why", &error.to_string())]);
                false
            }
        }
    }

    fn with_job(&self, group: &str, act: impl FnOnce(&Job)) {
        if let Some(job) = self.voice_jobs.iter().find(|job| job.group == group) {
            act(job);
        }
    }

    /// Stops a job; of a download that was paused, removes what has arrived.
    fn cancel_job(&mut self, group: &str) {
        self.with_job(group, |job| {
            job.control.cancel();
            job.cancel.cancel();
        });
        if self.voice_jobs.iter().all(|job| job.group != group)
            && let Some(view) = self.state.voice_jobs.remove(group)
            && view.kind == JobKind::Download
            && let Some(voice) = self.state.voices.iter().find(|voice| voice.folder == group)
            && let Ok(download) = Catalog::open(&self.paths).download(&voice.id)
        {
            download.forget();
        }
    }

    /// What became of the jobs.
    pub(super) fn poll_voice_jobs(&mut self) {
        let mut over = Vec::new();
        for (index, job) in self.voice_jobs.iter().enumerate() {
            loop {
                match job.messages.try_recv() {
                    Ok(Message::Progress(progress)) => {
                        if let Some(view) = self.state.voice_jobs.get_mut(&job.group) {
                            (view.n_done, view.n_all) = (progress.n_done, progress.n_all);
                            view.waits_secs = progress.waits_secs;
                        }
                    }
                    Ok(Message::Over(result)) => over.push((index, result)),
                    Err(TryRecvError::Empty) => break,
                    // The thread ended in a panic, which has been printed.
                    Err(TryRecvError::Disconnected) => {
                        if over.last().is_none_or(|(last, _)| *last != index) {
                            over.push((index, Err(Failed::Broken)));
                        }
                        break;
                    }
                }
            }
        }
        for (index, result) in over.into_iter().rev() {
            let job = self.voice_jobs.remove(index);
            self.finish_job(&job.group, job.kind, result);
        }
    }

    /// Whether a job is under way, whose progress is to be shown.
    pub(super) fn has_voice_job(&self) -> bool {
        !self.voice_jobs.is_empty()
    }

    fn finish_job(&mut self, group: &str, kind: JobKind, result: Result<Finished, Failed>) {
        let state = match result {
            Ok(finished) => {
                if !matches!(finished, Finished::Verified) {
                    self.reload_voices();
                }
                if let Finished::Imported(Imported { id, was_there, warning, .. }) = finished {
                    let name = self.state.voices.iter().find(|voice| voice.id == id).map(|voice| voice.name.clone());
                    let text = if was_there { "notice-voice-was-there" } else { "notice-voice-imported" };
                    self.notify_with(Level::Info, text, &[("voice", name.as_deref().unwrap_or(&id))]);
                    if let Some(warning) = warning {
                        self.notify_with(Level::Warning, "notice-voice-warning", &[("why", &warning)]);
                    }
                }
                JobState::Done
            }
            Err(Failed::Paused) => JobState::Paused,
            Err(Failed::Cancelled) => {
                self.state.voice_jobs.remove(group);
                return;
            }
            Err(Failed::Download(error)) => JobState::Failed(explain::download_error(&error, &self.texts)),
            Err(Failed::Import(error)) => JobState::Failed(explain::import_error(&error, &self.texts)),
            Err(Failed::Check(error)) => JobState::Failed(explain::voice_error(&error, &self.texts)),
            Err(Failed::Broken) => JobState::Failed(self.texts.get("voice-job-broken").into_owned()),
        };
        if kind == JobKind::Import {
            self.state.voice_jobs.remove(group);
            if let JobState::Failed(why) = state {
                self.notify_with(Level::Error, "notice-voice-failed", &[("why", &why)]);
            }
        } else if let Some(view) = self.state.voice_jobs.get_mut(group) {
            view.state = state;
            view.waits_secs = None;
        }
    }

    /// Voices came or went: lists them again and lets the worker look, so that they can be used at once. Lines that failed
    /// for want of a voice may be tried again.
    fn reload_voices(&mut self) {
        let catalog = Catalog::open(&self.paths);
        self.state.voices = catalog.list();
        self.voice_infos = catalog.entries().iter().map(Entry::info).collect();
        self.command(Command::RefreshVoices);
        self.warm();
        for view in self.state.lines.values_mut() {
            view.failed = None;
        }
        let lines: Vec<_> = self.state.lines.keys().copied().collect();
        for line in lines {
            self.refresh_status(line);
        }
    }

    fn edit_server(&mut self, id: Option<String>) {
        let known = match setup::load(&self.paths) {
            Ok(servers) => servers.into_iter().find(|server| Some(&server.id) == id.as_ref()),
            Err(problem) => return self.notify_with(Level::Error, "notice-server-failed", &[("why", &problem)]),
        };
        self.state.server_draft = Some(ServerDraft { setup: known.unwrap_or_default(), key: None });
        self.state.dialog = Some(Dialog::Server);
    }

    fn save_server(&mut self, draft: ServerDraft) {
        let ServerDraft { mut setup, key } = draft;
        let name = setup.name.clone();
        let mut drops_key = false;
        let saved = setup::load(&self.paths).and_then(|mut servers| {
            setup.host().map_err(|error| explain::address_error(&error, &self.texts))?;
            if setup.id.is_empty() {
                setup.id = setup::new_id(&setup.name, &servers);
            }
            let before = servers.iter().find(|server| server.id == setup.id);
            let is_elsewhere = before.is_some_and(|before| before.host() != setup.host());
            drops_key = key.is_none() && is_elsewhere && key::write(&setup.id, None).unwrap_or(false);
            servers.retain(|server| server.id != setup.id);
            if let Some(key) = &key {
                key::write(&setup.id, Some(key.trim()).filter(|key| !key.is_empty()))?;
            }
            servers.push(setup);
            setup::save(&self.paths, &servers).map_err(|error| error.to_string())
        });
        self.after_servers(saved);
        if drops_key {
            self.notify_with(Level::Warning, "notice-server-key-dropped", &[("server", &name)]);
        }
    }

    fn delete_server(&mut self, id: &str) {
        let deleted = setup::load(&self.paths).and_then(|mut servers| {
            servers.retain(|server| server.id != id);
            setup::save(&self.paths, &servers).map_err(|error| error.to_string())
        });
        if let Err(problem) = key::write(id, None) {
            // Where there is no keyring, there is no key in it.
            log::info!("{problem}");
        }
        self.after_servers(deleted);
    }

    fn after_servers(&mut self, result: Result<(), String>) {
        match result {
            Ok(()) => {
                self.state.server_draft = None;
                self.state.dialog = Some(Dialog::Voices);
                self.reload_voices();
            }
            Err(problem) => self.notify_with(Level::Error, "notice-server-failed", &[("why", &problem)]),
        }
    }

    fn pick_voice_folder(&mut self) {
        if !FileDialogs::is_available() {
            self.state.dialog = Some(Dialog::TypeVoicePath);
            return;
        }
        let request = Request {
            purpose: Purpose::ImportVoice,
            title: self.texts.get("dialog-voice-title").into_owned(),
            file_name: String::new(),
            filter: (String::new(), Vec::new()),
            folder: crate::paths::home(),
        };
        self.dialogs.show(request, self.waker.clone());
    }

    /// The person chose a folder with a voice.
    pub(super) fn voice_folder_picked(&mut self, folder: PathBuf) {
        self.apply(Action::Voice(VoiceAction::Import(folder)));
    }
}
