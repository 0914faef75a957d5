//! Frames between the studio and its engine process.
//!
//! A frame is two little-endian `u32`s (bytes of the header, number of samples), the header in JSON, and the samples as
//! `f32`s in the machine's own byte order: both ends are one program. The child's output begins with [`MAGIC`], so that whatever a library prints while the process
//! starts is skipped.

use std::io::{self, Read, Write};
use std::time::Duration;

use crate::text::Language;
use crate::voice::runtime::SessionOptions;
use crate::voice::{SpeechOptions, VoiceError, VoiceInfo, Wait};

/// What the child says first; the number is the version of the frames.
pub const MAGIC: &[u8] = b"\nmoksori-engine 4\n";
/// Longest header taken, bytes: a chunk's text is far shorter.
const MAX_HEADER_BYTES: usize = 16 << 20;
/// Most samples taken in one frame: 45 minutes at 48 kHz.
const MAX_SAMPLES: usize = 1 << 27;

/// What the parent asks.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Request {
    /// Load a voice.
    Open {
        /// Its id.
        voice: String,
        /// How its model runs.
        options: SessionOptions,
    },
    /// Speak a chunk.
    Speak {
        /// Names the run, for [`Request::Cancel`].
        run: u64,
        /// Id of the voice; it is loaded.
        voice: String,
        /// See [`crate::voice::SpeechRequest`].
        spoken: String,
        /// Its language.
        language: Language,
        /// Speed factor.
        speed: f32,
        /// Seed of the noise.
        seed: u64,
        /// See [`crate::voice::SpeechRequest`].
        time_limit: Option<Duration>,
        /// What only some families honour.
        options: SpeechOptions,
    },
    /// What the model would be given.
    Phonemes {
        /// Id of the voice; it is loaded.
        voice: String,
        /// The chunk.
        spoken: String,
        /// Its language.
        language: Language,
    },
    /// Give back memory that the last runs left behind.
    Shrink {
        /// Id of the voice.
        voice: String,
    },
    /// Drop a voice. Not answered.
    Close {
        /// Id of the voice.
        voice: String,
    },
    /// Stop a run. Not answered; the run's own answer says that it was cancelled.
    Cancel {
        /// The run.
        run: u64,
    },
}

/// What the child answers; exactly one to each request that is answered, besides any number of [`Reply::Waiting`] and
/// [`Reply::Heard`] before it.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub enum Reply {
    /// The voice is loaded.
    Opened {
        /// What it is.
        info: VoiceInfo,
        /// Hash of its model.
        model_hash: String,
        /// The provider that runs it.
        provider: String,
    },
    /// The samples follow the header.
    Spoken {
        /// Characters without a sound.
        unspoken: String,
    },
    /// What the model would be given.
    Phonemes {
        /// Readable.
        text: String,
    },
    /// What the voice waits for while it is asked to speak, if it does.
    Waiting {
        /// See [`crate::voice::Cancel::wait`].
        wait: Option<Wait>,
    },
    /// A voice that streams speaks: the next samples follow the header. [`Reply::Spoken`] has them all again.
    Heard,
    /// Done.
    Done,
    /// It did not work.
    Failed {
        /// Why.
        error: VoiceError,
    },
}

/// Writes a frame and flushes.
pub fn write<T: serde::Serialize>(to: &mut impl Write, header: &T, samples: &[f32]) -> io::Result<()> {
    let header = serde_json::to_vec(header)?;
    let too_long = |_| io::Error::from(io::ErrorKind::InvalidInput);
    let mut head = Vec::with_capacity(8 + header.len());
    head.extend(u32::try_from(header.len()).map_err(too_long)?.to_le_bytes());
    head.extend(u32::try_from(samples.len()).map_err(too_long)?.to_le_bytes());
    head.extend(header);
    to.write_all(&head)?;
    // As they lie in memory: a chunk is about a million bytes, and copying it costs as much as the pipe does.
    to.write_all(bytemuck::cast_slice(samples))?;
    to.flush()
}

/// Reads a frame; the end of the stream before it is [`io::ErrorKind::UnexpectedEof`].
pub fn read<T: serde::de::DeserializeOwned>(from: &mut impl Read) -> io::Result<(T, Vec<f32>)> {
    let mut lengths = [0u8; 8];
    from.read_exact(&mut lengths)?;
    let [a, b, c, d, e, f, g, h] = lengths;
    let n_header = u32::from_le_bytes([a, b, c, d]) as usize;
    let n_samples = u32::from_le_bytes([e, f, g, h]) as usize;
    if n_header > MAX_HEADER_BYTES || n_samples > MAX_SAMPLES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame of impossible length"));
    }
    let mut header = vec![0; n_header];
    from.read_exact(&mut header)?;
    let header = serde_json::from_slice(&header)?;
    let mut samples = vec![0.0; n_samples];
    from.read_exact(bytemuck::cast_slice_mut(&mut samples))?;
    Ok((header, samples))
}

/// Reads up to and over [`MAGIC`].
pub fn read_magic(from: &mut impl Read) -> io::Result<()> {
    let mut seen = std::collections::VecDeque::with_capacity(MAGIC.len());
    let mut byte = [0u8; 1];
    loop {
        from.read_exact(&mut byte)?;
        if seen.len() == MAGIC.len() {
            seen.pop_front();
        }
        seen.extend(byte);
        if seen.iter().eq(MAGIC) {
            return Ok(());
        }
    }
}
