//! The command line from outside: the built program, its exit statuses, its output and the files it leaves.

mod files;
mod imported;
mod lexicon;
mod statuses;
mod support;
mod text;
mod voice;
