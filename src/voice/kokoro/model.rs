//! The network: phoneme ids, a style and a speed to samples. Two published exports of it are known by their graphs.

use std::path::Path;

use super::RATE_HZ;
use super::style::ROW_LEN;
use crate::voice::runtime::{ElementType, Port, Runtime, RuntimeError, Session, SessionOptions, Tensor};
use crate::voice::{Cancel, VoiceError, checked_samples};

/// Samples that one id may last at speed 1, on average over an utterance: a second. Speech has about two thousand, a
/// comma before a pause ten thousand; more means that the model went wrong.
const MAX_SAMPLES_PER_ID: usize = RATE_HZ as usize;

/// What an export calls its ports, and what kinds of numbers they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Graph {
    ids: &'static str,
    audio: &'static str,
    /// Dimensions of the audio.
    audio_rank: usize,
    /// Some exports take the speed as a whole number.
    speed: ElementType,
}

impl Graph {
    /// The export that a graph with these ports is most like; [`Model::load`] checks the rest.
    fn like(inputs: &[Port<'_>], outputs: &[Port<'_>]) -> Self {
        let is_newer = inputs.iter().any(|port| port.name == "input_ids");
        let (ids, audio) = if is_newer { ("input_ids", "waveform") } else { ("tokens", "audio") };
        let whole_speed = inputs.contains(&Port::new("speed", ElementType::I32, 1));
        // With a dimension for a batch of one, in some exports.
        let has_batch = outputs.iter().any(|port| port.name == audio && port.rank == 2);
        Self {
            ids,
            audio,
            audio_rank: if has_batch { 2 } else { 1 },
            speed: if is_newer && whole_speed { ElementType::I32 } else { ElementType::F32 },
        }
    }

    fn speed_tensor(self, speed: f32) -> Tensor {
        match self.speed {
            ElementType::I32 => {
                let whole = speed.round().max(1.0);
                if (whole - speed).abs() > 0.01 {
                    log::warn!("this export of the model knows whole speeds only: {whole} instead of {speed}");
                }
                Tensor::I32 { shape: vec![1], data: vec![whole as i32] }
            }
            _ => Tensor::F32 { shape: vec![1], data: vec![speed] },
        }
    }
}

/// The loaded network.
#[derive(Debug)]
pub struct Model {
    session: Session,
    graph: Graph,
}

impl Model {
    /// Loads the file `path` and checks that it is one of the exports.
    pub fn load(runtime: Runtime, path: &Path, options: &SessionOptions) -> Result<Self, RuntimeError> {
        let session = Session::load(runtime, path, options)?;
        let graph = Graph::like(&session.inputs(), &session.outputs());
        session.expect_signature(
            &[
                Port::new(graph.ids, ElementType::I64, 2),
                Port::new("style", ElementType::F32, 2),
                Port::new("speed", graph.speed, 1),
            ],
            &[Port::new(graph.audio, ElementType::F32, graph.audio_rank)],
        )?;
        Ok(Self { session, graph })
    }

    /// The execution provider.
    pub fn provider(&self) -> &'static str {
        self.session.provider()
    }

    /// The samples of `ids`, which begin and end with the pad, in −1 to 1. Durations are divided by `speed`.
    pub fn samples(&mut self, ids: &[i64], style: &[f32], speed: f32, cancel: &Cancel) -> Result<Vec<f32>, VoiceError> {
        let inputs = self.inputs(ids, style, speed);
        let output = self.session.run(inputs, &[self.graph.audio], cancel)?.into_iter().next();
        let longest = (ids.len() * MAX_SAMPLES_PER_ID) as f32 / speed;
        checked_samples(output, ids.len(), longest)
    }

    /// Gives the memory of earlier runs back to the system, by the shortest run there is.
    pub fn shrink(&mut self) -> Result<(), RuntimeError> {
        self.session.shrink_after_next_run();
        let inputs = self.inputs(&super::vocab::ids("a"), &[0.0; ROW_LEN], 1.0);
        self.session.run(inputs, &[], &Cancel::new()).map(|_| ())
    }

    fn inputs(&self, ids: &[i64], style: &[f32], speed: f32) -> Vec<(&'static str, Tensor)> {
        vec![
            (self.graph.ids, Tensor::I64 { shape: vec![1, ids.len()], data: ids.to_vec() }),
            ("style", Tensor::F32 { shape: vec![1, style.len()], data: style.to_vec() }),
            ("speed", self.graph.speed_tensor(speed)),
        ]
    }
}
