//! Where the lines of an imported script stand in the text they came from.
//!
//! Importing takes off what is no part of a line (subtitle times, list and quotation marks, Markdown, soft line breaks);
//! everything else of a line stands in the text in the same order. So a line is found again by reading both together
//! and passing over markup that only the text has.

/// How far after the end of the line before a line is looked for, in `char`s: front matter, a table or a code block may
/// lie between. Keeps a long script with a line that cannot be found from being searched to its end each time.
const WINDOW_CHARS: usize = 20_000;
/// Longest link target, tag or footnote mark that is passed over, in `char`s.
const LONGEST_MARKUP: usize = 2_000;

/// Where each `char` of `line` stands in `text`, with one more entry for the line's end; the line is looked for at
/// `from` and after. White space that only the line has stands where the `char` after it stands. `None` if it cannot be
/// found.
pub fn locate(text: &[char], line: &[char], from: usize) -> Option<Vec<usize>> {
    let first = *line.iter().find(|c| !c.is_whitespace())?;
    let end = text.len().min(from.saturating_add(WINDOW_CHARS));
    (from..end).filter(|&start| text[start] == first).find_map(|start| follow(text, line, start))
}

/// [`locate`] with the first `char` that is no white space at `start`.
fn follow(text: &[char], line: &[char], start: usize) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(line.len() + 1);
    let mut at = start;
    for (i, &c) in line.iter().enumerate() {
        if c.is_whitespace() {
            // A break in the text may be a space in the line, or a space of its own.
            places.push(at);
            if text.get(at) == Some(&c) && i > 0 {
                at += 1;
            }
            continue;
        }
        let before = at;
        while text.get(at) != Some(&c) {
            match passed(text, at) {
                Some(next) => at = next,
                // Cells of a table are joined by commas.
                None if c == ',' => break,
                None => return None,
            }
        }
        if text.get(at) == Some(&c) {
            places.push(at);
            at += 1;
        } else {
            at = before;
            places.push(at);
        }
    }
    places.push(at);
    Some(places)
}

/// Where reading goes on after what stands at `at` if that is no part of a line.
fn passed(text: &[char], at: usize) -> Option<usize> {
    let until = |close: char| {
        let n = text.iter().skip(at).take(LONGEST_MARKUP).position(|&c| c == close)?;
        Some(at + n + 1)
    };
    match *text.get(at)? {
        c if c.is_whitespace() => Some(at + 1),
        '[' if text.get(at + 1) == Some(&'^') => until(']'),
        '*' | '_' | '~' | '`' | '[' | ']' | '!' | '\\' | '|' => Some(at + 1),
        '(' if at > 0 && text[at - 1] == ']' => until(')'),
        '<' => until('>'),
        '>' | '-' | '+' | '#' | '=' if begins_line(text, at) => Some(at + 1),
        _ => None,
    }
}

/// Whether only white space and marks of quotations, lists and headings stand between `at` and the break before it.
fn begins_line(text: &[char], at: usize) -> bool {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*' | '+' | '#' | '=');
    text[..at].iter().rev().take_while(|&&c| c != '\n').all(|&c| is_mark(c))
}

#[cfg(test)]
mod tests {
    use super::locate;

    /// Checks where a line begins and ends, and that what lies between is the line but for white space and markup.
    #[track_caller]
    fn check(text: &str, line: &str, from: usize, expect: Option<(usize, usize)>) {
        let text: Vec<char> = text.chars().collect();
        let line: Vec<char> = line.chars().collect();
        let places = locate(&text, &line, from);
        let ends = places.as_ref().map(|places| (places[0], places[line.len()]));
        assert_eq!(ends, expect, "{line:?} in {text:?}");
        for (&c, &place) in line.iter().zip(places.iter().flatten()).filter(|(c, _)| c.is_alphanumeric()) {
            assert_eq!(text[place], c);
        }
    }

    #[test]
    fn lines_are_found_again() {
        check("one\ntwo\n", "two", 3, Some((4, 7)));
        check("  one  two", "one two", 0, Some((2, 10)));
        // Soft breaks, quotations, lists.
        check("a long\nsentence here", "a long sentence here", 0, Some((0, 20)));
        check("> quoted and\n> broken", "quoted and broken", 0, Some((2, 21)));
        check("- item - with a dash", "item - with a dash", 0, Some((2, 20)));
        // Markup within a line.
        check("some **bold** and [a label](http://x.y/z) here", "some bold and a label here", 0, Some((0, 46)));
        check("A note.[^1] Then `code` and <b>more</b>.", "A note. Then code and more.", 0, Some((0, 40)));
        check("| one | two |", "one, two", 0, Some((2, 11)));
        // Subtitles: the number before is passed.
        check("1\n00:00:01,000 --> 00:00:02,000\n1 apple\n", "1 apple", 0, Some((32, 39)));
        // The same words again: the one after the place that has been reached.
        check("yes\nno\nyes\n", "yes", 3, Some((7, 10)));
        check("안녕\n하세요", "하세요", 2, Some((3, 6)));
        // Not there.
        check("one two", "one three", 0, None);
        check("one", "   ", 0, None);
        check("", "one", 0, None);
        check("one", "one", 9, None);
    }
}
