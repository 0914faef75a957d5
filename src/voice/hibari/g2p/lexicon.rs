//! Words the voice knows: two lexicons, words with a reading of their own, and inflected forms of known words.
//!
//! The rules are those the voice was trained with (misaki 0.9.4, American English); what they do is more important here
//! than whether another rule would be better, because the model has only heard these readings.

use super::compile::{SPELL, UNIT_SEPARATOR};
use super::scan::{capitalized, lexicon_form};
use super::stress::{PRIMARY, SECONDARY, Stress};
use super::suffix;
use super::tables::{Section, Strings, Tables, Variety};
use super::token::{Token, currency_units};

/// What follows a word, as far as its reading depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Context {
    /// Whether the next sound is a vowel; nothing before a pause and at the end.
    pub(super) future_vowel: Option<bool>,
    /// Whether the next word is “to”.
    pub(super) future_to: bool,
}

/// One of the two lexicons.
#[derive(Clone, Copy)]
struct Dictionary<'t> {
    keys: Strings<'t>,
    values: Strings<'t>,
}

/// A reading in a lexicon: phonemes, or some for each tag (see [`super::compile`]).
#[derive(Clone, Copy)]
struct Reading<'t>(&'t str);

impl<'t> Dictionary<'t> {
    /// The reading of `word`; a lower-case word answers to its capitalised key and the other way round.
    fn get(&self, word: &str) -> Option<Reading<'t>> {
        let found = self.keys.find(word).or_else(|| {
            word.chars().nth(1)?;
            let lower = word.to_lowercase();
            let capitalized = capitalized(word);
            if word == lower && capitalized != lower {
                self.keys.find(&capitalized)
            } else if word == capitalized {
                self.keys.find(&lower)
            } else {
                None
            }
        });
        self.values.get(found?).map(Reading)
    }

    fn contains(&self, word: &str) -> bool {
        self.get(word).is_some()
    }
}

impl<'t> Reading<'t> {
    /// The phonemes for a tag; nothing where the word is to be spelled.
    fn select(self, tag: &str, context: Option<Context>) -> Option<&'t str> {
        if !self.0.starts_with(UNIT_SEPARATOR) {
            return Some(self.0);
        }
        let field = |name: &str| self.field(name);
        let at_end = field("None").filter(|_| context.is_some_and(|context| context.future_vowel.is_none()));
        let found = at_end.or_else(|| field(tag)).or_else(|| field(parent_tag(tag))).or_else(|| field("DEFAULT"));
        found.filter(|&phonemes| phonemes != SPELL)
    }

    /// One field of a reading that depends on the tag.
    fn field(self, name: &str) -> Option<&'t str> {
        let mut fields = self.0.split(UNIT_SEPARATOR).skip(1);
        while let (Some(tag), Some(phonemes)) = (fields.next(), fields.next()) {
            if tag == name {
                return Some(phonemes);
            }
        }
        None
    }
}

/// The part of speech that a tag belongs to, as the lexicons name it.
fn parent_tag(tag: &str) -> &str {
    match tag {
        _ if tag.starts_with("VB") => "VERB",
        _ if tag.starts_with("NN") => "NOUN",
        _ if tag.starts_with("RB") || tag.starts_with("ADV") => "ADV",
        _ if tag.starts_with("JJ") || tag.starts_with("ADJ") => "ADJ",
        _ => tag,
    }
}

/// Words and numbers to phonemes. Borrows the tables; cheap to make.
pub(super) struct Lexicon<'t> {
    gold: Dictionary<'t>,
    silver: Dictionary<'t>,
    pub(super) variety: Variety,
}

impl<'t> Lexicon<'t> {
    pub(super) fn new(tables: &'t Tables) -> Self {
        let dictionary = |keys, values| Dictionary { keys: tables.strings(keys), values: tables.strings(values) };
        Self {
            gold: dictionary(Section::GoldKeys, Section::GoldValues),
            silver: dictionary(Section::SilverKeys, Section::SilverValues),
            variety: tables.variety(),
        }
    }

    /// The sound of a token, or nothing if it is neither a word nor a number that is known.
    pub(super) fn read(&self, token: &Token<'_>, context: Context) -> Option<String> {
        let word = lexicon_form(token.alias.unwrap_or(&token.text));
        let stress = if word == word.to_lowercase() {
            Stress::Keep
        } else if word == word.to_uppercase() {
            Stress::Primary
        } else {
            Stress::AtLeastSecondary
        };
        if let Some(phonemes) = self.word(&word, token.tag, stress, context) {
            return Some(match token.currency.and_then(currency_units) {
                Some([unit, _]) => {
                    format!("{phonemes} {}", self.plural(unit).unwrap_or_default()).trim_end().to_owned()
                }
                None => phonemes,
            });
        }
        self.number(&word, token.currency, token.is_head)
    }

    /// The sound of the plural of a unit.
    pub(super) fn plural(&self, unit: &str) -> Option<String> {
        suffix::with_s(self.lookup(unit, "", Stress::Keep, None)?, self.variety)
    }

    /// The sound of a word: a reading of its own, that of a lexicon, or that of an inflected form.
    fn word(&self, word: &str, tag: &str, stress: Stress, context: Context) -> Option<String> {
        if let Some(phonemes) = self.special(word, tag, stress, context) {
            return Some(phonemes);
        }
        let lower = word.to_lowercase();
        let word = if self.is_folded(word, &lower, tag, stress, context) { lower.as_str() } else { word };
        if self.is_known(word) {
            return self.lookup(word, tag, stress, Some(context));
        }
        let possessive = word.strip_suffix("s'").map(|stem| format!("{stem}'s"));
        let base = possessive.as_deref().filter(|base| self.is_known(base));
        let base = base.or_else(|| word.strip_suffix('\'').filter(|base| self.is_known(base)));
        if let Some(base) = base {
            return self.lookup(base, tag, stress, Some(context));
        }
        self.with_suffix_s(word, tag, stress, context)
            .or_else(|| self.with_suffix_ed(word, tag, stress, context))
            .or_else(|| {
                let stress = if stress == Stress::Keep { Stress::AtLeastSecondary } else { stress };
                self.with_suffix_ing(word, tag, stress, context)
            })
    }

    /// Whether a word written with capitals is read as its lower-case form, because only that is known.
    fn is_folded(&self, word: &str, lower: &str, tag: &str, stress: Stress, context: Context) -> bool {
        let n_chars = word.chars().count();
        let is_word = n_chars > 1 && word != lower && word.chars().all(|c| c == '\'' || c.is_alphabetic());
        let tail: String = word.chars().skip(1).collect();
        is_word
            && word.chars().any(|c| c != '\'')
            && (tag != "NNP" || n_chars > 7)
            && !self.has(word)
            && (word == word.to_uppercase() || tail == tail.to_lowercase())
            && (self.has(lower)
                || self.with_suffix_s(lower, tag, stress, context).is_some()
                || self.with_suffix_ed(lower, tag, stress, context).is_some()
                || self.with_suffix_ing(lower, tag, stress, context).is_some())
    }

    /// Whether either lexicon has the word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.gold.contains(word) || self.silver.contains(word)
    }

    /// Whether [`Lexicon::lookup`] may be asked: a word of a lexicon, a sign with a name, a letter, or letters to spell.
    pub(super) fn is_known(&self, word: &str) -> bool {
        if self.has(word) || sign_name(word).is_some() {
            return true;
        }
        if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphabetic()) {
            return false;
        }
        let tail: String = word.chars().skip(1).collect();
        tail.is_empty()
            || (word == word.to_uppercase() && self.gold.contains(&word.to_lowercase()))
            || tail == tail.to_uppercase()
    }

    /// The reading of a word in the lexicons, or its letters.
    pub(super) fn lookup(&self, word: &str, tag: &str, stress: Stress, context: Option<Context>) -> Option<String> {
        let lower = word.to_lowercase();
        let is_folded = word == word.to_uppercase() && !self.gold.contains(word);
        let word = if is_folded { lower.as_str() } else { word };
        let is_name = is_folded && tag == "NNP";
        let reading = self.gold.get(word).or_else(|| self.silver.get(word).filter(|_| !is_name));
        let phonemes = reading.and_then(|reading| reading.select(tag, context));
        match phonemes.filter(|phonemes| !is_name || phonemes.contains(PRIMARY)) {
            Some(phonemes) => Some(stress.apply(phonemes.to_owned())),
            None => self.spelled(word).or_else(|| phonemes.map(|phonemes| stress.apply(phonemes.to_owned()))),
        }
    }

    /// The names of the letters, the last one stressed.
    fn spelled(&self, word: &str) -> Option<String> {
        let mut names = String::new();
        for c in word.chars().filter(|c| c.is_alphabetic()) {
            let letter: String = c.to_uppercase().collect();
            names.push_str(self.gold.get(&letter)?.select("", None)?);
        }
        let names = Stress::Secondary.apply(names);
        Some(match names.rsplit_once(SECONDARY) {
            Some((before, after)) => format!("{before}{PRIMARY}{after}"),
            None => names,
        })
    }

    /// A reading from the first lexicon, by tag.
    fn gold(&self, word: &str, tag: &str) -> Option<String> {
        Some(self.gold.get(word)?.select(tag, None)?.to_owned())
    }

    /// Words whose reading depends on what they are or what follows.
    fn special(&self, word: &str, tag: &str, stress: Stress, context: Context) -> Option<String> {
        let is_noun = tag.starts_with("NN");
        let own = |phonemes: &str| Some(phonemes.to_owned());
        match word {
            "." if tag == "ADD" => return self.lookup("dot", "", Stress::Demote, Some(context)),
            "/" if tag == "ADD" => return self.lookup("slash", "", Stress::Demote, Some(context)),
            "a" | "A" => return own(if tag == "DT" { "ɐ" } else { "ˈA" }),
            "am" | "Am" | "AM" => {
                let is_full = context.future_vowel.is_none() || word != "am" || stress == Stress::Primary;
                return match (is_noun, is_full) {
                    (true, _) => self.spelled(word),
                    (false, true) => self.gold("am", ""),
                    (false, false) => own("ɐm"),
                };
            }
            "AN" if is_noun => return self.spelled(word),
            "an" | "An" | "AN" => return own("ɐn"),
            "I" if tag == "PRP" => return own("ˌI"),
            "by" | "By" | "BY" if parent_tag(tag) == "ADV" => return own("bˈI"),
            "in" | "In" | "IN" if word != "IN" || tag != "NNP" => {
                return own(if context.future_vowel.is_none() || tag != "IN" { "ˈɪn" } else { "ɪn" });
            }
            "the" | "The" | "THE" if word != "THE" || tag == "DT" => {
                return own(if context.future_vowel == Some(true) { "ði" } else { "ðə" });
            }
            "used" | "Used" | "USED" => {
                let is_habit = matches!(tag, "VBD" | "JJ") && context.future_to;
                return self.gold("used", if is_habit { "VBD" } else { "DEFAULT" });
            }
            _ => {}
        }
        if is_to(word, tag) {
            return match context.future_vowel {
                None => self.gold("to", ""),
                Some(false) => own("tə"),
                Some(true) => own("tʊ"),
            };
        }
        if tag == "IN" && matches!(word.to_lowercase().as_str(), "vs" | "vs.") {
            return self.lookup("versus", "", Stress::Keep, Some(context));
        }
        if let Some(name) = sign_name(word) {
            return self.lookup(name, "", Stress::Keep, Some(context));
        }
        let parts = || word.split('.');
        let is_dotted = word.trim_matches('.').contains('.')
            && parts().flat_map(str::chars).all(char::is_alphabetic)
            && parts().all(|part| part.chars().count() < 3);
        if is_dotted { self.spelled(word) } else { None }
    }
}

/// Whether a word is the “to” before a verb or a place.
pub(super) fn is_to(word: &str, tag: &str) -> bool {
    matches!(word, "to" | "To") || (word == "TO" && matches!(tag, "TO" | "IN"))
}

/// The word that a sign within text is read as.
fn sign_name(word: &str) -> Option<&'static str> {
    match word {
        "%" => Some("percent"),
        "&" => Some("and"),
        "+" => Some("plus"),
        "@" => Some("at"),
        _ => None,
    }
}
