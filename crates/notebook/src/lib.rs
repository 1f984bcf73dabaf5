//! A Jupyter kernel for Klammer.
//!
//! [`Session`] evaluates cells and knows nothing of Jupyter; a host can use it for a notebook of its own. [`serve`]
//! connects a session to the sockets of Jupyter's messaging protocol, and [`install`] registers the kernel.

#![forbid(unsafe_code)]

mod kernel;
mod session;

use std::path::{Path, PathBuf};
use std::{fs, io};

use jupyter_zmq_client::dirs;
use serde_json::json;

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

/// Writes the specification of the kernel for a dialect, and returns its folder. It is for the user, or below `prefix`
/// (an environment of Python, for instance). `program` is the kernel's program.
///
/// # Errors
/// If the folder cannot be written, or the user has no data folder.
pub fn install(dialect: Dialect, prefix: Option<&Path>, program: &Path) -> io::Result<PathBuf> {
    let data = match prefix {
        Some(prefix) => prefix.join("share/jupyter"),
        None => dirs::user_data_dir().map_err(io::Error::other)?,
    };
    let name = if dialect == Dialect::Core { "klammer".to_string() } else { format!("klammer-{}", dialect.name()) };
    let folder = data.join("kernels").join(name);
    fs::create_dir_all(&folder)?;
    let specification = json!({
        "argv": [program, "run", "--dialect", dialect.name(), "{connection_file}"],
        "display_name": dialect.title(),
        "language": "klammer",
        // A signal would end a process that is about to start.
        "interrupt_mode": "message",
    });
    let text = format!("{specification:#}\n");
    // Replaced, never emptied first: a notebook may start meanwhile.
    let file = folder.join("kernel.json");
    let new = folder.join("kernel.json.new");
    fs::write(&new, text)?;
    fs::rename(&new, &file)?;
    Ok(folder)
}
