//! Types of the host: their objects live in the heap as what they are.

use std::any::{Any, TypeId};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::declare::{Definition, define};
use super::function::HostFunction;
use super::parameter::{Arguments, Parameter};
use super::{ConvertError, FromLisp, Given, HostError, IntoLisp, Made, Maker};
use crate::fault::{Code, Res, fail};
use crate::object::Object;
use crate::object::host::{HostClass, HostObject};
use crate::runtime::Runtime;
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};
use crate::vm::Vm;

/// A Rust type whose objects programs can hold, pass and keep: they are collected like other values, and what they take
/// counts against the memory limit. [`Engine::register`](crate::Engine::register) makes it known.
///
/// ```
/// use klammer::{Class, Engine, HostType};
///
/// struct Enemy {
///     name: String,
///     health: i64,
/// }
///
/// impl HostType for Enemy {
///     const NAME: &'static str = "enemy";
///
///     fn describe(class: &mut Class<'_, Enemy>) {
///         class.define("make-enemy", |name: String| Enemy { name, health: 10 });
///         class.field("health", |e| e.health, |e, health| e.health = health);
///         class.define("enemy-hurt!", |e: &mut Enemy, by: i64| e.health -= by).doc("Hurts an enemy.");
///         class.print(|e| format!("{} {}", e.name, e.health));
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Enemy>();
/// let shown: String = engine.eval(
///     "(setq orc (make-enemy \"Orc\"))
///      (enemy-hurt! orc 3)
///      (defmethod cry ((e enemy)) t (format nil \"~a!\" e))
///      (cry orc)",
/// )?;
/// assert_eq!(shown, "#<enemy Orc 7>!");
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// A function that returns an object makes one of the heap. A function is lent one if its first parameter is a `&` or
/// `&mut` of the type, or any a [`Ref`] or [`RefMut`]; if the type is `Clone`, a parameter may be the type itself, for
/// a copy. From Rust, [`Engine::with_object`](crate::Engine::with_object) lends it.
///
/// An object that holds a [`Handle`](crate::Handle) keeps what that holds alive, also if it is the object itself.
pub trait HostType: Any + Send {
    /// The name of the type: what `type-of` tells, `defmethod` dispatches on, and messages say.
    const NAME: &'static str;

    /// Says what the type has: functions, and how its objects are compared and printed.
    fn describe(class: &mut Class<'_, Self>)
    where
        Self: Sized;
}

/// What a type of the host has, while it is registered.
///
/// There is an example at [`HostType`].
pub struct Class<'a, T: HostType> {
    vm: &'a mut Vm,
    module: ModuleId,
    class: HostClass,
    of: std::marker::PhantomData<fn(T)>,
}

/// The object as what it is. It is only called with those.
fn cast<T: Any>(data: &dyn Any) -> Option<&T> {
    data.downcast_ref()
}

impl<T: HostType> Class<'_, T> {
    /// Makes the type known, with its functions in a module.
    pub(crate) fn register(vm: &mut Vm, module: ModuleId) {
        let name = vm.rt.symbols.intern(T::NAME);
        let class = HostClass { name, title: T::NAME, equal: None, hash: None, print: None, size: None };
        let mut class = Class::<T> { vm, module, class, of: std::marker::PhantomData };
        T::describe(&mut class);
        let Class { vm, class, .. } = class;
        vm.rt.heap.host_classes.insert(TypeId::of::<T>(), Arc::new(class));
        let predicate = format!("{}?", T::NAME);
        define(vm, module, &predicate, |object: IsA<T>| object.0)
            .parameters(["object"])
            .doc(&format!("Is `object` of type {}?", T::NAME));
    }

    /// Defines a function, as [`Engine::define`](crate::Engine::define) does: what makes objects of the type, or works
    /// on them.
    pub fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define(self.vm, self.module, name, f)
    }

    /// A field that can be read and changed: for the type `enemy` and the field `health` the functions `enemy-health`
    /// and `set-enemy-health!`, as a record has them. The second returns the new value.
    pub fn field<V: FromLisp + IntoLisp + Clone + 'static>(
        &mut self,
        field: &str,
        get: impl Fn(&T) -> V + Send + 'static,
        set: impl Fn(&mut T, V) + Send + 'static,
    ) {
        self.read_only(field, get);
        let name = format!("set-{}-{field}!", T::NAME);
        let change = move |object: &mut T, value: V| {
            set(object, value.clone());
            value
        };
        self.define(&name, change).parameters([T::NAME, field]).doc(&format!(
            "Gives the field {field} of an object of type {} another value, which is returned.",
            T::NAME
        ));
    }

    /// A field that can be read: the function `enemy-health`.
    pub fn read_only<V: IntoLisp + 'static>(&mut self, field: &str, get: impl Fn(&T) -> V + Send + 'static) {
        self.define(&format!("{}-{field}", T::NAME), move |object: &T| get(object))
            .parameters([T::NAME])
            .doc(&format!("The field {field} of an object of type {}.", T::NAME));
    }

    /// Objects are equal if they are so in Rust, for `=` and as keys of hash tables. Else only the same object is equal
    /// to itself.
    pub fn equality(&mut self)
    where
        T: Eq + Hash,
    {
        self.class.equal = Some(Box::new(|a, b| cast::<T>(a) == cast::<T>(b)));
        self.class.hash = Some(Box::new(|data| {
            let mut state = DefaultHasher::new();
            cast::<T>(data).hash(&mut state);
            state.finish()
        }));
    }

    /// Objects have the order that they have in Rust: the type `card` has the function `card<?` then, which `sort`
    /// takes.
    pub fn order(&mut self)
    where
        T: Ord,
    {
        self.define(&format!("{}<?", T::NAME), |a: &T, b: Ref<'_, T>| *a < *b)
            .parameters(["a", "b"])
            .doc(&format!("Does `a` come before `b`, both of type {}? `sort` takes it.", T::NAME));
    }

    /// What is printed of an object behind the name of its type: `#<enemy Orc 7>`.
    pub fn print(&mut self, text: impl Fn(&T) -> String + Send + Sync + 'static) {
        self.class.print = Some(Box::new(move |data| cast(data).map(&text).unwrap_or_default()));
    }

    /// The bytes that an object holds beside itself, for the memory limit. They are counted when it is made and each
    /// time a function has changed it.
    pub fn size(&mut self, bytes: impl Fn(&T) -> usize + Send + Sync + 'static) {
        self.class.size = Some(Box::new(move |data| cast(data).map_or(0, &bytes)));
    }
}

/// Is the argument of this type?
struct IsA<T>(bool, std::marker::PhantomData<fn(T)>);

impl<T: HostType> FromLisp for IsA<T> {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(given: Given<'_>) -> Result<IsA<T>, ConvertError> {
        Ok(IsA(is_a::<T>(given.rt, given.value), std::marker::PhantomData))
    }
}

fn host_object(rt: &Runtime, v: Value) -> Option<&HostObject> {
    match rt.heap.as_object(v) {
        Some(Object::Host(object)) if v.is(Kind::HOST) => Some(object),
        _ => None,
    }
}

fn is_a<T: HostType>(rt: &Runtime, v: Value) -> bool {
    let class = rt.heap.host_classes.get(&TypeId::of::<T>());
    host_object(rt, v).zip(class).is_some_and(|(object, class)| Arc::ptr_eq(&object.class, class))
}

fn unfit<T: HostType>(v: Value) -> ConvertError {
    ConvertError::unfit(format!("an object of type {}", T::NAME), v)
}

/// What an object is in Rust.
fn borrowed<T: HostType>(rt: &Runtime, v: Value) -> Res<&T> {
    let Some(object) = host_object(rt, v) else { return crate::fault::internal("an object of the host") };
    match object.data() {
        Some(data) => cast(data).map_or_else(|| crate::fault::internal("an object of the host"), Ok),
        None => object.in_use(),
    }
}

/// Takes what an object is out of it.
fn take(rt: &mut Runtime, v: Value) -> Res<Box<dyn Any + Send>> {
    match rt.heap.as_object_mut(v) {
        Some(Object::Host(object)) => match object.take() {
            Some(data) => Ok(data),
            None => object.in_use(),
        },
        _ => crate::fault::internal("an object of the host"),
    }
}

/// Puts it back, and counts what it takes now.
fn put(rt: &mut Runtime, v: Value, data: Box<dyn Any + Send>) {
    rt.heap.update(v, |object| {
        if let Object::Host(object) = object {
            object.put(data);
        }
    });
}

/// Lends what the object `v` is to `f`.
pub(crate) fn with_object<T: HostType, R>(rt: &mut Runtime, v: Value, f: impl FnOnce(&mut T) -> R) -> Res<R> {
    if !is_a::<T>(rt, v) {
        return Err(unfit::<T>(v).into_fault(rt, "the value"));
    }
    let mut data = take(rt, v)?;
    let result = data.downcast_mut().map(f);
    put(rt, v, data);
    result.map_or_else(|| crate::fault::internal("an object of the host"), Ok)
}

impl<T: HostType + Clone> FromLisp for T {
    const EXPECTED: &'static str = T::NAME;

    fn from_lisp(given: Given<'_>) -> Result<T, ConvertError> {
        if !is_a::<T>(given.rt, given.value) {
            return Err(unfit::<T>(given.value));
        }
        Ok(borrowed::<T>(given.rt, given.value)?.clone())
    }
}

impl<T: HostType> IntoLisp for T {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let Some(class) = maker.rt.heap.host_classes.get(&TypeId::of::<T>()).cloned() else {
            let error = HostError::new(format!("the host has not registered the type {}", T::NAME));
            return Err(error.with_help("Engine::register makes it known").into());
        };
        let v = maker.rt.heap.object(Object::Host(Box::new(HostObject::new(class, Box::new(self)))))?;
        maker.done(v)
    }
}

/// An object of the host that is lent to a function.
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

/// An object that is lent: where it lies, and what it is if it had to be taken out.
#[derive(Default)]
pub struct Lent {
    at: Option<Value>,
    taken: Option<Box<dyn Any + Send>>,
}

impl Lent {
    fn keep<T: HostType>(from: &mut Arguments<'_>, takes: bool) -> Res<Lent> {
        let Some(v) = from.next() else { return Err(from.left_out()) };
        if !is_a::<T>(from.rt, v) {
            return Err(from.wrong(unfit::<T>(v)));
        }
        let taken = if takes || from.calls_back { Some(take(from.rt, v)?) } else { None };
        Ok(Lent { at: Some(v), taken })
    }

    fn restore(&mut self, rt: &mut Runtime) {
        if let (Some(v), Some(data)) = (self.at, self.taken.take()) {
            put(rt, v, data);
        }
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl<T: HostType> Parameter for Ref<'_, T> {
    type Item<'a> = Ref<'a, T>;
    type Kept = Lent;
    const EXPECTS: &'static str = T::NAME;

    #[inline]
    fn keep(from: &mut Arguments<'_>) -> Res<Lent> {
        Lent::keep::<T>(from, false)
    }

    #[inline]
    fn lend<'a>(rt: Option<&'a Runtime>, kept: &'a mut Lent) -> Res<Ref<'a, T>> {
        match (&kept.taken, rt, kept.at) {
            (Some(data), ..) => cast::<T>(&**data).map(Ref).map_or_else(lost, Ok),
            (None, Some(rt), Some(v)) => borrowed(rt, v).map(Ref),
            _ => lost(),
        }
    }

    #[inline]
    fn restore(rt: &mut Runtime, kept: &mut Lent) {
        kept.restore(rt);
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl<T: HostType> Parameter for RefMut<'_, T> {
    type Item<'a> = RefMut<'a, T>;
    type Kept = Lent;
    const EXPECTS: &'static str = T::NAME;

    #[inline]
    fn keep(from: &mut Arguments<'_>) -> Res<Lent> {
        Lent::keep::<T>(from, true)
    }

    #[inline]
    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Lent) -> Res<RefMut<'a, T>> {
        kept.taken.as_mut().and_then(|data| data.downcast_mut()).map(RefMut).map_or_else(lost, Ok)
    }

    #[inline]
    fn restore(rt: &mut Runtime, kept: &mut Lent) {
        kept.restore(rt);
    }
}

#[cold]
fn lost<T>() -> Res<T> {
    fail(Code::Internal, "internal error: an object of the host that is not what it was")
}
