//! Markup that is read but not spoken: Markdown within a line, HTML tags and entities, and the script's own tags.
//!
//! [`scan`] turns a line into [`Item`]s: the characters that are left to be read ([`Glyph`]s, each with its range in the
//! source) and the stretches that are not spoken. Together they tile the source. What follows only looks at the glyphs,
//! so that a rule sees `$5 million` also where the script says `**$5** million`.

mod block;
mod emoji;
mod inline;
mod tags;

use compact_str::CompactString;

use super::{Origin, Piece, Span};

/// Tags that some voices act instead of reading them.
pub const ACTED: [&str; 10] =
    ["laugh", "breath", "surprise", "sigh", "scream", "throatclear", "sad", "angry", "cough", "yawn"];

/// One character that is left to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character; not always the one in the source (`&amp;` is one `&`).
    pub c: char,
    /// Where it stands in the source.
    pub source: Span,
}

/// A stretch of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A character to be read.
    Glyph(Glyph),
    /// Nothing to be read: [`Origin::Dropped`] or [`Origin::Pause`].
    Silent(Origin, Span),
}

/// What is known of a source character while the passes run.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// To be read, and open to the passes that follow.
    Open,
    /// To be read as it stands: code, or escaped.
    Literal,
    /// Not read, for this reason.
    Silent(&'static str),
    /// Belongs to a tag or an entity that starts `0` characters back or here.
    Taken,
}

/// A range of the source that stands for something else.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Replacement {
    span: Span,
    kind: Replaced,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Replaced {
    /// A silence in milliseconds.
    Pause(u32),
    /// One character written as an entity, or a tag that separates words.
    Char(char),
}

/// The line while the passes run.
struct Sheet<'a> {
    chars: &'a [char],
    states: Vec<State>,
    replaced: Vec<Replacement>,
}

impl Sheet<'_> {
    fn is_open(&self, i: usize) -> bool {
        self.states.get(i) == Some(&State::Open)
    }

    /// The character at `i` if no pass has taken it yet.
    fn open_char(&self, i: usize) -> Option<char> {
        if self.is_open(i) { self.chars.get(i).copied() } else { None }
    }

    fn silence(&mut self, range: std::ops::Range<usize>, why: &'static str) {
        for state in &mut self.states[range] {
            if *state != State::Taken {
                *state = State::Silent(why);
            }
        }
    }

    /// The same, with the characters that are written as entities in it: they stand in an address, which is not read.
    fn silence_address(&mut self, range: std::ops::Range<usize>, why: &'static str) {
        let Self { states, replaced, .. } = self;
        replaced.retain(|Replacement { span, kind }| {
            let is_inside = range.start <= span.start && span.end <= range.end;
            let is_kept = !is_inside || matches!(kind, Replaced::Pause(_));
            if !is_kept {
                states[span.range()].fill(State::Silent(why));
            }
            is_kept
        });
        self.silence(range, why);
    }

    fn replace(&mut self, span: Span, kind: Replaced) {
        self.states[span.range()].fill(State::Taken);
        self.replaced.push(Replacement { span, kind });
    }
}

/// Splits NFC text into what is read and what is not. The items tile the text.
pub fn scan(chars: &[char]) -> Vec<Item> {
    if is_plain_text(chars) {
        let glyph = |(i, &c): (usize, &char)| Item::Glyph(Glyph { c, source: Span::new(i, i + 1) });
        return chars.iter().enumerate().map(glyph).collect();
    }
    let mut sheet = Sheet { chars, states: vec![State::Open; chars.len()], replaced: Vec::new() };
    tags::mark(&mut sheet);
    let mut start = 0;
    for line in chars.split_inclusive(|&c| c == '\n') {
        let end = start + line.len();
        let content_end = end - usize::from(line.last() == Some(&'\n'));
        if !block::mark_whole_line(&mut sheet, start..content_end) {
            let content_start = block::mark_prefix(&mut sheet, start..content_end);
            inline::mark(&mut sheet, content_start..content_end);
        }
        start = end;
    }
    emoji::mark(&mut sheet);
    collect(sheet)
}

/// Whether no character of a text can be markup or unspeakable where it stands: nearly every line of prose.
fn is_plain_text(chars: &[char]) -> bool {
    let mut begins_line = true;
    chars.iter().all(|&c| match c {
        ' ' | '\t' => true,
        '\n' => {
            begins_line = true;
            true
        }
        // Marks that mean something wherever they stand.
        '*' | '_' | '~' | '`' | '=' | '[' | '<' | '&' | '\\' => false,
        // Marks that mean something before the text of a line.
        '#' | '>' | '-' | '+' | '|' | ':' | '·' => !begins_line,
        '!'..='~'
        | '\u{C0}'..='\u{24F}'
        | '가'..='힣'
        | '一'..='\u{9FFF}'
        | '‘'..='‟'
        | '–'
        | '—'
        | '…'
        | '。'
        | '、' => {
            begins_line = false;
            true
        }
        _ => false,
    })
}

fn collect(mut sheet: Sheet<'_>) -> Vec<Item> {
    sheet.replaced.sort_by_key(|replacement| replacement.span.start);
    let mut replaced = sheet.replaced.into_iter();
    let mut items = Vec::with_capacity(sheet.chars.len());
    let mut i = 0;
    while let Some(state) = sheet.states.get(i) {
        match *state {
            State::Open | State::Literal => {
                items.push(Item::Glyph(Glyph { c: sheet.chars[i], source: Span::new(i, i + 1) }));
                i += 1;
            }
            State::Silent(why) => {
                let end = i + sheet.states[i..].iter().take_while(|&other| *other == State::Silent(why)).count();
                items.push(Item::Silent(Origin::Dropped(why), Span::new(i, end)));
                i = end;
            }
            State::Taken => {
                let Some(Replacement { span, kind }) = replaced.next() else { break };
                items.push(match kind {
                    Replaced::Pause(ms) => Item::Silent(Origin::Pause(ms), span),
                    Replaced::Char(c) => Item::Glyph(Glyph { c, source: span }),
                });
                i = span.end;
            }
        }
    }
    items
}

/// Gives the voice the tags of [`ACTED`] that stand in dropped markup, in small letters and with spaces around.
pub fn act(pieces: &mut [Piece], source: &[char]) {
    for piece in pieces {
        if piece.origin != Origin::Dropped("markup") {
            continue;
        }
        let written: String = source[piece.source.range()].iter().collect::<String>().to_ascii_lowercase();
        let acted = |tag: &&str| ACTED.contains(&tag.trim_start_matches('<'));
        let tags: Vec<&str> =
            written.split_inclusive('>').filter_map(|tag| tag.strip_suffix('>')).filter(acted).collect();
        if !tags.is_empty() {
            piece.spoken = CompactString::from(tags.iter().flat_map(|tag| [" ", tag, "> "]).collect::<String>());
            piece.origin = Origin::Rule("expression");
            piece.atomic = true;
        }
    }
}

/// `text` without its markup: what a reader sees.
pub fn plain(text: &str) -> String {
    let chars: Vec<char> = super::normalize::nfc(text).chars().collect();
    scan(&chars)
        .into_iter()
        .filter_map(|item| match item {
            Item::Glyph(glyph) => Some(glyph.c),
            Item::Silent(..) => None,
        })
        .collect()
}

/// True where `text` asks for silence with `[pause …]` and says nothing.
pub fn is_only_pause(text: &str) -> bool {
    let chars: Vec<char> = super::normalize::nfc(text).chars().collect();
    let mut pauses = false;
    for item in scan(&chars) {
        match item {
            Item::Silent(Origin::Pause(_), _) => pauses = true,
            Item::Glyph(glyph) if !glyph.c.is_whitespace() => return false,
            Item::Glyph(_) | Item::Silent(..) => {}
        }
    }
    pauses
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Item, plain, scan};
    use crate::text::{Origin, Span};

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(plain(text).trim(), expect, "{text}");
    }

    #[test]
    fn inline_markdown() {
        for (text, expect) in [
            ("**bold** and _it_", "bold and it"),
            ("***both*** and __strong__", "both and strong"),
            ("~~gone~~ stays", "gone stays"),
            ("[label](https://x.y)", "label"),
            ("[a](<b c>) [d][ref] [^1]", "a d"),
            ("[a](http://D&#x20;x.y) b", "a b"),
            ("![a cat](cat.png) sits", "a cat sits"),
            ("run `cargo_test --all` now", "run cargo_test --all now"),
            ("``a ` b`` c", "a ` b c"),
            ("snake_case_name stays", "snake_case_name stays"),
            ("_private name", "_private name"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("2*3*4", "2*3*4"),
            ("**단어**를 강조", "단어를 강조"),
            ("*한국어*는", "한국어는"),
            (r"\*not bold\*", "*not bold*"),
            ("**unclosed", "**unclosed"),
            ("a ** b ** c", "a ** b ** c"),
            ("<b>x</b> &amp; <i class=\"y\">z</i>", "x & z"),
            ("List<String> and 3 < 5 > 2", "List<String> and 3 < 5 > 2"),
            ("a<br>b", "a b"),
            ("<https://example.com>", "https://example.com"),
            ("a <!-- note --> b", "a  b"),
            ("it&#39;s &lt;ok&gt; &nosuch;", "it's <ok> &nosuch;"),
            ("==marked==", "marked"),
            ("[1] and array[i](x", "[1] and array[i](x"),
        ] {
            check(text, expect);
        }
    }

    #[test]
    fn block_markdown() {
        for (text, expect) in [
            ("# Title", "Title"),
            ("### Title ###", "Title"),
            ("#hashtag #1", "#hashtag #1"),
            ("- item", "item"),
            ("* item", "item"),
            ("• item", "item"),
            ("- [x] done", "done"),
            ("1. first", "1. first"),
            ("> quoted", "quoted"),
            (">> - deep", "deep"),
            ("-5 degrees", "-5 degrees"),
            ("---", ""),
            ("* * *", ""),
            ("=====", ""),
            ("| a | b |", "a | b"),
            ("|---|:---:|", ""),
            ("```rust", ""),
            ("━━━━━━", ""),
        ] {
            check(text, expect);
        }
    }

    #[test]
    fn emoji_and_decoration() {
        for (text, expect) in [
            ("🎉 Party", "Party"),
            ("👩‍👩‍👧‍👦 family 🇰🇷", "family"),
            ("done ✅ ⚙️", "done"),
            ("1️⃣ first", "1 first"),
            ("│ box ═", "box"),
            ("zero\u{200B}width \u{FEFF}mark", "zerowidth mark"),
            ("© 2026 ™", "© 2026 ™"),
        ] {
            check(text, expect);
        }
    }

    #[test]
    fn script_tags() {
        let pauses = |text: &str| -> Vec<u32> {
            scan(&text.chars().collect::<Vec<_>>())
                .into_iter()
                .filter_map(|item| match item {
                    Item::Silent(Origin::Pause(ms), _) => Some(ms),
                    _ => None,
                })
                .collect()
        };
        for (text, expect) in [
            ("a [pause 1.5s] b", vec![1500]),
            ("[pause 2s][Pause 250ms]", vec![2000, 250]),
            ("[pause 2] [pause 0,5 s] [pause 1 sec] [pause .5s]", vec![2000, 500, 1000, 500]),
            ("[pause]", vec![500]),
            ("[pause 1분] [pause x] [pauses 2s]", vec![]),
            ("[pause 999999999s]", vec![600_000]),
        ] {
            assert_eq!(pauses(text), expect, "{text}");
        }
        check("[pause abc]a [pause -1s]b [pause1s]c", "a b c");
        check("[paused] [pause menu](https://x.y)", "[paused] pause menu");
        check("[voice heart] Hello", "Hello");
        check("Hello [laughs] you", "Hello  you");
    }

    proptest! {
        #[test]
        fn items_tile_the_text(text in "([a-z*_`~#>|\\[\\]()!<&;\\\\ \n-]|\\PC|\\[pause 1s\\]|<br>|&amp;){0,60}") {
            let chars: Vec<char> = text.chars().collect();
            let mut at = 0;
            for item in scan(&chars) {
                let (Item::Glyph(super::Glyph { source, .. }) | Item::Silent(_, source)) = item;
                prop_assert_eq!(source, Span::new(at, source.end));
                prop_assert!(source.end > at);
                at = source.end;
            }
            prop_assert_eq!(at, chars.len());
        }
    }
}
