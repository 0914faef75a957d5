//! ONNX Runtime: finding the library, sessions, runs. The only file that names `ort`.

/// Why the runtime or a model could not be used. Worded for the person.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// The library is nowhere.
    #[error(
        "the ONNX Runtime library was not found; run `cargo xtask run` once, or name the library in MOKSORI_RUNTIME (looked in: {looked_in})"
    )]
    Missing {
        /// The places tried.
        looked_in: String,
    },
}
