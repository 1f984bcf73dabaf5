//! Loans: objects of a program to functions of the host, and data of the host for the time of a call.

use std::any::{Any, TypeId, type_name};
use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

use super::function::{Arguments, Parameter};
use super::object::{HostType, borrowed, host_object, is_a, unfit};
use crate::fault::{Code, ErrorData, ErrorKind, Result, Unwind, fail};
use crate::module::native::HostSignature;
use crate::object::host::{HostValue, leave_orphan};
use crate::runtime::Runtime;
use crate::value::Value;
use crate::vm::host_call::Lender;

/// An object of the host that is lent to a function, as any of its parameters. A `&T` is the same where it is the first
/// one of a function without a [`Context`](crate::Context). With a context, the object is taken out of the engine for
/// the call. Passing the object twice, or using it in a callback, then fails: it is in use.
///
/// ```
/// use klammer::{Class, Engine, HostType, Ref};
///
/// struct Point(f64, f64);
///
/// impl HostType for Point {
///     const NAME: &'static str = "point";
///
///     fn describe(class: &mut Class<'_, Point>) {
///         class.define("point", |x: f64, y: f64| Point(x, y));
///         class.define("distance", |a: &Point, b: Ref<'_, Point>| (a.0 - b.0).hypot(a.1 - b.1));
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Point>();
/// assert_eq!(engine.eval::<f64>("(distance (point 0 0) (point 3 4))")?, 5.0);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Debug)]
pub struct Ref<'a, T>(pub(crate) &'a T);

impl<T> Deref for Ref<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0
    }
}

/// An object of the host that is lent to a function, which may change it. For as long as it is, nobody else has it: a
/// call with the same object twice is an error.
///
/// There is an example at [`Ref`].
#[derive(Debug)]
pub struct RefMut<'a, T>(pub(crate) &'a mut T);

impl<T> Deref for RefMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0
    }
}

impl<T> DerefMut for RefMut<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0
    }
}

/// An object that is lent: its value, and the Rust value if it was taken out. Most objects are not taken out and need
/// nothing after the call.
#[derive(Default)]
pub struct Lent {
    at: Option<Value>,
    taken: Option<Box<dyn HostValue>>,
}

impl Lent {
    fn keep<T: HostType>(from: &mut Arguments<'_>, takes: bool) -> Result<Lent> {
        let Some(v) = from.next() else { return Err(from.left_out()) };
        if !is_a::<T>(from.rt, v) {
            return Err(from.wrong(unfit::<T>(v)));
        }
        if !takes && !from.calls_back {
            return Ok(Lent { at: Some(v), taken: None });
        }
        match from.rt.heap.take_host_data(v) {
            Ok(data) => Ok(Lent { at: Some(v), taken: Some(data) }),
            Err(fault) => Err(given_twice(from, v).unwrap_or(fault)),
        }
    }

    fn restore(&mut self, rt: &mut Runtime) {
        if let (Some(v), Some(taken)) = (self.at, self.taken.take()) {
            rt.heap.put_host_data(v, taken);
            rt.heap.count_host_shares(v);
        }
    }

    #[cold]
    fn leave(&mut self) {
        if let (Some(v), Some(taken)) = (self.at, self.taken.take()) {
            leave_orphan(v, taken);
        }
    }
}

/// A panic of the function returns the loan, in the state in which the function left it.
impl Drop for Lent {
    #[inline]
    fn drop(&mut self) {
        if self.taken.is_some() {
            self.leave();
        }
    }
}

impl<T: HostType> Parameter for Ref<'_, T> {
    type Item<'a> = Ref<'a, T>;
    type Kept = Lent;
    const EXPECTS: &'static str = T::NAME;
    const SPECIALIZES: Option<&'static str> = Some(T::NAME);

    #[inline]
    fn keep(from: &mut Arguments<'_>) -> Result<Lent> {
        Lent::keep::<T>(from, false)
    }

    #[inline]
    fn lend<'a>(rt: Option<&'a Runtime>, kept: &'a mut Lent) -> Result<Ref<'a, T>> {
        match (&mut kept.taken, rt, kept.at) {
            (Some(data), ..) => data.data().downcast_ref().map(Ref).map_or_else(lost, Ok),
            (None, Some(rt), Some(v)) => borrowed(rt, v).map(Ref),
            _ => lost(),
        }
    }

    #[inline]
    fn restore(rt: &mut Runtime, kept: &mut Lent) {
        kept.restore(rt);
    }
}

impl<T: HostType> Parameter for RefMut<'_, T> {
    type Item<'a> = RefMut<'a, T>;
    type Kept = Lent;
    const EXPECTS: &'static str = T::NAME;
    const SPECIALIZES: Option<&'static str> = Some(T::NAME);

    #[inline]
    fn keep(from: &mut Arguments<'_>) -> Result<Lent> {
        Lent::keep::<T>(from, true)
    }

    #[inline]
    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Lent) -> Result<RefMut<'a, T>> {
        let data = kept.taken.as_mut().and_then(|data| data.data_mut().downcast_mut());
        data.map(RefMut).map_or_else(lost, Ok)
    }

    #[inline]
    fn restore(rt: &mut Runtime, kept: &mut Lent) {
        kept.restore(rt);
    }
}

/// Explains why a call failed: an object that was in use and is free now was taken by an earlier argument of the same
/// call.
#[cold]
pub(super) fn not_lent(rt: &mut Runtime, facts: &HostSignature, args: &[Value], fault: Box<Unwind>) -> Box<Unwind> {
    let is_in_use = matches!(&*fault, Unwind::Error(c) if matches!(c.kind, ErrorKind::InUse { .. }));
    if !is_in_use {
        return fault;
    }
    let mut from = Arguments { rt, facts, args, position: 0, calls_back: false };
    for &v in args {
        from.position += 1;
        let is_there = host_object(from.rt, v).is_some_and(|object| object.data().is_some());
        if let Some(fault) = is_there.then(|| given_twice(&from, v)).flatten() {
            return fault;
        }
    }
    fault
}

/// The error that an argument before the one that was taken last is the same object, if it is so.
#[cold]
fn given_twice(from: &Arguments<'_>, v: Value) -> Option<Box<Unwind>> {
    let last = from.position.checked_sub(1)?;
    let before = from.args.get(..last)?.iter().position(|&other| other == v)?;
    let problem = format!("is in use by the call itself: argument {} is the same object", before + 1);
    let help = "a function that changes an object has it for itself: each of its arguments is another object";
    Some(from.facts.wrong_argument(last, ErrorData::new(Code::Host, problem).with_help(help)))
}

#[cold]
fn lost<T>() -> Result<T> {
    fail(Code::Internal, "internal error: an object of the host that is not what it was")
}

/// Loan for the time of a call: `&mut` of one thing, or a tuple of up to four of different types.
///
/// There is an example at [`Call::lend`](crate::Call::lend).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be lent",
    label = "no `&mut`",
    note = "what is lent is `&mut` of one thing, or a tuple of up to four such of different types"
)]
pub trait Scoped {
    /// Finds the loan of this type.
    #[doc(hidden)]
    fn find_lent(&mut self, wanted: TypeId) -> Option<&mut dyn Any>;

    /// Shows `look` the types, with their names in Rust.
    #[doc(hidden)]
    fn each_type(&self, look: &mut dyn FnMut(TypeId, &'static str));
}

impl<T: Any> Scoped for &mut T {
    fn find_lent(&mut self, wanted: TypeId) -> Option<&mut dyn Any> {
        (TypeId::of::<T>() == wanted).then_some(&mut **self as &mut dyn Any)
    }

    fn each_type(&self, look: &mut dyn FnMut(TypeId, &'static str)) {
        look(TypeId::of::<T>(), type_name::<T>());
    }
}

/// Lends nothing.
impl Scoped for () {
    fn find_lent(&mut self, _: TypeId) -> Option<&mut dyn Any> {
        None
    }

    fn each_type(&self, _: &mut dyn FnMut(TypeId, &'static str)) {}
}

macro_rules! lend {
    ($(($($t:ident $v:ident),*))*) => { $(
        impl<$($t: Scoped),*> Scoped for ($($t,)*) {
            fn find_lent(&mut self, wanted: TypeId) -> Option<&mut dyn Any> {
                let ($($v,)*) = self;
                $(if let Some(found) = $v.find_lent(wanted) {
                    return Some(found);
                })*
                None
            }

            fn each_type(&self, look: &mut dyn FnMut(TypeId, &'static str)) {
                let ($($v,)*) = self;
                $($v.each_type(look);)*
            }
        }
    )* };
}

lend! { (A a, B b) (A a, B b, C c) (A a, B b, C c, D d) }

/// Loan as the machine passes it on.
pub(crate) struct Loan<L>(L);

impl<L: Scoped> Loan<L> {
    /// Functions find what is lent by its type, so each is there once.
    pub fn new(lent: L) -> Result<Loan<L>> {
        let (mut seen, mut twice): (SmallVec<[TypeId; 4]>, _) = (SmallVec::new(), None);
        lent.each_type(&mut |id, name| {
            if seen.contains(&id) {
                twice = Some(name);
            }
            seen.push(id);
        });
        match twice {
            Some(name) => {
                fail(Code::Host, format!("two loans have the type {name}: each loan needs a type of its own"))
            }
            None => Ok(Loan(lent)),
        }
    }
}

impl<L: Scoped> Lender for Loan<L> {
    fn find(&mut self, wanted: TypeId) -> Option<&mut dyn Any> {
        self.0.find_lent(wanted)
    }
}
