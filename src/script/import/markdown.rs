//! Markdown to lines.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

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
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut walk = Walk::default();
    for event in Parser::new_ext(text, options) {
        walk.take(event);
    }
    walk.flush();
    walk.script.finish()
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
                let Some(Skipping { what, text, .. }) = self.skipping.take() else { return true };
                self.report(what, &text);
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
            Tag::MetadataBlock(kind) => self.begin_skipping("front matter", TagEnd::MetadataBlock(*kind)),
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
