//! The system's file dialogs, on a thread of their own: the window keeps drawing while one is open, and at most one is.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::task::Waker;

/// What a dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Open a project or import a script.
    Open,
    /// Save the project.
    Save,
    /// Choose the file to export to.
    Export,
    /// Import a lexicon.
    ImportLexicon,
    /// Choose the file to export a lexicon to.
    ExportLexicon,
    /// Choose a folder with a voice.
    ImportVoice,
}

/// The one dialog that may be open.
#[derive(Default)]
pub struct FileDialogs {
    open: Option<(Purpose, Receiver<Option<PathBuf>>)>,
}

/// What the dialog offers.
pub struct Request {
    /// What it is for.
    pub purpose: Purpose,
    /// Its title.
    pub title: String,
    /// Suggested file name, with its ending.
    pub file_name: String,
    /// Name of the kind of file, and the endings.
    pub filter: (String, Vec<&'static str>),
    /// Folder to begin in.
    pub folder: Option<PathBuf>,
}

impl FileDialogs {
    /// Whether this system can show a file dialog at all: on Linux it takes a desktop portal or the `zenity` program.
    pub fn is_available() -> bool {
        if !cfg!(target_os = "linux") {
            return true;
        }
        let has_bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty());
        let has_zenity = std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join("zenity").is_file()));
        has_bus || has_zenity
    }

    /// Opens a dialog. False where one is open already.
    pub fn show(&mut self, request: Request, waker: Waker) -> bool {
        if self.open.is_some() {
            return false;
        }
        let (sender, receiver) = sync_channel(1);
        let Request { purpose, title, file_name, filter, folder } = request;
        let mut dialog = rfd::AsyncFileDialog::new().set_title(title);
        if !filter.1.is_empty() {
            dialog = dialog.add_filter(filter.0, &filter.1);
        }
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        // The dialog is made here, on the interface thread, as macOS demands; the answer is waited for elsewhere.
        let answer: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match purpose {
            Purpose::Open | Purpose::ImportLexicon => Box::pin(dialog.pick_file()),
            Purpose::ImportVoice => Box::pin(dialog.pick_folder()),
            Purpose::Save | Purpose::Export | Purpose::ExportLexicon => {
                Box::pin(dialog.set_file_name(file_name).save_file())
            }
        };
        let spawned = std::thread::Builder::new().name("file-dialog".to_owned()).spawn(move || {
            let path = pollster::block_on(answer).map(|file| file.path().to_owned());
            // Fails only where the window is gone.
            drop(sender.send(path));
            waker.wake();
        });
        match spawned {
            Ok(_detached) => {
                self.open = Some((purpose, receiver));
                true
            }
            Err(error) => {
                log::error!("no thread for the file dialog: {error}");
                false
            }
        }
    }

    /// The answer, once there is one: what it was for, and the path unless the person thought better of it.
    pub fn poll(&mut self) -> Option<(Purpose, Option<PathBuf>)> {
        let (purpose, receiver) = self.open.as_ref()?;
        let answer = match receiver.try_recv() {
            Ok(path) => (*purpose, path),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => (*purpose, None),
        };
        self.open = None;
        Some(answer)
    }
}
