//! Asynchronous functions of the host: closures that return a future, as functions of a program.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use super::async_context::AsyncContext;
use super::context::Context;
use super::function::{
    HostFunction, Hosted, HostedAction, Returned, WithContext, declared, each_number_of_parameters, said,
};
use super::parameter::{Arguments, Parameter};
use crate::fault::{Result, internal};
use crate::module::ProgramState;
use crate::module::native::host_facts;
use crate::object::host::HostOwned;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::async_calls;
use crate::vm::async_calls::{BlockOn, Desk, Requests};
use crate::vm::host_call::Lent;
use crate::vm::host_request;
use crate::vm::host_request::{Made, Pending};

/// A Rust function or closure that returns a future, and that programs call as any other:
/// [`Engine::define`](crate::Engine::define) gives it a name, and there is an example.
///
/// Its parameters are those of a [`HostFunction`](crate::HostFunction) that are owned: a `String`, not a `&str`; a
/// `Vec<T>`, not a slice; a [`Handle`](crate::Handle), not a `Ref<T>`. There may be twelve, and before them one of two:
///
/// - an [`AsyncContext`], by which the future calls functions of the program and reaches the engine,
/// - a `&mut` [`Context`], for what is to be done before the future is there: the future cannot have it.
///
/// The future is `Send`, because engines are, and owns what it needs. Its output is the result of such a function: a
/// type with [`IntoLisp`](crate::IntoLisp), or a `Result` of one with any error.
///
/// The function is `Fn`, `Send` and `Sync`, as copies of the engine ([`Engine::snapshot`](crate::Engine::snapshot))
/// share it.
#[diagnostic::on_unimplemented(
    message = "this cannot be an asynchronous function that programs call",
    label = "no `AsyncHostFunction`",
    note = "it returns a future that is `Send` and borrows nothing: `|n: i64| async move {{ ... }}`",
    note = "its parameters are owned (`String` instead of `&str`), their types have `FromLisp` and are written out; an \
            `AsyncContext` or a `&mut Context<'_>` comes first",
    note = "the future comes to a type that has `IntoLisp`, or a `Result` of one with any error",
    note = "it is `Fn` and `Sync`: what it changes is behind a lock, or in `Engine::set_data`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait AsyncHostFunction<Marker>: Sized {
    #[doc(hidden)]
    fn into_hosted(self) -> Hosted;
}

/// Marks functions that return a future.
#[derive(Debug)]
pub struct ReturnsFuture<M>(PhantomData<fn(M)>);

#[expect(private_interfaces, reason = "see the trait")]
impl<M, F: AsyncHostFunction<M>> HostFunction<ReturnsFuture<M>> for F {
    fn into_hosted(self) -> Hosted {
        AsyncHostFunction::into_hosted(self)
    }
}

/// Marks functions that begin with an asynchronous context.
#[derive(Debug)]
pub struct WithAsyncContext;

/// The run that calls the function waits for what the future comes to; or, where it cannot, the host does.
fn wait_for<F>(
    vm: &mut Vm,
    native: u32,
    future: F,
    desk: Option<Desk>,
    block_on: Option<BlockOn>,
    lent: Lent<'_>,
) -> Result<Value>
where
    F: Future<Output: Returned + 'static> + Send + 'static,
{
    let name = host_facts(&vm.program.natives, native)?.name.clone();
    let future: Pin<Box<dyn Future<Output = Made> + Send>> = Box::pin(async move {
        let out = future.await;
        Box::new(move |rt: &mut _| out.into_result(rt)) as Made
    });
    let pending = Pending { name, future: HostOwned::new(future), desk };
    match block_on {
        Some(block_on) => async_calls::wait_in_place(vm, pending, &block_on, lent),
        None => {
            host_request::ask(vm, Value::NIL, Some(pending));
            Ok(Value::NIL)
        }
    }
}

macro_rules! async_functions {
    ($(($($t:ident $v:ident),*))*) => { $(
        async_functions! { @one [fn($($t),*) -> Fut] [$($t),*] |vm, lent, desk| None::<Desk>, [] $($t $v),* }
        async_functions! {
            @one [(WithContext, fn($($t),*) -> Fut)] [&mut Context<'_>, $($t),*]
            |vm, lent, desk| None::<Desk>, [&mut Context::new(vm, lent),] $($t $v),*
        }
        async_functions! {
            @one [(WithAsyncContext, fn($($t),*) -> Fut)] [AsyncContext, $($t),*]
            |vm, lent, desk| Desk(Requests::new()), [AsyncContext::new(&desk),] $($t $v),*
        }
    )* };
    (
        @one [$marker:ty] [$($parameters:tt)*]
        |$vm:ident, $lent:ident, $desk:ident| $made:expr, [$($context:tt)*] $($t:ident $v:ident),*
    ) => {
        #[expect(private_interfaces, reason = "see the trait")]
        impl<Func, Fut, $($t),*> AsyncHostFunction<$marker> for Func
        where
            Func: Fn($($parameters)*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output: Returned + 'static> + Send + 'static,
            $($t: for<'a> Parameter<Item<'a> = $t>,)*
        {
            fn into_hosted(self) -> Hosted {
                let this = HostOwned::new(self);
                Hosted {
                    parameters: declared(&[$(said::<$t>()),*]),
                    #[allow(unused_mut, unused_variables)]
                    action: HostedAction::CallsBack(Arc::new(move |$vm: &mut Vm, native, $lent, args| {
                        let block_on = host_request::check_future($vm, native)?;
                        let ProgramState { natives, rt, .. } = &mut $vm.program;
                        let facts = host_facts(natives, native)?;
                        let mut from = Arguments { rt, facts, args, position: 0, calls_back: true };
                        $(let mut $v = <$t as Parameter>::keep(&mut from)?;)*
                        $(let $v = <$t as Parameter>::lend(None, &mut $v)?;)*
                        let $desk = $made;
                        let Some(function) = &*this else { return internal("a function that is there") };
                        let future = function($($context)* $($v),*);
                        wait_for($vm, native, future, $desk.into(), block_on, $lent)
                    })),
                }
            }
        }
    };
}

each_number_of_parameters! { async_functions }
