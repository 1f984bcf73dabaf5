//! Constraints against their definitions: all solutions of random small problems, and how much is concluded.

mod cases;
mod check;
mod expressions;
mod schedule;
mod store;
