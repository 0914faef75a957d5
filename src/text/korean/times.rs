//! Clock times: `3:05`, `14:30:05`, `PM 3:05`, `3:05 PM`, `3 p.m.`.

use super::numerals;
use super::ranges::{behind_dash, behind_tilde};
use super::text::Text;
use super::{Claim, claim};

/// Words by which `1:10` is a ratio.
const RATIO_BEFORE: &[&str] = &[
    "축척",
    "비율",
    "배율",
    "경쟁률",
    "비는",
    "비가",
    "대비",
    "비율은",
    "비율이",
    "비율로",
    "경쟁률은",
    "스코어",
    "경쟁률이",
    "화면비",
    "종횡비",
];
const RATIO_AFTER: &[&str] = &[
    "비율",
    "축척",
    "의 비",
    "로 섞",
    "로 희석",
    "경쟁률",
    "의 경쟁",
    "로 나",
    "화면비",
    "승",
    "로 이겼",
    "으로 이겼",
    "로 승리",
    "으로 승리",
    "매칭",
    "면담",
    "로 졌",
    "상담",
    "과외",
    "대화",
];
/// Books whose chapters and verses are written with a colon.
const BOOKS: &[&str] = &[
    "창세기",
    "출애굽기",
    "레위기",
    "민수기",
    "신명기",
    "여호수아",
    "사사기",
    "룻기",
    "시편",
    "잠언",
    "전도서",
    "아가",
    "이사야",
    "예레미야",
    "다니엘",
    "마태복음",
    "마가복음",
    "누가복음",
    "요한복음",
    "사도행전",
    "로마서",
    "고린도전서",
    "고린도후서",
    "갈라디아서",
    "에베소서",
    "빌립보서",
    "히브리서",
    "야고보서",
    "계시록",
    "요한계시록",
    "욥기",
];

/// A clock time in digits at `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Clock {
    spoken: String,
    end: usize,
}

fn clock_at(text: &Text, i: usize) -> Option<Clock> {
    let (hour, colon) = text.digits(i).filter(|(hour, _)| hour.len() <= 2)?;
    let (minute, end) = text.digits(colon + 1).filter(|(minute, _)| text.at(colon) == ':' && minute.len() == 2)?;
    let (h, m): (u64, u64) = (hour.parse().ok()?, minute.parse().ok()?);
    if h > 24 || m > 59 {
        return None;
    }
    let hours = if (1..=12).contains(&h) { numerals::native(h) } else { numerals::sino_of(h) };
    let mut spoken = format!("{hours} 시");
    let second = text.digits(end + 1).filter(|(second, _)| text.at(end) == ':' && second.len() == 2);
    let has_seconds = second.is_some();
    if m > 0 || has_seconds {
        spoken = format!("{spoken} {} 분", numerals::sino_of(m));
    }
    let Some((second, after)) = second else { return Some(Clock { spoken, end }) };
    spoken = format!("{spoken} {} 초", numerals::sino(&second));
    // Hundredths or frames behind a point are digits of their own.
    Some(Clock { spoken, end: after })
}

/// 오전 or 오후 for letters at `k`, over at most one space, and the index behind them.
fn meridiem_at(text: &Text, k: usize) -> Option<(&'static str, usize)> {
    let at = text.skip_gap(k);
    let is_any = |forms: &[&'static str]| forms.iter().find(|form| text.has(at, form)).map(|form| at + form.len());
    let found = is_any(&["A.M.", "a.m.", "AM", "am"]).map(|end| ("오전", end));
    let (name, end) = found.or_else(|| is_any(&["P.M.", "p.m.", "PM", "pm"]).map(|end| ("오후", end)))?;
    (!text.is_latin(end)).then_some((name, end))
}

fn is_ratio(text: &Text, i: usize, end: usize) -> bool {
    text.follows_any(i, RATIO_BEFORE) || text.precedes_any(end, RATIO_AFTER) || text.is_any(end, &[':', '%'])
}

/// `14:30`, `오후 3:05`, `3:05 PM`, `3 PM`, `9:00~18:00`, `요한복음 3:16`.
pub(super) fn clock(text: &Text, i: usize) -> Option<Claim> {
    if let Some(verse) = verse(text, i) {
        return Some(verse);
    }
    let Some(clock) = clock_at(text, i) else { return bare_hour(text, i) };
    if let Some((meridiem, end)) = meridiem_at(text, clock.end) {
        return claim(end, format!("{meridiem} {}", clock.spoken), "time");
    }
    if is_ratio(text, i, clock.end) || matches!(text.before(i), ':' | '.') {
        return None;
    }
    if let Some(to) = behind_tilde(text, clock.end).or_else(|| behind_dash(text, clock.end))
        && let Some(last) = clock_at(text, to)
    {
        return claim(last.end, format!("{}에서 {}", clock.spoken, last.spoken), "range");
    }
    claim(clock.end, clock.spoken, "time")
}

/// `3 PM`.
fn bare_hour(text: &Text, i: usize) -> Option<Claim> {
    let (hour, end) = text.digits(i)?;
    let hour: u64 = hour.parse().ok().filter(|hour| (1..=12).contains(hour))?;
    let (meridiem, end) = meridiem_at(text, end)?;
    claim(end, format!("{meridiem} {} 시", numerals::native(hour)), "time")
}

/// `PM 3:05`, `AM 9시`.
pub(super) fn meridiem_first(text: &Text, i: usize) -> Option<Claim> {
    let (meridiem, end) = meridiem_at(text, i).filter(|_| !text.is_gap(i))?;
    let at = text.skip_gap(end);
    if let Some(clock) = clock_at(text, at) {
        return claim(clock.end, format!("{meridiem} {}", clock.spoken), "time");
    }
    let (_, after) = text.digits(at)?;
    (text.at(after) == '시').then(|| claim(end, meridiem, "time")).flatten()
}

/// Chapter and verse behind the name of a book: `요한복음 3:16`, `마태복음 5:3-10`.
fn verse(text: &Text, i: usize) -> Option<Claim> {
    let (chapter, colon) = text.digits(i)?;
    let (verse, end) = text.digits(colon + 1).filter(|_| text.at(colon) == ':' && text.follows_any(i, BOOKS))?;
    let (chapter, verse) = (numerals::sino(&chapter), numerals::sino(&verse));
    let to = behind_tilde(text, end).or_else(|| behind_dash(text, end));
    if let Some((last, end)) = to.and_then(|at| text.digits(at)).filter(|&(_, end)| text.at(end) != ':') {
        return claim(end, format!("{chapter} 장 {verse} 절에서 {} 절", numerals::sino(&last)), "ratio");
    }
    claim(end, format!("{chapter} 장 {verse} 절"), "ratio")
}
