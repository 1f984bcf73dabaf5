//! Helpers of the tests. [`script`] parses corpus files and [`run`] runs them; [`documented`] has what is
//! documented, [`host`] records, and [`settings`] has variables, folders and seeds.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod documented;
pub mod expressions;
pub mod host;
pub mod run;
pub mod script;
pub mod settings;

pub use script::lisp_files;
