//! The text tables of the interface (`assets/texts/<language>/*.ftl`): every language says the same things.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

/// Messages of a language: id to the variables that its text uses.
pub type Messages = BTreeMap<String, BTreeSet<String>>;

/// The messages in a table. A repeated id is a fault, returned as an error.
pub fn parse(table: &str) -> Result<Messages, String> {
    let head = Regex::new(r"^([A-Za-z][A-Za-z0-9_-]*)\s*=").expect("a pattern");
    let variable = Regex::new(r"\$([A-Za-z][A-Za-z0-9_-]*)").expect("a pattern");
    let mut messages = Messages::new();
    let mut current = None;
    for line in table.lines() {
        if let Some(hit) = head.captures(line) {
            let id = hit[1].to_owned();
            if messages.insert(id.clone(), BTreeSet::new()).is_some() {
                return Err(format!("`{id}` is there twice"));
            }
            current = Some(id);
        } else if line.trim_start() == line && !line.is_empty() {
            // A comment or a term ends the message; a line that is indented goes on with it.
            current = None;
        }
        if let Some(variables) = current.as_ref().and_then(|id| messages.get_mut(id)) {
            variables.extend(variable.captures_iter(line).map(|hit| hit[1].to_owned()));
        }
    }
    Ok(messages)
}

/// What one language has and the other has not, or has with other variables.
pub fn differences(a: (&str, &Messages), b: (&str, &Messages)) -> Vec<String> {
    let mut found = Vec::new();
    for ((name, messages), (other_name, other)) in [(a, b), (b, a)] {
        for (id, variables) in messages {
            match other.get(id) {
                None => found.push(format!("`{id}` is in {name} but not in {other_name}")),
                Some(theirs) if !variables.is_subset(theirs) => {
                    found.push(format!("`{id}` uses {variables:?} in {name} but {theirs:?} in {other_name}"));
                }
                Some(_) => {}
            }
        }
    }
    found
}

/// The ids that a source asks the tables for by a literal.
pub fn ids_asked_for(literal_code: &str) -> BTreeSet<String> {
    let pattern = Regex::new(r#"\btexts?(?:\(\))?\s*\.(?:get|with)\(\s*"([a-z][a-z0-9-]*)""#).expect("a pattern");
    pattern.captures_iter(literal_code).map(|hit| hit[1].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::{differences, ids_asked_for, parse};

    #[test]
    fn a_missing_text_and_a_lost_variable_are_found() {
        let en = parse(
            "# Lines\nready = Ready\nlines = { $n ->\n    [one] a line\n   *[other] { $n } lines of { $all }\n }\n",
        )
        .expect("parses");
        let ko = parse("ready = 준비됨\nlines = { $n }줄\n").expect("parses");
        assert_eq!(differences(("en", &en), ("ko", &ko)).len(), 1);
        let less = parse("ready = 준비됨\n").expect("parses");
        assert_eq!(differences(("en", &en), ("ko", &less)).len(), 1);
        assert!(differences(("en", &en), ("en", &en)).is_empty());
        assert!(parse("a = 1\na = 2\n").is_err());
    }

    #[test]
    fn ids_in_sources_are_found() {
        let ids =
            ids_asked_for("ui.label(texts.get(\"ready\")); app.texts\n    .with(\"lines\", &[]); map.get(\"other\")");
        assert_eq!(ids.into_iter().collect::<Vec<_>>(), ["lines", "ready"]);
    }
}
