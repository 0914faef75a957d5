//! WAV files.

use std::fs::File;
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};

use hound::{SampleFormat, WavSpec, WavWriter};

use super::error::SinkError;
use crate::audio::dither::Dither;

/// A RIFF file counts its bytes in 32 bits; the header takes 68 of them at most, the padding of an odd length one.
const MAX_DATA_BYTES: u64 = u32::MAX as u64 - 69;

/// How a sample is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// 16-bit integers, dithered.
    Int16,
    /// 24-bit integers, rounded: the error lies below the noise of any converter.
    Int24,
    /// The samples themselves.
    Float32,
}

impl Depth {
    fn n_bytes(self) -> u64 {
        match self {
            Self::Int16 => 2,
            Self::Int24 => 3,
            Self::Float32 => 4,
        }
    }
}

/// Encodes mono samples into a WAV file, as they come.
pub(super) struct WavSink {
    writer: WavWriter<BufWriter<File>>,
    depth: Depth,
    dither: Dither,
    n_samples: u64,
    n_clipped: u64,
}

impl WavSink {
    /// Begins at the start of `file`.
    pub(super) fn new(file: File, rate_hz: u32, depth: Depth) -> Result<Self, SinkError> {
        let spec = WavSpec {
            channels: 1,
            sample_rate: rate_hz,
            bits_per_sample: depth.n_bytes() as u16 * 8,
            sample_format: if depth == Depth::Float32 { SampleFormat::Float } else { SampleFormat::Int },
        };
        let writer = WavWriter::new(BufWriter::with_capacity(1 << 16, file), spec)?;
        Ok(Self { writer, depth, dither: Dither::default(), n_samples: 0, n_clipped: 0 })
    }

    pub(super) fn push(&mut self, samples: &[f32]) -> Result<(), SinkError> {
        if (self.n_samples + samples.len() as u64) * self.depth.n_bytes() > MAX_DATA_BYTES {
            return Err(SinkError::TooLong("WAV"));
        }
        for &sample in samples {
            match self.depth {
                Depth::Int16 => self.writer.write_sample(self.dither.round(sample))?,
                Depth::Int24 => {
                    let value = (f64::from(sample) * 8_388_608.0).round().clamp(-8_388_608.0, 8_388_607.0);
                    self.writer.write_sample(value as i32)?;
                }
                Depth::Float32 => self.writer.write_sample(sample)?,
            }
        }
        if self.depth != Depth::Float32 {
            self.n_clipped += samples.iter().filter(|sample| sample.abs() > 1.0).count() as u64;
        }
        self.n_samples += samples.len() as u64;
        Ok(())
    }

    /// Completes the header; `file` is the same open file. Returns the samples written and how many were clamped.
    pub(super) fn finish(self, file: &mut File) -> Result<(u64, u64), SinkError> {
        self.writer.finalize()?;
        let n_data_bytes = self.n_samples * self.depth.n_bytes();
        if n_data_bytes % 2 == 1 {
            // A chunk of odd length is followed by a padding byte that the file's length counts and its own does not.
            let n_bytes = file.seek(SeekFrom::End(0))?;
            file.write_all(&[0])?;
            file.seek(SeekFrom::Start(4))?;
            file.write_all(&((n_bytes + 1 - 8) as u32).to_le_bytes())?;
        }
        Ok((self.n_samples, self.n_clipped))
    }
}

#[cfg(test)]
mod tests {
    use super::{Depth, MAX_DATA_BYTES, WavSink};
    use crate::export::error::SinkError;

    /// The limit is checked before anything is written: a sink that has counted almost 4 GiB refuses the next block.
    #[test]
    fn more_than_a_wav_file_can_hold_is_refused() {
        for depth in [Depth::Int16, Depth::Int24, Depth::Float32] {
            let mut sink = WavSink::new(tempfile::tempfile().expect("temp"), 44_100, depth).expect("header");
            sink.n_samples = MAX_DATA_BYTES / depth.n_bytes() - 10;
            sink.push(&[0.0; 10]).expect("the last that fit");
            assert!(matches!(sink.push(&[0.0]), Err(SinkError::TooLong("WAV"))), "{depth:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_at_the_latest_when_finished() {
        let open = || std::fs::File::options().read(true).write(true).open("/dev/full").expect("opens");
        let mut sink = WavSink::new(open(), 44_100, Depth::Int16).expect("the header is only buffered");
        let error = sink.push(&vec![0.5; 100_000]).expect_err("no room");
        assert!(matches!(error, SinkError::Io(e) if e.kind() == std::io::ErrorKind::StorageFull));
        let mut sink = WavSink::new(open(), 44_100, Depth::Int16).expect("the header is only buffered");
        sink.push(&[0.5; 10]).expect("only buffered");
        let error = sink.finish(&mut open()).expect_err("no room");
        assert!(matches!(error, SinkError::Io(e) if e.kind() == std::io::ErrorKind::StorageFull));
    }
}
