//! The graphs: which contract they keep, the first run, the steps, and the samples.
//!
//! What goes from one step to the next (hidden numbers and caches) stays in the runtime's own memory and is not copied.
//! The caches of contract (b) have a fixed length, which is allocated once for a chunk: what the first run gave, widened
//! to hold the most steps that the chunk may take. Those of contract (a) grow by themselves.

use std::path::Path;

use rand::SeedableRng as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::Setup;
use super::contract::{Contract, State, contract_of, decoder_ports, states_of};
use super::sequence::Sequence;
use super::windows::{self, MARGIN, Window};
use crate::voice::runtime::{ElementType, Held, Input, Runtime, RuntimeError, Session, SessionOptions, Tensor};
use crate::voice::{Cancel, VoiceError};

/// Latent frames that one step makes, and numbers of each.
pub const PATCH: usize = 4;
pub const LATENT: usize = 64;
/// Samples of a reference that one such patch stands for, at 16 kHz.
const PATCH_SAMPLES: usize = 2_560;
/// Most steps of a chunk, and the most for each token of its text: the publisher's limit against speech without an end.
const MAX_STEPS: usize = 2_048;
const STEPS_PER_ID: usize = 6;
const STEPS_BESIDES: usize = 10;
/// The publisher's guidance scale.
const GUIDANCE: f32 = 2.0;
/// Frames that a decoder without a length of its own is given at once.
const FREE_WINDOW: usize = 96;

/// What every chunk of a voice begins with.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The voice to design.
    pub description: Option<String>,
    /// Patches of the reference, `PATCH * LATENT` numbers each.
    pub frames: Vec<f32>,
    /// What is said in it.
    pub transcript: Option<String>,
}

/// The loaded graphs.
#[derive(Debug)]
pub struct Model {
    contract: Contract,
    prefill: Session,
    step: Session,
    decoder: Session,
    states: Vec<State>,
    /// Names of the decoder's input and output.
    decoder_ports: (String, String),
    /// Frames that the decoder takes at once.
    window: usize,
    /// Places of the first run; `None` for as many as there are.
    n_places: Option<usize>,
    /// Places of the caches; `None` for as many as are wanted.
    n_cached: Option<usize>,
}

impl Model {
    /// Loads the graphs and finds out which contract they keep.
    pub fn load(
        runtime: Runtime,
        folder: &Path,
        setup: &Setup,
        options: &SessionOptions,
    ) -> Result<Self, RuntimeError> {
        let load = |name: &str| Session::load(runtime, &folder.join(name), options);
        let bad = |name: &str, problem: String| RuntimeError::BadModel {
            problem,
            path: folder.join(name).display().to_string(),
        };
        let prefill = load(&setup.prefill)?;
        let contract = contract_of(&prefill).map_err(|problem| bad(&setup.prefill, problem))?;
        let step = load(&setup.step)?;
        let states = states_of(contract, &prefill, &step).map_err(|problem| bad(&setup.step, problem))?;
        let decoder = load(&setup.decoder)?;
        let decoder_ports = decoder_ports(&decoder).map_err(|problem| bad(&setup.decoder, problem))?;
        let declared = |session: &Session, name: &str, place: usize| session.input_shape(name)?.get(place).copied()?;
        let window = declared(&decoder, &decoder_ports.0, 2).unwrap_or(FREE_WINDOW);
        if window <= 2 * MARGIN {
            return Err(bad(&setup.decoder, format!("it takes {window} frames at once, which are too few")));
        }
        let (n_places, n_cached) = match contract {
            Contract::Growing => (None, None),
            Contract::Fixed => (declared(&prefill, "text_tokens", 1), declared(&step, "base_cache", 4)),
        };
        Ok(Self { contract, prefill, step, decoder, states, decoder_ports, window, n_places, n_cached })
    }

    /// The execution provider.
    pub fn provider(&self) -> &'static str {
        self.step.provider()
    }

    /// Patches of a reference at 16 kHz, made by the encoder at `path`, window by window.
    pub fn encode(
        runtime: Runtime,
        path: &Path,
        samples: &[f32],
        options: &SessionOptions,
    ) -> Result<Vec<f32>, RuntimeError> {
        let bad =
            |problem: &str| RuntimeError::BadModel { problem: problem.to_owned(), path: path.display().to_string() };
        let mut session = Session::load(runtime, path, options)?;
        let [input] = &session.inputs()[..] else { return Err(bad("it should take one input, the sound")) };
        if input.element != Some(ElementType::F32) || !matches!(input.rank, 2 | 3) {
            return Err(bad("its input should be sound (f32, 2 or 3 dimensions)"));
        }
        let (name, rank) = (input.name.to_owned(), input.rank);
        let output =
            session.outputs().first().map(|port| port.name.to_owned()).ok_or_else(|| bad("it gives nothing"))?;
        let declared = session.input_shape(&name).and_then(|shape| *shape.last()?);
        let n_window = declared.unwrap_or_else(|| samples.len().next_multiple_of(PATCH_SAMPLES));
        let mut frames = Vec::new();
        for part in samples.chunks(n_window.max(1)) {
            let mut data = part.to_vec();
            data.resize(n_window, 0.0);
            let mut shape = vec![1; rank];
            shape[rank - 1] = n_window;
            let outputs = session.run(vec![(&name, Tensor::F32 { shape, data })], &[&output], &Cancel::new())?;
            let Some((_, made)) = outputs.into_iter().next().and_then(Tensor::into_f32) else {
                return Err(bad("it gives another kind of numbers than 32-bit floating point"));
            };
            // What was padding is no part of the voice.
            let n_wanted = part.len().div_ceil(PATCH_SAMPLES) * PATCH * LATENT;
            if made.len() < n_wanted || made[..n_wanted].iter().any(|number| !number.is_finite()) {
                return Err(bad("it makes no frames of this recording"));
            }
            frames.extend_from_slice(&made[..n_wanted]);
        }
        Ok(frames)
    }

    /// Whether a reference leaves room for a text; what is wrong otherwise.
    pub fn check_prompt(&self, prompt: &Prompt) -> Result<(), String> {
        let n_patches = prompt.frames.len() / (PATCH * LATENT);
        match self.n_places {
            Some(n_places) if 2 * n_patches > n_places => Err(format!(
                "the recording takes {n_patches} of the model's {n_places} places; use one of {} seconds at most",
                n_places / 2 * PATCH_SAMPLES / 16_000
            )),
            _ => Ok(()),
        }
    }

    /// The samples of a text. `heard` gets each stretch of them as soon as it is decoded. Stops within one step.
    pub fn speak(
        &mut self,
        text: (Option<i64>, &[i64]),
        transcript: &[i64],
        frames: &[f32],
        seed: u64,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<Vec<f32>, VoiceError> {
        let (begin, ids) = text;
        let sequence = Sequence::of(begin, ids, transcript, frames);
        let n_context = sequence.ids.len();
        let most = (ids.len() * STEPS_PER_ID + STEPS_BESIDES).min(MAX_STEPS);
        let most = self.n_cached.map_or(most, |n_cached| most.min(n_cached.saturating_sub(n_context)));
        if self.n_places.is_some_and(|n_places| n_context > n_places) || most < self.contract.fewest_steps() {
            return Err(VoiceError::Model(format!(
                "the text and its reference take {n_context} places, which are too many; use shorter chunks"
            )));
        }
        let (mut states, mut patch) = self.first(sequence, n_context + most, cancel)?;
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut sound = Sound { frames: Vec::new(), n_kept: 0, samples: Vec::new() };
        for index in 0..most {
            if cancel.is_cancelled() {
                return Err(VoiceError::Cancelled);
            }
            let noise: Vec<f32> = (0..PATCH * LATENT).map(|_| StandardNormal.sample(&mut rng)).collect();
            let is_over;
            (states, patch, is_over) = self.next(states, patch, noise, n_context + index, cancel)?;
            sound.frames.extend_from_slice(&patch);
            let is_last = is_over && index + 1 >= self.contract.fewest_steps() || index + 1 == most;
            self.decode(&mut sound, is_last, cancel, heard)?;
            if is_last {
                if !is_over {
                    log::info!("the model did not stop by itself after {most} steps");
                }
                break;
            }
        }
        Ok(sound.samples)
    }

    /// The first run: what goes to the first step, and the patch before it. `n_cached` places of caches are needed.
    fn first(
        &mut self,
        mut sequence: Sequence,
        n_cached: usize,
        cancel: &Cancel,
    ) -> Result<(Vec<Input>, Vec<f32>), VoiceError> {
        let n_context = sequence.ids.len();
        sequence.pad_to(self.n_places.unwrap_or(n_context));
        let n = sequence.ids.len();
        let (read, sound) = (sequence.mask(false), sequence.mask(true));
        let frames = Tensor::F32 { shape: vec![1, n, PATCH, LATENT], data: sequence.frames };
        let ids = Tensor::I64 { shape: vec![1, n], data: sequence.ids };
        let shape = vec![1, n];
        let inputs = match self.contract {
            Contract::Fixed => vec![
                ("text_tokens", ids),
                ("text_mask", Tensor::F32 { shape: shape.clone(), data: read }),
                ("audio_feats", frames),
                ("audio_mask", Tensor::F32 { shape, data: sound }),
                ("ctx_len", Tensor::I64 { shape: Vec::new(), data: vec![place(n_context)] }),
            ],
            Contract::Growing => {
                let whole = |mask: Vec<f32>| mask.into_iter().map(|one| one as i32).collect();
                vec![
                    ("text_token", ids),
                    ("text_mask", Tensor::I32 { shape: shape.clone(), data: whole(read) }),
                    ("audio_feat", frames),
                    ("audio_mask", Tensor::I32 { shape, data: whole(sound) }),
                ]
            }
        };
        let inputs = inputs.into_iter().map(|(name, tensor)| (name, Input::Numbers(tensor))).collect();
        let held: Vec<&str> = self.states.iter().map(|state| state.first.as_str()).collect();
        let (numbers, held) = self.prefill.run_holding(inputs, &["prefix_feat_cond"], &held, cancel)?;
        let patch = patch_of(numbers)?;
        let n_cached = self.n_cached.unwrap_or(n_cached);
        let carried = |held: Held| {
            if self.contract == Contract::Growing {
                return Ok(Input::Held(held));
            }
            widened(held.tensor()?, n_context, n_cached).map(Input::Numbers)
        };
        Ok((held.into_iter().map(carried).collect::<Result<_, VoiceError>>()?, patch))
    }

    /// A step: what goes to the next one, the patch, and whether that is the last.
    fn next(
        &mut self,
        states: Vec<Input>,
        before: Vec<f32>,
        noise: Vec<f32>,
        position: usize,
        cancel: &Cancel,
    ) -> Result<(Vec<Input>, Vec<f32>, bool), VoiceError> {
        let numbers = |shape: Vec<usize>, data: Vec<f32>| Input::Numbers(Tensor::F32 { shape, data });
        let names = self.states.iter().map(|state| state.before.as_str());
        let mut inputs: Vec<(&str, Input)> = names.zip(states).collect();
        inputs.push(("prefix_feat_cond", numbers(vec![1, PATCH, LATENT], before)));
        let stop = match self.contract {
            Contract::Fixed => {
                inputs.push(("noise", numbers(vec![1, LATENT, PATCH], noise)));
                let position = Tensor::I64 { shape: Vec::new(), data: vec![place(position)] };
                inputs.push(("position_id", Input::Numbers(position)));
                "stop_logits"
            }
            Contract::Growing => {
                inputs.push(("noise", numbers(vec![1, PATCH, LATENT], noise)));
                inputs.push(("cfg_value", numbers(Vec::new(), vec![GUIDANCE])));
                "stop_flag"
            }
        };
        let held: Vec<&str> = self.states.iter().map(|state| state.after.as_str()).collect();
        let (mut numbers, held) = self.step.run_holding(inputs, &["pred_feat", stop], &held, cancel)?;
        let stop = numbers.pop().map(Tensor::into_numbers).unwrap_or_default();
        let is_over = match (self.contract, &stop[..]) {
            (Contract::Fixed, [on, over]) => over > on,
            (Contract::Growing, [flag]) => *flag > 0.5,
            _ => return Err(VoiceError::Model("it does not say whether it is at the end".to_owned())),
        };
        Ok((held.into_iter().map(Input::Held).collect(), patch_of(numbers)?, is_over))
    }

    /// Decodes what can be decoded of the frames that are there.
    fn decode(
        &mut self,
        sound: &mut Sound,
        is_last: bool,
        cancel: &Cancel,
        heard: &mut dyn FnMut(&[f32]),
    ) -> Result<(), VoiceError> {
        let n_made = sound.frames.len() / LATENT;
        while let Some(window) = windows::next(sound.n_kept, n_made, self.window, is_last) {
            let samples = self.window(&sound.frames, window, cancel)?;
            heard(&samples);
            sound.samples.extend(samples);
            sound.n_kept = window.to;
        }
        Ok(())
    }

    /// The samples of the frames that a window keeps.
    fn window(&mut self, frames: &[f32], window: Window, cancel: &Cancel) -> Result<Vec<f32>, VoiceError> {
        // Channel by channel, as the decoder takes them; behind the last frame there is nothing.
        let size = self.window;
        let mut data = vec![0.0; LATENT * size];
        for (place, frame) in frames.chunks_exact(LATENT).skip(window.start).take(size).enumerate() {
            for (channel, number) in frame.iter().enumerate() {
                data[channel * size + place] = *number;
            }
        }
        let input = Tensor::F32 { shape: vec![1, LATENT, size], data };
        let (name, output) = &self.decoder_ports;
        let outputs = self.decoder.run(vec![(name, input)], &[output], cancel)?;
        let samples = outputs.into_iter().next().map(Tensor::into_numbers).unwrap_or_default();
        if samples.is_empty() || samples.len() % size != 0 {
            return Err(VoiceError::Model(format!("it made {} samples of {size} frames", samples.len())));
        }
        let n_per_frame = samples.len() / size;
        let kept = &samples[(window.from - window.start) * n_per_frame..(window.to - window.start) * n_per_frame];
        if kept.iter().any(|sample| !sample.is_finite()) {
            return Err(not_a_number());
        }
        Ok(kept.iter().map(|sample| sample.clamp(-1.0, 1.0)).collect())
    }
}

/// What was made so far.
struct Sound {
    /// Latent frames, `LATENT` numbers each.
    frames: Vec<f32>,
    /// Frames whose samples are there.
    n_kept: usize,
    samples: Vec<f32>,
}

/// The number of a place, of which there are thousands at most.
fn place(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}

fn not_a_number() -> VoiceError {
    VoiceError::Model("it gave something that is not a number; speak the line again".to_owned())
}

/// The patch among the outputs of a run.
fn patch_of(numbers: Vec<Tensor>) -> Result<Vec<f32>, VoiceError> {
    let patch = numbers.into_iter().next().map(Tensor::into_numbers).unwrap_or_default();
    if patch.len() != PATCH * LATENT {
        return Err(VoiceError::Model(format!("it made a patch of {} numbers", patch.len())));
    }
    if patch.iter().all(|number| number.is_finite()) { Ok(patch) } else { Err(not_a_number()) }
}

/// A cache with `n` places, of which the first `n_used` are those that it has: `[2, layers, batch, heads, places, size]`.
/// Other states stay as they are.
fn widened(tensor: Tensor, n_used: usize, n: usize) -> Result<Tensor, VoiceError> {
    let Tensor::F32 { mut shape, data } = tensor else {
        return Err(VoiceError::Model("its caches are no 32-bit floating point".to_owned()));
    };
    let [.., n_places, size] = shape[..] else { return Ok(Tensor::F32 { shape, data }) };
    if shape.len() != 6 {
        return Ok(Tensor::F32 { shape, data });
    }
    if n_used > n_places || n_used > n || n_places * size == 0 {
        return Err(VoiceError::Model("its caches are shorter than its text".to_owned()));
    }
    let mut wide = vec![0.0; data.len() / (n_places * size) * n * size];
    for (to, from) in wide.chunks_exact_mut(n * size).zip(data.chunks_exact(n_places * size)) {
        to[..n_used * size].copy_from_slice(&from[..n_used * size]);
    }
    shape[4] = n;
    Ok(Tensor::F32 { shape, data: wide })
}
