//! Inputs to begin with, from the tables of readings.

use std::path::Path;

/// The tables, one row a line: what is written, a tab, readings.
const TABLES: &[&str] = &[
    include_str!("../../text_corpus/en_reading.tsv"),
    include_str!("../../text_corpus/ko_reading.tsv"),
    include_str!("../../text_corpus/ko_pronunciation.tsv"),
    include_str!("../../text_corpus/sentences_en.txt"),
];

/// Files and scripts, which no table has.
const OTHERS: &[&str] = &[
    "written,spoken,language,match,case,enabled,note\nGIF,jif,en,word,exact,true,\"a, b\"\n(\\d+)px,$1 pixels,,regex,,,\n\u{1E}A 12px GIF.",
    "<lexicon version=\"1.0\" alphabet=\"ipa\" xml:lang=\"en\"><lexeme><grapheme>a</grapheme><phoneme>eɪ</phoneme></lexeme></lexicon>\u{1E}a b",
    "# Title\n\nA *soft*\nline [pause 1.5s] with `code`.\n\n- one\n- [x] two\n\n| a | b |\n|---|---|\n| c | d |\n\n[voice heart] Hi.[^1]\n",
    "1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i> &amp; bye\n\n2\n00:00:03,000 --> 00:00:04,000\n- What?\n",
    "**$5** million _and_ ~~more~~ <b>bold</b> &#x41; [label](http://x.y) \\* ``a`b``",
    "e\u{301}\u{327} \u{1112}\u{1161}\u{11AB} 👩‍👩‍👧‍👦 5\u{20E3} \u{202E}abc\u{202C} \u{FFFD}\u{FFFE}\r\n\u{2028}\u{85}",
];

/// Writes one file a row into the folder `to`, as the target reads them: what to do in the first two bytes, then text.
pub fn write(to: &Path) -> std::io::Result<usize> {
    std::fs::create_dir_all(to)?;
    let rows = TABLES.iter().flat_map(|table| table.lines()).filter(|row| !row.starts_with('#'));
    let texts = rows.map(|row| row.split('\t').next().unwrap_or_default()).chain(OTHERS.iter().copied());
    let mut n = 0;
    for text in texts.filter(|text| !text.is_empty()) {
        let mut seed = vec![(n % 256) as u8, (n % 200) as u8];
        seed.extend_from_slice(text.as_bytes());
        std::fs::write(to.join(format!("seed-{n:05}")), seed)?;
        n += 1;
    }
    Ok(n)
}
