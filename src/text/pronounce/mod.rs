//! Korean pronunciation: from spelling to sound by 표준 발음법 (Standard Korean pronunciation).

mod adnominal;
mod breath;
mod compounds;
mod hangul;
mod lexicon;
mod phones;
mod rules;

use unicode_normalization::UnicodeNormalization as _;

pub use phones::{Allophones, Consonant, Glide, Phoneme, Vowel, ipa, phonemes};

use breath::Breath;
use hangul::is_syllable;

/// How a text is pronounced, in hangul: 국물 is 궁물.
///
/// The text is put in NFC; then every syllable gives one syllable and every other character stays as it is.
pub fn pronunciation(text: &str) -> String {
    let text: Vec<char> = text.nfc().collect();
    let mut spoken = String::with_capacity(text.len() * 3);
    let mut at = 0;
    while at < text.len() {
        let end = breath_end(&text, at);
        if end == at {
            spoken.push(text[at]);
            at += 1;
        } else {
            spoken.extend(pronounce(&text[at..end]));
            at = end;
        }
    }
    spoken
}

/// Where the breath group that begins at `start` ends: after its last syllable. `start` itself where none begins.
fn breath_end(text: &[char], start: usize) -> usize {
    if !is_syllable(text[start]) {
        return start;
    }
    let mut end = start;
    for (at, c) in text.iter().enumerate().skip(start) {
        if is_syllable(*c) {
            end = at + 1;
        } else if !matches!(c, ' ' | '\'' | '"' | '‘' | '’' | '“' | '”') {
            break;
        }
    }
    end
}

fn pronounce(chars: &[char]) -> Vec<char> {
    let mut breath = Breath::new(chars.to_vec());
    lexicon::mark(&mut breath);
    compounds::mark(&mut breath);
    adnominal::mark(&mut breath);
    breath.pronounce()
}
