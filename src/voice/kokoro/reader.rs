//! How the text of a voice is read: English by the `hibari` family's rules, or Korean as an experiment.

use sha2::{Digest as _, Sha256};

use super::{Folders, ReadingStyle, korean};
use crate::voice::hibari::g2p::{RULES_VERSION, Tables, Variety};
use crate::voice::hibari::{self, damaged};
use crate::voice::runtime::{Runtime, RuntimeError};
use crate::voice::{Cancel, VoiceError};

/// A way to read.
#[derive(Debug)]
pub enum Reader {
    /// English.
    English {
        reader: Box<hibari::Reader>,
        /// What the dictionaries were made from.
        sources: String,
    },
    /// Korean.
    Korean,
}

impl Reader {
    /// What `style` needs; for English that is the dictionaries.
    pub fn open(runtime: Runtime, style: ReadingStyle, folders: Folders<'_>, id: &str) -> Result<Self, VoiceError> {
        let variety = match style {
            ReadingStyle::American => Variety::American,
            ReadingStyle::British => Variety::British,
            ReadingStyle::Korean => return Ok(Self::Korean),
        };
        let tables =
            Tables::open_variety(folders.dictionaries, folders.cache, variety).map_err(|error| damaged(error, id))?;
        let sources = tables.sources().to_owned();
        let unknown_words = hibari::Reader::unknown_words_path(folders.dictionaries, variety);
        let reader = Box::new(hibari::Reader::new(runtime, tables, unknown_words));
        Ok(Self::English { reader, sources })
    }

    /// Phonemes of `spoken`, and the characters of it that have none.
    pub fn read(&mut self, spoken: &str, cancel: &Cancel) -> Result<(String, String), RuntimeError> {
        match self {
            Self::English { reader, .. } => {
                let phonemes = reader.read(spoken, cancel)?;
                Ok((phonemes.text(), phonemes.unspoken))
            }
            Self::Korean => {
                let korean::Reading { phonemes, unspoken } = korean::read(spoken);
                Ok((phonemes, unspoken))
            }
        }
    }

    /// What the speed that is asked for is multiplied with.
    pub const fn pace(&self) -> f32 {
        match self {
            Self::English { .. } => 1.0,
            Self::Korean => korean::SPEED,
        }
    }

    /// Adds what the reading depends on to a hash.
    pub fn add_to(&self, hash: &mut Sha256) {
        match self {
            Self::English { sources, .. } => {
                hash.update(sources);
                hash.update(RULES_VERSION.to_le_bytes());
            }
            Self::Korean => hash.update(korean::VERSION.to_le_bytes()),
        }
    }
}
