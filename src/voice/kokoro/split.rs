//! Phoneme strings that are longer than the model takes, cut where a speaker would breathe.

use super::style::N_ROWS;

/// Most phonemes of one utterance: the model refuses longer ones.
pub const MAX_PHONEMES: usize = N_ROWS;

/// Where a phoneme string may be cut, best place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// After the end of a sentence.
    Sentence,
    /// After a colon or semicolon.
    Clause,
    /// After a comma or dash.
    Comma,
    /// Between two words.
    Word,
    /// Within a word that is too long by itself.
    Inside,
}

impl Cut {
    /// The silence that belongs there, in milliseconds at speed 1, the ends of the utterances beside it counted.
    pub const fn pause_ms(self) -> u32 {
        match self {
            Self::Sentence => 400,
            Self::Clause => 300,
            Self::Comma => 200,
            Self::Word | Self::Inside => 60,
        }
    }

    /// The kind of place between the symbols before `at` and those from `at` on; `None` where nothing ends.
    fn between(symbols: &[char], at: usize) -> Option<Self> {
        let next = *symbols.get(at)?;
        let is_closing = |symbol: &&char| matches!(symbol, '"' | '”' | ')');
        let last = symbols.get(..at)?.iter().rev().find(|symbol| !is_closing(symbol))?;
        let by_mark = match last {
            '.' | '!' | '?' | '…' => Self::Sentence,
            ':' | ';' => Self::Clause,
            ',' | '—' => Self::Comma,
            _ => Self::Word,
        };
        // A dash or an ellipsis needs no space to part what it stands between.
        (next == ' ' || matches!(last, '—' | '…')).then_some(by_mark)
    }
}

/// A stretch of phonemes for one run of the model, and what parts it from the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// At most as many symbols as were allowed.
    pub phonemes: String,
    /// Where it was cut off from what follows; `None` for the last one.
    pub cut: Option<Cut>,
}

/// Cuts `phonemes` into runs of at most `max` symbols: at the best kind of place that there is, and there as late as may
/// be. Nothing is lost but the spaces at the cuts.
pub fn runs(phonemes: &str, max: usize) -> Vec<Run> {
    let symbols: Vec<char> = phonemes.trim().chars().collect();
    let mut rest: &[char] = &symbols;
    let mut runs = Vec::new();
    while rest.len() > max {
        let (at, cut) = best_cut(rest, max.max(1));
        let (head, tail) = rest.split_at(at);
        runs.push(Run { phonemes: text(head), cut: Some(cut) });
        rest = tail;
        while let [' ', after @ ..] = rest {
            rest = after;
        }
    }
    if !rest.is_empty() {
        runs.push(Run { phonemes: text(rest), cut: None });
    }
    runs
}

fn text(symbols: &[char]) -> String {
    symbols.iter().collect::<String>().trim_end().to_owned()
}

fn best_cut(symbols: &[char], max: usize) -> (usize, Cut) {
    let places = (1..=max).filter_map(|at| Some((at, Cut::between(symbols, at)?)));
    places.min_by_key(|&(at, cut)| (cut, max - at)).unwrap_or((max, Cut::Inside))
}

#[cfg(test)]
mod tests {
    use super::{Cut, MAX_PHONEMES, runs};

    fn check(phonemes: &str, max: usize, expect: &[(&str, Option<Cut>)]) {
        let runs = runs(phonemes, max);
        let found: Vec<(&str, Option<Cut>)> = runs.iter().map(|run| (run.phonemes.as_str(), run.cut)).collect();
        assert_eq!(found, expect, "{phonemes}");
    }

    #[test]
    fn the_best_place_is_taken_and_there_the_latest() {
        check("", 10, &[]);
        check("  ", 10, &[]);
        check("ab cd.", 6, &[("ab cd.", None)]);
        check("a. b. cd, ef gh", 12, &[("a. b.", Some(Cut::Sentence)), ("cd, ef gh", None)]);
        check("a! “b?” cd, ef", 10, &[("a! “b?”", Some(Cut::Sentence)), ("cd, ef", None)]);
        check("ab, c; de, fgh", 12, &[("ab, c;", Some(Cut::Clause)), ("de, fgh", None)]);
        check("ab c, de fgh", 11, &[("ab c,", Some(Cut::Comma)), ("de fgh", None)]);
        check("abc—defg hij", 11, &[("abc—", Some(Cut::Comma)), ("defg hij", None)]);
        check("abc defg hij", 9, &[("abc defg", Some(Cut::Word)), ("hij", None)]);
        check("abc defg hij", 8, &[("abc defg", Some(Cut::Word)), ("hij", None)]);
        check("abcdefg", 3, &[("abc", Some(Cut::Inside)), ("def", Some(Cut::Inside)), ("g", None)]);
        check("3.5 ab", 4, &[("3.5", Some(Cut::Word)), ("ab", None)]);
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_too_long() {
        let words = ["həlˈO", "ðˈɛɹ,", "wˈɜɹld.", "ɪts", "—", "ˈA;", "sˈɪmpᵊl”", "tˈɛst…"];
        for seed in 0..200_usize {
            let n_words = seed * 7 % 400;
            let list: Vec<&str> = (0..n_words).map(|i| words[(i * (seed + 3) + i * i) % words.len()]).collect();
            let phonemes = list.join(" ");
            let max = [7, 40, MAX_PHONEMES][seed % 3];
            let runs = runs(&phonemes, max);
            assert!(runs.iter().all(|run| run.phonemes.chars().count() <= max && !run.phonemes.is_empty()));
            let solid = |text: &str| text.chars().filter(|&symbol| symbol != ' ').collect::<String>();
            let joined: String = runs.iter().map(|run| solid(&run.phonemes)).collect();
            assert_eq!(joined, solid(&phonemes));
        }
    }

    #[test]
    fn pauses_are_longer_at_better_places() {
        let cuts = [Cut::Sentence, Cut::Clause, Cut::Comma, Cut::Word];
        assert!(cuts.is_sorted_by(|a, b| a.pause_ms() > b.pause_ms()));
    }
}
