//! Korean particles: which may follow a word, and which form follows which sound.
//!
//! The forms and after what they stand are those of standard Korean grammar (조사 and the copula 이다); derived verbs in
//! 하다 and 되다 are let through because nouns take them freely.

/// After what a form stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Any,
    Vowel,
    Consonant,
    /// A vowel or ㄹ.
    VowelOrRieul,
    /// A consonant other than ㄹ.
    ConsonantNotRieul,
}

use After::{Any, Consonant, ConsonantNotRieul, Vowel, VowelOrRieul};

/// Forms that follow words of any length.
const CORE: &[(&str, After)] = &[
    ("은", Consonant),
    ("는", Vowel),
    ("이", Consonant),
    ("가", Vowel),
    ("을", Consonant),
    ("를", Vowel),
    ("의", Any),
    ("에", Any),
    ("엔", Any),
    ("에는", Any),
    ("에도", Any),
    ("에서", Any),
    ("에선", Any),
    ("에게", Any),
    ("에게서", Any),
    ("에겐", Any),
    ("한테", Any),
    ("한테서", Any),
    ("께", Any),
    ("께서", Any),
    ("께선", Any),
    ("과", Consonant),
    ("와", Vowel),
    ("하고", Any),
    ("이랑", Consonant),
    ("랑", Vowel),
    ("으로", ConsonantNotRieul),
    ("로", VowelOrRieul),
    ("으로서", ConsonantNotRieul),
    ("로서", VowelOrRieul),
    ("으로써", ConsonantNotRieul),
    ("로써", VowelOrRieul),
    ("으로부터", ConsonantNotRieul),
    ("로부터", VowelOrRieul),
    ("부터", Any),
    ("까지", Any),
    ("도", Any),
    ("만", Any),
    ("만큼", Any),
    ("마다", Any),
    ("마저", Any),
    ("조차", Any),
    ("밖에", Any),
    ("처럼", Any),
    ("같이", Any),
    ("보다", Any),
    ("대로", Any),
    ("뿐", Any),
    ("들", Any),
    ("님", Any),
    ("씨", Any),
    ("이다", Any),
    ("입니다", Any),
    ("이에요", Consonant),
    ("예요", Vowel),
    ("이었다", Consonant),
    ("였다", Vowel),
    ("이었습니다", Consonant),
    ("였습니다", Vowel),
    ("이지만", Any),
    ("이라는", Any),
    ("라는", Vowel),
    ("이라고", Any),
    ("라고", Vowel),
];

/// Forms that follow words of two syllables or more; after one syllable they are too often part of another word.
const LONG: &[(&str, After)] = &[
    ("이나", Consonant),
    ("나", Vowel),
    ("이든", Consonant),
    ("든", Vowel),
    ("이든지", Consonant),
    ("든지", Vowel),
    ("이란", Consonant),
    ("란", Vowel),
    ("이라도", Consonant),
    ("라도", Vowel),
    ("이라면", Consonant),
    ("라면", Vowel),
    ("이라서", Consonant),
    ("라서", Vowel),
    ("이며", Any),
    ("며", Vowel),
    ("이고", Any),
    ("고", Vowel),
    ("이면", Any),
    ("면", Vowel),
    ("이니", Any),
    ("니", Vowel),
    ("이야", Consonant),
    ("야", Vowel),
    ("이여", Consonant),
    ("여", Vowel),
    ("아", Consonant),
    ("다", Vowel),
    ("이죠", Any),
    ("죠", Vowel),
    ("인", Any),
    ("인데", Any),
    ("인가", Any),
    ("일", Any),
    ("임", Any),
    ("요", Any),
    ("커녕", Any),
    ("치고", Any),
    ("끼리", Any),
    ("째", Any),
];

/// First syllables of the forms of 하다 and 되다.
const VERBS: [char; 14] = ['하', '한', '할', '함', '합', '해', '했', '되', '된', '될', '됨', '됩', '돼', '됐'];

/// Longest run of syllables that is looked at.
pub(super) const MAX_RUN: usize = 12;

/// The pairs that alternate with the sound before: after a consonant, after a vowel. Longer ones first.
const PAIRS: &[(&str, &str)] = &[
    ("으로부터", "로부터"),
    ("으로서", "로서"),
    ("으로써", "로써"),
    ("으로는", "로는"),
    ("으로도", "로도"),
    ("으로만", "로만"),
    ("으로의", "로의"),
    ("으로", "로"),
    ("이라는", "라는"),
    ("이라고", "라고"),
    ("이랑", "랑"),
    ("이나", "나"),
    ("과의", "와의"),
    ("과는", "와는"),
    ("과도", "와도"),
    ("은커녕", "는커녕"),
    ("은", "는"),
    ("이", "가"),
    ("을", "를"),
    ("과", "와"),
];

/// Whether `c` is a composed Hangul syllable.
pub(super) const fn is_syllable(c: char) -> bool {
    matches!(c, '가'..='힣')
}

/// Index of the final consonant of a syllable: 0 is none, 8 is ㄹ.
const fn final_of(syllable: char) -> u32 {
    (syllable as u32 - '가' as u32) % 28
}

/// Whether the Hangul in `run`, which follows directly on a word of `n_syllables` Hangul syllables that ends in `last`,
/// is nothing but particles.
pub(super) fn are_particles(last: char, run: &[char], n_syllables: usize) -> bool {
    if run.len() > MAX_RUN {
        return false;
    }
    if n_syllables > 1 && run.first().is_some_and(|first| VERBS.contains(first)) {
        return true;
    }
    is_chain(last, run, n_syllables, 3)
}

fn is_chain(last: char, run: &[char], n_syllables: usize, n_more: usize) -> bool {
    if run.is_empty() {
        return true;
    }
    if n_more == 0 {
        return false;
    }
    let long = if n_syllables > 1 { LONG } else { &[] };
    CORE.iter().chain(long).any(|&(form, after)| {
        let n = form.chars().count();
        run.len() >= n
            && form.chars().eq(run[..n].iter().copied())
            && follows(after, last)
            && is_chain(run[n - 1], &run[n..], n_syllables + n, n_more - 1)
    })
}

fn follows(after: After, last: char) -> bool {
    if !is_syllable(last) {
        return true;
    }
    match (after, final_of(last)) {
        (Any, _) | (Vowel | VowelOrRieul, 0) | (VowelOrRieul, 8) => true,
        (Consonant, n) => n != 0,
        (ConsonantNotRieul, n) => n != 0 && n != 8,
        (Vowel | VowelOrRieul, _) => false,
    }
}

/// The form of the particle `run` that fits a reading that ends in `last`, where it is another one than written.
pub(super) fn fitting(run: &[char], last: char) -> Option<&'static str> {
    if !is_syllable(last) {
        return None;
    }
    let is = |form: &str| form.chars().eq(run.iter().copied());
    let &(closed, open) = PAIRS.iter().find(|(closed, open)| is(closed) || is(open))?;
    let takes_open = match final_of(last) {
        0 => true,
        8 => open.starts_with('로'),
        _ => false,
    };
    let fitting = if takes_open { open } else { closed };
    (!is(fitting)).then_some(fitting)
}

#[cfg(test)]
mod tests {
    use super::{are_particles, fitting};

    #[test]
    fn particles_after_words() {
        let check = |word: &str, run: &str, expect: bool| {
            let last = word.chars().next_back().expect("a syllable");
            let run: Vec<char> = run.chars().collect();
            assert_eq!(are_particles(last, &run, word.chars().count()), expect, "{word}{run:?}");
        };
        for (word, run, expect) in [
            ("목소리", "를", true),
            ("목소리", "을", false),
            ("목소리", "에서는", true),
            ("목소리", "들로부터", true),
            ("목소리", "입니다", true),
            ("목소리", "꾼", false),
            ("사과", "나무", false),
            ("나", "이", false),
            ("나", "무", false),
            ("나", "는", true),
            ("서울", "로", true),
            ("서울", "으로", false),
            ("부산", "으로만", true),
            ("커밋", "했습니다", true),
            ("강", "한", false),
            ("철수", "씨는", true),
            ("철수", "", true),
        ] {
            check(word, run, expect);
        }
    }

    #[test]
    fn the_form_that_fits() {
        for (run, last, expect) in [
            ("는", '선', Some("은")),
            ("은", '선', None),
            ("을", '이', Some("를")),
            ("로", '선', Some("으로")),
            ("으로", '글', Some("로")),
            ("으로부터", '나', Some("로부터")),
            ("이", '리', Some("가")),
            ("이다", '리', None),
            ("와", 'n', None),
        ] {
            assert_eq!(fitting(&run.chars().collect::<Vec<_>>(), last), expect, "{last}{run}");
        }
    }
}
