//! Opening the window.

use std::path::PathBuf;

use super::CliError;
use crate::paths::Paths;

/// Opens the studio, with the project or script at `project` if one is named.
pub fn open(paths: &Paths, project: Option<PathBuf>) -> Result<(), CliError> {
    if let Some(path) = project.as_deref()
        && let Err(source) = std::fs::metadata(path)
    {
        // A word without an ending is rather a command that does not exist than a file that is missing.
        let is_word = path.extension().is_none() && path.components().count() == 1;
        return Err(if is_word && source.kind() == std::io::ErrorKind::NotFound {
            CliError::Usage(format!(
                "there is neither a command nor a file of this name; `moksori --help` lists the commands: {}",
                path.display()
            ))
        } else {
            CliError::read(source, path)
        });
    }
    crate::app::run(paths.clone(), project).map_err(CliError::Window)
}
