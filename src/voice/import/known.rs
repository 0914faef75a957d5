//! Voices of the catalogue that the person has on disk already: fetched on another machine, say, for one without a network.

use std::path::Path;
use std::time::SystemTime;

use super::{How, ImportError, Imported, take_file};
use crate::files::{AtomicFolder, remove_folder, sweep};
use crate::paths::Paths;
use crate::voice::Cancel;
use crate::voice::catalog::{Catalog, Entry, Hashes, Origin, VoiceFile};

/// Files of the catalogue in a folder.
#[derive(Debug)]
pub struct Known {
    /// The first voice that they make.
    id: String,
    files: Vec<VoiceFile>,
}

/// The voice of the catalogue, one of those that are downloaded, whose files all lie in `folder` by name and size.
pub fn find(folder: &Path, catalog: &Catalog) -> Option<Known> {
    let is_there = |entry: &&Entry| entry.origin() == Origin::Download && entry.problem_in(folder).is_none();
    let entry = catalog.entries().iter().find(is_there)?;
    Some(Known { id: entry.id.clone(), files: entry.files.clone() })
}

/// Takes it in, as a download would have put it there. Every file must be the catalogue's.
pub fn import(
    known: &Known,
    folder: &Path,
    catalog: &Catalog,
    paths: &Paths,
    how: How,
    cancel: &Cancel,
) -> Result<Imported, ImportError> {
    let Known { id, files } = known;
    let target = catalog.download(id)?.folder;
    let imported = |was_there| Imported { id: id.clone(), folder: target.clone(), was_there, warning: None };
    if catalog.installed(id).is_some() && catalog.verify(id, &mut Hashes::default()).is_ok() {
        return Ok(imported(true));
    }
    let home = paths.own_voices();
    sweep(&home, SystemTime::now());
    let unwritable = |path: &Path| {
        let path = path.to_owned();
        move |source| ImportError::Write { source, path }
    };
    let taken = AtomicFolder::new_in(&home).map_err(unwritable(&home))?;
    for file in files {
        let source = folder.join(&file.name);
        if take_file(&source, &file.name, taken.path(), how, cancel)? != *file {
            let problem = format!("“{}” is not the file that belongs to it", file.name);
            return Err(ImportError::Unusable { problem, path: source });
        }
    }
    if target.symlink_metadata().is_ok() {
        // Damaged, or half.
        remove_folder(&target).map_err(unwritable(&target))?;
    }
    taken.commit(&target).map_err(unwritable(&target))?;
    Ok(imported(false))
}
