//! Text as the model takes it.

use std::path::Path;

use tokenizers::Tokenizer;

use crate::voice::VoiceError;

/// The tokenizer, and the token that a text begins with.
pub struct Text {
    tokenizer: Tokenizer,
    begin: Option<i64>,
}

impl Text {
    /// Reads a `tokenizer.json`. The error says what is wrong with it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let tokenizer = Tokenizer::from_file(path).map_err(|error| format!("the tokenizer cannot be read: {error}"))?;
        let begin = tokenizer.token_to_id("<s>").map(i64::from);
        Ok(Self { tokenizer, begin })
    }

    /// The token that a text begins with.
    pub fn begin(&self) -> Option<i64> {
        self.begin
    }

    /// The tokens of a prepared text, without the one that it begins with. A token of several Chinese characters is given
    /// as one token each, as the model was trained.
    pub fn ids(&self, prepared: &str) -> Result<Vec<i64>, VoiceError> {
        let encoding = self
            .tokenizer
            .encode(prepared, false)
            .map_err(|error| VoiceError::Model(format!("its tokenizer cannot read this text ({error})")))?;
        let mut ids = Vec::with_capacity(encoding.len());
        for (id, token) in encoding.get_ids().iter().zip(encoding.get_tokens()) {
            let chars: Vec<char> = token.trim_start_matches('▁').chars().collect();
            let split = (chars.len() > 1 && chars.iter().all(|&c| is_chinese(c))).then(|| {
                chars.iter().map(|c| self.tokenizer.token_to_id(&c.to_string())).collect::<Option<Vec<u32>>>()
            });
            match split.flatten() {
                Some(split) => ids.extend(split.into_iter().map(i64::from)),
                None => ids.push(i64::from(*id)),
            }
        }
        if ids.is_empty() {
            return Err(VoiceError::Model("its tokenizer finds nothing to speak in this text".to_owned()));
        }
        Ok(ids)
    }
}

const fn is_chinese(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}')
}

/// `spoken` on one line and with straight quotes, which the model takes better; before it the description of the voice to
/// design, in brackets.
pub fn prepared(spoken: &str, description: Option<&str>) -> String {
    let straight = |c: char| match c {
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let text: String = spoken.trim().chars().map(straight).collect();
    match description.map(str::trim).filter(|description| !description.is_empty()) {
        Some(description) => format!("({}){text}", description.replace(['(', ')', '\n'], " ").trim()),
        None => text,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use super::{Text, prepared};

    pub fn made() -> Text {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/models/voxcpm2");
        Text::read(&folder.join("tokenizer.json")).expect("reads")
    }

    #[test]
    fn chinese_words_are_given_character_by_character() {
        let text = made();
        let id = |token: &str| i64::from(text.tokenizer.token_to_id(token).expect("known"));
        assert_eq!(text.ids("a").expect("ids"), [id("▁"), id("a")]);
        assert_eq!(text.ids("你好a").expect("ids"), [id("▁"), id("你"), id("好"), id("a")]);
        assert_eq!(text.begin(), Some(1));
        assert!(Text::read(Path::new("/nowhere/tokenizer.json")).is_err());
    }

    #[test]
    fn a_description_stands_before_the_text() {
        assert_eq!(prepared(" “Hi”\nthere ", None), "\"Hi\" there");
        assert_eq!(prepared("안녕", Some(" a (calm)\nwoman ")), "(a  calm  woman)안녕");
        assert_eq!(prepared("안녕", Some("  ")), "안녕");
    }
}
