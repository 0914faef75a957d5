//! Signs that stand for numbers in any language.

/// Numerator and denominator of a fraction in one character: `½`.
pub(super) const fn vulgar_fraction(c: char) -> Option<(u64, u64)> {
    Some(match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    })
}

/// Circled numbers without a decomposition: ⓿ ❶ ➀ ➊ ⓵ ⓫.
pub(super) fn circled(c: char) -> Option<u64> {
    let code = u64::from(c as u32);
    Some(match code {
        0x24FF => 0,
        0x24EB..=0x24F4 => code - 0x24EB + 11,
        0x24F5..=0x24FE => code - 0x24F5 + 1,
        0x2776..=0x277F => code - 0x2776 + 1,
        0x2780..=0x2789 => code - 0x2780 + 1,
        0x278A..=0x2793 => code - 0x278A + 1,
        _ => return None,
    })
}
