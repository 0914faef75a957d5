//! Digits to words: cardinals, ordinals, years. Words are those of the lexicons; “and” is never said inside a number.

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Names of the powers of a thousand.
const SCALES: [&str; 9] =
    ["", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion", "sextillion", "septillion"];

/// The name of one digit; nothing for another character.
pub(super) fn digit(c: char) -> Option<&'static str> {
    c.to_digit(10).and_then(|value| ONES.get(value as usize)).copied()
}

/// The names of the digits.
pub(super) fn digit_by_digit(digits: &str) -> Vec<&'static str> {
    digits.chars().filter_map(digit).collect()
}

/// A whole number. One that is too long for a name is read digit by digit.
pub(super) fn cardinal(digits: &str) -> Vec<&'static str> {
    let values: Vec<usize> = digits.chars().filter_map(|c| c.to_digit(10)).map(|value| value as usize).collect();
    let first = values.iter().position(|&value| value != 0).unwrap_or(values.len());
    let significant = values.get(first..).unwrap_or_default();
    if significant.is_empty() {
        return if values.is_empty() { Vec::new() } else { vec!["zero"] };
    }
    if significant.len() > 3 * SCALES.len() {
        return digit_by_digit(digits);
    }
    let mut words = Vec::new();
    let n_head = significant.len() % 3;
    let (head, rest) = significant.split_at(n_head);
    let groups = std::iter::once(head).filter(|head| !head.is_empty()).chain(rest.chunks(3));
    let n_groups = significant.len().div_ceil(3);
    for (i, group) in groups.enumerate() {
        let value = group.iter().fold(0, |value, digit| 10 * value + digit);
        if value > 0 {
            below_thousand(value, &mut words);
            words.extend(SCALES.get(n_groups - 1 - i).filter(|scale| !scale.is_empty()));
        }
    }
    words
}

fn below_thousand(value: usize, words: &mut Vec<&'static str>) {
    let (hundreds, rest) = (value / 100, value % 100);
    if hundreds > 0 {
        words.extend(ONES.get(hundreds));
        words.push("hundred");
    }
    if rest >= 20 {
        words.extend(TENS.get(rest / 10));
        words.extend(ONES.get(rest % 10).filter(|_| rest % 10 > 0));
    } else if rest > 0 {
        words.extend(ONES.get(rest));
    }
}

/// A place in a row: `twenty`, `first`.
pub(super) fn ordinal(digits: &str) -> Vec<String> {
    let mut words: Vec<String> = cardinal(digits).into_iter().map(str::to_owned).collect();
    if let Some(last) = words.last_mut() {
        *last = match last.as_str() {
            "one" => "first".to_owned(),
            "two" => "second".to_owned(),
            "three" => "third".to_owned(),
            "five" => "fifth".to_owned(),
            "eight" => "eighth".to_owned(),
            "nine" => "ninth".to_owned(),
            "twelve" => "twelfth".to_owned(),
            other => match other.strip_suffix('y') {
                Some(stem) => format!("{stem}ieth"),
                None => format!("{other}th"),
            },
        };
    }
    words
}

/// A year of four digits: `nineteen oh five`, `two thousand five`, `twenty twenty six`.
pub(super) fn year(digits: &str) -> Vec<&'static str> {
    let value = digits.chars().filter_map(|c| c.to_digit(10)).fold(0, |value, digit| 10 * value + digit as usize);
    let (high, low) = (value / 100, value % 100);
    if high == 0 || (high % 10 == 0 && low < 10) || high >= 100 {
        return cardinal(digits);
    }
    let mut words = Vec::new();
    below_thousand(high, &mut words);
    match low {
        0 => words.push("hundred"),
        1..10 => {
            words.push("oh");
            words.extend(ONES.get(low));
        }
        _ => below_thousand(low, &mut words),
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{cardinal, ordinal, year};

    #[test]
    fn cardinals() {
        let check = |digits: &str, expect: &str| assert_eq!(cardinal(digits).join(" "), expect, "{digits}");
        check("0", "zero");
        check("000", "zero");
        check("7", "seven");
        check("12", "twelve");
        check("42", "forty two");
        check("105", "one hundred five");
        check("1024", "one thousand twenty four");
        check("1000001", "one million one");
        check("1000000000000000", "one quadrillion");
        check("", "");
        check(
            "1234567890123456789012345678",
            "one two three four five six seven eight nine zero one two three four five six seven eight nine zero one two three four five six seven eight",
        );
    }

    #[test]
    fn ordinals() {
        let check = |digits: &str, expect: &str| assert_eq!(ordinal(digits).join(" "), expect, "{digits}");
        check("1", "first");
        check("12", "twelfth");
        check("20", "twentieth");
        check("21", "twenty first");
        check("100", "one hundredth");
    }

    #[test]
    fn years() {
        let check = |digits: &str, expect: &str| assert_eq!(year(digits).join(" "), expect, "{digits}");
        check("1905", "nineteen oh five");
        check("2005", "two thousand five");
        check("1900", "nineteen hundred");
        check("2026", "twenty twenty six");
        check("1000", "one thousand");
        check("0999", "nine ninety nine");
    }
}
