//! Sound devices of this machine. The only file that names the sound-device library.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, ErrorKind, FromSample, I24, SampleFormat, SizedSample, StreamConfig, SupportedBufferSize, U24};

use super::output::{Backend, DeviceError, NullOutput, Output};
use super::pull::Pull;
use super::{DeviceChoice, DeviceInfo};

/// Frames asked for per buffer. The default of ALSA on top of a sound server is small enough for drop-outs; narration
/// needs no short latency, and the playhead is corrected for it.
const BUFFER_FRAMES: u32 = 4096;
/// How long a device may take to open.
const OPEN_TIMEOUT: Duration = Duration::from_secs(3);
/// So many errors within [`STORM_WINDOW`] mean that the device is gone: ALSA over a sound server reports nothing better
/// when the server or its last device goes.
const STORM_ERRORS: u32 = 20;
const STORM_WINDOW: Duration = Duration::from_millis(100);

/// The outputs of this machine. May take a quarter of a second: call it from a thread.
pub fn devices() -> Vec<DeviceInfo> {
    let host = cpal::default_host();
    let default_id = host.default_output_device().and_then(|device| device.id().ok());
    let outputs = match host.output_devices() {
        Ok(outputs) => outputs,
        Err(error) => {
            log::warn!("sound devices cannot be listed: {error}");
            return Vec::new();
        }
    };
    let mut found: Vec<DeviceInfo> = Vec::new();
    for device in outputs {
        let Ok(id) = device.id() else { continue };
        if is_plugin(id.id()) || found.iter().any(|known| known.id == id.to_string()) {
            continue;
        }
        found.push(DeviceInfo {
            name: name_of(&device),
            is_default: default_id.as_ref() == Some(&id),
            id: id.to_string(),
        });
    }
    found
}

/// ALSA lists every building block of its configuration beside the devices; a person can use few of them.
fn is_plugin(id: &str) -> bool {
    const BLOCKS: [&str; 20] = [
        "null",
        "samplerate",
        "speexrate",
        "speex",
        "lavrate",
        "oss",
        "upmix",
        "vdownmix",
        "a52",
        "usbstream",
        "hw",
        "plug",
        "dmix",
        "dsnoop",
        "front",
        "rear",
        "side",
        "iec958",
        "center_lfe",
        "modem",
    ];
    if !cfg!(target_os = "linux") {
        return false;
    }
    let block = id.split_once(':').map_or(id, |(block, _)| block);
    BLOCKS.contains(&block) || block.starts_with("surround")
}

fn name_of(device: &cpal::Device) -> String {
    match device.description() {
        Ok(description) => description.name().to_owned(),
        Err(_) => device.to_string(),
    }
}

/// Opens real devices.
pub struct SystemBackend;

impl Backend for SystemBackend {
    fn open(
        &mut self,
        choice: &DeviceChoice,
        link: &mut dyn FnMut(u32) -> Pull,
    ) -> Result<Box<dyn Output>, DeviceError> {
        let host = cpal::default_host();
        let device = match choice {
            DeviceChoice::Null => return Ok(Box::new(NullOutput::open(link))),
            DeviceChoice::Default => host.default_output_device().ok_or(DeviceError::None)?,
            DeviceChoice::Named(id) => {
                let missing = || DeviceError::NotFound(id.clone());
                let parsed = id.parse().ok().ok_or_else(missing)?;
                host.device_by_id(&parsed).ok_or_else(missing)?
            }
        };
        let name = name_of(&device);
        let refused = |error: cpal::Error| DeviceError::Refused { device: name.clone(), reason: error.to_string() };
        let supported = device.default_output_config().map_err(refused)?;
        let alarm = Arc::new(Alarm::default());
        let attempt = |buffer_size, link: &mut dyn FnMut(u32) -> Pull| {
            let config =
                StreamConfig { channels: supported.channels(), sample_rate: supported.sample_rate(), buffer_size };
            let pull = link(supported.sample_rate());
            open_stream(&device, config, supported.sample_format(), pull, &alarm)
        };
        let fixed = match *supported.buffer_size() {
            SupportedBufferSize::Range { min, max } => BUFFER_FRAMES.clamp(min, max.max(min)),
            SupportedBufferSize::Unknown => BUFFER_FRAMES,
        };
        let stream =
            attempt(BufferSize::Fixed(fixed), link).or_else(|_| attempt(BufferSize::Default, link)).map_err(refused)?;
        log::info!(
            "sound goes to {name}: {} Hz, {} channels, {}, {} frames a buffer",
            supported.sample_rate(),
            supported.channels(),
            supported.sample_format(),
            stream.buffer_size().unwrap_or(0),
        );
        Ok(Box::new(DeviceOutput { _stream: stream, name, alarm, window: None }))
    }
}

/// What the error callback tells. It runs on the device's thread, possibly thousands of times a second.
#[derive(Default)]
struct Alarm {
    gone: AtomicBool,
    n_errors: AtomicU32,
    /// The first error, in the library's words.
    first: OnceLock<String>,
}

impl Alarm {
    fn note(&self, error: &cpal::Error) {
        let kind = error.kind();
        if !matches!(kind, ErrorKind::Xrun) {
            self.first.get_or_init(|| format!("{kind}: {error}"));
        }
        match kind {
            ErrorKind::DeviceNotAvailable | ErrorKind::StreamInvalidated | ErrorKind::HostUnavailable => {
                self.gone.store(true, Ordering::Relaxed);
            }
            // The stream goes on after these.
            ErrorKind::Xrun | ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied => {}
            _ => {
                self.n_errors.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

struct DeviceOutput {
    _stream: cpal::Stream,
    name: String,
    alarm: Arc<Alarm>,
    /// Start of the window in which errors are counted, and the count then.
    window: Option<(Instant, u32)>,
}

impl Output for DeviceOutput {
    fn name(&self) -> &str {
        &self.name
    }

    fn lost(&mut self, now: Instant) -> Option<String> {
        lost(&self.alarm, &mut self.window, now).then(|| {
            let why = self.alarm.first.get().map_or("", String::as_str);
            format!("{} is gone ({why})", self.name)
        })
    }
}

fn lost(alarm: &Alarm, window: &mut Option<(Instant, u32)>, now: Instant) -> bool {
    let n_errors = alarm.n_errors.load(Ordering::Relaxed);
    let (since, n_before) = *window.get_or_insert((now, n_errors));
    // Asked too rarely, the window is longer; a device that works makes no such errors at all.
    let is_storm = n_errors.wrapping_sub(n_before) > STORM_ERRORS;
    if now.saturating_duration_since(since) >= STORM_WINDOW {
        *window = Some((now, n_errors));
    }
    is_storm || alarm.gone.load(Ordering::Relaxed)
}

fn open_stream(
    device: &cpal::Device,
    config: StreamConfig,
    format: SampleFormat,
    pull: Pull,
    alarm: &Arc<Alarm>,
) -> Result<cpal::Stream, cpal::Error> {
    let stream = match format {
        SampleFormat::F32 => build::<f32>(device, config, pull, alarm),
        SampleFormat::F64 => build::<f64>(device, config, pull, alarm),
        SampleFormat::I8 => build::<i8>(device, config, pull, alarm),
        SampleFormat::I16 => build::<i16>(device, config, pull, alarm),
        SampleFormat::I24 => build::<I24>(device, config, pull, alarm),
        SampleFormat::I32 => build::<i32>(device, config, pull, alarm),
        SampleFormat::I64 => build::<i64>(device, config, pull, alarm),
        SampleFormat::U8 => build::<u8>(device, config, pull, alarm),
        SampleFormat::U16 => build::<u16>(device, config, pull, alarm),
        SampleFormat::U24 => build::<U24>(device, config, pull, alarm),
        SampleFormat::U32 => build::<u32>(device, config, pull, alarm),
        SampleFormat::U64 => build::<u64>(device, config, pull, alarm),
        other => Err(cpal::Error::with_message(ErrorKind::UnsupportedConfig, format!("it takes only {other} samples"))),
    }?;
    stream.play()?;
    Ok(stream)
}

fn build<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut pull: Pull,
    alarm: &Arc<Alarm>,
) -> Result<cpal::Stream, cpal::Error> {
    let channels = usize::from(config.channels);
    let alarm = Arc::clone(alarm);
    device.build_output_stream(
        config,
        move |out: &mut [T], info: &cpal::OutputCallbackInfo| {
            let stamp = info.timestamp();
            let latency = stamp.playback.saturating_duration_since(stamp.callback);
            pull.fill_with(out, channels, Instant::now(), latency, T::from_sample_);
        },
        move |error| alarm.note(&error),
        Some(OPEN_TIMEOUT),
    )
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use cpal::ErrorKind;

    use super::{Alarm, is_plugin, lost};

    #[test]
    fn a_storm_of_errors_is_a_lost_device_and_single_ones_are_not() {
        let check = |kind: ErrorKind, n_errors: usize, every: Duration, expect: bool| {
            let (alarm, mut window, start) = (Alarm::default(), None, Instant::now());
            let mut is_lost = lost(&alarm, &mut window, start);
            for i in 1..=n_errors {
                alarm.note(&cpal::Error::new(kind));
                is_lost |= lost(&alarm, &mut window, start + every * i as u32);
            }
            assert_eq!(is_lost, expect, "{n_errors} of {kind} every {every:?}");
        };
        check(ErrorKind::BackendError, 100, Duration::from_micros(6), true);
        check(ErrorKind::BackendError, 100, Duration::from_millis(20), false);
        check(ErrorKind::BackendError, 3, Duration::from_micros(6), false);
        check(ErrorKind::Xrun, 1000, Duration::from_micros(6), false);
        check(ErrorKind::DeviceChanged, 1, Duration::ZERO, false);
        check(ErrorKind::DeviceNotAvailable, 1, Duration::ZERO, true);
        check(ErrorKind::StreamInvalidated, 1, Duration::ZERO, true);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn building_blocks_are_not_devices() {
        for id in ["null", "hw:CARD=PCH,DEV=0", "surround51:CARD=PCH,DEV=0", "dmix:CARD=0", "upmix"] {
            assert!(is_plugin(id), "{id}");
        }
        for id in ["default", "pulse", "pipewire", "sysdefault:CARD=PCH", "hdmi:CARD=NV,DEV=1", "plughw:CARD=0,DEV=0"] {
            assert!(!is_plugin(id), "{id}");
        }
    }
}
