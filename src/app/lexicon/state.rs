//! What the lexicon panel shows.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::script::LineId;
use crate::studio::LineRequest;
use crate::text::lexicon::{Entry, EntryFault, Problem};
use crate::text::{EntryRef, Span};

/// Whose lexicon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The project's; part of the document.
    #[default]
    Project,
    /// The person's own, under every project's.
    Own,
}

impl Owner {
    /// Both, in the order of precedence.
    pub const ALL: [Self; 2] = [Self::Project, Self::Own];

    /// Its place in the lists given to [`crate::text::Lexicons::new`].
    pub const fn index(self) -> u16 {
        match self {
            Self::Project => 0,
            Self::Own => 1,
        }
    }

    /// Whose lexicon the entry is in.
    pub const fn of(at: EntryRef) -> Self {
        if at.lexicon == 0 { Self::Project } else { Self::Own }
    }

    /// Names an entry of this lexicon.
    pub const fn entry(self, index: usize) -> EntryRef {
        EntryRef { lexicon: self.index(), entry: index as u32 }
    }
}

/// Which lexicons are in view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Both.
    #[default]
    All,
    /// One of them.
    Only(Owner),
}

impl Scope {
    /// Whether a lexicon is in view.
    pub fn shows(self, owner: Owner) -> bool {
        self == Self::All || self == Self::Only(owner)
    }

    /// The lexicon that new entries and imports go to.
    pub fn target(self) -> Owner {
        match self {
            Self::All => Owner::Project,
            Self::Only(owner) => owner,
        }
    }
}

/// Without or with the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// As it is read without the change; without the entry, where the entry is as it was saved.
    Before,
    /// As it is read with the entry as it stands in the panel.
    After,
}

impl Version {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// What of an entry can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HearWhat {
    /// The written form alone.
    Word,
    /// One line.
    Line(LineId),
    /// All lines that the change touches, one after the other.
    AllLines,
}

/// An entry in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// As it stands in the panel, not tidied: text is being typed.
    pub entry: Entry,
    /// The lexicon it goes to.
    pub owner: Owner,
    /// The entry that is edited, and where it stands; none for a new one.
    pub saved: Option<(EntryRef, Entry)>,
}

impl Draft {
    /// A new entry.
    pub fn new(entry: Entry, owner: Owner) -> Self {
        Self { entry, owner, saved: None }
    }

    /// A saved entry.
    pub fn of(at: EntryRef, entry: Entry) -> Self {
        Self { entry: entry.clone(), owner: Owner::of(at), saved: Some((at, entry)) }
    }

    /// Where the entry that is edited stands.
    pub fn at(&self) -> Option<EntryRef> {
        self.saved.as_ref().map(|(at, _)| *at)
    }

    /// Whether saving would change anything.
    pub fn is_changed(&self) -> bool {
        self.saved
            .as_ref()
            .is_none_or(|(at, entry)| Owner::of(*at) != self.owner || *entry != self.entry.clone().tidied())
    }
}

/// Why an entry cannot be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftFault {
    /// The entry itself.
    Entry(EntryFault),
    /// Another entry of the same lexicon says how this is read.
    Duplicate(EntryRef),
}

/// A line that sounds different with the change.
#[derive(Clone, Debug, PartialEq)]
pub struct Touched {
    /// The line.
    pub line: LineId,
    /// Where the entry applies, in the text.
    pub hits: Vec<Span>,
    /// How the line is read without the change.
    pub before: String,
    /// How it is read with it.
    pub after: String,
}

/// Something that is rendered to be heard beside the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// What is rendered.
    pub request: LineRequest,
    /// Whether that failed.
    pub failed: bool,
}

/// What became of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportReport {
    /// The file.
    pub path: PathBuf,
    /// The lexicon that it went to.
    pub owner: Owner,
    /// Entries that were not there before.
    pub n_added: usize,
    /// Entries that took the place of one.
    pub n_replaced: usize,
    /// Rows that were left out, and why.
    pub problems: Vec<Problem>,
}

/// See the module.
#[derive(Default)]
pub struct LexiconView {
    /// The entry in hand.
    pub draft: Option<Draft>,
    /// Whether the entry in hand is open for editing.
    pub is_open: bool,
    /// Why the entry in hand cannot be saved as it stands.
    pub fault: Option<DraftFault>,
    /// The lines that the change touches, as far as they have been looked for.
    pub touched: Vec<Touched>,
    /// Whether every line has been looked at.
    pub is_complete: bool,
    /// How many lines each entry is used in.
    pub uses: HashMap<EntryRef, usize>,
    /// The search field.
    pub search: String,
    /// Which lexicons are in view.
    pub scope: Scope,
    /// What was heard last.
    pub heard: Option<(HearWhat, Version)>,
    /// The entry that was deleted last from the person's own lexicon, and where it stood.
    pub deleted: Option<(usize, Entry)>,
    /// The last import, until it is put away.
    pub report: Option<ImportReport>,
    /// What is or was heard as a preview, by the ids that the queue and the player know it by.
    pub previews: HashMap<LineId, Preview>,
    /// What is heard now.
    pub hearing: Option<(HearWhat, Version)>,
    /// Rises whenever an entry of a lexicon changes.
    pub generation: u64,
}
