//! The directives that come in pairs or go on in another control string: `~( ~[ ~{ ~< ~?`, and `~^`, which leaves them.

use std::sync::Arc;

use super::machine::{self, Args, DirectiveParameters, FormatMachine};
use super::parse::{FormatItem, FormatProgram};
use crate::fault::Result;
use crate::num::Number;

/// Maximum depth of control strings that call control strings through `~?`.
const MAX_CALLS: usize = 64;

/// Length of a line, where `~:;` does not give one.
const LINE: usize = 72;

/// A bracket that is being worked on.
pub(super) enum BracketFrame {
    /// `~(`: what has been written since `from` changes case.
    Case {
        from: usize,
        style: machine::LetterCase,
    },
    Iteration(Iteration),
    /// `~<`
    Justification(Justification),
    /// `~?`: where to go on, and the arguments to go on with, unless they are shared.
    Call {
        program: Arc<FormatProgram>,
        at: usize,
        args: Option<Args>,
    },
}

pub(super) struct Iteration {
    /// First item of the body, and the item after it.
    body: usize,
    end: usize,
    /// Rounds that may still be made.
    rounds: Option<u64>,
    /// The next round is made even without arguments.
    once: bool,
    /// With `~:{`: one argument list for each round.
    lists: Option<Args>,
    /// The arguments outside, unless they are the ones iterated over.
    outer: Option<Args>,
    /// Text that is written at the end.
    suffix: &'static str,
}

pub(super) struct Justification {
    from: usize,
    end: usize,
    segments: Vec<String>,
    /// With `~n,m:;`: the first segment goes out only if the rest and `n` more characters do not fit into a line of
    /// `m`.
    overflow: Option<(usize, usize)>,
    layout: machine::JustificationWidths,
}

impl FormatMachine<'_> {
    /// `~?`: a control string and its arguments in a list; with `@` it uses the arguments here.
    pub fn indirect(&mut self, item: &FormatItem) -> Result<()> {
        let program = self.control(item)?;
        let args = if item.at {
            None
        } else {
            let list = self.argument(item)?;
            let inner = self.list(Some(item), list)?;
            Some(std::mem::replace(&mut self.args, inner))
        };
        self.call(item, program, args, self.at)
    }

    /// Goes on in `program`, and afterwards here at `back`.
    fn call(&mut self, item: &FormatItem, program: Arc<FormatProgram>, args: Option<Args>, back: usize) -> Result<()> {
        if self.calls == MAX_CALLS {
            return Err(self.problem(item, &format!("is nested more than {MAX_CALLS} control strings deep")));
        }
        self.calls += 1;
        let program = std::mem::replace(&mut self.program, program);
        self.frames.push(BracketFrame::Call { program, at: back, args });
        self.at = 0;
        Ok(())
    }

    pub fn return_from_call(&mut self) {
        if let Some(BracketFrame::Call { program, at, args }) = self.frames.pop() {
            self.calls = self.calls.saturating_sub(1);
            self.program = program;
            self.at = at;
            if let Some(args) = args {
                self.replace_args(args);
            }
        }
    }

    /// `~(`
    pub fn begin_case(&mut self, item: &FormatItem) {
        let style = machine::LetterCase::of(item.colon, item.at);
        self.frames.push(BracketFrame::Case { from: self.out.len(), style });
    }

    /// `~)`
    pub fn end_case(&mut self) -> Result<()> {
        if let Some(BracketFrame::Case { from, style }) = self.frames.pop() {
            let text = self.out.take_from(from);
            // A change of case can make a text three times as long.
            self.rt.heap.reserve(text.len().saturating_mul(3))?;
            let changed = style.apply(&text);
            self.out.push(self.rt, &changed)?;
        }
        Ok(())
    }

    /// `~[`
    pub fn conditional(
        &mut self,
        item: &FormatItem,
        params: &DirectiveParameters,
        clauses: &[usize],
        default: bool,
        end: usize,
    ) -> Result<()> {
        let last = clauses.len().saturating_sub(1);
        let chosen = if item.at {
            let v = self.argument(item)?;
            if !v.is_nil() {
                self.args.used -= 1;
            }
            (!v.is_nil()).then_some(0)
        } else if item.colon {
            Some(usize::from(!self.argument(item)?.is_nil()))
        } else {
            let n = match self.integer(item, params, 0)? {
                Some(n) => usize::try_from(n).ok(),
                None => {
                    let v = self.argument(item)?;
                    match Number::from_value(&self.rt.heap, v) {
                        Some(Number::Fixnum(n)) => usize::try_from(n).ok(),
                        Some(Number::Integer(_)) => None,
                        _ => return Err(self.unsuitable(item, "an integer", v)),
                    }
                }
            };
            n.filter(|&n| n <= last).or(default.then_some(last))
        };
        self.at = chosen.and_then(|i| clauses.get(i).copied()).unwrap_or(end);
        Ok(())
    }

    /// `~{`
    pub fn iterate(&mut self, item: &FormatItem, params: &DirectiveParameters, end: usize, once: bool) -> Result<()> {
        let rounds = self.integer(item, params, 0)?.map(|n| u64::try_from(n).unwrap_or(0));
        // Without a body, the control string is an argument.
        let control = if self.at == end { Some(self.control(item)?) } else { None };
        let given = if item.at {
            std::mem::take(&mut self.args)
        } else {
            let list = self.argument(item)?;
            self.list(Some(item), list)?
        };
        let (lists, outer) = match (item.colon, item.at) {
            (true, true) => (Some(given), None),
            (true, false) => (Some(given), Some(std::mem::take(&mut self.args))),
            (false, true) => {
                self.args = given;
                (None, None)
            }
            (false, false) => (None, Some(std::mem::replace(&mut self.args, given))),
        };
        let (mut body, mut end) = (self.at, end);
        if let Some(program) = control {
            let back = end + 1;
            (body, end) = (0, program.items.len());
            self.call(item, program, None, back)?;
        }
        self.frames.push(BracketFrame::Iteration(Iteration { body, end, rounds, once, lists, outer, suffix: "" }));
        self.next_round()
    }

    /// `~< ~:>`: an iteration of one round; with `:` in parentheses, with `@` over the arguments that are left.
    pub fn block(&mut self, item: &FormatItem, end: usize) -> Result<()> {
        let outer = if item.at {
            None
        } else {
            let list = self.argument(item)?;
            if !list.has_elements() && !list.is_nil() {
                let text = crate::printer::print(self.rt, list, crate::printer::PrintStyle::Readable)?;
                self.at = end + 1;
                return self.out.push(self.rt, &text);
            }
            let inner = self.list(Some(item), list)?;
            Some(std::mem::replace(&mut self.args, inner))
        };
        let suffix = if item.colon { ")" } else { "" };
        self.out.push(self.rt, if item.colon { "(" } else { "" })?;
        let body = self.at;
        self.frames.push(BracketFrame::Iteration(Iteration {
            body,
            end,
            rounds: Some(1),
            once: true,
            lists: None,
            outer,
            suffix,
        }));
        self.next_round()
    }

    /// Begins the next round of the iteration at the top, or ends it.
    pub fn next_round(&mut self) -> Result<()> {
        let Some(BracketFrame::Iteration(mut it)) = self.frames.pop() else { return Ok(()) };
        let left = it.lists.as_ref().unwrap_or(&self.args).left();
        if (left == 0 && !it.once) || it.rounds == Some(0) {
            return self.end_iteration(it);
        }
        it.once = false;
        it.rounds = it.rounds.map(|n| n - 1);
        if let Some(lists) = &mut it.lists {
            let args = match lists.next() {
                None => Args::default(),
                Some(list) => self.list(None, list)?,
            };
            self.replace_args(args);
        }
        self.at = it.body;
        self.frames.push(BracketFrame::Iteration(it));
        Ok(())
    }

    /// Goes on after an iteration whose frame is gone.
    fn end_iteration(&mut self, it: Iteration) -> Result<()> {
        self.out.push(self.rt, it.suffix)?;
        // If the body is a control string of its own, its end is the end of the program.
        self.at = it.end;
        if self.program.items.get(it.end).is_some() {
            self.at += 1;
        }
        match (it.lists, it.outer) {
            (None, None) => {}
            (None, Some(outer)) => self.replace_args(outer),
            (Some(rest), None) => self.replace_args(rest),
            (Some(lists), Some(outer)) => {
                self.replace_args(lists);
                self.replace_args(outer);
            }
        }
        Ok(())
    }

    /// Returns whether the condition of `~^` is true.
    pub fn escapes(&self, item: &FormatItem, params: &DirectiveParameters) -> Result<bool> {
        let first = self.integer(item, params, 0)?;
        let second = self.integer(item, params, 1)?;
        let third = self.integer(item, params, 2)?;
        Ok(match (first, second, third) {
            (Some(a), Some(b), Some(c)) => a <= b && b <= c,
            (Some(a), Some(b), None) => a == b,
            (Some(a), None, None) => a == 0,
            _ if item.colon => match self.frames.iter().rev().find(|f| !matches!(f, BracketFrame::Case { .. })) {
                Some(BracketFrame::Iteration(Iteration { lists: Some(lists), .. })) => lists.left() == 0,
                _ => return Err(self.problem(item, "is outside ~:{")),
            },
            _ => self.args.left() == 0,
        })
    }

    /// `~^`: leaves the innermost iteration step, justification or control string; true if that ends the whole text.
    pub fn escape(&mut self, item: &FormatItem) -> Result<bool> {
        loop {
            match self.frames.last() {
                None => return Ok(true),
                Some(BracketFrame::Case { .. }) => self.end_case()?,
                Some(BracketFrame::Call { .. }) => {
                    self.return_from_call();
                    return Ok(false);
                }
                Some(BracketFrame::Justification(j)) => {
                    self.at = j.end + 1;
                    self.end_justification(false)?;
                    return Ok(false);
                }
                Some(BracketFrame::Iteration(it)) => {
                    if it.lists.is_some() && !item.colon {
                        self.next_round()?;
                    } else if let Some(BracketFrame::Iteration(it)) = self.frames.pop() {
                        self.end_iteration(it)?;
                    }
                    return Ok(false);
                }
            }
        }
    }

    /// `~<`
    pub fn justify(&mut self, item: &FormatItem, params: &DirectiveParameters, end: usize) -> Result<()> {
        let layout = machine::JustificationWidths {
            width: self.size(item, params, 0, 0)?,
            step: self.size(item, params, 1, 1)?.max(1),
            least: self.size(item, params, 2, 0)?,
            fill: self.char(item, params, 3, ' ')?,
            before: item.colon,
            after: item.at,
        };
        let (from, segments) = (self.out.len(), Vec::new());
        self.frames.push(BracketFrame::Justification(Justification { from, end, segments, overflow: None, layout }));
        Ok(())
    }

    /// `~;` in `~< ~>`
    pub fn end_segment(&mut self, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
        let overflow = (self.size(item, params, 0, 0)?, self.size(item, params, 1, LINE)?);
        if let Some(BracketFrame::Justification(j)) = self.frames.last_mut() {
            j.segments.push(self.out.set_aside(j.from));
            if item.colon && j.segments.len() == 1 {
                j.overflow = Some(overflow);
            }
        }
        Ok(())
    }

    /// `~>`: writes the segments; what has been written since the last of them is one more if `complete`.
    pub fn end_justification(&mut self, complete: bool) -> Result<()> {
        let Some(BracketFrame::Justification(mut j)) = self.frames.pop() else { return Ok(()) };
        let rest = self.out.take_from(j.from);
        if complete {
            j.segments.push(rest);
        }
        let total = j.segments.iter().map(String::len).sum::<usize>();
        self.rt.charge(total / 8 + j.segments.len())?;
        let prefix = match j.overflow {
            Some(_) if !j.segments.is_empty() => Some(j.segments.remove(0)),
            _ => None,
        };
        if let (Some(prefix), Some((spare, line))) = (prefix, j.overflow) {
            let column = self.out.column(self.rt)?;
            if column.saturating_add(j.layout.total(&j.segments)).saturating_add(spare) > line {
                self.out.push(self.rt, &prefix)?;
            }
        }
        j.layout.write(self.rt, &mut self.out, &j.segments)?;
        self.out.forget_aside(total);
        Ok(())
    }
}
