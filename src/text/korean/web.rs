//! Web addresses, e-mail addresses and file names.

use super::acronyms;
use super::numerals::{Zero, one_by_one};
use super::text::Text;
use super::{Claim, claim};

/// The longest address looked at.
const MAX_CHARS: usize = 300;
/// Endings of addresses and files, with what they are called.
const ENDINGS: &[(&str, &str)] = &[
    ("com", "컴"),
    ("net", "넷"),
    ("org", "오알지"),
    ("kr", "케이알"),
    ("io", "아이오"),
    ("co", "씨오"),
    ("dev", "데브"),
    ("ai", "에이아이"),
    ("app", "앱"),
    ("gov", "거브"),
    ("edu", "에듀"),
    ("go", "고"),
    ("jp", "제이피"),
    ("us", "유에스"),
    ("uk", "유케이"),
    ("me", "미"),
    ("tv", "티브이"),
    ("info", "인포"),
    ("xyz", "엑스와이제트"),
    ("pdf", "피디에프"),
    ("txt", "티엑스티"),
    ("csv", "씨에스브이"),
    ("mp", "엠피"),
    ("wav", "웨이브"),
    ("png", "피엔지"),
    ("jpg", "제이피지"),
    ("jpeg", "제이펙"),
    ("gif", "지아이에프"),
    ("md", "엠디"),
    ("rs", "알에스"),
    ("py", "피와이"),
    ("js", "제이에스"),
    ("ts", "티에스"),
    ("json", "제이슨"),
    ("html", "에이치티엠엘"),
    ("xml", "엑스엠엘"),
    ("docx", "닥스"),
    ("doc", "독"),
    ("xlsx", "엑스엘에스엑스"),
    ("xls", "엑스엘에스"),
    ("pptx", "피피티엑스"),
    ("ppt", "피피티"),
    ("hwp", "한글"),
    ("hwpx", "한글"),
    ("zip", "집"),
    ("exe", "이엑스이"),
    ("toml", "토믈"),
    ("yaml", "야믈"),
    ("onnx", "오엔엔엑스"),
    ("srt", "에스알티"),
    ("epub", "이펍"),
    ("log", "로그"),
    ("sh", "에스에이치"),
];

fn is_address_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '.' | '-' | '_' | '/' | ':' | '?' | '=' | '&' | '%' | '#' | '+' | '~' | '@')
}

/// `https://example.com/a`, `www.example.co.kr`, `me@example.com`, `report_2025.pdf`.
pub(super) fn address(text: &Text, i: usize) -> Option<Claim> {
    // Only where a run begins, so that each run is looked at once.
    if is_address_char(text.before(i)) {
        return None;
    }
    let run_end = text.run(i, is_address_char).min(i + MAX_CHARS);
    let run = text.slice(i, run_end);
    if !run.iter().any(|c| matches!(c, '.' | ':')) {
        return None;
    }
    let n = run.iter().rposition(|c| c.is_ascii_alphanumeric() || *c == '/')? + 1;
    let run: String = run[..n].iter().collect();
    is_address(&run).then(|| claim(i + n, read(&run), "web")).flatten()
}

fn is_address(run: &str) -> bool {
    if let Some((scheme, rest)) = run.split_once("://") {
        return rest.contains(|c: char| c.is_ascii_alphanumeric()) && scheme.chars().all(|c| c.is_ascii_alphabetic());
    }
    let host = run.split(['/', '?', '#']).next().unwrap_or_default();
    if let Some((name, domain)) = host.split_once('@') {
        return !name.is_empty() && domain.contains('.') && is_dotted_name(domain);
    }
    let host = host.split(':').next().unwrap_or_default();
    let Some((name, ending)) = host.rsplit_once('.') else { return false };
    let is_known = ENDINGS.iter().any(|(known, _)| *known == ending) || matches!(ending, "mp3" | "mp4" | "7z");
    let has_letters = name.chars().any(|c| c.is_ascii_alphabetic());
    is_dotted_name(host) && (is_known && has_letters || host.starts_with("www."))
}

fn is_dotted_name(host: &str) -> bool {
    host.split('.')
        .all(|label| !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
}

/// Part by part: names as written, signs by their names, digits one by one.
fn read(run: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut rest = run.split_once("://").map_or(run, |(scheme, rest)| {
        words.push(acronyms::reading(scheme).unwrap_or_else(|| scheme.to_owned()));
        rest
    });
    let mut follows_dot = false;
    while let Some(first) = rest.chars().next() {
        let holds = |c: char| {
            if first.is_ascii_digit() {
                c.is_ascii_digit()
            } else {
                first.is_ascii_alphabetic() && c.is_ascii_alphabetic()
            }
        };
        let n = rest.chars().take_while(|&c| holds(c)).count().max(1);
        let part: String = rest.chars().take(n).collect();
        words.push(part_words(&part, follows_dot));
        follows_dot = part == ".";
        rest = rest.strip_prefix(part.as_str()).unwrap_or_default();
    }
    words.join(" ")
}

fn part_words(part: &str, follows_dot: bool) -> String {
    let sign = match part {
        "." => "점",
        "/" => "슬래시",
        "@" => "골뱅이",
        "-" => "하이픈",
        "_" => "언더바",
        ":" => "콜론",
        "?" => "물음표",
        "=" => "이퀄",
        "&" => "앤드",
        "%" => "퍼센트",
        "#" => "샵",
        "+" => "플러스",
        "~" => "물결",
        "www" => "더블유더블유더블유",
        _ => "",
    };
    if !sign.is_empty() {
        return sign.to_owned();
    }
    if part.starts_with(|c: char| c.is_ascii_digit()) {
        return one_by_one(part, Zero::Gong);
    }
    let ending = ENDINGS.iter().find(|(name, _)| follows_dot && *name == part).map(|(_, spoken)| (*spoken).to_owned());
    ending.or_else(|| acronyms::reading(part)).unwrap_or_else(|| part.to_owned())
}
