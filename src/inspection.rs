//! Data for tools that look into programs: frames that an error went through, documentation.

use crate::error::Place;
use crate::handle::Handle;

/// A call that an error went through, with the variables that could be seen where it stopped.
///
/// There is an example at [`crate::inspect::Inspect::take_error_frames`].
#[derive(Debug)]
#[non_exhaustive]
pub struct ErrorFrame {
    /// The function; `None` for a top-level form.
    pub function: Option<String>,
    /// Place of the program in it.
    pub place: Option<Place>,
    /// The variables in the order of their scopes, outermost first, with their values. One that another of the same
    /// name hides is left out.
    pub locals: Vec<(String, Handle)>,
}

/// A name that a search in the documentation has found.
///
/// There is an example at [`crate::docs::Docs::find`].
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Found {
    /// The name.
    pub name: String,
    /// The module that must be required before it can be used; `None` if it is there already.
    pub module: Option<String>,
    /// The first sentence of its documentation. Empty if there is none.
    pub summary: String,
}

/// Documentation of a module of the library.
///
/// ```
/// let module = klammer::Engine::new().docs().module("amb").unwrap();
/// assert!(module.names.iter().any(|name| name == "all-values"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct ModuleDocumentation {
    /// Purpose of the module.
    pub text: String,
    /// The names that it gives its users, in the order of its text.
    pub names: Vec<String>,
}
