//! The search of a program that makes a store of variables and constraints of its own.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use klammer::trace::{Domain, Event, Outcome, State};

use super::tape::Tape;
use super::{Found, Recorded, Recording, Refusal, Subject, stopped};
use crate::args::Search;
use crate::console::{self, Output, Patience};
use crate::solver::Failure;
use crate::source;

/// Ascending runs of values, each from its least to its greatest.
pub type Runs = [(i64, i64)];

/// The variables of a store that was searched.
pub struct Variables {
    pub all: Vec<Variable>,
    /// The place of a variable's number among them.
    places: HashMap<u32, usize>,
}

/// One of them.
pub struct Variable {
    pub name: String,
    /// All values from the least to the greatest that it was made with, as the only run.
    pub made_with: [(i64, i64); 1],
}

impl Variables {
    /// All that the events tell of.
    pub fn of(events: &[Event]) -> Variables {
        // A name can be given later.
        let mut known: BTreeMap<u32, &Domain> = BTreeMap::new();
        for domain in events.iter().flat_map(domains) {
            known.insert(domain.variable, domain);
        }
        let places = known.keys().copied().zip(0..).collect();
        let variable = |domain: &Domain| Variable {
            name: domain.name.as_ref().map_or_else(|| format!("#{}", domain.variable), ToString::to_string),
            made_with: [domain.made_with],
        };
        Variables { all: known.into_values().map(variable).collect(), places }
    }

    /// The place of the variable with that number.
    pub fn place(&self, number: u32) -> Option<usize> {
        self.places.get(&number).copied()
    }

    /// The values of all of them after a step. A variable that the program had not made by then had all its values.
    pub fn state<'a>(&'a self, event: &'a Event) -> Vec<&'a Runs> {
        let mut state: Vec<&Runs> = self.start();
        for domain in domains(event) {
            if let Some(place) = self.place(domain.variable).and_then(|place| state.get_mut(place)) {
                *place = &domain.runs;
            }
        }
        state
    }

    /// Before anything has been concluded.
    pub fn start(&self) -> Vec<&Runs> {
        self.all.iter().map(|variable| &variable.made_with[..]).collect()
    }
}

fn domains(event: &Event) -> &[Domain] {
    match &event.state {
        State::Store { domains, .. } => domains,
        State::Board { .. } => &[],
    }
}

/// The number of the store that an event tells of.
fn store_of(event: &Event) -> Option<u32> {
    match event.state {
        State::Store { store, .. } => Some(store),
        State::Board { .. } => None,
    }
}

/// The program that the command line names where a puzzle could stand.
pub fn named(arguments: &Search) -> Option<&Path> {
    arguments.puzzle.puzzle.as_deref().filter(|word| source::is_program(word)).map(Path::new)
}

/// Runs the program, and keeps what it does to one of its stores. Fails if there is none.
pub fn record(arguments: &Search, path: &Path) -> Result<Recorded, Refusal> {
    let name = path.display();
    let puzzle = &arguments.puzzle;
    let of_puzzles = [
        ("--script", arguments.script.is_some()),
        ("--variant", puzzle.variant.is_some()),
        ("--size", puzzle.size.is_some()),
        ("--solutions", arguments.solutions.get() > 1),
    ];
    if let Some((option, _)) = of_puzzles.iter().find(|(_, is_given)| *is_given) {
        return Err(Refusal::Usage(format!(
            "{name} is a program, and {option} is for puzzles: is it the script? klammer search --script {name} PUZZLE"
        )));
    }
    let command_line = [name.to_string()].into_iter().chain(arguments.arguments.iter().cloned()).collect();
    let mut engine = console::engine(&arguments.options, Some(path), command_line, Output::Errors)?;
    engine.set("*arguments*", arguments.arguments.clone())?;
    let interrupt = engine.interrupt_handle();
    console::catch_ctrl_c(&interrupt, Patience::Once);
    let tape = Arc::new(Tape::default());
    let recorder = tape.recorder(arguments.max_nodes.get(), interrupt, |event| store_of(event).is_some());
    engine.trace_search(Some(recorder));
    let begun = Instant::now();
    let result = engine.eval_file::<()>(path);
    let time = begun.elapsed();
    engine.trace_search(None);
    let (events, full) = tape.take();
    let stopped = stopped(&result, full, events.len());
    let stores = stores(&events);
    let number = arguments.number.get();
    let Some(&store) = stores.get(number - 1) else {
        // The program's own error comes first.
        result?;
        let searched = match stores.len() {
            0 => format!("no store of variables; if it solves puzzles: klammer search --script {name} PUZZLE"),
            1 => "only one store".to_string(),
            count => format!("only {count} stores"),
        };
        return Err(Refusal::Failure(Failure::Unfit(format!("{name} has searched {searched}"))));
    };
    let events: Vec<Event> = events.into_iter().filter(|event| store_of(event) == Some(store)).collect();
    let which = if stores.len() > 1 { vec![format!("store {number} of {}", stores.len())] } else { Vec::new() };
    let subject = Subject::Store(Variables::of(&events));
    let recording = Recording { title: name.to_string(), notes: which, subject, events, time, stopped, full };
    let count = recording.count(|outcome| outcome == Outcome::Solved);
    let result = result.map(|()| Found { count, lines: String::new() });
    Ok(Recorded { recording, result })
}

/// The numbers of the stores that the events tell of, in the order in which they come.
fn stores(events: &[Event]) -> Vec<u32> {
    let mut stores = Vec::new();
    for store in events.iter().filter_map(store_of) {
        if stores.last() != Some(&store) && !stores.contains(&store) {
            stores.push(store);
        }
    }
    stores
}
