//! Voices that the person imported: each lies in a folder of its own and describes itself in the file `voice.json`, the
//! same way as `models/catalog.toml` describes the others. Any family can be described so.

use std::io::Read as _;
use std::path::Path;

use super::catalog::Entry;

/// Name of the description in a voice's folder.
pub const FILE: &str = "voice.json";

/// Form of the description; a program does not read a later one.
const FORMAT: u32 = 1;
/// A description has about a kilobyte.
const MAX_BYTES: u64 = 1 << 20;
/// Longest identifier.
pub const MAX_ID_CHARS: usize = 48;

#[derive(serde::Serialize, serde::Deserialize)]
struct Description {
    format: u32,
    #[serde(flatten)]
    entry: Entry,
}

/// The part of a description that every version writes.
#[derive(serde::Deserialize)]
struct Form {
    format: u32,
}

/// The description of `entry` as the text of a file.
pub fn describe(entry: &Entry) -> Result<String, String> {
    let described = Description { format: FORMAT, entry: entry.clone() };
    serde_json::to_string_pretty(&described).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// The voices in `folder`, in the order of their ids. A folder that does not describe itself is none of them.
pub fn scan(folder: &Path) -> Vec<Entry> {
    let folders = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut entries: Vec<Entry> = folders
        .filter(|folder| folder.join(FILE).is_file())
        .flat_map(|folder| {
            read(&folder).unwrap_or_else(|problem| {
                log::warn!("this folder holds no voice that can be used ({problem}); remove it: {}", folder.display());
                Vec::new()
            })
        })
        .collect();
    entries.sort_by(|a, b| a.id.cmp(&b.id));
    entries.dedup_by(|a, b| a.id == b.id);
    entries
}

/// The voices in `folder`, which need not be whole.
fn read(folder: &Path) -> Result<Vec<Entry>, String> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut text = String::new();
    let file = std::fs::File::open(folder.join(FILE)).map_err(|error| error.to_string())?;
    file.take(MAX_BYTES).read_to_string(&mut text).map_err(|error| error.to_string())?;
    // The form first: what a later version writes may lack what this one needs.
    let form: Form = serde_json::from_str(&text).map_err(|error| format!("“{FILE}” is damaged: {error}"))?;
    if form.format != FORMAT {
        return Err(format!("a newer Moksori made it, in form {}", form.format));
    }
    let Description { mut entry, .. } =
        serde_json::from_str(&text).map_err(|error| format!("“{FILE}” is damaged: {error}"))?;
    let is_own_file = |name: &str| !name.is_empty() && Path::new(name).file_name().is_some_and(|own| own == name);
    if entry.id != name || !is_id(name) {
        return Err(format!("“{FILE}” calls it “{}”", entry.id));
    }
    if entry.files.is_empty() || !entry.files.iter().all(|file| is_own_file(&file.name)) || entry.bundle.is_some() {
        return Err(format!("“{FILE}” names files that do not lie beside it"));
    }
    entry.imported_to = Some(folder.to_owned());
    let voices = entry.into_voices();
    if voices.iter().any(|voice| voice.languages.is_empty() || !voice.is_consistent()) {
        return Err(format!("“{FILE}” does not say how it is made"));
    }
    Ok(voices)
}

/// Whether `id` can name an imported voice, its folder and a voice in a script.
pub fn is_id(id: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    !id.is_empty() && id.chars().count() <= MAX_ID_CHARS && id.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use super::scan;
    use crate::files::write_atomic;

    fn description(id: &str) -> Value {
        json!({
            "format": 1, "id": id, "name": "Own", "engine": "piper", "languages": ["en"], "sample_rate_hz": 22050,
            "licence": "unknown", "piper": {"model": "model.onnx", "config": "model.onnx.json"},
            "file": [
                {"name": "model.onnx", "bytes": 3, "sha256": "aa"}, {"name": "model.onnx.json", "bytes": 3, "sha256": "bb"},
            ],
        })
    }

    fn put(folder: &Path, name: &str, content: &str) {
        std::fs::create_dir_all(folder.join(name)).expect("makes");
        write_atomic(&folder.join(name).join("voice.json"), content.as_bytes()).expect("writes");
    }

    #[test]
    fn only_folders_that_describe_a_voice_of_their_name_count() {
        let folder = tempfile::tempdir().expect("temp");
        assert!(scan(&folder.path().join("missing")).is_empty());
        put(folder.path(), "two", &description("two").to_string());
        put(folder.path(), "one", &description("one").to_string());
        put(folder.path(), "other", &description("two").to_string());
        put(folder.path(), "broken", "{\"format\": 1, ");
        put(folder.path(), "newer", "{\"format\": 2}");
        std::fs::create_dir(folder.path().join("heart")).expect("makes");
        for (id, path, value) in [
            ("escape", "/file/0/name", json!("../two/model.onnx")),
            ("empty", "/file", json!([])),
            ("no-setup", "/piper", Value::Null),
            ("wrong-setup", "/piper/model", json!("other.onnx")),
            ("wrong-family", "/engine", json!("kokoro")),
            ("no-language", "/languages", json!([])),
            ("unknown-family", "/engine", json!("other")),
        ] {
            let mut wrong = description(id);
            *wrong.pointer_mut(path).expect("is there") = value;
            put(folder.path(), id, &wrong.to_string());
        }
        let found: Vec<String> = scan(folder.path()).into_iter().map(|entry| entry.id).collect();
        assert_eq!(found, ["one", "two"]);
    }

    #[test]
    fn a_kokoro_voice_can_be_described_too() {
        let folder = tempfile::tempdir().expect("temp");
        let mut value = description("own");
        value["engine"] = json!("kokoro");
        value["piper"] = Value::Null;
        value["kokoro"] = json!({"model": "model.onnx", "reading": "korean", "styles": [{"file": "model.onnx.json"}]});
        put(folder.path(), "own", &value.to_string());
        let entry = scan(folder.path()).pop().expect("is one");
        put(folder.path(), "own", &super::describe(&entry).expect("describes"));
        let again = scan(folder.path()).pop().expect("is one");
        assert_eq!((again.kokoro, again.files), (entry.kokoro, entry.files));
    }
}
