//! Compiled code: the instruction set, functions as the compiler hands them over, builtins as instructions.

mod code_store;
mod frame_registers;
mod insn;

pub(crate) use code_store::{CodeStore, HALT, Proto, Referent, UNDERFLOW};
pub(crate) use insn::Field;
pub use insn::Op;
pub(crate) use insn::{Insn, Offset, Property, Reg, Yields};

pub(crate) use crate::call_site::{
    CodePlace, ExpansionSite, InlinedCode, OperatorKind, RestoreSite, SiteOperator, ValueSite, Wanted,
};
use crate::object::host::Question;
use crate::source::Span;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Data of a function that a call needs, 8 bytes, in one dense table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionEntry {
    pub start: u32,
    /// Number of arguments, or [`VARIADIC`].
    pub arity: u8,
    pub captures: u8,
    /// All that it does is [`Insn::RecordRef`] of its only parameter.
    pub accessor: bool,
    /// Calls of it are jumps or copies, in the belief that its global name means it ([`CodeStore::stop_iterating`]).
    pub iterates: bool,
}

/// Arity of functions with optional, rest or keyword parameters.
pub(crate) const VARIADIC: u8 = u8::MAX;

/// Parameters beyond the required ones, in register order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Params {
    pub required: u8,
    pub optional: u8,
    pub rest: bool,
    pub keys: Box<[Symbol]>,
    /// Registers after these, in which a function without a closure gets what it captures.
    pub captured: u8,
}

impl Params {
    pub fn is_variadic(&self) -> bool {
        self.optional > 0 || self.rest || !self.keys.is_empty()
    }

    /// Registers that the parameters take.
    pub fn count(&self) -> usize {
        usize::from(self.required) + usize::from(self.optional) + usize::from(self.rest) + self.keys.len()
    }

    /// Most arguments that a call may have.
    pub fn most(&self) -> Option<usize> {
        (!self.rest && self.keys.is_empty()).then(|| usize::from(self.required) + usize::from(self.optional))
    }
}

/// A function as it is written in the program.
#[derive(Clone, Debug)]
pub(crate) struct FunctionDefinition {
    pub name: Option<Symbol>,
    /// Parameter names as written, for messages and documentation.
    pub signature: Value,
    pub doc: Option<Box<str>>,
    pub span: Span,
    /// The form it was compiled from.
    pub source: Value,
}

/// Tables of the sites in the code of a function that not all functions have, each ascending by offset.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiteTables {
    /// Calls whose values are passed on.
    pub values: Vec<ValueSite>,
    /// Dynamic variables that cleanups restore.
    pub restores: Vec<RestoreSite>,
    /// Homes of its variables, if somebody may want to look at them.
    pub locals: Vec<LocalVariable>,
    /// Functions whose code stands in this one.
    pub inlined: InlinedCode,
}

impl SiteTables {
    const EMPTY: SiteTables =
        SiteTables { values: Vec::new(), restores: Vec::new(), locals: Vec::new(), inlined: InlinedCode::NONE };

    pub fn clear(&mut self) {
        let SiteTables { values, restores, locals, inlined } = self;
        values.clear();
        restores.clear();
        locals.clear();
        inlined.calls.clear();
        inlined.ranges.clear();
    }

    fn is_empty(&self) -> bool {
        let SiteTables { values, restores, locals, inlined } = self;
        values.is_empty() && restores.is_empty() && locals.is_empty() && inlined.calls.is_empty()
    }

    fn bytes(&self) -> usize {
        let SiteTables { values, restores, locals, inlined } = self;
        size_of_val(&**values) + size_of_val(&**restores) + size_of_val(&**locals) + inlined.bytes()
    }
}

/// Assumptions of the compiler about global names. Code is compiled again when that is no longer so.
pub(crate) struct Assumptions<'a> {
    /// Global cells whose functions capture no continuation: assigned variables stay in registers.
    pub leaves: &'a [u32],
    /// Calls by global names that are jumps or copies.
    pub iterations: &'a [Iteration],
}

/// The constants of a function.
pub(crate) struct ConstantTable<'a> {
    pub values: &'a [Value],
    /// The position of the constant that is to be the function itself.
    pub own: Option<u32>,
}

/// A function as the compiler hands it over: jumps relative, constants and inner functions numbered from zero.
pub(crate) struct CompiledFunction<'a> {
    pub definition: FunctionDefinition,
    pub params: Params,
    pub captures: u8,
    pub insns: &'a [Insn],
    pub consts: ConstantTable<'a>,
    /// Functions that `MakeClosure` and known calls refer to by position.
    pub inner: &'a [u32],
    pub places: &'a [CodePlace],
    pub sites: &'a SiteTables,
    pub assumptions: Assumptions<'a>,
    /// The number of the table of its form's expansions ([`CodeStore::add_expansions`]), if its places are of any.
    pub expansions: Option<u32>,
    /// Whether it is a whole form, at top level or evaluated, and no function of the program.
    pub is_form: bool,
    /// The namespace of the host that it was compiled in, if it was one.
    pub home: Option<ModuleId>,
}

/// A call by a global name that is a jump, or a copy of the function, for as long as the name means the function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    /// Position of the first instruction after the arguments are in the parameters.
    pub site: u32,
    /// Position of the call that takes the place of the jump.
    pub call: u32,
    /// The function, unless it is the one that calls.
    pub of: Option<u32>,
}

/// A variable of a function, and its home during the instructions `from..to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LocalVariable {
    pub name: Symbol,
    pub home: VariableHome,
    /// Whether the home holds the box of the value.
    pub boxed: bool,
    pub from: u32,
    pub to: u32,
}

/// Location of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum VariableHome {
    Register(Reg),
    /// The capture of this number of the closure in register `closure`.
    Capture {
        closure: Reg,
        number: u8,
    },
}

/// A call with more arguments than this is an ordinary call, where the instructions would be nested as deep or take as
/// many registers.
pub(crate) const MAX_ARGUMENTS: usize = 16;

/// Replacement of a call of a builtin, for the numbers of arguments that it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Inline {
    /// This operation on the arguments.
    Op(Op),
    /// This operation on arguments of a kind; a call for others.
    OfKind(Kind, Op),
    /// For three arguments and more, this operation from left to right.
    Fold(Op),
    /// The comparison of each argument with the next.
    Chain(Op),
    /// The first operation on the result of the second: `(third l)` is `(car (cddr l))`.
    Compose(Op, Op),
    /// An addition of this constant.
    Plus(i64),
    /// A list of the arguments.
    List,
    /// The builtin itself, which needs no machine, on one or two arguments in any registers.
    Leaf,
    /// Access to an array where the coordinates are a literal `(list ...)`.
    Coordinates,
    /// A question about a place of a state.
    AskPlace(Question),
    /// The floor of a literal quotient `(/ a b)`.
    FloorOfQuotient,
    /// A field of a record. Here and below a number gives the type, as definitions of records expand.
    ReadField,
    /// The assignment of a field.
    StoreField,
    /// The test for a type of records.
    AskType,
    /// A new record.
    NewRecord,
    /// A call of the first argument, where functions have a namespace of their own.
    Funcall,
    /// Equality, where one argument is a literal that equality tells from others just as well as this comparison by
    /// identity; otherwise `Leaf`.
    Identity,
    /// As `Identity`, for a comparison that compares literal strings by content.
    IdentityOrString,
    /// Identity, where one argument is a literal that is the same only as itself; otherwise `Leaf`.
    Literal,
    /// The builtin of this name, which gives the first value only, if the call is to have one value.
    OneValue(&'static str),
    /// The builtin of this name, which returns the list of all values, if the call is to have that list.
    AllValues(&'static str),
    /// With a third argument, a comparison, the library's function of this name.
    By(&'static str),
}

impl Inline {
    /// Returns whether a call with `argc` arguments may become this.
    pub(crate) fn takes(self, argc: usize) -> bool {
        match self {
            Inline::Op(op) | Inline::OfKind(_, op) => argc == op.operands(),
            Inline::Fold(_) | Inline::Chain(_) => (3..=MAX_ARGUMENTS).contains(&argc),
            Inline::Compose(..) | Inline::Plus(_) | Inline::FloorOfQuotient => argc == 1,
            Inline::Coordinates => argc == 2 || argc == 3,
            Inline::Identity | Inline::IdentityOrString | Inline::Literal => argc == 2,
            Inline::AllValues(_) | Inline::AskPlace(_) => argc == 2,
            Inline::By(_) => argc == 3,
            Inline::Leaf => argc == 1 || argc == 2,
            Inline::Funcall => argc > 0,
            Inline::List
            | Inline::ReadField
            | Inline::StoreField
            | Inline::AskType
            | Inline::NewRecord
            | Inline::OneValue(_) => true,
        }
    }

    /// Returns whether a call becomes this whatever the arguments are.
    pub(crate) fn is_certain(self, argc: usize) -> bool {
        let certain = matches!(
            self,
            Inline::Op(_)
                | Inline::Fold(_)
                | Inline::Chain(_)
                | Inline::Compose(..)
                | Inline::Plus(_)
                | Inline::List
                | Inline::Leaf
                | Inline::AskPlace(_)
        );
        certain && self.takes(argc) && argc <= MAX_ARGUMENTS
    }
}
