//! The glyphs of a line as tokens: words, numbers, white space, marks.

use compact_str::{CompactString, format_compact};

use super::lexicon::Applied;
use super::markup::{Glyph, Item};
use super::{Language, Origin, Piece, Span, take_chars};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters with their combining marks, and apostrophes between letters.
    Word,
    /// Decimal digits only.
    Digits,
    /// White space.
    Space,
    /// Any other single character.
    Mark,
    /// A pause, a picture between two words, or what a lexicon or a choice reads: no rule reads across it. Its text is empty.
    Break,
}

/// A token, with the glyphs it is made of.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// Where it stands in the source if it is there character for character and no markup is inside.
    written: Option<Span>,
    /// Whether it is a break that a lexicon or a choice reads: for what stands around, a word.
    pub is_reading: bool,
    /// Indices of its items.
    items: std::ops::Range<usize>,
}

impl Token<'_> {
    /// The token's first character; NUL for a break.
    pub fn first(&self) -> char {
        self.text.chars().next().unwrap_or('\0')
    }
}

/// Cuts `items` from index `start` on into tokens. They are those of `text`, whose characters are `source`. The texts of the
/// tokens are parts of it where every item is an ASCII character as it is written, else they are written to `line`. Every
/// glyph and every break is in exactly one token; markup may lie inside a token.
pub(super) fn tokenise<'a>(
    items: &[Item],
    start: usize,
    text: &'a str,
    source: &[char],
    line: &'a mut String,
) -> Vec<Token<'a>> {
    let is_as_written = text.len() == source.len() && written_at(items, 0, source).is_some();
    if !is_as_written {
        line.clear();
        line.reserve(items.len().saturating_sub(start));
        line.extend(items.iter().skip(start).filter_map(glyph_of).map(|glyph| glyph.c));
    }
    // What of the line no token has yet.
    let mut rest: &'a str = if is_as_written { text.get(start..).unwrap_or("") } else { line };
    let mut take = |n_bytes: usize| {
        let (text, behind) = rest.split_at_checked(n_bytes).unwrap_or((rest, ""));
        rest = behind;
        text
    };
    let mut tokens: Vec<Token> = Vec::with_capacity(items.len().saturating_sub(start) / 2);
    let mut i = start;
    while let Some(item) = items.get(i) {
        let glyph = match item {
            Item::Glyph(glyph) => glyph,
            Item::Silent(origin, _) => {
                if is_break(*origin) {
                    let is_reading = is_reading(*origin);
                    tokens.push(Token { kind: Kind::Break, text: "", written: None, is_reading, items: i..i + 1 });
                }
                i += 1;
                continue;
            }
        };
        let kind = kind_of(glyph.c);
        let mut n_bytes = glyph.c.len_utf8();
        let mut end = i + 1;
        if kind != Kind::Mark {
            // Nearly all characters.
            while kind == Kind::Word
                && matches!(items.get(end), Some(Item::Glyph(glyph)) if glyph.c.is_ascii_lowercase())
            {
                n_bytes += 1;
                end += 1;
            }
            while let Some((next, c)) = next_glyph(items, end) {
                let continues = match kind {
                    Kind::Word => is_letter(c) || is_mark_of_letter(c) || is_inner_apostrophe(items, next, c),
                    Kind::Digits => c.is_ascii_digit(),
                    _ => c.is_whitespace(),
                };
                if !continues {
                    break;
                }
                n_bytes += c.len_utf8();
                end = next + 1;
            }
        }
        let written = if is_as_written {
            Some(Span::new(i, end))
        } else {
            written_at(&items[i..end], glyph.source.start, source)
        };
        tokens.push(Token { kind, text: take(n_bytes), written, is_reading: false, items: i..end });
        i = end;
    }
    tokens
}

/// The place of `items` in the source, from `start` on, if they are what is written there character for character.
fn written_at(items: &[Item], start: usize, source: &[char]) -> Option<Span> {
    let written = source.get(start..start + items.len())?;
    let is_written =
        |(item, c): (&Item, &char)| matches!(item, Item::Glyph(glyph) if glyph.c == *c && glyph.source.n_chars() == 1);
    items.iter().zip(written).all(is_written).then(|| Span::new(start, start + items.len()))
}

/// Whether a lexicon or a choice reads it.
pub(super) const fn is_reading(origin: Origin) -> bool {
    matches!(origin, Origin::Lexicon(_) | Origin::Chosen)
}

pub(super) fn is_break(origin: Origin) -> bool {
    matches!(origin, Origin::Pause(_) | Origin::Lexicon(_) | Origin::Chosen | Origin::Dropped("emoji" | "symbol"))
}

/// The next glyph at or after `from` that only markup separates from it.
fn next_glyph(items: &[Item], from: usize) -> Option<(usize, char)> {
    if let Some(Item::Glyph(glyph)) = items.get(from) {
        return Some((from, glyph.c));
    }
    for (i, item) in items.iter().enumerate().skip(from) {
        match item {
            Item::Glyph(glyph) => return Some((i, glyph.c)),
            Item::Silent(origin, _) if is_break(*origin) => return None,
            Item::Silent(..) => {}
        }
    }
    None
}

fn is_inner_apostrophe(items: &[Item], i: usize, c: char) -> bool {
    c == '\'' && next_glyph(items, i + 1).is_some_and(|(_, c)| is_letter(c))
}

fn kind_of(c: char) -> Kind {
    if c.is_ascii_digit() {
        Kind::Digits
    } else if is_letter(c) {
        Kind::Word
    } else if c.is_whitespace() {
        Kind::Space
    } else {
        Kind::Mark
    }
}

/// Letters, but not the letter-like signs and the letters that are numbers.
fn is_letter(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '가'..='힣' => return true,
        _ if c.is_ascii() => return false,
        _ => {}
    }
    c.is_alphabetic() && !c.is_numeric() && !matches!(c, '\u{2100}'..='\u{214F}' | '\u{2460}'..='\u{24FF}' | 'ª' | 'º')
}

/// Combining marks belong to the letter before them.
fn is_mark_of_letter(c: char) -> bool {
    !c.is_ascii() && unicode_normalization::char::is_combining_mark(c)
}

/// [`char::is_alphanumeric`], answered at once for the characters that nearly every text is made of.
pub(super) fn is_alphanumeric(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '가'..='힣' => true,
        _ => !c.is_ascii() && c.is_alphanumeric(),
    }
}

/// What of a text has not been looked at.
struct Rest<'a> {
    text: &'a str,
    /// Whether each character is one byte.
    is_ascii: bool,
    chars: std::str::Chars<'a>,
    /// The index of its first character.
    at: usize,
}

impl<'a> Rest<'a> {
    /// The text at `span`, which lies behind all that was taken before.
    fn take(&mut self, span: Span) -> &'a str {
        if self.is_ascii {
            return self.text.get(span.range()).unwrap_or("");
        }
        take_chars(&mut self.chars, span.start - self.at);
        self.at = span.end;
        take_chars(&mut self.chars, span.n_chars())
    }
}

/// Collects the pieces of a form in source order.
pub(super) struct Pieces<'a> {
    items: &'a [Item],
    source: &'a [char],
    rest: Rest<'a>,
    /// What lexicons and choices read, in source order.
    readings: &'a [Applied],
    /// First item that no piece stands for yet.
    next_item: usize,
    /// The language of the run that is being read.
    language: Language,
    /// The last character that is spoken so far.
    last_char: Option<char>,
    /// It comes from a lexicon or a choice: a reading counts as a word whatever it ends in.
    last_is_entry: bool,
    done: Vec<Piece>,
}

impl<'a> Pieces<'a> {
    /// For the line `text`, whose characters are `source`.
    pub fn new(items: &'a [Item], text: &'a str, source: &'a [char], readings: &'a [Applied]) -> Self {
        Self {
            items,
            source,
            rest: Rest { text, is_ascii: text.len() == source.len(), chars: text.chars(), at: 0 },
            readings,
            next_item: 0,
            language: Language::default(),
            last_char: None,
            last_is_entry: false,
            done: Vec::with_capacity(items.len() / 2 + 4),
        }
    }

    /// What follows is read in `language`.
    pub fn begin_run(&mut self, language: Language) {
        self.language = language;
    }

    /// Adds a piece that reads `tokens` as `spoken`. Markup between the tokens becomes part of it.
    pub fn read(&mut self, tokens: &[Token<'_>], spoken: &str, rule: &'static str, atomic: bool) {
        // "1,2" is written without a space and read with one.
        let follows_mark =
            self.done.last().is_some_and(|last| last.spoken.ends_with([',', ';', ':', '.', '!', '?', '…']));
        let glued = (self.ends_in_word() || follows_mark) && spoken.starts_with(is_alphanumeric);
        let spoken = if glued { format_compact!(" {spoken}") } else { spoken.into() };
        self.push(tokens, spoken, Origin::Rule(rule), atomic);
    }

    /// Adds a piece for `tokens` that nobody can speak.
    pub fn drop(&mut self, tokens: &[Token<'_>], why: &'static str) {
        let next = tokens.last().and_then(|token| next_glyph(self.items, token.items.end));
        let separates = self.ends_in_word() && next.is_some_and(|(_, c)| is_alphanumeric(c));
        let spoken = CompactString::const_new(if separates { " " } else { "" });
        self.push(tokens, spoken, Origin::Dropped(why), false);
    }

    fn push(&mut self, tokens: &[Token<'_>], spoken: CompactString, origin: Origin, atomic: bool) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
        self.push_items(first.items.start..last.items.end, spoken, origin, atomic);
    }

    /// Adds a piece that reads these items as `spoken`, exactly.
    pub fn push_items(&mut self, items: std::ops::Range<usize>, spoken: CompactString, origin: Origin, atomic: bool) {
        self.pass_silent_until(items.start);
        let (Some(head), Some(tail)) = (self.items.get(items.start), self.items.get(items.end.saturating_sub(1)))
        else {
            return;
        };
        let source = Span::new(span_of(head).start, span_of(tail).end);
        let language = self.language;
        self.push_piece(Piece { spoken, source, origin, language, atomic });
        self.next_item = items.end;
    }

    /// Adds `token` as it is written.
    pub fn write(&mut self, token: &Token<'_>) {
        self.pass_silent_until(token.items.start);
        if token.kind == Kind::Break {
            self.pass_silent_until(token.items.end);
            return;
        }
        // A rule's reading never runs into the word that follows it.
        if self.done.last().is_some_and(|last| matches!(last.origin, Origin::Rule(_)))
            && token.text.starts_with(|c: char| is_alphanumeric(c) || c == '(')
            && self.ends_in_word()
            && let Some(last) = self.done.last_mut()
        {
            last.spoken.push(' ');
            self.last_char = Some(' ');
        }
        if let Some(source) = token.written {
            let (spoken, language) = (CompactString::new(token.text), self.language);
            self.push_piece(Piece { spoken, source, origin: Origin::Written, language, atomic: false });
            self.next_item = token.items.end;
            return;
        }
        self.write_until(token.items.end);
    }

    /// Adds the items up to `end` as they are written.
    pub fn write_until(&mut self, end: usize) {
        while self.next_item < end {
            let glyphs = self.items[self.next_item..end].iter().map_while(glyph_of);
            let (mut n, mut is_same) = (0, true);
            let mut source = span_of(&self.items[self.next_item]);
            for glyph in glyphs.clone() {
                n += 1;
                is_same = is_same && glyph.source.n_chars() == 1 && self.source[glyph.source.start] == glyph.c;
                source.end = glyph.source.end;
            }
            if n > 0 {
                let (spoken, origin) = if is_same {
                    (CompactString::new(self.rest.take(source)), Origin::Written)
                } else {
                    (glyphs.map(|glyph| glyph.c).collect(), Origin::Rule("typography"))
                };
                let language = self.language;
                self.push_piece(Piece { spoken, source, origin, language, atomic: false });
                self.next_item += n;
            }
            self.pass_one_silent(end);
        }
    }

    /// Adds what is left and gives the pieces.
    pub fn finish(mut self) -> Vec<Piece> {
        self.pass_silent_until(self.items.len());
        self.done
    }

    fn ends_in_word(&self) -> bool {
        self.last_is_entry || self.last_char().is_some_and(is_alphanumeric)
    }

    /// The last character that is spoken so far.
    pub const fn last_char(&self) -> Option<char> {
        self.last_char
    }

    fn push_piece(&mut self, piece: Piece) {
        if let Some(last) = piece.spoken.chars().next_back() {
            self.last_char = Some(last);
            self.last_is_entry = matches!(piece.origin, Origin::Lexicon(_) | Origin::Chosen);
        }
        self.done.push(piece);
    }

    fn pass_silent_until(&mut self, end: usize) {
        while self.next_item < end {
            self.pass_one_silent(end);
        }
    }

    fn pass_one_silent(&mut self, end: usize) {
        if self.next_item >= end {
            return;
        }
        if let Item::Silent(Origin::Lexicon(_) | Origin::Chosen, span) = self.items[self.next_item] {
            self.push_reading(span);
        } else if let Item::Silent(origin, span) = self.items[self.next_item] {
            // A picture between two words separates them.
            let next = || next_glyph(self.items, self.next_item + 1).is_some_and(|(_, c)| is_alphanumeric(c));
            let separates = is_break(origin) && self.ends_in_word() && next();
            let spoken = CompactString::const_new(if separates { " " } else { "" });
            let (language, atomic) = (self.language, matches!(origin, Origin::Pause(_)));
            self.push_piece(Piece { spoken, source: span, origin, language, atomic });
        }
        self.next_item += 1;
    }
}

impl Pieces<'_> {
    /// Adds what a lexicon or a choice reads at `source`. It stands as close to its neighbours as the written form did, but not to
    /// the reading of a rule.
    fn push_reading(&mut self, source: Span) {
        let at = self.readings.partition_point(|reading| reading.source.start < source.start);
        let Some(reading) = self.readings.get(at) else { return };
        let follows_rule =
            self.done.iter().rev().find(|piece| !piece.spoken.is_empty()).is_some_and(|piece| {
                matches!(piece.origin, Origin::Rule(_)) && piece.spoken.ends_with(is_alphanumeric)
            });
        let separates = follows_rule && reading.spoken.starts_with(|c: char| is_alphanumeric(c) || c == '[');
        let spoken = if separates { format_compact!(" {}", reading.spoken) } else { reading.spoken.as_str().into() };
        let (origin, language) = (reading.origin, self.language);
        self.push_piece(Piece { spoken, source, origin, language, atomic: true });
    }
}

const fn glyph_of(item: &Item) -> Option<Glyph> {
    match item {
        Item::Glyph(glyph) => Some(*glyph),
        Item::Silent(..) => None,
    }
}

fn span_of(item: &Item) -> Span {
    match item {
        Item::Glyph(Glyph { source, .. }) | Item::Silent(_, source) => *source,
    }
}
