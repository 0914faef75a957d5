//! Readings that a person chose for one place of a line, where the rules could not know.

use serde::{Deserialize, Serialize};

/// How one place of a line is read, whatever rules and lexicons say.
///
/// The place is named by what is written there and which occurrence of it is meant, so that it survives edits of the
/// rest of the line. A choice whose words are gone does nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// What is written. NFC.
    pub written: String,
    /// Which occurrence in the line, from 0. Occurrences do not overlap.
    #[serde(default)]
    pub nth: usize,
    /// What is spoken. NFC.
    pub spoken: String,
}
