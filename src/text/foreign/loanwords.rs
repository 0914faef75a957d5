//! English words whose Korean spelling is established, so that their letters need not be guessed.

/// The words in small letters, sorted, with their spelling: one line each, the word and the Hangul after a space.
const WORDS: &str = include_str!("loanwords.txt");

/// The established spelling of a word in small letters.
pub(super) fn find(word: &str) -> Option<&'static str> {
    static INDEX: std::sync::LazyLock<std::collections::HashMap<&'static str, &'static str>> =
        std::sync::LazyLock::new(|| WORDS.lines().filter_map(|line| line.split_once(' ')).collect());
    INDEX.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::{WORDS, find};

    #[test]
    fn every_line_is_a_word_and_its_hangul_and_they_are_sorted() {
        let words: Vec<&str> = WORDS
            .lines()
            .map(|line| {
                let (word, spelling) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
                assert!(word.chars().all(|c| c.is_ascii_lowercase()), "{line}");
                assert!(spelling.chars().all(crate::text::language::is_hangul), "{line}");
                word
            })
            .collect();
        assert!(words.is_sorted_by(|a, b| a < b), "sorted, each once");
        assert!(words.len() > 1_000, "{}", words.len());
        assert_eq!(find("server"), Some("서버"));
        assert_eq!(find("no such word"), None);
    }
}
