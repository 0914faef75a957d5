//! The servers that a person entered: what is known of each, and the file that keeps them.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::files::write_atomic;
use crate::paths::Paths;
use crate::text::Language;

/// How a server sends its sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// RIFF WAVE.
    #[default]
    Wav,
    /// 16-bit little-endian mono samples and nothing else.
    Pcm,
    /// FLAC.
    Flac,
    /// MP3.
    Mp3,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wav, Self::Pcm, Self::Flac, Self::Mp3];

    /// As it is asked for; the usual ending of such a file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Pcm => "pcm",
            Self::Flac => "flac",
            Self::Mp3 => "mp3",
        }
    }
}

/// A server.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Stable identifier of the voice: `server-studio`.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Base address: `https://gpu.example:8000/v1`.
    pub address: String,
    /// Model to ask for.
    pub model: String,
    /// Voice to ask for.
    pub voice: String,
    /// How it sends its sound.
    #[serde(default)]
    pub format: Format,
    /// Samples per second of `pcm`, and what other answers are brought to.
    #[serde(default = "usual_rate_hz")]
    pub rate_hz: u32,
    /// Languages it speaks.
    pub languages: Vec<Language>,
    /// How long one request may take, seconds.
    #[serde(default = "usual_timeout_secs")]
    pub timeout_secs: u32,
    /// How often a request is made again that failed for a reason that may pass.
    #[serde(default = "usual_retries")]
    pub retries: u32,
}

const fn usual_rate_hz() -> u32 {
    24_000
}

const fn usual_timeout_secs() -> u32 {
    120
}

const fn usual_retries() -> u32 {
    4
}

/// Why text is not sent to an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is none.
    #[error("“{0}” is no address of a server; write it like https://speech.example.com/v1")]
    Bad(String),
    /// Plain HTTP over the open network.
    #[error(
        "“{0}” would send the text unencrypted over the network; use https, or http only on this machine or a private network"
    )]
    Open(String),
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            address: String::new(),
            model: "tts-1".to_owned(),
            voice: "alloy".to_owned(),
            format: Format::default(),
            rate_hz: usual_rate_hz(),
            languages: Language::ALL.to_vec(),
            timeout_secs: usual_timeout_secs(),
            retries: usual_retries(),
        }
    }
}

impl Setup {
    /// The host and port that text is sent to, if the address is one that text may be sent to.
    pub fn host(&self) -> Result<&str, AddressError> {
        let address = self.address.trim();
        let bad = || AddressError::Bad(address.to_owned());
        let (scheme, rest) = address.split_once("://").ok_or_else(bad)?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // A name before @ would make one host look like another.
        if authority.is_empty() || authority.contains(['@', ' ', '\\']) || rest.contains(['?', '#']) {
            return Err(bad());
        }
        match scheme.to_ascii_lowercase().as_str() {
            "https" => Ok(authority),
            "http" if is_private(authority) => Ok(authority),
            "http" => Err(AddressError::Open(address.to_owned())),
            _ => Err(bad()),
        }
    }

    /// Where speech is asked for.
    pub(super) fn endpoint(&self) -> String {
        let base = self.address.trim().trim_end_matches('/');
        if base.ends_with("/audio/speech") {
            base.to_owned()
        } else if base.ends_with("/v1") {
            format!("{base}/audio/speech")
        } else {
            format!("{base}/v1/audio/speech")
        }
    }

    /// A hash of everything that decides how it sounds.
    pub fn hash(&self) -> String {
        let Self { address, model, voice, format, rate_hz, .. } = self;
        let made_of = format!("{address}\u{0}{model}\u{0}{voice}\u{0}{}\u{0}{rate_hz}", format.name());
        crate::voice::hex(&Sha256::digest(made_of))
    }
}

/// Whether a host is this machine or on a private network (RFC 1918, RFC 4193, link-local), by its address; a name is only
/// where it cannot be a public one.
fn is_private(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.rsplit_once(':').map_or(authority, |(host, _)| host),
    };
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Ok(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        Err(_) => {
            host == "localhost" || [".local", ".lan", ".internal", ".home.arpa"].iter().any(|end| host.ends_with(end))
        }
    }
}

/// The file that keeps the servers.
fn file(paths: &Paths) -> PathBuf {
    paths.config.join("servers.json")
}

/// The servers. A file that cannot be read is an error in words and is left as it is.
pub fn load(paths: &Paths) -> Result<Vec<Setup>, String> {
    let path = file(paths);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unusable(&path, &error.to_string())),
    };
    serde_json::from_str(&text).map_err(|error| unusable(&path, &error.to_string()))
}

fn unusable(path: &Path, why: &str) -> String {
    format!("the speech servers cannot be read ({why}); correct or delete the file: {}", path.display())
}

/// Keeps `servers` in place of those that were kept.
pub fn save(paths: &Paths, servers: &[Setup]) -> std::io::Result<()> {
    std::fs::create_dir_all(&paths.config)?;
    write_atomic(&file(paths), &serde_json::to_vec_pretty(servers)?)
}

/// An id for a server of this name that none of `servers` has.
pub fn new_id(name: &str, servers: &[Setup]) -> String {
    let clean: String = name.trim().to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let base = format!("server-{}", clean.trim_matches('-'));
    let is_free = |id: &String| servers.iter().all(|server| server.id != *id);
    // One of these is free: there are more of them than servers.
    let others = (2..servers.len() + 3).map(|n| format!("{base}-{n}"));
    std::iter::once(base.clone()).chain(others).find(is_free).unwrap_or(base)
}
