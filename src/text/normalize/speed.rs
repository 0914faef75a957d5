//! What the whole front end costs. No test asserts a time; run with
//! `cargo test --release -- --ignored --nocapture front_end_speed` (and `front_end_scaling`).

use std::sync::Arc;
use std::time::Instant;

use crate::text::chunk::chunk;
use crate::text::lexicon::Entry;
use crate::text::{Language, Lexicon, Lexicons, Reading, spoken_form};

const ENGLISH: &str = "The harbour master closed the east gate before the storm came in, and nobody complained.
\"You've been away for years,\" she said. \"Sit down before the tea goes cold.\"
Nobody had expected the bridge to hold for another winter; it held for nine.
He pulled, he pushed, he talked to the drawer kindly, and at last he lay on the floor with a lamp between his teeth.
Mr. Okafor came in with two paper cups of coffee. Something behind the wall quite distinctly ticked.";
const KOREAN: &str = "등대지기는 계단을 올라가 불을 켜고 기다렸다. 아무도 오지 않았지만, 그는 그 자리에 남아 있었다.
\"오늘도 안 오네.\" 노인이 중얼거렸다. 주전자에서 물 끓는 소리가 났다.
새벽 시장은 벌써 붐볐다. 생선 장수들이 얼음을 쏟아붓고, 상인들은 목청을 높였다.
도서관의 불이 하나둘 꺼질 때까지 두 사람은 아무 말도 하지 않았다. 다만 책장을 넘기는 소리만 들렸다.";
const ENGLISH_DENSE: &str =
    "On March 3, 2026 at 9:05 a.m. the API served 1,234,567 requests at 3.5 GB/s, up 12.5% from $4.2 million.
See https://example.com/a?b=1 or call 555-0199; NASA flew 24/7 at -5°C for 90 min in the 1990s.
Dr. Smith of 12 Oak St. paid €20 for 3/4 lb, 10-12 km and 1080p (v2.1.3), didn't he?";
const KOREAN_DENSE: &str = "2026년 3월 5일 오전 9시 5분에 GPU 3대와 사과 5개, 1억 2천만 원(12.5%)이 왔다.
https://example.com/a?b=1 참고, 문의는 010-1234-5678로 하루 24시간, 3.5GB/s와 -5℃, 제3조 2항을 본다.
A4 용지 10~12장과 大韓民國, 3:2로 이긴 v2.1.3 그리고 90km/h 구간 1/2이다.";

fn secs(mut work: impl FnMut()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

/// A hundred entries, few of which are in the texts.
fn lexicons() -> Arc<Lexicons> {
    let made_up = (0..96).map(|i| format!("qu{}xo{}", char::from(b'a' + i % 26), char::from(b'a' + i / 26)));
    let words = ["Okafor", "harbour", "등대지기", "GPU"].into_iter().map(str::to_owned).chain(made_up);
    let entries = words.map(|word| Entry::word(&word, "reading")).collect();
    Arc::new(Lexicons::new(&[&Lexicon { entries }]))
}

#[test]
#[ignore = "a measurement"]
fn front_end_speed() {
    let lexicons = lexicons();
    for (name, text, language) in [
        ("English prose", ENGLISH, Language::English),
        ("Korean prose", KOREAN, Language::Korean),
        ("English full of numbers", ENGLISH_DENSE, Language::English),
        ("Korean full of numbers", KOREAN_DENSE, Language::Korean),
    ] {
        let reading = Reading { lexicons: Arc::clone(&lexicons), ..Reading::of(language) };
        let lines: Vec<&str> = text.lines().cycle().take(2000).collect();
        let megabytes = lines.iter().map(|line| line.len()).sum::<usize>() as f64 / 1e6;
        let best = |work: &dyn Fn(&str)| {
            (0..9).map(|_| secs(|| lines.iter().for_each(|line| work(line)))).fold(f64::INFINITY, f64::min)
        };
        let form = best(&|line| drop(std::hint::black_box(spoken_form(line, &reading))));
        let both = best(&|line| drop(std::hint::black_box(chunk(&spoken_form(line, &reading), 120))));
        println!("{name}: {:.1} MB/s with chunking, {:.1} MB/s without", megabytes / both, megabytes / form);
    }
}

/// Long lines of one thing: what ten times the length costs. Linear is 10.
#[test]
#[ignore = "a measurement"]
fn front_end_scaling() {
    let units = [
        "word ", "5 ", "5-", "5.", "5:", "1,", "(a", "[", "\"", ". \" ", "'a ", "*a", "_a", "`", "가나 ", "漢", "a.",
        "A-", "—", "e\u{301}", "🎉a",
    ];
    for unit in units {
        for language in Language::ALL {
            let cost = |n_chars: usize| {
                let line: String = unit.chars().cycle().take(n_chars).collect();
                secs(|| drop(std::hint::black_box(chunk(&spoken_form(&line, &Reading::of(language)), 120))))
            };
            let [short, long] = [10_000, 100_000].map(cost);
            println!("{unit:?} {}: {:.0} ms, ratio {:.1}", language.tag(), long * 1e3, long / short);
        }
    }
}
