//! English text to phonemes with all that it takes: the dictionaries and the network for unknown words.
//!
//! Other families whose models were trained on the same phonemes read with it too.

use std::path::{Path, PathBuf};

use super::g2p::{G2p, Phonemes, Tables, Variety};
use super::model::UnknownWordModel;
use crate::voice::Cancel;
use crate::voice::runtime::{Runtime, RuntimeError};

/// Reads English.
#[derive(Debug)]
pub struct Reader {
    g2p: G2p,
    unknown_words: UnknownWordModel,
}

impl Reader {
    /// Over opened tables and the network in the file `unknown_words`, which is loaded when it is first wanted.
    pub fn new(runtime: Runtime, tables: Tables, unknown_words: PathBuf) -> Self {
        Self { g2p: G2p::new(tables), unknown_words: UnknownWordModel::new(runtime, unknown_words) }
    }

    /// Where the network for unknown words of a variety lies among the dictionaries in `folder`.
    pub fn unknown_words_path(folder: &Path, variety: Variety) -> PathBuf {
        folder.join(match variety {
            Variety::American => "oov.onnx",
            Variety::British => "oov_gb.onnx",
        })
    }

    /// What an acoustic model is given for `spoken`.
    pub fn read(&mut self, spoken: &str, cancel: &Cancel) -> Result<Phonemes, RuntimeError> {
        let Self { g2p, unknown_words } = self;
        let mut failure: Option<RuntimeError> = None;
        let phonemes = g2p.phonemes(spoken, &mut |chars: &[i64]| match unknown_words.slots(chars, cancel) {
            Ok(slots) => Some(slots),
            Err(error) => {
                failure.get_or_insert(error);
                None
            }
        });
        // A word that the network failed on would be left out in silence: the chunk fails instead.
        failure.map_or(Ok(phonemes), Err)
    }
}
