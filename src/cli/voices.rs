//! `voices`: list, install, import, remove, verify.

use std::path::Path;

use super::CliError;
use super::interrupt::Interrupt;
use super::output::{self, Output};
use crate::paths::Paths;
use crate::voice::VoiceError;
use crate::voice::catalog::{Catalog, Hashes, Listing};
use crate::voice::import;

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

/// Says where the voice `id` is installed. Set-up alone downloads voices: where one is missing, the error says what to
/// type.
pub fn install(id: &str, paths: &Paths) -> Result<(), CliError> {
    let folder = Catalog::open(paths).locate(id)?;
    let mut out = Output::new();
    out.line(format_args!("the voice “{id}” is installed: {}", folder.display()))?;
    out.finish()
}

/// Copies the voice in `folder` to the user's voices.
pub fn import(folder: &Path, paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    let import::Imported { id, folder, was_there, warning } = import::import(folder, paths, interrupt.arm())?;
    if let Some(warning) = warning {
        output::message(&format!("warning: {warning}"));
    }
    let mut out = Output::new();
    let done = if was_there { "had been imported before" } else { "was imported" };
    out.line(format_args!("the voice “{id}” {done}: {}", folder.display()))?;
    out.finish()
}

/// Deletes the imported voice `id`.
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
    let languages: Vec<&str> = voice.languages.iter().map(|language| language.tag()).collect();
    format!(
        "{:<20} {:<34} {:<6} {:>6} Hz  {:<12} {:>5.1} MB  {}",
        voice.id,
        voice.name,
        languages.join(","),
        voice.sample_rate_hz,
        voice.licence,
        voice.bytes as f64 / 1e6,
        if voice.installed { "installed" } else { "not installed" }
    )
}
