//! The commands without a window.
//!
//! [`main`] parses the arguments, runs one command and gives the process's exit status. What a command makes for
//! machines goes to standard output through [`output`]; messages, warnings and the progress line go to standard error.
//! Every failure is a [`CliError`], which knows its exit status and is printed once, here.

pub mod args;
mod bench;
mod doctor;
mod engine;
mod error;
mod interrupt;
mod lexicon;
mod narrate;
mod options;
pub mod output;
mod places;
mod play;
mod progress;
mod report;
mod script;
mod studio;
mod text;
mod voices;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use crate::paths::Paths;
use args::{Arguments, Command, LexiconCommand, VoicesCommand};
pub use error::CliError;

/// Runs the command that `arguments` (the program's name first) ask for.
pub fn main(arguments: impl IntoIterator<Item = OsString>, paths: &Paths) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and the version go to standard output, where the reader may have left; wrong usage to standard error.
            error.print().ok();
            return ExitCode::from(if error.use_stderr() { error::WRONG_USAGE } else { error::DONE });
        }
    };
    match run(arguments, paths) {
        Ok(()) => ExitCode::from(error::DONE),
        Err(error) => {
            if !matches!(error, CliError::ReaderGone) {
                output::message(&error.to_string());
            }
            ExitCode::from(error.status())
        }
    }
}

fn run(arguments: Arguments, paths: &Paths) -> Result<(), CliError> {
    let Some(command) = arguments.command else {
        return studio::open(paths, arguments.project);
    };
    match command {
        Command::Narrate(args) => narrate::narrate(&args, paths),
        Command::Say(args) => narrate::say(&args, paths),
        Command::Spoken(args) => text::spoken(&args, paths),
        Command::Pronounce(args) => text::pronounce(&args),
        Command::Chunks(args) => text::chunks(&args, paths),
        Command::Phonemes(args) => text::phonemes(&args, paths),
        Command::Voices(args) => match args.command {
            None => voices::list(false, paths),
            Some(VoicesCommand::List { json }) => voices::list(json, paths),
            Some(VoicesCommand::Install { id }) => voices::install(&id, paths),
            Some(VoicesCommand::Import { folder, link }) => voices::import(&folder, link, paths),
            Some(VoicesCommand::Remove { id }) => voices::remove(&id, paths),
            Some(VoicesCommand::Verify) => voices::verify(paths),
        },
        Command::Lexicon(args) => match args.command {
            LexiconCommand::Check { file } => lexicon::check(&file),
        },
        Command::Doctor { json } => doctor::doctor(json, paths),
        Command::Bench { json } => bench::bench(json, paths),
        Command::Engine => engine::engine(paths),
        Command::Play { file } => play::play(&file, paths),
    }
}
