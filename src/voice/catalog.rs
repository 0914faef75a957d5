//! Which voices there are and where they are installed.
//!
//! What can be installed stands in `models/catalog.toml`, which the program carries. A voice is installed when every file
//! of its entry lies in one folder, with the size that the catalogue gives: the user's folder is looked at first, then
//! what came with the program.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::hibari::{self, Hibari};
use super::runtime::{Runtime, SessionOptions};
use super::supertonic::{self, Supertonic};
use super::{Voice, VoiceError, VoiceInfo, VoiceSource};
use crate::paths::Paths;
use crate::text::Language;

/// The catalogue as data.
const CATALOG_TOML: &str = include_str!("../../models/catalog.toml");

/// The model families that this program can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// See [`hibari`].
    Hibari,
    /// See [`supertonic`].
    Supertonic,
}

/// A voice that can be installed.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct Entry {
    /// Stable identifier: `heart`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Model family.
    pub engine: Engine,
    /// Languages it speaks.
    pub languages: Vec<Language>,
    /// Samples per second.
    pub sample_rate_hz: u32,
    /// SPDX licence of the weights.
    pub licence: String,
    /// How it is made, for a voice of that family.
    #[serde(default)]
    pub supertonic: Option<supertonic::Setup>,
    /// The files that make it.
    #[serde(rename = "file")]
    pub files: Vec<VoiceFile>,
}

/// A file of a voice.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct VoiceFile {
    /// Its name in the voice's folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its content, in lower-case hexadecimal.
    pub sha256: String,
}

/// A voice as `voices list --json` gives it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Listing {
    /// Stable identifier.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Model family.
    pub engine: Engine,
    /// Languages it speaks.
    pub languages: Vec<Language>,
    /// Samples per second.
    pub sample_rate_hz: u32,
    /// SPDX licence of the weights.
    pub licence: String,
    /// Whether it can be used now.
    pub installed: bool,
    /// What its files take on the disk.
    pub bytes: u64,
}

#[derive(serde::Deserialize)]
struct CatalogFile {
    #[serde(rename = "voice")]
    voices: Vec<Entry>,
}

/// The voices that there are, and where they may be.
#[derive(Clone, Debug)]
pub struct Catalog {
    entries: Vec<Entry>,
    paths: Paths,
    options: SessionOptions,
}

impl Catalog {
    /// The catalogue over the folders of this installation. Looks at no file yet.
    pub fn open(paths: &Paths) -> Self {
        let file: CatalogFile = toml::from_str(CATALOG_TOML).expect("the catalogue is part of the program");
        Self { entries: file.voices, paths: paths.clone(), options: SessionOptions::default() }
    }

    /// The same, with these options for the voices that it loads as a [`VoiceSource`].
    #[must_use]
    pub fn with_options(self, options: SessionOptions) -> Self {
        Self { options, ..self }
    }

    /// All voices, installed or not, best first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The folder of the voice `id` if it is completely installed.
    pub fn installed(&self, id: &str) -> Option<PathBuf> {
        let entry = self.entry(id).ok()?;
        self.paths.voice_folders(id).into_iter().find(|folder| entry.problem_in(folder).is_none())
    }

    /// Loads the voice `id`.
    pub fn load(&self, id: &str, options: &SessionOptions) -> Result<Box<dyn Voice>, VoiceError> {
        let entry = self.entry(id)?;
        let folder = self.folder(entry)?;
        let runtime = Runtime::open(&self.paths)?;
        match entry.engine {
            Engine::Hibari => {
                let voice = Hibari::load(runtime, entry.info(), &folder, &self.paths.cache, options)?;
                Ok(Box::new(voice))
            }
            Engine::Supertonic => {
                let setup = entry.supertonic.clone().unwrap_or_default();
                Ok(Box::new(Supertonic::load(runtime, entry.info(), &setup, &folder, options)?))
            }
        }
    }

    /// Compares every file of the voice `id` with the catalogue's hash.
    pub fn verify(&self, id: &str) -> Result<(), VoiceError> {
        let entry = self.entry(id)?;
        let folder = self.folder(entry)?;
        for file in &entry.files {
            let path = folder.join(&file.name);
            let problem = match sha256_of(&path) {
                Ok(hash) if hash == file.sha256 => continue,
                Ok(_) => format!("“{}” is not the file that belongs to it", file.name),
                Err(error) => format!("“{}” cannot be read: {error}", file.name),
            };
            return Err(VoiceError::Damaged { id: id.to_owned(), problem, path: path.display().to_string() });
        }
        Ok(())
    }

    /// All voices for `voices list`.
    pub fn list(&self) -> Vec<Listing> {
        let listing = |entry: &Entry| {
            let Entry { id, name, engine, languages, sample_rate_hz, licence, files, .. } = entry.clone();
            let installed = self.installed(&id).is_some();
            let bytes = files.iter().map(|file| file.bytes).sum();
            Listing { id, name, engine, languages, sample_rate_hz, licence, installed, bytes }
        };
        self.entries.iter().map(listing).collect()
    }

    /// The voice to speak `language` with when none is named: the first installed one.
    pub fn voice_for(&self, language: Language) -> Result<&str, VoiceError> {
        let mut speakers = self.entries.iter().filter(|entry| entry.languages.contains(&language)).peekable();
        let Some(&first) = speakers.peek() else {
            return Err(VoiceError::no_voice_for(language));
        };
        match speakers.find(|entry| self.installed(&entry.id).is_some()) {
            Some(entry) => Ok(&entry.id),
            None => Err(self.folder(first).map_or_else(|error| error, |_| not_installed(first))),
        }
    }

    fn entry(&self, id: &str) -> Result<&Entry, VoiceError> {
        self.entries.iter().find(|entry| entry.id == id).ok_or_else(|| VoiceError::Unknown { id: id.to_owned() })
    }

    /// Where `entry` is installed; what is missing if it is not all there.
    fn folder(&self, entry: &Entry) -> Result<PathBuf, VoiceError> {
        let mut damaged = None;
        for folder in self.paths.voice_folders(&entry.id) {
            match entry.problem_in(&folder) {
                None => return Ok(folder),
                Some(problem) if folder.is_dir() && damaged.is_none() => {
                    let path = folder.display().to_string();
                    damaged = Some(VoiceError::Damaged { id: entry.id.clone(), problem, path });
                }
                Some(_) => {}
            }
        }
        Err(damaged.unwrap_or_else(|| not_installed(entry)))
    }
}

impl VoiceSource for Catalog {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        self.load(id, &self.options)
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        self.entry(id).ok().map(Entry::info)
    }
}

impl Entry {
    /// What the voice is and can do.
    pub fn info(&self) -> VoiceInfo {
        let (engine, max_chars, speeds) = match self.engine {
            Engine::Hibari => ("hibari", hibari::MAX_CHARS, hibari::SPEEDS),
            Engine::Supertonic => ("supertonic", supertonic::MAX_CHARS, supertonic::SPEEDS),
        };
        let is_supertonic = self.engine == Engine::Supertonic;
        VoiceInfo {
            id: self.id.clone(),
            name: self.name.clone(),
            engine: engine.to_owned(),
            languages: self.languages.clone(),
            rate_hz: self.sample_rate_hz,
            max_chars,
            model_hash: self.model_hash(),
            licence: self.licence.clone(),
            speed_min: *speeds.start(),
            speed_max: *speeds.end(),
            steps: is_supertonic.then_some(supertonic::STEPS),
            takes_expressions: is_supertonic,
        }
    }

    fn model_hash(&self) -> String {
        let mut hash = Sha256::new();
        for file in &self.files {
            hash.update(file.sha256.as_bytes());
        }
        super::hex(&hash.finalize())
    }

    /// What is missing or of another size in `folder`; `None` if everything is there.
    fn problem_in(&self, folder: &Path) -> Option<String> {
        self.files.iter().find_map(|file| match std::fs::metadata(folder.join(&file.name)) {
            Ok(meta) if meta.len() == file.bytes => None,
            Ok(meta) => Some(format!("“{}” has {} bytes and should have {}", file.name, meta.len(), file.bytes)),
            Err(_missing) => Some(format!("“{}” is missing", file.name)),
        })
    }
}

fn not_installed(entry: &Entry) -> VoiceError {
    VoiceError::NotInstalled { id: entry.id.clone(), remedy: "run `cargo xtask run` once to download it".to_owned() }
}

fn sha256_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(super::hex(&hash.finalize())),
            n => hash.update(&buffer[..n]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Catalog, Engine, Entry, VoiceFile, sha256_of};
    use crate::files::write_atomic;
    use crate::paths::Paths;
    use crate::text::Language;
    use crate::voice::runtime::SessionOptions;
    use crate::voice::{VoiceError, VoiceSource as _};

    /// A catalogue of one small voice, over an empty folder.
    fn small(home: &Path) -> Catalog {
        let paths = Paths {
            config: home.join("config"),
            data: home.join("data"),
            cache: home.join("cache"),
            bundled: vec![home.join("models")],
        };
        // printf 'abc' | sha256sum
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".to_owned();
        let file = |name: &str| VoiceFile { name: name.to_owned(), bytes: 3, sha256: sha256.clone() };
        let entry = Entry {
            id: "small".to_owned(),
            name: "Small".to_owned(),
            engine: Engine::Hibari,
            languages: vec![Language::English],
            sample_rate_hz: 24_000,
            licence: "MIT".to_owned(),
            supertonic: None,
            files: vec![file("a"), file("b")],
        };
        Catalog { entries: vec![entry], paths, options: SessionOptions::default() }
    }

    fn put(folder: &Path, name: &str, content: &str) -> PathBuf {
        std::fs::create_dir_all(folder).expect("makes");
        let path = folder.join(name);
        write_atomic(&path, content.as_bytes()).expect("writes");
        path
    }

    #[test]
    fn the_catalogue_is_whole() {
        let mut catalog = Catalog::open(&Paths::new(Some("/nowhere".into()), None));
        assert!(!catalog.entries().is_empty());
        for entry in catalog.entries().to_vec() {
            assert!(!entry.files.is_empty() && !entry.languages.is_empty());
            for file in &entry.files {
                let is_hash = file.sha256.len() == 64 && file.sha256.chars().all(|c| c.is_ascii_hexdigit());
                assert!(is_hash && file.bytes > 0, "{}", file.name);
                assert_eq!(Path::new(&file.name).file_name().and_then(|name| name.to_str()), Some(file.name.as_str()));
            }
            assert_eq!(catalog.info(&entry.id).map(|info| info.id), Some(entry.id));
        }
        assert!(matches!(catalog.open("no such voice"), Err(VoiceError::Unknown { .. })));
        assert_eq!(catalog.info("no such voice"), None);
    }

    #[test]
    fn a_voice_is_installed_when_every_file_is_there_whole() {
        let home = tempfile::tempdir().expect("temp");
        let catalog = small(home.path());
        let bundled = home.path().join("models/small");
        let problem = |catalog: &Catalog| catalog.load("small", &SessionOptions::default()).err().expect("not whole");
        assert!(matches!(problem(&catalog), VoiceError::NotInstalled { .. }));
        put(&bundled, "a", "abc");
        assert_eq!(catalog.installed("small"), None);
        let error = problem(&catalog);
        assert!(matches!(&error, VoiceError::Damaged { problem, .. } if problem.contains("“b” is missing")), "{error}");
        put(&bundled, "b", "ab");
        let error = problem(&catalog);
        assert!(matches!(&error, VoiceError::Damaged { problem, .. } if problem.contains("2 bytes")), "{error}");
        put(&bundled, "b", "abc");
        assert_eq!(catalog.installed("small").as_deref(), Some(&*bundled));
        // The user's own comes first; one that is not whole hides nothing.
        let own = home.path().join("data/voices/small");
        put(&own, "a", "abc");
        assert_eq!(catalog.installed("small").as_deref(), Some(&*bundled));
        put(&own, "b", "abc");
        assert_eq!(catalog.installed("small").as_deref(), Some(&*own));
    }

    #[test]
    fn verifying_finds_a_file_that_was_changed() {
        let home = tempfile::tempdir().expect("temp");
        let catalog = small(home.path());
        let folder = home.path().join("models/small");
        put(&folder, "a", "abc");
        put(&folder, "b", "abc");
        catalog.verify("small").expect("whole");
        let changed = put(&folder, "b", "abd");
        assert!(catalog.installed("small").is_some());
        let error = catalog.verify("small").expect_err("changed").to_string();
        assert!(error.contains(&changed.display().to_string()), "{error}");
        assert_eq!(sha256_of(&folder.join("a")).expect("reads"), catalog.entries()[0].files[0].sha256);
    }

    #[test]
    fn the_listing_has_the_fields_of_the_command_line() {
        let home = tempfile::tempdir().expect("temp");
        let json = serde_json::to_value(small(home.path()).list()).expect("is JSON");
        let expect = serde_json::json!([{
            "id": "small", "name": "Small", "engine": "hibari", "languages": ["en"], "sample_rate_hz": 24000,
            "licence": "MIT", "installed": false, "bytes": 6,
        }]);
        assert_eq!(json, expect);
    }

    #[test]
    fn a_language_without_a_voice_says_so_and_what_to_do() {
        let home = tempfile::tempdir().expect("temp");
        let catalog = small(home.path());
        let error = catalog.voice_for(Language::Korean).expect_err("none").to_string();
        for part in ["no installed voice speaks Korean", "write the line in English", "update Moksori"] {
            assert!(error.contains(part), "{error}");
        }
        let error = catalog.voice_for(Language::English).expect_err("none");
        assert!(
            matches!(&error, VoiceError::NotInstalled { id, remedy } if id == "small" && remedy.contains("xtask")),
            "{error}"
        );
        put(&home.path().join("models/small"), "a", "abc");
        assert!(matches!(catalog.voice_for(Language::English), Err(VoiceError::Damaged { .. })));
        put(&home.path().join("models/small"), "b", "abc");
        assert_eq!(catalog.voice_for(Language::English).expect("installed"), "small");
    }

    #[test]
    fn what_a_family_honours_is_data() {
        let home = tempfile::tempdir().expect("temp");
        let mut entry = small(home.path()).entries.remove(0);
        let info = entry.info();
        assert_eq!((info.steps, info.takes_expressions), (None, false));
        entry.engine = Engine::Supertonic;
        let info = entry.info();
        assert_eq!(info.steps.map(|steps| steps.within(None)), Some(8));
        assert_eq!(info.steps.map(|steps| steps.within(Some(1_000))), Some(100));
        assert!(info.takes_expressions);
        assert_eq!((info.engine.as_str(), info.speed_min), ("supertonic", 0.7));
    }
}
