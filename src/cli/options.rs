//! What the options of `narrate` and `say` ask for, checked against each other, the script and the voices.

use std::path::Path;

use super::CliError;
use super::args::{Render, WavFormat};
use super::script::Script;
use crate::export::{Format, Options, Tags};
use crate::script::Stage;
use crate::studio::budget::Budget;
use crate::text::Language;
use crate::text::language::detect;
use crate::text::normalize::nfc;
use crate::voice::catalog::Catalog;
use crate::voice::runtime::SessionOptions;
use crate::voice::{VoiceError, VoiceInfo, VoiceSource as _};

impl Render {
    /// How the output is written.
    pub fn export_options(&self, script: &Script) -> Result<Options, CliError> {
        let meta = &script.project.meta;
        let title = self.title.as_deref().unwrap_or(&meta.title);
        let text = |tag: &Option<String>| tag.as_deref().map(nfc).unwrap_or_default();
        Ok(Options {
            tags: Tags { title: nfc(title), artist: text(&self.artist), album: text(&self.album) },
            replace: self.force,
            ..Options::new(self.format()?, meta.rate_hz)
        })
    }

    /// The file format, by the output's ending.
    pub fn format(&self) -> Result<Format, CliError> {
        let out = self.out.display();
        if self.out == Path::new("-") {
            return Err(CliError::Usage(
                "sound is not written to standard output; name a file that ends in .wav or .mp3".to_owned(),
            ));
        }
        match (Format::of_path(&self.out), self.wav_format) {
            (None, _) => Err(CliError::Usage(format!("the output's name must end in .wav or .mp3: {out}"))),
            (Some(Format::Mp3), Some(_)) => Err(CliError::Usage(format!(
                "--wav-format is for .wav files; leave it out, or let the output's name end in .wav: {out}"
            ))),
            (Some(Format::Mp3), None) => Ok(Format::Mp3),
            (Some(_), wav_format) => Ok(match wav_format {
                None | Some(WavFormat::Int16) => Format::Wav16,
                Some(WavFormat::Int24) => Format::Wav24,
                Some(WavFormat::Float) => Format::WavFloat,
            }),
        }
    }

    /// Tags that the format has no place for.
    pub fn lost_tags(&self, format: Format) -> Option<String> {
        let has_tags = self.title.is_some() || self.artist.is_some() || self.album.is_some();
        (has_tags && format != Format::Mp3)
            .then(|| "a WAV file carries no tags; title, artist and album were left out".to_owned())
    }

    /// Refuses to write over the script itself, by whatever name.
    pub fn keep_input(&self, input: &Path) -> Result<(), CliError> {
        if is_same_file(input, &self.out) {
            let out = self.out.display();
            return Err(CliError::Usage(format!("the output would replace the input; choose another name: {out}")));
        }
        Ok(())
    }

    /// Puts the delivery, the language and the seed into the script's project.
    pub fn apply(&self, script: &mut Script) {
        let delivery = &mut script.project.meta.delivery;
        let set = |target: &mut f64, value: Option<f64>| *target = value.unwrap_or(*target);
        set(&mut delivery.pause_line_secs, self.pause_line);
        set(&mut delivery.pause_paragraph_secs, self.pause_paragraph);
        delivery.speed = self.speed.unwrap_or(delivery.speed);
        delivery.crossfade_ms = self.crossfade_ms.unwrap_or(delivery.crossfade_ms);
        delivery.max_chars = self.max_chars.or(delivery.max_chars);
        let language = self.language.named();
        script.change_lines(|line| {
            line.language = language.or(line.language);
            line.seed = self.seed.unwrap_or(line.seed);
        });
    }

    /// How models run.
    pub fn session_options(&self) -> SessionOptions {
        SessionOptions { intra_threads: self.threads, device: self.device.into(), card_limit: None }
    }

    /// The most memory that may be used.
    pub fn budget(&self) -> Budget {
        Budget::of_megabytes(self.memory_budget)
    }

    /// Gives every line its voice, before anything is rendered: the line's own, else the one that the options or a
    /// project name, else the best installed one for the line's language.
    pub fn cast(&self, script: &mut Script, catalog: &Catalog) -> Result<Vec<VoiceInfo>, CliError> {
        // What is narrated is published.
        script.project.stage = Stage::Final;
        if let Some(id) = &self.voice {
            script.project.meta.voice.clone_from(id);
            script.project.meta.final_voice = None;
        }
        let general = (script.is_project || self.voice.is_some()).then(|| script.project.voice().to_owned());
        let mut cast: Vec<VoiceInfo> = Vec::new();
        let mut voices = Vec::with_capacity(script.project.lines().len());
        let mut refused: Option<(usize, VoiceError)> = None;
        let mut n_refused = 0;
        for (index, line) in script.project.lines().iter().enumerate() {
            let named = line.voice.as_deref().or(general.as_deref());
            if line.text.trim().is_empty() {
                voices.push(named.map(str::to_owned));
                continue;
            }
            match voice_for(catalog, named, &line.text, script.project.language_of(line)) {
                Ok(info) => {
                    voices.push(Some(info.id.clone()));
                    if !cast.contains(&info) {
                        cast.push(info);
                    }
                }
                Err(error @ VoiceError::NoVoiceForLanguage { .. }) => {
                    n_refused += 1;
                    refused.get_or_insert((index, error));
                }
                // A voice that the script itself names is a mistake in that line.
                Err(source) if line.voice.is_some() => {
                    return Err(CliError::Line { place: script.place_of(index), source });
                }
                Err(error) => return Err(error.into()),
            }
        }
        if let Some((index, source)) = refused {
            let more = if n_refused > 1 { format!(" and {} more", n_refused - 1) } else { String::new() };
            return Err(CliError::Line { place: format!("{}{more}", script.place_of(index)), source });
        }
        if let Some(first) = cast.first().filter(|_| general.is_none()) {
            script.project.meta.voice.clone_from(&first.id);
        }
        let mut voices = voices.into_iter();
        script.change_lines(|line| line.voice = voices.next().flatten());
        self.check_speed(script.project.meta.delivery.speed, &cast)?;
        Ok(cast)
    }

    fn check_speed(&self, speed: f32, cast: &[VoiceInfo]) -> Result<(), CliError> {
        let unfit = cast.iter().find(|info| !(info.speed_min..=info.speed_max).contains(&speed));
        match unfit {
            Some(info) if self.speed.is_some() => Err(CliError::Usage(format!(
                "the voice “{}” speaks at speeds from {} to {}; choose a --speed in between",
                info.id, info.speed_min, info.speed_max
            ))),
            // A project's speed comes from a voice with another range; the nearest one is used, as in the window.
            _ => Ok(()),
        }
    }
}

/// The voice that speaks `text`: the `named` one, else the best installed one for `language`.
///
/// Text in Korean letters is never given to a voice that speaks no Korean, also where another language was asked for:
/// the voice would leave all of it out.
pub fn voice_for(
    catalog: &Catalog,
    named: Option<&str>,
    text: &str,
    language: Language,
) -> Result<VoiceInfo, VoiceError> {
    let id = match named {
        Some(id) => id,
        None => catalog.voice_for(language)?,
    };
    let info = catalog.info(id).ok_or_else(|| VoiceError::Unknown { id: id.to_owned() })?;
    match [language, detect(text, language)].into_iter().find(|wanted| !info.languages.contains(wanted)) {
        Some(missing) => Err(VoiceError::no_voice_for(missing)),
        None => Ok(info),
    }
}

/// Whether two paths lead to one existing file: by symbolic links, hard links or another spelling.
fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b || is_same_inode(&a, &b),
        _ => false,
    }
}

#[cfg(unix)]
fn is_same_inode(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_inode(_a: &Path, _b: &Path) -> bool {
    false
}
