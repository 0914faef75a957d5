//! Counters that count in native numerals and number in Sino-Korean ones: 세 장의 사진, but 삼 장 '길'.

use std::ops::Range;

use super::text::Text;

/// What is made of sheets.
const SHEETS: &[&str] = &[
    "사진",
    "종이",
    "표",
    "티켓",
    "그림",
    "카드",
    "용지",
    "엽서",
    "편지",
    "우표",
    "수건",
    "접시",
    "앨범",
    "음반",
    "지폐",
    "이불",
    "문서",
    "서류",
    "슬라이드",
    "레코드",
    "벽돌",
    "김",
    "원고지",
    "스티커",
    "이미지",
    "포스터",
    "명함",
    "쿠폰",
    "마스크",
    "입장권",
    "승차권",
    "영수증",
    "치즈",
    "식빵",
    "유리",
    "연탄",
    "기와",
    "수표",
    "지도",
    "도면",
    "모두",
    "총",
    "단",
    "각각",
    "만원권",
];
const BOOKS: &[&str] = &[
    "책",
    "공책",
    "노트",
    "도서",
    "소설",
    "소설책",
    "만화책",
    "만화",
    "잡지",
    "교과서",
    "문제집",
    "시집",
    "사전",
    "동화책",
    "그림책",
    "참고서",
    "일기장",
    "수첩",
    "저서",
    "모두",
    "총",
];
const MACHINES: &[&str] = &[
    "자동차",
    "차",
    "버스",
    "트럭",
    "택시",
    "승용차",
    "컴퓨터",
    "노트북",
    "서버",
    "카메라",
    "기계",
    "비행기",
    "자전거",
    "오토바이",
    "냉장고",
    "세탁기",
    "텔레비전",
    "에어컨",
    "피아노",
    "전화기",
    "전차",
    "열차",
    "헬기",
    "로봇",
    "드론",
    "프린터",
    "휴대폰",
    "스마트폰",
    "구급차",
    "소방차",
    "차량",
    "항공기",
    "전투기",
    "장비",
    "선풍기",
    "대수",
    "모두",
    "총",
    "담배",
    "주사",
    "매",
];
const GUESTS: &[&str] = &[
    "손님",
    "고객",
    "어르신",
    "선생님",
    "스승",
    "교수님",
    "할머니",
    "할아버지",
    "귀빈",
    "관객",
    "여성",
    "남성",
    "신사",
    "숙녀",
    "작가님",
    "전문가",
    "부모님",
    "게스트",
    "성인",
    "어른",
];
const WORKS: &[&str] = &["작품", "그림", "유물", "가구", "의류", "조각", "소품", "도자기", "옷", "회화", "문화재"];
const GREENS: &[&str] = &["파", "대파", "쪽파", "시금치", "배추", "열무", "미나리", "부추", "장미", "쑥갓", "나물"];
const FRUITS: &[&str] = &["사과", "마늘", "귤", "빵", "배", "오렌지", "과일", "수박"];
/// What is numbered and not counted in 번.
const NUMBERED: &[&str] = &[
    "문제",
    "출구",
    "버스",
    "선수",
    "타자",
    "방",
    "국도",
    "트랙",
    "버튼",
    "창구",
    "줄",
    "홀",
    "문항",
    "보기",
    "항목",
    "승강장",
    "게이트",
    "후보",
    "좌석",
    "자리",
    "마을버스",
    "도로",
    "질문",
    "답",
    "채널",
    "서버",
    "카드",
    "손님",
    "환자",
    "참가자",
    "주자",
    "구역",
    "레인",
    "사진",
    "그림",
    "트럭",
    "교향곡",
    "협주곡",
    "소나타",
    "키",
    "열",
    "칸",
    "회의실",
    "강의실",
    "포트",
    "핀",
    "척추",
    "염색체",
    "홈",
    "탑승구",
    "라인",
    "우물",
    "사물함",
    "투수",
    "지점",
];
/// What one calls "the n great ones", or the holders of an office one after another.
const GREAT: &[&str] = &[
    "과제",
    "뉴스",
    "요소",
    "원칙",
    "강국",
    "보험",
    "산맥",
    "영양소",
    "종교",
    "명작",
    "성인",
    "가족",
    "대통령",
    "국왕",
    "왕",
    "회장",
    "사장",
    "총장",
    "의원",
    "대표",
    "주주",
    "도시",
    "광역시",
    "미술관",
    "박물관",
    "천황",
    "황제",
    "국회",
    "총리",
    "장관",
    "위원장",
    "이사장",
    "감독",
    "비극",
    "폭포",
    "축제",
    "기업",
    "그룹",
    "은행",
    "의무",
    "덕목",
    "일",
    "독자",
    "째",
    "사회악",
    "전략",
    "목표",
    "핵심",
    "리그",
    "남성",
    "여성",
    "청년",
    "청소년",
    "초반",
    "중반",
    "후반",
    "교구",
    "세습",
    "중",
    "이후",
    "이상",
    "사업",
    "재앙",
    "발명",
    "작곡가",
    "천왕",
    "명절",
];

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
        "매" | "조" | "선" | "면" => false,
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
    !(is_age || value >= 1000 || text.precedes_any(end, GREAT))
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
