//! Counters: the words behind a number that say what is counted, and which numerals they take.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::contexts;
use super::text::Text;

/// Which numerals a counter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numerals {
    /// 한, 두, 세.
    Native,
    /// Native below this value, Sino-Korean from it on.
    NativeBelow(u64),
    /// 일, 이, 삼.
    Sino,
    /// The words around decide ([`contexts::is_native`]).
    Context,
    /// 시: native on the face of a clock.
    Clock,
    /// 번째, 째: first is 첫.
    Ordinal,
}

/// Counters with native numerals, apart by white space.
const NATIVE: &str = "
가닥 포 캡슐 량 가락 가마 가마니 가지 갈래 갑 개 개비 건 걸음 겹 경우 고개 곡 골 곳 공기 구절 군데
권째 그루 그릇 근 글자째 꼬치 꼭지 꾸러미 끼 남매 냥 다리 다발 단락 달 달째 대목 덩어리
덩이 도막 돈 동강 동이 되 두름 마당 마디 마리 말 매듭 명 모 모금 모둠 모퉁이 몫 무더기 무리 묶음
문단 뭉치 바가지 바구니 바퀴 박스 발자국 방울 벌 병 보따리 봉 봉지 부부 뼘 사람 사례 살 상자
소쿠리 큰술 작은술 티스푼 꼬집 국자 손가락 송이 숟가락 숟갈 스푼 시간째 식구 쌈 쌍 아름 알 양동이 오라기 올 움큼 이랑 잎 자루
잔 접 접시 젓가락 조각 종류 주먹 줄 줄기 줌 집 짝 차례 채 척 첩 칸 컵 켜 켤레 컷 타래 토막 톨
통 톳 팩 포기 포대 폭 필지 형제 자매 항아리 홉 번씩 모습 빛깔 색깔
사나이 달걀 군락 송이째 가구 뙈기 사발 종지 쪼가리 테 톱 판째 쾌 단추
매듭째 품목 자리 파트
갓 경기째 계좌 고랑 구좌 꼭짓점 끼니 다스 더미 도움 두둑 드럼 땀 마지기 모녀 모서리 모숨 바이알 방 보루 부녀 살배기
수레 스쿱 알갱이 앰플 에피소드 정거장 짐 캔 컨테이너 케이스 코 트럭 통화 페어 피스 필 뿌리 이파리 소절 발짝 블록 정류장 골목 굽이 자락 구멍 바늘 사리 자밤 춤
테이블 딸 아들
";

/// Counters with native numerals below a value.
const NATIVE_BELOW: &[(&str, u64)] = &[
    ("시간", 24),
    ("시간짜리", 24),
    ("시간대", 1),
    ("배", 20),
    ("글자", 100),
    ("단어", 100),
    ("낱말", 100),
    ("문장", 100),
    ("문제", 20),
    ("과목", 20),
    ("항목", 20),
    ("계단", 20),
    ("게임", 20),
    ("발", 20),
    ("시즌", 20),
    ("가족", 100),
    ("경기", 100),
    ("학교", 100),
    ("도시", 100),
    ("마을", 100),
    ("아이", 100),
    ("여자", 100),
    ("남자", 100),
    ("친구", 100),
    ("손님", 100),
    ("회사", 100),
    ("선수", 100),
    ("학생", 100),
    ("배우", 100),
    ("방향", 100),
    ("유형", 100),
    ("팀", 100),
    ("나라", 100),
    ("그룹", 100),
    ("후보", 100),
    ("노인", 100),
    ("병사", 100),
    ("석", 10),
    ("표", 10),
    ("표차", 10),
];

/// Counters and units with Sino-Korean numerals, apart by white space.
const SINO: &str = "
강 대째 아웃 아웃카운트 개국 개국어 개교 개년 개동 개부처 개사 개소 개시 개시군 개월 개월간 개월째
개조 갤런 공주 관왕 교시 군 그램 그램당 급 기가 기가바이트 기가비트 기가헤르츠 기압 기통 년 년간
년대 년도 년생 년제 년차 년째 노트 뉴턴 단계 달러 대대 데시리터 데시벨 도 득점 등 등급 등분
라운드 럭스 루블 루타 루타점 루피 리터 마력 마이크로그램 마이크로미터 마일 막 메가 메가바이트 메가비트
메가와트 메가헤르츠 미리 미터 밀리 밀리그램 밀리리터 밀리미터 밀리초 바이트 바트 박 반 배럴 배속 번가
번길 번선 번지 번홈 볼트 부 부작 부제 분간 분기 분의 분짜리 비트 사단 선거구 세 세기 세대 센트
센티 센티미터 소대 승 시시 실점 안타 암페어 야드 에이커 엔 여단 연대 연승 연패 연속 옥타브 와트 원
월 월호 위 위안 유로 음절 이닝 인 인분 인승 인실 인용 인조 인치 인칭 일 일간 일차 일째 자 자녀
전 전무 절 점대 제곱미터 종 주 주간 주기 주년 주일 주째 주차 중대 지구 차 차로 차선 차원 차전
차시 초 초간 초짜리 촌 층 칼로리 쿼터 킬로 킬로그램 킬로미터 킬로바이트 킬로비트 킬로와트 킬로와트시
킬로칼로리 킬로헤르츠 타석 타수 타점 테라 테라바이트 톤 파스칼 파운드 패 퍼밀 퍼센트 퍼센트포인트 페소
페이지 평 포인트 프랑 프레임 프로 피트 픽셀 학기 학년 항 행 행시 헤르츠 헥타르 헥토파스칼 호
호기 호봉 호선 호실 호점 홈런 화 화소 회 회말 회차 회초 회째 형식 악장 자릿수 자유형 종목 각형
중주 부문 부능선 교대제 진법 단지 사분면 공구 광구
거리 광년 그레이 니트 단보 대조 데니어 도즈 도트 라디안 루멘 리 리라 링깃 메가톤 면체 몰 문항 박자 배수 베크렐
볼넷 삼진 도루 순 순번 순위 승강장 시버트 아르 어시스트 언더파 오버파 온스 옴 유닛 음 의석 전승 정보 제곱 좌석
즈워티 지망 차식 칸델라 캐럿 코스 쿼트 크로네 킬 킬로톤 타 토르 파섹 파인트 팔레트 포트 피리어드 학점 할 함대 해리
홀 홀드 획 세이브 리바운드 스틸 사분기 반기 군단 편대 차방정식
";

/// Counters whose numerals depend on the words around.
const CONTEXT: &[&str] = &[
    "권", "단", "대", "번", "분", "세트", "장", "점", "쪽", "판", "편", "조", "기", "수", "매", "층계", "선", "면",
    "호흡", "구", "동", "두", "문", "손", "술", "정", "제", "죽", "축", "푼", "섬",
];

/// The counters that begin with a syllable, the longest first.
type Names = Vec<(Vec<char>, Numerals)>;

static TABLE: LazyLock<HashMap<char, Names>> = LazyLock::new(|| {
    let native = NATIVE.split_whitespace().map(|name| (name, Numerals::Native));
    let below = NATIVE_BELOW.iter().map(|&(name, limit)| (name, Numerals::NativeBelow(limit)));
    let sino = SINO.split_whitespace().map(|name| (name, Numerals::Sino));
    let context = CONTEXT.iter().map(|&name| (name, Numerals::Context));
    let others = [("시", Numerals::Clock), ("번째", Numerals::Ordinal), ("째", Numerals::Ordinal)];
    let mut table: HashMap<char, Names> = HashMap::new();
    for (name, numerals) in native.chain(below).chain(sino).chain(context).chain(others) {
        let name: Vec<char> = name.chars().collect();
        if let Some(&first) = name.first() {
            table.entry(first).or_default().push((name, numerals));
        }
    }
    for names in table.values_mut() {
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    }
    table
});

/// Syllables that particles, endings and suffixes behind a counter begin with.
const FOLLOWERS: &str = "가간같경고과께꼴제까남내넘나당대도동되된든들뒤등라랑로를마만말며면미밖반보부분뿐서씩안야어에여였와요용으은을의이인일입임있전정조중지째짜쯤차처초치하한후는다던도생씨엔";

/// A counter found behind a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    pub numerals: Numerals,
    /// One past its last character.
    pub end: usize,
    /// The counter itself.
    pub name: String,
}

/// The longest counter that begins at `i`, followed by nothing or by what can follow a counter.
pub(super) fn find(text: &Text, i: usize) -> Option<Counter> {
    if let Some(name) = in_hanja(text, i) {
        let numerals = if name == "시" { Numerals::Clock } else { Numerals::Sino };
        return Some(Counter { numerals, end: i + 1, name: name.to_owned() });
    }
    let names = TABLE.get(&text.at(i))?;
    let (name, numerals) = names.iter().find(|(name, _)| text.slice(i, i + name.len()) == name.as_slice())?;
    let end = i + name.len();
    let is_closed = !text.is_hangul(end) || FOLLOWERS.contains(text.at(end));
    is_closed.then(|| Counter { numerals: *numerals, end, name: name.iter().collect() })
}

/// The parts of a date or a time as one hanja for itself: `3月 5日`.
fn in_hanja(text: &Text, i: usize) -> Option<&'static str> {
    let name = match text.at(i) {
        '年' => "년",
        '月' => "월",
        '日' => "일",
        '時' => "시",
        '分' => "분",
        '秒' => "초",
        '回' => "회",
        '歲' => "세",
        '階' => "층",
        _ => return None,
    };
    (!super::hanja::is_hanja(text.at(i + 1))).then_some(name)
}

impl Counter {
    /// Whether the number from `start` with this value takes native numerals before the counter.
    pub fn is_native(&self, text: &Text, start: usize, value: u64) -> bool {
        if text.before(start) == '제' && !text.is_hangul(start.wrapping_sub(2)) {
            return false;
        }
        // 초2, 중1, 고3: a year at school.
        if matches!(text.before(start), '초' | '중' | '고') && !text.is_hangul(start.wrapping_sub(2)) {
            return false;
        }
        match self.numerals {
            Numerals::Native | Numerals::Ordinal => true,
            Numerals::NativeBelow(limit) => value < limit,
            Numerals::Sino => false,
            Numerals::Clock => (1..=12).contains(&value),
            Numerals::Context => contexts::is_native(text, &self.name, start..self.end, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CONTEXT, NATIVE, NATIVE_BELOW, SINO};

    #[test]
    fn no_counter_is_listed_twice() {
        let below = NATIVE_BELOW.iter().map(|&(name, _)| name);
        let listed = NATIVE.split_whitespace().chain(SINO.split_whitespace());
        let mut all: Vec<&str> = listed.chain(CONTEXT.iter().copied()).chain(below).collect();
        let n = all.len();
        all.sort_unstable();
        let twice: Vec<&&str> = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
        assert!(twice.is_empty(), "{twice:?}");
        assert!(n >= 150, "{n}");
    }
}
