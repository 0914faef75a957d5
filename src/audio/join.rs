//! Joining the chunks of a line: trim, crossfade, pauses.
//!
//! A model speaks each chunk with some silence before and after it. [`trim`] finds what to keep, and [`join_line`] puts
//! the kept parts together. Chunks that were cut between two words run into each other in an equal-power crossfade;
//! everywhere else there is a pause. Chunks that run into each other form a *stretch*: a stretch is built at the voice's
//! rate and converted to the project's rate in one go. The pauses between stretches are made at the project's rate, so
//! a pause is exactly as many zero samples as its length says. Converting by stretches instead of by lines changes
//! nothing that can be heard: a stretch begins and ends in silence (both ends are faded), where a filter that reached
//! across the pause would find nothing either.
//!
//! Inside a chunk, away from crossfades and the few milliseconds of fade, no sample is touched.

use std::f64::consts::FRAC_PI_2;
use std::ops::Range;

use super::resample::{ResampleError, Resampler, resampled_len};
use super::{Clip, samples_in};

/// Silence kept before the first sound of a chunk, seconds.
const KEPT_LEAD_SECS: f64 = 0.030;
/// Silence kept after the last sound of a chunk, seconds: the release of a final plosive is faint.
const KEPT_TAIL_SECS: f64 = 0.070;
/// Length of the fade where a stretch begins or ends, seconds.
const EDGE_FADE_SECS: f64 = 0.005;
/// Length of the frames whose level is compared, seconds.
const FRAME_SECS: f64 = 0.005;
/// A frame is silent where it is this much below the loudest frame, decibels. The weakest final fricatives lie about
/// 40 dB below the vowels.
const SILENCE_BELOW_LOUDEST_DB: f64 = 48.0;
/// A frame below this level is silent in any case, decibels of full scale.
const SILENCE_FLOOR_DB: f64 = -66.0;

/// What stands between a chunk and the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seam {
    /// Silence of this many seconds.
    Pause(f64),
    /// The chunk was cut off between two words: the two run into each other over this many milliseconds, cut to half
    /// of the shorter chunk. 0 is a cut with both ends faded.
    Crossfade(u32),
    /// The line ends: no silence.
    End,
}

/// One chunk as the model spoke it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChunkAudio<'a> {
    /// Samples at the voice's rate; empty where there was nothing to speak.
    pub samples: &'a [f32],
    /// How it is joined to the next chunk.
    pub seam: Seam,
    /// Silence after the chunk that the script asks for, milliseconds. Where it is not 0 it stands *instead of* the
    /// seam's own pause: the writer asked for exactly this length.
    pub pause_after_ms: u32,
}

/// A line, joined.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinedLine {
    /// The sound at the project's rate.
    pub clip: Clip,
    /// Where each chunk sounds in the clip, in samples: in order, not overlapping (two chunks that run into each other
    /// meet in the middle of the crossfade), pauses not counted. Empty for a chunk without sound.
    pub spans: Vec<Range<usize>>,
}

/// The part of a chunk to keep: from 30 ms before its first sound to 70 ms after its last.
/// Sound is what is louder than a threshold that follows the chunk's own level. Nothing inside is ever cut out; a chunk
/// without any sound gives an empty range.
pub fn trim(samples: &[f32], rate_hz: u32) -> Range<usize> {
    let frame_len = samples_in(FRAME_SECS, rate_hz).max(1);
    let power = |frame: &[f32]| frame.iter().map(|&s| f64::from(s).powi(2)).sum::<f64>() / frame.len() as f64;
    let loudest = samples.chunks(frame_len).map(power).fold(0.0, f64::max);
    let threshold = (loudest * power_of_db(-SILENCE_BELOW_LOUDEST_DB)).max(power_of_db(SILENCE_FLOOR_DB));
    let sounds = |frame: &[f32]| power(frame) > threshold;
    let Some(first) = samples.chunks(frame_len).position(sounds) else {
        return 0..0;
    };
    let last = samples.chunks(frame_len).rposition(sounds).unwrap_or(first);
    let start = (first * frame_len).saturating_sub(samples_in(KEPT_LEAD_SECS, rate_hz));
    let end = ((last + 1) * frame_len + samples_in(KEPT_TAIL_SECS, rate_hz)).min(samples.len());
    start..end
}

fn power_of_db(db: f64) -> f64 {
    10_f64.powf(db / 10.0)
}

/// Joins the chunks of a line spoken at `voice_rate_hz` into one clip at `project_rate_hz`.
///
/// A stretch of `n` samples becomes exactly [`resampled_len`]`(n)` samples, a pause of `s` seconds exactly
/// [`samples_in`]`(s)` zeros. The silences of chunks without sound add up with their neighbours': the lengths the
/// script asks for are summed, of the seams' own pauses the longest counts, and those fall away at both ends of the
/// line.
pub fn join_line(
    chunks: &[ChunkAudio<'_>],
    voice_rate_hz: u32,
    project_rate_hz: u32,
) -> Result<JoinedLine, ResampleError> {
    let mut joiner = Joiner {
        rate_hz: voice_rate_hz,
        project_rate_hz,
        resampler: Resampler::new(voice_rate_hz, project_rate_hz)?,
        stretch: Vec::new(),
        last_len: 0,
        marks: Vec::new(),
        out: Vec::new(),
        spans: vec![0..0; chunks.len()],
    };
    let mut gap = Gap::default();
    let mut is_first = true;
    for (index, chunk) in chunks.iter().enumerate() {
        let kept = &chunk.samples[trim(chunk.samples, voice_rate_hz)];
        if kept.is_empty() {
            joiner.marks.push((index, joiner.stretch.len()..joiner.stretch.len()));
        } else {
            match gap.kind(is_first, project_rate_hz) {
                GapKind::Silence(n) => {
                    joiner.end_stretch()?;
                    joiner.silence(n);
                    joiner.append(index, kept, 0);
                }
                GapKind::Crossfade(ms) => {
                    let n = joiner.crossfade_len(ms, kept.len());
                    if n == 0 {
                        joiner.end_stretch()?;
                    }
                    joiner.append(index, kept, n);
                }
            }
            gap = Gap::default();
            is_first = false;
        }
        gap.add(chunk, project_rate_hz);
    }
    joiner.end_stretch()?;
    joiner.silence(gap.n_asked);
    let Joiner { out, spans, .. } = joiner;
    Ok(JoinedLine { clip: Clip::new(out, project_rate_hz), spans })
}

/// What has gathered between two chunks with sound.
#[derive(Default)]
struct Gap {
    /// Samples of silence that the script asks for, at the project's rate.
    n_asked: usize,
    /// Longest pause of the seams, if any is a pause.
    pause_secs: Option<f64>,
    /// Length of the crossfade, if a seam is one.
    crossfade_ms: Option<u32>,
}

enum GapKind {
    Silence(usize),
    Crossfade(u32),
}

impl Gap {
    fn add(&mut self, chunk: &ChunkAudio<'_>, project_rate_hz: u32) {
        self.n_asked += samples_in(f64::from(chunk.pause_after_ms) / 1000.0, project_rate_hz);
        match chunk.seam {
            Seam::Pause(secs) => self.pause_secs = Some(self.pause_secs.unwrap_or(0.0).max(secs)),
            Seam::Crossfade(ms) => self.crossfade_ms = Some(ms),
            Seam::End => self.pause_secs = Some(self.pause_secs.unwrap_or(0.0)),
        }
    }

    fn kind(&self, is_first: bool, project_rate_hz: u32) -> GapKind {
        match (self.pause_secs, self.crossfade_ms) {
            _ if self.n_asked > 0 || is_first => GapKind::Silence(self.n_asked),
            (None, Some(ms)) => GapKind::Crossfade(ms),
            (secs, _) => GapKind::Silence(samples_in(secs.unwrap_or(0.0), project_rate_hz)),
        }
    }
}

struct Joiner {
    rate_hz: u32,
    project_rate_hz: u32,
    resampler: Resampler,
    /// The stretch being built, at the voice's rate.
    stretch: Vec<f32>,
    /// Length of the stretch's last chunk.
    last_len: usize,
    /// Chunks in the stretch and their ranges in it.
    marks: Vec<(usize, Range<usize>)>,
    /// What is done, at the project's rate.
    out: Vec<f32>,
    spans: Vec<Range<usize>>,
}

impl Joiner {
    fn crossfade_len(&self, ms: u32, next_len: usize) -> usize {
        samples_in(f64::from(ms) / 1000.0, self.rate_hz).min(self.last_len / 2).min(next_len / 2)
    }

    /// Appends a chunk, its first `n_fade` samples over the stretch's last ones.
    fn append(&mut self, index: usize, samples: &[f32], n_fade: usize) {
        let overlap = self.stretch.len() - n_fade;
        for (i, (out, &next)) in self.stretch[overlap..].iter_mut().zip(samples).enumerate() {
            // Equal power: the two gains' squares add up to 1, as unrelated sounds' powers do.
            let (rise, fall) = (FRAC_PI_2 * (i as f64 + 0.5) / n_fade as f64).sin_cos();
            *out = (f64::from(*out) * fall + f64::from(next) * rise) as f32;
        }
        let meeting = overlap + n_fade / 2;
        if n_fade > 0
            && let Some((_, range)) = self.marks.iter_mut().rfind(|(_, range)| !range.is_empty())
        {
            range.end = meeting;
        }
        self.stretch.extend_from_slice(&samples[n_fade..]);
        self.marks.push((index, meeting..self.stretch.len()));
        self.last_len = samples.len();
    }

    /// Fades the stretch's ends, converts it and notes where its chunks have come to lie.
    fn end_stretch(&mut self) -> Result<(), ResampleError> {
        fade_ends(&mut self.stretch, samples_in(EDGE_FADE_SECS, self.rate_hz));
        let base = self.out.len();
        self.resampler.whole(&self.stretch, &mut self.out)?;
        for (index, range) in self.marks.drain(..) {
            let place = |n| (base + resampled_len(n, self.rate_hz, self.project_rate_hz)).min(self.out.len());
            self.spans[index] = place(range.start)..place(range.end);
        }
        self.stretch.clear();
        Ok(())
    }

    fn silence(&mut self, n: usize) {
        self.out.resize(self.out.len() + n, 0.0);
    }
}

/// Fades both ends over at most `n` samples with a raised cosine that never quite reaches 0, so that a pause is told
/// from the sound beside it to the sample.
fn fade_ends(samples: &mut [f32], n: usize) {
    let len = samples.len();
    let n = n.min(len / 2);
    for i in 0..n {
        let gain = (FRAC_PI_2 * (i as f64 + 0.5) / n as f64).sin().powi(2) as f32;
        samples[i] *= gain;
        samples[len - 1 - i] *= gain;
    }
}

#[cfg(test)]
mod tests;
