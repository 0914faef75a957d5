//! Typographic variants that mean the same as a plain character.

use crate::text::markup::{Glyph, Item};

/// Folds curly and angle quotes, exotic digits, full-width forms and exotic spaces and dashes, one character for one; then turns
/// single quotes that are quotation marks into double ones, so that what is left is apostrophes.
pub(in crate::text) fn fold(items: &mut [Item]) {
    for item in items.iter_mut() {
        if let Item::Glyph(glyph) = item {
            glyph.c = fold_char(glyph.c);
        }
    }
    let mut glyphs: Vec<&mut Glyph> = items
        .iter_mut()
        .filter_map(|item| match item {
            Item::Glyph(glyph) => Some(glyph),
            Item::Silent(..) => None,
        })
        .collect();
    pair_single_quotes(&mut glyphs);
}

fn fold_char(c: char) -> char {
    match c {
        '‘' | '’' | '‛' | '`' | '´' | 'ʼ' | '＇' | '‚' | '‹' | '›' => '\'',
        '“' | '”' | '„' | '‟' | '«' | '»' | '〝' | '〞' | '『' | '』' | '「' | '」' => '"',
        '‐' | '‑' | '‒' | '﹣' | '−' => '-',
        '―' | '⸺' => '—',
        '。' => '.',
        '、' => ',',
        '⁄' | '∕' => '/',
        '∶' => ':',
        '∗' => '*',
        '\u{3000}' => ' ',
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => decimal_digit(c).unwrap_or(c),
    }
}

/// The ASCII digit for a decimal digit of another script.
fn decimal_digit(c: char) -> Option<char> {
    /// Code points of the digit zero of each script's run of ten.
    const ZEROS: [u32; 40] = [
        0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50,
        0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50,
        0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6,
    ];
    if c.is_ascii() || !c.is_numeric() {
        return None;
    }
    let code = c as u32;
    let zero = ZEROS.into_iter().find(|&zero| (zero..zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

/// How far a quotation in single quotes may reach.
const MAX_QUOTED_CHARS: usize = 600;

fn pair_single_quotes(glyphs: &mut [&mut Glyph]) {
    let mut i = 0;
    while i < glyphs.len() {
        if glyphs[i].c == '\''
            && is_opening(glyphs, i)
            && let Some(close) = closing(glyphs, i)
        {
            glyphs[i].c = '"';
            glyphs[close].c = '"';
        }
        i += 1;
    }
}

fn char_at(glyphs: &[&mut Glyph], i: usize) -> Option<char> {
    glyphs.get(i).map(|glyph| glyph.c)
}

fn is_opening(glyphs: &[&mut Glyph], i: usize) -> bool {
    let before = i.checked_sub(1).and_then(|k| char_at(glyphs, k));
    let after = char_at(glyphs, i + 1);
    before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '—' | '-'))
        && after.is_some_and(char::is_alphabetic)
        // 'n' in "rock 'n' roll", 'em and 'tis are shortened words.
        && !matches!(char_at(glyphs, i + 2), Some('\''))
}

/// The quote that closes the one at `open`: after a letter or a mark, and not between letters.
fn closing(glyphs: &[&mut Glyph], open: usize) -> Option<usize> {
    (open + 2..glyphs.len().min(open + MAX_QUOTED_CHARS)).take_while(|&k| glyphs[k].c != '\n').find(|&k| {
        glyphs[k].c == '\''
            && !glyphs[k - 1].c.is_whitespace()
            && char_at(glyphs, k + 1).is_none_or(|c| !c.is_alphanumeric())
            // "the '60s and the boys' house": an s before it is more likely a possessive if a noun follows.
            && !(glyphs[k - 1].c == 's' && char_at(glyphs, k + 1) == Some(' ') && char_at(glyphs, k + 2).is_some_and(char::is_lowercase))
    })
}
