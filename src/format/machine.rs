//! Runs a format program: takes arguments, follows brackets, hands each directive to its family.
//!
//! **Invariant:** nesting of brackets and of `~?` lives in `frames`, never on the native stack.

use std::rc::Rc;

use super::parse::{Item, Op, Param, Program, place};
use super::sink::{Padding, Sink};
use super::{case, float, integer};
use crate::fault::{Code, Fault, Res, fail};
use crate::num::Number;
use crate::printer::{Style, print};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// How deep control strings may call control strings through `~?`.
const MOST_CALLS: usize = 64;

/// The run of one control string.
pub(super) struct Machine<'rt> {
    pub rt: &'rt mut Runtime,
    pub out: Sink,
    program: Rc<Program>,
    /// The next item.
    at: usize,
    args: Args,
    frames: Vec<Frame>,
    calls: usize,
    /// Bytes of the argument lists that are under way.
    held: usize,
}

/// Arguments and how many of them are used up.
#[derive(Default)]
struct Args {
    items: Vec<Value>,
    used: usize,
}

impl Args {
    fn left(&self) -> usize {
        self.items.len().saturating_sub(self.used)
    }

    fn bytes(&self) -> usize {
        self.items.len().saturating_mul(size_of::<Value>())
    }

    fn next(&mut self) -> Option<Value> {
        let v = self.items.get(self.used).copied()?;
        self.used += 1;
        Some(v)
    }
}

/// A bracket that is being worked on.
enum Frame {
    /// `~(`: what has been written since `from` changes case.
    Case {
        from: usize,
        style: case::Style,
    },
    Iteration(Iteration),
    /// `~<`
    Justification(Justification),
    /// `~?`: where to go on, and the arguments to go on with, unless they are shared.
    Call {
        program: Rc<Program>,
        at: usize,
        args: Option<Args>,
    },
}

struct Iteration {
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
}

struct Justification {
    from: usize,
    end: usize,
    segments: Vec<String>,
    /// With `~n,m:;`: the first segment goes out only if the rest and `n` more characters do not fit into a line of `m`.
    overflow: Option<(usize, usize)>,
    layout: case::Layout,
}

/// The parameters of a directive, evaluated.
#[derive(Default)]
pub(super) struct Params([Option<Setting>; 7]);

#[derive(Clone, Copy)]
enum Setting {
    Integer(i64),
    Char(char),
}

impl Params {
    /// Nothing but a width.
    pub fn width(width: Option<i64>) -> Params {
        let mut params = Params::default();
        params.0[0] = width.map(Setting::Integer);
        params
    }
}

impl<'rt> Machine<'rt> {
    pub fn new(rt: &'rt mut Runtime, program: Program, arguments: &[Value], column: usize) -> Machine<'rt> {
        Machine {
            rt,
            out: Sink::at_column(column),
            program: Rc::new(program),
            at: 0,
            args: Args { items: arguments.to_vec(), used: 0 },
            frames: Vec::new(),
            calls: 0,
            held: 0,
        }
    }

    pub fn run(mut self) -> Res<String> {
        loop {
            self.rt.charge(1)?;
            let program = Rc::clone(&self.program);
            match program.items.get(self.at) {
                Some(item) => {
                    self.at += 1;
                    if self.step(&program, item)? {
                        break;
                    }
                }
                // The end of the text is the end of what called it, too.
                None => match self.frames.last() {
                    Some(Frame::Iteration(_)) => self.next_round()?,
                    Some(Frame::Call { .. }) => self.return_from_call(),
                    Some(Frame::Case { .. } | Frame::Justification(_)) | None => break,
                },
            }
        }
        Ok(self.out.into_text())
    }

    /// Does what one item says; true if that ends the whole text.
    fn step(&mut self, program: &Program, item: &Item) -> Res<bool> {
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
            Op::Case => {
                let style = case::Style::of(item.colon, item.at);
                self.frames.push(Frame::Case { from: self.out.len(), style });
            }
            Op::CaseEnd => self.end_case()?,
            Op::Conditional { clauses, default, end } => self.conditional(item, &params, clauses, *default, *end)?,
            Op::ClauseEnd { end } => self.at = *end,
            Op::ConditionalEnd => {}
            Op::Iteration { end, once } => self.iterate(item, &params, *end, *once)?,
            Op::IterationEnd => self.next_round()?,
            Op::Justification { end } => {
                let layout = case::Layout {
                    width: self.size(item, &params, 0, 0)?,
                    step: self.size(item, &params, 1, 1)?.max(1),
                    least: self.size(item, &params, 2, 0)?,
                    fill: self.char(item, &params, 3, ' ')?,
                    before: item.colon,
                    after: item.at,
                };
                let from = self.out.len();
                let (end, segments) = (*end, Vec::new());
                self.frames.push(Frame::Justification(Justification { from, end, segments, overflow: None, layout }));
            }
            Op::SegmentEnd => self.end_segment(item, &params)?,
            Op::JustificationEnd => self.end_justification(true)?,
        }
        Ok(false)
    }

    // ---- arguments and parameters

    /// The next argument.
    pub fn argument(&mut self, item: &Item) -> Res<Value> {
        match self.args.next() {
            Some(v) => Ok(v),
            None => fail(Code::BadValue, format!("format: no argument left for {}", self.place(item))),
        }
    }

    /// `~D at position 5 of "..."`
    fn place(&self, item: &Item) -> String {
        place(&item.name(), item.position, &self.program.control)
    }

    /// `format: ~D at position 5 of "..." what`
    #[cold]
    pub fn problem(&self, item: &Item, what: &str) -> Box<Fault> {
        crate::fault::Condition::new(Code::BadValue, format!("format: {} {what}", self.place(item))).into()
    }

    /// The argument of `item` has the wrong type.
    #[cold]
    fn unsuitable(&mut self, item: &Item, expected: &str, got: Value) -> Box<Fault> {
        let argument = format!("the argument of {}", self.place(item));
        self.rt.wrong_type("format", &argument, expected, got)
    }

    fn params(&mut self, item: &Item) -> Res<Params> {
        let mut params = Params::default();
        for (slot, param) in params.0.iter_mut().zip(&item.params) {
            *slot = match *param {
                Param::Missing => None,
                Param::Integer(n) => Some(Setting::Integer(n)),
                Param::Char(c) => Some(Setting::Char(c)),
                Param::Left => Some(Setting::Integer(self.args.left() as i64)),
                Param::Argument => {
                    let v = self.argument(item)?;
                    match (v.as_fixnum(), v.as_character()) {
                        (Some(n), _) => Some(Setting::Integer(n)),
                        (_, Some(c)) => Some(Setting::Char(c)),
                        _ if v.is_nil() => None,
                        _ => return Err(self.unsuitable(item, "an integer, a character or nil", v)),
                    }
                }
            };
        }
        Ok(params)
    }

    /// Parameter `i` (from 0) as an integer, if it is given.
    pub fn integer(&self, item: &Item, params: &Params, i: usize) -> Res<Option<i64>> {
        match params.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Integer(n)) => Ok(Some(n)),
            Some(Setting::Char(_)) => Err(self.problem(item, &format!("needs an integer as parameter {}", i + 1))),
        }
    }

    /// Parameter `i` as a size, if it is given; a negative one counts as 0.
    pub fn given_size(&self, item: &Item, params: &Params, i: usize) -> Res<Option<usize>> {
        Ok(self.integer(item, params, i)?.map(|n| usize::try_from(n).unwrap_or(0)))
    }

    pub fn size(&self, item: &Item, params: &Params, i: usize, default: usize) -> Res<usize> {
        Ok(self.given_size(item, params, i)?.unwrap_or(default))
    }

    /// Parameter `i` as a character, if it is given.
    pub fn given_char(&self, item: &Item, params: &Params, i: usize) -> Res<Option<char>> {
        match params.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Char(c)) => Ok(Some(c)),
            Some(Setting::Integer(_)) => Err(self.problem(item, &format!("needs a character as parameter {}", i + 1))),
        }
    }

    pub fn char(&self, item: &Item, params: &Params, i: usize, default: char) -> Res<char> {
        Ok(self.given_char(item, params, i)?.unwrap_or(default))
    }

    pub fn has_params(params: &Params) -> bool {
        params.0.iter().any(Option::is_some)
    }

    /// The elements of a list argument. They are given back with [`Machine::replace_args`].
    fn list(&mut self, item: Option<&Item>, v: Value) -> Res<Args> {
        match self.rt.list_items("format", v) {
            Ok(items) => {
                self.rt.charge(items.len())?;
                let args = Args { items, used: 0 };
                self.held = self.held.saturating_add(args.bytes());
                self.rt.heap.reserve(self.held)?;
                Ok(args)
            }
            Err(fault) => match (&*fault, item) {
                (Fault::Error(_), Some(item)) => Err(self.unsuitable(item, "a proper list", v)),
                _ => Err(fault),
            },
        }
    }

    /// Goes on with these arguments; the ones before came from [`Machine::list`] and are done with.
    fn replace_args(&mut self, args: Args) {
        let done = std::mem::replace(&mut self.args, args);
        self.held = self.held.saturating_sub(done.bytes());
    }

    /// The program of a control string that is an argument.
    fn control(&mut self, item: &Item) -> Res<Rc<Program>> {
        let v = self.argument(item)?;
        let Some(text) = self.rt.heap.as_str(v) else { return Err(self.unsuitable(item, "a control string", v)) };
        let text = text.to_string();
        Ok(Rc::new(Program::parse(self.rt, &text)?))
    }

    // ---- single directives

    /// `~A ~S ~W`
    fn value(&mut self, item: &Item, params: &Params, style: Style) -> Res<()> {
        let v = self.argument(item)?;
        let text = if v.is_nil() && item.colon { "()".to_string() } else { print(self.rt, v, style)? };
        let padding = Padding {
            width: self.size(item, params, 0, 0)?,
            step: self.size(item, params, 1, 1)?.max(1),
            least: self.size(item, params, 2, 0)?,
            fill: self.char(item, params, 3, ' ')?,
            before: item.at,
        };
        self.out.push_padded(self.rt, &text, padding)
    }

    /// `~C`: the character itself, its name with `:`, as it reads back with `@`.
    fn character(&mut self, item: &Item) -> Res<()> {
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
    fn repeat(&mut self, item: &Item, params: &Params, c: char) -> Res<()> {
        let count = self.size(item, params, 0, 1)?;
        self.out.fill(self.rt, c, count)
    }

    /// `~&`
    fn fresh_line(&mut self, item: &Item, params: &Params) -> Res<()> {
        let count = self.size(item, params, 0, 1)?;
        if count == 0 {
            return Ok(());
        }
        let fresh = self.out.column(self.rt)? == 0;
        self.out.fill(self.rt, '\n', count - usize::from(fresh))
    }

    /// `~T`: to a column, or with `@` some blanks and then to a multiple.
    fn tabulate(&mut self, item: &Item, params: &Params) -> Res<()> {
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
    fn go_to(&mut self, item: &Item, params: &Params) -> Res<()> {
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
    fn plural(&mut self, item: &Item) -> Res<()> {
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

    // ---- brackets

    /// `~?`: a control string and its arguments in a list; with `@` it uses the arguments here.
    fn indirect(&mut self, item: &Item) -> Res<()> {
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
    fn call(&mut self, item: &Item, program: Rc<Program>, args: Option<Args>, back: usize) -> Res<()> {
        if self.calls == MOST_CALLS {
            return Err(self.problem(item, &format!("is nested more than {MOST_CALLS} control strings deep")));
        }
        self.calls += 1;
        let program = std::mem::replace(&mut self.program, program);
        self.frames.push(Frame::Call { program, at: back, args });
        self.at = 0;
        Ok(())
    }

    fn return_from_call(&mut self) {
        if let Some(Frame::Call { program, at, args }) = self.frames.pop() {
            self.calls = self.calls.saturating_sub(1);
            self.program = program;
            self.at = at;
            if let Some(args) = args {
                self.replace_args(args);
            }
        }
    }

    fn end_case(&mut self) -> Res<()> {
        if let Some(Frame::Case { from, style }) = self.frames.pop() {
            let text = self.out.take_from(from);
            // A change of case can make a text three times as long.
            self.rt.heap.reserve(text.len().saturating_mul(3))?;
            let changed = style.apply(&text);
            self.out.push(self.rt, &changed)?;
        }
        Ok(())
    }

    /// `~[`
    fn conditional(&mut self, item: &Item, params: &Params, clauses: &[usize], default: bool, end: usize) -> Res<()> {
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
    fn iterate(&mut self, item: &Item, params: &Params, end: usize, once: bool) -> Res<()> {
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
        self.frames.push(Frame::Iteration(Iteration { body, end, rounds, once, lists, outer }));
        self.next_round()
    }

    /// Begins the next round of the iteration at the top, or ends it.
    fn next_round(&mut self) -> Res<()> {
        let Some(Frame::Iteration(mut it)) = self.frames.pop() else { return Ok(()) };
        let left = it.lists.as_ref().unwrap_or(&self.args).left();
        if (left == 0 && !it.once) || it.rounds == Some(0) {
            self.end_iteration(it);
            return Ok(());
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
        self.frames.push(Frame::Iteration(it));
        Ok(())
    }

    /// Goes on after an iteration whose frame is gone.
    fn end_iteration(&mut self, it: Iteration) {
        // Where the body is a control string of its own, its end is the end of the program.
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
    }

    /// Is the condition of `~^` true?
    fn escapes(&self, item: &Item, params: &Params) -> Res<bool> {
        let first = self.integer(item, params, 0)?;
        let second = self.integer(item, params, 1)?;
        let third = self.integer(item, params, 2)?;
        Ok(match (first, second, third) {
            (Some(a), Some(b), Some(c)) => a <= b && b <= c,
            (Some(a), Some(b), None) => a == b,
            (Some(a), None, None) => a == 0,
            _ if item.colon => match self.frames.iter().rev().find(|f| !matches!(f, Frame::Case { .. })) {
                Some(Frame::Iteration(Iteration { lists: Some(lists), .. })) => lists.left() == 0,
                _ => return Err(self.problem(item, "is outside ~:{")),
            },
            _ => self.args.left() == 0,
        })
    }

    /// `~^`: leaves the innermost iteration step, justification or control string; true if that ends the whole text.
    fn escape(&mut self, item: &Item) -> Res<bool> {
        loop {
            match self.frames.last() {
                None => return Ok(true),
                Some(Frame::Case { .. }) => self.end_case()?,
                Some(Frame::Call { .. }) => {
                    self.return_from_call();
                    return Ok(false);
                }
                Some(Frame::Justification(j)) => {
                    self.at = j.end + 1;
                    self.end_justification(false)?;
                    return Ok(false);
                }
                Some(Frame::Iteration(it)) => {
                    if it.lists.is_some() && !item.colon {
                        self.next_round()?;
                    } else if let Some(Frame::Iteration(it)) = self.frames.pop() {
                        self.end_iteration(it);
                    }
                    return Ok(false);
                }
            }
        }
    }

    /// `~;` in `~< ~>`
    fn end_segment(&mut self, item: &Item, params: &Params) -> Res<()> {
        let overflow = (self.size(item, params, 0, 0)?, self.size(item, params, 1, LINE)?);
        if let Some(Frame::Justification(j)) = self.frames.last_mut() {
            j.segments.push(self.out.set_aside(j.from));
            if item.colon && j.segments.len() == 1 {
                j.overflow = Some(overflow);
            }
        }
        Ok(())
    }

    /// `~>`: writes the segments; what has been written since the last of them is one more if `complete`.
    fn end_justification(&mut self, complete: bool) -> Res<()> {
        let Some(Frame::Justification(mut j)) = self.frames.pop() else { return Ok(()) };
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

    /// Does `v` print as an integer does?
    pub fn is_integer(&self, v: Value) -> bool {
        v.is_fixnum() || v.is(Kind::BIGINT)
    }
}

/// Length of a line, where `~:;` does not give one.
const LINE: usize = 72;
