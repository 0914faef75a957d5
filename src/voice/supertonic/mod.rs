//! The Supertonic 3 family: ten speakers over one model of 400 MB (145 MB in 8 bits), 31 languages, 44.1 kHz.
//!
//! A text is screened ([`mod@screen`]) and pre-processed ([`preprocess`]), becomes numbers of characters ([`tokens`]), and
//! four networks ([`model`]) make sound of them in the [`style`] of a speaker: the length is predicted first, then noise
//! of that length is made into sound in some steps. More steps sound better and take longer, in proportion.
//!
//! The model takes characters and not phonemes, so the same network speaks every language; which one is told by a tag
//! around the text. It reads numbers and signs badly: a chunk should be words when it comes here.
//!
//! Everything is written from the published description of the model's files and interfaces. Where the published programs
//! are wrong, we differ: characters without an id are left out and reported (the SDK refuses the whole text), an empty
//! text is silence (there it is spoken as a full stop), noise has a seed, the tail is cut to the duration, and long
//! sentences are cut by the studio before they come here, also after `。！？…`, which the SDK never cuts at.
//!
//! The weights are under BigScience OpenRAIL-M: there are uses that the licence forbids, and audio made with them must be
//! disclosed as made by a machine.

pub mod config;
pub mod files;
pub mod model;
pub mod preprocess;
pub mod screen;
pub mod style;
pub mod tokens;

#[cfg(test)]
mod tests;

use std::io::Read as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use super::runtime::{Runtime, SessionOptions};
use super::shared::{Shared, lock};
use super::{Cancel, Speech, SpeechRequest, Steps, Voice, VoiceError, VoiceInfo, load_beside};
use crate::text::Language;
use config::Config;
pub(super) use files::Files;
use files::{Fault, StyleSource};
use model::{Model, Utterance};
use screen::{Screened, screen};
use style::Style;
use tokens::Tokens;

/// Longest chunk in `char`s. The model has no limit of its own, but leaves words out of long texts; 120 is what the
/// publisher advises for Korean, and English is safe with it.
pub const MAX_CHARS: usize = 120;

/// Speeds of the published SDK. Words begin to be left out from about 1.5.
pub const SPEEDS: RangeInclusive<f32> = 0.7..=2.0;

/// Samples per second of the published model.
pub const RATE_HZ: u32 = 44_100;

/// Steps of the published SDK; five to twelve make sense, two sound like a robot.
pub const STEPS: Steps = Steps { min: 1, max: 100, usual: 8 };

/// Changes when the same text and model would give other samples: part of the model's hash.
const RULES_VERSION: u32 = 1;

/// How a voice of this family is made, as the catalogue says it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Id of the speaker: `F1`.
    pub style: String,
    /// Another speaker to mix in.
    #[serde(default)]
    pub blend: Option<Blend>,
}

/// A speaker that is mixed into another.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blend {
    /// Id of the speaker.
    pub style: String,
    /// Their part of the mixture, from 0 to 1.
    pub weight: f32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { style: "F1".to_owned(), blend: None }
    }
}

/// A loaded voice of this family.
#[derive(Debug)]
pub struct Supertonic {
    info: VoiceInfo,
    model_hash: String,
    tokens: Tokens,
    style: Style,
    /// The voices of a folder share its networks.
    model: Arc<Mutex<Model>>,
    provider: &'static str,
}

/// The networks that are loaded.
static MODELS: Shared<Model> = Shared::new();

impl Supertonic {
    /// Loads the voice `info` from `folder`. What is small is read and checked first, then the networks in the order in
    /// which they run, so that a damaged folder is told in an instant.
    pub fn load(
        runtime: Runtime,
        info: VoiceInfo,
        setup: &Setup,
        folder: &Path,
        options: &SessionOptions,
    ) -> Result<Self, VoiceError> {
        let damaged = |fault: Fault| damaged(fault, &info.id);
        let files = Files::find(folder).map_err(damaged)?;
        let config = read_with(&files.config, Config::read).map_err(damaged)?;
        let is_json = files.table.extension().is_some_and(|extension| extension == "json");
        let read_table = if is_json { Tokens::from_json } else { Tokens::from_bytes };
        let tokens = read_with(&files.table, read_table).map_err(damaged)?;
        let (style, style_paths) = read_style(&files, setup).map_err(damaged)?;
        let hashed: Vec<PathBuf> =
            [&files.config, &files.table].into_iter().chain(&files.graphs).chain(&style_paths).cloned().collect();
        // Four hundred megabytes: hashed on another thread while the networks are loaded from the same pages.
        let hash = || model_hash(&hashed, setup).map_err(damaged);
        let (model, model_hash) = load_beside("voice-hash", "files", hash, || {
            let load = || Model::load(runtime, &files.graphs, config, options);
            let made_of: Vec<&Path> = files.graphs.iter().chain([&files.config]).map(PathBuf::as_path).collect();
            MODELS.get(&made_of, options, load).map_err(|error| VoiceError::of_voice(error, &info.id))
        })?;
        let provider = lock(&model).provider();
        let info = VoiceInfo { rate_hz: config.rate_hz, ..info };
        Ok(Self { info, model_hash, tokens, style, model, provider })
    }

    fn screened(&self, spoken: &str, language: Language, expressions: bool) -> Screened {
        screen(spoken, code(language), expressions, |c| self.tokens.has(c))
    }
}

impl Voice for Supertonic {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.model_hash
    }

    fn provider(&self) -> &str {
        self.provider
    }

    /// The characters that the model is given, composed again so that they can be read.
    fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError> {
        Ok(self.screened(spoken, language, false).text.nfc().collect())
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        _heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let Screened { text, dropped } = self.screened(request.spoken, request.language, request.options.expressions);
        let unspoken = dropped.concat();
        if text.is_empty() {
            return Ok(Speech { samples: Vec::new(), unspoken });
        }
        let utterance = Utterance {
            ids: &self.tokens.ids(&text),
            style: &self.style,
            speed: request.speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
            steps: STEPS.within(request.options.steps),
            seed: request.seed,
        };
        let samples = lock(&self.model).speak(&utterance, cancel, &mut |_| {})?;
        Ok(Speech { samples, unspoken })
    }

    fn shrink(&mut self) {
        let ids = self.tokens.ids("<en>a.</en>");
        let shortest = Utterance { ids: &ids, style: &self.style, speed: *SPEEDS.end(), steps: 1, seed: 0 };
        if let Err(error) = lock(&self.model).shrink(&shortest) {
            log::warn!("the memory of the last lines could not be given back: {error}");
        }
    }
}

/// The model's code of a language.
const fn code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Korean => "ko",
    }
}

/// What `read` makes of the content of a file.
fn read_with<T>(path: &Path, read: impl Fn(&[u8]) -> Result<T, String>) -> Result<T, Fault> {
    let content = std::fs::read(path).map_err(|error| Fault::new(path, format!("a file cannot be read: {error}")))?;
    let name = path.file_name().unwrap_or_default().display();
    read(&content).map_err(|problem| Fault::new(path, format!("“{name}”: {problem}")))
}

/// The speaker, mixed if wanted, and the files that they are made of.
fn read_style(files: &Files, setup: &Setup) -> Result<(Style, Vec<PathBuf>), Fault> {
    let read = |id: &str| {
        let source = files.style(id)?;
        let style = match &source {
            StyleSource::Own(path) => read_with(path, Style::from_json)?,
            StyleSource::Shared(path, index) => read_with(path, |content| Style::from_bytes(content, *index))?,
        };
        Ok::<_, Fault>((style, source.path().to_owned()))
    };
    let (style, path) = read(&setup.style)?;
    let Some(blend) = &setup.blend else {
        return Ok((style, vec![path]));
    };
    let (other, other_path) = read(&blend.style)?;
    if blend.weight.is_nan() {
        return Err(Fault::new(&other_path, format!("the part of “{}” in the mixture is not a number", blend.style)));
    }
    Ok((style.blended(&other, blend.weight.clamp(0.0, 1.0)), vec![path, other_path]))
}

/// A hash of everything that decides how the voice sounds. The files themselves are hashed, not their dates or sizes: a
/// file put in place by hand can never be taken for the one it replaced.
fn model_hash(paths: &[PathBuf], setup: &Setup) -> Result<String, Fault> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    for path in paths {
        let fault = |error: std::io::Error| Fault::new(path, format!("a file cannot be read: {error}"));
        let mut file = std::fs::File::open(path).map_err(fault)?;
        loop {
            match file.read(&mut buffer).map_err(fault)? {
                0 => break,
                n => hash.update(&buffer[..n]),
            }
        }
    }
    // One file may hold all speakers.
    hash.update(format!("{setup:?}"));
    hash.update(RULES_VERSION.to_le_bytes());
    Ok(super::hex(&hash.finalize()))
}

fn damaged(fault: Fault, id: &str) -> VoiceError {
    VoiceError::Damaged { id: id.to_owned(), problem: fault.problem, path: fault.path.display().to_string() }
}
