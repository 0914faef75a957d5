//! Sentences of a chunk, and pieces of a sentence that is too long for the model.

use super::tables::{Section, Strings, Tables};

/// Longest phoneme string that the model is given at once, in characters.
pub(super) const MAX_PHONEMES: usize = 400;

/// Finds where sentences end. Borrows the tables; cheap to make.
pub(super) struct Splitter<'t> {
    titles: Strings<'t>,
    abbreviations: Strings<'t>,
}

impl<'t> Splitter<'t> {
    pub(super) fn new(tables: &'t Tables) -> Self {
        Self { titles: tables.strings(Section::Titles), abbreviations: tables.strings(Section::Abbreviations) }
    }

    /// The sentences of `text`, without the white space and the closing quotes between them.
    pub(super) fn sentences(&self, text: &str) -> Vec<String> {
        text.lines().flat_map(|line| self.of_line(line)).collect()
    }

    fn of_line(&self, line: &str) -> Vec<String> {
        let chars: Vec<char> = line.trim().chars().collect();
        let mut sentences = Vec::new();
        let mut start = 0;
        let mut at = 0;
        while at < chars.len() {
            let next = boundary(&chars, at).filter(|&next| self.is_end(&chars, start, at, next));
            if let Some(next) = next {
                sentences.extend(trimmed(chars.get(start..=at)));
                start = next;
                at = next;
            } else {
                at += 1;
            }
        }
        sentences.extend(trimmed(chars.get(start..)));
        sentences
    }

    /// Whether the mark at `at` ends the sentence that starts at `start` when the next one would start at `next`.
    fn is_end(&self, chars: &[char], start: usize, at: usize, next: usize) -> bool {
        let Some(&follower) = chars.get(next) else { return false };
        if follower.is_lowercase() {
            return false;
        }
        if chars.get(at) != Some(&'.') {
            return true;
        }
        let before = chars.get(start..at).unwrap_or_default();
        let word_start = before.iter().rposition(|c| c.is_whitespace()).map_or(0, |i| i + 1);
        let word: String = before.iter().skip(word_start).collect();
        let word = word.trim_start_matches(['(', '"', '“', '\'', '‘']);
        let mut letters = word.chars();
        let is_initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
        let is_abbreviation =
            || follower.is_numeric() && (self.abbreviations.contains(&format!("{word}.")) || word.contains('.'));
        !(self.titles.contains(word) || is_initial || is_abbreviation())
    }
}

/// Where the next sentence would start if the mark at `at` ended one.
fn boundary(chars: &[char], at: usize) -> Option<usize> {
    if !matches!(chars.get(at)?, '.' | '!' | '?' | '…') {
        return None;
    }
    let is_closing = |c: &char| matches!(c, '"' | '”' | '’' | '\'' | ')' | ']');
    let rest = chars.get(at + 1..)?;
    let n_closing = rest.iter().take_while(|c| is_closing(c)).count();
    let n_space = rest.iter().skip(n_closing).take_while(|c| c.is_whitespace()).count();
    let next = at + 1 + n_closing + n_space;
    (n_space > 0 && next < chars.len()).then_some(next)
}

fn trimmed(chars: Option<&[char]>) -> Option<String> {
    let text: String = chars?.iter().collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Cuts a phoneme string that is too long after its commas and the like, into pieces as long as they may be. One without
/// such a place stays too long.
pub(super) fn pieces(phonemes: &str) -> Vec<String> {
    if phonemes.chars().count() <= MAX_PHONEMES {
        return vec![phonemes.to_owned()];
    }
    let mut clauses: Vec<String> = vec![String::new()];
    let mut is_after_mark = false;
    for word in phonemes.split_whitespace() {
        if is_after_mark {
            clauses.push(String::new());
        }
        if let Some(clause) = clauses.last_mut() {
            if !clause.is_empty() {
                clause.push(' ');
            }
            clause.push_str(word);
        }
        is_after_mark = word.ends_with([',', ';', ':', '—']);
    }
    let mut pieces: Vec<String> = Vec::new();
    for clause in clauses {
        match pieces.last_mut() {
            Some(last) if last.chars().count() + 1 + clause.chars().count() <= MAX_PHONEMES => {
                last.push(' ');
                last.push_str(&clause);
            }
            _ => pieces.push(clause),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{MAX_PHONEMES, pieces};

    #[test]
    fn long_sentences_are_cut_at_commas() {
        assert_eq!(pieces("həlˈO ðˈɛɹ."), ["həlˈO ðˈɛɹ."]);
        let clause = format!("{},", "wˈʌn ".repeat(30).trim_end());
        let long = [clause.as_str(); 5].join(" ");
        let cut = pieces(&long);
        assert!(cut.len() > 1 && cut.iter().all(|piece| piece.chars().count() <= MAX_PHONEMES));
        assert_eq!(cut.join(" "), long);
        let endless = "ˈA ".repeat(300);
        assert_eq!(pieces(endless.trim_end()).len(), 1);
    }
}
