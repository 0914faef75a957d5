//! `voices list` and `voices install`.

use super::CliError;
use super::output::Output;
use crate::paths::Paths;
use crate::voice::catalog::{Catalog, Listing};

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

/// A voice in one line.
pub fn row(voice: &Listing) -> String {
    let languages: Vec<&str> = voice.languages.iter().map(|language| language.tag()).collect();
    format!(
        "{:<12} {:<26} {:<6} {:>6} Hz  {:<12} {:>5.1} MB  {}",
        voice.id,
        voice.name,
        languages.join(","),
        voice.sample_rate_hz,
        voice.licence,
        voice.bytes as f64 / 1e6,
        if voice.installed { "installed" } else { "not installed" }
    )
}
