//! The program `klammer`: runs scripts, solves, draws and compares puzzles, and talks at a prompt.

use std::process::ExitCode;

use klammer_cli::App;

fn main() -> ExitCode {
    App::new("klammer").run()
}
