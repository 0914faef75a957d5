//! Roman numerals: characters of their own (`Ⅳ`) and letters (`II`).

use unicode_normalization::UnicodeNormalization as _;

use super::numerals::sino_of;
use super::quantities::after_prefix;
use super::text::{Text, is_latin};
use super::{Claim, Meets};

fn value(letters: &str) -> Option<u64> {
    let digit = |c: char| {
        Some(match c.to_ascii_uppercase() {
            'I' => 1,
            'V' => 5,
            'X' => 10,
            'L' => 50,
            'C' => 100,
            'D' => 500,
            'M' => 1000,
            _ => return None,
        })
    };
    let digits: Vec<i64> = letters.chars().map(digit).collect::<Option<_>>()?;
    let mut sum = 0i64;
    for (i, &digit) in digits.iter().enumerate() {
        let is_subtracted = digits.get(i + 1).is_some_and(|&next| next > digit);
        sum += if is_subtracted { -digit } else { digit };
    }
    u64::try_from(sum).ok()
}

/// The value of letters that are a Roman numeral in the usual spelling, below 40.
pub(super) fn value_of_usual(letters: &str) -> Option<u64> {
    value(letters).filter(|&number| number < 40 && to_roman(number) == letters)
}

/// `Ⅳ`, `ⅻ`, and several in a row.
pub(super) fn character(text: &Text, i: usize) -> Option<Claim> {
    let is_roman = |c: char| matches!(c, 'Ⅰ'..='ⅿ');
    let end = text.run(i, is_roman);
    if end == i {
        return None;
    }
    let letters: String = text.slice(i, end).iter().collect::<String>().nfkc().collect();
    let spoken = sino_of(value(&letters)?);
    Some(after_prefix(text, i, Claim { end, spoken, rule: "roman", meets: Meets::Apart }))
}

/// `II`, `XIV세`, `제III권`; one letter only before what is numbered.
pub(super) fn letters(text: &Text, i: usize) -> Option<Claim> {
    let end = text.run(i, is_latin);
    let is_numeral = end <= i + 5 && text.slice(i, end).iter().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let is_alone = !is_latin(text.before(i))
        && !text.is_digit(i.wrapping_sub(1))
        && !text.is_digit(end)
        && !text.is_any(end, &['-', '&', '.']);
    if !is_numeral || !is_alone {
        return None;
    }
    let word = text.string(i, end);
    let number = value_of_usual(&word)?;
    let is_numbered =
        text.precedes_any(end, &["장", "부", "편", "권", "세", "막", "단계", "형", "급", "악장", "기", "절", "군"]);
    // X세대, X형 and X급 are the letter.
    let is_letter =
        text.precedes_any(end, &["세대"]) || word == "X" && text.precedes_any(end, &["세", "형", "급", "기"]);
    if end == i + 1 && (!is_numbered || is_letter) || word == "XX" {
        return None;
    }
    Some(after_prefix(text, i, Claim { end, spoken: sino_of(number), rule: "roman", meets: Meets::Apart }))
}

fn to_roman(number: u64) -> String {
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    format!("{}{}", "X".repeat((number / 10) as usize), ONES[(number % 10) as usize])
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values() {
        for (letters, expect) in [("IV", 4), ("IX", 9), ("XIV", 14), ("MCMXC", 1990), ("XXXIX", 39)] {
            assert_eq!(value(letters), Some(expect), "{letters}");
        }
    }
}
