//! Recorded outputs of the reference implementation.

use super::{installed, oov_rows, read};
use crate::voice::hibari::g2p::Token;

#[derive(serde::Deserialize)]
struct Row {
    text: String,
    sentences: Vec<Sentence>,
}

#[derive(serde::Deserialize)]
struct Sentence {
    normalized: String,
    /// Text, white space after it, tag.
    tokens: Vec<(String, String, String)>,
    phonemes: String,
    ids: Vec<i64>,
    /// What is read here instead of `phonemes`, where the module's documentation lists a difference, and which one.
    here: Option<String>,
    why: Option<String>,
}

#[test]
fn sentences_are_read_as_the_reference_reads_them() {
    let Some(g2p) = installed() else { return };
    let rows = include_str!("../../../../../tests/golden/hibari_g2p.jsonl");
    let mut n_sentences = 0;
    for line in rows.lines() {
        let row: Row = serde_json::from_str(line).expect("a recorded text");
        for sentence in &row.sentences {
            let text = &sentence.normalized;
            let found = read(g2p, text);
            let expect = sentence.here.as_ref().unwrap_or(&sentence.phonemes);
            assert_eq!(&found.text(), expect, "{text} (of {}); {:?}", row.text, sentence.why);
            assert_eq!(found.unspoken, "", "{text}");
            if let Some(here) = &sentence.here {
                assert_ne!(here, &sentence.phonemes, "{text}: no longer a difference");
            } else {
                let ids: Vec<i64> = found.utterances.iter().flat_map(|utterance| utterance.ids.clone()).collect();
                assert_eq!(ids, sentence.ids, "{text}");
            }
            let is_link = text.contains("](");
            if !is_link {
                let tokens: Vec<(String, String, String)> = g2p.tokens(text).into_iter().map(row_of).collect();
                assert_eq!(tokens, sentence.tokens, "{text}");
            }
            n_sentences += 1;
        }
    }
    assert_eq!(n_sentences, 59);
}

fn row_of(token: Token<'_>) -> (String, String, String) {
    (token.text, if token.space_after { " " } else { "" }.to_owned(), token.tag.to_owned())
}

#[test]
fn the_net_is_asked_and_understood_as_recorded() {
    let Some(g2p) = installed() else { return };
    for row in oov_rows() {
        // Longer words are read in parts here and cut off there.
        if row.word.chars().count() <= 24 {
            let mut asked = Vec::new();
            let mut unspoken = String::new();
            let mut net = |ids: &[i64]| {
                asked.push(ids.to_vec());
                Some(row.out_ids.clone())
            };
            assert_eq!(g2p.alphabet.read(&row.word, &mut net, &mut unspoken), row.phonemes, "{}", row.word);
            assert_eq!(asked, std::slice::from_ref(&row.in_ids), "{}", row.word);
            assert_eq!(unspoken, "", "{}", row.word);
        }
        assert_eq!(g2p.alphabet.collapse(&row.out_ids), row.phonemes, "{}", row.word);
    }
}
