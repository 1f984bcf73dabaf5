//! A script as a solver of puzzles: how it is loaded, and what of it is called.

use std::io;
use std::path::Path;
use std::sync::Arc;

use klammer::hints::nearest;
use klammer::inspect::RandomState;
use klammer::{Engine, Error, Handle, Interrupt, SearchBudget, Snapshot, Warnings};
use klammer_search::HOOKS;
use klammer_search::board::{Board, Layout, Mask};

use crate::args::Options;
use crate::console::{self, Failure, Output, print_message};
use crate::puzzle_input;
use crate::puzzle_input::with_similar_file;

/// Program that runs without a script.
const DEFAULT: &str = "(require 'search)";

/// The function that is looked for first: a board and how many solutions are wanted.
const FIND_SOLUTIONS: &str = "find-solutions";
/// The documented one: a list of constraints.
const SOLVE: &str = "solve";

/// Protocol of a script's function, for messages.
const PROTOCOL: &str = "(find-solutions board limit) returns a list of at most `limit` solved boards";

/// Contract of the documented function, for messages.
const SOLUTION: &str = "solve is given a list of constraints, ((row column) digit), and must return nil or an array of \
                        the lists of digits in each cell; for boards, define (find-solutions board limit)";

/// Characters of another value that are shown.
const SHOWN: usize = 60;

/// An engine with a script.
pub struct Solver {
    engine: Engine,
    protocol: Protocol,
    /// Budget for each puzzle.
    budget: SearchBudget,
    /// State of the random numbers after the script has loaded; each puzzle begins with it.
    random: RandomState,
}

/// Others like a solver as it was at one moment. They are copies of it, so that the script is loaded once; only if what
/// it holds cannot be copied, it is loaded by each.
#[derive(Clone)]
pub struct Copies<'a> {
    snapshot: Option<Snapshot>,
    protocol: Protocol,
    budget: SearchBudget,
    random: RandomState,
    options: &'a Options,
    script: Option<&'a Path>,
}

impl Copies<'_> {
    /// One more.
    pub fn one(&self) -> Result<Solver, Failure> {
        let builder = console::builder(self.options, self.script, Vec::new(), io::stderr())?;
        match &self.snapshot {
            Some(snapshot) => {
                let engine = builder.copy_of(snapshot).build();
                Ok(Solver { engine, protocol: self.protocol, budget: self.budget, random: self.random.clone() })
            }
            None => {
                // The first engine has reported all warnings.
                let mut engine = builder.warnings(Warnings::Ignore).build();
                console::set_up(&mut engine, self.options, self.script)?;
                let random = self.random.clone();
                Ok(Solver { budget: self.budget, random, ..Solver::load(engine, self.script)? })
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    FindSolutions,
    Solve,
}

/// A board that a script calls a solution, which need not be right.
pub type Solution = klammer_search::Board;

impl Solver {
    /// Loads the script, or the library's own search. The script prints to standard error, because the results go to
    /// standard output.
    ///
    /// The script's `find-solutions` is what will be called; if it has none, its `solve`.
    pub fn new(options: &Options, script: Option<&Path>) -> Result<Solver, Failure> {
        puzzle_input::check_script(script)?;
        let engine = console::engine(options, script, Vec::new(), Output::Errors)?;
        let mut solver = Solver::load(engine, script)?;
        if let Some(path) = script
            && solver.protocol == Protocol::FindSolutions
            && is_defined_in(&mut solver.engine, SOLVE, path)
            && !is_defined_in(&mut solver.engine, FIND_SOLUTIONS, path)
        {
            print_message(&format!(
                "{} defines {SOLVE}, which is not called, because there is {FIND_SOLUTIONS}, too: {PROTOCOL}; define \
                that one",
                path.display()
            ));
        }
        Ok(solver)
    }

    fn load(mut engine: Engine, script: Option<&Path>) -> Result<Solver, Failure> {
        match script {
            Some(path) => engine.run(path).map_err(|error| with_similar_file(error, script))?,
            None => engine.eval::<()>(("<default>", DEFAULT))?,
        }
        let protocol = match engine.get::<()>(FIND_SOLUTIONS) {
            Ok(()) => Protocol::FindSolutions,
            Err(_) if engine.get::<()>(SOLVE).is_ok() => Protocol::Solve,
            Err(_) => {
                let script = script.map_or("the library".into(), Path::to_string_lossy);
                let meant = match misspelt(&mut engine) {
                    Some(name) => format!(". Is {name} meant to be that?"),
                    None => match HOOKS.iter().find(|name| engine.get::<()>(**name).is_ok()) {
                        Some(hook) => {
                            return Err(Failure::Unfit(format!(
                                "{script} defines {hook}, but does not load the search that calls it: (require \
                                 'search) belongs before it, at the beginning of the file"
                            )));
                        }
                        None => String::new(),
                    },
                };
                return Err(Failure::Unfit(format!(
                    "{script} defines neither {FIND_SOLUTIONS} nor {SOLVE}: {PROTOCOL}{meant}"
                )));
            }
        };
        let random = engine.inspect().random_state().clone();
        Ok(Solver { engine, protocol, budget: SearchBudget::default(), random })
    }

    /// As many solvers as there are threads, this one among them.
    pub fn many(mut self, count: usize, options: &Options, script: Option<&Path>) -> Result<Vec<Solver>, Failure> {
        if count < 2 {
            return Ok(vec![self]);
        }
        let copies = self.copies(options, script);
        let mut all = vec![self];
        for _ in 1..count {
            all.push(copies.one()?);
        }
        Ok(all)
    }

    /// Others like this one, as it is now. Nothing has to be kept for those that consist of the library alone, which is
    /// there as soon as it is required.
    pub fn copies<'a>(&mut self, options: &'a Options, script: Option<&'a Path>) -> Copies<'a> {
        let is_library = script.is_none() && options.modules.is_empty() && !options.app.has_own();
        let snapshot = if is_library { None } else { self.engine.snapshot().ok().filter(Snapshot::is_whole) };
        let Solver { protocol, budget, ref random, .. } = *self;
        Copies { snapshot, protocol, budget, random: random.clone(), options, script }
    }

    /// Makes [`Solver::solve_within`] give up a puzzle after this number of nodes.
    pub fn set_max_nodes(&mut self, nodes: u64) {
        self.budget = SearchBudget { nodes: Some(nodes), time: None };
    }

    /// Fails if it cannot be asked for more than one solution, as `option` would have it.
    pub fn require_find_solutions(&self, option: &str) -> Result<(), Failure> {
        if self.protocol == Protocol::FindSolutions {
            return Ok(());
        }
        Err(Failure::Unfit(format!("{option} needs a script that defines {FIND_SOLUTIONS}: {PROTOCOL}")))
    }

    /// Stops it from another thread.
    pub fn interrupt(&self) -> Interrupt {
        self.engine.interrupt()
    }

    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Resets the state, so that the next puzzle is solved as if it were the first. Counts, random numbers and weights
    /// then depend neither on earlier puzzles nor on the worker.
    pub fn begin(&mut self) {
        self.engine.inspect().reset_search();
        *self.engine.inspect().random_state() = self.random.clone();
    }

    /// At most `limit` solutions.
    pub fn solve(&mut self, board: &Board, limit: usize) -> Result<Vec<Solution>, Error> {
        match self.protocol {
            Protocol::FindSolutions => self.engine.call(FIND_SOLUTIONS, (klammer_search::Board(board.clone()), limit)),
            Protocol::Solve => {
                let solution: Handle = self.engine.call(SOLVE, (constraints(board),))?;
                self.solution(&solution, board.layout())
            }
        }
    }

    /// At most `limit` solutions; nothing if the budget is used up before that is clear.
    pub fn solve_within(&mut self, board: &Board, limit: usize) -> Result<Option<Vec<Solution>>, Error> {
        if self.budget == SearchBudget::default() {
            return self.solve(board, limit).map(Some);
        }
        match self.protocol {
            Protocol::FindSolutions => {
                let board = klammer_search::Board(board.clone());
                self.engine.with().call_within(self.budget, FIND_SOLUTIONS, (board, limit))
            }
            Protocol::Solve => {
                let found: Option<Handle> =
                    self.engine.with().call_within(self.budget, SOLVE, (constraints(board),))?;
                found.map(|solution| self.solution(&solution, board.layout())).transpose()
            }
        }
    }

    /// Converts the result of the documented `solve`: nil, or an array of lists of digits, which need not be a board of
    /// ours.
    fn solution(&mut self, found: &Handle, layout: &Arc<Layout>) -> Result<Vec<Solution>, Error> {
        if !self.engine.get::<bool>(found)? {
            return Ok(Vec::new());
        }
        if let Ok(board) = self.engine.get::<Solution>(found) {
            return Ok(vec![board]);
        }
        if self.engine.inspect().kind(found)? != "an array" {
            let shown = self.engine.inspect().show_within(found, SHOWN)?.unwrap_or_default();
            let message = format!("{SOLUTION}; it has returned {}", shown.lines().next().unwrap_or_default());
            // An error of a function of the host has no position in a text.
            return self.engine.call("error", (message,));
        }
        let elements: Handle = self.engine.eval(("<driver>", ELEMENTS))?;
        let digits: Vec<Vec<u32>> = self.engine.call(&elements, (found, layout.rows(), layout.columns()))?;
        let mask = |digits: &Vec<u32>| digits.iter().filter(|d| **d < Mask::BITS).fold(0, |mask, d| mask | 1 << d);
        Ok(vec![klammer_search::Board(Board::with_masks(layout, digits.iter().map(mask)))])
    }
}

/// Returns whether a file defines a function of that name.
pub fn is_defined_in(engine: &mut Engine, name: &str, path: &Path) -> bool {
    engine.docs().definition(name).iter().any(|place| Path::new(place.file()) == path)
}

/// A name of the program that is nearly that of the function that is looked for.
fn misspelt(engine: &mut Engine) -> Option<String> {
    nearest(FIND_SOLUTIONS, engine.docs().names().iter().map(String::as_str)).map(str::to_string)
}

/// The elements of an array row by row.
const ELEMENTS: &str = "
(lambda (cells rows columns)
  (let ((elements nil))
    (dotimes (r rows (reverse elements))
      (dotimes (c columns)
        (push! (get-array-element cells (list r c)) elements)))))";

/// The cells with one digit, as the documented solver wants them.
fn constraints(board: &Board) -> Vec<((usize, usize), u32)> {
    let given = |cell| {
        let mask: Mask = board.get(cell);
        mask.is_power_of_two().then(|| (board.layout().coordinates(cell), mask.trailing_zeros()))
    };
    (0..board.layout().cells()).filter_map(given).collect()
}
