//! Roman numerals, by what stands before them.

use super::numerals::{cardinal, ordinal, roman};
use super::{Claim, Kind, Text, claim, is_capitalised};
use crate::text::words::Words;

/// Words that are numbered: a cardinal follows.
static NUMBERED: Words = Words::new(&[
    "chapter",
    "part",
    "act",
    "scene",
    "volume",
    "book",
    "section",
    "article",
    "war",
    "title",
    "phase",
    "stage",
    "type",
    "class",
    "level",
    "appendix",
    "figure",
    "table",
    "episode",
    "season",
    "grade",
    "bowl",
    "apollo",
    "mark",
    "vatican",
    "schedule",
    "annex",
    "canto",
    "module",
    "unit",
    "lesson",
    "verse",
    "exhibit",
    "division",
    "series",
    "tier",
    "category",
    "factor",
    "rocky",
    "rambo",
    "fantasy",
    "quest",
    "warcraft",
    "diablo",
    "civilization",
    "photoshop",
    "gemini",
    "opus",
    "symphony",
    "trial",
    "group",
    "world",
    "amendment",
    "jaws",
    "saw",
]);
/// Names of rulers and popes that are counted.
static RULERS: Words = Words::new(&[
    "henry",
    "george",
    "louis",
    "elizabeth",
    "charles",
    "edward",
    "william",
    "james",
    "richard",
    "mary",
    "catherine",
    "peter",
    "alexander",
    "nicholas",
    "ivan",
    "philip",
    "ferdinand",
    "francis",
    "frederick",
    "leopold",
    "napoleon",
    "otto",
    "pius",
    "paul",
    "benedict",
    "leo",
    "gregory",
    "innocent",
    "clement",
    "urban",
    "ramses",
    "ramesses",
    "cleopatra",
    "ptolemy",
    "xerxes",
    "darius",
    "umberto",
    "emmanuel",
    "gustav",
    "christian",
    "harald",
    "haakon",
    "olaf",
    "carlos",
    "alfonso",
    "thutmose",
    "amenhotep",
    "mehmed",
    "suleiman",
    "murad",
    "selim",
    "wilhelm",
    "maximilian",
    "rudolf",
    "conrad",
    "john",
    "stephen",
    "boniface",
    "julius",
    "sixtus",
    "margrethe",
    "baudouin",
    "albert",
    "willem",
    "tutankhamun",
    "seti",
    "edmund",
    "robert",
    "malcolm",
    "david",
    "alexios",
    "constantine",
    "justinian",
    "basil",
    "theodosius",
    "victor",
    "juan",
    "isabella",
    "joseph",
    "manuel",
    "pedro",
    "sancho",
    "casimir",
    "sigismund",
    "vladimir",
    "cyrus",
    "artaxerxes",
]);
static CROWNS: Words = Words::new(&[
    "king", "queen", "pope", "emperor", "empress", "tsar", "czar", "kaiser", "prince", "princess", "sultan", "pharaoh",
    "duke", "shah",
]);

/// `World War II`, `Chapter IV`, `Henry VIII`, `King George VI`, `John Smith III`.
pub(super) fn numeral(text: &Text<'_>, i: usize) -> Option<Claim> {
    let written = text.str(i);
    let (word, ending) = written.strip_suffix("'s").map_or((written, ""), |word| (word, "'s"));
    if let Some(found) = small_numeral(text, i) {
        return Some(found);
    }
    let value = roman(word)?;
    let is_part_of_code = text.is_glued_left(i)
        || text.is_glued_right(i + 1)
        || text.is_mark(i + 1, '\'')
        || text.is_any_mark(i + 1, &['.', '&', '/', '@', '_']) && text.is(i + 2, Kind::Word)
        || text.before(i).is_some_and(|token| matches!(token.first(), '.' | '&' | '/' | '\'' | '_' | '@'));
    if is_part_of_code {
        return None;
    }
    let n = word.chars().count();
    // "IV. Results" at the beginning of a line.
    let is_heading =
        i == 0 && n > 1 && value < 40 && text.is_mark(1, '.') && text.is_gap(2) && is_capitalised(text.str(3));
    if is_heading {
        return claim(1, cardinal(value), "roman");
    }
    let before = text.word_before(i);
    let before_lower = before.to_lowercase();
    let before_that = text.word_index_before(i).map_or("", |k| text.word_before(k)).to_lowercase();
    if matches!(text.word_after(i + 1), "century" | "centuries") && n > 1 {
        return claim(1, ordinal(value), "roman");
    }
    let is_ruler = is_capitalised(before) && RULERS.contains(&before_lower);
    let is_crowned = is_capitalised(before) && (CROWNS.contains(&before_that) || before_that == "ii");
    // A lone I is the speaker and a lone V or X a letter, unless someone with that name was crowned.
    let is_certain = n > 1 || word == "V" || is_crowned || !is_clause_after(text, i);
    if value < 40 && (is_crowned || (is_ruler && is_certain && !(word == "X" && before_lower == "malcolm"))) {
        return claim(1, format!("the {}{ending}", ordinal(value)), "roman");
    }
    if !ending.is_empty() {
        return None;
    }
    let is_numbered =
        NUMBERED.contains(&before_lower) && !(word == "I" && is_clause_after(text, i) && !is_capitalised(before));
    if is_numbered {
        return claim(1, cardinal(value), "roman");
    }
    let is_suffix = matches!(word, "II" | "III" | "IV") && is_capitalised(before) && is_given_name(text, i);
    if is_suffix {
        return claim(1, format!("the {}", ordinal(value)), "roman");
    }
    // Other numerals of letters that are no acronym.
    let is_plain = matches!(
        word,
        "II" | "III"
            | "VII"
            | "VIII"
            | "IX"
            | "XI"
            | "XII"
            | "XIII"
            | "XIV"
            | "XV"
            | "XVI"
            | "XVII"
            | "XVIII"
            | "XIX"
            | "XX"
            | "XXI"
    );
    let follows_name = n > 1
        && value < 100
        && is_capitalised(before)
        && matches!(word, "IV" | "VI" | "XXII" | "XXIII" | "XXIV" | "XXV" | "XXX");
    (is_plain || follows_name).then(|| claim(1, cardinal(value), "roman")).flatten()
}

/// Whether all letters of a word are numerals.
pub(super) fn is_of_small_numerals(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x' | b'l' | b'c' | b'd' | b'm'))
}

/// `chapter iv`, `page xii`.
fn small_numeral(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    if word.is_ascii() && !is_of_small_numerals(word) {
        return None;
    }
    let before = text.word_before(i).to_lowercase();
    let is_numbered = NUMBERED.contains(&before) || matches!(before.as_str(), "page" | "pages");
    if !is_numbered || word == "i" || word.chars().any(char::is_uppercase) {
        return None;
    }
    let value = roman(&word.to_uppercase()).filter(|&value| value < 40)?;
    claim(1, cardinal(value), "roman")
}

/// "Smith III": a capitalised word that itself follows a capitalised word, at the end of a name.
fn is_given_name(text: &Text<'_>, i: usize) -> bool {
    static NOT_NAMES: Words = Words::new(&[
        "world", "war", "star", "final", "the", "super", "type", "phase", "grand", "age", "street", "mass", "dark",
        "baldur's", "title", "mortal", "red",
    ]);
    let Some(last) = text.word_index_before(i) else { return false };
    let first = text.word_before(last);
    let is_dotted = text.is_mark(last.wrapping_sub(2), '.');
    let is_name = |word: &str| is_capitalised(word) && !NOT_NAMES.contains_lower(word) && !super::is_all_caps(word);
    is_name(text.str(last)) && (is_name(first) || is_dotted) && text.str(last).chars().count() > 2
}

/// Whether a clause goes on behind a lone I: "George I think", "Part I wrote".
fn is_clause_after(text: &Text<'_>, i: usize) -> bool {
    static VERBS: Words = Words::new(&[
        "am", "was", "have", "had", "do", "did", "think", "know", "want", "wanted", "saw", "see", "wrote", "went",
        "like", "love", "will", "would", "can", "could", "should", "need", "must", "read", "met", "said", "thought",
        "knew", "just", "never", "really", "always", "got", "get", "don't", "didn't", "bought", "hope", "guess",
        "believe", "found", "made",
    ]);
    VERBS.contains(text.word_after(i + 1))
}

/// Whether `word` is a page number of a preface: `iv`, `xii`.
pub(super) fn page_number(word: &str) -> bool {
    let upper = word.to_uppercase();
    roman(&upper).is_some_and(|value| value < 100) && (word == upper || word == word.to_lowercase())
}
