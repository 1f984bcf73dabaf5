//! Runs a format program: takes arguments, follows brackets, hands each directive to its family.
//!
//! **Invariant:** nesting of brackets and of `~?` lives in `frames`, never on the native stack.

use std::sync::Arc;

use super::args::{Args, Params};
use super::nesting::BracketFrame;
use super::parse::{Item, Op, Program};
use super::sink::{Padding, Sink};
use super::{float, integer};
use crate::fault::Result;
use crate::printer::{Style, WIDTH, pretty, print};
use crate::runtime::Runtime;
use crate::value::Value;

/// The run of one control string.
pub(super) struct Machine<'rt> {
    pub rt: &'rt mut Runtime,
    pub out: Sink,
    pub program: Arc<Program>,
    /// The next item.
    pub at: usize,
    pub args: Args,
    pub frames: Vec<BracketFrame>,
    pub calls: usize,
    /// Bytes of the argument lists that are under way.
    pub held: usize,
}

impl<'rt> Machine<'rt> {
    pub fn new(rt: &'rt mut Runtime, program: Program, arguments: &[Value], column: usize) -> Machine<'rt> {
        let args = Args { items: arguments.to_vec(), used: 0 };
        let (out, program) = (Sink::at_column(column), Arc::new(program));
        Machine { rt, out, program, at: 0, args, frames: Vec::new(), calls: 0, held: 0 }
    }

    pub fn run(mut self) -> Result<String> {
        while self.turn()? {}
        self.rt.charge(1)?;
        Ok(self.out.into_text())
    }

    /// Executes the next item and charges for it. Returns whether there is more to do.
    fn turn(&mut self) -> Result<bool> {
        let program = Arc::clone(&self.program);
        match program.items.get(self.at) {
            Some(item) => {
                self.at += 1;
                if self.step(&program, item)? {
                    return Ok(false);
                }
            }
            // The end of the text is the end of what called it, too.
            None => match self.frames.last() {
                Some(BracketFrame::Iteration(_)) => self.next_round()?,
                Some(BracketFrame::Call { .. }) => self.return_from_call(),
                Some(BracketFrame::Case { .. } | BracketFrame::Justification(_)) | None => return Ok(false),
            },
        }
        self.rt.charge(1)?;
        Ok(true)
    }

    /// Executes one item. Returns whether that ends the whole text.
    fn step(&mut self, program: &Program, item: &Item) -> Result<bool> {
        if let Op::Text(range) = &item.op {
            self.out.push(self.rt, program.control.get(range.clone()).unwrap_or_default())?;
            return Ok(false);
        }
        let params = self.params(item)?;
        match &item.op {
            Op::Text(_) => {}
            Op::Aesthetic => self.value(item, &params, Style::Display)?,
            Op::Standard => self.value(item, &params, Style::Readable)?,
            Op::Character => self.character(item)?,
            Op::Integer { radix } => {
                let v = self.argument(item)?;
                integer::based(self, item, &params, 0, *radix, v)?;
            }
            Op::Radix => integer::radix(self, item, &params)?,
            Op::Fixed => float::fixed(self, item, &params)?,
            Op::Exponential => float::exponential(self, item, &params)?,
            Op::General => float::general(self, item, &params)?,
            Op::Money => float::money(self, item, &params)?,
            Op::Newline => self.repeat(item, &params, '\n')?,
            Op::Page => self.repeat(item, &params, '\u{c}')?,
            Op::Tilde => self.repeat(item, &params, '~')?,
            Op::FreshLine => self.fresh_line(item, &params)?,
            Op::Tabulate => self.tabulate(item, &params)?,
            Op::GoTo => self.go_to(item, &params)?,
            Op::Indirect => self.indirect(item)?,
            Op::Plural => self.plural(item)?,
            Op::Escape => {
                if self.escapes(item, &params)? {
                    return self.escape(item);
                }
            }
            Op::Case => self.begin_case(item),
            Op::CaseEnd => self.end_case()?,
            Op::Conditional { clauses, default, end } => self.conditional(item, &params, clauses, *default, *end)?,
            Op::ClauseEnd { end } => self.at = *end,
            Op::ConditionalEnd => {}
            Op::Iteration { end, once } => self.iterate(item, &params, *end, *once)?,
            Op::IterationEnd => self.next_round()?,
            Op::Block { end } => self.block(item, *end)?,
            Op::BlockEnd => self.next_round()?,
            Op::Layout if item.letter == '_' && item.colon && item.at => self.out.push(self.rt, "\n")?,
            Op::Layout => {}
            Op::Justification { end } => self.justify(item, &params, *end)?,
            Op::SegmentEnd => self.end_segment(item, &params)?,
            Op::JustificationEnd => self.end_justification(true)?,
        }
        Ok(false)
    }

    /// `~A ~S ~W`
    fn value(&mut self, item: &Item, params: &Params, style: Style) -> Result<()> {
        let v = self.argument(item)?;
        let breaks = self.rt.dialect.notation.is_some_and(|n| n.breaks_lines(self.rt));
        let column = if breaks { Some(self.out.column(self.rt)?) } else { None };
        let text = self.rt.holding(self.out.bytes(), |rt| match column {
            _ if v.is_nil() && item.colon => Ok("()".to_string()),
            Some(column) => pretty(rt, v, style, column, WIDTH),
            None => print(rt, v, style),
        })?;
        let padding = Padding {
            width: self.size(item, params, 0, 0)?,
            step: self.size(item, params, 1, 1)?.max(1),
            least: self.size(item, params, 2, 0)?,
            fill: self.char(item, params, 3, ' ')?,
            before: item.at,
        };
        let out = &mut self.out;
        self.rt.holding(text.capacity(), |rt| out.push_padded(rt, &text, padding))
    }

    /// `~C`: the character itself, its name with `:`, as it reads back with `@`.
    fn character(&mut self, item: &Item) -> Result<()> {
        let v = self.argument(item)?;
        let Some(c) = v.as_character() else { return Err(self.unsuitable(item, "a character", v)) };
        if !item.colon && !item.at {
            return self.out.fill(self.rt, c, 1);
        }
        let text = print(self.rt, v, Style::Readable)?;
        let text = if item.colon { text.strip_prefix("#\\").unwrap_or(&text) } else { &text };
        self.out.push(self.rt, text)
    }

    /// `~% ~| ~~`
    fn repeat(&mut self, item: &Item, params: &Params, c: char) -> Result<()> {
        let count = self.size(item, params, 0, 1)?;
        self.out.fill(self.rt, c, count)
    }

    /// `~&`
    fn fresh_line(&mut self, item: &Item, params: &Params) -> Result<()> {
        let count = self.size(item, params, 0, 1)?;
        if count == 0 {
            return Ok(());
        }
        let fresh = self.out.column(self.rt)? == 0;
        self.out.fill(self.rt, '\n', count - usize::from(fresh))
    }

    /// `~T`: to a column, or with `@` some blanks and then to a multiple.
    fn tabulate(&mut self, item: &Item, params: &Params) -> Result<()> {
        let first = self.size(item, params, 0, 1)?;
        let step = self.size(item, params, 1, 1)?;
        let column = self.out.column(self.rt)?;
        let blanks = if item.at {
            let after = column.saturating_add(first);
            if step == 0 { first } else { after.checked_next_multiple_of(step).unwrap_or(usize::MAX) - column }
        } else if column < first {
            first - column
        } else if step == 0 {
            0
        } else {
            step - (column - first) % step
        };
        self.out.fill(self.rt, ' ', blanks)
    }

    /// `~*`: over arguments, back with `:`, to one by its number with `@`.
    fn go_to(&mut self, item: &Item, params: &Params) -> Result<()> {
        let target = if item.at {
            Some(self.size(item, params, 0, 0)?)
        } else {
            let count = self.size(item, params, 0, 1)?;
            if item.colon { self.args.used.checked_sub(count) } else { self.args.used.checked_add(count) }
        };
        match target.filter(|&t| t <= self.args.items.len()) {
            Some(t) => {
                self.args.used = t;
                Ok(())
            }
            None => Err(self.problem(item, "goes beyond the arguments")),
        }
    }

    /// `~P`: `s` unless the argument is 1, `y` or `ies` with `@`, about the argument before with `:`.
    fn plural(&mut self, item: &Item) -> Result<()> {
        if item.colon {
            match self.args.used.checked_sub(1) {
                Some(before) => self.args.used = before,
                None => return Err(self.problem(item, "has no argument before it")),
            }
        }
        let one = self.argument(item)? == Value::fix(1);
        let ending = match (item.at, one) {
            (false, true) => "",
            (false, false) => "s",
            (true, true) => "y",
            (true, false) => "ies",
        };
        self.out.push(self.rt, ending)
    }
}
