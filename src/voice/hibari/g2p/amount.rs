//! Numbers written in digits: amounts, years, ordinals, sums of money, versions.

use super::lexicon::Lexicon;
use super::number;
use super::stress::Stress;
use super::suffix;
use super::token::currency_units;

/// Endings of a number, the longer ones first where one ends in another.
const SUFFIXES: [&str; 9] = ["ing", "'d", "ed", "'s", "st", "nd", "rd", "th", "s"];

/// A number cut into what its reading depends on.
struct Numeral<'a> {
    is_negative: bool,
    /// Digits with `,` and `.`; at least one digit.
    body: &'a str,
    suffix: &'a str,
}

impl<'a> Numeral<'a> {
    /// Nothing if `word` is no number. A minus is one only at the start of a word.
    fn parse(word: &'a str, is_head: bool) -> Option<Self> {
        let suffix = SUFFIXES.into_iter().find(|suffix| word.ends_with(suffix)).unwrap_or_default();
        let number = word.strip_suffix(suffix)?;
        let (is_negative, body) = match number.strip_prefix('-') {
            Some(body) if is_head => (true, body),
            _ => (false, number),
        };
        let is_number = body.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
            && body.chars().any(|c| c.is_ascii_digit());
        is_number.then_some(Self { is_negative, body, suffix })
    }

    fn is_ordinal(&self) -> bool {
        matches!(self.suffix, "st" | "nd" | "rd" | "th")
    }

    fn is_digits(&self) -> bool {
        self.body.chars().all(|c| c.is_ascii_digit())
    }

    fn without_commas(&self) -> String {
        self.body.replace(',', "")
    }
}

/// Sounds collected word by word.
struct Sounds<'l, 't> {
    lexicon: &'l Lexicon<'t>,
    list: Vec<String>,
}

impl Sounds<'_, '_> {
    fn word(&mut self, word: &str) {
        let stress = if word == "point" { Stress::Remove } else { Stress::Keep };
        self.list.extend(self.lexicon.lookup(word, "", stress, None));
    }

    fn words<S: AsRef<str>>(&mut self, words: impl IntoIterator<Item = S>) {
        for word in words {
            self.word(word.as_ref());
        }
    }

    /// Digits after a decimal point, or a group of a version number that is no plain amount.
    fn digits(&mut self, digits: &str) {
        self.words(number::digit_by_digit(digits));
    }
}

impl Lexicon<'_> {
    /// The sound of a number, or nothing if `word` is none. Numbers that do not start a word (`B52`) are read like a
    /// designation rather than an amount.
    pub(super) fn number(&self, word: &str, currency: Option<char>, is_head: bool) -> Option<String> {
        let numeral = Numeral::parse(word, is_head)?;
        let units = currency.and_then(currency_units);
        let mut sounds = Sounds { lexicon: self, list: Vec::new() };
        if numeral.is_negative {
            sounds.word("minus");
        }
        let n_dots = numeral.body.chars().filter(|&c| c == '.').count();
        let is_year = !numeral.is_negative && numeral.body.len() == 4 && units.is_none() && numeral.is_digits();
        if numeral.is_ordinal() && numeral.is_digits() {
            sounds.words(number::ordinal(numeral.body));
        } else if is_year {
            sounds.words(number::year(numeral.body));
        } else if !is_head && n_dots == 0 {
            designation(&mut sounds, &numeral.without_commas());
        } else if n_dots > 1 || !is_head {
            version(&mut sounds, &numeral.without_commas());
        } else if let Some(units) = units.filter(|_| is_money(numeral.body)) {
            money(&mut sounds, &numeral.without_commas(), units);
        } else {
            amount(&mut sounds, &numeral);
        }
        let sound = sounds.list.join(" ");
        match numeral.suffix {
            _ if sound.is_empty() => None,
            "s" | "'s" => suffix::with_s(sound, self.variety),
            "ed" | "'d" => suffix::with_ed(sound, self.variety),
            "ing" => suffix::with_ing(sound, self.variety),
            _ => Some(sound),
        }
    }
}

/// A number inside a word: up to two digits and round hundreds as an amount, three as `five oh three` or `five twelve`,
/// anything else digit by digit.
fn designation(sounds: &mut Sounds<'_, '_>, digits: &str) {
    let mut chars = digits.chars();
    let (first, rest) = (chars.next(), chars.as_str());
    if first == Some('0') || digits.len() > 3 {
        sounds.digits(digits);
    } else if digits.len() == 3 && rest != "00" {
        sounds.words(first.and_then(number::digit));
        match rest.strip_prefix('0') {
            Some(last) => {
                sounds.list.extend(sounds.lexicon.lookup("O", "", Stress::Remove, None));
                sounds.digits(last);
            }
            None => sounds.words(number::cardinal(rest)),
        }
    } else {
        sounds.words(number::cardinal(digits));
    }
}

/// Several parts with dots, which are not said: two digits and round numbers as amounts, the others digit by digit.
fn version(sounds: &mut Sounds<'_, '_>, digits: &str) {
    for part in digits.split('.') {
        let is_round = part.chars().skip(1).all(|c| c == '0');
        if part.starts_with('0') || (part.len() != 2 && !is_round) {
            sounds.digits(part);
        } else {
            sounds.words(number::cardinal(part));
        }
    }
}

/// Whether a number can be a sum of money: no more than two decimals.
fn is_money(body: &str) -> bool {
    body.split_once('.').is_none_or(|(_, cents)| cents.len() < 3)
}

/// A sum of money in units and hundredths; a part that is zero is not said.
fn money(sounds: &mut Sounds<'_, '_>, digits: &str, units: [&'static str; 2]) {
    let (whole, cents) = digits.split_once('.').unwrap_or((digits, ""));
    // “$10.5” is ten dollars and fifty cents.
    let cents = if cents.len() == 1 { format!("{cents}0") } else { cents.to_owned() };
    let is_zero = |digits: &str| digits.chars().all(|c| c == '0');
    let parts = match (is_zero(whole), is_zero(&cents)) {
        (_, true) => vec![(whole, units[0])],
        (true, false) => vec![(cents.as_str(), units[1])],
        (false, false) => vec![(whole, units[0]), (cents.as_str(), units[1])],
    };
    for (i, (digits, unit)) in parts.into_iter().enumerate() {
        if i > 0 {
            sounds.word("and");
        }
        let digits = if digits.is_empty() { "0" } else { digits };
        sounds.words(number::cardinal(digits));
        let is_one = digits.trim_start_matches('0') == "1";
        if is_one || unit == "pence" {
            sounds.word(unit);
        } else {
            sounds.list.extend(sounds.lexicon.plural(unit));
        }
    }
}

/// A plain amount, with its decimals digit by digit as they are written.
fn amount(sounds: &mut Sounds<'_, '_>, numeral: &Numeral<'_>) {
    let digits = numeral.without_commas();
    match digits.split_once('.') {
        None if numeral.is_ordinal() => sounds.words(number::ordinal(&digits)),
        None => sounds.words(number::cardinal(&digits)),
        Some((whole, "")) => sounds.words(number::cardinal(whole)),
        Some((whole, decimals)) => {
            sounds.words(number::cardinal(whole));
            sounds.word("point");
            sounds.digits(decimals);
        }
    }
}
