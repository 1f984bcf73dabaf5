//! `format`: text made after a control string, with the directives that programs use most.
//!
//! A control string becomes a tree of bounded depth ([`Part`]), which a [`Writer`] walks with the arguments. A dialect
//! that has more [`Directives`] hands them over.
//!
//! Knows nothing of where the text goes: its result is a string.

mod control;
mod number;
mod sink;

use std::sync::Arc;

use control::{DEEPEST, DirectiveParam, MAX_PARAMS, name, parse, place, problem};
pub use control::{Directive, Part, Role, Rule};
pub use number::{Decimal, Real, fixed_text, integer_text, is_integer, plain, rounded_text, sign, without_zero};
pub use sink::{FormatSink, LetterCase, Padding};

use crate::fault::{Code, ErrorData, Result, Unwind, fail_in};
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::value::Value;

/// Directives of a dialect, besides the core's or instead of them.
pub trait Directives {
    /// Returns the rule of a directive, if it is not the core's.
    fn rule(&self, letter: char) -> Option<Rule>;

    /// Writes a directive; nothing if the core is to do it.
    ///
    /// # Errors
    /// When the arguments are not those of the directive, or a limit is reached.
    fn write(&self, writer: &mut Writer<'_>, directive: &Directive, settings: &Settings) -> Result<Option<Flow>>;
}

/// The core's directives alone.
struct Core;

impl Directives for Core {
    fn rule(&self, _: char) -> Option<Rule> {
        None
    }

    fn write(&self, _: &mut Writer<'_>, _: &Directive, _: &Settings) -> Result<Option<Flow>> {
        Ok(None)
    }
}

/// Returns the text for `control` (a string value) and `arguments`. `column` is how far the line has been written that
/// the text will continue.
///
/// # Errors
/// When the control string or the arguments are wrong, or a limit is reached.
pub fn format(rt: &mut Runtime, control: Value, arguments: &[Value], column: usize) -> Result<String> {
    format_with(rt, &Core, control, arguments, column)
}

/// Returns the same with further directives.
///
/// # Errors
/// When the control string or the arguments are wrong, or a limit is reached.
pub fn format_with(
    rt: &mut Runtime,
    directives: &dyn Directives,
    control: Value,
    arguments: &[Value],
    column: usize,
) -> Result<String> {
    let (control, parts) = parse(rt, directives, control)?;
    let mut writer = Writer {
        rt,
        out: FormatSink::at_column(column),
        directives,
        control,
        args: Args { items: arguments.to_vec(), used: 0 },
        held: 0,
        lists_left: None,
        depth: 0,
    };
    writer.parts(&parts)?;
    Ok(writer.out.into_text())
}

/// Arguments and how many of them are used up.
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
}

/// Continuation after a directive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flow {
    /// The next part is written.
    GoOn,
    /// The innermost text is left: a round of an iteration, or the whole.
    Leave,
    /// The innermost iteration over lists is left.
    LeaveAll,
}

/// A parameter, evaluated.
#[derive(Clone, Copy, Debug)]
enum Setting {
    Integer(i64),
    Char(char),
}

/// The parameters of a directive, evaluated.
#[derive(Debug, Default)]
pub struct Settings([Option<Setting>; MAX_PARAMS]);

impl Settings {
    /// Returns whether any parameter is given.
    #[must_use]
    pub fn any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}

/// The walk over a control string.
pub struct Writer<'a> {
    /// The runtime.
    pub rt: &'a mut Runtime,
    /// The text so far.
    pub out: FormatSink,
    directives: &'a dyn Directives,
    control: Arc<str>,
    args: Args,
    /// Bytes of the argument lists that are under way.
    held: usize,
    /// Lists of arguments left in an iteration over lists.
    lists_left: Option<usize>,
    depth: usize,
}

opaque!("Writer" Writer<'_>);

impl Writer<'_> {
    /// Writes parts of the control string.
    ///
    /// # Errors
    /// When the arguments are not those of the directives, or a limit is reached.
    pub fn parts(&mut self, parts: &[Part]) -> Result<Flow> {
        if self.depth > DEEPEST {
            return fail_in("format", Code::BadValue, format!("control strings are nested more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let mut flow = Flow::GoOn;
        for part in parts {
            self.rt.charge(1)?;
            match part {
                Part::Text(range) => self.out.push(self.rt, self.control.get(range.clone()).unwrap_or_default())?,
                Part::Directive(d) => flow = self.directive(d)?,
            }
            if flow != Flow::GoOn {
                break;
            }
        }
        self.depth -= 1;
        Ok(flow)
    }

    fn directive(&mut self, d: &Directive) -> Result<Flow> {
        let settings = self.settings(d)?;
        let directives = self.directives;
        if let Some(flow) = directives.write(self, d, &settings)? {
            return Ok(flow);
        }
        match d.letter {
            'a' => self.value(d, &settings, PrintStyle::Display)?,
            's' => self.value(d, &settings, PrintStyle::Readable)?,
            'c' => {
                let v = self.argument(d)?;
                let Some(c) = v.as_character() else { return Err(self.unsuitable(d, "a character", v)) };
                self.out.fill(self.rt, c, 1)?;
            }
            'd' | 'b' | 'o' | 'x' => {
                let radix = match d.letter {
                    'b' => 2,
                    'o' => 8,
                    'x' => 16,
                    _ => 10,
                };
                let v = self.argument(d)?;
                self.integer(d, &settings, 0, radix, v)?;
            }
            'f' => self.fixed(d, &settings)?,
            '%' => self.repeat(d, &settings, '\n')?,
            '~' => self.repeat(d, &settings, '~')?,
            '&' => {
                let count = self.size(d, &settings, 0, 1)?;
                let fresh = self.out.column(self.rt)? == 0;
                self.out.fill(self.rt, '\n', count.saturating_sub(usize::from(fresh)))?;
            }
            't' => self.tabulate(d, &settings)?,
            '*' => self.go_to(d, &settings)?,
            'p' => self.plural(d)?,
            '^' if self.args.left() == 0 => return Ok(Flow::Leave),
            '(' => return self.change_case(d),
            '[' => return self.choose(d, &settings),
            '{' => self.iterate(d, &settings, d.clauses.first().map_or(&[], Vec::as_slice))?,
            _ => {}
        }
        Ok(Flow::GoOn)
    }

    /// `~A ~S`
    fn value(&mut self, d: &Directive, settings: &Settings, style: PrintStyle) -> Result<()> {
        let v = self.argument(d)?;
        self.padded(d, settings, |rt| print(rt, v, style))
    }

    /// Writes the text that `f` makes, padded after the parameters of `~A`.
    ///
    /// # Errors
    /// When the parameters are wrong, `f` fails, or a limit is reached.
    pub fn padded(
        &mut self,
        d: &Directive,
        settings: &Settings,
        f: impl FnOnce(&mut Runtime) -> Result<String>,
    ) -> Result<()> {
        let text = self.rt.with_charged(self.out.bytes(), f)?;
        let padding = Padding {
            width: self.size(d, settings, 0, 0)?,
            step: self.size(d, settings, 1, 1)?.max(1),
            least: self.size(d, settings, 2, 0)?,
            fill: self.char(d, settings, 3, ' ')?,
            before: d.at,
        };
        let out = &mut self.out;
        self.rt.with_charged(text.capacity(), |rt| out.push_padded(rt, &text, padding))
    }

    /// Writes an integer as `~width,padchar,commachar,intervalD` does, the parameters beginning at number `first`.
    /// Other values are written for people, in the same field.
    ///
    /// # Errors
    /// When the parameters are wrong, or a limit is reached.
    pub fn integer(&mut self, d: &Directive, settings: &Settings, first: usize, radix: u32, v: Value) -> Result<()> {
        let padding = Padding::left(self.size(d, settings, first, 0)?, self.char(d, settings, first + 1, ' ')?);
        let interval = self.size(d, settings, first + 3, 3)?;
        if interval == 0 {
            return Err(self.problem(d, "needs a comma interval of at least 1"));
        }
        let groups = if d.colon { Some((self.char(d, settings, first + 2, ',')?, interval)) } else { None };
        let text = integer_text(self.rt, v, radix, d.at, groups)?;
        self.out.push_padded(self.rt, &text, padding)
    }

    /// `~width,places,scale,overflowchar,padcharF`
    fn fixed(&mut self, d: &Directive, settings: &Settings) -> Result<()> {
        let v = self.argument(d)?;
        let width = self.given_size(d, settings, 0)?;
        let fill = self.char(d, settings, 4, ' ')?;
        let Some(real) = Real::of(self.rt, v) else {
            let text = print(self.rt, v, PrintStyle::Display)?;
            return self.out.push_padded(self.rt, &text, Padding::left(width.unwrap_or(0), fill));
        };
        let places = self.given_size(d, settings, 1)?;
        let scale = self.given_integer(d, settings, 2)?.unwrap_or(0);
        let overflow = self.given_char(d, settings, 3)?;
        let text = fixed_text(self.rt, &real, sign(&real, d.at), width, places, scale)?;
        self.out.push_field(self.rt, &text, width, overflow, fill)
    }

    /// `~% ~~`
    fn repeat(&mut self, d: &Directive, settings: &Settings, c: char) -> Result<()> {
        let count = self.size(d, settings, 0, 1)?;
        self.out.fill(self.rt, c, count)
    }

    /// `~T`: to a column, or with `@` some blanks and then to a multiple.
    fn tabulate(&mut self, d: &Directive, settings: &Settings) -> Result<()> {
        let first = self.size(d, settings, 0, 1)?;
        let step = self.size(d, settings, 1, 1)?;
        let blanks = self.out.blanks_to(self.rt, first, step, d.at)?;
        self.out.fill(self.rt, ' ', blanks)
    }

    /// `~*`: over arguments, back with `:`, to one by its number with `@`.
    fn go_to(&mut self, d: &Directive, settings: &Settings) -> Result<()> {
        let count = self.size(d, settings, 0, usize::from(!d.at))?;
        let target = match (d.at, d.colon) {
            (true, _) => Some(count),
            (false, true) => self.args.used.checked_sub(count),
            (false, false) => self.args.used.checked_add(count),
        };
        match target.filter(|&t| t <= self.args.items.len()) {
            Some(t) => {
                self.args.used = t;
                Ok(())
            }
            None => Err(self.problem(d, "goes beyond the arguments")),
        }
    }

    /// `~P`: `s` unless the argument is 1, `y` or `ies` with `@`, about the argument before with `:`.
    fn plural(&mut self, d: &Directive) -> Result<()> {
        if d.colon {
            match self.args.used.checked_sub(1) {
                Some(before) => self.args.used = before,
                None => return Err(self.problem(d, "has no argument before it")),
            }
        }
        let one = self.argument(d)? == Value::fix(1);
        self.out.push(
            self.rt,
            if d.at {
                if one { "y" } else { "ies" }
            } else if one {
                ""
            } else {
                "s"
            },
        )
    }

    /// `~( ~)`
    fn change_case(&mut self, d: &Directive) -> Result<Flow> {
        let from = self.out.len();
        let flow = self.parts(d.clauses.first().map_or(&[], Vec::as_slice))?;
        let text = self.out.take_from(from);
        // A change of case can make a text three times as long.
        self.rt.heap.reserve(text.len().saturating_mul(3))?;
        let changed = LetterCase::of(d.colon, d.at).apply(&text);
        self.out.push(self.rt, &changed)?;
        Ok(flow)
    }

    /// `~[ ~; ~]`
    fn choose(&mut self, d: &Directive, settings: &Settings) -> Result<Flow> {
        let chosen = match (d.colon, d.at, self.given_integer(d, settings, 0)?) {
            (true, _, _) => usize::from(!self.argument(d)?.is_false()),
            (_, true, _) => {
                if self.argument(d)?.is_false() {
                    return Ok(Flow::GoOn);
                }
                // The clause uses the argument again.
                self.args.used -= 1;
                0
            }
            (_, _, Some(n)) => usize::try_from(n).unwrap_or(usize::MAX),
            (_, _, None) => {
                let v = self.argument(d)?;
                match v.as_fixnum() {
                    Some(n) => usize::try_from(n).unwrap_or(usize::MAX),
                    None if is_integer(v) => usize::MAX,
                    None => return Err(self.unsuitable(d, "an integer", v)),
                }
            }
        };
        let has_default = d.ends.iter().rev().nth(1).is_some_and(|separator| separator.colon);
        let default = if has_default { d.clauses.last() } else { None };
        match d.clauses.get(chosen).or(default) {
            Some(parts) => self.parts(parts),
            None => Ok(Flow::GoOn),
        }
    }

    /// Writes `body` for the elements of a list, with `@` for the arguments; with `:` these are lists of arguments.
    ///
    /// # Errors
    /// When the arguments are not those of the body, or a limit is reached.
    pub fn iterate(&mut self, d: &Directive, settings: &Settings, body: &[Part]) -> Result<()> {
        let most = self.given_integer(d, settings, 0)?;
        if d.at {
            return self.rounds(d, most, body);
        }
        self.with_list(d, |writer| writer.rounds(d, most, body))
    }

    /// Writes `body` until the arguments are used up, at least once if the closing bracket has a colon.
    fn rounds(&mut self, d: &Directive, most: Option<i64>, body: &[Part]) -> Result<()> {
        let mut once = d.ends.last().is_some_and(|end| end.colon);
        let mut left = most.map_or(u64::MAX, |n| u64::try_from(n).unwrap_or(0));
        while left > 0 && (once || self.args.left() > 0) {
            let before = self.args.used;
            let flow = if d.colon { self.round_of_list(d, body)? } else { self.parts(body)? };
            if flow == Flow::LeaveAll || flow == Flow::Leave && !d.colon {
                break;
            }
            if most.is_none() && !once && self.args.used <= before {
                return Err(self.problem(d, "never comes to an end, because its text uses no argument"));
            }
            (once, left) = (false, left - 1);
        }
        Ok(())
    }

    /// A round with the elements of the next argument.
    fn round_of_list(&mut self, d: &Directive, body: &[Part]) -> Result<Flow> {
        if self.args.left() == 0 {
            return self.parts(body);
        }
        let left = Some(self.args.left() - 1);
        let outer = std::mem::replace(&mut self.lists_left, left);
        let flow = self.with_list(d, |writer| writer.parts(body));
        self.lists_left = outer;
        flow
    }

    /// Calls `f` with the elements of the next argument, a list, as the arguments.
    ///
    /// # Errors
    /// When the argument is no list, or `f` fails.
    pub fn with_list<T>(&mut self, d: &Directive, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let inner = self.list(d)?;
        let outer = std::mem::replace(&mut self.args, inner);
        let result = f(self);
        let done = std::mem::replace(&mut self.args, outer);
        self.held = self.held.saturating_sub(done.bytes());
        result
    }

    /// Calls `f` with the parts of the next argument, a control string.
    ///
    /// # Errors
    /// When the argument is no control string, or `f` fails.
    pub fn with_control<T>(&mut self, d: &Directive, f: impl FnOnce(&mut Self, &[Part]) -> Result<T>) -> Result<T> {
        let v = self.argument(d)?;
        if self.rt.heap.as_str(v).is_none() {
            return Err(self.unsuitable(d, "a control string", v));
        }
        let (control, parts) = parse(self.rt, self.directives, v)?;
        let outer = std::mem::replace(&mut self.control, control);
        let result = f(self, &parts);
        self.control = outer;
        result
    }

    /// The elements of the next argument, a list, as arguments.
    fn list(&mut self, d: &Directive) -> Result<Args> {
        let v = self.argument(d)?;
        match self.rt.list_items("format", v) {
            Ok(items) => {
                self.rt.charge(items.len())?;
                let args = Args { items, used: 0 };
                self.held = self.held.saturating_add(args.bytes());
                self.rt.heap.reserve(self.held)?;
                Ok(args)
            }
            Err(fault) if matches!(*fault, Unwind::Error(_)) => Err(self.unsuitable(d, "a proper list", v)),
            Err(fault) => Err(fault),
        }
    }

    // ---- arguments and parameters

    /// Returns the number of arguments left.
    #[must_use]
    pub fn arguments_left(&self) -> usize {
        self.args.left()
    }

    /// Returns the number of lists left in the innermost iteration over lists.
    #[must_use]
    pub fn lists_left(&self) -> Option<usize> {
        self.lists_left
    }

    /// Returns the next argument without using it.
    #[must_use]
    pub fn peek_argument(&self) -> Option<Value> {
        self.args.items.get(self.args.used).copied()
    }

    /// Returns the next argument, which is used then.
    ///
    /// # Errors
    /// When none is left.
    pub fn argument(&mut self, d: &Directive) -> Result<Value> {
        match self.args.items.get(self.args.used) {
            Some(&v) => {
                self.args.used += 1;
                Ok(v)
            }
            None => {
                let place = place(&name(d), d.position, &self.control);
                Err(ErrorData::by("format", Code::BadValue, format!("no argument left for {place}")).into())
            }
        }
    }

    /// Returns the parameters of a directive, evaluated.
    ///
    /// # Errors
    /// When an argument that stands for a parameter is none.
    pub fn settings(&mut self, d: &Directive) -> Result<Settings> {
        let mut settings = Settings::default();
        for (slot, param) in settings.0.iter_mut().zip(&d.params) {
            *slot = match *param {
                DirectiveParam::Missing => None,
                DirectiveParam::Integer(n) => Some(Setting::Integer(n)),
                DirectiveParam::Char(c) => Some(Setting::Char(c)),
                DirectiveParam::Left => Some(Setting::Integer(self.args.left() as i64)),
                DirectiveParam::Argument => {
                    let v = self.argument(d)?;
                    match (v.as_fixnum(), v.as_character()) {
                        (Some(n), _) => Some(Setting::Integer(n)),
                        (_, Some(c)) => Some(Setting::Char(c)),
                        _ if v.is_nil() => None,
                        _ => return Err(self.unsuitable(d, "an integer, a character or nil", v)),
                    }
                }
            };
        }
        Ok(settings)
    }

    /// Returns parameter `i` (from 0) as an integer, if it is given.
    ///
    /// # Errors
    /// When it is a character.
    pub fn given_integer(&self, d: &Directive, settings: &Settings, i: usize) -> Result<Option<i64>> {
        match settings.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Integer(n)) => Ok(Some(n)),
            Some(Setting::Char(_)) => Err(self.problem(d, &format!("needs an integer as parameter {}", i + 1))),
        }
    }

    /// Returns parameter `i` as a size, if it is given; a negative one counts as 0.
    ///
    /// # Errors
    /// When it is a character.
    pub fn given_size(&self, d: &Directive, settings: &Settings, i: usize) -> Result<Option<usize>> {
        Ok(self.given_integer(d, settings, i)?.map(|n| usize::try_from(n).unwrap_or(0)))
    }

    /// Returns parameter `i` as a size.
    ///
    /// # Errors
    /// When it is a character.
    pub fn size(&self, d: &Directive, settings: &Settings, i: usize, default: usize) -> Result<usize> {
        Ok(self.given_size(d, settings, i)?.unwrap_or(default))
    }

    /// Returns parameter `i` as a character, if it is given.
    ///
    /// # Errors
    /// When it is an integer.
    pub fn given_char(&self, d: &Directive, settings: &Settings, i: usize) -> Result<Option<char>> {
        match settings.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Char(c)) => Ok(Some(c)),
            Some(Setting::Integer(_)) => Err(self.problem(d, &format!("needs a character as parameter {}", i + 1))),
        }
    }

    /// Returns parameter `i` as a character.
    ///
    /// # Errors
    /// When it is an integer.
    pub fn char(&self, d: &Directive, settings: &Settings, i: usize, default: char) -> Result<char> {
        Ok(self.given_char(d, settings, i)?.unwrap_or(default))
    }

    /// Returns the error that a directive has this problem.
    #[cold]
    #[must_use]
    pub fn problem(&self, d: &Directive, what: &str) -> Box<Unwind> {
        problem(&name(d), d.position, &self.control, what)
    }

    /// Returns the error that the argument of a directive has the wrong type.
    #[cold]
    #[must_use]
    pub fn unsuitable(&self, d: &Directive, expected: &str, got: Value) -> Box<Unwind> {
        let argument = format!("the argument of {}", place(&name(d), d.position, &self.control));
        self.rt.wrong_type("format", &*argument, expected, got)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::builtins::tests::{call, engine, is_code};
    use crate::fault::{Code, Result};
    use crate::runtime::Runtime;
    use crate::value::Value;

    fn run(rt: &mut Runtime, control: &str, args: &[Value]) -> Result<Value> {
        let control = rt.heap.string(control).unwrap();
        call(rt, "format", &[&[Value::NIL, control], args].concat())
    }

    #[test]
    fn brackets_beyond_the_deepest_are_an_error() {
        let rt = &mut engine();
        let nested = |depth| format!("{}x{}", "~(".repeat(depth), "~)".repeat(depth));
        let v = run(rt, &nested(super::DEEPEST), &[]).unwrap();
        assert_eq!(rt.heap.as_str(v), Some("x"));
        for depth in [super::DEEPEST + 1, 20_000] {
            assert!(is_code(run(rt, &nested(depth), &[]), Code::BadValue));
        }
    }

    #[test]
    fn output_without_a_string_continues_the_column() {
        let rt = &mut engine();
        rt.host = Box::new(crate::io::StdHost::closed().output(std::io::sink()));
        rt.write("abc").unwrap();
        let control = rt.heap.string("~&~a~%xy").unwrap();
        assert_eq!(call(rt, "format", &[Value::T, control, Value::fix(1)]).unwrap(), Value::NIL);
        assert_eq!(rt.ports.column, 2);
        assert!(is_code(call(rt, "format", &[Value::fix(1), control]), Code::WrongType));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn any_control_string_succeeds_or_fails(control in r"(~[0-9v#,':@-]{0,4}[a-z(){}\[\];<>^*?%&|~$\n]|[ xö]){0,12}") {
            let rt = &mut engine();
            rt.budget.start(&crate::limits::Limits { ticks: Some(20_000), ..Default::default() }, std::time::Duration::ZERO);
            let text = rt.heap.string("~a").unwrap();
            let numbers = rt.heap.list(&[1, 2].map(Value::fix)).unwrap();
            let inner = rt.heap.list(&[text, numbers, Value::NIL]).unwrap();
            let (float, symbol) = (rt.heap.float(-2.5).unwrap(), rt.symbol("y"));
            let args = [Value::fix(3), inner, float, Value::character('c'), symbol, numbers, Value::NIL];
            let _ = run(rt, &control, &args);
        }

        #[test]
        fn columns_are_as_wide_as_asked(n in any::<i32>(), width in 0usize..30) {
            let rt = &mut engine();
            let shown = run(rt, &format!("~{width}d"), &[Value::fix(i64::from(n))]).unwrap();
            prop_assert_eq!(rt.heap.as_str(shown).unwrap(), format!("{n:>width$}"));
        }

        #[test]
        fn places_are_those_of_rust(x in -1e9f64..1e9, places in 0usize..20) {
            let dot = if places == 0 { "." } else { "" };
            let rt = &mut engine();
            let number = rt.heap.float(x).unwrap();
            let shown = run(rt, &format!("~,{places}f"), &[number]).unwrap();
            prop_assert_eq!(rt.heap.as_str(shown).unwrap(), format!("{x:.places$}{dot}"));
        }
    }
}
