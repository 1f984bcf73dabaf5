//! Values of a program from and to all types of `serde`: a serializer makes values, a deserializer takes them apart.

use std::fmt;

use ::serde::de::value::StringDeserializer;
use ::serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use ::serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::scalar::{BigInteger, Ratio};
use super::{
    Built, ConvertError, FromContext, FromLisp, HostError, IntoContext, IntoLisp, collection, data, from_value,
    to_value,
};
use crate::builtins::table;
use crate::fault::Code;
use crate::num::Number;
use crate::object::Object;
use crate::object::array::{ArrayElements, ArrayObject, ArrayView, Shape, Storage};
use crate::object::table::TableObject;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// A `T` that `serde` takes apart to give it to a program (`Serialize`), and puts together from what a program gives
/// (`Deserialize`). It can be used wherever a type is converted: results, arguments, parameters, parts of other types.
///
/// | Rust | becomes | and is made from |
/// |---|---|---|
/// | `bool` | `t` and nil (`#f` in Scheme) | any value: what is not false is true |
/// | integers of up to 128 bits | an integer | an integer that fits |
/// | `f64`, `f32` | a float | a number |
/// | `char` | a character | a character |
/// | `String`, `&str` | a string | a string, symbol or keyword |
/// | bytes | a vector of bytes | such a vector, a list of integers, a string |
/// | `None`, `Some(x)` | nil (`#f` in Scheme), what `x` is | nil or `#f`, anything else |
/// | `()`, a unit struct | nil | any value |
/// | a newtype struct | what is in it | what is in it |
/// | `Vec`, sets, tuples, tuple structs | a list | a list or a vector |
/// | a map | a hash table, whose keys are strings if those of the map are | a hash table, a list such as `(:x 1 :y 2)` |
/// | a struct | a hash table with strings as keys | a hash table whose keys are symbols, keywords or strings, or such a list |
/// | a variant without data | a symbol | a symbol, keyword or string |
/// | a variant with data | `(circle 3)`, `(line 1 2)`, `(box :width 3 :height 4)` | such a list |
///
/// Names are those that `serde` knows: `#[serde(rename_all = "kebab-case")]` makes them what they should be here. A
/// JSON object has strings as keys, for a struct, a map or a `serde_json::Value`, as in the module `json`: `(table-ref
/// level "title")`. (A struct that derives [`IntoLisp`] has symbols.)
///
/// A self-describing target (an enum with `#[serde(tag = "…")]` or `untagged`, `serde_json::Value`) reads a list such
/// as `(:x 1 :y 2)` as a map. It reads symbols as strings and nil as `()`.
///
/// ```
/// use klammer::{Engine, Serde};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// #[serde(rename_all = "kebab-case")]
/// struct Level {
///     title: String,
///     start_at: (i64, i64),
///     secret: Option<u8>,
/// }
///
/// let mut engine = Engine::new();
/// let level: Serde<Level> = engine.eval("'(:title \"Cave\" :start-at (3 4))")?;
/// assert_eq!(level.0, Level { title: "Cave".into(), start_at: (3, 4), secret: None });
///
/// engine.define("next", |level: Serde<Level>| Serde(Level { title: "Hall".into(), ..level.0 }));
/// engine.set("level", level)?;
/// assert_eq!(engine.eval::<String>("(table-ref (next level) \"title\")")?, "Hall");
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Serde<T>(pub T);

impl<T: DeserializeOwned> FromLisp for Serde<T> {
    const EXPECTED: &'static str = "data";

    fn from_lisp(given: FromContext<'_>) -> Result<Serde<T>, ConvertError> {
        let depth = given.rt.conversion_depth();
        let value = given.value;
        let deserializer = ValueDeserializer { rt: given.rt, value, depth };
        T::deserialize(deserializer).map(Serde).map_err(|e| e.about(value))
    }
}

impl<T: Serialize> IntoLisp for Serde<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let depth = maker.rt.budget.nesting;
        match self.0.serialize(ValueSerializer { rt: &mut *maker.rt, depth }) {
            Ok(value) => maker.done(value),
            Err(Failure::Convert(error)) => Err(error),
            Err(Failure::Message(text)) => Err(HostError::new(text).with_code(Code::BadValue).into()),
        }
    }
}

/// Failure of a conversion.
#[derive(thiserror::Error)]
pub(super) enum Failure {
    #[error("{0:?}")]
    Convert(ConvertError),
    /// Message of `serde` or a type about a value. The code that catches it knows which value.
    #[error("{0}")]
    Message(String),
}

impl Failure {
    /// As an error about a value.
    #[cold]
    fn about(self, value: crate::value::Value) -> ConvertError {
        match self {
            Failure::Convert(error) => error,
            Failure::Message(text) => ConvertError::refused(text, value),
        }
    }

    #[cold]
    fn too_deep() -> Failure {
        let error = HostError::new("the value is nested too deeply").with_code(Code::TooComplex);
        Failure::Convert(error.into())
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Failure {
        Failure::Convert(error)
    }
}

impl From<Box<crate::fault::Unwind>> for Failure {
    fn from(fault: Box<crate::fault::Unwind>) -> Failure {
        Failure::Convert(fault.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ::serde::ser::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Failure {
        Failure::Message(message.to_string())
    }
}

impl ::serde::de::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Failure {
        Failure::Message(message.to_string())
    }
}

// Serde implementations of numbers that serde has no type for, independent of an engine.

/// As decimal digits.
impl Serialize for BigInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BigInteger {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BigInteger, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// As a program writes it: `1/3`.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ratio, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let part = |text: &str| text.parse::<BigInteger>().map_err(D::Error::custom);
        let ratio = Ratio::new(part(numerator)?, part(denominator)?);
        ratio.ok_or_else(|| D::Error::custom("a ratio has a denominator other than zero"))
    }
}

/// A float. Formats that people read may have no infinite ones and none that is no number: JSON writes `null` for them,
/// which is read as nothing. They are texts there: `"inf"`, `"-inf"`, `"NaN"`.
pub(in crate::host) mod float {
    use super::*;

    pub fn serialize<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if x.is_finite() || !serializer.is_human_readable() {
            serializer.serialize_f64(*x)
        } else {
            serializer.collect_str(x)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberOrText)
        } else {
            f64::deserialize(deserializer)
        }
    }

    struct NumberOrText;

    impl Visitor<'_> for NumberOrText {
        type Value = f64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number, \"inf\", \"-inf\" or \"NaN\"")
        }

        fn visit_f64<E: Error>(self, x: f64) -> Result<f64, E> {
            Ok(x)
        }

        fn visit_i64<E: Error>(self, n: i64) -> Result<f64, E> {
            Ok(n as f64)
        }

        fn visit_u64<E: Error>(self, n: u64) -> Result<f64, E> {
            Ok(n as f64)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
            let not_finite = text.parse().ok().filter(|x: &f64| !x.is_finite());
            not_finite.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
        }
    }
}

type Given = Result<Value, Failure>;

/// Makes one value. Nothing is collected meanwhile.
struct ValueSerializer<'a> {
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
struct List<'a> {
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
struct Entries<'a> {
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

/// Estimated bytes of a value in Rust, for the memory limit: serde does not state the types.
const PART: usize = size_of::<data::Value>();

/// One value.
struct ValueDeserializer<'a> {
    pub rt: &'a mut Runtime,
    pub value: Value,
    /// Number of levels that it may still be nested.
    pub depth: usize,
}

impl ValueDeserializer<'_> {
    fn convert<T: FromLisp>(self) -> Result<T, Failure> {
        Ok(from_value(self.rt, self.value)?)
    }

    fn unfit(&self, expected: &'static str) -> Failure {
        ConvertError::unfit(expected, self.value).into()
    }

    /// The text of a string, or the name of a symbol or keyword.
    fn text(&self) -> Option<&str> {
        let name = self.value.as_symbol().or(self.value.as_keyword());
        name.map(|s| self.rt.name(s)).or_else(|| self.rt.heap.as_str(self.value))
    }

    fn deeper(&self) -> Result<usize, Failure> {
        self.depth.checked_sub(1).ok_or_else(Failure::too_deep)
    }

    /// The elements of a list or vector.
    fn elements(&mut self) -> Result<Option<Vec<Value>>, Failure> {
        Ok(collection::elements(self.rt, self.value)?)
    }

    /// Keys and values, one after the other, of a table or of a list such as `(:x 1 :y 2)`.
    fn entries(&mut self) -> Result<Option<Vec<Value>>, Failure> {
        if let Some(Object::Table(table)) = self.rt.heap.as_object(self.value) {
            let entries: Vec<Value> = table.iter().flat_map(|(k, v)| [k, v]).collect();
            self.rt.charge(1 + entries.len() / 16)?;
            return Ok(Some(entries));
        }
        if self.value.is(Kind::ARRAY) {
            return Ok(None);
        }
        let is_plist =
            |items: &Vec<Value>| items.len().is_multiple_of(2) && items.iter().step_by(2).all(|k| k.is(Kind::KEYWORD));
        Ok(self.elements()?.filter(is_plist))
    }

    fn visit_list<'de, V: Visitor<'de>>(self, items: Vec<Value>, visitor: V) -> Result<V::Value, Failure> {
        let depth = self.deeper()?;
        let mut parts = SequenceParts { rt: self.rt, items, position: 0, depth };
        let found = visitor.visit_seq(&mut parts)?;
        if parts.position < parts.items.len() {
            let error = ConvertError::refused("it has more elements than belong to it", self.value);
            return Err(error.into());
        }
        Ok(found)
    }

    fn visit_entries<'de, V: Visitor<'de>>(self, items: Vec<Value>, visitor: V) -> Result<V::Value, Failure> {
        let depth = self.deeper()?;
        visitor.visit_map(SequenceParts { rt: self.rt, items, position: 0, depth })
    }

    /// Takes apart a table or a list of names and values, which errors call `expected`.
    fn visit_table<'de, V: Visitor<'de>>(mut self, expected: &'static str, visitor: V) -> Result<V::Value, Failure> {
        match self.entries()? {
            Some(entries) => self.visit_entries(entries, visitor),
            None => Err(self.unfit(expected)),
        }
    }
}

macro_rules! simple {
    ($($function:ident $visit:ident $t:ty),*) => { $(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            visitor.$visit(self.convert::<$t>()?)
        }
    )* };
}

impl<'de> Deserializer<'de> for ValueDeserializer<'_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        match self.value.kind() {
            _ if self.value.is_nil() => visitor.visit_unit(),
            _ if self.value == Value::T || self.value == Value::FALSE => visitor.visit_bool(self.value == Value::T),
            Kind::CHARACTER => self.deserialize_char(visitor),
            Kind::STRING | Kind::SYMBOL | Kind::KEYWORD => self.deserialize_string(visitor),
            Kind::TABLE => match self.entries()? {
                Some(entries) => self.visit_entries(entries, visitor),
                None => Err(self.unfit("data")),
            },
            Kind::PAIR if self.rt.heap.car(self.value).is(Kind::KEYWORD) => match self.entries()? {
                Some(entries) => self.visit_entries(entries, visitor),
                None => self.deserialize_seq(visitor),
            },
            _ => match Number::from_value(&self.rt.heap, self.value) {
                Some(Number::Fixnum(n)) => visitor.visit_i64(n),
                Some(Number::Integer(n)) => match (u64::try_from(&n), i128::try_from(&n)) {
                    (Ok(n), _) => visitor.visit_u64(n),
                    (_, Ok(n)) => visitor.visit_i128(n),
                    _ => visitor.visit_u128(self.convert()?),
                },
                Some(_) => visitor.visit_f64(self.convert()?),
                None => match self.elements()? {
                    Some(items) => self.visit_list(items, visitor),
                    None => Err(self.unfit("data")),
                },
            },
        }
    }

    simple! {
        deserialize_bool visit_bool bool, deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64, deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_u128 visit_u128 u128, deserialize_f32 visit_f32 f32,
        deserialize_f64 visit_f64 f64, deserialize_char visit_char char
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let bytes = self.text().map_or(0, str::len);
        self.rt.charge_output(bytes)?;
        match self.text() {
            Some(text) => visitor.visit_str(text),
            None => Err(self.unfit("a string or symbol")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let bytes = match (self.rt.heap.as_str(self.value), self.rt.heap.as_array(self.value)) {
            (Some(text), _) => text.len(),
            (None, array) => array.map_or(0, ArrayView::len),
        };
        self.rt.charge_output(bytes)?;
        if let Some(text) = self.rt.heap.as_str(self.value) {
            return visitor.visit_bytes(text.as_bytes());
        }
        if let Some(ArrayElements::Bytes(bytes)) = self.rt.heap.as_array(self.value).map(|a| a.elements) {
            return visitor.visit_bytes(bytes);
        }
        visitor.visit_byte_buf(self.convert()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.rt.is_false(self.value) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(mut self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        self.depth = self.deeper()?;
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        match self.elements()? {
            Some(items) => self.visit_list(items, visitor),
            None => Err(self.unfit("a list")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.visit_table("a hash table", visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.visit_table("a hash table with fields, or a list such as (:x 1 :y 2)", visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        const EXPECTED: &str = "a symbol, or a list that begins with one";
        let depth = self.deeper()?;
        let (head, items) = if self.value.has_elements() {
            let items = self.elements()?.unwrap_or_default();
            (items.first().copied().unwrap_or(Value::NIL), items)
        } else {
            (self.value, Vec::new())
        };
        let whole = self.value;
        let Some(name) = (ValueDeserializer { rt: &mut *self.rt, value: head, depth }).text().map(str::to_string)
        else {
            return Err(self.unfit(EXPECTED));
        };
        visitor.visit_enum(Tagged { name, whole, parts: SequenceParts { rt: self.rt, items, position: 1, depth } })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }
}

/// Parts of a value, from a position on.
struct SequenceParts<'a> {
    rt: &'a mut Runtime,
    items: Vec<Value>,
    position: usize,
    depth: usize,
}

impl SequenceParts<'_> {
    fn next<'de, S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
        place: impl FnOnce(&Runtime, usize) -> String,
    ) -> Result<Option<S::Value>, Failure> {
        let Some(&value) = self.items.get(self.position) else { return Ok(None) };
        let position = self.position;
        self.position += 1;
        self.rt.charge_output(PART)?;
        match seed.deserialize(ValueDeserializer { rt: self.rt, value, depth: self.depth }) {
            Ok(found) => Ok(Some(found)),
            Err(failure) => Err(failure.about(value).within(|| place(self.rt, position)).into()),
        }
    }
}

impl<'de> SeqAccess<'de> for &mut SequenceParts<'_> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        self.next(seed, |_, position| collection::element(position))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len().saturating_sub(self.position))
    }
}

impl<'de> MapAccess<'de> for SequenceParts<'_> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        self.next(seed, |_, _| "as a key".into())
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Failure> {
        let key = self.items.get(self.position.saturating_sub(1)).copied().unwrap_or(Value::NIL);
        let found = self.next(seed, |rt, _| format!("as the value of {}", rt.show(key)))?;
        found.ok_or_else(|| Failure::Message("a key has no value".into()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len().saturating_sub(self.position) / 2)
    }
}

/// A variant: its name, and the data after it.
struct Tagged<'a> {
    name: String,
    whole: Value,
    parts: SequenceParts<'a>,
}

impl<'de, 'a> EnumAccess<'de> for Tagged<'a> {
    type Error = Failure;
    type Variant = Tagged<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<(S::Value, Tagged<'a>), Failure> {
        let name: StringDeserializer<Failure> = std::mem::take(&mut self.name).into_deserializer();
        let found = seed.deserialize(name).map_err(|e| e.about(self.whole))?;
        Ok((found, self))
    }
}

impl Tagged<'_> {
    fn refuse(&self, why: &'static str) -> Failure {
        ConvertError::refused(why, self.whole).into()
    }
}

impl<'de> VariantAccess<'de> for Tagged<'_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        if self.parts.items.len() > 1 { Err(self.refuse("nothing belongs after its name")) } else { Ok(()) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Failure> {
        match self.parts.next(seed, |_, position| collection::element(position))? {
            Some(found) if self.parts.items.len() == 2 => Ok(found),
            _ => Err(self.refuse("one value belongs after its name")),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value, Failure> {
        if self.parts.items.len() != length + 1 {
            return Err(ConvertError::refused(format!("{length} values belong after its name"), self.whole).into());
        }
        visitor.visit_seq(&mut self.parts)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Failure> {
        let fields = self.parts.items.get(1..).unwrap_or(&[]);
        if !fields.len().is_multiple_of(2) || !fields.iter().step_by(2).all(|k| k.is(Kind::KEYWORD)) {
            return Err(self.refuse("fields such as :x 1 belong after its name"));
        }
        visitor.visit_map(self.parts)
    }
}
