//! The lines that a change touches: where, and how they are read before and after. Only those in view are drawn.

use eframe::egui;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Layout, Rect, Sense, Stroke, Ui, UiBuilder, vec2};

use crate::app::action::{Action, LexiconAction};
use crate::app::i18n::Texts;
use crate::app::icons::Icon;
use crate::app::lexicon::state::{HearWhat, Touched, Version};
use crate::app::state::State;
use crate::app::theme::{self, Tokens};
use crate::app::widgets::button::{TextButton, Weight};
use crate::text::Span;

/// Height of a line's item.
const ITEM: f32 = 106.0;
/// Characters shown before the place that matters.
const CONTEXT: usize = 10;

/// Draws the lines.
pub fn touched_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let touched = &state.lexicon.touched;
    let size = vec2(ui.available_width(), touched.len() as f32 * ITEM);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let clip = ui.clip_rect();
    let first = ((clip.top() - rect.top()) / ITEM).floor().max(0.0) as usize;
    for (place, item) in touched.iter().enumerate().skip(first) {
        let top = rect.top() + place as f32 * ITEM;
        if top > clip.bottom() {
            break;
        }
        let item_rect = Rect::from_min_size(egui::pos2(rect.left(), top), vec2(rect.width(), ITEM - 8.0));
        ui.scope_builder(UiBuilder::new().max_rect(item_rect), |ui| item_ui(ui, item, state, texts, actions));
    }
}

fn item_ui(ui: &mut Ui, item: &Touched, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let tokens = Tokens::of(ui);
    let Some(index) = state.project.index_of(item.line) else { return };
    let n = index + 1;
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let response = ui.add(TextButton::new(texts.with("touched-line", &[("n", n.into())])).weight(Weight::Quiet));
        if response.clicked() {
            actions.push(Action::Select(item.line));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (version, id, name) in [
                (Version::After, "hear-after", "hear-after-line"),
                (Version::Before, "hear-before", "hear-before-line"),
            ] {
                let heard = state.lexicon.hearing == Some((HearWhat::Line(item.line), version));
                let icon = if heard { Icon::Volume2 } else { Icon::Play };
                let name = texts.with(name, &[("n", n.into())]);
                if ui.add(TextButton::new(texts.get(id)).name(name).icon(icon)).clicked() {
                    actions.push(Action::Lexicon(LexiconAction::Hear(HearWhat::Line(item.line), version)));
                }
            }
        });
    });
    let text = &state.project.lines()[index].text;
    let start = item.hits.first().map_or(0, |hit| hit.start);
    let plain = TextFormat::simple(theme::text_font(), tokens.text);
    let hit = TextFormat { underline: Stroke::new(1.5, tokens.lexicon), ..plain.clone() };
    excerpt_ui(ui, text, start, |place| {
        let is_hit = |span: &Span| span.range().contains(&place);
        if item.hits.iter().any(is_hit) { hit.clone() } else { plain.clone() }
    });
    let start = item.before.chars().zip(item.after.chars()).take_while(|(a, b)| a == b).count();
    let quiet = TextFormat::simple(theme::caption_font(), tokens.muted);
    excerpt_ui(ui, &item.before, start, |_| quiet.clone());
    let loud = TextFormat::simple(theme::caption_font(), tokens.lexicon);
    excerpt_ui(ui, &item.after, start, |_| loud.clone());
}

/// One row of `text` that has the character at `start` in view.
fn excerpt_ui(ui: &mut Ui, text: &str, start: usize, format: impl Fn(usize) -> TextFormat) {
    let skipped = start.saturating_sub(CONTEXT);
    let mut job = LayoutJob::default();
    if skipped > 0 {
        job.append("…", 0.0, format(usize::MAX));
    }
    let chars: Vec<char> = text.chars().skip(skipped).take(120).collect();
    let mut from = 0;
    while from < chars.len() {
        let same = |place: &usize| format(skipped + place) == format(skipped + from);
        let to = (from..chars.len()).take_while(same).last().map_or(from + 1, |last| last + 1);
        let run: String = chars[from..to].iter().collect();
        job.append(&run, 0.0, format(skipped + from));
        from = to;
    }
    job.wrap = TextWrapping::truncate_at_width(ui.available_width());
    job.break_on_newline = false;
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    ui.add(egui::Label::new(galley));
}
