//! The voices: what there is, what it asks for, and what is done with it.

use eframe::egui;
use egui::{Label, RichText, ScrollArea, Ui};

use super::{buttons, dialog, main_button};
use crate::app::action::{Action, VoiceAction};
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::panels::format::file_size;
use crate::app::state::{JobKind, JobState, State, VoiceJobView};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::button::{TextButton, Weight};
use crate::app::widgets::{caption, check, meter};
use crate::text::Language;
use crate::voice::catalog::{Listing, Origin};

/// Room that the list leaves for the rest of the dialog, points.
const AROUND_LIST: f32 = 260.0;

/// Voices that share their files, and so come and go together.
struct Group<'a> {
    voices: Vec<&'a Listing>,
}

impl<'a> Group<'a> {
    /// All of them: what is there first, then what can be installed here.
    fn all(state: &'a State) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for voice in &state.voices {
            match groups.iter_mut().find(|group| group.first().folder == voice.folder) {
                Some(group) => group.voices.push(voice),
                None => groups.push(Self { voices: vec![voice] }),
            }
        }
        groups.sort_by_key(|group| (!group.is_installed(), group.first().origin == Origin::SetUp));
        groups
    }

    fn first(&self) -> &'a Listing {
        self.voices[0]
    }

    fn is_installed(&self) -> bool {
        self.voices.iter().any(|voice| voice.installed)
    }

    /// Size of its files: those that its voices share are counted once.
    fn n_bytes(&self) -> u64 {
        self.voices.iter().map(|voice| voice.bytes).max().unwrap_or_default()
    }
}

/// Draws the dialog.
pub fn voices_dialog(ui: &Ui, state: &State, view: &mut ViewState, texts: &Texts, actions: &mut Vec<Action>) {
    let closed = dialog(ui, &texts.get("voices-title"), 620.0, texts, |ui| {
        let tokens = Tokens::of(ui);
        ui.add(Label::new(caption(texts.get("voices-offline"), tokens.muted)).wrap());
        ui.add_space(8.0);
        // Always as high: what is under the pointer stays there when a group opens.
        let height = (ui.ctx().content_rect().height() - AROUND_LIST).max(120.0);
        let size = egui::vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.set_min_size(size);
            ScrollArea::vertical().id_salt("voices").min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
                for (index, group) in Group::all(state).iter().enumerate() {
                    if index > 0 {
                        ui.separator();
                    }
                    group_ui(ui, group, state, view, texts, actions);
                }
            });
        });
        let mut link = state.link_imports;
        if check(ui, &mut link, &texts.get("voices-link")).changed() {
            actions.push(Action::Voice(VoiceAction::LinkImports(link)));
        }
        let is_importing = state.voice_jobs.values().any(|job| job.kind == JobKind::Import);
        if is_importing {
            ui.label(caption(texts.get("voices-import-running"), tokens.muted));
        }
        buttons(ui, |ui| {
            if main_button(ui, texts.get("done"), true) {
                actions.push(Action::CloseDialog);
            }
            let import = TextButton::new(texts.get("voices-import")).icon(Icon::FolderOpen);
            let hint = texts.get("voices-import-hint");
            if ui.add_enabled(!is_importing, import).on_hover_text(hint.into_owned()).clicked() {
                actions.push(Action::Voice(VoiceAction::PickFolder));
            }
            if ui.add(TextButton::new(texts.get("servers-add")).icon(Icon::Server)).clicked() {
                actions.push(Action::Voice(VoiceAction::EditServer(None)));
            }
        });
    });
    if closed {
        actions.push(Action::CloseDialog);
    }
}

fn group_ui(
    ui: &mut Ui,
    group: &Group<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    let voice = group.first();
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&voice.group).font(theme::bold_font(theme::TEXT)));
        let spoken = |language: &Language| group.voices.iter().any(|voice| voice.languages.contains(language));
        let languages: Vec<String> = Language::ALL
            .into_iter()
            .filter(spoken)
            .map(|language| texts.language_name(language).into_owned())
            .collect();
        let n_voices = texts.with("voice-count", &[("n", group.voices.len().into())]);
        ui.label(caption(format!("{n_voices} · {}", languages.join(" · ")), tokens.muted));
        let (text, ink) = if group.is_installed() {
            (texts.get("voice-installed"), tokens.accent)
        } else {
            (texts.get("voice-missing"), tokens.muted)
        };
        ui.label(caption(text, ink));
    });
    match &voice.sends_text_to {
        Some(host) => {
            let text = texts.with("voice-sent-to", &[("host", host.clone().into())]);
            ui.add(Label::new(caption(text, tokens.warning)).wrap());
        }
        None => drop(ui.label(caption(facts(group, texts), tokens.muted))),
    }
    let description = voice.group_description.in_language(texts.language());
    if !description.is_empty() {
        ui.add(Label::new(caption(description, tokens.muted).line_height(Some(18.0))).wrap());
    }
    let job = state.voice_jobs.get(&voice.folder);
    if let Some(job) = job {
        job_ui(ui, job, texts);
    }
    let is_asked = view.licence.as_ref().is_some_and(|(folder, _)| *folder == voice.folder);
    if is_asked && !group.is_installed() && job.is_none() {
        licence_ui(ui, group, state, view, texts, actions);
    }
    ui.horizontal_wrapped(|ui| group_buttons(ui, group, job, view, texts, actions));
    ui.add_space(4.0);
}

/// Size, licence and need of memory.
fn facts(group: &Group<'_>, texts: &Texts) -> String {
    let voice = group.first();
    let (size, licence) = (file_size(group.n_bytes()), voice.licence.clone());
    match voice.memory_mb {
        Some(memory) => texts.with(
            "voice-facts-memory",
            &[("size", size.into()), ("licence", licence.into()), ("memory", memory.into())],
        ),
        None => texts.with("voice-facts", &[("size", size.into()), ("licence", licence.into())]),
    }
}

/// How the last thing done with it stands.
fn job_ui(ui: &mut Ui, job: &VoiceJobView, texts: &Texts) {
    let tokens = Tokens::of(ui);
    let counted = |id: &str| {
        let secs = job.waits_secs.unwrap_or_default();
        let values = [
            ("done", file_size(job.n_done).into()),
            ("all", file_size(job.n_all).into()),
            ("secs", secs.to_string().into()),
        ];
        texts.with(id, &values)
    };
    if job.kind == JobKind::Download && matches!(job.state, JobState::Running | JobState::Paused) {
        let width = ui.available_width();
        meter::meter(ui, job.n_done as f32 / job.n_all.max(1) as f32, width, tokens.accent);
    }
    let (text, ink) = match (&job.state, job.kind) {
        (JobState::Failed(why), _) => (why.clone(), tokens.error),
        (JobState::Paused, _) => (counted("voice-paused"), tokens.muted),
        (JobState::Done, JobKind::Verify) => (texts.get("voice-whole").into_owned(), tokens.accent),
        (JobState::Done, _) => return,
        (JobState::Running, JobKind::Download) if job.waits_secs.is_some() => (counted("voice-waits"), tokens.muted),
        (JobState::Running, JobKind::Download) => (counted("voice-downloading"), tokens.muted),
        (JobState::Running, JobKind::Remove) => (texts.get("voice-removing").into_owned(), tokens.muted),
        (JobState::Running, _) => (texts.get("voice-checking").into_owned(), tokens.muted),
    };
    ui.add(Label::new(RichText::new(text).font(theme::caption_font()).color(ink)).wrap().selectable(true));
}

/// What the licence asks, and the box to accept it: nothing is fetched before.
fn licence_ui(
    ui: &mut Ui,
    group: &Group<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    let voice = group.first();
    ui.label(texts.with("voice-licence", &[("licence", voice.licence.clone().into())]));
    if let Some(licence) = state.licences.iter().find(|licence| licence.id == voice.licence) {
        ui.add(Label::new(caption(licence.terms(texts.language()), tokens.text).line_height(Some(18.0))).wrap());
        let address = texts.with("voice-licence-text", &[("address", licence.address.clone().into())]);
        ui.add(Label::new(caption(address, tokens.muted)).wrap().selectable(true));
    }
    let Some((_, accepted)) = &mut view.licence else { return };
    check(ui, accepted, &texts.get("voice-accept"));
    let download = texts.with("voice-download", &[("size", file_size(group.n_bytes()).into())]);
    ui.horizontal(|ui| {
        if ui.add_enabled(*accepted, TextButton::new(download).weight(Weight::Accent)).clicked() {
            actions.push(Action::Voice(VoiceAction::Install(voice.id.clone())));
        }
    });
}

fn group_buttons(
    ui: &mut Ui,
    group: &Group<'_>,
    job: Option<&VoiceJobView>,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let voice = group.first();
    let mut asked = Vec::new();
    let mut press = |ui: &mut Ui, id: &str, action: VoiceAction| {
        if ui.add(group_button(voice, id, texts)).clicked() {
            asked.push(action);
        }
    };
    let is_download = job.is_some_and(|job| job.kind == JobKind::Download);
    match job.map(|job| &job.state) {
        Some(JobState::Running) => {
            if is_download {
                press(ui, "voice-pause", VoiceAction::Pause(voice.folder.clone()));
                press(ui, "voice-cancel", VoiceAction::Cancel(voice.folder.clone()));
            }
        }
        Some(JobState::Paused | JobState::Failed(_)) if is_download => {
            press(ui, "voice-resume", VoiceAction::Install(voice.id.clone()));
            press(ui, "voice-cancel", VoiceAction::Cancel(voice.folder.clone()));
        }
        _ if voice.origin == Origin::Server => {
            press(ui, "server-edit", VoiceAction::EditServer(Some(voice.id.clone())));
            press(ui, "server-delete", VoiceAction::DeleteServer(voice.id.clone()));
            hear_buttons(ui, group, texts, &mut asked);
        }
        _ if group.is_installed() => {
            press(ui, "voice-verify", VoiceAction::Verify(voice.id.clone()));
            // Its licence was accepted when it was installed.
            let is_damaged =
                job.is_some_and(|job| matches!(job.state, JobState::Failed(_)) && job.kind == JobKind::Verify);
            if is_damaged && voice.origin == Origin::Download {
                press(ui, "voice-again", VoiceAction::Install(voice.id.clone()));
            }
            if voice.origin != Origin::SetUp {
                press(ui, "voice-remove", VoiceAction::Remove(voice.id.clone()));
            }
            hear_buttons(ui, group, texts, &mut asked);
        }
        _ if voice.origin == Origin::Download => {
            let is_asked = view.licence.as_ref().is_some_and(|(folder, _)| *folder == voice.folder);
            if !is_asked && ui.add(group_button(voice, "voice-install", texts).icon(Icon::Download)).clicked() {
                view.licence = Some((voice.folder.clone(), false));
            }
        }
        _ => {
            let tokens = Tokens::of(ui);
            let text = texts.with("voice-by-setup", &[("id", voice.folder.clone().into())]);
            ui.add(Label::new(caption(text, tokens.muted)).wrap());
        }
    }
    actions.extend(asked.into_iter().map(Action::Voice));
}

/// A button of a group. It is named by the group too, because every group has it.
fn group_button<'a>(voice: &Listing, id: &'a str, texts: &'a Texts) -> TextButton<'a> {
    TextButton::new(texts.get(id)).name(format!("{}: {}", voice.group, texts.get(id)))
}

/// A button to hear each of the voices.
fn hear_buttons(ui: &mut Ui, group: &Group<'_>, texts: &Texts, asked: &mut Vec<VoiceAction>) {
    for voice in group.voices.iter().filter(|voice| voice.installed) {
        let name = texts.with("voice-hear-name", &[("voice", voice.name.clone().into())]);
        let text = if group.voices.len() == 1 {
            texts.get("voice-hear").into_owned()
        } else {
            // The group's name stands above.
            voice.name.replace(&format!(", {}", voice.group), "")
        };
        let button = ui.add(TextButton::new(text).icon(Icon::Play).name(name));
        let hint = voice.description.in_language(texts.language());
        let button = if hint.is_empty() { button } else { button.on_hover_text(hint) };
        if button.clicked() {
            asked.push(VoiceAction::Hear(voice.id.clone()));
        }
    }
}
