//! Markdown to lines.

use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

use super::{Imported, Script};
use crate::script::LineKind;

/// How much of a skipped part is shown.
const SHOWN_CHARS: usize = 40;

/// What is being skipped, with its beginning.
struct Skipping {
    what: &'static str,
    text: String,
    end: TagEnd,
}

/// The state of the walk over the events.
#[derive(Default)]
struct Walk {
    script: Script,
    text: String,
    /// The next number of each open list; none for lists with bullets.
    lists: Vec<Option<u64>>,
    kind: LineKind,
    skipping: Option<Skipping>,
    is_in_table: bool,
}

pub(super) fn import(text: &str) -> Imported {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS | Options::ENABLE_FOOTNOTES;
    let mut walk = Walk::default();
    let (front_matter, body) = split_front_matter(text);
    if let Some(front_matter) = front_matter {
        walk.report("front matter", &front_matter);
    }
    for event in Parser::new_ext(&body, options) {
        walk.take(event);
    }
    walk.flush();
    walk.script.finish()
}

/// The front matter of a document and the rest. Only a block at the very start counts, fenced by `---` or `+++`, whose
/// lines look like settings (`key: value`, `key = value`, lists, comments): rules between paragraphs enclose prose.
fn split_front_matter(text: &str) -> (Option<String>, String) {
    let lines: Vec<&str> = text.lines().collect();
    let fence = lines.first().map(|line| line.trim_end()).filter(|line| matches!(*line, "---" | "+++"));
    let end = fence.and_then(|fence| lines.iter().skip(1).position(|line| line.trim_end() == fence));
    match end {
        Some(n) if lines.iter().skip(1).take(n).all(|line| is_setting(line)) => {
            let front_matter: Vec<&str> = lines.iter().skip(1).take(n).copied().collect();
            let body: Vec<&str> = lines.iter().skip(n + 2).copied().collect();
            (Some(front_matter.join("\n")), body.join("\n"))
        }
        _ => (None, text.to_owned()),
    }
}

fn is_setting(line: &str) -> bool {
    let key = line.split([':', '=']).next().unwrap_or_default();
    let has_value = key.len() < line.len() && !key.trim().is_empty() && !key.trim().contains(char::is_whitespace);
    let is_inner = line.starts_with([' ', '\t', '-', '#', '[', ']', '}']);
    line.trim().is_empty() || is_inner || has_value
}

/// The words of an HTML block: comments, scripts, styles and tags taken out.
fn words_of_html(html: &str) -> String {
    static NO_WORDS: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?is)<!--.*?-->|<script\b.*?</script\s*>|<style\b.*?</style\s*>|<[^>]*>";
        Regex::new(pattern).expect("a constant pattern")
    });
    NO_WORDS.replace_all(html, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Walk {
    fn take(&mut self, event: Event<'_>) {
        if self.skip(&event) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text.push_str(&text);
            }
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.flush(),
            Event::InlineHtml(html) if is_break(&html) => self.text.push(' '),
            Event::Html(html) => self.report("HTML", &html),
            Event::Rule => {
                self.flush();
                self.script.begin_paragraph();
            }
            Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    /// Swallows `event` while a part is skipped.
    fn skip(&mut self, event: &Event<'_>) -> bool {
        let Some(skipping) = &mut self.skipping else { return false };
        match event {
            Event::End(tag) if *tag == skipping.end => {
                let Some(Skipping { what, text, end }) = self.skipping.take() else { return true };
                let words = if end == TagEnd::HtmlBlock { words_of_html(&text) } else { String::new() };
                if words.is_empty() {
                    self.report(what, &text);
                } else {
                    self.script.begin_paragraph();
                    self.script.add(&words, LineKind::Text);
                }
            }
            Event::Text(text) | Event::Code(text) | Event::Html(text) => skipping.text.push_str(text),
            _ => {}
        }
        true
    }

    fn report(&mut self, what: &str, text: &str) {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let shown: String = first.chars().take(SHOWN_CHARS).collect();
        let more = if first.chars().count() > SHOWN_CHARS { "…" } else { "" };
        self.script.skip(format!("{what}: {shown}{more}"));
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.begin_block();
                self.kind = LineKind::Heading;
            }
            Tag::Paragraph if self.lists.is_empty() => self.begin_block(),
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.script.begin_paragraph();
                }
                self.lists.push(*first);
            }
            Tag::Item => {
                self.flush();
                if let Some(Some(number)) = self.lists.last_mut() {
                    self.text = format!("{number}. ");
                    *number += 1;
                }
            }
            Tag::Table(_) => {
                self.begin_block();
                self.is_in_table = true;
            }
            Tag::CodeBlock(kind) => {
                let what = match kind {
                    CodeBlockKind::Fenced(_) => "code block",
                    CodeBlockKind::Indented => "indented code",
                };
                self.begin_skipping(what, TagEnd::CodeBlock);
            }
            Tag::HtmlBlock => self.begin_skipping("HTML", TagEnd::HtmlBlock),
            Tag::FootnoteDefinition(_) => self.begin_skipping("footnote", TagEnd::FootnoteDefinition),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.flush();
                self.kind = LineKind::Text;
            }
            TagEnd::Paragraph | TagEnd::Item | TagEnd::TableHead | TagEnd::TableRow => self.flush(),
            TagEnd::TableCell => self.text.push_str(", "),
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Table => self.is_in_table = false,
            _ => {}
        }
    }

    fn begin_block(&mut self) {
        self.flush();
        self.script.begin_paragraph();
    }

    fn begin_skipping(&mut self, what: &'static str, end: TagEnd) {
        self.flush();
        self.skipping = Some(Skipping { what, text: String::new(), end });
    }

    /// Makes the collected text a line.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        let text = if self.is_in_table { text.trim_end_matches([',', ' ']) } else { text.as_str() };
        self.script.add(text, self.kind);
    }
}

fn is_break(html: &str) -> bool {
    html.to_ascii_lowercase().starts_with("<br")
}
