//! Readings that the recorded texts do not cover, and where the studio reads otherwise than the reference.

use proptest::prelude::{ProptestConfig, any};
use proptest::{prop_assert, prop_assert_eq, proptest};

use super::{installed, read};
use crate::voice::hibari::g2p::sentence::MAX_PHONEMES;

fn check(text: &str, expect: &str) {
    let Some(g2p) = installed() else { return };
    let found = read(g2p, text);
    assert_eq!(found.text(), expect, "{text}");
    assert_eq!(found.unspoken, "", "{text}");
}

#[test]
fn homographs() {
    check("They live near live music.", "ðˌA lˈɪv nˌɪɹ lˈIv mjˈuzɪk.");
    check("She used to run, and used a map.", "ʃˌi jˈust tə ɹˈʌn, ænd jˈuzd ɐ mˈæp.");
    check("We record a record.", "wˌi ɹəkˈɔɹd ɐ ɹˈɛkəɹd.");
    check("Please close it when they are close.", "plˈiz klˈOz ɪt wˌɛn ðA ɑɹ klˈOs.");
}

#[test]
fn words_before_vowels_and_consonants() {
    check("the end, the start", "ði ˈɛnd, ðə stˈɑɹt");
    check("to ask, to go, to", "tʊ ˈæsk, tə ɡˌO, tu");
    check("I am. I am old.", "ˌI æm. ˌI ɐm ˈOld.");
    check("An hour in the inn.", "ɐn ˈWəɹ ɪn ði ˈɪn.");
}

#[test]
fn inflected_forms() {
    check("misjudged, unhooking, overcooks", "mˌɪsʤˈʌʤd, ʌnhˈʊkɪŋ, ˌOvəɹkˈʊks");
    check("the U.S.'s, the U.N.'s", "ðə jˌuˈɛsᵻz, ðə jˌuˈɛnz");
    check("The foxes' dens and the fox's den.", "ðə fˈɑksᵻz dˈɛnz ænd ðə fˈɑksᵻz dˈɛn.");
}

#[test]
fn direct_speech_keeps_its_words() {
    check("\"That's it,\" he said.", "“ðˈæts ɪt,” hi sˈɛd.");
    check("“I know,” she said. “I know.”", "“ˌI nˈO,” ʃi sˈɛd. “ˌI nˈO.”");
}

#[test]
fn numbers_in_digits() {
    check("€7, £1", "sˈɛvən jˈʊɹOz, wˈʌn pˈWnd");
    check("$10.5", "tˈɛn dˈɑləɹz ænd fˈɪfti sˈɛnts");
    check("3.50", "θɹˈi pYnt fˈIv zˈɪɹO");
    check("in 1905 and 1.2.3", "ɪn nˌIntˈin ˈO fˈIv ænd wˈʌn tˈu θɹˈi");
    check("the 8, the 21st, B52s", "ði ˈAt, ðə twˈɛnti fˈɜɹst, bˈi fˈɪfti tˈuz");
}

#[test]
fn pronunciations_in_the_text() {
    check("Say [hibari](/hibˈɑɹi/) now.", "sˈA hibˈɑɹi nˈW.");
    check("[Two words](/tˈu/)!", "tˈu!");
    check("the [ends](/ˈɛndz/)", "ði ˈɛndz");
    check("a [link](page)", "ɐ lˈɪŋk");
    check("[1] is not a link", "(wˈʌn) ɪz nˌɑt ɐ lˈɪŋk");
}

#[test]
fn a_dot_after_an_abbreviation_does_not_end_the_sentence() {
    let Some(g2p) = installed() else { return };
    let count = |text: &str| read(g2p, text).utterances.len();
    for (text, expect) in [
        ("It is approx. 3.5 miles away.", 1),
        ("See no. 7 and fig. 4.", 1),
        ("We met Dr. Moore at St. James.", 1),
        ("J. R. Moore wrote it.", 1),
        ("It rained. We left.", 2),
        ("“Stop!” He ran.", 2),
        ("Wait… what? Yes.", 2),
        ("One.\nTwo", 2),
    ] {
        assert_eq!(count(text), expect, "{text}");
    }
}

#[test]
fn what_has_no_sound_is_told_in_order() {
    let Some(g2p) = installed() else { return };
    let check = |text: &str, unspoken: &str| assert_eq!(read(g2p, text).unspoken, unspoken, "{text}");
    check("the 한국 and the 日本 people", "한국日本");
    check("a “quoted” word, (really)!", "");
    check("a ♪ and a ∞", "♪∞");
    assert!(read(g2p, "한국").utterances.is_empty());
    assert!(read(g2p, "").utterances.is_empty());
}

#[test]
fn a_word_is_given_to_the_net_in_parts_that_it_can_hold() {
    let Some(g2p) = installed() else { return };
    let mut asked = Vec::new();
    let word = "Zubbelbraufpferdeschlottermaschinenbauer";
    let phonemes = g2p.phonemes(word, &mut |ids| {
        asked.push(ids.len());
        Some(vec![14, 0, 14])
    });
    assert!(asked.len() == 2 && asked.iter().all(|&n| n <= 24), "{asked:?}");
    assert_eq!(asked.iter().sum::<usize>(), word.chars().count());
    assert_eq!(phonemes.text(), "dddd");
}

#[test]
fn a_net_that_cannot_run_leaves_its_words_unspoken() {
    let Some(g2p) = installed() else { return };
    assert_eq!(g2p.phonemes("a zqwxy day", &mut |_| None).unspoken, "zqwxy");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_gives_ids_that_fit_its_phonemes(text in any::<String>()) {
        let Some(g2p) = installed() else { return Ok(()) };
        for utterance in read(g2p, &text).utterances {
            prop_assert!(utterance.ids.len() > 2);
            prop_assert_eq!(&utterance.ids, &g2p.ids(&utterance.phonemes));
        }
    }

    #[test]
    fn wild_english_gives_pieces_that_the_model_can_hold(
        text in "([A-Za-z']{1,9}|[0-9$.,%-]{1,6}|[(\"“”) \\[\\]/—…-]{1,3})([ ,.;!?]( |)){0,80}"
    ) {
        let Some(g2p) = installed() else { return Ok(()) };
        let phonemes = read(g2p, &text);
        for utterance in phonemes.utterances {
            let n_chars = utterance.phonemes.chars().count();
            prop_assert!(n_chars <= MAX_PHONEMES || !utterance.phonemes.contains(", "));
        }
    }
}
