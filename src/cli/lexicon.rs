//! Lexicons on the command line: `lexicon check`, and the option `--lexicon`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::CliError;
use super::output::{self, Output};
use super::script::{TextLine, TextLines};
use crate::lexicon_file::{self, LexiconFileError};
use crate::paths::Paths;
use crate::script::Project;
use crate::text::lexicon::Parsed;
use crate::text::{Lexicon, Lexicons, Reading, ReadingOptions, SpokenForm};

/// Prints what is wrong with a lexicon.
pub fn check(file: &Path) -> Result<(), CliError> {
    let Parsed { lexicon, problems } = read(file)?;
    let mut out = Output::new();
    for problem in &problems {
        out.line(problem)?;
    }
    out.finish()?;
    if problems.is_empty() {
        output::message(&format!("{} entries, all of them can be used: {}", lexicon.entries.len(), file.display()));
        Ok(())
    } else {
        Err(CliError::LexiconRows { n_problems: problems.len(), path: file.to_owned() })
    }
}

fn read(file: &Path) -> Result<Parsed, CliError> {
    lexicon_file::read(file).map_err(|error| match error {
        LexiconFileError::Parse { source, path } => CliError::Lexicon { source, path },
        LexiconFileError::Read { source, path } | LexiconFileError::Write { source, path } => {
            CliError::read(source, &path)
        }
    })
}

/// The lexicons of a command.
#[derive(Debug, Default)]
pub struct Loaded {
    files: Vec<Lexicon>,
    lexicons: Arc<Lexicons>,
    options: ReadingOptions,
    /// Rows that cannot be used, and what the person should know of the lines read so far. Each once.
    pub warnings: Vec<String>,
}

impl Loaded {
    /// Reads the files, the first one before the second, and under them the person's own lexicon. Rows that cannot be
    /// used become warnings.
    pub fn read(named: &[PathBuf], paths: &Paths) -> Result<Self, CliError> {
        let mut files: Vec<Lexicon> = Vec::with_capacity(named.len() + 1);
        let mut warnings = Vec::new();
        let own = lexicon_file::personal_path(paths);
        for path in named.iter().chain(own.is_file().then_some(&own)) {
            let Parsed { lexicon, problems } = read(path)?;
            warnings.extend(problems.iter().map(|problem| format!("{}: {problem}", path.display())));
            files.push(lexicon);
        }
        if !own.is_file() {
            files.push(Lexicon::default());
        }
        let lexicons = Arc::new(Lexicons::new(&files.iter().collect::<Vec<_>>()));
        Ok(Self { files, lexicons, options: ReadingOptions::default(), warnings })
    }

    /// Puts the project's lexicon between the named files and the person's own, and reads as the project wants.
    pub fn with_project(&mut self, project: &Project) {
        self.options = project.meta.reading;
        if !project.lexicon.is_empty() {
            let mut all: Vec<&Lexicon> = self.files.iter().collect();
            all.insert(all.len().saturating_sub(1), &project.lexicon);
            self.lexicons = Arc::new(Lexicons::new(&all));
        }
    }

    /// The same for an input that is looked at.
    pub fn with_input(mut self, input: &TextLines) -> Self {
        if let Some(project) = &input.project {
            self.with_project(project);
        }
        self
    }

    /// The entries of all files.
    pub fn lexicons(&self) -> Arc<Lexicons> {
        Arc::clone(&self.lexicons)
    }

    /// How a line is read where no voice is known.
    pub fn reading(&self, line: &TextLine) -> Reading {
        Reading {
            lexicons: self.lexicons(),
            options: self.options,
            choices: line.choices.as_slice().into(),
            ..Reading::of(line.language)
        }
    }

    /// Keeps the warnings about a line.
    pub fn warn(&mut self, form: &SpokenForm) {
        for warning in &form.warnings {
            let warning = warning.to_string();
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// Tells all warnings on standard error.
    pub fn tell_warnings(&self) {
        for warning in &self.warnings {
            output::message(&format!("warning: {warning}"));
        }
    }
}
