//! Lexicons as XML: W3C Pronunciation Lexicon Specification 1.0 (<https://www.w3.org/TR/pronunciation-lexicon/>).
//!
//! Read: every grapheme of a lexeme becomes an entry with the lexeme's preferred reading, `alias` (a respelling) or
//! `phoneme` (in IPA); roles and examples are passed over. Written: one lexeme for each entry.

use roxmltree::{Document, Node, ParsingOptions};

use super::{Collector, Entry, ParseError, Parsed, Place, RowFault};
use crate::text::Language;

const NAMESPACE: &str = "http://www.w3.org/2005/01/pronunciation-lexicon";
/// Of the attributes that carry what PLS has no place for.
const OWN_NAMESPACE: &str = "urn:moksori:lexicon";
const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// Reads a pronunciation lexicon.
pub(super) fn read(text: &str) -> Result<Parsed, ParseError> {
    // A document type is no reason to refuse a file; the library bounds what its entities may grow to.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| ParseError::Xml { line: error.pos().row as usize, problem: error.to_string() })?;
    let root = document.root_element();
    if root.tag_name().name() != "lexicon" {
        return Err(ParseError::NotPls(root.tag_name().name().to_owned()));
    }
    let mut collector = Collector::new(Place::Line);
    for lexeme in elements(root, "lexeme") {
        let line = document.text_pos_at(lexeme.range().start).row as usize;
        let reading = reading(lexeme, root);
        for grapheme in elements(lexeme, "grapheme") {
            let entry = reading.clone().and_then(|spoken| entry(lexeme, root, &text_of(grapheme), spoken));
            collector.push(line, entry);
        }
        if elements(lexeme, "grapheme").next().is_none() {
            collector.push(line, Err(super::EntryFault::NothingWritten.into()));
        }
    }
    Ok(collector.parsed)
}

/// The children of a name, in whatever namespace: files without one are common.
fn elements<'a, 'input>(node: Node<'a, 'input>, name: &'static str) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

/// The preferred reading of a lexeme, else its first.
fn reading(lexeme: Node<'_, '_>, root: Node<'_, '_>) -> Result<String, RowFault> {
    let readings = || lexeme.children().filter(|child| matches!(child.tag_name().name(), "alias" | "phoneme"));
    let preferred = readings().find(|reading| reading.attribute("prefer").is_some_and(|value| value.trim() == "true"));
    let reading = preferred.or_else(|| readings().next()).ok_or(RowFault::NoReading)?;
    let text = text_of(reading);
    if reading.tag_name().name() == "alias" {
        return Ok(text);
    }
    let alphabet = reading.attribute("alphabet").or_else(|| root.attribute("alphabet")).unwrap_or("ipa").trim();
    if alphabet.eq_ignore_ascii_case("ipa") {
        Ok(format!("/{}/", text.trim()))
    } else {
        Err(RowFault::UnknownAlphabet(alphabet.to_owned()))
    }
}

fn entry(lexeme: Node<'_, '_>, root: Node<'_, '_>, written: &str, spoken: String) -> Result<Entry, RowFault> {
    let own = |name: &'static str| lexeme.attribute((OWN_NAMESPACE, name)).unwrap_or_default();
    let tag = lexeme.attribute((XML_NAMESPACE, "lang")).or_else(|| root.attribute((XML_NAMESPACE, "lang")));
    let entry = Entry {
        written: written.to_owned(),
        spoken,
        language: super::language(tag.unwrap_or_default())?,
        mode: super::match_mode(own("match"))?,
        case: super::case(own("case"))?,
        enabled: super::enabled(own("enabled"))?,
        note: own("note").to_owned(),
    };
    Ok(entry.tidied())
}

/// Writes a pronunciation lexicon.
pub(super) fn write(entries: &[Entry]) -> String {
    let first = entries.first().and_then(|entry| entry.language);
    let common = first.filter(|_| entries.iter().all(|entry| entry.language == first));
    let tag = common.map_or("mul", Language::tag);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<lexicon version=\"1.0\" xmlns=\"{NAMESPACE}\" \
         xmlns:m=\"{OWN_NAMESPACE}\" alphabet=\"ipa\" xml:lang=\"{tag}\">\n"
    );
    for entry in entries {
        text.push_str("  <lexeme");
        let mut attribute = |name: &str, value: &str, is_default: bool| {
            if !is_default {
                text.extend([" ", name, "=\"", &escaped(value), "\""]);
            }
        };
        attribute("xml:lang", entry.language.map_or("mul", Language::tag), entry.language == common);
        attribute("m:match", entry.mode.name(), entry.mode == super::MatchMode::default());
        attribute("m:case", entry.case.name(), entry.case == super::Case::default());
        attribute("m:enabled", "false", entry.enabled);
        attribute("m:note", &entry.note, entry.note.is_empty());
        let reading = match entry.phonemes() {
            Some(phonemes) => format!("<phoneme>{}</phoneme>", escaped(phonemes)),
            None => format!("<alias>{}</alias>", escaped(&entry.spoken)),
        };
        let written = escaped(&entry.written);
        text.extend([">\n    <grapheme>", &written, "</grapheme>\n    ", &reading, "\n  </lexeme>\n"]);
    }
    text.push_str("</lexicon>\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
