use std::time::{Duration, SystemTime};

use super::super::cache::ContentKey;
use super::{MAX_AGE, StoreKey, TakeStore, file};
use crate::audio::Clip;
use crate::script::Project;
use crate::studio::render::analyse;
use crate::studio::{ChunkStatus, ChunkTake, LineRequest, Take};
use crate::text::{Language, Reading};

pub(super) fn key(text: &str) -> StoreKey {
    let mut project = Project::default();
    project.push_text(text, true);
    let request = LineRequest::of(&project, &project.lines()[0], &std::sync::Arc::default());
    let (_, chunks) = analyse(text, &Reading::of(Language::English), 120);
    StoreKey::of(&ContentKey::of(&request), &chunks, "model")
}

pub(super) fn take(n_samples: usize) -> Take {
    let (form, chunks) = analyse("One. Two.", &Reading::of(Language::English), 120);
    let chunks = chunks.into_iter().map(|chunk| ChunkTake {
        chunk,
        start: 0,
        n_samples,
        status: ChunkStatus::Ready,
        render_ms: 0.0,
    });
    let samples: Vec<f32> = (0..n_samples).map(|n| (n as f32 * 0.37).sin() * 0.5).collect();
    Take {
        chunks: chunks.collect(),
        clip: Clip::new(samples, 44_100),
        form,
        dropped: "😀".to_owned(),
        suspicions: Vec::new(),
        provider: "CPU".to_owned(),
        first_audio_ms: 0.0,
        render_ms: 0.0,
    }
}

fn now() -> SystemTime {
    SystemTime::now()
}

#[test]
fn a_take_comes_back_sample_for_sample() {
    let folder = tempfile::tempdir().expect("temp");
    let mut store = TakeStore::open(folder.path(), u64::MAX);
    let made = take(5_000);
    store.write(key("a"), &made, now()).expect("writes");
    let mut again = TakeStore::open(folder.path(), u64::MAX);
    assert!(again.contains(key("a")) && !again.contains(key("b")));
    assert_eq!(again.n_bytes(), store.n_bytes());
    let chunks: Vec<_> = made.chunks.iter().map(|chunk| chunk.chunk.clone()).collect();
    let read = again.read(key("a"), now()).expect("is whole").with_text(&made.form, &chunks).expect("is its text");
    assert_eq!(read, made);
    assert!(again.read(key("a"), now()).expect("is whole").with_text(&made.form, &[]).is_none());
}

#[test]
fn the_key_knows_the_reading_and_the_model() {
    let mut project = Project::default();
    project.push_text("Dr. Smith", true);
    let content = ContentKey::of(&LineRequest::of(&project, &project.lines()[0], &std::sync::Arc::default()));
    let chunks = |text: &str| analyse(text, &Reading::of(Language::English), 120).1;
    let base = StoreKey::of(&content, &chunks("Dr. Smith"), "m1");
    assert_eq!(StoreKey::of(&content, &chunks("Dr. Smith"), "m1"), base);
    assert_ne!(StoreKey::of(&content, &chunks("Dr. Smith"), "m2"), base);
    assert_ne!(StoreKey::of(&content, &chunks("Drive Smith"), "m1"), base);
    assert_eq!(StoreKey::from_name(&base.name()), Some(base));
    for no_key in ["", ".take", "zz.take", "0123.take", "../../etc/passwd"] {
        assert_eq!(StoreKey::from_name(no_key), None, "{no_key}");
    }
}

#[test]
fn any_damage_makes_a_take_missing_and_never_wrong() {
    let folder = tempfile::tempdir().expect("temp");
    let bytes = file::bytes_of(&take(40)).expect("fits");
    let path = folder.path().join(key("a").name());
    let check = |damaged: &[u8]| {
        crate::files::write_atomic(&path, damaged).expect("writes");
        let mut store = TakeStore::open(folder.path(), u64::MAX);
        assert!(store.contains(key("a")));
        assert!(store.read(key("a"), now()).is_none());
        assert!(!store.contains(key("a")) && !path.exists(), "it is forgotten");
        assert_eq!(store.n_bytes(), 0);
    };
    for n in (0..bytes.len()).step_by(7) {
        check(&bytes[..n]);
        let mut flipped = bytes.clone();
        flipped[n] ^= 0x10;
        check(&flipped);
    }
    check(&[&bytes[..], &[0]].concat());
}

#[test]
fn the_least_recently_used_and_the_old_go() {
    let folder = tempfile::tempdir().expect("temp");
    let one = file::bytes_of(&take(1_000)).expect("fits").len() as u64;
    let mut store = TakeStore::open(folder.path(), 3 * one);
    let start = now();
    let at = |secs: u64| start + Duration::from_secs(secs);
    for (n, name) in ["a", "b", "c"].into_iter().enumerate() {
        assert!(store.write(key(name), &take(1_000), at(n as u64)).expect("writes").is_empty());
    }
    assert!(store.read(key("a"), at(10)).is_some());
    assert_eq!(store.write(key("d"), &take(1_000), at(11)).expect("writes"), [key("b")]);
    assert_eq!(store.n_bytes(), 3 * one);
    // After a restart the order of use still stands.
    let mut store = TakeStore::open(folder.path(), 2 * one);
    assert_eq!(store.sweep(at(12)), [key("c")]);
    assert_eq!(store.sweep(at(11) + MAX_AGE), [key("a")]);
    assert!(store.contains(key("d")));
}

#[test]
fn what_a_cut_off_write_left_is_removed() {
    let folder = tempfile::tempdir().expect("temp");
    let old = folder.path().join(".moksori-abc.part");
    crate::files::write_atomic(&old, "half".as_bytes()).expect("writes");
    let file = std::fs::File::options().write(true).open(&old).expect("opens");
    file.set_modified(now() - Duration::from_hours(48)).expect("sets");
    let fresh = folder.path().join(".moksori-def.part");
    crate::files::write_atomic(&fresh, "somebody is writing".as_bytes()).expect("writes");
    TakeStore::open(folder.path(), u64::MAX);
    assert!(!old.exists() && fresh.exists());
}
