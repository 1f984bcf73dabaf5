//! Functions written in Rust, as names are bound to them.

use std::borrow::Cow;
use std::sync::Arc;

use super::ProgramState;
use super::host_functions::{HostFacts, HostFn, Owner};
use crate::builtins::{Builtin, NativeFn, Param, Row};
use crate::bytecode::Inline;
use crate::fault::{Result, internal};
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};

/// A function written in Rust: what is known of it, and what it does.
pub(crate) struct Native {
    pub facts: NativeInfo,
    pub action: NativeKind,
}

/// Facts about a native: the source of its name, documentation and parameters.
#[derive(Clone)]
pub(crate) enum NativeInfo {
    Row(&'static Builtin),
    Machine(&'static Row),
    /// Facts about a function of the host, which go with the engine.
    Host(Arc<HostFacts>),
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
    /// Those of dialects and of the host, and how many come before them.
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

    /// The same in a copy of the engine.
    pub fn copy(&self) -> Natives {
        let natives = self.own.natives.iter().map(Native::copy).collect();
        let own = EngineNatives { first: self.own.first, natives };
        Natives { leaves: self.leaves.clone(), own, ..*self }
    }

    fn len(&self) -> usize {
        self.core.len() + self.own.natives.len()
    }

    fn push(&mut self, native: Native) {
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

    /// The same in a copy of the engine.
    pub fn copy(&self) -> Native {
        let action = match self.action {
            NativeKind::Leaf(f) => NativeKind::Leaf(f),
            NativeKind::Machine(number) => NativeKind::Machine(number),
            NativeKind::Asking(number) => NativeKind::Asking(number),
            NativeKind::Callback(number) => NativeKind::Callback(number),
            NativeKind::Host(_) | NativeKind::Absent => NativeKind::Absent,
        };
        Native { facts: self.facts.clone(), action }
    }
}

impl NativeInfo {
    pub fn doc(&self) -> &str {
        match self {
            NativeInfo::Row(row) => row.doc,
            NativeInfo::Machine(row) => row.doc,
            NativeInfo::Host(facts) => &facts.doc,
        }
    }

    /// The parameters as a list, empty where they have no names.
    pub fn signature(&self) -> String {
        match self {
            NativeInfo::Row(row) => row.signature.shown(),
            NativeInfo::Machine(row) => row.signature.shown(),
            NativeInfo::Host(facts) => facts.signature(),
        }
    }

    pub fn params(&self) -> &'static [Param] {
        match self {
            NativeInfo::Row(row) => row.signature.params,
            NativeInfo::Machine(row) => row.signature.params,
            NativeInfo::Host(_) => &[],
        }
    }

    /// Returns its subject.
    pub fn module(&self) -> &'static str {
        match self {
            NativeInfo::Row(row) => row.signature.subject,
            NativeInfo::Machine(row) => row.signature.subject,
            NativeInfo::Host(facts) => match facts.owner {
                Owner::Core(subject) => subject,
                Owner::Host | Owner::Module => "host",
            },
        }
    }

    /// Returns the operations that replace calls of it.
    pub fn inline(&self) -> &'static [Inline] {
        match self {
            NativeInfo::Row(row) => row.inline.unwrap_or_default(),
            NativeInfo::Machine(row) => row.inline.unwrap_or_default(),
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
    /// The same where falsehood is a value of its own, which stands for the nil that it returns.
    Asking(usize),
    /// The place of such a closure in a copy of its engine, until the copy is given one.
    Absent,
    /// A closure of the host that works on its arguments and the runtime only.
    Host(HostFn),
    /// A closure of the host that may call back: the machine has it under this number.
    Callback(usize),
}

/// Returns the facts about the function of the host that has this number.
#[inline]
pub(crate) fn host_facts(natives: &Natives, number: u32) -> Result<&HostFacts> {
    match natives.own.get(number) {
        Some(Native { facts: NativeInfo::Host(facts), .. }) => Ok(facts),
        _ => internal("a function of the host"),
    }
}

impl ProgramState {
    pub(crate) fn add_native(&mut self, native: Native) -> Result<Value> {
        let number = self.natives.len() as u32;
        if number > crate::value::MAX_META {
            return internal("too many native functions");
        }
        self.rt.native_names.push(match &native.facts {
            NativeInfo::Row(row) => row.name.into(),
            NativeInfo::Machine(row) => row.name.into(),
            NativeInfo::Host(facts) => facts.name.to_string().into(),
        });
        self.natives.push(native);
        Ok(Value::reference(Kind::NATIVE, number, 0))
    }

    /// Gives a function of the host the place that is waiting for one of its name, else one of its own.
    pub(crate) fn add_host_native(&mut self, facts: HostFacts, action: NativeKind) -> Result<Value> {
        let number = self.waiting_for(&facts.name, facts.module, facts.method.as_deref());
        let native = Native { facts: NativeInfo::Host(Arc::new(facts)), action };
        match number.and_then(|n| Some((n, self.natives.own.get_mut(n)?))) {
            Some((number, place)) => {
                *place = native;
                Ok(Value::reference(Kind::NATIVE, number, 0))
            }
            None => self.add_native(native),
        }
    }

    /// Number of the slot that awaits a host function of that name in a copy of an engine; for a method, with its
    /// parameter types.
    pub(crate) fn waiting_for(&self, name: &str, module: ModuleId, method: Option<&str>) -> Option<u32> {
        let is_it = |native: &Native| match &native.facts {
            NativeInfo::Host(facts) => {
                *facts.name == *name && facts.module == module && facts.method.as_deref() == method
            }
            _ => false,
        };
        let own = &self.natives.own;
        let position = own.iter().position(|n| matches!(n.action, NativeKind::Absent) && is_it(n))?;
        Some((own.first + position) as u32)
    }

    pub(crate) fn native_name(&self, f: Value) -> &'static str {
        self.rt.native_name(f).unwrap_or("")
    }

    /// Returns the operations that replace calls of the native `f`, as its builtin says.
    pub(crate) fn inline_of(&self, f: Value) -> &'static [Inline] {
        let facts = if f.is(Kind::NATIVE) { self.natives.facts(f.meta()) } else { None };
        facts.map_or(&[], NativeInfo::inline)
    }

    /// Returns whether `f` is a native that works on its arguments alone: it calls nothing and captures nothing.
    pub(crate) fn is_leaf(&self, f: Value) -> bool {
        f.is(Kind::NATIVE) && self.natives.leaf(f.meta()).is_some()
    }
}
