//! Data for tools that look into programs: frames that an error went through, profiles of time, documentation.

use std::time::Duration;

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

/// The time of a program by functions ([`crate::inspect::Inspect::start_profile`]).
///
/// There is an example at [`crate::inspect::Inspect::start_profile`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// All ticks that were looked at.
    pub ticks: u64,
    /// The time that they took.
    pub time: Duration,
    /// The functions that took part, the one with most time of its own first.
    pub functions: Vec<ProfiledFunction>,
}

/// A function's part in a [`Profile`].
///
/// There is an example at [`crate::inspect::Inspect::start_profile`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfiledFunction {
    /// Its name; for a function without one, and for a top-level form, what it is.
    pub name: String,
    /// The place of its definition; `None` for a builtin and for a function of the host.
    pub place: Option<Place>,
    /// Time while it was at work itself. That of builtins which the compiler turns into instructions, such as `+` and
    /// `car`, belongs to the function that has them.
    pub own: Duration,
    /// Time while it was under way, calls from it included.
    pub total: Duration,
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
    /// The first sentence of its documentation. Empty if nobody has written any.
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
