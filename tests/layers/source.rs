//! Reading Rust sources as far as the checks need it: comments, strings and test code taken out, the rest as tokens.

use std::path::Path;

/// A source file.
pub struct Source {
    /// Path below the checkout, with `/`.
    pub path: String,
    /// As it is written.
    pub text: String,
    /// Without comments and test code.
    pub literal_code: String,
    /// The words and signs of the code outside comments, strings and test code.
    pub tokens: Vec<Token>,
}

/// A word or a sign of the code. `::` is one sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The word or sign.
    pub text: String,
    /// Line in the file, from 1.
    pub line: usize,
}

impl Source {
    /// The file at `path` with this `text`.
    pub fn new(path: &str, text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let kinds = classify(&chars);
        let keep = |wanted: &dyn Fn(Kind) -> bool| -> Vec<char> {
            // Line ends stay, so that lines keep their numbers.
            chars.iter().zip(&kinds).map(|(&c, &kind)| if wanted(kind) || c == '\n' { c } else { ' ' }).collect()
        };
        let mut code = keep(&|kind| kind == Kind::Code);
        let mut literal_code = keep(&|kind| kind != Kind::Comment);
        for range in test_ranges(&code) {
            for i in range {
                for view in [&mut code, &mut literal_code] {
                    if view[i] != '\n' {
                        view[i] = ' ';
                    }
                }
            }
        }
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
            literal_code: literal_code.into_iter().collect(),
            tokens: tokenize(&code),
        }
    }

    /// The module that the file is: `["voice", "runtime"]`. The crate's own file is the empty path.
    pub fn module(&self) -> Vec<&str> {
        let path = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let path = path.strip_suffix(".rs").unwrap_or(path);
        path.split('/').filter(|name| !["lib", "main", "mod"].contains(name)).collect()
    }

    /// The first name of [`Source::module`].
    pub fn layer(&self) -> &str {
        self.module().first().copied().unwrap_or_default()
    }

    /// Whether the whole file is test code.
    pub fn is_test(&self) -> bool {
        self.module().iter().any(|name| *name == "tests" || *name == "testing" || name.ends_with("_tests"))
    }

    /// Every path in the code that begins with the word `root`, with groups (`a::{b, c}`) written out, and its line.
    pub fn paths_from(&self, root: &str) -> Vec<(Vec<String>, usize)> {
        let mut paths = Vec::new();
        for (i, token) in self.tokens.iter().enumerate() {
            let continues = i > 0 && ["::", "."].contains(&self.tokens[i - 1].text.as_str());
            if token.text == root && !continues {
                let mut found = Vec::new();
                expand(&self.tokens, i, &mut Vec::new(), &mut found);
                paths.extend(found.into_iter().map(|path| (path, token.line)));
            }
        }
        paths
    }

    /// The modules of this crate that the code names, by `crate::` or by `super::`, and the lines.
    pub fn crate_paths(&self) -> Vec<(Vec<String>, usize)> {
        let mut paths: Vec<(Vec<String>, usize)> = Vec::new();
        for (path, line) in self.paths_from("crate") {
            paths.push((path[1..].to_vec(), line));
        }
        let depth = self.module().len();
        for (path, line) in self.paths_from("super") {
            let n_up = path.iter().take_while(|name| *name == "super").count();
            if n_up == depth {
                paths.push((path[n_up..].to_vec(), line));
            }
        }
        paths.retain(|(path, _)| !path.is_empty());
        paths
    }
}

/// Reads the path that begins at `tokens[at]` and adds it to `found`, once per leaf of its groups. Returns the index
/// after it.
fn expand(tokens: &[Token], at: usize, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let mut i = at;
    let n_prefix = prefix.len();
    loop {
        if text(i) == "{" {
            i += 1;
            while i < tokens.len() && text(i) != "}" {
                i = if text(i) == "," { i + 1 } else { expand(tokens, i, prefix, found).max(i + 1) };
            }
            prefix.truncate(n_prefix);
            return i + 1;
        }
        if !is_word(text(i)) && text(i) != "*" {
            break;
        }
        prefix.push(text(i).to_owned());
        if text(i + 1) != "::" {
            i += 1;
            break;
        }
        i += 2;
    }
    if prefix.len() > n_prefix {
        found.push(prefix.clone());
    }
    prefix.truncate(n_prefix);
    // `a as b` inside a group
    while text(i) == "as" {
        i += 2;
    }
    i
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Text,
}

/// What each `char` belongs to. The quotes of a string count as code.
fn classify(chars: &[char]) -> Vec<Kind> {
    let mut kinds = vec![Kind::Code; chars.len()];
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        match (at(i), at(i + 1)) {
            ('/', '/') => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
                kinds[start..i].fill(Kind::Comment);
            }
            ('/', '*') => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => {
                            depth += 1;
                            i += 2;
                        }
                        ('*', '/') => {
                            depth -= 1;
                            i += 2;
                        }
                        _ => i += 1,
                    }
                    if depth == 0 || i >= chars.len() {
                        break;
                    }
                }
                kinds[start..i.min(chars.len())].fill(Kind::Comment);
            }
            ('r', '"' | '#') if !is_word_char(at(i.wrapping_sub(1))) || at(i.wrapping_sub(1)) == 'b' => {
                let n_hashes = chars[i + 1..].iter().take_while(|&&c| c == '#').count();
                i += 1 + n_hashes;
                if at(i) == '"' {
                    i += 1;
                    let content = i;
                    while i < chars.len() && !(at(i) == '"' && (1..=n_hashes).all(|j| at(i + j) == '#')) {
                        i += 1;
                    }
                    kinds[content..i.min(chars.len())].fill(Kind::Text);
                    i += 1 + n_hashes;
                }
            }
            ('"', _) => {
                i += 1;
                while i < chars.len() && at(i) != '"' {
                    i += if at(i) == '\\' { 2 } else { 1 };
                }
                kinds[start + 1..i.min(chars.len())].fill(Kind::Text);
                i += 1;
            }
            // A character, not a lifetime.
            ('\'', '\\') => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                kinds[start + 1..i.min(chars.len())].fill(Kind::Text);
                i += 1;
            }
            ('\'', _) if at(i + 2) == '\'' => {
                kinds[i + 1] = Kind::Text;
                i += 3;
            }
            _ => i += 1,
        }
    }
    kinds
}

/// The ranges of items that stand under `#[cfg(test)]`.
fn test_ranges(code: &[char]) -> Vec<std::ops::Range<usize>> {
    let mark: Vec<char> = "#[cfg(test)]".chars().collect();
    let mut ranges = Vec::new();
    let mut i = 0;
    while i + mark.len() <= code.len() {
        if code[i..i + mark.len()] != mark[..] {
            i += 1;
            continue;
        }
        let start = i;
        i += mark.len();
        // The item ends with its block, or with a semicolon before any block.
        let mut depth = 0_usize;
        while i < code.len() {
            match code[i] {
                '{' | '(' | '[' => depth += 1,
                '}' if depth <= 1 => break,
                '}' | ')' | ']' => depth = depth.saturating_sub(1),
                ';' if depth == 0 => break,
                _ => {}
            }
            i += 1;
        }
        ranges.push(start..(i + 1).min(code.len()));
    }
    ranges
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn tokenize(code: &[char]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut i = 0;
    while i < code.len() {
        let start = i;
        if code[i] == '\n' {
            line += 1;
        }
        if is_word_char(code[i]) {
            while i < code.len() && is_word_char(code[i]) {
                i += 1;
            }
        } else if code[i] == ':' && code.get(i + 1) == Some(&':') {
            i += 2;
        } else {
            i += 1;
        }
        let text: String = code[start..i].iter().collect();
        if !text.trim().is_empty() {
            tokens.push(Token { text, line });
        }
    }
    tokens
}

/// Every file below `folder` of the checkout whose name ends in one of `endings`, as path and text.
pub fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder of the checkout can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                let text = std::fs::read_to_string(&path).expect("a text of the checkout is UTF-8");
                let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push((below, text));
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn words(text: &str) -> String {
        Source::new("src/a/b.rs", text).tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_strings_and_tests_are_no_code() {
        assert_eq!(words("use a::b; // egui\n/* ort /* cpal */ */ fn f() {}"), "use a :: b ; fn f ( ) { }");
        assert_eq!(words(r##"let x = "egui::\"y"; let z = r#"ort"::"#;"##), "let x = \" \" ; let z = r # \" \" # ;");
        assert_eq!(
            words("let c = '\"'; egui('\\'', 'a', &'static x)"),
            "let c = ' ' ; egui ( ' ' , ' ' , & ' static x )"
        );
        assert_eq!(words("a\n#[cfg(test)]\nmod tests { fn f() { b } }\nc"), "a c");
        assert_eq!(words("a\n#[cfg(test)]\nmod tests;\nc"), "a c");
        assert_eq!(words("#[cfg(test)] fn f() -> [u8; 2] { x } c"), "c");
    }

    #[test]
    fn paths_are_found_through_groups_and_supers() {
        let source = Source::new(
            "src/voice/hibari/dsp.rs",
            "use crate::{audio::Clip, text::{self, chunk as c}};\nuse super::super::Voice;\nuse super::super::super::studio::x;\n\
             fn f() { crate::files::read(1); a.crate::b; }",
        );
        let paths: Vec<String> =
            source.crate_paths().iter().map(|(path, line)| format!("{} {line}", path.join("::"))).collect();
        assert_eq!(paths, ["audio::Clip 1", "text::self 1", "text::chunk 1", "files::read 4", "studio::x 3"]);
    }

    #[test]
    fn modules() {
        let module = |path: &str| Source::new(path, "").module().join("::");
        assert_eq!(module("src/voice/runtime/mod.rs"), "voice::runtime");
        assert_eq!(module("src/cli.rs"), "cli");
        assert_eq!(module("src/lib.rs"), "");
    }
}
