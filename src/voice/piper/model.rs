//! The network: ids and three scales to samples.

use std::path::Path;

use super::config::{Config, Scales};
use crate::voice::runtime::{ElementType, Port, Runtime, RuntimeError, Session, SessionOptions, Tensor};
use crate::voice::{Cancel, VoiceError, checked_samples};

/// The only output.
const AUDIO: &str = "output";

/// Longest that one id may last at speed 1, on average over an utterance, seconds. Speech has about a thirtieth of a second
/// for each, pads counted; more than this means that the model went wrong.
const MAX_SECS_PER_ID: f32 = 0.5;

/// The loaded network.
#[derive(Debug)]
pub struct Model {
    session: Session,
    scales: Scales,
    rate_hz: u32,
    /// Which speaker speaks, of a model that has several.
    speaker: Option<i64>,
}

impl Model {
    /// Loads the file `path` and checks that it fits its description.
    pub fn load(
        runtime: Runtime,
        path: &Path,
        config: &Config,
        speaker: i64,
        options: &SessionOptions,
    ) -> Result<Self, RuntimeError> {
        let session = Session::load(runtime, path, options)?;
        let speaker = (config.n_speakers > 1).then(|| speaker.clamp(0, i64::from(config.n_speakers) - 1));
        let mut inputs = vec![
            Port::new("input", ElementType::I64, 2),
            Port::new("input_lengths", ElementType::I64, 1),
            Port::new("scales", ElementType::F32, 1),
        ];
        if speaker.is_some() {
            inputs.push(Port::new("sid", ElementType::I64, 1));
        }
        session.expect_signature(&inputs, &[Port::new(AUDIO, ElementType::F32, 4)])?;
        Ok(Self { session, scales: config.scales, rate_hz: config.rate_hz, speaker })
    }

    /// The execution provider.
    pub fn provider(&self) -> &'static str {
        self.session.provider()
    }

    /// The samples of `ids`, in −1 to 1. Durations are divided by `speed`.
    ///
    /// They are as loud as the model makes them. Piper's own program raises every sentence to full scale by its loudest
    /// sample, so that a sentence with one loud plosive comes out softer than its neighbours; loudness is a matter of the
    /// whole programme.
    pub fn samples(&mut self, ids: &[i64], speed: f32, cancel: &Cancel) -> Result<Vec<f32>, VoiceError> {
        let output = self.session.run(self.inputs(ids, speed), &[AUDIO], cancel)?.into_iter().next();
        let longest = ids.len() as f32 * MAX_SECS_PER_ID * self.rate_hz as f32 * self.scales.length.max(1.0) / speed;
        checked_samples(output, ids.len(), longest)
    }

    /// Gives the memory of earlier runs back to the system, by the run of `ids`, which should be few.
    pub fn shrink(&mut self, ids: &[i64]) -> Result<(), RuntimeError> {
        self.session.shrink_after_next_run();
        self.session.run(self.inputs(ids, 1.0), &[], &Cancel::new()).map(|_| ())
    }

    fn inputs(&self, ids: &[i64], speed: f32) -> Vec<(&'static str, Tensor)> {
        let Scales { noise, length, noise_w } = self.scales;
        let n_ids = i64::try_from(ids.len()).unwrap_or(i64::MAX);
        let mut inputs = vec![
            ("input", Tensor::I64 { shape: vec![1, ids.len()], data: ids.to_vec() }),
            ("input_lengths", Tensor::I64 { shape: vec![1], data: vec![n_ids] }),
            ("scales", Tensor::F32 { shape: vec![3], data: vec![noise, length / speed, noise_w] }),
        ];
        if let Some(speaker) = self.speaker {
            inputs.push(("sid", Tensor::I64 { shape: vec![1], data: vec![speaker] }));
        }
        inputs
    }
}
