//! MP3 files.
