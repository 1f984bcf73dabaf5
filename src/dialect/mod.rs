//! Interface for crates that implement a language on this machine. It is less stable than the rest of the crate.
//!
//! A dialect is a [`Language`], which [`EngineBuilder::dialect`](crate::EngineBuilder::dialect) gives an engine. A
//! dialect consists of a [`Description`] for reader, printer and compiler, and a library in the core's language. It
//! also has builtins ([`natives!`], and [`machine_builtins!`] for those that need the machine) and [`operators`] of its own. A
//! [`Notation`] reads and writes atoms, and an [`Evaluation`] evaluates texts and forms.
//!
//! ```
//! use klammer::Engine;
//! use klammer::dialect::{Description, Dialect, Evaluation, Language, DialectLibrary, LibraryTexts, PrinterRules, natives};
//!
//! natives! { "doubling";
//!     fn "double" (rt, n: i64) { 2 * n }
//! }
//!
//! struct AsInCore;
//!
//! impl Evaluation for AsInCore {}
//!
//! static DOUBLING: Language = Language {
//!     library: DialectLibrary {
//!         name: "doubling",
//!         dialect: Dialect::new(&DESCRIPTION),
//!         library: LibraryTexts::new(&[("doubling.lisp", "(defproc twice-double (n) (double (double n)))")]),
//!         natives: &[TABLE],
//!         replacements: &[],
//!     },
//!     machine_builtins: &[],
//!     operators: &[],
//!     evaluation: &AsInCore,
//!     enter_continuation: None,
//!     offer: None,
//! };
//!
//! static DESCRIPTION: Description =
//!     Description { name: "doubling", writing: BRACKETS, ..Description::CORE };
//! const BRACKETS: PrinterRules = PrinterRules { list_brackets: ("[", "]"), ..PrinterRules::CORE };
//!
//! let mut engine = Engine::builder().dialect(&DOUBLING).build();
//! let text = "(require 'doubling) [twice-double [double 1]]";
//! assert_eq!(engine.eval::<i64>(text)?, 8);
//! # Ok::<(), klammer::Error>(())
//! ```

mod heap;
mod runtime;

pub use crate::__builtins as natives;
pub use crate::__dialect_machine_builtins as machine_builtins;
pub use crate::builtins::Builtin as Native;
pub use crate::builtins::arg::{
    ArrayRef, ConditionRef, InputPort, ListRef, OutputPort, RecordRef, StringRef, TableRef,
};
pub use crate::compile::special::Special as Operator;
pub use crate::fault::{ErrorData, Limit, Result, Unwind, fail, fail_in, internal};
pub use crate::heap::Heap;
pub use crate::library::LibraryTexts;
pub use crate::list::{CostCounter, ListBuilder, ListWalk};
pub use crate::module::loading::DialectLibrary;
pub use crate::object::RecordNotation;
pub use crate::object::string::StringObject;
pub use crate::object::table::KeyEquality;
pub use crate::reader::Spans;
pub use crate::runtime::Runtime;
pub use crate::runtime::dialect::{
    AssignmentPlaces, Description, Dialect, PrinterRules, ReaderRules, Semantics, Wording,
};
pub use crate::runtime::dialect::{AtomComplaint, Notation, PrintStyle, push_up_to};
pub use crate::runtime::dialect::{Comparison, DialectStates};
pub use crate::symbol::{ModuleId, PackageId, Symbol, SymbolSet, Symbols, well_known};
pub use crate::value::{Kind, Value};
pub use crate::vm::dialects::{Evaluation, FormTreatment, Language};
pub use crate::vm::interpreter::{GlobalId, HandlerMark, Interpreter};
pub use crate::vm::vm_natives::{MachineBuiltin, Next, misused};
pub use heap::{Elements, ElementsMut};

/// Groups of special operators that the compiler has and the core's language has not. A library gives them the names by
/// which programs know them.
pub mod operators {
    /// Definitions at top level and at the beginning of bodies, and macros by rules: `%define`, `%define-syntax`,
    /// `%let-syntax`, `%letrec-syntax`, `%syntax-rules`.
    pub use crate::compile::special::by_rules::SPECIALS as HYGIENIC_MACROS;
    /// Definitions and bindings in a separate namespace of functions and macros, symbol macros, labels and multiple
    /// values: `%defun`, `%labels`, `%flet`, `%macrolet`, `%symbol-macrolet`, `%tagbody`.
    pub use crate::compile::special::separate::SPECIALS as LISP2;
}

/// Arithmetic on numbers of any kind.
pub mod number {
    pub use crate::builtins::integer::IntegerValue;
    pub use crate::builtins::number::{NumberValue, extreme};
    pub use crate::num::print::number_to_string;
    pub use crate::num::{
        Number, Rounding, ceiling, equal, floor, gcd, lcm, left, round, to_exact, to_inexact, truncate,
    };
    pub use crate::reader::{plain, prefixed};
}

/// Comparison of values, and hashes for it.
pub mod equality {
    pub use crate::equality::eq::{equal, eqv, eqv_hash, first_elements, hash_parts};
    pub use crate::equality::{COMPARED_BYTES, COMPARED_PER_TICK, CYCLE_CHECK_AFTER, hash_atom, quick};
}

/// Reading and writing of texts.
pub mod text {
    pub use crate::printer::atom::{character, name, needs_bars};
    pub use crate::printer::{WIDTH, pretty, print, print_as, print_shared};
}

/// `format`, with further directives.
pub mod format {
    pub use crate::format::{
        Decimal, Directive, Directives, Flow, FormatSink, LetterCase, Padding, Part, Real, Role, Rule, Settings,
        Writer, fixed_text, format, format_with, integer_text, is_integer, plain, rounded_text, sign, without_zero,
    };
}

/// Names that the macros of this module expand to.
#[doc(hidden)]
pub mod private {
    pub use crate::builtins::{Builtin, Mode, Param, Signature, arg};
    pub use crate::bytecode::{Inline, Op};
    pub use crate::fault::Result;
    pub use crate::runtime::Runtime;
    pub use crate::value::{Kind, Value};
    pub use crate::vm::vm_natives::MachineBuiltin;
}

/// Declares natives that need the machine as the constant `MACHINE_BUILTINS`: a subject, then rows. A builtin begins with
/// `|it|`, the [`Interpreter`]. Its parameters are the listed names: a value each, an `Option` if optional, a vector
/// for the rest.
#[doc(hidden)]
#[macro_export]
macro_rules! __dialect_machine_builtins {
    ($($rows:tt)*) => { $crate::__machine_builtins! { $crate::dialect::MachineBuiltin::of_dialect, $($rows)* } };
}
