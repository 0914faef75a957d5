//! Amounts with what is measured: units, percent, degrees, scale words, ranges, dimensions.

use super::amounts::{Amount, Number, amount_at, number_at};
use super::units::{Unit, unit_at};
use super::{Claim, Kind, Text, claim, money, numerals, tables};
use crate::text::words::Words;

/// Words that multiply the number before them.
pub(super) static SCALES: Words = Words::new(&["hundred", "thousand", "million", "billion", "trillion", "quadrillion"]);

/// The joint of a range at `k`: how many tokens it covers.
pub(super) fn range_joint(text: &Text<'_>, k: usize) -> Option<usize> {
    const DASHES: &[char] = &['-', '–', '—', '~', '〜'];
    if text.is_any_mark(k, DASHES) && !text.is_gap(k + 1) {
        return Some(1);
    }
    (text.is_gap(k) && text.is_any_mark(k + 1, DASHES) && text.is_gap(k + 2)).then_some(3)
}

/// A scale at `k`, glued or as a word: "million" for ` million`, `M`, `mn`.
pub(super) fn scale_at(text: &Text<'_>, k: usize, letters: &[(&str, &'static str)]) -> Option<(&'static str, usize)> {
    let word = text.skip_gap(k);
    let is_joined = text.is_mark(k, '-') && text.is(k + 1, Kind::Word);
    let word = if is_joined { k + 1 } else { word };
    if let Some(scale) = SCALES.get_lower(text.str(word)) {
        return Some((scale, word + 1 - k));
    }
    let letter = text.str(k);
    letters.iter().find(|(short, _)| *short == letter).map(|&(_, scale)| (scale, 1))
}

/// Any amount with what follows it: `5.3 billion`, `40–60°C`, `5kg`, `100k`, `20 USD`, `7-8 hours`.
pub(super) fn quantity(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_part_of_code =
        text.is_glued_left(i) || text.is_tail_of_code(i) || (text.is_mark(i, '.') && !text.is_free_left(i));
    if is_part_of_code {
        return None;
    }
    let amount = amount_at(text, i)?;
    let end = i + amount.n_tokens;
    if let Some(range) = range(text, i, &amount) {
        return Some(range);
    }
    // "a 5 km run": what is measured stays in the singular before a noun.
    let is_adjective = matches!(text.word_before(i), "a" | "an")
        && !amount.is_one
        && unit_at(text, end).is_some_and(|unit| {
            let next = text.word_after(end + unit.n_tokens);
            !matches!(next, "" | "of" | "or" | "and" | "to" | "is" | "was" | "in" | "at" | "per" | "on" | "for")
        });
    if let Some(found) = measured(text, end, &amount.spoken, amount.is_one || is_adjective) {
        return claim(amount.n_tokens + found.n_tokens, found.spoken, found.rule);
    }
    if amount.number.is_none() {
        return claim(amount.n_tokens, amount.spoken, "fraction");
    }
    text.is_mark(i, '.').then(|| claim(amount.n_tokens, amount.spoken, "number")).flatten()
}

/// What follows an amount, with the amount.
struct Measured {
    spoken: String,
    n_tokens: usize,
    rule: &'static str,
}

fn measured(text: &Text<'_>, end: usize, spoken: &str, is_one: bool) -> Option<Measured> {
    if let Some((scale, n)) = scale_at(text, end, &[]) {
        let spoken = format!("{spoken} {scale}");
        let rest = measured(text, end + n, &spoken, false);
        return Some(rest.map_or(Measured { spoken, n_tokens: n, rule: "number" }, |rest| Measured {
            n_tokens: rest.n_tokens + n,
            ..rest
        }));
    }
    if let Some((money, n)) = money::currency_behind(text, end, is_one) {
        return Some(Measured { spoken: format!("{spoken} {money}"), n_tokens: n, rule: "money" });
    }
    if let Some((scale, n)) = counted_scale(text, end) {
        return Some(Measured { spoken: format!("{spoken} {scale}"), n_tokens: n, rule: "number" });
    }
    if let Some(unit) = unit_at(text, end) {
        let Unit { singular, plural, n_tokens } = unit;
        let name = if is_one { singular } else { plural };
        return Some(Measured { spoken: format!("{spoken} {name}"), n_tokens, rule: "unit" });
    }
    hyphenated_unit(text, end, spoken)
}

/// `100k`, `2M users`, `1.5B`: a letter that stands for a scale.
fn counted_scale(text: &Text<'_>, end: usize) -> Option<(&'static str, usize)> {
    if !text.is(end, Kind::Word) || text.is_glued_right(end + 1) {
        return None;
    }
    let next = text.word_after(end + 1);
    let is_decimal = text.before(end.wrapping_sub(1)).is_some_and(|token| token.first() == '.');
    let has_comma = text.before(end.wrapping_sub(1)).is_some_and(|token| token.first() == ',');
    match text.str(end) {
        "k" | "k+" => Some(("thousand", 1)),
        "K" if has_comma || is_decimal || tables::is_counted(next) => Some(("thousand", 1)),
        // "4K video", "5K run", but "100K".
        "K" => (text.str(end - 1).len() >= 2).then_some(("thousand", 1)),
        "m" | "mn" | "Mn" | "mm" if is_audience(next) => Some(("million", 1)),
        "M" => Some(("million", 1)),
        "bn" | "Bn" => Some(("billion", 1)),
        "B" if is_decimal || tables::is_counted(next) => Some(("billion", 1)),
        "T" if is_decimal => Some(("trillion", 1)),
        _ => None,
    }
}

/// People and events that are counted in millions; before them an m is no meter.
fn is_audience(word: &str) -> bool {
    static AUDIENCE: Words = Words::new(&[
        "followers",
        "users",
        "people",
        "views",
        "subscribers",
        "downloads",
        "fans",
        "viewers",
        "visitors",
        "customers",
        "members",
        "likes",
        "plays",
        "streams",
        "readers",
        "listeners",
        "installs",
        "copies",
        "units",
        "dollars",
        "euros",
        "pounds",
        "records",
        "rows",
        "tokens",
        "parameters",
        "visits",
        "clicks",
        "jobs",
        "deaths",
        "residents",
        "workers",
    ]);
    AUDIENCE.contains_lower(word)
}

/// `10-km run`, `6-ft tall`: the unit as an adjective.
fn hyphenated_unit(text: &Text<'_>, end: usize, spoken: &str) -> Option<Measured> {
    if !text.is_mark(end, '-') || !text.is(end + 1, Kind::Word) {
        return None;
    }
    let unit = unit_at(text, end + 1).filter(|unit| text.str(end + 1).chars().count() > 1 && unit.n_tokens == 1)?;
    // "24-in" and "30-min" are measures; "5-pt" and "3-in-1" are not.
    if text.is_mark(end + 2, '-') {
        return None;
    }
    Some(Measured { spoken: format!("{spoken} {}", unit.singular), n_tokens: 2, rule: "unit" })
}

/// `7-8 hours`, `40–60°C`, `1990-1995`, `10-20%`.
fn range(text: &Text<'_>, i: usize, first: &Amount) -> Option<Claim> {
    let joint_at = i + first.n_tokens;
    let joint = range_joint(text, joint_at)?;
    let second_at = joint_at + joint;
    if !text.is(second_at, Kind::Digits) && first.number.is_some() && !text.is_mark(second_at, '.') {
        return None;
    }
    if text.is_tail_of_code(second_at) {
        return None;
    }
    let second = amount_at(text, second_at)?;
    let end = second_at + second.n_tokens;
    // A third part makes it a code; another number sign makes it arithmetic ("10 - 5 = 5").
    let is_code = text.is_any_mark(end, &['-', '–']) && text.is(end + 1, Kind::Digits);
    let is_arithmetic = joint == 3 && text.is_any_mark(text.skip_gap(end), &['=', '+']);
    if is_code || is_arithmetic {
        return None;
    }
    let n_tokens = end - i;
    if let (Some(a), Some(b)) = (&first.number, &second.number)
        && let Some(years) = year_range(text, a, b, end)
    {
        return claim(n_tokens, years, "range");
    }
    let spoken = format!("{} to {}", first.spoken, second.spoken);
    if text.str(end) == "x" && !text.is_glued_right(end + 1) {
        return claim(n_tokens + 1, format!("{spoken} times"), "range");
    }
    let found = measured(text, end, &spoken, false);
    found.map_or_else(
        || claim(n_tokens, spoken, "range"),
        |found| claim(n_tokens + found.n_tokens, found.spoken, "range"),
    )
}

/// "twenty seventeen to twenty twenty one", "twenty twenty three to twenty four".
fn year_range(text: &Text<'_>, a: &Number, b: &Number, end: usize) -> Option<String> {
    let is_plain = |number: &Number| number.n_tokens == 1 && number.fraction.is_empty();
    if !is_plain(a)
        || !is_plain(b)
        || a.whole.len() != 4
        || tables::is_counted(text.word_after(end))
        || unit_at(text, end).is_some()
    {
        return None;
    }
    let from: u64 = a.whole.parse().ok().filter(|year| (1000..2200).contains(year))?;
    let to: u64 = b.whole.parse().ok()?;
    let to = match b.whole.len() {
        4 if (1000..2200).contains(&to) => numerals::year(to),
        2 if to < 10 => format!("oh {}", numerals::cardinal(to)),
        2 => numerals::cardinal(to),
        _ => return None,
    };
    Some(format!("{} to {to}", numerals::year(from)))
}

/// `2x4`, `1920×1080`, `5 x 3`, `2 * 3`, `10x`.
pub(super) fn product(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i) {
        return None;
    }
    let first = number_at(text, i)?;
    let end = i + first.n_tokens;
    // "10x": times, unless more letters follow.
    let is_variable = text.is_any_mark(text.skip_gap(end + 1), &['+', '=', '*', '/', '^', ')', '²', '³', '<', '>']);
    if matches!(text.str(end), "x" | "X" | "×")
        && !is_variable
        && !text.is_glued_right(end + 1)
        && !text.is(text.skip_gap(end + 1), Kind::Digits)
    {
        return claim(first.n_tokens + 1, format!("{} times", first.words()), "number");
    }
    if first.whole == "0" && first.fraction.is_empty() {
        return None;
    }
    let (mut spoken, mut k, mut factors) = (first.words(), end, 1);
    let mut is_dimension = false;
    while let Some((next, number, by)) = next_factor(text, k) {
        is_dimension |= by;
        let joint = if is_dimension { "by" } else { "times" };
        // 1920x1080: sizes of pictures are read in pairs.
        let is_picture = is_dimension
            && factors == 1
            && [&first, &number].iter().all(|side| matches!(side.whole.len(), 3 | 4) && side.n_tokens == 1);
        spoken = if is_picture {
            format!("{} by {}", numerals::pairs(&first.whole), numerals::pairs(&number.whole))
        } else {
            for part in [" ", joint, " ", number.words().as_str()] {
                spoken.push_str(part);
            }
            spoken
        };
        k = next;
        factors += 1;
    }
    if factors < 2 {
        return None;
    }
    if let Some(unit) = unit_at(text, k) {
        spoken = format!("{} {}", spoken.replace(" times ", " by "), unit.plural);
        k += unit.n_tokens;
    }
    claim(k - i, spoken, "math")
}

/// The next factor of a product at `k`: the index behind it, the number, and whether it reads "by".
fn next_factor(text: &Text<'_>, k: usize) -> Option<(usize, Number, bool)> {
    let sign = text.skip_gap(k);
    let is_letter = matches!(text.str(sign), "x" | "X");
    let is_sign = text.is_any_mark(sign, &['×', '*', '·', '⋅']);
    if !is_letter && !is_sign {
        return None;
    }
    let at = text.skip_gap(sign + 1);
    let number = number_at(text, at)?;
    let is_glued = sign == k && at == sign + 1;
    let is_large = number.whole.len() >= 3 && text.str(sign) == "×";
    if text.is_mark(sign, '·') && is_glued {
        return None;
    }
    Some((at + number.n_tokens, number, (is_letter && is_glued) || is_large))
}

/// `6'2"`, `5' 10"`, `6′`, `12"`.
pub(super) fn feet_and_inches(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i) {
        return None;
    }
    let amount = amount_at(text, i)?;
    let k = i + amount.n_tokens;
    let is_inches =
        text.is_mark(k, '″') || (text.is_mark(k, '"') && !has_open_quote(text, i) && !text.is_free_left_of_quote(i));
    if is_inches {
        return claim(
            amount.n_tokens + 1,
            format!("{} {}", amount.spoken, if amount.is_one { "inch" } else { "inches" }),
            "unit",
        );
    }
    let number = amount.number?;
    let count = |number: &Number, one: &str, many: &str| {
        format!("{} {}", number.words(), if number.is_one() { one } else { many })
    };
    if text.is_any_mark(k, &['\'', '′']) {
        let at = text.skip_gap(k + 1);
        let inches = number_at(text, at).filter(|inches| inches.whole.len() <= 2);
        let feet = count(&number, "foot", "feet");
        if let Some(inches) = inches
            && text.is_any_mark(at + inches.n_tokens, &['"', '″'])
        {
            let spoken = format!("{feet} {}", count(&inches, "inch", "inches"));
            return claim(at + inches.n_tokens + 1 - i, spoken, "unit");
        }
        let is_size = matches!(text.word_after(k + 1), "tall" | "wide" | "long" | "high" | "deep" | "x" | "by");
        return (text.is_mark(k, '′') || is_size).then(|| claim(number.n_tokens + 1, feet, "unit")).flatten();
    }
    None
}

/// `37°33'N`, `126° 58' 40" E`.
pub(super) fn coordinate(text: &Text<'_>, i: usize) -> Option<Claim> {
    const PARTS: [(&[char], &str); 3] = [(&['°'], "degrees"), (&['\'', '′'], "minutes"), (&['"', '″'], "seconds")];
    let mut spoken = String::new();
    let (mut k, mut n_parts) = (i, 0);
    for (signs, name) in PARTS {
        let at = if n_parts == 0 { k } else { text.skip_gap(k) };
        let Some(number) = number_at(text, at).filter(|number| text.is_any_mark(at + number.n_tokens, signs)) else {
            break;
        };
        spoken = format!("{spoken}{} {name} ", number.words());
        k = at + number.n_tokens + 1;
        n_parts += 1;
    }
    let at = text.skip_gap(k);
    let side = match text.str(at) {
        "N" => "north",
        "S" => "south",
        "E" => "east",
        "W" => "west",
        _ if n_parts >= 2 => return claim(k - i, spoken.trim_end(), "unit"),
        _ => return None,
    };
    (n_parts > 0 && !text.is_glued_left(i)).then(|| claim(at + 1 - i, format!("{spoken}{side}"), "unit")).flatten()
}

/// Whether a quotation is open at `i`.
fn has_open_quote(text: &Text<'_>, i: usize) -> bool {
    (0..i).rev().take(200).filter(|&k| text.is_mark(k, '"') && !text.is(k.wrapping_sub(1), Kind::Digits)).count() % 2
        == 1
}

impl Text<'_> {
    /// Whether a quotation mark stands directly before `i`.
    fn is_free_left_of_quote(&self, i: usize) -> bool {
        self.before(i).is_some_and(|token| token.first() == '"')
    }
}
