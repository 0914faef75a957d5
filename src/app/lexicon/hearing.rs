//! Hearing a change before it is kept: a word or lines in both versions, rendered beside the document's takes.

use std::sync::Arc;

use super::super::App;
use super::super::playback::{Lookup, Programme};
use super::state::{Draft, HearWhat, Preview, Version};
use crate::export::Segment;
use crate::script::LineId;
use crate::studio::LineRequest;
use crate::studio::cache::{ContentKey, TakeCache};
use crate::text::lexicon::{Entry, Lexicon, MatchMode};
use crate::text::{Language, Lexicons, ReadingOptions, language};

/// Set in the ids of what is heard as a preview, so that no line of the document has them.
const PREVIEW: u64 = 1 << 63;

/// The id that the queue and the player know a preview by; none is the word alone.
fn preview_id(line: Option<LineId>, version: Version) -> LineId {
    LineId(PREVIEW | line.map_or(0, |line| line.0 + 1) << 1 | u64::from(version == Version::After))
}

/// What a preview is of; none for a line of the document itself.
pub(in crate::app) fn heard_of(id: LineId) -> Option<(HearWhat, Version)> {
    (id.0 & PREVIEW != 0).then(|| {
        let version = if id.0 & 1 == 1 { Version::After } else { Version::Before };
        let code = (id.0 & !PREVIEW) >> 1;
        (code.checked_sub(1).map_or(HearWhat::Word, |line| HearWhat::Line(LineId(line))), version)
    })
}

/// The line of the document that a line or a preview is of.
pub(in crate::app) fn line_of(id: LineId) -> Option<LineId> {
    match heard_of(id) {
        None => Some(id),
        Some((HearWhat::Line(line), _)) => Some(line),
        Some((HearWhat::Word | HearWhat::AllLines, _)) => None,
    }
}

/// What a voice is heard with that speaks phonemes only, and the entries that give them.
const PHONEMES_SAMPLE: (&str, [(&str, &str); 2]) =
    ("Hello, how are you?", [("Hello", "/həlˈO/"), ("how are you", "/hˌW ɑɹ jˈu/")]);

/// What a voice is heard with.
fn sample_text(language: Language) -> &'static str {
    match language {
        Language::English => "The keeper climbed the stairs, lit the lamp, and waited for the night.",
        Language::Korean => "등대지기는 계단을 올라가 불을 켜고, 밤을 기다렸습니다.",
    }
}

impl Preview {
    /// Its sound.
    pub(in crate::app) fn lookup(&self, cache: &mut TakeCache) -> Lookup {
        if self.failed {
            return Lookup::Failed;
        }
        cache.get(&ContentKey::of(&self.request)).map_or(Lookup::NotYet, Lookup::Ready)
    }
}

impl App {
    /// Plays the word or lines in one version.
    pub(super) fn hear(&mut self, what: HearWhat, version: Version) {
        let Some(scan) = self.versions() else { return };
        let lexicons = Arc::clone(if version == Version::Before { &scan.before } else { &scan.after });
        let items: Vec<Option<LineId>> = match what {
            HearWhat::Word => vec![None],
            HearWhat::Line(line) => vec![Some(line)],
            HearWhat::AllLines => self.lines_touched().into_iter().map(Some).collect(),
        };
        let mut segments = Vec::new();
        self.state.lexicon.previews.clear();
        for line in items {
            let request = match line {
                Some(line) => self.line_request(line, &lexicons),
                None => self.word_request(&lexicons),
            };
            let Some(request) = request else { continue };
            let id = preview_id(line, version);
            if !segments.is_empty() {
                let meta = &self.state.project.meta;
                let n = crate::audio::samples_in(meta.delivery.pause_line_secs, meta.rate_hz);
                segments.push(Segment::Silence(n));
            }
            segments.push(Segment::Line(id));
            self.state
                .lexicon
                .previews
                .insert(id, Preview { request: LineRequest { line: id, ..request }, failed: false });
        }
        self.state.lexicon.heard = Some((what, version));
        if !segments.is_empty() {
            self.start(Programme::new(segments, self.state.project.meta.rate_hz, 0.0));
        }
    }

    /// Plays a sentence in the voice `id`, in the interface's language if it speaks that.
    pub(in crate::app) fn hear_voice(&mut self, id: &str) {
        let Some(info) = self.voice_infos.iter().find(|info| info.id == id) else { return };
        let wanted = self.texts.language();
        let spoken = info.languages.iter().find(|language| **language == wanted).or(info.languages.first());
        let Some(&language) = spoken else { return };
        let meta = &self.state.project.meta;
        let (text, lexicons) = if info.needs_phonemes {
            let (text, entries) = PHONEMES_SAMPLE;
            let entries = entries.iter().map(|(written, spoken)| Entry::word(written, spoken)).collect();
            (text, Arc::new(Lexicons::new(&[&Lexicon { entries }])))
        } else {
            (sample_text(language), Arc::clone(&self.state.lexicons))
        };
        let request = LineRequest {
            line: preview_id(None, Version::Before),
            text: text.to_owned(),
            language,
            voice: id.to_owned(),
            delivery: meta.delivery.clone(),
            rate_hz: meta.rate_hz,
            seed: 0,
            lexicons,
            choices: Arc::default(),
            reading: meta.reading,
        };
        let (line, rate_hz) = (request.line, meta.rate_hz);
        self.state.lexicon.previews.clear();
        self.state.lexicon.previews.insert(line, Preview { request, failed: false });
        self.start(Programme::new(vec![Segment::Line(line)], rate_hz, 0.0));
    }

    /// Plays what was heard last in the other version; at first the word as it was.
    pub(super) fn hear_other(&mut self) {
        let (what, version) = self
            .state
            .lexicon
            .heard
            .map_or((HearWhat::Word, Version::Before), |(what, version)| (what, version.other()));
        self.hear(what, version);
    }

    /// The lines that the change touches, as far as they are known.
    fn lines_touched(&self) -> Vec<LineId> {
        let lexicon = &self.state.lexicon;
        match lexicon.draft.as_ref().and_then(Draft::at) {
            Some(at) if !lexicon.is_open => self.lines_using(at),
            _ => lexicon.touched.iter().map(|touched| touched.line).collect(),
        }
    }

    fn line_request(&self, line: LineId, lexicons: &Arc<Lexicons>) -> Option<LineRequest> {
        let line = self.state.project.line(line).filter(|line| !line.text.trim().is_empty())?;
        Some(LineRequest::of(&self.state.project, line, lexicons))
    }

    /// The written form as a line of its own. A regular expression is heard by what it finds.
    fn word_request(&self, lexicons: &Arc<Lexicons>) -> Option<LineRequest> {
        let entry = &self.state.lexicon.draft.as_ref()?.entry;
        let text = if entry.mode == MatchMode::Regex {
            let touched = self.state.lexicon.touched.first()?;
            let hit = touched.hits.first()?;
            self.state.project.line(touched.line)?.text.chars().skip(hit.start).take(hit.n_chars()).collect()
        } else {
            entry.clone().tidied().written
        };
        let meta = &self.state.project.meta;
        let language = entry.language.or(meta.language).unwrap_or_default();
        let language = entry.language.unwrap_or_else(|| language::detect(&text, language));
        Some(LineRequest {
            line: preview_id(None, Version::Before),
            text,
            language,
            voice: meta.voice.clone(),
            delivery: meta.delivery.clone(),
            rate_hz: meta.rate_hz,
            seed: 0,
            lexicons: Arc::clone(lexicons),
            choices: Arc::default(),
            reading: ReadingOptions { ..meta.reading },
        })
    }
}
