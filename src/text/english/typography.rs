//! Typographic variants that mean the same as a plain character.

use crate::text::markup::{Glyph, Item};
use crate::text::typography::fold_variants;

/// Folds curly and angle quotes, exotic digits, full-width forms and exotic spaces and dashes, one character for one; then turns
/// single quotes that are quotation marks into double ones, so that what is left is apostrophes.
pub(in crate::text) fn fold(items: &mut [Item]) {
    fold_variants(items);
    if !items.iter().any(|item| matches!(item, Item::Glyph(Glyph { c: '\'', .. }))) {
        return;
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
