//! From Rust to a program: a serializer that makes values.

use ::serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::super::to_value;
use super::Failure;
use crate::builtins::table;
use crate::object::Object;
use crate::object::array::{ArrayObject, Shape, Storage};
use crate::object::table::TableObject;
use crate::runtime::Runtime;
use crate::value::Value;

type Given = Result<Value, Failure>;

/// Makes one value. Nothing is collected meanwhile.
pub(super) struct ValueSerializer<'a> {
    pub rt: &'a mut Runtime,
    /// Number of levels that it may still be nested.
    pub depth: usize,
}

impl<'a> ValueSerializer<'a> {
    fn deeper(self) -> Result<ValueSerializer<'a>, Failure> {
        let depth = self.depth.checked_sub(1).ok_or_else(Failure::too_deep)?;
        Ok(ValueSerializer { rt: self.rt, depth })
    }

    fn part(&mut self, x: &(impl Serialize + ?Sized)) -> Given {
        x.serialize(ValueSerializer { rt: self.rt, depth: self.depth })
    }

    fn symbol(&mut self, name: &str) -> Given {
        Ok(Value::symbol(self.rt.intern(name)?))
    }

    fn list(self) -> Result<List<'a>, Failure> {
        Ok(List { to: self.deeper()?, items: Vec::new() })
    }

    fn table(self) -> Result<Entries<'a>, Failure> {
        let to = self.deeper()?;
        let table = to.rt.heap.object(Object::Table(TableObject::default()))?;
        Ok(Entries { to, table, key: Value::NIL })
    }

    fn tagged(self, variant: &'static str) -> Result<List<'a>, Failure> {
        let mut list = self.list()?;
        let tag = list.to.symbol(variant)?;
        list.items.push(tag);
        Ok(list)
    }
}

macro_rules! simple {
    ($($function:ident: $t:ty),*) => { $(
        fn $function(self, x: $t) -> Given {
            Ok(to_value(self.rt, x)?)
        }
    )* };
}

impl<'a> Serializer for ValueSerializer<'a> {
    type Ok = Value;
    type Error = Failure;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = List<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Entries<'a>;
    type SerializeStructVariant = List<'a>;

    simple! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_f32: f32, serialize_f64: f64, serialize_char: char, serialize_str: &str
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Given {
        self.rt.heap.reserve(bytes.len())?;
        let array = ArrayObject { shape: Shape::Vector, data: Storage::Bytes(bytes.into()) };
        Ok(self.rt.heap.array(array)?)
    }

    fn serialize_none(self) -> Given {
        Ok(to_value(self.rt, false)?)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, x: &T) -> Given {
        x.serialize(self)
    }

    fn serialize_unit(self) -> Given {
        Ok(to_value(self.rt, ())?)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Given {
        self.serialize_unit()
    }

    fn serialize_unit_variant(mut self, _: &'static str, _: u32, variant: &'static str) -> Given {
        self.symbol(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, x: &T) -> Given {
        x.serialize(self.deeper()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        x: &T,
    ) -> Given {
        let mut list = self.tagged(variant)?;
        list.add(x)?;
        list.done()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, Failure> {
        self.list()
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'a>, Failure> {
        self.list()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'a>, Failure> {
        self.list()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'a>, Failure> {
        self.tagged(variant)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a>, Failure> {
        self.table()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries<'a>, Failure> {
        self.table()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'a>, Failure> {
        self.tagged(variant)
    }
}

/// A list under way.
pub(super) struct List<'a> {
    to: ValueSerializer<'a>,
    items: Vec<Value>,
}

impl List<'_> {
    fn add(&mut self, x: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        let item = self.to.part(x)?;
        self.items.push(item);
        Ok(())
    }

    fn done(self) -> Given {
        Ok(self.to.rt.heap.list(&self.items)?)
    }
}

macro_rules! lists {
    ($($t:ident $add:ident),*) => { $(
        impl $t for List<'_> {
            type Ok = Value;
            type Error = Failure;

            fn $add<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), Failure> {
                self.add(x)
            }

            fn end(self) -> Given {
                self.done()
            }
        }
    )* };
}

lists! {
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
}

impl SerializeStructVariant for List<'_> {
    type Ok = Value;
    type Error = Failure;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, x: &T) -> Result<(), Failure> {
        let key = Value::keyword(self.to.rt.intern(name)?);
        self.items.push(key);
        self.add(x)
    }

    fn end(self) -> Given {
        self.done()
    }
}

/// A hash table under way.
pub(super) struct Entries<'a> {
    to: ValueSerializer<'a>,
    table: Value,
    key: Value,
}

impl SerializeMap for Entries<'_> {
    type Ok = Value;
    type Error = Failure;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failure> {
        self.key = self.to.part(key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, x: &T) -> Result<(), Failure> {
        let value = self.to.part(x)?;
        table::set(self.to.rt, self.table, self.key, value)?;
        Ok(())
    }

    fn end(self) -> Given {
        Ok(self.table)
    }
}

impl SerializeStruct for Entries<'_> {
    type Ok = Value;
    type Error = Failure;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, x: &T) -> Result<(), Failure> {
        self.key = self.to.rt.heap.string(name)?;
        self.serialize_value(x)
    }

    fn end(self) -> Given {
        Ok(self.table)
    }
}
