//! Builder of the engines that tests use: all modules and dialects of the project, and the host of [`test_host`].

#[path = "test_host.rs"]
mod test_host;

pub use test_host::*;

/// Begins an engine that has the modules and dialects of the project.
pub fn builder() -> klammer::EngineBuilder {
    klammer_search::builder().dialect(klammer_scheme::dialect()).dialect(klammer_common_lisp::dialect())
}
