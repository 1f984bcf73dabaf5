//! Closures of the host as functions of a program, their parameters, and functions that the host calls.
//!
//! Arguments are converted in three steps, so that a function can borrow from the engine. First, everything that needs
//! the engine is converted (*kept*). Then references are borrowed from it (*lent*). After the call, objects that were
//! taken out are put back. A function that may call back has the engine itself: its loan is a copy, or taken out.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use super::context::{Context, bound_cell, global};
use super::error::{AnyError, to_fault};
use super::object::HostType;
use super::scoped::{Ref, RefMut, not_lent};
use super::{ConvertError, FromContext, FromLisp, IntoLisp, from_value, to_value};
use crate::builtins::Mode;
use crate::fault::{Result, internal};
use crate::handle::Handle;
use crate::module::ProgramState;
use crate::module::native::host_signature;
use crate::module::native::{HostFn, HostParameter, HostSignature};
use crate::object::host::HostOwned;
use crate::runtime::Runtime;
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::host_call::Callback;

/// A Rust function or closure that programs can call: [`Engine::define`](crate::Engine::define) gives it a name.
///
/// It has up to twelve parameters, the context not counted. Types of parameters:
///
/// | parameter | is | with a context |
/// |---|---|---|
/// | `T` with [`FromLisp`]: `i64`, `String`, `Vec<T>`, a tuple, ... | the argument, converted | the same |
/// | `&str` | a string, where it lies | a copy of it |
/// | `&[T]` | a list or a vector, converted | the same |
/// | `Option<T>` | nil is `None`; as one of the last it may be left out, which is `None`, too | the same |
/// | [`Optional<T>`](crate::Optional) | it may be left out; nil is given to `T` | the same |
/// | [`Rest<T>`](crate::Rest), as the last | all arguments from here on | the same |
/// | [`Handle`] | any value, itself: a function to call, say | the same |
/// | [`Value`](crate::Value) | any value, as data | the same |
/// | [`Serde<T>`] (feature `serde`) | what serde makes of it | the same |
/// | `&T` or `&mut T` of a [`HostType`], as the first | an object of the host, lent | not possible: `Ref`, `RefMut` |
/// | [`Ref<T>`](crate::Ref), [`RefMut<T>`](crate::RefMut) of a [`HostType`], anywhere | the same | taken out of the engine for the call |
/// | `T` of a [`HostType`] that is `Clone` | a copy of the object | the same |
/// | `&mut` [`Context`], before all others | no argument: the engine that calls | |
///
/// Without a context, it is an `FnMut` that is `Send`: it may own and change what it likes, but it belongs to one
/// engine. With one, it may call back, and be called while it runs: so it is an `Fn`, and `Send` and `Sync`. Then it is
/// also in copies of the engine ([`Engine::snapshot`](crate::Engine::snapshot)), and keeps its state in the engine
/// ([`Engine::data`](crate::Engine::data)). Functions find the loans
/// of the host for the time of a call by [`Context::lent`].
///
/// Its result has [`IntoLisp`], or is a `Result` of such a type. The error becomes one of the program: any that `?`
/// turns into a `Box<dyn Error + Send + Sync>`, a `String`, a `&str`, or a [`HostError`](crate::HostError).
///
/// ```
/// use klammer::{Context, Engine, Error, Handle, Rest};
///
/// struct Log(Vec<String>);
///
/// let mut engine = Engine::new();
/// *engine.data() = Some(Log(Vec::new()));
/// engine.define("log!", |cx: &mut Context<'_>, level: &str, times: Option<usize>, words: Rest<Handle>| {
///     let words: Result<Vec<String>, Error> = words.iter().map(|word| cx.display(word)).collect();
///     let line = format!("{level}: {}", words?.join(" "));
///     let log = cx.data::<Log>().ok_or("there is no log")?;
///     log.0.extend(vec![line; times.unwrap_or(1)]);
///     Ok::<usize, Box<dyn std::error::Error + Send + Sync>>(log.0.len())
/// });
/// assert_eq!(engine.eval::<usize>("(log! \"info\")")?, 1);
/// assert_eq!(engine.eval::<usize>("(log! \"info\" 2 'door \"open\" 7)")?, 3);
/// assert_eq!(engine.data::<Log>().as_ref().unwrap().0[2], "info: door open 7");
///
/// // Without a context, it may change what it owns.
/// let mut last = 0;
/// engine.define("next", move || {
///     last += 1;
///     last
/// });
/// assert_eq!(engine.eval::<Vec<i64>>("(list (next) (next))")?, [1, 2]);
/// # Ok::<(), Error>(())
/// ```
#[cfg_attr(feature = "serde", doc = "[`Serde<T>`]: super::serde::Serde")]
#[cfg_attr(not(feature = "serde"), doc = "[`Serde<T>`]: crate#features")]
#[diagnostic::on_unimplemented(
    message = "this cannot be a function that programs call",
    label = "no `HostFunction`",
    note = "objects of a `HostType` are lent: `&T` or `&mut T` as the first parameter if there is no context, \
            `Ref<'_, T>` or `RefMut<'_, T>` as any; a parameter `T` is a copy, for which the type must be `Clone`",
    note = "up to twelve parameters of types that have `FromLisp`, or `&str` or `&[T]`, which stand alone (a list of \
            texts is a `Vec<String>`); `Rest<T>` as the last one",
    note = "their types are written out: `|n: i64|`; a context comes first: `|cx: &mut Context<'_>|`",
    note = "it returns what it owns, of a type that has `IntoLisp`, or a `Result` of one with any error; it may \
            return a future of one, which is `Send`",
    note = "with a context it is `Fn` and `Sync`: it changes nothing that it captures, its state is in \
            `Engine::data` or lent by `Call::lend`",
    note = "for a type of your own, derive or implement `HostType`, or `FromLisp` and `IntoLisp`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait HostFunction<Marker>: Sized {
    #[doc(hidden)]
    fn into_parts(self) -> HostFunctionParts;
}

/// A function of the host as the engine keeps it.
pub(crate) struct HostFunctionParts {
    pub parameters: Vec<HostParameter>,
    pub action: HostFunctionCode,
}

pub(crate) enum HostFunctionCode {
    Plain(HostFn),
    CallsBack(Callback),
}

/// Marks functions that begin with a context.
#[derive(Debug)]
pub struct WithContext;

/// Marks functions that are lent an object of the host first.
#[derive(Debug)]
pub struct Lending<T>(PhantomData<fn(T)>);

/// The error of a function that may change its object.
#[derive(Debug)]
pub struct LendingMut<T>(PhantomData<fn(T)>);

/// Result of a host function: a value with [`IntoLisp`] such as `()`, or a `Result` of one with an error that converts
/// to `Box<dyn Error + Send + Sync>`.
///
/// There is an example at [`crate::Engine::define`], and one with errors of several kinds at [`crate::HostError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a function that programs call returns",
    note = "it returns a type that has `IntoLisp`, or a `Result` of one with any error"
)]
pub trait IntoReturn {
    #[doc(hidden)]
    fn into_result(self, rt: &mut Runtime) -> Result<Value>;
}

impl<T: IntoLisp> IntoReturn for T {
    #[inline]
    fn into_result(self, rt: &mut Runtime) -> Result<Value> {
        to_value(rt, self)
    }
}

impl<T: IntoLisp, E: Into<AnyError>> IntoReturn for Result<T, E> {
    #[inline]
    fn into_result(self, rt: &mut Runtime) -> Result<Value> {
        match self {
            Ok(x) => to_value(rt, x),
            Err(e) => Err(to_fault(rt, e.into())),
        }
    }
}

/// Functions without a context. `own` is the first parameter of those that borrow an object of the host for the call.
macro_rules! plain_functions {
    ($($own:ident $object:ident $marker:ident $reference:ident [$($borrow:tt)+])?; $($t:ident $v:ident),*) => {
        #[expect(private_interfaces, reason = "see the trait")]
        #[allow(unused_parens)]
        impl<Func, Out, $($own: HostType,)? $($t),*> HostFunction<($($marker<$own>,)? fn($($t),*) -> Out)> for Func
        where
            Func: Send + 'static,
            Out: IntoReturn,
            $($t: Parameter,)*
            for<'a> &'a mut Func: FnMut($($($borrow)+ $own,)? $($t),*) -> Out
                + FnMut($($($borrow)+ $own,)? $(<$t as Parameter>::Item<'_>),*) -> Out,
        {
            fn into_parts(self) -> HostFunctionParts {
                let mut this = HostOwned::new(self);
                // The compiler takes the closure for what it is only where it is called as that.
                #[inline(always)]
                #[allow(clippy::too_many_arguments)]
                fn call<$($own,)? Out, $($t),*>(
                    mut f: impl FnMut($($($borrow)+ $own,)? $($t),*) -> Out,
                    $($object: $($borrow)+ $own,)?
                    $($v: $t),*
                ) -> Out {
                    f($($object,)? $($v),*)
                }
                HostFunctionParts {
                    parameters: host_parameters(&[
                        $(parameter_spec::<$reference<'_, $own>>(),)?
                        $(parameter_spec::<$t>()),*
                    ]),
                    #[allow(unused_mut, unused_variables, clippy::redundant_closure_call)]
                    action: HostFunctionCode::Plain(Box::new(move |facts, rt, args| {
                        $(let mut $object = <$reference<'_, $own> as Parameter>::Kept::default();)?
                        $(let mut $v = <$t as Parameter>::Kept::default();)*
                        let mut from = Arguments { rt: &mut *rt, facts, args, position: 0, calls_back: false };
                        let out = (|| -> Result<Out> {
                            $($object = $reference::<$own>::keep(&mut from)?;)?
                            $($v = <$t as Parameter>::keep(&mut from)?;)*
                            let rt: &Runtime = from.rt;
                            $(let $object = $reference::<$own>::lend(Some(rt), &mut $object)?;)?
                            $(let $v = <$t as Parameter>::lend(Some(rt), &mut $v)?;)*
                            match &mut *this {
                                Some(function) => Ok(call(function, $($object.0,)? $($v),*)),
                                None => internal("a function that is there"),
                            }
                        })();
                        $($reference::<$own>::restore(rt, &mut $object);)?
                        $(<$t as Parameter>::restore(rt, &mut $v);)*
                        match out {
                            Ok(out) => out.into_result(rt),
                            Err(fault) => Err(not_lent(rt, facts, args, fault)),
                        }
                    })),
                }
            }
        }
    };
}

macro_rules! functions {
    ($(($($t:ident $v:ident),*))*) => { $(
        plain_functions! { ; $($t $v),* }
        plain_functions! { Own own Lending Ref [&]; $($t $v),* }
        plain_functions! { Own own LendingMut RefMut [&mut]; $($t $v),* }

        #[expect(private_interfaces, reason = "see the trait")]
        impl<Func, Out, $($t),*> HostFunction<(WithContext, fn($($t),*) -> Out)> for Func
        where
            Func: Send + Sync + 'static,
            Out: IntoReturn,
            $($t: Parameter,)*
            for<'a> &'a Func: Fn(&mut Context<'_>, $($t),*) -> Out
                + Fn(&mut Context<'_>, $(<$t as Parameter>::Item<'_>),*) -> Out,
        {
            fn into_parts(self) -> HostFunctionParts {
                let this = HostOwned::new(self);
                #[inline(always)]
                #[allow(clippy::too_many_arguments)]
                fn call<Out, $($t),*>(
                    f: impl Fn(&mut Context<'_>, $($t),*) -> Out,
                    cx: &mut Context<'_>,
                    $($v: $t),*
                ) -> Out {
                    f(cx, $($v),*)
                }
                HostFunctionParts {
                    parameters: host_parameters(&[$(parameter_spec::<$t>()),*]),
                    #[allow(unused_mut, unused_variables, clippy::redundant_closure_call)]
                    action: HostFunctionCode::CallsBack(Arc::new(move |vm: &mut Vm, native, lent, args| {
                        $(let mut $v = <$t as Parameter>::Kept::default();)*
                        let out = (|| -> Result<Out> {
                            let ProgramState { natives, rt, .. } = &mut vm.program;
                            let facts = host_signature(natives, native)?;
                            let mut from = Arguments { rt, facts, args, position: 0, calls_back: true };
                            $($v = <$t as Parameter>::keep(&mut from)?;)*
                            $(let $v = <$t as Parameter>::lend(None, &mut $v)?;)*
                            match &*this {
                                Some(function) => Ok(call(function, &mut Context::new(vm, lent), $($v),*)),
                                None => internal("a function that is there"),
                            }
                        })();
                        $(<$t as Parameter>::restore(&mut vm.program.rt, &mut $v);)*
                        out?.into_result(&mut vm.program.rt)
                    })),
                }
            }
        }
    )* };
}

/// Returns the expected kind of an argument, whether it may be left out, and which methods are for it.
pub(super) fn parameter_spec<T: Parameter>() -> (&'static str, Mode, Option<&'static str>) {
    (T::EXPECTS, T::mode(), T::SPECIALIZES)
}

pub(super) fn host_parameters(parameters: &[(&'static str, Mode, Option<&'static str>)]) -> Vec<HostParameter> {
    let of = |&(expected, mode, specializer)| HostParameter { name: "".into(), expected, mode, specializer };
    parameters.iter().map(of).collect()
}

/// Gives the parameters that functions of the host can have, up to twelve, to a macro: types and names.
macro_rules! each_number_of_parameters {
    ($implement:ident) => {
        $implement! {
            ()
            (A a)
            (A a, B b)
            (A a, B b, C c)
            (A a, B b, C c, D d)
            (A a, B b, C c, D d, E e)
            (A a, B b, C c, D d, E e, F f)
            (A a, B b, C c, D d, E e, F f, G g)
            (A a, B b, C c, D d, E e, F f, G g, H h)
            (A a, B b, C c, D d, E e, F f, G g, H h, I i)
            (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j)
            (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k)
            (A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l)
        }
    };
}

pub(super) use each_number_of_parameters;

each_number_of_parameters! { functions }

/// A parameter that a call may leave out. Unlike an `Option`, it tells that from nil: what is given is converted to
/// `T`. The table of all types of parameters is at [`HostFunction`].
///
/// ```
/// use klammer::{Engine, Optional};
///
/// let mut engine = Engine::new();
/// engine.define("power", |base: i64, exponent: Optional<u32>| base.pow(exponent.unwrap_or(2)));
/// assert_eq!(engine.eval::<Vec<i64>>("(list (power 5) (power 5 3))")?, [25, 125]);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Optional<T>(pub Option<T>);

impl<T> Optional<T> {
    /// Returns the given value, or `otherwise`.
    pub fn unwrap_or(self, otherwise: T) -> T {
        self.0.unwrap_or(otherwise)
    }
}

impl<T: FromLisp> FromLisp for Optional<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const SPECIALIZER: Option<&'static str> = T::SPECIALIZER;

    fn from_lisp(given: FromContext<'_>) -> Result<Optional<T>, ConvertError> {
        given.get().map(|x| Optional(Some(x)))
    }

    fn omitted() -> Option<Optional<T>> {
        Some(Optional(None))
    }
}

/// All arguments from here on, as the last parameter; there may be none. It is used like a slice, or is iterated over.
///
/// ```
/// use klammer::{Engine, Rest};
///
/// let mut engine = Engine::new();
/// engine.define("total", |numbers: Rest<f64>| numbers.iter().sum::<f64>());
/// assert_eq!(engine.eval::<f64>("(total 1 2 3.5)")?, 6.5);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Rest<T>(pub Vec<T>);

impl<T> Deref for Rest<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> IntoIterator for Rest<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// The arguments of a call, from which parameters take theirs.
pub struct Arguments<'a> {
    pub(crate) rt: &'a mut Runtime,
    pub(crate) facts: &'a HostSignature,
    pub(crate) args: &'a [Value],
    pub(crate) position: usize,
    /// Whether the function has the engine itself, so that nothing can be borrowed from it.
    pub(crate) calls_back: bool,
}

impl Arguments<'_> {
    /// The next one, or `None` if the call has left it out.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Value> {
        let v = self.args.get(self.position).copied().filter(|&v| v != Value::MISSING);
        self.position += 1;
        v
    }

    /// The error about the argument that was taken last.
    #[cold]
    pub(crate) fn wrong(&mut self, error: ConvertError) -> Box<crate::fault::Unwind> {
        match error.into_condition(self.rt) {
            Ok(problem) => self.facts.wrong_argument(self.position - 1, problem),
            Err(fault) => fault,
        }
    }

    /// The error that the call has left out the argument that was asked for last.
    #[cold]
    pub(crate) fn left_out(&self) -> Box<crate::fault::Unwind> {
        self.facts.left_out(self.position - 1)
    }

    #[inline(always)]
    pub(crate) fn convert<T: FromLisp>(&mut self, v: Value) -> Result<T> {
        match from_value(self.rt, v) {
            Ok(x) => Ok(x),
            Err(error) => Err(self.wrong(error)),
        }
    }
}

/// Type of a parameter of a host function: a type with [`FromLisp`], `&str`, a slice, [`Rest`], or a borrowed object of
/// the host. The table of them is at [`HostFunction`].
///
/// There is an example at [`crate::HostFunction`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a function that programs call",
    note = "an object of a `HostType` is lent, as `Ref<'_, T>` or `RefMut<'_, T>`; the type itself stands for a copy, \
            and must be `Clone`",
    note = "other parameters have a type with `FromLisp`, or are `&str` or `&[T]`, which stand alone (a list of texts \
            is a `Vec<String>`), or `Rest<T>` as the last one"
)]
pub trait Parameter {
    /// Argument that the function gets.
    type Item<'a>;
    /// Value that is held meanwhile.
    #[doc(hidden)]
    type Kept: Default;
    #[doc(hidden)]
    const EXPECTS: &'static str;
    /// See [`FromLisp::SPECIALIZER`].
    #[doc(hidden)]
    const SPECIALIZES: Option<&'static str> = None;
    #[doc(hidden)]
    fn mode() -> Mode {
        Mode::Required
    }
    #[doc(hidden)]
    fn keep(from: &mut Arguments<'_>) -> Result<Self::Kept>;
    #[doc(hidden)]
    fn lend<'a>(rt: Option<&'a Runtime>, kept: &'a mut Self::Kept) -> Result<Self::Item<'a>>;
    #[doc(hidden)]
    #[inline]
    fn restore(_: &mut Runtime, _: &mut Self::Kept) {}
}

impl<T: FromLisp> Parameter for T {
    type Item<'a> = T;
    type Kept = Option<T>;
    const EXPECTS: &'static str = T::EXPECTED;
    const SPECIALIZES: Option<&'static str> = T::SPECIALIZER;

    fn mode() -> Mode {
        if T::omitted().is_some() { Mode::Optional } else { Mode::Required }
    }

    #[inline(always)]
    fn keep(from: &mut Arguments<'_>) -> Result<Option<T>> {
        match from.next() {
            Some(v) => from.convert(v).map(Some),
            None => match T::omitted() {
                Some(x) => Ok(Some(x)),
                None => Err(from.left_out()),
            },
        }
    }

    #[inline(always)]
    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Option<T>) -> Result<T> {
        kept.take().map_or_else(|| internal("an argument that is not there"), Ok)
    }
}

impl<T: FromLisp> Parameter for Rest<T> {
    type Item<'a> = Rest<T>;
    type Kept = Option<Rest<T>>;
    const EXPECTS: &'static str = T::EXPECTED;

    fn mode() -> Mode {
        Mode::Rest
    }

    fn keep(from: &mut Arguments<'_>) -> Result<Option<Rest<T>>> {
        let mut rest = Vec::with_capacity(from.args.len().saturating_sub(from.position));
        while let Some(v) = from.next() {
            rest.push(from.convert(v)?);
        }
        Ok(Some(Rest(rest)))
    }

    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Option<Rest<T>>) -> Result<Rest<T>> {
        kept.take().map_or_else(|| internal("an argument that is not there"), Ok)
    }
}

/// A string that is lent: in place, or a copy.
#[derive(Default)]
pub struct Text {
    at: Option<Value>,
    copy: String,
}

impl Parameter for &str {
    type Item<'a> = &'a str;
    type Kept = Text;
    const EXPECTS: &'static str = String::EXPECTED;
    const SPECIALIZES: Option<&'static str> = String::SPECIALIZER;

    #[inline]
    fn keep(from: &mut Arguments<'_>) -> Result<Text> {
        match from.next() {
            Some(v) if v.is(Kind::STRING) && !from.calls_back => Ok(Text { at: Some(v), copy: String::new() }),
            Some(v) => from.convert(v).map(|copy| Text { at: None, copy }),
            None => Err(from.left_out()),
        }
    }

    #[inline]
    fn lend<'a>(rt: Option<&'a Runtime>, kept: &'a mut Text) -> Result<&'a str> {
        Ok(match (kept.at, rt) {
            (Some(v), Some(rt)) => rt.heap.as_str(v).unwrap_or_default(),
            _ => &kept.copy,
        })
    }
}

impl<T: FromLisp + 'static> Parameter for &[T] {
    type Item<'a> = &'a [T];
    type Kept = Vec<T>;
    const EXPECTS: &'static str = Vec::<T>::EXPECTED;
    const SPECIALIZES: Option<&'static str> = Vec::<T>::SPECIALIZER;

    fn keep(from: &mut Arguments<'_>) -> Result<Vec<T>> {
        match from.next() {
            Some(v) => from.convert(v),
            None => Err(from.left_out()),
        }
    }

    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Vec<T>) -> Result<&'a [T]> {
        Ok(kept)
    }
}

/// A function that can be called: a global name (`&str`), one of a scope (`(&scope, "name")`), or a function
/// that the host holds (`&Handle`).
///
/// There is an example at [`Context::call`](crate::Context::call), and one at [`Call::lend`](crate::Call::lend).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be called",
    note = "a function is called by its global name (`&str`), by that of a scope (`(&scope, \"name\")`), or by \
            a `&Handle`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait Callable {
    /// Whether it depends on the module in which it is looked up.
    #[doc(hidden)]
    const IS_NAME: bool;

    #[doc(hidden)]
    fn find(self, vm: &mut Vm, module: ModuleId) -> Result<Value>;

    #[doc(hidden)]
    fn is_there(&self, vm: &Vm, module: ModuleId) -> Result<bool>;

    /// Returns the handle, if it is one.
    #[doc(hidden)]
    fn held(&self) -> Option<&Handle> {
        None
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callable for &str {
    const IS_NAME: bool = true;

    fn find(self, vm: &mut Vm, module: ModuleId) -> Result<Value> {
        global(vm, module, self)
    }

    fn is_there(&self, vm: &Vm, module: ModuleId) -> Result<bool> {
        Ok(bound_cell(vm, module, self).is_some())
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callable for &String {
    const IS_NAME: bool = true;

    fn find(self, vm: &mut Vm, module: ModuleId) -> Result<Value> {
        Callable::find(self.as_str(), vm, module)
    }

    fn is_there(&self, vm: &Vm, module: ModuleId) -> Result<bool> {
        self.as_str().is_there(vm, module)
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callable for &Handle {
    const IS_NAME: bool = false;

    #[inline]
    fn find(self, vm: &mut Vm, _: ModuleId) -> Result<Value> {
        vm.program.rt.host_roots.value_of(self)
    }

    fn is_there(&self, vm: &Vm, _: ModuleId) -> Result<bool> {
        vm.program.rt.host_roots.value_of(self).map(|_| true)
    }

    fn held(&self) -> Option<&Handle> {
        Some(self)
    }
}
