//! `klammer profile`, and profiles as tables.

use std::io::{self, Write};
use std::process::ExitCode;

use klammer::inspect::{Profile, ProfileUnit, ProfiledFunction, ProfiledKind};

use crate::args::{Options, Profile as Arguments, Program, program_of};
use crate::console::{self, FAILURE, Output, Reporter, USAGE, print_message};
use crate::puzzle_input::{self, with_similar_file};
use crate::run::{evaluate, stop_at_ctrl_c};

/// Runs the program, and writes its profile after it to standard error.
pub fn run(arguments: &Arguments, options: &Options) -> ExitCode {
    let (program, words) = program_of(&arguments.words);
    let program = program.unwrap_or(Program::Stdin);
    let script = match &program {
        Program::File(path) => Some(path.as_path()),
        Program::Stdin | Program::Expression(_) => None,
    };
    if let Some(message) = script.and_then(puzzle_input::no_program) {
        print_message(&message);
        return ExitCode::from(USAGE);
    }
    let name = script.map_or_else(|| options.app.name.to_string(), |path| path.display().to_string());
    let command_line = std::iter::once(name.clone()).chain(words.iter().cloned()).collect();
    let unit = if options.limits.ticks.is_some() { ProfileUnit::Ticks } else { ProfileUnit::Time };
    let engine = console::engine(options, script, command_line, Output::Standard);
    let mut engine = match engine.map_err(|error| with_similar_file(error, script)) {
        Ok(engine) => engine,
        Err(error) => return Reporter::new(options).error(&error),
    };
    engine.inspect().start_profile(unit);
    let result = evaluate(&mut engine, program, words, stop_at_ctrl_c);
    let profile = engine.inspect().stop_profile();
    // The process ends here: to give its memory back piece by piece would be lost time.
    std::mem::forget(engine);
    let status = match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    };
    let width = terminal_size::terminal_size_of(io::stderr()).map_or(usize::MAX, |(width, _)| width.0.into());
    // If it fails there is nowhere to say so.
    let _ = io::stderr().write_all(table(&profile, arguments.top, width).as_bytes());
    if let Some(path) = &arguments.output
        && let Err(cause) = console::write_file(path, &profile.flame_graph(&name))
    {
        print_message(&format!("cannot write {}: {cause}", path.display()));
        return ExitCode::from(FAILURE);
    }
    status
}

/// Returns the profile as a table of at most `top` functions, in lines of at most `width` columns.
pub fn table(profile: &Profile, top: usize, width: usize) -> String {
    let total = profile.total();
    if total == 0 {
        return "No samples: the program ended before the first one.\n".to_string();
    }
    let amount = |share: u64| match profile.unit {
        ProfileUnit::Time => format!("{:.1}", share as f64 / 1e6),
        _ => grouped(share),
    };
    let unit = if profile.unit == ProfileUnit::Time { "ms" } else { "ticks" };
    let heading = match profile.unit {
        ProfileUnit::Time => format!("{} ms, {} ticks\n", amount(total), grouped(profile.ticks)),
        _ => format!("{} ticks\n", amount(total)),
    };
    let column = |share: u64| format!("{:>10} {:5.1}%", amount(share), share as f64 * 100.0 / total as f64);
    let mut text = heading;
    text.push_str(&format!(
        "{:>17}  {:>17}  {:>12}  function\n",
        format!("self {unit}   "),
        format!("total {unit}   "),
        "calls"
    ));
    let is_shown = |f: &&ProfiledFunction| f.total > 0 || f.calls > 0 && profile.unit != ProfileUnit::Time;
    let rows: Vec<_> = profile.functions.iter().filter(is_shown).collect();
    for f in rows.iter().take(top) {
        let calls = match f.calls {
            0 if f.place.is_none() => String::new(),
            calls if (f.is_estimate || calls == 0) && calls < FEW => format!("<{}", grouped(FEW)),
            calls if f.is_estimate => format!("~{}", grouped(rounded(calls))),
            calls => grouped(calls),
        };
        let place = match (&f.place, f.kind) {
            (Some(place), _) => format!("  {place}"),
            (None, ProfiledKind::Native) => "  builtin".to_string(),
            (None, _) => String::new(),
        };
        let line = format!("{}  {}  {calls:>12}  {}{place}", column(f.own), column(f.total), f.name);
        text.extend(line.chars().take(width));
        text.push('\n');
    }
    match rows.len().saturating_sub(top) {
        0 => {}
        more => text.push_str(&format!("... and {more} more\n")),
    }
    text
}

/// An estimate below is too rough to be shown.
const FEW: u64 = 1_000;

/// Two digits of a number that is an estimate.
fn rounded(n: u64) -> u64 {
    let unit = 10u64.pow(n.max(1).ilog10().saturating_sub(1));
    (n + unit / 2) / unit * unit
}

/// A number with a comma between each three digits.
pub fn grouped(n: u64) -> String {
    indicatif::HumanCount(n).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn an_estimate_has_two_digits() {
        assert_eq!([0, 7, 61, 122, 99_960].map(rounded), [0, 7, 61, 120, 100_000]);
    }
}
