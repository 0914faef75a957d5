//! What happens once set-up is done: running the studio, and checking everything.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::time::{Duration, Instant};

use crate::{Result, say};

/// Builds the studio; gives the program.
pub fn build(root: &Path) -> Result<PathBuf> {
    say::step("building the studio (the first time takes some minutes)");
    let status = started(cargo(root).args(["build", "--release", "--package", "moksori", "--bin", "moksori"]))?;
    if !status.success() {
        return Err("The studio could not be built; the compiler's messages are above.".into());
    }
    Ok(target_folder()?.join("release").join(format!("moksori{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the studio and opens it, or calls it with `program_args`. Without a display and without arguments it narrates
/// the sample script instead.
pub fn run(root: &Path, program_args: &[OsString]) -> Result<ExitCode> {
    let program = build(root)?;
    let target = target_folder()?;
    if program_args.is_empty() && !has_display() {
        return narrate_sample(root, &program, &target);
    }
    let mut command = Command::new(&program);
    // The caller's folder stays the current one, so that file names mean what they say.
    become_program(without_cargo(&mut command).args(program_args))
}

fn narrate_sample(root: &Path, program: &Path, target: &Path) -> Result<ExitCode> {
    let script = root.join("assets/samples/lighthouse_en.md");
    say::step(&format!("there is no display: narrating {} instead of opening the window", script.display()));
    let mut made = Vec::new();
    for ending in ["wav", "mp3"] {
        let out = target.join(format!("lighthouse.{ending}"));
        let mut command = Command::new(program);
        without_cargo(&mut command).arg("narrate").arg(&script).arg("-o").arg(&out).arg("--force");
        if !started(&mut command)?.success() {
            return Err(format!("The sample could not be narrated to {}; the reason is above.", out.display()).into());
        }
        made.push(out);
    }
    say::plain("\nThe sample narration lies here:");
    for out in made {
        say::plain(&format!("  {}", out.display()));
    }
    say::plain("To see the window, run the same command on a machine with a display.");
    Ok(ExitCode::SUCCESS)
}

/// One thing that is checked.
struct Check {
    name: &'static str,
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
}

// The studio and this helper are built apart, as they are in daily work, so that nothing is built a second time with
// other features.
const CHECKS: &[Check] = &[
    Check { name: "formatting", args: &["fmt", "--all", "--check"], env: &[] },
    Check { name: "lints", args: &["clippy", "--all-targets", "--", "-D", "warnings"], env: &[] },
    Check {
        name: "lints of xtask",
        args: &["clippy", "--package", "xtask", "--all-targets", "--", "-D", "warnings"],
        env: &[],
    },
    // The voice is there: a test that would be skipped without it must fail instead.
    Check { name: "tests", args: &["test", "--no-fail-fast"], env: &[("MOKSORI_REQUIRE_VOICE", "1")] },
    Check { name: "tests of xtask", args: &["test", "--package", "xtask"], env: &[] },
    Check { name: "documentation", args: &["doc", "--no-deps"], env: &[("RUSTDOCFLAGS", "-D warnings")] },
];

/// Runs every check, also after one has failed, and sums up.
pub fn test(root: &Path) -> Result<ExitCode> {
    ensure_components(root)?;
    let mut results = Vec::new();
    for check in CHECKS {
        say::plain(&format!("\n[test] {}: cargo {}", check.name, check.args.join(" ")));
        let start = Instant::now();
        let status = started(cargo(root).args(check.args).envs(check.env.iter().copied()))?;
        results.push((check.name, status.success(), start.elapsed()));
    }
    say::plain(&summary(&results));
    let all_good = results.iter().all(|result| result.1);
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn summary(results: &[(&str, bool, Duration)]) -> String {
    let mut lines = vec!["\nSummary".to_owned()];
    for (name, is_good, took) in results {
        let verdict = if *is_good { "ok" } else { "FAILED" };
        lines.push(format!("  {name:<16} {verdict:<6} {:>5} s", took.as_secs()));
    }
    lines.push(match results.iter().filter(|result| !result.1).count() {
        0 => "Everything passed.".to_owned(),
        n => format!("{n} of {} failed; the messages are above.", results.len()),
    });
    lines.join("\n")
}

/// The formatter and the linter are parts of the toolchain that may have been left out.
fn ensure_components(root: &Path) -> Result<()> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let output = cargo(root).args([subcommand, "--version"]).output();
        if output.is_ok_and(|output| output.status.success()) {
            continue;
        }
        say::step(&format!("adding {component} to the Rust toolchain"));
        let added = Command::new("rustup").args(["component", "add", component]).current_dir(root).status();
        if !added.is_ok_and(|status| status.success()) {
            return Err(format!("cargo {subcommand} is missing; to get it: rustup component add {component}").into());
        }
    }
    Ok(())
}

/// The cargo that runs this helper, called in the checkout.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    without_cargo(&mut command);
    command
}

/// Takes away what cargo told this helper about itself: the package it names is not the studio's.
fn without_cargo(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"].iter().any(|own| text.starts_with(own)) {
            command.env_remove(&name);
        }
    }
    command
}

/// Where cargo builds to, wherever settings or variables have put that: this helper lies in `TARGET/debug`.
fn target_folder() -> Result<PathBuf> {
    let exe = std::env::current_exe().map_err(|error| format!("this program cannot find itself: {error}"))?;
    match exe.ancestors().nth(2) {
        Some(folder) => Ok(folder.to_owned()),
        None => Err(format!("this program lies in an unexpected place: {}", exe.display()).into()),
    }
}

/// Whether a window can be opened.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(unix) || cfg!(target_os = "macos") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn started(command: &mut Command) -> Result<ExitStatus> {
    let status = command.status();
    status.map_err(|error| format!("{} could not be started: {error}", command.get_program().display()).into())
}

/// Hands over to the program, which then gets the signals and gives the exit status itself.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    Err(format!("{} could not be started: {error}", command.get_program().display()).into())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<ExitCode> {
    let status = started(command)?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::summary;

    #[test]
    fn the_summary_names_every_check_and_counts_failures() {
        let second = Duration::from_secs(1);
        let text = summary(&[("formatting", true, second), ("tests", false, 90 * second)]);
        assert!(text.contains("formatting       ok         1 s"), "{text}");
        assert!(text.contains("tests            FAILED    90 s"), "{text}");
        assert!(text.ends_with("1 of 2 failed; the messages are above."), "{text}");
        assert!(summary(&[("tests", true, second)]).ends_with("Everything passed."));
    }
}
