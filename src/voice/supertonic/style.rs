//! Who speaks: two tensors, which hold everything about a speaker.
//!
//! Published as one JSON file per speaker, or all of them in one binary file of a converted bundle. A mixture of two
//! speakers is the mixture of their numbers.

use serde::Deserialize;

/// Shape of the part that the text encoder and the vector estimator see, for one speaker.
pub const TTL_SHAPE: [usize; 3] = [1, 50, 256];
/// Shape of the part that the duration predictor sees, for one speaker.
pub const DP_SHAPE: [usize; 3] = [1, 8, 16];

/// The ids of the published speakers, in the order in which the binary file has them: its converter sorts the JSON files
/// by name. Their names for people differ between bundles; the ids do not.
pub const SPEAKERS: [&str; 10] = ["F1", "F2", "F3", "F4", "F5", "M1", "M2", "M3", "M4", "M5"];

/// A speaker.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// As [`TTL_SHAPE`], row-major.
    pub ttl: Vec<f32>,
    /// As [`DP_SHAPE`], row-major.
    pub dp: Vec<f32>,
}

#[derive(Deserialize)]
struct StyleFile {
    style_ttl: Part,
    style_dp: Part,
}

#[derive(Deserialize)]
struct Part {
    dims: Vec<usize>,
    data: Nested,
}

/// Numbers in lists in lists, however deep.
#[derive(Deserialize)]
#[serde(untagged)]
enum Nested {
    Number(f32),
    List(Vec<Nested>),
}

impl Nested {
    fn flatten_into(self, numbers: &mut Vec<f32>) {
        match self {
            Self::Number(number) => numbers.push(number),
            Self::List(list) => list.into_iter().for_each(|inner| inner.flatten_into(numbers)),
        }
    }
}

impl Style {
    /// The speaker in the JSON file with this content. The error says what is wrong with it.
    pub fn from_json(content: &[u8]) -> Result<Self, String> {
        let file: StyleFile =
            serde_json::from_slice(content).map_err(|error| format!("it is not the style of a speaker: {error}"))?;
        Ok(Self {
            ttl: file.style_ttl.numbers("style_ttl", &TTL_SHAPE)?,
            dp: file.style_dp.numbers("style_dp", &DP_SHAPE)?,
        })
    }

    /// The speaker `index` of the binary file with this content: the shapes of both parts with the number of speakers in
    /// the place of the one (six 64-bit integers), then the first part of all speakers, then the second, as 32-bit
    /// floating point; all little-endian.
    pub fn from_bytes(content: &[u8], index: usize) -> Result<Self, String> {
        let (head, rest) = content.split_at_checked(6 * 8).ok_or("it is cut short")?;
        let dims: Vec<usize> = head
            .as_chunks::<8>()
            .0
            .iter()
            .map(|&bytes| usize::try_from(i64::from_le_bytes(bytes)).unwrap_or_default())
            .collect();
        let n_speakers = dims[0];
        let expected = [n_speakers, TTL_SHAPE[1], TTL_SHAPE[2], n_speakers, DP_SHAPE[1], DP_SHAPE[2]];
        let (n_ttl, n_dp) = (TTL_SHAPE.iter().product::<usize>(), DP_SHAPE.iter().product::<usize>());
        let n_bytes = n_speakers.checked_mul(4 * (n_ttl + n_dp));
        if dims != expected || n_bytes != Some(rest.len()) {
            return Err(format!("its shape {dims:?} and its {} bytes do not fit together", content.len()));
        }
        if index >= n_speakers {
            return Err(format!("it has {n_speakers} speakers and number {} is wanted", index + 1));
        }
        let (all_ttl, all_dp) = rest.split_at(4 * n_speakers * n_ttl);
        Ok(Self { ttl: floats(all_ttl, index, n_ttl)?, dp: floats(all_dp, index, n_dp)? })
    }

    /// The mixture of two speakers: `weight` 0 is this one, 1 the other.
    #[must_use]
    pub fn blended(&self, other: &Self, weight: f32) -> Self {
        let mix = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * (1.0 - weight) + b * weight).collect();
        Self { ttl: mix(&self.ttl, &other.ttl), dp: mix(&self.dp, &other.dp) }
    }
}

impl Part {
    fn numbers(self, name: &str, shape: &[usize; 3]) -> Result<Vec<f32>, String> {
        if self.dims != shape {
            return Err(format!("“{name}” has the shape {:?} and should have {shape:?}", self.dims));
        }
        let mut numbers = Vec::with_capacity(shape.iter().product());
        self.data.flatten_into(&mut numbers);
        if numbers.len() != shape.iter().product::<usize>() {
            return Err(format!("“{name}” has {} numbers, which do not fill its shape {shape:?}", numbers.len()));
        }
        finite(numbers)
    }
}

fn floats(all: &[u8], index: usize, n: usize) -> Result<Vec<f32>, String> {
    let numbers = all.as_chunks::<4>().0.iter().skip(index * n).take(n);
    finite(numbers.map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

fn finite(numbers: Vec<f32>) -> Result<Vec<f32>, String> {
    if numbers.iter().all(|number| number.is_finite()) { Ok(numbers) } else { Err("not all are numbers".to_owned()) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{DP_SHAPE, Style, TTL_SHAPE};

    /// A made speaker, whose numbers are around `level`.
    pub fn made(level: f32) -> Style {
        let numbers = |shape: [usize; 3]| {
            (0..shape.iter().product::<usize>()).map(|i| level + (i % 7) as f32 / 1_024.0).collect()
        };
        Style { ttl: numbers(TTL_SHAPE), dp: numbers(DP_SHAPE) }
    }

    /// The JSON file of a speaker.
    pub fn json(style: &Style) -> Vec<u8> {
        let nested = |numbers: &[f32], shape: [usize; 3]| {
            let rows: Vec<_> = numbers.chunks(shape[2]).collect();
            serde_json::json!({"dims": shape, "data": [rows], "type": "float32"})
        };
        let file = serde_json::json!({
            "style_ttl": nested(&style.ttl, TTL_SHAPE), "style_dp": nested(&style.dp, DP_SHAPE),
            "metadata": {"source_file": "made"},
        });
        serde_json::to_vec(&file).expect("is JSON")
    }

    /// The binary file of some speakers.
    pub fn bytes(styles: &[Style]) -> Vec<u8> {
        let n = styles.len();
        let dims = [n, TTL_SHAPE[1], TTL_SHAPE[2], n, DP_SHAPE[1], DP_SHAPE[2]];
        let mut bytes: Vec<u8> = dims.iter().flat_map(|&dim| (dim as u64).to_le_bytes()).collect();
        for part in [|style: &Style| style.ttl.clone(), |style: &Style| style.dp.clone()] {
            bytes.extend(styles.iter().flat_map(part).flat_map(f32::to_le_bytes));
        }
        bytes
    }

    fn check(result: Result<Style, String>, expect: &str) {
        let problem = result.expect_err(expect);
        assert!(problem.contains(expect), "{problem}");
    }

    #[test]
    fn both_files_give_the_same_speakers() {
        let styles = [made(0.1), made(-0.2), made(0.3)];
        let file = bytes(&styles);
        for (index, style) in styles.iter().enumerate() {
            assert_eq!(&Style::from_bytes(&file, index).expect("reads"), style);
            assert_eq!(&Style::from_json(&json(style)).expect("reads"), style);
        }
        check(Style::from_bytes(&file, 3), "3 speakers and number 4");
    }

    #[test]
    fn what_is_no_speaker_is_told() {
        let text = String::from_utf8(json(&made(0.0))).expect("is text");
        let json = |from: &str, to: &str| Style::from_json(text.replacen(from, to, 1).as_bytes());
        check(json("style_dp", "style"), "missing field `style_dp`");
        check(json("[1,8,16]", "[1,8,15]"), "“style_dp” has the shape [1, 8, 15] and should have [1, 8, 16]");
        check(json("[0.0,", "["), "which do not fill its shape");
        check(json("[0.0,", "[1e39,"), "not all are numbers");
        check(json("[0.0,", "[\"a\","), "not the style of a speaker");
        let file = bytes(&[made(0.0)]);
        check(Style::from_bytes(&file[..40], 0), "cut short");
        check(Style::from_bytes(&file[..file.len() - 4], 0), "do not fit together");
        let wrong = |at: usize, byte: u8| {
            let mut wrong = file.clone();
            wrong[at] = byte;
            Style::from_bytes(&wrong, 0)
        };
        check(wrong(0, 2), "do not fit together");
        check(wrong(7, 0x7f), "do not fit together");
        check(wrong(8, 49), "do not fit together");
        let mut infinite = made(0.0);
        infinite.dp[3] = f32::INFINITY;
        check(Style::from_bytes(&bytes(&[infinite]), 0), "not all are numbers");
    }

    #[test]
    fn two_speakers_mix_in_a_line() {
        let (one, other) = (made(0.0), made(1.0));
        assert_eq!(one.blended(&other, 0.0), one);
        assert_eq!(one.blended(&other, 1.0), other);
        let mixed = one.blended(&other, 0.25);
        for (mixed, one) in mixed.ttl.iter().chain(&mixed.dp).zip(one.ttl.iter().chain(&one.dp)) {
            assert!((mixed - (one + 0.25)).abs() < 1e-6);
        }
    }
}
