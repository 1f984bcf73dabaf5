//! Collection of the machine's garbage: its roots, the collection itself, and the sizes that the heap must know.

use std::slice::from_ref;

use super::profiler::Work;
use super::{INITIAL_STACK, Vm, profiler};
use crate::fault::{ErrorData, Result};
use crate::module::ProgramState;
use crate::symbol::SymbolSet;
use crate::value::Value;

/// Shows `look` what a collection begins with, part by part. Stack slots below `top` are live. (The parts are borrowed
/// one by one: the heap is not among them.)
macro_rules! each_root {
    ($vm:ident, $top:expr, $look:expr) => {{
        let look: &mut dyn FnMut(&[Value]) = $look;
        let stack = &$vm.fiber.stack;
        look(stack.get(..$top).unwrap_or(stack));
        $vm.fiber.handlers.iter().for_each(|h| look(from_ref(&h.tag)));
        $vm.program.globals.each_value(look);
        look(&$vm.program.roots);
        look($vm.program.rt.host_roots.values());
        $vm.program.loader.each_value(look);
        $vm.program.rt.search.each_root(look);
        $vm.program.rt.ports.each_value(look);
        $vm.program.definitions.lazy.each_value(look);
        $vm.program.definitions.inlines.each_form(look);
        $vm.suspended_runs.each_value(look);
        $vm.fiber.run.each_root(look);
        $vm.fiber.suspended.iter().for_each(|run| run.each_root(look));
    }};
}

impl Vm {
    /// Returns whether the evaluation before this one has filled the memory, or one part of it so that the others lack
    /// room.
    pub(super) fn is_crowded(&self, limit: usize) -> bool {
        let heap = &self.program.rt.heap;
        let stack = self.fiber.stack.len() * size_of::<Value>();
        // Each call of the host asks: mostly there is much room, and nothing else need be looked at.
        let is_roomy = heap.used() <= limit / 2;
        stack > limit / 8 || !is_roomy && (heap.used() > limit - limit / 8 || heap.hoards_cells())
    }

    /// Frees the memory that the evaluation before this one has left, for the next.
    pub(super) fn make_room(&mut self) {
        self.fiber.stack.truncate(self.fiber.run.top.max(INITIAL_STACK));
        self.fiber.stack.shrink_to_fit();
        self.fiber.handlers.shrink_to_fit();
        // If what is still alive leaves no room, the evaluation will find out.
        let _ = self.collect_between_evaluations();
        self.program.rt.heap.shrink();
        self.program.code.shrink();
        let _ = self.account();
    }

    /// Returns whether the stacks hold more or less than [`Vm::account`] counted last, or it would find too much.
    pub(super) fn must_account(&self) -> bool {
        let bytes = self.fiber.bytes_in_use() + self.suspended_runs.bytes();
        bytes != self.program.machine_bytes || self.program.rt.heap.is_over_limit()
    }

    /// Tells the heap what is held outside of it.
    pub(super) fn account(&mut self) -> Result<()> {
        self.program.machine_bytes = self.fiber.bytes_in_use() + self.suspended_runs.bytes();
        self.program.account()
    }

    /// Code has been added. If it does not fit, code and texts that have served their purpose may make room; `new` is
    /// kept.
    pub(super) fn account_for_code(&mut self, new: &[Value]) -> Result<()> {
        if self.account().is_err() { self.collect(self.fiber.run.top, new) } else { Ok(()) }
    }

    /// Keeps values alive for as long as `f` runs, however it ends.
    pub fn rooted<T>(&mut self, values: &[Value], f: impl FnOnce(&mut Vm) -> T) -> T {
        let mark = self.program.roots.len();
        self.program.roots.extend_from_slice(values);
        let result = f(self);
        self.program.roots.truncate(mark);
        result
    }

    /// Collects, before the host calls something, what it has left behind; `kept` is what it holds itself.
    pub fn collect_if_due(&mut self, kept: &[Value]) {
        if self.program.rt.heap.wants_collection() {
            // If what is still alive leaves no room, the call will find out.
            let _ = self.collect(self.fiber.run.top, kept);
        }
    }

    /// Collects garbage. Stack slots below `top` are live, and so are `extra`.
    pub fn collect(&mut self, top: usize, extra: &[Value]) -> Result<()> {
        profiler::working(self, Work::Collection, |vm| vm.collect_now(top, extra))
    }

    fn collect_now(&mut self, top: usize, extra: &[Value]) -> Result<()> {
        self.program.rt.host_roots.release_dropped();
        self.program.code.clear_marks();
        let mut gray = Vec::new();
        // Code that frames will return to.
        let code = &mut self.program.code;
        let mut last = None;
        let mut reach = |pc| {
            if last.replace(pc) != Some(pc) {
                crate::heap::Functions::reach_code(code, pc, &mut gray);
            }
        };
        for run in std::iter::once(&self.fiber.run).chain(&self.fiber.suspended) {
            run.code_addresses(&self.fiber.stack).for_each(&mut reach);
        }
        self.suspended_runs.each_frame(&mut reach);
        let each_root = &mut |look: &mut dyn FnMut(&[Value])| {
            each_root!(self, top, look);
            look(&gray);
            look(extra);
        };
        self.program.rt.heap.collect(each_root, &mut self.program.code);
        let ProgramState { code, rt, loader, .. } = &mut self.program;
        code.sweep();
        // Conditions that a program keeps have places, too.
        let mut used: Vec<_> = code.sources().chain(loader.sources()).collect();
        used.extend(rt.heap.conditions.iter().flat_map(ErrorData::sources));
        used.extend(self.suspended_runs.sources());
        used.sort_unstable();
        used.dedup();
        rt.sources.retain(|id| used.binary_search(&id).is_ok());
        self.account()?;
        self.program.rt.heap.make_room()
    }

    /// Collects garbage between two evaluations that the host asks for. Names that nothing holds any more go, too, if
    /// that is worth it.
    ///
    /// A symbol is a number, and marking does not look at what is no reference. When programs have interned many names
    /// that no reader will produce again, the machine marks all symbols in use and drops the others. **Invariant:**
    /// nothing runs and nothing is being compiled then, so Rust code alone holds no symbol.
    pub(super) fn collect_between_evaluations(&mut self) -> Result<()> {
        let collected = self.collect(self.fiber.run.top, &[]);
        if !self.program.rt.symbols.may_forget() {
            return collected;
        }
        self.forget_names(self.fiber.run.top);
        // Perhaps it was the names that left no room.
        self.account()?;
        self.program.rt.heap.make_room()
    }

    /// To be called right after a collection with the same `top`.
    #[cold]
    fn forget_names(&mut self, top: usize) {
        let mut used = SymbolSet::default();
        let mut look = |v: Value| {
            if let Some(s) = v.as_symbol().or(v.as_keyword()) {
                used.insert(s);
            }
        };
        self.program.rt.heap.each_value(&mut |values| values.iter().copied().for_each(&mut look));
        each_root!(self, top, &mut |roots| roots.iter().copied().for_each(&mut look));
        self.program.code.each_name(&mut look);
        let program = &self.program;
        let tables = program.modules.iter().flat_map(|m| m.own_names()).chain(program.globals.names());
        let tables = tables.chain(program.rt.procedures.of_closures());
        tables.for_each(|s| look(Value::symbol(s)));
        self.program.aliases.retain(&mut used);
        self.program.rt.symbols.forget(&used);
    }
}
