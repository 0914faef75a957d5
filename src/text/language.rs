//! Which language a text is in, by its script.

/// A language that the text front end knows. Anything else is spoken as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Korean.
    #[serde(rename = "ko")]
    Korean,
}

impl Language {
    /// All languages, in the order they are offered.
    pub const ALL: [Self; 2] = [Self::Korean, Self::English];

    /// The BCP 47 tag: `en`, `ko`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// The language of a BCP 47 tag such as `en` or `ko-KR`, if it is one of ours.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| primary.eq_ignore_ascii_case(language.tag()))
    }
}

/// The language of `text` judged by its letters; `prior` where it has none that decide.
///
/// A text with any Hangul is Korean unless Latin letters outnumber the Hangul syllables eight to one: a syllable
/// stands for two or three letters, and an English sentence that names a Korean word stays English.
pub fn detect(text: &str, prior: Language) -> Language {
    let (mut n_hangul, mut n_latin) = (0usize, 0usize);
    for c in text.chars() {
        if is_hangul(c) {
            n_hangul += 1;
        } else if c.is_alphabetic() && c.is_ascii() {
            n_latin += 1;
        }
    }
    match (n_hangul, n_latin) {
        (0, 0) => prior,
        (0, _) => Language::English,
        (hangul, latin) if latin > 8 * hangul => Language::English,
        _ => Language::Korean,
    }
}

/// True for a Hangul syllable or jamo, composed or not.
pub const fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}')
}

#[cfg(test)]
mod tests {
    use super::{Language, detect};

    #[test]
    fn script_decides() {
        for (text, expect) in [
            ("FastAPI를 2 vCPU 서버에 올린다", Language::Korean),
            ("The lighthouse keeper wrote 하루 in her journal that evening.", Language::English),
            ("안녕", Language::Korean),
            ("Hello", Language::English),
        ] {
            assert_eq!(detect(text, Language::English), expect, "{text}");
        }
        assert_eq!(detect("123", Language::Korean), Language::Korean);
    }
}
