//! What a voice says about itself in the file `<name>.onnx.json` beside its model.

use std::collections::HashMap;

use serde::Deserialize;

use super::symbols::Symbols;
use crate::text::Language;

/// How the text of a voice becomes what its model was trained on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhonemeType {
    /// The phonemes of espeak-ng in this voice or language of it.
    Espeak(String),
    /// The letters themselves.
    Text,
}

/// The numbers that steer the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Variation of the sound.
    pub noise: f32,
    /// Length of everything: 2 is half as fast.
    pub length: f32,
    /// Variation of the durations.
    pub noise_w: f32,
}

/// A checked file.
#[derive(Clone, Debug)]
pub struct Config {
    /// Samples per second.
    pub rate_hz: u32,
    /// See `Scales`.
    pub scales: Scales,
    /// See [`PhonemeType`].
    pub phoneme_type: PhonemeType,
    /// The symbols and their ids.
    pub symbols: Symbols,
    /// How many speakers the model has.
    pub n_speakers: u32,
    /// The tag of its language as the file has it, and that language's name in English; empty if it says nothing.
    pub language_tag: String,
    /// See `language_tag`.
    pub language_name: String,
}

/// Largest file that is read; a voice with a thousand named speakers has 30 kB.
pub const MAX_BYTES: u64 = 4 << 20;

/// Rates that can be right: published voices have 16,000 and 22,050.
const RATES_HZ: std::ops::RangeInclusive<u32> = 8_000..=48_000;

#[derive(Deserialize)]
struct Raw {
    audio: Option<RawAudio>,
    espeak: Option<RawEspeak>,
    inference: Option<RawInference>,
    phoneme_type: Option<String>,
    phoneme_map: Option<HashMap<String, Vec<String>>>,
    phoneme_id_map: Option<HashMap<String, Vec<i64>>>,
    num_symbols: Option<i64>,
    num_speakers: Option<u32>,
    language: Option<RawLanguage>,
}

#[derive(Deserialize)]
struct RawAudio {
    sample_rate: Option<u32>,
}

#[derive(Deserialize)]
struct RawEspeak {
    voice: Option<String>,
}

#[derive(Default, Deserialize)]
struct RawInference {
    noise_scale: Option<f32>,
    length_scale: Option<f32>,
    noise_w: Option<f32>,
}

#[derive(Deserialize)]
struct RawLanguage {
    code: Option<String>,
    name_english: Option<String>,
}

impl Config {
    /// Reads the text of a file; the error says in words what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let raw: Raw = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| format!("its description is no Piper description: {error}"))?;
        let missing = |field: &str| format!("its description lacks “{field}”");
        let rate_hz = raw.audio.and_then(|audio| audio.sample_rate).ok_or_else(|| missing("audio.sample_rate"))?;
        if !RATES_HZ.contains(&rate_hz) {
            return Err(format!("its description says {rate_hz} samples per second, which cannot be right"));
        }
        let espeak_voice = raw.espeak.and_then(|espeak| espeak.voice).filter(|voice| !voice.is_empty());
        let phoneme_type = phoneme_type(raw.phoneme_type.as_deref(), espeak_voice.as_deref())?;
        let id_map = raw.phoneme_id_map.ok_or_else(|| missing("phoneme_id_map"))?;
        let symbols = Symbols::new(&id_map, &raw.phoneme_map.unwrap_or_default(), raw.num_symbols)?;
        let language = raw.language.unwrap_or(RawLanguage { code: None, name_english: None });
        Ok(Self {
            rate_hz,
            scales: scales(&raw.inference.unwrap_or_default())?,
            phoneme_type,
            symbols,
            n_speakers: raw.num_speakers.unwrap_or(1).max(1),
            language_tag: language.code.or(espeak_voice).unwrap_or_default(),
            language_name: language.name_english.unwrap_or_default(),
        })
    }

    /// The language it speaks, if this program reads it.
    pub fn language(&self) -> Option<Language> {
        Language::from_tag(&self.language_tag)
    }

    /// Whether `[word](/phonemes/)` in a text can be spoken: phonemes are what the model takes, and those in texts are
    /// English ones.
    pub fn takes_phonemes(&self) -> bool {
        matches!(self.phoneme_type, PhonemeType::Espeak(_)) && self.language() == Some(Language::English)
    }
}

fn phoneme_type(name: Option<&str>, espeak_voice: Option<&str>) -> Result<PhonemeType, String> {
    // Files of the first versions do not say it, and some say the name of the constant.
    let name = name.unwrap_or("espeak").to_ascii_lowercase();
    match name.trim_start_matches("phonemetype.") {
        "espeak" => {
            let voice = espeak_voice.ok_or("its description lacks “espeak.voice”")?;
            // It becomes an argument of a program, which would also take the path of a file.
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
            if voice.starts_with('-') || voice.len() > 64 || !voice.chars().all(is_plain) {
                return Err("its description names no voice of espeak-ng in “espeak.voice”".to_owned());
            }
            Ok(PhonemeType::Espeak(voice.to_owned()))
        }
        "text" => Ok(PhonemeType::Text),
        other => Err(format!("it takes “{other}” for phonemes; this version knows “espeak” and “text”")),
    }
}

/// What a file does not say is what Piper itself uses.
fn scales(raw: &RawInference) -> Result<Scales, String> {
    let scales = Scales {
        noise: raw.noise_scale.unwrap_or(0.667),
        length: raw.length_scale.unwrap_or(1.0),
        noise_w: raw.noise_w.unwrap_or(0.8),
    };
    let is_sane = (0.0..=5.0).contains(&scales.noise)
        && (0.0..=5.0).contains(&scales.noise_w)
        && (0.1..=10.0).contains(&scales.length);
    if is_sane {
        Ok(scales)
    } else {
        Err("the scales under “inference” in its description cannot be right".to_owned())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::{Value, json};

    use super::{Config, PhonemeType, Scales};
    use crate::text::Language;

    /// A description as a published voice has it.
    pub fn description() -> Value {
        json!({
            "audio": {"sample_rate": 22050, "quality": "medium"},
            "espeak": {"voice": "en-us"},
            "inference": {"noise_scale": 0.5, "length_scale": 1.25, "noise_w": 0.75},
            "phoneme_type": "espeak",
            "phoneme_map": {},
            "phoneme_id_map": {"_": [0], "^": [1], "$": [2], " ": [3], ".": [4], ",": [5], "a": [6], "e": [7, 8], "ɪ": [9]},
            "num_symbols": 256,
            "num_speakers": 1,
            "speaker_id_map": {},
            "language": {"code": "en_US", "family": "en", "name_english": "English"},
        })
    }

    /// The description without the field at this path.
    fn without(path: &str) -> String {
        let mut value = description();
        let (parent, name) = path.rsplit_once('/').expect("a path");
        value.pointer_mut(parent).expect("is there").as_object_mut().expect("an object").remove(name);
        value.to_string()
    }

    fn with(path: &str, new: Value) -> String {
        let mut value = description();
        *value.pointer_mut(path).expect("is there") = new;
        value.to_string()
    }

    #[test]
    fn a_published_description() {
        let config = Config::parse(&format!("\u{feff}{}", description())).expect("parses");
        assert_eq!(config.rate_hz, 22_050);
        assert_eq!(config.scales, Scales { noise: 0.5, length: 1.25, noise_w: 0.75 });
        assert_eq!(config.phoneme_type, PhonemeType::Espeak("en-us".to_owned()));
        assert_eq!((config.n_speakers, config.language()), (1, Some(Language::English)));
        assert!(config.takes_phonemes());
    }

    #[test]
    fn what_may_be_left_out() {
        let config = Config::parse(&without("/inference")).expect("parses");
        assert_eq!(config.scales, Scales { noise: 0.667, length: 1.0, noise_w: 0.8 });
        for path in ["/phoneme_type", "/phoneme_map", "/num_symbols", "/num_speakers", "/audio/quality"] {
            let config = Config::parse(&without(path)).expect(path);
            assert_eq!(config.phoneme_type, PhonemeType::Espeak("en-us".to_owned()));
            assert_eq!(config.n_speakers, 1);
        }
        // The oldest files do not name their language.
        assert_eq!(Config::parse(&without("/language")).expect("parses").language(), Some(Language::English));
        assert_eq!(Config::parse(&with("/phoneme_map", Value::Null)).expect("parses").n_speakers, 1);
    }

    #[test]
    fn what_is_missing_or_wrong_is_said_in_words() {
        for (text, part) in [
            (without("/audio"), "lacks “audio.sample_rate”"),
            (without("/audio/sample_rate"), "lacks “audio.sample_rate”"),
            (without("/espeak"), "lacks “espeak.voice”"),
            (without("/phoneme_id_map"), "lacks “phoneme_id_map”"),
            (without("/phoneme_id_map/_"), "no symbol “_”"),
            (without("/phoneme_id_map/^"), "no symbol “^”"),
            (with("/phoneme_id_map/a", json!([256])), "“a” has the id 256"),
            (with("/phoneme_id_map/a", json!([-1])), "“a” has the id -1"),
            (with("/audio/sample_rate", json!(0)), "0 samples per second"),
            (with("/inference/length_scale", json!(0)), "scales"),
            (with("/inference/noise_w", json!(1e30)), "scales"),
            (with("/phoneme_type", json!("pinyin")), "“pinyin”"),
            (with("/espeak/voice", json!("../../etc/voice")), "no voice of espeak-ng"),
            (with("/espeak/voice", json!("--path=x")), "no voice of espeak-ng"),
            (with("/audio/sample_rate", json!("fast")), "no Piper description"),
            ("{".to_owned(), "no Piper description"),
            (String::new(), "no Piper description"),
        ] {
            let problem = Config::parse(&text).expect_err(part);
            assert!(problem.contains(part), "{part}: {problem}");
        }
    }

    #[test]
    fn text_voices_need_no_espeak() {
        let mut value = description();
        value["phoneme_type"] = json!("PhonemeType.TEXT");
        value["espeak"] = Value::Null;
        value["language"]["code"] = json!("ko_KR");
        let config = Config::parse(&value.to_string()).expect("parses");
        assert_eq!(config.phoneme_type, PhonemeType::Text);
        assert_eq!((config.language(), config.takes_phonemes()), (Some(Language::Korean), false));
        value["language"]["code"] = json!("de_DE");
        assert_eq!(Config::parse(&value.to_string()).expect("parses").language(), None);
    }
}
