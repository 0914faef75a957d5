//! Telephone numbers, card numbers and other codes in groups: read digit by digit, a group at a time.

use super::amounts::digits_at;
use super::numerals::{self, Zero};
use super::{Claim, Kind, Part, Text, tables, units};

/// A group of digits and the tokens up to the next group.
struct Group {
    digits: String,
    n_tokens: usize,
    /// What stands between this group and the next: `-`, `.`, ` `, `)`; NUL at the end.
    separator: char,
}

/// `(321) 434-5049`, `+82 10-1234-5678`, `555-0199`, `4111 1111 1111 1111`, `123-45-6789`.
pub(super) fn number(text: &Text<'_>, i: usize) -> Option<Claim> {
    let has_plus = text.is_mark(i, '+');
    let is_bracketed = text.is_mark(i, '(');
    if text.kind(i) == Some(Kind::Mark) && !has_plus && !is_bracketed {
        return None;
    }
    let is_inside = text.is_glued_left(i)
        || text.before(i).is_some_and(|token| matches!(token.first(), '.' | '$' | '€' | '£' | '#' | '-' | '/' | ':'));
    if is_inside {
        return None;
    }
    let groups = groups(text, i)?;
    let lengths: Vec<usize> = groups.iter().map(|group| group.digits.len()).collect();
    if !is_code(text, i, has_plus, &groups, &lengths) {
        return None;
    }
    let n_groups = groups.len();
    let parts = groups.into_iter().enumerate().map(|(at, group)| {
        let is_toll_free = matches!(group.digits.as_str(), "800" | "900") && at <= 1;
        let words = if is_toll_free {
            numerals::cardinal_of_digits(&group.digits)
        } else {
            numerals::digits(&group.digits, Zero::Oh)
        };
        let plus = if at == 0 && has_plus { "plus " } else { "" };
        let comma = if at + 1 < n_groups { ", " } else { "" };
        Part { n_tokens: group.n_tokens, spoken: format!("{plus}{words}{comma}"), rule: "phone" }
    });
    Some(parts.collect())
}

/// The groups of digits from `i` on with one separator between each.
fn groups(text: &Text<'_>, i: usize) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut k = i + usize::from(text.is_mark(i, '+'));
    let mut start = i;
    loop {
        let bracket = usize::from(text.is_mark(k, '('));
        let Some(digits) = digits_at(text, k + bracket) else { break };
        k += bracket + 1;
        let mut separator = '\0';
        let mut after = k;
        if bracket == 1 {
            if !text.is_mark(k, ')') {
                break;
            }
            separator = ')';
            after = text.skip_gap(k + 1);
            if text.is_mark(after, '-') {
                after += 1;
            }
        } else if text.is_any_mark(k, &['-', '.', '‑', '–']) {
            separator = text.tokens[k].first();
            after = k + 1;
        } else if text.is_gap(k) && text.str(k).chars().count() == 1 {
            separator = ' ';
            after = k + 1;
        }
        let goes_on = separator != '\0'
            && (text.is(after, Kind::Digits) || text.is_mark(after, '(') && text.is(after + 1, Kind::Digits));
        let end = if goes_on { after } else { k + usize::from(separator == ')') };
        groups.push(Group {
            digits: digits.to_owned(),
            n_tokens: end - start,
            separator: if goes_on { separator } else { '\0' },
        });
        start = end;
        k = after;
        if !goes_on {
            break;
        }
        if groups.len() > 8 {
            return None;
        }
    }
    // Letters glued to the last group make it something else.
    let end = groups.last().map(|_| start)?;
    (groups.len() >= 2 || text.is_mark(i, '+')).then_some(groups).filter(|_| !text.is_glued_right(end))
}

fn is_code(text: &Text<'_>, i: usize, has_plus: bool, groups: &[Group], lengths: &[usize]) -> bool {
    let n_digits: usize = lengths.iter().sum();
    let separators: Vec<char> = groups.iter().map(|group| group.separator).filter(|&c| c != '\0').collect();
    let all = |c: char| separators.iter().all(|&separator| separator == c);
    let end = i + groups.iter().map(|group| group.n_tokens).sum::<usize>();
    // A decimal, a percent sign or a unit behind it makes the last group a quantity.
    let is_measured = text.is_any_mark(end, &['%', '°', '€']) || units::unit_at(text, end).is_some() && !all('.');
    if is_measured || text.is_mark(end, '/') {
        return false;
    }
    // 1-800-FLOWERS: the letters are read as they stand.
    let is_vanity =
        text.is_mark(end, '-') && super::is_all_caps(text.str(end + 1)) && text.str(end + 1).chars().count() >= 4;
    if is_vanity && matches!(lengths, [1, 3]) && all('-') {
        return true;
    }
    if has_plus {
        return (7..=15).contains(&n_digits) && (lengths.len() >= 2 || n_digits >= 9);
    }
    match lengths {
        [3, 3, 4] | [1, 3, 3, 4] | [4, 4, 4, 4] | [4, 6, 5] => true,
        [3, 4] if separators == ['-'] => !is_plain_range(text, i, groups, end),
        // Special numbers of four and four.
        [4, 4] if separators == ['-'] => !is_year_range(groups) && !is_plain_range(text, i, groups, end),
        // National numbers with a trunk zero: 02-123-4567, 010 1234 5678, 020 7946 0958.
        [2..=5, 3..=4, 3..=4] if groups[0].digits.starts_with('0') && !all('.') => true,
        [2..=4, 6..=8] if groups[0].digits.starts_with('0') && all('-') => true,
        [5, 4] | [_, _, _, ..] if all('-') => true,
        _ => false,
    }
}

fn is_year_range(groups: &[Group]) -> bool {
    let years: Vec<u64> = groups.iter().filter_map(|group| group.digits.parse().ok()).collect();
    years.iter().all(|year| (1000..2200).contains(year)) && years.is_sorted()
}

/// "100-1000 people": round numbers with something to count are a range.
fn is_plain_range(text: &Text<'_>, i: usize, groups: &[Group], end: usize) -> bool {
    let values: Vec<u64> = groups.iter().filter_map(|group| group.digits.parse().ok()).collect();
    let is_round = groups.iter().all(|group| group.digits.ends_with('0') && !group.digits.starts_with('0'))
        && values.first() < values.last();
    let is_counted = tables::is_counted(text.word_after(end)) && text.is_gap(end) && !groups[1].digits.starts_with('0');
    let is_page = matches!(text.word_before(i).to_lowercase().as_str(), "pp" | "pages" | "p" | "lines" | "between");
    is_counted || is_page || is_round
}
