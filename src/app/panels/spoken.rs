//! The spoken form under a line, and the underlines that tell what was changed.

use eframe::egui;
use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, LayoutJob, TextFormat};
use egui::{Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, Ui, pos2};

use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::app::theme::{self, Tokens};
use crate::text::{Origin, Piece, SpokenForm};

/// A text in one style with an exact line height.
pub fn job(text: &str, font: FontId, line_height: f32, color: Color32, width: f32) -> LayoutJob {
    let format = TextFormat { line_height: Some(line_height), ..TextFormat::simple(font, color) };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap.max_width = width;
    job.keep_trailing_whitespace = true;
    job
}

/// A line of the script as it is read and edited.
pub fn script_job(text: &str, heading: bool, color: Color32, width: f32) -> LayoutJob {
    let font = if heading { theme::bold_font(theme::SCRIPT) } else { FontId::proportional(theme::SCRIPT) };
    job(text, font, theme::SCRIPT_LINE, color, width)
}

/// The spoken form laid out for reading: the text with white space collapsed, and where each piece stands in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// Its length in `char`s.
    pub n_chars: usize,
    /// Ranges in `text`, in `char`s, one for each piece of the form.
    pub ranges: Vec<Range<usize>>,
    /// True where a word is read otherwise than it is written; folded quotes and dashes are none.
    pub changes_words: bool,
}

impl Reading {
    /// Lays out `form`.
    pub fn of(form: &SpokenForm) -> Self {
        let mut reading = Self::default();
        let mut space = false;
        for piece in &form.pieces {
            let mut start = None;
            for c in piece.shown().chars() {
                if c.is_whitespace() {
                    space = reading.n_chars > 0;
                    continue;
                }
                if std::mem::take(&mut space) {
                    reading.text.push(' ');
                    reading.n_chars += 1;
                }
                start.get_or_insert(reading.n_chars);
                reading.text.push(c);
                reading.n_chars += 1;
            }
            reading.changes_words |= changes_words(piece);
            let start = start.unwrap_or(reading.n_chars);
            reading.ranges.push(start..reading.n_chars);
        }
        reading
    }

    /// Whether it differs from what is written.
    pub fn differs_from(&self, written: &str) -> bool {
        self.changes_words && !self.text.is_empty() && !self.text.split(' ').eq(written.split_whitespace())
    }
}

/// True unless the piece is spoken as written, or differs only in the shape of its punctuation.
fn changes_words(piece: &Piece) -> bool {
    !matches!(piece.origin, Origin::Written | Origin::Rule("typography"))
}

/// How a piece is marked.
fn mark_of(piece: &Piece, tokens: &Tokens) -> Option<(Color32, bool)> {
    match piece.origin {
        Origin::Rule(_) if changes_words(piece) => Some((tokens.accent, false)),
        Origin::Lexicon(_) | Origin::Chosen => Some((tokens.lexicon, false)),
        Origin::Dropped(why) if why != "markup" => Some((tokens.warning, true)),
        _ => None,
    }
}

/// Underlines the pieces of `form` in the written text.
pub fn underline_written(painter: &Painter, galley: &Galley, pos: Pos2, form: &SpokenForm, tokens: &Tokens) {
    for piece in &form.pieces {
        if let Some((color, dotted)) = mark_of(piece, tokens) {
            underline(painter, galley, pos, piece.source.range(), color, dotted);
        }
    }
}

/// Underlines the pieces of `form` in its reading.
pub fn underline_spoken(
    painter: &Painter,
    galley: &Galley,
    pos: Pos2,
    form: &SpokenForm,
    reading: &Reading,
    tokens: &Tokens,
) {
    for (piece, range) in form.pieces.iter().zip(&reading.ranges) {
        if let Some((color, dotted)) = mark_of(piece, tokens) {
            underline(painter, galley, pos, range.clone(), color, dotted);
        }
    }
}

fn underline(painter: &Painter, galley: &Galley, pos: Pos2, chars: Range<usize>, color: Color32, dotted: bool) {
    for rect in row_rects(galley, pos, chars) {
        let snap = painter.pixels_per_point();
        let y = ((rect.bottom() - 1.5) * snap).round() / snap;
        if dotted {
            let mut x = rect.left();
            while x < rect.right() {
                let dot = Rect::from_min_max(pos2(x, y - 0.75), pos2((x + 1.5).min(rect.right()), y + 0.75));
                painter.rect_filled(dot, 0.0, color);
                x += 3.0;
            }
        } else {
            painter.line_segment([pos2(rect.left(), y), pos2(rect.right() - 0.5, y)], Stroke::new(1.0, color));
        }
    }
}

/// Shades some characters of a text.
pub fn mark_range(painter: &Painter, galley: &Galley, pos: Pos2, chars: Range<usize>, color: Color32) {
    for rect in row_rects(galley, pos, chars) {
        painter.rect_filled(rect, 3.0, color);
    }
}

/// Where some characters of a text that is drawn at `pos` stand: a rectangle for each row that they are in.
fn row_rects(galley: &Galley, pos: Pos2, chars: Range<usize>) -> impl Iterator<Item = Rect> {
    let mut row_start = 0;
    galley.rows.iter().filter_map(move |row| {
        let start = row_start;
        row_start += row.char_count_including_newline().0;
        let n_chars = row.char_count_excluding_newline().0;
        let (from, to) = (chars.start.max(start), chars.end.min(start + n_chars));
        let x = |at: usize| pos.x + row.pos.x + row.x_offset((at - start).into());
        let y = row.min_y()..row.max_y();
        (from < to).then(|| Rect::from_min_max(pos2(x(from), pos.y + y.start), pos2(x(to), pos.y + y.end)))
    })
}

/// The `char` under the pointer, if the pointer is on the text at all.
pub fn char_at(galley: &Galley, pos: Pos2, pointer: Pos2) -> Option<usize> {
    let at = pointer - pos;
    let rect = Rect::from_min_size(Pos2::ZERO, galley.size());
    rect.contains(at.to_pos2()).then(|| {
        let cursor = galley.cursor_from_pos(at);
        // The cursor is the border nearest to the pointer; the character is the one on the pointer's side of it.
        let x = galley.pos_from_cursor(CCursor::new(cursor.index)).left();
        if at.x < x { cursor.index.0.saturating_sub(1) } else { cursor.index.0 }
    })
}

/// What to say about a piece: what it is read as, and why.
pub fn explanation(piece: &Piece, source: &str, state: &State, texts: &Texts) -> Option<String> {
    let written: String = source.chars().skip(piece.source.start).take(piece.source.n_chars()).collect();
    match piece.origin {
        Origin::Rule(name) => {
            let rule = texts.find(&format!("rule-{name}")).unwrap_or_else(|| texts.get("rule-other")).into_owned();
            let spoken = piece.shown().trim().to_owned();
            Some(texts.with(
                "explain-rule",
                &[("written", written.trim().into()), ("spoken", spoken.into()), ("rule", rule.into())],
            ))
        }
        Origin::Lexicon(at) => {
            let which = if at.lexicon == 0 { texts.get("lexicon-of-project") } else { texts.get("lexicon-of-person") };
            let values = [
                ("written", written.trim().to_owned().into()),
                ("spoken", piece.shown().trim().to_owned().into()),
                ("which", which.into_owned().into()),
            ];
            let text = texts.with("explain-entry", &values);
            let lexicon = if at.lexicon == 0 { &state.project.lexicon } else { &state.own_lexicon };
            let note = lexicon.entries.get(at.entry as usize).map(|entry| entry.note.trim()).unwrap_or_default();
            Some(if note.is_empty() { text } else { format!("{text}\n{note}") })
        }
        Origin::Chosen => Some(texts.with(
            "explain-chosen",
            &[("written", written.trim().into()), ("spoken", piece.shown().trim().to_owned().into())],
        )),
        Origin::Dropped(why) if why != "markup" => {
            let reason =
                texts.find(&format!("dropped-{why}")).unwrap_or_else(|| texts.get("dropped-other")).into_owned();
            Some(texts.with("explain-dropped", &[("written", written.trim().into()), ("reason", reason.into())]))
        }
        Origin::Pause(ms) => {
            Some(texts.with("explain-pause", &[("secs", format!("{:.1}", f64::from(ms) / 1000.0).into())]))
        }
        _ => None,
    }
}

/// The reading laid out under the line.
pub fn spoken_galley(ui: &Ui, reading: &Reading, width: f32) -> Arc<Galley> {
    let tokens = Tokens::of(ui);
    let font = FontId::proportional(theme::SPOKEN);
    let job = job(&reading.text, font, theme::SPOKEN_LINE, tokens.muted, width);
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

#[cfg(test)]
mod tests {
    use super::Reading;
    use crate::text::{Origin, Piece, Span, SpokenForm};

    #[test]
    fn the_reading_is_the_spoken_text_and_the_ranges_point_into_it() {
        let piece = |spoken: &str, origin| Piece {
            spoken: spoken.into(),
            source: Span::new(0, 0),
            origin,
            language: crate::text::Language::English,
            atomic: false,
        };
        let form = SpokenForm {
            source: "It is $3.50.".to_owned(),
            pieces: vec![
                piece(" It is ", Origin::Written),
                piece("three dollars  and fifty cents", Origin::Rule("money")),
                piece("", Origin::Dropped("emoji")),
                piece(" .", Origin::Written),
            ],
            ..SpokenForm::default()
        };
        let reading = Reading::of(&form);
        assert_eq!(reading.text, form.text());
        assert_eq!(reading.text, "It is three dollars and fifty cents .");
        let part = |range: std::ops::Range<usize>| {
            reading.text.chars().skip(range.start).take(range.len()).collect::<String>()
        };
        let parts: Vec<String> = reading.ranges.iter().cloned().map(part).collect();
        assert_eq!(parts, ["It is", "three dollars and fifty cents", "", "."]);
        assert!(reading.differs_from("It is $3.50."));
        assert!(!reading.differs_from(" It is three dollars and  fifty cents ."));
    }
}
