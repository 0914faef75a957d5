//! The one form in which written forms and texts are compared.

use unicode_normalization::UnicodeNormalization as _;

/// The plain character for typographic variants: curly apostrophes and quotes, hyphens, full-width forms, spaces.
pub(super) fn plain(c: char) -> char {
    match c {
        ' '..='~' | '가'..='힣' => c,
        '‘' | '’' | '‛' | 'ʼ' => '\'',
        '“' | '”' | '„' | '‟' => '"',
        '‐' | '‑' | '‒' | '−' => '-',
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ if c.is_whitespace() => ' ',
        _ => c,
    }
}

/// The small letter, where that is one character.
pub(super) fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    if matches!(c, '가'..='힣') {
        return c;
    }
    let mut small = c.to_lowercase();
    match (small.next(), small.next()) {
        (Some(small), None) => small,
        _ => c,
    }
}

/// A written form as it is looked for: NFC, plain, white space in runs as one space and none at the ends.
pub(super) fn key(written: &str) -> Vec<char> {
    let mut key: Vec<char> = Vec::new();
    for c in written.nfc().map(plain) {
        if c != ' ' || key.last().is_some_and(|&last| last != ' ') {
            key.push(c);
        }
    }
    while key.last() == Some(&' ') {
        key.pop();
    }
    key
}
