//! Keys of speech servers. They are kept in the system's keyring and in no file, log or message of ours.

use keyring::v1::{Entry, Error};

/// Stands for the key where there is no keyring: on a server, in a container.
pub const VARIABLE: &str = "MOKSORI_SERVER_KEY";
/// What our entries in the keyring are called.
const SERVICE: &str = "moksori";

/// The key of the server `id`, if it has one: the keyring's, else that of the environment variable [`VARIABLE`]. An error
/// only where the keyring has it and does not give it.
pub fn read(id: &str) -> Result<Option<String>, String> {
    let from_environment =
        || std::env::var(VARIABLE).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
    match Entry::new(SERVICE, id).and_then(|entry| entry.get_password()) {
        Ok(key) => Ok(Some(key)),
        Err(Error::NoStorageAccess(error)) if from_environment().is_none() => {
            Err(format!("the system's keyring is locked ({error}); unlock it, or set {VARIABLE}"))
        }
        Err(_) => Ok(from_environment()),
    }
}

/// Puts the key of the server `id` into the keyring; without one, removes what is there.
pub fn write(id: &str, key: Option<&str>) -> Result<(), String> {
    let entry = Entry::new(SERVICE, id).map_err(no_keyring)?;
    match key {
        Some(key) => entry.set_password(key).map_err(no_keyring),
        None => match entry.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(no_keyring(error)),
        },
    }
}

/// Whether this system has a keyring.
pub fn is_available() -> bool {
    Entry::store_status().is_ok()
}

fn no_keyring(error: Error) -> String {
    format!("this system has no keyring that takes the key ({error}); set the environment variable {VARIABLE} instead")
}
