//! `klammer-notebook`: the Jupyter kernel's program.

#![forbid(unsafe_code)]

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use klammer_notebook::{Dialect, install, serve};

/// Klammer in Jupyter notebooks.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:\n  klammer-notebook install\n  klammer-notebook install --dialect scheme --prefix .venv"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Register the kernel with Jupyter
    Install {
        /// Run cells in this dialect
        #[arg(long, value_enum, default_value_t)]
        dialect: Dialect,
        /// Install below this folder instead of the user's data
        #[arg(long, value_name = "FOLDER")]
        prefix: Option<PathBuf>,
    },
    /// Serve a notebook; Jupyter starts this itself
    Run {
        /// Run cells in this dialect
        #[arg(long, value_enum, default_value_t)]
        dialect: Dialect,
        /// File with Jupyter's ports and key
        connection_file: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("klammer-notebook: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Install { dialect, prefix } => {
            let folder = install(dialect, prefix.as_deref(), &std::env::current_exe()?)?;
            println!("installed in {}", folder.display());
        }
        Command::Run { dialect, connection_file } => serve(dialect, &connection_file)?,
    }
    Ok(())
}
