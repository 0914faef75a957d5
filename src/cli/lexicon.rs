//! Lexicons on the command line: `lexicon check`, and the option `--lexicon`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::CliError;
use super::output::{self, Output};
use crate::files;
use crate::text::lexicon::{Parsed, parse};
use crate::text::{Language, Lexicon, Lexicons, Reading, SpokenForm};

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
    let text = files::read_text(file).map_err(|error| CliError::read(error, file))?;
    parse(&text).map_err(|source| CliError::Lexicon { source, path: file.to_owned() })
}

/// The lexicons of a command.
#[derive(Debug, Default)]
pub struct Loaded {
    lexicons: Arc<Lexicons>,
    /// Rows that cannot be used, and what the person should know of the lines read so far. Each once.
    pub warnings: Vec<String>,
}

impl Loaded {
    /// Reads the files, the first one before the second. Rows that cannot be used become warnings.
    pub fn read(paths: &[PathBuf]) -> Result<Self, CliError> {
        let mut lexicons: Vec<Lexicon> = Vec::with_capacity(paths.len());
        let mut warnings = Vec::new();
        for path in paths {
            let Parsed { lexicon, problems } = read(path)?;
            warnings.extend(problems.iter().map(|problem| format!("{}: {problem}", path.display())));
            lexicons.push(lexicon);
        }
        let lexicons = Arc::new(Lexicons::new(&lexicons.iter().collect::<Vec<_>>()));
        Ok(Self { lexicons, warnings })
    }

    /// The entries of all files.
    pub fn lexicons(&self) -> Arc<Lexicons> {
        Arc::clone(&self.lexicons)
    }

    /// How a line of this language is read, for a voice without phonemes.
    pub fn reading(&self, language: Language) -> Reading {
        Reading { lexicons: self.lexicons(), ..Reading::of(language) }
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
