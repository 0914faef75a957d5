//! Names made of letters and digits: models, standards, versions.

use super::acronyms;
use super::amounts::{Number, digits_at, number_at};
use super::letters::spelled;
use super::numerals::{self, Zero, english_digit, one_by_one, sino};
use super::quantities::{after_prefix, measured_at};
use super::text::{Text, is_latin};
use super::{Claim, Meets, claim, counters};

/// Things whose three- and four-digit numbers are read digit by digit, before the number.
const NUMBERED: &[&str] = &[
    "오류",
    "에러",
    "상태",
    "보잉",
    "에어버스",
    "지포스",
    "라데온",
    "라이젠",
    "포르쉐",
    "응답",
    "편명",
    "항공",
    "본드",
    "푸조",
    "볼보",
];
/// Programs whose versions look like decimals.
const VERSIONED: &[&str] = &[
    "버전",
    "Python",
    "python",
    "Ubuntu",
    "iOS",
    "macOS",
    "Android",
    "Node",
    "Java",
    "Rust",
    "Go",
    "릴리스",
    "우분투",
    "안드로이드",
    "파이썬",
];

/// Who is in their twenties and thirties where `2030` stands before them.
const AGED: &[&str] = &[
    "세대",
    "여성",
    "남성",
    "청년",
    "직장인",
    "유권자",
    "표심",
    "소비자",
    "남녀",
    "젊은",
    "고객",
    "관객",
    "주부",
    "미혼",
    "싱글",
    "부부",
    "층",
];

/// Makers of aeroplanes, whose models have a number behind the number.
const AIRCRAFT: &[&str] = &["보잉", "에어버스"];
/// What a shop offers with `1+1`.
const OFFERS: &[&str] = &[
    "행사",
    "이벤트",
    "상품",
    "제품",
    "증정",
    "할인",
    "세일",
    "쿠폰",
    "기획",
    "구성",
    "판매",
    "혜택",
    "프로모션",
    "특가",
    "로 판",
    "로 팔",
    "로 파",
    "로 드",
    "로 주",
    "로 준",
    "로 줬",
    "로 증정",
    "로 샀",
    "로 산",
    "로 구매",
    "으로 판",
    "으로 팔",
    "으로 파",
    "으로 드",
    "으로 주",
    "으로 준",
    "으로 줬",
    "으로 증정",
    "으로 샀",
    "으로 산",
    "으로 구매",
];

/// The digits in the name of a model: 4 → "포", 24 → "이십사", 200 → "이백", 4090 → "사공구공", 2025 → "이천이십오".
fn digits_in_name(digits: &str) -> String {
    let value: u64 = digits.parse().unwrap_or(0);
    match digits.len() {
        1 => english_digit(digits).unwrap_or_default().to_owned(),
        _ if digits.starts_with('0') => one_by_one(digits, Zero::Gong),
        2 => sino(digits),
        3 if value.is_multiple_of(100) => sino(digits),
        4 if value.is_multiple_of(1000) || (1990..2040).contains(&value) => sino(digits),
        _ => one_by_one(digits, Zero::Gong),
    }
}

/// The letters in the name of a model: spelled where they are short or an acronym, else as written.
fn letters_in_name(word: &str) -> String {
    acronyms::reading(word).unwrap_or_else(|| {
        let n = word.chars().count();
        let has_vowel = word.contains(['a', 'e', 'i', 'o', 'u']);
        let is_short = (n <= 2 || n == 3 && !has_vowel) && word.is_ascii();
        if is_short { spelled(word) } else { word.to_owned() }
    })
}

/// `MP3`, `GPT-4`, `B2B`, `iPhone15`, `PM2.5`, `COVID-19`, `i7-9700K`.
pub(super) fn letters_first(text: &Text, i: usize) -> Option<Claim> {
    if matches!(text.before(i), '_' | '@' | '\\' | '\'') || is_latin(text.before(i)) {
        return None;
    }
    let (mut spoken, mut k) = (String::new(), i);
    let (mut end, mut n_digits) = (i, 0);
    loop {
        let after_hyphen = text.at(k) == '-' && k > i;
        // H.264
        let after_dot = k == i + 1 && text.at(k) == '.' && text.digits_end(k + 1) > k + 2;
        let at = k + usize::from(after_hyphen || after_dot);
        if text.is_latin(at) {
            let after = text.run(at, is_latin);
            // "GPT-4-turbo" goes on, "A4-용지" does not.
            let gap = if after_hyphen || n_digits > 0 && after - at > 3 { " " } else { "" };
            spoken = format!("{spoken}{gap}{}", letters_in_name(&text.string(at, after)));
            k = after;
        } else if let Some((digits, after)) = text.digits(at) {
            let (words, after) = number_in_name(text, at, &digits, after);
            // D-7, F-5: behind one letter and a hyphen a plain number.
            let is_plain = after_hyphen && at == i + 2 && digits.len() == 1 && !text.is_latin(after);
            let words = if is_plain { sino(&digits) } else { words };
            let gap = if digits.len() == 1 && !after_hyphen { "" } else { " " };
            spoken = format!("{spoken}{gap}{words}");
            n_digits += 1;
            k = after;
        } else {
            break;
        }
        end = k;
        if k > i + 60 {
            break;
        }
    }
    (n_digits > 0).then(|| claim(end, spoken, "code")).flatten()
}

fn number_in_name(text: &Text, at: usize, digits: &str, after: usize) -> (String, usize) {
    if let Some(number) = digits_at(text, at).filter(|number| !number.fraction.is_empty()) {
        return (number.spoken, number.end);
    }
    // "B1층": what is numbered takes plain numbers.
    let is_counted = counters::find(text, after).is_some_and(|counter| {
        matches!(counter.name.as_str(), "층" | "호" | "번" | "호실" | "호선" | "형" | "동" | "단계" | "등급" | "번지")
    });
    (if is_counted { sino(digits) } else { digits_in_name(digits) }, after)
}

/// `v1.2.3`, `V2.0`, `ver. 3`.
pub(super) fn version(text: &Text, i: usize) -> Option<Claim> {
    let head = ["version ", "Version ", "ver. ", "Ver. ", "ver.", "Ver.", "ver ", "v", "V"]
        .into_iter()
        .find(|head| text.has(i, head) && text.is_digit(i + head.chars().count()))?;
    if text.before(i).is_alphanumeric() || text.before(i) == '-' {
        return None;
    }
    let at = i + head.chars().count();
    let (spoken, end) = groups(text, at)?;
    // V8 is an engine.
    let is_name = head == "V" && end <= at + 2;
    let (stage, end) = stage(text, end);
    let spoken = format!("{spoken}{stage}");
    (!is_name && !text.is_latin(end)).then(|| claim(end, format!("버전 {spoken}"), "version")).flatten()
}

/// What stands behind a version that is not final yet, and the index behind it: `-beta.1`, `-rc2`.
fn stage(text: &Text, i: usize) -> (String, usize) {
    const STAGES: &[(&str, &str)] = &[
        ("-alpha", "alpha"),
        ("-beta", "beta"),
        ("-rc", "알씨"),
        ("-dev", "dev"),
        ("-preview", "preview"),
        ("-nightly", "nightly"),
    ];
    let found = STAGES.iter().find(|(name, _)| text.has(i, name));
    let Some((name, spoken)) = found else { return (String::new(), i) };
    let end = i + name.chars().count();
    match text.digits(end + usize::from(text.at(end) == '.')) {
        Some((digits, after)) => (format!(" {spoken} {}", sino(&digits)), after),
        // A word without a number is read like any other word.
        None => (String::new(), i),
    }
}

/// Digits with dots between, group by group.
fn groups(text: &Text, i: usize) -> Option<(String, usize)> {
    let (first, mut end) = text.digits(i)?;
    let mut all = vec![first];
    while text.at(end) == '.'
        && let Some((group, after)) = text.digits(end + 1)
    {
        all.push(group);
        end = after;
    }
    let is_address = all.len() == 4 && all.iter().all(|group| group.parse::<u64>().is_ok_and(|value| value < 256));
    let words: Vec<String> = all
        .iter()
        .map(|group| {
            if is_address && group.len() == 3 || group.starts_with('0') && group.len() > 1 {
                one_by_one(group, Zero::Gong)
            } else {
                sino(group)
            }
        })
        .collect();
    Some((words.join(" 점 "), end))
}

/// Whether the number at `i` follows the name of a program.
pub(super) fn is_versioned(text: &Text, i: usize) -> bool {
    text.follows_any(i, VERSIONED)
}

/// `3.12.1`, `192.168.0.1`, `버전 1.10`.
pub(super) fn dotted(text: &Text, i: usize) -> Option<Claim> {
    if text.at(text.digits_end(i)) != '.' {
        return None;
    }
    let (spoken, end) = groups(text, i)?;
    let n_dots = spoken.matches(" 점 ").count();
    let is_version = n_dots >= 2 || n_dots == 1 && is_versioned(text, i);
    (is_version && !text.has(end, "%")).then(|| claim(end, spoken, "version")).flatten()
}

/// `1+1 행사`: what a shop gives is said in English, 원 플러스 원.
pub(super) fn offer(text: &Text, i: usize) -> Option<Claim> {
    let (bought, plus) = text.digits(i).filter(|&(_, plus)| text.at(plus) == '+')?;
    let (given, end) = text.digits(plus + 1).filter(|&(_, end)| text.precedes_any(end, OFFERS))?;
    let word = |digits: &str| if digits == "10" { Some("텐") } else { english_digit(digits) };
    claim(end, format!("{} 플러스 {}", word(&bought)?, word(&given)?), "code")
}

/// `보잉 747-400`: the number of a model and of its kind.
pub(super) fn aircraft(text: &Text, i: usize) -> Option<Claim> {
    let (model, hyphen) = text.digits(i).filter(|&(_, hyphen)| text.at(hyphen) == '-')?;
    let (kind, end) = text.digits(hyphen + 1)?;
    let is_model = model.len() == 3 && kind.len() <= 4 && text.follows_any(i, AIRCRAFT);
    is_model.then(|| claim(end, format!("{} {}", digits_in_name(&model), digits_in_name(&kind)), "code")).flatten()
}

/// `RTX 4090`, `HTTP 202`, `보잉 747`: digits behind the name of what they number.
pub(super) fn named_number(text: &Text, i: usize) -> Option<Claim> {
    let number = number_at(text, i).filter(Number::is_plain)?;
    // 2030 세대: those in their twenties and thirties.
    let is_ages = number.end == i + 4 && text.is_any(i + 1, &['0']) && text.is_any(i + 3, &['0']);
    if is_ages && text.precedes_any(number.end, AGED) {
        return claim(number.end, one_by_one(&number.whole, Zero::Gong), "number");
    }
    let is_bare = number.end == i + number.whole.len() && matches!(number.whole.len(), 3 | 4);
    if !is_bare
        || !measured_at(text, i, &number).is_nothing()
        || text.is_any(number.end, &['~', '-', '%']) && text.is_digit(number.end + 1)
    {
        return None;
    }
    let at = text.back_over_gap(i);
    let start = (0..at).rev().take(12).take_while(|&k| text.is_latin(k)).last();
    let is_named = match start {
        Some(start) => {
            let word = text.string(start, at);
            at < i
                && word.chars().all(|c| c.is_ascii_uppercase())
                && word.len() >= 2
                && acronyms::reading(&word).is_some()
        }
        None => text.follows_any(i, NUMBERED),
    };
    // "CPU 100 이상" is a count.
    let is_round = number.whole.ends_with("00");
    (is_named && !is_round).then(|| claim(number.end, digits_in_name(&number.whole), "code")).flatten()
}

/// `4K`, `3D`, `5G`, `1st`, `10x`, `1920x1080`.
pub(super) fn digits_first(text: &Text, i: usize) -> Option<Claim> {
    let number = digits_at(text, i)?;
    let end = text.run(number.end, is_latin);
    if end == number.end {
        return None;
    }
    let letters = text.string(number.end, end);
    let value = number.value;
    let spoken = match letters.as_str() {
        "x" | "X" if text.is_digit(end) => {
            let by = digits_at(text, end)?;
            return claim(by.end, format!("{} 곱하기 {}", number.spoken, by.spoken), "math");
        }
        // 2x + 1: a letter of algebra.
        "x" | "X" if matches!(text.at(text.skip_gap(end)), '+' | '-' | '=' | '²' | '³' | '^') => {
            return claim(number.end, number.spoken, "math");
        }
        // 7950X: a model.
        "X" if number.whole.len() >= 3 && !number.whole.ends_with("00") => {
            format!("{}엑스", digits_in_name(&number.whole))
        }
        "x" | "X" => match value {
            Some(value @ 1..20) => format!("{} 배", numerals::native(value)),
            _ => format!("{} 배", number.spoken),
        },
        "st" | "nd" | "rd" | "th" => match value? {
            1 => "첫 번째".to_owned(),
            value => format!("{} 번째", numerals::native(value)),
        },
        "D" => format!("{}디", english_digit(&number.whole).map_or(number.spoken.clone(), str::to_owned)),
        "p" | "i" | "K" | "G" | "B" | "F" | "A" | "M" | "T" | "H" | "N" | "J" | "k" => {
            format!("{}{}", number.spoken, spelled(&letters))
        }
        _ => return None,
    };
    Some(after_prefix(text, i, Claim { end, spoken, rule: "code", meets: Meets::Apart }))
}
