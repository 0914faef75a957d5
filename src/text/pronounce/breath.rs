//! A breath group: what is said without a pause, and so the stretch over which the rules hold.

use super::hangul::{Syllable, is_syllable, tense};
use super::rules::{Border, Written, meet, representative, vowel};

/// What a table or a guess from the spelling says about the beginning of a syllable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The initial consonant is tense.
    Tense,
    /// ㄴ is inserted, 제29항.
    InsertN,
    /// A word of its own begins here inside a written word, 제15항.
    NewWord,
    /// ㄹ is `ㄴ` although ㄴ goes before, 제20항 다만.
    HoldN,
    /// The final ㅅ before it stands between two nouns and is not heard, 제30항 1; the consonant is tense.
    DropSiot,
}

/// Syllables, and spaces and quotation marks between them.
#[derive(Debug)]
pub(super) struct Breath {
    /// As written.
    pub chars: Vec<char>,
    /// What is known about the beginning of each character.
    pub marks: Vec<Option<Mark>>,
    /// True where the table decided how a character and the one before it meet.
    settled: Vec<bool>,
}

impl Breath {
    /// A group of which nothing is known yet.
    pub fn new(chars: Vec<char>) -> Self {
        let n_chars = chars.len();
        Self { chars, marks: vec![None; n_chars], settled: vec![false; n_chars] }
    }

    /// Notes that the table knows the word `start..end`; inside a longer written word, that it is no suffix either.
    pub fn settle(&mut self, start: usize, end: usize) {
        let inside = start > 0 && is_syllable(self.chars[start - 1]);
        let from = if inside { start } else { start + 1 };
        self.settled[from.min(end)..end].fill(true);
    }

    /// Marks the character at `at` unless the table decided.
    pub fn guess(&mut self, at: usize, mark: Mark) {
        if !self.settled[at] && self.marks[at].is_none() {
            self.marks[at] = Some(mark);
        }
    }

    /// The ranges of the written words.
    pub fn words(&self) -> Vec<(usize, usize)> {
        let mut words = Vec::new();
        let mut start = None;
        for at in 0..=self.chars.len() {
            match (start, self.chars.get(at).is_some_and(|c| is_syllable(*c))) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    words.push((from, at));
                    start = None;
                }
                _ => {}
            }
        }
        words
    }

    /// Applies the rules: the group as it is heard, character for character.
    pub fn pronounce(&self) -> Vec<char> {
        let mut spoken: Vec<Option<Syllable>> = self.chars.iter().map(|c| Syllable::of(*c)).collect();
        let places: Vec<usize> = (0..spoken.len()).filter(|at| spoken[*at].is_some()).collect();
        for (n, &at) in places.iter().enumerate() {
            let Some(mut left) = spoken[at] else { continue };
            name_of_letter(&mut left, &self.chars, at);
            if let Some(&next) = places.get(n + 1) {
                let Some(mut right) = spoken[next] else { continue };
                let border = if self.chars[at..next].contains(&' ') { Border::Space } else { Border::Joined };
                self.apply_mark(next, &mut left, &mut right, border);
                let then = self.chars.get(next + 1).copied();
                meet(&mut left, &mut right, Written { left: self.chars[at], then }, border);
                spoken[next] = Some(right);
            } else {
                left.coda = left.coda.map(representative);
            }
            spoken[at] = Some(left);
        }
        let voiced = self.chars.iter().zip(spoken);
        voiced
            .map(|(written, spoken)| match (Syllable::of(*written), spoken) {
                (Some(written), Some(spoken)) => Syllable { vowel: vowel(written, spoken), ..spoken }.compose(),
                _ => *written,
            })
            .collect()
    }

    fn apply_mark(&self, at: usize, left: &mut Syllable, right: &mut Syllable, border: Border) {
        match self.marks[at] {
            None => {}
            Some(Mark::Tense) => right.onset = tense(right.onset),
            // 제29항 붙임 1: after ㄹ the inserted ㄴ is [ㄹ].
            Some(Mark::InsertN) => {
                let lateral = border == Border::Space && left.coda.map(representative) == Some('ㄹ');
                right.onset = if lateral { 'ㄹ' } else { 'ㄴ' };
            }
            Some(Mark::NewWord) => left.coda = left.coda.map(representative),
            Some(Mark::HoldN) => right.onset = 'ㄴ',
            Some(Mark::DropSiot) => {
                left.coda = None;
                right.onset = tense(right.onset);
            }
        }
    }
}

/// 제16항: the names of the letters are linked with `ㅅ`, `ㄱ`, `ㅂ`, whatever they end in.
fn name_of_letter(syllable: &mut Syllable, chars: &[char], at: usize) {
    let Some(before) = at.checked_sub(1).map(|before| chars[before]) else { return };
    match (before, chars[at]) {
        ('디', '귿') | ('지', '읒') | ('치', '읓') | ('티', '읕') | ('히', '읗') => {
            syllable.coda = Some('ㅅ');
        }
        ('키', '읔') => syllable.coda = Some('ㄱ'),
        ('피', '읖') => syllable.coda = Some('ㅂ'),
        _ => {}
    }
}
