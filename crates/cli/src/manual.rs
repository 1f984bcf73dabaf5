//! `klammer completions` and `man`: files for shells and `man`, from the definition of the command line.

use std::fs;
use std::process::ExitCode;

use crate::app_info::AppInfo;
use crate::args::{Completions, Man, definition};
use crate::console::{self, FAILURE, print_message};

/// Prints the completions for a shell.
pub fn complete(completions: &Completions, tool: &AppInfo) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(completions.shell, &mut definition(tool), tool.name, &mut text);
    console::status_of(console::write_out(&String::from_utf8_lossy(&text)), ExitCode::SUCCESS)
}

/// Writes a page for the program and one for each command.
pub fn write(man: &Man, tool: &AppInfo) -> ExitCode {
    let definition = definition(tool).disable_help_subcommand(true);
    let written = fs::create_dir_all(&man.folder).and_then(|()| clap_mangen::generate_to(definition, &man.folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            print_message(&format!("cannot write to {}: {cause}", man.folder.display()));
            ExitCode::from(FAILURE)
        }
    }
}
