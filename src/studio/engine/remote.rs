//! The engine process as a source of voices.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::link::{EngineCommand, EnginePid, Link};
use super::wire::{Reply, Request};
use crate::text::Language;
use crate::voice::catalog::Catalog;
use crate::voice::runtime::SharedOptions;
use crate::voice::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};

/// How long loading a voice may take before the process is taken for hung.
pub const LOAD_LIMIT: Duration = Duration::from_mins(2);
/// How long a small question may take.
const QUESTION_LIMIT: Duration = Duration::from_secs(30);

/// Gives voices that live in the engine process. Their data comes from the catalogue without a process.
pub struct EngineSource {
    infos: Vec<VoiceInfo>,
    /// Where the infos are from, to look again.
    catalog: Option<Catalog>,
    options: SharedOptions,
    link: Arc<Mutex<Link>>,
}

/// The voices of `catalog` in a process of their own, so that a crash costs a chunk and leaves no half file; in this one
/// where no other can be had. `pid` tells which process it is.
pub fn apart(catalog: Catalog, options: SharedOptions, pid: &EnginePid) -> Box<dyn VoiceSource + Send> {
    match EngineCommand::of_this_program() {
        Ok(command) => Box::new(EngineSource::new(&catalog, command, options, Arc::clone(pid))),
        Err(error) => {
            log::warn!("the voices run in this process: {error}");
            Box::new(catalog.with_options(options))
        }
    }
}

impl EngineSource {
    /// The voices of `catalog` in a process started by `command`. `options` are read when a voice is
    /// opened. `pid` tells which process it is.
    pub fn new(catalog: &Catalog, command: EngineCommand, options: SharedOptions, pid: EnginePid) -> Self {
        Self { catalog: Some(catalog.clone()), ..Self::with_voices(infos_of(catalog), command, options, pid) }
    }

    /// The same with these voices.
    pub fn with_voices(infos: Vec<VoiceInfo>, command: EngineCommand, options: SharedOptions, pid: EnginePid) -> Self {
        Self { infos, catalog: None, options, link: Arc::new(Mutex::new(Link::new(command, pid))) }
    }
}

impl VoiceSource for EngineSource {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        let mut voice = RemoteVoice {
            id: id.to_owned(),
            info: self.info(id).ok_or_else(|| VoiceError::Unknown { id: id.to_owned() })?,
            model_hash: String::new(),
            provider: String::new(),
            options: self.options.clone(),
            link: Arc::clone(&self.link),
            loaded_in: 0,
        };
        voice.load(&Cancel::new())?;
        Ok(Box::new(voice))
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        self.infos.iter().find(|info| info.id == id).cloned()
    }

    fn end_process(&mut self) {
        RemoteVoice::link(&self.link).end();
    }

    fn use_cpu(&mut self) {
        self.options.use_cpu();
    }

    fn refresh(&mut self) {
        if let Some(catalog) = &mut self.catalog {
            *catalog = catalog.reopened();
            self.infos = infos_of(catalog);
        }
    }
}

fn infos_of(catalog: &Catalog) -> Vec<VoiceInfo> {
    catalog.entries().iter().map(crate::voice::catalog::Entry::info).collect()
}

/// A voice in the engine process. When that process died it is loaded again by the next request.
struct RemoteVoice {
    id: String,
    info: VoiceInfo,
    model_hash: String,
    provider: String,
    options: SharedOptions,
    link: Arc<Mutex<Link>>,
    /// The process that has it.
    loaded_in: u64,
}

impl RemoteVoice {
    /// The connection. One thread renders, so nobody else holds it.
    fn link(link: &Mutex<Link>) -> MutexGuard<'_, Link> {
        link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes sure that a process runs and has this voice.
    fn load(&mut self, cancel: &Cancel) -> Result<(), VoiceError> {
        let mut link = Self::link(&self.link);
        let generation = link.start(cancel)?;
        if self.loaded_in == generation {
            return Ok(());
        }
        let request = Request::Open { voice: self.id.clone(), options: self.options.get() };
        if let (Reply::Opened { info, model_hash, provider }, _) =
            link.ask(&request, cancel, Some(LOAD_LIMIT), &mut |_| {})?
        {
            (self.info, self.model_hash, self.provider) = (info, model_hash, provider);
            self.loaded_in = generation;
            Ok(())
        } else {
            Err(unexpected())
        }
    }

    fn ask(&mut self, request: &Request, cancel: &Cancel, limit: Duration) -> Result<(Reply, Vec<f32>), VoiceError> {
        self.load(cancel)?;
        Self::link(&self.link).ask(request, cancel, Some(limit), &mut |_| {})
    }
}

impl Voice for RemoteVoice {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.model_hash
    }

    fn provider(&self) -> &str {
        &self.provider
    }

    fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError> {
        let request = Request::Phonemes { voice: self.id.clone(), spoken: spoken.to_owned(), language };
        match self.ask(&request, &Cancel::new(), QUESTION_LIMIT)? {
            (Reply::Phonemes { text }, _) => Ok(text),
            _ => Err(unexpected()),
        }
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        self.load(cancel)?;
        let mut link = Self::link(&self.link);
        let wanted = Request::Speak {
            run: link.next_run(),
            voice: self.id.clone(),
            spoken: request.spoken.to_owned(),
            language: request.language,
            speed: request.speed,
            seed: request.seed,
            time_limit: request.time_limit,
            options: request.options,
        };
        match link.ask(&wanted, cancel, request.time_limit, heard)? {
            (Reply::Spoken { unspoken }, samples) => Ok(Speech { samples, unspoken }),
            _ => Err(unexpected()),
        }
    }

    fn shrink(&mut self) {
        let request = Request::Shrink { voice: self.id.clone() };
        if let Err(error) = self.ask(&request, &Cancel::new(), QUESTION_LIMIT) {
            log::warn!("memory could not be given back: {error}");
        }
    }
}

impl Drop for RemoteVoice {
    fn drop(&mut self) {
        Self::link(&self.link).tell(&Request::Close { voice: self.id.clone() });
    }
}

fn unexpected() -> VoiceError {
    VoiceError::Model("the engine process gave another answer than was asked for; restart Moksori".to_owned())
}
