//! Putting readings into a line before the rules of its language see it.

use std::ops::Range;

use super::entry::phonemes_of;
use super::matcher::{BREAK, Found, Lexicons};
use super::{fold, particles};
use crate::text::markup::{Glyph, Item};
use crate::text::{Language, Origin, Span, Warning, choice};

/// How entries are applied.
#[derive(Clone, Copy, Debug)]
pub(in crate::text) struct Options {
    pub language: Language,
    /// Whether the voice takes phonemes in the text.
    pub takes_phonemes: bool,
    /// Whether Korean particles stay as written although the reading ends in another sound.
    pub keeps_particles: bool,
}

/// A stretch of the source with the reading that an entry gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) struct Reading {
    pub source: Span,
    pub spoken: String,
    /// [`Origin::Lexicon`] or [`Origin::Chosen`].
    pub origin: Origin,
}

/// What the lexicons make of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::text) struct Applied {
    /// In source order, without overlaps.
    pub readings: Vec<Reading>,
    pub warnings: Vec<Warning>,
}

impl Applied {
    /// With the readings of the rest of the line.
    pub fn with(mut self, rest: Self) -> Self {
        self.readings.extend(rest.readings);
        self.readings.sort_by_key(|reading| reading.source.start);
        self.warnings.extend(rest.warnings);
        self
    }
}

impl Lexicons {
    /// What entries apply to a line that [`crate::text::markup::scan`] has seen.
    pub(in crate::text) fn read(&self, items: &[Item], source: &[char], options: Options) -> Applied {
        let mut applied = Applied::default();
        if self.is_empty() {
            return applied;
        }
        if !self.may_apply(items, options.language) {
            return applied;
        }
        let line = Line::new(items, source);
        for Found { start, end, at, spoken } in self.find(&line.haystack, options.language) {
            let place = Span::new(line.spans[start].start, line.spans[end - 1].end);
            line.read(place, start..end, spoken, Origin::Lexicon(at), options, &mut applied);
        }
        drop_overlaps(&mut applied.readings);
        applied
    }

    /// What entries make of a text, as one string: equal where lexicons make the same of it. Part of what a recording
    /// depends on, so that a change of an entry makes those recordings stale that it touches, and no others.
    pub fn digest(&self, text: &str, reading: &crate::text::Reading) -> String {
        use std::fmt::Write as _;
        let mut digest = String::new();
        if !self.is_empty() {
            let source: Vec<char> = crate::text::normalize::nfc(text).chars().collect();
            let items = crate::text::markup::scan(&source);
            let chosen = choice::read(reading, &items, &source);
            let items = put(items, &chosen.readings);
            for Reading { source, spoken, .. } in self.read(&items, &source, reading.lexicon_options()).readings {
                write!(digest, "{}-{}={spoken}\u{0}", source.start, source.end).expect("a string takes all");
            }
        }
        digest
    }
}

/// A line as entries see it.
struct Line<'a> {
    source: &'a [char],
    /// Its folded characters. What nothing is read across is [`BREAK`].
    haystack: Vec<char>,
    /// Their places in the source.
    spans: Vec<Span>,
}

impl<'a> Line<'a> {
    fn new(items: &[Item], source: &'a [char]) -> Self {
        let (haystack, spans) = haystack(items, source);
        Self { source, haystack, spans }
    }

    /// Reads the characters `at` of the haystack, which stand for `place`, as `spoken`. A particle behind follows.
    fn read(&self, place: Span, at: Range<usize>, spoken: String, origin: Origin, options: Options, to: &mut Applied) {
        if place.n_chars() == 0 {
            return;
        }
        match phonemes_of(&spoken) {
            Some(_) if !options.takes_phonemes => {
                let written = self.source[place.range()].iter().collect();
                to.warnings.push(match origin {
                    Origin::Lexicon(entry) => Warning::PhonemesNotTaken { written, entry },
                    _ => Warning::ChosenPhonemesNotTaken { written },
                });
            }
            Some(phonemes) => {
                let word: String = self.haystack[at].iter().collect();
                to.readings.push(Reading { source: place, spoken: inline(&word, phonemes), origin });
            }
            None => {
                let last = spoken.chars().rfind(|c| c.is_alphanumeric());
                to.readings.push(Reading { source: place, spoken, origin });
                if options.language == Language::Korean && !options.keeps_particles {
                    to.readings.extend(last.and_then(|last| self.particle(at.end, last, origin)));
                }
            }
        }
    }

    /// The particle at `end` in the form that fits a reading that ends in `last`, where it is written in another.
    fn particle(&self, end: usize, last: char, origin: Origin) -> Option<Reading> {
        let rest = self.haystack[end..].iter().take(particles::MAX_RUN + 1);
        let run: Vec<char> = rest.copied().take_while(|&c| particles::is_syllable(c)).collect();
        let fitting = particles::fitting(&run, last)?;
        let source = Span::new(self.spans[end].start, self.spans[end + run.len() - 1].end);
        Some(Reading { source, spoken: fitting.to_owned(), origin })
    }
}

/// What the person chose for `places`, which are in source order without overlaps, whole characters, and read.
pub(in crate::text) fn chosen(
    items: &[Item],
    source: &[char],
    places: Vec<(Span, String)>,
    options: Options,
) -> Applied {
    let mut applied = Applied::default();
    let line = Line::new(items, source);
    for (place, spoken) in places {
        let start = line.spans.partition_point(|span| span.start < place.start);
        let end = line.spans.partition_point(|span| span.start < place.end);
        line.read(place, start..end, spoken, Origin::Chosen, options, &mut applied);
    }
    drop_overlaps(&mut applied.readings);
    applied
}

fn haystack(items: &[Item], source: &[char]) -> (Vec<char>, Vec<Span>) {
    let mut haystack: Vec<char> = Vec::with_capacity(items.len());
    let mut spans: Vec<Span> = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Item::Glyph(Glyph { c, source }) => {
                let c = fold::plain(*c);
                if c != ' ' || haystack.last() != Some(&' ') {
                    haystack.push(c);
                    spans.push(*source);
                } else if let Some(last) = spans.last_mut() {
                    last.end = source.end;
                }
            }
            // An entry may give a picture words.
            Item::Silent(Origin::Dropped("emoji" | "symbol"), span) => {
                for i in span.range() {
                    haystack.push(if source[i].is_whitespace() { BREAK } else { source[i] });
                    spans.push(Span::new(i, i + 1));
                }
            }
            Item::Silent(Origin::Pause(_) | Origin::Lexicon(_) | Origin::Chosen, span) => {
                haystack.push(BREAK);
                spans.push(*span);
            }
            Item::Silent(..) => {}
        }
    }
    (haystack, spans)
}

/// The inline pronunciation that voices with phonemes understand.
fn inline(word: &str, phonemes: &str) -> String {
    // The word is for people and for the tagger; nothing in it may look like the end of a sentence or of the link.
    let word: String = word.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | '-')).collect();
    let word = word.trim();
    format!("[{}](/{phonemes}/)", if word.is_empty() { "…" } else { word })
}

/// The word of an inline pronunciation.
pub(in crate::text) fn word_of_inline(spoken: &str) -> Option<&str> {
    let (word, rest) = spoken.strip_prefix('[')?.split_once("](/")?;
    rest.ends_with("/)").then_some(word)
}

/// A particle may itself be what the next entry reads: the entry counts.
fn drop_overlaps(readings: &mut Vec<Reading>) {
    let starts: Vec<usize> = readings.iter().skip(1).map(|reading| reading.source.start).collect();
    let mut next = starts.into_iter();
    readings.retain(|reading| next.next().is_none_or(|start| start >= reading.source.end));
}

/// Puts the readings in the place of the items that they stand for. The items still tile the source.
pub(in crate::text) fn put(items: Vec<Item>, readings: &[Reading]) -> Vec<Item> {
    if readings.is_empty() {
        return items;
    }
    let mut left = readings.iter().peekable();
    let mut put = Vec::with_capacity(items.len());
    let mut items = items.into_iter();
    while let Some(item) = items.next() {
        if left.peek().is_none() {
            put.push(item);
            put.extend(items.by_ref());
            break;
        }
        let span = match &item {
            Item::Glyph(glyph) => glyph.source,
            Item::Silent(_, span) => *span,
        };
        // What of the item lies before, between and behind readings.
        let mut at = span.start;
        let mut is_cut = false;
        while let Some(reading) = left.peek().filter(|reading| reading.source.start < span.end) {
            is_cut = true;
            if at < reading.source.start {
                put.push(part(&item, Span::new(at, reading.source.start)));
            }
            if reading.source.start >= span.start {
                put.push(Item::Silent(reading.origin, reading.source));
            }
            at = at.max(reading.source.end);
            if reading.source.end > span.end {
                break;
            }
            left.next();
        }
        if !is_cut {
            put.push(item);
        } else if at < span.end {
            put.push(part(&item, Span::new(at, span.end)));
        }
    }
    put
}

/// A part of an item that a reading cuts. Glyphs are whole or gone.
fn part(item: &Item, span: Span) -> Item {
    match item {
        Item::Silent(origin, _) => Item::Silent(*origin, span),
        Item::Glyph(glyph) => Item::Glyph(Glyph { c: glyph.c, source: span }),
    }
}
