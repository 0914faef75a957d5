//! The project file: JSON with a version. Its types are apart from the document's, because a file format is a promise
//! and a data structure is not.

use super::{Line, Project, ProjectMeta};
use crate::text::Lexicon;

/// The version written.
pub const VERSION: u32 = 1;

/// What the file says it is.
const FORMAT: &str = "moksori-project";

#[derive(serde::Serialize, serde::Deserialize)]
struct File {
    format: String,
    version: u32,
    #[serde(flatten)]
    meta: ProjectMeta,
    #[serde(default, skip_serializing_if = "Lexicon::is_empty")]
    lexicon: Lexicon,
    lines: Vec<Line>,
}

/// Why a project file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Not JSON, or not our JSON.
    #[error("this is not a project of Moksori, or it is damaged: {0}")]
    NotAProject(String),
    /// Written by a later version.
    #[error(
        "this project was saved by a newer Moksori (format {found}, this one reads up to {VERSION}); update Moksori to open it"
    )]
    TooNew {
        /// The file's version.
        found: u32,
    },
}

/// The file's text for `project`.
pub fn to_text(project: &Project) -> String {
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        meta: project.meta.clone(),
        lexicon: project.lexicon.clone(),
        lines: project.lines().to_vec(),
    };
    // Strings, numbers and lists only: serialisation has no way to fail.
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
}

/// The project in a file's text. Repeated line ids (a file merged by hand) are renumbered.
pub fn from_text(text: &str) -> Result<Project, FormatError> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
        version: u32,
    }
    let broken = |error: serde_json::Error| FormatError::NotAProject(error.to_string());
    let head: Head = serde_json::from_str(text).map_err(broken)?;
    if head.format != FORMAT {
        return Err(FormatError::NotAProject(format!("its format is “{}”", head.format)));
    }
    if head.version > VERSION {
        return Err(FormatError::TooNew { found: head.version });
    }
    let file: File = serde_json::from_str(text).map_err(broken)?;
    let mut project = Project { meta: file.meta, lexicon: file.lexicon, ..Project::default() };
    let mut seen = std::collections::HashSet::new();
    let highest = file.lines.iter().map(|line| line.id.0).max().unwrap_or(0);
    project.next_id = highest + 1;
    for mut line in file.lines {
        if !seen.insert(line.id) {
            let fresh = project.new_line(&line.text);
            line.id = fresh.id;
        }
        line.text = crate::text::normalize::nfc(&line.text);
        project.push(line);
    }
    if project.lines().is_empty() {
        project.push_text("", true);
    }
    Ok(project)
}

#[cfg(test)]
mod tests {
    use super::{FormatError, from_text, to_text};
    use crate::script::Project;

    #[test]
    fn a_project_survives_the_file() {
        let mut project = Project::new();
        project.meta.title = "등대 이야기".to_owned();
        project.push_text("안녕하세요. \"따옴표\"", false);
        assert_eq!(from_text(&to_text(&project)).expect("reads"), project);
    }

    #[test]
    fn foreign_newer_and_broken_files_are_told_apart() {
        assert!(matches!(from_text("{}"), Err(FormatError::NotAProject(_))));
        assert!(matches!(from_text("hello"), Err(FormatError::NotAProject(_))));
        let newer = r#"{"format":"moksori-project","version":99,"lines":[]}"#;
        assert!(matches!(from_text(newer), Err(FormatError::TooNew { found: 99 })));
        let whole = to_text(&Project::new());
        let half: String = whole.chars().take(whole.chars().count() / 2).collect();
        assert!(matches!(from_text(&half), Err(FormatError::NotAProject(_))));
    }

    #[test]
    fn repeated_ids_are_renumbered() {
        let text = r#"{"format":"moksori-project","version":1,"lines":[{"id":0,"text":"a"},{"id":0,"text":"b"}]}"#;
        let project = from_text(text).expect("reads");
        assert_ne!(project.lines()[0].id, project.lines()[1].id);
    }
}
