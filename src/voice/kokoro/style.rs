//! A speaker's style: 510 rows of 256 numbers, one row for each length of an utterance.

/// Rows of a pack, and phonemes of the longest utterance.
pub const N_ROWS: usize = 510;
/// Numbers of a row.
pub const ROW_LEN: usize = 256;
/// Size of a pack's file: 32-bit numbers, lowest byte first, nothing else.
pub const FILE_LEN: usize = N_ROWS * ROW_LEN * 4;

/// One speaker, or a blend of several.
#[derive(Clone, Debug, PartialEq)]
pub struct StylePack {
    values: Vec<f32>,
}

impl StylePack {
    /// The pack in the bytes of its file; what is wrong with them otherwise.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() != FILE_LEN {
            return Err(format!("a style has {} bytes and should have {FILE_LEN}", bytes.len()));
        }
        let (numbers, _rest) = bytes.as_chunks::<4>();
        let values: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
        // The published packs stay within ±5. Something else than numbers would be heard as noise, or not at all.
        if values.iter().all(|value| value.is_finite() && value.abs() < 1e3) {
            Ok(Self { values })
        } else {
            Err("a style holds something that is not a number of a style".to_owned())
        }
    }

    /// The speakers mixed in these shares, which need not sum to one. `None` without a speaker, or where the shares make
    /// no sense.
    pub fn blend(parts: &[(Self, f32)]) -> Option<Self> {
        let total: f32 = parts.iter().map(|(_, share)| share).sum();
        if parts.is_empty() || parts.iter().any(|&(_, share)| share.is_nan() || share < 0.0) || !total.is_normal() {
            return None;
        }
        let mut values = vec![0.0; N_ROWS * ROW_LEN];
        for (pack, share) in parts {
            for (sum, value) in values.iter_mut().zip(&pack.values) {
                *sum += value * (share / total);
            }
        }
        Some(Self { values })
    }

    /// The row for an utterance of `n_phonemes`, the pads at its ends not counted.
    ///
    /// Three conventions are about: row N − 1 (the model's own code), row N (kokoro-js), and row N + 2 (the pads counted).
    /// This is kokoro-js's, with its limit: the packs come from that package, and the rates of error that we know were
    /// measured so. Neighbouring rows differ too little to be told apart by ear.
    pub fn row(&self, n_phonemes: usize) -> &[f32] {
        let row = n_phonemes.min(N_ROWS - 1);
        &self.values[row * ROW_LEN..(row + 1) * ROW_LEN]
    }
}

#[cfg(test)]
pub mod tests {
    use super::{FILE_LEN, N_ROWS, ROW_LEN, StylePack};

    /// The bytes of a pack in which each row holds its own number times `scale`.
    pub fn pack_bytes(scale: f32) -> Vec<u8> {
        let values = (0..N_ROWS).flat_map(|row| [row as f32 * scale; ROW_LEN]);
        values.flat_map(f32::to_le_bytes).collect()
    }

    #[test]
    fn the_row_goes_by_the_number_of_phonemes() {
        let pack = StylePack::parse(&pack_bytes(0.5)).expect("whole");
        for (n_phonemes, row) in [(0, 0.0), (1, 0.5), (508, 254.0), (509, 254.5), (510, 254.5), (9_999, 254.5)] {
            assert_eq!(pack.row(n_phonemes), [row; ROW_LEN], "{n_phonemes}");
        }
    }

    #[test]
    fn what_is_no_pack_is_refused() {
        let whole = pack_bytes(1.0);
        let with = |value: f32| {
            let mut bytes = whole.clone();
            bytes[400..404].copy_from_slice(&value.to_le_bytes());
            bytes
        };
        assert!(StylePack::parse(&whole[4..]).expect_err("short").contains(&FILE_LEN.to_string()));
        for (bytes, why) in [(with(f32::NAN), "NaN"), (with(f32::INFINITY), "infinite"), (with(1e20), "huge")] {
            assert!(StylePack::parse(&bytes).is_err(), "{why}");
        }
        assert!(StylePack::parse(&[]).is_err());
    }

    #[test]
    fn a_blend_is_the_weighted_mean() {
        let [one, two] = [0.25, 1.0].map(|scale| StylePack::parse(&pack_bytes(scale)).expect("whole"));
        let blend = |a: f32, b: f32| StylePack::blend(&[(one.clone(), a), (two.clone(), b)]);
        assert_eq!(blend(1.0, 0.0), Some(one.clone()));
        assert_eq!(blend(2.0, 2.0).expect("a blend").row(8), [5.0; ROW_LEN]);
        assert_eq!(blend(3.0, 1.0).expect("a blend").row(16), [7.0; ROW_LEN]);
        assert_eq!((blend(0.0, 0.0), blend(2.0, -1.0), blend(f32::NAN, 1.0)), (None, None, None));
        assert_eq!(StylePack::blend(&[]), None);
    }
}
