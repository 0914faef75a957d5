use std::sync::Arc;

use proptest::prelude::*;

use super::{Alternative, KINDS, MAX_ALTERNATIVES, of};
use crate::text::{Choice, Language, Lexicons, Origin, Reading, lexicon, spoken_form};

/// The alternatives of the piece of `line` in which `written` begins.
fn alternatives(line: &str, written: &str, reading: &Reading) -> Vec<Alternative> {
    let form = spoken_form(line, reading);
    let before = form.source.split(written).next().map_or(0, |before| before.chars().count());
    let at = form.pieces.iter().position(|piece| piece.source.range().contains(&before)).expect("a piece");
    of(&form, at, reading)
}

/// Rows: a line, the place in it, and some of its alternatives as `kind=spoken` with `|` between, in this order. A row
/// with none has none.
#[track_caller]
fn check(language: Language, rows: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (line, written, expect) in rows {
        let found: Vec<String> = alternatives(line, written, &Reading::of(language))
            .into_iter()
            .map(|alternative| format!("{}={}", alternative.kind, alternative.spoken))
            .collect();
        let mut left = found.iter();
        let holds = expect.split('|').filter(|part| !part.is_empty()).all(|part| left.any(|found| found == part));
        if !holds || expect.is_empty() && !found.is_empty() {
            wrong.push(format!("{line:?}, {written:?}: {found:?} lacks {expect:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english() {
    check(
        Language::English,
        &[
            ("In 1984, it", "1984", "cardinal=one thousand nine hundred eighty four|digits=one nine eight four"),
            ("There are 1984 apples", "1984", "digits=one nine eight four"),
            ("about 12", "12", "digits=one two|ordinal=twelfth"),
            ("agent 007", "007", "pairs=oh oh seven"),
            ("a 747 jet", "747", "digits=seven four seven"),
            ("the 2nd", "2nd", "cardinal=two"),
            ("in the 1990s", "1990s", "decade=nineties|cardinal=one thousand nine hundred nineties"),
            ("St. John", "St.", "street=Street|as_written=St."),
            ("Main St.", "St", "title=Saint"),
            ("Dr. Smith", "Dr.", "street=Drive"),
            ("Elm Dr.", "Dr", "title=Doctor"),
            ("No. 5", "No.", "spelled=N O|as_word=no|as_written=No."),
            ("Gen. Lee", "Gen.", "as_word=gen"),
            ("cats vs. dogs", "vs.", "spelled=V S"),
            ("we ate 5/6 of it", "5/6", "date=May sixth|slash=five slash six"),
            ("on 5/6 we", "5/6", "fraction=five sixths|slash=five slash six|date=June fifth"),
            ("got 3/4", "3/4", "date=March fourth|slash=three slash four|fraction=three over four"),
            ("at 3:45", "3:45", "clock=quarter to four|ratio=three to forty five"),
            ("at 3:45 pm", "3:45", "clock=quarter to four P M"),
            ("at 6:30", "6:30", "clock=half past six|verse=chapter six, verse thirty"),
            ("won 3:2", "3:2", "clock=three oh two|score=three two"),
            ("World War II", "II", "ordinal=the second|spelled=I I|as_written=II"),
            ("Henry VIII", "VIII", "cardinal=eight|spelled=V I I I"),
            ("a GIF", "GIF", "spelled=G I F|as_word=gif"),
            ("use SQL", "SQL", "as_word=sql|as_written=SQL"),
            ("the WHO said", "WHO", "as_word=who|as_written=WHO"),
            ("the U.S. team", "U.S.", "as_word=us|as_written=U.S."),
            ("pages 10-20", "10-20", "minus=ten minus twenty|dash=ten dash twenty|score=ten twenty"),
            ("won 3-2", "3-2", "minus=three minus two|dash=three dash two"),
            ("1914-1918", "1914", "minus=one thousand nine hundred fourteen minus one thousand nine hundred eighteen"),
            ("it is $5", "$5", "as_written=$5"),
            ("ran 20 km", "20 km", "as_written=20 km"),
            ("about 3.14", "3.14", "pairs=three point fourteen|date=March fourteenth"),
            ("it is -5 here", "-", "dash=dash|range=to"),
            ("call 555-123-4567", "555", "pairs=five fifty five,"),
            ("on 03/04/2025", "03/04/2025", "date=April third, twenty twenty five"),
            ("a word here", "word", "spelled=W O R D"),
            ("stop, here", ",", ""),
            ("naïve", "naïve", "spelled=N A Ï V E"),
            ("한글", "한글", ""),
            // A stretch in the other language has the readings of that one.
            ("Say 사과 3개 please", "3개", "sino=삼 개"),
        ],
    );
}

#[test]
fn korean() {
    check(
        Language::Korean,
        &[
            ("답은 12", "12", "native=열둘|digits=일이|ordinal=열두 번째"),
            ("답은 12이다", "12", "native=열둘|digits=일이"),
            ("21", "21", "native=스물하나"),
            ("20", "20", "native=스물"),
            ("3번 했다", "3번", "sino=삼 번"),
            ("3번을 고르세요", "3번", "native=세 번"),
            ("12명이 왔다", "12명", "sino=십이 명"),
            ("사과 3개", "3개", "sino=삼 개"),
            ("30분", "30분", "native=서른 분"),
            ("2시에", "2시", "sino=이 시"),
            ("2025년에", "2025년", "digits=이공이오 년"),
            ("값은 5", "5", "native=다섯|english=파이브"),
            ("1/2", "1/2", "date=일월 이 일|slash=일 슬래시 이"),
            ("3/6", "3/6", "date=삼월 육 일|slash=삼 슬래시 육"),
            ("3:2", "3:2", "clock=세 시 이 분"),
            ("3:05", "3:05", "ratio=삼 대 오|verse=삼 장 오 절"),
            ("14:30", "14:30", "clock=십사 시 반|clock=오후 두 시 삼십 분"),
            ("10-20", "10-20", "dash=십 다시 이십|minus=십 빼기 이십"),
            ("10~20", "10~20", "range=십부터 이십까지|dash=십 다시 이십"),
            ("10~20명", "10~20명", "range=십에서 이십 명"),
            ("3.1", "3.1", "date=삼월 일 일"),
            ("API를", "API", "as_written=API"),
            ("NASA는", "NASA", "spelled=엔에이에스에이|as_written=NASA"),
            ("GIF", "GIF", "as_written=GIF"),
            ("hello야", "hello", "spelled=에이치이엘엘오"),
            ("제목 IV", "IV", "english=포|spelled=아이브이|as_written=IV"),
            ("No. 5", "No.", "spelled=엔오|as_written=No."),
            ("金", "金", "hanja=김"),
            ("金氏", "金", "hanja=금씨"),
            ("樂", "樂", "hanja=악|hanja=요"),
            ("車", "車", "hanja=거"),
            ("不", "不", "hanja=부"),
            ("$5", "$5", "native=다섯 달러|as_written=$5"),
            ("기온 -5도", "-5도", "minus=마이너스 오 도"),
            ("010-1234-5678", "010", "digits=영일영 일이삼사 오육칠팔|dash=공일공 다시 일이삼사 다시 오육칠팔"),
            ("2025.1.5", "2025", "digits=이공이오 일 오|sino=이천이십오 점 일 점 오"),
            ("한글 낱말", "한글", ""),
            ("끝.", ".", ""),
        ],
    );
}

#[test]
fn a_chosen_place_offers_what_the_rules_say() {
    let chosen = |line: &str, written: &str, spoken: &str, language| {
        let choices = [Choice { written: written.to_owned(), nth: 0, spoken: spoken.to_owned() }];
        let reading = Reading { choices: Arc::new(choices), ..Reading::of(language) };
        alternatives(line, written, &reading)
            .into_iter()
            .map(|other| format!("{}={}", other.kind, other.spoken))
            .collect::<Vec<_>>()
    };
    assert_eq!(chosen("3번 했다", "3번", "삼 번", Language::Korean)[0], "usual=세 번");
    assert_eq!(chosen("3번 했다", "3번", "셋", Language::Korean), ["usual=세 번", "sino=삼 번"]);
    assert_eq!(chosen("St. John", "St.", "Street", Language::English)[0], "usual=Saint");
    // A part of what the rules read as one.
    assert_eq!(chosen("12명", "12", "열둘", Language::Korean)[0], "sino=십이");
    // A particle that was made to fit.
    let lexicon = lexicon::parse("written,spoken\nAPI,앱\n").expect("a table").lexicon;
    let reading = Reading { lexicons: Arc::new(Lexicons::new(&[&lexicon])), ..Reading::of(Language::Korean) };
    let other = alternatives("API는", "API", &reading);
    assert_eq!((other[0].kind, other[0].spoken.as_str()), ("usual", "에이피아이"));
}

#[test]
fn an_index_beyond_the_pieces_has_none() {
    let reading = Reading::of(Language::English);
    assert_eq!(of(&spoken_form("12", &reading), 9, &reading), []);
    let form = spoken_form("a [pause 1s] b 🎉", &reading);
    for (at, piece) in form.pieces.iter().enumerate() {
        if matches!(piece.origin, Origin::Pause(_) | Origin::Dropped(_)) {
            assert_eq!(of(&form, at, &reading), []);
        }
    }
}

#[test]
fn every_kind_has_a_text() {
    for table in
        [include_str!("../../../assets/texts/en/rules.ftl"), include_str!("../../../assets/texts/ko/rules.ftl")]
    {
        for kind in KINDS {
            assert!(table.contains(&format!("\nalternative-{kind} = ")), "{kind}");
        }
    }
}

proptest! {
    #[test]
    fn every_piece_of_every_line(
        text in "([0-9]{1,5}|[0-9]{1,25}|[a-zA-Z]{1,4}|[-/:.,~$%°#&]|st|s|년|번|명|金|樂器|II|No\\.|é|\\*\\*|\\[pause 1s\\]| |\\PC){0,12}",
        chosen in "[0-9a-z가-힣]{1,3}",
        is_korean: bool,
    ) {
        let language = if is_korean { Language::Korean } else { Language::English };
        let choices = [Choice { written: chosen, nth: 0, spoken: "x".to_owned() }];
        let reading = Reading { choices: Arc::new(choices), ..Reading::of(language) };
        let form = spoken_form(&text, &reading);
        for (at, piece) in form.pieces.iter().enumerate() {
            let present = super::words(&piece.spoken);
            let others = of(&form, at, &reading);
            prop_assert!(others.len() <= MAX_ALTERNATIVES);
            for (i, other) in others.iter().enumerate() {
                prop_assert!(KINDS.contains(&other.kind));
                prop_assert!(!other.spoken.is_empty() && other.spoken != present);
                prop_assert!(others[..i].iter().all(|before| before.spoken != other.spoken));
            }
        }
    }

    #[test]
    fn what_is_picked_is_read(text in "([0-9]{1,4}(번|명|km|%)?|[A-Z]{2,4}|[0-9]{1,2}[-/:][0-9]{1,2})( [0-9]{1,3}| [a-z]{2,5}){0,3}", is_korean: bool) {
        let language = if is_korean { Language::Korean } else { Language::English };
        let reading = Reading::of(language);
        let form = spoken_form(&text, &reading);
        for (at, piece) in form.pieces.iter().enumerate() {
            for other in of(&form, at, &reading) {
                let choices = [Choice::at(&form.source, piece.source, other.spoken.clone())];
                let form = spoken_form(&text, &Reading { choices: Arc::new(choices), ..reading.clone() });
                let chosen = form.pieces.iter().find(|piece| piece.origin == Origin::Chosen);
                prop_assert_eq!(chosen.map(|piece| super::words(&piece.spoken)), Some(other.spoken));
            }
        }
    }
}
