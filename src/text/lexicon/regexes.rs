//! Entries whose written form is a regular expression.
//!
//! The engine takes time linear in the text for every expression; size limits bound what one expression can cost.

use regex::{Captures, Regex, RegexBuilder};

use super::entry::{Case, Entry, EntryFault};
use super::fold;

/// Largest compiled expression, bytes.
const MAX_COMPILED_BYTES: usize = 512 * 1024;
/// Largest cache of the engine for one expression, bytes.
const MAX_CACHE_BYTES: usize = 256 * 1024;
/// Deepest nesting of groups.
const MAX_NESTING: u32 = 50;

/// An expression, ready to be used.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    regex: Regex,
    /// Whether the reading uses groups.
    has_groups: bool,
}

/// A place where an expression matches: bytes of the haystack, and what is read.
pub(super) struct Found {
    pub bytes: std::ops::Range<usize>,
    /// The reading with its groups filled in; `None` where it is the entry's own.
    pub spoken: Option<String>,
}

/// Compiles the written form of `entry`.
pub(super) fn compile(entry: &Entry) -> Result<Pattern, EntryFault> {
    let pattern: String = entry.written.chars().map(|c| if c == ' ' { c } else { fold::plain(c) }).collect();
    let regex = RegexBuilder::new(&pattern)
        .case_insensitive(entry.case == Case::Ignore)
        // Line breaks stand for what nothing is read across.
        .multi_line(true)
        .size_limit(MAX_COMPILED_BYTES)
        .dfa_size_limit(MAX_CACHE_BYTES)
        .nest_limit(MAX_NESTING)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => EntryFault::RegexTooBig,
            other => EntryFault::BadRegex(last_line(&other.to_string())),
        })?;
    if regex.as_str().is_empty() {
        return Err(EntryFault::EmptyRegex);
    }
    let names = group_names(&entry.spoken);
    let is_group = |name: &str| match name.parse::<usize>() {
        Ok(number) => number < regex.captures_len(),
        Err(_) => regex.capture_names().flatten().any(|known| known == name),
    };
    if let Some(unknown) = names.iter().find(|name| !is_group(name)) {
        return Err(EntryFault::NoSuchGroup(unknown.clone()));
    }
    Ok(Pattern { regex, has_groups: entry.spoken.contains('$') })
}

impl Pattern {
    /// Every match that is not empty, in order.
    pub fn find(&self, haystack: &str, entry: &Entry, mut found: impl FnMut(Found)) {
        if !self.has_groups {
            for hit in self.regex.find_iter(haystack).filter(|hit| !hit.is_empty()) {
                found(Found { bytes: hit.range(), spoken: None });
            }
            return;
        }
        for captures in self.regex.captures_iter(haystack) {
            if let Some(hit) = captures.get(0).filter(|hit| !hit.is_empty()) {
                found(Found { bytes: hit.range(), spoken: Some(expanded(&captures, &entry.spoken)) });
            }
        }
    }
}

fn expanded(captures: &Captures<'_>, spoken: &str) -> String {
    let mut text = String::new();
    captures.expand(spoken, &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The groups that a reading names: `$1`, `$name`, `${name}`; `$$` is a dollar sign.
fn group_names(spoken: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = spoken;
    while let Some((_, after)) = rest.split_once('$') {
        if let Some(after) = after.strip_prefix('$') {
            rest = after;
        } else if let Some((name, after)) = after.strip_prefix('{').and_then(|braced| braced.split_once('}')) {
            names.push(name.to_owned());
            rest = after;
        } else {
            let name: String = after.chars().take_while(|&c| c == '_' || c.is_ascii_alphanumeric()).collect();
            if !name.is_empty() {
                names.push(name);
            }
            rest = after;
        }
    }
    names
}

/// The engine draws where the fault is; the last line says what it is.
fn last_line(message: &str) -> String {
    let line = message.lines().last().unwrap_or_default().trim();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
