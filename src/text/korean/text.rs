//! The characters of a line, with the questions that rules ask about them.

use crate::text::markup::Item;
use crate::text::tokens;

/// Stands where no rule reads across: a pause, or a picture between two words.
pub(super) const BREAK: char = '\0';

/// How far a rule looks back for the word before a number.
const MAX_LOOK_BACK: usize = 24;

/// The characters of a line that are left to be read. Indices outside the line are answered as [`BREAK`].
pub(super) struct Text {
    chars: Vec<char>,
    /// For each character the index of its item.
    items: Vec<usize>,
    /// The breaks that a lexicon or a choice reads: for what stands around, words.
    readings: Vec<usize>,
}

impl Text {
    /// The characters of `items` from index `start` on.
    pub fn new(items: &[Item], start: usize) -> Self {
        let n = items.len().saturating_sub(start);
        let mut text = Self { chars: Vec::with_capacity(n), items: Vec::with_capacity(n), readings: Vec::new() };
        for (i, item) in items.iter().enumerate().skip(start) {
            match item {
                Item::Glyph(glyph) => text.push(glyph.c, i),
                Item::Silent(origin, _) if tokens::is_break(*origin) => {
                    if tokens::is_reading(*origin) {
                        text.readings.push(text.chars.len());
                    }
                    text.push(BREAK, i);
                }
                Item::Silent(..) => {}
            }
        }
        text
    }

    fn push(&mut self, c: char, item: usize) {
        self.chars.push(c);
        self.items.push(item);
    }

    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// The items of the characters `start..end`, with the markup between them.
    pub fn items(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        match (self.items.get(start), end.checked_sub(1).and_then(|last| self.items.get(last))) {
            (Some(&first), Some(&last)) => first..last + 1,
            _ => 0..0,
        }
    }

    pub fn at(&self, i: usize) -> char {
        self.chars.get(i).copied().unwrap_or(BREAK)
    }

    /// The character before `i`.
    pub fn before(&self, i: usize) -> char {
        i.checked_sub(1).map_or(BREAK, |k| self.at(k))
    }

    pub fn slice(&self, start: usize, end: usize) -> &[char] {
        let end = end.min(self.len());
        &self.chars[start.min(end)..end]
    }

    pub fn string(&self, start: usize, end: usize) -> String {
        let chars = self.slice(start, end);
        let mut string = String::with_capacity(chars.iter().map(|c| c.len_utf8()).sum());
        string.extend(chars);
        string
    }

    /// The character behind the digits, commas and points that begin at `i`, or behind the space that follows them: a
    /// cheap look at whether a sign can follow a number. `None` where they are too many to look at.
    pub fn sign_behind_number(&self, i: usize) -> Option<char> {
        const MAX_CHARS: usize = 64;
        let end = (i..i + MAX_CHARS).find(|&k| !(self.is_digit(k) || matches!(self.at(k), ',' | '.')))?;
        Some(self.at(self.skip_gap(end)))
    }

    pub fn is_digit(&self, i: usize) -> bool {
        self.at(i).is_ascii_digit()
    }

    pub fn is_latin(&self, i: usize) -> bool {
        is_latin(self.at(i))
    }

    pub fn is_hangul(&self, i: usize) -> bool {
        is_syllable(self.at(i))
    }

    pub fn is_any(&self, i: usize, of: &[char]) -> bool {
        of.contains(&self.at(i))
    }

    /// White space that does not end the line.
    pub fn is_gap(&self, i: usize) -> bool {
        let c = self.at(i);
        c.is_whitespace() && c != '\n'
    }

    /// `i`, or the index after it where a space stands at `i`.
    pub fn skip_gap(&self, i: usize) -> usize {
        i + usize::from(self.is_gap(i))
    }

    /// The index before the space before `i`, or `i` itself where no space stands.
    pub fn back_over_gap(&self, i: usize) -> usize {
        if i > 0 && self.is_gap(i - 1) { i - 1 } else { i }
    }

    /// One past the last character from `i` on for which `holds` is true.
    pub fn run(&self, i: usize, holds: impl Fn(char) -> bool) -> usize {
        let from = i.min(self.len());
        from + self.chars[from..].iter().take_while(|&&c| holds(c)).count()
    }

    pub fn digits_end(&self, i: usize) -> usize {
        self.run(i, |c| c.is_ascii_digit())
    }

    /// The digits that begin at `i` and the index behind them.
    pub fn digits(&self, i: usize) -> Option<(String, usize)> {
        let end = self.digits_end(i);
        (end > i).then(|| (self.string(i, end), end))
    }

    pub fn has(&self, i: usize, word: &str) -> bool {
        let mut k = i;
        word.chars().all(|c| {
            k += 1;
            self.at(k - 1) == c
        })
    }

    /// Whether `word` ends directly before `i`.
    pub fn ends_with(&self, i: usize, word: &str) -> bool {
        let n = word.chars().count();
        i >= n && self.has(i - n, word)
    }

    /// Whether one of `words` ends before `i`, over at most one space.
    pub fn follows_any(&self, i: usize, words: &[&str]) -> bool {
        let at = self.back_over_gap(i);
        words.iter().any(|word| self.ends_with(at, word))
    }

    /// Whether one of `words` begins at `i`, over at most one space.
    pub fn precedes_any(&self, i: usize, words: &[&str]) -> bool {
        let at = self.skip_gap(i);
        words.iter().any(|word| self.has(at, word))
    }

    /// The Hangul word directly before `i`; empty if something else stands there.
    pub fn hangul_before(&self, i: usize) -> &[char] {
        let mut start = i.min(self.len());
        while start > 0 && i - start < MAX_LOOK_BACK && self.is_hangul(start - 1) {
            start -= 1;
        }
        self.slice(start, i)
    }

    /// Whether `i` begins the line or follows white space, an opening bracket or another mark that begins a number.
    pub fn is_free_left(&self, i: usize) -> bool {
        let c = self.before(i);
        let follows_reading = || i.checked_sub(1).is_some_and(|k| self.readings.binary_search(&k).is_ok());
        c == BREAK && !follows_reading()
            || c.is_whitespace()
            || matches!(
                c,
                '(' | '['
                    | '{'
                    | '"'
                    | '\''
                    | '='
                    | ':'
                    | ';'
                    | ','
                    | '~'
                    | '〜'
                    | '<'
                    | '>'
                    | '≤'
                    | '≥'
                    | '|'
                    | '≈'
                    | '/'
            )
    }
}

pub(super) const fn is_syllable(c: char) -> bool {
    matches!(c, '\u{AC00}'..='\u{D7A3}')
}

/// Latin letters, plain or with marks.
pub(in crate::text) fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{C0}'..='\u{24F}' if c != '×' && c != '÷')
}

/// Whether the syllable `c` ends in a consonant; false for anything else.
pub(super) const fn has_final(c: char) -> bool {
    is_syllable(c) && !(c as u32 - 0xAC00).is_multiple_of(28)
}

/// Whether the syllable `c` ends in ㄴ.
pub(super) const fn ends_in_nieun(c: char) -> bool {
    is_syllable(c) && (c as u32 - 0xAC00) % 28 == 4
}
