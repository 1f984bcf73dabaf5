//! The search of a program that makes a store of variables and constraints of its own, or searches boards by itself.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use klammer::Interrupt;
use klammer::trace::{Domain, Event, SearchState, Sink, StepOutcome};
use klammer_search::board::{Board, Layout, Mask};
use klammer_search::puzzle::{LocatedPuzzle, OutputFormat, Puzzle};
use klammer_search::trace::BoardEvent;

use crate::args::{Search, Variant};
use crate::console::{self, Failure, Output, SignalMode};
use crate::puzzle_input;
use crate::puzzle_input::{BoardKind, candidates};
use crate::search::{Found, Recorded, Recording, SearchError, Subject, stopped};
use crate::solver::{Solution, Solver};

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
    pub initial_bounds: [(i64, i64); 1],
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
            initial_bounds: [domain.initial_bounds],
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
        self.all.iter().map(|variable| &variable.initial_bounds[..]).collect()
    }
}

fn domains(event: &Event) -> &[Domain] {
    match &event.state {
        SearchState::Store { domains, .. } => domains,
        _ => &[],
    }
}

/// The number of the store that an event tells of.
fn store_of(event: &Event) -> Option<u32> {
    match event.state {
        SearchState::Store { store, .. } => Some(store),
        _ => None,
    }
}

/// The program that the command line names in place of a puzzle.
pub fn named(arguments: &Search) -> Option<&Path> {
    arguments.puzzle.puzzle.as_deref().filter(|word| puzzle_input::is_program(word)).map(Path::new)
}

/// Runs the program and records the events of one of its stores. Without a store, it records those of one of its boards
/// and of the boards derived from it. Fails if it steps from none to another.
pub fn record(arguments: &Search, path: &Path) -> Result<Recorded, SearchError> {
    let name = path.display();
    let puzzle = &arguments.puzzle;
    let of_puzzles = [
        ("--heuristic", arguments.heuristic.is_some()),
        ("--variant", puzzle.variant.is_some()),
        ("--size", puzzle.size.is_some()),
        ("--max-solutions", arguments.max_solutions.get() > 1),
    ];
    if let Some((option, _)) = of_puzzles.iter().find(|(_, is_given)| *is_given) {
        return Err(SearchError::Usage(format!(
            "{name} is a program, and {option} is for puzzles: is it the heuristic? klammer search --heuristic {name} PUZZLE"
        )));
    }
    let command_line = [name.to_string()].into_iter().chain(arguments.arguments.iter().cloned()).collect();
    let mut engine = console::engine(&arguments.options, Some(path), command_line, Output::Errors)?;
    engine.set("*arguments*", arguments.arguments.clone())?;
    let interrupt = engine.interrupt();
    console::catch_ctrl_c(&interrupt, SignalMode::Once);
    let recorder = Arc::new(Recorder::default());
    let sink = recorder.sink(arguments.max_nodes.get(), interrupt, |_| true);
    engine.inspect().trace_search(Some(sink));
    let begun = Instant::now();
    let result = engine.run(path);
    let time = begun.elapsed();
    engine.inspect().trace_search(None);
    let (events, full) = recorder.take();
    let stopped = stopped(&result, full);
    let stores = stores(&events);
    let boards = if stores.is_empty() { searches(&events) } else { Vec::new() };
    let number = arguments.index.get();
    let which = |count: usize, what: &str| {
        if count > 1 { vec![format!("{what} {number} of {count}")] } else { Vec::new() }
    };
    let title = name.to_string();
    let solved = |event: &&Event| event.outcome == StepOutcome::Solved;
    if let Some(&store) = stores.get(number - 1) {
        let events: Vec<Event> = events.into_iter().filter(|event| store_of(event) == Some(store)).collect();
        let subject = Subject::Store(Variables::of(&events));
        let recording = Recording { title, notes: which(stores.len(), "store"), subject, events, time, stopped, full };
        let searches = solutions_of_searches(&recording.events);
        let count = searches.iter().sum();
        return Ok(Recorded { recording, result: result.map(|()| Found { count, searches, ..Found::default() }) });
    }
    if let Some(own) = boards.get(number - 1) {
        let events: Vec<Event> = events.into_iter().filter(|event| own.contains(&event.node)).collect();
        if let Some(grid) = Grid::of(&events) {
            let lines = events.iter().filter(solved).filter_map(|event| event.layout().map(|layout| (layout, event)));
            let lines: String = lines.map(|(layout, event)| line(layout, event)).collect();
            let count = events.iter().filter(solved).count();
            let subject = Subject::Board(grid);
            let recording =
                Recording { title, notes: which(boards.len(), "search"), subject, events, time, stopped, full };
            return Ok(Recorded { recording, result: result.map(|()| Found { count, lines, ..Found::default() }) });
        }
    }
    // The program's own error comes first.
    result?;
    let searched = match (stores.len(), boards.len()) {
        (0, 0) => {
            format!(
                "no store of variables and no board; if it solves puzzles: klammer search --heuristic {name} PUZZLE"
            )
        }
        (1, _) => "only one store".to_string(),
        (0, 1) => "boards only once".to_string(),
        (0, count) => format!("boards only {count} times"),
        (count, _) => format!("only {count} stores"),
    };
    Err(SearchError::Failure(Failure::Unfit(format!("{name} has searched {searched}"))))
}

/// A solved board as a line.
fn line(layout: &Arc<Layout>, event: &Event) -> String {
    let board = Board::with_masks(layout, event.cells().iter().copied());
    Puzzle::of_board(&board).map_or_else(String::new, |puzzle| puzzle.text(OutputFormat::Line) + "\n")
}

/// The searches of boards: the numbers of the nodes of each, in the order in which they begin. One begins with a board
/// that comes from no other; of one that no step has made, with the digits that are put on it. Boards that were only
/// made, and from which nothing came, are none.
fn searches(events: &[Event]) -> Vec<HashSet<u32>> {
    let mut searches: Vec<HashSet<u32>> = Vec::new();
    let mut of_node: HashMap<u32, usize> = HashMap::new();
    let mut untold: Option<&Event> = None;
    for event in events.iter().filter(|event| event.layout().is_some()) {
        let same_size = |before: &Event| before.layout().zip(event.layout()).is_some_and(|(a, b)| fits(a, b));
        let goes_on = |before: &Event| event.placed.is_some() && same_size(before);
        let at = match of_node.get(&event.parent) {
            Some(&at) => at,
            None if untold.is_some_and(goes_on) => searches.len() - 1,
            None => {
                untold = event.placed.map(|_| event);
                searches.push(HashSet::new());
                searches.len() - 1
            }
        };
        of_node.insert(event.node, at);
        if let Some(nodes) = searches.get_mut(at) {
            nodes.insert(event.node);
        }
    }
    let ended: HashSet<u32> = events.iter().filter(|e| e.outcome != StepOutcome::Open).map(|e| e.node).collect();
    searches.retain(|nodes| nodes.len() > 1 || !nodes.is_disjoint(&ended));
    searches
}

/// The number of solutions of each search of a store. A search begins with a node that comes from no other; a single
/// node that decides nothing is none.
fn solutions_of_searches(events: &[Event]) -> Vec<usize> {
    // Of each search: its nodes, those that decide something, its solutions.
    let mut searches: Vec<[usize; 3]> = Vec::new();
    let mut of_node: HashMap<u32, usize> = HashMap::new();
    for event in events {
        let at = of_node.get(&event.parent).copied().unwrap_or(searches.len());
        if at == searches.len() {
            searches.push([0; 3]);
        }
        of_node.insert(event.node, at);
        if let Some([nodes, decided, solutions]) = searches.get_mut(at) {
            *nodes += 1;
            *decided += usize::from(event.outcome != StepOutcome::Open);
            *solutions += usize::from(event.outcome == StepOutcome::Solved);
        }
    }
    let searches = searches.into_iter().filter(|[nodes, decided, _]| *nodes > 1 || *decided > 0);
    searches.map(|[_, _, solutions]| solutions).collect()
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

/// A puzzle as it was searched.
pub struct Grid {
    pub layout: Arc<Layout>,
    /// Candidates of each cell when the search began, as the puzzle states them.
    pub puzzle: Vec<Mask>,
    /// The same after what the givens say of other cells.
    pub start: Vec<Mask>,
}

impl Grid {
    /// Returns the grid at the start of a program's own search, as far as its events tell: the union of the candidates
    /// in the first events.
    pub fn of(events: &[Event]) -> Option<Grid> {
        let layout = events.first()?.layout()?.clone();
        let own: HashSet<u32> = events.iter().map(|event| event.node).collect();
        let mut start = vec![0; layout.cells()];
        for first in events.iter().filter(|event| !own.contains(&event.parent)) {
            start.iter_mut().zip(first.cells()).for_each(|(all, mask)| *all |= mask);
        }
        Some(Grid { layout, puzzle: start.clone(), start })
    }

    /// Cells and digits of the givens.
    pub fn givens(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let given = |(cell, mask): (usize, &Mask)| mask.is_power_of_two().then(|| (cell, mask.trailing_zeros()));
        self.puzzle.iter().enumerate().filter_map(given)
    }
}

/// Lets the script solve the puzzle, and keeps what it does. Fails if the script cannot be loaded.
pub fn record_puzzle(arguments: &Search) -> Result<Recorded, SearchError> {
    if !arguments.arguments.is_empty() {
        return Err(SearchError::Usage("what follows -- belongs to a program, and there is none".into()));
    }
    let placed = wanted(arguments).map_err(SearchError::Usage)?;
    let mut solver = Solver::new(&arguments.options, arguments.heuristic.as_deref())?;
    if arguments.max_solutions.get() > 1 {
        solver.require_find_solutions("--max-solutions")?;
    }
    let kind = BoardKind::new(arguments.puzzle.variant.as_ref(), &arguments.options)?;
    let layout = kind.layout_of(&placed).map_err(Failure::Unfit)?;
    let puzzle = &placed.puzzle;
    let board = puzzle.board(&layout);
    let interrupt = solver.engine().interrupt();
    console::catch_ctrl_c(&interrupt, SignalMode::Once);
    let recorder = Arc::new(Recorder::default());
    // A script may play with boards of other sizes; they are not part of the search.
    let wanted = layout.clone();
    let is_wanted = move |event: &Event| event.layout().is_some_and(|layout| fits(layout, &wanted));
    solver.engine().inspect().trace_search(Some(recorder.sink(arguments.max_nodes.get(), interrupt, is_wanted)));
    solver.begin();
    let begun = Instant::now();
    let result = solver.solve(&board, arguments.max_solutions.get());
    let time = begun.elapsed();
    solver.engine().inspect().trace_search(None);
    let (events, full) = recorder.take();
    let script = arguments.heuristic.as_deref().map_or("the library's search".into(), Path::to_string_lossy);
    let recording = Recording {
        title: title(arguments),
        notes: vec![format!("script: {script}")],
        subject: Subject::Board(Grid {
            layout: events.last().and_then(Event::layout).cloned().unwrap_or(layout),
            puzzle: puzzle.cells().to_vec(),
            start: candidates(&board),
        }),
        stopped: stopped(&result, full),
        events,
        time,
        full,
    };
    let result = result.map(|found| Found {
        count: found.len(),
        lines: found.iter().map(|s| puzzle_line(puzzle, s)).collect(),
        searches: Vec::new(),
    });
    Ok(Recorded { recording, result })
}

/// A solution as a line.
fn puzzle_line(puzzle: &Puzzle, solution: &Solution) -> String {
    let solved = Puzzle::new(puzzle.shape(), solution.to_masks());
    let solved = solved.map(|solved| solved.written_in(puzzle.alphabet()));
    solved.map_or_else(String::new, |solved| solved.text(OutputFormat::Line) + "\n")
}

/// The puzzle that the command line names.
fn wanted(arguments: &Search) -> Result<LocatedPuzzle, String> {
    let number = arguments.index.get();
    let puzzle_input::Source { puzzles, name, .. } = puzzle_input::open(&arguments.puzzle, Some("search --heuristic"))?;
    let mut count = 0;
    match puzzles.inspect(|_| count += 1).nth(number - 1) {
        Some(Ok(placed)) => Ok(placed),
        Some(Err(error)) => Err(error.to_string()),
        None if count == 0 => Err(puzzle_input::no_puzzle(&name)),
        None => {
            let puzzles = if count == 1 { "puzzle" } else { "puzzles" };
            Err(format!("{name} has only {count} {puzzles}: there is no puzzle {number}"))
        }
    }
}

fn title(arguments: &Search) -> String {
    if let (None, Some(Variant::Killer(path))) = (&arguments.puzzle.puzzle, &arguments.puzzle.variant) {
        return path.display().to_string();
    }
    match (arguments.puzzle.puzzle.as_deref(), arguments.index.get()) {
        (None | Some("-"), number) => format!("puzzle {number} of standard input"),
        (Some(name), number) if number > 1 => format!("{name}, puzzle {number}"),
        (Some(name), _) => name.to_string(),
    }
}

/// Returns whether the boards have the same cells and digits. Their groups may differ: a script can take the puzzle for
/// one with more groups than it shows.
pub fn fits(a: &Layout, b: &Layout) -> bool {
    let size = |layout: &Layout| (layout.rows(), layout.columns(), layout.digits());
    size(a) == size(b)
}

/// Domains of variables that are kept, at most: a few hundred megabytes.
const MAX_DOMAINS: usize = 2 << 20;

/// Records the events of a program's searches.
#[derive(Default)]
pub struct Recorder {
    kept: Mutex<Kept>,
    full: AtomicBool,
}

#[derive(Default)]
struct Kept {
    events: Vec<Event>,
    domains: usize,
}

impl Recorder {
    /// Keeps at most `most` of the wanted events; one more interrupts the search.
    pub fn sink(
        self: &Arc<Recorder>,
        most: usize,
        interrupt: Interrupt,
        is_wanted: impl Fn(&Event) -> bool + Send + 'static,
    ) -> Sink {
        let recorder = Arc::clone(self);
        Box::new(move |event| {
            if !is_wanted(&event) {
                return;
            }
            let mut kept = recorder.kept.lock().unwrap_or_else(PoisonError::into_inner);
            // The board on which a search begins is no node of its own.
            let begins_with_board = |first: &Event| first.parent == 0 && first.layout().is_some();
            let most = most + usize::from(kept.events.first().is_some_and(begins_with_board));
            if kept.events.len() < most && kept.domains < MAX_DOMAINS {
                if let SearchState::Store { domains, .. } = &event.state {
                    kept.domains += domains.len();
                }
                kept.events.push(event);
            } else {
                recorder.full.store(true, Ordering::Relaxed);
                interrupt.interrupt();
            }
        })
    }

    /// Takes the recorded events. Returns also whether it dropped further ones.
    pub fn take(&self) -> (Vec<Event>, bool) {
        let kept = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        (kept.events, self.full.load(Ordering::Relaxed))
    }
}
