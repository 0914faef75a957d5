//! Arithmetic: signs before numbers, operators between them, powers.

use unicode_normalization::UnicodeNormalization as _;

use super::amounts::{digits_at, number_at};
use super::dashes::{arrow, ends_in_measure};
use super::numerals::cardinal_of_digits;
use super::{Claim, Kind, Text, claim, units};

/// A sign before a number: `-5`, `±5%`, `~20`, `≤ 3`, `#1`, `№ 5`, `§ 4`.
pub(super) fn sign(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    let at = text.skip_gap(i + 1);
    let is_amount = |k: usize| {
        text.is(k, Kind::Digits)
            || text.is_mark(k, '.') && text.is(k + 1, Kind::Digits)
            || text.is_any_mark(k, &['$', '€', '£', '¥', '₩', '½', '¼', '¾', '∞'])
    };
    let is_glued = at == i + 1;
    let spoken = match sign {
        '-' | '–' if is_amount(at) && is_glued && text.is_free_left(i) => "minus ",
        '+' if is_amount(at) && is_glued && text.is_free_left(i) => "plus ",
        '±' => "plus or minus ",
        '∓' => "minus or plus ",
        '~' | '〜' if is_amount(at) && text.is_free_left(i) => "about ",
        '≈' | '≃' if text.is_free_left(i) && i == 0 && is_amount(at) => "approximately ",
        '#' if is_amount(at) && is_glued => "number ",
        '№' => "number ",
        '§' if text.is_mark(i + 1, '§') => return claim(2, "sections ", "symbol"),
        '§' => "section ",
        '@' if !is_glued || is_amount(at) => "at ",
        _ => return None,
    };
    // The space before the number is kept in, so that no cut falls between.
    claim(at - i, spoken, if matches!(sign, '#' | '№' | '§' | '@') { "symbol" } else { "math" })
}

/// `1e6`, `1.5e-3`.
pub(super) fn power(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i) || !matches!(text.word_behind_number(i), "e" | "E") {
        return None;
    }
    let number = number_at(text, i)?;
    let k = i + number.n_tokens;
    if !matches!(text.str(k), "e" | "E") {
        return None;
    }
    let is_negative = text.is_mark(k + 1, '-');
    let exponent_at = k + 1 + usize::from(is_negative || text.is_mark(k + 1, '+'));
    let exponent =
        digits_at(text, exponent_at).filter(|digits| digits.len() <= 3 && !text.is_glued_right(exponent_at + 1))?;
    let spoken = format!("{} times ten {}", number.words(), exponent_words(is_negative, exponent));
    claim(exponent_at + 1 - i, spoken, "math")
}

/// `10-3=7`, `9-4-2 = 3`: what stands before an equals sign is no range.
pub(super) fn subtraction(text: &Text<'_>, i: usize) -> Option<Claim> {
    /// How far behind the first number the equals sign may be.
    const MAX_TOKENS: usize = 64;
    let mut behind = (i + 1..text.len().min(i + MAX_TOKENS)).take_while(|&k| !text.is(k, Kind::Word));
    if text.is_glued_left(i) || !behind.any(|k| text.is_mark(k, '=')) {
        return None;
    }
    let first = number_at(text, i)?;
    let mut spoken = first.words();
    let mut k = i + first.n_tokens;
    while text.is_any_mark(k, &['-', '–'])
        && let Some(next) = number_at(text, k + 1)
    {
        spoken = format!("{spoken} minus {}", next.words());
        k += 1 + next.n_tokens;
    }
    let is_difference = k > i + first.n_tokens && text.is_mark(text.skip_gap(k), '=');
    is_difference.then(|| claim(k - i, spoken, "math")).flatten()
}

/// How an exponent reads: "squared", "to the power of minus three".
fn exponent_words(is_negative: bool, digits: &str) -> String {
    match (is_negative, digits) {
        (false, "2") => "squared".to_owned(),
        (false, "3") => "cubed".to_owned(),
        _ => format!("to the power of {}{}", if is_negative { "minus " } else { "" }, cardinal_of_digits(digits)),
    }
}

/// `10ft x 12ft`: by, between two measures.
pub(super) fn by_sign(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_sign = matches!(text.str(i), "x" | "X") && text.is(text.skip_gap(i + 1), Kind::Digits);
    if !is_sign {
        return None;
    }
    let before = i.checked_sub(1).map(|k| if text.is_gap(k) { k } else { i })?;
    let is_measure = ends_in_measure(text, before) || text.is_any_mark(before.wrapping_sub(1), &['"', '\'', '″', '′']);
    is_measure.then(|| claim(1, "by", "math")).flatten()
}

/// Arithmetic and comparison between two operands, one or two characters long.
pub(super) fn operator(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    let next = if text.is(i + 1, Kind::Mark) { text.tokens[i + 1].first() } else { '\0' };
    let two = match (sign, next) {
        ('=' | ':', '=') => Some(" equals "),
        ('!', '=') => Some(" does not equal "),
        ('<', '=') => Some(" is less than or equal to "),
        ('>', '=') => Some(" is greater than or equal to "),
        ('=', '>') => Some(arrow(text, i, i + 2)),
        ('<', '-') if text.is_gap(i + 2) => Some(""),
        ('*', '*') if text.is(text.skip_gap(i + 2), Kind::Digits) => Some(" to the power of "),
        ('&', '&') => Some(" and "),
        ('|', '|') => Some(" or "),
        _ => None,
    };
    if let Some(spoken) = two {
        let n = 2 + usize::from(text.is_mark(i + 2, '='));
        return claim(n, spoken, "math");
    }
    let is_operand = |k: usize| text.is_glued_right(k) || text.is_any_mark(k, &['(', '-', '$', '√', '∞', '.']);
    let has_right = is_operand(text.skip_gap(i + 1));
    let has_left = i > 0
        && (text.is_glued_left(i)
            || text.before(i).is_some_and(|token| {
                matches!(token.kind, Kind::Space) || matches!(token.first(), ')' | '²' | '³' | '%' | '∞' | '°')
            }));
    let is_between = has_left && has_right;
    let spoken = match sign {
        '=' if has_left && i + 1 < text.len() => " equals ",
        '+' if is_between => " plus ",
        '+' if text.is_glued_left(i) || text.before(i).is_some_and(|token| matches!(token.first(), '%' | '+')) => {
            " plus"
        }
        '×' | '⋅' => " times ",
        '*' if is_between
            && !(text.is_glued_left(i) && text.is_gap(i + 1))
            && !(text.is_gap(i.wrapping_sub(1)) && text.is_glued_right(i + 1)) =>
        {
            " times "
        }
        '÷' => " divided by ",
        '≠' => " does not equal ",
        '≤' | '≦' | '⩽' => {
            if has_left {
                " is less than or equal to "
            } else {
                "less than or equal to "
            }
        }
        '≥' | '≧' | '⩾' => {
            if has_left {
                " is greater than or equal to "
            } else {
                "greater than or equal to "
            }
        }
        '≈' | '≃' | '≅' => {
            if has_left {
                " is approximately "
            } else {
                "approximately "
            }
        }
        '≡' => " is equivalent to ",
        '∝' => " is proportional to ",
        '<' if is_comparison(text, i) => {
            if text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1) {
                " is less than "
            } else {
                " less than "
            }
        }
        '>' if is_comparison(text, i) => {
            if text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1) {
                " is greater than "
            } else {
                " greater than "
            }
        }
        '^' if is_between && text.is_glued_left(i) => return caret(text, i),
        _ => return None,
    };
    claim(1, spoken, "math")
}

/// `<5%`, `a < b`: not the brackets of `List<String>`.
fn is_comparison(text: &Text<'_>, i: usize) -> bool {
    let at = text.skip_gap(i + 1);
    let is_spaced = text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1);
    is_spaced && at < text.len() || text.is(at, Kind::Digits) || text.is_any_mark(at, &['$', '€', '£', '-'])
}

fn caret(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_negative = text.is_mark(i + 1, '-');
    let at = i + 1 + usize::from(is_negative);
    match digits_at(text, at) {
        Some(digits) => claim(at + 1 - i, format!(" {}", exponent_words(is_negative, digits)), "math"),
        None => claim(1, " to the power of ", "math"),
    }
}

/// A run of raised or lowered digits: a power behind a number or a letter, a number elsewhere.
pub(super) fn superscripts(text: &Text<'_>, i: usize) -> Option<Claim> {
    let digit = |k: usize| -> Option<(char, bool)> {
        if !text.is(k, Kind::Mark) {
            return None;
        }
        let c = text.tokens[k].first();
        let raised = matches!(c, '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' | '⁻' | '⁺');
        let lowered = matches!(c, '₀'..='₉');
        let plain = std::iter::once(c).nfkc().next()?;
        (raised || lowered).then_some((plain, raised))
    };
    let (_, is_raised) = digit(i)?;
    let run: String =
        (i..text.len()).map_while(|k| digit(k).filter(|&(_, raised)| raised == is_raised)).map(|(c, _)| c).collect();
    let n = run.chars().count();
    let digits: String = run.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        return claim(n, "", "symbol");
    }
    let is_negative = run.starts_with(['−', '-']);
    let is_power = is_raised
        && text.before(i).is_some_and(|token| match token.kind {
            Kind::Digits => true,
            Kind::Word => token.text.chars().count() <= 2 || units::is_unit(token.text),
            _ => matches!(token.first(), ')' | ']'),
        });
    let spoken = if is_power { exponent_words(is_negative, &digits) } else { cardinal_of_digits(&digits) };
    claim(n, format!(" {spoken}"), "math")
}
