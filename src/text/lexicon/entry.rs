//! One entry of a lexicon, and what can be wrong with it.

use unicode_normalization::UnicodeNormalization as _;

use super::fold;
use crate::text::Language;

/// Longest written form, in `char`s.
pub const MAX_WRITTEN_CHARS: usize = 200;
/// Longest reading, in `char`s.
pub const MAX_SPOKEN_CHARS: usize = 1_000;

/// Where in a text an entry applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchMode {
    /// Whole words. A Korean particle may follow.
    #[default]
    Word,
    /// Everywhere, also inside words.
    Anywhere,
    /// At the start of words.
    Start,
    /// At the end of words. A Korean particle may follow.
    End,
    /// The written form is a regular expression; the reading may use `$1` or `${name}`.
    Regex,
}

impl MatchMode {
    /// All modes, in the order they are offered.
    pub const ALL: [Self; 5] = [Self::Word, Self::Anywhere, Self::Start, Self::End, Self::Regex];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Word => "word",
            Self::Anywhere => "anywhere",
            Self::Start => "start",
            Self::End => "end",
            Self::Regex => "regex",
        }
    }

    /// The mode of this name; nothing named is the default.
    pub fn from_name(name: &str) -> Option<Self> {
        from_name(name, &Self::ALL, Self::name)
    }
}

/// Whether capitals matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// They do not.
    #[default]
    Ignore,
    /// They do.
    Exact,
}

impl Case {
    /// Both, in the order they are offered.
    pub const ALL: [Self; 2] = [Self::Ignore, Self::Exact];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Exact => "exact",
        }
    }

    /// The value of this name; nothing named is the default.
    pub fn from_name(name: &str) -> Option<Self> {
        from_name(name, &Self::ALL, Self::name)
    }
}

fn from_name<T: Copy + Default>(name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Option<T> {
    if name.trim().is_empty() {
        return Some(T::default());
    }
    all.iter().copied().find(|&value| name.trim().eq_ignore_ascii_case(name_of(value)))
}

/// How one written form is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Entry {
    /// What is written, or a regular expression. NFC.
    pub written: String,
    /// A respelling, or between slashes phonemes for voices that take them. NFC.
    pub spoken: String,
    /// Only in texts of this language; anywhere if none.
    pub language: Option<Language>,
    /// Where it applies.
    #[serde(rename = "match")]
    pub mode: MatchMode,
    /// Whether capitals matter.
    pub case: Case,
    /// Whether it applies at all.
    pub enabled: bool,
    /// A note for people.
    pub note: String,
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            written: String::new(),
            spoken: String::new(),
            language: None,
            mode: MatchMode::default(),
            case: Case::default(),
            enabled: true,
            note: String::new(),
        }
    }
}

impl Entry {
    /// An entry for whole words, in any language and in capitals or not.
    pub fn word(written: &str, spoken: &str) -> Self {
        Self { written: written.to_owned(), spoken: spoken.to_owned(), ..Self::default() }.tidied()
    }

    /// The entry in NFC, without control characters, and with single spaces only.
    #[must_use]
    pub fn tidied(mut self) -> Self {
        for text in [&mut self.written, &mut self.spoken, &mut self.note] {
            *text = tidy(text);
        }
        if let Some(phonemes) = self.phonemes() {
            self.spoken = format!("/{phonemes}/");
        }
        self
    }

    /// The phonemes, if the reading is given in phonemes.
    pub fn phonemes(&self) -> Option<&str> {
        phonemes_of(&self.spoken)
    }

    /// What the entry is for. Of two enabled entries of one lexicon with the same place, one could never apply.
    pub fn place(&self) -> EntryPlace {
        let written = if self.mode == MatchMode::Regex {
            self.written.clone()
        } else {
            let key = fold::key(&self.written).into_iter();
            if self.case == Case::Exact { key.collect() } else { key.map(fold::lower).collect() }
        };
        EntryPlace { written, language: self.language, mode: self.mode, case: self.case }
    }

    /// What is wrong with the entry, if anything.
    pub fn check(&self) -> Result<(), EntryFault> {
        let n_written = self.written.chars().count();
        let n_spoken = self.spoken.chars().count();
        if n_written > MAX_WRITTEN_CHARS {
            return Err(EntryFault::WrittenTooLong(n_written));
        }
        if n_spoken > MAX_SPOKEN_CHARS {
            return Err(EntryFault::SpokenTooLong(n_spoken));
        }
        if self.written.trim().is_empty() {
            return Err(EntryFault::NothingWritten);
        }
        if self.spoken.trim().is_empty() {
            return Err(EntryFault::NothingSpoken);
        }
        let has_both_slashes = self.spoken.starts_with('/') && self.spoken.ends_with('/');
        if has_both_slashes {
            let phonemes = self.phonemes().ok_or(EntryFault::NoPhonemes)?;
            if let Some(c) = phonemes.chars().find(|c| matches!(c, '/' | '[' | ']' | '(' | ')')) {
                return Err(EntryFault::NotAPhoneme(c));
            }
        }
        if self.mode == MatchMode::Regex {
            super::regexes::compile(self).map(|_| ())
        } else if fold::key(&self.written).is_empty() {
            Err(EntryFault::NothingWritten)
        } else {
            Ok(())
        }
    }
}

/// What an entry is for: see [`Entry::place`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntryPlace {
    written: String,
    language: Option<Language>,
    mode: MatchMode,
    case: Case,
}

/// What stands between the slashes of a reading in phonemes.
pub(super) fn phonemes_of(spoken: &str) -> Option<&str> {
    let inner = spoken.strip_prefix('/')?.strip_suffix('/')?.trim();
    (!inner.is_empty()).then_some(inner)
}

/// What is wrong with an entry, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryFault {
    /// No written form.
    #[error("the written form is empty; write the word that the entry is for")]
    NothingWritten,
    /// No reading.
    #[error("the spoken form is empty; write how the word is read")]
    NothingSpoken,
    /// The written form is too long: its `char`s.
    #[error("the written form has {0} characters; use at most {MAX_WRITTEN_CHARS}")]
    WrittenTooLong(usize),
    /// The reading is too long: its `char`s.
    #[error("the spoken form has {0} characters; use at most {MAX_SPOKEN_CHARS}")]
    SpokenTooLong(usize),
    /// Two slashes with nothing between.
    #[error("there are no phonemes between the slashes; write some, or a respelling without slashes")]
    NoPhonemes,
    /// A character that no phonemes contain.
    #[error("“{0}” is no phoneme; take it out, or write a respelling without slashes")]
    NotAPhoneme(char),
    /// The regular expression cannot be read.
    #[error("the regular expression cannot be used: {0}")]
    BadRegex(String),
    /// The regular expression is too big.
    #[error("the regular expression is too big when repeated parts are written out; use smaller counts")]
    RegexTooBig,
    /// The regular expression matches the empty text only.
    #[error("the regular expression matches nothing; write what it should find")]
    EmptyRegex,
    /// The reading names a group that the regular expression has not.
    #[error("the spoken form uses “${0}”, which is no group of the regular expression; write $$ for a dollar sign")]
    NoSuchGroup(String),
}

/// NFC, white space in runs as one space, no control characters and none that XML forbids.
fn tidy(text: &str) -> String {
    let kept: String = text
        .nfc()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !c.is_control() && !matches!(c, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'))
        .collect();
    // Without the marks taken out, what is left may compose.
    kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").nfc().collect()
}
