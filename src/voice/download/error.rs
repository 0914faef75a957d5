//! Why a voice could not be downloaded.

/// Why a download ended before its end. Worded for the person.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The person paused it.
    #[error("the download is paused; what has arrived is kept")]
    Paused,
    /// The person cancelled it.
    #[error("the download was cancelled")]
    Cancelled,
    /// Another process fetches the same.
    #[error("another window or command downloads this voice already; wait for it, or close it")]
    Busy,
    /// The address is not of a kind that is fetched.
    #[error("{0} is not an https address, so nothing is fetched from it; correct HF_ENDPOINT")]
    NotSecure(String),
    /// Nobody answered, again and again.
    #[error("{host} cannot be reached ({why}); check the connection and go on later: what has arrived is kept")]
    Unreachable {
        /// The host.
        host: String,
        /// What the last try said.
        why: String,
    },
    /// The server answered with an error.
    #[error("{host} refuses to send “{name}” (status {status}); try again later, or update Moksori")]
    Refused {
        /// The host.
        host: String,
        /// The file.
        name: String,
        /// HTTP's number.
        status: u16,
    },
    /// A file has another size than the catalogue says.
    #[error("“{name}” has {found} bytes on {host} and should have {wanted}; nothing was installed: update Moksori")]
    WrongSize {
        /// The host.
        host: String,
        /// The file.
        name: String,
        /// Bytes that the server offers.
        found: u64,
        /// Bytes that it should have.
        wanted: u64,
    },
    /// A file is another one than the catalogue says.
    #[error("what {host} sent as “{name}” is not that file; nothing was installed: try again, or update Moksori")]
    WrongContent {
        /// The host.
        host: String,
        /// The file.
        name: String,
    },
    /// The disk is full.
    #[error(
        "the disk is full: {missing_mb} MB more are needed in {folder}; make room and go on, what has arrived is kept"
    )]
    DiskFull {
        /// Millions of bytes that are still to come.
        missing_mb: u64,
        /// Where.
        folder: String,
    },
    /// A file cannot be written for another reason.
    #[error("{path} cannot be written: {source}; check the folder and try again")]
    Write {
        /// What.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}
