//! Money: the currency is spoken after the number, whatever side it is written on.

use super::amounts::{Number, number_at};
use super::numerals;
use super::quantities::{range_joint, scale_at};
use super::{Claim, Kind, Text, claim, units};
use crate::text::words::{Filter, Words};

/// How a currency is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Currency {
    singular: &'static str,
    plural: &'static str,
    /// The hundredth part, singular and plural.
    minor: Option<(&'static str, &'static str)>,
}

const fn currency(singular: &'static str, plural: &'static str) -> Currency {
    Currency { singular, plural, minor: None }
}

const fn with_minor(singular: &'static str, plural: &'static str, one: &'static str, many: &'static str) -> Currency {
    Currency { singular, plural, minor: Some((one, many)) }
}

const SIGNS: &[(char, Currency)] = &[
    ('$', with_minor("dollar", "dollars", "cent", "cents")),
    ('€', with_minor("euro", "euros", "cent", "cents")),
    ('£', with_minor("pound", "pounds", "penny", "pence")),
    ('¥', currency("yen", "yen")),
    ('₩', currency("won", "won")),
    ('₹', with_minor("rupee", "rupees", "paisa", "paise")),
    ('₽', currency("ruble", "rubles")),
    ('₺', currency("lira", "lira")),
    ('₿', currency("bitcoin", "bitcoins")),
    ('₫', currency("dong", "dong")),
    ('₱', with_minor("peso", "pesos", "centavo", "centavos")),
    ('฿', currency("baht", "baht")),
    ('₪', currency("shekel", "shekels")),
    ('₴', currency("hryvnia", "hryvnias")),
    ('₦', currency("naira", "naira")),
    ('¢', currency("cent", "cents")),
];

/// Letters before a dollar sign.
const DOLLARS: &[(&str, Currency)] = &[
    ("US", with_minor("U S dollar", "U S dollars", "cent", "cents")),
    ("A", with_minor("Australian dollar", "Australian dollars", "cent", "cents")),
    ("AU", with_minor("Australian dollar", "Australian dollars", "cent", "cents")),
    ("C", with_minor("Canadian dollar", "Canadian dollars", "cent", "cents")),
    ("CA", with_minor("Canadian dollar", "Canadian dollars", "cent", "cents")),
    ("NZ", with_minor("New Zealand dollar", "New Zealand dollars", "cent", "cents")),
    ("HK", with_minor("Hong Kong dollar", "Hong Kong dollars", "cent", "cents")),
    ("NT", with_minor("Taiwan dollar", "Taiwan dollars", "cent", "cents")),
    ("S", with_minor("Singapore dollar", "Singapore dollars", "cent", "cents")),
    ("R", with_minor("real", "reais", "centavo", "centavos")),
];

const CODES: &[(&str, Currency)] = &[
    ("USD", with_minor("U S dollar", "U S dollars", "cent", "cents")),
    ("EUR", with_minor("euro", "euros", "cent", "cents")),
    ("GBP", with_minor("British pound", "British pounds", "penny", "pence")),
    ("JPY", currency("Japanese yen", "Japanese yen")),
    ("KRW", currency("Korean won", "Korean won")),
    ("CNY", currency("Chinese yuan", "Chinese yuan")),
    ("RMB", currency("Chinese yuan", "Chinese yuan")),
    ("INR", with_minor("Indian rupee", "Indian rupees", "paisa", "paise")),
    ("CAD", with_minor("Canadian dollar", "Canadian dollars", "cent", "cents")),
    ("AUD", with_minor("Australian dollar", "Australian dollars", "cent", "cents")),
    ("NZD", with_minor("New Zealand dollar", "New Zealand dollars", "cent", "cents")),
    ("SGD", with_minor("Singapore dollar", "Singapore dollars", "cent", "cents")),
    ("HKD", with_minor("Hong Kong dollar", "Hong Kong dollars", "cent", "cents")),
    ("CHF", currency("Swiss franc", "Swiss francs")),
    ("SEK", currency("Swedish krona", "Swedish kronor")),
    ("NOK", currency("Norwegian krone", "Norwegian kroner")),
    ("DKK", currency("Danish krone", "Danish kroner")),
    ("BTC", currency("bitcoin", "bitcoins")),
    ("Rs", with_minor("rupee", "rupees", "paisa", "paise")),
];

const SCALE_LETTERS: &[(&str, &str)] = &[
    ("k", "thousand"),
    ("K", "thousand"),
    ("m", "million"),
    ("M", "million"),
    ("mn", "million"),
    ("mm", "million"),
    ("MM", "million"),
    ("mil", "million"),
    ("b", "billion"),
    ("B", "billion"),
    ("bn", "billion"),
    ("Bn", "billion"),
    ("bil", "billion"),
    ("t", "trillion"),
    ("T", "trillion"),
    ("tn", "trillion"),
];

fn sign(text: &Text<'_>, i: usize) -> Option<Currency> {
    if !text.is(i, Kind::Mark) {
        return None;
    }
    let c = text.tokens[i].first();
    SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, currency)| *currency)
}

fn of_word(table: &[(&str, Currency)], word: &str) -> Option<Currency> {
    table.iter().find(|(name, _)| *name == word).map(|(_, currency)| *currency)
}

/// `$3.50`, `€1.5 million`, `$5-$10`, `-$5`, `$20/month`.
pub(super) fn sign_first(text: &Text<'_>, i: usize) -> Option<Claim> {
    let currency = sign(text, i)?;
    money(text, i, i + 1, currency)
}

/// `US$ 20`, `USD 20`, `Rs. 500`.
pub(super) fn letters_first(text: &Text<'_>, i: usize) -> Option<Claim> {
    static FILTER: Filter = Filter::of_pairs(CODES);
    let word = text.str(i);
    if text.is_mark(i + 1, '$') {
        return money(text, i, i + 2, of_word(DOLLARS, word)?);
    }
    if !FILTER.may_have(word) {
        return None;
    }
    let dot = usize::from(word == "Rs" && text.is_mark(i + 1, '.'));
    money(text, i, i + 1 + dot, of_word(CODES, word)?)
}

/// The claim for an amount at `k` in a currency whose sign began at `start`.
fn money(text: &Text<'_>, start: usize, k: usize, currency: Currency) -> Option<Claim> {
    let mut k = k;
    let mut prefix = "";
    if text.is_mark(k, '-') && text.is_glued_right(k + 1) {
        prefix = "minus ";
        k += 1;
    }
    k = text.skip_gap(k);
    let number = number_at(text, k)?;
    k += number.n_tokens;
    let mut spoken = None;
    if let Some((joint, second)) = second_amount(text, k, currency) {
        let after = k + joint + second.n_tokens;
        let first_scale = scale_at(text, k, SCALE_LETTERS).map_or(String::new(), |(scale, _)| format!(" {scale}"));
        let scale = scale_at(text, after, SCALE_LETTERS);
        k = after + scale.map_or(0, |(_, n)| n);
        let scale = scale.map_or(String::new(), |(scale, _)| format!(" {scale}"));
        // Prices are read in full: "nineteen dollars and ninety nine cents to …".
        let are_prices =
            number.fraction.len() == 2 && second.fraction.len() == 2 && scale.is_empty() && currency.minor.is_some();
        spoken = Some(if are_prices {
            format!("{} to {}", words(&number, currency, false), words(&second, currency, false))
        } else {
            format!("{}{first_scale} to {}{scale} {}", number.words(), second.words(), currency.plural)
        });
    } else if let Some((scale, n)) = scale_at(text, k, SCALE_LETTERS).filter(|&(_, n)| !text.is_glued_right(k + n)) {
        k += n;
        // "$1.5-$2 million" is one amount; "$1 million to" is left to the text.
        spoken = Some(if let Some((joint, second)) = second_amount(text, k, currency) {
            let after = k + joint + second.n_tokens;
            let second_scale = scale_at(text, after, SCALE_LETTERS);
            k = after + second_scale.map_or(0, |(_, n)| n);
            let second_scale = second_scale.map_or(String::new(), |(scale, _)| format!(" {scale}"));
            format!("{} {scale} to {}{second_scale} {}", number.words(), second.words(), currency.plural)
        } else {
            let is_adjective = text.is_mark(k - n, '-') && text.is_gap(k) && !text.word_after(k).is_empty()
                || describes_noun(text, start, k);
            format!("{} {scale} {}", number.words(), if is_adjective { currency.singular } else { currency.plural })
        });
    }
    let mut spoken = spoken.unwrap_or_else(|| {
        let is_adjective = is_adjective(text, k) || number.fraction.len() != 2 && describes_noun(text, start, k);
        words(&number, currency, is_adjective)
    });
    if let Some(code) = of_word(CODES, text.word_after(k)) {
        k = text.skip_gap(k) + 1;
        spoken = spoken.replace(currency.plural, code.plural).replace(currency.singular, code.singular);
    }
    if let Some((rate, n)) = units::rate_at(text, k) {
        spoken = format!("{spoken} {rate}");
        k += n;
    }
    claim(k - start, format!("{prefix}{spoken}"), "money")
}

/// `-$10`, `–10` behind an amount: the tokens up to the number, and the number.
fn second_amount(text: &Text<'_>, k: usize, currency: Currency) -> Option<(usize, Number)> {
    let joint = range_joint(text, k)?;
    let sign_width = usize::from(sign(text, k + joint) == Some(currency));
    let number = number_at(text, k + joint + sign_width)?;
    Some((joint + sign_width, number))
}

/// "a $5 bill": the currency stays in the singular before what it describes.
fn is_adjective(text: &Text<'_>, k: usize) -> bool {
    let is_bill =
        text.is_gap(k) && matches!(text.word_after(k), "bill" | "bills" | "note" | "notes" | "coin" | "coins");
    is_bill || text.is_mark(k, '-') && text.is(k + 1, Kind::Word)
}

/// "a $3 million deal": an article before the amount at `start` and a noun behind its end at `k`.
fn describes_noun(text: &Text<'_>, start: usize, k: usize) -> bool {
    static NO_NOUNS: Words = Words::new(&[
        "of", "or", "and", "to", "is", "was", "in", "at", "per", "on", "for", "a", "an", "the", "that", "from", "with",
        "by", "each", "more", "less", "if", "when", "but", "as", "than", "up", "off", "plus", "will", "would", "has",
    ]);
    let next = text.word_after(k);
    matches!(text.word_before(start), "a" | "an" | "A" | "An")
        && text.is_gap(k)
        && !next.is_empty()
        && !NO_NOUNS.contains(next)
        && of_word(CODES, next).is_none()
}

fn words(number: &Number, currency: Currency, is_adjective: bool) -> String {
    let unit = |is_one: bool| if is_one || is_adjective { currency.singular } else { currency.plural };
    let (Some((penny, pence)), 2) = (currency.minor, number.fraction.len()) else {
        return format!("{} {}", number.words(), unit(number.is_one()));
    };
    let cents: u64 = number.fraction.parse().unwrap_or(0);
    let minor = format!("{} {}", numerals::cardinal(cents), if cents == 1 { penny } else { pence });
    let major = format!("{} {}", numerals::cardinal_of_digits(&number.whole), unit(number.whole == "1"));
    match (number.whole.as_str(), cents) {
        (_, 0) => major,
        ("0" | "", _) => minor,
        _ => format!("{major} and {minor}"),
    }
}

/// The currency behind an amount that ends at `end`: `20 USD`, `5€`, `50¢`.
pub(super) fn currency_behind(text: &Text<'_>, end: usize, is_one: bool) -> Option<(String, usize)> {
    let k = text.skip_gap(end);
    let found = match text.kind(k)? {
        Kind::Word => of_word(CODES, text.str(k)).filter(|_| text.str(k) != "Rs")?,
        // A sign before the next number belongs to that number.
        Kind::Mark => sign(text, k).filter(|_| number_at(text, text.skip_gap(k + 1)).is_none())?,
        _ => return None,
    };
    let mut n_tokens = k + 1 - end;
    let mut name = if is_one { found.singular } else { found.plural }.to_owned();
    if let Some((rate, n)) = units::rate_at(text, end + n_tokens) {
        name = format!("{name} {rate}");
        n_tokens += n;
    }
    (!text.is_glued_right(k + 1)).then_some((name, n_tokens))
}
