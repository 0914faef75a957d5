//! Latin letters that are spelled, and acronyms that are words. Other Latin words stay as written: how a voice says them is
//! the voice's matter.

use super::letters::{self, spelled};
use super::text::{Text, is_latin};
use super::{Claim, claim, units};

/// Acronyms and names that have a reading of their own.
const WORDS: &[(&str, &str)] = &[
    ("AIDS", "에이즈"),
    ("APEC", "에이펙"),
    ("ASAP", "에이에스에이피"),
    ("ARM", "암"),
    ("ASCII", "아스키"),
    ("ASEAN", "아세안"),
    ("BASIC", "베이식"),
    ("BRICS", "브릭스"),
    ("CAD", "캐드"),
    ("CAPTCHA", "캡차"),
    ("CEO", "씨이오"),
    ("CERN", "세른"),
    ("CMOS", "씨모스"),
    ("COBOL", "코볼"),
    ("COVID", "코비드"),
    ("CRISPR", "크리스퍼"),
    ("CUDA", "쿠다"),
    ("DRAM", "디램"),
    ("DOS", "도스"),
    ("EPUB", "이펍"),
    ("FIFA", "피파"),
    ("FORTRAN", "포트란"),
    ("GATT", "가트"),
    ("GIF", "지아이에프"),
    ("GNU", "그누"),
    ("ICAO", "이카오"),
    ("IKEA", "이케아"),
    ("INTERPOL", "인터폴"),
    ("IoT", "아이오티"),
    ("ISO", "아이에스오"),
    ("IUPAC", "아이유팩"),
    ("JPEG", "제이펙"),
    ("JPG", "제이피지"),
    ("JSON", "제이슨"),
    ("KAIST", "카이스트"),
    ("KIST", "키스트"),
    ("KOICA", "코이카"),
    ("KORAIL", "코레일"),
    ("KOSDAQ", "코스닥"),
    ("KOSPI", "코스피"),
    ("KOTRA", "코트라"),
    ("LAN", "랜"),
    ("LASER", "레이저"),
    ("LEGO", "레고"),
    ("LiDAR", "라이다"),
    ("LIDAR", "라이다"),
    ("MERS", "메르스"),
    ("MIDI", "미디"),
    ("MIT", "엠아이티"),
    ("MPEG", "엠펙"),
    ("NAND", "낸드"),
    ("NASA", "나사"),
    ("NASDAQ", "나스닥"),
    ("NATO", "나토"),
    ("NAS", "나스"),
    ("OECD", "오이시디"),
    ("OLED", "올레드"),
    ("OPEC", "오펙"),
    ("PIN", "핀"),
    ("POSCO", "포스코"),
    ("POSTECH", "포스텍"),
    ("PhD", "피에이치디"),
    ("pH", "피에이치"),
    ("PyPI", "파이피아이"),
    ("RADAR", "레이더"),
    ("RAM", "램"),
    ("ROM", "롬"),
    ("RAID", "레이드"),
    ("REST", "레스트"),
    ("SaaS", "사스"),
    ("PaaS", "파스"),
    ("IaaS", "이아스"),
    ("SARS", "사스"),
    ("SCUBA", "스쿠버"),
    ("SIM", "심"),
    ("eSIM", "이심"),
    ("SMART", "스마트"),
    ("SONAR", "소나"),
    ("SRAM", "에스램"),
    ("SWAT", "스와트"),
    ("TOEFL", "토플"),
    ("TOEIC", "토익"),
    ("TOPIK", "토픽"),
    ("TEPS", "텝스"),
    ("TED", "테드"),
    ("THAAD", "사드"),
    ("UEFA", "유에파"),
    ("UFO", "유에프오"),
    ("UNESCO", "유네스코"),
    ("UNICEF", "유니세프"),
    ("UNIX", "유닉스"),
    ("VAT", "브이에이티"),
    ("WAN", "왠"),
    ("WAV", "웨이브"),
    ("WiFi", "와이파이"),
    ("WIFI", "와이파이"),
    ("wifi", "와이파이"),
    ("YAML", "야믈"),
    ("ZIP", "집"),
    ("ChatGPT", "챗지피티"),
    ("GaN", "간"),
    ("SQLite", "에스큐엘라이트"),
    ("MySQL", "마이에스큐엘"),
    ("NoSQL", "노에스큐엘"),
    ("LaTeX", "레이텍"),
    ("TeX", "텍"),
    ("EBITDA", "에비타"),
    ("UNHCR", "유엔에이치씨알"),
    ("UN", "유엔"),
    ("FINTECH", "핀테크"),
    ("PPT", "피피티"),
    ("FAQ", "에프에이큐"),
    ("EXPO", "엑스포"),
    ("GUI", "지유아이"),
    ("LoRa", "로라"),
    ("YouTube", "유튜브"),
    ("OK", "오케이"),
    ("ok", "오케이"),
    ("vs", "대"),
    ("VS", "대"),
    ("USA", "유에스에이"),
];
/// Names with signs inside.
const SIGNED: &[(&str, &str)] = &[
    ("Wi-Fi", "와이파이"),
    ("WI-FI", "와이파이"),
    ("wi-fi", "와이파이"),
    ("Wi‑Fi", "와이파이"),
    ("C++", "씨플러스플러스"),
    ("c++", "씨플러스플러스"),
    ("C#", "씨샵"),
    ("F#", "에프샵"),
    ("Q&A", "큐앤에이"),
    ("A/S", "에이에스"),
    ("B/L", "비엘"),
    ("N/A", "해당 없음"),
    ("w/o", "없이"),
    ("I/O", "아이오"),
    ("O/X", "오엑스"),
    ("TCP/IP", "티씨피아이피"),
    ("Ph.D.", "피에이치디"),
    ("CI/CD", "씨아이씨디"),
    ("K-pop", "케이팝"),
    ("K-POP", "케이팝"),
    ("K-Pop", "케이팝"),
    ("e-book", "이북"),
    ("E-mail", "이메일"),
    ("e-mail", "이메일"),
    ("X-ray", "엑스레이"),
    ("No.", "넘버 "),
    ("vs.", "대"),
    ("Vol.", "볼륨 "),
    ("etc.", "등등"),
    ("e.g.", "예를 들어"),
    ("i.e.", "즉"),
];
/// Words that stay words in capitals.
const PLAIN_WORDS: &[&str] = &[
    "ALL", "AND", "ARE", "ART", "BEST", "BIG", "BLUE", "BOY", "BOOK", "BUT", "CAFE", "CAN", "CLUB", "COME", "COOL",
    "DAY", "DO", "DOG", "DOWN", "EVENT", "FIRE", "FOR", "FREE", "FROM", "GAME", "GIRL", "GO", "GOD", "GOLD", "GOOD",
    "GREEN", "HAPPY", "HAVE", "HE", "HELLO", "HELP", "HER", "HERE", "HERO", "HI", "HIS", "HOME", "HOPE", "HOT", "HOW",
    "IN", "INTO", "IS", "ITEM", "JOB", "JOY", "JUST", "KEY", "KING", "LAB", "LIFE", "LIKE", "LIST", "LIVE", "LOVE",
    "LUCKY", "MAKE", "MAN", "ME", "MENU", "MOON", "MORE", "MUSIC", "MY", "NAME", "NEW", "NEWS", "NEXT", "NO", "NOT",
    "NOTE", "NOW", "OF", "OFF", "ON", "ONE", "ONLY", "OPEN", "OR", "OUR", "OUT", "PARK", "PEACE", "PINK", "PLAY",
    "POINT", "POP", "POWER", "PRO", "RED", "ROAD", "ROCK", "SALE", "SAVE", "SEE", "SHE", "SHOP", "SHOW", "SKY", "SO",
    "SOLD", "SONG", "STAR", "START", "STOP", "STORY", "STYLE", "SUN", "SUPER", "TEAM", "TEST", "THE", "THIS", "TIME",
    "TIP", "TO", "TODAY", "TOP", "TRUE", "TWO", "UP", "VERY", "WAR", "WAS", "WAY", "WE", "WHAT", "WHY", "WIN", "WITH",
    "WORLD", "YES", "YOU", "YOUR", "ZERO", "ZONE", "COFFEE", "DREAM", "HEART", "ANGEL", "WATER", "LIGHT", "NIGHT",
    "QUEEN", "SMILE", "TODO", "ERROR", "NULL", "FALSE", "INPUT", "PRINT", "DELTA", "ALPHA",
];

/// How the table of words reads `word`.
pub(super) fn listed_word(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, spoken)| *spoken)
}

/// How the table of names with signs reads an abbreviation whose dots are left out.
pub(super) fn signed_word(word: &str) -> Option<&'static str> {
    let is_same = |name: &str| name.contains('.') && name.chars().filter(|&c| c != '.').eq(word.chars());
    SIGNED.iter().find(|(name, _)| is_same(name)).map(|(_, spoken)| spoken.trim_end())
}

/// The reading of an acronym; None for what is a word of another language.
pub(super) fn reading(word: &str) -> Option<String> {
    if let Some(spoken) = listed_word(word) {
        return Some(spoken.to_owned());
    }
    let n = word.chars().count();
    if !word.is_ascii() || PLAIN_WORDS.contains(&word) {
        return None;
    }
    let is_vowel = |c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let has_vowel = word.contains(is_vowel);
    let head = word.strip_suffix('s').unwrap_or(word);
    let is_capitals = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
    if is_capitals(head) && head.chars().nth(1).is_some() && !PLAIN_WORDS.contains(&head) {
        return (n <= 5 || !has_vowel && n <= 10).then(|| spelled(head));
    }
    let small = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let n_small = n - small.chars().count();
    // vCPU, iOS, mRNA.
    if (1..=2).contains(&n_small) && small.chars().nth(1).is_some() && is_capitals(small) && n <= 6 {
        return Some(spelled(word));
    }
    // pdf, css, html.
    (n_small == n
        && !has_vowel
        && (2..=5).contains(&n)
        && word.chars().collect::<Vec<_>>().windows(2).any(|pair| pair[0] != pair[1]))
    .then(|| spelled(word))
}

fn word_end(text: &Text, i: usize) -> usize {
    text.run(i, is_latin)
}

/// Whether letters, digits or a joining sign stand directly before `i`.
fn is_inside(text: &Text, i: usize) -> bool {
    let c = text.before(i);
    is_latin(c) || matches!(c, '_' | '@' | '\'' | '\\')
}

/// `Wi-Fi`, `C++`, `Q&A`.
pub(super) fn listed(text: &Text, i: usize) -> Option<Claim> {
    if is_inside(text, i) {
        return None;
    }
    let (name, spoken) = SIGNED.iter().find(|(name, _)| text.has(i, name))?;
    let end = i + name.chars().count();
    if text.is_latin(end) || text.is_digit(end) && !name.ends_with(['.', '+', '#']) {
        return None;
    }
    // "No. 5" is a number; "No." alone ends a sentence.
    let at = text.skip_gap(end);
    if matches!(*name, "No." | "Vol.") && !text.is_digit(at) {
        return None;
    }
    claim(end, *spoken, "acronym")
}

/// `R&D`, `M&A`, `AT&T`.
pub(super) fn with_ampersand(text: &Text, i: usize) -> Option<Claim> {
    let end = word_end(text, i);
    let last = word_end(text, end + 1);
    let is_short = |start: usize, end: usize| {
        (1..=2).contains(&(end - start)) && text.slice(start, end).iter().all(char::is_ascii_uppercase)
    };
    if text.at(end) != '&' || is_inside(text, i) || !is_short(i, end) || last == end + 1 || !is_short(end + 1, last) {
        return None;
    }
    claim(last, format!("{}앤{}", spelled(&text.string(i, end)), spelled(&text.string(end + 1, last))), "acronym")
}

/// `U.S.`, `U.N.`, `D.C`.
pub(super) fn dotted(text: &Text, i: usize) -> Option<Claim> {
    if is_inside(text, i) {
        return None;
    }
    let mut k = i;
    let mut word = String::new();
    while text.at(k).is_ascii_uppercase() && !text.is_latin(k + 1) {
        word.push(text.at(k));
        if text.at(k + 1) != '.' {
            k += 1;
            break;
        }
        k += 2;
    }
    let ends_sentence = text.before(k) == '.' && !text.is_latin(k) && text.at(k) == super::BREAK;
    let end = if ends_sentence { k - 1 } else { k };
    (word.len() >= 2 && text.at(i + 1) == '.').then(|| claim(end, spelled(&word), "acronym")).flatten()
}

/// `p. 35`, `pp. 12-15`: pages.
pub(super) fn pages(text: &Text, i: usize) -> Option<Claim> {
    let head = ["pp.", "p.", "P."].into_iter().find(|head| text.has(i, head)).filter(|_| !is_inside(text, i))?;
    let (first, end) = text.digits(text.skip_gap(i + head.len()))?;
    let first = super::numerals::sino(&first);
    if text.is_any(end, &['-', '~', '–'])
        && let Some((last, end)) = text.digits(end + 1)
    {
        return claim(end, format!("{first}에서 {} 페이지", super::numerals::sino(&last)), "range");
    }
    claim(end, format!("{first} 페이지"), "counter")
}

/// `kg` without a number, `km/h`.
pub(super) fn unit_alone(text: &Text, i: usize) -> Option<Claim> {
    let end = word_end(text, i);
    if is_inside(text, i) || text.is_digit(i.wrapping_sub(1)) && text.is_digit(end) {
        return None;
    }
    if text.at(end) == '/'
        && let Some(unit) = units::find(text, i).filter(|unit| !unit.prefix.is_empty() && unit.end > end)
        && !text.is_any(unit.end, &['/'])
    {
        return claim(unit.end, format!("{} {}", unit.prefix, unit.name), "unit");
    }
    claim(end, units::name_alone(&text.string(i, end))?, "unit")
}

/// `API`, `GPUs`, `vCPU`, `pdf`, and words of the table.
pub(super) fn capitals(text: &Text, i: usize) -> Option<Claim> {
    let end = word_end(text, i);
    if is_inside(text, i) || end - i < 2 || matches!(text.at(end), '\'' | '_') && text.is_latin(end + 1) {
        return None;
    }
    let word = text.string(i, end);
    let spoken = reading(&word)?;
    // HELLO WORLD: a title in capitals, or "do mr x" in an English sentence.
    let is_shouted = end - i >= 4 && !WORDS.iter().any(|(name, _)| *name == word) && has_long_neighbour(text, i, end);
    let is_small = word.chars().all(|c| c.is_ascii_lowercase()) && has_latin_neighbour(text, i, end);
    (!is_shouted && !is_small).then(|| claim(end, spoken, "acronym")).flatten()
}

fn has_long_neighbour(text: &Text, i: usize, end: usize) -> bool {
    let is_shout = |start: usize, end: usize| {
        let word = text.string(start, end);
        end >= start + 4 && word.chars().all(|c| c.is_ascii_uppercase()) && word.contains(['A', 'E', 'I', 'O', 'U'])
            || PLAIN_WORDS.contains(&word.as_str())
    };
    let before = text.back_over_gap(i);
    let start = (0..before).rev().take(16).take_while(|&k| text.is_latin(k)).last().unwrap_or(before);
    let after = text.skip_gap(end);
    before < i && is_shout(start, before) || after > end && is_shout(after, word_end(text, after).min(after + 16))
}

fn has_latin_neighbour(text: &Text, i: usize, end: usize) -> bool {
    let before = text.back_over_gap(i);
    before < i && text.is_latin(before.wrapping_sub(1)) || text.is_gap(end) && text.is_latin(end + 1)
}

/// `A씨`, `B형`, `x`: one letter for itself. The English words a and I beside another English word stay.
pub(super) fn single_letter(text: &Text, i: usize) -> Option<Claim> {
    let end = word_end(text, i);
    let letter = text.at(i);
    if end != i + 1 || is_inside(text, i) || matches!(text.at(end), '\'' | '_') && text.is_latin(end + 1) {
        return None;
    }
    // 10cm x 20cm: a sign of multiplication.
    let is_times = letter == 'x' && text.is_gap(i.wrapping_sub(1)) && text.is_gap(end) && text.is_digit(end + 1);
    if is_times && (0..i - 1).rev().take(6).any(|k| text.is_digit(k)) {
        return claim(end, "곱하기", "math");
    }
    let is_word = matches!(letter, 'a' | 'A' | 'I') && has_latin_neighbour(text, i, end)
        || letter.is_ascii_lowercase() && has_latin_neighbour(text, i, end);
    (!is_word).then(|| claim(end, letters::name(letter)?, "acronym")).flatten()
}

/// `.NET`, whose dot is part of the name.
pub(super) fn dot_net(text: &Text, i: usize) -> Option<Claim> {
    let is_name = text.has(i, ".NET") && !text.is_latin(i + 4) && !text.before(i).is_alphanumeric();
    is_name.then(|| claim(i + 4, "닷넷", "acronym")).flatten()
}
