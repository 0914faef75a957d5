//! Folders of one network and its speakers: Supertonic and Kokoro, as their publishers lay them out.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::{Found, ImportError, MEMORY_BESIDES_MB};
use crate::paths::Paths;
use crate::text::Language;
use crate::voice::catalog::{Description, Engine, Entry, Speaker};
use crate::voice::kokoro::{self, ReadingStyle, StyleShare};
use crate::voice::runtime::{Runtime, RuntimeError, SessionOptions};
use crate::voice::supertonic::{self, Files};
use crate::voice::{Voice as _, VoiceError, imported};

/// Most speakers that are taken in.
const MAX_SPEAKERS: usize = 200;
/// Voices whose dictionaries read American and British English.
const AMERICAN: &str = "heart";
const BRITISH: &str = "bf_emma";

/// The Supertonic voices in `folder`, if that is what is there. The networks are tried out, where there is a runtime.
pub fn supertonic(folder: &Path, paths: &Paths) -> Result<Option<Found>, ImportError> {
    let Ok(files) = Files::find(folder) else { return Ok(None) };
    // The description of an imported voice has that name.
    let ids: Vec<String> = files.speakers().into_iter().filter(|id| format!("{id}.json") != imported::FILE).collect();
    let Some(first) = ids.first() else { return Ok(None) };
    let languages = vec![Language::Korean, Language::English];
    let setup = |id: &String| supertonic::Setup { style: id.clone(), blend: None };
    let entry = entry(folder, Engine::Supertonic, languages, supertonic::RATE_HZ, "OpenRAIL-M");
    let checked = Runtime::open(paths).map_err(VoiceError::Runtime).and_then(|runtime| {
        let (info, options) = (entry.info(), SessionOptions::default());
        supertonic::Supertonic::load(runtime, info, &setup(first), folder, &options).map(|voice| voice.info().rate_hz)
    });
    let (rate_hz, warning) = match checked {
        Ok(rate_hz) => (rate_hz, None),
        Err(VoiceError::Damaged { problem, path, .. }) => {
            return Err(ImportError::Unusable { problem, path: PathBuf::from(path) });
        }
        Err(error) => (supertonic::RATE_HZ, Some(format!("the voice could not be tried out: {error}"))),
    };
    let speakers = ids.iter().map(|id| Speaker { supertonic: Some(setup(id)), ..Speaker::new(id, id) }).collect();
    let files: Vec<_> = files.all(&ids).into_iter().filter_map(named).collect();
    let entry = Entry { speakers, sample_rate_hz: rate_hz, memory_mb: memory_mb(&files), ..entry };
    Ok(Some(Found { entry, files, warning }))
}

/// The Kokoro voices in `folder`, if that is what is there: a network, and files of a style's size.
pub fn kokoro(folder: &Path, paths: &Paths) -> Result<Option<Found>, ImportError> {
    let is_style = |path: &PathBuf| {
        has_ending(path, "bin") && path.metadata().is_ok_and(|meta| meta.len() == kokoro::STYLE_BYTES as u64)
    };
    let mut styles: Vec<PathBuf> = ["", "voices"].iter().flat_map(|place| files_in(&folder.join(place))).collect();
    styles.retain(is_style);
    let networks: Vec<PathBuf> = ["", "onnx"]
        .iter()
        .flat_map(|place| files_in(&folder.join(place)))
        .filter(|path| has_ending(path, "onnx"))
        .collect();
    // Of several precisions the whole one, which is the largest.
    let size = |path: &&PathBuf| path.metadata().map_or(0, |meta| meta.len());
    let Some(network) = networks.iter().max_by_key(size) else { return Ok(None) };
    let speakers: Vec<Speaker> =
        styles.iter().filter_map(|path| kokoro_speaker(path, network)).take(MAX_SPEAKERS).collect();
    if speakers.is_empty() {
        return Ok(None);
    }
    let warning = match Runtime::open(paths).and_then(|runtime| kokoro::check(runtime, network)) {
        Ok(()) => None,
        Err(RuntimeError::BadModel { problem, .. }) => {
            return Err(ImportError::Unusable { problem, path: network.clone() });
        }
        Err(error) => Some(format!("the voice could not be tried out: {error}")),
    };
    let taken = |path: &PathBuf| speakers.iter().any(|speaker| path.file_stem() == Some(OsStr::new(&speaker.name)));
    let files: Vec<_> = std::iter::once(network.clone())
        .chain(styles.iter().filter(|path| taken(path)).cloned())
        .filter_map(named)
        .collect();
    let entry = entry(folder, Engine::Kokoro, vec![Language::English], kokoro::RATE_HZ, "Apache-2.0");
    let entry = Entry { speakers, memory_mb: memory_mb(&files), ..entry };
    Ok(Some(Found { entry, files, warning }))
}

/// The speaker of a style. The publisher's names begin with a letter for the language and one for man or woman; English is
/// read, of the others only given phonemes.
fn kokoro_speaker(style: &Path, network: &Path) -> Option<Speaker> {
    let name = style.file_stem()?.to_str()?;
    let file = |path: &Path| path.file_name().and_then(OsStr::to_str).map(str::to_owned);
    let language = match name.as_bytes() {
        [language, b'f' | b'm', b'_', ..] => *language,
        // Somebody's own: the model was trained on American English above all.
        _ => b'a',
    };
    let (reading, needs) = match language {
        b'a' => (ReadingStyle::American, vec![AMERICAN.to_owned()]),
        b'b' => (ReadingStyle::British, vec![BRITISH.to_owned()]),
        _ => (ReadingStyle::Phonemes, Vec::new()),
    };
    let is_read = reading != ReadingStyle::Phonemes;
    let setup =
        kokoro::Setup { model: file(network)?, styles: vec![StyleShare { file: file(style)?, share: 1.0 }], reading };
    Some(Speaker {
        languages: if is_read { vec![Language::English] } else { Language::ALL.to_vec() },
        experimental: !is_read,
        needs,
        kokoro: Some(setup),
        ..Speaker::new(name, name)
    })
}

fn entry(folder: &Path, engine: Engine, languages: Vec<Language>, rate_hz: u32, licence: &str) -> Entry {
    let name = folder.file_name().map(|name| super::readable(&name.to_string_lossy())).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("{engine:?}"));
    Entry { description: Description::default(), ..Entry::new(name, engine, languages, rate_hz, licence.to_owned()) }
}

/// The weights, and what running them takes besides.
fn memory_mb(files: &[(PathBuf, String)]) -> Option<u32> {
    let bytes: u64 = files.iter().filter_map(|(path, _)| path.metadata().ok()).map(|meta| meta.len()).sum();
    u32::try_from(bytes / 1_000_000).ok().map(|megabytes| megabytes + MEMORY_BESIDES_MB / 2)
}

/// A file with the name that it has in the voice's own folder, where all lie side by side.
fn named(path: PathBuf) -> Option<(PathBuf, String)> {
    let name = path.file_name()?.to_str()?.to_owned();
    (name != imported::FILE).then_some((path, name))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// The files in `folder`, sorted; none where there is no such folder.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}
