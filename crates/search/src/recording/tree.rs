//! The search tree that a trace describes: which node came from which, and what changed on the board or in the store.
//! Knows nothing of how it is drawn.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use klammer::trace::{Event, Placed, StepOutcome};
use serde::Serialize;

use super::{Grid, Recording, Runs, Subject, Variable, Variables};
use crate::board::{Layout, Mask};
use crate::boards::BoardEvent;
use crate::boards::Coordinates;

/// A search tree. Its first node is the start: the board with all givens, the store before anything was concluded.
#[derive(Debug)]
pub struct Tree<V> {
    /// Candidates of each cell or variable at the start.
    pub start: Vec<V>,
    /// Parents come before their children, which come in the order in which they were made.
    pub nodes: Vec<Node<V>>,
}

/// Figures of a search tree.
#[derive(Debug, Clone, Copy)]
pub struct TreeSummary {
    /// Number of nodes without the start.
    pub nodes: usize,
    /// Number of contradictions.
    pub failures: usize,
    /// Number of nodes on the longest path from the start.
    pub depth: usize,
}

/// One node of the tree.
#[derive(Debug)]
pub struct Node<V> {
    /// The number of the node it was made from; `None` for the start.
    pub parent: Option<usize>,
    pub placed: Option<Placed>,
    /// Change other than the value of a variable, and the constraint that failed, if the tree is a store's.
    pub change: Option<String>,
    pub reason: Option<String>,
    pub outcome: StepOutcome,
    pub candidates: u64,
    /// Cells or variables in which it differs from its parent, and what they may be.
    pub changes: Vec<(usize, V)>,
}

impl Tree<Mask> {
    /// The tree of a search for solutions of a puzzle. `puzzle` is what each cell may hold; `start` the board if no
    /// event tells it.
    ///
    /// Scripts put the givens on the board one after another. These steps are no search: they become one node.
    pub fn of_board(puzzle: &[Mask], start: Vec<Mask>, events: &[Event]) -> Tree<Mask> {
        let setup = Setup::find(puzzle, events);
        let start = setup.last.and_then(|at| events.get(at)).map_or(start, |event| event.cells().to_vec());
        let candidates = start.iter().map(|mask| u64::from(mask.count_ones())).sum();
        let search = events.iter().filter(|event| !setup.nodes.contains(&event.node));
        Tree::new(start, candidates, search.map(|event| (event, event.cells().to_vec())))
    }
}

impl<'a> Tree<&'a Runs> {
    /// The tree of a search for values of the variables of a store.
    pub fn of_store(variables: &'a Variables, events: &'a [Event]) -> Tree<&'a Runs> {
        let start = variables.start();
        let size = |run: &(i64, i64)| run.1.abs_diff(run.0).saturating_add(1);
        let candidates = start.iter().flat_map(|runs| runs.iter()).map(size).fold(0, u64::saturating_add);
        Tree::new(start, candidates, events.iter().map(|event| (event, variables.state(event))))
    }
}

impl<V: Copy + PartialEq> Tree<V> {
    /// `events` with what each cell or variable may be after them.
    fn new<'e>(start: Vec<V>, candidates: u64, events: impl Iterator<Item = (&'e Event, Vec<V>)>) -> Tree<V> {
        let mut numbers: HashMap<u32, (usize, Vec<V>)> = HashMap::new();
        let mut nodes = vec![Node {
            parent: None,
            placed: None,
            change: None,
            reason: None,
            outcome: StepOutcome::Open,
            candidates,
            changes: Vec::new(),
        }];
        for (event, state) in events {
            let (parent, before) = numbers.get(&event.parent).map_or((0, &start), |(at, state)| (*at, state));
            let differ = |&(place, value): &(usize, V)| before.get(place) != Some(&value);
            let changes = state.iter().copied().enumerate().filter(differ).collect();
            numbers.insert(event.node, (nodes.len(), state));
            nodes.push(Node {
                parent: Some(parent),
                placed: event.placed,
                change: event.change.clone(),
                reason: event.reason.clone(),
                outcome: event.outcome,
                candidates: event.candidates,
                changes,
            });
        }
        Tree { start, nodes }
    }

    /// Returns the figures of the tree.
    pub fn summary(&self) -> TreeSummary {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(node.parent.and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1));
        }
        let failed = |node: &&Node<V>| matches!(node.outcome, StepOutcome::Contradiction { .. });
        TreeSummary {
            nodes: self.nodes.len() - 1,
            failures: self.nodes.iter().filter(failed).count(),
            depth: depths.into_iter().max().unwrap_or(0),
        }
    }
}

/// Nodes that come before the search: boards as they were made, and with some of the givens on them.
#[derive(Default)]
struct Setup {
    nodes: HashSet<u32>,
    /// The last event of them from which the search goes on; if there is none, the last.
    last: Option<usize>,
}

impl Setup {
    fn find(puzzle: &[Mask], events: &[Event]) -> Setup {
        let mut children: HashMap<u32, usize> = HashMap::new();
        for event in events {
            *children.entry(event.parent).or_default() += 1;
        }
        let is_given = |placed: Placed| puzzle.get(placed.cell as usize) == Some(&(1 << placed.digit));
        let mut setup = Setup::default();
        let mut continued = false;
        for (at, event) in events.iter().enumerate() {
            let from_nothing = event.parent == 0;
            let alone = setup.nodes.contains(&event.parent) && children.get(&event.parent) == Some(&1);
            let harmless = event.outcome == StepOutcome::Open && event.placed.is_none_or(is_given);
            if harmless && (from_nothing || alone) {
                setup.nodes.insert(event.node);
                if !continued {
                    setup.last = Some(at);
                }
            } else if setup.nodes.contains(&event.parent) && !continued {
                continued = true;
                setup.last = events.iter().position(|e| e.node == event.parent);
            }
        }
        setup
    }
}

/// Raised when what is written changes its meaning.
const VERSION: u32 = 1;

/// One line. Digits are numbers. A cell of a board is the list of its candidates, a domain of a store the list of its
/// runs.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum EventLine<'a> {
    Puzzle {
        version: u32,
        title: &'a str,
        rows: usize,
        columns: usize,
        digits: usize,
        givens: Vec<(Coordinates, u32)>,
        groups: Vec<Vec<Coordinates>>,
    },
    Store {
        version: u32,
        title: &'a str,
        variables: Vec<VariableLine<'a>>,
    },
    Event {
        node: u32,
        /// 0: made from nothing.
        parent: u32,
        depth: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        cell: Option<Coordinates>,
        #[serde(skip_serializing_if = "Option::is_none")]
        digit: Option<i64>,
        outcome: &'static str,
        /// The cell in which nothing is possible any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        conflict_cell: Option<Coordinates>,
        /// The group in which a digit has no place: an index into the puzzle's groups.
        #[serde(skip_serializing_if = "Option::is_none")]
        conflict_group: Option<u32>,
        candidates: u64,
        board: Vec<Vec<Vec<u32>>>,
    },
    #[serde(rename = "event")]
    StoreEvent {
        node: u32,
        parent: u32,
        depth: u32,
        /// The variable that was given a value; variables are told by their names.
        #[serde(skip_serializing_if = "Option::is_none")]
        variable: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i64>,
        /// Change other than the value of a variable, as a condition.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<&'a str>,
        outcome: &'static str,
        /// The variable that would be left without a value, unless it stands for an expression without a name.
        #[serde(skip_serializing_if = "Option::is_none")]
        conflict_variable: Option<&'a str>,
        /// The constraint that failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
        candidates: u64,
        /// In the order of the variables.
        domains: Vec<&'a Runs>,
    },
    End {
        nodes: usize,
        failures: usize,
        solutions: usize,
        milliseconds: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<&'a str>,
    },
}

#[derive(Serialize)]
struct VariableLine<'a> {
    name: &'a str,
    /// Bounds of the variable when the program made it.
    least: i64,
    greatest: i64,
}

/// Writes all lines.
pub fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    match &recording.subject {
        Subject::Board(grid) => {
            write_line(out, &puzzle(recording, grid))?;
            recording.events.iter().try_for_each(|event| write_line(out, &line(&grid.layout, event)))?;
        }
        Subject::Store(variables) => {
            write_line(out, &store(recording, variables))?;
            recording.events.iter().try_for_each(|event| write_line(out, &store_line(variables, event)))?;
        }
    }
    write_line(
        out,
        &EventLine::End {
            nodes: recording.events.len(),
            failures: recording.count(|outcome| matches!(outcome, StepOutcome::Contradiction { .. })),
            solutions: recording.count(|outcome| outcome == StepOutcome::Solved),
            milliseconds: recording.time.as_secs_f64() * 1000.0,
            stopped: recording.stopped.as_deref(),
        },
    )
}

fn puzzle<'a>(recording: &'a Recording, grid: &Grid) -> EventLine<'a> {
    let layout = &grid.layout;
    let place = |cell: usize| layout.coordinates(cell);
    EventLine::Puzzle {
        version: VERSION,
        title: &recording.title,
        rows: layout.rows(),
        columns: layout.columns(),
        digits: layout.digits(),
        givens: grid.givens().map(|(cell, digit)| (place(cell), digit)).collect(),
        groups: layout.groups().iter().map(|g| g.cells.iter().map(|&cell| place(cell)).collect()).collect(),
    }
}

fn store<'a>(recording: &'a Recording, variables: &'a Variables) -> EventLine<'a> {
    let line = |variable: &'a Variable| {
        let [(least, greatest)] = variable.initial_bounds;
        VariableLine { name: &variable.name, least, greatest }
    };
    EventLine::Store { version: VERSION, title: &recording.title, variables: variables.all.iter().map(line).collect() }
}

fn result(outcome: StepOutcome) -> (&'static str, Option<u32>, Option<u32>) {
    match outcome {
        StepOutcome::Solved => ("solved", None, None),
        StepOutcome::Contradiction { cell, group } => ("contradiction", cell, group),
        _ => ("open", None, None),
    }
}

fn line(layout: &Layout, event: &Event) -> EventLine<'static> {
    let place = |cell: u32| layout.coordinates(cell as usize);
    let (outcome, cell, group) = result(event.outcome);
    let digits = |mask: &Mask| (1..=layout.digits() as u32).filter(|digit| mask >> digit & 1 == 1).collect();
    EventLine::Event {
        node: event.node,
        parent: event.parent,
        depth: event.depth,
        cell: event.placed.map(|placed| place(placed.cell)),
        digit: event.placed.map(|placed| placed.digit),
        outcome,
        conflict_cell: cell.map(place),
        conflict_group: group,
        candidates: event.candidates,
        board: event.cells().chunks(layout.columns()).map(|row| row.iter().map(digits).collect()).collect(),
    }
}

fn store_line<'a>(variables: &'a Variables, event: &'a Event) -> EventLine<'a> {
    let name = |number: u32| {
        let variable = variables.place(number).and_then(|place| variables.all.get(place));
        variable.map(|variable| variable.name.as_str())
    };
    let (outcome, variable, _) = result(event.outcome);
    EventLine::StoreEvent {
        node: event.node,
        parent: event.parent,
        depth: event.depth,
        variable: event.placed.and_then(|placed| name(placed.cell)),
        value: event.placed.map(|placed| placed.digit),
        change: event.change.as_deref(),
        outcome,
        conflict_variable: variable.and_then(name),
        reason: event.reason.as_deref(),
        candidates: event.candidates,
        domains: variables.state(event),
    }
}

fn write_line(out: &mut impl Write, line: &EventLine) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use crate::board::Layout;

    use super::*;

    /// Two cells, two digits.
    fn event(node: u32, parent: u32, placed: Option<(u32, i64)>, outcome: StepOutcome, board: [Mask; 2]) -> Event {
        let candidates = board.iter().map(|mask| u64::from(mask.count_ones())).sum();
        let placed = placed.map(|(cell, digit)| Placed { cell, digit });
        let layout = Layout::new(1, 2, 2, Vec::new()).unwrap();
        let mut event = Event::new(node, parent, outcome, crate::boards::state(layout, board.to_vec()));
        (event.placed, event.candidates) = (placed, candidates);
        event
    }

    const BOTH: Mask = 0b110;
    const ONE: Mask = 0b010;
    const TWO: Mask = 0b100;
    const NOTHING_LEFT: StepOutcome = StepOutcome::Contradiction { cell: Some(1), group: None };

    #[test]
    fn givens_are_one_node() {
        let events = [
            event(1, 0, None, StepOutcome::Open, [BOTH, BOTH]),
            event(2, 1, Some((0, 1)), StepOutcome::Open, [ONE, BOTH]),
            event(3, 2, Some((1, 1)), NOTHING_LEFT, [ONE, BOTH]),
            event(4, 2, Some((1, 2)), StepOutcome::Solved, [ONE, TWO]),
        ];
        let tree = Tree::of_board(&[ONE, BOTH], vec![BOTH, BOTH], &events);
        assert_eq!(tree.start, [ONE, BOTH]);
        let shape: Vec<_> = tree.nodes.iter().map(|n| (n.parent, n.changes.clone())).collect();
        assert_eq!(shape, [(None, vec![]), (Some(0), vec![]), (Some(0), vec![(1, TWO)])]);
        assert_eq!((tree.nodes[0].candidates, tree.summary().failures, tree.summary().depth), (3, 1, 1));
    }

    #[test]
    fn an_impossible_given_fails_the_search() {
        let events = [
            event(1, 0, Some((0, 1)), StepOutcome::Open, [ONE, BOTH]),
            event(2, 1, Some((1, 1)), NOTHING_LEFT, [ONE, BOTH]),
        ];
        let tree = Tree::of_board(&[ONE, ONE], vec![BOTH, BOTH], &events);
        assert_eq!(tree.nodes.len(), 2);
        assert_eq!((tree.nodes[1].parent, tree.nodes[1].outcome), (Some(0), NOTHING_LEFT));
    }

    #[test]
    fn unused_boards_are_no_nodes() {
        let events = [
            event(1, 0, None, StepOutcome::Open, [BOTH, BOTH]),
            event(2, 0, None, StepOutcome::Open, [BOTH, ONE]),
            event(3, 2, Some((0, 2)), StepOutcome::Solved, [TWO, ONE]),
            event(4, 0, None, StepOutcome::Open, [BOTH, BOTH]),
        ];
        let tree = Tree::of_board(&[BOTH, ONE], vec![BOTH, BOTH], &events);
        assert_eq!((tree.start.as_slice(), tree.nodes.len()), ([BOTH, ONE].as_slice(), 2));
    }

    #[test]
    fn without_given_events_the_start_is_the_board() {
        let events = [event(7, 0, Some((1, 2)), StepOutcome::Solved, [ONE, TWO])];
        let tree = Tree::of_board(&[ONE, BOTH], vec![ONE, TWO], &events);
        assert_eq!((tree.start.as_slice(), tree.nodes.len()), ([ONE, TWO].as_slice(), 2));
        assert_eq!(tree.nodes[1].changes, []);
    }
}
