//! How the text of a voice is read: English by the `hibari` family's rules, Korean as an experiment, or not at all, where
//! the phonemes stand in the text.

use sha2::{Digest as _, Sha256};

use super::{Folders, ReadingStyle, korean};
use crate::voice::hibari::g2p::{Part, RULES_VERSION, Tables, Variety, overrides};
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
    /// The phonemes that are given.
    Given,
}

impl Reader {
    /// What `style` needs; for English that is the dictionaries.
    pub fn open(runtime: Runtime, style: ReadingStyle, folders: Folders<'_>, id: &str) -> Result<Self, VoiceError> {
        let variety = match style {
            ReadingStyle::American => Variety::American,
            ReadingStyle::British => Variety::British,
            ReadingStyle::Korean => return Ok(Self::Korean),
            ReadingStyle::Phonemes => return Ok(Self::Given),
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
            Self::Given => Ok(given(spoken)),
        }
    }

    /// What the speed that is asked for is multiplied with.
    pub const fn pace(&self) -> f32 {
        match self {
            Self::English { .. } | Self::Given => 1.0,
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
            Self::Given => {}
        }
    }
}

/// The phonemes of `[word](/phonemes/)` with the spaces and marks around them; the letters outside have no sound.
fn given(spoken: &str) -> (String, String) {
    let (mut phonemes, mut unspoken) = (String::new(), String::new());
    for Part { text, phonemes: own } in overrides(spoken) {
        match own {
            Some(own) => phonemes.push_str(&own),
            None => text.chars().for_each(|c| if c.is_alphanumeric() { unspoken.push(c) } else { phonemes.push(c) }),
        }
    }
    (phonemes, unspoken)
}

#[cfg(test)]
mod tests {
    use super::given;

    #[test]
    fn phonemes_are_spoken_and_letters_are_told() {
        let read = |spoken: &str| given(spoken);
        let expect = |phonemes: &str, unspoken: &str| (phonemes.to_owned(), unspoken.to_owned());
        assert_eq!(read("[今日](/kʲˈoː/), [world](/wˈɜɹld/)."), expect("kʲˈoː, wˈɜɹld.", ""));
        assert_eq!(read("今日 [は](/wa/)!"), expect(" wa!", "今日"));
        assert_eq!(read("[a link](https://a.b)"), expect(" ", "alink"));
        assert_eq!(read("…"), expect("…", ""));
    }
}
