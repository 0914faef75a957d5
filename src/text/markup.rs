//! Markup that is read but not spoken: Markdown within a line, and the script's own tags.
