//! The phoneme alphabet's classes, and moving stress marks.

/// Main stress.
pub(super) const PRIMARY: char = 'ˈ';
/// Secondary stress.
pub(super) const SECONDARY: char = 'ˌ';

/// Whether `c` is a vowel; capitals are diphthongs. The reduced ɐ of the article and the syllabic ᵊ do not count.
pub(super) fn is_vowel(c: char) -> bool {
    "AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ".contains(c)
}

/// Whether `c` is a consonant.
pub(super) fn is_consonant(c: char) -> bool {
    "bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ".contains(c)
}

/// Whether `c` is a mark that stands for a pause in a phoneme string.
pub(super) fn is_pause_mark(c: char) -> bool {
    ";:,.!?—…".contains(c)
}

/// Whether `c` is a mark that a phoneme string may keep.
pub(super) fn is_mark(c: char) -> bool {
    is_pause_mark(c) || matches!(c, '"' | '“' | '”')
}

/// What to do with the stress of a reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stress {
    /// Leave it.
    #[default]
    Keep,
    /// Remove every mark.
    Remove,
    /// A main stress becomes secondary.
    Demote,
    /// A main stress becomes secondary; an unmarked reading gets a secondary one.
    Secondary,
    /// An unmarked reading gets a secondary stress.
    AtLeastSecondary,
    /// A reading without main stress gets one.
    Primary,
}

impl Stress {
    /// `phonemes` with the stress changed. A new mark stands directly before the first vowel, not before its onset; a
    /// reading without a vowel gets none.
    pub(super) fn apply(self, phonemes: String) -> String {
        let (primary, secondary) = (phonemes.contains(PRIMARY), phonemes.contains(SECONDARY));
        let unmarked = !primary && !secondary;
        match self {
            Self::Remove => phonemes.replace([PRIMARY, SECONDARY], ""),
            Self::Demote | Self::Secondary if primary => {
                phonemes.replace(SECONDARY, "").replace(PRIMARY, SECONDARY.encode_utf8(&mut [0; 4]))
            }
            Self::Secondary | Self::AtLeastSecondary if unmarked => marked(&phonemes, SECONDARY),
            Self::Primary if unmarked => marked(&phonemes, PRIMARY),
            Self::Primary if !primary => phonemes.replace(SECONDARY, PRIMARY.encode_utf8(&mut [0; 4])),
            _ => phonemes,
        }
    }
}

fn marked(phonemes: &str, mark: char) -> String {
    let mut marked = String::with_capacity(phonemes.len() + mark.len_utf8());
    let mut done = false;
    for c in phonemes.chars() {
        if !done && is_vowel(c) {
            marked.push(mark);
            done = true;
        }
        marked.push(c);
    }
    marked
}

/// How heavy a reading is when stress is shared out in a compound: its characters, diphthongs and affricates twice.
pub(super) fn weight(phonemes: &str) -> usize {
    phonemes.chars().map(|c| if matches!(c, 'A' | 'I' | 'O' | 'Q' | 'W' | 'Y' | 'ʤ' | 'ʧ') { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::{Stress, weight};

    #[test]
    fn stress_levels() {
        let check = |stress: Stress, phonemes: &str, expect: &str| {
            assert_eq!(stress.apply(phonemes.to_owned()), expect, "{stress:?} on {phonemes}");
        };
        check(Stress::Keep, "ðə", "ðə");
        check(Stress::Remove, "ˌAˈɛm", "Aɛm");
        check(Stress::Demote, "ˌAˈɛm", "Aˌɛm");
        check(Stress::Demote, "ˌɔn", "ˌɔn");
        check(Stress::Demote, "ðə", "ðə");
        check(Stress::Secondary, "hˈWs", "hˌWs");
        check(Stress::Secondary, "ðə", "ðˌə");
        check(Stress::AtLeastSecondary, "hˈWs", "hˈWs");
        check(Stress::AtLeastSecondary, "stɹa", "stɹˌa");
        check(Stress::AtLeastSecondary, "z", "z");
        check(Stress::Primary, "stɹa", "stɹˈa");
        check(Stress::Primary, "ˌɔn", "ˈɔn");
        check(Stress::Primary, "ˌAˈɛm", "ˌAˈɛm");
        check(Stress::Primary, "z", "z");
    }

    #[test]
    fn weights() {
        assert_eq!(weight("kˈæt"), 4);
        assert_eq!(weight("ʧˈAnʤ"), 8);
    }
}
