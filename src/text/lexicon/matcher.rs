//! Lexicons made ready, and finding where their entries apply.
//!
//! All written forms of all lexicons are one automaton, stepped once over the text (A. V. Aho, M. J. Corasick, “Efficient
//! string matching”, 1975): the time does not depend on how many entries there are. Of the places found, the longest are
//! taken first, and what overlaps a taken one is left; so entries never see each other's readings.

use std::collections::HashMap;

use aho_corasick::Anchored;
use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::dfa::DFA;
use aho_corasick::nfa::contiguous::NFA;

use super::boundary::{begins_word, ends_word, is_cut};
use super::entry::{Case, Entry, MatchMode};
use super::regexes::{self, Pattern};
use super::{EntryRef, Lexicon, fold};
use crate::text::markup::Item;
use crate::text::{Language, Origin};

/// Stands in a haystack for what nothing is read across. No written form contains it.
pub(super) const BREAK: char = '\n';

/// How many nested written forms are looked at that end in one place. More than that only differ in how much of a run
/// of the same letters they take.
const MAX_NESTED: usize = 32;

/// Written forms of so many bytes together are a table of a few hundred kilobytes.
const MAX_TABLE_BYTES: usize = 4 << 10;

/// The automaton of the written forms.
#[derive(Debug)]
enum Machine {
    /// One table: the quicker one, for lexicons of some hundred entries.
    Table(DFA),
    /// A tenth of the memory for large lexicons.
    Compact(NFA),
}

impl Machine {
    /// `None` only beyond two billion states.
    fn new(keys: &[String]) -> Option<Self> {
        let n_bytes: usize = keys.iter().map(String::len).sum();
        if n_bytes <= MAX_TABLE_BYTES {
            DFA::new(keys).ok().map(Self::Table)
        } else {
            NFA::new(keys).ok().map(Self::Compact)
        }
    }
}

/// One entry, ready.
#[derive(Clone, Debug)]
struct Ready {
    at: EntryRef,
    entry: Entry,
    /// The folded written form; empty for regular expressions.
    key: Vec<char>,
}

/// A place where an entry applies: a range of the haystack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub start: usize,
    pub end: usize,
    pub at: EntryRef,
    /// What is read, as the entry says it.
    pub spoken: String,
}

/// Entries of one or more lexicons, ready to be applied.
#[derive(Debug, Default)]
pub struct Lexicons {
    /// By precedence, best first.
    ready: Vec<Ready>,
    automaton: Option<Machine>,
    /// For each pattern of the automaton its length and the entries that have it, best first.
    groups: Vec<(usize, Vec<usize>)>,
    /// Regular expressions with their entries.
    patterns: Vec<(Pattern, usize)>,
}

impl Lexicons {
    /// Makes lexicons ready, the one that takes precedence first: the project's, then the user's. Entries that are off or
    /// faulty ([`Entry::check`]) are left out.
    pub fn new(lexicons: &[&Lexicon]) -> Self {
        let mut ready: Vec<Ready> = Vec::new();
        for (number, lexicon) in lexicons.iter().enumerate() {
            for (index, entry) in lexicon.entries.iter().enumerate() {
                if entry.enabled && entry.check().is_ok() {
                    let at = EntryRef { lexicon: number as u16, entry: index as u32 };
                    let is_regex = entry.mode == MatchMode::Regex;
                    let key = if is_regex { Vec::new() } else { fold::key(&entry.written) };
                    ready.push(Ready { at, entry: entry.clone(), key });
                }
            }
        }
        // The more particular entry comes first; the order in the file decides the rest.
        ready.sort_by_key(|ready| {
            let entry = &ready.entry;
            let mode = match entry.mode {
                MatchMode::Word => 0,
                MatchMode::Start | MatchMode::End => 1,
                MatchMode::Anywhere => 2,
                MatchMode::Regex => 3,
            };
            (ready.at.lexicon, mode == 3, entry.case == Case::Ignore, entry.language.is_none(), mode, ready.at.entry)
        });
        let mut lexicons = Self { ready, ..Self::default() };
        lexicons.build();
        lexicons
    }

    fn build(&mut self) {
        let mut keys: Vec<String> = Vec::new();
        let mut number_of: HashMap<String, usize> = HashMap::new();
        for (index, ready) in self.ready.iter().enumerate() {
            if ready.entry.mode == MatchMode::Regex {
                if let Ok(pattern) = regexes::compile(&ready.entry) {
                    self.patterns.push((pattern, index));
                }
                continue;
            }
            let key: String = ready.key.iter().copied().map(fold::lower).collect();
            let number = *number_of.entry(key).or_insert_with_key(|key| {
                keys.push(key.clone());
                self.groups.push((ready.key.len(), Vec::new()));
                keys.len() - 1
            });
            self.groups[number].1.push(index);
        }
        if !keys.is_empty() {
            self.automaton = Machine::new(&keys);
        }
    }

    /// Whether no entry can apply.
    pub fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }

    /// Number of entries that are on.
    pub fn n_entries(&self) -> usize {
        self.ready.len()
    }

    /// Where entries apply in `haystack`, which is folded by [`fold::plain`]: in order, without overlaps.
    pub(super) fn find(&self, haystack: &[char], language: Language) -> Vec<Found> {
        let mut candidates: Vec<Candidate> = Vec::new();
        self.find_literals(haystack, language, &mut candidates);
        self.find_patterns(haystack, language, &mut candidates);
        let mut taken = longest_first(candidates, haystack.len());
        taken.sort_unstable_by_key(|candidate| candidate.start);
        taken
            .into_iter()
            .map(|candidate| {
                let ready = &self.ready[candidate.rank];
                let spoken = candidate.spoken.unwrap_or_else(|| ready.entry.spoken.clone());
                Found { start: candidate.start, end: candidate.end, at: ready.at, spoken }
            })
            .collect()
    }

    /// The entry that a piece came from.
    pub fn entry(&self, at: EntryRef) -> Option<&Entry> {
        self.ready.iter().find(|ready| ready.at == at).map(|ready| &ready.entry)
    }

    /// Whether an entry may apply to a line: a quick look, for most lines have no word of a lexicon.
    pub(super) fn may_apply(&self, items: &[Item], language: Language) -> bool {
        if self.has_patterns(language) {
            return true;
        }
        match &self.automaton {
            Some(Machine::Table(table)) => may_match(table, items),
            Some(Machine::Compact(compact)) => may_match(compact, items),
            None => false,
        }
    }

    /// Whether a regular expression has to be looked for.
    fn has_patterns(&self, language: Language) -> bool {
        self.patterns.iter().any(|&(_, index)| self.ready[index].entry.language.is_none_or(|wanted| wanted == language))
    }

    fn find_literals(&self, haystack: &[char], language: Language, candidates: &mut Vec<Candidate>) {
        match &self.automaton {
            Some(Machine::Table(table)) => self.find_with(table, haystack, language, candidates),
            Some(Machine::Compact(compact)) => self.find_with(compact, haystack, language, candidates),
            None => {}
        }
    }

    fn find_with(
        &self,
        automaton: &impl Automaton,
        haystack: &[char],
        language: Language,
        candidates: &mut Vec<Candidate>,
    ) {
        let Ok(mut state) = automaton.start_state(Anchored::No) else { return };
        for (i, &c) in haystack.iter().enumerate() {
            state = step(automaton, state, c);
            if automaton.is_special(state) && automaton.is_match(state) {
                // The longest pattern of a state comes first.
                for k in 0..automaton.match_len(state).min(MAX_NESTED) {
                    let (n_chars, group) = &self.groups[automaton.match_pattern(state, k).as_usize()];
                    let (start, end) = (i + 1 - n_chars, i + 1);
                    if let Some(&rank) =
                        group.iter().find(|&&index| self.applies(index, haystack, start, end, language))
                    {
                        candidates.push(Candidate { start, end, rank, spoken: None });
                    }
                }
            }
        }
    }

    fn applies(&self, index: usize, haystack: &[char], start: usize, end: usize, language: Language) -> bool {
        let Ready { entry, key, .. } = &self.ready[index];
        let begins = || begins_word(haystack, start);
        let ends = || ends_word(haystack, start, end);
        entry.language.is_none_or(|wanted| wanted == language)
            && (entry.case == Case::Ignore || key[..] == haystack[start..end])
            && is_cut(haystack, end)
            && match entry.mode {
                MatchMode::Word => begins() && ends(),
                MatchMode::Start => begins(),
                MatchMode::End => ends(),
                MatchMode::Anywhere | MatchMode::Regex => true,
            }
    }

    fn find_patterns(&self, haystack: &[char], language: Language, candidates: &mut Vec<Candidate>) {
        if !self.has_patterns(language) {
            return;
        }
        let wanted = |index: usize| self.ready[index].entry.language.is_none_or(|wanted| wanted == language);
        let text: String = haystack.iter().collect();
        let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for (pattern, rank) in self.patterns.iter().filter(|&&(_, index)| wanted(index)) {
            pattern.find(&text, &self.ready[*rank].entry, |found| {
                let [mut start, mut end] =
                    [found.bytes.start, found.bytes.end].map(|at| offsets.partition_point(|&o| o < at));
                // White space at the ends still separates the reading from its neighbours.
                while start < end && haystack[start] == ' ' {
                    start += 1;
                }
                while start < end && haystack[end - 1] == ' ' {
                    end -= 1;
                }
                let is_readable = found.spoken.as_ref().is_none_or(|spoken| !spoken.is_empty());
                let is_whole = is_cut(haystack, start) && is_cut(haystack, end);
                if start < end && is_readable && is_whole && !haystack[start..end].contains(&BREAK) {
                    candidates.push(Candidate { start, end, rank: *rank, spoken: found.spoken });
                }
            });
        }
    }
}

/// The state behind a character, whatever its size.
#[inline(always)]
#[expect(clippy::inline_always, reason = "four instructions for every character of every text")]
fn step(automaton: &impl Automaton, state: StateID, c: char) -> StateID {
    if c.is_ascii() {
        automaton.next_state(Anchored::No, state, c.to_ascii_lowercase() as u8)
    } else {
        step_wide(automaton, state, c)
    }
}

/// The same for a character of several bytes; apart, so that the usual case is inlined.
fn step_wide(automaton: &impl Automaton, state: StateID, c: char) -> StateID {
    let mut bytes = [0; 4];
    let bytes = fold::lower(c).encode_utf8(&mut bytes).as_bytes();
    bytes.iter().fold(state, |state, &byte| automaton.next_state(Anchored::No, state, byte))
}

/// Whether a written form stands in a line.
fn may_match(automaton: &impl Automaton, items: &[Item]) -> bool {
    let Ok(mut state) = automaton.start_state(Anchored::No) else { return false };
    let mut last = BREAK;
    for item in items {
        let c = match item {
            Item::Glyph(glyph) => fold::plain(glyph.c),
            // An entry may give a picture words.
            Item::Silent(Origin::Dropped("emoji" | "symbol"), _) => return true,
            Item::Silent(Origin::Dropped(_) | Origin::Rule(_) | Origin::Written, _) => continue,
            Item::Silent(Origin::Pause(_) | Origin::Lexicon(_) | Origin::Chosen, _) => BREAK,
        };
        // Written forms have no more than one space in a row.
        if c == ' ' && last == ' ' {
            continue;
        }
        last = c;
        state = step(automaton, state, c);
        if automaton.is_special(state) && automaton.is_match(state) {
            return true;
        }
    }
    false
}

/// Lexicons are the same where the same entries apply in the same order.
impl PartialEq for Lexicons {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || self.ready.len() == other.ready.len()
                && self.ready.iter().zip(&other.ready).all(|(a, b)| a.at == b.at && a.entry == b.entry)
    }
}

#[derive(Debug)]
struct Candidate {
    start: usize,
    end: usize,
    /// Index of the entry: the lower, the more it counts.
    rank: usize,
    spoken: Option<String>,
}

/// The candidates that are left when the longest are taken first.
fn longest_first(mut candidates: Vec<Candidate>, n_chars: usize) -> Vec<Candidate> {
    if candidates.len() < 2 {
        return candidates;
    }
    candidates.sort_unstable_by_key(|candidate| {
        (std::cmp::Reverse(candidate.end - candidate.start), candidate.rank, candidate.start)
    });
    let mut is_taken = vec![false; n_chars];
    candidates.retain(|candidate| {
        // Nothing shorter has been taken, so what overlaps reaches over an end.
        let is_free = !is_taken[candidate.start] && !is_taken[candidate.end - 1];
        if is_free {
            is_taken[candidate.start..candidate.end].fill(true);
        }
        is_free
    });
    candidates
}
