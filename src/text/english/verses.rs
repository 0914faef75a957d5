//! Verses of the Bible: `1 John 4:8`, `Psalm 23:1-6`, `Gen. 1:1`.

use super::amounts::digits_at;
use super::numerals::cardinal_of_digits;
use super::{Claim, Text, claim};
use crate::text::words::{Filter, Words};

/// Books that come in several parts.
static NUMBERED: Words = Words::new(&[
    "John",
    "Peter",
    "Timothy",
    "Corinthians",
    "Samuel",
    "Kings",
    "Chronicles",
    "Thessalonians",
    "Maccabees",
]);
/// The other books, by the names that are followed by a verse.
static BOOKS: Words = Words::new(&[
    "Genesis",
    "Exodus",
    "Leviticus",
    "Numbers",
    "Deuteronomy",
    "Joshua",
    "Judges",
    "Ruth",
    "Ezra",
    "Nehemiah",
    "Esther",
    "Job",
    "Psalm",
    "Psalms",
    "Proverbs",
    "Ecclesiastes",
    "Isaiah",
    "Jeremiah",
    "Lamentations",
    "Ezekiel",
    "Daniel",
    "Hosea",
    "Joel",
    "Amos",
    "Obadiah",
    "Jonah",
    "Micah",
    "Nahum",
    "Habakkuk",
    "Zephaniah",
    "Haggai",
    "Zechariah",
    "Malachi",
    "Matthew",
    "Mark",
    "Luke",
    "Acts",
    "Romans",
    "Galatians",
    "Ephesians",
    "Philippians",
    "Colossians",
    "Titus",
    "Philemon",
    "Hebrews",
    "James",
    "Jude",
    "Revelation",
    "Ps",
    "Matt",
]);
/// Names of books that are shortened with a dot.
const SHORT: &[(&str, &str)] = &[
    ("Gen", "Genesis"),
    ("Ex", "Exodus"),
    ("Exod", "Exodus"),
    ("Lev", "Leviticus"),
    ("Num", "Numbers"),
    ("Deut", "Deuteronomy"),
    ("Josh", "Joshua"),
    ("Judg", "Judges"),
    ("Sam", "Samuel"),
    ("Kgs", "Kings"),
    ("Chr", "Chronicles"),
    ("Chron", "Chronicles"),
    ("Neh", "Nehemiah"),
    ("Ps", "Psalm"),
    ("Prov", "Proverbs"),
    ("Eccl", "Ecclesiastes"),
    ("Isa", "Isaiah"),
    ("Jer", "Jeremiah"),
    ("Lam", "Lamentations"),
    ("Ezek", "Ezekiel"),
    ("Dan", "Daniel"),
    ("Hos", "Hosea"),
    ("Zech", "Zechariah"),
    ("Mal", "Malachi"),
    ("Matt", "Matthew"),
    ("Mt", "Matthew"),
    ("Mk", "Mark"),
    ("Lk", "Luke"),
    ("Jn", "John"),
    ("Rom", "Romans"),
    ("Cor", "Corinthians"),
    ("Gal", "Galatians"),
    ("Eph", "Ephesians"),
    ("Phil", "Philippians"),
    ("Col", "Colossians"),
    ("Thess", "Thessalonians"),
    ("Tim", "Timothy"),
    ("Heb", "Hebrews"),
    ("Jas", "James"),
    ("Pet", "Peter"),
    ("Rev", "Revelation"),
];
/// Of [`SHORT`] the books that come in several parts.
static NUMBERED_SHORT: Words = Words::new(&["Sam", "Kgs", "Chr", "Chron", "Cor", "Thess", "Tim", "Pet", "Jn"]);

/// `Gen. 1:1`: the name of a book with a dot, before a chapter and a verse.
pub(super) fn short_book(text: &Text<'_>, i: usize) -> Option<Claim> {
    static FILTER: Filter = Filter::of_pairs(SHORT);
    let word = text.str(i);
    if !FILTER.may_have(word) || !text.is_mark(i + 1, '.') || text.is_glued_left(i) {
        return None;
    }
    let chapter = text.skip_gap(i + 2);
    let is_verse =
        digits_at(text, chapter).is_some() && text.is_mark(chapter + 1, ':') && digits_at(text, chapter + 2).is_some();
    let (_, name) = SHORT.iter().find(|(short, _)| *short == word).filter(|_| is_verse)?;
    claim(2, *name, "abbreviation")
}

fn is_short(text: &Text<'_>, before: usize, word: &str) -> bool {
    let dot = before.checked_sub(1).map(|k| if text.is_gap(k) { k.saturating_sub(1) } else { k });
    dot.is_some_and(|dot| text.is_mark(dot, '.')) && SHORT.iter().any(|(short, _)| *short == word)
}

/// The number of a book before its name.
pub(super) fn book(text: &Text<'_>, i: usize) -> Option<Claim> {
    let spoken = match digits_at(text, i)? {
        "1" => "First",
        "2" => "Second",
        "3" => "Third",
        _ => return None,
    };
    let name = text.skip_gap(i + 1);
    let is_short = text.is_mark(name + 1, '.') && NUMBERED_SHORT.contains(text.str(name));
    let after = name + 1 + usize::from(is_short);
    let chapter = text.skip_gap(after);
    let is_book = name > i + 1 && chapter > after && (is_short || NUMBERED.contains(text.str(name)));
    (is_book && digits_at(text, chapter).is_some() && !text.is_glued_left(i))
        .then(|| claim(1, spoken, "ordinal"))
        .flatten()
}

/// Chapter and verses behind the name of a book: 3:16 is `three sixteen`, 23:1-6 `twenty three, one to six`.
pub(super) fn verse(text: &Text<'_>, i: usize) -> Option<Claim> {
    let book = text.word_before(i);
    let is_book = BOOKS.contains(book) || NUMBERED.contains(book) || is_short(text, i, book);
    if !is_book || !text.is_mark(i + 1, ':') || text.is_glued_left(i) {
        return None;
    }
    let (chapter, first) = (digits_at(text, i)?, digits_at(text, i + 2)?);
    let (chapter, first_spoken) = (cardinal_of_digits(chapter), cardinal_of_digits(first));
    if text.is_any_mark(i + 3, &['-', '–'])
        && let Some(last) = digits_at(text, i + 4)
    {
        return claim(5, format!("{chapter}, {first_spoken} to {}", cardinal_of_digits(last)), "ratio");
    }
    claim(3, format!("{chapter} {first_spoken}"), "ratio")
}
