//! Tests over the whole way from text to phonemes: [`golden`] and [`readings`] need the installed voice, [`tables_file`]
//! makes a small voice of its own.

mod golden;
mod readings;
mod tables_file;

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use super::{G2p, Phonemes, Tables};

/// The installed American voice, or nothing where it is not installed (a failure if `MOKSORI_REQUIRE_VOICE` is 1).
fn installed() -> Option<&'static G2p> {
    static G2P: OnceLock<Option<G2p>> = OnceLock::new();
    G2P.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/heart");
        let is_there = folder.join("tagger.json.gz").exists() || folder.join("g2p.tables").exists();
        if !is_there {
            assert_ne!(std::env::var("MOKSORI_REQUIRE_VOICE").as_deref(), Ok("1"), "no voice in {}", folder.display());
            println!("skipped: no voice in {}", folder.display());
            return None;
        }
        let tables = Tables::open(&folder, &std::env::temp_dir().join("moksori-tests")).expect("the voice's tables");
        Some(G2p::new(tables))
    })
    .as_ref()
}

/// One recorded run of the out-of-vocabulary net.
#[derive(serde::Deserialize)]
struct OovRow {
    word: String,
    in_ids: Vec<i64>,
    out_ids: Vec<i64>,
    phonemes: String,
}

fn oov_rows() -> Vec<OovRow> {
    let rows = include_str!("../../../../../tests/golden/hibari_oov.jsonl");
    rows.lines().map(|line| serde_json::from_str(line).expect("a recorded run")).collect()
}

/// The phonemes of `text`, with recorded runs of the net; a word that was not recorded is left unspoken.
fn read(g2p: &G2p, text: &str) -> Phonemes {
    let runs: HashMap<Vec<i64>, Vec<i64>> = oov_rows().into_iter().map(|row| (row.in_ids, row.out_ids)).collect();
    g2p.phonemes(text, &mut |ids| runs.get(ids).cloned())
}
