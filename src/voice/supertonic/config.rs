//! `tts.json`: the numbers of the model that its graphs do not say themselves.
//!
//! Four fields are needed; a folder that lacks one is not a model of this family. The file has many more, which matter
//! only to training.

use serde_json::Value;

/// What is read of `tts.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// `ae.sample_rate`: samples per second, 44,100.
    pub rate_hz: u32,
    /// `ae.base_chunk_size`: samples of one frame of the sound codec, 512.
    pub base_chunk: usize,
    /// `ttl.chunk_compress_factor`: codec frames in one latent frame, 6.
    pub compress: usize,
    /// `ttl.latent_dim`: numbers per codec frame, 24.
    pub latent_dim: usize,
}

/// Highest sample rate that can be meant.
const MAX_RATE_HZ: u64 = 384_000;
/// Highest of each of the other numbers, so that nothing made of them runs over.
const MAX_OTHER: u64 = 1 << 16;

impl Config {
    /// Reads the content of the file. The error says what is wrong with it.
    pub fn read(content: &[u8]) -> Result<Self, String> {
        let file: Value = serde_json::from_slice(content).map_err(|error| format!("it is not JSON: {error}"))?;
        let other = |part, name| field(&file, part, name, MAX_OTHER).map(|number| number as usize);
        Ok(Self {
            rate_hz: field(&file, "ae", "sample_rate", MAX_RATE_HZ)? as u32,
            base_chunk: other("ae", "base_chunk_size")?,
            compress: other("ttl", "chunk_compress_factor")?,
            latent_dim: other("ttl", "latent_dim")?,
        })
    }

    /// Samples that one latent frame becomes: 3,072, that is 69.66 ms.
    pub const fn frame_samples(&self) -> usize {
        self.base_chunk * self.compress
    }

    /// Numbers of one latent frame: 144.
    pub const fn channels(&self) -> usize {
        self.latent_dim * self.compress
    }
}

/// A field that must be there: a whole number from 1 to `max`.
fn field(file: &Value, part: &str, name: &str, max: u64) -> Result<u64, String> {
    let Some(value) = file.get(part).and_then(|part| part.get(name)) else {
        return Err(format!("it does not say “{part}.{name}”"));
    };
    value
        .as_u64()
        .filter(|number| (1..=max).contains(number))
        .ok_or_else(|| format!("“{part}.{name}” is {value}, which cannot be right"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::Config;

    /// The four fields, as published.
    pub const TTS_JSON: &str = r#"{
        "ae": {"sample_rate": 44100, "base_chunk_size": 512},
        "ttl": {"chunk_compress_factor": 6, "latent_dim": 24}
    }"#;

    #[test]
    fn the_published_numbers_give_the_published_shapes() {
        let config = Config::read(TTS_JSON.as_bytes()).expect("reads");
        assert_eq!((config.rate_hz, config.frame_samples(), config.channels()), (44_100, 3_072, 144));
    }

    #[test]
    fn what_is_missing_or_nonsense_is_named() {
        for (from, to, expect) in [
            ("sample_rate", "rate", "does not say “ae.sample_rate”"),
            ("base_chunk_size", "size", "does not say “ae.base_chunk_size”"),
            ("chunk_compress_factor", "factor", "does not say “ttl.chunk_compress_factor”"),
            ("latent_dim", "dim", "does not say “ttl.latent_dim”"),
            ("\"ae\"", "\"vae\"", "does not say “ae.sample_rate”"),
            ("44100", "0", "“ae.sample_rate” is 0"),
            ("512", "-512", "“ae.base_chunk_size” is -512"),
            ("24", "\"24\"", "“ttl.latent_dim” is \"24\""),
            ("6", "1e9", "“ttl.chunk_compress_factor” is"),
            ("}", "", "not JSON"),
        ] {
            let problem = Config::read(TTS_JSON.replacen(from, to, 1).as_bytes()).expect_err(expect);
            assert!(problem.contains(expect), "{problem}");
        }
    }
}
