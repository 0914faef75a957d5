//! Signs that are neither numbers nor arithmetic: dashes, tildes, strokes, dots, and what nobody can speak.

use unicode_normalization::UnicodeNormalization as _;

use super::amounts::number_at;
use super::math;
use super::numerals::sino;
use super::quantities::measured_at;
use super::text::Text;
use super::{BREAK, Claim, Meets, claim, dropped, joined};

/// Syllables that a drawn-out word ends in: 안녕~, 좋아요~.
const DRAWN_OUT: &str = "요네녕아야다까죠지옹응어오해자라나래게데대걸든당염용욤";
const DAYS: &str = "월화수목금토일";

fn is_word(c: char) -> bool {
    c.is_alphanumeric()
}

/// Whether a number with what it counts ends before `i`: `10%`, `5월`, `3시`, `20kg`.
fn follows_amount(text: &Text, i: usize) -> bool {
    let c = text.before(i);
    if c.is_ascii_digit() || matches!(c, '%' | '℃' | '°') {
        return true;
    }
    let n = text.hangul_before(i).len();
    let n_letters = (0..i).rev().take(5).take_while(|&k| text.is_latin(k)).count();
    let head = text.back_over_gap(i - n.max(n_letters).min(i));
    n.max(n_letters) > 0 && n <= 5 && text.is_digit(head.wrapping_sub(1))
}

/// Dashes: 에서 between amounts, a pause between words, nothing inside a compound.
pub(super) fn dash(text: &Text, i: usize) -> Option<Claim> {
    let sign = text.at(i);
    if !matches!(sign, '-' | '–' | '—') {
        return None;
    }
    let end = text.run(i, |c| c == sign);
    if text.at(end) == '>' {
        return joined(end + 1, ",", "symbol");
    }
    let (before, after) = (text.before(i), text.at(end));
    if end - i > 2 {
        return dropped(end);
    }
    let is_plain_number = sign == '-' && before.is_ascii_digit();
    if end == i + 1
        && !is_plain_number
        && follows_amount(text, i)
        && (text.is_digit(end) || matches!(after, '$' | '₩' | '€'))
        && !super::is_latin(before)
    {
        return joined(end, "에서 ", "range");
    }
    // 3-1-2: parts of one number. B-: a mark at school.
    if is_plain_number && text.is_digit(end) {
        return joined(end, " 다시 ", "number");
    }
    let is_grade = before.is_ascii_uppercase() && !text.is_latin(i.wrapping_sub(2)) && !is_word(after);
    if sign == '-' && end == i + 1 && is_grade {
        return joined(end, " 마이너스", "math");
    }
    let is_pause = sign == '—' || text.is_gap(i.wrapping_sub(1)) && text.is_gap(end);
    if is_pause && i > 0 {
        return joined(end, ",", "dash");
    }
    if is_word(before) && is_word(after) {
        // e-mail, follow-up: the voice's matter.
        let is_latin_word = before.is_ascii_lowercase() && after.is_ascii_lowercase();
        return if is_latin_word { None } else { joined(end, " ", "dash") };
    }
    dropped(end)
}

/// A space before a dash, a tilde or an equals sign: what those say joins the word before the space.
pub(super) fn spaced(text: &Text, i: usize) -> Option<Claim> {
    let at = i + 1;
    if !text.is_gap(i) || !text.is_gap(at + 1) {
        return None;
    }
    let found = match text.at(at) {
        '-' | '–' | '—' => math::operator(text, at).is_none().then(|| dash(text, at))?,
        '~' | '〜' | '∼' => tilde(text, at),
        '=' | '<' | '>' | '≤' | '≥' | '≦' | '≧' | '≠' => math::operator(text, at),
        _ => None,
    };
    found.filter(|claim| matches!(claim.meets, Meets::Joined | Meets::AsTopic))
}

/// Tildes: 에서 in a range, 부터 behind a time, 까지 before one; else a word drawn out.
pub(super) fn tilde(text: &Text, i: usize) -> Option<Claim> {
    if !matches!(text.at(i), '~' | '〜' | '∼') {
        return None;
    }
    let end = text.run(i, |c| matches!(c, '~' | '〜' | '∼'));
    let (before, after) = (text.before(i), text.at(end));
    if DAYS.contains(before) && DAYS.contains(after) && !text.is_hangul(i.wrapping_sub(2)) && !text.is_hangul(end + 1) {
        return joined(end + 1, format!("요일에서 {after}요일"), "range");
    }
    let is_spaced = text.is_gap(i.wrapping_sub(1)) && text.is_gap(end);
    let head = text.back_over_gap(i);
    let is_amount = head > 0 && follows_amount(text, head);
    let next = text.at(text.skip_gap(end));
    let links =
        is_word(after) || matches!(after, '$' | '₩' | '-') && text.is_digit(end + 1) || is_spaced && is_word(next);
    let is_drawn_out = end - i > 1 || DRAWN_OUT.contains(before) && !is_amount;
    let is_closed_amount = matches!(text.before(head), ')' | '€' | '₩' | '$')
        && text.is_any(text.skip_gap(end), &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    if i > 0 && links && !is_drawn_out && (is_word(text.before(head)) || is_closed_amount) || is_amount && links {
        return joined(end, if is_spaced { "에서" } else { "에서 " }, "range");
    }
    if is_amount && end == i + 1 && head == i && !text.precedes_any(end, &["부터", "까지"]) {
        return joined(end, "부터", "range");
    }
    if text.is_free_left(i)
        && let Some(number) = number_at(text, end)
    {
        let measured = measured_at(text, end, &number);
        let goes_on = text.is_gap(measured.end) && text.is_digit(measured.end + 1);
        if !measured.is_nothing() && !goes_on && !text.has(measured.end, "까지") {
            return claim(measured.end, format!("{}까지", measured.words(text, end, &number, false)), "range");
        }
    }
    dropped(end)
}

/// Everything else that is no letter.
pub(super) fn mark(text: &Text, i: usize) -> Option<Claim> {
    let c = text.at(i);
    if let Some(unit) = math::unit_sign(text, i) {
        return Some(unit);
    }
    let is_between = is_word(text.before(i)) && is_word(text.at(i + 1));
    match c {
        '.' | ',' | '-' | '!' | '?' | '\'' | '"' | '(' | ')' | '[' | ']' | '{' | '}' | ':' | '…' | '¿' | '¡' => {
            None
        }
        ';' => {
            if text.at(i + 1) == ';' || text.before(i) == ';' {
                dropped(i + 1)
            } else {
                None
            }
        }
        '&' => claim(i + 1, "앤드 ", "symbol"),
        '@' if is_between => claim(i + 1, "골뱅이 ", "symbol"),
        '/' | '|' | '→' | '⇒' | '➔' => joined(i + 1, ",", "symbol"),
        '·' | 'ㆍ' | '・' | '‧' | '∙' | '⋅' | '•' | '_' => {
            if is_between {
                joined(i + 1, " ", "symbol")
            } else {
                dropped(i + 1)
            }
        }
        '《' | '》' | '〈' | '〉' => joined(i + 1, "\"", "typography"),
        '【' | '〔' => joined(i + 1, "[", "typography"),
        '】' | '〕' => joined(i + 1, "]", "typography"),
        BREAK => None,
        c if c.is_numeric() => other_number(c, i),
        c if c.is_alphabetic() || unicode_normalization::char::is_combining_mark(c) => None,
        _ => dropped(i + 1),
    }
}

/// A number in a script or a form that no other rule knows.
fn other_number(c: char, i: usize) -> Option<Claim> {
    let digits: String = c.to_string().nfkc().filter(char::is_ascii_digit).collect();
    if digits.is_empty() { dropped(i + 1) } else { claim(i + 1, sino(&digits), "number") }
}
