//! Functions written in Rust, as names are bound to them. Those of the host have their arguments put in order.

use std::borrow::Cow;
use std::sync::Arc;

use crate::builtins::{Builtin, Mode, NativeFn, Param, marked};
use crate::bytecode::Inline;
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in, internal};
use crate::object::host::{guarded, take_orphans};
use crate::runtime::Runtime;
use crate::symbol::ModuleId;
use crate::value::Value;

/// A function written in Rust: what is known of it, and what it does.
pub(crate) struct Native {
    pub facts: NativeInfo,
    pub action: NativeKind,
}

/// Facts about a native: the source of its name, documentation and parameters.
#[derive(Clone)]
pub(crate) enum NativeInfo {
    Builtin(&'static Builtin),
    /// Facts about a function of the host, which go with the engine.
    Host(Arc<HostSignature>),
}

/// The natives of the core, which are the same in all engines of a process.
pub(crate) struct CoreNatives {
    /// Code of the leaves, which work on their arguments and the runtime only: the first natives.
    pub leaves: Vec<Option<NativeFn>>,
    /// Facts about all natives. Those that are no leaves need the machine; their builtins have numbers in the same
    /// order.
    pub facts: Vec<NativeInfo>,
}

/// The natives of an engine by their numbers: those of the core, which it shares with others, and then its own.
#[derive(Default)]
pub(crate) struct Natives {
    /// Code of the leaves, which work on their arguments and the runtime only. An engine has a table of its own as soon
    /// as it has a leaf besides the core's, as dialects do.
    pub leaves: Cow<'static, [Option<NativeFn>]>,
    pub core: &'static [NativeInfo],
    /// Number of the core's that are leaves.
    core_leaves: usize,
    /// Natives of dialects and of the host, and how many come before them.
    pub own: EngineNatives,
    /// The number of `call/cc`, which the machine carries out itself.
    pub capturer: Option<u32>,
}

/// The natives of dialects and of the host.
#[derive(Default)]
pub(crate) struct EngineNatives {
    /// The number of the first.
    first: usize,
    natives: Vec<Native>,
}

impl EngineNatives {
    pub fn get(&self, number: u32) -> Option<&Native> {
        self.natives.get((number as usize).wrapping_sub(self.first))
    }

    #[inline]
    pub fn get_mut(&mut self, number: u32) -> Option<&mut Native> {
        self.natives.get_mut((number as usize).wrapping_sub(self.first))
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Native> {
        self.natives.iter()
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Native> {
        self.natives.iter_mut()
    }

    /// Number of the slot that awaits a host function of that name in a copy of an engine; for a method, with its
    /// parameter types.
    pub fn waiting_for(&self, name: &str, module: ModuleId, method: Option<&str>) -> Option<u32> {
        let is_it = |native: &Native| match &native.facts {
            NativeInfo::Host(facts) => {
                *facts.name == *name && facts.module == module && facts.method.as_deref() == method
            }
            _ => false,
        };
        let position = self.iter().position(|n| matches!(n.action, NativeKind::Absent) && is_it(n))?;
        Some((self.first + position) as u32)
    }
}

impl Natives {
    pub fn of_core(core: &'static CoreNatives) -> Natives {
        Natives {
            leaves: Cow::Borrowed(&core.leaves),
            core: &core.facts,
            core_leaves: core.leaves.len(),
            own: EngineNatives { first: core.facts.len(), natives: Vec::new() },
            capturer: None,
        }
    }

    /// Returns the copy for another engine.
    pub fn copy(&self) -> Natives {
        let natives = self.own.natives.iter().map(Native::copy).collect();
        let own = EngineNatives { first: self.own.first, natives };
        Natives { leaves: self.leaves.clone(), own, ..*self }
    }

    pub fn len(&self) -> usize {
        self.core.len() + self.own.natives.len()
    }

    pub fn push(&mut self, native: Native) {
        if let NativeKind::Leaf(f) = native.action {
            let number = self.len();
            let leaves = self.leaves.to_mut();
            while leaves.len() < number {
                leaves.push(None);
            }
            leaves.push(Some(f));
        }
        self.own.natives.push(native);
    }

    /// Returns the facts about the native of that number.
    pub fn facts(&self, number: u32) -> Option<&NativeInfo> {
        self.core.get(number as usize).or_else(|| Some(&self.own.get(number)?.facts))
    }

    /// Returns its code if it works on its arguments and the runtime only.
    pub fn leaf(&self, number: u32) -> Option<NativeFn> {
        self.leaves.get(number as usize).copied().flatten()
    }

    /// The number of the row by which the machine carries it out, if it is a native of the core that needs it.
    pub fn machine(&self, number: u32) -> Option<usize> {
        let number = number as usize;
        if number < self.core.len() { number.checked_sub(self.core_leaves) } else { None }
    }
}

impl Native {
    /// Returns whether it is the host's code.
    pub fn is_hosts(&self) -> bool {
        matches!(&self.facts, NativeInfo::Host(facts) if facts.owner == Owner::Host)
    }

    /// Returns the copy for another engine.
    pub fn copy(&self) -> Native {
        let action = match self.action {
            NativeKind::Leaf(f) => NativeKind::Leaf(f),
            NativeKind::Machine(number) => NativeKind::Machine(number),
            NativeKind::NormalisesFalse(number) => NativeKind::NormalisesFalse(number),
            NativeKind::Callback(number) => NativeKind::Callback(number),
            NativeKind::Host(_) | NativeKind::Absent => NativeKind::Absent,
        };
        Native { facts: self.facts.clone(), action }
    }
}

impl NativeInfo {
    pub fn doc(&self) -> &str {
        match self {
            NativeInfo::Builtin(row) => row.doc,
            NativeInfo::Host(facts) => &facts.doc,
        }
    }

    /// The parameters as a list, empty where they have no names.
    pub fn signature(&self) -> String {
        match self {
            NativeInfo::Builtin(row) => row.signature.shown(),
            NativeInfo::Host(facts) => facts.signature(),
        }
    }

    pub fn params(&self) -> &'static [Param] {
        match self {
            NativeInfo::Builtin(row) => row.signature.params,
            NativeInfo::Host(_) => &[],
        }
    }

    /// Returns its subject.
    pub fn module(&self) -> &'static str {
        match self {
            NativeInfo::Builtin(row) => row.signature.subject,
            NativeInfo::Host(facts) => match facts.owner {
                Owner::Core(subject) => subject,
                Owner::Host | Owner::Module => "host",
            },
        }
    }

    /// Returns the operations that replace calls of it.
    pub fn inline(&self) -> &'static [Inline] {
        match self {
            NativeInfo::Builtin(row) => row.inline.unwrap_or_default(),
            NativeInfo::Host(_) => &[],
        }
    }
}

pub(crate) enum NativeKind {
    /// Works on its arguments and the runtime only.
    Leaf(NativeFn),
    /// Needs the machine, which carries it out by this number of its row: calls functions, compiles, captures the
    /// stack.
    Machine(usize),
    /// Like `Machine`, in dialects with a separate false: a result nil becomes false.
    NormalisesFalse(usize),
    /// A host function that a copy of the engine lacks until the host defines it again.
    Absent,
    /// A closure of the host that works on its arguments and the runtime only.
    Host(HostFn),
    /// A closure of the host that may call back: the machine has it under this number.
    Callback(usize),
}

/// Returns the facts about the function of the host that has this number.
#[inline]
pub(crate) fn host_signature(natives: &Natives, number: u32) -> Result<&HostSignature> {
    match natives.own.get(number) {
        Some(Native { facts: NativeInfo::Host(facts), .. }) => Ok(facts),
        _ => internal("a function of the host"),
    }
}

/// A function of the host that works on its arguments and the runtime only. A program cannot call it while it runs. It
/// gets as many arguments as it has parameters, in their order ([`HostSignature::put_in_order`]).
pub(crate) type HostFn = Box<dyn FnMut(&HostSignature, &mut Runtime, &[Value]) -> Result<Value> + Send>;

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
pub(crate) struct HostSignature {
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
    /// [`HostSignature::settle`].
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

impl HostSignature {
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
        let mut parts = marked(self.by_position().iter().map(|p| (&*p.name, p.mode)));
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
            return fail_in(&self.name, Code::Host, &**what);
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
                return fail_in(&self.name, Code::ArgumentCount, "the last keyword has no value");
            };
            let Some(key_name) = key.as_keyword().map(|k| rt.name(k)) else {
                let shown = rt.show(key);
                return fail_in(&self.name, Code::ArgumentCount, format!("expected a keyword, found {shown}"));
            };
            match self.keywords().iter().position(|p| *p.name == *key_name).and_then(|i| all.get_mut(positional + i)) {
                // The first of equal keywords counts, as everywhere.
                Some(place) if *place == Value::MISSING => *place = value,
                Some(_) => {}
                None => {
                    let known: Vec<String> = self.keywords().iter().map(|p| format!(":{}", p.name)).collect();
                    let message = format!("unknown keyword :{key_name} (known: {})", known.join(" "));
                    return fail_in(&self.name, Code::ArgumentCount, message);
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
pub(crate) fn call_host(facts: &HostSignature, f: &mut HostFn, rt: &mut Runtime, args: &[Value]) -> Result<Value> {
    if facts.are_in_order(args) { call_with(facts, f, rt, args) } else { call_in_order(facts, f, rt, args) }
}

#[cold]
#[inline(never)]
fn call_in_order(facts: &HostSignature, f: &mut HostFn, rt: &mut Runtime, args: &[Value]) -> Result<Value> {
    let args = facts.put_in_order(rt, args)?;
    call_with(facts, f, rt, &args)
}

#[inline(always)]
fn call_with(facts: &HostSignature, f: &mut HostFn, rt: &mut Runtime, args: &[Value]) -> Result<Value> {
    rt.begin_conversion();
    let result = guarded(&facts.name, || f(facts, rt, args));
    if result.is_err() {
        give_back(rt);
    }
    // It may have taken long, though it is one tick.
    rt.look()?;
    result
}
