//! One sentence of tagged tokens to phonemes.
//!
//! Words are read from the last to the first, because the reading of “the”, “to” or “a” depends on the sound that
//! follows. Pieces written together (`mother-in-law`) are tried as one word, then ever shorter from the left and from the
//! right.

use super::lexicon::{Context, Lexicon, is_to};
use super::oov::{OovAlphabet, OovNet, read_unknown};
use super::scan::{is_apostrophe, is_decimal};
use super::stress::{self, PRIMARY, Stress, is_consonant, is_pause_mark, is_vowel};
use super::suffix;
use super::token::{Token, groups, is_enclosing, is_joint};

/// What is needed to read a sentence.
pub(super) struct Pronouncer<'a, 't, 'n> {
    pub(super) lexicon: Lexicon<'t>,
    pub(super) alphabet: &'a OovAlphabet,
    pub(super) net: &'a mut OovNet<'n>,
    /// Collects the characters that have no sound.
    pub(super) unspoken: &'a mut String,
}

impl Pronouncer<'_, '_, '_> {
    /// The phonemes of a sentence, with a space wherever the text has one.
    pub(super) fn read(&mut self, tokens: &[Token<'_>]) -> String {
        let mut groups = groups(tokens);
        let mut context = Context::default();
        // Unknown words are met from the last to the first; what they leave unspoken is told in the order of the text.
        let mut unspoken: Vec<String> = Vec::new();
        for group in groups.iter_mut().rev() {
            let before = std::mem::take(self.unspoken);
            context = match group.as_mut_slice() {
                [single] => self.read_single(single, context),
                pieces => self.read_group(pieces, context),
            };
            unspoken.push(std::mem::replace(self.unspoken, before));
        }
        self.unspoken.extend(unspoken.into_iter().rev());
        let mut sound = String::new();
        for group in &groups {
            sound.push_str(&Token::sound(group));
            if group.last().is_some_and(|last| last.space_after) {
                sound.push(' ');
            }
        }
        // The model's alphabet has one sign for the tap and none for the glottal stop.
        sound.trim().replace('ɾ', "T").replace('ʔ', "t")
    }

    fn read_single(&mut self, token: &mut Token<'_>, context: Context) -> Context {
        if token.phonemes.is_none() {
            token.phonemes = self.lexicon.read(token, context).or_else(|| Some(self.unknown(token)));
        }
        after(context, token.phonemes.as_deref().unwrap_or_default(), token)
    }

    fn unknown(&mut self, token: &Token<'_>) -> String {
        read_unknown(token, self.alphabet, &self.lexicon, self.net, self.unspoken)
    }

    /// Reads pieces that are written together.
    fn read_group(&mut self, pieces: &mut [Token<'_>], mut context: Context) -> Context {
        let (mut left, mut right) = (0, pieces.len());
        while left < right {
            let merged = Token::merged(pieces.get(left..right).unwrap_or_default());
            if let Some(sound) = self.lexicon.read(&merged, context) {
                context = after(context, &sound, &merged);
                for piece in pieces.iter_mut().take(right).skip(left) {
                    piece.phonemes = Some(String::new());
                }
                if let Some(first) = pieces.get_mut(left) {
                    first.phonemes = Some(sound);
                }
                right = left;
                left = 0;
            } else if left + 1 < right {
                left += 1;
            } else {
                right -= 1;
                left = 0;
                if !merged.text.chars().all(is_silent) {
                    return self.read_group_as_unknown(pieces, context);
                }
                if let Some(piece) = pieces.get_mut(right) {
                    piece.phonemes = Some(String::new());
                }
            }
        }
        self.join_possessive(pieces);
        share_stress(pieces);
        context
    }

    /// A possessive 's that was read apart from its word (`U.S.'s`) sounds as the end of that word asks for.
    fn join_possessive(&self, pieces: &mut [Token<'_>]) {
        for i in 1..pieces.len() {
            let (before, after) = pieces.split_at_mut(i);
            let [apostrophe, s, ..] = after else { return };
            let is_possessive = apostrophe.text.chars().all(is_apostrophe)
                && matches!(s.text.as_str(), "s" | "S")
                && apostrophe.phonemes.as_deref() == Some("s");
            let word =
                before.iter_mut().rev().filter_map(|piece| piece.phonemes.as_mut()).find(|word| !word.is_empty());
            if let Some(word) = word.filter(|_| is_possessive)
                && let Some(sound) = suffix::with_s(word.clone(), self.lexicon.variety)
            {
                *word = sound;
                apostrophe.phonemes = Some(String::new());
            }
        }
    }

    fn read_group_as_unknown(&mut self, pieces: &mut [Token<'_>], context: Context) -> Context {
        let merged = Token::merged(pieces);
        let sound = self.unknown(&merged);
        let context = after(context, &sound, &merged);
        for piece in pieces.iter_mut() {
            piece.phonemes = Some(String::new());
        }
        if let Some(first) = pieces.first_mut() {
            first.phonemes = Some(sound);
        }
        context
    }
}

/// What follows the word before `token`: its first vowel, consonant or pause decides; without one, what followed it.
fn after(context: Context, sound: &str, token: &Token<'_>) -> Context {
    let first = sound.chars().find(|&c| is_vowel(c) || is_consonant(c) || is_pause_mark(c));
    let future_vowel = match first {
        Some(c) if is_pause_mark(c) => None,
        Some(c) => Some(is_vowel(c)),
        None => context.future_vowel,
    };
    Context { future_vowel, future_to: is_to(&token.text, token.tag) }
}

/// Whether a character within a word is left out without a loss.
fn is_silent(c: char) -> bool {
    is_joint(c) || is_enclosing(c)
}

/// Kinds of characters whose mixture in one word is read with gaps.
fn kind(c: char) -> u8 {
    if c.is_alphabetic() {
        0
    } else if is_decimal(c) {
        1
    } else {
        2
    }
}

/// Sets the sounds of a group apart where it mixes letters, digits and signs; otherwise makes them one word, with about
/// half of its main stresses.
fn share_stress(pieces: &mut [Token<'_>]) {
    let text = Token::merged(pieces).text;
    let inner = text.trim_matches(is_enclosing);
    let mut kinds: Vec<u8> = inner.chars().filter(|&c| !is_joint(c)).map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if text.contains(' ') || text.contains('/') || kinds.len() > 1 {
        for piece in pieces.iter_mut().skip(1) {
            piece.space_before = true;
        }
        return;
    }
    let mut sounding: Vec<(bool, usize, usize)> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        if let Some(sound) = piece.phonemes.as_deref().filter(|sound| !sound.is_empty()) {
            sounding.push((sound.contains(PRIMARY), stress::weight(sound), i));
        }
    }
    let n = sounding.len();
    let is_one_letter = |i: usize| pieces.get(i).is_some_and(|piece| piece.text.chars().count() == 1);
    let weakened: Vec<usize> = match sounding.as_slice() {
        [(_, _, first), (_, _, second)] if is_one_letter(*first) => vec![*second],
        _ if n < 2 || sounding.iter().filter(|(is_stressed, _, _)| *is_stressed).count() <= n.div_ceil(2) => Vec::new(),
        _ => {
            sounding.sort_unstable();
            sounding.iter().take(n / 2).map(|&(_, _, i)| i).collect()
        }
    };
    for i in weakened {
        if let Some(piece) = pieces.get_mut(i) {
            piece.phonemes = piece.phonemes.take().map(|sound| Stress::Demote.apply(sound));
        }
    }
}
