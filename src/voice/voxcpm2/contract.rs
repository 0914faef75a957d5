//! Which contract a set of graphs keeps, told by what they take and give.

use crate::voice::runtime::{ElementType, Port, Session};

/// What a set of graphs takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contract {
    /// (a): caches that grow, a guidance scale, a flag to stop.
    Growing,
    /// (b): caches and a first run of fixed length, positions, two logits to stop.
    Fixed,
}

impl Contract {
    /// Steps before the model may stop: sooner is a mistake of its.
    pub const fn fewest_steps(self) -> usize {
        match self {
            Self::Growing => 2,
            Self::Fixed => 8,
        }
    }

    /// Words by which what goes from step to step is known in the names of inputs and outputs; hidden numbers first.
    pub const fn states(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Growing => {
                &[&["dit_hidden"], &["base", "key"], &["base", "value"], &["residual", "key"], &["residual", "value"]]
            }
            Self::Fixed => &[&["lm_hidden"], &["residual_hidden"], &["base_cache"], &["residual_cache"]],
        }
    }
}

/// The names of something that goes from step to step.
#[derive(Debug)]
pub struct State {
    /// As an output of the first run.
    pub first: String,
    /// As an input of a step.
    pub before: String,
    /// As an output of a step.
    pub after: String,
}

/// The contract that a first run keeps; what it takes and should take otherwise.
pub fn contract_of(prefill: &Session) -> Result<Contract, String> {
    use ElementType::{F32, I32, I64};
    let fixed = [
        Port::new("text_tokens", I64, 2),
        Port::new("text_mask", F32, 2),
        Port::new("audio_feats", F32, 4),
        Port::new("audio_mask", F32, 2),
        Port::new("ctx_len", I64, 0),
    ];
    let growing = [
        Port::new("text_token", I64, 2),
        Port::new("text_mask", I32, 2),
        Port::new("audio_feat", F32, 4),
        Port::new("audio_mask", I32, 2),
    ];
    let inputs = prefill.inputs();
    let is = |wanted: &[Port<'_>]| wanted.len() == inputs.len() && wanted.iter().all(|port| inputs.contains(port));
    if is(&fixed) {
        return Ok(Contract::Fixed);
    }
    if is(&growing) {
        return Ok(Contract::Growing);
    }
    let list = |ports: &[Port<'_>]| ports.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Err(format!(
        "its first run takes {}; this version knows those that take {}, or {}",
        list(&inputs),
        list(&fixed),
        list(&growing)
    ))
}

/// The names of what goes from step to step; what is missing otherwise.
pub fn states_of(contract: Contract, prefill: &Session, step: &Session) -> Result<Vec<State>, String> {
    let find = |ports: &[Port<'_>], words: &[&str], whose: &str| {
        ports
            .iter()
            .find(|port| words.iter().all(|word| port.name.contains(word)) && port.element == Some(ElementType::F32))
            .map(|port| port.name.to_owned())
            .ok_or_else(|| format!("its {whose} should have “{}” (f32)", words.join(" ")))
    };
    let states = contract.states().iter().map(|words| {
        Ok(State {
            first: find(&prefill.outputs(), words, "first run")?,
            before: find(&step.inputs(), words, "step, among what it takes,")?,
            after: find(&step.outputs(), words, "step, among what it gives,")?,
        })
    });
    let states: Vec<State> = states.collect::<Result<_, String>>()?;
    let (others, stop): (&[&str], &str) = match contract {
        Contract::Fixed => (&["prefix_feat_cond", "noise", "position_id"], "stop_logits"),
        Contract::Growing => (&["prefix_feat_cond", "noise", "cfg_value"], "stop_flag"),
    };
    let inputs = step.inputs();
    let is_known =
        |port: &&Port<'_>| others.contains(&port.name) || states.iter().any(|state| state.before == port.name);
    if let Some(port) = inputs.iter().find(|port| !is_known(port)) {
        return Err(format!("its step takes {port}, which this version does not know"));
    }
    if let Some(name) = others.iter().find(|&&name| inputs.iter().all(|port| port.name != name)) {
        return Err(format!("its step should take “{name}”"));
    }
    let outputs = step.outputs();
    match ["pred_feat", stop].into_iter().find(|&name| outputs.iter().all(|port| port.name != name)) {
        Some(name) => Err(format!("its step should give “{name}”")),
        None => Ok(states),
    }
}

/// The names of the decoder's input and output; what is wrong with them otherwise.
pub fn decoder_ports(decoder: &Session) -> Result<(String, String), String> {
    match (&decoder.inputs()[..], decoder.outputs().first()) {
        ([input], Some(output)) if *input == Port::new(input.name, ElementType::F32, 3) => {
            Ok((input.name.to_owned(), output.name.to_owned()))
        }
        (inputs, _) => {
            let inputs: Vec<String> = inputs.iter().map(ToString::to_string).collect();
            Err(format!("its decoder takes {} and should take one latent (f32, 3 dimensions)", inputs.join(", ")))
        }
    }
}
