//! Words in capitals: spelled, read as words, or shouted.

use super::{Claim, Kind, Text, claim, is_all_caps, spelled, tables};
use crate::text::tokens::Token;
use crate::text::words::{Filter, Words};

/// Acronyms that are said as words.
static SAID_AS_WORDS: Words = Words::new(&[
    "NASA", "NET", "NATO", "RAM", "ROM", "LASER", "RADAR", "SONAR", "SCUBA", "UNESCO", "UNICEF", "OPEC", "AIDS", "SIM",
    "PIN", "GIF", "LAN", "WAN", "WLAN", "OSHA", "FEMA", "NAFTA", "SWAT", "COBOL", "BASIC", "ASCII", "COVID", "SARS",
    "MERS", "NASDAQ", "CAPTCHA", "JSON", "YAML", "TOML", "CUDA", "LIDAR", "CAD", "CAM", "BIOS", "NIMBY", "WASP",
    "MIDI", "ASEAN", "POTUS", "SCOTUS", "FLOTUS", "FOMO", "YOLO", "HIPAA", "UEFA", "FIFA", "NASCAR", "IKEA", "LEGO",
    "NORAD", "DARPA", "BRICS", "SIDS", "MOSFET", "GNU", "REST", "CRUD", "SOAP", "AJAX", "BERT", "TASER", "CERN",
    "EPCOT", "INTERPOL", "EUROPOL", "AMBER", "MOMA", "SOHO", "NOHO", "TRIBECA", "ZIP", "NAND", "DRAM", "SRAM",
    "ERASMUS", "OLED", "AWOL", "SNAFU", "BAFTA", "MIPS", "WASM", "ARPA", "UNIX", "LINUX", "MADD", "PETA", "TED",
    "NOAA", "WHATWG", "TIFF", "BIM", "MOBA", "ROFL", "DOGE", "CAPEX", "OPEX",
]);

/// Words that are often written in capitals and are no acronyms.
static COMMON_WORDS: Words = Words::new(&[
    "NO", "YES", "NOT", "ALL", "NEW", "NOW", "THE", "AND", "BUT", "FOR", "YOU", "CAN", "OUR", "OUT", "OFF", "TOP",
    "END", "ONE", "TWO", "SIX", "TEN", "BIG", "BAD", "RED", "DAY", "MAN", "MEN", "WAR", "WHO", "WHY", "HOW", "HER",
    "HIS", "HIM", "SHE", "ITS", "ARE", "WAS", "HAS", "HAD", "DID", "GET", "GOT", "LET", "SET", "SAY", "SEE", "USE",
    "TRY", "BUY", "PAY", "RUN", "WIN", "CUT", "HOT", "FUN", "FREE", "SALE", "STOP", "HELP", "OPEN", "EXIT", "NOTE",
    "PUSH", "PULL", "FIRE", "LOVE", "ONLY", "MUST", "THIS", "THAT", "WITH", "FROM", "HAVE", "WILL", "YOUR", "WHAT",
    "WHEN", "THEN", "THEY", "THEM", "JUST", "LIKE", "KNOW", "TAKE", "INTO", "TIME", "YEAR", "GOOD", "SOME", "OVER",
    "ALSO", "BACK", "WORK", "FIRST", "WELL", "EVEN", "WANT", "GIVE", "MOST", "VERY", "HERE", "THERE", "NEVER", "EVER",
    "MORE", "LESS", "BEST", "NEXT", "LAST", "LONG", "HIGH", "DOWN", "LEFT", "STAY", "KEEP", "CALL", "READ", "DONE",
    "TRUE", "FALSE", "NULL", "TODO", "WARN", "DATA", "FILE", "HOME", "PART", "BOOK", "STORY", "MAKE", "SAFE", "WAIT",
    "LOOK", "LIVE", "DEAD", "KILL", "SHUT", "REAL", "BOTH", "EACH", "SUCH", "THAN", "BEEN", "WERE", "SAID", "WORD",
    "NAME", "NEED", "FEEL", "SURE", "BABY", "HEAR", "LISTEN", "SORRY", "OKAY", "OH", "HEY", "WOW", "GO", "AH", "UH",
    "HI", "MY", "SELECT", "WHERE", "ANY", "TOO", "WAY", "ASK", "BOY", "GOD", "MAY", "ACT", "LAW", "TAX", "KEY", "MAP",
    "ADD", "BAR", "BOX", "CAR", "DOG", "CAT", "AIR", "SEA", "SUN", "SKY", "EAT", "FEW", "JOB", "LOT", "MOM", "DAD",
    "OLD", "OWN", "PUT", "SIT", "SON", "LOW", "ICE", "ART",
]);

/// Short words that are acronyms on their own and words in a sentence in capitals.
static WORDS_WHEN_SHOUTED: Words = Words::new(&[
    "IT", "US", "AM", "OR", "IS", "IN", "ON", "AT", "TO", "OF", "BY", "AS", "AN", "HE", "WE", "ME", "DO", "SO", "UP",
    "IF", "BE", "OK",
]);

/// Acronyms of five letters and more that look like words but are spelled.
static SPELLED: Words =
    Words::new(&["NAACP", "ASPCA", "AARP", "USAID", "USAF", "IEEE", "AAAS", "UCLA", "IOT", "SAAS", "OAUTH", "ICANN"]);

/// Names of the states behind a town: "Austin, TX".
const STATES: &[(&str, &str)] = &[
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("DC", "D C"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
];
/// States whose letters are a word or another abbreviation: only before a postal code.
static STATES_THAT_ARE_WORDS: Words =
    Words::new(&["OK", "HI", "OH", "ME", "IN", "OR", "ID", "MA", "PA", "AL", "LA", "MS", "MD", "MT", "DE", "CO"]);

/// The name of a state by its two letters.
pub(super) fn state_name(word: &str) -> Option<&'static str> {
    static FILTER: Filter = Filter::of_pairs(STATES);
    if FILTER.may_have(word) { tables::lookup(STATES, word) } else { None }
}

/// `Austin, TX`, `Salem, OR 97301`, `TX 78701`.
pub(super) fn state(text: &Text<'_>, i: usize) -> Option<Claim> {
    let name = state_name(text.str(i)).filter(|_| !text.is_glued_left(i) && !text.is_glued_right(i + 1))?;
    let has_code = text.is_gap(i + 1) && text.is(i + 2, Kind::Digits) && text.str(i + 2).len() == 5;
    let comma = i.checked_sub(2).filter(|&k| text.is_mark(k, ',') && text.is_gap(k + 1));
    let town = comma.and_then(|k| k.checked_sub(1)).map_or("", |k| text.str(k));
    let follows_town =
        super::is_capitalised(town) && !is_all_caps(town) && !STATES_THAT_ARE_WORDS.contains(text.str(i));
    // "Sen. Vance (R-OH)"
    let follows_party = i >= 2 && text.is_mark(i - 1, '-') && matches!(text.str(i - 2), "R" | "D" | "I");
    let has_code = has_code && (!STATES_THAT_ARE_WORDS.contains(text.str(i)) || follows_place(text, i));
    (has_code || follows_town || follows_party).then(|| claim(1, name, "state")).flatten()
}

/// Whether a town stands before the state at `i`, with or without a comma, and the code behind may be one of that state.
fn follows_place(text: &Text<'_>, i: usize) -> bool {
    // The first digit of a postal code is that of a group of states.
    let first = match text.str(i) {
        "ME" | "MA" => '0',
        "PA" | "DE" => '1',
        "MD" => '2',
        "AL" | "MS" => '3',
        "IN" | "OH" => '4',
        "MT" => '5',
        "OK" | "LA" => '7',
        "ID" | "CO" => '8',
        _ => '9',
    };
    let Some(gap) = i.checked_sub(1).filter(|&k| text.is_gap(k)) else { return false };
    let end = gap - usize::from(gap > 0 && text.is_mark(gap - 1, ','));
    let town = text.before(end).map_or("", |token| token.text);
    super::is_capitalised(town) && text.str(i + 2).starts_with(first)
}

/// Which tokens stand in a run of words in capitals that is shouted: at least two such words in a row, one of them an
/// ordinary word.
pub(super) fn shouted_runs(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut is_shouted = vec![false; tokens.len()];
    let mut run: Vec<usize> = Vec::new();
    let mut close = |run: &mut Vec<usize>| {
        let is_ordinary = |&i: &usize| COMMON_WORDS.contains(tokens[i].text) || is_long_word(tokens[i].text);
        let n_words = run.iter().filter(|&&i| tokens[i].text.chars().count() > 1).count();
        if n_words >= 2 && run.iter().any(is_ordinary) {
            for &i in run.iter() {
                is_shouted[i] = true;
            }
        }
        run.clear();
    };
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Word if token.text.chars().all(|c| c.is_uppercase() || c == '\'') => run.push(i),
            Kind::Word => close(&mut run),
            _ => {}
        }
    }
    close(&mut run);
    is_shouted
}

/// A word in capitals that is long enough and can be said.
fn is_long_word(word: &str) -> bool {
    word.chars().count() >= 5 && is_pronounceable(word) && !SPELLED.contains(word)
}

/// Whether letters look like an English syllable structure: a vowel, a possible beginning, no long run of consonants.
pub(super) fn is_pronounceable(word: &str) -> bool {
    static ONSETS: Words = Words::new(&[
        "bl", "br", "ch", "cl", "cr", "dr", "dw", "fl", "fr", "gh", "gl", "gn", "gr", "kn", "ph", "pl", "pr", "ps",
        "qu", "rh", "sc", "sh", "sk", "sl", "sm", "sn", "sp", "sq", "st", "sw", "th", "tr", "tw", "wh", "wr", "scr",
        "shr", "spl", "spr", "str", "thr", "sch", "chr", "squ",
    ]);
    let word = word.to_lowercase();
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let onset: String = word.chars().take_while(|&c| !is_vowel(c)).collect();
    let n_onset = onset.chars().count();
    let first_ok = n_onset <= 1 || ONSETS.contains(&onset);
    let (mut consonants, mut vowels, mut has_vowel) = (0, 0, false);
    for c in word.chars().skip(n_onset) {
        if is_vowel(c) {
            (consonants, vowels, has_vowel) = (0, vowels + 1, true);
        } else {
            (consonants, vowels) = (consonants + 1, 0);
        }
        if consonants > 4 || vowels > 3 {
            return false;
        }
    }
    let ends_badly = [
        "tn", "bd", "gd", "bt", "dp", "tp", "cp", "pd", "md", "mc", "dc", "vp", "hq", "bm", "dm", "vd", "fd", "pc",
        "sv", "mv", "jp", "dl", "ml", "pg", "gp", "ku", "aa", "ii", "uu",
    ]
    .iter()
    .any(|end| word.ends_with(end));
    has_vowel && first_ok && !ends_badly
}

/// How a word in capitals is read.
enum Capitals {
    /// An acronym, letter by letter.
    Spelled,
    /// An acronym that is said as a word, or a word.
    Word,
}

fn reading(word: &str, is_shouted: bool) -> Capitals {
    let n = word.chars().count();
    if SAID_AS_WORDS.contains(word) || COMMON_WORDS.contains(word) {
        return Capitals::Word;
    }
    if SPELLED.contains(word) {
        return Capitals::Spelled;
    }
    let shouted_word = is_shouted && (WORDS_WHEN_SHOUTED.contains(word) || (n >= 4 && is_pronounceable(word)));
    if shouted_word || is_long_word(word) { Capitals::Word } else { Capitals::Spelled }
}

/// `API` → "A P I"; `NASA`, `STOP` and shouted lines are words; `GPUs` keeps its form, which voices spell with a plural.
pub(super) fn capitals(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    if !is_all_caps(word) || word.chars().any(|c| !c.is_ascii_uppercase()) {
        return None;
    }
    let is_constant = text.is_mark(i + 1, '_') || text.is_mark(i.wrapping_sub(1), '_');
    if is_constant && word.chars().count() >= 3 && is_pronounceable(word) {
        return claim(1, word.to_lowercase(), "capitals");
    }
    let is_shouted = text.is_shouted.get(i).copied().unwrap_or(false);
    // The World Health Organization, unless the line shouts or the question word is stressed.
    let is_organization = word == "WHO"
        && !is_shouted
        && !text.is_any_mark(i + 1, &['?', '!'])
        && text.tokens.iter().any(|token| token.kind == Kind::Word && token.text.chars().any(char::is_lowercase));
    if is_organization {
        return claim(1, spelled(word), "acronym");
    }
    match reading(word, is_shouted) {
        Capitals::Spelled => claim(1, spelled(word), "acronym"),
        Capitals::Word if SAID_AS_WORDS.contains(word) => None,
        Capitals::Word => claim(1, word.to_lowercase(), "capitals"),
    }
}

/// `AT&T`, `R&D`, `Q&A`.
pub(super) fn with_ampersand(text: &Text<'_>, i: usize) -> Option<Claim> {
    let is_short = |k: usize| {
        let word = text.str(k);
        text.is(k, Kind::Word) && word.chars().count() <= 3 && word.chars().all(char::is_uppercase)
    };
    if !text.is_mark(i + 1, '&') || !is_short(i) || text.is_glued_left(i) {
        return None;
    }
    let mut spoken = spelled(text.str(i));
    let mut k = i + 1;
    while text.is_mark(k, '&') && is_short(k + 1) {
        spoken = format!("{spoken} and {}", spelled(text.str(k + 1)));
        k += 2;
    }
    (k > i + 1).then(|| claim(k - i, spoken, "acronym")).flatten()
}

/// `FastAPI` → "Fast A P I", `macOS`, `getUserName`. Words such as JavaScript and iPhone stay as they are.
pub(super) fn camel_case(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    // Only a capital that does not begin the word begins another part of it.
    if !word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) || !word.is_ascii() {
        return None;
    }
    let humps = humps(word);
    if humps.len() < 2 || word.contains('\'') {
        return None;
    }
    let ends_in_capitals = humps.last().is_some_and(|last| is_all_caps(last.trim_end_matches('s')));
    let is_identifier = word.starts_with(|c: char| c.is_ascii_lowercase())
        && humps[0].chars().count() >= 2
        && humps.iter().all(|hump| hump.chars().count() >= 2);
    if !ends_in_capitals && !is_identifier {
        return None;
    }
    let words: Vec<String> = humps
        .iter()
        .map(|hump| {
            if is_all_caps(hump) && matches!(reading(hump, false), Capitals::Spelled) {
                spelled(hump)
            } else {
                hump.clone()
            }
        })
        .collect();
    claim(1, words.join(" "), "code")
}

/// Cuts a word before every capital that follows a small letter, and before the last capital of a run that small letters
/// follow.
fn humps(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    let mut humps: Vec<String> = Vec::new();
    for (i, &c) in chars.iter().enumerate() {
        let after_small = i > 0 && chars[i - 1].is_lowercase() && c.is_uppercase();
        let before_small = i > 0 && chars[i - 1].is_uppercase() && c.is_uppercase() && chars.get(i + 1).is_some_and(|next| next.is_lowercase())
            // The s of a plural is no new word.
            && !(chars.get(i + 1) == Some(&'s') && i + 2 == chars.len());
        if humps.is_empty() || after_small || before_small {
            humps.push(String::new());
        }
        if let Some(last) = humps.last_mut() {
            last.push(c);
        }
    }
    humps
}
