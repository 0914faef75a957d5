//! Word lists that several rules share.

use crate::text::words::{Filter, Words};

/// Months: full name, and the short forms that stand for it.
const MONTHS: [(&str, &[&str]); 12] = [
    ("January", &["Jan"]),
    ("February", &["Feb"]),
    ("March", &["Mar"]),
    ("April", &["Apr"]),
    ("May", &[]),
    ("June", &["Jun"]),
    ("July", &["Jul"]),
    ("August", &["Aug"]),
    ("September", &["Sep", "Sept"]),
    ("October", &["Oct"]),
    ("November", &["Nov"]),
    ("December", &["Dec"]),
];

const WEEKDAYS: [(&str, &[&str]); 7] = [
    ("Monday", &["Mon"]),
    ("Tuesday", &["Tue", "Tues"]),
    ("Wednesday", &["Wed", "Weds"]),
    ("Thursday", &["Thu", "Thur", "Thurs"]),
    ("Friday", &["Fri"]),
    ("Saturday", &["Sat"]),
    ("Sunday", &["Sun"]),
];

/// Time zones that may follow "p.m." without beginning a sentence.
pub(super) static TIME_ZONES: Words = Words::new(&[
    "EST",
    "EDT",
    "CST",
    "CDT",
    "MST",
    "MDT",
    "PST",
    "PDT",
    "ET",
    "CT",
    "MT",
    "PT",
    "UTC",
    "GMT",
    "BST",
    "CET",
    "CEST",
    "KST",
    "JST",
    "IST",
    "AEST",
    "Eastern",
    "Pacific",
    "Central",
    "Mountain",
    "Greenwich",
]);

/// Words that usually begin a sentence when they have a capital.
pub(super) static SENTENCE_STARTERS: Words = Words::new(&[
    "A",
    "About",
    "Above",
    "According",
    "After",
    "Again",
    "All",
    "Almost",
    "Also",
    "Although",
    "Always",
    "Among",
    "An",
    "And",
    "Another",
    "Any",
    "Are",
    "As",
    "Ask",
    "At",
    "Back",
    "Be",
    "Because",
    "Before",
    "Behind",
    "Being",
    "Below",
    "Between",
    "Both",
    "But",
    "By",
    "Call",
    "Can",
    "Come",
    "Could",
    "Despite",
    "Did",
    "Do",
    "Does",
    "Don't",
    "During",
    "Each",
    "Either",
    "Even",
    "Eventually",
    "Every",
    "Everyone",
    "Everything",
    "Few",
    "Finally",
    "First",
    "For",
    "From",
    "Get",
    "Go",
    "Had",
    "Has",
    "Have",
    "He",
    "He'd",
    "He'll",
    "He's",
    "Her",
    "Here",
    "Here's",
    "His",
    "How",
    "However",
    "I",
    "I'd",
    "I'll",
    "I'm",
    "I've",
    "If",
    "In",
    "Indeed",
    "Inside",
    "Instead",
    "Is",
    "It",
    "It'll",
    "It's",
    "Its",
    "Just",
    "Last",
    "Later",
    "Let",
    "Let's",
    "Like",
    "Listen",
    "Look",
    "Many",
    "Maybe",
    "Meanwhile",
    "More",
    "Most",
    "Much",
    "My",
    "Near",
    "Neither",
    "Never",
    "Nevertheless",
    "Next",
    "No",
    "Nobody",
    "None",
    "Nothing",
    "Now",
    "Of",
    "Often",
    "Oh",
    "On",
    "Once",
    "One",
    "Only",
    "Or",
    "Other",
    "Others",
    "Our",
    "Outside",
    "Over",
    "Perhaps",
    "Please",
    "Read",
    "Say",
    "See",
    "Several",
    "Shall",
    "She",
    "She'd",
    "She'll",
    "She's",
    "Should",
    "Similarly",
    "Since",
    "So",
    "Some",
    "Someone",
    "Something",
    "Sometimes",
    "Soon",
    "Still",
    "Such",
    "Suddenly",
    "Surely",
    "Take",
    "Tell",
    "Thank",
    "Thanks",
    "That",
    "That's",
    "The",
    "Their",
    "Then",
    "There",
    "There's",
    "Therefore",
    "These",
    "They",
    "They'd",
    "They'll",
    "They're",
    "They've",
    "This",
    "Those",
    "Though",
    "Through",
    "Thus",
    "To",
    "Today",
    "Tomorrow",
    "Tonight",
    "Too",
    "Try",
    "Turn",
    "Two",
    "Under",
    "Unfortunately",
    "Unless",
    "Until",
    "Upon",
    "Use",
    "Usually",
    "Wait",
    "Was",
    "We",
    "We'd",
    "We'll",
    "We're",
    "We've",
    "Well",
    "Were",
    "What",
    "What's",
    "When",
    "Where",
    "Whether",
    "Which",
    "While",
    "Who",
    "Whose",
    "Why",
    "Will",
    "With",
    "Within",
    "Without",
    "Would",
    "Yes",
    "Yesterday",
    "Yet",
    "You",
    "You'd",
    "You'll",
    "You're",
    "You've",
    "Your",
]);

/// Count nouns without a plural s.
static IRREGULAR_PLURALS: Words = Words::new(&[
    "people",
    "men",
    "women",
    "children",
    "feet",
    "teeth",
    "mice",
    "fish",
    "sheep",
    "percent",
    "hertz",
    "hundred",
    "thousand",
    "million",
    "billion",
    "trillion",
    "won",
    "yen",
    "yuan",
    "staff",
    "police",
    "cattle",
    "deer",
    "aircraft",
    "data",
    "bits",
    "or",
    "degrees",
    "additional",
    "different",
    "new",
    "more",
    "total",
    "square",
    "cubic",
    "other",
    "individual",
    "employees",
    "km",
    "kg",
    "meter",
    "kilometer",
]);

/// Words that end in s and are not plural nouns.
static NOT_PLURALS: Words = Words::new(&[
    "is", "was", "has", "as", "its", "this", "his", "us", "yes", "plus", "minus", "does", "less", "across", "always",
    "census", "olympics", "versus", "says", "means", "marks", "brings", "begins", "starts", "ends", "sees", "comes",
]);

/// The full name of a month given in full or short.
pub(super) fn month(word: &str) -> Option<&'static str> {
    static FILTER: Filter = filter_of_names(&MONTHS);
    if FILTER.may_have_lower(word) { full_name(&MONTHS, word) } else { None }
}

/// The number-th month's name, from 1.
pub(super) fn month_name(number: u64) -> Option<&'static str> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    MONTHS.get(index).map(|(name, _)| *name)
}

/// The full name of a day of the week given in full or short.
pub(super) fn weekday(word: &str) -> Option<&'static str> {
    static FILTER: Filter = filter_of_names(&WEEKDAYS);
    if FILTER.may_have_lower(word) { full_name(&WEEKDAYS, word) } else { None }
}

const fn filter_of_names(table: &[(&str, &[&str])]) -> Filter {
    let mut filter = Filter::new();
    let mut i = 0;
    while i < table.len() {
        let (name, short) = table[i];
        filter = filter.with_lower(name);
        let mut k = 0;
        while k < short.len() {
            filter = filter.with_lower(short[k]);
            k += 1;
        }
        i += 1;
    }
    filter
}

fn full_name(table: &'static [(&'static str, &'static [&'static str])], word: &str) -> Option<&'static str> {
    let matches = |name: &str| word == name || (name.eq_ignore_ascii_case(word) && super::is_all_caps(word));
    table.iter().find(|(name, short)| matches(name) || short.iter().any(|short| matches(short))).map(|(name, _)| *name)
}

/// Whether `word` looks like a plural noun: a number before it counts things.
pub(super) fn is_counted(word: &str) -> bool {
    if word.is_ascii() && !word.ends_with(['s', 'S']) && !IRREGULAR_PLURALS.may_have_lower(word) {
        return false;
    }
    let word = word.to_lowercase();
    IRREGULAR_PLURALS.contains(&word)
        || (word.len() > 3
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !word.ends_with("'s")
            && !NOT_PLURALS.contains(&word))
}

/// The value for a key in a sorted-or-not table of pairs.
pub(super) fn lookup<'t>(table: &'t [(&str, &'t str)], key: &str) -> Option<&'t str> {
    table.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}
