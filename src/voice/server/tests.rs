//! Against a hostile server of our own: slow, cut off, of the wrong kind, huge, busy, broken, sending elsewhere.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::setup::{new_id, save};
use super::{AddressError, Format, Setup, client::Client, setup, sound};
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
    /// Says nothing.
    Sleeps,
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
        Does::Sleeps => {
            std::thread::sleep(Duration::from_secs(20));
            Ok(())
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
    Client::new(setup, key.map(str::to_owned)).expect("an address").speech(
        &request("안녕하세요."),
        &Cancel::new(),
        &mut |_| {},
    )
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
    let (setup, asked) = start(vec![busy(429), busy(503), Does::CutsOff, ok()]);
    assert_eq!(ask(&setup, None).expect("answers in the end").len(), 4);
    assert_eq!(asked.lock().expect("lock").len(), 4);
    let (setup, _) = start(vec![busy(500), busy(500), busy(500), busy(500), ok()]);
    let error = ask(&setup, None).expect_err("gives up").to_string();
    assert!(error.contains("status 500"), "{error}");
}

#[test]
fn its_place_in_the_queue_is_told_while_it_waits() {
    let busy = Does::Answers(429, "Retry-After: 1\r\nX-Queue-Position: 4\r\n", Vec::new());
    let (setup, _) = start(vec![busy, ok()]);
    let client = Client::new(&setup, None).expect("an address");
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
fn a_cancel_does_not_wait_for_the_server() {
    let (setup, _) = start(vec![Does::Sleeps]);
    let client = Client::new(&setup, None).expect("an address");
    let cancel = Cancel::new();
    let stop = cancel.clone();
    let stopper = std::thread::Builder::new().name("stopper".to_owned()).spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        stop.cancel();
    });
    let began = Instant::now();
    let result = client.speech(&request("Hello."), &cancel, &mut |_| {});
    assert!(matches!(result, Err(VoiceError::Cancelled)), "{result:?}");
    // The server would have slept for twenty seconds, and the client waited for five.
    assert!(began.elapsed() < Duration::from_secs(5));
    stopper.expect("starts").join().expect("ends");
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
fn bare_samples_are_heard_as_they_come() {
    let pcm: Vec<u8> = (0..500i16).flat_map(|n| (n * 60).to_le_bytes()).collect();
    let whole = sound(pcm.clone(), Format::Pcm, 24_000).expect("samples");
    let (mut stream, mut heard) = (super::Stream::default(), Vec::new());
    for n in [1, 3, 4, 101, 102, 350, 999, 1_000] {
        stream.more(&pcm[..n], &mut |part| heard.extend_from_slice(part));
    }
    assert_eq!(heard, whole.samples[..]);
    // It was cut off and comes again: no second time.
    stream.more(&pcm[..20], &mut |part| panic!("{part:?}"));
    super::Stream::default().more(b"RIFF1234", &mut |part| panic!("{part:?}"));
}

#[test]
fn every_format_is_heard_and_nonsense_is_not() {
    let pcm: Vec<u8> = [0i16, 16_384, -32_768].iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let clip = sound(pcm, Format::Pcm, 16_000).expect("samples");
    assert_eq!((&clip.samples[..], clip.rate_hz), (&[0.0, 0.5, -1.0][..], 16_000));
    assert!(sound(vec![1], Format::Pcm, 16_000).is_err());
    assert!(sound(Vec::new(), Format::Pcm, 16_000).is_err());
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Pcm) {
        assert!(sound(b"this is no sound at all, only words".to_vec(), format, 24_000).is_err(), "{format:?}");
    }
    // A file where bare samples were asked for.
    let mut wav = std::io::Cursor::new(Vec::new());
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 22_050,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::new(&mut wav, spec).expect("begins");
    (0..100i16).for_each(|i| writer.write_sample(i * 100).expect("writes"));
    writer.finalize().expect("ends");
    let clip = sound(wav.into_inner(), Format::Pcm, 16_000).expect("a file");
    assert_eq!((clip.samples.len(), clip.rate_hz), (100, 22_050));
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
