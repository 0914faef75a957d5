//! One request for speech: sent, waited for, tried again.

use std::io::Read as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ureq::tls::{RootCerts, TlsConfig};

use super::answer::Answer;
use super::failed;
use super::setup::{AddressError, Setup};
use crate::voice::{Cancel, SpeechRequest, VoiceError, Wait};

/// Pieces of an answer that may wait.
const MAX_PIECES: usize = 8;
/// Bytes of a piece.
const PIECE: usize = 16 << 10;
/// How often a wait looks at whether it was cancelled.
const POLL: Duration = Duration::from_millis(20);
/// The first wait between two tries; it doubles.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait that a server may ask for.
const LONGEST_WAIT: Duration = Duration::from_mins(2);
/// Most characters of a server's own message that are shown.
const MAX_MESSAGE: usize = 200;
/// What an answer may be long per character of the text, seconds, and besides.
const SECS_PER_CHAR: f64 = 0.6;
const SECS_BESIDES: f64 = 30.0;
/// Bytes per second of the largest answer: 32 bits at 48 kHz in two channels.
const BYTES_PER_SEC: f64 = 48_000.0 * 8.0;

/// See the module.
pub struct Client {
    /// Keeps the connection; a cancel ends it, and the next request has a new one.
    agent: ureq::Agent,
    setup: Setup,
    host: String,
    key: Option<String>,
}

/// What the thread that reads says.
enum Piece {
    /// The `Content-Type`, first.
    Kind(String),
    Bytes(Vec<u8>),
    End,
    /// It may be better next time, after so long if the server says so.
    Passing(String, Turn),
    /// It will not.
    Final(String),
}

/// When our turn is, as far as the server says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turn {
    /// `Retry-After`.
    wait: Option<Duration>,
    /// `X-Queue-Position` or `Queue-Position`; 1 is next.
    place: Option<u32>,
}

impl Client {
    /// A client for `setup`, which must have an address that text may be sent to.
    pub fn new(setup: &Setup, key: Option<String>) -> Result<Self, AddressError> {
        let host = setup.host()?.to_owned();
        Ok(Self { agent: agent(setup), setup: setup.clone(), host, key })
    }

    /// The answer to `request`, of which `told` is given what there is each time that more comes; an answer that is cut off is
    /// followed by another one, from its start. Ends within [`POLL`] of a cancel, and with it the connection: a server that
    /// looks sees that nobody waits any more, and the next request does not come on top of this one.
    pub fn speech(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        told: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, VoiceError> {
        let result = self.tries(request, cancel, told);
        if result.is_err() {
            std::mem::replace(&mut self.agent, agent(&self.setup)).shutdown();
        }
        result
    }

    fn tries(
        &self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        told: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, VoiceError> {
        let n_chars = request.spoken.chars().count();
        let most = ((n_chars as f64 * SECS_PER_CHAR + SECS_BESIDES) * BYTES_PER_SEC) as usize;
        let body = serde_json::json!({
            "model": self.setup.model,
            "input": request.spoken,
            "voice": self.setup.voice,
            "response_format": self.setup.format.name(),
            "speed": request.speed,
        })
        .to_string();
        let began = Instant::now();
        // Windows that were refused together do not come again together.
        let jitter = 0.8 + (request.seed % 401) as f64 / 1_000.0;
        let mut n_tries = 0;
        loop {
            let (why, turn) = match self.once(&body, most, cancel, told)? {
                Ok(answer) => return Ok(answer),
                Err((why, turn)) => (self.harmless(&why), turn),
            };
            if n_tries >= self.setup.retries {
                return Err(failed(&self.setup.id, why));
            }
            let usual = (FIRST_WAIT * 2u32.saturating_pow(n_tries)).mul_f64(jitter);
            let wait = turn.wait.unwrap_or(usual).min(LONGEST_WAIT);
            if request.time_limit.is_some_and(|limit| began.elapsed() + wait > limit) {
                return Err(failed(&self.setup.id, why));
            }
            log::info!("{}: {why}; tried again in {wait:.1?}", self.host);
            n_tries += 1;
            let secs = wait.as_secs_f64().ceil() as u32;
            cancel.set_wait(Some(Wait { place: turn.place, secs }));
            let paused = pause(wait, cancel);
            cancel.set_wait(None);
            paused?;
        }
    }

    /// What a server says, without the key that it may repeat and without what would change how the rest is shown.
    fn harmless(&self, said: &str) -> String {
        let hidden = match &self.key {
            Some(key) => said.replace(key.as_str(), "[key]"),
            None => said.to_owned(),
        };
        hidden.chars().filter(|&c| !c.is_control() && !is_bidi_control(c)).collect()
    }

    /// One try: the answer, or why it may be better next time.
    fn once(
        &self,
        body: &str,
        most: usize,
        cancel: &Cancel,
        told: &mut dyn FnMut(&Answer),
    ) -> Result<Result<Answer, (String, Turn)>, VoiceError> {
        let (sender, pieces) = sync_channel(MAX_PIECES);
        let mut post = self.agent.post(self.setup.endpoint()).header("Content-Type", "application/json");
        if let Some(key) = &self.key {
            post = post.header("Authorization", format!("Bearer {key}"));
        }
        let (body, host) = (body.to_owned(), self.host.clone());
        std::thread::Builder::new()
            .name("server".to_owned())
            .spawn(move || {
                let answer = post.send(body);
                // Nobody reads any more after a cancel; then the thread ends with its next piece.
                if let Err(last) = read(answer, &host, &sender) {
                    drop(sender.send(last));
                }
            })
            .map_err(|error| failed(&self.setup.id, format!("no thread to ask it: {error}")))?;
        self.collect(&pieces, most, cancel, told)
    }

    fn collect(
        &self,
        pieces: &Receiver<Piece>,
        most: usize,
        cancel: &Cancel,
        told: &mut dyn FnMut(&Answer),
    ) -> Result<Result<Answer, (String, Turn)>, VoiceError> {
        let mut answer = Answer::default();
        loop {
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            match pieces.recv_timeout(POLL) {
                Ok(Piece::Kind(kind)) => answer.kind = kind,
                Ok(Piece::Bytes(piece)) => {
                    answer.bytes.extend(piece);
                    if answer.bytes.len() > most {
                        let problem =
                            format!("{} sends more than this text can be long; nothing of it is used", self.host);
                        return Err(failed(&self.setup.id, problem));
                    }
                    told(&answer);
                }
                Ok(Piece::End) if answer.is_cut_off() => {
                    return Ok(Err((format!("{} was cut off", self.host), Turn::default())));
                }
                Ok(Piece::End) => return Ok(Ok(answer)),
                Ok(Piece::Passing(why, turn)) => return Ok(Err((why, turn))),
                Ok(Piece::Final(why)) => return Err(failed(&self.setup.id, self.harmless(&why))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(failed(&self.setup.id, "the thread that asked it broke".to_owned()));
                }
            }
        }
    }
}

fn agent(setup: &Setup) -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        // A redirect would send the text, and perhaps the key, where the person did not want it.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .user_agent(concat!("moksori/", env!("CARGO_PKG_VERSION")))
        .timeout_global(Some(Duration::from_secs(setup.timeout_secs.max(1).into())))
        .timeout_connect(Some(Duration::from_secs(10)))
        .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
        .build();
    config.into()
}

/// Marks that turn the direction of text (Unicode Standard Annex 9).
const fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Hands over the pieces of an answer. The error is the last thing to say.
fn read(
    answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    host: &str,
    to: &SyncSender<Piece>,
) -> Result<(), Piece> {
    let response = answer.map_err(|error| of_connection(&error, host))?;
    let status = response.status().as_u16();
    if status != 200 {
        return Err(of_status(status, response, host));
    }
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    if kind.starts_with("text/") || kind.contains("json") || kind.contains("xml") {
        return Err(Piece::Final(format!("{host} answers with {kind} instead of sound; check its address and model")));
    }
    if to.send(Piece::Kind(kind)).is_err() {
        return Ok(());
    }
    let mut reader = response.into_body().into_reader();
    loop {
        let mut piece = vec![0; PIECE];
        let n = reader
            .read(&mut piece)
            .map_err(|error| Piece::Passing(format!("{host} was cut off ({error})"), Turn::default()))?;
        piece.truncate(n);
        let last = if n == 0 { Piece::End } else { Piece::Bytes(piece) };
        if to.send(last).is_err() || n == 0 {
            return Ok(());
        }
    }
}

fn of_connection(error: &ureq::Error, host: &str) -> Piece {
    let is_about_tls = match error {
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::BadUri(_) => true,
        // Plain text where TLS is expected.
        ureq::Error::Io(error) => error.kind() == std::io::ErrorKind::InvalidData,
        _ => false,
    };
    match error {
        error if is_about_tls => {
            Piece::Final(format!("{host} cannot be trusted or does not speak https ({error}); check its address"))
        }
        ureq::Error::Timeout(_) => Piece::Passing(format!("{host} did not answer in time"), Turn::default()),
        error => Piece::Passing(format!("{host} cannot be reached ({error}); check that it runs"), Turn::default()),
    }
}

fn of_status(status: u16, response: ureq::http::Response<ureq::Body>, host: &str) -> Piece {
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    match status {
        300..=399 => {
            let to = header("location").unwrap_or("elsewhere");
            Piece::Final(format!(
                "{host} sends the text on to {to}, which is not followed; enter that address if you trust it"
            ))
        }
        408 | 425 | 429 | 500 | 502..=504 => {
            let what = if status == 429 { "is busy" } else { "has a fault" };
            let place = header("x-queue-position").or_else(|| header("queue-position"));
            let turn = Turn {
                wait: header("retry-after").and_then(wait_of),
                place: place.and_then(|place| place.trim().parse().ok()),
            };
            Piece::Passing(format!("{host} {what} (status {status}){}", message(response)), turn)
        }
        _ => {
            let (what, remedy) = match status {
                401 | 403 => ("does not accept the key", "; enter it again"),
                404 => ("has no speech at this address", "; check address and model"),
                _ => ("refuses", ""),
            };
            Piece::Final(format!("{host} {what} (status {status}){remedy}{}", message(response)))
        }
    }
}

/// `Retry-After`: seconds, or a date of HTTP.
fn wait_of(value: &str) -> Option<Duration> {
    if let Ok(secs) = value.trim().parse::<u64>() {
        return Some(Duration::from_secs(secs));
    }
    let at = httpdate::parse_http_date(value.trim()).ok()?;
    Some(at.duration_since(std::time::SystemTime::now()).unwrap_or_default())
}

/// What the server says of its refusal: the message in OpenAI's form of errors, or the text; shortened and on one line.
fn message(response: ureq::http::Response<ureq::Body>) -> String {
    let mut text = String::new();
    if response.into_body().into_reader().take(4 << 10).read_to_string(&mut text).is_err() {
        return String::new();
    }
    let said = serde_json::from_str::<serde_json::Value>(&text)
        .ok()
        .and_then(|json| Some(json.pointer("/error/message").or_else(|| json.get("detail"))?.as_str()?.to_owned()))
        .unwrap_or(text);
    let said: String = said.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_MESSAGE).collect();
    if said.is_empty() { said } else { format!(": {said}") }
}

/// Waits, unless it is cancelled.
fn pause(wait: Duration, cancel: &Cancel) -> Result<(), VoiceError> {
    let end = Instant::now() + wait;
    while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        if cancel.is_cancelled() {
            return Err(VoiceError::Cancelled);
        }
        std::thread::sleep(left.min(POLL));
    }
    Ok(())
}
