//! The compiled file: when it is used, when it is made again, and that damage never does harm.

use std::io::Write as _;
use std::path::Path;

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, proptest};

use crate::files::write_atomic;
use crate::voice::hibari::g2p::tables::{HEADER_LEN, checksum};
use crate::voice::hibari::g2p::{G2p, Tables, TablesError, Variety, compile};

const GOLD: &str = r#"{"hello": "həlˈO", "read": {"DEFAULT": "ɹˈid", "VBD": "ɹˈɛd"}, "the": "ðə", "A": "ˈA"}"#;
const TAGGER: &str = r#"{"tags": ["DT", "NN", "VBD"], "tagdict": {"the": "DT", "read": "VBD"}, "vocab": ["the", "hello"],
    "weights": {"b": {"NN": 1.5, "DT": -0.3}, "s3=llo": {"NN": 2.0}}}"#;

/// A voice of a few words in `folder`.
fn small_voice(folder: &Path) {
    let gz = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).expect("compresses");
        encoder.finish().expect("compresses")
    };
    for (name, text) in [
        ("lexicon_us_gold.json.gz", GOLD),
        ("lexicon_us_silver.json.gz", r#"{"world": "wˈɜɹld"}"#),
        ("tagger.json.gz", TAGGER),
    ] {
        write_atomic(&folder.join(name), &gz(text)).expect("writes");
    }
    for (name, text) in [
        ("tokenizer_exceptions.json", r#"{"don't": ["do", "n't"]}"#),
        ("vocab.json", r#"{"h": 50, "ə": 83, "l": 54, "ˈ": 156, "O": 31, " ": 16}"#),
        ("oov.json", r#"{"in": ["a", "b"], "out": ["b", "ɑ"], "slots": 4, "maxlen": 24}"#),
        ("normalize.json", r#"{"titles": {"Dr": "Dr"}, "abbreviations": {"no.": "number"}, "units": {}}"#),
    ] {
        write_atomic(&folder.join(name), text.as_bytes()).expect("writes");
    }
}

fn text_of(tables: Tables) -> String {
    G2p::new(tables).phonemes("Hello the world read", &mut |_| None).text()
}

const EXPECT: &str = "həlˈO ðə wˈɜɹld ɹˈɛd";

#[test]
fn the_file_is_made_once_and_suffices_alone() {
    let (voice, cache) = (tempfile::tempdir().expect("temp"), tempfile::tempdir().expect("temp"));
    small_voice(voice.path());
    let first = Tables::open(voice.path(), cache.path()).expect("compiles");
    let sources = first.sources().to_owned();
    assert_eq!(sources.lines().count(), 7, "{sources}");
    assert_eq!(text_of(first), EXPECT);
    assert!(voice.path().join("g2p.tables").exists() && !cache.path().join("g2p.tables").exists());
    for line in sources.lines() {
        let name = line.split('\t').next().expect("a name");
        std::fs::remove_file(voice.path().join(name)).expect("a listed source is there");
    }
    assert_eq!(text_of(Tables::open(voice.path(), cache.path()).expect("opens")), EXPECT);
    std::fs::remove_file(voice.path().join("g2p.tables")).expect("it is there");
    let error = Tables::open(voice.path(), cache.path()).expect_err("nothing is left");
    assert!(matches!(error, TablesError::Read { .. }) && error.to_string().contains("install the voice again"));
}

#[test]
fn a_changed_source_is_compiled_again() {
    let (voice, cache) = (tempfile::tempdir().expect("temp"), tempfile::tempdir().expect("temp"));
    small_voice(voice.path());
    Tables::open(voice.path(), cache.path()).expect("compiles");
    let vocab = r#"{"h": 7, "ə": 8, "l": 9}"#;
    write_atomic(&voice.path().join("vocab.json"), vocab.as_bytes()).expect("writes");
    let g2p = G2p::new(Tables::open(voice.path(), cache.path()).expect("compiles"));
    assert_eq!(g2p.ids("həl"), [0, 7, 8, 9, 0]);
}

#[test]
fn a_voice_that_cannot_be_written_is_cached_elsewhere() {
    let (voice, cache) = (tempfile::tempdir().expect("temp"), tempfile::tempdir().expect("temp"));
    small_voice(voice.path());
    // A folder of that name cannot be replaced by a file, whoever asks.
    std::fs::create_dir(voice.path().join("g2p.tables")).expect("makes a folder");
    let deeper = cache.path().join("not/yet/there");
    assert_eq!(text_of(Tables::open(voice.path(), &deeper).expect("compiles")), EXPECT);
    assert!(deeper.join("g2p.tables").is_file());
    std::fs::create_dir(cache.path().join("g2p.tables")).expect("makes a folder");
    assert_eq!(text_of(Tables::open(voice.path(), cache.path()).expect("works from memory")), EXPECT);
}

#[test]
fn a_damaged_file_is_made_again() {
    let (voice, cache) = (tempfile::tempdir().expect("temp"), tempfile::tempdir().expect("temp"));
    small_voice(voice.path());
    let place = voice.path().join("g2p.tables");
    let whole = compile(voice.path(), Variety::American).expect("compiles");
    let mut wrong_version = whole.clone();
    wrong_version[7] += 1;
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    let mut longer = whole.clone();
    longer.push(0);
    let shorter = whole[..whole.len() - 1].to_vec();
    let damaged = [wrong_version, flipped, longer, shorter, whole[..HEADER_LEN].to_vec(), Vec::new()];
    for (i, bytes) in damaged.iter().enumerate() {
        write_atomic(&place, bytes).expect("writes");
        assert_eq!(text_of(Tables::open(voice.path(), cache.path()).expect("compiles again")), EXPECT, "case {i}");
        assert_eq!(std::fs::read(&place).expect("reads"), whole, "case {i}");
    }
}

#[test]
fn damaged_sources_are_told() {
    let (voice, cache) = (tempfile::tempdir().expect("temp"), tempfile::tempdir().expect("temp"));
    for (name, bytes) in [
        ("vocab.json", b"{".as_slice()),
        ("tagger.json.gz", b"not compressed"),
        ("lexicon_us_gold.json.gz", &[0x1f, 0x8b, 8]),
        ("oov.json", br#"{"in": ["ab"], "out": [], "maxlen": 24}"#),
    ] {
        small_voice(voice.path());
        write_atomic(&voice.path().join(name), bytes).expect("writes");
        let message = Tables::open(voice.path(), cache.path()).expect_err(name).to_string();
        assert!(message.contains(name) && message.contains("install the voice again"), "{message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Bytes that pass the checksum but are nonsense: offsets past the end, text cut in two, tags that do not exist.
    #[test]
    fn nonsense_behind_a_right_checksum_does_no_harm(
        changes in collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..40),
    ) {
        let voice = tempfile::tempdir().expect("temp");
        small_voice(voice.path());
        let mut bytes = compile(voice.path(), Variety::American).expect("compiles");
        for (index, value) in changes {
            let at = HEADER_LEN + index.index(bytes.len() - HEADER_LEN);
            bytes[at] = value;
        }
        let crc = checksum(&bytes[HEADER_LEN..]);
        bytes[12..16].copy_from_slice(&crc.to_le_bytes());
        if let Some(tables) = Tables::parse(bytes, Variety::American) {
            let text = "Hello the world, don't read ab no. 7! B2B";
            G2p::new(tables).phonemes(text, &mut |ids| Some(ids.to_vec()));
        }
    }
}
