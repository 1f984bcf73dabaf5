//! Notation of other prompts: their names for the last value, and calls whose names are commands here.

use klammer::{Code, Error};

use crate::repl::commands::{self, MARK};

/// Names of the last value at other prompts.
const LAST_VALUES: [&str; 9] = ["_", "__", "_1", "ans", "Out", "last", "$1", "$_", "*0"];

/// The error with what might be meant at a prompt by a name that is not defined.
pub fn with_help(error: Error, input: &str) -> Error {
    if error.code() == Code::WrongType && error.message().ends_with(", got #<function *>") {
        return error.with_help("`*` is a function; the last value is *1, those before it are *2 and *3");
    }
    let name = match error.message().strip_suffix(" is not defined") {
        Some(name) if error.code() == Code::UnboundVariable => name,
        _ => return error,
    };
    if LAST_VALUES.contains(&name) {
        return error.with_help("the last value is *1, those before it are *2 and *3");
    }
    match command(name, input) {
        Some(command) => error.with_help(format!("here this is a command of the prompt: {command}")),
        None => error,
    }
}

/// The command that is meant by a call of what has its name.
fn command(name: &str, input: &str) -> Option<String> {
    // `(help take)`, `help(take)` and `run x.lisp`
    let input = input.trim();
    let call = input.strip_prefix('(').and_then(|i| i.strip_suffix(')')).unwrap_or(input);
    let call = match call.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')')) {
        Some(argument) => &format!("{name} {argument}"),
        None => call,
    };
    let argument = call.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '))?.trim();
    let argument = argument.trim_start_matches(['\'', '"']).trim_end_matches('"');
    let name = match name {
        "help" | "describe" | "describe-function" | "describe-variable" | "documentation" | "man" | "info"
            if !argument.is_empty() =>
        {
            "doc"
        }
        "dir" | "vars" | "who" => "names",
        "expand-macro-1" | "macroexpand" | "macroexpand-1" => "expand",
        "clear" => "reset",
        "q" | "bye" | "logout" => "quit",
        "run" | "import" | "include" | "source" if argument.ends_with(".lisp") => "load",
        name => commands::all().find(|command| *command == name)?,
    };
    Some(format!("{MARK}{name} {argument}").trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_a_command_is_told() {
        assert_eq!(command("help", "(help take)").as_deref(), Some(",doc take"));
        assert_eq!(command("apropos", " (apropos \"sort\")").as_deref(), Some(",apropos sort"));
        assert_eq!(command("expand", "(expand '(swap! a b))").as_deref(), Some(",expand (swap! a b)"));
        assert_eq!(command("names", "(names)").as_deref(), Some(",names"));
        assert_eq!(command("help", "help(take)").as_deref(), Some(",doc take"));
        assert_eq!(command("describe-function", "(describe-function 'take)").as_deref(), Some(",doc take"));
        assert_eq!(command("run", "run mrv.lisp").as_deref(), Some(",load mrv.lisp"));
        assert_eq!(command("q", "q()").as_deref(), Some(",quit"));
        assert_eq!(command("run", "(run 3)"), None);
        assert_eq!(command("helper", "(helper 1)"), None);
        assert_eq!(command("help", "(list (help take))"), None);
    }
}
