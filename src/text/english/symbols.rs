//! Signs: arithmetic, dashes, arrows, and characters that stand for a word.

use unicode_normalization::UnicodeNormalization as _;

use super::amounts::{digits_at, number_at};
use super::numerals::{self, cardinal_of_digits};
use super::{Claim, Kind, Text, claim, is_all_caps, spelled, units};

/// Names of programming languages and other words that end or consist in signs.
pub(super) fn named_words(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    let lower = word.to_lowercase();
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
        && let Some(found) = with_stroke(text, i, &lower)
    {
        return Some(found);
    }
    match lower.as_str() {
        "aka" => return claim(1, "also known as", "abbreviation"),
        "wwi" if is_all_caps(word) => return claim(1, "World War one", "acronym"),
        "wwii" if is_all_caps(word) => return claim(1, "World War two", "acronym"),
        "asap" => return claim(1, "A S A P", "acronym"),
        _ => {}
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
        ("w", "o") if is_free => "without",
        ("w", "out") if is_free => "without",
        ("w", "e") if is_free => "whatever",
        ("b", "c") if is_free => "because",
        ("c", "o") if is_free => "care of",
        ("w", _) if text.is_space(i + 2) || !is_word => return claim(2, "with", "abbreviation"),
        ("w", _) => return claim(2, "with ", "abbreviation"),
        _ => return None,
    };
    claim(3, spoken, "abbreviation")
}

/// `10ft x 12ft`: by, between two measures.
pub(super) fn by_sign(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_sign = matches!(text.str(i), "x" | "X") && text.is(text.skip_gap(i + 1), Kind::Digits);
    let before = i.checked_sub(1).map(|k| if text.is_gap(k) { k } else { i })?;
    let is_measure = ends_in_measure(text, before) || text.is_any_mark(before.wrapping_sub(1), &['"', '\'', '″', '′']);
    (is_sign && is_measure).then(|| claim(1, "by", "math")).flatten()
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
    let is_mark = text.str(i) == "T" && text.before(i).is_some_and(|token| token.kind == Kind::Digits) && text.is(i + 1, Kind::Digits) && text.is_mark(i + 2, ':');
    is_mark.then(|| claim(1, ", ", "time")).flatten()
}

/// `1e6`, `1.5e-3`.
pub(super) fn power(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i) {
        return None;
    }
    let number = number_at(text, i)?;
    let k = i + number.n_tokens;
    if !matches!(text.str(k), "e" | "E") {
        return None;
    }
    let is_negative = text.is_mark(k + 1, '-');
    let exponent_at = k + 1 + usize::from(is_negative || text.is_mark(k + 1, '+'));
    let exponent = digits_at(text, exponent_at).filter(|digits| digits.len() <= 3 && !text.is_glued_right(exponent_at + 1))?;
    let spoken = format!("{} times ten {}", number.words(), exponent_words(is_negative, exponent));
    claim(exponent_at + 1 - i, spoken, "math")
}

fn exponent_words(is_negative: bool, digits: &str) -> String {
    match (is_negative, digits) {
        (false, "2") => "squared".to_owned(),
        (false, "3") => "cubed".to_owned(),
        _ => format!("to the power of {}{}", if is_negative { "minus " } else { "" }, cardinal_of_digits(digits)),
    }
}

/// A sign before a number: `-5`, `±5%`, `~20`, `≤ 3`, `#1`, `№ 5`, `§ 4`.
pub(super) fn sign(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    let at = text.skip_gap(i + 1);
    let is_amount = |k: usize| {
        text.is(k, Kind::Digits) || text.is_mark(k, '.') && text.is(k + 1, Kind::Digits)
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

/// Dashes: "to" between numbers, a pause between words, nothing inside a compound with a number.
pub(super) fn dash(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    if !matches!(sign, '-' | '–' | '—') {
        return None;
    }
    if text.is_mark(i + 1, '>') || text.is_mark(i + 1, '-') && text.is_mark(i + 2, '>') {
        let n = if text.is_mark(i + 1, '>') { 2 } else { 3 };
        return claim(n, arrow(text, i, i + n), "symbol");
    }
    let run = (i..text.len()).take_while(|&k| text.is_mark(k, sign)).count();
    if sign == '-' && run >= 2 {
        // "--all" is an option of a program.
        let is_option = text.is_glued_right(i + run) && text.is_free_left(i) && run == 2;
        return claim(run, if is_option { "dash dash " } else { " — " }, "dash");
    }
    if text.is_glued_left(i) && text.is_glued_right(i + 1) {
        return inner_dash(text, i, sign);
    }
    // "U.S.-based", "½-inch": no hyphen behind what is not read as a word.
    let follows_sign = i >= 2 && text.is_mark(i - 1, '.') && super::is_capitalised(text.str(i - 2)) && text.str(i - 2).chars().count() == 1
        || text.before(i).is_some_and(|token| token.kind == Kind::Mark && (token.first().is_numeric() || matches!(token.first(), '%' | '"')));
    if sign == '-' && follows_sign && text.is(i + 1, Kind::Word) {
        return claim(1, " ", "dash");
    }
    let is_short_month = |k: usize| super::tables::month(text.str(k)).is_some();
    if i >= 2 && text.is_mark(i - 1, '.') && is_short_month(i - 2) && is_short_month(i + 1) {
        return claim(1, " to ", "range");
    }
    // A grade: "A-".
    let is_grade = sign == '-' && matches!(text.word_before(i), "A" | "B" | "C" | "D") && text.is_glued_left(i) && !text.is_glued_left(i - 1);
    if is_grade && (i + 1 == text.len() || text.is_space(i + 1) || text.is_any_mark(i + 1, &[',', '.', ';', '!', '?'])) {
        return claim(1, " minus", "symbol");
    }
    // "5%–10%", "9am - 5pm".
    let ends_amount = text.before(i).is_some_and(|token| matches!(token.first(), '%' | '°' | '℃' | '℉' | '"' | ')' | '€' | '.')) && text.is(i + 1, Kind::Digits)
        || text.is_glued_left(i) && text.is_any_mark(i + 1, &['$', '€', '£', '¥', '₩']);
    if ends_amount && (sign != '—') {
        return claim(1, " to ", "range");
    }
    if text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1) {
        let is_between_numbers = i >= 2 && text.is(i - 2, Kind::Digits) && text.is(i + 2, Kind::Digits);
        let is_between_times = i >= 2 && text.is_any_mark(i - 2, &['.', '%']) && text.is(i + 2, Kind::Digits) || ends_in_measure(text, i - 1) && text.is(i + 2, Kind::Digits);
        return match (is_between_numbers, is_between_times) {
            (true, _) if !text.is_mark(i.wrapping_sub(3), ':') => claim(1, "minus", "math"),
            (true, _) => claim(1, "to", "range"),
            (_, true) => claim(1, "to", "range"),
            _ => claim(1, "—", "dash"),
        };
    }
    (sign == '—' || sign == '–').then(|| claim(run, " — ", "dash")).flatten()
}

/// Whether the token before `end` is a unit or half of the day behind a number.
fn ends_in_measure(text: &Text<'_>, end: usize) -> bool {
    let Some(last) = text.before(end).filter(|token| token.kind == Kind::Word) else { return false };
    let is_measure = units::is_unit(&last.text) || matches!(last.text.to_lowercase().as_str(), "am" | "pm" | "m" | "k" | "st" | "nd" | "rd" | "th" | "s");
    let number = end.checked_sub(2).map(|k| if text.is_gap(k) { k.saturating_sub(1) } else { k });
    is_measure && number.is_some_and(|k| text.is(k, Kind::Digits) || text.is_mark(k, '.'))
}

/// A dash directly between two letters or digits.
fn inner_dash(text: &Text<'_>, i: usize, sign: char) -> Option<Claim> {
    let (left, right) = (text.str(i - 1), text.str(i + 1));
    let is_digits = |k: usize| text.is(k, Kind::Digits);
    let is_letter = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_period = |word: &str| super::tables::weekday(word).is_some() || super::tables::month(word).is_some();
    if is_digits(i - 1) && super::tables::month(right).is_some() {
        return claim(1, " to ", "range");
    }
    if is_letter(left) && is_letter(right) || is_period(left) && is_period(right) && left != right {
        let is_range = matches!((left, right), ("A", "Z")) || sign == '–' || is_period(left);
        return claim(1, if is_range { " to " } else { " " }, "range");
    }
    let is_scaled = matches!(left, "M" | "B" | "K" | "T" | "C" | "F") && i >= 2 && (is_digits(i - 2) || text.is_mark(i - 2, '°'));
    if is_scaled && is_digits(i + 1) {
        return claim(1, " to ", "range");
    }
    if text.is_tail_of_code(i + 1) && is_digits(i + 1) {
        return claim(1, " ", "dash");
    }
    if is_digits(i - 1) && is_digits(i + 1) || ends_in_measure(text, i) && is_digits(i + 1) {
        return claim(1, " to ", "range");
    }
    if sign == '—' {
        return claim(1, " — ", "dash");
    }
    // "COVID-19", "24-hour", "A-frame", "APIs-first": a space. "well-known" keeps its hyphen.
    let is_ordinal = matches!(left, "st" | "nd" | "rd" | "th" | "s") && i >= 2 && is_digits(i - 2);
    let follows_number = is_ordinal || i >= 3 && text.is_mark(i - 2, '-') && is_digits(i - 3);
    let joins_acronym = is_all_caps(left) || is_all_caps(right) || is_letter(left);
    let spaced = is_digits(i - 1) || is_digits(i + 1) || follows_number || joins_acronym;
    match sign {
        _ if spaced => claim(1, " ", "dash"),
        '–' => claim(1, "-", "dash"),
        _ => None,
    }
}

/// Where an arrow stands between two words it means "to"; elsewhere it is decoration.
fn arrow(text: &Text<'_>, i: usize, end: usize) -> &'static str {
    let has_left = text.word_index_before(i).is_some() || text.before(i).is_some_and(|token| token.kind == Kind::Digits || token.kind == Kind::Space) && i > 1;
    let has_right = text.is_glued_right(text.skip_gap(end));
    if has_left && has_right { " to " } else { "" }
}

/// Arithmetic and comparison between two operands, one or two characters long.
pub(super) fn operator(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    let next = if text.is(i + 1, Kind::Mark) { text.tokens[i + 1].first() } else { '\0' };
    let two = match (sign, next) {
        ('=', '=') => Some(" equals "),
        ('!', '=') => Some(" does not equal "),
        ('<', '=') => Some(" is less than or equal to "),
        ('>', '=') => Some(" is greater than or equal to "),
        ('=', '>') => Some(arrow(text, i, i + 2)),
        ('<', '-') if text.is_gap(i + 2) => Some(""),
        ('*', '*') if text.is(text.skip_gap(i + 2), Kind::Digits) => Some(" to the power of "),
        ('&', '&') => Some(" and "),
        ('|', '|') => Some(" or "),
        (':', '=') => Some(" equals "),
        _ => None,
    };
    if let Some(spoken) = two {
        let n = 2 + usize::from(text.is_mark(i + 2, '='));
        return claim(n, spoken, "math");
    }
    let is_operand = |k: usize| text.is_glued_right(k) || text.is_any_mark(k, &['(', '-', '$', '√', '∞', '.']);
    let has_right = is_operand(text.skip_gap(i + 1));
    let has_left = i > 0 && (text.is_glued_left(i) || text.before(i).is_some_and(|token| matches!(token.kind, Kind::Space) || matches!(token.first(), ')' | '²' | '³' | '%' | '∞' | '°'))) ;
    let is_between = has_left && has_right;
    let spoken = match sign {
        '=' if has_left && i + 1 < text.len() => " equals ",
        '+' if is_between => " plus ",
        '+' if text.is_glued_left(i) || text.before(i).is_some_and(|token| matches!(token.first(), '%' | '+')) => " plus",
        '×' | '⋅' => " times ",
        '*' if is_between && !(text.is_glued_left(i) && text.is_gap(i + 1)) && !(text.is_gap(i.wrapping_sub(1)) && text.is_glued_right(i + 1)) => " times ",
        '÷' => " divided by ",
        '≠' => " does not equal ",
        '≤' | '≦' | '⩽' => if has_left { " is less than or equal to " } else { "less than or equal to " },
        '≥' | '≧' | '⩾' => if has_left { " is greater than or equal to " } else { "greater than or equal to " },
        '≈' | '≃' | '≅' => if has_left { " is approximately " } else { "approximately " },
        '≡' => " is equivalent to ",
        '∝' => " is proportional to ",
        '<' if is_comparison(text, i) => if text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1) { " is less than " } else { " less than " },
        '>' if is_comparison(text, i) => if text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1) { " is greater than " } else { " greater than " },
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

/// Any other sign that has a name. An empty reading is a sign that cannot be spoken.
pub(super) fn mark(text: &Text<'_>, i: usize) -> Option<Claim> {
    let sign = text.tokens.get(i)?.first();
    let is_between_words = text.is_glued_left(i) && text.is_glued_right(i + 1);
    let is_spaced = text.is_gap(i.wrapping_sub(1)) && text.is_gap(i + 1);
    let spoken = match sign {
        '&' => " and ",
        '@' => " at ",
        '%' => " percent",
        '‰' => " per mille",
        '°' | 'º' if text.str(i + 1) == "C" => return claim(2, " degrees Celsius", "unit"),
        '°' | 'º' if text.str(i + 1) == "F" => return claim(2, " degrees Fahrenheit", "unit"),
        '°' | 'º' => " degrees ",
        '$' => "dollar ",
        '€' => "euro ",
        '£' => "pound ",
        '¥' => "yen ",
        '₩' => "won ",
        '¢' => " cents",
        '#' => "hash ",
        '/' => return stroke(text, i),
        '_' if is_between_words => return claim(1, " ", "code"),
        '_' => " ",
        '\\' => " backslash ",
        '|' => ", ",
        '^' => " caret ",
        '~' => " tilde ",
        '∼' => "about ",
        '·' | '•' | '‧' if is_between_words || is_spaced => ", ",
        '→' | '⇒' | '➡' | '⟶' | '↦' => arrow(text, i, i + 1),
        '↔' | '⇔' => " and ",
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
        '…' | '.' | ',' | ';' | ':' | '!' | '?' | '¿' | '¡' | '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '-' | '–' | '—' | '+' => return None,
        '=' if is_between_words => " equals ",
        '⌘' => "command ",
        '⌥' => "option ",
        '⇧' => "shift ",
        '⌃' => "control ",
        _ => return compatibility(text, i),
    };
    claim(1, spoken, "symbol")
}

/// A stroke between two words.
fn stroke(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_gap(i.wrapping_sub(1)) && i >= 2 && text.is(i - 2, Kind::Digits) && text.is(text.skip_gap(i + 1), Kind::Digits) {
        return claim(1, "divided by", "math");
    }
    let (left, right) = (text.word_before(i), text.word_after(i + 1));
    if text.is_glued_left(i)
        && super::tables::is_counted(left)
        && let Some((rate, n_tokens)) = units::rate_at(text, i)
    {
        return claim(n_tokens, rate, "unit");
    }
    let is_caps = |word: &str| word.chars().all(char::is_uppercase) && !word.is_empty();
    let pair = (left.to_lowercase(), right.to_lowercase());
    let spoken = match (pair.0.as_str(), pair.1.as_str()) {
        ("and", "or") => " ",
        ("he", "she") | ("she", "he") | ("his", "her") | ("him", "her") | ("his", "hers") | ("yes", "no") | ("either", "or") | ("on", "off") | ("true", "false") => " or ",
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
    if let Some(value) = circled(c) {
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
    let words: Vec<String> = plain.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).map(cardinal_of_digits).collect();
    if words.is_empty() { claim(1, spelled(plain), "symbol") } else { claim(1, words.join(" "), "number") }
}

/// Circled and bracketed numbers without a decomposition: ⓿ ❶ ➀ ➊ ⓵.
fn circled(c: char) -> Option<u64> {
    let code = u64::from(c as u32);
    Some(match code {
        0x24FF => 0,
        0x24EB..=0x24F4 => code - 0x24EB + 11,
        0x24F5..=0x24FE => code - 0x24F5 + 1,
        0x2776..=0x277F => code - 0x2776 + 1,
        0x2780..=0x2789 => code - 0x2780 + 1,
        0x278A..=0x2793 => code - 0x278A + 1,
        _ => return None,
    })
}

/// A run of raised or lowered digits: a power behind a number or a letter, a number elsewhere.
fn superscripts(text: &Text<'_>, i: usize) -> Option<Claim> {
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
    let run: String = (i..text.len()).map_while(|k| digit(k).filter(|&(_, raised)| raised == is_raised)).map(|(c, _)| c).collect();
    let n = run.chars().count();
    let digits: String = run.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        return claim(n, "", "symbol");
    }
    let is_negative = run.starts_with(['−', '-']);
    let is_power = is_raised
        && text.before(i).is_some_and(|token| match token.kind {
            Kind::Digits => true,
            Kind::Word => token.text.chars().count() <= 2 || units::is_unit(&token.text),
            _ => matches!(token.first(), ')' | ']'),
        });
    let spoken = if is_power { exponent_words(is_negative, &digits) } else { cardinal_of_digits(&digits) };
    claim(n, format!(" {spoken}"), "math")
}
