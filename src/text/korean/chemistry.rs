//! Chemical formulas: `H2O`, `CO₂`, `H2SO4`.

use super::letters::spelled;
use super::numerals::sino;
use super::text::Text;
use super::{Claim, claim};

const ELEMENTS: &str = " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Sr Zr Mo Ag Cd Sn I Xe Ba W Pt Au Hg Pb Bi Ra U Pu ";

/// How many of an atom: 2 → 투, as chemists in Korea say 씨오투.
fn count_words(count: &str) -> String {
    match count {
        "2" => "투".to_owned(),
        "3" => "쓰리".to_owned(),
        "4" => "포".to_owned(),
        _ => sino(count),
    }
}

fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '₀'..='₉' => char::from_digit(c as u32 - '₀' as u32, 10),
        _ => None,
    }
}

pub(super) fn formula(text: &Text, i: usize) -> Option<Claim> {
    let before = text.before(i);
    if before.is_ascii_alphanumeric() || matches!(before, '-' | '_') {
        return None;
    }
    let mut k = i;
    let mut spoken = String::new();
    let mut symbols: Vec<String> = Vec::new();
    let mut has_count = false;
    while text.at(k).is_ascii_uppercase() {
        let two = text.string(k, k + 2);
        let is_two = text.at(k + 1).is_ascii_lowercase();
        let symbol = if is_two { two } else { text.at(k).to_string() };
        if !ELEMENTS.contains(&format!(" {symbol} ")) {
            return None;
        }
        k += symbol.len();
        spoken.push_str(&spelled(&symbol));
        let end = text.run(k, |c| digit(c).is_some());
        if end > k {
            let count: String = text.slice(k, end).iter().filter_map(|&c| digit(c)).collect();
            spoken.push_str(&count_words(&count));
            has_count = true;
            k = end;
        }
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    let has_subscript = text.slice(i, k).iter().any(|c| matches!(c, '₀'..='₉'));
    let is_compound = symbols.len() >= 2 && symbols.iter().any(|symbol| matches!(symbol.as_str(), "H" | "O"));
    let is_gas = symbols.len() == 1 && k == i + 2 && matches!(symbols[0].as_str(), "O" | "N" | "H");
    // NaCl, NaOH: a metal's two letters beside what salts, acids and bases are made of.
    let is_salt = symbols.len() >= 2
        && symbols.iter().any(|symbol| symbol.len() == 2)
        && symbols.iter().any(|symbol| matches!(symbol.as_str(), "H" | "O" | "S" | "F" | "I" | "Cl" | "Br"))
        && before != '.';
    let goes_on = text.is_latin(k)
        || text.at(k) == '-' && text.at(k + 1).is_alphanumeric()
        || text.at(k) == '.' && text.is_digit(k + 1);
    (!goes_on && (has_count && (has_subscript || is_compound || is_gas) || is_salt && k >= i + 3))
        .then(|| claim(k, spoken, "math"))
        .flatten()
}
