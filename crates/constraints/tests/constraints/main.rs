//! Constraints against their definitions: all solutions of random small problems, and how much is concluded.

mod cases;
mod check;
mod domains;
mod expressions;
mod naming;
mod schedule;
#[allow(dead_code, reason = "others use the rest")]
#[path = "../../../../tests/support/settings.rs"]
mod settings;
mod shop;
mod store;
