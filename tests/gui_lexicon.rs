//! The lexicon tab: names in both languages, the keyboard, long lists, and how it looks.

mod common;

use common::{Opening, Window, lighthouse, open, settle};
use eframe::egui;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use moksori::app::action::{Action, InspectorTab, LexiconAction};
use moksori::app::lexicon::state::{Draft, HearWhat, ImportReport, Owner, Scope, Touched, Version};
use moksori::app::state::{Focus, State};
use moksori::text::lexicon::{Entry, EntryFault, MatchMode, Place, Problem, RowFault};
use moksori::text::{Language, Span};

/// The drawing's entries: used in 4, 2, 1, 0 and 3 lines.
fn words() -> State {
    let mut state = lighthouse();
    state.tab = InspectorTab::Lexicon;
    let rows =
        [("FastAPI", "패스트 에이피아이", 4), ("vCPU", "브이씨피유", 2), ("ONNX", "온닉스", 1), ("SaaS", "새스", 0)];
    for (index, (written, spoken, n)) in rows.into_iter().enumerate() {
        state.project.lexicon.entries.push(Entry::word(written, spoken));
        if n > 0 {
            state.lexicon.uses.insert(Owner::Project.entry(index), n);
        }
    }
    let own = Entry { mode: MatchMode::Anywhere, ..Entry::word("(주)", "주식회사") };
    state.own_lexicon.entries = vec![own, Entry { enabled: false, ..Entry::word("GPU", "그래픽 카드") }];
    state.lexicon.uses.insert(Owner::Own.entry(0), 3);
    state.lexicon.draft = Some(Draft::of(Owner::Project.entry(0), state.project.lexicon.entries[0].clone()));
    state.lexicon.is_complete = true;
    state
}

/// An entry being edited that touches two lines.
fn editing() -> State {
    let mut state = words();
    state.lexicon.is_open = true;
    let [third, fifth] = [2, 4].map(|place| state.project.lines()[place].id);
    state.lexicon.touched = vec![
        Touched {
            line: third,
            hits: vec![Span::new(0, 7)],
            before: "Fast A P I를 이 브이씨피유 서버에 올리면, 첫 소리까지 영 점 이팔 초가 걸립니다.".to_owned(),
            after: "패스트 에이피아이를 이 브이씨피유 서버에 올리면, 첫 소리까지 영 점 이팔 초가 걸립니다.".to_owned(),
        },
        Touched {
            line: fifth,
            hits: vec![Span::new(14, 17)],
            before: "지난 구월 십이 일, 월 오십만 원이던 비용이 구십 퍼센트 줄었습니다.".to_owned(),
            after: "지난 구월 십이 일, 월 오십만 원이던 경비가 구십 퍼센트 줄었습니다.".to_owned(),
        },
    ];
    state
}

fn window(state: State, language: Language) -> Harness<'static, Window> {
    let mut harness = open(state, language, Opening::default());
    settle(&mut harness);
    harness
}

fn text(harness: &Harness<'_, Window>, id: &str) -> String {
    harness.state().texts.get(id).into_owned()
}

fn press(harness: &mut Harness<'_, Window>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    settle(harness);
}

fn asked(harness: &mut Harness<'_, Window>) -> Vec<LexiconAction> {
    let all = std::mem::take(&mut harness.state_mut().asked);
    all.into_iter()
        .filter_map(|action| if let Action::Lexicon(action) = action { Some(action) } else { None })
        .collect()
}

fn click(harness: &mut Harness<'_, Window>, id: &str) {
    let name = text(harness, id);
    harness.get_all_by_label(&name).last().unwrap_or_else(|| panic!("no `{name}`")).click();
    settle(harness);
}

#[test]
fn everything_has_its_name_in_both_languages() {
    for language in Language::ALL {
        let harness = window(words(), language);
        let list = [
            "tab-lexicon",
            "lexicon-search",
            "lexicon-scope",
            "scope-all",
            "owner-project",
            "owner-own",
            "lexicon-list",
            "lexicon-new",
            "lexicon-import",
            "lexicon-export",
            "lexicon-edit",
            "entry-enabled",
            "hear-before-hint",
            "hear-after-hint",
        ];
        let form = [
            "lexicon-back",
            "entry-title-edit",
            "written",
            "spoken",
            "match",
            "case",
            "entry-language",
            "owner",
            "note",
            "entry-save",
            "cancel",
            "entry-delete",
        ];
        let open = window(editing(), language);
        for (harness, ids) in [(&harness, &list[..]), (&open, &form[..])] {
            for id in ids {
                let name = text(harness, id);
                assert!(harness.query_all_by_label(&name).next().is_some(), "no `{name}` in {}", language.tag());
            }
        }
        let texts = &harness.state().texts;
        let name = texts.with(
            "entry-name",
            &[
                ("written", "(주)".into()),
                ("spoken", "주식회사".into()),
                ("uses", texts.with("n-lines", &[("n", 3.into())]).into()),
                ("match", texts.get("match-anywhere").into_owned().into()),
                ("owner", texts.get("owner-own").into_owned().into()),
            ],
        );
        harness.get_by_role_and_label(Role::ListItem, &name);
        let name = open.state().texts.with("hear-before-line", &[("n", 3.into())]);
        open.get_by_label(&name);
    }
}

#[test]
fn the_list_by_keyboard() {
    let mut state = words();
    state.focus = Some(Focus::LexiconList);
    let mut harness = window(state, Language::Korean);
    asked(&mut harness);
    let second = Owner::Project.entry(1);
    for (key, action) in [
        (Key::ArrowDown, LexiconAction::Select(second)),
        (Key::Space, LexiconAction::SetEnabled(second, false)),
        (Key::Delete, LexiconAction::Delete(second)),
        (Key::End, LexiconAction::Select(Owner::Own.entry(1))),
        (Key::ArrowUp, LexiconAction::Select(Owner::Own.entry(0))),
        (Key::Home, LexiconAction::Select(Owner::Project.entry(0))),
        (Key::F9, LexiconAction::HearOther),
        (Key::Enter, LexiconAction::Open(Owner::Project.entry(0))),
    ] {
        press(&mut harness, Modifiers::NONE, key);
        assert_eq!(asked(&mut harness), [action], "{key:?}");
    }
    let spoken = text(&harness, "spoken");
    assert!(harness.get_by_role_and_label(Role::TextInput, &spoken).is_focused());
    harness.event(egui::Event::Text("!".to_owned()));
    settle(&mut harness);
    let changed = harness.state().state.lexicon.draft.clone().expect("open");
    assert!(changed.entry.spoken.contains('!'), "{changed:?}");
    asked(&mut harness);
    press(&mut harness, Modifiers::COMMAND, Key::Enter);
    assert_eq!(asked(&mut harness), [LexiconAction::Save]);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    asked(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(asked(&mut harness), [LexiconAction::Cancel]);
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(asked(&mut harness), [LexiconAction::Select(second)], "the list has the keyboard again");
}

#[test]
fn search_and_scope_choose_what_is_listed() {
    let mut harness = window(words(), Language::English);
    assert_eq!(harness.query_all_by_role(Role::ListItem).count(), 6);
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    harness.event(egui::Event::Text("주식".to_owned()));
    settle(&mut harness);
    assert_eq!(harness.query_all_by_role(Role::ListItem).count(), 1);
    harness.state_mut().state.lexicon.search.clear();
    harness.state_mut().state.lexicon.scope = Scope::Only(Owner::Own);
    settle(&mut harness);
    assert_eq!(harness.query_all_by_role(Role::ListItem).count(), 2);
}

#[test]
fn the_pointer_selects_opens_and_hears() {
    let mut harness = window(words(), Language::English);
    asked(&mut harness);
    let first = Owner::Project.entry(0);
    for (id, action) in [
        ("hear-before-hint", LexiconAction::Hear(HearWhat::Word, Version::Before)),
        ("hear-after-hint", LexiconAction::Hear(HearWhat::Word, Version::After)),
        ("entry-enabled", LexiconAction::SetEnabled(first, false)),
        ("lexicon-import", LexiconAction::PickImport),
        ("lexicon-export", LexiconAction::PickExport),
        ("lexicon-edit", LexiconAction::Open(first)),
    ] {
        click(&mut harness, id);
        assert_eq!(asked(&mut harness), [action], "{id}");
    }
    let mut harness = window(editing(), Language::English);
    asked(&mut harness);
    let line = harness.state().state.lexicon.touched[1].line;
    let name = harness.state().texts.with("hear-after-line", &[("n", 5.into())]);
    harness.get_by_label(&name).click();
    settle(&mut harness);
    assert_eq!(asked(&mut harness), [LexiconAction::Hear(HearWhat::Line(line), Version::After)]);
}

#[test]
fn ctrl_l_takes_the_word_at_the_caret() {
    let mut state = words();
    let line = state.project.lines()[2].id;
    state.focus = Some(Focus::Line(line, 3));
    let mut harness = window(state, Language::English);
    asked(&mut harness);
    press(&mut harness, Modifiers::COMMAND, Key::L);
    let expect = LexiconAction::DraftFor { written: "FastAPI".to_owned(), spoken: String::new() };
    assert_eq!(asked(&mut harness), [expect]);
}

#[test]
fn ten_thousand_entries_scroll() {
    let mut state = words();
    state.project.lexicon.entries =
        (0..10_000).map(|index| Entry::word(&format!("word{index}"), &format!("spoken {index}"))).collect();
    state.lexicon.draft = None;
    state.focus = Some(Focus::LexiconList);
    let mut harness = window(state, Language::English);
    assert!(harness.query_all_by_role(Role::ListItem).count() < 40, "only what is in view is drawn");
    press(&mut harness, Modifiers::NONE, Key::End);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    let selected = harness.state().state.lexicon.draft.clone().expect("in hand");
    assert_eq!(selected.entry.written, "word9999");
    let rect = harness
        .query_all_by_role(Role::ListItem)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with("word9999")))
        .expect("in view")
        .rect();
    assert!(rect.top() > 48.0 && rect.bottom() < 770.0, "{rect:?}");
}

fn with_report(mut state: State) -> State {
    let problem = |number, fault| Problem { place: Place::Row, number, fault };
    state.lexicon.report = Some(ImportReport {
        path: "words.csv".into(),
        owner: Owner::Project,
        n_added: 12,
        n_replaced: 3,
        problems: vec![
            problem(5, RowFault::Entry(EntryFault::NothingSpoken)),
            problem(9, RowFault::UnknownMatch("fuzzy".to_owned())),
        ],
    });
    state
}

#[test]
fn picture() {
    let faces = moksori::app::fonts::install(&egui::Context::default());
    if faces.family.as_deref() != Some("Noto Sans CJK KR") {
        eprintln!("not compared: the picture shows Noto Sans CJK KR and this machine draws {:?}", faces.family);
        return;
    }
    let mut harness = open(words(), Language::Korean, Opening::default());
    harness.run_steps(4);
    harness.snapshot("lexicon_dark_ko");
}

/// Pictures to look at while working on the panel; they are not compared with anything.
#[test]
#[ignore = "writes pictures to the folder in MOKSORI_PICTURES"]
fn pictures() {
    let Some(folder) = std::env::var_os("MOKSORI_PICTURES").map(std::path::PathBuf::from) else { return };
    let dark = Opening::default();
    let narrow = Opening { size: [1100.0, 720.0], ..dark };
    let light = Opening { dark: false, ..dark };
    for (name, state, language, opening) in [
        ("list_dark_ko", words(), Language::Korean, dark),
        ("list_light_en", with_report(words()), Language::English, light),
        ("entry_dark_ko", editing(), Language::Korean, narrow),
        ("entry_light_en", editing(), Language::English, light),
    ] {
        let mut harness = open(state, language, opening);
        harness.run_steps(4);
        harness.render().expect("renders").save(folder.join(format!("{name}.png"))).expect("saves");
    }
}
