//! The symbols that a model knows, and their ids.

use std::collections::HashMap;

/// The table of one voice.
#[derive(Clone, Debug)]
pub struct Symbols {
    ids: HashMap<char, Vec<i64>>,
    replaced: HashMap<char, Vec<char>>,
    start: Vec<i64>,
    pad: Vec<i64>,
    end: Vec<i64>,
}

/// Marks of the table that are no sounds.
const START: char = '^';
const PAD: char = '_';
const END: char = '$';

impl Symbols {
    /// Of the two tables of a description; ids must lie below `n_symbols`. The error says what is wrong.
    pub fn new(
        id_map: &HashMap<String, Vec<i64>>,
        replaced: &HashMap<String, Vec<String>>,
        n_symbols: Option<i64>,
    ) -> Result<Self, String> {
        let mut ids = HashMap::new();
        for (name, list) in id_map {
            let limit = n_symbols.unwrap_or(i64::MAX);
            if let Some(id) = list.iter().find(|id| !(0..limit).contains(id)) {
                return Err(format!("in its description the symbol “{name}” has the id {id}, which the model lacks"));
            }
            // Text is looked up one code point at a time: a longer name is never met.
            if let Some(symbol) = single(name) {
                ids.insert(symbol, list.clone());
            }
        }
        let mark = |symbol: char| {
            ids.get(&symbol).filter(|list| !list.is_empty()).cloned().ok_or_else(|| {
                format!("its description has no symbol “{symbol}” in “phoneme_id_map”, which every model needs")
            })
        };
        let (start, pad, end) = (mark(START)?, mark(PAD)?, mark(END)?);
        for mark in [START, PAD, END] {
            ids.remove(&mark);
        }
        let replaced = replaced
            .iter()
            .filter_map(|(name, list)| Some((single(name)?, list.iter().flat_map(|text| text.chars()).collect())))
            .collect();
        Ok(Self { ids, replaced, start, pad, end })
    }

    /// The symbol that stands for `symbol`: itself, or its small letter.
    fn known_as(&self, symbol: char) -> Option<char> {
        if self.ids.contains_key(&symbol) {
            return Some(symbol);
        }
        let mut lower = symbol.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(small), None) if self.ids.contains_key(&small) => Some(small),
            _ => None,
        }
    }

    /// Whether the model was trained with `symbol`.
    pub fn has(&self, symbol: char) -> bool {
        self.ids.contains_key(&symbol)
    }

    /// The symbols of `phonemes` that the model knows. The others go to `unspoken`; spaces and marks of punctuation that
    /// it does not know are just left out.
    pub fn known(&self, phonemes: &str, unspoken: &mut String) -> String {
        let mut known = String::with_capacity(phonemes.len());
        for symbol in phonemes.chars() {
            let own = std::slice::from_ref(&symbol);
            for &symbol in self.replaced.get(&symbol).map_or(own, Vec::as_slice) {
                match self.known_as(symbol) {
                    Some(symbol) => known.push(symbol),
                    None if symbol.is_alphanumeric() => unspoken.push(symbol),
                    None => {}
                }
            }
        }
        known
    }

    /// The ids of known symbols: the start mark, a pad, each symbol followed by a pad, the end mark.
    pub fn ids(&self, phonemes: &str) -> Vec<i64> {
        let mut ids = self.start.clone();
        ids.extend(&self.pad);
        for list in phonemes.chars().filter_map(|symbol| self.ids.get(&symbol)) {
            ids.extend(list);
            ids.extend(&self.pad);
        }
        ids.extend(&self.end);
        ids
    }
}

fn single(name: &str) -> Option<char> {
    let mut chars = name.chars();
    chars.next().filter(|_| chars.next().is_none())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Symbols;

    fn symbols() -> Symbols {
        let table = [("_", &[0][..]), ("^", &[1]), ("$", &[2]), (" ", &[3]), ("a", &[4]), ("e", &[5, 6]), ("ch", &[7])];
        let ids: HashMap<String, Vec<i64>> = table.iter().map(|&(name, ids)| (name.to_owned(), ids.to_vec())).collect();
        let replaced = HashMap::from([("æ".to_owned(), vec!["a".to_owned(), "e".to_owned()])]);
        Symbols::new(&ids, &replaced, Some(8)).expect("is whole")
    }

    #[test]
    fn a_pad_stands_after_the_start_and_after_each_symbol() {
        for (phonemes, expect) in [
            ("", &[1, 0, 2][..]),
            ("a", &[1, 0, 4, 0, 2]),
            ("ae a", &[1, 0, 4, 0, 5, 6, 0, 3, 0, 4, 0, 2]),
            ("xa", &[1, 0, 4, 0, 2]),
        ] {
            assert_eq!(symbols().ids(phonemes), expect, "{phonemes}");
        }
    }

    #[test]
    fn what_is_unknown_is_told() {
        let mut unspoken = String::new();
        // Marks of the table are no text: a dollar sign must not end the utterance.
        assert_eq!(symbols().known("aE, æ가1_^$!", &mut unspoken), "ae ae");
        assert_eq!(unspoken, "가1");
    }
}
