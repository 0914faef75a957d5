//! The four networks: from numbers of characters to samples.
//!
//! | network | takes | gives |
//! |---|---|---|
//! | duration predictor | `text_ids` `i64 [1, T]`, `style_dp` `[1, 8, 16]`, `text_mask` `[1, 1, T]` | seconds `[1]` |
//! | text encoder | `text_ids` `i64 [1, T]`, `style_ttl` `[1, 50, 256]`, `text_mask` `[1, 1, T]` | text `[1, 256, T]` |
//! | vector estimator | `noisy_latent` `[1, 144, L]`, `text_emb`, `style_ttl`, `latent_mask` `[1, 1, L]`, `text_mask`, `current_step` `[1]`, `total_step` `[1]` | less noisy latent `[1, 144, L]` |
//! | vocoder | `latent` `[1, 144, L]` | samples `[1, 3072 L]` |
//!
//! All are f32 where nothing else is said; T is the number of characters, L of frames of 3,072 samples. Outputs are taken
//! by place and not by name, because exports name them differently. One chunk is one run: masks are all ones.
//!
//! Differences from the published programs: the noise has a seed, so that a take can be made again; the samples are cut
//! to the predicted duration (the SDK leaves up to 70 ms of the last frame); and what the networks give is checked.

use std::path::{Path, PathBuf};

use rand::SeedableRng as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::config::Config;
use super::style::{DP_SHAPE, Style, TTL_SHAPE};
use crate::voice::runtime::{ElementType, Port, Runtime, RuntimeError, Session, SessionOptions, Tensor};
use crate::voice::{Cancel, VoiceError};

/// The networks, in the order in which they are run and loaded; their files are named so.
pub const GRAPHS: [&str; 4] = ["duration_predictor", "text_encoder", "vector_estimator", "vocoder"];

/// Numbers that the text encoder gives per character.
const TEXT_CHANNELS: usize = 256;
/// Shortest utterance: less than this is a click.
const MIN_SECS: f32 = 0.1;
/// Longest utterance: 10,000 frames are 11 minutes, more than any chunk is allowed to be.
const MAX_FRAMES: usize = 10_000;
/// Seconds that one character may last at speed 1, on average over an utterance with its tags. Speech has 0.03 to 0.1.
const MAX_SECS_PER_ID: f32 = 0.5;

const fn f32_port(name: &str, rank: usize) -> Port<'_> {
    Port::new(name, ElementType::F32, rank)
}

const TEXT_IDS: Port<'_> = Port::new("text_ids", ElementType::I64, 2);
const TEXT_MASK: Port<'_> = f32_port("text_mask", 3);
const STYLE_TTL: Port<'_> = f32_port("style_ttl", 3);

/// What is to be spoken, and how.
#[derive(Clone, Copy, Debug)]
pub struct Utterance<'a> {
    /// Numbers of the characters; at least one.
    pub ids: &'a [i64],
    /// Who speaks.
    pub style: &'a Style,
    /// Durations are divided by it.
    pub speed: f32,
    /// How often the noise is made less.
    pub steps: u32,
    /// Seed of the noise.
    pub seed: u64,
}

/// How long an utterance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Length {
    /// Samples that are kept.
    samples: usize,
    /// Frames that the model makes.
    frames: usize,
}

impl Length {
    fn of(secs: f32, config: &Config) -> Self {
        // Exact: 24 bits times 19 bits fit into 53.
        let samples = (f64::from(secs) * f64::from(config.rate_hz)).floor() as usize;
        Self { samples, frames: samples.div_ceil(config.frame_samples()) }
    }
}

/// A loaded network and the name that its file gives to its first output.
#[derive(Debug)]
struct Graph {
    session: Session,
    output: String,
}

impl Graph {
    /// Loads the file and checks that it takes `inputs` and first gives f32 of `rank` dimensions. `output` is the usual
    /// name of that, for the message if there is none.
    fn load(
        runtime: Runtime,
        path: &Path,
        options: &SessionOptions,
        inputs: &[Port<'_>],
        (output, rank): (&str, usize),
    ) -> Result<Self, RuntimeError> {
        let session = Session::load(runtime, path, options)?;
        let output = session.outputs().first().map_or(output, |port| port.name).to_owned();
        session.expect_signature(inputs, &[f32_port(&output, rank)])?;
        Ok(Self { session, output })
    }

    fn run(&mut self, inputs: Vec<(&str, Tensor)>, cancel: &Cancel) -> Result<(Vec<usize>, Vec<f32>), VoiceError> {
        let outputs = self.session.run(inputs, &[&self.output], cancel)?;
        let output = outputs.into_iter().next().and_then(Tensor::into_f32);
        output.ok_or_else(|| VoiceError::Model("it gave another kind of numbers than it declares".to_owned()))
    }
}

/// The loaded networks.
#[derive(Debug)]
pub struct Model {
    config: Config,
    duration_predictor: Graph,
    text_encoder: Graph,
    vector_estimator: Graph,
    vocoder: Graph,
}

impl Model {
    /// Loads the files, which are those of [`GRAPHS`] in that order, and checks that each is what it should be.
    pub fn load(
        runtime: Runtime,
        paths: &[PathBuf; 4],
        config: Config,
        options: &SessionOptions,
    ) -> Result<Self, RuntimeError> {
        let [duration_predictor, text_encoder, vector_estimator, vocoder] = paths;
        let load = |path: &Path, inputs: &[Port<'_>], output| Graph::load(runtime, path, options, inputs, output);
        Ok(Self {
            config,
            duration_predictor: load(
                duration_predictor,
                &[TEXT_IDS, f32_port("style_dp", 3), TEXT_MASK],
                ("duration", 1),
            )?,
            text_encoder: load(text_encoder, &[TEXT_IDS, STYLE_TTL, TEXT_MASK], ("text_emb", 3))?,
            vector_estimator: load(
                vector_estimator,
                &[
                    f32_port("noisy_latent", 3),
                    f32_port("text_emb", 3),
                    STYLE_TTL,
                    f32_port("latent_mask", 3),
                    TEXT_MASK,
                    f32_port("current_step", 1),
                    f32_port("total_step", 1),
                ],
                ("denoised_latent", 3),
            )?,
            vocoder: load(vocoder, &[f32_port("latent", 3)], ("wav_tts", 2))?,
        })
    }

    /// The execution provider.
    pub fn provider(&self) -> &'static str {
        self.vector_estimator.session.provider()
    }

    /// The samples of an utterance, as many as its predicted duration has. `on_step` is told the number of each step
    /// before it is run. Stops between two steps, or inside one, when `cancel` is cancelled.
    pub fn speak(
        &mut self,
        utterance: &Utterance<'_>,
        cancel: &Cancel,
        on_step: &mut dyn FnMut(u32),
    ) -> Result<Vec<f32>, VoiceError> {
        let secs = self.secs(utterance, cancel)?;
        let length = Length::of(secs, &self.config);
        if length.frames > MAX_FRAMES {
            return Err(too_long(secs, utterance.ids.len()));
        }
        let text = self.text(utterance, cancel)?;
        let noise = noise(utterance.seed, self.config.channels() * length.frames);
        let latent = self.latent(utterance, text, noise, cancel, on_step)?;
        self.samples(latent, length, cancel)
    }

    /// Gives the memory of earlier runs back to the system, by the shortest run there is.
    pub fn shrink(&mut self, utterance: &Utterance<'_>) -> Result<(), VoiceError> {
        for graph in
            [&mut self.duration_predictor, &mut self.text_encoder, &mut self.vector_estimator, &mut self.vocoder]
        {
            graph.session.shrink_after_next_run();
        }
        self.speak(&Utterance { steps: 1, ..*utterance }, &Cancel::new(), &mut |_| {}).map(drop)
    }

    /// How long the utterance is at its speed, seconds.
    fn secs(&mut self, utterance: &Utterance<'_>, cancel: &Cancel) -> Result<f32, VoiceError> {
        let style = tensor(DP_SHAPE.to_vec(), utterance.style.dp.clone());
        let inputs = vec![("text_ids", ids(utterance)), ("style_dp", style), ("text_mask", mask(utterance.ids.len()))];
        let (_, durations) = self.duration_predictor.run(inputs, cancel)?;
        let n_ids = utterance.ids.len();
        match durations[..] {
            [secs] if !secs.is_finite() => Err(not_a_number("duration")),
            [secs] if secs > MAX_SECS_PER_ID * n_ids as f32 => Err(too_long(secs, n_ids)),
            [secs] => Ok((secs / utterance.speed).max(MIN_SECS)),
            _ => Err(VoiceError::Model(format!("it gave {} durations of one text", durations.len()))),
        }
    }

    /// The text as the vector estimator sees it.
    fn text(&mut self, utterance: &Utterance<'_>, cancel: &Cancel) -> Result<Vec<f32>, VoiceError> {
        let n_ids = utterance.ids.len();
        let inputs = vec![("text_ids", ids(utterance)), ("style_ttl", ttl(utterance)), ("text_mask", mask(n_ids))];
        let (shape, text) = self.text_encoder.run(inputs, cancel)?;
        checked(text, &shape, &[1, TEXT_CHANNELS, n_ids], "encoded text")
    }

    /// The noise made into sound, step by step.
    fn latent(
        &mut self,
        utterance: &Utterance<'_>,
        text: Vec<f32>,
        noise: Vec<f32>,
        cancel: &Cancel,
        on_step: &mut dyn FnMut(u32),
    ) -> Result<Vec<f32>, VoiceError> {
        let (n_ids, channels) = (utterance.ids.len(), self.config.channels());
        let frames = noise.len() / channels;
        let shape = [1, channels, frames];
        let mut latent = noise;
        for step in 0..utterance.steps {
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            on_step(step);
            let inputs = vec![
                ("noisy_latent", tensor(shape.to_vec(), latent)),
                ("text_emb", tensor(vec![1, TEXT_CHANNELS, n_ids], text.clone())),
                ("style_ttl", ttl(utterance)),
                ("latent_mask", mask(frames)),
                ("text_mask", mask(n_ids)),
                ("current_step", tensor(vec![1], vec![step as f32])),
                ("total_step", tensor(vec![1], vec![utterance.steps as f32])),
            ];
            let (given_shape, given) = self.vector_estimator.run(inputs, cancel)?;
            latent = checked(given, &given_shape, &shape, "latent")?;
        }
        Ok(latent)
    }

    /// The samples of the latent, without what the last frame has too much.
    fn samples(&mut self, latent: Vec<f32>, length: Length, cancel: &Cancel) -> Result<Vec<f32>, VoiceError> {
        let input = tensor(vec![1, self.config.channels(), length.frames], latent);
        let (_, mut samples) = self.vocoder.run(vec![("latent", input)], cancel)?;
        if samples.len() < length.samples {
            return Err(VoiceError::Model(format!(
                "it made {} samples where {} were due; speak the line again",
                samples.len(),
                length.samples
            )));
        }
        samples.truncate(length.samples);
        if samples.iter().all(|sample| sample.is_finite()) { Ok(samples) } else { Err(not_a_number("sound")) }
    }
}

/// As many numbers of normal noise, the same for the same seed. No frame is padding: nothing of it is masked.
fn noise(seed: u64, n: usize) -> Vec<f32> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    (0..n).map(|_| StandardNormal.sample(&mut rng)).collect()
}

fn tensor(shape: Vec<usize>, data: Vec<f32>) -> Tensor {
    Tensor::F32 { shape, data }
}

fn ids(utterance: &Utterance<'_>) -> Tensor {
    Tensor::I64 { shape: vec![1, utterance.ids.len()], data: utterance.ids.to_vec() }
}

fn ttl(utterance: &Utterance<'_>) -> Tensor {
    tensor(TTL_SHAPE.to_vec(), utterance.style.ttl.clone())
}

/// The mask of `n` places that all count.
fn mask(n: usize) -> Tensor {
    tensor(vec![1, 1, n], vec![1.0; n])
}

/// What a network gave, if it has the shape that was due and numbers in it.
fn checked(numbers: Vec<f32>, shape: &[usize], due: &[usize; 3], what: &str) -> Result<Vec<f32>, VoiceError> {
    if shape != due {
        Err(VoiceError::Model(format!("its {what} has the shape {shape:?} where {due:?} was due")))
    } else if numbers.iter().any(|number| !number.is_finite()) {
        Err(not_a_number(what))
    } else {
        Ok(numbers)
    }
}

fn not_a_number(what: &str) -> VoiceError {
    VoiceError::Model(format!("its {what} is not a number; speak the line again"))
}

fn too_long(secs: f32, n_ids: usize) -> VoiceError {
    VoiceError::Model(format!(
        "it wants {secs:.0} s for {n_ids} characters, which cannot be right; change the line a little"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::config::{Config, tests::TTS_JSON};
    use super::{Length, noise};

    #[test]
    fn the_length_is_the_duration_rounded_down_in_whole_frames() {
        let config = Config::read(TTS_JSON.as_bytes()).expect("reads");
        for (secs, samples, frames) in [
            (0.1f32, 4_410, 2),
            (1.0, 44_100, 15),
            (3_072.5 / 44_100.0, 3_072, 1),
            (3_073.5 / 44_100.0, 3_073, 2),
            (2.345_678, 103_444, 34),
        ] {
            assert_eq!(Length::of(secs, &config), Length { samples, frames }, "{secs}");
        }
    }

    #[test]
    fn noise_is_normal_and_its_seeds_differ() {
        let one = noise(1, 50_000);
        assert_eq!(one, noise(1, 50_000));
        assert_ne!(one, noise(2, 50_000));
        let mean = one.iter().sum::<f32>() / 50_000.0;
        let power = one.iter().map(|x| x * x).sum::<f32>() / 50_000.0;
        assert!(mean.abs() < 0.02 && (power - 1.0).abs() < 0.03, "{mean} {power}");
    }
}
