//! Sessions and runs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use ort::session::builder::GraphOptimizationLevel;
use ort::session::{RunOptions, SessionInputValue};
use ort::value::{Outlet, TensorElementType, ValueType};

use super::{Device, Runtime, RuntimeError};
use crate::voice::Cancel;

/// How a session runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SessionOptions {
    /// Threads that share one operation; `None` for [`SessionOptions::default_intra_threads`].
    pub intra_threads: Option<usize>,
    /// What runs the model.
    pub device: Device,
    /// The most of a card's memory that the model may take, bytes, where the provider has such a limit.
    pub card_limit: Option<u64>,
}

/// Options that may change while voices are loaded; they are read when one is opened.
#[derive(Clone, Debug, Default)]
pub struct SharedOptions(Arc<RwLock<SessionOptions>>);

impl SharedOptions {
    /// Options to begin with.
    pub fn new(options: SessionOptions) -> Self {
        Self(Arc::new(RwLock::new(options)))
    }

    /// The options now.
    pub fn get(&self) -> SessionOptions {
        *self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens every voice on the CPU from now on, until they are changed again.
    pub fn use_cpu(&self) {
        self.change(|options| options.device = Device::Cpu);
    }

    /// Changes them for the voices that are opened from now on.
    pub fn change(&self, change: impl FnOnce(&mut SessionOptions)) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

impl SessionOptions {
    /// One per physical core that this process may use.
    ///
    /// Two threads took 178 ms where one took 283 ms (`hibari`, 400 ids, two cores), so the second core is worth having
    /// even though the window shares it. Hyper-threads are not counted: they share the arithmetic units that the model
    /// is bound by.
    pub fn default_intra_threads() -> usize {
        let allowed = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        sysinfo::System::physical_core_count().unwrap_or(allowed).min(allowed).max(1)
    }
}

/// The kinds of numbers that our models take and give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementType {
    /// 32-bit floating point.
    F32,
    /// 32-bit integers.
    I32,
    /// 64-bit integers.
    I64,
}

/// An input or output of a model, as a family expects it or as the file declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its numbers; `None` for a kind that we do not use.
    pub element: Option<ElementType>,
    /// Number of dimensions.
    pub rank: usize,
}

impl<'a> Port<'a> {
    /// A port with `rank` dimensions of `element`s.
    pub const fn new(name: &'a str, element: ElementType, rank: usize) -> Self {
        Self { name, element: Some(element), rank }
    }

    fn of(outlet: &'a Outlet) -> Self {
        let (element, rank) = match outlet.dtype() {
            ValueType::Tensor { ty: TensorElementType::Float32, shape, .. } => (Some(ElementType::F32), shape.len()),
            ValueType::Tensor { ty: TensorElementType::Int32, shape, .. } => (Some(ElementType::I32), shape.len()),
            ValueType::Tensor { ty: TensorElementType::Int64, shape, .. } => (Some(ElementType::I64), shape.len()),
            ValueType::Tensor { shape, .. } => (None, shape.len()),
            _ => (None, 0),
        };
        Self { name: outlet.name(), element, rank }
    }
}

impl fmt::Display for Port<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element = match self.element {
            Some(ElementType::F32) => "f32",
            Some(ElementType::I32) => "i32",
            Some(ElementType::I64) => "i64",
            None => "other",
        };
        write!(f, "{} ({element}, {} dimensions)", self.name, self.rank)
    }
}

/// Numbers with a shape, row-major.
#[derive(Clone, Debug, PartialEq)]
pub enum Tensor {
    /// 32-bit floating point.
    F32 {
        /// Length of each dimension.
        shape: Vec<usize>,
        /// As many numbers as the product of the shape.
        data: Vec<f32>,
    },
    /// 32-bit integers.
    I32 {
        /// Length of each dimension.
        shape: Vec<usize>,
        /// As many numbers as the product of the shape.
        data: Vec<i32>,
    },
    /// 64-bit integers.
    I64 {
        /// Length of each dimension.
        shape: Vec<usize>,
        /// As many numbers as the product of the shape.
        data: Vec<i64>,
    },
}

impl Tensor {
    /// The shape and the numbers of a floating-point tensor.
    pub fn into_f32(self) -> Option<(Vec<usize>, Vec<f32>)> {
        match self {
            Self::F32 { shape, data } => Some((shape, data)),
            Self::I32 { .. } | Self::I64 { .. } => None,
        }
    }

    /// The numbers, whatever their kind, as floating point.
    pub fn into_numbers(self) -> Vec<f32> {
        match self {
            Self::F32 { data, .. } => data,
            Self::I32 { data, .. } => data.into_iter().map(|number| number as f32).collect(),
            Self::I64 { data, .. } => data.into_iter().map(|number| number as f32).collect(),
        }
    }

    /// The shape and the numbers of an integer tensor.
    pub fn into_i64(self) -> Option<(Vec<usize>, Vec<i64>)> {
        match self {
            Self::I64 { shape, data } => Some((shape, data)),
            Self::F32 { .. } | Self::I32 { .. } => None,
        }
    }
}

/// An output that stays as the runtime has it, to be an input of the next run: nothing of it is copied.
#[derive(Debug)]
pub struct Held(ort::value::DynValue);

impl Held {
    /// The numbers.
    pub fn tensor(&self) -> Result<Tensor, RuntimeError> {
        tensor_of(&self.0).map_err(|error| RuntimeError::Run(error.message().to_owned()))
    }
}

/// An input of a run.
#[derive(Debug)]
pub enum Input {
    /// Numbers of ours.
    Numbers(Tensor),
    /// An output of a run before.
    Held(Held),
}

/// A loaded model.
#[derive(Debug)]
pub struct Session {
    inner: ort::session::Session,
    path: PathBuf,
    device: Device,
    shrink_after_run: bool,
}

impl Session {
    /// Loads the model file at `path`: about 0.3 s for 8 MB.
    pub fn load(runtime: Runtime, path: &Path, options: &SessionOptions) -> Result<Self, RuntimeError> {
        let threads = options.intra_threads.unwrap_or_else(SessionOptions::default_intra_threads).max(1);
        let load = |device: Device| -> ort::Result<ort::session::Session> {
            let mut builder = ort::session::Session::builder(runtime.environment())?
                .with_optimization_level(GraphOptimizationLevel::All)?
                .with_intra_threads(threads)?
                // Our graphs are chains: there is nothing to run beside anything else.
                .with_inter_threads(1)?
                .with_parallel_execution(false)?
                // Waiting threads that spin gain nothing in the best case and cost up to 85 % more CPU; measured.
                .with_intra_op_spinning(false)?
                // The pattern is kept per input length, and every sentence has another one: memory would only grow.
                .with_memory_pattern(false)?
                .with_execution_providers([device.provider(options.card_limit)])?;
            builder.commit_from_file(path)
        };
        let mut tries = options.device.tries().into_iter().peekable();
        while let Some(device) = tries.next() {
            let error = match load(device) {
                Ok(inner) => return Ok(Self { inner, path: path.to_owned(), device, shrink_after_run: false }),
                Err(error) => error,
            };
            if tries.peek().is_some() {
                log::info!("{} does not run {}: {error}", device.name(), path.display());
                continue;
            }
            return Err(match device {
                _ if is_out_of_memory(error.message()) => RuntimeError::OutOfMemory,
                Device::Auto | Device::Cpu => {
                    RuntimeError::BadModel { problem: load_problem(&error), path: path.display().to_string() }
                }
                device => RuntimeError::Device { device: device.name().to_owned(), problem: load_problem(&error) },
            });
        }
        unreachable!("every device has something to try")
    }

    /// The inputs that the model declares.
    pub fn inputs(&self) -> Vec<Port<'_>> {
        self.inner.inputs().iter().map(Port::of).collect()
    }

    /// The outputs that the model declares.
    pub fn outputs(&self) -> Vec<Port<'_>> {
        self.inner.outputs().iter().map(Port::of).collect()
    }

    /// The lengths that the model declares for the dimensions of an input; `None` for one that is free.
    pub fn input_shape(&self, name: &str) -> Option<Vec<Option<usize>>> {
        shape_of(self.inner.inputs().iter().find(|outlet| outlet.name() == name)?)
    }

    /// The same for an output.
    pub fn output_shape(&self, name: &str) -> Option<Vec<Option<usize>>> {
        shape_of(self.inner.outputs().iter().find(|outlet| outlet.name() == name)?)
    }

    /// Checks that the model takes exactly `inputs` and gives at least `outputs`, in any order.
    pub fn expect_signature(&self, inputs: &[Port<'_>], outputs: &[Port<'_>]) -> Result<(), RuntimeError> {
        signature_problem(&self.inputs(), &self.outputs(), inputs, outputs)
            .map_or(Ok(()), |problem| Err(RuntimeError::BadModel { problem, path: self.path.display().to_string() }))
    }

    /// The name of the execution provider that runs the model.
    pub fn provider(&self) -> &'static str {
        self.device.name()
    }

    /// Asks for the memory that runs keep for the next one to be given back at the end of the next run.
    pub fn shrink_after_next_run(&mut self) {
        self.shrink_after_run = true;
    }

    /// Runs the model and returns the named outputs, in that order.
    ///
    /// Stops between two operations of the graph (0.3 to 50 ms) when `cancel` is cancelled.
    pub fn run(
        &mut self,
        inputs: Vec<(&str, Tensor)>,
        outputs: &[&str],
        cancel: &Cancel,
    ) -> Result<Vec<Tensor>, RuntimeError> {
        let inputs = inputs.into_iter().map(|(name, tensor)| (name, Input::Numbers(tensor))).collect();
        self.run_holding(inputs, outputs, &[], cancel).map(|(numbers, _)| numbers)
    }

    /// The same with inputs and outputs that are held; the second list of outputs is.
    pub fn run_holding(
        &mut self,
        inputs: Vec<(&str, Input)>,
        outputs: &[&str],
        held: &[&str],
        cancel: &Cancel,
    ) -> Result<(Vec<Tensor>, Vec<Held>), RuntimeError> {
        let value = |input: Input| match input {
            Input::Numbers(tensor) => value_of(tensor),
            Input::Held(Held(value)) => Ok(value.into()),
        };
        let inputs = inputs
            .into_iter()
            .map(|(name, input)| Ok((name.to_owned(), value(input)?)))
            .collect::<ort::Result<Vec<_>>>()
            .map_err(|error| run_error(&error, cancel))?;
        // New for every run: the terminate flag is sticky.
        let mut options = RunOptions::new().map_err(|error| run_error(&error, cancel))?;
        // The arenas of cards grow by what is asked for and have no such call for every provider.
        if std::mem::take(&mut self.shrink_after_run) && self.device == Device::Cpu {
            options.set("memory.enable_memory_arena_shrinkage", "cpu:0").map_err(|error| run_error(&error, cancel))?;
        }
        let options = Arc::new(options);
        let to_terminate = Arc::clone(&options);
        let terminate = move || {
            if let Err(error) = to_terminate.terminate() {
                log::warn!("the running model could not be told to stop: {error}");
            }
        };
        let inner = &mut self.inner;
        cancel.with_hook(terminate, || {
            // Nothing to stop yet, and the flag is not looked at before the first operation.
            if cancel.is_cancelled() {
                return Err(RuntimeError::Cancelled);
            }
            let mut results = inner.run_with_options(inputs, &*options).map_err(|error| run_error(&error, cancel))?;
            let missing = |name: &str| RuntimeError::Run(format!("no output “{name}”"));
            let numbers = outputs
                .iter()
                .map(|&name| {
                    let value = results.get(name).ok_or_else(|| missing(name))?;
                    tensor_of(value).map_err(|error| run_error(&error, cancel))
                })
                .collect::<Result<_, _>>()?;
            let held = held.iter().map(|&name| results.remove(name).map(Held).ok_or_else(|| missing(name)));
            Ok((numbers, held.collect::<Result<_, _>>()?))
        })
    }
}

fn shape_of(outlet: &Outlet) -> Option<Vec<Option<usize>>> {
    match outlet.dtype() {
        ValueType::Tensor { shape, .. } => Some(shape.iter().map(|&length| usize::try_from(length).ok()).collect()),
        _ => None,
    }
}

fn value_of(tensor: Tensor) -> ort::Result<SessionInputValue<'static>> {
    Ok(match tensor {
        Tensor::F32 { shape, data } => ort::value::Tensor::from_array((shape, data))?.into(),
        Tensor::I32 { shape, data } => ort::value::Tensor::from_array((shape, data))?.into(),
        Tensor::I64 { shape, data } => ort::value::Tensor::from_array((shape, data))?.into(),
    })
}

fn tensor_of(value: &ort::value::DynValue) -> ort::Result<Tensor> {
    let lengths = |shape: &ort::value::Shape| shape.iter().map(|&length| length.max(0) as usize).collect();
    match value.dtype().tensor_type() {
        Some(TensorElementType::Int64) => {
            let (shape, data) = value.try_extract_tensor::<i64>()?;
            Ok(Tensor::I64 { shape: lengths(shape), data: data.to_vec() })
        }
        Some(TensorElementType::Int32) => {
            let (shape, data) = value.try_extract_tensor::<i32>()?;
            Ok(Tensor::I32 { shape: lengths(shape), data: data.to_vec() })
        }
        Some(TensorElementType::Bool) => {
            let (shape, data) = value.try_extract_tensor::<bool>()?;
            Ok(Tensor::I32 { shape: lengths(shape), data: data.iter().map(|&flag| i32::from(flag)).collect() })
        }
        _ => {
            let (shape, data) = value.try_extract_tensor::<f32>()?;
            Ok(Tensor::F32 { shape: lengths(shape), data: data.to_vec() })
        }
    }
}

/// What differs between what the model `has` and what we `want`; `None` if nothing.
fn signature_problem(
    has_inputs: &[Port<'_>],
    has_outputs: &[Port<'_>],
    inputs: &[Port<'_>],
    outputs: &[Port<'_>],
) -> Option<String> {
    let missing = |kind: &str, has: &[Port<'_>], wanted: &[Port<'_>]| {
        wanted.iter().find(|&port| !has.contains(port)).map(|port| {
            match has.iter().find(|other| other.name == port.name) {
                Some(other) => format!("its {kind} is {other} and should be {port}"),
                None => format!("it has no {kind} {port}"),
            }
        })
    };
    missing("input", has_inputs, inputs).or_else(|| missing("output", has_outputs, outputs)).or_else(|| {
        has_inputs
            .iter()
            .find(|port| !inputs.iter().any(|wanted| wanted.name == port.name))
            .map(|port| format!("it wants an input {port} that this family does not have"))
    })
}

fn load_problem(error: &ort::Error) -> String {
    use ort::ErrorCode;
    match error.code() {
        ErrorCode::NoSuchFile => "there is no such file".to_owned(),
        ErrorCode::InvalidProtobuf => "it is cut short or not a model".to_owned(),
        _ => error.message().to_owned(),
    }
}

/// Sorts what a run says into the errors that something can be done about.
fn run_error(error: &ort::Error, cancel: &Cancel) -> RuntimeError {
    // There is no code for “terminated”, only the message; whatever else is said after a request to stop, it stopped.
    if cancel.is_cancelled() || error.message().contains("terminate flag") {
        RuntimeError::Cancelled
    } else if is_out_of_memory(error.message()) {
        RuntimeError::OutOfMemory
    } else {
        RuntimeError::Run(error.message().to_owned())
    }
}

/// Whether a message of the runtime says that memory ran out: it has no error code for that.
fn is_out_of_memory(message: &str) -> bool {
    // Arena at its limit; arena refused by the system; no arena; CUDA; DirectX (in words, then E_OUTOFMEMORY).
    const SIGNS: [&str; 8] = [
        "bfc_arena",
        "available memory of",
        "failed to allocate memory",
        "bad_alloc",
        "out of memory",
        "cuda_error_out_of_memory",
        "not enough memory",
        "8007000e",
    ];
    let message = message.to_lowercase();
    SIGNS.iter().any(|sign| message.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::{ElementType, Port, SessionOptions, is_out_of_memory, signature_problem};

    #[test]
    fn out_of_memory_is_told_from_other_failures_by_its_words() {
        for (message, expect) in [
            (
                "/core/framework/bfc_arena.cc:376 Available memory of 4096 is smaller than requested bytes of 98304",
                true,
            ),
            ("Failed to allocate memory for requested buffer of size 1179648", true),
            ("Non-zero status code returned while running Conv node. std::bad_alloc", true),
            ("CUDA failure 2: out of memory ; GPU=0", true),
            ("Exception: 8007000E Not enough memory resources are available to complete this operation.", true),
            ("Non-zero status code returned while running Gather node: idx=500 must be within [0,177]", false),
            ("Exiting due to terminate flag being set to true.", false),
        ] {
            assert_eq!(is_out_of_memory(message), expect, "{message}");
        }
    }

    #[test]
    fn a_signature_that_does_not_fit_is_named() {
        let ids = Port::new("ids", ElementType::I64, 2);
        let speed = Port::new("speed", ElementType::F32, 1);
        let wave = Port::new("wave", ElementType::F32, 2);
        let has = [ids.clone(), speed.clone()];
        for (inputs, outputs, expect) in [
            (vec![speed.clone(), ids.clone()], vec![wave.clone()], None),
            (vec![ids.clone(), Port::new("speed", ElementType::F32, 2)], vec![], Some("speed (f32, 1 dimensions)")),
            (vec![ids.clone(), Port::new("style", ElementType::F32, 2)], vec![], Some("no input style")),
            (vec![ids], vec![], Some("wants an input speed")),
            (vec![], vec![Port::new("wave", ElementType::I64, 2)], Some("its output is wave (f32")),
        ] {
            let problem = signature_problem(&has, std::slice::from_ref(&wave), &inputs, &outputs);
            match expect {
                None => assert_eq!(problem, None),
                Some(part) => assert!(problem.as_deref().is_some_and(|text| text.contains(part)), "{problem:?}"),
            }
        }
    }

    #[test]
    fn threads_fit_the_machine() {
        let n_threads = SessionOptions::default_intra_threads();
        assert!(n_threads >= 1);
        assert!(n_threads <= std::thread::available_parallelism().expect("known").get());
    }
}
