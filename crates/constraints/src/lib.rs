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

mod domain;
mod expr_parser;
mod expression;
mod labels;
mod model;
mod post;
mod propagate;
mod propagation_queue;
mod relation;
mod search;
mod store;
mod variable;

pub use expr_parser::OPERATIONS;
pub use expression::Expression;
pub use klammer_space::{Contradiction, Domain, Family, Progress, Random, Searchable, Space, Tie, Variable, Weights};
pub use labels::Wording;
pub use model::Account;
pub use post::schedule::MOST_ORDERED;
pub use relation::{Relation, Strength, Transition};
pub use store::{Before, MOST_VALUE, Store};
pub use variable::Error;
