//! Call-site table that the compiler writes beside each function. For each instruction it has the source span, the
//! operator as written, and the macros whose expansion produced it.
//!
//! An error that is thrown keeps the sites of its frames ([`crate::fault::RawBacktrace`]); what they say of it is
//! worked out by [`crate::error_location`], when somebody asks.

use std::fmt;

use smallvec::SmallVec;

use crate::source::Span;
use crate::symbol::Symbol;

/// Instructions from `offset` on come from `span`, through expansion number `expansion` (0: none).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CodePlace {
    pub offset: u32,
    pub expansion: u32,
    pub span: Span,
    pub operator: SiteOperator,
    /// Place of the expression whose value the instruction calls: the distance from the beginning of `span`, and the
    /// length. A length of 0 means that there is none.
    pub head: (u16, u16),
}

impl CodePlace {
    /// The place of what is called, as far as it is within `span`.
    pub fn head(span: Span, head: Span) -> (u16, u16) {
        let is_inside =
            !head.is_none() && head != span && head.source() == span.source() && head.start() >= span.start();
        let distance = u16::try_from(head.start().wrapping_sub(span.start()));
        match (distance, u16::try_from(head.end() - head.start())) {
            (Ok(distance), Ok(length)) if is_inside && head.end() <= span.end() => (distance, length),
            _ => (0, 0),
        }
    }

    /// The place of the expression of the function that the instruction calls, if it is known.
    pub fn head_span(&self) -> Option<Span> {
        let (distance, length) = (u32::from(self.head.0), u32::from(self.head.1));
        let start = self.span.start() + distance;
        (length > 0).then(|| Span::new(self.span.source(), start, start + length))
    }
}

/// Operator at the head of the form that an instruction comes from, as written, with what the compiler knows of it. One
/// word, as most instructions have one.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct SiteOperator(u32);

/// Kind of operator that the name at the head of a form names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum OperatorKind {
    /// A function of the program, a special operator, or a macro of the program.
    Other,
    /// A native: the instruction is it, or a part of it.
    Native,
    /// A function in a text of the library.
    Library,
    /// A macro of the library.
    LibraryMacro,
}

impl SiteOperator {
    pub const NONE: SiteOperator = SiteOperator(0);

    pub fn new(name: Symbol, kind: OperatorKind) -> SiteOperator {
        SiteOperator((name.0 + 1) << 2 | kind as u32)
    }

    pub fn name(self) -> Option<Symbol> {
        (self.0 >> 2).checked_sub(1).map(Symbol)
    }

    pub fn kind(self) -> OperatorKind {
        match self.0 & 3 {
            1 => OperatorKind::Native,
            2 => OperatorKind::Library,
            3 => OperatorKind::LibraryMacro,
            _ => OperatorKind::Other,
        }
    }
}

/// Consumer of the values of an expression that is no operand and not in tail position. Any other call that is no tail
/// call takes one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The code takes all values.
    All,
    /// The values become those of the function.
    Returned,
    /// The values are thrown to the tag in this register.
    Thrown(u8),
}

/// The consumer of the values that the instruction at `offset` yields, or that a catch finds there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ValueSite {
    pub offset: u32,
    /// Whether a throw lands at `offset`.
    pub is_landing: bool,
    pub wanted: Wanted,
}

/// A dynamic variable that the cleanup at `offset` restores: its cell, and the register of its outer value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RestoreSite {
    pub offset: u32,
    pub register: u8,
    pub cell: u32,
}

/// A macro call whose expansion produced code; `parent` is the number (from 1) of the expansion that contained the
/// call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpansionSite {
    pub name: Option<Symbol>,
    pub call: Span,
    pub parent: u32,
    /// Whether the macro is one of the library.
    pub is_library: bool,
}

/// A function whose frame an error has met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FrameDefinition {
    pub name: Option<Symbol>,
    /// The place of its definition.
    pub span: Span,
    /// Whether it is a whole form, at top level or evaluated, and not a function of the program.
    pub is_form: bool,
}

/// A call of a function whose body stands at the place of the call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InlinedCall {
    /// The called function.
    pub function: FrameDefinition,
    /// The site of the call.
    pub place: CodePlace,
    /// Whether it is in tail position: the called function has taken the place of the caller.
    pub is_tail: bool,
    /// Number (from 1) of the inlined call whose code it is in; 0 for the function itself.
    pub outer: u32,
    /// The copy that the code is, if the function also exists by itself: such a call counts as any other call does.
    pub copy: Option<InlinedCopy>,
}

/// A copy of a function in the place of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InlinedCopy {
    /// The offset of its first instruction.
    pub entry: u32,
    pub registers: CopyRegisters,
}

/// The registers of the parameters of a copy: side by side, but for some of the first ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyRegisters {
    /// The register before those of a call in the place of the copy.
    pub window: u8,
    first: [u8; CopyRegisters::MOST],
}

impl CopyRegisters {
    /// Parameters that may have registers elsewhere.
    pub const MOST: usize = 7;

    /// Registers side by side.
    pub fn after(window: u8) -> CopyRegisters {
        CopyRegisters { window, first: std::array::from_fn(|i| window.wrapping_add(i as u8 + 1)) }
    }

    /// Lets parameter `i` have another register.
    pub fn set(&mut self, i: usize, register: u8) {
        if let Some(r) = self.first.get_mut(i) {
            *r = register;
        }
    }

    /// The register of parameter `i`.
    pub fn parameter(&self, i: u8) -> u8 {
        self.first.get(usize::from(i)).copied().unwrap_or(self.window.wrapping_add(i + 1))
    }
}

/// Lets the entry of a table that holds at `from` hold at `to`, too, and only there. Each holds from its offset on.
pub(crate) fn repeat_entry<T: Copy + PartialEq>(
    table: &mut Vec<T>,
    from: u32,
    to: u32,
    offset: impl Fn(&mut T) -> &mut u32,
) {
    let start = |mut entry: T| *offset(&mut entry);
    let starting = |start: u32, mut entry: T| {
        *offset(&mut entry) = start;
        entry
    };
    let entries_until = |at: u32| table.partition_point(|&entry| start(entry) <= at);
    let next = entries_until(to);
    let (Some(own), Some(other)) = (next.checked_sub(1), entries_until(from).checked_sub(1)) else { return };
    let (Some(&before), Some(&other)) = (table.get(own), table.get(other)) else { return };
    let repeated = starting(to, other);
    if starting(to, before) == repeated {
        return;
    }
    if table.get(next).is_none_or(|&entry| start(entry) != to + 1) {
        table.insert(next, starting(to + 1, before));
    }
    match table.get_mut(own) {
        Some(same) if start(*same) == to => *same = repeated,
        _ => table.insert(next, repeated),
    }
}

/// The inlined calls of a function, and the code that belongs to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct InlinedCode {
    pub calls: Vec<InlinedCall>,
    /// The instructions from each offset on belong to the call of this number.
    pub ranges: Vec<(u32, u32)>,
}

impl InlinedCode {
    pub const NONE: InlinedCode = InlinedCode { calls: Vec::new(), ranges: Vec::new() };

    /// Notes that the instruction at `offset`, the last one so far, belongs to this call.
    pub fn note(&mut self, offset: u32, call: u32) {
        if self.ranges.last().map_or(0, |r| r.1) != call {
            self.ranges.push((offset, call));
        }
    }

    /// Lets the instruction at `offset` belong to the call that the one at `from` belongs to.
    pub fn repeat(&mut self, from: u32, offset: u32) {
        if self.ranges.first().is_some_and(|r| r.0 != 0) {
            self.ranges.insert(0, (0, 0));
        }
        repeat_entry(&mut self.ranges, from, offset, |r| &mut r.0);
    }

    fn call_at(&self, offset: u32) -> u32 {
        let next = self.ranges.partition_point(|r| r.0 <= offset);
        next.checked_sub(1).and_then(|i| self.ranges.get(i)).map_or(0, |r| r.1)
    }

    fn call(&self, number: u32) -> Option<&InlinedCall> {
        self.calls.get((number as usize).checked_sub(1)?)
    }

    /// The calls that the instruction at `offset` belongs to, innermost first.
    fn calls_at(&self, offset: u32) -> impl Iterator<Item = &InlinedCall> + '_ {
        std::iter::successors(self.call(self.call_at(offset)), |call| self.call(call.outer))
    }

    /// The copies of functions that the instruction at `offset` belongs to, innermost first.
    pub fn copies_at(&self, offset: u32) -> impl Iterator<Item = (FrameDefinition, InlinedCopy)> + '_ {
        self.calls_at(offset).filter_map(|call| call.copy.map(|copy| (call.function, copy)))
    }

    /// Returns the number of frames that the copies at `offset` would have. One in tail position takes the place of its
    /// caller.
    pub fn frames_at(&self, offset: u32) -> usize {
        self.calls_at(offset).filter(|call| call.copy.is_some() && !call.is_tail).count()
    }

    /// Returns the function of which a copy begins at `offset`.
    pub fn entered_at(&self, offset: u32) -> Option<FrameDefinition> {
        self.copies_at(offset).find(|(_, copy)| copy.entry == offset).map(|(function, _)| function)
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.calls) + size_of_val(&*self.ranges)
    }
}

/// The functions that the instruction at `offset` belongs to, innermost first, and the site of each.
pub(crate) fn levels(sites: &dyn CallSites, offset: u32) -> SmallVec<[(FrameDefinition, CodePlace); 2]> {
    let inlined = sites.inlined();
    let (mut place, mut number) = (sites.site(offset), inlined.call_at(offset));
    let mut all = SmallVec::new();
    while let Some(mut call) = inlined.call(number) {
        all.push((call.function, place));
        while call.is_tail {
            match inlined.call(call.outer) {
                Some(outer) => call = outer,
                None => return all,
            }
        }
        (place, number) = (call.place, call.outer);
    }
    all.push((sites.function(), place));
    all
}

/// The call sites of one function.
pub(crate) trait CallSites: Send + Sync + fmt::Debug {
    fn function(&self) -> FrameDefinition;

    /// Returns the site of the instruction at this offset within the function.
    fn site(&self, offset: u32) -> CodePlace;

    /// The expansions of the form that the function belongs to; their numbers count from 1.
    fn expansions(&self) -> &[ExpansionSite];

    /// The functions whose code stands in this one.
    fn inlined(&self) -> &InlinedCode;
}

/// The macros that produced the code of a site, innermost first.
pub(crate) fn expansions_of(sites: &dyn CallSites, site: CodePlace) -> impl Iterator<Item = &ExpansionSite> {
    let all = sites.expansions();
    let mut number = site.expansion;
    std::iter::from_fn(move || {
        let e = all.get((number as usize).checked_sub(1)?)?;
        number = e.parent;
        Some(e)
    })
}
