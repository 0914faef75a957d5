//! Inflected forms of known words: -s, -ed and -ing.

use super::lexicon::{Context, Lexicon};
use super::stress::Stress;
use super::tables::Variety;

/// Sounds after which a t becomes a tap before a vowel in American English.
fn is_before_tap(c: char) -> bool {
    "AIOWYiuæɑəɛɪɹʊʌ".contains(c)
}

/// The reduced vowel of a suffix.
fn reduced(variety: Variety) -> char {
    match variety {
        Variety::American => 'ᵻ',
        Variety::British => 'ɪ',
    }
}

/// The last sound, and the one before it.
fn last_two(stem: &str) -> Option<(char, Option<char>)> {
    let mut sounds = stem.chars().rev();
    sounds.next().map(|last| (last, sounds.next()))
}

/// Whether the stem ends in a t that becomes a tap before a suffix that starts with a vowel.
fn taps(last: char, before: Option<char>, variety: Variety) -> bool {
    variety == Variety::American && last == 't' && before.is_some_and(is_before_tap)
}

/// A stem and the sound of -s.
pub(super) fn with_s(mut stem: String, variety: Variety) -> Option<String> {
    match last_two(&stem)?.0 {
        'p' | 't' | 'k' | 'f' | 'θ' => stem.push('s'),
        's' | 'z' | 'ʃ' | 'ʒ' | 'ʧ' | 'ʤ' => stem.extend([reduced(variety), 'z']),
        _ => stem.push('z'),
    }
    Some(stem)
}

/// A stem and the sound of -ed.
pub(super) fn with_ed(mut stem: String, variety: Variety) -> Option<String> {
    let (last, before) = last_two(&stem)?;
    match last {
        'p' | 'k' | 'f' | 'θ' | 'ʃ' | 's' | 'ʧ' => stem.push('t'),
        'd' => stem.extend([reduced(variety), 'd']),
        't' if taps(last, before, variety) => {
            stem.pop();
            stem.extend(['ɾ', 'ᵻ', 'd']);
        }
        't' => stem.extend([if before.is_none() { 'ɪ' } else { reduced(variety) }, 'd']),
        _ => stem.push('d'),
    }
    Some(stem)
}

/// A stem and the sound of -ing. British stems in ə or ː are refused: an r may be heard there.
pub(super) fn with_ing(mut stem: String, variety: Variety) -> Option<String> {
    let (last, before) = last_two(&stem)?;
    if variety == Variety::British && matches!(last, 'ə' | 'ː') {
        return None;
    }
    if taps(last, before, variety) {
        stem.pop();
        stem.push('ɾ');
    }
    stem.push_str("ɪŋ");
    Some(stem)
}

impl Lexicon<'_> {
    /// The stem of `word`, if it is a known word.
    fn stem(&self, stem: Option<&str>) -> Option<String> {
        stem.filter(|stem| self.is_known(stem)).map(str::to_owned)
    }

    /// A known word with -s, -'s or -es.
    pub(super) fn with_suffix_s(&self, word: &str, tag: &str, stress: Stress, context: Context) -> Option<String> {
        let n_chars = word.chars().count();
        let base = word.strip_suffix('s').filter(|_| n_chars >= 3)?;
        let es = word.strip_suffix("es").filter(|stem| n_chars > 4 && !stem.ends_with('i'));
        let ies = word.strip_suffix("ies").filter(|_| n_chars > 4).map(|stem| format!("{stem}y"));
        let stem = self
            .stem(Some(base).filter(|base| !base.ends_with('s')))
            .or_else(|| self.stem(word.strip_suffix("'s").or(es)))
            .or_else(|| self.stem(ies.as_deref()))?;
        with_s(self.lookup(&stem, tag, stress, Some(context))?, self.variety)
    }

    /// A known word with -d or -ed.
    pub(super) fn with_suffix_ed(&self, word: &str, tag: &str, stress: Stress, context: Context) -> Option<String> {
        let n_chars = word.chars().count();
        let base = word.strip_suffix('d').filter(|_| n_chars >= 4)?;
        let ed = word.strip_suffix("ed").filter(|stem| n_chars > 4 && !stem.ends_with('e'));
        let stem = self.stem(Some(base).filter(|base| !base.ends_with('d'))).or_else(|| self.stem(ed))?;
        with_ed(self.lookup(&stem, tag, stress, Some(context))?, self.variety)
    }

    /// A known word with -ing, its final e dropped or its final consonant doubled.
    pub(super) fn with_suffix_ing(&self, word: &str, tag: &str, stress: Stress, context: Context) -> Option<String> {
        let n_chars = word.chars().count();
        let base = word.strip_suffix("ing").filter(|_| n_chars >= 5)?;
        let long = Some(base).filter(|_| n_chars > 5);
        let with_e = format!("{base}e");
        let stem =
            self.stem(long).or_else(|| self.stem(Some(&with_e))).or_else(|| self.stem(long.and_then(undoubled)))?;
        with_ing(self.lookup(&stem, tag, stress, Some(context))?, self.variety)
    }
}

/// `hopp` without its doubled consonant, `panick` without its k.
fn undoubled(base: &str) -> Option<&str> {
    let mut chars = base.chars();
    let last = chars.next_back()?;
    let shorter = chars.as_str();
    let before = chars.next_back()?;
    let is_doubled = before == last && "bcdgklmnprstvxz".contains(last);
    (is_doubled || (before == 'c' && last == 'k')).then_some(shorter)
}

#[cfg(test)]
mod tests {
    use super::{Variety, undoubled, with_ed, with_ing, with_s};

    #[test]
    fn endings() {
        let check = |f: fn(String, Variety) -> Option<String>, stem: &str, expect: &str| {
            assert_eq!(f(stem.to_owned(), Variety::American).as_deref(), Some(expect), "{stem}");
        };
        check(with_s, "kˈæt", "kˈæts");
        check(with_s, "dˈɔɡ", "dˈɔɡz");
        check(with_s, "dˈæʃ", "dˈæʃᵻz");
        check(with_ed, "wˈɔk", "wˈɔkt");
        check(with_ed, "plˈæn", "plˈænd");
        check(with_ed, "wˈɑnt", "wˈɑntᵻd");
        check(with_ed, "stˈɑɹt", "stˈɑɹɾᵻd");
        check(with_ed, "nˈid", "nˈidᵻd");
        check(with_ing, "sˈɪt", "sˈɪɾɪŋ");
        check(with_ing, "hˈɑp", "hˈɑpɪŋ");
        assert_eq!(with_s(String::new(), Variety::American), None);
        assert_eq!(with_ing("pˈɛːə".to_owned(), Variety::British), None);
    }

    #[test]
    fn doubled_consonants() {
        assert_eq!(undoubled("hopp"), Some("hop"));
        assert_eq!(undoubled("panick"), Some("panic"));
        assert_eq!(undoubled("fall"), Some("fal"));
        assert_eq!(undoubled("hoop"), None);
    }
}
