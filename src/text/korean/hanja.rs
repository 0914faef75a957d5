//! Hanja to Hangul: the reading of each character, with the initial-sound rule and 렬/률.
//!
//! The rules are those of the Korean orthography (한글 맞춤법, articles 10 to 12): ㄴ and ㄹ fall before ㅣ and y at the head of
//! a word, other ㄹ becomes ㄴ there, and 렬, 률 are 열, 율 after a vowel or ㄴ.

use super::hanja_table;
use super::text::{Text, ends_in_nieun, has_final};
use super::{Claim, claim, joined};

pub(super) const fn is_hanja(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{2FA1F}')
}

/// Every way a character can read, the initial-sound rule included; empty if it is not in the table.
pub(super) fn readings(c: char) -> Vec<char> {
    let mut all: Vec<char> = hanja_table::readings(c).to_vec();
    let initial: Vec<char> =
        all.iter().map(|&reading| at_head(reading)).filter(|c| !hanja_table::readings(*c).contains(c)).collect();
    all.extend(initial);
    all
}

/// `syllable` at the head of a word: 녀 → 여, 력 → 역, 로 → 노.
fn at_head(syllable: char) -> char {
    const N_VOWELS: u32 = 21;
    const N_FINALS: u32 = 28;
    const NIEUN: u32 = 2;
    const RIEUL: u32 = 5;
    const IEUNG: u32 = 11;
    if !super::is_syllable(syllable) {
        return syllable;
    }
    let code = syllable as u32 - 0xAC00;
    let (initial, rest) = (code / (N_VOWELS * N_FINALS), code % (N_VOWELS * N_FINALS));
    // ㅑ ㅒ ㅕ ㅖ ㅛ ㅠ ㅣ
    let is_y = matches!(rest / N_FINALS, 2 | 3 | 6 | 7 | 12 | 17 | 20);
    let initial = match (initial, is_y) {
        (NIEUN | RIEUL, true) => IEUNG,
        (RIEUL, false) => NIEUN,
        _ => initial,
    };
    char::from_u32(0xAC00 + initial * N_VOWELS * N_FINALS + rest).unwrap_or(syllable)
}

/// 렬 and 률 behind `before`.
fn after(before: char, syllable: char) -> char {
    let softens = !has_final(before) || ends_in_nieun(before);
    match syllable {
        '렬' if softens => '열',
        '률' if softens => '율',
        _ => syllable,
    }
}

/// Prefixes behind which the word is one of three.
const PREFIXES: &[char] = &['非', '不', '無', '未', '沒', '反', '超', '再', '新', '大', '小'];

/// A run of hanja behind `before`. None if a character is not in the table.
pub(super) fn read(word: &str, before: char) -> Option<String> {
    let chars: Vec<char> = word.chars().collect();
    let mut spoken = String::new();
    let mut last = before;
    for (i, &c) in chars.iter().enumerate() {
        let next = chars.get(i + 1).copied();
        let written = special(c, next, i.checked_sub(1).map(|k| chars[k]))
            .or_else(|| hanja_table::readings(c).first().copied())?;
        // A word of four is two words of two: 男女老少, 經濟理論.
        let is_second_word = i == 2 && chars.len() == 4 && !PREFIXES.contains(&chars[0]);
        let is_head = i == 0 && !super::is_syllable(before) && !before.is_ascii_digit() || is_second_word;
        last = if is_head { at_head(written) } else { after(last, written) };
        spoken.push(last);
    }
    Some(spoken)
}

/// Characters whose reading depends on a neighbour.
fn special(c: char, next: Option<char>, before: Option<char>) -> Option<char> {
    let next_initial = next
        .and_then(|c| hanja_table::readings(c).first().copied())
        .filter(|&c| super::is_syllable(c))
        .map(|c| (c as u32 - 0xAC00) / 588);
    Some(match (c, next, before) {
        // 不 before ㄷ and ㅈ.
        ('不', ..) if matches!(next_initial, Some(3 | 12)) => '부',
        ('六', Some('月'), _) => '유',
        ('十', Some('月'), b) if b.is_none_or(|b| b != '二') => '시',
        ('金', Some('氏' | '君'), _) => '김',
        ('樂', Some('器' | '曲' | '團' | '譜' | '隊' | '士' | '壇'), _)
        | ('樂', _, Some('音' | '聲' | '器' | '管' | '絃')) => '악',
        ('車', _, Some('力' | '轉' | '停')) => '거',
        ('車', ..) => '차',
        ('率', _, Some('統' | '引' | '輕' | '眞' | '食')) | ('率', Some('直' | '先' | '兵'), _) => '솔',
        ('復', Some('活' | '興'), _) => '부',
        ('殺', Some('到'), _) | ('殺', _, Some('相' | '減')) => '쇄',
        ('惡', Some('寒'), _) | ('惡', _, Some('憎' | '嫌' | '好')) => '오',
        ('說', Some('客'), _) | ('說', _, Some('遊')) => '세',
        ('降', _, Some('投')) | ('降', Some('伏' | '服'), _) => '항',
        ('便', Some('所' | '器'), _) | ('便', _, Some('大' | '小' | '用' | '排')) => '변',
        ('省', Some('略'), _) => '생',
        ('易', _, Some('容' | '簡' | '平' | '安')) => '이',
        ('度', Some('量' | '支'), _) => '탁',
        ('讀', _, Some('句' | '吏')) => '두',
        ('洞', Some('察'), _) | ('洞', Some('燭'), _) => '통',
        ('茶', Some('道' | '房'), _) => '다',
        ('行', _, Some('德')) => '행',
        ('暴', Some('惡'), _) => '포',
        ('則', ..) if before.is_none() => '즉',
        ('更', Some('新' | '生' | '年' | '衣'), _) | ('更', _, Some('三')) => '갱',
        ('更', ..) => '경',
        ('茶', ..) => '차',
        ('狀', None, Some('賞' | '答' | '令' | '證' | '名' | '書' | '訴' | '告' | '待')) => '장',
        ('拓', Some('本'), _) => '탁',
        ('北', _, Some('敗')) => '배',
        ('見', _, Some('謁')) => '현',
        ('宅', _, Some('媤')) => '댁',
        _ => return None,
    })
}

/// A run of hanja as Hangul; characters that the table lacks stay as written.
pub(super) fn word(text: &Text, i: usize) -> Option<Claim> {
    let end = text.run(i, is_hanja);
    let before = text.before(i);
    if let Some(spoken) = read(&text.string(i, end), before) {
        let follows = super::is_syllable(before) || before.is_ascii_digit();
        return if follows { joined(end, spoken, "hanja") } else { claim(end, spoken, "hanja") };
    }
    // As far as the table goes.
    let known = text.run(i, |c| is_hanja(c) && !hanja_table::readings(c).is_empty());
    (known > i).then(|| joined(known, read(&text.string(i, known), before)?, "hanja")).flatten()
}
