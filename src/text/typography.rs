//! Typographic variants that mean the same as a plain character, in every language.

use super::markup::Item;

/// Folds curly and angle quotes, exotic digits, full-width forms and exotic spaces and dashes, one character for one.
pub(super) fn fold_variants(items: &mut [Item]) {
    for item in items.iter_mut() {
        if let Item::Glyph(glyph) = item
            && !matches!(glyph.c, ' '..='_' | 'a'..='~' | '가'..='힣')
        {
            glyph.c = fold_char(glyph.c);
        }
    }
}

fn fold_char(c: char) -> char {
    match c {
        '\0'..='_' | 'a'..='~' | '가'..='힣' => c,
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
        '￠' => '¢',
        '￡' => '£',
        '￥' => '¥',
        '￦' => '₩',
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
