//! What the first run reads and hears, place by place.

use super::model::{LATENT, PATCH};

/// Tokens of the model's own.
const AUDIO_START: i64 = 101;
const REFERENCE_START: i64 = 103;
const REFERENCE_END: i64 = 104;

/// What the first run is given.
pub struct Sequence {
    /// Tokens; 0 where a place is heard.
    pub ids: Vec<i64>,
    /// Whether a place is heard instead of read.
    is_sound: Vec<bool>,
    /// Patches; 0 where a place is read.
    pub frames: Vec<f32>,
}

impl Sequence {
    /// A reference alone comes first, between tokens of its own; one with its words is the beginning of what is spoken.
    pub fn of(begin: Option<i64>, ids: &[i64], transcript: &[i64], frames: &[f32]) -> Self {
        let mut this = Self { ids: Vec::new(), is_sound: Vec::new(), frames: Vec::new() };
        if frames.is_empty() {
            this.read(begin.as_slice());
            this.read(ids);
            this.read(&[AUDIO_START]);
        } else if transcript.is_empty() {
            this.read(&[REFERENCE_START]);
            this.hear(frames);
            this.read(&[REFERENCE_END]);
            this.read(ids);
            this.read(&[AUDIO_START]);
        } else {
            this.read(begin.as_slice());
            this.read(transcript);
            this.read(ids);
            this.read(&[AUDIO_START]);
            this.hear(frames);
        }
        this
    }

    fn read(&mut self, ids: &[i64]) {
        self.ids.extend(ids);
        self.is_sound.resize(self.ids.len(), false);
        self.frames.resize(self.ids.len() * PATCH * LATENT, 0.0);
    }

    fn hear(&mut self, frames: &[f32]) {
        self.frames.extend(frames);
        self.ids.resize(self.frames.len() / (PATCH * LATENT), 0);
        self.is_sound.resize(self.ids.len(), true);
    }

    /// Adds places that are neither read nor heard.
    pub fn pad_to(&mut self, n: usize) {
        self.ids.resize(n, 0);
        self.frames.resize(n * PATCH * LATENT, 0.0);
    }

    /// 1 where a place is heard (or read), 0 elsewhere, also in the padding.
    pub fn mask(&self, sound: bool) -> Vec<f32> {
        let of = |&is_sound: &bool| f32::from(u8::from(is_sound == sound));
        let mut mask: Vec<f32> = self.is_sound.iter().map(of).collect();
        mask.resize(self.ids.len(), 0.0);
        mask
    }
}
