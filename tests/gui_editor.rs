//! Writing in the script: typing in both languages, input methods, and the keys that cross the borders of a line.

mod common;

use common::{Opening, Window, line_id, lines, open, settle, state_with};
use eframe::egui;
use egui::{Event, ImeEvent, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use moksori::app::action::Action;
use moksori::app::state::Focus;
use moksori::script::LineId;
use moksori::text::Language;

/// A window over `texts` with the keyboard in line `place`, before its `at`-th `char`.
fn editing(texts: &[&str], place: usize, at: usize) -> Harness<'static, Window> {
    let mut state = state_with(texts);
    let id = state.project.lines()[place].id;
    state.selected = Some(id);
    state.focus = Some(Focus::Line(id, at));
    let mut harness = open(state, Language::Korean, Opening::default());
    settle(&mut harness);
    harness
}

fn key(key: Key) -> Event {
    key_with(key, Modifiers::NONE)
}

fn key_with(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn typed(text: &str) -> Event {
    Event::Text(text.to_owned())
}

fn preedit(text: &str) -> Event {
    Event::Ime(ImeEvent::Preedit { text: text.to_owned(), active_range_chars: None })
}

fn commit(text: &str) -> Event {
    Event::Ime(ImeEvent::Commit(text.to_owned()))
}

/// All events in one frame, as a slow machine would see them.
fn in_one_frame(harness: &mut Harness<'_, Window>, events: &[Event]) {
    for event in events {
        harness.input_mut().events.push(event.clone());
    }
    settle(harness);
}

/// One frame for each event.
fn one_by_one(harness: &mut Harness<'_, Window>, events: &[Event]) {
    for event in events {
        harness.input_mut().events.push(event.clone());
        harness.step();
    }
    settle(harness);
}

/// Events lead to the same lines whether they come in one frame or in many.
fn check(texts: &[&str], place: usize, at: usize, events: &[Event], expect: &[&str]) {
    let run = |send: fn(&mut Harness<'_, Window>, &[Event])| {
        let mut harness = editing(texts, place, at);
        send(&mut harness, events);
        lines(&harness)
    };
    assert_eq!(run(one_by_one), expect, "one by one: {events:?}");
    assert_eq!(run(in_one_frame), expect, "in one frame: {events:?}");
}

#[test]
fn typing() {
    check(&[""], 0, 0, &[typed("h"), typed("i")], &["hi"]);
    check(&["안녕"], 0, 2, &[typed("하"), typed("세"), typed("요")], &["안녕하세요"]);
    check(&["ab"], 0, 1, &[typed("X")], &["aXb"]);
    // Decomposed letters, as some systems paste them, become composed ones.
    check(&["a"], 0, 1, &[typed("\u{1112}\u{1161}\u{11ab}")], &["a한"]);
}

#[test]
fn input_method() {
    let han = [preedit("ㅎ"), preedit("하"), preedit("한"), commit("한")];
    check(&[""], 0, 0, &han, &["한"]);
    check(&["a끝"], 0, 1, &han, &["a한끝"]);
    // The last consonant moves on to the next syllable: 한 + ㅏ is 하나.
    let hana = [preedit("하"), preedit("한"), preedit("하"), commit("하"), preedit("나"), commit("나")];
    check(&[""], 0, 0, &hana, &["하나"]);
    // A composition that is taken back leaves nothing.
    check(&["글"], 0, 1, &[preedit("ㅎ"), preedit("")], &["글"]);
    // Enter after a commit comes with it in the same frame from some input methods.
    check(&[""], 0, 0, &[preedit("한"), commit("한"), key(Key::Enter), typed("x")], &["한", "x"]);
}

#[test]
fn text_under_composition_is_not_handed_over() {
    let mut harness = editing(&["가"], 0, 1);
    one_by_one(&mut harness, &[preedit("ㄴ"), preedit("나")]);
    assert!(harness.state().asked.is_empty(), "{:?}", harness.state().asked);
    // Keys that reach us in the middle of a composition are the input method's.
    one_by_one(&mut harness, &[key(Key::Enter), key(Key::ArrowUp)]);
    assert!(harness.state().asked.is_empty(), "{:?}", harness.state().asked);
    one_by_one(&mut harness, &[commit("나")]);
    let line = line_id(&harness, 0);
    assert_eq!(harness.state().asked, [Action::SetText { line, text: "가나".to_owned() }]);
}

#[test]
fn a_click_in_the_middle_of_a_composition_keeps_it_once() {
    let mut harness = editing(&["가", "둘"], 0, 1);
    one_by_one(&mut harness, &[preedit("나")]);
    row(&harness, 1).click();
    harness.step();
    // The input method commits what it was composing, late, when the keyboard is in the other line.
    one_by_one(&mut harness, &[commit("나")]);
    assert_eq!(lines(&harness), ["가나", "둘"]);
    assert_eq!(harness.state().state.selected, Some(line_id(&harness, 1)));
    // What is typed from now on counts.
    one_by_one(&mut harness, &[commit("나")]);
    assert_eq!(lines(&harness).concat().matches('나').count(), 2);
}

#[test]
fn enter_splits() {
    check(&["abcd"], 0, 2, &[key(Key::Enter)], &["ab", "cd"]);
    check(&["가나"], 0, 1, &[key(Key::Enter), typed("x")], &["가", "x나"]);
    check(&["ab"], 0, 2, &[typed("c"), key(Key::Enter), typed("d"), key(Key::Enter), typed("e")], &["abc", "d", "e"]);
    check(&["ab"], 0, 0, &[key_with(Key::Enter, Modifiers::SHIFT)], &["", "ab"]);
    // Enter over a selection replaces it.
    let select_all = key_with(Key::A, Modifiers::COMMAND);
    check(&["ab"], 0, 1, &[select_all, key(Key::Enter)], &["", ""]);
}

#[test]
fn backspace_and_delete_merge() {
    check(&["ab", "cd"], 1, 0, &[key(Key::Backspace), typed("-")], &["ab-cd"]);
    check(&["ab", "cd"], 0, 2, &[key(Key::Delete), typed("-")], &["ab-cd"]);
    check(&["ab", "cd"], 1, 1, &[key(Key::Backspace), key(Key::Backspace)], &["abd"]);
    // Nothing to merge with.
    check(&["ab"], 0, 0, &[key(Key::Backspace)], &["ab"]);
    check(&["ab"], 0, 2, &[key(Key::Delete)], &["ab"]);
}

#[test]
fn arrows_cross_lines() {
    check(&["abc", "def"], 0, 1, &[key(Key::ArrowDown), typed("X")], &["abc", "dXef"]);
    check(&["abc", "def"], 1, 2, &[key(Key::ArrowUp), typed("X")], &["abXc", "def"]);
    check(&["abc", "def"], 1, 0, &[key(Key::ArrowLeft), typed("X")], &["abcX", "def"]);
    check(&["abc", "def"], 0, 3, &[key(Key::ArrowRight), typed("X")], &["abc", "Xdef"]);
    // Within a line of several rows they stay in it.
    let long =
        "한 줄이 아주 길어서 화면에서 여러 줄로 나뉘면 위아래 화살표는 먼저 그 안에서 움직여야 합니다. ".repeat(3);
    let mut harness = editing(&[&long, "끝"], 0, 0);
    one_by_one(&mut harness, &[key(Key::ArrowDown)]);
    assert_eq!(harness.state().state.selected, Some(line_id(&harness, 0)));
}

#[test]
fn pasted_lines() {
    let mut harness = editing(&["ab"], 0, 1);
    in_one_frame(&mut harness, &[Event::Paste("one\ntwo".to_owned())]);
    let line = line_id(&harness, 0);
    assert_eq!(harness.state().asked, [Action::PasteLines { line, at_char: 1, text: "one\ntwo".to_owned() }]);
    check(&["ab"], 0, 1, &[Event::Paste("-한-".to_owned())], &["a-한-b"]);
}

#[test]
fn undo_is_the_documents() {
    let mut harness = editing(&["ab"], 0, 2);
    one_by_one(&mut harness, &[typed("c")]);
    assert_eq!(lines(&harness), ["abc"]);
    one_by_one(&mut harness, &[key_with(Key::Z, Modifiers::COMMAND)]);
    assert_eq!(lines(&harness), ["ab"]);
    assert_eq!(harness.state().asked.last(), Some(&Action::Undo));
    one_by_one(&mut harness, &[typed("d")]);
    assert_eq!(lines(&harness), ["abd"], "the editor shows what was undone");
}

#[test]
fn a_click_into_another_line_puts_the_caret_there() {
    let mut harness = editing(&["첫 줄", "hello world"], 0, 0);
    let rect = row(&harness, 1).rect();
    harness.drag_at(rect.left_center() + egui::vec2(96.0, 0.0));
    harness.step();
    harness.drop_at(rect.left_center() + egui::vec2(96.0, 0.0));
    settle(&mut harness);
    one_by_one(&mut harness, &[typed("X")]);
    let text = &lines(&harness)[1];
    assert!(text.starts_with("hX") || text.starts_with("heX"), "{text}");
}

fn row<'a>(harness: &'a Harness<'_, Window>, place: usize) -> egui_kittest::Node<'a> {
    let _: LineId = line_id(harness, place);
    harness.get_all_by_role(egui::accesskit::Role::ListBoxOption).nth(place).unwrap_or_else(|| panic!("row {place}"))
}

#[test]
fn the_editor_has_a_name() {
    let harness = editing(&["가"], 0, 0);
    let name = harness.state().texts.with("line-text-name", &[("n", 1.into())]);
    assert_eq!(harness.get_by_label(&name).accesskit_node().value().as_deref(), Some("가"));
}
