//! Input of directives: arguments, and parameters that may come from them.

use std::sync::Arc;

use super::machine::Machine;
use super::parse::{Item, Param, Program, place};
use crate::fault::{Code, ErrorData, Result, Unwind, complain};
use crate::value::Value;

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
pub(super) struct Params([Option<Setting>; 7]);

#[derive(Clone, Copy)]
enum Setting {
    Integer(i64),
    Char(char),
}

impl Params {
    /// Returns whether any parameter is given.
    pub fn any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// Nothing but a width.
    pub fn width(width: Option<i64>) -> Params {
        let mut params = Params::default();
        params.0[0] = width.map(Setting::Integer);
        params
    }
}

impl Machine<'_> {
    /// The next argument.
    pub fn argument(&mut self, item: &Item) -> Result<Value> {
        match self.args.next() {
            Some(v) => Ok(v),
            None => complain("format", Code::BadValue, format!("no argument left for {}", self.place(item))),
        }
    }

    /// `~D at position 5 of "..."`
    pub fn place(&self, item: &Item) -> String {
        place(&item.name(), item.position, &self.program.control)
    }

    /// `format: ~D at position 5 of "..." what`
    #[cold]
    pub fn problem(&self, item: &Item, what: &str) -> Box<Unwind> {
        ErrorData::by("format", Code::BadValue, format!("{} {what}", self.place(item))).into()
    }

    /// The argument of `item` has the wrong type.
    #[cold]
    pub fn unsuitable(&mut self, item: &Item, expected: &str, got: Value) -> Box<Unwind> {
        let argument = format!("the argument of {}", self.place(item));
        self.rt.wrong_type("format", &*argument, expected, got)
    }

    pub fn params(&mut self, item: &Item) -> Result<Params> {
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
    pub fn integer(&self, item: &Item, params: &Params, i: usize) -> Result<Option<i64>> {
        match params.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Integer(n)) => Ok(Some(n)),
            Some(Setting::Char(_)) => Err(self.problem(item, &format!("needs an integer as parameter {}", i + 1))),
        }
    }

    /// Parameter `i` as a size, if it is given; a negative one counts as 0.
    pub fn given_size(&self, item: &Item, params: &Params, i: usize) -> Result<Option<usize>> {
        Ok(self.integer(item, params, i)?.map(|n| usize::try_from(n).unwrap_or(0)))
    }

    pub fn size(&self, item: &Item, params: &Params, i: usize, default: usize) -> Result<usize> {
        Ok(self.given_size(item, params, i)?.unwrap_or(default))
    }

    /// Parameter `i` as a character, if it is given.
    pub fn given_char(&self, item: &Item, params: &Params, i: usize) -> Result<Option<char>> {
        match params.0.get(i).copied().flatten() {
            None => Ok(None),
            Some(Setting::Char(c)) => Ok(Some(c)),
            Some(Setting::Integer(_)) => Err(self.problem(item, &format!("needs a character as parameter {}", i + 1))),
        }
    }

    pub fn char(&self, item: &Item, params: &Params, i: usize, default: char) -> Result<char> {
        Ok(self.given_char(item, params, i)?.unwrap_or(default))
    }

    /// The elements of a list argument. They are given back with [`Machine::replace_args`].
    pub fn list(&mut self, item: Option<&Item>, v: Value) -> Result<Args> {
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

    /// Goes on with these arguments; the ones before came from [`Machine::list`] and are done with.
    pub fn replace_args(&mut self, args: Args) {
        let done = std::mem::replace(&mut self.args, args);
        self.held = self.held.saturating_sub(done.bytes());
    }

    /// The program of a control string that is an argument.
    pub fn control(&mut self, item: &Item) -> Result<Arc<Program>> {
        let v = self.argument(item)?;
        let Some(text) = self.rt.heap.as_str(v) else { return Err(self.unsuitable(item, "a control string", v)) };
        let text = text.to_string();
        Ok(Arc::new(Program::parse(self.rt, &text)?))
    }
}
