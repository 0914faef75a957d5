//! What a model runs on: the execution providers, and the options that each is given.

use ort::ep::{self, ArenaExtendStrategy, ExecutionProviderDispatch};

/// What is to run a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// The first of [`Device::CARDS`] that works for the model, else the CPU. Models that are much faster than real time
    /// on the CPU stay there, and leave the card's memory to others.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// NVIDIA cards.
    Cuda,
    /// AMD cards under Linux.
    Rocm,
    /// Any card under Windows.
    DirectMl,
    /// Apple's processors.
    CoreMl,
    /// Intel's processors and cards.
    OpenVino,
}

impl Device {
    /// Everything but [`Device::Auto`] and the CPU, in the order in which they are tried.
    pub const CARDS: [Self; 5] = [Self::Cuda, Self::Rocm, Self::DirectMl, Self::CoreMl, Self::OpenVino];

    /// The runtime's name without the suffix: `CPU`, `CUDA`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "CPU",
            Self::Cuda => "CUDA",
            Self::Rocm => "ROCm",
            Self::DirectMl => "DirectML",
            Self::CoreMl => "CoreML",
            Self::OpenVino => "OpenVINO",
        }
    }

    /// Its stable id, for settings: `auto`, `cpu`, `cuda`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::Rocm => "rocm",
            Self::DirectMl => "directml",
            Self::CoreMl => "coreml",
            Self::OpenVino => "openvino",
        }
    }

    /// The device of this id.
    pub fn of_id(id: &str) -> Option<Self> {
        [Self::Auto, Self::Cpu].into_iter().chain(Self::CARDS).find(|device| device.id() == id)
    }

    /// What is tried for a model, in order. The last one's failure is the model's.
    pub(super) fn tries(self) -> Vec<Self> {
        match self {
            Self::Auto => Self::CARDS.into_iter().chain([Self::Cpu]).collect(),
            // What a card has no kernel for the CPU does: that is the runtime's own way, and no silent change.
            device => vec![device],
        }
    }

    /// For a model that is so fast on the CPU that a card's start would cost more than it gains.
    #[must_use]
    pub const fn for_small_model(self) -> Self {
        match self {
            Self::Auto => Self::Cpu,
            device => device,
        }
    }

    /// How the runtime is asked for it. A provider that cannot be had is an error, never another one in its place.
    pub(super) fn provider(self, card_limit: Option<u64>) -> ExecutionProviderDispatch {
        match self {
            // The arena nearly halves the peak (334 against 562 MB on a larger model) and can be shrunk.
            Self::Auto | Self::Cpu => ep::CPU::default().with_arena_allocator(true).build(),
            Self::Cuda => {
                // The arena otherwise doubles with each growth, and the exhaustive search tries algorithms whose scratch
                // memory alone can fill a card of 8 GB.
                let cuda = ep::CUDA::default()
                    .with_arena_extend_strategy(ArenaExtendStrategy::SameAsRequested)
                    .with_conv_algorithm_search(ep::cuda::ConvAlgorithmSearch::Heuristic)
                    .with_conv_max_workspace(false);
                match card_limit.and_then(|limit| usize::try_from(limit).ok()) {
                    Some(limit) => cuda.with_memory_limit(limit).build(),
                    None => cuda.build(),
                }
            }
            Self::Rocm => ep::MIGraphX::default().build(),
            Self::DirectMl => ep::DirectML::default().build(),
            Self::CoreMl => ep::CoreML::default().build(),
            Self::OpenVino => ep::OpenVINO::default().build(),
        }
        .error_on_failure()
    }
}

#[cfg(test)]
mod tests {
    use super::Device;

    #[test]
    fn the_cpu_is_the_last_try_and_only_where_nothing_is_named() {
        assert_eq!(Device::Auto.tries().last(), Some(&Device::Cpu));
        assert_eq!(Device::Auto.tries().len(), Device::CARDS.len() + 1);
        for device in Device::CARDS {
            assert_eq!(device.tries(), [device]);
            assert_eq!(device.for_small_model(), device, "what the person names is used");
        }
        assert_eq!(Device::Auto.for_small_model(), Device::Cpu);
        for device in [Device::Auto, Device::Cpu].into_iter().chain(Device::CARDS) {
            assert_eq!(Device::of_id(device.id()), Some(device));
        }
        assert_eq!(Device::of_id("abacus"), None);
    }
}
