//! What the module `teach` is made on: steps that people would make, found by [`klammer_boards::technique`].

use std::error::Error;
use std::sync::Arc;

use klammer::board::{Board, GroupKind, Layout};
use klammer::{
    Code, Context, ConvertError, Digits, Handle, HostError, IntoLisp, ListMaker, Made, Maker, Module, Symbol,
};
use klammer_boards::technique::{Deadlock, Finder, Literal, MOST_CELLS, Rule, Step, start, work};

/// Nanoseconds of looking that are paid for by a tick.
const NANOSECONDS_PER_TICK: usize = 32;

pub(super) fn define(module: &mut Module<'_>) {
    module.define("%find-step", find).parameters(["board", "rules"]);
    module.define("%blank", |board: Board| Board::new(board.layout())).parameters(["board"]);
    module.define("%start-steps", started).parameters(["board"]);
    module.define("%refuse-rule", refuse_rule).parameters(["rule"]);
    module.define("%refuse-step", refuse_step).parameters(["rule", "step"]);
}

/// An entry of a list of rules that is none.
fn refuse_rule(cx: &mut Context<'_>, rule: Handle) -> Result<(), Box<dyn Error + Send + Sync>> {
    let shown = cx.show(&rule)?;
    let problem = format!(
        "a rule must be a list of its name, its difficulty and, unless it is one of the library, a function of a \
         board, got {shown}"
    );
    let help = "a rule of your own comes into the list by (push! (list 'mine 3.1 (lambda (board) ...)) *rules*)";
    Err(HostError::new(problem).with_code(Code::BadValue).with_help(help).into())
}

/// What the function of a rule has returned, which is no step.
fn refuse_step(cx: &mut Context<'_>, rule: Symbol, step: Handle) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (rule, shown) = (rule.name(), cx.show(&step)?);
    let problem = format!("what the rule {rule} finds must be nil or a step, got {shown}");
    let help = format!(
        "a step says its rule, what is put and what goes: (list '(rule {rule}) '(place (((0 0) 5))) '(remove (((0 1) \
         5))))"
    );
    Err(HostError::new(problem).with_code(Code::BadValue).with_help(help).into())
}

/// The step of the first rule that finds one.
fn find(cx: &mut Context<'_>, board: Board, rules: Vec<Handle>) -> Result<Found, Box<dyn Error + Send + Sync>> {
    let count = board.layout().cells();
    cx.charge((count / NANOSECONDS_PER_TICK) as u64)?;
    let Some(finder) = Finder::new(&board) else {
        return Err(refused(format!("board must have at most {MOST_CELLS} cells, got one with {count}")).into());
    };
    for name in rules {
        let rule = cx.convert::<Symbol>(&name).ok().and_then(|name| name.name().parse::<Rule>().ok());
        let Some(rule) = rule else {
            let shown = cx.print(&name)?;
            return Err(refused(format!("{shown} is no rule of the library, and has no function")).into());
        };
        cx.charge((work(&board, rule) / NANOSECONDS_PER_TICK) as u64)?;
        if let Some(step) = finder.find(rule) {
            return Ok(Found(Some((step, Arc::clone(board.layout())))));
        }
    }
    Ok(Found(None))
}

fn refused(problem: String) -> HostError {
    HostError::new(format!("next-step: {problem}")).with_code(Code::BadValue)
}

/// Takes the givens out of the cells that see them: the answer is whether that left all cells something.
fn started(board: &mut Board) -> Answer {
    Answer(start(board))
}

/// A truth value for the part of the module that is written in the core language. (A `bool` is one for the program,
/// which may be in a language where nil is true.)
struct Answer(bool);

impl IntoLisp for Answer {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        if self.0 { maker.make(true) } else { maker.make(()) }
    }
}

/// A step as a list of entries, each a name and what it says; those that say nothing are not there. Nil for no step.
struct Found(Option<(Step, Arc<Layout>)>);

impl IntoLisp for Found {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let Some((step, layout)) = self.0 else { return maker.make(()) };
        let on = Places(&layout);
        let mut entries = maker.list().item((Symbol::new("rule"), Symbol::new(step.rule.name())))?;
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
        entries = entry(entries, "chains", step.chains.iter().map(|chain| on.literals(chain)).collect())?;
        entries = entry(entries, "places", step.places.iter().map(|cells| on.cells(cells)).collect())?;
        entries = match step.deadlock {
            Some(Deadlock::Cell(cell)) => entry(entries, "deadlock", on.cells(&[cell]))?,
            Some(Deadlock::Unit(unit, digit)) => entries.item((Symbol::new("deadlock"), (on.group(unit), digit)))?,
            None => entries,
        };
        if let Some(clue) = step.clue {
            entries = entries.item((Symbol::new("clue"), Symbol::new(clue)))?;
        }
        if let Some(sum) = step.sum {
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

/// Row and column.
type Cell = (usize, usize);

/// Where things are on boards with this layout.
struct Places<'a>(&'a Layout);

impl Places<'_> {
    fn cell(&self, cell: usize) -> Cell {
        let columns = self.0.columns().max(1);
        (cell / columns, cell % columns)
    }

    fn cells(&self, cells: &[usize]) -> Vec<Cell> {
        cells.iter().map(|&cell| self.cell(cell)).collect()
    }

    fn candidates(&self, candidates: &[(usize, u32)]) -> Vec<(Cell, u32)> {
        candidates.iter().map(|&(cell, digit)| (self.cell(cell), digit)).collect()
    }

    /// Cell, digit, and whether the digit is there.
    fn literals(&self, chain: &[Literal]) -> Vec<(Cell, u32, Answer)> {
        chain.iter().map(|l| (self.cell(l.cell), l.digit, Answer(l.right))).collect()
    }

    /// Kind and number, both counted from 0 as cells are.
    fn group(&self, group: usize) -> Option<(Symbol, usize)> {
        let groups = self.0.groups();
        let kind = groups.get(group)?.kind;
        let number = groups.iter().take(group).filter(|g| g.kind == kind).count();
        let name = match kind {
            GroupKind::Row => "row",
            GroupKind::Column => "column",
            GroupKind::Box => "box",
            GroupKind::Diagonal => "diagonal",
            GroupKind::Window => "window",
            GroupKind::Region => "region",
            GroupKind::Cage => "cage",
            GroupKind::Other => "group",
        };
        Some((Symbol::new(name), number))
    }
}
