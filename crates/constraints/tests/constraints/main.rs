//! Constraints against their definitions: all solutions of random small problems, and how much is concluded.

mod cases;
mod check;
mod domains;
mod expressions;
mod naming;
mod schedule;
mod shop;
mod store;
