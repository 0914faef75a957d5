//! Units in letters and signs: `kg`, `㎏`, `%p`, `℃`, `km/h`.

use unicode_normalization::UnicodeNormalization as _;

use super::text::{BREAK, Text};

/// What is measured; some units are read before the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Plain,
    Length,
    Time,
    Celsius,
    Fahrenheit,
}

/// A unit behind a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    /// What is said before the number: 시속, 섭씨, 리터당.
    pub prefix: String,
    /// What is said behind it.
    pub name: String,
    pub measure: Measure,
    /// One past its last character.
    pub end: usize,
}

const LENGTHS: &[(&str, &str)] = &[
    ("km", "킬로미터"), ("KM", "킬로미터"), ("Km", "킬로미터"), ("m", "미터"), ("cm", "센티미터"), ("mm", "밀리미터"), ("μm", "마이크로미터"), ("µm", "마이크로미터"),
    ("um", "마이크로미터"), ("nm", "나노미터"), ("pm", "피코미터"), ("mi", "마일"), ("mile", "마일"), ("miles", "마일"), ("ft", "피트"), ("yd", "야드"), ("in", "인치"),
    ("inch", "인치"), ("dm", "데시미터"),
];
/// Units of time: the symbol, the name, and the word for a speed per that time.
const TIMES: &[(&str, &str, &str)] = &[
    ("s", "초", "초속"), ("sec", "초", "초속"), ("secs", "초", "초속"), ("h", "시간", "시속"), ("hr", "시간", "시속"), ("hrs", "시간", "시속"), ("hour", "시간", "시속"),
    ("min", "분", "분속"), ("mins", "분", "분속"), ("ms", "밀리초", ""), ("msec", "밀리초", ""), ("μs", "마이크로초", ""), ("µs", "마이크로초", ""), ("us", "마이크로초", ""),
    ("ns", "나노초", ""), ("d", "일", ""), ("day", "일", ""), ("days", "일", ""), ("yr", "년", ""), ("month", "월", ""), ("year", "년", ""),
];
const PLAIN: &[(&str, &str)] = &[
    ("kg", "킬로그램"), ("KG", "킬로그램"), ("Kg", "킬로그램"), ("g", "그램"), ("mg", "밀리그램"), ("μg", "마이크로그램"), ("µg", "마이크로그램"), ("mcg", "마이크로그램"), ("ng", "나노그램"),
    ("t", "톤"), ("ton", "톤"), ("lb", "파운드"), ("lbs", "파운드"), ("oz", "온스"), ("L", "리터"), ("l", "리터"), ("ℓ", "리터"), ("mL", "밀리리터"), ("ml", "밀리리터"), ("mℓ", "밀리리터"),
    ("dL", "데시리터"), ("dl", "데시리터"), ("cL", "센티리터"), ("kL", "킬로리터"), ("kl", "킬로리터"), ("μL", "마이크로리터"), ("µL", "마이크로리터"), ("cc", "시시"), ("CC", "시시"), ("gal", "갤런"), ("bbl", "배럴"), ("㏄", "시시"),
    ("km²", "제곱킬로미터"), ("m²", "제곱미터"), ("cm²", "제곱센티미터"), ("mm²", "제곱밀리미터"), ("m³", "세제곱미터"), ("cm³", "세제곱센티미터"), ("mm³", "세제곱밀리미터"), ("km³", "세제곱킬로미터"),
    ("ft²", "제곱피트"), ("ha", "헥타르"), ("a", "아르"), ("ac", "에이커"), ("K", "켈빈"),
    ("B", "바이트"), ("KB", "킬로바이트"), ("kB", "킬로바이트"), ("MB", "메가바이트"), ("GB", "기가바이트"), ("TB", "테라바이트"), ("PB", "페타바이트"), ("EB", "엑사바이트"), ("ZB", "제타바이트"),
    ("KiB", "키비바이트"), ("MiB", "메비바이트"), ("GiB", "기비바이트"), ("TiB", "테비바이트"), ("bit", "비트"), ("bits", "비트"), ("kb", "킬로비트"), ("Kb", "킬로비트"), ("Mb", "메가비트"), ("Gb", "기가비트"), ("Tb", "테라비트"),
    ("bps", "비피에스"), ("kbps", "킬로비피에스"), ("Kbps", "킬로비피에스"), ("Mbps", "메가비피에스"), ("Gbps", "기가비피에스"), ("Tbps", "테라비피에스"), ("mbps", "메가비피에스"), ("gbps", "기가비피에스"),
    ("MBps", "메가바이트퍼세컨드"), ("GBps", "기가바이트퍼세컨드"), ("M", "메가"), ("G", "기가"), ("T", "테라"),
    ("Hz", "헤르츠"), ("kHz", "킬로헤르츠"), ("KHz", "킬로헤르츠"), ("MHz", "메가헤르츠"), ("GHz", "기가헤르츠"), ("THz", "테라헤르츠"), ("mHz", "밀리헤르츠"),
    ("W", "와트"), ("kW", "킬로와트"), ("KW", "킬로와트"), ("MW", "메가와트"), ("GW", "기가와트"), ("TW", "테라와트"), ("mW", "밀리와트"), ("Wh", "와트시"), ("kWh", "킬로와트시"), ("KWh", "킬로와트시"), ("MWh", "메가와트시"), ("GWh", "기가와트시"), ("TWh", "테라와트시"),
    ("V", "볼트"), ("kV", "킬로볼트"), ("KV", "킬로볼트"), ("mV", "밀리볼트"), ("MV", "메가볼트"), ("A", "암페어"), ("mA", "밀리암페어"), ("Ah", "암페어시"), ("mAh", "밀리암페어시"), ("Ω", "옴"), ("kΩ", "킬로옴"), ("MΩ", "메가옴"),
    ("F", "패럿"), ("μF", "마이크로패럿"), ("µF", "마이크로패럿"), ("pF", "피코패럿"), ("nF", "나노패럿"), ("H", "헨리"), ("J", "줄"), ("kJ", "킬로줄"), ("MJ", "메가줄"), ("cal", "칼로리"), ("kcal", "킬로칼로리"), ("Kcal", "킬로칼로리"), ("eV", "전자볼트"), ("keV", "킬로전자볼트"), ("MeV", "메가전자볼트"), ("GeV", "기가전자볼트"),
    ("N", "뉴턴"), ("kN", "킬로뉴턴"), ("Pa", "파스칼"), ("hPa", "헥토파스칼"), ("kPa", "킬로파스칼"), ("MPa", "메가파스칼"), ("GPa", "기가파스칼"), ("bar", "바"), ("mbar", "밀리바"), ("atm", "기압"), ("psi", "피에스아이"), ("mmHg", "밀리미터수은주"),
    ("dB", "데시벨"), ("dBA", "데시벨에이"), ("dBFS", "데시벨에프에스"), ("LUFS", "루프스"), ("lx", "럭스"), ("lm", "루멘"), ("cd", "칸델라"), ("nit", "니트"), ("nits", "니트"), ("mol", "몰"), ("mmol", "밀리몰"), ("M/L", "몰"),
    ("Sv", "시버트"), ("mSv", "밀리시버트"), ("μSv", "마이크로시버트"), ("Bq", "베크렐"), ("Gy", "그레이"), ("Tesla", "테슬라"), ("gauss", "가우스"),
    ("rpm", "알피엠"), ("RPM", "알피엠"), ("fps", "에프피에스"), ("FPS", "에프피에스"), ("ppm", "피피엠"), ("PPM", "피피엠"), ("ppb", "피피비"), ("dpi", "디피아이"), ("DPI", "디피아이"), ("ppi", "피피아이"), ("PPI", "피피아이"), ("px", "픽셀"), ("pt", "포인트"), ("pts", "포인트"), ("em", "엠"), ("rem", "렘"),
    ("hp", "마력"), ("HP", "마력"), ("ps", "마력"), ("mph", "마일"), ("kph", "킬로미터"), ("kn", "노트"), ("knot", "노트"), ("knots", "노트"), ("IU", "아이유"), ("TOPS", "톱스"), ("TFLOPS", "테라플롭스"), ("GFLOPS", "기가플롭스"), ("pH", "피에이치"), ("bpm", "비피엠"), ("BPM", "비피엠"), ("kgf", "킬로그램힘"), ("N·m", "뉴턴미터"), ("Nm", "뉴턴미터"), ("tCO2", "이산화탄소톤"),
    ("ea", "개"), ("EA", "개"), ("pcs", "개"), ("p", "페이지"), ("pp", "페이지"), ("cps", "시피에스"), ("wpm", "더블유피엠"), ("rad", "라디안"), ("deg", "도"), ("ct", "캐럿"), ("carat", "캐럿"), ("kt", "노트"),
];
/// Words in Hangul that stand behind a stroke as the thing a rate is for.
const PER_WORDS: &[&str] = &["시간", "개월", "초", "분", "시", "일", "월", "년", "주", "개", "명", "인", "건", "회", "대", "평", "병", "박", "권", "장", "호"];

fn of(table: &[(&str, &'static str)], symbol: &str) -> Option<&'static str> {
    table.iter().find(|(name, _)| *name == symbol).map(|(_, spoken)| *spoken)
}

fn named(symbol: &str) -> Option<(&'static str, Measure)> {
    of(LENGTHS, symbol)
        .map(|name| (name, Measure::Length))
        .or_else(|| TIMES.iter().find(|(name, ..)| *name == symbol).map(|(_, name, _)| (*name, Measure::Time)))
        .or_else(|| of(PLAIN, symbol).map(|name| (name, Measure::Plain)))
}

/// The Korean name of a unit's symbol that may stand without a number: only what is no word.
pub(super) fn name_alone(symbol: &str) -> Option<&'static str> {
    const ALONE: &[&str] = &[
        "kg", "km", "cm", "mm", "mg", "ml", "mL", "KB", "MB", "GB", "TB", "kHz", "MHz", "GHz", "Hz", "dB", "kW", "kWh", "mAh", "kbps", "Mbps", "Gbps", "kcal", "hPa",
    ];
    ALONE.contains(&symbol).then(|| named(symbol).map(|(name, _)| name)).flatten()
}

/// A symbol at `k` as it is looked up, and the index behind it.
fn symbol_at(text: &Text, k: usize) -> Option<(String, usize)> {
    let c = text.at(k);
    // One character for the whole unit: ㎏, ㎡, ㏊.
    if matches!(c, '\u{3300}'..='\u{3357}' | '\u{3371}'..='\u{33DF}' | 'ℓ' | 'Ω' | 'Ω') {
        let plain: String = c.to_string().nfkd().map(|c| if c == '∕' { '/' } else { c }).collect();
        let plain = match (plain.chars().next_back(), plain.len()) {
            (Some('2'), 2..) => plain.replace('2', "²"),
            (Some('3'), 2..) => plain.replace('3', "³"),
            _ if c == 'ℓ' => "L".to_owned(),
            _ => plain.replace('Ω', "Ω").replace('μ', "μ"),
        };
        return Some((plain, k + 1));
    }
    let letters = text.run(k, |c| c.is_ascii_alphabetic() || matches!(c, 'μ' | 'µ' | 'Ω' | 'ℓ' | '㎛'));
    if letters == k || letters > k + 8 {
        return None;
    }
    let mut symbol = text.string(k, letters);
    let mut end = letters;
    let power = match text.at(end) {
        '²' | '2' => '²',
        '³' | '3' => '³',
        '^' if text.at(end + 1) == '2' => '²',
        '^' if text.at(end + 1) == '3' => '³',
        _ => BREAK,
    };
    if power != BREAK && of(LENGTHS, &symbol).is_some() {
        end += if text.at(end) == '^' { 2 } else { 1 };
        symbol.push(power);
    }
    (!text.is_digit(end) && !text.is_latin(end)).then_some((symbol, end))
}

/// The unit that begins at `k`.
pub(super) fn find(text: &Text, k: usize) -> Option<Unit> {
    let plain = |name: &str, measure, n: usize| {
        Some(Unit { prefix: String::new(), name: name.to_owned(), measure, end: k + n })
    };
    match text.at(k) {
        '%' if text.is_any(k + 1, &['p', 'P']) && !text.is_latin(k + 2) => {
            return plain("퍼센트포인트", Measure::Plain, 2);
        }
        '%' => return plain("퍼센트", Measure::Plain, 1),
        '‰' => return plain("퍼밀", Measure::Plain, 1),
        '℃' => return plain("도", Measure::Celsius, 1),
        '℉' => return plain("도", Measure::Fahrenheit, 1),
        '°' | '˚' | 'º' => {
            let at = text.skip_gap(k + 1);
            return match text.at(at) {
                'C' if !text.is_latin(at + 1) => plain("도", Measure::Celsius, at + 1 - k),
                'F' if !text.is_latin(at + 1) => plain("도", Measure::Fahrenheit, at + 1 - k),
                _ => plain("도", Measure::Plain, 1),
            };
        }
        _ => {}
    }
    let (symbol, end) = symbol_at(text, k)?;
    let mut found = compound(&symbol, end)?;
    if symbol == "mph" || symbol == "kph" {
        "시속".clone_into(&mut found.prefix);
    } else if text.at(end) == '/'
        && let Some((per, after)) = per_at(text, end + 1, found.measure)
    {
        found.prefix = per;
        found.end = after;
    }
    Some(found)
}

/// A symbol that may itself hold a stroke: `㎧`.
fn compound(symbol: &str, end: usize) -> Option<Unit> {
    if let Some((over, under)) = symbol.split_once('/') {
        let (name, measure) = named(over)?;
        let prefix = per_symbol(under, measure)?;
        return Some(Unit { prefix, name: name.to_owned(), measure, end });
    }
    let (name, measure) = named(symbol)?;
    Some(Unit { prefix: String::new(), name: name.to_owned(), measure, end })
}

fn per_symbol(symbol: &str, measure: Measure) -> Option<String> {
    if let Some((_, name, speed)) = TIMES.iter().find(|(name, ..)| *name == symbol) {
        let is_speed = measure == Measure::Length && !speed.is_empty();
        return Some(if is_speed { (*speed).to_owned() } else { format!("{name}당") });
    }
    named(symbol).map(|(name, _)| format!("{name}당"))
}

/// What stands behind the stroke of a rate at `k`: "시속", "리터당", "분당".
pub(super) fn per_at(text: &Text, k: usize, measure: Measure) -> Option<(String, usize)> {
    if let Some((symbol, end)) = symbol_at(text, k) {
        return per_symbol(&symbol, measure).map(|per| (per, end));
    }
    let word = PER_WORDS.iter().find(|word| text.has(k, word))?;
    let end = k + word.chars().count();
    (!text.is_hangul(end) || "로의은는이가를을".contains(text.at(end))).then(|| (format!("{word}당"), end))
}
