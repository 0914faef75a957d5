//! How the text of a voice becomes the symbols of its model.

use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use super::config::{Config, PhonemeType};
use super::espeak::{Espeak, EspeakError};
use super::pieces::{Piece, assemble, pieces};
use super::symbols::Symbols;
use crate::voice::Cancel;

/// Changes whenever the same text may give other symbols.
const VERSION: u32 = 1;

/// A way to read.
#[derive(Debug)]
pub enum Reader {
    /// By espeak-ng.
    Espeak(Espeak),
    /// The letters themselves.
    Text,
}

impl Reader {
    /// What `config` asks for; `program` is espeak-ng.
    pub fn open(config: &Config, program: std::ffi::OsString) -> Result<Self, EspeakError> {
        match &config.phoneme_type {
            PhonemeType::Espeak(voice) => Espeak::open(program, voice).map(Self::Espeak),
            PhonemeType::Text => Ok(Self::Text),
        }
    }

    /// The symbols of `spoken` that the model knows, and what it has none for.
    pub fn read(&self, spoken: &str, symbols: &Symbols, cancel: &Cancel) -> Result<(String, String), EspeakError> {
        let phonemes = match self {
            Self::Espeak(espeak) => by_espeak(espeak, spoken, symbols, cancel)?,
            Self::Text => spoken.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        // The models were trained on decomposed text, one code point at a time.
        let decomposed: String = phonemes.nfd().collect();
        let mut unspoken = String::new();
        let known = symbols.known(&decomposed, &mut unspoken);
        Ok((known, unspoken.nfc().collect()))
    }

    /// Adds what the reading depends on to a hash.
    pub fn add_to(&self, hash: &mut Sha256) {
        hash.update(VERSION.to_le_bytes());
        if let Self::Espeak(espeak) = self {
            hash.update(espeak.version());
        }
    }
}

fn by_espeak(espeak: &Espeak, spoken: &str, symbols: &Symbols, cancel: &Cancel) -> Result<String, EspeakError> {
    let pieces = pieces(spoken);
    let texts: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let mut read = espeak.phonemes(&texts, cancel)?.into_iter();
    Ok(assemble(&pieces, |piece| match piece {
        Piece::Phonemes(phonemes) => spelled_out(phonemes, symbols),
        _ => read.next().unwrap_or_default(),
    }))
}

/// Phonemes of lexicons and names, in which a diphthong or an affricate is one symbol, as espeak-ng writes them. What the
/// model knows stays.
fn spelled_out(phonemes: &str, symbols: &Symbols) -> String {
    let mut all = String::with_capacity(phonemes.len());
    for symbol in phonemes.chars() {
        let long = match symbol {
            'A' => "eɪ",
            'I' => "aɪ",
            'O' => "oʊ",
            'Q' => "əʊ",
            'W' => "aʊ",
            'Y' => "ɔɪ",
            'T' => "ɾ",
            'g' => "ɡ",
            'ʤ' => "dʒ",
            'ʧ' => "tʃ",
            'ʦ' => "ts",
            'ʣ' => "dz",
            'ᵊ' => "ə",
            _ => "",
        };
        if long.is_empty() || symbols.has(symbol) {
            all.push(symbol);
        } else {
            all.push_str(long);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Config, Reader, spelled_out};
    use crate::voice::Cancel;
    use crate::voice::piper::config::tests::description;

    fn config() -> Config {
        Config::parse(&description().to_string()).expect("parses")
    }

    #[cfg(unix)]
    #[test]
    fn punctuation_comes_back_and_unknown_sounds_are_told() {
        let folder = tempfile::tempdir().expect("temp");
        let program = crate::voice::piper::espeak::tests::stand_in(folder.path());
        let config = config();
        let reader = Reader::open(&config, program).expect("opens");
        // The stand-in gives the letters back; the model knows “a”, “e” and “ɪ”.
        for (spoken, expect, unspoken) in
            [("a e, [x](/AɪI/). e", "a e, eɪɪaɪ. e", ""), ("aé! b", "ae ", "b"), ("", "", "")]
        {
            let read = reader.read(spoken, &config.symbols, &Cancel::new()).expect("reads");
            assert_eq!(read, (expect.to_owned(), unspoken.to_owned()), "{spoken}");
        }
        let cancelled = Cancel::new();
        cancelled.cancel();
        assert!(reader.read("a", &config.symbols, &cancelled).is_err());
    }

    #[test]
    fn letters_are_taken_as_they_are() {
        let config = config();
        let read = Reader::Text.read("Ae  a.\n가", &config.symbols, &Cancel::new()).expect("reads");
        assert_eq!(read, ("ae a. ".to_owned(), "가".to_owned()));
    }

    #[test]
    fn phonemes_of_lexicons_are_spelled_out() {
        assert_eq!(spelled_out("mˈOksɔɹi ʤˈAɪg", &config().symbols), "mˈoʊksɔɹi dʒˈeɪɪɡ");
    }
}
