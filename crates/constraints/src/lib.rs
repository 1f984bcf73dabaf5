#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::unimplemented,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

mod choose;
mod domain;
mod error;
mod expression;
mod model;
mod post;
mod propagate;
mod space;
mod store;
mod words;

pub use error::Error;
pub use expression::Expression;
pub use klammer_space::{Contradiction, Random, Space, Tie, Weights};
pub use post::{Relation, Strength, Transition};
pub use store::{Family, MOST_VALUE, Progress, Shared, Store, Variable};
pub use words::Wording;
