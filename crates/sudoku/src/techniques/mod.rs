//! The patterns by which people solve Sudoku: each technique finds a [`Step`], which says what follows and from what.
//!
//! Names and order are those of the field: Sudoku Explainer (Nicolas Juillerat), whose ratings are the usual measure of
//! difficulty, HoDoKu (Bernhard Hobiger), and the books of Andrew Stuart and Denis Berthier. Every technique works on
//! any
//! [`Layout`]: it asks for groups and for who sees whom, never for coordinates.
//!
//! A settled cell ([`Board::is_settled`]) has its digit. An unsettled cell with one candidate is a single that has not
//! been found yet. [`start`] makes such a board from a puzzle.
//!
//! ```
//! use klammer_sudoku::puzzle::Puzzle;
//! use klammer_sudoku::techniques::{Technique, find, start};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut board = puzzle.board(&puzzle.shape().layout()?);
//! assert!(start(&mut board));
//! while let Some(step) = find(&board, &Technique::ALL) {
//!     assert!(step.apply(&mut board));
//! }
//! assert!(board.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
pub(crate) mod grid;
mod patterns;

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Layout, Level, Mask, TieBreak};
use crate::techniques::grid::{TechniqueGrid, geometry_of};

macro_rules! techniques {
    ($($(#[doc = $doc:literal])* $id:ident = $name:literal, $work:expr;)*) => {
        /// A pattern that people look for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum Technique {
            #[default]
            $($(#[doc = $doc])* $id,)*
        }

        impl Technique {
            /// All techniques, about in the order in which people find them hard.
            pub const ALL: [Technique; 0 $(+ { let _ = Technique::$id; 1 })*] = [$(Technique::$id),*];

            /// The name: words with hyphens between them.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Technique::$id => $name,)*
                }
            }

            /// Returns the approximate time in nanoseconds to search a board with one candidate for the technique, and
            /// its growth with the candidates: 1 for linear, 2 for quadratic.
            fn work(self) -> (usize, u32) {
                match self {
                    $(Technique::$id => $work,)*
                }
            }
        }
    };
}

techniques! {
    /// A unit with one open cell.
    FullHouse = "full-house", (8, 1);
    /// A digit with one place in a box, or in any other unit that is no line.
    HiddenSingle = "hidden-single", (8, 1);
    /// A digit with one place in a row or column.
    HiddenSingleLine = "hidden-single-line", (8, 1);
    /// A cell with one candidate.
    NakedSingle = "naked-single", (4, 1);
    /// Consequences of a clue for its cells: a cage, a thermometer, an arrow, an inequality.
    Clue = "clue", (60, 1);
    /// A sum of a few cells that follows from cages and units together.
    RuleOf45 = "rule-of-45", (60, 1);
    /// Locked candidates: from a box to a line.
    Pointing = "pointing", (16, 1);
    /// Locked candidates: from a line to a box.
    Claiming = "claiming", (16, 1);
    /// Two cells of a group with two digits.
    NakedPair = "naked-pair", (32, 1);
    /// A digit in two rows and columns.
    XWing = "x-wing", (32, 1);
    /// Two digits with two places in a unit.
    HiddenPair = "hidden-pair", (32, 1);
    /// Three cells of a group with three digits.
    NakedTriple = "naked-triple", (64, 1);
    /// A digit in three rows and columns.
    Swordfish = "swordfish", (64, 1);
    /// Three digits with three places in a unit.
    HiddenTriple = "hidden-triple", (64, 1);
    /// Two strong links of a digit.
    TurbotFish = "turbot-fish", (64, 1);
    /// A cell with two digits, and two ends.
    XyWing = "xy-wing", (64, 1);
    /// Two strong links of a digit that end in several cells: an empty rectangle and the like.
    GroupedTurbotFish = "grouped-turbot-fish", (256, 1);
    /// Places of a digit that take turns.
    SimpleColouring = "simple-colouring", (64, 1);
    /// A cell with three digits, and two ends.
    XyzWing = "xyz-wing", (64, 1);
    /// Four cells with two digits, in two rows and columns, that a second solution would need.
    UniqueRectangle = "unique-rectangle", (64, 1);
    /// Three cells of a group with four digits, and an end.
    WxyzWing = "wxyz-wing", (256, 1);
    /// A longer loop of cells with two digits.
    UniqueLoop = "unique-loop", (128, 1);
    /// Two cells with the same two digits, and a unit between them.
    WWing = "w-wing", (64, 1);
    /// An X-wing but for a few places.
    FinnedXWing = "finned-x-wing", (128, 1);
    /// Cells with the same two digits that take turns.
    RemotePairs = "remote-pairs", (32, 1);
    /// Four cells of a group with four digits.
    NakedQuad = "naked-quad", (128, 1);
    /// A digit in four rows and columns.
    Jellyfish = "jellyfish", (128, 1);
    /// Four digits with four places in a unit.
    HiddenQuad = "hidden-quad", (128, 1);
    /// A swordfish but for a few places.
    FinnedSwordfish = "finned-swordfish", (256, 1);
    /// Three strong links of a digit.
    ShortXChain = "short-x-chain", (128, 1);
    /// All cells but one have two candidates.
    BugPlusOne = "bug-plus-one", (8, 1);
    /// Three strong links of a digit that end in several cells.
    GroupedXChain = "grouped-x-chain", (512, 1);
    /// Four cells of a group with five digits, and an end.
    VwxyzWing = "vwxyz-wing", (512, 1);
    /// A chain of one digit.
    XChain = "x-chain", (20, 2);
    /// A chain of cells with two digits.
    XyChain = "xy-chain", (20, 2);
    /// A chain of any links (alternating inference chain).
    Chain = "forcing-chain", (20, 2);
    /// A digit that cannot be in a cell because it would find no place elsewhere.
    Nishio = "nishio", (4_000, 1);
    /// Consequences that all candidates of a cell share.
    CellForcingChains = "cell-forcing-chains", (100, 2);
    /// Consequences that all places of a digit in a unit share.
    UnitForcingChains = "unit-forcing-chains", (100, 2);
    /// A contradiction by singles.
    Net = "forcing-net", (20_000, 1);
    /// A contradiction by singles, locked candidates and pairs.
    DeepNet = "deep-forcing-net", (60_000, 1);
    /// A contradiction by trials inside a trial.
    NestedNet = "nested-forcing-net", (1_500, 2);
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(name: &str) -> Result<Technique, String> {
        let found = Technique::ALL.into_iter().find(|technique| technique.name() == name);
        found.ok_or_else(|| format!("there is no technique {name}"))
    }
}

/// That a digit is in a cell, or that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The number of the cell.
    pub cell: usize,
    /// The digit.
    pub digit: u32,
    /// Whether the digit is in the cell.
    pub right: bool,
}

/// Contradiction at the end of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deadlock {
    /// No digit is left for this cell.
    Cell(usize),
    /// This unit has no place left for this digit.
    Unit(usize, u32),
}

/// Finding of a technique: a pattern, and its consequences. The documentation of each technique tells which fields
/// describe the pattern; the others are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The cells of the pattern; of wings, the one in the middle first.
    pub cells: Vec<usize>,
    /// The digits that it is about.
    pub digits: Mask,
    /// The numbers of the groups that it is in: first where it was seen, then where something follows.
    pub groups: Vec<usize>,
    /// The number of the type, from 1 on, in the field's usual numbering.
    pub kind: Option<u32>,
    /// Of a fish with fins, these; of a unique loop, the cells with other candidates.
    pub fins: Vec<usize>,
    /// The cells that take turns, those of one kind and those of the other.
    pub colours: Vec<Vec<usize>>,
    /// The chains of consequences.
    pub proof: Proof,
    /// For a chain of one digit through several cells at once, these cells: alternately, the digit is in none or in one
    /// of them.
    pub places: Vec<Vec<usize>>,
    /// The clue or sum that it comes from.
    pub relation: Relation,
    /// Cells that get a digit.
    pub placements: Vec<(usize, u32)>,
    /// Candidates that go, in ascending order.
    pub eliminations: Vec<(usize, u32)>,
}

/// Chains of consequences that prove a step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proof {
    /// Literals of the step: of a chain from first to last; of forcing chains one chain for each alternative; of a trial
    /// the assigned digits.
    pub chains: Vec<Vec<Literal>>,
    /// The contradiction at the end of a trial.
    pub deadlock: Option<Deadlock>,
}

impl Proof {
    /// Returns the proof by these chains.
    fn of(chains: Vec<Vec<Literal>>) -> Proof {
        Proof { chains, deadlock: None }
    }

    /// Returns the length of all its chains together, in literals.
    #[must_use]
    pub fn literals(&self) -> usize {
        self.chains.iter().map(Vec::len).sum()
    }
}

/// Relation of cells that a step comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Relation {
    /// The kind of clue, if it is one.
    pub clue: Option<&'static str>,
    /// The sum of the cells.
    pub sum: Option<u32>,
}

impl Step {
    /// The step with these candidates going, if there are any.
    fn removing(mut self, candidates: impl IntoIterator<Item = (usize, u32)>) -> Option<Step> {
        self.eliminations.extend(candidates);
        self.eliminations.sort_unstable();
        self.eliminations.dedup();
        (!self.eliminations.is_empty()).then_some(self)
    }

    /// Makes the step on a board. Returns false if that leaves a cell without candidates.
    pub fn apply(&self, board: &mut Board) -> bool {
        for &(cell, digit) in &self.eliminations {
            board.eliminate(cell, digit);
            if board.get(cell) == 0 {
                return false;
            }
        }
        self.placements.iter().all(|&(cell, digit)| board.propagate_constraint(cell, digit))
    }
}

/// The step with these candidates going, if there are any: it is made only then, because most patterns that are looked
/// at remove nothing.
fn removing(candidates: impl IntoIterator<Item = (usize, u32)>, step: impl FnOnce() -> Step) -> Option<Step> {
    let mut candidates = candidates.into_iter().peekable();
    candidates.peek()?;
    step().removing(candidates)
}

/// The most cells that a board may have for the techniques.
pub const MAX_CELLS: usize = 640;

/// Takes the givens of a puzzle out of the cells that see them. A board on which a cell is settled has been started
/// already. Returns false if the givens contradict each other.
pub fn start(board: &mut Board) -> bool {
    let layout = board.layout();
    let started = (0..layout.cells()).any(|cell| board.is_settled(cell) && layout.is_cell(cell));
    started || board.settle_singles().is_ok()
}

/// The step of the first of these techniques that finds one. None on a board of more than [`MAX_CELLS`] cells.
///
/// [`Technique::UniqueRectangle`], [`Technique::UniqueLoop`] and [`Technique::BugPlusOne`] hold only of a puzzle that
/// is known to have one solution.
#[must_use]
pub fn find(board: &Board, techniques: &[Technique]) -> Option<Step> {
    let finder = Finder::new(board)?;
    let mut parts =
        techniques.iter().flat_map(|&technique| (0..finder.parts(technique)).map(move |part| (technique, part)));
    parts.find_map(|(technique, part)| finder.find(technique, part))
}

/// A board that is looked at by several techniques.
pub struct Finder<'a>(SizedGrid<'a>);

enum SizedGrid<'a> {
    Small(TechniqueGrid<'a, 2>),
    Large(TechniqueGrid<'a, 10>),
}

impl<'a> Finder<'a> {
    /// None for a board of more than [`MAX_CELLS`] cells.
    #[must_use]
    pub fn new(board: &'a Board) -> Option<Finder<'a>> {
        let layout: &Layout = board.layout();
        match layout.cells() {
            0..=128 => {
                let geometry = layout.technique.small.get_or_init(|| geometry_of(layout));
                Some(Finder(SizedGrid::Small(TechniqueGrid::new(board, geometry))))
            }
            129..=MAX_CELLS => {
                let geometry = layout.technique.large.get_or_init(|| geometry_of(layout));
                Some(Finder(SizedGrid::Large(TechniqueGrid::new(board, geometry))))
            }
            _ => None,
        }
    }

    /// Number of parts into which the search for a technique is divided, at least one. Slow techniques have many, so
    /// that other work can come between.
    #[must_use]
    pub fn parts(&self, technique: Technique) -> usize {
        match &self.0 {
            SizedGrid::Small(grid) => grid.parts(technique),
            SizedGrid::Large(grid) => grid.parts(technique),
        }
    }

    /// Returns the first step that a part of the search for a technique finds, if earlier parts found nothing; of
    /// chains and trials the shortest.
    #[must_use]
    pub fn find(&self, technique: Technique, part: usize) -> Option<Step> {
        match &self.0 {
            SizedGrid::Small(grid) => find_on(grid, technique, part),
            SizedGrid::Large(grid) => find_on(grid, technique, part),
        }
    }
}

/// Returns the time to look for a technique on a board, about, in nanoseconds, which a host may charge for it.
#[must_use]
pub fn work(board: &Board, technique: Technique) -> usize {
    let (each, power) = technique.work();
    // Settled cells have one digit.
    let candidates = (board.count_digits() as usize).saturating_sub(board.layout().cells()).min(1000);
    board.layout().cells() + each * candidates.pow(power)
}

fn find_on<const W: usize>(grid: &TechniqueGrid<W>, technique: Technique, part: usize) -> Option<Step> {
    match technique {
        Technique::FullHouse => grid.full_house(),
        Technique::HiddenSingle => grid.hidden_single(false),
        Technique::HiddenSingleLine => grid.hidden_single(true),
        Technique::NakedSingle => grid.naked_single(),
        Technique::Clue | Technique::RuleOf45 => grid.clue(technique),
        Technique::Pointing => grid.locked(false),
        Technique::Claiming => grid.locked(true),
        Technique::NakedPair => grid.naked_subset(technique, 2),
        Technique::NakedTriple => grid.naked_subset(technique, 3),
        Technique::NakedQuad => grid.naked_subset(technique, 4),
        Technique::HiddenPair => grid.hidden_subset(technique, 2),
        Technique::HiddenTriple => grid.hidden_subset(technique, 3),
        Technique::HiddenQuad => grid.hidden_subset(technique, 4),
        Technique::XWing => grid.fish(technique, 2, false),
        Technique::Swordfish => grid.fish(technique, 3, false),
        Technique::Jellyfish => grid.fish(technique, 4, false),
        Technique::FinnedXWing => grid.fish(technique, 2, true),
        Technique::FinnedSwordfish => grid.fish(technique, 3, true),
        Technique::XyWing | Technique::XyzWing => grid.wing(technique),
        Technique::WWing => grid.w_wing(),
        Technique::TurbotFish => grid.strong_links(technique, 2, false),
        Technique::GroupedTurbotFish => grid.strong_links(technique, 2, true),
        Technique::ShortXChain => grid.strong_links(technique, 3, false),
        Technique::GroupedXChain => grid.strong_links(technique, 3, true),
        Technique::WxyzWing => grid.bent_set(technique, 3),
        Technique::VwxyzWing => grid.bent_set(technique, 4),
        Technique::UniqueRectangle | Technique::UniqueLoop => grid.unique_loop(technique),
        Technique::BugPlusOne => grid.bug(),
        Technique::SimpleColouring => grid.simple_colouring(),
        Technique::RemotePairs => grid.remote_pairs(),
        Technique::XChain | Technique::XyChain | Technique::Chain => grid.chain(technique),
        Technique::CellForcingChains | Technique::UnitForcingChains => grid.forcing_chains(technique),
        Technique::Nishio | Technique::Net => grid.net(technique),
        Technique::DeepNet => grid.deep_net(part),
        Technique::NestedNet => grid.nested_net(part),
    }
}

/// Level of propagation at each node of the search for other solutions.
const LEVEL: Level = Level::Locked;

/// Budget of nodes for all searches together, times the cells of the board: about half a second. Boards of nine digits
/// take a hundredth of that. On large ones a search for another solution may come to no end.
const WORK: usize = 5_000_000;

/// The part of that which one search may take.
const SHARE: usize = 40;

/// Removes sets of givens from a puzzle in this order, each if the puzzle keeps one solution without it. On boards of
/// many more than 81 cells, what takes a long search to be found out stays.
///
/// It goes node by node of its searches, and between two of them it can wait.
#[derive(Debug)]
pub struct Minimizer {
    puzzle: Board,
    sets: Vec<Vec<usize>>,
    /// The set that is looked at, or will be.
    next: usize,
    taken: Vec<usize>,
    /// Nodes that all searches together may still have.
    left: usize,
    search: Option<UniquenessSearch>,
}

/// A search for solutions of a puzzle without a set of givens.
#[derive(Debug)]
struct UniquenessSearch {
    without: Board,
    /// Solutions that are known of, without being looked for.
    known: usize,
    count: Count,
}

impl Minimizer {
    /// Returns a list without removals.
    #[must_use]
    pub fn new(puzzle: Board, sets: Vec<Vec<usize>>) -> Minimizer {
        let left = total(&puzzle);
        let mut dig = Minimizer { puzzle, sets, next: 0, taken: Vec::new(), left, search: None };
        dig.begin();
        dig
    }

    /// Begins to look at the next set.
    fn begin(&mut self) {
        self.search = self.sets.get(self.next).map(|set| {
            let all = self.puzzle.layout().all();
            let mut without = self.puzzle.clone();
            set.iter().for_each(|&cell| without.set(cell, all));
            let nodes = self.left.min(total(&self.puzzle) / SHARE);
            self.left -= nodes;
            // Of a single cell it is enough that no other digit has a solution.
            let (known, board) = match *set.as_slice() {
                [cell] => {
                    let mut other = without.clone();
                    other.set(cell, all & !self.puzzle.get(cell));
                    (1, other)
                }
                _ => (0, without.clone()),
            };
            UniquenessSearch { without, known, count: Count::new(board, 2 - known, nodes) }
        });
    }

    /// Returns whether all sets have been looked at. Until then there is a next node.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.search.is_none()
    }

    /// Looks at the next node, and goes on to where there is another one.
    pub fn node(&mut self) {
        let Some(search) = &mut self.search else { return };
        search.count.node();
        while let Some(search) = self.search.take_if(|search| search.count.is_done) {
            self.left += search.count.nodes;
            if search.count.found.map(|found| found + search.known) == Some(1) {
                self.puzzle = search.without;
                self.taken.push(self.next);
            }
            self.next += 1;
            self.begin();
        }
    }

    /// The puzzle that is left, and the numbers of the sets that were taken.
    #[must_use]
    pub fn finish(self) -> (Board, Vec<usize>) {
        (self.puzzle, self.taken)
    }
}

/// Returns the number of nodes that all searches of a puzzle may have.
fn total(puzzle: &Board) -> usize {
    WORK / puzzle.layout().cells().max(1)
}

/// Counts the solutions of a board.
#[derive(Debug)]
struct Count {
    most: usize,
    /// Nodes that it may still look at.
    nodes: usize,
    /// Solutions, `most` of them if there are more; nothing if there were not enough nodes.
    found: Option<usize>,
    /// The board, as long as it has not been looked at.
    first: Option<Board>,
    /// Boards with the cell to branch on and the digits of it that are left.
    open: Vec<(Board, usize, Mask)>,
    is_done: bool,
}

impl Count {
    fn new(board: Board, most: usize, nodes: usize) -> Count {
        Count { most, nodes, found: Some(0), first: Some(board), open: Vec::new(), is_done: false }
    }

    /// Looks at the next node: the first board, or the one with the next digit in the last cell to branch on.
    fn node(&mut self) {
        let next = match (self.first.take(), self.open.last_mut()) {
            (Some(mut board), _) => board.propagate(LEVEL).is_ok().then_some(board),
            (None, Some((board, cell, digits))) => {
                let digit = digits.trailing_zeros();
                *digits &= *digits - 1;
                let mut child = board.clone();
                child.assign(*cell, digit, LEVEL).is_ok().then_some(child)
            }
            (None, None) => None,
        };
        if let Some(board) = next {
            match board.most_constrained(TieBreak::Degree) {
                Some(cell) => {
                    let digits = board.get(cell);
                    self.open.push((board, cell, digits));
                }
                None => self.found = self.found.map(|found| found + 1),
            }
        }
        self.is_done = self.found.is_none_or(|found| found >= self.most) || !self.has_next();
    }

    /// Returns whether there is a next node, and takes it from the budget of nodes.
    fn has_next(&mut self) -> bool {
        while self.open.pop_if(|(.., digits)| *digits == 0).is_some() {}
        if self.open.is_empty() {
            return false;
        }
        match self.nodes.checked_sub(1) {
            Some(left) => self.nodes = left,
            None => self.found = None,
        }
        self.found.is_some()
    }
}
