//! Operations of the runtime that dialects need besides those of the core.

use klammer_syntax::lexer::tokens;

use crate::equality::table;
use crate::fault::{Code, Limit, Result, fail_in};
use crate::object::port::Channel;
use crate::object::table::KeyEquality;
use crate::reader::Reader;
use crate::runtime::Runtime;
use crate::runtime::dialect::{Dialect, PrintStyle};
use crate::symbol::Symbols;
use crate::value::Value;

impl Runtime {
    /// Returns the state of a dialect in this engine, created if missing, and the symbols.
    pub fn state<T: std::any::Any + Send + Clone + Default>(&mut self) -> (&mut T, &mut Symbols) {
        (self.states.get_mut(), &mut self.symbols)
    }

    /// Returns the text of a string, which is paid for.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn text(&mut self, string: Value) -> Result<String> {
        crate::builtins::port::text(self, crate::builtins::arg::StringRef(string))
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
        self.writing_as(dialect, |rt| crate::builtins::output::write_value(rt, port, v, style))
    }

    // ---- strings

    /// Puts a character in the place of another one. Errors name `function`.
    ///
    /// # Errors
    /// When the string is shorter.
    pub fn set_character(&mut self, function: &str, string: Value, index: usize, c: char) -> Result<()> {
        let text = self.heap.text_of(string)?;
        if text.has_width_at(index, c) {
            self.heap.set_character(string, index, c);
            return Ok(());
        }
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

    /// Returns the message of a condition, and the values that it speaks of.
    #[must_use]
    pub fn condition(&self, condition: Value) -> Option<(String, Vec<Value>)> {
        self.heap.as_condition(condition).map(|c| (self.message_of(c), c.irritants.to_vec()))
    }
}
