//! Decoding WAV, FLAC and MP3 files.

use std::io::Cursor;

use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;

use super::Clip;

/// Why a file could not be decoded.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// Neither WAV nor FLAC nor MP3.
    #[error("this is not a WAV, FLAC or MP3 file; convert it to one of these first ({0})")]
    Unknown(String),
    /// No sound in it.
    #[error("the file holds no sound")]
    NoSound,
    /// Nothing of it could be decoded.
    #[error("the file is damaged: nothing in it could be decoded; get another copy of it ({0})")]
    Damaged(String),
}

/// Decodes a whole WAV, FLAC or MP3 file, mixed down to mono by averaging the channels, at the file's own rate. What an MP3
/// encoder put before and after the sound is cut off where the file says how much it is. A file that is cut short or
/// damaged in places gives what is left of it. `extension` is a hint, without the dot; may be empty.
pub fn decode(mut bytes: Vec<u8>, extension: &str) -> Result<Clip, DecodeError> {
    let bytes = bytes.split_off(id3v2_len(&bytes).min(bytes.len()));
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), MediaSourceStreamOptions::default());
    let mut hint = Hint::new();
    hint.with_extension(extension);
    let mut format = symphonia::default::get_probe()
        .probe(&hint, stream, FormatOptions::default(), MetadataOptions::default())
        .map_err(|error| DecodeError::Unknown(error.to_string()))?;
    let track = format.default_track(TrackType::Audio).ok_or(DecodeError::NoSound)?;
    let track_id = track.id;
    let params = track.codec_params.as_ref().and_then(|params| params.audio()).ok_or(DecodeError::NoSound)?;
    let mut rate_hz = params.sample_rate.unwrap_or(0);
    let mut decoder = symphonia::default::get_codecs()
        .make_audio_decoder(params, &AudioDecoderOptions::default())
        .map_err(|error| DecodeError::Unknown(error.to_string()))?;

    let (mut mono, mut block): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    let mut first_error = None;
    let mut n_decoded: usize = 0;
    loop {
        let packet = match format.next_packet() {
            Ok(Some(packet)) => packet,
            Ok(None) => break,
            Err(error) => {
                first_error.get_or_insert(error.to_string());
                break;
            }
        };
        if packet.track_id != track_id {
            continue;
        }
        match decoder.decode(&packet) {
            Ok(buffer) => {
                n_decoded += 1;
                rate_hz = buffer.spec().rate();
                let n_channels = buffer.spec().channels().count().max(1);
                buffer.copy_to_vec_interleaved(&mut block);
                mono.extend(block.chunks_exact(n_channels).map(|frame| frame.iter().sum::<f32>() / n_channels as f32));
            }
            Err(error @ (Error::DecodeError(_) | Error::IoError(_))) => {
                first_error.get_or_insert(error.to_string());
            }
            Err(error) => {
                first_error.get_or_insert(error.to_string());
                break;
            }
        }
    }
    match first_error {
        Some(reason) if n_decoded == 0 => Err(DecodeError::Damaged(reason)),
        _ if rate_hz == 0 => Err(DecodeError::NoSound),
        _ => Ok(Clip::new(mono, rate_hz)),
    }
}

/// Length of the ID3v2 tag that the file begins with, 0 where there is none. Its text may look like an MP3 frame.
fn id3v2_len(bytes: &[u8]) -> usize {
    let Some(&[b'I', b'D', b'3', _, _, flags, a, b, c, d]) = bytes.first_chunk::<10>() else {
        return 0;
    };
    let footer = if flags & 0x10 == 0 { 0 } else { 10 };
    let n = [a, b, c, d].iter().fold(0_usize, |n, &byte| (n << 7) | usize::from(byte & 0x7f));
    10 + n + footer
}

#[cfg(test)]
mod tests {
    use super::{DecodeError, decode};

    fn wav(n_channels: u16, spec_bits: u16, samples: &[i32]) -> Vec<u8> {
        let spec = hound::WavSpec {
            channels: n_channels,
            sample_rate: 22_050,
            bits_per_sample: spec_bits,
            sample_format: hound::SampleFormat::Int,
        };
        let mut bytes = std::io::Cursor::new(Vec::new());
        let mut writer = hound::WavWriter::new(&mut bytes, spec).expect("header");
        for &sample in samples {
            writer.write_sample(sample).expect("writes");
        }
        writer.finalize().expect("finishes");
        bytes.into_inner()
    }

    #[test]
    fn wav_files() {
        let clip = decode(wav(1, 16, &[0, 16_384, -32_768]), "wav").expect("decodes");
        assert_eq!((clip.rate_hz, &clip.samples[..]), (22_050, &[0.0, 0.5, -1.0][..]));
        let clip = decode(wav(2, 24, &[0, 4_194_304, -8_388_608, 0]), "").expect("decodes without a hint");
        assert_eq!(clip.samples[..], [0.25, -0.5]);
        assert!(decode(wav(1, 16, &[]), "wav").expect("decodes").is_empty());
    }

    #[test]
    fn a_wav_cut_short_gives_what_is_left() {
        let mut bytes = wav(1, 16, &vec![1000; 5_000]);
        bytes.truncate(44 + 2 * 3_000);
        let clip = decode(bytes, "wav").expect("decodes");
        assert!((2_000..=3_000).contains(&clip.len()), "{}", clip.len());
    }

    #[test]
    fn what_is_no_sound_file_is_refused() {
        for bytes in [Vec::new(), b"ID3".to_vec(), "목소리가 아닙니다. ".repeat(300).into_bytes(), vec![0; 5_000]]
        {
            assert!(matches!(decode(bytes, "mp3"), Err(DecodeError::Unknown(_))));
        }
    }
}
