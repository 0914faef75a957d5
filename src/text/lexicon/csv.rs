//! Lexicons as tables: RFC 4180 with a header, and the variants of it that spreadsheets write (semicolons, tabs, `sep=`).

use unicode_normalization::UnicodeNormalization as _;

use super::{Collector, Entry, ParseError, Parsed, Place, RowFault};

const COLUMNS: [&str; 7] = ["written", "spoken", "language", "match", "case", "enabled", "note"];
/// What Korean tables call them, spaces left out.
const KOREAN_COLUMNS: [&[&str]; 7] = [
    &["표기", "쓰기", "단어", "적힌말", "원문"],
    &["읽기", "발음", "소리", "읽는말"],
    &["언어"],
    &["일치", "방식", "일치방식"],
    &["대소문자"],
    &["사용", "켜기", "켬"],
    &["메모", "비고", "참고"],
];

/// A row of a table: its fields, or nothing where its quotation marks do not close.
type Row = Option<Vec<String>>;

/// Reads a table.
pub(super) fn read(text: &str) -> Result<Parsed, ParseError> {
    let (text, told) = separator_line(text);
    let chars: Vec<char> = text.chars().collect();
    let candidates: Vec<char> = told.map_or_else(|| vec![',', ';', '\t'], |separator| vec![separator]);
    let (separator, header, columns) = candidates
        .into_iter()
        .find_map(|separator| {
            // Lines with nothing in them may stand above the header.
            let mut rows = Rows { chars: &chars, at: 0, separator }.enumerate();
            let (index, header) = rows.find(|(_, row)| !row.as_ref().is_some_and(|fields| is_blank(fields)))?;
            columns(&header?).transpose().map(|columns| (separator, index, columns))
        })
        .ok_or(ParseError::NoHeader)?;
    let columns = columns?;
    let mut collector = Collector::new(Place::Row);
    for (index, row) in (Rows { chars: &chars, at: 0, separator }).enumerate().skip(header + 1) {
        let number = index + 1;
        match row {
            Some(fields) if is_blank(&fields) => {}
            Some(fields) => collector.push(number, entry(&fields, &columns, separator)),
            None => collector.push(number, Err(RowFault::OpenQuote)),
        }
    }
    Ok(collector.parsed)
}

fn is_blank(fields: &[String]) -> bool {
    fields.iter().all(|field| field.trim().is_empty())
}

/// The line `sep=;` that spreadsheets put before the header.
fn separator_line(text: &str) -> (&str, Option<char>) {
    let Some((first, rest)) = text.split_once('\n') else { return (text, None) };
    let mut told = first.trim_end_matches('\r').trim_matches('"').strip_prefix("sep=").into_iter().flat_map(str::chars);
    match (told.next(), told.next()) {
        (Some(separator), None) => (rest, Some(separator)),
        _ => (text, None),
    }
}

/// For each column of the header, which of ours it is. Nothing if the header lacks one that is needed.
fn columns(header: &[String]) -> Result<Option<Vec<Option<usize>>>, ParseError> {
    let find = |name: &String| {
        let name: String = name.chars().filter(|c| !c.is_whitespace()).nfc().collect();
        let english = COLUMNS.iter().position(|column| name.eq_ignore_ascii_case(column));
        english.or_else(|| KOREAN_COLUMNS.iter().position(|names| names.contains(&name.as_str())))
    };
    let columns: Vec<Option<usize>> = header.iter().map(find).collect();
    for (index, name) in COLUMNS.iter().enumerate() {
        match columns.iter().filter(|&&column| column == Some(index)).count() {
            0 if index < 2 => return Ok(None),
            0 | 1 => {}
            _ => return Err(ParseError::RepeatedColumn(name)),
        }
    }
    Ok(Some(columns))
}

fn entry(fields: &[String], columns: &[Option<usize>], separator: char) -> Result<Entry, RowFault> {
    let n_fields = fields.len() - fields.iter().rev().take_while(|field| field.trim().is_empty()).count();
    if n_fields > columns.len() {
        return Err(RowFault::TooManyFields { n_fields, n_columns: columns.len(), separator });
    }
    let field = |name: &str| {
        let at = columns.iter().position(|column| column.is_some_and(|column| COLUMNS[column] == name));
        at.and_then(|at| fields.get(at)).map_or("", String::as_str)
    };
    let entry = Entry {
        written: field("written").to_owned(),
        spoken: field("spoken").to_owned(),
        language: super::language(field("language"))?,
        mode: super::match_mode(field("match"))?,
        case: super::case(field("case"))?,
        enabled: super::enabled(field("enabled"))?,
        note: field("note").to_owned(),
    };
    Ok(entry.tidied())
}

/// Cuts a table into rows.
struct Rows<'a> {
    chars: &'a [char],
    at: usize,
    separator: char,
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        if self.at >= self.chars.len() {
            return None;
        }
        let start = self.at;
        let row = self.row();
        if row.is_none() {
            // One open quotation mark must not swallow the rows behind it.
            let end = start + self.chars[start..].iter().take_while(|&&c| c != '\n' && c != '\r').count();
            let is_pair = self.chars.get(end) == Some(&'\r') && self.chars.get(end + 1) == Some(&'\n');
            self.at = (end + 1 + usize::from(is_pair)).min(self.chars.len());
        }
        Some(row)
    }
}

impl Rows<'_> {
    fn row(&mut self) -> Row {
        let mut fields = Vec::new();
        loop {
            // Tables that people write have spaces around the quotation marks.
            let quote = self.skip_spaces();
            let field = if self.chars.get(quote) == Some(&'"') {
                self.at = quote;
                let field = self.quoted()?;
                self.at = self.skip_spaces();
                field
            } else {
                self.bare()
            };
            fields.push(field);
            match self.chars.get(self.at) {
                Some(&c) if c == self.separator => self.at += 1,
                Some('\r') if self.chars.get(self.at + 1) == Some(&'\n') => {
                    self.at += 2;
                    return Some(fields);
                }
                Some('\n' | '\r') => {
                    self.at += 1;
                    return Some(fields);
                }
                None => return Some(fields),
                // Text behind a closing quotation mark.
                Some(_) => return None,
            }
        }
    }

    /// The first place from here on that is no space.
    fn skip_spaces(&self) -> usize {
        self.at + self.chars[self.at..].iter().take_while(|&&c| c == ' ').count()
    }

    fn bare(&mut self) -> String {
        let rest = &self.chars[self.at..];
        let n = rest.iter().take_while(|&&c| c != self.separator && c != '\n' && c != '\r').count();
        self.at += n;
        rest[..n].iter().collect()
    }

    /// A field whose opening quotation mark is at hand. Nothing if it never closes.
    fn quoted(&mut self) -> Option<String> {
        let mut field = String::new();
        self.at += 1;
        loop {
            let c = *self.chars.get(self.at)?;
            self.at += 1;
            if c != '"' {
                field.push(c);
            } else if self.chars.get(self.at) == Some(&'"') {
                field.push('"');
                self.at += 1;
            } else {
                return Some(field);
            }
        }
    }
}

/// Writes a table.
pub(super) fn write(entries: &[Entry]) -> String {
    let mut text = format!("\u{FEFF}{}\r\n", COLUMNS.join(","));
    for entry in entries {
        let language = entry.language.map_or("", super::super::Language::tag);
        let enabled = if entry.enabled { "true" } else { "false" };
        let fields =
            [&entry.written, &entry.spoken, language, entry.mode.name(), entry.case.name(), enabled, &entry.note];
        text.push_str(&fields.map(quoted).join(","));
        text.push_str("\r\n");
    }
    text
}

/// A field in quotation marks where it needs them.
fn quoted(field: &str) -> String {
    let needs = field.contains([',', ';', '\t', '"', '\n', '\r']) || field.starts_with(' ') || field.ends_with(' ');
    if needs { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}
