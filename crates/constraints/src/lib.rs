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
mod random;
mod space;
mod store;
mod weights;

pub use choose::Tie;
pub use error::Error;
pub use expression::Expression;
pub use post::{Relation, Strength, Transition};
pub use random::Random;
pub use store::{Contradiction, MOST_VALUE, Progress, Shared, Store, Variable};
pub use weights::Weights;
