//! The phonemes that the model knows, and their ids.

/// Every symbol that the model was trained with: the id of the first one of a run, and the symbols of the run, whose ids
/// follow one another. Id 0 is the pad at both ends of an utterance.
const RUNS: [(i64, &str); 30] = [
    (1, ";:,.!?"),
    (9, "—…\"()“” \u{303}ʣʥʦʨᵝ\u{ab67}AI"),
    (31, "O"),
    (33, "Q"),
    (35, "ST"),
    (39, "W"),
    (41, "Yᵊabcdef"),
    (50, "hijklmnopqrstuvwxyzɑɐɒæ"),
    (75, "βɔɕç"),
    (80, "ɖðʤə"),
    (85, "ɚɛɜ"),
    (90, "ɟ"),
    (92, "ɡ"),
    (99, "ɥ"),
    (101, "ɨɪʝ"),
    (110, "ɯɰŋɳɲɴø"),
    (118, "ɸθœ"),
    (123, "ɹ"),
    (125, "ɾɻ"),
    (128, "ʁɽʂʃʈʧ"),
    (135, "ʊʋ"),
    (138, "ʌɣɤ"),
    (142, "χʎ"),
    (147, "ʒʔ"),
    (156, "ˈˌː"),
    (162, "ʰ"),
    (164, "ʲ"),
    (169, "↓"),
    (171, "→↗↘"),
    (177, "ᵻ"),
];

/// The id at both ends of an utterance.
pub const PAD: i64 = 0;

/// The id of a symbol; `None` for one that the model does not know.
pub fn id(symbol: char) -> Option<i64> {
    RUNS.iter().find_map(|&(first, symbols)| {
        let place = symbols.chars().position(|known| known == symbol)?;
        Some(first + i64::try_from(place).ok()?)
    })
}

/// The symbols of `phonemes` that the model knows. The others would be dropped by any user of the model; here they are
/// handed over to `unspoken`.
pub fn known(phonemes: &str, unspoken: &mut String) -> String {
    let (known, unknown): (String, String) = phonemes.chars().partition(|&symbol| id(symbol).is_some());
    unspoken.push_str(&unknown);
    known
}

/// The ids of a phoneme string, with the pad at both ends.
pub fn ids(phonemes: &str) -> Vec<i64> {
    std::iter::once(PAD).chain(phonemes.chars().filter_map(id)).chain(std::iter::once(PAD)).collect()
}

/// Whether something of `phonemes` can be heard: a letter, not only marks and spaces.
pub fn is_audible(phonemes: &str) -> bool {
    // The first letter of the table; pauses, quotes and brackets stand before it. Stress, length and tone come last.
    const FIRST_SOUND: i64 = 18;
    const FIRST_MARK: i64 = 156;
    phonemes.chars().filter_map(id).any(|id| (FIRST_SOUND..FIRST_MARK).contains(&id) || id == 177)
}

#[cfg(test)]
mod tests {
    use super::{RUNS, id, ids, is_audible, known};

    #[test]
    fn the_table_is_the_published_one() {
        let symbols: Vec<char> = RUNS.iter().flat_map(|(_, symbols)| symbols.chars()).collect();
        assert_eq!(symbols.len(), 114);
        let mut seen: Vec<i64> = symbols.iter().filter_map(|&symbol| id(symbol)).collect();
        assert!(seen.is_sorted(), "the runs stand in order");
        seen.dedup();
        assert_eq!(seen.len(), 114, "no id twice");
        for (symbol, expect) in
            [(';', 1), (' ', 16), ('A', 24), ('a', 43), ('ɕ', 77), ('ɡ', 92), ('ɾ', 125), ('ˈ', 156)]
        {
            assert_eq!(id(symbol), Some(expect), "{symbol}");
        }
        assert_eq!(id('ᵻ'), Some(177));
        assert_eq!((id('g'), id('가'), id('\0')), (None, None, None));
    }

    #[test]
    fn unknown_symbols_are_told_and_left_out() {
        let mut unspoken = String::new();
        assert_eq!(known("hə1lˈO가", &mut unspoken), "həlˈO");
        assert_eq!(unspoken, "1가");
        assert_eq!(ids("hə"), [0, 50, 83, 0]);
        assert_eq!(ids(""), [0, 0]);
    }

    #[test]
    fn marks_alone_are_silent() {
        for (phonemes, expect) in [("", false), (" …", false), ("“—”", false), ("ˈ", false), ("ˈO.", true), ("ᵻ", true)]
        {
            assert_eq!(is_audible(phonemes), expect, "{phonemes}");
        }
    }
}
