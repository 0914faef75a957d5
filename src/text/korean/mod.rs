//! Korean reading rules.
//!
//! [`read`] walks over the characters of a line once. Where a rule of the character's kind claims a stretch, its reading is
//! spoken; what no rule claims stays as written. Unlike English, the rules look at characters and not at words: a Korean word
//! carries its particles, so that the counter in `3개를` ends inside a word. Rules look at the written characters around and
//! never at each other's output, so their order is only a matter of priority: the longest pattern first.

mod acronyms;
mod alternatives;
mod amounts;
mod brackets;
mod chemistry;
mod codes;
mod context_words;
mod contexts;
mod counters;
mod dates;
mod enclosed;
mod fractions;
mod hanja;
mod hanja_rare;
mod hanja_table;
mod jamo;
mod letters;
mod math;
mod money;
mod numbers;
mod numerals;
mod phones;
mod quantities;
mod ranges;
mod roman;
mod symbols;
mod text;
mod times;
mod unit_table;
mod units;
mod web;

pub(super) use alternatives::{alternatives, alternatives_of_word};
pub(super) use text::is_latin;
use text::{BREAK, Text, has_final, is_syllable};

pub(in crate::text) use letters::spelled;

use compact_str::{CompactString, format_compact};

use super::Origin;
use super::markup::Item;
use super::tokens::Pieces;

/// How a reading meets the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meets {
    /// With a space.
    Apart,
    /// Directly.
    Joined,
    /// Directly, with the particle 은 or 는 that the word before takes.
    AsTopic,
    /// It is not spoken: nobody can say it.
    Dropped,
}

/// What a rule makes of the characters from where it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Claim {
    /// One past the last character claimed.
    end: usize,
    spoken: String,
    rule: &'static str,
    meets: Meets,
}

type Rule = fn(&Text, usize) -> Option<Claim>;

const LATIN_RULES: &[Rule] = &[
    web::address,
    times::meridiem_first,
    money::letters_first,
    roman::letters,
    math::function,
    acronyms::pages,
    acronyms::listed,
    codes::version,
    chemistry::formula,
    codes::letters_first,
    acronyms::with_ampersand,
    acronyms::dotted,
    math::product,
    acronyms::unit_alone,
    acronyms::capitals,
    acronyms::single_letter,
];
const DIGIT_RULES: &[Rule] = &[
    web::address,
    dates::numeric,
    dates::season,
    dates::months,
    dates::event,
    phones::number,
    times::clock,
    fractions::slashed,
    fractions::ratio,
    codes::dotted,
    math::power,
    codes::offer,
    codes::aircraft,
    codes::named_number,
    ranges::neighbours,
    ranges::range,
    ranges::hyphenated,
    quantities::quantity,
    codes::digits_first,
    numbers::plain,
];
const MARK_RULES: &[Rule] = &[
    acronyms::dot_net,
    phones::number,
    money::sign_first,
    quantities::signed,
    enclosed::company,
    enclosed::character,
    brackets::repeated,
    dates::weekday,
    fractions::vulgar,
    math::sign,
    math::operator,
    roman::character,
    symbols::dash,
    symbols::tilde,
    symbols::mark,
];

/// Reads `items` from index `start` on into `pieces`.
pub(super) fn read(items: &[Item], start: usize, pieces: &mut Pieces<'_>) {
    let text = Text::new(items, start);
    let mut i = 0;
    while i < text.len() {
        let c = text.at(i);
        let rules: &[Rule] = match c {
            BREAK => {
                i += 1;
                continue;
            }
            c if is_syllable(c) => {
                let end = text.run(i, is_syllable);
                write(&text, pieces, i, end);
                i = end;
                continue;
            }
            c if c.is_whitespace() => {
                if let Some(claim) = symbols::spaced(&text, i) {
                    take(&text, pieces, i, &claim);
                    i = claim.end;
                    continue;
                }
                let end = text.run(i, char::is_whitespace);
                write(&text, pieces, i, end);
                i = end;
                continue;
            }
            c if c.is_ascii_digit() => DIGIT_RULES,
            c if is_latin(c) => LATIN_RULES,
            // The rest of the compatibility block is unassigned.
            c if hanja::is_hanja(c) && c.is_alphabetic() => &[hanja::word],
            c if jamo::is_jamo(c) => &[jamo::run],
            _ => MARK_RULES,
        };
        if let Some(claim) = rules.iter().find_map(|rule| rule(&text, i)).filter(|claim| claim.end > i) {
            let end = claim.end.min(text.len());
            take(&text, pieces, i, &Claim { end, ..claim });
            i = end;
        } else {
            let end = if is_latin(c) { text.run(i, |c| is_latin(c) || is_mark_of_letter(c)) } else { i + 1 };
            write(&text, pieces, i, end);
            i = end;
        }
    }
}

fn is_mark_of_letter(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

fn write(text: &Text, pieces: &mut Pieces<'_>, start: usize, end: usize) {
    pieces.write_until(text.items(start, end).end);
}

fn take(text: &Text, pieces: &mut Pieces<'_>, start: usize, claim: &Claim) {
    let items = text.items(start, claim.end);
    let last = pieces.last_char();
    let follows_word = last.is_some_and(char::is_alphanumeric);
    let (spoken, origin) = match claim.meets {
        Meets::Dropped => {
            let separates = follows_word && text.at(claim.end).is_alphanumeric();
            (CompactString::const_new(if separates { " " } else { "" }), Origin::Dropped("symbol"))
        }
        Meets::Joined => (claim.spoken.as_str().into(), Origin::Rule(claim.rule)),
        Meets::AsTopic => {
            let particle = if last.is_some_and(has_final) { "은" } else { "는" };
            (format_compact!("{particle}{}", claim.spoken), Origin::Rule(claim.rule))
        }
        Meets::Apart => {
            // "1,2" is written without a space and read with one.
            let follows_mark = matches!(last, Some(',' | ';' | ':' | '.' | '!' | '?' | '…'));
            let glued = (follows_word || follows_mark) && claim.spoken.starts_with(char::is_alphanumeric);
            let gap = if glued { " " } else { "" };
            (format_compact!("{gap}{}", claim.spoken), Origin::Rule(claim.rule))
        }
    };
    pieces.push_items(items, spoken, origin, claim.meets != Meets::Dropped);
}

/// A claim that stands apart; wrapped, because it is what a rule returns.
#[expect(clippy::unnecessary_wraps, reason = "the last expression of nearly every rule")]
fn claim(end: usize, spoken: impl Into<String>, rule: &'static str) -> Option<Claim> {
    Some(Claim { end, spoken: spoken.into(), rule, meets: Meets::Apart })
}

/// A claim that joins the word before it.
#[expect(clippy::unnecessary_wraps, reason = "the last expression of a rule")]
fn joined(end: usize, spoken: impl Into<String>, rule: &'static str) -> Option<Claim> {
    Some(Claim { end, spoken: spoken.into(), rule, meets: Meets::Joined })
}

/// A claim of what nobody can speak.
#[expect(clippy::unnecessary_wraps, reason = "the last expression of a rule")]
const fn dropped(end: usize) -> Option<Claim> {
    Some(Claim { end, spoken: String::new(), rule: "symbol", meets: Meets::Dropped })
}

#[cfg(test)]
mod tests;
