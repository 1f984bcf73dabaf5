//! Documentation of names and modules, for tools: see [`Docs`].

pub use crate::documentation::{DefinitionKind, Documentation, Example, ExampleOutcome};
pub use crate::engine::Docs;
pub use crate::inspection::{Found, ModuleDocumentation};
