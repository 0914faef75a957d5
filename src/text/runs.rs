//! The language of each stretch of a line.
//!
//! A line has one language ([`super::language::detect`]); within it a stretch of the other one is read by that one's rules.
//! The principles:
//!
//! - In an English line, Hangul and what belongs to it is Korean: digits written together with it, and numbers, marks and
//!   spaces between two stretches of Hangul (`2012년 7월 15일`). A Latin letter ends the stretch.
//! - In a Korean line, names, terms and the numbers beside them are part of the Korean sentence: `RTX 4090`, `2 vCPU` and
//!   `iPhone 15 Pro Max` are said with Korean numbers. Only what is English as a sentence or a title is an English stretch: at
//!   least two words, one of which English uses to build sentences (`the`, `of`, `is`, `I`), or a quotation of at least three
//!   words, all without Hangul between them.
//!
//! Runs begin and end between words, so that no rule loses the word that it stands in.

use std::ops::Range;

use super::language::{Language, is_function_word, is_hangul};
use super::markup::Item;
use super::tokens::is_break;

/// A stretch of items in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Indices of its items. The runs of a line tile its items.
    pub items: Range<usize>,
    pub language: Language,
}

/// The runs of a line whose own language is `base`.
pub(super) fn split(items: &[Item], base: Language) -> Vec<Run> {
    let may_be_other: fn(char) -> bool = match base {
        Language::English => |c| !c.is_ascii() && is_hangul(c),
        Language::Korean => |c| c.is_ascii_alphabetic() || !c.is_ascii() && is_foreign_letter(c),
    };
    if !items.iter().any(|item| matches!(item, Item::Glyph(glyph) if may_be_other(glyph.c))) {
        return whole(items, base);
    }
    let glyphs: Vec<(usize, char)> = items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| match item {
            Item::Glyph(glyph) => Some((index, glyph.c)),
            // Nothing is read across a break: it ends a stretch.
            Item::Silent(origin, _) => is_break(*origin).then_some((index, BREAK)),
        })
        .collect();
    let other = match base {
        Language::English => korean_stretches(&glyphs),
        Language::Korean => english_stretches(&glyphs),
    };
    let item_of = |at: usize| glyphs.get(at).map_or(items.len(), |(index, _)| *index);
    let mut runs = Vec::with_capacity(2 * other.len() + 1);
    let mut done = 0;
    for stretch in other {
        let (start, end) = (item_of(stretch.start), item_of(stretch.end - 1) + 1);
        runs.push(Run { items: done..start, language: base });
        runs.push(Run { items: start..end, language: base.other() });
        done = end;
    }
    runs.push(Run { items: done..items.len(), language: base });
    runs.retain(|run| !run.items.is_empty());
    runs
}

/// A line in one language.
pub(super) fn whole(items: &[Item], language: Language) -> Vec<Run> {
    if items.is_empty() { Vec::new() } else { vec![Run { items: 0..items.len(), language }] }
}

/// Stands for what no rule reads across.
const BREAK: char = '\0';

/// Letters other than Hangul.
fn is_foreign_letter(c: char) -> bool {
    !is_hangul(c) && c.is_alphabetic()
}

/// Han characters belong to the Korean around them.
fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}')
}

fn korean_stretches(glyphs: &[(usize, char)]) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < glyphs.len() {
        if !is_hangul(glyphs[at].1) {
            at += 1;
            continue;
        }
        let floor = stretches.last().map_or(0, |last| last.end);
        let mut start = at;
        while start > floor && belongs_before_hangul(glyphs, start - 1) {
            start -= 1;
        }
        let mut end = at + 1;
        for (next, &(_, c)) in glyphs.iter().enumerate().skip(end) {
            let is_mark = next == end && unicode_normalization::char::is_combining_mark(c);
            if is_hangul(c) || is_han(c) || is_mark {
                end = next + 1;
            } else if is_foreign_letter(c) || matches!(c, BREAK | '\n') {
                break;
            }
        }
        stretches.push(start..end);
        at = end;
    }
    stretches
}

/// Digits with their marks, and Han characters, written together with the Hangul behind them.
fn belongs_before_hangul(glyphs: &[(usize, char)], at: usize) -> bool {
    let c = glyphs[at].1;
    let digit = |k: Option<usize>| k.and_then(|k| glyphs.get(k)).is_some_and(|(_, c)| c.is_ascii_digit());
    c.is_ascii_digit() && !glued_to_letter(glyphs, at)
        || is_han(c)
        || matches!(c, ',' | '.' | ':' | '~' | '-') && digit(at.checked_sub(1)) && digit(Some(at + 1))
}

/// Whether the digits around `at` are the tail of a name in Latin letters (MP3를).
fn glued_to_letter(glyphs: &[(usize, char)], at: usize) -> bool {
    let before = glyphs.iter().take(at + 1).rev().find(|(_, c)| !c.is_ascii_digit());
    before.is_some_and(|&(_, c)| is_foreign_letter(c) && !is_han(c) || c == '-')
}

fn english_stretches(glyphs: &[(usize, char)]) -> Vec<Range<usize>> {
    let mut stretches = Vec::new();
    let mut at = 0;
    while at < glyphs.len() {
        let ends = |c: char| is_hangul(c) || is_han(c) || matches!(c, BREAK | '\n');
        if ends(glyphs[at].1) {
            at += 1;
            continue;
        }
        let end = at + glyphs[at..].iter().take_while(|(_, c)| !ends(*c)).count();
        stretches.extend(english_in(glyphs, at..end));
        at = end;
    }
    stretches
}

/// The English sentence or title in a stretch without Hangul, if there is one.
fn english_in(glyphs: &[(usize, char)], stretch: Range<usize>) -> Option<Range<usize>> {
    let is_quote =
        |c: char| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '「' | '」' | '『' | '』' | '«' | '»' | '(' | ')');
    let words = words(glyphs, stretch.clone());
    let latin = |word: &&Range<usize>| is_foreign_letter(glyphs[word.start].1);
    let first = words.iter().position(|word| latin(&word))?;
    // A number before the first word belongs to it only inside the same quotation.
    let opens = |word: &Range<usize>| word.start.checked_sub(1).is_some_and(|before| is_quote(glyphs[before].1));
    let first = if first > 0 && opens(&words[0]) && first == 1 { 0 } else { first };
    let mut last = words.iter().rposition(|word| latin(&word))?;
    // So does one behind the last word, unless Hangul follows directly: then it is counted in Korean.
    if let Some(number) = words.get(last + 1)
        && number.end < stretch.end
        && is_quote(glyphs[number.end].1)
    {
        last += 1;
    }
    let inside = words.get(first..=last)?;
    let texts: Vec<String> = inside.iter().map(|word| glyphs[word.clone()].iter().map(|(_, c)| *c).collect()).collect();
    // Single letters are names of points, units and columns.
    let n_latin = inside.iter().filter(latin).filter(|word| word.len() > 1).count();
    let builds = texts.iter().any(|word| word.chars().count() > 1 && is_function_word(word));
    let (start, end) = (inside.first()?.start, inside.last()?.end);
    let quoted = opens(&inside[0]) && glyphs.get(end..stretch.end)?.iter().take(2).any(|(_, c)| is_quote(*c));
    let is_english = n_latin >= 2 && builds || n_latin >= 3 && quoted && texts.iter().any(|word| is_small(word));
    if !is_english {
        return None;
    }
    // The mark that ends the sentence is part of it.
    let marks = glyphs[end..stretch.end].iter().take_while(|(_, c)| matches!(c, '.' | '!' | '?' | '…' | '%')).count();
    Some(start..end + marks)
}

/// A word in small letters, as sentences and titles have them and names of products have not.
fn is_small(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(char::is_lowercase)
}

/// The words and numbers of a stretch: letters and digits with what may stand inside them.
fn words(glyphs: &[(usize, char)], stretch: Range<usize>) -> Vec<Range<usize>> {
    let is_inner = |at: usize| {
        let alphanumeric = |at: usize| stretch.contains(&at) && glyphs[at].1.is_alphanumeric();
        matches!(glyphs[at].1, '\'' | '’' | '-' | '.' | ',' | '/' | ':' | '_' | '@' | '&')
            && at > stretch.start
            && alphanumeric(at - 1)
            && alphanumeric(at + 1)
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    for at in stretch.clone() {
        let c = glyphs[at].1;
        let continues = words.last().is_some_and(|word| word.end == at);
        let is_part = c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c) && continues;
        if is_part || continues && is_inner(at) {
            match words.last_mut().filter(|word| word.end == at) {
                Some(word) => word.end = at + 1,
                None => words.push(at..at + 1),
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::text::Language;
    use crate::text::markup::{Item, scan};

    /// The stretches of the other language.
    fn other(text: &str, base: Language) -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        let items = scan(&chars);
        let runs = split(&items, base);
        let mut end = 0;
        for run in &runs {
            assert_eq!(run.items.start, end, "runs tile the line");
            end = run.items.end;
        }
        assert_eq!(end, items.len());
        let text = |items: &[Item]| {
            items.iter().filter_map(|item| if let Item::Glyph(glyph) = item { Some(glyph.c) } else { None }).collect()
        };
        runs.into_iter().filter(|run| run.language != base).map(|run| text(&items[run.items])).collect()
    }

    #[test]
    fn korean_in_english_lines() {
        let check = |text: &str, expect: &[&str]| assert_eq!(other(text, Language::English), expect, "{text}");
        check("The song 강남스타일 was released on 2012년 7월 15일.", &["강남스타일", "2012년 7월 15일"]);
        check("Kim Minsu (김민수) moved to 서울 in 2024.", &["김민수", "서울"]);
        check("She said \"안녕하세요, 저는 3번 학생입니다\" and sat.", &["안녕하세요, 저는 3번 학생입니다"]);
        check("We need 3명 and 1,200원.", &["3명", "1,200원"]);
        check("The MP3를 file", &["를"]);
        check("Only English here, 12 times.", &[]);
        check("About 3:30분 or 10~20개", &["3:30분", "10~20개"]);
    }

    #[test]
    fn english_in_korean_lines() {
        let check = |text: &str, expect: &[&str]| assert_eq!(other(text, Language::Korean), expect, "{text}");
        check("그는 \"I have 3 apples.\" 라고 말했다.", &["I have 3 apples."]);
        check("이 책은 The 7 Habits of Highly Effective People이다.", &["The 7 Habits of Highly Effective People"]);
        check("\"On May 5, 2024 we met at 3 p.m.\"라는 문장", &["On May 5, 2024 we met at 3 p.m."]);
        check("\"Just 2 minutes later\"를 들었다", &["Just 2 minutes later"]);
        check("\"3 words of wisdom\"이라는 글", &["3 words of wisdom"]);
        for whole in [
            "RTX 4090과 2 vCPU",
            "iPhone 15 Pro Max를 샀다",
            "Wi-Fi 6E와 GPT-4",
            "FastAPI를 2 vCPU 서버에 올린다",
            "Docker Compose로 FastAPI 서버를 deploy한다",
            "John Smith가 2024년에",
            "Python 3.12에서 async/await를 쓴다",
            "한국어만 있는 줄 12개",
            "",
        ] {
            check(whole, &[]);
        }
    }
}
