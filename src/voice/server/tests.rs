//! Against a hostile server of our own: slow, cut off, of the wrong kind, huge, busy, broken, sending elsewhere.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use super::setup::{new_id, save};
use super::{AddressError, Setup, client::Client, setup};
use crate::paths::Paths;
use crate::text::Language;
use crate::voice::catalog::{Catalog, Origin};
use crate::voice::{Cancel, SpeechOptions, SpeechRequest, VoiceError, Wait};

/// What the server does with a request.
#[derive(Clone, Debug)]
enum Does {
    /// Answers with this status, these further headers and this body.
    Answers(u16, &'static str, Vec<u8>),
    /// Says that it sends more than it does.
    CutsOff,
    /// Sends without an end.
    Floods,
}

/// What it was asked: the head and the body of each request.
type Asked = Arc<Mutex<Vec<(String, String)>>>;

fn start(script: Vec<Does>) -> (Setup, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
    let address = format!("http://{}", listener.local_addr().expect("address"));
    let asked = Asked::default();
    let (seen, mut script) = (Arc::clone(&asked), VecDeque::from(script));
    std::thread::Builder::new()
        .name("hostile".to_owned())
        .spawn(move || {
            for stream in listener.incoming() {
                let Some(does) = script.pop_front() else { return };
                // A client that has gone is what some tests are about.
                drop(stream.and_then(|stream| answer(stream, &does, &seen)));
            }
        })
        .expect("starts");
    (Setup { id: "server-test".to_owned(), address, retries: 3, timeout_secs: 5, ..Setup::default() }, asked)
}

fn answer(stream: TcpStream, does: &Does, asked: &Asked) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut n_body) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            n_body = length.trim().parse().expect("a number");
        }
        head.push_str(&line);
    }
    let mut body = vec![0; n_body];
    reader.read_exact(&mut body)?;
    asked.lock().expect("lock").push((head, String::from_utf8(body).expect("UTF-8")));
    let mut stream = reader.into_inner();
    match does {
        Does::Answers(status, headers, body) => {
            write!(
                stream,
                "HTTP/1.1 {status} X\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            )?;
            stream.write_all(body)
        }
        Does::CutsOff => stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc"),
        Does::Floods => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\n")?;
            loop {
                stream.write_all(&[7; 1 << 12])?;
            }
        }
    }
}

fn request(spoken: &str) -> SpeechRequest<'_> {
    SpeechRequest {
        spoken,
        language: Language::Korean,
        speed: 1.25,
        seed: 7,
        time_limit: Some(super::PATIENCE),
        options: SpeechOptions::default(),
    }
}

fn ask(setup: &Setup, key: Option<&str>) -> Result<Vec<u8>, VoiceError> {
    let mut client = Client::new(setup, key.map(str::to_owned)).expect("an address");
    client.speech(&request("안녕하세요."), &Cancel::new(), &mut |_| {}).map(|answer| answer.bytes)
}

fn ok() -> Does {
    Does::Answers(200, "Content-Type: audio/pcm\r\n", vec![1, 0, 2, 0])
}

#[test]
fn the_text_and_the_wish_go_out_and_nothing_else() {
    let (setup, asked) = start(vec![ok()]);
    assert_eq!(ask(&setup, Some("s3cret")).expect("answers"), [1, 0, 2, 0]);
    let asked = asked.lock().expect("lock");
    let (head, body) = &asked[0];
    assert!(head.starts_with("POST /v1/audio/speech HTTP/1.1"), "{head}");
    assert_eq!(head.matches("s3cret").count(), 1);
    assert!(head.to_lowercase().contains("authorization: bearer s3cret"), "{head}");
    let json: serde_json::Value = serde_json::from_str(body).expect("JSON");
    let expect = serde_json::json!({
        "model": "tts-1", "input": "안녕하세요.", "voice": "alloy", "response_format": "wav", "speed": 1.25,
    });
    assert_eq!(json, expect);
    for told in ["cookie", "referer", "accept-language", "origin:"] {
        assert!(!head.to_lowercase().contains(told), "{head}");
    }
}

#[test]
fn what_may_pass_is_tried_again() {
    let busy = |status| Does::Answers(status, "Retry-After: 0\r\n", Vec::new());
    // A WAV that is shorter than it says.
    let half = Does::Answers(200, "Content-Type: audio/wav\r\n", b"RIFF\x20\0\0\0WAVE".to_vec());
    let (setup, asked) = start(vec![busy(429), busy(503), Does::CutsOff, half, ok()]);
    assert_eq!(ask(&Setup { retries: 4, ..setup }, None).expect("answers in the end").len(), 4);
    assert_eq!(asked.lock().expect("lock").len(), 5);
    let (setup, _) = start(vec![busy(500), busy(500), busy(500), busy(500), ok()]);
    let error = ask(&setup, None).expect_err("gives up").to_string();
    assert!(error.contains("status 500"), "{error}");
}

#[test]
fn its_place_in_the_queue_is_told_while_it_waits() {
    let busy = Does::Answers(429, "Retry-After: 1\r\nX-Queue-Position: 4\r\n", Vec::new());
    let (setup, _) = start(vec![busy, ok()]);
    let mut client = Client::new(&setup, None).expect("an address");
    let (cancel, told) = (Cancel::new(), Arc::new(Mutex::new(Vec::new())));
    let seen = Arc::clone(&told);
    cancel.on_wait(move |wait| seen.lock().expect("lock").push(wait));
    client.speech(&request("Hello."), &cancel, &mut |_| {}).expect("answers in the end");
    assert_eq!(*told.lock().expect("lock"), [Some(Wait { place: Some(4), secs: 1 }), None]);
    assert_eq!(cancel.wait(), None);
}

#[test]
fn what_will_not_pass_is_said_once_and_in_words() {
    let json = br#"{"error": {"message": "no such\n voice"}}"#.to_vec();
    for (does, part) in [
        (Does::Answers(400, "", json), "(status 400): no such voice"),
        (Does::Answers(401, "", Vec::new()), "does not accept the key"),
        (Does::Answers(404, "", Vec::new()), "check address and model"),
        (
            Does::Answers(302, "Location: https://elsewhere.example/v1\r\n", Vec::new()),
            "on to https://elsewhere.example",
        ),
        (Does::Answers(200, "Content-Type: text/html\r\n", b"<html>".to_vec()), "text/html instead of sound"),
        (Does::Floods, "more than this text can be long"),
    ] {
        let (setup, asked) = start(vec![does, ok()]);
        let error = ask(&setup, Some("s3cret")).expect_err("fails").to_string();
        assert!(error.contains(part), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
        assert_eq!(asked.lock().expect("lock").len(), 1, "{error}");
    }
}

#[test]
fn a_server_that_repeats_the_key_or_plays_with_the_screen_is_not_quoted_so() {
    let body = "Incorrect key s3cret. \u{1b}[2J\u{202e}done".as_bytes().to_vec();
    for status in [400, 401, 404, 500] {
        let (setup, _) = start(vec![Does::Answers(status, "", body.clone())]);
        let error = ask(&Setup { retries: 0, ..setup }, Some("s3cret")).expect_err("fails").to_string();
        assert!(error.contains("Incorrect key [key]") && error.contains("done"), "{error}");
        assert!(!error.contains(['\u{1b}', '\u{202e}']), "{error:?}");
    }
    let (setup, _) = start(vec![Does::Answers(302, "Location: https://elsewhere.example/?k=s3cret\r\n", Vec::new())]);
    let error = ask(&setup, Some("s3cret")).expect_err("fails").to_string();
    assert!(!error.contains("s3cret"), "{error}");
}

#[test]
fn a_cancel_does_not_wait_for_the_server_and_ends_the_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
    let address = format!("http://{}", listener.local_addr().expect("address"));
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let server = std::thread::Builder::new().name("silent".to_owned()).spawn(move || {
        let (mut stream, _) = listener.accept().expect("accepts");
        // It is cancelled while the server has the request and says nothing. That this ends says that the client closed
        // the connection: nothing else ends it, the client's own time-out is a day away.
        stop.cancel();
        let mut asked = Vec::new();
        stream.read_to_end(&mut asked).map(|_| asked)
    });
    let setup = Setup { address, timeout_secs: 86_400, retries: 3, ..Setup::default() };
    let mut client = Client::new(&setup, None).expect("an address");
    let result = client.speech(&request("Hello."), &cancel, &mut |_| {});
    assert!(matches!(result, Err(VoiceError::Cancelled)), "{result:?}");
    drop(server.expect("starts").join().expect("ends"));
}

#[test]
fn a_client_is_of_use_again_after_a_cancel() {
    let (setup, asked) = start(vec![ok(), ok()]);
    let mut client = Client::new(&setup, None).expect("an address");
    let cancel = Cancel::new();
    cancel.cancel();
    assert!(matches!(client.speech(&request("Hello."), &cancel, &mut |_| {}), Err(VoiceError::Cancelled)));
    let again = client.speech(&request("Hello again."), &Cancel::new(), &mut |_| {}).expect("answers");
    assert_eq!((again.bytes.len(), again.kind.as_str()), (4, "audio/pcm"));
    assert!(asked.lock().expect("lock").iter().any(|(_, body)| body.contains("again")));
}

#[test]
fn a_server_that_is_not_there_is_a_sentence() {
    let setup = Setup { address: "http://127.0.0.1:1".to_owned(), retries: 0, ..Setup::default() };
    let error = ask(&setup, None).expect_err("fails").to_string();
    assert!(error.contains("127.0.0.1:1 cannot be reached"), "{error}");
    // Plain text where TLS is expected.
    let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
    let address = format!("https://{}", listener.local_addr().expect("address"));
    let server = std::thread::Builder::new().name("plain".to_owned()).spawn(move || {
        let (mut stream, _) = listener.accept().expect("accepts");
        let mut hello = [0; 512];
        let _n = stream.read(&mut hello).expect("reads");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").expect("writes");
        // What the client still says is read, so that closing does not reset what it has not read yet.
        drop(stream.shutdown(std::net::Shutdown::Write));
        drop(stream.read_to_end(&mut Vec::new()));
    });
    // A second try would not be answered.
    let setup = Setup { address, retries: 3, ..Setup::default() };
    let error = ask(&setup, None).expect_err("fails").to_string();
    assert!(error.contains("does not speak https"), "{error}");
    server.expect("starts").join().expect("ends");
}

#[test]
fn text_goes_unencrypted_only_where_nobody_listens() {
    let host = |address: &str| {
        let setup = Setup { address: address.to_owned(), ..Setup::default() };
        setup.host().map(str::to_owned)
    };
    for (address, expect) in [
        ("https://speech.example.com/v1", "speech.example.com"),
        (" https://speech.example.com:8443 ", "speech.example.com:8443"),
        ("http://localhost:8000", "localhost:8000"),
        ("http://127.0.0.1:8000/v1", "127.0.0.1:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://192.168.0.7", "192.168.0.7"),
        ("http://gpu.local:9000/", "gpu.local:9000"),
    ] {
        assert_eq!(host(address).as_deref(), Ok(expect), "{address}");
    }
    for address in
        ["http://speech.example.com", "http://8.8.8.8/v1", "http://127.0.0.1.example.com", "http://localhost.com"]
    {
        assert!(matches!(host(address), Err(AddressError::Open(_))), "{address}");
    }
    for address in ["", "speech.example.com", "ftp://a", "https://", "https://good@evil.example", "https://a/v1?key=1"]
    {
        assert!(matches!(host(address), Err(AddressError::Bad(_))), "{address}");
    }
}

#[test]
fn a_server_is_a_voice_that_is_never_chosen_by_itself() {
    let home = tempfile::tempdir().expect("temp");
    let paths = Paths::new(Some(home.path().into()), None);
    assert_eq!(setup::load(&paths), Ok(Vec::new()));
    let id = new_id("집의 GPU", &[]);
    assert_eq!(id, "server-집의-gpu");
    let server = Setup {
        id: id.clone(),
        name: "집의 GPU".to_owned(),
        address: "https://speech.example.com/v1".to_owned(),
        ..Setup::default()
    };
    assert_eq!(new_id("집의 GPU", std::slice::from_ref(&server)), "server-집의-gpu-2");
    save(&paths, std::slice::from_ref(&server)).expect("saves");
    assert_eq!(setup::load(&paths), Ok(vec![server.clone()]));
    let catalog = Catalog::open(&paths);
    let listing = catalog.list().into_iter().find(|voice| voice.id == id).expect("listed");
    assert!(listing.installed && listing.experimental);
    assert_eq!((listing.origin, listing.sends_text_to.as_deref()), (Origin::Server, Some("speech.example.com")));
    assert_ne!(catalog.voice_for(Language::Korean).ok(), Some(id.as_str()));
    // Another voice of the server is another sound.
    let other = Setup { voice: "nova".to_owned(), ..server.clone() };
    assert_ne!(other.hash(), server.hash());
    // A damaged file is told and left alone.
    crate::files::write_atomic(&paths.config.join("servers.json"), b"[{").expect("writes");
    let problem = setup::load(&paths).expect_err("damaged");
    assert!(problem.contains("servers.json"), "{problem}");
    assert!(!Catalog::open(&paths).list().is_empty());
}
