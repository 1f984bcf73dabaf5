//! Helpers of the tests: what a corpus file says ([`script`]), and running it ([`run`]); what is documented
//! ([`documented`]) and compiled ([`listing`]); a host that listens ([`host`]); where things are ([`places`]);
//! the variables that tests obey ([`settings`]).
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
