//! From tokens to the words that are looked up: pieces, signs and groups.

use super::scan::{is_apostrophe, is_decimal};
use super::stress::is_mark;

/// A piece of text that is read as one, or a token before it is cut into pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// As written.
    pub(super) text: String,
    /// Penn tag.
    pub(super) tag: &'t str,
    /// Whether white space follows.
    pub(super) space_after: bool,
    /// What it sounds like, once known; may be empty.
    pub(super) phonemes: Option<String>,
    /// Whether it starts a word, so that a `-` in front of a number is a minus and numbers are read as amounts.
    pub(super) is_head: bool,
    /// What is read instead of the text.
    pub(super) alias: Option<&'static str>,
    /// The currency of the amount it ends.
    pub(super) currency: Option<char>,
    /// Whether its sound is set off from the one before it by a space.
    pub(super) space_before: bool,
}

impl<'t> Token<'t> {
    /// A token as it comes from the tokeniser.
    pub(super) fn new(text: String, tag: &'t str, space_after: bool) -> Self {
        Self { text, tag, space_after, is_head: true, ..Self::default() }
    }

    /// Whether nothing is decided about its sound.
    pub(super) fn is_open(&self) -> bool {
        self.alias.is_none() && self.phonemes.is_none()
    }

    /// Several pieces as one token, without a sound: tagged as the longest of them, capitals counting twice.
    pub(super) fn merged(pieces: &[Self]) -> Self {
        let length = |piece: &Self| -> usize {
            let length_of = |c: char| if c.to_lowercase().eq([c]) { 1 } else { 2 };
            piece.text.chars().map(length_of).sum()
        };
        let mut longest: Option<&Self> = None;
        for piece in pieces {
            if longest.is_none_or(|other| length(piece) > length(other)) {
                longest = Some(piece);
            }
        }
        let mut text = String::new();
        for (i, piece) in pieces.iter().enumerate() {
            text.push_str(&piece.text);
            if piece.space_after && i + 1 < pieces.len() {
                text.push(' ');
            }
        }
        Self {
            text,
            tag: longest.map_or("", |piece| piece.tag),
            space_after: pieces.last().is_some_and(|piece| piece.space_after),
            is_head: pieces.first().is_some_and(|piece| piece.is_head),
            currency: pieces.iter().filter_map(|piece| piece.currency).max(),
            space_before: pieces.first().is_some_and(|piece| piece.space_before),
            ..Self::default()
        }
    }

    /// The sound of several pieces that have theirs, and whether white space follows.
    pub(super) fn sound(pieces: &[Self]) -> String {
        let mut sound = String::new();
        for piece in pieces {
            let phonemes = piece.phonemes.as_deref().unwrap_or_default();
            if piece.space_before && !phonemes.is_empty() && !sound.is_empty() && !sound.ends_with(' ') {
                sound.push(' ');
            }
            sound.push_str(phonemes);
        }
        sound
    }
}

/// The currencies that the number reader knows, by their sign: unit and hundredth.
pub(super) fn currency_units(sign: char) -> Option<[&'static str; 2]> {
    match sign {
        '$' => Some(["dollar", "cent"]),
        '£' => Some(["pound", "pence"]),
        '€' => Some(["euro", "cent"]),
        _ => None,
    }
}

/// Whether a character joins the parts of a compound and is not heard there.
pub(super) fn is_joint(c: char) -> bool {
    "',-._‘’/".contains(c)
}

/// Whether a character is a quote or a bracket, which the tagger sometimes takes for a word.
pub(super) fn is_enclosing(c: char) -> bool {
    "\"“”„‚«»`´()[]{}".contains(c)
}

/// Cuts tokens into pieces, gives signs and punctuation their sound, and groups the open pieces that are written
/// together. Every group has at least one piece; a group of one is a word of its own.
pub(super) fn groups<'t>(tokens: &[Token<'t>]) -> Vec<Vec<Token<'t>>> {
    let mut groups: Vec<Vec<Token<'t>>> = Vec::new();
    // Whether the last group may take another piece.
    let mut is_growing = false;
    let mut currency = None;
    for (i, token) in tokens.iter().enumerate() {
        let next = tokens.get(i + 1);
        let is_last_of_number = next.is_none_or(|next| next.tag != "CD");
        let previous = i.checked_sub(1).and_then(|i| tokens.get(i));
        let pieces = pieces_of(token);
        let n = pieces.len();
        for (j, mut piece) in pieces.iter().cloned().enumerate() {
            if piece.is_open() {
                if let Some(sign) = currency_sign(&piece, next) {
                    currency = Some(sign);
                    piece.phonemes = Some(String::new());
                } else if let Some(mark) = punctuation_sound(&piece) {
                    piece.phonemes = Some(mark);
                } else if let Some(mark) = enclosing_sound(&piece, previous).filter(|_| n == 1) {
                    piece.phonemes = Some(mark.to_owned());
                } else if currency.is_some() {
                    if piece.tag != "CD" {
                        currency = None;
                    } else if j + 1 == n && is_last_of_number {
                        piece.currency = currency;
                    }
                } else if is_two_between_letters(&pieces, j) {
                    piece.alias = Some("to");
                }
            }
            let is_open = piece.is_open();
            let joins = is_open && is_growing;
            is_growing = is_open && !piece.space_after;
            match groups.last_mut().filter(|_| joins) {
                Some(group) => {
                    piece.is_head = group.iter().all(|earlier| earlier.text.chars().all(is_enclosing));
                    group.push(piece);
                }
                None => groups.push(vec![piece]),
            }
        }
    }
    groups
}

/// The sign of a currency, tagged as one or directly before a number.
fn currency_sign(piece: &Token<'_>, next: Option<&Token<'_>>) -> Option<char> {
    let mut chars = piece.text.chars();
    let sign = chars.next().filter(|_| chars.next().is_none())?;
    let is_before_number = next.is_some_and(|next| next.tag == "CD") && !piece.space_after;
    currency_units(sign).filter(|_| piece.tag == "$" || is_before_number).map(|_| sign)
}

/// The sound of a token that is punctuation: a mark of the phoneme alphabet, or nothing.
fn punctuation_sound(piece: &Token<'_>) -> Option<String> {
    if piece.tag == ":" && matches!(piece.text.as_str(), "-" | "–") {
        return Some("—".to_owned());
    }
    let is_mark_tag =
        matches!(piece.tag, "." | "," | "-LRB-" | "-RRB-" | "``" | "\"\"" | "''" | ":" | "$" | "#" | "NFP");
    let is_word = piece.text.chars().all(|c| c.is_ascii_alphabetic());
    if !is_mark_tag || is_word {
        return None;
    }
    Some(match piece.tag {
        "-LRB-" => "(".to_owned(),
        "-RRB-" => ")".to_owned(),
        "``" => "“".to_owned(),
        "\"\"" | "''" => "”".to_owned(),
        _ => piece.text.chars().filter(|&c| is_mark(c)).collect(),
    })
}

/// The sound of a quote or round bracket that the tagger took for a word. A straight quote opens at the start of a chunk.
fn enclosing_sound(piece: &Token<'_>, previous: Option<&Token<'_>>) -> Option<&'static str> {
    let is_opening =
        || previous.is_none_or(|previous| previous.space_after || matches!(previous.text.as_str(), "(" | "[" | "{"));
    match piece.text.as_str() {
        "“" | "„" | "«" => Some("“"),
        "”" | "»" => Some("”"),
        "\"" => Some(if is_opening() { "“" } else { "”" }),
        "(" | "[" | "{" => Some("("),
        ")" | "]" | "}" => Some(")"),
        _ => None,
    }
}

/// `B2B`: a lone 2 between letters inside one token.
fn is_two_between_letters(pieces: &[Token<'_>], j: usize) -> bool {
    let letter = |i: Option<usize>, last: bool| {
        let text = i.and_then(|i| pieces.get(i)).map_or("", |piece| piece.text.as_str());
        let c = if last { text.chars().next_back() } else { text.chars().next() };
        c.is_some_and(char::is_alphabetic)
    };
    pieces.get(j).is_some_and(|piece| piece.text == "2") && letter(j.checked_sub(1), true) && letter(Some(j + 1), false)
}

/// The pieces of a token; itself if its sound is given.
fn pieces_of<'t>(token: &Token<'t>) -> Vec<Token<'t>> {
    if !token.is_open() {
        return vec![token.clone()];
    }
    let mut pieces: Vec<Token<'t>> =
        cut(&token.text).into_iter().map(|text| Token { text, space_after: false, ..token.clone() }).collect();
    if let Some(last) = pieces.last_mut() {
        last.space_after = token.space_after;
    }
    pieces
}

/// Cuts a token where its kind of characters changes: numbers, runs of hyphens, words with their apostrophes, words
/// written `likeThis`, single signs. A lone apostrophe that belongs to nothing is left out.
fn cut(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = chars.get(at..).unwrap_or_default();
        let len = piece_len(rest, at == 0);
        if len > 0 {
            pieces.push(rest.iter().take(len).collect());
        }
        at += len.max(1);
    }
    pieces
}

/// Length of the piece that `rest` starts with; 0 for a character that belongs to none.
fn piece_len(rest: &[char], is_start: bool) -> usize {
    let run = |test: fn(char) -> bool| rest.iter().take_while(|&&c| test(c)).count();
    let is = |i: usize, test: fn(char) -> bool| rest.get(i).copied().is_some_and(test);
    let apostrophes = run(is_apostrophe);
    if apostrophes > 0 && is_start {
        return apostrophes;
    }
    if is(0, char::is_uppercase) && is(1, char::is_uppercase) && is(2, char::is_lowercase) {
        return 1;
    }
    let number = number_len(rest, is_start);
    if number > 0 {
        return number;
    }
    let hyphens = run(|c| matches!(c, '-' | '_'));
    if hyphens > 0 {
        return hyphens;
    }
    if apostrophes >= 2 || (apostrophes == 1 && rest.len() == 1) {
        return apostrophes;
    }
    let letters = run(char::is_alphabetic);
    if let Some(len) = camel_len(rest, letters) {
        return len;
    }
    if letters > 0 {
        let mut len = letters;
        while is(len, is_apostrophe) && is(len + 1, char::is_alphabetic) {
            len += 2;
        }
        return len;
    }
    usize::from(apostrophes == 0)
}

/// Length of the number at the start: digits with single `,` or `.` before any of them, after a `-` at the very start.
fn number_len(rest: &[char], is_start: bool) -> usize {
    let is_digit = |i: usize| rest.get(i).copied().is_some_and(is_decimal);
    let start = usize::from(is_start && rest.first() == Some(&'-'));
    let mut len = start;
    loop {
        if is_digit(len) {
            len += 1;
        } else if matches!(rest.get(len), Some(',' | '.')) && is_digit(len + 1) {
            len += 2;
        } else {
            return if len > start { len } else { 0 };
        }
    }
}

/// Length of the shortest start that ends in a lower-case letter before an upper-case one: letters, then any number of
/// apostrophe and letter.
fn camel_len(rest: &[char], n_letters: usize) -> Option<usize> {
    let is = |i: usize, test: fn(char) -> bool| rest.get(i).copied().is_some_and(test);
    for letters in 0..=n_letters {
        let mut at = letters;
        loop {
            if is(at, char::is_lowercase) && is(at + 1, char::is_uppercase) {
                return Some(at + 1);
            }
            if !(is(at, is_apostrophe) && is(at + 1, char::is_alphabetic)) {
                break;
            }
            at += 2;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn pieces() {
        let check = |text: &str, expect: &[&str]| assert_eq!(cut(text), expect, "{text}");
        check("word", &["word"]);
        check("iPhone", &["i", "Phone"]);
        check("McDonald", &["Mc", "Donald"]);
        check("USAToday", &["USAToday"]);
        check("ABc", &["A", "Bc"]);
        check("O'Neil", &["O'N", "eil"]);
        check("don't", &["don't"]);
        check("'tis", &["'", "tis"]);
        check("dogs'", &["dogs", "'"]);
        check("-5", &["-5"]);
        check("a-5", &["a", "-", "5"]);
        check("1,249.50", &["1,249.50"]);
        check("1,,2", &["1", ",", ",2"]);
        check("mp3s", &["mp", "3", "s"]);
        check("a__b", &["a", "__", "b"]);
        check("x''y", &["x", "''", "y"]);
        check("한국", &["한국"]);
    }
}
