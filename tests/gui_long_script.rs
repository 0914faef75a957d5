//! A script of ten thousand lines.

mod common;

use common::{Opening, Window, line_id, open, settle, state_with};
use eframe::egui;
use egui::Modifiers;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use moksori::app::state::Focus;
use moksori::text::Language;

#[test]
fn ten_thousand_lines_cost_what_is_on_the_screen() {
    let texts: Vec<String> = (0..10_000)
        .map(|n| format!("{n}번째 줄입니다. {}", "조금 더 긴 문장도 섞여 있습니다. ".repeat(n % 5)))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut harness = open(state_with(&texts), Language::Korean, Opening::default());
    settle(&mut harness);
    let n_rows = |harness: &Harness<'_, Window>| harness.query_all_by_role(Role::ListBoxOption).count();
    assert!(n_rows(&harness) < 40, "{} rows are laid out", n_rows(&harness));

    // The last line comes into view whole, though almost no height above it was ever measured.
    let last = line_id(&harness, 9_999);
    harness.state_mut().state.selected = Some(last);
    harness.state_mut().state.focus = Some(Focus::Line(last, 0));
    harness.state_mut().state.scroll_to = Some(last);
    settle(&mut harness);
    let row = harness.get_all_by_role(Role::ListBoxOption).last().expect("rows").rect();
    assert!(row.top() > 48.0 && row.bottom() < 768.0, "{row:?}");
    assert!(n_rows(&harness) < 40);

    // Scrolling up through rows that were never measured moves smoothly: what is in view stays under the pointer.
    harness.hover_at(egui::pos2(600.0, 400.0));
    for _ in 0..20 {
        let before = tops(&harness);
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, 60.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        settle(&mut harness);
        let after = tops(&harness);
        let moved: Vec<f32> =
            before.iter().filter_map(|(name, y)| after.iter().find(|(n, _)| n == name).map(|(_, to)| to - y)).collect();
        assert!(!moved.is_empty());
        for by in &moved {
            assert!((by - moved[0]).abs() < 1.0 && *by > 20.0 && *by < 120.0, "{moved:?}");
        }
    }
}

/// Names and tops of the rows, the open one left out.
fn tops(harness: &Harness<'_, Window>) -> Vec<(String, f32)> {
    harness
        .query_all_by_role(Role::ListBoxOption)
        .filter(|node| node.rect().top() > 0.0 && node.rect().bottom() < 768.0)
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect().top()))
        .collect()
}
