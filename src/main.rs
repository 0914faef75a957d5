//! Start-up only: logging, paths, and the command line, which opens the window or runs a command.

use std::process::ExitCode;

use moksori::cli;
use moksori::paths::Paths;

fn main() -> ExitCode {
    start_logging();
    cli::main(std::env::args_os(), &Paths::from_env())
}

/// Warnings to standard error, or what RUST_LOG asks for. The binding to the runtime and the runtime itself talk a lot;
/// only their errors are worth a person's time.
fn start_logging() {
    let env = env_logger::Env::default().default_filter_or("warn,ort=error,onnxruntime=error");
    env_logger::Builder::from_env(env).format_timestamp(None).format_target(false).init();
}
