//! The window around the script: names in both languages, the keyboard, narrow windows, long scripts.

mod common;

use common::{Opening, Window, lighthouse, line_id, open, settle};
use eframe::egui;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use moksori::app::action::{Action, Dialog, InspectorTab, UnsavedAnswer};
use moksori::app::shortcuts::{COMMANDS, Command};
use moksori::app::state::{ExportState, Focus, Level, LineStatus, Notice, State, TransportState};
use moksori::settings::Theme;
use moksori::text::Language;

fn window(state: State, language: Language) -> Harness<'static, Window> {
    let mut harness = open(state, language, Opening::default());
    settle(&mut harness);
    harness
}

fn text(harness: &Harness<'_, Window>, id: &str) -> String {
    harness.state().texts.get(id).into_owned()
}

fn click(harness: &mut Harness<'_, Window>, id: &str) {
    let name = text(harness, id);
    harness.get_all_by_label(&name).next().unwrap_or_else(|| panic!("no `{name}`")).click();
    settle(harness);
}

fn press(harness: &mut Harness<'_, Window>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    settle(harness);
}

/// What was asked for since the last call.
fn asked(harness: &mut Harness<'_, Window>) -> Vec<Action> {
    std::mem::take(&mut harness.state_mut().asked)
}

#[test]
fn everything_has_its_name_in_both_languages() {
    for language in Language::ALL {
        let harness = window(lighthouse(), language);
        for id in [
            "menu",
            "command-toggle-left",
            "play",
            "command-play-previous",
            "command-play-next",
            "command-stop",
            "command-export",
            "voice-of-line",
            "search",
            "stop",
            "play-from",
            "render-again",
            "command-move-up",
            "command-move-down",
            "command-insert-after",
            "command-delete-line",
            "voice",
            "language",
            "starts-paragraph",
            "is-heading",
            "tab-line",
            "tab-project",
            "command-cancel-all",
        ] {
            let name = text(&harness, id);
            assert!(harness.query_all_by_label(&name).next().is_some(), "no `{name}` in {}", language.tag());
        }
        let status = text(&harness, "status-ready");
        let written = harness.state().state.project.lines()[2].text.clone();
        let name = harness
            .state()
            .texts
            .with("line-name", &[("n", 3.into()), ("status", status.into()), ("text", written.into())]);
        harness.get_by_label(&name);
    }
}

#[test]
fn buttons_of_the_open_line_ask_for_what_they_say() {
    let mut state = lighthouse();
    state.transport.state = TransportState::Stopped;
    let mut harness = window(state, Language::Korean);
    let line = line_id(&harness, 2);
    for (id, action) in [
        ("play-line", Action::PlayLine(line)),
        ("play-from", Action::PlayFrom(line)),
        ("render-again", Action::NewTake(line)),
        ("command-move-down", Action::Move { line, by: 1 }),
        ("command-delete-line", Action::Delete(line)),
        ("starts-paragraph", Action::SetStartsParagraph(line, true)),
    ] {
        click(&mut harness, id);
        assert_eq!(asked(&mut harness), [action], "{id}");
    }
    let chunk = harness.state().state.lines[&line].chunks[1].text.trim().to_owned();
    let name = harness.state().texts.with("play-chunk-name", &[("n", 2.into()), ("text", chunk.into())]);
    harness.get_by_label(&name).click();
    settle(&mut harness);
    assert_eq!(asked(&mut harness), [Action::PlayChunk(line, 1)]);
}

#[test]
fn a_line_under_way_can_be_cancelled_and_a_failed_one_tells_why() {
    let mut state = lighthouse();
    let rendering = state.project.lines()[4].id;
    state.selected = Some(rendering);
    let mut harness = window(state, Language::English);
    click(&mut harness, "cancel-render");
    assert_eq!(asked(&mut harness), [Action::CancelRender(rendering)]);

    let mut state = lighthouse();
    let failed = state.project.lines()[3].id;
    state.selected = Some(failed);
    let LineStatus::Failed(message) = state.lines[&failed].status.clone() else {
        panic!("the fixture's line 4 failed")
    };
    let mut harness = window(state, Language::English);
    assert!(harness.query_all_by_label(&message).next().is_some());
    click(&mut harness, "render");
    assert_eq!(asked(&mut harness), [Action::Render(failed)]);
}

#[test]
fn every_key_of_the_table_asks_for_its_command() {
    let mut harness = window(lighthouse(), Language::English);
    for entry in &COMMANDS {
        for (keys, _) in entry.keys {
            let mut state = lighthouse();
            state.transport.state = TransportState::Playing;
            let Some(action) = entry.command.action(&state) else { continue };
            harness.state_mut().state = state;
            harness.ctx.memory_mut(|memory| memory.focused().map(|id| memory.surrender_focus(id)));
            harness.run_steps(2);
            asked(&mut harness);
            harness.key_press_modifiers(keys.modifiers, keys.logical_key);
            harness.run_steps(3);
            assert_eq!(asked(&mut harness), [action], "{:?}", entry.command);
        }
    }
}

#[test]
fn keys_that_type_do_nothing_else_while_typing() {
    let mut state = lighthouse();
    let line = state.project.lines()[2].id;
    state.focus = Some(Focus::Line(line, 0));
    state.transport.state = TransportState::Stopped;
    let mut harness = window(state, Language::English);
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert!(!asked(&mut harness).contains(&Action::TogglePlay));
    // Commands with a modifier count while typing.
    press(&mut harness, Modifiers::COMMAND, Key::Enter);
    assert_eq!(asked(&mut harness), [Action::PlayLine(line)]);
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::Enter);
    assert_eq!(asked(&mut harness), [Action::PlayFrom(line)]);
}

#[test]
fn search_by_keyboard() {
    let mut harness = window(lighthouse(), Language::Korean);
    press(&mut harness, Modifiers::COMMAND, Key::F);
    let name = text(&harness, "search");
    assert!(harness.get_by_label(&name).is_focused());
    harness.event(egui::Event::Text("설치".to_owned()));
    settle(&mut harness);
    assert_eq!(harness.state().state.search, "설치");
    assert_eq!(harness.query_all_by_role(Role::ListBoxOption).count(), 2);
    // Undo in the field is the field's own.
    asked(&mut harness);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(!asked(&mut harness).contains(&Action::Undo));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().state.search, "");
}

#[test]
fn tab_reaches_everything_and_shows_where_it_is() {
    let mut harness = window(lighthouse(), Language::English);
    let mut names = Vec::new();
    for _ in 0..60 {
        press(&mut harness, Modifiers::NONE, Key::Tab);
        let focused = harness.root().children_recursive().find(egui_kittest::Node::is_focused);
        names.extend(focused.and_then(|node| node.accesskit_node().label()));
    }
    for id in ["menu", "play", "command-export", "search", "play-from", "render-again", "tab-project", "voice"] {
        let name = text(&harness, id);
        assert!(names.contains(&name), "Tab never reached `{name}`: {names:?}");
    }
}

#[test]
fn dialogs_open_answer_and_close() {
    let mut harness = window(lighthouse(), Language::English);
    press(&mut harness, Modifiers::COMMAND, Key::E);
    assert_eq!(harness.state().state.dialog, Some(Dialog::Export));
    // With a dialog open the keys of the window are silent.
    asked(&mut harness);
    press(&mut harness, Modifiers::COMMAND, Key::P);
    assert_eq!(asked(&mut harness), []);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().state.dialog, None);

    harness.state_mut().state.dialog = Some(Dialog::Settings);
    settle(&mut harness);
    click(&mut harness, "theme-light");
    assert_eq!(harness.state().state.settings.theme, Theme::Light);
    for (id, preset, action) in [
        ("card-budget", "For a card with 8 GB: at most 7000 MB", Action::SetCardBudget(Some(7_000))),
        ("memory-budget", "For a machine with 2 GB: at most 1200 MB", Action::SetMemoryBudget(Some(1_200))),
    ] {
        asked(&mut harness);
        let name = text(&harness, id);
        harness.get_by_role_and_label(Role::ComboBox, &name).click();
        settle(&mut harness);
        harness.get_by_label(preset).click();
        settle(&mut harness);
        assert_eq!(asked(&mut harness), [action]);
    }
    click(&mut harness, "done");
    assert_eq!(harness.state().state.dialog, None);

    harness.state_mut().state.dialog = Some(Dialog::Unsaved(Box::new(Action::New)));
    settle(&mut harness);
    asked(&mut harness);
    click(&mut harness, "unsaved-discard");
    assert_eq!(asked(&mut harness), [Action::AnswerUnsaved(UnsavedAnswer::Discard)]);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(asked(&mut harness), [Action::AnswerUnsaved(UnsavedAnswer::Stay)]);
}

#[test]
fn the_export_dialog_hands_over_what_was_typed() {
    let mut state = lighthouse();
    state.dialog = Some(Dialog::Export);
    state.export_draft.format = moksori::export::Format::Mp3;
    let mut harness = window(state, Language::English);
    let type_into = |harness: &mut Harness<'_, Window>, id: &str, typed: &str| {
        let name = text(harness, id);
        harness.get_by_role_and_label(Role::TextInput, &name).focus();
        settle(harness);
        harness.event(egui::Event::Text(typed.to_owned()));
        settle(harness);
    };
    type_into(&mut harness, "file", "/tmp/등대.mp3");
    type_into(&mut harness, "tag-artist", "목소리");
    asked(&mut harness);
    let name = text(&harness, "export-now");
    harness.get_all_by_label(&name).last().expect("button").click();
    settle(&mut harness);
    let asked = asked(&mut harness);
    let [Action::Export(settings)] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(settings.path, std::path::Path::new("/tmp/등대.mp3"));
    assert_eq!((settings.artist.as_str(), settings.format), ("목소리", moksori::export::Format::Mp3));

    // Enter is the main button where nothing else takes it: it closes the dialog, and the export goes on.
    harness.state_mut().state.export = ExportState::Running(3, 9);
    harness.step();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().state.dialog, None);
    harness.state_mut().state.dialog = Some(Dialog::Export);
    harness.step();
    let name = text(&harness, "export-stop");
    harness.get_all_by_label(&name).last().expect("button").click();
    harness.run_steps(3);
    assert!(harness.state().asked.contains(&Action::CancelExport));
}

#[test]
fn notices_are_put_away() {
    let mut state = lighthouse();
    state.notices.push(Notice { id: 7, level: Level::Warning, text: "소리 장치가 바뀌었어요".to_owned() });
    let mut harness = window(state, Language::Korean);
    harness.get_by_label("소리 장치가 바뀌었어요");
    click(&mut harness, "dismiss");
    assert!(harness.state().state.notices.is_empty());
    assert!(harness.query_by_label("소리 장치가 바뀌었어요").is_none());
}

/// Every widget lies within the window, and nothing that can be clicked is lower than 28 points.
fn assert_fits(harness: &Harness<'_, Window>, size: [f32; 2]) {
    for node in harness.root().children_recursive() {
        let role = node.accesskit_node().role();
        if !matches!(role, Role::Button | Role::ComboBox | Role::TextInput | Role::RadioButton | Role::CheckBox) {
            continue;
        }
        let (rect, name) = (node.rect(), node.accesskit_node().label());
        let seen = rect.top() < size[1] - 32.0;
        assert!(rect.left() >= 0.0 && rect.right() <= size[0] + 0.5, "{name:?} {rect:?} in {size:?}");
        assert!(!seen || rect.height() >= 27.5, "{name:?} is {} high", rect.height());
    }
}

#[test]
fn narrow_windows() {
    for (size, scale) in [([800.0, 600.0], 1.0), ([1000.0, 700.0], 1.25), ([640.0, 400.0], 2.0), ([1280.0, 800.0], 2.0)]
    {
        for side in [None, Some(Command::ToggleLeft), Some(Command::ToggleRight)] {
            for tab in [InspectorTab::Line, InspectorTab::Project] {
                let mut state = lighthouse();
                state.tab = tab;
                let mut harness = open(state, Language::English, Opening { size, scale, dark: true });
                settle(&mut harness);
                if let Some(command) = side.filter(|_| size[0] < 1100.0) {
                    let name = command.name(&harness.state().texts);
                    harness.get_by_label(&name).click();
                    settle(&mut harness);
                    let inside = if command == Command::ToggleLeft { "search" } else { "tab-line" };
                    let name = text(&harness, inside);
                    assert!(harness.query_all_by_label(&name).next().is_some(), "{command:?} opens at {size:?}");
                }
                assert_fits(&harness, size);
                let script = harness.get_all_by_role(Role::ListBoxOption).next().expect("rows").rect();
                assert!(script.width() >= 480.0, "the script is {} wide at {size:?}", script.width());
            }
        }
    }
}

#[test]
fn the_pointer_on_a_changed_word_tells_the_rule() {
    let mut harness = window(lighthouse(), Language::English);
    let row = harness.get_all_by_role(Role::ListBoxOption).nth(5).expect("row").rect();
    let texts = &harness.state().texts;
    let money = texts.with(
        "explain-rule",
        &[
            ("written", "$3.50".into()),
            ("spoken", "three dollars and fifty cents".into()),
            ("rule", texts.get("rule-money").into_owned().into()),
        ],
    );
    let star = texts.with(
        "explain-dropped",
        &[("written", "★".into()), ("reason", texts.get("dropped-symbol").into_owned().into())],
    );
    let state = texts.get("status-stale").into_owned();
    // Somewhere along the written line lies each; along the spoken line, the money again.
    let mut seen = Vec::new();
    for y in [24.0, 48.0] {
        for x in (60..420).step_by(6) {
            harness.hover_at(row.min + egui::vec2(x as f32, y));
            harness.run_steps(2);
            for text in [&money, &star, &state] {
                if harness.query_by_label(text).is_some() {
                    seen.push((y as i32, text.clone()));
                }
            }
        }
    }
    seen.dedup();
    assert_eq!(seen, [(24, state.clone()), (24, star), (24, money.clone()), (48, state), (48, money)]);
}

#[test]
fn rows_keep_their_height_when_a_state_changes() {
    let mut harness = window(lighthouse(), Language::English);
    let before: Vec<egui::Rect> = harness.query_all_by_role(Role::ListBoxOption).map(|node| node.rect()).collect();
    for status in [
        LineStatus::Pending,
        LineStatus::Queued(0),
        LineStatus::Rendering(0, 2),
        LineStatus::Ready,
        LineStatus::Stale,
        LineStatus::Failed("No".to_owned()),
    ] {
        for place in [1, 4, 5] {
            let id = line_id(&harness, place);
            harness.state_mut().state.lines.get_mut(&id).expect("known").status = status.clone();
        }
        settle(&mut harness);
        let after: Vec<egui::Rect> = harness.query_all_by_role(Role::ListBoxOption).map(|node| node.rect()).collect();
        assert_eq!(before, after, "{status:?}");
    }
}

#[test]
fn the_window_comes_to_rest_unless_something_moves() {
    let mut harness = window(lighthouse(), Language::English);
    let wait = |harness: &Harness<'_, Window>| {
        let output = harness.output();
        output.viewport_output.values().map(|viewport| viewport.repaint_delay).min().expect("a viewport")
    };
    assert!(wait(&harness) > std::time::Duration::from_mins(1), "at rest: {:?}", wait(&harness));
    harness.state_mut().state.transport.state = TransportState::Playing;
    harness.run_steps(4);
    let playing = wait(&harness).as_millis();
    assert!((20..=40).contains(&playing), "while playing the next frame is due in {playing} ms");
    harness.state_mut().state.transport.state = TransportState::Paused;
    settle(&mut harness);
    assert!(wait(&harness) > std::time::Duration::from_mins(1), "paused: {:?}", wait(&harness));
}
