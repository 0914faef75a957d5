//! What can be told from the syllables of a Sino-Korean word without knowing the word.
//!
//! Spelling does not say whether a word is Sino-Korean, so the guesses are kept to syllables that are hardly ever
//! anything else; the table (`lexicon`) goes before them.

use super::breath::{Breath, Mark};
use super::hangul::{Syllable, coda, tense};

/// Sino-Korean syllables in ㄹ. Left out are those more often native words or stems: 길, 글, 날, 들, 살.
const IN_RIEUL: &str =
    "갈걸결골굴궐귤눌달돌랄렬률말멸몰물밀발벌별불설솔술슬실알얼열올왈울월율을일절졸즐질찰철출칠탈팔필할헐혈홀활";
/// Sino-Korean syllables in ㄷ, ㅅ, ㅈ that are neither endings nor particles nor the beginnings of common native words.
const AFTER_RIEUL: &str = "단담답당덕독돈동두둔득등산상색생석선설섭성속손송쇄숙순술숭승습식신실심십작잠장재쟁저적전절점접정제조족존졸종좌죄주중즉증직진질집징";
/// Suffixes in ㅅ and ㅈ that are tense after ㄹ (건설적, 사실상, 출발점).
const SUFFIX_AFTER_RIEUL: &str = "적상점";
/// Suffixes that are tense after anything (가능성, 사용법, 저작권, 불면증, 사기죄): 제28항, by the suffix.
const TENSE_SUFFIX: &str = "성법권증죄";
/// Suffixes in ㄹ that make nouns of other words, so that ㄴ before them stays (판단력, 생산량, 등산로).
const SUFFIX_IN_RIEUL: &str = "란량력령례로론료류";
/// Suffixes before which ㄴ is inserted after any consonant (영업용, 서울역, 관절염, 소독약).
const SUFFIX_WITH_N: &str = "용역염약";
/// Words before which ㄴ is inserted behind a word of two syllables or more that ends in a consonant (기본요금, 한국영화).
const WORDS_WITH_N: [&str; 9] = ["열차", "요금", "요원", "요리", "여행", "영화", "이야기", "연필", "이불"];
/// What may follow such a suffix: particles and the beginnings of endings.
const AFTER_SUFFIX: &str = "이가은는을를의에도만과와로으부까처보인입들하된별적식까라란였";

/// Stems in ㄴ and ㅁ, 제24항, that are nothing else. Shorter ones, which are nouns too (신, 안, 남, 담, 감), are in the table.
const NASAL_STEMS: [&str; 15] = [
    "껴안",
    "끌어안",
    "얼싸안",
    "떠안",
    "살아남",
    "뛰어넘",
    "넘",
    "품",
    "뿜",
    "내뿜",
    "더듬",
    "다듬",
    "보듬",
    "머금",
    "서슴",
];
/// How the endings begin that are tense after such a stem.
const AFTER_NASAL_STEM: &str = "고다지게습거던더든도자소";
/// How nouns end that take a ㅅ before another noun, 제30항. Left out are those that look like others: 곳, 못, 셋, 옷, 빗.
const WITH_SIOT: &[&str] = &[
    "김칫",
    "냇",
    "바닷",
    "나뭇",
    "고갯",
    "촛",
    "찻",
    "콧",
    "귓",
    "뱃",
    "잿",
    "핏",
    "횟",
    "텃",
    "툇",
    "샛",
    "뒷",
    "윗",
    "아랫",
    "전셋",
    "월셋",
    "머릿",
    "다릿",
    "허릿",
    "등굣",
    "하굣",
    "장밋",
    "우윳",
    "막냇",
    "소줏",
    "맥줏",
    "고춧",
    "배춧",
    "만둣",
    "순댓",
    "최댓",
    "최솟",
    "절댓",
    "기댓",
    "근삿",
    "수돗",
    "종갓",
    "처갓",
    "외갓",
    "이삿",
    "세숫",
    "가겟",
    "날갯",
    "베갯",
    "잔칫",
    "동짓",
    "자릿",
    "혼잣",
    "바윗",
    "어젯",
    "나룻",
    "마룻",
    "담뱃",
    "초깃",
    "갈빗",
    "하룻",
    "갯",
    "비눗",
    "빨랫",
    "전깃",
    "고깃",
    "제삿",
    "나잇",
    "노랫",
    "혓",
    "판잣",
    "칫",
    "오랫",
    "나랏",
    "조갯",
    "모깃",
    "감잣",
    "시래깃",
    "우거짓",
    "황탯",
    "동탯",
    "북엇",
    "선짓",
    "휴짓",
    "종잇",
    "소맷",
    "치맛",
    "바짓",
    "저고릿",
    "주머닛",
    "가짓",
    "부잣",
    "상갓",
    "국숫",
    "양줏",
    "막걸릿",
    "모랫",
    "구릿",
    "보랏",
    "연둣",
    "진줏",
    "출셋",
    "사글셋",
    "도낏",
    "호밋",
    "부싯",
    "주춧",
    "후춧",
    "보릿",
    "안줏",
    "이야깃",
    "얘깃",
    "화젯",
    "문젯",
    "부좃",
    "노잣",
    "이잣",
    "가운뎃",
    "대푯",
    "함숫",
    "진릿",
    "꼭짓",
    "부챗",
    "호숫",
    "부둣",
    "마릿",
    "공깃",
    "대팻",
    "장맛",
    "거릿",
    "막냇",
    "요샛",
    "그젯",
    "가윗",
    "대낏",
    "조깃",
    "고삿",
    "과잣",
    "번갯",
    "사잇",
    "여윳",
    "벼룻",
    "자줏",
];
/// Words with that ㅅ whose first noun looks like another.
const SIOT_WORDS: &[&str] = &[
    "햇빛",
    "햇살",
    "햇볕",
    "숫자",
    "젓가락",
    "빗소리",
    "빗방울",
    "빗줄기",
    "빗길",
    "빗속",
    "깃발",
    "셋방",
    "곳간",
    "잇속",
    "햇발",
    "뭇국",
    "쳇바퀴",
    "맷돌",
    "뼛속",
    "뼛가루",
    "곗돈",
    "잇자국",
    "셋집",
    "봇둑",
];

/// Marks what the syllables of each word tell.
pub(super) fn mark(breath: &mut Breath) {
    for (start, end) in breath.words() {
        for at in start + 1..end {
            if let Some(mark) = guess(&breath.chars, start, end, at) {
                breath.guess(at, mark);
            }
        }
    }
}

fn guess(chars: &[char], start: usize, end: usize, at: usize) -> Option<Mark> {
    let (left, right) = (chars[at - 1], chars[at]);
    let before: String = chars[start..at].iter().collect();
    let onset = Syllable::of(right)?.onset;
    let tensible = tense(onset) != onset;
    if coda(left) == Some('ㅅ') && tensible {
        let here: String = chars[at - 1..end].iter().collect();
        let siot =
            WITH_SIOT.iter().any(|noun| before.ends_with(noun)) || SIOT_WORDS.iter().any(|word| here.starts_with(word));
        return siot.then_some(Mark::DropSiot);
    }
    if AFTER_NASAL_STEM.contains(right) && NASAL_STEMS.iter().any(|stem| is_stem(&before, stem)) {
        return Some(Mark::Tense);
    }
    // 제15항: 없다 is a word of its own (끝없다, 밤낮없이).
    if right == '없' && matches!(coda(left), Some('ㅅ' | 'ㅈ' | 'ㅊ' | 'ㅌ' | 'ㅍ' | 'ㄳ')) {
        return Some(Mark::NewWord);
    }
    if at >= start + 2 && coda(left).is_some() && onset == 'ㅇ' {
        let here: String = chars[at..end].iter().collect();
        if WORDS_WITH_N.iter().any(|word| here.starts_with(word)) {
            return Some(Mark::InsertN);
        }
    }
    let rieul = IN_RIEUL.contains(left);
    // 제26항; its 다만: not where one syllable is said twice over (절절하다).
    if at == start + 1 {
        return (rieul && AFTER_RIEUL.contains(right) && left != right).then_some(Mark::Tense);
    }
    if chars[at + 1..end].first().is_some_and(|next| !AFTER_SUFFIX.contains(*next)) {
        return None;
    }
    if TENSE_SUFFIX.contains(right) {
        return Some(Mark::Tense);
    }
    let closed = coda(left)?;
    if rieul && SUFFIX_AFTER_RIEUL.contains(right) {
        return Some(Mark::Tense);
    }
    // 제20항 다만.
    if closed == 'ㄴ' && SUFFIX_IN_RIEUL.contains(right) {
        return Some(Mark::HoldN);
    }
    // 제29항. 율 and 률 share a spelling rule, so that 율 follows only ㄴ and vowels.
    (SUFFIX_WITH_N.contains(right) || (right == '율' && closed == 'ㄴ')).then_some(Mark::InsertN)
}

/// Whether `before` is `stem`, or for a longer stem ends in it.
fn is_stem(before: &str, stem: &str) -> bool {
    before == stem || (stem.chars().count() > 1 && before.ends_with(stem))
}
