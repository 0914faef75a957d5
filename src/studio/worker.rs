//! The worker thread.
