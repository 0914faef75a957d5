//! Against a server of our own, which does what servers should not.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::{Control, Download, DownloadError, Progress, RemoteFile, VoiceFile, fetch_patiently};
use crate::files::write_atomic;

/// What the server does with a request.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Does {
    /// Sends the range that is asked for.
    Sends,
    /// Sends all of it, as if there were no ranges.
    SendsAll,
    /// Sends so many bytes of the range and closes the connection.
    CutsAfter(usize),
    /// Answers with this status, and asks for no wait.
    Refuses(u16),
    /// Sends other bytes of the same number.
    Lies,
    /// Says that the file is longer.
    IsLonger,
    /// Sends so many bytes of the range and then nothing, without closing the connection.
    HangsAfter(usize),
    /// Sends the reader to plain HTTP on another host.
    Redirects,
}

struct Server {
    address: String,
    /// First bytes that were asked for.
    asked: Arc<Mutex<Vec<usize>>>,
}

impl Server {
    /// Serves `content` under every path; does `script` first, then what it should.
    fn start(content: Vec<u8>, script: &[Does]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
        let address = format!("http://{}", listener.local_addr().expect("address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (seen, mut script) = (Arc::clone(&asked), VecDeque::from(script.to_vec()));
        std::thread::Builder::new()
            .name("server".to_owned())
            .spawn(move || {
                let mut hanging = Vec::new();
                for stream in listener.incoming() {
                    let does = script.pop_front().unwrap_or(Does::Sends);
                    // A client that has gone is what some tests are about.
                    if let Ok(Some(stream)) = stream.and_then(|stream| answer(stream, &content, does, &seen)) {
                        hanging.push(stream);
                    }
                }
            })
            .expect("starts");
        Self { address, asked }
    }

    fn asked(&self) -> Vec<usize> {
        self.asked.lock().expect("lock").clone()
    }
}

/// Answers a request. The connection comes back where it is not to be closed.
fn answer(
    stream: TcpStream,
    content: &[u8],
    does: Does,
    seen: &Mutex<Vec<usize>>,
) -> std::io::Result<Option<TcpStream>> {
    let mut reader = BufReader::new(stream);
    let (mut from, mut to) = (0, content.len());
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some((first, last)) = line.strip_prefix("range: bytes=").and_then(|range| range.split_once('-')) {
            from = first.parse().expect("a number");
            to = last.parse::<usize>().expect("a number") + 1;
        }
    }
    seen.lock().expect("lock").push(from);
    let mut stream = reader.into_inner();
    let n_all = content.len() + usize::from(does == Does::IsLonger);
    let (status, body) = match does {
        Does::Refuses(status) => {
            write!(stream, "HTTP/1.1 {status} No\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
            return Ok(None);
        }
        Does::Redirects => {
            let to = "http://192.0.2.1/model";
            write!(stream, "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
            return Ok(None);
        }
        Does::SendsAll => ("200 OK".to_owned(), content.to_vec()),
        Does::Lies => (format!("206 Partial\r\nContent-Range: bytes {from}-{}/{n_all}", to - 1), vec![7; to - from]),
        _ => (format!("206 Partial\r\nContent-Range: bytes {from}-{}/{n_all}", to - 1), content[from..to].to_vec()),
    };
    let n_sent = match does {
        Does::CutsAfter(n) | Does::HangsAfter(n) => n.min(body.len()),
        _ => body.len(),
    };
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
    stream.write_all(&body[..n_sent])?;
    Ok(matches!(does, Does::HangsAfter(_)).then_some(stream))
}

fn content() -> Vec<u8> {
    (0..200_000u32).map(|i| (i * 7 % 251) as u8).collect()
}

fn download(folder: &Path, server: &Server, content: &[u8]) -> Download {
    let sha256 = crate::voice::hex(&Sha256::digest(content));
    let file = VoiceFile { name: "모델.onnx".to_owned(), bytes: content.len() as u64, sha256 };
    let remote = RemoteFile { address: format!("{}/model", server.address), file };
    Download { folder: folder.join("목소리"), files: vec![remote] }
}

fn get(download: &Download, control: &Control) -> Result<Vec<Progress>, DownloadError> {
    let mut told = Vec::new();
    fetch_patiently(download, control, &mut |progress| told.push(progress), Duration::from_millis(1)).map(|()| told)
}

/// What lies in the folder when nothing is left over.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("lists");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn whatever_the_server_does_on_the_way_the_file_is_right_in_the_end() {
    let scripts: &[&[Does]] = &[
        &[],
        &[Does::SendsAll],
        &[Does::CutsAfter(1_000), Does::CutsAfter(0), Does::CutsAfter(70_000)],
        &[Does::CutsAfter(1_000), Does::SendsAll],
        &[Does::Refuses(503), Does::Refuses(429), Does::CutsAfter(5), Does::Refuses(500)],
        &[Does::CutsAfter(150_000), Does::Lies],
        &[Does::CutsAfter(5), Does::Refuses(416)],
    ];
    for script in scripts {
        let home = tempfile::tempdir().expect("temp");
        let server = Server::start(content(), script);
        let download = download(home.path(), &server, &content());
        let told = get(&download, &Control::default()).unwrap_or_else(|error| panic!("{script:?}: {error}"));
        let got = std::fs::read(download.folder.join("모델.onnx")).expect("is there");
        assert_eq!(got, content(), "{script:?}");
        assert_eq!(names(home.path()), ["목소리"], "{script:?}");
        let last = told.last().expect("told");
        assert_eq!((last.n_done, last.n_all), (200_000, 200_000));
        assert!(told.iter().all(|progress| progress.n_done <= progress.n_all));
    }
}

#[test]
fn a_cut_goes_on_where_it_was_cut() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[Does::CutsAfter(90_000)]);
    get(&download(home.path(), &server, &content()), &Control::default()).expect("arrives");
    let asked = server.asked();
    assert_eq!(asked.len(), 2);
    assert!(asked[0] == 0 && asked[1] > 0 && asked[1] <= 90_000, "{asked:?}");
}

#[test]
fn what_is_not_the_file_is_not_installed_and_said_in_words() {
    let lies = [Does::Lies; 2];
    for (script, part) in [
        (&lies[..], "is not that file"),
        (&[Does::IsLonger][..], "200001 bytes"),
        (&[Does::Refuses(404)][..], "status 404"),
        (&[Does::Redirects][..], "status 302"),
        (&[Does::Refuses(503); 6][..], "cannot be reached"),
        (&[Does::CutsAfter(0); 6][..], "cannot be reached"),
    ] {
        let home = tempfile::tempdir().expect("temp");
        let server = Server::start(content(), script);
        let download = download(home.path(), &server, &content());
        let error = get(&download, &Control::default()).expect_err("fails").to_string();
        assert!(error.contains(part), "{script:?}: {error}");
        assert!(!download.folder.exists());
        // And nothing of it is in the way of the next try.
        get(&download, &Control::default()).unwrap_or_else(|error| panic!("{script:?}, again: {error}"));
    }
}

#[test]
fn a_pause_keeps_what_has_arrived_and_cancelling_does_not() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[]);
    let download = download(home.path(), &server, &content());
    let stop = |how: fn(&Control), at: u64| {
        let control = Control::default();
        let seen = control.clone();
        let mut look = |progress: Progress| {
            if progress.n_done > at {
                how(&seen);
            }
        };
        fetch_patiently(&download, &control, &mut look, Duration::from_millis(1)).expect_err("stops")
    };
    assert!(matches!(stop(Control::pause, 60_000), DownloadError::Paused));
    let there = download.n_bytes_there();
    assert!((60_000..200_000).contains(&there), "{there}");
    assert!(matches!(stop(Control::cancel, there), DownloadError::Cancelled));
    assert_eq!(download.n_bytes_there(), 0);
    get(&download, &Control::default()).expect("arrives");
    assert!(server.asked()[1] > 60_000, "it went on where it was paused");
}

#[test]
fn a_dead_connection_is_left_as_soon_as_the_person_says_so() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[Does::HangsAfter(70_000), Does::HangsAfter(0)]);
    let download = download(home.path(), &server, &content());
    for (how, there) in [(Control::pause as fn(&Control), 70_000), (Control::cancel, 0)] {
        let control = Control::default();
        let seen = control.clone();
        let mut last = None;
        // The same number of bytes again: nothing comes any more.
        let mut look = |progress: Progress| {
            if last.replace(progress.n_done) == Some(70_000) && progress.n_done == 70_000 {
                how(&seen);
            }
        };
        fetch_patiently(&download, &control, &mut look, Duration::from_millis(1)).expect_err("stops");
        assert_eq!(download.n_bytes_there(), there);
    }
    get(&download, &Control::default()).expect("arrives");
    assert_eq!(server.asked(), [0, 70_000, 0]);
}

#[test]
fn two_do_not_fetch_the_same_at_once() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[]);
    let download = download(home.path(), &server, &content());
    let lock = crate::files::lock(&home.path().join(".download-목소리.lock")).expect("locks").expect("free");
    assert!(matches!(get(&download, &Control::default()), Err(DownloadError::Busy)));
    drop(lock);
    get(&download, &Control::default()).expect("arrives");
}

#[test]
fn a_damaged_voice_is_replaced_only_when_the_new_one_is_whole() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[Does::Refuses(404)]);
    let download = download(home.path(), &server, &content());
    std::fs::create_dir_all(&download.folder).expect("makes");
    write_atomic(&download.folder.join("old"), b"old").expect("writes");
    get(&download, &Control::default()).expect_err("refused");
    assert_eq!(names(&download.folder), ["old"]);
    get(&download, &Control::default()).expect("arrives");
    assert_eq!(names(&download.folder), ["모델.onnx"]);
}

#[test]
fn nothing_is_fetched_without_encryption_from_elsewhere() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[]);
    let mut download = download(home.path(), &server, &content());
    for address in ["http://example.com/model", "ftp://127.0.0.1/model", "http://127.0.0.1.example.com/model"] {
        download.files[0].address = address.to_owned();
        let error = get(&download, &Control::default()).expect_err("refused");
        assert!(matches!(&error, DownloadError::NotSecure(found) if found == address), "{error}");
    }
}

#[test]
fn what_cannot_fit_is_not_begun() {
    let home = tempfile::tempdir().expect("temp");
    let server = Server::start(content(), &[]);
    let download = download(home.path(), &server, &content());
    assert!(download.lack_of_room(Some(200_000)).is_none());
    assert!(download.lack_of_room(None).is_none(), "a system that does not tell is believed");
    let error = download.lack_of_room(Some(199_999)).expect("one byte is missing");
    assert!(matches!(error, DownloadError::DiskFull { missing_mb: 1, .. }), "{error}");
    // What is there needs no room.
    std::fs::create_dir_all(download.waiting()).expect("makes");
    write_atomic(&download.waiting().join("모델.onnx.part"), &content()[..150_000]).expect("writes");
    assert!(download.lack_of_room(Some(50_000)).is_none());
}

/// On a file system of 1 MB, which an administrator mounts: `mount -t tmpfs -o size=1m tmpfs DIR`, then
/// `MOKSORI_FULL_DISK=DIR cargo test -- --ignored a_full_disk`.
#[test]
#[ignore = "needs a small file system"]
fn a_full_disk_is_a_sentence_and_what_arrived_is_kept() {
    let folder = std::env::var_os("MOKSORI_FULL_DISK").expect("MOKSORI_FULL_DISK names a folder");
    let folder = Path::new(&folder);
    // More than there is room for: nothing is asked for.
    let big = content().repeat(10);
    let server = Server::start(big.clone(), &[]);
    let too_big = download(folder, &server, &big);
    let error = get(&too_big, &Control::default()).expect_err("too big");
    assert!(matches!(error, DownloadError::DiskFull { missing_mb: 2, .. }), "{error}");
    assert!(server.asked().is_empty());
    too_big.forget();

    // It would fit, but somebody else fills the disk meanwhile.
    let content = content().repeat(4);
    let server = Server::start(content.clone(), &[]);
    let download = download(folder, &server, &content);
    let filler = folder.join("filler");
    let mut fill = |progress: Progress| {
        if progress.n_done > 200_000 && !filler.exists() {
            // As much of it as there is room for.
            let file = std::fs::File::options().write(true).create_new(true).open(&filler);
            file.expect("begins").write_all(&vec![0; 1 << 20]).expect_err("does not fit");
        }
    };
    let error = fetch_patiently(&download, &Control::default(), &mut fill, Duration::ZERO).expect_err("full");
    assert!(matches!(error, DownloadError::DiskFull { missing_mb: 1, .. }), "{error}");
    assert!(download.n_bytes_there() > 200_000);
    std::fs::remove_file(&filler).expect("makes room");
    get(&download, &Control::default()).expect("arrives");
    assert!(server.asked()[1] > 200_000);
    crate::files::remove_folder(&download.folder).expect("removes");
}
