//! The document: a project is a list of lines and how they are to be read.
//!
//! Pure: no file, clock, thread or random source. Only `app/` actions and `cli` change a document, always through
//! [`Edit`]s, so that every change can be undone ([`history::History`]). The file format is kept apart in [`mod@format`];
//! how a text file becomes lines is in [`import`].

pub mod format;
pub mod history;
pub mod import;
pub mod readings;

use crate::text::{Choice, Language, Lexicon, ReadingOptions};

pub use history::{Edit, History};

/// Identifies a line for as long as the project lives; never used twice, also not after the line is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct LineId(pub u64);

/// What a line is in the script's structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// Narration.
    #[default]
    Text,
    /// A heading; starts a chapter.
    Heading,
}

/// One line of the script: a paragraph, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Line {
    /// Its identity.
    pub id: LineId,
    /// What is written, in NFC.
    pub text: String,
    /// Narration or heading.
    #[serde(default)]
    pub kind: LineKind,
    /// True where a paragraph begins: the pause before the line is the paragraph's.
    #[serde(default)]
    pub starts_paragraph: bool,
    /// Another voice than the project's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub voice: Option<String>,
    /// Another language than the one its letters say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Seed of the model's noise; another seed is another take.
    #[serde(default)]
    pub seed: u64,
    /// Readings chosen for single places of this line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<Choice>,
}

impl Line {
    /// True where the line is nothing but a silence that the script asks for.
    pub fn is_pause(&self) -> bool {
        self.text.contains('[') && crate::text::markup::is_only_pause(&self.text)
    }
}

/// How a project is spoken. Every field is part of what the creator hears.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Delivery {
    /// Speed factor; 1 is the model's own.
    pub speed: f32,
    /// Silence between two sentences of a line, seconds.
    pub pause_sentence_secs: f64,
    /// Silence where a sentence was cut at a clause, seconds.
    pub pause_clause_secs: f64,
    /// Silence between two lines of a paragraph, seconds.
    pub pause_line_secs: f64,
    /// Silence between two paragraphs, seconds.
    pub pause_paragraph_secs: f64,
    /// Length of the crossfade where a chunk had to be cut between two words, milliseconds.
    pub crossfade_ms: u32,
    /// Longest chunk in `char`s, if shorter than the voice's own limit is wanted.
    pub max_chars: Option<usize>,
    /// Steps of the model, in place of its usual number; only some voices take steps.
    pub steps: Option<u32>,
    /// Whether tags such as `<laugh>` are acted, by voices that can.
    pub expressions: bool,
}

impl Default for Delivery {
    fn default() -> Self {
        Self {
            speed: 1.0,
            pause_sentence_secs: 0.35,
            pause_clause_secs: 0.12,
            pause_line_secs: 0.45,
            pause_paragraph_secs: 0.8,
            crossfade_ms: 50,
            max_chars: None,
            steps: None,
            expressions: false,
        }
    }
}

/// What a project is apart from its lines.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ProjectMeta {
    /// Title, for the window and the exported file's tags. May be empty.
    pub title: String,
    /// Id of the voice of lines that name none.
    pub voice: String,
    /// Id of the voice that these lines have in what is published, if it is another one: a better and slower one, say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_voice: Option<String>,
    /// The document's language: the prior where a line's letters do not decide.
    pub language: Option<Language>,
    /// How it is spoken.
    pub delivery: Delivery,
    /// Rate of its clips and exports, hertz.
    pub rate_hz: u32,
    /// How it is read where there is more than one good way.
    pub reading: ReadingOptions,
}

impl Default for ProjectMeta {
    fn default() -> Self {
        Self {
            title: String::new(),
            voice: "heart".to_owned(),
            final_voice: None,
            language: None,
            delivery: Delivery::default(),
            rate_hz: crate::audio::DEFAULT_RATE_HZ,
            reading: ReadingOptions::default(),
        }
    }
}

/// What a project is rendered for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Writing and listening, with [`ProjectMeta::voice`].
    #[default]
    Draft,
    /// Publishing, with [`ProjectMeta::final_voice`] where there is one.
    Final,
}

/// A script and how it is to be spoken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    /// Everything but the lines.
    pub meta: ProjectMeta,
    /// How words are read in this project; comes before the person's own lexicon.
    pub lexicon: Lexicon,
    /// What it is rendered for now; not a part of the document.
    pub stage: Stage,
    lines: Vec<Line>,
    next_id: u64,
}

impl Project {
    /// A project with one empty line, ready to be typed into.
    pub fn new() -> Self {
        let mut project = Self::default();
        project.push_text("", true);
        project
    }

    /// The lines in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line with this id.
    pub fn line(&self, id: LineId) -> Option<&Line> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// Where the line with this id stands.
    pub fn index_of(&self, id: LineId) -> Option<usize> {
        self.lines.iter().position(|line| line.id == id)
    }

    /// A line with an identity of its own that is not in the project yet.
    pub fn new_line(&mut self, text: &str) -> Line {
        let id = LineId(self.next_id);
        self.next_id += 1;
        Line {
            id,
            text: crate::text::normalize::nfc(text),
            kind: LineKind::Text,
            starts_paragraph: false,
            voice: None,
            language: None,
            seed: 0,
            readings: Vec::new(),
        }
    }

    /// Appends a line; for building projects, not for editing them.
    pub fn push_text(&mut self, text: &str, starts_paragraph: bool) -> LineId {
        let mut line = self.new_line(text);
        line.starts_paragraph = starts_paragraph;
        let id = line.id;
        self.lines.push(line);
        id
    }

    /// Appends a made line; for building projects, not for editing them.
    pub fn push(&mut self, line: Line) {
        self.next_id = self.next_id.max(line.id.0 + 1);
        self.lines.push(line);
    }

    /// The voice that speaks `line`.
    pub fn voice_of<'a>(&'a self, line: &'a Line) -> &'a str {
        line.voice.as_deref().unwrap_or(self.voice())
    }

    /// The voice of lines that name none, at this stage.
    pub fn voice(&self) -> &str {
        match (self.stage, &self.meta.final_voice) {
            (Stage::Final, Some(voice)) => voice,
            _ => &self.meta.voice,
        }
    }

    /// The language that `line` is read in.
    pub fn language_of(&self, line: &Line) -> Language {
        line.language
            .unwrap_or_else(|| crate::text::language::detect(&line.text, self.meta.language.unwrap_or_default()))
    }

    /// The silence before the line at `index`, in seconds: none before the first.
    pub fn pause_before(&self, index: usize) -> f64 {
        match self.lines.get(index) {
            Some(line) if index > 0 => {
                if line.starts_paragraph || line.kind == LineKind::Heading {
                    self.meta.delivery.pause_paragraph_secs
                } else {
                    self.meta.delivery.pause_line_secs
                }
            }
            _ => 0.0,
        }
    }

    /// Applies `edit` and returns the edit that undoes it. The only way a document changes.
    pub fn apply(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Splice { at, n_removed, inserted } => {
                for line in &inserted {
                    self.next_id = self.next_id.max(line.id.0 + 1);
                }
                let (at, n_removed, inserted) = splice(&mut self.lines, at, n_removed, inserted);
                Edit::Splice { at, n_removed, inserted }
            }
            Edit::Entries { at, n_removed, inserted } => {
                let (at, n_removed, inserted) = splice(&mut self.lexicon.entries, at, n_removed, inserted);
                Edit::Entries { at, n_removed, inserted }
            }
            Edit::Meta(meta) => Edit::Meta(Box::new(std::mem::replace(&mut self.meta, *meta))),
        }
    }
}

/// Replaces `n_removed` items from `at` on by `inserted`; gives what takes that back.
fn splice<T>(items: &mut Vec<T>, at: usize, n_removed: usize, inserted: Vec<T>) -> (usize, usize, Vec<T>) {
    let at = at.min(items.len());
    let end = at.saturating_add(n_removed).min(items.len());
    let n_inserted = inserted.len();
    let removed = items.splice(at..end, inserted).collect();
    (at, n_inserted, removed)
}
