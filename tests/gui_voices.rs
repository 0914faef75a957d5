//! The dialog of voices: what is named, what the licence stands before, and what the buttons ask for.

mod common;

use eframe::egui::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use moksori::app::action::{Action, Dialog, InspectorTab, ServerDraft, VoiceAction};
use moksori::app::state::{JobKind, JobState, State, VoiceJobView};
use moksori::text::Language;
use moksori::voice::catalog::{Catalog, Listing};
use moksori::voice::server::Setup;

use common::{Opening, Window, lighthouse, open, settle};

const SUPERTONIC: &str = "supertonic-3";

/// The real catalogue, of which nothing but Heart is installed.
fn voices() -> Vec<Listing> {
    let paths = moksori::paths::Paths::new(Some("/nowhere".into()), None);
    let mut voices = Catalog::open(&paths).list();
    voices[0].installed = true;
    voices
}

fn window(change: impl FnOnce(&mut State), language: Language) -> Harness<'static, Window> {
    let mut state = lighthouse();
    state.voices = voices();
    state.dialog = Some(Dialog::Voices);
    change(&mut state);
    let mut harness = open(state, language, Opening { size: [1280.0, 1100.0], ..Opening::default() });
    settle(&mut harness);
    harness.run_steps(4);
    asked(&mut harness);
    harness
}

/// What was asked of the voices since the last time.
fn asked(harness: &mut Harness<'_, Window>) -> Vec<VoiceAction> {
    let actions = std::mem::take(&mut harness.state_mut().asked);
    actions
        .into_iter()
        .filter_map(|action| if let Action::Voice(action) = action { Some(action) } else { None })
        .collect()
}

fn job(change: impl FnOnce(&mut VoiceJobView)) -> impl FnOnce(&mut State) {
    let mut view = VoiceJobView { n_done: 20_000_000, n_all: 145_295_768, ..VoiceJobView::new(JobKind::Download) };
    change(&mut view);
    |state| drop(state.voice_jobs.insert(SUPERTONIC.to_owned(), view))
}

fn button(harness: &mut Harness<'_, Window>, group: &str, id: &str) {
    let name = format!("{group}: {}", harness.state().texts.get(id));
    harness.get_by_role_and_label(Role::Button, &name).click();
    settle(harness);
    // A dialog that has grown is in its middle again a moment later.
    harness.run_steps(4);
}

#[test]
fn nothing_is_fetched_before_the_licence_is_accepted() {
    for language in Language::ALL {
        let mut harness = window(|_| {}, language);
        harness.get_by_label_contains(match language {
            Language::English => "recommended voices for Korean",
            Language::Korean => "한국어에 권장하는",
        });
        button(&mut harness, "Supertonic 3", "voice-install");
        harness.get_by_label_contains(match language {
            Language::English => "says that a machine speaks",
            Language::Korean => "기계가 만든 목소리임을",
        });
        let size = "145.3 MB".to_owned();
        let download = harness.state().texts.with("voice-download", &[("size", size.into())]);
        assert!(harness.get_by_label(&download).accesskit_node().is_disabled());
        assert_eq!(asked(&mut harness), []);
        let accept = harness.state().texts.get("voice-accept").into_owned();
        harness.get_by_label(&accept).click();
        settle(&mut harness);
        harness.get_by_label(&download).click();
        settle(&mut harness);
        assert_eq!(asked(&mut harness), [VoiceAction::Install("supertonic-f1".to_owned())]);
    }
}

#[test]
fn a_download_is_paused_gone_on_with_and_cancelled() {
    let mut harness = window(job(|_| {}), Language::Korean);
    harness.get_by_label_contains("145.3 MB 중 20.0 MB");
    button(&mut harness, "Supertonic 3", "voice-pause");
    button(&mut harness, "Supertonic 3", "voice-cancel");
    let group = SUPERTONIC.to_owned();
    assert_eq!(asked(&mut harness), [VoiceAction::Pause(group.clone()), VoiceAction::Cancel(group)]);

    let harness = window(job(|job| job.waits_secs = Some(7)), Language::English);
    harness.get_by_label_contains("next try in 7 s");
    let mut harness = window(job(|job| job.state = JobState::Paused), Language::English);
    button(&mut harness, "Supertonic 3", "voice-resume");
    assert_eq!(asked(&mut harness), [VoiceAction::Install("supertonic-f1".to_owned())]);
    let harness = window(job(|job| job.state = JobState::Failed("the disk is full".to_owned())), Language::English);
    harness.get_by_label_contains("the disk is full");
}

#[test]
fn what_only_a_voice_honours_is_offered_with_that_voice() {
    let open_with = |voice: &'static str| {
        window(
            move |state| {
                state.dialog = None;
                state.tab = InspectorTab::Project;
                state.right_open = true;
                voice.clone_into(&mut state.project.meta.voice);
            },
            Language::English,
        )
    };
    let harness = open_with("heart");
    assert!(harness.query_by_label("Act tags such as <laugh>").is_none());
    let mut harness = open_with("supertonic-f1");
    harness.get_by_label("Steps");
    harness.get_by_label("Act tags such as <laugh>").click();
    settle(&mut harness);
    let set = harness.state().asked.iter().find_map(|action| match action {
        Action::SetDelivery(delivery) => Some(delivery.expressions),
        _ => None,
    });
    assert_eq!(set, Some(true));
}

#[test]
fn what_is_installed_is_heard_checked_and_removed() {
    let install = |state: &mut State| {
        state.voices.iter_mut().filter(|voice| voice.folder == SUPERTONIC).for_each(|voice| voice.installed = true);
    };
    let mut harness = window(install, Language::English);
    let hear = "Hear Supertonic M5 (한국어, English)";
    harness.get_by_role_and_label(Role::Button, hear).click();
    settle(&mut harness);
    button(&mut harness, "Supertonic 3", "voice-verify");
    button(&mut harness, "Supertonic 3", "voice-remove");
    let id = || "supertonic-f1".to_owned();
    let hear = VoiceAction::Hear("supertonic-m5".to_owned());
    assert_eq!(asked(&mut harness), [hear, VoiceAction::Verify(id()), VoiceAction::Remove(id())]);
    // What was found damaged can be fetched again.
    let mut view = VoiceJobView::new(JobKind::Verify);
    view.state = JobState::Failed("damaged".to_owned());
    harness.state_mut().state.voice_jobs.insert(SUPERTONIC.to_owned(), view);
    settle(&mut harness);
    button(&mut harness, "Supertonic 3", "voice-again");
    assert_eq!(asked(&mut harness), [VoiceAction::Install(id())]);
    // What came with the program stays.
    let remove = format!("Heart (American English): {}", harness.state().texts.get("voice-remove"));
    assert!(harness.query_by_label(&remove).is_none());
    harness.get_by_label_contains("Hear Heart");
}

#[test]
fn a_server_is_kept_only_with_an_address_that_text_may_be_sent_to() {
    for language in Language::ALL {
        let mut harness = window(
            |state| {
                state.dialog = Some(Dialog::Server);
                state.server_draft = Some(ServerDraft { setup: Setup::default(), key: None });
            },
            language,
        );
        let type_into = |harness: &mut Harness<'_, Window>, id: &str, typed: &str| {
            let name = harness.state().texts.get(id).into_owned();
            harness.get_by_role_and_label(Role::TextInput, &name).focus();
            settle(harness);
            harness.event(eframe::egui::Event::Text(typed.to_owned()));
            settle(harness);
        };
        let save = harness.state().texts.get("server-save").into_owned();
        type_into(&mut harness, "server-name", "GPU");
        type_into(&mut harness, "server-address", "http://speech.example.com");
        harness.get_by_label_contains(match language {
            Language::English => "unencrypted",
            Language::Korean => "암호화되지 않은",
        });
        assert!(harness.get_by_label(&save).accesskit_node().is_disabled());
        harness.get_by_role_and_label(Role::TextInput, &harness.state().texts.get("server-address")).focus();
        settle(&mut harness);
        harness.key_press_modifiers(eframe::egui::Modifiers::COMMAND, eframe::egui::Key::A);
        settle(&mut harness);
        harness.event(eframe::egui::Event::Text("https://speech.example.com".to_owned()));
        settle(&mut harness);
        type_into(&mut harness, "server-key", "s3cret");
        harness.get_by_label(&save).click();
        settle(&mut harness);
        let asked = asked(&mut harness);
        let [VoiceAction::SaveServer(draft)] = &asked[..] else { panic!("{asked:?}") };
        assert_eq!((draft.setup.name.as_str(), draft.key.as_deref()), ("GPU", Some("s3cret")));
        assert_eq!(draft.setup.host(), Ok("speech.example.com"));
        assert!(!format!("{asked:?}").contains("s3cret"));
    }
}
