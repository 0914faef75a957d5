//! `engine`: this program as the process that runs the models for the studio. People do not call it.

use std::fs::File;
use std::io;

use super::CliError;
use crate::paths::Paths;
use crate::studio::engine::child::serve;
use crate::voice::catalog::Catalog;
use crate::voice::runtime::SessionOptions;

/// Serves the process that started this one until its end of the pipe is closed.
pub fn engine(paths: &Paths) -> Result<(), CliError> {
    // Ctrl-C in a terminal reaches the whole group; the process that started this one decides what becomes of the work.
    if let Err(error) = ctrlc::set_handler(|| ()) {
        log::debug!("Ctrl-C ends the engine too: {error}");
    }
    let catalog = Catalog::open(paths);
    let mut open = |id: &str, options: &SessionOptions| catalog.load(id, options);
    serve(&mut open, io::stdin(), output().map_err(CliError::Stdout)?).map_err(CliError::Stdout)
}

/// Standard output without the buffer that looks for line ends: samples are no lines.
fn output() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    Ok(File::from(own?))
}
