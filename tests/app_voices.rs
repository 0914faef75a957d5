//! Voices as the window's logic manages them, through its actions: what is removed, checked and imported, and that the
//! list follows.

#[path = "common/studio.rs"]
mod studio;

use std::path::{Path, PathBuf};

use moksori::app::action::{Action, Dialog, ExportSettings, ServerDraft, UnsavedAnswer, VoiceAction};
use moksori::app::state::{ExportState, JobState, LineStatus, TransportState};
use moksori::export::Format;
use moksori::files::AtomicFile;
use moksori::paths::Paths;
use moksori::script::Stage;
use moksori::text::Language;
use moksori::voice::catalog::{Catalog, VoiceFile};
use moksori::voice::server::Setup;
use moksori::voice::tone::ToneSource;
use moksori::voice::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource};
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
        let mut file = AtomicFile::new(&download.folder.join(name)).expect("begins");
        file.file_mut().set_len(*bytes).expect("makes");
        file.commit().expect("is there");
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
fn what_another_voice_lacks_is_no_problem_of_this_one() {
    let mut studio = Studio::with_lines(&["One."]);
    studio.app.apply(Action::SetProjectVoice("nobody".to_owned()));
    studio.until("it is told", |studio| studio.app.state.engine_problem.is_some());
    studio.app.apply(Action::SetProjectVoice("tone".to_owned()));
    assert_eq!(studio.app.state.engine_problem, None);
    // The same where a project brings its voice along.
    let path = studio.path("story.moksori");
    studio.app.apply(Action::SaveTo(path.clone()));
    studio.app.apply(Action::SetProjectVoice("nobody".to_owned()));
    studio.app.apply(Action::Open(path));
    studio.app.apply(Action::AnswerUnsaved(UnsavedAnswer::Discard));
    assert_eq!(studio.app.state.project.voice(), "tone");
    studio.app.apply(Action::Render(studio.id(0)));
    studio.until("it is ready", |studio| studio.status(0) == LineStatus::Ready);
    assert_eq!(studio.app.state.engine_problem, None);
}

#[test]
fn servers_that_cannot_be_read_are_told() {
    let mut studio = Studio::new();
    let config = studio.path("config");
    std::fs::create_dir_all(&config).expect("makes");
    moksori::files::write_atomic(&config.join("servers.json"), b"[{").expect("writes");
    studio.app.begin(None);
    assert!(studio.app.state.notices.iter().any(|notice| notice.text.contains("servers.json")));
}

#[test]
fn a_voice_is_heard_beside_the_document() {
    let mut studio = Studio::with_lines(&["One."]);
    studio.app.apply(Action::Voice(VoiceAction::Hear("tone".to_owned())));
    studio.until("it plays", |studio| studio.app.state.transport.state == TransportState::Playing);
    studio.until("it ends", |studio| studio.app.state.transport.state == TransportState::Stopped);
    assert_eq!(studio.texts(), ["One."]);
}

#[test]
fn a_speech_server_is_entered_changed_and_deleted() {
    let mut studio = Studio::with_lines(&["One."]);
    studio.app.apply(Action::Voice(VoiceAction::EditServer(None)));
    assert_eq!(studio.app.state.dialog, Some(Dialog::Server));
    let mut setup = Setup { name: "GPU".to_owned(), ..Setup::default() };
    let save = |studio: &mut Studio, setup: &Setup| {
        let draft = ServerDraft { setup: setup.clone(), key: None };
        studio.app.apply(Action::Voice(VoiceAction::SaveServer(Box::new(draft))));
    };
    "http://speech.example.com/v1".clone_into(&mut setup.address);
    save(&mut studio, &setup);
    let notice = studio.app.state.notices[0].text.clone();
    assert!(notice.contains("unencrypted"), "{notice}");
    assert!(studio.app.state.voices.is_empty());

    "https://speech.example.com/v1".clone_into(&mut setup.address);
    save(&mut studio, &setup);
    assert_eq!(studio.app.state.dialog, Some(Dialog::Voices));
    assert_eq!(studio.app.state.sent_to("server-gpu"), Some("speech.example.com"));

    let id = || "server-gpu".to_owned();
    studio.app.apply(Action::Voice(VoiceAction::EditServer(Some(id()))));
    let mut known = studio.app.state.server_draft.clone().expect("is open").setup;
    assert_eq!((known.id.as_str(), known.address.as_str()), ("server-gpu", setup.address.as_str()));
    "https://other.example.com/v1".clone_into(&mut known.address);
    save(&mut studio, &known);
    assert_eq!(studio.app.state.sent_to("server-gpu"), Some("other.example.com"));
    studio.app.apply(Action::Voice(VoiceAction::DeleteServer(id())));
    assert!(studio.app.state.voices.iter().all(|voice| voice.id != "server-gpu"));
    assert!(!std::fs::read_to_string(studio.path("config/servers.json")).expect("is there").contains("gpu"));
}

/// The tone, and a softer one.
struct TwoVoices;

struct Soft {
    inner: Box<dyn Voice>,
    info: VoiceInfo,
}

impl VoiceSource for TwoVoices {
    fn open(&mut self, id: &str) -> Result<Box<dyn Voice>, VoiceError> {
        let info = self.info(id).ok_or_else(|| VoiceError::Unknown { id: id.to_owned() })?;
        let inner = ToneSource.open("tone")?;
        Ok(if id == "soft" { Box::new(Soft { inner, info }) } else { inner })
    }

    fn info(&self, id: &str) -> Option<VoiceInfo> {
        let tone = ToneSource.info("tone")?;
        matches!(id, "tone" | "soft").then(|| VoiceInfo { id: id.to_owned(), ..tone })
    }
}

impl Voice for Soft {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &'static str {
        "soft"
    }

    fn provider(&self) -> &str {
        self.inner.provider()
    }

    fn phonemes(&mut self, spoken: &str, language: Language) -> Result<String, VoiceError> {
        self.inner.phonemes(spoken, language)
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let mut speech = self.inner.speak_streaming(request, cancel, heard)?;
        speech.samples.iter_mut().for_each(|sample| *sample *= 0.5);
        Ok(speech)
    }
}

fn loudest(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |most, sample| sample.abs().max(most))
}

#[test]
fn an_export_has_the_final_voice_and_the_draft_is_kept() {
    let mut studio = Studio::over(tempfile::tempdir().expect("temp"), Box::new(TwoVoices), ());
    studio.write(&["One.", "Two."]);
    studio.app.apply(Action::RenderAll);
    let ready = |studio: &Studio| (0..2).all(|index| studio.status(index) == LineStatus::Ready);
    studio.until("the draft is rendered", ready);
    let draft = loudest(&studio.app.state.lines[&studio.id(0)].take.clone().expect("rendered").clip.samples);

    studio.app.apply(Action::SetFinalVoice(Some("soft".to_owned())));
    assert!(ready(&studio), "the draft stays as it is");
    let path = studio.path("out.wav");
    let settings = ExportSettings { path: path.clone(), format: Format::WavFloat, ..ExportSettings::default() };
    studio.app.apply(Action::Export(settings));
    studio.until("the export ends", |studio| !matches!(studio.app.state.export, ExportState::Running(..)));
    assert!(matches!(studio.app.state.export, ExportState::Done(..)), "{:?}", studio.app.state.export);
    let samples: Vec<f32> =
        hound::WavReader::open(&path).expect("opens").samples::<f32>().map(|sample| sample.expect("reads")).collect();
    assert!((loudest(&samples) / draft - 0.5).abs() < 0.01, "{} and {draft}", loudest(&samples));
    assert_eq!(studio.app.state.project.stage, Stage::Draft);
    assert!(ready(&studio), "and the draft is there again at once");

    // Both can be listened to, and a voice that is not there stops the export in words.
    studio.app.apply(Action::SetStage(Stage::Final));
    assert!(ready(&studio), "what was exported is there too");
    studio.app.apply(Action::SetFinalVoice(Some("nobody".to_owned())));
    studio.app.apply(Action::SetStage(Stage::Draft));
    studio.app.apply(Action::Export(ExportSettings { path, format: Format::Wav16, ..ExportSettings::default() }));
    studio.until("the export ends", |studio| !matches!(studio.app.state.export, ExportState::Running(..)));
    let ExportState::Failed(why) = studio.app.state.export.clone() else { panic!("{:?}", studio.app.state.export) };
    assert!(why.contains("nobody"), "{why}");
    assert_eq!(studio.app.state.project.stage, Stage::Draft);
}
