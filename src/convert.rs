//! Conversion between Rust types and values, for the host's side of the border.

#![allow(
    private_interfaces,
    reason = "the traits are sealed: nobody outside can call or implement what names internal types"
)]

use crate::engine::Handle;
use crate::fault::{Code, Res, fail};
use crate::num::Number;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use crate::vm::call::HostFn;

mod sealed {
    use super::{Handle, HostFn, Res, Runtime, Value};

    /// See [`super::FromLisp`].
    pub trait FromValue: Sized {
        /// What a value must be: "an integer".
        const EXPECTED: &'static str;
        /// `None` if the value is something else.
        fn from_value(rt: &mut Runtime, v: Value) -> Option<Self>;
        /// Types that keep the value itself take a handle to it.
        fn from_handle(_hold: impl FnOnce() -> Handle) -> Option<Self> {
            None
        }
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
        fn into_host_fn(self, name: &'static str) -> HostFn;
    }
}

/// A Rust type that values can be converted to: integers, floats, `bool` (everything but nil is true), `char`, `String`, `()` (any value),
/// `Option` (nil is `None`), `Vec` (a list), [`Handle`] (any value).
pub trait FromLisp: sealed::FromValue {}
impl<T: sealed::FromValue> FromLisp for T {}

/// A Rust type that can be converted to a value. A `Result::Err` becomes an error of the program.
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
            fn from_value(rt: &mut Runtime, v: Value) -> Option<$t> {
                match Number::from_value(&rt.heap, v)? {
                    Number::Fixnum(n) => <$t>::try_from(n).ok(),
                    Number::Integer(n) => <$t>::try_from(&n).ok(),
                    _ => None,
                }
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
    i128: "an integer of 128 bits", u8: "an integer from 0 to 255", u16: "a positive integer of 16 bits",
    u32: "a positive integer of 32 bits", u64: "a positive integer of 64 bits", usize: "an index",
    u128: "a positive integer of 128 bits"
}

impl FromValue for f64 {
    const EXPECTED: &'static str = "a number";
    fn from_value(rt: &mut Runtime, v: Value) -> Option<f64> {
        if let Some(x) = rt.heap.as_float(v) {
            return Some(x);
        }
        if !crate::num::is_number(v) {
            return None;
        }
        crate::num::to_float(rt, "convert", v).ok()
    }
}

impl IntoValue for f64 {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        rt.heap.float(self)
    }
}

impl FromValue for bool {
    const EXPECTED: &'static str = "a truth value";
    fn from_value(_: &mut Runtime, v: Value) -> Option<bool> {
        Some(!v.is_nil())
    }
}

impl IntoValue for bool {
    fn into_value(self, _: &mut Runtime) -> Res<Value> {
        Ok(Value::truth(self))
    }
}

impl FromValue for char {
    const EXPECTED: &'static str = "a character";
    fn from_value(_: &mut Runtime, v: Value) -> Option<char> {
        v.as_character()
    }
}

impl IntoValue for char {
    fn into_value(self, _: &mut Runtime) -> Res<Value> {
        Ok(Value::character(self))
    }
}

impl FromValue for String {
    const EXPECTED: &'static str = "a string";
    fn from_value(rt: &mut Runtime, v: Value) -> Option<String> {
        rt.heap.as_str(v).map(str::to_string)
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

impl FromValue for () {
    const EXPECTED: &'static str = "anything";
    fn from_value(_: &mut Runtime, _: Value) -> Option<()> {
        Some(())
    }
}

impl IntoValue for () {
    fn into_value(self, _: &mut Runtime) -> Res<Value> {
        Ok(Value::NIL)
    }
}

impl FromValue for Handle {
    const EXPECTED: &'static str = "anything";
    fn from_value(_: &mut Runtime, _: Value) -> Option<Handle> {
        None
    }
    fn from_handle(hold: impl FnOnce() -> Handle) -> Option<Handle> {
        Some(hold())
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    fn from_value(rt: &mut Runtime, v: Value) -> Option<Option<T>> {
        if v.is_nil() { Some(None) } else { T::from_value(rt, v).map(Some) }
    }
    fn from_handle(hold: impl FnOnce() -> Handle) -> Option<Option<T>> {
        T::from_handle(hold).map(Some)
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        match self {
            Some(x) => x.into_value(rt),
            None => Ok(Value::NIL),
        }
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    const EXPECTED: &'static str = "a list";
    fn from_value(rt: &mut Runtime, v: Value) -> Option<Vec<T>> {
        let items = match v.kind() {
            Kind::ARRAY => match &rt.heap.as_array(v)?.data {
                crate::object::array::Storage::Values(items) => items.to_vec(),
                _ => return None,
            },
            _ => rt.list_items("convert", v).ok()?,
        };
        items.into_iter().map(|x| T::from_value(rt, x)).collect()
    }
}

impl<T: IntoValue> IntoValue for Vec<T> {
    fn into_value(self, rt: &mut Runtime) -> Res<Value> {
        let mut list = Value::NIL;
        for x in self.into_iter().rev() {
            let v = x.into_value(rt)?;
            list = rt.heap.pair(v, list)?;
        }
        Ok(list)
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
            fn into_host_fn(mut self, name: &'static str) -> HostFn {
                Box::new(move |rt, args| {
                    let expected = <[&str]>::len(&[$(stringify!($t)),*]);
                    if args.len() != expected {
                        return fail(
                            Code::ArgumentCount,
                            format!("{name}: expected {expected} argument(s), got {}", args.len()),
                        );
                    }
                    let mut position = 0;
                    $(
                        let given = args.get(position).copied().unwrap_or(Value::NIL);
                        position += 1;
                        let Some($v) = $t::from_value(rt, given) else {
                            return Err(rt.wrong_type(name, &format!("argument {position}"), $t::EXPECTED, given));
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
