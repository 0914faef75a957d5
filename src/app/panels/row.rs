//! One row of the script: number, state, text, spoken form, waveform and length. The selected row is open and holds
//! the editor, the chunks and what can be done with the line.

use eframe::egui;
use std::sync::Arc;

use egui::{
    Align2, Color32, Galley, Rangef, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
};
use egui::{pos2, vec2};

use super::editor::{self, Caret};
use super::rows::PADDING;
use super::spoken::{self, Reading};
use super::{cells, format, row_buttons};
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::icons::{self, Icon};
use crate::app::state::{LineStatus, LineView, State, TransportState};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::{mark, waveform};
use crate::script::{Line, LineKind};
use crate::text::{Origin, Piece, SpokenForm};

/// The script is not set wider than this; a longer measure is hard to read.
const MAX_WIDTH: f32 = 1040.0;
/// Height of the waveform in a closed row.
const THUMBNAIL: f32 = 22.0;

/// Where the columns of a row are.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    number_right: f32,
    mark: f32,
    /// The text.
    pub text: Rangef,
    wave: Option<Rangef>,
    time_right: f32,
}

impl Columns {
    /// The columns of rows that span `row`.
    pub fn of(row: Rangef) -> Self {
        let width = row.span().min(MAX_WIDTH);
        let left = (row.center() - width / 2.0).round();
        let right = left + width;
        let time_right = right - 24.0;
        let wave = (width >= 600.0).then(|| Rangef::new(time_right - 44.0 - 90.0, time_right - 44.0));
        let gutter = if width >= 520.0 { 88.0 } else { 72.0 };
        let text_right = wave.map_or(time_right - 44.0, |wave| wave.min - 16.0);
        Self {
            number_right: left + gutter - 38.0,
            mark: left + gutter - 24.0,
            text: Rangef::new(left + gutter, text_right),
            wave,
            time_right,
        }
    }
}

/// A row to draw.
pub struct RowInput<'a> {
    /// Its line.
    pub line: &'a Line,
    /// What is known about it.
    pub known: &'a LineView,
    /// Its number, from 1.
    pub number: usize,
    /// Where it goes; the height is the one it had.
    pub rect: Rect,
    /// The columns.
    pub columns: Columns,
}

/// Draws a row and returns its height.
pub fn row_ui(
    ui: &mut Ui,
    input: &RowInput<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) -> f32 {
    let tokens = Tokens::of(ui);
    let selected = state.selected == Some(input.line.id);
    let response = frame_ui(ui, input, selected, texts);
    let top = input.rect.top() + PADDING;
    gutter_ui(ui, input, state, texts, top);
    let current = input.known.analysed.as_ref().is_some_and(|line| line.text == input.line.text);
    let reading = Reading::of(&input.known.form);
    let shows_reading = reading.differs_from(&input.known.form.source) && !input.line.text.trim().is_empty();

    let (galley, pos) = if selected {
        match editor_ui(ui, input, top, state, view, texts, actions) {
            Some(drawn) => (drawn.galley, drawn.pos),
            None => return input.rect.height(),
        }
    } else {
        text_ui(ui, input, top)
    };
    if current {
        spoken::underline_written(ui.painter(), &galley, pos, &input.known.form, tokens);
    }
    let mut bottom = top + galley.size().y.max(theme::SCRIPT_LINE);
    let mut spoken_drawn = None;
    if shows_reading {
        let galley = spoken::spoken_galley(ui, &reading, input.columns.text.span());
        let pos = pos2(input.columns.text.min, bottom + 2.0);
        bottom += 2.0 + galley.size().y;
        ui.painter().galley(pos, Arc::clone(&galley), tokens.muted);
        spoken::underline_spoken(ui.painter(), &galley, pos, &input.known.form, &reading, tokens);
        spoken_drawn = Some((galley, pos));
    }
    let drawn =
        DrawnRow { written: current.then_some((&galley, pos)), spoken: spoken_drawn.as_ref(), reading: &reading };
    explain(ui, &response, input, &drawn, state, texts);
    let opens_word = word_click(ui, &response, input, &drawn, state, view, actions);
    thumbnail_ui(ui, input, state, view, texts, top, actions);
    if selected {
        bottom = open_ui(ui, input, state, view, texts, bottom + 10.0, actions);
    } else if response.clicked() && !opens_word {
        let caret = response
            .interact_pointer_pos()
            .map_or(Caret::Char(0), |pointer| Caret::Char(galley.cursor_from_pos(pointer - pos).index.0));
        view.editor.set_hint(caret);
        actions.push(Action::Select(input.line.id));
    }
    if selected && response.clicked() && !opens_word {
        view.editor.request(Caret::End);
    }
    (bottom + PADDING - input.rect.top()).round()
}

/// Background, border and what a screen reader says.
fn frame_ui(ui: &Ui, input: &RowInput<'_>, selected: bool, texts: &Texts) -> Response {
    let tokens = Tokens::of(ui);
    let id = egui::Id::unique(("row", input.line.id.0));
    let response = ui.interact(input.rect, id, Sense::click());
    response.widget_info(|| {
        let status = mark::name(input.known, texts);
        let name = texts.with(
            "line-name",
            &[("n", input.number.into()), ("status", status.into()), ("text", input.line.text.clone().into())],
        );
        WidgetInfo::selected(Role::ListBoxOption, true, selected, name)
    });
    let painter = ui.painter();
    if selected {
        painter.rect_filled(input.rect, 0.0, tokens.raised);
        let bar = Rect::from_min_size(input.rect.min, vec2(3.0, input.rect.height()));
        painter.rect_filled(bar, 0.0, tokens.accent);
    } else if response.hovered() {
        painter.rect_filled(input.rect, 0.0, tokens.panel);
    }
    painter.hline(input.rect.x_range(), input.rect.bottom() - 0.5, Stroke::new(1.0, tokens.line));
    if response.has_focus() {
        let ring = Stroke::new(2.0, tokens.accent);
        painter.rect_stroke(input.rect.shrink(1.0), 0.0, ring, StrokeKind::Inside);
    }
    response
}

fn gutter_ui(ui: &Ui, input: &RowInput<'_>, state: &State, texts: &Texts, top: f32) {
    let tokens = Tokens::of(ui);
    let is_heard = state.transport.line == Some(input.line.id) && state.transport.state != TransportState::Stopped;
    let middle = top + theme::SCRIPT_LINE / 2.0;
    let color = if is_heard { tokens.accent } else { tokens.faint };
    let font = theme::text_font();
    let at = pos2(input.columns.number_right, middle);
    ui.painter().text(at, Align2::RIGHT_CENTER, input.number.to_string(), font, color);
    if !input.line.text.trim().is_empty() {
        mark::paint(ui.painter(), pos2(input.columns.mark, middle), &input.known.status, tokens);
    }
    if input.known.take.as_ref().is_some_and(|take| !take.suspicions.is_empty()) {
        let at = pos2(input.columns.mark + 14.0, middle);
        icons::paint(ui.painter(), at, Icon::Flag, 11.0, tokens.warning);
    }
    let time = match (&input.known.take, &input.known.status) {
        (_, LineStatus::Fallback) => "—".to_owned(),
        (_, LineStatus::Queued(_)) if input.known.secs_left.is_some() => {
            format!("~{}", format::duration(input.known.secs_left.unwrap_or_default(), texts))
        }
        (_, LineStatus::Rendering(..) | LineStatus::Queued(_)) => "…".to_owned(),
        (Some(take), _) => format::length(take.clip.seconds()),
        (None, _) => return,
    };
    let at = pos2(input.columns.time_right, middle);
    ui.painter().text(at, Align2::RIGHT_CENTER, time, theme::text_font(), tokens.muted);
}

fn text_ui(ui: &Ui, input: &RowInput<'_>, top: f32) -> (Arc<Galley>, egui::Pos2) {
    let tokens = Tokens::of(ui);
    let heading = input.line.kind == LineKind::Heading;
    let job = spoken::script_job(&input.line.text, heading, tokens.text, input.columns.text.span());
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let pos = pos2(input.columns.text.min, top);
    ui.painter().galley(pos, Arc::clone(&galley), tokens.text);
    (galley, pos)
}

fn editor_ui(
    ui: &mut Ui,
    input: &RowInput<'_>,
    top: f32,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) -> Option<editor::Drawn> {
    let rect = Rect::from_x_y_ranges(input.columns.text, top..=input.rect.bottom().max(top + theme::SCRIPT_LINE));
    let mut child = ui.new_child(UiBuilder::new().id_salt("editor").max_rect(rect));
    view.editor.editor_ui(&mut child, state, texts, input.number, actions)
}

/// The two texts of a row as they were drawn.
struct DrawnRow<'a> {
    /// The line as written; `None` while what is known of it is of an older text.
    written: Option<(&'a Arc<Galley>, egui::Pos2)>,
    /// Its spoken form, where one is shown.
    spoken: Option<&'a (Arc<Galley>, egui::Pos2)>,
    reading: &'a Reading,
}

impl DrawnRow<'_> {
    /// The place in the line's text that the pointer is on, in `char`s, and whether it is in the spoken form.
    fn place(&self, form: &SpokenForm, pointer: egui::Pos2) -> Option<(usize, bool)> {
        let in_written = self.written.and_then(|(galley, pos)| spoken::char_at(galley, pos, pointer));
        in_written.map(|at| (at, false)).or_else(|| {
            let (galley, pos) = self.spoken?;
            let at = spoken::char_at(galley, *pos, pointer)?;
            let place = self.reading.ranges.iter().position(|range| range.contains(&at))?;
            let piece = form.pieces.get(place)?;
            // What is spoken as written has as many characters as are written, but for white space at its ends.
            let is_written = matches!(piece.origin, Origin::Written);
            let inside = if is_written { at - self.reading.ranges.get(place)?.start } else { 0 };
            let lead = piece.shown().chars().take_while(|c| c.is_whitespace()).count();
            let inside = if is_written { inside + lead } else { inside };
            Some(((piece.source.start + inside).min(piece.source.end.saturating_sub(1)), true))
        })
    }
}

/// The tooltip of the piece under the pointer.
fn explain(ui: &Ui, response: &Response, input: &RowInput<'_>, drawn: &DrawnRow<'_>, state: &State, texts: &Texts) {
    let Some(pointer) = ui.input(|i| i.pointer.hover_pos()).filter(|at| input.rect.contains(*at)) else { return };
    if !ui.clip_rect().contains(pointer) || response.is_pointer_button_down_on() || state.word.is_some() {
        return;
    }
    let form = &input.known.form;
    let place = drawn.place(form, pointer);
    let piece = place.and_then(|(at, _)| form.pieces.iter().find(|piece| piece.source.range().contains(&at)));
    let in_gutter = pointer.x < input.columns.text.min && response.hovered() && !input.line.text.trim().is_empty();
    let text = match &input.known.status {
        _ if !in_gutter => piece.and_then(|piece| spoken::explanation(piece, &form.source, state, texts)),
        LineStatus::Failed(message) => Some(message.clone()),
        _ => Some(mark::name(input.known, texts)),
    };
    let Some(text) = text else { return };
    if let (Some(piece), false) = (piece, in_gutter) {
        highlight(ui, drawn, form, piece);
    }
    let id = egui::Id::unique("explanation");
    egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, egui::PopupAnchor::Pointer).gap(14.0).show(|ui| {
        ui.label(text);
    });
}

/// Shows a piece in both texts at once.
fn highlight(ui: &Ui, drawn: &DrawnRow<'_>, form: &SpokenForm, piece: &Piece) {
    // Over the text, so only a veil.
    let veil = Tokens::of(ui).accent.gamma_multiply(0.18);
    if let Some((galley, pos)) = drawn.written {
        spoken::mark_range(ui.painter(), galley, pos, piece.source.range(), veil);
    }
    let place = form.pieces.iter().position(|other| other.source == piece.source);
    if let (Some((galley, pos)), Some(range)) = (drawn.spoken, place.and_then(|place| drawn.reading.ranges.get(place)))
    {
        spoken::mark_range(ui.painter(), galley, *pos, range.clone(), veil);
    }
}

/// Opens the menu of the word that was clicked: with either button in the spoken form, with the second one in the written
/// text, where the first one places the caret. True where a click was used up.
fn word_click(
    ui: &Ui,
    response: &Response,
    input: &RowInput<'_>,
    drawn: &DrawnRow<'_>,
    state: &State,
    view: &mut ViewState,
    actions: &mut Vec<Action>,
) -> bool {
    let (pointer, second) = ui.input(|i| (i.pointer.interact_pos(), i.pointer.secondary_clicked()));
    let Some(pointer) = pointer.filter(|at| input.rect.contains(*at) && ui.clip_rect().contains(*at)) else {
        return false;
    };
    // A menu that is open takes the click that closes it.
    if state.word.is_some() || !(response.clicked() || second) {
        return false;
    }
    let Some((at, in_spoken)) = drawn.place(&input.known.form, pointer) else { return false };
    if !(in_spoken || second) {
        return false;
    }
    view.word.place(pointer + vec2(-8.0, 10.0));
    actions.extend([Action::Select(input.line.id), Action::OpenWord(input.line.id, at)]);
    true
}

fn thumbnail_ui(
    ui: &Ui,
    input: &RowInput<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    top: f32,
    actions: &mut Vec<Action>,
) {
    let sound = input.known.stand_in.as_ref().or(input.known.take.as_ref());
    let (Some(columns), Some(take)) = (input.columns.wave, sound) else {
        if input.known.status == LineStatus::Ready {
            actions.push(Action::LoadTake(input.line.id));
        }
        return;
    };
    if take.clip.is_empty() {
        return;
    }
    let tokens = Tokens::of(ui);
    let middle = top + theme::SCRIPT_LINE / 2.0;
    let rect = Rect::from_x_y_ranges(columns, middle - THUMBNAIL / 2.0..=middle + THUMBNAIL / 2.0);
    let (color, played) = wave_colours(input, state, tokens, take.clip.seconds(), 0.0..take.clip.seconds());
    let peaks = view.peaks.of(input.line.id, take);
    waveform::paint(ui.painter(), rect, peaks, 0..take.clip.len(), color, played);
    // Only the pointer can seek here; from the keyboard there are commands for it.
    let hit = rect.expand2(vec2(4.0, 4.0));
    let id = egui::Id::unique(("wave", input.line.id.0));
    let response = ui.interact(hit, id, Sense::CLICK | Sense::DRAG).on_hover_text(texts.get("seek-hint").into_owned());
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) {
        let fraction = f64::from(((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0));
        actions.push(Action::Seek(input.line.id, fraction * take.clip.seconds()));
    }
}

/// The colour of a waveform, and how much of the stretch `secs` of the clip has been heard.
pub fn wave_colours(
    input: &RowInput<'_>,
    state: &State,
    tokens: &Tokens,
    clip_secs: f64,
    secs: std::ops::Range<f64>,
) -> (Color32, Option<(f32, Color32)>) {
    let at_rest = match input.known.status {
        LineStatus::Ready => tokens.accent,
        LineStatus::Fallback => tokens.warning,
        _ => tokens.faint,
    };
    let is_heard = state.transport.line == Some(input.line.id) && state.transport.state != TransportState::Stopped;
    if !is_heard || clip_secs <= 0.0 {
        return (at_rest, None);
    }
    let fraction = (state.transport.line_secs - secs.start) / (secs.end - secs.start).max(1e-3);
    let played = if input.known.status == LineStatus::Fallback { tokens.warning } else { tokens.accent };
    (tokens.faint, Some((fraction.clamp(0.0, 1.0) as f32, played)))
}

/// What the selected row shows under its text. Returns where it ends.
fn open_ui(
    ui: &mut Ui,
    input: &RowInput<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    top: f32,
    actions: &mut Vec<Action>,
) -> f32 {
    let rect = Rect::from_x_y_ranges(
        Rangef::new(input.columns.text.min, input.columns.time_right),
        top..=(top + 10_000.0).max(input.rect.bottom()),
    );
    let mut child = ui.new_child(UiBuilder::new().id_salt("open").max_rect(rect));
    child.spacing_mut().item_spacing = vec2(8.0, 8.0);
    if let LineStatus::Failed(message) = &input.known.status {
        let tokens = Tokens::of(&child);
        child.colored_label(tokens.error, message);
    }
    cells::cells_ui(&mut child, input, state, view, texts, actions);
    row_buttons::buttons_ui(&mut child, input, state, texts, actions);
    child.min_rect().bottom()
}
