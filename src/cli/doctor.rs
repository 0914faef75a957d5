//! `doctor`: what works on this machine and what does not.

use std::path::PathBuf;

use super::CliError;
use super::interrupt::Interrupt;
use super::output::Output;
use super::voices;
use crate::paths::Paths;
use crate::player;
use crate::studio::memory::{Meter, Usage};
use crate::voice::catalog::{Catalog, Hashes, Listing};
use crate::voice::runtime::{ProviderStatus, Runtime, SessionOptions};
use crate::voice::{piper, server};

/// Everything that was looked at.
#[derive(Debug, serde::Serialize)]
struct Findings {
    version: &'static str,
    runtime: RuntimeFinding,
    providers: Vec<ProviderStatus>,
    /// Threads that the model uses unless told otherwise.
    threads: usize,
    voices: Vec<VoiceFinding>,
    /// Why the speech servers that were entered are not among the voices.
    servers_problem: Option<String>,
    /// Programs that voices read with.
    programs: Vec<ProgramFinding>,
    audio_devices: Vec<DeviceFinding>,
    memory: MemoryFinding,
    paths: PathsFinding,
}

#[derive(Debug, Default, serde::Serialize)]
struct RuntimeFinding {
    works: bool,
    version: Option<String>,
    path: Option<PathBuf>,
    /// What is wrong and what to do; what to know about a version that was not tested.
    problem: Option<String>,
}

#[derive(Debug, serde::Serialize)]
struct VoiceFinding {
    #[serde(flatten)]
    listing: Listing,
    /// What is wrong with an installed voice and what to do.
    problem: Option<String>,
}

#[derive(Debug, serde::Serialize)]
struct ProgramFinding {
    name: &'static str,
    works: bool,
    /// Its path, or its name if it is on the search path.
    program: Option<String>,
    version: Option<String>,
    /// What is wrong and what to do.
    problem: Option<String>,
}

#[derive(Debug, serde::Serialize)]
struct DeviceFinding {
    id: String,
    name: String,
    is_default: bool,
}

#[derive(Debug, serde::Serialize)]
struct MemoryFinding {
    process_mb: f64,
    available_mb: f64,
    total_mb: f64,
    gpus: Vec<GpuFinding>,
}

#[derive(Debug, serde::Serialize)]
struct GpuFinding {
    name: String,
    used_mb: f64,
    total_mb: f64,
}

#[derive(Debug, serde::Serialize)]
struct PathsFinding {
    config: PathBuf,
    data: PathBuf,
    cache: PathBuf,
    bundled: Vec<PathBuf>,
}

/// Looks at everything and prints it. That something is missing is an answer, not a failure.
pub fn doctor(json: bool, paths: &Paths) -> Result<(), CliError> {
    let _interrupt = Interrupt::watch(|| ());
    let findings = examine(paths);
    let mut out = Output::new();
    if json {
        out.json(&findings)?;
    } else {
        print(&findings, &mut out)?;
    }
    out.finish()
}

fn examine(paths: &Paths) -> Findings {
    let (runtime, providers) = match Runtime::open(paths) {
        Ok(runtime) => {
            let finding = RuntimeFinding {
                works: true,
                version: runtime.version().map(str::to_owned),
                path: Some(runtime.path().to_owned()),
                problem: runtime.warning(),
            };
            (finding, runtime.providers())
        }
        Err(error) => (RuntimeFinding { problem: Some(error.to_string()), ..RuntimeFinding::default() }, Vec::new()),
    };
    let catalog = Catalog::open(paths);
    let mut hashes = Hashes::default();
    let check = |listing: Listing| {
        let problem = catalog.verify(&listing.id, &mut hashes).err().map(|error| error.to_string());
        VoiceFinding { listing, problem }
    };
    let Paths { config, data, cache, bundled } = paths.clone();
    Findings {
        version: env!("CARGO_PKG_VERSION"),
        runtime,
        providers,
        threads: SessionOptions::default_intra_threads(),
        voices: catalog.list().into_iter().map(check).collect(),
        servers_problem: server::setup::load(paths).err(),
        programs: vec![espeak()],
        audio_devices: player::devices()
            .into_iter()
            .map(|device| DeviceFinding { id: device.id, name: device.name, is_default: device.is_default })
            .collect(),
        memory: memory(&Meter::new().sample()),
        paths: PathsFinding { config, data, cache, bundled },
    }
}

/// The program that Piper voices read with.
fn espeak() -> ProgramFinding {
    let name = "espeak-ng";
    match piper::espeak_found() {
        Ok((program, version)) => {
            let program = Some(program.to_string_lossy().into_owned());
            ProgramFinding { name, works: true, program, version: Some(version), problem: None }
        }
        Err(error) => {
            let problem = Some(format!("{name}, {error}: most Piper voices read with it; {}", error.remedy()));
            ProgramFinding { name, works: false, program: None, version: None, problem }
        }
    }
}

fn memory(usage: &Usage) -> MemoryFinding {
    let mb = |bytes: u64| bytes as f64 / 1e6;
    MemoryFinding {
        process_mb: mb(usage.process_bytes),
        available_mb: mb(usage.available_bytes),
        total_mb: mb(usage.total_bytes),
        gpus: usage
            .gpus
            .iter()
            .map(|gpu| GpuFinding {
                name: gpu.name.clone(),
                used_mb: mb(gpu.used_bytes),
                total_mb: mb(gpu.total_bytes),
            })
            .collect(),
    }
}

fn print(findings: &Findings, out: &mut Output) -> Result<(), CliError> {
    let Findings { version, runtime, providers, threads, voices, programs, audio_devices, memory, paths, .. } =
        findings;
    out.line(format_args!("Moksori {version}"))?;
    out.line("\nRuntime")?;
    if let (Some(path), true) = (&runtime.path, runtime.works) {
        let version = runtime.version.as_deref().unwrap_or("of unknown version");
        out.line(format_args!("  ONNX Runtime {version}, {threads} threads: {}", path.display()))?;
    }
    if let Some(problem) = &runtime.problem {
        out.line(format_args!("  {problem}"))?;
    }
    for provider in providers {
        let state = if provider.works { "works" } else { &provider.why };
        out.line(format_args!("  {:<10} {state}", provider.name))?;
    }
    out.line("\nVoices")?;
    for VoiceFinding { listing, problem } in voices {
        out.line(format_args!("  {}", voices::row(listing)))?;
        if let Some(problem) = problem {
            out.line(format_args!("    {problem}"))?;
        }
    }
    if let Some(problem) = &findings.servers_problem {
        out.line(format_args!("  {problem}"))?;
    }
    out.line("\nPrograms")?;
    for ProgramFinding { name, program, version, problem, .. } in programs {
        if let Some(problem) = problem {
            out.line(format_args!("  {problem}"))?;
        } else {
            let (version, program) = (version.as_deref().unwrap_or(name), program.as_deref().unwrap_or(name));
            out.line(format_args!("  {version}: {program}"))?;
        }
    }
    out.line("\nSound devices")?;
    for device in audio_devices {
        let mark = if device.is_default { " (default)" } else { "" };
        out.line(format_args!("  {}{mark}: {}", device.name, device.id))?;
    }
    if audio_devices.is_empty() {
        out.line("  none: narration to files works, nothing can be heard")?;
    }
    out.line("\nMemory")?;
    out.line(format_args!("  {:.0} MB available of {:.0} MB", memory.available_mb, memory.total_mb))?;
    for gpu in &memory.gpus {
        out.line(format_args!("  {}: {:.0} MB in use of {:.0} MB", gpu.name, gpu.used_mb, gpu.total_mb))?;
    }
    out.line("\nFolders")?;
    for (name, path) in [("settings", &paths.config), ("data", &paths.data), ("cache", &paths.cache)] {
        out.line(format_args!("  {name:<10} {}", path.display()))?;
    }
    for path in &paths.bundled {
        out.line(format_args!("  {:<10} {}", "bundled", path.display()))?;
    }
    Ok(())
}
