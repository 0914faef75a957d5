//! The mark of a line's state: told apart by shape as well as by colour.

use eframe::egui;
use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};

use crate::app::i18n::Texts;
use crate::app::panels::format;
use crate::app::state::{LineStatus, LineView};
use crate::app::theme::Tokens;

/// Radius of a mark.
const RADIUS: f32 = 5.5;

/// Draws the mark of `status` centred at `center`.
pub fn paint(painter: &Painter, center: Pos2, status: &LineStatus, tokens: &Tokens) {
    match status {
        LineStatus::Pending => {
            painter.circle_stroke(center, RADIUS, Stroke::new(1.2, tokens.faint));
        }
        LineStatus::Queued(_) => {
            painter.circle_stroke(center, RADIUS, Stroke::new(1.2, tokens.accent));
            painter.circle_filled(center, 1.6, tokens.accent);
        }
        LineStatus::Rendering(..) => {
            painter.circle_stroke(center, RADIUS, Stroke::new(1.4, tokens.accent));
            painter.add(half_disc(center, RADIUS, tokens.accent));
        }
        LineStatus::Ready => {
            painter.circle_filled(center, RADIUS + 0.5, tokens.accent);
        }
        LineStatus::Stale => {
            for i in 0..10 {
                let angle = TAU * (i as f32) / 10.0;
                painter.circle_filled(center + RADIUS * vec2(angle.cos(), angle.sin()), 0.9, tokens.muted);
            }
        }
        LineStatus::Fallback => {
            let (w, h) = (6.0, 5.5);
            let corners = vec![center + vec2(0.0, -h), center + vec2(w, h - 0.5), center + vec2(-w, h - 0.5)];
            painter.add(Shape::convex_polygon(corners, tokens.warning, Stroke::NONE));
        }
        LineStatus::Failed(_) => {
            let (r, stroke) = (4.2, Stroke::new(2.0, tokens.error));
            painter.line_segment([center + vec2(-r, -r), center + vec2(r, r)], stroke);
            painter.line_segment([center + vec2(-r, r), center + vec2(r, -r)], stroke);
        }
    }
}

fn half_disc(center: Pos2, radius: f32, color: Color32) -> Shape {
    let points = (0..=16)
        .map(|i| {
            let angle = TAU * (0.25 + 0.5 * (i as f32) / 16.0);
            center + radius * vec2(angle.cos(), angle.sin())
        })
        .collect();
    Shape::convex_polygon(points, color, Stroke::NONE)
}

/// The state in words.
pub fn name(known: &LineView, texts: &Texts) -> String {
    match &known.status {
        LineStatus::Pending => texts.get("status-pending").into_owned(),
        LineStatus::Queued(place) => match known.secs_left {
            Some(secs) => {
                let time = format::duration(secs, texts);
                texts.with("status-queued-left", &[("place", (place + 1).into()), ("time", time.into())])
            }
            None => texts.with("status-queued", &[("place", (place + 1).into())]),
        },
        LineStatus::Rendering(done, all) => {
            texts.with("status-rendering", &[("done", (*done).into()), ("all", (*all).into())])
        }
        LineStatus::Ready => texts.get("status-ready").into_owned(),
        LineStatus::Stale => texts.get("status-stale").into_owned(),
        LineStatus::Fallback => texts.get("status-fallback").into_owned(),
        LineStatus::Failed(_) => texts.get("status-failed").into_owned(),
    }
}
