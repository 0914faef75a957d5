//! Preferences.
