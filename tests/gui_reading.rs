//! The menu of a word, the tab of what deserves a look, and the banner of the breaker: what is named, and what keys and
//! pointer ask for.

mod common;

use common::{Opening, Window, lighthouse, line_id, open, settle};
use eframe::egui;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use moksori::app::action::{Action, BreakerAction, InspectorTab};
use moksori::app::check::{Check, Found};
use moksori::app::state::{BreakerView, Focus, State};
use moksori::app::word::Word;
use moksori::studio::breaker::Trip;
use moksori::text::alternatives::Alternative;
use moksori::text::{Choice, Language, Origin, Span};

fn window(state: State, language: Language) -> Harness<'static, Window> {
    let mut harness = open(state, language, Opening::default());
    settle(&mut harness);
    harness
}

fn asked(harness: &mut Harness<'_, Window>) -> Vec<Action> {
    std::mem::take(&mut harness.state_mut().asked)
}

/// The sixth line's amount with two other readings and one chosen earlier.
fn with_word() -> State {
    let mut state = lighthouse();
    let line = &state.project.lines()[5];
    let start = line.text.chars().position(|c| c == '$').expect("an amount");
    state.word = Some(Word {
        line: line.id,
        span: Span::new(start, start + 5),
        written: "$3.50".to_owned(),
        spoken: "three dollars and fifty cents".to_owned(),
        origin: Origin::Rule("money"),
        alternatives: vec![
            Alternative { spoken: "three fifty".to_owned(), kind: "pairs" },
            Alternative { spoken: "dollar three point five".to_owned(), kind: "as_written" },
        ],
        chosen: Some(Choice { written: "$3.50".to_owned(), nth: 0, spoken: "three fifty".to_owned() }),
        entry: None,
    });
    state
}

#[test]
fn the_menu_offers_readings_and_the_keyboard_chooses() {
    for language in Language::ALL {
        let mut harness = window(with_word(), language);
        asked(&mut harness);
        let by_rule = harness.state().texts.get("word-by-rule").into_owned();
        let add = harness.state().texts.get("word-add-entry").into_owned();
        let field = harness.state().texts.get("word-read-as").into_owned();
        for name in [&by_rule, &add] {
            harness.get_by_label_contains(name);
        }
        assert!(harness.query_all_by_label(&field).next().is_some(), "the field has a name");
        // The first reading has the keyboard.
        harness.key_press(Key::Enter);
        settle(&mut harness);
        let asked = asked(&mut harness);
        let Some(Action::ChooseReading { choice, .. }) = asked.first() else { panic!("{asked:?}") };
        assert_eq!((choice.written.as_str(), choice.spoken.as_str()), ("$3.50", "three fifty"));
        assert!(asked.contains(&Action::CloseWord));
    }
}

#[test]
fn escape_closes_the_menu_and_items_ask_for_what_they_say() {
    let mut harness = window(with_word(), Language::English);
    asked(&mut harness);
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert_eq!(asked(&mut harness), [Action::CloseWord]);
    let line = line_id(&harness, 5);
    let chosen = harness.state().state.word.as_ref().and_then(|word| word.chosen.clone()).expect("was chosen");
    let by_rule = harness.state().texts.get("word-by-rule").into_owned();
    harness.get_by_label_contains(&by_rule).click();
    settle(&mut harness);
    assert_eq!(asked(&mut harness), [Action::ClearReading { line, choice: chosen }, Action::CloseWord]);
    let add = harness.state().texts.get("word-add-entry").into_owned();
    harness.get_by_label_contains(&add).click();
    settle(&mut harness);
    assert_eq!(asked(&mut harness), [Action::WordToLexicon]);
}

#[test]
fn f4_asks_for_the_word_at_the_caret() {
    let mut state = lighthouse();
    let line = state.project.lines()[2].id;
    state.focus = Some(Focus::Line(line, 3));
    let mut harness = window(state, Language::English);
    asked(&mut harness);
    harness.key_press_modifiers(Modifiers::NONE, Key::F4);
    settle(&mut harness);
    assert_eq!(asked(&mut harness), [Action::OpenWord(line, 3)]);
}

#[test]
fn the_check_tab_lists_lines_and_goes_to_them() {
    for language in Language::ALL {
        let mut state = lighthouse();
        state.tab = InspectorTab::Check;
        let sixth = state.project.lines()[5].id;
        state.check = Check { dropped: vec![Found { line: sixth, number: 6 }], ..Check::default() };
        let mut harness = window(state, language);
        asked(&mut harness);
        let name = harness.state().texts.with("check-line", &[("n", 6.into()), ("what", "★".into())]);
        harness.get_by_label_contains(&name).click();
        settle(&mut harness);
        assert_eq!(asked(&mut harness), [Action::Select(sixth)]);
    }
}

#[test]
fn the_banner_says_what_happened_and_offers_the_ways_out() {
    for language in Language::ALL {
        let mut state = lighthouse();
        let line = state.project.lines()[3].id;
        let trip = Trip::OverBudget { needed: 1_900 << 20, free: 1_200 << 20 };
        state.breaker = Some(BreakerView { trip, line: Some(line), n_failed_trials: 2, next_try_secs: Some(14) });
        let mut harness = window(state, language);
        asked(&mut harness);
        let headline = harness.state().texts.with("breaker-line", &[("line", 4.into())]);
        harness.get_by_label_contains(&headline);
        harness.get_by_label_contains(match language {
            Language::English => "2 more tries with the voice loaded anew",
            Language::Korean => "2번 더 해 봤지만",
        });
        for (id, way) in [
            ("breaker-retry", BreakerAction::Retry),
            ("breaker-smaller", BreakerAction::SmallerChunks),
            ("breaker-free", BreakerAction::FreeModel),
        ] {
            let name = harness.state().texts.get(id).into_owned();
            harness.get_by_label(&name).click();
            settle(&mut harness);
            assert_eq!(asked(&mut harness), [Action::Breaker(way)], "{id}");
        }
    }
}
