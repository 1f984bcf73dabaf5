#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::todo,
        clippy::unimplemented, clippy::indexing_slicing, clippy::string_slice
    )
)]

pub mod board;
pub mod puzzle;
#[cfg(feature = "techniques")]
mod set;
mod symbol;
#[cfg(feature = "techniques")]
pub mod techniques;
