//! Verses of the Bible: `1 John 4:8`, `Psalm 23:1-6`.

use super::amounts::digits_at;
use super::numerals::cardinal_of_digits;
use super::{Claim, Text, claim};
use crate::text::words::Words;

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
    "Gen",
    "Ps",
    "Matt",
    "Rom",
    "Cor",
]);

/// The number of a book before its name.
pub(super) fn book(text: &Text<'_>, i: usize) -> Option<Claim> {
    let spoken = match digits_at(text, i)? {
        "1" => "First",
        "2" => "Second",
        "3" => "Third",
        _ => return None,
    };
    let name = text.skip_gap(i + 1);
    let chapter = text.skip_gap(name + 1);
    let is_book = name > i + 1 && chapter > name + 1 && NUMBERED.contains(text.str(name));
    (is_book && digits_at(text, chapter).is_some() && !text.is_glued_left(i))
        .then(|| claim(1, spoken, "ordinal"))
        .flatten()
}

/// Chapter and verses behind the name of a book: 3:16 is `three sixteen`, 23:1-6 `twenty three, one to six`.
pub(super) fn verse(text: &Text<'_>, i: usize) -> Option<Claim> {
    let book = text.word_before(i);
    if !(BOOKS.contains(book) || NUMBERED.contains(book)) || !text.is_mark(i + 1, ':') || text.is_glued_left(i) {
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
