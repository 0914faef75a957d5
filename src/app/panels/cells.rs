//! The chunks of the open line as cells: what each says, how it sounds, how long it is.

use eframe::egui;
use egui::{Align2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::format;
use super::row::{RowInput, wave_colours};
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::state::{State, TransportState};
use crate::app::theme::{self, Tokens};
use crate::app::view::ViewState;
use crate::app::widgets::waveform;
use crate::text::Chunk;

/// Size of a chunk's cell.
const CELL: egui::Vec2 = vec2(236.0, 78.0);

/// The chunks of the line, each with what it sounds like.
pub fn cells_ui(
    ui: &mut Ui,
    input: &RowInput<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let chunks = &input.known.chunks;
    if chunks.is_empty() || input.line.text.trim().is_empty() {
        return;
    }
    let gap = ui.spacing().item_spacing.x;
    let width = ui.available_width();
    let n_columns = ((width + gap) / (CELL.x + gap)).floor().max(1.0);
    let cell_width = if n_columns <= 1.0 { width.min(2.0 * CELL.x) } else { CELL.x };
    let origin = ui.cursor().min;
    let n_rows = (chunks.len() as f32 / n_columns).ceil();
    ui.allocate_exact_size(vec2(width, n_rows * (CELL.y + gap) - gap), Sense::hover());
    let clip = ui.clip_rect();
    for (place, chunk) in chunks.iter().enumerate() {
        let (column, row) = (place as f32 % n_columns, (place as f32 / n_columns).floor());
        let min = origin + vec2(column * (cell_width + gap), row * (CELL.y + gap));
        let rect = Rect::from_min_size(min, vec2(cell_width, CELL.y));
        if rect.intersects(clip) {
            cell_ui(ui, rect, place, chunk, input, state, view, texts, actions);
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "a cell is drawn from all of these")]
fn cell_ui(
    ui: &Ui,
    rect: Rect,
    place: usize,
    chunk: &Chunk,
    input: &RowInput<'_>,
    state: &State,
    view: &mut ViewState,
    texts: &Texts,
    actions: &mut Vec<Action>,
) {
    let tokens = Tokens::of(ui);
    let text = chunk.text.as_str();
    // A chunk's sound is known only while the take is of these very chunks.
    let sound = input.known.take.as_ref().and_then(|take| {
        let part = take.chunks.get(place).filter(|part| part.chunk.text == text)?;
        Some((take, part.start..part.start + part.n_samples))
    });
    let rate = sound.as_ref().map_or(1.0, |(take, _)| f64::from(take.clip.rate_hz));
    let secs = sound.as_ref().map(|(_, range)| range.start as f64 / rate..range.end as f64 / rate);
    let is_heard = state.transport.line == Some(input.line.id)
        && state.transport.state != TransportState::Stopped
        && secs.as_ref().is_some_and(|secs| secs.contains(&state.transport.line_secs));
    let id = egui::Id::unique(("chunk", input.line.id.0, place));
    let response = ui.interact(rect, id, Sense::click());
    let name = texts.with("play-chunk-name", &[("n", (place + 1).into()), ("text", text.trim().to_owned().into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let border = if is_heard { tokens.accent } else { tokens.line };
    let fill = if response.hovered() { tokens.hovered } else { tokens.panel };
    let corner = f32::from(theme::CORNER);
    let painter = ui.painter();
    painter.rect(rect, corner, fill, Stroke::new(1.0, border), StrokeKind::Inside);
    crate::app::widgets::focus_ring(ui, &response, corner);
    let wave = Rect::from_min_max(rect.min + vec2(9.0, 8.0), pos2(rect.right() - 9.0, rect.top() + 44.0));
    let caption_y = rect.bottom() - 17.0;
    let mut time_width = 0.0;
    match (&sound, &secs) {
        (Some((take, range)), Some(secs)) if !range.is_empty() => {
            let (color, played) = wave_colours(input, state, tokens, take.clip.seconds(), secs.clone());
            let peaks = view.peaks.of(input.line.id, take);
            waveform::paint(painter, wave, peaks, range.clone(), color, played);
            let time = texts.with("secs-short", &[("secs", format::length(secs.end - secs.start).into())]);
            let at = pos2(rect.right() - 10.0, caption_y);
            let drawn = painter.text(at, Align2::RIGHT_CENTER, time, theme::caption_font(), tokens.muted);
            time_width = drawn.width() + 8.0;
        }
        _ => {
            painter.hline(wave.x_range(), wave.center().y, Stroke::new(2.0, tokens.line));
        }
    }
    let caption = format!("{} · {}", place + 1, text.trim());
    let mut job = egui::text::LayoutJob::simple_singleline(caption, theme::caption_font(), tokens.muted);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 20.0 - time_width);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    painter.galley(pos2(rect.left() + 10.0, caption_y - galley.size().y / 2.0), galley, tokens.muted);
    // What the model is given for this part, whole: the caption has room for its beginning only.
    let hover = format!("{}\n{}", texts.get("play-chunk"), chunk.spoken);
    if response.on_hover_text(hover).clicked() {
        actions.push(Action::PlayChunk(input.line.id, place));
    }
}
