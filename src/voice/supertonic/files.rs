//! Where the files of a model lie in its folder.
//!
//! Two layouts are in use: the publisher's, with the networks in `onnx/` and the speakers in `voice_styles/`, and a
//! flat folder of networks in 8 bits, with one file of all speakers. Each file is looked for in both, so that a mixture
//! works too; full precision is preferred where both are there.

use std::path::{Path, PathBuf};

use super::model::GRAPHS;
use super::style::{SPEAKERS, Style};

/// Where speakers with a file of their own may be: the published ones, those that the person made, and a flat folder.
const PLACES: [&str; 3] = ["voice_styles", "custom_styles", ""];

/// What is wrong with a file or folder, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, for a person.
    pub problem: String,
    /// The file or folder.
    pub path: PathBuf,
}

impl Fault {
    pub(super) fn new(path: &Path, problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), path: path.to_owned() }
    }
}

/// The file of a speaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StyleSource {
    /// Their own file, in JSON.
    Own(PathBuf),
    /// A place in the file of all.
    Shared(PathBuf, usize),
}

/// The files of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    folder: PathBuf,
    /// The numbers of the model.
    pub config: PathBuf,
    /// The table of characters: `.json` or `.bin`.
    pub table: PathBuf,
    /// The networks, in the order of [`GRAPHS`].
    pub graphs: [PathBuf; 4],
}

impl Files {
    /// Finds the files in `folder`, or what is missing there.
    pub fn find(folder: &Path) -> Result<Self, Fault> {
        let mut graphs: [PathBuf; 4] = Default::default();
        let config = first(folder, &["tts.json".to_owned()])?;
        let table = first(folder, &["unicode_indexer.json".to_owned(), "unicode_indexer.bin".to_owned()])?;
        for (path, name) in graphs.iter_mut().zip(GRAPHS) {
            *path = first(folder, &[format!("{name}.onnx"), format!("{name}.int8.onnx")])?;
        }
        Ok(Self { folder: folder.to_owned(), config, table, graphs })
    }

    /// The speakers that are there: those with a file of their own, and the published ones where one file has them all.
    pub fn speakers(&self) -> Vec<String> {
        let own = PLACES.iter().flat_map(|place| std::fs::read_dir(self.folder.join(place)).into_iter().flatten());
        let mut ids: Vec<String> = own
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
            .filter(|path| std::fs::read(path).is_ok_and(|content| Style::from_json(&content).is_ok()))
            .filter_map(|path| path.file_stem()?.to_str().map(str::to_owned))
            .chain(SPEAKERS.iter().map(|&id| id.to_owned()))
            .filter(|id| self.style(id).is_ok())
            .collect();
        ids.sort();
        ids.dedup();
        ids
    }

    /// All files of the networks and of the speakers `ids`.
    pub fn all(&self, ids: &[String]) -> Vec<PathBuf> {
        let mut styles: Vec<PathBuf> =
            ids.iter().filter_map(|id| self.style(id).ok()).map(|source| source.path().to_owned()).collect();
        styles.dedup();
        self.graphs.iter().chain([&self.config, &self.table]).cloned().chain(styles).collect()
    }

    /// Where the speaker `id` is. A speaker that the person made comes after the published ones, whose names it cannot
    /// take.
    pub fn style(&self, id: &str) -> Result<StyleSource, Fault> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        // The id becomes a path: it may not point elsewhere.
        if id.is_empty() || id.len() > 64 || !id.chars().all(is_name) {
            return Err(Fault::new(&self.folder, format!("“{id}” is no name of a speaker")));
        }
        let own = PLACES.map(|place| self.folder.join(place).join(format!("{id}.json")));
        if let Some(path) = own.into_iter().find(|path| path.is_file()) {
            return Ok(StyleSource::Own(path));
        }
        let shared = self.folder.join("voice.bin");
        match SPEAKERS.iter().position(|&speaker| speaker == id) {
            Some(index) if shared.is_file() => Ok(StyleSource::Shared(shared, index)),
            _ => Err(Fault::new(&self.folder, format!("the speaker “{id}” is missing"))),
        }
    }
}

impl StyleSource {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Own(path) | Self::Shared(path, _) => path,
        }
    }
}

/// The first of the files `names` that is there.
fn first(folder: &Path, names: &[String]) -> Result<PathBuf, Fault> {
    let places = ["onnx", ""];
    let mut paths = names.iter().flat_map(|name| places.map(|place| folder.join(place).join(name)));
    paths.find(|path| path.is_file()).ok_or_else(|| Fault::new(folder, format!("“{}” is missing", names[0])))
}
