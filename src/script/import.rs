//! From text files to projects.
//!
//! Plain text, Markdown and SubRip become lines by the same few rules: a blank line begins a paragraph, `[voice ID]` at the
//! start of a line changes the voice from there on, and a line that holds nothing but `[pause 2s]` stays a line. What a
//! script cannot say (code, front matter) is left out and reported.

mod markdown;
mod subtitles;

use super::{Line, LineKind, Project};
use crate::text::language;

/// A text format that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    /// `.txt`: every physical line is a line.
    Text,
    /// `.md`: paragraphs, headings, lists and tables.
    Markdown,
    /// `.srt`: every cue is a line.
    Srt,
}

impl ImportFormat {
    /// The format of a file name's ending, without the dot and in any case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "txt" | "text" => Some(Self::Text),
            "md" | "markdown" => Some(Self::Markdown),
            "srt" => Some(Self::Srt),
            _ => None,
        }
    }
}

/// What an import gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The project: at least one line, which may be empty.
    pub project: Project,
    /// What was left out, in words: one entry for each part.
    pub skipped: Vec<String>,
}

/// Imports `text` as `format`. `join_lines` matters for plain text only.
pub fn from_format(format: ImportFormat, text: &str, join_lines: bool) -> Imported {
    match format {
        ImportFormat::Text => from_txt(text, join_lines),
        ImportFormat::Markdown => from_markdown(text),
        ImportFormat::Srt => from_srt(text),
    }
}

/// Imports plain text: each physical line becomes a line, and a blank line begins a paragraph. With `join_lines` the lines
/// of a paragraph become one.
pub fn from_txt(text: &str, join_lines: bool) -> Imported {
    let mut script = Script::default();
    let mut joined = String::new();
    for physical in without_bom(text).lines() {
        let line = physical.trim();
        if line.is_empty() {
            script.add_joined(&mut joined);
            script.begin_paragraph();
        } else if join_lines {
            // A change of voice begins a line of its own.
            if voice_tag(line).is_some() {
                script.add_joined(&mut joined);
            }
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(line);
        } else {
            script.add(line, LineKind::Text);
        }
    }
    script.add_joined(&mut joined);
    script.finish()
}

/// Imports Markdown: soft-wrapped lines are joined, headings become [`LineKind::Heading`], each list item and each row of a
/// table is a line. Markup is taken off; fenced and indented code, front matter and HTML without words are skipped and reported.
pub fn from_markdown(text: &str) -> Imported {
    markdown::import(without_bom(text))
}

/// Imports SubRip subtitles: each cue is a line; numbers, times and tags are left out.
pub fn from_srt(text: &str) -> Imported {
    subtitles::import(without_bom(text))
}

fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// `[voice ID] rest` as the id, empty for the project's own voice, and the rest.
fn voice_tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?;
    let (tag, rest) = inside.split_once(']')?;
    let (name, id) = tag.trim().split_once([' ', ':']).unwrap_or((tag.trim(), ""));
    let id = id.trim_start_matches(':').trim();
    let is_tag = name.eq_ignore_ascii_case("voice") && !id.contains(char::is_whitespace);
    is_tag.then(|| (if id.eq_ignore_ascii_case("default") { "" } else { id }, rest.trim_start()))
}

/// Line breaks that are neither a line feed nor a carriage return before one.
fn is_odd_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A project while it is built.
#[derive(Default)]
struct Script {
    project: Project,
    skipped: Vec<String>,
    /// The voice that the last tag asked for.
    voice: Option<String>,
    continues_paragraph: bool,
}

impl Script {
    /// The next line begins a paragraph.
    fn begin_paragraph(&mut self) {
        self.continues_paragraph = false;
    }

    /// Appends a line; a voice tag at its start is taken off and kept for this line and those that follow.
    fn add(&mut self, text: &str, kind: LineKind) {
        // What else some programs take for a line break is a space within our lines.
        let text = text.replace(is_odd_break, " ");
        let mut text = text.trim();
        while let Some((id, rest)) = voice_tag(text) {
            self.voice = (!id.is_empty()).then(|| id.to_owned());
            text = rest;
        }
        if text.is_empty() {
            return;
        }
        let line = Line {
            kind,
            starts_paragraph: !self.continues_paragraph || kind == LineKind::Heading,
            voice: self.voice.clone(),
            ..self.project.new_line(text)
        };
        self.project.push(line);
        self.continues_paragraph = kind != LineKind::Heading;
    }

    fn add_joined(&mut self, text: &mut String) {
        let text = std::mem::take(text);
        self.add(&text, LineKind::Text);
    }

    fn skip(&mut self, what: String) {
        self.skipped.push(what);
    }

    fn finish(mut self) -> Imported {
        if self.project.lines().is_empty() {
            self.project.push_text("", true);
        }
        let whole: String = self.project.lines().iter().map(|line| line.text.as_str()).collect();
        let has_letters = whole.chars().any(char::is_alphabetic);
        self.project.meta.language = has_letters.then(|| language::detect(&whole, language::Language::default()));
        Imported { project: self.project, skipped: self.skipped }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ImportFormat, Imported, from_format, from_markdown, from_srt, from_txt};
    use crate::script::LineKind;

    /// The lines of an import: `¶` before the first of a paragraph, `#` before a heading, the voice in angle brackets.
    fn lines(imported: &Imported) -> Vec<String> {
        let lines = imported.project.lines().iter().map(|line| {
            let paragraph = if line.starts_paragraph { "¶" } else { "" };
            let heading = if line.kind == LineKind::Heading { "#" } else { "" };
            let voice = line.voice.as_ref().map_or(String::new(), |voice| format!("<{voice}>"));
            format!("{paragraph}{heading}{voice}{}", line.text)
        });
        lines.collect()
    }

    #[track_caller]
    #[test]
    fn prose_between_rules_and_in_html_is_kept() {
        let check = |text: &str, expect: &[&str], n_skipped: usize| {
            let Imported { project, skipped } = from_markdown(text);
            let lines: Vec<&str> = project.lines().iter().map(|line| line.text.as_str()).collect();
            assert_eq!((lines.as_slice(), skipped.len()), (expect, n_skipped), "{text}");
        };
        check("Intro.\n\n---\nBetween two rules.\n\n---\n\nEnd.", &["Intro.", "Between two rules.", "End."], 0);
        check("---\nA note of the author\n---\nText.", &["A note of the author", "Text."], 0);
        check("---\ntitle: A story\ntags:\n  - one\n---\n\nText.", &["Text."], 1);
        check("<p>Words in a <b>block</b></p>\n\nMore.", &["Words in a block", "More."], 0);
        check("<!-- a remark -->\n\nMore.", &["More."], 1);
    }

    fn check(format: ImportFormat, text: &str, expect: &[&str]) {
        assert_eq!(lines(&from_format(format, text, false)), expect, "{text:?}");
    }

    #[test]
    fn plain_text() {
        for (text, expect) in [
            ("one\ntwo\n\nthree", &["¶one", "two", "¶three"][..]),
            ("\u{FEFF}\r\none\r\n\r\n\r\ntwo\r\n", &["¶one", "¶two"]),
            ("", &["¶"]),
            ("   \n\t\n", &["¶"]),
            ("a\n[pause 2s]\nb", &["¶a", "[pause 2s]", "b"]),
            ("# not a heading", &["¶# not a heading"]),
            ("\u{1112}\u{1161}\u{11AB}", &["¶한"]),
        ] {
            check(ImportFormat::Text, text, expect);
        }
        assert_eq!(
            lines(&from_txt("one\ntwo\n\nthree\n[voice a] four\nfive", true)),
            ["¶one two", "¶three", "<a>four five"]
        );
    }

    #[test]
    fn voices() {
        for (text, expect) in [
            ("[voice heart] Hello\nagain\n\nstill", &["¶<heart>Hello", "<heart>again", "¶<heart>still"][..]),
            ("[voice a]\nHello\n\n[Voice: b]\n\nBye\n[voice default] end", &["¶<a>Hello", "¶<b>Bye", "end"]),
            ("[voice a][pause 1s] Hi", &["¶<a>[pause 1s] Hi"]),
            ("say [voice a] here", &["¶say [voice a] here"]),
            ("[voiceover] here", &["¶[voiceover] here"]),
        ] {
            check(ImportFormat::Text, text, expect);
        }
        check(
            ImportFormat::Markdown,
            "[voice a] Hello\nthere\n\n- one\n\n# End",
            &["¶<a>Hello there", "¶<a>one", "¶#<a>End"],
        );
        check(
            ImportFormat::Srt,
            "1\n00:00:01,000 --> 00:00:02,000\n[voice a] Hi\n\n2\n00:00:03,000 --> 00:00:04,000\nBye",
            &["¶<a>Hi", "<a>Bye"],
        );
    }

    #[test]
    fn markdown() {
        for (text, expect) in [
            (
                "# Title\n\nA soft\nwrapped **bold** line.\n\nNext.",
                &["¶#Title", "¶A soft wrapped bold line.", "¶Next."][..],
            ),
            ("Title\n=====\nText", &["¶#Title", "¶Text"]),
            ("- one\n- two\n  more\n  - deep\n\nend", &["¶one", "two more", "deep", "¶end"]),
            ("1. one\n2. two", &["¶1. one", "2. two"]),
            ("| a | b |\n|---|---|\n| c | d |", &["¶a, b", "c, d"]),
            ("> quoted\n> text", &["¶quoted text"]),
            ("hard  \nbreak", &["¶hard", "break"]),
            ("[label](http://x.y) and `code` and ![alt](i.png)", &["¶label and code and alt"]),
            ("snake_case and 2 * 3 * 4", &["¶snake_case and 2 * 3 * 4"]),
            ("a\n\n[pause 2s]\n\nb", &["¶a", "¶[pause 2s]", "¶b"]),
            ("one\n\n---\n\ntwo", &["¶one", "¶two"]),
            ("- [x] done\n- [ ] open", &["¶done", "open"]),
        ] {
            check(ImportFormat::Markdown, text, expect);
        }
    }

    #[test]
    fn what_is_skipped_is_reported() {
        let imported = from_markdown(
            "---\ntitle: x\n---\n\nText.\n\n```rust\nfn main() {}\nmore\n```\n\n<!-- raw -->\n\nEnd.[^1]\n\n[^1]: A note.\n",
        );
        assert_eq!(lines(&imported), ["¶Text.", "¶End."]);
        assert_eq!(imported.skipped.len(), 4, "{:?}", imported.skipped);
        assert!(imported.skipped[1].contains("fn main() {}"), "{:?}", imported.skipped);
    }

    #[test]
    fn subtitles() {
        let text = "1\r\n00:00:01,000 --> 00:00:02,500 X1:40\r\n<i>Hello</i> {\\an8}there,\r\nyou\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n- What?\r\n\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\n\r\n4\r\n10:00:05.000 --> 10:00:06.000\r\n2026\r\n";
        check(ImportFormat::Srt, text, &["¶Hello there, you", "What?", "2026"]);
        let damaged = from_srt("no times here\nat all");
        assert_eq!(lines(&damaged), ["¶"]);
        assert_eq!(damaged.skipped.len(), 1);
    }

    #[test]
    fn formats_are_known_by_their_endings() {
        assert_eq!(ImportFormat::from_extension("SRT"), Some(ImportFormat::Srt));
        assert_eq!(ImportFormat::from_extension("md"), Some(ImportFormat::Markdown));
        assert_eq!(ImportFormat::from_extension("moksori"), None);
    }

    proptest! {
        #[test]
        fn no_word_of_a_plain_text_is_lost(text in "([a-z가-힣]{1,6}|[ \n]){0,60}") {
            for join_lines in [false, true] {
                let imported = from_txt(&text, join_lines);
                let words: Vec<&str> = imported.project.lines().iter().flat_map(|line| line.text.split_whitespace()).collect();
                prop_assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
            }
        }

        #[test]
        fn any_text_is_imported_without_a_panic(text in "\\PC{0,80}|[-#>*_`|\\[\\]()0-9:,\n a-z]{0,80}") {
            for format in [ImportFormat::Text, ImportFormat::Markdown, ImportFormat::Srt] {
                prop_assert!(!from_format(format, &text, false).project.lines().is_empty());
            }
        }
    }

    #[test]
    fn odd_line_breaks_are_spaces_within_a_line() {
        for text in ["a\u{B}b", "a\u{C}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\u{1D}b", "a\rb"] {
            for format in [ImportFormat::Text, ImportFormat::Markdown] {
                let project = from_format(format, text, false).project;
                let lines: Vec<&str> = project.lines().iter().map(|line| line.text.as_str()).collect();
                assert!(lines == ["a b"] || lines == ["a", "b"], "{text:?}: {lines:?}");
            }
        }
    }
}
