//! One line from text to clip.
