//! Recordings of searches: the events of a trace as a tree, as lines of JSON, and as a page of HTML that needs nothing
//! else, with the tree to click through and the board or the variables at each node.
//!
//! ```
//! use std::time::Duration;
//!
//! use klammer_search::recording::{Recorder, Recording};
//!
//! let mut engine = klammer_search::builder().build();
//! let recorder = Recorder::new(1_000, engine.interrupt());
//! engine.inspect().trace_search(Some(recorder.sink(|_| true)));
//! engine.run("(require 'search) (solve (board 4))")?;
//! engine.inspect().trace_search(None);
//! let found = recorder.searches();
//! let recording = Recording::new("a board of 4 by 4", found.nth(0).unwrap());
//! assert!(recording.summary().nodes > 4);
//! assert!(recording.page()?.starts_with("<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;
mod tree;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use klammer::Interrupt;
use klammer::trace::{Domain, Event, SearchState, Sink, StepOutcome};
use serde::Serialize;

use crate::board::{GroupKind, Layout, Mask};
use crate::boards::BoardEvent;
pub use tree::TreeSummary;
use tree::{Node, Tree};

/// Subject of a recorded search.
pub enum Subject {
    /// A puzzle.
    Board(Grid),
    /// A store of variables.
    Store(Variables),
}

/// Record of a search after its end.
pub struct Recording {
    /// Puzzle or program that was searched.
    pub title: String,
    /// Remarks for the reader, such as the name of the heuristic.
    pub notes: Vec<String>,
    /// Board or store that was searched.
    pub subject: Subject,
    /// Events of this search only.
    pub events: Vec<Event>,
    /// Duration of the search.
    pub time: Duration,
    /// Reason why the search ended early, if it did.
    pub stopped: Option<String>,
}

impl Recording {
    /// Returns the recording of a search, without notes and without a duration.
    pub fn new(title: impl Into<String>, search: Search) -> Recording {
        let Search { subject, events } = search;
        Recording { title: title.into(), notes: Vec::new(), subject, events, time: Duration::ZERO, stopped: None }
    }

    /// Counts the events whose outcome satisfies `is_wanted`.
    fn count(&self, is_wanted: impl Fn(StepOutcome) -> bool) -> usize {
        self.events.iter().filter(|event| is_wanted(event.outcome)).count()
    }

    /// Returns the figures of the search tree.
    pub fn summary(&self) -> TreeSummary {
        match &self.subject {
            Subject::Board(grid) => grid.tree(&self.events).summary(),
            Subject::Store(variables) => tree::Tree::of_store(variables, &self.events).summary(),
        }
    }

    /// Returns the number of solutions of each search in the events of a store: a program may search it several times.
    /// A search begins with a node without a parent; a single open node is none.
    pub fn solutions(&self) -> Vec<usize> {
        solutions_of_searches(&self.events)
    }

    /// Writes the search as lines of JSON: the subject, each event, the end.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        tree::write(self, out)
    }

    /// Returns a page of HTML that needs nothing else: the tree to click through, the board or the variables at each
    /// node.
    ///
    /// # Errors
    /// If the data cannot be written as JSON.
    pub fn page(&self) -> io::Result<String> {
        match &self.subject {
            Subject::Board(grid) => page_of_board(self, grid, &grid.tree(&self.events)),
            Subject::Store(variables) => page_of_store(self, variables, &tree::Tree::of_store(variables, &self.events)),
        }
    }
}

/// One search: its subject and its events.
pub struct Search {
    /// Board or store that was searched.
    pub subject: Subject,
    /// Events of this search only.
    pub events: Vec<Event>,
}

/// The searches in the events of a program: those of its stores if it has made any, otherwise those of its boards.
pub struct Searches {
    events: Vec<Event>,
    stores: Vec<u32>,
    boards: Vec<HashSet<u32>>,
}

impl Searches {
    /// Finds the searches in all events of a program.
    pub fn new(mut events: Vec<Event>) -> Searches {
        // The second event of a node has its outcome.
        events.sort_by_key(|event| event.node);
        events.reverse();
        events.dedup_by_key(|event| event.node);
        events.reverse();
        let stores = stores(&events);
        let boards = if stores.is_empty() { searches(&events) } else { Vec::new() };
        Searches { events, stores, boards }
    }

    /// Returns the number of stores that the program has made.
    pub fn stores(&self) -> usize {
        self.stores.len()
    }

    /// Returns the number of searches of boards; 0 if there is a store.
    pub fn boards(&self) -> usize {
        self.boards.len()
    }

    /// Returns the search with this index, counted from 0.
    pub fn nth(self, index: usize) -> Option<Search> {
        if let Some(&store) = self.stores.get(index) {
            let events: Vec<Event> = self.events.into_iter().filter(|event| store_of(event) == Some(store)).collect();
            return Some(Search { subject: Subject::Store(Variables::of(&events)), events });
        }
        let own = self.boards.get(index)?;
        let events: Vec<Event> = self.events.into_iter().filter(|event| own.contains(&event.node)).collect();
        Some(Search { subject: Subject::Board(Grid::of(&events)?), events })
    }
}

/// Ascending runs of values, each from its least to its greatest.
type Runs = [(i64, i64)];

/// The variables of a store that was searched.
pub struct Variables {
    all: Vec<Variable>,
    /// The place of a variable's number among them.
    places: HashMap<u32, usize>,
}

/// A variable of a store.
struct Variable {
    name: String,
    /// All values from the least to the greatest that it was made with, as the only run.
    initial_bounds: [(i64, i64); 1],
}

impl Variables {
    /// All that the events tell of.
    fn of(events: &[Event]) -> Variables {
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
    fn place(&self, number: u32) -> Option<usize> {
        self.places.get(&number).copied()
    }

    /// The values of all of them after a step. A variable that the program had not made by then had all its values.
    fn state<'a>(&'a self, event: &'a Event) -> Vec<&'a Runs> {
        let mut state: Vec<&Runs> = self.start();
        for domain in domains(event) {
            if let Some(place) = self.place(domain.variable).and_then(|place| state.get_mut(place)) {
                *place = &domain.runs;
            }
        }
        state
    }

    /// Before anything has been concluded.
    fn start(&self) -> Vec<&Runs> {
        self.all.iter().map(|variable| &variable.initial_bounds[..]).collect()
    }
}

fn domains(event: &Event) -> &[Domain] {
    match &event.state {
        SearchState::Variables { domains, .. } => domains,
        _ => &[],
    }
}

/// The number of the store that an event tells of.
fn store_of(event: &Event) -> Option<u32> {
    match event.state {
        SearchState::Variables { state, .. } => Some(state),
        _ => None,
    }
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

/// See [`Recording::solutions`].
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
    /// Cells and groups of the board.
    pub layout: Arc<Layout>,
    /// Candidates of each cell when the search began, as the puzzle states them.
    pub puzzle: Vec<Mask>,
    /// Candidates of each cell after the givens have removed theirs from other cells.
    pub start: Vec<Mask>,
}

impl Grid {
    /// Returns the grid at the start of a program's own search, as far as its events tell: the union of the candidates
    /// in the first events.
    fn of(events: &[Event]) -> Option<Grid> {
        let layout = events.first()?.layout()?.clone();
        let own: HashSet<u32> = events.iter().map(|event| event.node).collect();
        let mut start = vec![0; layout.cells()];
        for first in events.iter().filter(|event| !own.contains(&event.parent)) {
            start.iter_mut().zip(first.cells()).for_each(|(all, mask)| *all |= mask);
        }
        Some(Grid { layout, puzzle: start.clone(), start })
    }

    /// Returns cells and digits of the givens.
    fn givens(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let given = |(cell, mask): (usize, &Mask)| mask.is_power_of_two().then(|| (cell, mask.trailing_zeros()));
        self.puzzle.iter().enumerate().filter_map(given)
    }

    fn tree(&self, events: &[Event]) -> tree::Tree<Mask> {
        tree::Tree::of_board(&self.puzzle, self.start.clone(), events)
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

/// Keeps the events of an engine's trace, up to a number.
pub struct Recorder {
    shared: Arc<Shared>,
    most: usize,
    interrupt: Interrupt,
}

#[derive(Default)]
struct Shared {
    kept: Mutex<Kept>,
    full: AtomicBool,
}

#[derive(Default)]
struct Kept {
    events: Vec<Event>,
    domains: usize,
}

impl Recorder {
    /// Returns a recorder of at most `most` events; one more interrupts the search.
    pub fn new(most: usize, interrupt: Interrupt) -> Recorder {
        Recorder { shared: Arc::default(), most, interrupt }
    }

    /// Returns the receiver of the events, for [`Inspect::trace_search`](klammer::inspect::Inspect::trace_search). It
    /// keeps those that satisfy `is_wanted`.
    pub fn sink(&self, is_wanted: impl Fn(&Event) -> bool + Send + 'static) -> Sink {
        let (shared, most, interrupt) = (Arc::clone(&self.shared), self.most, self.interrupt.clone());
        Box::new(move |event| {
            if !is_wanted(&event) {
                return;
            }
            let mut kept = shared.kept.lock().unwrap_or_else(PoisonError::into_inner);
            // The board on which a search begins is no node of its own.
            let begins_with_board = |first: &Event| first.parent == 0 && first.layout().is_some();
            let most = most + usize::from(kept.events.first().is_some_and(begins_with_board));
            if kept.events.len() < most && kept.domains < MAX_DOMAINS {
                if let SearchState::Variables { domains, .. } = &event.state {
                    kept.domains += domains.len();
                }
                kept.events.push(event);
            } else {
                shared.full.store(true, Ordering::Relaxed);
                interrupt.interrupt();
            }
        })
    }

    /// Returns whether it has dropped events and interrupted the search.
    pub fn is_full(&self) -> bool {
        self.shared.full.load(Ordering::Relaxed)
    }

    /// Takes the recorded events.
    pub fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.shared.kept.lock().unwrap_or_else(PoisonError::into_inner)).events
    }

    /// Takes the recorded events and finds the searches in them.
    pub fn searches(&self) -> Searches {
        Searches::new(self.take())
    }
}

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPTS: [&str; 6] = [
    include_str!("page/model.js"),
    include_str!("page/board.js"),
    include_str!("page/table.js"),
    include_str!("page/tree.js"),
    include_str!("page/profile.js"),
    include_str!("page/page.js"),
];

/// The side of a cell in the picture of the board (`page/board.js`).
const CELL: usize = 60;

/// Data that the page's script reads.
#[derive(Serialize)]
struct Page<'a, S: Serialize, V: Serialize> {
    title: &'a str,
    notes: &'a [String],
    /// Subject of the search.
    #[serde(flatten)]
    subject: S,
    /// Candidates of each cell or variable at the start.
    start: &'a [V],
    nodes: Vec<NodeRow<'a, V>>,
    milliseconds: Option<f64>,
    stopped: Option<&'a str>,
}

#[derive(Serialize)]
struct BoardData<'a> {
    rows: usize,
    columns: usize,
    digits: usize,
    /// The number of the box or region of each cell; empty if there are none.
    regions: Vec<usize>,
    groups: Vec<GroupData<'a>>,
    /// Places that are no cells.
    holes: Vec<usize>,
    /// Graphics under the digits and over the lines, in SVG.
    clues: [String; 2],
    /// Cell and digit.
    givens: Vec<(usize, u32)>,
}

#[derive(Serialize)]
struct StoreData<'a> {
    /// The names of the variables.
    variables: Vec<&'a str>,
}

#[derive(Serialize)]
struct GroupData<'a> {
    name: String,
    cells: &'a [usize],
    /// Its cells are tinted, because no lines show it.
    extra: bool,
}

/// A node for the page's script: parent, cell or variable, digit or value, outcome, place and group of the conflict,
/// candidates left, changes and present state. A node of a store also has other actions and the failed constraint. What
/// there is not is -1 or null.
type NodeRow<'a, V> = (i64, i64, i64, u8, i64, i64, u64, &'a [(usize, V)], Option<&'a str>, Option<&'a str>);

/// The page of a puzzle.
pub fn page_of_board(recording: &Recording, grid: &Grid, tree: &Tree<Mask>) -> io::Result<String> {
    let layout = &grid.layout;
    let subject = BoardData {
        rows: layout.rows(),
        columns: layout.columns(),
        digits: layout.digits(),
        regions: regions(layout),
        groups: groups(layout),
        holes: (0..layout.cells()).filter(|&cell| !layout.is_cell(cell)).collect(),
        clues: if layout.clues().is_empty() { Default::default() } else { layout.clue_pictures(CELL) },
        givens: grid.givens().collect(),
    };
    page(recording, subject, tree, |cell| cell.into())
}

/// The page of a store.
pub fn page_of_store(recording: &Recording, variables: &Variables, tree: &Tree<&Runs>) -> io::Result<String> {
    let subject = StoreData { variables: variables.all.iter().map(|variable| variable.name.as_str()).collect() };
    page(recording, subject, tree, |number| variables.place(number).map_or(-1, |place| place as i64))
}

/// `place` is where the page finds a cell or variable.
fn page<V: Serialize>(
    recording: &Recording,
    subject: impl Serialize,
    tree: &Tree<V>,
    place: impl Fn(u32) -> i64,
) -> io::Result<String> {
    let data = Page {
        title: &recording.title,
        notes: &recording.notes,
        subject,
        start: &tree.start,
        nodes: tree.nodes.iter().map(|node| row(node, &place)).collect(),
        milliseconds: Some(recording.time.as_secs_f64() * 1000.0),
        stopped: recording.stopped.as_deref(),
    };
    // Inside a script element only `<` could mean anything but itself.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let scripts = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPTS.join("\n"));
    Ok(filled(TEMPLATE, &[("{{style}}", STYLE), ("{{data}}", &data), ("{{script}}", &scripts)]))
}

/// The template with each mark replaced once. They stand in this order; what is filled in is not looked at again.
fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        text.push_str(before);
        text.push_str(part);
        rest = after;
    }
    text + rest
}

fn row<V>(node: &Node<V>, place: impl Fn(u32) -> i64) -> NodeRow<'_, V> {
    let (outcome, cell, group) = match node.outcome {
        StepOutcome::Solved => (1, None, None),
        StepOutcome::Contradiction { cell, group } => (2, cell, group),
        _ => (0, None, None),
    };
    (
        node.parent.map_or(-1, |parent| parent as i64),
        node.placed.map_or(-1, |placed| place(placed.cell)),
        node.placed.map_or(0, |placed| placed.digit),
        outcome,
        cell.map_or(-1, &place),
        group.map_or(-1, i64::from),
        node.candidates,
        &node.changes,
        node.change.as_deref(),
        node.reason.as_deref(),
    )
}

fn groups(layout: &Layout) -> Vec<GroupData<'_>> {
    let named = layout.groups().iter().enumerate().filter_map(|(at, group)| {
        let (kind, number) = layout.kind_and_number(at)?;
        let extra = matches!(kind, GroupKind::Diagonal | GroupKind::Window);
        Some(GroupData { name: format!("{} {number}", kind.name()), cells: &group.cells, extra })
    });
    named.collect()
}

fn regions(layout: &Layout) -> Vec<usize> {
    let boxes = layout.groups().iter().filter(|g| matches!(g.kind, GroupKind::Box | GroupKind::Region));
    let mut regions = vec![usize::MAX; layout.cells()];
    let mut number = 0;
    for group in boxes {
        for &cell in &group.cells {
            if let Some(region) = regions.get_mut(cell) {
                *region = number;
            }
        }
        number += 1;
    }
    // Cells in none are one more.
    regions.iter_mut().for_each(|region| *region = (*region).min(number));
    if number == 0 { Vec::new() } else { regions }
}
