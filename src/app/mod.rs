//! The window.

pub mod action;
pub mod fonts;
pub mod i18n;
pub mod icons;
pub mod panels;
pub mod shortcuts;
pub mod state;
pub mod theme;
pub mod view;
pub mod widgets;
