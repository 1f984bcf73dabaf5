//! Boards against the definitions of their rules; puzzles as texts.

mod clues;
#[allow(dead_code, reason = "not every crate needs all of it")]
#[path = "../../../../tests/support/places.rs"]
mod places;
mod rules;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../../../../tests/support/settings.rs"]
mod settings;
#[cfg(feature = "techniques")]
mod techniques;
mod texts;
