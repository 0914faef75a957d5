//! Moksori (목소리, "voice"): a desktop narration studio.
//!
//! # Bird's-eye view
//!
//! A creator writes a script of [lines](script::Line). For each line the studio works out what is to be *spoken*
//! ([`text`]), cuts that into chunks, lets a neural voice on this machine speak each chunk ([`voice`]), joins the
//! samples into one clip ([`audio`]), and plays ([`player`]) or exports ([`export`]) exactly that clip. Rendering runs
//! on one background thread ([`studio`]); the window ([`app`]) and the command line ([`cli`]) only send it commands and
//! read its events.
//!
//! # The path of one line
//!
//! | step | in → out | where |
//! |---|---|---|
//! | snapshot | `Line` → owned `LineRequest` | [`studio`] |
//! | normalise | text → [`text::SpokenForm`], every piece with its range in the source | [`text::normalize`] |
//! | chunk | spoken form → [`text::Chunk`]s; joined they are the text again | [`text::chunk`] |
//! | tokens, model | chunk → samples | [`voice`] |
//! | tidy | trim, join, pauses exact to the sample | [`audio::join`] |
//! | rate | once for each stretch between two silences, to the project's rate, so that every pause is exactly as many zero samples as its length says | [`audio::resample`] |
//! | keep | clip under its content key, in memory and on disk | [`studio::cache`], [`studio::store`] |
//! | play, export | the same clip for both | [`player`], [`export`] |
//!
//! # Code map
//!
//! - [`script`]: the document. Pure: no thread, file, clock or random source.
//! - [`text`]: language: runs of language in a line, reading rules of English and Korean, lexicons ([`text::lexicon`]), a
//!   person's choices and what there is to choose from ([`text::alternatives`]), words of a language that the voice lacks,
//!   chunks, the standard Korean pronunciation ([`text::pronounce`]). Pure.
//! - [`audio`]: samples. Pure.
//! - [`voice`]: models, where they are downloaded from, and speech servers. `voice/runtime` is the only module that names
//!   the ONNX binding.
//! - [`studio`]: the worker thread and what it does for a line; the process that the models run in ([`studio::engine`]),
//!   time limits, memory budget, circuit breaker, sanity of takes, and the takes on disk ([`studio::store`]).
//! - [`player`]: playback; the only module that names the sound-device library.
//! - [`export`]: WAV and MP3 files, streamed and atomic.
//! - [`files`]: the one atomic writer, and reading of text files of any usual encoding. A leaf.
//! - [`paths`]: where configuration, data and cache live. A leaf.
//! - [`lexicon_file`]: lexicons on disk. A leaf over `text`, `files` and `paths`.
//! - [`settings`]: preferences. A leaf over `files`.
//! - [`cli`]: the commands without a window.
//! - [`app`]: the window; the only module that names egui, eframe or rfd.
//!
//! # Invariants, each with a test in `tests/layers` or beside the code
//!
//! - Only `app/` names egui, eframe or rfd; only `voice/runtime` names ort; only `player/` names cpal.
//! - `text`, `script` and `audio` use no thread, file, clock or random source, and none of the other modules.
//! - Only `app/` actions and `cli` change a document.
//! - The audio callback never locks, logs, allocates or frees.
//! - Every file is written through [`files::AtomicFile`], or through [`files::GrowingFile`] where it takes more than one
//!   start of the program.
//! - Text is never cut by byte index.
//! - Colours stand only in `app/theme.rs`; labels only in the text tables.

pub mod app;
pub mod audio;
pub mod cli;
pub mod export;
pub mod files;
pub mod lexicon_file;
pub mod paths;
pub mod player;
pub mod script;
pub mod settings;
pub mod studio;
pub mod text;
pub mod voice;
