use proptest::prelude::*;

use super::hangul::is_syllable;
use super::{Allophones, Phoneme, phonemes, pronunciation};
use unicode_normalization::UnicodeNormalization as _;

fn check(written: &str, expect: &str) {
    assert_eq!(pronunciation(written), expect, "{written}");
}

#[test]
fn the_table_holds() {
    let table = include_str!("../../../tests/text_corpus/ko_pronunciation.tsv");
    let rows: Vec<Vec<&str>> = table.lines().filter(|l| !l.starts_with('#')).map(|l| l.split('\t').collect()).collect();
    assert!(rows.len() >= 400, "{} rows", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| pronunciation(row[0]) != row[1])
        .map(|row| format!("{}: {} instead of {} ({})", row[0], pronunciation(row[0]), row[1], row[2]))
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn what_is_not_hangul_stays() {
    check("", "");
    check("3월 10일, OK?\t국물!\n", "3월 10일, OK?\t궁물!\n");
    check("책(册)을", "책(册)을");
    check("ㅋㅋ 좋아", "ㅋㅋ 조아");
}

#[test]
fn punctuation_ends_the_breath_and_quotation_marks_do_not() {
    check("밥, 먹자", "밥, 먹짜");
    check("‘꽃’이", "‘꼬’치");
    check("밥  먹는", "밤  멍는");
    check("옷.안", "옫.안");
}

#[test]
fn decomposed_text_is_composed_first() {
    check(&"국물".nfd().collect::<String>(), "궁물");
}

#[test]
fn endings_are_told_from_nouns() {
    check("물을 부어", "무를 부어");
    check("나를 데리고", "나를 데리고");
    check("서울 거리", "서울 거리");
    check("올 겨울", "올 겨울");
    check("힘들게 살지", "힘들게 살지");
    check("도와줄게", "도와줄께");
    check("나는 일을", "나는 이를");
    check("학생일 것이다", "학쌩일 꺼시다");
}

proptest! {
    #[test]
    fn any_text_keeps_its_length_and_its_other_characters(text in any::<String>()) {
        let source: Vec<char> = text.nfc().collect();
        let spoken: Vec<char> = pronunciation(&text).chars().collect();
        prop_assert_eq!(source.len(), spoken.len());
        for (written, heard) in source.iter().zip(&spoken) {
            prop_assert!(written == heard || (is_syllable(*written) && is_syllable(*heard)));
        }
    }

    #[test]
    fn any_syllables_end_in_one_of_seven_consonants(text in "[가-힣 ]{0,24}") {
        let spoken = pronunciation(&text);
        prop_assert_eq!(spoken.chars().count(), text.chars().count());
        for c in spoken.chars() {
            if let Some(coda) = super::hangul::coda(c) {
                prop_assert!("ㄱㄴㄷㄹㅁㅂㅇ".contains(coda), "{}: {}", text, spoken);
            }
        }
        let phones = phonemes(&text, Allophones::Voiced);
        let n_vowels = phones.iter().filter(|phone| matches!(phone, Phoneme::Vowel(_))).count();
        prop_assert_eq!(n_vowels, text.chars().filter(|c| is_syllable(*c)).count());
    }
}
