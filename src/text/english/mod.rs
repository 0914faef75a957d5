//! English reading rules.
//!
//! [`read`] walks over the tokens once. At each token the rules for its kind are tried in order; the first one that
//! claims a run of tokens gives its reading, and what no rule claims stays as written. Rules look at the tokens around,
//! never at each other's output, so their order is only a matter of priority: the longest pattern first.

mod abbreviations;
mod acronyms;
mod alternatives;
mod amounts;
mod dashes;
mod dates;
mod decades;
mod fractions;
mod math;
mod money;
mod numbered;
mod numbers;
mod numerals;
mod phones;
mod quantities;
mod roman;
mod symbols;
mod tables;
mod times;
mod typography;
mod unit_table;
mod units;
mod verses;
mod web;

use super::tokens::{Kind, Pieces, Token};
use super::words::Filter;

pub(super) use alternatives::{alternatives, alternatives_of_word};
pub(super) use typography::fold as fold_typography;

/// A part of a claim: how many tokens it covers and how they read. An empty reading says that nobody can speak them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    n_tokens: usize,
    spoken: String,
    rule: &'static str,
}

/// What a rule makes of the tokens from where it was asked. Several parts where a cut inside is a last resort.
type Claim = Vec<Part>;
type Rule = fn(&Text<'_>, usize) -> Option<Claim>;

const WORD_RULES: &[Rule] = &[
    web::hardware_address,
    web::address,
    symbols::named_words,
    dates::month_first,
    dates::weekday,
    money::letters_first,
    units::alone,
    roman::numeral,
    verses::short_book,
    abbreviations::dotted,
    abbreviations::titled_or_street,
    abbreviations::listed,
    acronyms::with_ampersand,
    acronyms::state,
    numbers::version,
    symbols::iso_time_mark,
    math::by_sign,
    acronyms::capitals,
    acronyms::camel_case,
];
/// Of [`WORD_RULES`] those that can claim a word of plain small letters: nearly every word of a text is one.
const SMALL_WORD_RULES: &[Rule] = &[
    web::hardware_address,
    web::address,
    symbols::named_words,
    units::alone,
    roman::numeral,
    abbreviations::dotted,
    abbreviations::listed,
    numbers::version,
    math::by_sign,
];
const DIGITS_RULES: &[Rule] = &[
    web::hardware_address,
    web::address,
    verses::book,
    verses::verse,
    math::subtraction,
    times::duration,
    dates::numeric,
    phones::number,
    times::clock,
    numbers::dotted,
    dates::day_first,
    fractions::slashed,
    fractions::ratio,
    math::power,
    quantities::coordinate,
    quantities::product,
    quantities::feet_and_inches,
    numbers::ordinal,
    decades::decade,
    numbers::doubled,
    numbers::resolution,
    quantities::quantity,
    numbers::year_or_code,
    numbers::plain,
];
const MARK_RULES: &[Rule] = &[
    web::handle,
    phones::number,
    money::sign_first,
    money::ticker,
    decades::short_year,
    quantities::quantity,
    math::sign,
    dashes::dash,
    math::operator,
    symbols::mark,
];

/// The words of small letters that a rule may claim by themselves.
static NAMED: Filter = abbreviations::FILTER
    .or(numbered::FILTER)
    .or(symbols::LISTED.filter())
    .or(units::ALONE.filter())
    .with("et")
    .with("v")
    .with("ver")
    .with("x");

/// Whether certainly no rule claims the word of small letters at `i`: it is in no list and stands between spaces or has
/// only the marks of a sentence around it. Nearly every word of a text is such a one.
fn is_plain_word(text: &Text<'_>, i: usize) -> bool {
    let ends = |k: usize| matches!(text.kind(k), None | Some(Kind::Space));
    let is_free = ends(i + 1) || text.is_any_mark(i + 1, &['.', ',', ';', '!', '?']) && ends(i + 2);
    let word = text.str(i);
    // "e. g." begins with a letter and a dot.
    let may_be_short = word.len() == 1 && text.is_mark(i + 1, '.');
    is_free
        && !may_be_short
        && text.before(i).is_none_or(|token| matches!(token.kind, Kind::Space) || token.first() == '"')
        && !NAMED.may_have(word)
        && !roman::is_of_small_numerals(word)
}

/// Whether certainly no rule claims the mark at `i`: a full stop, comma, question or exclamation mark between a word and
/// white space.
fn is_plain_mark(text: &Text<'_>, i: usize) -> bool {
    text.is_any_mark(i, &['.', ',', ';', '!', '?'])
        && text.before(i).is_some_and(|token| token.kind == Kind::Word)
        && matches!(text.kind(i + 1), None | Some(Kind::Space))
}

/// Reads `tokens` into `pieces`.
pub(super) fn read(tokens: &[Token<'_>], pieces: &mut Pieces<'_>) {
    let text = Text::new(tokens);
    let mut i = 0;
    while let Some(token) = tokens.get(i) {
        let rules = match token.kind {
            Kind::Word if is_small_word(token.text) && is_plain_word(&text, i) => {
                debug_assert!(
                    SMALL_WORD_RULES.iter().all(|rule| rule(&text, i).is_none()),
                    "{:?} is claimed",
                    token.text
                );
                &[]
            }
            Kind::Word if is_small_word(token.text) && !text.is_mark(i + 1, '$') => SMALL_WORD_RULES,
            Kind::Word => WORD_RULES,
            Kind::Digits => DIGITS_RULES,
            Kind::Mark if is_plain_mark(&text, i) => {
                debug_assert!(MARK_RULES.iter().all(|rule| rule(&text, i).is_none()), "{:?} is claimed", token.text);
                &[]
            }
            Kind::Mark => MARK_RULES,
            Kind::Space | Kind::Break => &[],
        };
        // A claim of nothing would be asked for again and again.
        let claims = |rule: &Rule| rule(&text, i).filter(|claim| claim.iter().any(|part| part.n_tokens > 0));
        if let Some(claim) = rules.iter().find_map(claims) {
            for part in claim {
                let end = (i + part.n_tokens).min(tokens.len());
                if part.spoken.is_empty() {
                    pieces.drop(&tokens[i..end], "symbol");
                } else {
                    pieces.read(&tokens[i..end], &part.spoken, part.rule, true);
                }
                i = end;
            }
        } else {
            pieces.write(token);
            i += 1;
        }
    }
}

/// A claim of one part; wrapped, because it is what a rule returns.
#[expect(clippy::unnecessary_wraps, reason = "the last expression of nearly every rule")]
fn claim(n_tokens: usize, spoken: impl Into<String>, rule: &'static str) -> Option<Claim> {
    Some(vec![Part { n_tokens, spoken: spoken.into(), rule }])
}

/// The tokens of a line, with the questions that rules ask about them. Indices outside the line are answered as empty.
struct Text<'a> {
    tokens: &'a [Token<'a>],
    /// For each token, whether it stands in a run of words that are all in capitals.
    is_shouted: Vec<bool>,
}

impl<'a> Text<'a> {
    fn new(tokens: &'a [Token<'a>]) -> Self {
        Self { tokens, is_shouted: acronyms::shouted_runs(tokens) }
    }

    fn kind(&self, i: usize) -> Option<Kind> {
        self.tokens.get(i).map(|token| token.kind)
    }

    fn str(&self, i: usize) -> &'a str {
        self.tokens.get(i).map_or("", |token| token.text)
    }

    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn is(&self, i: usize, kind: Kind) -> bool {
        self.kind(i) == Some(kind)
    }

    fn is_mark(&self, i: usize, mark: char) -> bool {
        self.is(i, Kind::Mark) && self.tokens.get(i).is_some_and(|token| token.first() == mark)
    }

    fn is_any_mark(&self, i: usize, marks: &[char]) -> bool {
        self.is(i, Kind::Mark) && self.tokens.get(i).is_some_and(|token| marks.contains(&token.first()))
    }

    fn is_space(&self, i: usize) -> bool {
        self.is(i, Kind::Space)
    }

    /// White space that does not end the line.
    fn is_gap(&self, i: usize) -> bool {
        self.is_space(i) && !self.str(i).contains('\n')
    }

    /// `i`, or the token after it where `i` is a space within the line.
    fn skip_gap(&self, i: usize) -> usize {
        i + usize::from(self.is_gap(i))
    }

    fn before(&self, i: usize) -> Option<&'a Token<'a>> {
        i.checked_sub(1).and_then(|k| self.tokens.get(k))
    }

    /// Whether a letter or digit stands directly before `i`.
    fn is_glued_left(&self, i: usize) -> bool {
        self.before(i).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Digits))
    }

    /// Whether the digits at `i` are the tail of a name such as `i7-9700` or `GPT-4`.
    fn is_tail_of_code(&self, i: usize) -> bool {
        /// No name has more parts; keeps long rows of numbers with hyphens linear.
        const MAX_PARTS: usize = 32;
        let mut i = i;
        for _ in 0..MAX_PARTS {
            let Some(k) = i.checked_sub(2).filter(|_| self.is_mark(i - 1, '-')) else { return false };
            match self.kind(k) {
                Some(Kind::Word) => return is_capitalised(self.str(k)) && !self.is_glued_left(k),
                Some(Kind::Digits) => {
                    let is_head = self.before(k).is_some_and(|token| token.kind == Kind::Word)
                        || numbers::names_model(self.word_before(k));
                    if is_head {
                        return true;
                    }
                }
                _ => return false,
            }
            i = k;
        }
        false
    }

    /// The first word behind `i` with nothing but digits, marks and spaces between: if letters follow a number that begins
    /// at `i`, it is those.
    fn word_behind_number(&self, i: usize) -> &'a str {
        /// No number has more tokens.
        const MAX_TOKENS: usize = 256;
        let behind = self.tokens.iter().skip(i + 1).take(MAX_TOKENS);
        behind.skip_while(|token| token.kind != Kind::Word).map(|token| token.text).next().unwrap_or("")
    }

    /// Whether a letter or digit stands directly at `i`; asked of the index behind a pattern.
    fn is_glued_right(&self, i: usize) -> bool {
        matches!(self.kind(i), Some(Kind::Word | Kind::Digits))
    }

    /// Whether `i` begins the line or follows white space, an opening bracket or a quotation mark.
    fn is_free_left(&self, i: usize) -> bool {
        self.before(i).is_none_or(|token| {
            matches!(token.kind, Kind::Space | Kind::Break) && !token.is_reading
                || matches!(
                    token.first(),
                    '(' | '['
                        | '{'
                        | '"'
                        | '\''
                        | '—'
                        | '='
                        | ':'
                        | ';'
                        | ','
                        | '/'
                        | '<'
                        | '>'
                        | '~'
                        | '≈'
                        | '≤'
                        | '≥'
                        | '|'
                )
        })
    }

    /// The word before `i`, over one space; empty if something else stands there.
    fn word_before(&self, i: usize) -> &'a str {
        let Some(k) = self.word_index_before(i) else { return "" };
        self.str(k)
    }

    fn word_index_before(&self, i: usize) -> Option<usize> {
        let k = i.checked_sub(1)?;
        let k = if self.is_gap(k) { k.checked_sub(1)? } else { k };
        // The dot of an abbreviation may stand between.
        let k = if self.is_mark(k, '.') && k + 1 < i { k.checked_sub(1)? } else { k };
        self.is(k, Kind::Word).then_some(k)
    }

    /// The word at `i`, over one space; empty if something else stands there.
    fn word_after(&self, i: usize) -> &'a str {
        let k = self.skip_gap(i);
        if self.is(k, Kind::Word) { self.str(k) } else { "" }
    }
}

/// Whether a word has only plain small letters.
fn is_small_word(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether a word begins with a capital.
fn is_capitalised(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// Whether a word has at least two letters and all of them are capitals.
fn is_all_caps(word: &str) -> bool {
    word.chars().nth(1).is_some() && word.chars().all(char::is_uppercase)
}

/// The letters of a word with spaces between, as capitals: "API" → "A P I".
fn spelled(word: &str) -> String {
    let letters: Vec<String> =
        word.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_uppercase().collect()).collect();
    letters.join(" ")
}

/// What may follow the dot of an abbreviation if that dot also ends the sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SentenceEnd {
    /// Nothing but the end of the line ("Mr.", "e.g.").
    Never,
    /// A word that usually begins a sentence ("U.S. The").
    BeforeStarter,
    /// Any word in capitals but a day, a month or a time zone ("p.m. Then").
    BeforeCapital,
}

/// Whether the dot at `dot` belongs to the abbreviation before it only; false where it ends the sentence as well.
fn dot_is_only_abbreviation(text: &Text<'_>, dot: usize, end: SentenceEnd) -> bool {
    let mut k = dot + 1;
    while text.is_any_mark(k, &['"', '\'', ')', ']']) {
        k += 1;
    }
    if k >= text.len() {
        return false;
    }
    if !text.is_space(k) {
        return true;
    }
    if !text.is_gap(k) {
        return false;
    }
    k += 1;
    if k >= text.len() {
        return false;
    }
    while text.is_any_mark(k, &['"', '\'', '(', '[']) {
        k += 1;
    }
    let next = text.str(k);
    match end {
        SentenceEnd::Never => true,
        _ if !is_capitalised(next) => true,
        SentenceEnd::BeforeStarter => !tables::SENTENCE_STARTERS.contains(next),
        SentenceEnd::BeforeCapital => {
            tables::TIME_ZONES.contains(next) || tables::month(next).is_some() || tables::weekday(next).is_some()
        }
    }
}
