//! Voices as the window's logic manages them, through its actions: what is removed, checked and imported, and that the
//! list follows.

#[path = "common/studio.rs"]
mod studio;

use std::path::{Path, PathBuf};

use moksori::app::action::{Action, VoiceAction};
use moksori::app::state::{JobState, TransportState};
use moksori::paths::Paths;
use moksori::voice::catalog::{Catalog, VoiceFile};
use studio::Studio;

const GROUP: &str = "supertonic-3";
const VOICE: &str = "supertonic-f1";

/// The paths of the app over `folder`, as the rig makes them.
fn paths(folder: &Path) -> Paths {
    Paths::new(Some(folder.into()), None)
}

/// A studio with the real catalogue, whose downloaded voices are there by name and size.
fn with_downloaded() -> (Studio, PathBuf) {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    let catalog = Catalog::open(&paths);
    let download = catalog.download(VOICE).expect("it is one that is downloaded");
    std::fs::create_dir_all(&download.folder).expect("makes");
    for remote in &download.files {
        let VoiceFile { name, bytes, .. } = &remote.file;
        // Sparse: as long as the real one, and nothing but zeros.
        std::fs::File::create(download.folder.join(name)).and_then(|file| file.set_len(*bytes)).expect("makes");
    }
    let mut studio = Studio::in_folder(home);
    studio.app.state.voices = Catalog::open(&paths).list();
    assert!(is_installed(&studio));
    (studio, download.folder)
}

fn is_installed(studio: &Studio) -> bool {
    studio.app.state.voices.iter().any(|voice| voice.id == VOICE && voice.installed)
}

fn job_state(studio: &Studio) -> Option<JobState> {
    studio.app.state.voice_jobs.get(GROUP).map(|job| job.state.clone())
}

#[test]
fn what_was_downloaded_is_checked_and_removed_and_the_list_follows() {
    let (mut studio, folder) = with_downloaded();
    studio.app.apply(Action::Voice(VoiceAction::Verify(VOICE.to_owned())));
    assert_eq!(job_state(&studio), Some(JobState::Running));
    studio.until("the files are checked", |studio| job_state(studio) != Some(JobState::Running));
    let Some(JobState::Failed(why)) = job_state(&studio) else { panic!("{:?}", job_state(&studio)) };
    assert!(why.contains("is not the file that belongs to it"), "{why}");
    studio.app.apply(Action::Voice(VoiceAction::Dismiss(GROUP.to_owned())));
    assert_eq!(job_state(&studio), None);

    studio.app.apply(Action::Voice(VoiceAction::Remove(VOICE.to_owned())));
    studio.until("the voice is gone", |studio| !is_installed(studio));
    assert!(!folder.exists());
    assert_eq!(job_state(&studio), Some(JobState::Done));
}

#[test]
fn one_thing_at_a_time_is_done_with_a_group() {
    let (mut studio, _folder) = with_downloaded();
    studio.app.apply(Action::Voice(VoiceAction::Verify(VOICE.to_owned())));
    studio.app.apply(Action::Voice(VoiceAction::Remove("supertonic-m1".to_owned())));
    studio.until("the check is over", |studio| job_state(studio) != Some(JobState::Running));
    assert!(is_installed(&studio), "it was not removed while it was checked");
}

#[test]
fn a_folder_without_a_voice_is_a_notice() {
    let mut studio = Studio::with_lines(&["One."]);
    let folder = studio.path("아무것도 없음");
    std::fs::create_dir(&folder).expect("makes");
    studio.app.apply(Action::Voice(VoiceAction::Import(folder)));
    studio.until("it is told", |studio| !studio.app.state.notices.is_empty());
    let notice = &studio.app.state.notices[0].text;
    assert!(notice.contains("NAME.onnx"), "{notice}");
    assert!(studio.app.state.voice_jobs.is_empty());
}

#[test]
fn a_voice_is_heard_beside_the_document() {
    let mut studio = Studio::with_lines(&["One."]);
    studio.app.apply(Action::Voice(VoiceAction::Hear("tone".to_owned())));
    studio.until("it plays", |studio| studio.app.state.transport.state == TransportState::Playing);
    studio.until("it ends", |studio| studio.app.state.transport.state == TransportState::Stopped);
    assert_eq!(studio.texts(), ["One."]);
}
