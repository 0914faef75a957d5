//! The recording that a voice is taken from.

use std::path::Path;

use crate::audio::decode::decode;
use crate::audio::{Clip, resample::resample};

/// What the encoder takes, hertz.
pub const RATE_HZ: u32 = 16_000;
/// More of it makes the voice no better, and needs as much memory as a long text.
const MAX_SECS: usize = 30;
/// A recording whose effective value is below this is raised …
const QUIET_RMS: f32 = 0.04;
/// … to this, …
const RAISED_RMS: f32 = 0.08;
/// … as far as no sample goes beyond this.
const MAX_PEAK: f32 = 0.95;

/// The samples of a WAV, FLAC or MP3 file at [`RATE_HZ`], at most 30 seconds. The error says what is wrong with it.
pub fn read(path: &Path) -> Result<Vec<f32>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("the recording cannot be read: {error}"))?;
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let Clip { samples, rate_hz } = decode(bytes, extension).map_err(|error| error.to_string())?;
    let samples: Vec<f32> = samples.iter().take(MAX_SECS * rate_hz as usize).copied().collect();
    let clip = resample(&Clip::new(samples, rate_hz), RATE_HZ).map_err(|error| error.to_string())?;
    if clip.samples.iter().all(|&sample| sample == 0.0) {
        return Err("the recording is silent".to_owned());
    }
    Ok(raised(clip.samples.to_vec()))
}

fn raised(mut samples: Vec<f32>) -> Vec<f32> {
    let power = samples.iter().map(|sample| f64::from(sample * sample)).sum::<f64>() / samples.len().max(1) as f64;
    let rms = power.sqrt() as f32;
    let peak = samples.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
    if rms > 0.0 && rms < QUIET_RMS {
        let gain = (RAISED_RMS / rms).min(MAX_PEAK / peak);
        for sample in &mut samples {
            *sample *= gain;
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::raised;

    #[test]
    fn a_quiet_recording_is_raised_and_never_clipped() {
        let rms = |samples: &[f32]| (samples.iter().map(|s| s * s).sum::<f32>() / samples.len() as f32).sqrt();
        assert!((rms(&raised(vec![0.01, -0.01])) - 0.08).abs() < 1e-6);
        assert_eq!(raised(vec![0.5, -0.5]), [0.5, -0.5]);
        let mut peaky = vec![0.001; 1_000];
        peaky[0] = 0.5;
        let peak = raised(peaky).into_iter().fold(0.0, f32::max);
        assert!((peak - 0.95).abs() < 1e-6, "{peak}");
    }
}
