//! Phonemes from the program espeak-ng.
//!
//! It is under the GPL and therefore never a part of this program: it is installed by the person and runs as a process of
//! its own, with text on its standard input and phonemes on its standard output.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::process::{self, Limits, ProcessError};
use crate::voice::{Cancel, VoiceError};

/// Names the program where it is not on the search path.
pub const VARIABLE: &str = "MOKSORI_ESPEAK";

/// A chunk takes some 30 ms; what takes so long hangs. Shorter than the limit of the engine process for a question.
const LIMITS: Limits = Limits { time: Duration::from_secs(10), output: 1 << 20 };

/// Stands between the texts of a batch: five glottal stops, in the program's own notation and as it prints them. No word of
/// any language gives them.
const BORDER: &str = "\n\n[[?????]]\n\n";
const BORDER_PRINTED: &str = "ʔʔʔʔʔ";

/// The program with one of its voices.
#[derive(Clone, Debug)]
pub struct Espeak {
    program: OsString,
    voice: String,
    version: String,
}

/// Why there are no phonemes.
#[derive(Debug, thiserror::Error)]
pub enum EspeakError {
    /// The program is not there.
    #[error("which was not found")]
    Missing,
    /// It is there and does not do its work.
    #[error("which failed ({0})")]
    Failed(String),
    /// It hangs.
    #[error("which did not answer")]
    TimedOut,
    /// Stopped on request.
    #[error("cancelled")]
    Cancelled,
}

impl EspeakError {
    /// What to do about it.
    pub fn remedy(&self) -> String {
        let install = "install it (`sudo apt install espeak-ng` on Debian and Ubuntu, `brew install espeak-ng` on macOS, its \
             installer on Windows)";
        match self {
            Self::Missing => format!("{install}, or name the program in {VARIABLE}"),
            Self::Failed(_) | Self::TimedOut => {
                format!("{install} in a newer version, or name another one in {VARIABLE}")
            }
            Self::Cancelled => "try again".to_owned(),
        }
    }

    /// The same as an error of the voice `id`, with what to do.
    pub fn of_voice(self, id: &str) -> VoiceError {
        let remedy = match &self {
            Self::TimedOut => return VoiceError::TimedOut { secs: LIMITS.time.as_secs_f64() },
            Self::Cancelled => return VoiceError::Cancelled,
            Self::Missing | Self::Failed(_) => self.remedy(),
        };
        VoiceError::Program { id: id.to_owned(), program: "espeak-ng".to_owned(), problem: self.to_string(), remedy }
    }
}

/// The program that the person's environment names, else the one on the search path.
pub fn program() -> OsString {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        return named;
    }
    // The installer for Windows does not put it on the search path.
    let installed = std::env::var_os("ProgramFiles").map(|folder| Path::new(&folder).join("eSpeak NG/espeak-ng.exe"));
    match installed {
        Some(path) if path.is_file() => path.into_os_string(),
        _ => "espeak-ng".into(),
    }
}

/// The program and its version, as `doctor` tells it.
pub fn found() -> Result<(OsString, String), EspeakError> {
    let program = program();
    let version = version_of(&program, &Cancel::new())?;
    Ok((program, version))
}

fn version_of(program: &OsString, cancel: &Cancel) -> Result<String, EspeakError> {
    let version = run(program, &["--version"], "", cancel)?;
    // Only the number: behind it stands where its data lies.
    Ok(version.split(" Data at").next().unwrap_or_default().trim().to_owned())
}

impl Espeak {
    /// Checks that the program is there and has this voice.
    pub fn open(program: OsString, voice: &str) -> Result<Self, EspeakError> {
        let cancel = Cancel::new();
        let version = version_of(&program, &cancel)?;
        let this = Self { program, voice: voice.to_owned(), version };
        this.print("a", &cancel)?;
        Ok(this)
    }

    /// Which version it is; another one may read differently.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The phonemes of each of `texts`, of which none may have line breaks or square brackets.
    pub fn phonemes(&self, texts: &[&str], cancel: &Cancel) -> Result<Vec<String>, EspeakError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let printed = self.print(&texts.join(BORDER), cancel)?;
        let phonemes: Vec<String> = printed.split(BORDER_PRINTED).map(tidy).collect();
        if phonemes.len() == texts.len() {
            return Ok(phonemes);
        }
        log::debug!("{} of {} texts came back from espeak-ng: one at a time", phonemes.len(), texts.len());
        texts.iter().map(|text| self.print(text, cancel).map(|printed| tidy(&printed))).collect()
    }

    fn print(&self, text: &str, cancel: &Cancel) -> Result<String, EspeakError> {
        run(&self.program, &["-q", "--ipa", "-b", "1", "-v", &self.voice, "--stdin"], &format!("{text}\n"), cancel)
    }
}

fn run(program: &OsString, arguments: &[&str], input: &str, cancel: &Cancel) -> Result<String, EspeakError> {
    let mut command = Command::new(program);
    command.args(arguments);
    let printed = process::run(command, input, LIMITS, cancel).map_err(|error| match error {
        ProcessError::NotStarted(error) if error.kind() == std::io::ErrorKind::NotFound => EspeakError::Missing,
        ProcessError::TimedOut => EspeakError::TimedOut,
        ProcessError::Cancelled => EspeakError::Cancelled,
        error => EspeakError::Failed(error.to_string()),
    })?;
    if !printed.status.success() {
        let said = String::from_utf8_lossy(&printed.stderr);
        let said = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let said: String = said.trim_start_matches("Error: ").chars().take(200).collect();
        return Err(EspeakError::Failed(if said.is_empty() { printed.status.to_string() } else { said }));
    }
    String::from_utf8(printed.stdout).map_err(|_not_utf8| EspeakError::Failed("it printed no UTF-8".to_owned()))
}

/// What was printed without the notes on changes of language, `(en)`, on one line.
fn tidy(printed: &str) -> String {
    let mut phonemes = String::with_capacity(printed.len());
    let mut is_note = false;
    for c in printed.chars() {
        match c {
            '(' => is_note = true,
            ')' => is_note = false,
            // Joiners within a phoneme, which some versions print.
            '\u{200d}' | '\u{361}' => {}
            c if !is_note => phonemes.push(c),
            _ => {}
        }
    }
    phonemes.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Espeak, EspeakError, tidy};
    use crate::voice::Cancel;

    #[test]
    fn what_is_printed_is_tidied() {
        for (printed, expect) in [
            ("həlˈoʊ\nwˈɜːld\n", "həlˈoʊ wˈɜːld"),
            (" (en)həlˈəʊ ðeə(ko) \n", "həlˈəʊ ðeə"),
            ("həlˈo\u{200d}ʊ t\u{361}ʃ", "həlˈoʊ tʃ"),
            ("", ""),
        ] {
            assert_eq!(tidy(printed), expect, "{printed}");
        }
    }

    #[test]
    fn a_missing_program_is_told_with_what_to_do() {
        let error = Espeak::open("no-such-program-anywhere".into(), "en-us").expect_err("missing");
        assert!(matches!(error, EspeakError::Missing), "{error:?}");
        let said = error.of_voice("joe").to_string();
        for part in ["“joe”", "espeak-ng", "not found", "apt install espeak-ng", "MOKSORI_ESPEAK"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    /// A stand-in for the program: prints each line of its input in square brackets, with the border's phonemes for the
    /// border, and knows the voices `en-us` and `ko`.
    #[cfg(unix)]
    pub fn stand_in(folder: &std::path::Path) -> std::ffi::OsString {
        let script = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "stand-in 1.0  Data at: nowhere"; exit 0; fi
[ "$6" = en-us ] || [ "$6" = ko ] || { echo "Error: The specified voice does not exist." >&2; exit 1; }
[ "$*" = "-q --ipa -b 1 -v $6 --stdin" ] || { echo "wrong arguments: $*" >&2; exit 1; }
while IFS= read -r line; do
  case "$line" in
    "") ;;
    "[[?????]]") echo "ʔʔʔʔʔ" ;;
    *) echo "(en)$line(ko)" ;;
  esac
done
"#;
        program(folder, script)
    }

    #[cfg(unix)]
    pub fn program(folder: &std::path::Path, script: &str) -> std::ffi::OsString {
        use std::os::unix::fs::PermissionsExt as _;
        let path = folder.join("espeak stand-in");
        crate::files::write_atomic(&path, script.as_bytes()).expect("writes");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("sets");
        // A process that another test started at that moment holds the file open until it runs its own program.
        let try_out = || std::process::Command::new(&path).stdin(std::process::Stdio::null()).output();
        while try_out().is_err_and(|error| error.kind() == std::io::ErrorKind::ExecutableFileBusy) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        path.into_os_string()
    }

    #[cfg(unix)]
    #[test]
    fn many_texts_come_back_in_order() {
        let folder = tempfile::tempdir().expect("temp");
        let espeak = Espeak::open(stand_in(folder.path()), "en-us");
        let espeak = espeak.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(espeak.version(), "stand-in 1.0");
        let check = |texts: &[&str]| assert_eq!(espeak.phonemes(texts, &Cancel::new()).expect("reads"), texts);
        check(&[]);
        check(&["one"]);
        check(&["one two", "three", "네 다섯"]);
    }

    #[cfg(unix)]
    #[test]
    fn borders_that_are_lost_cost_time_and_no_text() {
        let folder = tempfile::tempdir().expect("temp");
        let script =
            "#!/bin/sh\nwhile IFS= read -r line; do case \"$line\" in *\\?*) ;; *) echo \"$line\" ;; esac; done\n";
        let espeak = Espeak::open(program(folder.path(), script), "en-us").expect("opens");
        assert_eq!(espeak.phonemes(&["one", "two"], &Cancel::new()).expect("reads"), ["one", "two"]);
    }

    #[cfg(unix)]
    #[test]
    fn what_it_complains_about_is_told() {
        let folder = tempfile::tempdir().expect("temp");
        let error = Espeak::open(stand_in(folder.path()), "xx").expect_err("no such voice").of_voice("joe").to_string();
        assert!(error.contains("which failed (The specified voice does not exist.); install"), "{error}");
        let nonsense = program(folder.path(), "#!/bin/sh\nprintf '\\377\\376'\n");
        let error = Espeak::open(nonsense, "en-us").expect_err("no text").of_voice("joe").to_string();
        assert!(error.contains("no UTF-8"), "{error}");
    }

    #[test]
    fn the_real_program_reads_where_it_is_installed() {
        let espeak = match Espeak::open(super::program(), "en-us") {
            Ok(espeak) => espeak,
            Err(error) => return println!("skipped: espeak-ng, {error}"),
        };
        let texts = ["Hello there", "it is here", "The end"];
        let phonemes = espeak.phonemes(&texts, &Cancel::new()).expect("reads");
        assert_eq!(phonemes.len(), 3);
        assert!(phonemes[0].starts_with("həl") && phonemes[2].contains("ɛnd"), "{phonemes:?}");
    }
}
