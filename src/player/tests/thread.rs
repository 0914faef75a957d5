//! The handle and its thread.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::{Wake, Waker};
use std::time::Duration;

use super::super::output::{Backend, DeviceError, NullOutput, Output};
use super::super::pull::Pull;
use super::super::{DeviceChoice, Notice, Player, State, Status};
use super::rig::item;

struct Bell(SyncSender<()>);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // A full channel means that the bell has rung already.
        self.0.try_send(()).ok();
    }
}

fn bell() -> (Waker, Receiver<()>) {
    let (sender, rung) = sync_channel(1);
    (Waker::from(Arc::new(Bell(sender))), rung)
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

#[test]
fn the_thread_plays_to_the_end_and_wakes_the_window() {
    let (waker, rung) = bell();
    let player = Player::start(DeviceChoice::Null, waker);
    assert_eq!(player.status(), Status::default());
    player.play(vec![item(1, 400), item(2, 400)], 0.0, false);
    assert_eq!((player.status().state, player.status().tag), (State::Playing, Some(1)));
    wait_for(&player, &rung, |status| status.state == State::Waiting && status.tag == Some(2));
    player.push(item(3, 80_000));
    assert_eq!(player.status().state, State::Playing);
    wait_for(&player, &rung, |status| status.tag == Some(3));
    player.pause();
    assert_eq!(player.status().state, State::Paused);
    player.resume();
    assert_eq!(player.status().state, State::Playing);
    player.stop();
    assert_eq!(player.status().state, State::Stopped);
    player.push(item(4, 400));
    player.play(vec![item(5, 400)], 0.01, true);
    assert_eq!((player.status().tag, player.status().item_secs), (Some(5), 0.01));
    let status = wait_for(&player, &rung, |status| status.state == State::Stopped);
    assert!((status.played_secs - 0.04).abs() < 1e-6, "{status:?}");
    assert_eq!(status.notice, None);
    drop(player);
    // The thread drops its waker, and with it the bell, when it ends.
    while rung.recv_timeout(Duration::from_mins(1)).is_ok() {}
}

#[test]
fn a_backend_that_panics_stops_the_programme_and_not_the_player() {
    struct Broken(bool);
    impl Backend for Broken {
        fn open(
            &mut self,
            _choice: &DeviceChoice,
            link: &mut dyn FnMut(u32) -> Pull,
        ) -> Result<Box<dyn Output>, DeviceError> {
            assert!(std::mem::replace(&mut self.0, true), "a driver's bug");
            Ok(Box::new(NullOutput::open(link)))
        }
    }
    let (waker, rung) = bell();
    let player = Player::with_backend(Box::new(Broken(false)), DeviceChoice::Default, waker);
    player.play(vec![item(1, 400)], 0.0, true);
    wait_for(&player, &rung, |status| status.notice == Some(Notice::Failed) && status.state == State::Stopped);
    player.play(vec![item(1, 400)], 0.0, true);
    let status = wait_for(&player, &rung, |status| status.state == State::Stopped);
    assert_eq!((status.played_secs, status.notice), (0.05, None));
}
