//! Conversion between Rust types and values, for the host's side of the border.

#![allow(
    private_interfaces,
    reason = "the traits are sealed: nobody outside can call or implement what names internal types"
)]

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use crate::equality::table;
use crate::fault::{Code, Condition, Fault, Res, fail};
use crate::handle::Handle;
use crate::module::native::HostFn;
use crate::num::Number;
use crate::object::Object;
use crate::object::board::BoardArray;
use crate::object::table::Table;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use klammer_boards::board::Board;

mod sealed {
    use super::{HostFn, Res, Runtime, Value};

    /// See [`super::FromLisp`].
    pub trait FromValue: Sized {
        /// What a value must be: "an integer".
        const EXPECTED: &'static str;
        /// `None` if the value is something else. Fails when converting it exceeds a limit.
        fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<Self>>;
    }

    /// See [`super::IntoLisp`].
    pub trait IntoValue {
        fn into_value(self, rt: &mut Runtime) -> Res<Value>;
    }

    /// See [`super::IntoArguments`].
    pub trait Arguments {
        fn into_arguments(self, rt: &mut Runtime) -> Res<Vec<Value>>;
    }

    /// See [`super::HostFunction`].
    pub trait IntoHostFn<A> {
        fn into_host_fn(self, name: Box<str>) -> HostFn;
    }
}

/// A Rust type that values can be converted to: integers, floats, `bool` (everything but nil is true), `char`, `String`, `()` (any value),
/// `Option` (nil is `None`), `Vec` (a list or vector), tuples (a list of as many elements), `HashMap` (a hash table), [`Board`] (a copy),
/// [`Handle`] (any value).
pub trait FromLisp: sealed::FromValue {}
impl<T: sealed::FromValue> FromLisp for T {}

/// A Rust type that can be converted to a value: those of [`FromLisp`], borrowed strings, slices and handles, and `Result`, whose `Err`
/// becomes an error of the program.
pub trait IntoLisp: sealed::IntoValue {}
impl<T: sealed::IntoValue> IntoLisp for T {}

/// Arguments of a call: a tuple of up to six, or a `Vec`.
pub trait IntoArguments: sealed::Arguments {}
impl<T: sealed::Arguments> IntoArguments for T {}

/// A Rust function or closure of up to six parameters that a program can call.
pub trait HostFunction<A>: sealed::IntoHostFn<A> {}
impl<A, F: sealed::IntoHostFn<A>> HostFunction<A> for F {}

use sealed::{Arguments, FromValue, IntoHostFn, IntoValue};

macro_rules! integers {
    ($($t:ty: $expected:literal),*) => { $(
        impl FromValue for $t {
            const EXPECTED: &'static str = $expected;
            fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<$t>> {
                Ok(match Number::from_value(&rt.heap, v) {
                    Some(Number::Fixnum(n)) => <$t>::try_from(n).ok(),
                    Some(Number::Integer(n)) => <$t>::try_from(&n).ok(),
                    _ => None,
                })
            }
        }

        impl IntoValue for $t {
            fn into_value(self, rt: &mut Runtime) -> Res<Value> {
                rt.heap.integer(self.into())
            }
        }
    )* };
}

integers! {
    i8: "an integer of 8 bits", i16: "an integer of 16 bits", i32: "an integer of 32 bits", i64: "an integer of 64 bits",
    i128: "an integer of 128 bits", isize: "an integer of machine size", u8: "an integer from 0 to 255",
    u16: "an integer from 0 of 16 bits", u32: "an integer from 0 of 32 bits", u64: "an integer from 0 of 64 bits",
    u128: "an integer from 0 of 128 bits", usize: "an integer from 0 of machine size"
}

impl FromValue for f64 {
    const EXPECTED: &'static str = "a number";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<f64>> {
        if let Some(x) = rt.heap.as_float(v) {
            return Ok(Some(x));
        }
        if !crate::num::is_number(v) {
            return Ok(None);
        }
        crate::num::to_float(rt, "convert", v).map(Some)
    }
}

impl IntoValue for f64 {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.float(self)
    }
}

/// Rounded to what an `f32` holds.
impl FromValue for f32 {
    const EXPECTED: &'static str = f64::EXPECTED;
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<f32>> {
        Ok(f64::from_value(rt, v)?.map(|x| x as f32))
    }
}

impl IntoValue for f32 {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.float(self.into())
    }
}

impl FromValue for bool {
    const EXPECTED: &'static str = "a truth value";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<bool>> {
        Ok(Some(!rt.is_false(v)))
    }
}

impl IntoValue for bool {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        Ok(rt.truth(self))
    }
}

impl FromValue for char {
    const EXPECTED: &'static str = "a character";
    fn from_value(_: &mut Runtime, v: Value) -> Res<Option<char>> {
        Ok(v.as_character())
    }
}

impl IntoValue for char {
    fn into_value(self, _: &mut Runtime) -> Res<Value> {
        Ok(Value::character(self))
    }
}

impl FromValue for String {
    const EXPECTED: &'static str = "a string";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<String>> {
        Ok(rt.heap.as_str(v).map(str::to_string))
    }
}

impl IntoValue for String {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.string(self)
    }
}

impl IntoValue for &str {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.string(self)
    }
}

impl IntoValue for &String {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.string(self.as_str())
    }
}

impl FromValue for Board {
    const EXPECTED: &'static str = "a board";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<Board>> {
        Ok(rt.heap.as_board(v).map(|b| b.board.clone()))
    }
}

impl IntoValue for Board {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.array(BoardArray::new(self).into_array())
    }
}

impl FromValue for () {
    const EXPECTED: &'static str = "anything";
    fn from_value(_: &mut Runtime, _: Value) -> Res<Option<()>> {
        Ok(Some(()))
    }
}

impl IntoValue for () {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        Ok(if rt.program.has_false { Value::UNSPECIFIED } else { Value::NIL })
    }
}

impl FromValue for Handle {
    const EXPECTED: &'static str = "anything";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<Handle>> {
        Ok(Some(rt.host_roots.hold(v)))
    }
}

impl IntoValue for &Handle {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.host_roots.held(self)
    }
}

impl IntoValue for Handle {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.host_roots.held(&self)
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<Option<T>>> {
        if rt.is_false(v) { Ok(Some(None)) } else { Ok(T::from_value(rt, v)?.map(Some)) }
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        match self {
            Some(x) => x.into_value(rt),
            None => Ok(rt.truth(false)),
        }
    }
}

/// The elements of a list or vector; `None` for anything else.
fn elements(rt: &mut Runtime, v: Value) -> Res<Option<Vec<Value>>> {
    if v.is(Kind::ARRAY) {
        let Some(array) = rt.heap.as_array(v).filter(|a| a.dimensions().len() == 1) else { return Ok(None) };
        let elements: Vec<_> = (0..array.len()).filter_map(|i| array.element(i)).collect();
        return elements.into_iter().map(|x| rt.heap.element_value(x)).collect::<Res<_>>().map(Some);
    }
    match rt.list_items("convert", v) {
        Ok(items) => Ok(Some(items)),
        Err(fault) if matches!(*fault, Fault::Error(_)) => Ok(None),
        Err(limit) => Err(limit),
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    const EXPECTED: &'static str = "a list";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<Vec<T>>> {
        let Some(items) = elements(rt, v)? else { return Ok(None) };
        items.into_iter().map(|x| T::from_value(rt, x)).collect()
    }
}

/// A list of the values of `items`.
fn list<T: IntoValue>(rt: &mut Runtime, items: impl DoubleEndedIterator<Item = T>) -> Res<Value> {
    let mut list = Value::NIL;
    for x in items.rev() {
        let v = x.into_value(rt)?;
        list = rt.heap.pair(v, list)?;
    }
    Ok(list)
}

impl<T: IntoValue> IntoValue for Vec<T> {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        list(rt, self.into_iter())
    }
}

impl<T: IntoValue, const N: usize> IntoValue for [T; N] {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        list(rt, self.into_iter())
    }
}

impl<T: IntoValue + Clone> IntoValue for &[T] {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        list(rt, self.iter().cloned())
    }
}

impl<K: FromValue + Eq + Hash, V: FromValue, S: BuildHasher + Default> FromValue for HashMap<K, V, S> {
    const EXPECTED: &'static str = "a hash table";
    fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<HashMap<K, V, S>>> {
        let entries: Vec<(Value, Value)> = match rt.heap.as_object(v) {
            Some(Object::Table(t)) => t.iter().collect(),
            _ => return Ok(None),
        };
        let convert = |(k, v)| Ok(K::from_value(rt, k)?.zip(V::from_value(rt, v)?));
        entries.into_iter().map(convert).collect()
    }
}

impl<K: IntoValue, V: IntoValue, S> IntoValue for HashMap<K, V, S> {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        let result = rt.heap.object(Object::Table(Table::default()))?;
        for (k, v) in self {
            let (k, v) = (k.into_value(rt)?, v.into_value(rt)?);
            table::set(rt, result, k, v)?;
        }
        Ok(result)
    }
}

impl<T: IntoValue, E: std::fmt::Display> IntoValue for Result<T, E> {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        match self {
            Ok(x) => x.into_value(rt),
            Err(e) => fail(Code::Host, e.to_string()),
        }
    }
}

/// What the host asked for, or an error that says what it got.
pub(crate) fn result<T: FromValue>(rt: &mut Runtime, v: Value) -> Res<T> {
    match T::from_value(rt, v)? {
        Some(converted) => Ok(converted),
        None => {
            let shown = crate::printer::brief(rt, v);
            let message = format!("the result must be {}, got {shown}", T::EXPECTED);
            Err(Condition::new(Code::WrongType, message).with_irritants(&[v]).into())
        }
    }
}

impl<T: IntoValue> Arguments for Vec<T> {
    fn into_arguments(self, rt: &mut Runtime) -> Res<Vec<Value>> {
        self.into_iter().map(|x| x.into_value(rt)).collect()
    }
}

macro_rules! tuples {
    ($(($($t:ident $v:ident),*))*) => { $(
        impl<$($t: IntoValue),*> Arguments for ($($t,)*) {
            #[allow(unused_variables)]
            fn into_arguments(self, rt: &mut Runtime) -> Res<Vec<Value>> {
                let ($($v,)*) = self;
                Ok(vec![$($v.into_value(rt)?),*])
            }
        }

        impl<Out: IntoValue, $($t: FromValue,)* Func> IntoHostFn<($($t,)*)> for Func
        where
            Func: FnMut($($t),*) -> Out + Send + 'static,
        {
            #[allow(unused_mut, unused_variables, unused_assignments)]
            fn into_host_fn(mut self, name: Box<str>) -> HostFn {
                Box::new(move |rt, args| {
                    let expected = <[&str]>::len(&[$(stringify!($t)),*]);
                    if args.len() != expected {
                        return Err(Condition::count(&name, expected, Some(expected), "", args.len()).into());
                    }
                    let mut position = 0;
                    $(
                        let given = args.get(position).copied().unwrap_or(Value::NIL);
                        position += 1;
                        let Some($v) = $t::from_value(rt, given)? else {
                            return Err(rt.wrong_type(&name, position, $t::EXPECTED, given));
                        };
                    )*
                    self($($v),*).into_value(rt)
                })
            }
        }
    )* };
}

tuples! {
    ()
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
}

/// Tuples of several values are lists of so many elements.
macro_rules! fixed_lists {
    ($($expected:literal: $($t:ident $v:ident),*;)*) => { $(
        impl<$($t: FromValue),*> FromValue for ($($t,)*) {
            const EXPECTED: &'static str = $expected;
            fn from_value(rt: &mut Runtime, v: Value) -> Res<Option<Self>> {
                let Some(items) = elements(rt, v)? else { return Ok(None) };
                let &[$($v),*] = items.as_slice() else { return Ok(None) };
                $(let Some($v) = $t::from_value(rt, $v)? else { return Ok(None) };)*
                Ok(Some(($($v,)*)))
            }
        }

        impl<$($t: IntoValue),*> IntoValue for ($($t,)*) {
            fn into_value(self, rt: &mut Runtime) -> Res<Value> {
                let items = self.into_arguments(rt)?;
                rt.heap.list(&items)
            }
        }
    )* };
}

fixed_lists! {
    "a list of two": A a, B b;
    "a list of three": A a, B b, C c;
    "a list of four": A a, B b, C c, D d;
}
