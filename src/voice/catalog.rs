//! Which voices there are and where they are installed.
//!
//! What can be installed stands in `models/catalog.toml`, which the program carries. A voice is installed when every file
//! of its entry lies in one folder, with the size that the catalogue gives: the user's folder is looked at first, then
//! what came with the program. The folder is the voice's own, or a bundle's that several voices share; a voice may also
//! need another one that reads for it.
//!
//! Voices that the person imported come after them. Their folders describe themselves; see [`super::imported`].

mod entry;

use std::collections::HashMap;
use std::path::PathBuf;

use super::download::{self, Download, RemoteFile};
use super::hibari::Hibari;
use super::imported;
use super::kokoro::{self, Kokoro};
use super::piper::Piper;
use super::runtime::{Runtime, SessionOptions, SharedOptions};
use super::server::{self, Server};
use super::supertonic::Supertonic;
use super::voxcpm2::Voxcpm2;
use super::{Steps, Voice, VoiceError, VoiceInfo, VoiceSource, sha256_of};
use crate::paths::Paths;
use crate::text::Language;

pub(super) use entry::Speaker;
pub use entry::{Description, Engine, Entry, Hub, Licence, Origin, VoiceFile};

/// The catalogue as data.
const CATALOG_TOML: &str = include_str!("../../models/catalog.toml");

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
    /// What a person should know before choosing it; may be empty.
    #[serde(skip)]
    pub description: Description,
    /// Whether it is only used when it is asked for by name.
    #[serde(skip)]
    pub experimental: bool,
    /// Steps that it can be asked for, if it takes any.
    #[serde(skip)]
    pub steps: Option<Steps>,
    /// Whether it acts tags such as `<laugh>`.
    #[serde(skip)]
    pub takes_expressions: bool,
    /// The host that the text is sent to; `None` where it never leaves the machine.
    #[serde(skip)]
    pub sends_text_to: Option<String>,
    /// How it comes onto this machine.
    #[serde(skip)]
    pub origin: Origin,
    /// Memory that its process takes at the longest chunk, in millions of bytes, where that is known.
    #[serde(skip)]
    pub memory_mb: Option<u32>,
    /// Names its folder, which it may share with other voices; they come and go together.
    #[serde(skip)]
    pub folder: String,
    /// What it is called together with the voices that it shares its files with; its own name where there are none.
    #[serde(skip)]
    pub group: String,
    /// What a person should know of all these voices; its own description where there is only one.
    #[serde(skip)]
    pub group_description: Description,
    /// Whether it can be used now.
    pub installed: bool,
    /// What its files take on the disk.
    pub bytes: u64,
}

#[derive(serde::Deserialize)]
struct CatalogFile {
    #[serde(rename = "voice")]
    voices: Vec<Entry>,
    #[serde(default, rename = "bundle")]
    bundles: Vec<Bundle>,
    #[serde(rename = "licence")]
    licences: Vec<Licence>,
}

/// Files that several voices share.
#[derive(serde::Deserialize)]
struct Bundle {
    id: String,
    /// What the voices are called together.
    title: String,
    /// What a person should know before choosing among them.
    description: Description,
    #[serde(default)]
    hub: Option<Hub>,
    #[serde(rename = "file")]
    files: Vec<VoiceFile>,
}

impl CatalogFile {
    /// The voices, with the files of their bundles as their own.
    fn into_entries(self) -> Vec<Entry> {
        let Self { mut voices, bundles, .. } = self;
        for voice in &mut voices {
            let bundle = bundles.iter().find(|bundle| Some(&bundle.id) == voice.bundle.as_ref());
            voice.hub = bundle.and_then(|bundle| bundle.hub.clone());
            voice.group = bundle.map(|bundle| (bundle.title.clone(), bundle.description.clone()));
            let files = bundle.into_iter().flat_map(|bundle| &bundle.files);
            voice.files.extend(files.filter(|file| voice.uses.contains(&file.name)).cloned());
        }
        voices
    }
}

/// The licences of the catalogue, and what they ask.
pub fn licences() -> Vec<Licence> {
    let file: CatalogFile = toml::from_str(CATALOG_TOML).expect("the catalogue is part of the program");
    file.licences
}

/// Hashes of files that were read already.
pub type Hashes = HashMap<PathBuf, String>;

/// The voices that there are, and where they may be.
#[derive(Clone, Debug)]
pub struct Catalog {
    entries: Vec<Entry>,
    licences: Vec<Licence>,
    paths: Paths,
    options: SharedOptions,
}

impl Catalog {
    /// The catalogue over the folders of this installation, and the voices that were imported until now. Of the others it
    /// looks at no file yet.
    pub fn open(paths: &Paths) -> Self {
        let mut file: CatalogFile = toml::from_str(CATALOG_TOML).expect("the catalogue is part of the program");
        let licences = std::mem::take(&mut file.licences);
        let entries = file.into_entries();
        let mut this = Self { entries, licences, paths: paths.clone(), options: SharedOptions::default() };
        let imported = imported::scan(&paths.own_voices());
        this.entries.extend(imported.into_iter().filter(|entry| !this.is_reserved(&entry.id)).collect::<Vec<_>>());
        match server::setup::load(paths) {
            Ok(servers) => {
                let is_new = |server: &server::Setup| this.entries.iter().all(|entry| entry.id != server.id);
                let servers: Vec<Entry> = servers.into_iter().filter(is_new).map(Entry::of_server).collect();
                this.entries.extend(servers);
            }
            Err(problem) => log::warn!("{problem}"),
        }
        // Last, wherever they come from: few people ever want them.
        this.entries.sort_by_key(Entry::needs_phonemes);
        this
    }

    /// The same as the folders are now.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self::open(&self.paths).with_options(self.options.clone())
    }

    /// Whether `id` is the name of a voice or a folder of voices that do not come by an import.
    pub(super) fn is_reserved(&self, id: &str) -> bool {
        let own = self.entries.iter().filter(|entry| entry.imported_to.is_none());
        own.into_iter().any(|entry| entry.id == id || entry.folder_name() == id)
    }

    /// The same, with these options for the voices that it loads as a [`VoiceSource`].
    #[must_use]
    pub fn with_options(self, options: SharedOptions) -> Self {
        Self { options, ..self }
    }

    /// All voices, installed or not, best first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A catalogue of one voice, `own-voice`, of these files, which is downloaded into `folder`.
    #[cfg(test)]
    pub(super) fn of_download(paths: &Paths, folder: &str, contents: &[(String, Vec<u8>)]) -> Self {
        use sha2::Digest as _;
        let file = |(name, content): &(String, Vec<u8>)| VoiceFile {
            name: name.clone(),
            bytes: content.len() as u64,
            sha256: super::hex(&sha2::Sha256::digest(content)),
        };
        let mut entry =
            Entry::new("Own".to_owned(), Engine::Supertonic, vec![Language::Korean], 44_100, "CC0-1.0".to_owned());
        entry.id = "own-voice".to_owned();
        entry.bundle = Some(folder.to_owned());
        entry.hub = Some(Hub { repository: "someone/voice".to_owned(), revision: "main".to_owned() });
        entry.files = contents.iter().map(file).collect();
        let options = SharedOptions::default();
        Self { entries: vec![entry], licences: Vec::new(), paths: paths.clone(), options }
    }

    /// What the licence `id` asks of the person, if the catalogue knows it.
    pub fn licence(&self, id: &str) -> Option<&Licence> {
        self.licences.iter().find(|licence| licence.id == id)
    }

    /// What to download for the voice `id`, which must be one that the program downloads.
    pub fn download(&self, id: &str) -> Result<Download, VoiceError> {
        let entry = self.entry(id)?;
        let Some(hub) = &entry.hub else { return Err(not_installed(entry)) };
        let endpoint = download::endpoint();
        let remote = |file: &VoiceFile| RemoteFile {
            address: format!("{endpoint}/{}/resolve/{}/{}", hub.repository, hub.revision, file.name),
            file: file.clone(),
        };
        let folder = self.paths.own_voices().join(entry.folder_name());
        Ok(Download { folder, files: entry.files.iter().map(remote).collect() })
    }

    /// The folder of the voice `id` if it is completely installed.
    pub fn installed(&self, id: &str) -> Option<PathBuf> {
        self.folder(self.entry(id).ok()?).ok()
    }

    /// Where the voice `id` is installed; how to install it otherwise.
    pub fn locate(&self, id: &str) -> Result<PathBuf, VoiceError> {
        self.folder(self.entry(id)?)
    }

    /// Loads the voice `id`.
    pub fn load(&self, id: &str, options: &SessionOptions) -> Result<Box<dyn Voice>, VoiceError> {
        let entry = self.entry(id)?;
        if let Some(server) = &entry.server {
            return Ok(Box::new(Server::load(entry.info(), server)?));
        }
        let folder = self.folder(entry)?;
        let runtime = Runtime::open(&self.paths)?;
        match entry.engine {
            Engine::Voxcpm2 => {
                let setup = entry.voxcpm2.as_ref().expect("a voice without its setup is in no catalogue");
                Ok(Box::new(Voxcpm2::load(runtime, entry.info(), setup, &folder, options)?))
            }
            // Without its setup it is nothing.
            Engine::Server => Err(VoiceError::Unknown { id: id.to_owned() }),
            Engine::Hibari => {
                let voice = Hibari::load(runtime, entry.info(), &folder, &self.paths.cache, options)?;
                Ok(Box::new(voice))
            }
            Engine::Kokoro => {
                let setup = entry.kokoro.as_ref().expect("a voice without its setup is in no catalogue");
                let dictionaries = match entry.needs.first() {
                    Some(reader) => self.locate(reader)?,
                    None => folder.clone(),
                };
                let folders = kokoro::Folders { voice: &folder, dictionaries: &dictionaries, cache: &self.paths.cache };
                Ok(Box::new(Kokoro::load(runtime, entry.info(), setup, folders, options)?))
            }
            Engine::Supertonic => {
                let setup = entry.supertonic.clone().unwrap_or_default();
                Ok(Box::new(Supertonic::load(runtime, entry.info(), &setup, &folder, options)?))
            }
            Engine::Piper => {
                let setup = entry.piper.as_ref().expect("a voice without its setup is in no catalogue");
                Ok(Box::new(Piper::load(runtime, entry.info(), setup, &folder, options)?))
            }
        }
    }

    /// Compares every file of the voice `id` with the catalogue's hash. A file that several voices share is read once: its
    /// hash is kept in `hashes`.
    pub fn verify(&self, id: &str, hashes: &mut Hashes) -> Result<(), VoiceError> {
        let entry = self.entry(id)?;
        let folder = self.folder(entry)?;
        for file in &entry.files {
            let path = folder.join(&file.name);
            let hash = match hashes.get(&path) {
                Some(hash) => Ok(hash.clone()),
                None => sha256_of(&path).inspect(|hash| drop(hashes.insert(path.clone(), hash.clone()))),
            };
            let problem = match hash {
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
            let (origin, (group, group_description)) = (entry.origin(), entry.group());
            let folder = entry.folder_name().to_owned();
            let VoiceInfo { steps, takes_expressions, sends_text_to, .. } = entry.info();
            let Entry {
                id,
                name,
                engine,
                languages,
                sample_rate_hz,
                licence,
                description,
                experimental,
                memory_mb,
                ..
            } = entry.clone();
            let installed = self.installed(&id).is_some();
            let bytes = entry.files.iter().map(|file| file.bytes).sum();
            Listing {
                id,
                name,
                engine,
                languages,
                sample_rate_hz,
                licence,
                description,
                experimental,
                steps,
                takes_expressions,
                sends_text_to,
                origin,
                memory_mb,
                folder,
                group,
                group_description,
                installed,
                bytes,
            }
        };
        self.entries.iter().map(listing).collect()
    }

    /// The voice to speak `language` with when none is named: the first installed one that is no experiment.
    pub fn voice_for(&self, language: Language) -> Result<&str, VoiceError> {
        let is_speaker = |entry: &&Entry| entry.languages.contains(&language) && !entry.experimental;
        let mut speakers = self.entries.iter().filter(is_speaker).peekable();
        let Some(&first) = speakers.peek() else {
            return Err(VoiceError::no_voice_for(language));
        };
        match speakers.find(|entry| self.installed(&entry.id).is_some()) {
            Some(entry) => Ok(&entry.id),
            None => Err(self.folder(first).map_or_else(|error| error, |_| not_installed(first))),
        }
    }

    pub(super) fn entry(&self, id: &str) -> Result<&Entry, VoiceError> {
        self.entries.iter().find(|entry| entry.id == id).ok_or_else(|| VoiceError::Unknown { id: id.to_owned() })
    }

    /// Where `entry` is installed; what is missing if it is not all there.
    fn folder(&self, entry: &Entry) -> Result<PathBuf, VoiceError> {
        if entry.server.is_some() {
            return Ok(self.paths.config.clone());
        }
        let mut damaged = None;
        let folders = match &entry.imported_to {
            Some(folder) => vec![folder.clone()],
            None => self.paths.voice_folders(entry.folder_name()),
        };
        for folder in folders {
            match entry.problem_in(&folder) {
                None => return self.with_needs(entry, folder),
                Some(problem) if folder.is_dir() && damaged.is_none() => {
                    let path = folder.display().to_string();
                    damaged = Some(VoiceError::Damaged { id: entry.id.clone(), problem, path });
                }
                Some(_) => {}
            }
        }
        // A bundle that was installed by an older version lacks the files of newer voices: that is no damage.
        match damaged {
            Some(damaged) if entry.bundle.is_none() || entry.imported_to.is_some() => Err(damaged),
            _ => Err(not_installed(entry)),
        }
    }

    /// `folder`, if the voices that `entry` needs are installed too.
    fn with_needs(&self, entry: &Entry, folder: PathBuf) -> Result<PathBuf, VoiceError> {
        for needed in &entry.needs {
            if let Err(error) = self.entry(needed).and_then(|needed| self.folder(needed)) {
                let remedy = format!("it reads with the dictionaries of another voice: {error}");
                return Err(VoiceError::NotInstalled { id: entry.id.clone(), remedy });
            }
        }
        Ok(folder)
    }
}

impl VoiceSource for Catalog {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        self.load(id, &self.options.get())
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        self.entry(id).ok().map(Entry::info)
    }

    fn use_cpu(&mut self) {
        self.options.use_cpu();
    }

    fn refresh(&mut self) {
        *self = self.reopened();
    }
}

fn not_installed(entry: &Entry) -> VoiceError {
    let remedy = match &entry.bundle {
        _ if entry.hub.is_some() => {
            let megabytes = entry.files.iter().map(|file| file.bytes).sum::<u64>() / 1_000_000;
            format!(
                "install it in the window (Voices) or with `moksori voices install {}`: {megabytes} MB, licence {}",
                entry.id, entry.licence
            )
        }
        Some(bundle) => format!("run `cargo xtask voices {bundle}` once to download it"),
        None => "run `cargo xtask run` once to download it".to_owned(),
    };
    VoiceError::NotInstalled { id: entry.id.clone(), remedy }
}

#[cfg(test)]
mod tests {
    use crate::voice::kokoro::ReadingStyle;
    use std::path::{Path, PathBuf};

    use super::{Catalog, Engine, Entry, Hashes, Origin, VoiceFile, sha256_of};
    use crate::files::write_atomic;
    use crate::paths::Paths;
    use crate::text::Language;
    use crate::voice::runtime::{SessionOptions, SharedOptions};
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
        let languages = vec![Language::English];
        let entry = Entry::new("Small".to_owned(), Engine::Hibari, languages, 24_000, "MIT".to_owned());
        let entry = Entry { id: "small".to_owned(), files: vec![file("a"), file("b")], ..entry };
        Catalog { entries: vec![entry], licences: Vec::new(), paths, options: SharedOptions::default() }
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
            assert!(entry.is_consistent(), "{}", entry.id);
            assert_eq!(entry.engine == Engine::Kokoro, entry.kokoro.is_some(), "{}", entry.id);
            assert_eq!(entry.description.en.is_empty(), entry.description.ko.is_empty(), "{}", entry.id);
            let has = |name: &String| entry.files.iter().any(|file| file.name == *name);
            assert!(entry.uses.iter().all(has), "{}: {:?}", entry.id, entry.uses);
            let setup_files = entry
                .kokoro
                .iter()
                .flat_map(|setup| setup.styles.iter().map(|style| &style.file).chain(std::iter::once(&setup.model)));
            for name in setup_files {
                assert!(has(name), "{}: {name}", entry.id);
            }
            // American English is read with the default voice's dictionaries, British with those of the bundle.
            let borrows = entry.kokoro.as_ref().is_some_and(|setup| setup.reading == ReadingStyle::American);
            assert_eq!(borrows, !entry.needs.is_empty(), "{}", entry.id);
            let reads_british = entry.kokoro.as_ref().is_some_and(|setup| setup.reading == ReadingStyle::British);
            assert_eq!(reads_british, entry.uses.iter().any(|name| name.starts_with("lexicon_gb")), "{}", entry.id);
            for needed in &entry.needs {
                assert!(catalog.info(needed).is_some(), "{}: {needed}", entry.id);
            }
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

    /// A catalogue of the voice `small`, and of two more that share a folder and read with its dictionaries.
    fn with_bundle(home: &Path) -> Catalog {
        let mut catalog = small(home);
        let first = catalog.entries[0].clone();
        for (id, own) in [("one", "a"), ("two", "b")] {
            let files = first.files.iter().filter(|file| file.name == own).cloned().collect();
            let (id, bundle, needs) = (id.to_owned(), Some("shared".to_owned()), vec!["small".to_owned()]);
            catalog.entries.push(Entry { id, bundle, needs, files, ..first.clone() });
        }
        catalog
    }

    #[test]
    fn voices_share_a_folder_and_need_others() {
        let home = tempfile::tempdir().expect("temp");
        let catalog = with_bundle(home.path());
        let shared = home.path().join("models/shared");
        let problem = |id: &str| catalog.locate(id).expect_err("not whole").to_string();
        assert!(problem("one").contains("`cargo xtask voices shared`"), "{}", problem("one"));
        put(&shared, "a", "abc");
        let error = problem("one");
        for part in ["“one” is not installed", "dictionaries of another voice", "“small” is not installed", "xtask run"]
        {
            assert!(error.contains(part), "{part}: {error}");
        }
        // The files of the other one are not there: not installed, and nothing is damaged.
        assert!(problem("two").contains("`cargo xtask voices shared`"), "{}", problem("two"));
        put(&home.path().join("models/small"), "a", "abc");
        put(&home.path().join("models/small"), "b", "abc");
        assert_eq!(catalog.installed("one").as_deref(), Some(&*shared));
        assert_eq!(catalog.installed("two"), None);
        put(&shared, "b", "abc");
        assert_eq!(catalog.installed("two").as_deref(), Some(&*shared));
        put(&shared, "b", "abcd");
        assert!(matches!(catalog.locate("two"), Err(VoiceError::NotInstalled { .. })));
    }

    #[test]
    fn an_experiment_is_never_chosen_by_itself() {
        let home = tempfile::tempdir().expect("temp");
        let mut catalog = small(home.path());
        catalog.entries[0].experimental = true;
        put(&home.path().join("models/small"), "a", "abc");
        put(&home.path().join("models/small"), "b", "abc");
        assert!(matches!(catalog.voice_for(Language::English), Err(VoiceError::NoVoiceForLanguage { .. })));
        assert!(catalog.installed("small").is_some());
    }

    #[test]
    fn verifying_finds_a_file_that_was_changed() {
        let home = tempfile::tempdir().expect("temp");
        let catalog = small(home.path());
        let folder = home.path().join("models/small");
        put(&folder, "a", "abc");
        put(&folder, "b", "abc");
        let verify = || catalog.verify("small", &mut Hashes::default());
        verify().expect("whole");
        let changed = put(&folder, "b", "abd");
        assert!(catalog.installed("small").is_some());
        let error = verify().expect_err("changed").to_string();
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
        for part in ["no installed voice speaks Korean", "write the line in English", "voices install supertonic-f1"] {
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

    /// The recommended voice for Korean is what a Korean line asks for first.
    #[test]
    fn korean_is_offered_supertonic_with_its_licence() {
        let home = tempfile::tempdir().expect("temp");
        let catalog = Catalog::open(&Paths::new(Some(home.path().into()), None));
        let error = catalog.voice_for(Language::Korean).expect_err("not installed").to_string();
        for part in ["supertonic-f1", "moksori voices install", "145 MB", "OpenRAIL-M"] {
            assert!(error.contains(part), "{error}");
        }
        let licence = catalog.licence("OpenRAIL-M").expect("its terms are known");
        assert!(licence.terms(Language::Korean).contains("기계가 만든 목소리"), "{licence:?}");
        for entry in catalog.entries() {
            assert!(catalog.licence(&entry.licence).is_some(), "{}: {}", entry.id, entry.licence);
            assert!(entry.memory_mb.is_some(), "{}", entry.id);
            assert_eq!(catalog.download(&entry.id).is_ok(), entry.origin() == Origin::Download, "{}", entry.id);
        }
        let download = catalog.download("supertonic-m5").expect("can be downloaded");
        assert_eq!((download.files.len(), download.n_bytes()), (7, 145_295_768));
        assert!(download.folder.starts_with(home.path()) && download.folder.ends_with("voices/supertonic-3"));
        for remote in &download.files {
            assert_eq!(remote.file.sha256.len(), 64);
            let tail = format!("/cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4/{}", remote.file.name);
            assert!(remote.address.ends_with(&tail), "{}", remote.address);
        }
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
