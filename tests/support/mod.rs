//! Helpers of the tests. [`script`] parses corpus files and [`run`] runs them; [`documented`] has what is
//! documented, [`host`] records, and [`settings`] has variables, folders and seeds.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod documented;
pub mod expressions;
pub mod run;
pub mod script;
pub mod settings;
mod test_host;

pub use script::lisp_files;

/// Builder of the engines that tests use, and the host of [`test_host`].
pub mod host {
    pub use super::test_host::*;

    /// Begins an engine that has the modules and dialects of the project.
    pub fn builder() -> klammer::EngineBuilder {
        klammer_search::builder().dialect(klammer_scheme::dialect()).dialect(klammer_common_lisp::dialect())
    }
}
