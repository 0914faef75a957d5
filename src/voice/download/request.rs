//! A request on a thread of its own: whoever waits for it can stop at once, also where the connection is dead.

use std::io::Read as _;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use ureq::tls::{RootCerts, TlsConfig};

use super::DownloadError;

/// How long a request may take with its whole body: 56 kB a second. What has arrived by then counts.
const BODY_TIMEOUT: Duration = Duration::from_mins(5);
/// How long a server may think.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);
/// Pieces of the body that may wait to be written.
const MAX_WAITING: usize = 4;
/// Bytes of a piece.
const PIECE: usize = 1 << 16;

/// What a server says before it sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The status.
    pub status: u16,
    /// Bytes of the whole file, if it says so.
    pub n_all: Option<u64>,
    /// How long it wants to be left alone.
    pub retry_after: Option<Duration>,
}

/// A request under way. Dropped, it is not waited for: its thread ends with the next piece or its time limit.
pub struct Request {
    /// What the server says, or why it says nothing.
    pub head: Receiver<Result<Head, String>>,
    /// The body behind it, piece by piece; closed at its end.
    pub body: Receiver<Result<Vec<u8>, String>>,
}

impl Request {
    /// Asks for the bytes `from` to `to`, the last one included, of what is at `address`.
    pub fn begin(agent: &ureq::Agent, address: &str, from: u64, to: u64) -> std::io::Result<Self> {
        let (head_sender, head) = sync_channel(1);
        let (body_sender, body) = sync_channel(MAX_WAITING);
        let request = agent.get(address).header("Range", format!("bytes={from}-{to}"));
        std::thread::Builder::new().name("download-request".to_owned()).spawn(move || {
            let answer = request.call().map_err(|error| error.to_string());
            // A receiver that is gone waits no more: then there is nothing to do.
            let Ok(response) = answer.map_err(|why| drop(head_sender.send(Err(why)))) else { return };
            if head_sender.send(Ok(head_of(&response))).is_ok() {
                send_body(response, &body_sender);
            }
        })?;
        Ok(Self { head, body })
    }
}

fn head_of(response: &ureq::http::Response<ureq::Body>) -> Head {
    let header = |name: &str| response.headers().get(name)?.to_str().ok();
    let status = response.status().as_u16();
    let n_all = match status {
        206 => header("content-range").and_then(|range| range.rsplit_once('/')?.1.trim().parse().ok()),
        _ => header("content-length").and_then(|length| length.trim().parse().ok()),
    };
    let retry_after = header("retry-after").and_then(|secs| secs.trim().parse().ok()).map(Duration::from_secs);
    Head { status, n_all, retry_after }
}

fn send_body(response: ureq::http::Response<ureq::Body>, pieces: &SyncSender<Result<Vec<u8>, String>>) {
    let mut body = response.into_body().into_reader();
    let mut buffer = vec![0; PIECE];
    loop {
        let piece = match body.read(&mut buffer) {
            Ok(0) => return,
            Ok(n) => Ok(buffer[..n].to_vec()),
            Err(error) => Err(error.to_string()),
        };
        let is_last = piece.is_err();
        if pieces.send(piece).is_err() || is_last {
            return;
        }
    }
}

/// The client for an address. Plain HTTP is only for a mirror on this machine; a redirect never leaves HTTPS.
pub fn agent(address: &str) -> Result<ureq::Agent, DownloadError> {
    let is_here = ["http://127.0.0.1", "http://localhost", "http://[::1]"]
        .iter()
        .any(|here| address.strip_prefix(here).is_some_and(|rest| rest.starts_with([':', '/'])));
    if !is_here && !address.starts_with("https://") {
        return Err(DownloadError::NotSecure(address.to_owned()));
    }
    let config = ureq::Agent::config_builder()
        .https_only(!is_here)
        .http_status_as_error(false)
        .max_redirects(if is_here { 0 } else { 5 })
        .max_redirects_will_error(false)
        .user_agent(concat!("moksori/", env!("CARGO_PKG_VERSION")))
        .timeout_connect(Some(Duration::from_secs(20)))
        .timeout_recv_response(Some(ANSWER_TIMEOUT))
        .timeout_recv_body(Some(BODY_TIMEOUT))
        .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
        .build();
    Ok(config.into())
}
