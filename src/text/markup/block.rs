//! What stands at the beginning of a Markdown line, and lines that are nothing but markup.

use std::ops::Range;

use super::Sheet;

const MARKUP: &str = "markup";

/// Silences the line if it is a divider, a row of dashes below a table's head or a code fence; true if it was.
pub(super) fn mark_whole_line(sheet: &mut Sheet<'_>, line: Range<usize>) -> bool {
    let text = &sheet.chars[line.clone()];
    let marks: Vec<char> = text.iter().copied().filter(|c| !c.is_whitespace()).collect();
    let is_divider = marks.len() >= 3
        && marks
            .iter()
            .all(|&c| c == marks[0] && matches!(c, '-' | '=' | '*' | '_' | '~' | '#' | '+' | '─' | '━' | '═'));
    let is_table_rule = marks.len() >= 3
        && marks.contains(&'-')
        && marks.contains(&'|')
        && marks.iter().all(|c| matches!(c, '|' | '-' | ':' | '+'));
    let fence = marks.iter().take_while(|&&c| c == '`').count().max(marks.iter().take_while(|&&c| c == '~').count());
    let is_fence = fence >= 3
        && !marks[fence..].contains(&'`')
        && marks.len() < fence + 20
        && text.iter().filter(|c| c.is_whitespace()).count() <= 4;
    if is_divider || is_table_rule || is_fence {
        sheet.silence(line, MARKUP);
        return true;
    }
    false
}

/// Silences block quotes, headings, bullets and check boxes at the start of a line and the outer bars of a table row.
/// Returns where the line's content begins.
pub(super) fn mark_prefix(sheet: &mut Sheet<'_>, line: Range<usize>) -> usize {
    let mut at = skip_space(sheet, line.start, line.end);
    while sheet.open_char(at) == Some('>') && at < line.end {
        let after = skip_space(sheet, at + 1, line.end);
        // `>5` and a short `> 5 kg` are comparisons.
        let is_number = sheet.open_char(after).is_some_and(|c| c.is_ascii_digit() || matches!(c, '=' | '$'));
        if is_number && (after == at + 1 || line.end - after < 12) {
            return at;
        }
        sheet.silence(at..after, MARKUP);
        at = after;
    }
    let hashes = (at..line.end).take_while(|&i| sheet.open_char(i) == Some('#')).count();
    if (1..=6).contains(&hashes) && is_space_or_end(sheet, at + hashes, line.end) {
        let after = skip_space(sheet, at + hashes, line.end);
        sheet.silence(at..after, MARKUP);
        mark_closing_hashes(sheet, after..line.end);
        return after;
    }
    let is_bullet = matches!(sheet.open_char(at), Some('-' | '*' | '+' | '•' | '◦' | '▪' | '‣' | '·'));
    if at < line.end && is_bullet && at + 1 < line.end && is_space_or_end(sheet, at + 1, line.end) {
        let after = skip_space(sheet, at + 1, line.end);
        sheet.silence(at..after, MARKUP);
        return mark_check_box(sheet, after..line.end);
    }
    if sheet.open_char(at) == Some('|') && at < line.end {
        let after = skip_space(sheet, at + 1, line.end);
        sheet.silence(at..after, MARKUP);
        at = after;
        if let Some(last) = (at..line.end).rev().find(|&i| !sheet.chars[i].is_whitespace())
            && sheet.open_char(last) == Some('|')
        {
            sheet.silence(last..last + 1, MARKUP);
        }
    }
    at
}

fn mark_check_box(sheet: &mut Sheet<'_>, rest: Range<usize>) -> usize {
    let chars = &sheet.chars[rest.clone()];
    if let ['[', ' ' | 'x' | 'X', ']', ' ', ..] = chars {
        sheet.silence(rest.start..rest.start + 4, MARKUP);
        return rest.start + 4;
    }
    rest.start
}

/// `### Title ###`: the hashes behind are markup too.
fn mark_closing_hashes(sheet: &mut Sheet<'_>, content: Range<usize>) {
    let trailing =
        content.clone().rev().take_while(|&i| sheet.chars[i].is_whitespace() || sheet.chars[i] == '#').last();
    if let Some(first) = trailing
        && sheet.chars[first].is_whitespace()
        && sheet.chars[first..content.end].contains(&'#')
    {
        sheet.silence(first..content.end, MARKUP);
    }
}

fn is_space_or_end(sheet: &Sheet<'_>, i: usize, end: usize) -> bool {
    i >= end || sheet.chars[i].is_whitespace()
}

fn skip_space(sheet: &Sheet<'_>, from: usize, end: usize) -> usize {
    (from..end).find(|&i| !(sheet.chars[i].is_whitespace() && sheet.is_open(i))).unwrap_or(end.max(from))
}
