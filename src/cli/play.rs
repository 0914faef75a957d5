//! `play`: hearing a file.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::task::{Wake, Waker};
use std::time::Duration;

use super::CliError;
use super::interrupt::Interrupt;
use super::output;
use super::progress::{Progress, clock};
use crate::audio::decode::{DecodeError, decode};
use crate::paths::Paths;
use crate::player::{DeviceChoice, Item, Notice, Player, State};
use crate::settings::Settings;

/// Time between two looks at the playhead.
const INTERVAL: Duration = Duration::from_millis(200);

/// Wakes the waiting command.
struct Bell(SyncSender<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // A full channel means that the bell has rung already.
        self.0.try_send(()).ok();
    }
}

/// Plays a WAV, FLAC or MP3 file through the device chosen in the studio, to its end.
pub fn play(file: &Path, paths: &Paths) -> Result<(), CliError> {
    let (sender, rung) = sync_channel(1);
    let bell = Arc::new(Bell(sender));
    let woken = Arc::clone(&bell);
    let interrupt = Interrupt::watch(move || woken.wake_by_ref());
    let bytes = std::fs::read(file).map_err(|error| CliError::read(error, file))?;
    let hint = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let wrong = |source| CliError::Decode { source, path: file.to_owned() };
    let clip = decode(bytes, hint).map_err(wrong)?;
    if clip.is_empty() {
        return Err(wrong(DecodeError::NoSound));
    }
    let total_secs = clip.len() as f64 / f64::from(clip.rate_hz);

    let (settings, warning) = Settings::load(&paths.config);
    if let Some(warning) = warning {
        log::warn!("{warning}");
    }
    let choice = settings.device.map_or(DeviceChoice::Default, DeviceChoice::Named);
    interrupt.arm();
    let player = Player::start(choice, Waker::from(bell));
    player.set_volume(settings.volume);
    player.play(vec![Item::new(0, clip)], 0.0, true);
    let mut progress = Progress::new(false);
    let mut told = None;
    loop {
        interrupt.check()?;
        let status = player.status();
        if status.notice != told {
            if let Some(notice) = &status.notice {
                tell(notice, file)?;
            }
            told = status.notice;
        }
        if status.state == State::Stopped {
            return Ok(());
        }
        progress.show(|| format!("{} of {}: {}", clock(status.item_secs), clock(total_secs), status.device));
        // Time-outs only move the playhead; the sender lives as long as the player.
        rung.recv_timeout(INTERVAL).ok();
    }
}

/// Tells the person what happened; an error where nothing can be heard any more.
fn tell(notice: &Notice, file: &Path) -> Result<(), CliError> {
    match notice {
        Notice::DeviceLost { moved_to: Some(device) } => {
            output::message(&format!("the sound device went away; playing goes on through {device}"));
            Ok(())
        }
        Notice::DeviceLost { moved_to: None } => {
            Err(CliError::NoDevice("the sound device went away; connect one and play the file again".to_owned()))
        }
        Notice::NoDevice { reason } => Err(CliError::NoDevice(reason.clone())),
        Notice::Elsewhere { reason, playing_on } => {
            output::message(&format!("{reason}; playing through {playing_on}"));
            Ok(())
        }
        Notice::Skipped { reason, .. } => Err(CliError::NoDevice(format!("{reason}: {}", file.display()))),
        Notice::Failed => Err(CliError::NoDevice("playing stopped because of an error in Moksori".to_owned())),
    }
}
