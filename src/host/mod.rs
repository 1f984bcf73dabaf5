//! Conversions at the host boundary, between the host and a program: see `docs/design/embedding.md`.
//!
//! - this file has the two traits of conversion and their errors; [`scalar`] and [`collection`] implement them for
//!   types of Rust, and [`data`] has a type for any value;
//! - [`record`] converts structs and enums field by field; [`serde`] everything with `Serialize` or `Deserialize`;
//! - [`object`]: types of the host, whose objects live in the heap;
//! - [`function`] makes functions of programs from closures, and calls programs' functions; [`registration`] has names,
//!   documentation, methods and modules;
//! - [`context`] has a function's requests to its engine; [`scoped`] has loans;
//! - [`yielding`]: functions that pause their run, and asynchronous ones;
//! - [`error`]: errors of these functions on their way into a program, and errors of a program on their way to the
//!   host.

pub(crate) mod collection;
pub(crate) mod context;
pub(crate) mod data;
pub(crate) mod error;
pub(crate) mod function;
pub(crate) mod object;
pub(crate) mod record;
pub(crate) mod registration;
pub(crate) mod scalar;
pub(crate) mod scoped;
#[cfg(feature = "serde")]
pub(crate) mod serde;
pub(crate) mod yielding;

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use crate::builtins::table;
use crate::fault::{Argument, Code, ErrorData, Result, Unwind};
use crate::object::Object;
use crate::object::host::guarded;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::describe;

use error::HostError;

/// A Rust type that values of a program can be converted to.
///
/// Conversions in both directions ([`IntoLisp`]):
///
/// | Rust | value |
/// |---|---|
/// | `i8` ... `i128`, `u8` ... `u128`, `isize`, `usize` | an integer that fits |
/// | [`BigInteger`](crate::BigInteger), [`Ratio`](crate::Ratio) | any integer, any exact number |
/// | `NonZero<u8>` ... | such an integer that is not zero |
/// | `f64`, `f32` | a float; from any number |
/// | `Duration` | seconds as a float; from any number that is not negative |
/// | `SystemTime` | the same, since the beginning of 1970, as `(current-time)` counts |
/// | `bool` | `t` and nil (`#f` in Scheme); everything but what is false is true |
/// | `char` | a character |
/// | `String`, `&str` (as a parameter and as a result), `Box<str>`, `Arc<str>`, `Cow<str>` | a string, and no symbol |
/// | `PathBuf`, `&Path` | a string |
/// | [`Symbol`](crate::Symbol), [`Keyword`](crate::Keyword) | a symbol, a keyword |
/// | `()` | nil; from any value |
/// | `Option<T>` | nil (`#f` in Scheme) or a `T`; a last parameter may be left out |
/// | `Arc<T>` | what `T` is |
/// | `Vec<T>`, `VecDeque<T>`, `[T; N]`, `&[T]` | a list; also from a vector |
/// | tuples of up to twelve | a list of as many |
/// | [`Array<T>`](crate::Array) | an array of any rank |
/// | `HashMap`, `BTreeMap`, [`Table`](crate::Table) (in order) | a hash table |
/// | `HashSet`, `BTreeSet` | a list of different elements |
/// | [`Digits`](crate::Digits) | a digit set; from any list of such integers |
/// | [`Variable`] | a variable or a place of a search state |
/// | a [`HostType`](crate::HostType) | an object of that type; from one if it is `Clone` |
/// | [`Handle`](crate::Handle) | any value, itself |
/// | [`Value`](crate::Value) | any value: what is data is copied, what is not is a handle |
/// | a struct that derives it | a table with symbols as keys; also from a list such as `(:x 1 :y 2)` |
/// | an enum that derives it | a symbol, or a list that begins with one: `stop`, `(jump 3)`, `(turn :by 90)` |
/// | `Serde<T>` (feature `serde`) | whatever `T` is to serde: see the table there |
///
/// Others can implement it, by way of a type that has it:
///
/// ```
/// use klammer::{ConvertError, Engine, FromLisp, FromContext, IntoLisp, Built, IntoContext};
///
/// #[derive(PartialEq, Debug)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// impl FromLisp for Point {
///     const EXPECTED: &'static str = "a point, which is a list of two numbers";
///
///     fn from_lisp(value: FromContext<'_>) -> Result<Point, ConvertError> {
///         let (x, y) = value.get()?;
///         Ok(Point { x, y })
///     }
/// }
///
/// impl IntoLisp for Point {
///     fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
///         maker.make((self.x, self.y))
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("mirrored", |p: Point| Point { x: p.y, y: p.x });
/// assert_eq!(engine.eval::<Point>("(mirrored '(1 2.5))")?, Point { x: 2.5, y: 1.0 });
/// # Ok::<(), klammer::Error>(())
/// ```
/// [`Variable`]: klammer_space::Variable
#[diagnostic::on_unimplemented(
    message = "values of a program cannot be converted to `{Self}`",
    label = "has no `FromLisp`",
    note = "where no value is wanted, and for the type `!`: `Engine::run` evaluates a text for what it does, and a call \
            has `call::<()>`",
    note = "implement `FromLisp` or `HostType` for it, or take a `Handle` or a `klammer::Value`; a field that programs \
            are not to see has `#[lisp(skip)]`"
)]
pub trait FromLisp: Sized {
    /// Expected kind of value, as messages name it: "an integer", "a list".
    const EXPECTED: &'static str;

    /// Name of the type for which a host method with this parameter is chosen
    /// ([`Engine::define_method`](crate::Engine::define_method)), as in `defmethod`. Any value will do if it is `None`.
    const SPECIALIZER: Option<&'static str> = None;

    /// The value as a `Self`.
    ///
    /// # Errors
    /// When it is none ([`FromContext::unfit`]), or converting it exceeds a limit.
    fn from_lisp(value: FromContext<'_>) -> Result<Self, ConvertError>;

    /// Returns the value of a parameter of this type that a call leaves out; `None` if it must be given.
    fn omitted() -> Option<Self> {
        None
    }
}

/// A Rust type that can be converted to a value of a program: the types of the table at [`FromLisp`], borrowed or not.
///
/// Others can implement it, by way of a type that has it:
///
/// ```
/// use klammer::{ConvertError, Engine, IntoLisp, Built, IntoContext, Symbol};
///
/// enum Weather {
///     Dry,
///     Rain { millimetres: f64 },
/// }
///
/// impl IntoLisp for Weather {
///     fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
///         match self {
///             Weather::Dry => maker.make(Symbol::new("dry")),
///             Weather::Rain { millimetres } => maker.make((Symbol::new("rain"), millimetres)),
///         }
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.define("weather", |day: u32| match day {
///     1 => Weather::Dry,
///     _ => Weather::Rain { millimetres: 2.5 },
/// });
/// assert!(engine.eval::<bool>("(= (weather 1) 'dry)")?);
/// assert!(engine.eval::<bool>("(= (weather 2) '(rain 2.5))")?);
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// [`derive(IntoLisp)`](crate#derives) does this for structs and enums. There is an example with both traits at
/// [`FromLisp`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be converted to a value of a program",
    label = "has no `IntoLisp`",
    note = "implement `IntoLisp` for it, or `HostType`, whose objects live in the engine as what they are"
)]
pub trait IntoLisp: Sized {
    /// The value that `self` is to a program.
    ///
    /// # Errors
    /// When it exceeds a limit, or there is no such value.
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError>;
}

/// A value of a program that is to be converted.
///
/// There is an example at [`FromLisp`].
pub struct FromContext<'a> {
    pub(crate) rt: &'a mut Runtime,
    pub(crate) value: Value,
}

impl FromContext<'_> {
    /// The value as a `T`.
    ///
    /// # Errors
    /// When it is no `T`.
    pub fn get<T: FromLisp>(self) -> Result<T, ConvertError> {
        T::from_lisp(self)
    }

    /// Converts a value, for types that try several conversions.
    ///
    /// # Errors
    /// When it is no `T`.
    pub fn look<T: FromLisp>(&mut self) -> Result<T, ConvertError> {
        from_value(self.rt, self.value)
    }

    /// Returns the value as data, with at most `parts` parts that are nested at most `depth` deep. A shared part counts
    /// once for each of its places.
    ///
    /// # Errors
    /// When it is larger than that.
    pub fn data(&mut self, depth: usize, parts: usize) -> Result<data::Value, ConvertError> {
        data::copy_bounded(self.rt, self.value, depth, parts)?.map_err(|reason| self.refuse(reason))
    }

    /// Returns the value of the field `field`: in a hash table the entry under that symbol, keyword or string, or in a
    /// list such as `(:x 1 :y 2)` the value after it.
    ///
    /// # Errors
    /// When there is no such field and `T` may not be left out, or it is no `T`.
    pub fn field<T: FromLisp>(&mut self, field: &str) -> Result<T, ConvertError> {
        self.field_among(field, &[])
    }

    fn find(&mut self, field: &str) -> Result<Option<Value>, ConvertError> {
        let symbol = self.rt.symbols.find(field);
        if !self.value.is(Kind::TABLE) {
            let items = collection::elements(self.rt, self.value)?.unwrap_or_default();
            let named = |key: Value| key.as_keyword().or(key.as_symbol()).is_some_and(|k| Some(k) == symbol);
            return Ok(items.chunks(2).find(|c| c.first().is_some_and(|&k| named(k))).and_then(|c| c.get(1).copied()));
        }
        for key in symbol.into_iter().flat_map(|s| [Value::symbol(s), Value::keyword(s)]) {
            if let Some(found) = table::get(self.rt, self.value, key)? {
                return Ok(Some(found));
            }
        }
        let key = self.rt.heap.string(field)?;
        Ok(table::get(self.rt, self.value, key)?)
    }

    /// Returns the kind of the value: "a list", "an integer".
    pub fn kind(&self) -> Cow<'static, str> {
        self.rt.describe_kind(self.value)
    }

    /// The error that the value is not what `T` expects.
    #[cold]
    pub fn unfit<T: FromLisp>(&self) -> ConvertError {
        ConvertError::unfit(T::EXPECTED, self.value)
    }

    /// The error that the value is of the right type, but no good: "a port is below 65536".
    #[cold]
    pub fn refuse(&self, reason: &str) -> ConvertError {
        ConvertError::refused(reason.to_string(), self.value)
    }
}

/// Maker of values of a program.
///
/// There is an example at [`FromLisp`].
pub struct IntoContext<'a> {
    pub(crate) rt: &'a mut Runtime,
}

impl<'a> IntoContext<'a> {
    /// The value that `x` is to a program.
    ///
    /// # Errors
    /// When it exceeds a limit, or there is no such value.
    pub fn make(self, x: impl IntoLisp) -> Result<Built<'a>, ConvertError> {
        x.into_lisp(self)
    }

    #[inline]
    pub(crate) fn done(self, value: Value) -> Result<Built<'a>, ConvertError> {
        Ok(Built(value, PhantomData))
    }
}

/// A value of a program that has just been made.
///
/// There is an example at [`FromLisp`].
pub struct Built<'a>(Value, PhantomData<&'a mut ()>);

/// Why something could not be converted.
///
/// ```
/// use klammer::{ConvertError, Engine, FromLisp, FromContext};
///
/// struct Port(u16);
///
/// impl FromLisp for Port {
///     const EXPECTED: &'static str = "a port";
///
///     fn from_lisp(value: FromContext<'_>) -> Result<Port, ConvertError> {
///         let refused = value.refuse("a port is above 1023");
///         match value.get()? {
///             port @ 1024.. => Ok(Port(port)),
///             _ => Err(refused),
///         }
///     }
/// }
///
/// let error = Engine::new().eval::<Port>("80").err().unwrap();
/// assert_eq!(error.message(), "the result cannot be taken: a port is above 1023, got 80");
/// ```
pub struct ConvertError(Box<Problem>);

enum Problem {
    /// The value is not `what` it must be, or (not `is`) `what` tells what is wrong with it. The path leads to it from
    /// what was to be converted.
    Unfit {
        path: String,
        what: Cow<'static, str>,
        got: Value,
        is: bool,
    },
    Unwind(Box<Unwind>),
    /// An error that an implementation has made.
    Host(HostError),
}

impl ConvertError {
    #[cold]
    pub(crate) fn unfit(what: impl Into<Cow<'static, str>>, got: Value) -> ConvertError {
        ConvertError(Box::new(Problem::Unfit { path: String::new(), what: what.into(), got, is: true }))
    }

    #[cold]
    pub(crate) fn refused(reason: impl Into<Cow<'static, str>>, got: Value) -> ConvertError {
        ConvertError(Box::new(Problem::Unfit { path: String::new(), what: reason.into(), got, is: false }))
    }

    /// Returns whether the value does not fit, or is no good. Else a limit has been reached, or it is an error of its
    /// own.
    pub fn is_refusal(&self) -> bool {
        matches!(*self.0, Problem::Unfit { .. })
    }

    /// Adds the position of the value in its container to the error: `place` is "as element 2".
    #[cold]
    pub(crate) fn within(mut self, place: impl FnOnce() -> String) -> ConvertError {
        if let Problem::Unfit { path, .. } = &mut *self.0 {
            lead_through(path, place());
        }
        self
    }

    /// Returns the problem as a condition whose text follows the name of the value ("argument 2"); a fault of its own
    /// stays as it is.
    pub(crate) fn into_condition(self, rt: &mut Runtime) -> Result<ErrorData> {
        match *self.0 {
            Problem::Unwind(fault) => Err(fault),
            Problem::Host(error) => Err(error::to_fault(rt, error.into())),
            Problem::Unfit { path, what, got, is } => {
                let (shown, space) = (rt.show(got), if path.is_empty() { "" } else { " " });
                let c = match (is, path.is_empty()) {
                    (true, true) => ErrorData::unfit(Code::WrongType, &what, &shown),
                    (true, false) => ErrorData::new(Code::WrongType, format!("must have {what} {path}, got {shown}")),
                    (false, _) => {
                        ErrorData::new(Code::BadValue, format!("cannot be taken: {what}{space}{path}, got {shown}"))
                    }
                };
                Ok(c.with_irritants(&[got]))
            }
        }
    }

    /// As a fault, where nothing is known of the place of the value.
    #[cold]
    pub(crate) fn into_fault(self, rt: &mut Runtime, subject: impl Into<Argument>) -> Box<Unwind> {
        match self.into_condition(rt) {
            Ok(c) => c.with_argument(subject).into(),
            Err(fault) => fault,
        }
    }
}

/// Prefixes a path with the place of the whole.
fn lead_through(path: &mut String, outer: String) {
    if path.is_empty() {
        *path = outer;
    } else if path.len() < MAX_PATH {
        path.push_str(" of ");
        path.push_str(outer.strip_prefix("as ").unwrap_or(&outer));
    }
}

/// Length of a path in bytes beyond which it is not extended.
const MAX_PATH: usize = 100;

impl fmt::Debug for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Problem::Unfit { path, what, .. } => write!(f, "ConvertError({what} {path})"),
            Problem::Unwind(fault) => write!(f, "ConvertError({fault:?})"),
            Problem::Host(error) => write!(f, "ConvertError({error:?})"),
        }
    }
}

impl From<Box<Unwind>> for ConvertError {
    #[cold]
    fn from(fault: Box<Unwind>) -> ConvertError {
        ConvertError(Box::new(Problem::Unwind(fault)))
    }
}

/// For implementations that have a message, code and cause of their own.
impl From<HostError> for ConvertError {
    #[cold]
    fn from(error: HostError) -> ConvertError {
        ConvertError(Box::new(Problem::Host(error)))
    }
}

/// Converts a top-level value: begins a new account of depth and bytes.
#[inline]
pub(crate) fn from_top<T: FromLisp>(rt: &mut Runtime, value: Value) -> Result<T, ConvertError> {
    rt.begin_conversion();
    from_value(rt, value)
}

/// Converts a part.
#[inline]
pub(crate) fn part<T: FromLisp>(rt: &mut Runtime, value: Value) -> Result<T, ConvertError> {
    rt.in_parts(|rt| from_value(rt, value))
}

#[inline]
pub(crate) fn from_value<T: FromLisp>(rt: &mut Runtime, value: Value) -> Result<T, ConvertError> {
    T::from_lisp(FromContext { rt, value })
}

#[inline(always)]
pub(crate) fn to_value(rt: &mut Runtime, x: impl IntoLisp) -> Result<Value> {
    match x.into_lisp(IntoContext { rt: &mut *rt }) {
        Ok(Built(value, _)) => Ok(value),
        Err(error) => Err(error.into_fault(rt, "what the host gives")),
    }
}

/// Name in messages of a value that the host asked for.
const OF_RESULT: &str = "the result";

/// Converts the value that the host asked for, or returns an error that says what it got.
pub(crate) fn result<T: FromLisp>(rt: &mut Runtime, v: Value) -> Result<T> {
    let converted = from_top(rt, v);
    // Of several values, the first is the result of everything but a handle.
    let first = match rt.heap.as_object(v) {
        Some(Object::Values(items)) if converted.is_err() => items.first().copied(),
        _ => None,
    };
    match first.map_or(converted, |first| from_top(rt, first)) {
        Ok(converted) => Ok(converted),
        Err(error) => {
            let fault = error.into_fault(rt, Argument::Result(None));
            let is_name = v.as_symbol().or(v.as_keyword()).is_some();
            match *fault {
                Unwind::Error(c) if is_name && T::EXPECTED == String::EXPECTED => {
                    Err(c.with_help("in Rust, a symbol is a `klammer::Symbol`, a keyword a `klammer::Keyword`").into())
                }
                other => Err(Box::new(other)),
            }
        }
    }
}

/// Converts the value that the host asked for, where no function of the host is under way that a panic would be the
/// error of.
pub(crate) fn guarded_result<T: FromLisp>(rt: &mut Runtime, v: Value) -> Result<T> {
    guarded(OF_RESULT, || result(rt, v))
}

/// Converts the value that the host asked for, which the function `f` has returned. The error names the function, and
/// its place is the function's definition in the program.
pub(crate) fn result_of<T: FromLisp>(vm: &mut Vm, f: Value, v: Value) -> Result<T> {
    guarded_result(&mut vm.program.rt, v).map_err(|fault| fault_of_result(vm, f, fault))
}

/// Returns the error of a conversion with the name and the place of the function that has returned the value.
#[cold]
pub(crate) fn fault_of_result(vm: &Vm, f: Value, fault: Box<Unwind>) -> Box<Unwind> {
    let mut fault = naming_function(&vm.program.rt, f, fault);
    if let Unwind::Error(c) = &mut *fault {
        let spans = describe::definition_spans(&vm.program, f);
        let span = spans.into_iter().find(|s| !vm.program.rt.sources.is_library(s.source()));
        c.details_mut().span = span.unwrap_or(c.span());
    }
    fault
}

/// The error of a result that `f` has returned, which names the function.
#[cold]
fn naming_function(rt: &Runtime, f: Value, mut fault: Box<Unwind>) -> Box<Unwind> {
    if let Unwind::Error(c) = &mut *fault
        && let Some(Argument::Result(of)) = &mut c.argument
        && let Some(name) = rt.procedure_name(f)
    {
        *of = Some(name.into());
    }
    fault
}

/// Arguments of a call: a tuple of up to twelve, or a `Vec`.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.eval::<()>("(defproc total (&rest numbers) (fold-left + 0 numbers))")?;
/// assert_eq!(engine.call::<i64>("total", (1, 2))?, 3);
/// assert_eq!(engine.call::<i64>("total", vec![1, 2, 3, 4])?, 10);
/// # Ok::<(), klammer::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a call",
    note = "a tuple of up to twelve that have `IntoLisp`, or a `Vec`: `(x,)` for one argument, `()` for none"
)]
pub trait IntoArguments: sealed::ArgumentTuple {}
impl<T: sealed::ArgumentTuple> IntoArguments for T {}

pub(crate) mod sealed {
    use smallvec::SmallVec;

    use crate::fault::Result;
    use crate::runtime::Runtime;
    use crate::value::Value;
    use crate::vm::Vm;

    /// The arguments of a call, mostly few.
    pub(crate) type Values = SmallVec<[Value; 6]>;

    /// See [`super::IntoArguments`].
    pub trait ArgumentTuple {
        fn into_arguments(self, rt: &mut Runtime) -> Result<Values>;

        /// Passes the values to `f`. Those of a tuple stay in an array on the stack: moving them takes a sixth of a
        /// short call.
        #[expect(private_interfaces, private_bounds, reason = "nobody outside can call it")]
        fn passed_to<R>(self, vm: &mut Vm, f: impl FnOnce(&mut Vm, &[Value]) -> Result<R>) -> Result<R>
        where
            Self: Sized,
        {
            let values = self.into_arguments(&mut vm.program.rt)?;
            f(vm, &values)
        }
    }
}

impl<T: IntoLisp> sealed::ArgumentTuple for Vec<T> {
    fn into_arguments(self, rt: &mut Runtime) -> Result<sealed::Values> {
        self.into_iter().map(|x| to_value(rt, x)).collect()
    }
}

/// The object in the common slab that a value is, while it is converted.
pub(crate) fn object_of<'a>(given: &'a FromContext<'_>) -> Option<&'a Object> {
    given.rt.heap.as_object(given.value)
}

opaque! {
    "FromContext" FromContext<'_>;
    "IntoContext" IntoContext<'_>;
    "Built" Built<'_>;
    "Context" context::Context<'_>;
    "Definition" registration::Definition<'_>;
    "Lent" scoped::Lent;
    "Module" registration::Module<'_>;
    "Arguments" function::Arguments<'_>;
    "Text" function::Text;
    "RecordMaker" record::RecordMaker<'_>;
    "ListMaker" record::ListMaker<'_>;
    "Variant" record::Variant<'_>;
}

impl<T: object::HostType> std::fmt::Debug for object::Class<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Class").field("name", &T::NAME).finish_non_exhaustive()
    }
}
