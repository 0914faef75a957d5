//! Written text to its spoken form.
//!
//! First NFC; then markup, pictures and tags are set apart ([`super::markup`]); then the person's choices
//! ([`super::choice`]) and the entries of the lexicons ([`super::lexicon`]) take what is theirs; then the line is cut into
//! runs of one language (`super::runs`), and that language's rules claim stretches of what is left (tokens in English,
//! characters in Korean, whose words carry particles); what no rule claims stays as written. Last, words of a language that
//! the voice lacks are spelled for it (`super::foreign`). Every step keeps the ranges in the source.

use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

use super::tokens::{Pieces, tokenise};
use super::{
    Choice, Language, Lexicons, SpokenForm, choice, english, foreign, korean, lexicon, markup, runs, typography,
};

/// The names that [`super::Origin::Rule`] can have.
pub const RULES: &[&str] = &[
    "abbreviation",
    "acronym",
    "capitals",
    "code",
    "counter",
    "dash",
    "date",
    "decade",
    "expression",
    "fraction",
    "hanja",
    "initials",
    "jamo",
    "math",
    "money",
    "number",
    "ordinal",
    "phone",
    "range",
    "ratio",
    "repeat",
    "roman",
    "romanisation",
    "state",
    "street",
    "symbol",
    "time",
    "title",
    "transliteration",
    "typography",
    "unit",
    "version",
    "web",
    "year",
];

/// What becomes of words of a language other than the line's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForeignWords {
    /// They stay for the voice to speak if it knows their language, and are transliterated if it does not.
    #[default]
    ByVoice,
    /// They stay as written.
    Kept,
    /// They are spelled in the letters of the line's language (server → 서버).
    Transliterated,
}

/// How a project is read where there is more than one good way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ReadingOptions {
    /// Whether Korean particles stay as written although a lexicon's reading ends in a sound that takes the other form
    /// (은/는, 이/가, 을/를, 와/과, 으로/로). Usually they follow the reading.
    pub keeps_particles: bool,
    /// What becomes of words of another language.
    pub foreign_words: ForeignWords,
}

/// How a line is to be read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The language whose rules apply.
    pub language: Language,
    /// The person's own readings; they come before every rule.
    pub lexicons: Arc<Lexicons>,
    /// Whether the voice takes phonemes in the text, as `[word](/phonemes/)`.
    pub takes_phonemes: bool,
    /// What the project wants.
    pub options: ReadingOptions,
    /// The person's readings of single places of this line; they come before the lexicons.
    pub choices: Arc<[Choice]>,
    /// The languages that the voice speaks; empty where no voice is known, and then none is missing.
    pub speaks: Vec<Language>,
    /// Whether tags such as `<laugh>` are left for the voice to act; otherwise they are markup.
    pub expressions: bool,
}

impl Reading {
    /// In this language, with no lexicon and for a voice without phonemes.
    pub fn of(language: Language) -> Self {
        Self { language, ..Self::default() }
    }

    /// How lexicons are applied.
    pub(super) fn lexicon_options(&self) -> lexicon::Options {
        lexicon::Options {
            language: self.language,
            takes_phonemes: self.takes_phonemes,
            keeps_particles: self.options.keeps_particles,
        }
    }
}

/// `text` in Unicode normalisation form C: the form that all spans count in.
pub fn nfc(text: &str) -> String {
    if is_surely_nfc(text) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text.to_owned();
    }
    text.nfc().collect()
}

/// Whether every character is one that composes with no other: nothing before the combining marks is one or composes with
/// what precedes it, and Hangul syllables only compose with what follows them.
fn is_surely_nfc(text: &str) -> bool {
    text.is_ascii() || text.chars().all(|c| matches!(c, '\0'..'\u{300}' | '\u{2010}'..='\u{2027}' | '가'..='힣'))
}

/// The spoken form of `text`: every character of its NFC form belongs to exactly one piece.
pub fn spoken_form(text: &str, reading: &Reading) -> SpokenForm {
    let source = nfc(text);
    let chars: Vec<char> = source.chars().collect();
    let items = markup::scan(&chars);
    let chosen = choice::read(reading, &items, &chars);
    let items = lexicon::put(items, &chosen.readings);
    let applied = chosen.with(reading.lexicons.read(&items, &chars, reading.lexicon_options()));
    let mut items = lexicon::put(items, &applied.readings);
    // A line of plain ASCII has neither typographic variants nor a stretch of Hangul.
    let is_ascii = chars.len() == source.len();
    match reading.language {
        Language::English if is_ascii && !source.contains(['\'', '`']) => {}
        Language::English => english::fold_typography(&mut items),
        Language::Korean => typography::fold_variants(&mut items),
    }
    let mut pieces = Pieces::new(&items, &source, &chars, &applied.readings);
    let mut line = String::new();
    let runs = if is_ascii && reading.language == Language::English {
        runs::whole(&items, reading.language)
    } else {
        runs::split(&items, reading.language)
    };
    for run in runs {
        pieces.begin_run(run.language);
        // A run ends where the next begins: nothing behind it is looked at.
        let until = items.get(..run.items.end).unwrap_or(&items);
        match run.language {
            Language::English => {
                english::read(&tokenise(until, run.items.start, &source, &chars, &mut line), &mut pieces);
            }
            Language::Korean => korean::read(until, run.items.start, &mut pieces),
        }
        pieces.write_until(run.items.end);
    }
    let mut pieces = foreign::spell(pieces.finish(), reading);
    if reading.expressions {
        markup::act(&mut pieces, &chars);
    }
    SpokenForm { source, pieces, warnings: applied.warnings }
}

#[cfg(test)]
mod tests;
