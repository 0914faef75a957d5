//! Abbreviations before a number: No. 5, pp. 3-7, Fig. 2.

use super::{Claim, Kind, Text, claim, is_all_caps, is_capitalised};
use crate::text::words::Filter;

/// Abbreviations before a number: singular, and plural before a range or a list.
pub(super) const NUMBERED: &[(&str, &str, &str)] = &[
    ("no", "number", "numbers"),
    ("nos", "numbers", "numbers"),
    ("nr", "number", "numbers"),
    ("p", "page", "pages"),
    ("pp", "pages", "pages"),
    ("pg", "page", "pages"),
    ("vol", "volume", "volumes"),
    ("vols", "volumes", "volumes"),
    ("ch", "chapter", "chapters"),
    ("chap", "chapter", "chapters"),
    ("sec", "section", "sections"),
    ("sect", "section", "sections"),
    ("fig", "figure", "figures"),
    ("figs", "figures", "figures"),
    ("eq", "equation", "equations"),
    ("art", "article", "articles"),
    ("op", "opus", "opus"),
    ("ed", "edition", "editions"),
    ("ext", "extension", "extensions"),
    ("ex", "example", "examples"),
    ("app", "appendix", "appendices"),
    ("para", "paragraph", "paragraphs"),
    ("ref", "reference", "references"),
    ("tab", "table", "tables"),
    ("ver", "version", "versions"),
    ("rev", "revision", "revisions"),
    ("ep", "episode", "episodes"),
    ("pt", "part", "parts"),
    ("apt", "apartment", "apartments"),
    ("rm", "room", "rooms"),
    ("min", "minimum", "minimum"),
    ("ca", "circa", "circa"),
    ("c", "circa", "circa"),
    ("l", "line", "lines"),
    ("ll", "lines", "lines"),
    ("v", "version", "versions"),
    ("est", "established", "established"),
    ("b", "born", "born"),
    ("d", "died", "died"),
];

/// The words of [`NUMBERED`].
pub(super) static FILTER: Filter = Filter::of_triples(NUMBERED);

/// An abbreviation that counts something, with the space before the number.
pub(super) fn numbered(text: &Text<'_>, i: usize, has_dot: bool) -> Option<Claim> {
    if !FILTER.may_have_lower(text.str(i)) {
        return None;
    }
    let word = text.str(i).to_lowercase();
    let &(_, one, many) = NUMBERED.iter().find(|(name, ..)| *name == word)?;
    let after = i + 1 + usize::from(has_dot);
    let number = text.skip_gap(after);
    let has_sign = text.is_mark(number, '#');
    // "Eq. (3)"
    if has_dot && text.is_mark(number, '(') && text.is(number + 1, Kind::Digits) && word.chars().count() > 1 {
        let spoken = if is_capitalised(text.str(i)) { capitalise(one) } else { one.to_owned() };
        return claim(number - i, format!("{spoken} "), "abbreviation");
    }
    let is_digit = text.is(number + usize::from(has_sign), Kind::Digits);
    let is_roman = !(word == "no" && text.str(number) == "I")
        && super::roman::page_number(text.str(number))
        && text.is(number, Kind::Word)
        && matches!(word.as_str(), "p" | "pp" | "vol" | "ch" | "no" | "pt" | "art" | "sec");
    // "No 5" is a number, "v 5" is not; a single letter needs its dot.
    let needs_dot = !(word == "no" && is_capitalised(text.str(i))
        || matches!(word.as_str(), "nos" | "pp" | "vol" | "fig" | "figs"));
    if !(is_digit || is_roman) || (needs_dot && !has_dot) || is_all_caps(text.str(i)) && word != "no" && word != "vol" {
        return None;
    }
    if matches!(word.as_str(), "b" | "d" | "c" | "est") && text.str(number).len() != 4 {
        return None;
    }
    let end = number + 1;
    let is_range = is_digit && text.is_any_mark(end, &['-', '–']) && text.is(end + 1, Kind::Digits);
    let spoken = if is_range { many } else { one };
    let spoken = if is_capitalised(text.str(i)) { capitalise(spoken) } else { spoken.to_owned() };
    claim(number + usize::from(has_sign) - i, format!("{spoken} "), "abbreviation")
}

pub(super) fn capitalise(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
