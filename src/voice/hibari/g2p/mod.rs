//! English text to phonemes for the `hibari` voices.
//!
//! An independent implementation of what the voices were trained with: the rules of misaki 0.9.4 over its lexicons, a
//! tokeniser that follows spaCy's English rules, a perceptron tagger, and a small net for words that no lexicon has.
//!
//! | step | where |
//! |---|---|
//! | sentences of a chunk | `sentence` |
//! | words and punctuation | `tokenize` |
//! | parts of speech | `tagger` |
//! | pieces, signs, groups | `token` |
//! | order of reading, context, compounds | `pronounce` |
//! | lexicons, special words, inflected forms | `lexicon`, `suffix` |
//! | numbers in digits | `amount`, `number` |
//! | everything else | `oov` |
//! | the data, compiled once and used in place | `tables`, `compile` |
//!
//! # How near it is to the reference
//!
//! `tests/compare_hibari.rs` compares it with hibari-tts 0.2.1 on 525 sentences (4 315 words of phonemes, through the
//! studio's own normaliser: 99.4 % alike) and on 2 000 words of the lexicons with their inflected forms (all alike). Every
//! one of the differences is of a kind listed here; nearly all are words next to a quote.
//!
//! # Where it reads otherwise, on purpose
//!
//! - `$10.5` is ten dollars and *fifty* cents; decimals are read as written (`3.50`: “three point five zero”); numbers
//!   beyond the names of powers are read digit by digit.
//! - `€` directly before a number is money even where the tagger takes it for a word; the possessive of letters that are
//!   spelled sounds as it should (`the U.S.'s`).
//! - A dot after an abbreviation does not end the sentence before a digit (`approx. 3.5 miles`).
//! - Words longer than the net's 24 characters are read in parts instead of losing their end.
//! - After a word that was read as unknown, “the” and “to” still follow its first sound (`the O'Neils`).
//! - A quote or bracket that the tagger takes for a word (it often does at the start of direct speech) is still a quote
//!   or bracket. The reference makes one unknown word of it and the word beside it, and guesses how that is read
//!   (`"That's` with the sound of *thin*).
//! - Of an unknown compound, the parts that the lexicon has are read as it says.
//! - Signs in a row are read as separate words (`//`: “slash slash”).
//! - A link that gives no phonemes is read word by word.
//! - What cannot be spoken is told in [`Phonemes::unspoken`].

mod amount;
mod compile;
mod lexicon;
mod number;
mod oov;
mod pronounce;
mod scan;
mod sentence;
mod stress;
mod suffix;
mod tables;
mod tagger;
mod token;
mod tokenize;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use compile::compile;
use lexicon::Lexicon;
use oov::OovAlphabet;
pub use oov::OovNet;
use pronounce::Pronouncer;
use sentence::Splitter;
use tables::Section;
pub use tables::{Tables, TablesError, Variety};
use tagger::Tagger;
use token::Token;
use tokenize::Tokenizer;

/// Version of the reading rules. Raise it when a change makes some text sound otherwise: together with
/// [`Tables::sources`] it tells whether a kept recording is still what would be spoken.
pub const RULES_VERSION: u32 = 1;

/// What the model is given at once: one sentence, or a piece of a long one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Utterance {
    /// Readable: letters of the voice's phoneme alphabet, stress marks, punctuation.
    pub phonemes: String,
    /// The ids of its characters, with a 0 at both ends. Characters without an id are left out.
    pub ids: Vec<i64>,
}

/// What a chunk of text sounds like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phonemes {
    /// In order; none of them empty. Their waveforms are joined without a pause.
    pub utterances: Vec<Utterance>,
    /// The characters of the text that the voice has no sound for, in order.
    pub unspoken: String,
}

impl Phonemes {
    /// The phonemes of all utterances, joined by spaces.
    pub fn text(&self) -> String {
        let phonemes: Vec<&str> = self.utterances.iter().map(|utterance| utterance.phonemes.as_str()).collect();
        phonemes.join(" ")
    }
}

/// English text to phonemes.
#[derive(Clone, Debug)]
pub struct G2p {
    tables: Tables,
    vocab: HashMap<char, i64>,
    alphabet: OovAlphabet,
}

impl G2p {
    /// Over opened tables.
    pub fn new(tables: Tables) -> Self {
        let pairs = tables.raw(Section::Vocab).chunks_exact(8);
        let vocab = pairs
            .filter_map(|pair| {
                let c = char::from_u32(tables::u32_at(pair, 0)?)?;
                Some((c, i64::from(tables::u32_at(pair, 4)?)))
            })
            .collect();
        let alphabet = OovAlphabet::new(&tables);
        Self { tables, vocab, alphabet }
    }

    /// The tables it reads from.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The phonemes of a chunk of normalised text, which may have several sentences. `oov` runs the out-of-vocabulary
    /// net: it is given the ids of a word's characters (at least 1, at most 24) and returns the net's raw output ids, or
    /// nothing if the net cannot run. `[text](/phonemes/)` is spoken as the phonemes say.
    pub fn phonemes(&self, text: &str, oov: &mut OovNet<'_>) -> Phonemes {
        let mut result = Phonemes::default();
        for sentence in Splitter::new(&self.tables).sentences(&plain(text)) {
            let phonemes = self.sentence(&sentence, oov, &mut result.unspoken);
            for piece in sentence::pieces(&phonemes) {
                let ids = self.ids(&piece);
                if ids.len() > 2 {
                    result.utterances.push(Utterance { phonemes: piece, ids });
                }
            }
        }
        result
    }

    /// The phoneme string of one sentence, however long.
    fn sentence(&self, sentence: &str, net: &mut OovNet<'_>, unspoken: &mut String) -> String {
        let tokens = self.tokens(sentence);
        let mut pronouncer =
            Pronouncer { lexicon: Lexicon::new(&self.tables), alphabet: &self.alphabet, net, unspoken };
        pronouncer.read(&tokens)
    }

    /// The tagged tokens of a sentence.
    fn tokens(&self, sentence: &str) -> Vec<Token<'_>> {
        let tokenizer = Tokenizer::new(&self.tables);
        let mut tokens: Vec<Token<'_>> = Vec::new();
        for part in overrides(sentence) {
            if part.text.starts_with(char::is_whitespace)
                && let Some(last) = tokens.last_mut()
            {
                last.space_after = true;
            }
            if part.phonemes.is_some() {
                tokens.push(Token { phonemes: part.phonemes, ..Token::new(part.text, "", false) });
            } else {
                let raw = tokenizer.tokens(&part.text);
                tokens.extend(raw.into_iter().map(|token| Token::new(token.text, "", token.space_after)));
            }
        }
        let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        let tags = Tagger::new(&self.tables).tags(&words);
        for (token, tag) in tokens.iter_mut().zip(tags) {
            token.tag = tag;
        }
        tokens
    }

    /// The ids of a phoneme string: a 0, those of the characters that have one, and a 0.
    pub fn ids(&self, phonemes: &str) -> Vec<i64> {
        let inner = phonemes.chars().filter_map(|c| self.vocab.get(&c).copied());
        std::iter::once(0).chain(inner).chain(std::iter::once(0)).collect()
    }
}

/// The text with one form of apostrophe, dash and space each.
fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        '’' => '\'',
        '‒' => '-',
        '―' => '—',
        '\u{a0}' => ' ',
        _ => c,
    };
    text.chars().map(plain).collect()
}

/// A stretch of a sentence, with its phonemes if they are given in the text.
pub struct Part {
    /// As it is written.
    pub text: String,
    /// Its phonemes.
    pub phonemes: Option<String>,
}

/// Cuts a sentence at its inline pronunciations. A link that gives no phonemes is its text.
pub fn overrides(sentence: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut plain = String::new();
    let mut rest = sentence;
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        let Some((text, target, after)) = link_parts(link) else {
            plain.push('[');
            rest = link;
            continue;
        };
        rest = after;
        match target.strip_prefix('/').and_then(|target| target.strip_suffix('/')) {
            Some(phonemes) => {
                parts.push(Part { text: std::mem::take(&mut plain), phonemes: None });
                parts.push(Part { text: text.to_owned(), phonemes: Some(phonemes.to_owned()) });
            }
            None => plain.push_str(text),
        }
    }
    plain.push_str(rest);
    parts.push(Part { text: plain, phonemes: None });
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// The text, the target and the rest of a link whose opening bracket has been read.
fn link_parts(link: &str) -> Option<(&str, &str, &str)> {
    let (text, rest) = link.split_once(']')?;
    let (target, after) = rest.strip_prefix('(')?.split_once(')')?;
    (!text.is_empty()).then_some((text, target, after))
}
