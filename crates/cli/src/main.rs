//! The program `klammer`: runs scripts, and talks at a prompt.
//!
//! It uses the library as any other host does, through its public interface only. Each command has a module of its own;
//! what the command line says stands in [`args`], how the process's streams are used in [`console`].

mod args;
mod compare;
mod console;
mod plot;
mod repl;
mod run;
mod search;
mod solve;
mod solver;
mod source;
mod teach;
mod variant;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use args::{Arguments, Command, Program};

fn main() -> ExitCode {
    let arguments = Arguments::of_process();
    match arguments.command {
        Some(Command::Run(run)) => {
            let (program, words) = run.program();
            run::run(&run.options, program, words)
        }
        Some(Command::Solve(solve)) => solve::run(&solve),
        Some(Command::Plot(plot)) => plot::run(&plot),
        Some(Command::Search(search)) => search::run(&search),
        Some(Command::Compare(compare)) => compare::run(&compare),
        Some(Command::Hint(hint)) => teach::hint(&hint),
        Some(Command::Rate(rate)) => teach::rate(&rate),
        Some(Command::Generate(generate)) => teach::generate(&generate),
        None => match arguments.expression {
            Some(text) => run::run(&arguments.options, Program::Expression(text), Vec::new()),
            None if io::stdin().is_terminal() => repl::run(&arguments.options),
            None => run::run(&arguments.options, Program::Stdin, Vec::new()),
        },
    }
}
