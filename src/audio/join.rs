//! Joining chunks: trim, crossfade, pauses.
