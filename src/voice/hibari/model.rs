//! The two networks of a voice: the acoustic model, and the one that guesses how an unknown word is said.

use std::path::{Path, PathBuf};

use super::dsp::{N_BINS, Spectrum};
use crate::voice::runtime::{Device, ElementType, Port, Runtime, RuntimeError, Session, SessionOptions, Tensor};
use crate::voice::{Cancel, VoiceError};

/// Frames of 12.5 ms that one id may last at speed 1, on average over an utterance. Speech has about six; a comma before
/// a pause thirty; a second each means that the model went wrong.
const MAX_FRAMES_PER_ID: usize = 80;

/// The acoustic model: phoneme ids to a spectrum.
#[derive(Debug)]
pub struct AcousticModel {
    session: Session,
}

impl AcousticModel {
    /// Loads `hibari.onnx` and checks that it is one.
    pub fn load(runtime: Runtime, path: &Path, options: &SessionOptions) -> Result<Self, RuntimeError> {
        let session = Session::load(runtime, path, options)?;
        let spectra = Self::OUTPUTS.map(|name| Port::new(name, ElementType::F32, if name == "f0" { 2 } else { 3 }));
        session.expect_signature(
            &[Port::new("ids", ElementType::I64, 2), Port::new("speed", ElementType::F32, 1)],
            &spectra,
        )?;
        Ok(Self { session })
    }

    const OUTPUTS: [&str; 6] = ["lh", "theta", "ln", "lr", "phi", "f0"];

    /// The execution provider.
    pub fn provider(&self) -> &'static str {
        self.session.provider()
    }

    /// The spectrum of `ids`, which begin and end with 0. Durations are divided by `speed`.
    pub fn spectrum(&mut self, ids: &[i64], speed: f32, cancel: &Cancel) -> Result<Spectrum, VoiceError> {
        let inputs = vec![
            ("ids", Tensor::I64 { shape: vec![1, ids.len()], data: ids.to_vec() }),
            ("speed", Tensor::F32 { shape: vec![1], data: vec![speed] }),
        ];
        let outputs = self.session.run(inputs, &Self::OUTPUTS, cancel)?;
        let parts: Option<Vec<Vec<f32>>> = outputs.into_iter().map(|output| Some(output.into_f32()?.1)).collect();
        let Some(Ok([lh, theta, ln, lr, phi, f0])) = parts.map(<[Vec<f32>; 6]>::try_from) else {
            return Err(VoiceError::Model("it gave another kind of numbers than it declares".to_owned()));
        };
        let spectrum = Spectrum { lh, theta, ln, lr, phi, f0 };
        check(&spectrum, ids.len(), speed)?;
        Ok(spectrum)
    }

    /// Gives the memory of earlier runs back to the system, by the shortest run there is.
    pub fn shrink(&mut self) -> Result<(), RuntimeError> {
        self.session.shrink_after_next_run();
        let inputs = vec![
            ("ids", Tensor::I64 { shape: vec![1, 3], data: vec![0, 16, 0] }),
            ("speed", Tensor::F32 { shape: vec![1], data: vec![1.0] }),
        ];
        self.session.run(inputs, &[], &Cancel::new()).map(|_| ())
    }
}

/// A model's output is never trusted: what is wrong is an error, not a noise in somebody's ears.
fn check(spectrum: &Spectrum, n_ids: usize, speed: f32) -> Result<(), VoiceError> {
    let n_frames = spectrum.n_frames();
    let longest = (n_ids * MAX_FRAMES_PER_ID) as f32 / speed;
    if !spectrum.is_sound() {
        Err(VoiceError::Model(format!(
            "it gave {n_frames} frames of {N_BINS} bins that are incomplete or not numbers; speak the line again"
        )))
    } else if n_frames == 0 || n_frames as f32 > longest {
        Err(VoiceError::Model(format!(
            "it made {n_frames} frames of {n_ids} sounds, which cannot be right; change the line a little"
        )))
    } else {
        Ok(())
    }
}

/// The network for words that no dictionary has. Loaded when the first such word comes: most lines have none.
#[derive(Debug)]
pub struct UnknownWordModel {
    runtime: Runtime,
    path: PathBuf,
    session: Option<Session>,
}

impl UnknownWordModel {
    /// The network in the file `path`, not loaded yet.
    pub fn new(runtime: Runtime, path: PathBuf) -> Self {
        Self { runtime, path, session: None }
    }

    /// The output of the network for the letters `chars`: four slots per letter, 0 for none.
    pub fn slots(&mut self, chars: &[i64], cancel: &Cancel) -> Result<Vec<i64>, RuntimeError> {
        let session = match &mut self.session {
            Some(session) => session,
            empty => {
                // Half a millisecond of work: a second thread would only cost.
                let options = SessionOptions { intra_threads: Some(1), device: Device::Cpu, card_limit: None };
                let session = Session::load(self.runtime, &self.path, &options)?;
                session.expect_signature(
                    &[Port::new("chars", ElementType::I64, 2)],
                    &[Port::new("ids", ElementType::I64, 2)],
                )?;
                empty.insert(session)
            }
        };
        let inputs = vec![("chars", Tensor::I64 { shape: vec![1, chars.len()], data: chars.to_vec() })];
        let output = session.run(inputs, &["ids"], cancel)?.into_iter().next().and_then(Tensor::into_i64);
        output.map(|(_, slots)| slots).ok_or_else(|| RuntimeError::Run("it gave no whole numbers".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{AcousticModel, N_BINS, Spectrum, UnknownWordModel, check};
    use crate::files::write_atomic;
    use crate::voice::runtime::{ElementType, Port, RuntimeError, Session, SessionOptions};
    use crate::voice::{Cancel, VoiceError, testing};

    /// The ids of “Hello there, this is a test.” and the pitch that the reference gives each of its frames.
    const HELLO: [i64; 29] = [
        0, 50, 83, 54, 156, 31, 16, 81, 156, 86, 123, 3, 16, 81, 102, 61, 16, 102, 68, 16, 70, 16, 62, 156, 86, 61, 62,
        4, 0,
    ];

    fn model() -> Option<AcousticModel> {
        let (runtime, folder) = testing::heart()?;
        Some(AcousticModel::load(runtime, &folder.join("hibari.onnx"), &SessionOptions::default()).expect("loads"))
    }

    #[test]
    fn the_spectrum_is_the_references() {
        let Some(mut model) = model() else { return };
        let spectrum = model.spectrum(&HELLO, 1.0, &Cancel::new()).expect("runs");
        let golden = include_bytes!("../../../tests/golden/hibari_dsp.bin");
        let f0_at = (5 * 2 * N_BINS * 24) + 24 * 4 + 24 * 300 * 4;
        let f0: Vec<f32> = golden[f0_at..f0_at + 178 * 4]
            .chunks_exact(4)
            .map(|value| f32::from_le_bytes(value.try_into().expect("four bytes")))
            .collect();
        assert_eq!(spectrum.n_frames(), f0.len());
        for (frame, (ours, theirs)) in spectrum.f0.iter().zip(&f0).enumerate() {
            assert!((ours - theirs).abs() < 2.0, "frame {frame}: {ours} Hz against {theirs} Hz");
        }
    }

    #[test]
    fn speed_divides_durations_and_the_same_input_gives_the_same_spectrum() {
        let Some(mut model) = model() else { return };
        let n_frames: Vec<usize> = [0.5, 1.0, 2.0]
            .map(|speed| model.spectrum(&HELLO, speed, &Cancel::new()).expect("runs").n_frames())
            .to_vec();
        assert!(n_frames[0] * 10 > n_frames[1] * 18 && n_frames[1] * 10 > n_frames[2] * 17, "{n_frames:?}");
        let mut once = || model.spectrum(&HELLO, 1.0, &Cancel::new()).expect("runs").lh;
        assert_eq!(once(), once());
    }

    #[test]
    fn cancelling_stops_a_run_and_the_session_stays_usable() {
        let Some(mut model) = model() else { return };
        let long: Vec<i64> = std::iter::once(0).chain(HELLO[1..28].repeat(40)).chain(std::iter::once(0)).collect();
        let cancel = Cancel::new();
        std::thread::scope(|scope| {
            let canceller = std::thread::Builder::new().name("canceller".to_owned());
            canceller
                .spawn_scoped(scope, || {
                    while !cancel.has_hook() {
                        std::thread::yield_now();
                    }
                    cancel.cancel();
                })
                .expect("a thread");
            let result = model.spectrum(&long, 1.0, &cancel);
            assert!(matches!(result, Err(VoiceError::Cancelled)), "{:?}", result.map(|spectrum| spectrum.n_frames()));
        });
        assert!(matches!(model.spectrum(&HELLO, 1.0, &cancel), Err(VoiceError::Cancelled)));
        model.spectrum(&HELLO, 1.0, &Cancel::new()).expect("runs again");
    }

    #[test]
    fn wrong_ids_are_an_error_and_shrinking_leaves_the_session_usable() {
        let Some(mut model) = model() else { return };
        let error = model.spectrum(&[0, 5000, 0], 1.0, &Cancel::new()).expect_err("no such id");
        assert!(matches!(error, VoiceError::Model(_)), "{error:?}");
        model.shrink().expect("shrinks");
        model.spectrum(&HELLO, 1.0, &Cancel::new()).expect("runs again");
    }

    #[test]
    fn files_that_are_no_model_of_this_family_are_told() {
        let Some((runtime, heart)) = testing::heart() else { return };
        let folder = tempfile::tempdir().expect("temp");
        let whole = std::fs::read(heart.join("hibari.onnx")).expect("reads");
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            write_atomic(&path, bytes).expect("writes");
            path
        };
        let check = |path: &Path, expect: &str| {
            let error = AcousticModel::load(runtime, path, &SessionOptions::default()).expect_err("is no model");
            let message = error.to_string();
            assert!(matches!(error, RuntimeError::BadModel { .. }), "{error:?}");
            assert!(message.contains(expect), "{message}");
            assert!(message.contains(&path.display().to_string()), "{message}");
        };
        check(&folder.path().join("none.onnx"), "no such file");
        check(&write("short.onnx", &whole[..whole.len() / 2]), "cut short");
        check(&write("junk.onnx", b"\x89PNG not a model at all"), "not a model");
        check(&write("empty.onnx", b""), "");
        check(&heart.join("oov.onnx"), "no input ids");
    }

    #[test]
    fn the_network_for_unknown_words_gives_four_slots_per_letter() {
        let Some((runtime, folder)) = testing::heart() else { return };
        let mut model = UnknownWordModel::new(runtime, folder.join("oov.onnx"));
        let slots = model.slots(&[3, 5, 7], &Cancel::new()).expect("runs");
        assert_eq!(slots.len(), 12);
        let session = Session::load(runtime, &folder.join("oov.onnx"), &SessionOptions::default()).expect("loads");
        assert_eq!(session.inputs(), [Port::new("chars", ElementType::I64, 2)]);
        assert_eq!(session.outputs(), [Port::new("ids", ElementType::I64, 2)]);
    }

    #[test]
    fn what_the_model_gives_is_checked() {
        let spectrum = |n_frames: usize| {
            let part = || vec![0.0; N_BINS * n_frames];
            Spectrum { lh: part(), theta: part(), ln: part(), lr: part(), phi: part(), f0: vec![0.0; n_frames] }
        };
        assert!(check(&spectrum(178), 29, 1.0).is_ok());
        assert!(check(&spectrum(354), 29, 0.5).is_ok());
        assert!(check(&spectrum(0), 29, 1.0).is_err());
        assert!(check(&spectrum(400), 4, 1.0).is_err());
        let mut broken = spectrum(10);
        broken.f0[3] = f32::INFINITY;
        assert!(check(&broken, 4, 1.0).is_err());
    }
}
