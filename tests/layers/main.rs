//! Checks that the sources keep to the layout that `src/lib.rs` describes. Each rule also has tests of its own with a
//! seeded fault, so that a rule which sees nothing is noticed.

mod rules;
mod source;
mod texts;

use std::collections::BTreeSet;

use source::Source;

fn sources() -> Vec<Source> {
    let sources: Vec<Source> =
        source::files("src", &[".rs"]).iter().map(|(path, text)| Source::new(path, text)).collect();
    assert!(sources.len() > 20, "the sources were found");
    sources
}

/// Asserts that no source breaks `rule`. Files of tests only are left out.
fn assert_kept(rule: fn(&Source) -> Vec<String>) {
    let faults: Vec<String> = sources().iter().filter(|source| !source.is_test()).flat_map(rule).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn modules_use_only_what_lies_below() {
    assert_kept(rules::layers);
}

#[test]
fn libraries_are_named_in_one_place() {
    assert_kept(rules::private_crates);
}

#[test]
fn pure_modules_have_no_side_effects() {
    assert_kept(rules::pure);
}

#[test]
fn only_the_window_and_the_command_line_change_a_document() {
    assert_kept(rules::document);
}

#[test]
fn files_are_written_through_the_atomic_writer() {
    assert_kept(rules::file_writes);
}

#[test]
fn colours_stand_only_in_the_theme() {
    assert_kept(rules::colours);
}

#[test]
fn labels_stand_only_in_the_text_tables() {
    assert_kept(rules::labels);
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let faults: Vec<String> = sources().iter().flat_map(rules::shape).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn no_text_names_a_path_of_one_machine() {
    let endings = [".rs", ".md", ".toml", ".ftl", ".txt", ".py", ".sh", ".json", ".tsv", ".csv"];
    let folders = ["src", "tests", "assets", "packaging", ".cargo", ".ci"];
    let mut faults = Vec::new();
    let top = ["README.md", "Cargo.toml", ".ci/run", "models/catalog.toml", "models/README.md"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in top {
        let text = std::fs::read_to_string(root.join(name)).expect("the file is part of the project");
        faults.extend(rules::machine_paths(name, &text));
    }
    for (path, text) in folders.iter().flat_map(|folder| source::files(folder, &endings)) {
        faults.extend(rules::machine_paths(&path, &text));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_text_is_there_in_every_language() {
    let messages = |language: &str| {
        let mut all = texts::Messages::new();
        for (path, table) in source::files(&format!("assets/texts/{language}"), &[".ftl"]) {
            for (id, variables) in texts::parse(&table).unwrap_or_else(|fault| panic!("{path}: {fault}")) {
                assert!(all.insert(id.clone(), variables).is_none(), "{path}: `{id}` is in another table too");
            }
        }
        assert!(!all.is_empty(), "there are texts in {language}");
        all
    };
    let (english, korean) = (messages("en"), messages("ko"));
    let faults = texts::differences(("English", &english), ("Korean", &korean));
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
    let asked: BTreeSet<String> = sources()
        .iter()
        .filter(|source| source.layer() == "app" && !source.is_test())
        .flat_map(|source| texts::ids_asked_for(&source.literal_code))
        .collect();
    let missing: Vec<&String> = asked.iter().filter(|id| !english.contains_key(*id)).collect();
    assert!(missing.is_empty(), "the window asks for texts that are not there: {missing:?}");
}
