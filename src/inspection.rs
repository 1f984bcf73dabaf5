//! Data for tools that look into programs: frames that an error went through, documentation.

use crate::error::{Error, Place};
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

/// Reason for which a program pauses for its debugger.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PauseReason {
    /// The step that the debugger asked for is over.
    Step,
    /// The program has reached a line or a function of the [`Breakpoints`].
    Breakpoint,
    /// The program has called `break`, with this message.
    Break(Option<String>),
    /// An error has been raised. The program goes on with its handler, or ends.
    Error(Error),
    /// Somebody has set the request of
    /// [`Inspect::attach_debugger`](crate::inspect::Inspect::attach_debugger).
    Requested,
}

/// Continuation of a program after a pause.
///
/// There is an example at [`Inspect::attach_debugger`](crate::inspect::Inspect::attach_debugger).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Resume {
    /// Pauses only where [`Breakpoints`] say so.
    Continue,
    /// Pauses at the next form, wherever it is.
    Step,
    /// Pauses at the next form of the same function, or of one that waits for it.
    Next,
    /// Pauses at the next form of a function that waits for this one.
    Out,
    /// Goes on with the step that was under way. It is for pauses on request that only change the breakpoints.
    Unchanged,
    /// Ends the program as `(exit 0)` does: its cleanups run.
    End,
}

/// Errors at which a debugger pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ErrorBreaks {
    /// None.
    Never,
    /// Errors that no handler of the program takes.
    #[default]
    Uncaught,
    /// All, as they are raised.
    All,
}

/// Places at which a program pauses for its debugger.
///
/// There is an example at [`Inspect::attach_debugger`](crate::inspect::Inspect::attach_debugger).
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    /// Files with the lines chosen in them.
    pub(crate) lines: Vec<(String, Vec<u32>)>,
    pub(crate) functions: Vec<String>,
    /// Errors at which the program pauses.
    pub errors: ErrorBreaks,
    /// Whether lines have changed since the debugger last looked.
    pub(crate) has_changed: bool,
}

impl Breakpoints {
    /// Chooses these lines of a file, from 1, in place of those chosen before. A line on which no form begins stands
    /// for the next one on which one does. The file is one whose path ends as this one does, or this one as its path.
    pub fn set_lines(&mut self, file: &str, lines: &[u32]) {
        self.lines.retain(|(known, _)| known != file);
        if !lines.is_empty() {
            self.lines.push((file.to_string(), lines.to_vec()));
        }
        self.has_changed = true;
    }

    /// Returns the lines that have been chosen in files.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &[u32])> {
        self.lines.iter().map(|(file, lines)| (file.as_str(), lines.as_slice()))
    }

    /// Chooses these functions, by their names, in place of those chosen before. The program pauses when one has been
    /// called.
    pub fn set_functions<S: Into<String>>(&mut self, names: impl IntoIterator<Item = S>) {
        self.functions = names.into_iter().map(Into::into).collect();
    }

    /// Returns the names of the functions that have been chosen.
    #[must_use]
    pub fn functions(&self) -> &[String] {
        &self.functions
    }
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
