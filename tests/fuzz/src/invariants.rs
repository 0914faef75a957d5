//! What holds of every line, whatever is written in it. The property tests of `text` and the fuzz target share these.

use std::fmt::Debug;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::text::chunk::chunk;
use crate::text::normalize::{RULES, nfc};
use crate::text::{Origin, Piece, Reading, Span, SpokenForm, spoken_form};

/// `Ok` where the invariant holds, else what is wrong, in words.
pub type Held = Result<(), String>;

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(what()) }
}

fn ensure_eq<T: PartialEq + Debug>(a: T, b: T, what: &str) -> Held {
    ensure(a == b, || format!("{what}: {a:?}, not {b:?}"))
}

/// Reads `text` and cuts it at each of `limits`; everything that must hold is checked.
pub fn check_line(text: &str, reading: &Reading, limits: &[usize]) -> Held {
    let form = spoken_form(text, reading);
    let told = |fault: String| format!("{fault}\nof {text:?} in {:?}:\n{:?}", reading.language, form.pieces);
    check_form(text, &form).map_err(told)?;
    for &max_chars in limits {
        check_chunks(&form, max_chars, reading).map_err(|fault| told(format!("cut at {max_chars}: {fault}")))?;
    }
    Ok(())
}

/// Whether a terminal, a text editor or a script that reads the output would begin a new line at `c`.
pub fn breaks_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The pieces tile the NFC text, and nothing vanishes that is not listed as dropped.
pub fn check_form(text: &str, form: &SpokenForm) -> Held {
    ensure_eq(form.source.clone(), nfc(text), "the source is no NFC")?;
    let chars: Vec<char> = form.source.chars().collect();
    let mut at = 0;
    for piece in &form.pieces {
        let Span { start, end } = piece.source;
        ensure(start == at && end > start && end <= chars.len(), || format!("a gap or an overlap at {at}: {piece:?}"))?;
        at = end;
        check_piece(piece, &chars[start..end]).map_err(|fault| format!("{fault}: {piece:?}"))?;
    }
    ensure_eq(at, chars.len(), "the pieces end early")?;
    let spoken = form.text();
    let is_one_line =
        !spoken.chars().any(breaks_line) && spoken.split(' ').all(|word| !word.contains(char::is_whitespace));
    ensure(is_one_line, || format!("more than single spaces between words: {spoken:?}"))?;
    ensure(spoken.is_empty() || spoken.split(' ').all(|word| !word.is_empty()), || format!("spaces in {spoken:?}"))
}

fn check_piece(piece: &Piece, source: &[char]) -> Held {
    let is_blank = piece.spoken.trim().is_empty();
    match piece.origin {
        Origin::Written => ensure(piece.spoken.chars().eq(source.iter().copied()), || "not as written".to_owned()),
        Origin::Lexicon(_) | Origin::Chosen => {
            ensure(!is_blank && piece.atomic, || "a reading says nothing".to_owned())
        }
        Origin::Rule(name) => {
            ensure(RULES.contains(&name), || "a rule without a name".to_owned())?;
            // A mark may be read as nothing but a border, and a bracket that repeats a word is read with it. Unicode
            // has the Korean middle dot among the letters. `&nbsp;` is white space.
            let is_border = !piece.spoken.is_empty() && !source.iter().any(|&c| c.is_alphanumeric() && c != 'ㆍ');
            let is_read =
                !is_blank || name == "repeat" || is_border || (name == "typography" && !piece.spoken.is_empty());
            ensure(is_read, || "a rule lets text vanish".to_owned())
        }
        Origin::Dropped(why) => {
            ensure(piece.spoken.is_empty() || piece.spoken == " ", || "dropped, and yet spoken".to_owned())?;
            ensure(matches!(why, "markup" | "emoji" | "symbol" | "invisible"), || "dropped for no reason".to_owned())?;
            let hides_text = match why {
                "invisible" => source.iter().any(|&c| c.is_alphanumeric() || c.is_whitespace()),
                // Tags, addresses of links, footnotes and languages of code have letters.
                "markup" => {
                    source.iter().any(|c| c.is_alphanumeric())
                        && !source.iter().any(|c| matches!(c, '[' | ']' | '<' | '`' | '~'))
                }
                // Listed in `SpokenForm::dropped`.
                _ => false,
            };
            ensure(!hides_text, || "text vanishes unlisted".to_owned())
        }
        Origin::Pause(_) => ensure(is_blank && piece.atomic, || "a pause that speaks".to_owned()),
    }
}

/// The chunks are the text, keep the limit, and cut nothing that could be kept.
pub fn check_chunks(form: &SpokenForm, max_chars: usize, reading: &Reading) -> Held {
    let chunks = chunk(form, max_chars);
    let chars: Vec<char> = form.source.chars().collect();
    let mut at = 0;
    let mut pauses_ms = 0u64;
    for (index, part) in chunks.iter().enumerate() {
        ensure_eq(part.index, index, "its index")?;
        ensure_eq(part.source, Span::new(at, part.source.end), "a gap between chunks")?;
        ensure(part.source.end <= chars.len() && part.source.end >= at, || "a chunk beyond the text".to_owned())?;
        ensure(part.text.chars().eq(chars[part.source.range()].iter().copied()), || format!("not the text: {part:?}"))?;
        let (n_text, n_spoken) = (part.text.chars().count(), part.spoken.chars().count());
        ensure(n_text <= max_chars && n_spoken <= max_chars, || format!("{n_text} and {n_spoken} chars: {part:?}"))?;
        at = part.source.end;
        pauses_ms += u64::from(part.pause_after_ms);
    }
    ensure_eq(at, chars.len(), "the chunks end early")?;
    let asked_ms = form.pieces.iter().map(|piece| if let Origin::Pause(ms) = piece.origin { u64::from(ms) } else { 0 });
    ensure_eq(pauses_ms, asked_ms.sum(), "pauses")?;
    let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    // Phonemes that are longer than the limit are spoken as the word is written.
    if !reading.takes_phonemes {
        let spoken: String = chunks.iter().map(|chunk| chunk.spoken.as_str()).collect();
        ensure_eq(solid(&spoken), solid(&form.text()), "the chunks say something else")?;
    }
    let graphemes = grapheme_starts(&form.source);
    for pair in chunks.windows(2) {
        if pair[0].pause_after_ms == 0 {
            check_border(form, &graphemes, pair[1].source.start, max_chars)?;
        }
    }
    Ok(())
}

/// Where each grapheme begins, in `char`s, and the end.
fn grapheme_starts(source: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut at = 0;
    for grapheme in source.graphemes(true) {
        at += grapheme.chars().count();
        starts.push(at);
    }
    starts
}

/// No border inside a grapheme or an atomic piece but where it is too long to be kept.
fn check_border(form: &SpokenForm, graphemes: &[usize], border: usize, max_chars: usize) -> Held {
    let length = |pieces: &[Piece]| {
        let n_chars: usize = pieces.iter().map(|piece| piece.source.n_chars()).sum();
        let n_spoken: usize = pieces.iter().map(|piece| piece.spoken.chars().count()).sum();
        n_chars.max(n_spoken)
    };
    let k = form.pieces.partition_point(|piece| piece.source.end <= border);
    if let Some(piece) = form.pieces.get(k).filter(|piece| piece.atomic && piece.source.start < border) {
        ensure(length(std::slice::from_ref(piece)) > max_chars, || {
            format!("{border} is in an atomic piece: {piece:?}")
        })?;
    }
    if let Err(next) = graphemes.binary_search(&border) {
        let (start, end) = (graphemes[next - 1], graphemes[next]);
        // What is read as one cannot be cut elsewhere: of what is not, only the characters of the grapheme count.
        let first = form.pieces.partition_point(|piece| piece.source.end <= start);
        let last = form.pieces.partition_point(|piece| piece.source.start < end);
        let n_chars: usize = form.pieces[first..last]
            .iter()
            .map(|piece| {
                let inside = piece.source.end.min(end) - piece.source.start.max(start);
                let is_cut = matches!(piece.origin, Origin::Written | Origin::Dropped(_));
                if is_cut { inside } else { length(std::slice::from_ref(piece)) }
            })
            .sum();
        ensure(n_chars > max_chars, || format!("{border} is in the grapheme {start}..{end}"))?;
    }
    Ok(())
}
