#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::todo,
        clippy::unimplemented, clippy::indexing_slicing, clippy::string_slice
    )
)]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod domain;
mod expression;
mod post;
mod propagate;
mod search;
mod store;

pub use domain::{Error, Relation, Strength, Transition};
pub use expression::{Expression, OPERATIONS};
pub use klammer_space::{
    Contradiction, Domain, Family, Progress, Random, Searchable, Space, TieBreak, Variable, Weights,
};
pub use post::MAX_ORDERED;
pub use store::{Account, ConstraintText};
pub use store::{Before, MAX_VALUE, PostedConstraint, Store};
