//! The player on a real sound server: PulseAudio with a null sink, reached as on a desktop (ALSA's `default` through its
//! `pulse` plugin). What the sink's monitor records is compared sample by sample with what was played, and the server is
//! killed while something plays.
//!
//! Skipped with a notice where the server or the plugin is not installed.
#![cfg(target_os = "linux")]

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::{Wake, Waker};
use std::time::{Duration, Instant};

use moksori::audio::Clip;
use moksori::player::{DeviceChoice, Item, Notice, Player, State, Status, devices};

const RATE_HZ: u32 = 48_000;
/// Set for the second start of this program, the one with the server's environment.
const INNER: &str = "MOKSORI_NULL_SINK_FOLDER";

/// A server of our own, ended with the test.
struct Server {
    daemon: Child,
    folder: PathBuf,
}

impl Server {
    fn start(folder: &Path) -> Option<Self> {
        let daemon = with_env(Command::new("pulseaudio"), folder)
            .args(["--daemonize=no", "--exit-idle-time=-1", "--disallow-exit=no", "-n"])
            .arg("--load=module-native-protocol-unix")
            .arg("--load=module-null-sink sink_name=cap rate=48000 channels=2 format=float32le")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut server = Self { daemon, folder: folder.to_owned() };
        let patience = Instant::now() + Duration::from_secs(20);
        while Instant::now() < patience {
            if server.daemon.try_wait().ok()?.is_some() {
                return None;
            }
            // Answers when the server listens; waits for that itself for a moment.
            let answer = with_env(Command::new("pactl"), folder).arg("info").output().ok()?;
            if answer.status.success() {
                return Some(server);
            }
            std::thread::yield_now();
        }
        None
    }

    fn record(&self, to: &std::fs::File) -> Child {
        with_env(Command::new("parec"), &self.folder)
            .args(["-d", "cap.monitor", "--format=float32le", "--rate=48000", "--channels=2", "--raw"])
            .arg("--latency-msec=20")
            .stdout(to.try_clone().expect("a file"))
            .stderr(Stdio::null())
            .spawn()
            .expect("parec starts")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.daemon.kill().ok();
        self.daemon.wait().ok();
    }
}

fn with_env(mut command: Command, folder: &Path) -> Command {
    command
        .env("XDG_RUNTIME_DIR", folder.join("run"))
        .env("HOME", folder.join("home"))
        .env("ALSA_CONFIG_PATH", folder.join("asound.conf"))
        .env_remove("PULSE_SERVER")
        .env_remove("DBUS_SESSION_BUS_ADDRESS");
    command
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

fn has_plugin() -> bool {
    ["/usr/lib", "/usr/lib64"].iter().any(|root| {
        let names = ["alsa-lib", "x86_64-linux-gnu/alsa-lib", "aarch64-linux-gnu/alsa-lib"];
        names.iter().any(|name| Path::new(root).join(name).join("libasound_module_pcm_pulse.so").exists())
    })
}

struct Bell(SyncSender<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // A full channel means that the bell has rung already.
        self.0.try_send(()).ok();
    }
}

fn wait_for(player: &Player, rung: &Receiver<()>, what: impl Fn(&Status) -> bool) -> Status {
    loop {
        let status = player.status();
        if what(&status) {
            return status;
        }
        rung.recv_timeout(Duration::from_secs(60)).expect("the player tells of changes");
    }
}

/// The environment must be set before the program starts (the sound library reads it, and setting it later is not
/// safe), so the test starts itself once more.
#[test]
fn what_is_played_arrives() {
    if let Some(folder) = std::env::var_os(INNER) {
        return inner(Path::new(&folder));
    }
    if !(is_installed("pulseaudio") && is_installed("parec") && is_installed("pactl") && has_plugin()) {
        println!("skipped: PulseAudio with its ALSA plugin is not installed here");
        return;
    }
    let folder = tempfile::Builder::new().prefix("snd").tempdir().expect("a folder");
    for name in ["run", "home"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(folder.path().join("run"), private).expect("permissions");
    }
    let config = "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n";
    moksori::files::write_atomic(&folder.path().join("asound.conf"), config.as_bytes()).expect("writes");
    let this = std::env::current_exe().expect("this program");
    let output = with_env(Command::new(this), folder.path())
        .args(["--exact", "what_is_played_arrives", "--nocapture"])
        .env(INNER, folder.path())
        .output()
        .expect("starts again");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    println!("{out}");
}

fn inner(folder: &Path) {
    let Some(server) = Server::start(folder) else {
        println!("skipped: the sound server does not run here");
        return;
    };
    assert!(devices().iter().any(|device| device.is_default), "{:?}", devices());
    played_samples_are_exact(&server);
    the_server_may_die(server);
}

fn played_samples_are_exact(server: &Server) {
    let (sender, rung) = sync_channel(1);
    let player = Player::start(DeviceChoice::Default, Waker::from(Arc::new(Bell(sender))));
    // A second of a known pattern, in two items, between two seconds of silence that the recorder may miss a part of.
    let pattern: Vec<f32> = (0..RATE_HZ).map(|i| ((i as f32 * 12.9898).sin() * 43_758.547).fract() * 0.5).collect();
    let silence = Clip::new(vec![0.0; RATE_HZ as usize], RATE_HZ);
    let item = |tag, clip: Clip| Item { tag, clip };
    let (first, second) = pattern.split_at(20_000);
    let mut record = tempfile::tempfile_in(&server.folder).expect("a file");
    let mut recorder = server.record(&record);
    player.play(
        vec![
            item(1, silence.clone()),
            item(2, Clip::new(first, RATE_HZ)),
            item(3, Clip::new(second, RATE_HZ)),
            item(4, silence),
        ],
        0.0,
        true,
    );
    let began = Instant::now();
    let mut lead = None;
    for tag in 1..=4 {
        let status = wait_for(&player, &rung, |status| status.tag == Some(tag) || status.state == State::Stopped);
        assert_eq!((status.tag, status.notice), (Some(tag), None));
        if tag == 2 {
            lead = Some(began.elapsed());
        }
    }
    let end = wait_for(&player, &rung, |status| status.state == State::Stopped);
    let took = began.elapsed();
    assert!((end.played_secs - 3.0).abs() < 1e-6, "{end:?}");
    // The sink is paced: three seconds of sound cannot be over sooner, nor can the second item begin before the first
    // second and the lead-in are over.
    assert!(took > Duration::from_secs(3), "{took:?}");
    assert!(lead.expect("seen") > Duration::from_millis(1200), "{lead:?}");
    recorder.kill().expect("ends");
    recorder.wait().expect("ends");
    let mut bytes = Vec::new();
    record.seek(SeekFrom::Start(0)).expect("seeks");
    record.read_to_end(&mut bytes).expect("reads");
    let frames: Vec<[f32; 2]> = bytes
        .chunks_exact(8)
        .map(|frame| [0, 4].map(|at| f32::from_le_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]])))
        .collect();
    let start = frames.iter().position(|frame| frame[0] == pattern[1]).expect("the pattern arrives") - 1;
    let mut n_wrong = 0;
    for (frame, sample) in frames[start..].iter().zip(&pattern) {
        n_wrong += usize::from(frame[0].to_bits() != sample.to_bits() || frame[1].to_bits() != sample.to_bits());
    }
    assert!(frames.len() >= start + pattern.len(), "the end arrives too");
    assert_eq!(n_wrong, 0, "of {} samples", pattern.len());
    println!("{} samples arrived bit for bit on {}; {took:?} for 3 s", pattern.len(), end.device);
}

fn the_server_may_die(server: Server) {
    let (sender, rung) = sync_channel(1);
    let player = Player::start(DeviceChoice::Default, Waker::from(Arc::new(Bell(sender))));
    let clip = Clip::new(vec![0.1; RATE_HZ as usize], RATE_HZ);
    player.play((1..=6).map(|tag| Item { tag, clip: clip.clone() }).collect(), 0.0, true);
    wait_for(&player, &rung, |status| status.tag == Some(2));
    let before = player.status().played_secs;
    drop(server);
    let status = wait_for(&player, &rung, |status| status.notice.is_some());
    assert_eq!(status.notice, Some(Notice::DeviceLost { moved_to: None }), "{status:?}");
    assert_eq!(status.state, State::Playing);
    assert!((status.played_secs - before).abs() < 0.5, "{before} {status:?}");
    let end = wait_for(&player, &rung, |status| status.state == State::Stopped);
    assert!((end.played_secs - 6.0).abs() < 1e-3, "{end:?}");
    println!("the server died at {before:.2} s, playing went on silently from {:.2} s", status.played_secs);
}
