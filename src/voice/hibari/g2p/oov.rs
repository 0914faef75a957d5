//! Words that no lexicon has: letters go to the out-of-vocabulary net, digits to the number reader, signs to a table.

use super::lexicon::{Context, Lexicon};
use super::scan::{is_apostrophe, is_decimal, lexicon_form};
use super::tables::{Section, Tables, u32_at};
use super::token::Token;

/// Runs the net on the ids of a word's characters; its raw output, or nothing if it cannot run.
pub type OovNet<'a> = dyn FnMut(&[i64]) -> Option<Vec<i64>> + 'a;

/// The alphabets of the net.
#[derive(Clone, Debug)]
pub(super) struct OovAlphabet {
    input: Vec<char>,
    output: Vec<char>,
    max_chars: usize,
}

impl OovAlphabet {
    pub(super) fn new(tables: &Tables) -> Self {
        Self {
            input: tables.text(Section::OovIn).chars().collect(),
            output: tables.text(Section::OovOut).chars().collect(),
            max_chars: u32_at(tables.raw(Section::OovLimits), 0).unwrap_or(1).max(1) as usize,
        }
    }

    /// The id of a character, if the net has it.
    fn id(&self, c: char) -> Option<i64> {
        let index = self.input.iter().position(|&known| known == c)?;
        i64::try_from(index + 1).ok()
    }

    /// The phonemes of the net's raw output: repeats and then blanks are dropped (connectionist temporal
    /// classification, Graves et al. 2006, best path).
    pub(super) fn collapse(&self, output: &[i64]) -> String {
        let mut previous = 0;
        let mut phonemes = String::new();
        for &id in output {
            if id != previous && id > 0 {
                phonemes.extend(usize::try_from(id - 1).ok().and_then(|index| self.output.get(index)));
            }
            previous = id;
        }
        phonemes
    }

    /// The sound of a run of letters. Characters that the net does not know, or all if it cannot run, go to `unspoken`.
    ///
    /// The net reads no more than its maximum of characters and would lose the end of a longer word without a sign, so
    /// a longer word is read in parts of about the same length.
    pub(super) fn read(&self, word: &str, net: &mut OovNet<'_>, unspoken: &mut String) -> String {
        let mut known = Vec::new();
        for c in word.chars().filter(|&c| !is_apostrophe(c)) {
            match self.id(c) {
                Some(id) => known.push((c, id)),
                None => unspoken.push(c),
            }
        }
        let mut sound = String::new();
        for part in parts(&known, self.max_chars) {
            let ids: Vec<i64> = part.iter().map(|&(_, id)| id).collect();
            match net(&ids) {
                Some(output) => sound.push_str(&self.collapse(&output)),
                None => unspoken.extend(part.iter().map(|&(c, _)| c)),
            }
        }
        sound
    }
}

/// Cuts a word into parts of at most `max` characters, as even as can be, each new part preferably starting with a
/// consonant between two vowels (`…a|ne…`), where a syllable starts in most languages.
fn parts(mut word: &[(char, i64)], max: usize) -> Vec<&[(char, i64)]> {
    let is_vowel = |at: usize| word_char(word, at).is_some_and(|c| "aeiouyäöüéèáóíAEIOUY".contains(c));
    let is_syllable_start = |at: usize| at > 0 && is_vowel(at - 1) && !is_vowel(at) && is_vowel(at + 1);
    let is_after_vowel = |at: usize| at > 0 && is_vowel(at - 1) && !is_vowel(at);
    let n_parts = word.len().div_ceil(max);
    let mut cuts = Vec::new();
    let mut start = 0;
    for i in 1..n_parts {
        let (ideal, last) = (word.len() * i / n_parts, start + max);
        // What is left must still fit into the parts that are left.
        let first = (start + 1).max(word.len().saturating_sub(max * (n_parts - i)));
        let mut candidates: Vec<usize> = (first..=last.min(word.len() - 1)).collect();
        candidates.sort_by_key(|&at| at.abs_diff(ideal));
        let best = candidates.iter().find(|&&at| is_syllable_start(at) && at.abs_diff(ideal) <= max / 4);
        let best = best.or_else(|| candidates.iter().find(|&&at| is_after_vowel(at))).or(candidates.first());
        start = best.copied().unwrap_or(ideal);
        cuts.push(start);
    }
    let mut list = Vec::new();
    for at in cuts.iter().rev() {
        let (head, tail) = word.split_at((*at).min(word.len()));
        list.push(tail);
        word = head;
    }
    if !word.is_empty() {
        list.push(word);
    }
    list.reverse();
    list
}

fn word_char(word: &[(char, i64)], at: usize) -> Option<char> {
    word.get(at).map(|&(c, _)| c)
}

/// Kinds of characters that an unknown word is cut into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letters,
    Digits,
    Sign,
    Space,
}

/// Reads a word that the lexicon does not know, run by run, with spaces between the sounds. Where it has several runs,
/// those that the lexicon does know are read as it says.
pub(super) fn read_unknown(
    word: &Token<'_>,
    alphabet: &OovAlphabet,
    lexicon: &Lexicon<'_>,
    net: &mut OovNet<'_>,
    unspoken: &mut String,
) -> String {
    let mut sounds: Vec<String> = Vec::new();
    let runs = runs(&word.text);
    let known = |run: &str| {
        let part = Token::new(run.to_owned(), word.tag, false);
        // Capitals that are no word would be spelled; the net knows better which of them are.
        let is_word = runs.len() > 1 && (run != run.to_uppercase() || lexicon.has(run));
        lexicon.read(&part, Context::default()).filter(|_| is_word)
    };
    for (kind, run) in &runs {
        let sound = match kind {
            Kind::Letters => known(run).unwrap_or_else(|| alphabet.read(run, net, unspoken)),
            Kind::Digits => lexicon.number(&lexicon_form(run), None, false).unwrap_or_default(),
            Kind::Sign => {
                let mut signs = Vec::new();
                for c in run.chars() {
                    match sign_sound(c) {
                        Some(sound) => signs.push(sound),
                        None if is_symbol(c) => unspoken.push(c),
                        None => {}
                    }
                }
                signs.join(" ")
            }
            Kind::Space => String::new(),
        };
        if !sound.is_empty() {
            sounds.push(sound);
        }
    }
    sounds.join(" ")
}

/// Cuts a word into runs of letters (with the apostrophes inside them), numbers (with the commas and dots inside them)
/// and signs.
fn runs(word: &str) -> Vec<(Kind, String)> {
    let chars: Vec<char> = word.chars().collect();
    let mut runs: Vec<(Kind, String)> = Vec::new();
    for (i, &c) in chars.iter().enumerate() {
        let is_inside = |kind: Kind, test: fn(char) -> bool| {
            runs.last().is_some_and(|(last, _)| *last == kind) && chars.get(i + 1).copied().is_some_and(test)
        };
        let kind = match c {
            _ if c.is_alphabetic() || is_combining(c) => Kind::Letters,
            _ if is_apostrophe(c) && is_inside(Kind::Letters, char::is_alphabetic) => Kind::Letters,
            _ if is_decimal(c) || (matches!(c, ',' | '.') && is_inside(Kind::Digits, is_decimal)) => Kind::Digits,
            _ if c.is_whitespace() => Kind::Space,
            _ => Kind::Sign,
        };
        match runs.last_mut() {
            Some((last, run)) if *last == kind => run.push(c),
            _ => runs.push((kind, c.to_string())),
        }
    }
    runs
}

/// Whether `c` is a mark over or under a letter.
fn is_combining(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Whether a sign means something, so that leaving it out is worth telling; punctuation is not.
fn is_symbol(c: char) -> bool {
    !(c.is_ascii_punctuation() || c.is_control() || c.is_whitespace() || is_quiet(c)) || matches!(c, '$' | '|' | '\\')
}

/// Punctuation of other blocks that nobody expects to hear.
fn is_quiet(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{203f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff20}' | '«' | '»' | '¿' | '¡' | '´' | '·')
}

/// The sound of a sign.
fn sign_sound(c: char) -> Option<&'static str> {
    match c {
        '/' => Some("slˈæʃ"),
        '=' => Some("ˈikwᵊlz"),
        '+' => Some("plˈʌs"),
        '&' => Some("ænd"),
        '@' => Some("æt"),
        '%' => Some("pəɹsˈɛnt"),
        '#' => Some("hˈæʃ"),
        '*' => Some("ˈæstəɹˌɪsk"),
        '~' => Some("tˈɪldə"),
        '^' => Some("kˈɛɹət"),
        '<' => Some("lˈɛs ðən"),
        '>' => Some("ɡɹˈATəɹ ðən"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

    fn check(word: &str, max: usize, expect: &[&str]) {
        let chars: Vec<(char, i64)> = word.chars().map(|c| (c, 1)).collect();
        let found: Vec<String> =
            parts(&chars, max).into_iter().map(|part| part.iter().map(|&(c, _)| c).collect()).collect();
        assert_eq!(found, expect, "{word}");
    }

    #[test]
    fn long_words_are_cut_before_a_syllable() {
        check("", 24, &[]);
        check("short", 24, &["short"]);
        check("hippopotomonstrosesquippedaliophobia", 24, &["hippopotomonstro", "sesquippedaliophobia"]);
        check("bababababa", 4, &["ba", "baba", "baba"]);
        check("xxxxxxxxxx", 4, &["xxx", "xxx", "xxxx"]);
        check("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 24, &["aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaa"]);
    }
}
