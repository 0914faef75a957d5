//! English words in Hangul: established loanwords from a table, parts of compound names, everything else by the usual
//! sounds of English letters.

use super::hangul::{Sound, written};
use super::loanwords;
use Sound::{Consonant, Vowel};

/// An English word, name or run of capitals in Hangul.
pub(super) fn in_hangul(word: &str) -> String {
    let folded: String = word.chars().map(fold).collect();
    parts(&folded).iter().map(|part| one(part)).collect()
}

/// Latin letters with marks as plain ones; quotes as apostrophes.
fn fold(c: char) -> char {
    use unicode_normalization::UnicodeNormalization as _;
    if c == '’' { '\'' } else { std::iter::once(c).nfd().next().unwrap_or(c) }
}

/// A name in several words written together: `FastAPI` is `Fast`, `API`.
fn parts(word: &str) -> Vec<String> {
    if loanwords::find(&word.to_lowercase()).is_some() {
        return vec![word.to_owned()];
    }
    let chars: Vec<char> = word.chars().collect();
    let mut parts: Vec<String> = Vec::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|k| chars.get(k));
        let after = chars.get(at + 1);
        let begins = c.is_uppercase()
            && (before.is_some_and(|b| b.is_lowercase())
                || before.is_some_and(|b| b.is_uppercase()) && after.is_some_and(|a| a.is_lowercase()));
        match parts.last_mut() {
            Some(part) if !begins => part.push(c),
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

fn one(word: &str) -> String {
    let lower = word.to_lowercase();
    if let Some(known) = loanwords::find(&lower) {
        return known.to_owned();
    }
    let letters: String = lower.chars().filter(char::is_ascii_alphabetic).collect();
    let is_shouted = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    if letters.chars().count() < 2 || is_shouted && word.chars().count() <= 4 || !letters.contains(is_vowel) {
        return crate::text::korean::spelled(&letters);
    }
    inflected(&lower).unwrap_or_else(|| written(&sounds(&letters)))
}

/// A known word with an English ending.
fn inflected(word: &str) -> Option<String> {
    let voiced = |stem: &str| !stem.ends_with(['p', 't', 'k', 'f', 'c']);
    let endings: [(&str, &str, &dyn Fn(&str) -> &'static str); 7] = [
        ("'s", "", &|stem| if voiced(stem) { "즈" } else { "스" }),
        ("ies", "y", &|_| "즈"),
        // Loanwords write the plural 스 behind voiced sounds too (뉴스, 게임스).
        ("s", "", &|_| "스"),
        ("es", "", &|_| "스"),
        ("ing", "", &|_| "잉"),
        ("ed", "", &|stem| if voiced(stem) { "드" } else { "트" }),
        ("er", "", &|_| "어"),
    ];
    endings.iter().find_map(|(ending, restored, said)| {
        let stem = word.strip_suffix(ending)?;
        let known = loanwords::find(&format!("{stem}{restored}"))?;
        Some(format!("{known}{}", said(stem)))
    })
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// Spellings of several letters, the longest first, and their sounds.
const GROUPS: &[(&str, &[Sound])] = &[
    ("ought", &[Vowel("ㅗ", false), Consonant('t')]),
    ("aught", &[Vowel("ㅗ", false), Consonant('t')]),
    ("eigh", &[Vowel("ㅔㅣ", false)]),
    ("ture", &[Consonant('C'), Vowel("ㅓ", false)]),
    ("sure", &[Consonant('ʒ'), Vowel("ㅓ", false)]),
    ("tion", &[Consonant('ʃ'), Vowel("ㅓ", true), Consonant('n')]),
    ("ssion", &[Consonant('ʃ'), Vowel("ㅓ", true), Consonant('n')]),
    ("sion", &[Consonant('ʒ'), Vowel("ㅓ", true), Consonant('n')]),
    ("cian", &[Consonant('ʃ'), Vowel("ㅓ", true), Consonant('n')]),
    ("cious", &[Consonant('ʃ'), Vowel("ㅓ", true), Consonant('s')]),
    ("tious", &[Consonant('ʃ'), Vowel("ㅓ", true), Consonant('s')]),
    ("igh", &[Vowel("ㅏㅣ", false)]),
    ("eau", &[Vowel("ㅗ", false)]),
    ("tch", &[Consonant('C')]),
    ("dge", &[Consonant('J')]),
    ("ear", &[Vowel("ㅣㅓ", false)]),
    ("eer", &[Vowel("ㅣㅓ", false)]),
    ("air", &[Vowel("ㅔㅓ", false)]),
    ("our", &[Vowel("ㅏㅝ", false)]),
    ("oor", &[Vowel("ㅜㅓ", false)]),
    ("ous", &[Vowel("ㅓ", true), Consonant('s')]),
    ("ar", &[Vowel("ㅏ", false)]),
    ("er", &[Vowel("ㅓ", false)]),
    ("ir", &[Vowel("ㅓ", false)]),
    ("ur", &[Vowel("ㅓ", false)]),
    ("or", &[Vowel("ㅗ", false)]),
    ("ai", &[Vowel("ㅔㅣ", false)]),
    ("ay", &[Vowel("ㅔㅣ", false)]),
    ("au", &[Vowel("ㅗ", false)]),
    ("aw", &[Vowel("ㅗ", false)]),
    ("ea", &[Vowel("ㅣ", false)]),
    ("ee", &[Vowel("ㅣ", false)]),
    ("ei", &[Vowel("ㅔㅣ", false)]),
    ("eu", &[Consonant('j'), Vowel("ㅜ", false)]),
    ("ew", &[Consonant('j'), Vowel("ㅜ", false)]),
    ("ey", &[Vowel("ㅣ", false)]),
    ("ie", &[Vowel("ㅣ", false)]),
    ("oa", &[Vowel("ㅗ", false)]),
    ("oi", &[Vowel("ㅗㅣ", false)]),
    ("oy", &[Vowel("ㅗㅣ", false)]),
    ("oo", &[Vowel("ㅜ", false)]),
    ("ou", &[Vowel("ㅏㅜ", false)]),
    ("ow", &[Vowel("ㅏㅜ", false)]),
    ("ue", &[Vowel("ㅜ", false)]),
    ("ui", &[Vowel("ㅜ", false)]),
    ("ch", &[Consonant('C')]),
    ("ck", &[Consonant('k')]),
    ("gh", &[]),
    ("kn", &[Consonant('n')]),
    ("mb", &[Consonant('m')]),
    ("ng", &[Consonant('ŋ')]),
    ("nk", &[Consonant('ŋ'), Consonant('k')]),
    ("ph", &[Consonant('f')]),
    ("qu", &[Consonant('k'), Consonant('w')]),
    ("sh", &[Consonant('ʃ')]),
    ("th", &[Consonant('θ')]),
    ("wh", &[Consonant('w')]),
    ("wr", &[Consonant('r')]),
];

/// The usual sounds of a word's letters.
fn sounds(word: &str) -> Vec<Sound> {
    let letters: Vec<char> = word.chars().collect();
    let mut sounds = Vec::with_capacity(letters.len());
    let mut at = 0;
    while at < letters.len() {
        let rest: String = letters[at..].iter().take(5).collect();
        if let Some((group, said)) =
            GROUPS.iter().find(|(group, _)| rest.starts_with(group) && fits(group, &letters, at))
        {
            sounds.extend(*said);
            at += group.chars().count();
            continue;
        }
        at += single(&letters, at, &mut sounds);
    }
    sounds
}

/// Whether a group has its sound at this place of the word.
fn fits(group: &str, letters: &[char], at: usize) -> bool {
    let after = letters.get(at + group.chars().count()).copied();
    let ends = after.is_none();
    match group {
        // In "bird" and "car", not in "hero" and "arise".
        "ar" | "er" | "ir" | "ur" | "or" => !after.is_some_and(|c| is_vowel(c) || c == 'r'),
        "mb" => ends,
        "gh" => at > 0,
        "kn" | "wr" => at == 0,
        "ow" => true,
        "ue" => ends,
        "ture" | "sure" => at > 0,
        // "finger" keeps its g, "singer" does not; the first is more common inside words.
        "ng" => {
            !after.is_some_and(is_vowel)
                || letters.get(at + 2..).is_some_and(|rest| rest == ['e', 'r'] || rest.starts_with(&['i', 'n', 'g']))
        }
        _ => true,
    }
}

/// Whether the vowel at `at` is long: one consonant and a final e, or the end of the word, follows.
fn is_long(letters: &[char], at: usize) -> bool {
    match letters.get(at + 1..) {
        Some([consonant, 'e']) => !is_vowel(*consonant) && *consonant != 'x',
        Some([consonant, 'e', 's' | 'd']) => !is_vowel(*consonant) && *consonant != 'x',
        _ => false,
    }
}

fn single(letters: &[char], at: usize, sounds: &mut Vec<Sound>) -> usize {
    let c = letters[at];
    let before = at.checked_sub(1).and_then(|k| letters.get(k)).copied();
    let after = letters.get(at + 1).copied();
    let ends = after.is_none();
    let only_vowel = letters.iter().filter(|&&c| is_vowel(c)).count() == 1;
    let soft = matches!(after, Some('e' | 'i' | 'y'));
    if before == Some(c) && !is_vowel(c) {
        return 1; // doubled consonants are one
    }
    match c {
        'a' => sounds.push(match () {
            () if is_long(letters, at) => Vowel("ㅔㅣ", false),
            () if ends || at == 0 && !only_vowel && letters.get(2).copied().is_some_and(is_vowel) => Vowel("ㅏ", false),
            () => Vowel("ㅐ", true),
        }),
        'e' if ends && !only_vowel => {} // silent
        'e' if letters.get(at + 1..) == Some(&['s'])
            && before.is_some_and(|b| !matches!(b, 's' | 'x' | 'z' | 'c' | 'g' | 'h')) => {}
        'e' if letters.get(at + 1..) == Some(&['d'])
            && before.is_some_and(|b| !matches!(b, 't' | 'd'))
            && !only_vowel => {}
        'e' => sounds.push(if is_long(letters, at) || ends { Vowel("ㅣ", false) } else { Vowel("ㅔ", true) }),
        'i' => sounds.push(if is_long(letters, at) { Vowel("ㅏㅣ", false) } else { Vowel("ㅣ", true) }),
        'o' => sounds.push(Vowel("ㅗ", !(is_long(letters, at) || ends))),
        'u' if is_long(letters, at) => {
            if !matches!(before, Some('r' | 'l' | 'j' | 's' | 'd' | 't')) {
                sounds.push(Consonant('j'));
            }
            sounds.push(Vowel("ㅜ", false));
        }
        'u' if at == 0 && letters.get(2).copied().is_some_and(is_vowel) => {
            sounds.extend([Consonant('j'), Vowel("ㅜ", false)]);
        }
        'u' => sounds.push(if ends { Vowel("ㅜ", false) } else { Vowel("ㅓ", true) }),
        'y' if after.is_some_and(is_vowel) => sounds.push(Consonant('j')),
        'y' => sounds.push(if ends && only_vowel { Vowel("ㅏㅣ", false) } else { Vowel("ㅣ", !ends) }),
        'c' if soft => sounds.push(Consonant('s')),
        'c' | 'q' => sounds.push(Consonant('k')),
        'g' if soft && !(at == 0 && after == Some('i')) => sounds.push(Consonant('J')),
        'g' => sounds.push(Consonant('ɡ')),
        'j' => sounds.push(Consonant('J')),
        's' if before.is_some_and(is_vowel) && after.is_some_and(is_vowel) => sounds.push(Consonant('z')),
        'x' if at == 0 => sounds.push(Consonant('z')),
        'x' => sounds.extend([Consonant('k'), Consonant('s')]),
        'h' if before.is_some_and(|b| !is_vowel(b)) && at > 0 => {}
        'w' if ends => sounds.push(Vowel("ㅜ", false)),
        c => sounds.push(Consonant(c)),
    }
    1
}

#[cfg(test)]
mod tests {
    use super::{in_hangul, sounds};
    use crate::text::foreign::hangul::written;

    #[test]
    fn letters_have_their_usual_sounds() {
        for (word, expect) in [
            ("cat", "캣"),
            ("cake", "케이크"),
            ("string", "스트링"),
            ("shop", "숍"),
            ("camp", "캠프"),
            ("station", "스태션"),
            ("light", "라이트"),
            ("green", "그린"),
            ("phone", "폰"),
            ("quick", "퀵"),
            ("switch", "스위치"),
            ("bridge", "브리지"),
            ("moon", "문"),
            ("rocket", "로켓"),
            ("nature", "내처"),
            ("wing", "윙"),
            ("black", "블랙"),
            ("fresh", "프레시"),
        ] {
            assert_eq!(written(&sounds(word)), expect, "{word}");
        }
    }

    #[test]
    fn known_words_parts_and_endings() {
        for (word, expect) in [
            ("server", "서버"),
            ("Servers", "서버스"),
            ("deployed", "디플로이드"),
            ("FastAPI", "패스트에이피아이"),
            ("OpenAI", "오픈에이아이"),
            ("café", "카페"),
            ("I", "아이"),
            ("IBM", "아이비엠"),
            ("John's", "존즈"),
            ("GitHub", "깃허브"),
            ("x", "엑스"),
        ] {
            assert_eq!(in_hangul(word), expect, "{word}");
        }
    }
}
