//! `narrate` and `say`: a script to a file.
//!
//! Everything that can be wrong is looked at before the first line is rendered. Then line by line in the plan's order:
//! render, encode, forget; memory does not grow with the script's length.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::CliError;
use super::args::{Narrate, Render, Say};
use super::interrupt::Interrupt;
use super::lexicon::Loaded;
use super::output::{self, Output};
use super::progress::{Progress, clock};
use super::report::{Made, MadeChunk};
use super::script::{self, Script};
use crate::export::{self, Segment, Writer};
use crate::paths::Paths;
use crate::studio::breaker::Failure;
use crate::studio::engine::link::EnginePid;
use crate::studio::engine::remote::apart;
use crate::studio::fallback::FallbackClips;
use crate::studio::memory::{Meter, Usage};
use crate::studio::render::{Witness, render_line};
use crate::studio::voices::Voices;
use crate::studio::{ChunkStatus, LineRequest, RenderError, Take};
use crate::voice::catalog::Catalog;
use crate::voice::runtime::{Runtime, SharedOptions};
use crate::voice::{Cancel, VoiceError, VoiceInfo};

/// Characters of `dropped` that the warning shows.
const SHOWN_DROPPED: usize = 20;

/// Renders a script.
pub fn narrate(args: &Narrate, paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    args.render.format()?;
    args.render.keep_input(&args.input)?;
    let script = Script::read(&args.input, args.join_lines)?;
    render(script, &args.render, paths, &interrupt)
}

/// Renders one line.
pub fn say(args: &Say, paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    args.render.format()?;
    let script = if script::is_stdin(Path::new(&args.text)) {
        Script::of_text(&script::read_stdin()?)
    } else {
        Script::of_text(&args.text)
    };
    render(script, &args.render, paths, &interrupt)
}

fn render(mut script: Script, args: &Render, paths: &Paths, interrupt: &Interrupt) -> Result<(), CliError> {
    let options = args.export_options(&script)?;
    let mut loaded = Loaded::read(&args.lexicon, paths)?;
    loaded.with_project(&script.project);
    args.apply(&mut script);
    let catalog = Catalog::open(paths);
    let cast = args.cast(&mut script, &catalog)?;
    if cast.is_empty() {
        return Err(CliError::Nothing(script.name().to_owned()));
    }
    let cancel = interrupt.arm();
    // Begun before the voice is loaded: a place that cannot be written to is known at once.
    let mut writer = Writer::create(&args.out, &options)?;
    let engine = EnginePid::default();
    let mut voices = Voices::new(apart(catalog, SharedOptions::new(args.session_options()), &engine))
        .with_timeout_factor(args.timeout_factor)
        .with_memory(Meter::new().with_engine(Arc::clone(&engine)), args.budget());
    let mut progress = Progress::new(args.quiet);
    progress.show(|| "loading the voice".to_owned());
    for info in &cast {
        voices.get(&info.id)?;
        interrupt.check()?;
    }
    let began = Instant::now();
    let mut tally = Tally { collects: args.json, allows_fallback: args.allow_fallback, ..Tally::default() };
    render_lines(&script, &mut loaded, &mut voices, &mut writer, cancel, &mut progress, &mut tally)?;
    if tally.n_samples == 0 {
        return Err(CliError::Nothing(script.name().to_owned()));
    }
    interrupt.check()?;
    let seconds_render = began.elapsed().as_secs_f64();
    let report = writer.finish()?;
    drop(progress);

    let mut warnings = std::mem::take(&mut script.skipped);
    warnings.extend(args.lost_tags(options.format));
    warnings.extend(loaded.warnings);
    warnings.extend(dropped_warning(&tally.dropped));
    warnings.extend(tally.fallen_back.iter().map(|what| format!("the fallback clip stands in for {what}")));
    warnings.append(&mut tally.suspicious);
    if report.n_clipped > 0 {
        warnings.push(format!("{} samples were too loud for the file and were clipped", report.n_clipped));
    }
    if !args.quiet {
        for warning in &warnings {
            output::message(&format!("warning: {warning}"));
        }
    }
    let usage = Meter::new().with_engine(engine).sample();
    let made = made(args, tally, &cast, (report.seconds, seconds_render), &usage, paths, warnings);
    if args.json {
        let mut out = Output::new();
        out.json(&made)?;
        out.finish()?;
    } else if !args.quiet {
        output::message(&format!(
            "{} of sound in {:.1} s ({:.1} times as fast as real time): {}",
            clock(report.seconds),
            seconds_render,
            report.seconds / seconds_render.max(1e-9),
            args.out.display()
        ));
    }
    Ok(())
}

/// What is counted while lines are rendered.
#[derive(Default)]
struct Tally {
    /// Whether `chunks` is wanted; it grows with the script.
    collects: bool,
    chunks: Vec<MadeChunk>,
    dropped: String,
    provider: String,
    first_audio_ms: Option<f64>,
    /// Whether lines that cannot be spoken may be replaced.
    allows_fallback: bool,
    /// Those that were, and why.
    fallen_back: Vec<String>,
    /// Chunks that may not say what they should.
    suspicious: Vec<String>,
    /// Samples pushed so far.
    n_samples: u64,
}

fn render_lines(
    script: &Script,
    loaded: &mut Loaded,
    voices: &mut Voices,
    writer: &mut Writer,
    cancel: &Cancel,
    progress: &mut Progress,
    tally: &mut Tally,
) -> Result<(), CliError> {
    let began = Instant::now();
    let project = &script.project;
    let rate_hz = f64::from(project.meta.rate_hz);
    let indices = script::indices(project);
    let n_lines = project.lines().len();
    let mut fallback = FallbackClips::default();
    for segment in export::plan(project, 0) {
        let id = match segment {
            Segment::Silence(n) => {
                writer.silence(n)?;
                tally.n_samples += n as u64;
                continue;
            }
            Segment::Line(id) => id,
        };
        let Some((index, line)) = indices.get(&id).and_then(|&index| Some((index, project.lines().get(index)?))) else {
            continue;
        };
        log::debug!("rendering line {} of {n_lines}", index + 1);
        let request = LineRequest::of(project, line, &loaded.lexicons());
        let sound_secs = tally.n_samples as f64 / rate_hz;
        let mut told = |n_done: usize, n_chunks: usize| {
            progress.show(|| {
                let number = index + 1;
                format!("line {number} of {n_lines}, chunk {n_done} of {n_chunks}: {} of sound", clock(sound_secs))
            });
        };
        let line_began_ms = began.elapsed().as_secs_f64() * 1_000.0;
        let take = match render_twice(voices, &request, cancel, &mut told) {
            Ok(take) => take,
            Err(error) if tally.allows_fallback && Failure::of(&error) != Failure::Unrelated => {
                log::debug!("{error}");
                tally.fallen_back.push(format!("{}: {error}", script.place_of(index)));
                fallback.take(&request)
            }
            Err(error) => return Err(CliError::render(error, script.place_of(index))),
        };
        loaded.warn(&take.form);
        writer.push(&take.clip.samples)?;
        tally.add(script, index, &take, line_began_ms, rate_hz);
    }
    Ok(())
}

/// Renders a line; what may be the model's fault is tried once more with the voice loaded anew and chunks of half the size.
fn render_twice(
    voices: &mut Voices,
    request: &LineRequest,
    cancel: &Cancel,
    witness: &mut dyn Witness,
) -> Result<Take, RenderError> {
    let mut render = |voices: &mut Voices, request: &LineRequest| {
        catch_unwind(AssertUnwindSafe(|| render_line(voices, request, cancel, witness)))
            .unwrap_or_else(|panic| Err(RenderError::Panic(panic_text(panic.as_ref()))))
    };
    match render(voices, request) {
        // A server was asked as often as it may be, and what it refuses it refuses again.
        Err(error @ RenderError::Voice(VoiceError::Server { .. })) => Err(error),
        Err(error) if Failure::of(&error) != Failure::Unrelated => {
            log::info!("the line is tried again with care: {error}");
            let careful = voices.careful(request);
            render(voices, &careful)
        }
        other => other,
    }
}

impl Tally {
    fn add(&mut self, script: &Script, index: usize, take: &Take, line_began_ms: f64, rate_hz: f64) {
        let is_spoken = take.chunks.iter().any(|chunk| chunk.status == ChunkStatus::Ready);
        if is_spoken {
            self.first_audio_ms.get_or_insert(line_began_ms + take.first_audio_ms);
            self.provider.clone_from(&take.provider);
        }
        self.dropped.push_str(&take.dropped);
        self.suspicious.extend(take.suspicions.iter().map(|(chunk, what)| {
            format!("listen to {}: chunk {} is {}", script.place_of(index), chunk + 1, what.name().replace('-', " "))
        }));
        if self.collects {
            let spans = script.sources_of(index, take.chunks.iter().map(|chunk| chunk.chunk.source));
            for (chunk, source) in take.chunks.iter().zip(spans) {
                self.chunks.push(MadeChunk {
                    index: self.chunks.len(),
                    text: chunk.chunk.text.clone(),
                    spoken: chunk.chunk.spoken.clone(),
                    source,
                    start_secs: (self.n_samples + chunk.start as u64) as f64 / rate_hz,
                    seconds: match chunk.status {
                        ChunkStatus::Ready | ChunkStatus::Fallback => chunk.n_samples as f64 / rate_hz,
                        ChunkStatus::Silence => f64::from(chunk.chunk.pause_after_ms) / 1_000.0,
                    },
                    status: chunk.status,
                    cached: false,
                    render_ms: chunk.render_ms,
                });
            }
        }
        self.n_samples += take.clip.len() as u64;
    }
}

fn made(
    args: &Render,
    tally: Tally,
    cast: &[VoiceInfo],
    (seconds_audio, seconds_render): (f64, f64),
    usage: &Usage,
    paths: &Paths,
    mut warnings: Vec<String>,
) -> Made {
    // The runtime is loaded by now; this only asks which it is.
    let runtime = Runtime::open(paths).ok();
    warnings.extend(runtime.and_then(Runtime::warning));
    let main = cast.first();
    Made {
        output: args.out.clone(),
        seconds_audio,
        seconds_render,
        rtf: seconds_render / seconds_audio.max(1e-9),
        first_audio_ms: tally.first_audio_ms.unwrap_or(0.0),
        peak_rss_mb: usage.peak_bytes.unwrap_or(usage.process_bytes) as f64 / 1e6,
        voice: main.map(|info| info.id.clone()).unwrap_or_default(),
        engine: main.map(|info| info.engine.clone()).unwrap_or_default(),
        provider: tally.provider,
        runtime: runtime.map(runtime_name).unwrap_or_default(),
        chunks: tally.chunks,
        dropped: tally.dropped,
        warnings,
    }
}

/// The runtime with its version.
fn runtime_name(runtime: Runtime) -> String {
    format!("ONNX Runtime {}", runtime.version().unwrap_or("of unknown version"))
}

fn dropped_warning(dropped: &str) -> Option<String> {
    let n = dropped.chars().filter(|c| !c.is_whitespace()).count();
    if n == 0 {
        return None;
    }
    let shown: String = dropped.chars().filter(|c| !c.is_whitespace()).take(SHOWN_DROPPED).collect();
    let more = if n > SHOWN_DROPPED { "…" } else { "" };
    Some(format!(
        "{n} characters cannot be spoken and were left out; write them as words if they matter: {shown}{more}"
    ))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}
