//! Signs and characters that stand for a word.

use crate::text::signs;
use crate::text::words::Words;
use unicode_normalization::UnicodeNormalization as _;

use super::dashes::arrow;
use super::math::superscripts;
use super::numerals::{self, cardinal_of_digits};
use super::{Claim, Kind, Text, claim, is_all_caps, spelled, units};

/// Abbreviations and acronyms in letters of any size.
pub(super) static LISTED: Words = Words::new(&["aka", "wwi", "wwii", "asap"]);

/// Names of programming languages and other words that end or consist in signs.
pub(super) fn named_words(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    if text.is_glued_left(i) {
        return None;
    }
    let is_free = |k: usize| !text.is_glued_right(k);
    if text.is_mark(i + 1, '+') && text.is_mark(i + 2, '+') && is_free(i + 3) {
        return claim(3, format!("{word} plus plus"), "symbol");
    }
    if text.is_mark(i + 1, '#') && word.chars().count() == 1 && super::is_capitalised(word) && is_free(i + 2) {
        return claim(2, format!("{word} sharp"), "symbol");
    }
    if text.is_mark(i + 1, '/')
        && !text.is_mark(i + 2, '/')
        && let Some(found) = with_stroke(text, i, &word.to_lowercase())
    {
        return Some(found);
    }
    if LISTED.may_have_lower(word) {
        match word.to_lowercase().as_str() {
            "aka" => return claim(1, "also known as", "abbreviation"),
            "wwi" if is_all_caps(word) => return claim(1, "World War one", "acronym"),
            "wwii" if is_all_caps(word) => return claim(1, "World War two", "acronym"),
            "asap" => return claim(1, "A S A P", "acronym"),
            _ => {}
        }
    }
    let mut letters = word.chars();
    let greek = letters.next().and_then(greek_letter).filter(|_| letters.next().is_none())?;
    claim(1, greek, "symbol")
}

/// `w/`, `w/o`, `and/or`, `I/O`, `TCP/IP`.
fn with_stroke(text: &Text<'_>, i: usize, lower: &str) -> Option<Claim> {
    let next = text.str(i + 2).to_lowercase();
    let is_free = !text.is_glued_right(i + 3);
    let is_word = text.is(i + 2, Kind::Word);
    let spoken = match (lower, next.as_str()) {
        ("w", "o" | "out") if is_free => "without",
        ("w", "e") if is_free => "whatever",
        ("b", "c") if is_free => "because",
        ("c", "o") if is_free => "care of",
        ("w", _) if text.is_space(i + 2) || !is_word => return claim(2, "with", "abbreviation"),
        ("w", _) => return claim(2, "with ", "abbreviation"),
        _ => return None,
    };
    claim(3, spoken, "abbreviation")
}

/// The name of a Greek letter that stands alone, as signs in science do.
fn greek_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'α' | 'Α' => "alpha",
        'β' | 'Β' => "beta",
        'γ' | 'Γ' => "gamma",
        'δ' | 'Δ' | '∆' => "delta",
        'ε' | 'Ε' => "epsilon",
        'ζ' => "zeta",
        'η' => "eta",
        'θ' | 'Θ' => "theta",
        'κ' => "kappa",
        'λ' | 'Λ' => "lambda",
        'μ' | 'µ' => "mu",
        'ν' => "nu",
        'ξ' => "xi",
        'π' | 'Π' => "pi",
        'ρ' => "rho",
        'σ' | 'Σ' => "sigma",
        'τ' => "tau",
        'φ' | 'Φ' => "phi",
        'χ' => "chi",
        'ψ' | 'Ψ' => "psi",
        'ω' | 'Ω' => "omega",
        _ => return None,
    })
}

/// The T between the date and the time of an ISO time stamp is not said.
pub(super) fn iso_time_mark(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_mark = text.str(i) == "T"
        && text.before(i).is_some_and(|token| token.kind == Kind::Digits)
        && text.is(i + 1, Kind::Digits)
        && text.is_mark(i + 2, ':');
    is_mark.then(|| claim(1, ", ", "time")).flatten()
}

/// Any other sign that has a name. An empty reading is a sign that cannot be spoken.
pub(super) fn mark(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    let is_between_words = text.is_glued_left(i) && text.is_glued_right(i + 1);
    let is_spaced = text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1);
    let spoken = match sign {
        '&' | '↔' | '⇔' => " and ",
        '@' => " at ",
        '%' => " percent",
        '‰' => " per mille",
        '°' | 'º' if text.str(i + 1) == "C" => return claim(2, " degrees Celsius", "unit"),
        '°' | 'º' if text.str(i + 1) == "F" => return claim(2, " degrees Fahrenheit", "unit"),
        '°' | 'º' => " degrees ",
        '$' if text.is_glued_right(i + 1) => "dollar ",
        '$' => " dollars",
        '€' => "euro ",
        '£' => "pound ",
        '¥' => "yen ",
        '₩' => "won ",
        '¢' => " cents",
        '#' if text.is_glued_right(i + 1) => "hash ",
        '#' => " hash",
        // ".NET", "foo.bar", "H.264".
        '.' if is_dot_in_name(text, i) => " dot ",
        '.' if is_between_words && text.is(i + 1, Kind::Digits) && is_all_caps_letter(text, i) => " ",
        '/' => return stroke(text, i),
        // "TL;DR"
        ';' if is_between_words && is_all_caps(text.str(i - 1)) && is_all_caps(text.str(i + 1)) => {
            return claim(1, " ", "acronym");
        }
        '_' if is_between_words => return claim(1, " ", "code"),
        '_' => " ",
        '\\' => " backslash ",
        '|' => ", ",
        '^' => " caret ",
        '~' => " tilde ",
        '∼' => "about ",
        '·' | '•' | '‧' if is_between_words || is_spaced => ", ",
        '→' | '⇒' | '➡' | '⟶' | '↦' => arrow(text, i, i + 1),
        '∞' => "infinity",
        '√' => "square root of ",
        '∑' => "sum of ",
        '∏' => "product of ",
        '∫' => "integral of ",
        '∂' => "partial ",
        '∇' => "nabla ",
        '∆' => "delta ",
        '∈' => " in ",
        '∴' => "therefore ",
        '℃' => "degrees Celsius",
        '℉' => "degrees Fahrenheit",
        'Ω' => "ohms",
        '′' => " prime",
        '″' => " double prime",
        '♯' => " sharp",
        '♭' => " flat",
        '©' => "copyright ",
        'ª' => "a",
        '…' | '.' | ',' | ';' | ':' | '!' | '?' | '¿' | '¡' | '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '-'
        | '–' | '—' | '+' => return None,
        '=' if is_between_words => " equals ",
        '⌘' => "command ",
        '⌥' => "option ",
        '⇧' => "shift ",
        '⌃' => "control ",
        _ => return compatibility(text, i),
    };
    claim(1, spoken, "symbol")
}

/// A dot inside a name: before capitals, or between small letters. "end.In" lacks a space and is no name.
fn is_dot_in_name(text: &Text<'_>, i: usize) -> bool {
    let next = text.str(i + 1);
    let before = text.before(i).filter(|token| token.kind == Kind::Word).map_or("", |token| token.text);
    let joins_small = !before.is_empty() && next.starts_with(char::is_lowercase) && before.chars().count() > 1;
    let before_capitals = is_all_caps(next) && (text.is_free_left(i) || is_all_caps(before));
    text.is(i + 1, Kind::Word) && (joins_small || before_capitals)
}

/// Whether a lone capital stands directly before `i`.
fn is_all_caps_letter(text: &Text<'_>, i: usize) -> bool {
    text.before(i).is_some_and(|token| token.text.chars().count() == 1 && token.first().is_uppercase())
}

/// A stroke between two words.
fn stroke(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_gap(i.wrapping_sub(1))
        && i >= 2
        && text.is(i - 2, Kind::Digits)
        && text.is(text.skip_gap(i + 1), Kind::Digits)
    {
        return claim(1, "divided by", "math");
    }
    let (left, right) = (text.word_before(i), text.word_after(i + 1));
    if text.is_glued_left(i)
        && super::tables::is_counted(left)
        && let Some((rate, n_tokens)) = units::rate_at(text, i)
    {
        return claim(n_tokens, rate, "unit");
    }
    if left == "f" && text.is_glued_left(i) && text.is(i + 1, Kind::Digits) {
        return claim(1, " ", "symbol");
    }
    let is_caps = |word: &str| word.chars().all(char::is_uppercase) && !word.is_empty();
    let pair = (left.to_lowercase(), right.to_lowercase());
    let spoken = match (pair.0.as_str(), pair.1.as_str()) {
        ("and", "or") => " ",
        (
            "he" | "either" | "yes" | "on" | "true" | "she" | "his" | "him",
            "she" | "or" | "no" | "off" | "false" | "he" | "her" | "hers",
        ) => " or ",
        (_, _) if is_caps(left) && is_caps(right) => " ",
        _ if !text.is_glued_left(i) && !text.is_glued_right(i + 1) && i + 1 >= text.len() => "",
        _ => " slash ",
    };
    claim(1, spoken, "symbol")
}

/// Characters that stand for other characters: `①`, `²`, `Ⅳ`, `㎏`, `™`.
pub(super) fn compatibility(text: &Text<'_>, i: usize) -> Option<Claim> {
    let c = text.tokens.get(i)?.first();
    if c.is_ascii() {
        return matches!(c, '*' | '<' | '>' | '`' | '=').then(|| claim(1, "", "symbol")).flatten();
    }
    if let Some(power) = superscripts(text, i) {
        return Some(power);
    }
    if let Some(value) = signs::circled(c) {
        return claim(1, numerals::cardinal(value), "number");
    }
    let plain: String = std::iter::once(c).nfkc().collect();
    let plain = plain.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    if matches!(c, '™' | '®' | '℠') || plain.is_empty() {
        return claim(1, "", "symbol");
    }
    if plain.chars().all(|c| c.is_ascii_digit()) {
        return claim(1, cardinal_of_digits(plain), "number");
    }
    if let Some(value) = numerals::roman(&plain.to_uppercase()).filter(|_| c.is_numeric()) {
        return claim(1, numerals::cardinal(value), "roman");
    }
    if let Some(name) = units::per_word(plain) {
        return claim(1, name, "unit");
    }
    let words: Vec<String> = plain
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(cardinal_of_digits)
        .collect();
    if words.is_empty() { claim(1, spelled(plain), "symbol") } else { claim(1, words.join(" "), "number") }
}
