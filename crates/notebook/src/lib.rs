//! A Jupyter kernel for Klammer.
//!
//! [`Session`] evaluates cells and knows nothing of Jupyter; a host can use it for a notebook of its own. [`serve`]
//! connects a session to the sockets of Jupyter's messaging protocol, and [`install`] registers the kernel.

#![forbid(unsafe_code)]

mod install;
mod kernel;
mod session;

pub use install::install;
pub use kernel::{KernelError, serve};
pub use session::{Display, Failure, Session, Stream};

/// The name of a dialect: the core, Scheme or Common Lisp.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Dialect {
    /// The language of Klammer itself.
    #[default]
    Core,
    /// R7RS.
    Scheme,
    /// Common Lisp.
    CommonLisp,
}

impl Dialect {
    /// Returns the name, as `require` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Core => "core",
            Dialect::Scheme => "scheme",
            Dialect::CommonLisp => "common-lisp",
        }
    }

    /// Returns the name for people.
    fn title(self) -> &'static str {
        match self {
            Dialect::Core => "Klammer",
            Dialect::Scheme => "Scheme (Klammer)",
            Dialect::CommonLisp => "Common Lisp (Klammer)",
        }
    }
}
