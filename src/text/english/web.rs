//! Web addresses, e-mail addresses, file names, handles and hashtags.

use std::sync::LazyLock;

use regex::Regex;

use super::acronyms::is_pronounceable;
use super::numerals::{self, Zero};
use super::{Claim, Kind, Part, Text, claim, is_all_caps, spelled};

/// Endings of addresses that are no English words: enough to know a bare domain by.
const DOMAINS: &str = "com|org|net|edu|gov|mil|int|io|co|uk|de|fr|biz|jp|kr|cn|eu|tv|ai|dev|xyz|gg|ca|ru|nl|se|ch|br|info|app|tech|online|cloud|wiki|blog|shop";
/// Endings of file names.
const FILES: &str = "txt|md|rs|py|js|ts|jsx|tsx|html|htm|css|json|xml|csv|tsv|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp3|mp4|wav|flac|ogg|zip|gz|tar|exe|dll|toml|yaml|yml|sh|bat|c|cpp|h|hpp|java|kt|go|rb|php|sql|onnx|ini|cfg|log|srt|vtt|epub|bin|iso|lock";

static URL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(?i:https?|ftp|file)://[^\s<>\x22]+").ok());
static EMAIL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:mailto:)?[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}").ok());
static DOMAIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"^(?:www\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|(?:[A-Za-z0-9-]+\.)+(?:{DOMAINS}))(?::[0-9]+)?(?:[/?#][^\s<>\x22]*)?")).ok()
});
static FILE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"^[\w-]+(?:\.[\w-]+)*\.(?:{FILES})\b")).ok());

/// `https://example.com/a`, `me@example.com`, `example.com`, `README.md`.
pub(super) fn address(text: &Text<'_>, i: usize) -> Option<Claim> {
    // Only where a run without spaces begins, so that each run is looked at once.
    let begins = text.before(i).is_none_or(|token| {
        matches!(token.kind, Kind::Space | Kind::Break)
            || matches!(token.first(), '(' | '[' | '{' | '<' | '"' | '\'' | '—')
    });
    if !begins {
        return None;
    }
    let chunk = chunk_at(text, i);
    if chunk.is_empty() {
        return None;
    }
    // Each kind of address only where its sign stands.
    let kinds = [(&URL, true, "://"), (&EMAIL, false, "@"), (&DOMAIN, true, "."), (&FILE, false, ".")];
    let (end, is_url) =
        kinds.into_iter().filter(|(_, _, sign)| chunk.contains(sign)).find_map(|(regex, is_url, _)| {
            let found = regex.as_ref()?.find(&chunk)?;
            Some((found.as_str().to_owned(), is_url))
        })?;
    let matched = if is_url { trim_punctuation(&end) } else { end.as_str() };
    let n_tokens = tokens_of(text, i, matched.chars().count())?;
    // A word that goes on, or a dot with more behind it, is something else.
    let after = i + n_tokens;
    if text.is_glued_right(after) || (text.is_mark(after, '@') && text.is_glued_right(after + 1)) {
        return None;
    }
    // "http://." and "http://}" have nothing to say but their scheme.
    Some(parts(text, i, after)).filter(|parts| parts.iter().any(|part| part.spoken.contains(char::is_alphanumeric)))
}

/// `00:1A:2B:3C:4D:5E`: pairs of hexadecimal digits, each digit and letter on its own.
pub(super) fn hardware_address(text: &Text<'_>, i: usize) -> Option<Claim> {
    let first = text.str(i);
    let may_begin = first.len() <= 2
        && first.bytes().all(|byte| byte.is_ascii_hexdigit())
        && (first.len() < 2 || text.is_mark(i + 1, ':'));
    if !may_begin || text.is_glued_left(i) || text.before(i).is_some_and(|token| token.first() == ':') {
        return None;
    }
    let mut pairs: Vec<String> = Vec::new();
    let mut k = i;
    loop {
        let mut pair = String::new();
        while text.is_glued_right(k) && pair.chars().count() < 3 {
            pair.push_str(text.str(k));
            k += 1;
        }
        if pair.chars().count() != 2 || !pair.chars().all(|c| c.is_ascii_hexdigit()) {
            return None;
        }
        pairs.push(pair);
        if !(text.is_mark(k, ':') && text.is_glued_right(k + 1)) {
            break;
        }
        k += 1;
    }
    let has = |what: fn(&char) -> bool| pairs.iter().any(|pair| pair.chars().any(|c| what(&c)));
    let is_mixed = has(char::is_ascii_digit) && has(char::is_ascii_alphabetic);
    if !(pairs.len() == 6 || pairs.len() >= 4 && is_mixed) {
        return None;
    }
    let read = |c: char| match c.to_digit(10) {
        Some(digit) => numerals::cardinal(digit.into()),
        None => c.to_ascii_uppercase().to_string(),
    };
    let spoken: Vec<String> = pairs.iter().map(|pair| pair.chars().map(read).collect::<Vec<_>>().join(" ")).collect();
    claim(k - i, spoken.join(", "), "code")
}

/// The characters from token `i` up to the next white space; empty where no address can be.
fn chunk_at(text: &Text<'_>, i: usize) -> String {
    let limit = text.len().min(i + 800);
    let end = (i..limit).find(|&k| matches!(text.kind(k), Some(Kind::Space | Kind::Break))).unwrap_or(limit);
    // A dot at the end of a sentence is none of an address.
    let may_match = (i..end).any(|k| {
        text.is(k, Kind::Mark)
            && match text.tokens[k].first() {
                '@' => true,
                '.' => text.is_glued_right(k + 1) || text.is_mark(k + 1, '-'),
                ':' => text.is_mark(k + 1, '/'),
                _ => false,
            }
    });
    if may_match { (i..end).map(|k| text.str(k)).collect() } else { String::new() }
}

/// Punctuation at the end of an address belongs to the sentence; so does a bracket that was not opened in it.
fn trim_punctuation(address: &str) -> &str {
    let mut address = address;
    loop {
        let trimmed = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '*', '…']);
        let n_open = trimmed.matches('(').count();
        let n_closed = trimmed.matches(')').count();
        let next = if n_closed > n_open { trimmed.strip_suffix(')').unwrap_or(trimmed) } else { trimmed };
        if next == address {
            return address;
        }
        address = next;
    }
}

/// How many tokens from `i` on make exactly `n_chars`.
fn tokens_of(text: &Text<'_>, i: usize, n_chars: usize) -> Option<usize> {
    let mut rest = n_chars;
    let mut k = i;
    while rest > 0 {
        rest = rest.checked_sub(text.str(k).chars().count())?;
        k += 1;
    }
    Some(k - i)
}

/// One part per name between two signs, so that a very long address can be cut.
fn parts(text: &Text<'_>, i: usize, end: usize) -> Claim {
    let mut parts: Claim = Vec::new();
    let mut k = i;
    // "https://" is not said; it belongs to the first name.
    let mut lead = 0;
    while k < end {
        let is_scheme = text.is_mark(k + 1, ':') && text.is_mark(k + 2, '/') && text.is_mark(k + 3, '/') && k == i;
        let is_mailto = text.str(k) == "mailto" && text.is_mark(k + 1, ':');
        if is_scheme || is_mailto {
            lead = if is_scheme { 4 } else { 2 };
            k += lead;
            continue;
        }
        let words = match text.kind(k) {
            Some(Kind::Word) => name_words(text.str(k)),
            Some(Kind::Digits) => digits_words(text.str(k)),
            _ if k + 1 == end && text.is_mark(k, '/') => String::new(),
            _ => sign_word(text.tokens[k].first()).to_owned(),
        };
        let words = if words.is_empty() || k + 1 == end { words } else { format!("{words} ") };
        match parts.last_mut() {
            // A last stroke is not said, and a sign belongs to what stands before it, or behind it if nothing does.
            Some(last) if words.is_empty() || text.is(k, Kind::Mark) || last.spoken.trim().is_empty() => {
                let spoken = format!("{} {words}", last.spoken.trim_end());
                spoken.trim_start().clone_into(&mut last.spoken);
                last.n_tokens += 1;
            }
            _ => {
                parts.push(Part { n_tokens: lead + 1, spoken: words, rule: "web" });
                lead = 0;
            }
        }
        k += 1;
    }
    parts
}

/// A name in an address: a word if it can be said, letters if not.
fn name_words(name: &str) -> String {
    let lower = name.to_lowercase();
    match lower.as_str() {
        "www" => return "W W W".to_owned(),
        "json" | "yaml" | "toml" | "me" | "com" | "org" | "net" | "gov" | "edu" | "info" | "dev" | "app" | "wav"
        | "zip" | "gif" | "tar" | "log" | "bin" | "bat" => return lower,
        "io" | "ai" | "uk" | "eu" | "tv" | "kr" | "rs" | "py" | "go" | "iso" | "ini" | "exe" | "epub" => {
            return spelled(name);
        }
        _ => {}
    }
    let n = name.chars().count();
    let is_word = if is_all_caps(name) {
        n >= 5 && is_pronounceable(name)
    } else {
        n >= 3 && is_pronounceable(name)
            || matches!(
                lower.as_str(),
                "a" | "i"
                    | "my"
                    | "to"
                    | "in"
                    | "on"
                    | "of"
                    | "by"
                    | "co"
                    | "is"
                    | "it"
                    | "me"
                    | "no"
                    | "go"
                    | "we"
                    | "do"
                    | "up"
                    | "or"
                    | "be"
                    | "so"
                    | "as"
                    | "at"
            )
    };
    match (is_word, n) {
        // Capitals that are read as a word are a word.
        (true, 2..) if is_all_caps(name) => lower,
        (true, _) | (false, 1) => name.to_owned(),
        (false, _) => spelled(name),
    }
}

fn digits_words(digits: &str) -> String {
    match digits.len() {
        _ if digits.starts_with('0') && digits.len() > 1 => numerals::digits(digits, Zero::Zero),
        1..=2 => numerals::cardinal_of_digits(digits),
        4 => digits.parse().map_or(String::new(), numerals::year),
        _ => numerals::digits(digits, Zero::Zero),
    }
}

fn sign_word(sign: char) -> &'static str {
    match sign {
        '.' => "dot",
        '/' => "slash",
        '@' => "at",
        '-' => "dash",
        '_' => "underscore",
        ':' => "colon",
        '?' => "question mark",
        '=' => "equals",
        '&' => "and",
        '#' => "hash",
        '%' => "percent",
        '+' => "plus",
        '~' => "tilde",
        ',' => "comma",
        ';' => "semicolon",
        '!' => "exclamation mark",
        '*' => "star",
        '$' => "dollar",
        _ => "",
    }
}

/// `@user` → "at user", `#hashtag` → "hashtag hashtag".
pub(super) fn handle(text: &Text<'_>, i: usize) -> Option<Claim> {
    if !text.is(i + 1, Kind::Word) || text.is_glued_left(i) {
        return None;
    }
    match text.tokens[i].first() {
        '@' => claim(1, "at ", "web"),
        '#' if text.is(i + 2, Kind::Digits) => claim(1, "hash ", "symbol"),
        '#' => claim(1, "hashtag ", "web"),
        _ => None,
    }
}
