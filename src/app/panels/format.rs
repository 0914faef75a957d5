//! Times and sizes as people read them.

use crate::app::i18n::Texts;

/// Seconds as `03:45.0`, or `1:03:45` from an hour on.
pub fn clock(secs: f64) -> String {
    let secs = if secs.is_finite() { secs.max(0.0) } else { 0.0 };
    let tenths = (secs * 10.0).round() as u64;
    let (hours, minutes, seconds) = (tenths / 36_000, tenths / 600 % 60, tenths / 10 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}.{}", tenths % 10)
    }
}

/// The length of a line: `4.9`, or `1:04` from a minute on.
pub fn length(secs: f64) -> String {
    if secs < 59.95 {
        format!("{secs:.1}")
    } else {
        let secs = secs.round() as u64;
        format!("{}:{:02}", secs / 60, secs % 60)
    }
}

/// A stretch of time in words: seconds, or minutes from two minutes on.
pub fn duration(secs: f64, texts: &Texts) -> String {
    let secs = secs.max(1.0).round();
    if secs < 120.0 {
        texts.with("n-seconds", &[("n", (secs as u64).into())])
    } else {
        texts.with("n-minutes", &[("n", ((secs / 60.0).round() as u64).into())])
    }
}

/// Bytes in gigabytes with one decimal.
pub fn gigabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1u32 << 30))
}

/// The size of a file.
pub fn file_size(bytes: u64) -> String {
    let bytes = bytes as f64;
    if bytes >= 1e9 {
        format!("{:.1} GB", bytes / 1e9)
    } else if bytes >= 1e6 {
        format!("{:.1} MB", bytes / 1e6)
    } else {
        format!("{:.0} kB", (bytes / 1e3).max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{clock, file_size, length};

    #[test]
    fn times_and_sizes() {
        for (secs, expect) in [
            (0.0, "00:00.0"),
            (12.44, "00:12.4"),
            (59.96, "01:00.0"),
            (225.0, "03:45.0"),
            (3725.0, "1:02:05"),
            (-1.0, "00:00.0"),
            (f64::NAN, "00:00.0"),
        ] {
            assert_eq!(clock(secs), expect, "{secs}");
        }
        for (secs, expect) in [(4.94, "4.9"), (59.94, "59.9"), (59.96, "1:00"), (64.4, "1:04")] {
            assert_eq!(length(secs), expect, "{secs}");
        }
        assert_eq!(file_size(3_600_000), "3.6 MB");
        assert_eq!(file_size(12), "1 kB");
    }
}
