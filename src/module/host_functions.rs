//! Functions of the host: what is known of them, how their arguments are put in order, and how they are called.

use crate::builtins::Mode;
use crate::fault::{Code, ErrorData, Result, Unwind, complain};
use crate::object::host::{guarded, take_orphans};
use crate::runtime::Runtime;
use crate::symbol::ModuleId;
use crate::value::Value;
use std::borrow::Cow;

/// A function of the host that works on its arguments and the runtime only. A program cannot call it while it runs. It
/// gets as many arguments as it has parameters, in their order ([`HostFacts::put_in_order`]).
pub(crate) type HostFn = Box<dyn FnMut(&HostFacts, &mut Runtime, &[Value]) -> Result<Value> + Send>;

/// Owner of a function that is written in Rust outside of the library's crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    Host,
    /// A module of the library, whose functions in the language complain in its place.
    Module,
    /// The core, which has the function under this subject.
    Core(&'static str),
}

/// Facts about a function of the host.
#[derive(Clone)]
pub(crate) struct HostFacts {
    pub name: Box<str>,
    /// The module that it was defined in.
    pub module: ModuleId,
    pub owner: Owner,
    pub parameters: Vec<HostParameter>,
    /// Number of parameters before those given by keyword, if there are such.
    pub positional: Option<usize>,
    /// Documentation and examples, as in a docstring.
    pub doc: String,
    /// Error in the names that the host has given to its parameters.
    pub misdeclared: Option<Box<str>>,
    /// The types that it is chosen by if it is a method of a generic function: `(circle t)`. A function has no such.
    pub method: Option<Box<str>>,
    /// Number of arguments that are in the order of the parameters; `None` if they always have to be put in order. See
    /// [`HostFacts::settle`].
    pub plain_count: Option<usize>,
}

/// A parameter of a function of the host.
#[derive(Clone)]
pub(crate) struct HostParameter {
    /// Empty unless the host has given it one.
    pub name: Box<str>,
    /// "a string": what an argument must be.
    pub expected: &'static str,
    pub mode: Mode,
    /// The type by which a method is chosen; `None` if any value will do.
    pub specializer: Option<&'static str>,
}

impl HostFacts {
    /// The parameters that are given by keyword.
    pub fn keywords(&self) -> &[HostParameter] {
        self.positional.and_then(|n| self.parameters.get(n..)).unwrap_or(&[])
    }

    fn by_position(&self) -> &[HostParameter] {
        self.positional.and_then(|n| self.parameters.get(..n)).unwrap_or(&self.parameters)
    }

    /// The parameters as a list shows them, empty where they have no names: `(a &optional b &key c)`.
    pub fn signature(&self) -> String {
        if self.parameters.iter().any(|p| p.name.is_empty()) {
            return String::new();
        }
        let mut parts: Vec<&str> = Vec::new();
        let mut before = Mode::Required;
        for p in self.by_position() {
            match p.mode {
                Mode::Optional if before != Mode::Optional => parts.push("&optional"),
                Mode::Rest => parts.push("&rest"),
                _ => {}
            }
            before = p.mode;
            parts.push(&p.name);
        }
        if self.positional.is_some() {
            parts.push("&key");
            parts.extend(self.keywords().iter().map(|p| &*p.name));
        }
        format!("({})", parts.join(" "))
    }

    /// Returns whether there is an argument for each parameter, in order.
    #[inline]
    pub fn are_in_order(&self, args: &[Value]) -> bool {
        self.plain_count == Some(args.len())
    }

    /// To be called when something is said of the parameters.
    pub fn settle(&mut self) {
        let by_position = self.positional.is_none() && self.misdeclared.is_none();
        self.plain_count = by_position.then_some(self.parameters.len());
    }

    /// With how many arguments it can be called, at least and at most. With keywords that is any number.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let parameters = self.by_position();
        // A parameter before a required one is required, too: arguments are told by their order.
        let required = parameters.iter().rposition(|p| p.mode == Mode::Required).map_or(0, |last| last + 1);
        let open = self.positional.is_some() || self.takes_rest();
        (required, if open { None } else { Some(parameters.len()) })
    }

    fn takes_rest(&self) -> bool {
        self.by_position().iter().any(|p| p.mode == Mode::Rest)
    }

    /// Checks that it can be called with this number of arguments.
    fn check_count(&self, given: usize) -> Result<()> {
        if let Some(what) = &self.misdeclared {
            return complain(&self.name, Code::Host, &**what);
        }
        let (required, most) = self.arity();
        if given >= required && most.is_none_or(|most| given <= most) {
            return Ok(());
        }
        let most = self.by_position().len() + 2 * self.keywords().len();
        let most = if self.takes_rest() { None } else { Some(most) };
        Err(ErrorData::count(&self.name, required, most, &self.signature(), given).into())
    }

    /// Returns the arguments of a call in the order of the parameters, if their number is allowed.
    #[cold]
    pub fn put_in_order<'a>(&self, rt: &Runtime, args: &'a [Value]) -> Result<Cow<'a, [Value]>> {
        self.check_count(args.len())?;
        match self.positional {
            Some(_) => self.arrange(rt, args).map(Cow::Owned),
            None => Ok(Cow::Borrowed(args)),
        }
    }

    /// Keyword arguments in the order of the parameters; [`Value::MISSING`] where the caller has left one out.
    fn arrange(&self, rt: &Runtime, args: &[Value]) -> Result<Vec<Value>> {
        let positional = self.by_position().len();
        let (given, rest) = args.split_at_checked(positional).unwrap_or((args, &[]));
        let mut all = given.to_vec();
        all.resize(self.parameters.len(), Value::MISSING);
        for pair in rest.chunks(2) {
            let &[key, value] = pair else {
                return complain(&self.name, Code::ArgumentCount, "the last keyword has no value");
            };
            let Some(key_name) = key.as_keyword().map(|k| rt.name(k)) else {
                let shown = rt.show(key);
                return complain(&self.name, Code::ArgumentCount, format!("expected a keyword, found {shown}"));
            };
            match self.keywords().iter().position(|p| *p.name == *key_name).and_then(|i| all.get_mut(positional + i)) {
                // The first of equal keywords counts, as everywhere.
                Some(place) if *place == Value::MISSING => *place = value,
                Some(_) => {}
                None => {
                    let known: Vec<String> = self.keywords().iter().map(|p| format!(":{}", p.name)).collect();
                    let message = format!("unknown keyword :{key_name} (known: {})", known.join(" "));
                    return complain(&self.name, Code::ArgumentCount, message);
                }
            }
        }
        Ok(all)
    }

    /// The call has left out the argument for the parameter at `position`, which must be given.
    #[cold]
    pub fn left_out(&self, position: usize) -> Box<Unwind> {
        let name = self.parameters.get(position).map_or("", |p| &*p.name);
        ErrorData::by(&self.name, Code::ArgumentCount, format!("the keyword :{name} is missing")).into()
    }

    /// Makes the error of the argument for the parameter at `position`.
    #[cold]
    pub fn wrong_argument(&self, position: usize, problem: ErrorData) -> Box<Unwind> {
        let name = self.parameters.get(position).map(|p| &*p.name).filter(|n| !n.is_empty());
        // In the library, the function complains that a program calls.
        let subject = (self.owner != Owner::Module).then(|| self.name.to_string().into());
        let mut condition = problem;
        condition.subject = subject;
        match name {
            Some(name) => condition.with_argument(name).into(),
            None => condition.with_argument(position + 1).into(),
        }
    }
}

/// Puts back what a function of the host had that has panicked.
#[cold]
pub(crate) fn give_back(rt: &mut Runtime) {
    for (v, data) in take_orphans() {
        rt.heap.put_host_data(v, data);
    }
}

/// Calls a function of the host that needs no machine.
#[inline(always)]
pub(crate) fn call_host(facts: &HostFacts, f: &mut HostFn, rt: &mut Runtime, args: &[Value]) -> Result<Value> {
    if facts.are_in_order(args) { call_with(facts, f, rt, args) } else { call_in_order(facts, f, rt, args) }
}

#[cold]
#[inline(never)]
fn call_in_order(facts: &HostFacts, f: &mut HostFn, rt: &mut Runtime, args: &[Value]) -> Result<Value> {
    let args = facts.put_in_order(rt, args)?;
    call_with(facts, f, rt, &args)
}

#[inline(always)]
fn call_with(facts: &HostFacts, f: &mut HostFn, rt: &mut Runtime, args: &[Value]) -> Result<Value> {
    rt.begin_conversion();
    let result = guarded(&facts.name, || f(facts, rt, args));
    if result.is_err() {
        give_back(rt);
    }
    // It may have taken long, though it is one tick.
    rt.look()?;
    result
}
