//! A spoken text cut where a speaker pauses: stretches of words, phonemes that stand in the text, and marks.
//!
//! The program that gives the phonemes drops all punctuation, and the models were trained with it: it is taken out here
//! and put back between the phonemes of the stretches.

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Text(String),
    /// What `[word](/phonemes/)` says.
    Phonemes(String),
    /// One of `. ! ? ; : ,`.
    Mark(char),
}

/// Cuts `spoken`. The first piece is never a mark, and no mark follows another.
pub fn pieces(spoken: &str) -> Vec<Piece> {
    let chars: Vec<char> = spoken.chars().collect();
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let rest = chars.get(at..).unwrap_or_default();
        if let Some((phonemes, n_chars)) = inline(rest) {
            flush(&mut pieces, &mut words);
            pieces.push(Piece::Phonemes(phonemes));
            at += n_chars;
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| chars.get(before)).copied();
        match mark(before, c, rest.get(1).copied()) {
            Some(mark) => {
                flush(&mut pieces, &mut words);
                add_mark(&mut pieces, mark);
            }
            None => words.push(if is_dropped(c) { ' ' } else { c }),
        }
        at += 1;
    }
    flush(&mut pieces, &mut words);
    pieces
}

/// The phonemes of the stretches, in order, with the marks between them.
pub fn assemble(pieces: &[Piece], mut phonemes_of: impl FnMut(&Piece) -> String) -> String {
    let mut all = String::new();
    for piece in pieces {
        match piece {
            Piece::Mark(mark) => all.push(*mark),
            piece => {
                let phonemes = phonemes_of(piece);
                if !all.is_empty() && !phonemes.is_empty() {
                    all.push(' ');
                }
                all.push_str(&phonemes);
            }
        }
    }
    all
}

/// `phonemes` in sentences: the models were trained on one at a time.
pub fn sentences(phonemes: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut sentence = String::new();
    let mut is_over = false;
    for c in phonemes.chars() {
        if is_over && c.is_whitespace() {
            sentences.push(std::mem::take(&mut sentence));
        }
        is_over = matches!(c, '.' | '!' | '?' | '…' | '。') || (is_over && is_dropped(c) && !c.is_whitespace());
        sentence.push(c);
    }
    sentences.push(sentence);
    sentences.iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}

fn flush(pieces: &mut Vec<Piece>, words: &mut String) {
    let text = std::mem::take(words).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().any(|c| !c.is_ascii_punctuation() && !c.is_whitespace()) {
        pieces.push(Piece::Text(text));
    }
}

/// The mark that `c` is between these neighbours.
fn mark(before: Option<char>, c: char, after: Option<char>) -> Option<char> {
    let ends = after.is_none_or(|next| !next.is_alphanumeric());
    match c {
        '.' if ends => Some('.'),
        '…' | '。' => Some('.'),
        '!' | '！' => Some('!'),
        '?' | '？' => Some('?'),
        ',' | ';' | ':' if ends => Some(c),
        '—' | '―' | '，' | '、' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' => Some(','),
        '；' => Some(';'),
        '：' => Some(':'),
        // A dash between words; between figures and in compounds it is part of the word.
        '-' | '–' if ends && before.is_none_or(char::is_whitespace) => Some(','),
        _ => None,
    }
}

/// Adds a mark where something was said before; of two, the one with the longer pause stays.
fn add_mark(pieces: &mut Vec<Piece>, mark: char) {
    let rank = |mark: char| match mark {
        ',' => 0,
        ';' | ':' => 1,
        _ => 2,
    };
    match pieces.last_mut() {
        None => {}
        Some(Piece::Mark(last)) => *last = std::cmp::max_by_key(mark, *last, |mark| rank(*mark)),
        Some(_) => pieces.push(Piece::Mark(mark)),
    }
}

/// Quotation marks and signs that would steer the program that gives the phonemes.
fn is_dropped(c: char) -> bool {
    c.is_control() || matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '|' | '\\' | '^' | '_' | '`')
}

/// `[word](/phonemes/)` at the start of `rest`, with an English genitive behind it: the phonemes, and how many `char`s
/// that was.
fn inline(rest: &[char]) -> Option<(String, usize)> {
    let find = |from: usize, mark: &[char]| {
        rest.get(from..)?.windows(mark.len()).position(|window| window == mark).map(|place| from + place)
    };
    if rest.first() != Some(&'[') {
        return None;
    }
    let middle = find(1, &[']'])?;
    let start = middle + 3;
    if rest.get(middle..start) != Some(&[']', '(', '/'][..]) {
        return None;
    }
    let end = find(start, &['/', ')'])?;
    let mut phonemes: String = rest.get(start..end)?.iter().collect();
    let mut n_chars = end + 2;
    if let [apostrophe, 's', after @ ..] = rest.get(n_chars..).unwrap_or_default()
        && matches!(apostrophe, '\'' | '’')
        && after.first().is_none_or(|next| !next.is_alphanumeric())
    {
        phonemes.push_str(match phonemes.chars().last() {
            Some('s' | 'z' | 'ʃ' | 'ʒ' | 'ʧ' | 'ʤ') => "ɪz",
            Some('p' | 't' | 'k' | 'f' | 'θ') => "s",
            _ => "z",
        });
        n_chars += 2;
    }
    Some((phonemes, n_chars))
}

#[cfg(test)]
mod tests {
    use super::{Piece, assemble, pieces, sentences};

    /// The pieces in one line: words as they are, phonemes between slashes.
    fn shown(spoken: &str) -> String {
        let shown: Vec<String> = pieces(spoken)
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => text,
                Piece::Phonemes(phonemes) => format!("/{phonemes}/"),
                Piece::Mark(mark) => mark.to_string(),
            })
            .collect();
        shown.join("|")
    }

    #[test]
    fn texts_are_cut_at_their_marks() {
        for (spoken, expect) in [
            ("", ""),
            (" … ", ""),
            ("Hello there", "Hello there"),
            ("Hello, world!  It is\nI.", "Hello|,|world|!|It is I|."),
            ("Yes; (well) no: go.", "Yes|;|well|,|no|:|go|."),
            ("He said: “it's five o’clock”. Isn't it?", "He said|:|it's five o’clock|.|Isn't it|?"),
            ("What?! Oh... no", "What|?|Oh|.|no"),
            ("It is three.five or a.m. today, well-known", "It is three.five or a.m|.|today|,|well-known"),
            ("One — two - three – four", "One|,|two|,|three|,|four"),
            ("\"Wait\" [[?????]] <b>", "Wait|?|b|,"),
            ("반갑습니다. 안녕？", "반갑습니다|.|안녕|?"),
        ] {
            assert_eq!(shown(spoken), expect, "{spoken}");
        }
    }

    #[test]
    fn phonemes_stand_in_the_text() {
        for (spoken, expect) in [
            ("He moved to [Seoul](/sˈʌul/).", "He moved to|/sˈʌul/|."),
            ("[Moksori](/mˈOksɔɹi/)'s [C](/sˈi/)", "/mˈOksɔɹiz/|/sˈi/"),
            ("[Kit](/kˈɪt/)'s, [Bush](/bˈʊʃ/)’s", "/kˈɪts/|,|/bˈʊʃɪz/"),
            ("[a](b) [c", "a|,|b|,|c"),
            ("[a](/b", "a|,|/b"),
        ] {
            assert_eq!(shown(spoken), expect, "{spoken}");
        }
    }

    #[test]
    fn marks_come_back_between_the_phonemes() {
        let all = |spoken: &str| {
            assemble(&pieces(spoken), |piece| match piece {
                Piece::Text(text) => text.to_lowercase(),
                Piece::Phonemes(phonemes) => phonemes.clone(),
                Piece::Mark(_) => panic!("a mark has no phonemes"),
            })
        };
        assert_eq!(all("Go, [now](/nW/) please! Yes."), "go, nW please! yes.");
        assert_eq!(all(""), "");
    }

    #[test]
    fn sentences_end_at_their_marks() {
        for (phonemes, expect) in [
            ("", &[][..]),
            ("a b, c", &["a b, c"]),
            ("a. b! c? d", &["a.", "b!", "c?", "d"]),
            ("a.b c.” d", &["a.b c.”", "d"]),
        ] {
            assert_eq!(sentences(phonemes), expect, "{phonemes}");
        }
    }
}
