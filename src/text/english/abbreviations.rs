//! Abbreviations with a dot: titles, streets, Latin, initials.

use super::SentenceEnd::{self, BeforeCapital, BeforeStarter, Never};
use super::{
    Claim, Kind, Text, claim, dot_is_only_abbreviation, is_all_caps, is_capitalised, numbered, spelled, tables,
};

use crate::text::words::{Filter, Words};

/// Titles before a name. The dot never ends a sentence.
const TITLES: &[(&str, &str)] = &[
    ("Mr", "Mister"),
    ("Mrs", "Missus"),
    ("Ms", "Miz"),
    ("Mx", "Mix"),
    ("Messrs", "Messieurs"),
    ("Prof", "Professor"),
    ("Rev", "Reverend"),
    ("Gen", "General"),
    ("Col", "Colonel"),
    ("Capt", "Captain"),
    ("Cpt", "Captain"),
    ("Lt", "Lieutenant"),
    ("Sgt", "Sergeant"),
    ("Cpl", "Corporal"),
    ("Pvt", "Private"),
    ("Maj", "Major"),
    ("Adm", "Admiral"),
    ("Cmdr", "Commander"),
    ("Sen", "Senator"),
    ("Rep", "Representative"),
    ("Gov", "Governor"),
    ("Pres", "President"),
    ("Hon", "Honorable"),
    ("Fr", "Father"),
    ("Msgr", "Monsignor"),
    ("Supt", "Superintendent"),
    ("Insp", "Inspector"),
    ("Det", "Detective"),
    ("Amb", "Ambassador"),
    ("Mt", "Mount"),
    ("Ft", "Fort"),
];
/// Titles that are also read so without their dot.
static DOTLESS_TITLES: Words = Words::new(&["Mr", "Mrs", "Ms", "Mt", "Prof", "Sgt", "Capt", "Lt"]);

/// Streets behind a name.
const STREETS: &[(&str, &str)] = &[
    ("St", "Street"),
    ("Dr", "Drive"),
    ("Ave", "Avenue"),
    ("Av", "Avenue"),
    ("Blvd", "Boulevard"),
    ("Rd", "Road"),
    ("Ln", "Lane"),
    ("Ct", "Court"),
    ("Pl", "Place"),
    ("Sq", "Square"),
    ("Hwy", "Highway"),
    ("Pkwy", "Parkway"),
    ("Ter", "Terrace"),
    ("Cir", "Circle"),
    ("Expy", "Expressway"),
];

/// Abbreviations that stand anywhere, with what their dot may also end.
const LISTED: &[(&str, &str, SentenceEnd)] = &[
    ("etc", "et cetera", BeforeCapital),
    ("vs", "versus", Never),
    ("cf", "compare", Never),
    ("viz", "namely", Never),
    ("Rte", "Route", Never),
    ("Bldg", "Building", Never),
    ("pts", "points", BeforeCapital),
    ("mmHg", "millimeters of mercury", Never),
    ("approx", "approximately", Never),
    ("est", "estimated", BeforeStarter),
    ("incl", "including", Never),
    ("excl", "excluding", Never),
    ("esp", "especially", Never),
    ("dept", "department", BeforeStarter),
    ("Dept", "Department", BeforeStarter),
    ("govt", "government", BeforeStarter),
    ("Govt", "Government", BeforeStarter),
    ("misc", "miscellaneous", BeforeStarter),
    ("max", "maximum", BeforeStarter),
    ("avg", "average", BeforeStarter),
    ("temp", "temperature", BeforeStarter),
    ("tel", "telephone", BeforeStarter),
    ("Tel", "Telephone", Never),
    ("Inc", "Incorporated", BeforeStarter),
    ("Ltd", "Limited", BeforeStarter),
    ("Co", "Company", BeforeStarter),
    ("Corp", "Corporation", BeforeStarter),
    ("Bros", "Brothers", BeforeStarter),
    ("Jr", "Junior", BeforeStarter),
    ("Sr", "Senior", BeforeStarter),
    ("Esq", "Esquire", BeforeStarter),
    ("Univ", "University", BeforeStarter),
    ("Assn", "Association", BeforeStarter),
    ("Assoc", "Associates", BeforeStarter),
    ("Attn", "Attention", Never),
    ("attn", "attention", Never),
    ("Asst", "Assistant", Never),
    ("asst", "assistant", Never),
    ("Ave", "Avenue", BeforeStarter),
    ("Blvd", "Boulevard", BeforeStarter),
    ("Rd", "Road", BeforeStarter),
    ("Hwy", "Highway", Never),
    ("Apt", "Apartment", Never),
    ("apt", "apartment", Never),
    ("Ste", "Suite", Never),
    ("intl", "international", BeforeStarter),
    ("Intl", "International", BeforeStarter),
    ("orig", "originally", BeforeStarter),
    ("ver", "version", Never),
    ("hr", "hour", BeforeStarter),
    ("hrs", "hours", BeforeStarter),
    ("yr", "year", BeforeStarter),
    ("yrs", "years", BeforeStarter),
    ("mins", "minutes", BeforeStarter),
    ("secs", "seconds", BeforeStarter),
    ("lbs", "pounds", BeforeStarter),
];
/// Entries of [`LISTED`] and of [`NUMBERED`] that are read so without their dot too.
static DOTLESS: Words = Words::new(&[
    "vs", "approx", "Inc", "Ltd", "Corp", "Jr", "Sr", "Blvd", "Ave", "Dept", "dept", "govt", "etc", "Attn", "approx",
    "Hwy", "hrs", "yrs", "lbs",
]);

/// Abbreviations of letters and dots that have a reading of their own.
const DOTTED: &[(&str, &str, SentenceEnd)] = &[
    ("eg", "for example", Never),
    ("ie", "that is", Never),
    ("aka", "also known as", Never),
    ("am", "A M", BeforeCapital),
    ("pm", "P M", BeforeCapital),
    ("ps", "P S", Never),
    ("asap", "A S A P", BeforeCapital),
    ("rsvp", "R S V P", BeforeCapital),
    ("ad", "A D", BeforeStarter),
    ("bc", "B C", BeforeStarter),
    ("phd", "P H D", BeforeStarter),
    ("bsc", "B S C", BeforeStarter),
    ("msc", "M S C", BeforeStarter),
    ("lld", "L L D", BeforeStarter),
    ("nb", "note", Never),
    ("qed", "Q E D", BeforeStarter),
    ("oj", "O J", BeforeStarter),
];

/// `U.S.`, `e.g.`, `p.m.`, `Ph.D.`, `C.I.A.`, `J.K. Rowling`.
pub(super) fn dotted(text: &Text<'_>, i: usize) -> Option<Claim> {
    if text.is_glued_left(i) || text.before(i).is_some_and(|token| matches!(token.first(), '.' | '@' | '/')) {
        return None;
    }
    let mut letters = String::new();
    let mut k = i;
    let mut n_words = 0;
    while text.is(k, Kind::Word) && text.str(k).chars().count() <= 2 && (text.is_mark(k + 1, '.') || n_words > 0) {
        letters.push_str(text.str(k));
        n_words += 1;
        k += 1;
        // "e. g." and "p. m." have a space inside.
        let next = if text.is_mark(k, '.') {
            if text.is_gap(k + 1) && is_spaced_pair(text, k) { k + 2 } else { k + 1 }
        } else {
            k
        };
        if next == k || !text.is(next, Kind::Word) || text.str(next).chars().count() > 2 {
            break;
        }
        k = next;
    }
    if n_words < 2 {
        return initial(text, i);
    }
    let has_last_dot = text.is_mark(k, '.');
    let key = letters.to_ascii_lowercase();
    let listed = DOTTED.iter().find(|(name, ..)| *name == key);
    let are_initials = letters.chars().all(char::is_uppercase);
    let (spoken, end) = match listed {
        Some(&(_, spoken, end)) if has_last_dot || are_initials => (spoken.to_owned(), end),
        None if n_words == letters.chars().count() && (are_initials || n_words >= 3 && has_last_dot) => {
            (spelled(&letters), BeforeStarter)
        }
        _ => return None,
    };
    if text.is_glued_right(k) {
        return None;
    }
    let takes_dot = has_last_dot && dot_is_only_abbreviation(text, k, end);
    let mut end_token = k + usize::from(takes_dot);
    // Initials stay with the name.
    let is_name = takes_dot
        && listed.is_none()
        && n_words <= 3
        && is_name_at(text, end_token)
        && !matches!(key.as_str(), "us" | "uk" | "un" | "eu" | "dc");
    if is_name {
        end_token += 1;
        return claim(end_token - i, format!("{spoken} "), "initials");
    }
    claim(end_token - i, spoken, if listed.is_some() { "abbreviation" } else { "acronym" })
}

/// `e. g.`, `i. e.`, `p. m.`, `a. m.`
fn is_spaced_pair(text: &Text<'_>, dot: usize) -> bool {
    let pair = (text.str(dot - 1), text.str(dot + 2));
    matches!(pair, ("e", "g") | ("i", "e") | ("p" | "a", "m")) && text.is_mark(dot + 3, '.')
}

fn is_name_at(text: &Text<'_>, space: usize) -> bool {
    let next = text.str(space + 1);
    text.is_gap(space) && is_capitalised(next) && !is_all_caps(next) && next.chars().count() > 1
}

/// `J. Smith`, `Franklin D. Roosevelt`: one initial and the name behind it.
fn initial(text: &Text<'_>, i: usize) -> Option<Claim> {
    let letter = text.str(i);
    let is_initial = letter.chars().count() == 1 && is_capitalised(letter) && text.is_mark(i + 1, '.');
    if !is_initial || !text.is_gap(i + 2) {
        return None;
    }
    let next = text.str(i + 3);
    if let Some(direction) = direction(text, i) {
        return claim(3, format!("{direction} "), "street");
    }
    let next_is_initial =
        next.chars().count() == 1 && is_capitalised(next) && text.is_mark(i + 4, '.') && letter != "I";
    let before = text.word_before(i);
    let is_noun_before = [
        "plan",
        "vitamin",
        "type",
        "grade",
        "option",
        "class",
        "section",
        "part",
        "group",
        "team",
        "point",
        "hepatitis",
        "appendix",
        "exhibit",
        "side",
    ]
    .contains(&before.to_lowercase().as_str());
    let is_initial = next_is_initial
        || is_name_at(text, i + 2)
            && !tables::SENTENCE_STARTERS.contains(next)
            && !is_noun_before
            && (letter != "I" || is_capitalised(before));
    is_initial.then(|| claim(3, format!("{letter} "), "initials")).flatten()
}

/// `W. 4th St.`, `123 N. Main St.`
fn direction(text: &Text<'_>, i: usize) -> Option<&'static str> {
    let name = match text.str(i) {
        "N" => "North",
        "S" => "South",
        "E" => "East",
        "W" => "West",
        _ => return None,
    };
    let is_numbered_street = text.is(i + 3, Kind::Digits) && matches!(text.str(i + 4), "st" | "nd" | "rd" | "th");
    let follows_number =
        i >= 2 && text.is_gap(i - 1) && text.is(i - 2, Kind::Digits) && is_capitalised(text.str(i + 3));
    (is_numbered_street || follows_number).then_some(name)
}

/// `Dr. Smith` and `Elm Dr.`, `St. Louis` and `Main St.`, `Mr. Jones`.
pub(super) fn titled_or_street(text: &Text<'_>, i: usize) -> Option<Claim> {
    static FILTER: Filter = Filter::of_pairs(TITLES).or(Filter::of_pairs(STREETS));
    let word = text.str(i);
    if !FILTER.may_have(word) || text.is_glued_left(i) {
        return None;
    }
    let has_dot = text.is_mark(i + 1, '.');
    let after = i + 1 + usize::from(has_dot);
    let next = text.str(after + 1);
    let name_follows = text.is_gap(after) && (is_capitalised(next) || text.is_mark(after + 1, '"'));
    let ambiguous = match word {
        "Dr" => Some("Doctor"),
        "St" => Some("Saint"),
        _ => None,
    };
    let title = ambiguous.or_else(|| tables::lookup(TITLES, word));
    let street = tables::lookup(STREETS, word);
    let follows_ordinal = text.word_index_before(i).is_some_and(|k| text.is(k.wrapping_sub(1), Kind::Digits));
    let follows_name = (is_capitalised(text.word_before(i)) || follows_ordinal)
        && text.before(i).is_some_and(|token| token.kind == Kind::Space)
        && !matches!(
            text.word_before(i),
            "The" | "And" | "In" | "At" | "By" | "To" | "Dear" | "But" | "For" | "With" | "From" | "When" | "If"
        );
    let is_street = street.is_some()
        && follows_name
        && (!name_follows || has_dot && tables::SENTENCE_STARTERS.contains(next) || is_address(text, i))
        && (has_dot || ambiguous.is_none() || !name_follows);
    if let Some(street) =
        street.filter(|_| is_street && (has_dot || matches!(word, "St" | "Ave" | "Blvd" | "Rd" | "Hwy" | "Dr")))
    {
        let takes_dot = has_dot && dot_is_only_abbreviation(text, i + 1, BeforeStarter);
        return claim(1 + usize::from(takes_dot), street, "street");
    }
    // "Mr. and Mrs. Jones": the name comes later.
    let is_personal =
        has_dot && matches!(word, "Mr" | "Mrs" | "Ms" | "Mx" | "Messrs") || matches!(word, "Mr" | "Mrs" | "Ms");
    let is_shared =
        is_personal || has_dot && ambiguous != Some("Saint") && matches!(text.word_after(after), "and" | "or");
    let follows_in_line = text.is_gap(after) && after + 1 < text.len();
    let is_title = name_follows && (has_dot || ambiguous.is_some() || DOTLESS_TITLES.contains(word))
        || is_shared && follows_in_line;
    let title = title.filter(|_| is_title)?;
    claim(after + 1 - i, format!("{title} "), "title")
}

/// A house number some words before: "12 Oak St. Springfield".
fn is_address(text: &Text<'_>, i: usize) -> bool {
    (2..=5).any(|back| i.checked_sub(back).is_some_and(|k| text.is(k, Kind::Digits) && text.is_gap(k + 1)))
}

/// Everything that the tables say an abbreviation stands for, with the kind of each.
pub(super) fn readings(word: &str) -> Vec<(String, &'static str)> {
    let small = word.to_lowercase();
    let mut all: Vec<(String, &'static str)> = Vec::new();
    let ambiguous = match word {
        "Dr" => Some("Doctor"),
        "St" => Some("Saint"),
        _ => tables::lookup(TITLES, word),
    };
    all.extend(ambiguous.map(|title| (title.to_owned(), "title")));
    all.extend(tables::lookup(STREETS, word).map(|street| (street.to_owned(), "street")));
    let listed = LISTED.iter().filter(|(name, ..)| *name == word);
    all.extend(listed.map(|(_, spoken, _)| ((*spoken).to_owned(), "abbreviation")));
    let numbered = numbered::NUMBERED.iter().filter(|(name, ..)| *name == small && !is_all_caps(word));
    all.extend(numbered.map(|(_, one, _)| {
        (if is_capitalised(word) { numbered::capitalise(one) } else { (*one).to_owned() }, "abbreviation")
    }));
    let dotted = DOTTED.iter().filter(|(name, ..)| *name == small);
    all.extend(dotted.map(|(_, spoken, _)| ((*spoken).to_owned(), "abbreviation")));
    all
}

/// The words of [`LISTED`].
pub(super) static FILTER: Filter = Filter::of_triples(LISTED);

/// `etc.`, `approx. 3`, `No. 5`, `Fig. 2`, `pp. 5-7`, `Smith Jr.`
pub(super) fn listed(text: &Text<'_>, i: usize) -> Option<Claim> {
    let word = text.str(i);
    if text.is_glued_left(i) {
        return None;
    }
    let has_dot = text.is_mark(i + 1, '.');
    if let Some(found) = numbered::numbered(text, i, has_dot) {
        return Some(found);
    }
    if word == "et" && text.str(i + 2) == "al" && text.is_gap(i + 1) {
        let takes_dot = text.is_mark(i + 3, '.') && dot_is_only_abbreviation(text, i + 3, BeforeStarter);
        return claim(3 + usize::from(takes_dot), "and others", "abbreviation");
    }
    if word == "v" && has_dot && is_name_at(text, i + 2) {
        return claim(3, "versus ", "abbreviation");
    }
    if !FILTER.may_have(word) {
        return None;
    }
    let &(_, spoken, end) = LISTED.iter().find(|(name, ..)| *name == word)?;
    if has_dot {
        let takes_dot = dot_is_only_abbreviation(text, i + 1, end);
        // Before a name or a number the space belongs to it: no cut falls between.
        return claim(1 + usize::from(takes_dot), spoken, "abbreviation");
    }
    (DOTLESS.contains(word) && !text.is_any_mark(i + 1, &['-', '/', '\'']))
        .then(|| claim(1, spoken, "abbreviation"))
        .flatten()
}
