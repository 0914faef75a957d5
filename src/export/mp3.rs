//! MP3 files: 128 kbit/s constant bit rate at 44.1 kHz.
//!
//! A file is an ID3v2 tag (if there is anything to tag), one *Info* frame and the frames of sound. The Info frame tells
//! a player the number of frames (so the length is right and seeking is exact) and how many samples the encoder put
//! before and after the sound (so a player that knows plays exactly the samples that went in). These numbers are known
//! at the end only: the encoder's first frame is a placeholder of the same size, overwritten when the file is finished.

use std::fs::File;
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};

use mp3lame_encoder::{Bitrate, Builder, DualPcm, Encoder, FlushGap, Mode, MonoPcm, Quality, max_required_buffer_size};
use unicode_normalization::UnicodeNormalization as _;

use super::error::SinkError;
use super::{Channels, Tags};
use crate::audio::resample::Resampler;

/// Rate of every MP3 file, hertz. Every browser and phone plays it, and it is the project's own by default.
pub const MP3_RATE_HZ: u32 = 44_100;

/// Samples per call of the encoder: bounds its buffer.
const BLOCK_LEN: usize = 8_192;

/// The Info frame counts bytes in 32 bits (74 hours).
const MAX_BYTES: u64 = u32::MAX as u64 - (1 << 20);

/// Encodes mono samples into an MP3 file, as they come.
pub(super) struct Mp3Sink {
    out: BufWriter<File>,
    encoder: Encoder,
    channels: Channels,
    /// None where the samples have the file's rate.
    resampler: Option<Resampler>,
    /// Samples on their way to the encoder.
    pcm: Vec<f32>,
    /// Bytes on their way to the file.
    bytes: Vec<u8>,
    /// Where the Info frame lies in the file.
    info_offset: u64,
    n_bytes: u64,
    n_samples: u64,
    n_clipped: u64,
}

impl Mp3Sink {
    /// Begins at the start of `file` with the tags. `rate_hz` is the rate of the samples that will be pushed.
    pub(super) fn new(file: File, rate_hz: u32, channels: Channels, tags: &Tags) -> Result<Self, SinkError> {
        let resampler = if rate_hz == MP3_RATE_HZ { None } else { Some(Resampler::new(rate_hz, MP3_RATE_HZ)?) };
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let tag = id3v2(tags)?;
        out.write_all(&tag)?;
        Ok(Self {
            out,
            encoder: encoder(channels)?,
            channels,
            resampler,
            pcm: Vec::new(),
            bytes: Vec::with_capacity(max_required_buffer_size(BLOCK_LEN)),
            info_offset: tag.len() as u64,
            n_bytes: tag.len() as u64,
            n_samples: 0,
            n_clipped: 0,
        })
    }

    pub(super) fn push(&mut self, samples: &[f32]) -> Result<(), SinkError> {
        for block in samples.chunks(BLOCK_LEN) {
            self.pcm.clear();
            match &mut self.resampler {
                Some(resampler) => resampler.push(block, &mut self.pcm)?,
                None => self.pcm.extend_from_slice(block),
            }
            self.encode()?;
        }
        Ok(())
    }

    /// Encodes what lies in `pcm`.
    fn encode(&mut self) -> Result<(), SinkError> {
        for sample in &mut self.pcm {
            if sample.abs() > 1.0 {
                self.n_clipped += 1;
                *sample = sample.clamp(-1.0, 1.0);
            } else if sample.is_nan() {
                *sample = 0.0;
            }
        }
        for block in self.pcm.chunks(BLOCK_LEN) {
            self.bytes.clear();
            match self.channels {
                Channels::Mono => self.encoder.encode_to_vec(MonoPcm(block), &mut self.bytes)?,
                Channels::JointStereo => {
                    self.encoder.encode_to_vec(DualPcm { left: block, right: block }, &mut self.bytes)?
                }
            };
            self.out.write_all(&self.bytes)?;
            self.n_bytes += self.bytes.len() as u64;
        }
        self.n_samples += self.pcm.len() as u64;
        if self.n_bytes > MAX_BYTES { Err(SinkError::TooLong("MP3")) } else { Ok(()) }
    }

    /// Completes the file. Returns the samples encoded, at [`MP3_RATE_HZ`], and how many were clamped.
    pub(super) fn finish(mut self) -> Result<(u64, u64), SinkError> {
        self.pcm.clear();
        if let Some(resampler) = &mut self.resampler {
            resampler.finish(&mut self.pcm)?;
        }
        self.encode()?;
        self.bytes.clear();
        // The flush that pads with silence: the other kind leaves the end of the sound in the encoder.
        self.encoder.flush_to_vec::<FlushGap>(&mut self.bytes)?;
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        if self.encoder.lame_tag_encode_to_vec(&mut self.bytes).is_none() {
            return Err(SinkError::Encoder("no Info frame".to_owned()));
        }
        self.out.seek(SeekFrom::Start(self.info_offset))?;
        self.out.write_all(&self.bytes)?;
        self.out.flush()?;
        Ok((self.n_samples, self.n_clipped))
    }
}

fn encoder(channels: Channels) -> Result<Encoder, SinkError> {
    let (n_channels, mode) = match channels {
        Channels::Mono => (1, Mode::Mono),
        Channels::JointStereo => (2, Mode::JointStereo),
    };
    let builder = Builder::new().ok_or_else(|| SinkError::Encoder("out of memory".to_owned()))?;
    Ok(builder
        .with_num_channels(n_channels)?
        .with_mode(mode)?
        .with_sample_rate(MP3_RATE_HZ)?
        .with_output_sample_rate(std::num::NonZeroU32::new(MP3_RATE_HZ))?
        .with_brate(Bitrate::Kbps128)?
        .with_quality(Quality::NearBest)?
        .with_to_write_vbr_tag(true)?
        .build()?)
}

/// The tags as ID3v2.3 with UTF-16 text, which every player reads, in NFC; nothing where all are empty.
fn id3v2(tags: &Tags) -> Result<Vec<u8>, SinkError> {
    use id3::TagLike as _;
    let mut tag = id3::Tag::new();
    for (id, text) in [("TIT2", &tags.title), ("TPE1", &tags.artist), ("TALB", &tags.album)] {
        let text: String = text.nfc().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if !text.trim().is_empty() {
            tag.set_text(id, text.trim());
        }
    }
    let mut bytes = Vec::new();
    if tag.frames().next().is_some() {
        id3::Encoder::new()
            .version(id3::Version::Id3v23)
            .encode(&tag, &mut bytes)
            .map_err(|error| SinkError::Encoder(format!("the tags could not be written: {error}")))?;
    }
    Ok(bytes)
}

#[cfg(test)]
pub(super) mod tests;
