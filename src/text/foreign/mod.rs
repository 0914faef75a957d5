//! Words of the other language for a voice that does not speak it, or where the project wants them spelled out.
//!
//! In a Korean line an English word is written in Hangul as loanwords are (server → 서버); in an English line a Korean word
//! is given to the voice in phonemes if it takes them, else romanised (서울 → Seoul). What a lexicon or the person reads is
//! left alone.

mod hangul;
mod letters;
mod loanwords;
mod romanise;

pub(in crate::text) use letters::in_hangul;

use super::language::is_hangul;
use super::{ForeignWords, Language, Origin, Piece, Reading, Span};

/// Spells the words of the other language in `pieces`, if the reading asks for it.
pub(super) fn spell(pieces: Vec<Piece>, reading: &Reading) -> Vec<Piece> {
    let foreign = reading.language.other();
    let is_wanted = match reading.options.foreign_words {
        ForeignWords::Kept => false,
        ForeignWords::Transliterated => true,
        ForeignWords::ByVoice => !reading.speaks.is_empty() && !reading.speaks.contains(&foreign),
    };
    if !is_wanted || !pieces.iter().any(|piece| piece.spoken.chars().any(|c| is_letter_of(c, foreign))) {
        return pieces;
    }
    // A voice that speaks the words is not given phonemes in their place.
    let phonemes = reading.takes_phonemes && !reading.speaks.contains(&foreign);
    let spell = |word: &str| match foreign {
        Language::English => in_hangul(word),
        Language::Korean if phonemes => format!("[{}](/{}/)", romanise::romanised(word), romanise::phonemes(word)),
        Language::Korean => romanise::romanised(word),
    };
    let rule = match foreign {
        Language::English => "transliteration",
        Language::Korean => "romanisation",
    };
    let mut spelled = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let has_foreign = piece.spoken.chars().any(|c| is_letter_of(c, foreign));
        match piece.origin {
            Origin::Written if has_foreign => split(&piece, foreign, rule, &spell, &mut spelled),
            Origin::Rule(_) if has_foreign => {
                let spoken = words(&piece.spoken, foreign)
                    .map(|(word, is_foreign)| if is_foreign { spell(&word) } else { word })
                    .collect();
                spelled.push(Piece { spoken, ..piece });
            }
            _ => spelled.push(piece),
        }
    }
    spelled
}

/// Cuts a piece that is spoken as written into its words of the other language and what stands between them.
fn split(
    piece: &Piece,
    foreign: Language,
    rule: &'static str,
    spell: &dyn Fn(&str) -> String,
    spelled: &mut Vec<Piece>,
) {
    let mut at = piece.source.start;
    for (word, is_foreign) in words(&piece.spoken, foreign) {
        let source = Span::new(at, at + word.chars().count());
        at = source.end;
        let (spoken, origin) = if is_foreign { (spell(&word), Origin::Rule(rule)) } else { (word, Origin::Written) };
        spelled.push(Piece { spoken: spoken.into(), source, origin, language: piece.language, atomic: is_foreign });
    }
}

fn is_letter_of(c: char, language: Language) -> bool {
    match language {
        Language::Korean => is_hangul(c),
        Language::English => matches!(c, 'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}') && !matches!(c, '×' | '÷'),
    }
}

/// The text as words of `foreign` and what stands between them, in order; joined they are the text.
fn words(text: &str, foreign: Language) -> impl Iterator<Item = (String, bool)> {
    let chars: Vec<char> = text.chars().collect();
    let mut parts: Vec<(String, bool)> = Vec::new();
    for (at, &c) in chars.iter().enumerate() {
        let letter = |at: usize| chars.get(at).is_some_and(|&c| is_letter_of(c, foreign));
        let is_inner =
            foreign == Language::English && matches!(c, '\'' | '’') && at > 0 && letter(at - 1) && letter(at + 1);
        let is_foreign = is_letter_of(c, foreign) || is_inner;
        match parts.last_mut() {
            Some((part, kind)) if *kind == is_foreign => part.push(c),
            _ => parts.push((c.to_string(), is_foreign)),
        }
    }
    parts.into_iter()
}

#[cfg(test)]
mod tests {
    use crate::text::{ForeignWords, Language, Origin, Reading, ReadingOptions, spoken_form};

    fn reading(language: Language, speaks: &[Language], takes_phonemes: bool) -> Reading {
        Reading { speaks: speaks.to_vec(), takes_phonemes, ..Reading::of(language) }
    }

    #[test]
    fn english_words_in_korean_lines() {
        let korean_only = reading(Language::Korean, &[Language::Korean], false);
        let check = |text: &str, expect: &str| assert_eq!(spoken_form(text, &korean_only).text(), expect, "{text}");
        check("server를 재시작한다", "서버를 재시작한다");
        check("Docker Compose로 deploy한다", "도커 컴포즈로 디플로이한다");
        check("그는 \"I have 3 apples.\" 라고 했다", "그는 \"아이 해브 스리 애플스.\" 라고 했다");
        check("2024년 iPhone이", "이천이십사 년 아이폰이");
        let both = reading(Language::Korean, &Language::ALL, false);
        assert_eq!(spoken_form("server를 재시작한다", &both).text(), "server를 재시작한다");
        let kept = ReadingOptions { foreign_words: ForeignWords::Kept, ..ReadingOptions::default() };
        let kept = Reading { options: kept, ..korean_only };
        assert_eq!(spoken_form("server를 재시작한다", &kept).text(), "server를 재시작한다");
    }

    #[test]
    fn korean_words_in_english_lines() {
        let english_only = reading(Language::English, &[Language::English], false);
        let check = |text: &str, expect: &str| assert_eq!(spoken_form(text, &english_only).text(), expect, "{text}");
        check("Kim Minsu moved to 서울 in 2024.", "Kim Minsu moved to Seoul in twenty twenty four.");
        check("The song 강남스타일 was released.", "The song Gangnamseutail was released.");
        let with_phonemes = reading(Language::English, &[Language::English], true);
        let form = spoken_form("He moved to 서울.", &with_phonemes);
        assert_eq!(form.text(), "He moved to [Seoul](/sˈʌul/).");
        assert!(form.pieces.iter().any(|piece| piece.origin == Origin::Rule("romanisation")));
    }

    #[test]
    fn nothing_of_the_source_is_lost() {
        let reading = reading(Language::Korean, &[Language::Korean], false);
        for text in ["a b 서버 c-d'e", "**bold** café와 naïve", "x=y; 한국 A", "don't 해"] {
            let form = spoken_form(text, &reading);
            let mut at = 0;
            for piece in &form.pieces {
                assert_eq!(piece.source.start, at, "{text}");
                at = piece.source.end;
            }
            assert_eq!(at, form.source.chars().count(), "{text}");
            assert!(!form.text().chars().any(|c| c.is_ascii_alphabetic()), "{text}: {}", form.text());
        }
    }
}
