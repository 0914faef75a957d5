//! What each border between two pieces is worth as a cut.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::text::language::is_hangul;
use crate::text::{Origin, Piece};

/// How good a border is for a cut, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Behind a pause tag: always cut.
    Pause,
    /// Behind a line break that no punctuation ended: always cut.
    Newline,
    /// Behind a sentence.
    Sentence,
    /// Behind a comma, semicolon, colon or dash, or around a bracket.
    Clause(Mark),
    /// Between two words.
    Word,
    /// Before white space: only where the space would not fit.
    BeforeSpace,
    /// Between two pieces of one word, number or address.
    Piece,
    /// Inside a piece that is longer than the limit.
    Inside,
    /// Inside a grapheme.
    Grapheme,
}

/// What ends a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Semicolon, colon, dash.
    Strong,
    /// Comma, bracket.
    Weak,
}

/// What stands before the border, white space, markup and closing quotes left out.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Plain,
    Clause(Mark),
    /// A sentence may have ended with this mark.
    Ended(char),
}

/// Abbreviations that end no sentence, for lines whose language has no rules that read them.
const NEVER_LAST: &[&str] = &["Mr", "Mrs", "Ms", "Dr", "Prof", "St", "vs", "No", "Fig", "Vol", "pp", "cf", "approx"];

/// The level of each border: index `b` is the border before piece `b`.
pub(super) fn levels<'a>(
    pieces: &[Piece],
    is_inside: &[bool],
    source: &str,
    chars: impl Fn() -> &'a [char],
) -> Vec<Level> {
    let mut levels = vec![Level::Piece; pieces.len() + 1];
    let is_korean = std::cell::LazyCell::new(|| pieces.iter().any(|piece| piece.spoken.chars().any(is_hangul)));
    let mut has_pause = false;
    let mut state = State::Plain;
    // The last word, to tell abbreviations and initials.
    let mut word = "";
    let mut word_is_written = false;
    for (k, piece) in pieces.iter().enumerate() {
        let after = k + 1;
        if is_inside[k] {
            levels[after] = Level::Inside;
        }
        match class(piece) {
            Class::Pause => {
                levels[after] = Level::Pause;
                has_pause = true;
                state = State::Plain;
            }
            Class::Silent => {}
            Class::Space => {
                levels[k] = better(levels[k], Level::BeforeSpace);
                let is_end = matches!(state, State::Ended(mark) if ends_sentence(pieces, after, mark, word, word_is_written, || *is_korean));
                levels[after] = match state {
                    _ if is_end => Level::Sentence,
                    _ if piece.spoken.contains(['\n', '\u{2028}', '\u{2029}', '\u{85}', '\u{B}', '\u{C}', '\r']) => {
                        Level::Newline
                    }
                    State::Clause(mark) => Level::Clause(mark),
                    // "Well… maybe": a pause, but no end.
                    State::Ended('…') => Level::Clause(Mark::Weak),
                    _ if is_inside[k] => Level::Inside,
                    _ => Level::Word,
                };
            }
            Class::Mark(c) => {
                if let (State::Ended(mark), false) = (state, is_closer(c) || is_terminator(c))
                    && ends_without_space(mark, word, c)
                {
                    levels[k] = Level::Sentence;
                }
                if is_opener(c) && levels[k] == Level::Word && matches!(c, '(' | '[' | '（' | '{') {
                    levels[k] = Level::Clause(Mark::Weak);
                }
                state = next_state(state, c, piece);
                if matches!(c, '—' | '、' | '，' | '；') {
                    levels[after] = Level::Clause(if matches!(c, '—' | '；') { Mark::Strong } else { Mark::Weak });
                }
            }
            Class::Word => {
                let first = piece.spoken.chars().next().unwrap_or(' ');
                if let State::Ended(mark) = state
                    && ends_without_space(mark, word, first)
                {
                    levels[k] = Level::Sentence;
                }
                state = State::Plain;
                word = piece.spoken.trim();
                word_is_written = piece.origin == Origin::Written;
                // A rule's piece that ends in a space keeps its neighbour: no border for words there.
            }
        }
    }
    if has_pause {
        absorb_after_pauses(pieces, &mut levels);
    }
    let has_plain_borders = || pieces.iter().all(|piece| is_plain_border(chars(), piece.source.start));
    // Every character of plain ASCII is a grapheme.
    if !source.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !has_plain_borders() {
        protect_graphemes(pieces, source, &mut levels);
    }
    levels
}

/// Whether a grapheme certainly begins at `at`: by UAX #29 (GB999) one does between characters of these ranges, none of
/// which is a control, an extending, spacing or prepended mark, a conjoining jamo or a picture.
fn is_plain_border(chars: &[char], at: usize) -> bool {
    let is_plain = |c: char| matches!(c, ' '..='~' | '\u{C0}'..='\u{17F}' | '\u{2010}'..='\u{2027}' | '\u{4E00}'..='\u{9FFF}' | '가'..='힣');
    let before = at.checked_sub(1).and_then(|k| chars.get(k));
    before.is_none_or(|&c| is_plain(c)) && chars.get(at).is_some_and(|&c| is_plain(c))
}

/// Two pieces may be one grapheme (a digit and a combining mark): no usual cut there.
fn protect_graphemes(pieces: &[Piece], source: &str, levels: &mut [Level]) {
    let mut starts = source.graphemes(true).scan(0usize, |at, grapheme| {
        let start = *at;
        *at += grapheme.chars().count();
        Some(start)
    });
    let mut next_start = starts.next();
    for (k, piece) in pieces.iter().enumerate() {
        while next_start.is_some_and(|start| start < piece.source.start) {
            next_start = starts.next();
        }
        if next_start == Some(piece.source.start) {
            continue;
        }
        if levels[k] != Level::Pause {
            levels[k] = Level::Grapheme;
            continue;
        }
        // What went with the pause shares a grapheme with what follows: the cut is behind the pause itself, if it is not
        // there already.
        let behind =
            pieces[..k].iter().rposition(|piece| matches!(class(piece), Class::Pause)).map_or(k, |pause| pause + 1);
        if behind < k {
            levels[behind] = Level::Pause;
            levels[k] = Level::Grapheme;
        }
    }
}

/// White space and markup behind a pause go with it, so that several pauses in a row are one.
fn absorb_after_pauses(pieces: &[Piece], levels: &mut [Level]) {
    let mut in_pause = false;
    for (k, piece) in pieces.iter().enumerate() {
        match class(piece) {
            Class::Pause => {
                if in_pause {
                    levels[k] = Level::Piece;
                }
                in_pause = true;
            }
            Class::Space | Class::Silent if in_pause => {
                levels[k] = Level::Piece;
                levels[k + 1] = Level::Pause;
            }
            _ => in_pause = false,
        }
    }
}

fn better(a: Level, b: Level) -> Level {
    if a == Level::Piece { b } else { a }
}

enum Class {
    Pause,
    Silent,
    Space,
    Mark(char),
    Word,
}

fn class(piece: &Piece) -> Class {
    match piece.origin {
        Origin::Pause(_) => return Class::Pause,
        Origin::Dropped(_) => return Class::Silent,
        Origin::Rule("dash") if piece.spoken.contains('—') => return Class::Mark('—'),
        Origin::Rule(rule) if rule != "typography" => return Class::Word,
        _ => {}
    }
    let mut chars = piece.spoken.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Class::Silent,
        _ if piece.spoken.chars().all(char::is_whitespace) => Class::Space,
        (Some(c), None) if !c.is_alphanumeric() => Class::Mark(c),
        _ => Class::Word,
    }
}

fn next_state(state: State, c: char, piece: &Piece) -> State {
    match c {
        _ if is_terminator(c) => match (state, c) {
            // "?!", "...": the strongest mark counts; dots in a row are an ellipsis.
            (State::Ended('.' | '…'), '.') => State::Ended('…'),
            (State::Ended('?' | '!'), _) => state,
            _ => State::Ended(c),
        },
        _ if is_closer(c) && (!matches!(c, '"' | '\'') || state != State::Plain) => match state {
            State::Plain if matches!(c, ')' | ']' | '）' | '}') => State::Clause(Mark::Weak),
            _ => state,
        },
        ';' | ':' | '；' | '：' | '—' | '–' => State::Clause(Mark::Strong),
        ',' | '，' | '、' | '·' => State::Clause(Mark::Weak),
        _ if piece.spoken.is_empty() => state,
        _ => State::Plain,
    }
}

const fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '‼' | '⁇' | '⁈' | '⁉' | '।' | '؟')
}

const fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '}' | '”' | '’' | '»' | '›' | '」' | '』' | '）' | '】' | '》' | '〉')
}

const fn is_opener(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '(' | '[' | '{' | '“' | '‘' | '«' | '‹' | '「' | '『' | '（' | '【' | '《' | '〈' | '¿' | '¡'
    )
}

/// A letter of a script without capitals: Hangul, kana, Han.
fn is_caseless(c: char) -> bool {
    c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase()
}

/// Whether a sentence ended although no white space follows: full-width marks, and scripts that are often written so.
fn ends_without_space(mark: char, word: &str, next: char) -> bool {
    match mark {
        '。' | '！' | '？' | '｡' | '‼' | '⁇' | '⁈' | '⁉' | '।' => true,
        '.' | '!' | '?' => word.chars().next_back().is_some_and(is_caseless) && is_caseless(next),
        _ => false,
    }
}

/// Whether the mark before the white space in front of piece `k` ended a sentence.
fn ends_sentence(
    pieces: &[Piece],
    k: usize,
    mark: char,
    word: &str,
    word_is_written: bool,
    is_korean: impl Fn() -> bool,
) -> bool {
    let next = pieces[k..].iter().flat_map(|piece| piece.spoken.chars()).find(|&c| !c.is_whitespace() && !is_opener(c));
    let Some(next) = next else { return true };
    if next.is_lowercase() && !matches!(mark, '。' | '！' | '？') {
        return false;
    }
    let is_abbreviation = word_is_written
        && (NEVER_LAST.contains(&word)
            || word.len() == 1
                && word.chars().all(|c| c.is_ascii_uppercase())
                && next.is_ascii_uppercase()
                && is_korean());
    !(mark == '.' && is_abbreviation)
}
