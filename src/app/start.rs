//! Opening the window.

use std::path::PathBuf;

use eframe::egui;

use super::state::Level;
use super::{App, Parts, fonts, theme, waker};
use crate::paths::Paths;
use crate::player::DeviceChoice;
use crate::settings::Settings;
use crate::studio::engine::link::EnginePid;
use crate::studio::engine::remote::apart;
use crate::voice::VoiceSource;
use crate::voice::catalog::Catalog;
use crate::voice::runtime::{Device, SessionOptions, SharedOptions};

/// How models run, as the settings have it.
pub(super) fn session_options(settings: &Settings) -> SessionOptions {
    SessionOptions {
        intra_threads: settings.threads,
        device: Device::of_id(&settings.model_device).unwrap_or_default(),
        card_limit: settings.card_budget_mb.map(|megabytes| megabytes.saturating_mul(1_000_000)),
    }
}

/// Opens the studio and runs it until the window is closed. `open` is a project or script to begin with.
///
/// The error says why there is no window and what to do.
pub fn run(paths: Paths, open: Option<PathBuf>) -> Result<(), String> {
    let (settings, warning) = Settings::load(&paths.config);
    let viewport = egui::ViewportBuilder::default()
        .with_title("Moksori")
        .with_app_id("moksori")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([640.0, 480.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, ..eframe::NativeOptions::default() };
    let make = move |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Box::new(make_app(&cc.egui_ctx, paths, settings, warning, open)?))
    };
    eframe::run_native("moksori", options, Box::new(make)).map_err(|error| {
        format!(
            "no window could be opened ({error}); on a machine without a display use `moksori narrate`, over a remote \
             desktop try `LIBGL_ALWAYS_SOFTWARE=1 moksori`"
        )
    })
}

fn make_app(
    ctx: &egui::Context,
    paths: Paths,
    settings: Settings,
    warning: Option<String>,
    open: Option<PathBuf>,
) -> std::io::Result<App> {
    let faces = fonts::install(ctx);
    theme::install(ctx);
    let catalog = Catalog::open(&paths);
    let options = SharedOptions::default();
    let device = settings.device.clone().map_or(DeviceChoice::Default, DeviceChoice::Named);
    let engine = EnginePid::default();
    let (voices, voice_infos) =
        (catalog.list(), catalog.entries().iter().map(crate::voice::catalog::Entry::info).collect());
    let source: Box<dyn VoiceSource + Send> = if settings.engine_in_process {
        Box::new(catalog.with_options(options.clone()))
    } else {
        apart(catalog, options.clone(), &engine)
    };
    let parts = Parts { voices, voice_infos, source, engine, options, device, paths, settings, waker: waker(ctx) };
    let mut app = App::new(parts)?;
    app.view.no_korean_face = faces.family.is_none();
    if let Some(warning) = warning {
        app.notify_with(Level::Warning, "notice-settings", &[("why", &warning)]);
    }
    app.warm();
    app.begin(open.as_deref());
    Ok(app)
}
