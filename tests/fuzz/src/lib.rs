//! The pure modules of Moksori, built without the rest of it, for the fuzz target.

#[path = "../../../src/script/mod.rs"]
pub mod script;
#[path = "../../../src/text/mod.rs"]
pub mod text;

pub mod invariants;
pub mod seeds;

/// What the modules need of `audio`.
pub mod audio {
    /// As in the program.
    pub const DEFAULT_RATE_HZ: u32 = 44_100;
}
