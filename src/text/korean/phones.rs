//! Numbers that are read digit by digit: telephones, accounts, cards, postal codes, passwords.

use super::numerals::{Zero, one_by_one};
use super::text::Text;
use super::{Claim, claim};

/// Words that say that the number behind them is a name.
const NAMES: &[&str] = &[
    "우편번호",
    "비밀번호",
    "인증번호",
    "계좌번호",
    "계좌",
    "카드번호",
    "사번",
    "학번",
    "코드",
    "암호",
    "주민등록번호",
    "주민번호",
    "사업자등록번호",
    "사업자번호",
    "송장번호",
    "운송장번호",
    "예약번호",
    "참조번호",
    "접수번호",
    "등록번호",
    "전화번호",
    "연락처",
    "전화",
    "팩스",
    "대표전화",
    "문의",
    "회원번호",
    "고객번호",
    "주문번호",
    "여권번호",
    "차량번호",
    "일련번호",
    "관리번호",
    "번호",
    "핀번호",
    "휴대폰",
    "휴대전화",
    "사물함",
    "도어록",
    "내선",
    "PIN",
    "ID",
    "우",
    "TEL",
    "Tel",
    "tel",
    "FAX",
    "Fax",
    "지역번호",
    "국번",
    "수험번호",
    "편명",
    "군번",
    "콜센터",
];
/// Short numbers that are known by their digits.
const SERVICES: &[&str] = &[
    "110", "111", "112", "113", "114", "117", "118", "119", "120", "122", "125", "128", "129", "131", "132", "182",
    "911",
];
const AFTER_SERVICE: &[&str] = &[
    "구급",
    "신고",
    "구조",
    "상황실",
    "대원",
    "에 신고",
    "에 전화",
    "로 신고",
    "로 전화",
    "에 연락",
    "를 누",
    "를 불",
    "에 걸",
    "소방",
    "센터",
    "콜센터",
    "종합상황",
    "안전센터",
    "출동",
    "긴급",
    "번으로 전화",
    "번에 전화",
    "번으로 신고",
    "로 연락",
    "로 문의",
    "다산",
    "안내",
    "에 문의",
    "로 문의",
    "에 알",
    "로 알",
    "에 도움",
    "에 제보",
    "로 제보",
    "로 걸",
    "에 접수",
    "상담",
    "번에 문의",
    "번으로 문의",
    "번에 신고",
    "번으로 연락",
    "에 상담",
    "로 상담",
];

/// Telephone numbers, account numbers, and numbers behind a word that says what they are.
pub(super) fn number(text: &Text, i: usize) -> Option<Claim> {
    let before = text.before(i);
    if super::is_latin(before)
        || text.is_digit(i.wrapping_sub(1))
        || matches!(before, '-' | '.') && text.is_digit(i.wrapping_sub(2))
    {
        return None;
    }
    if let Some(plate) = plate(text, i) {
        return Some(plate);
    }
    let start = i;
    let mut k = i;
    let mut spoken = String::new();
    if text.at(k) == '+' {
        let (country, end) = text.digits(k + 1).filter(|(digits, _)| digits.len() <= 3)?;
        // +82-10-…: something of a telephone number has to follow.
        let goes_on = text.is_any(end, &['-', ' ', '.', '(']) && (text.is_digit(end + 1) || text.at(end + 1) == '(');
        if !goes_on {
            return None;
        }
        spoken = format!("플러스 {}", one_by_one(&country, Zero::Gong));
        k = text.run(end, |c| matches!(c, '-' | ' ' | '.' | '('));
    } else if text.at(k) == '(' {
        let (area, end) = text.digits(k + 1)?;
        let is_area = area.starts_with('0') && area.len() <= 4 && text.at(end) == ')';
        if !is_area {
            return None;
        }
        spoken = one_by_one(&area, Zero::Gong);
        k = text.run(end, |c| matches!(c, ')' | '-' | ' '));
    }
    let (groups, end) = groups_at(text, k)?;
    let has_head = k > start;
    if !(has_head && groups.len() >= 2 || is_digitwise(text, start, &groups, end)) {
        return None;
    }
    for group in &groups {
        if !spoken.is_empty() {
            spoken.push(' ');
        }
        spoken.push_str(&one_by_one(group, Zero::Gong));
    }
    claim(end, spoken, "phone")
}

/// The number of a car: `12가 3456`.
fn plate(text: &Text, i: usize) -> Option<Claim> {
    let (head, letter) = text.digits(i).filter(|(head, _)| matches!(head.len(), 2 | 3))?;
    let at = text.skip_gap(letter + 1);
    let (tail, end) = text.digits(at).filter(|(tail, _)| tail.len() == 4)?;
    let is_letter = text.is_hangul(letter)
        && !matches!(
            text.at(letter),
            '년' | '월'
                | '일'
                | '시'
                | '분'
                | '초'
                | '명'
                | '개'
                | '원'
                | '대'
                | '번'
                | '회'
                | '동'
                | '호'
                | '층'
                | '만'
                | '억'
                | '조'
                | '천'
                | '백'
        );
    let spoken = format!("{}{} {}", one_by_one(&head, Zero::Gong), text.at(letter), one_by_one(&tail, Zero::Gong));
    (is_letter && !text.is_hangul(end)
        || is_letter && text.is_hangul(end) && "는은이가을를로의과와".contains(text.at(end)))
    .then(|| claim(end, spoken, "code"))
    .flatten()
}

/// Digits in groups with one and the same joint: the groups and the index behind them.
fn groups_at(text: &Text, i: usize) -> Option<(Vec<String>, usize)> {
    let (first, mut end) = text.digits(i)?;
    let joint = text.at(end);
    let mut groups = vec![first];
    // "02)555-0199": the bracket closes the area code only.
    if joint == ')' && groups[0].starts_with('0') && text.is_digit(end + 1) {
        end += 1;
        let (rest, after) = groups_at(text, end)?;
        groups.extend(rest);
        return Some((groups, after));
    }
    if matches!(joint, '-' | '.' | ' ' | '–' | '·') {
        while text.at(end) == joint
            && let Some((group, after)) = text.digits(end + 1)
            && groups.len() < 6
        {
            groups.push(group);
            end = after;
        }
    }
    Some((groups, end))
}

fn is_digitwise(text: &Text, start: usize, groups: &[String], end: usize) -> bool {
    let lens: Vec<usize> = groups.iter().map(String::len).collect();
    let total: usize = lens.iter().sum();
    let joint = text.at(start + lens[0]);
    if text.is_latin(end) || text.is_any(end, &['%', '-']) {
        return false;
    }
    let is_phone = match (groups[0].as_str(), lens.as_slice()) {
        (area, [_, 3 | 4, 4]) => area.starts_with('0') && area.len() <= 4,
        (head, [4, 4]) if joint == '-' => {
            ["15", "16", "18"].iter().any(|start| head.starts_with(start)) || is_named(text, start)
        }
        (mobile, [10 | 11]) => mobile.starts_with("01") || mobile.starts_with("02") || mobile.starts_with("050"),
        (_, [3, 4]) => joint == '-' && is_named(text, start),
        _ => false,
    };
    let is_account = joint == '-' && groups.len() >= 3 && total >= 8
        || groups.len() == 4 && lens == [4, 4, 4, 4]
        || joint == '-' && lens == [6, 7];
    let is_counted = super::counters::find(text, text.skip_gap(end)).is_some();
    let is_service = groups.len() == 1
        && SERVICES.contains(&groups[0].as_str())
        && (text.precedes_any(end, AFTER_SERVICE) || follows_service(text, start));
    let is_long_name = groups.len() == 1 && total >= 3 && is_named(text, start) && !is_counted
        || groups.len() > 1 && total >= 6 && joint != '.' && joint != ' ' && is_named(text, start);
    is_phone || is_account || is_service || is_long_name
}

/// Whether another short number of a service stands before `i` in a list: `119, 112`.
fn follows_service(text: &Text, i: usize) -> bool {
    let at = text.back_over_gap(i);
    let end = if matches!(text.before(at), ',' | '·' | '/') { at - 1 } else { return false };
    SERVICES.iter().any(|service| text.ends_with(end, service) && !text.is_digit(end.wrapping_sub(service.len() + 1)))
}

/// Whether a word before `i` says that the number is a name: `비밀번호는 1234`, `우편번호: 06236`, `(우) 06236`.
fn is_named(text: &Text, i: usize) -> bool {
    let mut at = text.back_over_gap(i);
    if matches!(text.before(at), ':' | ')' | '=' | '.') {
        at = text.back_over_gap(at - 1);
    }
    let is_whole = |at: usize| {
        NAMES.iter().any(|name| {
            text.ends_with(at, name) && {
                let before = text.before(at - name.chars().count());
                name.chars().nth(1).is_some() && name.chars().all(|c| !super::is_latin(c)) || !before.is_alphanumeric()
            }
        })
    };
    let particle = matches!(text.before(at), '는' | '은' | '가' | '이' | '로' | '도');
    is_whole(at) || particle && at > 1 && is_whole(at - 1)
}
