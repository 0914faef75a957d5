//! Counters that count in native numerals and number in Sino-Korean ones: 세 장의 사진, but 삼 장 '길'.

use std::ops::Range;

use super::context_words::{
    BODIES, BOOKS, BUILDINGS, COUNTED, FRUITS, GENERATIONS, GREAT, GREENS, GUESTS, MACHINES, NUMBERED, PILLS_AND_GUNS,
    SHEETS, WORKS,
};
use super::text::Text;

/// Whether the number in `range`, which ends with the counter `name`, counts (native numerals) and does not number.
pub(super) fn is_native(text: &Text, name: &str, range: Range<usize>, value: u64) -> bool {
    let (start, end) = (range.start, range.end);
    let follows = |words: &[&str]| follows_noun(text, start, words);
    match name {
        "대" => is_native_dae(text, start, end, value),
        "번" => {
            let is_numbering =
                follows(&["기호", "등번호", "국도", "번호", "채널", "작품", "버스", "문제", "보기", "정답은", "정답"])
                    || text.at(end) == '호'
                    || text.follows_any(start, &["반", "조", "학년"])
                        && text.is_digit(text.back_over_gap(start).wrapping_sub(2))
                    || text.precedes_any(end, NUMBERED)
                    || ["은 ", "이 ", "과 ", "을 ", "으로", "부터", "까지"].iter().any(|tail| text.has(end, tail));
            !is_numbering && value < 100
        }
        "장" => follows(SHEETS) || !is_numbered_part(text, start, end),
        "권" => {
            follows(BOOKS)
                || text.has(end, "의 ")
                || ["씩", "이나", "밖에", "짜리", "만 "].iter().any(|tail| text.has(end, tail))
        }
        "편" => !text.follows_any(start, &["제", "속"]),
        "분" => {
            follows(GUESTS) && value < 100
                || ["께", "이 오", "을 모", "이 계", "이 함께"].iter().any(|tail| text.has(end, tail))
        }
        "세트" => {
            value <= 10
                && !["에서", "를", "는", "도", "만에", "까지", " 경기", " 초반", " 중반", " 후반"]
                    .iter()
                    .any(|tail| text.has(end, tail))
        }
        "점" => follows(WORKS),
        "단" => follows(GREENS),
        "쪽" => follows(FRUITS),
        "판" => !text.follows_any(start, &["개정", "증보", "제"]),
        "기" => follows(&["미사일", "위성", "로켓", "전투기", "무덤", "고인돌", "헬기", "발전소", "원전"]),
        "수" => follows(&["시", "시조"]),
        "구" => follows(BODIES),
        "동" => value < 20 && follows(BUILDINGS),
        "섬" => follows(&["쌀", "벼", "보리", "콩", "곡식", "공양미"]),
        "문" => value < 20 && follows(&["대포", "야포", "화포", "함포", "박격포", "자주포", "방사포", "장사정포"]),
        "손" => follows(&["고등어", "조기", "자반", "삼치", "배추"]),
        "술" => follows(&["밥", "국", "죽"]),
        "정" => follows(PILLS_AND_GUNS) && value < 100 || text.has(end, "씩"),
        "제" => follows(&["한약", "보약", "탕약", "십전대보탕", "약"]),
        "죽" => follows(&["버선", "그릇", "옷", "접시", "짚신"]),
        "축" => follows(&["오징어"]),
        "푼" => {
            !(text.before(text.back_over_gap(start)) == '할'
                || text.precedes_any(end, &["1리", "2리", "3리", "4리", "5리", "6리", "7리", "8리", "9리"]))
        }
        "매" | "조" | "선" | "면" | "두" => false,
        _ => value < 100,
    }
}

fn is_native_dae(text: &Text, start: usize, end: usize, value: u64) -> bool {
    if follows_noun(text, start, MACHINES) || text.has(end, "의 ") && !value.is_multiple_of(10) {
        return true;
    }
    // 5대3, 5 대 3: a ratio in words.
    if text.is_digit(text.skip_gap(end)) {
        return false;
    }
    let is_age = value.is_multiple_of(10) && (10..=90).contains(&value);
    let is_generation = GENERATIONS.iter().any(|tail| text.has(end, tail));
    !(is_age || value >= 1000 || is_generation || text.precedes_any(end, GREAT) || is_title(text, end))
}

/// Whether `7대 불가사의` goes on with the noun that 대 makes great, and not with what is done with n machines.
fn is_title(text: &Text, end: usize) -> bool {
    let at = end + 1;
    if !text.is_gap(end) || !text.is_hangul(at) || COUNTED.iter().any(|word| text.has(at, word)) {
        return false;
    }
    let last = text.run(at, super::is_syllable);
    let is_verb = matches!(text.before(last), '다' | '요' | '서' | '고' | '며' | '면' | '지' | '니' | '던');
    !is_verb
}

/// Whether `3장` is a chapter: at the head of a line or a bracket, or with what chapters take.
fn is_numbered_part(text: &Text, start: usize, end: usize) -> bool {
    let before = text.before(start);
    let is_head = matches!(before, super::text::BREAK | '\n' | '(' | '[' | '<' | '"');
    let goes_on = text.is_gap(end) && text.is_hangul(end + 1) || matches!(text.at(end), '.' | ':' | ')');
    is_head && goes_on
        || ["에서", "에 ", "은 ", "부터", "까지", "절"].iter().any(|tail| text.has(end, tail))
        || text.is_gap(end) && text.is_digit(end + 1)
        || text.follows_any(start, &["성경", "복음", "교재", "교과서", "제"])
}

/// Whether the noun before the number, with or without a particle, is one of `words`.
fn follows_noun(text: &Text, start: usize, words: &[&str]) -> bool {
    let at = text.back_over_gap(start);
    let word: String = text.hangul_before(at).iter().collect();
    let bare = ["은", "는", "이", "가", "을", "를", "도", "만"].iter().find_map(|particle| word.strip_suffix(particle));
    let is_one =
        |word: &str| words.iter().any(|noun| word == *noun || noun.chars().nth(1).is_some() && word.ends_with(noun));
    is_one(&word) || bare.is_some_and(is_one)
}
