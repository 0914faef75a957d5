//! Arithmetic: operators between numbers and letters, signs, powers.

use unicode_normalization::UnicodeNormalization as _;

use super::amounts::{digits_at, number_at};
use super::letters;
use super::numerals::sino;
use super::quantities::measured_at;
use super::text::{Text, is_latin};
use super::units;
use super::{Claim, Meets, claim, joined};

/// Whether what ends before `i`, over at most one space, can be calculated with.
fn is_operand_before(text: &Text, i: usize) -> bool {
    let c = text.before(text.back_over_gap(i));
    c.is_ascii_digit()
        || matches!(c, ')' | '²' | '³' | '%' | 'π' | '℃' | '∞' | '½' | '|')
        || is_variable(text, text.back_over_gap(i).wrapping_sub(1))
        || follows_product(text, text.back_over_gap(i))
}

/// Whether letters such as ax end before `i` in a formula with an equals sign before them.
fn follows_product(text: &Text, i: usize) -> bool {
    let n = (0..i).rev().take(4).take_while(|&k| text.at(k).is_ascii_lowercase()).count();
    (2..=3).contains(&n) && (0..i).rev().take(40).any(|k| text.at(k) == '=')
}

/// Whether something that can be the topic ends before `i`.
fn is_named_before(text: &Text, i: usize) -> bool {
    let c = text.before(text.back_over_gap(i));
    c.is_alphanumeric() || matches!(c, ')' | '%' | '°' | '′' | '!' | '|')
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
    let ends_in_name =
        text.is_digit(i.wrapping_sub(1)) || super::is_syllable(text.before(i)) || is_latin(text.before(i));
    if c == '+' && ends_in_name {
        // LGU+, 10만+, 1++
        let end = text.run(i, |c| c == '+');
        let joins_names = is_latin(text.before(i))
            && text.is_latin(end)
            && (text.is_latin(i.wrapping_sub(2)) || text.is_latin(end + 1));
        let is_end = !is_operand_at(text, end) && !is_latin(text.at(end))
            || text.is_hangul(end)
            || super::is_syllable(text.before(i))
            || joins_names;
        if is_end {
            return claim(end, " 플러스".repeat((end - i).min(4)), "math");
        }
    }
    // Ctrl + Shift
    let (before, after) = (text.back_over_gap(i), text.skip_gap(i + 1));
    let is_long_name = |k: usize, next: usize| text.is_latin(k) && text.is_latin(next);
    if c == '+'
        && !follows_product(text, before)
        && is_long_name(before.wrapping_sub(1), before.wrapping_sub(2))
        && (text.is_latin(after))
        && before < i
    {
        return claim(i + 1, "플러스", "math");
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
        (variable_name(text.at(at))?.to_owned(), at + 1)
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
        '∠' => "각",
        '△' | '▵' if text.slice(i + 1, i + 4).iter().all(char::is_ascii_uppercase) => "삼각형",
        '⊥' => "수직",
        '∥' => "평행",
        '∉' => "속하지 않는",
        '′' | '″' => return prime(text, i),
        '|' => return absolute(text, i),
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

/// `37°33′15″` in minutes and seconds of an angle, `6′ 2″` in feet and inches, `f′` as 프라임.
fn prime(text: &Text, i: usize) -> Option<Claim> {
    if !text.is_digit(i.wrapping_sub(1)) {
        return if text.at(i) == '′' && text.is_latin(i.wrapping_sub(1)) {
            joined(i + 1, " 프라임", "math")
        } else {
            None
        };
    }
    let is_angle = (0..i).rev().take(12).map(|k| text.at(k)).any(|c| c == '°');
    let name = match (text.at(i), is_angle) {
        ('′', true) => " 분",
        ('′', false) => " 피트",
        (_, true) => " 초",
        _ => " 인치",
    };
    joined(i + 1, name, "unit")
}

/// `|x|`, `|-3|`.
fn absolute(text: &Text, i: usize) -> Option<Claim> {
    let at = i + 1 + usize::from(text.is_any(i + 1, &['-', '−']));
    let end = if is_variable(text, at) { at + 1 } else { digits_at(text, at)?.end };
    if text.at(end) != '|' || is_latin(text.before(i)) {
        return None;
    }
    let minus = if at > i + 1 { "마이너스 " } else { "" };
    let inner = if text.is_digit(at) { digits_at(text, at)?.spoken } else { variable_name(text.at(at))?.to_owned() };
    claim(end + 1, format!("절댓값 {minus}{inner}"), "math")
}

fn variable_name(c: char) -> Option<&'static str> {
    letters::name(c).or_else(|| greek(c))
}

/// Functions that are called by a word.
const FUNCTIONS: &[(&str, &str)] = &[
    ("sin", "사인"),
    ("cos", "코사인"),
    ("tan", "탄젠트"),
    ("log", "로그"),
    ("ln", "로그"),
    ("lim", "리미트"),
    ("max", "맥스"),
    ("min", "민"),
];

/// `sin 30°`, `log₂8`: the name of a function before what it is applied to.
pub(super) fn function(text: &Text, i: usize) -> Option<Claim> {
    if is_latin(text.before(i)) {
        return None;
    }
    let (name, spoken) = FUNCTIONS.iter().find(|(name, _)| text.has(i, name))?;
    let end = i + name.len();
    let at = text.skip_gap(end);
    let is_based = matches!(text.at(end), '₀'..='₉');
    let is_applied = text.is_digit(at) || is_variable(text, at) || matches!(text.at(at), 'θ' | 'π') || is_based;
    let has_sign = has_equals(text, i) || text.is_any(i.wrapping_sub(2), &['=', '+', '-']) || is_based;
    if !is_applied || !has_sign && !matches!(text.at(at), 'α'..='ω') && !text.is_any(text.digits_end(at), &['°']) {
        return None;
    }
    if is_based {
        let after = text.run(end, |c| matches!(c, '₀'..='₉'));
        let base: String = text.slice(end, after).iter().collect::<String>().nfkd().collect();
        return claim(after, format!("{spoken} {}의 ", sino(&base)), "math");
    }
    claim(end, format!("{spoken} "), "math")
}

/// `ax`, `2ab`: a product of letters in a formula.
pub(super) fn product(text: &Text, i: usize) -> Option<Claim> {
    let end = text.run(i, is_latin);
    let letters = text.slice(i, end);
    let is_product = (2..=3).contains(&letters.len()) && letters.iter().all(char::is_ascii_lowercase);
    let is_operator = |c: char| matches!(c, '=' | '+' | '²' | '³' | '×' | '÷' | '<' | '>' | '≤' | '≥' | '-' | '^');
    let behind = text.at(text.skip_gap(end));
    let before = text.before(text.back_over_gap(i));
    let stands_in_formula = is_operator(behind) || is_operator(before);
    let has_other = has_equals(text, i) || (0..i).rev().take(40).any(|k| text.at(k) == '=');
    let is_word =
        ["min", "max", "log", "sin", "cos", "tan"].iter().any(|word| word.chars().eq(letters.iter().copied()));
    if !is_product || is_word || !stands_in_formula || !has_other || is_latin(text.before(i)) {
        return None;
    }
    claim(end, letters::spelled(&text.string(i, end)), "math")
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
