//! Helpers of the tests. [`script`] parses corpus files and [`run`] runs them; [`documented`] and [`listing`] have
//! documented and compiled code; [`host`] records, [`places`] finds files, and [`settings`] has the variables of tests.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod documented;
pub mod expressions;
pub mod host;
pub mod listing;
pub mod places;
pub mod run;
pub mod script;
pub mod settings;

pub use script::lisp_files;
