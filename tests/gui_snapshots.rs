//! A few pictures of the window, rendered in software. `UPDATE_SNAPSHOTS=force cargo test --test gui_snapshots` renews them.

mod common;

use common::{Opening, lighthouse, open};
use eframe::egui;
use egui_kittest::kittest::Queryable as _;
use moksori::app::action::{Dialog, InspectorTab};
use moksori::app::state::{Level, Notice, State};
use moksori::text::Language;

#[expect(clippy::print_stderr, reason = "says why a picture was not compared")]
fn check(name: &str, state: State, language: Language, opening: Opening) {
    // The window takes the machine's best Korean face; pictures of another face are not comparable.
    let faces = moksori::app::fonts::install(&egui::Context::default());
    if faces.family.as_deref() != Some("Noto Sans CJK KR") {
        eprintln!("{name}: not compared, the pictures show Noto Sans CJK KR and this machine draws {:?}", faces.family);
        return;
    }
    let mut harness = open(state, language, opening);
    harness.run_steps(4);
    harness.snapshot(name);
}

const ENGLISH: Language = Language::English;
const KOREAN: Language = Language::Korean;

#[test]
fn dark_english() {
    check("dark_en", lighthouse(), ENGLISH, Opening::default());
}

#[test]
fn light_korean() {
    let mut state = lighthouse();
    state.tab = InspectorTab::Project;
    check("light_ko", state, KOREAN, Opening { dark: false, ..Opening::default() });
}

#[test]
fn narrow() {
    check("narrow", lighthouse(), KOREAN, Opening { size: [800.0, 600.0], ..Opening::default() });
}

/// Pictures to look at while working on the window; they are not compared with anything.
#[test]
#[ignore = "writes pictures to the folder in MOKSORI_PICTURES"]
fn pictures() {
    let Some(folder) = std::env::var_os("MOKSORI_PICTURES").map(std::path::PathBuf::from) else { return };
    let picture = |name: &str, state: State, language, opening: Opening| {
        let mut harness = open(state, language, opening);
        harness.run_steps(4);
        let image = harness.render().expect("renders");
        image.save(folder.join(format!("{name}.png"))).expect("saves");
    };
    let dark = Opening::default();
    let light = Opening { dark: false, ..dark };
    picture("dark_ko", lighthouse(), KOREAN, dark);
    picture("light_en", lighthouse(), ENGLISH, light);
    picture("wide_2x", lighthouse(), KOREAN, Opening { size: [960.0, 540.0], scale: 2.0, ..dark });
    picture("full_hd", lighthouse(), ENGLISH, Opening { size: [1920.0, 1080.0], ..light });
    picture("small_2x", lighthouse(), KOREAN, Opening { size: [640.0, 400.0], scale: 2.0, ..dark });
    for (name, dialog) in [
        ("settings", Dialog::Settings),
        ("export", Dialog::Export),
        ("shortcuts", Dialog::Shortcuts),
        ("unsaved", Dialog::Unsaved(Box::new(moksori::app::action::Action::New))),
    ] {
        for (language, opening) in [(KOREAN, dark), (ENGLISH, light)] {
            let mut state = lighthouse();
            state.dialog = Some(dialog.clone());
            picture(&format!("{name}_{}", language.tag()), state, language, opening);
        }
    }
    let mut state = common::state_with(&[""]);
    state.focus = Some(moksori::app::state::Focus::Line(state.project.lines()[0].id, 0));
    picture("welcome", state, KOREAN, dark);
    let mut state = lighthouse();
    state.notices.push(Notice {
        id: 1,
        level: Level::Warning,
        text: "스피커가 사라져서 기본 장치로 옮겼어요. 들리던 자리에서 이어집니다.".to_owned(),
    });
    state.engine_problem =
        Some("ONNX Runtime 라이브러리를 찾지 못했어요. “cargo xtask run”을 한 번 실행하면 설치돼요.".to_owned());
    state.tab = InspectorTab::Project;
    state.selected = Some(state.project.lines()[3].id);
    picture("notices", state, KOREAN, light);
    let mut harness = open(lighthouse(), KOREAN, dark);
    harness.run_steps(2);
    let menu = harness.state().texts.get("menu").into_owned();
    harness.get_by_label(&menu).click();
    harness.run_steps(4);
    harness.render().expect("renders").save(folder.join("menu.png")).expect("saves");
    let mut harness = open(lighthouse(), ENGLISH, Opening { size: [800.0, 600.0], ..light });
    harness.run_steps(2);
    let inspector = harness.state().texts.get("command-toggle-right").into_owned();
    harness.get_by_label(&inspector).click();
    harness.run_steps(2);
    harness.hover_at(egui::pos2(330.0, 140.0));
    harness.run_steps(30);
    harness.render().expect("renders").save(folder.join("inspector_800.png")).expect("saves");
}
