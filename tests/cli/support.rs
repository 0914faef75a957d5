//! Running the program in a folder of its own.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use moksori::files::write_atomic;

/// A freshly installed program: an empty home, an empty working folder, no voice and no runtime in sight.
pub struct Bench {
    root: tempfile::TempDir,
}

/// What the program did.
#[derive(Debug)]
pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks the exit status.
    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{self:?}");
        self
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Bench {
    pub fn new() -> Self {
        // On the disk of the program and the voices, where links cost nothing, and away from the checkout: what stands
        // beside the built program or in the folders above it counts as installed.
        let root = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("temp");
        let bench = Self { root };
        for folder in ["home", "work", "bin"] {
            std::fs::create_dir(bench.root.path().join(folder)).expect("makes");
        }
        link(Path::new(env!("CARGO_BIN_EXE_moksori")), &bench.program());
        bench
    }

    /// As [`Bench::new`] with the default voice and the runtime installed. `None`, with a notice, where the checkout has
    /// none; a failure there if MOKSORI_REQUIRE_VOICE is 1.
    #[expect(clippy::print_stdout, reason = "tests that are left out say so")]
    pub fn with_voice() -> Option<Self> {
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let bench = Self::new();
        let data = bench.home("data");
        for (from, to) in [("heart", "voices/heart"), ("onnxruntime", "onnxruntime")] {
            if !models.join(from).is_dir() {
                assert_ne!(std::env::var("MOKSORI_REQUIRE_VOICE").as_deref(), Ok("1"), "no models/{from}");
                println!("skipped: no models/{from}; `cargo xtask run` installs it");
                return None;
            }
            link_folder(&models.join(from), &data.join(to));
        }
        Some(bench)
    }

    fn program(&self) -> PathBuf {
        self.root.path().join(format!("bin/moksori{}", std::env::consts::EXE_SUFFIX))
    }

    /// A path in the working folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join("work").join(name)
    }

    /// A path in MOKSORI_HOME.
    pub fn home(&self, name: &str) -> PathBuf {
        self.root.path().join("home").join(name)
    }

    /// Writes a file into the working folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        write_atomic(&self.path(name), content.as_ref()).expect("writes");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names in the working folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path("")).expect("lists");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    /// The program, ready to run in the working folder.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(self.program());
        command
            .args(arguments)
            .current_dir(self.path(""))
            .env("MOKSORI_HOME", self.home(""))
            .env_remove("MOKSORI_MODELS")
            .env_remove("MOKSORI_RUNTIME")
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ran {
        self.command(arguments).output().expect("runs").into()
    }

    /// Runs the program with `input` on standard input.
    pub fn run_with<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>, input: &[u8]) -> Ran {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().expect("starts");
        let mut stdin = child.stdin.take().expect("piped");
        let input = input.to_vec();
        // From a thread of its own: both pipes may fill up.
        let feeder = std::thread::Builder::new().name("stdin".to_owned());
        let feeding = feeder.spawn(move || stdin.write_all(&input).ok()).expect("starts");
        let output = child.wait_with_output().expect("ends");
        feeding.join().expect("feeds");
        output.into()
    }
}

fn link_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("makes");
    for entry in std::fs::read_dir(from).expect("lists") {
        let entry = entry.expect("entry");
        link(&entry.path(), &to.join(entry.file_name()));
    }
}

/// A hard link, or a copy on another disk.
fn link(from: &Path, to: &Path) {
    let from = from.canonicalize().expect("exists");
    if std::fs::hard_link(&from, to).is_err() {
        std::fs::copy(&from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
}
