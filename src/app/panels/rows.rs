//! Which rows of the script there are, and where. Heights are measured when a row is drawn and estimated until then,
//! so that a script of ten thousand lines costs no more than what is on the screen.

use std::collections::HashMap;

use crate::app::state::State;
use crate::app::theme;
use crate::script::{LineId, LineKind};

/// Space above and below the text of a row.
pub const PADDING: f32 = 12.0;

/// A row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Place of its line in the project.
    pub index: usize,
    /// Its line.
    pub id: LineId,
    /// Its height, measured or estimated.
    pub height: f32,
}

/// A heading and what stands under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The heading; `None` for the lines before the first one.
    pub heading: Option<LineId>,
    /// The first line, to go to.
    pub first: LineId,
    /// Lines under the heading.
    pub n_lines: usize,
    /// The last line's place.
    pub end: usize,
}

/// What the rows were made from.
#[derive(Clone, Debug, Default, PartialEq)]
struct Source {
    address: usize,
    n_lines: usize,
    history: u64,
    search: String,
}

/// See the module.
#[derive(Default)]
pub struct Rows {
    made_from: Option<Source>,
    all: Vec<Row>,
    chapters: Vec<Chapter>,
    /// Width of the text column that the heights belong to.
    text_width: f32,
    /// The row to bring into view, and for how many more frames: the first of them may measure it.
    reveal: Option<(LineId, u8)>,
    /// Where to scroll to because a row above the view turned out higher or lower than estimated.
    shifted: Option<f32>,
    /// Where the script is scrolled to, and how much of it is seen.
    pub offset: f32,
    /// See `offset`.
    pub view_height: f32,
    /// The lines that are seen, as last told.
    pub in_view: Vec<LineId>,
}

impl Rows {
    /// Follows the project and the search.
    pub fn update(&mut self, state: &State) {
        let lines = state.project.lines();
        let source = Source {
            address: lines.as_ptr() as usize,
            n_lines: lines.len(),
            history: state.history.state(),
            search: state.search.clone(),
        };
        if self.made_from.as_ref() == Some(&source) {
            return;
        }
        self.made_from = Some(source);
        let known: HashMap<LineId, f32> = self.all.iter().map(|row| (row.id, row.height)).collect();
        let needle = state.search.trim().to_lowercase();
        let width = self.text_width;
        self.all = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| needle.is_empty() || line.text.to_lowercase().contains(&needle))
            .map(|(index, line)| {
                let height = known.get(&line.id).copied().unwrap_or_else(|| estimate(&line.text, width));
                Row { index, id: line.id, height }
            })
            .collect();
        self.chapters = chapters(state);
    }

    /// The rows in order.
    pub fn rows(&self) -> &[Row] {
        &self.all
    }

    /// The chapters in order; empty where there is no heading.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The text column's width changed: every height is an estimate again.
    pub fn set_text_width(&mut self, width: f32, state: &State) {
        if (self.text_width - width).abs() > 0.5 {
            self.text_width = width;
            let lines = state.project.lines();
            for row in &mut self.all {
                row.height = estimate(&lines[row.index].text, width);
            }
        }
    }

    /// The measured height of a row.
    pub fn set_height(&mut self, place: usize, height: f32) {
        self.all[place].height = height;
    }

    /// Height of all rows.
    pub fn total_height(&self) -> f32 {
        self.all.iter().map(|row| row.height).sum()
    }

    /// Bring a line into view.
    pub fn reveal(&mut self, line: LineId) {
        self.reveal = Some((line, 3));
    }

    /// Where to scroll to for [`Rows::reveal`], if anywhere.
    pub fn offset_for_reveal(&mut self, view_height: f32) -> Option<f32> {
        let shifted = self.shifted.take();
        let Some((line, n_frames)) = self.reveal else { return shifted };
        self.reveal = (n_frames > 1).then_some((line, n_frames - 1));
        let mut top = 0.0;
        let row = self.all.iter().find(|row| {
            let found = row.id == line;
            if !found {
                top += row.height;
            }
            found
        })?;
        let bottom = top + row.height;
        if top < self.offset || row.height > view_height {
            Some((top - PADDING).max(0.0))
        } else if bottom > self.offset + view_height {
            Some(bottom - view_height + PADDING)
        } else {
            None
        }
    }

    /// Scroll there with the next frame, so that what is in view stays where it is.
    pub fn shift_to(&mut self, offset: f32) {
        self.shifted = Some(offset.max(0.0));
    }

    /// True while a reveal still waits for measured heights.
    pub fn is_revealing(&self) -> bool {
        self.reveal.is_some()
    }
}

/// The height of a row of plain text, guessed from its letters.
fn estimate(text: &str, width: f32) -> f32 {
    let em = theme::SCRIPT;
    let length: f32 = text.chars().map(|c| if c.is_ascii() { 0.52 * em } else { 0.92 * em }).sum();
    let n_rows = if width > 0.0 { (length / width).ceil().max(1.0) } else { 1.0 };
    2.0 * PADDING + n_rows * theme::SCRIPT_LINE
}

fn chapters(state: &State) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for (index, line) in state.project.lines().iter().enumerate() {
        if line.kind == LineKind::Heading {
            chapters.push(Chapter { heading: Some(line.id), first: line.id, n_lines: 0, end: index });
        } else if let Some(chapter) = chapters.last_mut() {
            chapter.n_lines += 1;
            chapter.end = index;
        } else {
            chapters.push(Chapter { heading: None, first: line.id, n_lines: 1, end: index });
        }
    }
    if chapters.iter().all(|chapter| chapter.heading.is_none()) {
        chapters.clear();
    }
    chapters
}
