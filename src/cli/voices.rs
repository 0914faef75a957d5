//! `voices`: list, install, import, remove, verify.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::CliError;
use super::interrupt::Interrupt;
use super::output::{self, Output};
use super::progress::{Progress, clock};
use crate::paths::Paths;
use crate::text::Language;
use crate::voice::VoiceError;
use crate::voice::catalog::{Catalog, Hashes, Listing, Origin};
use crate::voice::download::{self, Control, DownloadError, fetch};
use crate::voice::import::{self, How};

/// Lists all voices, installed or not.
pub fn list(json: bool, paths: &Paths) -> Result<(), CliError> {
    let voices = Catalog::open(paths).list();
    let mut out = Output::new();
    if json {
        out.json(&voices)?;
    } else {
        for voice in &voices {
            out.line(row(voice))?;
        }
    }
    out.finish()
}

/// Downloads the voice `id`, or says where it is installed. What its licence asks is said first; a voice that set-up
/// installs with the program is an error that says what to type.
pub fn install(id: &str, paths: &Paths) -> Result<(), CliError> {
    let catalog = Catalog::open(paths);
    let is_download = catalog.entries().iter().any(|entry| entry.id == id && entry.origin() == Origin::Download);
    let check =
        |folder| if is_download { catalog.verify(id, &mut Hashes::default()).map(|()| folder) } else { Ok(folder) };
    let whole = catalog.locate(id).and_then(check);
    let installed = match whole {
        Err(VoiceError::NotInstalled { .. }) => None,
        // What was downloaded and is damaged is downloaded again.
        Err(VoiceError::Damaged { .. }) if is_download => None,
        whole => Some(whole?),
    };
    let folder = match installed {
        Some(folder) => folder,
        None => download(id, &catalog)?,
    };
    let mut out = Output::new();
    out.line(format_args!("the voice “{id}” is installed: {}", folder.display()))?;
    out.finish()
}

fn download(id: &str, catalog: &Catalog) -> Result<PathBuf, CliError> {
    let download = catalog.download(id)?;
    let entry = catalog.entries().iter().find(|entry| entry.id == id);
    if let Some(licence) = entry.and_then(|entry| catalog.licence(&entry.licence)) {
        let terms = licence.terms(Language::English);
        output::message(&format!("licence {}: {terms} Its text: {}", licence.id, licence.address));
    }
    let control = Control::default();
    let stop = control.clone();
    // What has arrived stays for the next time.
    let interrupt = Interrupt::watch(move || stop.pause());
    interrupt.arm();
    let mut line = Progress::new(false);
    let began = (Instant::now(), download.n_bytes_there());
    let result = fetch(&download, &control, &mut |progress| line.show(|| told(progress, began)));
    drop(line);
    match result {
        Ok(()) => Ok(catalog.locate(id)?),
        Err(DownloadError::Paused) => {
            output::message("what has arrived is kept: the same command goes on");
            Err(CliError::Interrupted)
        }
        Err(error) => Err(error.into()),
    }
}

/// The line of progress. `began` is when, and with how many bytes.
fn told(progress: download::Progress, began: (Instant, u64)) -> String {
    let megabytes = |n: u64| n as f64 / 1e6;
    let download::Progress { n_done, n_all, waits_secs } = progress;
    let head = format!("{:.1} of {:.1} MB", megabytes(n_done), megabytes(n_all));
    if let Some(secs) = waits_secs {
        return format!("{head}, next try in {secs} s");
    }
    let (secs, n_new) = (began.0.elapsed().as_secs_f64(), n_done.saturating_sub(began.1));
    if secs < 1.0 || n_new == 0 {
        return head;
    }
    let rate = n_new as f64 / secs;
    let left = clock((n_all - n_done) as f64 / rate);
    format!("{head}, {:.1} MB/s, {left} left", rate / 1e6)
}

/// Copies the voice in `folder` to the user's voices, or links it.
pub fn import(folder: &Path, link: bool, paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    let how = if link { How::Link } else { How::Copy };
    let import::Imported { id, folder, was_there, warning } = import::import(folder, paths, how, interrupt.arm())?;
    if let Some(warning) = warning {
        output::message(&format!("warning: {warning}"));
    }
    let mut out = Output::new();
    let done = if was_there { "had been imported before" } else { "was imported" };
    out.line(format_args!("the voice “{id}” {done}: {}", folder.display()))?;
    out.finish()
}

/// Deletes the voice `id`, which was imported or downloaded.
pub fn remove(id: &str, paths: &Paths) -> Result<(), CliError> {
    import::remove(id, paths)?;
    let mut out = Output::new();
    out.line(format_args!("the voice “{id}” was removed"))?;
    out.finish()
}

/// Compares the files of every installed voice with their hashes.
pub fn verify(paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    interrupt.arm();
    let catalog = Catalog::open(paths);
    let mut hashes = Hashes::default();
    let mut n_damaged = 0;
    let mut out = Output::new();
    for entry in catalog.entries() {
        interrupt.check()?;
        match catalog.verify(&entry.id, &mut hashes) {
            Ok(()) => out.line(format_args!("{}: whole", entry.id))?,
            Err(VoiceError::NotInstalled { .. }) => {}
            Err(problem) => {
                n_damaged += 1;
                out.line(format_args!("{}: {problem}", entry.id))?;
            }
        }
    }
    out.finish()?;
    if n_damaged > 0 { Err(CliError::DamagedVoices(n_damaged)) } else { Ok(()) }
}

/// A voice in one line.
pub fn row(voice: &Listing) -> String {
    // A server is not asked whether it is there: nobody wanted it to hear of us.
    let state = match (&voice.sends_text_to, voice.installed) {
        (Some(host), _) => format!("at {host}, not asked"),
        (None, true) => "installed".to_owned(),
        (None, false) => "not installed".to_owned(),
    };
    let languages: Vec<&str> = voice.languages.iter().map(|language| language.tag()).collect();
    format!(
        "{:<20} {:<34} {:<6} {:>6} Hz  {:<12} {:>5.1} MB  {}",
        voice.id,
        voice.name,
        languages.join(","),
        voice.sample_rate_hz,
        voice.licence,
        voice.bytes as f64 / 1e6,
        state
    )
}
