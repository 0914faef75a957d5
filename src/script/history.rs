//! Undo and redo: every change of a document is an [`Edit`] that can be inverted.

use super::{Line, Project, ProjectMeta};
use crate::text::lexicon::Entry;

/// How many steps can be undone.
const MAX_STEPS: usize = 500;

/// One change of a document. Applying it gives the edit that takes it back.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Replaces `n_removed` lines from `at` on by `inserted`.
    Splice {
        /// Index of the first line concerned.
        at: usize,
        /// How many lines go.
        n_removed: usize,
        /// What comes in their place.
        inserted: Vec<Line>,
    },
    /// Replaces `n_removed` entries of the project's lexicon from `at` on by `inserted`.
    Entries {
        /// Index of the first entry concerned.
        at: usize,
        /// How many entries go.
        n_removed: usize,
        /// What comes in their place.
        inserted: Vec<Entry>,
    },
    /// Replaces everything but the lines and the lexicon.
    Meta(Box<ProjectMeta>),
}

/// What happened to the document, as steps that can be undone and redone.
#[derive(Debug, Default)]
pub struct History {
    undo: Vec<Step>,
    redo: Vec<Step>,
    /// Number of the state that the document is in; every new state has a new number.
    state: u64,
    last_state: u64,
    saved_state: u64,
}

#[derive(Debug)]
struct Step {
    inverse: Edit,
    /// The state that applying `inverse` leads to.
    leads_to: u64,
    /// Steps with the same key that follow one another are one step (typing in one line).
    merge_key: Option<u64>,
}

impl History {
    /// Applies `edit` to `project` and remembers how to take it back. Consecutive edits with the same `merge_key` are
    /// undone together.
    pub fn apply(&mut self, project: &mut Project, edit: Edit, merge_key: Option<u64>) {
        let inverse = project.apply(edit);
        let before = self.state;
        self.last_state += 1;
        self.state = self.last_state;
        self.redo.clear();
        let merges = merge_key.is_some()
            && before != self.saved_state
            && self.undo.last().is_some_and(|step| step.merge_key == merge_key);
        if !merges {
            self.undo.push(Step { inverse, leads_to: before, merge_key });
            if self.undo.len() > MAX_STEPS {
                self.undo.remove(0);
            }
        }
    }

    /// Ends a run of edits that would otherwise be one step (the person left the line).
    pub fn seal(&mut self) {
        if let Some(step) = self.undo.last_mut() {
            step.merge_key = None;
        }
    }

    /// Takes the last step back. False where there is none.
    pub fn undo(&mut self, project: &mut Project) -> bool {
        let Some(step) = self.undo.pop() else { return false };
        let inverse = project.apply(step.inverse);
        self.redo.push(Step { inverse, leads_to: self.state, merge_key: None });
        self.state = step.leads_to;
        true
    }

    /// Does the last undone step again. False where there is none.
    pub fn redo(&mut self, project: &mut Project) -> bool {
        let Some(step) = self.redo.pop() else { return false };
        let inverse = project.apply(step.inverse);
        self.undo.push(Step { inverse, leads_to: self.state, merge_key: None });
        self.state = step.leads_to;
        true
    }

    /// Whether a step can be undone.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether a step can be redone.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The document as it is now is on disk.
    pub fn mark_saved(&mut self) {
        self.saved_state = self.state;
    }

    /// No state of this history is on disk: the document was recovered.
    pub fn mark_unsaved(&mut self) {
        self.saved_state = u64::MAX;
    }

    /// Whether the document differs from what is on disk.
    pub fn is_unsaved(&self) -> bool {
        self.state != self.saved_state
    }

    /// A number that changes with every change of the document; undo brings the old number back.
    pub fn state(&self) -> u64 {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Edit, History};
    use crate::script::Project;

    fn set_text(project: &Project, index: usize, text: &str) -> Edit {
        let mut line = project.lines()[index].clone();
        text.clone_into(&mut line.text);
        Edit::Splice { at: index, n_removed: 1, inserted: vec![line] }
    }

    #[test]
    fn typing_is_one_step_and_undo_reaches_the_saved_state() {
        let mut project = Project::new();
        let mut history = History::default();
        for text in ["a", "ab", "abc"] {
            let edit = set_text(&project, 0, text);
            history.apply(&mut project, edit, Some(0));
        }
        assert!(history.is_unsaved());
        assert!(history.undo(&mut project));
        assert_eq!(project.lines()[0].text, "");
        assert!(!history.is_unsaved());
        assert!(!history.undo(&mut project));
        assert!(history.redo(&mut project));
        assert_eq!(project.lines()[0].text, "abc");
        assert!(history.is_unsaved());
    }

    #[test]
    fn saving_in_the_middle_of_typing_splits_the_step() {
        let mut project = Project::new();
        let mut history = History::default();
        let edit = set_text(&project, 0, "a");
        history.apply(&mut project, edit, Some(0));
        history.mark_saved();
        let edit = set_text(&project, 0, "ab");
        history.apply(&mut project, edit, Some(0));
        assert!(history.undo(&mut project));
        assert_eq!(project.lines()[0].text, "a");
        assert!(!history.is_unsaved());
    }

    proptest! {
        #[test]
        fn undoing_everything_restores_everything(edits in prop::collection::vec((0usize..6, 0usize..3, 0usize..3), 1..40)) {
            let mut project = Project::new();
            let start = project.lines().to_vec();
            let mut history = History::default();
            let mut states = vec![project.lines().to_vec()];
            for (at, n_removed, n_inserted) in edits {
                let inserted = (0..n_inserted).map(|i| project.new_line(&format!("line {i}"))).collect();
                history.apply(&mut project, Edit::Splice { at, n_removed, inserted }, None);
                states.push(project.lines().to_vec());
            }
            for state in states.iter().rev() {
                prop_assert_eq!(project.lines(), &state[..]);
                history.undo(&mut project);
            }
            prop_assert_eq!(project.lines(), &start[..]);
            for state in &states[1..] {
                history.redo(&mut project);
                prop_assert_eq!(project.lines(), &state[..]);
            }
        }
    }
}
