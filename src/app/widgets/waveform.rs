//! Waveforms as bars.

use eframe::egui;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use egui::{Color32, Painter, Rect, pos2, vec2};

use crate::audio::peaks::Peaks;
use crate::script::LineId;
use crate::studio::Take;

/// Distance from one bar to the next.
const STEP: f32 = 3.0;
/// Width of a bar.
const BAR: f32 = 2.0;

/// A take as it is drawn.
pub struct Drawable {
    take: Arc<Take>,
    peaks: Peaks,
    /// What its loudest sample is multiplied with to fill the height.
    scale: f32,
}

/// Peaks of the takes that were drawn lately.
#[derive(Default)]
pub struct PeakCache {
    takes: HashMap<LineId, Drawable>,
}

impl PeakCache {
    /// More takes than fit a tall screen a few times over; beyond that the cache starts again.
    const CAPACITY: usize = 256;

    /// The peaks of a line's take.
    pub fn of(&mut self, line: LineId, take: &Arc<Take>) -> &Drawable {
        let known = self.takes.get(&line).is_some_and(|known| Arc::ptr_eq(&known.take, take));
        if !known {
            if self.takes.len() >= Self::CAPACITY {
                self.takes.clear();
            }
            let peaks = Peaks::new(&take.clip);
            let (low, high) = peaks.columns(0..peaks.len(), 1).first().copied().unwrap_or_default();
            // Silence stays silence: noise is not blown up beyond ten times.
            let scale = 1.0 / low.abs().max(high.abs()).max(0.1);
            self.takes.insert(line, Drawable { take: Arc::clone(take), peaks, scale });
        }
        &self.takes[&line]
    }
}

/// Draws the samples of `range` into `rect`; the first `played` of it in `live`, the rest in `color`.
pub fn paint(
    painter: &Painter,
    rect: Rect,
    sound: &Drawable,
    range: Range<usize>,
    color: Color32,
    played: Option<(f32, Color32)>,
) {
    let n_bars = ((rect.width() + STEP - BAR) / STEP).floor().max(1.0) as usize;
    let snap = painter.pixels_per_point();
    for (i, (low, high)) in sound.peaks.columns(range, n_bars).into_iter().enumerate() {
        // The root lifts quiet speech and keeps the difference to loud speech visible.
        let loudness = (low.abs().max(high.abs()) * sound.scale).min(1.0).powf(0.7);
        let height = (loudness * rect.height()).max(2.0);
        let x = ((rect.left() + i as f32 * STEP) * snap).round() / snap;
        let bar = Rect::from_min_size(pos2(x, rect.center().y - height / 2.0), vec2(BAR, height));
        let ink = match played {
            Some((fraction, live)) if (i as f32 + 0.5) / (n_bars as f32) <= fraction => live,
            _ => color,
        };
        painter.rect_filled(bar, 1.0, ink);
    }
}
