//! Dialects: their description, their notation, and their state in an engine.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use klammer_syntax::grammar::Grammar;
pub(crate) use klammer_syntax::grammar::{Hooks, Labels};
use klammer_syntax::lexer::Bad;

use super::Runtime;
use crate::fault::{Result, Unwind};
use crate::object::RecordNotation;
use crate::source::{Span, boundary_before};
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

/// Syntax, semantics and notation of a module: reading of its text, meaning of bodies and names, writing of values.
#[derive(Clone, Copy)]
pub struct Dialect(&'static Description);

/// Assignment to places.
#[derive(Clone, Copy, Debug)]
pub struct AssignmentPlaces {
    /// `(operator place value)` does it.
    pub operator: &'static str,
    /// The symbol that stands for the function name `(operator name)`.
    pub setter: fn(&mut Runtime, Symbol) -> Symbol,
}

/// Description of a dialect. All but the name are as in [`Description::CORE`] where they do not differ from it.
#[derive(Clone, Copy)]
pub struct Description {
    /// For messages of ours only.
    pub name: &'static str,
    /// Dialect of the files of its library, if that is not the core.
    pub library: Option<Dialect>,
    /// Meaning of names and bodies.
    pub semantics: Semantics,
    /// Words for people, and signs of texts in it.
    pub wording: Wording,
    /// Texts that the reader understands.
    pub reading: ReaderRules,
    /// Texts that the printer makes.
    pub writing: PrinterRules,
    /// Notation of atoms for reading and writing, where it differs from the core's.
    pub notation: Option<&'static dyn Notation>,
}

/// Meaning of names and bodies, for the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Semantics {
    /// Whether the dialect has a distinct false, different from the empty list.
    pub has_false: bool,
    /// Whether `t` and `nil` are ordinary names.
    pub has_plain_constants: bool,
    /// Whether words that begin with a colon are keywords in any position.
    pub has_keywords: bool,
    /// Whether functions and variables have separate namespaces.
    pub separates_functions: bool,
    /// Whether the library's variables whose names begin with `*` are bound dynamically in a body.
    pub has_dynamic_variables: bool,
    /// Whether bodies can begin with definitions.
    pub has_local_definitions: bool,
    /// Whether a body without an expression is an error, and so is an assignment to an undefined variable.
    pub is_strict: bool,
    /// Whether words such as `else` lose their special meaning where they are bound as variables.
    pub binds_words: bool,
    /// The function of its library that compares the keys of `case`, if they are not compared as by `equal?`.
    pub key_comparison: Option<&'static str>,
    /// Assignment to places, if names can stand for them and lists such as `(setf place)` name functions.
    pub places: Option<AssignmentPlaces>,
}

/// Words for people, and signs by which tools know texts in a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    /// The operator that defines a variable.
    pub definer: &'static str,
    /// Names of other languages, and what is written here for them.
    pub elsewhere: &'static [(&'static str, &'static str)],
    /// Modules that programs in it load and that have nothing to add here.
    pub needless_modules: &'static [&'static str],
    /// Extensions of files with its programs, unless any extension will do.
    pub endings: &'static [&'static str],
    /// Beginnings of forms that no program in the core's language has.
    pub signs: &'static [&'static str],
}

/// Texts that the reader understands.
#[derive(Clone, Copy, Debug)]
pub struct ReaderRules {
    /// Regions in which datum labels (`#0=`, `#0#`) stand for an earlier part of the text.
    pub labels: Labels,
    /// Whether directives in a text say if the case of names counts.
    pub has_directives: bool,
    /// Whether there are notations of complex numbers, which the reader refuses as such.
    pub has_complex_numerals: bool,
    /// Symbol that a backquote stands for.
    pub quasi_quote: Symbol,
    /// Whether the reader refuses a comma outside of a template.
    pub refuses_stray_commas: bool,
}

/// Texts that the printer makes.
#[derive(Clone, Copy, Debug)]
pub struct PrinterRules {
    /// Brackets of lists.
    pub list_brackets: (&'static str, &'static str),
    /// Whether `(quote x)` is written as `'x`.
    pub abbreviates: bool,
    /// Whether the digits of numerals are upper case.
    pub has_upper_digits: bool,
    /// Whether the printer writes labels for values that contain themselves.
    pub writes_labels: bool,
    /// Whether a prompt shows values in this notation, and nothing that the language leaves unspecified.
    pub is_shown_at_prompt: bool,
}

opaque!("Description" Description);

impl Description {
    /// The core's own.
    pub const CORE: Description = Description {
        name: "core",
        library: None,
        semantics: Semantics::CORE,
        wording: Wording::CORE,
        reading: ReaderRules::CORE,
        writing: PrinterRules::CORE,
        notation: None,
    };
}

impl Semantics {
    /// The core's own.
    pub const CORE: Semantics = Semantics {
        has_false: false,
        has_plain_constants: false,
        has_keywords: true,
        separates_functions: false,
        has_dynamic_variables: false,
        has_local_definitions: false,
        is_strict: false,
        binds_words: false,
        key_comparison: None,
        places: None,
    };
}

impl Wording {
    /// The core's own.
    pub const CORE: Wording =
        Wording { definer: "setq", elsewhere: &[], needless_modules: &[], endings: &[], signs: &[] };
}

impl ReaderRules {
    /// The core's own.
    pub const CORE: ReaderRules = ReaderRules {
        labels: Labels::Nowhere,
        has_directives: false,
        has_complex_numerals: false,
        quasi_quote: well_known::QUASI_QUOTE,
        refuses_stray_commas: false,
    };
}

impl PrinterRules {
    /// The core's own.
    pub const CORE: PrinterRules = PrinterRules {
        list_brackets: ("(", ")"),
        abbreviates: true,
        has_upper_digits: false,
        writes_labels: false,
        is_shown_at_prompt: false,
    };
}

impl Dialect {
    /// The core.
    pub const CORE: Dialect = {
        static CORE: Description = Description::CORE;
        Dialect(&CORE)
    };

    /// Makes the dialect of this description.
    pub const fn new(description: &'static Description) -> Dialect {
        Dialect(description)
    }

    /// Returns the form with which a program defines a variable that it assigns.
    pub(crate) fn definition(self, name: &str) -> String {
        format!("({} {name} {})", self.wording().definer, if self.has_false { "#f" } else { "nil" })
    }

    /// Returns the dialect of the files of its library.
    pub(crate) fn of_library(self) -> Dialect {
        self.0.library.unwrap_or(Dialect::CORE)
    }

    /// Returns its name, for messages of ours only.
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns its words for people and its signs.
    pub(crate) fn wording(self) -> &'static Wording {
        &self.0.wording
    }

    /// Returns the rules of the reader.
    pub(crate) fn reading(self) -> &'static ReaderRules {
        &self.0.reading
    }

    /// Returns the rules of the printer.
    pub(crate) fn writing(self) -> &'static PrinterRules {
        &self.0.writing
    }

    /// Returns the notation of atoms, where it differs from the core's.
    pub(crate) fn notation(self) -> Option<&'static dyn Notation> {
        self.0.notation
    }

    /// Returns the grammar of its texts.
    pub(crate) fn grammar(self) -> Grammar {
        let ReaderRules { labels, has_directives, refuses_stray_commas, .. } = self.0.reading;
        let hooks = self.0.notation.map(|notation| notation as &dyn Hooks);
        Grammar { hooks, labels, has_directives, refuses_stray_commas }
    }
}

/// The meaning of names and bodies, which most that ask for a dialect want to know.
impl std::ops::Deref for Dialect {
    type Target = Semantics;

    fn deref(&self) -> &Semantics {
        &self.0.semantics
    }
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::CORE
    }
}

/// There is one description of each.
impl PartialEq for Dialect {
    fn eq(&self, other: &Dialect) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Dialect {}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

/// Dialects in use, and their state.
#[derive(Clone)]
pub(crate) struct DialectContext {
    /// Dialect of the program. If it has a distinct false, the host's `false` and `None` become that value.
    pub program: Dialect,
    /// Dialect in whose notation values are currently written.
    pub writing: Dialect,
    /// Function that shows values in messages. The machine passes it in, because the printer depends on this module.
    pub brief: fn(&Runtime, Value) -> String,
    /// Whether a module is written in a dialect in which a symbol stands for the function that it names.
    pub calls_symbols: bool,
    /// State of the dialects, and of natives that few programs use.
    pub states: EngineStates,
}

impl DialectContext {
    pub fn new(brief: fn(&Runtime, Value) -> String) -> DialectContext {
        DialectContext {
            program: Dialect::CORE,
            writing: Dialect::CORE,
            brief,
            calls_symbols: false,
            states: EngineStates::default(),
        }
    }
}

/// State of parts that an engine need not have, one value of each type.
#[derive(Clone, Default)]
pub(crate) struct EngineStates(Vec<Box<dyn EngineState>>);

/// State of such a part. Copies of the engine have copies of it.
trait EngineState: Send {
    fn copy(&self) -> Box<dyn EngineState>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Any + Send + Clone> EngineState for T {
    fn copy(&self) -> Box<dyn EngineState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Clone for Box<dyn EngineState> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl EngineStates {
    /// Returns the state of this type, created if missing.
    pub fn get_mut<T: Any + Send + Clone + Default>(&mut self) -> &mut T {
        if self.get::<T>().is_none() {
            self.0.push(Box::<T>::default());
        }
        // There is one now.
        self.0.iter_mut().find_map(|s| (**s).as_any_mut().downcast_mut()).unwrap_or_else(|| Box::leak(Box::default()))
    }

    /// The state of this type, if anybody has asked to change it.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.iter().find_map(|s| (**s).as_any().downcast_ref())
    }
}

/// A way to compare the keys of tables.
#[derive(Debug)]
pub struct Comparison {
    /// Name, by which an engine knows it.
    pub name: &'static str,
    /// Returns a hash, equal for equal keys.
    pub hash: fn(&mut Runtime, Value) -> Result<u64>,
    /// Whether two keys are the same.
    pub same: fn(&mut Runtime, Value, Value) -> Result<bool>,
}

/// Style in which a value is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintStyle {
    /// So that it reads back: strings in quotes, characters with `#\\`.
    Readable,
    /// For people: strings and characters bare.
    Display,
}

/// Reason why there is no datum for an atom.
pub type AtomComplaint = klammer_syntax::builder::Complaint<Box<Unwind>>;

/// Appends as much of `text` as fits into `limit` bytes.
pub fn push_up_to(out: &mut String, text: &str, limit: usize) {
    let room = limit.saturating_sub(out.len());
    let end = boundary_before(text, room);
    out.push_str(text.get(..end).unwrap_or(text));
}

/// Reading and writing in a dialect. `out` is the text written so far; methods that write something that can be long
/// stop when `limit` bytes are there.
pub trait Notation: Hooks {
    // ---- reading

    /// The datum that a word is which [`Hooks::meaning`] has found to be `Atom::Own`.
    fn word(&self, _rt: &mut Runtime, word: &str) -> Result<Value, AtomComplaint> {
        Err(AtomComplaint::Token(Bad::new(0..word.len(), format!("`{word}` means nothing"))))
    }

    /// Returns whether this feature expression is true of the program.
    fn has_feature(&self, _rt: &mut Runtime, _expression: Value, _span: Span) -> Result<bool> {
        Ok(false)
    }

    /// Symbol at the head of `(symbol datum)`, a list that is replaced by the value of the datum before compilation.
    /// `None` where texts are only read.
    fn read_time(&self, _rt: &mut Runtime) -> Option<Value> {
        None
    }

    // ---- writing: true, or something, if it has been written

    /// Returns whether a value begins with labels for all parts that occur more than once.
    fn labels_parts(&self, _rt: &Runtime) -> bool {
        false
    }

    /// A string so that it reads back.
    fn string(&self, _out: &mut String, _text: &str, _limit: usize) -> bool {
        false
    }

    /// A character so that it reads back.
    fn character(&self, _out: &mut String, _c: char) -> bool {
        false
    }

    /// The empty list and other constants.
    fn constant(&self, _rt: &Runtime, _v: Value) -> Option<&'static str> {
        None
    }

    /// Appends the qualifier with which the name of a symbol reads back: its package, `#:`.
    fn qualifier(&self, _rt: &Runtime, _symbol: Symbol, _out: &mut String) -> bool {
        false
    }

    /// The name of a symbol or a keyword.
    fn name(&self, _rt: &Runtime, _symbol: Symbol, _style: PrintStyle, _out: &mut String, _limit: usize) -> bool {
        false
    }

    /// Returns whether keywords are written as bare names for people.
    fn has_bare_keywords(&self) -> bool {
        false
    }

    /// Returns whether integers and ratios are currently written in an unusual way.
    fn changes_numerals(&self, _rt: &Runtime) -> bool {
        false
    }

    /// An integer or a ratio.
    fn numeral(&self, _rt: &mut Runtime, _n: Value) -> Result<Option<String>> {
        Ok(None)
    }

    /// A float.
    fn float(&self, _x: f64) -> Option<String> {
        None
    }

    /// Returns the brackets of a record; the name of its type is then a symbol, which may have a qualifier.
    fn record(&self, _notation: RecordNotation) -> Option<(&'static str, &'static str)> {
        None
    }

    /// An array without elements of any number of dimensions but one.
    fn empty_array(&self, _dimensions: &[usize]) -> Option<String> {
        None
    }

    /// Returns the kind of a value that does not read back.
    fn kind(&self, _rt: &Runtime, _v: Value) -> Option<Cow<'static, str>> {
        None
    }

    /// The name of such a thing.
    fn shown_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        Cow::Borrowed(name)
    }
}
