//! Devices that come, go, stall and sleep.

use std::time::Duration;

use super::super::machine::{IDLE, LEAD_IN};
use super::super::{DeviceChoice, Notice, State};
use super::rig::*;

#[test]
fn a_long_pause_frees_the_device_and_goes_on_there_later() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 8000)], 0.0, true);
    rig.run(Duration::from_millis(700));
    rig.order(|orders| orders.paused = true);
    let held = rig.run(IDLE + Duration::from_secs(1));
    assert_eq!(held.state, State::Paused);
    assert_eq!(rig.machine.rest(), None, "nothing is open");
    rig.heard();
    rig.order(|orders| orders.paused = false);
    rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_eq!(rig.sink(|sink| sink.n_opened), 2);
    let (tag, first) = which(sound(&heard)[N_RAMP]);
    assert_eq!((tag, first), (1, (held.item_secs * f64::from(RATE_HZ)).round() as usize + N_RAMP));
}

#[test]
fn a_lost_device_is_replaced_and_the_place_kept() {
    let check = |rate_hz: u32| {
        let mut rig = Rig::new(&[("headphones", RATE_HZ), ("speakers", rate_hz)]);
        rig.sink(|sink| sink.latency = Duration::from_millis(50));
        rig.play(vec![item(1, 2000), item(2, 16_000)], 0.0, true);
        let before = rig.run(Duration::from_millis(1500));
        assert_eq!(before.tag, Some(2));
        rig.sink(|sink| sink.devices[0].alive = false);
        let status = rig.step();
        assert_eq!(status.notice, Some(Notice::DeviceLost { moved_to: Some("speakers".to_owned()) }));
        assert_eq!((status.state, status.device.as_str()), (State::Playing, "speakers"));
        rig.heard();
        let end = rig.run_to(State::Stopped);
        assert!((end.played_secs - 18_000.0 / f64::from(RATE_HZ)).abs() < 1e-3, "{end:?}");
        let heard = rig.heard();
        assert!(silence_before(&heard) as f64 >= 0.24 * f64::from(rate_hz), "the new device has to wake");
        // From where the ear was, give or take the buffer during which the device went.
        let first = before.item_secs * f64::from(rate_hz);
        let n_expected = 16_000.0 / f64::from(RATE_HZ) * f64::from(rate_hz) - first;
        let n_heard = sound(&heard).len() as f64;
        assert!(
            n_heard <= n_expected + 60.0 && n_heard >= n_expected - 0.02 * f64::from(rate_hz),
            "{n_heard} {n_expected}"
        );
        if rate_hz == RATE_HZ {
            let (tag, sample) = which(sound(&heard)[N_RAMP]);
            assert_eq!(tag, 2);
            assert!(((sample - N_RAMP) as f64 - first).abs() <= 2.0 * N_BUFFER as f64, "{sample} {first}");
        }
    };
    check(RATE_HZ);
    check(11_025);
}

#[test]
fn a_device_that_stumbles_when_it_is_opened_is_opened_again_without_a_word() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ), ("speakers", RATE_HZ), ("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 16_000)], 0.0, true);
    rig.run(Duration::from_millis(100));
    rig.sink(|sink| sink.devices[0].alive = false);
    let status = rig.run(Duration::from_millis(100));
    assert_eq!((status.notice, status.state, status.device.as_str()), (None, State::Playing, "speakers"));
    // The second time it is one to tell.
    rig.sink(|sink| sink.devices[1].alive = false);
    let status = rig.run(Duration::from_millis(100));
    assert_eq!(status.notice, Some(Notice::DeviceLost { moved_to: Some("speakers".to_owned()) }));
    rig.run_to(State::Stopped);
}

#[test]
fn a_device_that_stops_asking_is_lost_too() {
    let mut rig = Rig::new(&[("headphones", RATE_HZ), ("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 80_000)], 0.0, true);
    rig.run(Duration::from_secs(1));
    rig.sink(|sink| {
        sink.devices[0].silent = true;
        sink.devices.swap(0, 1);
        // The open one is the other place now.
        if let Some((index, _)) = &mut sink.current {
            *index = 1;
        }
    });
    let status = rig.run(Duration::from_secs(4));
    assert_eq!(status.notice, Some(Notice::DeviceLost { moved_to: Some("speakers".to_owned()) }));
    assert_eq!(rig.run_to(State::Stopped).played_secs, 10.0);
}

#[test]
fn without_a_device_time_passes_and_one_that_comes_is_used() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.sink(|sink| sink.devices[0].alive = false);
    rig.play(vec![item(1, 80_000)], 0.0, true);
    let status = rig.run(Duration::from_millis(1250));
    assert_eq!(status.state, State::Playing);
    assert!(matches!(status.notice, Some(Notice::NoDevice { .. })), "{status:?}");
    assert!((status.item_secs - 1.0).abs() < 0.03, "{status:?}");
    rig.sink(|sink| sink.devices[0].alive = true);
    let status = rig.run(Duration::from_secs(2));
    assert_eq!((status.notice, status.device.as_str()), (None, "speakers"));
    let end = rig.run_to(State::Stopped);
    assert!((end.played_secs - 10.0).abs() < 1e-6);
    let (_, first) = which(sound(&rig.heard())[N_RAMP]);
    assert!((12_000..20_000).contains(&first), "{first}");
}

#[test]
fn a_device_that_dies_at_once_each_time_is_not_opened_without_pause() {
    let mut rig = Rig::new(&[("loose contact", RATE_HZ)]);
    rig.play(vec![item(1, 8)], 0.0, false);
    for _ in 0..1000 {
        rig.sink(|sink| sink.devices[0].alive = false);
        rig.machine.tick(rig.now);
        rig.sink(|sink| sink.devices[0].alive = true);
        rig.run(Duration::from_millis(100));
    }
    let n_opened = rig.sink(|sink| sink.n_opened);
    assert!((3..40).contains(&n_opened), "{n_opened} times in 100 s");
}

#[test]
fn another_device_goes_on_at_the_same_place() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ), ("headphones", RATE_HZ)]);
    rig.play(vec![item(1, 16_000)], 0.0, true);
    let before = rig.run(Duration::from_secs(1));
    rig.heard();
    rig.order(|orders| orders.choice = Some(DeviceChoice::Named("headphones".to_owned())));
    assert_eq!(rig.machine.status().device, "headphones");
    rig.run_to(State::Stopped);
    let (_, first) = which(sound(&rig.heard())[N_RAMP]);
    assert_eq!(first, (before.item_secs * f64::from(RATE_HZ)).round() as usize + N_RAMP);
    rig.order(|orders| orders.choice = Some(DeviceChoice::Named("gramophone".to_owned())));
    rig.play(vec![item(1, 800)], 0.0, true);
    assert!(matches!(rig.notice(), Some(Notice::Elsewhere { .. })), "{:?}", rig.notice());
    rig.run_to(State::Stopped);
    assert_heard(&rig.heard(), &numbered(1, 800));
}

#[test]
fn the_device_sleeps_when_nothing_plays_and_is_woken_gently() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    assert_eq!(rig.machine.rest(), None);
    let n_lead_in = (LEAD_IN.as_secs_f64() * f64::from(RATE_HZ)) as usize;
    for (idle, n_opened, n_silent) in [
        (Duration::ZERO, 1, n_lead_in),
        (Duration::from_secs(1), 1, N_SETTLE),
        (IDLE + Duration::from_secs(1), 2, n_lead_in),
    ] {
        rig.run(idle);
        rig.heard();
        rig.play(vec![item(1, 8000)], 0.0, true);
        rig.run_to(State::Stopped);
        assert_eq!(rig.sink(|sink| sink.n_opened), n_opened, "after {idle:?}");
        let n = silence_before(&rig.heard());
        assert!((n_silent..=n_silent + N_BUFFER).contains(&n), "{n} after {idle:?}");
    }
}
