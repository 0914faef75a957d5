//! Arithmetic: operators between numbers and letters, signs, powers.

use unicode_normalization::UnicodeNormalization as _;

use super::amounts::{digits_at, number_at};
use super::letters;
use super::numerals::sino;
use super::quantities::measured_at;
use super::text::Text;
use super::units;
use super::{Claim, Meets, claim, joined};

/// Whether what ends before `i`, over at most one space, can be calculated with.
fn is_operand_before(text: &Text, i: usize) -> bool {
    let c = text.before(text.back_over_gap(i));
    c.is_ascii_digit()
        || matches!(c, ')' | '²' | '³' | '%' | 'π' | '℃' | '∞' | '½')
        || is_variable(text, text.back_over_gap(i).wrapping_sub(1))
}

/// Whether something that can be the topic ends before `i`.
fn is_named_before(text: &Text, i: usize) -> bool {
    let c = text.before(text.back_over_gap(i));
    c.is_alphanumeric() || matches!(c, ')' | '%')
}

fn is_operand_at(text: &Text, i: usize) -> bool {
    let at = text.skip_gap(i);
    let c = text.at(at);
    c.is_ascii_digit()
        || matches!(c, '(' | '√' | 'π' | '∞' | '½' | '$' | '₩')
        || is_variable(text, at)
        || c == '-' && text.is_digit(at + 1)
}

/// One Latin letter for itself.
fn is_variable(text: &Text, i: usize) -> bool {
    text.is_latin(i) && !text.is_latin(i + 1) && !(i > 0 && text.is_latin(i - 1)) || matches!(text.at(i), 'α'..='ω')
}

/// Operators between two operands: `5+3=8`, `6 × 7`, `x = 3`, `a < b`.
pub(super) fn operator(text: &Text, i: usize) -> Option<Claim> {
    let c = text.at(i);
    let next = if text.is_any(i + 1, &['=']) { i + 2 } else { i + 1 };
    if let Some(comparison) = comparison(text, i, next) {
        return Some(comparison);
    }
    if c == '=' && is_named_before(text, i) && text.at(text.skip_gap(i + 1)).is_alphanumeric() {
        return Some(Claim { end: i + 1, spoken: " ".to_owned(), rule: "math", meets: Meets::AsTopic });
    }
    let ends_in_amount =
        text.is_digit(i.wrapping_sub(1)) || super::is_syllable(text.before(i)) || is_variable(text, i.wrapping_sub(1));
    if c == '+' && ends_in_amount && !is_operand_at(text, i + 1) && !text.at(i + 1).is_alphanumeric() {
        return claim(i + 1, " 플러스", "math");
    }
    if !is_operand_before(text, i) || !is_operand_at(text, i + 1) {
        return None;
    }
    let is_sum = |text: &Text| {
        // "10-4=6" and "10 - 4": arithmetic needs an equals sign or two spaces.
        text.is_gap(i + 1) && text.is_gap(i.wrapping_sub(1)) || has_equals(text, i)
    };
    match c {
        '+' => claim(i + 1, "더하기", "math"),
        '-' if is_sum(text) => claim(i + 1, "빼기", "math"),
        '×' | '*' | '∗' => claim(i + 1, "곱하기", "math"),
        '÷' => claim(i + 1, "나누기", "math"),
        '=' => Some(Claim { end: i + 1, spoken: " ".to_owned(), rule: "math", meets: Meets::AsTopic }),
        '/' if has_equals(text, i) => claim(i + 1, "나누기", "math"),
        _ => None,
    }
}

/// Whether an equals sign stands in the same formula behind `i`.
fn has_equals(text: &Text, i: usize) -> bool {
    (i + 1..i + 40).map(|k| text.at(k)).take_while(|c| !is_end_of_formula(*c)).any(|c| matches!(c, '=' | '＝'))
}

fn is_end_of_formula(c: char) -> bool {
    c == '\n' || c == super::BREAK || super::is_syllable(c) || matches!(c, ',' | ';' | '?')
}

/// `a < b`, `x ≥ 5`, `≤ 3`, `≠`, `≈`.
fn comparison(text: &Text, i: usize, next: usize) -> Option<Claim> {
    let is_doubled = next > i + 1;
    let (relation, alone, end) = match text.at(i) {
        '<' if is_doubled => ("보다 작거나 같다", "이하", next),
        '>' if is_doubled => ("보다 크거나 같다", "이상", next),
        '<' => ("보다 작다", "미만", i + 1),
        '>' => ("보다 크다", "초과", i + 1),
        '≤' | '≦' => ("보다 작거나 같다", "이하", i + 1),
        '≥' | '≧' => ("보다 크거나 같다", "이상", i + 1),
        '≠' => ("과 같지 않다", "", i + 1),
        '≈' | '≒' | '≃' => return is_operand_at(text, i + 1).then(|| claim(i + 1, "약", "math"))?,
        _ => return None,
    };
    let at = text.skip_gap(end);
    let (words, after) = if is_variable(text, at) {
        (letters::name(text.at(at)).or_else(|| greek(text.at(at)))?.to_owned(), at + 1)
    } else {
        let number = number_at(text, at)?;
        let measured = measured_at(text, at, &number);
        (measured.words(text, at, &number, false), measured.end)
    };
    if is_operand_before(text, i) {
        let relation = match relation.strip_prefix('과') {
            Some(rest) if !words.chars().next_back().is_some_and(super::has_final) => format!("와{rest}"),
            _ => relation.to_owned(),
        };
        return Some(Claim { end: after, spoken: format!(" {words}{relation}"), rule: "math", meets: Meets::AsTopic });
    }
    (!alone.is_empty()).then(|| claim(after, format!("{words} {alone}"), "math")).flatten()
}

/// `√2`, `∞`, `∑`, `№ 5`, `#1`, `x²`, `5⁻³`, `π`.
pub(super) fn sign(text: &Text, i: usize) -> Option<Claim> {
    let c = text.at(i);
    let word = match c {
        '√' => "루트",
        '∛' => "세제곱근",
        '∞' => "무한대",
        '∑' => "시그마",
        '∏' => "파이",
        '∫' => "적분",
        '∂' => "라운드",
        '∆' => "델타",
        '∴' => "따라서",
        '∵' => "왜냐하면",
        '∝' => "비례",
        '∈' => "속하는",
        '∩' => "교집합",
        '∪' => "합집합",
        '⊂' => "부분집합",
        '∅' => "공집합",
        '×' if text.is_digit(text.skip_gap(i + 1)) => "곱하기",
        '×' | '✕' if text.is_digit(i.wrapping_sub(1)) => "배",
        '№' => "번호",
        '§' => "섹션",
        '#' if text.is_digit(i + 1) && text.is_free_left(i) => "넘버",
        '²' | '³' | '¹' | '⁰' | '⁴'..='⁹' => return superscript(text, i),
        '₀'..='₉' => {
            let end = text.run(i, |c| matches!(c, '₀'..='₉'));
            let digits: String = text.slice(i, end).iter().collect::<String>().nfkd().collect();
            return claim(end, sino(&digits), "math");
        }
        '‰' => "퍼밀",
        '%' => "퍼센트",
        '℃' => "섭씨",
        '℉' => "화씨",
        '°' => "도",
        _ => return greek(c).and_then(|name| claim(i + 1, name, "symbol")),
    };
    claim(i + 1, word, "math")
}

fn superscript(text: &Text, i: usize) -> Option<Claim> {
    let end = text.run(i, |c| matches!(c, '²' | '³' | '¹' | '⁰' | '⁴'..='⁹'));
    let digits: String = text.slice(i, end).iter().collect::<String>().nfkd().collect();
    // Behind a word it is a note's number.
    let is_power = is_operand_before(text, i) && !text.is_gap(i.wrapping_sub(1)) || text.is_latin(i.wrapping_sub(1));
    if is_power { claim(end, power_words(&digits), "math") } else { claim(end, sino(&digits), "number") }
}

fn power_words(digits: &str) -> String {
    match digits {
        "2" => "제곱".to_owned(),
        "3" => "세제곱".to_owned(),
        _ => format!("의 {} 제곱", sino(digits)).trim_start_matches("의 ").to_owned(),
    }
}

/// `10^3`, `2^10`, `10²`, `10⁻³`.
pub(super) fn power(text: &Text, i: usize) -> Option<Claim> {
    if text.sign_behind_number(i).is_some_and(|c| !matches!(c, '^' | '⁻' | '²' | '³' | '¹' | '⁰' | '⁴'..='⁹'))
    {
        return None;
    }
    let base = digits_at(text, i)?;
    let k = base.end;
    let (is_negative, digits, end) = if text.at(k) == '^' {
        let is_negative = text.at(k + 1) == '-';
        let (digits, end) = text.digits(k + 1 + usize::from(is_negative))?;
        (is_negative, digits, end)
    } else {
        let is_negative = text.at(k) == '⁻';
        let start = k + usize::from(is_negative);
        let end = text.run(start, |c| matches!(c, '²' | '³' | '¹' | '⁰' | '⁴'..='⁹'));
        if end == start {
            return None;
        }
        (is_negative, text.slice(start, end).iter().collect::<String>().nfkd().collect(), end)
    };
    let minus = if is_negative { "마이너스 " } else { "" };
    let power = match (digits.as_str(), is_negative) {
        ("2", false) => "제곱".to_owned(),
        ("3", false) => "세제곱".to_owned(),
        _ => format!("{minus}{} 제곱", sino(&digits)),
    };
    claim(end, format!("{}의 {power}", base.spoken), "math")
}

/// The sign of a unit that stands alone: `㎏`, `㎡`.
pub(super) fn unit_sign(text: &Text, i: usize) -> Option<Claim> {
    let unit = units::find(text, i)?;
    let prefix = if unit.prefix.is_empty() { String::new() } else { format!("{} ", unit.prefix) };
    joined(unit.end, format!(" {prefix}{}", unit.name), "unit")
}

fn greek(c: char) -> Option<&'static str> {
    const NAMES: [&str; 25] = [
        "알파",
        "베타",
        "감마",
        "델타",
        "엡실론",
        "제타",
        "에타",
        "세타",
        "요타",
        "카파",
        "람다",
        "뮤",
        "뉴",
        "크시",
        "오미크론",
        "파이",
        "로",
        "시그마",
        "시그마",
        "타우",
        "입실론",
        "파이",
        "카이",
        "프시",
        "오메가",
    ];
    let code = c as u32;
    match code {
        0x3B1..=0x3C9 => NAMES.get((code - 0x3B1) as usize).copied(),
        0x391..=0x3A9 => NAMES.get((code - 0x391) as usize).copied(),
        0xB5 => Some("마이크로"),
        _ => None,
    }
}
