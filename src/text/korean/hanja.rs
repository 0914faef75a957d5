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
    let by_neighbour = BY_NEIGHBOUR.iter().filter(|(hanja, ..)| *hanja == c).map(|(_, reading, ..)| *reading);
    let by_place = BY_PLACE.iter().filter(|(hanja, _)| *hanja == c).map(|(_, reading)| *reading);
    for reading in by_neighbour.chain(by_place) {
        if !all.is_empty() && !all.contains(&reading) {
            all.push(reading);
        }
    }
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
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        if let Some((hanja, reading)) = WORDS.iter().find(|(hanja, _)| starts_with(&chars, i, hanja)) {
            spoken.push_str(reading);
            last = reading.chars().next_back().unwrap_or(last);
            i += hanja.chars().count();
            continue;
        }
        let next = chars.get(i + 1).copied();
        let by_neighbour =
            if c == '率' && i > 1 { None } else { special(c, next, i.checked_sub(1).map(|k| chars[k])) };
        let written = by_neighbour.or_else(|| hanja_table::readings(c).first().copied())?;
        // A word of four is two words of two: 男女老少, 經濟理論. So is 相對性 + 理論.
        let is_second_word = i == 2 && chars.len() == 4 && !PREFIXES.contains(&chars[0]) && written != '려'
            || i >= 2 && HEADS.iter().any(|head| starts_with(&chars, i, head));
        let is_head = i == 0 && !super::is_syllable(before) && !before.is_ascii_digit() || is_second_word;
        last = if is_head { at_head(written) } else { after(last, written) };
        spoken.push(last);
        i += 1;
    }
    Some(spoken)
}

fn starts_with(chars: &[char], i: usize, word: &str) -> bool {
    let mut rest = chars.iter().skip(i);
    word.chars().all(|c| rest.next() == Some(&c))
}

/// Words whose reading no rule gives: names, old sound changes, prefixes before a word of their own.
const WORDS: &[(&str, &str)] = &[
    ("樂山樂水", "요산요수"),
    ("五六月", "오뉴월"),
    ("初八日", "초파일"),
    ("十方", "시방"),
    ("牡丹", "모란"),
    ("木瓜", "모과"),
    ("契丹", "거란"),
    ("布施", "보시"),
    ("菩提", "보리"),
    ("內人", "나인"),
    ("新女性", "신여성"),
    ("重勞動", "중노동"),
    ("非論理", "비논리"),
    ("沒廉恥", "몰염치"),
    ("逆利用", "역이용"),
    ("空念佛", "공염불"),
    ("熱力學", "열역학"),
    ("年利率", "연이율"),
    ("再練習", "재연습"),
    ("過冷却", "과냉각"),
    ("生年月日", "생년월일"),
    ("金大中", "김대중"),
    ("金泳三", "김영삼"),
    ("金日成", "김일성"),
    ("金正日", "김정일"),
    ("金正恩", "김정은"),
    ("金與正", "김여정"),
    ("金庾信", "김유신"),
    ("金春秋", "김춘추"),
    ("金首露", "김수로"),
    ("金富軾", "김부식"),
    ("金弘道", "김홍도"),
    ("金正喜", "김정희"),
    ("金素月", "김소월"),
    ("金裕貞", "김유정"),
    ("金玉均", "김옥균"),
    ("金佐鎭", "김좌진"),
    ("金鍾泌", "김종필"),
    ("李成桂", "이성계"),
];
/// Words that keep the form of a head behind another word.
const HEADS: &[&str] = &[
    "理論", "勞動", "女性", "女子", "歷史", "年度", "聯合", "利用", "流通", "料理", "旅行", "練習", "列車", "錄音",
    "論理", "領域", "聯盟", "力學", "倫理", "臨時", "留學", "療養", "離婚", "立法", "理由", "領土", "靈魂", "戀愛",
    "老人", "路線", "綠色", "禮儀", "良心", "勞組", "年金", "年鑑", "冷房", "論文", "論爭", "來日", "略歷", "兩國",
    "旅客", "連結", "連絡", "領事", "流行", "利益", "理事", "理性",
];

/// Readings that a neighbour asks for: the character, the reading, what stands before it, what stands behind it. One of the
/// two neighbours is enough.
const BY_NEIGHBOUR: &[(char, char, &str, &str)] = &[
    ('六', '유', "", "月"),
    ('金', '김', "", "氏君浦海泉堤九"),
    ('樂', '요', "", "山水"),
    ('識', '지', "標", ""),
    ('諾', '락', "受許快", ""),
    ('怒', '로', "喜大震", ""),
    ('寧', '령', "宜會", ""),
    ('台', '태', "", "風"),
    ('樂', '악', "音聲器管絃", "器曲團譜隊士壇"),
    ('車', '거', "力轉停", ""),
    ('率', '솔', "統引輕眞食", "直先兵"),
    ('復', '부', "", "活興"),
    ('殺', '쇄', "相減", "到"),
    ('惡', '오', "憎嫌", "寒"),
    ('說', '세', "遊", "客"),
    ('降', '항', "投", "伏服"),
    ('便', '변', "大小用排", "所器"),
    ('省', '생', "", "略"),
    ('易', '이', "容簡平安", ""),
    ('度', '탁', "忖", "支"),
    ('讀', '두', "句吏", ""),
    ('洞', '통', "", "察燭"),
    ('茶', '다', "", "道房"),
    ('暴', '포', "", "惡"),
    ('更', '갱', "三", "新生年衣"),
    ('拓', '탁', "", "本"),
    ('北', '배', "敗", ""),
    ('見', '현', "謁", ""),
    ('宅', '댁', "媤", ""),
];

/// Readings of [`special`] that the table lacks.
const BY_PLACE: &[(char, char)] =
    &[('不', '부'), ('十', '시'), ('則', '즉'), ('狀', '장'), ('車', '차'), ('茶', '차'), ('更', '경')];

/// Characters whose reading depends on a neighbour.
fn special(c: char, next: Option<char>, before: Option<char>) -> Option<char> {
    let initial_of = |c: char| {
        hanja_table::readings(c).first().filter(|&&c| super::is_syllable(c)).map(|&c| (c as u32 - 0xAC00) / 588)
    };
    let stands_in = |neighbour: Option<char>, set: &str| neighbour.is_some_and(|c| set.contains(c));
    let by_neighbour = BY_NEIGHBOUR
        .iter()
        .find(|(hanja, _, behind, ahead)| *hanja == c && (stands_in(before, behind) || stands_in(next, ahead)))
        .map(|(_, reading, ..)| *reading);
    by_neighbour.or(match c {
        // 不 before ㄷ and ㅈ.
        '不' if matches!(next.and_then(initial_of), Some(3 | 12)) => Some('부'),
        '十' if next == Some('月') && before != Some('二') => Some('시'),
        '則' if before.is_none() => Some('즉'),
        '狀' if next.is_none() && stands_in(before, "賞答令證名書訴告待") => Some('장'),
        // The commonest readings where the table lists another first.
        '車' | '茶' => Some('차'),
        '更' => Some('경'),
        _ => None,
    })
}

/// What follows a surname.
const TITLES: &[&str] = &[
    "대통령",
    "전 대통령",
    "의원",
    "총리",
    "위원장",
    "장관",
    "대표",
    "감독",
    "교수",
    "회장",
    "사장",
    "박사",
    "판사",
    "검사",
    "씨",
    "모 씨",
    "모씨",
    "지사",
    "시장",
    "총장",
    "후보",
    "의장",
    "원내대표",
    "실장",
    "부장",
    "선수",
];

/// A run of hanja as Hangul; characters that the table lacks stay as written.
pub(super) fn word(text: &Text, i: usize) -> Option<Claim> {
    let end = text.run(i, is_hanja);
    let before = text.before(i);
    let is_surname = text.at(i) == '金'
        && end == i + 1
        && (text.at(end) == '씨' || text.is_gap(end) && text.precedes_any(end, TITLES));
    if is_surname {
        return claim(end, "김", "hanja");
    }
    if let Some(spoken) = read(&text.string(i, end), before) {
        let follows = super::is_syllable(before) || before.is_ascii_digit();
        return if follows { joined(end, spoken, "hanja") } else { claim(end, spoken, "hanja") };
    }
    // As far as the table goes.
    let known = text.run(i, |c| is_hanja(c) && !hanja_table::readings(c).is_empty());
    (known > i).then(|| joined(known, read(&text.string(i, known), before)?, "hanja")).flatten()
}
