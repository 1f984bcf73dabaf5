//! Numbers, truth values, characters, strings, and what has no parts.

use std::borrow::Cow;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use dashu_int::IBig;

use super::error::HostError;
use super::{ConvertError, FromLisp, Given, IntoLisp, Made, Maker};
use crate::handle::Handle;
use crate::num::{self, Number};
use crate::value::Value;

/// An integer that is no fixnum, or none that fits.
#[cold]
#[inline(never)]
fn large<T: FromLisp + for<'a> TryFrom<&'a IBig>>(given: &Given<'_>) -> Result<T, ConvertError> {
    let n = match Number::from_value(&given.rt.heap, given.value) {
        Some(Number::Integer(n)) => T::try_from(&n).ok(),
        _ => None,
    };
    n.ok_or_else(|| given.unfit::<T>())
}

macro_rules! integers {
    ($($t:ty: $expected:literal),*) => { $(
        impl FromLisp for $t {
            const EXPECTED: &'static str = $expected;
            const SPECIALIZER: Option<&'static str> = Some("integer");

            #[inline]
            fn from_lisp(given: Given<'_>) -> Result<$t, ConvertError> {
                if let Some(n) = given.value.as_fixnum()
                    && let Ok(n) = <$t>::try_from(n)
                {
                    return Ok(n);
                }
                large(&given)
            }
        }

        impl IntoLisp for $t {
            #[inline]
            fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
                let v = match i64::try_from(self).ok().and_then(Value::fixnum) {
                    Some(v) => v,
                    None => maker.rt.heap.integer(self.into())?,
                };
                maker.done(v)
            }
        }
    )* };
}

integers! {
    i8: "an integer of 8 bits", i16: "an integer of 16 bits", i32: "an integer of 32 bits",
    i64: "an integer of 64 bits", i128: "an integer of 128 bits", isize: "an integer of machine size", u8: "an integer from 0 to 255",
    u16: "an integer from 0 of 16 bits", u32: "an integer from 0 of 32 bits", u64: "an integer from 0 of 64 bits",
    u128: "an integer from 0 of 128 bits", usize: "an integer from 0 of machine size"
}

impl FromLisp for f64 {
    const EXPECTED: &'static str = "a number";
    const SPECIALIZER: Option<&'static str> = Some("number");

    #[inline]
    fn from_lisp(given: Given<'_>) -> Result<f64, ConvertError> {
        if let Some(x) = given.rt.heap.as_float(given.value) {
            return Ok(x);
        }
        if !given.value.is_number() {
            return Err(given.unfit::<f64>());
        }
        Ok(num::to_float(given.rt, "convert", given.value)?)
    }
}

impl IntoLisp for f64 {
    #[inline]
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let v = maker.rt.heap.float(self)?;
        maker.done(v)
    }
}

/// Rounded to what an `f32` holds.
impl FromLisp for f32 {
    const EXPECTED: &'static str = f64::EXPECTED;
    const SPECIALIZER: Option<&'static str> = f64::SPECIALIZER;
    fn from_lisp(given: Given<'_>) -> Result<f32, ConvertError> {
        given.get::<f64>().map(|x| x as f32)
    }
}

impl IntoLisp for f32 {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(f64::from(self))
    }
}

impl FromLisp for bool {
    const EXPECTED: &'static str = "a truth value";
    fn from_lisp(given: Given<'_>) -> Result<bool, ConvertError> {
        Ok(!given.rt.is_false(given.value))
    }
}

impl IntoLisp for bool {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let v = maker.rt.truth(self);
        maker.done(v)
    }
}

impl FromLisp for char {
    const EXPECTED: &'static str = "a character";
    const SPECIALIZER: Option<&'static str> = Some("character");
    fn from_lisp(given: Given<'_>) -> Result<char, ConvertError> {
        given.value.as_character().ok_or_else(|| given.unfit::<char>())
    }
}

impl IntoLisp for char {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.done(Value::character(self))
    }
}

impl FromLisp for String {
    const EXPECTED: &'static str = "a string";
    const SPECIALIZER: Option<&'static str> = Some("string");
    fn from_lisp(given: Given<'_>) -> Result<String, ConvertError> {
        let Some(bytes) = given.rt.heap.as_str(given.value).map(str::len) else { return Err(given.unfit::<String>()) };
        given.rt.pay_out(bytes)?;
        Ok(given.rt.heap.as_str(given.value).unwrap_or_default().to_string())
    }
}

impl FromLisp for Box<str> {
    const EXPECTED: &'static str = String::EXPECTED;
    const SPECIALIZER: Option<&'static str> = String::SPECIALIZER;
    fn from_lisp(given: Given<'_>) -> Result<Box<str>, ConvertError> {
        given.get::<String>().map(String::into_boxed_str)
    }
}

impl FromLisp for Arc<str> {
    const EXPECTED: &'static str = String::EXPECTED;
    const SPECIALIZER: Option<&'static str> = String::SPECIALIZER;
    fn from_lisp(given: Given<'_>) -> Result<Arc<str>, ConvertError> {
        given.get::<String>().map(Arc::from)
    }
}

impl FromLisp for Cow<'_, str> {
    const EXPECTED: &'static str = String::EXPECTED;
    const SPECIALIZER: Option<&'static str> = String::SPECIALIZER;
    fn from_lisp(given: Given<'_>) -> Result<Self, ConvertError> {
        given.get::<String>().map(Cow::Owned)
    }
}

impl<T: FromLisp> FromLisp for Arc<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const SPECIALIZER: Option<&'static str> = T::SPECIALIZER;
    fn from_lisp(given: Given<'_>) -> Result<Arc<T>, ConvertError> {
        given.rt.pay_out(size_of::<T>())?;
        given.get().map(Arc::new)
    }
}

/// The value is copied if somebody else holds it.
impl<T: IntoLisp + Clone> IntoLisp for Arc<T> {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(Arc::unwrap_or_clone(self))
    }
}

/// A number of seconds.
impl FromLisp for Duration {
    const EXPECTED: &'static str = "a number of seconds that is not negative";
    const SPECIALIZER: Option<&'static str> = f64::SPECIALIZER;
    fn from_lisp(mut given: Given<'_>) -> Result<Duration, ConvertError> {
        let seconds: f64 = given.look()?;
        Duration::try_from_secs_f64(seconds).map_err(|_| given.unfit::<Duration>())
    }
}

impl IntoLisp for Duration {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(self.as_secs_f64())
    }
}

/// Seconds since the beginning of 1970 (UTC).
impl FromLisp for SystemTime {
    const EXPECTED: &'static str = "a time, in seconds since the beginning of 1970";
    const SPECIALIZER: Option<&'static str> = f64::SPECIALIZER;
    fn from_lisp(mut given: Given<'_>) -> Result<SystemTime, ConvertError> {
        let seconds: f64 = given.look()?;
        let since = Duration::try_from_secs_f64(seconds.abs()).ok();
        let time = since.and_then(|since| match seconds < 0.0 {
            true => SystemTime::UNIX_EPOCH.checked_sub(since),
            false => SystemTime::UNIX_EPOCH.checked_add(since),
        });
        time.ok_or_else(|| given.unfit::<SystemTime>())
    }
}

impl IntoLisp for SystemTime {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(match self.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => since.as_secs_f64(),
            Err(before) => -before.duration().as_secs_f64(),
        })
    }
}

macro_rules! non_zero {
    ($($t:ty),*) => { $(
        impl FromLisp for NonZero<$t> {
            const EXPECTED: &'static str = "an integer that fits and is not zero";
            const SPECIALIZER: Option<&'static str> = Some("integer");
            fn from_lisp(mut given: Given<'_>) -> Result<Self, ConvertError> {
                let n: $t = given.look()?;
                NonZero::new(n).ok_or_else(|| given.unfit::<Self>())
            }
        }

        impl IntoLisp for NonZero<$t> {
            fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
                maker.make(self.get())
            }
        }
    )* };
}

non_zero! { i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize }

/// A path is its text.
impl FromLisp for PathBuf {
    const EXPECTED: &'static str = "a string (a path)";
    const SPECIALIZER: Option<&'static str> = Some("string");
    fn from_lisp(given: Given<'_>) -> Result<PathBuf, ConvertError> {
        match given.rt.heap.as_str(given.value) {
            Some(_) => given.get::<String>().map(PathBuf::from),
            None => Err(given.unfit::<PathBuf>()),
        }
    }
}

impl IntoLisp for &Path {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        match self.to_str() {
            Some(text) => maker.make(text),
            None => Err(HostError::new(format!("the path {} is no Unicode", self.display())).into()),
        }
    }
}

impl IntoLisp for PathBuf {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(self.as_path())
    }
}

impl IntoLisp for Arc<str> {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(&*self)
    }
}

macro_rules! texts {
    ($($t:ty),*) => { $(
        impl IntoLisp for $t {
            fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
                let v = maker.rt.heap.string(self)?;
                maker.done(v)
            }
        }
    )* };
}

texts! { String, Box<str>, Cow<'_, str> }

impl IntoLisp for &str {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let v = maker.rt.heap.string(self)?;
        maker.done(v)
    }
}

impl IntoLisp for &String {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(self.as_str())
    }
}

impl FromLisp for () {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(_: Given<'_>) -> Result<(), ConvertError> {
        Ok(())
    }
}

impl IntoLisp for () {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let v = if maker.rt.program.has_false { Value::UNSPECIFIED } else { Value::NIL };
        maker.done(v)
    }
}

impl FromLisp for Handle {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(given: Given<'_>) -> Result<Handle, ConvertError> {
        given.rt.pay_out(size_of::<Handle>())?;
        Ok(given.rt.host_roots.hold(given.value))
    }
}

impl IntoLisp for &Handle {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let v = maker.rt.host_roots.held(self)?;
        maker.done(v)
    }
}

impl IntoLisp for Handle {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.make(&self)
    }
}

impl<T: FromLisp> FromLisp for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_lisp(given: Given<'_>) -> Result<Option<T>, ConvertError> {
        if given.rt.is_false(given.value) { Ok(None) } else { given.get().map(Some) }
    }

    fn omitted() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: IntoLisp> IntoLisp for Option<T> {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        match self {
            Some(x) => maker.make(x),
            None => maker.make(false),
        }
    }
}
