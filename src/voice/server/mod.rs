//! Speech servers: an endpoint that answers OpenAI's `POST /v1/audio/speech` as a voice, on this machine, in the house or
//! elsewhere.
//!
//! A person enters a server ([`setup`]); it is kept in `servers.json` in the configuration folder, its key in the system's
//! keyring ([`key`]). Of a script nothing but the text of a chunk goes out, only to that address, and only when the voice was
//! chosen by name: no server is ever chosen by itself. The studio renders one chunk at a time, so a server gets one request
//! at a time from each window.
//!
//! Wire format: `{"model", "input", "voice", "response_format", "speed"}`, answered with the bytes of a sound file, or with
//! bare 16-bit little-endian samples for `pcm` (OpenAI API reference, “Create speech”).

mod answer;
mod client;
pub mod key;
pub mod setup;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::time::Duration;

pub use setup::{AddressError, Format, Setup};

use super::{Cancel, Speech, SpeechRequest, Voice, VoiceError, VoiceInfo};
use crate::audio::resample::resample;
use crate::text::Language;
use answer::Stream;
use client::Client;

/// Longest chunk in `char`s: what servers of every family take.
pub const MAX_CHARS: usize = 300;

/// Speeds that the interface allows and servers honour.
pub const SPEEDS: RangeInclusive<f32> = 0.25..=4.0;

/// How long a chunk may take with all tries and waits: a line in a busy server's queue has not hung.
pub const PATIENCE: Duration = Duration::from_mins(10);

/// What runs the model, as far as we know.
const PROVIDER: &str = "server";

/// A server as a voice.
pub struct Server {
    info: VoiceInfo,
    setup: Setup,
    client: Client,
}

impl Server {
    /// Makes ready to ask. Nothing is sent yet.
    pub fn load(info: VoiceInfo, setup: &Setup) -> Result<Self, VoiceError> {
        let host = setup.host().map_err(|error| failed(&setup.id, error.to_string()))?;
        let key = key::read(&setup.id, host).map_err(|problem| failed(&setup.id, problem))?;
        let client = Client::new(setup, key).map_err(|error| failed(&setup.id, error.to_string()))?;
        Ok(Self { info, setup: setup.clone(), client })
    }
}

impl Voice for Server {
    fn info(&self) -> &VoiceInfo {
        &self.info
    }

    fn model_hash(&self) -> &str {
        &self.info.model_hash
    }

    fn provider(&self) -> &str {
        PROVIDER
    }

    fn phonemes(&mut self, spoken: &str, _language: Language) -> Result<String, VoiceError> {
        Ok(spoken.to_owned())
    }

    fn speak_streaming(
        &mut self,
        request: &SpeechRequest<'_>,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Speech, VoiceError> {
        let Setup { id, format, rate_hz, .. } = &self.setup;
        let mut stream = Stream::default();
        let answer = self.client.speech(request, cancel, &mut |answer| {
            if *format == Format::Pcm {
                stream.more(answer, *rate_hz, heard);
            }
        })?;
        let clip = answer.sound(*format, *rate_hz).map_err(|problem| failed(id, problem))?;
        if clip.samples.iter().any(|sample| !sample.is_finite()) {
            return Err(failed(id, "it sent something that is not a number".to_owned()));
        }
        let clip = resample(&clip, *rate_hz).map_err(|error| failed(id, error.to_string()))?;
        let samples = clip.samples.iter().map(|sample| sample.clamp(-1.0, 1.0)).collect();
        Ok(Speech { samples, unspoken: String::new() })
    }
}

fn failed(id: &str, problem: String) -> VoiceError {
    VoiceError::Server { id: id.to_owned(), problem }
}
