//! The queue on a captured output and a clock of the test's own: what reaches the device, sample by sample.

mod devices;
mod rig;
mod thread;

use std::time::Duration;

use proptest::prelude::*;

use super::machine::LEAD_IN;
use super::{Fresh, Item, Notice, State};
use crate::audio::Clip;
use crate::audio::resample::resample;
use rig::*;

#[test]
fn items_follow_without_a_gap_bit_for_bit() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 3001), item(2, 1), item(3, 9000)], 0.0, true);
    let status = rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_heard(&heard, &[numbered(1, 3001), numbered(2, 1), numbered(3, 9000)].concat());
    assert!(silence_before(&heard) >= (LEAD_IN.as_secs_f64() * f64::from(RATE_HZ)) as usize - N_BUFFER);
    assert!((status.played_secs - 12_002.0 / f64::from(RATE_HZ)).abs() < 1e-9, "{status:?}");
    assert_eq!((status.tag, status.item_secs, status.device.as_str()), (None, 0.0, "speakers"));
}

#[test]
fn clips_of_any_rate_reach_the_device_at_its_own() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    let wave: Vec<f32> = (0..24_000).map(|i| (i as f32 * 0.05).sin() * 0.5).collect();
    let clips = [Clip::new(wave.clone(), 24_000), Clip::new(wave.clone(), 44_100), Clip::new(wave, RATE_HZ)];
    let items = clips.iter().zip(1..).map(|(clip, tag)| Item::new(tag, clip.clone())).collect();
    rig.play(items, 0.0, true);
    rig.run_to(State::Stopped);
    let expect: Vec<f32> =
        clips.iter().flat_map(|clip| resample(clip, RATE_HZ).expect("resamples").samples.to_vec()).collect();
    assert_heard(&rig.heard(), &expect);
}

#[test]
fn an_offset_begins_inside_the_first_item_only() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 8000), item(2, 100)], 0.25, true);
    assert_eq!(rig.machine.status().item_secs, 0.25);
    let status = rig.run_to(State::Stopped);
    let heard = rig.heard();
    let heard = sound(&heard);
    // The first 5 ms rise from silence, the rest is exact.
    assert_heard(&heard[N_RAMP..], &[&numbered(1, 8000)[2000 + N_RAMP..], numbered(2, 100).as_slice()].concat());
    assert!(heard[0] < numbered(1, 8000)[2000] / 10.0);
    assert!((status.played_secs - 6100.0 / f64::from(RATE_HZ)).abs() < 1e-9);
    for offset_secs in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        rig.play(vec![item(3, 10)], offset_secs, true);
        rig.run_to(State::Stopped);
        assert_heard(&rig.heard(), &numbered(3, 10));
    }
    for offset_secs in [1.0, 99.0] {
        rig.play(vec![item(3, 8000), item(4, 10)], offset_secs, true);
        rig.run_to(State::Stopped);
        assert_heard(&rig.heard(), &numbered(4, 10));
    }
}

#[test]
fn a_pause_holds_the_place_and_loses_nothing() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![Item::new(1, Clip::new(vec![0.5; 8000], RATE_HZ))], 0.0, true);
    rig.run(Duration::from_millis(500));
    rig.order(|orders| orders.paused = true);
    let held = rig.run(Duration::from_millis(100));
    assert_eq!(held.state, State::Paused);
    assert_eq!(rig.run(Duration::from_secs(2)).item_secs, held.item_secs);
    assert_eq!(rig.heard().last(), Some(&0.0));
    rig.order(|orders| orders.paused = false);
    let status = rig.run_to(State::Stopped);
    assert_eq!(status.played_secs, 1.0);
    assert!(largest_step(&rig.heard()[..4000]) <= 0.5 / N_RAMP as f32 + 1e-4);
}

#[test]
fn stop_and_another_programme_do_not_click() {
    let loud = |tag| Item::new(tag, Clip::new(vec![0.8; 8000], RATE_HZ));
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![loud(1)], 0.5, true);
    rig.run(Duration::from_millis(500));
    rig.play(vec![loud(2)], 0.5, true);
    rig.run(Duration::from_millis(100));
    rig.order(|orders| orders.begin(Fresh::Stop));
    let status = rig.run(Duration::from_millis(100));
    assert_eq!((status.state, status.tag, status.played_secs), (State::Stopped, None, 0.0));
    let heard = rig.heard();
    assert!(largest_step(&heard) <= 0.8 / N_RAMP as f32 + 1e-4, "{}", largest_step(&heard));
    assert_eq!(heard.last(), Some(&0.0));
}

#[test]
fn another_programme_takes_over_within_a_buffer() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 80_000)], 0.0, true);
    rig.run(Duration::from_secs(1));
    rig.heard();
    rig.play(vec![item(2, 800)], 0.0, true);
    let status = rig.step();
    assert_eq!(status.tag, Some(2));
    rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_eq!(heard[N_RAMP..N_RAMP + N_SETTLE], [0.0; N_SETTLE]);
    assert_heard(&heard[N_RAMP..], &numbered(2, 800));
}

#[test]
fn a_dry_queue_waits_and_goes_on_with_what_comes() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(vec![item(1, 1000)], 0.0, false);
    let status = rig.run_to(State::Waiting);
    assert_eq!((status.tag, status.item_secs), (Some(1), 0.125));
    rig.run(Duration::from_secs(20));
    assert_eq!(rig.machine.status().state, State::Waiting);
    rig.heard();
    rig.order(|orders| orders.pushed.push(item(2, 500)));
    assert_eq!(rig.machine.status().state, State::Playing);
    rig.run_to(State::Waiting);
    rig.order(|orders| {
        orders.pushed.push(item(3, 10));
        orders.end = true;
    });
    let status = rig.run_to(State::Stopped);
    assert!((status.played_secs - 1510.0 / f64::from(RATE_HZ)).abs() < 1e-9);
    let heard = rig.heard();
    let gap = heard.iter().rposition(|sample| *sample > 0.0 && which(*sample) == (3, 0)).expect("item 3 begins");
    assert_heard(&heard[..gap], &numbered(2, 500));
    assert_heard(&heard[gap..], &numbered(3, 10));
}

#[test]
fn a_programme_may_begin_without_items() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.play(Vec::new(), 0.0, false);
    assert_eq!(rig.run(Duration::from_millis(400)).state, State::Waiting);
    rig.heard();
    rig.order(|orders| orders.pushed.push(item(7, 800)));
    assert_eq!(rig.machine.status().tag, Some(7));
    rig.order(|orders| orders.end = true);
    rig.run_to(State::Stopped);
    let heard = rig.heard();
    assert_eq!(silence_before(&heard), N_SETTLE, "the device had time to wake");
    assert_heard(&heard, &numbered(7, 800));
    rig.play(Vec::new(), 0.0, true);
    assert_eq!(rig.machine.status().state, State::Stopped);
}

#[test]
fn the_playhead_is_the_ears_and_the_end_is_heard() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.sink(|sink| sink.latency = Duration::from_millis(205));
    rig.play(vec![item(1, 4000), item(2, 4000)], 0.0, true);
    let mut before = 0.0;
    let mut n_handed_at_end = None;
    loop {
        let status = rig.step();
        let heard = rig.sink(|sink| sink.heard.clone());
        let n_handed = sound(&heard).len();
        // All but the last 205 ms (and the buffer that was just handed over) has reached the ear.
        let at_ear = (n_handed as f64 - 0.205 * f64::from(RATE_HZ) - N_BUFFER as f64).max(0.0) / f64::from(RATE_HZ);
        if status.state == State::Stopped {
            assert_heard(&heard, &[numbered(1, 4000), numbered(2, 4000)].concat());
            let since = n_handed_at_end.expect("it was handed over before it ended");
            assert!(rig.now.duration_since(since) >= Duration::from_millis(200), "the last samples are heard");
            break;
        }
        if n_handed == 8000 && n_handed_at_end.is_none() {
            n_handed_at_end = Some(rig.now);
        }
        if n_handed < 8000 {
            assert!(status.played_secs <= at_ear + 1e-9, "{status:?} {at_ear}");
            assert!(status.played_secs >= at_ear - 0.03, "{status:?} {at_ear}");
        }
        assert!(status.played_secs >= before, "it never goes back");
        let in_item = if status.tag == Some(2) { status.played_secs - 0.5 } else { status.played_secs };
        assert!((status.item_secs - in_item).abs() < 1e-9, "{status:?}");
        before = status.played_secs;
    }
}

#[test]
fn volume_scales_and_silence_keeps_time() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    rig.order(|orders| orders.volume = 0.5);
    rig.play(vec![Item::new(1, Clip::new(vec![0.5; 8000], RATE_HZ))], 0.0, true);
    rig.run(Duration::from_millis(500));
    assert_eq!(rig.heard().last(), Some(&0.25));
    rig.order(|orders| orders.volume = 0.0);
    let status = rig.run_to(State::Stopped);
    assert_eq!(status.played_secs, 1.0);
    let heard = rig.heard();
    assert!(largest_step(&heard) <= 1.0 / N_RAMP as f32 && heard[100..].iter().all(|sample| *sample == 0.0));
}

#[test]
fn an_item_that_cannot_be_played_is_left_out_and_told() {
    let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
    let broken = Item::new(2, Clip::new(vec![0.5; 10], 1));
    rig.play(vec![item(1, 100), broken, Item::new(3, Clip::empty(RATE_HZ)), item(4, 100)], 0.0, true);
    rig.run_to(State::Stopped);
    assert_heard(&rig.heard(), &[numbered(1, 100), numbered(4, 100)].concat());
    assert!(matches!(rig.notice(), Some(Notice::Skipped { tag: 2, .. })), "{:?}", rig.notice());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// However the items come and whenever playing is held, the device gets each sample once and in order.
    #[test]
    fn nothing_is_lost_or_doubled(
        lengths in proptest::collection::vec(0_usize..3000, 1..8),
        n_first in 0_usize..4,
        times_ms in proptest::collection::vec(0_u64..400, 8),
        latency_ms in 0_u64..300,
    ) {
        let mut rig = Rig::new(&[("speakers", RATE_HZ)]);
        rig.sink(|sink| sink.latency = Duration::from_millis(latency_ms));
        // Each ends in silence, so that a dry queue has nothing to fade.
        let clip = |tag, n| Clip::new([numbered(tag, n), vec![0.0]].concat(), RATE_HZ);
        let mut items: Vec<Item> = lengths.iter().zip(1..).map(|(&n, tag)| Item::new(tag, clip(tag, n))).collect();
        let later = items.split_off(n_first.min(items.len()));
        let n_all = lengths.iter().sum::<usize>() + lengths.len();
        rig.play(items, 0.0, false);
        let (mut tags, mut before) = (Vec::new(), 0.0);
        for (item, ms) in later.into_iter().zip(times_ms) {
            for _ in 0..ms / 10 {
                let status = rig.step();
                prop_assert!(status.played_secs >= before);
                before = status.played_secs;
                tags.extend(status.tag);
            }
            rig.order(|orders| orders.pushed.push(item));
        }
        rig.order(|orders| orders.end = true);
        let status = rig.run_to(State::Stopped);
        prop_assert!((status.played_secs - n_all as f64 / f64::from(RATE_HZ)).abs() < 1e-9);
        prop_assert!(tags.is_sorted());
        let heard: Vec<f32> = rig.heard().into_iter().filter(|sample| *sample != 0.0).collect();
        let expect: Vec<f32> = lengths.iter().zip(1..).flat_map(|(&n, tag)| numbered(tag, n)).collect();
        prop_assert!(heard == expect, "{} samples, not {}", heard.len(), expect.len());
    }
}
