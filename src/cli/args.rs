//! The arguments of every command, and their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::text::Language;
use crate::voice::runtime::Device;

/// Moksori, a desktop narration studio
///
/// Without a command the studio opens. The commands do the same work without a window: for batches, scripts and tests.
#[derive(Debug, Parser)]
#[command(
    name = "moksori",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Examples:\n  \
        moksori story.moksori                     open a project in the studio\n  \
        moksori narrate story.md -o story.mp3     render a script to a file\n  \
        moksori say \"Hello there.\" -o hello.wav   render one line\n\n\
        Exit status: 0 done, 2 wrong usage, 3 the input cannot be read, 4 the voice or runtime is missing or damaged, \
        5 the output cannot be written, 6 a chunk could not be spoken, 130 interrupted. On any but 0 an existing \
        output is untouched.\n\n\
        MOKSORI_HOME names one folder for settings, voices and cache; MOKSORI_RUNTIME names the ONNX Runtime library, \
        MOKSORI_ESPEAK the program espeak-ng."
)]
pub struct Arguments {
    /// Project or script to open in the studio
    #[arg(value_name = "PROJECT")]
    pub project: Option<PathBuf>,
    /// What to do instead of opening the studio
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do instead of opening the studio.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Render a script to a WAV or MP3 file
    #[command(after_help = "Example:\n  moksori narrate story.md -o story.mp3 --title \"The lighthouse\"\n\n\
        A blank line starts a new paragraph; a line break ends a sentence in .txt unless --join-lines; [pause 1.5s] \
        is a silence of exactly that length; [voice ID] at the start of a paragraph changes the voice. An existing \
        OUT is kept unless --force, and is only replaced once the new file is whole.")]
    Narrate(Narrate),
    /// Render one line of text to a WAV or MP3 file
    #[command(after_help = "Example:\n  moksori say \"It costs $5 million.\" -o price.wav --speed 1.1")]
    Say(Say),
    /// Print what will be spoken, one output line per input line
    #[command(after_help = "Example:\n  echo \"Dr. Smith paid $5.\" | moksori spoken")]
    Spoken(Spoken),
    /// Print the standard Korean pronunciation in hangul, one output line per input line
    #[command(after_help = "Example:\n  echo \"국물을 같이 먹는다.\" | moksori pronounce\n\n\
        Prints 궁무를 가치 멍는다. What is not hangul stays as it is: for numbers and letters, first\n\
        moksori spoken FILE | moksori pronounce")]
    Pronounce(Pronounce),
    /// Print how a text is cut into chunks, as JSON
    #[command(after_help = "Example:\n  moksori chunks story.txt --max-chars 80\n\n\
        Prints [{\"index\",\"text\",\"spoken\",\"source\":{\"start\",\"end\"}}]. The texts of all chunks joined are \
        the input in NFC; source counts its characters.")]
    Chunks(Chunks),
    /// Print what the voice's model is given, one output line per input line
    #[command(after_help = "Example:\n  echo \"Read the book.\" | moksori phonemes --voice heart")]
    Phonemes(Phonemes),
    /// List, import, remove and check the voices
    #[command(after_help = "Example:\n  moksori voices list --json")]
    Voices(Voices),
    /// Check a lexicon
    #[command(after_help = "Example:\n  moksori lexicon check words.csv")]
    Lexicon(Lexicon),
    /// Check the runtime, the voices, the sound devices, memory and folders
    #[command(after_help = "Example:\n  moksori doctor --json")]
    Doctor {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Measure how fast each installed voice speaks on this machine, and what memory it takes
    #[command(after_help = "Example:\n  moksori bench --json\n\n\
        RTF is the time to render by the length of the sound: 0.5 is twice as fast as it is heard.\n\
        Of the speakers of one network the first is measured. Speech servers are not asked.")]
    Bench {
        /// Print one JSON list
        #[arg(long)]
        json: bool,
    },
    /// Play a WAV, FLAC or MP3 file through the sound device chosen in the studio
    #[command(after_help = "Example:\n  moksori play story.mp3")]
    Play {
        /// WAV, FLAC or MP3 file
        file: PathBuf,
    },
    /// Run the models for a studio that started this process
    #[command(hide = true)]
    Engine,
}

/// Arguments of `narrate`.
#[derive(Debug, Args)]
pub struct Narrate {
    /// Script: .txt, .md, .srt or .moksori; - is plain text from standard input
    pub input: PathBuf,
    /// In .txt, a line break does not end a sentence; only a blank line does
    #[arg(long)]
    pub join_lines: bool,
    /// How to render.
    #[command(flatten)]
    pub render: Render,
}

/// Arguments of `say`.
#[derive(Debug, Args)]
pub struct Say {
    /// What to say; - reads it from standard input
    #[arg(allow_hyphen_values = true)]
    pub text: String,
    /// How to render.
    #[command(flatten)]
    pub render: Render,
}

/// Arguments of `spoken`.
#[derive(Debug, Args)]
pub struct Spoken {
    /// Text, or a script (.srt and .moksori give one output line per line of the script); - is standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Language of the text; auto judges each line by its letters
    #[arg(long, value_enum, default_value_t, value_name = "LANGUAGE")]
    pub language: LanguageChoice,
    /// Lexicon: a .csv table or a .pls file; may repeat, the first named takes precedence; yours applies under them
    #[arg(long, value_name = "FILE")]
    pub lexicon: Vec<PathBuf>,
}

/// Arguments of `lexicon`.
#[derive(Debug, Args)]
pub struct Lexicon {
    /// What to do
    #[command(subcommand)]
    pub command: LexiconCommand,
}

/// What to do with a lexicon.
#[derive(Debug, Subcommand)]
pub enum LexiconCommand {
    /// Print what is wrong with a lexicon, row by row
    #[command(after_help = "Example:\n  moksori lexicon check words.csv\n\n\
        A lexicon is a table separated by commas, semicolons or tabs, or a W3C Pronunciation Lexicon.\n\
        A table has the header written,spoken,language,match,case,enabled,note (the first two are\n\
        needed), which is row 1. match is word, anywhere, start, end or regex; case is ignore or exact;\n\
        spoken is a respelling, or phonemes between slashes for voices that take them.\n\
        Exit status: 0 if every row can be used, else 3.")]
    Check {
        /// .csv or .pls file; - is standard input
        file: PathBuf,
    },
}

/// Arguments of `pronounce`.
#[derive(Debug, Args)]
pub struct Pronounce {
    /// Text, or a script (.srt and .moksori give one output line per line of the script); - is standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
}

/// Arguments of `chunks`.
#[derive(Debug, Args)]
pub struct Chunks {
    /// Text or script; - is standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Language of the text; auto judges each line by its letters
    #[arg(long, value_enum, default_value_t, value_name = "LANGUAGE")]
    pub language: LanguageChoice,
    /// Lexicon: a .csv table or a .pls file; may repeat, the first named takes precedence; yours applies under them
    #[arg(long, value_name = "FILE")]
    pub lexicon: Vec<PathBuf>,
    /// Longest chunk in characters of spoken text
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = n_chars)]
    pub max_chars: usize,
}

/// Arguments of `phonemes`.
#[derive(Debug, Args)]
pub struct Phonemes {
    /// Text or script; - is standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Voice; `moksori voices list` shows the ids
    #[arg(long, value_name = "ID")]
    pub voice: Option<String>,
    /// Lexicon: a .csv table or a .pls file; may repeat, the first named takes precedence; yours applies under them
    #[arg(long, value_name = "FILE")]
    pub lexicon: Vec<PathBuf>,
}

/// Arguments of `voices`.
#[derive(Debug, Args)]
pub struct Voices {
    /// What to do; `list` if left out
    #[command(subcommand)]
    pub command: Option<VoicesCommand>,
}

/// What to do with the voices.
#[derive(Debug, Subcommand)]
pub enum VoicesCommand {
    /// List the voices, installed or not
    #[command(after_help = "Example:\n  moksori voices list --json")]
    List {
        /// Print a JSON list
        #[arg(long)]
        json: bool,
    },
    /// Download a voice, or say where it is installed or what installs it
    #[command(after_help = "Example:\n  moksori voices install supertonic-f1\n\n\
        What the licence asks is printed first. Files come over HTTPS from Hugging Face, or from the mirror that \
        HF_ENDPOINT names, and are checked; after a cut or Ctrl-C the same command goes on. Some voices are installed \
        by `cargo xtask` instead, which is then said.")]
    Install {
        /// The voice; `moksori voices list` shows the ids
        id: String,
    },
    /// Copy a voice that you have on disk to your voices
    #[command(after_help = "Example:\n  moksori voices import downloads/en_US-joe-medium\n\n\
        A Piper voice is recognised: a folder with NAME.onnx and NAME.onnx.json. It is given an id, which is printed. So is \
        a folder with all files of a voice that `voices install` downloads, for a machine without a network. Most Piper \
         voices read with the program espeak-ng, which you install yourself.")]
    Import {
        /// The folder with the voice's files
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Link its files instead of copying them: they take no room twice, and must stay where they are
        #[arg(long)]
        link: bool,
    },
    /// Delete a voice that was imported or downloaded
    #[command(after_help = "Example:\n  moksori voices remove en_us-joe-medium")]
    Remove {
        /// The voice; `moksori voices list` shows the ids
        id: String,
    },
    /// Compare the files of every installed voice with what they should be
    #[command(after_help = "Example:\n  moksori voices verify\n\n\
        Prints one line for each installed voice. Exit status: 0 if all are whole, else 4.")]
    Verify,
}

/// Options of `narrate` and `say`.
#[derive(Debug, Args)]
pub struct Render {
    /// File to write; its ending, .wav or .mp3, says which format
    #[arg(short = 'o', long = "output", value_name = "OUT")]
    pub out: PathBuf,
    /// Voice of the lines that name none; `moksori voices list` shows the ids
    #[arg(long, value_name = "ID")]
    pub voice: Option<String>,
    /// Language of the script; auto judges each line by its letters
    #[arg(long, value_enum, default_value_t, value_name = "LANGUAGE")]
    pub language: LanguageChoice,
    /// Lexicon: a .csv table or a .pls file; may repeat, the first named takes precedence; yours applies under them
    #[arg(long, value_name = "FILE")]
    pub lexicon: Vec<PathBuf>,
    /// Speed; 1 is the voice's own, 2 twice as fast
    #[arg(long, value_name = "X", value_parser = speed)]
    pub speed: Option<f32>,
    /// Seed of the voice's noise: the same script with the same seed and number of threads gives the same file
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Longest chunk in characters of spoken text, if shorter than the voice's own limit
    #[arg(long, value_name = "N", value_parser = n_chars)]
    pub max_chars: Option<usize>,
    /// Silence between two lines of a paragraph, seconds
    #[arg(long, value_name = "SECS", value_parser = pause_secs)]
    pub pause_line: Option<f64>,
    /// Silence between two paragraphs, seconds
    #[arg(long, value_name = "SECS", value_parser = pause_secs)]
    pub pause_paragraph: Option<f64>,
    /// Crossfade where a sentence had to be cut between two words, milliseconds [default: 50]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub crossfade_ms: Option<u32>,
    /// Samples of a .wav file: 16-bit with dither, 24-bit, or 32-bit float [default: 16]
    #[arg(long, value_enum, value_name = "BITS")]
    pub wav_format: Option<WavFormat>,
    /// Title tag of an .mp3 file
    #[arg(long)]
    pub title: Option<String>,
    /// Artist tag of an .mp3 file
    #[arg(long)]
    pub artist: Option<String>,
    /// Album tag of an .mp3 file
    #[arg(long)]
    pub album: Option<String>,
    /// What runs the model
    #[arg(long, value_enum, default_value_t)]
    pub device: ComputeDevice,
    /// Threads that the model uses [default: by the number of cores]
    #[arg(long, value_name = "N", value_parser = n_threads)]
    pub threads: Option<usize>,
    /// Most memory that the program and its engine may use, in millions of bytes [default: what the machine has free]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..=4_000_000))]
    pub memory_budget: Option<u64>,
    /// Allow that many times the usual time before a chunk is given up, for slow machines
    #[arg(long, value_name = "X", value_parser = factor, default_value_t = 1.0)]
    pub timeout_factor: f64,
    /// Where a line cannot be spoken, put the prepared fallback clip instead of stopping
    #[arg(long)]
    pub allow_fallback: bool,
    /// Replace OUT if it exists
    #[arg(long)]
    pub force: bool,
    /// Print a JSON object about what was made
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
}

/// Values of `--language`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LanguageChoice {
    /// Each line by its letters
    #[default]
    Auto,
    /// Korean
    Ko,
    /// English
    En,
}

impl LanguageChoice {
    /// The language, if one is named.
    pub const fn named(self) -> Option<Language> {
        match self {
            Self::Auto => None,
            Self::Ko => Some(Language::Korean),
            Self::En => Some(Language::English),
        }
    }
}

/// Values of `--wav-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WavFormat {
    /// 16-bit integers with dither
    #[value(name = "16")]
    Int16,
    /// 24-bit integers
    #[value(name = "24")]
    Int24,
    /// 32-bit float
    Float,
}

/// Values of `--device`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ComputeDevice {
    /// A graphics card that works, for voices that gain by one; else the CPU
    #[default]
    Auto,
    /// The CPU
    Cpu,
    /// An NVIDIA card
    Cuda,
    /// An AMD card under Linux
    Rocm,
    /// Any card under Windows
    #[value(name = "directml")]
    DirectMl,
    /// Apple's processors
    #[value(name = "coreml")]
    CoreMl,
    /// Intel's processors and cards
    #[value(name = "openvino")]
    OpenVino,
}

impl From<ComputeDevice> for Device {
    fn from(device: ComputeDevice) -> Self {
        match device {
            ComputeDevice::Auto => Self::Auto,
            ComputeDevice::Cpu => Self::Cpu,
            ComputeDevice::Cuda => Self::Cuda,
            ComputeDevice::Rocm => Self::Rocm,
            ComputeDevice::DirectMl => Self::DirectMl,
            ComputeDevice::CoreMl => Self::CoreMl,
            ComputeDevice::OpenVino => Self::OpenVino,
        }
    }
}

/// Longest pause that can be asked for, seconds: as long as a `[pause]` in a script.
const MAX_PAUSE_SECS: f64 = 600.0;
/// More threads than any machine that this program knows has cores.
const MAX_THREADS: usize = 256;

fn speed(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(speed) if speed.is_finite() && speed > 0.0 => Ok(speed),
        _ => Err("give a number above 0, such as 0.9 or 1.2".to_owned()),
    }
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if (0.01..=1_000.0).contains(&factor) => Ok(factor),
        _ => Err("give a number from 0.01 to 1000, such as 2".to_owned()),
    }
}

fn pause_secs(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(secs) if (0.0..=MAX_PAUSE_SECS).contains(&secs) => Ok(secs),
        _ => Err(format!("give seconds from 0 to {MAX_PAUSE_SECS}, such as 0.5")),
    }
}

fn n_chars(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("give a whole number of characters above 0, such as 80".to_owned()),
    }
}

fn n_threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(n) if (1..=MAX_THREADS).contains(&n) => Ok(n),
        _ => Err(format!("give a whole number from 1 to {MAX_THREADS}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::{Arguments, Command};

    #[test]
    fn the_arguments_are_consistent_and_every_command_shows_an_example() {
        let mut command = Arguments::command();
        command.clone().debug_assert();
        for sub in command.get_subcommands_mut().filter(|sub| !sub.is_hide_set()) {
            let help = sub.render_long_help().to_string();
            assert!(help.contains("Example:\n  "), "{}: {help}", sub.get_name());
        }
    }

    #[test]
    fn texts_that_look_like_options_can_be_said() {
        let check = |arguments: &[&str], expect: &str| {
            let all = ["moksori", "say"].iter().chain(arguments);
            match Arguments::try_parse_from(all).map(|arguments| arguments.command) {
                Ok(Some(Command::Say(say))) => assert_eq!(say.text, expect, "{arguments:?}"),
                other => panic!("{arguments:?}: {other:?}"),
            }
        };
        check(&["-5 degrees", "-o", "a.wav"], "-5 degrees");
        check(&["-o", "a.wav", "-- he said"], "-- he said");
        check(&["-o", "a.wav", "--", "--force"], "--force");
        check(&["--force", "-o", "a.wav", "-"], "-");
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let check = |option: &str, value: &str, expect: bool| {
            let result = Arguments::try_parse_from(["moksori", "say", "x", "-o", "a.wav", option, value]);
            assert_eq!(result.is_ok(), expect, "{option} {value}");
        };
        for (option, good, bad) in [
            ("--speed", &["1", "0.75"][..], &["0", "-1", "NaN", "inf", "fast"][..]),
            ("--max-chars", &["1", "500"], &["0", "-3", "1.5"]),
            ("--pause-line", &["0", "1.25"], &["-1", "NaN", "601"]),
            ("--pause-paragraph", &["0", "600"], &["inf", "a"]),
            ("--crossfade-ms", &["0", "50"], &["-1", "1001", "2.5"]),
            ("--threads", &["1", "64"], &["0", "257"]),
            ("--seed", &["0", "18446744073709551615"], &["-1", "1.5"]),
            ("--language", &["auto", "ko", "en"], &["fr", "korean"]),
            ("--device", &["auto", "cpu", "cuda", "directml", "coreml"], &["gpu"]),
            ("--wav-format", &["16", "24", "float"], &["32", "8"]),
        ] {
            for (values, expect) in [(good, true), (bad, false)] {
                for value in values {
                    check(option, value, expect);
                }
            }
        }
    }
}
