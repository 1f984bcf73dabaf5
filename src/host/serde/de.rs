//! From a program to Rust: a deserializer of values.

use ::serde::de::value::StringDeserializer;
use ::serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::super::{ConvertError, FromLisp, collection, data, from_value};
use super::Failure;
use crate::num::Number;
use crate::object::Object;
use crate::object::array::{ArrayObject, Storage};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Estimated bytes of a value in Rust, for the memory limit: serde does not state the types.
const PART: usize = size_of::<data::Value>();

/// One value.
pub(super) struct ValueDeserializer<'a> {
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
            (None, array) => array.map_or(0, ArrayObject::len),
        };
        self.rt.charge_output(bytes)?;
        if let Some(text) = self.rt.heap.as_str(self.value) {
            return visitor.visit_bytes(text.as_bytes());
        }
        if let Some(Storage::Bytes(bytes)) = self.rt.heap.as_array(self.value).map(|a| &a.data) {
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

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        match self.entries()? {
            Some(entries) => self.visit_entries(entries, visitor),
            None => Err(self.unfit("a hash table")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.entries()? {
            Some(entries) => self.visit_entries(entries, visitor),
            None => Err(self.unfit("a hash table with fields, or a list such as (:x 1 :y 2)")),
        }
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
