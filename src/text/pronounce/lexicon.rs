//! The table of words whose pronunciation the spelling does not show, and its lookup.
//!
//! `words.txt` holds words separated by white space, under a comment line for each article. Inside a word a mark stands
//! before the syllable it is about:
//!
//! | mark | meaning | article |
//! |---|---|---|
//! | `'` | begins tense: `문'법` | 제24항, 제26항 to 제28항, 제30항 |
//! | `+` | ㄴ is inserted: `솜+이불` | 제29항 |
//! | `/` | a word of its own begins: the representative sound is carried over, `겉/옷` | 제15항 |
//! | `~` | ㄹ is `ㄴ` after ㄴ: `의견~란` | 제20항 다만 |
//!
//! A word without a mark is pronounced by the sound rules alone: it keeps the guesses of the other modules away.
//! A word of one or two syllables is looked for where a written word begins, a longer one anywhere; `*` before it says
//! anywhere, `^` only at the beginning, `$` behind it only at the end. `_` is a space.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::breath::{Breath, Mark};
use super::hangul::is_syllable;

/// A word of the table.
#[derive(Debug, Default, PartialEq, Eq)]
struct Entry {
    /// What happens before which of its characters.
    marks: Vec<(usize, Mark)>,
    /// Only where a written word begins.
    at_start: bool,
    /// Only where a written word ends.
    at_end: bool,
}

/// The table by the written form.
struct Lexicon {
    entries: HashMap<Vec<char>, Entry>,
    longest: usize,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let entries: HashMap<_, _> = include_str!("words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(parse)
        .collect();
    let longest = entries.keys().map(Vec::len).max().unwrap_or(0);
    Lexicon { entries, longest }
});

/// Reads one word of the table.
fn parse(word: &str) -> (Vec<char>, Entry) {
    let mut written = Vec::new();
    let mut entry = Entry::default();
    let mut anywhere = None;
    for c in word.chars() {
        let mark = match c {
            '\'' => Mark::Tense,
            '+' => Mark::InsertN,
            '/' => Mark::NewWord,
            '~' => Mark::HoldN,
            '*' | '^' => {
                anywhere = Some(c == '*');
                continue;
            }
            '$' => {
                entry.at_end = true;
                continue;
            }
            _ => {
                written.push(if c == '_' { ' ' } else { c });
                continue;
            }
        };
        entry.marks.push((written.len(), mark));
    }
    entry.at_start = !anywhere.unwrap_or(written.len() > 2);
    (written, entry)
}

/// Marks the words of the table in `breath`, the longest first from left to right.
pub(super) fn mark(breath: &mut Breath) {
    let mut at = 0;
    while at < breath.chars.len() {
        let found = find(&breath.chars, at);
        if let Some((n_chars, entry)) = found {
            for (offset, mark) in &entry.marks {
                breath.marks[at + offset] = Some(*mark);
            }
            breath.settle(at, at + n_chars);
        }
        at += found.map_or(1, |(n_chars, _)| n_chars);
    }
}

fn find(chars: &[char], at: usize) -> Option<(usize, &'static Entry)> {
    if !is_syllable(chars[at]) {
        return None;
    }
    let starts = at == 0 || !is_syllable(chars[at - 1]);
    (1..=LEXICON.longest.min(chars.len() - at)).rev().find_map(|n_chars| {
        let entry = LEXICON.entries.get(&chars[at..at + n_chars])?;
        let ends = chars.get(at + n_chars).is_none_or(|c| !is_syllable(*c));
        ((starts || !entry.at_start) && (ends || !entry.at_end)).then_some((n_chars, entry))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::text::pronounce::hangul::{Syllable, tense};

    #[test]
    fn marks_are_read() {
        let (written, entry) = parse("*공'권~력$");
        assert_eq!(written, ['공', '권', '력']);
        assert_eq!(entry, Entry { marks: vec![(1, Mark::Tense), (2, Mark::HoldN)], at_start: false, at_end: true });
        assert!(parse("안'과").1.at_start);
        assert!(!parse("문고리").1.at_start);
    }

    #[test]
    fn no_word_stands_twice_and_every_mark_can_hold() {
        let mut seen = HashSet::new();
        for word in include_str!("words.txt").lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace) {
            let (written, entry) = parse(word);
            assert!(written.iter().all(|c| is_syllable(*c) || *c == ' '), "{word}");
            for (at, mark) in entry.marks {
                let onset = Syllable::of(written[at]).map(|s| s.onset).unwrap_or_default();
                match mark {
                    Mark::Tense => assert_ne!(tense(onset), onset, "{word}"),
                    Mark::InsertN | Mark::NewWord => assert_eq!(onset, 'ㅇ', "{word}"),
                    Mark::HoldN => assert_eq!(onset, 'ㄹ', "{word}"),
                    Mark::DropSiot => panic!("{word}: no sign for it"),
                }
            }
            assert!(seen.insert(written), "{word} stands twice");
        }
    }
}
