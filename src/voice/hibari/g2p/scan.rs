//! Characters: digits of any script, letters and apostrophes.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;

/// A decimal digit of any script.
static DECIMAL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\d$").expect("a constant pattern"));

/// Whether `c` is a decimal digit of any script (`٣`, but not `²` or `½`).
pub(super) fn is_decimal(c: char) -> bool {
    c.is_ascii_digit() || (c.is_numeric() && !c.is_ascii() && DECIMAL.is_match(c.encode_utf8(&mut [0; 4])))
}

/// The value of a decimal digit of any script. Each script's ten stand together, zero first.
fn decimal_value(c: char) -> u32 {
    if let Some(value) = c.to_digit(10) {
        return value;
    }
    let lower = (0..u32::from(c)).rev().take_while(|&code| char::from_u32(code).is_some_and(is_decimal));
    lower.take(100).count() as u32 % 10
}

/// Whether `c` is one of the apostrophes `'`, `‘` and `’`.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '‘' | '’')
}

/// A word as the lexicons have it: straight apostrophes, compatibility forms resolved, digits in ASCII.
pub(super) fn lexicon_form(word: &str) -> String {
    let straight = word.chars().map(|c| if is_apostrophe(c) { '\'' } else { c });
    straight
        .nfkc()
        .map(|c| if is_decimal(c) { char::from_digit(decimal_value(c), 10).unwrap_or(c) } else { c })
        .collect()
}

/// A word with its first letter in upper case and the others in lower case.
pub(super) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::{capitalized, is_decimal, lexicon_form};

    #[test]
    fn forms() {
        let check = |word: &str, expect: &str| assert_eq!(lexicon_form(word), expect, "{word}");
        check("don’t", "don't");
        check("٣٤", "34");
        check("１２", "12");
        check("ﬁne", "fine");
        check("m²", "m2");
        assert!(!is_decimal('½') && !is_decimal('²') && is_decimal('९'));
        assert_eq!(capitalized("o'neIL"), "O'neil");
    }
}
