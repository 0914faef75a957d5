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

    /// The other one of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::English => Self::Korean,
            Self::Korean => Self::English,
        }
    }

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

/// The language of `text`, judged by its words; `prior` where it has none that decide.
///
/// Without Hangul a text with Latin letters is English, without Latin letters one with Hangul is Korean. Where both stand,
/// what a sentence is built with decides: English words such as `the` and `was` on the one side, on the other Korean
/// particles behind Latin words (`API를`) and the ending that closes a Korean sentence. What stands in quotation marks
/// counts only if nothing stands outside. Names and terms count little, so that a Korean sentence about software stays
/// Korean.
pub fn detect(text: &str, prior: Language) -> Language {
    let has = |of: fn(char) -> bool| text.chars().any(of);
    match (has(is_hangul), has(|c| c.is_ascii_alphabetic())) {
        (false, false) => prior,
        (true, false) => Language::Korean,
        (false, true) => Language::English,
        (true, true) => weigh(&outside_quotes(text)).or_else(|| weigh(text)).unwrap_or(prior),
    }
}

/// The text without what stands in pairs of double quotation marks.
fn outside_quotes(text: &str) -> String {
    let folded: String = text.chars().map(|c| if matches!(c, '“' | '”' | '„' | '«' | '»') { '"' } else { c }).collect();
    let parts: Vec<&str> = folded.split('"').collect();
    // An odd mark has no partner: what follows it is not a quotation.
    let n_paired = (parts.len() - 1) / 2 * 2;
    let outside = |(place, part): (usize, &&str)| {
        if place >= n_paired || place % 2 == 0 { (*part).to_owned() } else { " ".to_owned() }
    };
    parts.iter().enumerate().map(outside).collect()
}

/// What speaks for Korean and for English; `None` where neither outweighs the other.
fn weigh(text: &str) -> Option<Language> {
    let (mut korean, mut english): (i32, i32) = (0, 0);
    let mut last_word = "";
    // A single Korean word without a particle is a name that an English sentence may quote.
    let is_single = text.split_whitespace().filter(|word| word.contains(is_hangul)).nth(1).is_none();
    let of_word = if is_single { 1 } else { 2 };
    for word in text.split_whitespace() {
        let n_hangul = word.chars().filter(|&c| is_hangul(c)).count();
        let core = word.trim_matches(|c: char| !c.is_alphanumeric());
        if n_hangul > 0 {
            last_word = core;
            // Latin letters with Hangul right behind them are a word with a particle.
            let glued = core.chars().zip(core.chars().skip(1)).any(|(a, b)| a.is_ascii_alphanumeric() && is_hangul(b));
            korean += if glued && core.starts_with(|c: char| c.is_ascii_alphabetic()) { 6 } else { of_word };
        } else if core.chars().any(|c| c.is_ascii_alphabetic()) {
            last_word = core;
            english += if is_function_word(core) { 3 } else { 1 };
        }
    }
    if closes_sentence(last_word) {
        korean += 3;
    }
    match korean - english {
        2.. => Some(Language::Korean),
        ..=-2 => Some(Language::English),
        _ => None,
    }
}

/// Whether a word ends as the verb that closes a Korean sentence does.
fn closes_sentence(word: &str) -> bool {
    let mut back = word.chars().rev();
    let (last, before) = (back.next(), back.next());
    matches!(last, Some('다' | '까' | '죠' | '네' | '라' | '자' | '함' | '됨' | '임' | '음'))
        && before.is_some_and(is_hangul)
        // 사랑해요 alone is a word that English sentences quote.
        || last == Some('요') && word.chars().filter(|&c| is_hangul(c)).count() > 4
}

/// Whether English builds sentences with this word; other languages borrow it only in titles.
pub(super) fn is_function_word(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "a", "about", "after", "all", "am", "an", "and", "are", "as", "at", "be", "because", "been", "before", "but",
        "by", "can", "could", "did", "do", "does", "don't", "for", "from", "get", "got", "had", "has", "have", "he",
        "her", "his", "how", "i", "i'm", "i've", "if", "in", "into", "is", "it", "it's", "its", "just", "let", "let's",
        "like", "may", "me", "more", "must", "my", "never", "no", "not", "of", "on", "one", "or", "our", "out", "over",
        "said", "she", "should", "so", "than", "that", "the", "their", "them", "then", "there", "these", "they",
        "this", "those", "to", "too", "under", "until", "up", "was", "we", "were", "what", "when", "where", "which",
        "who", "why", "will", "with", "without", "won't", "would", "you", "your",
    ];
    // `AT`, `IT` and `OR` in capitals are names, `A` and `I` are letters of points and tables.
    let is_shouted = word.chars().all(|c| c.is_ascii_uppercase());
    !is_shouted && word.len() <= 7 && WORDS.binary_search(&word.to_ascii_lowercase().replace('’', "'").as_str()).is_ok()
}

/// True for a Hangul syllable or jamo, composed or not.
pub const fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}')
}

#[cfg(test)]
mod tests {
    use super::{Language, detect, is_function_word};

    #[test]
    fn words_decide() {
        let check = |text: &str, expect: Language| {
            for prior in Language::ALL {
                assert_eq!(detect(text, prior), expect, "{text}");
            }
        };
        for korean in [
            "안녕",
            "FastAPI를 2 vCPU 서버에 올린다",
            "Docker Compose로 FastAPI 서버를 deploy한다",
            "오늘은 React Native와 Expo Router, Zustand, TanStack Query를 쓴다",
            "그는 \"I have 3 apples and you have none of them.\" 라고 말했다.",
            "이 책의 제목은 \"The 7 Habits of Highly Effective People\"이다.",
            "Lord of the Rings를 읽었다",
            "오늘 the Beatles의 Let It Be를 들었다",
            "BTS의 Dynamite가 Billboard Hot 100 1위",
            "John Smith가 왔다",
        ] {
            check(korean, Language::Korean);
        }
        for english in [
            "Hello",
            "The lighthouse keeper wrote 하루 in her journal that evening.",
            "Kim Minsu (김민수) moved to 서울 in 2024.",
            "The song 강남스타일 was released on 2012년 7월 15일.",
            "She said \"안녕하세요, 저는 3번 학생입니다\" and sat down.",
            "I love 서울의 밤 because of 한강.",
            "She whispered 사랑해요.",
            "The word 정 has no translation in English.",
        ] {
            check(english, Language::English);
        }
        // Names beside each other follow the document.
        for name in ["Hello 서울", "OpenAI API 가이드", "New York 뉴욕"] {
            for prior in Language::ALL {
                assert_eq!(detect(name, prior), prior, "{name}");
            }
        }
        assert_eq!(detect("123", Language::Korean), Language::Korean);
        assert_eq!(detect("", Language::English), Language::English);
    }

    #[test]
    fn function_words_are_sorted_and_names_in_capitals_are_none() {
        for (word, expect) in
            [("the", true), ("The", true), ("IT", false), ("i'm", true), ("your", true), ("server", false)]
        {
            assert_eq!(is_function_word(word), expect, "{word}");
        }
    }
}
