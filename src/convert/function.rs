//! Closures of the host as functions of a program, and the errors that they raise.

use std::error::Error as StdError;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::context::Context;
use super::data::Value as Data;
use super::lent::{Ref, RefMut};
use super::object::HostType;
use super::parameter::{Arguments, Parameter};
use super::{IntoLisp, to_value};
use crate::builtins::Mode;
use crate::error::Error;
use crate::fault::{Code, Condition, Fault, Res};
use crate::handle::Handle;
use crate::module::World;
use crate::module::hosted::{HostFn, HostParameter};
use crate::module::native::host_facts;
use crate::runtime::Runtime;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::callback::Callback;

/// Any error, as functions of the host return it.
pub(crate) type AnyError = Box<dyn StdError + Send + Sync>;

/// A Rust function or closure that programs can call: [`Engine::define`](crate::Engine::define) gives it a name.
///
/// It has up to twelve parameters, each of a type that has [`FromLisp`](crate::FromLisp), or `&str`, or a slice of
/// such; the last may be [`Rest`](crate::Rest). Before them can stand a `&mut` [`Context`]: then it may call back, and
/// be called while it runs, so it is an `Fn` and not an `FnMut`. What it returns has [`IntoLisp`]; or it is a `Result`
/// of that, whose error becomes one of the program.
///
/// There is an example at [`crate::Engine::define`].
#[diagnostic::on_unimplemented(
    message = "this cannot be a function that programs call",
    label = "no `HostFunction`",
    note = "up to twelve parameters of types that have `FromLisp`, or `&str`, `&[T]`; `Rest<T>` as the last one",
    note = "`Ref<T>` and `RefMut<T>` of a `HostType`; without a context also `&T` or `&mut T` as the first one",
    note = "it returns a type that has `IntoLisp`, or a `Result` of one with any error",
    note = "it is `Send`; with a first parameter `&mut Context<'_>` also `Fn` and `Sync`: `Engine::set_data` keeps its state",
    note = "for a type of your own, implement `HostType`, or `FromLisp` and `IntoLisp`"
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
pub struct WithContext;

/// Marks functions that are lent an object of the host first.
pub struct Lending<T>(PhantomData<fn(T)>);

/// The same for those that may change it.
pub struct LendingMut<T>(PhantomData<fn(T)>);

/// What functions of the host return: a value, or an error.
///
/// There is an example at [`crate::Engine::define`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a function that programs call returns",
    note = "it returns a type that has `IntoLisp`, or a `Result` of one with any error"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait Returned {
    #[doc(hidden)]
    fn into_result(self, rt: &mut Runtime) -> Res<Value>;
}

#[expect(private_interfaces, reason = "see the trait")]
impl<T: IntoLisp> Returned for T {
    #[inline]
    fn into_result(self, rt: &mut Runtime) -> Res<Value> {
        to_value(rt, self)
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl<T: IntoLisp, E: Into<AnyError>> Returned for Result<T, E> {
    #[inline]
    fn into_result(self, rt: &mut Runtime) -> Res<Value> {
        match self {
            Ok(x) => to_value(rt, x),
            Err(e) => Err(raised(rt, e.into())),
        }
    }
}

/// An error of a function of the host, with what a program can ask of it. Any other error will do where code and data
/// are not wanted.
///
/// ```
/// use klammer::{Code, Engine, Error, HostError};
///
/// let mut engine = Engine::new();
/// engine.define("port", |n: i64| {
///     u16::try_from(n).map_err(|e| HostError::new("no such port").with_code(Code::BadValue).with_source(e))
/// });
/// let error = engine.eval::<i64>("(port 100000)").unwrap_err();
/// assert_eq!((error.code(), error.message()), (Code::BadValue, "no such port"));
/// assert!(std::error::Error::source(&error).unwrap().is::<std::num::TryFromIntError>());
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct HostError {
    message: String,
    code: Code,
    argument: Option<String>,
    help: Option<String>,
    data: Vec<Data>,
    source: Option<AnyError>,
}

impl HostError {
    /// An error with this message, and the code [`Code::Host`].
    pub fn new(message: impl Into<String>) -> HostError {
        HostError {
            message: message.into(),
            code: Code::Host,
            argument: None,
            help: None,
            data: Vec::new(),
            source: None,
        }
    }

    /// With the code that `condition-code` tells the program.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> HostError {
        self.code = code;
        self
    }

    /// With the name of the argument that is wrong, of which the message says what: "must be even".
    #[must_use]
    pub fn with_argument(mut self, name: impl Into<String>) -> HostError {
        self.argument = Some(name.into());
        self
    }

    /// With a hint at what might help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> HostError {
        self.help = Some(help.into());
        self
    }

    /// With values that the message speaks of, which `condition-irritants` gives to the program: handles, or data.
    #[must_use]
    pub fn with_data(mut self, data: impl IntoIterator<Item = impl Into<Data>>) -> HostError {
        self.data.extend(data.into_iter().map(Into::into));
        self
    }

    /// With the error behind it, which the host finds as the `source` of the error that comes back to it.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<AnyError>) -> HostError {
        self.source = Some(source.into());
        self
    }

    pub(crate) fn into_condition(self, irritants: Vec<Value>) -> Condition {
        let cause = self.source.map(Arc::from);
        let c = Condition { help: self.help, irritants, cause, ..Condition::new(self.code, self.message) };
        match self.argument {
            Some(name) => c.with_argument(&*name),
            None => c,
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for HostError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|e| e as &(dyn StdError + 'static))
    }
}

/// Errors behind an error that are looked at: a chain of them may lead back to itself.
const MOST_SOURCES: usize = 64;

/// What an error of the host is to the program. What has come to the host from the program goes on as what it was.
#[cold]
#[inline(never)]
pub(crate) fn raised(rt: &mut Runtime, error: AnyError) -> Box<Fault> {
    let error = match error.downcast::<Error>() {
        Ok(own) => match own.thrown().and_then(|t| thrown_again(rt, t)) {
            Some(fault) => return fault,
            None => own as AnyError,
        },
        Err(error) => error,
    };
    let error = match error.downcast::<HostError>() {
        Ok(mut own) => {
            let data = std::mem::take(&mut own.data);
            let irritants: Res<Vec<Value>> = data.into_iter().map(|x| to_value(rt, x)).collect();
            return match irritants {
                Ok(irritants) => own.into_condition(irritants).into(),
                Err(fault) => fault,
            };
        }
        Err(error) => error,
    };
    // A throw to a tag of the program's own is none of the host's business, however it has been wrapped.
    let mut next = error.source();
    for _ in 0..MOST_SOURCES {
        let Some(inner) = next else { break };
        if let Some(own) = inner.downcast_ref::<Error>()
            && let Some(fault) = own.thrown().filter(|_| !own.is_condition()).and_then(|t| thrown_again(rt, t))
        {
            return fault;
        }
        next = inner.source();
    }
    let message = error.to_string();
    Condition { cause: Some(error.into()), ..Condition::new(Code::Host, message) }.into()
}

/// What was thrown, unless it was in another engine.
fn thrown_again(rt: &Runtime, (tag, value): &(Handle, Handle)) -> Option<Box<Fault>> {
    let (tag, value) = (rt.host_roots.held(tag).ok()?, rt.host_roots.held(value).ok()?);
    Some(Box::new(Fault::Throw { tag, value }))
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
        fn into_hosted(mut self) -> Hosted {
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
                    let out: Res<Out> = 'called: {
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
                        Ok(call(&mut self, own.0, $($v),*))
                    };
                    $reference::<Own>::restore(rt, &mut own);
                    $(<$t as Parameter>::restore(rt, &mut $v);)*
                    out?.into_result(rt)
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
            fn into_hosted(mut self) -> Hosted {
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
                        let out: Res<Out> = 'called: {
                            $(match <$t as Parameter>::keep(&mut from) {
                                Ok(kept) => $v = kept,
                                Err(fault) => break 'called Err(fault),
                            })*
                            let rt: &Runtime = from.rt;
                            $(let $v = match <$t as Parameter>::lend(Some(rt), &mut $v) {
                                Ok(lent) => lent,
                                Err(fault) => break 'called Err(fault),
                            };)*
                            Ok(call(&mut self, $($v),*))
                        };
                        $(<$t as Parameter>::restore(rt, &mut $v);)*
                        out?.into_result(rt)
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
                        let World { natives, rt, .. } = &mut vm.world;
                        let facts = host_facts(natives, native)?;
                        let mut from = Arguments { rt, facts, args, position: 0, calls_back: true };
                        let out: Res<Out> = 'called: {
                            $(match <$t as Parameter>::keep(&mut from) {
                                Ok(kept) => $v = kept,
                                Err(fault) => break 'called Err(fault),
                            })*
                            $(let $v = match <$t as Parameter>::lend(None, &mut $v) {
                                Ok(lent) => lent,
                                Err(fault) => break 'called Err(fault),
                            };)*
                            Ok(call(&self, &mut Context::new(vm, lent), $($v),*))
                        };
                        $(<$t as Parameter>::restore(&mut vm.rt, &mut $v);)*
                        out?.into_result(&mut vm.rt)
                    })),
                }
            }
        }
    )* };
}

/// What an argument must be, and whether it may be left out.
fn said<T: Parameter>() -> (&'static str, Mode) {
    (T::EXPECTS, T::mode())
}

fn declared(parameters: &[(&'static str, Mode)]) -> Vec<HostParameter> {
    parameters.iter().map(|&(expected, mode)| HostParameter { name: "".into(), expected, mode }).collect()
}

functions! {
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
