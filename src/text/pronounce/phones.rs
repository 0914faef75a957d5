//! Phonemes: the sounds of a pronunciation, for voices that take them.

use super::hangul::Syllable;
use super::pronunciation;

/// How narrow the transcription is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allophones {
    /// One sign for each consonant phoneme wherever it stands.
    Broad,
    /// Lax stops and ㅈ are voiced between voiced sounds (바보 is pabo), as Korean speakers do without noticing.
    #[default]
    Voiced,
}

/// A sound of Korean, or something that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phoneme {
    /// A consonant.
    Consonant(Consonant),
    /// A vowel.
    Vowel(Vowel),
    /// The first part of a diphthong.
    Glide(Glide),
    /// A character that is not hangul: space, punctuation, another script.
    Other(char),
}

/// The consonants, positional variants with names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is its own IPA sign, given by `Phoneme::ipa`")]
pub enum Consonant {
    K,
    KTense,
    KAspirated,
    KVoiced,
    KUnreleased,
    T,
    TTense,
    TAspirated,
    TVoiced,
    TUnreleased,
    P,
    PTense,
    PAspirated,
    PVoiced,
    PUnreleased,
    Ch,
    ChTense,
    ChAspirated,
    ChVoiced,
    S,
    STense,
    /// ㅅ before ㅣ and before the glide of ㅑ, ㅕ, ㅛ, ㅠ.
    SPalatal,
    /// ㅆ in the same places.
    STensePalatal,
    H,
    M,
    N,
    Ng,
    /// ㄹ between vowels.
    RFlap,
    /// ㄹ at the end of a syllable, and after such a ㄹ.
    RLateral,
}

/// The simple vowels; ㅚ and ㅟ are given as diphthongs, which 제4항 붙임 allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is its own IPA sign, given by `Phoneme::ipa`")]
pub enum Vowel {
    A,
    Ae,
    Eo,
    E,
    O,
    U,
    Eu,
    I,
}

/// The glides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is its own IPA sign, given by `Phoneme::ipa`")]
pub enum Glide {
    Y,
    W,
    /// The beginning of ㅢ.
    Eu,
}

impl Phoneme {
    /// The sound in the International Phonetic Alphabet; a character that is not hangul as it is.
    pub fn ipa(self) -> String {
        use Consonant as C;
        let sign = match self {
            Self::Other(c) => return c.to_string(),
            Self::Glide(Glide::Y) => "j",
            Self::Glide(Glide::W) => "w",
            Self::Glide(Glide::Eu) => "ɰ",
            Self::Vowel(vowel) => match vowel {
                Vowel::A => "a",
                Vowel::Ae => "ɛ",
                Vowel::Eo => "ʌ",
                Vowel::E => "e",
                Vowel::O => "o",
                Vowel::U => "u",
                Vowel::Eu => "ɯ",
                Vowel::I => "i",
            },
            Self::Consonant(consonant) => match consonant {
                C::K => "k",
                C::KTense => "k͈",
                C::KAspirated => "kʰ",
                C::KVoiced => "ɡ",
                C::KUnreleased => "k̚",
                C::T => "t",
                C::TTense => "t͈",
                C::TAspirated => "tʰ",
                C::TVoiced => "d",
                C::TUnreleased => "t̚",
                C::P => "p",
                C::PTense => "p͈",
                C::PAspirated => "pʰ",
                C::PVoiced => "b",
                C::PUnreleased => "p̚",
                C::Ch => "tɕ",
                C::ChTense => "t͈ɕ",
                C::ChAspirated => "tɕʰ",
                C::ChVoiced => "dʑ",
                C::S => "s",
                C::STense => "s͈",
                C::SPalatal => "ɕ",
                C::STensePalatal => "ɕ͈",
                C::H => "h",
                C::M => "m",
                C::N => "n",
                C::Ng => "ŋ",
                C::RFlap => "ɾ",
                C::RLateral => "l",
            },
        };
        sign.to_owned()
    }
}

/// The phonemes of a text's [`pronunciation`].
pub fn phonemes(text: &str, allophones: Allophones) -> Vec<Phoneme> {
    let mut phones = Vec::new();
    for c in pronunciation(text).chars() {
        match Syllable::of(c) {
            Some(syllable) => push_syllable(&mut phones, syllable, allophones),
            None => phones.push(Phoneme::Other(c)),
        }
    }
    phones
}

/// The phonemes of a text in the International Phonetic Alphabet.
pub fn ipa(text: &str, allophones: Allophones) -> String {
    phonemes(text, allophones).into_iter().map(Phoneme::ipa).collect()
}

fn push_syllable(phones: &mut Vec<Phoneme>, syllable: Syllable, allophones: Allophones) {
    let (glide, vowel) = split(syllable.vowel);
    let palatal = glide == Some(Glide::Y) || vowel == Vowel::I && glide.is_none();
    if let Some(onset) = onset(syllable.onset, phones.last(), palatal, allophones) {
        phones.push(Phoneme::Consonant(onset));
    }
    phones.extend(glide.map(Phoneme::Glide));
    phones.push(Phoneme::Vowel(vowel));
    phones.extend(syllable.coda.map(coda).map(Phoneme::Consonant));
}

/// The initial consonant as it sounds after `before`.
fn onset(letter: char, before: Option<&Phoneme>, palatal: bool, allophones: Allophones) -> Option<Consonant> {
    use Consonant as C;
    let after_lateral = before == Some(&Phoneme::Consonant(C::RLateral));
    let after_voiced =
        after_lateral || matches!(before, Some(Phoneme::Vowel(_) | Phoneme::Consonant(C::M | C::N | C::Ng)));
    let lax = |voiceless, voiced| if after_voiced && allophones == Allophones::Voiced { voiced } else { voiceless };
    Some(match letter {
        'ㄱ' => lax(C::K, C::KVoiced),
        'ㄷ' => lax(C::T, C::TVoiced),
        'ㅂ' => lax(C::P, C::PVoiced),
        'ㅈ' => lax(C::Ch, C::ChVoiced),
        'ㄲ' => C::KTense,
        'ㄸ' => C::TTense,
        'ㅃ' => C::PTense,
        'ㅉ' => C::ChTense,
        'ㅋ' => C::KAspirated,
        'ㅌ' => C::TAspirated,
        'ㅍ' => C::PAspirated,
        'ㅊ' => C::ChAspirated,
        'ㅅ' if palatal => C::SPalatal,
        'ㅅ' => C::S,
        'ㅆ' if palatal => C::STensePalatal,
        'ㅆ' => C::STense,
        'ㅎ' => C::H,
        'ㅁ' => C::M,
        'ㄴ' => C::N,
        'ㄹ' if after_lateral => C::RLateral,
        'ㄹ' => C::RFlap,
        _ => return None,
    })
}

/// One of the seven consonants that end a syllable, 제8항.
const fn coda(letter: char) -> Consonant {
    match letter {
        'ㄱ' => Consonant::KUnreleased,
        'ㄴ' => Consonant::N,
        'ㄷ' => Consonant::TUnreleased,
        'ㄹ' => Consonant::RLateral,
        'ㅁ' => Consonant::M,
        'ㅂ' => Consonant::PUnreleased,
        _ => Consonant::Ng,
    }
}

/// A vowel letter as glide and vowel.
const fn split(letter: char) -> (Option<Glide>, Vowel) {
    const Y: Option<Glide> = Some(Glide::Y);
    const W: Option<Glide> = Some(Glide::W);
    match letter {
        'ㅏ' => (None, Vowel::A),
        'ㅐ' => (None, Vowel::Ae),
        'ㅑ' => (Y, Vowel::A),
        'ㅒ' => (Y, Vowel::Ae),
        'ㅓ' => (None, Vowel::Eo),
        'ㅔ' => (None, Vowel::E),
        'ㅕ' => (Y, Vowel::Eo),
        'ㅖ' => (Y, Vowel::E),
        'ㅗ' => (None, Vowel::O),
        'ㅘ' => (W, Vowel::A),
        'ㅙ' => (W, Vowel::Ae),
        'ㅚ' | 'ㅞ' => (W, Vowel::E),
        'ㅛ' => (Y, Vowel::O),
        'ㅜ' => (None, Vowel::U),
        'ㅝ' => (W, Vowel::Eo),
        'ㅟ' => (W, Vowel::I),
        'ㅠ' => (Y, Vowel::U),
        'ㅡ' => (None, Vowel::Eu),
        'ㅢ' => (Some(Glide::Eu), Vowel::I),
        _ => (None, Vowel::I),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_those_of_their_places() {
        let check = |text: &str, expect: &str| assert_eq!(ipa(text, Allophones::Voiced), expect, "{text}");
        check("바보", "pabo");
        check("국물", "kuŋmul");
        check("신라", "ɕilla");
        check("다리", "taɾi");
        check("싫어", "ɕiɾʌ");
        check("씨", "ɕ͈i");
        check("쉬워", "swiwʌ");
        check("샤워", "ɕjawʌ");
        check("같이", "katɕʰi");
        check("먹고 자", "mʌk̚k͈o tɕa");
        check("희망, OK", "himaŋ, OK");
        check("의자", "ɰidʑa");
        check("외국", "weɡuk̚");
        assert_eq!(ipa("바보", Allophones::Broad), "papo");
    }
}
