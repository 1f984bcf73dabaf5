//! Records of data: structs and enums of the host as tables and lists, made and taken part by part. Derived
//! conversions use it.

use super::{Built, ConvertError, FromContext, FromLisp, IntoContext, IntoLisp, collection, object_of, part, to_value};
use crate::builtins::table;
use crate::fault::Result;
use crate::object::Object;
use crate::object::table::TableObject;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use klammer_syntax::nearest;

/// A hash table that is made field by field: [`IntoContext::record`].
///
/// There is an example at [`IntoContext::record`].
pub struct RecordMaker<'a> {
    rt: &'a mut Runtime,
    table: Value,
}

/// A list that is made element by element: [`IntoContext::list`].
///
/// There is an example at [`IntoContext::list`].
pub struct ListMaker<'a> {
    rt: &'a mut Runtime,
    items: Vec<Value>,
}

impl<'a> IntoContext<'a> {
    /// A hash table with symbols as keys, to be given its fields.
    ///
    /// ```
    /// use klammer::{ConvertError, Engine, IntoLisp, Built, IntoContext};
    ///
    /// struct Point(f64, f64);
    ///
    /// impl IntoLisp for Point {
    ///     fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
    ///         maker.record()?.field("x", self.0)?.field("y", self.1)?.done()
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.set("p", Point(1.0, 2.5))?;
    /// assert_eq!(engine.eval::<f64>("(table-ref p 'y)")?, 2.5);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the memory limit is exceeded.
    pub fn record(self) -> Result<RecordMaker<'a>, ConvertError> {
        let table = self.rt.heap.object(Object::Table(TableObject::default()))?;
        Ok(RecordMaker { rt: self.rt, table })
    }

    /// A list, to be given its elements.
    ///
    /// ```
    /// use klammer::{ConvertError, Engine, IntoLisp, Built, IntoContext, Symbol};
    ///
    /// struct Jump(i64);
    ///
    /// impl IntoLisp for Jump {
    ///     fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
    ///         maker.list().item(Symbol::new("jump"))?.field("height", self.0)?.done()
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.set("j", Jump(3))?;
    /// assert!(engine.eval::<bool>("(= j '(jump :height 3))")?);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn list(self) -> ListMaker<'a> {
        ListMaker { rt: self.rt, items: Vec::new() }
    }
}

impl<'a> RecordMaker<'a> {
    /// With this value under the symbol `name`.
    ///
    /// # Errors
    /// When the value exceeds a limit, or there is no such value.
    pub fn field(self, name: &str, value: impl IntoLisp) -> Result<RecordMaker<'a>, ConvertError> {
        let key = Value::symbol(self.rt.intern(name)?);
        let value = to_value(self.rt, value)?;
        table::set(self.rt, self.table, key, value)?;
        Ok(self)
    }

    /// The table.
    ///
    /// # Errors
    /// None.
    pub fn done(self) -> Result<Built<'a>, ConvertError> {
        IntoContext { rt: self.rt }.done(self.table)
    }
}

impl<'a> ListMaker<'a> {
    /// With one more element.
    ///
    /// # Errors
    /// When the value exceeds a limit, or there is no such value.
    pub fn item(mut self, value: impl IntoLisp) -> Result<ListMaker<'a>, ConvertError> {
        let value = to_value(self.rt, value)?;
        self.items.push(value);
        Ok(self)
    }

    /// With a keyword and a value: `:height 3`.
    ///
    /// # Errors
    /// As for [`ListMaker::item`].
    pub fn field(mut self, name: &str, value: impl IntoLisp) -> Result<ListMaker<'a>, ConvertError> {
        let key = Value::keyword(self.rt.intern(name)?);
        self.items.push(key);
        self.item(value)
    }

    /// The list.
    ///
    /// # Errors
    /// When it exceeds the memory limit.
    pub fn done(self) -> Result<Built<'a>, ConvertError> {
        let list = self.rt.heap.list(&self.items)?;
        IntoContext { rt: self.rt }.done(list)
    }
}

/// A value that is one of several kinds: a symbol, or a list with one at its head. [`FromContext::variant`] takes it
/// apart.
///
/// There is an example at [`FromContext::variant`].
pub struct Variant<'a> {
    rt: &'a mut Runtime,
    whole: Value,
    name: String,
    items: Vec<Value>,
    position: usize,
}

impl<'a> FromContext<'a> {
    /// Returns whether it can have [fields](FromContext::field): it is a hash table, or a list that is not empty.
    pub fn has_fields(&self) -> bool {
        self.value.is(Kind::TABLE) || self.value.has_elements()
    }

    /// As [`FromContext::field`], for what has just the fields that are `known`: the message tells which key is near.
    ///
    /// # Errors
    /// As for [`FromContext::field`].
    #[doc(hidden)]
    pub fn field_among<T: FromLisp>(&mut self, field: &str, known: &[&str]) -> Result<T, ConvertError> {
        match self.find(field)? {
            Some(value) => part(self.rt, value).map_err(|e| e.within(|| format!("as {field}"))),
            None => match T::omitted() {
                Some(omitted) => Ok(omitted),
                None => {
                    let keys = self.keys()?;
                    Err(self.refuse(&missing(self.rt, field, &keys, known)))
                }
            },
        }
    }

    /// Checks that it has no key besides those that are `known`. A table may have more, unless `of_tables` forbids it.
    ///
    /// # Errors
    /// When it has, or a limit is exceeded.
    #[doc(hidden)]
    pub fn has_only(&mut self, known: &[&str], of_tables: bool) -> Result<(), ConvertError> {
        if self.value.is(Kind::TABLE) && !of_tables {
            return Ok(());
        }
        let keys = self.keys()?;
        unknown(self.rt, &keys, known).map_or(Ok(()), |reason| Err(self.refuse(&reason)))
    }

    fn keys(&mut self) -> Result<Vec<Value>> {
        let keys: Vec<Value> = match object_of(self) {
            Some(Object::Table(table)) => table.iter().map(|(key, _)| key).collect(),
            _ => collection::elements(self.rt, self.value)?.unwrap_or_default().into_iter().step_by(2).collect(),
        };
        self.rt.charge(keys.len() / 16)?;
        Ok(keys)
    }

    /// The value as one of several kinds: `'stop`, `:stop`, or `'(jump 3)`.
    ///
    /// ```
    /// use klammer::{ConvertError, Engine, FromLisp, FromContext};
    ///
    /// #[derive(PartialEq, Debug)]
    /// enum Move {
    ///     Stop,
    ///     Jump(i64),
    /// }
    ///
    /// impl FromLisp for Move {
    ///     const EXPECTED: &'static str = "a move";
    ///
    ///     fn from_lisp(value: FromContext<'_>) -> Result<Move, ConvertError> {
    ///         let mut variant = value.variant::<Move>()?;
    ///         let found = match variant.name() {
    ///             "stop" => Move::Stop,
    ///             "jump" => Move::Jump(variant.item()?),
    ///             _ => return Err(variant.unknown("stop or jump")),
    ///         };
    ///         variant.done(found)
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.eval::<Vec<Move>>("'(stop (jump 3))")?, [Move::Stop, Move::Jump(3)]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is neither a symbol or keyword nor a list that begins with one.
    pub fn variant<T: FromLisp>(self) -> Result<Variant<'a>, ConvertError> {
        let whole = self.value;
        let unfit = || ConvertError::unfit(T::EXPECTED, whole);
        let (head, items) = if whole.has_elements() {
            let items = collection::elements(self.rt, whole)?.ok_or_else(unfit)?;
            (items.first().copied().ok_or_else(unfit)?, items)
        } else {
            (whole, Vec::new())
        };
        let name = head.as_symbol().or(head.as_keyword()).ok_or_else(unfit)?;
        let name = self.rt.name(name).to_string();
        Ok(Variant { rt: self.rt, whole, name, items, position: 1 })
    }
}

impl Variant<'_> {
    /// The name of the kind.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Takes the next element after it.
    ///
    /// # Errors
    /// When there is none and `T` may not be left out, or it is no `T`.
    pub fn item<T: FromLisp>(&mut self) -> Result<T, ConvertError> {
        let position = self.position;
        self.position += 1;
        match self.items.get(position) {
            Some(&value) => part(self.rt, value).map_err(|e| e.within(|| collection::element(position))),
            None => T::omitted()
                .ok_or_else(|| self.refuse(&format!("{} needs more after it, such as {}", self.name, T::EXPECTED))),
        }
    }

    /// Returns the value after the keyword `field`.
    ///
    /// # Errors
    /// As for [`Variant::item`].
    pub fn field<T: FromLisp>(&mut self, field: &str) -> Result<T, ConvertError> {
        self.field_among(field, &[])
    }

    fn find(&self, field: &str) -> Option<Value> {
        let wanted = self.rt.symbols.find(field);
        let rest = self.items.get(1..).unwrap_or(&[]);
        rest.chunks(2).find_map(|pair| match *pair {
            [key, value] if wanted.is_some() && key.as_keyword().or(key.as_symbol()) == wanted => Some(value),
            _ => None,
        })
    }

    /// As [`Variant::field`], for a kind that has just the fields that are `known`: see [`FromContext::field_among`].
    ///
    /// # Errors
    /// As for [`Variant::item`].
    #[doc(hidden)]
    pub fn field_among<T: FromLisp>(&mut self, field: &str, known: &[&str]) -> Result<T, ConvertError> {
        let found = self.find(field);
        self.position = self.items.len();
        match found {
            Some(value) => part(self.rt, value).map_err(|e| e.within(|| format!("as {field}"))),
            None => T::omitted().ok_or_else(|| {
                let keys = self.keys();
                let mut reason = missing(self.rt, field, &keys, known);
                // Fields without their names.
                if !known.is_empty() && keys.first().is_some_and(|&key| name_of(self.rt, key).is_none()) {
                    let fields: Vec<String> = known.iter().map(|field| format!(":{field} ...")).collect();
                    reason.push_str(&format!(" (write ({} {}))", self.name, fields.join(" ")));
                }
                self.refuse(&reason)
            }),
        }
    }

    /// Checks that it has no key besides those that are `known`.
    ///
    /// # Errors
    /// When it has.
    #[doc(hidden)]
    pub fn has_only(&mut self, known: &[&str]) -> Result<(), ConvertError> {
        self.position = self.items.len();
        unknown(self.rt, &self.keys(), known).map_or(Ok(()), |reason| Err(self.refuse(&reason)))
    }

    fn keys(&self) -> Vec<Value> {
        self.items.iter().skip(1).step_by(2).copied().collect()
    }

    /// Returns the value, unless there is more of it than has been taken.
    ///
    /// # Errors
    /// When there is.
    pub fn done<T>(self, found: T) -> Result<T, ConvertError> {
        if self.position < self.items.len() {
            return Err(self.refuse(&format!("there are more elements after {} than it has", self.name)));
        }
        Ok(found)
    }

    /// The error that there is no such kind. `names` are those that there are.
    #[cold]
    pub fn unknown(&self, names: &str) -> ConvertError {
        ConvertError::unfit(names.to_string(), self.whole)
    }

    #[cold]
    fn refuse(&self, reason: &str) -> ConvertError {
        ConvertError::refused(reason.to_string(), self.whole)
    }
}

/// The name that a key is.
fn name_of(rt: &Runtime, key: Value) -> Option<&str> {
    let symbol = key.as_symbol().or(key.as_keyword()).map(|s| rt.name(s));
    symbol.or_else(|| if key.is(Kind::STRING) { rt.heap.as_str(key) } else { None })
}

/// Describes the error that no key is `field`. A key that is no field and near it was meant to be it, or it has no
/// value.
#[cold]
fn missing(rt: &Runtime, field: &str, keys: &[Value], known: &[&str]) -> String {
    let names = keys.iter().filter_map(|&key| name_of(rt, key));
    if names.clone().any(|name| name == field) {
        return format!("its {field} has no value after it");
    }
    match nearest(field, names.filter(|name| !known.contains(name))) {
        Some(near) => format!("it has no {field} (did you mean {field} by {near}?)"),
        None => format!("it has no {field}"),
    }
}

/// Describes the error that one of the keys is no field: the first of them, and what might have been meant.
fn unknown(rt: &Runtime, keys: &[Value], known: &[&str]) -> Option<String> {
    let is_known = |key: Value| name_of(rt, key).is_some_and(|name| known.contains(&name));
    let key = keys.iter().copied().find(|&key| !is_known(key))?;
    let shown = rt.show(key);
    let Some(name) = name_of(rt, key) else { return Some(format!("expected the name of a field, got {shown}")) };
    let shown = shown.strip_prefix(':').unwrap_or(&shown);
    Some(match nearest(name, known.iter().copied()) {
        Some(near) => format!("it has no field {shown} (did you mean {near}?)"),
        None => format!("it has no field {shown}, only {}", known.join(", ")),
    })
}
