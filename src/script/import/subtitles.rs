//! SubRip subtitles to lines.

use super::{Imported, Script};
use crate::script::LineKind;
use crate::text::markup;

pub(super) fn import(text: &str) -> Imported {
    let mut script = Script::default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut cue = String::new();
    let mut is_in_cue = false;
    for (i, line) in lines.iter().enumerate() {
        if is_timing(line) {
            finish_cue(&mut script, &mut cue);
            is_in_cue = true;
        } else if line.is_empty() {
            finish_cue(&mut script, &mut cue);
            is_in_cue = false;
        } else if is_in_cue {
            // Some files have no blank line before the next cue's number.
            let is_number =
                line.chars().all(|c| c.is_ascii_digit()) && lines.get(i + 1).is_some_and(|next| is_timing(next));
            if !is_number {
                cue.push_str(if cue.is_empty() { "" } else { " " });
                cue.push_str(line);
            }
        } else if !line.chars().all(|c| c.is_ascii_digit()) && !line.starts_with("WEBVTT") {
            script.skip(format!("line {} (no time before it): {line}", i + 1));
        }
    }
    finish_cue(&mut script, &mut cue);
    let mut imported = script.finish();
    // One note for a file that is no subtitle file at all.
    imported.skipped.truncate(20);
    if imported.project.lines().iter().all(|line| line.text.is_empty()) && !imported.skipped.is_empty() {
        imported.skipped =
            vec!["the whole file: it has no subtitle times such as 00:00:01,000 --> 00:00:02,000".to_owned()];
    }
    imported
}

/// `00:00:01,000 --> 00:00:02,500`.
fn is_timing(line: &str) -> bool {
    line.split_once("-->").is_some_and(|(from, to)| {
        let is_time = |text: &str| {
            let time = text.split_whitespace().next().unwrap_or_default();
            time.contains(':') && time.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | ',' | '.'))
        };
        is_time(from) && is_time(to)
    })
}

fn finish_cue(script: &mut Script, cue: &mut String) {
    let text = std::mem::take(cue);
    let text = without_positions(&text);
    // Script tags stay; they are read when the line is spoken.
    let plain = if text.contains('<') || text.contains('&') { strip_tags(&text) } else { text };
    let plain = plain.strip_prefix("- ").unwrap_or(&plain);
    script.add(plain, LineKind::Text);
}

/// Takes off `{\an8}` and its like.
fn without_positions(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{\\") {
        plain.push_str(before);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain
}

/// Takes off `<i>` and its like; brackets that are script tags are put aside meanwhile.
fn strip_tags(text: &str) -> String {
    text.split_inclusive(']')
        .map(|part| match part.split_once('[') {
            Some((before, tag)) => format!("{}[{tag}", markup::plain(before)),
            None => markup::plain(part),
        })
        .collect()
}
