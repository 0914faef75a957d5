//! Markdown within a line: code, links, emphasis, escapes.
//!
//! Emphasis follows CommonMark's idea of delimiter runs, with two changes that spoken scripts need: `_` and single `*`
//! count only at word borders (`snake_case`, `2*3*4`), and a closing `**` may be followed by a Korean particle.

use std::ops::Range;

use super::{Sheet, State};

const MARKUP: &str = "markup";
/// How many open delimiters are looked at for each closing one; keeps odd input linear.
const MAX_LOOK_BACK: usize = 32;
/// The longest link target.
const MAX_TARGET_CHARS: usize = 2000;

/// Marks the inline markup of one line.
pub(super) fn mark(sheet: &mut Sheet<'_>, line: Range<usize>) {
    mark_code_and_escapes(sheet, line.clone());
    mark_links(sheet, line.clone());
    mark_emphasis(sheet, line);
}

fn run_length(sheet: &Sheet<'_>, i: usize, end: usize, c: char) -> usize {
    (i..end).take_while(|&k| sheet.open_char(k) == Some(c)).count()
}

fn mark_code_and_escapes(sheet: &mut Sheet<'_>, line: Range<usize>) {
    let mut closers: Vec<(usize, usize)> = Vec::new();
    let mut i = line.start;
    while i < line.end {
        let n = run_length(sheet, i, line.end, '`');
        if n > 0 {
            closers.push((i, n));
        }
        i += n.max(1);
    }
    let mut next_run = 0;
    let mut i = line.start;
    while i < line.end {
        match sheet.open_char(i) {
            Some('\\') if sheet.open_char(i + 1).is_some_and(|c| c.is_ascii_punctuation()) && i + 1 < line.end => {
                if matches!(sheet.chars[i + 1], '*' | '_' | '`' | '[' | ']' | '#' | '~' | '<' | '>' | '\\' | '|') {
                    sheet.silence(i..i + 1, MARKUP);
                    sheet.states[i + 1] = State::Literal;
                }
                i += 2;
            }
            Some('`') => {
                while closers.get(next_run).is_some_and(|&(at, _)| at < i) {
                    next_run += 1;
                }
                let n = run_length(sheet, i, line.end, '`');
                let close = closers.iter().skip(next_run + 1).take(MAX_LOOK_BACK).find(|&&(_, len)| len == n);
                if let Some(&(at, _)) = close {
                    sheet.silence(i..i + n, MARKUP);
                    sheet.silence(at..at + n, MARKUP);
                    for state in &mut sheet.states[i + n..at] {
                        if *state == State::Open {
                            *state = State::Literal;
                        }
                    }
                    i = at + n;
                } else {
                    i += n;
                }
            }
            _ => i += 1,
        }
    }
}

fn mark_links(sheet: &mut Sheet<'_>, line: Range<usize>) {
    let mut open: Vec<usize> = Vec::new();
    let mut i = line.start;
    while i < line.end {
        match sheet.open_char(i) {
            Some('[') => open.push(i),
            Some(']') => {
                if let Some(start) = open.pop()
                    && let Some(end) = link_end(sheet, start, i, line.end)
                {
                    let first = start - usize::from(start > line.start && sheet.open_char(start - 1) == Some('!'));
                    sheet.silence(first..start + 1, MARKUP);
                    sheet.silence_address(i..end, MARKUP);
                    i = end;
                    continue;
                }
            }
            _ => {}
        }
        i += 1;
    }
    mark_footnotes(sheet, line);
}

/// The index after a link's target if `[start..close]` is a link's label.
fn link_end(sheet: &Sheet<'_>, start: usize, close: usize, end: usize) -> Option<usize> {
    if close == start + 1 {
        return None;
    }
    match sheet.open_char(close + 1).filter(|_| close + 1 < end)? {
        '(' => {
            let mut depth = 0usize;
            for i in close + 1..end.min(close + MAX_TARGET_CHARS) {
                match sheet.chars[i] {
                    '(' => depth += 1,
                    ')' if depth == 1 => return Some(i + 1),
                    ')' => depth -= 1,
                    _ => {}
                }
            }
            None
        }
        '[' => (close + 2..end.min(close + 100)).find(|&i| sheet.chars[i] == ']').map(|i| i + 1),
        _ => None,
    }
}

/// `[^1]` points to a footnote and is not read.
fn mark_footnotes(sheet: &mut Sheet<'_>, line: Range<usize>) {
    for i in line.clone() {
        if sheet.open_char(i) == Some('[')
            && sheet.open_char(i + 1) == Some('^')
            && let Some(end) = (i + 2..line.end.min(i + 24)).find(|&k| sheet.chars[k] == ']')
            && end > i + 2
            && !sheet.chars[i..end].iter().any(|c| c.is_whitespace())
        {
            sheet.silence(i..end + 1, MARKUP);
        }
    }
}

/// A run of one delimiter character.
#[derive(Clone, Copy)]
struct Run {
    at: usize,
    n: usize,
    c: char,
}

fn mark_emphasis(sheet: &mut Sheet<'_>, line: Range<usize>) {
    let mut stack: Vec<Run> = Vec::new();
    let mut i = line.start;
    while i < line.end {
        let Some(c) = sheet.open_char(i).filter(|c| matches!(c, '*' | '_' | '~' | '=')) else {
            i += 1;
            continue;
        };
        let mut n = run_length(sheet, i, line.end, c);
        let run_end = i + n;
        if n > 3 || (matches!(c, '~' | '=') && n != 2) {
            i = run_end;
            continue;
        }
        let before = i.checked_sub(1).filter(|&k| k >= line.start).and_then(|k| sheet.chars.get(k)).copied();
        let after = sheet.chars.get(run_end).filter(|_| run_end < line.end).copied();
        let mut at = i;
        if can_close(c, n, before, after) {
            while n > 0 {
                let depth =
                    stack.iter().rev().take(MAX_LOOK_BACK).position(|run| run.c == c && (c != '~' || run.n == n));
                let Some(depth) = depth else { break };
                let index = stack.len() - 1 - depth;
                let open = stack[index];
                let matched = open.n.min(n);
                let first = open.at + open.n - matched;
                sheet.silence(first..first + matched, MARKUP);
                sheet.silence(at..at + matched, MARKUP);
                at += matched;
                n -= matched;
                stack.truncate(index);
                if open.n > matched {
                    stack.push(Run { n: open.n - matched, ..open });
                }
            }
        }
        if n > 0 && can_open(c, n, before, after) {
            stack.push(Run { at, n, c });
        }
        i = run_end;
    }
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

fn is_latin_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric())
}

fn is_blank(c: Option<char>) -> bool {
    c.is_none_or(char::is_whitespace)
}

fn can_open(c: char, n: usize, before: Option<char>, after: Option<char>) -> bool {
    if is_blank(after) {
        return false;
    }
    match (c, n) {
        ('_', _) => !is_word(before),
        ('*', 1) => !is_latin_word(before),
        _ => !(is_latin_word(before) && after.is_some_and(|c| c.is_ascii_digit())),
    }
}

fn can_close(c: char, n: usize, before: Option<char>, after: Option<char>) -> bool {
    if is_blank(before) {
        return false;
    }
    match (c, n) {
        ('_', _) => !is_word(after) || after.is_some_and(crate::text::language::is_hangul),
        ('*', 1) => !is_latin_word(after),
        _ => !(before.is_some_and(|c| c.is_ascii_digit()) && is_latin_word(after)),
    }
}
