//! `bench`: how fast each installed voice speaks on this machine, what memory it takes, and what its own process costs.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::CliError;
use super::interrupt::Interrupt;
use super::output::Output;
use crate::paths::Paths;
use crate::studio::engine::link::{EngineCommand, EnginePid};
use crate::studio::engine::remote::EngineSource;
use crate::studio::memory::proc_status;
use crate::text::chunk::chunk;
use crate::text::{Language, Reading, spoken_form};
use crate::voice::catalog::Catalog;
use crate::voice::runtime::{SessionOptions, SharedOptions};
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, Voice, VoiceError, VoiceInfo, VoiceSource as _};

/// What is spoken: the beginnings of the sample scripts, some twenty seconds.
const ENGLISH: &str = include_str!("../../assets/samples/lighthouse_en.md");
const KOREAN: &str = include_str!("../../assets/samples/lighthouse_ko.md");
/// Chunks that are spoken in one round.
const N_CHUNKS: usize = 5;
/// Most rounds in each process. The quickest counts: whatever else the machine does only makes one slower.
const N_ROUNDS: usize = 9;
/// No further round of a voice begins after this time.
const PATIENCE: Duration = Duration::from_secs(12);

/// What was measured of one voice.
#[derive(Clone, Debug, serde::Serialize)]
struct Figures {
    voice: String,
    /// The voice that was measured, which runs the same network on the same kind of text; null for itself.
    measured_as: Option<String>,
    engine: String,
    provider: String,
    /// From nothing to a voice that can speak: the process, the runtime, the model.
    load_ms: f64,
    /// From the request to the samples of the first chunk, the first time.
    first_audio_ms: f64,
    /// Seconds of sound of one round.
    seconds_audio: f64,
    /// Seconds that one round took in the engine process.
    seconds_render: f64,
    /// The second by the first.
    rtf: f64,
    /// The most memory that the engine process had, millions of bytes; null where the system does not keep it.
    peak_rss_mb: Option<f64>,
    /// What speaking in a process of its own adds to a chunk, milliseconds and share of the time in this process.
    split_ms_per_chunk: f64,
    split_percent: f64,
}

/// Measures every installed voice and prints the figures; of speakers of one network the first. Speech servers are not
/// asked, and voices that speak nothing but phonemes have nothing to say. A voice that cannot be measured is told, and the
/// others still are.
pub fn bench(json: bool, paths: &Paths) -> Result<(), CliError> {
    let interrupt = Interrupt::watch(|| ());
    let catalog = Catalog::open(paths);
    let mut all: Vec<Figures> = Vec::new();
    let mut networks: HashMap<(PathBuf, usize, Vec<Language>), usize> = HashMap::new();
    let mut failure = None;
    for entry in catalog.entries() {
        let info = entry.info();
        let Some(folder) =
            catalog.installed(&entry.id).filter(|_| info.sends_text_to.is_none() && !info.needs_phonemes)
        else {
            continue;
        };
        let largest = entry.files.iter().max_by_key(|file| file.bytes).map(|file| folder.join(&file.name));
        let network = (largest.unwrap_or(folder), info.max_chars, info.languages.clone());
        if let Some(first) = networks.get(&network).and_then(|&first| all.get(first)).cloned() {
            all.push(Figures { measured_as: Some(first.voice), voice: info.id, ..first });
            continue;
        }
        match measure(&catalog, info) {
            Ok(figures) => {
                networks.insert(network, all.len());
                all.push(figures);
            }
            Err(error) => {
                log::warn!("{error}");
                failure.get_or_insert(error);
            }
        }
        interrupt.check()?;
    }
    let mut out = Output::new();
    if json {
        out.json(&all)?;
    } else {
        out.line("voice                  on    load ms  first ms    RTF  peak MB  own process adds to a chunk")?;
        for of in &all {
            if let Some(first) = &of.measured_as {
                out.line(format_args!("{:<22} as {first}", of.voice))?;
                continue;
            }
            out.line(format_args!(
                "{:<22} {:<5} {:>7.0} {:>9.0} {:>6.3} {:>8}  {:.1} ms, {:.1} %",
                of.voice,
                of.provider,
                of.load_ms,
                of.first_audio_ms,
                of.rtf,
                of.peak_rss_mb.map_or_else(|| "?".to_owned(), |mb| format!("{mb:.0}")),
                of.split_ms_per_chunk,
                of.split_percent
            ))?;
        }
    }
    out.finish()?;
    failure.map_or(Ok(()), Err)
}

fn measure(catalog: &Catalog, info: VoiceInfo) -> Result<Figures, CliError> {
    let language = if info.languages.contains(&Language::English) { Language::English } else { Language::Korean };
    let chunks = chunks(&info, language);
    let command =
        EngineCommand::of_this_program().map_err(|error| VoiceError::EngineDied { how: error.to_string() })?;
    let pid = EnginePid::default();
    let began = Instant::now();
    let mut apart = EngineSource::new(catalog, command, SharedOptions::default(), Arc::clone(&pid)).open(&info.id)?;
    let load_ms = millis(began.elapsed());
    let began = Instant::now();
    speak(apart.as_mut(), &chunks[..1], language)?;
    let first_audio_ms = millis(began.elapsed());
    let mut here = catalog.load(&info.id, &SessionOptions::default())?;
    speak(here.as_mut(), &chunks[..1], language)?;
    // One after the other in turn: what slows the machine for a while slows both.
    let (mut in_process, mut in_engine, mut seconds_audio) = (Duration::MAX, Duration::MAX, 0.0);
    let began = Instant::now();
    for round in 0..N_ROUNDS {
        if round > 0 && began.elapsed() > PATIENCE {
            break;
        }
        let (took, n_samples) = speak(apart.as_mut(), &chunks, language)?;
        in_engine = in_engine.min(took);
        seconds_audio = n_samples as f64 / f64::from(info.rate_hz);
        in_process = in_process.min(speak(here.as_mut(), &chunks, language)?.0);
    }
    let peak = proc_status(&pid.load(Ordering::Relaxed).to_string()).and_then(|(_, peak)| peak);
    let added = in_engine.as_secs_f64() - in_process.as_secs_f64();
    Ok(Figures {
        voice: info.id,
        measured_as: None,
        engine: info.engine,
        provider: apart.provider().to_owned(),
        load_ms,
        first_audio_ms,
        seconds_audio,
        seconds_render: in_engine.as_secs_f64(),
        rtf: in_engine.as_secs_f64() / seconds_audio.max(f64::MIN_POSITIVE),
        peak_rss_mb: peak.map(|bytes| bytes as f64 / 1e6),
        split_ms_per_chunk: added * 1e3 / chunks.len() as f64,
        split_percent: added / in_process.as_secs_f64() * 100.0,
    })
}

/// The first chunks of the sample script, as the voice is given them.
fn chunks(info: &VoiceInfo, language: Language) -> Vec<String> {
    let script = if language == Language::English { ENGLISH } else { KOREAN };
    let reading = Reading { speaks: info.languages.clone(), ..Reading::of(language) };
    script
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .flat_map(|line| chunk(&spoken_form(line, &reading), info.max_chars))
        .map(|chunk| chunk.spoken)
        .filter(|spoken| !spoken.is_empty())
        .take(N_CHUNKS)
        .collect()
}

/// Speaks chunks one after the other; the time and the number of samples.
fn speak(voice: &mut dyn Voice, chunks: &[String], language: Language) -> Result<(Duration, usize), VoiceError> {
    let began = Instant::now();
    let mut n_samples = 0;
    for spoken in chunks {
        let request = SpeechRequest {
            spoken,
            language,
            speed: 1.0,
            seed: 1,
            time_limit: None,
            options: SpeechOptions::default(),
        };
        n_samples += voice.speak(&request, &Cancel::new())?.samples.len();
    }
    Ok((began.elapsed(), n_samples))
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
