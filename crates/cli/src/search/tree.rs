//! The search tree that a trace describes: which node came from which, and what changed on the board. Knows nothing of
//! how it is drawn.

use std::collections::{HashMap, HashSet};

use klammer::board::Mask;
use klammer::trace::{Event, Outcome, Placed};

/// A search tree. Its first node is the start: the board with all givens.
#[derive(Debug)]
pub struct Tree {
    /// The board of the start.
    pub start: Vec<Mask>,
    /// Parents come before their children, which come in the order in which they were made.
    pub nodes: Vec<Node>,
}

/// One node of the tree.
#[derive(Debug)]
pub struct Node {
    /// The number of the node it was made from; `None` for the start.
    pub parent: Option<usize>,
    pub placed: Option<Placed>,
    pub outcome: Outcome,
    pub candidates: u64,
    /// Cells in which its board differs from its parent's, and what they hold.
    pub changes: Vec<(usize, Mask)>,
}

impl Tree {
    /// The tree of a search for solutions of a puzzle. `puzzle` is what each cell may hold; `start` the board if no
    /// event tells it.
    ///
    /// Scripts put the givens on the board one after another. These steps are no search: they become one node.
    pub fn new(puzzle: &[Mask], start: Vec<Mask>, events: &[Event]) -> Tree {
        let setup = Setup::find(puzzle, events);
        let start = setup.last.and_then(|at| events.get(at)).map_or(start, |event| event.cells().to_vec());
        let mut numbers: HashMap<u32, (usize, &[Mask])> = HashMap::new();
        let mut nodes = vec![Node {
            parent: None,
            placed: None,
            outcome: Outcome::Open,
            candidates: start.iter().map(|mask| u64::from(mask.count_ones())).sum(),
            changes: Vec::new(),
        }];
        for event in events.iter().filter(|event| !setup.nodes.contains(&event.node)) {
            let (parent, before) = numbers.get(&event.parent).copied().unwrap_or((0, &start));
            let differ = |&(cell, mask): &(usize, Mask)| before.get(cell) != Some(&mask);
            numbers.insert(event.node, (nodes.len(), event.cells()));
            nodes.push(Node {
                parent: Some(parent),
                placed: event.placed,
                outcome: event.outcome,
                candidates: event.candidates,
                changes: event.cells().iter().copied().enumerate().filter(differ).collect(),
            });
        }
        Tree { start, nodes }
    }

    /// How often the search had to turn back.
    pub fn failures(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.outcome, Outcome::Contradiction { .. })).count()
    }

    /// Steps from the start to the node that is farthest from it.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(node.parent.and_then(|parent| depths.get(parent)).map_or(0, |depth| depth + 1));
        }
        depths.into_iter().max().unwrap_or(0)
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
            let harmless = event.outcome == Outcome::Open && event.placed.is_none_or(is_given);
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

#[cfg(test)]
mod tests {
    use klammer::board::Layout;
    use klammer::trace::State;

    use super::*;

    /// Two cells, two digits.
    fn event(node: u32, parent: u32, placed: Option<(u32, i64)>, outcome: Outcome, board: [Mask; 2]) -> Event {
        let candidates = board.iter().map(|mask| u64::from(mask.count_ones())).sum();
        let placed = placed.map(|(cell, digit)| Placed { cell, digit });
        let layout = Layout::new(1, 2, 2, Vec::new()).unwrap();
        Event {
            node,
            parent,
            depth: 0,
            placed,
            outcome,
            candidates,
            state: State::Board { layout, cells: board.to_vec() },
        }
    }

    const BOTH: Mask = 0b110;
    const ONE: Mask = 0b010;
    const TWO: Mask = 0b100;
    const NOTHING_LEFT: Outcome = Outcome::Contradiction { cell: Some(1), group: None };

    #[test]
    fn givens_are_one_node() {
        let events = [
            event(1, 0, None, Outcome::Open, [BOTH, BOTH]),
            event(2, 1, Some((0, 1)), Outcome::Open, [ONE, BOTH]),
            event(3, 2, Some((1, 1)), NOTHING_LEFT, [ONE, BOTH]),
            event(4, 2, Some((1, 2)), Outcome::Solved, [ONE, TWO]),
        ];
        let tree = Tree::new(&[ONE, BOTH], vec![BOTH, BOTH], &events);
        assert_eq!(tree.start, [ONE, BOTH]);
        let shape: Vec<_> = tree.nodes.iter().map(|n| (n.parent, n.changes.clone())).collect();
        assert_eq!(shape, [(None, vec![]), (Some(0), vec![]), (Some(0), vec![(1, TWO)])]);
        assert_eq!((tree.nodes[0].candidates, tree.failures(), tree.depth()), (3, 1, 1));
    }

    #[test]
    fn a_given_that_cannot_be_put_is_a_failure_of_the_search() {
        let events = [
            event(1, 0, Some((0, 1)), Outcome::Open, [ONE, BOTH]),
            event(2, 1, Some((1, 1)), NOTHING_LEFT, [ONE, BOTH]),
        ];
        let tree = Tree::new(&[ONE, ONE], vec![BOTH, BOTH], &events);
        assert_eq!(tree.nodes.len(), 2);
        assert_eq!((tree.nodes[1].parent, tree.nodes[1].outcome), (Some(0), NOTHING_LEFT));
    }

    #[test]
    fn boards_that_were_made_and_not_used_are_no_nodes() {
        let events = [
            event(1, 0, None, Outcome::Open, [BOTH, BOTH]),
            event(2, 0, None, Outcome::Open, [BOTH, ONE]),
            event(3, 2, Some((0, 2)), Outcome::Solved, [TWO, ONE]),
            event(4, 0, None, Outcome::Open, [BOTH, BOTH]),
        ];
        let tree = Tree::new(&[BOTH, ONE], vec![BOTH, BOTH], &events);
        assert_eq!((tree.start.as_slice(), tree.nodes.len()), ([BOTH, ONE].as_slice(), 2));
    }

    #[test]
    fn without_events_for_the_givens_the_start_is_the_given_board() {
        let events = [event(7, 0, Some((1, 2)), Outcome::Solved, [ONE, TWO])];
        let tree = Tree::new(&[ONE, BOTH], vec![ONE, TWO], &events);
        assert_eq!((tree.start.as_slice(), tree.nodes.len()), ([ONE, TWO].as_slice(), 2));
        assert_eq!(tree.nodes[1].changes, []);
    }
}
