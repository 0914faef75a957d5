//! Choices of readings follow their words while the line around them is edited.

use crate::text::{Choice, Span};

/// The choices whose words lie in what two texts share, with their places in the new one: the first `n_prefix` `char`s of
/// both, or the last `n_suffix`.
pub fn carried(readings: &[Choice], old: &str, new: &str, n_prefix: usize, n_suffix: usize) -> Vec<Choice> {
    let (n_old, n_new) = (old.chars().count(), new.chars().count());
    readings
        .iter()
        .filter_map(|choice| {
            let span = choice.span_in(old)?;
            let place = place_in(span, n_old, n_new, n_prefix, n_suffix)?;
            Some(Choice::at(new, place, &choice.spoken))
        })
        .collect()
}

/// The choices of a line after its text was typed over. One whose words were typed over stays, so that it is there when
/// the words come back, unless it could now be taken for another place's.
pub fn after_typing(readings: &[Choice], old: &str, new: &str) -> Vec<Choice> {
    if readings.is_empty() {
        return Vec::new();
    }
    let (n_old, n_new) = (old.chars().count(), new.chars().count());
    // The two may overlap, as where one of two equal words was deleted: then a choice for either lives on.
    let n_prefix = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
    let n_suffix = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b).count();
    let mut after: Vec<Choice> = Vec::with_capacity(readings.len());
    for choice in readings {
        let place = choice.span_in(old).map(|span| place_in(span, n_old, n_new, n_prefix, n_suffix));
        let moved = match place {
            Some(Some(place)) => Some(Choice::at(new, place, &choice.spoken)),
            Some(None) => choice.span_in(new).is_none().then(|| choice.clone()),
            None => Some(choice.clone()),
        };
        after.extend(moved.filter(|moved| !after.iter().any(|other| is_same_place(other, moved))));
    }
    after
}

fn is_same_place(a: &Choice, b: &Choice) -> bool {
    a.written == b.written && a.nth == b.nth
}

/// Where `span` of the old text is in the new one.
fn place_in(span: Span, n_old: usize, n_new: usize, n_prefix: usize, n_suffix: usize) -> Option<Span> {
    if span.end <= n_prefix {
        Some(span)
    } else if span.start + n_suffix >= n_old {
        let from_end = |at: usize| (n_new + at).checked_sub(n_old);
        Some(Span::new(from_end(span.start)?, from_end(span.end)?))
    } else {
        None
    }
}

/// Sets `choice` among `readings` of a line with this text, in the place of every one it overlaps, in the line's order.
pub fn set(readings: &mut Vec<Choice>, text: &str, choice: Choice) {
    let Some(span) = choice.span_in(text) else { return };
    readings.retain(|other| {
        other.span_in(text).is_none_or(|place| place.end <= span.start || place.start >= span.end) && *other != choice
    });
    let before = |other: &Choice| other.span_in(text).is_some_and(|place| place.start < span.start);
    let at = readings.iter().rposition(before).map_or(0, |place| place + 1);
    readings.insert(at, choice);
}

#[cfg(test)]
mod tests {
    use super::{after_typing, carried, set};
    use crate::text::{Choice, Span};

    fn choice(text: &str, start: usize, end: usize) -> Choice {
        Choice::at(text, Span::new(start, end), "said")
    }

    /// Where the choice for the part of `old` between the bars is in `new`, whose bars tell what is expected.
    fn check(old: &str, new: &str) {
        let bars = |text: &str| {
            let mut parts = text.split('|').map(|part| part.chars().count());
            let start = parts.next().unwrap_or(0);
            (text.replace('|', ""), parts.next().map(|n| Span::new(start, start + n)))
        };
        let ((old_text, place), (new_text, expect)) = (bars(old), bars(new));
        let place = place.expect("a marked place");
        let before = [choice(&old_text, place.start, place.end)];
        let after = after_typing(&before, &old_text, &new_text);
        let found = after.first().and_then(|choice| choice.span_in(&new_text));
        assert_eq!(found, expect, "{old} → {new}");
    }

    #[test]
    fn a_choice_follows_its_words() {
        for (old, new) in [
            ("|2| and 2", "So |2| and 2"),
            ("2 and |2|", "2 and |2|!"),
            ("2 and |2|", "and |2|"),
            ("2 and |2|", "2 or 2 and |2|"),
            ("2 and |2|", "|2|"),
            ("읽은 책, |읽은| 글", "|읽은| 글"),
            // Its words are gone, and what is left is not taken for them.
            ("|2| and 2", "and 2"),
            ("|2| and 2", " and 2"),
            ("2 and |2|", "2 and "),
        ] {
            check(old, new);
        }
    }

    #[test]
    fn words_that_come_back_bring_their_choice_back() {
        let before = [choice("I read it", 2, 6)];
        let gone = after_typing(&before, "I read it", "I rea it");
        assert_eq!(gone, before);
        assert_eq!(after_typing(&gone, "I rea it", "I read it"), before);
    }

    #[test]
    fn the_parts_of_a_line_keep_their_own() {
        let text = "2 cats, 2 dogs";
        let readings = [choice(text, 0, 1), choice(text, 8, 9)];
        let head = carried(&readings, text, "2 cats,", 7, 0);
        assert_eq!(head, [choice("2 cats,", 0, 1)]);
        let tail = carried(&readings, text, "2 dogs", 0, 6);
        assert_eq!(tail, [choice("2 dogs", 0, 1)]);
    }

    #[test]
    fn a_new_choice_takes_the_place_of_what_it_overlaps() {
        let text = "2 cats, 2 dogs";
        let mut readings = vec![choice(text, 0, 1), choice(text, 8, 9)];
        let wide = choice(text, 0, 6);
        set(&mut readings, text, wide.clone());
        assert_eq!(readings, [wide.clone(), choice(text, 8, 9)]);
        let middle = choice(text, 5, 6);
        set(&mut readings, text, middle.clone());
        assert_eq!(readings, [middle, choice(text, 8, 9)]);
    }
}
