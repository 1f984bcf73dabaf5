//! Functions of the program that are to blame and on no stack. The library calls what a program defines anew
//! (`choose-cell`): such a function may have called the library as the last thing that it did, so that its frame is
//! gone; it may have returned what the library cannot use; or it takes other arguments than the library gives it.

use super::Vm;
use crate::bytecode::{Insn, Proto};
use crate::fault::{Argument, Code, Condition, Finding, TraceEntry};
use crate::source::Span;
use crate::symbol::Symbols;
use crate::value::{Kind, Value};

/// Functions that may have called each other as the last thing that they did, one after the other.
const MOST_CALLS: usize = 16;
/// Their calls that are looked at, and their instructions.
const MOST_WAYS: usize = 64;
const MOST_INSTRUCTIONS: usize = 10_000;

/// Frames that are looked at in a very deep recursion.
pub(super) const TRACE_SCAN: usize = 10_000;

/// A function of the program that is to blame for an error.
#[derive(Clone, Copy)]
pub(super) struct Absent {
    /// Its number.
    function: u32,
    /// The instruction by which it has left; `None` if the whole function is meant.
    pub at: Option<usize>,
}

impl Vm {
    /// The function of the program that is called at `at` by its name and is not what runs there: the next frame, that
    /// of `before`, belongs to the library, which it has called as the last thing that it did; or there is no such
    /// frame, because it does not take the arguments.
    pub(super) fn gone(&self, c: &Condition, at: usize, before: Option<usize>) -> Option<Absent> {
        let (_, function) = self.program_function(at)?;
        let Some(before) = before else {
            return (c.code == Code::ArgumentCount && self.is_library(at)).then_some(Absent { function, at: None });
        };
        if !self.is_library(before) {
            return None;
        }
        let ways = self.ways_out(function, self.code.owner_number(before)?);
        match ways.as_slice() {
            &[(by, way)] => Some(Absent { function: by, at: Some(way) }),
            // The library is called by what has no name, or at several places.
            _ => self.is_library(at).then_some(Absent { function, at: None }),
        }
    }

    /// The function of the program that has returned what the library complains of at `at`, where it had asked it; or
    /// what the host complains of.
    pub(super) fn asked(&self, c: &Condition, at: usize) -> Option<Absent> {
        let is_of_program = |p: &Proto| !p.span.is_none() && !self.rt.sources.is_library(p.span.source());
        if let Some(function) = c.blamed.filter(|&f| self.code.proto(f).is_some_and(is_of_program)) {
            return Some(Absent { function, at: None });
        }
        let (name, _) = answered_by(c, &self.rt.symbols).filter(|_| self.is_library(at))?;
        let instructions = self.code.instructions(self.code.owner_number(at)?);
        let function = instructions.iter().find_map(|insn| {
            let (g, function) = self.named_function(insn)?;
            self.globals.info(g).filter(|info| self.rt.name(info.name) == name).map(|_| function)
        })?;
        Some(Absent { function, at: None })
    }

    /// The global cell and the number of the function of the program that the instruction at `at` calls by its name.
    fn program_function(&self, at: usize) -> Option<(u32, u32)> {
        self.named_function(self.code.insns.get(at)?)
    }

    fn named_function(&self, insn: &Insn) -> Option<(u32, u32)> {
        let &(Insn::CallGlobal { g, .. } | Insn::TailGlobal { g, .. }) = insn else { return None };
        let f = self.globals.value(g);
        let proto = if f.is(Kind::CLOSURE) { self.code.proto(f.meta()) } else { None };
        let is_of_program = |span: Span| !span.is_none() && !self.rt.sources.is_library(span.source());
        proto.is_some_and(|p| is_of_program(p.span)).then(|| (g, f.meta()))
    }

    /// By which instructions a function leaves for another one, perhaps by way of others of the program: whose they
    /// are, and where. More than one is one too many.
    fn ways_out(&self, function: u32, to: u32) -> Vec<(u32, usize)> {
        let mut functions = vec![function];
        let mut ways = Vec::new();
        let (mut next, mut looked) = (0, 0);
        while let Some(&function) = functions.get(next).filter(|_| next < MOST_CALLS && ways.len() < 2) {
            next += 1;
            for (at, insn) in self.code.positions(function).take(MOST_INSTRUCTIONS) {
                let &Insn::TailGlobal { g, .. } = insn else { continue };
                looked += 1;
                if looked > MOST_WAYS {
                    return Vec::new();
                }
                if let Some((_, own)) = self.named_function(insn) {
                    if !functions.contains(&own) {
                        functions.push(own);
                    }
                } else if self.leads_to(self.globals.value(g), to) {
                    ways.push((function, at));
                }
            }
        }
        ways
    }

    /// Returns whether a call of `f`, a function of the library, reaches the function with this number, perhaps through
    /// tail calls of other functions of the library.
    fn leads_to(&self, f: Value, to: u32) -> bool {
        let mut reached = self.bodies(f);
        let mut next = 0;
        while let Some(&body) = reached.get(next).filter(|_| next < MOST_CALLS) {
            next += 1;
            let called = self.code.instructions(body).iter().filter_map(|insn| match insn {
                &Insn::TailGlobal { g, .. } => Some(self.globals.value(g)),
                _ => None,
            });
            for body in called.flat_map(|f| self.bodies(f)) {
                if !reached.contains(&body) {
                    reached.push(body);
                }
            }
        }
        reached.contains(&to)
    }

    /// The numbers of the functions that a call of `f` can enter: itself, or its methods.
    fn bodies(&self, f: Value) -> Vec<u32> {
        let number = |f: Value| f.is(Kind::CLOSURE).then(|| f.meta());
        let methods = self.rt.heap.as_generic(f).filter(|_| f.is(Kind::GENERIC));
        let methods = methods.into_iter().flat_map(|g| g.methods.iter().filter_map(move |m| number(m.body)));
        number(f).into_iter().chain(methods).collect()
    }

    /// Lets an error be one of a function as a whole: the place is where its definition begins.
    pub(super) fn blame_absent(&self, c: &mut Condition, absent: &Absent, inner: usize) {
        c.library = Some(self.code.span_at(inner)).filter(|_| self.is_library(inner));
        c.called = None;
        if let Some((_, what)) = answered_by(c, &self.rt.symbols) {
            c.subject = None;
            c.argument = Some(what.into()).filter(|_| !what.is_empty());
        }
        let Some(proto) = self.code.proto(absent.function) else { return };
        c.span = self.head_of_definition(proto);
    }

    /// Adds the call of such a function, innermost.
    pub(super) fn add_absent(&self, c: &mut Condition, absent: &Absent) {
        let Some(proto) = self.code.proto(absent.function) else { return };
        let of_program = |at: &usize| self.code.owner(*at).is_some_and(|p| !p.span.is_none()) && !self.is_library(*at);
        let caller = self.frames().map(|pc| pc.wrapping_sub(1)).take(TRACE_SCAN).find(of_program);
        let span = caller.map_or(Span::NONE, |at| self.code.span_at(at));
        c.trace.insert(0, TraceEntry { function: self.running(proto), span, repeated: 1 });
    }
}

/// Returns the function that has returned what an error complains of: one of those that programs redefine, by its name
/// in the library. The second text describes the returned value in messages.
fn answered_by<'a>(c: &Condition, symbols: &'a Symbols) -> Option<(&'a str, &'static str)> {
    if c.code == Code::User {
        return match c.finding {
            Some(Finding::Returned { by }) => Some((symbols.name(by), "")),
            _ => None,
        };
    }
    let argument = match &c.argument {
        Some(Argument::Named(name)) => &**name,
        _ => "",
    };
    Some(match (c.code, argument) {
        (Code::IndexOutOfRange, "") => ("choose-cell", "what choose-cell returns:"),
        (Code::WrongType | Code::BadValue, "cell" | "variable" | "what choose-cell returns") => {
            ("choose-cell", "what choose-cell returns")
        }
        (Code::WrongType, "a coordinate") => ("choose-cell", "a coordinate of what choose-cell returns"),
        (Code::WrongType, "what order-values returns") => ("order-values", "what order-values returns"),
        (Code::WrongType | Code::BadValue, "digit" | "value") => {
            ("order-values", "each value that order-values returns")
        }
        (Code::WrongType | Code::BadValue, "level") => ("search-level", "what search-level returns"),
        (Code::WrongType, "list" | "what find-solutions returns") => ("find-solutions", "what find-solutions returns"),
        _ => return None,
    })
}
