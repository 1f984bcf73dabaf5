//! Runs a format program: takes arguments, follows brackets, hands each directive to its family.
//!
//! **Invariant:** nesting of brackets and of `~?` lives in `frames`, never on the native stack.

use std::sync::Arc;

use super::decimal;
use super::nesting::BracketFrame;
use super::parse::{Directive, DirectiveParameter, FormatItem, FormatProgram, place};
use crate::fault::{Code, ErrorData, Limit, Result, Unwind, fail_in};
use crate::limits::BYTES_PER_TICK;
use crate::printer::{PrintStyle, WIDTH, pretty, print};
use crate::runtime::Runtime;
use crate::value::Value;

/// The run of one control string.
pub(super) struct FormatMachine<'rt> {
    pub rt: &'rt mut Runtime,
    pub out: FormatSink,
    pub program: Arc<FormatProgram>,
    /// The next item.
    pub at: usize,
    pub args: Args,
    pub frames: Vec<BracketFrame>,
    pub calls: usize,
    /// Bytes of the argument lists that are under way.
    pub held: usize,
}

impl<'rt> FormatMachine<'rt> {
    pub fn new(rt: &'rt mut Runtime, program: FormatProgram, arguments: &[Value], column: usize) -> FormatMachine<'rt> {
        let args = Args { items: arguments.to_vec(), used: 0 };
        let (out, program) = (FormatSink::at_column(column), Arc::new(program));
        FormatMachine { rt, out, program, at: 0, args, frames: Vec::new(), calls: 0, held: 0 }
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
    fn step(&mut self, program: &FormatProgram, item: &FormatItem) -> Result<bool> {
        if let Directive::Text(range) = &item.op {
            self.out.push(self.rt, program.control.get(range.clone()).unwrap_or_default())?;
            return Ok(false);
        }
        let params = self.params(item)?;
        match &item.op {
            Directive::Text(_) => {}
            Directive::Aesthetic => self.value(item, &params, PrintStyle::Display)?,
            Directive::Standard => self.value(item, &params, PrintStyle::Readable)?,
            Directive::Character => self.character(item)?,
            Directive::Integer { radix } => {
                let v = self.argument(item)?;
                decimal::based(self, item, &params, 0, *radix, v)?;
            }
            Directive::Radix => decimal::radix(self, item, &params)?,
            Directive::Fixed => decimal::fixed(self, item, &params)?,
            Directive::Exponential => decimal::exponential(self, item, &params)?,
            Directive::General => decimal::general(self, item, &params)?,
            Directive::Money => decimal::money(self, item, &params)?,
            Directive::Newline => self.repeat(item, &params, '\n')?,
            Directive::Page => self.repeat(item, &params, '\u{c}')?,
            Directive::Tilde => self.repeat(item, &params, '~')?,
            Directive::FreshLine => self.fresh_line(item, &params)?,
            Directive::Tabulate => self.tabulate(item, &params)?,
            Directive::GoTo => self.go_to(item, &params)?,
            Directive::Indirect => self.indirect(item)?,
            Directive::Plural => self.plural(item)?,
            Directive::Escape => {
                if self.escapes(item, &params)? {
                    return self.escape(item);
                }
            }
            Directive::Case => self.begin_case(item),
            Directive::CaseEnd => self.end_case()?,
            Directive::Conditional { clauses, default, end } => {
                self.conditional(item, &params, clauses, *default, *end)?
            }
            Directive::ClauseEnd { end } => self.at = *end,
            Directive::ConditionalEnd => {}
            Directive::Iteration { end, once } => self.iterate(item, &params, *end, *once)?,
            Directive::IterationEnd => self.next_round()?,
            Directive::Block { end } => self.block(item, *end)?,
            Directive::BlockEnd => self.next_round()?,
            Directive::Layout if item.letter == '_' && item.colon && item.at => self.out.push(self.rt, "\n")?,
            Directive::Layout => {}
            Directive::Justification { end } => self.justify(item, &params, *end)?,
            Directive::SegmentEnd => self.end_segment(item, &params)?,
            Directive::JustificationEnd => self.end_justification(true)?,
        }
        Ok(false)
    }

    /// `~A ~S ~W`
    fn value(&mut self, item: &FormatItem, params: &DirectiveParameters, style: PrintStyle) -> Result<()> {
        let v = self.argument(item)?;
        let breaks = self.rt.dialect.notation().is_some_and(|n| n.breaks_lines(self.rt));
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
    fn character(&mut self, item: &FormatItem) -> Result<()> {
        let v = self.argument(item)?;
        let Some(c) = v.as_character() else { return Err(self.unsuitable(item, "a character", v)) };
        if !item.colon && !item.at {
            return self.out.fill(self.rt, c, 1);
        }
        let text = print(self.rt, v, PrintStyle::Readable)?;
        let text = if item.colon { text.strip_prefix("#\\").unwrap_or(&text) } else { &text };
        self.out.push(self.rt, text)
    }

    /// `~% ~| ~~`
    fn repeat(&mut self, item: &FormatItem, params: &DirectiveParameters, c: char) -> Result<()> {
        let count = self.size(item, params, 0, 1)?;
        self.out.fill(self.rt, c, count)
    }

    /// `~&`
    fn fresh_line(&mut self, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
        let count = self.size(item, params, 0, 1)?;
        if count == 0 {
            return Ok(());
        }
        let fresh = self.out.column(self.rt)? == 0;
        self.out.fill(self.rt, '\n', count - usize::from(fresh))
    }

    /// `~T`: to a column, or with `@` some blanks and then to a multiple.
    fn tabulate(&mut self, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
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
    fn go_to(&mut self, item: &FormatItem, params: &DirectiveParameters) -> Result<()> {
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
    fn plural(&mut self, item: &FormatItem) -> Result<()> {
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

/// Arguments and how many of them are used up.
#[derive(Default)]
pub(super) struct Args {
    pub items: Vec<Value>,
    pub used: usize,
}

impl Args {
    pub fn left(&self) -> usize {
        self.items.len().saturating_sub(self.used)
    }

    pub fn bytes(&self) -> usize {
        self.items.len().saturating_mul(size_of::<Value>())
    }

    pub fn next(&mut self) -> Option<Value> {
        let v = self.items.get(self.used).copied()?;
        self.used += 1;
        Some(v)
    }
}

/// The parameters of a directive, evaluated.
#[derive(Default)]
pub(super) struct DirectiveParameters([Option<Setting>; 7]);

#[derive(Clone, Copy)]
enum Setting {
    Integer(i64),
    Char(char),
}

impl DirectiveParameters {
    /// Returns whether any parameter is given.
    pub fn any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// Nothing but a width.
    pub fn width(width: Option<i64>) -> DirectiveParameters {
        let mut params = DirectiveParameters::default();
        params.0[0] = width.map(Setting::Integer);
        params
    }
}

impl FormatMachine<'_> {
    /// The next argument.
    pub fn argument(&mut self, item: &FormatItem) -> Result<Value> {
        match self.args.next() {
            Some(v) => Ok(v),
            None => fail_in("format", Code::BadValue, format!("no argument left for {}", self.place(item))),
        }
    }

    /// `~D at position 5 of "..."`
    pub fn place(&self, item: &FormatItem) -> String {
        place(&item.name(), item.position, &self.program.control)
    }

    /// `format: ~D at position 5 of "..." what`
    #[cold]
    pub fn problem(&self, item: &FormatItem, what: &str) -> Box<Unwind> {
        ErrorData::by("format", Code::BadValue, format!("{} {what}", self.place(item))).into()
    }

    /// The argument of `item` has the wrong type.
    #[cold]
    pub fn unsuitable(&mut self, item: &FormatItem, expected: &str, got: Value) -> Box<Unwind> {
        let argument = format!("the argument of {}", self.place(item));
        self.rt.wrong_type("format", &*argument, expected, got)
    }

    pub fn params(&mut self, item: &FormatItem) -> Result<DirectiveParameters> {
        let mut params = DirectiveParameters::default();
        for (slot, param) in params.0.iter_mut().zip(&item.params) {
            *slot = match *param {
                DirectiveParameter::Missing => None,
                DirectiveParameter::Integer(n) => Some(Setting::Integer(n)),
                DirectiveParameter::Char(c) => Some(Setting::Char(c)),
                DirectiveParameter::Left => Some(Setting::Integer(self.args.left() as i64)),
                DirectiveParameter::Argument => {
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
    pub fn integer(&self, item: &FormatItem, params: &DirectiveParameters, i: usize) -> Result<Option<i64>> {
        match params.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Integer(n)) => Ok(Some(n)),
            Some(Setting::Char(_)) => Err(self.problem(item, &format!("needs an integer as parameter {}", i + 1))),
        }
    }

    /// Parameter `i` as a size, if it is given; a negative one counts as 0.
    pub fn given_size(&self, item: &FormatItem, params: &DirectiveParameters, i: usize) -> Result<Option<usize>> {
        Ok(self.integer(item, params, i)?.map(|n| usize::try_from(n).unwrap_or(0)))
    }

    pub fn size(&self, item: &FormatItem, params: &DirectiveParameters, i: usize, default: usize) -> Result<usize> {
        Ok(self.given_size(item, params, i)?.unwrap_or(default))
    }

    /// Parameter `i` as a character, if it is given.
    pub fn given_char(&self, item: &FormatItem, params: &DirectiveParameters, i: usize) -> Result<Option<char>> {
        match params.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Char(c)) => Ok(Some(c)),
            Some(Setting::Integer(_)) => Err(self.problem(item, &format!("needs a character as parameter {}", i + 1))),
        }
    }

    pub fn char(&self, item: &FormatItem, params: &DirectiveParameters, i: usize, default: char) -> Result<char> {
        Ok(self.given_char(item, params, i)?.unwrap_or(default))
    }

    /// The elements of a list argument. They are given back with [`FormatMachine::replace_args`].
    pub fn list(&mut self, item: Option<&FormatItem>, v: Value) -> Result<Args> {
        match self.rt.list_items("format", v) {
            Ok(items) => {
                self.rt.charge(items.len())?;
                let args = Args { items, used: 0 };
                self.held = self.held.saturating_add(args.bytes());
                self.rt.heap.reserve(self.held)?;
                Ok(args)
            }
            Err(fault) => match (&*fault, item) {
                (Unwind::Error(_), Some(item)) => Err(self.unsuitable(item, "a proper list", v)),
                _ => Err(fault),
            },
        }
    }

    /// Goes on with these arguments; the ones before came from [`FormatMachine::list`] and are done with.
    pub fn replace_args(&mut self, args: Args) {
        let done = std::mem::replace(&mut self.args, args);
        self.held = self.held.saturating_sub(done.bytes());
    }

    /// The program of a control string that is an argument.
    pub fn control(&mut self, item: &FormatItem) -> Result<Arc<FormatProgram>> {
        let v = self.argument(item)?;
        let Some(text) = self.rt.heap.as_str(v) else { return Err(self.unsuitable(item, "a control string", v)) };
        let text = text.to_string();
        Ok(Arc::new(FormatProgram::parse(self.rt, &text)?))
    }
}

/// A growing text.
pub(crate) struct FormatSink {
    text: String,
    /// Column at which the text begins.
    start: usize,
    /// A byte offset and the column there, so that finding the column does not begin from the start every time.
    known: (usize, usize),
    /// Bytes of parts that were taken off and will come back.
    aside: usize,
}

impl FormatSink {
    /// An empty text that will continue a line of which `column` characters are written.
    pub fn at_column(column: usize) -> FormatSink {
        FormatSink { text: String::new(), start: column, known: (0, column), aside: 0 }
    }

    pub fn into_text(self) -> String {
        self.text
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + self.aside
    }

    /// Makes room for `bytes` more, within the memory limit.
    fn grow(&mut self, rt: &mut Runtime, bytes: usize) -> Result<()> {
        rt.charge(bytes / BYTES_PER_TICK)?;
        if self.text.capacity() - self.text.len() >= bytes {
            return Ok(());
        }
        let wanted = self.text.len().saturating_add(bytes.max(self.text.len()).max(32));
        rt.heap.reserve(wanted.saturating_add(self.aside))?;
        self.text.try_reserve_exact(wanted - self.text.len()).map_err(|_| Limit::Memory.into())
    }

    pub fn push(&mut self, rt: &mut Runtime, text: &str) -> Result<()> {
        self.grow(rt, text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// `count` times the character `c`.
    pub fn fill(&mut self, rt: &mut Runtime, c: char, count: usize) -> Result<()> {
        self.grow(rt, count.saturating_mul(c.len_utf8()))?;
        self.text.extend(std::iter::repeat_n(c, count));
        Ok(())
    }

    /// Takes off everything from byte `from` on.
    pub fn take_from(&mut self, from: usize) -> String {
        if self.known.0 > from {
            self.known = (0, self.start);
        }
        if self.text.is_char_boundary(from) { self.text.split_off(from) } else { String::new() }
    }

    /// Takes off everything from byte `from` on, to be written later: it still counts as held.
    pub fn set_aside(&mut self, from: usize) -> String {
        let part = self.take_from(from);
        self.aside = self.aside.saturating_add(part.len());
        part
    }

    /// Releases bytes that were set aside.
    pub fn forget_aside(&mut self, bytes: usize) {
        self.aside = self.aside.saturating_sub(bytes);
    }

    /// Characters since the last newline.
    pub fn column(&mut self, rt: &mut Runtime) -> Result<usize> {
        let (offset, column) = self.known;
        rt.charge((self.text.len() - offset) / BYTES_PER_TICK)?;
        let fresh = self.text.get(offset..).unwrap_or_default();
        let column = match fresh.rsplit_once('\n') {
            Some((_, line)) => line.chars().count(),
            None => column.saturating_add(fresh.chars().count()),
        };
        self.known = (self.text.len(), column);
        Ok(column)
    }
}

/// Padding of a text to a width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Padding {
    /// Fewest characters of the result.
    pub width: usize,
    /// Padding comes in multiples of this.
    pub step: usize,
    /// Fewest characters of padding.
    pub least: usize,
    pub fill: char,
    /// Padding goes before the text, not after it.
    pub before: bool,
}

impl Padding {
    /// Padding before the text up to `width`.
    pub fn left(width: usize, fill: char) -> Padding {
        Padding { width, step: 1, least: 0, fill, before: true }
    }

    /// Returns the number of padding characters for a text of `length` characters.
    pub fn amount(&self, length: usize) -> usize {
        let missing = self.width.saturating_sub(length).saturating_sub(self.least);
        self.least.saturating_add(missing.checked_next_multiple_of(self.step.max(1)).unwrap_or(usize::MAX))
    }
}

impl FormatSink {
    /// `text` with its padding.
    pub fn push_padded(&mut self, rt: &mut Runtime, text: &str, padding: Padding) -> Result<()> {
        if padding.width == 0 && padding.least == 0 {
            return self.push(rt, text);
        }
        rt.charge(text.len() / BYTES_PER_TICK)?;
        let amount = padding.amount(text.chars().count());
        if padding.before {
            self.fill(rt, padding.fill, amount)?;
        }
        self.push(rt, text)?;
        if !padding.before {
            self.fill(rt, padding.fill, amount)?;
        }
        Ok(())
    }
}

/// Case conversion that `~(` applies to the text in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LetterCase {
    Lower,
    Upper,
    /// Every word begins with a capital.
    Words,
    /// The first word begins with a capital.
    Sentence,
}

impl LetterCase {
    /// The style that the modifiers of `~(` ask for.
    pub fn of(colon: bool, at: bool) -> LetterCase {
        match (colon, at) {
            (false, false) => LetterCase::Lower,
            (true, false) => LetterCase::Words,
            (false, true) => LetterCase::Sentence,
            (true, true) => LetterCase::Upper,
        }
    }

    pub fn apply(self, text: &str) -> String {
        match self {
            LetterCase::Lower => text.to_lowercase(),
            LetterCase::Upper => text.to_uppercase(),
            LetterCase::Words | LetterCase::Sentence => self.capitalize(text),
        }
    }

    fn capitalize(self, text: &str) -> String {
        let mut changed = String::with_capacity(text.len());
        let (mut in_word, mut done) = (false, false);
        for c in text.chars() {
            let begins = c.is_alphanumeric() && !in_word;
            if begins && !done {
                changed.extend(c.to_uppercase());
                done = self == LetterCase::Sentence;
            } else {
                changed.extend(c.to_lowercase());
            }
            in_word = c.is_alphanumeric();
        }
        changed
    }
}

/// Spacing of the segments of `~< ~>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct JustificationWidths {
    /// Fewest characters of the whole.
    pub width: usize,
    /// The width beyond that grows in multiples of this.
    pub step: usize,
    /// Fewest characters of padding between two segments.
    pub least: usize,
    pub fill: char,
    /// There is padding before the first segment.
    pub before: bool,
    /// There is padding after the last segment.
    pub after: bool,
}

impl JustificationWidths {
    fn length(segments: &[String]) -> usize {
        segments.iter().map(|s| s.chars().count()).sum()
    }

    /// The places where padding goes: before the segments with these numbers, or after the last.
    fn gaps(&self, segments: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        // A segment that stands alone is pushed to the right.
        let alone = segments <= 1 && !self.before && !self.after;
        let first = if self.before || alone { 0 } else { 1 };
        let end = if self.after { segments + 1 } else { segments.max(first) };
        first..end.max(first)
    }

    /// Characters of the whole.
    pub fn total(&self, segments: &[String]) -> usize {
        let padding = self.least.saturating_mul(self.gaps(segments.len()).count());
        let needed = JustificationWidths::length(segments).saturating_add(padding);
        let beyond = needed.saturating_sub(self.width);
        self.width.saturating_add(beyond.checked_next_multiple_of(self.step.max(1)).unwrap_or(usize::MAX))
    }

    pub fn write(&self, rt: &mut Runtime, out: &mut FormatSink, segments: &[String]) -> Result<()> {
        let gaps = self.gaps(segments.len());
        let mut padding = self.total(segments).saturating_sub(JustificationWidths::length(segments));
        let mut left = gaps.clone().count();
        for i in 0..=segments.len() {
            if gaps.clone().any(|gap| gap == i) && left > 0 {
                // The remainder of the division goes to the later gaps.
                let share = padding / left;
                out.fill(rt, self.fill, share)?;
                padding -= share;
                left -= 1;
            }
            if let Some(segment) = segments.get(i) {
                out.push(rt, segment)?;
            }
        }
        Ok(())
    }
}
