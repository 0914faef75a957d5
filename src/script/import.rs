//! From text files to projects.
