//! What a server answered, made sound of.

use super::setup::Format;
use crate::audio::{Clip, decode::decode};

/// Sizes from here on in a WAV's header stand for “not known yet”: who streams cannot know it.
const UNKNOWN_SIZE: usize = 0x7FFF_0000;

/// An answer, or what there is of it.
#[derive(Debug, Default)]
pub struct Answer {
    /// Its `Content-Type`; empty where it has none.
    pub kind: String,
    /// Its body.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// Some servers answer with a sound file whatever was asked for.
    pub fn is_file(&self) -> bool {
        let has_magic = [&b"RIFF"[..], b"fLaC", b"ID3", b"OggS"].iter().any(|magic| self.bytes.starts_with(magic));
        // An MP3 without a tag begins with a frame's sync word, which could be two samples, too.
        let is_mpeg = ["mpeg", "mp3"].iter().any(|name| self.kind.contains(name));
        has_magic || is_mpeg && matches!(self.bytes[..], [0xFF, second, ..] if second & 0xE0 == 0xE0)
    }

    /// Samples per second of bare samples: what the answer says (`audio/pcm;rate=24000`), else `usual`.
    pub fn rate_hz(&self, usual: u32) -> u32 {
        let said = self.kind.split(';').skip(1).find_map(|part| part.trim().strip_prefix("rate=")?.parse().ok());
        said.filter(|rate| (8_000..=192_000).contains(rate)).unwrap_or(usual)
    }

    /// Whether a WAV is shorter than its header says, by a size that is one.
    pub fn is_cut_off(&self) -> bool {
        let Some(&[b'R', b'I', b'F', b'F', a, b, c, d]) = self.bytes.first_chunk::<8>() else {
            return false;
        };
        let size = u32::from_le_bytes([a, b, c, d]) as usize;
        // Some leave the byte out that makes a length even.
        size < UNKNOWN_SIZE && self.bytes.len() + 1 < size + 8
    }

    /// Its sound, at its own rate, where `format` was asked for.
    pub fn sound(self, format: Format, rate_hz: u32) -> Result<Clip, String> {
        if format == Format::Pcm && !self.is_file() {
            let (samples, rest) = self.bytes.as_chunks::<2>();
            if samples.is_empty() || !rest.is_empty() {
                return Err(format!("it sent {} bytes, which are no 16-bit samples", self.bytes.len()));
            }
            let samples: Vec<f32> = samples.iter().copied().map(of_16_bits).collect();
            return Ok(Clip::new(samples, self.rate_hz(rate_hz)));
        }
        let n_frames = flac_frames(&self.bytes);
        let clip = decode(self.bytes, format.name())
            .map_err(|error| format!("it sent something that is no {} ({error})", format.name()))?;
        if clip.samples.is_empty() {
            return Err("it sent no sound".to_owned());
        }
        if n_frames.is_some_and(|n_frames| clip.samples.len() < n_frames) {
            return Err("it sent the beginning of a sound only; try again".to_owned());
        }
        Ok(clip)
    }
}

/// Frames of a FLAC, where it says how many it has (RFC 9639, 8.2: 36 bits of the stream information, 0 where unknown).
fn flac_frames(bytes: &[u8]) -> Option<usize> {
    // The first block is the stream information: kind 0, behind a bit that says whether it is the last.
    let is_flac = bytes.starts_with(b"fLaC") && bytes.get(4).is_some_and(|kind| kind << 1 == 0);
    let field = bytes.get(18..)?.first_chunk::<8>().filter(|_| is_flac)?;
    usize::try_from(u64::from_be_bytes(*field) & 0xF_FFFF_FFFF).ok().filter(|&n| n > 0)
}

/// Bare samples as they come.
#[derive(Default)]
pub struct Stream {
    /// Bytes that were made samples of.
    n_taken: usize,
    /// Nothing more of this answer is heard early.
    is_over: bool,
}

impl Stream {
    /// `answer` is what there is; `rate_hz` is that of the voice.
    pub fn more(&mut self, answer: &Answer, rate_hz: u32, heard: &mut dyn FnMut(&[f32])) {
        let body = &answer.bytes;
        // A file where samples were asked for is decoded when it is whole, and what has another rate is brought to ours
        // then. An answer that begins anew after samples were heard is heard whole, too: what was heard is not taken back.
        self.is_over |= body.len() < self.n_taken || answer.is_file() || answer.rate_hz(rate_hz) != rate_hz;
        if self.is_over || body.len() < 4 {
            return;
        }
        let (samples, _) = body[self.n_taken..].as_chunks::<2>();
        self.n_taken += 2 * samples.len();
        heard(&samples.iter().copied().map(of_16_bits).collect::<Vec<f32>>());
    }
}

fn of_16_bits(sample: [u8; 2]) -> f32 {
    f32::from(i16::from_le_bytes(sample)) / 32_768.0
}

#[cfg(test)]
mod tests {
    use super::{Answer, Stream};
    use crate::voice::server::Format;

    fn pcm(bytes: &[u8]) -> Answer {
        Answer { kind: "audio/pcm".to_owned(), bytes: bytes.to_vec() }
    }

    fn wav(n_samples: i16) -> Vec<u8> {
        let mut wav = std::io::Cursor::new(Vec::new());
        let spec = hound::WavSpec {
            channels: 1,
            sample_rate: 22_050,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let mut writer = hound::WavWriter::new(&mut wav, spec).expect("begins");
        (0..n_samples).for_each(|i| writer.write_sample(i * 100).expect("writes"));
        writer.finalize().expect("ends");
        wav.into_inner()
    }

    #[test]
    fn bare_samples_are_heard_as_they_come() {
        let bytes: Vec<u8> = (0..500i16).flat_map(|n| (n * 60).to_le_bytes()).collect();
        let whole = pcm(&bytes).sound(Format::Pcm, 24_000).expect("samples");
        let (mut stream, mut heard) = (Stream::default(), Vec::new());
        for n in [1, 3, 4, 101, 102, 350, 999, 1_000] {
            stream.more(&pcm(&bytes[..n]), 24_000, &mut |part| heard.extend_from_slice(part));
        }
        assert_eq!(heard, whole.samples[..]);
        // It was cut off and comes again: no second time.
        stream.more(&pcm(&bytes[..20]), 24_000, &mut |part| panic!("{part:?}"));
        Stream::default().more(&pcm(b"RIFF1234"), 24_000, &mut |part| panic!("{part:?}"));
        // Of another rate than the voice.
        let other = Answer { kind: "audio/pcm; rate=16000".to_owned(), bytes };
        Stream::default().more(&other, 24_000, &mut |part| panic!("{part:?}"));
        assert_eq!(other.sound(Format::Pcm, 24_000).expect("samples").rate_hz, 16_000);
    }

    #[test]
    fn every_format_is_heard_and_nonsense_is_not() {
        let bytes: Vec<u8> = [0i16, 16_384, -32_768].iter().flat_map(|sample| sample.to_le_bytes()).collect();
        let clip = pcm(&bytes).sound(Format::Pcm, 16_000).expect("samples");
        assert_eq!((&clip.samples[..], clip.rate_hz), (&[0.0, 0.5, -1.0][..], 16_000));
        assert!(pcm(&[1]).sound(Format::Pcm, 16_000).is_err());
        assert!(pcm(&[]).sound(Format::Pcm, 16_000).is_err());
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Pcm) {
            let words = pcm(b"this is no sound at all, only words");
            assert!(words.sound(format, 24_000).is_err(), "{format:?}");
        }
        // A file where bare samples were asked for.
        let clip = pcm(&wav(100)).sound(Format::Pcm, 16_000).expect("a file");
        assert_eq!((clip.samples.len(), clip.rate_hz), (100, 22_050));
    }

    #[test]
    fn an_mp3_without_a_tag_is_no_bare_samples() {
        let bytes = vec![0xFF, 0xFB, 0x90, 0x64];
        let named = |kind: &str| Answer { kind: kind.to_owned(), bytes: bytes.clone() };
        assert!(named("audio/mpeg").is_file() && named("audio/mp3").is_file());
        Stream::default().more(&named("audio/mpeg"), 24_000, &mut |part| panic!("{part:?}"));
        // The same bytes are samples where nobody says otherwise.
        assert!(!named("audio/pcm").is_file() && !named("").is_file());
        assert!(!Answer { kind: "audio/mpeg".to_owned(), bytes: vec![1, 0, 2, 0] }.is_file());
    }

    #[test]
    fn what_is_cut_off_is_noticed_where_its_length_is_known() {
        let mut bytes = wav(100);
        let whole = |bytes: &[u8]| !pcm(bytes).is_cut_off();
        assert!(whole(&bytes) && !whole(&bytes[..bytes.len() - 2]) && !whole(&bytes[..60]));
        for unknown in [0, u32::MAX, 0x7FFF_FFFF, 0x7FFF_FFFF - 36] {
            bytes[4..8].copy_from_slice(&u32::to_le_bytes(unknown));
            assert!(whole(&bytes[..200]), "{unknown}");
        }
        // A FLAC that says that it has 100,000 frames: min and max block, frame sizes, rate 24 kHz, mono, 16 bits.
        let mut flac = b"fLaC\x80\x00\x00\x22\x10\x00\x10\x00\x00\x00\x00\x00\x00\x00".to_vec();
        flac.extend(((24_000u64 << 44) + (15 << 36) + 100_000).to_be_bytes());
        assert_eq!(super::flac_frames(&flac), Some(100_000));
        assert_eq!(super::flac_frames(b"fLaC"), None);
        assert_eq!(super::flac_frames(&[0; 40]), None);
    }
}
