//! A file that is fetched over more than one start of the program.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// A file that grows under another name, `NAME.part`, until it is whole: what is there when the program ends is gone on with
/// by the next start. [`GrowingFile::finish`] puts it in place.
#[derive(Debug)]
pub struct GrowingFile {
    file: File,
    part: PathBuf,
    target: PathBuf,
    n_bytes: u64,
}

impl GrowingFile {
    /// Goes on with what there is of `target`, or begins it.
    pub fn open(target: &Path) -> io::Result<Self> {
        let mut name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
        name.push(".part");
        let part = target.with_file_name(name);
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&part)?;
        let n_bytes = file.seek(io::SeekFrom::End(0))?;
        Ok(Self { file, part, target: target.to_owned(), n_bytes })
    }

    /// Bytes that are there.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Throws away what is there.
    pub fn restart(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.n_bytes = 0;
        Ok(())
    }

    /// Writes behind what is there.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.n_bytes += bytes.len() as u64;
        Ok(())
    }

    /// Hands everything that is there to `look`, piece by piece; stops where it says `false`.
    pub fn read_all(&mut self, look: &mut dyn FnMut(&[u8]) -> bool) -> io::Result<()> {
        self.file.rewind()?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match self.file.read(&mut buffer)? {
                0 => break,
                n if !look(&buffer[..n]) => break,
                _ => {}
            }
        }
        self.file.seek(io::SeekFrom::End(0)).map(|_| ())
    }

    /// Flushes to the disk and puts the file in place.
    pub fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        drop(self.file);
        std::fs::rename(&self.part, &self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::GrowingFile;

    #[test]
    fn it_goes_on_where_it_was_left_and_is_there_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("temp");
        let target = folder.path().join("모델.onnx");
        let mut file = GrowingFile::open(&target).expect("begins");
        file.append(b"abc").expect("writes");
        drop(file);
        assert!(!target.exists());
        let mut file = GrowingFile::open(&target).expect("goes on");
        assert_eq!(file.n_bytes(), 3);
        let mut seen = Vec::new();
        file.read_all(&mut |bytes| {
            seen.extend_from_slice(bytes);
            true
        })
        .expect("reads");
        file.append(b"def").expect("writes");
        file.finish().expect("finishes");
        assert_eq!(
            (seen.as_slice(), std::fs::read(&target).expect("is there").as_slice()),
            (&b"abc"[..], &b"abcdef"[..])
        );
        let mut file = GrowingFile::open(&target).expect("begins again");
        file.append(b"x").expect("writes");
        file.restart().expect("restarts");
        file.append(b"yz").expect("writes");
        file.finish().expect("replaces");
        assert_eq!(std::fs::read(&target).expect("is there"), b"yz");
    }
}
