//! The rules of the layout, each as a function from sources to the places that break it.

use regex::Regex;

use crate::source::Source;

/// Who may use whom. A module always may use itself; the last two may use everything.
const LAYERS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("audio", &[]),
    ("files", &[]),
    ("paths", &[]),
    ("script", &["text", "audio"]),
    ("voice", &["text", "audio", "files", "paths"]),
    ("player", &["audio"]),
    ("export", &["audio", "script", "files"]),
    ("studio", &["script", "text", "audio", "voice", "export", "files", "paths"]),
    ("lexicon_file", &["text", "files", "paths"]),
    ("settings", &["files", "paths", "script", "text", "audio", "export"]),
];
const TOPS: &[&str] = &["app", "cli"];

/// Libraries that only one place may name.
const PRIVATE_CRATES: &[(&[&str], &str)] = &[
    (&["egui", "eframe", "egui_extras", "rfd", "epaint", "winit"], "app"),
    (&["ort", "ort_sys"], "voice/runtime"),
    (&["cpal"], "player"),
];

const PURE: &[&str] = &["text", "script", "audio"];

/// Most lines of a file that are not tests. The house rule says about 400; this is where “about” ends.
const MAX_LINES: usize = 450;
/// Most lines of a file with its tests.
const MAX_LINES_WITH_TESTS: usize = 700;

/// Uses of modules that lie beside or above.
pub fn layers(source: &Source) -> Vec<String> {
    let layer = source.layer();
    if layer.is_empty() || TOPS.contains(&layer) {
        return Vec::new();
    }
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("{}: the module `{layer}` has no place among the layers", source.path)];
    };
    let modules: Vec<&str> = LAYERS.iter().map(|(name, _)| *name).chain(TOPS.iter().copied()).collect();
    let mut found = Vec::new();
    for (path, line) in source.crate_paths() {
        let used = path[0].as_str();
        if modules.contains(&used) && used != layer && !allowed.contains(&used) {
            found.push(format!("{}:{line}: `{layer}` may not use `{used}`", source.path));
        }
    }
    found
}

/// Libraries named outside their place.
pub fn private_crates(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (names, place) in PRIVATE_CRATES {
        let inside = [format!("src/{place}.rs"), format!("src/{place}/")];
        if source.path == inside[0] || source.path.starts_with(&inside[1]) {
            continue;
        }
        for name in *names {
            for (path, line) in source.paths_from(name) {
                let is_use = source.tokens.iter().any(|token| token.line == line && token.text == "use");
                if path.len() > 1 || is_use {
                    found.push(format!("{}:{line}: only {place} names `{name}`", source.path));
                }
            }
        }
    }
    found
}

/// Threads, files, clocks, random sources and the like in modules that compute and nothing else.
pub fn pure(source: &Source) -> Vec<String> {
    if !PURE.contains(&source.layer()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (path, line) in source.paths_from("std") {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let is_impure = match names.get(1..) {
            Some(["thread" | "fs" | "net" | "process" | "env", ..]) => true,
            // A length of time is a number; the clock is not.
            Some(["time", rest @ ..]) => *rest != ["Duration"] && rest.first() != Some(&"Duration"),
            Some(["io", rest @ ..]) => rest.iter().any(|name| ["stdin", "stdout", "stderr"].contains(name)),
            _ => false,
        };
        if is_impure {
            found.push(format!("{}:{line}: `{}` in a pure module", source.path, path.join("::")));
        }
    }
    // A generator is welcome where its seed is given.
    let unseeded = ["thread_rng", "ThreadRng", "OsRng", "SysRng", "from_os_rng", "from_entropy", "getrandom"];
    for token in source.tokens.iter().filter(|token| unseeded.contains(&token.text.as_str())) {
        found.push(format!("{}:{}: `{}` has no seed", source.path, token.line, token.text));
    }
    for (path, line) in source.paths_from("rand") {
        if path.len() == 2 && ["rng", "random"].contains(&path[1].as_str()) {
            found.push(format!("{}:{line}: `{}` has no seed", source.path, path.join("::")));
        }
    }
    found
}

/// Changes of a document from outside the window's actions and the command line.
pub fn document(source: &Source) -> Vec<String> {
    if ["script", "app", "cli", ""].contains(&source.layer()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (path, line) in source.crate_paths() {
        if path[0] == "script" && path.iter().any(|name| ["Edit", "History", "history"].contains(&name.as_str())) {
            found.push(format!("{}:{line}: only app and cli change a document", source.path));
        }
    }
    for window in source.tokens.windows(3) {
        if window[0].text == "&" && window[1].text == "mut" && window[2].text == "Project" {
            found.push(format!("{}:{}: only app and cli change a document", source.path, window[0].line));
        }
    }
    found
}

/// Files written past the one atomic writer.
pub fn file_writes(source: &Source) -> Vec<String> {
    if source.layer() == "files" {
        return Vec::new();
    }
    let mut found = Vec::new();
    for window in source.tokens.windows(3) {
        let [a, sign, b] = [&window[0].text, &window[1].text, &window[2].text].map(String::as_str);
        let is_write = match (a, sign, b) {
            ("fs", "::", name) => ["write", "rename", "copy", "OpenOptions"].contains(&name),
            ("File", "::", name) => ["create", "create_new", "options"].contains(&name),
            ("OpenOptions", "::", _) => true,
            _ => false,
        };
        if is_write {
            found.push(format!(
                "{}:{}: `{a}::{b}`: files are written through files::AtomicFile",
                source.path, window[0].line
            ));
        }
    }
    found
}

/// Colours outside the theme.
pub fn colours(source: &Source) -> Vec<String> {
    if source.path == "src/app/theme.rs" || source.path.starts_with("src/app/theme/") {
        return Vec::new();
    }
    // No colour at all, and the tint that leaves a picture as it is, are no choices of colour.
    let neutral = ["TRANSPARENT", "PLACEHOLDER", "WHITE"];
    let mut found = Vec::new();
    for window in source.tokens.windows(3) {
        let name = window[2].text.as_str();
        let is_colour = ["Color32", "Rgba", "Hsva"].contains(&window[0].text.as_str()) && window[1].text == "::";
        let is_choice = name.starts_with("from_") || name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        if is_colour && is_choice && !neutral.contains(&name) {
            found.push(format!("{}:{}: the colour `{name}` belongs into app/theme.rs", source.path, window[0].line));
        }
    }
    for token in source.tokens.iter().filter(|token| token.text == "hex_color") {
        found.push(format!("{}:{}: a colour belongs into app/theme.rs", source.path, token.line));
    }
    found
}

/// Words for the person written into the window's code instead of the text tables.
pub fn labels(source: &Source) -> Vec<String> {
    if source.layer() != "app" {
        return Vec::new();
    }
    let literal = r#"&?(?:format!\(\s*)?"((?:[^"\\]|\\.)*)""#;
    let patterns = [
        format!(
            r"\.(?:label|button|small_button|heading|strong|weak|small|monospace|code|link|menu_button|collapsing|on_hover_text|on_hover_text_at_pointer|on_disabled_hover_text|hint_text|text|suffix|prefix)\(\s*{literal}"
        ),
        format!(r"(?:RichText|Label|Button|Window|CollapsingHeader|WidgetText|Link)::new\(\s*{literal}"),
        format!(
            r"\.(?:checkbox|radio|radio_value|selectable_label|selectable_value|toggle_value|hyperlink_to)\([^;{{}}]*?,\s*{literal}\s*,?\s*\)"
        ),
    ];
    let placeholder = Regex::new(r"\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\.").expect("a pattern");
    let mut found = Vec::new();
    for pattern in patterns {
        for hit in Regex::new(&pattern).expect("a pattern").captures_iter(&source.literal_code) {
            // Signs such as “·” and “…” read the same in every language.
            let words = placeholder.replace_all(&hit[1], "");
            if words.chars().any(char::is_alphabetic) {
                let n_before = hit.get(0).map_or(0, |all| all.start());
                let line = source.literal_code.bytes().take(n_before).filter(|&byte| byte == b'\n').count() + 1;
                found.push(format!("{}:{line}: “{}” belongs into the text tables", source.path, &hit[1]));
            }
        }
    }
    found
}

/// Files too long to be read at one go, and files that do not say what they are for.
pub fn shape(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let n_lines = source.text.lines().count();
    // Test code is blank in this view; so are comments, which is why blank lines are counted in the original.
    let first_test = source.text.lines().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(n_lines);
    let n_code_lines = if source.is_test() { 0 } else { first_test };
    if n_code_lines > MAX_LINES {
        found.push(format!("{}: {n_code_lines} lines without tests, at most {MAX_LINES}", source.path));
    }
    if n_lines > MAX_LINES_WITH_TESTS {
        found.push(format!("{}: {n_lines} lines, at most {MAX_LINES_WITH_TESTS}", source.path));
    }
    if !source.text.starts_with("//!") && !source.is_test() {
        found.push(format!("{}: the first lines say what the file is for (`//! …`)", source.path));
    }
    found
}

/// Absolute paths of somebody's machine in a text of the project.
pub fn machine_paths(path: &str, text: &str) -> Vec<String> {
    let pattern =
        Regex::new(r#"(?:^|[\s"'`(=:<])/(?:home|root|work|workspace|Users|mnt|opt|srv)/"#).expect("a pattern");
    let bad = text.lines().enumerate().filter(|(_, line)| pattern.is_match(line));
    bad.map(|(i, line)| format!("{path}:{}: a path of one machine: {}", i + 1, line.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::{colours, document, file_writes, labels, layers, machine_paths, private_crates, pure, shape};
    use crate::source::Source;

    type Rule = fn(&Source) -> Vec<String>;

    /// Checks that `rule` finds `n` faults in a file at `path` with this text.
    fn check(rule: Rule, path: &str, text: &str, n: usize) {
        let found = rule(&Source::new(path, text));
        assert_eq!(found.len(), n, "{path}: {text}\n{found:?}");
    }

    #[test]
    fn layers_are_seen_through() {
        check(layers, "src/text/chunk.rs", "use crate::voice::Voice;", 1);
        check(layers, "src/text/chunk.rs", "use crate::{audio::Clip, files};", 2);
        check(layers, "src/text/chunk.rs", "fn f() { super::super::studio::render::x() }", 1);
        check(layers, "src/player/mod.rs", "use super::script;", 1);
        check(layers, "src/voice/mod.rs", "use crate::text::Language; use super::audio;", 0);
        check(layers, "src/export/wav.rs", "use crate::voice::Voice as _;", 1);
        check(layers, "src/settings.rs", "use crate::app::theme::Theme;", 1);
        check(layers, "src/app/mod.rs", "use crate::{studio, player, export};", 0);
        check(layers, "src/text/mod.rs", "// crate::voice\nconst A: &str = \"crate::voice\";", 0);
        check(layers, "src/text/mod.rs", "#[cfg(test)]\nmod tests { use crate::voice::Voice; }", 0);
        check(layers, "src/novelty.rs", "", 1);
    }

    #[test]
    fn libraries_keep_their_place() {
        check(private_crates, "src/studio/mod.rs", "use egui::Context;", 1);
        check(private_crates, "src/studio/mod.rs", "fn f(c: &eframe::egui::Context) {}", 1);
        check(private_crates, "src/voice/hibari/mod.rs", "use ort::session::Session;", 1);
        check(private_crates, "src/cli.rs", "use cpal;", 1);
        check(private_crates, "src/cli.rs", "use {rfd::FileDialog, std::io};", 1);
        check(private_crates, "src/voice/runtime.rs", "use ort::session::Session;", 0);
        check(private_crates, "src/voice/runtime/mod.rs", "use ort::session::Session;", 0);
        check(private_crates, "src/app/panels/strip.rs", "use eframe::egui;", 0);
        check(private_crates, "src/text/mod.rs", "let ort = 1; x.ort::<u8>(); sort::by(a);", 0);
    }

    #[test]
    fn pure_modules_only_compute() {
        check(pure, "src/text/mod.rs", "use std::fs;", 1);
        check(pure, "src/audio/mod.rs", "use std::{sync::Arc, thread};", 1);
        check(pure, "src/script/mod.rs", "let t = std::time::Instant::now();", 1);
        check(pure, "src/script/mod.rs", "use std::time::{Duration, SystemTime};", 1);
        check(pure, "src/audio/dither.rs", "let x: f32 = rand::random();", 1);
        check(pure, "src/audio/dither.rs", "let x = rand::rng();", 1);
        check(pure, "src/audio/dither.rs", "let x = Pcg32::from_os_rng();", 1);
        check(
            pure,
            "src/audio/dither.rs",
            "use rand::Rng as _; let x = Pcg32::seed_from_u64(7); use std::time::Duration;",
            0,
        );
        check(pure, "src/voice/mod.rs", "use std::fs;", 0);
    }

    #[test]
    fn only_the_top_changes_a_document() {
        check(document, "src/studio/mod.rs", "use crate::script::{Edit, Line};", 1);
        check(document, "src/export/mod.rs", "fn f(project: &mut Project) {}", 1);
        check(document, "src/studio/mod.rs", "use crate::script::{Line, Project}; fn f(p: &Project) {}", 0);
        check(document, "src/app/action.rs", "use crate::script::Edit;", 0);
    }

    #[test]
    fn files_have_one_writer() {
        check(file_writes, "src/studio/cache.rs", "std::fs::write(path, bytes)?;", 1);
        check(file_writes, "src/export/wav.rs", "let f = File::create(path)?;", 1);
        check(file_writes, "src/export/wav.rs", "let f = std::fs::OpenOptions::new();", 2);
        check(
            file_writes,
            "src/export/wav.rs",
            "AtomicFile::new(p); std::fs::remove_file(p); std::fs::File::open(p)",
            0,
        );
    }

    #[test]
    fn colours_live_in_the_theme() {
        check(colours, "src/app/panels/row.rs", "let c = Color32::from_rgb(1, 2, 3);", 1);
        check(colours, "src/app/panels/row.rs", "let c = egui::Color32::LIGHT_BLUE;", 1);
        check(colours, "src/app/panels/row.rs", "let c = Color32::TRANSPARENT; let d: Color32 = theme.accent;", 0);
        check(colours, "src/app/theme.rs", "let c = Color32::from_rgb(1, 2, 3);", 0);
    }

    #[test]
    fn words_live_in_the_text_tables() {
        check(labels, "src/app/panels/row.rs", "ui.label(\"Ready\");", 1);
        check(labels, "src/app/panels/row.rs", "ui.button( \"재생\" );\nui.heading(\n    \"Export\",\n);", 2);
        check(labels, "src/app/panels/row.rs", "r.on_hover_text(format!(\"{n} lines\"))", 1);
        check(labels, "src/app/panels/row.rs", "ui.checkbox(&mut state.loud, \"Loud\");", 1);
        check(labels, "src/app/panels/row.rs", "ui.add(egui::Label::new(RichText::new(\"Bold\").strong()));", 1);
        check(
            labels,
            "src/app/panels/row.rs",
            "ui.label(texts.get(\"ready\")); ui.label(\"·\"); ui.label(format!(\"{a}:{b}\"));",
            0,
        );
        check(labels, "src/app/panels/row.rs", "ui.label(\"\\u{2026}\"); // ui.label(\"Ready\")", 0);
        check(labels, "src/cli.rs", "ui.label(\"Ready\");", 0);
    }

    #[test]
    fn files_are_short_and_say_what_they_are_for() {
        let long = "//! Long.\n".to_owned() + &"fn f() {}\n".repeat(450);
        check(shape, "src/text/long.rs", &long, 1);
        let tests = "//! Short.\n#[cfg(test)]\nmod tests {\n".to_owned() + &"    fn f() {}\n".repeat(450) + "}\n";
        check(shape, "src/text/short.rs", &tests, 0);
        check(shape, "src/text/silent.rs", "fn f() {}", 1);
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        for folder in ["home", "Users"] {
            assert_eq!(machine_paths("README.md", &format!("see `/{folder}/me/moksori`")).len(), 1);
        }
        assert!(
            machine_paths("README.md", "see /usr/share/fonts, https://example.org/home/x and target/opt/y").is_empty()
        );
    }
}
