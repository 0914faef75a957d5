//! The window's logic through its actions and events, without a window: what a person does and what becomes of it.

#[path = "common/studio.rs"]
mod studio;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use moksori::app::action::{Action, Dialog, ExportSettings, UnsavedAnswer};
use moksori::app::state::{ExportState, Focus, LineStatus, TransportState};
use moksori::export::Format;
use studio::Studio;

#[test]
fn lines_split_merge_move_and_undo() {
    let mut studio = Studio::with_lines(&["Hello world", "Second"]);
    let first = studio.id(0);
    studio.app.apply(Action::Split { line: first, at_char: 5 });
    assert_eq!(studio.texts(), ["Hello", "world", "Second"]);
    assert_eq!(studio.app.state.selected, Some(studio.id(1)), "the keyboard follows the caret");
    assert_eq!(studio.id(0), first, "the head keeps its identity");
    studio.app.apply(Action::MergeWithPrevious(studio.id(1)));
    assert_eq!(studio.texts(), ["Hello world", "Second"]);
    studio.app.apply(Action::Move { line: first, by: 1 });
    assert_eq!(studio.texts(), ["Second", "Hello world"]);
    studio.app.apply(Action::Move { line: first, by: 5 });
    assert_eq!(studio.texts(), ["Second", "Hello world"], "no further than the end");
    for _ in 0..3 {
        studio.app.apply(Action::Undo);
    }
    assert_eq!(studio.texts(), ["Hello world", "Second"]);
    studio.app.apply(Action::Redo);
    assert_eq!(studio.texts(), ["Hello", "world", "Second"]);
}

#[test]
fn redo_puts_the_caret_behind_what_it_brought_back() {
    let mut studio = Studio::with_lines(&["Smith"]);
    let line = studio.id(0);
    studio.app.state.history.seal();
    studio.app.apply(Action::SetText { line, text: "Smith abc".to_owned() });
    studio.app.apply(Action::Undo);
    assert_eq!(studio.app.state.focus, Some(Focus::Line(line, 5)));
    studio.app.apply(Action::Redo);
    assert_eq!(studio.app.state.focus, Some(Focus::Line(line, 9)));
}

#[test]
fn pasted_lines_become_lines_and_blank_ones_paragraphs() {
    let mut studio = Studio::with_lines(&["Start end"]);
    let text = "one\r\ntwo\n\nthree ".to_owned();
    studio.app.apply(Action::PasteLines { line: studio.id(0), at_char: 6, text });
    assert_eq!(studio.texts(), ["Start one", "two", "three end"]);
    let starts: Vec<bool> = studio.app.state.project.lines().iter().map(|line| line.starts_paragraph).collect();
    assert_eq!(starts[1..], [false, true]);
}

#[test]
fn the_last_line_can_be_deleted_and_a_new_one_is_there() {
    let mut studio = Studio::with_lines(&["Only"]);
    studio.app.apply(Action::Delete(studio.id(0)));
    assert_eq!(studio.texts(), [""]);
    studio.app.apply(Action::Undo);
    assert_eq!(studio.texts(), ["Only"]);
}

#[test]
fn one_changed_line_is_rendered_again_and_undo_brings_its_sound_back_at_once() {
    let mut studio = Studio::with_lines(&["First line.", "Second line."]);
    studio.app.apply(Action::RenderAll);
    studio.until("both lines ready", |studio| (0..2).all(|index| studio.status(index) == LineStatus::Ready));
    let line = studio.id(1);
    studio.app.apply(Action::SetText { line, text: "Second line, changed.".to_owned() });
    assert_eq!(studio.status(0), LineStatus::Ready);
    assert_eq!(studio.status(1), LineStatus::Stale);
    studio.app.apply(Action::Undo);
    assert_eq!(studio.status(1), LineStatus::Ready, "no render is needed");
    studio.app.apply(Action::Redo);
    assert_eq!(studio.status(1), LineStatus::Stale);
    studio.until("rendered by itself a moment after the edit", |studio| studio.status(1) == LineStatus::Ready);
}

#[test]
fn a_cancelled_line_is_pending_again() {
    let mut studio = Studio::with_lines(&["First line.", "Second line.", "Third line."]);
    studio.app.apply(Action::RenderAll);
    studio.app.apply(Action::CancelAll);
    studio.until("the queue is empty", |studio| studio.app.state.queue.n_waiting == 0);
    for index in 0..3 {
        assert!(!matches!(studio.status(index), LineStatus::Queued(_) | LineStatus::Rendering(..)), "line {index}");
    }
    studio.app.apply(Action::Render(studio.id(2)));
    studio.until("the third line ready", |studio| studio.status(2) == LineStatus::Ready);
}

#[test]
fn a_voice_that_is_not_there_fails_the_line_in_words_and_another_try_works() {
    let mut studio = Studio::with_lines(&["A line."]);
    studio.app.apply(Action::SetLineVoice(studio.id(0), Some("nobody".to_owned())));
    studio.app.apply(Action::Render(studio.id(0)));
    studio.until("it fails", |studio| matches!(studio.status(0), LineStatus::Failed(_)));
    let LineStatus::Failed(why) = studio.status(0) else { panic!("failed") };
    assert!(why.contains("nobody"), "{why}");
    studio.app.apply(Action::SetLineVoice(studio.id(0), None));
    studio.app.apply(Action::Render(studio.id(0)));
    studio.until("it is ready", |studio| studio.status(0) == LineStatus::Ready);
}

#[test]
fn playing_goes_through_the_lines_and_stops_at_the_end() {
    let mut studio = Studio::with_lines(&["One.", "Two.", "Three."]);
    studio.app.apply(Action::PlayFrom(studio.id(0)));
    assert_eq!(studio.app.state.transport.state, TransportState::Waiting);
    let second = studio.id(1);
    studio.until("the second line is heard", |studio| studio.app.state.transport.line == Some(second));
    assert_eq!(studio.app.state.transport.state, TransportState::Playing);
    assert!(studio.app.state.transport.timeline_secs > 0.0);
    studio.until("the end", |studio| studio.app.state.transport.state == TransportState::Stopped);
}

#[test]
fn pausing_keeps_the_place() {
    let mut studio = Studio::with_lines(&["A line that is long enough to be paused in the middle of it."]);
    studio.app.apply(Action::PlayLine(studio.id(0)));
    studio.until("something is heard", |studio| studio.app.state.transport.line_secs > 0.2);
    studio.app.apply(Action::TogglePlay);
    assert_eq!(studio.app.state.transport.state, TransportState::Paused);
    let place = studio.app.state.transport.line_secs;
    studio.app.apply(Action::TogglePlay);
    studio.until("it goes on", |studio| studio.app.state.transport.line_secs > place);
    studio.app.apply(Action::Stop);
    assert_eq!(studio.app.state.transport.state, TransportState::Stopped);
}

#[test]
fn a_project_is_saved_opened_and_asked_about() {
    let mut studio = Studio::with_lines(&["등대지기", "line"]);
    let path = studio.path("등대 이야기.moksori");
    assert!(studio.app.state.history.is_unsaved());
    studio.app.apply(Action::New);
    assert!(matches!(studio.app.state.dialog, Some(Dialog::Unsaved(_))), "unsaved changes are asked about");
    studio.app.apply(Action::AnswerUnsaved(UnsavedAnswer::Stay));
    assert_eq!(studio.texts(), ["등대지기", "line"]);
    studio.app.apply(Action::SaveTo(path.clone()));
    assert!(!studio.app.state.history.is_unsaved());
    studio.app.apply(Action::New);
    assert_eq!(studio.texts(), [""]);
    studio.app.apply(Action::Open(path));
    assert_eq!(studio.texts(), ["등대지기", "line"]);
    assert_eq!(studio.app.state.project.meta.title, "등대 이야기");
}

#[test]
fn an_export_is_named_after_the_title_or_else_the_projects_file() {
    let mut studio = Studio::with_lines(&["One."]);
    let path = studio.path("등대지기.moksori");
    studio.app.apply(Action::SaveTo(path));
    studio.app.apply(Action::SetTitle(String::new()));
    studio.app.apply(Action::ShowDialog(Dialog::Export));
    let name = |studio: &Studio| studio.app.state.export_draft.path.file_stem().map(std::ffi::OsStr::to_owned);
    assert_eq!(name(&studio).as_deref(), Some("등대지기".as_ref()));
    studio.app.apply(Action::SetTitle("A: b".to_owned()));
    studio.app.apply(Action::ShowDialog(Dialog::Export));
    assert_eq!(name(&studio).as_deref(), Some("A_ b".as_ref()));
}

#[test]
fn a_file_that_cannot_be_opened_is_a_notice_and_changes_nothing() {
    let mut studio = Studio::with_lines(&["kept"]);
    studio.app.apply(Action::SaveTo(studio.path("kept.moksori")));
    studio.app.apply(Action::Open(PathBuf::from("/nowhere/at/all.moksori")));
    let broken = studio.path("broken.moksori");
    moksori::files::write_atomic(&broken, b"{\"format\":\"moksori-pro").expect("writes");
    studio.app.apply(Action::Open(broken));
    assert_eq!(studio.texts(), ["kept"]);
    assert_eq!(studio.app.state.notices.len(), 2);
}

fn export(studio: &mut Studio, path: &Path, format: Format) {
    let settings = ExportSettings { path: path.to_owned(), format, ..ExportSettings::default() };
    studio.app.apply(Action::Export(settings));
    studio.until("the export ends", |studio| !matches!(studio.app.state.export, ExportState::Running(..)));
}

#[test]
fn what_is_exported_is_what_is_heard_sample_for_sample() {
    let mut studio = Studio::with_lines(&["One.", "Two, with a second part.", "", "Three."]);
    let path = studio.path("out.wav");
    export(&mut studio, &path, Format::WavFloat);
    let ExportState::Done(written, seconds, _) = studio.app.state.export.clone() else {
        panic!("{:?}", studio.app.state.export)
    };
    assert_eq!(written, path);
    let samples: Vec<f32> =
        hound::WavReader::open(&path).expect("opens").samples::<f32>().map(|sample| sample.expect("reads")).collect();
    assert!((samples.len() as f64 / 44_100.0 - seconds).abs() < 1e-9);
    let mut expected = Vec::new();
    for index in [0, 1, 3] {
        if index > 0 {
            let n = moksori::audio::samples_in(studio.app.state.project.pause_before(index), 44_100);
            expected.extend(std::iter::repeat_n(0.0, n));
        }
        let take = studio.app.state.lines[&studio.id(index)].take.clone().expect("rendered");
        expected.extend_from_slice(&take.clip.samples);
    }
    assert_eq!(samples, expected);
}

#[test]
fn a_failed_line_stops_the_export_and_the_old_file_stays() {
    let mut studio = Studio::with_lines(&["One.", "Two."]);
    studio.app.apply(Action::SetLineVoice(studio.id(1), Some("nobody".to_owned())));
    let path = studio.path("out.wav");
    moksori::files::write_atomic(&path, b"old").expect("writes");
    export(&mut studio, &path, Format::Wav16);
    let ExportState::Failed(why) = studio.app.state.export.clone() else { panic!("{:?}", studio.app.state.export) };
    assert!(why.contains('2') && why.contains("nobody"), "the line and the reason: {why}");
    assert_eq!(std::fs::read(&path).expect("reads"), b"old");
    let leftovers = std::fs::read_dir(studio.folder.path()).expect("lists").flatten();
    assert_eq!(leftovers.filter(|entry| entry.file_name().to_string_lossy().ends_with(".part")).count(), 0);
    assert_eq!(studio.app.state.selected, Some(studio.id(1)), "the line to mend is selected");
}

#[test]
fn a_cancelled_export_leaves_nothing() {
    let mut studio = Studio::with_lines(&["One.", "Two.", "Three."]);
    let path = studio.path("out.mp3");
    let settings = ExportSettings { path: path.clone(), format: Format::Mp3, ..ExportSettings::default() };
    studio.app.apply(Action::Export(settings));
    studio.app.apply(Action::CancelExport);
    assert_eq!(studio.app.state.export, ExportState::Idle);
    assert!(!path.exists());
}

#[test]
fn a_long_script_is_looked_at_bit_by_bit() {
    let mut studio = Studio::new();
    let path = studio.path("long.txt");
    let lines: Vec<String> = (0..5_000).map(|index| format!("This is line number {index} of a long script.")).collect();
    moksori::files::write_atomic(&path, lines.join("\n").as_bytes()).expect("writes");
    studio.app.apply(Action::Open(path));
    assert_eq!(studio.app.state.project.lines().len(), 5_000);
    assert!(studio.app.state.lines.len() < 1_000, "opening does not look at every line at once");
    assert_eq!(studio.app.next_turn_in(Instant::now()), Some(Duration::ZERO));
    studio.until("all lines are known", |studio| studio.app.state.lines.len() == 5_000);
}

#[test]
fn what_was_rendered_is_there_after_a_restart_and_nothing_is_rendered_again() {
    let texts = ["One line.", "Another line.", "One line."];
    let mut studio = Studio::with_lines(&texts);
    studio.app.apply(Action::RenderAll);
    studio.until("all are ready", |studio| (0..3).all(|index| studio.status(index) == LineStatus::Ready));
    let project = studio.path("story.moksori");
    studio.app.apply(Action::SaveTo(project.clone()));
    let take = studio.app.state.lines[&studio.id(1)].take.clone().expect("was rendered");
    let Studio { app, folder, .. } = studio;
    drop(app); // waits for the writes

    let mut studio = Studio::in_folder(folder);
    studio.app.apply(Action::Open(project));
    studio.until("the takes are known", |studio| (0..3).all(|index| studio.status(index) == LineStatus::Ready));
    assert!(studio.app.state.queue.n_waiting == 0, "nothing is rendered");
    assert!(studio.app.state.lines[&studio.id(1)].take.is_none(), "it is not read before it is wanted");
    studio.app.apply(Action::LoadTake(studio.id(1)));
    studio.until("the take is read", |studio| studio.app.state.lines[&studio.id(1)].take.is_some());
    let read = studio.app.state.lines[&studio.id(1)].take.clone().expect("was read");
    assert_eq!(read.clip, take.clip);
    assert_eq!(read.form, take.form);
    studio.app.apply(Action::PlayFrom(studio.id(0)));
    studio.until("it plays", |studio| studio.app.state.transport.state == TransportState::Playing);
    assert!(studio.app.state.queue.n_waiting == 0, "playing renders nothing");
}

#[test]
fn a_damaged_take_is_made_again() {
    let mut studio = Studio::with_lines(&["One line."]);
    studio.app.apply(Action::RenderAll);
    studio.until("it is ready", |studio| studio.status(0) == LineStatus::Ready);
    let project = studio.path("story.moksori");
    studio.app.apply(Action::SaveTo(project.clone()));
    let Studio { app, folder, .. } = studio;
    drop(app);
    let takes = folder.path().join("cache").join("takes");
    let file = std::fs::read_dir(takes).expect("is there").next().expect("one take").expect("reads").path();
    let mut bytes = std::fs::read(&file).expect("reads");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    moksori::files::write_atomic(&file, &bytes).expect("writes");

    let mut studio = Studio::in_folder(folder);
    studio.app.apply(Action::Open(project));
    studio.until("the take is known", |studio| studio.status(0) == LineStatus::Ready);
    studio.app.apply(Action::PlayLine(studio.id(0)));
    studio.until("it is made again and plays", |studio| studio.app.state.transport.state == TransportState::Playing);
    // It is heard from its first piece, which may be before the take is whole.
    studio.until("the take is whole", |studio| studio.app.state.lines[&studio.id(0)].take.is_some());
}

#[test]
fn unsaved_work_is_there_after_the_window_died() {
    let mut studio = Studio::with_lines(&["One line.", "Another"]);
    studio.app.begin(None);
    let now = Instant::now();
    studio.app.turn(now);
    assert!(studio.app.next_turn_in(now).is_some_and(|wait| wait <= Duration::from_secs(1)), "it wakes to keep it");
    studio.app.turn(now + Duration::from_secs(2));
    let Studio { app, folder, .. } = studio;
    drop(app); // like a death: nobody was asked whether to save

    let mut studio = Studio::in_folder(folder);
    studio.app.begin(None);
    let texts = |studio: &Studio| -> Vec<String> {
        studio.app.state.project.lines().iter().map(|line| line.text.clone()).collect()
    };
    assert_eq!(texts(&studio), ["One line.", "Another"]);
    assert!(studio.app.state.history.is_unsaved() && !studio.app.state.notices.is_empty(), "the person is told");
    studio.app.apply(Action::SaveTo(studio.path("story.moksori")));
    let Studio { app, folder, .. } = studio;
    drop(app);
    let n_drafts = std::fs::read_dir(folder.path().join("data").join("drafts")).expect("is there").count();
    assert_eq!(n_drafts, 0, "saved work needs no draft");

    let mut studio = Studio::in_folder(folder);
    studio.app.begin(Some(&studio.path("story.moksori")));
    assert_eq!(texts(&studio), ["One line.", "Another"]);
    assert!(!studio.app.state.history.is_unsaved());
}
