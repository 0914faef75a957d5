//! Korean pronunciation: from spelling to sound by 표준 발음법 (Standard Korean pronunciation).
//!
//! [`pronunciation`] writes the sound in hangul for the eye; [`phonemes`] gives it to voices that take phonemes.
//!
//! # Path of a text
//!
//! The text is cut into breath groups: syllables with only spaces or quotation marks between them. In each group the
//! table of words (`lexicon`) marks what spelling does not show, then `compounds` and `adnominal` mark what they
//! can guess outside those words, and one pass over the pairs of syllables applies the rules (`rules`).
//!
//! | article | what | where |
//! |---|---|---|
//! | 제5항 | 져 쪄 쳐, ㅖ, ㅢ | `rules::vowel` |
//! | 제8항 to 제11항 | final consonants and clusters, 밟-, 넓-, 맑게 | `rules::representative`, `rules::before_consonant` |
//! | 제12항 | ㅎ | `rules::breathe`, `rules::link` |
//! | 제13항, 제14항, 제16항 | liaison, names of letters | `rules::link`, `breath` |
//! | 제15항 | liaison before a word of its own | table; before 없- by rule; between words `rules::link_words` |
//! | 제17항 | palatalisation | `rules::palatal`, `rules::breathe` |
//! | 제18항 to 제20항 | nasals and liquids; 의견란 | `rules::collide`; table and `compounds` |
//! | 제23항 to 제25항 | tense after ㄱㄷㅂ and after stems | `rules::tenses`; table and `compounds` for ㄴ, ㅁ |
//! | 제26항 | tense after Sino-Korean ㄹ | table and `compounds` |
//! | 제27항 | -(으)ㄹ | `adnominal` |
//! | 제28항 | tense in compounds | table of words and of suffixes (`compounds`) |
//! | 제29항 | ㄴ is inserted | table of words, of suffixes, and of words after an adnominal form |
//! | 제30항 | 사이시옷 | `compounds` |
//!
//! # Choices where the standard leaves one
//!
//! - ㅢ that is not after a consonant stays `ㅢ` everywhere (주의, 우리의): the form given first. ㅖ is `ㅔ` but in 예 and
//!   례 (시계 `시게`), as announcers say it. 맛있다, 멋있다 are `마싣따`, `머싣따`, the usual form of the two allowed.
//!   사이시옷 is silent (햇살 `해쌀`), 검열 and 금융 have the ㄴ: the forms given first.
//! - Between words that are said in one breath, one or more spaces apart: nasalisation, ㅎ, liaison of obstruents before
//!   other vowels than ㅣ, ㅑ, ㅕ, ㅛ, ㅠ, and tensification after -(으)ㄹ, all of which the articles show across a space
//!   (옷 맞추다, 옷 한 벌, 밭 아래, 할 것을). Not: tensification after ㄱ, ㄷ, ㅂ, ㄹㄹ of ㄴ and ㄹ, liaison of sonorants; the
//!   articles show these inside words only, a voice makes them by itself, and the line stays easy to read.
//! - Punctuation, digits and other scripts end the breath.
//!
//! # Compared with `kornorm`
//!
//! `tests/compare_kornorm.py` compares the words of `tests/text_corpus/ko_words.txt` with that Python package, which
//! analyses morphemes. Kinds of difference, and who is right:
//!
//! | kind | here | there | by |
//! |---|---|---|---|
//! | -ㄹ게, -ㄹ지 | 할께요 | 할게요 | 제27항 붙임: here |
//! | compounds and Sino-Korean words with tense sounds | 조껀, 눈싸람, 가능썽 | 조건, 눈사람, 가능성 | 제28항: here |
//! | suffixes taken for others | 재단버빈, 수능성적, 첟싸랑 | 재단뻐빈, 수능성쩍, 처싸랑 | 법인, 성적 are words, 첫 has its own ㅅ: here |
//! | ㄹ before ㄷ, ㅅ, ㅈ in Sino-Korean words | 효율썽, 절때 | 효율성, 절대 | 제26항: here |
//! | ㄴ in compounds | 반닐, 부산녁, 학쌩뇽 | 바칠, 부사녁, 학쌩용 | 제29항: here |
//! | 동영상, 알사탕 | 동영상, 알사탕 | 동녕상, 알싸탕 | neither article asks for a change: here |
//! | ㄼ before ㄴ | 널레, 여덜만 | 넘네, 여덤만 | 제10항, 제20항 붙임: here |
//! | 여덟 before particles | 여덜도 | 여덜또 | 제25항 is about stems: here |
//! | 밟- after a syllable, 넓적하다 | 짇빱따, 넙쩌카다 | 짇빨따, 널쩌카다 | 제10항 다만: here |
//! | 쳐 out of ㅌ, ㄷ and 여 | 부처, 다처 | 부쳐, 다쳐 | 제5항 다만 1: here |
//! | obstruents before numerals' counters and in short phrases | 다선 명, 몬 머거요, 구 칸 그륻 | 다섣 명, 몯 머거요 | 제18항 붙임, 제12항: here |
//! | 곪기다 | 곰기다 | 곰끼다 | 제24항 다만 (-기-): here |
//! | 깃발, 냇가 | 기빨, 내까 | 긷빨, 낻까 | 제30항 allows both |
//! | unspaced 할도리 | as one word | tense | not Korean spelling; there |
//! | 검지 | the finger | 'is black' | one spelling, two words |

mod adnominal;
mod breath;
mod compounds;
mod hangul;
mod lexicon;
mod phones;
mod rules;

use unicode_normalization::UnicodeNormalization as _;

pub use phones::{Allophones, Consonant, Glide, Phoneme, Vowel, ipa, phonemes};

use breath::Breath;
use hangul::is_syllable;

/// How a text is pronounced, in hangul: 국물 is 궁물.
///
/// The text is put in NFC; then every syllable gives one syllable and every other character stays as it is.
pub fn pronunciation(text: &str) -> String {
    let text: Vec<char> = text.nfc().collect();
    let mut spoken = String::with_capacity(text.len() * 3);
    let mut at = 0;
    while at < text.len() {
        let end = breath_end(&text, at);
        if end == at {
            spoken.push(text[at]);
            at += 1;
        } else {
            spoken.extend(pronounce(&text[at..end]));
            at = end;
        }
    }
    spoken
}

/// Where the breath group that begins at `start` ends: after its last syllable. `start` itself where none begins.
fn breath_end(text: &[char], start: usize) -> usize {
    if !is_syllable(text[start]) {
        return start;
    }
    let mut end = start;
    for (at, c) in text.iter().enumerate().skip(start) {
        if is_syllable(*c) {
            end = at + 1;
        } else if !matches!(c, ' ' | '\'' | '"' | '‘' | '’' | '“' | '”') {
            break;
        }
    }
    end
}

fn pronounce(chars: &[char]) -> Vec<char> {
    let mut breath = Breath::new(chars.to_vec());
    lexicon::mark(&mut breath);
    compounds::mark(&mut breath);
    adnominal::mark(&mut breath);
    breath.pronounce()
}

#[cfg(test)]
mod tests;
