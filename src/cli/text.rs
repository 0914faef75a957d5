//! `spoken`, `pronounce`, `chunks` and `phonemes`: what happens to a text on its way to the model.

use super::CliError;
use super::args::{Chunks, LanguageChoice, Phonemes, Pronounce, Spoken};
use super::interrupt::Interrupt;
use super::lexicon::Loaded;
use super::options::voice_for;
use super::output::Output;
use super::script::{self, TextLines, read_lines};
use crate::paths::Paths;
use crate::studio::render::analyse;
use crate::studio::voices::Voices;
use crate::text::pronounce::pronunciation;
use crate::text::{Reading, Span, spoken_form};
use crate::voice::VoiceError;
use crate::voice::catalog::Catalog;

/// Prints the spoken form, one output line per input line.
pub fn spoken(args: &Spoken, paths: &Paths) -> Result<(), CliError> {
    let _interrupt = Interrupt::watch(|| ());
    let input = read_lines(&args.input, args.language)?;
    let mut loaded = Loaded::read(&args.lexicon, paths)?.with_input(&input);
    let mut out = Output::new();
    for line in &input.lines {
        let form = spoken_form(&line.text, &loaded.reading(line));
        loaded.warn(&form);
        out.line(form.text())?;
    }
    out.finish()?;
    loaded.tell_warnings();
    Ok(())
}

/// Prints the Korean pronunciation, one output line per input line.
pub fn pronounce(args: &Pronounce) -> Result<(), CliError> {
    let _interrupt = Interrupt::watch(|| ());
    let mut out = Output::new();
    for line in read_lines(&args.input, LanguageChoice::Auto)?.lines {
        out.line(one_line(&pronunciation(&line.text)))?;
    }
    out.finish()
}

/// `text` with spaces for what other programs take for line breaks: vertical tabs, form feeds, U+0085, U+2028, U+2029.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'], " ")
}

/// A chunk as `chunks` prints it.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
struct ChunkRow {
    index: usize,
    text: String,
    spoken: String,
    source: Span,
}

/// Prints the chunks as JSON.
pub fn chunks(args: &Chunks, paths: &Paths) -> Result<(), CliError> {
    let _interrupt = Interrupt::watch(|| ());
    let input = read_lines(&args.input, args.language)?;
    let mut loaded = Loaded::read(&args.lexicon, paths)?.with_input(&input);
    let rows = chunk_rows(&input, args.max_chars, &mut loaded);
    let mut out = Output::new();
    out.json(&rows)?;
    out.finish()?;
    loaded.tell_warnings();
    Ok(())
}

/// The chunks of all lines. Each reaches to the start of the next, so that with the line breaks, which belong to no
/// line, they tile the text.
fn chunk_rows(input: &TextLines, max_chars: usize, loaded: &mut Loaded) -> Vec<ChunkRow> {
    let text: Vec<char> = input.text.chars().collect();
    let mut rows: Vec<ChunkRow> = Vec::new();
    let mut line_start = 0;
    for line in &input.lines {
        let (form, chunks) = analyse(&line.text, &loaded.reading(line), max_chars);
        loaded.warn(&form);
        rows.extend(chunks.into_iter().map(|chunk| ChunkRow {
            index: 0,
            text: String::new(),
            spoken: chunk.spoken,
            source: Span::new(line_start + chunk.source.start, line_start + chunk.source.end),
        }));
        line_start += line.text.chars().count() + 1;
    }
    let mut end = text.len();
    for (index, row) in rows.iter_mut().enumerate().rev() {
        let start = if index == 0 { 0 } else { row.source.start };
        row.index = index;
        row.source = Span::new(start, end);
        row.text = text[start..end].iter().collect();
        end = start;
    }
    rows
}

/// Prints what the model is given, one output line per input line.
pub fn phonemes(args: &Phonemes, paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    let input = read_lines(&args.input, LanguageChoice::Auto)?;
    let mut loaded = Loaded::read(&args.lexicon, paths)?.with_input(&input);
    interrupt.arm();
    let catalog = Catalog::open(paths);
    // Every line is looked at before the first is printed: half an answer is worse than none.
    let mut cast = Vec::with_capacity(input.lines.len());
    for (index, line) in input.lines.iter().enumerate() {
        cast.push(if line.text.trim().is_empty() {
            None
        } else {
            let named = args.voice.as_deref();
            Some(voice_for(&catalog, named, &line.text, line.language).map_err(|source| match source {
                VoiceError::NoVoiceForLanguage { .. } => CliError::Line {
                    place: script::place(index + 1, &script::name_of(&args.input), &line.text),
                    source,
                },
                source => source.into(),
            })?)
        });
    }
    let mut voices = Voices::new(Box::new(catalog));
    let mut out = Output::new();
    for (line, info) in input.lines.iter().zip(cast) {
        let Some(info) = info else {
            out.line("")?;
            continue;
        };
        interrupt.check()?;
        let voice = voices.get(&info.id)?;
        let reading =
            Reading { takes_phonemes: info.takes_phonemes, speaks: info.languages.clone(), ..loaded.reading(line) };
        let (form, chunks) = analyse(&line.text, &reading, info.max_chars);
        loaded.warn(&form);
        let mut given = Vec::with_capacity(chunks.len());
        for chunk in chunks.iter().filter(|chunk| !chunk.spoken.is_empty()) {
            given.push(voice.phonemes(&chunk.spoken, line.language)?);
        }
        out.line(given.join(" "))?;
    }
    out.finish()?;
    loaded.tell_warnings();
    Ok(())
}
