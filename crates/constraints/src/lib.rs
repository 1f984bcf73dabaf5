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
mod naming;
mod operation;
mod post;
mod propagate;
mod relation;
mod search;
mod store;
mod variable;
mod words;
mod workspace;

pub use error::Error;
pub use expression::Expression;
pub use klammer_space::{Contradiction, Domain, Family, Progress, Random, Searchable, Space, Tie, Variable, Weights};
pub use model::Account;
pub use naming::Before;
pub use operation::OPERATIONS;
pub use post::schedule::MOST_ORDERED;
pub use relation::{Relation, Strength, Transition};
pub use store::{MOST_VALUE, Store};
pub use words::Wording;
