//! Errors in the words of the interface's language: what happened and what to do.
//!
//! Lower layers word their errors in English, for the command line and the log; the window says the same from the text
//! tables, by kind of error, with the technical detail behind it.

use super::i18n::Texts;
use crate::export::ExportError;
use crate::studio::RenderError;
use crate::voice::VoiceError;
use crate::voice::download::DownloadError;
use crate::voice::import::ImportError;
use crate::voice::server::AddressError;

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
        VoiceError::NeedsPhonemes { .. } => "error-needs-phonemes",
        VoiceError::Server { .. } => "error-server",
        VoiceError::EngineDied { .. } => "error-engine-died",
        VoiceError::TimedOut { .. } => "error-timed-out",
        VoiceError::Cancelled => "error-cancelled",
    };
    texts.with(id, &[("detail", detail.into())])
}

/// Why a voice could not be downloaded.
pub fn download_error(error: &DownloadError, texts: &Texts) -> String {
    let detail = error.to_string();
    let (id, host) = match error {
        DownloadError::Paused | DownloadError::Cancelled => return texts.get("error-cancelled").into_owned(),
        DownloadError::Busy => ("error-download-busy", ""),
        DownloadError::NotSecure(address) => ("error-download-not-secure", address.as_str()),
        DownloadError::Unreachable { host, .. } => ("error-download-unreachable", host.as_str()),
        DownloadError::Refused { host, .. } => ("error-download-refused", host.as_str()),
        DownloadError::WrongSize { host, .. } | DownloadError::WrongContent { host, .. } => {
            ("error-download-wrong", host.as_str())
        }
        DownloadError::DiskFull { missing_mb, .. } => {
            return texts.with("error-download-disk-full", &[("mb", missing_mb.to_string().into())]);
        }
        DownloadError::Write { .. } => ("error-download-write", ""),
    };
    texts.with(id, &[("host", host.to_owned().into()), ("detail", detail.into())])
}

/// Why text is not sent to an address.
pub fn address_error(error: &AddressError, texts: &Texts) -> String {
    let (id, address) = match error {
        AddressError::Bad(address) => ("error-address-bad", address),
        AddressError::Open(address) => ("error-address-open", address),
    };
    texts.with(id, &[("address", address.clone().into())])
}

/// Why a voice could not be imported or removed.
pub fn import_error(error: &ImportError, texts: &Texts) -> String {
    let id = match error {
        ImportError::NoVoice(_) => "error-import-no-voice",
        ImportError::Language { .. } => "error-import-language",
        ImportError::Write { .. } | ImportError::Remove { .. } => "error-download-write",
        _ => "error-import",
    };
    texts.with(id, &[("detail", error.to_string().into())])
}

/// Why an export failed.
pub fn export_error(error: &ExportError, texts: &Texts) -> String {
    texts.with("error-export", &[("detail", error.to_string().into())])
}
