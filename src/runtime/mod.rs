//! Runtime that natives work on: the heap, the symbols, the budget and the host. No stack, no code, no globals.

pub(crate) mod dialect;

use std::borrow::Cow;

use dialect::{Comparison, Dialect, DialectContext};
use hashbrown::DefaultHashBuilder;

use crate::error::Error;
use crate::error_location;
use crate::fault::{Argument, Code, ErrorData, Limit, Result, Unwind, fail, internal};
use crate::handle::{Conversion, HostRoots};
use crate::heap::Heap;
use crate::io::Host;
use crate::limits::{Budget, Interrupt, Limits};
use crate::object::Object;
use crate::object::port::{self, Ports};
use crate::object::table::KeyEquality;
use crate::random::RandomState;
use crate::search::Search;
use crate::source::Sources;
use crate::symbol::{self, NameSet, Symbol, Symbols};
use crate::value::{Kind, Value};

/// Bytes of the name of a symbol, at most.
const MAX_NAME: usize = 1 << 16;

/// Names of functions and special operators by their numbers.
#[derive(Clone, Default)]
pub(crate) struct ProcedureNames {
    /// Names of closures, kept here so that the printer can show them.
    pub closures: Vec<Option<Symbol>>,
    /// Names of the natives that are there from the start.
    pub core_natives: &'static [Symbol],
    /// Names of later natives; the host's are owned.
    natives: Vec<Cow<'static, str>>,
    /// Names of the core's special operators.
    pub core_operators: &'static [&'static str],
    /// Names of special operators that dialects have added.
    operators: Vec<&'static str>,
}

impl ProcedureNames {
    /// Gives a closure its name.
    pub fn set_closure(&mut self, number: u32, name: Option<Symbol>) {
        if self.closures.len() <= number as usize {
            self.closures.resize(number as usize + 1, None);
        }
        if let Some(slot) = self.closures.get_mut(number as usize) {
            *slot = name;
        }
    }

    /// Adds the name of the next native.
    pub fn push_native(&mut self, name: Cow<'static, str>) {
        self.natives.push(name);
    }

    /// Adds a special operator, and returns its number.
    pub fn push_operator(&mut self, name: &'static str) -> usize {
        self.operators.push(name);
        self.core_operators.len() + self.operators.len() - 1
    }

    /// Returns the names of closures.
    pub fn of_closures(&self) -> impl Iterator<Item = Symbol> {
        self.closures.iter().copied().flatten()
    }

    fn closure(&self, number: u32) -> Option<Symbol> {
        self.closures.get(number as usize).copied().flatten()
    }

    fn native<'a>(&'a self, symbols: &'a Symbols, number: u32) -> Option<&'a str> {
        match (number as usize).checked_sub(self.core_natives.len()) {
            Some(i) => self.natives.get(i).map(|n| &**n),
            None => self.static_native(symbols, number),
        }
    }

    fn static_native(&self, symbols: &Symbols, number: u32) -> Option<&'static str> {
        match (number as usize).checked_sub(self.core_natives.len()) {
            Some(i) => match self.natives.get(i) {
                Some(Cow::Borrowed(name)) => Some(name),
                _ => None,
            },
            None => self.core_natives.get(number as usize).and_then(|&s| symbols.fixed_name(s)),
        }
    }

    /// Returns the name of a special operator.
    pub fn operator(&self, number: usize) -> Option<&'static str> {
        match number.checked_sub(self.core_operators.len()) {
            Some(i) => self.operators.get(i).copied(),
            None => self.core_operators.get(number).copied(),
        }
    }
}

/// Comparison of the keys of tables.
#[derive(Clone, Default)]
pub(crate) struct KeyComparison {
    /// Seeds the hashes of keys, differently in every engine.
    pub hasher: DefaultHashBuilder,
    /// Comparisons besides the core's.
    own: Vec<&'static Comparison>,
}

/// The part of an engine that native functions work on.
pub struct Runtime {
    /// Values.
    pub heap: Heap,
    /// Names.
    pub symbols: Symbols,
    pub(crate) sources: Sources,
    pub(crate) budget: Budget,
    pub(crate) host: Box<dyn Host>,
    pub(crate) host_roots: HostRoots,
    pub(crate) procedures: ProcedureNames,
    pub(crate) keys: KeyComparison,
    pub(crate) dialects: DialectContext,
    /// State that the functions of a search share.
    pub(crate) search: Search,
    /// Current ports for input and output.
    pub(crate) ports: Ports,
    pub(crate) random: RandomState,
}

opaque!("Runtime" Runtime);

impl Runtime {
    /// `names` are those that are known from the start.
    pub(crate) fn new(
        names: &'static NameSet,
        limits: &Limits,
        host: Box<dyn Host>,
        interrupt: Interrupt,
        shown: fn(&Runtime, Value) -> String,
    ) -> Runtime {
        Runtime {
            heap: Heap::new(limits.memory),
            symbols: Symbols::new(names),
            sources: Sources::default(),
            budget: Budget::new(interrupt),
            host,
            host_roots: HostRoots::default(),
            procedures: ProcedureNames::default(),
            keys: KeyComparison::default(),
            dialects: DialectContext::new(shown),
            search: Search::default(),
            ports: Ports::default(),
            random: RandomState::default(),
        }
    }

    /// Returns the runtime of a copy of the engine, with a host of its own and without handles.
    pub(crate) fn copy(&self, host: Box<dyn Host>, interrupt: Interrupt) -> Runtime {
        Runtime {
            heap: self.heap.copy(),
            symbols: self.symbols.clone(),
            sources: self.sources.clone(),
            budget: Budget::new(interrupt),
            host,
            host_roots: HostRoots::default(),
            procedures: self.procedures.clone(),
            keys: self.keys.clone(),
            dialects: self.dialects.clone(),
            search: self.search.copy(),
            ports: self.ports.clone(),
            random: self.random.clone(),
        }
    }

    /// A runtime without limits or a world outside.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Runtime {
        Runtime::for_tests_with(&Limits::default())
    }

    /// A runtime without a world outside.
    #[cfg(test)]
    pub(crate) fn for_tests_with(limits: &Limits) -> Runtime {
        let host = Box::new(crate::io::ClosedHost::new());
        Runtime::new(NameSet::well_known(), limits, host, Interrupt::default(), crate::printer::brief)
    }

    /// Returns the name of a function, macro or special operator, if it has one.
    pub fn procedure_name(&self, v: Value) -> Option<&str> {
        match v.kind() {
            Kind::CLOSURE => self.procedures.closure(v.meta()).map(|s| self.name(s)),
            // A native to which a dialect gives its name begins with `%`.
            Kind::NATIVE => self.procedures.native(&self.symbols, v.meta()).map(symbol::shown),
            Kind::SPECIAL => self.procedures.operator(v.index()),
            Kind::GENERIC | Kind::MACRO => match self.heap.as_object(v) {
                Some(Object::Generic(g)) => Some(self.name(g.name)),
                Some(Object::Macro(m)) => m.name.map(|s| self.name(s)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of a native function in the core.
    pub fn native_name(&self, v: Value) -> Option<&'static str> {
        if v.is(Kind::NATIVE) { self.procedures.static_native(&self.symbols, v.meta()) } else { None }
    }

    /// Pays for `ticks` of work. Natives whose work grows with their arguments call this, so that they obey
    /// ticks, time and interrupts.
    #[inline]
    pub fn charge(&mut self, ticks: usize) -> Result<()> {
        self.budget.later = self.budget.later.saturating_sub_unsigned(ticks as u64);
        if self.budget.later < 0 { self.refill() } else { Ok(()) }
    }

    /// Begins a conversion of values to Rust.
    #[inline]
    pub(crate) fn begin_conversion(&mut self) {
        self.host_roots.conversion = Conversion::default();
    }

    /// Charges for bytes that the host gets.
    #[inline]
    pub(crate) fn charge_output(&mut self, bytes: usize) -> Result<()> {
        self.host_roots.conversion.bytes = self.host_roots.conversion.bytes.saturating_add(bytes);
        self.heap.reserve(self.host_roots.conversion.bytes)?;
        self.charge(bytes / 64)
    }

    /// Returns the number of levels that the converted value may still be nested.
    pub(crate) fn conversion_depth(&self) -> usize {
        self.budget.nesting.saturating_sub(self.host_roots.conversion.depth)
    }

    /// Converts parts of the value that is converted now.
    #[inline]
    pub(crate) fn in_parts<T, E: From<Box<Unwind>>>(
        &mut self,
        f: impl FnOnce(&mut Runtime) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.host_roots.conversion.depth >= self.budget.nesting {
            let problem = "the value is nested too deeply to be converted";
            return Err(Box::<Unwind>::from(ErrorData::new(Code::TooComplex, problem)).into());
        }
        self.host_roots.conversion.depth += 1;
        let result = f(self);
        self.host_roots.conversion.depth -= 1;
        result
    }

    /// The slice of ticks is used up: account for it, look at the clock and the interrupt flag.
    #[cold]
    #[inline(never)]
    pub(crate) fn refill(&mut self) -> Result<()> {
        let host = &self.host;
        self.budget.refill(|| host.now())?;
        if self.search.has_deadline() { self.search.check_time(self.host.now()) } else { Ok(()) }
    }

    /// Fails if the evaluation has been told to stop or its time is over. For operations that take time without using
    /// up ticks: a call of the host.
    pub(crate) fn look(&mut self) -> Result<()> {
        let host = &self.host;
        self.budget.look(|| host.now())
    }

    /// Checks that an integer of about `bits` bits may be made, and reserves its memory.
    pub(crate) fn reserve_bits(&mut self, bits: usize) -> Result<()> {
        if bits > self.budget.integer_bits {
            return Err(Limit::IntegerBits.into());
        }
        self.heap.reserve(bits / 8)
    }

    /// Makes symbols with `make`, and pays for those that are new.
    pub fn new_symbols<T>(&mut self, make: impl FnOnce(&mut Symbols) -> T) -> Result<T> {
        let before = self.symbols.bytes();
        let result = make(&mut self.symbols);
        match self.symbols.bytes() - before {
            0 => Ok(result),
            bytes => self.heap.add_external(bytes).map(|()| result),
        }
    }

    /// Checks that a symbol may have a name of `bytes` bytes, and charges for it. Copying, comparing or printing a
    /// symbol takes time proportional to its name.
    pub fn check_name(&mut self, bytes: usize) -> Result<()> {
        if bytes > MAX_NAME {
            let message = format!("the name of a symbol has at most {MAX_NAME} bytes, this one would have {bytes}");
            return fail(Code::BadValue, message);
        }
        self.charge(bytes / 64)?;
        self.heap.reserve(bytes)
    }

    /// The symbol of that name, which the program gives.
    pub fn intern(&mut self, name: &str) -> Result<Symbol> {
        self.check_name(name.len())?;
        self.new_symbols(|s| s.intern(name))
    }

    /// Returns the symbol of this name.
    pub fn symbol(&mut self, name: &str) -> Value {
        Value::symbol(self.symbols.intern(name))
    }

    /// Returns the name of a symbol.
    pub fn name(&self, s: Symbol) -> &str {
        self.symbols.name(s)
    }

    /// Returns whether the value is false to the program.
    pub fn is_false(&self, v: Value) -> bool {
        if self.dialects.program.has_false { v == Value::FALSE } else { v.is_false() }
    }

    /// Converts the host's truth value for the program.
    pub fn truth(&self, b: bool) -> Value {
        if self.dialects.program.has_false { Value::boolean(b) } else { Value::truth(b) }
    }

    /// Writes values in the notation of a dialect for as long as `f` runs.
    pub fn writing_as<T>(&mut self, dialect: Dialect, f: impl FnOnce(&mut Runtime) -> Result<T>) -> Result<T> {
        let outer = std::mem::replace(&mut self.dialects.writing, dialect);
        let result = f(self);
        self.dialects.writing = outer;
        result
    }

    /// Bytes of what is kept because it may be needed again.
    pub(crate) fn kept_bytes(&mut self) -> usize {
        #[cfg(feature = "regex")]
        let patterns = self.dialects.states.get::<crate::pattern::Patterns>().map_or(0, |kept| kept.bytes());
        #[cfg(not(feature = "regex"))]
        let patterns = 0;
        self.heap.host.shared_bytes() + patterns + self.ports.pending.capacity()
    }

    /// Runs `f` with `bytes` bytes in the account, which the caller holds meanwhile.
    pub(crate) fn with_charged<T>(&mut self, bytes: usize, f: impl FnOnce(&mut Runtime) -> Result<T>) -> Result<T> {
        self.heap.charge_temporary(bytes)?;
        let result = f(self);
        self.heap.release(bytes);
        result
    }

    /// Writes to standard output. A failing host is an error the program can catch.
    pub(crate) fn write(&mut self, text: &str) -> Result<()> {
        match self.host.write(text) {
            Ok(()) => {
                self.ports.column = port::column_after(self.ports.column, text);
                // The host may have blocked while it took the output.
                self.look()
            }
            Err(e) => fail(Code::File, format!("cannot write output: {e}")),
        }
    }

    /// `set-car!: pair must be a pair, got 3`
    #[cold]
    #[inline(never)]
    pub fn wrong_type(&self, function: &str, argument: impl Into<Argument>, expected: &str, got: Value) -> Box<Unwind> {
        let function = crate::symbol::shown(function).to_string();
        self.unfit(function.into(), argument.into(), expected.to_string().into(), got)
    }

    /// Returns a wrong-type error whose names are static, which copies nothing.
    pub(crate) fn wrong_type_of(
        &self,
        function: &'static str,
        argument: &'static str,
        expected: &'static str,
        got: Value,
    ) -> Box<Unwind> {
        self.unfit(function.into(), Argument::Named(argument.into()), expected.into(), got)
    }

    fn unfit(
        &self,
        function: Cow<'static, str>,
        argument: Argument,
        expected: Cow<'static, str>,
        got: Value,
    ) -> Box<Unwind> {
        let mut c = ErrorData::unrendered(Code::WrongType, expected, got);
        c.subject = Some(function).filter(|function| !function.is_empty());
        c.argument = Some(argument);
        // Mutable values are shown now, in their present state. So are values that can contain other conditions, since
        // conditions could otherwise nest without end.
        if !(got.is_number() || got.is_procedure() || got.is_nil() || got.as_symbol().is_some()) {
            c.render_value(|v| self.show(v));
        }
        c.into()
    }

    /// A value as messages show it: briefly.
    pub fn show(&self, v: Value) -> String {
        (self.dialects.brief)(self, v)
    }

    /// The error that a condition is for the host.
    pub(crate) fn error(&self, mut c: ErrorData) -> Error {
        self.complete(&mut c);
        let irritants = c.irritants.iter().map(|&v| self.show(v)).collect();
        Error::from_condition(&self.sources, &self.symbols, irritants, c)
    }

    /// Locates an error, and shows the value that does not fit.
    pub(crate) fn complete(&self, c: &mut ErrorData) {
        error_location::locate(c, &self.sources, &self.symbols);
        c.render_value(|v| self.show(v));
    }

    /// The condition as it reads: located, and with the value that does not fit.
    pub(crate) fn completed<'a>(&self, c: &'a ErrorData) -> Cow<'a, ErrorData> {
        if c.is_rendered() {
            return Cow::Borrowed(c);
        }
        let mut told = c.clone();
        self.complete(&mut told);
        Cow::Owned(told)
    }

    /// Returns the key kind of tables that use this comparison.
    pub fn keys_by(&mut self, comparison: &'static Comparison) -> KeyEquality {
        let known = self.keys.own.iter().position(|c| c.name == comparison.name);
        let number = known.unwrap_or_else(|| {
            self.keys.own.push(comparison);
            self.keys.own.len() - 1
        });
        KeyEquality::Custom(number as u8)
    }

    /// The comparison of that number.
    pub(crate) fn comparison(&self, number: u8) -> Result<&'static Comparison> {
        match self.keys.own.get(usize::from(number)) {
            Some(&comparison) => Ok(comparison),
            None => internal("a comparison that is not there"),
        }
    }

    /// The message of a condition.
    pub(crate) fn message_of(&self, c: &ErrorData) -> String {
        self.completed(c).message().into_owned()
    }

    /// Returns the kind of a value in words: "a list", "an integer".
    pub(crate) fn describe_kind(&self, v: Value) -> Cow<'static, str> {
        if let Some(object) = self.heap.as_host_object(v).filter(|_| v.is(Kind::HOST)) {
            return with_article(object.class.title).into();
        }
        let words = match v.kind() {
            _ if v.is_fixnum() => "an integer",
            _ if v.is_float() => "a float",
            Kind::CLOSURE | Kind::NATIVE | Kind::GENERIC | Kind::CONTINUATION => "a function",
            _ if v.is_nil() => "nil",
            _ if v.is_false() => "false",
            kind => kind.type_words().map_or("a constant", |(_, phrase)| phrase),
        };
        words.into()
    }
}

/// Returns a noun with the article before it: its sound decides, not its letter.
pub(crate) fn with_article(noun: &str) -> String {
    const LIKE_A_CONSONANT: [&str; 8] = ["uni", "use", "usa", "usu", "uti", "eu", "one", "once"];
    const SILENT_H: [&str; 4] = ["hour", "honest", "honour", "heir"];
    let starts = |beginnings: &[&str]| beginnings.iter().any(|b| noun.starts_with(b));
    let is_vowel = starts(&["a", "e", "i", "o", "u"]) && !starts(&LIKE_A_CONSONANT);
    format!("{} {noun}", if is_vowel || starts(&SILENT_H) { "an" } else { "a" })
}
