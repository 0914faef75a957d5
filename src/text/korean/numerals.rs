//! Korean number words: Sino-Korean (일, 이, 삼), native before a counter (한, 두, 세), and digits one by one.

const DIGITS: [&str; 10] = ["영", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
/// Powers of ten thousand.
const SCALES: [&str; 6] = ["", "만", "억", "조", "경", "해"];
/// The most digits that have a name here; longer ones are read one by one.
const MAX_NAMED_DIGITS: usize = 24;

const NATIVE_ONES: [&str; 10] = ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"];
const NATIVE_TENS: [&str; 10] = ["", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"];
/// The digits as the names of models and standards say them.
const ENGLISH_DIGITS: [&str; 10] = ["제로", "원", "투", "쓰리", "포", "파이브", "식스", "세븐", "에이트", "나인"];

/// How the digit 0 is called where digits are read one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    /// In telephone and other numbers that are names.
    Gong,
    /// Behind a decimal point.
    Yeong,
}

/// Digits one by one: `010` → "공일공".
pub(super) fn one_by_one(digits: &str, zero: Zero) -> String {
    digits
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(|d| if d == 0 && zero == Zero::Gong { "공" } else { DIGITS[d as usize] })
        .collect()
}

/// One digit in English: 4 → "포". None for more than one.
pub(super) fn english_digit(digits: &str) -> Option<&'static str> {
    let mut all = digits.chars();
    let digit = all.next()?.to_digit(10)?;
    all.next().is_none().then(|| ENGLISH_DIGITS[digit as usize])
}

/// 1 to 9999 without 일 before 십, 백, 천.
fn below_myriad(group: u32) -> String {
    let mut words = String::new();
    for (place, name) in [(1000, "천"), (100, "백"), (10, "십"), (1, "")] {
        let digit = group / place % 10;
        match (digit, place) {
            (0, _) => {}
            (1, 10..) => words.push_str(name),
            _ => {
                words.push_str(DIGITS[digit as usize]);
                words.push_str(name);
            }
        }
    }
    words
}

/// A whole number in Sino-Korean, a space between groups of ten thousand: `16000` → "만 육천". A leading 일 stays before 억
/// and above, and falls before 만 that begins the number.
pub(super) fn sino(digits: &str) -> String {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return DIGITS[0].to_owned();
    }
    if digits.len() > MAX_NAMED_DIGITS {
        return one_by_one(digits, Zero::Gong);
    }
    let values: Vec<u32> = digits.chars().filter_map(|c| c.to_digit(10)).collect();
    let groups: Vec<u32> =
        values.rchunks(4).map(|chunk| chunk.iter().fold(0, |value, digit| value * 10 + digit)).collect();
    let top = groups.len() - 1;
    let mut words: Vec<String> = Vec::new();
    for (scale, &group) in groups.iter().enumerate().rev() {
        match (group, scale) {
            (0, _) => {}
            (1, 1) if top == 1 => words.push("만".to_owned()),
            _ => words.push(below_myriad(group) + SCALES[scale]),
        }
    }
    words.join(" ")
}

/// The same for a value.
pub(super) fn sino_of(value: u64) -> String {
    sino(&value.to_string())
}

/// A number before a counter that takes native numerals: 21 → "스물한", 121 → "백스물한", 0 → "영".
pub(super) fn native(value: u64) -> String {
    let tail = value % 100;
    // 320명 is 삼백이십 명, 321명 삼백스물한 명.
    if value > 100 && tail >= 20 && tail.is_multiple_of(10) {
        return sino_of(value);
    }
    let native_tail = match (tail / 10, tail % 10) {
        (2, 0) => "스무".to_owned(),
        (tens, ones) => format!("{}{}", NATIVE_TENS[tens as usize], NATIVE_ONES[ones as usize]),
    };
    match value - tail {
        0 if tail == 0 => DIGITS[0].to_owned(),
        0 => native_tail,
        head => {
            let head = sino_of(head);
            // 1_0001: the part below stands apart from the 만 before it.
            let gap = if head.ends_with(['만', '억', '조', '경', '해']) && tail > 0 { " " } else { "" };
            format!("{head}{gap}{native_tail}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{native, sino};

    #[test]
    fn sino_korean() {
        for (digits, expect) in [
            ("0", "영"),
            ("10", "십"),
            ("11", "십일"),
            ("110", "백십"),
            ("1001", "천일"),
            ("10000", "만"),
            ("10001", "만 일"),
            ("16000", "만 육천"),
            ("20000", "이만"),
            ("113386", "십일만 삼천삼백팔십육"),
            ("100000000", "일억"),
            ("100010000", "일억 일만"),
            ("1000000000000", "일조"),
            ("10000000000000000", "일경"),
            ("1234567890", "십이억 삼천사백오십육만 칠천팔백구십"),
        ] {
            assert_eq!(sino(digits), expect, "{digits}");
        }
    }

    #[test]
    fn native_before_a_counter() {
        for (value, expect) in [
            (1, "한"),
            (19, "열아홉"),
            (20, "스무"),
            (21, "스물한"),
            (99, "아흔아홉"),
            (100, "백"),
            (120, "백이십"),
            (121, "백스물한"),
            (1234, "천이백서른네"),
            (10_003, "만 세"),
        ] {
            assert_eq!(native(value), expect, "{value}");
        }
    }
}
