//! Base of the module `teach`: steps that people would make, found by [`klammer_sudoku::techniques`].

use std::sync::Arc;

use klammer::{
    Built, Code, Context, ConvertError, Digits, Handle, HostError, IntoContext, IntoLisp, ListMaker, Module, Symbol,
    Value,
};
use klammer_sudoku::board::{GroupKind, Layout};
use klammer_sudoku::techniques::{Deadlock, Finder, Literal, MAX_CELLS, Minimizer, Step, Technique, start, work};

use crate::Failure;
use crate::boards::{Board, Coordinates};

/// Nanoseconds of looking that are paid for by a tick.
const NANOSECONDS_PER_TICK: usize = 32;

/// Approximate time of a node of a search for each cell of the board.
const NANOSECONDS_PER_CELL: usize = 20;

/// A technique, the literals of the chains of its step, and how many such steps were made.
type Tally = (Symbol, usize, usize);

pub(crate) fn define(module: &mut Module<'_>) {
    module.define("%find-step", find).parameters(["board", "techniques"]);
    module.define("%advance", advance).parameters(["board", "techniques", "stops"]);
    module.define("%reaches?", reaches).parameters(["puzzle", "place", "techniques"]);
    module.define("%dig", dig).parameters(["puzzle", "sets"]);
    module
        .define("%blank", |board: Board| Board(klammer_sudoku::board::Board::new(board.layout())))
        .parameters(["board"]);
    module.define("%plain?", |board: Board| Answer(is_plain(board.layout()))).parameters(["board"]);
    module.define("%start-steps", started).parameters(["board"]);
    module.define("%refuse-technique", refuse_technique).parameters(["technique"]);
    module.define("%refuse-step", refuse_step).parameters(["technique", "step", "wish", "function"]);
}

/// An entry of a list of techniques that is none.
fn refuse_technique(cx: &mut Context<'_>, technique: Handle) -> Result<(), Failure> {
    let shown = cx.show(&technique)?;
    let problem = format!(
        "a technique must be a list of its name, its difficulty and, unless it is one of the library, a function of a \
         board, got {shown}"
    );
    let third = match cx.get::<Value>(&technique) {
        Ok(Value::List(parts)) => parts.into_iter().nth(2),
        _ => None,
    };
    let help = match third {
        Some(Value::Symbol(name)) => format!(
            "the third of it is a symbol, quoted, and not the function: (push! (list 'mine 3.1 {}) *techniques*)",
            name.name()
        ),
        _ => {
            "a technique of your own comes into the list by (push! (list 'mine 3.1 (lambda (board) ...)) *techniques*)"
                .into()
        }
    };
    Err(HostError::new(problem).with_code(Code::BadValue).with_help(help).into())
}

/// Refuses a step that the function of a technique has returned and that is not as requested.
fn refuse_step(
    cx: &mut Context<'_>,
    technique: Symbol,
    step: Handle,
    wish: String,
    function: Handle,
) -> Result<(), Failure> {
    let (technique, shown) = (technique.name(), cx.show(&step)?);
    let problem = format!("what the technique {technique} finds must be {wish}, got {shown}");
    let help = format!(
        "a step says its technique, what is put and what goes: (list '(technique {technique}) '(place (((0 0) 5))) '(remove (((0 1) \
         5))))"
    );
    Err(HostError::new(problem).with_code(Code::BadValue).with_help(help).with_blame(function).into())
}

/// The step of the first technique that finds one.
fn find(cx: &mut Context<'_>, board: Board, techniques: Handle) -> Result<Found, Failure> {
    let techniques = named(cx, &techniques)?;
    let step = next_step(cx, &techniques, &board)?;
    Ok(Found(step.map(|step| (step, Arc::clone(board.layout())))))
}

/// Result of steps on a board: the board (nil after a contradiction), the steps, and the step that was found and not
/// made. The steps are lists of technique, literals of the chains, and number of such steps.
type Advanced = (Option<Board>, Vec<Tally>, Found);

/// Makes the steps that the techniques find, until there is none or one of a technique where it should stop.
fn advance(cx: &mut Context<'_>, board: Board, techniques: Handle, stops: Handle) -> Result<Advanced, Failure> {
    let (techniques, stops) = (named(cx, &techniques)?, named(cx, &stops)?);
    let mut board = board;
    let mut made: Vec<(Technique, usize, usize)> = Vec::new();
    let mut stopped = None;
    let mut fine = true;
    while fine && let Some(step) = next_step(cx, &techniques, &board)? {
        if stops.contains(&step.technique) {
            stopped = Some((step, Arc::clone(board.layout())));
            break;
        }
        let kind = (step.technique, step.proof.literals());
        match made.iter_mut().find(|(technique, literals, _)| (*technique, *literals) == kind) {
            Some((.., count)) => *count += 1,
            None => made.push((kind.0, kind.1, 1)),
        }
        fine = step.apply(&mut board);
    }
    let made = made.into_iter();
    let made = made.map(|(technique, literals, count)| (Symbol::new(technique.name()), literals, count)).collect();
    Ok((fine.then_some(board), made, Found(stopped)))
}

/// Returns whether the steps that the techniques find lead from a puzzle to a place, a board with steps made: to the
/// same candidates and the same digits in the cells.
fn reaches(cx: &mut Context<'_>, puzzle: Board, place: Board, techniques: Handle) -> Result<Answer, Failure> {
    let goal = place.count_digits();
    let cells = place.layout().cells();
    let (techniques, mut puzzle) = (named(cx, &techniques)?, puzzle);
    if puzzle.layout().cells() != cells || !start(&mut puzzle) {
        return Ok(Answer(false));
    }
    let same = |cell: usize, board: &Board| {
        board.get(cell) == place.get(cell) && board.is_settled(cell) == place.is_settled(cell)
    };
    while puzzle.count_digits() >= goal {
        if puzzle.count_digits() == goal && (0..cells).all(|cell| same(cell, &puzzle)) {
            return Ok(Answer(true));
        }
        match next_step(cx, &techniques, &puzzle)? {
            Some(step) if step.apply(&mut puzzle) => {}
            _ => break,
        }
    }
    Ok(Answer(false))
}

/// The step of the first technique that finds one.
fn next_step(cx: &mut Context<'_>, techniques: &[Technique], board: &Board) -> Result<Option<Step>, Failure> {
    let count = board.layout().cells();
    cx.charge((count / NANOSECONDS_PER_TICK) as u64)?;
    let Some(finder) = Finder::new(board) else {
        return Err(refused(format!("board must have at most {MAX_CELLS} cells, got one with {count}")).into());
    };
    for &technique in techniques {
        let (ticks, parts) = (work(board, technique) / NANOSECONDS_PER_TICK, finder.parts(technique));
        // All of them together are what the technique takes.
        let up_to = |part: usize| ticks.saturating_mul(part) / parts.max(1);
        for part in 0..parts.max(1) {
            cx.charge((up_to(part + 1) - up_to(part)) as u64)?;
            if let Some(found) = finder.find(technique, part) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// The techniques with these names.
fn named(cx: &mut Context<'_>, names: &Handle) -> Result<Vec<Technique>, Failure> {
    let names: Vec<Handle> = cx.get(names)?;
    let mut technique = |name: &Handle| {
        let technique = cx.get::<Symbol>(name).ok().and_then(|name| name.name().parse::<Technique>().ok());
        match technique {
            Some(technique) => Ok(technique),
            None => {
                let shown = cx.repr(name)?;
                Err(refused(format!("{shown} is no technique of the library, and has no function")).into())
            }
        }
    };
    names.iter().map(&mut technique).collect()
}

/// Removes sets of cells from a puzzle as long as it keeps one solution. Returns the puzzle and the numbers of the
/// removed sets.
fn dig(cx: &mut Context<'_>, puzzle: Board, sets: Handle) -> Result<(Board, Vec<usize>), Failure> {
    let (columns, cells) = (puzzle.layout().columns(), puzzle.layout().cells());
    let sets: Vec<Vec<Coordinates>> = cx.get(&sets)?;
    let number = |(row, column): Coordinates| row.saturating_mul(columns).saturating_add(column);
    let mut work =
        Minimizer::new(puzzle.0, sets.into_iter().map(|set| set.into_iter().map(number).collect()).collect());
    let ticks = (cells * NANOSECONDS_PER_CELL / NANOSECONDS_PER_TICK) as u64;
    while !work.is_done() {
        cx.count_node()?;
        cx.charge(ticks)?;
        work.node();
    }
    let (left, gone) = work.finish();
    Ok((Board(left), gone))
}

fn refused(problem: String) -> HostError {
    HostError::new(problem).with_code(Code::BadValue)
}

/// Returns whether the layout has rows, columns and boxes only, and no clues.
fn is_plain(layout: &Layout) -> bool {
    let plain = |kind| matches!(kind, GroupKind::Row | GroupKind::Column | GroupKind::Box);
    layout.clues().is_empty() && layout.groups().iter().all(|group| plain(group.kind))
}

/// Takes the givens out of the cells that see them: the answer is whether that left all cells something.
fn started(board: &mut Board) -> Answer {
    Answer(start(board))
}

/// A truth value for the part of the module that is written in the core language. (A `bool` is one for the program,
/// which may be in a language where nil is true.)
struct Answer(bool);

impl IntoLisp for Answer {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        if self.0 { maker.make(true) } else { maker.make(()) }
    }
}

/// A step as a list of entries, each a name and what it says; those that say nothing are not there. Nil for no step.
struct Found(Option<(Step, Arc<Layout>)>);

impl IntoLisp for Found {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let Some((step, layout)) = self.0 else { return maker.make(()) };
        let on = Places(&layout);
        let mut entries = maker.list().item((Symbol::new("technique"), Symbol::new(step.technique.name())))?;
        if step.digits != 0 {
            entries = entries.item((Symbol::new("digits"), Digits(step.digits)))?;
        }
        entries = entry(entries, "cells", on.cells(&step.cells))?;
        entries = entry(entries, "groups", step.groups.iter().filter_map(|&group| on.group(group)).collect())?;
        if let Some(kind) = step.kind {
            entries = entries.item((Symbol::new("type"), kind))?;
        }
        entries = entry(entries, "fins", on.cells(&step.fins))?;
        entries = entry(entries, "colours", step.colours.iter().map(|cells| on.cells(cells)).collect())?;
        entries = entry(entries, "chains", step.proof.chains.iter().map(|chain| on.literals(chain)).collect())?;
        entries = entry(entries, "places", step.places.iter().map(|cells| on.cells(cells)).collect())?;
        entries = match step.proof.deadlock {
            Some(Deadlock::Cell(cell)) => entry(entries, "deadlock", on.cells(&[cell]))?,
            Some(Deadlock::Unit(unit, digit)) => entries.item((Symbol::new("deadlock"), (on.group(unit), digit)))?,
            None => entries,
        };
        if let Some(clue) = step.relation.clue {
            entries = entries.item((Symbol::new("clue"), Symbol::new(clue)))?;
        }
        if let Some(sum) = step.relation.sum {
            entries = entries.item((Symbol::new("sum"), sum))?;
        }
        entries = entry(entries, "place", on.candidates(&step.placements))?;
        entry(entries, "remove", on.candidates(&step.eliminations))?.done()
    }
}

/// With an entry, unless it says nothing.
fn entry<'a, T: IntoLisp>(entries: ListMaker<'a>, name: &str, what: Vec<T>) -> Result<ListMaker<'a>, ConvertError> {
    if what.is_empty() { Ok(entries) } else { entries.item((Symbol::new(name), what)) }
}

/// Coordinates and groups on boards with this layout.
struct Places<'a>(&'a Layout);

impl Places<'_> {
    fn cells(&self, cells: &[usize]) -> Vec<Coordinates> {
        cells.iter().map(|&cell| self.0.coordinates(cell)).collect()
    }

    fn candidates(&self, candidates: &[(usize, u32)]) -> Vec<(Coordinates, u32)> {
        candidates.iter().map(|&(cell, digit)| (self.0.coordinates(cell), digit)).collect()
    }

    /// Cell, digit, and whether the digit is there.
    fn literals(&self, chain: &[Literal]) -> Vec<(Coordinates, u32, Answer)> {
        chain.iter().map(|l| (self.0.coordinates(l.cell), l.digit, Answer(l.right))).collect()
    }

    /// Kind and number, both counted from 0 as cells are.
    fn group(&self, group: usize) -> Option<(Symbol, usize)> {
        let (kind, number) = self.0.kind_and_number(group)?;
        Some((Symbol::new(kind.name()), number))
    }
}
