//! An entry of the catalogue: a voice that can be installed or was imported.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::text::Language;
use crate::voice::kokoro::ReadingStyle;
use crate::voice::{VoiceInfo, hibari, kokoro, piper, server, supertonic, voxcpm2};

/// The model families that this program can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// See [`hibari`].
    Hibari,
    /// See [`kokoro`].
    Kokoro,
    /// See [`supertonic`].
    Supertonic,
    /// See [`piper`].
    Piper,
    /// See [`voxcpm2`].
    Voxcpm2,
    /// See [`server`].
    Server,
}

/// A repository of Hugging Face at one revision: what is fetched from it is always the same.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hub {
    /// Owner and name.
    pub repository: String,
    /// The commit.
    pub revision: String,
}

/// What a licence asks of the person.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Licence {
    /// SPDX name.
    pub id: String,
    /// Where its text stands.
    pub address: String,
    /// What it asks, in English.
    pub en: String,
    /// The same in Korean.
    pub ko: String,
}

impl Licence {
    /// What it asks, in `language`.
    pub fn terms(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Korean => &self.ko,
        }
    }
}

/// How a voice comes onto this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Set-up installs it with the program (`cargo xtask …`).
    SetUp,
    /// The program downloads it when it is asked to.
    Download,
    /// The person imported it.
    Import,
    /// The person entered the server that speaks for it.
    Server,
}

/// A voice that can be installed, or that was imported.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
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
    /// Memory that its process takes at the longest chunk, in millions of bytes, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u32>,
    /// What a person should know before choosing it, in each language of the interface; may be empty.
    #[serde(default)]
    pub description: Description,
    /// Whether it is only used when it is asked for by name: nobody vouches for how it sounds.
    #[serde(default)]
    pub experimental: bool,
    /// The bundle whose folder it shares with other voices; without one, the folder has the voice's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<String>,
    /// Voices that must be installed too, because it reads with their dictionaries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// How a voice of the family [`Engine::Kokoro`] is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kokoro: Option<kokoro::Setup>,
    /// How a voice of the family [`Engine::Supertonic`] is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supertonic: Option<supertonic::Setup>,
    /// How a voice of the family [`Engine::Piper`] is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piper: Option<piper::Setup>,
    /// How a voice of the family [`Engine::Voxcpm2`] is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voxcpm2: Option<voxcpm2::Setup>,
    /// The server that speaks for a voice of the family [`Engine::Server`].
    #[serde(skip)]
    pub server: Option<server::Setup>,
    /// The files that make it; those of a bundle are only named in the file.
    #[serde(default, rename = "file")]
    pub files: Vec<VoiceFile>,
    /// The speakers of an imported folder, each of which is a voice; without any it is one itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::voice) speakers: Vec<Speaker>,
    /// Names of the files of its bundle that it is made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::voice) uses: Vec<String>,
    /// What the voices of its bundle are called together, and what there is to know of them.
    #[serde(skip)]
    pub(in crate::voice) group: Option<(String, Description)>,
    /// Where the program downloads its bundle from, if it does.
    #[serde(skip)]
    pub(in crate::voice) hub: Option<Hub>,
    /// The only folder where it can be, if the person imported it.
    #[serde(skip)]
    pub(in crate::voice) imported_to: Option<PathBuf>,
}

/// One of the speakers of an imported folder.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::voice) struct Speaker {
    /// What is added to the folder's id.
    pub id: String,
    /// Name for people, without that of the folder.
    pub name: String,
    /// Languages it speaks; empty for those of the folder.
    #[serde(default)]
    pub languages: Vec<Language>,
    /// See [`Entry::experimental`].
    #[serde(default)]
    pub experimental: bool,
    /// See [`Entry::needs`].
    #[serde(default)]
    pub needs: Vec<String>,
    /// See [`Entry::supertonic`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supertonic: Option<supertonic::Setup>,
    /// See [`Entry::kokoro`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kokoro: Option<kokoro::Setup>,
}

impl Speaker {
    /// A speaker whose id is made of `id`: small letters, digits and dashes.
    pub fn new(id: &str, name: &str) -> Self {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
        Self {
            id: id.chars().map(plain).collect(),
            name: name.to_owned(),
            languages: Vec::new(),
            experimental: false,
            needs: Vec::new(),
            supertonic: None,
            kokoro: None,
        }
    }
}

/// The same words in the languages of the interface.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Description {
    /// English.
    pub en: String,
    /// Korean.
    pub ko: String,
}

impl Description {
    /// The words in `language`.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Korean => &self.ko,
        }
    }
}

/// A file of a voice.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VoiceFile {
    /// Its name in the voice's folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its content, in lower-case hexadecimal.
    pub sha256: String,
}

impl Entry {
    /// A voice without an id and files, of which no more is known.
    pub(in crate::voice) fn new(
        name: String,
        engine: Engine,
        languages: Vec<Language>,
        sample_rate_hz: u32,
        licence: String,
    ) -> Self {
        Self {
            id: String::new(),
            name,
            engine,
            languages,
            sample_rate_hz,
            licence,
            memory_mb: None,
            description: Description::default(),
            experimental: false,
            bundle: None,
            needs: Vec::new(),
            kokoro: None,
            supertonic: None,
            piper: None,
            voxcpm2: None,
            server: None,
            files: Vec::new(),
            speakers: Vec::new(),
            uses: Vec::new(),
            group: None,
            hub: None,
            imported_to: None,
        }
    }

    /// The voice of a speech server. It is only used when it is asked for by name: text leaves the machine.
    pub(in crate::voice) fn of_server(server: server::Setup) -> Self {
        let licence = "as the server says".to_owned();
        let languages = server.languages.clone();
        let entry = Self::new(server.name.clone(), Engine::Server, languages, server.rate_hz, licence);
        Self { id: server.id.clone(), experimental: true, server: Some(server), ..entry }
    }

    /// The ids of the voices that it stands for.
    pub(in crate::voice) fn voice_ids(&self) -> impl Iterator<Item = String> {
        self.speakers.iter().map(|speaker| format!("{}-{}", self.id, speaker.id))
    }

    /// The voices that it stands for: one for each speaker, or itself.
    pub(in crate::voice) fn into_voices(mut self) -> Vec<Self> {
        let speakers = std::mem::take(&mut self.speakers);
        if speakers.is_empty() {
            return vec![self];
        }
        let voice = |speaker: Speaker| {
            let Speaker { id, name, languages, experimental, needs, supertonic, kokoro } = speaker;
            let mut voice = self.clone();
            voice.id = format!("{}-{id}", self.id);
            voice.name = format!("{name}, {}", self.name);
            voice.bundle = Some(self.id.clone());
            voice.group = Some((self.name.clone(), self.description.clone()));
            if !languages.is_empty() {
                voice.languages = languages;
            }
            (voice.experimental, voice.needs) = (experimental, needs);
            (voice.supertonic, voice.kokoro) = (supertonic, kokoro);
            voice
        };
        speakers.into_iter().map(voice).collect()
    }

    /// See [`VoiceInfo::needs_phonemes`].
    pub(super) fn needs_phonemes(&self) -> bool {
        self.kokoro.as_ref().is_some_and(|setup| setup.reading == ReadingStyle::Phonemes)
    }

    /// What the voice is and can do.
    pub fn info(&self) -> VoiceInfo {
        let reading = self.kokoro.as_ref().map(|setup| setup.reading);
        let (engine, max_chars, speeds) = match self.engine {
            Engine::Hibari => ("hibari", hibari::MAX_CHARS, hibari::SPEEDS),
            Engine::Kokoro => ("kokoro", reading.map_or(120, ReadingStyle::max_chars), kokoro::SPEEDS),
            Engine::Supertonic => ("supertonic", supertonic::MAX_CHARS, supertonic::SPEEDS),
            Engine::Piper => ("piper", piper::MAX_CHARS, piper::SPEEDS),
            Engine::Voxcpm2 => ("voxcpm2", voxcpm2::MAX_CHARS, voxcpm2::SPEEDS),
            Engine::Server => ("server", server::MAX_CHARS, server::SPEEDS),
        };
        let is_supertonic = self.engine == Engine::Supertonic;
        let takes_phonemes = match self.engine {
            Engine::Supertonic | Engine::Voxcpm2 | Engine::Server => false,
            Engine::Piper => self.piper.as_ref().is_some_and(|setup| setup.takes_phonemes),
            Engine::Hibari | Engine::Kokoro => reading.is_none_or(ReadingStyle::takes_phonemes),
        };
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
            takes_phonemes,
            needs_phonemes: self.needs_phonemes(),
            steps: is_supertonic.then_some(supertonic::STEPS),
            takes_expressions: is_supertonic,
            streams: self.engine == Engine::Voxcpm2
                || self.server.as_ref().is_some_and(|server| server.format == server::Format::Pcm),
            sends_text_to: self.server.as_ref().map(|server| server.host().unwrap_or(&server.address).to_owned()),
        }
    }

    /// What it is called together with the voices of its bundle, and what there is to know of them.
    pub fn group(&self) -> (String, Description) {
        self.group.clone().unwrap_or_else(|| (self.name.clone(), self.description.clone()))
    }

    /// How it comes onto this machine.
    pub fn origin(&self) -> Origin {
        match (&self.imported_to, &self.hub) {
            _ if self.server.is_some() => Origin::Server,
            (Some(_), _) => Origin::Import,
            (None, Some(_)) => Origin::Download,
            (None, None) => Origin::SetUp,
        }
    }

    /// Whether its setup names only files that it has: else it cannot be loaded.
    pub(in crate::voice) fn is_consistent(&self) -> bool {
        let has = |name: &String| self.files.iter().any(|file| file.name == *name);
        match self.engine {
            Engine::Hibari | Engine::Supertonic | Engine::Server => true,
            Engine::Kokoro => self
                .kokoro
                .as_ref()
                .is_some_and(|setup| has(&setup.model) && setup.styles.iter().all(|style| has(&style.file))),
            Engine::Piper => self.piper.as_ref().is_some_and(|setup| has(&setup.model) && has(&setup.config)),
            Engine::Voxcpm2 => self.voxcpm2.as_ref().is_some_and(|setup| {
                let graphs = [&setup.prefill, &setup.step, &setup.decoder, &setup.tokenizer];
                graphs.into_iter().chain(&setup.encoder).chain(&setup.reference).all(has)
            }),
        }
    }

    /// The folder of its files, below the folder of voices.
    pub(super) fn folder_name(&self) -> &str {
        self.bundle.as_deref().unwrap_or(&self.id)
    }

    fn model_hash(&self) -> String {
        if let Some(server) = &self.server {
            return server.hash();
        }
        let mut hash = Sha256::new();
        for file in &self.files {
            hash.update(file.sha256.as_bytes());
        }
        // Who speaks may be said in words.
        if let Some(setup) = &self.voxcpm2 {
            hash.update(format!("{:?}{:?}", setup.transcript, setup.description));
        }
        crate::voice::hex(&hash.finalize())
    }

    /// What is missing or of another size in `folder`; `None` if everything is there.
    pub(in crate::voice) fn problem_in(&self, folder: &Path) -> Option<String> {
        self.files.iter().find_map(|file| match std::fs::metadata(folder.join(&file.name)) {
            Ok(meta) if meta.len() == file.bytes => None,
            Ok(meta) => Some(format!("“{}” has {} bytes and should have {}", file.name, meta.len(), file.bytes)),
            Err(_missing) => Some(format!("“{}” is missing", file.name)),
        })
    }
}
