//! Pictures, decoration and invisible characters.

use super::{Sheet, State};

/// Marks what cannot be read and is no markup.
pub(super) fn mark(sheet: &mut Sheet<'_>) {
    let mut follows_picture = false;
    for (state, &c) in sheet.states.iter_mut().zip(sheet.chars) {
        if matches!(state, State::Open | State::Literal)
            && let Some(why) = unspeakable(c)
        {
            // Joiners and selectors are part of the picture before them.
            let why = if follows_picture && why == "invisible" { "emoji" } else { why };
            *state = State::Silent(why);
        }
        follows_picture = *state == State::Silent("emoji");
    }
}

/// Why `c` is not read, if it is not.
fn unspeakable(c: char) -> Option<&'static str> {
    match c {
        // Zero-width characters, bidirectional marks, soft hyphens, variation selectors, key caps, controls.
        '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{20E3}'
        | '\u{E0000}'..='\u{E0FFF}' => Some("invisible"),
        c if c.is_control() && !c.is_whitespace() => Some("invisible"),
        // Pictographs, dingbats, flags, skin tones. Circled numbers among the dingbats are numbers.
        '\u{2776}'..='\u{2793}' => None,
        '\u{231A}'..='\u{231B}'
        | '\u{23E9}'..='\u{23FF}'
        | '\u{2600}'..='\u{26FF}'
        | '\u{2700}'..='\u{27BF}'
        | '\u{2B05}'..='\u{2B07}'
        | '\u{2B1B}'..='\u{2B1C}'
        | '\u{2B50}'..='\u{2B55}'
        | '\u{1F000}'..='\u{1F0FF}'
        | '\u{1F10D}'..='\u{1FAFF}'
        | '\u{3030}'
        | '\u{303D}' => Some("emoji"),
        // Boxes, blocks, geometric shapes, ornaments, private use, unassigned replacements.
        '\u{2300}'..='\u{2317}'
        | '\u{2319}'..='\u{2324}'
        | '\u{2326}'..='\u{23E8}'
        | '\u{2500}'..='\u{25FF}'
        | '\u{2B00}'..='\u{2BFF}'
        | '\u{E000}'..='\u{F8FF}'
        | '\u{FFF0}'..='\u{FFFD}'
        | '\u{2055}'
        | '※'
        | '⁂'
        | '〓'
        | '†'
        | '‡'
        | '¶' => Some("symbol"),
        _ => None,
    }
}
