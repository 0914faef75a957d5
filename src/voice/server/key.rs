//! Keys of speech servers. They are kept in the system's keyring and in no file, log or message of ours.

use keyring::v1::{Entry, Error};

/// Has the keys where there is no keyring, on a server or in a container: `HOST=KEY` for each server, with spaces between
/// them. The host is written as in the server's address, with its port. A key goes to its own host and to no other.
pub const VARIABLE: &str = "MOKSORI_SERVER_KEYS";
/// What our entries in the keyring are called.
const SERVICE: &str = "moksori";

/// The key of the server `id` at `host`, if it has one: the keyring's, else that of the environment variable [`VARIABLE`]. An
/// error only where the keyring has it and does not give it.
pub fn read(id: &str, host: &str) -> Result<Option<String>, String> {
    let from_environment = || std::env::var(VARIABLE).ok().and_then(|keys| key_of(host, &keys));
    match Entry::new(SERVICE, id).and_then(|entry| entry.get_password()) {
        Ok(key) => Ok(Some(key)),
        Err(Error::NoStorageAccess(error)) if from_environment().is_none() => {
            Err(format!("the system's keyring is locked ({error}); unlock it, or set {VARIABLE} to {host}=KEY"))
        }
        Err(_) => Ok(from_environment()),
    }
}

fn key_of(host: &str, keys: &str) -> Option<String> {
    keys.split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .find_map(|(of, key)| (of.eq_ignore_ascii_case(host) && !key.is_empty()).then(|| key.to_owned()))
}

/// Puts the key of the server `id` into the keyring; without one, removes what is there. Whether there is now a key, or was
/// one.
pub fn write(id: &str, key: Option<&str>) -> Result<bool, String> {
    let entry = Entry::new(SERVICE, id).map_err(no_keyring)?;
    match key {
        Some(key) => entry.set_password(key).map(|()| true).map_err(no_keyring),
        None => match entry.delete_credential() {
            Ok(()) => Ok(true),
            Err(Error::NoEntry) => Ok(false),
            Err(error) => Err(no_keyring(error)),
        },
    }
}

/// Whether this system has a keyring.
pub fn is_available() -> bool {
    Entry::store_status().is_ok()
}

fn no_keyring(error: Error) -> String {
    format!(
        "this system has no keyring that takes the key ({error}); set the environment variable {VARIABLE} to HOST=KEY instead"
    )
}

#[cfg(test)]
mod tests {
    use super::key_of;

    #[test]
    fn a_key_goes_to_its_own_host_only() {
        let keys = " gpu.local:8000=abc= \nspeech.example.com=s3cret empty.example= nonsense";
        assert_eq!(key_of("gpu.local:8000", keys).as_deref(), Some("abc="));
        assert_eq!(key_of("Speech.example.com", keys).as_deref(), Some("s3cret"));
        for other in ["gpu.local", "gpu.local:8001", "example.com", "empty.example", "nonsense"] {
            assert_eq!(key_of(other, keys), None, "{other}");
        }
    }
}
