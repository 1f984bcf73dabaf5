//! What the module `teach` is made on: steps that people would make, found by [`klammer_boards::technique`].

use std::sync::Arc;

use super::arg::{BoardRef, ListRef};
use super::array::new_board;
use super::builtins;
use super::cell::{cells, coordinates, layout};
use crate::fault::{Code, Res, complain};
use crate::list::Builder;
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_boards::board::{GroupKind, Layout};
use klammer_boards::technique::{Deadlock, Finder, Literal, MOST_CELLS, Rule, Step, start, work};

/// Nanoseconds of looking that are paid for by a tick.
const NANOSECONDS_PER_TICK: usize = 32;

fn find(rt: &mut Runtime, board: Value, rules: Value) -> Res<Option<Value>> {
    const NAME: &str = "next-step";
    // A copy, because paying needs the heap that the board lies in.
    let board = rt.heap.board_of(board)?.board.clone();
    let count = board.layout().cells();
    rt.charge(count / NANOSECONDS_PER_TICK)?;
    let Some(finder) = Finder::new(&board) else {
        let message = format!("board must have at most {MOST_CELLS} cells, got one with {count}");
        return complain(NAME, Code::BadValue, message);
    };
    for name in rt.list_items(NAME, rules)? {
        let rule = name.as_symbol().and_then(|name| rt.name(name).parse::<Rule>().ok());
        let Some(rule) = rule else {
            let shown = brief(rt, name);
            return complain(NAME, Code::BadValue, format!("{shown} is no rule of the library, and has no function"));
        };
        rt.charge(work(&board, rule) / NANOSECONDS_PER_TICK)?;
        if let Some(step) = finder.find(rule) {
            return Writer { rt, layout: Arc::clone(board.layout()) }.step(&step).map(Some);
        }
    }
    Ok(None)
}

/// Makes lists of steps.
struct Writer<'a> {
    rt: &'a mut Runtime,
    layout: Arc<Layout>,
}

impl Writer<'_> {
    fn step(mut self, step: &Step) -> Res<Value> {
        let mut entries = Builder::new();
        let rule = self.rt.symbol(step.rule.name());
        let digits = Value::digits(step.digits);
        let pattern = self.cells(&step.cells)?;
        for (name, value) in [("rule", rule), ("digits", digits), ("cells", pattern)] {
            self.entry(&mut entries, name, value)?;
        }
        let groups = self.list(&step.groups, |this, &group| this.group(group))?;
        self.entry(&mut entries, "groups", groups)?;
        let fins = self.cells(&step.fins)?;
        self.entry(&mut entries, "fins", fins)?;
        let colours = self.list(&step.colours, |this, cells| this.cells(cells))?;
        self.entry(&mut entries, "colours", colours)?;
        let chains = self.list(&step.chains, |this, chain| this.list(chain, |this, &literal| this.literal(literal)))?;
        self.entry(&mut entries, "chains", chains)?;
        let deadlock = match step.deadlock {
            Some(Deadlock::Cell(cell)) => self.cells(&[cell])?,
            Some(Deadlock::Unit(unit, digit)) => {
                let group = self.group(unit)?;
                self.rt.heap.list(&[group, Value::fix(digit.into())])?
            }
            None => Value::NIL,
        };
        self.entry(&mut entries, "deadlock", deadlock)?;
        if let Some(clue) = step.clue {
            let clue = self.rt.symbol(clue);
            self.entry(&mut entries, "clue", clue)?;
        }
        if let Some(sum) = step.sum {
            self.entry(&mut entries, "sum", Value::fix(sum.into()))?;
        }
        for (name, candidates) in [("place", &step.placements), ("remove", &step.eliminations)] {
            let candidates = self.list(candidates, |this, &(cell, digit)| {
                let cell = coordinates(this.rt, this.layout.columns(), cell)?;
                this.rt.heap.list(&[cell, Value::fix(digit.into())])
            })?;
            self.entry(&mut entries, name, candidates)?;
        }
        Ok(entries.finish(&mut self.rt.heap, Value::NIL))
    }

    /// An entry, unless it says nothing.
    fn entry(&mut self, entries: &mut Builder, name: &str, value: Value) -> Res<()> {
        if value.is_nil() {
            return Ok(());
        }
        let entry = [self.rt.symbol(name), value];
        let entry = self.rt.heap.list(&entry)?;
        entries.push(&mut self.rt.heap, entry)
    }

    fn list<T>(&mut self, items: &[T], mut value: impl FnMut(&mut Self, &T) -> Res<Value>) -> Res<Value> {
        let mut list = Builder::new();
        for item in items {
            let value = value(self, item)?;
            list.push(&mut self.rt.heap, value)?;
        }
        Ok(list.finish(&mut self.rt.heap, Value::NIL))
    }

    fn cells(&mut self, list: &[usize]) -> Res<Value> {
        cells(self.rt, self.layout.columns(), list)
    }

    /// A list of cell, digit, and whether the digit is there.
    fn literal(&mut self, literal: Literal) -> Res<Value> {
        let cell = coordinates(self.rt, self.layout.columns(), literal.cell)?;
        self.rt.heap.list(&[cell, Value::fix(literal.digit.into()), Value::truth(literal.right)])
    }

    /// A list of kind and number, both counted from 0 as cells are.
    fn group(&mut self, group: usize) -> Res<Value> {
        let Some(kind) = self.layout.groups().get(group).map(|g| g.kind) else { return Ok(Value::NIL) };
        let number = self.layout.groups().iter().take(group).filter(|g| g.kind == kind).count();
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
        let name = self.rt.symbol(name);
        self.rt.heap.list(&[name, Value::fix(number as i64)])
    }
}

builtins! { "teach";
    fn "%find-step" (rt, board: BoardRef, rules: ListRef) {
        find(rt, board.0, rules.0)
    }

    fn "%blank" (rt, board: BoardRef) {
        let layout = Arc::clone(layout(rt, board.0)?);
        new_board(rt, &layout)
    }

    fn "%start-steps" (rt, board: BoardRef) {
        let cells = rt.heap.board_of(board.0)?.board.layout().cells();
        rt.charge(cells / NANOSECONDS_PER_TICK)?;
        let board = &mut rt.heap.board_of_mut(board.0)?.board;
        Ok(start(board))
    }
}
