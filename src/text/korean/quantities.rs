//! Numbers with what is counted or measured.

use super::amounts::{Number, number_at};
use super::counters::{self, Numerals};
use super::numerals;
use super::text::Text;
use super::units::{self, Measure};
use super::{Claim, Meets, claim, money};

/// What follows a number and decides how it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    /// Said before the number: 시속, 섭씨.
    prefix: String,
    /// Said behind it; empty if nothing is counted.
    pub name: String,
    /// No space before the name: 유월, 오십여.
    is_glued: bool,
    kind: Kind,
    /// One past the last character, the number included.
    pub end: usize,
    pub rule: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Nothing,
    Counter(counters::Counter),
    Temperature,
    Unit,
}

/// Units of one letter that are as often part of a name; they need a number that names do not have.
fn is_doubtful_unit(text: &Text, number: &Number, at: usize) -> bool {
    let n_letters = text.run(at, |c| c.is_ascii_alphabetic()) - at;
    if n_letters != 1 || number.is_scaled || text.at(at + 1) == '·' || !number.fraction.is_empty() && text.at(at) != 'K'
    {
        return false;
    }
    let value = number.value.unwrap_or(u64::MAX);
    match text.at(at) {
        'K' | 'F' | 'H' | 'N' | 'J' | 'a' | 'd' => true,
        'p' => matches!(value, 240 | 360 | 480 | 576 | 720 | 1080 | 1440 | 2160),
        'G' => value < 10,
        'A' if is_electric(text, number, at) => false,
        'A' | 'T' | 'M' | 't' => value < 10 && text.at(at) != 't',
        'B' => value < 100,
        _ => false,
    }
}

/// Whether volts or watts before the number, or what takes a current behind it, tell that A is the ampere.
fn is_electric(text: &Text, number: &Number, at: usize) -> bool {
    let start = at.saturating_sub(number.whole.len());
    let end = text.back_over_gap(start);
    let follows = matches!(text.before(end), 'V' | 'W' | '/') && text.is_digit(end.wrapping_sub(2));
    let precedes = ["충전", "전류", "퓨즈", "차단기", "어댑터", "출력", "콘센트", "이상", "이하"];
    follows || text.precedes_any(at + 1, &precedes) || text.follows_any(start, &["전류", "전류는", "출력"])
}

/// What follows `number`, which begins at `start`.
pub(super) fn measured_at(text: &Text, start: usize, number: &Number) -> Measured {
    let k = number.end;
    let nothing = Measured {
        prefix: String::new(),
        name: String::new(),
        is_glued: false,
        kind: Kind::Nothing,
        end: k,
        rule: "number",
    };
    if text.at(k) == '여' && is_followed_by_counted(text, k + 1) {
        return Measured { name: "여".to_owned(), is_glued: true, kind: Kind::Unit, end: k + 1, ..nothing };
    }
    for at in [k, text.skip_gap(k)] {
        if let Some((name, end)) = money::behind(text, at) {
            return Measured { name, kind: Kind::Unit, end, rule: "money", ..nothing };
        }
        if let Some(counter) = counters::find(text, at) {
            return counted(text, counter);
        }
        if let Some(unit) = unit_at(text, number, k, at) {
            return of_unit(text, start, unit, nothing);
        }
    }
    nothing
}

/// Whether 여 before `k` is the "a little more than" of a count.
fn is_followed_by_counted(text: &Text, k: usize) -> bool {
    let at = text.skip_gap(k);
    matches!(text.at(at), '만' | '억' | '조') || counters::find(text, at).is_some() || at > k && text.is_hangul(at)
}

fn unit_at(text: &Text, number: &Number, k: usize, at: usize) -> Option<units::Unit> {
    let unit = units::find(text, at)?;
    let is_doubtful = is_doubtful_unit(text, number, at)
        || at > k
            && matches!(
                text.string(at, unit.end).as_str(),
                "in" | "us"
                    | "em"
                    | "day"
                    | "days"
                    | "a"
                    | "d"
                    | "p"
                    | "s"
                    | "h"
                    | "t"
                    | "l"
                    | "A"
                    | "B"
                    | "M"
                    | "G"
                    | "T"
                    | "HP"
            );
    (!is_doubtful).then_some(unit)
}

fn of_unit(text: &Text, start: usize, unit: units::Unit, nothing: Measured) -> Measured {
    let prefix = match unit.measure {
        Measure::Celsius if unit.prefix.is_empty() => "섭씨".to_owned(),
        Measure::Fahrenheit => "화씨".to_owned(),
        _ => unit.prefix,
    };
    let is_said = text.follows_any(start, &[prefix.as_str()])
        || matches!(unit.measure, Measure::Celsius | Measure::Fahrenheit)
            && text.follows_any(start, &["섭씨", "화씨", "영하", "영상"]);
    let kind = match unit.measure {
        Measure::Celsius | Measure::Fahrenheit => Kind::Temperature,
        _ => Kind::Unit,
    };
    let prefix = if is_said { String::new() } else { prefix };
    Measured { prefix, name: unit.name, kind, end: unit.end, rule: "unit", ..nothing }
}

fn counted(text: &Text, counter: counters::Counter) -> Measured {
    let name = counter.name.clone();
    let rule = match name.as_str() {
        "년" | "월" | "일" | "년도" | "년대" | "월호" | "세기" => "date",
        "시" | "분" | "초" => "time",
        "원" | "달러" | "유로" | "엔" | "위안" | "파운드" | "센트" => "money",
        "번째" | "째" => "ordinal",
        "분의" => "fraction",
        "도" => "unit",
        _ => "counter",
    };
    let end = counter.end;
    // A rate in words: 3,000원/월.
    let per = if text.at(end) == '/' { units::per_at(text, end + 1, Measure::Plain) } else { None };
    let (prefix, end) = per.unwrap_or((String::new(), end));
    Measured {
        prefix,
        is_glued: matches!(name.as_str(), "월" | "월호" | "분의" | "째"),
        name,
        kind: Kind::Counter(counter),
        end,
        rule,
    }
}

impl Measured {
    /// Whether nothing is counted or measured.
    pub fn is_nothing(&self) -> bool {
        self.kind == Kind::Nothing
    }

    /// Whether a range repeats the counter: where the numerals change with the value.
    pub fn repeats(&self, text: &Text, start: usize, number: &Number) -> bool {
        match &self.kind {
            Kind::Counter(counter) => {
                matches!(counter.name.as_str(), "월" | "월호")
                    || number.value.is_some_and(|value| value > 0 && counter.is_native(text, start, value))
                    || counter.numerals == Numerals::Clock
            }
            _ => false,
        }
    }

    /// The number word before this counter.
    fn number_words(&self, text: &Text, start: usize, number: &Number) -> String {
        let Kind::Counter(counter) = &self.kind else { return number.spoken.clone() };
        let Some(value) = number.value else { return number.spoken.clone() };
        match (counter.name.as_str(), value) {
            ("월" | "월호", 6) => "유".to_owned(),
            ("월" | "월호", 10) => "시".to_owned(),
            ("번째", 1) => "첫".to_owned(),
            ("째", 1..=4) => ["첫", "둘", "셋", "넷"][value as usize - 1].to_owned(),
            ("째", 12) => "열두".to_owned(),
            ("돈" | "말" | "푼", 3 | 4) if counter.is_native(text, start, value) => {
                ["서", "너"][value as usize - 3].to_owned()
            }
            ("냥" | "되" | "섬", 3 | 4) if counter.is_native(text, start, value) => {
                ["석", "넉"][value as usize - 3].to_owned()
            }
            // 2의 3제곱
            ("제곱", 3) if text.follows_any(start, &["의"]) => "세".to_owned(),
            _ if value > 0 && counter.is_native(text, start, value) => numerals::native(value),
            _ => number.spoken.clone(),
        }
    }

    /// `number` with what is counted.
    pub fn words(&self, text: &Text, start: usize, number: &Number, is_negative: bool) -> String {
        let words = self.number_words(text, start, number);
        let gap = if self.is_glued || self.name.is_empty() { "" } else { " " };
        let is_temperature = self.is_temperature();
        let minus = match (is_negative, is_temperature) {
            (true, true) => "영하 ",
            (true, false) => "마이너스 ",
            _ => "",
        };
        // 영하 오 도 says the scale already; 화씨 has to be said.
        let prefix = match self.prefix.as_str() {
            "" => String::new(),
            "섭씨" if is_negative => String::new(),
            prefix => format!("{prefix} "),
        };
        format!("{prefix}{minus}{words}{gap}{}", self.name)
    }

    /// `first` to `second` of what is counted. Positions are where the numbers begin.
    pub fn range_words(&self, text: &Text, first: (&Number, usize, bool), second: (&Number, usize, bool)) -> String {
        let is_signed = first.2 || second.2;
        if self.repeats(text, first.1, first.0) || self.repeats(text, second.1, second.0) || is_signed {
            let from = self.words(text, first.1, first.0, first.2);
            let to = self.words(text, second.1, second.0, second.2);
            let above = if first.2 && !second.2 && self.is_temperature() { "영상 " } else { "" };
            let to = to.strip_prefix("섭씨 ").or_else(|| to.strip_prefix("화씨 ")).unwrap_or(&to);
            return format!("{from}에서 {above}{to}");
        }
        let to = self.words(text, second.1, second.0, false);
        let prefix = if self.prefix.is_empty() { String::new() } else { format!("{} ", self.prefix) };
        let to = to.strip_prefix(&prefix).unwrap_or(&to);
        format!("{prefix}{}에서 {to}", first.0.spoken)
    }

    pub fn is_temperature(&self) -> bool {
        self.kind == Kind::Temperature || self.name == "도"
    }
}

/// A number with its counter or unit: `3개`, `5kg`, `25℃`, `1억 2천만 원`, `50여`.
pub(super) fn quantity(text: &Text, i: usize) -> Option<Claim> {
    let number = number_at(text, i)?;
    let measured = measured_at(text, i, &number);
    if measured.is_nothing() {
        return None;
    }
    let spoken = measured.words(text, i, &number, false);
    Some(after_prefix(text, i, Claim { end: measured.end, spoken, rule: measured.rule, meets: Meets::Apart }))
}

/// `제3장`, `수3`: the number joins the prefix before it.
pub(super) fn after_prefix(text: &Text, i: usize, claim: Claim) -> Claim {
    let joins = text.before(i) == '제' && !text.is_hangul(i.wrapping_sub(2));
    if joins { Claim { meets: Meets::Joined, ..claim } } else { claim }
}

/// `-5℃`, `+3`, `-0.5%`, `±2`.
pub(super) fn signed(text: &Text, i: usize) -> Option<Claim> {
    let sign = match text.at(i) {
        '-' => "",
        '+' => "플러스 ",
        '±' => "플러스마이너스 ",
        _ => return None,
    };
    let is_sign = text.is_digit(i + 1) && (text.at(i) == '±' || text.is_free_left(i) || is_bare_left(text, i));
    if !is_sign {
        return None;
    }
    if sign.is_empty()
        && let Some(range) = super::ranges::signed_range(text, i)
    {
        return Some(range);
    }
    let number = number_at(text, i + 1)?;
    let measured = measured_at(text, i, &number);
    let is_said = text.follows_any(i, &["영하", "마이너스"]);
    let spoken = measured.words(text, i, &number, sign.is_empty() && !is_said);
    let rule = if measured.is_nothing() { "math" } else { measured.rule };
    claim(measured.end, format!("{sign}{spoken}"), rule)
}

/// Whether no number or word stands before `i`, even over a space that arithmetic would have.
fn is_bare_left(text: &Text, i: usize) -> bool {
    matches!(text.before(i), '×' | '÷' | '*' | '+' | '^' | '√')
}
