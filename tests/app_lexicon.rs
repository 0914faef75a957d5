//! The lexicon as the window drives it, without a window: editing, what a change touches, hearing, saving, files.

#[path = "common/studio.rs"]
mod studio;

use std::sync::Arc;
use std::time::{Duration, Instant};

use moksori::app::action::{Action, InspectorTab, LexiconAction};
use moksori::app::lexicon::state::{Draft, DraftFault, HearWhat, Owner, Scope, Version};
use moksori::app::state::{Focus, LineStatus, TransportState};
use moksori::lexicon_file;
use moksori::paths::Paths;
use moksori::text::lexicon::{Entry, EntryFault, MatchMode};
use studio::Studio;

impl Studio {
    fn script(lines: &[&str]) -> Self {
        Self::script_in(tempfile::tempdir().expect("temp"), lines)
    }

    fn script_in(folder: tempfile::TempDir, lines: &[&str]) -> Self {
        let mut studio = Self::in_folder(folder);
        let path = studio.path("script.txt");
        moksori::files::write_atomic(&path, lines.join("\n").as_bytes()).expect("writes");
        studio.app.apply(Action::Open(path));
        studio.app.apply(Action::SetProjectVoice("tone".to_owned()));
        studio.app.state.history.mark_saved();
        studio
    }

    fn paths(&self) -> Paths {
        Paths::new(Some(self.folder.path().as_os_str().to_owned()), None)
    }

    fn lexicon(&mut self, action: LexiconAction) {
        self.app.apply(Action::Lexicon(action));
    }

    fn draft(&self) -> Draft {
        self.app.state.lexicon.draft.clone().expect("an entry is in hand")
    }

    /// Changes the entry in hand as typing does.
    fn change(&mut self, change: impl FnOnce(&mut Draft)) {
        let mut draft = self.draft();
        change(&mut draft);
        self.lexicon(LexiconAction::Change(draft));
    }

    fn add(&mut self, owner: Owner, written: &str, spoken: &str) {
        self.lexicon(LexiconAction::New);
        self.change(|draft| *draft = Draft::new(Entry::word(written, spoken), owner));
        self.lexicon(LexiconAction::Save);
        assert!(!self.app.state.lexicon.is_open, "{:?}", self.app.state.lexicon.fault);
    }

    fn written(&self, owner: Owner) -> Vec<String> {
        self.app.state.lexicon_of(owner).entries.iter().map(|entry| entry.written.clone()).collect()
    }

    fn render_all(&mut self) {
        let n = self.app.state.project.lines().len();
        self.app.apply(Action::RenderAll);
        self.until("all lines ready", |studio| (0..n).all(|index| studio.status(index) == LineStatus::Ready));
    }

    /// The lines that the entry in hand touches, once every line has been looked at.
    fn touched(&mut self) -> Vec<usize> {
        self.until("every line was looked at", |studio| studio.app.state.lexicon.is_complete);
        let touched = &self.app.state.lexicon.touched;
        touched.iter().map(|touched| self.app.state.project.index_of(touched.line).expect("a line")).collect()
    }
}

const LINES: [&str; 4] = ["I like FastAPI.", "Nothing here.", "Use FastAPI or ONNX today.", "ONNX is here."];

#[test]
fn an_entry_for_a_word_opens_prefilled_and_one_that_is_there_is_edited() {
    let mut studio = Studio::script(&LINES);
    studio.lexicon(LexiconAction::DraftFor { written: "FastAPI".to_owned(), spoken: "fast a p i".to_owned() });
    assert_eq!((studio.app.state.tab, studio.app.state.focus), (InspectorTab::Lexicon, Some(Focus::Spoken)));
    let draft = studio.draft();
    assert_eq!((draft.entry.clone(), draft.saved), (Entry::word("FastAPI", "fast a p i"), None));
    studio.lexicon(LexiconAction::Save);
    studio.lexicon(LexiconAction::DraftFor { written: "fastapi".to_owned(), spoken: "other".to_owned() });
    let draft = studio.draft();
    assert_eq!(draft.at(), Some(Owner::Project.entry(0)));
    assert_eq!(draft.entry.spoken, "fast a p i", "what was saved is not overwritten");
}

#[test]
fn faults_are_told_as_one_types() {
    let mut studio = Studio::script(&LINES);
    studio.add(Owner::Project, "ONNX", "onyx");
    let mut check = |entry: Entry, expect: Option<DraftFault>| {
        studio.lexicon(LexiconAction::New);
        studio.change(|draft| draft.entry = entry.clone());
        assert_eq!(studio.app.state.lexicon.fault, expect, "{entry:?}");
        let saves = expect.is_none();
        studio.lexicon(LexiconAction::Save);
        assert_eq!(studio.app.state.lexicon.is_open, !saves, "{entry:?}");
        studio.lexicon(LexiconAction::Cancel);
    };
    let fault = |fault| Some(DraftFault::Entry(fault));
    let new = |written: &str, spoken: &str| Entry {
        written: written.to_owned(),
        spoken: spoken.to_owned(),
        ..Entry::default()
    };
    check(new("", ""), fault(EntryFault::NothingWritten));
    check(new("a", "  "), fault(EntryFault::NothingSpoken));
    check(new("a", "//"), fault(EntryFault::NoPhonemes));
    check(new("onnx ", "b"), Some(DraftFault::Duplicate(Owner::Project.entry(0))));
    check(Entry { mode: MatchMode::Start, ..new("onnx", "b") }, None);
    check(
        Entry { mode: MatchMode::Regex, ..new("v(\\d)", "version $2") },
        fault(EntryFault::NoSuchGroup("2".to_owned())),
    );
    check(Entry { enabled: false, ..new("ONNX", "c") }, None);
    check(new("gRPC", "g r p c"), None);
}

#[test]
fn the_lines_a_change_touches_are_found_with_both_readings() {
    let mut studio = Studio::script(&LINES);
    studio.lexicon(LexiconAction::DraftFor { written: "FastAPI".to_owned(), spoken: "fast".to_owned() });
    assert_eq!(studio.touched(), [0, 2]);
    let first = studio.app.state.lexicon.touched[0].clone();
    assert_eq!((first.before.as_str(), first.after.as_str()), ("I like Fast A P I.", "I like fast."));
    assert_eq!(first.hits, [moksori::text::Span::new(7, 14)]);
    studio.change(|draft| draft.entry.written = "ONNX".to_owned());
    assert_eq!(studio.touched(), [2, 3]);
    studio.change(|draft| draft.entry.spoken = String::new());
    assert_eq!(studio.touched(), [] as [usize; 0]);
    // A saved entry that is as it was saved is compared with none at all.
    studio.change(|draft| draft.entry.spoken = "onyx".to_owned());
    studio.lexicon(LexiconAction::Save);
    studio.lexicon(LexiconAction::Open(Owner::Project.entry(0)));
    assert_eq!(studio.touched(), [2, 3]);
    let last = studio.app.state.lexicon.touched[1].clone();
    assert!(!last.before.contains("onyx") && last.after == "onyx is here.", "{last:?}");
    studio.until("uses are counted", |studio| studio.app.state.lexicon.uses.get(&Owner::Project.entry(0)) == Some(&2));
}

#[test]
fn a_long_script_is_gone_through_bit_by_bit_and_a_change_begins_again() {
    let lines: Vec<String> = (0..2_000).map(|index| format!("Line {index} says word{}.", index % 10)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut studio = Studio::script(&lines);
    studio.lexicon(LexiconAction::DraftFor { written: "word3".to_owned(), spoken: "third".to_owned() });
    studio.app.turn(Instant::now());
    let n = studio.app.state.lexicon.touched.len();
    assert!(!studio.app.state.lexicon.is_complete && n > 0 && n < 100, "one turn found {n}");
    assert_eq!(studio.app.next_turn_in(Instant::now()), Some(Duration::ZERO));
    studio.change(|draft| draft.entry.written = "word4".to_owned());
    assert_eq!(studio.touched().len(), 200);
    assert!(studio.touched().iter().all(|index| index % 10 == 4));
}

#[test]
fn saving_makes_exactly_the_touched_lines_stale_and_renders_them_again() {
    for owner in Owner::ALL {
        let mut studio =
            Studio::script(&["I like FastAPI.", "Nothing here.", "FastAPI again.", "FastAPI is not rendered."]);
        for index in 0..3 {
            studio.app.apply(Action::Render(studio.id(index)));
        }
        studio.until("three are ready", |studio| (0..3).all(|index| studio.status(index) == LineStatus::Ready));
        let old = studio.app.state.lines[&studio.id(1)].take.clone().expect("a take");
        studio.add(owner, "FastAPI", "fast");
        let statuses: Vec<LineStatus> = (0..4).map(|index| studio.status(index)).collect();
        assert_eq!(statuses, [LineStatus::Stale, LineStatus::Ready, LineStatus::Stale, LineStatus::Pending]);
        studio.app.turn(Instant::now());
        let statuses: Vec<LineStatus> = (0..4).map(|index| studio.status(index)).collect();
        assert!(matches!(statuses[0], LineStatus::Rendering(..)), "{statuses:?}");
        assert_eq!(statuses[1..], [LineStatus::Ready, LineStatus::Queued(0), LineStatus::Pending]);
        studio
            .until("both are rendered", |studio| [0, 2].iter().all(|index| studio.status(*index) == LineStatus::Ready));
        assert_eq!(studio.app.state.queue.n_waiting, 0, "the line without a take was not rendered");
        assert!(Arc::ptr_eq(&old, studio.app.state.lines[&studio.id(1)].take.as_ref().expect("a take")));
        if owner == Owner::Project {
            studio.app.apply(Action::Undo);
            assert!(studio.written(owner).is_empty());
            assert_eq!(studio.status(0), LineStatus::Ready, "the old sound is still there");
        }
    }
}

#[test]
fn undo_and_redo_carry_entries_and_the_entry_in_hand_follows() {
    let mut studio = Studio::script(&LINES);
    studio.add(Owner::Project, "FastAPI", "fast");
    studio.add(Owner::Project, "ONNX", "onyx");
    studio.lexicon(LexiconAction::Open(Owner::Project.entry(1)));
    studio.lexicon(LexiconAction::Delete(Owner::Project.entry(0)));
    assert_eq!(studio.written(Owner::Project), ["ONNX"]);
    studio.app.apply(Action::Undo);
    assert_eq!(studio.written(Owner::Project), ["FastAPI", "ONNX"]);
    studio.lexicon(LexiconAction::Open(Owner::Project.entry(1)));
    studio.app.apply(Action::Redo);
    assert_eq!(studio.draft().at(), Some(Owner::Project.entry(0)), "it stands first now");
    studio.change(|draft| draft.entry.spoken = "on x".to_owned());
    studio.lexicon(LexiconAction::Save);
    assert_eq!(studio.app.state.project.lexicon.entries, [Entry::word("ONNX", "on x")]);
}

#[test]
fn the_own_lexicon_is_written_at_once_and_an_entry_moves_between_both() {
    let mut studio = Studio::script(&LINES);
    studio.add(Owner::Own, "ONNX", "onyx");
    let on_disk = |studio: &Studio| lexicon_file::read_personal(&studio.paths()).expect("reads").lexicon.entries;
    assert_eq!(on_disk(&studio), [Entry::word("ONNX", "onyx")]);
    assert!(!studio.app.state.history.is_unsaved(), "the project did not change");
    studio.lexicon(LexiconAction::SetEnabled(Owner::Own.entry(0), false));
    assert!(!on_disk(&studio)[0].enabled);
    studio.lexicon(LexiconAction::Open(Owner::Own.entry(0)));
    studio.change(|draft| draft.owner = Owner::Project);
    studio.lexicon(LexiconAction::Save);
    assert_eq!((studio.written(Owner::Project), on_disk(&studio)), (vec!["ONNX".to_owned()], Vec::new()));
    studio.add(Owner::Own, "gRPC", "g r p c");
    studio.lexicon(LexiconAction::Delete(Owner::Own.entry(0)));
    assert!(on_disk(&studio).is_empty());
    studio.lexicon(LexiconAction::BringBack);
    assert_eq!(on_disk(&studio), [Entry::word("gRPC", "g r p c")]);
}

#[test]
fn an_own_lexicon_that_cannot_be_written_changes_nothing_and_tells() {
    let mut studio = Studio::script(&LINES);
    let path = lexicon_file::personal_path(&studio.paths());
    std::fs::create_dir_all(&path).expect("a folder in the way of the file");
    studio.lexicon(LexiconAction::New);
    studio.change(|draft| *draft = Draft::new(Entry::word("ONNX", "onyx"), Owner::Own));
    studio.lexicon(LexiconAction::Save);
    assert!(studio.app.state.lexicon.is_open && studio.app.state.own_lexicon.is_empty());
    assert_eq!(studio.draft().entry.written, "ONNX", "what was typed is still there");
    assert_eq!(studio.app.state.notices.len(), 1);
}

#[test]
fn rows_that_could_not_be_read_are_kept_in_a_copy() {
    let folder = tempfile::tempdir().expect("temp");
    let paths = Paths::new(Some(folder.path().as_os_str().to_owned()), None);
    let path = lexicon_file::personal_path(&paths);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("makes");
    let text = "written,spoken\nONNX,onyx\nbroken,\n";
    moksori::files::write_atomic(&path, text.as_bytes()).expect("writes");
    let mut studio = Studio::script_in(folder, &LINES);
    assert_eq!(studio.app.state.notices.len(), 1, "the row is told");
    studio.lexicon(LexiconAction::SetEnabled(Owner::Own.entry(0), false));
    assert_eq!(studio.written(Owner::Own), ["ONNX"]);
    let copy = std::fs::read_to_string(path.with_file_name("lexicon.unread.csv")).expect("a copy");
    assert_eq!(copy, text);
}

#[test]
fn a_change_is_heard_before_it_is_kept_and_ready_when_it_is() {
    let mut studio = Studio::script(&LINES);
    studio.lexicon(LexiconAction::DraftFor { written: "FastAPI".to_owned(), spoken: "fast a p i".to_owned() });
    assert_eq!(studio.touched(), [0, 2]);
    studio.lexicon(LexiconAction::HearOther);
    assert_eq!(studio.app.state.lexicon.heard, Some((HearWhat::Word, Version::Before)));
    let playing = |studio: &Studio| studio.app.state.transport.state == TransportState::Playing;
    studio.until("the word is heard", playing);
    assert_eq!(studio.app.state.lexicon.hearing, Some((HearWhat::Word, Version::Before)));
    studio.lexicon(LexiconAction::HearOther);
    assert_eq!(studio.app.state.lexicon.heard, Some((HearWhat::Word, Version::After)));
    let first = studio.id(0);
    studio.lexicon(LexiconAction::Hear(HearWhat::Line(first), Version::After));
    studio.until("the line is heard", playing);
    assert_eq!(studio.app.state.transport.line, Some(first));
    assert_eq!(studio.status(0), LineStatus::Pending, "the document has no take of it");
    studio.lexicon(LexiconAction::HearOther);
    assert_eq!(studio.app.state.lexicon.heard, Some((HearWhat::Line(first), Version::Before)));
    studio.until("the line as it was is heard", |studio| {
        studio.app.state.lexicon.hearing == Some((HearWhat::Line(first), Version::Before)) && playing(studio)
    });
    assert_eq!(studio.status(0), LineStatus::Ready, "as it was is as it still is");
    studio.lexicon(LexiconAction::Hear(HearWhat::AllLines, Version::After));
    let third = HearWhat::Line(studio.id(2));
    studio.until("the second touched line is heard", |studio| {
        studio.app.state.lexicon.hearing == Some((third, Version::After))
    });
    studio.until("the end", |studio| studio.app.state.transport.state == TransportState::Stopped);
    studio.lexicon(LexiconAction::Save);
    assert_eq!(
        [studio.status(0), studio.status(2)],
        [LineStatus::Ready, LineStatus::Ready],
        "nothing is rendered again"
    );
}

#[test]
fn an_entry_that_is_only_selected_is_compared_with_none() {
    let mut studio = Studio::script(&LINES);
    studio.add(Owner::Project, "ONNX", "onyx");
    studio.until("uses are counted", |studio| !studio.app.state.lexicon.uses.is_empty());
    studio.lexicon(LexiconAction::Select(Owner::Project.entry(0)));
    studio.lexicon(LexiconAction::Hear(HearWhat::AllLines, Version::Before));
    let last = HearWhat::Line(studio.id(3));
    studio.until("the last line is heard without the entry", |studio| {
        studio.app.state.lexicon.hearing == Some((last, Version::Before))
    });
}

#[test]
fn an_import_adds_replaces_and_tells_of_bad_rows_and_can_be_exported_again() {
    let mut studio = Studio::script(&LINES);
    studio.add(Owner::Project, "ONNX", "onyx");
    studio.add(Owner::Project, "SaaS", "sass");
    let path = studio.path("words.csv");
    let rows = "written,spoken\nonnx,on x\nSaaS,sass\nvCPU,v c p u\nbad,\n";
    moksori::files::write_atomic(&path, rows.as_bytes()).expect("writes");
    studio.lexicon(LexiconAction::Import(path));
    assert_eq!(studio.written(Owner::Project), ["onnx", "SaaS", "vCPU"]);
    let report = studio.app.state.lexicon.report.clone().expect("a report");
    assert_eq!((report.n_added, report.n_replaced), (1, 1));
    assert_eq!(report.problems.iter().map(|problem| problem.number).collect::<Vec<_>>(), [5]);
    studio.app.apply(Action::Undo);
    assert_eq!(studio.written(Owner::Project), ["ONNX", "SaaS"], "an import is one step");
    studio.app.apply(Action::Redo);
    for name in ["out.csv", "out.pls"] {
        studio.lexicon(LexiconAction::Export(studio.path(name)));
        let written = lexicon_file::read(&studio.path(name)).expect("reads").lexicon;
        assert_eq!(written, studio.app.state.project.lexicon, "{name}");
    }
    studio.lexicon(LexiconAction::Show(Scope::Only(Owner::Own)));
    studio.lexicon(LexiconAction::Import(studio.path("out.csv")));
    assert_eq!(studio.written(Owner::Own).len(), 3);
    let n_notices = studio.app.state.notices.len();
    studio.lexicon(LexiconAction::Import(studio.path("nowhere.csv")));
    assert_eq!(studio.app.state.notices.len(), n_notices + 1);
}

#[test]
fn what_is_being_edited_is_not_lost_to_another_word() {
    let mut studio = Studio::script(&LINES);
    studio.lexicon(LexiconAction::DraftFor { written: "FastAPI".to_owned(), spoken: "fast".to_owned() });
    studio.lexicon(LexiconAction::DraftFor { written: "ONNX".to_owned(), spoken: String::new() });
    assert_eq!(studio.draft().entry.written, "FastAPI");
    assert_eq!(studio.app.state.notices.len(), 1, "and the person is told why");
    studio.render_all();
}
