//! Lexicons as files: the person's own one in the data folder, and those that are imported, exported or named on the
//! command line. A leaf over `text`, `files` and `paths`.

use std::io;
use std::path::{Path, PathBuf};

use crate::files;
use crate::paths::Paths;
use crate::text::Lexicon;
use crate::text::lexicon::{ParseError, Parsed, parse};

/// Why a lexicon could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum LexiconFileError {
    /// The file cannot be read.
    #[error("the lexicon could not be read ({source}): {}", path.display())]
    Read {
        /// Why.
        source: io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file is no lexicon.
    #[error("{source}: {}", path.display())]
    Parse {
        /// Why.
        source: ParseError,
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("the lexicon could not be saved ({source}); choose another place or make room: {}", path.display())]
    Write {
        /// Why.
        source: io::Error,
        /// The file.
        path: PathBuf,
    },
}

/// The file of the person's own lexicon.
pub fn personal_path(paths: &Paths) -> PathBuf {
    paths.data.join("lexicon.csv")
}

/// Reads a table or a W3C Pronunciation Lexicon of any usual encoding.
pub fn read(path: &Path) -> Result<Parsed, LexiconFileError> {
    let text = files::read_text(path).map_err(|source| LexiconFileError::Read { source, path: path.to_owned() })?;
    parse(&text).map_err(|source| LexiconFileError::Parse { source, path: path.to_owned() })
}

/// Reads the person's own lexicon; an empty one where there is none yet.
pub fn read_personal(paths: &Paths) -> Result<Parsed, LexiconFileError> {
    match read(&personal_path(paths)) {
        Err(LexiconFileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(Parsed::default()),
        other => other,
    }
}

/// Writes a lexicon: PLS if the file's name ends in `.pls`, else a table. The folder is made if needed.
pub fn write(path: &Path, lexicon: &Lexicon) -> Result<(), LexiconFileError> {
    let is_pls = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pls"));
    let text = if is_pls { lexicon.to_pls() } else { lexicon.to_csv() };
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| files::write_atomic(path, text.as_bytes()))
        .map_err(|source| LexiconFileError::Write { source, path: path.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{personal_path, read, read_personal, write};
    use crate::paths::Paths;
    use crate::text::Lexicon;
    use crate::text::lexicon::Entry;

    #[test]
    fn a_lexicon_survives_both_kinds_of_file() {
        let home = tempfile::tempdir().expect("temp");
        let paths = Paths::new(Some(home.path().as_os_str().to_owned()), None);
        assert!(read_personal(&paths).expect("none yet").lexicon.is_empty());
        let lexicon = Lexicon { entries: vec![Entry::word("ONNX", "온닉스"), Entry::word("(주)", "주식회사")] };
        write(&personal_path(&paths), &lexicon).expect("writes");
        assert_eq!(read_personal(&paths).expect("reads").lexicon, lexicon);
        let pls = home.path().join("words.pls");
        write(&pls, &lexicon).expect("writes");
        assert!(std::fs::read_to_string(&pls).expect("reads").starts_with("<?xml"));
        assert_eq!(read(&pls).expect("reads").lexicon, lexicon);
    }
}
