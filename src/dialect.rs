//! Interface for crates that implement a language on this machine. It is less stable than the rest of the crate.
//!
//! A dialect is a [`Language`], which [`EngineBuilder::dialect`](crate::EngineBuilder::dialect) gives an engine. A
//! dialect consists of a [`Description`] for reader, printer and compiler, and a library in the core's language. It
//! also has builtins ([`natives!`], and [`machine_builtins!`] for those that need the machine) and [`operators`] of its
//! own. A [`Notation`] reads and writes atoms, and an [`Evaluation`] evaluates texts and forms.
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

use klammer_syntax::lexer::tokens;

use crate::builtins::table;
use crate::fault::Code;
use crate::object::array::{ArrayElements, ArrayObject, ArrayView, Shape, Storage};
use crate::object::port::Channel;
use crate::object::{HeapObject, Object};
use crate::reader::Reader;

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
pub use crate::object::string::{CompactString, StringObject};
pub use crate::object::table::KeyEquality;
pub use crate::reader::Spans;
pub use crate::runtime::Runtime;
pub use crate::runtime::dialect::Comparison;
pub use crate::runtime::dialect::{
    AssignmentPlaces, Description, Dialect, PrinterRules, ReaderRules, Semantics, Wording,
};
pub use crate::runtime::dialect::{AtomComplaint, Notation, PrintStyle, push_up_to};
pub use crate::symbol::{ModuleId, PackageId, Symbol, SymbolSet, Symbols, well_known};
pub use crate::value::{Kind, Value};
pub use crate::vm::dialects::{Evaluation, FormTreatment, Language};
pub use crate::vm::dialects::{GlobalId, HandlerMark, Interpreter};
pub use crate::vm::vm_natives::{MachineBuiltin, Next, misused};

/// Groups of special operators that the compiler has and the core's language has not. A library gives them the names by
/// which programs know them.
pub mod operators {
    /// Definitions at top level and at the beginning of bodies, and macros by rules: `%define`, `%define-syntax`,
    /// `%let-syntax`, `%letrec-syntax`, `%syntax-rules`.
    pub use crate::compile::special::define::SPECIALS as HYGIENIC_MACROS;
    /// Definitions and bindings in a separate namespace of functions and macros, symbol macros, labels and multiple
    /// values: `%defun`, `%labels`, `%flet`, `%macrolet`, `%symbol-macrolet`, `%tagbody`.
    pub use crate::compile::special::separate::SPECIALS as LISP2;
}

/// Arithmetic on numbers of any kind.
pub mod number {
    pub use crate::builtins::number::IntegerValue;
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
    pub use crate::object::host::Question;
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

// Access to what dialects look into: arrays, hash tables, conditions, records.

/// The elements of an array, in row-major order.
#[derive(Debug)]
pub enum Elements<'a> {
    /// Any values.
    Values(&'a [Value]),
    /// Of an array of bytes.
    Bytes(&'a [u8]),
    /// Of an array of bits.
    Bits(&'a [bool]),
    /// Of an array of some other kind: how many there are.
    Others(usize),
}

impl Elements<'_> {
    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Elements::Values(items) => items.len(),
            Elements::Bytes(items) => items.len(),
            Elements::Bits(items) => items.len(),
            Elements::Others(count) => *count,
        }
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The elements of an array, to be changed.
#[derive(Debug)]
pub enum ElementsMut<'a> {
    /// Any values.
    Values(&'a mut [Value]),
    /// Of an array of bytes.
    Bytes(&'a mut [u8]),
}

impl Heap {
    // ---- arrays

    /// Returns the elements of an array.
    #[must_use]
    #[inline]
    pub fn array_elements(&self, array: Value) -> Option<Elements<'_>> {
        self.as_array(array).map(|a| match a.elements {
            ArrayElements::Values(items) => Elements::Values(items),
            ArrayElements::Bytes(items) => Elements::Bytes(items),
            ArrayElements::Bits(items) => Elements::Bits(items),
            _ => Elements::Others(a.len()),
        })
    }

    /// Returns the elements of an array of values or bytes.
    pub fn array_elements_mut(&mut self, array: Value) -> Option<ElementsMut<'_>> {
        if !matches!(self.as_array(array)?.elements, ArrayElements::Bytes(_)) {
            return self.values_mut(array).map(ElementsMut::Values);
        }
        match &mut self.array_object_mut(array)?.data {
            Storage::Bytes(items) => Some(ElementsMut::Bytes(items)),
            _ => None,
        }
    }

    /// Returns the dimensions of an array.
    #[must_use]
    pub fn array_dimensions(&self, array: Value) -> Option<Vec<usize>> {
        self.as_array(array).map(ArrayView::dimensions)
    }

    /// Returns whether the value is an array of one dimension.
    #[must_use]
    pub fn is_vector(&self, array: Value) -> bool {
        self.as_array(array).is_some_and(ArrayView::is_vector)
    }

    /// Makes an array of one dimension from bytes.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn byte_vector(&mut self, bytes: Vec<u8>) -> Result<Value> {
        self.array(ArrayObject { shape: Shape::Vector, data: Storage::Bytes(bytes.into()) })
    }

    /// Makes an array of one dimension from bits.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn bit_vector(&mut self, bits: Box<[bool]>) -> Result<Value> {
        self.array(ArrayObject { shape: Shape::Vector, data: Storage::Bits(bits) })
    }

    /// Returns whether a vector of values has room for one more without growing.
    #[must_use]
    pub fn has_room(&self, vector: Value) -> bool {
        let object = self.moved_vector(vector).unwrap_or(vector);
        match self.array_object(object).map(|a| &a.data) {
            Some(Storage::Vector(items)) => items.len() < items.capacity(),
            _ => false,
        }
    }

    // ---- hash tables

    /// Makes a hash table that compares its keys in this way.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn new_table(&mut self, keys: KeyEquality) -> Result<Value> {
        self.object(Object::Table(crate::object::table::TableObject::comparing(keys)))
    }

    /// Returns the way in which a hash table compares its keys, and the number of its entries.
    #[must_use]
    pub fn table(&self, table: Value) -> Option<(KeyEquality, usize)> {
        match self.as_object(table) {
            Some(Object::Table(t)) => Some((t.keys, t.len())),
            _ => None,
        }
    }

    /// Returns the keys and values of a hash table, in the order in which the keys have come.
    #[must_use]
    pub fn table_entries(&self, table: Value) -> Vec<(Value, Value)> {
        match self.as_object(table) {
            Some(Object::Table(t)) => t.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the bytes that a copy of a hash table takes.
    #[must_use]
    pub fn table_bytes(&self, table: Value) -> usize {
        self.as_object(table).map_or(0, HeapObject::bytes)
    }

    /// Makes a copy of a hash table.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn copy_table(&mut self, table: Value) -> Result<Value> {
        match self.as_object(table) {
            Some(Object::Table(t)) => {
                let copy = t.clone();
                self.object(Object::Table(copy))
            }
            _ => internal("a table"),
        }
    }

    // ---- records

    /// Returns the look of a record and the number of its fields.
    #[must_use]
    pub fn record(&self, record: Value) -> Option<(RecordNotation, usize)> {
        self.record_type(record).map(|t| (t.notation, t.fields.len()))
    }

    /// Returns the index of the field of that name in a record.
    #[must_use]
    pub fn field_index(&self, record: Value, name: Symbol) -> Option<usize> {
        self.record_type(record)?.fields.iter().position(|&field| field == name)
    }
}

// Operations of the runtime that dialects need besides those of the core.

impl Runtime {
    /// Returns the state of a dialect in this engine, created if missing, and the symbols.
    pub fn state<T: std::any::Any + Send + Clone + Default>(&mut self) -> (&mut T, &mut Symbols) {
        (self.dialects.states.get_mut(), &mut self.symbols)
    }

    /// Returns the state of a dialect in this engine, if [`Runtime::state`] has created it.
    #[must_use]
    pub fn existing_state<T: std::any::Any>(&self) -> Option<&T> {
        self.dialects.states.get()
    }

    /// Returns the text of a string, which is paid for.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn text(&mut self, string: Value) -> Result<String> {
        crate::builtins::port::text(self, crate::builtins::arg::StringRef(string))
    }

    /// Returns the symbol whose name is a string.
    ///
    /// # Errors
    /// When the name is too long, or a limit is reached.
    pub fn intern_string(&mut self, string: Value) -> Result<Symbol> {
        let name = crate::builtins::symbol::text(self, crate::builtins::arg::StringRef(string))?;
        self.intern(&name)
    }

    // ---- reading

    /// Returns the next datum in the notation of a dialect from a port, or from the current input if there is none.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn read(&mut self, port: Option<Value>, dialect: Dialect) -> Result<Value> {
        crate::builtins::port::read(self, port, dialect)
    }

    /// Returns the first datum of a text in the notation of a dialect and the position after it, a blank included.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn read_first(&mut self, text: String, dialect: Dialect) -> Result<Option<(Value, usize)>> {
        self.heap.reserve(text.len().saturating_mul(2))?;
        let Some(id) = self.sources.add("<string>", text) else { return Err(Limit::Memory.into()) };
        let Some(source) = self.sources.get(id).cloned() else { return Ok(None) };
        // The datum that is read ends where the tokens of the first complete datum do.
        let mut reader = Reader::new(id, source.clone());
        reader.set_dialect(dialect);
        let Some(datum) = reader.read_datum(self)? else { return Ok(None) };
        let end = reader.position();
        let blank = tokens(source.text.get(end..).unwrap_or("")).next().is_some_and(|(kind, _)| kind.is_blank());
        Ok(Some((datum, if blank { end + 1 } else { end }.min(source.text.len()))))
    }

    /// Returns the number of characters that a port for input reads from, and of bytes; nothing if it reads no text.
    #[must_use]
    pub fn input_length(&self, port: Value) -> Option<(usize, usize)> {
        match self.port(port).map(|p| &p.channel) {
            Some(Channel::Text { source, .. }) => Some((source.text.chars().count(), source.text.len())),
            _ => None,
        }
    }

    // ---- hash tables and arrays

    /// Returns the value of a key in a hash table.
    ///
    /// # Errors
    /// When keys cannot be compared.
    pub fn table_get(&mut self, table: Value, key: Value) -> Result<Option<Value>> {
        table::get(self, table, key)
    }

    /// Stores the value of a key in a hash table.
    ///
    /// # Errors
    /// When keys cannot be compared, or memory is used up.
    pub fn table_set(&mut self, table: Value, key: Value, value: Value) -> Result<()> {
        table::set(self, table, key, value)
    }

    /// Returns the name of the comparison that a dialect has given a hash table.
    ///
    /// # Errors
    /// When there is none of this number.
    pub fn comparison_name(&self, keys: KeyEquality) -> Result<Option<&'static str>> {
        match keys {
            KeyEquality::Custom(number) => self.comparison(number).map(|c| Some(c.name)),
            _ => Ok(None),
        }
    }

    /// Makes an array of bits with these dimensions, a list or an integer.
    ///
    /// # Errors
    /// When the dimensions are none, or memory is used up.
    pub fn make_bits(&mut self, dimensions: Value, initial: Value) -> Result<Value> {
        crate::builtins::array::make_bits(self, dimensions, initial)
    }

    // ---- writing

    /// Writes a value in the notation of a dialect to a port; `None` is the current one.
    ///
    /// # Errors
    /// When the port takes no output, or memory is used up.
    pub fn write_value_as(&mut self, port: Option<Value>, v: Value, style: PrintStyle, dialect: Dialect) -> Result<()> {
        self.writing_as(dialect, |rt| crate::builtins::port::write_value(rt, port, v, style))
    }

    // ---- strings

    /// Puts a character in the place of another one. Errors name `function`.
    ///
    /// # Errors
    /// When the string is shorter.
    pub fn set_character(&mut self, function: &str, string: Value, index: usize, c: char) -> Result<()> {
        if self.heap.set_character_in_place(string, index, c) {
            return Ok(());
        }
        let text = self.heap.text_of(string)?;
        let (bytes, length) = (text.as_str().len(), text.len());
        if index < length {
            self.charge(1 + bytes / 16)?;
            self.heap.reserve(bytes.saturating_mul(2).saturating_add(8))?;
            self.heap.set_character(string, index, c);
            return Ok(());
        }
        fail_in(function, Code::IndexOutOfRange, format!("index {index} is outside a string of {length} characters"))
    }

    // ---- conditions

    /// Returns the name of the type of an object, as `type-of` does.
    pub fn type_of(&mut self, object: Value) -> Value {
        crate::builtins::predicate::type_of(self, object)
    }

    /// Returns the message of a condition, and the values that it speaks of.
    #[must_use]
    pub fn condition(&self, condition: Value) -> Option<(String, Vec<Value>)> {
        self.heap.as_condition(condition).map(|c| (self.message_of(c), c.irritants.to_vec()))
    }
}
