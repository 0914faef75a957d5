//! The word at a place of a text, as an entry of a lexicon would be written for it: without its Korean particles.

use super::boundary::{begins_word, ends_word};
use super::particles;
use crate::text::Span;
use crate::text::language::is_hangul;

/// Particles that stand alone or last: after them a word is over.
const LAST: &[&str] =
    &["은", "는", "이", "가", "을", "를", "의", "도", "만", "과", "와", "이나", "이랑", "랑", "이란", "라는", "이라는"];
/// Particles that others may follow.
const INNER: &[&str] = &[
    "에",
    "에서",
    "에게",
    "에게서",
    "께",
    "께서",
    "한테",
    "으로",
    "로",
    "으로서",
    "로서",
    "으로써",
    "로써",
    "으로부터",
    "로부터",
    "부터",
    "까지",
    "처럼",
    "보다",
    "마다",
    "하고",
    "만큼",
    "대로",
    "밖에",
    "조차",
    "마저",
    "엔",
    "에선",
];
/// Forms of the copula.
const COPULA: &[&str] = &["이다", "입니다", "이에요", "예요", "이었다", "였다", "이었습니다", "였습니다", "이지만"];
/// First syllables of 하다 and 되다, which nouns take.
const VERBS: &[char] = &['하', '한', '할', '함', '합', '해', '했', '되', '된', '될', '됨', '됩', '돼', '됐'];

/// The word that the `char` at `at` belongs to, if it is part of one.
pub fn word_at(text: &[char], at: usize) -> Option<Span> {
    if !text.get(at)?.is_alphanumeric() {
        return None;
    }
    let mut start = at;
    // An apostrophe or a point within a word begins none.
    while start > 0 && !(begins_word(text, start) && text[start].is_alphanumeric()) {
        start -= 1;
    }
    let whole = |end: usize| match text.get(end) {
        None => true,
        Some(_) if !text[end - 1].is_alphanumeric() => false,
        Some(&after) if is_hangul(text[end - 1]) && is_hangul(after) => false,
        Some(_) => ends_word(text, start, end),
    };
    let mut end = at + 1;
    while !whole(end) {
        end += 1;
    }
    if text[start..end].iter().all(|&c| particles::is_syllable(c)) {
        end -= n_particle_chars(&text[start..end]);
    }
    Some(Span::new(start, end))
}

/// How many syllables at the end of a Hangul word are particles. A word keeps two syllables, since one is too often the
/// first of another word (고도, 회의), except before the particles that no noun of two syllables ends in.
fn n_particle_chars(word: &[char]) -> usize {
    for n_stem in 1..word.len() {
        let (stem, rest) = word.split_at(n_stem);
        if n_stem == 1 && !matches!(rest, ['는' | '를' | '을']) {
            continue;
        }
        let fits = particles::are_particles(stem[n_stem - 1], rest, n_stem);
        if fits && is_ending(rest, n_stem) {
            return rest.len();
        }
    }
    0
}

fn is_ending(rest: &[char], n_stem: usize) -> bool {
    let is = |form: &str, part: &[char]| form.chars().eq(part.iter().copied());
    if LAST.iter().chain(INNER).chain(COPULA).any(|form| is(form, rest)) {
        return true;
    }
    if n_stem > 1 && rest.len() > 1 && rest.first().is_some_and(|first| VERBS.contains(first)) {
        return true;
    }
    (1..rest.len()).any(|n| {
        let (inner, last) = rest.split_at(n);
        INNER.iter().any(|form| is(form, inner)) && LAST.iter().any(|form| is(form, last))
    })
}

#[cfg(test)]
mod tests {
    use super::word_at;

    /// Checks that every letter of the word between the bars, and of the particle behind it up to the next space, is of
    /// that word.
    fn check(marked: &str) {
        let parts: Vec<Vec<char>> = marked.split('|').map(|part| part.chars().collect()).collect();
        let text = parts.concat();
        let expect = parts[0].len()..parts[0].len() + parts[1].len();
        for at in expect.clone().filter(|&at| text[at].is_alphanumeric()) {
            assert_eq!(word_at(&text, at).map(crate::text::Span::range), Some(expect.clone()), "{marked}, {at}");
        }
    }

    #[test]
    fn words_without_their_particles() {
        for marked in [
            "|목소리|를 올리는",
            "작은 |서버|에 올리면",
            "|목소리|에서는",
            "|고양이|는 잔다",
            "|사과나무|",
            "그 |회의|에서도",
            "|고도|",
            "|나|는",
            "|마을|에",
            "|커밋|했습니다",
            "|서울|로",
            "|어머니|",
            "|어머니|가",
            "|FastAPI|를",
            "그|FastAPI|서버",
            "the |can't| do",
            "at |3.5| km",
            "well-|known|-words",
            "|café|,",
            "(|read|)",
        ] {
            check(marked);
        }
    }

    #[test]
    fn the_particle_belongs_to_its_word_and_marks_to_none() {
        let text: Vec<char> = "목소리를, 두".chars().collect();
        assert_eq!(word_at(&text, 3), word_at(&text, 0));
        assert_eq!(word_at(&text, 4), None);
        assert_eq!(word_at(&text, 5), None);
        assert_eq!(word_at(&text, 99), None);
    }
}
