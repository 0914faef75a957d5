//! Loading the ONNX Runtime library: what is wrong is told, and a right one is taken afterwards. One test, because a
//! process can load only one library and every step needs that none is loaded yet.

use std::path::{Path, PathBuf};

use moksori::files::write_atomic;
use moksori::paths::Paths;
use moksori::voice::runtime::{Runtime, RuntimeError};

fn paths(bundled: PathBuf) -> Paths {
    let nowhere = bundled.join("nowhere");
    Paths { config: nowhere.clone(), data: nowhere.clone(), cache: nowhere, bundled: vec![bundled] }
}

/// A shared library that is not ONNX Runtime: one that this process itself uses.
#[cfg(target_os = "linux")]
fn another_library() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let libraries = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    libraries.filter(|path| path.contains("/libc.so") || path.contains("/libm.so")).map(PathBuf::from).next()
}

#[cfg(not(target_os = "linux"))]
fn another_library() -> Option<PathBuf> {
    None
}

#[test]
fn wrong_libraries_are_told_and_a_right_one_is_taken_afterwards() {
    let folder = tempfile::tempdir().expect("temp");
    let empty = paths(folder.path().to_owned());
    let open = |named: &Path| Runtime::open_named(Some(named.as_os_str().to_owned()), &empty);
    let check = |named: &Path, what: &str, fits: fn(&RuntimeError) -> bool| {
        let error = open(named).expect_err(what);
        assert!(fits(&error), "{what}: {error:?}");
        let message = error.to_string();
        assert!(message.contains(&named.display().to_string()), "{what}: {message}");
        assert!(message.contains("MOKSORI_RUNTIME"), "{what}: {message}");
    };

    check(&folder.path().join("none.so"), "missing", |error| matches!(error, RuntimeError::Missing { .. }));
    check(folder.path(), "folder without one", |error| matches!(error, RuntimeError::Missing { .. }));
    let junk = folder.path().join("junk.so");
    write_atomic(&junk, b"not a library").expect("writes");
    check(&junk, "junk", |error| matches!(error, RuntimeError::NotLoadable { .. }));
    if let Some(other) = another_library() {
        check(&other, "another library", |error| matches!(error, RuntimeError::OtherLibrary { .. }));
    }

    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let installed = paths(models);
    let runtime = match Runtime::open_named(None, &installed) {
        Ok(runtime) => runtime,
        Err(error) => {
            assert_ne!(std::env::var("MOKSORI_REQUIRE_VOICE").as_deref(), Ok("1"), "{error}");
            println!("the rest is skipped: {error}");
            return;
        }
    };
    let version = runtime.version().expect("says its version");
    assert!(version.starts_with("1."), "{version}");
    assert!(runtime.path().is_file());
    let providers = runtime.providers();
    assert!(providers.iter().any(|provider| provider.name == "CPU" && provider.works && provider.why.is_empty()));
    assert!(providers.iter().all(|provider| provider.works == provider.why.is_empty()));
    // There is one for the whole process: whatever is named later, it stays.
    let again = open(&junk).expect("the loaded one");
    assert_eq!(again.path(), runtime.path());
}
