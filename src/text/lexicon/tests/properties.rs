//! Random entries and texts.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::{Case, Entry, Lexicon, Lexicons, MatchMode, parse};
use super::files::check_round_trip;
use crate::text::{Language, Origin, Reading, Span, chunk, spoken_form};

/// Few letters, so that entries match, overlap and nest.
const TEXT: &str = "[abAB' 가나이는를,.*_👍\u{301}\n]{0,24}";

fn any_entry() -> impl Strategy<Value = Entry> {
    let written = prop_oneof![4 => "[abAB' 가나.]{1,4}", 1 => "\\PC{1,6}", 1 => "[ab가.+*?()|]{1,5}", 1 => "👍{1,2}"];
    let spoken = prop_oneof![3 => "[a-z가-힣 ]{1,6}", 1 => "/[a-zˈə ]{1,4}/", 1 => "\\PC{1,6}"];
    let language = prop::option::of(prop::sample::select(Language::ALL.to_vec()));
    let mode = prop::sample::select(MatchMode::ALL.to_vec());
    (written, spoken, language, mode, any::<bool>(), prop::bool::weighted(0.9), "\\PC{0,6}").prop_map(
        |(written, spoken, language, mode, is_exact, enabled, note)| {
            let case = if is_exact { Case::Exact } else { Case::Ignore };
            Entry { written, spoken, language, mode, case, enabled, note }.tidied()
        },
    )
}

fn any_lexicon() -> impl Strategy<Value = Lexicon> {
    prop::collection::vec(any_entry(), 0..8).prop_map(|entries| Lexicon { entries })
}

proptest! {
    #[test]
    fn nothing_is_lost(
        project in any_lexicon(),
        user in any_lexicon(),
        text in prop_oneof![4 => TEXT, 1 => "\\PC{0,20}"],
        is_korean: bool,
        takes_phonemes: bool,
        max_chars in 1..40usize,
    ) {
        let language = if is_korean { Language::Korean } else { Language::English };
        let lexicons = Arc::new(Lexicons::new(&[&project, &user]));
        let reading = Reading { lexicons, takes_phonemes, ..Reading::of(language) };
        let form = spoken_form(&text, &reading);
        let mut at = 0;
        for piece in &form.pieces {
            prop_assert_eq!(piece.source, Span::new(at, piece.source.end));
            prop_assert!(piece.source.end > at);
            at = piece.source.end;
            if let Origin::Lexicon(entry) = piece.origin {
                prop_assert!(!piece.spoken.is_empty() && piece.atomic);
                let entry = reading.lexicons.entry(entry);
                prop_assert!(entry.is_some_and(|entry| entry.enabled && entry.language.is_none_or(|l| l == language)));
            }
        }
        prop_assert_eq!(at, form.source.chars().count());
        let chunks: String = chunk::chunk(&form, max_chars).iter().map(|chunk| chunk.text.as_str()).collect();
        prop_assert_eq!(&chunks, &form.source);
        prop_assert_eq!(spoken_form(&text, &reading), form);
    }

    #[test]
    fn files_hold_every_lexicon(lexicon in any_lexicon()) {
        // What a file can hold: no faulty entry, and each only once.
        let mut usable = Lexicon::default();
        for entry in lexicon.entries {
            usable.entries.push(entry);
            if parse(&usable.to_csv()).is_ok_and(|parsed| !parsed.problems.is_empty()) {
                usable.entries.pop();
            }
        }
        check_round_trip(&usable);
    }

    #[test]
    fn any_text_can_be_given_as_a_file(text in prop_oneof!["\\PC{0,60}", "written,spoken\n([ab\",;\n/]|\r\n){0,30}", "<lexicon>[<>a-z/&\"= ]{0,30}"]) {
        if let Ok(parsed) = parse(&text) {
            prop_assert!(parsed.lexicon.entries.iter().all(|entry| entry.check().is_ok()));
        }
    }
}
