//! Which voices there are and where they are installed.
