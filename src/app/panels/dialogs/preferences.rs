//! Preferences. Each takes effect at once.

use eframe::egui;
use egui::{RichText, Ui};

use super::{buttons, dialog, main_button};
use crate::app::action::Action;
use crate::app::i18n::Texts;
use crate::app::state::State;
use crate::app::theme::Tokens;
use crate::app::widgets::button::menu_item;
use crate::app::widgets::choice::{choice, segments};
use crate::app::widgets::{caption, check, slider};
use crate::player::DeviceChoice;
use crate::settings::{Theme, UiLanguage};
use crate::voice::runtime::Device;

/// Scales that are offered.
const SCALES: [f32; 7] = [0.75, 0.9, 1.0, 1.25, 1.5, 1.75, 2.0];
/// Width of the names.
const NAMES: f32 = 130.0;

/// Draws the dialog.
pub fn preferences_dialog(ui: &Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let settings = &state.settings;
    let closed = dialog(ui, &texts.get("settings-title"), 520.0, texts, |ui| {
        ui.spacing_mut().item_spacing.y = 10.0;
        let name = texts.get("theme").into_owned();
        row(ui, &name, |ui| {
            let (system, light, dark) = (texts.get("as-system"), texts.get("theme-light"), texts.get("theme-dark"));
            let options = [(Theme::System, &*system), (Theme::Light, &*light), (Theme::Dark, &*dark)];
            actions.extend(segments(ui, &name, settings.theme, &options).map(Action::SetTheme));
        });
        let name = texts.get("ui-language").into_owned();
        row(ui, &name, |ui| {
            let system = texts.get("as-system");
            let options =
                [(UiLanguage::System, &*system), (UiLanguage::Korean, "한국어"), (UiLanguage::English, "English")];
            actions.extend(segments(ui, &name, settings.ui_language, &options).map(Action::SetUiLanguage));
        });
        let name = texts.get("scale").into_owned();
        row(ui, &name, |ui| {
            let percent = |scale: f32| format!("{:.0} %", scale * 100.0);
            choice(ui, &name, &percent(settings.scale), 120.0, |ui| {
                for scale in SCALES {
                    let chosen = (scale - settings.scale).abs() < 0.01;
                    if menu_item(ui, None, &percent(scale), "", chosen).clicked() {
                        actions.push(Action::SetScale(scale));
                    }
                }
            });
        });
        ui.separator();
        device_ui(ui, state, texts, actions);
        volume_ui(ui, state, texts, actions);
        threads_ui(ui, state, texts, actions);
        model_device_ui(ui, state, texts, actions);
        memory_ui(ui, state, texts, actions);
        buttons(ui, |ui| {
            if main_button(ui, texts.get("done"), true) {
                actions.push(Action::CloseDialog);
            }
        });
    });
    if closed {
        actions.push(Action::CloseDialog);
    }
}

/// A remark under a preference.
fn remark(ui: &mut Ui, text: &str) {
    let tokens = Tokens::of(ui);
    ui.allocate_ui(egui::vec2(ui.available_width(), 16.0), |ui| {
        ui.spacing_mut().interact_size.y = 16.0;
        ui.horizontal(|ui| {
            ui.add_space(NAMES);
            ui.label(caption(text, tokens.muted));
        });
    });
}

fn row(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let tokens = Tokens::of(ui);
        ui.set_min_height(ui.spacing().interact_size.y);
        let left = ui.cursor().left();
        ui.label(RichText::new(name).color(tokens.muted));
        let gap = left + NAMES - ui.cursor().left();
        ui.add_space(gap.max(0.0));
        contents(ui);
    });
}

fn device_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("device").into_owned();
    let default = state.devices.iter().find(|device| device.is_default).map(|device| device.name.clone());
    let default = match default {
        Some(device) => texts.with("device-default-is", &[("device", device.into())]),
        None => texts.get("device-default").into_owned(),
    };
    let chosen = state.settings.device.as_deref();
    let current = chosen.map_or_else(
        || default.clone(),
        |id| state.devices.iter().find(|device| device.id == id).map_or_else(|| id.to_owned(), |d| d.name.clone()),
    );
    row(ui, &name, |ui| {
        let width = ui.available_width();
        choice(ui, &name, &current, width, |ui| {
            if menu_item(ui, None, &default, "", chosen.is_none()).clicked() {
                actions.push(Action::SetDevice(DeviceChoice::Default));
            }
            for device in &state.devices {
                if menu_item(ui, None, &device.name, "", chosen == Some(device.id.as_str())).clicked() {
                    actions.push(Action::SetDevice(DeviceChoice::Named(device.id.clone())));
                }
            }
        });
    });
    if state.devices.is_empty() {
        remark(ui, &texts.get("device-none"));
    }
}

fn volume_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("volume").into_owned();
    row(ui, &name, |ui| {
        let mut percent = (state.settings.volume * 100.0).round();
        if slider(ui, &name, &mut percent, 0.0..=100.0, 1.0, |drag| drag.suffix(" %").fixed_decimals(0)).changed() {
            actions.push(Action::SetVolume(percent / 100.0));
        }
    });
}

fn threads_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("threads").into_owned();
    let most = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let auto = texts.get("threads-auto").into_owned();
    let current = state.settings.threads.map_or_else(|| auto.clone(), |n| n.to_string());
    row(ui, &name, |ui| {
        choice(ui, &name, &current, 220.0, |ui| {
            if menu_item(ui, None, &auto, "", state.settings.threads.is_none()).clicked() {
                actions.push(Action::SetThreads(None));
            }
            for n in 1..=most {
                if menu_item(ui, None, &n.to_string(), "", state.settings.threads == Some(n)).clicked() {
                    actions.push(Action::SetThreads(Some(n)));
                }
            }
        });
    });
    remark(ui, &texts.get("threads-hint"));
}

fn model_device_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("model-device").into_owned();
    let auto = texts.get("model-device-auto").into_owned();
    let present = Device::of_id(&state.settings.model_device).unwrap_or_default();
    let name_of = |device: Device| if device == Device::Auto { auto.as_str() } else { device.name() };
    row(ui, &name, |ui| {
        choice(ui, &name, name_of(present), 220.0, |ui| {
            for device in [Device::Auto, Device::Cpu].into_iter().chain(Device::CARDS) {
                if menu_item(ui, None, name_of(device), "", device == present).clicked() {
                    actions.push(Action::SetModelDevice(device));
                }
            }
        });
    });
    remark(ui, &texts.get("model-device-hint"));
}

/// Budgets that are offered, megabytes.
const BUDGETS: [u64; 5] = [400, 800, 1_600, 3_200, 6_400];
/// What a machine with 2 GB has for this program beside the system and a browser.
const SMALL_MACHINE_MB: u64 = 1_200;
/// Cards by their gigabytes, and what a model may take of each: the screen and the driver need the rest.
const CARDS: [(u64, u64); 5] = [(4, 3_300), (6, 5_200), (8, 7_000), (12, 10_800), (16, 14_500)];

/// The most of a graphics card's memory that a model may take.
fn card_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("card-budget").into_owned();
    let auto = texts.get("card-budget-auto").into_owned();
    let told = |gigabytes: u64, megabytes: u64| {
        let values = [("gb", gigabytes.to_string().into()), ("mb", megabytes.to_string().into())];
        texts.with("memory-preset-card", &values)
    };
    let chosen = state.settings.card_budget_mb;
    let current = chosen.map_or_else(
        || auto.clone(),
        |chosen| match CARDS.into_iter().find(|(_, megabytes)| *megabytes == chosen) {
            Some((gigabytes, megabytes)) => told(gigabytes, megabytes),
            None => texts.with("memory-budget-mb", &[("mb", chosen.to_string().into())]),
        },
    );
    row(ui, &name, |ui| {
        let width = ui.available_width();
        choice(ui, &name, &current, width, |ui| {
            if menu_item(ui, None, &auto, "", chosen.is_none()).clicked() {
                actions.push(Action::SetCardBudget(None));
            }
            for (gigabytes, megabytes) in CARDS {
                if menu_item(ui, None, &told(gigabytes, megabytes), "", chosen == Some(megabytes)).clicked() {
                    actions.push(Action::SetCardBudget(Some(megabytes)));
                }
            }
        });
    });
}

fn memory_ui(ui: &mut Ui, state: &State, texts: &Texts, actions: &mut Vec<Action>) {
    let name = texts.get("memory-budget").into_owned();
    let auto = texts.get("memory-budget-auto").into_owned();
    let told = |megabytes: u64| texts.with("memory-budget-mb", &[("mb", megabytes.to_string().into())]);
    let chosen = state.settings.memory_budget_mb;
    row(ui, &name, |ui| {
        choice(ui, &name, &chosen.map_or_else(|| auto.clone(), told), 220.0, |ui| {
            if menu_item(ui, None, &auto, "", chosen.is_none()).clicked() {
                actions.push(Action::SetMemoryBudget(None));
            }
            let preset = texts.with("memory-preset-machine", &[("mb", SMALL_MACHINE_MB.to_string().into())]);
            if menu_item(ui, None, &preset, "", chosen == Some(SMALL_MACHINE_MB)).clicked() {
                actions.push(Action::SetMemoryBudget(Some(SMALL_MACHINE_MB)));
            }
            for megabytes in BUDGETS {
                if menu_item(ui, None, &told(megabytes), "", chosen == Some(megabytes)).clicked() {
                    actions.push(Action::SetMemoryBudget(Some(megabytes)));
                }
            }
        });
    });
    card_ui(ui, state, texts, actions);
    let mut apart = !state.settings.engine_in_process;
    ui.horizontal(|ui| {
        ui.add_space(NAMES);
        if check(ui, &mut apart, &texts.get("engine-apart")).changed() {
            actions.push(Action::SetEngineInProcess(!apart));
        }
    });
    remark(ui, &texts.get("engine-apart-hint"));
}
