//! The clips that stand in for a line that cannot be spoken: made here, committed under `assets/fallback`.

use std::f64::consts::TAU;
use std::path::Path;
use std::process::Command;

use crate::{Result, say};

/// Samples per second of the chime.
const RATE_HZ: u32 = 24_000;
/// The two tones, hertz: a falling fourth.
const TONES_HZ: [f64; 2] = [659.26, 493.88];
/// Length of each tone, seconds.
const TONE_SECS: f64 = 0.9;
/// The second tone begins while the first one fades, seconds after it.
const STEP_SECS: f64 = 0.42;
/// Level of a tone, of full scale.
const LEVEL: f64 = 0.16;

/// Makes both clips again. `program` is the built studio.
pub fn make(root: &Path, program: &Path) -> Result<()> {
    let folder = root.join("assets/fallback");
    let english = folder.join("en.wav");
    let status = Command::new(program)
        .arg("narrate")
        .arg(folder.join("en.txt"))
        .args(["--voice", "heart", "--speed", "0.95", "--force", "-o"])
        .arg(&english)
        .status()
        .map_err(|error| format!("The studio could not be started ({error}): {}", program.display()))?;
    if !status.success() {
        return Err(format!("The clip could not be spoken; the reason is above: {}", english.display()).into());
    }
    let korean = folder.join("ko.wav");
    #[expect(clippy::disallowed_methods, reason = "this package does not use the studio's library")]
    std::fs::write(&korean, wav(&chime()))
        .map_err(|error| format!("The clip could not be written ({error}): {}", korean.display()))?;
    say::step(&format!("made {} and {}", english.display(), korean.display()));
    Ok(())
}

/// Two soft tones that fade, with a little of their octave.
fn chime() -> Vec<i16> {
    let n = ((STEP_SECS + TONE_SECS) * f64::from(RATE_HZ)) as usize;
    let sample = |i: usize| {
        let at = i as f64 / f64::from(RATE_HZ);
        let tone = |begin: f64, hz: f64| {
            let secs = at - begin;
            if !(0.0..TONE_SECS).contains(&secs) {
                return 0.0;
            }
            let attack = (secs / 0.02).min(1.0);
            let release = ((TONE_SECS - secs) / 0.1).min(1.0);
            let wave = (TAU * hz * secs).sin() + 0.2 * (TAU * 2.0 * hz * secs).sin();
            LEVEL * attack * release * (-3.0 * secs).exp() * wave
        };
        let both = tone(0.0, TONES_HZ[0]) + tone(STEP_SECS, TONES_HZ[1]);
        (both.clamp(-1.0, 1.0) * 32_767.0).round() as i16
    };
    (0..n).map(sample).collect()
}

/// A WAV file of 16-bit mono samples.
fn wav(samples: &[i16]) -> Vec<u8> {
    let n_bytes = 2 * samples.len() as u32;
    let mut file = Vec::with_capacity(44 + n_bytes as usize);
    file.extend(b"RIFF");
    file.extend((36 + n_bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend([1_u16, 1].into_iter().flat_map(u16::to_le_bytes)); // PCM, one channel
    file.extend(RATE_HZ.to_le_bytes());
    file.extend((2 * RATE_HZ).to_le_bytes());
    file.extend([2_u16, 16].into_iter().flat_map(u16::to_le_bytes)); // bytes a frame, bits a sample
    file.extend(b"data");
    file.extend(n_bytes.to_le_bytes());
    file.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    use super::{RATE_HZ, chime, wav};

    #[test]
    fn the_chime_begins_and_ends_in_silence_and_never_clips() {
        let samples = chime();
        assert_eq!((samples.first(), samples.last().map(|last| last.abs() < 40)), (Some(&0), Some(true)));
        let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().expect("samples");
        assert!((2_000..16_000).contains(&peak), "{peak}");
        let largest_step = samples.windows(2).map(|pair| pair[0].abs_diff(pair[1])).max().expect("steps");
        assert!(largest_step < 1_500, "no click: {largest_step}");
        assert_eq!(wav(&samples).len(), 44 + 2 * samples.len());
        assert!(samples.len() > RATE_HZ as usize);
    }
}
