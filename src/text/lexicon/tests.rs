use std::sync::Arc;

use super::{Case, Entry, Lexicon, Lexicons, MatchMode, Parsed, parse};
use crate::text::{Language, Origin, Reading, SpokenForm, Warning, chunk, spoken_form};

mod files;
mod properties;
mod speed;

fn lexicon(rows: &str) -> Lexicon {
    let Parsed { lexicon, problems } =
        parse(&format!("written,spoken,match,case,language,enabled\n{rows}")).expect("a header");
    assert!(problems.is_empty(), "{rows}: {problems:?}");
    lexicon
}

fn form(lexicons: &[&Lexicon], text: &str, language: Language) -> SpokenForm {
    let reading = Reading { lexicons: Arc::new(Lexicons::new(lexicons)), ..Reading::of(language) };
    spoken_form(text, &reading)
}

/// Checks how `text` is read with the entries `rows`.
#[track_caller]
fn check_in(language: Language, rows: &str, text: &str, expect: &str) {
    assert_eq!(form(&[&lexicon(rows)], text, language).text(), expect, "{rows}");
}

/// [`check_in`] English.
#[track_caller]
fn check(rows: &str, text: &str, expect: &str) {
    check_in(Language::English, rows, text, expect);
}

/// [`check_in`] Korean.
#[track_caller]
fn check_ko(rows: &str, text: &str, expect: &str) {
    check_in(Language::Korean, rows, text, expect);
}

#[test]
fn whole_words() {
    check("rake,wrake", "The brake, a rake; raked. RAKE", "The brake, a wrake; raked. wrake");
    check("cat,kat", "concatenate the cat's cat-like cats", "concatenate the kat's kat-like cats");
    check("can,kan", "I can and I can't.", "I kan and I can't.");
    check("New York,Noo York", "in **New** \nYork City, NEW   YORK", "in Noo York City, Noo York");
    check("café,caffay", "the cafe\u{301} and cafes", "the caffay and cafes");
    check("snake,snayk", "a snake in `snake`", "a snayk in snayk");
}

#[test]
fn words_with_signs_are_literal() {
    check("C++,see plus plus", "C++, c++ and C++.", "see plus plus, see plus plus and see plus plus.");
    check("Y'shtola,yash toe la\n's,ess", "Y’shtola and Y'shtola", "yash toe la and yash toe la");
    check(".NET,dot net", "ASP.NET or .NET", "A S P dot net or dot net");
    check("a.b,ay bee", "axb a.b", "axb ay bee");
    check("AT&T,ay tee", "AT&amp;T sells", "ay tee sells");
    check_ko("(주),주식회사 ", "(주)한빛 그리고 한빛(주)은", "주식회사한빛 그리고 한빛주식회사는");
}

#[test]
fn korean_particles_end_a_word() {
    check_ko(
        "FastAPI,패스트 에이피아이",
        "FastAPI를 쓴다. fastapi로, FastAPI",
        "패스트 에이피아이를 쓴다. 패스트 에이피아이로, 패스트 에이피아이",
    );
    check_ko("사과,샤과", "사과를 사과나무에서 풋사과와 사과는", "샤과를 사과나무에서 풋사과와 샤과는");
    check_ko("커밋,코밋", "커밋했습니다 커밋터 커밋", "코밋했습니다 커밋터 코밋");
    check_ko("API,에이피아이", "오픈API와 OpenAPI와", "오픈에이피아이와 OpenAPI와");
    // Decomposed on both sides.
    check_ko("\u{1112}\u{1161}\u{11ab}빛,한비치", "한\u{1107}\u{1175}\u{11be}은", "한비치는");
}

#[test]
fn particles_follow_the_reading() {
    check_ko("Python,파이선", "Python는 Python가 Python로 Python도", "파이선은 파이선이 파이선으로 파이선도");
    check_ko("LG,엘지", "LG은 LG이 LG을 LG과 LG으로", "엘지는 엘지가 엘지를 엘지와 엘지로");
    check_ko("Seoul,서울", "Seoul으로 Seoul와", "서울로 서울과");
    let reading = Reading {
        lexicons: Arc::new(Lexicons::new(&[&lexicon("LG,엘지")])),
        options: crate::text::ReadingOptions { keeps_particles: true, ..Default::default() },
        ..Reading::of(Language::Korean)
    };
    assert_eq!(spoken_form("LG은", &reading).text(), "엘지은");
}

#[test]
fn modes_and_case() {
    check("un,oon,start", "undo the fun unit", "oondo the fun oonit");
    check("ing,in,end", "singing a song, ingot: ing", "singin a song, ingot: in");
    check("ll,l,anywhere", "hello all", "helo al");
    check("US,you ess,,exact", "US and us", "you ess and us");
    check("us,ous\nUS,you ess,,exact", "US and us", "you ess and ous");
    check(r"gr[ae]y,gry,regex", "Gray or grey", "gry or gry");
    check(r"\bv(\d+)\b,version $1,regex,exact", "v7 or v12", "version 7 or version 12");
    check(r"(?P<a>x+)y,${a} why $$,regex", "xxy", "xx why $");
    check("it's,its", "it’s IT'S", "its its");
    check("İ,dotted", "İ", "dotted");
}

#[test]
fn language_and_switch() {
    check("pain,pan,,,ko", "pain", "pain");
    check("pain,pan,,,en-GB", "pain", "pan");
    check_ko("pain,빵,,,ko", "pain", "빵");
    check("pain,pan,,,,false", "pain", "pain");
}

#[test]
fn the_longest_wins_and_nothing_is_read_twice() {
    check(
        "York,yok\nNew York,noo yok\nNew York City,the city",
        "New York City, New York, York",
        "the city, noo yok, yok",
    );
    // Longest wherever it begins.
    check("one two,A\ntwo three four,B", "one two three four", "one B");
    check("cat,dog\ndog,cat", "cat and dog", "dog and cat");
    check("a,b\nb,c\nc,a", "a b c", "b c a");
    check("API,ay pee eye\nFastAPI,fast API", "FastAPI and API", "fast API and ay pee eye");
    check("ab+,rx,regex\nabb,lit", "abb abbb", "lit rx");
    // The rules leave a reading alone, and read what is beside it.
    check("GPT,3 dollars $4", "GPT costs $5", "3 dollars $4 costs five dollars");
    check("GB,gigs,anywhere", "5GB", "five gigs");
}

#[test]
fn nothing_is_read_across_a_pause() {
    check("a b,ab", "a [pause 1s] b, a b", "a b, ab");
    check(".+,all,regex", "a [pause 1s] b", "all all");
    check(r"a\s+b,ab,regex", "a [pause 1s] b", "a b");
    check("👍,thumbs up,anywhere", "good 👍👍🏽", "good thumbs upthumbs up");
}

#[test]
fn the_projects_lexicon_comes_before_the_users() {
    let project = lexicon("lead,led\nLV,level");
    let user = lexicon("lead,leed\nread,red\nLV up,ell vee up");
    let text = "lead read LV, LV up";
    let form = form(&[&project, &user], text, Language::English);
    assert_eq!(form.text(), "led red level, ell vee up");
    let origins: Vec<(u16, u32)> = form
        .pieces
        .iter()
        .filter_map(|piece| match piece.origin {
            Origin::Lexicon(at) => {
                assert!(piece.atomic);
                Some((at.lexicon, at.entry))
            }
            _ => None,
        })
        .collect();
    assert_eq!(origins, [(0, 0), (1, 1), (0, 1), (1, 2)]);
}

#[test]
fn phonemes_for_voices_that_take_them() {
    let lexicon = lexicon("Moksori,/mˈOksɔɹi/\nC++,/sˈi/");
    let reading = |takes_phonemes| Reading {
        lexicons: Arc::new(Lexicons::new(&[&lexicon])),
        takes_phonemes,
        ..Reading::of(Language::English)
    };
    let text = "Moksori's C++.";
    let form = spoken_form(text, &reading(true));
    assert_eq!(form.text(), "[Moksori](/mˈOksɔɹi/)'s [C](/sˈi/).");
    assert!(form.warnings.is_empty());
    // A chunk too small for the phonemes says the word.
    assert!(chunk::chunk(&form, 8).iter().all(|chunk| !chunk.spoken.contains(['/', '['])));
    let form = spoken_form(text, &reading(false));
    assert!(form.text().starts_with("Moksori's C"), "{}", form.text());
    assert_eq!(form.warnings.len(), 2);
    let Warning::PhonemesNotTaken { written, entry } = &form.warnings[0] else { panic!("{:?}", form.warnings) };
    assert_eq!((written.as_str(), entry.entry), ("Moksori", 0));
}

#[test]
fn the_digest_tells_lines_that_an_entry_touches_from_others() {
    let digest =
        |rows: &str, text: &str| Lexicons::new(&[&lexicon(rows)]).digest(text, &Reading::of(Language::English));
    assert_eq!(digest("cat,kat", "a dog"), digest("cat,gat\ncow,kow", "a dog"));
    assert_ne!(digest("cat,kat", "a cat"), digest("cat,gat", "a cat"));
    assert_ne!(digest("cat,kat", "a cat"), digest("", "a cat"));
    assert_eq!(digest("cat,kat", "a cat"), digest("dog,x\ncat,kat", "a cat"));
    assert_eq!(digest("", "a cat"), "");
}

#[test]
fn a_pathological_expression_does_not_hang() {
    // Exponential in engines that go back; here the time is linear in the text.
    let rows = "(a+)+$,x,regex\n(a|aa)*b,y,regex\n(.*)(.*)(.*)(.*)c,z,regex";
    let text = "a".repeat(20_000);
    let form = form(&[&lexicon(rows)], &text, Language::English);
    assert_eq!(form.text(), "x");
    let entry = Entry { mode: MatchMode::Regex, ..Entry::word("((a{1,100}){1,100}){1,100}", "x") };
    assert_eq!(entry.check(), Err(super::EntryFault::RegexTooBig));
}

#[test]
fn equal_lexicons_are_equal() {
    let (a, b) = (lexicon("cat,kat"), lexicon("cat,gat"));
    assert_eq!(Lexicons::new(&[&a]), Lexicons::new(&[&a.clone()]));
    assert_ne!(Lexicons::new(&[&a]), Lexicons::new(&[&b]));
    assert_ne!(Lexicons::new(&[&a]), Lexicons::default());
    assert!(Lexicons::new(&[&Lexicon::default()]).is_empty());
    assert_eq!(Entry::default().case, Case::Ignore);
}
