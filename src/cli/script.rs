//! Reading the input of a command.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use super::CliError;
use super::args::LanguageChoice;
use super::{output, places};
use crate::files;
use crate::script::import::{ImportFormat, Imported, from_format};
use crate::script::{Edit, LineId, Project, format};
use crate::text::language::detect;
use crate::text::normalize::nfc;
use crate::text::{Choice, Language, Span};

/// How many `char`s of a line a message shows.
const SHOWN_CHARS: usize = 40;

/// An input as a project, with where its lines came from.
pub struct Script {
    /// The document.
    pub project: Project,
    /// What was left out of it, for warnings.
    pub skipped: Vec<String>,
    /// The input's name for messages.
    name: String,
    /// The NFC text that offsets count in.
    text: Vec<char>,
    /// Where each line begins in `text`, as far as it could be found.
    starts: Vec<Option<usize>>,
    /// True for a project: it has its own voice, and its lines are counted, not those of its file.
    pub is_project: bool,
}

/// What kind of file an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Import(ImportFormat),
    Project,
}

impl Kind {
    /// By the file's ending; whatever is no ending of ours is plain text.
    fn of(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if ending.eq_ignore_ascii_case("moksori") {
            return Self::Project;
        }
        Self::Import(ImportFormat::from_extension(ending).unwrap_or(ImportFormat::Text))
    }
}

impl Script {
    /// Reads the script at `path`; `-` is plain text from standard input.
    pub fn read(path: &Path, join_lines: bool) -> Result<Self, CliError> {
        let text = read_text(path)?;
        let name = name_of(path);
        match Kind::of(path) {
            Kind::Import(format) => Ok(Self::import(&text, format, join_lines, name)),
            Kind::Project => {
                let source = |source| CliError::Project { source, path: path.to_owned() };
                Ok(Self::of_project(format::from_text(&text).map_err(source)?, name))
            }
        }
    }

    /// The script that `text` is.
    pub fn of_text(text: &str) -> Self {
        Self::import(text, ImportFormat::Text, true, "the text".to_owned())
    }

    fn import(text: &str, format: ImportFormat, join_lines: bool, name: String) -> Self {
        let Imported { project, skipped } = from_format(format, text, join_lines);
        let text = nfc(text);
        let text: Vec<char> = text.chars().collect();
        let mut from = 0;
        let starts = project
            .lines()
            .iter()
            .map(|line| {
                let line: Vec<char> = line.text.chars().collect();
                let places = places::locate(&text, &line, from)?;
                from = *places.last()?;
                places.first().copied()
            })
            .collect();
        Self { project, skipped, name, text, starts, is_project: false }
    }

    /// The offsets of a project count in its lines, joined by line breaks.
    fn of_project(project: Project, name: String) -> Self {
        let text = joined(&project);
        let mut at = 0;
        let starts = project
            .lines()
            .iter()
            .map(|line| {
                let start = at;
                at += line.text.chars().count() + 1;
                Some(start)
            })
            .collect();
        Self { project, skipped: Vec::new(), name, text: text.chars().collect(), starts, is_project: true }
    }

    /// Changes the lines of the project; they keep their number and order.
    pub fn change_lines(&mut self, change: impl FnMut(&mut crate::script::Line)) {
        let mut lines = self.project.lines().to_vec();
        lines.iter_mut().for_each(change);
        // The edit that undoes it is of no use here.
        self.project.apply(Edit::Splice { at: 0, n_removed: lines.len(), inserted: lines });
    }

    /// The input's name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line at `index` for a message; see [`place`].
    pub fn place_of(&self, index: usize) -> String {
        let start = self.starts.get(index).copied().flatten();
        let number = match start.filter(|_| !self.is_project) {
            Some(start) => 1 + self.text[..start].iter().filter(|&&c| c == '\n').count(),
            None => index + 1,
        };
        place(number, &self.name, self.project.lines().get(index).map_or("", |line| line.text.as_str()))
    }

    /// Where ranges of the line at `index` stand in the script's NFC text. A line that importing changed beyond
    /// recognition gives empty ranges where the last line before it begins.
    pub fn sources_of(&self, index: usize, spans: impl Iterator<Item = Span>) -> Vec<Span> {
        let line: Vec<char> = self.project.lines().get(index).into_iter().flat_map(|line| line.text.chars()).collect();
        let start = self.starts.get(index).copied().flatten();
        let places = start.and_then(|start| places::locate(&self.text, &line, start)).unwrap_or_default();
        let before = self.starts.iter().take(index).rev().flatten().next().copied().unwrap_or(0);
        let place = |i: usize| places.get(i).or(places.last()).copied().unwrap_or(before);
        // The end of a range is the end of its last character, not the start of what follows.
        let end = |span: Span| match span.end.checked_sub(1).filter(|&last| last >= span.start && !places.is_empty()) {
            Some(last) => (place(last) + 1).min(place(span.end)),
            None => place(span.start),
        };
        spans.map(|span| Span::new(place(span.start), end(span))).collect()
    }
}

/// A line for a message: `line 3 of story.txt (“Once upon a time…”)`.
pub fn place(number: usize, name: &str, text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN_CHARS).collect();
    if text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    format!("line {number} of {name} (“{shown}”)")
}

/// The name of an input for messages.
pub fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// The lines of a project as a text.
fn joined(project: &Project) -> String {
    project.lines().iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// A line of an input that is looked at and not rendered.
pub struct TextLine {
    /// What is written; without line breaks.
    pub text: String,
    /// The language it is read in.
    pub language: Language,
    /// Readings that the project has for single places of it.
    pub choices: Vec<Choice>,
}

/// An input as the commands about text see it.
pub struct TextLines {
    /// The lines in order.
    pub lines: Vec<TextLine>,
    /// The project, where the input is one: it has a lexicon.
    pub project: Option<Project>,
    /// The NFC text: the lines joined by line breaks, and one at the end if the input has it.
    pub text: String,
}

/// Reads an input line by line: the physical lines of a text, the script's lines of subtitles and projects.
pub fn read_lines(path: &Path, language: LanguageChoice) -> Result<TextLines, CliError> {
    let (text, project) = match Kind::of(path) {
        Kind::Import(ImportFormat::Srt) | Kind::Project => {
            let project = Script::read(path, false)?.project;
            (joined(&project), Some(project))
        }
        Kind::Import(_) => (nfc(&read_text(path)?), None),
    };
    let prior = detect(&text, Language::default());
    let mut own = project.iter().flat_map(|project| project.lines().iter().map(move |line| (project, line)));
    let lines = text
        .lines()
        .map(|line| {
            let (judged, choices) = own.next().map_or_else(
                || (detect(line, prior), Vec::new()),
                |(project, line)| (project.language_of(line), line.readings.clone()),
            );
            TextLine { text: line.to_owned(), language: language.named().unwrap_or(judged), choices }
        })
        .collect();
    drop(own);
    Ok(TextLines { lines, project, text })
}

/// Reads a text file or standard input; what is no text is refused.
fn read_text(path: &Path) -> Result<String, CliError> {
    if is_stdin(path) && io::stdin().is_terminal() {
        output::message("type the text; an end of file (Ctrl-D, on Windows Ctrl-Z and Enter) ends it");
    }
    let text = files::read_text(path).map_err(|error| CliError::read(error, path))?;
    if looks_binary(&text) { Err(CliError::NotText(path.to_owned())) } else { Ok(text) }
}

/// Reads standard input whole, for a command that takes its text there.
pub fn read_stdin() -> Result<String, CliError> {
    read_text(&PathBuf::from("-"))
}

/// Whether the input is standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Text has next to no control characters; sound, pictures and archives read as text are full of them.
fn looks_binary(text: &str) -> bool {
    let n_odd = text.chars().filter(|&c| c == '\u{FFFD}' || c.is_control() && !c.is_whitespace()).count();
    n_odd * 20 > text.chars().count()
}

/// The ids of the lines with their places in the project.
pub fn indices(project: &Project) -> std::collections::HashMap<LineId, usize> {
    project.lines().iter().enumerate().map(|(index, line)| (line.id, index)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Script, looks_binary};
    use crate::text::Span;

    #[test]
    fn binary_files_are_no_text() {
        for (text, expect) in [
            ("", false),
            ("plain\tText\r\n", false),
            ("one bell \u{7} in a long enough line of text", false),
            ("RIFF\u{4}\u{0}\u{0}\u{0}WAVEfmt \u{10}\u{0}\u{0}\u{0}", true),
            ("\u{FFFD}\u{FFFD}PNG", true),
        ] {
            assert_eq!(looks_binary(text), expect, "{text:?}");
        }
    }

    #[test]
    fn places_count_physical_lines_and_characters_of_the_nfc_text() {
        // Decomposed on purpose: two jamo are one character of the NFC text.
        let script = Script::of_text("\u{1100}\u{1161}나다. 둘째 문장.\n\n  Third one.");
        let index = script.project.lines().len() - 1;
        assert_eq!(script.place_of(index), "line 3 of the text (“Third one.”)");
        assert_eq!(script.sources_of(index, [Span::new(0, 5)].into_iter()), [Span::new(15, 20)]);
        assert_eq!(script.sources_of(0, [Span::new(0, 3)].into_iter()), [Span::new(0, 3)]);
    }
}
