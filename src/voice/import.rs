//! Taking in voices that the person has on disk, and removing them again.
//!
//! A folder is recognised by what is in it. Its files are copied or linked into a folder of their own among the user's
//! voices, with a description ([`super::imported`]) unless the catalogue describes them; that folder appears when it is
//! whole.

mod known;
mod link;
mod speakers;

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use super::catalog::{Catalog, Engine, Entry, Hashes, Origin, VoiceFile};
use super::runtime::{Runtime, RuntimeError};
use super::{Cancel, VoiceError, imported};
use super::{piper, voxcpm2};
use crate::files::{AtomicFile, AtomicFolder, remove_folder, sweep};
use crate::paths::Paths;
use crate::text::Language;

/// What is written where a licence belongs: the files do not say it in a form that a program can read.
const LICENCE: &str = "unknown (see the voice's own model card)";
/// Papers that are copied with a voice: files whose names begin so.
const NOTICES: [&str; 6] = ["MODEL_CARD", "LICENSE", "LICENCE", "NOTICE", "COPYING", "README"];
/// Largest paper that is copied, and how many.
const MAX_NOTICE_BYTES: u64 = 1 << 20;
const MAX_NOTICES: usize = 8;
/// Longest name for people.
const MAX_NAME_CHARS: usize = 60;
/// Names that Windows keeps for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Why a voice could not be imported or removed. Nothing is left half done.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The folder or a file in it cannot be read.
    #[error("it cannot be read ({source}); check the name and the permissions: {}", path.display())]
    Read {
        /// What the system says.
        source: io::Error,
        /// The file or folder.
        path: PathBuf,
    },
    /// Nothing in it is known.
    #[error(
        "there is no voice in this folder that this version knows; a Piper voice is two files, NAME.onnx and NAME.onnx.json, side by side, a VoxCPM2 voice is its graphs with tokenizer.json, Supertonic voices are four graphs with tts.json and the speakers, Kokoro voices are a graph and speakers of 522,240 bytes, and a voice of the catalogue has all its files under their own names: {}", .0.display()
    )]
    NoVoice(PathBuf),
    /// More than one voice.
    #[error("there are several voices in this folder ({names}); put each into a folder of its own: {}", path.display())]
    Several {
        /// Their names.
        names: String,
        /// The folder.
        path: PathBuf,
    },
    /// A voice that cannot work.
    #[error("this voice cannot be used ({problem}); get its files again from where you had them: {}", path.display())]
    Unusable {
        /// What is wrong.
        problem: String,
        /// The file.
        path: PathBuf,
    },
    /// A voice of another language.
    #[error(
        "this voice speaks {language}, and this version of Moksori reads Korean and English only; choose a voice in one of these: {}", path.display()
    )]
    Language {
        /// The language, as the voice calls it.
        language: String,
        /// The file that says so.
        path: PathBuf,
    },
    /// A file cannot be linked.
    #[error("it cannot be linked from here ({source}); import a copy instead: {}", path.display())]
    Link {
        /// What the system says.
        source: io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The copy cannot be written, or the voice not removed.
    #[error("it cannot be written ({source}); free some space or check the permissions: {}", path.display())]
    Write {
        /// What the system says.
        source: io::Error,
        /// The folder.
        path: PathBuf,
    },
    /// The voice cannot be removed.
    #[error("the voice “{id}” cannot be removed ({source}); close Moksori where it is open, and try again: {}", path.display())]
    Remove {
        /// The voice.
        id: String,
        /// What the system says.
        source: io::Error,
        /// Its folder.
        path: PathBuf,
    },
    /// The voice was not imported.
    #[error("the voice “{id}” came with Moksori, so it stays; `remove` deletes what was imported or downloaded")]
    NotImported {
        /// The voice.
        id: String,
    },
    /// No voice has this id.
    #[error(transparent)]
    Voice(#[from] VoiceError),
    /// Stopped on request.
    #[error("interrupted")]
    Cancelled,
}

/// Memory that a VoxCPM2 voice needs besides its weights, in millions of bytes: caches of a chunk, and what runs keep.
const MEMORY_BESIDES_MB: u32 = 1_000;

/// A voice that was imported.
#[derive(Debug)]
pub struct Imported {
    /// Its id.
    pub id: String,
    /// Where it lies.
    pub folder: PathBuf,
    /// Whether the same one had been imported before, and nothing was done.
    pub was_there: bool,
    /// What it lacks on this machine, with what to do.
    pub warning: Option<String>,
}

/// What was found in a folder, of whatever family.
struct Found {
    /// The entry to be, without an id and files.
    entry: Entry,
    /// What its files are called there and are to be called.
    files: Vec<(PathBuf, String)>,
    warning: Option<String>,
}

/// How the files of a voice are taken in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// They are copied: what becomes of the original does not matter.
    #[default]
    Copy,
    /// They are linked, and take no room a second time: hard links on the same disk, else symbolic ones, which break where
    /// the original is moved.
    Link,
}

/// Takes the voice in `folder` to the user's voices.
pub fn import(folder: &Path, paths: &Paths, how: How, cancel: &Cancel) -> Result<Imported, ImportError> {
    import_with(&Catalog::open(paths), folder, paths, how, cancel)
}

/// The same with this catalogue of `paths`.
fn import_with(
    catalog: &Catalog,
    folder: &Path,
    paths: &Paths,
    how: How,
    cancel: &Cancel,
) -> Result<Imported, ImportError> {
    let names = names_in(folder)?;
    if let Some(known) = known::find(folder, catalog) {
        return known::import(&known, folder, catalog, paths, how, cancel);
    }
    let Found { mut entry, files, warning } = match find_voxcpm2(folder, &names) {
        Some(found) => found,
        None => match speakers::supertonic(folder, paths)? {
            Some(found) => found,
            None => match speakers::kokoro(folder, paths)? {
                Some(found) => found,
                None => find_piper(folder, &names, paths)?,
            },
        },
    };
    let home = paths.own_voices();
    let unwritable = |source: io::Error, path: &Path| ImportError::Write { source, path: path.to_owned() };
    sweep(&home, SystemTime::now());
    let copy = AtomicFolder::new_in(&home).map_err(|error| unwritable(error, &home))?;
    for (source, name) in &files {
        entry.files.push(take_file(source, name, copy.path(), how, cancel)?);
    }
    let same = catalog.entries().iter().find(|other| other.imported_to.is_some() && is_same(other, &entry));
    if let Some((id, there)) = same.and_then(|same| Some((same.id.clone(), same.imported_to.clone()?))) {
        if catalog.verify(&id, &mut Hashes::default()).is_ok() {
            return Ok(Imported { id, folder: there, was_there: true, warning });
        }
        // What is there was damaged since.
        remove_folder(&there).map_err(|source| ImportError::Remove { id: id.clone(), source, path: there.clone() })?;
        // The folder's: a speaker's has more.
        entry.id = there.file_name().map_or(id, |name| name.to_string_lossy().into_owned());
    } else {
        entry.id = free_id(&entry.name, |id| catalog.is_reserved(id) || home.join(id).symlink_metadata().is_ok());
    }
    for (source, name) in notices(folder, &names) {
        entry.files.push(copy_file(&source, &name, copy.path(), cancel)?);
    }
    let described =
        imported::describe(&entry).map_err(|problem| ImportError::Unusable { problem, path: folder.to_owned() })?;
    let target = home.join(&entry.id);
    let write = || {
        let mut file = AtomicFile::new(&copy.path().join(imported::FILE))?;
        file.file_mut().write_all(described.as_bytes())?;
        file.commit()
    };
    write().and_then(|()| copy.commit(&target)).map_err(|error| unwritable(error, &target))?;
    let id = entry.voice_ids().next().unwrap_or_else(|| entry.id.clone());
    Ok(Imported { id, folder: target, was_there: false, warning })
}

/// Removes the voice `id`, which was imported or downloaded, with its files; those that share its folder go with it.
pub fn remove(id: &str, paths: &Paths) -> Result<(), ImportError> {
    let catalog = Catalog::open(paths);
    let entry = catalog.entry(id)?;
    let folder = match (&entry.imported_to, entry.origin()) {
        (Some(folder), _) => folder.clone(),
        (None, Origin::Download) => match catalog.download(id)?.folder {
            folder if folder.is_dir() => folder,
            _ => catalog.locate(id)?,
        },
        (None, _) => return Err(ImportError::NotImported { id: id.to_owned() }),
    };
    remove_folder(&folder).map_err(|source| ImportError::Remove { id: id.to_owned(), source, path: folder })
}

/// The names of the files in `folder`, sorted.
fn names_in(folder: &Path) -> Result<Vec<std::ffi::OsString>, ImportError> {
    let unreadable = |source: io::Error| ImportError::Read { source, path: folder.to_owned() };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.path().is_file() {
            names.push(entry.file_name());
        }
    }
    names.sort();
    Ok(names)
}

/// The VoxCPM2 voice in `folder`, if that is what is there.
fn find_voxcpm2(folder: &Path, names: &[std::ffi::OsString]) -> Option<Found> {
    let known: Vec<String> = names.iter().filter_map(|name| name.to_str().map(str::to_owned)).collect();
    let setup = voxcpm2::files::recognise(&known, &|name| crate::files::read_text(&folder.join(name)).ok())?;
    let graphs = [&setup.prefill, &setup.step, &setup.decoder];
    let graphs: Vec<&String> = graphs.into_iter().chain(&setup.encoder).collect();
    // The weights of a large graph lie in files of their own, which are named by the graph.
    let is_weights =
        |name: &&String| !graphs.contains(name) && [".data", "_data", ".bin"].iter().any(|end| name.ends_with(end));
    let small = [&setup.tokenizer].into_iter().chain(&setup.reference);
    let files: Vec<&String> = graphs.iter().copied().chain(small).chain(known.iter().filter(is_weights)).collect();
    let bytes: u64 =
        files.iter().filter_map(|name| std::fs::metadata(folder.join(name)).ok()).map(|meta| meta.len()).sum();
    let name = folder.file_name().map_or_else(|| "VoxCPM2".to_owned(), |name| name.to_string_lossy().into_owned());
    let languages = Language::ALL.to_vec();
    let entry = Entry::new(name, Engine::Voxcpm2, languages, voxcpm2::RATE_HZ, "Apache-2.0".to_owned());
    let files = files.into_iter().map(|name| (folder.join(name), name.clone())).collect();
    // Its weights, and as much again as a long chunk's caches and the runtime take.
    let memory_mb = u32::try_from(bytes / 1_000_000).ok().map(|megabytes| megabytes + MEMORY_BESIDES_MB);
    Some(Found { entry: Entry { voxcpm2: Some(setup), memory_mb, ..entry }, files, warning: None })
}

/// The Piper voice in `folder`.
fn find_piper(folder: &Path, names: &[std::ffi::OsString], paths: &Paths) -> Result<Found, ImportError> {
    let description_of = |model: &std::ffi::OsString| {
        let mut name = model.clone();
        name.push(".json");
        name
    };
    let is_model = |name: &&std::ffi::OsString| Path::new(name).extension().is_some_and(|end| end == "onnx");
    let models: Vec<_> = names.iter().filter(is_model).filter(|name| names.contains(&description_of(name))).collect();
    let model = match models[..] {
        [] => return Err(ImportError::NoVoice(folder.to_owned())),
        [model] => model,
        [..] => {
            let names: Vec<_> = models.iter().take(4).map(|name| name.to_string_lossy()).collect();
            let more = if models.len() > names.len() { ", …" } else { "" };
            return Err(ImportError::Several { names: names.join(", ") + more, path: folder.to_owned() });
        }
    };
    let (model_path, config_path) = (folder.join(model), folder.join(description_of(model)));
    let unusable = |problem: String, path: &Path| ImportError::Unusable { problem, path: path.to_owned() };
    let mut text = Vec::new();
    File::open(&config_path)
        .and_then(|file| file.take(piper::MAX_CONFIG_BYTES + 1).read_to_end(&mut text))
        .map_err(|source| ImportError::Read { source, path: config_path.clone() })?;
    if text.len() as u64 > piper::MAX_CONFIG_BYTES {
        return Err(unusable("its description is far too long".to_owned(), &config_path));
    }
    let config =
        piper::Config::parse(&String::from_utf8_lossy(&text)).map_err(|problem| unusable(problem, &config_path))?;
    let language = config
        .language()
        .ok_or_else(|| ImportError::Language { language: language_name(&config), path: config_path.clone() })?;
    let name = readable(&Path::new(model).file_stem().unwrap_or_default().to_string_lossy());
    let mut warning = piper::reading_problem(&config, &name).map(|problem| problem.to_string());
    match Runtime::open(paths).and_then(|runtime| piper::check(runtime, &model_path, &config)) {
        Ok(()) => {}
        Err(RuntimeError::BadModel { problem, .. }) => return Err(unusable(problem, &model_path)),
        Err(error) => warning = Some(format!("the voice could not be tried out: {error}")),
    }
    let setup = piper::Setup {
        model: "model.onnx".to_owned(),
        config: "model.onnx.json".to_owned(),
        speaker: 0,
        takes_phonemes: config.takes_phonemes(),
    };
    let files = vec![(model_path, setup.model.clone()), (config_path, setup.config.clone())];
    Ok(Found { entry: entry(name, language, config.rate_hz, setup), files, warning })
}

fn entry(name: String, language: Language, rate_hz: u32, setup: piper::Setup) -> Entry {
    let entry = Entry::new(name, Engine::Piper, vec![language], rate_hz, LICENCE.to_owned());
    Entry { piper: Some(setup), ..entry }
}

/// What a voice calls its language.
fn language_name(config: &piper::Config) -> String {
    let (name, tag) = (readable(&config.language_name), readable(&config.language_tag));
    match (name.is_empty(), tag.is_empty()) {
        (false, false) => format!("{name} ({tag})"),
        (false, true) => name,
        (true, false) => format!("the language “{tag}”"),
        (true, true) => "a language that it does not name".to_owned(),
    }
}

/// Whether everything that `new` consists of is a part of `there`: papers may differ.
fn is_same(there: &Entry, new: &Entry) -> bool {
    there.engine == new.engine
        && there.voxcpm2 == new.voxcpm2
        && new.files.iter().all(|file| there.files.contains(file))
}

/// Papers in `folder`: their paths and names.
fn notices<'a>(folder: &'a Path, names: &'a [std::ffi::OsString]) -> impl Iterator<Item = (PathBuf, String)> + 'a {
    let is_plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let is_notice = |name: &&str| NOTICES.iter().any(|notice| name.to_ascii_uppercase().starts_with(notice));
    let is_small = |path: &Path| path.metadata().is_ok_and(|meta| meta.len() <= MAX_NOTICE_BYTES);
    names
        .iter()
        .filter_map(|name| name.to_str())
        .filter(is_plain)
        .filter(is_notice)
        .map(|name| (folder.join(name), name.to_owned()))
        .filter(move |(path, name)| is_small(path) && Path::new(name).extension().is_none_or(|end| end != "onnx"))
        .take(MAX_NOTICES)
}

/// Takes `source` into the folder `to` under `name`, and says what it is.
fn take_file(source: &Path, name: &str, to: &Path, how: How, cancel: &Cancel) -> Result<VoiceFile, ImportError> {
    match how {
        How::Copy => copy_file(source, name, to, cancel),
        How::Link => link::link_file(source, name, to, cancel),
    }
}

/// Copies `source` into the folder `to` under `name`, and says what it is.
fn copy_file(source: &Path, name: &str, to: &Path, cancel: &Cancel) -> Result<VoiceFile, ImportError> {
    let unreadable = |error: io::Error| ImportError::Read { source: error, path: source.to_owned() };
    let target = to.join(name);
    let unwritable = |error: io::Error| ImportError::Write { source: error, path: target.clone() };
    let mut from = File::open(source).map_err(unreadable)?;
    let mut copy = AtomicFile::new(&target).map_err(unwritable)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 20];
    loop {
        if cancel.is_cancelled() {
            return Err(ImportError::Cancelled);
        }
        let n = from.read(&mut buffer).map_err(unreadable)?;
        let part = buffer.get(..n).unwrap_or_default();
        if part.is_empty() {
            break;
        }
        hash.update(part);
        copy.file_mut().write_all(part).map_err(unwritable)?;
        bytes += n as u64;
    }
    copy.commit().map_err(unwritable)?;
    Ok(VoiceFile { name: name.to_owned(), bytes, sha256: super::hex(&hash.finalize()) })
}

/// `text` as a name for people: composed, without control characters, not too long.
fn readable(text: &str) -> String {
    text.nfc().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect::<String>().trim().to_owned()
}

/// An id for a voice of this name that is not `taken`: small letters, digits and dashes of ASCII.
fn free_id(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut id = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        let c = if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        if !(c == '-' && id.ends_with('-')) {
            id.push(c);
        }
    }
    let id: String = id.trim_matches(['-', '_']).chars().take(imported::MAX_ID_CHARS - 8).collect();
    let id = id.trim_end_matches(['-', '_']);
    let is_device = DEVICES.contains(&id.trim_end_matches(|c: char| c.is_ascii_digit()));
    let base = match id {
        "" => "voice".to_owned(),
        id if is_device => format!("voice-{id}"),
        id => id.to_owned(),
    };
    let numbered = (2_u32..).map(|n| format!("{base}-{n}"));
    std::iter::once(base.clone()).chain(numbered).find(|id| !taken(id)).unwrap_or(base)
}

#[cfg(test)]
mod tests;
