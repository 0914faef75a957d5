//! English number words. American style: no "and" inside a number, no hyphens.

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
const SCALES: [&str; 6] = ["", " thousand", " million", " billion", " trillion", " quadrillion"];

/// How the digit 0 is called where digits are read one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    Zero,
    Oh,
}

fn below_hundred(n: u64) -> String {
    let (tens, ones) = ((n / 10) as usize, (n % 10) as usize);
    match n {
        0..=19 => ONES[n as usize].to_owned(),
        _ if ones == 0 => TENS[tens].to_owned(),
        _ => format!("{} {}", TENS[tens], ONES[ones]),
    }
}

fn below_thousand(n: u64) -> String {
    match (n / 100, n % 100) {
        (0, rest) => below_hundred(rest),
        (hundreds, 0) => format!("{} hundred", ONES[hundreds as usize]),
        (hundreds, rest) => format!("{} hundred {}", ONES[hundreds as usize], below_hundred(rest)),
    }
}

/// `1234` → "one thousand two hundred thirty four".
pub(super) fn cardinal(n: u64) -> String {
    if n == 0 {
        return ONES[0].to_owned();
    }
    let mut groups = Vec::new();
    let mut rest = n;
    while rest > 0 {
        groups.push(rest % 1000);
        rest /= 1000;
    }
    let words: Vec<String> = groups
        .iter()
        .enumerate()
        .rev()
        .filter(|&(_, &group)| group > 0)
        .map(|(scale, &group)| match SCALES.get(scale) {
            Some(name) => format!("{}{name}", below_thousand(group)),
            None => format!("{} quintillion", below_thousand(group)),
        })
        .collect();
    words.join(" ")
}

/// The cardinal of a run of digits; digit by digit where it has no usual name.
pub(super) fn cardinal_of_digits(text: &str) -> String {
    match text.parse::<u64>() {
        Ok(n) if text.len() <= 18 && !(text.len() > 1 && text.starts_with('0')) => cardinal(n),
        _ => digits(text, Zero::Zero),
    }
}

/// `24` → "twenty fourth".
pub(super) fn ordinal(n: u64) -> String {
    to_ordinal(&cardinal(n))
}

/// The ordinal of number words: the last word changes.
fn to_ordinal(cardinal: &str) -> String {
    let (head, last) = cardinal.rsplit_once(' ').map_or(("", cardinal), |(head, last)| (head, last));
    let last = match last {
        "one" => "first".to_owned(),
        "two" => "second".to_owned(),
        "three" => "third".to_owned(),
        "five" => "fifth".to_owned(),
        "eight" => "eighth".to_owned(),
        "nine" => "ninth".to_owned(),
        "twelve" => "twelfth".to_owned(),
        word => match word.strip_suffix('y') {
            Some(stem) => format!("{stem}ieth"),
            None => format!("{word}th"),
        },
    };
    if head.is_empty() { last } else { format!("{head} {last}") }
}

/// "five oh one": each digit by its name.
pub(super) fn digits(text: &str, zero: Zero) -> String {
    let words: Vec<&str> = text
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(|digit| if digit == 0 && zero == Zero::Oh { "oh" } else { ONES[digit as usize] })
        .collect();
    words.join(" ")
}

/// A year, or a number read like one: 1908 → "nineteen oh eight", 2005 → "two thousand five", 1900 → "nineteen hundred".
pub(super) fn year(n: u64) -> String {
    let (century, rest) = (n / 100, n % 100);
    if !(1000..10_000).contains(&n) || (century % 10 == 0 && rest < 10) {
        return cardinal(n);
    }
    match rest {
        0 => format!("{} hundred", below_hundred(century)),
        1..=9 => format!("{} oh {}", below_hundred(century), below_hundred(rest)),
        _ => format!("{} {}", below_hundred(century), below_hundred(rest)),
    }
}

/// A two- to four-digit code read in pairs: 747 → "seven forty seven", 101 → "one oh one", 4090 → "forty ninety".
pub(super) fn pairs(text: &str) -> String {
    let Ok(n) = text.parse::<u64>() else { return cardinal_of_digits(text) };
    match (text.len(), n / 100, n % 100) {
        _ if text.starts_with('0') => digits(text, Zero::Oh),
        (3, hundreds, 0) => format!("{} hundred", ONES[hundreds as usize]),
        (3, hundreds, 1..=9) => format!("{} oh {}", ONES[hundreds as usize], ONES[(n % 10) as usize]),
        (3, hundreds, rest) => format!("{} {}", ONES[hundreds as usize], below_hundred(rest)),
        (4, ..) => year(n),
        _ => cardinal_of_digits(text),
    }
}

/// The tens of a decade: 90 → "nineties".
pub(super) fn plural(words: &str) -> String {
    if let Some(stem) = words.strip_suffix('y') {
        format!("{stem}ies")
    } else if words.ends_with('x') {
        format!("{words}es")
    } else {
        format!("{words}s")
    }
}

/// "third", "thirds", "half", "quarters": what a denominator is called.
pub(super) fn denominator(n: u64, is_one: bool) -> String {
    let name = match n {
        2 => return if is_one { "half" } else { "halves" }.to_owned(),
        4 => "quarter".to_owned(),
        _ => ordinal(n),
    };
    if is_one { name } else { format!("{name}s") }
}

/// The value of a Roman numeral written the usual way, upper case, below 4000.
pub(super) fn roman(text: &str) -> Option<u64> {
    const VALUES: [(u64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !text.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L' | b'C' | b'D' | b'M')) {
        return None;
    }
    let mut rest = text;
    let mut value = 0;
    for (worth, letters) in VALUES {
        while let Some(shorter) = rest.strip_prefix(letters) {
            value += worth;
            rest = shorter;
        }
    }
    (rest.is_empty() && !text.is_empty() && value < 4000 && to_roman(value, &VALUES) == text).then_some(value)
}

fn to_roman(mut value: u64, values: &[(u64, &str)]) -> String {
    let mut text = String::new();
    for &(worth, letters) in values {
        while value >= worth {
            text.push_str(letters);
            value -= worth;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Zero, cardinal, cardinal_of_digits, denominator, digits, ordinal, pairs, plural, roman, year};

    #[test]
    fn cardinals() {
        for (n, expect) in [
            (0, "zero"),
            (13, "thirteen"),
            (20, "twenty"),
            (101, "one hundred one"),
            (1_000_000, "one million"),
            (1_234_567, "one million two hundred thirty four thousand five hundred sixty seven"),
            (20_000_000_000, "twenty billion"),
        ] {
            assert_eq!(cardinal(n), expect);
        }
        assert_eq!(cardinal_of_digits("007"), "zero zero seven");
        assert_eq!(cardinal_of_digits(&"9".repeat(30)).split(' ').count(), 30);
        assert_eq!(digits("5010", Zero::Oh), "five oh one oh");
    }

    #[test]
    fn ordinals_and_fractions() {
        for (n, expect) in
            [(1, "first"), (12, "twelfth"), (20, "twentieth"), (42, "forty second"), (100, "one hundredth")]
        {
            assert_eq!(ordinal(n), expect);
        }
        assert_eq!(denominator(3, false), "thirds");
        assert_eq!(denominator(2, true), "half");
        assert_eq!(denominator(4, false), "quarters");
    }

    #[test]
    fn years_pairs_decades() {
        for (n, expect) in [
            (1900, "nineteen hundred"),
            (1908, "nineteen oh eight"),
            (2000, "two thousand"),
            (2005, "two thousand five"),
            (2010, "twenty ten"),
            (2026, "twenty twenty six"),
            (1066, "ten sixty six"),
        ] {
            assert_eq!(year(n), expect);
        }
        assert_eq!(pairs("747"), "seven forty seven");
        assert_eq!(pairs("101"), "one oh one");
        assert_eq!(pairs("4090"), "forty ninety");
        assert_eq!(pairs("9001"), "nine thousand one");
        assert_eq!(plural("ninety"), "nineties");
    }

    #[test]
    fn roman_numerals() {
        for (text, expect) in
            [("XIV", Some(14)), ("MCMXCIV", Some(1994)), ("IIII", None), ("IC", None), ("", None), ("VX", None)]
        {
            assert_eq!(roman(text), expect, "{text}");
        }
    }
}
