use std::io::{Read as _, Seek as _};

use id3::TagLike as _;

use super::{BLOCK_LEN, MP3_RATE_HZ, Mp3Sink, id3v2};
use crate::export::error::SinkError;
use crate::export::{Channels, Tags};

/// What a player reads from an MP3 file without decoding it.
pub(in crate::export) struct Scan {
    /// Length of the ID3v2 tag.
    pub tag_len: usize,
    /// Length of every frame, the Info frame first.
    pub frame_lens: Vec<usize>,
    /// From the Info frame: frames of sound, bytes from the Info frame on, samples to drop at the start and the end.
    pub n_frames: usize,
    pub n_bytes: usize,
    pub delay: usize,
    pub padding: usize,
    /// Where to seek to for each percent, in 256ths of the file.
    pub seek_table: Vec<u8>,
}

/// Reads the frame headers of a file of ours, and asserts that each of them says MPEG-1 layer III, 128 kbit/s and
/// 44.1 kHz.
pub(in crate::export) fn scan(bytes: &[u8], channels: Channels) -> Scan {
    let tag_len =
        if bytes.starts_with(b"ID3") { 10 + bytes[6..10].iter().fold(0, |n, &b| (n << 7) | usize::from(b)) } else { 0 };
    let (mut at, mut frame_lens) = (tag_len, Vec::new());
    while at < bytes.len() {
        let header = u32::from_be_bytes(bytes[at..at + 4].try_into().expect("a header"));
        assert_eq!(header >> 17, 0x7ffd, "no MPEG-1 layer III header at {at} of {}", bytes.len());
        assert_eq!((header >> 12) & 15, 9, "frame {}: not 128 kbit/s", frame_lens.len());
        assert_eq!((header >> 10) & 3, 0, "frame {}: not 44.1 kHz", frame_lens.len());
        assert_eq!((header >> 6) & 3 == 3, channels == Channels::Mono, "frame {}: channels", frame_lens.len());
        let len = 144 * 128_000 / MP3_RATE_HZ as usize + ((header >> 9) & 1) as usize;
        frame_lens.push(len);
        at += len;
    }
    assert_eq!(at, bytes.len(), "the file ends within a frame");
    let info = tag_len + 4 + if channels == Channels::Mono { 17 } else { 32 };
    assert_eq!(&bytes[info..info + 4], b"Info");
    let be = |at: usize, n: usize| bytes[at..at + n].iter().fold(0, |value, &b| (value << 8) | usize::from(b));
    assert_eq!(be(info + 4, 4) & 7, 7, "frames, bytes and seek table are all there");
    let gap = be(info + 141, 3);
    Scan {
        tag_len,
        frame_lens,
        n_frames: be(info + 8, 4),
        n_bytes: be(info + 12, 4),
        seek_table: bytes[info + 16..info + 116].to_vec(),
        delay: gap >> 12,
        padding: gap & 0xfff,
    }
}

fn encode(blocks: impl Iterator<Item = Vec<f32>>, rate_hz: u32, channels: Channels) -> Vec<u8> {
    let mut file = tempfile::tempfile().expect("temp");
    let mut sink =
        Mp3Sink::new(file.try_clone().expect("clones"), rate_hz, channels, &Tags::default()).expect("begins");
    for block in blocks {
        sink.push(&block).expect("encodes");
    }
    sink.finish().expect("finishes");
    file.rewind().expect("rewinds");
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).expect("reads");
    bytes
}

/// The Info frame's numbers for `n_samples` at 44.1 kHz, whatever the length of the file.
fn check_info(scan: &Scan, n_samples: usize) {
    let n_total: usize = scan.frame_lens.iter().sum();
    assert_eq!(scan.n_frames, scan.frame_lens.len() - 1);
    assert_eq!(scan.n_bytes, n_total);
    assert_eq!(scan.n_frames * 1_152 - scan.delay - scan.padding, n_samples, "length after dropping delay and padding");
    assert!(scan.frame_lens.iter().all(|len| (417..=418).contains(len)));
    // Constant bit rate: to seek to x percent is to go to x percent of the file.
    if scan.n_frames > 1_000 {
        for (percent, &place) in scan.seek_table.iter().enumerate() {
            let expect = percent as f64 * 2.56;
            assert!((f64::from(place) - expect).abs() < 2.0, "{percent} % is at {place} of 256");
        }
    }
}

#[test]
fn every_frame_is_128_kbits_and_the_info_frame_is_right() {
    for n in [0, 1, 575, 576, 577, 1_000, 1_151, 1_152, 1_153, 44_100 * 3 + 17] {
        for channels in [Channels::Mono, Channels::JointStereo] {
            let bytes = encode(std::iter::once(vec![0.25; n]), MP3_RATE_HZ, channels);
            check_info(&scan(&bytes, channels), n);
        }
    }
    // Two minutes of another rate, in pieces.
    let bytes = encode((0..120).map(|_| vec![0.1; 48_000]), 48_000, Channels::Mono);
    check_info(&scan(&bytes, Channels::Mono), 120 * 44_100);
}

/// More than four hours: the length that a player shows must be the sound's.
#[test]
#[ignore = "encodes four hours and ten minutes: minutes of work"]
fn four_hours() {
    let sound: Vec<f32> = (0..44_100).map(|i| ((i * i % 9_973) as f32 / 9_973.0 - 0.5) * 0.5).collect();
    let n_secs = 4 * 3_600 + 600;
    // Mostly silence, which the encoder is quick with.
    let blocks = (0..n_secs).map(|second| if second % 60 == 0 { sound.clone() } else { vec![0.0; 44_100] });
    let bytes = encode(blocks, MP3_RATE_HZ, Channels::Mono);
    check_info(&scan(&bytes, Channels::Mono), n_secs * 44_100);
}

#[test]
fn buffers_do_not_grow_with_the_length() {
    let file = tempfile::tempfile().expect("temp");
    let mut sink = Mp3Sink::new(file, 48_000, Channels::Mono, &Tags::default()).expect("begins");
    sink.push(&vec![0.1; 3 * BLOCK_LEN]).expect("encodes");
    let before = (sink.pcm.capacity(), sink.bytes.capacity());
    for _ in 0..10 {
        sink.push(&vec![0.1; 20 * BLOCK_LEN]).expect("encodes");
    }
    assert_eq!((sink.pcm.capacity(), sink.bytes.capacity()), before);
}

#[test]
fn what_is_beyond_full_scale_is_clamped_and_counted() {
    let file = tempfile::tempfile().expect("temp");
    let mut sink = Mp3Sink::new(file, MP3_RATE_HZ, Channels::Mono, &Tags::default()).expect("begins");
    sink.push(&[0.5, 1.0, 1.1, -1.0, -3.0, f32::NAN, f32::INFINITY]).expect("encodes");
    assert_eq!(sink.finish().expect("finishes"), (7, 3));
}

#[test]
fn tags_are_id3v23_in_utf16() {
    let tags =
        |title: &str, artist: &str| Tags { title: title.to_owned(), artist: artist.to_owned(), album: String::new() };
    assert!(id3v2(&Tags::default()).expect("encodes").is_empty());
    assert!(id3v2(&tags(" \n", "")).expect("encodes").is_empty());
    // Decomposed syllables come out composed; a line break, which tags cannot hold, as a space.
    let bytes = id3v2(&tags("\u{1106}\u{1169}\u{11a8}소리\nTitle 😀", "작가")).expect("encodes");
    assert_eq!(bytes[..5], *b"ID3\x03\x00");
    assert!(bytes.windows(7).any(|w| w == [1, 0xff, 0xfe, 0xa9, 0xba, 0x8c, 0xc1]), "no UTF-16 with a mark: {bytes:?}");
    let read = id3::Tag::read_from2(std::io::Cursor::new(bytes)).expect("reads");
    assert_eq!((read.title(), read.artist(), read.album()), (Some("목소리 Title 😀"), Some("작가"), None));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("opens");
    let mut sink = Mp3Sink::new(full, MP3_RATE_HZ, Channels::Mono, &Tags::default()).expect("only buffered");
    let error = (0..100).find_map(|_| sink.push(&vec![0.1; 44_100]).err()).expect("no room");
    assert!(matches!(error, SinkError::Io(e) if e.kind() == std::io::ErrorKind::StorageFull));
}
