//! Closures of the host as functions of a program.

use std::marker::PhantomData;
use std::sync::Arc;

use super::context::Context;
use super::error::{AnyError, raised};
use super::lent::{Ref, RefMut, not_lent};
use super::object::HostType;
use super::parameter::{Arguments, Parameter};
use super::{IntoLisp, to_value};
use crate::builtins::Mode;
use crate::fault::{Result, internal};
use crate::module::ProgramState;
use crate::module::host_functions::{HostFn, HostParameter};
use crate::module::native::host_facts;
use crate::object::host::HostOwned;
use crate::runtime::Runtime;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::host_call::Callback;

/// A Rust function or closure that programs can call: [`Engine::define`](crate::Engine::define) gives it a name.
///
/// It has up to twelve parameters, the context not counted. Types of parameters:
///
/// | parameter | is | with a context |
/// |---|---|---|
/// | `T` with [`FromLisp`](crate::FromLisp): `i64`, `String`, `Vec<T>`, a tuple, ... | the argument, converted | the same |
/// | `&str` | a string, where it lies | a copy of it |
/// | `&[T]` | a list or a vector, converted | the same |
/// | `Option<T>` | nil is `None`; as one of the last it may be left out, which is `None`, too | the same |
/// | [`Optional<T>`](crate::Optional) | it may be left out; nil is given to `T` | the same |
/// | [`Rest<T>`](crate::Rest), as the last | all arguments from here on | the same |
/// | [`Handle`](crate::Handle) | any value, itself: a function to call, say | the same |
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
/// ([`Engine::set_data`](crate::Engine::set_data)). Functions find the loans
/// of the host for the time of a call by [`Context::lent`].
///
/// Its result has [`IntoLisp`]; or it is a `Result` of such a type, whose error becomes one of the program: any that
/// `?` makes a `Box<dyn Error + Send + Sync>`, also a `String` or `&str`, or a [`HostError`](crate::HostError).
///
/// ```
/// use klammer::{Context, Engine, Error, Handle, Rest};
///
/// struct Log(Vec<String>);
///
/// let mut engine = Engine::new();
/// engine.set_data(Log(Vec::new()));
/// engine.define("log!", |cx: &mut Context<'_>, level: &str, times: Option<usize>, words: Rest<Handle>| {
///     let words: Result<Vec<String>, Error> = words.iter().map(|word| cx.display(word)).collect();
///     let line = format!("{level}: {}", words?.join(" "));
///     let log = cx.data::<Log>().ok_or("there is no log")?;
///     log.0.extend(vec![line; times.unwrap_or(1)]);
///     Ok::<usize, Box<dyn std::error::Error + Send + Sync>>(log.0.len())
/// });
/// assert_eq!(engine.eval::<usize>("(log! \"info\")")?, 1);
/// assert_eq!(engine.eval::<usize>("(log! \"info\" 2 'door \"open\" 7)")?, 3);
/// assert_eq!(engine.data::<Log>().unwrap().0[2], "info: door open 7");
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
            `Engine::set_data` or lent by `Call::lend`",
    note = "for a type of your own, derive or implement `HostType`, or `FromLisp` and `IntoLisp`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait HostFunction<Marker>: Sized {
    #[doc(hidden)]
    fn into_hosted(self) -> Hosted;
}

/// A function of the host as the engine keeps it.
pub(crate) struct Hosted {
    pub parameters: Vec<HostParameter>,
    pub action: HostedAction,
}

pub(crate) enum HostedAction {
    Plain(HostFn),
    CallsBack(Callback),
}

/// Marks functions that begin with a context.
#[derive(Debug)]
pub struct WithContext;

/// Marks functions that are lent an object of the host first.
#[derive(Debug)]
pub struct Lending<T>(PhantomData<fn(T)>);

/// The same for those that may change it.
#[derive(Debug)]
pub struct LendingMut<T>(PhantomData<fn(T)>);

/// Result of a function of the host: a value of a type that has [`IntoLisp`], `()` among them, or a `Result` of one
/// with any error that can become a `Box<dyn Error + Send + Sync>`.
///
/// There is an example at [`crate::Engine::define`], and one with errors of several kinds at [`crate::HostError`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a function that programs call returns",
    note = "it returns a type that has `IntoLisp`, or a `Result` of one with any error"
)]
pub trait Returned {
    #[doc(hidden)]
    fn into_result(self, rt: &mut Runtime) -> Result<Value>;
}

impl<T: IntoLisp> Returned for T {
    #[inline]
    fn into_result(self, rt: &mut Runtime) -> Result<Value> {
        to_value(rt, self)
    }
}

impl<T: IntoLisp, E: Into<AnyError>> Returned for Result<T, E> {
    #[inline]
    fn into_result(self, rt: &mut Runtime) -> Result<Value> {
        match self {
            Ok(x) => to_value(rt, x),
            Err(e) => Err(raised(rt, e.into())),
        }
    }
}

/// Functions whose first parameter is an object of the host's, borrowed for the call.
macro_rules! owned_functions {
    ($marker:ident $reference:ident [$($borrow:tt)+] $($t:ident $v:ident),*) => {
    #[expect(private_interfaces, reason = "see the trait")]
    impl<Func, Out, Own: HostType, $($t),*> HostFunction<($marker<Own>, fn($($t),*) -> Out)> for Func
    where
        Func: Send + 'static,
        Out: Returned,
        $($t: Parameter,)*
        for<'a> &'a mut Func: FnMut($($borrow)+ Own, $($t),*) -> Out
            + FnMut($($borrow)+ Own, $(<$t as Parameter>::Item<'_>),*) -> Out,
    {
        fn into_hosted(self) -> Hosted {
            let mut this = HostOwned::new(self);
            // The compiler takes the closure for what it is only where it is called as that.
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            fn call<Own, Out, $($t),*>(
                mut f: impl FnMut($($borrow)+ Own, $($t),*) -> Out,
                own: $($borrow)+ Own,
                $($v: $t),*
            ) -> Out {
                f(own, $($v),*)
            }
            Hosted {
                parameters: declared(&[said::<$reference<'_, Own>>(), $(said::<$t>()),*]),
                #[allow(unused_mut, unused_variables, unused_labels)]
                action: HostedAction::Plain(Box::new(move |facts, rt, args| {
                    let mut own = Default::default();
                    $(let mut $v = <$t as Parameter>::Kept::default();)*
                    let mut from = Arguments { rt: &mut *rt, facts, args, position: 0, calls_back: false };
                    let out: Result<Out> = 'called: {
                        match $reference::<Own>::keep(&mut from) {
                            Ok(kept) => own = kept,
                            Err(fault) => break 'called Err(fault),
                        }
                        $(match <$t as Parameter>::keep(&mut from) {
                            Ok(kept) => $v = kept,
                            Err(fault) => break 'called Err(fault),
                        })*
                        let rt: &Runtime = from.rt;
                        let own = match $reference::<Own>::lend(Some(rt), &mut own) {
                            Ok(lent) => lent,
                            Err(fault) => break 'called Err(fault),
                        };
                        $(let $v = match <$t as Parameter>::lend(Some(rt), &mut $v) {
                            Ok(lent) => lent,
                            Err(fault) => break 'called Err(fault),
                        };)*
                        match &mut *this {
                            Some(function) => Ok(call(function, own.0, $($v),*)),
                            None => internal("a function that is there"),
                        }
                    };
                    $reference::<Own>::restore(rt, &mut own);
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
        #[expect(private_interfaces, reason = "see the trait")]
        impl<Func, Out, $($t),*> HostFunction<fn($($t),*) -> Out> for Func
        where
            Func: Send + 'static,
            Out: Returned,
            $($t: Parameter,)*
            for<'a> &'a mut Func: FnMut($($t),*) -> Out + FnMut($(<$t as Parameter>::Item<'_>),*) -> Out,
        {
            fn into_hosted(self) -> Hosted {
                let mut this = HostOwned::new(self);
                // The compiler takes the closure for what it is only where it is called as that.
                #[inline(always)]
                #[allow(clippy::too_many_arguments)]
                fn call<Out, $($t),*>(mut f: impl FnMut($($t),*) -> Out, $($v: $t),*) -> Out {
                    f($($v),*)
                }
                Hosted {
                    parameters: declared(&[$(said::<$t>()),*]),
                    #[allow(unused_mut, unused_variables, unused_labels)]
                    action: HostedAction::Plain(Box::new(move |facts, rt, args| {
                        $(let mut $v = <$t as Parameter>::Kept::default();)*
                        let mut from = Arguments { rt: &mut *rt, facts, args, position: 0, calls_back: false };
                        let out: Result<Out> = 'called: {
                            $(match <$t as Parameter>::keep(&mut from) {
                                Ok(kept) => $v = kept,
                                Err(fault) => break 'called Err(fault),
                            })*
                            let rt: &Runtime = from.rt;
                            $(let $v = match <$t as Parameter>::lend(Some(rt), &mut $v) {
                                Ok(lent) => lent,
                                Err(fault) => break 'called Err(fault),
                            };)*
                            match &mut *this {
                                Some(function) => Ok(call(function, $($v),*)),
                                None => internal("a function that is there"),
                            }
                        };
                        $(<$t as Parameter>::restore(rt, &mut $v);)*
                        match out {
                            Ok(out) => out.into_result(rt),
                            Err(fault) => Err(not_lent(rt, facts, args, fault)),
                        }
                    })),
                }
            }
        }

        owned_functions! { Lending Ref [&] $($t $v),* }
        owned_functions! { LendingMut RefMut [&mut] $($t $v),* }

        #[expect(private_interfaces, reason = "see the trait")]
        impl<Func, Out, $($t),*> HostFunction<(WithContext, fn($($t),*) -> Out)> for Func
        where
            Func: Send + Sync + 'static,
            Out: Returned,
            $($t: Parameter,)*
            for<'a> &'a Func: Fn(&mut Context<'_>, $($t),*) -> Out
                + Fn(&mut Context<'_>, $(<$t as Parameter>::Item<'_>),*) -> Out,
        {
            fn into_hosted(self) -> Hosted {
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
                Hosted {
                    parameters: declared(&[$(said::<$t>()),*]),
                    #[allow(unused_mut, unused_variables, unused_labels)]
                    action: HostedAction::CallsBack(Arc::new(move |vm: &mut Vm, native, lent, args| {
                        $(let mut $v = <$t as Parameter>::Kept::default();)*
                        let ProgramState { natives, rt, .. } = &mut vm.program;
                        let facts = host_facts(natives, native)?;
                        let mut from = Arguments { rt, facts, args, position: 0, calls_back: true };
                        let out: Result<Out> = 'called: {
                            $(match <$t as Parameter>::keep(&mut from) {
                                Ok(kept) => $v = kept,
                                Err(fault) => break 'called Err(fault),
                            })*
                            $(let $v = match <$t as Parameter>::lend(None, &mut $v) {
                                Ok(lent) => lent,
                                Err(fault) => break 'called Err(fault),
                            };)*
                            match &*this {
                                Some(function) => Ok(call(function, &mut Context::new(vm, lent), $($v),*)),
                                None => internal("a function that is there"),
                            }
                        };
                        $(<$t as Parameter>::restore(&mut vm.program.rt, &mut $v);)*
                        out?.into_result(&mut vm.program.rt)
                    })),
                }
            }
        }
    )* };
}

/// Returns the expected kind of an argument, whether it may be left out, and which methods are for it.
pub(super) fn said<T: Parameter>() -> (&'static str, Mode, Option<&'static str>) {
    (T::EXPECTS, T::mode(), T::SPECIALIZES)
}

pub(super) fn declared(parameters: &[(&'static str, Mode, Option<&'static str>)]) -> Vec<HostParameter> {
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
