//! The player on a real sound server: PulseAudio with a null sink, reached as on a desktop (ALSA's `default` through its
//! `pulse` plugin). What the sink's monitor records is compared sample by sample with what was played, and the server is
//! killed while something plays.
//!
//! Skipped with a notice where the server or the plugin is not installed.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

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
        .env("PULSE_CLIENTCONFIG", folder.join("client.conf"))
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
        rung.recv_timeout(Duration::from_mins(1)).expect("the player tells of changes");
    }
}

/// A folder with what the sound library and the server's clients read, and nothing of this machine's own.
fn private_folder() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::Builder::new().prefix("snd").tempdir().expect("a folder");
    for name in ["run", "home"] {
        let path = folder.path().join(name);
        std::fs::create_dir(&path).expect("a folder");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).expect("permissions");
    }
    let write = |name: &str, text: &str| {
        moksori::files::write_atomic(&folder.path().join(name), text.as_bytes()).expect("writes");
    };
    write("asound.conf", "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\nctl.!default { type pulse }\n");
    write("client.conf", "autospawn = no\n");
    folder
}

/// Runs `test` in a program of its own. The environment must be set before a program starts: the sound library reads
/// it, and setting it later is not safe.
fn run_again(test: &str) {
    let folder = private_folder();
    let this = std::env::current_exe().expect("this program");
    let output = with_env(Command::new(this), folder.path())
        .args(["--exact", test, "--nocapture"])
        .env(INNER, folder.path())
        .output()
        .expect("starts again");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    println!("{out}");
}

#[test]
fn what_is_played_arrives() {
    if let Some(folder) = std::env::var_os(INNER) {
        inner(Path::new(&folder));
    } else if is_installed("pulseaudio") && is_installed("parec") && is_installed("pactl") && has_plugin() {
        run_again("what_is_played_arrives");
    } else {
        println!("skipped: PulseAudio with its ALSA plugin is not installed here");
    }
}

#[test]
fn without_a_device_the_programme_passes_silently() {
    if std::env::var_os(INNER).is_none() {
        return run_again("without_a_device_the_programme_passes_silently");
    }
    let (sender, rung) = sync_channel(1);
    let player = Player::start(DeviceChoice::Default, Waker::from(Arc::new(Bell(sender))));
    player.play(vec![Item::new(1, Clip::new(vec![0.1; 4_800], RATE_HZ))], 0.0, true);
    let status = wait_for(&player, &rung, |status| status.state == State::Stopped);
    assert!(matches!(status.notice, Some(Notice::NoDevice { .. })), "{status:?}");
    assert!((status.played_secs - 0.1).abs() < 1e-6, "{status:?}");
    println!("{:?}", status.notice);
    player.play(vec![Item::new(1, Clip::new(vec![0.1; 4_800], RATE_HZ))], 0.0, true);
    wait_for(&player, &rung, |status| status.state == State::Stopped);
}

fn inner(folder: &Path) {
    let Some(server) = Server::start(folder) else {
        println!("skipped: the sound server does not run here");
        return;
    };
    let devices = devices();
    assert_eq!(devices.iter().filter(|device| device.is_default).count(), 1, "{devices:?}");
    println!("{devices:?}");
    played_samples_are_exact(&server);
    the_server_may_die(server);
}

fn played_samples_are_exact(server: &Server) {
    let (sender, rung) = sync_channel(1);
    let player = Player::start(DeviceChoice::Default, Waker::from(Arc::new(Bell(sender))));
    // A second of a known pattern, in two items, between two seconds of silence that the recorder may miss a part of.
    let pattern: Vec<f32> = (0..RATE_HZ).map(|i| ((i as f32 * 12.9898).sin() * 43_758.547).fract() * 0.5).collect();
    let silence = Clip::new(vec![0.0; RATE_HZ as usize], RATE_HZ);
    let item = |tag, clip: Clip| Item::new(tag, clip);
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
    for tag in 1..=4 {
        let status = wait_for(&player, &rung, |status| status.tag == Some(tag) || status.state == State::Stopped);
        assert_eq!((status.tag, status.notice), (Some(tag), None));
    }
    let end = wait_for(&player, &rung, |status| status.state == State::Stopped);
    let took = began.elapsed();
    assert!((end.played_secs - 3.0).abs() < 1e-6, "{end:?}");
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
    player.play((1..=6).map(|tag| Item::new(tag, clip.clone())).collect(), 0.0, true);
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
