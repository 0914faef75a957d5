//! Words and punctuation: the English tokeniser the tagger and the lexicons were made with.
//!
//! A text is cut at white space; each chunk is then peeled from both ends (quotes, brackets, stops, units after a
//! number) until nothing changes, unless what is left is in the table of exceptions (`don't` → `do`, `n't`).

use super::compile::UNIT_SEPARATOR;
use super::scan::is_decimal;
use super::tables::{Section, Strings, Tables};

/// A token and whether white space follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawToken {
    pub(super) text: String,
    pub(super) space_after: bool,
}

/// Units that are cut off a number in front of them.
const UNITS: &[&str] = &[
    "km", "km²", "km³", "m", "m²", "m³", "dm", "dm²", "dm³", "cm", "cm²", "cm³", "mm", "mm²", "mm³", "ha", "µm", "nm",
    "yd", "in", "ft", "kg", "g", "mg", "µg", "t", "lb", "oz", "m/s", "km/h", "mph", "hPa", "Pa", "mbar", "mb", "MB",
    "kb", "KB", "gb", "GB", "tb", "TB", "T", "G", "M", "K", "%",
];

/// Currency signs of more than one character.
const LONG_CURRENCIES: [&str; 3] = ["US$", "C$", "A$"];

/// Hyphens and dashes that part two words written together.
const HYPHENS: [&str; 7] = ["-", "–", "—", "--", "---", "——", "~"];

/// Endings of bare domain names.
const DOMAINS: [&str; 17] =
    ["com", "org", "net", "edu", "gov", "io", "co", "uk", "de", "fr", "info", "biz", "us", "ca", "au", "tv", "me"];

/// Splits text into tokens. Borrows the tables; cheap to make.
pub(super) struct Tokenizer<'t> {
    keys: Strings<'t>,
    tokens: Strings<'t>,
}

impl<'t> Tokenizer<'t> {
    pub(super) fn new(tables: &'t Tables) -> Self {
        Self { keys: tables.strings(Section::ExceptionKeys), tokens: tables.strings(Section::ExceptionTokens) }
    }

    /// The tokens of `text`. The last token of each chunk has a space after it, except at the end.
    pub(super) fn tokens(&self, text: &str) -> Vec<RawToken> {
        let mut tokens: Vec<RawToken> = Vec::new();
        for chunk in text.split_whitespace() {
            if let Some(last) = tokens.last_mut() {
                last.space_after = true;
            }
            tokens.extend(self.split(chunk).into_iter().map(|text| RawToken { text, space_after: false }));
        }
        if let Some(last) = tokens.last_mut() {
            last.space_after = text.ends_with(char::is_whitespace);
        }
        tokens
    }

    /// The tokens of an exception.
    fn exception(&self, chunk: &str) -> Option<Vec<String>> {
        let tokens = self.tokens.get(self.keys.find(chunk)?)?;
        Some(tokens.split(UNIT_SEPARATOR).map(str::to_owned).collect())
    }

    fn is_exception(&self, chars: &[char]) -> bool {
        self.keys.contains(&chars.iter().collect::<String>())
    }

    /// The tokens of one chunk without white space.
    fn split(&self, chunk: &str) -> Vec<String> {
        if let Some(tokens) = self.exception(chunk) {
            return tokens;
        }
        let chars: Vec<char> = chunk.chars().collect();
        let mut core: &[char] = &chars;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        while !core.is_empty() && !self.is_exception(core) {
            let prefix = prefix_len(core);
            let (head, rest) = core.split_at(prefix);
            if prefix > 0 && !rest.is_empty() && self.is_exception(rest) {
                before.push(head.iter().collect());
                core = rest;
                break;
            }
            let suffix = suffix_len(rest);
            let (inner, tail) = rest.split_at(rest.len() - suffix);
            let (without_tail, _) = core.split_at(core.len() - suffix);
            if suffix > 0 && !without_tail.is_empty() && self.is_exception(without_tail) {
                after.push(tail.iter().collect());
                core = without_tail;
                break;
            }
            if prefix == 0 && suffix == 0 {
                break;
            }
            if prefix > 0 {
                before.push(head.iter().collect());
            }
            if suffix > 0 {
                after.push(tail.iter().collect());
            }
            core = inner;
        }
        let mut pieces: Vec<String> = before;
        if !core.is_empty() {
            pieces.extend(self.split_core(core));
        }
        pieces.extend(after.into_iter().rev());
        self.rejoin(pieces)
    }

    /// The tokens of what is left when nothing more can be peeled off.
    fn split_core(&self, core: &[char]) -> Vec<String> {
        let text: String = core.iter().collect();
        if let Some(tokens) = self.exception(&text) {
            return tokens;
        }
        if is_address(&text) {
            return vec![text];
        }
        let mut pieces = Vec::new();
        let (mut start, mut at) = (0, 0);
        while at < core.len() {
            let len = infix_len(core, at);
            if len == 0 || at == 0 {
                at += len.max(1);
                continue;
            }
            let (piece, infix) = (core.get(start..at), core.get(at..at + len));
            pieces.extend([piece, infix].into_iter().flatten().filter(|p| !p.is_empty()).map(|p| p.iter().collect()));
            at += len;
            start = at;
        }
        pieces.extend(core.get(start..).filter(|p| !p.is_empty()).map(|p| p.iter().collect::<String>()));
        pieces
    }

    /// Neighbours that together are an exception become its tokens.
    fn rejoin(&self, pieces: Vec<String>) -> Vec<String> {
        let mut joined = Vec::with_capacity(pieces.len());
        let mut rest = pieces.as_slice();
        while let Some((first, others)) = rest.split_first() {
            let found = [3, 2].into_iter().find_map(|n| {
                let (window, after) = rest.split_at_checked(n)?;
                Some((self.exception(&window.concat())?, after))
            });
            rest = if let Some((tokens, after)) = found {
                joined.extend(tokens);
                after
            } else {
                joined.push(first.clone());
                others
            };
        }
        joined
    }
}

fn is_punctuation(c: char) -> bool {
    "…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·".contains(c)
}

fn is_quote(c: char) -> bool {
    "'\"”“`‘´’‚„»«「」『』（）〔〕【】《》〈〉".contains(c)
}

fn is_icon(c: char) -> bool {
    matches!(c, '™' | '®' | '©' | '°' | '¶' | '†' | '‡' | '•')
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '£' | '€' | '¥' | '฿' | '\u{20a0}'..='\u{20bf}')
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

fn is_lower(c: char) -> bool {
    c.is_alphabetic() && !c.is_uppercase()
}

fn is_upper(c: char) -> bool {
    c.is_uppercase()
}

/// Number of characters that `text` starts with any of `options`, the first that fits.
fn starts_with_any(text: &[char], options: &[&str]) -> Option<usize> {
    options
        .iter()
        .map(|option| (option, option.chars().count()))
        .find_map(|(option, n)| text.get(..n).is_some_and(|head| head.iter().copied().eq(option.chars())).then_some(n))
}

/// Length of the run of dots that `text` starts with.
fn n_dots(text: &[char]) -> usize {
    text.iter().take_while(|&&c| c == '.').count()
}

/// Length of what is peeled off the front, or 0.
fn prefix_len(text: &[char]) -> usize {
    let Some(&first) = text.first() else { return 0 };
    if n_dots(text) >= 2 {
        return n_dots(text);
    }
    let is_sign = matches!(first, '§' | '%' | '=' | '—' | '–')
        || (first == '+' && !text.get(1).copied().is_some_and(is_decimal))
        || is_punctuation(first)
        || is_quote(first)
        || is_currency(first)
        || is_icon(first);
    if is_sign { 1 } else { starts_with_any(text, &LONG_CURRENCIES).unwrap_or(0) }
}

/// Length of what is peeled off the end, or 0: the longest that fits.
fn suffix_len(text: &[char]) -> usize {
    let n = text.len();
    let Some(&last) = text.last() else { return 0 };
    let before = |back: usize| n.checked_sub(back + 1).and_then(|i| text.get(i)).copied();
    let n_final_dots = text.iter().rev().take_while(|&&c| c == '.').count();
    if n_final_dots >= 2 {
        return n_final_dots;
    }
    // A unit or a long currency sign reaches back to the digit before it.
    let after_digit = text.iter().rposition(|&c| is_decimal(c)).map_or(0, |i| n - 1 - i);
    if after_digit > 0 {
        let tail = text.get(n - after_digit..).unwrap_or_default();
        if [UNITS, &LONG_CURRENCIES].iter().any(|list| starts_with_any_exactly(tail, list)) {
            return after_digit;
        }
    }
    if matches!(last, 's' | 'S') && before(1).is_some_and(|c| matches!(c, '\'' | '’')) {
        return 2;
    }
    if is_punctuation(last) || is_quote(last) || is_icon(last) || matches!(last, '—' | '–') {
        return 1;
    }
    let previous = before(1);
    if last == '+' || is_currency(last) {
        return usize::from(previous.is_some_and(is_decimal));
    }
    let is_final_stop = last == '.'
        && previous.is_some_and(|c| {
            is_decimal(c)
                || is_lower(c)
                || matches!(c, '%' | '²' | '-' | '+')
                || is_punctuation(c)
                || is_quote(c)
                || (is_upper(c) && before(2).is_some_and(|b| is_upper(b) || (b == '°' && matches!(c, 'F' | 'C' | 'K'))))
        });
    usize::from(is_final_stop)
}

fn starts_with_any_exactly(text: &[char], options: &[&str]) -> bool {
    options.iter().any(|option| text.iter().copied().eq(option.chars()))
}

/// Length of the infix at `at`, or 0.
fn infix_len(text: &[char], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let Some(&c) = rest.first() else { return 0 };
    if n_dots(rest) >= 2 {
        return n_dots(rest);
    }
    if c == '…' || is_icon(c) || c == '§' {
        return 1;
    }
    let previous = at.checked_sub(1).and_then(|i| text.get(i)).copied();
    let follows = |test: fn(char) -> bool| previous.is_some_and(test);
    let precedes = |offset: usize, test: fn(char) -> bool| rest.get(offset).copied().is_some_and(test);
    let between = |left: fn(char) -> bool, right: fn(char) -> bool| follows(left) && precedes(1, right);
    let one = match c {
        '+' | '-' | '*' | '^' if between(is_decimal, |c| is_decimal(c) || c == '-') => true,
        '.' => between(|c| is_lower(c) || is_quote(c), |c| is_upper(c) || is_quote(c)),
        ',' => between(is_letter, is_letter),
        ':' | '<' | '>' | '=' | '/' => between(|c| is_letter(c) || is_decimal(c), is_letter),
        _ => false,
    };
    if one {
        return 1;
    }
    if !follows(|c| is_letter(c) || is_decimal(c)) {
        return 0;
    }
    let parts = |hyphen: &str| starts_with_any(rest, &[hyphen]).filter(|&n| precedes(n, is_letter));
    HYPHENS.into_iter().find_map(parts).unwrap_or(0)
}

/// Whether `text` is a web or e-mail address or a bare domain name, which stay whole.
fn is_address(text: &str) -> bool {
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_host = |host: &str| host.contains('.') && host.split('.').all(is_label);
    if text.starts_with("http://") || text.starts_with("https://") || text.starts_with("ftp://") {
        return true;
    }
    if text.starts_with("www.") {
        return true;
    }
    if let Some((name, host)) = text.split_once('@') {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "._%+-".contains(c));
        return is_name && is_host(host);
    }
    let (host, _) = text.split_once('/').unwrap_or((text, ""));
    let ending = host.rsplit('.').next().unwrap_or_default();
    is_host(host) && (DOMAINS.contains(&ending) || matches!(ending, "ly" | "ai"))
}

#[cfg(test)]
mod tests {
    use super::{infix_len, is_address, prefix_len, suffix_len};

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn ends() {
        let check = |text: &str, prefix: usize, suffix: usize| {
            assert_eq!((prefix_len(&chars(text)), suffix_len(&chars(text))), (prefix, suffix), "{text}");
        };
        check("“word”", 1, 1);
        check("wait...", 0, 3);
        check("...wait", 3, 0);
        check("US$5", 3, 0);
        check("+5", 0, 0);
        check("+a", 1, 0);
        check("5km/h", 0, 4);
        check("5kmh", 0, 0);
        check("James's", 0, 2);
        check("word.", 0, 1);
        check("U.S.A.", 0, 0);
        check("USA.", 0, 1);
        check("-5", 0, 0);
    }

    #[test]
    fn infixes() {
        let check = |text: &str, at: usize, expect: usize| assert_eq!(infix_len(&chars(text), at), expect, "{text}");
        check("well-known", 4, 1);
        check("well--known", 4, 2);
        check("3-4", 1, 1);
        check("a-1", 1, 0);
        check("a,b", 1, 1);
        check("and/or", 3, 1);
        check("end.Start", 3, 1);
        check("e.g", 1, 0);
    }

    #[test]
    fn addresses() {
        assert!(is_address("www.example.com") && is_address("me@example.org") && is_address("example.io/path"));
        assert!(!is_address("end.Start") && !is_address("e.g") && !is_address("@home"));
    }
}
