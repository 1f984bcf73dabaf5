//! What begins with a comma: commands to the prompt itself, not to the language.

use klammer::{Engine, Error};

/// What commands begin with. No datum at top level does.
pub const MARK: char = ',';

/// What to do after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    Continue,
    Leave,
}

struct Command {
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    run: fn(&mut Engine, &str) -> Result<After, Error>,
}

const COMMANDS: &[Command] = &[
    Command { name: "help", argument: "", help: "what can be done here", run: help },
    Command { name: "doc", argument: "NAME", help: "what a function, macro or special operator does", run: doc },
    Command { name: "names", argument: "[PREFIX]", help: "the names that are defined", run: names },
    Command { name: "quit", argument: "", help: "leave (or Ctrl-D)", run: quit },
];

const KEYS: &str = "
Anything else is evaluated and its value printed; *1, *2 and *3 are the last three values.
Enter goes on to the next line while a form is not complete. Tab completes names.
Ctrl-C clears the input, or stops an evaluation: what is defined stays defined.
";

/// Names of the commands, without the mark.
pub fn all() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|c| c.name)
}

/// Runs a command, given without its mark.
pub fn run(engine: &mut Engine, line: &str) -> Result<After, Error> {
    let line = line.trim();
    let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match COMMANDS.iter().find(|c| c.name == name) {
        Some(command) => (command.run)(engine, argument.trim()),
        None => {
            let known: Vec<String> = all().map(|name| format!("{MARK}{name}")).collect();
            engine.write(&format!("There is no command {MARK}{name}. There are {}.\n", known.join(" ")))?;
            Ok(After::Continue)
        }
    }
}

fn help(engine: &mut Engine, _: &str) -> Result<After, Error> {
    let mut text = String::new();
    for Command { name, argument, help, .. } in COMMANDS {
        let usage = format!("{MARK}{name} {argument}");
        text.push_str(&format!("{usage:<18}{help}\n"));
    }
    text.push_str(KEYS);
    engine.write(&text)?;
    Ok(After::Continue)
}

fn doc(engine: &mut Engine, name: &str) -> Result<After, Error> {
    let text = match engine.describe(name) {
        Some(d) => {
            let examples: String = d.examples.iter().map(|e| format!("\n{e}")).collect();
            let text = if d.text.is_empty() { "It has no documentation." } else { &d.text };
            format!("{}\n\n{text}\n{examples}", d.usage.join("\n"))
        }
        None if name.is_empty() => format!("Which name? {MARK}doc NAME"),
        None => format!("{name} is not defined."),
    };
    engine.write(&format!("{}\n", text.trim()))?;
    Ok(After::Continue)
}

fn names(engine: &mut Engine, prefix: &str) -> Result<After, Error> {
    let mut text = String::new();
    let mut column = 0;
    for name in engine.names().iter().filter(|n| n.starts_with(prefix)) {
        let width = name.chars().count() + 2;
        if column > 0 && column + width > 80 {
            text.push('\n');
            column = 0;
        }
        text.push_str(name);
        text.push_str("  ");
        column += width;
    }
    engine.write(&format!("{}\n", if text.is_empty() { "No name begins so." } else { text.trim_end() }))?;
    Ok(After::Continue)
}

fn quit(_: &mut Engine, _: &str) -> Result<After, Error> {
    Ok(After::Leave)
}
