//! Tags in brackets and HTML: `[pause 1.5s]`, `[voice heart]`, `<b>`, `&amp;`.

use super::{Replaced, Sheet};
use crate::text::Span;

/// A pause without a length.
const DEFAULT_PAUSE_MS: u32 = 500;
/// The longest pause that a tag can ask for.
const MAX_PAUSE_MS: f64 = 600_000.0;
/// No tag is longer than this; keeps the search for its end short.
const MAX_TAG_CHARS: usize = 400;

/// HTML elements that end a word where they stand.
const BLOCK_ELEMENTS: &[&str] = &["br", "p", "div", "li", "tr", "td", "th", "hr", "h1", "h2", "h3", "h4", "h5", "h6"];
const INLINE_ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "big",
    "blockquote",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dl",
    "dt",
    "em",
    "figure",
    "font",
    "i",
    "iframe",
    "img",
    "ins",
    "kbd",
    "mark",
    "ol",
    "picture",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "script",
    "section",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "thead",
    "tfoot",
    "time",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "audio",
    "wbr",
    "center",
    "nobr",
];
/// Directions to the performer that some voices act out and no voice should read.
const EXPRESSIONS: &[&str] = &[
    "laugh",
    "laughs",
    "laughing",
    "laughter",
    "chuckle",
    "chuckles",
    "giggle",
    "giggles",
    "sigh",
    "sighs",
    "breath",
    "breathes",
    "cough",
    "coughs",
    "gasp",
    "gasps",
    "sniff",
    "sniffs",
    "yawn",
    "yawns",
    "clears throat",
    "surprise",
    "scream",
    "throatclear",
    "sad",
    "angry",
    "applause",
    "music",
];
const ENTITIES: &[(&str, char)] = &[
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{A0}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("deg", '°'),
    ("times", '×'),
    ("divide", '÷'),
    ("plusmn", '±'),
    ("middot", '·'),
    ("bull", '•'),
    ("euro", '€'),
    ("pound", '£'),
    ("yen", '¥'),
    ("cent", '¢'),
    ("frac12", '½'),
    ("frac14", '¼'),
    ("frac34", '¾'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("sect", '§'),
    ("larr", '←'),
    ("rarr", '→'),
];

/// Marks every tag and entity of the text.
pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let mut i = 0;
    while let Some(&c) = sheet.chars.get(i) {
        let end = match c {
            '[' => bracket_tag(sheet, i),
            '<' => html_tag(sheet, i),
            '&' => entity(sheet, i),
            _ => None,
        };
        i = end.unwrap_or(i + 1);
    }
}

/// The text from `start` up to `close` on the same line, and the index after `close`.
fn until(chars: &[char], start: usize, close: char) -> Option<(String, usize)> {
    let window = &chars[start..chars.len().min(start + MAX_TAG_CHARS)];
    let n = window.iter().position(|&c| c == close)?;
    let inside: String = window[..n].iter().collect();
    (!inside.contains('\n')).then_some((inside, start + n + 1))
}

fn bracket_tag(sheet: &mut Sheet<'_>, i: usize) -> Option<usize> {
    let (inside, end) = until(sheet.chars, i + 1, ']')?;
    let inside = inside.trim().to_ascii_lowercase();
    let span = Span::new(i, end);
    if let Some(rest) = inside.strip_prefix("pause") {
        if let Some(ms) = if rest.is_empty() { Some(DEFAULT_PAUSE_MS) } else { pause_ms(rest) } {
            sheet.replace(span, Replaced::Pause(ms));
            return Some(end);
        }
        // A tag whose length nobody understands is still no text; "[paused]" and the label of a link are.
        let is_link = matches!(sheet.chars.get(end), Some('(' | '['));
        if rest.starts_with(char::is_alphabetic) || is_link {
            return None;
        }
        sheet.silence(span.range(), "symbol");
        return Some(end);
    }
    let is_voice = inside.strip_prefix("voice").is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']));
    if is_voice && at_line_start(sheet.chars, i) || EXPRESSIONS.contains(&inside.as_str()) {
        sheet.silence(span.range(), "markup");
        return Some(end);
    }
    None
}

fn at_line_start(chars: &[char], i: usize) -> bool {
    chars[..i].iter().rev().take_while(|&&c| c != '\n').all(|c| c.is_whitespace() || matches!(c, '#' | '>' | '-' | '*'))
}

/// Milliseconds of ` 1.5s`, ` 500 ms`, ` 2`.
fn pause_ms(rest: &str) -> Option<u32> {
    let rest = rest.strip_prefix([' ', ':', '='])?.trim();
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    let unit = rest.strip_prefix(number.as_str())?.trim();
    let per_unit = match unit {
        "" | "s" | "sec" | "secs" | "second" | "seconds" | "초" => 1000.0,
        "ms" | "msec" => 1.0,
        _ => return None,
    };
    let value: f64 = number.replace(',', ".").parse().ok()?;
    Some((value * per_unit).round().clamp(0.0, MAX_PAUSE_MS) as u32)
}

fn html_tag(sheet: &mut Sheet<'_>, i: usize) -> Option<usize> {
    if sheet.chars[i..].starts_with(&['<', '!', '-', '-']) {
        let n = sheet.chars[i..].windows(3).take(4000).position(|w| w == ['-', '-', '>'])?;
        sheet.silence(i..i + n + 3, "markup");
        return Some(i + n + 3);
    }
    let (inside, end) = until(sheet.chars, i + 1, '>')?;
    if inside.contains('<') {
        return None;
    }
    if inside.contains("://") || inside.starts_with("mailto:") {
        // An autolink: the address is read, its brackets are not.
        sheet.silence(i..i + 1, "markup");
        sheet.silence(end - 1..end, "markup");
        return Some(end);
    }
    let body = inside.trim_start_matches('/').trim_end_matches('/').trim();
    let name = body.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_ascii_lowercase();
    let is_bare = name.len() == body.len();
    let has_attributes = body.contains('=') || body.contains(' ');
    if BLOCK_ELEMENTS.contains(&name.as_str()) && (is_bare || has_attributes) {
        sheet.replace(Span::new(i, end), Replaced::Char(' '));
    } else if INLINE_ELEMENTS.contains(&name.as_str()) && (is_bare || has_attributes)
        || EXPRESSIONS.contains(&body.to_ascii_lowercase().as_str())
    {
        sheet.silence(i..end, "markup");
    } else {
        return None;
    }
    Some(end)
}

fn entity(sheet: &mut Sheet<'_>, i: usize) -> Option<usize> {
    let window = &sheet.chars[i + 1..sheet.chars.len().min(i + 12)];
    let n = window.iter().position(|&c| c == ';')?;
    let name: String = window[..n].iter().collect();
    let c = if let Some(code) = name.strip_prefix('#') {
        let value = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => code.parse().ok()?,
        };
        char::from_u32(value).filter(|c| !c.is_control())?
    } else {
        ENTITIES.iter().find(|(entity, _)| *entity == name)?.1
    };
    sheet.replace(Span::new(i, i + n + 2), Replaced::Char(c));
    Some(i + n + 2)
}
