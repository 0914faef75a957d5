//! Joining the chunks of a line: trim, crossfade, pauses.
//!
//! A model speaks each chunk with some silence before and after it. [`trim`] finds what to keep, and [`Joiner`] puts the
//! kept parts together as they come, so that a line is heard before all of it is spoken. Chunks that were cut between two words run into each other in an equal-power crossfade;
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
/// A frame above this level is speech for certain, decibels of full scale.
const CLEAR_DB: f64 = -40.0;
/// How long after the first clear frame the level of a chunk is known well enough to tell where it begins, seconds.
const LEVEL_KNOWN_SECS: f64 = 0.5;

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

impl ChunkAudio<'_> {
    /// Whether silence follows, if anything does.
    fn ends_stretch(&self) -> bool {
        self.pause_after_ms > 0 || !matches!(self.seam, Seam::Crossfade(_))
    }
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
/// Sound is what is louder than a threshold that follows the chunk's own level: at its start the level up to half a second
/// after the first clear sound, so that the start is known while the chunk is still spoken. Nothing inside is ever cut out;
/// a chunk without any sound gives an empty range.
pub fn trim(samples: &[f32], rate_hz: u32) -> Range<usize> {
    match lead(samples, rate_hz, true) {
        Some(start) => start..end_of_sound(samples, rate_hz).max(start),
        None => 0..0,
    }
}

fn frame_len(rate_hz: u32) -> usize {
    samples_in(FRAME_SECS, rate_hz).max(1)
}

fn power(frame: &[f32]) -> f64 {
    frame.iter().map(|&s| f64::from(s).powi(2)).sum::<f64>() / frame.len() as f64
}

/// What is louder is sound where the loudest frame has this power.
fn threshold(loudest: f64) -> f64 {
    (loudest * power_of_db(-SILENCE_BELOW_LOUDEST_DB)).max(power_of_db(SILENCE_FLOOR_DB))
}

/// Where the kept part of a chunk begins. `None` where there is no sound, and, of a chunk that is not `whole`, while more of
/// it could still change the answer.
fn lead(samples: &[f32], rate_hz: u32, whole: bool) -> Option<usize> {
    let frame_len = frame_len(rate_hz);
    let clear = samples.chunks(frame_len).position(|frame| power(frame) > power_of_db(CLEAR_DB));
    let n_frames = clear.map(|clear| clear + (LEVEL_KNOWN_SECS / FRAME_SECS) as usize);
    let known = match n_frames.map(|n| n * frame_len) {
        Some(n) if n <= samples.len() => &samples[..n],
        _ if whole => samples,
        _ => return None,
    };
    let threshold = threshold(known.chunks(frame_len).map(power).fold(0.0, f64::max));
    let first = known.chunks(frame_len).position(|frame| power(frame) > threshold)?;
    Some((first * frame_len).saturating_sub(samples_in(KEPT_LEAD_SECS, rate_hz)))
}

/// Where the kept part of a chunk ends. More samples behind these only move it on: a frame that falls silent beside a louder
/// one has the louder one behind it.
fn end_of_sound(samples: &[f32], rate_hz: u32) -> usize {
    let frame_len = frame_len(rate_hz);
    let threshold = threshold(samples.chunks(frame_len).map(power).fold(0.0, f64::max));
    samples
        .chunks(frame_len)
        .rposition(|frame| power(frame) > threshold)
        .map_or(0, |last| ((last + 1) * frame_len + samples_in(KEPT_TAIL_SECS, rate_hz)).min(samples.len()))
}

fn power_of_db(db: f64) -> f64 {
    10_f64.powf(db / 10.0)
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

/// Joins the chunks of a line spoken at one rate into one clip at another, in the order they come.
///
/// A stretch of `n` samples becomes exactly [`resampled_len`]`(n)` samples, a pause of `s` seconds exactly
/// [`samples_in`]`(s)` zeros. The silences of chunks without sound add up with their neighbours': the lengths the
/// script asks for are summed, of the seams' own pauses the longest counts, and those fall away at both ends of the
/// line.
pub struct Joiner {
    rate_hz: u32,
    project_rate_hz: u32,
    resampler: Resampler,
    /// The stretch being built, at the voice's rate.
    stretch: Vec<f32>,
    /// How much of the stretch is converted already.
    n_converted: usize,
    /// Length of the stretch's last chunk.
    last_len: usize,
    /// Chunks in the stretch and their ranges in it.
    marks: Vec<(usize, Range<usize>)>,
    /// What has gathered since the last chunk with sound.
    gap: Gap,
    is_first: bool,
    /// Where the chunk that is still spoken begins in what is done, if some of it was taken.
    open: Option<usize>,
    /// What is done, at the project's rate.
    out: Vec<f32>,
    spans: Vec<Range<usize>>,
}

impl Joiner {
    /// For a voice at `voice_rate_hz` and a project at `project_rate_hz`.
    pub fn new(voice_rate_hz: u32, project_rate_hz: u32) -> Result<Self, ResampleError> {
        Ok(Self {
            rate_hz: voice_rate_hz,
            project_rate_hz,
            resampler: Resampler::new(voice_rate_hz, project_rate_hz)?,
            stretch: Vec::new(),
            n_converted: 0,
            last_len: 0,
            marks: Vec::new(),
            gap: Gap::default(),
            is_first: true,
            open: None,
            out: Vec::new(),
            spans: Vec::new(),
        })
    }

    /// The line's beginning, as far as nothing that comes can change it, but for [`Joiner::take_back`].
    pub fn done(&self) -> &[f32] {
        &self.out
    }

    /// Takes of the next chunk what is spoken so far: `begun` has its samples from the first one on. Call it as often as
    /// there are more, then [`Joiner::push`] with all of them. Takes nothing where the chunk runs into the one before.
    pub fn hear(&mut self, begun: &ChunkAudio<'_>) -> Result<(), ResampleError> {
        let Some(start) = lead(begun.samples, self.rate_hz, false) else { return Ok(()) };
        if self.open.is_none() {
            let GapKind::Silence(n) = self.gap.kind(self.is_first, self.project_rate_hz) else { return Ok(()) };
            self.end_stretch()?;
            self.open = Some(self.out.len());
            self.silence(n);
        }
        // A frame of which a part is missing may turn out to be softer than that part.
        let (frames, n_frame) = (begun.samples, frame_len(self.rate_hz));
        let end = end_of_sound(&frames[..frames.len() - frames.len() % n_frame], self.rate_hz);
        if start + self.stretch.len() < end {
            self.stretch.extend_from_slice(&begun.samples[start + self.stretch.len()..end]);
        }
        // The end may have to be faded, or run into what follows.
        let n_held = match begun.seam {
            Seam::Crossfade(ms) => self.n_edge().max(samples_in(f64::from(ms) / 1000.0, self.rate_hz)),
            Seam::Pause(_) | Seam::End => self.n_edge(),
        };
        let n_certain = self.stretch.len().saturating_sub(n_held);
        if n_certain > self.n_edge().max(self.n_converted) {
            self.convert(n_certain)?;
        }
        Ok(())
    }

    /// Forgets what was taken of a chunk that is not all spoken: it is spoken anew.
    pub fn take_back(&mut self) {
        if let Some(start) = self.open.take() {
            self.out.truncate(start);
            self.stretch.clear();
            self.n_converted = 0;
            self.resampler.reset();
        }
    }

    /// Takes the next chunk.
    pub fn push(&mut self, chunk: &ChunkAudio<'_>) -> Result<(), ResampleError> {
        let index = self.spans.len();
        self.spans.push(0..0);
        let kept = &chunk.samples[trim(chunk.samples, self.rate_hz)];
        if kept.is_empty() {
            self.take_back();
            self.marks.push((index, self.stretch.len()..self.stretch.len()));
        } else {
            if self.open.take().is_some() {
                self.stretch.extend_from_slice(&kept[self.stretch.len()..]);
                self.marks.push((index, 0..kept.len()));
                self.last_len = kept.len();
            } else {
                self.append_behind_gap(index, kept)?;
            }
            self.gap = Gap::default();
            self.is_first = false;
        }
        self.gap.add(chunk, self.project_rate_hz);
        if chunk.ends_stretch() { self.end_stretch() } else { Ok(()) }
    }

    /// The line, when every chunk is there.
    pub fn finish(mut self) -> Result<JoinedLine, ResampleError> {
        self.end_stretch()?;
        self.silence(self.gap.n_asked);
        Ok(JoinedLine { clip: Clip::new(self.out, self.project_rate_hz), spans: self.spans })
    }

    fn append_behind_gap(&mut self, index: usize, kept: &[f32]) -> Result<(), ResampleError> {
        let n_fade = match self.gap.kind(self.is_first, self.project_rate_hz) {
            GapKind::Silence(n) => {
                self.end_stretch()?;
                self.silence(n);
                0
            }
            GapKind::Crossfade(ms) => {
                let n = self.crossfade_len(ms, kept.len());
                if n == 0 {
                    self.end_stretch()?;
                }
                n
            }
        };
        self.append(index, kept, n_fade);
        Ok(())
    }

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

    /// Length of the fade at the ends of a long enough stretch.
    fn n_edge(&self) -> usize {
        samples_in(EDGE_FADE_SECS, self.rate_hz)
    }

    /// Converts the stretch up to `end`; it is at least that and a fade long.
    fn convert(&mut self, end: usize) -> Result<(), ResampleError> {
        if self.n_converted == 0 {
            let n_edge = self.n_edge();
            fade_in(self.stretch.iter_mut().take(n_edge), n_edge);
        }
        self.resampler.push(&self.stretch[self.n_converted..end], &mut self.out)?;
        self.n_converted = end;
        Ok(())
    }

    /// Fades the stretch's ends, converts what is not yet and notes where its chunks have come to lie.
    fn end_stretch(&mut self) -> Result<(), ResampleError> {
        let n_edge = self.n_edge().min(self.stretch.len() / 2);
        if self.n_converted == 0 {
            fade_in(self.stretch.iter_mut().take(n_edge), n_edge);
        }
        fade_in(self.stretch.iter_mut().rev().take(n_edge), n_edge);
        self.resampler.push(&self.stretch[self.n_converted..], &mut self.out)?;
        self.resampler.finish(&mut self.out)?;
        let n_out = |n| resampled_len(n, self.rate_hz, self.project_rate_hz);
        let base = self.out.len() - n_out(self.stretch.len());
        for (index, range) in self.marks.drain(..) {
            self.spans[index] = base + n_out(range.start)..base + n_out(range.end);
        }
        self.stretch.clear();
        self.n_converted = 0;
        Ok(())
    }

    fn silence(&mut self, n: usize) {
        self.out.resize(self.out.len() + n, 0.0);
    }
}

/// Fades `samples`, of which there are `n`, in with a raised cosine that never quite is 0, so that a pause is told from the
/// sound beside it to the sample. Backwards it is a fade out.
fn fade_in<'a>(samples: impl Iterator<Item = &'a mut f32>, n: usize) {
    for (i, sample) in samples.enumerate() {
        *sample *= (FRAC_PI_2 * (i as f64 + 0.5) / n as f64).sin().powi(2) as f32;
    }
}

#[cfg(test)]
mod tests;
