//! Errors in the words of the interface's language: what happened and what to do.
//!
//! Lower layers word their errors in English, for the command line and the log; the window says the same from the text
//! tables, by kind of error, with the technical detail behind it.

use super::i18n::Texts;
use crate::export::ExportError;
use crate::studio::RenderError;
use crate::voice::VoiceError;

/// Why a line could not be rendered.
pub fn render_error(error: &RenderError, texts: &Texts) -> String {
    match error {
        RenderError::Voice(error) => voice_error(error, texts),
        RenderError::Panic(detail) => texts.with("error-internal", &[("detail", detail.as_str().into())]),
        RenderError::Audio(detail) => texts.with("error-audio", &[("detail", detail.as_str().into())]),
    }
}

/// Why a voice cannot be used.
pub fn voice_error(error: &VoiceError, texts: &Texts) -> String {
    let detail = error.to_string();
    let id = match error {
        VoiceError::NoVoiceForLanguage { language, .. } if language == "Korean" => "error-no-korean-voice",
        VoiceError::NoVoiceForLanguage { .. } => "error-no-voice-for-language",
        VoiceError::Runtime(_) => "error-runtime",
        VoiceError::Unknown { .. } | VoiceError::NotInstalled { .. } => "error-voice-missing",
        VoiceError::Damaged { .. } => "error-voice-damaged",
        VoiceError::Program { .. } => "error-voice-program",
        VoiceError::OutOfMemory | VoiceError::OverBudget { .. } => "error-out-of-memory",
        VoiceError::Model(_) => "error-model",
        VoiceError::EngineDied { .. } => "error-engine-died",
        VoiceError::TimedOut { .. } => "error-timed-out",
        VoiceError::Cancelled => "error-cancelled",
    };
    texts.with(id, &[("detail", detail.into())])
}

/// Why an export failed.
pub fn export_error(error: &ExportError, texts: &Texts) -> String {
    texts.with("error-export", &[("detail", error.to_string().into())])
}
