//! The adnominal ending -(으)ㄹ, 제27항, and ㄴ between two words said as one, 제29항 붙임 2.
//!
//! Spelling does not tell 갈 (to go) from 길 (a road), so the ending is known by lists of what the words around it look
//! like: certain before a dependent noun (것, 수, 데, …), and before other nouns only after words that are hardly ever
//! anything but the adnominal form of a verb.

use super::breath::{Breath, Mark};
use super::hangul::{Syllable, coda, is_syllable, tense};

/// Verb and adjective stems of one syllable that end in a consonant.
const CLOSED_STEMS: &str = "먹있없같좋찾않읽잡받믿앉놓넣맞찍씻웃벗입죽적많싫잃잊늦높깊낮작얻남넘참숨닫쏟뜯갚덮볶묶닦깎섞낚꺾겪엮쌓낳땋닿빻찧핥훑읊밟넓얇짧떫밝맑늙굵붉긁낡젊닮삶굶옮앓끓뚫꿇옳끊듣들걷걸묻물싣실";
/// Those of them that are nouns too, so that -을 may be a particle.
const NOUN_STEMS: &str = "입적참숨낮남넘삶작들걸물실맞";
/// Stems in ㄹ: what follows may be the ending -지 or -게 instead of -ㄹ지 or -ㄹ게.
const RIEUL_STEMS: &str = "알살울놀들말멀길달열물팔풀밀빌벌돌불얼털덜틀졸널끌늘글굴둘잘";
/// How longer stems in ㄹ end (만들, 힘들, 매달, 머물, 이끌, 둥글).
const LONG_RIEUL_STEMS: [&str; 22] = [
    "알", "살", "놀", "들", "물", "달", "팔", "풀", "밀", "벌", "불", "끌", "틀", "글", "늘", "굴", "툴", "기울",
    "모질", "거칠", "어질", "졸",
];
/// Nouns and adverbs in ㄹ that stand before dependent nouns without being adnominal.
const NOT_ADNOMINAL: [&str; 46] = [
    "말", "물", "날", "달", "별", "술", "글", "길", "얼굴", "오늘", "내일", "교실", "서울", "마을", "겨울", "가을",
    "거울", "하늘", "바늘", "꿀", "불", "칼", "발", "굴", "절", "딸", "아들", "잘", "늘", "제일", "매일", "생일",
    "휴일", "과일", "파일", "메일", "호텔", "역할", "분할", "관할", "현실", "사실", "연말", "주말", "정말", "거실",
];
/// Adnominal forms that hardly look like anything else.
const PLAIN: [&str; 77] = [
    "알",
    "갈",
    "올",
    "볼",
    "쓸",
    "살",
    "할",
    "될",
    "만날",
    "만들",
    "보낼",
    "지낼",
    "떠날",
    "돌아갈",
    "들어갈",
    "나갈",
    "나올",
    "돌아올",
    "들어올",
    "찾아갈",
    "찾아올",
    "가져갈",
    "가져올",
    "데려갈",
    "일어날",
    "달라질",
    "사라질",
    "이루어질",
    "생길",
    "남길",
    "맡길",
    "즐길",
    "이길",
    "지킬",
    "시킬",
    "일으킬",
    "가르칠",
    "고칠",
    "마칠",
    "바뀔",
    "느낄",
    "아낄",
    "보일",
    "줄일",
    "높일",
    "움직일",
    "버릴",
    "기다릴",
    "들릴",
    "드릴",
    "그릴",
    "돌릴",
    "알릴",
    "빌릴",
    "살릴",
    "올릴",
    "내릴",
    "걸릴",
    "열릴",
    "팔릴",
    "때릴",
    "누릴",
    "차릴",
    "흘릴",
    "어울릴",
    "배울",
    "도울",
    "키울",
    "채울",
    "세울",
    "외울",
    "싸울",
    "가실",
    "오실",
    "보실",
    "주실",
    "계실",
];
/// Adnominal forms of stems in 르 that may look like a noun with 를.
const IN_REUL: [&str; 18] = [
    "모를",
    "부를",
    "누를",
    "오를",
    "고를",
    "다를",
    "흐를",
    "서두를",
    "머무를",
    "따를",
    "들를",
    "기를",
    "빠를",
    "앞지를",
    "무찌를",
    "떠오를",
    "서투를",
    "저지를",
];
/// Seasons: 올 before them is 'this year'.
const SEASONS: [&str; 5] = ["겨울", "가을", "봄", "시즌", "들어"];
/// Words, mostly nouns, that ㄴ is inserted before when they are said as one with the word that modifies them.
const WITH_N: [&str; 18] = [
    "이야기",
    "얘기",
    "여자",
    "여인",
    "여성",
    "영화",
    "여름",
    "요리",
    "약",
    "엿",
    "연필",
    "양말",
    "여행",
    "역할",
    "역사",
    "영향",
    "연구",
    "양복",
];
/// Verbs that ㄴ is inserted before after 못, 잘 and the like.
const VERBS_WITH_N: [&str; 12] = ["입", "읽", "이기", "이겨", "이긴", "이길", "잊", "잇", "일어", "익", "이해", "이루"];

/// Marks every word that the one before it changes, and every ending -(으)ㄹ inside a word.
pub(super) fn mark(breath: &mut Breath) {
    let words = breath.words();
    for &(start, end) in &words {
        for at in start + 1..end {
            if is_rieul_ending(&breath.chars[start..end], at - start) {
                breath.guess(at, Mark::Tense);
            }
        }
    }
    for pair in words.windows(2) {
        let (left, right) = (text(breath, pair[0]), text(breath, pair[1]));
        if breath.chars[pair[0].1..pair[1].0].iter().any(|c| *c != ' ') {
            continue;
        }
        if tenses(&left, &right) {
            breath.guess(pair[1].0, Mark::Tense);
        } else if inserts(&left, &right) {
            breath.guess(pair[1].0, Mark::InsertN);
        }
    }
}

fn text(breath: &Breath, (start, end): (usize, usize)) -> String {
    breath.chars[start..end].iter().collect()
}

/// Whether the syllable at `at` is the second of an ending that begins with -(으)ㄹ: 할수록, 할게, 할걸, 할지.
fn is_rieul_ending(word: &[char], at: usize) -> bool {
    if coda(word[at - 1]) != Some('ㄹ') {
        return false;
    }
    let (stem, ending): (String, String) = (word[..at].iter().collect(), word[at..].iter().collect());
    let in_rieul =
        if at == 1 { RIEUL_STEMS.contains(word[0]) } else { LONG_RIEUL_STEMS.iter().any(|long| stem.ends_with(long)) };
    match ending.as_str() {
        _ if ending.starts_with("수록") => true,
        "걸" | "걸요" | "게요" | "지라도" | "지언정" | "진대" | "세라" => true,
        "게" => !in_rieul && (at > 1 || stem == "줄" || is_adnominal(&stem)),
        "지" | "지도" | "지는" | "지를" | "지가" | "지요" | "지에" | "지만" | "지의" => {
            !in_rieul && is_adnominal(&stem)
        }
        "밖에" => !in_rieul && is_adnominal(&stem),
        // 할수있다 for 할 수 있다: the space is often left out.
        _ => !in_rieul && is_dependent_noun(&ending) && is_adnominal(&stem),
    }
}

/// Whether the beginning of `right` is tense after `left`.
fn tenses(left: &str, right: &str) -> bool {
    let Some(first) = right.chars().next().and_then(Syllable::of) else { return false };
    if left.chars().next_back().and_then(coda) != Some('ㄹ') || tense(first.onset) == first.onset {
        return false;
    }
    if is_dependent_noun(right) {
        return may_be_adnominal(left);
    }
    is_adnominal(left) && !(left == "올" && SEASONS.iter().any(|season| right.starts_with(season)))
}

/// Whether a word begins with a noun that stands only after adnominal forms.
fn is_dependent_noun(word: &str) -> bool {
    let rest = |noun: &str| word.strip_prefix(noun).and_then(|rest| rest.chars().next());
    let any = |noun: &str, next: &str| word == noun || rest(noun).is_some_and(|next_char| next.contains(next_char));
    word.starts_with("것")
        || word.starts_with("겁니")
        || word.starts_with("듯")
        || word.starts_with("성싶")
        || any("거", "야예라지고니냐든다면였잖")
        || any("건", "데가지요")
        || any("게", "요")
        || any("걸", "요로")
        || any("수", "가는도만밖")
        || any("데", "가를는도에")
        || any("바", "를는가에와")
        || any("줄", "은도을만로이")
        || any("적", "이에도은부마")
        || any("법", "이은도하")
        || any("지", "도")
        || any("곳", "이을은에도")
        || any("겸", "")
        || any("즈음", "에")
        || any("정도", "로가는의이")
}

/// Whether a word in ㄹ may be adnominal: all but known others and nouns with 을 or 를.
fn may_be_adnominal(word: &str) -> bool {
    if NOT_ADNOMINAL.contains(&word) {
        return false;
    }
    if word.ends_with('를') {
        return word == "이를" || IN_REUL.contains(&word);
    }
    !word.ends_with('을') || has_closed_stem(word, "")
}

/// Whether a word is adnominal beyond much doubt.
fn is_adnominal(word: &str) -> bool {
    if NOT_ADNOMINAL.contains(&word) {
        return false;
    }
    word.ends_with('할')
        || word.ends_with('될')
        || word.ends_with("하실")
        || PLAIN.contains(&word)
        || IN_REUL.contains(&word)
        || has_closed_stem(word, NOUN_STEMS)
}

/// Whether a word is a stem that ends in a consonant, none of `but`, and 을.
fn has_closed_stem(word: &str, but: &str) -> bool {
    let mut back = word.chars().rev();
    back.next() == Some('을')
        && back
            .next()
            .is_some_and(|stem| coda(stem) == Some('ㅆ') || (CLOSED_STEMS.contains(stem) && !but.contains(stem)))
}

/// Whether ㄴ is inserted at the beginning of `right` after `left`.
fn inserts(left: &str, right: &str) -> bool {
    if matches!(left, "못" | "잘" | "막" | "꼭" | "안" | "좀" | "첫" | "옷") {
        let noun = matches!(left, "첫") && WITH_N.iter().any(|word| right.starts_with(word));
        return noun || (left != "첫" && VERBS_WITH_N.iter().any(|verb| right.starts_with(verb)));
    }
    let work = right.strip_prefix('일').is_some_and(|rest| {
        rest.is_empty()
            || ["이", "은", "을", "도", "만", "과", "에", "의", "들", "로", "인", "입"]
                .iter()
                .any(|p| rest.starts_with(p))
    });
    (work || WITH_N.iter().any(|word| right.starts_with(word))) && modifies(left)
}

/// Whether a word in ㄴ or ㄹ is the adnominal form of a verb or an adjective, and no noun with 은 or 는.
fn modifies(word: &str) -> bool {
    let mut back = word.chars().rev();
    let Some(last) = back.next().filter(|c| is_syllable(*c)) else { return false };
    let before = back.next();
    match last {
        '은' => before.is_some_and(|stem| CLOSED_STEMS.contains(stem) && !NOUN_STEMS.contains(stem)),
        '는' => before.is_some_and(|stem| coda(stem).is_some() || matches!(stem, '하' | '되')),
        '한' | '된' | '운' | '런' | '던' | '떤' | '른' | '쁜' | '픈' | '슨' | '든' | '큰' => true,
        _ => coda(last) == Some('ㄹ') && is_adnominal(word),
    }
}
