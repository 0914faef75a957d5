//! A window over a made-up project, for tests of what is drawn and of what the keyboard and the pointer ask for.
#![allow(dead_code, reason = "each test program uses its own part")]

use std::collections::HashMap;
use std::sync::Arc;

use eframe::egui;
use egui_kittest::Harness;
use moksori::app::action::{Action, InspectorTab, LexiconAction};
use moksori::app::i18n::Texts;
use moksori::app::lexicon::state::{Draft, DraftFault};
use moksori::app::state::{Focus, LineStatus, LineView, QueueView, State, Transport, TransportState};
use moksori::app::view::ViewState;
use moksori::app::{fonts, panels, theme};
use moksori::audio::Clip;
use moksori::script::{Edit, LineId, LineKind, Project};
use moksori::settings::Settings;
use moksori::studio::memory::Usage;
use moksori::studio::{ChunkStatus, ChunkTake, Take};
use moksori::text::lexicon::{Entry, EntryFault};
use moksori::text::{Chunk, EntryRef, Join, Language, Origin, Piece, Span, SpokenForm};
use moksori::voice::catalog::{Description, Engine, Listing};

/// What a test window is made of: the state, what the drawing remembers, and what was asked for so far.
pub struct Window {
    pub state: State,
    pub view: ViewState,
    pub texts: Texts,
    /// Everything that was asked for, but what only tells which lines are in view.
    pub asked: Vec<Action>,
}

impl Window {
    pub fn new(state: State, language: Language) -> Self {
        Self { state, view: ViewState::default(), texts: Texts::of(language), asked: Vec::new() }
    }

    fn draw(&mut self, ui: &mut egui::Ui) {
        let mut actions = Vec::new();
        // The test harness leaves a margin that a window has not.
        let whole = ui.ctx().content_rect();
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(whole));
        ui.set_clip_rect(whole);
        panels::window_ui(&mut ui, &self.state, &mut self.view, &self.texts, &mut actions);
        self.state.focus = None;
        self.state.scroll_to = None;
        for action in actions {
            apply(&mut self.state, &action);
            if !matches!(action, Action::InView(_)) {
                self.asked.push(action);
            }
        }
    }
}

/// As much of what the application does with an action as the drawing depends on.
fn apply(state: &mut State, action: &Action) {
    let edit = |state: &mut State, edit: Edit| state.history.apply(&mut state.project, edit, None);
    match action {
        Action::SetText { line, text } => {
            let at = state.project.index_of(*line).expect("line");
            let mut changed = state.project.lines()[at].clone();
            text.clone_into(&mut changed.text);
            edit(state, Edit::Splice { at, n_removed: 1, inserted: vec![changed] });
        }
        Action::Split { line, at_char } => {
            let at = state.project.index_of(*line).expect("line");
            let mut first = state.project.lines()[at].clone();
            let rest: String = first.text.chars().skip(*at_char).collect();
            first.text = first.text.chars().take(*at_char).collect();
            let second = state.project.new_line(&rest);
            let id = second.id;
            edit(state, Edit::Splice { at, n_removed: 1, inserted: vec![first, second] });
            select(state, id, 0);
        }
        Action::MergeWithPrevious(line) => {
            let at = state.project.index_of(*line).expect("line");
            let mut first = state.project.lines()[at - 1].clone();
            let n_chars = first.text.chars().count();
            let id = first.id;
            first.text.push_str(&state.project.lines()[at].text);
            edit(state, Edit::Splice { at: at - 1, n_removed: 2, inserted: vec![first] });
            select(state, id, n_chars);
        }
        Action::MergeWithNext(line) => {
            let at = state.project.index_of(*line).expect("line");
            let next = state.project.lines()[at + 1].id;
            apply(state, &Action::MergeWithPrevious(next));
        }
        Action::Select(line) => select(state, *line, 0),
        Action::SelectBy(by) => {
            let last = state.project.lines().len() - 1;
            let at = state.selected.and_then(|id| state.project.index_of(id)).unwrap_or(0);
            let at = at.saturating_add_signed(*by as isize).min(last);
            let id = state.project.lines()[at].id;
            select(state, id, 0);
        }
        Action::Undo => {
            state.history.undo(&mut state.project);
        }
        Action::Redo => {
            state.history.redo(&mut state.project);
        }
        Action::Search(text) => text.clone_into(&mut state.search),
        Action::FocusSearch => state.focus = Some(Focus::Search),
        Action::ShowTab(tab) => state.tab = *tab,
        Action::ToggleLeft => state.left_open = !state.left_open,
        Action::ToggleRight => state.right_open = !state.right_open,
        Action::ShowDialog(dialog) => state.dialog = Some(dialog.clone()),
        Action::CloseDialog => state.dialog = None,
        Action::Dismiss(id) => state.notices.retain(|notice| notice.id != *id),
        Action::Lexicon(action) => apply_lexicon(state, action),
        Action::SetTheme(theme) => state.settings.theme = *theme,
        _ => {}
    }
}

fn apply_lexicon(state: &mut State, action: &LexiconAction) {
    let of = |state: &State, at: EntryRef| Draft::of(at, state.entry_at(at).expect("an entry").clone());
    match action {
        LexiconAction::New => {
            state.lexicon.draft = Some(Draft::new(Entry::default(), state.lexicon.scope.target()));
            state.lexicon.fault = Some(DraftFault::Entry(EntryFault::NothingWritten));
            state.lexicon.is_open = true;
            state.focus = Some(Focus::Written);
        }
        LexiconAction::Select(at) => state.lexicon.draft = Some(of(state, *at)),
        LexiconAction::Open(at) => {
            state.lexicon.draft = Some(of(state, *at));
            state.lexicon.is_open = true;
            state.focus = Some(Focus::Spoken);
        }
        LexiconAction::Change(draft) => {
            state.lexicon.fault = draft.entry.check().err().map(DraftFault::Entry);
            state.lexicon.draft = Some(draft.clone());
        }
        LexiconAction::Cancel | LexiconAction::Save => {
            state.lexicon.is_open = false;
            state.lexicon.fault = None;
            state.focus = Some(Focus::LexiconList);
        }
        LexiconAction::Search(text) => text.clone_into(&mut state.lexicon.search),
        LexiconAction::Show(scope) => state.lexicon.scope = *scope,
        LexiconAction::FocusSearch => {
            state.tab = InspectorTab::Lexicon;
            state.focus = Some(Focus::LexiconSearch);
        }
        _ => {}
    }
}

fn select(state: &mut State, line: LineId, at: usize) {
    state.selected = Some(line);
    state.focus = Some(Focus::Line(line, at));
    state.scroll_to = Some(line);
}

/// How a test window is opened.
#[derive(Clone, Copy)]
pub struct Opening {
    pub size: [f32; 2],
    pub scale: f32,
    pub dark: bool,
}

impl Default for Opening {
    fn default() -> Self {
        Self { size: [1280.0, 800.0], scale: 1.0, dark: true }
    }
}

/// Opens a window over `state`.
pub fn open(state: State, language: Language, opening: Opening) -> Harness<'static, Window> {
    let theme = if opening.dark { egui::Theme::Dark } else { egui::Theme::Light };
    Harness::builder()
        .with_size(opening.size)
        .with_pixels_per_point(opening.scale)
        .with_theme(theme)
        .with_render_cursor(false)
        .with_max_steps(16)
        .with_step_dt(1.0 / 30.0)
        .with_context_setup(|ctx| {
            theme::install(ctx);
            fonts::install(ctx);
            ctx.add_font_provider(Arc::new(egui_system_font_provider::SystemFontProvider::new()));
        })
        .build_ui_state(|ui, window: &mut Window| window.draw(ui), Window::new(state, language))
}

/// A state over `project` with nothing rendered.
pub fn state_of(project: Project) -> State {
    let heart = Listing {
        id: "heart".to_owned(),
        name: "Heart".to_owned(),
        engine: Engine::Hibari,
        languages: vec![Language::English],
        sample_rate_hz: 24_000,
        licence: "Apache-2.0".to_owned(),
        description: Description::default(),
        experimental: false,
        steps: None,
        takes_expressions: false,
        sends_text_to: None,
        origin: moksori::voice::catalog::Origin::SetUp,
        memory_mb: Some(130),
        folder: "heart".to_owned(),
        group: "Heart".to_owned(),
        group_description: Description::default(),
        installed: true,
        bytes: 7_900_000,
    };
    let mut state = State::new(Settings::default(), vec![heart]);
    state.selected = project.lines().first().map(|line| line.id);
    state.focus = None;
    state.project = project;
    state
}

/// A state over these lines, the first one selected.
pub fn state_with(lines: &[&str]) -> State {
    let mut project = Project::default();
    for line in lines {
        project.push_text(line, false);
    }
    state_of(project)
}

/// A spoken form from pieces: written, spoken, and how it was changed.
fn form(pieces: &[(&str, &str, Origin)]) -> SpokenForm {
    let mut form = SpokenForm::default();
    let mut at = 0;
    for (written, spoken, origin) in pieces {
        let end = at + written.chars().count();
        form.source.push_str(written);
        form.pieces.push(Piece {
            spoken: (*spoken).into(),
            source: Span::new(at, end),
            origin: *origin,
            language: Language::Korean,
            atomic: *origin != Origin::Written,
        });
        at = end;
    }
    form
}

/// A clip that looks like speech: bursts of syllables.
fn clip(secs: f64, seed: u32) -> Clip {
    let rate = 44_100;
    let n = (secs * f64::from(rate)) as usize;
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    let mut level = 0.5;
    let samples: Vec<f32> = (0..n)
        .map(|i| {
            if i % 2_600 == 0 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                level = 0.05 + 0.75 * ((state >> 8) as f32 / 16_777_216.0).powi(2);
            }
            level * (i as f32 * 0.07).sin()
        })
        .collect();
    Clip::new(samples, rate)
}

fn take(secs: f64, seed: u32, form: &SpokenForm, chunks: &[Chunk]) -> Arc<Take> {
    let clip = clip(secs, seed);
    let n = clip.len() / chunks.len().max(1);
    let chunks = chunks
        .iter()
        .enumerate()
        .map(|(i, chunk)| ChunkTake {
            chunk: chunk.clone(),
            start: i * n,
            n_samples: n,
            status: ChunkStatus::Ready,
            render_ms: 120.0,
        })
        .collect();
    Arc::new(Take {
        clip,
        chunks,
        form: form.clone(),
        dropped: String::new(),
        suspicions: Vec::new(),
        provider: "CPU".to_owned(),
        first_audio_ms: 84.0,
        render_ms: 312.0,
    })
}

fn chunks_of(form: &SpokenForm, texts: &[&str]) -> Vec<Chunk> {
    let mut at = 0;
    texts
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let start = at;
            at += text.chars().count();
            Chunk {
                index,
                text: (*text).to_owned(),
                spoken: (*text).to_owned(),
                source: Span::new(start, at),
                join: if at < form.source.chars().count() { Join::Clause } else { Join::End },
                pause_after_ms: 0,
            }
        })
        .collect()
}

/// The project of the drawings: every state of a line, every kind of mark.
pub fn lighthouse() -> State {
    use Origin::{Dropped, Rule, Written};
    type Row<'a> = (&'a [(&'a str, &'a str, Origin)], &'a [&'a str], LineStatus, f64);
    let rows: [Row<'_>; 9] = [
        (&[("1.", "일.", Rule("number")), (" 들어가며", " 들어가며", Written)], &[], LineStatus::Ready, 1.4),
        (
            &[(
                "안녕하세요. 오늘은 작은 서버에 목소리를 올리는 이야기를 해 보겠습니다.",
                "안녕하세요. 오늘은 작은 서버에 목소리를 올리는 이야기를 해 보겠습니다.",
                Written,
            )],
            &[],
            LineStatus::Ready,
            4.9,
        ),
        (
            &[
                ("FastAPI를 ", "패스트 에이피아이를 ", Written),
                ("2", "이", Rule("cardinal")),
                (" vCPU 서버에 올리면, 첫 소리까지 ", " 브이씨피유 서버에 올리면, 첫 소리까지 ", Written),
                ("0.28초", "영 점 이팔 초", Rule("unit")),
                ("가 걸립니다.", "가 걸립니다.", Written),
            ],
            &["FastAPI를 2 vCPU 서버에 올리면, ", "첫 소리까지 0.28초가 걸립니다."],
            LineStatus::Ready,
            6.2,
        ),
        (
            &[(
                "긴 문장을 한 번에 넣으면 작은 카드에서는 메모리가 모자랍니다. 그래서 문장 끝과 쉼표에서 짧게 나누어 차례로 만들고, 이음매는 겹쳐 잇습니다.",
                "긴 문장을 한 번에 넣으면 작은 카드에서는 메모리가 모자랍니다. 그래서 문장 끝과 쉼표에서 짧게 나누어 차례로 만들고, 이음매는 겹쳐 잇습니다.",
                Written,
            )],
            &[],
            LineStatus::Failed(
                "한국어를 말하는 목소리가 설치되어 있지 않아요. 목소리를 설치한 뒤 다시 만들어 보세요.".to_owned(),
            ),
            0.0,
        ),
        (
            &[
                ("지난 ", "지난 ", Written),
                ("9월 12일", "구월 십이 일", Rule("date")),
                (", 월 ", ", 월 ", Written),
                ("50만 원", "오십만 원", Rule("money")),
                ("이던 비용이 ", "이던 비용이 ", Written),
                ("90%", "구십 퍼센트", Rule("percent")),
                (" 줄었습니다.", " 줄었습니다.", Written),
            ],
            &[],
            LineStatus::Rendering(1, 2),
            0.0,
        ),
        (
            &[
                ("In the end, the bill ", "In the end, the bill ", Written),
                ("★", "", Dropped("symbol")),
                (" was only ", " was only ", Written),
                ("$3.50", "three dollars and fifty cents", Rule("money")),
                (".", ".", Written),
            ],
            &[],
            LineStatus::Stale,
            3.4,
        ),
        (
            &[("그럼 처음부터 하나씩 살펴보겠습니다.", "그럼 처음부터 하나씩 살펴보겠습니다.", Written)],
            &[],
            LineStatus::Queued(1),
            0.0,
        ),
        (&[("2.", "이.", Rule("number")), (" 설치", " 설치", Written)], &[], LineStatus::Pending, 0.0),
        (&[("두 줄이면 설치가 끝납니다.", "두 줄이면 설치가 끝납니다.", Written)], &[], LineStatus::Pending, 0.0),
    ];
    let mut project = Project::default();
    "등대 이야기".clone_into(&mut project.meta.title);
    let mut lines = HashMap::new();
    for (seed, (pieces, texts, status, secs)) in rows.into_iter().enumerate() {
        let form = form(pieces);
        let mut line = project.new_line(&form.source.clone());
        if line.text.starts_with("1. ") || line.text.starts_with("2. ") {
            line.kind = LineKind::Heading;
        }
        let chunks = if texts.is_empty() { chunks_of(&form, &[&form.source]) } else { chunks_of(&form, texts) };
        let take = (secs > 0.0).then(|| take(secs, seed as u32 + 7, &form, &chunks));
        let known = LineView { analysed: Some(line.clone()), form, chunks, take, status, ..LineView::default() };
        lines.insert(line.id, known);
        project.push(line);
    }
    let mut state = state_of(project);
    state.lines = lines;
    state.selected = Some(state.project.lines()[2].id);
    "CPU".clone_into(&mut state.provider);
    state.usage = Usage {
        process_bytes: 1_181_116_006,
        peak_bytes: Some(1_400_000_000),
        available_bytes: 2_147_483_648,
        total_bytes: 4_294_967_296,
        gpus: Vec::new(),
    };
    state.queue = QueueView {
        waits: None,
        n_waiting: 4,
        n_finished: 2,
        is_paused: false,
        secs_left: Some(40.0),
        loading_voice: false,
    };
    state.transport = Transport {
        state: TransportState::Paused,
        line: Some(state.project.lines()[2].id),
        line_secs: 2.0,
        timeline_secs: 12.4,
        total_secs: 225.0,
        total_is_estimate: true,
        device: String::new(),
    };
    // One change that is not saved.
    let id = state.project.lines()[8].id;
    apply(&mut state, &Action::SetText { line: id, text: "두 줄이면 설치가 끝납니다!".to_owned() });
    state
}

/// Ends a run of frames; fails where the window never comes to rest.
pub fn settle(harness: &mut Harness<'_, Window>) {
    harness.run();
}

/// The id of the line at `place`.
pub fn line_id(harness: &Harness<'_, Window>, place: usize) -> LineId {
    harness.state().state.project.lines()[place].id
}

/// The texts of the lines.
pub fn lines(harness: &Harness<'_, Window>) -> Vec<String> {
    harness.state().state.project.lines().iter().map(|line| line.text.clone()).collect()
}
