//! Objects of values whose kind has been checked.
//!
//! The type of a builtin's parameter says what its argument is. A later access then finds it, or the engine reports an
//! internal error. No code continues with an empty replacement. Whoever has to ask first has [`Heap::as_array`] and its
//! kin.

use super::Heap;
use crate::fault::{Result, internal};
use crate::object::array::ArrayObject;
use crate::object::string::StringObject;
use crate::object::table::TableObject;
use crate::object::{Object, RecordType};
use crate::value::Value;

impl Heap {
    #[inline]
    pub(crate) fn array_of(&self, v: Value) -> Result<&ArrayObject> {
        self.as_array(v).map_or_else(|| internal("an array that is none"), Ok)
    }

    /// Returns the text of a string.
    ///
    /// # Errors
    /// When it is something else.
    #[inline]
    pub fn text_of(&self, v: Value) -> Result<&StringObject> {
        self.as_text(v).map_or_else(|| internal("a string that is none"), Ok)
    }

    pub(crate) fn record_type_of(&self, v: Value) -> Result<&RecordType> {
        self.record_type(v).map_or_else(|| internal("a record without a type"), Ok)
    }

    #[inline]
    pub(crate) fn table_of(&self, v: Value) -> Result<&TableObject> {
        match self.as_object(v) {
            Some(Object::Table(table)) => Ok(table),
            _ => internal("a table that is none"),
        }
    }
}
