//! Sample rate conversion of whole clips.
