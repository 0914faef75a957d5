//! Importing and removing over small made voices.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{How, ImportError, Imported, free_id, import, import_with, remove};
use crate::files::write_atomic;
use crate::paths::Paths;
use crate::text::Language;
use crate::voice::catalog::{Catalog, Engine, Hashes};
use crate::voice::{Cancel, VoiceError, testing};

/// A person's folders, with the runtime of the checkout.
fn paths(home: &Path) -> Paths {
    Paths { bundled: testing::paths().bundled, ..Paths::new(Some(home.join("사람").into_os_string()), None) }
}

/// A description that a voice of letters has, in this language.
fn description(tag: &str) -> String {
    json!({
        "audio": {"sample_rate": 16000}, "phoneme_type": "text", "num_symbols": 16,
        "phoneme_id_map": {"_": [0], "^": [1], "$": [2], " ": [3], "a": [4]},
        "language": {"code": tag, "name_english": "Some language"},
    })
    .to_string()
}

fn graph(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/piper").join(name);
    std::fs::read(path).expect("a fixture")
}

/// A downloaded voice `name` in the folder `folder` of `home`.
fn download(home: &Path, folder: &str, name: &str) -> PathBuf {
    let folder = home.join(folder);
    std::fs::create_dir_all(&folder).expect("makes");
    write_atomic(&folder.join(format!("{name}.onnx")), &graph("one_speaker.onnx")).expect("writes");
    write_atomic(&folder.join(format!("{name}.onnx.json")), description("en_US").as_bytes()).expect("writes");
    folder
}

fn imported(folder: &Path, paths: &Paths) -> Imported {
    import(folder, paths, How::Copy, &Cancel::new()).unwrap_or_else(|error| panic!("{error}"))
}

fn own_names(paths: &Paths) -> Vec<String> {
    let entries = std::fs::read_dir(paths.own_voices()).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn a_voice_is_copied_listed_and_removed() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    let folder = download(home.path(), "내려받은 것", "en_US-Joe medium");
    write_atomic(&folder.join("MODEL_CARD"), b"License: CC0").expect("writes");
    write_atomic(&folder.join("notes.txt"), b"my own").expect("writes");
    let Imported { id, folder: there, was_there, .. } = imported(&folder, &paths);
    assert_eq!((id.as_str(), was_there), ("en_us-joe-medium", false));
    // The catalogue finds it, whole, and can load it.
    std::fs::remove_dir_all(&folder).expect("removes");
    let catalog = Catalog::open(&paths);
    let listing = catalog.list().into_iter().find(|listing| listing.id == id).expect("is listed");
    assert_eq!((listing.engine, listing.name.as_str()), (Engine::Piper, "en_US-Joe medium"));
    assert_eq!((listing.languages.as_slice(), listing.sample_rate_hz), (&[Language::English][..], 16_000));
    assert!(listing.installed && listing.licence.contains("model card"), "{listing:?}");
    catalog.verify(&id, &mut Hashes::default()).expect("whole");
    assert_eq!(catalog.installed(&id).as_deref(), Some(&*there));
    let mut files: Vec<String> = std::fs::read_dir(&there)
        .expect("lists")
        .map(|entry| entry.expect("entry").file_name().into_string().expect("UTF-8"))
        .collect();
    files.sort();
    assert_eq!(files, ["MODEL_CARD", "model.onnx", "model.onnx.json", "voice.json"]);
    match catalog.load(&id, &crate::voice::runtime::SessionOptions::default()) {
        Ok(voice) => assert_eq!(voice.info().rate_hz, 16_000),
        Err(VoiceError::Runtime(error)) => println!("skipped: {error}"),
        Err(error) => panic!("{error}"),
    }
    remove(&id, &paths).expect("removes");
    assert!(own_names(&paths).is_empty());
    let error = remove(&id, &paths).expect_err("is gone");
    assert!(matches!(error, ImportError::Voice(VoiceError::Unknown { .. })), "{error}");
}

#[test]
fn the_same_voice_is_imported_once_and_another_of_its_name_beside_it() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    let folder = download(home.path(), "a", "joe");
    let first = imported(&folder, &paths);
    // Under another name it is still the same.
    let again = imported(&download(home.path(), "b", "renamed"), &paths);
    assert_eq!((again.id.as_str(), again.was_there, own_names(&paths).len()), ("joe", true, 1));
    write_atomic(&folder.join("joe.onnx.json"), description("en_GB").as_bytes()).expect("writes");
    let other = imported(&folder, &paths);
    assert_eq!((other.id.as_str(), other.was_there), ("joe-2", false));
    assert_eq!(own_names(&paths), ["joe", "joe-2"]);
    // One that was damaged since is put right by the next import.
    write_atomic(&first.folder.join("model.onnx"), b"damaged").expect("writes");
    let verify = || Catalog::open(&paths).verify("joe", &mut Hashes::default());
    assert!(matches!(verify(), Err(VoiceError::Damaged { .. })));
    let repaired = imported(&download(home.path(), "b", "renamed"), &paths);
    assert_eq!((repaired.id.as_str(), repaired.was_there), ("joe", false));
    verify().expect("whole");
    assert_eq!(own_names(&paths), ["joe", "joe-2"]);
}

#[test]
fn a_folder_that_is_no_voice_leaves_nothing_behind() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    let refused = |folder: &Path, part: &str| {
        let error = import(folder, &paths, How::Copy, &Cancel::new()).expect_err(part).to_string();
        assert!(error.contains(part), "{part}: {error}");
        assert!(own_names(&paths).is_empty(), "{part}: {:?}", own_names(&paths));
    };
    refused(&home.path().join("missing"), "cannot be read");
    let folder = download(home.path(), "a", "joe");
    refused(&folder.join("joe.onnx"), "cannot be read");
    download(home.path(), "a", "jane");
    refused(&folder, "several voices in this folder (jane.onnx, joe.onnx)");
    // Half a download: the network without its description.
    for name in ["jane.onnx", "jane.onnx.json", "joe.onnx.json"] {
        std::fs::remove_file(folder.join(name)).expect("removes");
    }
    refused(&folder, "no voice in this folder that this version knows");
    let write = |name: &str, content: &[u8]| write_atomic(&folder.join(name), content).expect("writes");
    write("joe.onnx.json", description("de_DE").as_bytes());
    refused(&folder, "speaks Some language (de_DE), and this version of Moksori reads Korean and English only");
    write("joe.onnx.json", b"{}");
    refused(&folder, "lacks “audio.sample_rate”");
    write("joe.onnx.json", &vec![b' '; 5 << 20]);
    refused(&folder, "far too long");
    write("joe.onnx.json", description("ko").as_bytes());
    let cancelled = Cancel::new();
    cancelled.cancel();
    assert!(matches!(import(&folder, &paths, How::Copy, &cancelled), Err(ImportError::Cancelled)));
    assert!(own_names(&paths).is_empty());
    if crate::voice::runtime::Runtime::open(&paths).is_ok() {
        write("joe.onnx", &graph("truncated.onnx"));
        refused(&folder, "cut short");
        write("joe.onnx", &graph("speakers.onnx"));
        refused(&folder, "wants an input sid");
    }
}

#[test]
fn a_linked_voice_takes_no_room_and_its_original_stays_when_it_is_removed() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    let folder = download(home.path(), "내려받은 것", "joe");
    let Imported { id, folder: there, .. } =
        import(&folder, &paths, How::Link, &Cancel::new()).unwrap_or_else(|error| panic!("{error}"));
    let catalog = Catalog::open(&paths);
    assert_eq!(catalog.installed(&id).as_deref(), Some(&*there));
    catalog.verify(&id, &mut Hashes::default()).expect("whole");
    // What is written into the original is seen through the link.
    let original = folder.join("joe.onnx");
    let mut content = std::fs::read(&original).expect("reads");
    content[0] ^= 1;
    let mut file = std::fs::File::options().write(true).open(&original).expect("opens");
    file.write_all(&content).expect("changes");
    assert!(matches!(catalog.verify(&id, &mut Hashes::default()), Err(VoiceError::Damaged { .. })));
    remove(&id, &paths).expect("removes");
    assert!(own_names(&paths).is_empty());
    assert_eq!(std::fs::read(&original).expect("stays"), content);
}

#[test]
fn files_of_the_catalogue_are_recognised_and_must_be_its_own() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    // The files as they should be, of a catalogue whose hashes are those of zeros.
    let zeros = |name: &str| (name.to_owned(), vec![0u8; 1000 + name.len()]);
    let contents = ["모델.onnx", "tts.json"].map(zeros);
    let catalog = Catalog::of_download(&paths, "own-voices", &contents);
    let folder = home.path().join("다른 곳에서");
    std::fs::create_dir_all(&folder).expect("makes");
    for (name, content) in &contents {
        write_atomic(&folder.join(name), content).expect("writes");
    }
    let take = |how| import_with(&catalog, &folder, &paths, how, &Cancel::new());
    // One byte differs: by name and size it is that voice, and still it is not taken.
    write_atomic(&folder.join("tts.json"), &[7; 1008]).expect("writes");
    let error = take(How::Copy).expect_err("is another file").to_string();
    assert!(error.contains("“tts.json” is not the file that belongs to it"), "{error}");
    assert!(own_names(&paths).is_empty());
    write_atomic(&folder.join("tts.json"), &[0; 1008]).expect("writes");
    for how in [How::Copy, How::Link] {
        let Imported { id, folder: there, was_there, .. } = take(how).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((id.as_str(), was_there), ("own-voice", false));
        assert_eq!(there, paths.own_voices().join("own-voices"));
        catalog.verify(&id, &mut Hashes::default()).expect("whole");
        assert!(take(how).expect("is there").was_there);
        // One that was damaged since, without another size, is put right.
        if how == How::Copy {
            write_atomic(&there.join("tts.json"), &[7; 1008]).expect("damages");
        }
    }
}

#[test]
fn what_a_killed_import_left_is_no_voice() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    // Killed while it copied: the folder has its temporary name, and the description is written last.
    let left = paths.own_voices().join(".moksori-abc.part");
    std::fs::create_dir_all(&left).expect("makes");
    write_atomic(&left.join("model.onnx"), b"half").expect("writes");
    let n_before = Catalog::open(&paths).entries().len();
    // A folder that a person copied by hand, without its network: it is listed, not installed, and says why.
    let there = imported(&download(home.path(), "a", "joe"), &paths);
    std::fs::remove_file(there.folder.join("model.onnx")).expect("removes");
    let catalog = Catalog::open(&paths);
    assert_eq!(catalog.entries().len(), n_before + 1);
    assert_eq!(catalog.installed("joe"), None);
    let error = catalog.locate("joe").expect_err("half").to_string();
    assert!(error.contains("“model.onnx” is missing") && error.contains("import it again"), "{error}");
    remove("joe", &paths).expect("removes half a voice too");
    assert_eq!(own_names(&paths), [".moksori-abc.part"]);
}

#[test]
fn voices_of_the_program_stay() {
    let home = tempfile::tempdir().expect("temp");
    let paths = paths(home.path());
    let error = remove("heart", &paths).expect_err("stays").to_string();
    assert!(error.contains("“heart” came with Moksori"), "{error}");
    // An imported one does not take their names, nor those of their folders.
    for name in ["Heart", "kokoro"] {
        let folder = download(home.path(), name, name);
        write_atomic(
            &folder.join(format!("{name}.onnx.json")),
            (description("en") + &" ".repeat(name.len())).as_bytes(),
        )
        .expect("writes");
        assert_eq!(imported(&folder, &paths).id, format!("{}-2", name.to_lowercase()));
    }
}

#[test]
fn ids_are_safe_names() {
    for (name, expect) in [
        ("en_US-joe-medium", "en_us-joe-medium"),
        ("목소리", "voice"),
        ("목소리 Nr. 1!", "nr-1"),
        ("../..", "voice"),
        ("CON", "voice-con"),
        ("com1", "voice-com1"),
        ("conrad", "conrad"),
        ("--x__", "x"),
        (&"Ab".repeat(100), &"ab".repeat(20)),
    ] {
        let id = free_id(name, |_| false);
        assert_eq!(id, expect, "{name}");
        assert!(crate::voice::imported::is_id(&id), "{id}");
    }
    let long = "a".repeat(100);
    let id = free_id(&long, |id| id != "a".repeat(40) + "-12345");
    assert!(crate::voice::imported::is_id(&id), "{id}");
}
