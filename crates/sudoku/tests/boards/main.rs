//! Boards against the definitions of their rules; puzzles as texts.

mod clues;
mod rules;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../../../../tests/support/settings.rs"]
mod settings;
#[cfg(feature = "techniques")]
mod techniques;
mod texts;
