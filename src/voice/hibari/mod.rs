//! The `hibari` family: small English voices, one ONNX model of 7.9 MB each, 24 kHz.

pub mod dsp;
