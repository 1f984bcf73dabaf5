//! Constraints against their definitions: all solutions of random small problems, and how much is concluded.

mod cases;
mod schedule;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../../../../tests/support/settings.rs"]
mod settings;
mod store;
